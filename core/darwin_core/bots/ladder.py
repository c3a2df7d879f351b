"""The measured strength of the levels: their results against Normal and against the level below,
and the chance to win that their decisions give away.

Each game's package has two data files. ``ladder.jsonl`` has a line for each measurement, as printed
by ``simulate GAME --ladder --json``; of two lines on the same pair of levels, the later one counts.
``mistakes.toml`` is written by ``python -m darwin_core.lab.mistakes``.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from math import fsum, isclose, sqrt
from typing import Final, NamedTuple

import msgspec

from darwin_core.bots.levels import LEVELS
from darwin_core.contract.tables import read_text
from darwin_core.text.language import tr

AGAINST: Final = "normal"
"""The level against which all others are measured."""
RUNGS_FILE: Final = "ladder.jsonl"
"""The data file of measurements between levels."""
OPEN_CARDS: Final = "open "
"""Prefix of a level's name for a bot that sees the whole state, with all hands and the deck. It
shows how much luck leaves to win; people never play such a level."""


class Rung(msgspec.Struct, frozen=True, omit_defaults=True):
    """A measurement: the results of one seat of a level against another level at all other
    seats."""

    level: str
    seats: int
    games: int
    """Number of matches, in groups. The matches of a group have the same deal, and the level takes
    each seat in one of them."""
    win_rate: float
    """Share of matches won, from 0 to 1; winners share a win in equal parts."""
    low: float
    """Lower end of the 95 % interval of the win rate."""
    high: float
    """Upper end of the 95 % interval of the win rate."""
    ahead: float
    """Mean lead over the mean of the other seats, in points."""
    ahead_low: float
    """Lower end of the 95 % interval of the lead."""
    ahead_high: float
    """Upper end of the 95 % interval of the lead."""
    date: str
    command: str
    """The command that made the measurement."""
    against: str = AGAINST
    """The level at all other seats."""

    @property
    def fair(self) -> float:
        """The win rate of a seat that is as strong as the others."""
        return 1 / self.seats


GIVEN_FILE: Final = "mistakes.toml"
"""The data file on the chance to win that levels give away."""


class GivenAway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance to win that a level gives away per decision, from 0 to 1."""

    share: float
    """The mean of all decisions."""
    low: float
    """Lower end of the 95 % interval."""
    high: float
    """Upper end of the 95 % interval."""
    by_phase: tuple[float, ...]
    """The mean of the decisions in each third of a match."""
    decisions: int
    """Number of decisions."""


class DecisionCost(NamedTuple):
    """The cost of a decision, and its time in the match."""

    time: float
    """The share of the match before the decision, from 0 to 1."""
    cost: float
    """The chance to win that the decision gives away against the best action, from 0 to 1."""


PHASES: Final = 3
"""Number of parts of a match, equal in actions: beginning, middle and end."""
NORMAL_95: Final = 1.96
"""Half the width of a 95 % interval of a normal distribution, in standard errors."""
DIGITS: Final = 6
"""Number of decimals in a stored share."""


def given_away(matches: Sequence[Sequence[DecisionCost]]) -> GivenAway:
    """Return the chance to win that is given away per decision.

    Args:
        matches: the decisions of each match; at least one decision in total.
    """
    decisions = [*chain.from_iterable(matches)]
    share = fsum(decision.cost for decision in decisions) / len(decisions)
    # Decisions of one match are correlated, so the standard error is computed from whole matches.
    beyond = [fsum(decision.cost - share for decision in match) for match in matches]
    spread = len(matches) / max(len(matches) - 1, 1) * fsum(excess**2 for excess in beyond)
    reach = NORMAL_95 * sqrt(spread) / len(decisions)
    phases: list[list[float]] = [[] for _ in range(PHASES)]
    for decision in decisions:
        phases[min(int(decision.time * PHASES), PHASES - 1)].append(decision.cost)
    by_phase = tuple(round(fsum(costs) / len(costs), DIGITS) if costs else 0.0 for costs in phases)
    share, low, high = (
        round(part, DIGITS) for part in (share, max(share - reach, 0.0), share + reach)
    )
    return GivenAway(share, low, high, by_phase, len(decisions))


