"""The table of Darwin's Dice: dice, seats, the last turn, and the hand."""

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace
from textual.geometry import Region, Size

from darwin_core.english import counted
from darwin_core.game import HIDDEN, NOTHING, Element
from darwin_core.games.dice.components import (
    CARDS,
    COPIES,
    KINDS,
    NUMBERS,
    POINTS,
    ROLLS,
    TABLES,
    TRUMP,
    face,
    number,
)
from darwin_core.games.dice.narration import reasons
from darwin_core.games.dice.rules import clock
from darwin_core.games.dice.state import (
    Carried,
    DiceEvent,
    DiceState,
    Lost,
    Play,
    Revealed,
    Rolled,
    RoundBegan,
    Scored,
    Won,
)
from darwin_core.games.dice.view import unseen
from darwin_core.games.dice.words import card_name, mode_words, tie_order, trump_words
from darwin_tui.games.dice.scene import Scene
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Run, Styled, length
from darwin_tui.widgets.card import draw_frame

CARD: Final = Size(7, 5)
"""A card in the hand, with its frame."""
LARGE_CARD: Final = Size(11, 7)
"""A card on a screen with room for larger cards."""
ROLL_FRAMES: Final = 4
"""Animation frames of rolling dice."""
FACE_STEP: Final = 11
"""The step from the face of one frame to the next; it shares no factor with the number of rolls."""
DIE: Final = Size(8, 4)
"""A die on the table."""
TALL_ROWS: Final = 37
"""Minimum rows for all panes and for empty rows between the parts."""
LARGE_SIZE: Final = Size(110, 54)
"""The minimum size for large cards. Up to nine of them fit in a hand, and the cards of the turn are
drawn before their seats."""
PANE_ROWS: Final = 5
"""Rows of a pane with its title."""


def suit(card: int) -> str:
    """Return the style of a card's animal."""
    return "dim" if card >= KINDS else f"dice--{CARDS[card].name}"


