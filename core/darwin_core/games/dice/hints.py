"""Hints: the value of each card of a hand and its reason in words; the answer to "Why not …?"; and
the manners of bots."""

from collections.abc import Sequence
from functools import cache
from heapq import nlargest
from typing import Final

from darwin_core.contract.game import Advice, Manner
from darwin_core.games.dice.acts import PLAYS, Play
from darwin_core.games.dice.bots import (
    CardValue,
    beaten,
    can_be_second_to_snake,
    judge,
)
from darwin_core.games.dice.material import (
    DECK,
    POINTS,
    ROLLS,
    SCORPION,
    SNAKES,
    STRENGTH,
    TRUMP,
    DiceState,
    face,
    points_of,
)
from darwin_core.games.dice.odds import likely_wins
from darwin_core.games.dice.texts import card_name, often_words, tenths
from darwin_core.kit.judging import advised
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted

# The figures of this module were chosen by hand; no command derives them.
CHEAP_POINTS_MAX: Final = 2
"""Maximum points of a cheap card."""
_RISK_MIN: Final = 1.0
"""Points likely to be lost by an effect, above which a hint names the effect."""
_GAIN_MIN: Final = 0.5
"""Points likely to be gained by an effect, above which a hint names the effect."""
_TEMPTING: Final = 2
"""Number of cards that tempt: the suggested one may be the first of them."""
_LIKELY: Final = 0.5
"""Probability of winning from which a hint does not speak of second place."""
_GOOD_SHARE: Final = 0.6
"""Fraction of all cards that a card must beat in a mode to be worth keeping for it."""
_FIGHT: Final = "fight"
_FLIGHT: Final = "flight"


