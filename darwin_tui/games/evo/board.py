"""The board of Evo: locations side by side, genomes, the own species and its hand."""

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar, Final

from textual.geometry import Region, Size

from darwin_core.game import HIDDEN, NOTHING, Element
from darwin_core.games.evo.components import (
    FAUNA_SLOTS,
    MILLENNIA,
    RING,
    SLOTS,
)
from darwin_core.games.evo.generation import price, search_card
from darwin_core.games.evo.genes import has_future
from darwin_core.games.evo.rules import clock
from darwin_core.games.evo.state import (
    NOWHERE,
    AnyAction,
    Choose,
    Drift,
    EvoEvent,
    EvoState,
    Forage,
    Hunt,
    Live,
    Replace,
    Settle,
    Sleep,
    Survived,
)
from darwin_core.games.evo.words import design_name, trait_name
from darwin_core.lexicon import Lexicon
from darwin_tui.games.evo.balance import draw_balance, is_over
from darwin_tui.games.evo.genomes import (
    adaptations,
    draw_genomes,
    draw_history,
    draw_name,
    draw_species,
    evolution,
    fitted,
    order,
)
from darwin_tui.games.evo.locations import ROWS, draw_locations
from darwin_tui.games.evo.marks import hue, letter
from darwin_tui.games.evo.scene import Scene
from darwin_tui.games.evo.zoom import zoomed
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Styled
from darwin_tui.widgets.card import draw_frame
from darwin_tui.widgets.signs import BRACKETS, draw_button, sign

CARD: Final = Size(13, 3)
"""A card in the hand."""
TALL: Final = 33
"""The rows from which all panes are visible, and cards at locations take two rows."""
_KINDS: Final = (
    "slot",
    "location",
    "goal",
    "species",
    "card",
    "amount",
    "adaptation",
    "button",
    "place",
)
"""Kinds of elements in the order of the keys that select them."""
_BUTTONS: Final[dict[type, str]] = {
    Replace: "replace no more",
    Sleep: "save nothing",
    Drift: "move none",
}
"""The text of the button that declines a choice; elsewhere the button ends the generation."""


