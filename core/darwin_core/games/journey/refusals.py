"""Reasons for refusing an action."""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from darwin_core.english import counted
from darwin_core.game import NOTHING, Action, Refusal, not_asked
from darwin_core.games.journey import diaries
from darwin_core.games.journey.academy import lacking, seal_cost
from darwin_core.games.journey.actions import (
    Achieve,
    Add,
    AnyAction,
    Buy,
    Complete,
    Copy,
    Deliver,
    Do,
    End,
    Keep,
    Land,
    Move,
    Perform,
    Pitch,
    Place,
    Research,
    Reuse,
    Skip,
    Stamp,
    Take,
    Unlock,
)
from darwin_core.games.journey.arriving import place_cost
from darwin_core.games.journey.components import (
    CAMPSITES,
    CREW,
    DISCARD,
    ENVELOPES,
    ISLANDS,
    LOCATIONS,
    LOCKABLE,
    OBJECTIVES,
    RESERVE,
    ROW,
    SLOTS,
    SPACES,
    SPECIMENS,
    TRACK,
    WORKERS,
    areas,
)
from darwin_core.games.journey.effect_words import effect_words
from darwin_core.games.journey.names import (
    crew_name,
    location_name,
    requirement_words,
    seals_words,
    site_name,
    slot_name,
    space_name,
    specimen_name,
)
from darwin_core.games.journey.objectives import is_met, requirements
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.placing import placings
from darwin_core.games.journey.possible import can
from darwin_core.games.journey.rules import legal, to_move
from darwin_core.games.journey.state import (
    PURPLE,
    Academy,
    AchieveUnmet,
    Act,
    AnyEffect,
    AnyOrder,
    Cards,
    CheaperTurn,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Draft,
    Either,
    Equip,
    Explore,
    JourneyState,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
    Turn,
    Window,
)
from darwin_core.games.journey.voyage import beagle, others_on, reach
from darwin_core.kit.effects import Effect
from darwin_core.lexicon import Lexicon

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    Draft: (Keep,),
    Equip: (Take,),
    Turn: (Place, Achieve, Complete, End),
    CheaperTurn: (Place, Achieve, Complete, End),
    Act: (Do, Achieve, Complete, Skip),
    AnyOrder: (Do, Skip),
    Either: (Do, Skip),
    Spend: (Do, Skip),
    Window: (Complete, Skip),
    Explore: (Move, Skip),
    Navigate: (Move, Skip),
    Overtake: (Move, Skip),
    LandExplorer: (Land, Skip),
    PitchTent: (Pitch, Skip),
    ReuseTent: (Reuse, Skip),
    Correspond: (Stamp, Skip),
    Academy: (Buy, Skip),
    Seal: (Add,),
    Purple: (Add,),
    Museum: (Deliver, Research, Skip),
    DeliverSpecimen: (Deliver, Skip),
    ResearchSpecimen: (Research, Skip),
    Redeliver: (Deliver, Skip),
    TakeObjective: (Take, Skip),
    AchieveUnmet: (Achieve, Skip),
    CopyCrew: (Copy, Skip),
    Lens: (Unlock, Skip),
    PerformLocked: (Perform, Skip),
}
"""The kinds of action that answer each decision."""
_ASKED: Final[dict[type, str]] = {
    Draft: "Crew cards are still being chosen.",
    Equip: "First take a start objective.",
    Turn: "Place a worker, achieve an objective or complete a crew card.",
    CheaperTurn: "Achieve an objective, complete a crew card, or end the turn.",
    Act: "First choose what your worker does there.",
    Window: "Only crew cards can be completed now.",
}


def why_not(state: JourneyState, seat: int, action: AnyAction, lexicon: Lexicon) -> Refusal | None:
    """Return the reason why a seat cannot take an action now; None if there is none to give."""
    refusal = not_asked(len(state.coins), to_move(state), seat)
    if refusal:
        return refusal
    effect = state.pending[-1]
    if not isinstance(action, _ANSWERS[type(effect)]):
        return Refusal("not-now", _ASKED.get(type(effect)) or _first(effect))
    if action in legal(state, seat):
        return None
    return _WHY[type(action)](state, effect, action)


