"""A sentence about each element of the board, with its meaning and its present use: locations,
spaces, workers, cards, envelopes, specimens, goals and players.

Costs and missing items are stated for the acting seat. ``*_words`` describe a thing without its
name, ``*_text`` with it; the private functions after ``element`` are the texts of its kinds. Texts
become shorter with ``Brevity``.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.journey import diaries
from darwin_core.games.journey.acts import END_BUTTON, Do
from darwin_core.games.journey.diaries import FIFTH, at_home, distinction, workers_of
from darwin_core.games.journey.material import (
    ANCHORS,
    BANNERS,
    CAMP_AT,
    CAMPSITES,
    COLOURS,
    CREW,
    DISCARD,
    ISLANDS,
    LETTER_TILES,
    LOCATIONS,
    LOCKABLE,
    MUSEUM,
    NEUTRAL,
    OBJECTIVES,
    PURPLE,
    ROW_SPOTS,
    SCROLL_COSTS,
    SCROLL_SPOTS,
    SLOTS,
    SPACES,
    SPOT_COSTS,
    STACKS,
    TENTS,
    TRACK,
    WORKERS,
    JourneyState,
    Lens,
    Turn,
    books,
    colours,
    place_costs,
)
from darwin_core.games.journey.names import (
    COIN_SIGN,
    coin_words,
    colour_name,
    colours_words,
    cost_words,
    crew_name,
    crew_words,
    delivery_words,
    effect_words,
    effects_words,
    goal_words,
    identical_location_name,
    is_ocean,
    knowledge_words,
    location_and_tile_name,
    location_name,
    objective_name,
    objective_task,
    point_words,
    seal_name,
    site_name,
    slot_name,
    slot_words,
    space_name,
    specimen_name,
    step_words,
    worker_name,
)
from darwin_core.games.journey.objectives import goal_count, goal_points, lag
from darwin_core.games.journey.pieces import is_able, lacking
from darwin_core.games.journey.prompts import (
    end_words,
    offered_effects,
    skip_words,
)
from darwin_core.games.journey.refusals import (
    asked_words,
    missing,
    name_at_start,
    why_not,
    why_not_placed,
)
from darwin_core.games.journey.rounds import ranking
from darwin_core.games.journey.voyage import delivery_gain, ribbon_points, tent_cost
from darwin_core.text.language import language, mark, tr, tr_in, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import Brevity, capitalized, counted, is_brief, listed


def joined(parts: Sequence[str]) -> str:
    """Return parts as one text without the empty parts."""
    return "; ".join(part for part in parts if part)


def seats_words(seat_names: SeatNames, seats: Sequence[int]) -> str:
    """List the names of seats."""
    return listed([seat_names.names[seat] for seat in seats])


def is_seat(view: JourneyState, seat: int) -> bool:
    """Return whether a number is a seat; a spectator's is higher, and so is NOTHING."""
    return seat < len(view.coins)


def as_if_placing(view: JourneyState, seat: int) -> JourneyState:
    """Return the same position with a seat about to place a worker."""
    return replace(view, actor=seat, pending=[Turn(seat)])


def location_overview_text(view: JourneyState, location: int, seat_names: SeatNames) -> str:
    """Describe a location: its effects, the seals that it asks for, its lens, and its workers."""
    return joined((_tile_line(view, location), *_location_facts(view, location, seat_names)))


def _tile_line(view: JourneyState, location: int) -> str:
    effects = effects_words(diaries.effects_of(view, location))
    return f"{location_and_tile_name(view, location)}: {effects}"


def _location_facts(
    view: JourneyState, location: int, seat_names: SeatNames, note: str = ""
) -> tuple[str, ...]:
    """Return facts about a location, of which some are empty.

    Args:
        note: the sentence before the facts. Seals that it has named are left out.
    """
    seals = asked_words(view, location)
    twin = "" if is_brief(Brevity.ASIDES) else identical_location_name(location)
    is_seen = is_brief(Brevity.SEEN)
    seats = [seat for seat, locations in enumerate(view.workers) if location in locations]
    return (
        tr("the same as {place}", place=twin) if twin else "",
        tr("needs {seals}", seals=seals) if seals and seals not in note and not is_seen else "",
        _lens_words(view, location, seat_names),
        _seats_here_words(seats, seat_names),
    )