class EvoBoard(Board[EvoState, AnyAction, EvoEvent]):
    """The board of Evo."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {hue(trait) for trait in range(RING)}

    KINDS: ClassVar[tuple[str, ...]] = _KINDS

    PANES: ClassVar[tuple[str, ...]] = ("locations", "species", "history")

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the board, with the hand at the bottom of any height."""
        drawing = self.blank(scene, size)
        canvas, view = drawing.canvas, scene.view
        species = len(view.genomes)
        tall = size.height >= TALL
        _heading(canvas, scene, view)
        bottom = _hand(drawing, scene, view, size.height)
        bottom = _bar(drawing, scene, view, bottom)
        block = 1 + 2 * SLOTS if tall else max(ROWS, 2 * species if scene.pane else 0)
        y = 2 + block
        if scene.is_paused and is_over(scene):
            draw_balance(canvas, scene, view, 1)
        elif tall or scene.pane == 0:
            draw_locations(drawing, scene, view, 1, 2 if tall else 1)
        else:
            draw = draw_species if scene.pane == 1 else draw_history
            canvas.rule(1, *_title(scene.pane))
            draw(canvas, scene, view, 2, y)
        canvas.rule(y, ("genomes", "strong"), ("  █ passed on  ░ not yet", "dim"))
        canvas.right(canvas.width - 1, y, " ", *_supply(view), " ")
        draw_genomes(canvas, scene, view, y + 1)
        asked = _asked_elements(scene)
        for row, each in enumerate(order(view)):
            element: Element = ("species", each)
            if element in asked:
                drawing.places[element] = Region(1, y + 1 + row, 16, 1)
                canvas.text(1, y + 1 + row, sign(scene, element))
        y += 1 + species
        if tall:
            pane = max(scene.pane, 1)
            canvas.rule(y, *_title(pane))
            (draw_species if pane == 1 else draw_history)(canvas, scene, view, y + 1, bottom)
            y = min(y + 1 + 2 * species, bottom)
            if pane == 1 and y + 2 * species < bottom:
                canvas.rule(y, *_title(2))
                draw_history(canvas, scene, view, y + 1, bottom)
                y += 1 + 2 * species
        _draw_latest_events(canvas, scene, y, bottom)
        _order_elements(drawing, scene)
        return drawing

    @staticmethod
    def pauses_on(events: Sequence[EvoEvent]) -> bool:
        """Return whether a millennium is over."""
        return any(isinstance(event, Survived) for event in events)

    waits_after = pauses_on

    @staticmethod
    def epilogue(view: EvoState, lexicon: Lexicon) -> list[str]:
        """Return the evolution of the genomes."""
        return evolution(view, lexicon.names)

    @classmethod
    def rank(cls, scene: Scene, element: Element) -> int:
        """Return the sort key of an element: buttons as they are drawn, the last one first."""
        kind, number = element
        return -number if kind == "button" else number

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return the text on an element, with the effects of adaptations and the uses of a card."""
        return zoomed(scene, scene.view, element)

    @staticmethod
    def first(view: EvoState, actions: Sequence[AnyAction]) -> Element | None:
        """Return a hunt or forage if one can be paid for, or the end of the generation if nothing
        else is left.

        While other actions are left, the end of the generation is not focused by default.
        """
        if not view.pending or not isinstance(view.pending[-1], Live):
            return None
        if isinstance(actions[0], Hunt | Forage):
            return ("slot", actions[0].slot)
        return ("button", 0) if len(actions) == 1 else None


def _title(pane: int) -> list[Styled]:
    parts: list[Styled] = [(EvoBoard.PANES[pane], "strong")]
    if EvoBoard.PANES[pane] == "history":
        parts.append(("  shares of each trait, in percent", "dim"))
    return parts


def _order_elements(drawing: Drawing, scene: Scene) -> None:
    """Let keys 1 to 9 begin with selectable elements, cards at the location before those in
    hand."""
    asked = {kind for kind, _ in _asked_elements(scene)}
    places = drawing.places
    order = sorted(places, key=lambda each: (each[0] not in asked, _KINDS.index(each[0])))
    drawing.places = {element: places[element] for element in order}


def _asked_elements(scene: Scene) -> set[Element]:
    """Return all elements of all legal actions, whatever is selected."""
    chooser = scene.chooser
    return {each for touched in chooser.touched for each in touched} if chooser else set()


def _heading(canvas: Canvas, scene: Scene, view: EvoState) -> None:
    x = canvas.text(1, 0, ("Evo", "title")) + 3
    if scene.is_paused and is_over(scene):
        canvas.text(x, 0, (f"millennium {view.millennium} is over", "strong"))
    elif not view.pending:
        canvas.text(x, 0, ("the match is over", "dim"))
    else:
        now = clock(view)
        seat = view.pending[-1].seat
        x = canvas.text(x, 0, ("millennium ", "dim"), (f"{now.round}", "strong"))
        x = canvas.text(x, 0, (f" of {MILLENNIA}   ", "dim"))
        if isinstance(view.pending[-1], Choose | Settle | Drift):
            x = canvas.text(x, 0, ("who plays which species next", "dim"))
        else:
            x = canvas.text(x, 0, ("generation ", "dim"), (f"{now.turn}", "strong"))
        canvas.text(x + 3, 0, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))


def _supply(view: EvoState) -> list[Styled]:
    parts: list[Styled] = [("supply", "dim")]
    for trait, number in enumerate(view.supply):
        parts += [" ", letter(trait), (f"{number}", "dim" if number else "bad")]
    return parts


# --- the bar of actions


def _bar(drawing: Drawing, scene: Scene, view: EvoState, bottom: int) -> int:
    """Draw the own adaptations, and above them amounts to gather and buttons. Return their first
    row."""
    canvas = drawing.canvas
    seat = scene.viewer
    if seat >= len(view.species) or view.species[seat] == NOTHING:
        return _buttons(drawing, scene, view, bottom)
    own = view.species[seat]
    worn = dict[int, list[int]]()
    for design, tokens in zip(view.adaptations[own], view.worn[own], strict=True):
        worn.setdefault(design, []).append(tokens)
    counts = {design: _tokens_words(copies) for design, copies in worn.items()}
    names = fitted(
        [design_name(design) for design in worn],
        canvas.width - 9 - 2 * len(worn) - sum(map(len, counts.values())),
    )
    helpful = _helpful(scene)
    y = bottom - 1
    x = canvas.text(1, y, ("adapted ", "dim"))
    for (design, count), name in zip(counts.items(), names, strict=True):
        element: Element = ("adaptation", design)
        text = name + count
        drawing.places[element] = Region(x, y, len(text) + 1, 1)
        looks = scene.style_of(element)
        style = "cursor" if scene.is_on(element) else looks
        mark = sign(scene, element)
        if mark[0] == "•" and design in helpful:
            mark = ("+", "good strong")
        x = canvas.text(x, y, mark, (text, style)) + 1
    return _buttons(drawing, scene, view, y)


def _tokens_words(copies: Sequence[int]) -> str:
    """Return the tokens of an adaptation, of each card separately if the species has several."""
    if len(copies) > 1:
        return f" ×{len(copies)} ({', '.join(map(str, copies))})"
    return f" {copies[0]}" if copies[0] else ""


def _helpful(scene: Scene) -> set[int]:
    """Return the adaptations that could be used on the focused card."""
    chooser, cursor = scene.chooser, scene.cursor
    if chooser is None or cursor is None or cursor[0] != "slot":
        return set()
    touching = [touched for touched in chooser.touched if cursor in touched]
    return {design for touched in touching for kind, design in touched if kind == "adaptation"}


def _buttons(drawing: Drawing, scene: Scene, view: EvoState, bottom: int) -> int:
    canvas, chooser = drawing.canvas, scene.chooser
    if chooser is None or not chooser.actions:
        return bottom
    elements = _asked_elements(scene)
    if not {"amount", "button"} & {kind for kind, _ in elements}:
        return bottom
    amounts = sorted(number for kind, number in elements if kind == "amount")
    x, y = 1, bottom - 1
    if amounts:
        x = canvas.text(x, y, ("gather ", "dim"))
        for number in amounts:
            x = draw_button(drawing, scene, x, y, ("amount", number), str(number))
    top = view.pending[-1] if view.pending else None
    words = _BUTTONS.get(type(top), "end the generation")
    buttons = [number for kind, number in sorted(elements, reverse=True) if kind == "button"]
    labels = {0: words, 1: "draw by foresight"}
    x = max(x, canvas.width - 1 - sum(len(labels[number]) + BRACKETS for number in buttons))
    for number in buttons:
        x = draw_button(drawing, scene, x, y, ("button", number), labels[number])
    return y


# --- the hand


def _hand(drawing: Drawing, scene: Scene, view: EvoState, bottom: int) -> int:
    """Draw the own hand, a stack for each trait, and return the row of its title.

    Spectators see all hands.
    """
    canvas = drawing.canvas
    if scene.viewer >= len(view.species) or view.species[scene.viewer] == NOTHING:
        return _draw_all_hands(canvas, scene, view, bottom)
    species = view.species[scene.viewer]
    hand = view.hands[species]
    y = bottom - CARD.height
    canvas.rule(y - 1, ("hand", "strong"), (f" of {scene.names[scene.viewer]}", "dim"))
    future = "a future generation" if has_future(view, species) else "the last generation"
    deck = len(view.decks[species])
    parts: list[Styled] = [(f" {future}: deck {deck}, face up ", "dim")]
    parts += [letter(card) for card in view.offspring[species]] or [("–", "dim")]
    canvas.right(canvas.width - 1, y - 1, *parts, " ")
    pays = _pays(scene, view)
    for place, trait in enumerate(sorted({*hand})):
        region = Region(1 + place * CARD.width, y, *CARD)
        element: Element = ("card", trait)
        drawing.places[element] = region
        held = hand.count(trait)
        playable = draw_frame(canvas, region, scene, element, held)
        dim = not playable and trait not in pays
        name = (trait_name(trait), "dim" if dim else hue(trait))
        canvas.text(region.x + 1, y + 1, letter(trait), " ", name)
        if trait in pays:
            enough = held >= pays[trait]
            words = f"pays {pays[trait]}" if enough else f"lacks {pays[trait] - held}"
            canvas.text(region.x + 2, y, (words, "good strong" if enough else "bad"))
    return y - 1


def _pays(scene: Scene, view: EvoState) -> dict[int, int]:
    """Return the number of cards of each trait that the focused card asks for."""
    chooser = scene.chooser
    picked = [each for each in chooser.selected if each[0] == "slot"] if chooser else []
    cursor = picked[0] if picked else scene.cursor
    if not cursor or cursor[0] not in ("slot", "place"):
        return {}
    if cursor[0] == "slot" and view.active == NOWHERE:
        # The cursor has not yet left a generation that is over.
        return {}
    uses = _uses(scene, cursor)
    place = cursor[1] if cursor[0] == "place" else SLOTS * view.active + cursor[1]
    card = view.slots[place]
    if card == NOTHING:
        return {}
    if place % SLOTS < FAUNA_SLOTS:
        wanted = price(card, uses)
    else:
        search = search_card(view, uses) if uses else view.locations[place // SLOTS]
        wanted = bytes((search, card))
    return {trait: wanted.count(trait) for trait in wanted}


def _uses(scene: Scene, element: Element) -> bytes:
    """Return the adaptations with which Enter would play on an element.

    If Enter would not play, return the selected ones.
    """
    chooser = scene.chooser
    if chooser is None:
        return b""
    if element in chooser.selectable:
        chooser = chooser.select(element)
    elif element not in chooser.selected:
        return b""
    action = chooser.ready
    if isinstance(action, Hunt | Forage):
        return action.uses
    return bytes(sorted(each for kind, each in chooser.selected if kind == "adaptation"))


def _draw_all_hands(canvas: Canvas, scene: Scene, view: EvoState, bottom: int) -> int:
    """Draw a row for each species: for spectators its hand, otherwise its adaptations.

    Spectators see the backs of cards, omniscient ones their fronts. A seat sees the adaptations
    while it chooses a species. Return the row of the title.
    """
    y = bottom - len(view.hands)
    chooses = scene.viewer < len(view.species)
    canvas.rule(y - 1, ("adaptations" if chooses else "hands", "strong"))
    for row, species in enumerate(order(view)):
        x = draw_name(canvas, scene, view, species, y + row)
        if chooses:
            canvas.text(x, y + row, *adaptations(view, species, canvas.width - x - 1))
            continue
        pieces: list[Styled] = []
        cards = view.hands[species]
        gap = " " if x + 2 * len(cards) < canvas.width else ""
        for card in cards:
            pieces += [("▒", "dim") if card == HIDDEN else letter(card), gap]
        canvas.text(x, y + row, *pieces)
    return y - 1


def _draw_latest_events(canvas: Canvas, scene: Scene, y: int, bottom: int) -> None:
    """Draw the last sentences of the event log, the newest below, if the log itself is not
    visible."""
    rows = bottom - y
    if scene.has_log or rows < 1:
        return
    if rows > 2:
        canvas.rule(y, ("news", "strong"))
        y, rows = y + 1, rows - 1
    lines: list[str] = []
    for event in reversed(scene.events[-rows:]):
        wrapped = wrap(scene.game.sentence(event, scene.lexicon), canvas.width - 2)
        if len(wrapped) + len(lines) > rows:
            lines = lines or [*wrapped[: rows - 1], f"{wrapped[rows - 1][: canvas.width - 4]} …"]
            break
        lines = wrapped + lines
    for row, line in enumerate(lines):
        canvas.text(1, y + row, (line, "dim"))


BOARD: Final = EvoBoard
