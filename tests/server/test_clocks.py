"""Clocks of tables: when a bot decides for a person, and how long it stands in."""

import json
from collections.abc import Callable
from random import Random
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
    act,
    hall,
    hall_with,
    line,
    quiet,
    sit,
    table_with,
)
from waiting import until

from darwin_core.bots import levels
from darwin_core.match import Refused
from darwin_tui.library.dates import DAY_SECONDS
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.operations.server_tables import ServerTables
from darwin_tui.server.store.contract import SeatInfo, TableInfo, pack, unpack
from darwin_tui.server.tables.clocks import (
    AWAY_SECONDS,
    CLOCKS,
    HOLIDAY_DAYS,
    HOUR_SECONDS,
    Asked,
    Clock,
    clock_rule,
    clock_words,
    due_at,
    may_be_overdue,
    needs_stand_in,
    resumed,
    waits_for_bots,
)
from darwin_tui.server.tables.live_table import LiveTable
from darwin_tui.server.tables.open_tables import OpenTables
from darwin_tui.server.tables.register import TablePlan, checked, plan_again

HOURLY: Any = {"bots_take_over": True, "seconds_a_move": HOUR_SECONDS}
DAILY: Any = {"bots_take_over": True, "seconds_a_move": DAY_SECONDS}
ADA, BEN, BOT = SeatInfo("person", "ada"), SeatInfo("person", "ben"), SeatInfo("bot", "Gould")


def table(*seats: SeatInfo, **more: object) -> TableInfo:
    fields = {"bots_take_over": True, "phase": "playing", "to_move": (0,), **more}
    return TableInfo("K7QF", "dice", "ada", seats or (ADA, BEN), "", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (Clock(), ""),
        (Clock(3600), "1 hour a move"),
        (Clock(86400), "1 day a move"),
        (Clock(3 * 86400), "3 days a move"),
        (Clock(5400), "90 minutes a move"),
        (Clock(61), "61 seconds a move"),
        (Clock(10, 600), "10 minutes in all and 10 seconds a move"),
    ],
)
def test_the_times_of_a_clock_in_words(clock, words):
    assert clock_words(clock) == words


def test_what_happens_when_the_time_is_over_is_said_in_advance():
    assert clock_rule(table()) == ""
    by_bot = "When the time for a decision is over, a bot takes it."
    assert clock_rule(table(seconds_a_move=60)) == by_bot
    by_vote = "When the time for a decision is over, the others may vote."
    assert clock_rule(table(seconds_a_move=60, bots_take_over=False)) == by_vote
    rule = clock_rule(table(seconds_a_move=10, seconds_in_all=600))
    assert rule == "When a player's time is up, a bot decides; each later move has 10 seconds."


def test_a_bot_decides_after_the_time_of_the_clock():
    timed = table(seconds_a_move=HOUR_SECONDS)
    assert due_at(timed, 0, 10) == 3610
    assert due_at(table(replace(ADA, has_resigned=True), BEN, seconds_a_move=60), 0, 0) is None
    assert due_at(timed, 0, None) is None, "nobody asks this seat"
    assert due_at(replace(timed, bots_take_over=False), 0, 0) is None
    assert due_at(table(), 0, 0) is None, "thinking takes its time"
    assert due_at(replace(timed, paused=50), 0, 0) is None


def test_a_bot_stands_in_at_a_live_table_for_one_who_is_away():
    live = table()
    assert not needs_stand_in(live, 0, AWAY_SECONDS, 0, True)
    assert needs_stand_in(live, 0, AWAY_SECONDS + 1, 0, True)
    assert not needs_stand_in(live, 0, AWAY_SECONDS + 1, 0, False), "all are away"
    assert not needs_stand_in(replace(live, bots_take_over=False), 0, 999, 0, True)
    timed = replace(live, seconds_a_move=HOUR_SECONDS)
    assert not needs_stand_in(timed, 0, 9999, 0, True), "it takes one decision by the clock"
    assert not needs_stand_in(replace(live, terms="rated"), 0, 9999, 0, True), "no bot wins points"


def test_a_stand_in_stays_until_the_person_is_here():
    standing = table(replace(ADA, has_stand_in=True), BEN)
    assert needs_stand_in(standing, 0, 10, 5, False)
    assert not needs_stand_in(standing, 0, 10, None, True)
    resigned = table(replace(ADA, has_resigned=True), BEN)
    assert not needs_stand_in(resigned, 0, 999, 0, True), "a bot plays there already"


def test_a_table_waits_for_bots_only_if_no_person_is_asked():
    assert waits_for_bots(table(ADA, BOT, to_move=(1,)))
    assert not waits_for_bots(table(ADA, BOT, to_move=(0, 1)))
    assert not waits_for_bots(table(ADA, BOT, to_move=()))
    assert not waits_for_bots(table(ADA, BOT, to_move=(1,), phase="over"))
    assert waits_for_bots(table(replace(ADA, has_stand_in=True), BOT, to_move=(0, 1)))
    assert waits_for_bots(table(replace(ADA, has_resigned=True), BOT))


