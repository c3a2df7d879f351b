"""The daily challenge: a match whose seed is the date, the same for everybody.

A record is a try if its seed names the day and its players are those of the challenge. The first
try counts; later ones are practice. Apart from records, only pars are stored: a par is the points
of a Normal bot in the player's seat, and takes a moment to play.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR, AnyGame, rank
from darwin_core.contract.options import read_choices, read_options
from darwin_core.contract.registry import BOXES
from darwin_core.match.record import HUMAN, Header, Player
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.wording import counted, ordinal
from darwin_tui.library import saves
from darwin_tui.library.caches import Cache, Listed, change_cache, read_cache
from darwin_tui.library.dates import local_time
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.statistics import OwnMatch, own_seat
from darwin_tui.paths import Locations
from darwin_tui.seating import BOT_PREFIX, default_table, level_of, people_of, seated
from darwin_tui.strength.figures import with_minus

NO_HELP: Final = mark(
    "The first try of a challenge counts: no hints, and the bots keep their level."
)
"""The refusal of help."""
LEVEL: Final = "normal"
"""Level of all bots of the challenge, and of the bot that sets the par."""
_SEED: Final = re.compile(r"daily (\d{4}-\d\d-\d\d) ([a-z]{1,24})")
"""A seed as ``seed_of`` makes it: the day and the slug of the game."""


class Key(NamedTuple):
    """One challenge."""

    slug: str
    day: date


class Try(OwnMatch):
    """A player's try that counts, finished or not."""

    @property
    def is_over(self) -> bool:
        return self.row.over


Tries = Mapping[Key, Try]
"""The tries that count, by challenge."""


# --- the challenge


def seed_of(key: Key) -> str:
    return f"daily {key.day.isoformat()} {key.slug}"


def key_of(row: Listed) -> Key | None:
    """Return the challenge of a saved match; None if the match is not a try."""
    return None if row.is_branch else key_in(row.game, row.seed, row.players)


def key_in(slug: str, seed: str, players: Sequence[Player]) -> Key | None:
    """Return the challenge with a seed and players; None if there is none."""
    match = _SEED.fullmatch(seed)
    if match is None or match[2] != slug:
        return None
    try:
        key = Key(match[2], date.fromisoformat(match[1]))
        table = default_table(registry.get(slug))
    except ValueError:
        return None
    is_alone = people_of(players) == (table.index(HUMAN),)
    levels = {level_of(player) for player in players if player.control != HUMAN}
    return key if is_alone and levels == {LEVEL} and len(players) == len(table) else None


def header_of(key: Key, name: str) -> Header:
    """Return the header of a new try."""
    game = registry.get(key.slug)
    table = [HUMAN if seat == HUMAN else f"{BOT_PREFIX}{LEVEL}" for seat in default_table(game)]
    players = seated([(control, "") for control in table], name)
    return saves.header_for(key.slug, _options(game, players), players, seed_of(key))


def _options(game: AnyGame, players: Iterable[Player]) -> dict[str, bool | int | str]:
    return read_choices((), game, len(tuple(players)))


# --- tries


def tries(rows: Iterable[Listed], name: str) -> Tries:
    """Return the tries that count: the first started for each challenge."""
    first_tries: dict[Key, Try] = {}
    for row in rows:
        key = key_of(row)
        seat = own_seat(row.players, name)
        if key is None or seat is None or (row.trouble and not row.made):
            continue
        # Of several tries started within one second, the one played first counts.
        if key not in first_tries or _started(row) < _started(first_tries[key].row):
            first_tries[key] = Try(row, seat)
    return first_tries


def is_counted(saved: SavedMatch, name: str, locations: Locations) -> bool:
    """Return whether a match is the player's try that counts. It allows no help: no hints, and no
    change of a bot's level."""
    header = saved.header
    key = None if header.parent else key_in(header.game, header.seed, header.players)
    if key is None or saved.path is None:
        return False
    own_try = tries(saves.rows(locations), name).get(key)
    # The command line opens a match by any path that leads to its file.
    return own_try is None or own_try.row.path.resolve() == saved.path.resolve()


def _started(row: Listed) -> tuple[str, float]:
    return row.made, row.played


def days(known: Tries) -> Counter[date]:
    """Return the number of each day's challenges that were begun on that day and finished."""
    return Counter(
        key.day
        for key, attempt in known.items()
        if attempt.is_over
        and (started := local_time(attempt.row.made))
        and started.date() == key.day
    )


def streak(played: Mapping[date, int], today: date) -> int:
    """Return the number of days in a row, up to today or yesterday."""
    day_length = timedelta(days=1)
    day = today if played.get(today) else today - day_length
    count = 0
    while played.get(day):
        count += 1
        day -= day_length
    return count


def longest_streak(played: Mapping[date, int]) -> int:
    """Return the longest run of days."""
    return max((streak(played, day) for day in played if played[day]), default=0)


# --- par


def par(key: Key) -> int:
    """Return the par of a challenge, which takes a moment to play."""
    return par_of(key.slug, seed_of(key))


