"""Reasons for refusing an action."""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Action, Refusal, not_asked
from darwin_core.games.journey import acts, diaries, material
from darwin_core.games.journey.acts import AnyAction
from darwin_core.games.journey.material import (
    CAMPSITES,
    CREW,
    DISCARD,
    ENVELOPES,
    ISLANDS,
    LOCATIONS,
    LOCKABLE,
    OBJECTIVES,
    PURPLE,
    RESERVE,
    ROW,
    SLOTS,
    SPACES,
    SPECIMENS,
    TRACK,
    WORKERS,
    AnyEffect,
    JourneyState,
    areas,
)
from darwin_core.games.journey.names import (
    coin_words,
    crew_name,
    effect_words,
    knowledge_words,
    location_name,
    requirement_words,
    seals_words,
    site_name,
    slot_name,
    space_name,
    specimen_name,
)
from darwin_core.games.journey.objectives import is_met, requirements
from darwin_core.games.journey.pieces import can, lacking, means, seal_cost
from darwin_core.games.journey.prompts import place_cost
from darwin_core.games.journey.rounds import placings
from darwin_core.games.journey.rules import legal, to_move
from darwin_core.games.journey.voyage import beagle, others_on, reach
from darwin_core.kit.effects import Effect
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import Brevity, capitalized, counted, is_brief


def too_few(state: JourneyState, cost: int, what: str) -> Refusal:
    """Return the refusal of an action that costs more coins than the acting seat has."""
    coins, has = coin_words(cost), coin_words(state.coins[state.actor])
    text = tr("{what} costs {coins}; you have {has}.", what=what, coins=coins, has=has)
    return Refusal("too-few-coins", text)


def refuse_place(state: JourneyState, effect: material.Turn, action: acts.Place) -> Refusal:
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
    if acts.Place(worker, location) in placings(state, seat):
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


def refuse_unlock(state: JourneyState, effect: material.Lens, action: acts.Unlock) -> Refusal:
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
    state: JourneyState, effect: material.PerformLocked, action: acts.Perform
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


def refuse_end(state: JourneyState, effect: material.Turn, action: acts.End) -> Refusal:
    """Return the reason why the turn cannot end."""
    return Refusal("must-place", tr("First place a worker; you cannot pass."))


def refuse_do(
    state: JourneyState,
    effect: material.Act | material.AnyOrder | material.Either | material.Spend,
    action: acts.Do,
) -> Refusal:
    """Return the reason why one of the things on offer cannot be done."""
    parts = effect.ways if isinstance(effect, material.Either | material.Spend) else effect.parts
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
    effect: material.Explore | material.Navigate | material.Overtake,
    action: acts.Move,
) -> Refusal:
    """Return the reason why the ship or an explorer cannot move to a space."""
    space = action.space
    if not 0 <= space < len(SPACES):
        return Refusal("no-space", tr("There is no such space."))
    if isinstance(effect, material.Explore):
        return _walked(state, effect, space)
    if TRACK[space]:
        return Refusal("wrong-track", tr("Ships move on the ocean only."))
    if isinstance(effect, material.Overtake):
        where = space_name(beagle(state))
        return Refusal(
            "to-the-beagle", tr("Your ship moves to the Beagle, at {space}.", space=where)
        )
    return _too_far(state.ships[state.actor], space, effect.moves)


def _walked(state: JourneyState, effect: material.Explore, space: int) -> Refusal:
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


def refuse_land(state: JourneyState, effect: material.LandExplorer, action: acts.Land) -> Refusal:
    """Return the reason why no explorer can land on an island."""
    if not 0 <= action.island < len(ISLANDS):
        return Refusal("no-island", tr("There is no such island."))
    return Refusal("explorer-there", tr("You have an explorer on that island already."))


def refuse_pitch(state: JourneyState, effect: material.PitchTent, action: acts.Pitch) -> Refusal:
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


def refuse_reuse(state: JourneyState, effect: material.ReuseTent, action: acts.Reuse) -> Refusal:
    """Return the reason why a tent cannot be used again."""
    return Refusal("no-tent", tr("You have no tent there."))


# --- all actions


