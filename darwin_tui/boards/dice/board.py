"""The table of Darwin's Dice, composed of its parts, and its signs."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual.geometry import Region, Size

from darwin_core.contract.game import Element
from darwin_core.games.dice.acts import DiceEvent, Play, Revealed
from darwin_core.games.dice.material import POINTS, DiceState, face
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.wording import capitalized, counted
from darwin_tui.boards.dice.cards import (
    LARGE,
    MEDIUM,
    SMALL,
    draw_unseen,
    has_unseen,
    unseen_columns,
)
from darwin_tui.boards.dice.dice_view import DiceView, Scene, roll_frames, stages_of, worth
from darwin_tui.boards.dice.felt import draw_felt, ties
from darwin_tui.boards.dice.hand import (
    AIR,
    LARGE_SIZE,
    MEDIUM_SIZE,
    card_size,
    draw_hand,
    draw_own_row,
    hand_columns,
)
from darwin_tui.boards.dice.seats import draw_seats
from darwin_tui.boards.dice.side import draw_side, losses_words, odds, stakes_words
from darwin_tui.drawing.area import Area, Grow, styled
from darwin_tui.drawing.canvas import Drawing, Styled, length
from darwin_tui.drawing.marks import Sign, bar, seat_name
from darwin_tui.drawing.overlay import Flight, draw_flights, points
from darwin_tui.drawing.panel import clock_blocks, title_bar
from darwin_tui.play.live_match import Pause
from darwin_tui.widgets.board import Board

SIGNS: Final = (
    Sign("+", "strong ink", mark("fight: the highest number wins"), shown_by=" "),
    Sign("−", "strong ink", mark("flight: the lowest number wins"), shown_by=" "),
    Sign(
        "BLFSCO",
        "strong ink",
        mark("bear, lion, fox, snake, scorpion (C), owl"),
        shown_by=r"\b([BLFSO]\d|C)\b",
    ),
    Sign("◆", "strong bear-ink on bear", mark("a point of the card")),
    Sign("›", "dim", mark("beats, when numbers are equal")),
    Sign("★", "strong bear-ink on bear", mark("the trump, on its card")),
    Sign("½", "strong scorpion-ink on scorpion", mark("the scorpion's number is 4½")),
    Sign("✓", "good", mark("has chosen a card")),
    Sign(
        mark("risk"),
        "dim",
        mark("points of cards won: safe when the round ends"),
        shown_by="risk|Gefahr",
    ),
    Sign(
        "+9 −4",
        "strong ink",
        mark("points won and lost in the last turn"),
        shown_by=r"[+−]\d",
    ),
    Sign("−9?", "strong bad", mark("points that the card could rob"), shown_by=r"−\d+\?"),
    Sign("■□", "ink", mark("rounds or turns begun, and those to come")),
    Sign("█", "ink", mark("points that are safe; cards not seen yet")),
    Sign("▒", "bad", mark("points at risk until the round ends")),
)


SIDE_BOARD: Final = 114
"""Columns of a board from which there are panels beside the table."""
SIDE_COLUMNS: Final = Grow(33, 44, 1)
TABLE_COLUMNS: Final = Grow(80, 500, 6)
NOTED_ROWS: Final = 21
"""Rows of a small board from which its last row is on the card under the cursor."""
PLATE_ROWS: Final = ((47, 8), (37, 6), (0, 4))
"""Rows of the plates of the seats, from these heights of a board on."""
BAR_COLUMNS_MIN: Final = 4
BAR_COLUMNS: Final = 20
"""Columns of the bar of the cards that a card beats, at most."""
TITLE_COLUMNS: Final = 19
"""Columns of the title and of the gaps in its row."""
BLOCKS_COLUMNS: Final = 100
"""Columns of a board from which its clock has blocks."""


class DiceBoard(Board[DiceState, Play, DiceEvent]):
    """Darwin's Dice."""

    COLOURS: ClassVar[str] = "darwin_tui.boards.dice"
    PAUSES: ClassVar[Mapping[type[object], Pause]] = {Revealed: Pause.BOTS}
    LOG_COLUMNS: ClassVar[int] = 0
    SIGNS: ClassVar[tuple[Sign, ...]] = SIGNS
    PANES: ClassVar[tuple[str, ...]] = (mark("last turn"), mark("all cards"))
    # Every decision is to choose a card, and every choice is final as soon as all have chosen: a
    # second Enter would be asked in each turn and soon be given without a thought. The choice can
    # be undone as long as others think, and keys that come too early do not count.
    ASKS_NEWCOMERS: ClassVar[bool] = False

    @staticmethod
    def frames(events: Sequence[DiceEvent]) -> int:
        """Return the frames of the dice animation if dice were rolled."""
        return roll_frames(events)

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return the text on a card, with the numbers of unseen cards below and above it."""
        kind, card = element
        lines, moment = super().zoom(scene, element), DiceView(scene)
        if kind == "card" and has_unseen(moment) and not moment.is_over:
            beaten, equal, stronger = odds(moment, card)
            total = beaten + equal + len(stronger)
            lines.append(
                tr("It beats {number} of {total} unseen cards.", number=beaten, total=total)
            )
            lines.append(capitalized(f"{losses_words(stronger, equal)}."))
            lines.append(tr("A turn is won against all: each rival plays one card."))
            lines += stakes_words(moment, card)
        return lines

    @staticmethod
    def foot_rows(height: int) -> int:
        """Return the rows of the hand and the own row, for the largest cards at a height."""
        large, medium = LARGE_SIZE.height, MEDIUM_SIZE.height
        card = LARGE if height >= large else MEDIUM if height >= medium else SMALL
        return card.height + AIR + 2

    @staticmethod
    def reveal_frames(events: Sequence[DiceEvent]) -> int:
        """Return the frames in which cards are turned up one by one."""
        return len(stages_of(events))

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand is at the foot at any height."""
        area = self.area(scene, size)
        drawing, moment = area.drawing, DiceView(scene)
        context = (moment,)
        has_side = size.width >= SIDE_BOARD
        title, rest = area.rows(1, Grow())
        main, side = rest, None
        if has_side:
            main, side = rest.columns(TABLE_COLUMNS, SIDE_COLUMNS, gap=1)
        card = card_size(size, main.width, moment, 0 if has_side else unseen_columns() + 1)
        foot = main
        if side and moment.viewer is not None and (card == SMALL or not moment.is_over):
            # A large hand goes below the panels where its cards have room for larger pictures; at
            # the end there are bars in its place, which need less.
            card = max(card, card_size(size, rest.width, moment, 0), key=lambda each: each.height)
        if side and hand_columns(card, moment) > main.width + 1:
            upper, foot = rest.rows(Grow(), 1 + card.height + AIR)
            main, side = upper.columns(TABLE_COLUMNS, SIDE_COLUMNS, gap=1)
        if side:
            draw_side(side, moment)
        has_note = not has_side and size.height >= NOTED_ROWS and card == SMALL
        seats, felt, *rows = main.rows(
            _seat_rows(size.height),
            Grow(),
            *((1, card.height + AIR, int(has_note)) if foot is main else ()),
        )
        own, hand, note = rows or foot.rows(1, Grow(), 0)
        title.part(_title, context)
        seats.mark("rivals").part(draw_seats, context)
        columns = hand_columns(card, moment) + unseen_columns()
        is_beside = moment.viewer is not None and columns <= main.width and has_unseen(moment)
        is_beside = is_beside and not moment.is_over
        if is_beside and not has_side:
            hand, beside = hand.columns(Grow(), unseen_columns())
            beside.part(draw_unseen, context)
        felt.part(draw_felt, context, not (has_side or is_beside))
        own.mark("own row").part(draw_own_row, context)
        hand.mark("hand")
        draw_hand(hand, moment, card)
        if has_note:
            note.part(_note, context)
        draw_flights(drawing, _flights(drawing, moment), moment.stage.flying)
        return drawing


