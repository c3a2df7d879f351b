"""Trades: an offer being made or to be answered, with both sides, the consequences, and a small
table.

An `Offer` is still being made, an `Answer` is an offer that its partner has to answer. In both,
``give`` and ``ask`` are seen from the seat that makes the offer.
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.cards import Cards, together, without
from darwin_core.contract.game import HIDDEN
from darwin_core.games.yummy.acts import triplet_element
from darwin_core.games.yummy.bots import Judgement
from darwin_core.games.yummy.hints import rival_words
from darwin_core.games.yummy.material import (
    CITIZENS,
    EXECUTIVE,
    GROUP_OF,
    JOKERS,
    TRADE_CARDS_MAX,
    Answer,
    Offer,
)
from darwin_core.games.yummy.offers import points_ready
from darwin_core.games.yummy.rules import cards_of_group, limit, totals
from darwin_core.games.yummy.texts import group_name
from darwin_core.games.yummy.trades import holds
from darwin_core.games.yummy.view import remembered_by_seat
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.boards.yummy.cards import (
    LINE_LEAST,
    band,
    band_ink,
    chip_words,
    draw_card,
    fitted,
    hue,
    letter,
    likely_name,
)
from darwin_tui.boards.yummy.fields import draw_fields, draw_tile, seats_in_order
from darwin_tui.boards.yummy.labels import COMPACT_ROWS, WANTED, WIDE_ROWS, draw_labels
from darwin_tui.boards.yummy.scene import Scene
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow, cut
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.card import draw_likely_back, empty_place
from darwin_tui.drawing.marks import State, seat_mark, seat_name
from darwin_tui.drawing.panel import shortened

CARD_COLUMNS: Final = 12
"""Columns of a card of a trade that is not larger."""
LARGE_CARDS: Final = {16: 18, 11: 16}
"""Columns of larger cards, by the rows of both sides with their titles."""
PICTURES_ROWS: Final = 9
"""Rows of both sides of a trade with cards of CARD_COLUMNS and pictures."""
PLAIN_ROWS: Final = 5
"""Rows of both sides of a trade with cards of CARD_COLUMNS, without pictures."""
SIDES_ROWS: Final = (*LARGE_CARDS, PICTURES_ROWS, PLAIN_ROWS)
"""Rows of both sides of a trade, largest first."""
SIDES_GAP: Final = 3
"""Columns between both sides of a trade, with the sign of the exchange."""
CHIP_TITLE_COLUMNS: Final = 9
"""Columns of the title before the chips of a side."""
CARD_CHIP_COLUMNS_MAX: Final = 24
"""Maximum columns of a card of a trade as a chip."""
TABLE_PLAYER_LETTERS_MIN: Final = 9
"""Minimum letters of the players' names in the small table; the heading above them has as many."""
TABLE_FIGURES_COLUMNS: Final = 14
"""Columns of points and hand in the small table, with gaps around them."""
TABLE_CARD_LETTERS: Final = 14
"""Maximum letters of a known card in the small table."""
KNOWN_COLUMNS_MIN: Final = 6
"""Minimum columns of the known cards in the small table, with the gap before them."""
TABLE_CHIP_COLUMNS: Final = 9
"""Columns that a triplet of the small table keeps while the known cards take the others."""
FELT_ROWS: Final = 7
"""Minimum rows of the felt per seat below an offer with larger cards."""
LEGEND_COLUMNS: Final = 84
"""Minimum columns of the legend of an offer with all words."""
TRIPLET_CHIP_COLUMNS_MIN: Final = 4
"""Minimum columns of a triplet in the small table, with a gap after it."""
OFFER_ROWS: Final = COMPACT_ROWS + 3
"""Minimum rows of an offer being made."""


def offer_of(scene: Scene) -> Offer | Answer | None:
    """Return the offer that the board shows: the viewer's own, or one that the viewer can accept.
    Other offers are a line of the news, so that the table stays visible."""
    match scene.view.pending[-1] if scene.view.pending else None:
        case Offer(seat) | Answer(_, seat) as offer if seat == scene.viewer:
            return offer
        case Answer(seat, _, _, _, ask) as answer if seat == scene.viewer:
            return answer if holds(scene.view.hands[seat], ask) else None
        case _:
            return None


