"""The achievements of Yummy Darwinism."""

from typing import Final

from darwin_core.games.yummy import events
from darwin_core.games.yummy.components import USA
from darwin_core.games.yummy.triplets import group_of
from darwin_core.kit.achievements import (
    Achievement,
    Course,
    did,
    did_in_a_run,
    kinds,
    never,
    nth,
    won,
)

EXECUTIVE, TERROR = 1, 3
GROUPS: Final = 4
MARKS: Final = 2


def _last_turn(course: Course) -> int | None:
    """Find a triplet laid after the deck ran out."""
    for run in course.runs(events.TurnBegan):
        start = run[0][1]
        if isinstance(start, events.TurnBegan) and not start.left:
            return nth(
                (at for at, e in run if isinstance(e, events.Laid) and e.seat == course.seat), 1
            )
    return None


ACHIEVEMENTS: Final = (
    Achievement(
        "coup", "Coup", "Took a triplet of the executive with politics.", "bone",
        did(events.Trumped, lambda event: group_of(event.cards) == EXECUTIVE),
    ),
    Achievement(
        "war", "A war of choice", "Took a triplet of terror with the USA.", "bone",
        did(events.Trumped, lambda event: group_of(event.cards) == TERROR),
    ),
    Achievement(
        "aliens", "They come in peace", "Took a triplet of the USA with the aliens.", "beetle",
        did(events.Trumped, lambda event: group_of(event.cards) == USA),
    ),
    Achievement(
        "people", "We the people", "Took a triplet of the USA with the third mark.", "bird",
        did(events.Captured),
    ),
    Achievement(
        "protest", "On the streets", f"Marked triplets of the USA {MARKS} times.", "bird",
        did(events.Marked, times=MARKS),
    ),
    Achievement(
        "joker", "Light fingers", "Swapped the joker out of a rival's triplet.", "beetle",
        did(events.Swapped),
    ),
    Achievement(
        "treasure", "Fort Knox", "Banked three of a kind of the USA.", "shell",
        did(events.Banked, lambda event: group_of(event.cards) == USA),
    ),
    Achievement(
        "double", "Two at a blow", "Laid two triplets in one turn.", "fish",
        did_in_a_run(events.TurnBegan, events.Laid, times=2),
    ),
    Achievement(
        "tour", "Grand tour", f"Laid triplets of {GROUPS} groups in a match.", "leaf",
        kinds(events.Laid, lambda event: group_of(event.cards), GROUPS),
    ),
    Achievement(
        "deal", "A good bargain", "Traded away fewer cards than you got.", "leaf",
        did(events.Traded, lambda event: len(event.give) < len(event.ask)),
    ),
    Achievement(
        "last", "At the last moment", "Laid a triplet in the last turn of all.", "fish",
        _last_turn,
    ),
    Achievement(
        "peace", "Live and let live", "Won the match without taking any triplet.", "shell",
        won(lambda course: never(events.Trumped)(course) and never(events.Captured)(course)),
    ),
)  # fmt: skip
"""All of them, in the order of the drawer."""
