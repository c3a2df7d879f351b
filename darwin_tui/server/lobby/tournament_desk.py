"""Tournaments and the daily challenge, as one account of a server sees and plays them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from darwin_core.contract.game import SPECTATOR, Action, when
from darwin_core.match import AnyMatch
from darwin_core.match.timeline import Played
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, decimal, ordinal
from darwin_tui.library import daily
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.lobby import lobby_cards
from darwin_tui.server.lobby.account_session import AccountSession
from darwin_tui.server.lobby.server_seat_access import ServerMatch
from darwin_tui.server.store.contract import Form, Pairing, Tournament
from darwin_tui.server.tables import pairing
from darwin_tui.server.tables.register import load, rejecting, resigned_seats, seats_of
from darwin_tui.server.tables.tournaments import TournamentPlan, Tournaments
from darwin_tui.strength.figures import with_minus

WEEK_DAYS: Final = 7
"""Days of the challenges whose points are summed."""
FORM_TITLES: Final[dict[Form, str]] = {
    "duplicate": mark("Duplicate"),
    "swiss": mark("Swiss"),
    "arena": mark("Arena"),
    "daily": mark("Challenge"),
}
"""Titles of the forms of tournaments."""
_PHASES: Final = ("playing", "gathering", "over")
"""Phases in the order of the list."""


class FirstDifference(NamedTuple):
    """The first decision at which two matches of the same deal differ."""

    when: str
    """Round and turn, in words."""
    choices: tuple[tuple[str, str], ...]
    """The players and their choices, in words."""


@dataclass
class TournamentDesk:
    """An account's access to tournaments. Every refusal raises Rejected."""

    _session: AccountSession

    @property
    def _tournaments(self) -> Tournaments:
        return self._session.services.tournaments

    @property
    def name(self) -> str:
        return self._session.account.name

    @property
    def may_open(self) -> bool:
        """True if the host lets the account open tournaments."""
        return self._session.account.may("tournaments")

    @property
    def all(self) -> tuple[Tournament, ...]:
        """All tournaments: running ones, then coming ones, then finished ones; of each, those that
        the account has joined come first, then the newest."""

        def rank(tournament: Tournament) -> tuple[int, bool, float]:
            return (
                _PHASES.index(tournament.phase),
                not tournament.entry(self.name),
                -tournament.made,
            )

        tournaments = (
            tournament
            for tournament in self._tournaments.all.values()
            if tournament.form != "daily"
        )
        return tuple(sorted(tournaments, key=rank))

    @property
    def news(self) -> tuple[str, ...]:
        """One sentence for each of the account's tournaments in which it has something to do."""
        sentences = []
        for tournament in self.all:
            if tournament.phase == "over" or not tournament.entry(self.name):
                continue
            name = title_of(tournament)
            if tournament.phase == "gathering":
                sentences.append(tr("{tournament} has not begun yet.", tournament=name))
            elif tournament.is_alone and (number := self.deal(tournament)) is not None:
                sentences.append(
                    tr("{tournament}: deal {number} waits.", tournament=name, number=number + 1)
                )
        return tuple(sentences)

    def tournament(self, code: str) -> Tournament | None:
        """Return a tournament that this process holds in memory."""
        return self._tournaments.all.get(code)

    async def find(self, code: str) -> Tournament:
        """Return the tournament of a code typed by the account."""
        with rejecting():
            return await self._tournaments.find(code)

    async def open(self, plan: TournamentPlan) -> Tournament:
        """Open a tournament; the account joins it if it has no teams."""
        if not self.may_open:
            raise Rejected(tr("The host of the server has to allow you to open tournaments."))
        self._session.check_kept()
        with rejecting():
            opened = await self._tournaments.open(plan, self.name)
            if opened.has_teams:
                return opened
            return await self._tournaments.join(opened.code, self.name)

    async def join(self, code: str, team: str = "") -> Tournament:
        """Enter a tournament, or queue again for the next table of an arena.

        Args:
            team: name of the account's team, in a team duplicate.
        """
        self._session.check_kept()
        with rejecting():
            tournament = await self._tournaments.find(code)
            joined = await self._tournaments.join(tournament.code, self.name, team)
        self._session.services.wake()
        return joined

    async def leave(self, code: str) -> Tournament:
        """Leave a tournament; its results stay."""
        with rejecting():
            tournament = await self._tournaments.find(code)
            return await self._tournaments.leave(tournament.code, self.name)

    def deal(self, tournament: Tournament) -> int | None:
        """Return the number of the deal that the account plays now or next; None if there is
        none."""
        running = [row for row in pairing.running(tournament) if self.name in row.names]
        return running[0].number if running else pairing.next_deal(tournament, self.name)

    def own_table(self, tournament: Tournament) -> str:
        """Return the code of the table at which the account plays now; empty if none."""
        rows = pairing.running(tournament)
        return next((row.table for row in rows if self.name in row.names and row.table), "")

    async def play(self, code: str, number: int | None = None) -> str:
        """Return the code of the account's table in a tournament.

        It is the table of a deal, which begins now if needed, or of the match in the current round.

        Args:
            number: number of the deal; None for the current or next one.
        """
        with rejecting():
            tournament = await self._tournaments.find(code)
            own_code = self.own_table(tournament)
            if live_table := self._session.open_tables.all.get(own_code):
                # The lobby may not have seen yet that the match is over.
                await self._session.services.tables.change(own_code, live_table.described)
            if tournament.is_alone:
                self._session.check_kept()
                table = await self._tournaments.begin_deal(tournament.code, self.name, number)
            elif not (table := own_code):
                raise Rejected(tr("You are not paired there now."))
            await self._session.open_tables.begin(table)
            return table

    def why_no_replay(self, tournament: Tournament, row: Pairing) -> str:
        """Return the reason why the account may not replay a match; empty if it may."""
        if not row.table or not row.ended:
            return tr("That match is not over.")
        own_pairing = pairing.pairing_of(tournament, self.name, row.number)
        is_open = (
            tournament.phase == "over"
            or not tournament.is_alone
            or (own_pairing and own_pairing.ended)
        )
        return "" if is_open else tr("Play that deal first; then you may see how others played it.")

    async def replay(self, tournament: Tournament, row: Pairing) -> ServerMatch:
        """Return a match of a tournament to replay."""
        if sentence := self.why_no_replay(tournament, row):
            raise Rejected(sentence)
        with rejecting():
            table = await self._session.services.tables.refresh(row.table)
            assert table is not None
            match = await self._match(row)
            return ServerMatch(match, seats_of(table, self.name), resigned_seats(table))

    async def _match(self, row: Pairing) -> AnyMatch:
        """Return the match of a pairing; raises StoreError or RecordError."""
        text = await self._session.services.store.record(row.table)
        return await asyncio.to_thread(load, text)

    async def first_difference(
        self, tournament: Tournament, row: Pairing
    ) -> FirstDifference | None:
        """Return the first decision at which a match differs from another match of the same deal.

        The other match is the account's own or, for the account's own match, the best of the
        others. Returns None if there is no other match, or they do not differ.
        """
        tries = [
            other
            for other in tournament.pairings
            if other.number == row.number and other.ended and other.names != row.names
        ]
        own_tries = [other for other in tries if self.name in other.names]
        if not tries or not tournament.is_alone or self.why_no_replay(tournament, row):
            return None
        other = own_tries[0] if own_tries else max(tries, key=lambda attempt: attempt.points)
        seat = tournament.deals[row.number].seat
        with rejecting():
            matches = [await self._match(attempt) for attempt in (row, other)]
        # One match may be longer than the other.
        for position, pair in enumerate(zip(*(match.history for match in matches), strict=False)):
            first, second = pair
            if (first.seat, first.action) != (second.seat, second.action):
                return _described_difference(
                    matches[0], position, seat, [row.names[0], other.names[0]], pair
                )
        return None

    # --- the challenge of the day

    async def today(self) -> Tournament:
        """Return the daily challenge."""
        with rejecting():
            return await self._tournaments.today()

    async def week(self) -> list[Tournament]:
        """Return the challenges of the last seven days."""
        with rejecting():
            return await self._tournaments.days(WEEK_DAYS)

    async def share_lines(self, day: Tournament, number: int) -> list[str]:
        """Return the account's finished try at a challenge, in lines that reveal no card."""
        deal = day.deals[number]
        rows = pairing.table_of_day(day, number)
        own_row = next((row for row in rows if row.name == self.name), None)
        row = pairing.pairing_of(day, self.name, number)
        if row and row.forfeits:
            raise Rejected(tr("{game} was not finished.", game=lobby_cards.title(deal.game)))
        if own_row is None or row is None:
            raise Rejected(tr("Finish the challenge first."))
        recording = (await self.replay(day, row)).recording(SPECTATOR)
        place = tr("{place} of {number} here", place=ordinal(own_row.place), number=len(rows))
        title = f"{daily.short_title(deal.game)} {day.code}"
        words = [f"{title}: {own_row.points}"]
        if deal.par is not None:
            words.append(daily.against_par(own_row.points, deal.par))
        return [
            ", ".join(words),
            place,
            "",
            *daily.round_lines(recording, deal.seat),
            "",
            f"{self._session.address} challenge {deal.game}",
        ]


