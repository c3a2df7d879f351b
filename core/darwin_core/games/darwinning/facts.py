"""The facts that texts of the lesson and the notes can state, and the themes of puzzles.

A fact's arguments are texts, as they stand in its placeholder. Without a seat, a fact is about the
seat that reads it.
"""

from collections.abc import Mapping, Sequence
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
    DarwinningState,
)
from darwin_core.games.darwinning.species import (
    habitats_of,
    has_dummy,
    home_food,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.texts import (
    card_name,
    environments_words,
    set_words,
    species_name,
    strongest_display,
    trait_name,
)
from darwin_core.games.darwinning.tricks import strength
from darwin_core.teaching.facts import Fact, Now, Theme, begins_with
from darwin_core.text.language import mark

_KIND_OF: Final = {card.code: kind for kind, card in enumerate(CARDS)}
"""The kind of each card, by its notation."""


def _seat(now: Now[DarwinningState], seat: str) -> int:
    return int(seat or now.seat)


def _set(*codes: str) -> bytes:
    """Return cards given by their notation, which are in order of kinds."""
    play = parse(" ".join(codes))
    assert isinstance(play, Play)
    return play.cards


def _best(now: Now[DarwinningState]) -> bytes:
    """Return the strongest cards of the trick so far, of which there must be some. It does not work
    in a match of two, where the display decides."""
    view = now.view
    return view.played[view.best]


def _line(now: Now[DarwinningState], label: str, seat: str = "") -> int:
    """Return the present points of a score line."""
    lines = now.game.standing(now.view).lines
    return next(line.points[_seat(now, seat)] for line in lines if line.label == label)


def _home(now: Now[DarwinningState], name: str, seat: str = "") -> int:
    """Return the food that a species finds in an environment."""
    return habitats_of(now.view, _seat(now, seat)).get(ENVIRONMENTS.index(name), 0)


def _leads(now: Now[DarwinningState], actions: Sequence[acts.AnyAction]) -> bool:
    """Return whether the first action leads a trick or names its leader."""
    is_lead = isinstance(actions[0], acts.Play) and not any(now.view.played)
    return is_lead or isinstance(actions[0], acts.Name)


def _beats(now: Now[DarwinningState], actions: Sequence[acts.AnyAction]) -> bool:
    """Return whether the first action beats the strongest cards of the trick so far."""
    view = now.view
    action = actions[0]
    if isinstance(action, acts.Use):
        cards = view.played[now.seat] + action.cards
    elif isinstance(action, Play):
        cards = _with_display(view, action.cards)
    else:
        return False
    others = (other for seat, other in enumerate(view.played) if other and seat != now.seat)
    strongest = max((strength(_with_display(view, other)) for other in others), default=0)
    return strength(cards) >= strongest


def _with_display(view: DarwinningState, cards: bytes) -> bytes:
    """Return the strongest set that these cards make, in a match of two with the help of the
    display's cards."""
    return cards + (strongest_display(view, cards) or b"") if has_dummy(view) else cards


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
    "card": lambda now, code: card_name(_KIND_OF[code]),
    "trait": lambda now, code: trait_name(NUMBER_OF[_KIND_OF[code]]),
    "homes": lambda now, code: environments_words(sorted(LIVES_IN[_KIND_OF[code]])),
    "climbs": lambda now, code: CLIMBS[_KIND_OF[code]],
    "grows": lambda now, code: GROWS[_KIND_OF[code]],
    "set": lambda now, *codes: set_words(_set(*codes)),
    "best": lambda now: set_words(_best(now)),
    "beats": lambda now, *codes: strength(_set(*codes)) >= strength(_best(now)),
    "scores": _line,
}

# A puzzle has the first theme that fits its answer.
THEMES: Final[Mapping[str, Theme]] = {
    mark("Lead the trick"): _leads,
    mark("Win the trick"): _beats,
    mark("Leave the trick"): begins_with(acts.Play, acts.Use),
    mark("Move up the food chain"): begins_with(acts.Climb),
    mark("Let the population grow"): begins_with(acts.Grow),
    mark("Adapt to environments"): begins_with(acts.Adapt),
    mark("Gain a trait"): begins_with(acts.Gain, acts.Take),
    mark("Survive"): lambda now, actions: True,
}
