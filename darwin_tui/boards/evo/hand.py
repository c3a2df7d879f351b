"""The lower part of Evo's board: the viewer's hand, a card for each trait, with adaptations,
amounts to gather and buttons; all hands for spectators; or facts for the choice of a species.

A hunt or forage uses adaptations, and spends the cards that its fauna or flora costs.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from darwin_core.contract.game import HIDDEN, NOTHING, Element
from darwin_core.games.evo.acts import Forage, Hunt
from darwin_core.games.evo.generation import has_future, price, search_card
from darwin_core.games.evo.material import (
    FAUNA_SLOTS,
    LITTER,
    MIGRATION_CARDS,
    NOWHERE,
    SCAVENGER,
    SLOTS,
    TRAITS,
    WANDERER,
    AdoptSpecies,
    DisplaceTokens,
    EvoState,
    MovePopulation,
    SaveCard,
    active_species,
)
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.texts import trait_letter, trait_name
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui.boards.evo.marks import (
    NAMES_MAX,
    adaptation_names,
    adaptations,
    draw_likely,
    draw_name,
    fitted,
    letter,
    letters,
    order,
    worn_tokens,
)
from darwin_tui.boards.evo.scene import WIDE_COLUMNS, Scene
from darwin_tui.drawing.area import Area, Grow, fit
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.card import back, empty_place
from darwin_tui.drawing.marks import BUTTON_EDGES, SIGNS, State, button, seat_name, signed, state_of
from darwin_tui.drawing.panel import draw_action
from darwin_tui.play.selection import action_of_enter

# --- beside the hand

HAND_COLUMNS: Final = 22
"""Minimum columns of a title that names the hand beside its number of cards."""
FACE_UP_MAX: Final = 5
"""Number of face-up cards from which a narrow window shows only the number."""
_DECLINE_LABELS: Final[dict[type, str]] = {
    DisplaceTokens: mark("replace no more"),
    SaveCard: mark("save nothing"),
    MovePopulation: mark("0 move none"),
}
"""Labels of button 0 by effect; by default it ends the generation. The label of moving no
population names the key, because the arrow keys reach that button only after many other elements.
"""
END: Final = mark("end the generation")
FORESIGHT: Final = mark("draw by foresight")
SHORT: Final = {
    END: mark("end generation"),
    FORESIGHT: mark("foresight"),
    "replace no more": mark("no more"),
}
"""Button labels in a narrow window; the other labels always fit."""
GATHER: Final = mark("gather")
"""The label before the amounts to gather."""
TITLE_GAPS: Final = 4
"""Blank columns of the title: three before the words on the deck, one after them."""
LABEL_COLUMNS_MIN: Final = 20
"""Minimum columns beside the hand for a label of the amounts."""
CHIP_EDGES: Final = 3
"""Columns of an adaptation besides its words: its sign, a blank, and the gap after it."""


def legal_elements(scene: Scene) -> set[Element]:
    """Return all elements of all legal actions, regardless of the selection."""
    chooser = scene.chooser
    targets = chooser.targets if chooser else ()
    return {element for action_targets in targets for element in action_targets}


def draw_title(area: Area, scene: Scene, view: EvoState) -> None:
    """Write the number of cards in hand, and the cards of the next generation."""
    species = view.species[scene.viewer]
    deck = len(view.decks[species])
    hand = tr("your hand: {cards}", cards=counted(len(view.hands[species]), "card"))
    is_last = _is_last_generation(view, species)
    face_up = letters(view.offspring[species])
    words = tr("last, deck {deck}, new" if is_last else "deck {deck}, new", deck=deck)
    if is_last or has_future(view, species):
        long = tr(
            "the last generation: deck {deck}, face up"
            if is_last
            else "a future generation: deck {deck}, face up",
            deck=deck,
        )
        is_wide = len(hand) + len(long) + length(face_up) + TITLE_GAPS <= area.width
        words = long if is_wide else words
    end: list[Styled] = [(f"   {words} ", "dim"), *face_up]
    area.text(0, 0, (hand, "strong"), *end)


def _is_last_generation(view: EvoState, species: int) -> bool:
    """Return whether a species plays, or has still to play, its last generation of a millennium."""
    is_to_play = bool(view.hands[species]) or species == active_species(view)
    return is_to_play and not has_future(view, species)


def draw_narrow_column(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the column beside the hand in a narrow window: title, deck, amounts and buttons. Amounts
    and buttons have as many rows as they need, the title and the deck the rows left."""
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
        deck = len(view.decks[species])
        face_up = view.offspring[species]
        if _is_last_generation(view, species):
            last = tr("your last generation")
            last = last if len(last) <= area.width else tr("last generation")
            free[1].text(0, 0, (last, "dim"))
        else:
            start = (
                f"{tr('deck {deck}, new', deck=deck)} " if face_up else tr("deck {deck}", deck=deck)
            )
            fits = len(face_up) < FACE_UP_MAX and len(start) + len(face_up) <= area.width
            new_cards: list[Styled] = []
            if face_up:
                new_cards = letters(face_up) if fits else [f"{len(face_up)}"]
            free[1].text(0, 0, (start, "dim"), *new_cards)
    draw_flow(rows[len(rows) - used :], scene, view)


