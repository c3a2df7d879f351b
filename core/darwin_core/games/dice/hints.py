"""Hints: the value of each card of a hand and its reason in words; and the manners of bots."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import Advice, Manner
from darwin_core.games.dice.acts import PLAYS, Play
from darwin_core.games.dice.bots import CardValue, beaten, can_be_second_to_snake, judge, points_of
from darwin_core.games.dice.material import (
    POINTS,
    SCORPION,
    SNAKES,
    STRENGTH,
    TRUMP,
    DiceState,
)
from darwin_core.games.dice.texts import card_name
from darwin_core.kit.judging import advised
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted

# The figures of this module were chosen by hand; no command derives them.
CHEAP_POINTS_MAX: Final = 2
"""Maximum points of a cheap card."""
_RISK_MIN: Final = 1.0
"""Points likely to be lost by an effect, above which a hint names the effect."""
_GAIN_MIN: Final = 0.5
"""Points likely to be gained by an effect, above which a hint names the effect."""
_LIKELY: Final = 0.5
"""Probability of winning from which a hint does not speak of second place."""


def advise(view: DiceState, seat: int, seat_names: SeatNames) -> list[Advice[Play]]:
    """Return each card that the seat may play with its worth in points, best first; equal values in
    order of cards."""
    candidates = {PLAYS[candidate.card]: candidate for candidate in judge(view, seat)}
    values = [candidate.value for candidate in candidates.values()]
    now = _best_now(view, seat, [*candidates.values()])
    return advised(
        [*candidates], values, lambda play, _: _reason(view, seat, candidates[play], now)
    )


def _best_now(view: DiceState, seat: int, candidates: Sequence[CardValue]) -> CardValue | None:
    """Return the card that would be worth most if the turn were the last, provided that it wins
    most likely, beats the most unseen cards and is worth saving; None if there is none."""
    if not candidates:
        return None
    now = max(candidates, key=lambda candidate: candidate.value - candidate.saving)
    beats = {candidate: beaten(view, seat, candidate.card)[0] for candidate in candidates}
    is_strongest = now.wins == max(candidate.wins for candidate in candidates)
    is_strongest &= beats[now] == max(beats.values())
    return now if is_strongest and now.saving < 0 else None


def _reason(view: DiceState, seat: int, card_value: CardValue, now: CardValue | None) -> str:
    """Return the reason for a card.

    A card that is worth more than the best one of this turn only because that one is saved says so,
    and the saved card says that it could win later.

    Args:
        now: the card that is the best one for this turn alone, and worth saving.
    """
    reason = _reason_now(view, seat, card_value)
    if now is None:
        return reason
    if card_value.card == now.card:
        return tr("{reason}; it could win later", reason=reason)
    if card_value.value > now.value and card_value.wins < now.wins:
        saved = card_name(now.card)
        return tr("{reason}; it saves {card:the}", reason=reason, card=saved)
    return reason


def _reason_now(view: DiceState, seat: int, card_value: CardValue) -> str:
    card = card_value.card
    return tr(
        _message(view, seat, card_value),
        card=card_name(card),
        cards=_beaten_words(*beaten(view, seat, card)),
        middle=counted(points_of(view.middle), "point"),
        points=counted(POINTS[card], "point"),
    )


def _beaten_words(number: int, unseen: int) -> str:
    """Return a number of unseen cards in words, as the object of ``beats``."""
    if not number:
        return tr("no unseen card")
    if unseen == 1:
        return tr("the only unseen card")
    return tr("{number} of {total} unseen cards", number=number, total=unseen)


def _message(view: DiceState, seat: int, card_value: CardValue) -> str:
    """Return the message that gives the reason for a card, with placeholders for figures: the first
    of effects, the middle and points that applies."""
    _, card, wins, effects, _ = card_value
    if card == TRUMP[view.rolls[view.turn]]:
        if effects < -_RISK_MIN:
            return mark(
                "{card:the} is trump and beats {cards}, "
                "but a scorpion would cost you the cards taken"
            )
        return mark("{card:the} is trump and beats {cards}")
    if card == SCORPION and effects > _GAIN_MIN:
        return mark("{card:the} beats a trump, whose player loses the cards taken")
    if card in SNAKES and effects > _GAIN_MIN:
        return mark("{card:the} beats {cards}; if it wins, the second player loses the cards taken")
    if effects < -_RISK_MIN and wins < _LIKELY and can_be_second_to_snake(view, seat, card):
        return mark("{card:the} may come second to a snake, which costs you the cards taken")
    if view.middle and wins > 1 / len(view.hands):
        # The card wins more often than an equal share of the turns, which speaks for it.
        return mark("{card:the} beats {cards}, with {middle} in the middle")
    if POINTS[card] <= CHEAP_POINTS_MAX:
        return mark("{card:the} beats {cards}, and stakes only {points}")
    return mark("{card:the} beats {cards}, and stakes {points}")


_STEALING: Final = SNAKES | {SCORPION}
"""Cards that can cost a rival the cards taken."""
_SAVED: Final = 0.3
"""A robber's preference for other cards while no rival has taken ``_PREY`` points."""
_PREY: Final = 14
"""Points that a rival must have taken to be worth robbing."""


def _is_cheap(view: DiceState, seat: int, play: Play) -> float:
    """Lean of the careful."""
    return float(POINTS[play.card] <= CHEAP_POINTS_MAX)


def _is_dear(view: DiceState, seat: int, play: Play) -> float:
    """Lean of the gambler."""
    return float(POINTS[play.card] > CHEAP_POINTS_MAX)


def _steals(view: DiceState, seat: int, play: Play) -> float:
    """Lean of the robber: to snakes and scorpions once a rival has much to lose, to other cards
    before."""
    most = max(points_of(taken) for other, taken in enumerate(view.taken) if other != seat)
    if most < _PREY:
        return 0.0 if play.card in _STEALING else _SAVED
    strength = STRENGTH[view.rolls[view.turn]]
    # A snake in the upper half of all strengths; a scorpion needs a trump, not strength.
    can_win = play.card == SCORPION or 2 * strength[play.card] > max(strength)
    return float(play.card in _STEALING and can_win)


# The margins were chosen so that bots with a manner are as strong as bots without one.
MANNERS: Final[dict[str, Manner[DiceState, Play]]] = {
    "careful": Manner(
        title="careful", line="lays cheap cards and keeps dear ones", lean=_is_cheap, margin=0.6
    ),
    "robber": Manner(
        title="a robber",
        line="saves snakes and scorpions until you have much to lose",
        lean=_steals,
        margin=1.5,
    ),
    # Every game names this manner "trader"; without trades, its bots are gamblers. See MANNERS in
    # ``bots/manners.py``.
    "trader": Manner(
        title="a gambler", line="stakes dear cards early, to win more", lean=_is_dear, margin=0.6
    ),
}
