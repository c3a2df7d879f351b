"""Undo: which of a seat's actions can be undone, and the state without it."""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from darwin_core.contract.game import A, E, Event, Game, Refusal, S
from darwin_core.match.timeline import Played, Refused, Timeline, legal_actions
from darwin_core.text.language import tr


class Undo(msgspec.Struct, frozen=True):
    """Request to undo the seat's own last action."""


class Redo(msgspec.Struct, frozen=True):
    """Request to redo the action that the seat undid last."""


_UNDO: Final = "undo "


def undo_of(line: int) -> str:
    """Return the notation of the undo of the action on a line."""
    return f"{_UNDO}{line}"


def undone_line(action: str) -> int | None:
    """Return the line that a recorded action undoes: 0 if it is an undo that names none, None if it
    is no undo."""
    if not action.startswith(_UNDO):
        return None
    number = action.removeprefix(_UNDO)
    return int(number) if number.isdecimal() else 0


def stops_undo(events: Iterable[Event], rules: int) -> bool:
    """Return whether any of the events keeps its action from being undone, by the rules version
    the match began with."""
    return any(event.reveals or 0 < event.final_since <= rules for event in events)


def undone_state(
    game: Game[S, A, E],
    timeline: Timeline[S, A, E],
    rules: int,
    seat: int,
    asks_others: Callable[[S, int], bool],
) -> tuple[int, Played[A], S]:
    """Find the state after the undo of a seat's own last action.

    Refused if that action or a later one has shown anything hidden or random or has made the result
    known, or if any other seat would then be asked something else than now. So undo never changes
    who is to move but for the seat itself, never crosses another's action that depends on it, and
    still lets a seat undo a simultaneous choice after others made theirs.

    Args:
        game: the game.
        timeline: the actions in force.
        rules: the rules version that the match began with.
        seat: who undoes.
        asks_others: returns whether a state asks any seat but one something else than now.

    Returns:
        The position after the action, the action, and the state without it.

    Raises:
        Refused: if it cannot be undone.
    """
    position, played = timeline.last_of(seat)
    state = timeline.state_at(position - 1)
    events = timeline.events_of(state, timeline.history[position - 1 :])
    if stops_undo(events, rules):
        raise Refused(Refusal("undo-revealed", _reason(game, timeline, events)))
    for later in timeline.history[position:]:
        if later.action not in legal_actions(game, state, later.seat):
            raise _others_have_acted()
        game.apply(state, later.seat, later.action, None)
    if asks_others(state, seat):
        raise _others_have_acted()
    return position, played, state


def _reason(game: Game[S, A, E], timeline: Timeline[S, A, E], events: Iterable[Event]) -> str:
    """Return the sentence on events that stop undo."""
    if any(event.reveals for event in events):
        return tr("That cannot be undone: something has been revealed since.")
    if game.outcome(timeline.state_at(len(timeline.history))):
        return tr("That cannot be undone: the match is over.")
    return tr("That cannot be undone: the others know of it.")


def _others_have_acted() -> Refused:
    sentence = tr("That cannot be undone: others have acted on it since.")
    return Refused(Refusal("undo-others", sentence))
