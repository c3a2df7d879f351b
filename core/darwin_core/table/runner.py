"""The bots of a table: they decide off the event loop and act at the table's pace."""

import asyncio
import logging
import time
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from math import floor
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol

from darwin_core.bots import Decider, Policy, Undecided
from darwin_core.bots.search import Searcher
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import A, Action, E, S
from darwin_core.journal import FileChanged, JournalError
from darwin_core.match import Match, Refused
from darwin_core.table.snapshot import Snapshot, Trouble
from darwin_core.text.language import tr

Pace = Literal["instant", "fast", "normal", "step"]
"""The pace of bots; at ``step`` they wait until a front end calls ``hurry``."""

BOT_PAUSE_SECONDS: Final = 0.25
"""Short pause before a bot's action at the fast pace. Chosen by eye, like the factors below; longer
pauses leave more time to read what happened."""

_FACTORS: Final = {"fast": (1, 5), "normal": (4, 10)}
"""A short and a long pause at each pace, as multiples of the fast pace's short one."""


def pause_seconds(pace: Pace, lingers: bool) -> float | None:
    """Return the seconds that bots wait before an action; None to wait until they are hurried.

    Args:
        lingers: True for a long pause, as while somebody may still undo.
    """
    if pace == "instant":
        return 0
    if pace == "step":
        return None
    # True as an index is 1: the long pause.
    return BOT_PAUSE_SECONDS * _FACTORS[pace][lingers]


BOT_TICK_SECONDS: Final = 0.02
"""Tick of the bots' answers where people play: a bot answers a multiple of this time after it began
to think, so that the moment of its answer reveals nothing."""

_log: Final = logging.getLogger(__name__)


class BotFailed(Exception):
    """Raised if a bot cannot decide, or chooses an illegal action; the match has not changed."""


class PlayedTable(Protocol[S, A, E]):
    """The part of a table that its bots use."""

    match: Match[S, A, E]

    def viewers(self) -> set[int]:
        """Return the viewers with a front end at the table."""

    def snapshot(self, viewer: int) -> Snapshot[S, A, E]:
        """Return a viewer's current snapshot."""

    def publish_status(self) -> None:
        """Publish the status of the bots, if it has changed."""

    async def answer(self, seat: int, action: A, line: int, policy: Policy) -> None:
        """Carry out a bot's action, unless it is out of date."""


class _Thought(NamedTuple):
    """A bot's decision in progress."""

    seat: int
    policy: Policy
    line: int
    """Number of lines in the record when the bot began."""
    began: float
    """Time of the monotonic clock when the bot began, in seconds."""
    ready: float
    """Earliest time of that clock at which the action is played."""
    decision: Future[Action]


