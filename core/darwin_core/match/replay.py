"""A match told again from its beginning: for replays, logs and exports.

Everything here is derived from the acts in force and from the record's lines; nothing is kept.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set

from darwin_core.game import A, Clock, E, S
from darwin_core.match.match import Match, Played, redact_all, undone_line


def walk(
    match: Match[S, A, E], position: int | None = None, *, listening: bool = False
) -> Iterator[tuple[S, Sequence[E]]]:
    """The state at the start and after each act in force, up to ``position``, each with what
    happened just before: whole, for no eyes, and nothing at all unless ``listening``.

    It is one state that goes on from act to act: look at it before asking for the next.
    """
    apply, state = match.game.apply, match.state_at(0)
    yield state, match.events_at(0) if listening else ()
    for act in match.history[:position]:
        events: list[E] = []
        apply(state, act.seat, act.action, events.append if listening else None)
        yield state, events


def event_log(
    match: Match[S, A, E], viewer: int, position: int | None = None
) -> list[tuple[E, ...]]:
    """What a viewer heard of the set-up and of each act in force, up to ``position``."""
    told = walk(match, position, listening=True)
    return [redact_all(match.game, events, viewer) for _, events in told]


def clocks(match: Match[S, A, E]) -> list[Clock]:
    """How far the match had come at the start and after each act in force."""
    return [match.game.clock(state) for state, _ in walk(match)]


def forced(match: Match[S, A, E]) -> list[bool]:
    """For each act in force, whether there was nothing else to do."""
    # The acts first: so the walk need not take the last one.
    acts = zip(match.history, walk(match), strict=False)
    return [len(match.game.legal(state, act.seat)) == 1 for act, (state, _) in acts]


def undone(match: Match[S, A, E], viewer: int) -> dict[int, list[tuple[E, ...]]]:
    """What a viewer heard of the acts that were taken back, by how many acts that are in force
    came before them."""
    kept = [act.line for act in match.history]
    if len(kept) == len(match.lines):
        return {}
    found: dict[int, list[tuple[E, ...]]] = {}
    for line, events in _taken_back(match, frozenset(kept)):
        told = redact_all(match.game, events, viewer)
        found.setdefault(bisect_left(kept, line), []).append(told)
    return found


def _taken_back(match: Match[S, A, E], kept: Set[int]) -> Iterator[tuple[int, Sequence[E]]]:
    """The line and the events of each act whose line is not among those kept."""
    game, state = match.game, match.state_at(0)
    acts: list[Played[A]] = []
    before: dict[int, S] = {}
    for line in match.lines:
        number = undone_line(line.action)
        if number is None:
            place = len(acts)
            acts.append(Played(line.number, line.seat, game.parse(line.action)))
        else:
            place = next(place for place, act in enumerate(acts) if act.line == number)
            del acts[place]
            state = before.pop(number)
        for act in acts[place:]:
            events: list[E] = []
            is_told = act.line == line.number and act.line not in kept
            if act.line not in kept:
                before[act.line] = game.clone(state)
            game.apply(state, act.seat, act.action, events.append if is_told else None)
            if is_told:
                yield act.line, events
