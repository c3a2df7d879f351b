"""Tricks: leading, following, the display of a match of two, and the winner. [Playing tricks]"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, combinations
from operator import itemgetter
from typing import Final

from darwin_core.contract.cards import Cards, without
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import actions, effects, events
from darwin_core.games.darwinning.actions import DONE
from darwin_core.games.darwinning.boards import TWO, climbed, shown
from darwin_core.games.darwinning.combinations import (
    BEATEN_FROM,
    CODE,
    SETS,
    STRENGTHS,
    codes,
    rest_of,
    strength,
)
from darwin_core.games.darwinning.components import (
    CACHE_MAX,
    CLIMBS,
    JOKER,
    KINDS,
    MUTATION,
    NUMBER,
    PRINTED,
)
from darwin_core.games.darwinning.effects import AnyEffect
from darwin_core.games.darwinning.events import Emitter
from darwin_core.games.darwinning.improving import lay_trait
from darwin_core.games.darwinning.state import EMPTY, DarwinningState

PLAYS: Final = tuple(map(actions.Play, SETS))
"""The play of each combination, by code."""
_play_of: Final = [*PLAYS].__getitem__


@lru_cache(maxsize=CACHE_MAX)
def _may_mutate(species: int, traits: Cards) -> bool:
    """Return True if a species may have Mutation on its turn: in force, or printed.

    A printed Mutation counts because a theft may uncover it.
    """
    return MUTATION in PRINTED[species] or MUTATION in shown(species, traits)


@cache
def _trick(leader: int, mutants: tuple[bool, ...]) -> tuple[AnyEffect, ...]:
    """Return all effects of a trick, last first. The leader may gain Mutation first."""
    seats = len(mutants)
    order = [(leader + turn) % seats for turn in range(seats)]
    steps: list[AnyEffect] = []
    for seat in order:
        if mutants[seat] or seat == leader:
            steps.append(effects.Mutate(seat))
        steps.append(effects.Follow(seat))
    if seats == TWO:
        steps += [effects.Declare(seat) for seat in order]
    return (*reversed([*steps, effects.EndTrick()]),)


def begin_trick(state: DarwinningState, leader: int) -> None:
    """Clear the table; the leader begins."""
    seats = len(state.hands)
    state.trick += 1
    state.leader = leader
    state.best = NOTHING
    state.played = [b""] * seats
    state.used = [b""] * seats
    state.pending += _trick(leader, tuple(map(_may_mutate, state.species, state.traits)))


# --- Mutation


def thefts(state: DarwinningState, effect: effects.Mutate) -> list[actions.Take | actions.Done]:
    """Return the thefts that Mutation allows, and Done; empty if there are none. [Trait 8; ruling:
    Mutation]"""
    seat = effect.seat
    spaces = shown(state.species[seat], state.traits[seat])
    if MUTATION not in spaces:
        return []
    seats = len(state.hands)
    boards = [*state.traits, state.display] if seats == TWO else state.traits
    found: list[actions.Take | actions.Done] = [
        actions.Take(owner, space, onto)
        for owner, cards in enumerate(boards)
        if owner != seat
        for space, card in enumerate(cards)
        if card < JOKER and NUMBER[card] not in spaces
        for onto, trait in enumerate(spaces)
        if trait == MUTATION
    ]
    return [*found, DONE] if found else []


def steal(
    state: DarwinningState,
    effect: effects.Mutate,
    action: actions.Take | actions.Done,
    emit: Emitter,
) -> None:
    """Take a trait and place it on Mutation, or do not."""
    if isinstance(action, actions.Done):
        return
    seat = effect.seat
    owner, space = action.owner, action.space
    board = state.display if owner == len(state.hands) else state.traits[owner]
    card = board[space]
    left = board[:space] + EMPTY + board[space + 1 :]
    if owner == len(state.hands):
        state.display = left
    else:
        state.traits[owner] = left
    lay_trait(state, seat, card, action.onto)
    if emit:
        emit(events.TraitTaken(seat, owner, card, action.onto))


# --- playing


def legal_plays(state: DarwinningState, effect: effects.Follow) -> Sequence[actions.Play]:
    """Return the plays that beat the strongest set so far, and all single cards; the leader may
    play anything."""
    hand = state.hands[effect.seat]
    if len(state.hands) == TWO:
        return _with_display(hand, display_cards(state))
    playable = codes(hand)
    if state.best != NOTHING:
        first = BEATEN_FROM[state.played[state.best]]
        if first >= KINDS:
            # Single cards come first. Plays that beat the best come last.
            singles, strong = bisect_left(playable, KINDS), bisect_left(playable, first)
            playable = playable[:singles] + playable[strong:]
    return [*map(_play_of, playable)]


def display_cards(state: DarwinningState) -> Cards:
    """Return the cards on the display, in order of kinds."""
    return bytes(sorted(state.display.replace(EMPTY, b"")))


@lru_cache(maxsize=CACHE_MAX)
def _with_display(hand: Cards, display: Cards) -> tuple[actions.Play, ...]:
    """Return the plays of own cards that make a combination alone or with cards of the display."""
    some_of_hand = chain(combinations(hand, 1), combinations(hand, 2), combinations(hand, 3))
    found = {SETS[code] for code in codes(hand)}
    found.update(map(bytes, _partners(display).intersection(some_of_hand)))
    return tuple(map(actions.Play, sorted(sorted(found), key=len)))


@lru_cache(maxsize=CACHE_MAX)
def _partners(display: Cards) -> frozenset[tuple[int, ...]]:
    """Return the cards that make a combination with some of the display."""
    known = _partners_of_parts()
    return frozenset().union(*(known.get(part, ()) for part in _parts(display)))


@cache
def _partners_of_parts() -> dict[Cards, set[tuple[int, ...]]]:
    """Return, for each part of a combination, the cards that complete it."""
    partners: dict[Cards, set[tuple[int, ...]]] = {}
    for cards in SETS:
        for part in _parts(cards):
            if len(part) < len(cards):
                partners.setdefault(part, set()).add(tuple(without(cards, part)))
    return partners


@lru_cache(maxsize=1 << 12)
def _parts(cards: Cards) -> tuple[Cards, ...]:
    """Return all non-empty subsets of some cards."""
    sizes = range(1, len(cards) + 1)
    return tuple(sorted({bytes(some) for size in sizes for some in combinations(cards, size)}))


def follow(
    state: DarwinningState, effect: effects.Follow, action: actions.Play, emit: Emitter
) -> None:
    """Play cards to the table."""
    seat, cards = effect.seat, action.cards
    state.hands[seat] = rest_of(state.hands[seat], cards)
    state.played[seat] = cards
    if len(state.hands) != TWO:
        best = state.best
        if best == NOTHING or BEATEN_FROM[cards] >= BEATEN_FROM[state.played[best]]:
            state.best = seat
    if emit:
        emit(events.Played(seat, cards))


# --- the display of a match of two


def legal_uses(state: DarwinningState, effect: effects.Declare) -> list[actions.Use]:
    """Return the sets of display cards that complete the cards played; empty if there is no choice.
    [Rules for two players]"""
    found = usable(state, effect.seat)
    return [*map(actions.Use, found)] if len(found) > 1 else []


def usable(state: DarwinningState, seat: int) -> list[Cards]:
    """Return the sets of display cards, the empty one included, that complete a seat's cards."""
    own = state.played[seat]
    return [
        some for some in (b"", *_parts(display_cards(state))) if bytes(sorted(own + some)) in CODE
    ]


