"""The connection of the people at a screen to their table: a seat and its events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from darwin_core.contract.game import Event, State
from darwin_core.table import AnyObservation, AnySeat, AnySnapshot
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.seat_access import Place

if TYPE_CHECKING:
    from darwin_tui.widgets.board import AnyBoard


@dataclass(frozen=True)
class Sight:
    """A table as one viewer sees it: the view of a snapshot, with that viewer and their log.

    Whatever is drawn takes all of them from one sight, so that no view is drawn for anybody else.
    """

    snapshot: AnySnapshot
    events: Sequence[Event]
    """The events of the match so far, redacted for the viewer."""
    new_events: Sequence[Event] = ()
    """Those since the viewer's last action."""

    @property
    def viewer(self) -> int:
        """The viewer that the view and the events are redacted for."""
        return self.snapshot.viewer

    @property
    def view(self) -> State:
        """The state as the viewer may know it."""
        return self.snapshot.view


class SeatConnection:
    """Connects the live match of a screen to the seats of its table."""

    def __init__(
        self,
        place: Place,
        live: LiveMatch,
        board: "AnyBoard",
        received: Callable[[bool], None],
    ) -> None:
        """Prepare a connection to a table.

        Args:
            place: gives out the seats.
            live: the match as the people at the screen see it.
            board: decides which events cause a pause.
            received: called after each snapshot, with True if it comes from a new action.
        """
        self._place = place
        self._live = live
        self._board = board
        self._received = received
        self.seat: AnySeat = place.seat(live.viewer)
        self._observation: AnyObservation | None = None
        self.snapshot: AnySnapshot = live.snapshot
        """The viewer's snapshot that was received last."""
        self.events: list[Event] = []
        """The events of the match so far, redacted for the viewer."""
        self._read = 0
        """Number of the events up to the viewer's last action."""

    @property
    def is_seated(self) -> bool:
        """True while snapshots of the table are received."""
        return self._observation is not None

    @property
    def sight(self) -> Sight:
        """The table as the viewer sees it."""
        return Sight(self.snapshot, self.events, self.events[self._read :])

    def sit(self) -> None:
        """Receive snapshots from the live match's viewpoint from now on."""
        self.end()
        self.seat = self._place.seat(self._live.viewer)
        self._observation = self.seat.observe(self._receive)
        self.snapshot = self._live.snapshot
        self._read_log()

    def end(self) -> None:
        """Stop receiving snapshots."""
        if self._observation:
            self._observation.end()
            self._observation = None

    @property
    def common_sight(self) -> Sight:
        """The table as a spectator sees it, for any viewer."""
        spectator = self._place.spectator
        return Sight(spectator.snapshot, list(chain.from_iterable(spectator.log())))

    def _read_log(self) -> None:
        self.events = list(chain.from_iterable(self.seat.log()))

    def _receive(self, snapshot: AnySnapshot) -> None:
        snapshot = self._live.permitted(snapshot)
        before, self.snapshot = self.snapshot, snapshot
        is_new = snapshot.line != before.line
        if is_new:
            self._take_in(snapshot, is_next=snapshot.line == before.line + 1)
        else:
            self._live.bots_wait(snapshot.can_hurry)
        self._received(is_new)

    def _take_in(self, snapshot: AnySnapshot, is_next: bool) -> None:
        """Receive a new action, or several at once, of which only the last has a snapshot."""
        if is_next and snapshot.events:
            self.events += snapshot.events
        else:
            self._read_log()
        if snapshot.seat == snapshot.viewer:
            self._read = len(self.events)
        reveals = self._board.pauses_on(snapshot.events)
        stops = self._board.waits_after(snapshot.events)
        self._live.receive(snapshot, reveals=reveals, stops=stops)
        if reveals:
            self.seat.linger()
