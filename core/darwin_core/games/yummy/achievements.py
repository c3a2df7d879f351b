"""The achievements of Yummy Darwinism."""

from typing import Final

from darwin_core.games.yummy import acts
from darwin_core.games.yummy.material import EXECUTIVE, TERROR, USA
from darwin_core.games.yummy.rules import group_of
from darwin_core.kit.achievements import (
    Achievement,
    Course,
    did,
    did_in_a_run,
    kinds,
    never,
    won,
)

PROTESTS: Final = 2
"""Number of triplets to mark for the achievement *On the streets*."""
TOUR_GROUPS: Final = 4
"""Number of groups for the achievement *Grand tour*."""
TURN_TRIPLETS: Final = 2
"""Number of triplets in one turn for the achievement *Two at a blow*."""


def _position_of_last_turn_triplet(course: Course) -> int | None:
    """Return the position at which the seat first laid a triplet in the turn that drew the last
    card; None for none. If the last card is drawn at the end of a turn, there is no such turn."""
    for run in course.runs(acts.TurnBegan):
        # A run begins with the event of its turn.
        start = run[0][1]
        if isinstance(start, acts.TurnBegan) and not start.left:
            own_triplets = (
                position
                for position, event in run
                if isinstance(event, acts.Laid) and event.seat == course.seat
            )
            return next(own_triplets, None)
    return None


ACHIEVEMENTS: Final = (
    Achievement(
        "coup", "Coup", "Took a triplet of the executive with politics.", "bone",
        did(acts.Trumped, lambda event: group_of(event.cards) == EXECUTIVE),
    ),
    Achievement(
        "war", "A war of choice", "Took a triplet of terror with the USA.", "bone",
        did(acts.Trumped, lambda event: group_of(event.cards) == TERROR),
    ),
    Achievement(
        "aliens", "They come in peace", "Took a triplet of the USA with the aliens.", "beetle",
        did(acts.Trumped, lambda event: group_of(event.cards) == USA),
    ),
    Achievement(
        "people", "We the people", "Took a triplet of the USA with the third mark.", "bird",
        did(acts.Captured),
    ),
    Achievement(
        "protest", "On the streets", f"Marked triplets of the USA {PROTESTS} times.", "bird",
        did(acts.Marked, times=PROTESTS),
    ),
    Achievement(
        "joker", "Light fingers", "Swapped the joker out of a rival's triplet.", "beetle",
        did(acts.Swapped),
    ),
    Achievement(
        "treasure", "Fort Knox", "Banked three of a kind of the USA.", "shell",
        did(acts.Banked, lambda event: group_of(event.cards) == USA),
    ),
    Achievement(
        "double", "Two at a blow", "Laid two triplets in one turn.", "fish",
        did_in_a_run(acts.TurnBegan, acts.Laid, times=TURN_TRIPLETS),
    ),
    Achievement(
        "tour", "Grand tour", f"Laid triplets of {TOUR_GROUPS} groups in a match.", "leaf",
        kinds(acts.Laid, lambda event: group_of(event.cards), TOUR_GROUPS),
    ),
    Achievement(
        "deal", "A good bargain", "An offer of yours brought more cards than it cost.", "leaf",
        did(acts.Traded, lambda event: len(event.give) < len(event.ask)),
    ),
    Achievement(
        "last", "At the last moment", "Laid a triplet in the last turn of all.", "fish",
        _position_of_last_turn_triplet,
    ),
    Achievement(
        "peace", "Live and let live", "Won the match without taking any triplet.", "shell",
        won(never(acts.Trumped, acts.Captured)),
    ),
)  # fmt: skip
"""The achievements in the order of the collection's drawer."""
