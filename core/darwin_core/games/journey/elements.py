"""A sentence on each element of the board: its meaning and its present use.

Costs and missing items are those of the acting seat.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from darwin_core.game import NOTHING, Element
from darwin_core.games.journey.academy import is_able, lacking
from darwin_core.games.journey.actions import Do
from darwin_core.games.journey.choices import END_WORDS, offered, skip_words
from darwin_core.games.journey.components import (
    COLOURS,
    CREW,
    DISCARD,
    LETTER_TILES,
    MUSEUM,
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
from darwin_core.games.journey.effect_words import effect_words, parts_words
from darwin_core.games.journey.letters import ranking
from darwin_core.games.journey.museum import yields
from darwin_core.games.journey.names import (
    colour_name,
    colours_words,
    cost_words,
    crew_name,
    crew_words,
    goal_words,
    location_name,
    objective_name,
    site_name,
    slot_name,
    slot_words,
    space_name,
    specimen_name,
    start_name,
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
from darwin_core.games.journey.state import PURPLE, Cards, JourneyState
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted, listed


def element(view: JourneyState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Describe an element for a viewer at the table as if it were that seat's turn."""
    kind, number = place
    mine = replace(view, actor=viewer) if is_seat(view, viewer) else view
    text = _TEXTS[kind](mine, number, lexicon)
    return f"{text[0].upper()}{text[1:]}."


# --- workers


def _row_words(view: JourneyState, seat: int, row: int) -> str:
    """Describe a worker row: its seals, its distinction, the next spot, and the crew card that it
    completed."""
    seals = view.rows[seat][row]
    level = ("", "silver distinction", "silver and gold distinction")[distinction(seals)]
    following = f"the next spot costs {SPOT_COSTS[len(seals)]}" if len(seals) < ROW else "full"
    assigned = view.assigned[seat]
    used = crew_name(view.crew[seat][assigned.index(row)]) if row in assigned else ""
    held = colours_words([seals.count(colour) for colour in range(len(COLOURS))]) or "no seals"
    return joined((held, level, following, f"used for {used}" if used else ""))


def worker_words(view: JourneyState, seat: int, worker: int) -> str:
    """Describe a worker: its place, and its row."""
    if worker not in hands_of(view, seat):
        return "not unlocked yet"
    where = view.workers[seat][worker]
    place = "at home" if where == NOTHING else f"on {location_name(where)}"
    row = "no row" if worker == FIFTH else _row_words(view, seat, worker)
    return joined((place, row))


def _worker(view: JourneyState, worker: int, lexicon: Lexicon) -> str:
    name = worker_name(worker)
    return f"{name}: {worker_words(view, view.actor, worker)}" if is_acting(view) else name


def _row(view: JourneyState, row: int, lexicon: Lexicon) -> str:
    return (
        f"row {row + 1}: {_row_words(view, view.actor, row)}"
        if is_acting(view)
        else f"row {row + 1}"
    )


# --- cards and objectives


def _lack_words(row: Cards, seals: str) -> str:
    """Return the seals that a row lacks; empty if it holds them. Purple ones count as any."""
    short = [max(n - row.count(colour), 0) for colour, n in enumerate(colours(seals))]
    wild = row.count(PURPLE)
    if sum(short) <= wild:
        return ""
    lack = colours_words(short)
    return f"{lack}, less {wild} purple" if wild else lack


def crew_state(view: JourneyState, seat: int, card: int) -> str:
    """Return the seals a seat lacks for a crew card of its own, in the row that lacks least."""
    assigned = view.assigned[seat]
    used = assigned[view.crew[seat].index(card)]
    if used != NOTHING:
        return f"completed with row {used + 1}"
    free = [row for row in range(WORKERS) if row not in assigned]
    seals = CREW[card].seals
    row = min(free, key=lambda row: lacking(view.rows[seat][row], seals))
    lack = _lack_words(view.rows[seat][row], seals)
    return f"row {row + 1} lacks {lack}" if lack else f"row {row + 1} has the seals"


def _crew(view: JourneyState, card: int, lexicon: Lexicon) -> str:
    for seat, crew in enumerate(view.crew):
        if card in crew and view.assigned[seat]:
            return f"{crew_name(card)}: {crew_state(view, seat, card)}; {crew_words(card)}"
    return f"{crew_name(card)}: a {start_name(card)} seal now, and {crew_words(card)}"


def objective_state(view: JourneyState, seat: int, tile: int) -> str:
    """Return what a seat lacks for an objective, or that it is achieved or achievable."""
    slot = view.slots[seat].find(tile)
    if slot >= 0 and view.achieved[seat] >> slot & 1:
        return "achieved"
    lack = missing(view, seat, tile)
    return f"still needs {lack}" if lack else "can be achieved"


def _tile(view: JourneyState, tile: int, lexicon: Lexicon) -> str:
    if not is_acting(view):
        return objective_name(tile)
    return f"{objective_name(tile)}; {objective_state(view, view.actor, tile)}"


def _slot(view: JourneyState, slot: int, lexicon: Lexicon) -> str:
    cost = cost_words(SLOTS[slot].cost)
    held = view.slots[view.actor][slot] if is_acting(view) else NOTHING
    what = f"holds {_tile(view, held, lexicon)}" if held != NOTHING else ""
    name = f"{slot_name(slot)}: {slot_words(slot)}"
    return joined((name, f"costs {cost}" if cost else "", what))