def _first(effect: AnyEffect) -> str:
    return f"First finish this: {effect_words(effect)}."


def _too_few(state: JourneyState, cost: int, what: str) -> Refusal:
    has = counted(state.coins[state.actor], "coin")
    return Refusal("too-few-coins", f"{what} costs {counted(cost, 'coin')}; you have {has}.")


def _holds(row: Cards, thing: int) -> bool:
    return 0 <= thing < NOTHING and thing in row


# --- cards and objectives


def _kept(state: JourneyState, effect: Draft, action: Keep) -> Refusal:
    return Refusal("not-in-hand", "You do not hold that card.")


def _taken(state: JourneyState, effect: Equip | TakeObjective, action: Take) -> Refusal:
    tile, slot = action.tile, action.slot
    if isinstance(effect, Equip):
        metal = "gold" if effect.is_gold else "silver"
        return Refusal("start-tile", f"Take a {metal} start objective into your reserve.")
    if not _holds(state.display, tile):
        return Refusal("not-on-display", "That objective is not on display.")
    if len(state.reserve[state.actor]) < RESERVE:
        return Refusal("reserve-first", "Your reserve has room, so the objective goes there.")
    if slot == NOTHING:
        return Refusal("reserve-full", "Your reserve is full: the objective goes onto a slot.")
    return _slotted(state, tile, slot)


def _slotted(state: JourneyState, tile: int, slot: int) -> Refusal:
    """Return the reason why an objective cannot go onto a slot."""
    seat, is_gold = state.actor, OBJECTIVES[tile].is_gold
    if not 0 <= slot < len(SLOTS) or SLOTS[slot].is_gold != is_gold:
        metal = "gold" if is_gold else "silver"
        return Refusal("wrong-slot", f"A {metal} objective goes onto a {metal} slot.")
    if state.slots[seat][slot] != NOTHING:
        return Refusal("slot-taken", f"There is an objective on {slot_name(slot)} already.")
    return _too_few(state, SLOTS[slot].cost, slot_name(slot).capitalize())


def _achieved(state: JourneyState, effect: Turn | Act | AchieveUnmet, action: Achieve) -> Refusal:
    seat, (tile, slot) = state.actor, (action.tile, action.slot)
    if isinstance(effect, Act) and not effect.has_begun:
        return _not_between()
    own = state.slots[seat]
    if _holds(own, tile):
        place = own.index(tile)
        if state.achieved[seat] >> place & 1:
            return Refusal("achieved", "You have achieved that objective already.")
        if place != slot:
            where = slot_name(place)
            return Refusal("own-slot", f"That objective is on {where} and is achieved there.")
    elif not _holds(state.reserve[seat], tile):
        return Refusal("not-yours", "That objective is not yours.")
    if not isinstance(effect, AchieveUnmet) and not is_met(state, seat, tile):
        return Refusal("not-met", f"You still need {missing(state, seat, tile)}.")
    return _slotted(state, tile, slot)


def _not_between() -> Refusal:
    return Refusal("not-begun", "First your worker does at least one action of its location.")


def missing(state: JourneyState, seat: int, tile: int) -> str:
    """Return what a seat lacks for an objective: ``2 birds (now 1)``; empty if it is met."""
    lacks = []
    for what, has, needs in requirements(state, seat, tile):
        if has < needs:
            now = f" (now {has})" if has else ""
            lacks.append(f"{requirement_words(what, needs)}{now}")
    return ", ".join(lacks)


