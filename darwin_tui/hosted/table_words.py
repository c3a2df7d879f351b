"""Sentences and labels about the tables of a server."""

import time
from collections.abc import Iterable
from typing import Final, Literal

from rich.cells import cell_len

from darwin_core.text.language import tr
from darwin_core.text.wording import counted, listed
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.library.dates import format_age, short_moment
from darwin_tui.seating import bot_title
from darwin_tui.server.lobby.lobby_cards import SeatCard, TableCard

FREE_MARK: Final = "+"
"""Mark of a free seat in place of the seat's own mark, also in ASCII."""
KEPT_MARK: Final = "–"
"""Mark of a reserved seat."""

OnEnter = Literal["play", "wait", "sit", "watch", "replay", "nothing"]
"""The effect of Enter on a table."""
Section = Literal["Your matches", "Open tables", "To watch", "Finished"]
"""Titles of the sections of the list of tables."""
LABELS: dict[OnEnter, str] = {
    "play": "play",
    "wait": "your seat",
    "sit": "sit down",
    "watch": "watch",
    "replay": "replay",
    "nothing": "open",
}
"""Key bar labels of Enter."""


def on_enter(card: TableCard) -> OnEnter:
    """Return the effect of Enter on a table for the reader."""
    if card.is_mine and card.phase == "playing":
        return "play"
    if card.is_mine and card.phase == "gathering":
        return "sit" if card.can_sit else "wait"
    if card.can_sit:
        return "sit"
    if card.can_watch:
        return "watch"
    return "replay" if card.can_replay else "nothing"


def waiting(cards: Iterable[TableCard]) -> list[TableCard]:
    """Return the tables at which the reader sits before the match. A reserved seat is not taken."""
    return [card for card in cards if on_enter(card) == "wait"]


def section(card: TableCard) -> Section:
    """Return the section of the list to which a table belongs."""
    if card.phase == "over":
        return "Finished"
    if card.is_mine:
        return "Your matches"
    return "Open tables" if card.phase == "gathering" else "To watch"


def free_seats(card: TableCard) -> int:
    """Return the number of seats open to anybody."""
    return sum(seat.kind == "open" for seat in card.seats)


def status(card: TableCard, now: float) -> str:
    """Return the state of a table in a few words."""
    if card.phase == "over":
        return result(card) or tr("over")
    if card.phase == "gathering":
        free = free_seats(card)
        return tr("{seats} free", seats=counted(free, "seat")) if free else tr("seats kept")
    if card.is_my_turn and card.due:
        time_left = format_age(card.due - now) or tr("a moment")
        return tr("your turn, {time} left", time=time_left)
    if card.is_my_turn:
        age = format_age(now - card.waiting_since)
        return tr("your turn, {time}", time=age) if age else tr("your turn")
    return card.progress


def result(card: TableCard) -> str:
    """Return the result of a match in a few words; empty if nobody has won."""
    if len(card.winners) > 1:
        return tr("a tie")
    if [seat.name for seat in card.seats if seat.is_me] == [*card.winners]:
        return tr("you won") if card.winners else ""
    return tr("{name} won", name=card.winners[0]) if card.winners else ""


def terms(card: TableCard) -> str:
    """Return the terms of a table in a word; empty for a casual table without help."""
    if card.is_rated:
        return tr("rated")
    return tr("hints") if card.terms else ""


def rules(card: TableCard) -> str:
    """Return terms, rules and clock of a table in a few words."""
    return ", ".join(filter(None, (terms(card), tr(card.rules), card.clock or tr("no clock"))))


def headline(card: TableCard, now: float, room: int) -> str:
    """Return a sentence about a table's state and the effect of Enter. It names the players if it
    then fits into some columns."""
    sentence = _headline(card, now, has_names=True)
    return sentence if cell_len(sentence) <= room else _headline(card, now, has_names=False)


