"""The question to a seat of Darwin's Journey, its choices as text, and the costs and gains that
both name.

Related modules: ``elements`` (elements of the board) and ``texts`` (the event log, and a position
for screen readers).
"""

from collections.abc import Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts, material
from darwin_core.games.journey.acts import AnyAction
from darwin_core.games.journey.diaries import (
    at_home,
    distinction,
    effects_of,
    entry_cost,
    knowledge_needed,
    lens_cost,
    row_of,
    stay,
)
from darwin_core.games.journey.material import (
    ANCHORS,
    CAMP_AT,
    CAMPSITES,
    CREW,
    DISCARD,
    ISLANDS,
    LETTER_TILES,
    RESERVE_MAX,
    ROUNDS,
    SCROLL_SPOTS,
    SLOTS,
    SPACES,
    STACKS,
    START_COLOURS,
    TENTS,
    TRACK,
    AnyEffect,
    JourneyState,
    Where,
)
from darwin_core.games.journey.names import (
    crew_name,
    delivery_words,
    effect_words,
    effects_words,
    identical_location_name,
    is_ocean,
    location_and_tile_name,
    objective_name,
    objective_noun,
    objective_words,
    onto_location,
    price_words,
    seal_name,
    seals_words,
    site_name,
    slot_gift,
    slot_name,
    slot_words,
    space_name,
    special_suffix,
    specimen_name,
    ways_words,
    worker_name,
)
from darwin_core.games.journey.objectives import free_actions, lag, lag_at
from darwin_core.games.journey.pieces import can, means, seal_cost
from darwin_core.games.journey.rounds import can_keep_stamps
from darwin_core.games.journey.rules import to_move
from darwin_core.games.journey.voyage import delivery_gain, islands_reached, open_ribbons, tent_cost
from darwin_core.kit.states import plus, put
from darwin_core.teaching.primers import next_effect
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames, waiting_for
from darwin_core.text.wording import counted

# --- the gains on a space, and the gain of a tent


def start_of(view: JourneyState, seat: int, space: int) -> int:
    """Return the space of a seat's ship, or of its explorer on an island; NOTHING without an
    explorer there."""
    if is_ocean(space):
        return view.ships[seat]
    return view.explorers[seat][TRACK[space] - 1]


def arrival_gains(view: JourneyState, seat: int, space: int) -> list[str]:
    """List the rewards for passing on the way to a space now, the rewards of the space, and the
    gain of a ship that lags no more behind the Beagle."""
    start = start_of(view, seat, space)
    gains = [*_gains_on_the_way(view, seat, start, space), *space_contents(view, seat, space)]
    return gains + _anchors_reached(view, seat, space) if is_ocean(space) else gains


def _anchors_reached(view: JourneyState, seat: int, space: int) -> list[str]:
    """List the anchor on a space of the ocean, and the points for lagging that a ship there does
    not lose in this round."""
    saved = lag(view, seat) - lag_at(view, seat, space)
    gains = []
    if space in ANCHORS:
        gains.append(tr("the Beagle's anchor of round {round}", round=ANCHORS.index(space) + 1))
    if saved:
        gains.append(tr("{points} not lost for lagging", points=counted(saved, "point")))
    return gains


def _gains_on_the_way(view: JourneyState, seat: int, start: int, space: int) -> list[str]:
    """List the gains on the way to a space: points of first arrivals, and explorers that banners
    place."""
    points = sum(points for _, points in open_ribbons(view, start, space))
    gains = [tr("{points} as the first", points=counted(points, "point"))] if points else []
    return gains + [
        tr("an explorer on island {island}", island=ISLANDS[island])
        for island in islands_reached(view, seat, start, space)
    ]


def space_contents(view: JourneyState, seat: int, space: int) -> list[str]:
    """List the reward, specimen and campsite of a space, as far as the seat can use them."""
    gains = [effects_words(SPACES[space].reward)] if SPACES[space].reward else []
    specimen = view.specimens.find(space)
    if specimen >= 0 and not view.research[seat] >> specimen & 1:
        gains.append(tr("the {specimen}", specimen=specimen_name(specimen)))
    site = CAMP_AT.get(space)
    if site is not None:
        cost = tent_cost(view, seat, site)
        if cost is None:
            gains.append(tr("a campsite"))
        elif cost:
            gains.append(tr("a tent for {coins}", coins=counted(cost, "coin")))
        else:
            gains.append(tr("a tent at no cost"))
    return gains


