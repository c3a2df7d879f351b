"""Colours by name: of the theme, of a board, and mixtures of both.

A style is a few words: attributes, the name of a colour for the ink, and after ``on`` the name of a
colour for the ground, as ``strong dim on felt``. A colour may also be ``#rrggbb``, or a mixture:
``stock~16~fox`` is the colour of a card's stock, mixed with 16 % of the fox's.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

import msgspec
from rich.color import Color
from rich.style import Style

from darwin_core.contract.tables import folder_of

ATTRIBUTES: Final = {
    "strong": Style(bold=True),
    "italic": Style(italic=True),
    "underline": Style(underline=True),
    "reverse": Style(reverse=True),
}
"""Words of a style that are not colours."""
ALIASES: Final = {
    "title": "strong cursor",
    "selected": "strong cursor",
    "dim": "ink-dim",
    "faint": "ink-faint",
}
"""Short names for other words of a style."""
COLUMNS: Final = ("lamp", "paper", "ink")
"""The themes for which a board names its colours, in this order."""
REVERSED: Final = "reverse"
"""Marks a ground shown by reverse video in terminals without colours."""
SHARED_REVERSED: Final = frozenset(
    ("cursor", "tag", "keycap", *(f"seat-{seat}" for seat in range(12)))
)
"""Grounds of the theme shown by reverse video in terminals without colours."""
GRADES: Final = 100
"""Steps of a mixture of two colours, written as ``one~share~other``."""


class PaletteError(ValueError):
    """Raised for a faulty table of colours, with a sentence."""


@cache
def colours_of(package: str) -> dict[str, tuple[str, ...]]:
    """Read a board's colours from ``colours.toml`` in its package; empty without such a file.

    Returns:
        For each name the colours under lamp, paper and ink, then perhaps REVERSED.

    Raises:
        PaletteError: for a malformed row.
    """
    path = folder_of(package) / "colours.toml"
    if not path.exists():
        return {}
    # tomllib is slow to import, and the first screen needs only the theme's colours.
    import tomllib

    try:
        rows = msgspec.convert(tomllib.loads(path.read_text()), dict[str, tuple[str, ...]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise PaletteError(f"{path}: {error}.") from None
    for row, values in rows.items():
        if len(values) < len(COLUMNS) or values[len(COLUMNS) :] not in ((), (REVERSED,)):
            raise PaletteError(f"{path}: {row} needs a colour for each of {COLUMNS}.")
    return rows


class Palette:
    """The colours of one theme, for one board, on a terminal with or without colours."""

    def __init__(
        self, theme: Mapping[str, str], column: int, board: str = "", *, has_colours: bool = True
    ) -> None:
        """Prepare a palette.

        Args:
            theme: the theme's colours by name.
            column: column of COLUMNS nearest to the theme.
            board: package of the board whose colours are added; empty for none.
            has_colours: the terminal shows colours.
        """
        rows = colours_of(board) if board else {}
        self.has_colours = has_colours
        self._colours = dict(theme) | {name: row[column] for name, row in rows.items()}
        self._reversed = SHARED_REVERSED | {
            name for name, row in rows.items() if row[-1] == REVERSED
        }
        self._styles: dict[str, Style | None] = {}

    def colour(self, name: str) -> Color | None:
        """Return a colour by name; None if there is none."""
        first, *rest = name.split("~")
        value = self._value(first)
        if value is None:
            return None
        for share, other in zip(rest[::2], rest[1::2], strict=True):
            other_value = self._value(other)
            if other_value is None:
                return None
            value = _mixed(value, other_value, int(share))
        return Color.parse(value)

    def _value(self, name: str) -> str | None:
        """Return a colour as ``#rrggbb``; None if there is none. An alias ends in its colour."""
        return (
            name if name.startswith("#") else self._colours.get(ALIASES.get(name, name).split()[-1])
        )

    def is_reversed(self, ground: str) -> bool:
        """Return whether a ground is shown by reverse video in terminals without colours."""
        return ground.partition("~")[0] in self._reversed

    def style(self, name: str) -> Style | None:
        """Return a style by its words; None if one of them is neither a colour nor an attribute."""
        if name not in self._styles:
            self._styles[name] = self._resolved(name)
        return self._styles[name]

    def _resolved(self, name: str) -> Style | None:
        words, _, ground = name.partition(" on ")
        if name.startswith("on "):
            words = ""
            ground = name.removeprefix("on ")
        style = Style.null()
        for word in " ".join(ALIASES.get(word, word) for word in words.split()).split():
            attribute = ATTRIBUTES.get(word)
            colour = None if attribute else self.colour(word)
            if attribute is None and colour is None:
                return None
            style += attribute or Style(color=colour if self.has_colours else None)
        if ground:
            colour = self.colour(ground)
            if colour is None:
                return None
            if self.has_colours:
                style += Style(bgcolor=colour)
            elif self.is_reversed(ground):
                style += ATTRIBUTES["reverse"]
        return style


@lru_cache(maxsize=4096)
def _mixed(first: str, other: str, share: int) -> str:
    """Return a mixture of two colours, with a percentage of the second one."""
    # Red, green and blue in "#rrggbb".
    pairs = ((int(first[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share / GRADES):02x}" for a, b in pairs)


_palettes: dict[tuple[object, ...], Palette] = {}


def palette_of(
    theme: str, variables: Mapping[str, str], board: str, *, is_dark: bool, has_colours: bool
) -> Palette:
    """Return the palette of a theme, shared by all apps of this process. In a theme that is none of
    COLUMNS, a board has its colours under lamp if the theme is dark, else those under paper."""
    key = (theme, board, has_colours)
    palette = _palettes.get(key)
    if palette is None:
        column = COLUMNS.index(theme) if theme in COLUMNS else 0 if is_dark else 1
        theme_colours = {name: value for name, value in variables.items() if value.startswith("#")}
        palette = _palettes[key] = Palette(theme_colours, column, board, has_colours=has_colours)
    return palette
