"""Choices of Darwin's Journey as text, for the seat that may take them."""

from collections.abc import Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import actions, effects
from darwin_core.games.journey.academy import seal_cost
from darwin_core.games.journey.actions import AnyAction
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
from darwin_core.games.journey.effect_words import effect_words, parts_words, price_words
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.museum import yields
from darwin_core.games.journey.names import (
    crew_name,
    crew_words,
    objective_name,
    objective_words,
    onto_location,
    seal_name,
    site_name,
    slot_gift,
    slot_name,
    slot_words,
    space_name,
    specimen_name,
    start_colour,
    tile_name,
    tile_suffix,
    twin_name,
    worker_name,
    yield_words,
)
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.possible import can
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.rows import plus, put
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted


def phrase(view: JourneyState, action: AnyAction, lexicon: Lexicon) -> str:
    """Format an action as a numbered choice."""
    match action:
        case actions.Keep(card):
            return tr(
                "keep {crew} with a {seal}: {words}",
                crew=crew_name(card),
                seal=seal_name(start_colour(card)),
                words=crew_words(card),
            )
        case actions.Take(tile, slot):
            return _take(tile, slot)
        case actions.Place():
            return _place(view, action)
        case actions.Achieve(tile, slot):
            return tr(
                "achieve {what} on {slot}{price}: {gift}",
                what=objective_words(tile),
                slot=slot_name(slot),
                price=price_words(0 if view.slots[view.actor][slot] == tile else SLOTS[slot].cost),
                gift=f"{_gift(slot)}{_idle(view, SLOTS[slot].action)}",
            )
        case actions.Complete(card, row):
            return tr(
                "complete {crew} with row {row}: {reward}",
                crew=crew_name(card),
                row=row + 1,
                reward=_reward(view, card),
            )
        case actions.Do(part):
            return effect_words(offered(view)[part])
        case actions.Move(space):
            found = arrival_words(view, view.actor, space)
            return tr("move to {space}: {found}", space=space_name(space), found=found)
        case actions.Land(island):
            return tr("place an explorer on the start of island {island}", island=ISLANDS[island])
        case actions.Stamp():
            return _stamp(view, action)
        case actions.Buy(spot, row):
            return _buy(view, spot, row)
        case actions.Add(colour, row):
            return tr("add a free {seal} to row {row}", seal=seal_name(colour), row=row + 1)
        case actions.Unlock(location):
            return _unlock(view, location)
        case actions.Perform(location):
            return tr(
                "perform {place}: {what}",
                place=tile_name(view, location),
                what=parts_words(actions_of(view, location)),
            )
        case actions.Deliver(specimen):
            return _bring(view, specimen)
        case actions.Research(specimen):
            effect = view.pending[-1]
            cost = effect.cost if isinstance(effect, effects.ResearchSpecimen) else 0
            return tr(
                "research the {specimen}{price}",
                specimen=specimen_name(specimen),
                price=price_words(cost),
            )
        case actions.Pitch(site) | actions.Reuse(site):
            return tr(
                "re-use the tent at {site}: {gain}"
                if isinstance(action, actions.Reuse)
                else "pitch a tent at {site}{price}: {gain}",
                site=site_name(site),
                price=price_words(place_cost(view, view.actor, site) or 0),
                gain=tent_words(view, view.actor, site),
            )
        case actions.Copy(card):
            whose = next(seat for seat, crew in enumerate(view.crew) if card in crew)
            return tr(
                "copy {crew} of {seat}: {reward}",
                crew=crew_name(card),
                seat=lexicon.names[whose],
                reward=_reward(view, card),
            )
        case actions.Skip():
            return skip_words(view)
        case actions.End():
            return end_words()
        case _:
            assert_never(action)


def offered(view: JourneyState) -> tuple[AnyEffect, ...]:
    """Return the effects on offer now, of which some may not be possible."""
    match view.pending[-1] if view.pending else None:
        case effects.Either(ways) | effects.Spend(ways):
            return ways
        case effects.Act(parts) | effects.AnyOrder(parts):
            return parts
        case _:
            return ()


def _take(tile: int, slot: int) -> str:
    if slot == NOTHING:
        return tr("take {objective}", objective=objective_name(tile))
    return tr(
        "take {what} onto {slot}{price}: {gift}",
        what=objective_words(tile),
        slot=slot_name(slot),
        price=price_words(SLOTS[slot].cost),
        gift=_gift(slot),
    )


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
    return f" ({tr('none of it can be done now')})"