class BotRunner(Generic[S, A, E]):
    """Plays the bots of one table, one action at a time, unless somebody pauses them."""

    def __init__(
        self, table: PlayedTable[S, A, E], bots: Mapping[int, Policy], decide: Decider, pace: Pace
    ) -> None:
        self.policies = dict(bots)
        """The policy of each seat that a bot plays now."""
        self.trouble: Trouble | None = None
        """The reason why the bots have stopped, if they have."""
        self.can_hurry = False
        """True while the bots wait for ``hurry``, or in a long pause that it ends."""
        self._table = table
        self._decide = decide
        self._pace: Pace = pace
        self._owned = tuple(seat for seat in range(table.match.seats) if seat not in self.policies)
        """Seats that people own, even while a bot stands in."""
        self._urgent: set[int] = set()
        """Seats of people for whom a bot decides at once, without waiting for anybody."""
        self._holders: set[object] = set()
        """Those who pause the bots now, such as seats."""
        self._lingers_at = -1
        """Number of lines after which the pause is a long one; -1 for none."""
        self._is_hurried = False
        self._changed = asyncio.Event()
        """Set by everything that may end or begin a wait of the bots."""

    # --- for people

    @property
    def people(self) -> tuple[int, ...]:
        """Seats that people play now."""
        return tuple(seat for seat in self._owned if seat not in self.policies)

    @property
    def seats(self) -> frozenset[int]:
        """Seats that bots play now."""
        return frozenset(self.policies)

    def stand_in(self, seat: int, policy: Policy | None, is_urgent: bool = False) -> None:
        """Let a bot play for a person; None returns the seat to the person.

        A running decision of the bot is dropped when the seat is returned.

        Args:
            is_urgent: the bot waits neither for people who are also asked nor for a pause.

        Raises:
            ValueError: if no person owns the seat.
        """
        if seat not in self._owned:
            raise ValueError("no person owns that seat")
        self._urgent.discard(seat)
        if policy is None:
            self.policies.pop(seat, None)
        else:
            self.policies[seat] = policy
            if is_urgent:
                self._urgent.add(seat)
        self._table.publish_status()
        self._changed.set()

    def replace(self, seat: int, policy: Policy) -> None:
        """Let another policy play a bot's seat; a running decision is dropped.

        Raises:
            ValueError: if no bot owns the seat.
        """
        if seat in self._owned or seat not in self.policies:
            raise ValueError("no bot owns that seat")
        self.policies[seat] = policy
        self.retry()

    @property
    def pace(self) -> Pace:
        """The pace of all bots; a new one applies from now on."""
        return self._pace

    @pace.setter
    def pace(self, pace: Pace) -> None:
        self._pace = pace
        self._changed.set()

    def hold(self, holder: object) -> None:
        """Pause the bots until each holder has released them."""
        self._holders.add(holder)
        self._changed.set()

    def release(self, holder: object) -> None:
        """Release a holder's pause, if there is one."""
        self._holders.discard(holder)
        self._changed.set()

    def linger(self) -> None:
        """Make the pause after the last line a long one."""
        self._lingers_at = len(self._table.match.lines)
        self._changed.set()

    def hurry(self) -> None:
        """End the current pause, if there is one."""
        self._is_hurried = True
        self._changed.set()

    def retry(self) -> None:
        """Let stopped bots continue."""
        if self.trouble:
            self.trouble = None
            self._table.publish_status()
        self._changed.set()

    def note_line(self) -> None:
        """Note a new line: an action that could not be saved before may be saved now."""
        self.trouble = None
        self.can_hurry = False
        self._changed.set()

    # --- bots

    def waiting(self) -> int | None:
        """Return the seat of a bot that owes a decision, an urgent bot first."""
        match = self._table.match
        if match.divergence:
            return None
        asked_bots = [seat for seat in match.game.to_move(match.state) if seat in self.policies]
        return next(
            (seat for seat in asked_bots if seat in self._urgent), next(iter(asked_bots), None)
        )

    async def run(self) -> None:
        """Play the bots whenever they are asked, at the table's pace, until cancelled.

        The opener of the table runs it as one task. A bot that fails, or whose action cannot be
        saved, stops all bots; ``trouble`` in the snapshots has the reason until ``retry``.
        """
        while True:
            # Cleared before the state is read, so that no change in between is missed.
            self._changed.clear()
            seat = self.waiting()
            if seat is None or self._must_wait(seat):
                await self._changed.wait()
            else:
                # The bot thinks while people follow what happened.
                thought = self._think(seat)
                try:
                    if seat in self._urgent or await self._pause(seat):
                        await self._try(thought)
                finally:
                    thought.decision.cancel()

    def _must_wait(self, seat: int) -> bool:
        """Return whether a seat's bot is paused or stopped, or must wait for a person who is also
        asked."""
        if seat in self._urgent:
            return bool(self.trouble)
        match = self._table.match
        asked_seats = match.game.to_move(match.state)
        return bool(
            self.trouble or self._holders or any(seat in asked_seats for seat in self.people)
        )

    async def _pause(self, seat: int) -> bool:
        """Wait so that people can follow; return whether the bot may act now."""
        line = len(self._table.match.lines)
        began = time.monotonic()
        self._is_hurried = False
        try:
            while not self._is_hurried:
                self._changed.clear()
                lingers = self._lingers()
                seconds = pause_seconds(self._pace, lingers) if self._is_followed(lingers) else 0
                self._set_can_hurry(seconds is None or (lingers and seconds > 0))
                seconds_left = None if seconds is None else began + seconds - time.monotonic()
                if seconds_left is not None and seconds_left <= 0:
                    break
                # Not wait_for, which may swallow a cancellation that arrives together with a
                # change.
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds_left):
                        await self._changed.wait()
                if line != len(self._table.match.lines) or self._must_wait(seat):
                    return False
            return True
        finally:
            self._set_can_hurry(False)

    def _lingers(self) -> bool:
        """Return whether a person may still undo the last action, or wants a long pause."""
        match = self._table.match
        if not match.lines:
            return False
        last = match.lines[-1].seat
        return self._lingers_at == len(match.lines) or (
            last in self.people and match.can_undo(last)
        )

    def _is_followed(self, lingers: bool) -> bool:
        """Return whether anybody at the table has something to follow: a long pause, the start of
        the match, or the events of the last line, if a viewer saw any."""
        viewers = self._table.viewers()
        if not viewers:
            return False
        snapshots = map(self._table.snapshot, viewers)
        return (
            lingers or not self._table.match.lines or any(snapshot.events for snapshot in snapshots)
        )

    def _set_can_hurry(self, can_hurry: bool) -> None:
        """Publish whether the bots' pause can be ended, if this has changed."""
        if can_hurry != self.can_hurry:
            self.can_hurry = can_hurry
            self._table.publish_status()

    async def _try(self, thought: _Thought) -> None:
        """Let a bot act; after a failure, stop all bots and publish the reason in the snapshots."""
        seat = thought.seat
        try:
            await self._act(thought)
        except FileChanged as error:
            self.stop(Trouble("file-changed", seat, str(error)))
        except JournalError as error:
            self.stop(Trouble("unsaved", seat, str(error)))
        except BotFailed as error:
            _log.error("A bot of the seat %d failed.", seat, exc_info=error.__cause__)
            self.stop(Trouble("policy", seat, str(error)))

    def stop(self, trouble: Trouble) -> None:
        """Stop all bots and publish the reason."""
        self.trouble = trouble
        self._table.publish_status()

    async def play(self, seat: int) -> None:
        """Let a bot decide from its seat's view, and act if nothing has changed meanwhile.

        Raises:
            BotFailed: if it could not decide, or chose an illegal action.
            JournalError: if its action cannot be saved. Nothing has changed.
        """
        thought = self._think(seat)
        try:
            await self._act(thought)
        finally:
            thought.decision.cancel()

    async def settle(self) -> None:
        """Play the bots' turns at once until a person is asked or the match is over.

        Raises:
            BotFailed: if a bot could not decide, or chose an illegal action.
            JournalError: if an action cannot be saved.
        """
        while (seat := self.waiting()) is not None:
            await self.play(seat)

    async def _act(self, thought: _Thought) -> None:
        """Await a bot's decision and act, unless it was paused or the match changed meanwhile.

        Raises:
            BotFailed: if it could not decide, or chose an illegal action.
            JournalError: if its action cannot be saved.
        """
        seat = thought.seat
        # Only a new pause keeps the action back: ``play`` and ``settle`` act in spite of others.
        holders = set(self._holders)
        name = self._table.match.header.names[seat]
        try:
            action = await self._decision(thought)
        except Undecided as error:
            raise BotFailed(
                tr("{seat} cannot decide. {reason}", seat=name, reason=tr(str(error)))
            ) from error
        except Exception as error:
            raise BotFailed(
                tr("{seat} cannot decide: {reason}.", seat=name, reason=type(error).__name__)
            ) from error
        is_paused = bool(self._holders - holders) and seat not in self._urgent
        if action is None or is_paused:
            return
        try:
            await self._table.answer(seat, action, thought.line, thought.policy)
        except Refused as error:
            raise BotFailed(
                tr("{seat} chose an illegal action: {reason}", seat=name, reason=error)
            ) from error

    def _think(self, seat: int) -> _Thought:
        """Start a bot's decision."""
        match = self._table.match
        policy = self.policies[seat]
        chance = from_seed(match.header.seed, "bot", seat, match.question(seat))
        line = len(match.lines)
        began = time.monotonic()
        try:
            decision = self._decide(policy, match.game, match.view(seat), seat, chance)
        except Exception as error:
            decision = Future()
            decision.set_exception(error)
        ready = began + (policy.seconds if isinstance(policy, Searcher) else 0)
        return _Thought(seat, policy, line, began, ready, decision)

    async def _decision(self, thought: _Thought) -> Any:  # noqa: ANN401 - any game's action
        """Return a bot's action; None if the match or the seat's player has changed meanwhile.

        If people play, a bot answers at a tick: the end of a decision does not wake the loop, so
        the moment of an answer reveals nothing about the bot's hand. For the same reason, a search
        takes all its seconds, even if it is sure earlier or the hand allows a single action.
        """
        if not self._owned:
            # Nobody plays from whom a hand must be kept secret.
            return await asyncio.wrap_future(thought.decision)
        tick = 0
        while True:
            past = time.monotonic() - thought.began
            tick = max(tick, floor(past / BOT_TICK_SECONDS)) + 1
            await asyncio.sleep(tick * BOT_TICK_SECONDS - past)
            is_past = thought.line != len(self._table.match.lines)
            if is_past or self.policies.get(thought.seat) is not thought.policy:
                return None
            if thought.decision.done() and time.monotonic() >= thought.ready:
                return thought.decision.result()
