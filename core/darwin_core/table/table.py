"""The table: one entry for every action, one order of snapshots for every viewer.

Asynchronous work begins here. One lock orders all actions, and a line is synced before anybody gets
a snapshot of it. The bots of a table are played by its ``BotRunner``.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import Future
from functools import wraps
from typing import Concatenate, Final, Generic, ParamSpec, Protocol, TypedDict, TypeVar

import msgspec

from darwin_core.bots import Decider, Policy
from darwin_core.contract.game import NOTHING, SPECTATOR, A, Action, AnyGame, E, Refusal, S, State
from darwin_core.journal import Conflict, Journal
from darwin_core.match import (
    Match,
    Redo,
    Refused,
    Resign,
    Step,
    Undo,
    is_action,
    redact_all,
    replay,
    undone_line,
)
from darwin_core.table.runner import BotRunner, Pace
from darwin_core.table.snapshot import Observation, Observe, Snapshot, Trouble
from darwin_core.text.language import tr

T = TypeVar("T")
P = ParamSpec("P")


class _Status(TypedDict):
    """The fields of a snapshot that change without a new line."""

    present: tuple[int, ...]
    bots: frozenset[int]
    can_hurry: bool
    trouble: Trouble | None


_log: Final = logging.getLogger(__name__)


def _in_workers(
    policy: Policy, game: AnyGame, view: State, seat: int, chance: bytes
) -> Future[Action]:
    """Start a decision in the shared workers, which are imported when the first bot decides."""
    from darwin_core.workers import pool

    return pool.decide(policy, game, view, seat, chance)


def _stale() -> Refused:
    return Refused(Refusal("stale", tr("That question has been answered already.")))


class Attendee(Protocol):
    """A front end that is present at a table."""

    viewer: int
    """A seat's number or SPECTATOR."""


def _ordered(
    command: Callable[Concatenate["Table[S, A, E]", P], Awaitable[T]],
) -> Callable[Concatenate["Table[S, A, E]", P], Coroutine[object, object, T]]:
    """Return a command of a table that runs alone, and to its end even if its caller is
    cancelled."""

    @wraps(command)
    async def ordered(self: "Table[S, A, E]", /, *args: P.args, **kwargs: P.kwargs) -> T:
        async def alone() -> T:
            async with self._lock:
                return await command(self, *args, **kwargs)

        # A line that is being written must also be accepted, even if the caller is cancelled.
        task = asyncio.ensure_future(alone())
        # Retrieve the exception, so that asyncio does not log it if the caller was cancelled.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    return ordered


