"""A player's finished matches in figures and ratings, and the collection of achievements.

Shares and winning chances are from 0 to 1; an interval is the 95 % interval. The collection replays
each match once. Achievements are stored under the last hash of the match's record, so a copy counts
once and a changed file is read again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import log, log10, sqrt
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple, Self

import msgspec

from darwin_core.bots import ladder
from darwin_core.bots.ladder import DecisionCost, GivenAway, given_away
from darwin_core.bots.levels import LEVELS
from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT
from darwin_core.kit.achievements import Course, achievement_positions, achievements
from darwin_core.match import Refused
from darwin_core.match.record import Player, RecordError
from darwin_core.teaching import lessons
from darwin_core.text.language import mark, reading, tr
from darwin_core.text.wording import decimal, listed, percent, quoted
from darwin_tui.commands import KEYS
from darwin_tui.library import saves
from darwin_tui.library.analyses import sums_of
from darwin_tui.library.caches import Cache, Listed, change_cache, read_cache
from darwin_tui.library.notes import Help, help_in
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.paths import Locations
from darwin_tui.seating import level_of, level_title, people_of
from darwin_tui.strength.figures import (
    Z,
    exact_wins,
    mean,
    share_of_win,
    signed_share,
    wilson,
    with_minus,
)

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@dataclass(frozen=True)
class OwnMatch:
    """A saved match, and the player's seat in it."""

    row: Listed
    seat: int

    @property
    def points(self) -> int:
        return self.row.points[self.seat]

    @property
    def place(self) -> int:
        """The player's rank, from 1; ties share it."""
        return self.row.places[self.seat]

    def help(self, locations: Locations) -> Help:
        """Return the help that the player had in the match."""
        name = self.row.players[self.seat].name
        return help_in(locations.notes_on(self.row.path), name, self.row.seen_undos, self.seat)


class Finished(OwnMatch):
    """A finished match of the player."""

    @property
    def won(self) -> float:
        """1 for a win, a fraction of 1 for a shared win."""
        return share_of_win(self.row.places, self.seat)


class CountedMatches(NamedTuple):
    """The matches that count, in order of their start, and the numbers of other matches by
    reason."""

    matches: tuple[Finished, ...]
    unfinished: int = 0
    damaged: int = 0
    branches: int = 0
    """Matches that branch off another, whose cards are known."""
    lessons: int = 0
    """Matches that began as a lesson, which prescribes the actions."""
    copies: int = 0
    """Files of a match that counts already."""
    others: int = 0
    """Matches in which the player has no seat."""


def own_seat(players: Sequence[Player], name: str) -> int | None:
    """Return a player's seat: the only person's, else the seat with the player's name."""
    people = people_of(players)
    if len(people) == 1:
        return people[0]
    return next((seat for seat in people if players[seat].name == name), None)


def finished(rows: Iterable[Listed], name: str) -> CountedMatches:
    """Return a player's finished matches that count, in order of their start, and the numbers of
    others.

    Args:
        name: the player's name, which identifies the seat if several people shared a keyboard.
    """
    matches: dict[str, Finished] = {}
    counts = dict.fromkeys(("unfinished", "damaged", "branches", "lessons", "copies", "others"), 0)
    for row in rows:
        seat = own_seat(row.players, name)
        if row.trouble:
            counts["damaged"] += 1
        elif seat is None:
            counts["others"] += 1
        elif not row.over:
            counts["unfinished"] += 1
        elif row.is_branch:
            counts["branches"] += 1
        elif lessons.is_lesson_seed(row.game, row.seed):
            counts["lessons"] += 1
        elif row.chain in matches:
            counts["copies"] += 1
        else:
            matches[row.chain] = Finished(row, seat)
    return CountedMatches(tuple(sorted(matches.values(), key=_started)), **counts)


def _started(match: Finished) -> tuple[str, str]:
    return match.row.made, match.row.chain


