"""Reasons for refusing an action at a place: a location, a space, a campsite."""

from darwin_core.contract.game import NOTHING, Refusal
from darwin_core.games.journey import actions, diaries, effects
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
from darwin_core.games.journey.effect_words import coin_words, effect_words, knowledge_words
from darwin_core.games.journey.names import location_name, seals_words, site_name, space_name
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.placing import placings
from darwin_core.games.journey.possible import can
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.voyage import beagle, others_on, reach
from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import Brevity, capitalized, counted, is_brief


def too_few(state: JourneyState, cost: int, what: str) -> Refusal:
    """Return the refusal of an action that costs more coins than the acting seat has."""
    coins, has = coin_words(cost), coin_words(state.coins[state.actor])
    text = tr("{what} costs {coins}; you have {has}.", what=what, coins=coins, has=has)
    return Refusal("too-few-coins", text)


def refuse_place(state: JourneyState, effect: effects.Turn, action: actions.Place) -> Refusal:
    """Return the reason why a worker cannot be placed."""
    if effect.has_placed:
        return Refusal("has-placed", tr("You have placed a worker in this turn already."))
    refusal = why_not_placed(state, effect.seat, action.worker, action.location)
    assert refusal
    return refusal


def why_not_placed(state: JourneyState, seat: int, worker: int, location: int) -> Refusal | None:
    """Return the reason why a worker of the acting seat cannot go to a location. [Worker
    Placement]"""
    if worker not in diaries.hands_of(state, seat):
        return Refusal("no-worker", tr("You have no such worker, or not yet."))
    if state.workers[seat][worker] != NOTHING:
        where = location_name(state.workers[seat][worker])
        return Refusal("worker-away", tr("That worker is on {place} already.", place=where))
    if not 0 <= location < len(LOCATIONS):
        return _no_location()
    name = called(location)
    if diaries.is_locked(state, location):
        return Refusal("locked", tr("{place} is locked.", place=name))
    taken, busy = diaries.crowded(state)
    is_short = is_brief(Brevity.WORDS)
    if not diaries.has_room(location, taken):
        if is_short:
            return Refusal("no-room", tr("It is taken."))
        text = tr("{place} holds one worker, and one is there already.", place=name)
        return Refusal("no-room", text)
    cost = diaries.occupied_cost(state, seat) if _area(state, location) in busy else 0
    if cost > state.coins[seat]:
        if is_short:
            coins, has = coin_words(cost), coin_words(state.coins[state.actor])
            text = tr("Occupied, {coins}, you have {has}.", coins=coins, has=has)
            return Refusal("too-few-coins", text)
        return too_few(state, cost, tr_in("price", "An occupied area"))
    lack = diaries.need(state, seat, worker, location)
    if lack > state.knowledge[seat]:
        if is_short:
            text = tr(
                "{seals} too few, you have {knowledge}.",
                seals=counted(lack, "seal"),
                knowledge=knowledge_words(state.knowledge[seat]),
            )
            return Refusal("seals-lacking", text)
        text = tr(
            "It asks for {asked}: {seals} too few; you have {number} knowledge.",
            asked=asked_words(state, location),
            seals=counted(lack, "seal"),
            number=state.knowledge[seat],
        )
        return Refusal("seals-lacking", text)
    return _used(state, seat, worker, location)


def _area(state: JourneyState, location: int) -> int:
    return areas(len(state.coins))[location]


def asked_words(state: JourneyState, location: int) -> str:
    """Return the seals that a location asks for; empty for none."""
    return seals_words(diaries.seals_of(state, location))


def _used(state: JourneyState, seat: int, worker: int, location: int) -> Refusal | None:
    if actions.Place(worker, location) in placings(state, seat):
        return None
    if LOCATIONS[location].page == "small" and diaries.has_lens(state, seat):
        dues = diaries.lens_cost(is_free=False)
        if diaries.is_busy(state, location):
            dues += diaries.occupied_cost(state, seat)
        if dues > state.coins[seat]:
            coins, has = coin_words(dues), coin_words(state.coins[seat])
            text = tr("A lens there costs {coins} in all; you have {has}.", coins=coins, has=has)
            return Refusal("no-use", text)
    return _of_no_use(location_name(location))


def _of_no_use(name: str) -> Refusal:
    return Refusal("no-use", tr("{name}: none of it can be done now.", name=capitalized(name)))


def called(location: int) -> str:
    """Name a location at the beginning of a sentence."""
    return capitalized(location_name(location))


def _no_location() -> Refusal:
    return Refusal("no-location", tr("There is no such location."))


def refuse_unlock(state: JourneyState, effect: effects.Lens, action: actions.Unlock) -> Refusal:
    """Return the reason why a lens cannot unlock a location."""
    location = action.location
    if refusal := _not_locked(state, location):
        return refusal
    if state.rules >= 2 and location in diaries.inside(state):
        return _is_inside(location)
    return Refusal("page-order", tr("First unlock the locations above it on its page."))


