"""The board of Darwin's Dice: its layout, the panels beside the table, the title bar, and the note
below a small hand.

The panels have the standing, the unseen cards, the last turns, and the card under the cursor or
what happens in a reveal.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from textwrap import wrap
from typing import ClassVar, Final

from textual.geometry import Region, Size

from darwin_core.contract.game import Element
from darwin_core.games.dice.acts import DiceEvent, Play, Revealed
from darwin_core.games.dice.bots import win_probability
from darwin_core.games.dice.material import (
    POINTS,
    ROLLS,
    STRENGTH,
    TRUMP,
    DiceState,
    face,
    points_of,
    strengths_of,
)
from darwin_core.games.dice.texts import card_name, often_words, points_words
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.wording import a, capitalized, counted, listed
from darwin_tui.boards.dice.cards import (
    LARGE,
    MEDIUM,
    SMALL,
    UNSEEN_ROWS,
    draw_unseen,
    draw_unseen_panel,
    has_unseen,
    text_of,
    unseen_columns,
)
from darwin_tui.boards.dice.dice_view import (
    DiceView,
    Scene,
    Stage,
    Turn,
    roll_frames,
    stages_of,
)
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
from darwin_tui.boards.dice.seats import draw_seats, name_in
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow, styled
from darwin_tui.drawing.canvas import Drawing, Styled, length
from darwin_tui.drawing.marks import Sign, bar, seat_name
from darwin_tui.drawing.overlay import Flight, draw_flights, points
from darwin_tui.drawing.panel import clock_blocks, draw_action, panel, title_bar
from darwin_tui.play.live_match import Pause
from darwin_tui.widgets.board import Board

FRAME_ROWS: Final = 2
"""Rows of a panel's frame."""
CARD_ROWS: Final = Grow(11, 14)
"""Rows of the panel for the card under the cursor."""
TURNS_ROWS: Final = Grow(4)
"""Rows of the panel of the last turns."""
FIGURES_COLUMNS: Final = 8
"""Columns of the safe and the risked points in the standing."""
BAR_LEAST_COLUMNS: Final = 8
"""Columns that names leave to the bars of the standing, with the gaps around them."""
MODES: Final = ("fight", "flight")
ORDER_TITLE: Final = mark("the order of equal numbers")
"""Title of the order of the animals in each mode."""
LOSES_MAX: Final = 4
"""Maximum number of named kinds that beat the card under the cursor."""


def draw_side(area: Area, table: DiceView) -> None:
    """Draw as many panels as fit, from top to bottom."""
    heights: list[int | Grow] = [table.seats + FRAME_ROWS]
    heights += [UNSEEN_ROWS + FRAME_ROWS] if has_unseen(table) else []
    # Only the panels so far have fixed heights.
    rows_left = area.height - sum(height for height in heights if isinstance(height, int))
    has_turns = rows_left >= CARD_ROWS.least + TURNS_ROWS.least
    heights += [TURNS_ROWS, CARD_ROWS] if has_turns else [Grow()]
    areas = area.rows(*heights)
    areas.pop(0).part(_draw_standing, (table,))
    if has_unseen(table):
        areas.pop(0).part(draw_unseen_panel, (table,))
    if has_turns:
        areas.pop(0).part(_draw_turns, (table,))
    areas.pop(0).part(_draw_card_panel, (table,))


# --- standing


def _draw_standing(area: Area, table: DiceView) -> None:
    """Draw each seat's safe and risked points as a bar and in figures."""
    inner = panel(
        area,
        mark("standing"),
        [("█", "ink"), (f" {tr('safe')} ", "dim"), ("▒", "ink"), f" {tr('at risk')}"],
    )
    totals = [table.points(seat) + points_of(table.taken(seat)) for seat in range(table.seats)]
    most = max(*totals, 1)
    # A seat's mark and a blank are before its name.
    room = max(map(len, table.names)) + 2
    names = min(room, inner.width - FIGURES_COLUMNS - BAR_LEAST_COLUMNS)
    for seat in range(table.seats):
        safe = table.points(seat)
        risk = points_of(table.taken(seat))
        inner.text(0, seat, name_in(table, seat, names))
        parts = [(safe, f"seat-{seat}"), (risk, f"seat-{seat}")]
        bar(inner, names + 1, seat, inner.width - names - FIGURES_COLUMNS - 2, parts, most)
        inner.right(seat, (f"{safe}", "strong"), (f" +{risk:<3}", "ink" if risk else "dim"))