TIMES: Final = (
    (0, mark("all time")),
    (30, mark("last 30 days")),
    (7, mark("last 7 days")),
    (1, mark("last day")),
)
"""Days back, from the longest time (0 for all) to the shortest, and the words for them."""
BOTS: Final = " bots"
"""Suffix of names that stand for all bots of a level."""


class MatchFilter(msgspec.Struct, frozen=True):
    """A filter of matches; empty fields admit all matches."""

    against: str = ""
    """Name of a rival at the table, as ``_rival_name`` returns it."""
    seats: int = 0
    """Number of players."""
    rules: str = ""
    """Title of the rules."""
    days: int = 0
    """Maximum number of days since the start."""

    @property
    def words(self) -> str:
        """The filter in words; empty if it admits all matches."""
        parts = []
        if self.against:
            parts.append(tr("against {rival}", rival=rival_words(self.against)))
        if self.seats:
            parts.append(tr("{number} seats", number=self.seats))
        if self.rules:
            parts.append(tr(self.rules))
        parts += [_time_words(self.days)] if self.days else []
        return ", ".join(parts)

    def of(self, matches: Iterable[Finished]) -> tuple[Finished, ...]:
        """Return the matches that the filter admits."""
        since = (datetime.now(UTC) - timedelta(days=self.days)).isoformat(timespec="seconds")
        return tuple(
            match
            for match in matches
            if (not self.against or self.against in _rivals_in(match))
            and self.seats in (0, len(match.row.players))
            and self.rules in ("", match.row.rules)
            # Both times are ISO 8601 in UTC, so their texts are in order of time.
            and (not self.days or match.row.made >= since)
        )


ALL: Final = MatchFilter()
"""The filter that admits all matches."""


def _time_words(days: int) -> str:
    """Return a number of days back in words."""
    words = dict(TIMES).get(days)
    return tr(words) if words else tr("last {days} days", days=days)


def _rival_name(player: Player) -> str:
    """Return the name under which a rival is counted; a bot goes by the English title of its
    level."""
    level = level_of(player)
    # The name is a key of filters, so it must not depend on the reader's language.
    with reading("en"):
        return f"{level_title(level)}{BOTS}" if level else player.name


def rival_words(name: str) -> str:
    """Return the name under which a rival is counted in the reader's language."""
    title, is_bot, _ = name.partition(BOTS)
    if not is_bot:
        return name
    # A level may have a time, as in "Hard, 2 s".
    level, comma, seconds = title.partition(",")
    return tr("{level} bots", level=f"{tr(level)}{comma}{seconds}")


def _rivals_in(match: Finished) -> list[str]:
    """Return the names of a match's rivals in seat order."""
    players = enumerate(match.row.players)
    return [*dict.fromkeys(_rival_name(rival) for seat, rival in players if seat != match.seat)]


def rivals_met(matches: Iterable[Finished]) -> list[str]:
    """Return all rivals, most frequent first."""
    return [name for name, _ in Counter(n for m in matches for n in _rivals_in(m)).most_common()]


def tables_met(matches: Sequence[Finished]) -> list[MatchFilter]:
    """Return a filter for each number of seats and for each title of rules in matches."""
    seats = sorted({len(match.row.players) for match in matches})
    rules = sorted({match.row.rules for match in matches} - {""})
    return [
        *(MatchFilter(seats=count) for count in seats),
        *(MatchFilter(rules=title) for title in rules),
    ]


def name_meant(text: str, names: Sequence[str]) -> str:
    """Return the name that a text means, in any case, with or without ``bots``.

    Raises:
        ValueError: with one sentence, if it means none of the names.
    """
    for name in names:
        if text.casefold() in {name.casefold(), name.casefold().removesuffix(BOTS)}:
            return name
    wanted = quoted(text)
    if not names:
        raise ValueError(tr("Nothing is called {name} here; there is none yet.", name=wanted))
    names_listed = listed(names, "or")
    raise ValueError(
        tr("Nothing is called {name} here; there is {names}.", name=wanted, names=names_listed)
    )


