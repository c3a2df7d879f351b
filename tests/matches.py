"""Matches to test with, of Darwin's Dice by default.

They are begun here, played at random and recorded in memory.
"""

import re
from functools import lru_cache
from random import Random
from threading import Event, Lock, current_thread
from typing import Any

import msgspec
from waiting import PATIENCE_SECONDS

from darwin_core.contract import registry
from darwin_core.contract.game import A, E, Game, Outcome, Refusal, S
from darwin_core.journal import Conflict, JournalError
from darwin_core.match import AnyMatch, Match, Redo, Refused, Step, Undo, begin, record
from darwin_core.match.record import Header, Player
from darwin_core.table import Table
from darwin_core.text.seat_names import SeatNames

DICE = registry.get("dice")
NAMES = ("Ada", "Ben", "Cleo", "Dan")

_pack = msgspec.msgpack.Encoder().encode


def header(seats: int = 2, seed: str = "beagle", game: str = "dice", **more: Any) -> Header:
    fields: dict[str, Any] = {
        "game": game,
        "rules": registry.get(game).rules_version if game in registry.SLUGS else 1,
        "players": tuple(Player(name) for name in NAMES[:seats]),
        "seed": seed,
        "id": f"id-{seed}",
        "made": "2026-01-01T00:00:00+00:00",
        "engine": "0.1.0",
    }
    return Header(**{**fields, **more})


class Paper:
    """A journal in memory, which several tables may share."""

    def __init__(self, text: bytes) -> None:
        self.lines = text.splitlines(keepends=True)
        self.fault: JournalError | None = None
        """The error that ``append`` raises, or None."""
        self.writing = Event()
        """Set once a line arrives."""
        self.may_write = Event()
        """Cleared to hold up the writing."""
        self.may_write.set()
        self.done: list[str] = []
        """The lines written; tests add what is published."""
        self.thread = ""
        """The name of the thread that writes."""
        self.is_closed = False
        self._busy = Lock()

    @property
    def text(self) -> bytes:
        return b"".join(self.lines)

    def append(self, line: bytes, expected: int) -> None:
        self.thread = current_thread().name
        self.writing.set()
        self.may_write.wait(PATIENCE_SECONDS)
        with self._busy:
            if self.fault:
                raise self.fault
            if expected != len(self.lines):
                raise Conflict(f"There are {len(self.lines)} lines, not {expected}.")
            self.lines.append(line)
            self.done.append(f"written {expected}")

    def since(self, count: int) -> bytes:
        return b"".join(self.lines[count:])

    def close(self) -> None:
        self.is_closed = True


class Written(Paper):
    """A match and the text of its record, which is its journal."""

    def __init__(self, match: AnyMatch, text: bytes) -> None:
        super().__init__(text)
        self.match = match

    def act(self, seat: int, action: Any) -> Step[Any, Any, Any]:
        step = self.match.propose(seat, action)
        self.match.accept(step)
        self.lines.append(step.text)
        return step

    def first(self, seat: int) -> Any:
        """Play the first action of a seat's legal list, and return it."""
        action = self.match.legal(seat)[0]
        self.act(seat, action)
        return action

    def turn(self) -> None:
        """Play the first legal action of every seat still to move."""
        for seat in self.match.game.to_move(self.match.state):
            self.first(seat)


def outcome_of(match: AnyMatch) -> Outcome:
    """Return the outcome of a finished match."""
    return final_outcome(match.game, match.state)


def final_outcome(game: Game[S, A, E], state: S) -> Outcome:
    """Return the outcome of a state in which the match is over."""
    outcome = game.outcome(state)
    assert outcome is not None, "the match goes on"
    return outcome


def refusal_of(game: Game[S, A, E], state: S, seat: int, action: A) -> Refusal:
    """Return the reason why an action is refused. Fail if it is legal."""
    refusal = game.texts.why_not(state, seat, action, SeatNames())
    assert refusal is not None, f"{action} is not refused"
    return refusal


