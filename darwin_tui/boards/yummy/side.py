"""Beside the felt: what the others did, the cards not seen, and the element under the cursor."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Element
from darwin_core.games.yummy.material import ALIENS, COPIES, FIRST_ACTION, GROUP, GROUPS, JOKERS
from darwin_core.games.yummy.rules import limit, totals
from darwin_core.games.yummy.texts import card_name
from darwin_core.games.yummy.view import remembered
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import capitalized
from darwin_tui.boards.yummy.cards import fitted, fitted_group, hue
from darwin_tui.boards.yummy.fields import seats_in_order
from darwin_tui.boards.yummy.labels import left_of
from darwin_tui.boards.yummy.scene import Scene, entries, totals_of
from darwin_tui.boards.yummy.trade import draw_chips
from darwin_tui.drawing.area import Area, cut
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.marks import bar, seat_mark, seat_name
from darwin_tui.drawing.panel import panel

UNSEEN_ROWS: Final = 9
"""Rows of the panel of the cards not seen."""
NAME: Final = 12
"""Columns of a group's name and its gap."""
ACTIONS: Final = 10
"""Columns of the numbers of jokers and of actions."""
CONTINUED: Final = (" …", "dim")
"""After a line whose next lines have no room."""
KINDS_MAX: Final = max(
    sum(COPIES[card] for card in range(FIRST_ACTION) if GROUP[card] == group and card not in JOKERS)
    for group in range(ALIENS)
)
"""The playing cards of the largest group."""


def draw_news(area: Area, scene: Scene) -> None:
    """Draw what the others did since the viewer's last turn, a paragraph for each seat."""
    inner = panel(
        area,
        mark("since your last turn" if scene.viewer < len(scene.names) else "the last turns"),
    )
    lines: list[list[list[Styled]]] = []
    for has_names, is_short in ((True, False), (False, False), (True, True), (False, True)):
        acted = entries(scene, is_short=is_short)
        lines = [_paragraph(scene, *entry, inner.width, has_names) for entry in acted]
        if sum(map(len, lines)) <= inner.height:
            break
    else:
        _shorten(
            lines, [_paragraph(scene, *entry, inner.width) for entry in totals_of(scene)], inner
        )
    lines = lines[: inner.height]
    for y, line in enumerate(line for paragraph in lines for line in paragraph):
        inner.text(0, y, *line)
    if not lines:
        inner.text(0, 0, (tr("nothing yet"), "dim"))


def _paragraph(
    scene: Scene, seat: int, pieces: Sequence[Styled], width: int, has_name: bool = False
) -> list[list[Styled]]:
    """Return what a seat did in lines of a width."""
    return flowed([_who(scene, seat, has_name), " ", *pieces], width, 2)


def _shorten(
    lines: list[list[list[Styled]]], totals: Sequence[list[list[Styled]]], area: Area
) -> None:
    """Replace the longest paragraphs by what their seats gained until all have room; then cut
    them."""
    left = set(range(len(lines)))
    while sum(map(len, lines)) > area.height and left:
        longest = max(left, key=lambda place: len(lines[place]))
        left.remove(longest)
        lines[longest] = min(lines[longest], totals[longest], key=len)
    while sum(map(len, lines)) > area.height and max(map(len, lines)) > 1:
        cut_off = max(lines, key=len)
        cut_off.pop()
        cut_off[-1] = continued(cut_off[-1], area.width)


def continued(line: Sequence[Styled], width: int) -> list[Styled]:
    """Return a line that ends in an ellipsis, after as many whole words as there is room for."""
    pieces = list(line)
    while pieces and length(pieces) + len(CONTINUED[0]) > width:
        text, style = (pieces[-1], "") if isinstance(pieces[-1], str) else pieces[-1]
        kept = text.rstrip().rpartition(" ")[0]
        pieces[-1:] = [(kept, style)] if kept else []
    return [*pieces, CONTINUED]


