"""The table: one door for every action, one order for all who look.

Here asynchronous work begins. One lock orders all actions; a line is synced before anyone is told
of it; and snapshots are published under the lock, so that all get them in the same order.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from math import ceil
from typing import Any, Final, Generic, TypeVar

from darwin_core.bots import Bot
from darwin_core.game import NOTHING, SPECTATOR, A, E, Refusal, S
from darwin_core.journal import Journal
from darwin_core.match import Match, Redo, Refused, Step, Undo, redact_all, replay, undone_line
from darwin_core.rng import from_seed
from darwin_core.table.seat import Seat
from darwin_core.table.snapshot import Observe, Snapshot

T = TypeVar("T")

BOT_TICK_SECONDS: Final = 0.02
"""A bot takes this long for its choice, or a whole number of times as long."""
WAKE_LATENCY_SECONDS: Final = 0.004
"""Time by which an event loop may wake too late."""


class Table(Generic[S, A, E]):
    """A match being played. Front ends are given its seats, never the table's match."""

    def __init__(
        self, match: Match[S, A, E], journal: Journal, bots: Mapping[int, Bot] | None = None
    ) -> None:
        self.match = match
        self._journal = journal
        self._bots = dict(bots or {})
        self._lock = asyncio.Lock()
        self._observers: list[tuple[int, Observe[S, A, E]]] = []
        self._snapshots: dict[int, Snapshot[S, A, E]] = {}

    # --- looks

    def seat(self, viewer: int) -> Seat[S, A, E]:
        """Return a connection for one viewer, a seat's number or WATCHER."""
        return Seat(self, viewer)

    def snapshot(self, viewer: int) -> Snapshot[S, A, E]:
        """Return what a viewer may know now, made once for each line."""
        kept = self._snapshots.get(viewer)
        if kept is None or kept.line != len(self.match.lines):
            match = self.match
            undone = bool(match.lines) and undone_line(match.lines[-1].action) is not None
            events = () if undone else match.told(viewer)
            kept = self._snapshots[viewer] = self._snapshot(viewer, events)
        return kept

    def _snapshot(self, viewer: int, events: tuple[E, ...]) -> Snapshot[S, A, E]:
        match = self.match
        last = match.lines[-1] if match.lines else None
        is_seated = viewer != SPECTATOR
        actions = match.asked(viewer) if is_seated else ()
        return Snapshot(
            viewer=viewer,
            view=match.look(viewer),
            events=events,
            actions=actions,
            final=frozenset(each for each in actions if match.is_final(viewer, each)),
            question=match.question(viewer) if is_seated else 0,
            line=len(match.lines),
            seat=last.seat if last else NOTHING,
            undone=(undone_line(last.action) or 0) if last else 0,
            to_move=tuple(match.game.to_move(match.state)),
            can_undo=is_seated and match.can_undo(viewer),
            can_redo=is_seated and match.can_redo(viewer),
            clock=match.game.clock(match.state),
            outcome=match.game.outcome(match.state),
        )

    def log(self, viewer: int) -> list[tuple[E, ...]]:
        """Return the events of the set-up and of each action in force, redacted for a viewer."""
        return replay.event_log(self.match, viewer)

    def observe(self, viewer: int, observe: Observe[S, A, E]) -> Callable[[], None]:
        """Call ``observe`` with the viewer's snapshot after each line from now on.

        What ``observe`` raises reaches whoever submitted the action, so it must be neither Refused
        nor JournalError: these say that nothing has changed.

        Returns:
            A function that ends it, called once or often.
        """
        observer = (viewer, observe)
        self._observers.append(observer)

        def leave() -> None:
            with suppress(ValueError):
                self._observers.remove(observer)

        return leave

    def is_final(self, seat: int, action: A) -> bool:
        """Return whether an action of a seat, once taken, could not be undone."""
        return self.match.is_final(seat, action)

    # --- actions

    async def submit(self, seat: int, action: A, question: int) -> None:
        """Do an action: the one door for all of them.

        Args:
            seat: who acts.
            action: a legal action.
            question: the number of the question it answers.

        Raises:
            Refused: if it is not allowed or the question is past. Nothing has changed.
            JournalError: if it cannot be saved. Nothing has changed.
            Exception: whatever else an observer failed with. The action stands, and all others
                have been told of it.
        """
        await self._finished(self._submit(seat, action, question))

    async def undo(self, seat: int) -> A:
        """Take back a seat's own last action and return it; raises as ``submit`` does."""
        return await self._finished(self._undo(seat))

    async def redo(self, seat: int) -> None:
        """Do again what a seat took back last; raises as ``submit`` does."""
        await self._finished(self._redo(seat))

    async def reset_turn(self, seat: int) -> tuple[str, A]:
        """Take back, action by action, what a seat has done in this turn, as far as allowed.

        Nothing comes between: no bot answers a question that is on its way back.

        Returns:
            A sentence that says whether all of it is taken back, and the first action taken back.

        Raises:
            Refused: if none of it can be taken back. Nothing has changed.
            JournalError: if one cannot be saved. Those before it are taken back.
        """
        return await self._finished(self._reset_turn(seat))

    @staticmethod
    async def _finished(work: Coroutine[Any, Any, T]) -> T:
        """Await work that is finished even if whoever awaits it is cancelled."""
        # A line that is being written is also accepted, whoever stops waiting for it.
        task = asyncio.ensure_future(work)
        # Retrieve the exception, so that asyncio does not log it when the caller was cancelled.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _submit(self, seat: int, action: A, question: int) -> None:
        async with self._lock:
            if question != self.match.question(seat):
                raise Refused(Refusal("stale", "That question has been answered already."))
            await self._write(self.match.propose(seat, action))

    async def _redo(self, seat: int) -> None:
        async with self._lock:
            await self._write(self.match.propose(seat, Redo()))

    async def _undo(self, seat: int) -> A:
        async with self._lock:
            return await self._take_back(seat)

    async def _reset_turn(self, seat: int) -> tuple[str, A]:
        async with self._lock:
            count = self.match.actions_in_turn(seat)
            if not count:
                raise Refused(
                    Refusal("nothing-to-undo", "There is nothing to take back in this turn.")
                )
            action = await self._take_back(seat)
            for _ in range(count - 1):
                try:
                    action = await self._take_back(seat)
                except Refused:
                    return "Part of your turn is taken back; the rest of it cannot be.", action
            return "Your turn is taken back.", action

    async def _take_back(self, seat: int) -> A:
        step = self.match.propose(seat, Undo())
        await self._write(step)
        return step.undone[seat][-1]

    async def _write(self, step: Step[S, A, E]) -> None:
        """Write a step to the journal, accept it and publish it."""
        await asyncio.to_thread(self._journal.append, step.text, len(self.match.lines) + 1)
        self.match.accept(step)
        self._publish(step.events)

    def _publish(self, events: tuple[E, ...]) -> None:
        """Hand each observer its snapshot; one that fails does not keep it from the others."""
        self._snapshots = {}
        failure: Exception | None = None
        for viewer, observe in list(self._observers):
            try:
                if viewer not in self._snapshots:
                    redacted = redact_all(self.match.game, events, viewer)
                    self._snapshots[viewer] = self._snapshot(viewer, redacted)
                observe(self._snapshots[viewer])
            except Exception as error:
                failure = failure or error
        if failure:
            raise failure

    # --- bots

    def waiting_bot(self) -> int | None:
        """Return the seat of a bot that owes a decision."""
        match = self.match
        return next((s for s in match.game.to_move(match.state) if s in self._bots), None)

    async def play_bot(self, seat: int) -> None:
        """Let a bot decide and submit what it chose; it sees its seat's view only.

        Where people play, how long it thinks tells nothing of what it holds. Where its question
        has been answered meanwhile nothing is submitted.
        """
        match, began = self.match, time.monotonic()
        question = match.question(seat)
        view = match.look(seat)
        chance = from_seed(match.header.seed, "bot", seat, question)
        action = self._bots[seat](match.game, view, seat, chance)
        if len(self._bots) < match.seats:
            ticks = ceil((time.monotonic() - began) / BOT_TICK_SECONDS)
            await _until(began + BOT_TICK_SECONDS * ticks)
        if question == match.question(seat):
            await self.submit(seat, action, question)

    async def settle_bots(self) -> None:
        """Play the bots' turns until a person is asked or the match is over."""
        while (seat := self.waiting_bot()) is not None:
            await self.play_bot(seat)

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()


async def _until(moment: float) -> None:
    """Wait for a moment, the last of it by polling: a loop wakes too late, by a time that depends
    on how long it slept. Others have their turn meanwhile."""
    await asyncio.sleep(moment - time.monotonic() - WAKE_LATENCY_SECONDS)
    while time.monotonic() < moment:
        await asyncio.sleep(0)
