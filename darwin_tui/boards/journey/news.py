"""Summaries of the actions of others since the viewer's last turn, in few words for each."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.journey import events
from darwin_core.games.journey.components import ISLANDS
from darwin_core.games.journey.events import JourneyEvent
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    location_name,
    seal_name,
    site_name,
    space_name,
    specimen_name,
)
from darwin_core.text.language import noun, tr, tr_n
from darwin_core.text.wording import Brevity, composing, counted, is_brief, ordinal
from darwin_tui.boards.journey.scene import Scene

_SHARES: Final = (80, 60, 48, 40, 34, 29, 25, 22, 20, 18, 16, 14, 13, 12, 11, 10, 9, 8, 7)
"""Columns of the words of an entry at most, tried one after the other."""


class Summary(NamedTuple):
    """Equal actions of a seat."""

    event: JourneyEvent
    """The first of them."""
    number: int = 1

    @property
    def words(self) -> str:
        """The action in few words, without its seat; in still fewer where texts are brief."""
        return _place_words(self.event) or _thing_words(self.event, self.number)


def _place_words(event: JourneyEvent) -> str:
    """Return an action at a place in few words; empty for others."""
    is_short = is_brief(Brevity.WORDS)
    match event:
        case events.Placed(_, worker, location):
            place = location_name(location)
            if is_short:
                return _bare(place)
            return tr("worker {number} on {place}", number=worker + 1, place=place)
        case events.Moved(_, _, space):
            return tr("to {place}", place=space_name(space).removeprefix("I"))
        case events.Landed(_, island):
            return tr("landed on {island}", island=ISLANDS[island])
        case events.CameFirst(_, _, points):
            return tr("first: {points}★", points=points)
        case events.Unlocked(_, location):
            if is_brief(Brevity.SIGNS):
                return noun("lens")
            return tr("lens on {place}", place=_bare(location_name(location)))
        case events.Performed(_, location):
            return tr("did {place}", place=_bare(location_name(location)))
        case events.Pitched(_, site) | events.Reused(_, site):
            if is_brief(Brevity.SIGNS):
                return noun("tent")
            return tr("tent on {place}", place=site_name(site).removeprefix("I"))
    return ""


def _thing_words(event: JourneyEvent, number: int) -> str:
    """Return a number of equal actions with a thing in few words; empty for others."""
    is_short = is_brief(Brevity.WORDS)
    match event:
        case events.Kept(_, card):
            # That somebody keeps a card of the draft is no news.
            return "" if card == HIDDEN else tr("kept {card}", card=_bare(crew_name(card)))
        case events.Stamped(_, _, envelope):
            if is_brief(Brevity.SIGNS):
                return counted(number, "stamp")
            where = envelope + 1
            return tr_n(
                "stamp on {envelope}", "{number} stamps on {envelope}", number, envelope=where
            )
        case events.Bought(_, colour, row):
            if is_brief(Brevity.SIGNS):
                return seal_name(colour)
            return tr("{colour} seal in row {number}", colour=colour_name(colour), number=row + 1)
        case events.Researched(_, specimen):
            name = specimen_name(specimen)
            return name if is_short else tr("researched {specimen}", specimen=name)
        case events.Delivered(_, specimen):
            name = specimen_name(specimen)
            return name if is_short else tr("delivered {specimen}", specimen=name)
        case events.Took():
            return tr("objective taken")
        case events.Achieved():
            return tr("objective done")
        case events.Completed(_, card):
            return tr("crew done: {card}", card=_bare(crew_name(card)))
        case events.Copied(_, card):
            return tr("copied {card}", card=_bare(crew_name(card)))
        case events.Awarded(_, envelope, award):
            rank = ordinal(award + 1)
            if is_brief(Brevity.SIGNS):
                return rank
            return tr("{rank} of envelope {number}", rank=rank, number=envelope + 1)
    return ""


def _bare(name: str) -> str:
    """Return a name, without its English article where texts are brief."""
    return name.removeprefix("the ") if is_brief(Brevity.WORDS) else name


def summaries(scene: Scene) -> dict[int, list[Summary]]:
    """Return what each other seat did since the viewer's last action, in turn order, the same
    things counted."""
    found: dict[int, dict[str, Summary]] = {}
    for event in scene.since:
        words = Summary(event).words
        # What only follows from an action has no words.
        seat = getattr(event, "seat", NOTHING) if words else NOTHING
        if seat not in {NOTHING, scene.viewer}:
            own = found.setdefault(seat, {})
            own[words] = Summary(event, own[words].number + 1) if words in own else Summary(event)
    return {seat: [*found[seat].values()] for seat in scene.view.order if seat in found}


def in_room(done: Sequence[Summary], room: int) -> str:
    """Return the last of some summaries as text, as many as there is room for; one at least, in
    fewer words if need be.

    Args:
        done: the summaries, one or more.
        room: columns.
    """
    texts = [summary.words for summary in done]
    while len(texts) > 1 and len(", ".join(texts)) > room:
        texts = texts[1:]
    text = ", ".join(texts)
    for step in (Brevity.WORDS, Brevity.SIGNS):
        if len(text) > room:
            with composing(step):
                text = done[-1].words
    while len(text) > room and " " in text:
        text = text.rpartition(" ")[0].rstrip(",:")
    return text[: max(room, 0)]


def variants(scene: Scene) -> Iterator[list[tuple[int, str]]]:
    """Yield an entry for each seat, with ever fewer words: the oldest things are left out first,
    and of the longest entries."""
    found = summaries(scene)
    for share in _SHARES:
        yield [(seat, in_room(done, share)) for seat, done in found.items()]
