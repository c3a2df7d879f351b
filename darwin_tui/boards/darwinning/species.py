"""The species: a board for each seat with its part in the trick, population, environments, traits
and points, in three sizes; and the dummy's board with the display.

Homes are the environments of a species with the food that they give it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.darwinning.acts import trait_element
from darwin_core.games.darwinning.material import (
    CLIMBS,
    ENVIRONMENTS,
    JOKER,
    NUMBER_OF,
    TRAIT_POINTS,
    TRAIT_SPACES,
    DarwinningState,
    Transform,
)
from darwin_core.games.darwinning.species import (
    DUMMY_BEING,
    SEATS_WITH_DUMMY,
    beings,
    habitats_of,
    has_dummy,
    prey,
    traits_shown,
)
from darwin_core.games.darwinning.texts import trait_name
from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui.boards.darwinning.chain import PORTRAIT_COLUMNS, portrait, zone
from darwin_tui.boards.darwinning.era import era_shown
from darwin_tui.boards.darwinning.fates import food_runs, points_runs, result_or_forecast
from darwin_tui.boards.darwinning.hand import is_deciding, is_open
from darwin_tui.boards.darwinning.marks import (
    CARD_ROWS,
    DUMMY_MARK,
    STAR,
    Scene,
    being_mark,
    card_chips,
    draw_front,
    element_sign,
    environment_ink,
    environment_name,
    environment_sign,
    framed,
    is_choosable,
    short_trait,
    species_name,
    the_dummy,
)
from darwin_tui.boards.darwinning.trick import (
    draw_likely,
    draw_one_row,
    draw_two_rows,
    last_of,
    trick_of,
)
from darwin_tui.drawing.area import Area, Grow, cut
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.card import empty_place
from darwin_tui.drawing.marks import State, seat_name, state_of
from darwin_tui.drawing.panel import panel

CHIP_LETTERS: Final = 8
"""Maximum letters of an environment's name in a row of chips."""
FULL_ROWS: Final = 13
"""Rows of a board with all environments and traits, and its frame."""
AIRY_ROWS: Final = 7
"""Minimum rows below the traits for lines separated by blank rows."""
WITH_PORTRAIT_COLUMNS: Final = 29
"""Minimum columns of a board with a portrait."""
WITH_PORTRAIT_ROWS: Final = 19
"""Minimum rows of a board with a portrait."""
TITLE_EDGES: Final = 9
"""Columns of a board's upper edge besides the names of player and species."""
DISPLAY_COLUMNS_MAX: Final = 15
"""Maximum columns of a display card."""
POINTS_COLUMNS: Final = 11
"""Minimum columns of a free trait space with the word for points."""
LINE_COLUMNS_MAX: Final = 6
"""Maximum columns of the dotted line of a free trait space."""
BOARDS_A_ROW: Final = 4
"""Number of boards that are always in one row."""
BOARD_COLUMNS_MIN: Final = 26
"""Minimum columns of a board if more boards are in one row."""
TRAIT_COLUMNS_MIN: Final = 7
"""Minimum columns of a trait in a row of all spaces."""
FREE_COLUMNS_MIN: Final = 5
"""Minimum columns of a free trait space in a row of all spaces."""
COMPACT_ROWS: Final = 6
"""Rows of a board with only the era's environments."""


def boards_across(count: int, width: int) -> int:
    """Return the number of boards per row: all if they fit, else 3, which is half of six."""
    return count if count <= BOARDS_A_ROW or width >= BOARD_COLUMNS_MIN * count else 3


