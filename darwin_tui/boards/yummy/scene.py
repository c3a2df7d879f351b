"""A scene of Yummy Darwinism: its types, the actions of others since the viewer's last turn, and
the frames in which points are counted and moved triplets are marked."""

from collections import Counter
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.games.yummy import acts
from darwin_core.games.yummy.acts import AnyAction, Ended, YummyEvent
from darwin_core.games.yummy.material import (
    GROUP_OF,
    MARKS_TO_CAPTURE,
    USA,
    VALUE_OF_GROUP,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.rules import SIZE, group_of, is_one_kind, points_of, totals
from darwin_core.games.yummy.texts import cards_from, cards_words, group_name
from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import counted, listed
from darwin_tui.boards.yummy.cards import MARKED, hue, plain_name
from darwin_tui.drawing import scene
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.overlay import FLIGHT_FRAMES

Scene = scene.Scene[YummyState, AnyAction, YummyEvent]
Attack = acts.Trumped | acts.Captured | acts.Marked | acts.Swapped
"""An event that takes something from the owner of a triplet."""


# --- the actions of others


def entries(scene: Scene, *, is_short: bool) -> list[tuple[int, list[Styled]]]:
    """Return the recent actions of each seat in words, one entry per seat, in order of play. The
    viewer, if one plays, is the last.

    Args:
        scene: a scene with all events.
        is_short: for a strip of one or two rows.
    """
    seats = len(scene.names)
    by_seat: dict[int, list[Styled]] = {}
    verbs: dict[int, Styled] = {}
    for event in _recent(scene):
        pieces = _words(event, scene, is_short=is_short)
        if pieces is None:
            continue
        seat, (verb, *more) = pieces
        entry = by_seat.setdefault(seat, [])
        is_repeated = verb == verbs.get(seat)
        if is_repeated and not more:
            continue
        entry += [(", ", "dim")] if entry else []
        # A seat that repeats an action needs no second verb.
        entry += more if is_repeated else [verb, *more]
        verbs[seat] = verb
    first = scene.viewer + 1 if scene.viewer < seats else 0
    order = [(first + place) % seats for place in range(seats)]
    return [(seat, by_seat[seat]) for seat in order if seat in by_seat]


class NewsDetail(Enum):
    """The sums that stand for a seat's actions where these do not fit."""

    ATTACKS = auto()
    """The attacks on the viewer, then the points gained."""
    POINTS = auto()
    """The points and jokers that the viewer lost, then the points gained."""
    LOSSES = auto()
    """The points and jokers that the viewer lost; if none, the points gained."""


def totals_of(scene: Scene, detail: NewsDetail) -> list[tuple[int, list[Styled]]]:
    """Return each seat's attacks on the viewer and its gain in points, in order of play. Points
    that others lose are not subtracted.

    They replace the actions in a strip without room for all of them.

    Args:
        scene: a scene with all events.
    """
    gained, lost, jokers = Counter[int](), Counter[int](), Counter[int]()
    """By seat: its gains, and the viewer's points and jokers lost to it."""
    attacks: dict[int, list[Styled]] = {}
    gifts: dict[int, list[Styled]] = {}
    """Words for cards given by the viewer with which a seat gained points."""
    for event in _recent(scene):
        if not isinstance(event, Attack | acts.Laid):
            continue
        seat = event.seat
        if isinstance(event, acts.Laid | acts.Trumped | acts.Captured):
            gained[seat] += points_of(event.cards)
            is_short = detail is not NewsDetail.ATTACKS
            gifts.setdefault(seat, []).extend(_with_own_cards(event, scene, is_short=is_short))
        if isinstance(event, acts.Laid) or event.owner != scene.viewer:
            continue
        lost[seat] -= _gains(event).get(scene.viewer, 0)
        jokers[seat] += isinstance(event, acts.Swapped)
        if entry := _words(event, scene, is_short=True):
            attacks.setdefault(seat, []).extend([*entry[1], (", ", "dim")])
    totals: list[tuple[int, list[Styled]]] = []
    for seat, _ in entries(scene, is_short=True):
        words = attacks.get(seat, [])
        if words and detail is not NewsDetail.ATTACKS:
            words = _lost_words(lost[seat], jokers[seat], detail)
        if words and detail is NewsDetail.LOSSES:
            # Without the comma.
            totals.append((seat, words[:-1]))
            continue
        points = f"+{gained[seat]}" if seat in gained else tr("no points")
        gain: Styled = (points, "good" if seat in gained else "dim")
        totals.append((seat, [*words, gain, *gifts.get(seat, ())]))
    return totals


def _lost_words(points: int, jokers: int, detail: NewsDetail) -> list[Styled]:
    """Return the points and jokers that the viewer lost to a seat, each followed by a comma."""
    words: list[Styled] = []
    if points and detail is NewsDetail.LOSSES:
        words += [(f"−{points}", "strong bad"), (", ", "dim")]
    elif points:
        words += [(f"{tr('costs you')} ", "dim"), (f"{points}", "strong bad"), (", ", "dim")]
    if jokers:
        words += [(counted(jokers, "joker"), "strong bad"), (", ", "dim")]
    return words


def _with_own_cards(event: YummyEvent, scene: Scene, *, is_short: bool = False) -> list[Styled]:
    """Return words for the cards played in an event that its seat has from the viewer by trade."""
    cards = cards_from(scene.viewer, event, scene.events)
    if not cards:
        return []
    named = tr("with your {cards}", cards=listed([*map(plain_name, cards)]))
    return [(" ", ""), (tr("with yours") if is_short else named, "strong bad")]


def _recent(scene: Scene) -> Sequence[YummyEvent]:
    """Return the events since the viewer's last turn ended; for a spectator the events of a round.

    In the viewer's turn, and after the match if it was the last, they begin with the turn after the
    viewer's turn before.
    """
    seats = len(scene.names)
    viewer = scene.viewer
    start = turns = 0
    for place in range(len(scene.events) - 1, -1, -1):
        event = scene.events[place]
        if not isinstance(event, acts.TurnBegan):
            continue
        turns += 1
        if event.seat == viewer and turns > 1:
            break
        start = place
        if turns >= seats + (viewer < seats):
            break
    return scene.events[start:]


def _words(event: YummyEvent, scene: Scene, *, is_short: bool) -> tuple[int, list[Styled]] | None:
    """Return a seat and its action in words; None for an event that need not be mentioned."""
    viewer = scene.viewer
    if isinstance(event, acts.Refilled | acts.TurnBegan) and event.seat == viewer:
        cards = event.cards if isinstance(event, acts.Refilled) else bytes((event.card,))
        words: list[Styled] = [(f"{tr('you draw')} ", "dim"), (cards_words(cards), "")]
        return None if is_short else (viewer, words)
    match event:
        case acts.Laid(seat, cards):
            laid = _laid(cards, is_short)
            return seat, [(f"{tr('lays')} ", "dim"), *laid, *_with_own_cards(event, scene)]
        case acts.Banked(seat, cards):
            return seat, [(tr("banks them"), "dim")]
        case acts.Trumped(seat, _, owner, cards) | acts.Captured(seat, owner, cards):
            group = GROUP_OF[cards[0]]
            mine = owner == viewer
            points = f" −{_loss(event)}" if mine else f" +{points_of(cards)}"
            return seat, [
                (f"{tr('takes')} ", "dim"),
                (tr_in("takes", "your"), "strong bad") if mine else seat_mark(owner),
                " ",
                (group_name(group), hue(group)),
                (points, "bad" if mine else "good"),
                *_with_own_cards(event, scene),
            ]
        case acts.Marked(seat, _, owner, cards):
            return seat, [
                (f"{tr('marks')} ", "dim"),
                (tr_in("marks", "your"), "strong bad") if owner == viewer else seat_mark(owner),
                " ",
                (group_name(group_of(cards)), hue(USA)),
                (f" {MARKED * (len(cards) - SIZE)}", "bad"),
                *_with_own_cards(event, scene),
            ]
        case acts.Swapped(seat, card, owner, _):
            return seat, [
                (f"{tr('swaps')} ", "dim"),
                (plain_name(card), hue(GROUP_OF[card])),
                (f" {tr_in('swaps', 'for')} ", "dim"),
                (tr_in("swaps", "your"), "strong bad") if owner == viewer else seat_mark(owner),
                (f" {tr('joker')}", ""),
                *_with_own_cards(event, scene),
            ]
        case acts.Offered(seat, partner, _, ask) if is_short and partner == viewer:
            asked = tr_in("asks", "for {cards}", cards=cards_words(ask))
            you: Styled = (tr_in("asks", "you"), "strong")
            return seat, [(f"{tr('asks')} ", "dim"), you, (f" {asked}", "")]
        case acts.Offered(seat, partner, give, ask) if not is_short and seat != viewer:
            to: Styled = (tr_in("asks", "you"), "strong")
            asked = tr_in("asks", "for {cards}", cards=cards_words(ask))
            number = tr("{give} for {ask}", give=len(give), ask=len(ask))
            return seat, [
                (f"{tr('asks')} ", "dim"),
                to if partner == viewer else seat_mark(partner),
                (f" {asked}", ""),
                (f" ({number})", "dim"),
            ]
        case acts.Traded(seat, partner, give, ask):
            you = (tr_in("trades with", "you"), "strong")
            number = tr("{give} for {ask}", give=len(give), ask=len(ask))
            who = you if partner == viewer else seat_mark(partner)
            return seat, [(f"{tr('trades with')} ", "dim"), who, (f" {number}", "dim")]
        case acts.Declined(seat, partner) | acts.Countered(seat, partner) if partner == viewer:
            return seat, [(tr("declines your offer"), "bad")]
        case _:
            return None


def _laid(cards: Cards, is_short: bool) -> list[Styled]:
    """Return a laid triplet's cards, or in short its group, with its points."""
    group = GROUP_OF[cards[0]]
    points = (f" +{VALUE_OF_GROUP[group]}", "good")
    if is_short:
        return [(group_name(group), hue(group)), points]
    return [(cards_words(cards), ""), points]


MOVING_FRAMES: Final = 8
"""Frames in which an event's seats are marked and points are counted; cards fly in the first of
them."""


def counted_points(scene: Scene, seat: int) -> int:
    """Return a seat's points, as far as those of the last events are counted."""
    points = totals(scene.view)[seat]
    if not scene.frame or not scene.view.hands:
        return points
    gain = sum(_gains(event).get(seat, 0) for event in scene.moving)
    return points - int(gain * min(scene.frame, MOVING_FRAMES) / MOVING_FRAMES)


def alike(events: Sequence[YummyEvent], frame: int) -> int:
    """Return the number of frames, from ``frame`` on, that show the same points.

    It is 1 while cards fly, and at the end of a match, whose points have their own count.
    """
    if frame > MOVING_FRAMES - FLIGHT_FRAMES or any(isinstance(event, Ended) for event in events):
        return 1
    gains = Counter[int]()
    for event in events:
        gains.update(_gains(event))
    figures = [
        [int(gain * frames_left / MOVING_FRAMES) for gain in gains.values()]
        for frames_left in range(frame, 0, -1)
    ]
    return next((at for at, figure in enumerate(figures) if figure != figures[0]), len(figures))


def _gains(event: YummyEvent) -> dict[int, int]:
    """Return the points that an event brings and costs, by seat."""
    match event:
        case acts.Laid(seat, cards) if is_one_kind(cards):
            # It counts once it is kept or banked.
            return {}
        case acts.Laid(seat, cards) | acts.Kept(seat, cards) | acts.Banked(seat, cards):
            return {seat: points_of(cards)}
        case acts.Trumped(seat, _, owner, cards) | acts.Captured(seat, owner, cards):
            return {seat: points_of(cards), owner: -_loss(event)}
        case acts.Marked(_, _, owner, cards) if len(cards) - SIZE < MARKS_TO_CAPTURE:
            return {owner: -1}
        case _:
            return {}


def _loss(event: acts.Trumped | acts.Captured) -> int:
    """Return the points that the owner of a triplet loses. Of a captured triplet, the marks before
    the last one have already cost some; the last one costs the rest with the capture."""
    earlier_marks = MARKS_TO_CAPTURE - 1 if isinstance(event, acts.Captured) else 0
    return points_of(event.cards) - earlier_marks


def moved_by(event: YummyEvent) -> tuple[set[int], Triplet]:
    """Return the seats whose cards an event moves, and the triplet that it leaves on a field."""
    match event:
        case acts.Laid(seat, cards) | acts.Kept(seat, cards):
            return {seat}, cards
        case acts.Trumped(seat, _, owner, cards) | acts.Captured(seat, owner, cards):
            return {seat, owner}, cards
        case acts.Marked(seat, _, owner, cards):
            return {seat, owner}, cards
        case acts.Swapped(seat, _, owner) | acts.Traded(seat, owner):
            return {seat, owner}, b""
        case acts.Banked(seat):
            return {seat}, b""
        case _:
            return set(), b""
