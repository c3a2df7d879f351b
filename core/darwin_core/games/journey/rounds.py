"""Rounds: the draft, turns, turn order, rewards and cleanup."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import effects, events
from darwin_core.games.journey.academy import NO_SEAL
from darwin_core.games.journey.actions import Keep
from darwin_core.games.journey.components import (
    CREW,
    CREW_KEPT,
    LETTER_TILES,
    LETTERS,
    ROUNDS,
    SCROLL,
    SCROLLS,
    SHOWN,
    WORKERS,
)
from darwin_core.games.journey.diaries import at_home
from darwin_core.games.journey.events import Emitter
from darwin_core.games.journey.letters import ALL, stamps_can_stay
from darwin_core.games.journey.pieces import GAINS, gains_first
from darwin_core.games.journey.scoring import goal_count, goal_points, lag
from darwin_core.games.journey.state import PURPLE, JourneyState
from darwin_core.kit.rows import put

HOME: Final = NO_SEAL * (WORKERS + 1)


# --- the draft


def drafting(state: JourneyState) -> Sequence[int]:
    """Return the seats that have not chosen a card yet."""
    return [seat for seat, card in enumerate(state.picked) if card == NOTHING]


def hand(state: JourneyState, seat: int) -> Sequence[Keep]:
    """List the cards that a seat can keep."""
    return [Keep(card) for card in state.hands[seat]]


def keep_card(state: JourneyState, seat: int, action: Keep, emit: Emitter) -> None:
    """Choose a card. [set-up: Crew draft]"""
    state.picked = put(state.picked, seat, action.card)
    if emit:
        emit(events.Kept(seat, action.card))


def pass_hands(state: JourneyState, emit: Emitter) -> None:
    """Pass hands left once all seats have chosen, until three cards are kept. [set-up: Crew
    draft]"""
    chosen = [bytes((card,)) for card in state.picked]
    state.crew = tuple(own + card for own, card in zip(state.crew, chosen, strict=True))
    left = tuple(hand.replace(card, b"") for hand, card in zip(state.hands, chosen, strict=True))
    state.picked = NO_SEAL * len(chosen)
    if len(state.crew[0]) == CREW_KEPT:
        _sign(state, emit)
        return
    state.seen = tuple((*seen, hand) for seen, hand in zip(state.seen, state.hands, strict=True))
    state.hands = (left[-1], *left[:-1])
    state.pending.append(effects.Draft())
    if emit:
        emit(events.Passed(state.hands))


def _sign(state: JourneyState, emit: Emitter) -> None:
    """Add the seals of crew cards, fill the Academy, and let seats take start tiles in reverse turn
    order. [set-up]"""
    seats = range(len(state.crew))
    state.hands = tuple(b"" for _ in seats)
    state.seen = tuple(() for _ in seats)
    state.assigned = tuple(NO_SEAL * CREW_KEPT for _ in seats)
    state.rows = tuple(
        (*(bytes((_start(card),)) for card in crew), bytes((PURPLE,))) for crew in state.crew
    )
    bag = bytearray(state.bag)
    for rows in state.rows:
        for row in rows:
            bag[row[0]] -= 1
    state.bag = bytes(bag)
    state.scrolls = _filled(state, b"")
    if emit:
        emit(events.Signed(state.crew, state.scrolls))
    state.pending += [
        effects.Equip(seat, is_gold) for seat in state.order for is_gold in (True, False)
    ]


def _start(card: int) -> int:
    return LETTERS.index(CREW[card].start)


def _filled(state: JourneyState, seals: bytes) -> bytes:
    """Fill the scrolls from the bag as far as it goes."""
    bag = bytearray(state.bag)
    held = b"".join([bytes((colour,)) * bag[colour] for colour in range(PURPLE)])
    state.chance, drawn = shuffled(state.chance, held)
    new = bytes(drawn[: SCROLLS * SCROLL - len(seals)])
    for colour in new:
        bag[colour] -= 1
    state.bag = bytes(bag)
    return (seals + new).ljust(SCROLLS * SCROLL, NO_SEAL)


# --- turns


def begin_round(state: JourneyState, emit: Emitter) -> None:
    """Begin a round; the first in turn order has the first turn."""
    state.round += 1
    state.pending.append(effects.Turn(state.order[0]))
    if emit:
        emit(events.Began(state.round, state.order))


def next_turn(state: JourneyState, seat: int, emit: Emitter) -> None:
    """Give the turn to the next in turn order who has a worker; after the last, turn order and
    rewards. [Action]"""
    seats = len(state.order)
    position = state.order.index(seat)
    for step in range(1, seats + 1):
        following = state.order[(position + step) % seats]
        if at_home(state, following):
            state.pending.append(effects.Turn(following))
            return
    early = bytes(dict.fromkeys(state.queue))
    state.order = early + bytes(other for other in state.order if other not in early)
    if emit:
        emit(events.Ordered(state.order))
    state.pending += (effects.Clean(), effects.Report())
    state.pending += (effects.Window(other) for other in reversed(state.order))
    state.pending += (effects.Evaluate(envelope) for envelope in reversed(ALL))


# --- rewards


def award(state: JourneyState, effect: effects.Award, emit: Emitter) -> None:
    """Do the first or the second reward of an envelope. [Correspondence Majorities]"""
    state.actor = effect.seat
    tile = LETTER_TILES[state.letters[effect.envelope]]
    if emit:
        emit(events.Awarded(effect.seat, effect.envelope, effect.place))
    reward = gains_first(tile.second if effect.place else tile.first)
    # Gains happen by themselves: then some part of the reward is done.
    if stamps_can_stay(state) and type(reward[0]) not in GAINS:
        state.pending.append(effects.KeepStamps(effect.seat))
    state.pending.append(effects.AnyOrder(reward))


def report(state: JourneyState, effect: effects.Report, emit: Emitter) -> None:
    """Score the goal below the Beagle, less lagging. [Beagle Goal Tile; Lagging Penalties]"""
    goal = state.goals[state.round - 1]
    seats = range(len(state.points))
    points = tuple(goal_points(state, seat, goal) for seat in seats)
    if emit:
        counts = tuple(goal_count(state, seat, goal) for seat in seats)
        emit(events.Reported(goal, counts, tuple(lag(state, seat) for seat in seats), points))
    state.points = tuple(map(sum, zip(state.points, points, strict=True)))


def clean(state: JourneyState, effect: effects.Clean, emit: Emitter) -> None:
    """Send workers home and renew objectives and seals; after the last round, end the match.
    [Cleanup]"""
    if state.round == ROUNDS:
        state.actor = NOTHING
        return
    state.workers = tuple(HOME for _ in state.workers)
    state.queue = b""
    show_objectives(state)
    rest = state.scrolls[SCROLL:].replace(NO_SEAL, b"")
    state.scrolls = _filled(state, rest)
    if emit:
        emit(events.Cleaned(state.display, state.scrolls))
    begin_round(state, emit)


def show_objectives(state: JourneyState) -> None:
    """Draw a new display, with the same number of objectives of each colour. [Cleanup 3]"""
    state.chance, silver = shuffled(state.chance, state.silver)
    state.chance, gold = shuffled(state.chance, state.gold)
    state.display = bytes(silver[:SHOWN] + gold[:SHOWN])
    state.silver = bytes(sorted(silver[SHOWN:]))
    state.gold = bytes(sorted(gold[SHOWN:]))
