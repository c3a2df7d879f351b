"""Achievements: small feats by rules that matches seldom use, found in finished matches.

A game lists them in ``achievements.py``: rows of data, each with a function, its finder, that finds
the position at which a seat reached the achievement. Finders run on finished matches, so they see
all events. To players, an achievement that they have reached is a specimen of their collection.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Final, Literal, NamedTuple, TypeVar

from darwin_core.contract.game import AnyGame, Event, Outcome

E = TypeVar("E", bound=Event)

Specimen = Literal["beetle", "leaf", "bone", "shell", "bird", "fish"]
"""The picture of an achievement in the collection."""
PER_GAME: Final = 12
"""Number of achievements of each game. A drawer of the collection has as many places."""


class Course(NamedTuple):
    """A finished match, seen from a seat."""

    seat: int
    log: Sequence[Sequence[Event]]
    """Events at each position, unredacted."""
    outcome: Outcome

    @property
    def is_won(self) -> bool:
        """True if the seat has won, alone or with others."""
        return self.seat in self.outcome.winners

    @property
    def last(self) -> int:
        """The position after the last action, at which the match ended."""
        return len(self.log) - 1

    def all(self, kind: type[E] | tuple[type[E], ...]) -> Iterator[tuple[int, E]]:
        """Yield the positions and events of a kind."""
        for position, events in enumerate(self.log):
            for event in events:
                if isinstance(event, kind):
                    yield position, event

    def of_seat(self, kind: type[E] | tuple[type[E], ...]) -> Iterator[tuple[int, E]]:
        """Yield the positions and events of a kind that are about the seat."""
        return (
            (position, event) for position, event in self.all(kind) if _seat_of(event) == self.seat
        )

    def runs(self, start: type[Event]) -> Iterator[list[tuple[int, Event]]]:
        """Yield the parts into which the events of a kind split the match, each as positions and
        events. A part begins with such an event; what comes before the first is left out."""
        run: list[tuple[int, Event]] | None = None
        for position, event in self.all(Event):
            if isinstance(event, start):
                if run is not None:
                    yield run
                run = []
            if run is not None:
                run.append((position, event))
        if run is not None:
            yield run


Finder = Callable[[Course], int | None]
"""A function that returns the position at which an achievement was reached; None if it was not."""


class Achievement(NamedTuple):
    """Something that can be achieved in a match."""

    name: str
    """Name of the achievement in files."""
    title: str
    sentence: str
    """A sentence without a subject, as in "Won a trick with the scorpion."."""
    specimen: Specimen
    find: Finder


def _seat_of(event: Event) -> int | None:
    """Return the seat that an event is about; None for an event about no single seat."""
    seat: int | None = getattr(event, "seat", None)
    return seat


def nth(positions: Iterator[int], number: int) -> int | None:
    """Return the position with a number, counted from 1; None if there are fewer positions."""
    for count, position in enumerate(positions, 1):
        if count == number:
            return position
    return None


def did(
    kind: type[E], counts: Callable[[E], object] = lambda event: True, times: int = 1
) -> Finder:
    """Return a finder of the position at which the seat has done something a number of times.

    Args:
        kind: class of the events, which have a seat.
        counts: returns True for events that count.
        times: required number of times.
    """
    return lambda course: nth(
        (position for position, event in course.of_seat(kind) if counts(event)), times
    )


def did_in_a_run(start: type[Event], kind: type[Event], times: int) -> Finder:
    """Return a finder as ``did`` does, which counts within one part of the match, such as a round,
    and takes the first part in which the number is reached. Each part begins with an event of the
    class ``start``."""

    def find(course: Course) -> int | None:
        for run in course.runs(start):
            own_positions = (
                position
                for position, event in run
                if isinstance(event, kind) and _seat_of(event) == course.seat
            )
            if (reached := nth(own_positions, times)) is not None:
                return reached
        return None

    return find


def did_to(
    kind: type[E], attribute: str, counts: Callable[[E], object] = lambda event: True
) -> Finder:
    """Return a finder of the first position at which something happened to the seat.

    Args:
        kind: class of the events.
        attribute: name of the field with the seat concerned.
        counts: returns True for events that count.
    """

    def find(course: Course) -> int | None:
        positions = (
            position
            for position, event in course.all(kind)
            if getattr(event, attribute) == course.seat and counts(event)
        )
        return nth(positions, 1)

    return find


def kinds(kind: type[E], of: Callable[[E], object], number: int) -> Finder:
    """Return a finder of the position at which the seat has done a number of different things.

    Args:
        kind: class of the events, which have a seat.
        of: returns the thing that an event is about.
        number: required number of different things.
    """

    def find(course: Course) -> int | None:
        things = set[object]()
        for position, event in course.of_seat(kind):
            things.add(of(event))
            if len(things) == number:
                return position
        return None

    return find


def won(is_special: Callable[[Course], object]) -> Finder:
    """Return a finder of the end of a match that the seat won in a special way.

    Args:
        is_special: returns True for matches won in this way.
    """
    return lambda course: course.last if course.is_won and is_special(course) else None


def never(*kinds: type[Event]) -> Callable[[Course], bool]:
    """Return a predicate that is true if the seat has done nothing of some kinds."""
    return lambda course: next(course.of_seat(kinds), None) is None


def achievements(game: AnyGame) -> tuple[Achievement, ...]:
    """Return the achievements of a game; empty for a game without a module ``achievements``."""
    name = f"{game.package}.achievements"
    try:
        rows: tuple[Achievement, ...] = getattr(import_module(name), "ACHIEVEMENTS", ())
    except ModuleNotFoundError as error:
        # An import that fails inside that module is a fault, and must be seen.
        if error.name != name:
            raise
        return ()
    return rows


def achievement_positions(game: AnyGame, course: Course) -> dict[str, int]:
    """Return the position at which each achievement was reached in a finished match, by its name;
    those not reached are left out."""
    positions = ((achievement.name, achievement.find(course)) for achievement in achievements(game))
    return {name: position for name, position in positions if position is not None}
