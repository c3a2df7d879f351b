"""The museum and research: delivering specimens, and studying those that are there."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import effects
from darwin_core.games.journey.actions import Deliver, Research
from darwin_core.games.journey.components import KINDS, MUSEUM, SECOND, SPECIMENS, TRACK
from darwin_core.games.journey.events import Delivered, Emitter
from darwin_core.games.journey.pieces import Means, gain, pay
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.voyage import research
from darwin_core.kit.rows import put

WIDTH: Final = len(KINDS)
ALL: Final = range(SPECIMENS)

Specimens = int
"""A set of specimens, a bit each."""
_EVERY: Final[Specimens] = (1 << SPECIMENS) - 1


class Yield(NamedTuple):
    """The gain of a delivery."""

    coins: int
    steps: int


def row_of(specimen: int) -> range:
    """Return the specimens of its colour."""
    first = specimen - specimen % WIDTH
    return range(first, first + WIDTH)


def is_complete(state: JourneyState, row: int) -> bool:
    """Return whether the museum has all specimens of a colour."""
    return all(state.specimens[specimen] == MUSEUM for specimen in row_of(WIDTH * row))


def yields(state: JourneyState, specimen: int, is_again: bool = False) -> Yield:
    """Return the gain of a delivery. Each other place of its row and column gives a coin if it is
    empty, a step if it is filled. The row gives its coin, and a step for completing it. [Deliver
    Specimen; Effects: Museum gain]"""
    row = row_of(specimen)
    column = range(specimen % WIDTH, SPECIMENS, WIDTH)
    others = {*row, *column} - {specimen}
    filled = sum(state.specimens[other] == MUSEUM for other in others)
    completes = all(state.specimens[other] == MUSEUM for other in row if other != specimen)
    has_coin = not is_again and state.row_coins[specimen // WIDTH]
    return Yield(len(others) - filled + has_coin, filled + completes)


@lru_cache(maxsize=1 << 12)
def _stored(specimens: bytes) -> Specimens:
    """Return the specimens in the museum."""
    return sum([1 << specimen for specimen in ALL if specimens[specimen] == MUSEUM])


@lru_cache(maxsize=1 << 12)
def _each(specimens: Specimens) -> tuple[int, ...]:
    return tuple([specimen for specimen in ALL if specimens >> specimen & 1])


def _deliverable(state: JourneyState) -> Specimens:
    """Return the specimens still on a space that the acting seat has researched."""
    return state.research[state.actor] & ~_stored(state.specimens)


def _researchable(state: JourneyState, effect: effects.ResearchSpecimen) -> Specimens:
    """Return the specimens that the acting seat may research now. [Research Museum Specimen;
    objective slot: Silver 3]"""
    done = state.research[state.actor]
    if effect.where == "museum":
        return _stored(state.specimens) & ~done
    if effect.where == "any":
        return _EVERY & ~done
    own = state.explorers[state.actor]
    islands = {island + 1 for island, space in enumerate(own) if space != NOTHING}
    return sum(
        1 << specimen
        for specimen in _each(_EVERY & ~done & ~_stored(state.specimens))
        if TRACK[state.specimens[specimen]] in islands
    )


_IN_MUSEUM: Final = effects.ResearchSpecimen("museum")


def can_use(state: JourneyState, effect: effects.Museum, means: Means) -> bool:
    """Return whether there is a specimen to deliver or to research: one that is only researched, or
    only in the museum."""
    return state.research[state.actor] != _stored(state.specimens)


def uses(state: JourneyState, effect: effects.Museum) -> Sequence[Deliver | Research]:
    """List the specimens to deliver and those to research. The first chosen fixes delivery or
    research."""
    return [
        *map(Deliver, _each(_deliverable(state))),
        *map(Research, _each(_researchable(state, _IN_MUSEUM))),
    ]


def use_museum(
    state: JourneyState, effect: effects.Museum, action: Deliver | Research, emit: Emitter
) -> None:
    """Deliver or research the first specimen; a second of the same costs coins. [Deliver Specimen
    2; Research 1]"""
    if isinstance(action, Deliver):
        state.pending.append(effects.DeliverSpecimen(SECOND))
        _deliver(state, action.specimen, 0, emit)
    else:
        state.pending.append(effects.ResearchSpecimen("museum", SECOND))
        research(state, action.specimen, 0, emit)


def can_deliver(state: JourneyState, effect: effects.DeliverSpecimen, means: Means) -> bool:
    """Return whether there is a specimen to deliver that the seat can pay for."""
    return effect.cost <= means.coins and _deliverable(state) != 0


def deliveries(state: JourneyState, effect: effects.DeliverSpecimen) -> Sequence[Deliver]:
    """List the specimens to deliver."""
    return [*map(Deliver, _each(_deliverable(state)))]


def deliver(
    state: JourneyState, effect: effects.DeliverSpecimen, action: Deliver, emit: Emitter
) -> None:
    """Deliver a specimen."""
    _deliver(state, action.specimen, effect.cost, emit)


def _deliver(state: JourneyState, specimen: int, cost: int, emit: Emitter) -> None:
    """Deliver a specimen; its space is empty from now on. [Effects: Deliver]"""
    pay(state, cost)
    coins, steps = yields(state, specimen)
    state.specimens = put(state.specimens, specimen, MUSEUM)
    state.row_coins = put(state.row_coins, specimen // WIDTH, 0)
    _gain(state, Delivered(state.actor, specimen, cost, coins, steps, False), emit)


def _gain(state: JourneyState, event: Delivered, emit: Emitter) -> None:
    if emit:
        emit(event)
    gain(state, event.seat, emit, coins=event.coins, steps=event.steps)


def can_research(state: JourneyState, effect: effects.ResearchSpecimen, means: Means) -> bool:
    """Return whether there is a specimen to research that the seat can pay for."""
    return effect.cost <= means.coins and _researchable(state, effect) != 0


def researches(state: JourneyState, effect: effects.ResearchSpecimen) -> Sequence[Research]:
    """List the specimens to research."""
    return [*map(Research, _each(_researchable(state, effect)))]


def research_one(
    state: JourneyState, effect: effects.ResearchSpecimen, action: Research, emit: Emitter
) -> None:
    """Research a specimen."""
    research(state, action.specimen, effect.cost, emit)


def _redeliverable(state: JourneyState) -> Specimens:
    """Return the specimens in the museum that the acting seat has researched."""
    return state.research[state.actor] & _stored(state.specimens)


def can_redeliver(state: JourneyState, effect: effects.Redeliver, means: Means) -> bool:
    """Return whether there is such a specimen."""
    return _redeliverable(state) != 0


def redeliveries(state: JourneyState, effect: effects.Redeliver) -> Sequence[Deliver]:
    """List the specimens to deliver once more."""
    return [*map(Deliver, _each(_redeliverable(state)))]


def redeliver(
    state: JourneyState, effect: effects.Redeliver, action: Deliver, emit: Emitter
) -> None:
    """Repeat the gain of a delivery in the present position, without the row's coin. [Effects:
    Re-deliver]"""
    coins, steps = yields(state, action.specimen, is_again=True)
    _gain(state, Delivered(state.actor, action.specimen, 0, coins, steps, True), emit)