def tent_words(view: JourneyState, seat: int, site: int) -> str:
    """Describe the gain of a tent on a campsite: the reward of the site, then the reward of the
    tent there or of the tent to be pitched next."""
    tents = view.tents[seat]
    number = tents.index(site) if site in tents else len(tents)
    own_reward = effects_words(TENTS[number].reward) if number < len(TENTS) else ""
    first = effects_words(CAMPSITES[site].reward)
    return tr("{first}, then {own}", first=first, own=own_reward) if own_reward else first


# --- prompts


def phase(view: JourneyState, viewer: int) -> str:
    """Return the phase of a decision, by which a primer is chosen. The end of a turn is a separate
    phase, and so is the choice of each crew card and each objective before the first round."""
    effect = view.pending[-1]
    if isinstance(effect, material.Draft):
        return ("draft", "second", "third")[len(view.crew[0])]
    if isinstance(effect, material.Equip):
        return "gold" if effect.is_gold else "silver"
    if isinstance(effect, material.Turn):
        return "end" if effect.has_placed else "turn"
    return next_effect(view, viewer)


def prompt(view: JourneyState, viewer: int, seat_names: SeatNames) -> str:
    """Return the question to a viewer, or the names of the seats that must decide."""
    if not view.pending:
        return tr("The match is over.")
    effect = view.pending[-1]
    if viewer in to_move(view):
        return _on_occasion(view, _question(view, effect))
    return waiting_for(seat_names, to_move(view))


def ending(view: JourneyState, viewer: int) -> Sequence[str]:
    """Return a notice of the viewer's last worker in a round or, otherwise, of the last round;
    longest version first. Return nothing at other times."""
    if not view.round or not view.pending:
        return ()
    homes = [len(at_home(view, seat)) for seat in range(len(view.points))]
    is_last = view.round == ROUNDS
    if viewer < len(homes) and homes[viewer] == 1:
        last = tr("your last worker in the match") if is_last else tr("your last worker")
        return (last, tr("last worker"))
    return (tr("last round"),) if is_last else ()


def _on_occasion(view: JourneyState, question: str) -> str:
    """Return a question; during the rewards of an envelope, with its number. A winner who can still
    keep the stamps reads how many of them the reward costs."""
    for effect in view.pending:
        if isinstance(effect, material.Collect):
            number = effect.envelope + 1
            if can_keep_stamps(view):
                reward = view.pending[-1]
                is_one = not isinstance(reward, material.AnyOrder)
                return tr(
                    "Envelope {number}: {reward} (for {cost}), or keep them.",
                    number=number,
                    reward=effect_words(reward) if is_one else tr("its reward"),
                    cost=stamps_cost(view),
                )
            return tr("Envelope {number}: {question}", number=number, question=question)
    return question


def stamps_cost(view: JourneyState) -> str:
    """Return the stamps that the reward of an envelope costs the seat to decide, in words; empty if
    it cannot keep them."""
    seat = view.actor
    can_stay = any(
        isinstance(effect, material.KeepStamps) and effect.seat == seat for effect in view.pending
    )
    for effect in view.pending:
        if can_stay and isinstance(effect, material.Collect):
            return tr(
                "{number} of your {stamps}",
                number=effect.taken[seat],
                stamps=counted(view.envelopes[effect.envelope][seat], "stamp"),
            )
    return ""


_PICKS: Final = (
    mark("First of three picks: keep one card and pass on the others."),
    mark("Second of three picks: keep one card and pass on the others."),
    mark("Last of three picks: keep one card."),
)
"""The questions of the draft."""
_RESEARCH: Final[dict[Where, str]] = {
    "museum": mark("Research a specimen of the museum{price}, or skip it."),
    "any": mark("Research any specimen{price}, or skip it."),
    "island": mark("Research a specimen where you have an explorer{price}, or skip it."),
}


