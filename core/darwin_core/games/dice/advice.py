"""Each card of a hand with its worth and the reason for it, for the greedy bot and the hints."""

from darwin_core.contract.game import Advice
from darwin_core.games.dice.actions import PLAYS, Play
from darwin_core.games.dice.components import KINDS, POINTS, SCORPION, SNAKES, TRUMP
from darwin_core.games.dice.judgement import (
    Judged,
    beaten,
    can_be_second_to_snake,
    judge,
    points_of,
)
from darwin_core.games.dice.state import DiceState
from darwin_core.games.dice.words import card_name
from darwin_core.kit.judging import advised
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted


def advise(view: DiceState, seat: int, lexicon: Lexicon) -> list[Advice[Play]]:
    """Return each card the seat may play with its worth in points, best first; ties by card."""
    judged = {PLAYS[each.card]: each for each in judge(view, seat)}
    values = [each.value for each in judged.values()]
    return advised([*judged], values, lambda play, _: _reason(view, seat, judged[play]))


def _reason(view: DiceState, seat: int, judged: Judged) -> str:
    card = judged.card
    return tr(
        _message(view, seat, judged),
        card=card_name(card),
        cards=_beaten_words(*beaten(view, seat, card)),
        middle=counted(points_of(view.middle), "point"),
        points=counted(POINTS[card], "point"),
    )


def _beaten_words(number: int, unseen: int) -> str:
    """Return a number of the unseen cards as the object of ``beats``."""
    if not number:
        return tr("no unseen card")
    if unseen == 1:
        return tr("the only unseen card")
    return tr("{number} of {total} unseen cards", number=number, total=unseen)


def _message(view: DiceState, seat: int, judged: Judged) -> str:
    """Return the message on a card, with names of values in it."""
    _, card, wins, effects = judged
    if card == TRUMP[view.rolls[view.turn]]:
        if effects < -1:
            return mark(
                "{card:the} is trump and beats {cards}, "
                "but a scorpion would cost you the cards taken"
            )
        return mark("{card:the} is trump and beats {cards}")
    if card == SCORPION and effects > 0.5:
        return mark("{card:the} beats a trump, whose player loses the cards taken")
    if card in SNAKES and effects > 0.5:
        return mark("{card:the} beats {cards}; if it wins, the second player loses the cards taken")
    if effects < -1 and wins < 0.5 and can_be_second_to_snake(view, seat, card):
        return mark("{card:the} may come second to a snake, which costs you the cards taken")
    if wins > 1 / len(view.hands):
        # More often than an equal share of the turns: a reason for the card.
        if view.middle:
            return mark("{card:the} beats {cards}, with {middle} in the middle")
        return mark("{card:the} beats {cards}")
    if POINTS[card] <= 2:
        return mark("{card:the} beats {cards}, and is worth only {points}")
    return mark("{card:the} beats {cards}, and is worth {points}")


assert len(PLAYS) == KINDS
