"""Ships and explorers: moving, ribbons and banners, landing, and tents."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import actions, effects, events
from darwin_core.games.journey.components import (
    ANCHORS,
    BANNERS,
    CAMP_AT,
    CAMPSITES,
    ISLANDS,
    LASTS,
    NEXT,
    RIBBONS,
    SPACES,
    STARTS,
    TENTS,
    TRACK,
    places,
)
from darwin_core.games.journey.events import Emitter
from darwin_core.games.journey.pieces import Means, gains_first, pay
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.rows import put, replaced

OCEAN: Final = LASTS[0]
ISLES: Final = range(len(ISLANDS))


# --- ways


@lru_cache(maxsize=1 << 14)
def reach(start: int, moves: int, jumped: bytes = b"") -> tuple[tuple[int, int], ...]:
    """Return the spaces that can be reached with these moves, in order, each with its number of
    moves.

    Spaces in ``jumped`` are not counted, and are no place to stop. [Effects: Explore]
    """
    taken: dict[int, int] = {}
    edge = [(start, 0)]
    while edge:
        space, count = edge.pop()
        for following in NEXT[space]:
            there = count + (following not in jumped)
            if there <= moves and there < taken.get(following, moves + 1):
                taken[following] = there
                edge.append((following, there))
    return tuple((space, taken[space]) for space in sorted(taken) if space not in jumped)


@lru_cache(maxsize=1 << 14)
def _ways(start: int, moves: int, jumped: bytes = b"") -> tuple[actions.Move, ...]:
    """Return the same as choices."""
    return tuple(actions.Move(space) for space, _ in reach(start, moves, jumped))


@lru_cache(maxsize=1 << 12)
def crossed(start: int, space: int) -> bytes:
    """Return the ribbons and firsts that a move reaches or crosses, as places in ``RIBBONS``.

    They are on every way, and no side way leads past one, so the numbers of the spaces are enough.
    """
    track = TRACK[start]
    return bytes(
        place
        for place, ribbon in enumerate(RIBBONS)
        if TRACK[ribbon] == track and start < ribbon <= space
    )


def others_on(state: JourneyState, island: int) -> bytes:
    """Return the spaces of an island with another seat's explorer, except the first and the
    last."""
    start, last = STARTS[island + 1], LASTS[island + 1]
    others = [own[island] for seat, own in enumerate(state.explorers) if seat != state.actor]
    return bytes(sorted([space for space in others if start < space < last]))


# --- explorers


def can_explore(state: JourneyState, effect: effects.Explore, means: Means) -> bool:
    """Return whether an explorer can move: from any space of an island except the last."""
    own = state.explorers[state.actor]
    if effect.island != NOTHING:
        return own[effect.island] != LASTS[effect.island + 1]
    return _can_continue(own)


@lru_cache(maxsize=1 << 12)
def _can_continue(own: bytes) -> bool:
    return any(space not in {NOTHING, LASTS[island + 1]} for island, space in enumerate(own))


def explorations(state: JourneyState, effect: effects.Explore) -> Sequence[actions.Move]:
    """List the spaces where an explorer can stop."""
    own = state.explorers[state.actor]
    found: list[actions.Move] = []
    for island in ISLES if effect.island == NOTHING else (effect.island,):
        if own[island] != NOTHING:
            found += _ways(own[island], effect.moves, others_on(state, island))
    return found


def explore(
    state: JourneyState, effect: effects.Explore, action: actions.Move, emit: Emitter
) -> None:
    """Move an explorer; after an extra stop it may continue. [Exploration; Effects: Extra stop]"""
    seat, space = state.actor, action.space
    island = TRACK[space] - 1
    own = state.explorers[seat]
    start = own[island]
    taken = dict(reach(start, effect.moves, others_on(state, island)))[space]
    state.explorers = replaced(state.explorers, seat, put(own, island, space))
    if effect.stops and taken < effect.moves:
        state.pending.append(effects.Explore(effect.moves - taken, effect.stops - 1, island))
    _arrive(state, start, space, emit)


# --- ships


def can_navigate(state: JourneyState, effect: effects.Navigate, means: Means) -> bool:
    """Return whether the ship can move: it can until it is on the last space."""
    return state.ships[state.actor] != OCEAN


def navigations(state: JourneyState, effect: effects.Navigate) -> Sequence[actions.Move]:
    """List the spaces that the ship can reach."""
    return _ways(state.ships[state.actor], effect.moves)


def navigate(
    state: JourneyState, effect: effects.Navigate, action: actions.Move, emit: Emitter
) -> None:
    """Move the ship; after an extra stop it may continue. [Navigation; Effects: Extra stop]"""
    start = state.ships[state.actor]
    taken = dict(reach(start, effect.moves))[action.space]
    if effect.stops and taken < effect.moves:
        state.pending.append(effects.Navigate(effect.moves - taken, effect.stops - 1))
    _sail(state, start, action.space, emit)


def beagle(state: JourneyState) -> int:
    """Return the Beagle's space."""
    return ANCHORS[max(state.round, 1) - 1]


def can_overtake(state: JourneyState, effect: effects.Overtake, means: Means) -> bool:
    """Return whether the Beagle is ahead of the ship: ships move forward only. [Effects: Ship to
    the Beagle]"""
    return state.ships[state.actor] < beagle(state)


def overtakings(state: JourneyState, effect: effects.Overtake) -> Sequence[actions.Move]:
    """List the Beagle's space."""
    return [actions.Move(beagle(state))]


def overtake(
    state: JourneyState, effect: effects.Overtake, action: actions.Move, emit: Emitter
) -> None:
    """Move the ship to the Beagle; banners on the way count."""
    _sail(state, state.ships[state.actor], action.space, emit)


