"""Cards in three sizes, with as much on them as there is room for."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.darwinning.boards import traits_of
from darwin_core.games.darwinning.components import (
    CARDS,
    CLIMBS,
    ENVIRONMENTS,
    GROWS,
    JOKER,
    LIVES_IN,
    NUMBER,
    TABLES,
)
from darwin_core.games.darwinning.words import trait_name
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import counted
from darwin_tui.boards.darwinning.marks import (
    environment_ink,
    environment_name,
    short_suit,
    short_trait,
    suit,
    suit_name,
)
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bigtext import write_big
from darwin_tui.drawing.card import card
from darwin_tui.drawing.picture import pictures
from darwin_tui.drawing.state import State, state_of

CARD_ROWS: Final = (5, 7, 9)
"""Rows of a card in its three sizes."""
CARD_COLUMNS: Final = (7, 9, 15)
"""Columns from which a card has each size."""
BROKEN: Final = {
    "Metamorphosis": (mark("Meta-\nmorphosis"), mark("Metamor-\nphosis")),
    "Communication": (mark("Communi-\ncation"),),
    "Camouflage": (mark("Camou-\nflage"),),
    "Pheromones": (mark("Phero-\nmones"),),
    "Symbiosis": (mark("Symbi-\nosis"),),
    "Mutation": (mark("Muta-\ntion"),),
    "Flock Animal": (mark("Flock\nAnimal"),),
    "Hard Shell": (mark("Hard\nShell"),),
    "Food Storage": (mark("Food\nStorage"),),
    "Iron Stomach": (mark("Iron\nStomach"),),
    "Bigger Brains": (mark("Bigger\nBrains"),),
    "Tools": (mark("Tools\n"),),
    "Society": (mark("Society\n"),),
}
"""Names of traits in two rows, for all columns and for fewer; short ones are long in German."""


def draw_card(area: Area, scene: Scene, element: Element, number: int, copies: int = 1) -> None:
    """Draw a card in the state of an element, raised by a row if it is selected."""
    picked = scene.chooser.selected.count(element) if scene.chooser else 0
    draw_front(area, scene, number, state_of(scene, element), picked=picked, copies=copies)


def draw_front(
    area: Area, scene: Scene, number: int, state: State, *, picked: int = 0, copies: int = 1
) -> None:
    """Draw a card with as much on it as its size has room, raised by a row if it is selected."""
    size = max(at for at, rows in enumerate(CARD_ROWS) if area.height >= rows)
    rows = 3 if size == 2 else 1
    face = card(
        area,
        state,
        band=suit(number),
        band_rows=rows,
        is_framed=False,
        is_risen=bool(picked),
        has_below=size > 0,
    )
    _draw_band(face.band, number, size, copies, "✓" * picked)
    body = face.body
    if number == JOKER:
        _draw_joker(body, size, copies)
        return
    if size:
        _draw_icons(body, number, is_large=size == 2)
    else:
        climbs, grows = CLIMBS[number], GROWS[number]
        icons = f"{f'↑{climbs}' if climbs else '  '}{f'•{grows}' if grows else '  '}"
        x = body.text(0 if copies > 1 else 1, 0, (icons, "stock-ink"))
        if copies > 1:
            body.text(x, 0, (f" ×{copies}", "stock-dim"))
    _draw_environments(body, number, size)
    known = scene.viewer < len(scene.view.hands) and _is_known(scene, number)
    _draw_trait(body, number, size, is_known=known)


def _draw_band(band: Area, number: int, size: int, copies: int, ticks: str) -> None:
    """Draw the number and the suit of a card into its band, and a tick for each copy selected."""
    ink = "strong band-ink"
    figure = str(CARDS[number].number) if number != JOKER else ""
    if size == 2:
        end = write_big(band, 1, 0, figure, "band-ink") if figure else 0
        name = suit_name(number)
        word = name if len(name) <= band.width - end - 2 else short_suit(number)
        band.right(1, (word, ink), margin=int(len(word) < band.width - end - 1))
        band.right(2, (f"{f'×{copies} ' if copies > 1 else ''}{ticks}", ink), margin=1)
        return
    letter = suit(number)[:1].upper()
    word = short_suit(number) if band.width >= 11 and copies == 1 else letter
    if copies > 1 and size:
        word = f"×{copies}{letter}"
    x = band.text(1, 0, (f"{figure}{ticks}", ink))
    if x + len(word) < band.width or not ticks:
        band.right(0, (word, ink), margin=1)


def _draw_joker(body: Area, size: int, copies: int) -> None:
    """Write what a joker is below its band."""
    top, twice = min(1, size), f" ×{copies}" if copies > 1 and not size else ""
    words = f"{suit_name(JOKER)}{twice}"[: body.width]
    body.text(0 if twice else 1, top, (words, "strong stock-ink"))
    if body.width >= CARD_COLUMNS[1]:
        words = tr("zero of\nany suit" if body.width < 12 else "zero of any\nsuit")
        for y, line in enumerate(words.splitlines(), top + 1):
            body.text(1, y, (line, "stock-dim"))


def _is_known(scene: Scene, number: int) -> bool:
    """Return whether the viewer's species has the trait of a card."""
    return bool(traits_of(scene.view, scene.viewer) >> NUMBER[number] & 1)


