"""The species of a board without a board for each: a line for each with the open pane beside it,
two for the dummy, and the viewer's species below.

A tab is the label of a pane.
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.darwinning.acts import trait_element
from darwin_core.games.darwinning.material import (
    CLIMBS,
    JOKER,
    NUMBER_OF,
    TRAIT_SPACES,
    EatSpecies,
    ShareEnvironment,
    TakeTrait,
    Transform,
)
from darwin_core.games.darwinning.rules import totals
from darwin_core.games.darwinning.species import (
    DUMMY_BEING,
    SEATS_WITH_DUMMY,
    habitats_of,
    traits_shown,
)
from darwin_core.games.darwinning.texts import species_noun, trait_name
from darwin_core.text.language import tr, tr_in
from darwin_tui.boards.darwinning.chain import (
    PORTRAIT_COLUMNS,
    PORTRAIT_ROWS,
    hop_frames,
    portrait,
    zone,
)
from darwin_tui.boards.darwinning.era import era_shown
from darwin_tui.boards.darwinning.fates import food_runs, result_or_forecast, was_survival
from darwin_tui.boards.darwinning.hand import draw_choice, is_open
from darwin_tui.boards.darwinning.marks import (
    DUMMY_MARK,
    LETTER_FORM,
    Scene,
    card_chip,
    element_sign,
    environment_ink,
    environment_name,
    environment_sign,
    is_choosable,
    short_trait,
    species_name,
    the_dummy,
)
from darwin_tui.boards.darwinning.news import draw_news
from darwin_tui.boards.darwinning.trick import (
    counted_points,
    draw_likely,
    draw_one_row,
    flight_frames,
    last_of,
    trick_of,
)
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.marks import seat_name

NAME_COLUMNS: Final = 19
"""Columns of a seat's mark and name in a line."""
SPECIES_COLUMNS: Final = 9
"""Columns of the name of a species."""
LONGEST: Final = 99
"""Columns of the longest environment name, with a margin."""
SHORTEST: Final = 7
"""Columns of the shortest environment names."""
LINE_COLUMNS: Final = 43
"""Columns of a line before its pane."""
WHOLE_TABS_COLUMNS: Final = 90
"""Minimum columns for full labels of the panes."""
POPULATION_AT: Final = NAME_COLUMNS + 10
"""Column of the population in a line, three columns wide."""
BITES_AT: Final = NAME_COLUMNS + 14
"""Column of the bites in a line."""
FOOD_AT: Final = NAME_COLUMNS + 18
"""Column of the food in a line."""
POINTS_COLUMNS: Final = 4
"""Columns of the points at the end of a line."""
DISPLAY_AT: Final = 11
"""Column of the display cards in their line."""
WORDS_COLUMNS: Final = 37
"""Minimum columns of a display card with its suit in words."""
BEST_MARK: Final = "best play"
"""The mark of the line with the cards to beat."""


def tabs_of(panes: Sequence[str], *, has_boards: bool) -> Sequence[str]:
    """Return the panes to switch between; boards always show environments and traits."""
    return (
        [name for name in panes if name not in ("environments", "traits")] if has_boards else panes
    )


def first_pane(scene: Scene, tabs: Sequence[str]) -> int:
    """Return the index of the pane that the decision concerns; Tab switches from there."""
    view = scene.view
    if scene.is_paused:
        return tabs.index("survival") if was_survival(scene) else 0
    match view.pending[-1] if view.pending else None:
        case TakeTrait() if "traits" in tabs:
            return tabs.index("traits")
        case ShareEnvironment() | EatSpecies() | Transform():
            return tabs.index("survival")
    return 0


