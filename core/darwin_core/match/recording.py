"""A match from one perspective, position by position: for replays, exports and analyses."""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Generic

from darwin_core.contract.game import A, Action, Clock, E, Element, Event, Game, Outcome, S, State
from darwin_core.match import replay
from darwin_core.match.match import Match
from darwin_core.match.record import Player


class Recording(Generic[S, A, E]):
    """The part of a match, from its start to its end, that one viewer may know.

    A position is a number of actions in force: 0 is the start, ``last`` the end. A recording shows
    the match as it was when the recording was made. It gives no access to the state.
    """

    def __init__(self, match: Match[S, A, E], viewer: int) -> None:
        """Record a match as one viewer may read it.

        Args:
            match: the match; it must not change while the recording is used.
            viewer: a seat, SPECTATOR or OMNISCIENT. The caller must check that this perspective is
                allowed.
        """
        self._match = match
        self.viewer = viewer
        self.game: Game[S, A, E] = match.game
        self.players: tuple[Player, ...] = match.header.players
        self.names: tuple[str, ...] = match.header.names
        self.made = match.header.made
        """Time at which the match was started, as text."""
        self.rules = match.header.rules
        """Version of the rules."""
        self.options: dict[str, bool | int | str] = match.header.options
        self.is_branch = match.header.parent is not None
        """The match branches off a position of another one."""
        self.last = len(match.history)
        """The last position."""
        self.resigned = dict(match.resigned)
        """Resigned seats in order, with the positions at which they resigned."""
        outcome = match.game.outcome(match.state)
        self.outcome: Outcome | None = outcome and outcome.with_last(tuple(self.resigned))
        self.seed = match.header.seed if self.outcome else None
        """The seed; None until the match is over, since it determines all later chance."""

    def from_perspective(self, viewer: int) -> "Recording[S, A, E]":
        """Return the same match as another viewer may read it."""
        return Recording(self._match, viewer)

    @property
    def standing(self) -> Outcome:
        """The outcome; before the end, the result as if it ended now, as far as the viewer sees.
        Resigned seats are last."""
        return self.outcome or self.game.standing(self.view()).with_last(tuple(self.resigned))

    def by_source(self, position: int | None = None) -> Outcome:
        """Return the standing at a position, by default the last, with the lines that best explain
        where the points came from."""
        at = self.last if position is None else position
        # Only the last standing knows of resignations.
        standing = self.standing if at == self.last else self.game.standing(self.view(at))
        return self.game.by_source(standing, [event for events in self.log(at) for event in events])

    # --- one position

    def view(self, position: int | None = None) -> S:
        """Return the viewer's view at a position, by default the last."""
        return self._match.view(self.viewer, self.last if position is None else position)

    def events(self, position: int) -> tuple[E, ...]:
        """Return the events of the action before a position; at 0, the events of the set-up."""
        return self._log[position]

    def line(self, position: int) -> int:
        """Return the record line of the action before a position; 0 at 0."""
        return self._match.history[position - 1].line if position else 0

    def targets(self, position: int) -> tuple[Element, ...]:
        """Return the board elements of the action before a position, if the viewer saw any of it.
        They may name hidden cards: use them only to find the part of the board."""
        if not position or not self.events(position):
            return ()
        return self.game.targets(self._match.history[position - 1].action)

    def seat(self, position: int) -> int:
        """Return the seat that took the action before a position."""
        return self._match.history[position - 1].seat

    def own_action(self, position: int) -> A | None:
        """Return the action before a position, if it was the viewer's own."""
        played = self._match.history[position - 1]
        return played.action if played.seat == self.viewer else None

    def resigned_at(self, position: int) -> tuple[int, ...]:
        """Return the seats that resigned at a position, in order."""
        return tuple(seat for seat, at in self.resigned.items() if at == position)

    # --- the course

    def log(self, position: int | None = None) -> Sequence[tuple[E, ...]]:
        """Return the events at each position, up to one or the last."""
        return self._log if position is None else self._log[: position + 1]

    def news(self, position: int) -> list[E]:
        """Return the events after the viewer's last action, up to a position; none for a viewer
        without a seat."""
        if self.viewer >= len(self.names):
            return []
        own_positions = (at for at in range(position, 0, -1) if self.seat(at) == self.viewer)
        # Without an own action, the events begin with those of the set-up, at position 0.
        return list(chain.from_iterable(self.log(position)[next(own_positions, -1) + 1 :]))

    @cached_property
    def _log(self) -> list[tuple[E, ...]]:
        return replay.event_log(self._match, self.viewer)

    @cached_property
    def undone(self) -> dict[int, list[tuple[E, ...]]]:
        """The events of each undone action, by the position at which the action was taken."""
        return replay.undone(self._match, self.viewer)

    @cached_property
    def clocks(self) -> list[Clock]:
        """The clock at each position."""
        return replay.clocks(self._match)

    @property
    def round_ends(self) -> list[int]:
        """The last position of each round, and the last position of the match."""
        turns = enumerate(pairwise(self.clocks))
        return [*(at for at, (before, after) in turns if before.round != after.round), self.last]

    @cached_property
    def forced(self) -> list[bool]:
        """For each action in force, True if it was the only legal one."""
        return replay.forced(self._match)


AnyRecording = Recording[State, Action, Event]
"""A recording of a match of any game."""
