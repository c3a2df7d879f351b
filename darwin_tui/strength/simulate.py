"""Many matches between bots, to measure their strength: scores, their file, and ladders.

Each bot has a given seat, under which its figures are counted. From match to match the bots turn
around the table; a place is a seat counted from the one that is asked first.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from math import fsum
from pathlib import Path
from typing import Final

import msgspec

from darwin_core import __version__
from darwin_core.bots import levels
from darwin_core.bots.ladder import AGAINST, OPEN_CARDS, Rung
from darwin_core.bots.rollouts import lead_over_others, with_chance
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame, Outcome, State
from darwin_core.contract.options import read_options, rules_title
from darwin_core.journal import JournalError, unreadable, unwritable
from darwin_core.journal.disk import read_whole
from darwin_core.text.wording import percent
from darwin_tui.strength.figures import aligned, exact_wins, mean, share_of_win, wilson
from darwin_tui.strength.workers import CHUNK, Workers

BYTES_MAX: Final = 2**30
"""Maximum size of a file of results."""
_DECIMALS: Final = 6
"""Decimals of all figures."""
_SHARES: Final = ("wins", "win rate", "95 % from", "to")
"""Titles of the columns of ``_shares``."""
COMMON_SEATS: Final = 4
"""The largest common table."""


class Series(msgspec.Struct, frozen=True):
    """The matches of one measurement; the series and a match's number determine the match."""

    game: str
    version: str
    """Version of the program: bots of another version may play differently."""
    rules_version: int
    bots: tuple[str, ...]
    seed: str
    options: dict[str, object]
    """The game's options that differ from the defaults."""

    @property
    def key(self) -> bytes:
        """The series as bytes, equal only for equal series."""
        return msgspec.json.encode(self, order="sorted")


class Score(msgspec.Struct, frozen=True):
    """The result of one match, by seat as the bots were given."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    order: tuple[int, ...]
    """The bots' given seats in their order around the table, from the one that is asked first."""


class _Line(msgspec.Struct, frozen=True):
    """A line of the file: a match of a series."""

    series: Series
    number: int
    score: Score


_BEGINNING: Final = b'{"series":'
"""Prefix of every line."""


class MatchLog:
    """A file with a line for each match, read when opened and only ever appended to."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; drop an incomplete last line.

        Raises:
            JournalError: if it cannot be read, or has a line that is not a match.
        """
        self._path = path
        self._scores: dict[bytes, dict[int, Score]] = {}
        try:
            text = read_whole(path, BYTES_MAX)
        except FileNotFoundError:
            return
        except OSError as error:
            raise unreadable(path, error) from None
        *lines, tail = text.split(b"\n")
        # A complete file has an empty tail.
        if not (tail.startswith(_BEGINNING) or _BEGINNING.startswith(tail)):
            # Read such a last line as well, so that nothing is dropped from a foreign file.
            lines.append(tail)
        for number, line in enumerate(lines, 1):
            try:
                self._add(msgspec.json.decode(line, type=_Line))
            except (msgspec.MsgspecError, UnicodeDecodeError):
                raise JournalError(f"Line {number} of {path} is no simulated match.") from None
        if tail:
            try:
                os.truncate(path, len(text) - len(tail))
            except OSError as error:
                raise unwritable(path, error) from None

    def scores(self, series: Series) -> Mapping[int, Score]:
        """Return the scores of a series by match number."""
        return self._scores.get(series.key, {})

    def add(self, series: Series, number: int, score: Score) -> None:
        """Append a match.

        Raises:
            JournalError: if it cannot be written.
        """
        line = _Line(series, number, score)
        try:
            with self._path.open("ab", buffering=0) as file:
                file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise unwritable(self._path, error) from None
        self._add(line)

    def _add(self, line: _Line) -> None:
        self._scores.setdefault(line.series.key, {})[line.number] = line.score


class SeatResult(msgspec.Struct, frozen=True):
    """The figures of one bot."""

    bot: str
    wins: int | float
    """A shared win counts in equal parts."""
    win_rate: float
    low: float
    """The 95 % interval of the win rate (Wilson's)."""
    high: float
    mean_score: float
    ahead: float
    """Points ahead of the mean of the others."""
    ahead_low: float
    """The 95 % interval of those points."""
    ahead_high: float


class PlaceResult(msgspec.Struct, frozen=True):
    """The figures of one place at the table."""

    wins: int | float
    win_rate: float
    low: float
    high: float


class Result(msgspec.Struct, frozen=True):
    """The figures of all bots, in the given order."""

    game: str
    games: int
    seats: tuple[SeatResult, ...]
    places: tuple[PlaceResult, ...]
    """The advantage of each place, counted from the seat that is asked first. Each bot has each
    place equally often."""
    rules: str = ""
    """The rules played, if the game has presets."""