def _question(view: JourneyState, effect: AnyEffect) -> str:
    """Return the question that an effect asks."""
    match effect:
        case material.Draft():
            return tr(_PICKS[len(view.crew[0])])
        case material.Equip(_, is_gold):
            return tr("Choose {objective:a}.", objective=objective_noun(is_gold))
        case material.Turn():
            return _turn_question(view, effect)
        case material.Act(_, _, False):
            return tr("Choose what your worker does first, or skip it.")
        case material.Act() if free_actions(view):
            return tr("Choose what your worker does next, or achieve or complete something.")
        case material.Act():
            return tr("Choose what your worker does next, or skip the rest.")
        case material.AnyOrder():
            return tr("Choose what to do next, or skip the rest.")
        case material.Either(ways):
            return tr("Choose {ways}, or neither.", ways=ways_words(ways))
        case material.Spend(ways):
            return tr("Spend 1 knowledge for {ways}, or keep it.", ways=ways_words(ways))
        case material.Window():
            return tr("Complete a crew card now, or continue.")
        case material.Explore() | material.Navigate():
            return _move_question(effect)
        case material.Overtake():
            return tr("Move your ship to the Beagle, or stay.")
        case material.LandExplorer():
            return tr("Place an unused explorer on an island, or skip it.")
        case material.PitchTent(site) if site == NOTHING:
            return tr("Pitch a tent on any campsite, or skip it.")
        case material.PitchTent(site):
            price = price_words(tent_cost(view, view.actor, site) or 0)
            name = site_name(site)
            return tr("Pitch a tent at {site}{price}, or skip it.", site=name, price=price)
        case material.ReuseTent():
            return tr("Re-use one of your tents, or skip it.")
        case material.Correspond():
            return _stamps_question(effect)
        case material.Academy():
            if discount := effect.discount + means(view).discount:
                return tr(
                    "Buy a seal ({coins} off): choose it and a row, or skip it.",
                    coins=counted(discount, "coin"),
                )
            return tr("Buy a seal: choose it and a row, or skip it.")
        case material.Seal():
            return tr("You must take a free seal: choose its colour and a row.")
        case material.Purple():
            return tr("You must take a free purple seal: choose its row.")
        case material.Museum():
            return tr("Deliver a specimen, or research one of the museum, or skip it.")
        case material.DeliverSpecimen(cost):
            price = price_words(cost)
            return tr("Deliver a second specimen{price}, or skip it.", price=price)
        case material.ResearchSpecimen(where, cost):
            second = mark("Research a second specimen{price}, or skip it.")
            return tr(second if cost else _RESEARCH[where], price=price_words(cost))
        case material.Redeliver():
            return tr("Deliver a specimen of the museum again, or skip it.")
        case material.TakeObjective() if len(view.reserve[view.actor]) < RESERVE_MAX:
            return tr("Take an objective into your reserve, or skip it.")
        case material.TakeObjective():
            return tr("Your reserve is full: take an objective onto a slot, or none.")
        case material.AchieveUnmet():
            return tr("Achieve one of your objectives, met or not, or skip it.")
        case material.CopyCrew():
            return tr("Copy a crew card that is not completed, or skip it.")
        case material.Lens(is_free):
            price = price_words(lens_cost(is_free))
            return tr("Unlock a location with a lens{price}, or skip it.", price=price)
        case material.PerformLocked():
            return tr("Perform a locked location, or skip it.")
        case _:
            raise LookupError(effect)


def _turn_question(view: JourneyState, effect: material.Turn) -> str:
    is_more = bool(free_actions(view))
    if effect.has_placed:
        return tr(
            "End the turn, or first achieve an objective or complete a card."
            if is_more
            else "Your worker is done: end the turn."
        )
    return tr(
        "Place a worker ({left} left), or first achieve an objective or complete a card."
        if is_more
        else "Place a worker ({left} left).",
        left=len(at_home(view, effect.seat)),
    )


def _move_question(effect: material.Explore | material.Navigate) -> str:
    spaces = counted(effect.moves, "space")
    if isinstance(effect, material.Navigate):
        text = mark(
            "Move your ship up to {spaces}, with a stop on the way, or stay."
            if effect.stops
            else "Move your ship up to {spaces}, or stay."
        )
    elif effect.island != NOTHING:
        text = mark("Move your explorer up to {spaces} more, or stay.")
    else:
        text = mark(
            "Move an explorer up to {spaces}, with a stop on the way, or stay."
            if effect.stops
            else "Move an explorer up to {spaces}, or stay."
        )
    return tr(text, spaces=spaces)


def _stamps_question(effect: material.Correspond) -> str:
    stamps = counted(effect.stamps, "stamp")
    if effect.is_free:
        return tr("Place up to {stamps} on any envelopes, or stop.", stamps=stamps)
    if effect.envelope == NOTHING:
        return tr("Choose a stack and an envelope: up to {stamps} on one envelope.", stamps=stamps)
    return tr(
        "Place up to {number} more on envelope {envelope}, or stop.",
        number=effect.stamps,
        envelope=effect.envelope + 1,
    )


# --- choices


