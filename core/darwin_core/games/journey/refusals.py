"""Reasons for refusing an action."""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Action, Refusal, not_asked
from darwin_core.games.journey import actions, effects
from darwin_core.games.journey.academy import lacking, seal_cost
from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.components import (
    CREW,
    DISCARD,
    ENVELOPES,
    OBJECTIVES,
    RESERVE,
    ROW,
    SLOTS,
    SPECIMENS,
    WORKERS,
)
from darwin_core.games.journey.effect_words import effect_words
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.names import (
    crew_name,
    requirement_words,
    seals_words,
    slot_name,
    specimen_name,
)
from darwin_core.games.journey.objectives import is_met, requirements
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.place_refusals import (
    refuse_do,
    refuse_end,
    refuse_land,
    refuse_move,
    refuse_perform,
    refuse_pitch,
    refuse_place,
    refuse_reuse,
    refuse_unlock,
    too_few,
)
from darwin_core.games.journey.rules import legal, to_move
from darwin_core.games.journey.state import PURPLE, JourneyState
from darwin_core.kit.effects import Effect
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    effects.Draft: (actions.Keep,),
    effects.Equip: (actions.Take,),
    effects.Turn: (actions.Place, actions.Achieve, actions.Complete, actions.End),
    effects.CheaperTurn: (actions.Place, actions.Achieve, actions.Complete, actions.End),
    effects.Act: (actions.Do, actions.Achieve, actions.Complete, actions.Skip),
    effects.AnyOrder: (actions.Do, actions.Skip),
    effects.Either: (actions.Do, actions.Skip),
    effects.Spend: (actions.Do, actions.Skip),
    effects.Window: (actions.Complete, actions.Skip),
    effects.Explore: (actions.Move, actions.Skip),
    effects.Navigate: (actions.Move, actions.Skip),
    effects.Overtake: (actions.Move, actions.Skip),
    effects.LandExplorer: (actions.Land, actions.Skip),
    effects.PitchTent: (actions.Pitch, actions.Skip),
    effects.ReuseTent: (actions.Reuse, actions.Skip),
    effects.Correspond: (actions.Stamp, actions.Skip),
    effects.Academy: (actions.Buy, actions.Skip),
    effects.Seal: (actions.Add,),
    effects.Purple: (actions.Add,),
    effects.Museum: (actions.Deliver, actions.Research, actions.Skip),
    effects.DeliverSpecimen: (actions.Deliver, actions.Skip),
    effects.ResearchSpecimen: (actions.Research, actions.Skip),
    effects.Redeliver: (actions.Deliver, actions.Skip),
    effects.TakeObjective: (actions.Take, actions.Skip),
    effects.AchieveUnmet: (actions.Achieve, actions.Skip),
    effects.CopyCrew: (actions.Copy, actions.Skip),
    effects.Lens: (actions.Unlock, actions.Skip),
    effects.PerformLocked: (actions.Perform, actions.Skip),
}
"""The kinds of action that answer each decision."""
_ASKED: Final[dict[type, str]] = {
    effects.Draft: mark("Crew cards are still being chosen."),
    effects.Equip: mark("First take a start objective."),
    effects.Turn: mark("Place a worker, achieve an objective or complete a crew card."),
    effects.CheaperTurn: mark("Achieve an objective, complete a crew card, or end the turn."),
    effects.Act: mark("First choose what your worker does there."),
    effects.Window: mark("Only crew cards can be completed now."),
}


def why_not(state: JourneyState, seat: int, action: AnyAction, lexicon: Lexicon) -> Refusal | None:
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


def _refuse_keep(state: JourneyState, effect: effects.Draft, action: actions.Keep) -> Refusal:
    return Refusal("not-in-hand", tr("You do not hold that card."))


def _refuse_take(
    state: JourneyState, effect: effects.Equip | effects.TakeObjective, action: actions.Take
) -> Refusal:
    tile, slot = action.tile, action.slot
    if isinstance(effect, effects.Equip):
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
    effect: effects.Turn | effects.Act | effects.AchieveUnmet,
    action: actions.Achieve,
) -> Refusal:
    seat, (tile, slot) = state.actor, (action.tile, action.slot)
    if isinstance(effect, effects.Act) and not effect.has_begun:
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
    if not isinstance(effect, effects.AchieveUnmet) and not is_met(state, seat, tile):
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
    effect: effects.Turn | effects.Act | effects.Window,
    action: actions.Complete,
) -> Refusal:
    seat, (card, row) = state.actor, (action.card, action.row)
    if isinstance(effect, effects.Act) and not effect.has_begun:
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


