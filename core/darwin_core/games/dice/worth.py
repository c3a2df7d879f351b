"""The points that each seat is likely to have at the end, by weights fitted on matches.

The features of a seat are its points, the cards at risk, the hands compared, and the cards still to
be dealt. ``worth.toml`` holds their weights and the run that found them.
"""

from collections.abc import Iterable
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.dice.components import DEALS, SCORPION, SNAKES
from darwin_core.games.dice.judgement import points_of, usefulness
from darwin_core.games.dice.scoring import outcome
from darwin_core.games.dice.state import DiceState
from darwin_core.kit.fitted import fitted_worth

FEATURE_NAMES: Final = (
    "seats",
    "points",
    "points at risk",
    "points at risk by turns left",
    "points at risk by snakes and scorpions of rivals",
    "points at risk of rivals",
    "points at risk of rivals by turns left",
    "points at risk of rivals by snakes and scorpions",
    "points in the middle",
    "points in the hand",
    "points in hands of rivals",
    "points to be dealt",
    "turns left",
    "usefulness of the hand",
    "usefulness of hands of rivals",
    "usefulness by points a turn",
    "usefulness by points in the middle",
    "scorpions",
    "scorpions of rivals",
    "snakes",
    "snakes of rivals",
)


class _Hand:
    """The figures of a hand, the card chosen included."""

    __slots__ = ("points", "scorpions", "snakes", "usefulness")

    def __init__(self, cards: Cards, rivals: int) -> None:
        self.points = points_of(cards)
        self.usefulness = sum([usefulness(card, rivals) for card in cards])
        self.scorpions = cards.count(SCORPION)
        self.snakes = sum([card in SNAKES for card in cards])


def _held(state: DiceState, seat: int) -> Cards:
    cards = b"".join([bytes((card,)) * copies for card, copies in state.hands[seat].items()])
    chosen = state.chosen[seat]
    return cards if chosen == NOTHING else cards + bytes((chosen,))


def features(state: DiceState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    seats = len(state.hands)
    rivals = seats - 1
    hands = [_Hand(_held(state, seat), rivals) for seat in range(seats)]
    at_risk = [points_of(taken) for taken in state.taken]
    turns = DEALS[seats].cards - state.turn % DEALS[seats].cards
    turns_left = 0 if state.turn == len(state.rolls) else turns
    middle, dealt = points_of(state.middle), points_of(state.deck) / seats
    in_hands = sum([hand.points for hand in hands])
    a_turn = in_hands / max(turns_left, 1)
    rows: list[tuple[float, ...]] = []
    for seat, (account, hand, risk) in enumerate(zip(state.points, hands, at_risk, strict=True)):
        others = [other for number, other in enumerate(hands) if number != seat]
        their_risk = (sum(at_risk) - risk) / rivals
        their_usefulness = _mean(other.usefulness for other in others)
        their_scorpions = _mean(other.scorpions for other in others)
        their_snakes = _mean(other.snakes for other in others)
        ahead = hand.usefulness - their_usefulness
        rows.append(
            (
                float(seats),
                float(account),
                float(risk),
                risk * turns_left / 9,
                risk * (their_snakes + their_scorpions),
                their_risk,
                their_risk * turns_left / 9,
                their_risk * (hand.snakes + hand.scorpions),
                middle / seats,
                float(hand.points),
                (in_hands - hand.points) / rivals,
                dealt,
                float(turns_left),
                hand.usefulness,
                their_usefulness,
                ahead / max(turns_left, 1) * a_turn,
                ahead / max(turns_left, 1) * middle,
                float(hand.scorpions),
                their_scorpions,
                float(hand.snakes),
                their_snakes,
            )
        )
    return rows


def _mean(numbers: Iterable[float]) -> float:
    found = [*numbers]
    return sum(found) / len(found)


worth: Final = fitted_worth(__package__, FEATURE_NAMES, features, outcome)
