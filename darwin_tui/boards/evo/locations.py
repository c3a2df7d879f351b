"""Locations side by side: a landscape, the populations, and five cards of fauna and flora."""

from functools import lru_cache
from typing import Final

from darwin_core.contract.cards import Counts
from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.evo import material
from darwin_core.games.evo.acts import Forage, Foraged, Hunted
from darwin_core.games.evo.generation import has_future
from darwin_core.games.evo.material import (
    CATCH,
    NOWHERE,
    SLOTS,
    TRAITS,
    EvoState,
    active_species,
    primary,
    tokens_max,
)
from darwin_core.games.evo.texts import trait_letter, trait_name
from darwin_core.text.language import noun, tr, tr_in
from darwin_tui.boards.evo.marks import (
    card_label,
    chip,
    fate,
    is_fauna,
    price_letters,
    price_words,
    room_figure,
    sign_of,
    solid,
    species_mark,
    spent_mark,
    tokens_long,
    tokens_short,
)
from darwin_tui.boards.evo.scene import Plan, Scene, Table, goal_of, trip
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.marks import SIGNS, State, state_of
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import Picture, Pixel, pictures

# --- landscapes and creatures

ART: Final = "evo"
"""Name of the file of pictures."""
PICTURES_KEPT_MAX: Final = 256
"""Maximum number of landscapes, and of creatures, whose pictures are kept."""
FEW_ROWS: Final = {2: (3, 5), 4: (1, 3, 4, 5)}
"""The rows of pixels that are drawn if the six of a landscape do not fit, by their number. The
lowest, the ground, is always among them."""
ONCE: Final = ("field", "desert")
"""Landscapes with a sun, which is drawn only once although the picture is repeated."""


