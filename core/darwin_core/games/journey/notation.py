"""The notation of actions, and their target elements on the board."""

from typing import Final

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.journey import actions
from darwin_core.games.journey.actions import AnyAction
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
from darwin_core.kit.codec import Code, Codec, Form, numbers
from darwin_core.text.language import mark

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
"""The letters of the pages of the diaries, and of the rectangles."""


def _location_codes() -> tuple[str, ...]:
    """Return a code for each location: its page, and a number from 1 where the page has several."""
    pages = [location.page for location in LOCATIONS]
    return tuple(
        _PAGES[page] + (str(pages[: number + 1].count(page)) if pages.count(page) > 1 else "")
        for number, page in enumerate(pages)
    )


LOCATION_CODES: Final = _location_codes()
"""Notation of locations: E1 to E3 for Exploration, S1 to S6 for special ones, M, ..."""
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

SKIP_BUTTON: Final[Element] = ("button", 0)
END_BUTTON: Final[Element] = ("button", 1)


def _place_targets(action: actions.Place) -> tuple[Element, Element]:
    return ("location", action.location), ("worker", action.worker)


_CREW: Final = Code("crew", numbers(len(CREW)))
_TILE: Final = Code("tile", numbers(len(OBJECTIVES)))
_SLOT: Final = Code("slot", SLOT_CODES)
_OR_RESERVE: Final = Code(
    "slot", {NOTHING: "", **dict(enumerate(f" {code}" for code in SLOT_CODES))}
)
_ROW: Final = Code("row", numbers(WORKERS))
_LOCKED: Final = Code("location", LOCATION_CODES[:LOCKABLE])
_SPECIMEN: Final = Code("specimen", SPECIMEN_CODES)
_SITE: Final = Code("site", [site.space for site in CAMPSITES])

_CODEC: Final = Codec[AnyAction](
    AnyAction,
    mark(
        "no action; actions are like place 2 E1, do 1, go IA4, stamp 3 1, "
        "buy 4 2, take 5 g1, examine Gr, skip or end."
    ),
    Form(actions.Keep, "keep {card}", card=_CREW),
    Form(actions.Take, "take {tile}{slot}", tile=_TILE, slot=_OR_RESERVE),
    Form[actions.Place](
        actions.Place,
        "place {worker} {location}",
        worker=Code("worker", numbers(WORKERS + 1)),
        location=Code("location", LOCATION_CODES),
        targets=_place_targets,
    ),
    Form(actions.Achieve, "achieve {tile} {slot}", tile=_TILE, slot=_SLOT),
    Form(actions.Complete, "complete {card} {row}", card=_CREW, row=_ROW),
    Form(actions.Do, "do {part}", part=Code("part", numbers(9))),
    Form(actions.Move, "go {space}", space=Code("space", [space.name for space in SPACES])),
    Form(actions.Land, "send {island}", island=Code("island", ISLANDS)),
    Form(
        actions.Stamp,
        "stamp {stack} {envelope}",
        stack=Code("stack", (*numbers(DISCARD), "d")),
        envelope=Code("envelope", numbers(ENVELOPES)),
    ),
    Form(actions.Buy, "buy {spot} {row}", spot=Code("seal", numbers(SCROLLS * SCROLL)), row=_ROW),
    Form(actions.Add, "add {colour} {row}", colour=Code("colour", LETTERS), row=_ROW),
    Form(actions.Unlock, "unlock {location}", location=_LOCKED),
    Form(actions.Perform, "visit {location}", location=_LOCKED),
    Form(actions.Deliver, "bring {specimen}", specimen=_SPECIMEN),
    Form(actions.Research, "examine {specimen}", specimen=_SPECIMEN),
    Form(actions.Pitch, "pitch {site}", site=_SITE),
    Form(actions.Reuse, "reuse {site}", site=_SITE),
    Form(actions.Copy, "imitate {card}", card=_CREW),
    Form(actions.Skip, "skip", button=SKIP_BUTTON),
    Form(actions.End, "end", button=END_BUTTON),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
