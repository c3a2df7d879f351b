"""Texts on the finds of a ship or an explorer on a space, and on the gain of a tent."""

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.components import (
    BANNERS,
    CAMP_AT,
    CAMPSITES,
    ISLANDS,
    RIBBONS,
    SPACES,
    TENTS,
    TRACK,
    places,
)
from darwin_core.games.journey.effect_words import parts_words
from darwin_core.games.journey.names import is_ocean, specimen_name
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.voyage import crossed
from darwin_core.text.language import tr
from darwin_core.text.wording import counted


def start_of(view: JourneyState, seat: int, space: int) -> int:
    """Return the space of a seat's ship, or of its explorer on that island; NOTHING for none."""
    if is_ocean(space):
        return view.ships[seat]
    return view.explorers[seat][TRACK[space] - 1]


def arrival_words(view: JourneyState, seat: int, space: int) -> str:
    """Describe what a seat would find by moving there now, and what it would pass on the way."""
    start = start_of(view, seat, space)
    finds = [*_passed(view, seat, start, space), *_there(view, seat, space)]
    return ", ".join(finds) or tr("nothing there")


def _passed(view: JourneyState, seat: int, start: int, space: int) -> list[str]:
    """List the ribbons, firsts and banners on the way."""
    ribbons = [SPACES[RIBBONS[place]] for place in crossed(start, space) if view.firsts[place]]
    points = sum(ribbon.ribbon + ribbon.first for ribbon in ribbons)
    finds = [tr("{points} as the first", points=counted(points, "point"))] if points else []
    if is_ocean(space):
        finds += [
            tr("an explorer on island {island}", island=ISLANDS[island])
            for banner, island in BANNERS.items()
            if start < banner <= space and view.explorers[seat][island] == NOTHING
        ]
    return finds


def _there(view: JourneyState, seat: int, space: int) -> list[str]:
    """List the reward, specimen and campsite, as far as the seat can use them."""
    finds = [parts_words(SPACES[space].reward)] if SPACES[space].reward else []
    specimen = view.specimens.find(space)
    if specimen >= 0 and not view.research[seat] >> specimen & 1:
        finds.append(tr("the {specimen}", specimen=specimen_name(specimen)))
    site = CAMP_AT.get(space)
    if site is not None:
        cost = place_cost(view, seat, site)
        if cost is None:
            finds.append(tr("a campsite"))
        elif cost:
            finds.append(tr("a tent for {coins}", coins=counted(cost, "coin")))
        else:
            finds.append(tr("a tent at no cost"))
    return finds


def place_cost(view: JourneyState, seat: int, site: int) -> int | None:
    """Return the cost of the cheapest empty place of a campsite; None if the seat can have none."""
    owners, costs = view.camps[site], places(site, len(view.coins))
    if seat in owners or len(owners) >= len(costs) or len(view.tents[seat]) == len(TENTS):
        return None
    return costs[len(owners)]


def tent_words(view: JourneyState, seat: int, site: int) -> str:
    """Describe the gain of a tent on a campsite: the site's reward, then that of the tent there or
    of the tent to be pitched next."""
    tents = view.tents[seat]
    number = tents.index(site) if site in tents else len(tents)
    own = parts_words(TENTS[number].reward) if number < len(TENTS) else ""
    first = parts_words(CAMPSITES[site].reward)
    return tr("{first}, then {own}", first=first, own=own) if own else first