def _flights(drawing: Drawing, moment: DiceView) -> list[Flight]:
    """Return the cards of the last turn that fly to who won them, with their points."""
    turn = moment.last
    if turn is None or turn.won is None:
        return []
    seat = turn.won.seat
    count = len(turn.won.cards) + len(turn.won.carried)
    words = ((f" {counted(count, 'card')} ", "strong stock-ink on stock"), *points(turn.gained))
    is_own = seat == moment.viewer
    end = drawing.marks.get("own row" if is_own else f"plate {seat}")
    start = drawing.marks.get("last turn")
    if start:
        # From the edge of the cards, over none of them and of the words below them.
        start = Region(start.x, start.bottom if is_own else start.y, start.width, 1)
    return [Flight(words, start, end)]


def _seat_rows(height: int) -> int:
    """Return the rows of the plates of the seats on a board of a height."""
    return next(rows for least, rows in PLATE_ROWS if height >= least)


def _title(area: Area, moment: DiceView) -> None:
    now = moment.clock
    pieces: list[Styled] = [(tr("the match is over"), "dim")]
    if not moment.is_over:
        pieces = []
        for word, step, of in (("round", now.round, now.rounds), ("turn", now.turn, now.turns)):
            total = tr(" of {total} ", total=of)
            pieces += [(f"{noun(word)} ", "dim"), (f"{step}", "strong"), (total, "dim")]
            if area.width >= BLOCKS_COLUMNS:
                pieces += clock_blocks(step, of)
            pieces.append("  " if word == "round" else "")
    who = tr("Darwin, who rolled the dice, is" if area.width >= SIDE_BOARD else "rolled by")
    right: list[Styled] = [
        (f"{who} ", "dim"),
        seat_name(moment.darwin, moment.names[moment.darwin]),
        (f"   {tr('deck')} ", "dim"),
        (f"{moment.deck}", "strong"),
    ]
    if TITLE_COLUMNS + length(pieces) + length(right) > area.width:
        # Who rolled matters more than what is left over.
        right = right[:2]
    ending = moment.scene.ending if moment.last is None or not moment.is_revealing else ()
    title_bar(area, "Darwin's Dice", *pieces, right=right, ending=ending)