def _seats_here_words(seats: Sequence[int], seat_names: SeatNames) -> str:
    """Name the seats with a piece at a place; empty if there are none or the board shows them."""
    if not seats or is_brief(Brevity.SEEN):
        return ""
    return tr("here: {seats}", seats=seats_words(seat_names, seats))


def _lens_words(view: JourneyState, location: int, seat_names: SeatNames) -> str:
    """Describe the lens of a location, or the price or obstacle of unlocking it; empty if it needs
    no lens."""
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
    return tr("unlocked by {seat}", seat=seat_names.names[owner])


def _free_or(coins: int) -> str:
    return coin_words(coins) if coins else tr_in("price", "free")


def availability_words(view: JourneyState, seat: int, location: int) -> str:
    """Return which workers of a seat could go to a location and what each would pay; or the reason
    if none can."""
    view_in_turn = as_if_placing(view, seat)
    prices: dict[str, list[int]] = {}
    refusals: dict[int, str] = {}
    for worker in at_home(view_in_turn, seat):
        lack = diaries.knowledge_needed(view_in_turn, seat, worker, location)
        refusal = why_not_placed(view_in_turn, seat, worker, location)
        if refusal:
            refusals.setdefault(lack, refusal.sentence)
        else:
            price = cost_words(diaries.entry_cost(view_in_turn, seat, location), lack)
            price = tr("for {cost}", cost=price) if price else _at_no_cost()
            prices.setdefault(price, []).append(worker)
    if prices:
        return ", ".join(f"{_worker_numbers(workers)} {price}" for price, workers in prices.items())
    if not refusals:
        return tr("no worker is at home")
    # The reason of the worker that lacks the fewest seals. The sentence on the location has begun
    # with its name, so the name is cut from the refusal.
    name = name_at_start(location)
    text = refusals[min(refusals)].removesuffix(".").removeprefix(f"{name}: ")
    # Names of locations, and the nouns with which German refusals begin, stay capitalised.
    is_noun_first = language() == "de" or text.startswith(name)
    return text if is_noun_first else f"{text[0].lower()}{text[1:]}"


def _at_no_cost() -> str:
    return tr_in("price", "free") if is_brief(Brevity.WORDS) else tr("at no cost")


def _worker_numbers(workers: Sequence[int]) -> str:
    numbers = listed([str(worker + 1) for worker in workers])
    if is_brief(Brevity.ASIDES):
        return numbers
    return tr("workers {numbers}" if len(workers) > 1 else "worker {numbers}", numbers=numbers)


def _location(view: JourneyState, location: int, seat_names: SeatNames) -> str:
    """Return the text of a location with its present use for the acting seat."""
    seat = view.actor
    is_locked = diaries.is_locked(view, location)
    can_go = is_seat(view, seat) and not is_locked
    now = availability_words(view, seat, location) if can_go else ""
    facts = _location_facts(view, location, seat_names, note=now)
    return joined((_tile_line(view, location), now, *(reversed(facts) if is_locked else facts)))


def has_rows(view: JourneyState) -> bool:
    """Return whether the acting seat has rows to describe: a seat is acting, and the draft is over,
    so that its rows and cards are set."""
    return is_seat(view, view.actor) and bool(view.assigned[view.actor])


def space_words(view: JourneyState, space: int, seat_names: SeatNames) -> str:
    """Describe a space: its gain, and the pieces there."""
    row = SPACES[space]
    parts = []
    is_short = is_brief(Brevity.WORDS)
    if row.reward:
        parts.append(effects_words(row.reward))
    specimen = view.specimens.find(space)
    if specimen >= 0:
        parts.append(tr("the {specimen} to research", specimen=specimen_name(specimen)))
    if space in CAMP_AT:
        parts.append(_site_words(view, CAMP_AT[space], seat_names))
    if points := ribbon_points(view, space):
        parts.append(tr("{points} for the first", points=point_words(points)))
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
    return joined((*parts, _visitors(view, space, seat_names))) or tr("nothing")


