"""Sentences and short words on the tables of a server."""

from typing import Final, Literal

from darwin_core.wording import counted, listed
from darwin_tui.server.cards import SeatCard, TableCard
from darwin_tui.widgets.canvas import SEAT_MARKS
from darwin_tui.widgets.form import format_age

FREE_MARK: Final = "+"
"""The mark of a free seat, in place of the seat's own, also in ASCII."""
KEPT_MARK: Final = "–"
"""The mark of a seat that is kept for somebody."""

OnEnter = Literal["play", "wait", "sit", "watch", "replay", "nothing"]
"""The one thing that Enter does with a table."""
Section = Literal["Your matches", "Open tables", "To watch", "Finished"]

LABELS: dict[OnEnter, str] = {
    "play": "play",
    "wait": "your seat",
    "sit": "sit down",
    "watch": "watch",
    "replay": "replay",
    "nothing": "open",
}
"""Labels of Enter in the key bar."""


def on_enter(card: TableCard) -> OnEnter:
    """Return what Enter does with a table."""
    if card.is_mine and card.phase == "playing":
        return "play"
    if card.is_mine and card.phase == "gathering":
        return "sit" if card.can_sit else "wait"
    if card.can_sit:
        return "sit"
    if card.can_watch:
        return "watch"
    return "replay" if card.can_replay else "nothing"


def section(card: TableCard) -> Section:
    """Return the part of the list that a table belongs to."""
    if card.phase == "over":
        return "Finished"
    if card.is_mine:
        return "Your matches"
    return "Open tables" if card.phase == "gathering" else "To watch"


def free_seats(card: TableCard) -> int:
    """Return the number of seats that anybody may take."""
    return sum(seat.kind == "open" for seat in card.seats)


def status(card: TableCard, now: float) -> str:
    """Return the state of a table in a few words."""
    if card.phase == "over":
        return "over"
    if card.phase == "gathering":
        free = free_seats(card)
        return f"{counted(free, 'seat')} free" if free else "seats kept"
    if card.is_my_turn:
        age = format_age(now - card.waiting_since)
        return f"your turn, {age}" if age else "your turn"
    return card.progress


def rules(card: TableCard) -> str:
    """Return rules and clock of a table in a few words."""
    return ", ".join(filter(None, (card.rules, card.clock or "no clock")))


def headline(card: TableCard, now: float) -> str:
    """Return what is the matter with a table, and what Enter does there."""
    others = [seat.name for seat in card.seats if seat.name and not seat.is_me]
    names = f" with {listed(others)}" if others else ""
    match on_enter(card):
        case "play" if card.is_my_turn:
            age = format_age(now - card.waiting_since)
            return f"{card.title}: your turn{f' for {age}' if age else ''}. Enter plays."
        case "play":
            movers = [seat.name for seat in card.seats if seat.is_to_move]
            return f"{card.title}: waiting for {listed(movers) or 'the bots'}. Enter plays."
        case "wait":
            return f"{card.title}{names}: {status(card, now)}. Enter goes to your seat."
        case "sit":
            return f"{card.title}{names}: {status(card, now)}. Enter sits down."
        case "watch":
            return f"{card.title}{names}. Enter watches."
        case "replay":
            return f"{card.title}{names} is over. Enter replays it."
        case "nothing":
            return f"{card.title}{names}. Only those at the table can see it."


def details(card: TableCard) -> str:
    """Return what a list leaves out, in one line."""
    words = [f"code {card.code}", rules(card)]
    words += ["by code only"] if card.is_private else []
    words += [f"host {card.host}"] if card.host else []
    words += [f"{card.watchers} watching"] if card.watchers else []
    return "; ".join(filter(None, [*words, card.ended]))


def is_away(seat: SeatCard, phase: str) -> bool:
    """Return whether a person is not at a match that is played."""
    is_person = seat.kind == "person" and not seat.is_me
    return phase == "playing" and is_person and not seat.is_present


def mark(card: TableCard, seat: int) -> str:
    """Return the mark of a seat: its own once somebody sits there."""
    marks = {"open": FREE_MARK, "reserved": KEPT_MARK}
    return marks.get(card.seats[seat].kind, SEAT_MARKS[seat])


def seat_state(seat: SeatCard, phase: str) -> str:
    """Return the state of a seat in a word or two."""
    if seat.kind == "open":
        return ""
    if seat.kind == "bot":
        return "bot"
    if seat.kind == "reserved":
        return "kept"
    if phase == "over":
        return "you" if seat.is_me else ""
    words = ["you"] if seat.is_me else []
    words += ["to move"] if seat.is_to_move else []
    words += ["a bot plays"] if seat.has_bot else []
    words += ["away"] if is_away(seat, phase) else []
    return ", ".join(words)
