"""The board of Yummy Darwinism: its layout, title bar and side panels, and all that flies over it.

The felt with a row for each seat, trades, labels and the hand are drawn by their own modules.
"The table" is the felt or, if there is no room for it, a list of the seats in rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import ClassVar, Final

from textual.geometry import Region, Size

from darwin_core.contract.cards import Cards
from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import Element
from darwin_core.games.yummy.acts import (
    ACCEPT,
    DECLINE,
    END,
    AnyAction,
    Ask,
    Banked,
    Captured,
    Counter,
    End,
    Give,
    Kept,
    Laid,
    Marked,
    Swapped,
    Trade,
    Traded,
    Trumped,
    YummyEvent,
    button,
    owner_and_place,
    targets,
    triplet_element,
)
from darwin_core.games.yummy.bots import Judgement, fast_policy
from darwin_core.games.yummy.material import (
    ALIENS,
    BOX,
    COPIES_OF,
    FIRST_ACTION,
    GROUP_OF,
    GROUPS,
    HAND_CARDS,
    JOKERS,
    Answer,
    Move,
    Offer,
    Trim,
    YummyState,
)
from darwin_core.games.yummy.offers import CARDS_PER_TURN
from darwin_core.games.yummy.rules import (
    group_of,
    is_last_turn,
    is_one_kind,
    limit,
    points_of,
    totals,
)
from darwin_core.games.yummy.texts import (
    DIRECTIONS,
    card_name,
    labels_words,
    triplet_by_counter,
)
from darwin_core.games.yummy.view import copies_out_of_sight, remembered_by_seat, unseen
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.wording import capitalized, counted
from darwin_tui.boards.yummy import fields, hand, labels, trade
from darwin_tui.boards.yummy.cards import MARKED, band, band_ink, fitted, fitted_group, hue
from darwin_tui.boards.yummy.fields import seats_in_order
from darwin_tui.boards.yummy.hand import LONG_FROM_COLUMNS, draw_bar
from darwin_tui.boards.yummy.scene import (
    MOVING_FRAMES,
    NewsDetail,
    Scene,
    alike,
    entries,
    moved_by,
    totals_of,
)
from darwin_tui.boards.yummy.trade import draw_triplet_chips
from darwin_tui.drawing.area import Area, Grow, cut
from darwin_tui.drawing.canvas import SEAT_MARKS, Drawing, Styled, beginning, length
from darwin_tui.drawing.marks import Sign, bar, seat_mark, seat_name
from darwin_tui.drawing.overlay import FLIGHT_FRAMES, Flight, draw_flights, points
from darwin_tui.drawing.panel import draw_action, news_strip, panel, title_bar
from darwin_tui.widgets.board import Board

# --- the title bar

LARGE_FROM_COLUMNS: Final = 150
"""Minimum columns of a board with wide side panels and the direction of play in full."""
DECK_COLUMNS: Final = 20
"""Columns of the bar that shows the cards left in the deck; half of them on a narrow board."""
ORDER_COLUMNS: Final = (16, 8, 0)
"""Maximum columns of each name in the order of play, tried in this order; 0 leaves the marks."""
ORDER_INDENT: Final = 3
"""Columns between the clock and the order of play."""
ORDER_GAP: Final = 2
"""Minimum columns between the order of play and the deck."""


def draw_heading(area: Area, scene: Scene) -> None:
    """Draw the title bar."""
    view = scene.view
    title = "Yummy Darwinism" if area.width >= LONG_FROM_COLUMNS else "Yummy"
    right: list[Styled] = [(f"{tr('deck')} ", "dim"), (f"{len(view.deck)}", "strong")]
    if not view.pending:
        title_bar(area, title, (tr("the match is over"), "dim"), right=right)
        return
    ending: list[str] = []
    if is_last_turn(view):
        right = [(tr("the last turn"), "strong bad")]
    else:
        wide = DECK_COLUMNS if area.width >= LONG_FROM_COLUMNS else DECK_COLUMNS // 2
        # The bar is full after the deal. It is rounded up: only an empty deck has an empty bar.
        full = -(-wide * len(view.deck) // (len(BOX) - HAND_CARDS * len(view.hands)))
        right += [" ", ("█" * full, "felt-edge"), ("·" * (wide - full), "dim")]
        if len(view.deck) <= CARDS_PER_TURN * len(view.hands):
            # The words about the ending take the place of the bar.
            right = right[:2]
            ending = [tr("the deck is running out")]
    seat = view.pending[0].seat
    name, style = seat_name(seat, scene.names[seat])
    free = title_bar(
        area,
        title,
        (f"{tr('turn')} ", "dim"),
        (f"{view.turn}", "strong"),
        "  ",
        (name, style),
        (f", {_direction(view, is_long=area.width >= LARGE_FROM_COLUMNS)}", "dim"),
        right=right,
        ending=ending,
    )
    seats = len(view.hands)
    order = [(seat + view.direction * step) % seats for step in range(1, seats)]
    for columns in ORDER_COLUMNS:
        pieces: list[Styled] = [(tr("then"), "dim")]
        for other in order:
            words = f"{SEAT_MARKS[other]} {beginning(scene.names[other], columns)}".strip()
            pieces += [(" › " if other != order[0] else " ", "dim"), (words, f"seat-{other}")]
        if ORDER_INDENT + length(pieces) + ORDER_GAP <= free.width:
            free.text(ORDER_INDENT, 0, *pieces)
            return


def _direction(view: YummyState, *, is_long: bool) -> str:
    """Return the direction of play, in full or in one word."""
    if is_long:
        return tr(DIRECTIONS[view.direction])
    return tr_in("heading", "clockwise" if view.direction == 1 else "anticlockwise")


# --- cards and points that fly


def flights_of(scene: Scene, drawing: Drawing, events: Sequence[YummyEvent]) -> list[Flight]:
    """Return the cards, points and marks that fly between plates, fields and triplets after some
    events. A flight whose start or end is not drawn has None in its place."""
    seats = range(len(scene.names))
    field_regions = {seat: drawing.marks.get(f"field {seat}") for seat in seats}
    plates = {seat: drawing.marks.get(f"plate {seat}") for seat in seats}

    def tile(seat: int, triplet: bytes) -> Region | None:
        """Return the region of a triplet, or its seat's field if it has left the table."""
        field = scene.view.fields[seat]
        region = field_regions[seat]
        if triplet in field:
            return drawing.places.get(triplet_element(seat, field.index(triplet)), region)
        return region

    flights = []
    for event in events:
        match event:
            case Laid(seat, cards) if is_one_kind(cards):
                # Its points fly once it is kept or banked.
                pass
            case Laid(seat, cards) | Kept(seat, cards):
                flights.append(Flight(points(points_of(cards)), tile(seat, cards), plates[seat]))
            case Trumped(seat, _, owner, cards) | Captured(seat, owner, cards):
                gain = (*_cards(len(cards), group_of(cards)), *points(points_of(cards)))
                flights.append(Flight(gain, field_regions[owner], plates[seat]))
            case Marked(seat, _, owner, cards):
                sign = ((f" {MARKED} ", "strong token-ink on bad"),)
                flights.append(Flight(sign, plates[seat], tile(owner, cards)))
            case Swapped(seat, _, owner):
                joker = ((f" {tr('joker')} ", "strong stock-ink on stock"),)
                flights.append(Flight(joker, field_regions[owner], plates[seat]))
            case Traded(seat, partner, give, ask):
                for cards, giver, taker in ((give, seat, partner), (ask, partner, seat)):
                    flights.append(Flight(_cards(len(cards)), plates[giver], plates[taker]))
            case Banked(seat, cards):
                gain = (*_cards(len(cards), group_of(cards)), *points(points_of(cards)))
                flights.append(Flight(gain, field_regions[seat], plates[seat]))
            case _:
                # Draws, discards and answers to offers have no flight.
                pass
    return flights


