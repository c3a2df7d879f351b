"""The facts that texts of the lesson and the notes can state, and the themes of puzzles."""

from collections.abc import Mapping
from typing import Final, TypeVar

from darwin_core.games.evo import acts
from darwin_core.games.evo.acts import Counted, Forage, Hunt, Survived, parse
from darwin_core.games.evo.generation import has_future, price
from darwin_core.games.evo.material import DRAW, MILLENNIA, SLOTS, EvoState, target_of, tokens_max
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.texts import (
    design_name,
    genes_words,
    kind_name,
    location_name,
    species_name,
)
from darwin_core.teaching.facts import Fact, Now, Theme, begins_with
from darwin_core.text.language import mark

E = TypeVar("E", Counted, Survived)


def _species(now: Now[EvoState], seat: str = "") -> int:
    return now.view.species[int(seat or now.seat)]


def _price(now: Now[EvoState], written: str) -> str:
    """Return the cards that a hunt costs, in words."""
    action = parse(written)
    view = now.view
    assert isinstance(action, Hunt)
    return genes_words(price(view.slots[SLOTS * view.active + action.slot], action.uses))


def _food(now: Now[EvoState], written: str) -> str:
    """Return the fauna or flora that an action hunts or forages, without a fauna's third trait."""
    action = parse(written)
    view = now.view
    assert isinstance(action, Hunt | Forage)
    return kind_name(action.slot, view.slots[SLOTS * view.active + action.slot])


def _used(now: Now[EvoState], written: str) -> str:
    """Return the first adaptation that an action uses."""
    action = parse(written)
    assert isinstance(action, Hunt | Forage)
    return design_name(action.uses[0])


def _event_of(kind: type[E], now: Now[EvoState], seat: str) -> E:
    """Return the event of a kind that is about a seat."""
    wanted = int(seat or now.seat)
    return next(event for event in now.events if isinstance(event, kind) and event.seat == wanted)


# Facts that take a ``seat`` are about the reader's seat without it. ``written`` is an action in its
# notation.
FACTS: Final[Mapping[str, Fact]] = {
    "species": lambda now, seat="": species_name(_species(now, seat)),
    "place": lambda now: location_name(now.view, now.view.active),
    "hand": lambda now: len(now.view.hands[_species(now)]),
    "holds": lambda now: genes_words(now.view.hands[_species(now)]),
    "deck": lambda now, seat="": len(now.view.decks[_species(now, seat)]),
    "offspring": lambda now: len(now.view.offspring[_species(now)]),
    "future": lambda now, seat="": sum(now.view.future[_species(now, seat)]),
    "genome": lambda now: sum(now.view.genomes[_species(now)]),
    "target": lambda now: target_of(now.view),
    "tokens": lambda now, seat="": sum(tokens[_species(now, seat)] for tokens in now.view.tokens),
    "points": lambda now, seat="": points(now.view, int(seat or now.seat)),
    "millennia": lambda now: MILLENNIA,
    "has_future": lambda now: has_future(now.view, _species(now)),
    "draw": lambda now: DRAW,
    "room": lambda now: tokens_max(now.view),
    "price": _price,
    "food": _food,
    "used": _used,
    "left": lambda now, seat="": _event_of(Survived, now, seat).tokens,
    "bonus": lambda now, seat="": _event_of(Survived, now, seat).bonus,
    "passed_on": lambda now, seat="": _event_of(Counted, now, seat).size,
    "missing": lambda now, seat="": -_event_of(Counted, now, seat).points,
}

THEMES: Final[Mapping[str, Theme]] = {
    mark("Wake a population"): begins_with(acts.Awake),
    mark("Hunt fauna"): begins_with(acts.Hunt),
    mark("Forage flora"): begins_with(acts.Forage),
    mark("Migrate"): begins_with(acts.Migrate, acts.Move),
    mark("Hunt another species"): begins_with(acts.Predate, acts.Displace),
    mark("Adopt a species"): begins_with(acts.Adopt, acts.Settle),
    mark("Save cards"): begins_with(acts.Save, acts.Foresee),
    mark("End the generation"): begins_with(acts.Done),
}
