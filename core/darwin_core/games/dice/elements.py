"""A sentence on a card in the hand: its points and its present use."""

from darwin_core.game import Element
from darwin_core.games.dice.components import CARDS, SCORPION, SNAKES, TRUMP
from darwin_core.games.dice.state import DiceState
from darwin_core.games.dice.words import card_name, tie_order, worth
from darwin_core.lexicon import Lexicon
from darwin_core.wording import listed


def element(view: DiceState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Return the meaning of a card and its use under the present roll."""
    _, card = place
    if view.turn == len(view.rolls):
        return f"{card_name(card).capitalize()}, {worth([card])}."
    roll = view.rolls[view.turn]
    text = f"{card_name(card).capitalize()}, {worth([card])}"
    if card == TRUMP[roll]:
        return f"{text}. It is the trump: only a scorpion beats it."
    if card == SCORPION:
        return f"{text}. Beats a trump; its player loses the cards taken."
    if card in SNAKES:
        return f"{text}. Loses ties. If it wins, the second loses the cards taken."
    if CARDS[card].name == "owl":
        mode = "fight" if CARDS[card].halves else "flight"
        return f"{text}. Best in a {mode}, except for trump and scorpion."
    order = tie_order(roll)
    before = order.index(CARDS[card].name)
    if before == 0:
        return f"{text}. On equal numbers it beats every other animal."
    return f"{text}. On equal numbers it loses to {listed(order[:before])}."
