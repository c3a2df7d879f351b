"""Names in the room there is."""


def cut(text: str, width: int) -> str:
    """Return a text, shortened by a full stop if there is no room for it."""
    if len(text) <= width:
        return text
    return f"{text[: width - 1].rstrip(' -.')}." if width > 1 else text[:width]
