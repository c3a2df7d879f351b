"""Envelopes with stamps and their leaders, the viewer's stacks of stamps, and the rewards at a
round's end: on a page, or in a list beside the table.

A rank is the first or second place on an envelope, counted from 0.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from darwin_core.games.journey.acts import Counted
from darwin_core.games.journey.material import (
    DISCARD,
    ENVELOPES,
    GOAL_TILES,
    LETTER_TILES,
    STACKS,
    AnyEffect,
)
from darwin_core.games.journey.rounds import ranking, stamps_can_stay
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.wording import ordinal
from darwin_tui.boards.journey.journey_view import JourneyView
from darwin_tui.boards.journey.marks import effect_texts, signs, tokens
from darwin_tui.boards.journey.players import draw_players
from darwin_tui.boards.journey.scene import GAIN, RoundEnd, stamps_coming
from darwin_tui.drawing.area import Area, Grow, fit
from darwin_tui.drawing.canvas import Styled, beginning, length
from darwin_tui.drawing.card import FLAP_ROWS, envelope
from darwin_tui.drawing.chart import Gain, draw_gain
from darwin_tui.drawing.marks import State, token
from darwin_tui.drawing.panel import heading, panel

RANK_STYLES: Final = ("strong wax", "strong letter-ink")
"""Styles of the first and second rank."""
_INK: Final = "letter-ink"
"""Style of words on an envelope."""
_TALL: Final = FLAP_ROWS + 2
"""Rows of a large envelope in addition to those of the seats."""
_COLUMNS_MIN: Final = 14
"""Minimum columns of an envelope beside others."""


def draw_envelopes(area: Area, table: JourneyView) -> None:
    """Draw the envelopes side by side, or in a column if the area is narrow."""
    if area.width < ENVELOPES * _COLUMNS_MIN:
        height = (area.height - ENVELOPES + 1) // ENVELOPES
        letter_areas = area.rows(*[height] * ENVELOPES, gap=1)
    else:
        width = (area.width - ENVELOPES + 1) // ENVELOPES
        letter_areas = area.columns(*[width] * ENVELOPES, gap=1)
    for number, letter_area in enumerate(letter_areas):
        is_tall = letter_area.height >= _TALL + table.seats
        letter_area.part(_draw_tall if is_tall else _draw_low, (table,), number)


def _state(table: JourneyView, number: int) -> State:
    """Return the state in which an envelope is drawn. A selectable envelope has a sign instead of a
    state."""
    element = ("envelope", number)
    if table.scene.is_on(element):
        return State.FOCUSED
    if element in table.selected:
        return State.SELECTED
    return State.PLAIN


def _draw_low(area: Area, table: JourneyView, number: int) -> None:
    """Draw an envelope in about five rows: flap, rewards, stamps, and current winners."""
    paper = envelope(area, f"{number + 1}", _state(table, number), rows=1)
    area.enter(("envelope", number))
    y = 0
    rewards = _reward_lines(table, number, paper.width - 5, paper.height - 1)
    for rank, lines in enumerate(rewards):
        x = paper.text(1, y, _rank_words(rank)) + 1
        for line in lines:
            paper.text(x, y, (line, _INK if rank else f"strong {_INK}"))
            y += 1
    stamps = table.view.envelopes[number]
    is_crowded = sum(2 + len(str(many)) for many in stamps if many) > paper.width - 1
    pieces: list[Styled] = []
    new = stamps_coming(table.scene, number)
    for seat, many in enumerate(stamps):
        if many:
            end = (f"+{new[seat]}", GAIN) if seat in new else (f"{many}", _INK)
            pieces += [token(seat), end, "" if is_crowded or seat in new else " "]
    paper.text(1, y, *(pieces or [(tr("no stamps"), _INK)]))
    if y + 1 == paper.height:
        return
    now: list[Styled] = []
    for rank, winners in enumerate(ranking(stamps)):
        if winners:
            now += [(f"{ordinal(rank + 1)} ", _INK), *tokens(winners), " "]
    head = tr("now ")
    head = head if length(now) + len(head) < paper.width else ""
    paper.text(1, y + 1, (head if now else "", _INK), *now)


def _reward_lines(table: JourneyView, number: int, room: int, rows: int) -> list[list[str]]:
    """Return the lines of an envelope's rewards by rank, in several rows rather than in signs, but
    all in at most ``rows``."""
    tile = LETTER_TILES[table.view.letters[number]]
    rewards = [effect_texts(reward) for reward in (tile.first, tile.second)]
    wrapped = []
    for long, short, _ in rewards:
        line = next((text for text in (long, short) if len(text) <= room), "")
        wrapped.append([line] if line else wrap(short, room))
    if sum(map(len, wrapped)) <= rows:
        return wrapped
    return [[fit(room, words)] for words in rewards]


def _draw_tall(area: Area, table: JourneyView, number: int) -> None:
    """Draw an envelope with a flap and a seal, and a row for each seat's stamps."""
    paper = envelope(area, f"{number + 1}", _state(table, number))
    area.enter(("envelope", number))
    spare = paper.height - 2 - table.seats
    y = 0
    rewards = _reward_lines(table, number, paper.width - 6, 2 + max(spare, 0))
    spare -= sum(map(len, rewards)) - 2
    for rank, lines in enumerate(rewards):
        x = paper.text(1, y, _rank_words(rank)) + 1
        for line in lines:
            paper.text(x, y, (line, _INK if rank else f"strong {_INK}"))
            y += 1
        # The first empty row is below both rewards, the next one between them.
        y += spare > 2 - rank
    seat_rows = 1 + (spare > table.seats + 1)
    winners = ranking(table.view.envelopes[number])
    new = stamps_coming(table.scene, number)
    for seat in table.view.order:
        stamps = table.view.envelopes[number][seat]
        right: list[Styled] = []
        for rank, seats in enumerate(winners):
            if seat in seats:
                right = [_rank_words(rank)]
        is_new = seat in new
        many = f"+{new[seat]}" if is_new else f"{stamps}" if stamps else "–"
        name = beginning(table.scene.names[seat], paper.width - 11)
        paper.text(1, y, token(seat), (f" {name}", _INK))
        start = paper.right(y, *right, margin=1) if right else paper.width - 4
        ink = GAIN if is_new else f"strong {_INK}" if stamps else _INK
        paper.text(start - 1 - len(many), y, (many, ink))
        y += seat_rows


