"""Objectives on display, in the reserve and on the slots, with the viewer's progress; and the goals
of the Beagle. An objective is a tile; it asks for things, of which each is a requirement."""

from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.acts import SLOT_CODES
from darwin_core.games.journey.material import (
    COLOURS,
    GOAL_TILES,
    KINDS,
    LAG_POINTS_MAX,
    OBJECTIVES,
    PAIR_POINTS,
    RESERVE_MAX,
    SLOTS,
    SLOTS_OF_METAL,
    Ability,
    JourneyState,
    ResearchSpecimen,
)
from darwin_core.games.journey.names import (
    COIN_SIGN,
    KNOWLEDGE_SIGN,
    POINT_SIGN,
    STEP_SIGN,
    colour_name,
    effects_words,
    requirement_words,
)
from darwin_core.games.journey.objectives import Requirement, goal_count, is_met, requirements
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.wording import counted
from darwin_tui.boards.journey.journey_view import JourneyView
from darwin_tui.boards.journey.marks import goal_name
from darwin_tui.drawing.area import Area, Grow, fit
from darwin_tui.drawing.canvas import Styled

_WIDE_FROM_COLUMNS: Final = 60
"""Minimum columns for tiles and slots in two columns."""
_HEADED_ROWS: Final = 1 + 3 + 1 + 2 * SLOTS_OF_METAL + 5
"""Minimum rows, besides the displayed tiles, for headings of the reserve and the slots: heading of
the display, reserve with heading, heading of the slots, slots, goals."""
_ABILITIES: Final[dict[Ability, tuple[str, ...]]] = {
    "scrolls": (mark("scrolls cost nothing"),),
    "books": (mark("+1 book at the end"), mark("+1 book")),
    "worker": (mark("fifth worker"),),
    "occupied": (mark("occupied areas 1¢ less"),),
    "lagging": (
        mark("lag: {number}★ an anchor at most"),
        mark("lag: at most {number}★ each"),
    ),
}
"""Effects of slots in words, from long to short."""


# --- words

_NAMES: Final = {
    "points": mark("points"),
    "coins": mark("coins"),
    "knowledge": mark("knowledge"),
    "stacks": mark("empty stacks"),
    "lenses": mark("lenses"),
    "tents": mark("tents"),
    "evolution": mark("steps"),
    "at_beagle": mark("ship at the Beagle"),
    "green": mark("green specimens"),
    "blue": mark("blue specimens"),
    "yellow": mark("yellow specimens"),
    "red": mark("red specimens"),
}
"""Things of which an objective asks for several."""
_SIGNS: Final = {
    "points": POINT_SIGN,
    "coins": COIN_SIGN,
    "knowledge": KNOWLEDGE_SIGN,
    "evolution": STEP_SIGN,
}
"""Signs of things in few letters."""
_NOUNS: Final = {"stacks": "stack", "lenses": "lens", "tents": "tent"}
"""Nouns of things, to count them in few letters."""


def _short(what: str, needs: int) -> str:
    """Return a requirement in few letters, as ``2 red sp`` for two red specimens.

    Args:
        what: thing asked for; capitals are the seals of a row, by colour.
        needs: number of them.
    """
    if what.isupper():
        return what
    if what == "at_beagle":
        return tr("at Beagle")
    if what in _SIGNS:
        return f"{needs} {_SIGNS[what]}" if needs > 1 else _SIGNS[what]
    if what in COLOURS:
        colour = colour_name(COLOURS.index(what))
        if needs == 1:
            return tr("{colour} sp", colour=colour)
        return tr("{number} {colour} sp", number=needs, colour=colour)
    # Stacks, lenses and tents, and the kinds of specimens.
    thing = _NOUNS.get(what, what)
    return counted(needs, thing) if needs > 1 else noun(thing)


def _requirement_words(requirement: Requirement) -> str:
    """Return a requirement with its progress, and a tick if it is met."""
    what, has, needs = requirement
    if has >= needs:
        return f"{_named(what, needs)} ✓"
    if what.isupper():
        return f"{_named(what, needs).removeprefix(f'{needs} ')} {int(has)}/{needs}"
    if needs == 1:
        return _named(what, needs)
    name = noun(what) if what in KINDS else tr(_NAMES[what])
    return f"{name} {int(has)}/{needs}"


def _brief_words(requirement: Requirement) -> str:
    """Return a requirement with its progress in few letters, and a tick if it is met."""
    what, has, needs = requirement
    is_of_seals = what.isupper()
    whole = tr("seals {letters}", letters=what) if is_of_seals else _short(what, needs)
    if has >= needs:
        return f"{whole} ✓"
    if needs == 1:
        return whole
    return f"{whole if is_of_seals else _short(what, 1)} {int(has)}/{needs}"


def tile_words(state: JourneyState, seat: int, tile: int) -> list[str]:
    """Return an objective's requirements with a seat's progress, from long to short; the shortest
    omit progress."""
    needed = list(requirements(state, seat, tile))
    return [
        ", ".join(map(_requirement_words, needed)),
        ", ".join(map(_brief_words, needed)),
        tile_short(state, seat, tile),
    ]


