"""Tournaments and challenges of the day on a server continue over restarts, with several
processes, and although players stay away."""

import asyncio
import json
from collections.abc import Callable
from datetime import date
from random import Random
from time import time as real_time
from typing import Any

import pytest
from msgspec.structs import replace
from server.stores import KINDS
from server.tables import (
    ME,
    OPEN,
    Hall,
    MemoryStore,
    Time,
    hall,
    hall_with,
    patched,
    plan,
    play_to_end,
    quiet,
)
from waiting import until

from darwin_core.contract import registry
from darwin_core.match import fairness
from darwin_core.match.record import read
from darwin_core.text.language import reading
from darwin_core.text.wording import ordinal
from darwin_tui.cli.serve import opened
from darwin_tui.library import daily
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations.requests import _challenge_line, _tournament_line
from darwin_tui.server.store.accounts import remove
from darwin_tui.server.store.admission import Ban, ban, kick
from darwin_tui.server.store.contract import (
    Account,
    Damaged,
    Deal,
    Pairing,
    PublicKey,
    Tournament,
)
from darwin_tui.server.tables import pairing, tournaments
from darwin_tui.server.tables.tournaments import TournamentPlan, put_tournament

DAY = 24 * 3600
CHANCE_SEED = 41


@pytest.fixture
def store() -> MemoryStore:
    names = ("Ada", "Ben", "Cleo", "Dan")
    return MemoryStore(*(Account(name, rights=("tournaments",)) for name in names))


async def play_deal(lobby: Lobby, code: str, chance: Random, number: int | None = None) -> str:
    table = await lobby.desk.play(code, number)
    place = await lobby.enter(table)
    place.open()
    await play_to_end(place, chance=chance)
    place.close()
    return table


async def play_pairing(lobbies: dict[str, Lobby], row: Pairing, chance: Random) -> None:
    """Play the match of a pairing to its end."""
    places = [await lobbies[name].enter(row.table) for name in row.names]
    for place in places:
        place.open()
    await play_to_end(*places, chance=chance)
    for place in places:
        place.close()


def known(server: Hall, code: str) -> Tournament:
    return server.server_tables.services.tournaments.all[code]


async def settled(server: Hall, code: str, is_so: Callable[[Tournament], bool]) -> Tournament:
    await until(lambda: is_so(known(server, code)))
    return known(server, code)


async def begun(server: Hall, row: Pairing) -> None:
    """Wait until the match of a pairing has begun."""
    await until(lambda: row.table in server.tables and server.tables[row.table].phase == "playing")


async def duplicate(server: Hall, lobby: Lobby, **more: Any) -> str:
    """Open a duplicate for two that begins at once; return its code."""
    plan = TournamentPlan("duplicate", "dice", seats=2, **more)
    code = (await lobby.desk.open(plan)).code
    await settled(server, code, lambda tournament: tournament.phase == "playing")
    return code


async def gathered(server: Hall, plan: TournamentPlan, *names: str) -> tuple[str, dict[str, Lobby]]:
    """Let the first player open a tournament and the others join it, and wait for its beginning;
    return its code and the lobbies."""
    lobbies = {name: await server.lobby(name) for name in names}
    code = (await lobbies[names[0]].desk.open(plan)).code
    for name in names[1:]:
        await lobbies[name].desk.join(code)
    server.time.now += plan.wait_seconds
    return code, lobbies


def in_round(number: int) -> Callable[[Tournament], bool]:
    return lambda tournament: {row.number for row in pairing.running(tournament)} == {number}


def paired(count: int) -> Callable[[Tournament], bool]:
    return lambda tournament: len(tournament.pairings) == count


def ended(count: int) -> Callable[[Tournament], bool]:
    return lambda tournament: sum(bool(row.ended) for row in tournament.pairings) == count


