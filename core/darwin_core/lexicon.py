"""The words of one reader: the language in which texts are composed, and the names of the seats.

A lexicon is passed to every function that composes a text; nothing about language is kept by the
process, so readers of different languages are served side by side.
"""

from typing import Literal

import msgspec

Language = Literal["en", "de"]
"""German names cards where a game has German names; all other texts are English so far."""


class Lexicon(msgspec.Struct, frozen=True):
    """The words that texts for one reader are composed with."""

    names: tuple[str, ...] = ()
    """The names of the seats; empty where a text names no seat."""
    language: Language = "en"