def _visitors(view: JourneyState, space: int, seat_names: SeatNames) -> str:
    if is_ocean(space):
        seats = [seat for seat, ship in enumerate(view.ships) if ship == space]
    else:
        island = TRACK[space] - 1
        seats = [
            seat for seat, explorers in enumerate(view.explorers) if explorers[island] == space
        ]
    return _seats_here_words(seats, seat_names)


def _space(view: JourneyState, space: int, seat_names: SeatNames) -> str:
    """Return a space by its name, with its gain and its pieces."""
    return f"{space_name(space)}: {space_words(view, space, seat_names)}"


_TENT_COST_TEXTS: Final = (mark("first place {cost}"), mark("second {cost}"), mark("third {cost}"))
"""Costs of the places of a campsite, in the order in which tents take them."""


def _site_words(view: JourneyState, site: int, seat_names: SeatNames) -> str:
    """Describe a campsite: its gain and cost, and the owners of the tents there."""
    # A third place exists only with four players.
    costs = zip(_TENT_COST_TEXTS, place_costs(site, len(view.coins)), strict=False)
    is_short = is_brief(Brevity.WORDS)
    facts = [_free_or(cost) if is_short else tr(text, cost=_free_or(cost)) for text, cost in costs]
    if view.camps[site] and not is_brief(Brevity.ASIDES):
        facts.append(tr("tents of {seats}", seats=seats_words(seat_names, view.camps[site])))
    gain = effects_words(CAMPSITES[site].reward)
    return tr("campsite with {gain}: {facts}", gain=gain, facts=", ".join(facts))


def _site(view: JourneyState, site: int, seat_names: SeatNames) -> str:
    """Return a campsite with its present price for the acting seat."""
    cost = tent_cost(view, view.actor, site) if has_rows(view) else None
    now = ""
    if cost is not None:
        coins = coin_words(cost) if cost else _at_no_cost()
        now = tr("now {coins}", coins=coins)
    return f"{site_name(site)}: {joined((now, _site_words(view, site, seat_names)))}"


def _island(view: JourneyState, island: int, seat_names: SeatNames) -> str:
    """Return an island with the explorers there."""
    explorers_words = [
        tr("{seat} at {space}", seat=seat_names.names[seat], space=space_name(explorers[island]))
        for seat, explorers in enumerate(view.explorers)
        if explorers[island] != NOTHING
    ]
    name = tr("island {letter}", letter=ISLANDS[island])
    return f"{name}: {listed(explorers_words) or tr('nobody has landed yet')}"


# --- the present state of workers

_DISTINCTIONS: Final = ("", mark("silver distinction"), mark("silver and gold distinction"))
_DISTINCTIONS_SHORT: Final = ("", mark("silver"), mark("gold"))


def worker_words(view: JourneyState, seat: int, worker: int) -> str:
    """Describe a worker: its place, and its row."""
    if worker not in workers_of(view, seat):
        return tr("not unlocked yet")
    location = view.workers[seat][worker]
    place = tr("at home")
    if location != NOTHING:
        place = tr_in("worker", "on {place}", place=location_name(location))
    row = tr("no row") if worker == FIFTH else row_words(view, seat, worker)
    return joined((place, row))


def row_words(view: JourneyState, seat: int, row: int) -> str:
    """Describe a worker row: its seals, its distinction, the next spot, and the crew card that it
    completed."""
    seals = view.rows[seat][row]
    names = _DISTINCTIONS_SHORT if is_brief(Brevity.WORDS) else _DISTINCTIONS
    level = names[distinction(seals)]
    following = _next_spot_words(SPOT_COSTS[len(seals)]) if len(seals) < ROW_SPOTS else tr("full")
    assigned = view.assigned[seat]
    use = ""
    if row in assigned:
        use = tr("used for {crew}", crew=crew_name(view.crew[seat][assigned.index(row)]))
    words = colours_words([seals.count(colour) for colour in range(len(COLOURS))]) or tr("no seals")
    return joined((words, level and tr(level), following, use))


def _next_spot_words(coins: int) -> str:
    if is_brief(Brevity.WORDS):
        return tr("next {coins}", coins=f"{coins}{COIN_SIGN}")
    return tr("the next spot costs {coins}", coins=coins)


