"""The reasons for refusing an action of Darwin's Journey, by decision and by class of action.

The functions ``_why_not_*`` are called only for illegal actions. So each checks all reasons but
one, and returns the remaining one without a check.
"""

from typing import Final, cast

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Refusal
from darwin_core.games.journey import acts, diaries, material
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
    RESERVE_MAX,
    ROW_SPOTS,
    SLOTS,
    SPACES,
    SPECIMENS,
    TRACK,
    WORKERS,
    AnyEffect,
    JourneyState,
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
from darwin_core.games.journey.prompts import parts_of
from darwin_core.games.journey.rounds import placings
from darwin_core.games.journey.rules import legal, to_move
from darwin_core.games.journey.voyage import beagle, others_on, reach, tent_cost
from darwin_core.kit.effects import Effect
from darwin_core.kit.refusals import question, reason, reason_by, refusals, refuse
from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import Brevity, capitalized, counted, is_brief


def _too_few_coins(state: JourneyState, cost: int, price_name: str) -> Refusal:
    """Return the refusal of an action that costs more coins than the acting seat has."""
    coins = coin_words(cost)
    has = coin_words(state.coins[state.actor])
    return refuse(
        "too-few-coins",
        "{what} costs {coins}; you have {has}.",
        what=price_name,
        coins=coins,
        has=has,
    )


def _why_not_place(state: JourneyState, effect: material.Turn, action: acts.Place) -> Refusal:
    if effect.has_placed:
        return refuse("has-placed", "You have placed a worker in this turn already.")
    refusal = why_not_placed(state, effect.seat, action.worker, action.location)
    assert refusal
    return refusal


def why_not_placed(state: JourneyState, seat: int, worker: int, location: int) -> Refusal | None:
    """Return the reason why a worker of a seat cannot go to a location; None if it can. The seat is
    the acting one. [Worker Placement]"""
    if worker not in diaries.workers_of(state, seat):
        return refuse("no-worker", "You have no such worker, or not yet.")
    if state.workers[seat][worker] != NOTHING:
        place = location_name(state.workers[seat][worker])
        return refuse("worker-away", "That worker is on {place} already.", place=place)
    if not 0 <= location < len(LOCATIONS):
        return _no_location()
    name = name_at_start(location)
    if diaries.is_locked(state, location):
        return refuse("locked", "{place} is locked.", place=name)
    taken, _ = diaries.occupied(state)
    is_short = is_brief(Brevity.WORDS)
    if not diaries.has_room(location, taken):
        if is_short:
            return refuse("no-room", "It is taken.")
        return refuse("no-room", "{place} holds one worker, and one is there already.", place=name)
    cost = diaries.entry_cost(state, seat, location)
    if cost > state.coins[seat]:
        if not is_short:
            return _too_few_coins(state, cost, tr_in("price", "An occupied area"))
        coins, has = coin_words(cost), coin_words(state.coins[seat])
        return refuse("too-few-coins", "Occupied, {coins}, you have {has}.", coins=coins, has=has)
    lack = diaries.knowledge_needed(state, seat, worker, location)
    if lack > state.knowledge[seat]:
        if is_short:
            return refuse(
                "seals-lacking",
                "{seals} too few, you have {knowledge}.",
                seals=counted(lack, "seal"),
                knowledge=knowledge_words(state.knowledge[seat]),
            )
        return refuse(
            "seals-lacking",
            "It asks for {asked}: {seals} too few; you have {number} knowledge.",
            asked=asked_words(state, location),
            seals=counted(lack, "seal"),
            number=state.knowledge[seat],
        )
    return _useless_placing(state, seat, worker, location)


def asked_words(state: JourneyState, location: int) -> str:
    """Return the seals that a location requires; empty if it requires none."""
    return seals_words(diaries.seals_of(state, location))


def _useless_placing(state: JourneyState, seat: int, worker: int, location: int) -> Refusal | None:
    """Return the refusal of a placing that would be of no use; None if it is legal."""
    if acts.Place(worker, location) in placings(state, seat):
        return None
    # A location for lenses may be affordable by itself, but not together with a lens.
    if LOCATIONS[location].page == "small" and diaries.has_lens(state, seat):
        dues = diaries.lens_cost(is_free=False) + diaries.entry_cost(state, seat, location)
        if dues > state.coins[seat]:
            coins = coin_words(dues)
            has = coin_words(state.coins[seat])
            return refuse(
                "no-use", "A lens there costs {coins} in all; you have {has}.", coins=coins, has=has
            )
    return _nothing_possible(location_name(location))