def draw_stacks(area: Area, table: JourneyView) -> None:
    """Draw the viewer's stacks of stamps in a row, with the rewards for emptying them."""
    stacks = table.view.stacks[table.seat]
    x = 0
    discard = tr("used {number}", number=stacks[DISCARD]) if stacks[DISCARD] else ""
    used = len(discard) + 3 if discard else 0
    room = (area.width - used) // DISCARD
    texts = _stack_texts(stacks, room - 2)
    for stack in range(DISCARD + 1):
        element = ("stack", stack)
        if stack == DISCARD:
            text = discard
            cell = area.at(x, 0, min(used, area.width - x), 1)
        else:
            text = texts[stack]
            cell = area.at(x, 0, room, 1)
        x += cell.width
        if stack < DISCARD or used:
            table.spot(cell, element, "dim").text(2, 0, text)


def _stack_texts(stacks: Sequence[int], room: int) -> list[str]:
    """Return each stack's stamps and reward, all in the longest form that fits; without rewards if
    none fits."""
    heads = [f"{stack + 1}: {stacks[stack]}" for stack in range(DISCARD)]
    rewards = [[*effect_texts(stack.reward), signs(stack.reward)] for stack in STACKS]
    texts: list[str] = []
    word = f"{noun('stack')} "
    for start, arrow, form in (
        (word, " → ", 0),
        (word, " → ", 1),
        ("", " → ", 0),
        ("", " → ", 1),
        ("", "→", 1),
        ("", " → ", 2),
        ("", "→", 2),
        ("", "→", 3),
    ):
        texts = [
            f"{start}{head}{arrow}{reward[form]}"
            for head, reward in zip(heads, rewards, strict=True)
        ]
        if max(map(len, texts)) <= room:
            return texts
    return [fit(room, [text, head]) for text, head in zip(texts, heads, strict=True)]


