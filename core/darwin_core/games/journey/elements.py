"""A sentence on each element of the board: its meaning and its present use.

Costs and missing items are those of the acting seat.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from darwin_core.brevity import Brevity, is_brief
from darwin_core.cards import Cards
from darwin_core.game import NOTHING, Element
from darwin_core.games.journey.academy import is_able, lacking
from darwin_core.games.journey.actions import Do
from darwin_core.games.journey.choices import end_words, offered, skip_words
from darwin_core.games.journey.components import (
    COLOURS,
    CREW,
    DISCARD,
    LETTER_TILES,
    MUSEUM,
    OBJECTIVES,
    ROW,
    SCROLL,
    SCROLL_COSTS,
    SLOTS,
    SPOT_COSTS,
    STACKS,
    TENTS,
    WORKERS,
    books,
    colours,
)
from darwin_core.games.journey.diaries import FIFTH, at_home, distinction, hands_of
from darwin_core.games.journey.effect_words import (
    COIN,
    coin_words,
    cost_words,
    effect_words,
    knowledge_words,
    parts_words,
    point_words,
    step_words,
)
from darwin_core.games.journey.effects import Equip
from darwin_core.games.journey.letters import ranking
from darwin_core.games.journey.museum import yields
from darwin_core.games.journey.names import (
    colour_name,
    colours_words,
    crew_name,
    crew_words,
    goal_words,
    location_name,
    objective_name,
    objective_task,
    seal_name,
    site_name,
    slot_name,
    slot_words,
    space_name,
    specimen_name,
    worker_name,
    yield_words,
)
from darwin_core.games.journey.place_words import (
    is_acting,
    is_seat,
    island_text,
    joined,
    location_text,
    seats_words,
    site_text,
    space_text,
)
from darwin_core.games.journey.refusals import missing, why_not
from darwin_core.games.journey.scoring import goal_count, goal_points, lag
from darwin_core.games.journey.state import PURPLE, JourneyState
from darwin_core.language import mark, tr, tr_in, tr_n
from darwin_core.lexicon import Lexicon
from darwin_core.wording import capitalized, counted, listed


def element(view: JourneyState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Describe an element for a viewer at the table as if it were that seat's turn."""
    kind, number = place
    mine = replace(view, actor=viewer) if is_seat(view, viewer) else view
    text = _TEXTS[kind](mine, number, lexicon)
    return f"{capitalized(text)}."


# --- workers


def _row_words(view: JourneyState, seat: int, row: int) -> str:
    """Describe a worker row: its seals, its distinction, the next spot, and the crew card that it
    completed."""
    seals = view.rows[seat][row]
    names = _DISTINCTIONS_SHORT if is_brief(Brevity.WORDS) else _DISTINCTIONS
    level = names[distinction(seals)]
    following = _next_spot_words(SPOT_COSTS[len(seals)]) if len(seals) < ROW else tr("full")
    assigned, used = view.assigned[seat], ""
    if row in assigned:
        used = tr("used for {crew}", crew=crew_name(view.crew[seat][assigned.index(row)]))
    held = colours_words([seals.count(colour) for colour in range(len(COLOURS))]) or tr("no seals")
    return joined((held, level and tr(level), following, used))


def _next_spot_words(coins: int) -> str:
    if is_brief(Brevity.WORDS):
        return tr("next {coins}", coins=f"{coins}{COIN}")
    return tr("the next spot costs {coins}", coins=coins)


_DISTINCTIONS: Final = ("", mark("silver distinction"), mark("silver and gold distinction"))
_DISTINCTIONS_SHORT: Final = ("", mark("silver"), mark("gold"))


def worker_words(view: JourneyState, seat: int, worker: int) -> str:
    """Describe a worker: its place, and its row."""
    if worker not in hands_of(view, seat):
        return tr("not unlocked yet")
    where = view.workers[seat][worker]
    place = tr("at home")
    if where != NOTHING:
        place = tr_in("worker", "on {place}", place=location_name(where))
    row = tr("no row") if worker == FIFTH else _row_words(view, seat, worker)
    return joined((place, row))


def _worker(view: JourneyState, worker: int, lexicon: Lexicon) -> str:
    name = worker_name(worker)
    return f"{name}: {worker_words(view, view.actor, worker)}" if is_acting(view) else name


def _row(view: JourneyState, row: int, lexicon: Lexicon) -> str:
    name = tr("row {number}", number=row + 1)
    return f"{name}: {_row_words(view, view.actor, row)}" if is_acting(view) else name


# --- cards and objectives


