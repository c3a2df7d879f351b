"""One viewer's picture of a table after an action."""

from collections.abc import Callable
from typing import Generic

import msgspec

from darwin_core.game import A, Clock, E, Outcome, S


class Snapshot(msgspec.Struct, Generic[S, A, E], frozen=True):
    """All that one viewer may know of a table now: enough to draw it and to answer."""

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
    undone: int
    """The line that the last line takes back; 0 if it is no undo."""
    to_move: tuple[int, ...]
    """The seats that owe a decision."""
    can_undo: bool
    can_redo: bool
    clock: Clock
    outcome: Outcome | None


Observe = Callable[[Snapshot[S, A, E]], None]
