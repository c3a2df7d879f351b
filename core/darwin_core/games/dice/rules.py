"""The rules of Darwin's Dice: set-up, turns, rounds, score. Section names are the rulebook's."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.chance import from_seed, rolled, shuffled
from darwin_core.contract.game import NOTHING, Clock, Emit, Outcome, ScoreLine, rank
from darwin_core.games.dice import acts
from darwin_core.games.dice.acts import PLAYS, Cause, DiceEvent, Play
from darwin_core.games.dice.material import (
    DEALS,
    DECK,
    ROLLS,
    SCORPION,
    SNAKES,
    TRUMP,
    DiceOptions,
    DiceState,
    hand_of,
    points_of,
    strengths_of,
)
from darwin_core.kit.states import cloner
from darwin_core.text.language import mark

_SEATS_MAX: Final = max(DEALS)
_SEATS_OF: Final = tuple(
    tuple(seat for seat in range(_SEATS_MAX) if bits >> seat & 1) for bits in range(1 << _SEATS_MAX)
)
"""The seats of each bit mask of seats."""
_EVERYONE: Final = {seats: (1 << seats) - 1 for seats in DEALS}
"""The bit mask of all seats, by number of seats."""


def setup(
    options: DiceOptions, seats: int, seed: str, emit: Emit[DiceEvent] | None = None
) -> DiceState:
    """Shuffle, roll, deal. [Preparation]

    The dice of all turns are rolled here, because their number is known, and are hidden. The first
    Darwin is a random seat [ruling: First Darwin].
    """
    deal = DEALS[seats]
    turns = deal.cards * deal.rounds
    chance, deck = shuffled(from_seed(seed), DECK)
    chance, rolls = rolled(chance, ROLLS, turns)
    chance, (darwin,) = rolled(chance, seats, 1)
    state = DiceState(
        chance=chance,
        options=options,
        deck=bytes(deck),
        hands=[],
        rolls=bytes(rolls),
        turn=0,
        waiting=0,
        chosen=[NOTHING] * seats,
        darwin=darwin,
        middle=b"",
        taken=[b""] * seats,
        out=b"",
        scores=(),
    )
    _begin_round(state, seats, emit)
    _begin_turn(state, emit)
    return state


clone: Final = cloner(DiceState)


def to_move(state: DiceState) -> Sequence[int]:
    """Return the seats that have not chosen yet."""
    return _SEATS_OF[state.waiting]


def legal(state: DiceState, seat: int) -> Sequence[Play]:
    """Return every kind of card of the hand; empty if the seat has chosen. [The dice: note]"""
    if state.waiting >> seat & 1:
        return [PLAYS[card] for card in state.hands[seat]]
    return ()


def apply(state: DiceState, seat: int, action: Play, emit: Emit[DiceEvent] | None = None) -> None:
    """Place a card face down; the last card placed reveals all. [Structure of the game]"""
    card = action.card
    # Clones share their hands, so a hand is never changed.
    hand = state.hands[seat] = state.hands[seat].copy()
    if hand[card] == 1:
        del hand[card]
    else:
        hand[card] -= 1
    state.chosen[seat] = card
    state.waiting ^= 1 << seat
    if emit:
        emit(acts.Chose(seat, card))
    if not state.waiting:
        _resolve_turn(state, emit)


def _begin_round(state: DiceState, seats: int, emit: Emit[DiceEvent] | None) -> None:
    """Deal new hands from the rest of the deck. [Preparation, end of a round]"""
    deal = DEALS[seats]
    hands = [
        hand_of(state.deck[seat * deal.cards : (seat + 1) * deal.cards]) for seat in range(seats)
    ]
    state.deck = state.deck[seats * deal.cards :]
    state.hands = hands
    if emit:
        emit(acts.RoundBegan(state.turn // deal.cards + 1, tuple(hands)))


def _begin_turn(state: DiceState, emit: Emit[DiceEvent] | None) -> None:
    """Show the dice of the turn, which were rolled at set-up, and ask all seats at once. [Structure
    of the game]"""
    state.waiting = _EVERYONE[len(state.hands)]
    if emit:
        emit(acts.Rolled(state.darwin, state.rolls[state.turn]))


def _resolve_turn(state: DiceState, emit: Emit[DiceEvent] | None) -> None:
    """Reveal the cards, find the winner, apply the effects, continue. [Determine the winner]"""
    cards = bytes(state.chosen)
    seats = len(cards)
    roll = state.rolls[state.turn]
    trump = TRUMP[roll]
    strengths = strengths_of(roll, cards)
    highest = max(strengths)
    if emit:
        # Strongest first; equal cards in seat order, as sorting is stable.
        order = sorted(range(seats), key=lambda seat: -strengths[seat])
        emit(acts.Revealed(roll, tuple((seat, cards[seat]) for seat in order)))
    # Losses come before the win, so that nobody loses cards of this turn. [ruling: losses come
    # first]
    if trump in cards and SCORPION in cards:
        scorpions = tuple(seat for seat in range(seats) if cards[seat] == SCORPION)
        for seat in range(seats):
            if cards[seat] == trump:
                _lose_taken(state, seat, "scorpion", scorpions, emit)
    if strengths.count(highest) > 1:
        tied = [seat for seat in range(seats) if strengths[seat] == highest]
        _carry_over(state, cards, tied, emit)
    else:
        winner = strengths.index(highest)
        if cards[winner] in SNAKES:
            second = sorted(strengths)[-2]
            for seat in range(seats):
                if strengths[seat] == second:
                    _lose_taken(state, seat, "snake", (winner,), emit)
        _win_turn(state, cards, winner, emit)
    state.chosen = [NOTHING] * seats
    state.turn += 1
    # All hands are equally large, so the round ends for all at once.
    if not any(state.hands):
        _end_round(state, emit)
    if state.turn < len(state.rolls):
        _begin_turn(state, emit)


def _lose_taken(
    state: DiceState, seat: int, cause: Cause, by: tuple[int, ...], emit: Emit[DiceEvent] | None
) -> None:
    """Remove the cards taken by a seat: the effect of scorpion and snake. [Special card: scorpion;
    special card: snake]

    This turn's cards, the middle and the account are not affected [ruling: losses come first].
    """
    cards = state.taken[seat]
    if emit:
        emit(acts.Lost(seat, tuple(cards), cause, by))
    state.out += cards
    state.taken[seat] = b""


def _carry_over(
    state: DiceState, cards: Cards, tied: Sequence[int], emit: Emit[DiceEvent] | None
) -> None:
    """Put the cards in the middle because nobody wins; the same seat stays the Darwin. [Special
    situation]"""
    if emit:
        emit(acts.Carried(cards[tied[0]], tuple(tied)))
    state.middle += cards


def _win_turn(state: DiceState, cards: Cards, winner: int, emit: Emit[DiceEvent] | None) -> None:
    """Give the turn's cards and the middle to the winner, who becomes the Darwin."""
    if emit:
        emit(acts.Won(winner, tuple(cards), tuple(state.middle)))
    state.taken[winner] += cards + state.middle
    state.middle = b""
    state.darwin = winner