def test_a_closed_table_is_opened_when_its_clock_may_have_run_out():
    timed = table(seconds_a_move=60, moved=100)
    assert not may_be_overdue(timed, 160)
    assert may_be_overdue(timed, 161)
    assert not may_be_overdue(replace(timed, bots_take_over=False), 999)
    assert not may_be_overdue(table(moved=100), 999)
    assert not may_be_overdue(replace(timed, phase="over"), 999)


# --- at a server


def stands_in(server_tables: ServerTables, code: str) -> list[bool]:
    return [seat.has_stand_in for seat in server_tables.services.tables.all[code].seats]


async def test_a_bot_plays_for_one_who_has_left_until_they_return():
    chance = Random(1)
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        code, (at, other) = await sit(ada, ben, bots_take_over=True)
        other.close()
        await act(at, chance)
        await quiet()
        assert line(at) == 1
        server.time.now += AWAY_SECONDS + 1
        await until(lambda: line(at) == 2)
        assert stands_in(server.server_tables, code) == [False, True]
        assert at.table_people.members[1].state == "stand-in"
        assert [line.text for line in at.table_people.chat] == ["ben is away; a bot plays."]
        back = await ben.enter(code)
        assert stands_in(server.server_tables, code) == [False, False]
        assert at.table_people.members[1].state in ("here", "thinking")
        await act(at, chance)
        await quiet()
        assert line(at) == 3
        assert await act(back, chance)


async def test_one_who_is_here_but_too_late_loses_that_decision_only():
    chance = Random(1)
    async with table_with("ada", "ben", **HOURLY) as (server, code, (at, other)):
        await act(at, chance)
        assert [member.due for member in other.table_people.members] == [
            None,
            server.time.now + HOUR_SECONDS,
        ]
        server.time.now += HOUR_SECONDS + 1
        await until(lambda: line(at) == 2)
        await until(lambda: stands_in(server.server_tables, code) == [False, False])
        assert [line.text for line in other.table_people.chat] == [
            "ben has run out of time; a bot takes this decision."
        ]
        await act(at, chance)
        await quiet()
        assert line(at) == 3
        assert await act(other, chance)


async def test_it_pays_nobody_to_let_the_time_pass():
    async with table_with("ada", "ben", **HOURLY) as (server, code, _):
        live = server.open[code]
        live._let_decide({0})
        assert live.table.bots.policies[0] == levels.bot("easy")


async def test_the_clock_counts_while_nobody_is_here_and_over_a_restart():
    store = MemoryStore()
    time = Time()
    chance = Random(1)
    async with table_with("ada", "ben", store=store, time=time, **DAILY) as (server, code, (at, _)):
        await act(at, chance)
        await until(lambda: server.tables[code].line == 1)
        assert server.tables[code].to_move == (1,)
    time.now += DAY_SECONDS + 1
    async with hall(store, "two", time) as server:
        await until(lambda: server.tables[code].line == 2)
        assert stands_in(server.server_tables, code) == [False, False], (
            "the bot has taken one decision"
        )
        await until(lambda: not server.open)


@pytest.mark.parametrize("game", ["dice", "evo", "yummy"])
async def test_a_bot_takes_one_decision_and_the_next_has_a_full_clock(game):
    async with table_with("ada", "ben", game=game, **HOURLY) as (server, code, places):
        for _ in range(3):
            match = server.open[code].match
            asked = match.game.to_move(match.state)
            lines = len(match.lines)
            server.time.now += HOUR_SECONDS + 1
            await until(lambda: len(match.lines) == lines + len(asked))  # noqa: B023
            await server.server_tables.upkeep.store_info(server.open[code])
            await quiet()
            assert sorted(line.seat for line in match.lines[lines:]) == sorted(asked)
            table_people = places[0].table_people
            if server.tables[code].paused:
                break
            dues = {member.due for member in table_people.members if member.due}
            assert dues == {server.time.now + HOUR_SECONDS}
            assert not places[0].spectator.snapshot.bots, "no bot plays on"
            assert stands_in(server.server_tables, code) == [False, False]