def _cards(count: int, group: int | None = None) -> tuple[Styled, ...]:
    """Return a number of cards, as backs or on their group's band."""
    words = f" {counted(count, 'card')} "
    if group is None:
        return ((words, "strong stock-ink on stock"),)
    return ((words, f"strong {band_ink(group)} on {band(group)}"),)


# --- the signs

_CITIZENS: Final = "strong dark-ink on citizens"
_POLITICS: Final = "strong dark-ink on politics"
_DANGER: Final = "stock-bad on stock"
OFFERED: Final = r"\b(CIA|IRA|Rambo|Superman) +\S?[123–]"
"""Regular expression that finds the numbers beside cards to ask for: those of names that are the
same in all languages."""

SIGNS: Final = (
    Sign(mark("citizens 1"), _CITIZENS, mark("a playing card, and the points of its triplet")),
    Sign(mark("politics ▸"), _POLITICS, mark("an action card: takes the group right below")),
    Sign(
        mark("▸ take"), "strong token-ink on tag", mark("what you can play on this triplet"), (0,)
    ),
    Sign("! ×4", _DANGER, mark("4 action cards of that group could take it"), (0,)),
    Sign(
        mark("5 take"),
        _DANGER,
        mark("action cards that could take it, or mark it"),
        (0,),
        shown_by=r"\d (take|mark|nehm)",
    ),
    Sign("− ×4", _DANGER, mark("4 citizens' cards could each cost it a point"), (0,)),
    Sign(
        mark("executi."),
        "ink",
        mark("a name that is cut: {play.zoom} on the card says it all"),
        shown_by=r"[a-zäöüß]{3}\.",
    ),
    Sign(
        "CIA 3",
        "ink",
        mark("copies not seen; a letter: an action's group"),
        (0,),
        shown_by=OFFERED,
    ),
    Sign("▸", "strong cursor", mark("whose turn it is, or what is asked")),
    Sign("›", "dim", mark("the order of play"), (0,)),
    Sign("‹›", "strong cursor", mark("the two sides of a trade"), (0,)),
    Sign("✓ »", "strong cursor", mark("selected, or in your hand; » with the cursor")),
    Sign("≡", "good", mark("makes a triplet with cards of yours"), (0,)),
    Sign("· · ·", "dim", mark("room for a triplet"), (0,)),
)


