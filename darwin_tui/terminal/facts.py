"""Facts about one terminal: the colours and characters that it can show.

Nothing here reads the environment of this process: a server has a terminal for each session, each
with its own environment.
"""

from collections.abc import Mapping
from typing import Final, Literal, Self

import msgspec

from darwin_core.text.language import Language

Colour = Literal["none", "16", "256", "truecolor"]
"""The number of colours that a terminal can show."""

_TRUECOLOR_TERMS: Final = frozenset(
    ("alacritty", "contour", "direct", "foot", "ghostty", "kitty", "wezterm")
)
"""Suffixes of terminal names, in TERM, that all show 24-bit colours."""
_ERASING_TERMS: Final = _TRUECOLOR_TERMS | {"linux", "rxvt", "st", "tmux", "xterm"}
"""Prefixes of the names of terminals that fill erased cells with the current background. Terminals
with 24-bit colours do so, too; here their names stand alone or first."""
_COLOURLESS_TERMS: Final = frozenset(("dumb", "unknown", "mono", "vt100", "vt102", "vt220"))
"""Names of terminals without colours, or suffixes of them."""
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_CTYPE", "LANG")
"""Variables that name the locale of characters; the first one set decides."""
_LANGUAGE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that name the locale of messages; the first one set decides."""


class TerminalFacts(msgspec.Struct, frozen=True):
    """The abilities of one terminal, its owner's wish for colours, and the language of its
    locale."""

    colour: Colour = "truecolor"
    no_color: bool = False
    """NO_COLOR is set (no-color.org)."""
    has_unicode: bool = True
    """The terminal's locale and encoding are UTF-8."""
    is_ascii_only: bool = False
    """The encoding holds only ASCII characters, so that a wish for Unicode has no effect."""
    fills_erased_cells: bool = True
    """The terminal fills erased cells with the current background."""
    language: Language = "en"
    """The language of the terminal's locale; English if the program lacks that language."""

    @classmethod
    def detect(cls, environ: Mapping[str, str], encoding: str | None) -> Self:
        """Detect what a terminal can show.

        Args:
            environ: the terminal's environment.
            encoding: encoding of the terminal's output; None if unknown.
        """
        output = _normalised(encoding)
        return cls(
            colour=_colours_of(environ),
            no_color=bool(environ.get("NO_COLOR")),
            has_unicode=output == "utf8" and _locale_encoding(environ) in ("", "utf8"),
            is_ascii_only=output == "ascii",
            fills_erased_cells=_terminal_name(environ).partition("-")[0] in _ERASING_TERMS,
            language=locale_language(environ),
        )

    def limited(self, *, colour: bool = True, glyphs: str = "auto") -> Self:
        """Return the facts as limited by the player's settings.

        Args:
            colour: False for no colours.
            glyphs: ``unicode``, ``ascii``, or ``auto`` for what was detected.
        """
        has_unicode = self.has_unicode if glyphs == "auto" else glyphs == "unicode"
        return msgspec.structs.replace(
            self,
            colour=self.colour if colour and not self.no_color else "none",
            has_unicode=has_unicode and not self.is_ascii_only,
        )


def locale_language(environ: Mapping[str, str]) -> Language:
    """Return the language of the locale that an environment names; English if the program lacks
    it."""
    name = next(filter(None, map(environ.get, _LANGUAGE_VARIABLES)), "")
    return "de" if name.startswith("de") else "en"


def _colours_of(environ: Mapping[str, str]) -> Colour:
    """Return the colours of the terminal that an environment names."""
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "truecolor"
    name = _terminal_name(environ)
    kind = name.rpartition("-")[2]
    if name in _COLOURLESS_TERMS or kind in _COLOURLESS_TERMS:
        return "none"
    # Windows Terminal announces itself in a separate variable.
    if kind in _TRUECOLOR_TERMS or environ.get("WT_SESSION"):
        return "truecolor"
    return "256" if kind == "256color" else "16"


def _terminal_name(environ: Mapping[str, str]) -> str:
    """Return the terminal's name in lower case; empty if it has none."""
    return environ.get("TERM", "").strip().lower()


def _locale_encoding(environ: Mapping[str, str]) -> str:
    """Return the encoding of the locale; empty if no locale is named."""
    name = next(filter(None, map(environ.get, _LOCALE_VARIABLES)), None)
    if name is None:
        return ""
    # On macOS, the value may be only an encoding.
    return _normalised(name.partition("@")[0].rpartition(".")[2])


def _normalised(encoding: str | None) -> str:
    """Return the name of an encoding without its variants: ``ascii`` and ``utf8``."""
    name = (encoding or "").lower().replace("-", "").replace("_", "")
    return "ascii" if name in ("usascii", "ansix3.41968", "646") else name


def facts_of(app: object) -> TerminalFacts:
    """Return the facts of an app's terminal; for an app without a painter, as in tests, those of a
    terminal that can show everything."""
    painter = getattr(app, "painter", None)
    return painter.facts if painter is not None else TerminalFacts()