def par_of(slug: str, seed: str) -> int:
    """Return the points of a Normal bot in the player's seat, against the same bots and deals."""
    from darwin_tui.library.duel import play_again

    game = registry.get(slug)
    table = default_table(game)
    players = seated([(control, "") for control in table], "Par")
    seat = table.index(HUMAN)
    options = read_options(game, _options(game, players))
    start = game.setup(options, len(table), seed, None)
    return play_again(game, start, [LEVEL] * len(table), seat, LEVEL, seed).totals[seat]


class _ParCache(Cache, frozen=True):
    """The pars by challenge and version of the rules."""

    pars: dict[str, int]


class Pars:
    """The known pars, stored in a file, as playing one takes up to a second."""

    def __init__(self, locations: Locations) -> None:
        """Read the pars played by this version."""
        self._path: Path = locations.pars
        self._pars: dict[str, int] = {}
        self._learn(read_cache(self._path, _ParCache))

    def known(self, key: Key) -> int | None:
        return self._pars.get(_name(key))

    def find(self, key: Key) -> int:
        """Return the par of a challenge; play it if unknown."""
        name = _name(key)
        if name not in self._pars:
            self._pars[name] = par(key)
            change_cache(self._path, _ParCache, self._learn)
        return self._pars[name]

    def _learn(self, cache: _ParCache | None) -> _ParCache:
        """Add stored pars to the known ones; return all."""
        self._pars |= cache.pars if cache else {}
        return _ParCache(pars=self._pars)


def _name(key: Key) -> str:
    """Return the key of a par in the file: other rules may have another par."""
    return f"{seed_of(key)} {registry.get(key.slug).rules_version}"


def course(recording: AnyRecording) -> list[tuple[int, ...]]:
    """Return all seats' totals at the start, after each round, and at the end."""
    clocks = recording.clocks
    ends = [
        at for at, (before, after) in enumerate(pairwise(clocks), 1) if after.round > before.round
    ]
    positions = [0, *ends]
    standings = [recording.game.standing(recording.view(at)).totals for at in positions]
    return [*standings, recording.standing.totals]


GAINED: Final = "▲"
"""Sign of points over par."""
LOST: Final = "▼"
"""Sign of points under par."""
BAR: Final = "▆"
"""A column of the bar of a round."""
BAR_COLUMNS: Final = 10
"""Columns of the bar of the best round."""


def short_title(slug: str) -> str:
    """Return the title of a game without the word that several titles share."""
    return (BOXES[slug].title if slug in BOXES else slug).removeprefix("Darwin's ")


def against_par(points: int, par: int) -> str:
    """Return the difference to par in words."""
    if points == par:
        return tr("level with par")
    if points > par:
        return f"{GAINED} {tr('{points} over par', points=points - par)}"
    return f"{LOST} {tr('{points} under par', points=par - points)}"


def first_line(key: Key, attempt: Try, par: int) -> str:
    """Return the result in one line."""
    place = tr("{place} of {seats}", place=ordinal(attempt.place), seats=len(attempt.row.players))
    title = f"{short_title(key.slug)} {key.day.isoformat()}"
    return f"{title}: {attempt.points}, {place}, {against_par(attempt.points, par)}"


def result_lines(key: Key, counting: Try, par: int, saved: SavedMatch, known: Tries) -> list[str]:
    """Return all lines of a result.

    Args:
        counting: the try that counts, finished.
        known: all tries, for the days in a row.
    """
    played = days(known)
    of_day = played[key.day]
    in_a_row = streak(played, key.day) if of_day else 0
    lines = [
        first_line(key, counting, par),
        "",
        *round_lines(saved.recording(SPECTATOR), counting.seat),
        "",
    ]
    on_day = tr("{number} of {games} games on the day", number=of_day, games=len(BOXES))
    if in_a_row:
        lines.append(f"{tr('{days} in a row', days=counted(in_a_row, 'day'))}, {on_day}")
    else:
        lines.append(on_day)
    return [*lines, f"darwin-tui daily {key.slug} {key.day.isoformat()}"]


def round_lines(recording: AnyRecording, seat: int) -> list[str]:
    """Return a line for each round: its points, a bar, and the rank after it. If a match begins
    with points, they have a line at the start, so that the lines add up to the total."""
    word = noun(recording.game.clock_words[0])
    standings = course(recording)
    totals = [points[seat] for points in standings]
    sums = [after - before for before, after in pairwise(totals)]
    # During a match the points alone rank the players, at its end the game's tie-breaks, too.
    ranks = [rank(standing)[seat] for standing in standings[1:-1]]
    ranks.append(recording.standing.ranks[seat])
    most = max([1, *sums])
    rows = [(tr("start"), totals[0], "")] if totals[0] else []
    for number, (points, place) in enumerate(zip(sums, ranks, strict=True), 1):
        bar = BAR * round(BAR_COLUMNS * max(points, 0) / most)
        rows.append((f"{word} {number}", points, f"  {bar:<{BAR_COLUMNS}}  {ordinal(place)}"))
    columns = max(len(label) for label, _, _ in rows)
    digits = max(len(f"{points}") for _, points, _ in rows)
    return [
        with_minus(f"{label:<{columns}}  {points:>{digits}}{tail}") for label, points, tail in rows
    ]
