"""The achievements of Darwin's Journey, and the facts that its lesson may name."""

from collections.abc import Mapping
from typing import Final

from darwin_core.contract.game import A
from darwin_core.games.journey import acts
from darwin_core.games.journey.acts import parse
from darwin_core.games.journey.diaries import is_busy, occupied_cost
from darwin_core.games.journey.material import (
    BOOK,
    CREW_KEPT,
    GOAL_TILES,
    WORKERS,
    JourneyState,
    books,
)
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    goal_words,
    location_name,
    objective_words,
    space_name,
    specimen_name,
    start_colour,
    worker_name,
    yield_words,
)
from darwin_core.games.journey.objectives import goal_count
from darwin_core.games.journey.voyage import yields
from darwin_core.kit.achievements import Achievement, Course, did, kinds, nth
from darwin_core.teaching.facts import Fact, Now
from darwin_core.text.wording import counted

ISLANDS: Final = 2
FIRSTS: Final = 3
TENTS: Final = 4
SPECIMENS: Final = 4
LENSES: Final = 3
OBJECTIVES: Final = 4
STUDY: Final = 2


def _toll(course: Course) -> int | None:
    """Find a worker of another seat that paid for the lens of this one."""
    found = course.all(acts.Placed)
    return nth((at for at, e in found if e.owner == course.seat != e.seat), 1)


ACHIEVEMENTS: Final = (
    Achievement(
        "islands", "From island to island", f"Set foot on {ISLANDS} islands.", "bird",
        kinds(acts.Landed, lambda event: event.island, ISLANDS),
    ),
    Achievement(
        "first", "Nobody before you", f"Was the first at {FIRSTS} ribbons.", "bird",
        did(acts.CameFirst, times=FIRSTS),
    ),
    Achievement(
        "camp", "Under canvas", f"Pitched {TENTS} tents.", "leaf", did(acts.Pitched, times=TENTS),
    ),
    Achievement(
        "museum", "A gift to the museum", f"Delivered {SPECIMENS} specimens that were new there.",
        "bone", did(acts.Delivered, lambda event: not event.is_again, SPECIMENS),
    ),
    Achievement(
        "again", "One more of those", "Delivered a specimen that the museum had.", "bone",
        did(acts.Delivered, lambda event: event.is_again),
    ),
    Achievement(
        "research", "Under the microscope", "Researched a specimen.", "beetle",
        did(acts.Researched),
    ),
    Achievement(
        "lens", "A closer look", f"Opened {LENSES} locations with a lens.", "shell",
        did(acts.Unlocked, times=LENSES),
    ),
    Achievement(
        "toll", "A small fee", "Gained a coin for your lens from a rival.", "shell", _toll,
    ),
    Achievement(
        "crew", "A crew complete", "Completed a crew card.", "fish", did(acts.Completed),
    ),
    Achievement(
        "letters", "Dear Henslow", "Won the reward of an envelope.", "leaf", did(acts.Awarded),
    ),
    Achievement(
        "study", "Self-taught", f"Placed a worker with {STUDY} knowledge in place of seals.",
        "beetle", did(acts.Placed, lambda event: event.knowledge >= STUDY),
    ),
    Achievement(
        "objectives", "Instructions carried out", f"Achieved {OBJECTIVES} objectives.", "fish",
        did(acts.Achieved, times=OBJECTIVES),
    ),
)  # fmt: skip
"""All of them, in the order of the drawer."""


def _parsed(written: str, kind: type[A]) -> A:
    action = parse(written)
    if not isinstance(action, kind):
        raise ValueError(f"{written!r} is another action")
    return action


def _seat(now: Now[JourneyState], seat: str) -> int:
    return int(seat or now.seat)


def _named(now: Now[JourneyState], written: str) -> str:
    """Return the name of what an action is about: a crew card, a location, a space."""
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


def _does(now: Now[JourneyState], written: str) -> str:
    """Return what the location of a worker does, in words."""
    return now.game.texts.phrase(now.view, parse(written), now.seat_names).rpartition(": ")[2]


def _worker(now: Now[JourneyState], written: str) -> str:
    action = _parsed(written, acts.Place)
    return worker_name(action.worker)


def _cost(now: Now[JourneyState], written: str) -> int:
    """Return the coins for a place in an area with a worker; 0 where there is none."""
    action = _parsed(written, acts.Place)
    view = now.view
    return occupied_cost(view, now.seat) if is_busy(view, action.location) else 0


def _start(now: Now[JourneyState], written: str) -> str:
    action = _parsed(written, acts.Keep)
    return colour_name(start_colour(action.card))


def _yield(now: Now[JourneyState], written: str) -> str:
    action = _parsed(written, acts.Deliver)
    gain = yields(now.view, action.specimen)
    return yield_words(gain.coins, gain.steps)


def _row(now: Now[JourneyState], written: str) -> str:
    action = _parsed(written, acts.Buy)
    return worker_name(action.row)


def _goal(now: Now[JourneyState], number: str = "") -> int:
    view = now.view
    return view.goals[int(number or view.round) - 1]


FACTS: Final[Mapping[str, Fact]] = {
    "what": _named,
    "does": _does,
    "worker": _worker,
    "seal": _start,
    "yield": _yield,
    "row": _row,
    "cost": _cost,
    "coins": lambda now, seat="": now.view.coins[_seat(now, seat)],
    "steps": lambda now: now.view.evolution[now.seat],
    "books": lambda now: counted(books(now.view.evolution[now.seat]), "book"),
    "book": lambda now: BOOK,
    "points": lambda now, seat="": now.view.points[_seat(now, seat)],
    "workers": lambda now: WORKERS,
    "crew": lambda now: CREW_KEPT,
    "goal": lambda now, number="": goal_words(_goal(now, number)),
    "goal_each": lambda now, number="": GOAL_TILES[_goal(now, number)].points,
    "goal_count": lambda now, number="", seat="": goal_count(
        now.view, _seat(now, seat), _goal(now, number)
    ),
}
