"""Facts about a position that the texts of a lesson ask for."""

from collections.abc import Mapping
from typing import Final

from darwin_core.facts import Fact, Now
from darwin_core.games.evo.components import DRAW, HARDY, MILLENNIA, SLOTS, TARGETS
from darwin_core.games.evo.generation import price
from darwin_core.games.evo.genes import has_future
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.notation import parse
from darwin_core.games.evo.state import Counted, EvoState, Forage, Hunt, Survived
from darwin_core.games.evo.words import (
    card_name,
    design_name,
    genes_words,
    location_name,
    species_name,
)


def _view(now: Now) -> EvoState:
    assert isinstance(now.view, EvoState)
    return now.view


def _species(now: Now, seat: str = "") -> int:
    return _view(now).species[int(seat or now.seat)]


def _hunted(now: Now, written: str) -> tuple[EvoState, Hunt]:
    action = parse(written)
    assert isinstance(action, Hunt)
    return _view(now), action


def _price(now: Now, written: str) -> str:
    """Return the cards that a hunt takes, in words."""
    view, action = _hunted(now, written)
    return genes_words(price(view.slots[SLOTS * view.active + action.slot], action.uses))


def _food(now: Now, written: str) -> str:
    """Return the name of what an action hunts or forages, without its third trait."""
    action, view = parse(written), _view(now)
    assert isinstance(action, Hunt | Forage)
    name = card_name(action.slot, view.slots[SLOTS * view.active + action.slot])
    return name.partition(" of ")[0]


def _used(now: Now, written: str) -> str:
    """Return the adaptation that an action uses."""
    action = parse(written)
    assert isinstance(action, Hunt | Forage)
    return design_name(action.uses[0])


def _counted(now: Now, seat: str = "") -> Counted:
    wanted = int(seat or now.seat)
    return next(e for e in now.events if isinstance(e, Counted) and e.seat == wanted)


def _survived(now: Now, seat: str = "") -> Survived:
    wanted = int(seat or now.seat)
    return next(e for e in now.events if isinstance(e, Survived) and e.seat == wanted)


FACTS: Final[Mapping[str, Fact]] = {
    "species": lambda now, seat="": species_name(_species(now, seat)),
    "place": lambda now: location_name(_view(now), _view(now).active),
    "hand": lambda now: len(_view(now).hands[_species(now)]),
    "holds": lambda now: genes_words(_view(now).hands[_species(now)]),
    "deck": lambda now, seat="": len(_view(now).decks[_species(now, seat)]),
    "offspring": lambda now: len(_view(now).offspring[_species(now)]),
    "future": lambda now, seat="": sum(_view(now).future[_species(now, seat)]),
    "genome": lambda now: sum(_view(now).genomes[_species(now)]),
    "target": lambda now: TARGETS[_view(now).millennium - 1],
    "tokens": lambda now, seat="": sum(each[_species(now, seat)] for each in _view(now).tokens),
    "points": lambda now, seat="": points(_view(now), int(seat or now.seat)),
    "millennia": lambda now: MILLENNIA,
    "has_future": lambda now: has_future(_view(now), _species(now)),
    "draw": lambda now: DRAW,
    "room": lambda now: HARDY + _view(now).millennium,
    "price": _price,
    "food": _food,
    "used": _used,
    "left": lambda now, seat="": _survived(now, seat).tokens,
    "bonus": lambda now, seat="": _survived(now, seat).bonus,
    "passed_on": lambda now, seat="": _counted(now, seat).size,
    "missing": lambda now, seat="": -_counted(now, seat).points,
}