# --- opening


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (TournamentPlan("duplicate", "chess"), "chess"),
        (TournamentPlan("duplicate", "dice", level="hard"), "answer at once"),
        (TournamentPlan("duplicate", "dice", count=99), "1 to 16 deals or rounds"),
        (TournamentPlan("swiss", "dice", count=16), "1 to 15 deals or rounds"),
        (TournamentPlan("swiss", "dice", seats=9), "is not played by 9"),
        (TournamentPlan("swiss", "dice", has_teams=True), "Teams play a duplicate"),
        (TournamentPlan("arena", "dice", seconds=61 * DAY), "over within 60 days"),
        (TournamentPlan("arena", "dice", seconds=1), "over within 60 days"),
        (TournamentPlan("swiss", "dice", seconds_a_move=1), "between a minute"),
        (TournamentPlan("swiss", "dice", seconds_in_all=9 * DAY), "up to three hours"),
    ],
)
def test_an_impossible_plan_is_refused_in_a_sentence(plan, sentence):
    with pytest.raises(Rejected, match=sentence):
        tournaments.planned(plan, "Ada", 0)


async def test_only_those_whom_the_host_allows_open_tournaments_and_not_many(store):
    await store.put_account(Account("Emma"))
    async with hall_with("Emma", "Ada", store=store) as (server, (emma, ada)):
        plan = TournamentPlan("swiss", "dice", wait_seconds=600)
        with pytest.raises(Rejected, match="has to allow you"):
            await emma.desk.open(plan)
        await store.put_account(Account("Mod", rights=("moderate",)))
        assert (await server.lobby("Mod")).desk.may_open
        opened = await ada.desk.open(plan)
        assert [entry.name for entry in opened.entries] == ["Ada"]
        await emma.desk.join(opened.code.lower())
        assert known(server, opened.code).entry("Emma")
        for _ in range(2):
            await ada.desk.open(plan)
        with pytest.raises(Rejected, match="as many tournaments"):
            await ada.desk.open(plan)


# --- duplicate


async def test_all_play_the_same_deals_from_the_same_seats(store):
    async with hall_with("Ada", "Ben", store=store) as (server, (ada, ben)):
        code = await duplicate(server, ada, count=2)
        texts: list[bytes] = []
        for lobby in (ada, ben):
            for number in range(2):
                table = await play_deal(lobby, code, Random(CHANCE_SEED + number))
                await settled(server, code, ended(1 + len(texts)))
                texts.append(await lobby.record(table))
        headers = [read(text).header for text in texts]
        assert [header.seed for header in headers[:2]] == [header.seed for header in headers[2:]]
        assert headers[0].seed != headers[1].seed
        assert [fairness.trouble(header) for header in headers] == [None] * 4
        assert [
            header.names.index(name)
            for header, name in zip(headers, ("Ada", "Ada", "Ben", "Ben"), strict=True)
        ] == [0, 1, 0, 1]
        # The same choices lead to the same match: choices of bots depend on the deal alone.
        lines = [[json.loads(row)[:4] for row in text.splitlines()[1:]] for text in texts]
        assert lines[0] == lines[2]
        assert lines[1] == lines[3]
        rows = pairing.standings(known(server, code))
        assert [(row.place, row.score, row.played) for row in rows] == [(1, 0, 2), (1, 0, 2)]
        first = known(server, code).pairings[0]
        assert await ada.desk.first_difference(known(server, code), first) is None
        more = await duplicate(server, ada, count=2)
        for _ in range(2):
            # The next deal can be begun as soon as the last action is played.
            await play_deal(ada, more, Random(CHANCE_SEED))
        assert [row.number for row in known(server, more).pairings] == [0, 1]
        with pytest.raises(Rejected, match="played all deals"):
            await ada.desk.play(code)
        with pytest.raises(Rejected, match="first try counts"):
            await ada.desk.play(code, 0)


async def test_a_deal_stays_shut_for_those_who_have_not_played_it(store):
    async with hall_with("Ada", "Ben", store=store) as (server, (ada, ben)):
        code = await duplicate(server, ada, count=2)
        table = await play_deal(ada, code, Random(CHANCE_SEED))
        (row,) = (await settled(server, code, ended(1))).pairings
        assert table not in {card.code for card in ben.cards}
        with pytest.raises(Rejected, match="Play that deal first"):
            await ben.desk.replay(known(server, code), row)
        with pytest.raises(Rejected, match="Only those who sat there"):
            await ben.record(table)
        with pytest.raises(Rejected, match="no spectators"):
            await ben.watch(await ada.desk.play(code))
        await play_deal(ben, code, Random(CHANCE_SEED + 1))
        await settled(server, code, ended(2))
        difference = await ben.desk.first_difference(known(server, code), row)
        assert difference is not None
        assert difference.when.startswith("round 1, turn ")
        (name, choice), (other, others) = difference.choices
        assert (name, other) == ("Ada", "Ben")
        assert choice != others
        saved = await ben.desk.replay(known(server, code), row)
        assert 0 in saved.viewers
        assert saved.table == ""