def _lack_words(row: Cards, seals: str) -> str:
    """Return the seals that a row lacks; empty if it holds them. Purple ones count as any."""
    short = [max(n - row.count(colour), 0) for colour, n in enumerate(colours(seals))]
    wild = row.count(PURPLE)
    if sum(short) <= wild:
        return ""
    lack = colours_words(short)
    less = colours_words([0] * PURPLE + [wild])
    return tr("{seals}, less {purple}", seals=lack, purple=less) if wild else lack


def crew_state(view: JourneyState, seat: int, card: int) -> str:
    """Return the seals a seat lacks for a crew card of its own, in the row that lacks least."""
    assigned = view.assigned[seat]
    used = assigned[view.crew[seat].index(card)]
    if used != NOTHING:
        return tr("completed with row {row}", row=used + 1)
    free = [row for row in range(WORKERS) if row not in assigned]
    seals = CREW[card].seals
    row = min(free, key=lambda row: lacking(view.rows[seat][row], seals))
    lack = _lack_words(view.rows[seat][row], seals)
    if lack:
        return tr("row {row} lacks {seals}", row=row + 1, seals=lack)
    return tr("row {row} has the seals", row=row + 1)


def _crew(view: JourneyState, card: int, lexicon: Lexicon) -> str:
    for seat, crew in enumerate(view.crew):
        if card in crew and view.assigned[seat]:
            return f"{crew_name(card)}: {crew_state(view, seat, card)}; {crew_words(card)}"
    # In the draft the card itself shows both.
    return tr("A seal now; what it gives once one row of yours has the seals it needs")


def objective_state(view: JourneyState, seat: int, tile: int) -> str:
    """Return what a seat lacks for an objective, or that it is achieved or achievable."""
    slot = view.slots[seat].find(tile)
    if slot >= 0 and view.achieved[seat] >> slot & 1:
        return tr("achieved")
    lack = missing(view, seat, tile)
    return tr("still needs {things}", things=lack) if lack else tr("can be achieved")


def _tile(view: JourneyState, tile: int, lexicon: Lexicon) -> str:
    if not is_acting(view):
        return objective_name(tile)
    if isinstance(view.pending[-1], Equip):
        # Nothing is done yet, and newcomers read here what such a tile wants.
        return objective_task(tile)
    if is_brief(Brevity.WORDS) and (lack := missing(view, view.actor, tile)):
        # What is needed repeats what is asked for.
        is_gold = OBJECTIVES[tile].is_gold
        return tr("gold: needs {things}" if is_gold else "silver: needs {things}", things=lack)
    return f"{objective_name(tile)}; {objective_state(view, view.actor, tile)}"


def _slot(view: JourneyState, slot: int, lexicon: Lexicon) -> str:
    cost = cost_words(SLOTS[slot].cost)
    held = view.slots[view.actor][slot] if is_acting(view) else NOTHING
    price = tr("costs {cost}", cost=cost) if cost else ""
    what = tr("holds {tile}", tile=_tile(view, held, lexicon)) if held != NOTHING else ""
    return joined((f"{slot_name(slot)}: {slot_words(slot)}", price, what))


# --- letters, seals, specimens


def _stack(view: JourneyState, stack: int, lexicon: Lexicon) -> str:
    stamps = ""
    if is_acting(view):
        stamps = tr("{stamps} left", stamps=counted(view.stacks[view.actor][stack], "stamp"))
    if stack == DISCARD:
        return f"{tr('the discard')}: {joined((stamps, tr('used when all stacks are empty')))}"
    gives = tr("emptying it gives {gain}", gain=parts_words(STACKS[stack].reward))
    return f"{tr('stack {number}', number=stack + 1)}: {joined((stamps, gives))}"


def envelope_words(view: JourneyState, envelope: int, lexicon: Lexicon) -> str:
    """Describe an envelope: its gain, the stamps there, and the seats that would win each reward
    now."""
    tile, stamps = LETTER_TILES[view.letters[envelope]], view.envelopes[envelope]
    is_seen = is_brief(Brevity.SEEN)
    there = [
        tr("{number} of {seat}", number=number, seat=lexicon.names[seat])
        for seat, number in enumerate(stamps)
        if number
    ]
    first, second = (seats_words(lexicon, seats) for seats in ranking(stamps))
    return joined(
        (
            tr(
                "first {first}, second {second}",
                first=parts_words(tile.first),
                second=parts_words(tile.second),
            ),
            "" if is_seen else _stamps_words(there),
            tr("now first {seats}", seats=first) if first else "",
            tr("second {seats}", seats=second) if second else "",
        )
    )


def _stamps_words(there: Sequence[str]) -> str:
    return tr("stamps: {stamps}", stamps=", ".join(there)) if there else tr("no stamps yet")


