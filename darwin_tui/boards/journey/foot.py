"""The last row of the table: parts that are offered, a route or the news, and the buttons."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from darwin_core.contract.game import HIDDEN, NOTHING, Element
from darwin_core.games.journey import acts
from darwin_core.games.journey.acts import END_BUTTON, SKIP_BUTTON, JourneyEvent
from darwin_core.games.journey.material import ISLANDS, Act, Correspond
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    location_name,
    seal_name,
    site_name,
    space_name,
    specimen_name,
)
from darwin_core.text.language import mark, noun, tr, tr_in, tr_n
from darwin_core.text.wording import Brevity, composing, counted, is_brief, ordinal
from darwin_tui.boards.journey.journey_view import JourneyView
from darwin_tui.boards.journey.marks import actions, legend
from darwin_tui.boards.journey.panes import parts_of
from darwin_tui.boards.journey.scene import Scene, rivals_of, route_words
from darwin_tui.drawing.area import Area, fit
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.marks import BUTTON_EDGES, button, state_of
from darwin_tui.drawing.panel import news_strip

# --- the news

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
        case acts.Placed(_, worker, location):
            place = location_name(location)
            if is_short:
                return _bare(place)
            return tr("worker {number} on {place}", number=worker + 1, place=place)
        case acts.Moved(_, _, space):
            return tr("to {place}", place=space_name(space))
        case acts.Landed(_, island):
            return tr("landed on {island}", island=ISLANDS[island])
        case acts.CameFirst(_, _, points):
            return tr("first: {points}★", points=points)
        case acts.Unlocked(_, location):
            if is_brief(Brevity.SIGNS):
                return noun("lens")
            return tr("lens on {place}", place=_bare(location_name(location)))
        case acts.Performed(_, location):
            return tr("did {place}", place=_bare(location_name(location)))
        case acts.Pitched(_, site) | acts.Reused(_, site):
            if is_brief(Brevity.SIGNS):
                return noun("tent")
            return tr("tent on {place}", place=site_name(site))
    return ""


def _thing_words(event: JourneyEvent, number: int) -> str:
    """Return the words for equal actions on a component, such as a stamp; empty for others."""
    is_short = is_brief(Brevity.WORDS)
    match event:
        case acts.Kept(_, card):
            # That somebody keeps a card of the draft is no news.
            return "" if card == HIDDEN else tr("kept {card}", card=_bare(crew_name(card)))
        case acts.Stamped(_, _, envelope):
            if is_brief(Brevity.SIGNS):
                return counted(number, "stamp")
            where = envelope + 1
            return tr_n(
                "stamp on {envelope}", "{number} stamps on {envelope}", number, envelope=where
            )
        case acts.Bought(_, colour, row):
            if is_brief(Brevity.SIGNS):
                return seal_name(colour)
            return tr("{colour} seal in row {number}", colour=colour_name(colour), number=row + 1)
        case acts.Researched(_, specimen):
            name = specimen_name(specimen)
            return name if is_short else tr("researched {specimen}", specimen=name)
        case acts.Delivered(_, specimen):
            name = specimen_name(specimen)
            return name if is_short else tr("delivered {specimen}", specimen=name)
        case acts.Took():
            return tr("objective taken")
        case acts.Achieved():
            return tr("objective done")
        case acts.Completed(_, card):
            return tr("crew done: {card}", card=_bare(crew_name(card)))
        case acts.Copied(_, card):
            return tr("copied {card}", card=_bare(crew_name(card)))
        case acts.Awarded(_, envelope, award):
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
    by_seat: dict[int, dict[str, Summary]] = {}
    for event in scene.since:
        words = Summary(event).words
        # An event that only follows from an action has no words.
        seat = getattr(event, "seat", NOTHING) if words else NOTHING
        if seat not in {NOTHING, scene.viewer}:
            by_words = by_seat.setdefault(seat, {})
            by_words[words] = (
                Summary(event, by_words[words].number + 1) if words in by_words else Summary(event)
            )
    return {seat: [*by_seat[seat].values()] for seat in scene.view.order if seat in by_seat}


def in_room(done: Sequence[Summary], room: int) -> str:
    """Return the last of some summaries as text, as many as there is room for; one at least, in
    fewer words if need be.

    Args:
        done: the summaries, one or more.
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
    """Yield the news of all seats in ever fewer words: the longest entries are shortened first, by
    their oldest actions."""
    by_seat = summaries(scene)
    for share in _SHARES:
        yield [(seat, in_room(done, share)) for seat, done in by_seat.items()]


# --- the row

_END: Final = mark("end the turn")


def draw_foot(area: Area, table: JourneyView, has_news: bool, has_legend: bool) -> None:
    """Draw the row.

    Args:
        area: one row.
        has_news: the news are drawn elsewhere.
        has_legend: the signs of the chart are explained where there are no news.
    """
    area = area.on("strip")
    right = _draw_buttons(area, table)
    row = area.at(0, 0, right, 1)
    if "part" in table.asked_kinds:
        _draw_parts(row, table)
        return
    space = table.chosen("space")
    if space is not None and ("space", space) in table.asked:
        route = route_words(table.mine, space)
        near = [f"{SEAT_MARKS[seat]}{moves}" for seat, moves in rivals_of(table.mine, space)]
        rivals = tr("rivals {moves}", moves=" ".join(near) or tr_in("rivals", "none"))
        words, short = "; ".join(route), route[0]
        ways = [f"{words}; {rivals}", f"{short}; {rivals}", words, short]
        row.text(1, 0, (fit(row.width - 1, ways), "strong"))
    elif not has_news:
        if summaries(table.scene):
            news_strip(row, variants(table.scene))
        elif has_legend:
            own_signs = legend()
            signs = ["  ".join(own_signs[:number]) for number in range(len(own_signs), 0, -1)]
            row.text(1, 0, (fit(row.width - 1, signs), "dim"))
        table.drawing.has_news = True


def _draw_buttons(area: Area, table: JourneyView) -> int:
    """Draw the buttons from the right, and return the column where they begin."""
    x = area.width
    for element in (END_BUTTON, SKIP_BUTTON):
        if element not in table.asked:
            continue
        words = _button_words(table, element)
        x -= len(words) + BUTTON_EDGES + 1
        button_area = area.at(x, 0, len(words) + BUTTON_EDGES, 1)
        button_area.enter(element)
        button(button_area, 0, 0, words, state_of(table.scene, element))
    return x


def _button_words(table: JourneyView, element: Element) -> str:
    if element == END_BUTTON:
        return tr(_END)
    is_begun = isinstance(table.top, Correspond) and table.top.envelope != NOTHING
    is_begun |= isinstance(table.top, Act) and table.top.has_begun
    return tr("enough" if is_begun else "skip it")


def _draw_parts(area: Area, table: JourneyView) -> None:
    parts = [
        (number, part)
        for number, part in enumerate(parts_of(table.top))
        if ("part", number) in table.asked
    ]
    x = area.text(1, 0, (tr("do "), "dim"))
    room = (area.width - x) // max(len(parts), 1)
    for number, part in parts:
        words = fit(room - 3, actions([part]))
        cell = area.at(x, 0, len(words) + 2, 1)
        table.spot(cell, ("part", number)).text(1, 0, (words, "strong"))
        x += room if room < len(words) + 8 else len(words) + 4