async def test_a_try_goes_on_where_it_was_and_a_bot_decides_after_the_clock(store):
    async with hall_with("Ada", store=store) as (server, (ada,)):
        code = await duplicate(server, ada, count=1, seconds_a_move=60)
        table = await ada.desk.play(code)
        assert await ada.desk.play(code) == table
        place = await ada.enter(table)
        place.open()
        await until(lambda: bool(place.seat(0).snapshot.actions))
        before = place.spectator.snapshot.line
        server.time.now += 61
        await until(lambda: place.spectator.snapshot.line > before)
        assert len(known(server, code).pairings) == 1


async def test_the_table_of_a_deal_has_the_chess_clock_of_its_tournament(store):
    async with hall_with("Ada", store=store) as (server, (ada,)):
        code = await duplicate(server, ada, count=1, seconds_a_move=10, seconds_in_all=600)
        place = await ada.enter(await ada.desk.play(code))
        place.open()
        await until(lambda: bool(place.seat(0).snapshot.actions))
        before = place.spectator.snapshot.line
        server.time.now += 600
        await quiet()
        assert place.spectator.snapshot.line == before
        server.time.now += 11
        await until(lambda: place.spectator.snapshot.line > before)


async def test_who_does_not_finish_in_time_or_resigns_forfeits(store):
    async with hall(store) as server:
        ada, ben, cleo = [await server.lobby(name) for name in ("Ada", "Ben", "Cleo")]
        code = await duplicate(server, ada, count=1, seconds=DAY)
        await play_deal(ada, code, Random(CHANCE_SEED))
        await ben.resign(await ben.desk.play(code))
        await settled(server, code, ended(2))
        slow = await cleo.desk.play(code)
        server.time.now += DAY
        over = await settled(server, code, lambda tournament: tournament.phase == "over")
        assert {row.names[0]: row.forfeits for row in over.pairings} == {
            "Ada": (),
            "Ben": (0,),
            "Cleo": (0,),
        }
        assert server.tables[slow].ended == "time"
        assert pairing.standings(over)[0].name == "Ada"
        # After the tournament the deals are open to all.
        assert not ben.desk.why_no_replay(over, over.pairings[0])


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_teams_of_friends_are_scored_over_a_restart(place):
    time = Time()
    code = ""
    for process in ("one", "two"):
        store = place.store()
        async with opened(store), hall(store, process, time) as server:
            if not code:
                await store.put_account(Account("Ada", rights=("tournaments",)))
            ada, ben, cleo = [await server.lobby(name) for name in ("Ada", "Ben", "Cleo")]
            if not code:
                plan = TournamentPlan("duplicate", "dice", seats=2, count=2, has_teams=True)
                code = (await ada.desk.open(plan)).code
                with pytest.raises(Rejected, match="name of your team"):
                    await ada.desk.join(code)
                await ada.desk.join(code, "Finches")
                with pytest.raises(Rejected, match="Only friends of Ada"):
                    await ben.desk.join(code, "finches")
                await ada.befriend("Ben")
                await ben.desk.join(code, "finches")
                await settled(server, code, lambda tournament: tournament.phase == "playing")
                with pytest.raises(Rejected, match="name of your team"):
                    await cleo.desk.play(code)
                await cleo.desk.join(code, "Beagles")
                for number, lobby in enumerate((ada, cleo)):
                    await play_deal(lobby, code, Random(number), 0)
                await settled(server, code, ended(2))
            else:
                await play_deal(ben, code, Random(3), 0)
                now = await settled(server, code, ended(3))
                (team,) = pairing.team_standings(now)
                points = {row.names[0]: row.points[0] for row in now.pairings}
                assert team.players == ("Ada", "Ben")
                assert team.score == (points["Ada"] + points["Ben"]) / 2 - points["Cleo"]
                for name in team.players:
                    line = _tournament_line(now, name)
                    assert line.endswith(f"You are {ordinal(team.place)}.")


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Ben", "Cleo")])
async def test_of_strangers_who_found_a_team_at_once_one_has_it(store, names):
    async with hall(store) as here:
        lobbies = [await here.lobby(name) for name in names]
        wanted = TournamentPlan("duplicate", "dice", count=2, has_teams=True)
        opened = await lobbies[0].desk.open(wanted)
        spellings = ("Finches", "FINCHES", "finches")
        answers = await asyncio.gather(
            *(
                lobby.desk.join(opened.code, team)
                for lobby, team in zip(lobbies, spellings, strict=False)
            ),
            return_exceptions=True,
        )
        (entry,) = known(here, opened.code).entries
        refused = [answer for answer in answers if isinstance(answer, Rejected)]
        assert len(refused) == len(names) - 1
        assert all(f"Only friends of {entry.name} join" in str(answer) for answer in refused)