def _nothing_possible(name: str) -> Refusal:
    return refuse("no-use", "{name}: none of it can be done now.", name=capitalized(name))


def name_at_start(location: int) -> str:
    """Name a location at the beginning of a sentence."""
    return capitalized(location_name(location))


def _no_location() -> Refusal:
    return refuse("no-location", "There is no such location.")


def _why_not_unlock(state: JourneyState, effect: material.Lens, action: acts.Unlock) -> Refusal:
    location = action.location
    if refusal := _refuse_unlocked(state, location):
        return refusal
    # In the first version of the rules, a location being performed could be unlocked.
    if state.rules >= 2 and location in diaries.inside(state):
        return _is_inside(location)
    return refuse("page-order", "First unlock the locations above it on its page.")


def _refuse_unlocked(state: JourneyState, location: int) -> Refusal | None:
    """Return the refusal of a location that is not locked; None if it is locked."""
    if not 0 <= location < len(LOCATIONS):
        return _no_location()
    if location >= LOCKABLE or not diaries.is_locked(state, location):
        return refuse("not-locked", "{place} is not locked.", place=name_at_start(location))
    return None


def _why_not_perform(
    state: JourneyState, effect: material.PerformLocked, action: acts.Perform
) -> Refusal:
    location = action.location
    if refusal := _refuse_unlocked(state, location):
        return refusal
    if location in diaries.inside(state):
        return _is_inside(location)
    return _nothing_possible(name_at_start(location))


def _is_inside(location: int) -> Refusal:
    return refuse("performed", "{place} is being performed already.", place=name_at_start(location))


def _why_not_do(
    state: JourneyState,
    effect: material.Act | material.AnyOrder | material.Either | material.Spend,
    action: acts.Do,
) -> Refusal:
    parts = parts_of(effect)
    if not 0 <= action.part < len(parts):
        return refuse("no-part", "That is not offered.")
    part = parts[action.part]
    if can(state, part, means(state)):
        # A possible part is refused only because an equal one comes before it.
        return refuse("same-part", "The same is offered once more: choose the first of the two.")
    return _nothing_possible(effect_words(part))


def _why_not_move(
    state: JourneyState,
    effect: material.Explore | material.Navigate | material.Overtake,
    action: acts.Move,
) -> Refusal:
    space = action.space
    if not 0 <= space < len(SPACES):
        return refuse("no-space", "There is no such space.")
    if isinstance(effect, material.Explore):
        return _refuse_walk(state, effect, space)
    if TRACK[space]:
        return refuse("wrong-track", "Ships move on the ocean only.")
    if isinstance(effect, material.Overtake):
        name = space_name(beagle(state))
        return refuse("to-the-beagle", "Your ship moves to the Beagle, at {space}.", space=name)
    return _too_far(state.ships[state.actor], space, effect.moves)


def _refuse_walk(state: JourneyState, effect: material.Explore, space: int) -> Refusal:
    """Return the refusal of an explorer's move."""
    island = TRACK[space] - 1
    if island < 0:
        return refuse("wrong-track", "Explorers move on islands only.")
    start = state.explorers[state.actor][island]
    if start == NOTHING:
        return refuse(
            "no-explorer", "You have no explorer on island {island}.", island=ISLANDS[island]
        )
    if effect.island not in {NOTHING, island}:
        only = ISLANDS[effect.island]
        return refuse(
            "other-explorer", "Only your explorer on island {island} can move now.", island=only
        )
    if space in others_on(state, island):
        name = space_name(space)
        return refuse(
            "occupied", "Another explorer is on {space}; you jump over that space.", space=name
        )
    return _too_far(start, space, effect.moves)


def _too_far(start: int, space: int, moves: int) -> Refusal:
    """Return the refusal of a space that is behind a piece or too far ahead."""
    name, origin = space_name(space), space_name(start)
    # With as many moves as there are spaces, all that is ahead can be reached.
    if space not in dict(reach(start, len(SPACES))):
        return refuse(
            "backwards",
            "{space} is not ahead of {here}; all moves go forward.",
            space=name,
            here=origin,
        )
    return refuse(
        "too-far",
        "{space} is farther from {here} than {spaces}.",
        space=name,
        here=origin,
        spaces=counted(moves, "space"),
    )


def _why_not_land(state: JourneyState, effect: material.LandExplorer, action: acts.Land) -> Refusal:
    if not 0 <= action.island < len(ISLANDS):
        return refuse("no-island", "There is no such island.")
    return refuse("explorer-there", "You have an explorer on that island already.")


