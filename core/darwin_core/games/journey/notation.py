"""Actions as text, two-way, and the elements of the board that choose them."""

import re
from collections.abc import Callable
from typing import Final, assert_never

from darwin_core.game import NOTHING, BadText, Element
from darwin_core.games.journey.actions import (
    END,
    SKIP,
    Achieve,
    Add,
    AnyAction,
    Bring,
    Buy,
    Complete,
    Do,
    End,
    Examine,
    Go,
    Imitate,
    Keep,
    Pitch,
    Place,
    Reuse,
    Send,
    Skip,
    Stamp,
    Take,
    Unlock,
    Visit,
    achieve,
    add,
    bring,
    buy,
    complete,
    do,
    examine,
    go,
    imitate,
    keep,
    pitch,
    place,
    reuse,
    send,
    stamp,
    take,
    unlock,
    visit,
)
from darwin_core.games.journey.components import (
    CAMPSITES,
    CREW,
    DISCARD,
    ENVELOPES,
    ISLANDS,
    KINDS,
    LETTERS,
    LOCATIONS,
    LOCKABLE,
    OBJECTIVES,
    SCROLL,
    SCROLLS,
    SLOTS,
    SPACES,
    SPECIMENS,
    WORKERS,
    Page,
)

_PAGES: Final[dict[Page, str]] = {
    "exploration": "E",
    "navigation": "N",
    "correspondence": "C",
    "academy": "A",
    "special": "S",
    "small": "L",
    "museum": "M",
    "objectives": "O",
    "order": "T",
}
"""Letters of the pages of the diaries, and of the rectangles."""


def _location_codes() -> tuple[str, ...]:
    """Locations by their page, counted from 1 where it has several."""
    pages = [location.page for location in LOCATIONS]
    return tuple(
        _PAGES[page] + (str(pages[: number + 1].count(page)) if pages.count(page) > 1 else "")
        for number, page in enumerate(pages)
    )


LOCATION_CODES: Final = _location_codes()
"""Locations as they are written: E1 to E3 for Exploration, S1 to S6 for special ones, M, ..."""
SPECIMEN_CODES: Final = tuple(
    f"{LETTERS[specimen // len(KINDS)]}{KINDS[specimen % len(KINDS)][0]}"
    for specimen in range(SPECIMENS)
)
"""Specimens by colour and kind: Gr is the green reptile."""
_HALF: Final = len(SLOTS) // 2
SLOT_CODES: Final = tuple(
    f"{'g' if slot.is_gold else 's'}{number % _HALF + 1}" for number, slot in enumerate(SLOTS)
)
"""Slots for objectives: s1 to s5 silver, g1 to g5 gold."""
_SPACE_CODES: Final = tuple(space.name for space in SPACES)
_SITE_CODES: Final = tuple(site.space for site in CAMPSITES)
_STACK_CODES: Final = (*(str(stack + 1) for stack in range(DISCARD)), "d")

SKIP_BUTTON: Final[Element] = ("button", 0)
END_BUTTON: Final[Element] = ("button", 1)


def notation(action: AnyAction) -> str:
    """An action in a few letters; what has no name counts from 1."""
    match action:
        case Keep(card):
            return f"keep {card + 1}"
        case Take(tile, slot):
            return f"take {tile + 1}" + (f" {SLOT_CODES[slot]}" if slot != NOTHING else "")
        case Place(worker, location):
            return f"place {worker + 1} {LOCATION_CODES[location]}"
        case Achieve(tile, slot):
            return f"achieve {tile + 1} {SLOT_CODES[slot]}"
        case Complete(card, row):
            return f"complete {card + 1} {row + 1}"
        case Do(part):
            return f"do {part + 1}"
        case Go(space):
            return f"go {_SPACE_CODES[space]}"
        case Send(island):
            return f"send {ISLANDS[island]}"
        case Stamp(stack, envelope):
            return f"stamp {_STACK_CODES[stack]} {envelope + 1}"
        case Buy(spot, row):
            return f"buy {spot + 1} {row + 1}"
        case Add(colour, row):
            return f"add {LETTERS[colour]} {row + 1}"
        case Unlock(location):
            return f"unlock {LOCATION_CODES[location]}"
        case Visit(location):
            return f"visit {LOCATION_CODES[location]}"
        case Bring(specimen):
            return f"bring {SPECIMEN_CODES[specimen]}"
        case Examine(specimen):
            return f"examine {SPECIMEN_CODES[specimen]}"
        case Pitch(site):
            return f"pitch {_SITE_CODES[site]}"
        case Reuse(site):
            return f"reuse {_SITE_CODES[site]}"
        case Imitate(card):
            return f"imitate {card + 1}"
        case Skip():
            return "skip"
        case End():
            return "end"
        case _:
            assert_never(action)


