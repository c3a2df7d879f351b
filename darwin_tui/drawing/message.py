"""Messages with values in styles of their own."""

from string import Formatter

from darwin_core.text.language import tr
from darwin_tui.drawing.canvas import Run


def styled(message: str, style: str, /, **values: Run) -> list[Run]:
    """Return a message as pieces in its style, with each value in its own, in the order of the
    language: ``styled(mark("beats {number}"), "dim", number=("4", "strong"))``."""
    found: list[Run] = []
    for text, name, form, _ in Formatter().parse(tr(message)):
        if text:
            found.append((text, style))
        if name is not None:
            value, own = values[name]
            found.append((format(value, form or ""), own))
    return found