def _envelope(view: JourneyState, envelope: int, lexicon: Lexicon) -> str:
    name = tr("envelope {number}", number=envelope + 1)
    return f"{name}: {envelope_words(view, envelope, lexicon)}"


def _seal(view: JourneyState, spot: int, lexicon: Lexicon) -> str:
    scroll = tr("scroll {number}", number=spot // SCROLL + 1)
    if view.scrolls[spot] == NOTHING:
        return f"{scroll}: {tr('no seal here')}"
    is_free = is_acting(view) and is_able(view, view.actor, "scrolls")
    cost = 0 if is_free else SCROLL_COSTS[spot // SCROLL]
    offer = tr(
        "a {seal} for {coins} and the spot's cost" if cost else "a {seal} for the spot's cost",
        seal=seal_name(view.scrolls[spot]),
        coins=coin_words(cost),
    )
    return f"{scroll}: {offer}"


def _colour(view: JourneyState, colour: int, lexicon: Lexicon) -> str:
    where = tr(
        "{seals} in the supply" if colour == PURPLE else "{seals} in the bag",
        seals=counted(view.bag[colour], "seal"),
    )
    return f"{colour_name(colour)}: {where}"


def specimen_words(view: JourneyState, specimen: int, lexicon: Lexicon) -> str:
    """Describe a specimen: its place, the seats that have researched it, and the gain of its
    delivery."""
    space = view.specimens[specimen]
    is_there = space == MUSEUM
    where = tr("in the museum") if is_there else tr("on {place}", place=space_name(space))
    coins, steps = yields(view, specimen, is_again=is_there)
    is_short = is_brief(Brevity.WORDS)
    if is_there:
        text = mark("delivered again {gain}" if is_short else "delivering it again gains {gain}")
    else:
        text = mark("delivered {gain}" if is_short else "delivering it gains {gain}")
    done = [seat for seat, own in enumerate(view.research) if own >> specimen & 1]
    known = tr("known to nobody" if is_short else "researched by nobody")
    if done:
        seats = seats_words(lexicon, done)
        known = tr("known to {seats}" if is_short else "researched by {seats}", seats=seats)
    return joined((where, tr(text, gain=yield_words(coins, steps)), known))


def _specimen(view: JourneyState, specimen: int, lexicon: Lexicon) -> str:
    return f"{specimen_name(specimen)}: {specimen_words(view, specimen, lexicon)}"


# --- players and goals


def forecast(view: JourneyState, goal: int, lexicon: Lexicon) -> str:
    """Return each seat's score for a goal of the Beagle as of now."""
    scores = []
    for seat in range(len(view.coins)):
        count, less = goal_count(view, seat, goal), lag(view, seat)
        scores.append(
            tr(
                "{seat} {points} (has {count}, less {lag} for lagging)"
                if count and less
                else "{seat} {points} (has {count})",
                seat=lexicon.names[seat],
                points=point_words(goal_points(view, seat, goal)),
                count=count,
                lag=less,
            )
        )
    return ", ".join(scores)


def _goal(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    goal = view.goals[number]
    return tr(
        "the Beagle's goal of round {round}: {goal}; now {scores}",
        round=number + 1,
        goal=goal_words(goal),
        scores=forecast(view, goal, lexicon),
    )


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


def _seat(view: JourneyState, seat: int, lexicon: Lexicon) -> str:
    left = counted(len(at_home(view, seat)), "worker")
    home = tr("{workers} at home", workers=left)
    return f"{lexicon.names[seat]}: {means_words(view, seat)}; {home}"


def _tent(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    reward = parts_words(TENTS[number].reward) or tr("nothing by itself")
    tents = view.tents[view.actor] if is_acting(view) else b""
    where = tr("not pitched yet")
    if number < len(tents):
        where = tr("pitched at {site}", site=site_name(tents[number]))
    return joined((f"{tr('tent {number}', number=number + 1)}: {reward}", where))


def _part(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    parts = offered(view)
    if number >= len(parts):
        return tr("nothing is offered here now")
    refusal = why_not(view, view.actor, Do(number), lexicon)
    return refusal.sentence.removesuffix(".") if refusal else effect_words(parts[number])


def _button(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    return end_words() if number else skip_words(view)


_TEXTS: Final[dict[str, Callable[[JourneyState, int, Lexicon], str]]] = {
    "location": location_text,
    "worker": _worker,
    "row": _row,
    "crew": _crew,
    "tile": _tile,
    "slot": _slot,
    "space": space_text,
    "site": site_text,
    "island": island_text,
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