def board_columns(area: Area, view: DarwinningState) -> tuple[int, int]:
    """Return the number of boards per row, and the number of rows; the dummy has a board, too."""
    count = len(view.places) if has_dummy(view) else len(view.hands)
    across = boards_across(count, area.width)
    return across, -(-count // across)


def draw_boards(area: Area, scene: Scene, pane: str) -> None:
    """Draw the board of every seat, and the dummy's."""
    view = scene.view
    across, down = board_columns(area, view)
    rows = area.rows(*[Grow()] * down)
    boards = [board for row in rows for board in row.columns(*[Grow()] * across)]
    for seat in range(len(view.hands)):
        boards[seat].mark(f"board {seat}").part(draw_board, (scene,), seat, pane)
    if has_dummy(view):
        boards[DUMMY_BEING].part(draw_dummy, (scene,))


def choice_area(area: Area, scene: Scene) -> Area:
    """Return the rows on the viewer's board that hold the current choice, where `draw_board` leaves
    them free."""
    across, down = board_columns(area, scene.view)
    seat = scene.viewer
    rows = area.rows(*[Grow()] * down)
    board = rows[seat // across].columns(*[Grow()] * across)[seat % across].over("panel")
    if board.height >= WITH_PORTRAIT_ROWS and board.width >= WITH_PORTRAIT_COLUMNS:
        return board.at(PORTRAIT_COLUMNS + 2, 1, board.width - PORTRAIT_COLUMNS - 3, 2)
    return board.at(2, 1, board.width - 3, 2 if board.height >= FULL_ROWS else 1)


def draw_board(area: Area, scene: Scene, seat: int, pane: str) -> None:
    """Draw a seat's board, as much as its rows allow."""
    view = scene.view
    name = seat_name(seat, scene.names[seat])
    room = area.width - len(name[0]) - TITLE_EDGES
    title: list[Styled] = [name]
    if room >= 4:
        title += [(" · ", "dim"), (cut(species_name(view, seat, room), room), "ink")]
    inner = framed(
        panel(
            area,
            title,
            foot=points_runs(view, seat, area.width - 6),
            is_active=seat == scene.viewer,
        )
    )
    if inner.height >= WITH_PORTRAIT_ROWS - 2 and inner.width >= WITH_PORTRAIT_COLUMNS - 2:
        _draw_with_portrait(inner, scene, seat, pane)
    elif inner.height >= FULL_ROWS - 2:
        trick, population, homes, traits, rest = inner.rows(2, 1, 3, TRAIT_SPACES, Grow())
        _trick(trick.inside(1, 0, 0), scene, seat, pane)
        _population(population.inside(1), scene, seat)
        draw_homes(homes.inside(), scene, seat)
        draw_traits(traits.inside(), scene, seat, across=1)
        _draw_rest(rest.inside(1), scene, seat)
    else:
        _compact(inner, scene, seat, pane)


def _trick(area: Area, scene: Scene, seat: int, pane: str) -> None:
    """Draw what the open pane says about a seat: its part in this or the last trick, or in a
    survival. The rows of the viewer's choice stay free."""
    if pane == "survival":
        area.text(0, 0, *result_or_forecast(scene, seat, area.width))
    elif seat == scene.viewer and pane == "trick" and is_deciding(scene):
        return  # The choice is drawn there.
    else:
        draw_two_rows(area, last_of(scene, seat) if pane == "last" else trick_of(scene, seat))
        draw_likely(area.at(0, 1, area.width, 1), scene, seat)


def _population(area: Area, scene: Scene, seat: int) -> None:
    """Draw the population with the bites, and the food of environments and traits."""
    view = scene.view
    population, bites = view.population[seat], view.bites[seat]
    pieces: list[Styled] = [(f"{tr('food')} ", "dim"), *food_runs(view, seat)]
    count: list[Styled] = [(f"{population} ", "strong")]
    if bites:
        count.append((f"✗{bites} ", "strong bad"))
    label = tr("population")
    if len(label) + 1 + length(count) + length(pieces) > area.width:
        label = tr("pop.")
    x = area.text(0, 0, (f"{label} ", "dim"), *count)
    start = area.right(0, *pieces)
    # Too few dots would suggest a different number.
    if population < start - x:
        area.text(x, 0, ("•" * population, f"seat-{seat}"))


def _draw_with_portrait(inner: Area, scene: Scene, seat: int, pane: str) -> None:
    """Draw the board with its portrait, and with labels over environments and traits."""
    view = scene.view
    top, homes_label, homes, traits_label, traits, rest = inner.rows(
        6, 1, 3, 1, TRAIT_SPACES, Grow()
    )
    left, right = top.columns(PORTRAIT_COLUMNS, Grow(), gap=1)
    ground = zone(view.places[seat])
    face = left.at(0, 0, left.width, 5, ground)
    if face.look.is_ascii:
        face.centre(2, (species_name(view, seat, face.width), "strong"))
    face.picture(0, 0, portrait(view.species[seat], view.bites[seat], ground))
    left.at(0, 5, left.width, 1, f"seat-{seat}").centre(
        0, (tr("space {place}", place=view.places[seat]), "strong token-ink")
    )
    trick, _, population, food = right.rows(2, 1, 1, 1)
    _trick(trick, scene, seat, pane)
    count = view.population[seat]
    bites = view.bites[seat]
    x = population.text(0, 0, (f"{tr('population')} ", "dim"), (f"{count} ", "strong"))
    if bites:
        x = population.text(x, 0, (f"✗{bites} ", "strong bad"))
    population.text(x, 0, ("•" * min(count, population.width - x), f"seat-{seat}"))
    food.text(0, 0, (f"{tr('food')} ", "dim"), *food_runs(view, seat))
    homes_label.text(1, 0, (tr("lives in"), "dim"))
    draw_homes(homes.inside(), scene, seat)
    traits_label.text(1, 0, (tr("traits"), "dim"))
    draw_traits(traits.inside(), scene, seat, across=1)
    _draw_rest(rest.inside(1), scene, seat)


def _draw_rest(area: Area, scene: Scene, seat: int) -> None:
    """Draw further facts about a species, as far as rows allow: its result or food, its eaters, and
    its cards in the last trick."""
    if not area.height:
        return
    view = scene.view
    lines = [result_or_forecast(scene, seat, area.width)]
    eaters = [being for being in beings(view) if being != seat and seat in prey(view, being)]
    lines.append([(f"{tr('eaten by')} ", "dim"), *(being_mark(view, being) for being in eaters)])
    if not eaters:
        lines[-1] = [(tr("eaten by nobody"), "dim")]
    last = last_of(scene, seat)
    if last.cards:
        label = f"{tr('last:')} "
        chips = card_chips(last.cards, area.width - len(label), last.used)
        lines.append([(label, "dim"), *chips])
    step = 1 + (area.height >= AIRY_ROWS)
    # A blank row is above the first line, if there is another one.
    for number, line in enumerate(lines):
        area.text(0, number * step + (area.height > 1), *line)


def _compact(inner: Area, scene: Scene, seat: int, pane: str) -> None:
    """Draw the board of one of many seats in four rows or more: a fifth has the other environments,
    a sixth the traits with names in two rows, a seventh the result or food."""
    view = scene.view
    has_names = inner.height >= 6
    has_others = inner.height >= 5
    has_forecast = inner.height >= 7
    rows = inner.rows(1, 1, 1, int(has_others), 2 if has_names else 1, int(has_forecast))
    trick, population, era, others, traits, rest = rows
    if pane == "survival":
        trick.text(1, 0, *result_or_forecast(scene, seat, trick.width - 2))
    elif not (seat == scene.viewer and pane == "trick" and is_deciding(scene)):
        part = last_of(scene, seat) if pane == "last" else trick_of(scene, seat)
        if not draw_likely(trick.inside(1), scene, seat):
            draw_one_row(trick.inside(1), part)
    _population(population.inside(1), scene, seat)
    homes = habitats_of(view, seat)
    era_environments = era_shown(scene, view)[1]
    _draw_era(era.inside(), homes, era_environments)
    if has_others:
        other_homes = {
            environment: food
            for environment, food in homes.items()
            if environment not in era_environments
        }
        _other_homes(others.inside(1), other_homes)
    draw_traits(traits.inside(), scene, seat, across=3 if has_names else TRAIT_SPACES)
    if has_forecast:
        rest.text(1, 0, *result_or_forecast(scene, seat, rest.width - 2))


def _draw_era(area: Area, homes: Mapping[int, int], environments: Sequence[int]) -> None:
    """Draw an era's environments in a row, with the food where the species lives."""
    # Besides the name, a tile has blanks at its sides and the food.
    wanted = [len(environment_name(environment, CHIP_LETTERS)) + 3 for environment in environments]
    shares = [Grow(weight=columns) for columns in wanted]
    for environment, cell in zip(environments, area.columns(*shares, gap=1), strict=True):
        if environment in homes:
            tile = cell.on(ENVIRONMENTS[environment])
            ink = environment_ink(environment)
            name = environment_name(environment, cell.width - 2)
            tile.text(int(len(name) + 3 <= cell.width), 0, (name, ink))
            tile.right(0, (str(homes[environment]), ink))
        else:
            cell.text(1, 0, ("·", "faint"))


def _other_homes(area: Area, homes: Mapping[int, int]) -> None:
    """Write the environments outside this era, as signs if the names do not all fit, and then as
    many as fit."""
    in_order = sorted(homes.items())
    named = [
        f"{environment_name(environment, area.width)} {food}" for environment, food in in_order
    ]
    if len("  ".join(named)) > area.width:
        named = [f"{environment_sign(environment)} {food}" for environment, food in in_order]
    x = 0
    for words in named:
        if x + len(words) <= area.width:
            x = area.text(x, 0, (words, "dim")) + 2


def draw_homes(area: Area, scene: Scene, seat: int) -> None:
    """Draw a species' environments: the era's first, filled, then the others. They are signs if the
    names do not all fit."""
    homes = habitats_of(scene.view, seat)
    era_environments = era_shown(scene, scene.view)[1]
    inhabited = [environment for environment in era_environments if environment in homes]
    others = [environment for environment in sorted(homes) if environment not in era_environments]
    for has_names in (True, False):
        x = y = 0
        lines: list[tuple[int, int, Run]] = []
        for environment in (*inhabited, *others):
            is_here = environment in inhabited
            sign = environment_sign(environment)
            name = environment_name(environment, area.width) if has_names or is_here else sign
            words = f"{name} {homes[environment]}"
            words = f" {words} " if is_here else words
            # The others begin a row.
            if x and (x + len(words) > area.width or (others and environment == others[0])):
                x, y = 0, y + 1
            ink = environment_ink(environment) if is_here else "dim"
            lines.append((x, y, (words, ink)))
            x += len(words) + 1
        if y < area.height:
            break
    for x, y, run in lines:
        if y < area.height:
            area.text(x, y, run)


def draw_traits(area: Area, scene: Scene, seat: int, across: int = 2) -> None:
    """Draw the five trait spaces: cards on stock, printed traits on a darker ground. In a column,
    each says what it is worth; in a row of all, names have most room."""
    view = scene.view
    down = -(-TRAIT_SPACES // across)
    traits = traits_shown(view.species[seat], view.traits[seat])
    shares = [Grow()] * across
    if across == TRAIT_SPACES:
        shares = [_share(trait, space) for space, trait in enumerate(traits)]
    cells = [cell for row in area.rows(*[1] * down) for cell in row.columns(*shares)]
    for space, (trait, cell) in enumerate(zip(traits, cells, strict=False)):
        is_card = view.traits[seat][space] != NOTHING
        element = _trait_element(scene, seat, space)
        sign: Run = (" ", "")
        if element:
            cell.enter(element)
            sign = element_sign(scene, element)
        card_area = cell
        if trait:
            name = short_trait(trait, cell.width - 1)
            # Leave a gap to the next space, unless the name needs its column.
            width = max(cell.width - 1, len(name) + 1)
            card_area = cell.at(0, 0, width, 1, "stock" if is_card else "printed")
            card_area.text(1, 0, (name, "strong stock-ink" if is_card else "ink"))
            worth = STAR * TRAIT_POINTS[trait] if is_card else tr("printed")
            if is_card and space == TRAIT_SPACES - 1:
                worth = tr("0 points")
            if across == 1 and len(name) + len(worth) + 3 <= width:
                card_area.right(0, (worth, "stock-dim" if is_card else "dim"), margin=1)
        else:
            is_selectable = element is not None
            words = _free_space(scene, space, cell.width - 1, is_selectable=is_selectable)
            card_area.text(1, 0, *words)
        if element:
            cell.text(0, 0, (sign[0], f"{sign[1]} on panel"))


def _share(trait: int, space: int) -> Grow:
    """Return the columns of a trait space in a row of all; free spaces leave room to names."""
    if trait:
        columns = len(trait_name(trait)) + 2
        return Grow(min(columns, TRAIT_COLUMNS_MIN), columns)
    if space == TRAIT_SPACES - 1:
        return Grow(len(tr("0 pts")) + 2, len(tr("0 points")) + 2)
    return Grow(FREE_COLUMNS_MIN, TRAIT_COLUMNS_MIN)


def _free_space(scene: Scene, space: int, room: int, *, is_selectable: bool) -> list[Styled]:
    """Return the words on a free trait space: the points of the selected card, or a dotted line.
    The last space never scores."""
    if space == TRAIT_SPACES - 1:
        words = tr("0 points")
        if len(words) > room:
            words = tr("0 pts")
        return [(words, "strong" if is_selectable else "faint")]
    points = _gain(scene) if is_selectable else 0
    if points:
        words = counted(points, "point") if room >= POINTS_COLUMNS else str(points)
        return [(f"+{words}", "strong")]
    return [("┄" * min(room - 1, LINE_COLUMNS_MAX), "strong" if is_selectable else "faint")]


def _gain(scene: Scene) -> int:
    """Return the points of the selected card, or of the card drawn, on a scoring trait space; 0 for
    none and for a joker."""
    assert scene.chooser
    cards = [number for kind, number in scene.chooser.selected if kind == "card"]
    effect = scene.view.pending[-1]
    if isinstance(effect, Transform):
        cards = [effect.card]
    return TRAIT_POINTS[NUMBER_OF[cards[0]]] if cards and cards[0] != JOKER else 0


def _trait_element(scene: Scene, seat: int, space: int) -> Element | None:
    """Return the element of a trait space that can be chosen, as a trait or, on the viewer's board,
    as a space for a card; None for any other."""
    element = trait_element(seat, space)
    if is_choosable(scene, element):
        return element
    own_space: Element = ("space", space)
    return own_space if seat == scene.viewer and is_open(scene, own_space) else None


# --- the dummy


def draw_dummy(area: Area, scene: Scene) -> None:
    """Draw the dummy's board: the display cards, and their use."""
    view = scene.view
    title: list[Styled] = [
        (f"{DUMMY_MARK} {the_dummy()}", "strong dim"),
        (f" · {tr('display')}", "ink"),
    ]
    inner = framed(panel(area, title, tr("space {place}", place=view.places[DUMMY_BEING])))
    width = min((inner.width - 2) // len(view.display) - 1, DISPLAY_COLUMNS_MAX)
    is_roomy = inner.height >= CARD_ROWS[1] + 4
    for space, card in enumerate(view.display):
        card_area = inner.at(1 + space * (width + 1), int(is_roomy), width, CARD_ROWS[1])
        if card == NOTHING:
            empty_place(card_area, tr_in("display", "taken"))
        else:
            _draw_shown(card_area, scene, space, card)
    y = inner.height - (2 if is_roomy else 1)
    uses = [
        (seat, card)
        for seat in range(SEATS_WITH_DUMMY)
        for card in view.used[seat]
        if card in view.display
    ]
    for seat, card in uses:
        x = 1 + view.display.index(card) * (width + 1)
        inner.text(x, y, being_mark(view, seat), (f" {tr('uses it')}", "dim"))
    if is_roomy and not uses:
        inner.text(1, y, (tr("eats all it may; has these traits"), "dim"))
    if is_roomy or not uses:
        climbs = sum(CLIMBS[card] for card in view.display if card != NOTHING)
        inner.text(
            1, inner.height - 1, (tr("moves ↑{number} if nobody uses a card", number=climbs), "dim")
        )


def _draw_shown(area: Area, scene: Scene, space: int, card: int) -> None:
    """Draw a display card, which can be chosen as a card or as the dummy's trait."""
    elements: tuple[Element, ...] = (("display", card), trait_element(DUMMY_BEING, space))
    element = next(
        (candidate for candidate in elements if is_choosable(scene, candidate)), elements[1]
    )
    count = scene.chooser.selected.count(element) if scene.chooser else 0
    state = state_of(scene, element)
    is_second = element in area.drawing.places
    if is_second:
        # Two copies are one element; the second looks selected only if both are.
        count -= 1
        state = State.SELECTED if count > 0 else State.SELECTABLE
    draw_front(area, scene, card, state, picked=int(count > 0))
    if is_choosable(scene, element) and not is_second:
        area.enter(element)