class DiceBoard(Board[DiceState, Play, DiceEvent]):
    """Darwin's Dice."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"dice--{name}" for name in ("bear", "lion", "fox", "snake", "owl", "scorpion")),
        *(f"dice--{colour}" for colour in ("blue", "yellow", "green")),
    }

    PANES: ClassVar[tuple[str, ...]] = ("last turn", "unseen cards", "taken cards")

    @staticmethod
    def frames(events: Sequence[DiceEvent]) -> int:
        """Return the frames of the dice animation if dice were rolled."""
        return ROLL_FRAMES if any(isinstance(event, Rolled) for event in events) else 0

    @staticmethod
    def pauses_on(events: Sequence[DiceEvent]) -> bool:
        """Return True if cards were revealed."""
        return any(isinstance(event, Revealed) for event in events)

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand is at the foot at any height."""
        drawing = self.blank(scene, size)
        canvas, view = drawing.canvas, scene.view
        tall = size.height >= TALL_ROWS
        is_large = size.width >= LARGE_SIZE.width and size.height >= LARGE_SIZE.height
        gap = 1 if tall else 0
        card = LARGE_CARD if is_large else CARD
        _heading(canvas, scene, view)
        y = 2 + gap
        _dice(canvas, scene, view, y)
        y += DIE.height + gap
        _seats(canvas, scene, view, y)
        y += 4 + gap
        if is_large:
            _laid_cards(canvas, scene, view, y)
            y += card.height + gap
        panes = self.PANES if view.options.counter else (self.PANES[0], self.PANES[2])
        hand = size.height - card.height
        room = max((hand - 1 - y) // (PANE_ROWS + gap), 1)
        some = room < len(panes)
        for place in range(min(room, len(panes))):
            pane = panes[(scene.pane + place) % len(panes) if some else place]
            _pane(canvas, scene, view, y, pane, panes, some)
            y += PANE_ROWS + gap
        _hand(drawing, scene, view, hand, card)
        return drawing


def _heading(canvas: Canvas, scene: Scene, view: DiceState) -> None:
    now = clock(replace(view, turn=_turn(scene, view)))
    x = canvas.text(1, 0, ("Darwin's Dice", "title"))
    if _turn(scene, view) < len(view.rolls):
        canvas.text(
            x + 3,
            0,
            ("round ", "dim"),
            (f"{now.round}", "strong"),
            (f" of {now.rounds}   turn ", "dim"),
            (f"{now.turn}", "strong"),
            (f" of {now.turns}", "dim"),
        )
    else:
        canvas.text(x + 3, 0, ("the match is over", "dim"))
    darwin = scene.names[view.darwin]
    canvas.right(
        canvas.width - 1,
        0,
        ("Darwin ", "dim"),
        (f"{SEAT_MARKS[view.darwin]} {darwin}", f"seat-{view.darwin}"),
        (f"   deck {len(view.deck)}", "dim"),
    )
    canvas.rule(1)


def _turn(scene: Scene, view: DiceState) -> int:
    """Return the turn to show: the present one, or the last one during a pause."""
    return view.turn - 1 if scene.is_paused and view.turn else view.turn


# --- the dice


def _dice(canvas: Canvas, scene: Scene, view: DiceState, y: int) -> None:
    roll = view.rolls[min(_turn(scene, view), len(view.rolls) - 1)]
    frame = 0 if scene.is_paused else scene.frame
    if frame:
        # Each frame shows another face; the final faces are already known.
        roll = (roll + frame * FACE_STEP) % ROLLS
    colour = face(roll).colour
    fight = face(roll).mode == "fight"
    hue = "dim" if frame else f"dice--{colour}"
    first, second = Region(1, y, *DIE), Region(2 + DIE.width, y, *DIE)
    canvas.box(first, hue)
    sign = "+" if fight else "−"
    canvas.text(4, y + 1, (sign, f"{hue} strong"))
    canvas.text(1 + (DIE.width - len(colour)) // 2, y + 2, (colour, hue))
    canvas.box(second, hue)
    canvas.text(second.x + 3, y + 1, (str(number(roll)), f"{hue} strong"))
    x = 3 + 2 * (DIE.width + 1)
    mode = "FIGHT" if fight else "FLIGHT"
    trump = TRUMP[roll]
    order = _between([(name, f"dice--{name}") for name in tie_order(roll)], " > ")
    canvas.text(x, y + 1, ("trump   ", "dim"))
    canvas.text(x, y + 2, ("ties    ", "dim"))
    if not frame:
        # The meaning of the dice is shown after the animation.
        canvas.text(x, y, (f"{mode:<8}", "strong"), mode_words(roll))
        canvas.text(x + 8, y + 1, (trump_words(roll), f"{suit(trump)} strong"))
        canvas.text(x + 8, y + 2, *order)
    middle = view.middle
    if middle:
        carried: Sequence[Styled] = (
            (f"{len(middle)} cards carried over, {_points(middle)} points for the winner", "good"),
        )
    else:
        carried = (("nothing carried over", "dim"),)
    canvas.text(x, y + 3, ("middle  ", "dim"), *carried)


def _between(pieces: Sequence[Run], separator: str) -> list[Styled]:
    joined: list[Styled] = []
    for piece in pieces:
        joined += [(separator, "dim"), piece] if joined else [piece]
    return joined


def _points(cards: Sequence[int]) -> int:
    return sum(POINTS[card] for card in cards)


# --- the seats


def _seats(canvas: Canvas, scene: Scene, view: DiceState, y: int) -> None:
    seats = len(scene.names)
    width = (canvas.width - 1) // seats
    gained = _gains(scene)
    laid = _laid(scene, view)
    for seat, name in enumerate(scene.names):
        x, hue = 1 + seat * width, f"seat-{seat}"
        you = seat == scene.viewer
        canvas.text(x, y, (f"{SEAT_MARKS[seat]} {name}", f"{hue} strong" if you else hue))
        status = _status(scene, view, laid[seat])
        canvas.text(x, y + 1, *status)
        gain = _gain(gained[seat])
        if length(status) + 1 + length(gain) < min(width, 26):
            canvas.right(x + min(width, 26) - 1, y + 1, *gain)
        risk = _points(view.taken[seat])
        canvas.text(
            x,
            y + 2,
            ("safe ", "dim"),
            (f"{view.points[seat]:<4}", "strong"),
            ("risk ", "dim"),
            (f"{risk}", "strong" if risk else "dim"),
        )
        canvas.text(x, y + 3, *_codes(view.taken[seat], width - 2))


def _laid(scene: Scene, view: DiceState) -> list[int]:
    """Return the card before each seat: this turn's, or the one revealed last."""
    if scene.is_paused and (turned_up := _last_turn(scene)):
        cards = dict(_reveal_of(turned_up).ranking)
        return [cards[seat] for seat in range(len(scene.names))]
    return view.chosen


def _status(scene: Scene, view: DiceState, card: int) -> tuple[Styled, ...]:
    if _turn(scene, view) == len(view.rolls):
        return (("", "dim"),)
    if card == NOTHING:
        return (("choosing", "faint"),)
    if card == HIDDEN:
        return (("▒ chosen", "strong"),)
    name = (card_name(card), suit(card))
    return (name,) if scene.is_paused else (("▒ ", "strong"), name)


def _gain(points: int) -> tuple[Styled, ...]:
    """Return the change of a seat's points by the last turn, in few words."""
    if not points:
        return ()
    sign, feel = ("+", "good") if points > 0 else ("−", "bad")
    return (("last ", "dim"), (f"{sign}{abs(points)}", feel))


def _laid_cards(canvas: Canvas, scene: Scene, view: DiceState, y: int) -> None:
    """Draw the cards of the turn, each before its seat."""
    width = (canvas.width - 1) // len(scene.names)
    if _turn(scene, view) == len(view.rolls):
        return
    for seat, card in enumerate(_laid(scene, view)):
        region = Region(1 + seat * width, y, *LARGE_CARD)
        if card == NOTHING:
            canvas.box(region, "faint", "dotted")
        elif card == HIDDEN or (seat == scene.viewer and not scene.is_paused):
            _back(canvas, region)
        else:
            canvas.box(region, "selectable")
            _front(canvas, region, card, playable=True)


def _back(canvas: Canvas, region: Region) -> None:
    canvas.box(region, "dim")
    for y in range(region.y + 1, region.bottom - 1):
        canvas.text(region.x + 1, y, ("▒" * (region.width - 2), "dim"))


def _codes(cards: Sequence[int], width: int) -> list[Styled]:
    """Return as many card codes as fit, then the number of the others."""
    pieces: list[Styled] = []
    room = width // 3
    shown = cards if len(cards) <= room else cards[: room - 1]
    for card in shown:
        pieces.append((f"{CARDS[card].code:<3}", suit(card)))
    if len(shown) < len(cards):
        pieces.append((f"+{len(cards) - len(shown)}", "dim"))
    return pieces or [("–", "dim")]


def _last_turn(scene: Scene) -> list[DiceEvent]:
    """Return the events of the last revealed turn; empty before the first."""
    events = scene.events
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], Revealed):
            return list(events[place:])
    return []