def tile_short(state: JourneyState, seat: int, tile: int) -> str:
    """Return an objective's requirements in short."""
    return "+".join(_short(what, needs) for what, _, needs in requirements(state, seat, tile))


def tile_names(state: JourneyState, seat: int, tile: int) -> list[str]:
    """Return an objective's requirements without progress."""
    return [_named(what, needs) for what, _, needs in requirements(state, seat, tile)]


def _named(what: str, needs: int) -> str:
    """Return a requirement in words without progress."""
    return tr(_NAMES[what]) if what == "at_beagle" else requirement_words(what, needs)


def slot_words(slot: int) -> list[str]:
    """Return the effect of a slot on the objective achieved on it, from long to short."""
    data = SLOTS[slot]
    if any(isinstance(part, ResearchSpecimen) for part in data.action):
        return [tr("research on own islands")]
    if data.ability:
        return [tr(words, number=LAG_POINTS_MAX) for words in _ABILITIES[data.ability]]
    # The last slot of each metal scores with the other one.
    if slot % SLOTS_OF_METAL == SLOTS_OF_METAL - 1:
        words = mark("+{points}★ with both last slots"), mark("+{points}★ with both last")
        return [tr(text, points=PAIR_POINTS) for text in words]
    return [effects_words(data.action) or "–"]


# --- drawing


