"""The viewer's own species in detail, with the uses of a card."""

from typing import Final

from textual.geometry import Region

from darwin_core.game import NOTHING, Element
from darwin_core.games.darwinning.boards import shown, traits_of
from darwin_core.games.darwinning.components import (
    CARDS,
    CLIMBS,
    GROWS,
    JOKER,
    NUMBER,
    SPACES,
    SPECIES,
    TABLES,
)
from darwin_core.games.darwinning.improving import new_habitats
from darwin_core.games.darwinning.notation import BUTTON
from darwin_core.games.darwinning.rules import totals
from darwin_core.games.darwinning.state import Browse, DarwinningState, Follow, Hunt, Improve
from darwin_core.games.darwinning.words import trait_name
from darwin_tui.games.darwinning.boards import draw_homes
from darwin_tui.games.darwinning.chain import beside_ladder
from darwin_tui.games.darwinning.hand import offered
from darwin_tui.games.darwinning.marks import is_choosable, suit
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.games.darwinning.survival import food_so_far
from darwin_tui.games.darwinning.trick import comparison
from darwin_tui.widgets.canvas import Canvas, Drawing
from darwin_tui.widgets.signs import enter

SPACE_COLUMNS: Final = 16
"""Columns of a trait space on the own board."""
USE_COLUMNS: Final = 21
"""Columns of a card's use."""
_BUTTONS: Final = {
    "Keep": "keep none",
    "Declare": "use none",
    "Hunt": "eat no more",
    "Share": "share none",
}
"""The label of the button that ends a decision, by effect; the default is "skip it"."""


def draw_own_board(
    drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int
) -> None:
    """Draw the viewer's own species in detail, with the uses of a card while it improves."""
    canvas = drawing.canvas
    width = beside_ladder(canvas)
    canvas.text(0, y, ("─" * width, "rule"))
    name = SPECIES[view.species[seat]].name
    canvas.text(1, y, (" your ", "dim"), (f"{name} ", "strong"))
    canvas.right(width - 1, y, (" would score ", "dim"), (f"{totals(view)[seat]} ", "strong"))
    draw_homes(canvas, scene, view, seat, 1, y + 1, width)
    # The uses come before the spaces, so that no card covers a trait by accident.
    _uses(drawing, scene, view, seat, y + 3)
    for space, trait in enumerate(shown(view.species[seat], view.traits[seat])):
        element: Element = ("space", space)
        x = space * SPACE_COLUMNS
        if is_choosable(scene, element):
            enter(drawing, scene, element, Region(x, y + 2, SPACE_COLUMNS - 1, 1))
        is_card = view.traits[seat][space] != NOTHING
        scores = space < SPACES - 1
        name = trait_name(trait) if trait else "–" if scores else "– no points"
        style = "strong" if is_card and scores else "dim" if trait else "faint"
        canvas.text(x + 1, y + 2, (str(space + 1), "faint"), " ", (name, style))


def _uses(drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """Draw the uses of the selected or focused card, and the button that ends the decision."""
    if not scene.chooser or not scene.chooser.actions or scene.is_paused:
        return
    canvas, x = drawing.canvas, 0
    effect = view.pending[-1]
    if isinstance(effect, Follow):
        _draw_tentative_set(canvas, scene, view, seat, y)
    if isinstance(effect, Improve | Browse):
        card = _current_card(scene, offered(scene, view)[0])
        words = _use_words(view, seat, card)
        for number, (name, more) in enumerate(words):
            element: Element = ("use", number)
            if element in scene.selectable or element in scene.chooser.selected:
                enter(drawing, scene, element, Region(x, y, len(name) + len(more) + 2, 1))
                canvas.text(x + 1, y, (name, "strong"), " ", (more, "good"))
            else:
                canvas.text(x + 1, y, (name, "faint"))
            x += USE_COLUMNS
    if is_choosable(scene, BUTTON):
        name = _BUTTONS.get(type(effect).__name__, "skip it")
        if isinstance(effect, Hunt):
            name = name if effect.eaten else "eat none"
            room = beside_ladder(canvas) - USE_COLUMNS
            canvas.right(beside_ladder(canvas) - 1, y, *food_so_far(view, effect, room=room))
        name = f"{name} (0)"
        at = x
        enter(drawing, scene, BUTTON, Region(at, y, len(name) + 1, 1))
        canvas.text(at + 1, y, (name, "strong"))


def _draw_tentative_set(
    canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, y: int
) -> None:
    """Draw the set that the selected cards make, its strength against the trick, and the uses of a
    card."""
    assert scene.chooser
    selected = bytes(sorted(card for kind, card in scene.chooser.selected if kind == "card"))
    card = scene.cursor[1] if scene.cursor and scene.cursor[0] == "card" else None
    cards = selected or (b"" if card is None else bytes((card,)))
    if not cards or card is None:
        return
    canvas.text(1, y, *comparison(view, cards))
    new = [TABLES.environments[place].letter for place in new_habitats(view, seat, card)]
    words = [*_icons(card), *new]
    if card != JOKER and not traits_of(view, seat) >> NUMBER[card] & 1:
        words.append(trait_name(NUMBER[card]))
    code = (CARDS[card].code, f"{suit(card)} strong")
    note = (" could bring ", "dim") if words else (" brings you nothing", "dim")
    canvas.right(beside_ladder(canvas) - 1, y, code, note, " ".join(words))


def _icons(card: int) -> list[str]:
    """Return the food chain and population icons of a card."""
    icons = (("↑", CLIMBS[card]), ("•", GROWS[card]))
    return [f"{icon}{number}" for icon, number in icons if number]


def _current_card(scene: Scene, cards: bytes) -> int | None:
    """Return the selected card, or else the focused one, or the only one."""
    assert scene.chooser
    for kind, number in (*scene.chooser.selected, scene.cursor or ("", 0)):
        if kind == "card":
            return number
    return cards[0] if len(set(cards)) == 1 else None


def _use_words(view: DarwinningState, seat: int, card: int | None) -> list[tuple[str, str]]:
    if card is None or card == JOKER:
        return [("food chain", ""), ("population", ""), ("environment", "")]
    new = "".join(TABLES.environments[place].letter for place in new_habitats(view, seat, card))
    return [
        ("food chain", f"+{CLIMBS[card]}" if CLIMBS[card] else ""),
        ("population", f"+{GROWS[card]}" if GROWS[card] else ""),
        ("environment", f"+{new}" if new else ""),
    ]