def _note(area: Area, moment: DiceView) -> None:
    """Write below a small hand how the card under the cursor compares, and the order of ties."""
    end = area.width
    if not moment.is_over:
        label = tr("{mode} ties", mode=noun(face(moment.roll).mode))
        end = area.right(0, (f"{label} ", "dim"), *ties(moment.roll), margin=1)
    card = moment.scene.pointer.number_of("card")
    held = {slot.card for slot in moment.slots if slot.copies}
    if card not in held or not has_unseen(moment) or moment.is_over or moment.is_revealing:
        return
    beaten, equal, stronger = odds(moment, card)
    total = beaten + equal + len(stronger)
    words = styled(
        mark("beats {number} of {total} unseen "),
        "dim",
        number=(f"{beaten}", "strong"),
        total=(f"{total}", "dim"),
    )
    x = area.text(1, 0, *words)
    middle = worth(moment.middle)
    points = f"{POINTS[card]}+{middle}" if middle else f"{POINTS[card]}"
    stake: list[Styled] = [
        (f" {tr('wins')} ", "dim"),
        (points, "strong good"),
        (f" + {counted(moment.seats - 1, 'card')}", "dim"),
    ]
    if x + length(stake) < end:
        x = area.text(x, 0, *stake) + 1
    width = min(BAR_COLUMNS, end - x - 1)
    if width >= BAR_COLUMNS_MIN:
        bar(area, x, 0, width, [(beaten, "good"), (total - beaten, "bad")], max(total, 1))
