"""Reasons for refusing an action at a place: a location, a space, a campsite."""

from darwin_core.game import NOTHING, Refusal
from darwin_core.games.journey import diaries
from darwin_core.games.journey.actions import (
    Do,
    End,
    Land,
    Move,
    Perform,
    Pitch,
    Place,
    Reuse,
    Unlock,
)
from darwin_core.games.journey.arriving import place_cost
from darwin_core.games.journey.components import (
    CAMPSITES,
    ISLANDS,
    LOCATIONS,
    LOCKABLE,
    SPACES,
    TRACK,
    areas,
)
from darwin_core.games.journey.effect_words import effect_words
from darwin_core.games.journey.names import location_name, seals_words, site_name, space_name
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.placing import placings
from darwin_core.games.journey.possible import can
from darwin_core.games.journey.state import (
    Act,
    AnyOrder,
    Either,
    Explore,
    JourneyState,
    LandExplorer,
    Lens,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    ReuseTent,
    Spend,
    Turn,
)
from darwin_core.games.journey.voyage import beagle, others_on, reach
from darwin_core.wording import counted


def too_few(state: JourneyState, cost: int, what: str) -> Refusal:
    """Return the refusal of an action that costs more coins than the acting seat has."""
    has = counted(state.coins[state.actor], "coin")
    return Refusal("too-few-coins", f"{what} costs {counted(cost, 'coin')}; you have {has}.")


def refuse_place(state: JourneyState, effect: Turn, action: Place) -> Refusal:
    """Return the reason why a worker cannot be placed."""
    if effect.has_placed:
        return Refusal("has-placed", "You have placed a worker in this turn already.")
    refusal = why_not_placed(state, effect.seat, action.worker, action.location)
    assert refusal
    return refusal


def why_not_placed(state: JourneyState, seat: int, worker: int, location: int) -> Refusal | None:
    """Return the reason why a worker of the acting seat cannot go to a location. [Worker
    Placement]"""
    if worker not in diaries.hands_of(state, seat):
        return Refusal("no-worker", "You have no such worker, or not yet.")
    if state.workers[seat][worker] != NOTHING:
        where = location_name(state.workers[seat][worker])
        return Refusal("worker-away", f"That worker is on {where} already.")
    if not 0 <= location < len(LOCATIONS):
        return _no_location()
    name = _called(location)
    if diaries.is_locked(state, location):
        return Refusal("locked", f"{name} is locked.")
    taken, busy = diaries.crowded(state)
    if not diaries.has_room(location, taken):
        return Refusal("no-room", f"{name} holds one worker, and one is there already.")
    cost = diaries.occupied_cost(state, seat) if _area(state, location) in busy else 0
    if cost > state.coins[seat]:
        return too_few(state, cost, "An occupied area")
    lack = diaries.need(state, seat, worker, location)
    if lack > state.knowledge[seat]:
        asked = f"It asks for {asked_words(state, location)}: {counted(lack, 'seal')} too few"
        return Refusal("seals-lacking", f"{asked}; you have {state.knowledge[seat]} knowledge.")
    return _used(state, seat, worker, location)


def _area(state: JourneyState, location: int) -> int:
    return areas(len(state.coins))[location]


def asked_words(state: JourneyState, location: int) -> str:
    """Return the seals that a location asks for; empty for none."""
    return seals_words(diaries.seals_of(state, location))


def _used(state: JourneyState, seat: int, worker: int, location: int) -> Refusal | None:
    if Place(worker, location) in placings(state, seat):
        return None
    if LOCATIONS[location].page == "small" and diaries.has_lens(state, seat):
        dues = diaries.lens_cost(is_free=False)
        if diaries.is_busy(state, location):
            dues += diaries.occupied_cost(state, seat)
        if dues > state.coins[seat]:
            has = counted(state.coins[seat], "coin")
            return Refusal("no-use", f"A lens there costs {dues} coins in all; you have {has}.")
    return _of_no_use(location_name(location))


def _of_no_use(name: str) -> Refusal:
    return Refusal("no-use", f"{name[:1].upper()}{name[1:]}: none of it can be done now.")


def _called(location: int) -> str:
    """Name a location at the beginning of a sentence."""
    name = location_name(location)
    return f"{name[0].upper()}{name[1:]}"


def _no_location() -> Refusal:
    return Refusal("no-location", "There is no such location.")


def refuse_unlock(state: JourneyState, effect: Lens, action: Unlock) -> Refusal:
    """Return the reason why a lens cannot unlock a location."""
    location = action.location
    if refusal := _not_locked(state, location):
        return refusal
    if state.rules >= 2 and location in diaries.inside(state):
        return _is_inside(location)
    return Refusal("page-order", "First unlock the locations above it on its page.")


