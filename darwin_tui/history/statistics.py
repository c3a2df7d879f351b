"""Figures of a player's finished matches, game by game."""

from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec

from darwin_core.contract import registry
from darwin_core.text.language import reading, tr
from darwin_core.text.wording import percent
from darwin_tui.analysis.kept import sums_of
from darwin_tui.figures import exact_wins, mean, wilson, with_minus
from darwin_tui.history.finished import Finished, finished
from darwin_tui.history.match_filter import ALL, MatchFilter
from darwin_tui.history.rating import MATCHES_MIN, Rating, rating
from darwin_tui.paths import Locations
from darwin_tui.saves import Listed
from darwin_tui.seating import level_of, level_title


class Score(msgspec.Struct, frozen=True):
    """The player's result of one match."""

    title: str
    """The title of the saved match, the name of its file."""
    made: str
    points: int
    place: int
    seats: int
    won: int | float


class Rival(msgspec.Struct, frozen=True):
    """Somebody, or the bots of a level, that the player has met."""

    name: str
    is_bot: bool
    matches: int
    """Matches at one table; several bots of a level at a table count each."""
    ahead: float
    """The share of them in which the player came before; equal places count half."""


class Mean(msgspec.Struct, frozen=True):
    """The mean of several matches."""

    value: float
    low: float
    """The 95 % interval; of a single match no more than its value."""
    high: float


class LuckFigures(msgspec.Struct, frozen=True):
    """Luck and decisions in the matches that are analysed, as changes of the chance to win."""

    matches: int
    won: float
    """The share that was won."""
    expected: Mean
    """The share that these decisions would win without luck."""
    luck: Mean
    decisions: Mean
    """Against what the Normal bot would have done."""


class GameFigures(msgspec.Struct, frozen=True):
    """The figures of one game."""

    game: str
    title: str
    played: int
    won: int | float
    """A shared win counts in equal parts."""
    win_rate: float
    low: float | None
    """The 95 % interval of the win rate (Wilson's); None for few matches."""
    high: float | None
    fair_share: float
    """The share that an equal player would win at these tables."""
    mean_points: float
    best_points: int
    mean_place: float
    first_two: float
    """The share of matches in the first or second place."""
    streak: int
    """Matches won in a row up to the last."""
    longest_streak: int
    rating: Rating | None
    rivals: tuple[Rival, ...]
    """Those met most often first."""
    scores: tuple[Score, ...]
    """In the order in which the matches were started."""
    luck: LuckFigures | None = None
    """None if no match is analysed."""


class Statistics(msgspec.Struct, frozen=True):
    """The figures of all games that a player has finished a match of."""

    player: str
    matches: int
    since: str
    """The moment at which the first was started; empty if there is none."""
    unfinished: int
    damaged: int
    branches: int
    """Matches that began in the middle of another; they do not count."""
    lessons: int
    """Matches that began as a lesson; they do not count either."""
    copies: int
    others: int
    """Matches without the player."""
    limits: str
    """Words for what the figures are limited to; empty if they are of all matches."""
    games: tuple[GameFigures, ...]

    def of(self, slug: str) -> GameFigures | None:
        """Return the figures of a game; None if no match of it is finished."""
        return next((game for game in self.games if game.game == slug), None)


def statistics(
    rows: Iterable[Listed],
    name: str,
    locations: Locations | None = None,
    limits: MatchFilter = ALL,
) -> Statistics:
    """Return a player's figures from the rows of all saved matches.

    Args:
        rows: of all saved matches.
        name: the player's.
        locations: the folders in which analyses are kept; None for no figures of luck.
        limits: which matches count.
    """
    found = finished(rows, name)
    matches = limits.of(found.matches)
    by_game: dict[str, list[Finished]] = {}
    for match in matches:
        by_game.setdefault(match.row.game, []).append(match)
    order = [*registry.SLUGS, *sorted({*by_game} - {*registry.SLUGS})]
    return Statistics(
        player=name,
        matches=len(matches),
        since=matches[0].row.made if matches else "",
        unfinished=found.unfinished,
        damaged=found.damaged,
        branches=found.branches,
        lessons=found.lessons,
        copies=found.copies,
        others=found.others,
        limits=limits.words,
        games=tuple(figures(slug, by_game[slug], locations) for slug in order if slug in by_game),
    )


