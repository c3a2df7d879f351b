"""Ships and explorers: moving, ribbons and banners, landing, and tents; the museum and research.

Pieces only move forward, to spaces with higher numbers, except from IB9 to IB7. Track 0 is the
ocean, track i + 1 is island i. A *first* is the points for the first piece that reaches a space.
All ``can_…`` functions have the signature of the table of effects, so some leave arguments unused.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts, material
from darwin_core.games.journey.acts import Deliver, Delivered, Emitter, Research
from darwin_core.games.journey.material import (
    ANCHORS,
    BANNERS,
    CAMP_AT,
    CAMPSITES,
    ISLANDS,
    KINDS,
    LASTS,
    MUSEUM,
    NEXT,
    RIBBON_POINTS,
    RIBBONS,
    SECOND_SPECIMEN_COST,
    SPACES,
    SPECIMENS,
    STARTS,
    TENTS,
    TRACK,
    JourneyState,
    place_costs,
)
from darwin_core.games.journey.pieces import Means, gain, gains_first, pay
from darwin_core.kit.states import put, replaced

_OCEAN_END: Final = LASTS[0]
"""The last space of the ocean."""
_ALL_ISLANDS: Final = range(len(ISLANDS))
NEAR_MOVES: Final = 3
"""Maximum number of moves at which a ribbon counts as near: as many as a strong worker has."""


# --- reachable spaces


@lru_cache(maxsize=1 << 14)
def reach(start: int, moves: int, jumped: bytes = b"") -> tuple[tuple[int, int], ...]:
    """Return the spaces that can be reached with a number of moves, in order, each with the fewest
    moves needed.

    Spaces in ``jumped`` are not counted, and a piece cannot stop on them. [Effects: Explore]
    """
    distances: dict[int, int] = {}
    frontier = [(start, 0)]
    while frontier:
        space, count = frontier.pop()
        for following in NEXT[space]:
            distance = count + (following not in jumped)
            if distance <= moves and distance < distances.get(following, moves + 1):
                distances[following] = distance
                frontier.append((following, distance))
    return tuple((space, distances[space]) for space in sorted(distances) if space not in jumped)


@lru_cache(maxsize=1 << 14)
def _moves(start: int, moves: int, jumped: bytes = b"") -> tuple[acts.Move, ...]:
    """Return the moves to the spaces that can be reached."""
    return tuple(acts.Move(space) for space, _ in reach(start, moves, jumped))


@lru_cache(maxsize=1 << 12)
def ribbons_crossed(start: int, space: int) -> bytes:
    """Return the ribbons and firsts that a move reaches or crosses, as indices in ``RIBBONS``.

    Every path passes through them and no branch bypasses one, so it is enough to compare the
    numbers of spaces.
    """
    track = TRACK[start]
    return bytes(
        index
        for index, ribbon in enumerate(RIBBONS)
        if TRACK[ribbon] == track and start < ribbon <= space
    )


def open_ribbons(state: JourneyState, start: int, space: int) -> list[tuple[int, int]]:
    """Return the ribbons and firsts that a move would gain, each as a space with its points."""
    return [
        (RIBBONS[index], RIBBON_POINTS[index])
        for index in ribbons_crossed(start, space)
        if state.firsts[index]
    ]


def ribbon_points(state: JourneyState, space: int) -> int:
    """Return the points of the ribbon on a space; 0 if there is none, or somebody has gained it."""
    index = RIBBONS.find(space)
    return RIBBON_POINTS[index] if index >= 0 and state.firsts[index] else 0


def islands_reached(state: JourneyState, seat: int, start: int, space: int) -> list[int]:
    """Return the islands where banners on the way of a ship's move place unused explorers of its
    seat; none for the move of an explorer. [Navigation 2]"""
    return [
        island
        for banner, island in BANNERS.items()
        if start < banner <= space and not TRACK[space] and state.explorers[seat][island] == NOTHING
    ]


def others_on(state: JourneyState, island: int) -> bytes:
    """Return the spaces of an island with an explorer of a seat that is not acting, except the
    first and the last space, which hold any number of explorers."""
    start, last = STARTS[island + 1], LASTS[island + 1]
    others = [
        explorers[island] for seat, explorers in enumerate(state.explorers) if seat != state.actor
    ]
    return bytes(sorted([space for space in others if start < space < last]))


# --- explorers


def can_explore(state: JourneyState, effect: material.Explore, means: Means) -> bool:
    """Return whether an explorer that the effect allows is on an island and before its last
    space."""
    explorers = state.explorers[state.actor]
    if effect.island != NOTHING:
        return explorers[effect.island] != LASTS[effect.island + 1]
    return _can_continue(explorers)


@lru_cache(maxsize=1 << 12)
def _can_continue(explorers: bytes) -> bool:
    return any(space not in {NOTHING, LASTS[island + 1]} for island, space in enumerate(explorers))


def explorations(state: JourneyState, effect: material.Explore) -> Sequence[acts.Move]:
    """List the spaces where an explorer can stop."""
    explorers = state.explorers[state.actor]
    actions: list[acts.Move] = []
    for island in _ALL_ISLANDS if effect.island == NOTHING else (effect.island,):
        if explorers[island] != NOTHING:
            actions += _moves(explorers[island], effect.moves, others_on(state, island))
    return actions


def explore(
    state: JourneyState, effect: material.Explore, action: acts.Move, emit: Emitter
) -> None:
    """Move an explorer; after an extra stop it may continue. [Exploration; Effects: Extra stop]"""
    seat, space = state.actor, action.space
    island = TRACK[space] - 1
    explorers = state.explorers[seat]
    start = explorers[island]
    moves = dict(reach(start, effect.moves, others_on(state, island)))[space]
    state.explorers = replaced(state.explorers, seat, put(explorers, island, space))
    if effect.stops and moves < effect.moves:
        state.pending.append(material.Explore(effect.moves - moves, effect.stops - 1, island))
    _arrive(state, start, space, emit)


# --- ships


def can_navigate(state: JourneyState, effect: material.Navigate, means: Means) -> bool:
    """Return whether the ship can move: it can until it is on the last space."""
    return state.ships[state.actor] != _OCEAN_END


def navigations(state: JourneyState, effect: material.Navigate) -> Sequence[acts.Move]:
    """List the spaces that the ship can reach."""
    return _moves(state.ships[state.actor], effect.moves)


def navigate(
    state: JourneyState, effect: material.Navigate, action: acts.Move, emit: Emitter
) -> None:
    """Move the ship; after an extra stop it may continue. [Navigation; Effects: Extra stop]"""
    start = state.ships[state.actor]
    moves = dict(reach(start, effect.moves))[action.space]
    if effect.stops and moves < effect.moves:
        state.pending.append(material.Navigate(effect.moves - moves, effect.stops - 1))
    _sail(state, start, action.space, emit)


def beagle(state: JourneyState) -> int:
    """Return the Beagle's space."""
    return ANCHORS[max(state.round, 1) - 1]