# --- the last turns


def _draw_turns(area: Area, table: DiceView) -> None:
    """Write as many of the last turns as fit whole, the latest at the bottom; of a latest turn that
    does not fit, its first lines. The turn that is being revealed is left out."""
    inner = panel(area, mark("last turns"), tr("{play.log} event log", **KEYS))
    turns = table.turns if table.stage.shows_winner else table.turns[:-1]
    blocks: list[list[list[Styled]]] = []
    for turn in reversed(turns):
        block = turn_lines(table, turn, inner.width)
        if blocks and sum(map(len, blocks)) + len(block) > inner.height:
            break
        blocks.insert(0, block)
    lines = list(chain.from_iterable(blocks))
    if len(lines) + len(blocks) - 1 <= inner.height:
        # There is room for a free row between all turns.
        lines = list(chain.from_iterable([*block, []] for block in blocks))
    if not lines:
        inner.text(0, 0, (tr("No turn has been played yet."), "dim"))
    for y, line in enumerate(lines[: inner.height]):
        inner.text(0, y, *line)


def turn_lines(table: DiceView, turn: Turn, width: int) -> list[list[Styled]]:
    """Return the result of a turn, in lines of styled pieces: its roll, losses, winner, and the end
    of a round."""
    trump = TRUMP[turn.reveal.roll]
    mode = noun(face(turn.reveal.roll).mode)
    title = styled(
        mark("{turn} {mode}, trump {card}"),
        "dim",
        turn=(f"{turn.round}.{turn.number}", "dim"),
        mode=(mode, "dim"),
        card=text_of(trump),
    )
    lines: list[list[Styled]] = [[*title]]
    for loss in turn.losses:
        if loss.cards:
            pieces = styled(
                mark(" {points} to a {cause}"),
                "",
                points=(f"−{points_of(loss.cards)}", "strong bad"),
                cause=(noun(loss.cause), ""),
            )
            lines.append([name_in(table, loss.seat, width - length(pieces)), *pieces])
    if turn.won:
        count = len(turn.won.cards) + len(turn.won.carried)
        pieces = styled(
            mark(" takes {cards} {points}"),
            "",
            cards=(counted(count, "card"), ""),
            points=(f"+{turn.gained}", "strong good"),
        )
        lines.append([name_in(table, turn.won.seat, width - length(pieces)), *pieces])
    if turn.carried:
        lines.append([(tr("nobody wins: all to the middle"), "")])
    if turn.scored:
        lines.append([(tr("round {number} ends", number=turn.round), "strong")])
    return lines


# --- the card under the cursor


def _draw_card_panel(area: Area, table: DiceView) -> None:
    """Draw the panel about the card under the cursor: its odds, stakes and text. Instead, draw what
    happens in a reveal, a replay's last action, or the rules of equal cards."""
    if table.is_revealing:
        _draw_events(area, table)
        return
    card = table.scene.pointer.number_of("card")
    held_cards = {slot.card for slot in table.slots if slot.copies}
    if table.scene.said:
        _draw_order_at_foot(draw_action(area, table.scene.said))
        return
    if card not in held_cards or table.is_over:
        _draw_order(area)
        return
    inner = panel(area, [text_of(card)], counted(POINTS[card], "point"), is_active=True)
    y = 0
    if has_unseen(table):
        y = _draw_unseen_against(inner, table, card)
    # The first sentence says what the panel's title says.
    text = table.scene.text_on(("card", card)).partition(". ")[2]
    for sentence in (*stakes_words(table, card), *re.split(r"(?<=\.) ", text)):
        if y + len(wrap(sentence, inner.width)) <= inner.height:
            y = inner.paragraph(y, sentence)


