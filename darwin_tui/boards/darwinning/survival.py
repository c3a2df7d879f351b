"""The survival: a plate for each species with its food, below who eats whom; or, on a small board,
the ledger with a line for each being.

A source of food is an environment, another species' environment that is shared, an eaten being, or
a trait.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from darwin_core.games.darwinning.material import (
    ENVIRONMENTS,
    GAINED_FOOD,
    TRAIT_FOOD,
    DarwinningState,
    EatSpecies,
    ShareEnvironment,
)
from darwin_core.games.darwinning.species import beings, habitats_of, traits_shown
from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import counted, first_clauses
from darwin_tui.boards.darwinning.chain import (
    PORTRAIT_COLUMNS,
    PORTRAIT_ROWS,
    draw_meals,
    meal_rows,
    pitch,
    portrait,
    zone,
)
from darwin_tui.boards.darwinning.era import era_shown
from darwin_tui.boards.darwinning.fates import (
    BALANCE,
    Fate,
    bites_in,
    drawn_words,
    fates_of,
    is_era_over,
    is_paused_after_survival,
    survival_events,
    unrevealed_count,
)
from darwin_tui.boards.darwinning.hand import draw_choice, is_deciding
from darwin_tui.boards.darwinning.marks import (
    LIGHT,
    Scene,
    being_colour,
    being_mark,
    being_name,
    environment_name,
    framed,
    short_trait,
    species_name,
    the_species,
)
from darwin_tui.boards.darwinning.reference import draw_era_end, draw_standings, era_end_rows
from darwin_tui.boards.darwinning.species import boards_across
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.marks import seat_name
from darwin_tui.drawing.panel import panel

DOUBLED_ROWS: Final = 22
"""Minimum rows inside a plate with a doubled portrait."""
WORDS_COLUMNS: Final = 12
"""Columns of the words beside a portrait; in a narrower plate they are below a doubled one."""
WORDS_ROWS: Final = 4
"""Rows of the words about a species."""
AIRY_ROWS: Final = 11
"""Minimum rows for sources of food separated by blank rows."""
FOOD_COLUMNS: Final = 20
"""Columns of a food source and its amount, before the pips."""
STACKED_ROWS: Final = 15
"""Rows of a plate with its sources below the portrait."""
LOW_ROWS: Final = 8
"""Minimum rows of a plate with its sources beside the portrait."""
HIGH_ROWS: Final = 11
"""Preferred rows of a plate with its sources beside the portrait."""
TITLE_EDGES: Final = 15
"""Columns of a plate's upper edge besides its names and note."""
SOURCE_LETTERS: Final = (11, 7, 3, 1)
"""Maximum letters of a source in a line, tried in this order."""
ERA_COLUMNS_MIN: Final = 13
"""Minimum columns of the environments beside the chain."""
MEALS_ROWS_MIN: Final = 3
"""Minimum rows of the panel of meals, with its frame."""


class Food(NamedTuple):
    """A food source of a species."""

    named: Callable[[int], str]
    """A function that returns the source's name, shortened to a number of columns."""
    amount: int
    colour: str
    """Ground of its pips."""
    environment: int | None = None
    """The environment, if the source is one."""
    is_shared: bool = False
    """The environment is another species' that is shared."""
    is_meal: bool = False
    """The source is an eaten being."""


def is_survival(scene: Scene) -> bool:
    """Return whether species are eating, or play pauses on the result."""
    view = scene.view
    effect = view.pending[-1] if view.pending else None
    return is_paused_after_survival(scene) or (
        not scene.is_paused and isinstance(effect, ShareEnvironment | EatSpecies)
    )


