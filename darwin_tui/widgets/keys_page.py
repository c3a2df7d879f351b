"""The page of help that lists keys, beside the games whose rules a number opens."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from textual.geometry import Size

from darwin_core.contract import registry
from darwin_core.contract.registry import BOXES
from darwin_core.text.language import mark, tr
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.widgets.boxes import PICTURE, SMALL_PICTURE, facts, largest_picture, weight

KEYS, RULES = mark("Keys"), mark("Rules")
SIDE_BY_SIDE_COLUMNS: Final = 106
"""Columns from which on the games stand beside the keys."""
GAMES_COLUMNS: Final = 52
"""Columns of the games whose rules can be opened, beside the keys."""
KEYS_COLUMNS: Final = 56
"""Columns of the keys beside games with large pictures."""
LARGE_BOX: Final = Size(44, 18)
"""A game with a large picture: its picture, and below it the facts and a few words."""
WORDS_ROWS: Final = 6
"""Rows of these, with a gap below."""
BOXES_ACROSS: Final = 3
LARGE_GAMES: Final = Size(BOXES_ACROSS * LARGE_BOX.width + KEYS_COLUMNS, 2 * LARGE_BOX.height + 4)
"""The least room for two rows of such games beside the keys."""
KEY: Final = "strong cursor on keycap"


class Listed(NamedTuple):
    """A row of the page of keys: keys, and what they do."""

    keys: tuple[tuple[str, str], ...]
    """The name of a place and the key as it is shown."""
    words: str


Enter = Callable[[str, Area], object]
"""A function that makes an area a place with a name, which the mouse can click."""


def listing(keys: Sequence[Listed], games: Sequence[Listed]) -> list[Listed | str]:
    """Return the rows of the page; headings are texts."""
    rules: list[Listed | str] = [tr(RULES), *games, ""] if games else []
    return [*rules, tr(KEYS), *keys]


def draw_keys(
    area: Area, enter: Enter, keys: Sequence[Listed], games: Sequence[Listed], top: int
) -> None:
    """Draw the page.

    Args:
        area: its area.
        enter: makes an area a place.
        keys: of the screen below.
        games: whose rules can be opened.
        top: the first row of the listing that is shown, where it is too long.
    """
    rows = listing(keys, games)
    if not games or area.width < SIDE_BY_SIDE_COLUMNS or len(rows) > area.height:
        draw_listing(area, enter, rows[top:])
        return
    is_large = area.width >= LARGE_GAMES.width and area.height >= LARGE_GAMES.height
    columns = (Grow(), KEYS_COLUMNS) if is_large else (GAMES_COLUMNS, Grow())
    left, right = area.columns(*columns, gap=1)
    draw_games = _draw_large_games if is_large else _draw_games
    draw_games(panel(left, RULES, tr("a number opens them")), enter, games)
    draw_listing(panel(right, KEYS), enter, keys)


def _draw_large_games(area: Area, enter: Enter, games: Sequence[Listed]) -> None:
    """Draw the games with large pictures, side by side in rows."""
    down = -(-len(games) // BOXES_ACROSS)
    rows = area.inside(1, 1, 0).rows(*[Grow(LARGE_BOX.height, LARGE_BOX.height + 4)] * down)
    places = [place for row in rows for place in row.columns(*[Grow()] * BOXES_ACROSS, gap=1)]
    for own, game, slug in zip(places, games, registry.slugs(), strict=False):
        ((place, key),) = game.keys
        enter(place, own)
        y = 0
        picture = largest_picture(slug, Size(own.width, LARGE_BOX.height - WORDS_ROWS))
        if picture and own.look.has_pictures:
            own.picture(0, 0, picture)
            y = picture.height // 2
        x = own.text(0, y, (key, KEY)) + 1
        own.text(x, y, (game.words, "strong"))
        if slug in BOXES:
            own.text(x, y + 1, *facts(slug), "  ", *weight(slug))
            own.inside(x, y + 2, 1, 0).paragraph(0, tr(BOXES[slug].words), "dim")


def _draw_games(area: Area, enter: Enter, games: Sequence[Listed]) -> None:
    """Draw the games with the numbers that open their rules, and their boxes."""
    pitch = area.height // len(games)
    is_large = pitch > PICTURE[1]
    columns, _ = PICTURE if is_large else SMALL_PICTURE
    for row, (game, slug) in enumerate(zip(games, registry.slugs(), strict=False)):
        own = area.at(0, row * pitch, area.width, pitch)
        ((place, key),) = game.keys
        enter(place, own)
        own.text(0, 0, (key, KEY))
        words = own.inside(columns + 4, 0, 0, 0)
        words.text(0, 0, (game.words, "strong"))
        if slug not in BOXES:
            continue
        own.picture(2, 0, pictures("shelf")[slug if is_large else f"{slug}-small"])
        words.text(0, 1, *facts(slug))
        if is_large:
            words.text(0, 2, *weight(slug))
            words.paragraph(4, tr(BOXES[slug].words), "dim")


def draw_listing(area: Area, enter: Enter, rows: Sequence[Listed | str]) -> None:
    """Draw rows of keys and headings, as many as there is room for."""
    wide = max((_key_columns(row) for row in rows if isinstance(row, Listed)), default=0)
    for y, row in enumerate(rows[: area.height]):
        if isinstance(row, str):
            area.text(0, y, (row, "title"))
            continue
        x = 0
        for place, key in row.keys:
            enter(place, area.at(x, y, len(key), 1))
            x = area.text(x, y, (key, KEY)) + 1
        area.text(wide + 2, y, row.words)


def _key_columns(row: Listed) -> int:
    return sum(len(key) + 1 for _, key in row.keys) - 1
