"""The current offer, and all labels: to ask for, or to count."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from darwin_core.cards import together, without
from darwin_core.game import HIDDEN, Element
from darwin_core.games.yummy.components import (
    ALIENS,
    COPIES,
    FIRST_ACTION,
    GROUP,
    LABELS,
    VALUE,
)
from darwin_core.games.yummy.rules import to_move
from darwin_core.games.yummy.state import Answer, Cards, Offer, YummyState
from darwin_core.games.yummy.triplets import lays
from darwin_core.games.yummy.view import known_cards, remembered
from darwin_core.games.yummy.words import card_name, cards_words, group_name
from darwin_core.lexicon import Lexicon
from darwin_tui.games.yummy.cards import cut, hue, row_of, short
from darwin_tui.games.yummy.scene import Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Styled, length

UNSEEN: Final = 6
"""The rows of the cards not seen, with their title."""
LABEL: Final = 5
"""The columns of a label that can be asked for."""
GROUP_NAME: Final = 13
"""The columns of a group's name before its labels."""
KINDS: Final = max(GROUP[:FIRST_ACTION].count(group) for group in range(ALIENS))
"""The labels of the largest group; all actions begin after them."""
HELD: Final = "="
"""The sign beside a label that the partner is known to hold."""
WANTED: Final = "*"
"""The sign beside a label that makes a triplet with one's own cards."""


def draw_offer(drawing: Drawing, scene: Scene, view: YummyState, bottom: int) -> int:
    """Draw an offer, made or not, above the bar of actions; return its first row."""
    top = view.pending[-1] if view.pending else None
    canvas = drawing.canvas
    if isinstance(top, Answer):
        y = bottom - 3
        _title(canvas, scene, y, top.partner, top.seat, top.is_counter)
        _sides(canvas, scene, y + 1, top.partner, top.give, top.ask, is_split=True)
        return y
    if isinstance(top, Offer) and top.seat == scene.viewer:
        y = bottom - 2 - ALIENS
        _title(canvas, scene, y, top.seat, top.partner, top.is_counter)
        _sides(canvas, scene, y + 1, top.seat, top.give, top.ask, is_split=False)
        _labels(drawing, scene, view, top, y + 2)
        return y
    return bottom


def _title(canvas: Canvas, scene: Scene, y: int, seat: int, partner: int, is_counter: bool) -> None:
    canvas.rule(
        y,
        ("counter-offer" if is_counter else "offer", "strong"),
        (f" of {SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"),
        (f" to {SEAT_MARKS[partner]} {scene.names[partner]}", f"seat-{partner}"),
    )


def _sides(
    canvas: Canvas, scene: Scene, y: int, seat: int, give: Cards, ask: Cards, is_split: bool
) -> None:
    """Draw the cards given and asked for, in one row or in two."""
    verbs = ("you give ", " for ") if seat == scene.viewer else ("you would get ", " and give ")
    if scene.viewer != seat and scene.viewer not in to_move(scene.view):
        verbs = ("it gives ", " for ")
    room = canvas.width - 2 - sum(map(len, verbs))
    sides = _names(give, scene.lexicon), _names(ask, scene.lexicon)
    if not is_split and length([*sides[0], *sides[1]]) > room:
        # Each name gets as many letters as there is room for.
        number = len({*give}) + len({*ask})
        widest = room // number - 2
        sides = _names(give, scene.lexicon, widest), _names(ask, scene.lexicon, widest)
    x = canvas.text(1, y, (verbs[0], "dim"), *sides[0])
    if is_split:
        x, y = 1 + len(verbs[0]) - len(verbs[1]), y + 1
    canvas.text(x, y, (verbs[1], "dim"), *sides[1])


def _names(cards: Cards, lexicon: Lexicon, widest: int = 99) -> list[Styled]:
    if not cards:
        return [("…", "dim")]
    if HIDDEN in cards:
        return [(cards_words(cards, lexicon), "strong")]
    pieces: list[Styled] = []
    for card in sorted({*cards}):
        number = f"{cards.count(card)} " if cards.count(card) > 1 else ""
        name = cut(f"{number}{card_name(card, lexicon)}", widest)
        pieces += [", " if pieces else "", (name, f"{hue(GROUP[card])} strong")]
    return pieces


