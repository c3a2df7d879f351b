"""Names in the room there is."""


def shortened(text: str, width: int) -> str:
    """Return a text, shortened by an ellipsis if there is no room for it."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"


def cut(text: str, width: int) -> str:
    """Return a text, shortened by a full stop if there is no room for it."""
    if len(text) <= width:
        return text
    return f"{text[: width - 1].rstrip(' -.')}." if width > 1 else text[:width]