@lru_cache(maxsize=PICTURES_KEPT_MAX)
def landscape(location: int, width: int, rows: int, *, has_sky: bool = True) -> Picture:
    """Return the landscape of a location: its picture, as large as the rows allow, repeated from
    the right to the left edge, with more sky above it.

    Args:
        location: trait of the location.
        width: columns of cells.
        rows: rows of cells.
        has_sky: draw the sky; without it, as where there are no colours, the picture is a
            silhouette.
    """
    name = TRAITS[location].location
    picture = pictures(ART)[name]
    height = 2 * rows
    while height >= 2 * picture.height:
        picture = picture.doubled()
    scale = max(height // picture.height, 1)
    grid = picture.rows
    if height in FEW_ROWS:
        grid = tuple(grid[row] for row in FEW_ROWS[height])
    # The colours of a landscape are its name with a letter.
    sky, sun = f"{name}-s", f"{name}-d"
    # The last repetition is complete, so that the only sun is at the right.
    shift = -(width // scale) % picture.width
    first = width - picture.width * scale
    lines: list[tuple[Pixel, ...]] = [(sky,) * width] * max(height - len(grid) * scale, 0)
    for row in grid:
        cells = [row[(shift + x // scale) % picture.width] for x in range(width)]
        if name in ONCE:
            cells = [sky if c == sun and x < first else c for x, c in enumerate(cells)]
        lines += [tuple(cells)] * scale
    if not has_sky:
        lines = [tuple(None if pixel == sky else pixel for pixel in line) for line in lines]
    return Picture(tuple(lines))


@lru_cache(maxsize=PICTURES_KEPT_MAX)
def creature(slot: int, card: int, rows: int) -> Picture:
    """Return the picture of a fauna or flora, standing on the lowest of some rows of cells."""
    name = TRAITS[primary(card)].fauna if is_fauna(slot) else TRAITS[card].flora
    picture = pictures(ART)[f"{name}-large"]
    if picture.height > 2 * rows:
        picture = pictures(ART)[name]
    scale = max(2 * rows // picture.height, 1)
    pixels = tuple(
        tuple(pixel for pixel in line for _ in range(scale))
        for line in picture.rows
        for _ in range(scale)
    )
    clear: tuple[Pixel, ...] = (None,) * (picture.width * scale)
    return Picture((clear,) * (2 * rows - len(pixels)) + pixels)


# --- the locations

WORDS_COLUMNS: Final = 34
"""Minimum columns of a one-row card with its fate in words."""
TITLE_EDGES: Final = 7
"""Columns of a framed location's title besides its words and the badge: corners, and blanks."""


def draw_locations(area: Area, table: Table) -> None:
    """Draw all locations, with the tokens that Enter's action would place."""
    plan = table.plan
    count = len(table.view.locations)
    gap = 0 if plan.is_boxed else 1
    width = (area.width + gap) // count
    goal = goal_of(table.scene)
    for location in range(count):
        # The last location takes the columns that remain.
        is_last = location == count - 1
        columns = area.width - width * location if is_last else width - gap
        location_area = area.at(width * location, 0, columns, area.height)
        if _is_played_at(table.view, table.scene.viewer, location) or goal == location:
            location_area.mark(food_mark(location))
        draw = _boxed if plan.is_boxed else _flat
        head, *cards = _parts(location_area, plan)
        location_area.part(draw, (table,), location, head, goal == location)
        first = SLOTS * location
        tokens = tuple(table.then.tokens[first : first + SLOTS])
        for slot, card in enumerate(cards):
            card.part(_card, (table,), first + slot, tokens)


def food_mark(location: int) -> str:
    """Return the mark of a location whose fauna and flora a decision is about."""
    return f"food {location}"


def _is_played_at(view: EvoState, seat: int, location: int) -> bool:
    """Return whether a generation of a seat takes place at a location, or can begin there."""
    if view.active != NOWHERE:
        return view.active == location
    species = view.species[seat] if seat < len(view.species) else NOTHING
    return species != NOTHING and bool(view.available[species][location])


def _parts(area: Area, plan: Plan) -> list[Area]:
    """Return the areas of landscape and populations, and of each card."""
    width = area.width
    top = plan.sky + 2
    head = area.at(1, 1, width - 2, top - 1) if plan.is_boxed else area.at(0, 0, width, top)
    return [head, *(area.at(0, top + slot * plan.card, width, plan.card) for slot in range(SLOTS))]


# --- the head of a location


def _boxed(location_area: Area, table: Table, location: int, head: Area, is_goal: bool) -> None:
    """Draw a framed location; ``is_goal`` means that Enter would migrate there."""
    scene, view, plan = table.scene, table.view, table.plan
    trait = view.locations[location]
    title, lives = _elements(view, location)
    panel(location_area, is_active=view.active == location)
    location_area, head = location_area.over("panel"), head.over("panel")
    top = location_area.at(0, 0, location_area.width, 1)
    sign = sign_of(scene, title)
    badge = chip(trait, trait_name(trait))
    name = noun(TRAITS[trait].location)
    start: list[Styled] = [" "] if sign[0] == " " else [" ", sign, " "]
    room = location_area.width - TITLE_EDGES - length(start) - len(name) - len(badge[0])
    words = _title_words(scene, title, room)
    top.text(2, 0, *start, (name, "strong"), words, " ")
    top.right(0, badge, margin=3)
    _landscape(head, trait, plan.sky)
    below = head.at(0, plan.sky, head.width, 1)
    arrival = _arrival(view) if is_goal else []
    _populations(below.inside(0, 0, length(arrival) + 1, 0), scene, location, lives, tr("living"))
    below.right(0, *arrival, margin=1)
    top.enter(title)


def _flat(location_area: Area, table: Table, location: int, head: Area, is_goal: bool) -> None:
    """Draw an unframed location; ``is_goal`` means that Enter would migrate there."""
    scene, view, plan = table.scene, table.view, table.plan
    trait = view.locations[location]
    title, lives = _elements(view, location)
    location_area.on("panel")
    head = head.over("panel")
    _landscape(head, trait, plan.sky)
    band = head.at(0, plan.sky, head.width, 1, TRAITS[trait].name)
    style = solid(trait)
    name = noun(TRAITS[trait].location)
    sign = f"{sign_of(scene, title)[0]} "
    # Before the name are the sign and a blank, after the words a blank and the trait's letter.
    words = _title_words(scene, title, band.width - len(name) - 4)[0]
    x = band.text(0, 0, (sign, style), (name, style), (words, style))
    badge = trait_name(trait)
    if words:
        band.right(0, (badge if x + 1 + len(badge) <= band.width else trait_letter(trait), style))
    else:
        # At the right end, the trait would seem to belong to the key of the next location.
        band.text(
            x + 1, 0, (badge if x + 1 + len(badge) <= band.width else trait_letter(trait), style)
        )
    below = head.at(0, plan.sky + 1, head.width, 1)
    arrival = _arrival(view) if is_goal else []
    _populations(below.inside(0, 0, length(arrival), 0), scene, location, lives, "")
    below.right(0, *arrival)
    band.enter(title)


def _arrival(view: EvoState) -> list[Styled]:
    """Return the mark of the population that Enter would bring to a location."""
    return [(" +", "strong good"), spent_mark(view, view.species[view.pending[-1].seat])]


def _landscape(area: Area, trait: int, rows: int) -> None:
    """Draw a landscape in the first rows of an area."""
    picture = landscape(trait, area.width, rows, has_sky=area.look.has_colours)
    area.picture(0, 0, picture)


def _elements(view: EvoState, location: int) -> tuple[Element, Element | None]:
    """Return the elements of a location's title and of its populations; None if these are no
    element.

    A population moves from the populations of one location to the title of another.
    """
    if isinstance(view.pending[-1] if view.pending else None, material.MovePopulation):
        return ("goal", location), ("population", location)
    return ("location", location), None


def _title_words(scene: Scene, element: Element, room: int) -> Run:
    """Return the current effect of selecting a location's title; empty if it is no title's decision
    or does not fit. Migrating, which is one of many actions, has words once a card is selected."""
    state = state_of(scene, element)
    if state in (State.PLAIN, State.NOT_NOW) or not scene.view.pending:
        # Once the match is over, the cursor may still be on the title.
        return ("", "")
    chooser = scene.chooser
    effect = scene.view.pending[-1]
    if isinstance(effect, material.AwakePopulation):
        words = tr("begin here")
        short = tr_in("here", "begin")
    elif isinstance(effect, material.SettlePopulation):
        words = tr("settle here")
        short = tr_in("here", "settle")
    elif element[0] == "goal" or (chooser and any(kind == "card" for kind, _ in chooser.selected)):
        words = tr("move here")
        short = tr_in("here", "move")
    else:
        return ("", "")
    if len(words) >= room:
        words = short
    if len(words) >= room:
        return ("", "")
    return (f" {words}", "strong cursor" if state.is_focused else "selectable")


def _populations(
    area: Area, scene: Scene, location: int, element: Element | None, start: str
) -> None:
    """Write a mark for each population of a location, hollow if it is spent, and at the right the
    limit of tokens on a card, or that a population can move from here.

    Args:
        element: the element of the populations, if they are one.
        start: words before the marks; empty for none.
    """
    view = scene.view
    x = 2 if start else 1
    state = state_of(scene, element) if element else State.PLAIN
    if element:
        area.enter(element)
        area.text(0, 0, SIGNS[state])
    if element and state is not State.NOT_NOW:
        wordings = [tr("from here")]
        style = "selectable"
    else:
        number = tokens_max(view)
        style = "dim"
        wordings = [
            tr("up to {number} on a card", number=number),
            tr("max {number}", number=number),
        ]
    long = _population_marks(scene, location, " ") or [(tr("nobody"), "dim")]
    forms = [
        [(f"{start} ", "dim"), *long] if start else long,
        long,
        _population_marks(scene, location, "") or long,
        _population_figures(view, location) or long,
    ]
    # The words take precedence over gaps between populations, not over the populations.
    least = len(wordings[-1]) + 1
    pieces = next(
        (
            form
            for room in (area.width - x - least, area.width - x)
            for form in forms
            if length(form) <= room
        ),
        forms[-1],
    )
    area.text(x, 0, *pieces)
    room = area.width - x - length(pieces) - 1
    if words := next((words for words in wordings if len(words) <= room), ""):
        area.right(0, (words, style))


def _is_active(view: EvoState, location: int, species: int) -> bool:
    """Return whether a population of a species acts at a location now."""
    return view.active == location and species == active_species(view)


def _population_marks(scene: Scene, location: int, gap: str) -> list[Styled]:
    """Return the marks of all populations, with a gap between those of one species, the spent ones
    last. While a population is shown moving, it stands out where it started, then where it arrived.
    """
    view = scene.view
    pieces = list[Styled]()
    spent_pieces: list[Styled] = []
    moving = trip(scene)
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        mark, style = species_mark(view, species)
        moves = moving is not None and moving.species == species
        # The view already counts it at its goal.
        comes = moves and moving is not None and moving.goal == location
        if moving and moves and location == (moving.goal if moving.has_arrived else moving.start):
            pieces += [(mark, f"strong token-ink on seat-{view.species.find(species)}"), " "]
        if _is_active(view, location, species):
            pieces += [] if comes else [(f"▶{mark}", "strong token-ink on cursor"), " "]
            comes = False
        number = max(ready[location] - comes, 0)
        if number:
            pieces += [(gap.join(mark * number), style), " "]
        if spent[location]:
            hollow, style = spent_mark(view, species)
            spent_pieces += [(gap.join(hollow * spent[location]), style), " "]
    if spent_pieces and gap:
        nobody: list[Styled] = [] if pieces else [("– ", "dim")]
        spent_pieces = [*nobody, (f"{tr('spent')} ", "dim"), *spent_pieces]
    pieces += spent_pieces
    # Without gaps each column counts.
    return pieces if gap else pieces[:-1]


def _population_figures(view: EvoState, location: int) -> list[Styled]:
    """Return the populations of a location as one mark with a number for each species."""
    pieces: list[Styled] = []
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        mark, style = species_mark(view, species)
        if _is_active(view, location, species):
            pieces.append((f"▶{mark}", "strong token-ink on cursor"))
        if ready[location]:
            pieces.append((f"{mark}{ready[location]}", style))
        if spent[location]:
            hollow, style = spent_mark(view, species)
            pieces.append((f"{hollow}{spent[location]}", style))
    return pieces


# --- a card


def _card(card_area: Area, table: Table, place: int, tokens: tuple[Counts, ...]) -> None:
    """Draw a fauna or flora: name, price, tokens by owner, and fate.

    ``tokens``, those on the location's cards after Enter's action, only distinguish drawings. They
    are those of all its cards, as a card's victims depend on the others.
    """
    scene, view, plan = table.scene, table.view, table.plan
    is_active = place // SLOTS == view.active
    element: Element = ("slot", place % SLOTS) if is_active else ("place", place)
    state = state_of(scene, element)
    card_area.enter(element)
    # In a frame every other card has a darker ground; without one, the floras have.
    is_striped = bool(place % SLOTS % 2) if plan.is_boxed else not is_fauna(place)
    ground = "glow" if state.is_focused else "stripe" if is_striped else "panel"
    edge = 1 if plan.is_boxed else 0
    inner = card_area.inside(edge, 0, edge, 0).on(ground)
    if plan.is_boxed and state.is_focused:
        for y in range(card_area.height):
            card_area.put(0, y, [("▌", card_area.style("cursor"))])
            card_area.put(card_area.width - 1, y, [("▐", card_area.style("cursor"))])
    if view.slots[place] == NOTHING:
        inner.text(0, 0, sign_of(scene, element), (tr("nothing"), "faint"))
    elif plan.card == 1:
        _one_row(inner, table, place, element)
    elif plan.card == 2:
        _two_rows(inner, table, place, element)
    else:
        _picture_rows(inner, table, place, element)


def _use(table: Table, place: int, state: State) -> Run:
    """Return the possible use of a card, or its new tokens while these are animated."""
    scene = table.scene
    if gain := _gain(scene, place):
        return gain
    slot: Element = ("slot", place % SLOTS)
    is_open = state not in (State.PLAIN, State.NOT_NOW) and _is_open(scene, slot)
    words, is_good = _use_words(table, place) if is_open else ("", True)
    return (words, "strong cursor" if state.is_focused else "strong good" if is_good else "bad")


def _is_open(scene: Scene, element: Element) -> bool:
    """Return whether an element is selectable or selected."""
    chooser = scene.chooser
    return chooser is not None and (element in scene.selectable or element in chooser.selected)


def _use_words(table: Table, place: int) -> tuple[str, bool]:
    """Return the possible action on a card, with the tokens that stay; and False if none stays."""
    match table.view.pending[-1]:
        case material.Live(seat):
            number = _stays(table, place, table.view.species[seat])
            signed = f"{number:+d}".replace("-", "−")
            words = "hunt {number}" if is_fauna(place) else "forage {number}"
            return tr(words, number=signed), number > 0
        case material.DisplaceTokens():
            return tr("replace"), True
        case material.Gorge():
            return tr("one more"), True
        case _:
            return "", True


def _stays(table: Table, place: int, species: int) -> int:
    """Return the tokens that a hunt or forage brings a species; 0 on a card that already dies out.
    If the card dies out by it, the result is negative: the tokens that the species loses."""
    scene, view = table.scene, table.view
    before, after = view.tokens[place], table.then.tokens[place]
    gained = sum(after) - sum(before)
    if not gained:
        # Enter would do something else. In the last generation, a token takes the place of
        # offspring.
        more = not has_future(view, species)
        gained = more + (CATCH if is_fauna(place) else _most_gathered(scene, place % SLOTS))
    if sum(before) > tokens_max(view):
        return 0
    return gained if sum(before) + gained <= tokens_max(view) else -before[species]


def _most_gathered(scene: Scene, slot: int) -> int:
    """Return the number of cards gathered from a flora: the selected number, or else the
    maximum."""
    assert scene.chooser is not None
    chosen = [number for kind, number in scene.chooser.selected if kind == "amount"]
    actions = scene.chooser.actions
    possible = (
        action.amount for action in actions if isinstance(action, Forage) and action.slot == slot
    )
    return chosen[0] if chosen else max(possible)


def _gain(scene: Scene, place: int) -> Run | None:
    """Return the tokens that a card has just received, during the animation."""
    view = scene.view
    if not scene.frame or place // SLOTS != view.active:
        return None
    card = view.slots[place]
    for event in scene.moving:
        match event:
            case Hunted(seat, fauna, _, _, tokens):
                is_equal = is_fauna(place) and fauna == card
            case Foraged(seat, flora, _, _, tokens):
                is_equal = not is_fauna(place) and flora == card
            case _:
                continue
        # An equal card with fewer tokens of the species cannot have received them.
        if is_equal and view.tokens[place][view.species[seat]] >= tokens:
            return (f" +{tokens} ", f"strong token-ink on seat-{seat}")
    return None


def _name_style(state: State) -> str:
    """Return the style of a card's name: strong if the card can be chosen."""
    return "" if state in (State.PLAIN, State.NOT_NOW) else "strong"


_NAME_MIN: Final = 2
"""Columns up to which a name is unreadable, and omitted."""


def _one_row(area: Area, table: Table, place: int, element: Element) -> None:
    """Draw a card in one row: price, name, use, tokens and fate."""
    scene, view, then = table.scene, table.view, table.then
    state = state_of(scene, element)
    x = area.text(0, 0, sign_of(scene, element), *price_letters(view, place)) + 1
    tokens = tokens_short(view, then, place)
    words = fate(then, place)[0] if area.width >= WORDS_COLUMNS else room_figure(then, place)
    right: list[Styled] = [*tokens, *([" "] if tokens and words else []), *words]
    start = area.width - length(right)
    name = card_label(view, place)
    if start - x <= len(name):
        # Without the sum, which the tokens show, the name may fit.
        if tokens and words and words[-1][1] == "dim":
            right = tokens
            start = area.width - length(right)
        room = start - x - 1
        if room < len(name):
            name = f"{name[: room - 1]}." if room > _NAME_MIN else ""
    x = area.text(x, 0, (name, _name_style(state)))
    use = _use(table, place, state)
    if use[0] and x + len(use[0]) + 2 <= start:
        area.text(x + 1, 0, use)
    area.right(0, *right)


def _two_rows(area: Area, table: Table, place: int, element: Element) -> None:
    """Draw a card in two rows: price, name and use; tokens and fate."""
    scene, view = table.scene, table.view
    state = state_of(scene, element)
    x = area.text(0, 0, sign_of(scene, element), *price_letters(view, place)) + 1
    x = area.text(x, 0, (card_label(view, place), _name_style(state)))
    use = _use(table, place, state)
    if use[0] and x + len(use[0]) + 1 <= area.width:
        area.right(0, use)
    _tokens(area.inside(1, 1, 0, 0), view, table.then, place)


def _picture_rows(area: Area, table: Table, place: int, element: Element) -> None:
    """Draw a card in three rows or more, with its picture at the left."""
    scene, view = table.scene, table.view
    state = state_of(scene, element)
    picture = creature(place % SLOTS, view.slots[place], area.height)
    text = area.inside(picture.width + 1, 0, 0, 0)
    if area.look.has_pictures:
        area.picture(0, 0, picture)
    else:
        area.text(1, 0, *price_letters(view, place))
    x = text.text(0, 0, (card_label(view, place), _name_style(state)))
    sign, style = sign_of(scene, element)
    x = text.text(x + 1, 0, (sign.strip(), style))
    use = _use(table, place, state)
    if use[0] and x + 1 + len(use[0]) <= text.width:
        text.text(x + (sign != " "), 0, use)
    text.text(0, 1, *price_words(view, place, text.width))
    _tokens(text.inside(0, 2, 0, 0), view, table.then, place)


def _tokens(area: Area, view: EvoState, then: EvoState, place: int) -> None:
    """Write the tokens on a card, and its fate."""
    fates = fate(then, place)
    tokens = tokens_long(view, then, place, area.width - length(fates[0]) - 1)
    words = next((form for form in fates if length(tokens + form) < area.width), fates[-1])
    if any(then.tokens[place]) or not words:
        area.text(0, 0, *tokens)
        area.right(0, *words)
    else:
        # For a card without tokens, the victims of its loss say enough.
        area.text(0, 0, *words)
