"""Crew cards: the own ones with what each lacks, and those of the draft."""

from typing import Final

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.journey.academy import lacking
from darwin_core.games.journey.components import (
    COLOURS,
    CREW,
    CREW_DEALT,
    CREW_KEPT,
    LETTERS,
    WORKERS,
)
from darwin_core.games.journey.names import colour_name
from darwin_core.games.journey.state import JourneyState
from darwin_core.text.language import mark, noun, tr
from darwin_tui.boards.journey.marks import actions, filled, seal, seals
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.card import empty_place, ring
from darwin_tui.drawing.likely import draw_gauges, draw_likely_back
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import cut, fit

CARD_ROWS: Final = 3
_OFFER_ROWS_MIN: Final = 9
_OFFER_ROWS: Final = 12
"""Rows of a card at full length, at least and at most."""


def missing(row: bytes, card: int) -> list[int]:
    """Return the colours that a row lacks for a crew card; purple seals count as any."""
    left = [LETTERS.index(letter) for letter in CREW[card].seals]
    for colour in row:
        if colour in left:
            left.remove(colour)
    short = lacking(row, CREW[card].seals)
    return sorted(left)[: max(short, 0)] if short < len(left) else left


def nearest(view: JourneyState, seat: int, card: int) -> tuple[int, list[int]]:
    """Return the row that lacks least for a crew card, and the colours it lacks."""
    used = view.assigned[seat]
    rows = [row for row in range(WORKERS) if row not in used]
    lacks = {row: missing(view.rows[seat][row], card) for row in rows}
    row = min(rows, key=lambda each: len(lacks[each]))
    return row, lacks[row]


