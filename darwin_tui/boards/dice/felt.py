"""The felt: the dice with their meaning, and beside them the cards of the last turn or of a reveal,
the turns in the middle, the taken cards, or the end of a round.

A pitch is the columns from one card or seat to the next. The second pane shows the taken cards.
"""

import itertools
from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from darwin_core.contract.game import NOTHING
from darwin_core.games.dice.acts import Revealed
from darwin_core.games.dice.material import CARDS, SCORPION, TRUMP, face, number, points_of
from darwin_core.games.dice.texts import mode_words, number_words, tie_order
from darwin_core.teaching.facts import WORDS
from darwin_core.text.language import language, mark, noun, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui.boards.dice.cards import (
    HUES,
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    UNSEEN_ROWS,
    chip_of,
    draw_card,
    draw_unseen,
    has_unseen,
    name_within,
    short_name,
    small_chip,
    unseen_columns,
)
from darwin_tui.boards.dice.dice_view import DiceView, Turn
from darwin_tui.boards.dice.seats import name_in
from darwin_tui.drawing.area import Area, Grow, big_text, write_big
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.card import (
    LARGE_PIXELS,
    SMALL_PIXELS,
    back,
    die,
    draw_likely_back,
    empty_place,
    ring,
)
from darwin_tui.drawing.chart import COUNT_FRAMES
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.overlay import KEPT_MARK
from darwin_tui.drawing.panel import panel

# --- the dice

MEDIUM_ROWS: Final = 16
"""Minimum rows inside the felt for medium cards and large dice, with all texts."""
LARGE_ROWS: Final = 21
"""Minimum rows inside the felt for large cards with all texts."""
ROLL_STEP: Final = 11
"""Step from the face of one frame to the next; coprime to the number of rolls."""
TIES_COLUMNS: Final = 40
"""Columns for the order of the animals with full names in any language."""
ROBBERS: Final = mark(
    "A scorpion beats the trump: it loses all it took. So does the second to a snake."
)
"""The rule of robbing cards, below the dice."""
ABOVE_SHARE: Final = 3
"""Free rows are divided by this number for those above: slightly above the middle looks centred."""