def figures(
    slug: str, matches: Sequence[Finished], locations: Locations | None = None
) -> GameFigures:
    """Return the figures of one game.

    Args:
        slug: the game.
        matches: at least one, in the order in which they were started.
        locations: the folders in which analyses are kept.
    """
    played = len(matches)
    wins = sum(match.won for match in matches)
    low, high = wilson(wins, played)
    has_interval = played >= MATCHES_MIN
    runs = streaks([match.place == 1 for match in matches])
    return GameFigures(
        game=slug,
        title=registry.TITLES.get(slug) or registry.get(slug).title,
        played=played,
        won=exact_wins(wins),
        win_rate=round(wins / played, 6),
        low=round(low, 6) if has_interval else None,
        high=round(high, 6) if has_interval else None,
        fair_share=round(fmean(1 / len(match.row.players) for match in matches), 6),
        mean_points=round(fmean(match.points for match in matches), 6),
        best_points=max(match.points for match in matches),
        mean_place=round(fmean(match.place for match in matches), 6),
        first_two=round(fmean(match.place <= 2 for match in matches), 6),
        streak=runs[-1],
        longest_streak=max(runs),
        rating=rating(matches),
        rivals=rivals(matches),
        scores=tuple(_score(match) for match in matches),
        luck=_luck(slug, matches, locations) if locations else None,
    )


def _luck(slug: str, matches: Sequence[Finished], locations: Locations) -> LuckFigures | None:
    """Return the means of the analyses that are kept."""
    found = [
        (
            sums.result[match.seat],
            sums.start[match.seat] + sums.decisions[match.seat],
            sums.luck[match.seat],
            sums.decisions[match.seat],
        )
        for match in matches
        if (sums := sums_of(slug, match.row.chain, match.row.path, locations))
        and match.seat < min(map(len, (sums.start, sums.luck, sums.decisions, sums.result)))
    ]
    if not found:
        return None
    won, expected, luck, decisions = (
        Mean(*(round(number, 6) for number in mean(numbers)))
        for numbers in zip(*found, strict=True)
    )
    return LuckFigures(len(found), won.value, expected, luck, decisions)


def _score(match: Finished) -> Score:
    row = match.row
    return Score(
        row.title, row.made, match.points, match.place, len(row.players), exact_wins(match.won)
    )


def luck_lines(luck: LuckFigures) -> list[tuple[str, str]]:
    """Return what was won and what was to be expected, and the means of luck and decisions, each
    with its words."""
    return [
        (tr("won of {number} analysed", number=luck.matches), percent(luck.won)),
        (tr("expected without luck"), _change(luck.expected).removeprefix("+")),
        (tr("luck"), _change(luck.luck)),
        (tr("decisions"), _change(luck.decisions)),
    ]


def _change(found: Mean) -> str:
    reach = found.high - found.value
    about = f" ± {100 * reach:.0f}" if reach else ""
    return with_minus(f"{100 * found.value:+.0f}{about} %")


def streaks(hits: Iterable[bool]) -> list[int]:
    """Return after each of some tries the number of hits in a row; 0 before the first."""
    runs = [0]
    for is_hit in hits:
        runs.append(runs[-1] + 1 if is_hit else 0)
    return runs


def rivals(matches: Iterable[Finished]) -> tuple[Rival, ...]:
    """Return those that a player has met, bots by their level and people by their name."""
    met: dict[tuple[bool, str], list[float]] = {}
    for match in matches:
        for seat, player in enumerate(match.row.players):
            if seat != match.seat:
                level = level_of(player)
                place = match.row.places[seat]
                ahead = (match.place < place) + (match.place == place) / 2
                with reading("en"):
                    name = level_title(level) if level else player.name
                met.setdefault((bool(level), name), []).append(ahead)
    found = [
        Rival(name, is_bot, len(ahead), round(fmean(ahead), 6))
        for (is_bot, name), ahead in met.items()
    ]
    return tuple(sorted(found, key=lambda rival: (-rival.matches, rival.name)))
