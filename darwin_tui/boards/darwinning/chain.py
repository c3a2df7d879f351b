"""The food chain: two rails with the creatures or a single one with names, the lines from eaters to
their prey, and the meals of a survival below it.

A being is a seat's species or the dummy. Places are the spaces of beings on the chain.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from darwin_core.contract.game import Element, Event
from darwin_core.games.darwinning.acts import Climbed, DarwinningEvent, Eaten, Fed
from darwin_core.games.darwinning.material import (
    CLIMBS,
    GAINED_FOOD,
    JOKER,
    SPECIES,
    TRACK,
    Browse,
    DarwinningState,
    EatSpecies,
    Improve,
)
from darwin_core.games.darwinning.rules import clone
from darwin_core.games.darwinning.species import (
    all_traits,
    beings,
    edible,
    lay_trait,
    may_eat,
    space_after_climb,
)
from darwin_core.games.darwinning.texts import prey_name
from darwin_core.text.language import mark, noun, tr
from darwin_tui.boards.darwinning.fates import is_paused_after_survival, unrevealed_count
from darwin_tui.boards.darwinning.hand import card_to_play
from darwin_tui.boards.darwinning.marks import (
    DUMMY_MARK,
    Scene,
    being_colour,
    being_mark,
    element_sign,
    framed,
    is_choosable,
    species_name,
    the_species,
)
from darwin_tui.boards.darwinning.trick import flight_frames
from darwin_tui.drawing.area import Area, cut
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.card import ring
from darwin_tui.drawing.marks import state_of
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import Picture, Pixels, pictures

# --- who eats whom

CLIMB: Final = 0
"""The number of a climb among the uses of a card."""


def beings_after_selection(scene: Scene) -> tuple[list[int], list[int]]:
    """Return the spaces and traits of all beings as they would be after the selection.

    That is after the selected card's use, or else the use under the cursor; in a trick, after the
    steps of the card under the cursor if it wins.
    """
    view, seat = scene.view, scene.viewer
    places = list(view.places)
    sets = all_traits(view)
    chosen = dict(scene.chooser.selected) if scene.chooser else {}
    effect = view.pending[-1] if view.pending else None
    card = card_to_play(scene)
    if card is not None and CLIMBS[card]:
        places[seat] = space_after_climb(places, places[seat], CLIMBS[card])
    card = chosen.get("card", JOKER)
    if card == JOKER or not isinstance(effect, Improve | Browse) or effect.seat != seat:
        return places, sets
    use = chosen.get("use", scene.pointer.number_of("use"))
    space = chosen.get("space", scene.pointer.number_of("space"))
    if space is not None:
        after = clone(view)
        lay_trait(after, seat, card, space)
        sets = all_traits(after)
    elif use == CLIMB and CLIMBS[card]:
        places[seat] = space_after_climb(places, places[seat], CLIMBS[card])
    return places, sets


def possible_meals(scene: Scene) -> list[tuple[int, int]]:
    """Return pairs of an eater and its possible prey, one of them the viewer's species. Empty
    unless a card is selected or could be played, or the viewer's species eats."""
    view, seat = scene.view, scene.viewer
    chooser = scene.chooser
    if chooser is None or scene.is_paused or seat >= len(view.hands):
        return []
    effect = view.pending[-1] if view.pending else None
    if isinstance(effect, EatSpecies):
        return [(seat, number) for kind, number in sorted(scene.selectable) if kind == "species"]
    card = card_to_play(scene)
    climbs = card is not None and CLIMBS[card]
    if not climbs and not any(kind == "card" for kind, _ in chooser.selected):
        return []
    places, sets = beings_after_selection(scene)
    own_place = places[seat]
    eaters = [
        (being, seat)
        for being in beings(view)
        if being != seat and may_eat(sets[being], sets[seat], own_place - places[being])
    ]
    return [(seat, being) for being in edible(sets, places, seat)] + eaters


