"""The timeline of a match: its actions in force, states kept at intervals, and undo."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Final, Generic

import msgspec

from darwin_core.contract.game import A, E, Event, Game, Refusal, S
from darwin_core.text.language import tr

KEYFRAME_INTERVAL: Final = 16
"""Actions between two kept states, one more than the maximum number replayed to reach a position.
Chosen; a larger one keeps fewer states and makes positions slower to reach."""


class Refused(ValueError):
    """Raised for an action that is not allowed; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class Played(msgspec.Struct, Generic[A], frozen=True, gc=False):
    """An action in force: its line in the record, its seat, and the action."""

    line: int
    seat: int
    action: A


def legal_actions(game: Game[S, A, E], state: S, seat: int) -> tuple[A, ...]:
    """Return the actions from which a seat may choose in a state; none if it is not to move."""
    return tuple(game.legal(state, seat)) if seat in game.to_move(state) else ()


class Timeline(Generic[S, A, E]):
    """The actions in force. Position n is the state after the first n of them."""

    def __init__(self, game: Game[S, A, E], start: S, opening: tuple[E, ...]) -> None:
        self._game = game
        self._opening = opening
        self._keyframes: dict[int, S] = {0: game.clone(start)}
        """Kept states by position: every KEYFRAME_INTERVAL actions."""
        self.history: list[Played[A]] = []

    def fork(self) -> "Timeline[S, A, E]":
        """Return a timeline of the same actions that continues independently."""
        other = copy(self)
        other.history = [*self.history]
        # The kept states themselves are never changed, so both share them.
        other._keyframes = {**self._keyframes}
        return other

    # --- reading

    def state_at(self, position: int) -> S:
        """Return a new copy of the state at a position."""
        frame = position - position % KEYFRAME_INTERVAL
        state = self._game.clone(self._keyframes[frame])
        apply = self._game.apply
        for played in self.history[frame:position]:
            apply(state, played.seat, played.action, None)
        return state

    def events_at(self, position: int) -> tuple[E, ...]:
        """Derive the unredacted events of the action before a position; at 0, of the set-up."""
        if position == 0:
            return self._opening
        return tuple(
            self.events_of(self.state_at(position - 1), self.history[position - 1 : position])
        )

    def events_of(self, start: S, actions: Sequence[Played[A]]) -> list[E]:
        """Derive the unredacted events of actions played from a state, which is not changed."""
        state = self._game.clone(start)
        events = list[E]()
        for played in actions:
            self._game.apply(state, played.seat, played.action, events.append)
        return events

    def last_of(self, seat: int) -> tuple[int, Played[A]]:
        """Return the position after a seat's last action in force, and that action.

        Raises:
            Refused: if the seat has no action in force.
        """
        for position in range(len(self.history), 0, -1):
            played = self.history[position - 1]
            if played.seat == seat:
                return position, played
        raise Refused(Refusal("nothing-to-undo", tr("There is nothing to undo.")))

    def in_turn(self, seat: int, last_position: int) -> int:
        """Count a seat's actions in force since the turn of a position began, even later ones."""
        turn = self._game.clock(self.state_at(last_position))
        count = 0
        # Backwards, up to an action of an earlier turn.
        for position in range(len(self.history), 0, -1):
            if position <= last_position and self._game.clock(self.state_at(position - 1)) != turn:
                break
            count += self.history[position - 1].seat == seat
        return count

    # --- writing

    def append(self, played: Played[A], state: S) -> None:
        """Add an action that led to a state."""
        self.history.append(played)
        if len(self.history) % KEYFRAME_INTERVAL == 0:
            self._keyframes[len(self.history)] = self._game.clone(state)

    def remove(self, position: int) -> None:
        """Remove the action before a position and derive the later states again."""
        del self.history[position - 1]
        frames = {at: frame for at, frame in self._keyframes.items() if at < position}
        last = max(frames)
        state = self._game.clone(frames[last])
        # The position of the last keyframe: no state after it is kept.
        full = len(self.history) - len(self.history) % KEYFRAME_INTERVAL
        for at, played in enumerate(self.history[last:full], last + 1):
            self._game.apply(state, played.seat, played.action, None)
            if at % KEYFRAME_INTERVAL == 0:
                frames[at] = self._game.clone(state)
        self._keyframes = frames