def _completed(state: JourneyState, effect: Turn | Act | Window, action: Complete) -> Refusal:
    seat, (card, row) = state.actor, (action.card, action.row)
    if isinstance(effect, Act) and not effect.has_begun:
        return _not_between()
    if not _holds(state.crew[seat], card):
        return Refusal("not-yours", "That crew card is not yours.")
    used = state.assigned[seat][state.crew[seat].index(card)]
    if used != NOTHING:
        return Refusal("completed", f"You have completed {crew_name(card)} already.")
    if not 0 <= row < WORKERS:
        return _no_row()
    if row in state.assigned[seat]:
        return Refusal("row-used", f"Row {row + 1} has completed another crew card.")
    seals = CREW[card].seals
    lack = counted(lacking(state.rows[seat][row], seals), "seal")
    asked = seals_words(seals)
    return Refusal("seals-lacking", f"Row {row + 1} lacks {lack}; the card asks for {asked}.")


def _imitated(state: JourneyState, effect: CopyCrew, action: Copy) -> Refusal:
    card = action.card
    for crew, assigned in zip(state.crew, state.assigned, strict=True):
        if _holds(crew, card):
            if assigned[crew.index(card)] != NOTHING:
                return Refusal("completed", f"Somebody has completed {crew_name(card)}.")
            return Refusal("copies-itself", "A crew card that copies cannot be copied.")
    return Refusal("no-crew", "Nobody has that crew card.")


# --- workers and locations


def _placed(state: JourneyState, effect: Turn, action: Place) -> Refusal:
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
        return _too_few(state, cost, "An occupied area")
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


def _unlocked(state: JourneyState, effect: Lens, action: Unlock) -> Refusal:
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


def _visited(state: JourneyState, effect: PerformLocked, action: Perform) -> Refusal:
    location = action.location
    if refusal := _not_locked(state, location):
        return refusal
    if location in diaries.inside(state):
        return _is_inside(location)
    return _of_no_use(_called(location))


def _is_inside(location: int) -> Refusal:
    return Refusal("performed", f"{_called(location)} is being performed already.")


def _ended(state: JourneyState, effect: Turn, action: End) -> Refusal:
    return Refusal("must-place", "First place a worker; you cannot pass.")


def _did(state: JourneyState, effect: Act | AnyOrder | Either | Spend, action: Do) -> Refusal:
    parts = effect.ways if isinstance(effect, Either | Spend) else effect.parts
    if not 0 <= action.part < len(parts):
        return Refusal("no-part", "That is not offered.")
    part = parts[action.part]
    if can(state, part, means(state)):
        return Refusal("same-part", "The same is offered once more: choose the first of the two.")
    return _of_no_use(effect_words(part))


# --- the voyage


def _gone(state: JourneyState, effect: Explore | Navigate | Overtake, action: Move) -> Refusal:
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


def _sent(state: JourneyState, effect: LandExplorer, action: Land) -> Refusal:
    if not 0 <= action.island < len(ISLANDS):
        return Refusal("no-island", "There is no such island.")
    return Refusal("explorer-there", "You have an explorer on that island already.")


def _pitched(state: JourneyState, effect: PitchTent, action: Pitch) -> Refusal:
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
    return _too_few(state, cost, f"The place at {name}")


def _reused(state: JourneyState, effect: ReuseTent, action: Reuse) -> Refusal:
    return Refusal("no-tent", "You have no tent there.")


# --- letters, seals, specimens


def _stamped(state: JourneyState, effect: Correspond, action: Stamp) -> Refusal:
    stack, envelope = action.stack, action.envelope
    if not 0 <= stack <= DISCARD:
        return Refusal("no-stack", "There is no such stack.")
    if not 0 <= envelope < ENVELOPES:
        return Refusal("no-envelope", "There is no such envelope.")
    stacks = state.stacks[state.actor]
    if not stacks[stack]:
        return Refusal("stack-empty", "No stamp is left there.")
    if stack == DISCARD and any(stacks[:DISCARD]):
        return Refusal("stacks-first", "Use the stamps of your stacks before those of the discard.")
    which = f"envelope {effect.envelope + 1}"
    return Refusal("one-envelope", f"All stamps go to one envelope, to {which}.")