MATCHES_MIN: Final = 5
"""Matches from which there is a rating and an interval of the win rate."""
ANCHOR: Final = "normal"
"""The level whose rating is fixed."""
ANCHOR_POINTS: Final = 1500
"""The fixed rating of that level, and the first rating of a player."""
MU: Final = 25.0
"""Openskill's strength of a new player."""
SIGMA: Final = MU / 3
"""Openskill's uncertainty of that strength."""
BETA: Final = MU / 6
"""Openskill's spread of a player's results around the strength."""
ANCHOR_SIGMA: Final = 1e-3
"""Openskill's uncertainty of the fixed rating: next to none, so that matches hardly move it."""
DECADE_POINTS: Final = 400
"""Difference of ratings that means ten wins to one, as on chess ladders."""
POINTS: Final = DECADE_POINTS / log(10) / (sqrt(2) * BETA)
"""Rating points per openskill point. Openskill gives odds of ``exp(difference / (sqrt(2) * BETA))``
to two players of certain strengths, a rating gives ``10 ** (difference / DECADE_POINTS)``."""
SHARE_LEAST: Final = 0.01
"""The lowest share of wins that a few hundred matches can measure; no level is rated as weaker."""


class Rating(msgspec.Struct, frozen=True):
    """A rating with its 95 % interval; the Normal bot has 1500."""

    value: int
    low: int
    high: int
    matches: int

    @classmethod
    def of(cls, mu: float, sigma: float, matches: int) -> Self:
        """Convert an openskill strength after a number of matches to a rating."""
        value = ANCHOR_POINTS + POINTS * (mu - MU)
        half_width = POINTS * Z * sigma
        return cls(round(value), round(value - half_width), round(value + half_width), matches)


def rating_model() -> "PlackettLuce":
    """Return the model of all ratings."""
    # Openskill is slow to import, and few pages need it.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)


def rating(matches: Sequence[Finished]) -> Rating | None:
    """Return the rating after matches of one game; None if too few matches had bots.

    Args:
        matches: in the order in which they were played.
    """
    rated = [match for match in matches if any(map(level_of, match.row.players))]
    if len(rated) < MATCHES_MIN:
        return None
    model = rating_model()
    ratings: dict[str, tuple[float, float]] = {}
    for match in rated:
        # The empty name stands for the player; all bots of a level share a rating.
        sitting = [("", match.place)]
        for player, place in zip(match.row.players, match.row.places, strict=True):
            if level := level_of(player):
                sitting.append((level, place))
        teams = [[model.rating(*_before(ratings, level))] for level, _ in sitting]
        after = model.rate(teams, ranks=[float(place) for _, place in sitting])
        for level in {level for level, _ in sitting if level != ANCHOR}:
            same_level = [
                team[0] for team, (other, _) in zip(after, sitting, strict=True) if other == level
            ]
            # The bots of a level are one strength: take their mean, and the least uncertainty.
            mean_mu = sum(member.mu for member in same_level) / len(same_level)
            ratings[level] = mean_mu, min(member.sigma for member in same_level)
    return Rating.of(*ratings[""], len(rated))


def level_points(package: str) -> dict[str, int]:
    """Return the rating points of a game's levels, from their share of wins against Normal at two
    seats and default time."""
    points = {ANCHOR: ANCHOR_POINTS}
    for (level, seats), rung in ladder.against_normal(package).items():
        if seats == 2 and level in LEVELS:
            share = min(max(rung.win_rate, SHARE_LEAST), 1 - SHARE_LEAST)
            points[level] = round(ANCHOR_POINTS + DECADE_POINTS * log10(share / (1 - share)))
    return points