# --- the present state of cards and objectives


def crew_state_words(view: JourneyState, seat: int, card: int) -> str:
    """Say which row has completed a crew card of a seat or has its seals, or which seals the row
    that lacks the fewest still lacks."""
    assigned = view.assigned[seat]
    row_used = assigned[view.crew[seat].index(card)]
    if row_used != NOTHING:
        return tr("completed with row {row}", row=row_used + 1)
    free = [row for row in range(WORKERS) if row not in assigned]
    seals = CREW[card].seals
    row = min(free, key=lambda row: lacking(view.rows[seat][row], seals))
    lack = _lack_words(view.rows[seat][row], seals)
    if lack:
        return tr("row {row} lacks {seals}", row=row + 1, seals=lack)
    return tr("row {row} has the seals", row=row + 1)


def _lack_words(row: Cards, seals: str) -> str:
    """Return the seals that a row lacks, in words; empty if it holds them.

    A purple seal replaces any missing seal. If the missing seals are of several colours, the text
    does not say which one is replaced.
    """
    wanted = enumerate(colours(seals))
    short = [max(number - row.count(colour), 0) for colour, number in wanted]
    seals_left = sum(short) - row.count(PURPLE)
    if seals_left <= 0:
        return ""
    if sum(map(bool, short)) == 1:
        return colours_words([min(number, seals_left) for number in short])
    lack = colours_words(short)
    if seals_left == sum(short):
        return lack
    return tr("{number} of these: {seals}", number=seals_left, seals=lack)


def objective_state_words(view: JourneyState, seat: int, tile: int) -> str:
    """Say that an objective of a seat is achieved or can be, or which requirements the seat still
    lacks."""
    if _is_achieved(view, seat, tile):
        return tr("achieved")
    lack = missing(view, seat, tile)
    return tr("still needs {things}", things=lack) if lack else tr("can be achieved")


def _is_achieved(view: JourneyState, seat: int, tile: int) -> bool:
    slot = view.slots[seat].find(tile)
    return slot >= 0 and bool(view.achieved[seat] >> slot & 1)


# --- the present state of envelopes and specimens


def envelope_words(view: JourneyState, envelope: int, seat_names: SeatNames) -> str:
    """Describe an envelope: its gain, the stamps there, and the seats that would win each reward
    now."""
    tile = LETTER_TILES[view.letters[envelope]]
    stamps = view.envelopes[envelope]
    is_seen = is_brief(Brevity.SEEN)
    stamps_by_seat = [
        tr("{number} of {seat}", number=number, seat=seat_names.names[seat])
        for seat, number in enumerate(stamps)
        if number
    ]
    first, second = (seats_words(seat_names, seats) for seats in ranking(stamps))
    return joined(
        (
            tr(
                "first {first}, second {second}",
                first=effects_words(tile.first),
                second=effects_words(tile.second),
            ),
            "" if is_seen else _stamps_words(stamps_by_seat),
            tr("now first {seats}", seats=first) if first else "",
            tr("second {seats}", seats=second) if second else "",
        )
    )


def _stamps_words(by_seat: Sequence[str]) -> str:
    return tr("stamps: {stamps}", stamps=", ".join(by_seat)) if by_seat else tr("no stamps yet")


def specimen_words(view: JourneyState, specimen: int, seat_names: SeatNames) -> str:
    """Describe a specimen: its place, the seats that have researched it, and the gain of its
    delivery."""
    space = view.specimens[specimen]
    is_in_museum = space == MUSEUM
    place = tr("in the museum") if is_in_museum else tr("on {place}", place=space_name(space))
    coins, steps = delivery_gain(view, specimen, is_again=is_in_museum)
    is_short = is_brief(Brevity.WORDS)
    if is_in_museum:
        text = mark("delivered again {gain}" if is_short else "delivering it again gains {gain}")
    else:
        text = mark("delivered {gain}" if is_short else "delivering it gains {gain}")
    researchers = [seat for seat, research in enumerate(view.research) if research >> specimen & 1]
    known_words = tr("known to nobody" if is_short else "researched by nobody")
    if researchers:
        seats = seats_words(seat_names, researchers)
        known_words = tr("known to {seats}" if is_short else "researched by {seats}", seats=seats)
    return joined((place, tr(text, gain=delivery_words(coins, steps)), known_words))


