"""Duels: bots replay the deals of a finished match, and the scores are compared line by line."""

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


class Line(msgspec.Struct, frozen=True):
    """A score line of one seat, in the match and replayed."""

    label: str
    scored: float
    again: float
    """Mean of all replayed matches."""
    low: float
    """The mean's 95 % interval; equal to the mean for a single match."""
    high: float


class Rerun(msgspec.Struct, frozen=True):
    """A match replayed on the same deals with another player at one seat."""

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
    """Number of matches replayed for each seat."""
    replaced: tuple[str, ...]
    """People replaced by Normal bots."""
    seats: tuple[Rerun, ...]


def duel(path: Path, match: AnyMatch, seats: Sequence[int], by: str, games: int, jobs: int) -> Duel:
    """Replay a match with the same deals and options, with a bot at each of some seats in turn.

    The bots at the other seats keep their levels; Normal bots replace people.

    Args:
        match: the finished match.
        seats: seats that the bot takes in turn.
        games: number of matches per seat; they differ in the bots' own randomness.
        jobs: number of processes that share the work; it does not change the result.

    Raises:
        ValueError: if the match is not over.
    """
    outcome = match.game.outcome(match.state)
    if outcome is None:
        raise ValueError("Only a match that is over can be compared.")
    players = match.header.players
    play = partial(_play_numbered, path, tuple(seats), by, games)
    outcomes = list(Workers(jobs).played(play, range(len(seats) * games), 1))
    people = [player.name for player in players if not level_of(player)]
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
    """Play some of the numbered replays: first all with the bot at the first seat, and so on."""
    match = saves.read(path).match
    outcomes = []
    for number in numbers:
        turn, game = divmod(number, games)
        bots = [level_of(player) or DEFAULT_LEVEL for player in match.header.players]
        seed = f"{match.header.id}:{game}"
        outcomes.append(play_again(match.game, match.state_at(0), bots, seats[turn], by, seed))
    return outcomes


def play_again(
    game: AnyGame, start: State, bots: Sequence[str], seat: int, by: str, seed: str
) -> Outcome:
    """Replay the deals of a match with a bot at one seat.

    Args:
        start: the state in which the match began.
        bots: levels of all seats.
        seed: seed of the bots' own randomness.
    """
    levels = [by if at == seat else level for at, level in enumerate(bots)]
    return play_out(game, game.clone(start), levels, seed)


def _compared(seat: int, name: str, outcome: Outcome, again: Sequence[Outcome]) -> Rerun:
    scored = _figures(outcome, seat)
    others = [_figures(other, seat) for other in again]
    lines = []
    for label, points in scored.items():
        numbers = (round(number, 4) for number in mean([other[label] for other in others]))
        lines.append(Line(label, round(points, 4), *numbers))
    return Rerun(seat + 1, name, tuple(lines))


def _figures(outcome: Outcome, seat: int) -> dict[str, float]:
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
    reach = line.high - line.again
    about = f" ± {reach:.1f}" if reach else ""
    return line.label, _plain(line.scored), f"{_plain(line.again)}{about}", _signed(line)


def _plain(number: float) -> str:
    return with_minus(f"{number:.1f}".removesuffix(".0"))


def _signed(line: Line) -> str:
    return with_minus(f"{line.again - line.scored:+.1f}".removesuffix(".0"))
