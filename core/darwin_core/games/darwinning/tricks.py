"""Tricks: leading, following, the display of a match of two, and who wins. [Playing tricks]"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import Final

from darwin_core.cards import without
from darwin_core.game import NOTHING
from darwin_core.games.darwinning.boards import TWO, climbed, shown
from darwin_core.games.darwinning.combinations import (
    BEATEN_FROM,
    CODE,
    SETS,
    codes,
    left,
    strength,
)
from darwin_core.games.darwinning.components import (
    CLIMBS,
    JOKER,
    KINDS,
    MUTATION,
    NUMBER,
    PRINTED,
    REMEMBERED,
)
from darwin_core.games.darwinning.improving import lay_trait
from darwin_core.games.darwinning.state import (
    DONE,
    EMPTY,
    AnyEffect,
    Browse,
    Cards,
    DarwinningState,
    Declare,
    Declared,
    Done,
    DummyMoved,
    Emitter,
    EndTrick,
    Follow,
    Improve,
    Mutate,
    Play,
    Played,
    Take,
    TraitTaken,
    TrickWon,
    Use,
)

PLAYS: Final = tuple(map(Play, SETS))
"""By code the play of a combination."""
_play_of: Final = [*PLAYS].__getitem__


@lru_cache(maxsize=REMEMBERED)
def _may_mutate(species: int, traits: Cards) -> bool:
    """Whether a species may have Mutation when its turn comes: whoever shows it, or has it printed,
    for a theft may bring that back."""
    return MUTATION in PRINTED[species] or MUTATION in shown(species, traits)


@cache
def _trick(leader: int, mutants: tuple[bool, ...]) -> tuple[AnyEffect, ...]:
    """All that is to be done in a trick, last first. Who leads may gain Mutation first."""
    seats = len(mutants)
    order = [(leader + turn) % seats for turn in range(seats)]
    effects: list[AnyEffect] = []
    for seat in order:
        if mutants[seat] or seat == leader:
            effects.append(Mutate(seat))
        effects.append(Follow(seat))
    if seats == TWO:
        effects += [Declare(seat) for seat in order]
    return (*reversed([*effects, EndTrick()]),)


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


def thefts(state: DarwinningState, effect: Mutate) -> list[Take | Done]:
    """The trait cards that Mutation could take, and to take none; empty if there are none.
    [Trait 8; ruling: Mutation]"""
    seat = effect.seat
    spaces = shown(state.species[seat], state.traits[seat])
    if MUTATION not in spaces:
        return []
    seats = len(state.hands)
    boards = [*state.traits, state.display] if seats == TWO else state.traits
    found: list[Take | Done] = [
        Take(owner, space, onto)
        for owner, cards in enumerate(boards)
        if owner != seat
        for space, card in enumerate(cards)
        if card < JOKER and NUMBER[card] not in spaces
        for onto, trait in enumerate(spaces)
        if trait == MUTATION
    ]
    return [*found, DONE] if found else []


def steal(state: DarwinningState, effect: Mutate, action: Take | Done, emit: Emitter) -> None:
    """Take a trait and lay it on Mutation, or do not."""
    if isinstance(action, Done):
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
        emit(TraitTaken(seat, owner, card, action.onto))


# --- playing


def following(state: DarwinningState, effect: Follow) -> Sequence[Play]:
    """Whatever beats the strongest so far, or any single card; who leads plays anything."""
    hand = state.hands[effect.seat]
    if len(state.hands) == TWO:
        return _with_display(hand, display_cards(state))
    playable = codes(hand)
    if state.best != NOTHING:
        first = BEATEN_FROM[state.played[state.best]]
        if first >= KINDS:
            # Single cards come first, what beats the best comes last.
            singles, strong = bisect_left(playable, KINDS), bisect_left(playable, first)
            playable = playable[:singles] + playable[strong:]
    return [*map(_play_of, playable)]


def display_cards(state: DarwinningState) -> Cards:
    """The cards that lie on the display, in order of kinds."""
    return bytes(sorted(state.display.replace(EMPTY, b"")))


@lru_cache(maxsize=REMEMBERED)
def _with_display(hand: Cards, display: Cards) -> tuple[Play, ...]:
    """The plays of own cards that are a combination with some, or none, of the display."""
    some_of_hand = chain(combinations(hand, 1), combinations(hand, 2), combinations(hand, 3))
    found = {SETS[code] for code in codes(hand)}
    found.update(map(bytes, _partners(display).intersection(some_of_hand)))
    return tuple(map(Play, sorted(sorted(found), key=len)))


@lru_cache(maxsize=REMEMBERED)
def _partners(display: Cards) -> frozenset[tuple[int, ...]]:
    """The cards that are a combination with some of the display."""
    known = _partners_of_parts()
    return frozenset().union(*(known.get(part, ()) for part in _parts(display)))


@cache
def _partners_of_parts() -> dict[Cards, set[tuple[int, ...]]]:
    """For all cards that a combination can begin with, those that complete it."""
    partners: dict[Cards, set[tuple[int, ...]]] = {}
    for cards in SETS:
        for part in _parts(cards):
            if len(part) < len(cards):
                partners.setdefault(part, set()).add(tuple(without(cards, part)))
    return partners


@lru_cache(maxsize=1 << 12)
def _parts(cards: Cards) -> tuple[Cards, ...]:
    """The sets of one or more of some cards."""
    sizes = range(1, len(cards) + 1)
    return tuple(sorted({bytes(some) for size in sizes for some in combinations(cards, size)}))


def follow(state: DarwinningState, effect: Follow, action: Play, emit: Emitter) -> None:
    """Lay cards on the table."""
    seat, cards = effect.seat, action.cards
    state.hands[seat] = left(state.hands[seat], cards)
    state.played[seat] = cards
    if len(state.hands) != TWO:
        best = state.best
        if best == NOTHING or BEATEN_FROM[cards] >= BEATEN_FROM[state.played[best]]:
            state.best = seat
    if emit:
        emit(Played(seat, cards))


# --- the display of a match of two


def declarations(state: DarwinningState, effect: Declare) -> list[Use]:
    """Cards of the display that make a combination with those played; empty if there is no
    choice. [Rules for two players]"""
    found = usable(state, effect.seat)
    return [*map(Use, found)] if len(found) > 1 else []


def usable(state: DarwinningState, seat: int) -> list[Cards]:
    """The sets of display cards, perhaps the empty one, that go with what a seat played."""
    own = state.played[seat]
    return [
        some for some in (b"", *_parts(display_cards(state))) if bytes(sorted(own + some)) in CODE
    ]


def declare(state: DarwinningState, effect: Declare, action: Use, emit: Emitter) -> None:
    """Say what one uses; it stays where it lies until the trick is won."""
    state.used[effect.seat] = action.cards
    if emit:
        emit(Declared(effect.seat, action.cards))


# --- the end of a trick


def end_trick(state: DarwinningState, emit: Emitter) -> list[AnyEffect] | None:
    """Find the winner and clear the table.

    Returns:
        What is to be done after the era's last trick, first first; None if the winner leads on.
    """
    seats = len(state.hands)
    if seats == TWO:
        _find_best_of_two(state)
    winner = state.best
    cards = state.played[winner] + state.used[winner]
    is_last = not all(state.hands)
    if emit:
        emit(TrickWon(winner, cards, is_last))
    state.discards += b"".join(state.played)
    if seats == TWO:
        _end_of_two(state, winner, emit)
    if is_last:
        return _after_last_trick(state)
    begin_trick(state, winner)
    state.pending.append(Improve(winner, cards))
    return None


def _find_best_of_two(state: DarwinningState) -> None:
    first, second = state.leader, 1 - state.leader
    strengths = [strength(state.played[seat] + state.used[seat]) for seat in (first, second)]
    state.best = second if strengths[1] >= strengths[0] else first


def _end_of_two(state: DarwinningState, winner: int, emit: Emitter) -> None:
    """The winner's display cards leave; if nobody used any, the dummy moves."""
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
        emit(DummyMoved(points, state.places[dummy]))


def _after_last_trick(state: DarwinningState) -> list[AnyEffect]:
    """Those who lost may improve, in turn order from the winner's left. [End of an era]"""
    seats, winner = len(state.hands), state.best
    effects: list[AnyEffect] = []
    for turn in range(1, seats):
        seat = (winner + turn) % seats
        effects.append(Improve(seat, state.played[seat]))
    if seats == TWO:
        out = state.leader if not state.hands[state.leader] else 1 - state.leader
        effects.append(Browse(1 - out))
    return effects
