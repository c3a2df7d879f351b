"""The bar of actions: the seats to trade with, and the buttons."""

from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.yummy.components import OPENINGS
from darwin_core.games.yummy.notation import BUTTONS
from darwin_core.games.yummy.rules import is_last_turn, limit
from darwin_core.text.language import mark, tr, tr_n
from darwin_tui.boards.yummy.hand import hand_words
from darwin_tui.boards.yummy.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Styled, length
from darwin_tui.drawing.marks import BUTTON_EDGES, button
from darwin_tui.drawing.names import cut
from darwin_tui.drawing.state import state_of

BUTTON_WORDS: Final = {
    "keep": (mark("leave it on the field"), mark("leave it")),
    "bank": (mark("bank it"), mark("bank it")),
    "propose": (mark("make the offer"), mark("make the offer")),
    "accept": (mark("accept"), mark("accept")),
    "decline": (mark("decline"), mark("decline")),
    "counter": (mark("make a counter-offer"), mark("counter-offer")),
    "end": (mark("end the turn"), mark("end turn")),
}
"""The words on each button, long and short."""


def draw_bar(area: Area, scene: Scene, has_title: bool) -> None:
    """Draw the bar, in one row."""
    own = area.on("strip")
    chooser, view = scene.chooser, scene.view
    words: list[Styled] = []
    if not has_title and scene.viewer < len(scene.names):
        words = hand_words(scene, is_short=True)
    if chooser is None:
        own.right(0, *words, margin=1)
        return
    kinds = {element for touched in chooser.targets for element in touched}
    seats = sorted(number for kind, number in kinds if kind == "seat")
    buttons = sorted(number for kind, number in kinds if kind == "button")
    text = [_button_words(scene, BUTTONS[word], area.width >= 100) for word in buttons]
    start = own.width - sum(len(each) + BUTTON_EDGES + 1 for each in text)
    x = 1
    if seats:
        with_whom = tr("trade with") if area.width >= 100 else tr("trade")
        x = own.text(x, 0, (f"{with_whom} ", "dim"))
        room = (start - x - length(words) - 3) // len(seats) - BUTTON_EDGES - 1
        for seat in seats:
            name = cut(f"{SEAT_MARKS[seat]} {scene.names[seat]}", max(room, 1))
            x = _enter_button(own, scene, x, ("seat", seat), name, f"strong seat-{seat} on panel")
        left = OPENINGS - len(view.openings)
        left_words = tr_n("{number} trade left this turn", "{number} trades left this turn", left)
        note = f" {left_words}"
        if x + len(note) + length(words) + 4 < start:
            own.text(x, 0, (note, "dim"))
    if words:
        own.text(max(start - length(words) - 2, x), 0, *words)
    x = start
    for word, each in zip(buttons, text, strict=True):
        x = _enter_button(own, scene, x, ("button", word), each, "strong ink on keycap")


def _enter_button(area: Area, scene: Scene, x: int, element: Element, text: str, ink: str) -> int:
    area.at(x, 0, len(text) + BUTTON_EDGES, 1).enter(element)
    return button(area, x, 0, text, state_of(scene, element), ink)


def _button_words(scene: Scene, word: str, is_long: bool) -> str:
    """Return the words on a button; at the end of a turn with the cards to draw or discard."""
    words = tr(BUTTON_WORDS[word][0 if is_long else 1])
    view = scene.view
    if word != "end" or not view.pending:
        return words
    missing = limit(view, view.pending[-1].seat) - len(view.hands[view.pending[-1].seat])
    if is_last_turn(view) or not missing:
        return words
    if missing < 0:
        text = mark("{button}: you discard {number}" if is_long else "{button}, discard {number}")
        return tr(text, button=words, number=-missing)
    drawn = min(missing, len(view.deck))
    text = mark("{button}: you draw {number}" if is_long else "{button}, draw {number}")
    return tr(text, button=words, number=drawn)
