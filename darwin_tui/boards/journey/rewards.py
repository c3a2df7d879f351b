"""The end of a round: the winners of the envelopes, and the points of each seat by the Beagle's
goal; in small windows on a page of their own, else in a list beside the table."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.journey.components import GOAL_TILES, LETTER_TILES
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.events import Counted
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import ordinal
from darwin_tui.boards.journey.envelopes import PLACES
from darwin_tui.boards.journey.heading import draw_players
from darwin_tui.boards.journey.marks import actions, marks
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.round_end import RoundEnd
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.envelope import FLAP_ROWS, envelope
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import fit
from darwin_tui.drawing.panel import heading, panel
from darwin_tui.drawing.state import State

_INK: Final = "letter-ink"
REWARD_MARGIN: Final = 6
"""Columns of an envelope beside the words of a reward: its place, and blanks."""
_TWO_COLUMNS: Final = 60
"""Columns of a list from which the goal is beside the envelopes."""


def _title(end: RoundEnd) -> str:
    return tr("Rewards of round {number}", number=end.round)


def _goal_title(end: RoundEnd) -> str:
    goal = GOAL_TILES[end.goal.goal]
    return tr("The Beagle's goal {goal} ×{points}", goal=tr(goal.name), points=goal.points)


# --- a page


def draw_rewards(area: Area, moment: Moment, end: RoundEnd) -> None:
    """Draw the opened envelopes; below, the goal seat by seat."""
    upper, lower, rest = area.rows(
        Grow(8, 2 * moment.seats + 12), moment.seats + 2, Grow(0, moment.seats + 2)
    )
    if rest.height == moment.seats + 2:
        panel(rest, mark("Players"), margin=0)
        draw_players(rest.inside(1, 0, 1, 1).over("panel"), moment)
    note = tr("most stamps 1st, next 2nd; ties share")
    draw_opened(panel(upper, [_title(end)], note, is_active=True, margin=0), moment, end)
    inner = panel(lower, [_goal_title(end)], margin=0)
    if end.is_goal_shown:
        _draw_goal(inner, moment, end)


def draw_opened(area: Area, moment: Moment, end: RoundEnd) -> None:
    """Draw the envelopes as they were evaluated; those that are not open yet are closed."""
    columns = area.columns(*[Grow()] * max(len(end.counted), 1), gap=1)
    for place, (count, own) in enumerate(zip(end.counted, columns, strict=False)):
        _draw_envelope(own, moment, count, end.taken.get(count.envelope, b""), place < end.shown)


def _draw_envelope(
    area: Area, moment: Moment, event: Counted, taken: Sequence[int], is_open: bool
) -> None:
    """Draw an envelope: its rewards and who won them, the stamps on it and those removed."""
    tile = LETTER_TILES[moment.view.letters[event.envelope]]
    rewards = tile.first, tile.second
    removed = taken if is_open and taken else bytes(moment.seats)
    is_tall = area.height >= FLAP_ROWS + len(rewards) + moment.seats
    rows = FLAP_ROWS if is_tall else 1
    paper = envelope(area, f"{event.envelope + 1}", State.PLAIN, rows=rows, is_open=is_open)
    if not is_tall:
        y = _draw_winners_of(paper, event, rewards, is_open)
        paper.text(1, y, *(_stamps(event, removed) or [(tr("no stamps"), _INK)]))
        return
    for place, reward in enumerate(rewards):
        words = fit(paper.width - REWARD_MARGIN, actions(reward))
        paper.text(1, place, _place(place), (f" {words}", _INK))
    below = paper.inside(0, len(rewards), 0, 0)
    _draw_seats(below, moment, event, removed, is_open)


def _place(place: int) -> Styled:
    return ordinal(place + 1), PLACES[place]


def _draw_winners_of(
    paper: Area, event: Counted, rewards: Sequence[Sequence[AnyEffect]], is_open: bool
) -> int:
    """Draw the rewards with their winners behind or below them; return the row after the last."""
    is_low = paper.height < len(rewards) * 2 + 1
    y = 0
    for place, reward in enumerate(rewards):
        winners = (marks(event.winners[place]) or [(tr("nobody"), _INK)]) if is_open else []
        room = paper.width - REWARD_MARGIN - (length(winners) if is_low else 0)
        paper.text(1, y, _place(place), (f" {fit(room, actions(reward))}", _INK))
        if is_low:
            paper.right(y, *(winners if event.winners[place] else []), margin=1)
        else:
            y += 1
            paper.text(5, y, *winners)
        y += 1
    return y


def _stamps(event: Counted, removed: Sequence[int]) -> list[Styled]:
    """Return the stamps of all seats in one row, with those removed."""
    pieces: list[Styled] = []
    for seat, many in enumerate(event.stamps):
        if many:
            less = f"−{removed[seat]}" if removed[seat] else ""
            pieces += [token(seat), (f"{many}{less} ", _INK)]
    return pieces


def _draw_seats(
    area: Area, moment: Moment, event: Counted, removed: Sequence[int], is_open: bool
) -> None:
    """Draw for each seat its place, its stamps and those removed; where there is room, its stamps
    in a row of their own."""
    is_spaced = area.height >= 2 * moment.seats + 1
    y = int(is_spaced)
    for seat in moment.view.order:
        won = next((at for at, seats in enumerate(event.winners) if seat in seats), None)
        name = moment.scene.names[seat][: max(area.width - 14, 0)]
        area.text(1, y, token(seat), (f" {name}", _INK))
        if won is not None and is_open:
            area.right(y, _place(won), margin=1)
        many, less = event.stamps[seat], removed[seat]
        right: list[Styled] = [(f"{many}" if many else "–", f"strong {_INK}")]
        right += [(f"−{less}", _INK)] if less else []
        if not is_spaced:
            area.text(area.width - 5 - length(right), y, *right)
        elif many:
            shown = min(many, (area.width - 10) // 2)
            for place in range(shown):
                area.text(3 + 2 * place, y + 1, token(seat))
            words = tr("{number}, {less} removed", number=many, less=less)
            if less and len(words) <= area.width - 2 * shown - 5:
                right = [(words, f"strong {_INK}")]
            area.right(y + 1, *right, margin=1)
        else:
            area.text(3, y + 1, (tr("no stamps"), _INK))
        y += 1 + is_spaced


def _draw_goal(inner: Area, moment: Moment, end: RoundEnd) -> None:
    """Draw how often each seat met the goal, its points, and the loss by lagging."""
    event = end.goal
    goal = GOAL_TILES[event.goal]
    for y, name in enumerate(moment.scene.names[: moment.seats]):
        own = inner.at(0, y, min(inner.width, 80), 1)
        own.text(1, 0, token(y), (f" {name}", f"strong seat-{y}"))
        gained = event.counts[y] * goal.points
        own.text(22, 0, f"{event.counts[y]}×{goal.points} = {gained}")
        if event.lags[y]:
            own.text(38, 0, (tr("less {number} for lagging", number=event.lags[y]), "bad"))
        own.right(0, (tr("+{points} points", points=event.points[y]), "strong"), margin=1)


# --- a list


def draw_list(area: Area, moment: Moment, end: RoundEnd) -> None:
    """Draw a panel of all rewards in their order, so that the rest of the table stays."""
    inner = panel(area, [_title(end)], is_active=True, margin=0)
    left, right = (
        inner.columns(Grow(), Grow(), gap=2)
        if inner.width >= _TWO_COLUMNS
        else inner.rows(Grow(4 * len(end.counted), 5 * len(end.counted)), Grow(1 + moment.seats))
    )
    gap = int(left.height >= 5 * len(end.counted))
    y = 0
    for place, event in enumerate(end.counted):
        heading(
            left, y, (tr("Envelope {number}", number=event.envelope + 1), "strong"), ground="raised"
        )
        own = left.at(0, y + 1, left.width, 3)
        if place < end.shown:
            _draw_winners(own, moment, event, end.taken.get(event.envelope, b""))
        else:
            own.text(1, 0, (tr("· sealed"), "dim"))
        y += 4 + gap
    heading(right, 0, (_goal_title(end), "strong"), ground="raised")
    if end.is_goal_shown:
        _draw_points(right.at(0, 1, right.width, moment.seats), moment, end)


def _draw_winners(area: Area, moment: Moment, event: Counted, taken: Sequence[int]) -> None:
    """Draw who won the rewards of an envelope, and the stamps that are taken off it."""
    tile = LETTER_TILES[moment.view.letters[event.envelope]]
    for y, reward in enumerate((tile.first, tile.second)):
        seats = event.winners[y]
        names = [f" {moment.scene.names[seat]}" for seat in seats] if len(seats) == 1 else []
        x = area.text(1, y, (f"{ordinal(y + 1)} ", "strong" if seats else "dim"))
        x = area.text(x, y, *(marks(seats) or [(tr("nobody"), "dim")]), *names)
        area.right(y, (fit(area.width - x - 2, actions(reward)), "good" if seats else "dim"))
    off: list[Styled] = []
    for seat, many in enumerate(taken):
        off += [token(seat), f"{many} "] if many else []
    area.text(1, 2, (tr("off "), "dim"), *(off or [(tr("no stamps"), "dim")]))


def _draw_points(area: Area, moment: Moment, end: RoundEnd) -> None:
    """Draw the points of each seat by the goal, in a row each."""
    event = end.goal
    each = GOAL_TILES[event.goal].points
    for y, seat in enumerate(moment.view.order):
        right: list[Styled] = [(f"{event.counts[seat]}×{each}", "dim")]
        right += [(f"−{event.lags[seat]}", "bad")] if event.lags[seat] else []
        right += [(f"{f'+{event.points[seat]}':>5}", "strong good")]
        name = moment.scene.names[seat][: area.width - 4 - length(right)]
        area.text(1, y, token(seat), (f" {name}", f"strong seat-{seat}"))
        area.right(y, *right)