def _refuse_copy(state: JourneyState, effect: effects.CopyCrew, action: actions.Copy) -> Refusal:
    card = action.card
    for crew, assigned in zip(state.crew, state.assigned, strict=True):
        if _holds(crew, card):
            if assigned[crew.index(card)] != NOTHING:
                text = tr("Somebody has completed {crew}.", crew=crew_name(card))
                return Refusal("completed", text)
            return Refusal("copies-itself", tr("A crew card that copies cannot be copied."))
    return Refusal("no-crew", tr("Nobody has that crew card."))


# --- letters, seals, specimens


def _refuse_stamp(
    state: JourneyState, effect: effects.Correspond, action: actions.Stamp
) -> Refusal:
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


def _refuse_buy(state: JourneyState, effect: effects.Academy, action: actions.Buy) -> Refusal:
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
    state: JourneyState, effect: effects.Seal | effects.Purple, action: actions.Add
) -> Refusal:
    if refusal := _not_rowed(state, action.row):
        return refusal
    if isinstance(effect, effects.Purple):
        return Refusal("wrong-colour", tr("The free seal is a purple one."))
    if not 0 <= action.colour < PURPLE:
        return Refusal("wrong-colour", tr("The free seal is green, blue, yellow or red."))
    return Refusal("bag-empty", tr("The bag holds no seal of that colour."))


def _no_specimen() -> Refusal:
    return Refusal("no-specimen", tr("There is no such specimen."))


def _refuse_deliver(
    state: JourneyState,
    effect: effects.Museum | effects.DeliverSpecimen | effects.Redeliver,
    action: actions.Deliver,
) -> Refusal:
    specimen = action.specimen
    if not 0 <= specimen < SPECIMENS:
        return _no_specimen()
    name = specimen_name(specimen)
    if not state.research[state.actor] >> specimen & 1:
        text = tr("You have not researched the {specimen}.", specimen=name)
        return Refusal("not-researched", text)
    if isinstance(effect, effects.Redeliver):
        return _not_in_museum(specimen)
    return Refusal("in-museum", tr("The {specimen} is in the museum already.", specimen=name))


def _not_in_museum(specimen: int) -> Refusal:
    text = tr("The {specimen} is not in the museum.", specimen=specimen_name(specimen))
    return Refusal("not-in-museum", text)


def _refuse_research(
    state: JourneyState, effect: effects.Museum | effects.ResearchSpecimen, action: actions.Research
) -> Refusal:
    specimen = action.specimen
    if not 0 <= specimen < SPECIMENS:
        return _no_specimen()
    name = specimen_name(specimen)
    if state.research[state.actor] >> specimen & 1:
        text = tr("You have researched the {specimen} already.", specimen=name)
        return Refusal("researched", text)
    if isinstance(effect, effects.ResearchSpecimen) and effect.where == "island":
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
        _why(actions.Keep, _refuse_keep),
        _why(actions.Take, _refuse_take),
        _why(actions.Place, refuse_place),
        _why(actions.Achieve, _refuse_achieve),
        _why(actions.Complete, _refuse_complete),
        _why(actions.Do, refuse_do),
        _why(actions.Move, refuse_move),
        _why(actions.Land, refuse_land),
        _why(actions.Stamp, _refuse_stamp),
        _why(actions.Buy, _refuse_buy),
        _why(actions.Add, _refuse_add),
        _why(actions.Unlock, refuse_unlock),
        _why(actions.Perform, refuse_perform),
        _why(actions.Deliver, _refuse_deliver),
        _why(actions.Research, _refuse_research),
        _why(actions.Pitch, refuse_pitch),
        _why(actions.Reuse, refuse_reuse),
        _why(actions.Copy, _refuse_copy),
        _why(actions.End, refuse_end),
    )
)
"""The refusal of each kind of action that answers the decision and is not legal."""
