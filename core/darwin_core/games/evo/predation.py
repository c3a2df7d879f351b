"""Predation: species hunt each other, a house variant. [ruling: Hunt Species]"""

from collections.abc import Iterator

from darwin_core.contract.cards import Counts
from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import actions
from darwin_core.games.evo.actions import DONE
from darwin_core.games.evo.components import PREDATION, PREY, RING, SLOTS
from darwin_core.games.evo.effects import Gorge, Replace
from darwin_core.games.evo.events import Displaced, Emitter, Preyed
from darwin_core.games.evo.genes import add_offspring, has_future, pass_on
from darwin_core.games.evo.state import EvoState
from darwin_core.kit.rows import plus


def prey(state: EvoState, species: int, hand: Counts) -> Iterator[actions.Predate]:
    """Yield the hunts of other species."""
    for other in range(len(state.species)):
        lives = state.available[other][state.active] + state.spent[other][state.active]
        if other != species and lives and any(tokens_at(state, state.active, other)):
            for trait in range(RING):
                if hand[trait] >= PREDATION:
                    yield actions.Predate(other, trait)


def tokens_at(state: EvoState, location: int, species: int) -> list[int]:
    """Return a species' tokens on each slot of a location."""
    first = SLOTS * location
    return [tokens[species] for tokens in state.tokens[first : first + SLOTS]]


def predate_on(state: EvoState, seat: int, action: actions.Predate, emit: Emitter) -> None:
    """Hunt another species."""
    species = state.species[seat]
    pass_on(state, species, bytes((action.trait,)) * PREDATION)
    born = add_offspring(state, species, action.trait, 1) if has_future(state, species) else 0
    state.pending.append(Replace(seat, action.prey, PREY))
    if emit:
        emit(Preyed(seat, action.prey, action.trait, born))


def replacements(state: EvoState, effect: Replace) -> list[actions.Displace | actions.Done]:
    """Return the slots where a token of the prey can be replaced.

    After the first, the predator may stop.
    """
    there = tokens_at(state, state.active, effect.prey)
    slots: list[actions.Displace | actions.Done] = [
        actions.Displace(slot) for slot, number in enumerate(there) if number
    ]
    if not effect.left or not slots:
        return []
    return [*slots, DONE] if effect.mine else slots


def replace(
    state: EvoState, effect: Replace, action: actions.Displace | actions.Done, emit: Emitter
) -> None:
    """Return a token of the prey and put one of the predator's in its place."""
    if isinstance(action, actions.Done):
        end_replacing(state, effect, emit)
        return
    place = SLOTS * state.active + action.slot
    state.tokens[place] = plus(state.tokens[place], effect.prey, -1)
    state.tokens[place] = plus(state.tokens[place], state.species[effect.seat])
    mine = effect.mine + bytes((action.slot,))
    state.pending.append(Replace(effect.seat, effect.prey, effect.left - 1, mine))
    if emit:
        emit(Displaced(effect.seat, effect.prey, action.slot, state.slots[place]))


def end_replacing(state: EvoState, effect: Replace, emit: Emitter) -> None:
    """Let a predator without a future generation place one more token."""
    if not has_future(state, state.species[effect.seat]):
        state.pending.append(Gorge(effect.seat, effect.mine))


def gorges(state: EvoState, effect: Gorge) -> list[actions.Displace]:
    """Return the slots where a token was replaced."""
    return [actions.Displace(slot) for slot in sorted({*effect.mine})]


def gorge(state: EvoState, effect: Gorge, action: actions.Displace, emit: Emitter) -> None:
    """Place one more token."""
    seat, slot = effect.seat, action.slot
    place = SLOTS * state.active + slot
    state.tokens[place] = plus(state.tokens[place], state.species[seat])
    if emit:
        emit(Displaced(seat, NOTHING, slot, state.slots[place]))