def draw_lines(area: Area, scene: Scene, pane: str, tabs: Sequence[str]) -> None:
    """Draw a line for each species with the open pane beside it, and two for the dummy."""
    seats = len(scene.view.hands)
    head, *lines = area.rows(*[1] * (1 + seats), *([1, 1] if seats == SEATS_WITH_DUMMY else []))
    head = head.on("strip")
    head.text(1, 0, (tr("species"), "strong"))
    if pane != "traits":
        head.text(NAME_COLUMNS + 3, 0, (tr("population"), "dim"))
        head.text(FOOD_AT, 0, (tr_in("column", "food"), "dim"))
        head.right(0, (tr_in("column", "pts"), "dim"), margin=1)
    x = LINE_COLUMNS
    for name in tabs:
        label = tr(name) if area.width >= WHOLE_TABS_COLUMNS else _short_tab(name)
        x = head.text(x, 0, (label, "strong cursor underline" if name == pane else "dim")) + 1
    for seat in range(seats):
        line = lines[seat].mark(f"board {seat}")
        if seat == scene.view.best:
            line.mark(BEST_MARK)
        line.part(_draw_line, (scene,), seat, pane)
    if seats == SEATS_WITH_DUMMY:
        _dummy_lines(lines[DUMMY_BEING], scene, lines[DUMMY_BEING + 1])


def _short_tab(name: str) -> str:
    """Return the short label of a pane."""
    match name:
        case "survival":
            return tr_in("tab", "survival")
        case "environments":
            return tr("env.")
        case "traits":
            return tr_in("tab", "traits")
        case _:
            return tr(name)


def _draw_line(area: Area, scene: Scene, seat: int, pane: str) -> None:
    """Draw the line of a species: name, figures, what the pane says, and points; its traits instead
    of all but the name, if their pane is open."""
    view = scene.view
    line = area.on("panel") if seat == scene.viewer else area
    element: Element = ("species", seat)
    end = line.text(1, 0, seat_name(seat, scene.names[seat]))
    note = tr("you")
    if seat == scene.viewer and end + len(note) < NAME_COLUMNS:
        line.text(end + 1, 0, (note, "dim"))
    if is_choosable(scene, element):
        area.at(0, 0, LINE_COLUMNS - 1, 1).enter(element)
        line.text(0, 0, element_sign(scene, element))
    if pane == "traits":
        _line_traits(line.at(NAME_COLUMNS, 0, line.width - NAME_COLUMNS, 1), scene, seat)
        return
    frames = hop_frames(scene.moving) + flight_frames(scene.moving)
    total = counted_points(scene, seat, frames)
    gains = total != totals(view)[seat]
    style = f"strong token-ink on seat-{seat}" if gains else "strong"
    line.right(0, (f" {total} " if gains else str(total), style), margin=int(not gains))
    line.text(NAME_COLUMNS + 1, 0, (species_name(view, seat, SPECIES_COLUMNS), "dim"))
    line.at(POPULATION_AT, 0, 3, 1).right(0, (str(view.population[seat]), "strong"))
    if view.bites[seat]:
        line.text(BITES_AT, 0, (f"✗{view.bites[seat]}", "strong bad"))
    line.text(FOOD_AT, 0, *food_runs(view, seat))
    beside = line.at(LINE_COLUMNS, 0, line.width - LINE_COLUMNS - POINTS_COLUMNS, 1)
    match pane:
        case "trick" if draw_likely(beside, scene, seat):
            pass
        case "trick":
            draw_one_row(beside, trick_of(scene, seat))
        case "last":
            draw_one_row(beside, last_of(scene, seat))
        case "survival":
            beside.text(0, 0, *result_or_forecast(scene, seat, beside.width))
        case "environments":
            line_homes(beside, scene, seat)