def foods_of(scene: Scene, seat: int, fate: Fate) -> list[Food]:
    """Return a species' food sources in the displayed survival."""
    view = scene.view
    homes = habitats_of(view, seat)
    foods = []
    for environment in era_shown(scene, view)[1]:
        if environment in homes:
            named = partial(environment_name, environment)
            colour = ENVIRONMENTS[environment]
            foods.append(Food(named, homes[environment], colour, environment))
    if fate.shared:
        environment = fate.shared.environment
        guest = Food(
            partial(_guest_name, environment),
            fate.shared.food,
            ENVIRONMENTS[environment],
            environment,
            is_shared=True,
        )
        foods.append(guest)
    for being in fate.eaten:
        named = partial(_prey_name, view, being)
        colour = being_colour(view, being)
        foods.append(Food(named, GAINED_FOOD, colour, is_meal=True))
    known = dict.fromkeys(traits_shown(view.species[seat], view.traits[seat]))
    traits = [
        Food(partial(short_trait, trait), TRAIT_FOOD[trait], "stock")
        for trait in known
        if TRAIT_FOOD[trait]
    ]
    if fate.fed and sum(food.amount for food in traits) != fate.fed.extra:
        # Metamorphosis has changed the traits since the survival.
        named = partial(_word, tr("traits"))
        traits = [Food(named, fate.fed.extra, "stock")] if fate.fed.extra else []
    return [*foods, *traits]


def _guest_name(environment: int, room: int) -> str:
    """Return the name of another species' environment that is shared."""
    name = tr("{place}, guest", place=environment_name(environment, room))
    return name if len(name) <= room else f"{environment_name(environment, room - 2)} +"


def _prey_name(view: DarwinningState, being: int, room: int) -> str:
    """Return the name of an eaten species."""
    name = the_species(view, being)
    return name if len(name) <= room else species_name(view, being, room)


def _word(word: str, room: int) -> str:
    """Return as much of a word as fits."""
    return word[:room]


def _in_rows(foods: Sequence[Food], rows: int) -> list[Food]:
    """Return the food sources fitted to a number of rows: the meals are merged first, then the last
    sources."""
    rows_of_food = list(foods)
    meals = [food for food in rows_of_food if food.is_meal]
    if len(rows_of_food) > rows and len(meals) > 1:
        amount = sum(food.amount for food in meals)
        others = [food for food in rows_of_food if not food.is_meal]
        rows_of_food = [*others, Food(partial(_word, tr("eaten")), amount, meals[0].colour)]
    if len(rows_of_food) > rows:
        merged = rows_of_food[max(rows - 1, 0) :]
        named = partial(_word, tr("others"))
        amount = sum(food.amount for food in merged)
        more = Food(named, amount, merged[-1].colour)
        rows_of_food = [*rows_of_food[: max(rows - 1, 0)], more]
    return rows_of_food


