"""The achievements of Darwinning!, and the facts that its lesson may name."""

from collections.abc import Mapping
from typing import Final

from darwin_core.games.darwinning import acts
from darwin_core.games.darwinning.acts import Play, parse
from darwin_core.games.darwinning.material import (
    CARDS,
    CLIMBS,
    ENVIRONMENTS,
    GAINED_FOOD,
    GROWS,
    LIVES_IN,
    NUMBER_OF,
    TRAIT_POINTS,
    DarwinningState,
)
from darwin_core.games.darwinning.species import habitats_of, home_food, trait_food, traits_of
from darwin_core.games.darwinning.texts import (
    card_name,
    environments_words,
    set_words,
    species_name,
    trait_name,
)
from darwin_core.games.darwinning.tricks import strength
from darwin_core.kit.achievements import Achievement, Course, did, did_in_a_run, did_to, won
from darwin_core.teaching.facts import Fact, Now

LARGE: Final = 4
"""Cards of a large combination."""
CROWD: Final = 8
TRICKS: Final = 4
DEAR: Final = 3
"""Points of the dearest traits."""
ROOMS: Final = 2


def _is_eaten(course: Course) -> bool:
    return any(event.eaten == course.seat for _, event in course.all(acts.Eaten))


def _eats(course: Course, times: int) -> int | None:
    """Find the meal that completes a number of meals in one survival."""
    for run in course.runs(acts.EraBegan):
        own = [at for at, e in run if isinstance(e, acts.Eaten) and e.eater == course.seat]
        if len(own) >= times:
            return own[times - 1]
    return None


ACHIEVEMENTS: Final = (
    Achievement(
        "hunter", "First blood", "Ate another species.", "bone",
        did_to(acts.Eaten, "eater"),
    ),
    Achievement(
        "glutton", "Two courses", "Ate two species in one survival.", "bone",
        lambda course: _eats(course, 2),
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
        "many", "Strength in numbers", "Won a trick with 4 cards or more.", "leaf",
        did(acts.TrickWon, lambda event: len(event.cards) >= LARGE),
    ),
    Achievement(
        "tricks", "A fine era", "Won 4 tricks in one era.", "bird",
        did_in_a_run(acts.EraBegan, acts.TrickWon, times=TRICKS),
    ),
    Achievement(
        "crowd", "Be fruitful", "Grew a population to 8.", "fish",
        did(acts.Grown, lambda event: event.population >= CROWD),
    ),
    Achievement(
        "settler", "Room to live", "Adapted to 2 environments with one card.", "leaf",
        did(acts.Adapted, lambda event: len(event.environments) >= ROOMS),
    ),
    Achievement(
        "dear", "Worth the wait", "Gained a trait of 3 points.", "shell",
        did(acts.Gained, lambda event: TRAIT_POINTS[NUMBER_OF[event.card]] == DEAR),
    ),
    Achievement(
        "survivor", "The fittest",
        "Won the match although another had eaten you.", "fish",
        won(_is_eaten),
    ),
)  # fmt: skip
"""All of them, in the order of the drawer."""


_KINDS: Final = {card.code: kind for kind, card in enumerate(CARDS)}


def _seat(now: Now[DarwinningState], seat: str) -> int:
    return int(seat or now.seat)


def _set(*codes: str) -> bytes:
    play = parse(" ".join(codes))
    assert isinstance(play, Play)
    return play.cards


def _best(now: Now[DarwinningState]) -> bytes:
    """Return the strongest cards of the trick so far."""
    view = now.view
    return view.played[view.best]


def _line(now: Now[DarwinningState], label: str, seat: str = "") -> int:
    """Return the points of a line of the score as it stands."""
    lines = now.game.standing(now.view).lines
    return next(line.points[_seat(now, seat)] for line in lines if line.label == label)


def _home(now: Now[DarwinningState], name: str, seat: str = "") -> int:
    """Return the food that a species finds in an environment."""
    return habitats_of(now.view, _seat(now, seat)).get(ENVIRONMENTS.index(name), 0)


FACTS: Final[Mapping[str, Fact]] = {
    "species": lambda now, seat="": species_name(now.view.species[_seat(now, seat)]),
    "place": lambda now, seat="": now.view.places[_seat(now, seat)],
    "population": lambda now, seat="": now.view.population[_seat(now, seat)],
    "food": lambda now, seat="": home_food(now.view, _seat(now, seat)),
    "trait_food": lambda now, seat="": trait_food(traits_of(now.view, _seat(now, seat))),
    "meal": lambda now: GAINED_FOOD,
    "home": _home,
    "on_table": lambda now, name: ENVIRONMENTS.index(name) in now.view.environments,
    "environments": lambda now: len(now.view.environments),
    "hand": lambda now: len(now.view.hands[now.seat]),
    "card": lambda now, code: card_name(_KINDS[code]),
    "trait": lambda now, code: trait_name(NUMBER_OF[_KINDS[code]]),
    "homes": lambda now, code: environments_words(sorted(LIVES_IN[_KINDS[code]])),
    "climbs": lambda now, code: CLIMBS[_KINDS[code]],
    "grows": lambda now, code: GROWS[_KINDS[code]],
    "set": lambda now, *codes: set_words(_set(*codes)),
    "best": lambda now: set_words(_best(now)),
    "beats": lambda now, *codes: strength(_set(*codes)) >= strength(_best(now)),
    "scores": _line,
}