def _draw_unseen_against(area: Area, table: DiceView, card: int) -> int:
    """Draw the numbers of unseen cards that a card beats and loses to; return the row below."""
    beaten, equal, stronger = unseen_against(table, card)
    total = beaten + equal + len(stronger)
    words = styled(
        mark("beats {number} of {total} unseen cards"),
        "",
        number=(f"{beaten}", "strong"),
        total=(f"{total}", ""),
    )
    area.text(0, 0, *words)
    bar(area, 0, 1, area.width, [(beaten, "good"), (total - beaten, "bad")], max(total, 1))
    return area.paragraph(2, losses_words(stronger, equal), "dim") + 1


def losses_words(stronger: Sequence[int], equal: int) -> str:
    """Return words for the cards that beat a card, and for the number of its equals.

    Args:
        stronger: the unseen cards that beat it, strongest first.
        equal: number of unseen cards equal to it.
    """
    kinds = list(dict.fromkeys(stronger))
    named = ", ".join(card_name(kind) for kind in kinds[:LOSES_MAX])
    unnamed = len(kinds) - LOSES_MAX
    if unnamed > 0:
        named = tr("{cards} and {number} more", cards=named, number=unnamed)
    text = tr("loses to {cards}", cards=named) if kinds else tr("loses to none of them")
    return tr("{text}; {number} would tie", text=text, number=equal) if equal else text


def _wins(table: DiceView, card: int) -> float:
    """Return the probability that a card wins against a random unseen card of each rival."""
    return win_probability(card, table.roll, bytes(table.unseen), table.seats - 1)


def stakes_words(table: DiceView, card: int) -> list[str]:
    """Return the points that a card can win and lose, in sentences."""
    stakes = table.stakes(card)
    sure = counted(stakes.sure, "point")
    sentences = [tr("If it wins, it brings {points} and each rival's card.", points=sure)]
    if has_unseen(table) and not _wins(table, card):
        # The card's text says that it cannot win.
        sentences.clear()
    if taken := points_of(table.taken(table.viewer or 0)):
        taken_words = counted(taken, "point")
        by = listed([a(kind) for kind in stakes.robbers], mark("or"))
        sentences.append(
            tr("Your {points} at risk lie open to {robbers}.", points=taken_words, robbers=by)
            if by
            else tr("Your {points} at risk are safe in this turn.", points=taken_words)
        )
    if stakes.robbed:
        names = listed([table.scene.names[seat] for seat in stakes.robbed], mark("or"))
        most = max(points_of(table.taken(seat)) for seat in stakes.robbed)
        points = counted(most, "point")
        text = tr(
            "It could cost {names} up to {points}, which nobody gets.", names=names, points=points
        )
        sentences.append(text)
    return sentences


def unseen_against(table: DiceView, card: int) -> tuple[int, int, list[int]]:
    """Return the numbers of unseen cards that a card beats and equals, and the cards that beat it,
    strongest first. Each is compared with the card alone, whatever else is played."""
    roll = table.roll
    beaten = 0
    equal = 0
    stronger = list[int]()
    for other in table.unseen:
        strength, other_strength = strengths_of(roll, bytes((card, other)))
        if other_strength > strength:
            stronger.append(other)
        elif other == card:
            equal += 1
        else:
            beaten += 1
    stronger.sort(key=lambda other: -STRENGTH[roll][other])
    return beaten, equal, stronger