def line_homes(area: Area, scene: Scene, seat: int) -> None:
    """Draw a species' environments in a row, by name or sign, those of the era on their grounds. If
    room is short, the others lose their names first."""
    homes = sorted(habitats_of(scene.view, seat).items())
    era_environments = era_shown(scene, scene.view)[1]
    pieces: list[Styled] = []
    # The letters of names, 0 for signs; whether the others have names; blanks at the sides.
    for letters, has_others, edges in (
        *((LONGEST, True, 1), (SHORTEST, True, 1), (SHORTEST, True, 0)),
        *((LONGEST, False, 1), (LONGEST, False, 0), (0, False, 1), (0, False, 0)),
    ):
        pieces = []
        for environment, food in homes:
            is_here = environment in era_environments
            is_named = letters and (is_here or has_others)
            name = environment_name(environment, letters)
            words = f"{name} {food}" if is_named else f"{environment_sign(environment)}{food}"
            blank = " " * edges
            ink = environment_ink(environment) if is_here else "dim"
            pieces += [(f"{blank}{words}{blank}", ink), " "]
        if length(pieces) <= area.width + 1:
            break
    area.text(0, 0, *pieces[:-1])


def _line_traits(area: Area, scene: Scene, seat: int) -> None:
    """Draw a species' traits in its line, shortened to fit."""
    view = scene.view
    traits = traits_shown(view.species[seat], view.traits[seat])
    names = [trait_name(trait) if trait else "–" for trait in traits]
    # Selectable traits are in columns, so that the cursor moves straight down.
    elements = [trait_element(seat, space) for space in range(len(traits))]
    has_choice = any(is_choosable(scene, element) for element in elements)
    width = area.width // len(traits) if has_choice else 0
    if width:
        names = [name for whole in names for name in _shortened([whole], width)]
    else:
        names = _shortened(names, area.width)
    x = 0
    for space, (trait, name) in enumerate(zip(traits, names, strict=True)):
        is_card = view.traits[seat][space] != NOTHING
        cell = area.at(x, 0, width or len(name) + 1, 1)
        style = "strong stock-ink on stock" if is_card else "ink on printed" if trait else "faint"
        cell.text(1, 0, (name, style))
        if is_choosable(scene, elements[space]):
            cell.enter(elements[space])
            cell.text(0, 0, element_sign(scene, elements[space]))
        x += width or len(name) + 2


def _shortened(names: list[str], room: int) -> list[str]:
    """Shorten names to fit side by side, each after a sign and before a blank; the longest lose
    letters first."""
    shortened = list(names)
    while sum(len(name) + 2 for name in shortened) - 1 > room:
        longest = max(range(len(names)), key=lambda index: len(shortened[index]))
        shortened[longest] = shortened[longest].rstrip(".")[:-1].rstrip() + "."
        if len(shortened[longest]) == len(names[longest]):
            # Only one letter was cut, to make room for the dot itself.
            shortened[longest] = names[longest][:-2].rstrip() + "."
    return shortened


# --- the dummy


def _dummy_lines(line: Area, scene: Scene, display: Area) -> None:
    """Draw the dummy in one line and the display cards in another."""
    view = scene.view
    element: Element = ("species", DUMMY_BEING)
    line.text(1, 0, (f"{DUMMY_MARK} {the_dummy()}", "strong dim"))
    line.text(
        NAME_COLUMNS + 1,
        0,
        (tr("on space {place}, eats all it may", place=view.places[DUMMY_BEING]), "dim"),
    )
    if is_choosable(scene, element):
        line.at(0, 0, LINE_COLUMNS - 1, 1).enter(element)
        line.text(0, 0, element_sign(scene, element))
    display.text(3, 0, (tr("display"), "dim"))
    cells = display.inside(DISPLAY_AT, 0, 0).columns(*[Grow()] * len(view.display))
    for space, (card, cell) in enumerate(zip(view.display, cells, strict=True)):
        if card == NOTHING:
            cell.text(1, 0, (tr_in("display", "taken"), "faint"))
            continue
        _enter_display(cell.at(0, 0, cell.width - 1, 1), scene, card, space)
        climbs = f" ↑{CLIMBS[card]}" if CLIMBS[card] else ""
        chip = card_chip(card, 0 if cell.width >= WORDS_COLUMNS else LETTER_FORM)
        room = cell.width - length([chip]) - len(climbs) - 3
        name = "" if card == JOKER else f" {short_trait(NUMBER_OF[card], room)}"
        cell.text(1, 0, chip, name, (climbs, "dim"))


