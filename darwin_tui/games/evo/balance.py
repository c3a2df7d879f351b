"""The end of a millennium: each player's gains, one row each."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.evo.components import TARGETS
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.state import (
    Counted,
    DiedOut,
    EvoEvent,
    EvoState,
    Outcompeted,
    Survived,
    Withered,
)
from darwin_core.games.evo.words import card_name
from darwin_tui.games.evo.scene import Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas

_TITLES: Final = ("taken", "left", "bonus", "genome", "points", "sum", "in all")
_WIDTH: Final = 8


def _latest_events(scene: Scene) -> Sequence[EvoEvent]:
    """Return the events since the last generation ended."""
    events = list(scene.events)
    last = max((at for at, event in enumerate(events) if isinstance(event, Withered)), default=-1)
    return events[last + 1 :]


def is_over(scene: Scene) -> bool:
    """Return whether the latest events are the end of a millennium."""
    return any(isinstance(event, Survived) for event in _latest_events(scene))


def draw_balance(canvas: Canvas, scene: Scene, view: EvoState, y: int) -> None:
    """Draw the tokens taken by competitors and left, and the points for them and for the genome."""
    events = _latest_events(scene)
    target = TARGETS[view.millennium - 1]
    x = canvas.width - _WIDTH * len(_TITLES) - 1
    canvas.rule(y, ("tokens, and genomes of ", "dim"), (f"{target}", "strong"), (" cards", "dim"))
    for column, title in enumerate(_TITLES, 1):
        canvas.right(x + _WIDTH * column, y + 1, (title, "dim"))
    for seat, name in enumerate(scene.names):
        row = y + 2 + seat
        canvas.text(2, row, (f"{SEAT_MARKS[seat]} {name}", f"seat-{seat}"))
        taken = sum(
            each.tokens for each in events if isinstance(each, Outcompeted) and each.seat == seat
        )
        left = bonus = size = change = 0
        for event in events:
            match event:
                case Survived(other, left_, bonus_) if other == seat:
                    left, bonus = left_, bonus_
                case Counted(other, size_, change_) if other == seat:
                    size, change = size_, change_
        figures = [f"{-taken}" if taken else "–", f"+{left}", f"+{bonus}", f"{size}"]
        figures += [f"{change:+d}", f"{left + bonus + change:+d}", f"{points(view, seat)}"]
        for column, text in enumerate(figures, 1):
            style = "strong" if column >= len(_TITLES) - 1 else ""
            canvas.right(x + _WIDTH * column, row, (text, style))
    gone = [card_name(each.slot, each.card) for each in events if isinstance(each, DiedOut)]
    text = f"died out: {', '.join(gone) or 'none'}"
    room = canvas.width - 3
    cut = text if len(text) <= room else f"{text[: room - 2]} …"
    canvas.text(2, y + 2 + len(scene.names), (cut, "dim"))
