"""The panels beside the table: the standing, the cards not seen, the last turns, and the card under
the cursor."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from darwin_core.games.dice.acts import DiceEvent
from darwin_core.games.dice.material import (
    POINTS,
    ROLLS,
    STRENGTH,
    TRUMP,
    face,
)
from darwin_core.games.dice.texts import card_name
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.wording import a, counted, listed
from darwin_tui.boards.dice.cards import UNSEEN_ROWS, draw_unseen_panel, has_unseen, text_of
from darwin_tui.boards.dice.dice_view import DiceView, Turn, strengths, worth
from darwin_tui.boards.dice.felt import ties
from darwin_tui.boards.dice.seats import name_in
from darwin_tui.drawing.area import Area, Grow, styled
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.marks import bar
from darwin_tui.drawing.panel import draw_action, panel

FRAME_ROWS: Final = 2
CARD_ROWS: Final = Grow(11, 14)
TURNS_ROWS: Final = Grow(4)
MODES: Final = ("fight", "flight")
ORDER_TITLE: Final = mark("the order of equal numbers")
LOSES_MAX: Final = 4
"""Kinds of cards named that beat the card under the cursor."""


def draw_side(area: Area, moment: DiceView) -> None:
    """Draw the panels, from top to bottom as many as there is room for."""
    heights: list[int | Grow] = [moment.seats + FRAME_ROWS]
    heights += [UNSEEN_ROWS + FRAME_ROWS] if has_unseen(moment) else []
    left = area.height - sum(height for height in heights if isinstance(height, int))
    has_turns = left >= CARD_ROWS.least + TURNS_ROWS.least
    heights += [TURNS_ROWS, CARD_ROWS] if has_turns else [Grow()]
    areas = area.rows(*heights)
    areas.pop(0).part(_standing, (moment,))
    if has_unseen(moment):
        areas.pop(0).part(draw_unseen_panel, (moment,))
    if has_turns:
        areas.pop(0).part(_turns, (moment,))
    areas.pop(0).part(_card, (moment,))


# --- standing


def _standing(area: Area, moment: DiceView) -> None:
    own = panel(
        area,
        mark("standing"),
        [("█", "ink"), (f" {tr('safe')} ", "dim"), ("▒", "ink"), f" {tr('at risk')}"],
    )
    totals = [moment.points(seat) + worth(moment.taken(seat)) for seat in range(moment.seats)]
    most = max(*totals, 1)
    figures = 8
    room = max(map(len, moment.names)) + 2
    names = min(room, own.width - figures - 8)
    for seat in range(moment.seats):
        safe, risk = moment.points(seat), worth(moment.taken(seat))
        own.text(0, seat, name_in(moment, seat, names))
        parts = [(safe, f"seat-{seat}"), (risk, f"seat-{seat}")]
        bar(own, names + 1, seat, own.width - names - figures - 2, parts, most)
        own.right(seat, (f"{safe}", "strong"), (f" +{risk:<3}", "ink" if risk else "dim"))


# --- the last turns


def _turns(area: Area, moment: DiceView) -> None:
    own = panel(area, mark("last turns"), tr("L event log"))
    turns = moment.turns if moment.stage.shows_winner else moment.turns[:-1]
    blocks: list[list[list[Styled]]] = []
    for turn in reversed(turns):
        block = turn_lines(moment, turn, own.width)
        if sum(map(len, blocks)) + len(block) > own.height:
            break
        blocks.insert(0, block)
    lines = list(chain.from_iterable(blocks))
    if len(lines) + len(blocks) - 1 <= own.height:
        # There is room for a free row between all turns.
        lines = list(chain.from_iterable([*block, []] for block in blocks))
    if not lines:
        own.text(0, 0, (tr("No turn has been played yet."), "dim"))
    for y, line in enumerate(lines):
        own.text(0, y, *line)


def turn_lines(moment: DiceView, turn: Turn, width: int) -> list[list[Styled]]:
    """Return what happened in a turn, in lines of styled pieces."""
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
                mark(" loses {number} {points} to a {cause}"),
                "",
                number=(f"{len(loss.cards)}", ""),
                points=(f"−{worth(loss.cards)}", "strong bad"),
                cause=(noun(loss.cause), ""),
            )
            lines.append([name_in(moment, loss.seat, width - length(pieces)), *pieces])
    if turn.won:
        count = len(turn.won.cards) + len(turn.won.carried)
        pieces = styled(
            mark(" takes {cards} {points}"),
            "",
            cards=(counted(count, "card"), ""),
            points=(f"+{turn.gained}", "strong good"),
        )
        lines.append([name_in(moment, turn.won.seat, width - length(pieces)), *pieces])
    if turn.carried:
        lines.append([(tr("nobody wins: all to the middle"), "")])
    if turn.scored:
        lines.append([(tr("round {number} ends", number=turn.round), "strong")])
    return lines


# --- the card under the cursor


def _card(area: Area, moment: DiceView) -> None:
    if moment.is_revealing:
        _happened(area, moment)
        return
    card = moment.scene.pointer.number_of("card")
    held = {slot.card for slot in moment.slots if slot.copies}
    if moment.scene.said:
        _draw_order_at_foot(draw_action(area, moment.scene.said))
        return
    if card not in held or moment.is_over:
        _order(area, moment)
        return
    own = panel(area, [text_of(card)], counted(POINTS[card], "point"), is_active=True)
    y = 0
    if has_unseen(moment):
        y = _odds(own, moment, card)
    text = moment.scene.text_on(("card", card)).partition(". ")[2]
    for sentence in (*stakes_words(moment, card), text):
        y = own.paragraph(y, sentence)


def _odds(area: Area, moment: DiceView, card: int) -> int:
    """Draw how many unseen cards a card beats and which not; return the row after it."""
    beaten, equal, stronger = odds(moment, card)
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
    """Return in words which cards a card loses to, and how many are equal to it.

    Args:
        stronger: the unseen cards that beat it, the strongest first.
        equal: the number of unseen cards equal to it.
    """
    kinds = list(dict.fromkeys(stronger))
    named = ", ".join(card_name(kind) for kind in kinds[:LOSES_MAX])
    rest = len(kinds) - LOSES_MAX
    if rest > 0:
        named = tr("{cards} and {number} more", cards=named, number=rest)
    text = tr("loses to {cards}", cards=named) if kinds else tr("loses to none of them")
    return tr("{text}; {number} equal", text=text, number=equal) if equal else text


def stakes_words(moment: DiceView, card: int) -> list[str]:
    """Return the points that lie open to be won and lost by a card, in sentences."""
    stakes = moment.stakes(card)
    sure = counted(stakes.sure, "point")
    sentences = [tr("If it wins, it brings {points} and each rival's card.", points=sure)]
    if taken := worth(moment.taken(moment.viewer or 0)):
        own = counted(taken, "point")
        by = listed([a(kind) for kind in stakes.robbers], mark("or"))
        sentences.append(
            tr("Your {points} at risk lie open to {robbers}.", points=own, robbers=by)
            if by
            else tr("Your {points} at risk are safe in this turn.", points=own)
        )
    if stakes.robbed:
        names = listed([moment.scene.names[seat] for seat in stakes.robbed])
        most = max(worth(moment.taken(seat)) for seat in stakes.robbed)
        points = counted(most, "point")
        sentences.append(tr("It could rob {names}, of up to {points}.", names=names, points=points))
    return sentences


def odds(moment: DiceView, card: int) -> tuple[int, int, list[int]]:
    """Return how many unseen cards a card beats and equals one by one, and those it loses to, the
    strongest first."""
    roll = moment.roll
    beaten, equal, stronger = 0, 0, list[int]()
    for other in moment.unseen:
        table = strengths(roll, card, other)
        if table[other] > table[card]:
            stronger.append(other)
        elif other == card:
            equal += 1
        else:
            beaten += 1
    stronger.sort(key=lambda other: -STRENGTH[roll][other])
    return beaten, equal, stronger


def _happened(area: Area, moment: DiceView) -> None:
    """Write in sentences what the reveal has shown so far."""
    own = panel(area, mark("what happened" if moment.stage.shows_winner else "what happens"))
    turn = moment.last
    assert turn is not None
    y = 0
    down = moment.seats - moment.stage.faces
    if down:
        own.text(0, 0, (tr("{number} still face down …", number=down), "dim"))
        return
    sentence = moment.scene.game.texts.sentence
    events: list[DiceEvent] = [*turn.losses] if moment.stage.shows_losses else []
    if moment.stage.shows_winner:
        events += [each for each in (turn.won, turn.carried, turn.scored) if each]
    for event in events:
        y = own.paragraph(y, sentence(event, moment.scene.seat_names)) + 1


def _order(area: Area, moment: DiceView) -> None:
    """Write the rules of equal and of robbing cards, where no card is under the cursor."""
    own = panel(area, ORDER_TITLE)
    _draw_orders(own, 0)
    text = tr(
        "A scorpion beats the trump and robs it. A snake that wins alone robs the second. "
        "Equal strongest cards go to the middle, for the next winner."
    )
    own.paragraph(len(MODES) + 1, text, "dim")


def _draw_order_at_foot(area: Area) -> None:
    """Write the rules of equal cards in the last rows of an area that has room for them."""
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
    """Return the order of the animals in a mode, as any roll of that mode has it."""
    return ties(next(roll for roll in range(ROLLS) if face(roll).mode == mode), room)