async def after_a_late_decision(
    server: Hall, suits: Callable[[LiveTable], bool]
) -> tuple[LiveTable, list[ServerSeatAccess]]:
    """Let a bot take the first decision of matches of Evo, until a match suits the test.

    The cards of some matches leave no choice.
    """
    ada, ben = await server.lobby("ada"), await server.lobby("ben")
    for _ in range(20):
        code, places = await sit(ada, ben, game="evo", **HOURLY)
        hosted = server.open[code]
        server.time.now += HOUR_SECONDS + 1
        hosted.mind_clocks(server.time.now)
        # Observers get the line a little later than the match.
        await until(lambda: line(places[0]) == 1 and not hosted.table.bots.policies)  # noqa: B023
        if suits(hosted):
            return hosted, places
        for place in places:
            await place.table_people.agree(place.people[0], True)
    raise AssertionError("no match is as the test needs it")


async def test_the_decision_of_a_bot_by_the_clock_is_not_undone(server):
    hosted, places = await after_a_late_decision(
        server, lambda hosted: hosted.match.can_undo(hosted.match.lines[0].seat)
    )
    seat = hosted.match.lines[0].seat
    for undo in (places[seat].seat(seat).undo, places[seat].seat(seat).reset_turn):
        with pytest.raises(Refused, match="time for that decision is over"):
            await undo()


async def test_one_who_is_too_late_is_decided_for_while_others_think():
    chance = Random(1)
    async with table_with("ada", "ben", **HOURLY) as (server, code, places):
        hosted = server.open[code]
        while len(hosted.clocks.owed_since) < 2:
            assert await act(places[0], chance) or await act(places[1], chance)
        await quiet()
        # Set the first seat's clock as if it had been asked a minute later.
        hosted.clocks._asked[0] = Asked(hosted.clocks._asked[0].first, (server.time.now + 60,) * 9)
        hosted.clocks.owed_since[0] = server.time.now + 60
        lines = line(places[0])
        server.time.now += HOUR_SECONDS + 1
        await until(lambda: line(places[0]) > lines)
        assert [line.seat for line in hosted.match.lines[lines:]] == [1]


async def test_a_match_pauses_when_nobody_has_moved_for_a_round():
    store = MemoryStore()
    time = Time()
    chance = Random(1)
    async with hall_with("ada", "ben", store=store, time=time) as (server, (ada, ben)):
        code, (at, other) = await sit(ada, ben, **DAILY)
        await act(at, chance)
        at.close()
        other.close()
        tables = server.server_tables.services.tables
        time.now += DAY_SECONDS + 1
        await until(lambda: tables.all[code].line == 2)
        assert not tables.all[code].paused, "ada has moved"
        time.now += DAY_SECONDS + 1
        await until(lambda: bool(tables.all[code].paused))
        await until(lambda: store._chat[code][-1].notice == "paused")
        lines = tables.all[code].line
    time.now += 30 * DAY_SECONDS
    async with hall(store, "two", time) as server:
        await quiet()
        assert server.tables[code].line == lines
        back = await (await server.lobby("ada")).enter(code)
        assert not server.tables[code].paused
        dues = [member.due for member in back.table_people.members if member.due]
        assert set(dues) == {time.now + DAY_SECONDS}, "the clock had not begun to run"
        back.close()
        for _ in range(2):
            time.now += DAY_SECONDS + 1
            await quiet()
        await until(lambda: bool(server.tables[code].paused))


async def test_a_pause_stops_clocks_and_does_not_set_them():
    late = replace(ADA, asked=(100.0, 130.0), owed_since=130.0, was_late=True)
    paused = table(late, replace(BEN, was_late=True), seconds_a_move=60, paused=150.0)
    back = resumed(paused, (1,), 1000.0)
    assert back.seats[0] == replace(late, asked=(950.0, 980.0), owed_since=980.0)
    assert not back.seats[1].was_late
    assert not back.paused
    assert resumed(paused, (), 1000.0) is paused, "spectators wake nobody"


CHESS: Any = {"bots_take_over": True, "seconds_a_move": 10, "seconds_in_all": 600}


async def test_a_chess_clock_runs_while_its_player_is_asked_and_all_see_what_is_left():
    store = MemoryStore()
    time = Time()
    chance = Random(1)
    async with hall(store, time=time) as server, hall(store, "two", time) as elsewhere:
        ada, ben = await server.lobby("ada"), await elsewhere.lobby("ben")
        code, (at, other) = await sit(ada, ben, **CHESS)
        begun = time.now
        assert [member.due for member in at.table_people.members] == [begun + 610] * 2
        time.now += 100
        await act(at, chance)
        await until(lambda: line(other) == 1)
        for people in (at.table_people, other.table_people):
            await until(lambda: people.members[0].clock_seconds == 520)  # noqa: B023
            assert [member.due for member in people.members] == [None, begun + 610]
        time.now += 511
        await until(lambda: line(at) == 2)
        await until(lambda: server.tables[code].line == 2)
        # Ben has used up his time, and has only the seconds that each decision adds.
        shown = at.table_people
        await until(lambda: shown.members[1].clock_seconds == 10)
        assert shown.members[0].due == time.now + 520