# --- the long text on the focused element


def not_seen(scene: Scene, element: Element) -> list[str]:
    """Return a sentence about the unseen cards that could complete a triplet with a card."""
    kind, card = element
    view, viewer = scene.view, scene.viewer
    if kind not in ("card", "label") or viewer >= len(view.hands) or not _makes_triplets(card):
        return []
    group = GROUP_OF[card]
    unseen_cards = unseen(view, viewer)
    cards = bytes(
        [card for card in unseen_cards if GROUP_OF[card] == group and _makes_triplets(card)]
    )
    if not cards:
        return [tr("All cards of its group have been seen.")]
    return [tr("Not seen of its group: {cards}.", cards=labels_words(cards))]


def _makes_triplets(card: int) -> bool:
    return card < FIRST_ACTION or card in JOKERS


# --- the panels beside the felt

UNSEEN_ROWS: Final = 9
"""Rows of the panel of unseen cards: frame, labels, and a row for each group."""
GROUP_COLUMNS: Final = 12
"""Columns of a group's name and its gap."""
ACTIONS_COLUMNS: Final = 10
"""Columns of the numbers of jokers and of actions."""
KINDS_COLUMNS: Final = 3
"""Columns of the number beside a bar of playing cards."""
CONTINUED: Final = (" …", "dim")
"""Suffix of a line whose continuation does not fit."""
KINDS_MAX: Final = max(
    sum(
        COPIES_OF[card]
        for card in range(FIRST_ACTION)
        if GROUP_OF[card] == group and card not in JOKERS
    )
    for group in range(ALIENS)
)
"""Playing cards of the largest group, jokers not counted."""
KNOWN_LETTERS: Final = (24, 16)
"""Maximum letters of each known card in the small table, tried in this order."""


def draw_news(area: Area, scene: Scene) -> None:
    """Draw the others' actions since the viewer's last turn, a paragraph per seat."""
    inner = panel(
        area, mark("since your last turn" if scene.viewer < len(scene.names) else "the last turns")
    )
    lines: list[list[list[Styled]]] = []
    # Words about the actions are worth more than names, of which the marks remain.
    for has_name, is_short in ((True, False), (False, False), (True, True), (False, True)):
        acted = entries(scene, is_short=is_short)
        lines = [_paragraph(scene, *entry, inner.width, has_name) for entry in acted]
        if sum(map(len, lines)) <= inner.height:
            break
    else:
        _shorten(lines, scene, inner)
    for y, line in enumerate(line for paragraph in lines for line in paragraph):
        inner.text(0, y, *line)
    if not lines:
        inner.text(0, 0, (tr("nothing yet"), "dim"))


def _paragraph(
    scene: Scene, seat: int, pieces: Sequence[Styled], width: int, has_name: bool = False
) -> list[list[Styled]]:
    """Wrap a seat's actions to a width."""
    return wrapped_pieces([_who(scene, seat, has_name), " ", *pieces], width, 2)


