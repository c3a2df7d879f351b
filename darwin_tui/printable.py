"""Text from anywhere, such as a file's name, made fit to be shown."""


def clean(text: str) -> str:
    """Return the text as one line that cannot drive a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)
