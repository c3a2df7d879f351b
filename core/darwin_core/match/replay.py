"""Replay of a match from its start: for logs, replays and exports.

Everything is derived from the actions in force and from the record's lines; nothing is stored.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set

from darwin_core.contract.game import SPECTATOR, A, Clock, E, S
from darwin_core.match.match import Match, redact_all
from darwin_core.match.timeline import RESIGNATION, Played, undone_line


def walk(match: Match[S, A, E], *, observed: bool = False) -> Iterator[tuple[S, Sequence[E]]]:
    """Yield the state at the start and after each action in force, with the preceding unredacted
    events.

    The events are empty unless ``observed`` is True. All yielded states are one object, which
    changes from action to action: use it before asking for the next.
    """
    apply = match.game.apply
    state = match.state_at(0)
    yield state, match.events_at(0) if observed else ()
    for played in match.history:
        events: list[E] = []
        apply(state, played.seat, played.action, events.append if observed else None)
        yield state, events


def event_log(match: Match[S, A, E], viewer: int) -> list[tuple[E, ...]]:
    """Return the events of the set-up and of each action in force, redacted for a viewer."""
    steps = walk(match, observed=True)
    return [redact_all(match.game, events, viewer) for _, events in steps]


def clocks(match: Match[S, A, E]) -> list[Clock]:
    """Return the clock at the start and after each action in force."""
    return [match.game.clock(state) for state, _ in walk(match)]


def forced(match: Match[S, A, E]) -> list[bool]:
    """Return for each action in force whether it was the only legal one."""
    # ``zip`` asks for an action first, so that the walk need not apply the last action.
    steps = zip(match.history, walk(match), strict=False)
    return [len(match.game.legal(state, played.seat)) == 1 for played, (state, _) in steps]


def undone(match: Match[S, A, E], viewer: int) -> dict[int, list[tuple[E, ...]]]:
    """Return the events of undone actions, redacted for a viewer, by the number of actions in force
    before them."""
    lines_in_force = [played.line for played in match.history]
    if len(lines_in_force) == len(match.lines):
        # Every line is an action in force: nothing was undone.
        return {}
    events_before: dict[int, list[tuple[E, ...]]] = {}
    for line, events in _undone(match, frozenset(lines_in_force)):
        redacted = redact_all(match.game, events, viewer)
        events_before.setdefault(bisect_left(lines_in_force, line), []).append(redacted)
    return events_before


def seen_undone(match: Match[S, A, E]) -> set[int]:
    """Return the line numbers of undone actions of which the spectator saw an event in full."""
    lines_in_force = frozenset(played.line for played in match.history)
    if len(lines_in_force) == len(match.lines):
        return set()
    return {
        line
        for line, events in _undone(match, lines_in_force)
        if any(match.game.redact(event, SPECTATOR) == event for event in events)
    }


def _undone(match: Match[S, A, E], lines_in_force: Set[int]) -> Iterator[tuple[int, Sequence[E]]]:
    """Yield the line and the events of each action that is no longer in force."""
    game = match.game
    state = match.state_at(0)
    history: list[Played[A]] = []
    states_before: dict[int, S] = {}
    for line in match.lines:
        if line.action == RESIGNATION:
            continue
        number = undone_line(line.action)
        if number is None:
            index = len(history)
            history.append(Played(line.number, line.seat, game.texts.parse(line.action)))
        else:
            # Go back to the state before the undone action, and replay the later actions.
            # Its state is there: an undone action is not in force at the end.
            index = next(index for index, played in enumerate(history) if played.line == number)
            del history[index]
            state = states_before.pop(number)
        for played in history[index:]:
            events: list[E] = []
            is_shown = played.line == line.number and played.line not in lines_in_force
            if played.line not in lines_in_force:
                states_before[played.line] = game.clone(state)
            game.apply(state, played.seat, played.action, events.append if is_shown else None)
            if is_shown:
                yield played.line, events