# --- the end of a round

REWARD_MARGIN: Final = 6
"""Columns of an envelope besides the words of a reward: its rank, and blanks."""
GOAL_AT: Final = 20
"""Column of a seat's count of the goal."""
BARS_AT: Final = 46
"""Column of a seat's points and their bar."""
_TWO_COLUMNS: Final = 60
"""Minimum columns of a list with the goal beside the envelopes."""


def _title(end: RoundEnd) -> str:
    """Return the title of the rewards."""
    return tr("Rewards of round {number}", number=end.round)


def _goal_title(end: RoundEnd) -> str:
    """Return the name of the round's goal with its points."""
    goal = GOAL_TILES[end.goal.goal]
    return tr("The Beagle's goal {goal} ×{points}", goal=tr(goal.name), points=goal.points)


# --- a page


def draw_rewards(area: Area, table: JourneyView, end: RoundEnd) -> None:
    """Draw the opened envelopes; below, the goal seat by seat, and the players if there is room."""
    upper, lower, rest = area.rows(
        Grow(8, 2 * table.seats + 12), table.seats + 2, Grow(0, table.seats + 2)
    )
    if rest.height == table.seats + 2:
        panel(rest, mark("Players"), margin=0)
        draw_players(rest.inside(1, 0, 1, 1).over("panel"), table)
    note = tr(
        "most 1st, next 2nd; who uses it takes half off: −"
        if stamps_can_stay(table.view)
        else "most 1st, next 2nd; winners take half off: −"
    )
    draw_opened(panel(upper, [_title(end)], note, is_active=True, margin=0), table, end)
    inner = panel(lower, [_goal_title(end)], margin=0)
    if end.is_goal_shown:
        _draw_goal(inner, table, end)


def draw_opened(area: Area, table: JourneyView, end: RoundEnd, *, has_rewards: bool = True) -> None:
    """Draw the envelopes as evaluated, still closed before their turn.

    Args:
        has_rewards: the rewards are on the envelopes instead of in a list beside them.
    """
    columns = area.columns(*[Grow()] * max(len(end.counted), 1), gap=1)
    # Without any event there is still a column.
    for number, (event, letter_area) in enumerate(zip(end.counted, columns, strict=False)):
        taken = end.taken.get(event.envelope, b"")
        is_open = number < end.shown
        if has_rewards:
            _draw_envelope(letter_area, table, event, taken, is_open)
        else:
            _draw_winners_only(letter_area, table, event, taken, is_open)


def _draw_envelope(
    area: Area, table: JourneyView, event: Counted, taken: Sequence[int], is_open: bool
) -> None:
    """Draw an envelope: its rewards and winners, its stamps and those removed."""
    tile = LETTER_TILES[table.view.letters[event.envelope]]
    rewards = tile.first, tile.second
    removed = taken if is_open and taken else bytes(table.seats)
    is_tall = area.height >= FLAP_ROWS + len(rewards) + table.seats
    rows = FLAP_ROWS if is_tall else 1
    paper = envelope(area, f"{event.envelope + 1}", State.PLAIN, rows=rows, is_open=is_open)
    if not is_tall:
        y = _draw_winners_of(paper, event, rewards, is_open)
        paper.text(1, y, *_stamps(event, removed))
        return
    for rank, reward in enumerate(rewards):
        words = fit(paper.width - REWARD_MARGIN, effect_texts(reward))
        paper.text(1, rank, _rank_words(rank), (f" {words}", _INK))
    below = paper.inside(0, len(rewards), 0, 0)
    _draw_seats(below, table, event, removed, is_open, has_removed=is_open and bool(taken))


