"""The facts that texts of the lesson and the notes can state, and the themes of puzzles."""

from collections.abc import Mapping
from typing import Final

from darwin_core.contract.game import A
from darwin_core.games.journey import acts
from darwin_core.games.journey.acts import parse
from darwin_core.games.journey.diaries import entry_cost
from darwin_core.games.journey.material import (
    BOOK_POINTS,
    CREW_KEPT,
    GOAL_TILES,
    START_COLOURS,
    WORKERS,
    JourneyState,
    books,
)
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    delivery_words,
    goal_words,
    is_ocean,
    location_name,
    objective_words,
    space_name,
    specimen_name,
    worker_name,
)
from darwin_core.games.journey.objectives import goal_count
from darwin_core.games.journey.voyage import delivery_gain
from darwin_core.teaching.facts import Fact, Now, Theme, begins_with
from darwin_core.text.language import mark
from darwin_core.text.wording import counted


def _parsed(written: str, kind: type[A]) -> A:
    """Return the action of a notation.

    Raises:
        ValueError: if the action is of another class.
    """
    action = parse(written)
    if not isinstance(action, kind):
        raise ValueError(f"{written!r} is another action")
    return action


def _seat(now: Now[JourneyState], seat: str) -> int:
    return int(seat or now.seat)


def _object_name(now: Now[JourneyState], written: str) -> str:
    """Return the name of an action's object: a crew card, an objective, a location, a space or a
    specimen."""
    match parse(written):
        case acts.Keep(card):
            return crew_name(card)
        case acts.Take(tile):
            return objective_words(tile)
        case acts.Place(_, location):
            return location_name(location)
        case acts.Move(space):
            return space_name(space)
        case acts.Deliver(specimen):
            return specimen_name(specimen)
    raise ValueError("it has no name")


def _effect_words(now: Now[JourneyState], written: str) -> str:
    """Return the effects of a worker's location in words: the part of the phrase after its place
    and price."""
    return now.game.texts.phrase(now.view, parse(written), now.seat_names).rpartition(": ")[2]


def _worker(now: Now[JourneyState], written: str) -> str:
    return worker_name(_parsed(written, acts.Place).worker)


def _cost(now: Now[JourneyState], written: str) -> int:
    """Return the coins for a place in an area that has a worker; 0 in an area without workers."""
    return entry_cost(now.view, now.seat, _parsed(written, acts.Place).location)


def _start(now: Now[JourneyState], written: str) -> str:
    """Return the colour of the seal that a crew card brings."""
    return colour_name(START_COLOURS[_parsed(written, acts.Keep).card])


def _yield(now: Now[JourneyState], written: str) -> str:
    """Return the gain of a delivery in words."""
    return delivery_words(*delivery_gain(now.view, _parsed(written, acts.Deliver).specimen))


def _row(now: Now[JourneyState], written: str) -> str:
    """Return the worker whose row gets a seal."""
    return worker_name(_parsed(written, acts.Buy).row)


def _goal(now: Now[JourneyState], number: str = "") -> int:
    """Return the Beagle's goal of a round, counted from 1; of the present round without a
    number."""
    view = now.view
    return view.goals[int(number or view.round) - 1]


# Facts that take a ``seat`` are about the reader's seat without it. ``written`` is an action in its
# notation.
FACTS: Final[Mapping[str, Fact]] = {
    "what": _object_name,
    "does": _effect_words,
    "worker": _worker,
    "seal": _start,
    "yield": _yield,
    "row": _row,
    "cost": _cost,
    "coins": lambda now, seat="": now.view.coins[_seat(now, seat)],
    "steps": lambda now: now.view.evolution[now.seat],
    "books": lambda now: counted(books(now.view.evolution[now.seat]), "book"),
    "book": lambda now: BOOK_POINTS,
    "points": lambda now, seat="": now.view.points[_seat(now, seat)],
    "workers": lambda now: WORKERS,
    "crew": lambda now: CREW_KEPT,
    "goal": lambda now, number="": goal_words(_goal(now, number)),
    "goal_each": lambda now, number="": GOAL_TILES[_goal(now, number)].points,
    "goal_count": lambda now, number="", seat="": goal_count(
        now.view, _seat(now, seat), _goal(now, number)
    ),
}

THEMES: Final[Mapping[str, Theme]] = {
    mark("Workers and locations"): begins_with(acts.Place, acts.Perform, acts.Unlock),
    mark("The ship"): lambda now, actions: (
        isinstance(actions[0], acts.Move) and is_ocean(actions[0].space)
    ),
    mark("Explorers"): begins_with(acts.Move, acts.Land),
    mark("Seals"): begins_with(acts.Buy, acts.Add),
    mark("Stamps"): begins_with(acts.Stamp),
    mark("Objectives and crew"): begins_with(
        acts.Keep, acts.Take, acts.Achieve, acts.Complete, acts.Copy
    ),
    mark("Specimens and tents"): begins_with(acts.Deliver, acts.Research, acts.Pitch, acts.Reuse),
    mark("Effects"): lambda now, actions: True,  # All others, because the first theme is taken.
}