def _why_not_pitch(state: JourneyState, effect: material.PitchTent, action: acts.Pitch) -> Refusal:
    site = action.site
    if not 0 <= site < len(CAMPSITES):
        return refuse("no-campsite", "There is no such campsite.")
    name = site_name(site)
    if effect.site not in {NOTHING, site}:
        return refuse("other-campsite", "The tent is for {site}.", site=site_name(effect.site))
    if state.actor in state.camps[site]:
        return refuse("tent-there", "You have a tent at {site} already.", site=name)
    cost = tent_cost(state, state.actor, site)
    if cost is None:
        return refuse("campsite-full", "All places of {site} are taken.", site=name)
    return _too_few_coins(state, cost, tr("The place at {site}", site=name))


def _contains(row: Cards, item: int) -> bool:
    """Return whether cards contain an item. An action may name any integer; NOTHING stands for an
    empty slot, not for a card."""
    return 0 <= item < NOTHING and item in row


# --- cards and objectives


def _why_not_take(
    state: JourneyState, effect: material.Equip | material.TakeObjective, action: acts.Take
) -> Refusal:
    tile, slot = action.tile, action.slot
    if isinstance(effect, material.Equip):
        return refuse(
            "start-tile",
            "Take a gold start objective into your reserve."
            if effect.is_gold
            else "Take a silver start objective into your reserve.",
        )
    if not _contains(state.display, tile):
        return refuse("not-on-display", "That objective is not on display.")
    if len(state.reserve[state.actor]) < RESERVE_MAX:
        return refuse("reserve-first", "Your reserve has room, so the objective goes there.")
    if slot == NOTHING:
        return refuse("reserve-full", "Your reserve is full: the objective goes onto a slot.")
    return _refuse_slot(state, tile, slot)


def _refuse_slot(state: JourneyState, tile: int, slot: int) -> Refusal:
    """Return the refusal of a slot for an objective."""
    seat = state.actor
    is_gold = OBJECTIVES[tile].is_gold
    if not 0 <= slot < len(SLOTS) or SLOTS[slot].is_gold != is_gold:
        return refuse(
            "wrong-slot",
            "A gold objective goes onto a gold slot."
            if is_gold
            else "A silver objective goes onto a silver slot.",
        )
    name = slot_name(slot)
    if state.slots[seat][slot] != NOTHING:
        return refuse("slot-taken", "There is an objective on {slot} already.", slot=name)
    return _too_few_coins(state, SLOTS[slot].cost, name.capitalize())


def _why_not_achieve(
    state: JourneyState,
    effect: material.Turn | material.Act | material.AchieveUnmet,
    action: acts.Achieve,
) -> Refusal:
    seat = state.actor
    tile, slot = action.tile, action.slot
    if isinstance(effect, material.Act) and not effect.has_begun:
        return _not_between()
    slots = state.slots[seat]
    if _contains(slots, tile):
        own_slot = slots.index(tile)
        if state.achieved[seat] >> own_slot & 1:
            return refuse("achieved", "You have achieved that objective already.")
        if own_slot != slot:
            name = slot_name(own_slot)
            return refuse(
                "own-slot", "That objective is on {slot} and is achieved there.", slot=name
            )
    elif not _contains(state.reserve[seat], tile):
        return refuse("not-yours", "That objective is not yours.")
    if not isinstance(effect, material.AchieveUnmet) and not is_met(state, seat, tile):
        return refuse("not-met", "You still need {things}.", things=missing(state, seat, tile))
    return _refuse_slot(state, tile, slot)


def _not_between() -> Refusal:
    return refuse("not-begun", "First your worker does at least one action of its location.")


def missing(state: JourneyState, seat: int, tile: int) -> str:
    """Return the requirements that a seat lacks for an objective: ``2 birds (now 1)``; empty if all
    are met."""
    lacks = []
    for requirement, has, needs in requirements(state, seat, tile):
        if has < needs:
            words = requirement_words(requirement, needs)
            lacks.append(tr("{things} (now {number})", things=words, number=has) if has else words)
    return ", ".join(lacks)