def _bought(state: JourneyState, effect: Academy, action: Buy) -> Refusal:
    spot, row = action.spot, action.row
    if not 0 <= spot < len(state.scrolls) or state.scrolls[spot] == NOTHING:
        return Refusal("no-seal", "There is no seal there.")
    if refusal := _not_rowed(state, row):
        return refusal
    cost = seal_cost(state, spot, row, effect.discount + means(state).discount)
    return _too_few(state, cost, "That seal in that row")


def _not_rowed(state: JourneyState, row: int) -> Refusal | None:
    if not 0 <= row < WORKERS:
        return _no_row()
    if len(state.rows[state.actor][row]) == ROW:
        return Refusal("row-full", f"Row {row + 1} is full.")
    return None


def _no_row() -> Refusal:
    return Refusal("no-row", "There is no such row.")


def _added(state: JourneyState, effect: Seal | Purple, action: Add) -> Refusal:
    if refusal := _not_rowed(state, action.row):
        return refusal
    if isinstance(effect, Purple):
        return Refusal("wrong-colour", "The free seal is a purple one.")
    if not 0 <= action.colour < PURPLE:
        return Refusal("wrong-colour", "The free seal is green, blue, yellow or red.")
    return Refusal("bag-empty", "The bag holds no seal of that colour.")


def _no_specimen() -> Refusal:
    return Refusal("no-specimen", "There is no such specimen.")


def _brought(
    state: JourneyState, effect: Museum | DeliverSpecimen | Redeliver, action: Deliver
) -> Refusal:
    specimen = action.specimen
    if not 0 <= specimen < SPECIMENS:
        return _no_specimen()
    name = specimen_name(specimen)
    if not state.research[state.actor] >> specimen & 1:
        return Refusal("not-researched", f"You have not researched the {name}.")
    if isinstance(effect, Redeliver):
        return Refusal("not-in-museum", f"The {name} is not in the museum.")
    return Refusal("in-museum", f"The {name} is in the museum already.")


def _examined(state: JourneyState, effect: Museum | ResearchSpecimen, action: Research) -> Refusal:
    specimen = action.specimen
    if not 0 <= specimen < SPECIMENS:
        return _no_specimen()
    name = specimen_name(specimen)
    if state.research[state.actor] >> specimen & 1:
        return Refusal("researched", f"You have researched the {name} already.")
    if isinstance(effect, ResearchSpecimen) and effect.where == "island":
        return Refusal("not-there", f"The {name} is on no island where you have an explorer.")
    return Refusal("not-in-museum", f"The {name} is not in the museum.")


F = TypeVar("F", bound=Effect)
B = TypeVar("B", bound=AnyAction)


def _why(
    kind: type[B], refuse: Callable[[JourneyState, F, B], Refusal]
) -> tuple[type[Action], Callable[[JourneyState, Effect, Action], Refusal]]:
    """Return the refusal function of a class of actions, checked to be for that class."""
    return kind, cast("Callable[[JourneyState, Effect, Action], Refusal]", refuse)


_WHY: Final = dict(
    (
        _why(Keep, _kept),
        _why(Take, _taken),
        _why(Place, _placed),
        _why(Achieve, _achieved),
        _why(Complete, _completed),
        _why(Do, _did),
        _why(Move, _gone),
        _why(Land, _sent),
        _why(Stamp, _stamped),
        _why(Buy, _bought),
        _why(Add, _added),
        _why(Unlock, _unlocked),
        _why(Perform, _visited),
        _why(Deliver, _brought),
        _why(Research, _examined),
        _why(Pitch, _pitched),
        _why(Reuse, _reused),
        _why(Copy, _imitated),
        _why(End, _ended),
    )
)
"""The refusal of each kind of action that answers the decision and is not legal."""