def _before(known: dict[str, tuple[float, float]], level: str) -> tuple[float, float]:
    """Return the openskill strength of a level before a match, and its uncertainty.

    Args:
        level: the level of a bot; empty for the player.
    """
    if level == ANCHOR:
        return MU, ANCHOR_SIGMA
    return known.get(level, (MU, SIGMA))


GIVEN_MATCHES: Final = 20
"""Number of a game's last analysed matches that measure how well the player decides."""


class LevelOffer(NamedTuple):
    """Another level for the next match, suggested by the last results."""

    level: str
    is_harder: bool

    @property
    def words(self) -> str:
        """The reason, and the key that accepts it."""
        return tr(HARDER if self.is_harder else EASIER, level=level_title(self.level), **KEYS)


HARDER: Final = mark("Won by far twice: {results.level} plays against {level}.")
EASIER: Final = mark("In the lower half twice: {results.level} plays against {level}.")
FAR: Final = 0.2
"""Fraction of the winner's points by which the runner-up is behind in a clear win."""
DECIDING: Final = 2
"""Number of last matches on which an offer is based; its sentences say "twice"."""


def level_offer(matches: Sequence[Finished], offered: Sequence[str]) -> LevelOffer | None:
    """Return the level suggested by a game's last matches; None for no other level.

    It is the next harder one after two clear wins, the next easier one after two finishes in the
    lower half. There is none if people shared a table, or the bots had different levels.

    Args:
        matches: matches of the game, in the order in which they were played.
        offered: the levels, weakest first.
    """
    last = matches[-DECIDING:]
    levels = {level_of(player) for match in last for player in match.row.players} - {""}
    are_alone = all(len(people_of(match.row.players)) == 1 for match in last)
    if len(last) < DECIDING or len(levels) != 1 or not are_alone or levels - {*offered}:
        return None
    index = offered.index(levels.pop())
    if all(map(_is_far_ahead, last)) and index + 1 < len(offered):
        return LevelOffer(offered[index + 1], is_harder=True)
    if all(2 * match.place > len(match.row.players) + 1 for match in last) and index:
        return LevelOffer(offered[index - 1], is_harder=False)
    return None


def _is_far_ahead(match: Finished) -> bool:
    others = [points for seat, points in enumerate(match.row.points) if seat != match.seat]
    return match.won == 1 and match.points - max(others) >= FAR * max(match.points, 1)


def rating_change(matches: Sequence[Finished]) -> str:
    """Return the rating after a game's last match, and the change of it, in words. Empty without a
    rating."""
    now = rating(matches)
    if now is None:
        return ""
    before = rating(matches[:-1])
    change = with_minus(f" {now.value - before.value:+d}") if before else ""
    return tr("Rating {value}{change}.", value=now.value, change=change)


class Score(msgspec.Struct, frozen=True):
    """The player's result in one match."""

    title: str
    """Title of the saved match, which is the name of its file."""
    made: str
    """Time of the start, as in the record."""
    points: int
    place: int
    """Rank, from 1; ties share it."""
    seats: int
    """Number of players."""
    won: int | float
    """1 for a win, a fraction of 1 for a shared win."""
    help: str = ""
    """The player's help, in words; empty for none."""


class Rival(msgspec.Struct, frozen=True):
    """A person, or the bots of a level, at the player's tables."""

    name: str
    is_bot: bool
    matches: int
    """Matches at one table; several bots of a level at a table count individually."""
    ahead: float
    """Share of matches in which the player finished ahead of the rival; ties count half."""


class Mean(msgspec.Struct, frozen=True):
    """A mean over matches."""

    value: float
    low: float
    """Lower end of the 95 % interval; the value itself for a single match."""
    high: float


