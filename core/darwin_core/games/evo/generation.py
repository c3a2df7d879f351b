"""A generation: its beginning, its actions and its end; hunting and foraging are in ``feeding``.

The adaptations are house designs. [ruling: Adaptations in use]
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations

from darwin_core.contract.cards import ONE, Cards, Counts, together, with_one, without
from darwin_core.contract.chance import chosen
from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import actions, effects, events
from darwin_core.games.evo.actions import DONE, FORESEE, GenerationAction
from darwin_core.games.evo.components import FORESIGHT, HIBERNATION, WANDERER
from darwin_core.games.evo.events import Emitter
from darwin_core.games.evo.feeding import forage_flora, forages, hunt_fauna, hunts, skills_of, wear
from darwin_core.games.evo.genes import (
    BITS,
    PAIRS,
    cards_of,
    counts_of,
    draw_generation,
    has_future,
    pass_on,
    still_known,
)
from darwin_core.games.evo.predation import predate_on, prey
from darwin_core.games.evo.state import NOWHERE, EvoState
from darwin_core.kit.rows import plus


def can_begin(state: EvoState, seat: int) -> bool:
    """Return whether a seat can play a generation: it holds a card and has an available population.
    [ruling: Turns]"""
    species = state.species[seat]
    return bool(state.hands[species]) and any(state.available[species])


def beginnings(state: EvoState, effect: effects.Begin) -> Sequence[actions.Awake]:
    """Return the populations that can be made active; those at one location are alike."""
    return _awakenings(state.available[state.species[effect.seat]])


@lru_cache(maxsize=1 << 12)
def _awakenings(available: Counts) -> tuple[actions.Awake, ...]:
    return tuple(actions.Awake(place) for place, number in enumerate(available) if number)


def begin(state: EvoState, effect: effects.Begin, action: actions.Awake, emit: Emitter) -> None:
    """Make a population active. [One Generation]"""
    seat, location = effect.seat, action.location
    species = state.species[seat]
    state.available[species] = plus(state.available[species], location, -1)
    state.active = location
    state.wandered = state.foreseen = 0
    state.pending.append(effects.Live(seat))
    if emit:
        emit(events.Awoke(seat, state.locations[location]))


def ways_to_live(state: EvoState, effect: effects.Live) -> Sequence[GenerationAction]:
    """Return all actions of the active population. [One Generation]"""
    species = state.species[effect.seat]
    hand, own = state.hands[species], state.adaptations[species]
    skills, held = skills_of(own), BITS[hand]
    found: list[GenerationAction] = []
    if len(hand) > 1:
        # A hunt or a forage costs at least two cards.
        found += hunts(state, species, skills, held)
        found += forages(state, skills, hand)
    if has_future(state, species):
        wanders = WANDERER in own and own.count(WANDERER) > state.wandered
        found += _journeys(held & PAIRS, wanders, state.active, len(state.locations))
        if FORESIGHT in own and own.count(FORESIGHT) > state.foreseen:
            found.append(FORESEE)
    if state.options.predation:
        found += prey(state, species, counts_of(hand))
    found.append(DONE)
    return found


def live(state: EvoState, effect: effects.Live, action: GenerationAction, emit: Emitter) -> None:
    """Carry out an action; the generation continues until its player ends it."""
    seat = effect.seat
    if type(action) is actions.Done:
        end(state, seat)
        return
    state.pending.append(effect)
    # A comparison of types takes a fifth of the time of a match.
    if type(action) is actions.Hunt:
        hunt_fauna(state, seat, action, emit)
    elif type(action) is actions.Forage:
        forage_flora(state, seat, action, emit)
    elif type(action) is actions.Migrate:
        _migrate_to(state, seat, action, emit)
    elif type(action) is actions.Predate:
        predate_on(state, seat, action, emit)
    else:
        _draw_early(state, seat, emit)


# --- migrating


@cache
def _fares(pairs: int, wanders: bool) -> list[Cards]:
    """Return the cards that a journey can cost: two, or one with Wanderer."""
    hand = cards_of(pairs)
    fares = [bytes(pair) for pair in sorted({*combinations(hand, 2)})]
    if wanders:
        fares += [ONE[trait] for trait in sorted({*hand})]
    return fares


@cache
def _journeys(
    pairs: int, wanders: bool, active: int, locations: int
) -> tuple[actions.Migrate, ...]:
    """Return all journeys.

    Of the hand it only matters which traits it holds once and which twice.
    """
    elsewhere = [place for place in range(locations) if place != active]
    return tuple(
        actions.Migrate(fare, place) for fare in _fares(pairs, wanders) for place in elsewhere
    )


def _migrate_to(state: EvoState, seat: int, action: actions.Migrate, emit: Emitter) -> None:
    """Migrate: of the two cards a random one is put face up on the deck, the other is lost.
    [Migrate]"""
    species = state.species[seat]
    cards = action.cards
    state.hands[species] = without(state.hands[species], cards)
    if len(cards) == 1:
        survivor, lost = cards[0], NOTHING
        state.wandered += 1
        wear(state, species, WANDERER)
    else:
        state.chance, which = chosen(state.chance, 2)
        survivor, lost = cards[which], cards[1 - which]
        state.lost[species] = with_one(state.lost[species], lost)
    known = state.shown[species]
    if known:
        known = without(known, ONE[survivor])
        # Everyone sees that a card was lost, but not which.
        state.shown[species] = known if lost == NOTHING else still_known(known, 1)
    state.offspring[species] = ONE[survivor] + state.offspring[species]
    state.active = action.location
    if emit:
        emit(events.Migrated(seat, state.locations[action.location], survivor, lost))


def _draw_early(state: EvoState, seat: int, emit: Emitter) -> None:
    """Draw the top card of the deck, a face-up one first. [ruling: Foresight]"""
    species = state.species[seat]
    state.foreseen += 1
    wear(state, species, FORESIGHT)
    is_open = bool(state.offspring[species])
    rows = state.offspring if is_open else state.decks
    card, rows[species] = rows[species][:1], rows[species][1:]
    state.hands[species] = together(state.hands[species], card)
    if is_open:
        state.shown[species] = together(state.shown[species], card)
    if emit:
        emit(events.Foresaw(seat, card[0], is_open))


# --- the end of a generation


def end(state: EvoState, seat: int) -> None:
    """End a generation; Hibernation may save unused cards first. [The end of a Generation]"""
    species = state.species[seat]
    state.pending.append(effects.Sleep(seat, state.adaptations[species].count(HIBERNATION)))


def saving(state: EvoState, effect: effects.Sleep) -> Sequence[actions.Save | actions.Done]:
    """Return the cards that Hibernation can save: one of two or more unused cards. [ruling:
    Hibernation]"""
    hand = state.hands[state.species[effect.seat]]
    if not effect.left or len(hand) < 2:
        return ()
    return [*(actions.Save(trait) for trait in sorted({*hand})), DONE]


def save_card(
    state: EvoState, effect: effects.Sleep, action: actions.Save | actions.Done, emit: Emitter
) -> None:
    """Save an unused card in the Future Genome, or stop saving."""
    if isinstance(action, actions.Done):
        state.pending.append(effects.Sleep(effect.seat, 0))
        return
    species = state.species[effect.seat]
    wear(state, species, HIBERNATION)
    pass_on(state, species, bytes((action.trait,)))
    state.pending.append(effects.Sleep(effect.seat, effect.left - 1))
    if emit:
        emit(events.Slept(effect.seat, action.trait))


def finish(state: EvoState, seat: int, emit: Emitter) -> None:
    """Spend the population, lose the hand, and draw the next generation. [The end of a
    Generation]"""
    species = state.species[seat]
    state.spent[species] = plus(state.spent[species], state.active)
    state.active = NOWHERE
    state.wandered = state.foreseen = 0
    hand = state.hands[species]
    state.lost[species] = together(state.lost[species], hand)
    state.shown_lost[species] = together(state.shown_lost[species], state.shown[species])
    state.hands[species] = state.shown[species] = b""
    if emit:
        emit(events.Withered(seat, hand))
    if has_future(state, species):
        draw_generation(state, seat, emit)
