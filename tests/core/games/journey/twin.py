"""The twin of a state: the same state with the viewer's unknowns changed.

It is written from the paragraph "Hidden" of the rules: the hands and picks of the draft, until it
ends, and the order in which seals and objectives will come. A viewer knows its own hand and cards,
and the hands that it held before. With two players it therefore knows the card that the other kept
of a hand that came back. The module reads states only, never the game's display of them.
"""

from random import Random

import msgspec

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.material import CREW, JourneyState


def twin(state: JourneyState, viewer: int, rng: Random) -> JourneyState:
    """Exchange cards that the viewer has never seen, and let others keep other cards."""
    chance = rng.randbytes(16)
    if not any(state.hands):
        return msgspec.structs.replace(state, chance=chance)
    seats = len(state.hands)
    turns = len(state.crew[0])
    hands = [_history(state, start, turns) for start in range(seats)]
    _exchange(hands, _known(state, viewer), rng)
    for start, (picks, left) in enumerate(hands):
        _repick(picks, left, _fixed(start, turns, seats, viewer), rng)
    return _with_crew(state, hands, viewer, rng, chance)


def _history(state: JourneyState, start: int, turns: int) -> tuple[list[int], list[int]]:
    """Return the cards that were kept of the hand dealt to a seat, and those that are left."""
    seats = len(state.hands)
    picks = [state.crew[(start + turn) % seats][turn] for turn in range(turns)]
    return picks, [*state.hands[(start + turns) % seats]]


def _known(state: JourneyState, viewer: int) -> set[int]:
    if viewer >= len(state.hands):
        return set()
    return {*state.crew[viewer], *state.hands[viewer], *b"".join(state.seen[viewer])}


def _exchange(hands: list[tuple[list[int], list[int]]], known: set[int], rng: Random) -> None:
    """Replace the cards that the viewer never saw by others of these, or by cards not dealt."""
    dealt = {card for picks, left in hands for card in (*picks, *left)}
    unseen = sorted(dealt - known)
    others = sorted({*range(len(CREW))} - known)
    drawn = dict(zip(unseen, rng.sample(others, len(unseen)), strict=True))
    for picks, left in hands:
        picks[:] = [drawn.get(card, card) for card in picks]
        left[:] = [drawn.get(card, card) for card in left]


def _fixed(start: int, turns: int, seats: int, viewer: int) -> int:
    """Count the picks of a hand that cannot change: the viewer saw the hand after them."""
    return max((turn for turn in range(turns + 1) if (start + turn) % seats == viewer), default=-1)


def _repick(picks: list[int], left: list[int], sure: int, rng: Random) -> None:
    """Let others keep other cards of a hand that the viewer has passed on."""
    later = [turn for turn in range(len(picks)) if turn > sure]
    cards = [*(picks[turn] for turn in later), *left]
    rng.shuffle(cards)
    for turn in later:
        picks[turn] = cards.pop()
    left[:] = cards


def _with_crew(
    state: JourneyState,
    hands: list[tuple[list[int], list[int]]],
    viewer: int,
    rng: Random,
    chance: bytes,
) -> JourneyState:
    """Return a state with other crew cards, given the cards picked from each hand and those left in
    it."""
    seats = len(state.hands)
    turns = len(state.crew[0])
    held = [b""] * seats
    crew = [[NOTHING] * turns for _ in range(seats)]
    seen: list[list[bytes]] = [[b""] * turns for _ in range(seats)]
    for start, (picks, left) in enumerate(hands):
        for turn, card in enumerate(picks):
            holder = (start + turn) % seats
            crew[holder][turn] = card
            seen[holder][turn] = bytes(sorted([*picks[turn:], *left]))
        held[(start + turns) % seats] = bytes(sorted(left))
    picked = bytes(
        card if seat == viewer or card == NOTHING else rng.choice(held[seat])
        for seat, card in enumerate(state.picked)
    )
    return msgspec.structs.replace(
        state,
        chance=chance,
        hands=tuple(held),
        crew=tuple(map(bytes, crew)),
        seen=tuple(map(tuple, seen)),
        picked=picked,
    )
