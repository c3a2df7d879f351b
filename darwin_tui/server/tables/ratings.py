"""The ratings of people at rated tables, by game and number of players.

Ratings are computed from the results of all rated matches in the order in which they ended, and are
not stored: every process, and everybody who has the records, gets the same figures.
"""

import asyncio
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final, NamedTuple, Self

import msgspec

from darwin_core.analysis.report import Analysis
from darwin_core.bots import Undecided
from darwin_core.bots.ladder import DecisionCost, GivenAway, given_away
from darwin_core.match import AnyMatch
from darwin_core.match.record import RecordError
from darwin_core.text.language import tr
from darwin_core.text.wording import counted
from darwin_tui.library.analyses import Sums
from darwin_tui.library.dates import month
from darwin_tui.library.statistics import (
    ANCHOR_POINTS,
    GIVEN_MATCHES,
    MU,
    SIGMA,
    Rating,
    rating_model,
)
from darwin_tui.seating import decided_at, result
from darwin_tui.server.store.contract import (
    AccountStore,
    Damaged,
    Store,
    StoreError,
    TableInfo,
    decode,
    encode,
)
from darwin_tui.server.tables.register import load

NARROW_POINTS: Final = 350
"""Half-width of a rating's interval, in points, up to which it is not provisional; at tables for
two that takes about fifteen matches."""
SEASON_MONTHS: Final = 3
"""Months of a season of the ladder."""
SEASONS: Final = 12 // SEASON_MONTHS
"""Seasons of a year."""
SLICE_MATCHES: Final = 100
"""Matches rated before yielding to other work, which takes some milliseconds."""


class Result(NamedTuple):
    """The result of a rated match. Results are ordered by their ends."""

    ended: float
    """Time of the end, seconds since the epoch."""
    code: str
    """Code of the table."""
    game: str
    names: tuple[str, ...]
    """Accounts by seat."""
    places: tuple[int, ...]
    """Rank of each seat, from 1; ties share it."""

    @property
    def ladder(self) -> "LadderKey":
        return LadderKey(self.game, len(self.names))

    def place_of(self, name: str) -> int:
        """Return the rank of an account that sat there."""
        return self.places[self.names.index(name)]


class LadderKey(NamedTuple):
    """A game and a number of players; each pair has ratings of its own."""

    game: str
    seats: int


def result_of(table: TableInfo) -> Result | None:
    """Return the result of a rated table; None if nobody has won or the table is not rated."""
    if table.phase != "over" or table.terms != "rated" or not table.places:
        return None
    names = tuple(seat.name for seat in table.seats)
    return Result(table.moved, table.code, table.game, names, table.places)