# --- swiss and arena


async def test_a_swiss_tournament_is_led_through_its_rounds(store):
    chance = Random(CHANCE_SEED)
    names = ("Ada", "Ben", "Cleo")
    async with hall(store) as server:
        plan = TournamentPlan("swiss", "dice", count=3, wait_seconds=600)
        code, lobbies = await gathered(server, plan, *names)
        for number in range(3):
            now = await settled(server, code, in_round(number))
            (row,) = pairing.running(now)
            await begun(server, row)
            assert await lobbies[row.names[0]].desk.play(code) == row.table
            bye = next(name for name in names if name not in row.names)
            with pytest.raises(Rejected, match="not paired"):
                await lobbies[bye].desk.play(code)
            with pytest.raises(Rejected, match="keep their level"):
                await (await lobbies[row.names[0]].enter(row.table)).change_level(0, "easy")
            await play_pairing(lobbies, row, chance)
        over = await settled(server, code, lambda tournament: tournament.phase == "over")
        assert len({frozenset(row.names) for row in over.pairings if row.table}) == 3
        assert sorted(row.names[0] for row in over.pairings if not row.table) == [*names]
        for refused in (lobbies["Ada"].desk.join(code), lobbies["Ada"].desk.leave(code)):
            with pytest.raises(Rejected, match="is over"):
                await refused
        played = next(row for row in over.pairings if row.table)
        await lobbies[bye].desk.replay(over, played)


async def test_a_round_ends_with_its_time_although_nobody_comes(store):
    async with hall(store) as server:
        plan = TournamentPlan("swiss", "dice", count=1, seconds=3600)
        code, _ = await gathered(server, plan, "Ada", "Ben")
        (row,) = (
            await settled(server, code, lambda tournament: len(tournament.pairings) == 1)
        ).pairings
        await begun(server, row)
        server.time.now += 3600
        over = await settled(server, code, lambda tournament: tournament.phase == "over")
        assert 0 in over.pairings[0].forfeits
        assert server.tables[row.table].ended == "time"


async def test_in_an_arena_people_meet_again_and_again_until_it_ends(store):
    chance = Random(CHANCE_SEED)
    async with hall(store) as server:
        # The arena ends sooner than the clock of a match.
        plan = TournamentPlan("arena", "dice", seconds=600, seconds_a_move=3600)
        code, lobbies = await gathered(server, plan, "Ada", "Ben")
        for count in (1, 2):
            now = await settled(server, code, paired(count))
            row = now.pairings[-1]
            await begun(server, row)
            if count == 2:
                server.time.now += 600
            await play_pairing(lobbies, row, chance)
        over = await settled(server, code, lambda tournament: tournament.phase == "over")
        assert sum(row.score for row in pairing.standings(over)) == 4


# --- restarts and several processes