# --- letters, seals, specimens


def _stack(view: JourneyState, stack: int, lexicon: Lexicon) -> str:
    stamps = counted(view.stacks[view.actor][stack], "stamp") + " left" if is_acting(view) else ""
    if stack == DISCARD:
        return f"the discard: {joined((stamps, 'used when all stacks are empty'))}"
    gives = f"emptying it gives {parts_words(STACKS[stack].reward)}"
    return f"stack {stack + 1}: {joined((stamps, gives))}"


def envelope_words(view: JourneyState, envelope: int, lexicon: Lexicon) -> str:
    """Describe an envelope: its gain, the stamps there, and the seats that would win each reward
    now."""
    tile, stamps = LETTER_TILES[view.letters[envelope]], view.envelopes[envelope]
    there = [f"{number} of {lexicon.names[seat]}" for seat, number in enumerate(stamps) if number]
    first, second = ranking(stamps)
    return joined(
        (
            f"first {parts_words(tile.first)}, second {parts_words(tile.second)}",
            f"stamps: {', '.join(there)}" if there else "no stamps yet",
            f"now first {seats_words(lexicon, first)}" if first else "",
            f"second {seats_words(lexicon, second)}" if second else "",
        )
    )


def _envelope(view: JourneyState, envelope: int, lexicon: Lexicon) -> str:
    return f"envelope {envelope + 1}: {envelope_words(view, envelope, lexicon)}"


def _seal(view: JourneyState, spot: int, lexicon: Lexicon) -> str:
    scroll = f"scroll {spot // SCROLL + 1}"
    if view.scrolls[spot] == NOTHING:
        return f"{scroll}: no seal here"
    is_free = is_acting(view) and is_able(view, view.actor, "scrolls")
    cost = 0 if is_free else SCROLL_COSTS[spot // SCROLL]
    price = f"{counted(cost, 'coin')} and the spot's cost" if cost else "the spot's cost"
    return f"{scroll}: a {colour_name(view.scrolls[spot])} seal for {price}"


def _colour(view: JourneyState, colour: int, lexicon: Lexicon) -> str:
    where = "supply" if colour == PURPLE else "bag"
    return f"{colour_name(colour)}: {counted(view.bag[colour], 'seal')} in the {where}"


def specimen_words(view: JourneyState, specimen: int, lexicon: Lexicon) -> str:
    """Describe a specimen: its place, the seats that have researched it, and the gain of its
    delivery."""
    space = view.specimens[specimen]
    is_there = space == MUSEUM
    where = "in the museum" if is_there else f"on {space_name(space)}"
    coins, steps = yields(view, specimen, is_again=is_there)
    gain = yield_words(coins, steps)
    done = [seat for seat, own in enumerate(view.research) if own >> specimen & 1]
    known = f"researched by {seats_words(lexicon, done)}" if done else "researched by nobody"
    return joined((where, f"delivering it{' again' * is_there} gains {gain}", known))


def _specimen(view: JourneyState, specimen: int, lexicon: Lexicon) -> str:
    return f"{specimen_name(specimen)}: {specimen_words(view, specimen, lexicon)}"


# --- players and goals


def forecast(view: JourneyState, goal: int, lexicon: Lexicon) -> str:
    """Return each seat's score for a goal of the Beagle as of now."""
    scores = []
    for seat in range(len(view.coins)):
        count, less = goal_count(view, seat, goal), lag(view, seat)
        lost = f", less {less} for lagging" if count and less else ""
        points = counted(goal_points(view, seat, goal), "point")
        scores.append(f"{lexicon.names[seat]} {points} (has {count}{lost})")
    return ", ".join(scores)


def _goal(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    goal = view.goals[number]
    now = forecast(view, goal, lexicon)
    return f"the Beagle's goal of round {number + 1}: {goal_words(goal)}; now {now}"


def means_words(view: JourneyState, seat: int) -> str:
    """Return the points, coins, knowledge and evolution of a seat."""
    steps = view.evolution[seat]
    return listed(
        [
            counted(view.points[seat], "point"),
            counted(view.coins[seat], "coin"),
            f"{view.knowledge[seat]} knowledge",
            f"{counted(steps, 'step')} of evolution ({counted(books(steps), 'book')})",
        ]
    )


def _seat(view: JourneyState, seat: int, lexicon: Lexicon) -> str:
    left = counted(len(at_home(view, seat)), "worker")
    return f"{lexicon.names[seat]}: {means_words(view, seat)}; {left} at home"


def _tent(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    reward = parts_words(TENTS[number].reward) or "nothing by itself"
    tents = view.tents[view.actor] if is_acting(view) else b""
    where = f"pitched at {site_name(tents[number])}" if number < len(tents) else "not pitched yet"
    return joined((f"tent {number + 1}: {reward}", where))


def _part(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    parts = offered(view)
    if number >= len(parts):
        return "nothing is offered here now"
    refusal = why_not(view, view.actor, Do(number), lexicon)
    return refusal.sentence.removesuffix(".") if refusal else effect_words(parts[number])


def _button(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    return END_WORDS if number else skip_words(view)


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