def _sail(state: JourneyState, start: int, space: int, emit: Emitter) -> None:
    state.ships = put(state.ships, state.actor, space)
    _arrive(state, start, space, emit)


# --- arriving


def _arrive(state: JourneyState, start: int, space: int, emit: Emitter) -> None:
    """Gain ribbons, firsts and banners; then use the space: its specimen, its reward, its
    campsite."""
    seat = state.actor
    if emit:
        emit(events.Moved(seat, start, space))
    for place in crossed(start, space):
        if state.firsts[place]:
            state.firsts = put(state.firsts, place, 0)
            ribbon = SPACES[RIBBONS[place]]
            points = ribbon.ribbon + ribbon.first
            state.points = replaced(state.points, seat, state.points[seat] + points)
            if emit:
                emit(events.CameFirst(seat, RIBBONS[place], points))
    if TRACK[space] == 0:
        for banner, island in BANNERS.items():
            if start < banner <= space:
                _put_ashore(state, island, emit)
    specimen = state.specimens.find(space)
    if specimen >= 0:
        research(state, specimen, 0, emit)
    site = CAMP_AT.get(space)
    if site is not None:
        state.pending.append(effects.PitchTent(site))
    if SPACES[space].reward:
        state.pending.append(effects.InOrder(gains_first(SPACES[space].reward)))


def research(state: JourneyState, specimen: int, cost: int, emit: Emitter) -> None:
    """Place a research token, never twice on the same specimen. [Effects: Research]"""
    seat = state.actor
    done = state.research[seat]
    if not done >> specimen & 1:
        pay(state, cost)
        state.research = replaced(state.research, seat, done | 1 << specimen)
        if emit:
            emit(events.Researched(seat, specimen, cost))


def _put_ashore(state: JourneyState, island: int, emit: Emitter) -> None:
    """Place an unused explorer on the start of an island where the seat has none. [Navigation 2]"""
    own = state.explorers[state.actor]
    if own[island] == NOTHING:
        state.explorers = replaced(
            state.explorers, state.actor, put(own, island, STARTS[island + 1])
        )
        if emit:
            emit(events.Landed(state.actor, island))


def can_disembark(state: JourneyState, effect: effects.LandExplorer, means: Means) -> bool:
    """Return whether an explorer is unused."""
    return NOTHING in state.explorers[state.actor]


def disembarkings(state: JourneyState, effect: effects.LandExplorer) -> Sequence[actions.Land]:
    """List the islands where the seat has no explorer."""
    own = state.explorers[state.actor]
    return [actions.Land(island) for island in ISLES if own[island] == NOTHING]


def disembark(
    state: JourneyState, effect: effects.LandExplorer, action: actions.Land, emit: Emitter
) -> None:
    """Place an explorer."""
    _put_ashore(state, action.island, emit)


# --- tents


def tent_cost(state: JourneyState, site: int) -> int | None:
    """Return the cost of the cheapest empty place of a campsite for the acting seat; None if it
    cannot pitch a tent there at any price. [Campsites]"""
    seat = state.actor
    owners = state.camps[site]
    costs = places(site, len(state.coins))
    if seat in owners or len(owners) >= len(costs) or len(state.tents[seat]) == len(TENTS):
        return None
    return costs[len(owners)]


def can_camp(state: JourneyState, effect: effects.PitchTent, means: Means) -> bool:
    """Return whether there is a place that can be paid for."""
    for site in _sites(effect):
        cost = tent_cost(state, site)
        if cost is not None and cost <= means.coins:
            return True
    return False


def _sites(effect: effects.PitchTent) -> Sequence[int]:
    return range(len(CAMPSITES)) if effect.site == NOTHING else (effect.site,)


def camps(state: JourneyState, effect: effects.PitchTent) -> Sequence[actions.Pitch]:
    """List the campsites where a tent can be pitched."""
    coins = state.coins[state.actor]
    found: list[actions.Pitch] = []
    for site in _sites(effect):
        cost = tent_cost(state, site)
        if cost is not None and cost <= coins:
            found.append(actions.Pitch(site))
    return found


def pitch_tent(
    state: JourneyState, effect: effects.PitchTent, action: actions.Pitch, emit: Emitter
) -> None:
    """Pay and pitch the top tent; gain the site's reward and the tent's own. [Establish
    Campsite]"""
    seat, site = state.actor, action.site
    cost = tent_cost(state, site)
    assert cost is not None
    pay(state, cost)
    state.camps = replaced(state.camps, site, state.camps[site] + bytes((seat,)))
    state.tents = replaced(state.tents, seat, state.tents[seat] + bytes((site,)))
    if emit:
        emit(events.Pitched(seat, site, cost))
    _use_tent(state, site)


def _use_tent(state: JourneyState, site: int) -> None:
    tent = TENTS[state.tents[state.actor].index(site)]
    state.pending.append(effects.InOrder((*gains_first(CAMPSITES[site].reward), *tent.reward)))


def can_retent(state: JourneyState, effect: effects.ReuseTent, means: Means) -> bool:
    """Return whether the seat has a tent on a campsite."""
    return bool(state.tents[state.actor])


def retents(state: JourneyState, effect: effects.ReuseTent) -> Sequence[actions.Reuse]:
    """List the own tents."""
    return [actions.Reuse(site) for site in state.tents[state.actor]]


def reuse_tent(
    state: JourneyState, effect: effects.ReuseTent, action: actions.Reuse, emit: Emitter
) -> None:
    """Gain the site's reward and the tent's own once more, for no coins. [objective slot: Silver
    1]"""
    if emit:
        emit(events.Reused(state.actor, action.site))
    _use_tent(state, action.site)