class Season(NamedTuple):
    """A season of three calendar months, in UTC."""

    year: int
    number: int
    """0 to 3."""

    @classmethod
    def at(cls, moment: float) -> Self:
        """Return the season of a moment, in seconds since the epoch."""
        day = datetime.fromtimestamp(moment, UTC)
        return cls(day.year, (day.month - 1) // SEASON_MONTHS)

    def moved(self, by: int) -> "Season":
        """Return the season a number of seasons later."""
        year, number = divmod(self.year * SEASONS + self.number + by, SEASONS)
        return Season(year, number)

    @property
    def begins(self) -> float:
        """The season's first moment, in seconds since the epoch."""
        return datetime(self.year, self.number * SEASON_MONTHS + 1, 1, tzinfo=UTC).timestamp()

    @property
    def ends(self) -> float:
        """The first moment after the season, in seconds since the epoch."""
        return self.moved(1).begins

    @property
    def words(self) -> str:
        """The season's months and year, as ``October to December 2026``."""
        first = self.number * SEASON_MONTHS + 1
        start, end = (date(self.year, at, 1) for at in (first, first + SEASON_MONTHS - 1))
        return tr("{start} to {end} {year}", start=month(start), end=month(end), year=self.year)


class Point(NamedTuple):
    """A player's rating after a match."""

    result: Result
    rating: Rating


def is_provisional(rating: Rating) -> bool:
    """Return whether a rating's interval is still too wide for a place on the ladder."""
    return rating.high - rating.value > NARROW_POINTS


class Course:
    """The ratings of one ladder, match by match."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._model = rating_model()
        self.results: list[Result] = []
        self.points: dict[str, list[Point]] = {}
        """Ratings of each player, one after each of the player's matches."""
        self._strengths: dict[str, tuple[float, float]] = {}
        for rated_match in sorted(results):
            self.add(rated_match)

    def add(self, rated_match: Result) -> None:
        """Rate a match that ended after all others."""
        self.results.append(rated_match)
        before = [self._strengths.get(name, (MU, SIGMA)) for name in rated_match.names]
        teams = [[self._model.rating(*strength)] for strength in before]
        after = self._model.rate(teams, ranks=[float(place) for place in rated_match.places])
        for name, (rated,) in zip(rated_match.names, after, strict=True):
            self._strengths[name] = rated.mu, rated.sigma
            points = self.points.setdefault(name, [])
            rating = Rating.of(rated.mu, rated.sigma, len(points) + 1)
            points.append(Point(rated_match, rating))


class LadderRow(msgspec.Struct, frozen=True):
    """A player's row on a ladder."""

    place: int
    """0 while the rating is provisional."""
    name: str
    rating: Rating
    """Rating after the player's last match of the season, based on matches of all seasons."""
    matches: int
    """Number of matches in the season."""
    change: int
    """Points gained in the season so far; a new player starts from the initial rating."""


def rows(course: Course, season: Season, removed: Collection[str] = ()) -> tuple[LadderRow, ...]:
    """Return the players who have played in a season, provisional ratings last.

    Args:
        course: ratings of the ladder.
        season: three months.
        removed: accounts to leave out. Their matches still count for the others.
    """
    ladder_rows = []
    for name, points in course.points.items():
        # The points are in the order of their matches' ends.
        ends = [point.result.ended for point in points]
        first, last = bisect_left(ends, season.begins), bisect_left(ends, season.ends)
        if first == last or name in removed:
            continue
        rating = points[last - 1].rating
        before = points[first - 1].rating.value if first else ANCHOR_POINTS
        ladder_rows.append(LadderRow(0, name, rating, last - first, rating.value - before))
    ladder_rows.sort(key=lambda row: (is_provisional(row.rating), -row.rating.value, row.name))
    # The first row of a value has the number of its place; equal values share it.
    settled = [row.rating.value for row in ladder_rows if not is_provisional(row.rating)]
    return tuple(
        row
        if is_provisional(row.rating)
        else msgspec.structs.replace(row, place=settled.index(row.rating.value) + 1)
        for row in ladder_rows
    )


class RatedGame(msgspec.Struct, frozen=True):
    """A player's rating on one ladder."""

    game: str
    seats: int
    rating: Rating
    is_provisional: bool
    curve: tuple[int, ...]
    """The rating after each match."""
    given: GivenAway | None = None
    """Winning chance given away per decision in recent matches; None if none is judged."""


class Opponent(msgspec.Struct, frozen=True):
    """A person whom a player has met at rated tables."""

    name: str
    matches: int
    ahead: float
    """Matches in which the player finished ahead of them; ties count half."""


JUDGED: Final = "judged"
"""Collection of the judgements of rated matches, as sums of analyses, by table code."""


class Profile(msgspec.Struct, frozen=True):
    """A player as everybody sees them."""

    name: str
    member_since: str
    """Time at which the account was made, ISO 8601; empty if unknown."""
    ratings: tuple[RatedGame, ...]
    """Ladder with the most matches first."""
    opponents: tuple[Opponent, ...]
    """Most frequent first."""


@dataclass(eq=False)
class Ratings:
    """A server's ratings as computed by one of its processes."""

    _store: Store
    _results: dict[str, Result] = field(default_factory=dict)
    """All known results by table code."""
    _courses: dict[LadderKey, Course] = field(default_factory=dict)
    """The computed ladders."""
    _is_loaded: bool = False
    _loading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def load(self) -> None:
        """Read all results and compute all ratings unless already done; raises StoreError."""
        async with self._loading:
            if not self._is_loaded:
                # Set before reading, so that a call of ``forget`` meanwhile is not lost.
                self._is_loaded = True
                known = {*self._results}
                try:
                    tables = await self._store.rated()
                except BaseException:
                    self._is_loaded = False
                    raise
                # The notice that the host has removed a table may have been missed.
                for code in known - {table.code for table in tables}:
                    self.remove(code)
                for table in tables:
                    self.note(table)
            for key in self.ladders:
                await self._compute(key)

    async def _compute(self, key: LadderKey) -> None:
        """Compute a ladder's ratings a slice at a time, so that other sessions do not wait."""
        while key not in self._courses:
            results = self._results_of(key)
            course = Course(())
            for number, rated_match in enumerate(results, 1):
                course.add(rated_match)
                if number % SLICE_MATCHES == 0:
                    await asyncio.sleep(0)
            # A result that came meanwhile begins the computation again.
            if results == self._results_of(key):
                self._courses[key] = course

    def _results_of(self, key: LadderKey) -> list[Result]:
        """Return the results of a ladder in the order of their ends."""
        return sorted(
            rated_match for rated_match in self._results.values() if rated_match.ladder == key
        )

    def forget(self) -> None:
        """Read everything again when needed: the end of a match may have been missed."""
        self._is_loaded = False

    def note(self, table: TableInfo) -> None:
        """Count a table's result, if it is new."""
        rated_match = result_of(table)
        if rated_match is None or self._results.get(rated_match.code) == rated_match:
            return
        is_known = rated_match.code in self._results
        self._results[rated_match.code] = rated_match
        course = self._courses.get(rated_match.ladder)
        if course is None:
            return
        # A ladder has no result left if the host has removed its tables.
        if is_known or course.results[-1:] > [rated_match]:
            # It is not the last result, so recompute the ladder.
            del self._courses[rated_match.ladder]
        else:
            course.add(rated_match)

    def remove(self, code: str) -> None:
        """Stop counting the result of a deleted table."""
        if rated_match := self._results.pop(code, None):
            self._courses.pop(rated_match.ladder, None)

    @property
    def ladders(self) -> list[LadderKey]:
        """The ladders that have matches, those with the most matches first."""
        count: dict[LadderKey, int] = {}
        for rated_match in self._results.values():
            count[rated_match.ladder] = count.get(rated_match.ladder, 0) + 1
        return sorted(count, key=lambda key: (-count[key], key))

    def course(self, key: LadderKey) -> Course:
        course = self._courses.get(key)
        if course is None:
            course = self._courses[key] = Course(self._results_of(key))
        return course

    def change(self, table: TableInfo, name: str) -> tuple[Rating, int] | None:
        """Return an account's rating after a match, and the points gained by it.

        Returns None if the match is not rated or the ratings are not computed yet.
        """
        rated_match = result_of(table)
        course = self._courses.get(rated_match.ladder) if rated_match else None
        points = course.points.get(name, []) if course else []
        values = [ANCHOR_POINTS, *(point.rating.value for point in points)]
        # The values begin with the one before the first match, so they are one longer.
        for point, before in zip(points, values, strict=False):
            if point.result == rated_match:
                return point.rating, point.rating.value - before
        return None

    def ladder(
        self, key: LadderKey, season: Season, removed: Collection[str] = ()
    ) -> tuple[LadderRow, ...]:
        """Return the players of a ladder in a season; see ``rows``."""
        return rows(self.course(key), season, removed)

    def seasons(self, key: LadderKey, now: float) -> list[Season]:
        """Return the seasons of a ladder from its first match until now, the current one first."""
        season = Season.at(now)
        seasons = list[Season]()
        results = self.course(key).results
        first = Season.at(results[0].ended) if results else season
        while season >= first:
            seasons.append(season)
            season = season.moved(-1)
        return seasons or [Season.at(now)]

    async def given(self, name: str) -> dict[LadderKey, GivenAway]:
        """Return the winning chance that an account gives away per decision, by ladder.

        Covers the judged ones among its last matches on each ladder.

        Raises:
            StoreError: if a judgement cannot be read.
        """
        by_ladder = {}
        for key in self.ladders:
            last = [
                rated_match for rated_match in self._results_of(key) if name in rated_match.names
            ][-GIVEN_MATCHES:]
            matches = [await self._spent(rated_match, name) for rated_match in last]
            if any(matches):
                by_ladder[key] = given_away(matches)
        return by_ladder

    async def _spent(self, rated_match: Result, name: str) -> Sequence[DecisionCost]:
        """Return the judged decisions of an account in a match; empty if it is not judged."""
        data = await self._store.document(JUDGED, rated_match.code)
        with suppress(Damaged):
            return decode(data, Sums).spent(rated_match.names.index(name)) if data else ()
        return ()

    def profile(
        self, name: str, made: str = "", given: Mapping[LadderKey, GivenAway] | None = None
    ) -> Profile:
        """Return an account's ratings and opponents.

        Args:
            name: name of the account.
            made: time at which it was made.
            given: winning chance it gives away per decision.
        """
        courses = {key: self.course(key) for key in self.ladders}
        points = {
            key: course.points[name] for key, course in courses.items() if name in course.points
        }
        ratings = [
            RatedGame(
                key.game,
                key.seats,
                points_of_key[-1].rating,
                is_provisional(points_of_key[-1].rating),
                tuple(point.rating.value for point in points_of_key),
                given.get(key) if given else None,
            )
            for key, points_of_key in points.items()
        ]
        ratings.sort(key=lambda rated: -rated.rating.matches)
        met = opponents(
            name, (point.result for points_of_key in points.values() for point in points_of_key)
        )
        return Profile(name, made, tuple(ratings), met)


def opponents(name: str, results: Iterable[Result]) -> tuple[Opponent, ...]:
    """Return the people whom an account has met in matches."""
    ahead: dict[str, list[float]] = {}
    for rated_match in results:
        own_place = rated_match.place_of(name)
        for other, place in zip(rated_match.names, rated_match.places, strict=True):
            if other != name:
                ahead.setdefault(other, []).append((own_place < place) + (own_place == place) / 2)
    met = [Opponent(other, len(shares), sum(shares)) for other, shares in ahead.items()]
    return tuple(sorted(met, key=lambda opponent: (-opponent.matches, opponent.name)))


async def judge(
    source: Store,
    target: AccountStore,
    count: int,
    analysed: Callable[[AnyMatch], Analysis],
) -> AsyncIterator[str]:
    """Judge the latest unjudged rated matches, and store the winning chances given away in them.

    Args:
        source: store with the records.
        target: receives the judgements; the source, or its accounts.
        count: maximum number of matches.
        analysed: returns the analysis of a match, which takes a while.

    Yields:
        A sentence about each match.

    Raises:
        StoreError: if they cannot be read or stored.
    """
    documents = await target.documents(JUDGED)
    for table in [row for row in await source.rated() if row.code not in documents][:count]:
        try:
            match = load(await source.record(table.code))
            if match.game.outcome(match.state) is None:
                yield f"The match of the table {table.code} was not played out."
                continue
            sums = msgspec.convert(analysed(match), Sums, from_attributes=True)
        except (RecordError, StoreError, Undecided) as error:
            yield f"The match of the table {table.code} is not judged: {error}"
            continue
        await target.put_document(JUDGED, table.code, encode(sums), None)
        yield f"The match of the table {table.code} is judged."


async def recount(store: Store) -> AsyncIterator[str]:
    """Read all rated results from the records, and correct tables that differ.

    Yields:
        A sentence about each corrected table, and each unreadable record.

    Raises:
        StoreError: if the tables cannot be read or stored.
    """
    tables = await store.rated()
    for table in tables:
        try:
            right = recorded(await store.record(table.code), table)
        except (RecordError, StoreError) as error:
            yield f"The result of the table {table.code} stays as it was: {error}"
            continue
        if right != table:
            await store.put_table(right)
            yield f"The result of the table {table.code} is corrected."
    yield f"The records of {counted(len(tables), 'match')} are read."


def recorded(text: bytes, table: TableInfo) -> TableInfo:
    """Return a rated table with the result in its record; raises RecordError."""
    match = load(text)
    places: Sequence[int] = ()
    if match.header.is_rated and decided_at(match) is not None:
        places = result(match).ranks
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return msgspec.structs.replace(table, places=tuple(places), winners=winners)
