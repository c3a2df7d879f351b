"""Darwin's Dice in words: names, the prompt, and actions as they are offered.

The modules beside it are ``elements`` (the board), ``narration`` (events) and ``description`` (a
position for screen readers).
"""

from collections.abc import Sequence

from darwin_core.contract.game import HIDDEN
from darwin_core.games.dice.actions import Play
from darwin_core.games.dice.components import CARDS, POINTS, TABLES, TRUMP, face, number
from darwin_core.games.dice.rules import to_move
from darwin_core.games.dice.state import DiceState
from darwin_core.text.language import noun, tr
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import Lexicon, waiting_for
from darwin_core.text.wording import counted, decimal


def number_words(card: int) -> str:
    """Return the number of a card, with the decimal sign of the language."""
    return decimal(CARDS[card].halves / 2, "g")


def card_name(card: int) -> Noun:
    """Return the name of a card: ``fox 3``, or ``a card`` for a hidden one."""
    if card == HIDDEN:
        return Noun(tr("a card"))
    return noun(CARDS[card].name).followed_by(number_words(card))


def worth(cards: Sequence[int]) -> Noun:
    """Return the points of some cards in words."""
    return counted(sum(POINTS[card] for card in cards), "point")


def phrase(view: DiceState, action: Play, lexicon: Lexicon) -> str:
    """Return a card as a numbered choice."""
    return f"{card_name(action.card)}, {worth([action.card])}"


def mode_words(roll: int) -> str:
    """Return the rule for winning in this mode."""
    is_fight = face(roll).mode == "fight"
    return tr("the highest number wins" if is_fight else "the lowest number wins")


def tie_order(roll: int) -> tuple[str, ...]:
    """Return the animals in the order that wins on equal numbers, strongest first."""
    fight = face(roll).mode == "fight"
    rows = sorted(TABLES.animals, key=lambda row: -(row.fight if fight else row.flight))
    return tuple(row.name for row in rows)


def stronger_animals(card: int, roll: int) -> tuple[str, ...]:
    """Return the animals that win against an animal on equal numbers, strongest first; a trump of
    the same number is one of them."""
    order = tie_order(roll)
    before = order[: order.index(CARDS[card].name)]
    trump = CARDS[TRUMP[roll]]
    if trump.number != CARDS[card].number or trump.name == CARDS[card].name:
        return before
    return (trump.name, *(name for name in before if name != trump.name))


def trump_words(roll: int) -> str:
    """Return the trump in words: ``green 3, the fox 3``."""
    return tr(
        "{colour} {number}, {card:the}",
        colour=tr(face(roll).colour),
        number=number(roll),
        card=card_name(TRUMP[roll]),
    )


def phase(view: DiceState, viewer: int) -> str:
    """Return the phase of a choice: cards wait in the middle, own ones are at risk, or neither."""
    return "middle" if view.middle else "risk" if view.taken[viewer] else "choose"


def prompt(view: DiceState, viewer: int, lexicon: Lexicon) -> str:
    """Return the roll with the question to a viewer, or the names of the seats that must choose."""
    if view.turn == len(view.rolls):
        return tr("The match is over.")
    movers = to_move(view)
    if viewer in movers:
        roll = view.rolls[view.turn]
        return tr(
            "Fight: highest wins; one trump, {trump}. Choose a card."
            if face(roll).mode == "fight"
            else "Flight: lowest wins; one trump, {trump}. Choose a card.",
            trump=card_name(TRUMP[roll]),
        )
    return waiting_for(lexicon, movers)
