"""What a terminal is spared: colours where none are wanted, characters that it may not have.

Both work on what is about to be written, so nothing on any screen can be forgotten.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from darwin_tui.widgets.canvas import to_ascii

_SGR: Final = re.compile(r"\x1b\[([0-9;:]*)m")
_ATTRIBUTES: Final = frozenset(map(str, (0, 1, 2, 3, 4, 7, 9, 22, 23, 24, 27, 29)))
"""Select Graphic Rendition codes that are no colours: reset, bold, dim, italic, underline,
reverse, struck through, and their ends."""

Tone = Callable[[str], str]


def tone(colour: bool, unicode: bool) -> Tone | None:
    """How to change what is written; None for not at all."""
    if colour and unicode:
        return None
    if colour:
        return ascii_only
    if unicode:
        return colourless
    return lambda text: ascii_only(colourless(text))


def colourless(text: str) -> str:
    """Terminal output without any colour; bold, dim and the like stay."""
    return _SGR.sub(lambda found: _attributes(found[1]), text)


@lru_cache(maxsize=1024)
def _attributes(codes: str) -> str:
    if not codes:
        return "\x1b[0m"
    kept, rest = [], iter(re.split("[;:]", codes))
    for code in rest:
        if code in ("38", "48", "58"):
            # 38;5;n and 38;2;r;g;b
            for _ in range(1 if next(rest, "") == "5" else 3):
                next(rest, "")
        elif code in _ATTRIBUTES:
            kept.append(code)
    return f"\x1b[{';'.join(kept)}m" if kept else ""


def ascii_only(text: str) -> str:
    """Terminal output with every character below 128, each as wide as the one it stands for."""
    if text.isascii():
        return text
    return "".join(map(_ascii, text))


@lru_cache(maxsize=4096)
def _ascii(character: str) -> str:
    if character.isascii():
        return character
    drawn = to_ascii(character)
    if drawn != "?":
        return drawn
    plain = unicodedata.normalize("NFKD", character)[0]
    return plain if plain.isascii() else "?"