def draw_dice(area: Area, table: DiceView) -> None:
    """Draw the dice, and their meaning once they have come to rest."""
    is_rolling = table.is_rolling
    roll = table.roll
    if is_rolling:
        roll = (roll + table.scene.frame * ROLL_STEP) % len(TRUMP)
    mode = face(roll).mode
    is_large = area.height >= MEDIUM_ROWS
    top = max((area.height - MEDIUM_ROWS) // ABOVE_SHARE, 0)
    if not is_rolling:
        write_big(area, 0, top, noun(mode).upper())
        area.text(0, top + 3, (mode_words(roll), "strong"))
    size = LARGE_PIXELS if is_large else SMALL_PIXELS
    y = top + (5 if is_large else 4)
    second = size + (3 if is_large else 1)
    sign = "+" if mode == "fight" else "−"
    colour = face(roll).colour
    die(area, 0, y, size, colour, sign, ink=f"{colour}-pip", word=tr(colour))
    word = WORDS[language()][number(roll)]
    die(area, second, y, size, "ivory", number(roll), ink="ivory-pip", word=word)
    if is_rolling:
        return
    if not is_large:
        _meaning_beside(area.at(2 * size + 2, y, area.width - 2 * size - 2, 4), table)
        return
    # The dice are measured in pixels, two in a row.
    y += size // 2
    area.at(0, y, size, 1).centre(
        0, (f"{tr(colour)} {sign}", f"strong {HUES[CARDS[TRUMP[roll]].name]}")
    )
    area.at(second, y, size, 1).centre(0, (word, "strong"))
    labels = tr("trump"), tr("ties"), tr("middle")
    columns = max(map(len, labels)) + 1
    values: list[Sequence[Styled]] = [
        [chip_of(TRUMP[roll]), *_gone_words(table)],
        ties(roll, area.width - columns),
        _middle_words(table.middle),
    ]
    for row, (label, value) in enumerate(zip(labels, values, strict=True), y + 2):
        area.text(0, row, (label.ljust(columns), "dim"), *value)
    if area.height >= LARGE_ROWS and table.last:
        area.paragraph(y + 6, tr(ROBBERS), "dim")


def _gone_words(table: DiceView) -> list[Styled]:
    """Return a word beside a trump that nobody can play; nothing beside another."""
    return [(f" {tr('gone')}", "bad")] if table.is_trump_gone else []


def ties(roll: int, room: int = TIES_COLUMNS) -> list[Styled]:
    """Return the animals in the order that wins on equal numbers, strongest first.

    Args:
        room: columns; if there are too few, long names are shortened.
    """
    order = tie_order(roll)
    pieces: list[Styled] = []
    for letters in (room, 0):
        pieces = []
        for name in order:
            pieces += [("›", "dim")] if pieces else []
            pieces.append((short_name(name, letters), f"strong {HUES[name]}"))
        if length(pieces) <= room:
            break
    return pieces


def _middle_words(cards: Sequence[int]) -> Sequence[Styled]:
    """Return words for the cards in the middle and their points."""
    if not cards:
        return [(tr("nothing carried over"), "ink")]
    return [(f"{counted(len(cards), 'card')}, {counted(points_of(cards), 'point')}", "strong good")]


def _meaning_beside(area: Area, table: DiceView) -> None:
    """Write trump and middle beside small dice."""
    middle = table.middle
    area.text(0, 0, (tr("trump"), "dim"), *_gone_words(table))
    area.text(0, 1, chip_of(TRUMP[table.roll]))
    if middle:
        area.text(0, 2, (f"{tr('middle')} ", "dim"), (f"{len(middle)}", "strong"))
        area.text(0, 3, (counted(points_of(middle), "point"), "strong good"))
    else:
        area.text(0, 2, (tr("middle"), "dim"))
        area.text(0, 3, (tr_in("short", "no cards"), ""))


# --- the felt

FRAMED_ROWS: Final = 10
"""Minimum rows of a felt with a frame."""
LEFT_COLUMNS: Final = 28
"""Columns of the dice and their meaning."""
HUGE_ROWS: Final = 25
"""Rows inside the felt for the largest cards with all texts beside them."""
CARD_GAP_MAX: Final = 6
"""Maximum columns between two cards of a turn."""
NAME_ROWS: Final = 2
"""Rows above a card of a turn that is not small: the player's name, and a blank."""
TAKEN_COLUMNS: Final = 34
"""Minimum columns beside a turn's cards for the taken cards."""
OWNER_COLUMNS: Final = 13
"""Columns of a name before taken cards."""
TURN_COLUMNS: Final = 7
"""Columns of the turn's number before the cards of earlier turns."""
CHIP_COLUMNS_MAX: Final = 12
"""Maximum columns of each card in the row of an earlier turn."""
PITCH_MIN: Final = 13
"""Minimum columns of each card of a turn for the words below it."""
LONG_HEADING_COLUMNS: Final = 36
"""Minimum columns of a long heading of a turn."""
TURN_ROWS: Final = {SMALL: 8, MEDIUM: MEDIUM_ROWS, LARGE: MEDIUM_ROWS + 3, HUGE: HUGE_ROWS}
"""Rows of a turn with its heading and the words below the cards, by the size of its cards."""
OPENING_TEXT_ROWS: Final = 4
"""Rows of text above and below the places of the first turn."""
RULE: Final = mark("The turn's winner takes all cards.")
"""The rule by which a turn is won."""


def draw_felt(area: Area, table: DiceView, shows_unseen: bool) -> None:
    """Draw the felt with everything on it.

    Args:
        shows_unseen: no other panel counts the unseen cards, so count them here if there is room.
    """
    if area.height >= FRAMED_ROWS:
        is_low = area.height < MEDIUM_ROWS
        foot = [f"{tr('ties')} ", *ties(table.roll)] if is_low and not table.is_over else ""
        inner = panel(area, foot=foot, ground="felt").inside(0, 0, 0)
    else:
        inner = area.on("felt").inside(1, 0, 1)
    # Of the two panes, the second shows the taken cards.
    shows_taken = bool(table.scene.pane % 2)
    if table.is_banking and not shows_taken:
        _draw_bank(inner.mark("last turn"), table)
        return
    left, right = inner.columns(LEFT_COLUMNS, Grow(), gap=1)
    # A note on what follows from a turn leaves its cards in sight.
    (inner if table.last else left).mark(KEPT_MARK)
    draw_dice(left.mark("dice"), table)
    if shows_taken:
        if shows_unseen and has_unseen(table):
            right, beside = right.columns(Grow(), unseen_columns(), gap=1)
            draw_unseen(beside, table)
        _draw_taken(right, table)
        return
    needed = table.seats * PITCH_MIN + unseen_columns()
    if shows_unseen and has_unseen(table) and right.width >= needed:
        right, beside = right.columns(Grow(), unseen_columns())
        above = max((beside.height - UNSEEN_ROWS) // ABOVE_SHARE, 0)
        draw_unseen(beside.inside(0, above, 0), table)
    spread = table.seats * (_card_size(right, table.seats).width + CARD_GAP_MAX)
    if right.width - spread >= TAKEN_COLUMNS:
        right, beside = right.columns(spread, Grow())
        above = max(beside.height - MEDIUM_ROWS, 0) // ABOVE_SHARE
        _draw_taken(beside.inside(1, above, 0), table)
    _draw_turn(right.mark("last turn"), table)


# --- the cards of a turn


def _card_size(area: Area, seats: int) -> Size:
    """Return the largest size of cards that fits an area."""
    pitch = area.width // seats
    if area.height >= HUGE_ROWS and pitch > HUGE.width:
        return HUGE
    if area.height >= LARGE_ROWS and pitch > LARGE.width:
        return LARGE
    return MEDIUM if area.height >= MEDIUM_ROWS and pitch > MEDIUM.width else SMALL


def _draw_turn(area: Area, table: DiceView) -> None:
    """Draw the cards of the last turn by strength; the places of the first one before it, or a row
    for each turn in the middle if there are several."""
    turn = table.last
    if turn is None:
        _opening(area, table)
        return
    carried = table.carried
    if len(carried) > 1 and not table.is_revealing:
        _middle_turns(area, table, carried)
        return
    size = _card_size(area, table.seats)
    pitch = min(area.width // table.seats, size.width + CARD_GAP_MAX)
    spare_rows = area.height - TURN_ROWS[size]
    top = max(spare_rows // ABOVE_SHARE, 0)
    area.text(0, top, *_heading(table, turn, area.width))
    name_row = top + (1 if size == SMALL else 1 + min(spare_rows // ABOVE_SHARE, 1))
    for rank in range(len(turn.reveal.ranking)):
        column = area.at(rank * pitch, name_row, pitch, area.height - name_row)
        _draw_ranked(column, table, turn, rank, size)
    if size != SMALL:
        y = name_row + NAME_ROWS + size.height + 1
        _draw_gain(area.at(0, y, area.width, 3), table, turn)


def _draw_ranked(column: Area, table: DiceView, turn: Turn, rank: int, size: Size) -> None:
    """Draw a turn's card of a rank, 0 for the strongest: player above, reason for its rank and
    consequence below; its back as long as it is face down."""
    seat, card = turn.reveal.ranking[rank]
    stage = table.stage
    is_small = size == SMALL
    pitch = column.width
    y = 1 if is_small else NAME_ROWS
    card_area = column.at(0, y, *size)
    # The weakest card, which has number 1, is turned up first.
    from_weakest = table.seats - rank
    if from_weakest > stage.faces:
        column.at(0, 0, size.width, 1).centre(0, ("?", "dim"))
        back(card_area)
        return
    if stage.is_edge_on and from_weakest == stage.faces:
        back(card_area.inside(size.width // 4, 0, size.width // 4))
        return
    name = name_in(table, seat, pitch - 1)
    column.at(0, 0, min(max(size.width, length([name])), pitch - 1), 1).centre(0, name)
    draw_card(card_area, card, turn.reveal.roll)
    is_winner = stage.shows_winner and turn.won is not None and turn.won.seat == seat
    if is_winner and table.is_revealing and not is_small:
        ring(card_area)
    if rank < table.seats - 1 and pitch > size.width + 2:
        column.text(pitch - 2, y + size.height // 2, ("›", "dim"))
    if is_small:
        # The card's shadow would show between the words of this row.
        column.at(0, y + size.height, size.width + 1, 1).fill(" ")
    below = column.at(0, y + size.height + (not is_small), pitch - 1, 3)
    why = reasons(turn.reveal)[rank]
    below.at(0, 0, min(pitch - 1, max(size.width, len(why))), 1).centre(0, (why, "dim"))
    _draw_consequence(below, table, turn, seat, size)


def _middle_turns(area: Area, table: DiceView, turns: Sequence[Turn]) -> None:
    """Draw the cards of all turns that nobody won, a row for each, the last ones if not all fit."""
    cards = table.middle
    pitch = min((area.width - TURN_COLUMNS) // table.seats, CHIP_COLUMNS_MAX)
    # Besides the turns, there are a heading, the text and a free row.
    top = max((area.height - len(turns) - 3) // ABOVE_SHARE, 0)
    prize = tr(
        "{cards}, {points} for who wins",
        cards=counted(len(cards), "card"),
        points=counted(points_of(cards), "point"),
    )
    area.text(0, top, (tr("the middle"), "strong"), (f"   {prize}", "strong good"))
    for y, turn in enumerate(turns[-(area.height - 2) :], top + 1):
        area.text(0, y, (tr("turn {number}", number=turn.number), "dim"))
        for rank, (_, card) in enumerate(turn.reveal.ranking):
            chip = chip_of(card, letters=5)
            if length([chip]) > pitch:
                chip = small_chip(card, pitch - 1)
            area.text(TURN_COLUMNS + rank * pitch, y, chip)
    text = tr("the strongest came twice each time: nobody won")
    area.text(0, top + 1 + min(len(turns), area.height - 2), (text, "dim"))


def _heading(table: DiceView, turn: Turn, width: int) -> list[Styled]:
    """Return the heading of the last turn: its roll, or during a reveal the order of the cards."""
    is_long = width >= LONG_HEADING_COLUMNS
    if table.is_revealing:
        order = f"   {tr('the strongest at the left')}" if is_long else ""
        return [(tr("turned up"), "strong cursor"), (order, "dim")]
    words = tr("{mode}, trump", mode=noun(face(turn.reveal.roll).mode))
    pieces: list[Styled] = [(f"{words} ", "dim"), chip_of(TRUMP[turn.reveal.roll])]
    title = f"{tr_in('heading', 'previous turn')}   "
    return [(title, "strong"), *pieces] if len(title) + length(pieces) < width else pieces


def reasons(event: Revealed) -> list[str]:
    """Return the reason why each card in a reveal is above the next, strongest first, in few words;
    the last card has none."""
    words: list[str] = []
    trump = TRUMP[event.roll]
    cards = [card for _, card in event.ranking]
    for card, below in itertools.pairwise(cards):
        one, other = CARDS[card], CARDS[below]
        if card == below:
            words.append(tr("the same"))
        elif card == SCORPION and below == trump:
            words.append(tr("beats trump"))
        elif card == trump:
            words.append(tr("is trump"))
        elif one.halves == other.halves:
            words.append(tr("wins tie"))
        else:
            # A scorpion's number is too long for a column.
            words.append(
                tr_in(
                    "short",
                    "{one} over {other}" if SCORPION in (card, below) else "{one} beats {other}",
                    one=number_words(card),
                    other=number_words(below),
                )
            )
    return [*words, ""]


def consequence(turn: Turn, seat: int) -> tuple[str, str, str]:
    """Return a turn's result for a seat: in words, the points, and the style of both."""
    if turn.won and turn.won.seat == seat:
        count = len(turn.won.cards) + len(turn.won.carried)
        return counted(count, "card"), f"+{turn.gained}", "strong good"
    loss = turn.loss_of(seat)
    if loss and loss.cards:
        return counted(len(loss.cards), "card"), f"−{points_of(loss.cards)}", "strong bad"
    if turn.carried and seat in turn.carried.seats:
        # Cards in the middle at the end of the round can no longer be won.
        return tr("leaves game" if turn.scored else "to middle"), "", "dim"
    return "", "", ""


def _draw_consequence(area: Area, table: DiceView, turn: Turn, seat: int, size: Size) -> None:
    """Write a turn's result for a seat below its card, once the stage shows it."""
    words, points, style = consequence(turn, seat)
    is_won = turn.won is not None and turn.won.seat == seat
    if not words or not (table.stage.shows_winner if is_won else table.stage.shows_losses):
        return
    if size == SMALL:
        whole = f"{words} {points}".strip()
        room = max(size.width, area.width)
        text = whole if len(whole) <= room else points or words
        area.at(0, 1, max(size.width, len(text)), 1).centre(0, (text, style))
        return
    area.at(0, 1, size.width, 1).centre(0, (words, style))
    if points:
        area.at(0, 2, size.width, 1).centre(0, (tr("{points} points", points=points), style))


def _draw_gain(area: Area, table: DiceView, turn: Turn) -> None:
    """Write the winner's gain in large digits at the right edge, if there are no words below the
    weakest card."""
    last = turn.reveal.ranking[-1][0]
    if not table.is_revealing or not table.stage.shows_winner or not turn.won:
        return
    # The picture is drawn by `write_big`, which needs its width before.
    picture = big_text(f"+{turn.gained}", "good")
    if consequence(turn, last)[0] == "":
        write_big(area, area.width - picture.width - 1, 0, f"+{turn.gained}", "good")


def _opening(area: Area, table: DiceView) -> None:
    """Draw the places of the first turn, and the rule by which a turn is won."""
    size = _card_size(area, table.seats)
    # The note of a first match says the same, and would cover half of the rule.
    rule = "" if table.scene.primer else tr(RULE)
    if size == SMALL:
        area.text(0, 0, (tr("the first turn"), "strong"))
        room = area.at(0, 2, area.width - 1, area.height - 2)
        room.paragraph(0, rule, "dim")
        return
    pitch = min(area.width // table.seats, size.width + CARD_GAP_MAX)
    free = max(area.height - size.height - OPENING_TEXT_ROWS, 0)
    top = free // 2
    area.text(0, top, (tr("the first turn"), "strong"))
    for seat in range(table.seats):
        column = area.at(seat * pitch, 0, pitch - 1, area.height)
        name = name_in(table, seat, pitch - 1)
        column.at(0, top + 1, max(size.width, min(length([name]), pitch - 1)), 1).centre(0, name)
        card_area = column.at(0, top + 2, *size)
        if table.chosen(seat) == NOTHING:
            empty_place(card_area, tr("chooses"))
        else:
            likely = table.scene.likely(seat, "card chosen")
            draw_likely_back(card_area, likely, name_within, f"seat-{seat}")
    # A quarter of the free rows is between the cards and the rule.
    area.paragraph(top + 2 + size.height + 1 + free // 4, rule, "dim")


# --- the end of a round

BANK_ROWS: Final = 4
"""Rows of a seat below its pile: the gain in large digits, and the account."""


def _draw_bank(area: Area, table: DiceView) -> None:
    """Draw the end of a round, a column for each seat, the viewer's first. Each has its pile, the
    pile's points, and the account before and after, counted up."""
    assert table.last is not None
    seats = [*([] if table.viewer is None else [table.viewer]), *table.others]
    gains = {seat: points_of(table.piles[seat]) for seat in seats}
    _bank_heading(area, table.last)
    best = max(gains.values())
    for seat, column in zip(
        seats, area.inside(0, 1, 0).columns(*[Grow()] * len(seats), gap=2), strict=True
    ):
        name = name_in(table, seat, column.width)
        column.text(0, 0, name)
        _bank_pile(column.inside(0, 1, 0, BANK_ROWS), table.piles[seat])
        # The pile is counted into the account card by card.
        now = gains[seat] * table.stage.counted // COUNT_FRAMES
        foot = column.at(0, column.height - BANK_ROWS, column.width, BANK_ROWS)
        # Nobody is the best if nobody has won anything.
        style = "cursor" if gains[seat] == best and best else f"seat-{seat}"
        if gains[seat]:
            write_big(foot, 0, 0, f"+{now}", style)
        elif lost := table.robbed_of(seat):
            # A winner's pile is empty only after a robbery, which took all that was won before.
            foot.paragraph(1, tr("won {points}, lost {points}", points=lost), "bad")
        else:
            foot.text(0, 1, (tr_in("bank", "nothing won"), "dim"))
        had = table.view.points[seat] - gains[seat]
        sign = ">" if area.look.is_ascii else "›"
        foot.text(
            0,
            BANK_ROWS - 1,
            (f"{tr('safe')} ", "dim"),
            (f"{had} {sign} ", "dim"),
            (f"{had + now}", "strong"),
        )


def _bank_heading(area: Area, turn: Turn) -> None:
    """Write the number of the finished round, and the cards of its last turn, strongest first."""
    pieces: list[Styled] = [
        (f"{tr('round {number} is over', number=turn.round)}   ", "strong"),
        (f"{tr('turn {number}', number=turn.number)} ", "dim"),
    ]
    for rank, (seat, card) in enumerate(turn.reveal.ranking):
        pieces += [(" › " if rank else "", "dim"), seat_mark(seat), " ", small_chip(card)]
    if turn.won:
        pieces.append((f"  {seat_mark(turn.won.seat)[0]} +{turn.gained}", "strong good"))
    area.text(0, 0, *pieces)
    words = tr("each pile goes to its owner")
    if length(pieces) + len(words) + 2 < area.width:
        area.right(0, (words, "dim"), margin=1)


def _bank_pile(area: Area, cards: bytes) -> None:
    """Draw as many cards of a pile as fit, those with most points first."""
    chips = [small_chip(card) for card in sorted(cards, key=lambda card: -CARDS[card].points)]
    across = max((area.width + 1) // (length(chips[:1]) + 1), 1) if chips else 1
    room = across * area.height
    if len(chips) > room:
        # The words take the room of two cards.
        fitting = max(room - 2, 0)
        chips[fitting:] = [(tr("{number} more", number=len(chips) - fitting), "dim")]
    for index, chip in enumerate(chips):
        y, x = divmod(index, across)
        area.text(x * (length(chips[:1]) + 1), y, chip)


# --- taken cards


def _draw_taken(area: Area, table: DiceView) -> None:
    """Draw all cards taken in this round, seat by seat."""
    area.text(0, 0, (tr("taken in this round"), "strong"))
    y = 1
    for seat in range(table.seats):
        cards = sorted(table.taken(seat))
        area.text(0, y, name_in(table, seat, OWNER_COLUMNS - 1))
        if not cards:
            area.text(OWNER_COLUMNS, y, (tr("nothing"), "dim"))
            y += 1
        chips = [small_chip(card) for card in cards]
        room = max((area.width - OWNER_COLUMNS) // length(chips[:1]), 1) if chips else 1
        for start in range(0, len(chips), room):
            area.text(OWNER_COLUMNS, y, *chips[start : start + room])
            y += 1
