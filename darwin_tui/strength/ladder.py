"""The ladder of a game: each level against Normal, with two players and at a common table, or
against another level."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from darwin_core.bots import levels
from darwin_core.bots.ladder import AGAINST, OPEN_CARDS, Rung
from darwin_core.contract import registry
from darwin_core.text.wording import percent
from darwin_tui.strength import simulate
from darwin_tui.strength.figures import aligned
from darwin_tui.strength.simulate import MatchLog
from darwin_tui.strength.workers import Workers

COMMON_SEATS: Final = 4
"""The largest table that is common."""


def others(against: str) -> tuple[str, ...]:
    """Return all levels but the one that they are measured by."""
    return tuple(name for name in levels.LEVELS if name != against)


def read_levels(text: str) -> tuple[str, ...]:
    """Return the levels of a text such as ``hard,master``.

    Raises:
        ValueError: with one sentence, for a name that no level has.
    """
    return tuple(levels.level(name.strip()).name for name in text.split(","))


def tables(slug: str) -> tuple[int, ...]:
    """Return the seat counts at which levels are measured: the smallest, and the largest common
    one."""
    seats = registry.get(slug).seats
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
    """Measure levels against another one, one after the other.

    Args:
        slug: the game.
        names: the levels.
        seats: the seat counts at each of which they are measured.
        games: how many matches are played for each figure.
        seed: any text; the same seed gives the same result.
        workers: share the work.
        sees_all: let the levels see all cards: no play by the rules does much better.
        against: the level at all other seats.
        log: has matches that need not be played, and is given each that is.
    """
    for count in seats:
        for name in names:
            bots = [f"{OPEN_CARDS * sees_all}{name}", *[against] * (count - 1)]
            result = simulate.simulate(slug, bots, games, seed, workers, log=log)
            found = result.seats[0]
            yield Rung(
                level=bots[0],
                seats=count,
                games=games,
                win_rate=found.win_rate,
                low=found.low,
                high=found.high,
                ahead=found.ahead,
                ahead_low=found.ahead_low,
                ahead_high=found.ahead_high,
                date=datetime.now(UTC).date().isoformat(),
                command=f"darwin-tui simulate {slug} --ladder {name} --at {count} "
                f"--games {games} --seed {seed}{' --open-cards' * sees_all}"
                f"{f' --against {against}' * (against != AGAINST)}",
                against=against,
            )


def table(slug: str, rungs: Sequence[Rung]) -> list[str]:
    """Return the measurements as aligned lines of text."""
    rows = [["seats", "level", "wins", "95 % from", "to", "fair", "points ahead", "95 %"]]
    for rung in rungs:
        shares = (f"{100 * share:.1f} %" for share in (rung.win_rate, rung.low, rung.high))
        fair = percent(rung.fair)
        rows.append([str(rung.seats), rung.level, *shares, fair, *simulate.lead(rung)])
    title = f"{registry.get(slug).title} against {levels.level(rungs[0].against).title}"
    return [f"{title}, {rungs[0].games} games each", *aligned(rows)]