async def test_a_tournament_goes_on_after_a_kill_between_rounds(store):
    time = Time()
    chance = Random(CHANCE_SEED)
    names = ("Ada", "Ben", "Cleo", "Dan")
    with patched():
        first = Hall(store, time=time)
        await first.begin()
        plan = TournamentPlan("swiss", "dice", count=2, wait_seconds=600)
        code, lobbies = await gathered(first, plan, *names)
        rows = (await settled(first, code, in_round(0))).pairings
        for row in rows:
            await begun(first, row)
            await play_pairing(lobbies, row, chance)
        await first.kill()
    store.holders.clear()
    async with hall(store, time=time) as server:
        lobbies = {name: await server.lobby(name) for name in names}
        second = await settled(server, code, in_round(1))
        assert len(second.pairings) == 4
        assert all(row.ended for row in second.pairings[:2])
        for row in second.pairings[2:]:
            await begun(server, row)
            await play_pairing(lobbies, row, chance)
        over = await settled(server, code, lambda tournament: tournament.phase == "over")
        assert len({frozenset(row.names) for row in over.pairings}) == 4
        assert sum(row.score for row in pairing.standings(over)) == 4


async def test_a_player_who_is_removed_is_paired_no_more(store):
    async with hall_with("Ada", "Ben", "Cleo", store=store) as (server, (ada, ben, cleo)):
        wanted = TournamentPlan("swiss", "dice", count=1, wait_seconds=600)
        code = (await ada.desk.open(wanted)).code
        for lobby in (ben, cleo):
            await lobby.desk.join(code)
        await remove(store, "Ben")
        server.time.now += 600
        playing = await settled(server, code, paired(1))
        assert [entry.name for entry in playing.entries] == ["Ada", "Cleo"]
        assert {*playing.pairings[0].names} == {"Ada", "Cleo"}


@pytest.mark.parametrize("form", ["swiss", "arena"])
async def test_who_is_banned_forfeits_once_and_is_paired_no_more(store, form):
    chance = Random(CHANCE_SEED)
    async with hall(store) as server:
        names = ("Ada", "Ben", "Cleo", "Dan")
        plan = TournamentPlan(form, "dice", count=2, wait_seconds=600)
        code, lobbies = await gathered(server, plan, *names)
        first = await settled(server, code, paired(2))
        for row in first.pairings:
            await begun(server, row)
        theirs = next(row for row in first.pairings if "Ben" in row.names)
        other = next(row for row in first.pairings if "Ben" not in row.names)
        # A kick ends no match.
        await kick(store, "Ben", now=real_time())
        assert await server.server_tables.services.tournaments.expel() == []
        await ban(store, Ban("name", "Ben"))
        await settled(server, code, ended(1))
        assert server.tables[theirs.table].ended == "resigned"
        await play_pairing(lobbies, other, chance)
        now = await settled(server, code, lambda tournament: len(tournament.pairings) > 2)
        (result,) = [row for row in now.pairings if "Ben" in row.names]
        assert [result.names[at] for at in result.forfeits] == ["Ben"]
        winner = next(name for name in result.names if name != "Ben")
        scores = {row.name: row.score for row in pairing.standings(now)}
        assert scores["Ben"] == 0
        assert scores[winner] > 0


async def test_a_damaged_account_stops_no_tournament_and_no_upkeep(store, monkeypatch):
    async def damaged(name: str) -> Account | None:
        raise Damaged("An account cannot be kept or read: it is damaged.")

    async with hall_with("Ada", "Ben", store=store) as (server, (ada, ben)):
        code = (await ada.desk.open(TournamentPlan("swiss", "dice", wait_seconds=60))).code
        await ben.desk.join(code)
        monkeypatch.setattr(store, "account", damaged)
        monkeypatch.setattr(store, "account_of_key", damaged)
        await ban(store, Ban("key", "SHA256:finch"))
        server.time.now += 60
        await settled(server, code, paired(1))


async def test_a_damaged_tournament_of_a_banned_player_stops_no_upkeep(store):
    async with hall(store) as server:
        code, _ = await gathered(server, TournamentPlan("arena", "dice"), "Ada", "Ben")
        data = await store.document("tournaments", code)
        await store.put_document("tournaments", code, b"{", data)
        await ban(store, Ban("name", "Ben"))
        server.time.now += 60
        server.server_tables.upkeep.wake()
        await until(lambda: server.server_tables.upkeep._renewed_at == server.time.now)