class _Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: dict[str, GivenAway]
    run: dict[str, str | int]


@cache
def given_by(package: str) -> Mapping[str, GivenAway]:
    """Return the chance to win that levels give away in a package's game, by level, weakest first.
    The mapping is empty if it was not measured."""
    try:
        text = read_text(package, GIVEN_FILE)
    except FileNotFoundError:
        return {}
    return msgspec.toml.decode(text, type=_Measured).level


@cache
def against_normal(package: str) -> Mapping[tuple[str, int], Rung]:
    """Return the last measurement of each level against Normal in a package's game, by level and
    number of seats. Levels that saw all cards are left out."""
    return {(rung.level, rung.seats): rung for rung in _rungs(package) if rung.against == AGAINST}


def _rungs(package: str) -> Iterator[Rung]:
    """Yield the measurements of a package's game in their file's order; none if it was not
    measured. Levels that saw all cards are left out."""
    with suppress(FileNotFoundError):
        text = read_text(package, RUNGS_FILE)
        for rung in msgspec.json.Decoder(Rung).decode_lines(text):
            if not rung.level.startswith(OPEN_CARDS):
                yield rung


STRONGER_WIN_RATE_MIN: Final = 0.6
"""Minimum win rate of a level in two-seat matches against the level below. Below this rate, both
levels count as equally strong."""


def level_below(level: str) -> str:
    """Return the name of the offered level below another one. It is empty for the lowest level, and
    for levels that are not offered."""
    names = [level.name for level in LEVELS.values() if level.is_offered]
    return names[names.index(level) - 1] if level in names[1:] else ""


def against_below(package: str, level: str) -> Rung | None:
    """Return the last two-seat measurement between a level and the level below, whichever of them
    is the measured one. Only measurements count in which the times of both levels are in the
    proportion of their default times, or equal."""
    below = level_below(level)
    last = None
    for rung in _rungs(package):
        seconds = dict(map(_name_and_seconds, (rung.level, rung.against)))
        if {*seconds} == {level, below} and rung.seats == 2:
            proportion = seconds[level] * LEVELS[below].seconds
            is_as_offered = isclose(proportion, seconds[below] * LEVELS[level].seconds)
            if is_as_offered or seconds[level] == seconds[below]:
                last = rung
    return last


def _name_and_seconds(level: str) -> tuple[str, float]:
    """Return the name and the time of a level such as ``hard`` or ``master:0.4s``."""
    name, _, time = level.partition(":")
    return name, float(time.removesuffix("s")) if time else LEVELS[name].seconds


@cache
def is_like_below(package: str, level: str) -> bool:
    """Return whether a level is measured to be no stronger than the level below in a package's
    game."""
    rung = against_below(package, level)
    if rung is None:
        return False
    share = rung.win_rate if rung.level.startswith(level) else 1 - rung.win_rate
    return share < STRONGER_WIN_RATE_MIN


def steps(package: str) -> tuple[str, ...]:
    """Return the offered levels of a package's game, weakest first. Levels that are no stronger
    than the level below are left out."""
    offered = (level.name for level in LEVELS.values() if level.is_offered)
    return tuple(name for name in offered if not is_like_below(package, name))


def strength(rung: Rung) -> str:
    """Return a measurement in a few words, such as ``beats Normal 71 % ± 4`` or ``wins 40 % ± 5 (25
    is fair)``."""
    # Half the width of the interval, in percent.
    share = f"{100 * rung.win_rate:.0f} % ± {50 * (rung.high - rung.low):.0f}"
    if rung.seats == 2:
        return tr("beats Normal {share}", share=share)
    return tr("wins {share} ({fair} is fair)", share=share, fair=f"{100 * rung.fair:.0f}")