class Table(Generic[S, A, E]):
    """A match being played. Front ends receive a ``Seat`` at it, never the table's match."""

    def __init__(
        self,
        match: Match[S, A, E],
        journal: Journal,
        bots: Mapping[int, Policy] | None = None,
        pace: Pace = "instant",
        decide: Decider = _in_workers,
    ) -> None:
        """Open a table for a match.

        Args:
            match: the match, which nobody else changes from now on.
            journal: the record, which the table closes.
            bots: policy of each seat that a bot plays.
            pace: how long bots wait between actions.
            decide: where policies run.
        """
        self.match = match
        self._journal = journal
        self._lock = asyncio.Lock()
        self.bots = BotRunner(self, bots or {}, decide, pace)
        """The runner of the bots. The opener of the table makes it play them; seats pause and hurry
        it."""
        self._observations: list[Observation[S, A, E]] = []
        self._present: list[Attendee] = []
        """Front ends at the table; a viewer may have several."""
        self._snapshots: dict[int, Snapshot[S, A, E]] = {}
        """Snapshots of the current line by viewer, made when they are first needed."""
        self._published = self._status()
        """The status in the snapshots that were published last."""

    # --- queries

    def snapshot(self, viewer: int) -> Snapshot[S, A, E]:
        """Return a viewer's current snapshot, made when first asked for."""
        snapshot = self._snapshots.get(viewer)
        if snapshot is None or snapshot.line != len(self.match.lines):
            match = self.match
            # After an undo or a resignation, the last events belong to an earlier line.
            has_events = not match.lines or is_action(match.lines[-1].action)
            events = match.events(viewer) if has_events else ()
            snapshot = self._snapshots[viewer] = self._snapshot(viewer, events)
        return snapshot

    def _snapshot(self, viewer: int, events: tuple[E, ...]) -> Snapshot[S, A, E]:
        """Make a viewer's snapshot, given the last events redacted for the viewer."""
        match = self.match
        last = match.lines[-1] if match.lines else None
        is_seated = viewer != SPECTATOR
        actions = match.legal(viewer) if is_seated else ()
        return Snapshot(
            viewer=viewer,
            view=match.view(viewer),
            events=events,
            actions=actions,
            final=frozenset(action for action in actions if match.is_final(viewer, action)),
            question=match.question(viewer) if is_seated else 0,
            line=len(match.lines),
            position=len(match.history),
            seat=last.seat if last else NOTHING,
            undone_line=(undone_line(last.action) or 0) if last else 0,
            to_move=tuple(match.game.to_move(match.state)),
            can_undo=is_seated and match.can_undo(viewer),
            can_redo=is_seated and match.can_redo(viewer),
            clock=match.game.clock(match.state),
            outcome=match.game.outcome(match.state),
            **self._status(),
        )

    def _status(self) -> _Status:
        bots = self.bots
        return {
            "present": tuple(sorted(self.viewers() - {SPECTATOR})),
            "bots": bots.seats,
            "can_hurry": bots.can_hurry,
            "trouble": bots.trouble,
        }

    def log(self, viewer: int) -> list[tuple[E, ...]]:
        """Return the events of the set-up and of each action in force, redacted for a viewer."""
        return replay.event_log(self.match, viewer)

    def last_action_position(self, seat: int) -> int:
        """Return the position after a seat's last action in force; 0 without one."""
        history = self.match.history
        positions = range(len(history), 0, -1)
        return next((at for at in positions if history[at - 1].seat == seat), 0)

    # --- front ends

    def observe(self, viewer: int, observe: Observe[S, A, E]) -> Observation[S, A, E]:
        """Call ``observe`` with the viewer's snapshots from now on; see ``snapshot``."""
        observation = Observation(viewer, observe)
        self._observations.append(observation)
        return observation

    def attach(self, attendee: Attendee) -> None:
        """Count a front end as present."""
        if attendee not in self._present:
            self._present.append(attendee)
            self.publish_status()

    def detach(self, attendee: Attendee) -> None:
        """Count a front end as absent."""
        if attendee in self._present:
            self._present.remove(attendee)
            self.publish_status()

    def viewers(self) -> set[int]:
        """Return the viewers with a front end at the table."""
        return {attendee.viewer for attendee in self._present}

    def publish_status(self) -> None:
        """Publish the presence of seats and the status of the bots, if they have changed."""
        status = self._status()
        if status == self._published:
            return
        self._published = status
        for viewer, snapshot in self._snapshots.items():
            self._snapshots[viewer] = msgspec.structs.replace(snapshot, **status)
        for observation in self._observations:
            if observation.is_observing:
                observation.publish(self.snapshot(observation.viewer))

    # --- actions

    @_ordered
    async def submit(self, seat: int, action: A, question: int) -> None:
        """Carry out an action of a seat. All actions of front ends pass through here.

        Args:
            question: number of the question it answers.

        Raises:
            Refused: if it is not allowed or the question is past. Nothing has changed.
            JournalError: if it cannot be saved. Nothing has changed.
        """
        is_written = False
        # If another process writes first, the question may still be the same: test and propose
        # again.
        while not is_written:
            if question != self.match.question(seat):
                raise _stale()
            is_written = await self._write(self.match.propose(seat, action))

    @_ordered
    async def undo(self, seat: int) -> A:
        """Undo a seat's own last action and return it; raises as ``submit``."""
        return await self._undo_last(seat)

    @_ordered
    async def redo(self, seat: int) -> None:
        """Redo the action that a seat undid last; raises as ``submit``."""
        await self._write_own(seat, Redo())

    @_ordered
    async def resign(self, seat: int) -> None:
        """Note in the record that a seat resigns; raises as ``submit``."""
        # Lines of another process do not matter to a resignation: propose it again.
        while not await self._write(self.match.propose(seat, Resign())):
            pass

    @_ordered
    async def reset_turn(self, seat: int) -> tuple[str, A]:
        """Undo, action by action, a seat's actions in this turn, as far as allowed.

        No other command interleaves: no bot answers a question that is being undone.

        Returns:
            A sentence on whether all of it is undone, and the first action undone.

        Raises:
            Refused: if none of it can be undone. Nothing has changed.
            JournalError: if one cannot be saved. Those before it are undone.
        """
        count = self.match.actions_in_turn(seat)
        if not count:
            sentence = tr("There is nothing to undo in this turn.")
            raise Refused(Refusal("nothing-to-undo", sentence))
        action = await self._undo_last(seat)
        for _ in range(count - 1):
            try:
                action = await self._undo_last(seat)
            except Refused:
                return tr("Part of your turn is undone; the rest cannot be."), action
        return tr("Your turn is undone."), action

    @_ordered
    async def answer(self, seat: int, action: A, line: int, policy: Policy) -> None:
        """Carry out a bot's action, unless it is stale. It is stale if the match has more lines
        than when the bot decided, or that policy no longer plays the seat."""
        if line == len(self.match.lines) and self.bots.policies.get(seat) is policy:
            await self._write(self.match.propose(seat, action))

    async def _undo_last(self, seat: int) -> A:
        action = (await self._write_own(seat, Undo())).action
        assert action is not None
        return action

    async def _write_own(self, seat: int, command: Undo | Redo) -> Step[S, A, E]:
        """Carry out a command about a seat's own last action.

        Raises:
            Refused: if it is not allowed, or the seat has acted in another process meanwhile: the
                command would concern another action than the player saw.
        """
        count = len(self.match.lines)
        step = self.match.propose(seat, command)
        while not await self._write(step):
            if any(line.seat == seat for line in self.match.lines[count:]):
                raise _stale()
            step = self.match.propose(seat, command)
        return step

    async def _write(self, step: Step[S, A, E]) -> bool:
        """Write a step to the journal, accept it and publish it.

        Returns:
            Whether the step is written. If another process has been quicker, its lines are applied
            instead, and the caller must check whether the step is still intended.
        """
        try:
            # One line more than actions: the header is the first line of the journal.
            await asyncio.to_thread(self._journal.append, step.text, len(self.match.lines) + 1)
        except Conflict:
            if not await self._read_on():
                raise
            return False
        self.match.accept(step)
        self._publish(step.events)
        return True

    # --- lines that other processes have written

    @_ordered
    async def follow(self, lines: int = 0) -> None:
        """Apply the lines that other processes have appended to the record, and publish them.

        A line that is damaged, or to which the rules do not lead, stops the table: ``trouble`` in
        the snapshots names it, and every action is refused.

        Args:
            lines: current number of lines in the record, including its header. Nothing is read if
                the table has them all; 0 to read in any case.

        Raises:
            JournalError: if they cannot be read.
        """
        if not lines or lines > len(self.match.lines) + 1:
            await self._read_on()

    async def _read_on(self) -> bool:
        """Apply the lines of other processes; return whether there were any."""
        if self.match.divergence:
            return False
        tail = await asyncio.to_thread(self._journal.since, len(self.match.lines) + 1)
        for text in tail.splitlines(keepends=True):
            try:
                step = self.match.propose_line(text)
            except Refused as error:
                _log.error("The record of a table cannot be followed. %s", error)
                self.bots.stop(Trouble("diverged", NOTHING, str(error)))
                break
            self.match.accept(step)
            self._publish(step.events)
        return bool(tail)

    def _publish(self, events: tuple[E, ...]) -> None:
        """Give each observer its snapshot."""
        self._snapshots = {}
        self.bots.note_line()
        self._published = self._status()
        self._observations = [
            remaining for remaining in self._observations if remaining.is_observing
        ]
        for observation in self._observations:
            viewer = observation.viewer
            if viewer not in self._snapshots:
                redacted = redact_all(self.match.game, events, viewer)
                self._snapshots[viewer] = self._snapshot(viewer, redacted)
            observation.publish(self._snapshots[viewer])

    async def finish(self) -> None:
        """Wait until all given commands are carried out or refused."""
        # The lock is fair: it is granted after all commands that wait for it already.
        async with self._lock:
            return

    def close(self) -> None:
        """End all observations and close the journal."""
        for observation in self._observations:
            observation.end()
        self._journal.close()
