"""The plates of the seats but the viewer's: points, taken cards, and the face-down card before
each."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.dice.material import points_of
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.boards.dice.cards import SMALL, cards_within, draw_card, name_within, small_chip
from darwin_tui.boards.dice.dice_view import DiceView
from darwin_tui.drawing.area import Area, Grow, styled
from darwin_tui.drawing.canvas import SEAT_MARKS, Run, Styled, beginning, length
from darwin_tui.drawing.card import draw_likely, draw_likely_back, empty_place
from darwin_tui.drawing.panel import panel

NARROW: Final = 24
"""Columns of a plate below which its words are shorter."""
WIDE: Final = 50
"""Minimum columns in a plate for cards named in words even in a single row."""
SMALL_BACK: Final = Size(3, 2)
"""Size of a back in a plate without room for a card."""
LARGE_BACK: Final = Size(10, 6)
"""Size of a back in a plate with much room."""
LARGE_PLATE_COLUMNS: Final = 26
"""Minimum columns in a plate for a large back."""
FIGURE_COLUMNS: Final = 3
"""Columns of a figure after its label."""
NARROW_BACK: Final = Size(3, 1)
"""Size of a back in a low and narrow plate."""
NARROW_CARD_COLUMNS: Final = 6
"""Columns of a card's back in a narrow plate."""
SHORTER: Final = {"chooses": ("…",), "✓ chosen": ("✓",)}
"""Short messages about a seat's activity, for an edge shared with a longer name."""
NOTE_FRAME_COLUMNS: Final = 8
"""Columns of a plate's upper edge besides its title and note."""
FRAME_COLUMNS: Final = 6
"""Columns of a plate's upper edge besides its title."""


def draw_seats(area: Area, table: DiceView) -> None:
    """Draw a plate for each seat but the viewer's."""
    seats = table.others
    plates = area.columns(*[Grow()] * len(seats), gap=1)
    narrowest = min(plate.width for plate in plates)
    for seat, plate in zip(seats, plates, strict=True):
        _draw_plate(plate.mark(f"plate {seat}"), table, seat, plate.width - narrowest)


def name_in(table: DiceView, seat: int, room: int) -> Run:
    """Return a seat's mark and as much of its name as fits, in its colour."""
    name = beginning(table.names[seat], room - 2)
    return (f"{SEAT_MARKS[seat]} {name}", f"strong seat-{seat}")


def _draw_plate(area: Area, table: DiceView, seat: int, wider: int) -> None:
    """Draw a plate with words that fit all plates.

    It has one of three forms: high, with safe and risked points in two rows; low, with both in one
    row; low and narrow, with the card beside the taken cards.

    Args:
        wider: columns by which the plate is wider than the narrowest one.
    """
    loss = table.last.loss_of(seat) if table.is_revealing and table.last else None
    is_hit = loss is not None and bool(loss.cards) and table.stage.shows_losses
    name = name_in(table, seat, area.width - FRAME_COLUMNS)
    room = area.width - length([name]) - NOTE_FRAME_COLUMNS
    inner = panel(area, [name], _note(table, seat, is_hit, room), is_active=is_hit)
    safe = (f"{table.points(seat)}", "strong ink")
    taken = table.taken(seat)
    risk = (f"{points_of(taken)}", "strong ink" if taken else "ink")
    considered = table.considered
    if considered is not None and seat in table.stakes(considered).robbed:
        # The chosen card, or the one under the cursor, could rob this seat.
        risk = (f"−{risk[0]}?", "strong bad")
    in_words = inner.height > SMALL_BACK.height or inner.width >= WIDE
    if inner.height > SMALL_BACK.height:
        is_narrow = area.width < NARROW
        is_large = inner.height >= LARGE_BACK.height and inner.width >= LARGE_PLATE_COLUMNS
        card = LARGE_BACK if is_large else SMALL
        card = Size(NARROW_CARD_COLUMNS, SMALL.height) if is_narrow else card
        card_area = inner.at(inner.width - card.width - (not is_narrow), 0, *card)
        text = inner.inside(0, 0, card.width + 1 + (not is_narrow))
        labels = tr("safe"), tr("at risk")
        if is_narrow or max(map(len, labels)) + 1 + FIGURE_COLUMNS > text.width - wider:
            labels = tr_in("narrow", "safe"), tr("risk")
        columns = max(map(len, labels)) + 1
        for y, (label, figure) in enumerate(zip(labels, (safe, risk), strict=True)):
            text.text(
                0, y, (label.ljust(columns), "dim"), (f"{figure[0]:>{FIGURE_COLUMNS}}", figure[1])
            )
        rows = text.inside(0, 2, 0)
        in_words = not is_narrow
    elif area.width >= NARROW:
        card_area = inner.at(inner.width - SMALL_BACK.width, 0, *SMALL_BACK)
        text = inner.inside(0, 0, SMALL_BACK.width + 1)
        text.text(0, 0, *styled(mark("safe {safe}  risk {risk}"), "dim", safe=safe, risk=risk))
        rows = text.inside(0, 1, 0)
    else:
        card_area = inner.at(inner.width - NARROW_BACK.width, 1, *NARROW_BACK)
        inner.text(0, 0, *styled(mark("safe {safe} risk {risk}"), "dim", safe=safe, risk=risk))
        rows = inner.inside(0, 1, NARROW_BACK.width + 1)
    banked = table.banked(seat)
    if banked and not taken:
        rows.text(0, 0, (tr("+{number} now safe", number=banked), "strong good"))
    else:
        _draw_taken(rows, taken, in_words=in_words, is_hit=is_hit)
    _draw_chosen(card_area, table, seat)