def line_style(scene: Scene, eater: int, eaten: int) -> str:
    """Return the style of a dashed line: the eater's colour, or the cursor's if it is on the
    prey."""
    if state_of(scene, ("species", eaten)).is_focused:
        return "strong cursor"
    return being_colour(scene.view, eater)


# --- below the chain


def meal_rows(scene: Scene) -> int:
    """Return the rows of the meals with their frame, constant throughout a survival."""
    return len(scene.view.places) + 2


def draw_meals(area: Area, scene: Scene, events: Sequence[Event], step: int) -> None:
    """Draw a row for each being, in eating order, below the spaces.

    Solid lines lead to its prey, dashed ones to the prey it may still eat.

    Args:
        events: events of the survival so far.
        step: columns from one space to the next.
    """
    view = scene.view
    note = tr("✗ a bite; two (Flock Animal: three): population −1")
    # The frame takes two rows.
    room = area.height - 2
    rows = _rows(scene, events)
    # If not all fit, drop beings without meals first, then from the top.
    while len(rows) > room and (
        idle := next((row for row in rows if not row[1] and not row[2]), None)
    ):
        rows.remove(idle)
    more = len(rows) - room
    foot = tr("{number} more ate before", number=more) if more > 0 else ""
    inner = framed(panel(area, mark("who eats whom"), note, foot))
    for y, (being, meals, left) in enumerate(rows[max(more, 0) :]):
        row = inner.at(0, y, inner.width, 1)
        column = view.places[being] * step
        for other in (*left, *(meal.eaten for meal in meals)):
            is_done = other not in left
            end = view.places[other] * step
            low, high = min(column, end), max(column, end)
            style = being_colour(view, being) if is_done else line_style(scene, being, other)
            row.text(low + 1, 0, (("━" if is_done else "┄") * max(high - low - 1, 0), style))
        for other in (*left, *(meal.eaten for meal in meals)):
            end = view.places[other] * step
            style = line_style(scene, being, other) if other in left else being_colour(view, being)
            row.text(end, 0, ("◀" if end < column else "▶", style))
        row.text(column, 0, being_mark(view, being))
        ends = [column, *(view.places[other] * step for other in left)]
        ends += [view.places[meal.eaten] * step for meal in meals]
        _draw_words(row, scene, min(ends), max(ends), being, meals, left)


def _draw_words(
    row: Area,
    scene: Scene,
    start: int,
    end: int,
    being: int,
    meals: Sequence[Eaten],
    left: Sequence[int],
) -> None:
    """Write the prey of a being beside its lines, in the longest words that fit at the right or
    left. If none fit, the lines alone show it.

    Args:
        start: first column of the lines.
        end: last column of the lines.
    """
    style = "ink" if meals else "dim"
    who = the_species(scene.view, being)
    gap = WORDS_GAP
    for actions in (_words(scene, meals, left), _words(scene, meals, left, is_short=True)):
        for words in (f"{who} {actions}", actions) if actions else ():
            if len(words) < row.width - end - gap:
                row.text(end + gap + 1, 0, (words, style))
                return
            if len(words) + gap < start:
                row.text(start - gap - len(words), 0, (words, style))
                return


def _rows(scene: Scene, events: Sequence[Event]) -> list[tuple[int, list[Eaten], list[int]]]:
    """Return the beings in eating order, each with its meals and the prey that it may still eat."""
    view = scene.view
    meals: dict[int, list[Eaten]] = {}
    is_done = set()
    for event in events:
        if isinstance(event, Eaten):
            meals.setdefault(event.eater, []).append(event)
        elif isinstance(event, Fed):
            is_done.add(event.seat)
    places = view.places
    sets = all_traits(view)
    rows = []
    for being in sorted(beings(view), key=lambda being: places[being]):
        eaten = [meal.eaten for meal in meals.get(being, ())]
        # The dummy eats everything that it may at once, and is not fed.
        has_eaten = being in is_done or bool(eaten and being == len(view.hands))
        is_open = not has_eaten and not is_paused_after_survival(scene)
        prey_left = [prey for prey in edible(sets, places, being) if is_open and prey not in eaten]
        rows.append((being, meals.get(being, []), prey_left))
    return rows


