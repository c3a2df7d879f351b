"""Choices of Darwin's Journey as text, for the seat that may take them."""

from collections.abc import Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from darwin_core.game import NOTHING
from darwin_core.games.journey.academy import seal_cost
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
from darwin_core.games.journey.arriving import arrival_words, place_cost, tent_words
from darwin_core.games.journey.components import (
    CREW,
    DISCARD,
    ISLANDS,
    LETTER_TILES,
    SCROLL,
    SLOTS,
    STACKS,
    areas,
)
from darwin_core.games.journey.diaries import (
    actions_of,
    crowded,
    distinction,
    lens_cost,
    need,
    occupied_cost,
    row_of,
    stay,
)
from darwin_core.games.journey.effect_words import effect_words, parts_words
from darwin_core.games.journey.museum import yields
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    crew_words,
    objective_name,
    objective_words,
    price_words,
    site_name,
    slot_gift,
    slot_name,
    slot_words,
    space_name,
    specimen_name,
    start_name,
    tile_name,
    twin_name,
    worker_name,
    yield_words,
)
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.possible import can
from darwin_core.games.journey.state import (
    Academy,
    Act,
    AnyEffect,
    AnyOrder,
    Correspond,
    DeliverSpecimen,
    Either,
    Explore,
    JourneyState,
    Lens,
    Navigate,
    Overtake,
    PitchTent,
    Redeliver,
    ResearchSpecimen,
    Spend,
    Window,
)
from darwin_core.kit.rows import plus, put
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted

END_WORDS: Final = "end the turn"


def phrase(view: JourneyState, action: AnyAction, lexicon: Lexicon) -> str:
    """Format an action as a numbered choice."""
    match action:
        case Keep(card):
            return f"keep {crew_name(card)} with a {start_name(card)} seal: {crew_words(card)}"
        case Take(tile, slot):
            return f"take {_onto(tile, slot)}"
        case Place():
            return _place(view, action)
        case Achieve(tile, slot):
            cost = 0 if view.slots[view.actor][slot] == tile else SLOTS[slot].cost
            what = objective_words(tile)
            gift = f"{_gift(slot)}{_idle(view, SLOTS[slot].action)}"
            return f"achieve {what} on {slot_name(slot)}{price_words(cost)}: {gift}"
        case Complete(card, row):
            reward = _reward(view, card)
            return f"complete {crew_name(card)} with row {row + 1}: {reward}"
        case Do(part):
            return effect_words(offered(view)[part])
        case Move(space):
            found = arrival_words(view, view.actor, space)
            return f"move to {space_name(space)}: {found}"
        case Land(island):
            return f"place an explorer on the start of island {ISLANDS[island]}"
        case Stamp():
            return _stamp(view, action)
        case Buy(spot, row):
            return _buy(view, spot, row)
        case Add(colour, row):
            return f"add a free {colour_name(colour)} seal to row {row + 1}"
        case Unlock(location):
            return _unlock(view, location)
        case Perform(location):
            return f"perform {_location(view, location)}"
        case Deliver(specimen):
            return _bring(view, specimen)
        case Research(specimen):
            effect = view.pending[-1]
            cost = effect.cost if isinstance(effect, ResearchSpecimen) else 0
            return f"research the {specimen_name(specimen)}{price_words(cost)}"
        case Pitch(site):
            price = price_words(place_cost(view, view.actor, site) or 0)
            return f"pitch a tent at {site_name(site)}{price}: {tent_words(view, view.actor, site)}"
        case Reuse(site):
            return f"re-use the tent at {site_name(site)}: {tent_words(view, view.actor, site)}"
        case Copy(card):
            whose = next(seat for seat, crew in enumerate(view.crew) if card in crew)
            reward = _reward(view, card)
            return f"copy {crew_name(card)} of {lexicon.names[whose]}: {reward}"
        case Skip():
            return skip_words(view)
        case End():
            return END_WORDS
        case _:
            assert_never(action)


def offered(view: JourneyState) -> tuple[AnyEffect, ...]:
    """Return the effects on offer now, of which some may not be possible."""
    match view.pending[-1] if view.pending else None:
        case Either(ways) | Spend(ways):
            return ways
        case Act(parts) | AnyOrder(parts):
            return parts
        case _:
            return ()


def _onto(tile: int, slot: int) -> str:
    if slot == NOTHING:
        return objective_name(tile)
    where = f"{slot_name(slot)}{price_words(SLOTS[slot].cost)}"
    return f"{objective_words(tile)} onto {where}: {_gift(slot)}"