def _not_locked(state: JourneyState, location: int) -> Refusal | None:
    if not 0 <= location < len(LOCATIONS):
        return _no_location()
    if location >= LOCKABLE or not diaries.is_locked(state, location):
        return Refusal("not-locked", f"{_called(location)} is not locked.")
    return None


def refuse_perform(state: JourneyState, effect: PerformLocked, action: Perform) -> Refusal:
    """Return the reason why a locked location cannot be performed."""
    location = action.location
    if refusal := _not_locked(state, location):
        return refusal
    if location in diaries.inside(state):
        return _is_inside(location)
    return _of_no_use(_called(location))


def _is_inside(location: int) -> Refusal:
    return Refusal("performed", f"{_called(location)} is being performed already.")


def refuse_end(state: JourneyState, effect: Turn, action: End) -> Refusal:
    """Return the reason why the turn cannot end."""
    return Refusal("must-place", "First place a worker; you cannot pass.")


def refuse_do(state: JourneyState, effect: Act | AnyOrder | Either | Spend, action: Do) -> Refusal:
    """Return the reason why one of the things on offer cannot be done."""
    parts = effect.ways if isinstance(effect, Either | Spend) else effect.parts
    if not 0 <= action.part < len(parts):
        return Refusal("no-part", "That is not offered.")
    part = parts[action.part]
    if can(state, part, means(state)):
        return Refusal("same-part", "The same is offered once more: choose the first of the two.")
    return _of_no_use(effect_words(part))


def refuse_move(
    state: JourneyState, effect: Explore | Navigate | Overtake, action: Move
) -> Refusal:
    """Return the reason why the ship or an explorer cannot move to a space."""
    space = action.space
    if not 0 <= space < len(SPACES):
        return Refusal("no-space", "There is no such space.")
    if isinstance(effect, Explore):
        return _walked(state, effect, space)
    if TRACK[space]:
        return Refusal("wrong-track", "Ships move on the ocean only.")
    if isinstance(effect, Overtake):
        where = space_name(beagle(state))
        return Refusal("to-the-beagle", f"Your ship moves to the Beagle, at {where}.")
    return _too_far(space, state.ships[state.actor], effect.moves)


def _walked(state: JourneyState, effect: Explore, space: int) -> Refusal:
    island = TRACK[space] - 1
    if island < 0:
        return Refusal("wrong-track", "Explorers move on islands only.")
    start = state.explorers[state.actor][island]
    if start == NOTHING:
        return Refusal("no-explorer", f"You have no explorer on island {ISLANDS[island]}.")
    if effect.island not in {NOTHING, island}:
        only = f"Only your explorer on island {ISLANDS[effect.island]} can move now."
        return Refusal("other-explorer", only)
    if space in others_on(state, island):
        name = space_name(space)
        return Refusal("occupied", f"Another explorer is on {name}; you jump over that space.")
    return _too_far(space, start, effect.moves)


def _too_far(space: int, start: int, moves: int) -> Refusal:
    name, here = space_name(space), space_name(start)
    if space not in dict(reach(start, len(SPACES))):
        return Refusal("backwards", f"{name} is not ahead of {here}; all moves go forward.")
    return Refusal("too-far", f"{name} is farther from {here} than {counted(moves, 'space')}.")


def refuse_land(state: JourneyState, effect: LandExplorer, action: Land) -> Refusal:
    """Return the reason why no explorer can land on an island."""
    if not 0 <= action.island < len(ISLANDS):
        return Refusal("no-island", "There is no such island.")
    return Refusal("explorer-there", "You have an explorer on that island already.")


def refuse_pitch(state: JourneyState, effect: PitchTent, action: Pitch) -> Refusal:
    """Return the reason why no tent can be pitched at a campsite."""
    site = action.site
    if not 0 <= site < len(CAMPSITES):
        return Refusal("no-campsite", "There is no such campsite.")
    name = site_name(site)
    if effect.site not in {NOTHING, site}:
        return Refusal("other-campsite", f"The tent is for {site_name(effect.site)}.")
    if state.actor in state.camps[site]:
        return Refusal("tent-there", f"You have a tent at {name} already.")
    cost = place_cost(state, state.actor, site)
    if cost is None:
        return Refusal("campsite-full", f"All places of {name} are taken.")
    return too_few(state, cost, f"The place at {name}")


def refuse_reuse(state: JourneyState, effect: ReuseTent, action: Reuse) -> Refusal:
    """Return the reason why a tent cannot be used again."""
    return Refusal("no-tent", "You have no tent there.")