def _shorten(lines: list[list[list[Styled]]], scene: Scene, area: Area) -> None:
    """Replace the longest paragraphs by totals, in fewer and fewer words, until all fit; then cut
    them."""
    for detail in NewsDetail:
        totals = [_paragraph(scene, *entry, area.width) for entry in totals_of(scene, detail)]
        for index in sorted(range(len(lines)), key=lambda index: -len(lines[index])):
            if sum(map(len, lines)) > area.height:
                lines[index] = min(lines[index], totals[index], key=len)
    while sum(map(len, lines)) > area.height and max(map(len, lines)) > 1:
        cut_off = max(lines, key=len)
        cut_off.pop()
        cut_off[-1] = whole_words(cut_off[-1], area.width)


def whole_words(line: Sequence[Styled], width: int) -> list[Styled]:
    """Return a line as many whole words long as fit, with an ellipsis."""
    pieces = list(line)
    while pieces and length(pieces) + len(CONTINUED[0]) > width:
        text, style = (pieces[-1], "") if isinstance(pieces[-1], str) else pieces[-1]
        shorter = text.rstrip().rpartition(" ")[0]
        pieces[-1:] = [(shorter, style)] if shorter else []
    return [*pieces, CONTINUED]


def _who(scene: Scene, seat: int, has_name: bool) -> Styled:
    """Return a seat's mark, with its name if wanted. The viewer's name is never written."""
    if has_name and seat != scene.viewer:
        return seat_name(seat, scene.names[seat])
    return seat_mark(seat)


def wrapped_pieces(pieces: Sequence[Styled], width: int, indent: int) -> list[list[Styled]]:
    """Wrap pieces to a width between words; later lines are indented."""
    # A word may consist of several pieces, such as a name and the comma after it.
    words: list[list[tuple[str, str]]] = [[]]
    for piece in pieces:
        text, style = (piece, "") if isinstance(piece, str) else piece
        for number, part in enumerate(text.split(" ")):
            if number:
                words.append([])
            if part:
                words[-1].append((part[: width - indent], style))
    lines: list[list[Styled]] = [[]]
    used = 0
    for (text, style), *more in filter(None, words):
        size = len(text) + length(more)
        gap = " " if used else ""
        if used + len(gap) + size > width:
            lines.append([])
            used = 0
            gap = " " * indent
        lines[-1] += [(gap + text, style), *more]
        used += len(gap) + size
    return lines


def draw_unseen(area: Area, scene: Scene) -> None:
    """Draw each group's numbers of unseen cards: playing cards as a bar, then jokers and actions.
    The interface calls playing cards kinds."""
    view = scene.view
    unseen_by_label = copies_out_of_sight(view)
    title = tr("not seen {number}", number=sum(unseen_by_label))
    inner = panel(area, [(title, "strong")], tr("{number} in the deck", number=len(view.deck)))
    inner.right(0, (tr("joker acts"), "dim"))
    inner.text(GROUP_COLUMNS, 0, (tr("kinds"), "dim"))
    wide = inner.width - GROUP_COLUMNS - ACTIONS_COLUMNS - 1
    # In less room, a column of the bar would be more than two cards.
    numbers = KINDS_COLUMNS if wide > KINDS_MAX // 2 + KINDS_COLUMNS else 0
    for group in range(len(GROUPS)):
        y = group + 1
        in_group = [card for card in range(len(unseen_by_label)) if GROUP_OF[card] == group]
        joker = sum(unseen_by_label[card] for card in in_group if card in JOKERS)
        actions = sum(unseen_by_label[card] for card in in_group if card >= FIRST_ACTION)
        kinds = sum(unseen_by_label[card] for card in in_group) - joker - actions
        inner.text(0, y, (fitted_group(group, GROUP_COLUMNS - 1), f"strong {hue(group)}"))
        bar(inner, GROUP_COLUMNS, y, wide - numbers, [(kinds, hue(group))], KINDS_MAX)
        if numbers and kinds:
            inner.text(GROUP_COLUMNS + wide - numbers, y, f"{kinds:>3}")
        inner.right(y, f"{joker or '–':>3}", f"{actions or '–':>7}")


