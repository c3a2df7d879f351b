"""Prompts, sentences and descriptions of Finches."""

from darwin_core.contract.game import HIDDEN, NOTHING, Element, Section
from darwin_core.text.seat_names import SeatNames, waiting_for
from darwin_core.text.wording import counted, listed
from darwin_finches.actions import Lay
from darwin_finches.events import Dealt, FinchesEvent, Laid, Taken
from darwin_finches.rules import clock, to_move
from darwin_finches.state import FinchesState, suit


def card_name(card: int) -> str:
    """Return the name of a card."""
    return "a card" if card == HIDDEN else f"{suit(card)} finch {card + 1}"


def element(view: FinchesState, viewer: int, place: Element, seat_names: SeatNames) -> str:
    """Return a sentence on a card."""
    return f"The {card_name(place[1])}: the largest of the round takes it."


def prompt(view: FinchesState, viewer: int, seat_names: SeatNames) -> str:
    """Return the question to a viewer."""
    if not to_move(view):
        return "The match is over."
    if viewer in to_move(view):
        return "Choose a card."
    return waiting_for(seat_names, to_move(view))


def phrase(view: FinchesState, action: Lay, seat_names: SeatNames) -> str:
    """Return a card as a choice."""
    return f"lay the {card_name(action.card)}"


def sentence(event: FinchesEvent, seat_names: SeatNames) -> str:
    """Return an event as a sentence."""
    match event:
        case Dealt(hands):
            return f"Each player is dealt {counted(len(hands[0]), 'card')}."
        case Laid(seat, card):
            return f"{seat_names.names[seat]} lays the {card_name(card)}."
        case Taken(seat, card):
            return f"{seat_names.names[seat]} takes the round by the {card_name(card)}."
        case _:
            who = listed([seat_names.names[seat] for seat in event.winners])
            return f"{who} {'wins' if len(event.winners) == 1 else 'win'}."


def describe(view: FinchesState, viewer: int, seat_names: SeatNames) -> list[Section]:
    """Return the position in words."""
    now = clock(view)
    seats = [
        f"{name}: {counted(view.points[seat], 'point')}"
        + (f", has laid the {card_name(view.laid[seat])}." if view.laid[seat] != NOTHING else ".")
        for seat, name in enumerate(seat_names.names)
    ]
    table = Section("table", (f"Round {now.round} of {now.rounds}.", *seats))
    if viewer >= len(view.hands):
        return [table]
    hand = listed([card_name(card) for card in view.hands[viewer]]) or "nothing"
    return [table, Section("hand", (f"You hold {hand}.",))]