def _reveal_of(turn: Sequence[DiceEvent]) -> Revealed:
    """Return the first event of a turn, its reveal."""
    reveal = turn[0]
    assert isinstance(reveal, Revealed)
    return reveal


def _gains(scene: Scene) -> list[int]:
    """Return the points that each seat won and lost in the last turn."""
    gains = [0] * len(scene.names)
    for event in _last_turn(scene):
        match event:
            case Lost(seat, cards):
                gains[seat] -= _points(cards)
            case Won(seat, cards, carried):
                gains[seat] += _points(cards) + _points(carried)
    return gains


# --- the panes


def _pane(
    canvas: Canvas,
    scene: Scene,
    view: DiceState,
    y: int,
    pane: str,
    panes: Sequence[str],
    some: bool,
) -> None:
    """Draw a pane under its name; if only some panes fit, also show the names of the others."""
    if some:
        tabs = [(name, "strong" if name == pane else "faint") for name in panes]
        canvas.rule(y, *_between(tabs, " · "))
    else:
        canvas.rule(y, (pane, "strong"))
    match pane:
        case "last turn":
            _draw_last_turn(canvas, scene, y)
        case "unseen cards":
            _draw_unseen(canvas, view, y)
        case _:
            _draw_taken(canvas, scene, view, y)