def check_refusal(game: Game[S, A, E], state: S, seat: int, action: A, code: str) -> None:
    """Check that state and view both refuse an action, with this code and a one-line sentence."""
    seats = range(len(game.standing(state).totals))
    assert seat not in seats or action not in game.legal(state, seat)
    refusal = refusal_of(game, state, seat, action)
    assert refusal.code == code
    assert re.fullmatch(r"[A-Z].{,76}\.", refusal.sentence), refusal.sentence
    if seat in seats:
        assert refusal == game.texts.why_not(game.view(state, seat), seat, action, SeatNames())


def began(seats: int = 2, seed: str = "beagle", **more: Any) -> Written:
    head = header(seats, seed, **more)
    return Written(*begin(registry.get(head.game), head))


def play(written: Written, rng: Random, actions: int = 10_000, undo: float = 0.0) -> Written:
    """Play at random until the match is over or has ``actions`` actions that are not undone.

    Args:
        undo: probability of undoing an action in place of taking one.
    """
    match = written.match
    while len(match.history) < actions and (movers := match.game.to_move(match.state)):
        if rng.random() < undo and (waiting := can_undo(match)):
            seat = rng.choice(waiting)
            written.act(seat, Undo())
            if rng.random() < 0.3:
                written.act(seat, Redo())
        else:
            seat = rng.choice(movers)
            written.act(seat, rng.choice(match.legal(seat)))
    return written


def can_undo(match: AnyMatch) -> list[int]:
    """Return the seats whose last action can be undone."""
    return [seat for seat in range(match.seats) if is_undoable(match, seat)]


def is_undoable(match: AnyMatch, seat: int) -> bool:
    """Return whether a seat can undo its last action."""
    try:
        match.propose(seat, Undo())
    except Refused:
        return False
    return True


def played(
    seats: int = 2,
    seed: str = "beagle",
    actions: int = 10_000,
    undo: float = 0.0,
    game: str = "dice",
) -> Written:
    return play(began(seats, seed, game=game), Random(f"{seats} {seed}"), actions, undo)


async def do_at(table: Table[Any, Any, Any], seat: int, action: Any) -> None:
    """Undo, redo or submit an action at a table, by the table's method for it."""
    if isinstance(action, Undo):
        await table.undo(seat)
    elif isinstance(action, Redo):
        await table.redo(seat)
    else:
        await table.submit(seat, action, table.match.question(seat))


def loaded(text: bytes) -> AnyMatch:
    reading = record.read(text)
    return Match.load(
        registry.get(reading.header.game), reading.header, reading.chain, reading.lines
    )


def packed(state: Any) -> bytes:
    return _pack(state)


def mark(match: AnyMatch) -> str:
    return record.fingerprint(packed(match.state))


def rechained(text: bytes, number: int, **changes: Any) -> bytes:
    """Return a record with one line changed, and all hashes from that line on made to fit."""
    reading = record.read(text)
    lines = [
        msgspec.structs.replace(line, **changes) if line.number == number else line
        for line in reading.lines
    ]
    forged, chain = record.write_header(reading.header)
    for line in lines:
        line_text, line = record.write_line(
            line.number, line.seat, line.action, line.state_hash, chain
        )
        forged += line_text
        chain = line.chain
    return forged


@lru_cache
def careless(game: str = "dice", seats: int = 2, seed: str = "analysed") -> AnyMatch:
    """Return a finished match in which four of five actions are a bot's and the others random."""
    match = began(seats, seed, game=game).match
    rng = Random(seed)
    while movers := match.game.to_move(match.state):
        actions = match.legal(movers[0])
        careful = match.game.bots.fast_policy(match.state, movers[0])
        match.accept(
            match.propose(movers[0], careful if rng.random() < 0.8 else rng.choice(actions))
        )
    return match
