"""The end of a round: the winners of the envelopes, and the points of each seat by the Beagle's
goal."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.journey.components import GOAL_TILES, LETTER_TILES
from darwin_core.games.journey.events import Collected, Counted, JourneyEvent, Ordered, Reported
from darwin_tui.games.journey.heading import draw_players
from darwin_tui.games.journey.marks import actions, marks
from darwin_tui.games.journey.scene import Scene
from darwin_tui.games.journey.table import Table, fit
from darwin_tui.parts.area import Area, Grow
from darwin_tui.parts.envelope import envelope
from darwin_tui.parts.marks import token
from darwin_tui.parts.panel import panel
from darwin_tui.parts.state import State
from darwin_tui.widgets.canvas import Styled, length

_PLACES: Final = (("1st", "strong wax"), ("2nd", "strong letter-ink"))
_INK: Final = "letter-ink"


def _events_of_round_end(scene: Scene) -> Sequence[JourneyEvent]:
    """Return the events since all workers were placed."""
    events = list(scene.events)
    last = max((at for at, event in enumerate(events) if isinstance(event, Ordered)), default=-1)
    return events[last + 1 :]


def is_over(scene: Scene) -> bool:
    """Return True if the latest events are the rewards of a round."""
    return any(isinstance(event, Reported) for event in _events_of_round_end(scene))


def draw_rewards(table: Table, area: Area) -> None:
    """Draw the opened envelopes; below, the goal seat by seat."""
    events = _events_of_round_end(table.scene)
    over = sum(isinstance(event, Reported) for event in table.scene.events)
    upper, lower, rest = area.rows(
        Grow(8, 2 * table.seats + 12), table.seats + 2, Grow(0, table.seats + 2)
    )
    if rest.height == table.seats + 2:
        panel(rest, "Players", margin=0)
        draw_players(table, rest.inside(1, 0, 1, 1).over("panel"))
    note = "most stamps 1st, next 2nd; ties share"
    inner = panel(upper, f"Rewards of round {over}", note, is_active=True, margin=0)
    collected = {event.envelope: event.taken for event in events if isinstance(event, Collected)}
    counted = [event for event in events if isinstance(event, Counted)]
    columns = inner.columns(*[Grow()] * max(len(counted), 1), gap=1)
    for count, own in zip(counted, columns, strict=False):
        _draw_envelope(table, count, collected.get(count.envelope, b""), own)
    for event in events:
        if isinstance(event, Reported):
            _draw_goal(table, event, lower)


def _draw_envelope(table: Table, event: Counted, taken: bytes, area: Area) -> None:
    """Draw an envelope: its rewards, and for each seat its stamps, its place, and the stamps
    removed."""
    tile = LETTER_TILES[table.view.letters[event.envelope]]
    is_tall = area.height >= 3 + 2 + table.seats
    paper = envelope(area, f"{event.envelope + 1}", State.PLAIN, rows=3 if is_tall else 1)
    y = 0
    for place, reward in enumerate((tile.first, tile.second)):
        label, style = _PLACES[place]
        text = fit(paper.width - 6, actions(reward))
        winners = marks(event.winners[place])
        paper.text(1, y, (label, style), (f" {text}", _INK))
        if not is_tall:
            y += 1
            paper.text(5, y, *(winners or [("nobody", _INK)]))
        y += 1
    if not is_tall:
        pieces: list[Styled] = []
        for seat, many in enumerate(event.stamps):
            if many:
                off = f"−{taken[seat]}" if taken and taken[seat] else ""
                pieces += [token(seat), (f"{many}{off} ", _INK)]
        paper.text(1, y, *(pieces or [("no stamps", _INK)]))
        return
    is_tall = paper.height - y >= 2 * table.seats + 1
    y += is_tall
    for seat in table.view.order:
        won = next((at for at, seats in enumerate(event.winners) if seat in seats), None)
        name = table.scene.names[seat][: max(paper.width - 14, 0)]
        paper.text(1, y, token(seat), (f" {name}", _INK))
        if won is not None:
            paper.right(y, _PLACES[won], margin=1)
        many, less = event.stamps[seat], taken[seat] if taken else 0
        right: list[Styled] = [(f"{many}" if many else "–", f"strong {_INK}")]
        right += [(f"−{less}", _INK)] if less else []
        if not is_tall:
            paper.text(paper.width - 5 - length(right), y, *right)
        elif many:
            for place in range(min(many, (paper.width - 10) // 2)):
                paper.text(3 + 2 * place, y + 1, token(seat))
            paper.right(y + 1, *right, margin=1)
        else:
            paper.text(3, y + 1, ("no stamps", _INK))
        y += 1 + is_tall


def _draw_goal(table: Table, event: Reported, area: Area) -> None:
    """Draw the goal: how often each seat met it, its points, and the loss by lagging."""
    goal = GOAL_TILES[event.goal]
    title = f"The Beagle's goal {goal.name} ×{goal.points}"
    inner = panel(area, title, margin=0)
    for y, name in enumerate(table.scene.names[: table.seats]):
        own = inner.at(0, y, min(inner.width, 80), 1)
        own.text(1, 0, token(y), (f" {name}", f"strong seat-{y}"))
        gained = event.counts[y] * goal.points
        own.text(22, 0, f"{event.counts[y]}×{goal.points} = {gained}")
        if event.lags[y]:
            own.text(38, 0, (f"less {event.lags[y]} for lagging", "bad"))
        own.right(0, (f"+{event.points[y]} points", "strong"), margin=1)