def draw_cursor(area: Area, scene: Scene, cursor: Element | None) -> None:
    """Draw the text on the element under the cursor."""
    if cursor is None:
        panel(area, "", ground="panel")
        return
    kind, number = cursor
    if kind in ("card", "label"):
        title = str(card_name(number))
    elif kind == "seat":
        title = scene.names[number]
    else:
        title = tr({"triplet": mark("triplet"), "button": mark("choice")}[kind])
    inner = panel(area, [cut(title, area.width - 8)], is_active=True)
    text = scene.text_on(cursor)
    # The panel's title already says the name.
    if text.lower().startswith(f"{title.lower()}: "):
        text = text[len(title) + len(": ") :]
    text = capitalized(text)
    ways = scene.choices_on(cursor)
    about = wrap(text, inner.width)
    lines = list(about)
    for way in ways:
        lines += wrap(way, inner.width, subsequent_indent="  ")
    if len(lines) > inner.height:
        lines = lines[: inner.height]
        lines[-1] = f"{lines[-1][: inner.width - 1]}…"
    for y, line in enumerate(lines):
        inner.text(0, y, (line, "dim" if y < len(about) else ""))


def draw_small_table(area: Area, scene: Scene) -> None:
    """Draw a small table beside an offer: each seat's points, hand, triplets, and the cards that
    it is known to hold. Each seat has the same number of rows."""
    view = scene.view
    inner = panel(area, mark("the table"), tr("hand points"))
    memories = remembered_by_seat(view, scene.viewer)
    rows = inner.height // len(scene.names)
    for position, seat in enumerate(seats_in_order(view, scene.viewer)):
        row_area = inner.at(0, position * rows, inner.width, rows)
        hand = f"{len(view.hands[seat])}/{limit(view, seat)}"
        points = f"{totals(view)[seat]:>4}"
        name, style = seat_name(seat, scene.names[seat])
        row_area.text(0, 0, (cut(name, row_area.width - len(hand) - len(points) - 1), style))
        row_area.right(0, (hand, "dim"), (points, "strong"))
        draw_triplet_chips(row_area.at(0, 1, row_area.width, 1), scene, seat)
        if not view.fields[seat]:
            row_area.text(0, 1, (tr("no triplet on the field"), "dim"))
        cards = memories[seat] if seat != scene.viewer else b""
        if cards and rows > 2:
            x = row_area.text(0, 2, (f"{tr('has')} ", "dim"))
            # The last row separates the seats.
            lines = _known_lines(cards, row_area.width - x, max(rows - 3, 1), scene)
            for y, line in enumerate(lines, 2):
                row_area.text(x, y, line)


def _known_lines(cards: Cards, width: int, rows: int, scene: Scene) -> list[str]:
    """Return card names in lines, unshortened if there is room; the last line counts the rest."""
    names: list[str] = []
    for letters in KNOWN_LETTERS:
        names = [fitted(card, letters) for card in cards]
        lines = wrap(", ".join(names), width)
        if len(lines) <= rows:
            return lines
    lines = []
    while len(lines) < rows - 1:
        count = len(names) - 1
        while count > 1 and len(", ".join(names[:count])) >= width:
            count -= 1
        lines.append(f"{cut(', '.join(names[:count]), width - 1)},")
        names = names[count:]
    return [*lines, trade.names_within(names, width)]


def unseen_title(scene: Scene) -> list[Styled]:
    """Return the title of the unseen cards."""
    unseen_count = sum(copies_out_of_sight(scene.view))
    deck = len(scene.view.deck)
    words = tr("{number}, of which {deck} in the deck", number=unseen_count, deck=deck)
    return [(tr("cards not seen"), "strong"), (f"  {words}", "dim")]


# --- the board

SIDE_COLUMNS: Final = (33, 42)
"""Columns of the panels beside the felt, on a board below and from LARGE_FROM_COLUMNS on."""
SIDE_FROM_COLUMNS: Final = 110
"""Minimum columns of a board with panels beside the felt."""
PANEL_ROWS_MIN: Final = 4
"""Minimum rows of the news and of the panel for the element under the cursor."""
PANEL_ROWS_MAX: Final = 12
"""Maximum rows of the panel for the element under the cursor."""
ORDER: Final = ("card", "seat", "button", "label", "triplet")
"""The kinds of elements in the order of the number keys."""
CARDS: Final = ((15, 150, 8), (10, 150, 6), (10, SIDE_FROM_COLUMNS, 8), (8, 80, 3), (7, 80, 2))
"""Rows of a card of the hand, largest first, each with its minimum columns of the board and rows of
a seat."""
CARD_ROWS_MIN: Final = 4
"""Rows of a card of the hand if no size of CARDS fits."""
EDGE_ROWS: Final = 3
"""Rows of the title bar, of the bar of actions, and for the ring above the hand."""