def can_undo(offer: Offer) -> bool:
    """Return whether a step of an offer can be undone. A counter-offer without cards has none: its
    beginning is public already."""
    return bool(offer.give) or not offer.is_counter


# --- an offer being made


def draw_offer(area: Area, scene: Scene, offer: Offer, *, has_table: bool) -> None:
    """Draw an offer being made: both sides, and the labels to ask for.

    Args:
        area: above the bar of buttons.
        has_table: the table is shown elsewhere.
    """
    area = area.on("felt")
    # Besides the labels, four rows have the heading, both sides as chips, and the legend; seven
    # have the heading, PLAIN_ROWS, and the legend.
    is_wide = area.height >= WIDE_ROWS + 4
    grid = WIDE_ROWS if is_wide else COMPACT_ROWS
    has_cards = area.height >= grid + 7
    # Below the banner of a puzzle, both sides share a row.
    sides = PLAIN_ROWS if has_cards else min(max(area.height - 1 - grid, 1), 2)
    rows_left = area.height - 1 - sides - grid - 1
    table = 0 if has_table or rows_left < len(scene.names) + 1 else len(scene.names) + 1
    if has_cards:
        # A row of felt separates the cards from the labels.
        room = sides + rows_left - table - 1
        sides = _sides_rows(area.width, room)
        rows_left = area.height - 1 - sides - grid - 1
    # In the lowest terminals, only the legend explains the signs.
    has_legend = int(rows_left >= 0)
    free = max(rows_left - table, 0)
    above, below = free // 2, free // 3
    heading, top, _, labels, _, legend, small, _ = area.rows(
        1, sides, above, grid, max(rows_left - table - above - below, 0), has_legend, table, below
    )
    notes = [tr("nobody has seen it yet")]
    if can_undo(offer) and offer.is_counter:
        notes = [
            tr("until you make it: {play.undo} takes a card back", **KEYS),
            tr("{play.undo} takes a card back", **KEYS),
        ]
    elif can_undo(offer):
        notes = [
            tr("until you make it: Esc leaves, {play.undo} takes a card back", **KEYS),
            tr("Esc leaves, {play.undo} takes a card back", **KEYS),
        ]
    _heading(heading, scene, offer, notes)
    if has_cards:
        _sides(top, scene, offer, (tr("you give"), tr("you ask for")))
    else:
        one, two = top.columns(Grow(), Grow(), gap=1) if sides == 1 else top.rows(1, 1)
        _draw_side_chips(one, tr("you give"), offer.give)
        _draw_side_chips(two, tr("you get"), offer.ask)
    draw_labels(labels, scene, offer)
    if has_legend:
        _legend(legend, scene, offer)
    if table:
        draw_table(small, scene)


def _sides_rows(width: int, room: int) -> int:
    """Return the rows of both sides with the largest cards that fit; PLAIN_ROWS if none do."""
    return next(
        (
            rows
            for rows in SIDES_ROWS
            if rows <= room
            and 2 * TRADE_CARDS_MAX * (LARGE_CARDS.get(rows, CARD_COLUMNS) + 1) + SIDES_GAP <= width
        ),
        PLAIN_ROWS,
    )


def _heading(area: Area, scene: Scene, offer: Offer | Answer, notes: Sequence[str]) -> None:
    """Write who offers to whom, and at the right a note if one fits.

    An offer being made has the maker in ``seat``; in an answer, ``seat`` answers the ``partner``.

    Args:
        notes: forms of the note, longest first.
    """
    strip = area.on("strip")
    names = scene.names
    name, style = seat_name(offer.partner, names[offer.partner])
    if isinstance(offer, Offer):
        title = tr("your counter-offer to" if offer.is_counter else "your offer to")
        x = strip.text(1, 0, (f"{title} ", "strong"), (name, style))
    else:
        verb = tr("makes a counter-offer to" if offer.is_counter else "offers a trade to")
        to = seat_name(offer.seat, names[offer.seat])
        if offer.seat == scene.viewer:
            to = (tr_in("offers", "you"), "strong")
        x = strip.text(1, 0, (name, style), (f" {verb} ", ""), to)
    for note in notes:
        if x + len(note) + 2 < strip.width:
            strip.right(0, (note, "dim"), margin=1)
            return


