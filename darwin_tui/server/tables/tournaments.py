"""The tournaments of a server: open, join and leave them, make their tables, and advance them.

Pairings are stored first, with the codes of their tables; then the tables are made. If a server is
killed in between, any process makes the missing tables later. A row is a pairing, as ``pairing`` is
the module with its rules.
"""

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.contract.options import read_choices
from darwin_core.match import AnyMatch, fairness
from darwin_core.match.record import HUMAN
from darwin_core.text.language import mark, tr
from darwin_tui.library import daily
from darwin_tui.library.dates import DAY_SECONDS
from darwin_tui.library.seat_access import Rejected
from darwin_tui.seating import DEFAULT_LEVEL, default_table, result
from darwin_tui.server.event_log import Complaints
from darwin_tui.server.sanitiser import one_line
from darwin_tui.server.store.admission import banned_names
from darwin_tui.server.store.contract import (
    CHALLENGES,
    TOURNAMENT_PATTERN,
    TOURNAMENTS,
    AccountStore,
    Damaged,
    Deal,
    Entry,
    OpenForm,
    Outdated,
    Pairing,
    SeatInfo,
    Store,
    TableInfo,
    Tournament,
    decode,
    encode,
    fold,
    new_code,
    read_code,
    retried,
    sound_document,
    sound_documents,
)
from darwin_tui.server.tables import pairing
from darwin_tui.server.tables.clocks import HOUR_SECONDS, LIVE_SECONDS
from darwin_tui.server.tables.pairing import Result
from darwin_tui.server.tables.register import (
    SeatPlan,
    TablePlan,
    Tables,
    checked,
    load,
    log_reason,
)
from darwin_tui.terminal.limits import Limits

DEALS_MAX: Final = 16
ROUNDS_MAX: Final = 15
"""Maximum number of deals, and of rounds, in a tournament."""
DAYS_MAX: Final = 60
"""Maximum number of days until a tournament is over."""
FINISHED_MAX: Final = 100
"""Maximum number of finished tournaments in memory; the oldest is dropped."""
CHALLENGE_DAYS: Final = 14
"""Days whose challenges are read when a server starts. A challenge ends with its day, or as soon as
a server runs afterwards."""
TITLE_CELLS_MAX: Final = 32
TEAM_CELLS_MAX: Final = 12
"""Maximum cells of a tournament's title, and of a team's name."""
NO_TEAM: Final = mark("Say the name of your team: a new one, or one of a friend.")
_DURATION_SECONDS_MIN: Final = 60
"""Minimum duration of a tournament or a round."""
_NO_CODE: Final = "0000"
"""The code of a planned tournament, before it gets one."""
CHALLENGE_CLOCK_SECONDS: Final = HOUR_SECONDS
"""The clock of a challenge, so that an abandoned try ends with its day."""

_log: Final = logging.getLogger(__name__)


class TournamentPlan(msgspec.Struct, frozen=True):
    """The request for a new tournament."""

    form: OpenForm
    game: str
    seats: int = 0
    """Seats per table; 0 for the game's default, and for two in a Swiss tournament or an arena."""
    count: int = 0
    """Deals of a duplicate or rounds of a Swiss tournament; 0 for the default."""
    seconds_a_move: int = 0
    """Clock at its tables; 0 for the default."""
    seconds_in_all: int = 0
    """Initial time of a chess clock; 0 for another clock."""
    wait_seconds: float = 0
    """Time from now until it begins."""
    seconds: float = 0
    """Duration of the tournament, or of a round in a Swiss tournament; 0 for the default."""
    level: str = DEFAULT_LEVEL
    title: str = ""
    has_teams: bool = False
    """True for a duplicate between teams."""


class _Defaults(msgspec.Struct, frozen=True):
    """The values that a plan leaves out; see ``TournamentPlan``."""

    count: int
    seconds_a_move: int
    seconds: float


_DEFAULTS: Final[dict[OpenForm, _Defaults]] = {
    "duplicate": _Defaults(8, DAY_SECONDS, 7 * DAY_SECONDS),
    "swiss": _Defaults(5, LIVE_SECONDS, 2 * HOUR_SECONDS),
    "arena": _Defaults(0, LIVE_SECONDS, 2 * HOUR_SECONDS),
}
"""Defaults by form."""


