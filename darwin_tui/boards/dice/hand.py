"""The viewer's row of figures and hand; for spectators the hands of all seats; at the end of a
match, all points as bars."""

from typing import Final

from textual.geometry import Size

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.dice.material import CARDS, POINTS, SCORPION, points_of
from darwin_core.games.dice.texts import card_name, number_words
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.wording import counted, listed
from darwin_tui.boards.dice.cards import (
    HUGE,
    HUGE_COLUMNS_MIN,
    LARGE,
    MEDIUM,
    MEDIUM_COLUMNS_MIN,
    POINT,
    SMALL,
    cards_within,
    code_of,
    draw_card,
    draw_copies,
    draw_trump_tag,
    name_within,
    short_name,
    text_of,
)
from darwin_tui.boards.dice.dice_view import DiceView, Slot
from darwin_tui.boards.dice.seats import name_in
from darwin_tui.drawing.area import Area, Grow, write_big
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.card import draw_likely_back, empty_place, fans
from darwin_tui.drawing.marks import State, bar, state_of

HUGE_SIZE: Final = Size(190, 57)
"""Minimum size of a board for huge cards in a hand that fits its width."""
LARGE_SIZE: Final = Size(110, 47)
"""Minimum size of a board for large cards in a hand that fits its width."""
MEDIUM_SIZE: Final = Size(80, 27)
"""Minimum size of a board for medium cards in a hand that fits its width."""
AIR: Final = 2
"""Rows of a hand above and below its cards."""
FRAME_COLUMNS: Final = 2
"""Columns of the frame of an empty place."""
NAME_COLUMNS: Final = 20
"""Columns of a player's name before the hand."""
MINI_COLUMNS_MAX: Final = 9
"""Maximum columns of a card of one or two rows."""
WORDS_COLUMNS_MIN: Final = 9
"""Minimum columns of a one-row card with number and name."""
GAP_COLUMNS_MAX: Final = 2
"""Maximum columns between two cards."""
BAR_ROWS_MAX: Final = 6
"""Maximum rows of a seat in the result."""
BAR_ROWS: Final = 3
"""Minimum rows of a seat in the result for points in large digits."""
FAN_ROWS: Final = 6
"""Minimum rows for hidden hands as fans of backs, side by side."""
WORDS_COLUMNS: Final = 100
"""Minimum columns of the viewer's row for cards named in words."""
SEAT_COLUMNS: Final = 18
"""Maximum columns of a seat's mark and name in the viewer's row and in the result."""
POINTS_AT: Final = 20
"""Column at which large points begin in the result."""
POINTS_END: Final = 23
"""Column at which other points end in the result."""
BARS_AT: Final = 25
"""Column at which the bars begin in the result."""
BARS_AFTER_LARGE_AT: Final = 34
"""Column at which the bars begin beside large points."""


def card_size(board: Size, room: int, table: DiceView, beside_columns: int) -> Size:
    """Return the size of the cards in a hand, constant throughout a match.

    Args:
        board: size of the whole board.
        room: columns for the hand.
        beside_columns: columns wanted beside the hand, if cards of the same height allow.
    """
    # One column at each side is for the ring.
    pitch = (room - 1) // table.cards_dealt
    is_huge = board.width >= HUGE_SIZE.width and board.height >= HUGE_SIZE.height
    if is_huge and pitch > HUGE_COLUMNS_MIN:
        return Size(min(HUGE.width, pitch - 1), HUGE.height)
    if board.height >= LARGE_SIZE.height and pitch > LARGE.width:
        return LARGE
    if board.height >= MEDIUM_SIZE.height and pitch > MEDIUM_COLUMNS_MIN:
        beside = (room - beside_columns) // table.cards_dealt
        pitch = beside if beside > MEDIUM_COLUMNS_MIN else pitch
        return Size(min(MEDIUM.width, pitch - 1), MEDIUM.height)
    return SMALL


def hand_columns(size: Size, table: DiceView) -> int:
    """Return the columns of a full hand, with one at its left for the ring."""
    return table.cards_dealt * (size.width + 1) + 1


# --- the viewer's row