# --- reading


Codes = tuple[str, ...]


def _numbers(most: int) -> Codes:
    return tuple(str(number) for number in range(1, most + 1))


_CARDS: Final = _numbers(len(CREW))
_TILES: Final = _numbers(len(OBJECTIVES))
_ROWS: Final = _numbers(WORKERS)
_LOCKED: Final = LOCATION_CODES[:LOCKABLE]
_PARTS: Final = _numbers(9)
_ENVELOPES: Final = _numbers(ENVELOPES)

_FORMS: Final[tuple[tuple[str, Callable[..., AnyAction], tuple[Codes, ...]], ...]] = (
    ("keep", keep, (_CARDS,)),
    ("take", take, (_TILES,)),
    ("take", take, (_TILES, SLOT_CODES)),
    ("place", place, (_numbers(WORKERS + 1), LOCATION_CODES)),
    ("achieve", achieve, (_TILES, SLOT_CODES)),
    ("complete", complete, (_CARDS, _ROWS)),
    ("do", do, (_PARTS,)),
    ("go", go, (_SPACE_CODES,)),
    ("send", send, (tuple(ISLANDS),)),
    ("stamp", stamp, (_STACK_CODES, _ENVELOPES)),
    ("buy", buy, (_numbers(SCROLLS * SCROLL), _ROWS)),
    ("add", add, (tuple(LETTERS), _ROWS)),
    ("unlock", unlock, (_LOCKED,)),
    ("visit", visit, (_LOCKED,)),
    ("bring", bring, (SPECIMEN_CODES,)),
    ("examine", examine, (SPECIMEN_CODES,)),
    ("pitch", pitch, (_SITE_CODES,)),
    ("reuse", reuse, (_SITE_CODES,)),
    ("imitate", imitate, (_CARDS,)),
    ("skip", lambda: SKIP, ()),
    ("end", lambda: END, ()),
)
"""Each action's word, how it is made, and the codes that follow, whose places are its numbers."""


def _pattern(word: str, codes: tuple[Codes, ...]) -> re.Pattern[str]:
    parts = (word, *(f"({'|'.join(each)})" for each in codes))
    return re.compile(" ".join(parts), re.ASCII)


_PATTERNS: Final = tuple((_pattern(word, codes), make, codes) for word, make, codes in _FORMS)


def parse(text: str) -> AnyAction:
    """The action that a text stands for.

    Raises:
        BadText: if there is none.
    """
    for pattern, make, codes in _PATTERNS:
        if found := pattern.fullmatch(text):
            written = zip(codes, found.groups(), strict=True)
            return make(*(each.index(code) for each, code in written))
    raise BadText(
        f"{text[:20]!r} is no action; actions are like place 2 E1, do 1, go IA4, stamp 3 1, "
        f"buy 4 2, take 5 g1, examine Gr, skip or end."
    )


# --- picking


def targets(action: AnyAction) -> tuple[Element, ...]:
    """What is picked to choose an action."""
    match action:
        case Keep(card) | Imitate(card):
            return (("crew", card),)
        case Take(tile, slot):
            return (("tile", tile), *((("slot", slot),) if slot != NOTHING else ()))
        case Place(worker, location):
            return (("location", location), ("worker", worker))
        case Achieve(tile, slot):
            return (("tile", tile), ("slot", slot))
        case Complete(card, row):
            return (("crew", card), ("row", row))
        case Do(part):
            return (("part", part),)
        case Go(space):
            return (("space", space),)
        case Send(island):
            return (("island", island),)
        case Stamp(stack, envelope):
            return (("stack", stack), ("envelope", envelope))
        case Buy(spot, row):
            return (("seal", spot), ("row", row))
        case Add(colour, row):
            return (("colour", colour), ("row", row))
        case Unlock(location) | Visit(location):
            return (("location", location),)
        case Bring(specimen) | Examine(specimen):
            return (("specimen", specimen),)
        case Pitch(site) | Reuse(site):
            return (("site", site),)
        case Skip():
            return (SKIP_BUTTON,)
        case End():
            return (END_BUTTON,)
        case _:
            assert_never(action)