async def test_the_field_of_a_deal_is_without_a_banned_player_who_has_not_finished_it(store):
    async with hall_with("Ada", "Ben", "Cleo", store=store) as (server, (ada, ben, cleo)):
        code = await duplicate(server, ada, count=2)
        for lobby, chance in ((ada, 1), (cleo, 2), (ben, 3)):
            await play_deal(lobby, code, Random(chance), 0)
        await ben.desk.play(code, 1)
        for lobby, chance in ((ada, 1), (cleo, 2)):
            await play_deal(lobby, code, Random(chance), 1)
        before = await settled(server, code, ended(5))
        await ban(store, Ban("key", "SHA256:Ben"))
        assert await server.server_tables.services.tournaments.expel() == [], "it is nobody's key"
        await store.put_account(replace(store.kept["ben"], keys=(PublicKey("SHA256:Ben", ""),)))
        after = await settled(server, code, ended(6))
        entry = after.entry("Ben")
        assert entry
        assert entry.has_left
        for number in range(2):
            others = {"Ada", "Cleo"}
            scores = [pairing.differences(state, number) for state in (before, after)]
            assert all(scores[0][name] == scores[1][name] for name in others)
        assert pairing.field_mean(after, 0)[1] == 3, "what he has finished stays"


async def test_guests_play_where_nothing_counts_later(store):
    await store.put_account(Account("Finch27", is_guest=True))
    async with hall_with("Ada", "Finch27", store=store) as (_, (ada, finch)):
        opened = await ada.desk.open(TournamentPlan("duplicate", "dice"))
        wanted = plan(ME, OPEN, terms="rated", seconds_a_move=DAY)
        rated = await ada.create(wanted)
        day = await finch.desk.today()
        for refused in (
            finch.desk.join(opened.code),
            finch.desk.play(opened.code),
            finch.desk.play(day.code, 0),
            finch.join(rated),
            finch.create(wanted),
        ):
            with pytest.raises(Rejected, match="Guests cannot do that; keep your name first"):
                await refused
        casual = await ada.create(plan(ME, OPEN))
        (await finch.join(casual)).close()
        with pytest.raises(Rejected, match="Finch27 is a guest"):
            await ada.befriend("finch27")
        await ada.block("finch27")
        await remove(store, "Finch27")
        assert await ada.block("FINCH27", is_on=False) == "Finch27"


async def test_tables_that_are_missing_after_a_kill_are_made(store):
    """Pairings are saved before their tables are created, and a kill may come between."""
    row = Pairing(0, ("Ada", "Ben"), "TAB1", due=2_000_000)
    await put_tournament(
        store,
        Tournament(
            "T0RN",
            "swiss",
            (Deal("dice", 2),),
            level="normal",
            rounds=1,
            seconds_a_move=300,
            entries=(),
            pairings=(row,),
            phase="playing",
            secret="5ec4e7",
        ),
    )
    async with hall(store) as server:
        await begun(server, row)
        ada = await server.lobby("Ada")
        assert any(card.code == "TAB1" and card.is_mine for card in ada.cards)


async def lead(one: Hall, two: Hall, time: Time) -> None:
    """Play a swiss tournament of two rounds whose players are at different processes."""
    chance = Random(CHANCE_SEED)
    lobbies = {"Ada": await one.lobby("Ada"), "Ben": await two.lobby("Ben")}
    plan = TournamentPlan("swiss", "dice", count=2, wait_seconds=600)
    code = (await lobbies["Ada"].desk.open(plan)).code
    await until(lambda: code in two.server_tables.services.tournaments.all)
    await lobbies["Ben"].desk.join(code)
    await until(lambda: len(known(one, code).entries) == 2)
    time.now += 600
    for number in range(2):
        for process in (one, two):
            row = (await settled(process, code, paired(number + 1))).pairings[number]
            await begun(process, row)
        await play_pairing(lobbies, row, chance)
    for process in (one, two):
        over = await settled(process, code, lambda tournament: tournament.phase == "over")
        assert [row.number for row in over.pairings] == [0, 1]


async def test_two_processes_lead_a_tournament_as_one(store):
    time = Time()
    async with hall(store, time=time) as one, hall(store, "two", time=time) as two:
        await lead(one, two, time)