class LuckFigures(msgspec.Struct, frozen=True):
    """Luck and decisions in the analysed matches, as changes of the winning chance."""

    matches: int
    won: float
    """Share of matches won, where a shared win counts in part."""
    expected: Mean
    """Share that these decisions would win without luck."""
    luck: Mean
    decisions: Mean
    """Cost of decisions relative to the best actions, so its mean is never above 0."""
    given: GivenAway | None = None
    """Winning chance given away per decision in the last GIVEN_MATCHES; None if none was judged."""


class GameFigures(msgspec.Struct, frozen=True):
    """The figures of one game."""

    game: str
    title: str
    played: int
    won: int | float
    """Matches won; a shared win counts in equal parts."""
    win_rate: float
    low: float | None
    """Lower end of the 95 % interval of the win rate (Wilson's); None for few matches."""
    high: float | None
    fair_share: float
    """Share that an equally strong player would win at these tables."""
    mean_points: float
    best_points: int
    mean_place: float
    first_two: float
    """Share of matches finished first or second."""
    streak: int
    """Matches won in a row up to the last."""
    longest_streak: int
    rating: Rating | None
    rivals: tuple[Rival, ...]
    """The rivals, most frequent first."""
    scores: tuple[Score, ...]
    """Results in order of the matches' start."""
    luck: LuckFigures | None = None
    """None if no match is analysed."""
    levels: Mapping[str, GivenAway] = {}
    """Measured winning chance that bots give away per decision, by level."""
    helped: int = 0
    """Matches in which the player had help: hints, undos, or changed bot levels."""
    helped_won: int | float = 0
    """Matches won among them."""


class Statistics(msgspec.Struct, frozen=True):
    """A player's figures in all games of finished matches."""

    player: str
    matches: int
    since: str
    """Start of the first match; empty if there is none."""
    unfinished: int
    damaged: int
    branches: int
    """Matches that branch off another; they do not count."""
    lessons: int
    """Matches that began as a lesson; they do not count either."""
    copies: int
    others: int
    """Matches without the player."""
    limits: str
    """The filter of the figures in words; empty for all matches."""
    games: tuple[GameFigures, ...]

    def of(self, slug: str) -> GameFigures | None:
        """Return the figures of a game; None if no match of it is finished."""
        return next((game for game in self.games if game.game == slug), None)


def statistics(
    rows: Iterable[Listed],
    name: str,
    locations: Locations | None = None,
    match_filter: MatchFilter = ALL,
) -> Statistics:
    """Return a player's figures from the rows of all saved matches.

    Args:
        locations: folders in which analyses are stored; None for no figures of luck.
    """
    counted = finished(rows, name)
    matches = match_filter.of(counted.matches)
    by_game: dict[str, list[Finished]] = {}
    for match in matches:
        by_game.setdefault(match.row.game, []).append(match)
    order = [*registry.SLUGS, *sorted({*by_game} - {*registry.SLUGS})]
    return Statistics(
        player=name,
        matches=len(matches),
        since=matches[0].row.made if matches else "",
        unfinished=counted.unfinished,
        damaged=counted.damaged,
        branches=counted.branches,
        lessons=counted.lessons,
        copies=counted.copies,
        others=counted.others,
        limits=match_filter.words,
        games=tuple(figures(slug, by_game[slug], locations) for slug in order if slug in by_game),
    )


def figures(
    slug: str, matches: Sequence[Finished], locations: Locations | None = None
) -> GameFigures:
    """Return the figures of one game.

    Args:
        matches: at least one, in order of their start.
        locations: folders in which analyses are stored.
    """
    played = len(matches)
    wins = sum(match.won for match in matches)
    low, high = wilson(wins, played)
    has_interval = played >= MATCHES_MIN
    helps = [match.help(locations) if locations else Help() for match in matches]
    helped = [match.won for match, help in zip(matches, helps, strict=True) if any(help)]
    runs = streaks([match.place == 1 for match in matches])
    return GameFigures(
        game=slug,
        title=registry.box(slug).title,
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
        scores=tuple(map(_score, matches, helps)),
        luck=_luck(slug, matches, locations) if locations else None,
        levels=ladder.given_by(registry.box(slug).package),
        helped=len(helped),
        helped_won=exact_wins(sum(helped)),
    )