def _words(
    scene: Scene, meals: Sequence[Eaten], left: Sequence[int], *, is_short: bool = False
) -> str:
    """Return a being's meals and possible prey in words; short words use marks for the prey. While
    others are still unrevealed, a being without either has no words."""
    view = scene.view
    parts = []

    def named(eaten: int) -> str:
        return being_mark(view, eaten)[0] if is_short else prey_name(view, eaten)

    if meals:
        names = [
            tr("{species}, is poisoned", species=named(meal.eaten))
            if meal.poisoned
            else named(meal.eaten)
            for meal in meals
        ]
        parts.append(tr("eats {species}", species=", ".join(names)))
    if left:
        parts.append(tr("may eat {species}", species=", ".join(map(named, left))))
    if parts or unrevealed_count(scene):
        return ", ".join(parts)
    return tr("eats nobody")


# --- the chain

ZONES: Final = ("sea", "woods", "savannah", "volcano")
"""Grounds of the spaces 1 to 5, 6 to 10, 11 to 15, and 16 to 20."""
ZONE_SPACES: Final = 5
"""Spaces of a zone."""
SPRITE: Final = 10
"""Columns of a creature, and its maximum height in pixels."""
RAIL_ROWS: Final = SPRITE // 2 + 1
"""Rows of a rail with the creatures on it."""
CHAIN_ROWS: Final = 2 * RAIL_ROWS + 1
"""Rows of the chain with its title."""
DUMMY: Final = -1
"""Number of the dummy's picture among those of species."""
BITE: Final = ((0, 1), (-1, 0), (0, 0), (1, 0), (0, -1))
"""Pixels that a bite takes, as rows and columns from its middle."""
BITE_PITCH: Final = 3
"""Rows of pixels from one bite to the next, so that bites do not touch."""
BITES_SIGNED: Final = 2
"""Maximum number of bites that each have a sign; more are a number."""
PICTURES_KEPT_MAX: Final = 64
"""Maximum number of fields, of creatures and of portraits whose pictures are kept."""
WORDS_GAP: Final = 2
"""Columns between the lines of a being and the words beside them."""
HOP_FRAMES: Final = 2
"""Frames that a creature spends on each space of a move."""
LABEL_SHIFT: Final = 3
"""Columns by which a label may begin before its space."""
CHAIN_RAIL_ROWS: Final = 3
"""Rows of the chain on one rail."""


def pitch(width: int) -> int:
    """Return the columns from one space to the next, given those of the chain: a creature is twice
    as wide, so that there is one space more."""
    return (width - 2) // (TRACK.spaces + 1)


