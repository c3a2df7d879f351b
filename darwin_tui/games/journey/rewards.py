"""The end of a round: the winners of the envelopes, and the points of each seat by the Beagle's
goal."""

from collections.abc import Sequence

from textual.geometry import Region

from darwin_core.games.journey.components import GOAL_TILES, LETTER_TILES
from darwin_core.games.journey.effect_words import parts_short, parts_words
from darwin_core.games.journey.events import Collected, Counted, JourneyEvent, Ordered, Reported
from darwin_tui.games.journey.chart import Chart, fit
from darwin_tui.games.journey.marks import marks, seat_mark
from darwin_tui.games.journey.scene import Scene
from darwin_tui.widgets.canvas import Styled, length

_STAMPS = 14
_REWARDS = (34, 57)
"""The columns where stamps and both rewards begin."""


def _events_of_round_end(scene: Scene) -> Sequence[JourneyEvent]:
    """Return the events since all workers were placed."""
    events = list(scene.events)
    last = max((at for at, event in enumerate(events) if isinstance(event, Ordered)), default=-1)
    return events[last + 1 :]


def is_over(scene: Scene) -> bool:
    """Return True if the latest events are the rewards of a round."""
    return any(isinstance(event, Reported) for event in _events_of_round_end(scene))


def draw_rewards(chart: Chart, region: Region) -> None:
    """Draw envelopes; below, the goal seat by seat."""
    canvas, events = chart.canvas, _events_of_round_end(chart.scene)
    over = sum(isinstance(event, Reported) for event in chart.scene.events)
    canvas.text(region.x, region.y, " ", (f"rewards of round {over}", "strong"), " ")
    y = region.y + 1
    collected = {event.envelope: event.taken for event in events if isinstance(event, Collected)}
    for event in events:
        if isinstance(event, Counted):
            _draw_envelope(chart, event, collected.get(event.envelope, b""), region.x, y)
            y += 2
        elif isinstance(event, Reported):
            _draw_goal(chart, event, Region(region.x, y + 1, region.width, 1 + chart.seats))


def _draw_envelope(chart: Chart, event: Counted, taken: bytes, x: int, y: int) -> None:
    """Draw an envelope: its stamps, the rewards of its winners, and the stamps removed."""
    canvas = chart.canvas
    tile = LETTER_TILES[chart.view.letters[event.envelope]]
    canvas.text(x + 1, y, (f"envelope {event.envelope + 1}", "dim"))
    canvas.text(x + _STAMPS, y, *(counts_of(event.stamps) or [("no stamps", "faint")]))
    if any(taken):
        canvas.text(x + _STAMPS, y + 1, ("off ", "dim"), *counts_of(taken))
    for place, (reward, winners) in enumerate(
        zip((tile.first, tile.second), event.winners, strict=True)
    ):
        runs: list[Styled] = [(f"#{place + 1} ", "dim"), *marks(winners)]
        runs += [" "] if winners else [("nobody ", "faint")]
        at = x + _REWARDS[place]
        end = _REWARDS[1] if not place else chart.canvas.width - 1
        room = x + end - at - length(runs) - 1
        text = fit(room, [parts_words(reward), parts_short(reward)])
        canvas.text(at, y, *runs, (text, "" if winners else "faint"))


def counts_of(numbers: Sequence[int]) -> list[Styled]:
    """Return the numbers of seats, with blanks between them."""
    runs: list[Styled] = []
    for seat, number in enumerate(numbers):
        if number:
            runs += [seat_mark(seat), f"{number} "]
    return runs


def _draw_goal(chart: Chart, event: Reported, region: Region) -> None:
    """Draw the goal: how often each seat met it, its points, and the loss by lagging."""
    canvas, goal = chart.canvas, GOAL_TILES[event.goal]
    x, y = region.x + 1, region.y
    canvas.text(x, y, ("the Beagle's goal ", "dim"), (f"{goal.name} ×{goal.points}", "strong"))
    for seat, name in enumerate(chart.scene.names):
        line = y + 1 + seat
        canvas.text(x, line, seat_mark(seat), " ", (name, f"seat-{seat}"))
        gained = event.counts[seat] * goal.points
        canvas.right(x + 33, line, (f"{event.counts[seat]}×{goal.points} = {gained}", ""))
        if event.lags[seat]:
            canvas.right(x + 55, line, (f"less {event.lags[seat]} for lagging", "bad"))
        canvas.right(x + 65, line, (f"+{event.points[seat]} vp", "strong"))