def default_clock_seconds(form: OpenForm) -> int:
    """Return the default seconds per move at the tables of a form."""
    return _DEFAULTS[form].seconds_a_move


def planned(plan: TournamentPlan, host: str, now: float) -> Tournament:
    """Return a new tournament without a code; raises Rejected for an impossible plan."""
    defaults = _DEFAULTS[plan.form]
    try:
        game, level = registry.get(plan.game), levels.level(plan.level)
    except ValueError as error:
        raise Rejected(str(error)) from None
    if level.seconds:
        raise Rejected(
            tr("The bots of a tournament answer at once, so that they are the same for all.")
        )
    if plan.has_teams and plan.form != "duplicate":
        raise Rejected(tr("Teams play a duplicate."))
    least = min(count for count in game.seats if count > 1)
    usual = len(default_table(game)) if plan.form == "duplicate" else least
    seats = plan.seats or usual
    count = plan.count or defaults.count
    most = DEALS_MAX if plan.form == "duplicate" else ROUNDS_MAX
    if plan.form != "arena" and not 1 <= count <= most:
        raise Rejected(tr("It has 1 to {number} deals or rounds.", number=most))
    clock, seconds = (
        plan.seconds_a_move or defaults.seconds_a_move,
        plan.seconds or defaults.seconds,
    )
    total = plan.wait_seconds + seconds * (count if plan.form == "swiss" else 1)
    if seconds < _DURATION_SECONDS_MIN or plan.wait_seconds < 0 or total > DAYS_MAX * DAY_SECONDS:
        raise Rejected(tr("A tournament is over within {number} days.", number=DAYS_MAX))
    options = checked(
        TablePlan(
            game.slug,
            (SeatPlan("me"), *[SeatPlan("bot")] * (seats - 1)),
            # ``checked`` refuses a number of seats that the game does not have.
            options=read_choices((), game, seats) if seats in game.seats else {},
            seconds_a_move=clock,
            seconds_in_all=plan.seconds_in_all,
            bots_take_over=True,
        )
    )
    begins = now + plan.wait_seconds
    is_duplicate, is_swiss = plan.form == "duplicate", plan.form == "swiss"
    # In a duplicate, the players' seat changes from deal to deal.
    deals = tuple(
        Deal(game.slug, seats, options, number % seats if is_duplicate else 0)
        for number in range(count if is_duplicate else 1)
    )
    return Tournament(
        code=_NO_CODE,
        form=plan.form,
        deals=deals,
        host=host,
        title=one_line(plan.title, TITLE_CELLS_MAX),
        has_teams=plan.has_teams,
        level=level.name,
        rounds=count if is_swiss else 0,
        seconds_a_move=clock,
        seconds_in_all=plan.seconds_in_all,
        round_seconds=seconds if is_swiss else 0,
        begins=begins,
        ends=0 if is_swiss else begins + seconds,
        secret=secrets.token_hex(32),
        made=now,
    )


async def open_tournament(
    store: AccountStore, plan: TournamentPlan, host: str, now: float
) -> Tournament:
    """Open a tournament and return it; raises Rejected or StoreError.

    Args:
        host: account that opens it; empty for the server's host.
        now: seconds since the epoch.
    """
    new = planned(plan, host, now)
    # A code that is taken raises Outdated, and the next attempt has another one.
    return await retried(lambda: put_tournament(store, replace(new, code=new_code())))


async def tournaments(store: AccountStore) -> list[Tournament]:
    """Return all tournaments, newest first; raises StoreError."""
    stored = (await sound_documents(store, TOURNAMENTS, Tournament)).values()
    return sorted(stored, key=lambda tournament: (-tournament.made, tournament.code))


async def put_tournament(
    store: AccountStore, tournament: Tournament, before: bytes | None = None
) -> Tournament:
    """Store a tournament and return it with its new version; raises StoreError.

    Args:
        before: the document that it replaces; None for a new tournament.
    """
    new = replace(tournament, version=tournament.version + 1)
    await store.put_document(_collection(new.code), new.code, encode(new), before)
    return new


def _collection(code: str) -> str:
    """Return the collection of a tournament, or of a daily challenge, whose code is a date."""
    return CHALLENGES if "-" in code else TOURNAMENTS


