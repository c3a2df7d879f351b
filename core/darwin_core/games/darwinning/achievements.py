"""The achievements of Darwinning!."""

from typing import Final

from darwin_core.contract.game import Event
from darwin_core.games.darwinning import acts
from darwin_core.games.darwinning.material import NUMBER_OF, TRAIT_POINTS
from darwin_core.kit.achievements import Achievement, Course, did, did_in_a_run, did_to, won

SET_CARDS: Final = 4
"""Number of cards for the achievement *Strength in numbers*."""
CROWD_POPULATION: Final = 8
"""Population for the achievement *Be fruitful*."""
ERA_TRICKS: Final = 4
"""Number of tricks in one era for the achievement *A fine era*."""
DEAR_POINTS: Final = 3
"""Points of the trait for the achievement *Worth the wait*."""
NEW_HABITATS: Final = 2
"""Number of new environments for the achievement *Room to live*."""
COURSES: Final = 2
"""Number of meals in one survival for the achievement *Two courses*."""


def _is_eaten(course: Course) -> bool:
    """Return whether the seat's species was ever eaten."""
    return any(event.eaten == course.seat for _, event in course.all(acts.Eaten))


def _eats(course: Course, times: int) -> int | None:
    """Find the meal that completes a number of meals in one survival.

    An era has one survival, so the meals are counted by era. ``did_in_a_run`` cannot count them,
    because ``Eaten`` has an eater instead of a seat.
    """
    for run in course.runs(acts.EraBegan):
        own_meals = [at for at, e in run if isinstance(e, acts.Eaten) and e.eater == course.seat]
        if len(own_meals) >= times:
            return own_meals[times - 1]
    return None


def _population(event: Event) -> int:
    """Return the population to which a species grows, by a card or by food; 0 for other events."""
    match event:
        case acts.Grown(population=population):
            return population
        case acts.Fed(needed=needed, change=1):
            return needed + 1
        case _:
            return 0


ACHIEVEMENTS: Final = (
    Achievement(
        "hunter", "First blood", "Ate another species.", "bone",
        did_to(acts.Eaten, "eater"),
    ),
    Achievement(
        "glutton", "Two courses", "Ate two species in one survival.", "bone",
        lambda course: _eats(course, COURSES),
    ),
    Achievement(
        "poison", "Regret at every bite",
        "Was eaten, and the Poison bit back.", "beetle",
        did_to(acts.Eaten, "eaten", lambda event: event.poisoned),
    ),
    Achievement(
        "guest", "A guest to stay",
        "Lived in another's environment by Symbiosis.", "shell",
        did(acts.Shared),
    ),
    Achievement(
        "butterfly", "Butterfly", "Gained a trait by Metamorphosis.", "beetle",
        did(acts.Drawn, lambda event: event.is_laid),
    ),
    Achievement(
        "thief", "Borrowed feathers",
        "Took a trait of another species by Mutation.", "bird",
        did(acts.TraitTaken),
    ),
    Achievement(
        "many", "Strength in numbers", f"Won a trick with {SET_CARDS} cards or more.", "leaf",
        did(acts.TrickWon, lambda event: len(event.cards) >= SET_CARDS),
    ),
    Achievement(
        "tricks", "A fine era", f"Won {ERA_TRICKS} tricks in one era.", "bird",
        did_in_a_run(acts.EraBegan, acts.TrickWon, times=ERA_TRICKS),
    ),
    Achievement(
        "crowd", "Be fruitful", f"Grew a population to {CROWD_POPULATION}.", "fish",
        did(Event, lambda event: _population(event) >= CROWD_POPULATION),
    ),
    Achievement(
        "settler", "Room to live", f"Adapted to {NEW_HABITATS} environments with one card.", "leaf",
        did(acts.Adapted, lambda event: len(event.environments) >= NEW_HABITATS),
    ),
    Achievement(
        "dear", "Worth the wait", f"Gained a trait of {DEAR_POINTS} points.", "shell",
        did(acts.Gained, lambda event: TRAIT_POINTS[NUMBER_OF[event.card]] == DEAR_POINTS),
    ),
    Achievement(
        "survivor", "The fittest",
        "Won the match although another had eaten you.", "fish",
        won(_is_eaten),
    ),
)  # fmt: skip
"""The achievements in the order of the drawer."""
