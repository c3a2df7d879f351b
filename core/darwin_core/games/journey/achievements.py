"""The achievements of Darwin's Journey."""

from typing import Final

from darwin_core.games.journey import acts
from darwin_core.kit.achievements import Achievement, Course, did, kinds, nth

# The least numbers that the achievements ask for.
_ISLANDS: Final = 2
_FIRSTS: Final = 3
"""First arrivals at ribbons and at ends of tracks."""
_TENTS: Final = 4
_SPECIMENS: Final = 4
"""Specimens delivered that were new in the museum."""
_LENSES: Final = 3
_OBJECTIVES: Final = 4
_STUDY: Final = 2
"""Knowledge in place of seals, for one worker."""


def _toll(course: Course) -> int | None:
    """Return the position at which another seat's worker first came to a lens of this seat, which
    gives a coin; None if none ever did."""
    placements = course.all(acts.Placed)
    positions = (
        position for position, event in placements if event.owner == course.seat != event.seat
    )
    return nth(positions, 1)


ACHIEVEMENTS: Final = (
    Achievement(
        "islands", "From island to island", f"Set foot on {_ISLANDS} islands.", "bird",
        kinds(acts.Landed, lambda event: event.island, _ISLANDS),
    ),
    Achievement(
        "first", "Nobody before you", f"Was the first at {_FIRSTS} ribbons.", "bird",
        did(acts.CameFirst, times=_FIRSTS),
    ),
    Achievement(
        "camp", "Under canvas", f"Pitched {_TENTS} tents.", "leaf", did(acts.Pitched, times=_TENTS),
    ),
    Achievement(
        "museum", "A gift to the museum", f"Delivered {_SPECIMENS} specimens that were new there.",
        "bone", did(acts.Delivered, lambda event: not event.is_again, _SPECIMENS),
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
        "lens", "A closer look", f"Opened {_LENSES} locations with a lens.", "shell",
        did(acts.Unlocked, times=_LENSES),
    ),
    Achievement(
        "toll", "A small fee", "Gained a coin because a rival used your lens.", "shell", _toll,
    ),
    Achievement(
        "crew", "A crew complete", "Completed a crew card.", "fish", did(acts.Completed),
    ),
    Achievement(
        "letters", "Dear Henslow", "Won the reward of an envelope.", "leaf", did(acts.Awarded),
    ),
    Achievement(
        "study", "Self-taught", f"Placed a worker with {_STUDY} knowledge in place of seals.",
        "beetle", did(acts.Placed, lambda event: event.knowledge >= _STUDY),
    ),
    Achievement(
        "objectives", "Instructions carried out", f"Achieved {_OBJECTIVES} objectives.", "fish",
        did(acts.Achieved, times=_OBJECTIVES),
    ),
)  # fmt: skip
"""The achievements in the order in which the collection shows them."""
