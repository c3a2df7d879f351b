"""The table of Yummy Darwinism: every field with what threatens it, offers, and the hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any, ClassVar, Final

from textual.geometry import Region, Size

from darwin_core.chooser import Chooser
from darwin_core.game import HIDDEN, Element
from darwin_core.games.yummy.components import (
    ALIENS,
    BOX,
    COPIES,
    FIRST_ACTION,
    GROUP,
    GROUPS,
    HAND,
    LABELS,
    TRUMPED,
    USA,
)
from darwin_core.games.yummy.notation import BUTTONS, button, touches, triplet_element
from darwin_core.games.yummy.rules import clock, is_last_turn, limit, to_move, totals
from darwin_core.games.yummy.state import (
    END,
    Answer,
    AnyAction,
    Cards,
    End,
    Lay,
    Mark,
    Move,
    Offer,
    Picked,
    Swap,
    Trade,
    Triplet,
    Trump,
    YummyState,
)
from darwin_core.games.yummy.triplets import group_of, worth
from darwin_core.games.yummy.view import known_cards, remembered
from darwin_core.games.yummy.words import DIRECTIONS, card_name, cards_words, group_name
from darwin_tui.games.yummy.cards import (
    draw_front,
    draw_triplet,
    hue,
    letter,
    short,
    triplet_line,
)
from darwin_tui.widgets.board import Board, Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Styled
from darwin_tui.widgets.card import draw_frame

UNSEEN: Final = 6
"""Rows of the cards not seen, with their title."""
TALL: Final = 33
"""Rows from which they are always there."""
CARD: Final = Size(13, 5)
"""A card in the hand at its widest; where many are held they are narrower."""
NARROWEST: Final = 5
TRIPLET: Final = Size(15, 5)
"""A triplet where it is drawn as cards."""
WIDE: Final = 20
NARROW: Final = 14
"""Columns of a triplet in a line, with and without its points and what threatens it."""
LABEL: Final = 5
"""Columns of a label that can be asked for."""
GROUP_NAME: Final = 13
"""Columns of a group's name before its labels."""
KINDS: Final = max(GROUP[:FIRST_ACTION].count(group) for group in range(ALIENS))
"""Labels of the largest group, beside which all actions begin."""
NEWS: Final = 2
"""Sentences of the log that have room on the board at least, where it does not lie open."""
DECK: Final = 13
"""Columns of the deck as a clock."""
BRACKETS: Final = 5
"""Columns of a button about its words."""
_BUTTONS: Final = {
    "keep": "leave it on the field",
    "bank": "bank it",
    "propose": "make the offer",
    "accept": "accept",
    "decline": "decline",
    "counter": "make a counter-offer",
    "end": "end the turn",
}


class YummyBoard(Board):
    """Yummy Darwinism."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {hue(group) for group in range(len(GROUPS))}

    PANES: ClassVar[tuple[str, ...]] = ("fields", "cards not seen")

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand lies at the foot, whatever the height."""
        canvas = Canvas(size.width, size.height)
        drawing = Drawing(canvas, {})
        view: YummyState = scene.view
        _heading(canvas, scene, view)
        y = _hand(drawing, scene, view, size.height)
        y = _bar(drawing, scene, view, y)
        y = _offer(drawing, scene, view, y)
        if y > UNSEEN + 2 + UNSEEN and (scene.pane or size.height >= TALL):
            y = _unseen(drawing, scene, view, y)
        _table(drawing, scene, view, 2, y)
        return drawing

    @staticmethod
    def first(view: YummyState, actions: Sequence[AnyAction]) -> Element | None:
        """What can be played; else the end of the turn. An offer that can be made most often is;
        what is offered is not accepted by chance."""
        match view.pending[-1] if view.pending else None:
            case Move():
                played = (each for each in actions if not isinstance(each, Trade | End))
                return touches(next(played, END))[0]
            case Offer(_, _, _, _, ask) if ask:
                return button("propose")
            case Answer():
                return button("decline")
            case _:
                return None