def _unlock(view: JourneyState, location: int) -> str:
    effect, seat = view.pending[-1], view.actor
    cost = lens_cost(effect.is_free) if isinstance(effect, effects.Lens) else 0
    after = replace(
        view,
        lenses=put(view.lenses, location, seat),
        coins=plus(view.coins, seat, -cost),
    )
    parts = actions_of(view, location)
    return tr(
        "unlock {place}{price}: {what}",
        place=tile_name(view, location),
        price=price_words(cost),
        what=f"{parts_words(parts)}{_idle(after, parts)}",
    )


def entry_cost(view: JourneyState, seat: int, location: int) -> int:
    """Return the coins that a worker of a seat pays for a location's area now."""
    _, busy = crowded(view)
    area = areas(len(view.coins))[location]
    return occupied_cost(view, seat) if area in busy else 0


def _place(view: JourneyState, action: actions.Place) -> str:
    seat, worker, location = view.actor, action.worker, action.location
    price = price_words(entry_cost(view, seat, location), need(view, seat, worker, location))
    there = stay(view, location, distinction(row_of(view, seat, worker)))
    what = parts_words((*there.bonus, *there.parts))
    if there.discount:
        coins = counted(there.discount, "coin")
        what = tr("{what} (seals cost {coins} less)", what=what, coins=coins)
    where, twin = f"{onto_location(location)}{tile_suffix(view, location)}", twin_name(location)
    if twin:
        where = tr("{where} (the same as {place})", where=where, place=twin)
    return tr(
        "place {worker} {where}{price}: {what}",
        worker=worker_name(worker),
        where=where,
        price=price,
        what=what,
    )


def _stamp(view: JourneyState, action: actions.Stamp) -> str:
    """Format a stamp with the gain of the envelope, and with the stack if this empties it."""
    seat, stack = view.actor, action.stack
    number = action.envelope + 1
    if stack == DISCARD:
        text = tr("put a stamp of the discard on envelope {envelope}", envelope=number)
    elif view.stacks[seat][stack] == 1:
        text = tr(
            "put the last stamp of stack {stack}, which gives {gain}, on envelope {envelope}",
            stack=stack + 1,
            envelope=number,
            gain=parts_words(STACKS[stack].reward),
        )
    else:
        text = tr(
            "put a stamp of stack {stack} on envelope {envelope}", stack=stack + 1, envelope=number
        )
    tile = LETTER_TILES[view.letters[action.envelope]]
    rewards = tr(
        "first {first}, second {second}",
        first=parts_words(tile.first),
        second=parts_words(tile.second),
    )
    return f"{text} ({rewards})"


_TWINS: Final = (
    mark("buy a {seal} of scroll {scroll}{price}, into row {row}"),
    mark("buy the second {seal} of scroll {scroll}{price}, into row {row}"),
    mark("buy the third {seal} of scroll {scroll}{price}, into row {row}"),
)


def _buy(view: JourneyState, spot: int, row: int) -> str:
    """Format a purchase so that equal seals of a scroll can be distinguished."""
    effect, colour = view.pending[-1], view.scrolls[spot]
    discount = means(view).discount + (
        effect.discount if isinstance(effect, effects.Academy) else 0
    )
    scroll = spot // SCROLL
    return tr(
        _TWINS[view.scrolls[scroll * SCROLL : spot].count(colour)],
        seal=seal_name(colour),
        scroll=scroll + 1,
        price=price_words(seal_cost(view, spot, row, discount)),
        row=row + 1,
    )


def _bring(view: JourneyState, specimen: int) -> str:
    effect = view.pending[-1]
    is_again = isinstance(effect, effects.Redeliver)
    price = price_words(effect.cost if isinstance(effect, effects.DeliverSpecimen) else 0)
    return tr(
        "deliver the {specimen} again{price}: {gain}"
        if is_again
        else "deliver the {specimen}{price}: {gain}",
        specimen=specimen_name(specimen),
        price=price,
        gain=yield_words(*yields(view, specimen, is_again)),
    )


_SKIPPED: Final[dict[type, str]] = {
    effects.Explore: mark("stay"),
    effects.Navigate: mark("stay"),
    effects.Overtake: mark("stay"),
    effects.Correspond: mark("place no more stamps"),
    effects.PitchTent: mark("pitch no tent"),
    effects.Academy: mark("buy no seal"),
    effects.Window: mark("continue"),
    effects.Spend: mark("keep the knowledge"),
    effects.Either: mark("neither"),
}


def skip_words(view: JourneyState) -> str:
    """Return the meaning of skipping the pending effect."""
    words = _SKIPPED.get(type(view.pending[-1])) if view.pending else None
    return tr(words) if words else tr("skip it")


def end_words() -> str:
    """Return the meaning of ending the turn."""
    return tr("end the turn")