def phrase(view: JourneyState, action: AnyAction, seat_names: SeatNames) -> str:
    """Return the words for an action in a numbered list of choices."""
    match action:
        case acts.Keep(card):
            return tr(
                "keep {crew} (worker {worker} begins with a {seal}; {gain} for {seals})",
                crew=crew_name(card),
                worker=len(view.crew[0]) + 1,
                seal=seal_name(START_COLOURS[card]),
                gain=effects_words(CREW[card].reward),
                seals=seals_words(CREW[card].seals),
            )
        case acts.Take(tile, slot):
            return _take_words(tile, slot)
        case acts.Place():
            return _place_words(view, action)
        case acts.Achieve(tile, slot):
            return tr(
                "achieve {what} on {slot}{price}: {gift}",
                what=objective_words(tile),
                slot=slot_name(slot),
                price=price_words(0 if view.slots[view.actor][slot] == tile else SLOTS[slot].cost),
                gift=f"{_gift(slot)}{_nothing_possible(view, SLOTS[slot].action)}",
            )
        case acts.Complete(card, row):
            return tr(
                "complete {crew} with row {row}: {reward}",
                crew=crew_name(card),
                row=row + 1,
                reward=_reward(view, card),
            )
        case acts.Do(part):
            words = effect_words(offered_effects(view)[part])
            stamps = stamps_cost(view)
            return tr("{what} (costs {cost})", what=words, cost=stamps) if stamps else words
        case acts.Move(space):
            gains = ", ".join(arrival_gains(view, view.actor, space)) or tr("farther on")
            return tr("move to {space}: {found}", space=space_name(space), found=gains)
        case acts.Land(island):
            return tr("place an explorer on the start of island {island}", island=ISLANDS[island])
        case acts.Stamp():
            return _stamp_words(view, action)
        case acts.Buy(spot, row):
            return _buy_words(view, spot, row)
        case acts.Add(colour, row):
            return tr("add a free {seal} to row {row}", seal=seal_name(colour), row=row + 1)
        case acts.Unlock(location):
            return _unlock_words(view, location)
        case acts.Perform(location):
            return tr(
                "perform {place}: {what}",
                place=location_and_tile_name(view, location),
                what=effects_words(effects_of(view, location)),
            )
        case acts.Deliver(specimen):
            return _deliver_words(view, specimen)
        case acts.Research(specimen):
            effect = view.pending[-1]
            cost = effect.cost if isinstance(effect, material.ResearchSpecimen) else 0
            return tr(
                "research the {specimen}{price}",
                specimen=specimen_name(specimen),
                price=price_words(cost),
            )
        case acts.Pitch(site) | acts.Reuse(site):
            return tr(
                "re-use the tent at {site}: {gain}"
                if isinstance(action, acts.Reuse)
                else "pitch a tent at {site}{price}: {gain}",
                site=site_name(site),
                price=price_words(tent_cost(view, view.actor, site) or 0),
                gain=tent_words(view, view.actor, site),
            )
        case acts.Copy(card):
            owner = next(seat for seat, crew in enumerate(view.crew) if card in crew)
            return tr(
                "copy {crew} of {seat}: {reward}",
                crew=crew_name(card),
                seat=seat_names.names[owner],
                reward=_reward(view, card),
            )
        case acts.Skip():
            return skip_words(view)
        case acts.End():
            return end_words()
        case _:
            assert_never(action)


def offered_effects(view: JourneyState) -> tuple[AnyEffect, ...]:
    """Return the effects offered now, including impossible ones."""
    return parts_of(view.pending[-1]) if view.pending else ()


def parts_of(effect: AnyEffect | None) -> tuple[AnyEffect, ...]:
    """Return the parts of an effect among which its seat chooses; none for other effects."""
    match effect:
        case material.Either(ways) | material.Spend(ways):
            return ways
        case material.Act(parts) | material.AnyOrder(parts):
            return parts
        case _:
            return ()


def _take_words(tile: int, slot: int) -> str:
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
    """Return the immediate or lasting gain of a slot; its points if it has no such gain."""
    return slot_gift(slot) or slot_words(slot)


def _reward(view: JourneyState, card: int) -> str:
    reward = CREW[card].reward
    return f"{effects_words(reward)}{_nothing_possible(view, reward)}"


def _nothing_possible(view: JourneyState, parts: Sequence[AnyEffect]) -> str:
    """Return a warning if none of the effects that would follow can be done; empty if one can or
    none would follow."""
    has = means(view)
    if not parts or any(can(view, part, has) for part in parts):
        return ""
    return f" ({tr('none of it can be done now')})"


def _unlock_words(view: JourneyState, location: int) -> str:
    effect = view.pending[-1]
    seat = view.actor
    cost = lens_cost(effect.is_free) if isinstance(effect, material.Lens) else 0
    # The effects are tried with the lens placed and paid for.
    after = replace(
        view, lenses=put(view.lenses, location, seat), coins=plus(view.coins, seat, -cost)
    )
    parts = effects_of(view, location)
    return tr(
        "unlock {place}{price}: {what}",
        place=location_and_tile_name(view, location),
        price=price_words(cost),
        what=f"{effects_words(parts)}{_nothing_possible(after, parts)}",
    )