class Undo(msgspec.Struct, frozen=True):
    """Request to undo the seat's own last action."""


class Redo(msgspec.Struct, frozen=True):
    """Request to redo the action that the seat undid last."""


class Resign(msgspec.Struct, frozen=True):
    """Request to resign: the seat is ranked behind all others, whatever is played later."""


RESIGNATION: Final = "resign"
"""Notation of a resignation, which changes nothing in the state of the match."""
_UNDO: Final = "undo "
"""Beginning of the notation of an undo; the line of the undone action follows."""


def undo_of(line: int) -> str:
    """Return the notation of the undo of the action on a line."""
    return f"{_UNDO}{line}"


def undone_line(action: str) -> int | None:
    """Return the line that a recorded action undoes: 0 if it is an undo that names no line, None if
    it is not an undo."""
    if not action.startswith(_UNDO):
        return None
    number = action.removeprefix(_UNDO)
    return int(number) if number.isdecimal() else 0


def is_action(notation: str) -> bool:
    """Return whether a recorded text is an action of a game, not an undo or resignation."""
    return notation != RESIGNATION and undone_line(notation) is None


def command_of(notation: str) -> Undo | Resign | None:
    """Return the request recorded by this notation; None for an action of the game."""
    if notation == RESIGNATION:
        return Resign()
    return None if undone_line(notation) is None else Undo()


def stops_undo(events: Iterable[Event], rules: int) -> bool:
    """Return whether any of some events prevents the undo of its action, by the rules version of
    the match."""
    return any(event.reveals or 0 < event.final_since <= rules for event in events)


def undone_state(
    game: Game[S, A, E],
    timeline: Timeline[S, A, E],
    rules: int,
    seat: int,
    asks_others: Callable[[S, int], bool],
) -> tuple[int, Played[A], S]:
    """Find the state after the undo of a seat's own last action.

    It is refused if that action or a later one has shown anything hidden or random or has made the
    result known, or if any other seat would then be asked something else than now. So undo changes
    who is to move only for the seat itself, never crosses another's action that depends on it, and
    still lets a seat undo a simultaneous choice after others made theirs.

    Args:
        timeline: the actions in force.
        rules: rules version with which the match began.
        seat: the seat that undoes.
        asks_others: returns whether a state asks any other seat something else than now.

    Returns:
        The position after the action, the action, and the state without it.

    Raises:
        Refused: if it cannot be undone.
    """
    position, played = timeline.last_of(seat)
    state = timeline.state_at(position - 1)
    events = timeline.events_of(state, timeline.history[position - 1 :])
    if stops_undo(events, rules):
        raise Refused(Refusal("undo-revealed", _undo_refusal(game, timeline, events)))
    for later in timeline.history[position:]:
        if later.action not in legal_actions(game, state, later.seat):
            # It depends on the action to be undone.
            raise _others_have_acted()
        game.apply(state, later.seat, later.action, None)
    if asks_others(state, seat):
        raise _others_have_acted()
    return position, played, state


def _undo_refusal(game: Game[S, A, E], timeline: Timeline[S, A, E], events: Iterable[Event]) -> str:
    """Return the sentence about events that stop undo."""
    if any(event.reveals for event in events):
        return tr("That cannot be undone: something has been revealed since.")
    if game.outcome(timeline.state_at(len(timeline.history))):
        return tr("That cannot be undone: the match is over.")
    return tr("That cannot be undone: the others know of it.")


def _others_have_acted() -> Refused:
    sentence = tr("That cannot be undone: others have acted on it since.")
    return Refused(Refusal("undo-others", sentence))