def _not_locked(state: JourneyState, location: int) -> Refusal | None:
    if not 0 <= location < len(LOCATIONS):
        return _no_location()
    if location >= LOCKABLE or not diaries.is_locked(state, location):
        return Refusal("not-locked", tr("{place} is not locked.", place=called(location)))
    return None


def refuse_perform(
    state: JourneyState, effect: effects.PerformLocked, action: actions.Perform
) -> Refusal:
    """Return the reason why a locked location cannot be performed."""
    location = action.location
    if refusal := _not_locked(state, location):
        return refusal
    if location in diaries.inside(state):
        return _is_inside(location)
    return _of_no_use(called(location))


def _is_inside(location: int) -> Refusal:
    text = tr("{place} is being performed already.", place=called(location))
    return Refusal("performed", text)


def refuse_end(state: JourneyState, effect: effects.Turn, action: actions.End) -> Refusal:
    """Return the reason why the turn cannot end."""
    return Refusal("must-place", tr("First place a worker; you cannot pass."))


def refuse_do(
    state: JourneyState,
    effect: effects.Act | effects.AnyOrder | effects.Either | effects.Spend,
    action: actions.Do,
) -> Refusal:
    """Return the reason why one of the things on offer cannot be done."""
    parts = effect.ways if isinstance(effect, effects.Either | effects.Spend) else effect.parts
    if not 0 <= action.part < len(parts):
        return Refusal("no-part", tr("That is not offered."))
    part = parts[action.part]
    if can(state, part, means(state)):
        return Refusal(
            "same-part", tr("The same is offered once more: choose the first of the two.")
        )
    return _of_no_use(effect_words(part))


def refuse_move(
    state: JourneyState,
    effect: effects.Explore | effects.Navigate | effects.Overtake,
    action: actions.Move,
) -> Refusal:
    """Return the reason why the ship or an explorer cannot move to a space."""
    space = action.space
    if not 0 <= space < len(SPACES):
        return Refusal("no-space", tr("There is no such space."))
    if isinstance(effect, effects.Explore):
        return _walked(state, effect, space)
    if TRACK[space]:
        return Refusal("wrong-track", tr("Ships move on the ocean only."))
    if isinstance(effect, effects.Overtake):
        where = space_name(beagle(state))
        return Refusal(
            "to-the-beagle", tr("Your ship moves to the Beagle, at {space}.", space=where)
        )
    return _too_far(state.ships[state.actor], space, effect.moves)


def _walked(state: JourneyState, effect: effects.Explore, space: int) -> Refusal:
    island = TRACK[space] - 1
    if island < 0:
        return Refusal("wrong-track", tr("Explorers move on islands only."))
    start = state.explorers[state.actor][island]
    if start == NOTHING:
        text = tr("You have no explorer on island {island}.", island=ISLANDS[island])
        return Refusal("no-explorer", text)
    if effect.island not in {NOTHING, island}:
        only = ISLANDS[effect.island]
        text = tr("Only your explorer on island {island} can move now.", island=only)
        return Refusal("other-explorer", text)
    if space in others_on(state, island):
        name = space_name(space)
        text = tr("Another explorer is on {space}; you jump over that space.", space=name)
        return Refusal("occupied", text)
    return _too_far(start, space, effect.moves)


def _too_far(start: int, space: int, moves: int) -> Refusal:
    name, here = space_name(space), space_name(start)
    if space not in dict(reach(start, len(SPACES))):
        text = tr("{space} is not ahead of {here}; all moves go forward.", space=name, here=here)
        return Refusal("backwards", text)
    text = tr(
        "{space} is farther from {here} than {spaces}.",
        space=name,
        here=here,
        spaces=counted(moves, "space"),
    )
    return Refusal("too-far", text)


def refuse_land(state: JourneyState, effect: effects.LandExplorer, action: actions.Land) -> Refusal:
    """Return the reason why no explorer can land on an island."""
    if not 0 <= action.island < len(ISLANDS):
        return Refusal("no-island", tr("There is no such island."))
    return Refusal("explorer-there", tr("You have an explorer on that island already."))


def refuse_pitch(state: JourneyState, effect: effects.PitchTent, action: actions.Pitch) -> Refusal:
    """Return the reason why no tent can be pitched at a campsite."""
    site = action.site
    if not 0 <= site < len(CAMPSITES):
        return Refusal("no-campsite", tr("There is no such campsite."))
    name = site_name(site)
    if effect.site not in {NOTHING, site}:
        text = tr("The tent is for {site}.", site=site_name(effect.site))
        return Refusal("other-campsite", text)
    if state.actor in state.camps[site]:
        return Refusal("tent-there", tr("You have a tent at {site} already.", site=name))
    cost = place_cost(state, state.actor, site)
    if cost is None:
        return Refusal("campsite-full", tr("All places of {site} are taken.", site=name))
    return too_few(state, cost, tr("The place at {site}", site=name))


def refuse_reuse(state: JourneyState, effect: effects.ReuseTent, action: actions.Reuse) -> Refusal:
    """Return the reason why a tent cannot be used again."""
    return Refusal("no-tent", tr("You have no tent there."))
