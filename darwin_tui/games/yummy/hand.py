"""The own hand at the bottom, group by group; for spectators all hands."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region, Size

from darwin_core.chooser import Chooser
from darwin_core.game import HIDDEN, Element
from darwin_core.games.yummy.components import GROUP
from darwin_core.games.yummy.rules import limit
from darwin_core.games.yummy.state import AnyAction, Cards, Lay, Mark, Swap, Trump, YummyState
from darwin_core.games.yummy.words import group_name
from darwin_core.lexicon import Lexicon
from darwin_tui.games.yummy.cards import draw_front, hue, letter, short
from darwin_tui.games.yummy.scene import Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Styled, length
from darwin_tui.widgets.card import draw_frame

CARD: Final = Size(13, 5)
"""The largest size of a card; if there are many, they are narrower."""
NARROWEST: Final = 7
ENTRY: Final = 13
"""The columns of a card if each of many is one line."""
NAME: Final = 6
"""The letters of a card's name in such a line."""


def draw_hand(drawing: Drawing, scene: Scene, view: YummyState, bottom: int) -> int:
    """Draw the hand, of the same height for any number of cards; return the row of its title."""
    canvas = drawing.canvas
    if scene.viewer >= len(view.hands):
        return _draw_all_hands(canvas, scene, view, bottom)
    hand = view.hands[scene.viewer]
    kinds = sorted({*hand})
    columns = canvas.width - 2
    in_row = columns // ENTRY
    is_listed = len(kinds) * NARROWEST > columns
    height = max(CARD.height, -(-len(kinds) // in_row)) if is_listed else CARD.height
    y = bottom - height
    _title(canvas, scene, view, hand, y - 1)
    uses = _uses(scene.chooser)
    if is_listed:
        for number, card in enumerate(kinds):
            row, column = divmod(number, in_row)
            region = Region(1 + column * ENTRY, y + row, ENTRY - 1, 1)
            _entry(drawing, scene, region, card, hand.count(card))
        return y - 1
    gap = 1 if len(kinds) * (NARROWEST + 1) <= columns else 0
    width = min(columns // max(len(kinds), 1) - gap, CARD.width)
    for number, card in enumerate(kinds):
        region = Region(1 + number * (width + gap), y, width, CARD.height)
        element: Element = ("card", card)
        drawing.places[element] = region
        playable = draw_frame(canvas, region, scene, element, hand.count(card))
        draw_front(canvas, region, card, playable, scene.lexicon)
        if card in uses:
            canvas.text(region.x + 1, region.y, (uses[card][: width - 2], "good strong"))
    return y - 1


def _entry(drawing: Drawing, scene: Scene, region: Region, card: int, copies: int) -> None:
    """Draw a card in one line: its group's letter, the beginning of its name, the number of
    copies."""
    element: Element = ("card", card)
    drawing.places[element] = region
    looks = scene.style_of(element)
    picked = scene.chooser.selected.count(element) if scene.chooser else 0
    on_it = scene.is_on(element)
    sign = "▶" if on_it else "•" if looks != "dim" else " "
    style = "cursor" if on_it else "dim" if looks == "dim" else hue(GROUP[card])
    count = f"✓{picked}" if picked else f"×{copies}" if copies > 1 else ""
    drawing.canvas.text(
        region.x,
        region.y,
        (f"{sign}{letter(GROUP[card])} {short(card, scene.lexicon, NAME)}{count}", style),
    )


def _uses(chooser: Chooser[AnyAction] | None) -> dict[int, str]:
    """Return each card's present use in one word."""
    uses: dict[int, str] = {}
    for action in chooser.actions if chooser else ():
        match action:
            case Lay(cards):
                uses |= dict.fromkeys(cards, "lay")
            case Trump(card):
                uses[card] = "trump"
            case Mark(card):
                uses[card] = "mark"
            case Swap(card):
                uses.setdefault(card, "swap")
    return uses


def _title(canvas: Canvas, scene: Scene, view: YummyState, hand: Cards, y: int) -> None:
    title: list[Styled] = [("hand", "strong"), (f" of {scene.names[scene.viewer]}", "dim")]
    canvas.rule(y, *title)
    count = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
    counted: list[Styled] = [(f" {count}, limit {limit(view, scene.viewer)} ", "dim")]
    groups = sorted({GROUP[each.cards[0]] for each in _actions(scene) if isinstance(each, Lay)})
    room = canvas.width - 5 - length([*title, *counted])
    parts = _to_lay(groups, scene.lexicon, is_short=False)
    if length(parts) > room:
        parts = _to_lay(groups, scene.lexicon, is_short=True)
    canvas.right(canvas.width - 1, y, *parts, *counted)


def _to_lay(groups: Sequence[int], lexicon: Lexicon, *, is_short: bool) -> list[Styled]:
    """Return the groups of which a triplet can be laid."""
    if not groups:
        return []
    parts: list[Styled] = [(" to lay: ", "good strong")]
    for number, group in enumerate(groups):
        name = letter(group) if is_short else group_name(group, lexicon)
        parts += [(", " if number else "", "dim"), (name, hue(group))]
    return [*parts, (" ·", "dim")]


def _actions(scene: Scene) -> Sequence[AnyAction]:
    return scene.chooser.actions if scene.chooser else ()


def _draw_all_hands(canvas: Canvas, scene: Scene, view: YummyState, bottom: int) -> int:
    """Draw all hands by seat: for spectators backs, for omniscient ones fronts.

    Return the row of the title.
    """
    start = max(map(len, scene.names)) + 5
    rows: list[tuple[int, list[Styled]]] = []
    for seat, hand in enumerate(view.hands):
        wide = 3 if HIDDEN in hand else 5
        in_row = (canvas.width - start) // wide
        for first in range(0, max(len(hand), 1), in_row):
            rows.append(
                (seat, [_tiny(card, scene.lexicon) for card in hand[first : first + in_row]])
            )
    y = bottom - len(rows)
    canvas.rule(y - 1, ("hands", "strong"))
    for row, (seat, pieces) in enumerate(rows):
        if row == 0 or rows[row - 1][0] != seat:
            canvas.text(1, y + row, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))
        canvas.text(start, y + row, *pieces)
    return y - 1


def _tiny(card: int, lexicon: Lexicon) -> Styled:
    if card == HIDDEN:
        return (f"{short(card, lexicon, 2)} ", "dim")
    return (f"{letter(GROUP[card])}{short(card, lexicon)} ", hue(GROUP[card]))
