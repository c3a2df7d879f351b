"""The present choice of the viewer on its own board: the button, and what selected cards make."""

from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.boards import TWO
from darwin_core.games.darwinning.combinations import rank_of, strength
from darwin_core.games.darwinning.components import CARDS
from darwin_core.games.darwinning.effects import Follow, Hunt
from darwin_core.games.darwinning.notation import BUTTON
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.tricks import usable
from darwin_core.games.darwinning.words import card_name, set_words, strongest_display
from darwin_core.text.language import mark, tr
from darwin_tui.boards.darwinning.fates import food_so_far
from darwin_tui.boards.darwinning.hand import could_bring
from darwin_tui.boards.darwinning.marks import is_choosable
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.boards.darwinning.trick import NOW, Shown, draw_two_rows, trick_of
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Run, length
from darwin_tui.drawing.marks import BUTTON_EDGES, button
from darwin_tui.drawing.state import state_of

_BUTTONS: Final = {
    "Keep": mark("keep none"),
    "Declare": mark("use none"),
    "Hunt": mark("eat no more"),
    "Share": mark("share none"),
}
"""The label of the button that ends a decision, by effect; the default is "skip it"."""


def is_deciding(scene: Scene) -> bool:
    """Return True if the viewer owes a decision now."""
    return bool(scene.chooser and scene.chooser.actions and not scene.is_paused)


def draw_choice(area: Area, scene: Scene) -> None:
    """Draw the choice in two rows, or in one: the button, or the set of the selected cards."""
    if not is_deciding(scene):
        return
    view = scene.view
    effect = view.pending[-1]
    x = 0
    if is_choosable(scene, BUTTON):
        name = _BUTTONS.get(type(effect).__name__, mark("skip it"))
        if isinstance(effect, Hunt) and not effect.eaten:
            name = mark("eat none")
        name = f"0 {tr(name)}"
        own = area.at(0, 0, len(name) + BUTTON_EDGES, 1)
        own.enter(BUTTON)
        x = button(area, 0, 0, name, state_of(scene, BUTTON))
        if isinstance(effect, Hunt):
            food = food_so_far(view, effect, room=area.width - x)
            area.right(0, *food)
            return
    runs = _tentative(scene) if isinstance(effect, Follow) else ()
    if runs and area.height > 1:
        area.text(0, 0, *runs[:1])
        if len(runs) > 1:
            result = (runs[-1][0].strip(), runs[-1][1])
            area.text(0, 1, result, *(runs[1:2] if len(runs) > 2 else ()))
    elif runs:
        area.text(x, 0, *runs)
    elif not x:
        words = f"▶ {tr(NOW.get(type(effect), mark('plays now')))}"
        if area.height > 1:
            cards = trick_of(scene, scene.viewer).cards
            draw_two_rows(area, Shown(cards, words=words, is_active=True))
        else:
            area.text(0, 0, (words, "strong cursor"))
    if runs and area.height == 1:
        _bring(area, scene, length(runs) + 2, loses=runs[-1] == _loses())


def _bring(area: Area, scene: Scene, x: int, *, loses: bool) -> None:
    """Draw what the card under the cursor could bring, at the right: with a trick that is won, or
    with the last one if it is lost."""
    card = scene.pointer.number_of("card")
    if card is None:
        return
    view, seat = scene.view, scene.viewer
    assert scene.chooser
    selected = {number for kind, number in scene.chooser.selected if kind == "card"}
    is_last = not all(view.hands) or len({card, *selected}) == len(view.hands[seat])
    others = selected - {card}
    if loses and not is_last and not others:
        area.right(0, (tr("brings nothing"), "dim"))
        return
    gains = could_bring(view, seat, card)
    if gains and others:
        # The words at the left are of the selected cards, those at the right of this one.
        gains[0] = f"{card_name(card)}: {gains[0]}"
    if gains and is_last:
        gains[0] = f"{tr('if it loses:')} {gains[0]}"
    for count in range(len(gains), 0, -1):
        text = "  ".join(gains[:count])
        if x + len(text) <= area.width:
            area.right(0, (text, "dim"))
            return


def _tentative(scene: Scene) -> tuple[Run, ...]:
    """Return the set that the selected cards make, or the card under the cursor, and its result."""
    assert scene.chooser
    selected = bytes(sorted(card for kind, card in scene.chooser.selected if kind == "card"))
    card = scene.pointer.number_of("card")
    cards = selected or (b"" if card is None else bytes((card,)))
    return comparison(scene.view, cards) if cards else ()


def comparison(view: DarwinningState, cards: bytes) -> tuple[Run, ...]:
    """Return the name of a set, and its result against the trick so far."""
    if len(view.hands) == TWO:
        return _comparison_of_two(view, cards)
    if rank_of(cards) is None:
        return ((tr("not yet a combination"), "dim"),)
    name = (set_words(cards), "strong")
    if view.best == NOTHING:
        return name, _leads()
    if strength(cards) >= strength(view.played[view.best]):
        return name, _beats()
    if len(cards) > 1:
        return name, (f"  {tr('does not beat it')}", "strong bad")
    return name, _loses()


def _comparison_of_two(view: DarwinningState, cards: bytes) -> tuple[Run, ...]:
    """Return the same for the strongest set of some cards, alone or with cards of the display."""
    best = strongest_display(view, cards)
    if best is None:
        return ((tr("not yet a combination"), "dim"),)
    codes = "".join(f"+{CARDS[card].code}" for card in best)
    name = ((set_words(cards + best), "strong"), (f" {codes}" if codes else "", "dim"))
    rival = next((seat for seat in range(TWO) if view.played[seat]), None)
    if rival is None:
        return (*name, _leads())
    played = view.played[rival]
    # A set that lost its display card to Mutation is as strong as its highest card.
    rivals = [strength(played + some) for some in usable(view, rival)] or [strength(played)]
    if strength(cards + best) >= max(rivals):
        return (*name, _beats())
    if strength(cards + best) >= min(rivals):
        return (*name, (f"  {tr('may beat it')}", "dim"))
    return (*name, _loses())


def _leads() -> Run:
    return (f"  {tr('leads')}", "strong good")


def _beats() -> Run:
    return (f"  {tr('beats it')}", "strong good")


def _loses() -> Run:
    return (f"  {tr('loses')}", "dim")