def _draw_events(area: Area, table: DiceView) -> None:
    """Write sentences about the events revealed so far."""
    inner = panel(area, mark("what happened" if table.stage.shows_winner else "what happens"))
    turn = table.last
    assert turn is not None
    y = 0
    down = table.seats - table.stage.faces
    if down:
        inner.text(0, 0, (tr("{number} still face down …", number=down), "dim"))
        return
    sentence = table.scene.game.texts.sentence
    events: list[DiceEvent] = [*turn.losses] if table.stage.shows_losses else []
    if table.stage.shows_winner:
        events += [event for event in (turn.won, turn.carried, turn.scored) if event]
    for event in events:
        y = inner.paragraph(y, sentence(event, table.scene.seat_names)) + 1


def _draw_order(area: Area) -> None:
    """Write the rules of equal and of robbing cards, if no card is under the cursor."""
    inner = panel(area, ORDER_TITLE)
    _draw_orders(inner, 0)
    text = tr(
        "A scorpion beats the trump: it loses all it took. So does the second to a snake. "
        "Equal strongest cards go to the middle, for the next winner."
    )
    inner.paragraph(len(MODES) + 1, text, "dim")


def _draw_order_at_foot(area: Area) -> None:
    """Write the rules of equal cards in the last rows, if they fit."""
    rows = 1 + len(MODES)
    if area.height > rows:
        y = area.height - rows
        area.text(0, y, (tr(ORDER_TITLE), "dim"))
        _draw_orders(area, y + 1)


def _draw_orders(area: Area, top: int) -> None:
    """Write the order of the animals in each mode, from a row on."""
    columns = max(len(noun(mode)) for mode in MODES) + 2
    for y, mode in enumerate(MODES, top):
        order = _ties(mode, area.width - columns)
        area.text(0, y, (noun(mode).ljust(columns), "dim"), *order)


def _ties(mode: str, room: int) -> list[Styled]:
    """Return the order of the animals in a mode; every roll of the mode has the same."""
    return ties(next(roll for roll in range(ROLLS) if face(roll).mode == mode), room)


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
    Sign("+9 −4", "strong ink", mark("points won and lost in the turn"), shown_by=r"[+−]\d"),
    Sign(
        "−9?",
        "strong bad",
        mark("points the card could cost; nobody gets them"),
        shown_by=r"−\d+\?",
    ),
    Sign("■□", "ink", mark("rounds or turns begun, and those to come")),
    Sign("█", "ink", mark("points that are safe; cards not seen yet")),
    Sign("▒", "bad", mark("points at risk until the round ends")),
)


SIDE_BOARD: Final = 114
"""Minimum columns of a board with panels beside the table."""
SIDE_COLUMNS: Final = Grow(33, 44, 1)
"""Columns of the panels beside the table, and their share of the spare ones."""
TABLE_COLUMNS: Final = Grow(80, 500, 6)
"""Columns of the table beside panels, and its share of the spare ones."""
NOTED_ROWS: Final = 21
"""Minimum rows of a small board whose last row describes the card under the cursor."""
PLATE_ROWS: Final = ((47, 8), (37, 6), (0, 4))
"""Rows of the seats' plates, by minimum height of the board."""
TITLE_COLUMNS: Final = 19
"""Columns of the title and of the gaps in its row."""
BLOCKS_COLUMNS: Final = 100
"""Minimum columns of a board whose clock has blocks."""