def _headline(card: TableCard, now: float, *, has_names: bool) -> str:
    others = [seat.name for seat in card.seats if seat.name and not seat.is_me]
    game = card.title
    if others and has_names:
        game = tr("{game} with {players}", game=game, players=listed(others))
    match on_enter(card):
        case "play" if card.is_my_turn and card.due:
            time_left = format_age(card.due - now) or tr("a moment")
            return tr(
                "{game}: your turn, {time} left. Enter plays.", game=card.title, time=time_left
            )
        case "play" if card.is_my_turn:
            if age := format_age(now - card.waiting_since):
                return tr("{game}: your turn for {time}. Enter plays.", game=card.title, time=age)
            return tr("{game}: your turn. Enter plays.", game=card.title)
        case "play":
            movers = [seat.name for seat in card.seats if seat.is_to_move]
            if not movers:
                return tr("{game}: waiting for the bots. Enter plays.", game=card.title)
            return tr(
                "{game}: waiting for {players}. Enter plays.",
                game=card.title,
                players=listed(movers) if has_names else counted(len(movers), "player"),
            )
        case "wait":
            state = status(card, now)
            return tr("{game}: {state}. Enter goes to your seat.", game=game, state=state)
        case "sit":
            return tr("{game}: {state}. Enter sits down.", game=game, state=status(card, now))
        case "watch":
            return tr("{game}. Enter watches.", game=game)
        case "replay" if card.winners:
            return tr("{game}: {result}. Enter replays it.", game=game, result=result(card))
        case "replay":
            return tr("{game} is over. Enter replays it.", game=game)
        case "nothing":
            return tr("{game}. Only those at the table can see it.", game=game)


def details(card: TableCard) -> str:
    """Return the details that a list leaves out, in one line."""
    words = [tr("code {code}", code=card.code), rules(card)]
    words += [_access(card)]
    words += [tr("host {name}", name=card.host)] if card.host else []
    words += [tr("{number} watching", number=card.watchers)] if card.watchers else []
    if card.phase == "gathering":
        # Before sitting down, players read only the first of these sentences.
        words.append(card.spectators.partition(".")[0])
    return "; ".join(filter(None, [*words, card.ended]))


def _access(card: TableCard) -> str:
    """Return the tournament or daily challenge of a table, else whether only its code leads there;
    empty for a table that everybody finds."""
    if not card.tournament:
        return tr("by code only") if card.is_private else ""
    if "-" in card.tournament:
        return tr("challenge of {day}", day=card.tournament)
    return tr("tournament {code}", code=card.tournament)


def is_away(seat: SeatCard, phase: str) -> bool:
    """Return whether a person is absent from a running match."""
    is_person = seat.kind == "person" and not seat.is_me
    return phase == "playing" and is_person and not seat.is_present


def mark(card: TableCard, seat: int) -> str:
    """Return the mark of a seat, or the common mark of free seats."""
    marks = {"open": FREE_MARK, "reserved": KEPT_MARK}
    return marks.get(card.seats[seat].kind, SEAT_MARKS[seat])


def seat_state(seat: SeatCard, phase: str) -> str:
    """Return the state of a seat in a word or two."""
    if seat.kind == "open":
        return ""
    if seat.kind == "bot":
        return bot_title(seat.level)
    if seat.kind == "reserved":
        return tr("kept")
    if phase == "over":
        return tr("you") if seat.is_me else ""
    words = [tr("you")] if seat.is_me else []
    words += [tr("to move")] if seat.is_to_move else []
    words += [tr("a bot plays")] if seat.has_bot else []
    if seat.holiday > time.time():
        words.append(tr("on holiday until {day}", day=short_moment(seat.holiday)))
    elif is_away(seat, phase):
        words.append(tr("away"))
    return ", ".join(words)


def about(card: TableCard) -> str:
    """Describe a table in lines: its seats, state, rules and clock."""
    widest = max(cell_len(seat.name) for seat in card.seats)
    lines = []
    for number, seat in enumerate(card.seats):
        state = seat_state(seat, card.phase)
        name = seat.name or tr("free")
        blanks = " " * (widest - cell_len(name))
        lines.append(f"{mark(card, number)} {name}{blanks}  {state}".rstrip())
    words = [card.progress, rules(card), card.ended or card.spectators]
    words += [card.clock_rule, card.terms] if card.phase != "over" else []
    words += [_access(card)]
    words += [counted(card.watchers, "spectator")] if card.watchers else []
    return "\n".join([*lines, "", *filter(None, words), tr("code {code}", code=card.code)])
