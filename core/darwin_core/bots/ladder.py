"""The measured strength of the levels: how each does against Normal.

The figures lie beside a game as ``ladder.jsonl``, a line for each measurement, as the command
``simulate GAME --ladder --json`` prints it. Of two lines on the same pair the later one counts.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from darwin_core.contract.tables import read_text
from darwin_core.text.language import tr

AGAINST: Final = "normal"
"""The level that all others are measured by."""
OPEN_CARDS: Final = "open "
"""Before the name of a level: a bot that is given the whole state, with all hands and the deck. It
shows how much luck leaves to win; there is no such level where people play."""


class Rung(msgspec.Struct, frozen=True, omit_defaults=True):
    """The figures of one seat of a level against another level at all others."""

    level: str
    seats: int
    games: int
    """They come in rounds of equal deals, in each of which the level has each seat once."""
    win_rate: float
    """A shared win counts in equal parts."""
    low: float
    """The 95 % interval."""
    high: float
    ahead: float
    """The points ahead of the mean of the others."""
    ahead_low: float
    ahead_high: float
    date: str
    command: str
    against: str = AGAINST
    """The level at all other seats."""

    @property
    def fair(self) -> float:
        """The share of wins of an equal."""
        return 1 / self.seats


@cache
def of(package: str) -> Mapping[tuple[str, int], Rung]:
    """Return the last measurements against Normal of the game in a package, by level and seats;
    without those of levels that saw all cards."""
    try:
        text = read_text(package, "ladder.jsonl")
    except FileNotFoundError:
        return {}
    rungs = msgspec.json.Decoder(Rung).decode_lines(text)
    played = (
        rung for rung in rungs if rung.against == AGAINST and not rung.level.startswith(OPEN_CARDS)
    )
    return {(rung.level, rung.seats): rung for rung in played}


def strength(rung: Rung) -> str:
    """Return a measurement in a few words: ``beats Normal 71 % ± 4``, ``wins 40 % ± 5 (25 is
    fair)``."""
    share = f"{100 * rung.win_rate:.0f} % ± {50 * (rung.high - rung.low):.0f}"
    if rung.seats == 2:
        return tr("beats Normal {share}", share=share)
    return tr("wins {share} ({fair} is fair)", share=share, fair=f"{100 * rung.fair:.0f}")