def challenge_of(day: str, now: float) -> Tournament:
    """Return the challenge of a day: one deal of each game, with cards that only the server knows.

    Args:
        day: the date in UTC, ISO 8601.
        now: seconds since the epoch.
    """
    deals = []
    for slug in registry.SLUGS:
        game = registry.get(slug)
        table = default_table(game)
        options = checked(
            TablePlan(
                slug,
                (SeatPlan("me"), *[SeatPlan("bot")] * (len(table) - 1)),
                options=read_choices((), game, len(table)),
            )
        )
        deals.append(Deal(slug, len(table), options, table.index(HUMAN)))
    begins = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
    return Tournament(
        code=day,
        form="daily",
        deals=tuple(deals),
        level=daily.LEVEL,
        seconds_a_move=CHALLENGE_CLOCK_SECONDS,
        begins=begins,
        ends=begins + DAY_SECONDS,
        phase="playing",
        secret=secrets.token_hex(32),
        made=now,
    )


def day_of(now: float) -> str:
    """Return the date of the challenge at a time, in UTC."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def last_days(day: str, count: int) -> list[str]:
    """Return a number of dates up to a day, latest first."""
    last = datetime.fromisoformat(day).date()
    return [(last - timedelta(days=back)).isoformat() for back in range(count)]


def seats_at(tournament: Tournament, row: Pairing) -> tuple[SeatInfo, ...]:
    """Return the seats of a pairing's table: the people, from the deal's seat on, and bots."""
    deal = tournament.deals[row.number if tournament.is_alone else 0]
    first = deal.seat if tournament.is_alone else 0
    people = dict(enumerate(row.names, first))
    bot = SeatInfo("bot", level=tournament.level)
    return tuple(
        SeatInfo("person", people[seat]) if seat in people else bot for seat in range(deal.seats)
    )


def result_of(tournament: Tournament, row: Pairing, table: TableInfo, match: AnyMatch) -> Result:
    """Return the result of a pairing's finished match.

    A player forfeits by resigning, by being late at the end of the time, or by not finishing a
    deal.
    """
    first = tournament.deals[row.number].seat if tournament.is_alone else 0
    people = range(first, first + len(row.names))
    late: set[int] = set()
    if table.ended == "time":
        # Who neither owes a decision nor left the last one to the clock has done all in time.
        owing = match.game.to_move(match.state)
        late = {seat for seat in people if seat in owing or table.seats[seat].was_late}
    elif tournament.is_alone and table.ended != "rules":
        late = {first}
    last = [*match.resigned, *sorted(late - match.resigned.keys())]
    outcome = result(match).with_last(last)
    return Result(
        points=tuple(outcome.totals[seat] for seat in people),
        ranks=outcome.ranks,
        forfeits=tuple(at for at, seat in enumerate(people) if seat in last),
    )


Alter = Callable[[Tournament], Tournament]
"""Returns the changed tournament, or the same object if nothing changes. May raise Rejected."""


@dataclass(eq=False)
class Tournaments:
    """The tournaments as this process knows them, and the work that advances them."""

    _store: Store
    _tables: Tables
    _limits: Limits
    _now: Callable[[], float]
    _on_change: Callable[[], None]
    all: dict[str, Tournament] = field(default_factory=dict)
    """Unfinished tournaments and the newest finished ones, by code."""
    _complaints: Complaints = field(default_factory=partial(Complaints, _log))
    _making: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a challenge is made, which takes a moment."""

    async def load(self) -> None:
        """Read the tournaments again; raises StoreError."""
        # Oldest first, so that the oldest finished ones are dropped.
        for tournament in reversed(await tournaments(self._store)):
            self._keep(tournament)
        for day in last_days(day_of(self._now()), CHALLENGE_DAYS):
            await self.refresh(day)

    async def refresh(self, code: str) -> Tournament | None:
        """Read a tournament again and return it; None if there is none, or if it is damaged.

        Raises:
            StoreError: if it cannot be read.
        """
        collection = _collection(code)
        data = await self._store.document(collection, code)
        tournament = sound_document(data, Tournament, f"{collection} {code}")
        return tournament and self._keep(tournament)

    async def follow(self, document: str) -> None:
        """Read a tournament again after a notice about a document; raises StoreError.

        Args:
            document: its collection and key; documents that are no tournaments are ignored.
        """
        collection, _, code = document.partition("/")
        if collection in (TOURNAMENTS, CHALLENGES):
            await self.refresh(code)

    def _keep(self, tournament: Tournament) -> Tournament:
        """Remember a tournament and return it, or the known version if that is not older."""
        present = self.all.get(tournament.code)
        if present is None or present.version < tournament.version:
            present = self.all[tournament.code] = tournament
            over = [other for other in self.all.values() if other.phase == "over"]
            if len(over) > FINISHED_MAX:
                del self.all[min(over, key=lambda other: other.made).code]
            self._on_change()
        return present

    async def known(self, code: str) -> Tournament | None:
        """Return a tournament, from memory if possible; otherwise as ``refresh``."""
        return self.all.get(code) or await self.refresh(code)

    async def find(self, text: str) -> Tournament:
        """Return the tournament or daily challenge of a typed code; raises Rejected, StoreError."""
        code = text.strip() if "-" in text else read_code(text)
        if re.match(TOURNAMENT_PATTERN, code) and (tournament := await self.known(code)):
            return tournament
        raise Rejected(tr("There is no tournament with that code."))

    async def change(self, code: str, alter: Alter) -> Tournament:
        """Change a tournament and return it; retry if another process changes it meanwhile.

        Raises:
            Rejected: if there is no such tournament, or by ``alter``.
            StoreError: if it cannot be stored.
        """

        async def attempt() -> Tournament:
            data = await self._store.document(_collection(code), code)
            if data is None:
                raise Rejected(tr("There is no tournament with that code."))
            tournament = decode(data, Tournament)
            changed = alter(tournament)
            if changed is not tournament:
                changed = await put_tournament(self._store, changed, data)
            return self._keep(changed)

        return await retried(attempt)

    async def open(self, plan: TournamentPlan, host: str) -> Tournament:
        """Open a tournament for an account; raises Rejected or StoreError."""
        hosted = [tournament for tournament in self.all.values() if tournament.host == host]
        if (
            sum(tournament.phase != "over" for tournament in hosted)
            >= self._limits.tournaments_of_account_max
        ):
            raise Rejected(tr("You have as many tournaments as one player may have."))
        return self._keep(await open_tournament(self._store, plan, host, self._now()))

    async def today(self) -> Tournament:
        """Return the daily challenge, made if needed; raises StoreError."""
        now = self._now()
        code = day_of(now)
        async with self._making:
            if challenge := await self.known(code):
                return challenge
            made = await asyncio.to_thread(_with_pars, code, now)
            try:
                return self._keep(await put_tournament(self._store, made))
            except Outdated:
                # Another process was quicker.
                return await self.find(code)

    async def days(self, count: int) -> list[Tournament]:
        """Return the challenges of the last days, latest first; raises StoreError.

        Days on which nobody opened a challenge are left out.
        """
        codes = last_days(day_of(self._now()), count)
        days = [await self.known(code) for code in codes]
        return [day for day in days if day]

    async def join(self, code: str, name: str, team: str = "") -> Tournament:
        """Enter an account; raises Rejected or StoreError.

        Args:
            team: name of its team, in a team duplicate.
        """
        team = one_line(team, TEAM_CELLS_MAX)
        code = (await self.find(code)).code

        # The founder's friends are read before the change, so a change of the founder repeats it.
        async def attempt() -> Tournament:
            first = _first_of_team(await self.refresh(code), team)
            if first and first.name != name:
                account = await self._store.account(first.name)
                if account and name not in account.friends:
                    raise Rejected(
                        tr(
                            "Only friends of {name} join that team; {name} takes you into the "
                            "list.",
                            name=first.name,
                        )
                    )
            return await self.change(code, partial(self._joined, name=name, team=team, first=first))

        return await retried(attempt)

    def _joined(
        self, tournament: Tournament, name: str, team: str, first: Entry | None
    ) -> Tournament:
        """Return a tournament that an account has joined; raises Rejected.

        Args:
            first: the entry that founded the team, whose player was asked; None for a new team.

        Raises:
            Outdated: if somebody else has founded the team meanwhile.
        """
        now_first = _first_of_team(tournament, team)
        if (now_first and now_first.name) != (first and first.name):
            raise Outdated("The team has changed meanwhile.")
        _check_running(tournament)
        if team and not tournament.has_teams:
            raise Rejected(tr("That tournament has no teams."))
        if tournament.has_teams and not team and not tournament.entry(name):
            raise Rejected(tr(NO_TEAM))
        if tournament.form == "swiss" and tournament.pairings and not tournament.entry(name):
            raise Rejected(tr("That tournament has begun without you."))
        if self._is_full_for(tournament, name):
            raise Rejected(tr("That tournament is full."))
        return pairing.with_player(tournament, name, first.team if first else team)

    def _is_full_for(self, tournament: Tournament, name: str) -> bool:
        """Return whether there is no entry left for an account that has none."""
        count = len(tournament.entries)
        return count >= self._limits.tournament_entries_max and not tournament.entry(name)

    async def leave(self, code: str, name: str) -> Tournament:
        """Withdraw an account; raises Rejected or StoreError."""

        def alter(tournament: Tournament) -> Tournament:
            _check_running(tournament)
            if not tournament.entry(name):
                raise Rejected(tr("You do not play there."))
            return pairing.without_player(tournament, name)

        return await self.change(code, alter)

    async def begin_deal(self, code: str, name: str, number: int | None = None) -> str:
        """Return the code of the table at which an account plays a deal; only the first try counts.

        Args:
            number: number of the deal; None for the current or next one.

        Raises:
            Rejected: if no deal is left, or this one was played.
            StoreError: if it cannot be stored.
        """
        # Take results first: a deal that has just ended is no longer the current one.
        await self._lead(await self.find(code), ())
        table = await self._tables.free_code()
        now = self._now()

        def alter(tournament: Tournament) -> Tournament:
            deal = number
            running = [row for row in pairing.running(tournament) if name in row.names]
            if deal is None:
                deal = running[0].number if running else pairing.next_deal(tournament, name)
            if deal is None:
                raise Rejected(tr("You have played all deals."))
            if own_try := pairing.pairing_of(tournament, name, deal):
                if own_try.ended:
                    raise Rejected(tr("You have played that deal; the first try counts."))
                return tournament
            if tournament.phase != "playing" or now >= tournament.ends:
                raise Rejected(tr("No deals are played there now."))
            if tournament.has_teams and not tournament.entry(name):
                raise Rejected(tr(NO_TEAM))
            if tournament.form != "daily" and self._is_full_for(tournament, name):
                raise Rejected(tr("That tournament is full."))
            return pairing.with_try(tournament, name, deal, table)

        tournament = await self.change(code, alter)
        own_rows = [row for row in pairing.running(tournament) if name in row.names]
        wanted = next(row for row in own_rows if number in (None, row.number))
        await self._make_table(tournament, wanted)
        return wanted.table

    async def expel(self) -> list[tuple[TableInfo, list[int]]]:
        """Withdraw banned accounts from all tournaments, so that they are no longer paired.

        Returns:
            The tables of their unfinished matches, each with their seats there.

        Raises:
            StoreError: if the store does not answer.
        """
        running = [
            tournament
            for tournament in self.all.values()
            if tournament.phase != "over" and tournament.entries
        ]
        banned = await banned_names(self._store) if running else set[str]()
        unfinished = []
        for tournament in running:
            out = {entry.name for entry in tournament.entries if fold(entry.name) in banned}
            if not out:
                continue
            if any(not entry.has_left for entry in tournament.entries if entry.name in out):
                # ``step`` logs a tournament that is damaged.
                with suppress(Damaged):
                    await self.change(tournament.code, partial(_without, names=out))
            for row in pairing.running(tournament):
                table = self._tables.all.get(row.table)
                if table and table.phase == "playing" and out.intersection(row.names):
                    pairs = enumerate(table.seats)
                    seats = [n for n, seat in pairs if seat.name in out and not seat.has_resigned]
                    unfinished += [(table, seats)] if seats else []
        return unfinished

    # --- progress

    async def step(self, present: Collection[str]) -> None:
        """Take the results of matches, make tables, pair players, and end tournaments.

        A failure is logged once, stops no other tournament, and is retried at the next call.

        Args:
            present: accounts on the server.
        """
        for tournament in [*self.all.values()]:
            code = tournament.code
            if tournament.phase == "over":
                continue
            try:
                await self._lead(tournament, present)
            except Exception as error:
                sentence = f"The tournament {code} cannot be led: {log_reason(error)}"
                self._complaints.log(code, sentence)
            else:
                self._complaints.settle(code)

    async def _lead(self, tournament: Tournament, present: Collection[str]) -> None:
        """Take the results of a tournament, and advance it if that changes anything."""
        now = self._now()
        code = tournament.code
        for row in pairing.running(tournament):
            if row.table and (result := await self._result(tournament, row, now)):
                note = partial(pairing.with_result, table=row.table, result=result, now=now)
                tournament = await self.change(code, note)
        if pairing.advanced(tournament, now, present) is tournament:
            return
        # There are no more new tables than players.
        codes = [await self._tables.free_code() for _ in tournament.entries]
        gone = [entry.name for entry in tournament.entries if await self._is_gone(entry.name)]

        def advance(current: Tournament) -> Tournament:
            current = _without(current, gone)
            return _with_codes(pairing.advanced(current, now, present), iter(codes))

        await self.change(code, advance)

    async def _is_gone(self, name: str) -> bool:
        """Return whether an account is removed, so that nobody waits for it; raises StoreError."""
        with suppress(Damaged):
            account = await self._store.account(name)
            return account is None or account.is_removed
        return False

    async def _result(self, tournament: Tournament, row: Pairing, now: float) -> Result | None:
        """Return the result of a pairing whose match or time is over; None before."""
        table = self._tables.all.get(row.table) or await self._tables.refresh(row.table)
        if table is None:
            await self._make_table(tournament, row)
            return None
        if table.phase == "playing" and now >= row.due:

            def end(table: TableInfo) -> TableInfo:
                if table.phase != "playing":
                    return table
                return replace(table, phase="over", ended="time", to_move=(), moved=now)

            table = await self._tables.change(row.table, end)
        if table.phase != "over":
            return None
        match = await asyncio.to_thread(load, await self._store.record(row.table))
        return result_of(tournament, row, table, match)

    async def _make_table(self, tournament: Tournament, row: Pairing) -> None:
        """Make the table of a pairing unless it exists; raises StoreError."""
        if await self._tables.refresh(row.table):
            return
        number = row.number if tournament.is_alone else 0
        deal = tournament.deals[number]
        name = ""
        given = None
        if tournament.is_alone:
            name, given = (
                pairing.deal_name(tournament, number),
                pairing.deal_secret(tournament, number),
            )
        secret = await self._store.secret(row.table, given)
        table = TableInfo(
            code=row.table,
            game=deal.game,
            host=row.names[0],
            seats=seats_at(tournament, row),
            commitment=fairness.commitment(name or row.table, secret),
            options=deal.options,
            # Nobody sees the cards of a deal before playing it.
            is_private=tournament.is_alone,
            watching="none" if tournament.is_alone else "public",
            watchers_chat=False,
            opens_record="seats" if tournament.is_alone else "all",
            seconds_a_move=tournament.seconds_a_move,
            seconds_in_all=tournament.seconds_in_all,
            bots_take_over=True,
            tournament=tournament.code,
            deal=name,
            made=self._now(),
        )
        try:
            await self._tables.add(table)
        except Outdated:
            # Another process was quicker.
            await self._tables.refresh(row.table)