def _why_not_complete(
    state: JourneyState,
    effect: material.Turn | material.Act | material.Window,
    action: acts.Complete,
) -> Refusal:
    seat = state.actor
    card, row = action.card, action.row
    if isinstance(effect, material.Act) and not effect.has_begun:
        return _not_between()
    if not _contains(state.crew[seat], card):
        return refuse("not-yours", "That crew card is not yours.")
    row_used = state.assigned[seat][state.crew[seat].index(card)]
    if row_used != NOTHING:
        return refuse("completed", "You have completed {crew} already.", crew=crew_name(card))
    if not 0 <= row < WORKERS:
        return _no_row()
    if row in state.assigned[seat]:
        return refuse("row-used", "Row {row} has completed another crew card.", row=row + 1)
    seals = CREW[card].seals
    return refuse(
        "seals-lacking",
        "Row {row} lacks {lack}; the card asks for {asked}.",
        row=row + 1,
        lack=counted(lacking(state.rows[seat][row], seals), "seal"),
        asked=seals_words(seals),
    )


def _why_not_copy(state: JourneyState, effect: material.CopyCrew, action: acts.Copy) -> Refusal:
    card = action.card
    for crew, assigned in zip(state.crew, state.assigned, strict=True):
        if _contains(crew, card):
            if assigned[crew.index(card)] != NOTHING:
                return refuse("completed", "Somebody has completed {crew}.", crew=crew_name(card))
            return refuse("copies-itself", "A crew card that copies cannot be copied.")
    return refuse("no-crew", "Nobody has that crew card.")


# --- letters, seals, specimens


def _why_not_stamp(state: JourneyState, effect: material.Correspond, action: acts.Stamp) -> Refusal:
    stack, envelope = action.stack, action.envelope
    if not 0 <= stack <= DISCARD:
        return refuse("no-stack", "There is no such stack.")
    if not 0 <= envelope < ENVELOPES:
        return refuse("no-envelope", "There is no such envelope.")
    stacks = state.stacks[state.actor]
    if not stacks[stack]:
        return refuse("stack-empty", "No stamp is left there.")
    if stack == DISCARD and any(stacks[:DISCARD]):
        return refuse("stacks-first", "Use the stamps of your stacks before those of the discard.")
    return refuse(
        "one-envelope",
        "All stamps go to one envelope, to envelope {number}.",
        number=effect.envelope + 1,
    )


def _why_not_buy(state: JourneyState, effect: material.Academy, action: acts.Buy) -> Refusal:
    spot, row = action.spot, action.row
    if not 0 <= spot < len(state.scrolls) or state.scrolls[spot] == NOTHING:
        return refuse("no-seal", "There is no seal there.")
    if refusal := _refuse_row(state, row):
        return refusal
    cost = seal_cost(state, spot, row, effect.discount + means(state).discount)
    return _too_few_coins(state, cost, tr("That seal in that row"))


def _refuse_row(state: JourneyState, row: int) -> Refusal | None:
    """Return the refusal of a row that cannot take a seal; None if the row has room."""
    if not 0 <= row < WORKERS:
        return _no_row()
    if len(state.rows[state.actor][row]) == ROW_SPOTS:
        return refuse("row-full", "Row {row} is full.", row=row + 1)
    return None


def _no_row() -> Refusal:
    return refuse("no-row", "There is no such row.")


def _why_not_add(
    state: JourneyState, effect: material.Seal | material.Purple, action: acts.Add
) -> Refusal:
    if refusal := _refuse_row(state, action.row):
        return refusal
    if isinstance(effect, material.Purple):
        return refuse("wrong-colour", "The free seal is a purple one.")
    if not 0 <= action.colour < PURPLE:
        return refuse("wrong-colour", "The free seal is green, blue, yellow or red.")
    return refuse("bag-empty", "The bag holds no seal of that colour.")


def _no_specimen() -> Refusal:
    return refuse("no-specimen", "There is no such specimen.")


def _why_not_deliver(
    state: JourneyState,
    effect: material.Museum | material.DeliverSpecimen | material.Redeliver,
    action: acts.Deliver,
) -> Refusal:
    specimen = action.specimen
    if not 0 <= specimen < SPECIMENS:
        return _no_specimen()
    name = specimen_name(specimen)
    if not state.research[state.actor] >> specimen & 1:
        return refuse("not-researched", "You have not researched the {specimen}.", specimen=name)
    if isinstance(effect, material.Redeliver):
        return _refuse_specimen(specimen)
    return refuse("in-museum", "The {specimen} is in the museum already.", specimen=name)


def _refuse_specimen(specimen: int) -> Refusal:
    return refuse(
        "not-in-museum", "The {specimen} is not in the museum.", specimen=specimen_name(specimen)
    )


