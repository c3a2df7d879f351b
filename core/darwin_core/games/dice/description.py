"""A position of Darwin's Dice as text for screen readers."""

from darwin_core.contract.game import NOTHING, SPECTATOR, Section
from darwin_core.games.dice.components import CARDS
from darwin_core.games.dice.rules import clock
from darwin_core.games.dice.state import DiceState, Hand, hand_of
from darwin_core.games.dice.view import unseen
from darwin_core.games.dice.words import card_name, prompt, tie_order, worth
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted


def _listed(hand: Hand) -> str:
    return ", ".join(map(_copies, hand, hand.values())) or tr("nothing")


def _copies(card: int, copies: int) -> str:
    name = card_name(card)
    if copies == 1:
        return name
    return tr("{card} twice" if copies == 2 else "{card} {number} times", card=name, number=copies)


def _unseen(view: DiceState) -> tuple[str, ...]:
    """Return the card counter in words, a line for each animal with cards left."""
    left = hand_of(unseen(view))
    lines = []
    for name in dict.fromkeys(card.name for card in CARDS):
        cards = {card: copies for card, copies in left.items() if CARDS[card].name == name}
        if cards:
            lines.append(tr("Not seen yet: {cards}.", cards=_listed(cards)))
    return tuple(lines) or (tr("Every card has been seen."),)


def describe(view: DiceState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Return the position in words: the turn, each seat, the cards not seen, and the viewer's
    hand."""
    now = clock(view)
    lines = [
        tr(
            "Round {round} of {rounds}, turn {turn} of {turns}.",
            round=now.round,
            rounds=now.rounds,
            turn=now.turn,
            turns=now.turns,
        )
    ]
    if view.turn < len(view.rolls):
        first, second, third, last = map(noun, tie_order(view.rolls[view.turn]))
        lines.append(prompt(view, SPECTATOR, lexicon))
        lines.append(
            tr(
                "On equal numbers {first}, then {second}, then {third}, then {last}.",
                first=first,
                second=second,
                third=third,
                last=last,
            )
        )
        lines.append(tr("{seat} is the Darwin.", seat=lexicon.names[view.darwin]))
    if view.middle:
        middle = ", ".join(map(card_name, view.middle))
        lines.append(
            tr("In the middle: {cards}, {points}.", cards=middle, points=worth(view.middle))
        )
    seats = tuple(_seat(view, seat, name) for seat, name in enumerate(lexicon.names))
    sections = [Section(mark("table"), tuple(lines)), Section(mark("seats"), seats)]
    if view.options.counter:
        sections.append(Section(mark("unseen"), _unseen(view)))
    if viewer < len(view.hands):
        hand = [tr("You hold {cards}.", cards=_listed(view.hands[viewer]))]
        if view.chosen[viewer] != NOTHING:
            hand.append(tr("You have chosen: {card}.", card=card_name(view.chosen[viewer])))
        sections.append(Section(mark("hand"), tuple(hand)))
    return sections


def _seat(view: DiceState, seat: int, name: str) -> str:
    """Return the points of a seat and its cards taken, and whether it has chosen."""
    cards = view.taken[seat]
    parts = [
        tr("{seat}: account {points}", seat=name, points=view.points[seat]),
        tr("at risk {points}", points=worth(cards))
        + (f" ({', '.join(map(card_name, cards))})" if cards else ""),
    ]
    if view.turn < len(view.rolls):
        parts.append(tr("{cards} in hand", cards=counted(sum(view.hands[seat].values()), "card")))
        parts.append(tr("has chosen" if view.chosen[seat] != NOTHING else "is choosing"))
    return f"{', '.join(parts)}."