def play(
    game: AnyGame, bots: Sequence[str], seed: str, options: Mapping[str, object] | None = None
) -> Outcome:
    """Play one match between bots, each seeing only its seat's view."""
    state = game.setup(read_options(game, options or {}), len(bots), seed, None)
    return play_out(game, state, bots, seed)


def play_out(game: AnyGame, state: State, bots: Sequence[str], seed: str) -> Outcome:
    """Let bots play a state, which is modified, to its end; a seed determines their own
    randomness."""
    choosers = [_chooser(game, level) for level in bots]
    # One look more than there can be actions, at the end of the longest match.
    for number in range(game.actions_max(len(bots)) + 1):
        seat = next(iter(game.to_move(state)), None)
        if seat is None:
            break
        chance = from_seed(seed, "bot", seat, number)
        game.apply(state, seat, choosers[seat](state, seat, chance), None)
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"a match of {game.title} with the seed {seed!r} does not end")
    return outcome


def _chooser(game: AnyGame, level: str) -> Callable[[State, int, bytes], Action]:
    """Return a function that chooses a bot's action in a complete state. It shows the bot only its
    seat's view, unless the level plays with open cards."""
    policy = levels.counted_bot(level.removeprefix(OPEN_CARDS))

    def choose(state: State, seat: int, chance: bytes) -> Action:
        return policy(game, game.view(state, seat), seat, chance)

    def choose_openly(state: State, seat: int, chance: bytes) -> Action:
        return policy(opened, state, seat, chance)

    opened = replace(
        game, determinize=partial(with_chance, game), bots=replace(game.bots, guess=None)
    )
    return choose_openly if level.startswith(OPEN_CARDS) else choose


def _play_numbered(
    slug: str,
    bots: Sequence[str],
    seed: str,
    options: Mapping[str, object] | None,
    numbers: Sequence[int],
) -> list[Score]:
    """Play the matches with some numbers. Neighbouring matches, as many as there are seats, have
    the same deal, so that each bot plays each seat once."""
    game = registry.get(slug)
    seats = len(bots)
    scores = []
    for number in numbers:
        # Each bot sits as many seats before its given one as the match is turned.
        deal, turned = divmod(number, seats)
        sits_at = [(given - turned) % seats for given in range(seats)]
        order = [bots[(seat + turned) % seats] for seat in range(seats)]
        start = game.setup(read_options(game, options or {}), seats, f"{seed}:{deal}", None)
        first = game.to_move(start)[0]
        places = tuple((first + place + turned) % seats for place in range(seats))
        outcome = play(game, order, f"{seed}:{deal}", options)
        ranks = tuple(outcome.ranks[seat] for seat in sits_at)
        scores.append(Score(ranks, tuple(outcome.totals[seat] for seat in sits_at), places))
    return scores


def simulate(
    slug: str,
    bots: Sequence[str],
    games: int,
    seed: str,
    workers: Workers,
    options: Mapping[str, object] | None = None,
    log: MatchLog | None = None,
) -> Result:
    """Play matches between bots and count results.

    Args:
        bots: a level for each seat; they change places from match to match.
        seed: any text; the same seed gives the same result.
        options: the game's options that differ from the defaults.
        log: contains matches that need not be played, and receives each played one.

    Raises:
        JournalError: if the log cannot be written.
    """
    game = registry.get(slug)
    defaults = msgspec.structs.asdict(game.options())
    differing = {name: value for name, value in (options or {}).items() if value != defaults[name]}
    series = Series(slug, __version__, game.rules_version, tuple(bots), seed, differing)
    played = dict(log.scores(series)) if log else {}
    numbers_left = [number for number in range(games) if number not in played]
    play_chunk = partial(_play_numbered, slug, bots, seed, options)
    # With a log, each match is stored as soon as it is played.
    measured = workers.played(play_chunk, numbers_left, 1 if log else CHUNK)
    for number, score in zip(numbers_left, measured, strict=True):
        played[number] = score
        if log:
            log.add(series, number, score)
    scores = [played[number] for number in range(games)]
    return Result(
        slug,
        games,
        tuple(_count(seat, bot, scores) for seat, bot in enumerate(bots)),
        tuple(_count_place(place, scores) for place in range(len(bots))),
        rules_title(game, options or {}),
    )


def _count(seat: int, bot: str, scores: Sequence[Score]) -> SeatResult:
    """Return the figures of the bot given for a seat."""
    wins = fsum(share_of_win(score.ranks, seat) for score in scores)
    points = sum(score.totals[seat] for score in scores) / len(scores)
    share = wins / len(scores), *wilson(wins, len(scores))
    leads = mean([lead_over_others(score.totals, seat) for score in scores])
    figures = (round(figure, _DECIMALS) for figure in (*share, points, *leads))
    return SeatResult(bot, exact_wins(wins), *figures)