def _why_not_research(
    state: JourneyState, effect: material.Museum | material.ResearchSpecimen, action: acts.Research
) -> Refusal:
    specimen = action.specimen
    if not 0 <= specimen < SPECIMENS:
        return _no_specimen()
    name = specimen_name(specimen)
    if state.research[state.actor] >> specimen & 1:
        return refuse("researched", "You have researched the {specimen} already.", specimen=name)
    if isinstance(effect, material.ResearchSpecimen) and effect.where == "island":
        return refuse(
            "not-there", "The {specimen} is on no island where you have an explorer.", specimen=name
        )
    return _refuse_specimen(specimen)


# --- all actions


def _finish_first(effect: Effect) -> str:
    """Return the question of an effect, made from the effect's words."""
    return tr("First finish this: {effect}.", effect=effect_words(cast("AnyEffect", effect)))


def _continue_turn(effect: material.Turn) -> str:
    """Return the question of a turn, before or after a worker is placed."""
    return tr(
        "Achieve an objective, complete a crew card, or end the turn."
        if effect.has_placed
        else "Place a worker, achieve an objective or complete a crew card."
    )


_IN_TURN: Final = (acts.Place, acts.Achieve, acts.Complete, acts.End)
"""The classes of actions in a turn."""

why_not: Final = refusals(
    lambda state: len(state.coins),
    to_move,
    legal,
    (
        question(material.Draft, "Crew cards are still being chosen.", acts.Keep),
        question(material.Equip, "First take a start objective.", acts.Take),
        question(material.Turn, _continue_turn, *_IN_TURN),
        question(material.CheaperTurn, _continue_turn, *_IN_TURN),
        question(
            material.Act,
            "First choose what your worker does there.",
            acts.Do,
            acts.Achieve,
            acts.Complete,
            acts.Skip,
        ),
        question(
            material.Window, "Only crew cards can be completed now.", acts.Complete, acts.Skip
        ),
        question(material.AnyOrder, _finish_first, acts.Do, acts.Skip),
        question(material.Either, _finish_first, acts.Do, acts.Skip),
        question(material.Spend, _finish_first, acts.Do, acts.Skip),
        question(material.Explore, _finish_first, acts.Move, acts.Skip),
        question(material.Navigate, _finish_first, acts.Move, acts.Skip),
        question(material.Overtake, _finish_first, acts.Move, acts.Skip),
        question(material.LandExplorer, _finish_first, acts.Land, acts.Skip),
        question(material.PitchTent, _finish_first, acts.Pitch, acts.Skip),
        question(material.ReuseTent, _finish_first, acts.Reuse, acts.Skip),
        question(material.Correspond, _finish_first, acts.Stamp, acts.Skip),
        question(material.Academy, _finish_first, acts.Buy, acts.Skip),
        question(material.Seal, _finish_first, acts.Add),
        question(material.Purple, _finish_first, acts.Add),
        question(material.Museum, _finish_first, acts.Deliver, acts.Research, acts.Skip),
        question(material.DeliverSpecimen, _finish_first, acts.Deliver, acts.Skip),
        question(material.ResearchSpecimen, _finish_first, acts.Research, acts.Skip),
        question(material.Redeliver, _finish_first, acts.Deliver, acts.Skip),
        question(material.TakeObjective, _finish_first, acts.Take, acts.Skip),
        question(material.AchieveUnmet, _finish_first, acts.Achieve, acts.Skip),
        question(material.CopyCrew, _finish_first, acts.Copy, acts.Skip),
        question(material.Lens, _finish_first, acts.Unlock, acts.Skip),
        question(material.PerformLocked, _finish_first, acts.Perform, acts.Skip),
    ),
    (
        reason(acts.Keep, "not-in-hand", "You do not hold that card."),
        reason_by(acts.Take, _why_not_take),
        reason_by(acts.Place, _why_not_place),
        reason_by(acts.Achieve, _why_not_achieve),
        reason_by(acts.Complete, _why_not_complete),
        reason_by(acts.Do, _why_not_do),
        reason_by(acts.Move, _why_not_move),
        reason_by(acts.Land, _why_not_land),
        reason_by(acts.Stamp, _why_not_stamp),
        reason_by(acts.Buy, _why_not_buy),
        reason_by(acts.Add, _why_not_add),
        reason_by(acts.Unlock, _why_not_unlock),
        reason_by(acts.Perform, _why_not_perform),
        reason_by(acts.Deliver, _why_not_deliver),
        reason_by(acts.Research, _why_not_research),
        reason_by(acts.Pitch, _why_not_pitch),
        reason(acts.Reuse, "no-tent", "You have no tent there."),
        reason_by(acts.Copy, _why_not_copy),
        reason(acts.End, "must-place", "First place a worker; you cannot pass."),
    ),
)
"""Return the reason why a seat cannot take an action now; None if it can."""
