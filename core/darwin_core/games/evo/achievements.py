"""The achievements of Evo."""

from typing import Final

from darwin_core.games.evo import acts
from darwin_core.kit.achievements import Achievement, Course, did, did_in_a_run, did_to, kinds, won

# The least numbers that the achievements ask for.
_HUNTS_MIN: Final = 2
_FORAGES_MIN: Final = 3
_MEAL_TOKENS_MIN: Final = 3
_MIGRATIONS_MIN: Final = 2
_LOCATIONS_MIN: Final = 4
_BONUS_POINTS_MIN: Final = 3
_LOSSLESS_GENERATIONS_MIN: Final = 12
_BONUS_MILLENNIA_MIN: Final = 3
_LEAD_POINTS_MIN: Final = 15
_EXTRA_CARDS_MIN: Final = 4


def _has_bonus(event: acts.Survived) -> bool:
    """Return whether a seat got the bonus for many tokens at the end of a millennium."""
    return event.bonus >= _BONUS_POINTS_MIN


def _is_far_ahead(course: Course) -> bool:
    """Return whether the seat is `_LEAD_POINTS_MIN` points or more ahead of every other seat."""
    totals = course.outcome.totals
    others = (total for seat, total in enumerate(totals) if seat != course.seat)
    return totals[course.seat] - max(others) >= _LEAD_POINTS_MIN


ACHIEVEMENTS: Final = (
    Achievement(
        "pack", "Hunting party", f"Hunted {_HUNTS_MIN} times in one generation.", "bone",
        did_in_a_run(acts.Awoke, acts.Hunted, times=_HUNTS_MIN),
    ),
    Achievement(
        "grazer", "All day long", f"Foraged {_FORAGES_MIN} times in one generation.", "leaf",
        did_in_a_run(acts.Awoke, acts.Foraged, times=_FORAGES_MIN),
    ),
    Achievement(
        "meal", "A rich meal", f"Placed {_MEAL_TOKENS_MIN} tokens on a flora at once.", "leaf",
        did(acts.Foraged, lambda event: event.tokens >= _MEAL_TOKENS_MIN),
    ),
    Achievement(
        "predator", "Tooth and claw", "Hunted another species, in the variant with predation.",
        "bone", did(acts.Predated),
    ),
    Achievement(
        "prey", "The other end of the chain", "Was hunted, in the variant with predation.", "fish",
        did_to(acts.Predated, "owner"),
    ),
    Achievement(
        "nomad", "Nomads", f"Migrated {_MIGRATIONS_MIN} times in one generation.", "bird",
        did_in_a_run(acts.Awoke, acts.Migrated, times=_MIGRATIONS_MIN),
    ),
    Achievement(
        "everywhere", "At home everywhere", f"Woke up at {_LOCATIONS_MIN} different locations.",
        "bird", kinds(acts.Awoke, lambda event: event.location, _LOCATIONS_MIN),
    ),
    Achievement(
        "thrift", "Use it or lose it",
        f"Ended {_LOSSLESS_GENERATIONS_MIN} generations without losing a card.", "shell",
        did(acts.Withered, lambda event: not event.cards, _LOSSLESS_GENERATIONS_MIN),
    ),
    Achievement(
        "thriving", "Flourishing", "Had the bonus for many tokens at the end of a millennium.",
        "beetle", did(acts.Survived, _has_bonus),
    ),
    Achievement(
        "plenty", "Times of plenty",
        f"Had the bonus for many tokens in {_BONUS_MILLENNIA_MIN} millennia.", "beetle",
        did(acts.Survived, _has_bonus, _BONUS_MILLENNIA_MIN),
    ),
    Achievement(
        "genome", "The long genome", f"Passed on {_EXTRA_CARDS_MIN} cards more than the target.",
        "shell", did(acts.Counted, lambda event: event.points >= _EXTRA_CARDS_MIN),
    ),
    Achievement(
        "dominant", "The dominant species", f"Won by {_LEAD_POINTS_MIN} points or more.", "fish",
        won(_is_far_ahead),
    ),
)  # fmt: skip
"""The achievements in the order in which the collection shows them."""