_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    material.Draft: (acts.Keep,),
    material.Equip: (acts.Take,),
    material.Turn: (acts.Place, acts.Achieve, acts.Complete, acts.End),
    material.CheaperTurn: (acts.Place, acts.Achieve, acts.Complete, acts.End),
    material.Act: (acts.Do, acts.Achieve, acts.Complete, acts.Skip),
    material.AnyOrder: (acts.Do, acts.Skip),
    material.Either: (acts.Do, acts.Skip),
    material.Spend: (acts.Do, acts.Skip),
    material.Window: (acts.Complete, acts.Skip),
    material.Explore: (acts.Move, acts.Skip),
    material.Navigate: (acts.Move, acts.Skip),
    material.Overtake: (acts.Move, acts.Skip),
    material.LandExplorer: (acts.Land, acts.Skip),
    material.PitchTent: (acts.Pitch, acts.Skip),
    material.ReuseTent: (acts.Reuse, acts.Skip),
    material.Correspond: (acts.Stamp, acts.Skip),
    material.Academy: (acts.Buy, acts.Skip),
    material.Seal: (acts.Add,),
    material.Purple: (acts.Add,),
    material.Museum: (acts.Deliver, acts.Research, acts.Skip),
    material.DeliverSpecimen: (acts.Deliver, acts.Skip),
    material.ResearchSpecimen: (acts.Research, acts.Skip),
    material.Redeliver: (acts.Deliver, acts.Skip),
    material.TakeObjective: (acts.Take, acts.Skip),
    material.AchieveUnmet: (acts.Achieve, acts.Skip),
    material.CopyCrew: (acts.Copy, acts.Skip),
    material.Lens: (acts.Unlock, acts.Skip),
    material.PerformLocked: (acts.Perform, acts.Skip),
}
"""The kinds of action that answer each decision."""
_ASKED: Final[dict[type, str]] = {
    material.Draft: mark("Crew cards are still being chosen."),
    material.Equip: mark("First take a start objective."),
    material.Turn: mark("Place a worker, achieve an objective or complete a crew card."),
    material.CheaperTurn: mark("Achieve an objective, complete a crew card, or end the turn."),
    material.Act: mark("First choose what your worker does there."),
    material.Window: mark("Only crew cards can be completed now."),
}


def why_not(
    state: JourneyState, seat: int, action: AnyAction, seat_names: SeatNames
) -> Refusal | None:
    """Return the reason why a seat cannot take an action now; None if there is none to give."""
    refusal = not_asked(len(state.coins), to_move(state), seat)
    if refusal:
        return refusal
    effect = state.pending[-1]
    if not isinstance(action, _ANSWERS[type(effect)]):
        return Refusal("not-now", _first(effect))
    if action in legal(state, seat):
        return None
    return _WHY[type(action)](state, effect, action)


def _first(effect: AnyEffect) -> str:
    asked = _ASKED.get(type(effect))
    return tr(asked) if asked else tr("First finish this: {effect}.", effect=effect_words(effect))


def _holds(row: Cards, thing: int) -> bool:
    return 0 <= thing < NOTHING and thing in row


# --- cards and objectives


def _refuse_keep(state: JourneyState, effect: material.Draft, action: acts.Keep) -> Refusal:
    return Refusal("not-in-hand", tr("You do not hold that card."))


def _refuse_take(
    state: JourneyState, effect: material.Equip | material.TakeObjective, action: acts.Take
) -> Refusal:
    tile, slot = action.tile, action.slot
    if isinstance(effect, material.Equip):
        text = tr(
            "Take a gold start objective into your reserve."
            if effect.is_gold
            else "Take a silver start objective into your reserve."
        )
        return Refusal("start-tile", text)
    if not _holds(state.display, tile):
        return Refusal("not-on-display", tr("That objective is not on display."))
    if len(state.reserve[state.actor]) < RESERVE:
        return Refusal("reserve-first", tr("Your reserve has room, so the objective goes there."))
    if slot == NOTHING:
        return Refusal("reserve-full", tr("Your reserve is full: the objective goes onto a slot."))
    return _slotted(state, tile, slot)


def _slotted(state: JourneyState, tile: int, slot: int) -> Refusal:
    """Return the reason why an objective cannot go onto a slot."""
    seat, is_gold = state.actor, OBJECTIVES[tile].is_gold
    if not 0 <= slot < len(SLOTS) or SLOTS[slot].is_gold != is_gold:
        text = tr(
            "A gold objective goes onto a gold slot."
            if is_gold
            else "A silver objective goes onto a silver slot."
        )
        return Refusal("wrong-slot", text)
    name = slot_name(slot)
    if state.slots[seat][slot] != NOTHING:
        text = tr("There is an objective on {slot} already.", slot=name)
        return Refusal("slot-taken", text)
    return too_few(state, SLOTS[slot].cost, name.capitalize())