def _luck(slug: str, matches: Sequence[Finished], locations: Locations) -> LuckFigures | None:
    """Return the means of the stored analyses."""
    analysed = [
        (match, sums)
        for match in matches
        if (sums := sums_of(slug, match.row.chain, match.row.path, locations))
        and match.seat < min(map(len, (sums.start, sums.luck, sums.decisions, sums.result)))
    ]
    if not analysed:
        return None
    figures = []
    decided = list[Sequence[DecisionCost]]()
    for match, sums in analysed:
        own_seat = match.seat
        start, luck, decisions = sums.start[own_seat], sums.luck[own_seat], sums.decisions[own_seat]
        figures.append((sums.result[own_seat], start + decisions, luck, decisions))
        decided.append(sums.spent(own_seat))
    won, expected, of_luck, of_decisions = (
        Mean(*(round(number, 6) for number in mean(numbers)))
        for numbers in zip(*figures, strict=True)
    )
    last = decided[-GIVEN_MATCHES:]
    given_chance = given_away(last) if any(last) else None
    return LuckFigures(len(figures), won.value, expected, of_luck, of_decisions, given_chance)


def _score(match: Finished, help: Help) -> Score:
    row = match.row
    won = exact_wins(match.won)
    return Score(row.title, row.made, match.points, match.place, len(row.players), won, help.words)


def help_words(game: GameFigures) -> str:
    """Return the numbers of matches with and without help in words; empty if none had help."""
    if not game.helped:
        return ""
    return tr(
        "With help {won} of {played} won, without {others_won} of {others}.",
        won=decimal(game.helped_won, ".4g"),
        played=game.helped,
        others_won=decimal(game.won - game.helped_won, ".4g"),
        others=game.played - game.helped,
    )


def luck_lines(luck: LuckFigures) -> list[tuple[str, str]]:
    """Return the wins, the expected wins, and the means of luck and decisions, each with its
    words."""
    return [
        (tr("won of {number} analysed", number=luck.matches), percent(luck.won)),
        (tr("expected without luck"), _change(luck.expected).removeprefix("+")),
        (tr("luck"), _change(luck.luck)),
        (tr("decisions"), _change(luck.decisions)),
    ]


class GivenRow(NamedTuple):
    """A row of the table of winning chance given away per decision."""

    name: str
    """Title of a level; empty for the player."""
    given: GivenAway

    @property
    def words(self) -> tuple[str, ...]:
        """The percentage of the match with its interval, and the percentage of each part."""
        given = self.given
        share = 100 * given.share
        half_width = 100 * (given.high - given.share)
        whole = decimal(share, ".1f")
        if half_width:
            whole = f"{whole} ± {decimal(half_width, '.1f')}"
        parts = (decimal(100 * part, ".1f") for part in given.by_phase)
        return (whole, *parts)


GIVEN_HEADS: Final = (
    mark("% given away per decision"),
    mark("in all"),
    mark("early"),
    mark("middle"),
    mark("late"),
)
"""Column titles of the table of winning chance given away."""


def given_rows(game: GameFigures) -> list[GivenRow]:
    """Return the rows of winning chance given away per decision: the player's, then the levels'."""
    person = game.luck.given if game.luck else None
    levels = [GivenRow(level_title(level), given) for level, given in game.levels.items()]
    return [*([GivenRow("", person)] if person else ()), *levels]


def _change(mean: Mean) -> str:
    return signed_share(mean.value, mean.high - mean.value)


def streaks(hits: Iterable[bool]) -> list[int]:
    """Return the number of consecutive hits before the first try, which is 0, and after each."""
    runs = [0]
    for is_hit in hits:
        runs.append(runs[-1] + 1 if is_hit else 0)
    return runs


