"""The value of a position to a seat, in points, by its sources: how the greedy bot judges."""

from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import compress
from operator import attrgetter, is_not, or_
from typing import Final

import msgspec

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import measures
from darwin_core.games.journey.components import GOAL_TILES, OBJECTIVES, ROUNDS
from darwin_core.games.journey.state import JourneyState

_FIELDS: Final = (
    *("points", "coins", "knowledge", "evolution", "rows", "ships", "explorers", "tents"),
    *("stacks", "research", "reserve", "slots", "achieved", "assigned"),
    *("lenses", "specimens", "envelopes", "queue"),
)
"""Fields of a state that a choice of the seat can change and that count."""
_BITS: Final = {field: 1 << number for number, field in enumerate(_FIELDS)}
_BIT_ROW: Final = (*_BITS.values(),)
_inputs: Final = attrgetter(*_FIELDS)


def _bits(*fields: str) -> int:
    """Return a set of fields."""
    return sum([_BITS[field] for field in fields])


class Value(msgspec.Struct, frozen=True, gc=False):
    """The value of a position to a seat."""

    parts: tuple[float, ...]
    """By sources, in their order."""
    total: float
    inputs: tuple[object, ...]
    """The fields that it is of."""
    left: int
    """The rounds left."""
    asked_by_objectives: int
    """The fields that the seat's objectives ask for, as bits."""
    asked_by_goals: int
    """The fields that the goals of this round and of those to come ask for, as bits."""


def of(state: JourneyState, seat: int) -> Value:
    """Return the value of a position to a seat."""
    left = ROUNDS - max(state.round, 1)
    parts = tuple([value(state, seat, left) for value in _VALUES])
    objectives, goals = _asked_by_objectives(state, seat), _asked_by_goals(state.goals, left)
    return Value(parts, sum(parts), _inputs(state), left, objectives, goals)


def since(state: JourneyState, seat: int, was: Value) -> Value:
    """Return the value of a position that came from another by the seat's own choices, in the same
    round. Only what has changed is valued again: fields are replaced, so that it is quickly
    seen."""
    inputs = _inputs(state)
    changed = sum(compress(_BIT_ROW, map(is_not, inputs, was.inputs)))
    if not changed:
        return was
    parts, left, objectives = [*was.parts], was.left, was.asked_by_objectives
    for source in _stale(changed, objectives, was.asked_by_goals):
        parts[source] = _VALUES[source](state, seat, left)
    if changed & _HELD:
        objectives = _asked_by_objectives(state, seat)
    return Value(tuple(parts), sum(parts), inputs, left, objectives, was.asked_by_goals)


# --- the sources, and what they depend on

_Measure = Callable[[JourneyState, int, int], float]
"""The value of something to a seat, given the number of rounds left."""

_VALUED: Final[dict[str, tuple[_Measure, int]]] = {
    "points": (measures.measure_points, _bits("points")),
    "coins": (measures.measure_coins, _bits("coins")),
    "knowledge": (measures.measure_knowledge, _bits("knowledge")),
    "evolution": (measures.measure_evolution, _bits("evolution", "achieved", "specimens")),
    "seals": (measures.measure_seals, _bits("rows")),
    "objectives": (measures.measure_objectives, _bits("reserve", "slots", "achieved")),
    "crew": (measures.measure_crew, _bits("rows", "assigned")),
    "the Beagle's goals": (measures.measure_goals, _bits("ships", "achieved")),
    "the voyage": (measures.measure_voyage, _bits("ships", "lenses", "explorers", "tents")),
    "research": (measures.measure_research, _bits("specimens", "research")),
    "letters": (measures.measure_letters, _bits("stacks", "envelopes")),
    "the turn order": (measures.measure_order, _bits("queue")),
}
"""Each source with its value, and the fields that this depends on: objectives and goals depend on
those that they count besides."""
SOURCES: Final = (*_VALUED,)
_VALUES: Final = tuple(value for value, _ in _VALUED.values())
_OBJECTIVES, _GOALS = SOURCES.index("objectives"), SOURCES.index("the Beagle's goals")
_COUNTED: Final = {
    **{field: field for field in _FIELDS},
    "seals": "rows",
    "specimens": "research",
    "objectives": "achieved",
    "at_beagle": "ships",
}
"""The field that each count of an objective or goal is of."""
_ASKED_BY: Final = tuple(
    _bits(*{field for what, field in _COUNTED.items() if getattr(row, what, None)})
    for row in OBJECTIVES
)
"""By objective, the fields that it asks for."""
_HELD: Final = _bits("reserve", "slots")
"""The fields with the objectives of a seat."""


@lru_cache(maxsize=1 << 12)
def _stale(changed: int, asked_by_objectives: int, asked_by_goals: int) -> tuple[int, ...]:
    """Return the places of the sources that depend on one of these fields, for a seat whose
    objectives and goals ask for others."""
    needs = [fields for _, fields in _VALUED.values()]
    needs[_OBJECTIVES] |= asked_by_objectives
    needs[_GOALS] |= asked_by_goals
    return tuple(source for source, fields in enumerate(needs) if fields & changed)


def _asked_by_objectives(state: JourneyState, seat: int) -> int:
    """Return the fields that a seat's objectives ask for."""
    tiles = (state.reserve[seat] + state.slots[seat]).replace(bytes((NOTHING,)), b"")
    return reduce(or_, [_ASKED_BY[tile] for tile in tiles], 0)


@lru_cache(maxsize=1 << 8)
def _asked_by_goals(goals: Cards, left: int) -> int:
    """Return the fields that the goals of this round and of those to come ask for."""
    found = [_BITS[_COUNTED[GOAL_TILES[goal].counts]] for goal in goals[ROUNDS - left - 1 :]]
    return reduce(or_, found)