class DiceBoard(Board[DiceState, Play, DiceEvent]):
    """The board of Darwin's Dice."""

    COLOURS: ClassVar[str] = "darwin_tui.boards.dice"
    PAUSES: ClassVar[Mapping[type[object], Pause]] = {Revealed: Pause.BOTS}
    LOG_COLUMNS: ClassVar[int] = 0
    SIGNS: ClassVar[tuple[Sign, ...]] = SIGNS
    PANES: ClassVar[tuple[str, ...]] = (mark("previous turn"), mark("all cards"))
    # Every decision is the choice of a card, and every choice is final once all have chosen. A
    # second Enter would be asked in each turn and soon be given without a thought. The choice can
    # be undone while others think, and premature keys do not count.
    ASKS_NEWCOMERS: ClassVar[bool] = False
    FIRST_MARKS: ClassVar[Mapping[str, tuple[str, ...]]] = {"choose": ("dice",)}
    # The choice is the same in all phases, and a longer note would cover the last turn.
    UNADVISED: ClassVar[frozenset[str]] = frozenset({"risk", "middle"})

    @staticmethod
    def frames(events: Sequence[DiceEvent]) -> int:
        """Return the frames of rolling dice."""
        return roll_frames(events)

    @staticmethod
    def alike(events: Sequence[DiceEvent], frame: int, *, is_paused: bool) -> int:
        """Return the number of frames of the same stage of a reveal, from ``frame`` on. Flying
        points, which the flights draw, do not count."""
        following = _following(events, frame, is_paused)
        stages = [stage._replace(flying=0) for stage in following]
        return next((at for at, stage in enumerate(stages) if stage != stages[0]), len(stages) or 1)

    @staticmethod
    def flies(events: Sequence[DiceEvent], frame: int, *, is_paused: bool) -> bool:
        """Return whether the points fly to the winner."""
        stages = _following(events, frame, is_paused)
        return bool(stages and stages[0].flying)

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return the text on a card, with the numbers of unseen cards below and above it."""
        kind, card = element
        lines = super().zoom(scene, element)
        table = DiceView(scene)
        if kind == "card" and has_unseen(table) and not table.is_over:
            beaten, equal, stronger = unseen_against(table, card)
            total = beaten + equal + len(stronger)
            lines.append(
                tr("It beats {number} of {total} unseen cards.", number=beaten, total=total)
            )
            lines.append(capitalized(f"{losses_words(stronger, equal)}."))
            lines.append(tr("A turn is won against all: each rival plays what may win."))
            lines += stakes_words(table, card)
        return lines

    @staticmethod
    def foot_rows(height: int) -> int:
        """Return the rows of the hand and the viewer's row, for the largest cards at a height."""
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
        drawing = area.drawing
        table = DiceView(scene)
        context = (table,)
        has_side = size.width >= SIDE_BOARD
        title, rest = area.rows(1, Grow())
        main = rest
        side = None
        if has_side:
            main, side = rest.columns(TABLE_COLUMNS, SIDE_COLUMNS, gap=1)
        card = card_size(size, main.width, table, 0 if has_side else unseen_columns() + 1)
        foot = main
        if side and table.viewer is not None and (card == SMALL or not table.is_over):
            # A large hand goes below the panels if its cards then fit larger pictures. At the end
            # of the match, bars replace the hand, which need less room.
            card = max(card, card_size(size, rest.width, table, 0), key=lambda other: other.height)
        if side and hand_columns(card, table) > main.width + 1:
            upper, foot = rest.rows(Grow(), 1 + card.height + AIR)
            main, side = upper.columns(TABLE_COLUMNS, SIDE_COLUMNS, gap=1)
        if side:
            draw_side(side, table)
        has_note = not has_side and size.height >= NOTED_ROWS and card == SMALL
        seats, felt, *rows = main.rows(
            _seat_rows(size.height),
            Grow(),
            *((1, card.height + AIR, int(has_note)) if foot is main else ()),
        )
        own_area, hand, note = rows or foot.rows(1, Grow(), 0)
        title.part(_draw_title, context)
        seats.mark("rivals").part(draw_seats, context)
        columns = hand_columns(card, table) + unseen_columns()
        # The unseen cards are beside a player's hand, if they fit and the hand is shown.
        is_beside = table.viewer is not None and columns <= main.width and has_unseen(table)
        is_beside = is_beside and not table.is_over
        if is_beside and not has_side:
            hand, beside = hand.columns(Grow(), unseen_columns())
            beside.part(draw_unseen, context)
        felt.part(draw_felt, context, not (has_side or is_beside))
        own_area.mark("own row").part(draw_own_row, context)
        hand.mark("hand")
        draw_hand(hand, table, card)
        if has_note:
            note.part(_draw_note, context)
        draw_flights(drawing, _flights(drawing, table), table.stage.flying)
        return drawing