def rivals(matches: Iterable[Finished]) -> tuple[Rival, ...]:
    """Return a player's rivals, bots by their level and people by their name."""
    # For each rival: 1 for each match ahead of the rival, ½ for a tie, else 0.
    met: dict[tuple[bool, str], list[float]] = {}
    for match in matches:
        for seat, player in enumerate(match.row.players):
            if seat != match.seat:
                place = match.row.places[seat]
                ahead = (match.place < place) + (match.place == place) / 2
                is_bot = bool(level_of(player))
                met.setdefault((is_bot, _rival_name(player)), []).append(ahead)
    encounters = [
        Rival(name.removesuffix(BOTS * is_bot), is_bot, len(ahead), round(fmean(ahead), 6))
        for (is_bot, name), ahead in met.items()
    ]
    return tuple(sorted(encounters, key=lambda rival: (-rival.matches, rival.name)))


class Specimen(NamedTuple):
    """An achievement, and the first match with it."""

    finished: Finished
    position: int


Collection = Mapping[tuple[str, str], Specimen]
"""Specimens by game and name of the achievement."""


class _AchievementCache(Cache, frozen=True):
    names: dict[str, tuple[str, ...]]
    """The achievements of each game, so that new ones cause another replay of the matches."""
    positions: dict[str, dict[str, int]]
    """Positions of a match's achievements by name, for each match and seat: the record's last hash,
    a space, and the seat."""


def _names() -> dict[str, tuple[str, ...]]:
    return {
        slug: tuple(achievement.name for achievement in achievements(registry.get(slug)))
        for slug in registry.SLUGS
    }


def _known_in(cache: _AchievementCache | None) -> dict[str, dict[str, int]]:
    """Return the stored achievements of matches; none if the cache was made for others than the
    current achievements."""
    return cache.positions if cache is not None and cache.names == _names() else {}


class Cabinet:
    """The achievements of known matches, stored in a file."""

    def __init__(self, path: Path, achievements: dict[str, dict[str, int]]) -> None:
        self._path = path
        self._known = achievements
        self._is_changed = False

    @classmethod
    def read(cls, locations: Locations) -> Self:
        """Read the file; start empty if it cannot be read or is of another version."""
        return cls(
            locations.collection, _known_in(read_cache(locations.collection, _AchievementCache))
        )

    def keep(self) -> None:
        """Write the file; after a failure, only time is lost."""
        if self._is_changed:
            self._is_changed = False
            change_cache(self._path, _AchievementCache, self._with_known)

    def _with_known(self, cache: _AchievementCache | None) -> _AchievementCache:
        """Merge a cache with the achievements known here."""
        return _AchievementCache(names=_names(), positions={**_known_in(cache), **self._known})

    def achievements_in(self, match: Finished) -> dict[str, int]:
        """Return a match's achievements with their positions."""
        key = f"{match.row.chain} {match.seat}"
        if key not in self._known:
            self._known[key] = _find_achievements(match)
            self._is_changed = True
        return self._known[key]

    def collect(self, matches: Iterable[Finished]) -> Iterator[dict[tuple[str, str], Specimen]]:
        """Yield the collection after each match; it is always the same growing dictionary.

        Args:
            matches: in order of their start.
        """
        specimens: dict[tuple[str, str], Specimen] = {}
        for match in matches:
            for name, position in self.achievements_in(match).items():
                specimens.setdefault((match.row.game, name), Specimen(match, position))
            yield specimens


def _find_achievements(match: Finished) -> dict[str, int]:
    """Return the achievements in a record; none if it can no longer be read, or ends with a
    resignation, after which no hands are shown."""
    try:
        recording = SavedMatch.of(saves.read(match.row.path)).recording(OMNISCIENT)
    except (RecordError, Refused):
        return {}
    course = Course(match.seat, recording.log(), recording.standing)
    return achievement_positions(recording.game, course)
