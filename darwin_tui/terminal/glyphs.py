"""ASCII characters for terminals that show no others, each as wide as the one it replaces."""

import unicodedata
from functools import lru_cache
from typing import Final

_ASCII: Final = str.maketrans(
    {
        **dict(zip("─━│┃╭╮╰╯┏┓┗┛┄┆┊╌┈", "-=|#..''####.::-.", strict=True)),
        # The marks of the seats, and the open square on a token.
        "▢": "#",
        **dict(zip("●▲■◆★♁○△□◊☆♀", "o^#*%@&$;!=~", strict=True)),
        **dict(zip("▓▒░█▕▏·•◇−×→←↑↓✓✗▶»▸◀◂⏸–—‹›", "#:.#||..+-x><^v+x>}><<=--<>", strict=True)),
        # What Textual draws tables, borders and scroll bars with.
        **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys("▁▂▃▄▅▆▇▀", "#"),
        **dict.fromkeys("▊▎▉▋▌▍▐▮", "|"),
        **dict.fromkeys("▔", "-"),
        # Corners of cards and of the ring around them, and the lattice of backs.
        **dict(zip("▗▖▝▘▟▙▜▛▚≡", "..''..''%=", strict=True)),
        # Ways on a chart, targets, and slopes.
        **dict(zip("▴▾▹◃▵▿‣▼╱╲", '^v)("!]v/\\', strict=True)),
        # Homes and camps, traits, coins, notes, objectives, seals, stamps, anchors.
        **dict(zip("⌂✦¢✎◎◉▤‡", "Atcn0Sm+", strict=True)),
        **dict(zip("’‘“”„…⏎⌫°±", '\'\'"""~<<*~', strict=True)),
        # Dots of curves and maps, in braille.
        **dict.fromkeys(map(chr, range(0x2801, 0x2900)), "*"),
    }
)


def to_ascii(text: str) -> str:
    """Return the text with every character below 128; ``?`` replaces one that has no twin."""
    return text if text.isascii() else "".join(map(_twin, text))


@lru_cache(maxsize=4096)
def _twin(character: str) -> str:
    if character.isascii():
        return character
    drawn = character.translate(_ASCII)
    plain = drawn if drawn.isascii() else unicodedata.normalize("NFKD", character)[0]
    return plain if plain.isascii() else "?"