# --- all labels


def _groups(canvas: Canvas, y: int, lexicon: Lexicon) -> None:
    for group in range(ALIENS):
        canvas.text(1, y + group, (group_name(group, lexicon)[: GROUP_NAME - 1], hue(group)))


def _grid() -> dict[int, tuple[int, int]]:
    """Return the column and row of each label: a row for each group, its kinds and joker, then its
    actions; those of the aliens are beside those of the USA."""
    places: dict[int, tuple[int, int]] = {}
    for label in range(LABELS):
        before = [other for other in places if row_of(other) == row_of(label)]
        if label < FIRST_ACTION:
            places[label] = (len(before), row_of(label))
        else:
            actions = sum(other >= FIRST_ACTION for other in before)
            places[label] = (KINDS + actions, row_of(label))
    return places


_GRID: Final = _grid()


def _left(view: YummyState) -> list[int]:
    """Return by label the number of cards that others may hold or draw."""
    left = list(COPIES)
    for card in known_cards(view):
        left[card] -= 1
    return left


def draw_unseen(drawing: Drawing, scene: Scene, view: YummyState, bottom: int) -> int:
    """Draw the number of cards of each label that others may hold or draw; return the first row."""
    canvas, y = drawing.canvas, bottom - UNSEEN
    left = _left(view)
    canvas.rule(
        y,
        ("cards not seen", "strong"),
        (f"  {sum(left)}, of which {len(view.deck)} in the deck", "dim"),
    )
    _groups(canvas, y + 1, scene.lexicon)
    for label, (column, row) in _GRID.items():
        style = hue(GROUP[label]) if left[label] else "faint"
        count = str(left[label]) if left[label] else "–"
        x = GROUP_NAME + 1 + column * LABEL
        canvas.text(x, y + 1 + row, (short(label, scene.lexicon) + count, style))
    return y


def wanted_labels(view: YummyState, offer: Offer) -> list[int]:
    """Return unseen labels that make a triplet with the hand after an offer, the best first.

    First come those that the partner is known to hold, then those worth most.
    """
    hand = together(without(view.hands[offer.seat], offer.give), offer.ask)
    already, left = len(lays(hand)), _left(view)
    held = remembered(view, offer.seat)[offer.partner]
    found = [
        label
        for label in range(FIRST_ACTION)
        if left[label] > offer.ask.count(label)
        and len(lays(together(hand, bytes((label,))))) > already
    ]
    return sorted(found, key=lambda label: (label not in held, -VALUE[GROUP[label]], label))


def most_valuable_unseen(view: YummyState) -> int:
    """Return an unseen label of the highest worth."""
    left = _left(view)
    return max(range(FIRST_ACTION), key=lambda label: (left[label] > 0, VALUE[GROUP[label]]))


def _labels(drawing: Drawing, scene: Scene, view: YummyState, offer: Offer, y: int) -> None:
    """Draw all labels that can be asked for, a row for each group, with the number of unseen
    cards."""
    _groups(drawing.canvas, y, scene.lexicon)
    left, wanted = _left(view), wanted_labels(view, offer)
    held = remembered(view, scene.viewer)[offer.partner]
    for label, (column, row) in _GRID.items():
        element: Element = ("label", label)
        looks = scene.style_of(element)
        region = Region(GROUP_NAME + column * LABEL, y + row, LABEL, 1)
        sign = HELD if label in held else WANTED if label in wanted else " "
        if scene.is_on(element):
            sign = "▶"
        elif looks == "selected":
            sign = "✓"
        style = "cursor" if sign == "▶" else hue(GROUP[label])
        count = str(left[label]) if left[label] else "–"
        if looks != "dim":
            drawing.places[element] = region
        elif offer.give:
            sign, count = " ", " "
        if looks == "dim":
            style = "dim"
        drawing.canvas.text(
            region.x, region.y, (sign, style), (short(label, scene.lexicon), style), (count, "dim")
        )


def legend(scene: Scene, offer: Offer, room: int) -> Sequence[Styled]:
    """Return the meaning of the signs beside the labels."""
    text = f"{HELD} {scene.names[offer.partner]} has it, {WANTED} makes a triplet, number: not seen"
    return [(cut(text, room), "dim")]
