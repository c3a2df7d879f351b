"""The hand, or the cards to improve with, at the foot of the table."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region, Size

from darwin_core.game import HIDDEN
from darwin_core.games.darwinning.components import CARDS, JOKER, NUMBER, TABLES
from darwin_core.games.darwinning.state import (
    EMPTY,
    Browse,
    DarwinningState,
    Improve,
    Keep,
    Transform,
)
from darwin_tui.games.darwinning.heading import era_shown
from darwin_tui.games.darwinning.marks import card_codes, suit
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing
from darwin_tui.widgets.card import draw_frame
from darwin_tui.widgets.signs import enter

CARD: Final = Size(7, 5)
"""A card in the hand, with its frame."""


def draw_hand(drawing: Drawing, scene: Scene, view: DarwinningState, y: int) -> None:
    """Draw the viewer's cards; for spectators a line for each hand."""
    canvas = drawing.canvas
    if scene.viewer >= len(view.hands):
        _everybodys_hands(canvas, scene, view, y)
        return
    cards, title = offered(scene, view)
    if era_shown(scene, view)[0] != view.era:
        # The next era's hand is drawn after the player continues.
        cards = b""
    sizes = "" if not cards else f" {len(cards)} cards " if len(cards) != 1 else " 1 card "
    owner = f" of {scene.names[scene.viewer]}" if title == "hand" else ""
    canvas.rule(y - 1, (title, "strong"), (owner, "dim"))
    canvas.right(canvas.width - 1, y - 1, (sizes, "dim"))
    kinds = sorted({*cards}, key=lambda card: sort_key(scene, card))
    if len(kinds) * (CARD.width + 1) - 1 > canvas.width:
        _chips(drawing, scene, cards, kinds, y)
        return
    for place, card in enumerate(kinds):
        region = Region(place * (CARD.width + 1), y, *CARD)
        drawing.places["card", card] = region
        _card(canvas, region, card, cards.count(card), scene, view)


def sort_key(scene: Scene, card: int) -> tuple[int, ...]:
    """Return the sort key of a card in the hand."""
    return (NUMBER[card], card) if scene.order else (card,)


def offered(scene: Scene, view: DarwinningState) -> tuple[bytes, str]:
    """Return the hand with its title, or the cards to improve with while the viewer owes that
    decision."""
    effect = view.pending[-1] if view.pending and not scene.is_paused else None
    match effect:
        case Improve(seat, cards) if seat == scene.viewer:
            return bytes(sorted(cards)), "improve with a card"
        case Browse(seat) if seat == scene.viewer:
            return bytes(sorted(view.discards)), "improve with any card of the discards"
        case Transform(seat, card) if seat == scene.viewer:
            return bytes((card,)), "card drawn"
        case Keep() if view.kept[scene.viewer] != EMPTY:
            codes = " ".join(CARDS[card].code for card in view.kept[scene.viewer])
            return view.hands[scene.viewer], f"hand, of which you keep {codes or 'none'}"
    return view.hands[scene.viewer], "hand"


def _card(
    canvas: Canvas,
    region: Region,
    card: int,
    copies: int,
    scene: Scene,
    view: DarwinningState,
) -> None:
    playable = draw_frame(canvas, region, scene, ("card", card), copies)
    hue = f"{suit(card)} strong" if playable else "dim"
    row = CARDS[card]
    x, y = region.x + 1, region.y + 1
    canvas.text(x, y, (f"{row.number:<4}{row.suit[:1].upper() or 'J'}", hue))
    if card == JOKER:
        canvas.text(x, y + 1, ("joker", hue))
        return
    chain = f"↑{row.food_chain}" if row.food_chain else "  "
    eggs = f"•{row.population}" if row.population else "  "
    canvas.text(x, y + 1, (f"{chain} {eggs}", "" if playable else "dim"))
    for place in sorted(row.environments):
        on_table = place in view.environments
        style = "dim" if not playable else "good strong" if on_table else ""
        x = canvas.text(x, y + 2, (TABLES.environments[place].letter, style), " ")


def _chips(drawing: Drawing, scene: Scene, cards: bytes, kinds: Sequence[int], y: int) -> None:
    """Draw more cards than fit side by side as rows of codes."""
    columns = drawing.canvas.width // 7
    for place, card in enumerate(kinds):
        at, row = 7 * (place % columns), y + place // columns
        enter(drawing, scene, ("card", card), Region(at, row, 6, 1))
        copies = cards.count(card)
        more = (f"×{copies}", "dim") if copies > 1 else ("", "")
        drawing.canvas.text(at + 1, row, (CARDS[card].code, f"{suit(card)} strong"), more)


def _everybodys_hands(canvas: Canvas, scene: Scene, view: DarwinningState, y: int) -> None:
    """Draw all hands: backs for a spectator, if the table shows hand sizes; cards for the
    omniscient."""
    canvas.rule(y - 1, ("hands", "strong"))
    for seat, hand in enumerate(view.hands):
        x = canvas.text(
            1, y + seat, (f"{SEAT_MARKS[seat]} {scene.names[seat]:<16} ", f"seat-{seat}")
        )
        if HIDDEN in hand:
            backs = "▒ " * len(hand) if view.options.hand_sizes else "▒ …"
            canvas.text(x, y + seat, (backs, "dim"))
        else:
            canvas.text(x, y + seat, *card_codes(hand))