def _draw_side_chips(area: Area, title: str, cards: Cards) -> None:
    """Draw one side of a trade in a row: its title, then its cards as chips or free places."""
    x = area.text(1, 0, (f"{title:<{CHIP_TITLE_COLUMNS}}", "strong"))
    room = (area.width - x) // TRADE_CARDS_MAX - 1
    for place in range(TRADE_CARDS_MAX):
        card_area = area.at(x + place * (room + 1), 0, min(room, CARD_CHIP_COLUMNS_MAX), 1)
        if place < len(cards):
            card = cards[place]
            ink = f"strong {band_ink(GROUP_OF[card])}"
            chip = card_area.on(band(GROUP_OF[card]))
            chip.text(0, 0, (f" {letter(GROUP_OF[card])} {fitted(card, card_area.width - 4)}", ink))
        else:
            card_area.text(0, 0, ("┄" * (card_area.width - 1), "rule"))


def _sides(
    area: Area,
    scene: Scene,
    offer: Offer | Answer,
    titles: tuple[str, str],
    colours: tuple[str, str] = ("ink", "ink"),
) -> None:
    """Draw the cards of both sides, each with TRADE_CARDS_MAX places and a title above.

    If the viewer answers, each card asked for says whether the viewer has it.

    Args:
        titles: of the cards given, and of the cards asked for.
        colours: of both titles.
    """
    width = LARGE_CARDS.get(area.height, CARD_COLUMNS)
    start = TRADE_CARDS_MAX * (width + 1) + SIDES_GAP
    gap = max((area.width - start - TRADE_CARDS_MAX * (width + 1) + 1) // 2, 0)
    above = area.at(0, 0, area.width, 1, "panel")
    above.text(gap + 1, 0, (titles[0], f"strong {colours[0]}"))
    above.text(gap + start + 1, 0, (titles[1], f"strong {colours[1]}"))
    is_answer = isinstance(offer, Answer) and offer.seat == scene.viewer
    for x, cards, is_asked in ((gap, offer.give, False), (gap + start, offer.ask, True)):
        # A card that is asked for twice has to be held twice.
        held = list(scene.view.hands[scene.viewer]) if is_answer and is_asked else None
        for place in range(TRADE_CARDS_MAX):
            card_area = area.at(x + place * (width + 1), 1, width, area.height - 1)
            if place >= len(cards):
                empty_place(card_area)
            elif cards[place] == HIDDEN:
                # The hand's likely cards are dealt to the backs in turn, likeliest first.
                likely = scene.likely(offer.seat, "hand")[place :: len(cards)]
                draw_likely_back(card_area, likely, likely_name, f"seat-{offer.seat}")
            else:
                note = ""
                if held is not None:
                    is_held = cards[place] in held
                    note = f"✓ {tr_in('card', 'yours')}" if is_held else f"– {tr('not held')}"
                    if is_held:
                        held.remove(cards[place])
                draw_card(card_area, cards[place], 1, State.PLAIN, note)
    area.text(gap + start - SIDES_GAP, area.height // 2, ("‹›", "strong cursor"))


def _legend(area: Area, scene: Scene, offer: Offer) -> None:
    """Explain the signs beside the labels."""
    holds_words = tr("holds it" if area.width < LEGEND_COLUMNS else "is known to hold it")
    pieces: list[Styled] = [
        (WANTED, "good"), (f" {tr('makes a triplet')}  ", "dim"),
        ("✓", "strong cursor"), (f" {tr('asked for')}  ", "dim"),
        seat_mark(offer.partner), (f" {holds_words}  ", "dim"),
        ("1 2 3", ""), (f" {tr('not seen')}  ", "dim"),
        (letter(CITIZENS), hue(CITIZENS)), " ", (letter(EXECUTIVE), hue(EXECUTIVE)),
        (f" {tr('actions')}", "dim"),
    ]  # fmt: skip
    area.text(1, 0, *shortened(pieces, area.width - 2))


# --- an offer to be answered


OFFER_MARK: Final = "offer"
"""The mark of the cards of an offer that is answered."""


def draw_answer(area: Area, scene: Scene, offer: Answer) -> None:
    """Draw an offer to answer: both sides, their consequences, and a small table."""
    area = area.on("felt")
    seats = len(scene.names)
    consequences_rows = 2
    below_rows = seats + 1
    rows_left = area.height - 1 - consequences_rows
    cards_rows = _sides_rows(area.width, rows_left - max(below_rows, FELT_ROWS * seats))
    if cards_rows not in LARGE_CARDS:
        # Pictures need no felt below them, only the small table.
        cards_rows = PICTURES_ROWS if rows_left - PICTURES_ROWS >= below_rows else PLAIN_ROWS
    below_rows = min(below_rows, rows_left - cards_rows)
    # A seat of the felt needs two rows.
    has_felt = rows_left - cards_rows >= 2 * seats
    if has_felt:
        below_rows = rows_left - cards_rows
    rows_left -= below_rows
    heading, sides, consequences, _, below = area.rows(
        1, cards_rows, consequences_rows, max(rows_left - cards_rows, 0), below_rows
    )
    is_mine = offer.seat == scene.viewer
    is_party = scene.viewer in (offer.seat, offer.partner)
    number = tr("{give} for {ask}", give=len(offer.give), ask=len(offer.ask))
    notes = [tr("only you two see the cards: {number}", number=number)] if is_party else []
    _heading(heading, scene, offer, [*notes, number])
    if is_mine:
        titles = (tr("you would get"), tr("you would give"))
        colours = ("good", "bad")
    elif offer.partner == scene.viewer:
        titles = (tr("you would give"), tr("you would get"))
        colours = ("bad", "good")
    else:
        titles = (tr("given"), tr("asked for"))
        colours = ("ink", "ink")
    _sides(sides.mark(OFFER_MARK), scene, offer, titles, colours)
    consequences = consequences.on("panel")
    if is_mine:
        for y, line in enumerate(_consequences(scene, offer)):
            consequences.text(1, y, *shortened(line, consequences.width - 2))
    else:
        consequences.text(1, 0, *_hands_after(scene, offer))
    (draw_fields if has_felt else draw_table)(below, scene)


def _consequences(scene: Scene, offer: Answer) -> list[list[Styled]]:
    """Return the consequences of accepting in two rows: for the viewer, and for both hands."""
    hand = scene.view.hands[offer.seat]
    after = together(without(hand, offer.ask), offer.give)
    changes = {
        group: points_ready(cards_of_group(after, group))
        - points_ready(cards_of_group(hand, group))
        for group in range(len(JOKERS))
    }
    pieces: list[Styled] = []
    for is_gain, words, sign, style in (
        (True, tr("with it you could lay"), "+", "good"),
        (False, tr("you could no longer lay"), "−", "bad"),
    ):
        groups = [group for group, change in changes.items() if change and (change > 0) is is_gain]
        if groups:
            pieces += [("; ", "dim")] if pieces else []
            pieces.append((f"{words} ", "dim"))
            for number, group in enumerate(groups):
                pieces.append((", " if number else "", "dim"))
                pieces.append((group_name(group), f"strong {hue(group)}"))
                pieces.append((f" {sign}{abs(changes[group])}", f"strong {style}"))
    if not pieces:
        is_joker_asked = any(card in JOKERS for card in offer.ask)
        text = mark("it makes and costs you no triplet now")
        if is_joker_asked:
            text = mark("no triplet for you now; a joker completes any pair of theirs")
        pieces = [(tr(text), "bad" if is_joker_asked else "dim")]
    judgement = Judgement(scene.view, offer.seat)
    theirs = rival_words(judgement, offer.partner, offer.ask, offer.give).removeprefix("; ")
    return [pieces, [*_hands_after(scene, offer), (theirs, "bad")]]


def _hands_after(scene: Scene, offer: Answer) -> list[Styled]:
    """Return the sizes of both hands after the trade, with their limits."""
    pieces: list[Styled] = [(f"{tr('hands afterwards')}  ", "dim")]
    more = len(offer.give) - len(offer.ask)
    for seat, change in ((offer.seat, more), (offer.partner, -more)):
        number = len(scene.view.hands[seat]) + change
        most = limit(scene.view, seat)
        pieces += [seat_mark(seat), f" {number}", (f" {tr('of {number}', number=most)}   ", "dim")]
    return pieces


# --- the table in small


def draw_table(area: Area, scene: Scene) -> None:
    """Draw a row for each seat: points, hand, triplets as chips, and cards known to be held. The
    heading is omitted if there is no row for it."""
    view = scene.view
    # Before a name are a seat's mark and a blank, after it a gap.
    name_columns = max(*map(len, scene.names), TABLE_PLAYER_LETTERS_MIN) + 3
    has_heading = area.height > len(scene.names)
    if has_heading:
        heading = area.at(0, 0, area.width, 1, "strip")
        heading.text(1, 0, (tr("the table"), "strong"))
        columns = f"{tr('pts'):>4}{tr('hand'):>7}  {tr('field')}"
        heading.text(name_columns + 1, 0, (columns, "dim"))
        heading.right(0, (tr("known to hold"), "dim"), margin=1)
    memories = remembered_by_seat(view, scene.viewer)
    for y, seat in enumerate(seats_in_order(view, scene.viewer), int(has_heading)):
        row = area.at(0, y, area.width, 1, "strip" if seat == scene.viewer else "panel")
        name, style = seat_name(seat, scene.names[seat])
        row.text(1, 0, (name, style))
        hand = f"{len(view.hands[seat])}/{limit(view, seat)}"
        row.text(name_columns + 1, 0, (f"{totals(view)[seat]:>4}", "strong"), f"{hand:>7}")
        x = name_columns + 1 + TABLE_FIGURES_COLUMNS
        cards = memories[seat] if seat != scene.viewer else b""
        names = [fitted(card, TABLE_CARD_LETTERS) for card in cards]
        words = ", ".join(names)
        field = view.fields[seat]
        room = row.width - x - 1
        kept = len(field) * TABLE_CHIP_COLUMNS
        reserved = min(len(words) + 2, max(room - kept, 0)) if words else 0
        draw_triplet_chips(row.at(x, 0, room - reserved, 1), scene, seat)
        if reserved >= KNOWN_COLUMNS_MIN:
            row.right(0, (names_within(names, reserved - 2), ""), margin=1)


def names_within(names: Sequence[str], room: int) -> str:
    """Return as many names as fit, and the number of the others."""
    for number in range(len(names), 0, -1):
        left = len(names) - number
        words = ", ".join(names[:number]) + (f" +{left}" if left else "")
        if len(words) <= room:
            return words
    more = f" +{len(names) - 1}" if len(names) > 1 else ""
    return cut(names[0], room - len(more)) + more


def draw_triplet_chips(area: Area, scene: Scene, seat: int) -> None:
    """Draw a seat's triplets as chips in a row, and enter each as an element."""
    field = scene.view.fields[seat]
    number = max(len(field), 1)
    gap = int((area.width + 1) // number > TRIPLET_CHIP_COLUMNS_MIN)
    room = (area.width + gap) // number - gap
    x = 0
    for place, triplet in enumerate(field):
        width = min(room, len(chip_words(triplet, LINE_LEAST - 2)) + 2, LINE_LEAST - 1)
        triplet_area = area.at(x, 0, width, 1)
        if triplet_area.width:
            triplet_area.enter(triplet_element(seat, place))
            draw_tile(triplet_area, scene, seat, place)
        x += width + gap
