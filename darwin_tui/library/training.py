"""A player's training with puzzles: attempts, ratings, the puzzle of the day, and own mistakes that
come back until they are solved.

Attempts are stored in a file, one per line, and everything else is derived from them. An unreadable
line stays in the file but does not count.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec

from darwin_core.analysis.review import MISTAKE, Choice
from darwin_core.journal import JournalError, unreadable
from darwin_core.journal.disk import changing, read_whole, write_whole
from darwin_core.match.record import UNREADABLE, RecordError, read_header
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.wording import counted
from darwin_tui.library import daily, saves
from darwin_tui.library.analyses import BEGUN, begun_decisions, decisions_of
from darwin_tui.library.caches import Listed
from darwin_tui.library.notes import followed
from darwin_tui.library.statistics import (
    ANCHOR_POINTS,
    MU,
    POINTS,
    SIGMA,
    Rating,
    finished,
    rating_model,
)
from darwin_tui.paths import Locations, writable_dir

BYTES_MAX: Final = 4 * 2**20
"""Maximum size of the file of attempts; a larger one is not read."""
COUNTS_UP_TO: Final = 2
"""Number of the last try that counts; it counts half."""
REST_DAYS: Final = (1, 3, 7)
"""Days after which an unsolved mistake comes back: after the first, the second, and each later
attempt."""
MATCHES: Final = 20
"""Number of last finished matches whose mistakes become puzzles."""
PUZZLE_SIGMA: Final = SIGMA / 4
"""Openskill's uncertainty about a puzzle. It was graded by bots, so it is known better than a
new player."""


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="attempt"):
    """A puzzle that the player has answered."""

    puzzle: Annotated[str, msgspec.Meta(max_length=200)]
    """Id of the puzzle; for a mistake, of the match and the position."""
    game: Annotated[str, msgspec.Meta(max_length=40)]
    day: date
    """The player's local date."""
    tries: Annotated[int, msgspec.Meta(ge=0)]
    """Number of the try that was right, from 1; 0 if the answer was shown."""
    points: int = 0
    """Rating of the puzzle; 0 for a mistake, which does not affect ratings."""
    is_of_day: bool = False
    """The puzzle was the puzzle of that day."""

    @property
    def score(self) -> float:
        """1 for the first try, a half for the second, else 0."""
        return {1: 1.0, COUNTS_UP_TO: 0.5}.get(self.tries, 0.0)


class Race(msgspec.Struct, frozen=True, tag_field="line", tag="race"):
    """A player's race: as many puzzles of a game as time allows, with one answer each."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    week: Annotated[str, msgspec.Meta(max_length=10)]
    """The week, as in ``2026-W48``. In a week, all players get the same puzzles, and only the first
    race counts."""
    right: Annotated[int, msgspec.Meta(ge=0)]
    wrong: Annotated[int, msgspec.Meta(ge=0)]
    """Numbers of right and wrong answers."""


def week_of(day: date) -> str:
    """Return the ISO 8601 week of a day."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def mistake_id(chain: str, position: int) -> str:
    """Return the id of a mistake: the last hash of its match, and the number of actions before
    it."""
    return f"{chain} {position}"


def local_day() -> date:
    return date.today()