def _gift(slot: int) -> str:
    """Return the immediate or lasting gain of a slot, or else its points."""
    return slot_gift(slot) or slot_words(slot)


def _reward(view: JourneyState, card: int) -> str:
    reward = CREW[card].reward
    return f"{parts_words(reward)}{_idle(view, reward)}"


def _idle(view: JourneyState, parts: Sequence[AnyEffect]) -> str:
    """Return a warning if none of the effects that would follow can be done."""
    has = means(view)
    if not parts or any(can(view, part, has) for part in parts):
        return ""
    return " (none of it can be done now)"


def _unlock(view: JourneyState, location: int) -> str:
    effect, seat = view.pending[-1], view.actor
    cost = lens_cost(effect.is_free) if isinstance(effect, Lens) else 0
    after = replace(
        view,
        lenses=put(view.lenses, location, seat),
        coins=plus(view.coins, seat, -cost),
    )
    idle = _idle(after, actions_of(view, location))
    return f"unlock {_location(view, location, cost)}{idle}"


def _location(view: JourneyState, location: int, cost: int = 0) -> str:
    what = parts_words(actions_of(view, location))
    return f"{tile_name(view, location)}{price_words(cost)}: {what}"


def entry_cost(view: JourneyState, seat: int, location: int) -> int:
    """Return the coins that a worker of a seat pays for a location's area now."""
    _, busy = crowded(view)
    area = areas(len(view.coins))[location]
    return occupied_cost(view, seat) if area in busy else 0


def _place(view: JourneyState, action: Place) -> str:
    seat, worker, location = view.actor, action.worker, action.location
    price = price_words(entry_cost(view, seat, location), need(view, seat, worker, location))
    there = stay(view, location, distinction(row_of(view, seat, worker)))
    what = parts_words((*there.bonus, *there.parts))
    cheaper = f" (seals cost {counted(there.discount, 'coin')} less)" if there.discount else ""
    twin = twin_name(location)
    where = f"{tile_name(view, location)}{f' (the same as {twin})' if twin else ''}"
    return f"place {worker_name(worker)} on {where}{price}: {what}{cheaper}"


def _stamp(view: JourneyState, action: Stamp) -> str:
    """Format a stamp with the gain of the envelope, and with the stack if this empties it."""
    seat, stack = view.actor, action.stack
    which = "the discard" if stack == DISCARD else f"stack {stack + 1}"
    where = f"on envelope {action.envelope + 1}"
    if stack != DISCARD and view.stacks[seat][stack] == 1:
        gain = parts_words(STACKS[stack].reward)
        text = f"put the last stamp of {which} {where}, which gives {gain}"
    else:
        text = f"put a stamp of {which} {where}"
    tile = LETTER_TILES[view.letters[action.envelope]]
    return f"{text} (first {parts_words(tile.first)}, second {parts_words(tile.second)})"


_TWINS: Final = ("a ", "the second ", "the third ")


def _buy(view: JourneyState, spot: int, row: int) -> str:
    """Format a purchase so that equal seals of a scroll can be distinguished."""
    effect, colour = view.pending[-1], view.scrolls[spot]
    discount = means(view).discount + (effect.discount if isinstance(effect, Academy) else 0)
    scroll = spot // SCROLL
    twin = _TWINS[view.scrolls[scroll * SCROLL : spot].count(colour)]
    price = price_words(seal_cost(view, spot, row, discount))
    seal = f"{twin}{colour_name(colour)} seal of scroll {scroll + 1}"
    return f"buy {seal}{price}, into row {row + 1}"


def _bring(view: JourneyState, specimen: int) -> str:
    effect = view.pending[-1]
    is_again = isinstance(effect, Redeliver)
    price = price_words(effect.cost if isinstance(effect, DeliverSpecimen) else 0)
    gain = yield_words(*yields(view, specimen, is_again))
    return f"deliver the {specimen_name(specimen)}{' again' * is_again}{price}: {gain}"


_SKIPPED: Final[dict[type, str]] = {
    Explore: "stay",
    Navigate: "stay",
    Overtake: "stay",
    Correspond: "place no more stamps",
    PitchTent: "pitch no tent",
    Academy: "buy no seal",
    Window: "continue",
    Spend: "keep the knowledge",
    Either: "neither",
}


def skip_words(view: JourneyState) -> str:
    """Return the meaning of skipping the pending effect."""
    return _SKIPPED.get(type(view.pending[-1]), "skip it") if view.pending else "skip it"
