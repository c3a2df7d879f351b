"""A position of Darwin's Dice as text for screen readers."""

from darwin_core.game import NOTHING, SPECTATOR, Section
from darwin_core.games.dice.components import CARDS
from darwin_core.games.dice.rules import clock
from darwin_core.games.dice.state import DiceState, Hand, hand_of
from darwin_core.games.dice.view import unseen
from darwin_core.games.dice.words import card_name, prompt, tie_order, worth
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted


def _listed(hand: Hand) -> str:
    cards = [
        card_name(card) + (" twice" if copies == 2 else f" {copies} times" if copies > 2 else "")
        for card, copies in hand.items()
    ]
    return ", ".join(cards) or "nothing"


def _unseen(view: DiceState) -> tuple[str, ...]:
    """Return the card counter in words, a line for each animal with cards left."""
    left = hand_of(unseen(view))
    lines = []
    for name in dict.fromkeys(card.name for card in CARDS):
        cards = {card: copies for card, copies in left.items() if CARDS[card].name == name}
        if cards:
            lines.append(f"Not seen yet: {_listed(cards)}.")
    return tuple(lines) or ("Every card has been seen.",)


def describe(view: DiceState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Return the position in words: the turn, each seat, the cards not seen, and the viewer's
    hand."""
    now = clock(view)
    lines = [f"Round {now.round} of {now.rounds}, turn {now.turn} of {now.turns}."]
    if view.turn < len(view.rolls):
        lines.append(prompt(view, SPECTATOR, lexicon))
        lines.append(f"On equal numbers {', then '.join(tie_order(view.rolls[view.turn]))}.")
        lines.append(f"{lexicon.names[view.darwin]} is the Darwin.")
    if view.middle:
        middle = ", ".join(map(card_name, view.middle))
        lines.append(f"In the middle: {middle}, {worth(view.middle)}.")
    seats = []
    for seat, name in enumerate(lexicon.names):
        cards = view.taken[seat]
        text = f"{name}: account {view.points[seat]}, at risk {worth(cards)}"
        text += f" ({', '.join(map(card_name, cards))})" if cards else ""
        if view.turn < len(view.rolls):
            text += f", {counted(sum(view.hands[seat].values()), 'card')} in hand"
            text += ", has chosen" if view.chosen[seat] != NOTHING else ", is choosing"
        seats.append(f"{text}.")
    sections = [Section("table", tuple(lines)), Section("seats", tuple(seats))]
    if view.options.counter:
        sections.append(Section("unseen", _unseen(view)))
    if viewer < len(view.hands):
        hand = [f"You hold {_listed(view.hands[viewer])}."]
        if view.chosen[viewer] != NOTHING:
            hand.append(f"You have chosen: {card_name(view.chosen[viewer])}.")
        sections.append(Section("hand", tuple(hand)))
    return sections
