"""A spectator's connection that shows a seat's view after a delay."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec

from darwin_core.game import NOTHING, SPECTATOR, A, E, Refusal, S
from darwin_core.language import tr
from darwin_core.match import Refused
from darwin_core.table.observers import Observation, Observe
from darwin_core.table.seat import Seat
from darwin_core.table.snapshot import Snapshot
from darwin_core.table.table import Table


class DelayedSeat(Seat[S, A, E]):
    """A connection that shows a seat's view as it was some actions ago; it cannot act.

    It is present as a spectator. Once the match is over there is no delay.
    """

    def __init__(self, table: Table[S, A, E], viewer: int, delay: int) -> None:
        """Connect a spectator.

        Args:
            table: the table.
            viewer: the seat whose view is shown.
            delay: the number of actions by which it is late.
        """
        super().__init__(table, viewer, _refuse, sets_pace=False)
        self._public = Seat(table, SPECTATOR, _refuse, sets_pace=False)
        self._delay = delay

    @property
    def _position(self) -> int:
        match = self._table.match
        last = len(match.history)
        is_over = match.game.outcome(match.state) is not None
        return last if is_over else max(0, last - self._delay)

    @property
    def snapshot(self) -> Snapshot[S, A, E]:
        """The seat's snapshot of some actions ago, without anything to choose."""
        match, position, now = self._table.match, self._position, self._public.snapshot
        state = match.state_at(position)
        return msgspec.structs.replace(
            now,
            viewer=self.viewer,
            view=match.view(self.viewer, position),
            events=match.events(self.viewer, position),
            seat=match.history[position - 1].seat if position else NOTHING,
            undone_line=0,
            to_move=tuple(match.game.to_move(state)),
            clock=match.game.clock(state),
        )

    def log(self) -> Sequence[tuple[E, ...]]:
        """Return the events up to some actions ago, redacted for the seat."""
        return self._table.log(self.viewer)[: self._position + 1]

    def attach(self) -> None:
        """Count this front end as a spectator until it leaves."""
        self._public.attach()

    def observe(self, observe: Observe[S, A, E]) -> Observation[S, A, E]:
        """Attach, and call ``observe`` with each new snapshot; see ``Seat.observe``."""
        return self._public.observe(lambda _: observe(self.snapshot))

    def leave(self) -> None:
        """Stop observing and count as absent."""
        self._public.leave()


@asynccontextmanager
async def _refuse() -> AsyncIterator[None]:
    raise Refused(Refusal("spectator", tr("You are watching; only the players act.")))
    yield