def can_join_beagle(state: JourneyState, effect: material.Overtake, means: Means) -> bool:
    """Return whether the Beagle is ahead of the ship: ships move forward only. [Effects: Ship to
    the Beagle]"""
    return state.ships[state.actor] < beagle(state)


def beagle_moves(state: JourneyState, effect: material.Overtake) -> Sequence[acts.Move]:
    """List the Beagle's space."""
    return [acts.Move(beagle(state))]


def join_beagle(
    state: JourneyState, effect: material.Overtake, action: acts.Move, emit: Emitter
) -> None:
    """Move the ship to the Beagle; banners on the way count."""
    _sail(state, state.ships[state.actor], action.space, emit)


def _sail(state: JourneyState, start: int, space: int, emit: Emitter) -> None:
    state.ships = put(state.ships, state.actor, space)
    _arrive(state, start, space, emit)


# --- arriving


def _arrive(state: JourneyState, start: int, space: int, emit: Emitter) -> None:
    """Gain ribbons, firsts and banners; then use the space: its specimen, its reward, its
    campsite. The last pending effect is done first, so the reward comes before the campsite."""
    seat = state.actor
    if emit:
        emit(acts.Moved(seat, start, space))
    for index in ribbons_crossed(start, space):
        if state.firsts[index]:
            state.firsts = put(state.firsts, index, 0)
            points = RIBBON_POINTS[index]
            state.points = replaced(state.points, seat, state.points[seat] + points)
            if emit:
                near = _near(state, RIBBONS[index])
                emit(acts.CameFirst(seat, RIBBONS[index], points, near))
    for island in islands_reached(state, seat, start, space):
        _put_ashore(state, island, emit)
    specimen = state.specimens.find(space)
    if specimen >= 0:
        _place_token(state, specimen, 0, emit)
    site = CAMP_AT.get(space)
    if site is not None:
        state.pending.append(material.PitchTent(site))
    if SPACES[space].reward:
        state.pending.append(material.InOrder(gains_first(SPACES[space].reward)))