def _draw_last_turn(canvas: Canvas, scene: Scene, y: int) -> None:
    events = _last_turn(scene)
    if not events:
        _draw_opening(canvas, y)
        return
    revealed = _reveal_of(events)
    mode = face(revealed.roll).mode
    trump = TRUMP[revealed.roll]
    canvas.right(
        canvas.width - 1, y, (f" {mode}, trump ", "dim"), (card_name(trump), suit(trump)), " "
    )
    name_width = max(map(len, scene.names)) + 2
    why = reasons(revealed)
    for place, (seat, card) in enumerate(revealed.ranking):
        row = y + 1 + place
        canvas.text(1, row, (f"{place + 1}", "dim"))
        canvas.text(3, row, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))
        x = 4 + name_width
        canvas.text(x, row, (card_name(card), f"{suit(card)} strong"))
        canvas.text(x + 13, row, (why[place], "dim"))
        canvas.right(canvas.width - 1, row, *_consequence(events, seat))


def _draw_opening(canvas: Canvas, y: int) -> None:
    for row, text in enumerate(
        (
            "All choose one card face down; then all are turned up.",
            "The strongest card takes them all. They are points when the round ends; until",
            "then a scorpion on your trump, or a snake with you second, can cost you all.",
        ),
        1,
    ):
        canvas.text(1, y + row, (text, "dim"))


def _consequence(events: Sequence[DiceEvent], seat: int) -> list[Styled]:
    """Return the result of the turn for a seat, in few words."""
    for event in events:
        match event:
            case Won(winner, cards, carried) if winner == seat:
                count, points = len(cards) + len(carried), _points(cards) + _points(carried)
                return [(f"wins {count} cards ", "good"), (f"+{points}", "good strong")]
            case Lost(loser, cards) if loser == seat:
                if not cards:
                    return [("nothing to lose", "dim")]
                text = f"loses {counted(len(cards), 'card')} "
                return [(text, "bad"), (f"−{_points(cards)}", "bad strong")]
            case Carried(_, tied) if seat in tied:
                # Cards in the middle at the end of the round can no longer be won.
                is_last = any(isinstance(event, Scored) for event in events)
                return [("leaves the game" if is_last else "carried over", "dim")]
    return []


def _draw_unseen(canvas: Canvas, view: DiceState, y: int) -> None:
    left = unseen(view)
    canvas.right(canvas.width - 1, y, (f" {len(left)} of {sum(COPIES)} ", "dim"))
    for row, animal in enumerate(TABLES.animals):
        label = f"{animal.letter} {animal.name}"
        canvas.text(1, y + 1 + row, (label, f"dice--{animal.name}"))
        for place in range(NUMBERS):
            card = row * NUMBERS + place
            _draw_count(canvas, 9 + place * 6, y + 1 + row, card, left.count(card))
    x = 9 + NUMBERS * 6
    specials = range(NUMBERS * len(TABLES.animals), KINDS)
    for row, (card, special) in enumerate(zip(specials, TABLES.specials, strict=True)):
        label = f"{special.letter} {special.name}"
        canvas.text(x + 1, y + 1 + row, (label, suit(card)))
        _draw_count(canvas, x + 12, y + 1 + row, card, left.count(card))