def advise(view: DiceState, seat: int, seat_names: SeatNames) -> list[Advice[Play]]:
    """Return each card that the seat may play with its worth in points, best first; equal values in
    order of cards. The cards that win most often tempt."""
    candidates = {PLAYS[candidate.card]: candidate for candidate in judge(view, seat)}
    values = [candidate.value for candidate in candidates.values()]

    def reason(play: Play, value: float) -> str:
        now = _best_now(view, seat, [*candidates.values()])
        return _reason(view, seat, candidates[play], now)

    def tempts(play: Play) -> bool:
        wins = likely_wins(view, seat)
        return play.card in nlargest(_TEMPTING, wins, key=wins.__getitem__)

    return advised([*candidates], values, reason, tempts)


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

    A card that is worth more than the best one of this turn only because that one is saved says so.

    Args:
        now: the card that is the best one for this turn alone, and worth saving.
    """
    reason = _reason_now(view, seat, card_value)
    wins = likely_wins(view, seat)
    if now and card_value.value > now.value and wins[card_value.card] < wins[now.card]:
        saved = card_name(now.card)
        return tr("{reason}; it keeps {card:the} for later", reason=reason, card=saved)
    return reason


def _reason_now(view: DiceState, seat: int, card_value: CardValue) -> str:
    return tr(
        _message(view, seat, card_value),
        card=card_name(card_value.card),
        wins=often_words(likely_wins(view, seat)[card_value.card]),
        middle=counted(points_of(view.middle), "point"),
        points=counted(POINTS[card_value.card], "point"),
        risk=counted(points_of(view.taken[seat]), "point"),
    )


def _message(view: DiceState, seat: int, card_value: CardValue) -> str:
    """Return the message that gives the reason for a card, with placeholders for figures: the first
    of effects, the middle and points that applies. A card that may lose has its price in points."""
    card, effects = card_value.card, card_value.effects
    wins = likely_wins(view, seat)[card]
    if card == TRUMP[view.rolls[view.turn]]:
        if effects < -_RISK_MIN:
            return mark(
                "{card:the} is trump and {wins}, but a scorpion would cost you the {risk} taken"
            )
        if wins >= 1:
            return mark("{card:the} is trump and {wins}")
        return mark("{card:the} is trump and {wins}; a loss gives away {points}")
    if card == SCORPION and effects > _GAIN_MIN:
        return mark(
            "{card:the} beats a trump, whose player loses the cards taken; a loss gives away "
            "{points}"
        )
    if card in SNAKES and effects > _GAIN_MIN:
        if wins >= 1:
            return mark("{card:the} {wins}; the second player loses the cards taken")
        return mark(
            "{card:the} {wins}; a win costs the second player the cards taken, a loss gives away "
            "{points}"
        )
    if effects < -_RISK_MIN and wins < _LIKELY and can_be_second_to_snake(view, seat, card):
        return mark("{card:the} may come second to a snake, which costs you the {risk} taken")
    if view.middle and wins > 1 / len(view.hands):
        # The card wins more often than an equal share of the turns, which speaks for it.
        return mark(
            "{card:the} {wins}, with {middle} in the middle"
            if wins >= 1
            else "{card:the} {wins}, with {middle} in the middle; a loss gives away {points}"
        )
    if wins >= 1:
        return mark("{card:the} {wins}")
    if wins < 1 / len(view.hands) and POINTS[card] <= CHEAP_POINTS_MAX:
        return mark("{card:the} {wins}, but a loss gives away only {points}")
    return mark("{card:the} {wins}; a loss gives away {points}")


# --- the answer to "Why not …?"


def contrast(view: DiceState, seat: int, best: Play, other: Play, seat_names: SeatNames) -> str:
    """Return the reason against another card beside the advised one, with its price in points: the
    first of effects, the chance to win now, points and later turns that applies; empty if none
    does.

    A card that wins no less often now is worth keeping for a mode in which the hand needs it.
    """
    values = {candidate.card: candidate for candidate in judge(view, seat)}
    one, two = values[best.card], values[other.card]
    if danger := _danger(view, seat, one, two):
        return danger
    likely = likely_wins(view, seat)
    wins, other_wins = likely[one.card], likely[two.card]
    turns_left = sum(view.hands[seat].values()) - 1
    roll = view.rolls[view.turn]
    mode = face(roll).mode
    hand = [*view.hands[seat]]
    best_in = [
        later
        for later in _modes(mode)
        if turns_left
        and _share_beaten(later, two.card) >= _GOOD_SHARE
        and all(_is_stronger(later, two.card, card) for card in hand)
    ]
    when = _when(best_in[0], mode) if best_in else ""
    points = counted(POINTS[two.card], "point")
    losing = tr(
        "it {wins}; a loss gives away {points}, not {number}"
        if POINTS[two.card] > POINTS[one.card]
        else "it {wins}; a loss gives away {points}",
        wins=often_words(other_wins),
        points=points,
        number=POINTS[one.card],
    )
    if tenths(other_wins) < tenths(wins):
        return losing
    if one.card == TRUMP[roll] and mode in best_in:
        return tr(
            "it can win {points} in a later fight; {trump:the} is trump in this turn only"
            if mode == _FIGHT
            else "it can win {points} in a later flight; {trump:the} is trump in this turn only",
            points=points,
            trump=card_name(one.card),
        )
    if turns_left and tenths(other_wins) > tenths(wins):
        if mode in best_in:
            # Every card is played once: the question is only when.
            return tr(
                "it can win {points} in a later fight; later wins are lost less often"
                if mode == _FIGHT
                else "it can win {points} in a later flight; later wins are lost less often",
                points=points,
            )
        return tr_n(
            "it {wins}; then its {points} can be lost for {number} turn",
            "it {wins}; then its {points} can be lost for {number} turns",
            turns_left,
            wins=often_words(other_wins),
            points=points,
        )
    if one.card in _STEALING and two.card not in _STEALING and one.effects > _GAIN_MIN:
        most = max(points_of(taken) for rival, taken in enumerate(view.taken) if rival != seat)
        return tr(
            "it costs no rival anything; {card:the} may cost one {points}",
            card=card_name(one.card),
            points=counted(most, "point"),
        )
    if POINTS[two.card] > POINTS[one.card] and other_wins < _LIKELY:
        # A winner keeps the points of the card, so they speak against it only where it rarely wins.
        return losing
    reason = _later(view, seat, one, two, when)
    if reason and other_wins >= 1:
        return tr("{reason}; it can win its {points} then", reason=reason, points=points)
    if not reason and POINTS[two.card] > POINTS[one.card]:
        return losing
    if not reason and two.wins < one.wins:
        reason = tr("it wins a little less often")
    return reason and tr("{reason}; a loss gives away {points}", reason=reason, points=points)


def _danger(view: DiceState, seat: int, one: CardValue, two: CardValue) -> str:
    """Return words on the danger to the cards taken that the second card adds; empty for none."""
    at_risk = counted(points_of(view.taken[seat]), "point")
    trump = TRUMP[view.rolls[view.turn]]
    adds_danger = two.effects < -_RISK_MIN and two.effects < one.effects
    if adds_danger and two.card == trump:
        return tr("a scorpion could then cost you the {points} taken", points=at_risk)
    is_safe = one.card == trump or not can_be_second_to_snake(view, seat, one.card)
    if adds_danger and is_safe and can_be_second_to_snake(view, seat, two.card):
        return tr("it may come second to a snake, at the cost of {points} taken", points=at_risk)
    return ""


def _later(view: DiceState, seat: int, one: CardValue, two: CardValue, when: str) -> str:
    """Return words on the use of the second card in later turns of the round; empty for none.

    Args:
        when: the later turns in which it is the hand's best card, in words; empty for none.
    """
    if when:
        return tr("it is best later, {when}", when=when)
    if sum(view.hands[seat].values()) == 1:
        return ""
    if two.card == SCORPION:
        return tr("it could beat a trump later")
    present = face(view.rolls[view.turn]).mode
    for mode in _modes(present):
        if _is_stronger(mode, two.card, one.card):
            return tr("it is stronger later, {when}", when=_when(mode, present))
    return ""


def _modes(present: str) -> tuple[str, str]:
    """Return the modes of later turns: first the one for which a card is rather kept, which is
    not the mode of the present turn."""
    return (_FLIGHT, _FIGHT) if present == _FIGHT else (_FIGHT, _FLIGHT)


@cache
def _is_stronger(mode: str, card: int, other: int) -> bool:
    """Return whether a card is no weaker than another in a mode without a trump."""
    rolls = [roll for roll in range(ROLLS) if face(roll).mode == mode]
    # The order without the trump is the same under all rolls of a mode.
    strength = next(STRENGTH[roll] for roll in rolls if TRUMP[roll] not in (card, other))
    return strength[card] >= strength[other]


@cache
def _share_beaten(mode: str, card: int) -> float:
    """Return the fraction of all other cards that a card beats in a mode without a trump."""
    others = [other for other in DECK if other != card]
    return sum(_is_stronger(mode, card, other) for other in others) / len(others)


def _when(mode: str, present: str) -> str:
    """Return words on later turns of a mode, given the mode of the present turn."""
    if mode == present:
        return tr("when the highest wins again" if mode == _FIGHT else "when the lowest wins again")
    return tr("when the highest wins" if mode == _FIGHT else "when the lowest wins")


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