def _near(state: JourneyState, ribbon: int) -> bytes:
    """Return the other seats whose ship or explorer is near a ribbon."""

    def is_near(start: int) -> bool:
        is_before = TRACK[start] == TRACK[ribbon] and start < ribbon
        return is_before and any(ribbon == space for space, _ in reach(start, NEAR_MOVES))

    return bytes(
        seat
        for seat, ship in enumerate(state.ships)
        if seat != state.actor
        and any(space != NOTHING and is_near(space) for space in (ship, *state.explorers[seat]))
    )


def _place_token(state: JourneyState, specimen: int, cost: int, emit: Emitter) -> None:
    """Pay, and place a research token; do nothing if the acting seat has researched the specimen
    already. [Effects: Research]"""
    seat = state.actor
    researched = state.research[seat]
    if not researched >> specimen & 1:
        pay(state, cost)
        state.research = replaced(state.research, seat, researched | 1 << specimen)
        if emit:
            emit(acts.Researched(seat, specimen, cost))


def _put_ashore(state: JourneyState, island: int, emit: Emitter) -> None:
    """Place an unused explorer on the start of an island where the acting seat has none."""
    explorers = put(state.explorers[state.actor], island, STARTS[island + 1])
    state.explorers = replaced(state.explorers, state.actor, explorers)
    if emit:
        emit(acts.Landed(state.actor, island))


def can_land(state: JourneyState, effect: material.LandExplorer, means: Means) -> bool:
    """Return whether an explorer is unused: there is one for each island."""
    return NOTHING in state.explorers[state.actor]


def landings(state: JourneyState, effect: material.LandExplorer) -> Sequence[acts.Land]:
    """List the islands where the seat has no explorer."""
    explorers = state.explorers[state.actor]
    return [acts.Land(island) for island in _ALL_ISLANDS if explorers[island] == NOTHING]


def land_explorer(
    state: JourneyState, effect: material.LandExplorer, action: acts.Land, emit: Emitter
) -> None:
    """Place an explorer."""
    _put_ashore(state, action.island, emit)


# --- tents


def has_tent(state: JourneyState, seat: int) -> bool:
    """Return whether a seat has a tent left to pitch."""
    return len(state.tents[seat]) < len(TENTS)


def tent_cost(state: JourneyState, seat: int, site: int) -> int | None:
    """Return the cost of the cheapest empty place of a campsite for a seat; None if it cannot pitch
    a tent there at any price. [Campsites]"""
    owners = state.camps[site]
    costs = place_costs(site, len(state.coins))
    if seat in owners or len(owners) >= len(costs) or not has_tent(state, seat):
        return None
    return costs[len(owners)]


def can_pitch_tent(state: JourneyState, effect: material.PitchTent, means: Means) -> bool:
    """Return whether the seat can pay for a tent on a campsite that the effect allows."""
    for site in _sites(effect):
        cost = tent_cost(state, state.actor, site)
        if cost is not None and cost <= means.coins:
            return True
    return False


def _sites(effect: material.PitchTent) -> Sequence[int]:
    return range(len(CAMPSITES)) if effect.site == NOTHING else (effect.site,)


def pitchable_sites(state: JourneyState, effect: material.PitchTent) -> Sequence[acts.Pitch]:
    """List the campsites where a tent can be pitched."""
    coins = state.coins[state.actor]
    actions: list[acts.Pitch] = []
    for site in _sites(effect):
        cost = tent_cost(state, state.actor, site)
        if cost is not None and cost <= coins:
            actions.append(acts.Pitch(site))
    return actions


def pitch_tent(
    state: JourneyState, effect: material.PitchTent, action: acts.Pitch, emit: Emitter
) -> None:
    """Pay and pitch the top tent; gain the site's reward and the tent's reward. [Establish
    Campsite]"""
    seat, site = state.actor, action.site
    cost = tent_cost(state, state.actor, site)
    assert cost is not None
    pay(state, cost)
    state.camps = replaced(state.camps, site, state.camps[site] + bytes((seat,)))
    state.tents = replaced(state.tents, seat, state.tents[seat] + bytes((site,)))
    if emit:
        emit(acts.Pitched(seat, site, cost))
    _use_tent(state, site)