@dataclass
class Training:
    """A player's attempts, in a file."""

    locations: Locations
    today: Callable[[], date] = field(default_factory=lambda: local_day)
    attempts: list[Attempt] = field(init=False, default_factory=list)
    """In the order in which they were made."""
    races: list[Race] = field(init=False, default_factory=list)
    """In the order in which they were run."""
    trouble: str = field(init=False, default="")
    """A sentence about the fault of the file; empty without one."""

    def __post_init__(self) -> None:
        name = self.locations.name_of(self.locations.training)
        try:
            lines = self._lines()
        except JournalError as error:
            self.trouble = self.locations.redact(str(error))
            return
        for entry in map(_entry, lines):
            self._take(entry)
        if damaged := len(lines) - len(self.attempts) - len(self.races):
            self.trouble = tr_n(
                "{file} is damaged in {number} line; it is left as it is and does not count.",
                "{file} is damaged in {number} lines; they are left as they are and do not count.",
                damaged,
                file=name,
            )

    def _take(self, entry: Attempt | Race | None) -> None:
        if isinstance(entry, Attempt):
            self.attempts.append(entry)
        elif entry:
            self.races.append(entry)

    def _lines(self) -> list[bytes]:
        """Return the lines of the file; raises JournalError if it cannot be read."""
        path = self.locations.training
        try:
            return [line for line in read_whole(path, BYTES_MAX).split(b"\n") if line.strip()]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise unreadable(path, error) from None

    def add(self, entry: Attempt | Race) -> None:
        """Store an attempt or a race, after attempts that another program may have added meanwhile.

        Raises:
            JournalError: if it cannot be stored. It still counts until the program ends.
        """
        self._take(entry)
        path = self.locations.training
        with changing(writable_dir(path.parent)):
            # The empty last entry ends the last line.
            lines = [*self._lines(), msgspec.json.encode(entry), b""]
            write_whole(path, b"\n".join(lines))

    def of(self, puzzle: str) -> list[Attempt]:
        """Return the attempts at a puzzle."""
        return [attempt for attempt in self.attempts if attempt.puzzle == puzzle]

    # --- the puzzles of a game

    def solved(self, puzzles: Collection[str]) -> int:
        """Return the number of puzzles solved at the first or second try."""
        return len(
            {attempt.puzzle for attempt in self.attempts if attempt.score}.intersection(puzzles)
        )

    def rating(self, slug: str) -> Rating | None:
        """Return the rating in a game, from the first attempt at each puzzle; None without
        attempts."""
        # Backwards, so that the first attempt at a puzzle stays.
        firsts = {
            attempt.puzzle: attempt
            for attempt in reversed(self.attempts)
            if attempt.game == slug and attempt.points
        }
        return rating([*reversed(firsts.values())])

    def next(self, slug: str, puzzles: Mapping[str, int], but: str = "") -> str | None:
        """Return the id of the puzzle to solve next; None without puzzles.

        Among those tried least often, it is the one nearest to the player's rating.

        Args:
            puzzles: ratings of the game's puzzles by id.
            but: id of a puzzle solved just now.
        """
        tried = Counter(attempt.puzzle for attempt in self.attempts)
        rating_now = self.rating(slug)
        value = rating_now.value if rating_now else ANCHOR_POINTS
        # A single puzzle comes again.
        others = [id for id in puzzles if id != but] or [*puzzles]
        return min(
            others, key=lambda id: (tried[id], abs(puzzles[id] - value), _chance(id)), default=None
        )

    # --- the puzzle of the day

    def on_day(self, slug: str) -> Attempt | None:
        """Return today's first attempt at a game's puzzle of the day; None without one."""
        today = self.today()
        return next(
            (
                attempt
                for attempt in self.attempts
                if attempt.is_of_day and attempt.game == slug and attempt.day == today
            ),
            None,
        )

    @property
    def _days(self) -> Counter[date]:
        """Number of puzzles of the day solved, by day."""
        firsts = {
            (attempt.game, attempt.day): attempt
            for attempt in reversed(self.attempts)
            if attempt.is_of_day
        }
        return Counter(attempt.day for attempt in firsts.values() if attempt.score)

    @property
    def streak(self) -> int:
        """Number of days in a row, up to today or yesterday, with a solved puzzle of the day."""
        return daily.streak(self._days, self.today())

    @property
    def longest_streak(self) -> int:
        return daily.longest_streak(self._days)

    # --- races

    def counting_races(self, slug: str) -> dict[str, Race]:
        """Return a game's races that count, by week."""
        # Backwards, so that the first race of a week stays.
        return {race.week: race for race in reversed(self.races) if race.game == slug}

    # --- mistakes

    def due(self, puzzle: str) -> date | None:
        """Return the day from which a mistake is due; None once it is solved. An attempt before
        that day is practice: an answer that was just read is not a solution."""
        due = date.min
        failures = 0
        for attempt in self.of(puzzle):
            if attempt.day < due:
                continue
            if attempt.tries == 1:
                return None
            due = attempt.day + timedelta(days=REST_DAYS[min(failures, len(REST_DAYS) - 1)])
            failures += 1
        return due

    def is_due(self, puzzle: str) -> bool:
        """Return whether a mistake is due today."""
        due = self.due(puzzle)
        return due is not None and due <= self.today()


def _entry(line: bytes) -> Attempt | Race | None:
    """Return the entry of a line; None if it cannot be read."""
    try:
        return msgspec.json.decode(line, type=Attempt | Race)
    except UNREADABLE:
        return None


def rating(attempts: Sequence[Attempt]) -> Rating | None:
    """Return the rating after attempts at puzzles, each a match against the puzzle; None without
    any. A new player begins with the rating of a Normal bot."""
    if not attempts:
        return None
    model = rating_model()
    person = model.rating()
    for attempt in attempts:
        puzzle = model.rating(MU + (attempt.points - ANCHOR_POINTS) / POINTS, PUZZLE_SIGMA)
        ((person,), _) = model.rate([[person], [puzzle]], scores=[attempt.score, 1 - attempt.score])
    return Rating.of(person.mu, person.sigma, len(attempts))