def _refuse_achieve(
    state: JourneyState,
    effect: material.Turn | material.Act | material.AchieveUnmet,
    action: acts.Achieve,
) -> Refusal:
    seat, (tile, slot) = state.actor, (action.tile, action.slot)
    if isinstance(effect, material.Act) and not effect.has_begun:
        return _not_between()
    own = state.slots[seat]
    if _holds(own, tile):
        place = own.index(tile)
        if state.achieved[seat] >> place & 1:
            return Refusal("achieved", tr("You have achieved that objective already."))
        if place != slot:
            where = slot_name(place)
            text = tr("That objective is on {slot} and is achieved there.", slot=where)
            return Refusal("own-slot", text)
    elif not _holds(state.reserve[seat], tile):
        return Refusal("not-yours", tr("That objective is not yours."))
    if not isinstance(effect, material.AchieveUnmet) and not is_met(state, seat, tile):
        text = tr("You still need {things}.", things=missing(state, seat, tile))
        return Refusal("not-met", text)
    return _slotted(state, tile, slot)


def _not_between() -> Refusal:
    return Refusal("not-begun", tr("First your worker does at least one action of its location."))


def missing(state: JourneyState, seat: int, tile: int) -> str:
    """Return what a seat lacks for an objective: ``2 birds (now 1)``; empty if it is met."""
    lacks = []
    for what, has, needs in requirements(state, seat, tile):
        if has < needs:
            words = requirement_words(what, needs)
            lacks.append(tr("{things} (now {number})", things=words, number=has) if has else words)
    return ", ".join(lacks)


def _refuse_complete(
    state: JourneyState,
    effect: material.Turn | material.Act | material.Window,
    action: acts.Complete,
) -> Refusal:
    seat, (card, row) = state.actor, (action.card, action.row)
    if isinstance(effect, material.Act) and not effect.has_begun:
        return _not_between()
    if not _holds(state.crew[seat], card):
        return Refusal("not-yours", tr("That crew card is not yours."))
    used = state.assigned[seat][state.crew[seat].index(card)]
    if used != NOTHING:
        text = tr("You have completed {crew} already.", crew=crew_name(card))
        return Refusal("completed", text)
    if not 0 <= row < WORKERS:
        return _no_row()
    if row in state.assigned[seat]:
        return Refusal("row-used", tr("Row {row} has completed another crew card.", row=row + 1))
    seals = CREW[card].seals
    text = tr(
        "Row {row} lacks {lack}; the card asks for {asked}.",
        row=row + 1,
        lack=counted(lacking(state.rows[seat][row], seals), "seal"),
        asked=seals_words(seals),
    )
    return Refusal("seals-lacking", text)


def _refuse_copy(state: JourneyState, effect: material.CopyCrew, action: acts.Copy) -> Refusal:
    card = action.card
    for crew, assigned in zip(state.crew, state.assigned, strict=True):
        if _holds(crew, card):
            if assigned[crew.index(card)] != NOTHING:
                text = tr("Somebody has completed {crew}.", crew=crew_name(card))
                return Refusal("completed", text)
            return Refusal("copies-itself", tr("A crew card that copies cannot be copied."))
    return Refusal("no-crew", tr("Nobody has that crew card."))


# --- letters, seals, specimens


def _refuse_stamp(state: JourneyState, effect: material.Correspond, action: acts.Stamp) -> Refusal:
    stack, envelope = action.stack, action.envelope
    if not 0 <= stack <= DISCARD:
        return Refusal("no-stack", tr("There is no such stack."))
    if not 0 <= envelope < ENVELOPES:
        return Refusal("no-envelope", tr("There is no such envelope."))
    stacks = state.stacks[state.actor]
    if not stacks[stack]:
        return Refusal("stack-empty", tr("No stamp is left there."))
    if stack == DISCARD and any(stacks[:DISCARD]):
        return Refusal(
            "stacks-first", tr("Use the stamps of your stacks before those of the discard.")
        )
    text = tr("All stamps go to one envelope, to envelope {number}.", number=effect.envelope + 1)
    return Refusal("one-envelope", text)