def _use_tent(state: JourneyState, site: int) -> None:
    """Gain the rewards of a campsite and of the acting seat's tent there."""
    # The n-th tent pitched has the n-th reward.
    tent = TENTS[state.tents[state.actor].index(site)]
    state.pending.append(material.InOrder((*gains_first(CAMPSITES[site].reward), *tent.reward)))


def can_reuse_tent(state: JourneyState, effect: material.ReuseTent, means: Means) -> bool:
    """Return whether the seat has a tent on a campsite."""
    return bool(state.tents[state.actor])


def reusable_tents(state: JourneyState, effect: material.ReuseTent) -> Sequence[acts.Reuse]:
    """List the tents of the seat."""
    return [acts.Reuse(site) for site in state.tents[state.actor]]


def reuse_tent(
    state: JourneyState, effect: material.ReuseTent, action: acts.Reuse, emit: Emitter
) -> None:
    """Gain the site's reward and the tent's reward once more, for no coins. [objective slot: Silver
    1]"""
    if emit:
        emit(acts.Reused(state.actor, action.site))
    _use_tent(state, action.site)


# --- the museum: delivering specimens, and researching specimens on display


WIDTH: Final = len(KINDS)
"""Specimens in a row of the museum, which are of one colour; a column has one kind."""
_ALL_SPECIMENS: Final = range(SPECIMENS)
Specimens = int
"""A set of specimens, as bits."""
_ALL_AS_SET: Final[Specimens] = (1 << SPECIMENS) - 1
"""All specimens, as a set of bits."""


class DeliveryGain(NamedTuple):
    """The gain of a delivery."""

    coins: int
    steps: int


def row_of(specimen: int) -> range:
    """Return the specimens of a specimen's colour."""
    first = specimen - specimen % WIDTH
    return range(first, first + WIDTH)


def is_complete(state: JourneyState, row: int) -> bool:
    """Return whether the museum has all specimens of a colour."""
    return all(state.specimens[specimen] == MUSEUM for specimen in row_of(WIDTH * row))