def zone(space: int) -> str:
    """Return the name of a space's ground."""
    return ZONES[(space - 1) // ZONE_SPACES]


def places_now(scene: Scene) -> list[int]:
    """Return the spaces of all beings; the spaces of moving beings are on the way."""
    places = list(scene.view.places)
    # `frame` counts down; the flights follow the hops.
    frames_left = max(scene.frame - flight_frames(scene.moving), 0)
    for event in scene.moving if frames_left else ():
        if isinstance(event, Climbed):
            places[event.seat] = max(event.start, event.place - frames_left // HOP_FRAMES)
    return places


def hop_frames(events: Sequence[DarwinningEvent]) -> int:
    """Return the frames in which creatures hop from space to space."""
    steps = [event.place - event.start for event in events if isinstance(event, Climbed)]
    return HOP_FRAMES * max(steps, default=0)


# --- two rails


def draw_chain(area: Area, scene: Scene) -> None:
    """Draw the chain on two rails: odd spaces on the lower, even ones on the upper."""
    view = scene.view
    step = pitch(area.width)
    note = tr("the higher eats the lower ▶ top: 20")
    inner = framed(panel(area, mark("food chain"), note))
    title = tr("small animals climb one step more")
    x = len(tr("food chain")) + 5
    if area.width >= len(title) + len(note) + x + 9:
        area.over("panel").text(x, 0, (f" {title} ", "dim"))
    places = places_now(scene)
    seats = len(view.hands)
    # The dummy has a place alone.
    creatures = tuple(zip(places, view.species, view.bites, strict=False))
    if len(places) > seats:
        creatures += ((places[seats], DUMMY, 0),)
    # The lower rail replaces the panel's lower edge.
    upper, lower = (
        area.at(1, 1, inner.width, 2 * RAIL_ROWS).over("panel").rows(RAIL_ROWS, RAIL_ROWS)
    )
    fields = _fields(step, creatures, inner.look.has_colours)
    for rows, field in zip((upper, lower), fields, strict=True):
        rows.picture(0, 0, field)
    beings = {place: being for being, place in enumerate(places)}
    goals = set() if scene.frame else {*beings_after_selection(scene)[0]}
    for space in range(1, TRACK.spaces + 1):
        rows = lower if space % 2 else upper
        cell = rows.at((space - 1) * step, 0, 2 * step, RAIL_ROWS)
        if space in beings:
            _draw_being(cell, scene, beings[space], space)
        else:
            _draw_tile(cell, space, is_goal=space in goals)
    # Half a tile is free at the left of the upper rail and at the right of the lower one.
    for rows, x, space in ((upper, 0, 1), (lower, step * TRACK.spaces, TRACK.spaces)):
        rows.at(x, RAIL_ROWS - 1, step, 1, f"{zone(space)}-rail")
    _draw_possible_meals((upper, lower), scene, step, creatures)


def _draw_tile(cell: Area, space: int, *, is_goal: bool) -> None:
    """Draw the tile of a free space, with a sign if a selected card leads to it."""
    tile = cell.at(0, RAIL_ROWS - 1, cell.width, 1, f"{zone(space)}-rail")
    tile.text(0, 0, ("▏", "panel"))
    tile.centre(0, (f"▸ {space}" if is_goal else str(space), "rail-ink"))


def _draw_being(cell: Area, scene: Scene, being: int, space: int) -> None:
    """Draw a being's tile and frame, with its name if there are no pictures."""
    view = scene.view
    element: Element = ("species", being)
    mark = DUMMY_MARK if being == len(view.hands) else SEAT_MARKS[being]
    name = noun("dummy") if being == len(view.hands) else scene.names[being]
    number = f" {space}"
    if cell.look.is_ascii:
        cell.centre(RAIL_ROWS - 2, (species_name(view, being), "strong"))
    if is_choosable(scene, element):
        cell.enter(element)
        if state_of(scene, element).is_focused:
            ring(cell.inside(1, 1, 1, 1))
    tile = cell.at(0, RAIL_ROWS - 1, cell.width, 1, being_colour(view, being))
    ink = "strong token-ink"
    bites = view.bites[being] if being < len(view.hands) else 0
    if bites:
        number += "✗" * bites if bites <= BITES_SIGNED else f"✗{bites}"
    sign = element_sign(scene, element)[0].strip() if is_choosable(scene, element) else ""
    before = f"{sign}{mark}"
    label = f"{before} {name}{number}"
    # A name must be complete and separate from the next tile; the boards below explain the marks.
    tile.centre(0, (label if len(label) < cell.width else f"{before}{number}", ink))


def _draw_possible_meals(
    rails: tuple[Area, Area], scene: Scene, step: int, creatures: Sequence[tuple[int, int, int]]
) -> None:
    """Draw a dashed line in the sky from each being that could eat down to its possible prey, on
    the rail of the prey. For the prey under the cursor, its food replaces the line's end."""
    places = beings_after_selection(scene)[0]
    # Rows of sky above each creature.
    tops = [
        RAIL_ROWS - 1 - -(-_creature(species, bites).height // 2) for _, species, bites in creatures
    ]
    for eater, eaten in possible_meals(scene):
        column, end = places[eaten] * step, places[eater] * step
        rail = rails[places[eaten] % 2]
        style = line_style(scene, eater, eaten)
        is_left = column < end
        top = tops[eaten]
        line = {(x, 0): "┄" for x in range(min(column, end) + 1, max(column, end))}
        line |= {(column, y): "┆" for y in range(top)}
        if top > 1:
            line[column, 0] = "╭" if is_left else "╮"
        if top:
            line[column, top - 1] = "▼"
        else:
            # Prey as high as the sky is pointed at from its side.
            line[column + step if is_left else column - step - 1, 0] = "◀" if is_left else "▶"
        for being, (place, *_) in enumerate(creatures):
            if not tops[being] and place % 2 == places[eaten] % 2:
                # A creature without sky above it hides the line.
                for x in range((place - 1) * step, (place + 1) * step):
                    line.pop((x, 0), None)
        is_focused = state_of(scene, ("species", eaten)).is_focused
        for (x, y), character in line.items():
            if 0 <= x < rail.width and (not is_focused or abs(x - column) > step):
                _write_over(rail, x, y, character, style)
        if is_focused:
            cell = rail.at(column - step, 0, 2 * step, 1, "cursor")
            cell.centre(0, (tr("+{number} food ▼", number=GAINED_FOOD), "strong token-ink"))


def _write_over(area: Area, x: int, y: int, character: str, style: str) -> None:
    """Write a character on the existing ground."""
    ground = area.drawing.canvas.ground(area.region.x + x, area.region.y + y)
    area.over(ground).text(x, y, (character, style))


@lru_cache(maxsize=PICTURES_KEPT_MAX)
def _fields(
    step: int, creatures: tuple[tuple[int, int, int], ...], has_colours: bool
) -> tuple[Picture, Picture]:
    """Return the grounds above the upper and the lower rail with the creatures on them.

    Args:
        creatures: space, species and bites of each being.
    """
    width = step * (TRACK.spaces + 1)
    fields = []
    for is_lower in (False, True):
        field = Pixels(width, SPRITE)
        if has_colours:
            field.lay(_scenery(step), 0, -(SPRITE + 2) if is_lower else 0)
        for space, species, bites in creatures:
            if bool(space % 2) is is_lower:
                sprite = _creature(species, bites)
                x = (space - 1) * step + (2 * step - sprite.width) // 2
                field.lay(sprite, x, SPRITE - sprite.height)
        fields.append(field.picture)
    return fields[0], fields[1]


@lru_cache(maxsize=PICTURES_KEPT_MAX)
def _creature(species: int, bites: int) -> Picture:
    """Return a species with a notch in its back for each bite; the dummy is three cards."""
    if species == DUMMY:
        cards = Pixels(9, 8, "stock")
        for number, name in enumerate(("acorn", "blueberry", "flower")):
            cards.fill(3 * number, 0, 3, 2, name)
        return cards.picture
    picture = pictures("darwinning")[SPECIES[species].name]
    rows = [list(row) for row in picture.rows]
    for bite in range(bites):
        # From the third row of pixels down, and again from there in a small picture.
        middle = 2 + BITE_PITCH * bite % max(len(rows) - BITE_PITCH, 1)
        last = max((x for x, pixel in enumerate(rows[middle]) if pixel is not None), default=None)
        if last is None:
            # Earlier bites have taken the whole row.
            break
        for y, x in BITE:
            if 0 <= middle + y < len(rows) and 0 <= last + x < picture.width:
                rows[middle + y][last + x] = None
    return Picture(tuple(map(tuple, rows)))


@lru_cache(maxsize=8)
def _scenery(step: int) -> Picture:
    """Return the zones behind both rails: waves, hills, acacias and a volcano."""
    # Figures are pixels, and grades of mixed inks; they were chosen by eye.
    width, height = step * (TRACK.spaces + 1), 2 * SPRITE + 2
    field = Pixels(width, height)
    ends = [min(ZONE_SPACES * step * zones + step // 2, width) for zones in (1, 2, 3)]
    starts = [0, *ends]
    for name, start, end in zip(ZONES, starts, [*ends, width], strict=True):
        field.fill(start, 0, end - start, height, name)
    sea, woods, savannah, volcano = (f"{name}~%s~{name}-rail" for name in ZONES)
    for y, share, phase in ((5, 26, 0), (13, 26, 3), (16, 50, 7), (19, 50, 1)):
        for x in range(starts[0], ends[0]):
            if (x + phase) % 9 < 5:
                field.fill(x, y + ((x + phase) % 9 in (0, 4)), 1, 1, sea % share)
    middle = (starts[1] + starts[2]) // 2
    for x in range(starts[1], ends[1]):
        rise = max(9 - abs(x - middle) * 2 // 3, 6 - abs(x - starts[1] - 3) // 2, 3)
        field.fill(x, height - rise, 1, rise, woods % 26)
    for trunk in (starts[2] + step, starts[2] + 3 * step + 2):
        for x in range(trunk - 4, trunk + 5):
            field.fill(x, height - 9 + abs(x - trunk) // 3, 1, 2, savannah % 50)
        field.fill(trunk, height - 8, 1, 8, savannah % 50)
    field.fill(starts[2], height - 3, ends[2] - starts[2], 3, savannah % 26)
    top = (starts[3] + width) // 2
    for x in range(starts[3], width):
        rise = min(height - 5, height + 1 - abs(x - top) * 3 // 2)
        if rise > 0:
            field.fill(x, height - rise, 1, rise, volcano % 26)
    field.fill(top - 2, 4, 5, 1, "lava")
    field.fill(top - 1, 5, 3, 1, "lava~40~volcano")
    for space in range(2, TRACK.spaces + 1, 2):
        field.fill(space * step, SPRITE + 2, 1, SPRITE, f"{zone(space)}~26~{zone(space)}-rail")
    return field.picture


PORTRAIT_COLUMNS: Final = 12
"""Columns of a portrait by default."""
PORTRAIT_ROWS: Final = SPRITE // 2
"""Rows of a portrait."""


@lru_cache(maxsize=PICTURES_KEPT_MAX)
def portrait(species: int, bites: int, ground: str, width: int = PORTRAIT_COLUMNS) -> Picture:
    """Return a species on the ground of its zone, PORTRAIT_ROWS high."""
    field = Pixels(width, SPRITE, ground)
    sprite = _creature(species, bites)
    field.lay(sprite, (width - sprite.width) // 2, SPRITE - sprite.height)
    return field.picture


# --- one rail


def draw_rail(area: Area, scene: Scene) -> None:
    """Draw the chain on one rail, with the species' names above it in two rows."""
    view = scene.view
    step = area.width // TRACK.spaces
    beings = {place: being for being, place in enumerate(places_now(scene))}
    goals = set() if scene.frame else {*beings_after_selection(scene)[0]}
    for space in range(1, TRACK.spaces + 1):
        width = step if space < TRACK.spaces else area.width - step * (TRACK.spaces - 1)
        area.at((space - 1) * step, 0, width, 2, zone(space))
        tile = area.at((space - 1) * step, 2, width, 1, f"{zone(space)}-rail")
        if space in beings:
            being = beings[space]
            tile = tile.on(being_colour(view, being))
            mark = being_mark(view, being)[0]
            tile.text(0, 0, (mark, "strong token-ink"), (f"{space:>2}", "strong token-ink"))
        elif space in goals:
            tile.text(0, 0, (f"▹{space:>2}", f"strong {being_colour(view, scene.viewer)}"))
        else:
            tile.text(0, 0, (f"{space:>3}", "rail-ink"))
    # The title stands above the first spaces, where nobody's name may be.
    if not {1, 2, 3, 4} & {*beings}:
        area.over(zone(1)).text(1, 0, (tr("food chain"), "dim"))
    labels = _labels(view, beings, area.width, step)
    for label in labels:
        _draw_label(area, view, label, step)
    for eater, eaten in possible_meals(scene):
        _draw_rail_meal(area, scene, step, eater, eaten)
    words = tr("eats all below ▶")
    if all(label.row or label.end < area.width - len(words) - 1 for label in labels):
        area.over(zone(20)).right(0, (words, "dim"), margin=1)


def _draw_rail_meal(area: Area, scene: Scene, step: int, eater: int, eaten: int) -> None:
    """Draw a dashed line between the names from a being that could eat to its possible prey."""
    places = beings_after_selection(scene)[0]
    start, end = ((places[being] - 1) * step + 1 for being in (eater, eaten))
    cells = area.drawing.canvas.grid[area.region.y + 1]
    blank = [character == " " for character, _ in cells[area.region.x : area.region.right]]
    # Do not separate a mark from its name.
    free = [
        x
        for x in range(min(start, end), max(start, end))
        if blank[x] and (blank[max(x - 1, 0)] or blank[min(x + 1, area.width - 1)])
    ]
    style = line_style(scene, eater, eaten)
    for x in free:
        _write_over(area, x, 1, "┄", style)
    if free:
        x, arrow = (free[0], "◀") if end < start else (free[-1], "▶")
        _write_over(area, x, 1, arrow, style)


class _Label(NamedTuple):
    """A being's name above its space on a single rail."""

    being: int
    space: int
    row: int
    """0 for the upper row, 1 for the lower one."""
    x: int
    """Column of the being's mark, which is before the name."""
    name: str

    @property
    def end(self) -> int:
        """The column after the name."""
        return self.x + len(self.name) + 2


def _labels(
    view: DarwinningState, beings: Mapping[int, int], width: int, step: int
) -> list[_Label]:
    """Place the names in two rows so that they lose the fewest letters and cover the fewest posts.
    All else being equal, each name is in the row of its space, odd or even."""
    spaces = sorted(beings, reverse=True)
    whole = sum(len(species_name(view, being, width)) for being in beings.values())

    def cost(labels: list[_Label]) -> tuple[int, int]:
        lost = whole - sum(len(label.name) for label in labels)
        posts = [(label.space - 1) * step + 1 for label in labels if not label.row]
        hit = sum(label.x <= post < label.end for label in labels if label.row for post in posts)
        return lost + hit, sum(label.row != label.space % 2 for label in labels)

    ways = product((0, 1), repeat=len(spaces))
    return min((_in_rows(view, beings, way, spaces, width, step) for way in ways), key=cost)


def _in_rows(
    view: DarwinningState,
    beings: Mapping[int, int],
    rows: Sequence[int],
    spaces: Sequence[int],
    width: int,
    step: int,
) -> list[_Label]:
    """Return the names in given rows, each as long as fits before the next.

    Args:
        rows: row of each name, in the order of ``spaces``.
        spaces: spaces of the beings, from right to left.
    """
    ends = [width, width]
    labels = []
    for row, space in zip(rows, spaces, strict=True):
        end = ends[row]
        column = (space - 1) * step
        least = max(column - LABEL_SHIFT, 0)
        name = species_name(view, beings[space], end - 2 - least)
        x = min(column, max(end - len(name) - 2, least))
        labels.append(_Label(beings[space], space, row, x, cut(name, max(end - x - 2, 0))))
        ends[row] = x - 1
    return labels


def _draw_label(area: Area, view: DarwinningState, label: _Label, step: int) -> None:
    """Write a name, and a post between it and its space."""
    mark, style = being_mark(view, label.being)
    ground = area.over(zone(label.space))
    if not label.row:
        ground.text((label.space - 1) * step + 1, 1, ("│", style))
    ground.text(label.x, label.row, (f"{mark} {label.name}", style))