def draw_survival(area: Area, scene: Scene) -> None:
    """Draw the meals below the chain, or the end of the era, and a plate for each species in eating
    order; below, the results of Metamorphosis or the choice."""
    events = survival_events(scene)
    fates = fates_of(events)
    view = scene.view
    words = drawn_words(scene, events)
    order = sorted(beings(view), key=lambda being: view.places[being])
    if is_paused_after_survival(scene):
        # The view may already be of the next era, but the events are in eating order.
        order = [*fates, *(being for being in order if being not in fates)]
    plates = [being for being in order if being < len(view.hands)]
    across = boards_across(len(plates), area.width)
    down = -(-len(plates) // across)
    # The choice takes a row, too.
    notes = max(len(words), 1)
    low, high = (LOW_ROWS * down, HIGH_ROWS * down) if down > 1 else (STACKED_ROWS, STACKED_ROWS)
    least = MEALS_ROWS_MIN
    wanted = meal_rows(scene)
    if is_era_over(scene):
        least = 1 + len(view.hands)
        wanted = era_end_rows(scene)
    # Rows go first to plates of the minimum and the least of the top part, then to the notes, to
    # plates of the preferred rows, to the whole top part, and last to the standings.
    notes = min(notes, area.height - low - least)
    meals = min(wanted, max(area.height - high - notes, least))
    points = len(view.hands) + 2
    has_points = area.height - meals - notes - high >= points
    top, body, extra, foot = area.rows(meals, Grow(), points * has_points, notes)
    if has_points:
        extra.part(draw_standings, (scene,))
    if is_era_over(scene):
        # Who ate whom was shown before, and is also on the plates.
        top.part(draw_era_end, (scene,))
    else:
        # As many columns for each space as the chain above has, beside the environments.
        top.part(draw_meals, (scene,), tuple(events), pitch(area.width - ERA_COLUMNS_MIN))
    cells = [
        cell for row in body.rows(*[Grow()] * down) for cell in row.columns(*[Grow()] * across)
    ]
    for position, (seat, cell) in enumerate(zip(plates, cells, strict=False), 1):
        plate = cell.mark(f"board {seat}")
        _draw_plate(plate, scene, seat, position, fates.get(seat, Fate()))
    if is_deciding(scene):
        draw_choice(foot.on("strip").inside(), scene)
    else:
        for y, line in enumerate(words[: foot.height]):
            foot.text(1, y, (line[: foot.width - 2], "dim"))


def _draw_plate(area: Area, scene: Scene, seat: int, position: int, fate: Fate) -> None:
    """Draw a species' plate: its food beside the food that it needs, and the result. Until the
    result is revealed, there is only the portrait.

    Args:
        position: number in the eating order, from 1.
    """
    view = scene.view
    effect = view.pending[-1] if view.pending and not scene.is_paused else None
    is_active = isinstance(effect, EatSpecies | ShareEnvironment) and effect.seat == seat
    foods = foods_of(scene, seat, fate)
    note = _note(fate, is_active=is_active, is_sharing=isinstance(effect, ShareEnvironment))
    title: list[Styled] = [(f"{position} ", "dim"), seat_name(seat, scene.names[seat])]
    room = area.width - len(scene.names[seat]) - len(note[0]) - TITLE_EDGES
    species = species_name(view, seat, room)
    if len(species) <= room:
        title += [(" · ", "dim"), (species, "ink")]
    inner = framed(panel(area, title, [note], is_active=is_active))
    if unrevealed_count(scene) and not fate.fed:
        times = 1 + (inner.width >= 2 * PORTRAIT_COLUMNS and inner.height >= 2 * PORTRAIT_ROWS)
        face = inner.at(0, 0, times * PORTRAIT_COLUMNS, times * PORTRAIT_ROWS)
        _draw_portrait(face, scene, seat, is_doubled=times > 1)
        return
    needed = fate.fed.needed if fate.fed else view.population[seat]
    food_in_all = sum(food.amount for food in foods)
    verdict = _verdict(fate, food_in_all, needed, is_active=is_active)
    if inner.height < STACKED_ROWS - 2:
        _draw_beside(inner, scene, seat, fate, _Meal(foods, needed, verdict))
    else:
        _draw_stacked(inner, scene, seat, fate, _Meal(foods, needed, verdict))


def _note(fate: Fate, *, is_active: bool, is_sharing: bool) -> Styled:
    """Return the words in the corner of a plate: the result, or the current activity."""
    if fate.fed:
        words, style = BALANCE[fate.fed.change]
        return tr(words), style
    if is_active:
        return f"▶ {tr('shares' if is_sharing else 'eats')}", "strong cursor"
    return tr("waits"), "dim"


class _Meal(NamedTuple):
    """The food that a species has found so far, and its result."""

    foods: list[Food]
    needed: int
    """The food that the species needs."""
    verdict: Styled
    """The result in words."""


def _draw_beside(area: Area, scene: Scene, seat: int, fate: Fate, meal: _Meal) -> None:
    """Draw a low plate: the food beside the portrait."""
    left, right = area.columns(PORTRAIT_COLUMNS, Grow(), gap=1)
    _draw_portrait(left, scene, seat)
    bites = _bites_words(scene, seat, fate)
    if left.height > PORTRAIT_ROWS + 1:
        left.text(1, PORTRAIT_ROWS, *_population_words(scene, seat, left.width - 1))
        left.text(1, PORTRAIT_ROWS + 1, bites[0])
    else:
        # The sign and number of bites, without the noun. A species without bites has no sign.
        words = bites[0][0].split()[0]
        short = _population_words(scene, seat, 0)
        bitten = f" {words}" if "✗" in words else ""
        left.text(0, PORTRAIT_ROWS, *short, (bitten, "strong bad"))
    _draw_foods(right, _in_rows(meal.foods, right.height - 2))
    _draw_sum(right, right.height - 2, meal.foods, meal.needed)
    right.text(0, right.height - 1, meal.verdict)


def _draw_stacked(area: Area, scene: Scene, seat: int, fate: Fate, meal: _Meal) -> None:
    """Draw a high plate: the food below the portrait and the words."""
    times = 1 + (area.height >= DOUBLED_ROWS)
    top, rest = area.rows(times * PORTRAIT_ROWS, Grow())
    left, right = top.columns(times * PORTRAIT_COLUMNS, Grow(), gap=1)
    if right.width < WORDS_COLUMNS and times > 1:
        right, rest = rest.inside().rows(WORDS_ROWS, Grow())
    _draw_portrait(left, scene, seat, is_doubled=times > 1)
    right.text(0, 0, *_population_words(scene, seat, right.width))
    population = scene.view.population[seat]
    right.text(0, 1, ("•" * min(population, right.width), f"seat-{seat}"))
    needs, unit = tr("needs"), tr("food")
    unit = f" {unit}" if right.width > len(f"{needs} 10 {unit}") else ""
    right.text(0, 2, (f"{needs} ", "dim"), (str(meal.needed), "strong"), (unit, "dim"))
    bites = _bites_words(scene, seat, fate)
    right.text(0, 3, *(bites if length(bites) <= right.width else bites[:1]))
    sources = rest.at(1, 0, rest.width - 2, rest.height)
    rows = sources.height - 3
    shown_foods = _in_rows(meal.foods, rows)
    is_airy = rows >= AIRY_ROWS and 2 * len(shown_foods) <= rows
    _draw_foods(sources, shown_foods, 1 + is_airy)
    sources.text(0, sources.height - 3, ("─" * sources.width, "rule"))
    _draw_sum(sources, sources.height - 2, meal.foods, meal.needed)
    sources.text(0, sources.height - 1, meal.verdict)


def _draw_portrait(area: Area, scene: Scene, seat: int, *, is_doubled: bool = False) -> None:
    """Draw a species on the ground of its zone, in ASCII with its name."""
    view = scene.view
    ground = zone(view.places[seat])
    times = 1 + is_doubled
    face = area.at(0, 0, area.width, times * PORTRAIT_ROWS, ground)
    if face.look.is_ascii:
        face.centre(2, (species_name(view, seat, face.width), "strong"))
    picture = portrait(view.species[seat], view.bites[seat], ground, area.width // times)
    face.picture(0, 0, picture.doubled() if is_doubled else picture)


def _population_words(scene: Scene, seat: int, width: int) -> list[Styled]:
    """Return the population, in full if the word fits."""
    count = str(scene.view.population[seat])
    label = tr("population")
    if len(label) + 1 + len(count) > width:
        label = tr("pop.")
    return [(f"{label} ", "dim"), (count, "strong")]


def _bites_words(scene: Scene, seat: int, fate: Fate) -> list[Run]:
    """Return a species' bites, then their cost."""
    is_over = is_paused_after_survival(scene)
    bites = bites_in(survival_events(scene), seat) if is_over else scene.view.bites[seat]
    if not bites:
        return [(tr("no bites"), "dim")]
    words: list[Run] = [(f"✗{counted(bites, 'bite')}", "strong bad")]
    if fate.bitten and fate.bitten.change:
        words.append((f" {tr('population −1')}", "strong bad"))
    elif is_over:
        words.append((f" {tr('costs nothing')}", "dim"))
    return words


def _draw_foods(area: Area, foods: Sequence[Food], step: int = 1) -> None:
    """Draw the food sources, one every ``step`` rows, each with its amount and pips."""
    most = max((food.amount for food in foods), default=0)
    x = min(area.width - 2 * most, FOOD_COLUMNS)
    for number, food in enumerate(foods):
        y = number * step
        area.text(0, y, (food.named(x - 3), ""))
        area.text(x - 2, y, (str(food.amount), "strong"))
        _draw_pips(area, x, y, food)


def _draw_pips(area: Area, x: int, y: int, food: Food, width: int = 2) -> int:
    """Draw a pip of a given width for each unit of food; return the column after the last."""
    pips = area.at(x, y, width * food.amount, 1, food.colour)
    pips.text(0, 0, ("● "[:width] * food.amount, _pip_ink(food.colour)))
    return x + width * food.amount


def _pip_ink(colour: str) -> str:
    """Return the ink of pips on the ground of a trait, a being or an environment."""
    if colour == "stock":
        return "stock-ink"
    if colour.startswith("seat-") or colour == "dummy":
        return "token-ink"
    return "tile-dark" if colour in LIGHT else "band-ink"


def _draw_sum(area: Area, y: int, foods: Sequence[Food], needed: int) -> None:
    """Draw all food side by side, and a hollow pip for each unit that is missing."""
    total = sum(food.amount for food in foods)
    x = 0
    width = 2 if 2 * max(total, needed) <= area.width else 1
    for food in foods:
        x = _draw_pips(area, x, y, food, width)
    area.text(x, y, ("○ "[:width] * max(needed - total, 0), "strong bad"))


def _verdict(fate: Fate, food: int, needed: int, *, is_active: bool) -> Run:
    """Return a species' result in words, or the result that its current food would have."""
    if fate.fed:
        words, style = BALANCE[fate.fed.change]
        return (tr("{number} food: {result}", number=food, result=tr(words)), style)
    if not is_active:
        return (tr("{food} of {needed} so far", food=food, needed=needed), "dim")
    words, style = BALANCE[1 if food > needed else -1 if food < needed else 0]
    share = tr("{food} of {needed}", food=food, needed=needed)
    return (f"{share}: {tr(words)}", style)


# --- the ledger

_NEEDS_COLUMN: Final = 20
"""Column of a line where the food that a species needs begins."""
_FOOD_COLUMN: Final = 27
"""Column of a line where the sources of food begin."""


def draw_ledger(area: Area, scene: Scene) -> None:
    """Draw a survival in lines, lowest species first: the food sources, and the result; then the
    results of Metamorphosis."""
    view = scene.view
    events = survival_events(scene)
    fates = fates_of(events)
    head, *lines = area.rows(*[1] * area.height)
    head = head.on("strip")
    head.text(1, 0, (tr("survival"), "strong"))
    head.text(_NEEDS_COLUMN, 0, (tr_in("column", "needs"), "dim"))
    head.text(_FOOD_COLUMN, 0, (tr("food"), "dim"))
    for line, (being, fate) in zip(lines, fates.items(), strict=False):
        name = being_name(scene, being)
        line.text(1, 0, being_mark(view, being), " ", name)
        if being >= len(view.hands):
            x = line.text(_FOOD_COLUMN, 0, (f"{tr('eats')} ", "dim"))
            line.text(x, 0, *(being_mark(view, being) for being in fate.eaten))
            continue
        if fate.fed is None:
            continue
        words, style = BALANCE[fate.fed.change]
        bitten = fate.bitten
        cost: list[Styled] = []
        if bitten:
            less = " −1" if bitten.change else ""
            cost = [(f" ✗{bitten.bites}{less}", "strong bad" if bitten.change else "dim")]
        start = line.right(0, (tr(words), style), *cost, margin=1)
        line.at(_NEEDS_COLUMN, 0, 5, 1).right(0, (str(fate.fed.needed), "strong"), margin=1)
        _draw_sources(
            line.at(_FOOD_COLUMN, 0, start - _FOOD_COLUMN - 1, 1),
            view,
            foods_of(scene, being, fate),
            fate,
        )
    for line, words in zip(lines[len(fates) :], drawn_words(scene, events), strict=False):
        line.text(1, 0, (first_clauses(words, line.width - 1), "dim"))


def _draw_sources(area: Area, view: DarwinningState, foods: Sequence[Food], fate: Fate) -> None:
    """Draw a species' food as a sum of its sources, in the longest form that fits. Meals are the
    marks of the beings eaten."""
    pieces: list[Styled] = []
    for letters in SOURCE_LETTERS:
        pieces = []
        # The meals are in the order of the fate.
        eaten = iter(fate.eaten)
        for food in foods:
            if food.is_meal:
                pieces += [("+", "dim"), being_mark(view, next(eaten)), (f"{food.amount} ", "ink")]
            else:
                name = food.named(letters)
                plus = "+" if food.is_shared else ""
                if food.environment is not None:
                    name = environment_name(food.environment, letters)
                pieces += [(f"{plus}{name} ", "dim"), (f"{food.amount} ", "ink")]
        pieces += [("= ", "dim"), (str(sum(food.amount for food in foods)), "strong")]
        if sum(len(piece[0]) for piece in pieces) <= area.width:
            break
    area.text(0, 0, *pieces)


def ledger_rows(scene: Scene) -> int:
    """Return the rows of the ledger with its heading."""
    events = survival_events(scene)
    return 1 + len(fates_of(events)) + len(drawn_words(scene, events))
