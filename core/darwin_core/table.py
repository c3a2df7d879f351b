"""Who sits at a match: people, bots and watchers. Every act comes in by ``Table.submit``.

Here asynchronous work begins. One lock orders all acts; a line is synced before anyone is told of
it; and the telling happens under the lock, so that all hear in the same order.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import ceil
from typing import Final, Generic

import msgspec

from darwin_core.bots import Bot
from darwin_core.game import WATCHER, A, E, Refusal, S
from darwin_core.journal import Journal
from darwin_core.match import Match, Redo, Refused, Undo, heard, undone_line
from darwin_core.rng import from_seed

MOMENT: Final = 0.02
"""Seconds, or a whole number of times as many, that a bot takes for its choice."""
WAKING: Final = 0.004
"""Seconds by which a loop may wake too late."""


class News(msgspec.Struct, Generic[S, A, E], frozen=True):
    """What one viewer learns after an act: enough to draw the whole table."""

    viewer: int
    view: S
    events: tuple[E, ...]
    """The events of the last act as this viewer heard them; empty after an undo."""
    actions: tuple[A, ...]
    """What the viewer may do now; empty if it is not asked."""
    question: int
    """The number to answer with."""
    line: int
    """How many lines the record has."""


Hear = Callable[[News[S, A, E]], None]


class Table(Generic[S, A, E]):
    """A match being played."""

    def __init__(
        self, match: Match[S, A, E], journal: Journal, bots: Mapping[int, Bot] | None = None
    ) -> None:
        self.match = match
        self._journal = journal
        self._bots = dict(bots or {})
        self._lock = asyncio.Lock()
        self._listeners: list[tuple[int, Hear[S, A, E]]] = []

    # --- looks

    def news(self, viewer: int) -> News[S, A, E]:
        """What a viewer may know now, as if it had just come to the table."""
        undone = bool(self.match.lines) and undone_line(self.match.lines[-1].act) is not None
        return self._news(viewer, () if undone else self.match.told(viewer))

    def _news(self, viewer: int, events: tuple[E, ...]) -> News[S, A, E]:
        match = self.match
        seated = viewer != WATCHER
        return News(
            viewer,
            match.look(viewer),
            events,
            match.asked(viewer) if seated else (),
            match.question(viewer) if seated else 0,
            len(match.lines),
        )

    def watch(self, viewer: int, hear: Hear[S, A, E]) -> Callable[[], None]:
        """Tell ``hear`` of everything from now on; the answer ends that, called once or often.

        What ``hear`` raises reaches whoever submitted the act, so it must be neither Refused nor
        JournalError: these say that nothing has changed.
        """
        listener = (viewer, hear)
        self._listeners.append(listener)

        def leave() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return leave

    def is_final(self, seat: int, action: A) -> bool:
        """Whether an action of a seat, once taken, could not be taken back."""
        return self.match.is_final(seat, action)

    # --- acts

    async def submit(self, seat: int, act: A | Undo | Redo, question: int) -> None:
        """The one door for every act.

        Args:
            seat: who acts.
            act: a legal action, or the wish to take back or to do again.
            question: the number of the question it answers; of no matter for Undo and Redo.

        Raises:
            Refused: if it is not allowed or the question is past. Nothing has changed.
            JournalError: if it cannot be saved. Nothing has changed.
            Exception: whatever else a listener failed with. The act stands, and all others have
                been told of it.
        """
        # A line that is being written is also accepted, whoever stops waiting for it.
        writing = asyncio.ensure_future(self._submit(seat, act, question))
        # Where nobody waits for it any more, nobody need hear how it failed.
        writing.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(writing)

    async def _submit(self, seat: int, act: A | Undo | Redo, question: int) -> None:
        async with self._lock:
            match = self.match
            if not isinstance(act, Undo | Redo) and question != match.question(seat):
                raise Refused(Refusal("stale", "That question has been answered already."))
            step = match.propose(seat, act)
            await asyncio.to_thread(self._journal.append, step.text, len(match.lines) + 1)
            match.accept(step)
            self._tell(step.events)

    async def take_turn_back(self, seat: int) -> str:
        """Take back act by act what a seat has done in the turn that is on, as far as that is
        allowed.

        Returns:
            A sentence that says whether all of it is taken back.

        Raises:
            Refused: if none of it can be taken back. Nothing has changed.
            JournalError: if one cannot be saved. Those before it are taken back.
        """
        acts = self.match.acts_in_turn(seat)
        if not acts:
            raise Refused(Refusal("nothing-to-undo", "There is nothing to take back in this turn."))
        for taken_back in range(acts):
            try:
                await self.submit(seat, Undo(), 0)
            except Refused:
                if not taken_back:
                    raise
                return "Part of your turn is taken back; the rest of it cannot be."
        return "Your turn is taken back."

    def _tell(self, events: tuple[E, ...]) -> None:
        """Tell all who listen; one who fails to hear does not keep it from the others."""
        failure: Exception | None = None
        for viewer, hear in list(self._listeners):
            try:
                hear(self._news(viewer, heard(self.match.game, events, viewer)))
            except Exception as error:
                failure = failure or error
        if failure:
            raise failure

    # --- bots

    def waiting_bot(self) -> int | None:
        """A bot's seat that owes a decision."""
        match = self.match
        return next((s for s in match.game.to_move(match.state) if s in self._bots), None)

    async def play_bot(self, seat: int) -> None:
        """Let a bot decide and submit what it chose; it sees its seat's view only.

        Where people play, how long it thinks tells nothing of what it holds.
        """
        match, began = self.match, time.monotonic()
        question = match.question(seat)
        view = match.look(seat)
        chance = from_seed(match.header.seed, "bot", seat, question)
        action = self._bots[seat](match.game, view, seat, chance)
        if len(self._bots) < match.seats:
            await _until(began + MOMENT * ceil((time.monotonic() - began) / MOMENT))
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
    """Wait for a moment, and the last of it awake: a loop wakes too late, and how much goes by the
    time that was left. Others have their turn meanwhile."""
    await asyncio.sleep(moment - time.monotonic() - WAKING)
    while time.monotonic() < moment:
        await asyncio.sleep(0)
