"""Darwin's Dice in words: prompts, the told story, and a position for listeners."""

from collections.abc import Sequence
from typing import assert_never

from darwin_core.english import counted, listed
from darwin_core.game import HIDDEN, NOTHING, WATCHER, Element, Section
from darwin_core.games.dice.components import (
    CARDS,
    POINTS,
    SCORPION,
    SNAKES,
    TABLES,
    TRUMP,
    face,
    number,
)
from darwin_core.games.dice.rules import clock
from darwin_core.games.dice.state import (
    Carried,
    Chose,
    DiceEvent,
    DiceState,
    Ended,
    Hand,
    Lost,
    Play,
    Revealed,
    Rolled,
    RoundBegan,
    Scored,
    Won,
    hand_of,
)
from darwin_core.games.dice.view import unseen


def number_words(card: int) -> str:
    """A card's number in letters that every terminal has: ``7``, ``4.5``."""
    return CARDS[card].number.replace("½", ".5")


def card_name(card: int) -> str:
    """``fox 3``, or what is said of a card that is not seen."""
    return "a card" if card == HIDDEN else f"{CARDS[card].name} {number_words(card)}"


def worth(cards: Sequence[int]) -> str:
    """The points of some cards in words."""
    return counted(sum(POINTS[card] for card in cards), "point")


def phrase(view: DiceState, action: Play, names: Sequence[str]) -> str:
    """A card as a numbered choice."""
    return f"{card_name(action.card)}, {worth([action.card])}"


def mode_words(roll: int) -> str:
    """What wins in this mode."""
    return "the highest number wins" if face(roll).mode == "fight" else "the lowest number wins"


def tie_order(roll: int) -> tuple[str, ...]:
    """The animals by who wins on equal numbers, first first."""
    fight = face(roll).mode == "fight"
    rows = sorted(TABLES.animals, key=lambda row: -(row.fight if fight else row.flight))
    return tuple(row.name for row in rows)


def trump_words(roll: int) -> str:
    """``green 3, the fox 3``."""
    return f"{face(roll).colour} {number(roll)}, the {card_name(TRUMP[roll])}"


def prompt(view: DiceState, viewer: int) -> str:
    """What the rules want of a viewer now."""
    if view.turn == len(view.rolls):
        return "The match is over."
    roll = view.rolls[view.turn]
    mode = "Fight" if face(roll).mode == "fight" else "Flight"
    best = "highest" if mode == "Fight" else "lowest"
    text = f"{mode}: {best} wins, the {card_name(TRUMP[roll])} is trump."
    if viewer == WATCHER or viewer >= len(view.hands):
        return text
    if view.waiting >> viewer & 1:
        return f"{text} Choose a card."
    return f"Your {card_name(view.chosen[viewer])} lies face down."


def element(view: DiceState, viewer: int, place: Element, names: Sequence[str]) -> str:
    """What a card is and does under the present roll."""
    _, card = place
    if view.turn == len(view.rolls):
        return f"{card_name(card).capitalize()}, {worth([card])}."
    roll = view.rolls[view.turn]
    text = f"{card_name(card).capitalize()}, {worth([card])}"
    if card == TRUMP[roll]:
        return f"{text}. It is the trump: only a scorpion beats it."
    if card == SCORPION:
        text = f"Scorpion {number_words(card)} ({CARDS[card].letter}), {worth([card])}"
        return f"{text}. Beats a trump and robs its player; else it is {number_words(card)}."
    if card in SNAKES:
        return f"{text}. Loses draws; winning alone, it robs the second strongest."
    if CARDS[card].name == "owl":
        mode = "fight" if CARDS[card].halves else "flight"
        return f"{text}. Best in a {mode}, save for a trump and the scorpion on it."
    order = tie_order(roll)
    before = order.index(CARDS[card].name)
    if before == 0:
        return f"{text}. On equal numbers it beats every other animal."
    return f"{text}. On equal numbers it loses to {listed(order[:before])}."


def reasons(event: Revealed) -> tuple[str, ...]:
    """For each card of a reveal, strongest first, why it lies where it lies."""
    trump, ranking = TRUMP[event.roll], event.ranking
    told = []
    for place, (_, card) in enumerate(ranking):
        below = ranking[place + 1][1] if place + 1 < len(ranking) else None
        told.append(_reason(card, below, trump))
    return tuple(told)


