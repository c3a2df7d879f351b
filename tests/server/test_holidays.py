"""Holidays: for up to a week per season, a player may stop the clocks of turn-based matches."""

import re
from random import Random
from time import time as real_time
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from server.clients import hosting, run, ssh_port
from server.fake_lobby import visiting
from server.stores import KINDS
from server.tables import Hall, MemoryStore, Time, act, hall, line, quiet, sit
from tui.scenes import shown
from tui.scenes import until as until_shown
from waiting import until

from darwin_tui.hosted.table_words import seat_state
from darwin_tui.library.dates import DAY_SECONDS, short_moment
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.store.contract import Account, Holiday
from darwin_tui.server.tables import clocks
from darwin_tui.server.tables.clocks import HOUR_SECONDS

TIMED: Any = {"bots_take_over": True, "seconds_a_move": HOUR_SECONDS}


async def on_turn(server: Hall, **more: Any) -> tuple[str, ServerSeatAccess, ServerSeatAccess]:
    """Seat Ada and Ben at a table and let Ada act, so that it is Ben's turn."""
    ada, ben = await server.lobby("ada"), await server.lobby("ben")
    code, (at, other) = await sit(ada, ben, **TIMED | more)
    await act(at, Random(1))
    await until(lambda: server.tables[code].line == 1)
    return code, at, other


def due_of_ben(at: ServerSeatAccess) -> float | None:
    return at.table_people.members[1].due


def test_time_outside_of_holidays_is_counted_forwards_and_backwards():
    chance = Random("holidays")
    for _ in range(200):
        ends = sorted(chance.uniform(0, 100) for _ in range(6))
        holidays = [Holiday(*pair) for pair in zip(ends[::2], ends[1::2], strict=True)]
        start, seconds = chance.uniform(0, 100), chance.uniform(1, 50)
        end = clocks._later(start, seconds, holidays)
        assert clocks._between(start, end, holidays) == pytest.approx(seconds)
        back = clocks._earlier(end, seconds, holidays)
        assert clocks._later(back, seconds, holidays) == pytest.approx(end)


def test_a_season_has_seven_days_and_a_day_that_is_begun_counts():
    now, begin = 100.0 * DAY_SECONDS, 50.0 * DAY_SECONDS
    three = clocks.with_holiday((), 3, begin, now)
    ended = clocks.with_holiday(three, 0, begin, now + 60)
    assert clocks.days_of_holiday(ended, begin) == 1
    assert clocks.with_holiday(ended, 6, begin, now + 120)
    with pytest.raises(Rejected, match="not so many days"):
        clocks.with_holiday(ended, 7, begin, now + 120)
    longer = clocks.with_holiday(three, 6, begin, now + DAY_SECONDS)
    assert longer == (Holiday(now, now + 7 * DAY_SECONDS),)
    with pytest.raises(Rejected):
        clocks.with_holiday(three, 7, begin, now + DAY_SECONDS)
    assert clocks.days_of_holiday(longer, now + 1) == 0, "the next season has its own"


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_a_clock_stands_and_has_afterwards_what_was_left(place):
    time = Time()
    code = ""
    for process in ("one", "two", "three"):
        store = place.store()
        await store.open()
        async with hall(store, process, time) as server:
            if process == "one":
                code, at, _ = await on_turn(server)
                due = due_of_ben(at)
                assert due
                time.now += 1800
                await (await server.lobby("ben")).take_holiday(2)
                assert due_of_ben(at) == due + 2 * DAY_SECONDS
                assert at.table_people.members[1].holiday == time.now + 2 * DAY_SECONDS
                card = next(card for card in (await server.lobby("ada")).cards if card.code == code)
                assert card.seats[1].holiday == time.now + 2 * DAY_SECONDS
                time.now += DAY_SECONDS
            elif process == "two":
                await quiet()
                assert server.tables[code].line == 1
                # The holiday ends early, and the half hour that was left begins to run.
                await (await server.lobby("ben")).take_holiday(0)
                time.now += 1799
                await quiet()
                assert server.tables[code].line == 1
                time.now += 2
            else:
                await until(lambda: server.tables[code].line == 2)  # noqa: B023
        await store.close()