def _check_running(tournament: Tournament) -> None:
    """Raise Rejected if a tournament is over."""
    if tournament.phase == "over":
        raise Rejected(tr("That tournament is over."))


def _first_of_team(tournament: Tournament | None, team: str) -> Entry | None:
    """Return the first entry of a team; None without a team name or before anybody has joined."""
    entries = tournament.entries if tournament and team else ()
    return next((entry for entry in entries if fold(entry.team) == fold(team)), None)


def _without(tournament: Tournament, names: Collection[str]) -> Tournament:
    """Return a tournament that some accounts have left."""
    for name in names:
        tournament = (
            pairing.without_player(tournament, name) if tournament.entry(name) else tournament
        )
    return tournament


def _with_codes(tournament: Tournament, codes: Iterator[str]) -> Tournament:
    """Give codes to the tables of a tournament's new pairings."""
    rows = tuple(
        row if row.table or row.ended else replace(row, table=next(codes))
        for row in tournament.pairings
    )
    return tournament if rows == tournament.pairings else replace(tournament, pairings=rows)


def _with_pars(day: str, now: float) -> Tournament:
    """Return the challenge of a day with its pars, which take a moment to play."""
    challenge = challenge_of(day, now)
    deals = tuple(
        replace(deal, par=daily.par_of(deal.game, pairing.deal_seed(challenge, number)))
        for number, deal in enumerate(challenge.deals)
    )
    return replace(challenge, deals=deals)