def rating_words(rating: Rating) -> str:
    """Return a rating with half the width of its interval, as ``1512 ± 61``."""
    return f"{rating.value} ± {rating.high - rating.value}"


def of_day(slug: str, puzzles: Iterable[str], day: date) -> str | None:
    """Return the id of a game's puzzle of a day, the same for everybody; None without puzzles.
    Adding puzzles changes it on few days."""
    return min(puzzles, key=lambda id: _chance(f"{day} {slug} {id}"), default=None)


def _chance(text: str) -> bytes:
    """Return a key that sorts texts at random, in the same order on all machines."""
    return blake2b(text.encode(), digest_size=8).digest()


def share_lines(attempt: Attempt, training: Training) -> list[str]:
    """Return the lines to share about a puzzle of the day; they reveal no card."""
    tries = {0: "✗", 1: "✓"}.get(attempt.tries, "✗" * (attempt.tries - 1) + "✓")
    title = tr("{game} puzzle {day}", game=daily.short_title(attempt.game), day=attempt.day)
    words = [f"{title}: {tries} {tries_words(attempt.tries)}"]
    if in_a_row := training.streak:
        words.append(tr("{days} in a row", days=counted(in_a_row, "day")))
    if rating_now := training.rating(attempt.game):
        words.append(tr("rating {rating}", rating=rating_words(rating_now)))
    return [", ".join(words), f"darwin-tui puzzles {attempt.game}"]


def tries_words(tries: int) -> str:
    if tries == 0:
        return tr("not solved")
    if tries == 1:
        return tr("first try")
    return tr("second try") if tries == COUNTS_UP_TO else tr("{number} tries", number=tries)


# --- races


def in_race(week: str, puzzles: Mapping[str, int]) -> list[str]:
    """Return the ids of puzzles in the order of a week's race, easier ones first.

    Args:
        puzzles: ratings of the puzzles by id.
    """
    return sorted(puzzles, key=lambda id: (puzzles[id], _chance(f"{week} {id}")))


# --- mistakes


NO_MORE: Final = mark("There is no other mistake to solve today.")
"""The sentence after the last mistake."""


class Mistake(NamedTuple):
    """A player's decision that cost much of the winning chance."""

    path: Path
    """The match's record."""
    game: str
    seat: int
    chain: str
    choice: Choice

    @property
    def id(self) -> str:
        return mistake_id(self.chain, self.choice.position)


def mistakes(rows: Iterable[Listed], name: str, locations: Locations) -> Iterator[Mistake]:
    """Yield the mistakes in the last analysed matches, newest match first.

    Args:
        locations: folders in which analyses are stored.
    """
    for match in reversed(finished(rows, name).matches[-MATCHES:]):
        row, seat = match.row, match.seat
        choices = decisions_of(row.game, row.chain, row.path, locations)
        decisions = choices[seat] if seat < len(choices) else _begun(row.path, seat, locations)
        hinted = _followed(row.path, seat, locations)
        own_decisions = [choice for choice in decisions if choice.position not in hinted]
        yield from mistakes_among(row.path, row.game, seat, row.chain, own_decisions)


def _begun(record: Path, seat: int, locations: Locations) -> tuple[Choice, ...]:
    """Return a seat's decisions in a match with an incomplete analysis; none unless all are
    judged."""
    try:
        _, first = read_header(saves.read_bytes(record).partition(b"\n")[0])
        if not locations.analysis_of(first, BEGUN).is_file():
            return ()
        return begun_decisions(saves.read(record).match, seat, locations)
    except RecordError:
        return ()


def _followed(record: Path, seat: int, locations: Locations) -> frozenset[int]:
    """Return the positions of a seat's decisions that followed a hint. The record is read only if
    there are notes on it."""
    notes = locations.notes_on(record)
    try:
        return followed(notes, saves.read(record).match, seat) if notes.is_file() else frozenset()
    except RecordError:
        return frozenset()


def mistakes_among(
    path: Path, game: str, seat: int, chain: str, choices: Iterable[Choice]
) -> Iterator[Mistake]:
    """Yield the mistakes among a seat's judged decisions.

    Args:
        chain: last hash of the record.
    """
    for choice in choices:
        if choice.cost >= MISTAKE:
            yield Mistake(path, game, seat, chain, choice)
