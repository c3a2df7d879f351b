"""The achievements of Darwinning!."""

from typing import Final

from darwin_core.games.darwinning import events
from darwin_core.games.darwinning.components import NUMBER, TRAIT_POINTS
from darwin_core.kit.achievements import Achievement, Course, did, did_in_a_run, did_to, won
from darwin_core.text.language import mark

LARGE: Final = 4
"""Cards of a large combination."""
CROWD: Final = 8
TRICKS: Final = 4
DEAR: Final = 3
"""Points of the dearest traits."""
ROOMS: Final = 2


def _is_eaten(course: Course) -> bool:
    return any(event.eaten == course.seat for _, event in course.all(events.Eaten))


def _eats(course: Course, times: int) -> int | None:
    """Find the meal that completes a number of meals in one survival."""
    for run in course.runs(events.EraBegan):
        own = [at for at, e in run if isinstance(e, events.Eaten) and e.eater == course.seat]
        if len(own) >= times:
            return own[times - 1]
    return None


ACHIEVEMENTS: Final = (
    Achievement(
        "hunter", mark("First blood"), mark("Ate another species."), "bone",
        did_to(events.Eaten, "eater"),
    ),
    Achievement(
        "glutton", mark("Two courses"), mark("Ate two species in one survival."), "bone",
        lambda course: _eats(course, 2),
    ),
    Achievement(
        "poison", mark("Regret at every bite"),
        mark("Was eaten, and the Poison bit back."), "beetle",
        did_to(events.Eaten, "eaten", lambda event: event.poisoned),
    ),
    Achievement(
        "guest", mark("A guest to stay"),
        mark("Lived in another's environment by Symbiosis."), "shell",
        did(events.Shared),
    ),
    Achievement(
        "butterfly", mark("Butterfly"), mark("Gained a trait by Metamorphosis."), "beetle",
        did(events.Drawn, lambda event: event.is_laid),
    ),
    Achievement(
        "thief", mark("Borrowed feathers"),
        mark("Took a trait of another species by Mutation."), "bird",
        did(events.TraitTaken),
    ),
    Achievement(
        "many", mark("Strength in numbers"), mark("Won a trick with 4 cards or more."), "leaf",
        did(events.TrickWon, lambda event: len(event.cards) >= LARGE),
    ),
    Achievement(
        "tricks", mark("A fine era"), mark("Won 4 tricks in one era."), "bird",
        did_in_a_run(events.EraBegan, events.TrickWon, times=TRICKS),
    ),
    Achievement(
        "crowd", mark("Be fruitful"), mark("Grew a population to 8."), "fish",
        did(events.Grown, lambda event: event.population >= CROWD),
    ),
    Achievement(
        "settler", mark("Room to live"), mark("Adapted to 2 environments with one card."), "leaf",
        did(events.Adapted, lambda event: len(event.environments) >= ROOMS),
    ),
    Achievement(
        "dear", mark("Worth the wait"), mark("Gained a trait of 3 points."), "shell",
        did(events.Gained, lambda event: TRAIT_POINTS[NUMBER[event.card]] == DEAR),
    ),
    Achievement(
        "survivor", mark("The fittest"),
        mark("Won the match although another had eaten you."), "fish",
        won(_is_eaten),
    ),
)  # fmt: skip
"""All of them, in the order of the drawer."""
