"""The measured strength of the levels: how each does against Normal and against the level below,
and what it gives away.

The figures are beside a game. ``ladder.jsonl`` has a line for each measurement, as printed by
``simulate GAME --ladder --json``; of two lines about the same pair, the later one counts.
``mistakes.toml`` is written by ``python -m darwin_core.lab.mistakes``.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from math import fsum, sqrt
from typing import Final, NamedTuple

import msgspec

from darwin_core.bots.levels import LEVELS
from darwin_core.contract.tables import read_text
from darwin_core.text.language import tr

AGAINST: Final = "normal"
"""The level against which all others are measured."""
OPEN_CARDS: Final = "open "
"""Prefix of a level's name for a bot that sees the whole state, with all hands and the deck. It
shows how much luck leaves to win; people never play such a level."""


class Rung(msgspec.Struct, frozen=True, omit_defaults=True):
    """The figures of one seat of a level against another level at all other seats."""

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


GIVEN_FILE: Final = "mistakes.toml"
"""The data of a game on what the levels give away."""


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance to win that a level gives away per decision, from 0 to 1."""

    share: float
    low: float
    """The 95 % interval."""
    high: float
    by_phase: tuple[float, ...]
    """The share in each third of a match."""
    decisions: int


class Spent(NamedTuple):
    """A decision, and what it cost."""

    time: float
    """The share of the match that lies before it, from 0 to 1."""
    cost: float
    """The chance to win that it lacks of the best action, from 0 to 1."""


PHASES: Final = 3
"""Equal parts of a match: its beginning, middle and end."""
NORMAL_95: Final = 1.96
"""The standard errors in half of a 95 % interval."""
DIGITS: Final = 6
"""Decimals of a share."""


def given_away(matches: Sequence[Sequence[Spent]]) -> Given:
    """Return the chance given away per decision in some matches.

    Args:
        matches: the decisions of each, one at least in all.
    """
    decisions = [*chain.from_iterable(matches)]
    share = fsum(each.cost for each in decisions) / len(decisions)
    # Decisions of one match go together.
    beyond = [fsum(each.cost - share for each in match) for match in matches]
    spread = len(matches) / max(len(matches) - 1, 1) * fsum(each**2 for each in beyond)
    reach = NORMAL_95 * sqrt(spread) / len(decisions)
    phases: list[list[float]] = [[] for _ in range(PHASES)]
    for each in decisions:
        phases[min(int(each.time * PHASES), PHASES - 1)].append(each.cost)
    by_phase = tuple(round(fsum(each) / len(each), DIGITS) if each else 0.0 for each in phases)
    share, low, high = (
        round(part, DIGITS) for part in (share, max(share - reach, 0.0), share + reach)
    )
    return Given(share, low, high, by_phase, len(decisions))


class _Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: dict[str, Given]
    run: dict[str, str | int]


@cache
def given_by(package: str) -> Mapping[str, Given]:
    """Return what levels give away in the game of a package, the weakest first; nothing where it
    was not measured."""
    try:
        text = read_text(package, GIVEN_FILE)
    except FileNotFoundError:
        return {}
    return msgspec.toml.decode(text, type=_Measured).level


@cache
def of(package: str) -> Mapping[tuple[str, int], Rung]:
    """Return the last measurements against Normal of the game in a package, by level and seats;
    without those of levels that saw all cards."""
    return {(rung.level, rung.seats): rung for rung in _rungs(package) if rung.against == AGAINST}


def _rungs(package: str) -> Iterator[Rung]:
    with suppress(FileNotFoundError):
        text = read_text(package, "ladder.jsonl")
        for rung in msgspec.json.Decoder(Rung).decode_lines(text):
            if not rung.level.startswith(OPEN_CARDS):
                yield rung


STEP: Final = 0.6
"""Minimum fraction of two-seat matches that a level wins against the level below; with less, the
two count as one."""


def below(level: str) -> str:
    """Return the offered level below another one; empty for the lowest, and for levels that are not
    offered."""
    names = [each.name for each in LEVELS.values() if each.is_offered]
    return names[names.index(level) - 1] if level in names[1:] else ""


def against_below(package: str, level: str) -> Rung | None:
    """Return the last two-seat measurement between a level and the level below, in either
    direction. Both had their level's time, or the same time."""
    pair = {level, below(level)}
    last = None
    for rung in _rungs(package):
        name, time = _parts(rung.level)
        other, other_time = _parts(rung.against)
        if {name, other} == pair and time == other_time and rung.seats == 2:
            last = rung
    return last


def _parts(level: str) -> tuple[str, str]:
    name, _, time = level.partition(":")
    return name, time


@cache
def is_like_below(package: str, level: str) -> bool:
    """Return whether a level is measured to be no stronger than the level below in a package's
    game."""
    rung = against_below(package, level)
    if rung is None:
        return False
    share = rung.win_rate if _parts(rung.level)[0] == level else 1 - rung.win_rate
    return share < STEP


def steps(package: str) -> tuple[str, ...]:
    """Return the offered levels of the game in a package, weakest first, without those that are
    like the level below."""
    offered = (each.name for each in LEVELS.values() if each.is_offered)
    return tuple(name for name in offered if not is_like_below(package, name))


def strength(rung: Rung) -> str:
    """Return a measurement in a few words: ``beats Normal 71 % ± 4``, ``wins 40 % ± 5 (25 is
    fair)``."""
    share = f"{100 * rung.win_rate:.0f} % ± {50 * (rung.high - rung.low):.0f}"
    if rung.seats == 2:
        return tr("beats Normal {share}", share=share)
    return tr("wins {share} ({fair} is fair)", share=share, fair=f"{100 * rung.fair:.0f}")