def draw_cards(area: Area, moment: Moment) -> None:
    """Draw the own crew cards one below the other, with what each lacks."""
    crew = moment.view.crew[moment.me]
    area.text(0, 0, (tr("Crew"), "strong"))
    area.right(0, (tr("nearest row, and what it lacks"), "dim"))
    if not crew:
        return
    each = min((area.height - 1) // len(crew), CARD_ROWS + 1)
    for place, card in enumerate(crew):
        own = area.at(0, 1 + each * place, area.width, min(each, CARD_ROWS))
        own.part(_draw_card, (moment,), card, place)


def _draw_card(area: Area, moment: Moment, card: int, place: int) -> None:
    """Draw a card of the own crew: name and seals, reward, and what is lacking."""
    view, me = moment.view, moment.me
    paper = area.on("flap")
    if card == HIDDEN:
        paper.text(1, 0, (tr("a card"), "letter-ink"))
        return
    name, ink = _named(paper, moment, card)
    crew = CREW[card]
    words = crew_within(card, name.width - 2)
    name.text(2, 0, (words, ink))
    own = seals(crew.seals)
    room = name.width - len(words) - 2
    if room > 2 * len(own):
        name.right(0, *(piece for each in own for piece in (each, " ")))
    elif room > len(own):
        name.right(0, *own)
    else:
        paper.right(paper.height - 1, *own)
    if paper.height < 2:
        return
    reward = actions(crew.reward)
    state = _progress(view, me, place, card)
    if paper.height == 2:
        room = paper.width - length(state) - 3
        paper.text(1, 1, (fit(room, reward), "strong letter-ink"))
        paper.right(1, *state, margin=1)
        return
    paper.text(1, 1, (fit(paper.width - 2, reward), "strong letter-ink"))
    paper.text(1, 2, *state)


def _named(paper: Area, moment: Moment, card: int) -> tuple[Area, str]:
    """Enter a card, and return its row with the name, and the style of the name."""
    element = ("crew", card)
    paper.enter(element)
    top = paper.at(0, 0, paper.width, 1)
    if moment.scene.is_on(element):
        return top.on("cursor"), "strong token-ink"
    is_asked = "crew" in moment.asked_kinds and element in moment.asked
    return (top.on("letter") if is_asked else top), "strong letter-ink"


def _progress(view: JourneyState, seat: int, place: int, card: int) -> list[Styled]:
    """Return what the nearest row lacks for a card."""
    if not view.assigned[seat]:
        return [(tr("seal to start "), "letter-ink"), seal(LETTERS.index(CREW[card].start))]
    if view.assigned[seat][place] != NOTHING:
        done = tr("✓ done with row {number}", number=view.assigned[seat][place] + 1)
        return [(done, "strong letter-ink")]
    row, lacks = nearest(view, seat, card)
    if not lacks:
        return [(tr("row {number} is ready", number=row + 1), "strong letter-ink")]
    words = tr("row {number} lacks ", number=row + 1)
    return [(words, "letter-ink"), *(seal(colour) for colour in lacks)]


def crew_title(card: int) -> str:
    """Return the name of a crew card without an article."""
    return noun(CREW[card].name)


def crew_within(card: int, room: int) -> str:
    """Return the name of a crew card, fitted to a room."""
    name = crew_title(card)
    shorter = tr(_SHORTER.get(CREW[card].name, name))
    return fit(room, [name, cut(shorter, room)])


_SHORTER: Final = {
    "first lieutenant": mark("1st lieutenant"),
    "instrument maker": mark("instrument maker"),
}
"""Crew cards with a name for few columns."""


def draw_likely(area: Area, moment: Moment, seat: int, place: str) -> bool:
    """Fill a row with the crew that a seat is likely to have in a place, if it is shown; return
    whether it is."""
    likely = moment.scene.likely(seat, place)
    if likely:
        draw_gauges(area, likely, crew_within, f"seat-{seat}", least=LIKELY_COLUMNS)
    return bool(likely)


def draw_hands(area: Area, moment: Moment) -> None:
    """Draw the cards of which one is kept in the draft, and the cards kept."""
    upper, lower = area.rows(Grow(DRAFT_ROWS, 16), Grow(4))
    draw_choice(upper, moment)
    draw_kept(lower, moment)


LIKELY_COLUMNS: Final = 12
"""Columns of a card that is likely, at least."""
DRAFT_ROWS: Final = 11
BACK_COLUMNS: Final = 9
HAND_CARD_COLUMNS: Final = 22
"""Columns of a card of all hands, at most."""


def draw_choice(area: Area, moment: Moment) -> None:
    """Draw the own hand side by side; for a spectator those of all seats, hidden cards as backs."""
    view = moment.view
    if moment.scene.viewer >= moment.seats:
        start = max(map(len, moment.scene.names)) + 4
        columns = min((area.width - start) // CREW_DEALT - 1, HAND_CARD_COLUMNS)
        each = max(area.height // moment.seats, 3)
        top = max((area.height - each * moment.seats + 1) // 2, 0)
        for row, hand in enumerate(view.hands):
            own = area.at(0, top + each * row, area.width, each - 1)
            own.text(0, 0, token(row), (f" {moment.scene.names[row]}", f"strong seat-{row}"))
            for number, card in enumerate(hand):
                if card == HIDDEN:
                    likely = moment.scene.likely(row, "hand")[number :: len(hand)]
                    wide = columns if likely else BACK_COLUMNS
                    place = own.at(start + number * (wide + 1), 0, wide, own.height)
                    draw_likely_back(place, likely, crew_within, f"seat-{row}")
                else:
                    _draw_short(
                        own.at(start + number * (columns + 1), 0, columns, own.height), card
                    )
        return
    hand = view.hands[moment.me]
    places = area.inside(1, 1, 1, 1).columns(*[Grow(17, 46)] * CREW_DEALT, gap=2)
    for card, place in zip(hand, places, strict=False):
        place.part(_draw_offer, (moment,), card)
    for place in places[len(hand) :]:
        empty_place(place, tr("passed on"))


def _draw_short(area: Area, card: int) -> None:
    """Draw a card in two rows: its name on its seal, and its reward."""
    crew = CREW[card]
    paper = area.on("letter")
    start = LETTERS.index(crew.start)
    top = paper.at(0, 0, paper.width, 1, COLOURS[start])
    top.text(1, 0, (crew_within(card, top.width - 1), filled(start)))
    paper.text(1, 1, (fit(paper.width - 2, actions(crew.reward)), "letter-ink"))


def draw_kept(area: Area, moment: Moment) -> None:
    """Draw the cards that are kept, and the places of those to come."""
    kept = moment.view.crew[moment.me]
    area.text(0, 0, (tr("Kept"), "strong"))
    places = area.at(0, 1, area.width, area.height - 1).columns(*[Grow()] * CREW_KEPT, gap=1)
    for place, own in enumerate(places):
        own = own.at(0, 0, own.width, min(own.height, _OFFER_ROWS))
        if place < len(kept) and kept[place] != HIDDEN:
            if own.height >= _OFFER_ROWS_MIN:
                own.part(_draw_offer, (moment,), kept[place])
            else:
                own.part(_draw_card, (moment,), kept[place], place)
        elif place < len(kept):
            likely = moment.scene.likely(moment.me, "crew")[place :: len(kept)]
            draw_likely_back(own, likely, crew_within, f"seat-{moment.me}")
        else:
            empty_place(own, tr("pick {number}", number=place + 1))


def _draw_offer(area: Area, moment: Moment, card: int) -> None:
    """Draw a card of the draft."""
    crew, element = CREW[card], ("crew", card)
    start = LETTERS.index(crew.start)
    paper = area.on("letter")
    paper.enter(element)
    if moment.scene.is_on(element) or element in moment.selected:
        ring(area)
    top = paper.at(0, 0, paper.width, 2, COLOURS[start])
    ink = filled(start)
    top.text(2, 0, (crew_within(card, top.width - 2), ink))
    top.text(1, 1, (tr("{colour} seal now", colour=colour_name(start)), ink))
    y = 2 + (paper.height > 9)
    paper.text(1, y, (tr("needs"), "letter-ink"))
    x = 1
    for run in seals(crew.seals):
        letter, style = run if isinstance(run, tuple) else (run, "")
        x = paper.text(x, y + 1, (f" {letter} " if paper.width > 20 else letter, style)) + 1
    y += 2 + (paper.height > 8)
    paper.text(1, y, (tr("gives"), "letter-ink"))
    inner = paper.at(1, y + 1, paper.width - 2, paper.height - y - 1)
    inner.paragraph(0, actions(crew.reward)[0], "strong letter-ink")