def _draw_icons(body: Area, number: int, *, is_large: bool) -> None:
    """Draw the icons of the food chain and the population, beside a picture of the suit."""
    picture = pictures("darwinning")[suit(number)]
    if body.width >= CARD_COLUMNS[1] + 2:
        body.picture(body.width - picture.width, 0, picture)
    labels = (tr("chain"), tr("pop.")) if is_large else ("↑", "•")
    for y, (label, count) in enumerate(zip(labels, (CLIMBS[number], GROWS[number]), strict=True)):
        words = f"{label} +{count}" if count else f"{label} –"
        body.text(1, y, (words, "strong stock-ink" if count else "stock-dim"))


def _draw_environments(body: Area, number: int, size: int) -> None:
    for y, place in enumerate(sorted(LIVES_IN[number]), 2 if size else 1):
        own = body.at(0, y, body.width, 1, ENVIRONMENTS[place])
        name = environment_name(place, body.width)
        own.text(min(1, body.width - len(name)), 0, (name, environment_ink(place)))


def _draw_trait(body: Area, number: int, size: int, *, is_known: bool) -> None:
    """Draw the trait of a card, fainter if the viewer's species has it."""
    trait = NUMBER[number]
    name = trait_name(trait)
    style = "stock-dim" if is_known else "strong stock-ink"
    if size == 2:
        body.text(1, 4, (name, style))
        row = TABLES.traits[trait - 1]
        points = (
            tr("{points} pt, food +{food}", points=row.points, food=row.food)
            if row.food
            else counted(row.points, "point")
        )
        body.text(1, 5, (points, "stock-dim"))
        return
    top = 4 if size else 1 + len(LIVES_IN[number])
    # In the larger sizes the corners of the last row are cut.
    room = body.width - 1 if size else body.width
    for y, line in enumerate(_trait_lines(trait, room, body.height - top, bool(size)), top):
        body.text(min(1, room - len(line)), y, (line, style))


def _trait_lines(trait: int, room: int, rows: int, has_corners: bool) -> Sequence[str]:
    """Return the name of a trait in one row, in two, or in short."""
    name = trait_name(trait)
    whole: list[Sequence[str]] = [(name,)]
    if rows > 1:
        whole += [tr(rows).splitlines() for rows in BROKEN.get(TABLES.traits[trait - 1].name, ())]
    for lines in whole:
        rooms = [room] * (rows - 1) + [room - int(has_corners)]
        if all(len(line) <= each for line, each in zip(lines, rooms, strict=False)):
            return lines
    return (short_trait(trait, room),)