def _enter_display(area: Area, scene: Scene, card: int, space: int) -> None:
    """Enter a display card that can be chosen as a card or as the dummy's trait, with its sign in
    the first cell. Two copies are one element, which is entered once."""
    elements: tuple[Element, ...] = (("display", card), trait_element(DUMMY_BEING, space))
    for element in elements:
        if is_choosable(scene, element) and element not in area.drawing.places:
            area.enter(element)
            area.text(0, 0, element_sign(scene, element))


# --- the viewer's own species

SPACES_ROWS: Final = 2
"""Rows of the trait spaces, and of the choice among them."""
OWN_ROWS: Final = 3
"""Rows of the viewer's species without a portrait: environments, traits and the choice."""


def draw_own(area: Area, scene: Scene) -> None:
    """Draw the viewer's species: its environments, its traits and the current choice; with more
    rows its title with the result or food, then its portrait and the news."""
    view, seat = scene.view, scene.viewer
    inner = area.on("panel")
    name = tr("your {species}", species=species_noun(view, seat))
    has_title = area.height > OWN_ROWS
    if area.height >= PORTRAIT_ROWS:
        ground = zone(view.places[seat])
        left, inner = inner.columns(PORTRAIT_COLUMNS, Grow())
        face = left.on(ground)
        if face.look.is_ascii:
            face.centre(2, (species_name(view, seat, face.width), "strong"))
        sprite = portrait(view.species[seat], view.bites[seat], ground)
        face.picture(0, face.height - PORTRAIT_ROWS, sprite)
    inner = inner.inside(1, 0, 1)
    has_news = area.height >= PORTRAIT_ROWS
    has_homes = area.height >= OWN_ROWS
    title, homes, traits, choice, _, news = inner.rows(
        int(has_title), int(has_homes), 1, 1, Grow(), int(has_news)
    )
    if has_title:
        x = title.text(0, 0, (name, "strong")) + 3
        title.text(x, 0, *result_or_forecast(scene, seat, title.width - x))
        line_homes(homes, scene, seat)
    elif has_homes:
        x = homes.text(0, 0, (name, "strong")) + 2
        line_homes(homes.at(x, 0, homes.width - x, 1), scene, seat)
    _draw_traits(traits, scene)
    draw_choice(choice, scene)
    if has_news:
        draw_news(news, scene)


def _draw_traits(area: Area, scene: Scene) -> None:
    """Draw the five trait spaces in a row, each as wide as its trait needs."""
    view, seat = scene.view, scene.viewer
    traits = traits_shown(view.species[seat], view.traits[seat])
    # The last space never scores.
    free = ["┄┄┄┄"] * (TRAIT_SPACES - 1) + [tr("0 points")]
    names = [trait_name(trait) if trait else free[space] for space, trait in enumerate(traits)]
    if sum(len(name) + 2 for name in names) > area.width and not traits[-1]:
        names[-1] = tr("0 pts")
    while sum(len(name) + 2 for name in names) > area.width:
        # The longest name is shortened first.
        longest = max(range(TRAIT_SPACES), key=lambda space: len(names[space]))
        names[longest] = short_trait(traits[longest], len(names[longest]) - 1)
    spare = (area.width - sum(len(name) + 2 for name in names)) // TRAIT_SPACES
    x = 0
    for space, (trait, name) in enumerate(zip(traits, names, strict=True)):
        element: Element = ("space", space)
        cell = area.at(x, 0, len(name) + 1, 1)
        x += len(name) + 2 + spare
        if is_open(scene, element):
            cell.enter(element)
            cell.text(0, 0, element_sign(scene, element))
        if trait:
            is_card = view.traits[seat][space] != NOTHING
            tile = cell.inside(1, 0, 0).on("stock" if is_card else "printed")
            tile.text(0, 0, (name, "strong stock-ink" if is_card else "ink"))
        else:
            cell.text(1, 0, (name, "faint"))