Item = tuple[Element, str]
"""An amount or a button, and its label as a message."""


def items_of(scene: Scene, view: EvoState) -> list[Item]:
    """Return amounts to gather and buttons, with their labels; button 0 is the last."""
    elements = legal_elements(scene)
    amounts = [(element, f"{element[1]}") for element in sorted(elements) if element[0] == "amount"]
    top = view.pending[-1] if view.pending else None
    words = {0: _DECLINE_LABELS.get(type(top), END), 1: FORESIGHT}
    return amounts + [
        (element, words[element[1]])
        for element in sorted(elements, reverse=True)
        if element[0] == "button"
    ]


class PlacedItem(NamedTuple):
    """An amount or a button at its position."""

    row: int
    x: int
    element: Element
    words: str


def rows_of(items: Sequence[Item], width: int) -> int:
    """Return the rows that amounts and buttons need in a width."""
    return 1 + max((item.row for item in _placed(items, width)), default=-1)


def _placed(items: Sequence[Item], width: int) -> list[PlacedItem]:
    """Return the items at their positions, in as many rows as needed."""
    placed: list[PlacedItem] = []
    row = 0
    x = len(tr(GATHER)) + 1 if _has_label(items, width) else 0
    kind_before = ""
    for element, text in items:
        # Amounts are adjacent; a blank separates the last of them from the first button.
        if kind_before == "amount" and element[0] != "amount":
            x += 1
        kind_before = element[0]
        words = tr(text)
        if len(words) + BUTTON_EDGES > width:
            words = tr(SHORT[text])
        size = len(words) + BUTTON_EDGES
        if x and x + size > width:
            row += 1
            x = 0
        placed.append(PlacedItem(row, x, element, words))
        x += size + (element[0] != "amount")
    return placed


def _has_label(items: Sequence[Item], width: int) -> bool:
    """Return whether there are amounts, and room for their label."""
    return width >= LABEL_COLUMNS_MIN and any(element[0] == "amount" for element, _ in items)


