"""The achievements of Evo."""

from typing import Final

from darwin_core.games.evo import acts
from darwin_core.kit.achievements import Achievement, Course, did, did_in_a_run, did_to, kinds, won

# The least numbers that the achievements ask for.
_HUNTS: Final = 2
"""In one generation."""
_FORAGES: Final = 3
"""In one generation."""
_MEAL: Final = 3
"""Tokens placed by one forage."""
_MIGRATIONS: Final = 2
"""In one generation."""
_LOCATIONS: Final = 4
"""Different locations at which a generation began."""
_BONUS: Final = 3
"""Bonus points for tokens left at the end of a millennium."""
_LOSSLESS: Final = 12
"""Generations that lost no card."""
_BONUSES: Final = 3
"""Millennia with the bonus."""
_LEAD: Final = 15
"""Points ahead of each other seat."""
_GROWTH: Final = 4
"""Cards of a Future Genome above its target."""


def _is_far_ahead(course: Course) -> bool:
    """Return whether the seat is far ahead of all others."""
    totals = course.outcome.totals
    others = (total for seat, total in enumerate(totals) if seat != course.seat)
    return totals[course.seat] - max(others) >= _LEAD


ACHIEVEMENTS: Final = (
    Achievement(
        "pack", "Hunting party", f"Hunted {_HUNTS} times in one generation.", "bone",
        did_in_a_run(acts.Awoke, acts.Hunted, times=_HUNTS),
    ),
    Achievement(
        "grazer", "All day long", f"Foraged {_FORAGES} times in one generation.", "leaf",
        did_in_a_run(acts.Awoke, acts.Foraged, times=_FORAGES),
    ),
    Achievement(
        "meal", "A rich meal", f"Placed {_MEAL} tokens on a flora at once.", "leaf",
        did(acts.Foraged, lambda event: event.tokens >= _MEAL),
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
        "nomad", "Nomads", f"Migrated {_MIGRATIONS} times in one generation.", "bird",
        did_in_a_run(acts.Awoke, acts.Migrated, times=_MIGRATIONS),
    ),
    Achievement(
        "everywhere", "At home everywhere", f"Woke up at {_LOCATIONS} different locations.", "bird",
        kinds(acts.Awoke, lambda event: event.location, _LOCATIONS),
    ),
    Achievement(
        "thrift", "Use it or lose it", f"Ended {_LOSSLESS} generations without losing a card.",
        "shell", did(acts.Withered, lambda event: not event.cards, _LOSSLESS),
    ),
    Achievement(
        "thriving", "Flourishing", "Had the bonus of a population that does well.", "beetle",
        did(acts.Survived, lambda event: event.bonus >= _BONUS),
    ),
    Achievement(
        "plenty", "Times of plenty", f"Had that bonus in {_BONUSES} millennia.", "beetle",
        did(acts.Survived, lambda event: event.bonus >= _BONUS, _BONUSES),
    ),
    Achievement(
        "genome", "The long genome", f"Passed on {_GROWTH} cards more than the target.", "shell",
        did(acts.Counted, lambda event: event.points >= _GROWTH),
    ),
    Achievement(
        "dominant", "The dominant species", f"Won by {_LEAD} points or more.", "fish",
        won(_is_far_ahead),
    ),
)  # fmt: skip
"""The achievements in the order in which the collection shows them."""
