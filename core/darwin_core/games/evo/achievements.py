"""The achievements of Evo."""

from typing import Final

from darwin_core.games.evo import acts
from darwin_core.kit.achievements import Achievement, Course, did, did_in_a_run, did_to, kinds, won

# The numbers that the achievements ask for.
HUNTS: Final = 2
FORAGES: Final = 3
MEAL: Final = 3
"""Tokens of a rich meal."""
WAYS: Final = 2
PLACES: Final = 4
BONUS: Final = 3
THRIFTY: Final = 12
THRIVES: Final = 3
LEAD: Final = 15
GROWTH: Final = 4


def _is_far_ahead(course: Course) -> bool:
    """Return whether the seat is far ahead of all others."""
    others = (t for seat, t in enumerate(course.outcome.totals) if seat != course.seat)
    return course.outcome.totals[course.seat] - max(others) >= LEAD


ACHIEVEMENTS: Final = (
    Achievement(
        "pack", "Hunting party", f"Hunted {HUNTS} times in one generation.", "bone",
        did_in_a_run(acts.Awoke, acts.Hunted, times=HUNTS),
    ),
    Achievement(
        "grazer", "All day long", f"Foraged {FORAGES} times in one generation.", "leaf",
        did_in_a_run(acts.Awoke, acts.Foraged, times=FORAGES),
    ),
    Achievement(
        "meal", "A rich meal", f"Placed {MEAL} tokens on a flora at once.", "leaf",
        did(acts.Foraged, lambda event: event.tokens >= MEAL),
    ),
    Achievement(
        "predator", "Tooth and claw", "Hunted another species, in the variant with predation.",
        "bone", did(acts.Predated),
    ),
    Achievement(
        "prey", "The other end of the chain", "Was hunted, in the variant with predation.", "fish",
        did_to(acts.Predated, "prey"),
    ),
    Achievement(
        "nomad", "Nomads", f"Migrated {WAYS} times in one generation.", "bird",
        did_in_a_run(acts.Awoke, acts.Migrated, times=WAYS),
    ),
    Achievement(
        "everywhere", "At home everywhere", f"Woke up at {PLACES} different locations.", "bird",
        kinds(acts.Awoke, lambda event: event.location, PLACES),
    ),
    Achievement(
        "thrift", "Use it or lose it", f"Ended {THRIFTY} generations without losing a card.",
        "shell", did(acts.Withered, lambda event: not event.cards, THRIFTY),
    ),
    Achievement(
        "thriving", "Flourishing", "Had the bonus of a population that does well.", "beetle",
        did(acts.Survived, lambda event: event.bonus >= BONUS),
    ),
    Achievement(
        "plenty", "Times of plenty", f"Had that bonus in {THRIVES} millennia.", "beetle",
        did(acts.Survived, lambda event: event.bonus >= BONUS, THRIVES),
    ),
    Achievement(
        "genome", "The long genome", f"Passed on {GROWTH} cards more than the target.", "shell",
        did(acts.Counted, lambda event: event.points >= GROWTH),
    ),
    Achievement(
        "dominant", "The dominant species", f"Won by {LEAD} points or more.", "fish",
        won(_is_far_ahead),
    ),
)  # fmt: skip
"""The achievements in the order of the drawer."""