async def test_nobody_gains_time_where_the_clock_of_the_server_is_set_back():
    async with table_with("ada", "ben", **CHESS) as (server, code, (at, other)):
        server.time.now -= 3600
        await act(at, Random(1))
        await act(other, Random(1))
        await until(lambda: server.tables[code].line == 2)
        assert [seat.left for seat in server.tables[code].seats] == [620, 620]


def test_decisions_that_are_met_at_once_have_each_its_seconds():
    assert Asked(0, (1, 5, 5), (9,)).with_left(30, 10).lefts == (9, 20, 30)
    kept = Asked(2, (1, 2, 3), (9, 8, 7))
    assert kept.before(4) == Asked(2, (1, 2), (9, 8))
    assert (kept.left(2), kept.left(9)) == (9, 7)


def test_a_chess_clock_needs_a_bot_and_some_seconds_a_move():
    chess = TablePlan("dice", (ME, OPEN), **CHESS)
    assert checked(chess) is not None
    for wrong in ({"bots_take_over": False}, {"seconds_a_move": None}, {"seconds_in_all": 20_000}):
        with pytest.raises(Rejected, match="chess clock"):
            checked(replace(chess, **wrong))


async def test_a_rematch_has_the_same_chess_clock():
    async with table_with("ada", "ben", **CHESS) as (server, code, _):
        again = plan_again(server.tables[code], "ada")
        assert (again.seconds_a_move, again.seconds_in_all) == (10, 600)


async def test_an_old_table_opens_as_it_was_and_its_bot_plays_no_more():
    store = MemoryStore()
    time = Time()
    chance = Random(1)
    async with table_with("ada", "ben", store=store, time=time, **DAILY) as (server, code, (at, _)):
        await act(at, chance)
        await until(lambda: server.tables[code].line == 1)
    kept = json.loads(pack(store._tables[code]))
    for seat in kept["seats"]:
        for name in ("asked", "decision", "owed_since", "was_late"):
            seat.pop(name, None)
    kept["seats"][1]["has_stand_in"] = True
    store._tables[code] = unpack(json.dumps(kept).encode(), TableInfo)
    moved = store._tables[code].moved
    time.now += 1000
    async with hall(store, "two", time) as server:
        place = await (await server.lobby("ada")).enter(code)
        await until(lambda: stands_in(server.server_tables, code) == [False, False])
        await quiet()
        assert line(place) == 1
        assert place.table_people.members[1].due == moved + DAY_SECONDS


async def test_a_live_table_that_all_have_left_waits():
    async with table_with("ada", "ben", bots_take_over=True) as (server, code, places):
        for place in places:
            place.close()
        server.time.now += 30 * DAY_SECONDS
        await until(lambda: not server.open)
        await quiet()
        assert server.tables[code].line == 0
        assert stands_in(server.server_tables, code) == [False, False]


async def test_a_bot_takes_no_second_decision_before_anybody_looks(server, monkeypatch):
    monkeypatch.setattr(OpenTables, "mind_clocks", lambda *_: None)
    hosted, _ = await after_a_late_decision(
        server, lambda hosted: [*hosted.clocks.owed_since] == [hosted.match.lines[0].seat]
    )
    assert not hosted.mind_clocks(server.time.now)
    await hosted.table.bots.settle()
    assert len(hosted.match.lines) == 1


@pytest.mark.parametrize("times", [{"seconds_a_move": 60}, CHESS], ids=["a move", "in all"])
@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_each_store_keeps_the_clocks_over_a_restart(place, times):
    time = Time()
    chance = Random(1)
    code = ""
    dues: list[list[float | None]] = []
    for process in ("one", "two"):
        store = place.store()
        await store.open()
        async with hall(store, process, time) as server:
            ada, ben = await server.lobby("ada"), await server.lobby("ben")
            if not code:
                code, (one, two) = await sit(
                    ada, ben, game="evo", **{"bots_take_over": True, **times}
                )
                for _ in range(9):
                    time.now += 1
                    await (act(one, chance) if chance.random() < 0.5 else act(two, chance))
            at = await ben.enter(code)
            dues.append([member.due for member in at.table_people.members])
            table = server.server_tables.services.tables
            await until(lambda: table.all[code].line == line(at))  # noqa: B023
        await store.close()
        time.now += 30
    assert dues[0] == dues[1]
    assert any(dues[0])


def test_the_house_offers_these_clocks_and_a_week_of_holiday():
    minute = 60
    hour = 3600
    day = 24 * 3600
    assert {*CLOCKS.values()} == {
        *(Clock(), Clock(5 * minute), Clock(hour), Clock(day), Clock(3 * day)),
        *(Clock(10, 10 * minute), Clock(20, 30 * minute)),
    }
    assert HOLIDAY_DAYS == 7
