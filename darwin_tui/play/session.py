"""People at a table: the seat they look from, its events, and what is to be done in each phase."""

from collections.abc import Callable
from typing import Any

from darwin_tui.play.live_match import AnySnapshot, LiveMatch
from darwin_tui.play.local_table import AnySeat, LocalTable
from darwin_tui.widgets.board import Board


class Session:
    """Connects the live match of a screen to the seats of its table."""

    def __init__(
        self,
        table: LocalTable,
        live: LiveMatch,
        board: Board,
        received: Callable[[], None],
    ) -> None:
        """Prepare to look at a table.

        Args:
            table: gives out the seats.
            live: the match as the people at the screen see it.
            board: knows which events are worth a look.
            received: called after each action that is to be drawn.
        """
        self._table = table
        self._live = live
        self._board = board
        self._received = received
        self._leave: Callable[[], None] | None = None
        self.seat: AnySeat = table.seat(live.viewer)
        self.events: list[Any] = []
        """The events of the match so far, redacted for the viewer."""
        self._read = 0
        """Number of the events up to the viewer's last action."""

    @property
    def snapshot(self) -> AnySnapshot:
        """The viewer's present snapshot."""
        return self.seat.snapshot

    @property
    def is_seated(self) -> bool:
        """Whether the table is looked at."""
        return self._leave is not None

    @property
    def news(self) -> list[Any]:
        """The events since the viewer's last action."""
        return self.events[self._read :]

    def sit(self) -> None:
        """Look from the live match's viewpoint from now on."""
        self.leave()
        self.seat = self._table.seat(self._live.viewer)
        self._leave = self.seat.observe(self._receive)
        self._read_log()

    def leave(self) -> None:
        """Look no more."""
        if self._leave:
            self._leave()
            self._leave = None

    def seen_by_all(self) -> tuple[Any, list[Any]]:
        """Return the view and the events of the spectator."""
        spectator = self._table.spectator
        return spectator.snapshot.view, [each for some in spectator.log() for each in some]

    def _read_log(self) -> None:
        self.events = [event for some in self.seat.log() for event in some]

    def _receive(self, snapshot: AnySnapshot) -> None:
        viewer = self._live.viewer
        if snapshot.events:
            self.events += snapshot.events
        else:
            self._read_log()
        if snapshot.seat == viewer:
            self._read = len(self.events)
        events = snapshot.events
        self._live.publish(
            snapshot, reveals=self._board.tells(events), stops=self._board.stops(events)
        )
        self._received()
