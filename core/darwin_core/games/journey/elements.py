"""A sentence on each element of the board: its meaning and its present use.

Costs and missing items are those of the acting seat.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.journey.academy import is_able
from darwin_core.games.journey.actions import Do
from darwin_core.games.journey.choices import end_words, offered, skip_words
from darwin_core.games.journey.components import (
    DISCARD,
    OBJECTIVES,
    SCROLL,
    SCROLL_COSTS,
    SLOTS,
    STACKS,
    TENTS,
)
from darwin_core.games.journey.diaries import at_home
from darwin_core.games.journey.effect_words import (
    coin_words,
    cost_words,
    effect_words,
    parts_words,
)
from darwin_core.games.journey.effects import Equip
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    crew_words,
    goal_words,
    objective_name,
    objective_task,
    seal_name,
    site_name,
    slot_name,
    slot_words,
    specimen_name,
    worker_name,
)
from darwin_core.games.journey.place_words import (
    is_acting,
    is_seat,
    island_text,
    joined,
    location_text,
    site_text,
    space_text,
)
from darwin_core.games.journey.refusals import missing, why_not
from darwin_core.games.journey.state import PURPLE, JourneyState
from darwin_core.games.journey.status_words import (
    crew_state,
    envelope_words,
    forecast,
    means_words,
    objective_state,
    row_words,
    specimen_words,
    worker_words,
)
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import Brevity, capitalized, counted, is_brief


def element(view: JourneyState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Describe an element for a viewer at the table as if it were that seat's turn."""
    kind, number = place
    mine = replace(view, actor=viewer) if is_seat(view, viewer) else view
    text = _TEXTS[kind](mine, number, lexicon)
    return f"{capitalized(text)}."


# --- workers


def _worker(view: JourneyState, worker: int, lexicon: Lexicon) -> str:
    name = worker_name(worker)
    return f"{name}: {worker_words(view, view.actor, worker)}" if is_acting(view) else name


def _row(view: JourneyState, row: int, lexicon: Lexicon) -> str:
    name = tr("row {number}", number=row + 1)
    return f"{name}: {row_words(view, view.actor, row)}" if is_acting(view) else name


# --- cards and objectives


def _crew(view: JourneyState, card: int, lexicon: Lexicon) -> str:
    for seat, crew in enumerate(view.crew):
        if card in crew and view.assigned[seat]:
            return f"{crew_name(card)}: {crew_state(view, seat, card)}; {crew_words(card)}"
    # In the draft the card itself shows both.
    return tr("A seal now; what it gives once one row of yours has the seals it needs")


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


def _specimen(view: JourneyState, specimen: int, lexicon: Lexicon) -> str:
    return f"{specimen_name(specimen)}: {specimen_words(view, specimen, lexicon)}"


# --- players and goals


def _goal(view: JourneyState, number: int, lexicon: Lexicon) -> str:
    goal = view.goals[number]
    return tr(
        "the Beagle's goal of round {round}: {goal}; now {scores}",
        round=number + 1,
        goal=goal_words(goal),
        scores=forecast(view, goal, lexicon),
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