def title_of(tournament: Tournament) -> str:
    """Return the title of a tournament; its form and code if it has none."""
    return tournament.title or tr(
        "{form} {code}", form=tr(FORM_TITLES[tournament.form]), code=tournament.code
    )


def _described_difference(
    match: AnyMatch,
    position: int,
    seat: int,
    names: Sequence[str],
    choices: Sequence[Played[Action]],
) -> FirstDifference | None:
    """Describe the first decision at which two matches differ; None if a bot took it.

    Args:
        position: number of actions before that decision.
        seat: the seat of both players.
        choices: the players' choices.
    """
    if any(choice.seat != seat for choice in choices):
        return None
    game = match.game
    state = match.state_at(position)
    names_of_seats = SeatNames(match.header.names)
    view = game.view(state, seat)
    phrases = [game.texts.phrase(view, choice.action, names_of_seats) for choice in choices]
    return FirstDifference(when(game, game.clock(state)), tuple(zip(names, phrases, strict=True)))


def score_words(tournament: Tournament, score: float) -> str:
    """Return a score as text, signed if it is a difference, with two decimals at most."""
    text = decimal(score, "+.1f") if tournament.is_alone else decimal(round(score, 2), "g")
    return with_minus(text)


def form_words(tournament: Tournament) -> str:
    """Return the form of a tournament in a few words."""
    match tournament.form:
        case "duplicate" if tournament.has_teams:
            return tr("duplicate of teams, {deals}", deals=counted(len(tournament.deals), "deal"))
        case "duplicate":
            return tr("duplicate, {deals}", deals=counted(len(tournament.deals), "deal"))
        case "swiss":
            return tr("swiss, {rounds}", rounds=counted(tournament.rounds, "round"))
        case "arena":
            return tr("arena")
        case "daily":
            return tr("challenge of the day")
