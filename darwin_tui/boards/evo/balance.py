"""The end of a millennium: what each step took from each player, and what it gave."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.evo.components import TARGETS
from darwin_core.games.evo.events import (
    Counted,
    Culled,
    DiedOut,
    EvoEvent,
    Mutated,
    Outcompeted,
    Survived,
    Withered,
)
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.scoring import losses
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import at_location, card_name
from darwin_core.text.language import tr, tr_in
from darwin_tui.boards.evo.adaptations import fitted, names_of
from darwin_tui.boards.evo.history import players_of
from darwin_tui.boards.evo.motion import STEP_FRAMES
from darwin_tui.boards.evo.scene import Scene
from darwin_tui.drawing.area import ELLIPSIS, Area
from darwin_tui.drawing.canvas import Run
from darwin_tui.drawing.marks import seat_name, signed
from darwin_tui.drawing.panel import heading, panel

LABEL: Final = 24
"""Columns of the words before the figures."""
COLUMN_MAX: Final = 34
"""The most columns of a seat."""
BOX_ROWS: Final = 12
"""Rows from which the steps are in a panel with a frame."""


def latest_events(events: Sequence[EvoEvent]) -> Sequence[EvoEvent]:
    """Return the events since the last generation ended."""
    last = max((at for at, event in enumerate(events) if isinstance(event, Withered)), default=-1)
    return events[last + 1 :]


def is_over(scene: Scene) -> bool:
    """Return whether the latest events are the end of a millennium."""
    return any(isinstance(event, Survived) for event in latest_events(scene.events))


Row = tuple[str, list[Run]]
"""The words of a row, and a figure for each seat."""


def steps(scene: Scene, view: EvoState) -> list[Row]:
    """Return the steps of the end of a millennium with a figure for each seat."""
    events = latest_events(scene.events)
    seats = range(len(scene.names))
    target = TARGETS[view.millennium - 1]
    # Of each seat the last: those of this millennium.
    lost = dict(losses(scene.events))
    kept, left, extra, size, change = ([0] * len(seats) for _ in range(5))
    for event in events:
        match event:
            case Outcompeted(seat, kept=saved):
                kept[seat] += saved
            case Survived(seat, tokens, more):
                left[seat], extra[seat] = tokens, more
            case Counted(seat, cards, gained):
                size[seat], change[seat] = cards, gained
    sums = [left[seat] + extra[seat] + change[seat] for seat in seats]
    return [
        (tr("tokens lost"), [_loss(lost[seat], kept[seat]) for seat in seats]),
        (tr("tokens left, bonus"), [_gain(left[seat], extra[seat]) for seat in seats]),
        (
            tr("genome of {target} wanted", target=target),
            [(f"{size[seat]}: {signed(change[seat])}", _style(change[seat])) for seat in seats],
        ),
        (tr("this millennium"), [(signed(each), f"strong {_style(each)}") for each in sums]),
        (tr("in all"), [(signed(points(view, seat)), "strong") for seat in seats]),
    ]


def _style(number: int) -> str:
    return "bad" if number < 0 else "ink"


def _gain(number: int, more: int) -> Run:
    words = f"+{number} +{more}" if more else f"+{number}"
    return (words, "ink") if number else ("–", "dim")


def _loss(number: int, kept: int) -> Run:
    if number:
        return (f"−{number}", "strong bad")
    return (tr("keeps {number}", number=kept), "good") if kept else ("–", "dim")


def draw_balance(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the steps over an area of ten rows or more, those still to come dim."""
    title = tr("end of millennium {number}", number=view.millennium)
    is_boxed = area.height > BOX_ROWS
    if is_boxed:
        panel(area, [title], is_active=True)
        inner = area.over("panel").inside(2, 1, 2, 1)
    else:
        inner = area.on("panel")
        heading(inner, 0, (title, "strong"))
        inner = inner.inside(1, 0, 1, 0)
    rows = steps(scene, view)
    names = scene.names
    width = min((inner.width - LABEL) // len(names), COLUMN_MAX)
    cells = [inner.at(LABEL + seat * width, 0, width, inner.height) for seat in range(len(names))]
    for seat, cell in enumerate(cells):
        mark, style = seat_name(seat, names[seat])
        cell.over("panel" if is_boxed else "strip").text(0, 0, (mark[: width - 1], style))
    y = 1
    shown = len(rows) - -(-scene.frame // STEP_FRAMES)
    for number, (words, figures) in enumerate(rows):
        is_shown = number < shown
        sign = "✓" if is_shown else "·"
        inner.text(0, y, (sign, "good" if is_shown else "dim"), f" {words}")
        for cell, (text, style) in zip(cells, figures, strict=True):
            if is_shown:
                cell.text(2, y, (text, style))
        y += 1
    if scene.frame:
        return
    y = _adaptations(inner, scene, view, cells, y)
    _draw_extinct(inner.at(0, y, inner.width, inner.height - y), scene)


def _draw_extinct(area: Area, scene: Scene) -> None:
    """Write which fauna and flora have died out, as far as there is room."""
    gone = [
        f"{card_name(event.slot, event.card)} {at_location(event.location)}"
        for event in latest_events(scene.events)
        if isinstance(event, DiedOut)
    ]
    text = tr("died out: {cards}", cards=", ".join(gone) or tr_in("cards", "none"))
    lines = len(text) // max(area.width, 1) + 1
    if lines > area.height:
        text = text[: area.width * area.height - 2 * area.height - 20].rstrip(", ") + f" {ELLIPSIS}"
    area.paragraph(0, text, "dim")


def _adaptations(inner: Area, scene: Scene, view: EvoState, cells: Sequence[Area], y: int) -> int:
    """Write which adaptations each seat's species lost and gained; return the row below."""
    events = latest_events(scene.events)
    culled = {event.species: event.design for event in events if isinstance(event, Culled)}
    if not culled:
        return y
    gained = {event.species: event.designs for event in events if isinstance(event, Mutated)}
    played = _played(scene)
    inner.text(0, y, ("✓", "good"), f" {tr('natural selection')}")
    for seat, cell in enumerate(cells):
        species = played[seat]
        (lost,) = fitted(names_of([culled[species]]), cell.width - 3)
        cell.text(0, y, ("−", "strong bad"), f" {lost}")
        for row, design in enumerate(gained[species], y + 1):
            (text,) = fitted(names_of([design]), cell.width - 3)
            cell.text(0, row, ("+", "strong good"), f" {text}")
    return y + 3


def _played(scene: Scene) -> list[int]:
    """Return the species that each seat played in the millennium that is over."""
    found = [0] * len(scene.names)
    for species in range(len(scene.view.genomes)):
        found[players_of(scene.events, species)[-1]] = species
    return found
