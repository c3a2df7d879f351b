"""Summaries of the actions of others since the viewer's last turn, in few words for each."""

import re
from collections.abc import Iterator
from typing import Final

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.journey.components import ISLANDS
from darwin_core.games.journey.events import (
    Achieved,
    Awarded,
    Bought,
    CameFirst,
    Completed,
    Copied,
    Delivered,
    JourneyEvent,
    Kept,
    Landed,
    Moved,
    Performed,
    Pitched,
    Placed,
    Researched,
    Reused,
    Stamped,
    Took,
    Unlocked,
)
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    location_name,
    site_name,
    space_name,
    specimen_name,
)
from darwin_core.wording import counted
from darwin_tui.games.journey.scene import Scene

_SHARES: Final = (80, 60, 48, 40, 34, 29, 25, 22, 20, 18, 16, 14, 13, 12, 11, 10, 9, 8, 7)
"""Columns of the words of an entry at most, tried one after the other."""


def _words(event: JourneyEvent) -> tuple[int, str]:
    """Return the seat that did something, and what, in few words; empty for what follows from
    it."""
    match event:
        case Kept(seat, card):
            return seat, "kept a card" if card == HIDDEN else f"kept {crew_name(card)}"
        case Placed(seat, worker, location):
            return seat, f"worker {worker + 1} on {location_name(location)}"
        case Moved(seat, _, space):
            return seat, f"to {space_name(space).removeprefix('I')}"
        case Landed(seat, island):
            return seat, f"landed on {ISLANDS[island]}"
        case CameFirst(seat, _, points):
            return seat, f"first: {points}★"
        case Stamped(seat, _, envelope):
            return seat, f"stamp on {envelope + 1}"
        case Bought(seat, colour, row):
            return seat, f"{colour_name(colour)} seal in row {row + 1}"
        case Unlocked(seat, location):
            return seat, f"lens on {location_name(location)}"
        case Performed(seat, location):
            return seat, f"did {location_name(location)}"
        case Researched(seat, specimen):
            return seat, f"researched {specimen_name(specimen)}"
        case Delivered(seat, specimen):
            return seat, f"delivered {specimen_name(specimen)}"
        case Pitched(seat, site) | Reused(seat, site):
            return seat, f"tent on {site_name(site).removeprefix('I')}"
        case Took(seat):
            return seat, "objective taken"
        case Achieved(seat):
            return seat, "objective done"
        case Completed(seat, card):
            return seat, f"crew done: {crew_name(card)}"
        case Copied(seat, card):
            return seat, f"copied {crew_name(card)}"
        case Awarded(seat, envelope, place):
            return seat, f"{('1st', '2nd')[place]} of envelope {envelope + 1}"
        case _:
            return NOTHING, ""


def summaries(scene: Scene) -> dict[int, list[str]]:
    """Return what each other seat did since the viewer's last action, in turn order, the same
    things counted."""
    found: dict[int, list[str]] = {}
    for event in scene.since:
        seat, words = _words(event)
        if words and seat != scene.viewer:
            found.setdefault(seat, []).append(words)
    return {seat: _counted(found[seat]) for seat in scene.view.order if seat in found}


def _counted(texts: list[str]) -> list[str]:
    """Return texts in their order, equal ones as one with their number."""
    many = {text: texts.count(text) for text in texts}
    return [
        counted(number, "stamp") + text.removeprefix("stamp")
        if number > 1 and text.startswith("stamp")
        else text
        for text, number in many.items()
    ]


def newest(texts: list[str], room: int) -> list[str]:
    """Return the last of some texts, as many as there is room for; one at least."""
    while len(texts) > 1 and len(", ".join(texts)) > room:
        texts = texts[1:]
    return texts


def _shortened(texts: list[str], room: int) -> str:
    """Return texts as one, in whole words."""
    text = ", ".join(texts)
    if len(text) > room:
        text = _SHORT.sub("", texts[-1])
    while len(text) > room and " " in text:
        text = _LOOSE.sub("", text.rpartition(" ")[0])
    return text[: max(room, 0)]


_LOOSE: Final = re.compile(r"( in row| on| in| of|,|:)$")
"""Ends of a text whose last words were left out."""
_SHORT: Final = re.compile(r"worker \d on |the |researched |delivered ")


def variants(scene: Scene) -> Iterator[list[tuple[int, str]]]:
    """Yield an entry for each seat, with ever fewer words: the oldest things are left out first,
    and of the longest entries."""
    found = summaries(scene)
    for share in _SHARES:
        yield [(seat, _shortened(newest(texts, share), share)) for seat, texts in found.items()]