# --- the present state of goals and players


def forecast_words(view: JourneyState, goal: int, seat_names: SeatNames) -> str:
    """Return the points that each seat would score for a goal of the Beagle now, in words."""
    scores = []
    for seat in range(len(view.coins)):
        count = goal_count(view, seat, goal)
        lost = lag(view, seat)
        scores.append(
            tr(
                "{seat} {points} (has {count}, less {lag} for lagging)"
                if count and lost
                else "{seat} {points} (has {count})",
                seat=seat_names.names[seat],
                points=point_words(goal_points(view, seat, goal)),
                count=count,
                lag=lost,
            )
        )
    return ", ".join(scores)


def means_words(view: JourneyState, seat: int) -> str:
    """Return the points, coins, knowledge and evolution of a seat."""
    return listed(
        [
            point_words(view.points[seat]),
            coin_words(view.coins[seat]),
            knowledge_words(view.knowledge[seat]),
            _evolution_words(view.evolution[seat]),
        ]
    )


def _evolution_words(steps: int) -> str:
    read = counted(books(steps), "book")
    if is_brief(Brevity.SIGNS):
        return tr("{steps} of evolution ({books})", steps=step_words(steps), books=read)
    return tr_n(
        "{number} step of evolution ({books})",
        "{number} steps of evolution ({books})",
        steps,
        books=read,
    )


# --- elements


def element(view: JourneyState, viewer: int, place: Element, seat_names: SeatNames) -> str:
    """Describe an element of the board. A viewer with a seat gets the text as if it were that
    seat's turn."""
    kind, number = place
    view_in_turn = replace(view, actor=viewer) if is_seat(view, viewer) else view
    text = _TEXTS[kind](view_in_turn, number, seat_names)
    return f"{capitalized(text)}."


# --- workers


def _worker(view: JourneyState, worker: int, seat_names: SeatNames) -> str:
    name = worker_name(worker)
    return f"{name}: {worker_words(view, view.actor, worker)}" if has_rows(view) else name


def _row(view: JourneyState, row: int, seat_names: SeatNames) -> str:
    name = tr("row {number}", number=row + 1)
    return f"{name}: {row_words(view, view.actor, row)}" if has_rows(view) else name


# --- cards and objectives


def _crew(view: JourneyState, card: int, seat_names: SeatNames) -> str:
    # After the draft, each card is in front of one seat.
    for seat, crew in enumerate(view.crew):
        if card in crew and view.assigned[seat]:
            return f"{crew_name(card)}: {crew_state_words(view, seat, card)}; {crew_words(card)}"
    # During the draft, the card itself shows the seal and the reward.
    return tr("Its seal now; what it gives once a worker has the five seals it needs")


def _tile(view: JourneyState, tile: int, seat_names: SeatNames) -> str:
    if not has_rows(view):
        return objective_name(tile)
    if not view.round:
        # No requirement is met yet, and newcomers learn here what such a tile needs.
        return objective_task(tile)
    lack = "" if _is_achieved(view, view.actor, tile) else missing(view, view.actor, tile)
    if is_brief(Brevity.WORDS) and lack:
        # The requirements would repeat the task.
        is_gold = OBJECTIVES[tile].is_gold
        return tr("gold: needs {things}" if is_gold else "silver: needs {things}", things=lack)
    return f"{objective_name(tile)}; {objective_state_words(view, view.actor, tile)}"


def _slot(view: JourneyState, slot: int, seat_names: SeatNames) -> str:
    cost = cost_words(SLOTS[slot].cost)
    tile = view.slots[view.actor][slot] if has_rows(view) else NOTHING
    price = tr("costs {cost}", cost=cost) if cost else ""
    content = tr("holds {tile}", tile=_tile(view, tile, seat_names)) if tile != NOTHING else ""
    return joined((f"{slot_name(slot)}: {slot_words(slot)}", price, content))


# --- letters, seals, specimens


