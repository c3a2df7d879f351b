"""Lines from who eats to whom: for the meals of a survival, dashed ones for possible ones."""

from collections.abc import Sequence

from darwin_core.contract.game import Event
from darwin_core.games.darwinning.boards import all_traits, beings, climbed, edible, may_eat
from darwin_core.games.darwinning.components import CLIMBS, JOKER, NUMBER
from darwin_core.games.darwinning.effects import Browse, Hunt, Improve
from darwin_core.games.darwinning.events import Eaten, Fed
from darwin_core.games.darwinning.words import the_eaten
from darwin_core.text.language import mark, tr
from darwin_tui.boards.darwinning.fates import is_ledger_open, unrevealed
from darwin_tui.boards.darwinning.marks import being_colour, being_mark, framed, the_species
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.state import state_of

CLIMB, TRAIT = 0, 3
"""Two of the uses of a card."""


def what_if(scene: Scene) -> tuple[list[int], list[int]]:
    """Return the spaces and the traits of all beings, as the use of a card that is selected would
    make them."""
    view, seat = scene.view, scene.viewer
    places, sets = list(view.places), all_traits(view)
    chosen = dict(scene.chooser.selected) if scene.chooser else {}
    effect = view.pending[-1] if view.pending else None
    card = chosen.get("card", JOKER)
    if card == JOKER or not isinstance(effect, Improve | Browse) or effect.seat != seat:
        return places, sets
    use = chosen.get("use", scene.pointer.number_of("use"))
    if "space" in chosen or scene.pointer.number_of("space") is not None:
        use = TRAIT
    if use == CLIMB and CLIMBS[card]:
        places[seat] = climbed(places, places[seat], CLIMBS[card])
    elif use == TRAIT:
        sets[seat] |= 1 << NUMBER[card]
    return places, sets


def possible_meals(scene: Scene) -> list[tuple[int, int]]:
    """Return who could eat whom of the viewer's species and the others, while cards are selected
    or the viewer's species eats."""
    view, seat = scene.view, scene.viewer
    chooser = scene.chooser
    if chooser is None or scene.is_paused or seat >= len(view.hands):
        return []
    effect = view.pending[-1] if view.pending else None
    if isinstance(effect, Hunt):
        return [(seat, number) for kind, number in sorted(scene.selectable) if kind == "species"]
    if not any(kind == "card" for kind, _ in chooser.selected):
        return []
    places, sets = what_if(scene)
    own = places[seat]
    eaters = [
        (being, seat)
        for being in beings(view)
        if being != seat and may_eat(sets[being], sets[seat], own - places[being])
    ]
    return [(seat, being) for being in edible(sets, places, seat)] + eaters


def line_style(scene: Scene, eater: int, eaten: int) -> str:
    """Return the style of a dashed line: that of the eater, or of the cursor on the eaten."""
    if state_of(scene, ("species", eaten)).is_focused:
        return "strong cursor"
    return being_colour(scene.view, eater)


# --- below the chain


def meal_rows(scene: Scene) -> int:
    """Return the rows of the meals with their frame, the same all through a survival."""
    return len(scene.view.places) + 2


def draw_meals(area: Area, scene: Scene, events: Sequence[Event], step: int) -> None:
    """Draw a row for each being in the order of eating, with lines to what it has eaten, below
    their spaces, and dashed ones to what it may still eat.

    Args:
        area: of the panel.
        scene: to draw.
        events: of the survival so far.
        step: columns from a space to the next.
    """
    view = scene.view
    note = tr("✗ a bite; two (Flock Animal: three): population −1")
    room = area.height - 2
    rows = _rows(scene, events)
    # Where there is no room for all, those without meals are left out, then the first.
    while len(rows) > room and (idle := next((r for r in rows if not r[1] and not r[2]), None)):
        rows.remove(idle)
    more = len(rows) - room
    foot = tr("{number} more ate before", number=more) if more > 0 else ""
    inner = framed(panel(area, mark("who eats whom"), note, foot))
    for y, (being, meals, left) in enumerate(rows[max(more, 0) :]):
        row = inner.at(0, y, inner.width, 1)
        at = view.places[being] * step
        for other in (*left, *(meal.eaten for meal in meals)):
            is_done = other not in left
            end = view.places[other] * step
            low, high = min(at, end), max(at, end)
            style = being_colour(view, being) if is_done else line_style(scene, being, other)
            row.text(low + 1, 0, (("━" if is_done else "┄") * max(high - low - 1, 0), style))
        for other in (*left, *(meal.eaten for meal in meals)):
            end = view.places[other] * step
            style = line_style(scene, being, other) if other in left else being_colour(view, being)
            row.text(end, 0, ("◀" if end < at else "▶", style))
        row.text(at, 0, being_mark(view, being))
        ends = [at, *(view.places[other] * step for other in left)]
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
    """Write what a being eats beside its lines, in the longest words that have room on one of
    their sides; the lines say it, too."""
    style = "ink" if meals else "dim"
    who, gap = the_species(scene.view, being), 2
    for what in (_words(scene, meals, left), _words(scene, meals, left, is_short=True)):
        for words in (f"{who} {what}", what) if what else ():
            if len(words) < row.width - end - gap:
                row.text(end + gap + 1, 0, (words, style))
                return
            if len(words) + gap < start:
                row.text(start - gap - len(words), 0, (words, style))
                return


def _rows(scene: Scene, events: Sequence[Event]) -> list[tuple[int, list[Eaten], list[int]]]:
    """Return the beings in the order of eating, each with its meals and what it may still eat."""
    view = scene.view
    meals: dict[int, list[Eaten]] = {}
    is_done = set()
    for event in events:
        if isinstance(event, Eaten):
            meals.setdefault(event.eater, []).append(event)
        elif isinstance(event, Fed):
            is_done.add(event.seat)
    places, sets = view.places, all_traits(view)
    found = []
    for being in sorted(beings(view), key=lambda being: places[being]):
        eaten = [meal.eaten for meal in meals.get(being, ())]
        # The dummy eats all that it may at once.
        has_eaten = being in is_done or bool(eaten and being == len(view.hands))
        is_open = not has_eaten and not is_ledger_open(scene)
        left = [each for each in edible(sets, places, being) if is_open and each not in eaten]
        found.append((being, meals.get(being, []), left))
    return found


def _words(
    scene: Scene, meals: Sequence[Eaten], left: Sequence[int], *, is_short: bool = False
) -> str:
    """Return the meals of a being in words, and what it may still eat; where words are to be short,
    marks name the eaten."""
    view, parts = scene.view, []

    def named(eaten: int) -> str:
        return being_mark(view, eaten)[0] if is_short else the_eaten(view, eaten)

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
    if parts or unrevealed(scene):
        return ", ".join(parts)
    return tr("eats nobody")