def _heading(canvas: Canvas, scene: Scene, view: YummyState) -> None:
    x = canvas.text(1, 0, ("Yummy Darwinism", "title"))
    if not view.pending:
        x = canvas.text(x + 3, 0, ("the match is over", "dim"))
    else:
        seat = _in_turn(view)
        x = canvas.text(x + 3, 0, ("round ", "dim"), (f"{clock(view).round}", "strong"))
        x = canvas.text(x + 3, 0, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))
        x = canvas.text(x, 0, (f", {DIRECTIONS[view.direction]}", "dim"))
    told: list[Styled] = [("deck ", "dim"), (f"{len(view.deck)}", "strong")]
    if is_last_turn(view) and view.pending:
        told = [("the last turn", "bad strong")]
    elif x + DECK + 14 < canvas.width:
        full = -(-DECK * len(view.deck) // (len(BOX) - HAND * len(view.hands)))
        told += [" ", ("█" * full, "dim"), ("░" * (DECK - full), "faint")]
    canvas.right(canvas.width - 1, 0, *told)
    canvas.rule(1)


def _in_turn(view: YummyState) -> int:
    """The player in turn, who may wait for an answer."""
    return view.pending[0].seat


# --- the fields


@dataclass(frozen=True)
class _Style:
    """A way to draw fields."""

    width: int
    """Columns of a triplet."""
    rows: int
    """Of a row of triplets."""
    draw: Callable[[Drawing, Scene, int, int, Region, Triplet, int], None]
    is_inline: bool = False
    """Whether triplets stand beside the player's name, not below."""

    def start(self, scene: Scene) -> int:
        """The column where triplets begin."""
        return max(map(len, scene.names)) + 10 if self.is_inline else 1

    def in_row(self, canvas: Canvas, scene: Scene) -> int:
        """How many triplets go in a row."""
        return (canvas.width - self.start(scene)) // self.width

    def height(self, canvas: Canvas, scene: Scene, triplets: int) -> int:
        """The rows that a player takes."""
        if self.is_inline:
            return 1
        below = -(-triplets // self.in_row(canvas, scene)) * self.rows
        return 1 + max(below, 1)


def _place(scene: Scene, owner: int, place: int) -> tuple[str, str]:
    """How a triplet's element looks: its style and its frame."""
    element = triplet_element(owner, place)
    on_it = scene.cursor == element
    looks = scene.looks(element)
    heavy = on_it or looks == "picked"
    return ("cursor" if on_it else looks), ("heavy" if heavy else "plain")


def _framed(
    drawing: Drawing, scene: Scene, owner: int, place: int, at: Region, each: Triplet, left: int
) -> None:
    style, frame = _place(scene, owner, place)
    region = Region(at.x, at.y, TRIPLET.width, TRIPLET.height)
    draw_triplet(drawing.canvas, region, each, left, "lit" if style == "dim" else style, frame)


def _line(is_wide: bool) -> Callable[[Drawing, Scene, int, int, Region, Triplet, int], None]:
    def draw(
        drawing: Drawing, scene: Scene, owner: int, place: int, at: Region, each: Triplet, left: int
    ) -> None:
        style, frame = _place(scene, owner, place)
        marked = frame == "heavy" or (scene.chooser is not None and style == "lit")
        sign = "▶" if frame == "heavy" else "▸" if marked else " "
        drawing.canvas.text(at.x, at.y, (sign, style), *triplet_line(each, left, "lit", is_wide))

    return draw


_STYLES: Final = (
    _Style(TRIPLET.width + 1, TRIPLET.height, _framed),
    _Style(WIDE, 1, _line(is_wide=True)),
    _Style(NARROW, 1, _line(is_wide=False)),
    _Style(NARROW, 1, _line(is_wide=False), is_inline=True),
)
"""From the roomiest on."""


def _table(drawing: Drawing, scene: Scene, view: YummyState, top: int, bottom: int) -> None:
    """Every field by its player's name, as large as there is room for; then what happened last."""
    canvas = drawing.canvas
    seats = range(len(view.hands))
    room = bottom - top

    def rows(style: _Style) -> int:
        return sum(style.height(canvas, scene, len(view.fields[seat])) for seat in seats)

    news = 0 if scene.has_log else NEWS
    style = next((each for each in _STYLES if rows(each) + news <= room), _STYLES[-1])
    gap = 1 if rows(style) + len(seats) + news <= room else 0
    y = top
    for seat in seats:
        _player(canvas, scene, view, seat, y, style)
        _field(drawing, scene, view, seat, y, style)
        y += style.height(canvas, scene, len(view.fields[seat])) + gap
    _news(canvas, scene, y, bottom)


def _field(
    drawing: Drawing, scene: Scene, view: YummyState, seat: int, y: int, style: _Style
) -> None:
    canvas, field = drawing.canvas, view.fields[seat]
    unseen = _unseen_actions(view)
    start, in_row = style.start(scene), style.in_row(canvas, scene)
    below = 0 if style.is_inline else 1
    if not field:
        canvas.text(start + 1, y + below, ("no triplets", "faint"))
    shown = field
    if style.is_inline and len(field) > in_row:
        shown = field[:in_row]
        canvas.right(canvas.width, y, (f"+{len(field) - in_row}", "strong"))
    for place, each in enumerate(shown):
        row, column = divmod(place, in_row)
        x, top = start + column * style.width, y + below + row * style.rows
        at = Region(x, top, style.width - 1, style.rows)
        drawing.places[triplet_element(seat, place)] = at
        style.draw(drawing, scene, seat, place, at, each, unseen[group_of(each) + 1])


def _unseen_actions(view: YummyState) -> list[int]:
    """By group how many of its action cards somebody else may still have."""
    gone = {card for card in known_cards(view) if card >= FIRST_ACTION}
    left = [0] * len(GROUPS)
    for label in range(FIRST_ACTION, LABELS):
        if TRUMPED[label] != HIDDEN:
            left[GROUP[label]] += label not in gone
    return left


def _player(
    canvas: Canvas, scene: Scene, view: YummyState, seat: int, y: int, style: _Style
) -> None:
    """A player's name and points; where there is room, pile and hand."""
    hue = f"seat-{seat} strong" if seat == scene.viewer else f"seat-{seat}"
    canvas.text(1, y, ("▸" if seat in to_move(view) else " ", "cursor"))
    canvas.text(2, y, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", hue))
    x = max(map(len, scene.names)) + 5
    points = totals(view)[seat]
    x = canvas.text(x, y, (f"{points:>3}", "strong"))
    if style.is_inline:
        return
    piled = sum(map(worth, view.piles[seat]))
    x = canvas.text(
        x,
        y,
        (" points" if points != 1 else " point ", "dim"),
        ("   pile ", "dim"),
        (f"{piled:<3}", "strong" if piled else "dim"),
        (" hand ", "dim"),
        (f"{len(view.hands[seat])}", "strong"),
        (f" of {limit(view, seat)}", "dim"),
    )
    known = remembered(view, scene.viewer)[seat] if seat != scene.viewer else b""
    if known:
        room = canvas.width - x - 10
        seen = shorten(cards_words(known), room, placeholder=" …")
        canvas.text(x, y, (", holds ", "dim"), seen)


def _news(canvas: Canvas, scene: Scene, y: int, bottom: int) -> None:
    """The last sentences of the log, the newest below, where it does not lie open itself."""
    if scene.has_log:
        return
    told = [
        scene.game.sentence(event, scene.names)
        for event in scene.story[-12:]
        if not isinstance(event, Picked)
    ]
    rows = max(bottom - y, 0)
    for row, text in enumerate(told[-rows:] if rows else ()):
        canvas.text(1, bottom - min(rows, len(told)) + row, (text[: canvas.width - 2], "dim"))


# --- offers


def _offer(drawing: Drawing, scene: Scene, view: YummyState, bottom: int) -> int:
    """An offer that is put together or lies there, above what can be done; the row it begins at."""
    top = view.pending[-1] if view.pending else None
    canvas = drawing.canvas
    if isinstance(top, Answer):
        _offer_title(canvas, scene, bottom - 2, top.partner, top.seat, top.is_counter)
        _sides(canvas, scene, bottom - 1, top.partner, top.give, top.ask)
        return bottom - 2
    if isinstance(top, Offer) and top.seat == scene.viewer:
        y = bottom - 2 - ALIENS
        _offer_title(canvas, scene, y, top.seat, top.partner, top.is_counter)
        _sides(canvas, scene, y + 1, top.seat, top.give, top.ask)
        _labels(drawing, scene, y + 2)
        return y
    return bottom


def _offer_title(
    canvas: Canvas, scene: Scene, y: int, seat: int, partner: int, is_counter: bool
) -> None:
    canvas.rule(
        y,
        ("counter-offer" if is_counter else "offer", "strong"),
        (f" of {SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"),
        (f" to {SEAT_MARKS[partner]} {scene.names[partner]}", f"seat-{partner}"),
    )


def _sides(canvas: Canvas, scene: Scene, y: int, seat: int, give: Cards, ask: Cards) -> None:
    """What an offer would give, and what it asks for."""
    verbs = ("you give ", " for ") if seat == scene.viewer else ("you would get ", " for your ")
    if scene.viewer != seat and scene.viewer not in to_move(scene.view):
        verbs = ("it gives ", " for ")
    x = canvas.text(1, y, (verbs[0], "dim"))
    x = _names(canvas, x, y, give)
    x = canvas.text(x, y, (verbs[1], "dim"))
    _names(canvas, x, y, ask)


def _names(canvas: Canvas, x: int, y: int, cards: Cards) -> int:
    if not cards:
        return canvas.text(x, y, ("…", "dim"))
    if HIDDEN in cards:
        return canvas.text(x, y, (cards_words(cards), "strong"))
    for number, card in enumerate(cards):
        x = canvas.text(
            x, y, ", " if number else "", (card_name(card), f"{hue(GROUP[card])} strong")
        )
    return x


def _labels(drawing: Drawing, scene: Scene, y: int) -> None:
    """All labels that can be asked for, a row a group: its kinds, its joker, its actions; that of
    the aliens beside those of the USA."""
    canvas = drawing.canvas
    _groups(canvas, y)
    for label, (column, row) in _GRID.items():
        x = GROUP_NAME + column * LABEL
        _label(drawing, scene, Region(x, y + row, LABEL, 1), label)


def _groups(canvas: Canvas, y: int) -> None:
    for group in range(ALIENS):
        canvas.text(1, y + group, (group_name(group)[: GROUP_NAME - 1], hue(group)))


def _grid() -> dict[int, tuple[int, int]]:
    """The column and row of each label: a row a group, its kinds and joker, then its actions."""
    places: dict[int, tuple[int, int]] = {}
    for label in range(LABELS):
        row = min(GROUP[label], USA)
        before = [other for other in places if places[other][1] == row]
        if label < FIRST_ACTION:
            places[label] = (len(before), row)
        else:
            actions = sum(other >= FIRST_ACTION for other in before)
            places[label] = (KINDS + actions, row)
    return places


_GRID: Final = _grid()


def _unseen(drawing: Drawing, scene: Scene, view: YummyState, bottom: int) -> int:
    """How many of each label somebody else may hold or draw; the row it begins at."""
    canvas, y = drawing.canvas, bottom - UNSEEN
    left = list(COPIES)
    for card in known_cards(view):
        left[card] -= 1
    whose = "you do not see" if scene.viewer < len(view.hands) else "lie hidden"
    canvas.rule(y, ("cards not seen", "strong"), (f": {sum(left)} that {whose}", "dim"))
    _groups(canvas, y + 1)
    for label, (column, row) in _GRID.items():
        style = hue(GROUP[label]) if left[label] else "faint"
        x = canvas.text(GROUP_NAME + 1 + column * LABEL, y + 1 + row, (short(label), style))
        canvas.text(x, y + 1 + row, (str(left[label]) if left[label] else "–", style))
    return y


def _label(drawing: Drawing, scene: Scene, region: Region, label: int) -> None:
    element: Element = ("label", label)
    looks = scene.looks(element)
    on_it = scene.cursor == element
    if looks != "dim":
        drawing.places[element] = region
    sign = "▶" if on_it else "▸" if looks == "picked" else " "
    style = "cursor" if on_it else "dim" if looks == "dim" else hue(GROUP[label])
    drawing.canvas.text(region.x, region.y, (sign, style), (short(label), style))


# --- what can be done


def _bar(drawing: Drawing, scene: Scene, view: YummyState, y: int) -> int:
    """Whom to trade with, and the buttons, in one row; the row above it."""
    canvas = drawing.canvas
    if scene.chooser is None or not scene.chooser.actions:
        return y
    kinds = {element for touched in scene.chooser.touched for element in touched}
    seats = sorted(number for kind, number in kinds if kind == "seat")
    words = sorted(number for kind, number in kinds if kind == "button")
    x = canvas.text(1, y - 1, ("trade with " if seats else "", "dim"))
    start = canvas.width - 1 - sum(len(_BUTTONS[BUTTONS[word]]) + BRACKETS for word in words)
    for number, seat in enumerate(seats):
        room = (start - x) // (len(seats) - number) - BRACKETS
        text = f"{SEAT_MARKS[seat]} {scene.names[seat]}"[:room]
        x = _button(drawing, scene, x, y - 1, ("seat", seat), text, f"seat-{seat}")
    x = max(x, start)
    for word in words:
        x = _button(drawing, scene, x, y - 1, ("button", word), _BUTTONS[BUTTONS[word]], "lit")
    return y - 1


def _button(
    drawing: Drawing, scene: Scene, x: int, y: int, element: Element, text: str, style: str
) -> int:
    on_it = scene.cursor == element
    looks = scene.looks(element)
    left, right = ("▶", "◀") if on_it else ("‹", "›")
    shown = "cursor" if on_it else looks if looks != "lit" else style
    drawing.places[element] = Region(x, y, len(text) + BRACKETS - 1, 1)
    mark = "✓" if looks == "picked" else " "
    return drawing.canvas.text(x, y, (f"{left}{mark}{text} {right}", shown)) + 1


# --- the hand


def _hand(drawing: Drawing, scene: Scene, view: YummyState, bottom: int) -> int:
    """The own hand at the foot, group by group; for watchers all hands. The row of its title."""
    canvas = drawing.canvas
    if scene.viewer >= len(view.hands):
        return _everybodys_hands(canvas, scene, view, bottom)
    hand = view.hands[scene.viewer]
    kinds = sorted({*hand})
    columns = canvas.width - 2
    gap = 1 if len(kinds) * (NARROWEST + 1) <= columns else 0
    rows = 1 if len(kinds) * NARROWEST <= columns else 2
    in_row = max(-(-len(kinds) // rows), 1)
    width = min(max(columns // in_row - gap, NARROWEST), CARD.width)
    height = CARD.height if rows == 1 else 3
    y = bottom - height * rows
    _hand_title(canvas, scene, view, hand, y - 1)
    uses = _uses(scene.chooser)
    for number, card in enumerate(kinds):
        row, column = divmod(number, in_row)
        region = Region(1 + column * (width + gap), y + row * height, width, height)
        element: Element = ("card", card)
        drawing.places[element] = region
        playable = draw_frame(canvas, region, scene, element, hand.count(card))
        if rows == 1:
            draw_front(canvas, region, card, playable)
        else:
            style = hue(GROUP[card]) if playable else "dim"
            canvas.text(region.x + 1, region.y + 1, (short(card), style))
        if card in uses:
            canvas.text(region.x + 1, region.y, (uses[card][: width - 2], "good strong"))
    return y - 1


def _uses(chooser: Chooser[Any] | None) -> dict[int, str]:
    """In a word what each card of the hand can do now."""
    uses: dict[int, str] = {}
    for action in chooser.actions if chooser else ():
        match action:
            case Lay(cards):
                uses |= dict.fromkeys(cards, "lay")
            case Trump(card) | Mark(card):
                uses[card] = "hit"
            case Swap(card):
                uses.setdefault(card, "swap")
    return uses


def _hand_title(canvas: Canvas, scene: Scene, view: YummyState, hand: Cards, y: int) -> None:
    title = ("hand", "strong"), (f" of {scene.names[scene.viewer]}", "dim")
    canvas.rule(y, *title)
    lays = [action for action in _actions(scene) if isinstance(action, Lay)]
    told: list[Styled] = []
    if lays:
        groups = sorted({GROUP[action.cards[0]] for action in lays})
        told = [(" to lay: ", "good strong")]
        for number, group in enumerate(groups):
            told += [(", " if number else "", "dim"), (group_name(group), hue(group))]
        told.append((" ·", "dim"))
    count = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
    told.append((f" {count}, limit {limit(view, scene.viewer)} ", "dim"))
    canvas.right(canvas.width - 1, y, *told)


def _actions(scene: Scene) -> Sequence[Any]:
    return scene.chooser.actions if scene.chooser else ()


def _everybodys_hands(canvas: Canvas, scene: Scene, view: YummyState, bottom: int) -> int:
    """For watchers backs, for the all-seeing cards, a row a seat."""
    y = bottom - len(view.hands)
    canvas.rule(y - 1, ("hands", "strong"))
    width = max(map(len, scene.names)) + 2
    for seat, hand in enumerate(view.hands):
        canvas.text(1, y + seat, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))
        pieces: list[Styled] = []
        for card in hand:
            style = "dim" if card == HIDDEN else hue(GROUP[card])
            sign = "" if card == HIDDEN else letter(GROUP[card])
            wide = 2 if card == HIDDEN else 3
            pieces += [(f"{sign}{short(card, wide)}", style), " "]
        canvas.text(3 + width, y + seat, *pieces)
    return y - 1


BOARD: Final = YummyBoard