async def test_live_clocks_tournaments_and_guests_have_no_holiday(server):
    _, at, _ = await on_turn(server, seconds_a_move=300)
    due = due_of_ben(at)
    ben = await server.lobby("ben")
    await ben.take_holiday(3)
    assert due_of_ben(at) == due
    table = replace(server.tables[at.table_people.code], seconds_a_move=HOUR_SECONDS)
    holidays = {"ben": ben.account.holidays}
    assert clocks.on_holiday(table, holidays) is not table
    of_tournament = replace(table, tournament="K7QF")
    assert clocks.on_holiday(of_tournament, holidays) is of_tournament
    await server.store.put_account(Account("Finch27", is_guest=True))
    with pytest.raises(Rejected, match="Guests"):
        await (await server.lobby("Finch27")).take_holiday(1)


async def test_a_table_learns_of_a_holiday_that_a_killed_server_did_not_tell_it():
    store, time = MemoryStore(), Time()
    async with hall(store, time=time) as server:
        code, _, _ = await on_turn(server)
    time.now += 60
    account = store.kept["ben"]
    store.kept["ben"] = replace(account, holidays=(Holiday(time.now, time.now + DAY_SECONDS),))
    time.now += DAY_SECONDS
    async with hall(store, "two", time) as server:
        at = await (await server.lobby("ada")).enter(code)
        await quiet()
        assert line(at) == 1
        assert due_of_ben(at) == time.now + HOUR_SECONDS - 60


async def test_a_holiday_is_begun_and_ended_by_a_key_and_seen_in_the_lobby():
    async with hall() as server:
        await on_turn(server)
        ben = await server.lobby("ben")
        app = visiting(ben)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("H", "0", "enter")
            await until_shown(pilot, lambda: "A holiday has 1 to 7 days." in shown(app))
            await pilot.press("H", "3", "enter")
            await until_shown(pilot, lambda: ben.holiday == server.time.now + 3 * DAY_SECONDS)
            await until_shown(pilot, lambda: "You are on holiday until" in shown(app))
            await pilot.press("H", "y")
            await until_shown(pilot, lambda: not ben.holiday)
    (card,) = ben.cards
    on_holiday = msgspec.structs.replace(card.seats[1], is_me=False, holiday=real_time() + 99)
    assert seat_state(on_holiday, "playing").endswith(
        f"on holiday until {short_moment(on_holiday.holiday)}"
    )


async def test_a_holiday_is_taken_without_a_screen(tmp_path):
    async with hosting(tmp_path, "Ada") as host:
        port = ssh_port(host.ready)
        status, out, _ = await run(port, "Ada", "holiday 2")
        assert status == 0
        assert re.fullmatch(r"You are on holiday until .*\.\nYou have 5 days .* season\.\n", out)
        for wrong_days in ("soon", "0", "8"):
            refused = (1, "", "A holiday has 1 to 7 days.\n")
            assert await run(port, "Ada", f"holiday {wrong_days}") == refused
        left = "You have 6 days of holiday left in this season.\n"
        assert await run(port, "Ada", "holiday end") == (0, left, "")


async def test_two_processes_see_the_same_holiday():
    store, time = MemoryStore(), Time()
    async with hall(store, "one", time) as one, hall(store, "two", time) as two:
        code, at, _ = await on_turn(one)
        due = due_of_ben(at)
        assert due
        await (await two.lobby("ben")).take_holiday(1)
        await until(lambda: due_of_ben(at) == due + DAY_SECONDS)
        assert code in one.tables


async def test_a_pause_keeps_what_a_holiday_has_spared():
    table = clocks.on_holiday(
        replace(
            (await _table()), paused=9 * DAY_SECONDS, phase="playing", seconds_a_move=DAY_SECONDS
        ),
        {"ben": (Holiday(2 * DAY_SECONDS, 9 * DAY_SECONDS - 3600),)},
    )
    seat = replace(table.seats[1], asked=(DAY_SECONDS + 7200,), owed_since=DAY_SECONDS + 7200)
    table = replace(table, seats=(table.seats[0], seat))
    # Of Ben's day 22 hours had passed before the holiday, and one after it: one hour is left.
    now = 50.0 * DAY_SECONDS
    back = clocks.resumed(table, (1,), now)
    assert clocks.due_at(back, 1, back.seats[1].owed_since) == now + 3600


async def _table() -> Any:
    async with hall() as server:
        code, _, _ = await on_turn(server)
        return server.tables[code]
