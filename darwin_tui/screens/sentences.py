"""Status line and prompt under a board."""

from textual.widgets import Static

from darwin_tui.play.status_line import Lines


class Sentences:
    """The two lines, whose places do not depend on their length."""

    def __init__(self) -> None:
        self._status = Static("", id="explain", markup=False)
        self._prompt = Static("", id="prompt", markup=False)

    @property
    def lines(self) -> tuple[Static, Static]:
        """The widgets, from above."""
        return self._status, self._prompt

    def write(self, lines: Lines) -> None:
        """Write both lines."""
        self._status.set_class(lines.is_refusal, "refused")
        self._status.set_class(lines.is_long, "-prompt")
        texts = (lines.status, lines.prompt)
        for line, text in zip(self.lines, texts, strict=True):
            if line.content != text:
                line.update(text, layout=False)
