"""Duels: a bot plays the deals of a finished match again, and the scores are compared line by line.

A match played again is a rerun. Each rerun has the bot at one seat.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from darwin_core.bots.rollouts import lead_over_others
from darwin_core.contract.game import AnyGame, Outcome, State
from darwin_core.match import AnyMatch
from darwin_core.text.wording import counted, listed
from darwin_tui.library import saves
from darwin_tui.seating import DEFAULT_LEVEL, level_of, level_title
from darwin_tui.strength.figures import aligned, mean, with_minus
from darwin_tui.strength.simulate import play_out
from darwin_tui.strength.workers import Workers

TOTAL: Final = "total"
PLACE: Final = "place"
AHEAD: Final = "ahead of the others"
"""Labels of the lines that are not in a game's score: the sum of points, the rank, and the points
ahead of the mean of the other seats."""
_DECIMALS: Final = 4
"""Decimal places of the points in a duel; the printed table has one."""


class Line(msgspec.Struct, frozen=True):
    """A score line of one seat: its points in the match and in the reruns."""

    label: str
    scored: float
    """Points in the match."""
    again: float
    """Mean points of the reruns."""
    low: float
    """Lower end of the mean's 95 % interval; the mean itself after a single rerun."""
    high: float
    """Upper end of the interval."""


class Rerun(msgspec.Struct, frozen=True):
    """The reruns with the bot at one seat, compared with that seat in the match."""

    seat: int
    """Counted from 1."""
    name: str
    """The seat's player in the match."""
    lines: tuple[Line, ...]
    """The score lines, the total, the rank, and the points ahead of the mean of the others."""


class Duel(msgspec.Struct, frozen=True):
    """A bot compared with the players of a match on the same deals."""

    game: str
    title: str
    by: str
    """Level of the bot."""
    games: int
    """Number of reruns for each seat."""
    replaced: tuple[str, ...]
    """People replaced by Normal bots."""
    seats: tuple[Rerun, ...]


def duel(path: Path, match: AnyMatch, seats: Sequence[int], by: str, games: int, jobs: int) -> Duel:
    """Play a match again with the same deals and options, with a bot at some seats in turn.

    The bots at the other seats keep their levels; Normal bots replace people.

    Args:
        path: the file of the match, which each process reads for itself.
        match: the finished match.
        seats: seats that the bot takes in turn.
        by: level of the bot.
        games: number of reruns per seat; they differ in the bots' own randomness.
        jobs: number of processes that share the work; it does not change the result.

    Raises:
        ValueError: if the match is not over.
    """
    outcome = match.game.outcome(match.state)
    if outcome is None:
        raise ValueError("Only a match that was played to its end can be compared.")
    outcome = outcome.with_last(tuple(match.resigned))
    players = match.header.players
    play = partial(_play_numbered, path, tuple(seats), by, games)
    # One rerun may take minutes, so each goes to a process alone.
    outcomes = list(Workers(jobs).played(play, range(len(seats) * games), 1))
    people = [player.name for player in players if not level_of(player)]
    # With several seats, Normal bots replace even the seats' players in the others' reruns.
    if len(seats) == 1:
        people = [name for name in people if name != players[seats[0]].name]
    return Duel(
        game=match.game.slug,
        title=match.game.title,
        by=by,
        games=games,
        replaced=tuple(people),
        seats=tuple(
            _compared(seat, players[seat].name, outcome, outcomes[n * games : (n + 1) * games])
            for n, seat in enumerate(seats)
        ),
    )


def _play_numbered(
    path: Path, seats: Sequence[int], by: str, games: int, numbers: Sequence[int]
) -> list[Outcome]:
    """Play the reruns with some numbers: the reruns of the first seat have the first numbers, then
    those of the second, and so on."""
    match = saves.read(path).match
    outcomes = []
    for number in numbers:
        at, rerun = divmod(number, games)
        bots = [level_of(player) or DEFAULT_LEVEL for player in match.header.players]
        seed = f"{match.header.id}:{rerun}"
        outcomes.append(play_again(match.game, match.state_at(0), bots, seats[at], by, seed))
    return outcomes


def play_again(
    game: AnyGame, start: State, bots: Sequence[str], seat: int, by: str, seed: str
) -> Outcome:
    """Play the deals of a match again with a bot at one seat.

    Args:
        start: the state in which the match began.
        bots: levels of all seats; the one of ``seat`` is ignored.
        by: level of the bot at that seat.
        seed: seed of the bots' own randomness.
    """
    levels = [by if at == seat else level for at, level in enumerate(bots)]
    return play_out(game, game.clone(start), levels, seed)


def _compared(seat: int, name: str, outcome: Outcome, again: Sequence[Outcome]) -> Rerun:
    """Compare the reruns of one seat with the outcome of the match."""
    scored = _points_by_label(outcome, seat)
    reruns = [_points_by_label(rerun, seat) for rerun in again]
    lines = []
    for label, points in scored.items():
        mean_low_high = mean([rerun[label] for rerun in reruns])
        rounded = (round(number, _DECIMALS) for number in mean_low_high)
        lines.append(Line(label, round(points, _DECIMALS), *rounded))
    return Rerun(seat + 1, name, tuple(lines))


def _points_by_label(outcome: Outcome, seat: int) -> dict[str, float]:
    return {
        **{line.label: line.points[seat] for line in outcome.lines},
        TOTAL: outcome.totals[seat],
        PLACE: outcome.ranks[seat],
        AHEAD: lead_over_others(outcome.totals, seat),
    }


def table(result: Duel) -> Iterator[str]:
    """Yield a duel as lines of text."""
    bot = level_title(result.by)
    again = f" {counted(result.games, 'time')}" if result.games > 1 else ""
    yield f"{result.title}: the same deals, played again{again} by a bot of level {bot}"
    if result.replaced:
        yield f"Normal bots play for {listed(result.replaced)}."
    for rerun in result.seats:
        yield ""
        rows = [(f"seat {rerun.seat}", rerun.name, bot, "difference")]
        rows += [_row(line) for line in rerun.lines]
        yield from aligned(rows, frozenset({0}))
    if len(result.seats) > 1:
        yield ""
        yield "Each time the bot sits at one seat only."


def _row(line: Line) -> tuple[str, str, str, str]:
    # The interval is symmetric.
    half_width = line.high - line.again
    interval = f" ± {half_width:.1f}" if half_width else ""
    return line.label, _plain(line.scored), f"{_plain(line.again)}{interval}", _signed(line)


def _plain(number: float) -> str:
    return with_minus(f"{number:z.1f}".removesuffix(".0"))


def _signed(line: Line) -> str:
    return with_minus(f"{line.again - line.scored:+z.1f}".removesuffix(".0"))