def _reason(card: int, below: int | None, trump: int) -> str:
    if below is None:
        return ""
    if card == below:
        return "the same card"
    if card == SCORPION and below == trump:
        return "scorpion beats trump"
    if card == trump:
        return "trump beats the rest"
    mine, other = CARDS[card], CARDS[below]
    if mine.halves == other.halves:
        return f"{mine.name} beats {other.name} on a draw"
    return f"{number_words(card)} beats {number_words(below)}"


def sentence(event: DiceEvent, names: Sequence[str]) -> str:
    """An event as heard, with the seats' names."""
    match event:
        case RoundBegan(round, hands):
            return f"Round {round}: {counted(sum(hands[0].values()), 'card')} are dealt to each."
        case Rolled(darwin, roll):
            mode = face(roll).mode
            return (
                f"{names[darwin]} rolls {mode}: {mode_words(roll)}; trump is {trump_words(roll)}."
            )
        case Chose(seat, card):
            return f"{names[seat]} lays {card_name(card)} face down."
        case Revealed(_, ranking):
            shown = ", ".join(f"{names[seat]} {card_name(card)}" for seat, card in ranking)
            return f"Turned up, the strongest first: {shown}."
        case Lost(seat, cards, cause):
            how = "The scorpion robs" if cause == "scorpion" else "The snake robs"
            if not cards:
                return f"{how} {names[seat]}, who has taken nothing yet."
            return f"{how} {names[seat]} of {counted(len(cards), 'card')} with {worth(cards)}."
        case Won(seat, cards, carried):
            text = f"{names[seat]} takes {counted(len(cards) + len(carried), 'card')} with "
            text += worth(cards + carried)
            return f"{text}, {len(carried)} of them from the middle." if carried else f"{text}."
        case Carried(card, seats):
            who = listed([names[seat] for seat in seats])
            return f"{who} played the same {card_name(card)}: nobody wins, all go to the middle."
        case Scored(round, points, left):
            told = ", ".join(f"{name} {p}" for name, p in zip(names, points, strict=True))
            text = f"Round {round} ends. Points: {told}."
            gone = counted(len(left), "card")
            return f"{text} {gone} in the middle leave the game." if left else text
        case Ended(totals, winners):
            who = listed([names[seat] for seat in winners])
            wins = "wins" if len(winners) == 1 else "share the win"
            return f"{who} {wins} with {totals[winners[0]]} points."
        case _:
            assert_never(event)


def _listed(hand: Hand) -> str:
    cards = [
        card_name(card) + (" twice" if copies == 2 else f" {copies} times" if copies > 2 else "")
        for card, copies in hand.items()
    ]
    return ", ".join(cards) or "nothing"


def _unseen(view: DiceState) -> tuple[str, ...]:
    """The card counter in words, a line for each animal of which cards are left."""
    left = hand_of(unseen(view))
    lines = []
    for name in dict.fromkeys(card.name for card in CARDS):
        cards = {card: copies for card, copies in left.items() if CARDS[card].name == name}
        if cards:
            lines.append(f"Not seen yet: {_listed(cards)}.")
    return tuple(lines) or ("Every card has been seen.",)


def describe(view: DiceState, viewer: int, names: Sequence[str]) -> list[Section]:
    """The position in words: the turn, each seat, the cards not seen, and the viewer's hand."""
    now = clock(view)
    lines = [f"Round {now.round} of {now.rounds}, turn {now.turn} of {now.turns}."]
    if view.turn < len(view.rolls):
        lines.append(prompt(view, WATCHER))
        lines.append(f"On equal numbers {', then '.join(tie_order(view.rolls[view.turn]))}.")
        lines.append(f"{names[view.darwin]} is the Darwin.")
    if view.middle:
        middle = ", ".join(map(card_name, view.middle))
        lines.append(f"In the middle {worth(view.middle)}: {middle}.")
    seats = []
    for seat, name in enumerate(names):
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
            hand.append(f"Face down before you: {card_name(view.chosen[viewer])}.")
        sections.append(Section("hand", tuple(hand)))
    return sections
