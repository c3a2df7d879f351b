"""Beside the own hand: adaptations, amounts to gather and buttons."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.evo.effects import Drift, Replace, Sleep
from darwin_core.games.evo.genes import has_future
from darwin_core.games.evo.state import EvoState
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import counted
from darwin_tui.boards.evo.adaptations import fitted, names_of, worn_tokens
from darwin_tui.boards.evo.marks import letters
from darwin_tui.boards.evo.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.marks import BUTTON_EDGES, button
from darwin_tui.drawing.state import SIGNS, State, state_of

HAND_COLUMNS: Final = 22
"""Columns beyond which the number of cards is said to be that of the hand."""
FACE_UP_MAX: Final = 5
"""Cards face up from which they are counted in a narrow window."""
_BUTTONS: Final[dict[type, str]] = {
    Replace: mark("replace no more"),
    Sleep: mark("save nothing"),
    Drift: mark("move none"),
}
"""The text of the button that declines a choice; elsewhere the button ends the generation."""
END: Final = mark("end the generation")
FORESIGHT: Final = mark("draw by foresight")
SHORT: Final = {
    END: mark("end generation"),
    FORESIGHT: mark("foresight"),
    "replace no more": mark("no more"),
}
"""Texts of buttons in a narrow window."""
GATHER: Final = mark("gather")
"""The label of amounts."""
DECK_EDGES: Final = 4
"""Columns around the words on the deck."""
LABEL_COLUMNS_MIN: Final = 20
"""Columns beside the hand from which amounts have a label."""


def asked_elements(scene: Scene) -> set[Element]:
    """Return all elements of all legal actions, whatever is selected."""
    chooser = scene.chooser
    return {each for touched in chooser.targets for each in touched} if chooser else set()


def draw_title(area: Area, scene: Scene, view: EvoState) -> None:
    """Write the number of cards in hand, and what the next generation has."""
    species = view.species[scene.viewer]
    deck = len(view.decks[species])
    hand = tr("your hand: {cards}", cards=counted(len(view.hands[species]), "card"))
    is_last = not has_future(view, species)
    face_up = letters(view.offspring[species])
    words = tr(
        "the last generation: deck {deck}, face up"
        if is_last
        else "a future generation: deck {deck}, face up",
        deck=deck,
    )
    if len(hand) + len(words) + length(face_up) + DECK_EDGES > area.width:
        words = tr("last, deck {deck}, born" if is_last else "deck {deck}, born", deck=deck)
    end: list[Styled] = [(f"   {words} ", "dim"), *face_up]
    area.text(0, 0, (hand, "strong"), *end)


def draw_box(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the box of a narrow window: as many rows for amounts and buttons as they need."""
    species = view.species[scene.viewer]
    rows = area.rows(*[1] * area.height)
    used = rows_of(items_of(scene, view), area.width)
    free = rows[: len(rows) - used]
    if free:
        hand = counted(len(view.hands[species]), "card")
        words = tr("your hand: {cards}", cards=hand)
        is_long = max(len(words), HAND_COLUMNS) < area.width
        free[0].text(0, 0, (words if is_long else hand, "strong"))
    if len(free) > 1:
        deck, face_up = len(view.decks[species]), view.offspring[species]
        if not has_future(view, species):
            last = tr("your last generation")
            last = last if len(last) <= area.width else tr("last generation")
            free[1].text(0, 0, (last, "dim"))
        else:
            start = (
                f"{tr('deck {deck}, born', deck=deck)} "
                if face_up
                else tr("deck {deck}", deck=deck)
            )
            fits = len(face_up) < FACE_UP_MAX and len(start) + len(face_up) <= area.width
            born = letters(face_up) if face_up and fits else [f"{len(face_up)}"] * bool(face_up)
            free[1].text(0, 0, (start, "dim"), *born)
    draw_flow(rows[len(rows) - used :], scene, view)


Item = tuple[Element, str]


def items_of(scene: Scene, view: EvoState) -> list[Item]:
    """Return amounts to gather and buttons, with their texts."""
    elements = asked_elements(scene)
    found = [(each, f"{each[1]}") for each in sorted(elements) if each[0] == "amount"]
    top = view.pending[-1] if view.pending else None
    words = {0: _BUTTONS.get(type(top), END), 1: FORESIGHT}
    return found + [
        (each, words[each[1]]) for each in sorted(elements, reverse=True) if each[0] == "button"
    ]


def rows_of(items: Sequence[Item], width: int) -> int:
    """Return the rows that items take."""
    return 1 + max((row for row, _, _, _ in _placed(items, width)), default=-1)


def _placed(items: Sequence[Item], width: int) -> list[tuple[int, int, Element, str]]:
    """Return row, column, element and words of each item, in as many rows as they need."""
    found: list[tuple[int, int, Element, str]] = []
    row, x = 0, len(tr(GATHER)) + 1 if _has_label(items, width) else 0
    for element, text in items:
        words = tr(text)
        if len(words) + BUTTON_EDGES > width:
            words = tr(SHORT[text])
        size = len(words) + BUTTON_EDGES
        if x and x + size > width:
            row, x = row + 1, 0
        found.append((row, x, element, words))
        x += size + (element[0] != "amount")
    return found


def _has_label(items: Sequence[Item], width: int) -> bool:
    """Return whether there are amounts, and room to say what they are for."""
    return width >= LABEL_COLUMNS_MIN and any(element[0] == "amount" for element, _ in items)


def draw_flow(rows: Sequence[Area], scene: Scene, view: EvoState) -> None:
    """Draw amounts and buttons, one after the other."""
    items = items_of(scene, view)
    if not items:
        return
    width = rows[0].width
    if _has_label(items, width):
        rows[0].text(0, 0, (f"{tr(GATHER)} ", "dim"))
    for row, x, element, words in _placed(items, width):
        area = rows[row].at(x, 0, len(words) + BUTTON_EDGES, 1)
        button(area, 0, 0, words, state_of(scene, element))
        area.enter(element)


def draw_adaptations(rows: Sequence[Area], scene: Scene, view: EvoState) -> None:
    """Draw the own adaptations in some rows."""
    species = view.species[scene.viewer]
    worn = worn_tokens(view, species)
    helpful = _helpful(scene)
    designs = list(worn)
    per_row = -(-len(designs) // len(rows))
    for row, area in enumerate(rows):
        own = designs[row * per_row : (row + 1) * per_row]
        room = area.width - 3 * len(own) - sum(len(worn[design]) for design in own)
        x = 0
        for design, name in zip(own, fitted(names_of(own), room), strict=True):
            element: Element = ("adaptation", design)
            text = name + worn[design]
            state = state_of(scene, element)
            ground = None if state is State.NOT_NOW else "keycap"
            chip = area.at(x, 0, len(text) + 2, 1, ground)
            chip.enter(element)
            mark = SIGNS[state]
            if state is State.SELECTABLE and design in helpful:
                mark = ("+", "strong good")
            style = "strong cursor" if state.is_focused else "dim" if state is State.NOT_NOW else ""
            chip.text(0, 0, mark, (text, style))
            x += len(text) + 3


def _helpful(scene: Scene) -> set[int]:
    """Return the adaptations that could be used on the focused card."""
    chooser, cursor = scene.chooser, scene.cursor
    if chooser is None or cursor is None or cursor[0] != "slot":
        return set()
    touching = [touched for touched in chooser.targets if cursor in touched]
    return {design for touched in touching for kind, design in touched if kind == "adaptation"}
