"""One viewer's connection to a table: the interface of front ends."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Generic

import msgspec

from darwin_core.contract.game import A, Action, E, Event, Game, S, State
from darwin_core.match.record import Player
from darwin_core.table.runner import Pace
from darwin_core.table.snapshot import Observation, Observe, Snapshot
from darwin_core.table.table import Table

Guard = Callable[[], AbstractAsyncContextManager[None]]
"""A context manager entered around each command of a connection; it raises Refused if the command
is not allowed."""


class Seat(Generic[S, A, E]):
    """A player's or spectator's connection to a table, without access to the state."""

    def __init__(
        self, table: Table[S, A, E], viewer: int, guard: Guard = nullcontext, sets_pace: bool = True
    ) -> None:
        """Connect a viewer to a table.

        Args:
            viewer: a seat's number or SPECTATOR.
            guard: entered around each command; by default it allows all commands.
            sets_pace: False if this connection neither pauses nor hurries the bots.
        """
        self._table = table
        self._bots = table.bots
        self._guard = guard
        self._sets_pace = sets_pace
        self._observations: list[Observation[S, A, E]] = []
        self._log: tuple[int, list[tuple[E, ...]]] | None = None
        """The last log, and the number of lines in the record when it was made."""
        self.viewer = viewer
        self.game: Game[S, A, E] = table.match.game
        self.players: tuple[Player, ...] = table.match.header.players
        self.names: tuple[str, ...] = table.match.header.names

    # --- queries

    @property
    def snapshot(self) -> Snapshot[S, A, E]:
        """The viewer's current snapshot."""
        return self._without_foreign_pace(self._table.snapshot(self.viewer))

    def _without_foreign_pace(self, snapshot: Snapshot[S, A, E]) -> Snapshot[S, A, E]:
        """Return a snapshot without the offer to hurry the bots, if this connection cannot."""
        if self._sets_pace or not snapshot.can_hurry:
            return snapshot
        return msgspec.structs.replace(snapshot, can_hurry=False)

    def log(self) -> Sequence[tuple[E, ...]]:
        """Return the events of the set-up and of each action in force, redacted for the viewer."""
        line = self._table.snapshot(self.viewer).line
        if self._log is None or self._log[0] != line:
            self._log = line, self._table.log(self.viewer)
        return self._log[1]

    @property
    def last_action_position(self) -> int:
        """The position after the viewer's last action in force; 0 without one."""
        return self._table.last_action_position(self.viewer)

    @property
    def why_no_help(self) -> str:
        """The reason why no judge helps the seat at this table; empty if one does."""
        return ""

    # --- presence

    def attach(self) -> None:
        """Count this front end as present at the table until it leaves."""
        self._table.attach(self)

    def observe(self, observe: Observe[S, A, E]) -> Observation[S, A, E]:
        """Attach, and call ``observe`` with each new snapshot. The calls stop at ``leave``, or at
        ``end`` of the returned observation. ``snapshot`` explains how it is called."""
        self.attach()
        observation = self._table.observe(
            self.viewer, lambda snapshot: observe(self._without_foreign_pace(snapshot))
        )
        self._observations.append(observation)
        return observation

    def leave(self) -> None:
        """Stop observing, release the bots and count as absent. Other connections stay."""
        for observation in self._observations:
            observation.end()
        self._observations = []
        self._bots.release(self)
        self._table.detach(self)

    # --- the pace of the bots

    @property
    def pace(self) -> Pace:
        """The pace of the table's bots."""
        return self._bots.pace

    def hold(self) -> None:
        """Pause the bots until ``release``, as while the player reads something."""
        if self._sets_pace:
            self._bots.hold(self)

    def release(self) -> None:
        """End this connection's pause; bots still wait if another connection pauses them."""
        self._bots.release(self)

    def linger(self) -> None:
        """Make the bots' pause after the last line a long one, as after the end of a trick."""
        if self._sets_pace:
            self._bots.linger()

    def hurry(self) -> None:
        """End the bots' current pause. At the pace ``step``, this lets one bot act."""
        if self._sets_pace:
            self._bots.hurry()

    def retry(self) -> None:
        """Let bots stopped by ``Snapshot.trouble`` continue."""
        self._bots.retry()

    # --- commands

    async def submit(self, action: A, question: int) -> None:
        """Take a legal action that answers a question.

        Raises:
            Refused: if it is not allowed or the question is past. Nothing has changed.
            JournalError: if it cannot be saved. Nothing has changed.
        """
        async with self._guard():
            await self._table.submit(self.viewer, action, question)

    async def undo(self) -> A:
        """Undo the seat's own last action and return it.

        Raises:
            Refused: if it cannot be undone. Nothing has changed.
            JournalError: if it cannot be saved. Nothing has changed.
        """
        async with self._guard():
            return await self._table.undo(self.viewer)

    async def redo(self) -> None:
        """Redo the action that was undone last.

        Raises:
            Refused: if there is none, or it is not allowed now. Nothing has changed.
            JournalError: if it cannot be saved. Nothing has changed.
        """
        async with self._guard():
            await self._table.redo(self.viewer)

    async def reset_turn(self) -> tuple[str, A]:
        """Undo the seat's actions in this turn, as far as the rules of undo allow.

        Returns:
            A sentence on whether all of it is undone, and the first action undone.

        Raises:
            Refused: if none of it can be undone. Nothing has changed.
            JournalError: if one cannot be saved. Those before it are undone.
        """
        async with self._guard():
            return await self._table.reset_turn(self.viewer)


AnySeat = Seat[State, Action, Event]
"""A seat at a table of any game."""