def draw_own_row(area: Area, table: DiceView) -> None:
    """Write the viewer's points and cards in a row; for spectators and in the result a heading."""
    row = area.on("strip")
    seat = table.viewer
    if seat is None or table.is_over:
        row.text(1, 0, (tr("result" if table.is_over else "hands"), "strong"))
        return
    points = sum(POINTS[slot.card] * slot.copies for slot in table.slots)
    held_count = sum(slot.copies for slot in table.slots)
    taken = table.taken(seat)
    x = row.text(
        1,
        0,
        name_in(table, seat, SEAT_COLUMNS),
        (f" {tr('you')}", "dim"),
        (f"  {tr('safe')} ", "dim"),
        (f"{table.points(seat)}", "strong"),
        (f"  {tr('at risk')} ", "dim"),
        *_risk(table, taken),
        *_gain(table, seat),
        "  ",
    )
    cards: list[Styled] = [(f"{tr('hand')} ", "dim"), (counted(held_count, "card"), "strong")]
    whole = [*cards, (f", {counted(points, 'point')}", "dim")]
    ways = (whole, cards) if held_count else ()
    hand = next((way for way in ways if x + length(way) < row.width), [])
    end = row.right(0, *hand, margin=1) if hand else row.width - 1
    chosen = table.chosen(seat)
    if chosen not in (NOTHING, HIDDEN):
        choice: list[Styled] = [("✓ ", "strong good"), text_of(chosen), "  "]
        if x + length(choice) >= end:
            choice[1] = code_of(chosen)
        if x + length(choice) < end:
            x = row.text(x, 0, *choice)
    in_words = row.width >= WORDS_COLUMNS
    pieces = cards_within(sorted(taken), end - x - 2, in_words=in_words) if end - x > 2 else []
    if length(pieces) <= end - x - 2:
        row.text(x, 0, *pieces)


def _risk(table: DiceView, taken: bytes) -> list[Styled]:
    """Return the points at risk, and whether the card under the cursor leaves them open to be
    robbed."""
    points = f"{points_of(taken)}"
    card = table.considered
    if card is None or not taken:
        return [(points, "strong")]
    robbers = table.stakes(card).robbers
    if not robbers:
        return [(points, "strong good"), (f" {tr_in('risk', 'safe with this card')}", "good")]
    names = listed([*map(noun, robbers)], mark("or"))
    return [(points, "strong bad"), (f" {tr('open to {robbers}', robbers=names)}", "bad")]


def _gain(table: DiceView, seat: int) -> list[Styled]:
    """Return the change of a seat's points by the revealed turn."""
    turn = table.last
    if turn is None or not table.is_revealing:
        return []
    if banked := table.banked(seat):
        return [(f" {tr('+{number} now safe', number=banked)}", "strong good")]
    if turn.won and turn.won.seat == seat and table.stage.shows_winner:
        return [(f" +{turn.gained}", "strong good")]
    loss = turn.loss_of(seat)
    if loss and loss.cards and table.stage.shows_losses:
        return [(f" −{points_of(loss.cards)}", "strong bad")]
    return []


# --- the hand