def _note(table: DiceView, seat: int, is_hit: bool, room: int) -> Sequence[Styled]:
    """Return the words on a plate's edge: the points lost or won in the revealed turn, or the
    seat's activity, fitted to a room."""
    loss = table.last.loss_of(seat) if table.last else None
    if is_hit and loss:
        return [(f"−{points_of(loss.cards)}", "strong bad")]
    if table.is_revealing and table.last and table.stage.shows_winner:
        won = table.last.won
        if won and won.seat == seat:
            return [(f"+{table.last.gained}", "strong good")]
    message = table.status(seat)
    words = map(tr, (message, *SHORTER.get(message, ())))
    status = next((text for text in words if len(text) <= room), "")
    return [(status, "good" if status.startswith("✓") else "dim")] if status else []


def _draw_taken(area: Area, cards: bytes, *, in_words: bool, is_hit: bool) -> None:
    """Write the taken cards in the rows of an area; the last row counts the cards that do not fit.

    Args:
        is_hit: the seat has just lost its cards.
    """
    if not cards:
        words = tr("all lost" if is_hit else "nothing taken")
        style = "strong bad" if is_hit else "dim"
        area.text(0, 0, (words if len(words) <= area.width else tr_in("cards", "none"), style))
        return
    cards_left = sorted(cards)
    for y in range(area.height):
        pieces = cards_within(cards_left, area.width, in_words=in_words)
        # If cards are left over, the last piece counts them, which only the last row says.
        is_whole = pieces[-1][1] != "dim"
        if y < area.height - 1 and not is_whole:
            pieces = pieces[:-1]
        area.text(0, y, *pieces)
        # Cards are runs, the blanks between them plain text.
        written = sum(isinstance(piece, tuple) for piece in pieces) - (
            y == area.height - 1 and not is_whole
        )
        cards_left = cards_left[written:]
        if not cards_left:
            break


def _draw_chosen(area: Area, table: DiceView, seat: int) -> None:
    """Draw the face-down card before a seat, or its empty place; its front where all cards are
    open."""
    if table.is_over:
        return
    card = table.chosen(seat)
    if card == HIDDEN:
        draw_likely_back(area, table.scene.likely(seat, "card chosen"), name_within, f"seat-{seat}")
    elif card != NOTHING:
        if area.width >= SMALL.width:
            draw_card(area.at(0, 0, *SMALL), card, table.roll)
        else:
            area.text(0, 0, small_chip(card, area.width))
    elif area.height > SMALL_BACK.height:
        empty_place(area)
        # No card is chosen yet; it will be one of the hand.
        likely = table.scene.likely(seat, "hand")
        draw_likely(area.inside(1, 1, 1, 1), likely, name_within, f"seat-{seat}")