def _stack(view: JourneyState, stack: int, seat_names: SeatNames) -> str:
    stamps = ""
    if has_rows(view):
        stamps = tr("{stamps} left", stamps=counted(view.stacks[view.actor][stack], "stamp"))
    if stack == DISCARD:
        return f"{tr('the discard')}: {joined((stamps, tr('used when all stacks are empty')))}"
    gives = tr("emptying it gives {gain}", gain=effects_words(STACKS[stack].reward))
    return f"{tr('stack {number}', number=stack + 1)}: {joined((stamps, gives))}"


def _envelope(view: JourneyState, envelope: int, seat_names: SeatNames) -> str:
    name = tr("envelope {number}", number=envelope + 1)
    return f"{name}: {envelope_words(view, envelope, seat_names)}"


def _seal(view: JourneyState, spot: int, seat_names: SeatNames) -> str:
    scroll = tr("scroll {number}", number=spot // SCROLL_SPOTS + 1)
    if view.scrolls[spot] == NOTHING:
        return f"{scroll}: {tr('no seal here')}"
    is_free = has_rows(view) and is_able(view, view.actor, "scrolls")
    cost = 0 if is_free else SCROLL_COSTS[spot // SCROLL_SPOTS]
    offer = tr(
        "a {seal} for {coins} and the spot's cost" if cost else "a {seal} for the spot's cost",
        seal=seal_name(view.scrolls[spot]),
        coins=coin_words(cost),
    )
    return f"{scroll}: {offer}"


def _colour(view: JourneyState, colour: int, seat_names: SeatNames) -> str:
    stock = tr(
        "{seals} in the supply" if colour == PURPLE else "{seals} in the bag",
        seals=counted(view.bag[colour], "seal"),
    )
    return f"{colour_name(colour)}: {stock}"


def _specimen(view: JourneyState, specimen: int, seat_names: SeatNames) -> str:
    return f"{specimen_name(specimen)}: {specimen_words(view, specimen, seat_names)}"


# --- players and goals


def _goal(view: JourneyState, number: int, seat_names: SeatNames) -> str:
    goal = view.goals[number]
    return tr(
        "the Beagle's goal of round {round}: {goal}; now {scores}",
        round=number + 1,
        goal=goal_words(goal),
        scores=forecast_words(view, goal, seat_names),
    )


def _seat(view: JourneyState, seat: int, seat_names: SeatNames) -> str:
    workers_words = counted(len(at_home(view, seat)), "worker")
    home = tr("{workers} at home", workers=workers_words)
    return f"{seat_names.names[seat]}: {means_words(view, seat)}; {home}"


def _tent(view: JourneyState, number: int, seat_names: SeatNames) -> str:
    reward = effects_words(TENTS[number].reward) or tr("nothing by itself")
    tents = view.tents[view.actor] if has_rows(view) else b""
    place = tr("not pitched yet")
    if number < len(tents):
        place = tr("pitched at {site}", site=site_name(tents[number]))
    return joined((f"{tr('tent {number}', number=number + 1)}: {reward}", place))


def _part(view: JourneyState, number: int, seat_names: SeatNames) -> str:
    parts = offered_effects(view)
    if number >= len(parts):
        return tr("nothing is offered here now")
    refusal = why_not(view, view.actor, Do(number), seat_names)
    return refusal.sentence.removesuffix(".") if refusal else effect_words(parts[number])


def _button(view: JourneyState, number: int, seat_names: SeatNames) -> str:
    return end_words() if ("button", number) == END_BUTTON else skip_words(view)


_TEXTS: Final[dict[str, Callable[[JourneyState, int, SeatNames], str]]] = {
    "location": _location,
    "worker": _worker,
    "row": _row,
    "crew": _crew,
    "tile": _tile,
    "slot": _slot,
    "space": _space,
    "site": _site,
    "island": _island,
    "stack": _stack,
    "envelope": _envelope,
    "seal": _seal,
    "colour": _colour,
    "specimen": _specimen,
    "goal": _goal,
    "seat": _seat,
    "tent": _tent,
    "part": _part,
    "button": _button,
}
"""The text function of each kind of element."""
