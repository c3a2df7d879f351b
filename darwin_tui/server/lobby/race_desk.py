"""The weekly puzzle races: an account's own race, and the table of all players' races."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import NamedTuple

from darwin_core.contract import registry
from darwin_core.text.language import tr
from darwin_core.text.wording import counted
from darwin_tui.library.seat_access import Rejected
from darwin_tui.library.training import Race, week_of
from darwin_tui.play.puzzles import PRACTICE
from darwin_tui.server.lobby.account_session import AccountSession
from darwin_tui.server.store.contract import RACES, Races, decode, encode, retried
from darwin_tui.server.tables.register import rejecting
from darwin_tui.strength.figures import with_minus


class RaceRow(NamedTuple):
    """A player's first race in a week and a game."""

    name: str
    place: int
    points: int
    """Right answers less wrong ones."""
    right: int
    wrong: int


def table_of_races(results: Races) -> list[RaceRow]:
    """Return the races of a week in a game, best first.

    A right answer scores a point, a wrong one loses a point.
    """
    points = {name: right - wrong for name, (right, wrong) in results.items()}
    rows = [
        RaceRow(
            name, 1 + sum(other > points[name] for other in points.values()), own_points, *answers
        )
        for name, answers in results.items()
        for own_points in (points[name],)
    ]
    return sorted(rows, key=lambda row: (row.place, row.name.casefold()))


@dataclass
class RaceDesk:
    """An account's access to a race and to the table of the week; it serves one race."""

    _session: AccountSession
    _counts: bool = False
    """This race is the account's first in its week and game, so it counts."""

    @property
    def today(self) -> date:
        """The date of the server, in UTC."""
        return datetime.fromtimestamp(self._session.services.now(), UTC).date()

    async def keep(self, race: Race, *, is_over: bool) -> str:
        """Store the state of a race, so that a lost connection loses no answer. Returns a sentence
        on why the race does not count; empty if it does."""
        try:
            self._session.check_kept()
            with rejecting():
                await retried(lambda: self._put(race))
        except Rejected as refusal:
            return str(refusal)
        return "" if self._counts else tr(PRACTICE)

    async def _put(self, race: Race) -> None:
        """Put the race into its table if it is the player's first there; raises StoreError."""
        store = self._session.services.store
        name = self._session.account.name
        key = _key(race)
        data = await store.document(RACES, key)
        results = decode(data, Races) if data else {}
        counts = self._counts or name not in results
        # Never overwrite a later answer that was stored meanwhile. Without a stored race the sum is
        # below 0, so that a race without an answer is stored, too.
        if counts and sum(results.get(name, (-1, 0))) < race.right + race.wrong:
            changed = {**results, name: (race.right, race.wrong)}
            await store.put_document(RACES, key, encode(changed), data)
        # Set this only after storing: another race stored at the same moment may be the first.
        self._counts = counts

    async def lines(self, slug: str) -> list[str]:
        """Return the table of the week for a game, as lines."""
        week = week_of(self.today)
        try:
            with rejecting():
                data = await self._session.services.store.document(
                    RACES, _key(Race(slug, week, 0, 0))
                )
                rows = table_of_races(decode(data, Races) if data else {})
        except Rejected as refusal:
            return [str(refusal)]
        title = registry.get(slug).title
        if not rows:
            return [tr("Nobody has raced in {game} this week.", game=title)]
        return [
            tr("{game}, {week}: a wrong answer costs a point.", game=title, week=week),
            *(
                tr(
                    "{place}. {name}: {points}, {right} right, {wrong} wrong",
                    place=row.place,
                    name=row.name,
                    points=with_minus(counted(row.points, "point")),
                    right=row.right,
                    wrong=row.wrong,
                )
                for row in rows
            ),
        ]


def _key(race: Race) -> str:
    """Return the document key of a race's table."""
    return f"{race.week} {race.game}"
