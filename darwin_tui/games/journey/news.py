"""Summaries of the actions of others since the viewer's last turn, in few words for each."""

import re
from collections.abc import Iterator, Mapping, Sequence
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
from darwin_core.language import Language, language, tr, tr_n
from darwin_core.wording import ordinal
from darwin_tui.games.journey.scene import Scene

_SHARES: Final = (80, 60, 48, 40, 34, 29, 25, 22, 20, 18, 16, 14, 13, 12, 11, 10, 9, 8, 7)
"""Columns of the words of an entry at most, tried one after the other."""


def _words(event: JourneyEvent) -> tuple[int, str]:
    """Return the seat that did something, and what, in few words; empty for what follows from
    it."""
    match event:
        case Kept(seat, card):
            kept = tr("kept a card") if card == HIDDEN else tr("kept {card}", card=crew_name(card))
            return seat, kept
        case Placed(seat, worker, location):
            return seat, tr(
                "worker {number} on {place}", number=worker + 1, place=location_name(location)
            )
        case Moved(seat, _, space):
            return seat, tr("to {place}", place=space_name(space).removeprefix("I"))
        case Landed(seat, island):
            return seat, tr("landed on {island}", island=ISLANDS[island])
        case CameFirst(seat, _, points):
            return seat, tr("first: {points}★", points=points)
        case Stamped(seat, _, envelope):
            return seat, _stamps(1, envelope)
        case Bought(seat, colour, row):
            return seat, tr(
                "{colour} seal in row {number}", colour=colour_name(colour), number=row + 1
            )
        case Unlocked(seat, location):
            return seat, tr("lens on {place}", place=location_name(location))
        case Performed(seat, location):
            return seat, tr("did {place}", place=location_name(location))
        case Researched(seat, specimen):
            return seat, tr("researched {specimen}", specimen=specimen_name(specimen))
        case Delivered(seat, specimen):
            return seat, tr("delivered {specimen}", specimen=specimen_name(specimen))
        case Pitched(seat, site) | Reused(seat, site):
            return seat, tr("tent on {place}", place=site_name(site).removeprefix("I"))
        case Took(seat):
            return seat, tr("objective taken")
        case Achieved(seat):
            return seat, tr("objective done")
        case Completed(seat, card):
            return seat, tr("crew done: {card}", card=crew_name(card))
        case Copied(seat, card):
            return seat, tr("copied {card}", card=crew_name(card))
        case Awarded(seat, envelope, award):
            rank = ordinal(award + 1)
            return seat, tr("{rank} of envelope {number}", rank=rank, number=envelope + 1)
        case _:
            return NOTHING, ""


def _stamps(number: int, envelope: int) -> str:
    return tr_n(
        "stamp on {envelope}", "{number} stamps on {envelope}", number, envelope=envelope + 1
    )


def summaries(scene: Scene) -> dict[int, list[str]]:
    """Return what each other seat did since the viewer's last action, in turn order, the same
    things counted."""
    found: dict[int, dict[str, list[JourneyEvent]]] = {}
    for event in scene.since:
        seat, words = _words(event)
        if words and seat != scene.viewer:
            found.setdefault(seat, {}).setdefault(words, []).append(event)
    return {
        seat: [_counted(words, events) for words, events in found[seat].items()]
        for seat in scene.view.order
        if seat in found
    }


def _counted(words: str, events: Sequence[JourneyEvent]) -> str:
    """Return the words on equal events, stamps with their number."""
    first = events[0]
    return _stamps(len(events), first.envelope) if isinstance(first, Stamped) else words


def newest(texts: list[str], room: int) -> list[str]:
    """Return the last of some texts, as many as there is room for; one at least."""
    while len(texts) > 1 and len(", ".join(texts)) > room:
        texts = texts[1:]
    return texts


def shortened(texts: list[str], room: int) -> str:
    """Return texts as one, in whole words."""
    text = ", ".join(texts)
    if len(text) > room:
        text = _SPARE[language()].sub("", texts[-1])
    while len(text) > room and " " in text:
        text = _LOOSE[language()].sub("", text.rpartition(" ")[0])
    return text[: max(room, 0)]


_LOOSE: Final[Mapping[Language, re.Pattern[str]]] = {
    "en": re.compile(r"( in row| on| in| of|,|:)$"),
    "de": re.compile(r"( in Reihe| auf| in| von|,|:)$"),
}
"""Ends of a text whose last words were left out."""
_SPARE: Final[Mapping[Language, re.Pattern[str]]] = {
    "en": re.compile(r"worker \d on |the |researched |delivered "),
    "de": re.compile(r"Arbeiter \d: |erforscht: |geliefert: "),
}
"""Words of a text that can be left out."""


def variants(scene: Scene) -> Iterator[list[tuple[int, str]]]:
    """Yield an entry for each seat, with ever fewer words: the oldest things are left out first,
    and of the longest entries."""
    found = summaries(scene)
    for share in _SHARES:
        yield [(seat, shortened(newest(texts, share), share)) for seat, texts in found.items()]