def _draw_count(canvas: Canvas, x: int, y: int, card: int, copies: int) -> None:
    printed = CARDS[card].number
    canvas.text(x, y, (printed, suit(card) if copies else "faint"))
    canvas.text(x + len(printed), y, ("•" * copies, suit(card)))


def _draw_taken(canvas: Canvas, scene: Scene, view: DiceState, y: int) -> None:
    width = max(map(len, scene.names)) + 2
    for seat, name in enumerate(scene.names):
        row = y + 1 + seat
        canvas.text(1, row, (f"{SEAT_MARKS[seat]} {name}", f"seat-{seat}"))
        cards = sorted(view.taken[seat])
        canvas.text(2 + width, row, *_codes(cards, canvas.width - width - 9))
        canvas.right(canvas.width - 1, row, (f"{_points(cards)}", "strong"))


# --- the hand


def _hand(drawing: Drawing, scene: Scene, view: DiceState, y: int, size: Size) -> None:
    canvas = drawing.canvas
    if scene.viewer >= len(view.hands):
        _everybodys_hands(canvas, scene, view, y)
        return
    if scene.is_paused and any(isinstance(event, RoundBegan) for event in _last_turn(scene)):
        # The next round's hand is drawn together with its first dice.
        canvas.rule(y - 1, ("hand", "strong"), (f" of {scene.names[scene.viewer]}", "dim"))
        return
    hand = view.hands[scene.viewer]
    held = sum(hand.values())
    canvas.rule(y - 1, ("hand", "strong"), (f" of {scene.names[scene.viewer]}", "dim"))
    canvas.right(
        canvas.width - 1,
        y - 1,
        (f" {counted(held, 'card')}, {counted(_worth(hand), 'point')} ", "dim"),
    )
    turn = _turn(scene, view)
    trump = TRUMP[view.rolls[turn]] if turn < len(view.rolls) else NOTHING
    for place, (card, copies) in enumerate(hand.items()):
        region = Region(1 + place * (size.width + 1), y, *size)
        element: Element = ("card", card)
        drawing.places[element] = region
        _card(canvas, region, card, copies, scene, card == trump)


def _worth(hand: dict[int, int]) -> int:
    return sum(POINTS[card] * copies for card, copies in hand.items())


def _card(
    canvas: Canvas, region: Region, card: int, copies: int, scene: Scene, is_trump: bool
) -> None:
    playable = draw_frame(canvas, region, scene, ("card", card), copies)
    _front(canvas, region, card, playable)
    if is_trump:
        trump = ("trump", f"{suit(card)} strong" if playable else "dim")
        canvas.text(region.x + 1, region.y, trump)


def _front(canvas: Canvas, region: Region, card: int, playable: bool) -> None:
    """Draw the face of a card: number and letter, name, points."""
    x, width, row = region.x + 1, region.width - 2, CARDS[card]
    hue = f"{suit(card)} strong" if playable else "dim"
    canvas.text(x, region.y + 1, (row.number, hue))
    canvas.right(x + width, region.y + 1, (row.letter, hue))
    name = (row.name[:width], suit(card) if playable else "dim")
    canvas.text(x, region.y + region.height // 2, name)
    points = ("◇" * row.points, "strong" if playable else "dim")
    canvas.text(x, region.bottom - 2, points)


def _everybodys_hands(canvas: Canvas, scene: Scene, view: DiceState, y: int) -> None:
    """Draw all hands, a row for each seat: backs for a spectator, cards for the omniscient."""
    canvas.rule(y - 1, ("hands", "strong"))
    width = max(map(len, scene.names)) + 2
    for seat, hand in enumerate(view.hands):
        canvas.text(1, y + seat, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))
        pieces: list[Styled] = []
        for card, copies in hand.items():
            if card == HIDDEN:
                pieces.append(("▒ " * copies, "dim"))
            else:
                pieces += [(f"{CARDS[card].code:<3}", suit(card))] * copies
        canvas.text(2 + width, y + seat, *pieces)


BOARD: Final = DiceBoard