def draw_hand(area: Area, table: DiceView, size: Size) -> None:
    """Draw the viewer's cards with a free row above and below; for spectators all hands; once the
    match is over, the result."""
    if table.is_over:
        _result(area, table)
        return
    if table.viewer is None:
        _all_hands(area, table)
        return
    slots = table.slots
    count = max(len(slots), 1)
    gap = min(max((area.width - count * size.width) // count, 1), GAP_COLUMNS_MAX)
    columns_left = area.width - count * (size.width + gap) + gap
    x = min(GAP_COLUMNS_MAX, (max(columns_left, 0) + 1) // 2)
    y = (area.height - size.height) // 2
    for number, slot in enumerate(slots):
        slot_area = area.at(x + number * (size.width + gap), y, *size)
        if slot_area.width < size.width:
            break
        if slot.copies:
            slot_area.enter(("card", slot.card))
            slot_area.part(_draw_slot, (table,), slot)
        else:
            _draw_empty(slot_area, slot)


def _draw_empty(area: Area, slot: Slot) -> None:
    """Draw the place of a card that was played: its turn, and the card."""
    name = CARDS[slot.card].name
    number = number_words(slot.card)
    words = [tr("turn {number}", number=slot.turn), card_name(slot.card)]
    if area.height == SMALL.height:
        # A small place has no sides, which a long name would cover.
        words[1] = noun(name) if slot.card == SCORPION else f"{short_name(name, 0)} {number}"
        for y in (0, area.height - 1):
            area.text(0, y, ("┄" * area.width, "rule"))
    else:
        if length(words[1:]) > area.width - FRAME_COLUMNS:
            words[1:] = [noun(name), number]
        empty_place(area)
    for y, line in enumerate(words, (area.height - len(words)) // 2):
        area.centre(y, (line, "dim"))


def _draw_slot(area: Area, table: DiceView, slot: Slot) -> None:
    """Draw a card of the hand with its copies, the sign of the trump, and its key below."""
    state = State.PLAIN if table.is_held else state_of(table.scene, ("card", slot.card))
    draw_card(area, slot.card, table.roll, state)
    if slot.copies > 1:
        draw_copies(area, slot.card, slot.copies)
    if slot.card == table.trump:
        draw_trump_tag(area, slot.card)
    below = Area(area.drawing, area.region.translate((0, area.height)), area.ground)
    below.centre(0, *_label(table, slot, state))


def _label(table: DiceView, slot: Slot, state: State) -> list[Styled]:
    """Return the key that selects a card, the number of the card in the hand; a tick if it is
    selected."""
    held_cards = [held_slot.card for held_slot in table.slots if held_slot.copies]
    number = f"{held_cards.index(slot.card) + 1}"
    if state.is_focused:
        sign = "✓" if state.is_selected else number
        return [(f" {sign} ", "strong token-ink on cursor")]
    if state.is_selected:
        return [(" ✓ ", "strong cursor")]
    is_key = state is State.SELECTABLE
    return [(f" {number} ", "strong cursor on keycap" if is_key else "dim")]


# --- the end of a match


def _result(area: Area, table: DiceView) -> None:
    """Draw all seats' points as bars, the highest first."""
    order = sorted(range(table.seats), key=lambda seat: -table.points(seat))
    most = max(table.points(order[0]), 1)
    for seat, row in zip(order, area.rows(*[Grow(1, BAR_ROWS_MAX)] * table.seats), strict=True):
        points = f"{table.points(seat)}"
        is_tall = row.height >= BAR_ROWS and not area.look.is_ascii
        middle = row.height // 2 if row.height >= BAR_ROWS else 0
        row.text(1, middle, name_in(table, seat, SEAT_COLUMNS))
        if is_tall:
            write_big(row, POINTS_AT, 0, points)
        else:
            row.right(middle, (points, "strong"), margin=row.width - POINTS_END)
        x = BARS_AFTER_LARGE_AT if is_tall else BARS_AT
        for y in range(row.height - 1 if is_tall else 1):
            bar(row, x, y, row.width - x - 1, [(table.points(seat), f"seat-{seat}")], most)


# --- all hands


def _all_hands(area: Area, table: DiceView) -> None:
    """Draw all hands: backs for a spectator, fronts where all hands are open, as in a replay."""
    if area.height >= FAN_ROWS and not any(_is_known(table, seat) for seat in range(table.seats)):
        seat_areas = area.inside().columns(*[Grow()] * table.seats, gap=2)
        for seat, seat_area in enumerate(seat_areas):
            seat_area.text(0, 0, name_in(table, seat, seat_area.width))
        counts = [sum(hand.values()) for hand in table.hands]
        fans([seat_area.inside(0, 1, 0) for seat_area in seat_areas], counts)
        return
    is_small = area.height < table.seats * (SMALL.height + 1)
    is_small |= hand_columns(SMALL, table) > area.width + 2
    columns = (area.width - NAME_COLUMNS) // table.cards_dealt - 1
    rows = area.rows(*[Grow()] * table.seats)
    pitch = (area.height + 1) // table.seats
    if is_small:
        # Each seat has the same number of rows; the last one needs no gap below.
        rows = [area.at(0, seat * pitch, area.width, pitch) for seat in range(table.seats)]
    for seat, row in enumerate(rows):
        row.text(1, 0, name_in(table, seat, NAME_COLUMNS - 2))
        size = Size(min(columns, MINI_COLUMNS_MAX), min(max(pitch - 1, 1), 2))
        start = NAME_COLUMNS
        if not is_small:
            size = SMALL
            start = 1
        hand = table.hands[seat]
        cards = [card for card, copies in hand.items() for _ in range(copies)]
        for number, card in enumerate(cards):
            x = start + number * (size.width + 1)
            card_area = row.at(x, int(not is_small), *size)
            if card == HIDDEN:
                # The hand's likeliest card is on the first back, the next on the second.
                likely = table.scene.likely(seat, "hand")[number :: len(cards)]
                draw_likely_back(card_area, likely, name_within, f"seat-{seat}")
            elif is_small:
                _draw_mini(card_area, card)
            else:
                draw_card(card_area, card, table.roll)


def _is_known(table: DiceView, seat: int) -> bool:
    """Return whether a hand's cards, or their likely faces, are shown."""
    return any(card != HIDDEN for card in table.hands[seat]) or bool(
        table.scene.likely(seat, "hand")
    )


def _draw_mini(area: Area, card: int) -> None:
    """Draw a card of one or two rows: number and name on its band, then its points."""
    data = CARDS[card]
    band = area.at(0, 0, area.width, 1, data.name)
    number = number_words(card)
    words = f"{number} {short_name(data.name, area.width - len(number) - 1)}"[: area.width]
    band.centre(
        0, (words if area.width >= WORDS_COLUMNS_MIN else data.code, f"strong {data.name}-ink")
    )
    if area.height > 1:
        area.at(0, 1, area.width, 1, "stock").centre(0, (POINT * data.points, "stock-ink"))