def _who(scene: Scene, seat: int, has_name: bool) -> Styled:
    """Return a seat by its mark, with its name where there is room; the viewer has none."""
    if has_name and seat != scene.viewer:
        return seat_name(seat, scene.names[seat])
    return seat_mark(seat)


def flowed(pieces: Sequence[Styled], width: int, indent: int) -> list[list[Styled]]:
    """Return pieces in lines of a width, broken between words; later lines are indented."""
    # A word may be of several pieces, such as a name and the comma after it.
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
            used, gap = 0, " " * indent
        lines[-1] += [(gap + text, style), *more]
        used += len(gap) + size
    return lines


def draw_unseen(area: Area, scene: Scene) -> None:
    """Draw the number of unseen cards of each group: kinds as bars, jokers and actions."""
    view = scene.view
    left = left_of(view)
    title = tr("not seen {number}", number=sum(left))
    inner = panel(area, [(title, "strong")], tr("{number} in the deck", number=len(view.deck)))
    inner.right(0, (tr("joker acts"), "dim"))
    inner.text(NAME, 0, (tr("kinds"), "dim"))
    wide = inner.width - NAME - ACTIONS - 1
    numbers = 3 if wide > KINDS_MAX // 2 + 3 else 0
    for group in range(len(GROUPS)):
        y = group + 1
        in_group = [card for card in range(len(left)) if GROUP[card] == group]
        joker = sum(left[card] for card in in_group if card in JOKERS)
        actions = sum(left[card] for card in in_group if card >= FIRST_ACTION)
        kinds = sum(left[card] for card in in_group) - joker - actions
        inner.text(0, y, (fitted_group(group, NAME - 1), f"strong {hue(group)}"))
        bar(inner, NAME, y, wide - numbers, [(kinds, hue(group))], KINDS_MAX)
        if numbers and kinds:
            inner.text(NAME + wide - numbers, y, f"{kinds:>3}")
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
    if text.lower().startswith(f"{title.lower()}: "):
        text = text[len(title) + 2 :]
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
    """Draw the table in small: each seat with its points, hand, triplets, and known cards."""
    view = scene.view
    inner = panel(area, mark("the table"), tr("hand points"))
    known = remembered(view, scene.viewer)
    rows = inner.height // len(scene.names)
    for place, seat in enumerate(seats_in_order(view, scene.viewer)):
        at = inner.at(0, place * rows, inner.width, rows)
        hand = f"{len(view.hands[seat])}/{limit(view, seat)}"
        points = f"{totals(view)[seat]:>4}"
        name, style = seat_name(seat, scene.names[seat])
        at.text(0, 0, (cut(name, at.width - len(hand) - len(points) - 1), style))
        at.right(0, (hand, "dim"), (points, "strong"))
        draw_chips(at.at(0, 1, at.width, 1), scene, seat)
        if not view.fields[seat]:
            at.text(0, 1, (tr("no triplet on the field"), "dim"))
        cards = known[seat] if seat != scene.viewer else b""
        if cards and rows > 2:
            x = at.text(0, 2, (f"{tr('has')} ", "dim"))
            # The last row parts the seats.
            lines = _known_lines(cards, at.width - x, max(rows - 3, 1), scene)
            for y, line in enumerate(lines, 2):
                at.text(x, y, line)


def _known_lines(cards: Cards, width: int, rows: int, scene: Scene) -> list[str]:
    """Return names of cards in lines, whole where there is room; the last line may be cut."""
    lines: list[str] = []
    for room in (24, 16):
        lines = wrap(", ".join(fitted(card, room) for card in cards), width)
        if len(lines) <= rows:
            return lines
    return [*lines[: rows - 1], cut(" ".join(lines[rows - 1 :]), width)]


def unseen_title(scene: Scene) -> list[Styled]:
    """Return the title of the cards not seen."""
    left, deck = sum(left_of(scene.view)), len(scene.view.deck)
    words = tr("{number}, of which {deck} in the deck", number=left, deck=deck)
    return [
        (tr("cards not seen"), "strong"),
        (f"  {words}", "dim"),
    ]