async def test_a_damaged_record_stops_no_other_tournament(store, caplog):
    async with hall_with("Ada", store=store) as (server, (ada,)):
        codes = [await duplicate(server, ada, count=1) for _ in range(2)]
        table = await ada.desk.play(codes[0])
        store.records[table][0] = b"{}\n"
        await store.put_table(replace(server.tables[table], phase="over", ended="rules"))
        await play_deal(ada, codes[1], Random(CHANCE_SEED))
        await settled(server, codes[1], ended(1))
        assert not known(server, codes[0]).pairings[0].ended
        assert caplog.text.count(f"The tournament {codes[0]} cannot be led") == 1


@pytest.mark.parametrize("place", ["redis"], indirect=True)
async def test_two_processes_lead_a_tournament_over_redis(place):
    time = Time()
    first, second = place.store(), place.store()
    async with (
        opened(first),
        opened(second),
        hall(first, time=time) as one,
        hall(second, "two", time=time) as two,
    ):
        await first.put_account(Account("Ada", rights=("tournaments",)))
        await lead(one, two, time)


# --- the challenge of the day


@pytest.fixture
def small_challenge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a challenge of the day of one short game."""
    monkeypatch.setattr(registry, "SLUGS", ("dice",))


@pytest.mark.usefixtures("small_challenge")
async def test_the_challenge_of_the_day_is_one_for_all_and_its_first_try_counts(store):
    time = Time()
    async with hall(store, time=time) as one, hall(store, "two", time=time) as two:
        ada, ben = await one.lobby("Ada"), await two.lobby("Ben")
        days = await asyncio.gather(ada.desk.today(), ben.desk.today())
        assert days[0].secret == days[1].secret
        (day,) = {day.code for day in days}
        assert day == "1970-01-12"
        (deal,) = days[0].deals
        assert deal.par == daily.par_of("dice", pairing.deal_seed(days[0], 0))
        for here, lobby in ((one, ada), (two, ben)):
            await play_deal(lobby, day, Random(CHANCE_SEED), 0)
            count = 1 if here is one else 2
            await settled(here, day, ended(count))
        with pytest.raises(Rejected, match="first try counts"):
            await ada.desk.play(day, 0)
        over = await settled(one, day, ended(2))
        rows = pairing.table_of_day(over, 0)
        assert [(row.name, row.place) for row in rows] == [("Ada", 1), ("Ben", 1)]
        assert not known(one, day).entry("Cleo")
        lines = await ada.desk.share_lines(over, 0)
        points = rows[0].points
        assert lines[0].startswith(f"Dice 1970-01-12: {points}, ")
        assert lines[1] == "1st of 2 here"
        assert lines[-1].endswith(" challenge dice")
        with reading("de"):
            assert (await ada.desk.share_lines(over, 0))[1] == "1. von 2 hier"
        time.now += DAY
        await settled(one, day, lambda tournament: tournament.phase == "over")
        assert (await ada.desk.today()).code == "1970-01-13"
        assert [day.code for day in await ada.desk.week()] == ["1970-01-13", "1970-01-12"]


async def test_a_damaged_challenge_stops_no_server(store):
    await store.put_document("challenges", "1970-01-11", b"{", None)
    async with hall(store) as server:
        assert not await (await server.lobby("Ada")).desk.week()


@pytest.mark.usefixtures("small_challenge")
async def test_a_challenge_that_is_not_finished_ends_with_its_day(store):
    async with hall_with("Ada", store=store) as (server, (ada,)):
        day = (await ada.desk.today()).code
        table = await ada.desk.play(day, 0)
        server.time.now += DAY
        over = await settled(server, day, lambda tournament: tournament.phase == "over")
        assert server.tables[table].ended == "time"
        assert not pairing.table_of_day(over, 0)
        with pytest.raises(Rejected, match="Darwin's Dice was not finished"):
            await ada.desk.share_lines(over, 0)
        assert _challenge_line(over, 0, "Ada").endswith("; not finished.")


def test_cards_of_a_challenge_are_those_of_no_other_day_or_server():
    days = [tournaments.challenge_of("2026-11-29", 0) for _ in range(2)]
    days.append(replace(days[0], code="2026-11-30"))
    seeds = {pairing.deal_seed(day, number) for day in days for number in range(len(day.deals))}
    assert len(seeds) == 3 * len(days[0].deals)
    assert not seeds & {
        daily.seed_of(daily.Key(deal.game, date(2026, 11, 29))) for deal in days[0].deals
    }
