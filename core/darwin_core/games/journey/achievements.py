"""The achievements of Darwin's Journey."""

from typing import Final

from darwin_core.games.journey import acts
from darwin_core.kit.achievements import Achievement, Course, did, kinds, nth

# The numbers that the achievements ask for.
ISLANDS: Final = 2
FIRSTS: Final = 3
TENTS: Final = 4
SPECIMENS: Final = 4
LENSES: Final = 3
OBJECTIVES: Final = 4
STUDY: Final = 2


def _toll(course: Course) -> int | None:
    """Find the first worker of another seat that paid a coin for a lens of this seat."""
    placements = course.all(acts.Placed)
    return nth((at for at, e in placements if e.owner == course.seat != e.seat), 1)


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
"""The achievements in the order of the drawer."""
