"""Places of the board in words: locations, spaces, campsites and islands."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import diaries
from darwin_core.games.journey.arriving import place_cost
from darwin_core.games.journey.choices import entry_cost
from darwin_core.games.journey.components import (
    ANCHORS,
    BANNERS,
    CAMP_AT,
    CAMPSITES,
    ISLANDS,
    LOCATIONS,
    LOCKABLE,
    RIBBONS,
    SPACES,
    TRACK,
    places,
)
from darwin_core.games.journey.diaries import at_home
from darwin_core.games.journey.effect_words import coin_words, cost_words, parts_words, point_words
from darwin_core.games.journey.effects import Lens, Turn
from darwin_core.games.journey.names import (
    is_ocean,
    site_name,
    space_name,
    specimen_name,
    tile_name,
    twin_name,
)
from darwin_core.games.journey.place_refusals import asked_words, called, why_not_placed
from darwin_core.games.journey.state import NEUTRAL, JourneyState
from darwin_core.text.language import language, mark, tr, tr_in
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import Brevity, is_brief, listed


def joined(parts: Sequence[str]) -> str:
    """Return parts as one text; empty ones are left out."""
    return "; ".join(part for part in parts if part)


def seats_words(lexicon: Lexicon, seats: Sequence[int]) -> str:
    """Return the names of seats."""
    return listed([lexicon.names[seat] for seat in seats])


def is_seat(view: JourneyState, seat: int) -> bool:
    """Return whether a viewer has a seat."""
    return seat < len(view.coins)


def acting(view: JourneyState, seat: int) -> JourneyState:
    """Return the same position with a seat about to place a worker."""
    return replace(view, actor=seat, pending=[Turn(seat)])


def location_words(view: JourneyState, location: int, lexicon: Lexicon) -> str:
    """Describe a location: its effects, the seals that it asks for, its lens, and its workers."""
    return joined((_what(view, location), *_facts(view, location, lexicon)))


def _what(view: JourneyState, location: int) -> str:
    return f"{tile_name(view, location)}: {parts_words(diaries.actions_of(view, location))}"


def _facts(view: JourneyState, location: int, lexicon: Lexicon, said: str = "") -> tuple[str, ...]:
    """Return facts about a location; what was said before may have named its seals."""
    seals = asked_words(view, location)
    twin = "" if is_brief(Brevity.ASIDES) else twin_name(location)
    is_seen = is_brief(Brevity.SEEN)
    there = [seat for seat, where in enumerate(view.workers) if location in where]
    return (
        tr("the same as {place}", place=twin) if twin else "",
        tr("needs {seals}", seals=seals) if seals and seals not in said and not is_seen else "",
        _lens_words(view, location, lexicon),
        _here_words(there, lexicon),
    )


def _here_words(seats: Sequence[int], lexicon: Lexicon) -> str:
    if not seats or is_brief(Brevity.SEEN):
        return ""
    return tr("here: {seats}", seats=seats_words(lexicon, seats))


def _lens_words(view: JourneyState, location: int, lexicon: Lexicon) -> str:
    if location >= LOCKABLE or LOCATIONS[location].is_open:
        return ""
    owner = view.lenses[location]
    if owner == NOTHING:
        top = view.pending[-1] if view.pending else None
        if location in diaries.unlockable(view):
            cost = diaries.lens_cost(isinstance(top, Lens) and top.is_free)
            return tr("locked, lens {cost}", cost=_free_or(cost))
        is_inside = location in diaries.inside(view)
        return tr("locked, being performed now" if is_inside else "locked, the one above first")
    if is_brief(Brevity.ASIDES):
        return ""
    if owner == NEUTRAL:
        return tr("unlocked from the start")
    return tr("unlocked by {seat}", seat=lexicon.names[owner])


def _free_or(coins: int) -> str:
    return coin_words(coins) if coins else tr_in("price", "free")


def availability(view: JourneyState, seat: int, location: int) -> str:
    """Return which workers of a seat could go to a location and what each would pay; or the reason
    if none can."""
    table = acting(view, seat)
    prices: dict[str, list[int]] = {}
    refusals: dict[int, str] = {}
    for worker in at_home(table, seat):
        lack = diaries.need(table, seat, worker, location)
        refusal = why_not_placed(table, seat, worker, location)
        if refusal:
            refusals.setdefault(lack, refusal.sentence)
        else:
            price = cost_words(entry_cost(table, seat, location), lack)
            price = tr("for {cost}", cost=price) if price else _at_no_cost()
            prices.setdefault(price, []).append(worker)
    if prices:
        return ", ".join(f"{_workers(workers)} {price}" for price, workers in prices.items())
    if not refusals:
        return tr("no worker is at home")
    # The sentence on a location has begun with its name.
    why = refusals[min(refusals)].removesuffix(".").removeprefix(f"{called(location)}: ")
    # The German ones begin with nouns.
    return why if language() == "de" else f"{why[0].lower()}{why[1:]}"


def _at_no_cost() -> str:
    return tr_in("price", "free") if is_brief(Brevity.WORDS) else tr("at no cost")


def _workers(workers: Sequence[int]) -> str:
    numbers = listed([str(worker + 1) for worker in workers])
    if is_brief(Brevity.ASIDES):
        return numbers
    return tr("workers {numbers}" if len(workers) > 1 else "worker {numbers}", numbers=numbers)


def location_text(view: JourneyState, location: int, lexicon: Lexicon) -> str:
    """Return a location with its present use for the acting seat."""
    seat, is_locked = view.actor, diaries.is_locked(view, location)
    can_go = is_seat(view, seat) and not is_locked
    now = availability(view, seat, location) if can_go else ""
    facts = _facts(view, location, lexicon, said=now)
    return joined((_what(view, location), now, *(reversed(facts) if is_locked else facts)))


def is_acting(view: JourneyState) -> bool:
    """Return whether a seat is acting and has its board."""
    return is_seat(view, view.actor) and bool(view.assigned[view.actor])


def space_words(view: JourneyState, space: int, lexicon: Lexicon) -> str:
    """Describe a space: its gain, and the pieces there."""
    row, parts, is_short = SPACES[space], [], is_brief(Brevity.WORDS)
    if row.reward:
        parts.append(parts_words(row.reward))
    specimen = view.specimens.find(space)
    if specimen >= 0:
        parts.append(tr("the {specimen} to research", specimen=specimen_name(specimen)))
    if space in CAMP_AT:
        parts.append(_site_words(view, CAMP_AT[space], lexicon))
    if space in RIBBONS and view.firsts[RIBBONS.index(space)]:
        points = point_words(row.ribbon + row.first)
        parts.append(tr("{points} for the first", points=points))
    if space in BANNERS:
        island = ISLANDS[BANNERS[space]]
        parts.append(
            tr(
                "explorer to island {island}"
                if is_short
                else "a ship that comes here places an explorer on island {island}",
                island=island,
            )
        )
    if space in ANCHORS:
        text = mark("anchor {round}" if is_short else "the Beagle's anchor of round {round}")
        parts.append(tr(text, round=ANCHORS.index(space) + 1))
    return joined((*parts, _visitors(view, space, lexicon))) or tr("nothing")


def _visitors(view: JourneyState, space: int, lexicon: Lexicon) -> str:
    if is_ocean(space):
        there = [seat for seat, ship in enumerate(view.ships) if ship == space]
    else:
        island = TRACK[space] - 1
        there = [seat for seat, own in enumerate(view.explorers) if own[island] == space]
    return _here_words(there, lexicon)


def space_text(view: JourneyState, space: int, lexicon: Lexicon) -> str:
    """Return a space by its name, with its gain and its pieces."""
    return f"{space_name(space)}: {space_words(view, space, lexicon)}"


def _site_words(view: JourneyState, site: int, lexicon: Lexicon) -> str:
    """Describe a campsite: its gain and cost, and the owners of the tents there."""
    costs = zip(_PLACES, places(site, len(view.coins)), strict=False)
    is_short = is_brief(Brevity.WORDS)
    facts = [
        _free_or(cost) if is_short else tr(place, cost=_free_or(cost)) for place, cost in costs
    ]
    if view.camps[site] and not is_brief(Brevity.ASIDES):
        facts.append(tr("tents of {seats}", seats=seats_words(lexicon, view.camps[site])))
    gain = parts_words(CAMPSITES[site].reward)
    return tr("campsite with {gain}: {facts}", gain=gain, facts=", ".join(facts))


_PLACES: Final = (mark("first place {cost}"), mark("second {cost}"), mark("third {cost}"))


def site_text(view: JourneyState, site: int, lexicon: Lexicon) -> str:
    """Return a campsite with its present price for the acting seat."""
    cost = place_cost(view, view.actor, site) if is_acting(view) else None
    now = ""
    if cost is not None:
        coins = coin_words(cost) if cost else _at_no_cost()
        now = tr("now {coins}", coins=coins)
    return f"{site_name(site)}: {joined((now, _site_words(view, site, lexicon)))}"


def island_text(view: JourneyState, island: int, lexicon: Lexicon) -> str:
    """Return an island with the explorers there."""
    there = [
        tr("{seat} at {space}", seat=lexicon.names[seat], space=space_name(own[island]))
        for seat, own in enumerate(view.explorers)
        if own[island] != NOTHING
    ]
    name = tr("island {letter}", letter=ISLANDS[island])
    return f"{name}: {listed(there) or tr('nobody has landed yet')}"
