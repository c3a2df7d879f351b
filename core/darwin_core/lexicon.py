"""The words of one reader: the language in which texts are composed, and the names of the seats.

A lexicon is passed to every function that composes a text; nothing about language is kept by the
process, so readers of different languages are served side by side.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from darwin_core.english import counted, listed

Language = Literal["en", "de"]
"""German names cards where a game has German names; all other texts are English so far."""


class Lexicon(msgspec.Struct, frozen=True):
    """The words that texts for one reader are composed with."""

    names: tuple[str, ...] = ()
    """The names of the seats; empty where a text names no seat."""
    language: Language = "en"


NAMES_MAX: Final = 2
"""The names in a sentence; players beyond these are counted."""


def waiting_for(lexicon: Lexicon, seats: Sequence[int]) -> str:
    """Return the prompt while other seats owe a decision: ``Waiting for Ada and Ben.``

    More than NAMES_MAX seats are counted, and a lexicon without names makes one ``another player``.
    """
    if len(seats) > NAMES_MAX:
        return f"Waiting for {len(seats)} players."
    if not lexicon.names:
        return "Waiting for another player."
    return f"Waiting for {listed([lexicon.names[seat] for seat in seats])}."


def won_by(lexicon: Lexicon, winners: Sequence[int], points: int) -> str:
    """Return who has won a match, without a full stop: ``Ada and Ben win with 9 points``."""
    who = listed([lexicon.names[seat] for seat in winners])
    return f"{who} {'wins' if len(winners) == 1 else 'win'} with {counted(points, 'point')}"