def draw_objectives(area: Area, table: JourneyView) -> None:
    """Draw the displayed objectives, the reserve, the slots and the goals of all rounds."""
    view, me = table.view, table.seat
    tiles = view.display if view.round else view.starters
    has_headings = False
    if area.width >= _WIDE_FROM_COLUMNS:
        goal_rows = 2 if view.goals else 0
        rows = (1 + max(_rows_of(tiles), 2), 1, Grow(SLOTS_OF_METAL, 2 * SLOTS_OF_METAL), goal_rows)
        gap = min((area.height - SLOTS_OF_METAL - rows[0] - 1 - goal_rows) // 3, 1)
        upper, reserve, slots, goals = area.rows(*rows, gap=max(gap, 0))
        _draw_display(upper, table, list(tiles), columns=2)
    else:
        has_headings = area.height >= _HEADED_ROWS + max(len(tiles), 4)
        upper, reserve, slots, goals = area.rows(
            1 + max(len(tiles), 4),
            2 + has_headings,
            Grow(2 * SLOTS_OF_METAL + has_headings, 4 * SLOTS_OF_METAL),
            Grow(1, 1 + len(view.goals)),
        )
        _draw_display(upper, table, list(tiles), columns=1)
        if has_headings:
            is_own, name = table.is_own, table.name
            in_reserve = tr("In your reserve") if is_own else tr("{name}'s reserve", name=name)
            reserve.text(0, 0, (in_reserve, "strong"))
            whose = tr("Your slots") if is_own else tr("{name}'s slots", name=name)
            end = slots.text(0, 0, (whose, "strong"))
            note = tr("cost, points at the end")
            slots.right(0, (fit(slots.width - end - 1, [note, ""]), "dim"))
            reserve, slots = reserve.inside(0, 1, 0, 0), slots.inside(0, 1, 0, 0)
    tiles_in_reserve = view.reserve[me]
    tile_areas = (
        reserve.columns(*[Grow()] * RESERVE_MAX, gap=1)
        if reserve.height == 1
        else reserve.rows(1, 1)
    )
    for number, tile_area in enumerate(tile_areas):
        if number < len(tiles_in_reserve):
            label = "" if has_headings else tr("reserve ")
            tile_area.part(_draw_tile, (table,), tiles_in_reserve[number], label)
        else:
            tile_area.text(1, 0, (tr("reserve: free"), "dim"))
    _draw_slots(slots, table)
    goals.part(_draw_goals, (table,))


def _rows_of(tiles: bytes) -> int:
    """Return the rows of tiles in a column for each metal."""
    gold = sum(OBJECTIVES[tile].is_gold for tile in tiles)
    return max(gold, len(tiles) - gold)


def _draw_display(area: Area, table: JourneyView, tiles: list[int], columns: int) -> None:
    """Draw silver objectives above gold ones, or to their left."""
    area.mark("first objectives")
    title = tr("On display" if table.view.round else "First objectives")
    area.text(0, 0, (title, "strong"))
    silver = [tile for tile in tiles if not OBJECTIVES[tile].is_gold]
    gold = [tile for tile in tiles if OBJECTIVES[tile].is_gold]
    below = area.at(0, 1, area.width, area.height - 1)
    groups = [silver, gold] if columns == 2 else [[*silver, *gold]]
    for column, group in zip(below.columns(*[Grow()] * columns, gap=2), groups, strict=True):
        for row, tile in enumerate(group):
            column.at(0, row, column.width, 1).part(_draw_tile, (table,), tile, "")


def _metal(tile: int) -> tuple[str, str]:
    """Return the letter of silver or gold on its colour."""
    metal = "gold" if OBJECTIVES[tile].is_gold else "silver"
    return (metal[0].upper(), f"strong token-ink on {metal}")


def _draw_tile(area: Area, table: JourneyView, tile: int, label: str) -> None:
    """Draw a tile with its metal, a label, its requirements and the viewer's progress."""
    spot = table.spot(area.on("strip"), ("tile", tile))
    x = spot.text(1, 0, _metal(tile), (f" {label}", "dim"))
    met = is_met(table.view, table.seat, tile)
    words = fit(area.width - x, tile_words(table.view, table.seat, tile))
    spot.text(x, 0, (words, "good" if met else ""))


def _open_on(table: JourneyView, slot: int) -> int:
    """Return the face-up objective on a slot, or NOTHING."""
    achieved = table.view.achieved[table.seat] >> slot & 1
    return NOTHING if achieved else table.view.slots[table.seat][slot]


def _draw_slots(area: Area, table: JourneyView) -> None:
    """Draw the slots in one or two columns; an open objective has a separate row if all fit."""
    order = [*range(len(SLOTS))]
    groups = (
        [order[:SLOTS_OF_METAL], order[SLOTS_OF_METAL:]]
        if area.width >= _WIDE_FROM_COLUMNS
        else [order]
    )
    for column, group in zip(area.columns(*[Grow()] * len(groups), gap=2), groups, strict=True):
        tall = [_open_on(table, slot) != NOTHING for slot in group]
        has_room = column.height >= len(group) + sum(tall)
        gap = int(column.height >= 2 * len(group) + sum(tall) - 1)
        y = 0
        for slot, is_open in zip(group, tall, strict=True):
            height = 1 + (is_open and has_room)
            _draw_slot(column.at(0, y, column.width, height), table, slot)
            y += height + gap


def _draw_slot(area: Area, table: JourneyView, slot: int) -> None:
    """Draw a slot: its cost, effect, points, and objective."""
    data = SLOTS[slot]
    element = ("slot", slot)
    tile = _open_on(table, slot)
    is_done = table.view.achieved[table.seat] >> slot & 1
    metal = "gold" if data.is_gold else "silver"
    spot = table.spot(area.at(0, 0, 5, 1), element)
    spot.text(1, 0, (f" {SLOT_CODES[slot]} ", f"strong token-ink on {metal}"))
    pieces: list[Styled] = [(f"{data.points}{POINT_SIGN}", "strong" if is_done else "dim")]
    if is_done:
        pieces = [("✓ ", "good"), *pieces]
    elif tile == NOTHING and data.cost:
        is_dear = data.cost > table.view.coins[table.seat]
        pieces = [(f"{data.cost}{COIN_SIGN} ", "bad" if is_dear else "strong"), *pieces]
    start = area.right(0, *pieces)
    x = 6
    if tile != NOTHING and area.height == 1:
        _draw_tile(area.at(x - 1, 0, start - x, 1), table, tile, "")
        return
    if tile != NOTHING:
        _draw_tile(area.at(5, 1, area.width - 5, 1), table, tile, "")
    style = "good" if is_done else "dim" if tile != NOTHING else ""
    area.text(x, 0, (fit(start - x - 1, slot_words(slot)), style))


def _draw_goals(area: Area, table: JourneyView) -> None:
    """Draw the goals of all rounds with the viewer's counts, omitting past ones if room is
    short."""
    view = table.view
    if area.width < _WIDE_FROM_COLUMNS and area.height > len(view.goals):
        _draw_goal_rows(area, table)
        return
    title = tr("Beagle's goals  round ") if area.width >= _WIDE_FROM_COLUMNS else tr("Goals ")
    x = area.text(0, 0, (title, "strong"))
    y = 0
    for number, goal in enumerate(view.goals, 1):
        tile = GOAL_TILES[goal]
        is_now = number == view.round
        if area.height < 2 and number < view.round:
            continue
        text = f"{number} {goal_name(tile)} ×{tile.points}"
        mine = f" ({goal_count(view, table.seat, goal)})  "
        if x + is_now + len(text) + len(mine.rstrip()) > area.width:
            x, y = 0, y + 1
        if y >= area.height:
            return
        style = "strong" if is_now else "dim"
        x = area.text(
            x, y, ("▸" if is_now else "", "strong cursor"), (text, style), (mine.rstrip(), "dim")
        )
        x += 2


def _draw_goal_rows(area: Area, table: JourneyView) -> None:
    """Draw the goals of all rounds, a row each: points per item, and the viewer's number of
    items."""
    view = table.view
    area.text(0, 0, (tr("Beagle's goals"), "strong"))
    has = tr("you have") if table.is_own else tr("{name} has", name=table.name)
    area.right(0, (has, "dim"))
    for number, goal in enumerate(view.goals, 1):
        tile = GOAL_TILES[goal]
        is_now = number == view.round
        style = "strong" if is_now else "dim"
        area.text(0, number, ("▸" if is_now else " ", "strong cursor"), (f"{number} ", style))
        area.text(3, number, (f"{goal_name(tile)} ×{tile.points}", style))
        area.right(number, (f"{goal_count(view, table.seat, goal)}", style))