@dataclass(frozen=True)
class Layout:
    """The rows of the board, from top to bottom."""

    has_side: bool
    """There are panels beside the felt; otherwise a strip of news is below it."""
    news: int
    bar: int
    """Rows of the bar of actions; none for spectators."""
    title: int
    """Rows of the hand's title."""
    card: int
    """Rows of a card of the hand."""
    foot: int
    """Rows below the hand, for its shadow."""


def layout_of(size: Size, seats: int, *, is_offer: bool = False) -> Layout:
    """Return the rows for a size and number of seats, constant throughout a match. Only offers
    differ: the hand is low if all labels need the room."""
    has_side = size.width >= SIDE_FROM_COLUMNS
    news = 0 if has_side else 1
    card = CARD_ROWS_MIN
    for rows, width, least in CARDS:
        # Beside an offer, the hand keeps its title and the row for its shadow.
        has_room = not is_offer or size.height - EDGE_ROWS - 2 - rows >= trade.OFFER_ROWS
        # The smallest size may lack a free row below.
        free = size.height - EDGE_ROWS - news - rows - (rows > CARDS[-1][0])
        if size.width >= width and has_room and free // seats >= least:
            card = rows
            break
    room = size.height - EDGE_ROWS - news - card
    seat_rows = room // seats
    if seat_rows in (10, 12) or seat_rows > 13:
        # No size of triplets can use the last of these rows.
        seat_rows -= 1
    rows_left = room - seats * seat_rows
    # Spare rows go to the hand's title, whose words are otherwise in the bar of actions, and to the
    # hand's shadow.
    extras = (("title", "foot") if size.width >= LONG_FROM_COLUMNS else ("foot", "title"))[
        :rows_left
    ]
    if rows_left > len(extras) and news:
        news += 1
    return Layout(has_side, news, 1, int("title" in extras), card, int("foot" in extras))