def delivery_gain(state: JourneyState, specimen: int, is_again: bool = False) -> DeliveryGain:
    """Return the gain of a delivery, or of a repeated one. [Deliver Specimen; Effects: Museum gain]

    Each other place in the specimen's row and column gives a coin if it is empty, a step if it is
    filled. The row gives its coin once, and a step when it is completed.
    """
    row = row_of(specimen)
    column = range(specimen % WIDTH, SPECIMENS, WIDTH)
    others = {*row, *column} - {specimen}
    filled = sum(state.specimens[other] == MUSEUM for other in others)
    completes = all(state.specimens[other] == MUSEUM for other in row if other != specimen)
    has_coin = not is_again and state.row_coins[specimen // WIDTH]
    return DeliveryGain(len(others) - filled + has_coin, filled + completes)


@lru_cache(maxsize=1 << 12)
def _stored(specimens: bytes) -> Specimens:
    """Return the specimens in the museum."""
    return sum([1 << specimen for specimen in _ALL_SPECIMENS if specimens[specimen] == MUSEUM])


@lru_cache(maxsize=1 << 12)
def _specimens_in(specimens: Specimens) -> tuple[int, ...]:
    return tuple([specimen for specimen in _ALL_SPECIMENS if specimens >> specimen & 1])


def _deliverable(state: JourneyState) -> Specimens:
    """Return the specimens still on a space that the acting seat has researched."""
    return state.research[state.actor] & ~_stored(state.specimens)


def _researchable(state: JourneyState, effect: material.ResearchSpecimen) -> Specimens:
    """Return the specimens that the acting seat may research now. [Research Museum Specimen;
    objective slot: Silver 3]"""
    researched = state.research[state.actor]
    if effect.where == "museum":
        return _stored(state.specimens) & ~researched
    if effect.where == "any":
        return _ALL_AS_SET & ~researched
    explorers = state.explorers[state.actor]
    islands = {island + 1 for island, space in enumerate(explorers) if space != NOTHING}
    return sum(
        1 << specimen
        for specimen in _specimens_in(_ALL_AS_SET & ~researched & ~_stored(state.specimens))
        if TRACK[state.specimens[specimen]] in islands
    )


_IN_MUSEUM: Final = material.ResearchSpecimen("museum")
"""The research that ``Museum`` offers at first."""


def can_use_museum(state: JourneyState, effect: material.Museum, means: Means) -> bool:
    """Return whether there is a specimen to deliver (researched but not in the museum) or to
    research (in the museum but not researched): there is none if the two sets are equal."""
    return state.research[state.actor] != _stored(state.specimens)


def museum_uses(state: JourneyState, effect: material.Museum) -> Sequence[Deliver | Research]:
    """List the specimens to deliver and the specimens to research. The first choice decides whether
    the effect delivers or researches."""
    return [
        *map(Deliver, _specimens_in(_deliverable(state))),
        *map(Research, _specimens_in(_researchable(state, _IN_MUSEUM))),
    ]


def use_museum(
    state: JourneyState, effect: material.Museum, action: Deliver | Research, emit: Emitter
) -> None:
    """Deliver or research the first specimen, and offer the same for a second specimen, which costs
    coins. [Deliver Specimen 2; Research 1]"""
    if isinstance(action, Deliver):
        state.pending.append(material.DeliverSpecimen(SECOND_SPECIMEN_COST))
        _deliver(state, action.specimen, 0, emit)
    else:
        state.pending.append(material.ResearchSpecimen("museum", SECOND_SPECIMEN_COST))
        _place_token(state, action.specimen, 0, emit)


def can_deliver(state: JourneyState, effect: material.DeliverSpecimen, means: Means) -> bool:
    """Return whether there is a specimen to deliver that the seat can pay for."""
    return effect.cost <= means.coins and _deliverable(state) != 0


def deliveries(state: JourneyState, effect: material.DeliverSpecimen) -> Sequence[Deliver]:
    """List the specimens to deliver."""
    return [*map(Deliver, _specimens_in(_deliverable(state)))]


def deliver(
    state: JourneyState, effect: material.DeliverSpecimen, action: Deliver, emit: Emitter
) -> None:
    """Deliver a specimen for the cost of the effect."""
    _deliver(state, action.specimen, effect.cost, emit)


def _deliver(state: JourneyState, specimen: int, cost: int, emit: Emitter) -> None:
    """Deliver a specimen; its space is empty from now on. [Effects: Deliver]"""
    pay(state, cost)
    coins, steps = delivery_gain(state, specimen)
    state.specimens = put(state.specimens, specimen, MUSEUM)
    state.row_coins = put(state.row_coins, specimen // WIDTH, 0)
    # The other seats that have researched it; searches emit nothing, and need no such list.
    known = bytes(
        seat
        for seat, researched in enumerate(state.research if emit else ())
        if seat != state.actor and researched >> specimen & 1
    )
    _gain_delivery(state, Delivered(state.actor, specimen, cost, coins, steps, False, known), emit)


def _gain_delivery(state: JourneyState, event: Delivered, emit: Emitter) -> None:
    """Emit a delivery, then carry out its gain."""
    if emit:
        emit(event)
    gain(state, event.seat, emit, coins=event.coins, steps=event.steps)


def can_research(state: JourneyState, effect: material.ResearchSpecimen, means: Means) -> bool:
    """Return whether there is a specimen to research that the seat can pay for."""
    return effect.cost <= means.coins and _researchable(state, effect) != 0


def researches(state: JourneyState, effect: material.ResearchSpecimen) -> Sequence[Research]:
    """List the specimens to research."""
    return [*map(Research, _specimens_in(_researchable(state, effect)))]


def research_specimen(
    state: JourneyState, effect: material.ResearchSpecimen, action: Research, emit: Emitter
) -> None:
    """Research a specimen for the cost of the effect."""
    _place_token(state, action.specimen, effect.cost, emit)


def _redeliverable(state: JourneyState) -> Specimens:
    """Return the specimens in the museum that the acting seat has researched."""
    return state.research[state.actor] & _stored(state.specimens)


def can_redeliver(state: JourneyState, effect: material.Redeliver, means: Means) -> bool:
    """Return whether a specimen's delivery can be repeated."""
    return _redeliverable(state) != 0


def redeliveries(state: JourneyState, effect: material.Redeliver) -> Sequence[Deliver]:
    """List the specimens to deliver once more."""
    return [*map(Deliver, _specimens_in(_redeliverable(state)))]


def redeliver(
    state: JourneyState, effect: material.Redeliver, action: Deliver, emit: Emitter
) -> None:
    """Repeat the gain of a delivery in the present position, without the row's coin. [Effects:
    Re-deliver]"""
    coins, steps = delivery_gain(state, action.specimen, is_again=True)
    _gain_delivery(state, Delivered(state.actor, action.specimen, 0, coins, steps, True), emit)