@lru_cache(maxsize=1 << 14)
def strongest_use(own: Cards, display: Cards) -> Cards | None:
    """Return the cards of a display that make the strongest set with some cards, perhaps none; None
    if no set is possible."""
    shown = display.replace(EMPTY, b"")
    sets = [
        (STRENGTHS[code], some)
        for size in range(len(shown) + 1)
        for some in map(bytes, combinations(shown, size))
        if (code := CODE.get(bytes(sorted(own + some)))) is not None
    ]
    return max(sets, key=itemgetter(0))[1] if sets else None


def declare(
    state: DarwinningState, effect: effects.Declare, action: actions.Use, emit: Emitter
) -> None:
    """Declare the display cards used; they stay on the display until the trick is won."""
    state.used[effect.seat] = action.cards
    if emit:
        emit(events.Declared(effect.seat, action.cards))


# --- the end of a trick


def end_trick(state: DarwinningState, emit: Emitter) -> list[AnyEffect] | None:
    """Find the winner and clear the table.

    Returns:
        The effects after the era's last trick, in order; None if the winner leads the next trick.
    """
    seats = len(state.hands)
    if seats == TWO:
        _find_best_of_two(state)
    winner = state.best
    cards = state.played[winner] + state.used[winner]
    is_last = not all(state.hands)
    if emit:
        emit(events.TrickWon(winner, cards, is_last))
    state.discards += b"".join(state.played)
    if seats == TWO:
        _end_of_two(state, winner, emit)
    if is_last:
        return _after_last_trick(state)
    begin_trick(state, winner)
    state.pending.append(effects.Improve(winner, cards))
    return None


def _find_best_of_two(state: DarwinningState) -> None:
    first, second = state.leader, 1 - state.leader
    strengths = [strength(state.played[seat] + state.used[seat]) for seat in (first, second)]
    state.best = second if strengths[1] >= strengths[0] else first


def _end_of_two(state: DarwinningState, winner: int, emit: Emitter) -> None:
    """Discard the winner's display cards; if nobody used any, move the dummy."""
    if not any(state.used):
        _move_dummy(state, emit)
    for card in state.used[winner]:
        state.display = state.display.replace(bytes((card,)), EMPTY, 1)
    state.discards += state.used[winner]


def _move_dummy(state: DarwinningState, emit: Emitter) -> None:
    points = sum(CLIMBS[card] for card in display_cards(state))
    if not points:
        return
    dummy = len(state.hands)
    state.places[dummy] = climbed(state.places, state.places[dummy], points)
    if emit:
        emit(events.DummyMoved(points, state.places[dummy]))


def _after_last_trick(state: DarwinningState) -> list[AnyEffect]:
    """Return the improvements of the losers, in turn order from the winner's left. [End of an
    era]"""
    seats, winner = len(state.hands), state.best
    steps: list[AnyEffect] = []
    for turn in range(1, seats):
        seat = (winner + turn) % seats
        steps.append(effects.Improve(seat, state.played[seat]))
    if seats == TWO:
        out = state.leader if not state.hands[state.leader] else 1 - state.leader
        steps.append(effects.Browse(1 - out))
    return steps