def draw_flow(rows: Sequence[Area], scene: Scene, view: EvoState) -> None:
    """Draw amounts and buttons, one after the other, in as many rows as ``rows_of`` returns."""
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
    """Draw the viewer's adaptations in some rows, each with a sign: ✓ if Enter would use it on the
    food, − if it would be left out, + if it could be used on the card under the cursor."""
    species = view.species[scene.viewer]
    worn = worn_tokens(view, species)
    usable = _usable_at_cursor(scene)
    selected = scene.chooser.selected if scene.chooser else ()
    cursor = () if scene.cursor is None else (scene.cursor,)
    food = next((element for element in (*selected, *cursor) if element[0] == "slot"), None)
    used = _uses(scene, food) if food else b""
    designs = list(worn)
    per_row = -(-len(designs) // len(rows))
    for row, area in enumerate(rows):
        in_row = designs[row * per_row : (row + 1) * per_row]
        room = area.width - CHIP_EDGES * len(in_row) - sum(len(worn[design]) for design in in_row)
        x = 0
        for design, name in zip(in_row, fitted(adaptation_names(in_row), room), strict=True):
            element: Element = ("adaptation", design)
            text = name + worn[design]
            state = state_of(scene, element)
            ground = None if state is State.NOT_NOW else "keycap"
            chip = area.at(x, 0, len(text) + 2, 1, ground)
            chip.enter(element)
            sign = SIGNS[state]
            if element in INCLUDED and design in used:
                sign = ("✓", "strong good")
            elif element in INCLUDED and state is State.SELECTED:
                sign = ("−", "strong bad")
            elif state is State.SELECTABLE and design in usable:
                sign = ("+", "strong good")
            style = "strong cursor" if state.is_focused else "dim" if state is State.NOT_NOW else ""
            chip.text(0, 0, sign, (text, style))
            x += len(text) + CHIP_EDGES


def _usable_at_cursor(scene: Scene) -> set[int]:
    """Return the adaptations that could be used on the card under the cursor."""
    chooser, cursor = scene.chooser, scene.cursor
    if chooser is None or cursor is None or cursor[0] != "slot":
        return set()
    return {
        design
        for action_targets in chooser.targets
        if cursor in action_targets
        for kind, design in action_targets
        if kind == "adaptation"
    }


# --- the hand


class Cost(NamedTuple):
    """The fewest and the most cards of a trait that are spent."""

    least: int
    most: int


CARD_COLUMNS: Final = (18, 16, 12, 10, 9)
"""Columns of a card; the widest that leaves room beside the hand is used."""
CARD_ROWS: Final = 3
"""Rows of a card."""
WANDERING: Final[Element] = ("adaptation", WANDERER)
"""The adaptation with which one card pays for migrating."""
BESIDE_COLUMNS: Final = {WIDE_COLUMNS: 50, 96: 36, 0: 26}
"""Columns kept free beside the hand, by minimum columns of the board; the first that applies."""
INCLUDED: Final[tuple[Element, ...]] = (("adaptation", SCAVENGER), ("adaptation", LITTER))
"""Adaptations that a hunt uses unless they are selected: they raise its yield, not its
price."""
NOT_FOR_THIS_COLUMNS: Final = 14
"""Minimum columns of a card that says in words that the food under the cursor costs none of it."""
ADAPTED: Final = mark("adapted")
"""Label of the row of adaptations."""
ADAPTED_EDGES: Final = 5
"""Columns at the edges of the row of adaptations, and after its label."""


def has_species(scene: Scene, view: EvoState) -> bool:
    """Return whether the viewer now plays a species."""
    return scene.viewer < len(view.species) and view.species[scene.viewer] != NOTHING


def draw_hand(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the viewer's hand at the lower edge of an area, and the adaptations above it if the
    window is narrow."""
    is_narrow = area.width < WIDE_COLUMNS
    species = view.species[scene.viewer]
    traits = sorted({*view.hands[species]})
    width = _card_columns(area.width, len(traits))
    bottom = area.inside(0, 1 if is_narrow else 0, 0, 0)
    costs = _costs(scene, view)
    for number, trait in enumerate(traits):
        card_area = bottom.at(1 + number * (width + 1), 0, width, bottom.height)
        _card(card_area, scene, view, trait, costs)
    left = (width + 1) * len(traits) + 2
    if not traits:
        # An empty hand is a place of middle width.
        empty_place(bottom.at(1, 1, CARD_COLUMNS[2], CARD_ROWS), tr_in("hand", "no cards"))
        left = CARD_COLUMNS[2] + 3
    beside = bottom.inside(left, 0, 1, 0)
    if is_narrow:
        row = area.at(0, 0, area.width, 1)
        label = 1 if _adapted_columns(view, species) <= row.width else None
        _draw_adapted(row, scene, view, label)
        draw_narrow_column(beside, scene, view)
        return
    first, second, third, last = beside.rows(1, 1, 1, 1)
    if rows_of(items_of(scene, view), beside.width) > 1:
        # The title, which repeats figures of the genomes, leaves its row to amounts and buttons.
        draw_adaptations([first, second], scene, view)
        draw_flow([third, last], scene, view)
        return
    if _adapted_columns(view, species) <= beside.width:
        # Title, adaptations and buttons have the three rows of a card that is not raised.
        draw_title(second, scene, view)
        _draw_adapted(third, scene, view, 0)
        draw_flow([last], scene, view)
        return
    draw_title(first, scene, view)
    draw_adaptations([second, third], scene, view)
    draw_flow([last], scene, view)


def _adapted_columns(view: EvoState, species: int) -> int:
    """Return the columns of a row of all of a species' adaptations, with its label."""
    return length(adaptations(view, species, NAMES_MAX)) + len(tr(ADAPTED)) + ADAPTED_EDGES


def _draw_adapted(row: Area, scene: Scene, view: EvoState, label: int | None) -> None:
    """Draw the viewer's adaptations in a row, after a label that begins in a column; None for no
    label."""
    x = 0 if label is None else row.text(label, 0, (f"{tr(ADAPTED)} ", "dim"))
    draw_adaptations([row.inside(x, 0, 0, 0)], scene, view)


def _card_columns(width: int, traits: int) -> int:
    """Return the columns of a card in a hand of some traits."""
    beside = next(columns for least, columns in BESIDE_COLUMNS.items() if width >= least)
    return next(
        (columns for columns in CARD_COLUMNS if (columns + 1) * traits + beside <= width),
        CARD_COLUMNS[-1],
    )


# --- a card


def _card(area: Area, scene: Scene, view: EvoState, trait: int, costs: dict[int, Cost]) -> None:
    """Draw the cards of a trait as one card, raised if they pay for the food or are selected.

    Args:
        costs: costs of the food under the cursor by trait; empty without one. Cards of other traits
            are dimmed.
    """
    element: Element = ("card", trait)
    state = state_of(scene, element)
    area.enter(element)
    held_count = view.hands[view.species[scene.viewer]].count(trait)
    least, most = costs.get(trait, (0, 0))
    is_enough = 0 < most <= held_count
    is_off = bool(costs) and not most and not state.is_selected and not state.is_focused
    rise = 0 if is_enough or state.is_selected else 1
    card = area.at(0, rise, area.width, CARD_ROWS)
    colour = TRAITS[trait].name
    name = trait_name(trait)
    band = card.at(0, 0, card.width, 1, f"{colour}~50~table" if is_off else colour)
    style = f"strong on-{colour}" if not is_off else "strong ink"
    band.text(1 if len(name) < card.width else 0, 0, (name, style))
    figure = f"×{held_count}"
    # The number of cards stands beside the name, or else beside the letters below it.
    in_band = len(name) + len(figure) + 1 <= card.width
    if in_band:
        band.right(0, (figure, style), margin=int(len(name) + len(figure) + 1 < card.width))
    face, ink = ("off", "off-ink") if is_off else ("face", "face-ink")
    body = card.at(0, 1, card.width, CARD_ROWS - 1, face)
    pips = trait_letter(trait) * min(held_count, card.width - 2 if in_band else card.width - 5)
    body.text(1, 0, (pips, f"strong {ink}"))
    if not in_band:
        body.right(0, (figure, f"strong {ink}"), margin=0)
    if is_enough:
        words = tr("spend {number}", number=most)
        if least < most:
            words = tr("{least} to {most}", least=least, most=most)
        if not least:
            words = tr("up to {most}", most=most)
        body.text(1, 1, (words, f"strong {ink}"))
    elif most:
        body.text(1, 1, (tr("lacks {number}", number=most - held_count), f"strong {ink}"))
    elif state.is_selected and _pays_migration(scene):
        words = fit(card.width - 1, (tr("one is lost"), tr("may go")))
        body.text(1, 1, (words, f"strong {ink}"))
    elif is_off:
        body.text(1, 1, (tr("not for this") if card.width >= NOT_FOR_THIS_COLUMNS else "–", ink))
    else:
        data = TRAITS[trait]
        for words in (f"{noun(data.location)} · {noun(data.flora)}", noun(data.fauna)):
            if len(words) + 1 <= card.width:
                body.text(1, 1, (words, "face-dim"))
                break
    _edge(area, card, state, rise)


def _pays_migration(scene: Scene) -> bool:
    """Return whether the selected cards pay for migrating: chance loses one of the two."""
    chosen = scene.chooser.selected if scene.chooser else ()
    return sum(kind == "card" for kind, _ in chosen) == MIGRATION_CARDS and WANDERING not in chosen


def _edge(area: Area, card: Area, state: State, rise: int) -> None:
    """Draw the cursor's ring and the sign of a card in the columns beside it."""
    y = card.region.y
    canvas = area.drawing.canvas
    left, right = card.region.x - 1, card.region.right
    if state.is_focused:
        style = area.style("strong cursor")
        is_plain = area.look.is_ascii or not area.look.has_colours
        corner, top, end, sides = ("┏", "━", "┓", "┃┃") if is_plain else ("▗", "▄", "▖", "▐▌")
        for row in range(y, y + CARD_ROWS):
            canvas.text(left, row, (sides[0], style))
            canvas.text(right, row, (sides[1], style))
        if rise:
            canvas.text(left, y - 1, (f"{corner}{top * card.width}{end}", style))
    sign, style = SIGNS[state]
    if sign != " " and (not state.is_focused or state.is_selected):
        canvas.text(left, y, (sign, area.style(style)))


def _costs(scene: Scene, view: EvoState) -> dict[int, Cost]:
    """Return for each trait the fewest and the most cards that the selected food costs, or else the
    food under the cursor: for Enter's action, or for all actions that the selection leaves. Food
    for which no action is legal has its price."""
    chooser = scene.chooser
    slots = [element for element in chooser.selected if element[0] == "slot"] if chooser else []
    cursor = slots[0] if slots else scene.cursor
    if not cursor or cursor[0] not in ("slot", "place"):
        return {}
    if cursor[0] == "slot" and view.active == NOWHERE:
        # The cursor has not yet left a finished generation.
        return {}
    if spent := [_cards_of(view, action) for action in _catches(scene, cursor)]:
        counts = {trait: [cards.count(trait) for cards in spent] for trait in {*b"".join(spent)}}
        return {trait: Cost(min(numbers), max(numbers)) for trait, numbers in counts.items()}
    uses = _uses(scene, cursor)
    place = cursor[1] if cursor[0] == "place" else SLOTS * view.active + cursor[1]
    card = view.slots[place]
    if card == NOTHING:
        return {}
    if place % SLOTS < FAUNA_SLOTS:
        paid = price(card, uses)
    else:
        # Adaptations are used at the active location alone; elsewhere a search costs the location's
        # card.
        search_trait = search_card(view, uses) if uses else view.locations[place // SLOTS]
        paid = bytes((search_trait, card))
    return {trait: Cost(paid.count(trait), paid.count(trait)) for trait in paid}


def _catches(scene: Scene, element: Element) -> list[Hunt | Forage]:
    """Return Enter's hunt or forage, or all that the selection leaves for the food of an
    element."""
    chooser = scene.chooser
    if chooser is None or element[0] != "slot":
        return []
    entered = action_of_enter(chooser, scene.cursor)
    if isinstance(entered, Hunt | Forage):
        return [entered]
    # A selected adaptation of INCLUDED is left out, so it is no target of the actions left.
    wanted = {element, *chooser.selected} - {*INCLUDED}
    return [
        action
        for action, action_targets in zip(chooser.actions, chooser.targets, strict=True)
        if isinstance(action, Hunt | Forage) and wanted <= {*action_targets}
    ]


def _cards_of(view: EvoState, action: Hunt | Forage) -> bytes:
    """Return the cards that a hunt or forage spends."""
    card = view.slots[SLOTS * view.active + action.slot]
    if isinstance(action, Hunt):
        return price(card, action.uses)
    return bytes((search_card(view, action.uses), *[card] * action.amount))


def _uses(scene: Scene, element: Element) -> bytes:
    """Return the adaptations with which Enter would play on an element.

    If Enter would play nothing, return the selected adaptations.
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
    return bytes(sorted(number for kind, number in chooser.selected if kind == "adaptation"))


# --- without a hand

_AFTER: Final = (
    mark("place the new population"),
    mark("move one population or none"),
    mark("draw six cards"),
)
"""The actions that follow the choice of a species."""
LABEL_COLUMNS: Final = 10
"""Columns of a row's label, with the gap after it."""


def draw_all_hands(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw a row for each species with its hand: backs for spectators, letters where all hands are
    open, as in a replay; likely cards if there are beliefs."""
    if scene.said and area.width >= WIDE_COLUMNS and any(HIDDEN in hand for hand in view.hands):
        area, beside = area.columns(Grow(), Grow())
        draw_action(beside, scene.said)
    rows = area.inside(0, area.height - len(view.hands), 0, 0)
    if area.height > len(view.hands):
        area.text(1, 0, (tr("hands"), "strong"))
    for row, species in enumerate(order(view)):
        x = draw_name(rows, scene, view, species, row)
        cards = view.hands[species]
        if draw_likely(rows.at(x, row, rows.width - x - 1, 1), scene, view, species):
            continue
        # A letter on three columns and a gap, or bare letters.
        is_wide = x + 4 * max(map(len, view.hands)) < rows.width
        width, step = (3, 4) if is_wide else (1, 1)
        for number, card in enumerate(cards):
            place = rows.at(x + number * step, row, width, 1)
            if card == HIDDEN:
                back(place)
            else:
                text, style = letter(card)
                place.text(0, 0, (f"{text:^{width}}", style))


def draw_choosing(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw facts for a seat without a species: in a narrow window all adaptations, else the seats
    that chose and choose, and the actions that follow."""
    rows = area.inside(0, area.height - len(view.genomes), 0, 0)
    if area.width < WIDE_COLUMNS:
        area.text(1, 0, (tr("adaptations"), "strong"))
        for row, species in enumerate(order(view)):
            x = draw_name(rows, scene, view, species, row)
            rows.text(x, row, *adaptations(view, species, rows.width - x - 1))
        return
    area = area.inside(1, area.height - 4 if area.height > 4 else 0, 1, 0)
    x = area.text(0, 0, (_label(tr("so far")), "dim"))
    chosen = [seat for seat, species in enumerate(view.species) if species != NOTHING]
    for seat in chosen:
        name = seat_name(seat, scene.names[seat])
        x = area.text(x, 0, name, (f" {signed(points(view, seat))}   ", "dim"))
    if not chosen:
        area.text(x, 0, tr("nobody has chosen"))
    x = area.text(0, 1, (_label(tr("then")), "dim"))
    # The last effect is the next to be decided.
    for effect in reversed(view.pending):
        if isinstance(effect, AdoptSpecies):
            name = seat_name(effect.seat, scene.names[effect.seat])
            x = area.text(x, 1, name, (f" {signed(points(view, effect.seat))}   ", "dim"))
    area.text(
        0,
        2,
        f"{tr('you bring nothing:')} ",
        (
            tr("genome, adaptations and populations belong to the species; points stay with you"),
            "dim",
        ),
    )
    pieces: list[Styled] = [(_label(tr("after it")), "dim")]
    for number, words in enumerate(_AFTER, 1):
        pieces += [(f" {number} ", "strong on keycap"), f" {tr(words)}  "]
    area.text(0, 3, *pieces)


def _label(words: str) -> str:
    """Return the label of a row, with the gap after it."""
    return words.ljust(LABEL_COLUMNS)
