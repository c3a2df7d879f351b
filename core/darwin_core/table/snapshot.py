"""One viewer's picture of a table at one moment."""

from typing import Generic, Literal

import msgspec

from darwin_core.contract.game import A, Action, Clock, E, Event, Outcome, S, State


class Trouble(msgspec.Struct, frozen=True):
    """The reason why the bots of a table have stopped. ``Seat.retry`` starts them again."""

    kind: Literal["policy", "unsaved", "file-changed", "diverged"]
    """``policy`` if a bot failed to decide, ``unsaved`` if its action could not be saved,
    ``file-changed`` if that is so because the record is no longer the file that was written,
    ``diverged`` if others have appended a line that cannot be: then nobody can act any more."""
    seat: int
    """The seat of the bot; NOTHING if the match has diverged."""
    sentence: str


class Snapshot(msgspec.Struct, Generic[S, A, E], frozen=True):
    """All that one viewer may know of a table now: enough to draw it and to answer.

    There is a new one after each line of the record, and with the same line when ``present``,
    ``bots``, ``can_hurry`` or ``trouble`` change.
    """

    viewer: int
    view: S
    events: tuple[E, ...]
    """The events of the last action, redacted for the viewer; empty after an undo."""
    actions: tuple[A, ...]
    """The viewer's legal actions; empty if it is not asked."""
    final: frozenset[A]
    """Those of them that could not be undone."""
    question: int
    """The number to answer with."""
    line: int
    """Lines in the record."""
    seat: int
    """The seat that acted on the last line; NOTHING before the first."""
    undone_line: int
    """The line that the last line undoes; 0 if it is no undo."""
    to_move: tuple[int, ...]
    """The seats that owe a decision."""
    can_undo: bool
    can_redo: bool
    clock: Clock
    outcome: Outcome | None
    present: tuple[int, ...]
    """The seats that have a front end at the table now."""
    bots: frozenset[int]
    """The seats that bots play now."""
    can_hurry: bool
    """True while bots wait for ``Seat.hurry`` or for a long pause that it ends."""
    trouble: Trouble | None


AnySnapshot = Snapshot[State, Action, Event]
"""A snapshot of any game."""