def fitted_layout(scene: Scene, size: Size) -> tuple[Layout, int]:
    """Return the layout of a scene, and the rows of the hand at the lower edge, or of all hands."""
    is_offer = trade.offer_of(scene) is not None
    layout = layout_of(size, len(scene.names), is_offer=is_offer)
    is_player = scene.viewer < len(scene.names)
    lower = layout.card + 1 + layout.foot
    if not is_player:
        # All hands, with cards of one to three rows, take whole rows of cards and a heading.
        start = hand.hands_start(scene)
        rows = hand.hands_rows(scene, size.width, start)[1]
        lower = min(max(rows, (lower + layout.title) // rows * rows), 3 * rows) + 1
        spare = (size.height - 1 - layout.news - lower) % len(scene.names)
        # Half of the rows that the seats do not need go to the news, the others to the felt.
        news = layout.news and layout.news + spare // 2
        layout = replace(layout, news=news, title=0, foot=0, bar=0)
    if is_offer:
        # An offer takes the rows of the news, and in the lowest terminals those of title and foot.
        layout = replace(layout, news=0)
        if size.height - 2 - layout.title - lower < trade.OFFER_ROWS and is_player:
            lower -= layout.foot
            layout = replace(layout, title=0, foot=0)
    return layout, lower


class YummyBoard(Board[YummyState, AnyAction, YummyEvent]):
    """The board of Yummy Darwinism."""

    COLOURS: ClassVar[str] = "darwin_tui.boards.yummy"

    SIGNS: ClassVar[tuple[Sign, ...]] = SIGNS
    PANES: ClassVar[tuple[str, ...]] = (mark("table"), mark("cards not seen"))

    LOG_COLUMNS: ClassVar[int] = 200
    HEADLINES: ClassVar[bool] = True
    FIRST_MARKS: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(
        ("move", "none", "take", "answer", "trim"),
        ("hand", "bar", fields.OWN_FIELD, trade.OFFER_MARK),
    )

    @staticmethod
    def is_harmless(view: YummyState, action: AnyAction, actions: Sequence[AnyAction]) -> bool:
        """Return True for declining an offer that cannot be accepted, unless a counter-offer could
        bring a triplet."""
        return action == DECLINE and ACCEPT not in actions and not triplet_by_counter(view)

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return the text on an element, with its group's unseen cards."""
        return [*super().zoom(scene, element), *not_seen(scene, element)]

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the board: the felt above, the hand at the lower edge. All but the bar
        of actions is drawn without the cursor, so that it is copied when the cursor moves; then the
        element under the cursor is drawn over it."""
        area = self.area(scene, size)
        drawing = area.drawing
        still = replace(scene, cursor=None)
        layout, lower = fitted_layout(scene, size)
        is_player = scene.viewer < len(scene.names)
        heading, table, news, bar, title, cards = area.rows(
            1, Grow(), layout.news, layout.bar, layout.title, lower
        )
        beside = area.at(0, 0, 0, 0)
        if layout.has_side:
            table, beside = table.columns(Grow(), SIDE_COLUMNS[size.width >= LARGE_FROM_COLUMNS])
        table.part(_table, (still,), layout.has_side)
        heading.part(draw_heading, (still,))
        if layout.news:
            news.part(_news, (still,))
        if beside.width:
            beside.part(_beside, (still,))
        if is_player:
            cards.part(_hand, (still,), title, layout.card)
        else:
            cards.part(hand.draw_all_hands, (still,))
        if layout.bar:
            bar.mark("bar").part(draw_bar, (scene,), bool(title.height))
        # The cursor may be on a removed element until the next decision.
        on_it = scene.cursor if scene.cursor in drawing.places else None
        if beside.width and not isinstance(trade.offer_of(scene), Offer):
            if scene.said:
                draw_action(_panels(beside)[-1], scene.said)
            elif is_player:
                draw_cursor(_panels(beside)[-1], scene, on_it)
        if on_it:
            _draw_cursor(area, scene, on_it)
        _order_elements(drawing, scene)
        frames_left = scene.frame - (MOVING_FRAMES - FLIGHT_FRAMES)
        draw_flights(drawing, flights_of(scene, drawing, scene.moving), frames_left)
        return drawing

    @staticmethod
    def frames(events: Sequence[YummyEvent]) -> int:
        """Return the frames in which the seats and the triplet of the last events are marked."""
        return MOVING_FRAMES if any(moved_by(event)[0] for event in events) else 0

    reveal_frames = staticmethod(fields.reveal_frames)

    @staticmethod
    def alike(events: Sequence[YummyEvent], frame: int, *, is_paused: bool) -> int:
        """Return the number of frames of the same points."""
        return alike(events, frame)

    @staticmethod
    def first(view: YummyState, actions: Sequence[AnyAction]) -> Element | None:
        """Return the element to focus first.

        In a turn, an action that can be played, else the end of the turn. In an offer, the button
        that makes the offer once something is asked for; before that, after a card is given, the
        most wanted label. For an answer, declining, so that nothing is accepted by accident. For
        discarding, the least useful card.
        """
        match view.pending[-1] if view.pending else None:
            case Move():
                playable = (action for action in actions if not isinstance(action, Trade | End))
                return targets(next(playable, END))[0]
            case Offer(_, _, _, _, ask) if ask:
                return button("propose")
            case Offer(_, _, _, give) as offer if give:
                wanted = [*labels.wanted_labels(view, offer), labels.most_valuable_unseen(view)]
                return ("label", wanted[0])
            case Answer():
                return button("decline")
            case Trim(seat) if actions:
                return targets(fast_policy(view, seat))[0]
            case _:
                return None

    @staticmethod
    def front(view: YummyState, chooser: Chooser[AnyAction]) -> int | None:
        """Return the pane that a decision needs: an offer's labels are in the first."""
        return 0 if view.pending and isinstance(view.pending[-1], Offer) else None

    @staticmethod
    def begun_by(view: YummyState, action: AnyAction) -> Sequence[AnyAction]:
        """Return the steps of the best offer to the partner with whom a trade was opened."""
        offer = view.pending[-1] if view.pending else None
        if not isinstance(action, Trade | Counter) or not isinstance(offer, Offer):
            return ()
        plan = Judgement(view, offer.seat).plan(offer.partner)
        return [*map(Give, plan.give), *map(Ask, plan.ask)] if plan.ask else ()

    @staticmethod
    def is_draft(view: YummyState, viewer: int) -> bool:
        """Return whether a viewer is building an offer that Esc leaves; see ``trade.can_undo``."""
        offer = view.pending[-1] if view.pending else None
        return isinstance(offer, Offer) and offer.seat == viewer and trade.can_undo(offer)


def _draw_cursor(area: Area, scene: Scene, element: Element) -> None:
    """Draw the element under the cursor over the picture without a cursor."""
    kind, number = element
    element_area = Area(area.drawing, area.drawing.places[element])
    if kind == "card":
        hand.draw_one(element_area, scene, number)
        lay = fields.lay_of(scene, number)
        next_place = area.drawing.marks.get(fields.NEXT_PLACE)
        if lay and next_place:
            ground = area.drawing.canvas.ground(next_place.x, next_place.y)
            fields.draw_ghost(Area(area.drawing, next_place, ground), scene, lay)
    elif kind == "triplet":
        owner, place = owner_and_place(number)
        # Its ground is the ground of its row, read from the gap at its left.
        ground = area.drawing.canvas.ground(element_area.region.x - 1, element_area.region.y)
        fields.draw_tile(element_area.over(ground), scene, owner, place)
    elif kind == "label":
        offer = trade.offer_of(scene)
        if isinstance(offer, Offer):
            left = copies_out_of_sight(scene.view)[number]
            labels.draw_label(element_area, scene, offer, number, left, False)


def _table(area: Area, scene: Scene, has_side: bool) -> None:
    """Draw the felt or an offer; in the second pane the unseen cards, or during an offer the
    felt."""
    offer = trade.offer_of(scene)
    if scene.pane == 1 and isinstance(offer, Offer):
        fields.draw_fields(area, scene)
    elif scene.pane == 1:
        felt = area.on("felt").mark("cards not seen")
        felt.at(0, 0, area.width, 1, "strip").text(1, 0, *unseen_title(scene))
        rows = labels.WIDE_ROWS if area.height > labels.WIDE_ROWS else labels.COMPACT_ROWS
        labels.draw_labels(felt.at(0, 1, area.width, rows), scene, None)
    elif isinstance(offer, Offer):
        trade.draw_offer(area, scene, offer, has_table=has_side)
    elif offer:
        trade.draw_answer(area, scene, offer)
    elif scene.is_paused and not scene.view.pending:
        fields.draw_end(area, scene)
    else:
        fields.draw_fields(area, scene)


def _panels(area: Area) -> list[Area]:
    """Divide the columns beside the felt: news, unseen cards, the element under the cursor."""
    unseen = UNSEEN_ROWS if area.height >= UNSEEN_ROWS + 2 * PANEL_ROWS_MIN else 0
    return area.rows(
        Grow(PANEL_ROWS_MIN, weight=3), unseen, Grow(PANEL_ROWS_MIN, PANEL_ROWS_MAX, weight=2)
    )


def _beside(area: Area, scene: Scene) -> None:
    if isinstance(trade.offer_of(scene), Offer):
        draw_small_table(area, scene)
        return
    # Spectators have no cursor; a replay has the words about its last action instead.
    has_third = scene.viewer < len(scene.names) or scene.said
    areas = _panels(area) if has_third else area.rows(Grow(PANEL_ROWS_MIN), UNSEEN_ROWS)
    news, unseen = areas[:2]
    if not any(copies_out_of_sight(scene.view)):
        news, unseen = area.at(0, 0, area.width, news.height + unseen.height).rows(Grow(), 0)
    draw_news(news, scene)
    if unseen.height:
        draw_unseen(unseen, scene)


def _news(area: Area, scene: Scene) -> None:
    if scene.primer and not entries(scene, is_short=True):
        # Before the others' first turns there is nothing to tell, and a note to read.
        area.on("strip").fill()
        return
    title = tr("meanwhile") if scene.viewer < len(scene.names) else tr_in("news", "last")
    totals = (totals_of(scene, detail) for detail in NewsDetail)
    news_strip(area, (entries(scene, is_short=True), *totals), title)


def _hand(cards: Area, scene: Scene, title: Area, rows: int) -> None:
    cards.mark("hand")
    if title.height:
        hand.hand_title(title, scene)
    hand.draw_hand(cards, scene, rows)


def _order_elements(drawing: Drawing, scene: Scene) -> None:
    """Give the number keys to kinds with selectable elements first, so that they reach every button
    if no card is selectable."""
    kinds = {kind for kind, _ in scene.selectable}
    drawing.places = dict(
        sorted(
            drawing.places.items(),
            key=lambda entry: (entry[0][0] not in kinds, ORDER.index(entry[0][0])),
        )
    )
