"""Sixteen colours: a colour keeps its hue, where the nearest one would often be a grey."""

import colorsys
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem
from rich.style import Style

SATURATION_MIN: Final = 0.25
CHROMA_MIN: Final = 0.17
"""The least saturation of a colour that keeps its hue, and the least part of it that is no grey."""
VALUE_MIN: Final = 0.27
"""The least value of a ground or pixel that keeps its hue: the dark colours of all hues but blue
are far brighter, and eyes would vanish in a face of the same hue."""
BRIGHT: Final = 8
BLACK: Final = 0
BLUE: Final = 4
WHITE: Final = 15
HUES_DEGREES: Final = ((20, 1), (68, 3), (155, 2), (195, 6), (262, 4), (335, 5), (360, 1))
"""The end of each hue, in degrees, and its dark colour: red, yellow, green, cyan, blue, magenta."""
BRIGHT_INK_LUMINANCE: Final = {1: 0.06, 2: 0.25, 3: 0.42, 4: 0.08, 5: 0.1, 6: 0.25}
"""Luminance from which a text has the bright colour of its hue: on dark grounds the dark red, blue
and magenta cannot be read."""
BRIGHT_GROUND_LUMINANCE: Final = 0.3
CONTRAST_MIN: Final = 3.0
BLOCKS: Final = frozenset(" ▀▄█▌▐▟▙▜▛▗▖▝▘")
"""Characters that are parts of pictures."""
_LEVELS: Final = (
    *((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)),
    *((0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)),
    *((85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)),
    *((85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)),
)
"""The colours as the console of Linux has them; others are near."""


@lru_cache(maxsize=4096)
def in_sixteen(style: Style, *, is_picture: bool) -> Style:
    """Return a style with colours of sixteen.

    Args:
        style: any.
        is_picture: both colours are pixels of a picture. A text has an ink that can be read.
    """
    ink, ground = style.color, style.bgcolor
    if ground:
        ground = _reduced(ground, is_ink=False)
    if ink:
        ink = _reduced(ink, is_ink=not is_picture)
        if ground and not is_picture and contrast(ink, ground) < CONTRAST_MIN:
            shades = map(Color.from_ansi, (BLACK, WHITE))
            ink = max(shades, key=lambda each: contrast(each, ground))
    return style + Style.from_color(ink, ground)


def _reduced(colour: Color, *, is_ink: bool) -> Color:
    """Return a colour as one of sixteen; those below them are the terminal's own."""
    if (colour.number is not None and colour.number < 2 * BRIGHT) or colour.is_default:
        return colour
    levels = colour.get_truecolor()
    hue, saturation, value = colorsys.rgb_to_hsv(*(level / 255 for level in levels))
    if saturation < SATURATION_MIN or saturation * value < CHROMA_MIN:
        return colour.downgrade(ColorSystem.STANDARD)
    number = next(dark for end, dark in HUES_DEGREES if hue * 360 <= end)
    if value < VALUE_MIN and number != BLUE and not is_ink:
        return Color.from_ansi(BLACK)
    least = BRIGHT_INK_LUMINANCE[number] if is_ink else BRIGHT_GROUND_LUMINANCE
    return Color.from_ansi(number + BRIGHT * (_luminance(levels) >= least))


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two of the sixteen colours, as WCAG has it."""
    low, high = sorted(_luminance(_LEVELS[each.number or 0]) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def _luminance(levels: Iterable[int]) -> float:
    red, green, blue = (float((level / 255) ** 2.2) for level in levels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