def _end_round(state: DiceState, emit: Emit[DiceEvent] | None) -> None:
    """Turn the cards taken into points. These cards and the middle leave the game. [End of a
    round]"""
    points = tuple(map(points_of, state.taken))
    seats = len(points)
    if emit:
        emit(acts.Scored(state.turn // DEALS[seats].cards, points, tuple(state.middle)))
    state.out += b"".join(state.taken) + state.middle
    state.middle = b""
    state.taken = [b""] * seats
    state.scores += (points,)
    if state.deck:
        _begin_round(state, seats, emit)
    elif emit:
        totals = state.points
        highest = max(totals)
        emit(acts.Ended(totals, tuple(seat for seat in range(seats) if totals[seat] == highest)))


def standing(state: DiceState) -> Outcome:
    """Return the result as if the match ended now."""
    # ``MESSAGES`` in ``texts`` lists these labels.
    lines = tuple(
        ScoreLine(f"round {number}", points) for number, points in enumerate(state.scores, 1)
    )
    return Outcome(lines, state.points, rank(state.points))


def forecast(state: DiceState) -> Sequence[ScoreLine]:
    """Return the points of each seat now, for the cards taken in this round, and if the round ended
    now; empty after the end."""
    if state.turn == len(state.rolls):
        return ()
    taken = tuple(map(points_of, state.taken))
    return (
        ScoreLine(mark("points now"), state.points),
        ScoreLine(mark("points of the cards won"), taken),
        ScoreLine(
            mark("points then"),
            tuple(now + more for now, more in zip(state.points, taken, strict=True)),
        ),
    )


def outcome(state: DiceState) -> Outcome | None:
    """Return the result: the most points win, ties share. [End of the game; ruling: ties]"""
    return None if state.turn < len(state.rolls) else standing(state)


def clock(state: DiceState) -> Clock:
    """Return the round, and the turn of the round. After the end, the last turn stays."""
    deal = DEALS[len(state.hands)]
    turn = min(state.turn, len(state.rolls) - 1)
    return Clock(turn // deal.cards + 1, deal.rounds, turn % deal.cards + 1, deal.cards)


def actions_max(seats: int) -> int:
    """Return the number of plays in a match: every seat plays every card of every round."""
    return DEALS[seats].cards * DEALS[seats].rounds * seats
