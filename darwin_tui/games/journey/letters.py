"""Envelopes with stamps and their present leaders, own stacks, and the goals of the rounds."""

from typing import Final

from textual.geometry import Region

from darwin_core.games.journey.components import (
    DISCARD,
    ENVELOPES,
    GOAL_TILES,
    GOALS,
    LETTER_TILES,
    STACKS,
)
from darwin_core.games.journey.effect_words import parts_short, parts_words
from darwin_core.games.journey.letters import ranking
from darwin_core.games.journey.scoring import goal_count
from darwin_tui.games.journey.chart import Chart, columns, fit
from darwin_tui.games.journey.marks import marks, seat_mark
from darwin_tui.widgets.canvas import Styled

WIDE: Final = 70
"""Minimum columns for envelopes side by side."""

_TALL: Final = 6
"""Rows of an envelope with a frame."""
_LOW: Final = 3
"""Rows of an envelope without a frame."""


def rows_for(width: int) -> int:
    """Return the minimum rows at a width."""
    return _TALL + 2 + 2 if width >= WIDE else _LOW * ENVELOPES + 2 + 1


def rows_more(width: int) -> int:
    """Return the extra rows that can be used: for blanks, and for the goals of all rounds."""
    return 0 if width >= WIDE else ENVELOPES + GOALS - 1


def draw_letters(chart: Chart, region: Region) -> None:
    """Draw envelopes; below, stacks; below, goals."""
    if region.width >= WIDE:
        for envelope, box in enumerate(columns(region, ENVELOPES)):
            _draw_wide(chart, envelope, Region(box.x, region.y, box.width, _TALL))
        y = region.y + _TALL
    else:
        each = _LOW + (region.height >= rows_for(region.width) + rows_more(region.width))
        for envelope in range(ENVELOPES):
            box = Region(region.x, region.y + each * envelope, region.width, _LOW)
            _draw_narrow(chart, envelope, box)
        y = region.y + each * ENVELOPES
    _draw_stacks(chart, Region(region.x, y, region.width, 2))
    _draw_goals(chart, Region(region.x, y + 2, region.width, region.bottom - y - 2))


def _won(chart: Chart, envelope: int, place: int) -> list[Styled]:
    """Return the seats that would win a reward now."""
    winners = ranking(chart.view.envelopes[envelope])[place]
    return marks(winners) or [("–", "faint")]


def _rewards(envelope: int, chart: Chart) -> list[list[str]]:
    tile = LETTER_TILES[chart.view.letters[envelope]]
    return [[parts_words(each), parts_short(each)] for each in (tile.first, tile.second)]


def _stamps(chart: Chart, envelope: int) -> list[Styled]:
    """Return the stamps of each seat."""
    runs: list[Styled] = []
    for seat, number in enumerate(chart.view.envelopes[envelope]):
        runs += [seat_mark(seat), (f"{number:<3}", "strong" if number else "faint")]
    return runs


def _draw_wide(chart: Chart, envelope: int, box: Region) -> None:
    canvas, element = chart.canvas, ("envelope", envelope)
    heavy = chart.scene.is_on(element) or element in chart.selected
    dotted = chart.style(element) == "dim"
    canvas.box(box, chart.style(element), "heavy" if heavy else "dotted" if dotted else "plain")
    chart.enter(element, Region(box.x + 1, box.y + 1, box.width - 2, 4))
    canvas.text(box.x + 3, box.y + 1, (f"envelope {envelope + 1}", chart.style(element, "dim")))
    canvas.right(box.right - 2, box.y + 1, ("now", "dim"))
    for place, words in enumerate(_rewards(envelope, chart)):
        y = box.y + 2 + place
        won = _won(chart, envelope, place)
        canvas.text(box.x + 3, y, (f"#{place + 1} ", "dim"))
        start = canvas.right(box.right - 2, y, *won)
        canvas.text(box.x + 6, y, (fit(start - box.x - 7, words), "strong"))
    canvas.text(box.x + 3, box.y + 4, *_stamps(chart, envelope))


def _draw_narrow(chart: Chart, envelope: int, box: Region) -> None:
    canvas, element = chart.canvas, ("envelope", envelope)
    chart.enter(element, Region(box.x, box.y, box.width, 3))
    x = canvas.text(box.x + 2, box.y, (f"{envelope + 1}  ", chart.style(element, "strong")))
    canvas.text(x, box.y, *_stamps(chart, envelope))
    for place, words in enumerate(_rewards(envelope, chart)):
        y = box.y + 1 + place
        canvas.text(box.x + 2, y, (f"#{place + 1} ", "dim"))
        start = canvas.right(box.right, y, *_won(chart, envelope, place))
        canvas.text(box.x + 5, y, (fit(start - box.x - 6, words), "strong"))


def _draw_stacks(chart: Chart, region: Region) -> None:
    """Draw the own stacks of stamps, and the reward for emptying each."""
    canvas, stacks = chart.canvas, chart.view.stacks[chart.me]
    for stack, box in enumerate(columns(region, DISCARD + 1)):
        element = ("stack", stack)
        if stack < DISCARD or stacks[stack]:
            chart.enter(element, Region(box.x, box.y, box.width, 2))
        name = "used" if stack == DISCARD else f"stack {stack + 1}"
        number = (f"{stacks[stack]}", "strong" if stacks[stack] else "faint")
        name = fit(box.width - 5, [name, f"{stack + 1}" if stack < DISCARD else "+"])
        canvas.text(box.x + 2, box.y, (name, chart.style(element, "dim")), " ", number)
        if stack < DISCARD:
            reward = STACKS[stack].reward
            words = [f"→ {parts_words(reward)}", parts_short(reward)]
            canvas.text(box.x + 1, box.y + 1, (fit(box.width - 1, words), "dim"))


def _draw_goals(chart: Chart, region: Region) -> None:
    """Draw the Beagle's goals by round with their present counts; past goals are left out if room
    is short."""
    canvas, view = chart.canvas, chart.view
    has_room = region.width >= WIDE or region.height >= GOALS
    x, y = canvas.text(region.x + 1, region.y, ("goals", "dim")) + 1, region.y
    for number, goal in enumerate(view.goals, 1):
        if not has_room and number < view.round:
            continue
        tile = GOAL_TILES[goal]
        now = number == view.round
        style = "faint" if number < view.round else "strong" if now else ""
        name = tile.name.removeprefix("achieved ").removeprefix("unlocked ")
        text = f"{'▸' if now else ' '}{number} {name} ×{tile.points}"
        mine = f" ({goal_count(view, chart.me, goal)})"
        if x + len(text) + len(mine) > region.right:
            x, y = region.x + 1, y + 1
        if y >= region.bottom:
            return
        x = canvas.text(x, y, (text, style), (mine, "dim")) + 1
