"""The people who are on a server now."""

from collections.abc import Sequence

from textual import events
from textual.message import Message

from darwin_core.text.language import mark, tr
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.panel import panel
from darwin_tui.server.cards import Visitor
from darwin_tui.widgets.boxes import short_title
from darwin_tui.widgets.pane import Pane, fitted


class VisitorList(Pane):
    """A line for each person; the cursor stays on its person."""

    class Chosen(Message):
        """The cursor is on another person."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._people: list[Visitor] = []
        self._place = 0
        self._first = 0

    @property
    def chosen(self) -> Visitor | None:
        """The person under the cursor."""
        return self._people[self._place] if self._people else None

    def show(self, people: Sequence[Visitor]) -> None:
        """Show these people."""
        chosen = self.chosen
        self._people = list(people)
        names = [one.name for one in self._people]
        last = max(len(names) - 1, 0)
        kept = chosen is not None and chosen.name in names
        self._place = names.index(chosen.name) if chosen and kept else min(self._place, last)
        self.redraw()

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor up or down."""
        self._place = max(0, min(self._place + dy, len(self._people) - 1))
        self.redraw()
        self.post_message(self.Chosen())

    def fill(self, area: Area) -> None:
        """Draw the people that are in sight."""
        height = area.height - 2
        self._first = max(min(self._first, self._place), self._place - height + 1, 0)
        below = len(self._people) - self._first - height
        inside = panel(
            area,
            mark("Here"),
            tr("i invites") if self.has_focus else f"{len(self._people)}",
            tr("↓ {number} more", number=below) if below > 0 else "",
            is_active=self.has_focus,
        )
        shown = self._people[self._first : self._first + height]
        widest = max((len(one.name) for one in self._people), default=0)
        for row, one in enumerate(shown):
            is_on = self.has_focus and self._first + row == self._place
            line = inside.at(0, row, inside.width, 1, "strip" if is_on else None)
            sign = "▶" if is_on else "●" if one.is_me else "▸" if one.table else "○"
            words = tr("you") if one.is_me else one.words
            name = fitted(f"{one.name:<{widest}}", line.width - 2)
            x = line.text(
                0,
                0,
                (f"{sign} ", "cursor" if is_on or one.is_me else "good"),
                (f"{name}  ", "strong ink"),
            )
            several = (words, short_title(words), short_title(words).rpartition(" ")[2], "")
            room = line.width - x
            line.text(x, 0, (next(each for each in several if len(each) <= max(room, 0)), "dim"))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the person clicked."""
        self.move(0, self._first + event.y - 1 - self._place)
