"""A sentence on a card in the hand: its points and its present use."""

from darwin_core.contract.game import Element
from darwin_core.games.dice.components import CARDS, SCORPION, SNAKES, TRUMP
from darwin_core.games.dice.state import DiceState
from darwin_core.games.dice.words import card_name, stronger_animals, worth
from darwin_core.text.language import noun, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import listed


def element(view: DiceState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Return the meaning of a card and its use under the present roll."""
    _, card = place
    text = f"{card_name(card).capitalize()}, {worth([card])}."
    if view.turn == len(view.rolls):
        return text
    return f"{text} {_use(card, view.rolls[view.turn])}"


def _use(card: int, roll: int) -> str:
    """Return a sentence on the use of a card under a roll."""
    if card == TRUMP[roll]:
        return tr("It is the trump: only a scorpion beats it.")
    if card == SCORPION:
        return tr("Beats a trump, whose player loses the cards taken.")
    if card in SNAKES:
        return tr("Loses ties. If it wins, the second loses the cards taken.")
    if CARDS[card].name == "owl":
        return tr(
            "Best in a fight: only the trump beats it."
            if CARDS[card].halves
            else "Best in a flight: only the trump beats it."
        )
    before = stronger_animals(card, roll)
    if not before:
        return tr("On equal numbers it beats every other animal.")
    animals = listed([noun(name) for name in before])
    return tr("On equal numbers it loses to {animals}.", animals=animals)