def _following(events: Sequence[DiceEvent], frame: int, is_paused: bool) -> list[Stage]:
    """Return the stages of a reveal from a frame on; empty after the reveal."""
    frames_left = frame - (0 if is_paused else roll_frames(events))
    return stages_of(events)[-frames_left:] if frames_left > 0 else []


def _flights(drawing: Drawing, table: DiceView) -> list[Flight]:
    """Return the last turn's cards, flying to their winners with their points."""
    turn = table.last
    if turn is None or turn.won is None:
        return []
    seat = turn.won.seat
    count = len(turn.won.cards) + len(turn.won.carried)
    words = ((f" {counted(count, 'card')} ", "strong stock-ink on stock"), *points(turn.gained))
    is_own = seat == table.viewer
    end = drawing.marks.get("own row" if is_own else f"plate {seat}")
    start = drawing.marks.get("last turn")
    if start:
        # Start at the edge of the cards, over none of them and not over the words below.
        start = Region(start.x, start.bottom if is_own else start.y, start.width, 1)
    return [Flight(words, start, end)]


def _seat_rows(height: int) -> int:
    """Return the rows of the seats' plates on a board of a height."""
    return next(rows for least, rows in PLATE_ROWS if height >= least)


def _draw_title(area: Area, table: DiceView) -> None:
    """Draw the title bar: round and turn, the seat that rolled, and the deck."""
    now = table.clock
    pieces: list[Styled] = [(tr("the match is over"), "dim")]
    if not table.is_over:
        pieces = []
        for word, step, steps in (("round", now.round, now.rounds), ("turn", now.turn, now.turns)):
            total = tr(" of {total} ", total=steps)
            pieces += [(f"{noun(word)} ", "dim"), (f"{step}", "strong"), (total, "dim")]
            if area.width >= BLOCKS_COLUMNS:
                pieces += clock_blocks(step, steps)
            pieces.append("  " if word == "round" else "")
    right: list[Styled] = [
        (f"{tr('rolled by')} ", "dim"),
        seat_name(table.darwin, table.names[table.darwin]),
        (f"   {tr('deck')} ", "dim"),
        (f"{table.deck}", "strong"),
    ]
    if TITLE_COLUMNS + length(pieces) + length(right) > area.width:
        # The seat that rolled matters more than the number of remaining cards.
        right = right[:2]
    ending = table.scene.ending if table.last is None or not table.is_revealing else ()
    title_bar(area, "Darwin's Dice", *pieces, right=right, ending=ending)


def _draw_note(area: Area, table: DiceView) -> None:
    """Write what the card under the cursor can win, or in a reveal what leaves the game; and the
    order of ties, below a small hand."""
    end = area.width
    if not table.is_over:
        label = tr("{mode} ties", mode=noun(face(table.roll).mode))
        end = area.right(0, (f"{label} ", "dim"), *ties(table.roll), margin=1)
    if table.is_revealing and table.last and table.stage.shows_losses:
        lost = b"".join(bytes(loss.cards) for loss in table.last.losses)
        if lost:
            gone = tr("out of the game, for nobody: {points}", points=points_words(lost))
            area.text(1, 0, (gone, "bad"))
        return
    card = table.scene.pointer.number_of("card")
    held_cards = {slot.card for slot in table.slots if slot.copies}
    if card not in held_cards or not has_unseen(table) or table.is_over or table.is_revealing:
        return
    if not (wins := _wins(table, card)):
        area.text(1, 0, (often_words(wins), "bad"))
        return
    # The card's text below says how often it wins.
    gain = table.stakes(card).sure
    for gained in (counted(gain, "point"), f"{gain}"):
        words = styled(
            mark("a win brings {points} + {cards}"),
            "dim",
            points=(gained, "strong good"),
            cards=(counted(table.seats - 1, "card"), ""),
        )
        if length(words) + 2 < end:
            area.text(1, 0, *words)
            break