def _place_words(view: JourneyState, action: acts.Place) -> str:
    seat, worker, location = view.actor, action.worker, action.location
    price = price_words(
        entry_cost(view, seat, location), knowledge_needed(view, seat, worker, location)
    )
    effects = stay(view, location, distinction(row_of(view, seat, worker)))
    gain = effects_words((*effects.bonus, *effects.parts))
    if effects.discount:
        coins = counted(effects.discount, "coin")
        gain = tr("{what} (seals cost {coins} less)", what=gain, coins=coins)
    where = f"{onto_location(location)}{special_suffix(view, location)}"
    twin = identical_location_name(location)
    if twin:
        where = tr("{where} (the same as {place})", where=where, place=twin)
    return tr(
        "place {worker} {where}{price}: {what}",
        worker=worker_name(worker),
        where=where,
        price=price,
        what=gain,
    )


def _stamp_words(view: JourneyState, action: acts.Stamp) -> str:
    """Format a stamp with the rewards of the envelope, and with the gain of the stack if the stamp
    is its last."""
    seat, stack = view.actor, action.stack
    number = action.envelope + 1
    if stack == DISCARD:
        text = tr("put a stamp of the discard on envelope {envelope}", envelope=number)
    elif view.stacks[seat][stack] == 1:
        text = tr(
            "put the last stamp of stack {stack}, which gives {gain}, on envelope {envelope}",
            stack=stack + 1,
            envelope=number,
            gain=effects_words(STACKS[stack].reward),
        )
    else:
        text = tr(
            "put a stamp of stack {stack} on envelope {envelope}", stack=stack + 1, envelope=number
        )
    tile = LETTER_TILES[view.letters[action.envelope]]
    rewards = tr(
        "first {first}, second {second}",
        first=effects_words(tile.first),
        second=effects_words(tile.second),
    )
    return f"{text} ({rewards})"


_PURCHASES: Final = (
    mark("buy a {seal} of scroll {scroll}{price}, into row {row}"),
    mark("buy the second {seal} of scroll {scroll}{price}, into row {row}"),
    mark("buy the third {seal} of scroll {scroll}{price}, into row {row}"),
)


def _buy_words(view: JourneyState, spot: int, row: int) -> str:
    """Format a purchase. Equal seals of a scroll are numbered, so that each choice has its
    words."""
    effect = view.pending[-1]
    colour = view.scrolls[spot]
    discount = means(view).discount + (
        effect.discount if isinstance(effect, material.Academy) else 0
    )
    scroll = spot // SCROLL_SPOTS
    return tr(
        _PURCHASES[view.scrolls[scroll * SCROLL_SPOTS : spot].count(colour)],
        seal=seal_name(colour),
        scroll=scroll + 1,
        price=price_words(seal_cost(view, spot, row, discount)),
        row=row + 1,
    )


def _deliver_words(view: JourneyState, specimen: int) -> str:
    effect = view.pending[-1]
    is_again = isinstance(effect, material.Redeliver)
    price = price_words(effect.cost if isinstance(effect, material.DeliverSpecimen) else 0)
    return tr(
        "deliver the {specimen} again{price}: {gain}"
        if is_again
        else "deliver the {specimen}{price}: {gain}",
        specimen=specimen_name(specimen),
        price=price,
        gain=delivery_words(*delivery_gain(view, specimen, is_again)),
    )


_SKIP_TEXTS: Final[dict[type, str]] = {
    material.Explore: mark("stay"),
    material.Navigate: mark("stay"),
    material.Overtake: mark("stay"),
    material.Correspond: mark("place no more stamps"),
    material.PitchTent: mark("pitch no tent"),
    material.Academy: mark("buy no seal"),
    material.Window: mark("continue"),
    material.Spend: mark("keep the knowledge"),
    material.Either: mark("neither"),
}


def skip_words(view: JourneyState) -> str:
    """Return the meaning of skipping the pending effect. Without an entry in ``_SKIP_TEXTS``, it is
    to skip it; a winner who has done no part of the reward of an envelope keeps the stamps."""
    if can_keep_stamps(view):
        return tr("keep the stamps")
    words = _SKIP_TEXTS.get(type(view.pending[-1])) if view.pending else None
    return tr(words) if words else tr("skip it")


def end_words() -> str:
    """Return the meaning of ending the turn."""
    return tr("end the turn")