def _draw_winners_only(
    area: Area, table: JourneyView, event: Counted, taken: Sequence[int], is_open: bool
) -> None:
    """Draw an envelope beside a list of its rewards: winners and stamps."""
    removed = taken if is_open and taken else bytes(table.seats)
    paper = envelope(area, f"{event.envelope + 1}", State.PLAIN, rows=1, is_open=is_open)
    for rank, winners in enumerate(event.winners):
        if is_open:
            names = tokens(winners) or [(tr("nobody"), _INK)]
            paper.text(1, rank, _rank_words(rank), " ", *names)
    paper.text(1, len(event.winners), *_stamps(event, removed))


def _rank_words(rank: int) -> Styled:
    """Return a rank as an ordinal number in its style."""
    return ordinal(rank + 1), RANK_STYLES[rank]


def _draw_winners_of(
    paper: Area, event: Counted, rewards: Sequence[Sequence[AnyEffect]], is_open: bool
) -> int:
    """Draw the rewards with their winners beside or below them; return the row after the last."""
    is_low = paper.height < len(rewards) * 2 + 1
    y = 0
    for rank, reward in enumerate(rewards):
        winners = (tokens(event.winners[rank]) or [(tr("nobody"), _INK)]) if is_open else []
        room = paper.width - REWARD_MARGIN - (length(winners) if is_low else 0)
        paper.text(1, y, _rank_words(rank), (f" {fit(room, effect_texts(reward))}", _INK))
        if is_low:
            paper.right(y, *(winners if event.winners[rank] else []), margin=1)
        else:
            y += 1
            paper.text(5, y, *winners)
        y += 1
    return y


def _stamps(event: Counted, removed: Sequence[int]) -> list[Styled]:
    """Return all seats' stamps in one row, with those removed."""
    pieces: list[Styled] = []
    for seat, many in enumerate(event.stamps):
        if many:
            less = f" −{removed[seat]}" if removed[seat] else ""
            pieces += [token(seat), (f"{many}{less} ", _INK)]
    return pieces