def _refuse_buy(state: JourneyState, effect: material.Academy, action: acts.Buy) -> Refusal:
    spot, row = action.spot, action.row
    if not 0 <= spot < len(state.scrolls) or state.scrolls[spot] == NOTHING:
        return Refusal("no-seal", tr("There is no seal there."))
    if refusal := _not_rowed(state, row):
        return refusal
    cost = seal_cost(state, spot, row, effect.discount + means(state).discount)
    return too_few(state, cost, tr("That seal in that row"))


def _not_rowed(state: JourneyState, row: int) -> Refusal | None:
    if not 0 <= row < WORKERS:
        return _no_row()
    if len(state.rows[state.actor][row]) == ROW:
        return Refusal("row-full", tr("Row {row} is full.", row=row + 1))
    return None


def _no_row() -> Refusal:
    return Refusal("no-row", tr("There is no such row."))


def _refuse_add(
    state: JourneyState, effect: material.Seal | material.Purple, action: acts.Add
) -> Refusal:
    if refusal := _not_rowed(state, action.row):
        return refusal
    if isinstance(effect, material.Purple):
        return Refusal("wrong-colour", tr("The free seal is a purple one."))
    if not 0 <= action.colour < PURPLE:
        return Refusal("wrong-colour", tr("The free seal is green, blue, yellow or red."))
    return Refusal("bag-empty", tr("The bag holds no seal of that colour."))


def _no_specimen() -> Refusal:
    return Refusal("no-specimen", tr("There is no such specimen."))


def _refuse_deliver(
    state: JourneyState,
    effect: material.Museum | material.DeliverSpecimen | material.Redeliver,
    action: acts.Deliver,
) -> Refusal:
    specimen = action.specimen
    if not 0 <= specimen < SPECIMENS:
        return _no_specimen()
    name = specimen_name(specimen)
    if not state.research[state.actor] >> specimen & 1:
        text = tr("You have not researched the {specimen}.", specimen=name)
        return Refusal("not-researched", text)
    if isinstance(effect, material.Redeliver):
        return _not_in_museum(specimen)
    return Refusal("in-museum", tr("The {specimen} is in the museum already.", specimen=name))


def _not_in_museum(specimen: int) -> Refusal:
    text = tr("The {specimen} is not in the museum.", specimen=specimen_name(specimen))
    return Refusal("not-in-museum", text)


def _refuse_research(
    state: JourneyState,
    effect: material.Museum | material.ResearchSpecimen,
    action: acts.Research,
) -> Refusal:
    specimen = action.specimen
    if not 0 <= specimen < SPECIMENS:
        return _no_specimen()
    name = specimen_name(specimen)
    if state.research[state.actor] >> specimen & 1:
        text = tr("You have researched the {specimen} already.", specimen=name)
        return Refusal("researched", text)
    if isinstance(effect, material.ResearchSpecimen) and effect.where == "island":
        text = tr("The {specimen} is on no island where you have an explorer.", specimen=name)
        return Refusal("not-there", text)
    return _not_in_museum(specimen)


F = TypeVar("F", bound=Effect)
B = TypeVar("B", bound=AnyAction)


def _why(
    kind: type[B], refuse: Callable[[JourneyState, F, B], Refusal]
) -> tuple[type[Action], Callable[[JourneyState, Effect, Action], Refusal]]:
    """Return the refusal function of a class of actions, checked to be for that class."""
    return kind, cast("Callable[[JourneyState, Effect, Action], Refusal]", refuse)


_WHY: Final = dict(
    (
        _why(acts.Keep, _refuse_keep),
        _why(acts.Take, _refuse_take),
        _why(acts.Place, refuse_place),
        _why(acts.Achieve, _refuse_achieve),
        _why(acts.Complete, _refuse_complete),
        _why(acts.Do, refuse_do),
        _why(acts.Move, refuse_move),
        _why(acts.Land, refuse_land),
        _why(acts.Stamp, _refuse_stamp),
        _why(acts.Buy, _refuse_buy),
        _why(acts.Add, _refuse_add),
        _why(acts.Unlock, refuse_unlock),
        _why(acts.Perform, refuse_perform),
        _why(acts.Deliver, _refuse_deliver),
        _why(acts.Research, _refuse_research),
        _why(acts.Pitch, refuse_pitch),
        _why(acts.Reuse, refuse_reuse),
        _why(acts.Copy, _refuse_copy),
        _why(acts.End, refuse_end),
    )
)
"""The refusal of each kind of action that answers the decision and is not legal."""
