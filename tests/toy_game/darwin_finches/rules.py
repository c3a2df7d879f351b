"""The rules of Finches."""

from collections.abc import Sequence

from darwin_core.contract.chance import from_seed, rolled, shuffled
from darwin_core.contract.game import (
    NOTHING,
    Clock,
    Emit,
    Outcome,
    Refusal,
    ScoreLine,
    not_asked,
    rank,
)
from darwin_core.text.seat_names import SeatNames
from darwin_finches.actions import Lay
from darwin_finches.events import Dealt, Ended, FinchesEvent, Laid, Taken
from darwin_finches.state import CARDS, ROUNDS, FinchesOptions, FinchesState


def setup(
    options: FinchesOptions, seats: int, seed: str, emit: Emit[FinchesEvent] | None = None
) -> FinchesState:
    """Shuffle and deal; a random seat begins."""
    chance, cards = shuffled(from_seed(seed), range(CARDS))
    chance, (leader,) = rolled(chance, seats, 1)
    hands = [bytes(sorted(cards[seat * ROUNDS :][:ROUNDS])) for seat in range(seats)]
    if emit:
        emit(Dealt(tuple(hands)))
    return FinchesState(chance, options, hands, [NOTHING] * seats, b"", leader, [0] * seats)


def clone(state: FinchesState) -> FinchesState:
    """Return a copy that shares no list with the original."""
    return FinchesState(
        state.chance,
        state.options,
        state.hands[:],
        state.laid[:],
        state.gone,
        state.leader,
        state.points[:],
    )


def to_move(state: FinchesState) -> Sequence[int]:
    """Return the next seat from the leader that has not laid a card."""
    seats = len(state.hands)
    if sum(state.points) == ROUNDS:
        return ()
    order = ((state.leader + step) % seats for step in range(seats))
    return (next(seat for seat in order if state.laid[seat] == NOTHING),)


def legal(state: FinchesState, seat: int) -> Sequence[Lay]:
    """Return the cards of the hand."""
    return [Lay(card) for card in state.hands[seat]] if seat in to_move(state) else []


def apply(
    state: FinchesState, seat: int, action: Lay, emit: Emit[FinchesEvent] | None = None
) -> None:
    """Lay a card. The last card of a round ends it."""
    state.hands[seat] = bytes(card for card in state.hands[seat] if card != action.card)
    state.laid[seat] = action.card
    if emit:
        emit(Laid(seat, action.card))
    if NOTHING not in state.laid:
        _take(state, emit)


def _take(state: FinchesState, emit: Emit[FinchesEvent] | None) -> None:
    best = max(state.laid)
    state.leader = state.laid.index(best)
    state.points[state.leader] += 1
    state.gone = bytes(sorted(state.gone + bytes(state.laid)))
    state.laid = [NOTHING] * len(state.laid)
    if emit:
        emit(Taken(state.leader, best))
        if result := outcome(state):
            emit(Ended(result.totals, result.winners))


def standing(state: FinchesState) -> Outcome:
    """Return the result as if the match ended now."""
    points = tuple(state.points)
    return Outcome((ScoreLine("rounds", points),), points, rank(points))


def worth(state: FinchesState) -> tuple[float, ...]:
    """Return each seat's points as the value of the state."""
    return tuple(state.points)


def outcome(state: FinchesState) -> Outcome | None:
    """Return the result after the last round."""
    return None if to_move(state) else standing(state)


def why_not(state: FinchesState, seat: int, action: Lay, seat_names: SeatNames) -> Refusal | None:
    """Return the reason for which a card cannot be laid."""
    refusal = not_asked(len(state.hands), to_move(state), seat)
    if refusal is None and action not in legal(state, seat):
        return Refusal("not-in-hand", "You do not hold that card.")
    return refusal


def invariants(state: FinchesState) -> list[str]:
    """Return a sentence for each broken invariant of cards and points."""
    laid = [card for card in state.laid if card != NOTHING]
    cards = [*b"".join(state.hands), *laid, *state.gone]
    actions = []
    if len(set(cards)) < len(cards) or len(cards) != ROUNDS * len(state.hands):
        actions.append("the cards are not those that were dealt")
    if len(state.gone) != sum(state.points) * len(state.hands):
        actions.append("the points are not one for each round")
    return actions


def clock(state: FinchesState) -> Clock:
    """Return the round and the turn in it."""
    over = not to_move(state)
    seats = len(state.hands)
    laid = seats - state.laid.count(NOTHING)
    return Clock(sum(state.points) + (not over), ROUNDS, 0 if over else laid + 1, seats)