def _count_place(place: int, scores: Sequence[Score]) -> PlaceResult:
    """Return the figures of a place, over the bots that have it in turn."""
    wins = fsum(share_of_win(score.ranks, score.order[place]) for score in scores)
    games = len(scores)
    seats = len(scores[0].order)
    # Matches with the same deal have similar results, so they count as one.
    low, high = wilson(wins / seats, games / seats)
    figures = (round(figure, _DECIMALS) for figure in (wins / games, low, high))
    return PlaceResult(exact_wins(wins), *figures)


def table(result: Result) -> list[str]:
    """Return the result as aligned lines of text, first by bot, then by place at the table."""
    rules = f", rules {result.rules}" if result.rules else ""
    title = f"{registry.box(result.game).title}, {result.games} games{rules}"
    bots = [["seat", "bot", *_SHARES, "mean score", "ahead", "95 %"]]
    for number, seat in enumerate(result.seats, 1):
        bots.append([str(number), seat.bot, *_shares(seat), f"{seat.mean_score:.2f}", *lead(seat)])
    places = [["place", "asked", *_SHARES]]
    for number, place in enumerate(result.places, 1):
        places.append([str(number), "first" if number == 1 else "", *_shares(place)])
    return [title, *aligned(bots), "", *aligned(places)]


def lead(result: SeatResult | Rung) -> tuple[str, str]:
    """Return the points ahead of the others and half of their interval, as cells."""
    return f"{result.ahead:+.2f}", f"± {(result.ahead_high - result.ahead_low) / 2:.2f}"


def _shares(result: SeatResult | PlaceResult) -> list[str]:
    shares = (f"{100 * share:.1f} %" for share in (result.win_rate, result.low, result.high))
    return [f"{result.wins:.1f}".removesuffix(".0"), *shares]


def levels_but(against: str) -> tuple[str, ...]:
    """Return all levels except the one against which they are measured."""
    return tuple(name for name in levels.LEVELS if name != against)


def read_levels(text: str) -> tuple[str, ...]:
    """Parse levels such as ``hard,master``.

    Raises:
        ValueError: with one sentence, for an unknown level.
    """
    return tuple(levels.level(name.strip()).name for name in text.split(","))


def seat_counts(slug: str) -> tuple[int, ...]:
    """Return the seat counts at which levels are measured: the smallest, and the largest common
    one."""
    seats = registry.box(slug).seats
    return tuple(sorted({seats[0], max(count for count in seats if count <= COMMON_SEATS)}))


def climb(
    slug: str,
    names: Sequence[str],
    seats: Sequence[int],
    games: int,
    seed: str,
    workers: Workers,
    sees_all: bool = False,
    against: str = AGAINST,
    log: MatchLog | None = None,
) -> Iterator[Rung]:
    """Measure levels against another one in turn.

    Args:
        seats: seat counts at each of which they are measured.
        games: number of matches per figure.
        seed: any text; the same seed gives the same result.
        sees_all: let the levels see all cards, which is about the upper bound of legal play.
        against: level at all other seats.
        log: scores of earlier matches, which are not played again; new scores are added.
    """
    for count in seats:
        for name in names:
            bots = [f"{OPEN_CARDS * sees_all}{name}", *[against] * (count - 1)]
            result = simulate(slug, bots, games, seed, workers, log=log)
            measured = result.seats[0]
            yield Rung(
                level=bots[0],
                seats=count,
                games=games,
                win_rate=measured.win_rate,
                low=measured.low,
                high=measured.high,
                ahead=measured.ahead,
                ahead_low=measured.ahead_low,
                ahead_high=measured.ahead_high,
                date=datetime.now(UTC).date().isoformat(),
                command=f"darwin-tui simulate {slug} --ladder {name} --at {count} "
                f"--games {games} --seed {seed}{' --open-cards' * sees_all}"
                f"{f' --against {against}' * (against != AGAINST)}",
                against=against,
            )


def ladder_lines(slug: str, rungs: Sequence[Rung]) -> list[str]:
    """Return the measurements as aligned lines of text."""
    rows = [["seats", "level", "wins", "95 % from", "to", "fair", "points ahead", "95 %"]]
    for rung in rungs:
        shares = (f"{100 * share:.1f} %" for share in (rung.win_rate, rung.low, rung.high))
        fair = percent(rung.fair)
        rows.append([str(rung.seats), rung.level, *shares, fair, *lead(rung)])
    title = f"{registry.box(slug).title} against {levels.level(rungs[0].against).title}"
    return [f"{title}, {rungs[0].games} games each", *aligned(rows)]