def _draw_seats(
    area: Area,
    table: JourneyView,
    event: Counted,
    removed: Sequence[int],
    is_open: bool,
    *,
    has_removed: bool,
) -> None:
    """Draw each seat's rank, stamps and removed stamps, its stamps in a separate row if there is
    room.

    Args:
        has_removed: stamps were removed. The stamps of a winner who did not use the reward stay.
    """
    is_spaced = area.height >= 2 * table.seats + 1
    y = int(is_spaced)
    for seat in table.view.order:
        rank = next((rank for rank, seats in enumerate(event.winners) if seat in seats), None)
        if rank is not None and is_open:
            area.right(y, _rank_words(rank), margin=1)
        many = event.stamps[seat]
        less = removed[seat]
        right: list[Styled] = [(f"{many}" if many else "–", f"strong {_INK}")]
        right += [(f" −{less}", _INK)] if less else []
        right += [(tr(" stay"), _INK)] if has_removed and rank is not None and not less else []
        # Before the name are three columns; a blank follows it, and five columns end the row.
        room = area.width - 9 - (0 if is_spaced else length(right))
        name = beginning(table.scene.names[seat], min(area.width - 14, room))
        area.text(1, y, token(seat), (f" {name}", _INK))
        if not is_spaced:
            area.text(area.width - 5 - length(right), y, *right)
        elif many:
            drawn = min(many, (area.width - 10) // 2)
            for number in range(drawn):
                area.text(3 + 2 * number, y + 1, token(seat))
            words = tr("{number}, {less} removed", number=many, less=less)
            if less and len(words) <= area.width - 2 * drawn - 5:
                right = [(words, f"strong {_INK}")]
            area.right(y + 1, *right, margin=1)
        else:
            area.text(3, y + 1, (tr("no stamps"), _INK))
        y += 1 + is_spaced


def _draw_goal(inner: Area, table: JourneyView, end: RoundEnd) -> None:
    """Draw each seat's count of the goal, its loss by lagging, and its points, counted up."""
    event = end.goal
    goal = GOAL_TILES[event.goal]
    now = table.view.points
    gains = [Gain(now[seat] - gained, now[seat]) for seat, gained in enumerate(event.points)]
    for seat, name in enumerate(table.scene.names[: table.seats]):
        row_area = inner.at(0, seat, inner.width, 1)
        name = beginning(name, GOAL_AT - 4)
        row_area.text(1, 0, token(seat), (f" {name}", f"strong seat-{seat}"))
        gained = f"{event.counts[seat]}×{goal.points}"
        if event.lags[seat]:
            lag = tr("less {number} for lagging", number=event.lags[seat])
            row_area.text(GOAL_AT, 0, f"{gained} ", (lag, "bad"))
        else:
            row_area.text(GOAL_AT, 0, f"{gained} = {event.counts[seat] * goal.points}")
        bars = row_area.inside(BARS_AT, 0, 1)
        draw_gain(bars, seat, gains[seat], gains, end.left)


# --- a list


def draw_list(area: Area, table: JourneyView, end: RoundEnd) -> None:
    """Draw a panel of all rewards in order, so that the rest of the table stays visible."""
    inner = panel(area, [_title(end)], is_active=True, margin=0)
    left, right = (
        inner.columns(Grow(), Grow(), gap=2)
        if inner.width >= _TWO_COLUMNS
        else inner.rows(Grow(4 * len(end.counted), 5 * len(end.counted)), Grow(1 + table.seats))
    )
    gap = int(left.height >= 5 * len(end.counted))
    y = 0
    # An envelope has a heading, a row for each rank, and one for the stamps removed.
    for number, event in enumerate(end.counted):
        heading(
            left, y, (tr("Envelope {number}", number=event.envelope + 1), "strong"), ground="raised"
        )
        card_area = left.at(0, y + 1, left.width, 3)
        if number < end.shown:
            _draw_winners(card_area, table, event, end.taken.get(event.envelope, b""))
        else:
            card_area.text(1, 0, (tr("· sealed"), "dim"))
        y += 4 + gap
    heading(right, 0, (_goal_title(end), "strong"), ground="raised")
    if end.is_goal_shown:
        _draw_points(right.at(0, 1, right.width, table.seats), table, end)


def _draw_winners(area: Area, table: JourneyView, event: Counted, taken: Sequence[int]) -> None:
    """Draw the winners of an envelope's rewards, and the stamps removed from it."""
    tile = LETTER_TILES[table.view.letters[event.envelope]]
    for rank, reward in enumerate((tile.first, tile.second)):
        seats = event.winners[rank]
        names = [f" {table.scene.names[seat]}" for seat in seats] if len(seats) == 1 else []
        x = area.text(1, rank, (f"{ordinal(rank + 1)} ", "strong" if seats else "dim"))
        x = area.text(x, rank, *(tokens(seats) or [(tr("nobody"), "dim")]), *names)
        words = fit(area.width - x - 3, effect_texts(reward))
        area.right(rank, (words, "good" if seats else "dim"), margin=1)
    off: list[Styled] = []
    for seat, many in enumerate(taken):
        off += [token(seat), f"{many} "] if many else []
    area.text(1, 2, (tr("off "), "dim"), *(off or [(tr("no stamps"), "dim")]))


def _draw_points(area: Area, table: JourneyView, end: RoundEnd) -> None:
    """Draw each seat's points from the goal, one row each."""
    event = end.goal
    points_a_time = GOAL_TILES[event.goal].points
    for y, seat in enumerate(table.view.order):
        right: list[Styled] = [(f"{event.counts[seat]}×{points_a_time}", "dim")]
        right += [(f"−{event.lags[seat]}", "bad")] if event.lags[seat] else []
        right += [(f"{f'+{event.points[seat] - end.to_come(seat)}':>5}", "strong good")]
        name = beginning(table.scene.names[seat], area.width - 5 - length(right))
        area.text(1, y, token(seat), (f" {name}", f"strong seat-{seat}"))
        area.right(y, *right, margin=1)
