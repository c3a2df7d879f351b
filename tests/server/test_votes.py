"""Votes on people who stay away: the rules of who decides, and votes over a restart."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from server.clients import Lines, hosting, ssh_port, typing
from server.tables import Hall, MemoryStore, Time, act, hall, hall_with, line, quiet, sit
from waiting import until

from darwin_tui.library.dates import DAY_SECONDS
from darwin_tui.library.seat_access import Member, Rejected
from darwin_tui.play.people_words import ballot
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.store.contract import SeatInfo, TableInfo
from darwin_tui.server.tables import clocks, register
from darwin_tui.server.tables.clocks import AWAY_SECONDS, LIVE_SECONDS, Clock

LATE = AWAY_SECONDS + 1
ADA, BEN, CLEO = (SeatInfo("person", name) for name in ("ada", "ben", "cleo"))
BOT = SeatInfo("bot", "Gould")


def table(*seats: SeatInfo, **more: object) -> TableInfo:
    fields = {"phase": "playing", "to_move": (0,), **more}
    return TableInfo("K7QF", "dice", "ada", seats, "", **fields)  # type: ignore[arg-type]


def wish(seat: SeatInfo, vote: str) -> SeatInfo:
    return replace(seat, vote=vote)


# --- the rule


def test_one_may_be_voted_on_after_two_minutes_or_the_time_of_the_clock():
    live = table(ADA, BEN, BOT)
    assert clocks.absent(live, {1: 0}, AWAY_SECONDS) == ()
    assert clocks.absent(live, {1: 0}, LATE) == (1,)
    slow = replace(live, seconds_a_move=DAY_SECONDS)
    assert clocks.absent(slow, {1: 0}, DAY_SECONDS) == ()
    assert clocks.absent(slow, {1: 0}, DAY_SECONDS + 1) == (1,)
    assert clocks.absent(replace(slow, bots_take_over=True), {1: 0}, DAY_SECONDS + 1) == ()
    assert clocks.absent(replace(live, phase="over"), {1: 0}, LATE) == ()
    assert clocks.absent(table(ADA, replace(BEN, has_resigned=True)), {1: 0}, LATE) == ()


@pytest.mark.parametrize(
    ("ada", "ben", "away", "result"),
    [
        ("stop", "stop", {2: 0}, "stop"),
        ("bot", "bot", {2: 0}, "bot"),
        ("stop", "bot", {2: 0}, "none"),
        ("stop", "wait", {2: 0}, "none"),
        ("wait", "wait", {2: 0}, "none"),
        ("stop", "stop", {2: LATE}, "none"),
        ("stop", "wait", {1: LATE, 2: 0}, "none"),
        ("stop", "wait", {1: 0, 2: 0}, "stop"),
        ("stop", "stop", {0: 0, 1: 0, 2: 0}, "none"),
        ("stop", "stop", {}, "forgotten"),
    ],
)
def test_all_others_decide_together(ada, ben, away, result):
    before = table(wish(ADA, ada), wish(BEN, ben), CLEO, BOT)
    after = clocks.settle(before, away, LATE)
    assert (after is before) == (result == "none")
    assert (after.ended == "vote") == (result == "stop")
    assert after.seats[2].has_stand_in == (result == "bot")
    if result in ("bot", "forgotten"):
        assert {seat.vote for seat in after.seats} == {"wait"}


# --- at a server


async def three(server: Hall, **more: Any) -> tuple[str, list[ServerSeatAccess]]:
    people = [await server.lobby(name) for name in ("ada", "ben", "cleo")]
    return await sit(*people, **more)


async def vote(place: ServerSeatAccess, wish: str) -> None:
    await place.table_people.vote(place.people[0], wish)  # type: ignore[arg-type]


async def leave(place: ServerSeatAccess) -> None:
    place.close()
    await quiet()


def ended(place: ServerSeatAccess) -> str:
    return place.table_people.ended


async def test_a_bot_plays_by_vote_until_the_person_is_back(server):
    chance = Random(1)
    code, (one, two, three_) = await three(server)
    await leave(three_)
    await act(one, chance)
    await act(two, chance)
    with pytest.raises(Rejected, match="away for two minutes"):
        await vote(one, "bot")
    server.time.now += LATE
    await vote(one, "bot")
    await quiet()
    assert line(one) == 2
    await vote(two, "bot")
    await until(lambda: line(one) == 3)
    assert one.table_people.members[2].state == "stand-in"
    assert [member.vote for member in one.table_people.members] == ["wait"] * 3
    await until(
        lambda: (
            [line.text for line in one.table_people.chat]
            == ["By the others' vote a bot plays for cleo."]
        )
    )
    back = await (await server.lobby("cleo")).enter(code)
    assert one.table_people.members[2].state in ("here", "thinking")
    assert not back.spectator.snapshot.bots, "the bot plays no more"
    for place in (one, two):
        await act(place, chance)
    await quiet()
    assert line(one) == 5
    assert await act(back, chance)


async def test_the_match_stops_by_vote_and_those_who_never_voted_are_not_waited_for(server):
    code, (one, two, three_) = await three(server)
    await leave(three_)
    server.time.now += LATE
    await vote(one, "stop")
    assert not ended(one)
    await leave(two)
    assert not ended(one), "ben has just left"
    server.time.now += LATE
    await until(lambda: ended(one))
    assert server.tables[code].ended == "vote"
    assert server.tables[code].phase == "over"


async def test_at_a_table_with_a_clock_the_others_vote_on_one_who_stays_away_past_it(server):
    code, (one, two, three_) = await three(server, seconds_a_move=DAY_SECONDS)
    for place in (one, two):
        await act(place, Random(1))
    await leave(two)
    await leave(three_)
    server.time.now += DAY_SECONDS - 1
    with pytest.raises(Rejected, match="past the clock"):
        await vote(one, "stop")
    server.time.now += 2
    await vote(one, "stop")
    assert not ended(one), "one who is away but not asked decides, too"
    back = await (await server.lobby("cleo")).enter(code)
    await until(lambda: server.tables[code].seats[0].vote == "wait")
    await leave(back)
    server.time.now += DAY_SECONDS + 1
    for place in (one, await (await server.lobby("ben")).enter(code)):
        await vote(place, "stop")
    assert ended(one)


async def test_to_look_in_past_the_clock_puts_off_no_vote(server):
    code, (one, two) = await sit(
        await server.lobby("ada"), ben := await server.lobby("ben"), seconds_a_move=DAY_SECONDS
    )
    while not two.seat(1).snapshot.actions:
        await act(one, Random(1))
    server.time.now += DAY_SECONDS + 1
    await leave(two)
    await leave(await ben.enter(code))
    await vote(one, "stop")
    assert ended(one)


async def test_a_vote_is_forgotten_once_all_are_back(server):
    code, (one, _, three_) = await three(server)
    await leave(three_)
    server.time.now += LATE
    await vote(one, "stop")
    assert one.table_people.members[0].vote == "stop"
    await (await server.lobby("cleo")).enter(code)
    assert [member.vote for member in one.table_people.members] == ["wait"] * 3


async def test_those_who_watch_or_have_resigned_do_not_vote(server):
    code, (one, two, three_) = await three(server)
    watching = await (await server.lobby("dora")).watch(code)
    await two.table_people.resign(1)
    await leave(three_)
    server.time.now += LATE
    for place in (watching, two):
        assert not place.table_people.absent
    with pytest.raises(Rejected, match="not your seat"):
        await watching.table_people.vote(0, "stop")
    with pytest.raises(Rejected, match="resigned already"):
        await vote(two, "stop")
    await vote(one, "stop")
    assert ended(one)


async def test_votes_survive_a_restart_which_costs_nobody_the_match():
    store, time = MemoryStore(), Time()
    async with hall(store, time=time) as server:
        code, (one, _, three_) = await three(server)
        await leave(three_)
        time.now += LATE
        await vote(one, "stop")
    async with hall(store, "again", time) as server:
        one = await (await server.lobby("ada")).enter(code)
        two = await (await server.lobby("ben")).enter(code)
        assert one.table_people.members[0].vote == "stop"
        with pytest.raises(Rejected, match="away for two minutes"):
            await vote(two, "stop")
        time.now += LATE
        await vote(two, "stop")
        assert ended(one)


async def test_players_of_two_hosts_vote_together():
    store, time = MemoryStore(), Time()
    async with hall(store, "left", time) as left, hall(store, "right", time) as right:
        code, (one, _, three_) = await three(left)
        two = await (await right.lobby("ben")).enter(code)
        await leave(three_)
        await until(
            lambda: (
                "cleo" in [seat.name for seat in left.server_tables.services.tables.all[code].seats]
            )
        )
        await until(lambda: two.table_people.members[2].state == "away")
        time.now += LATE
        await vote(one, "stop")
        await until(lambda: two.table_people.members[0].vote == "stop")
        await vote(two, "stop")
        await until(lambda: ended(one) and ended(two))


async def test_nobody_holds_up_a_rated_match_by_staying():
    rated: Any = {"terms": "rated", "seconds_a_move": LIVE_SECONDS}
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        code, (one, _two) = await sit(ada, ben, **rated)
        await act(one, Random(1))
        with pytest.raises(Rejected, match="past the clock: nothing to vote on"):
            await vote(one, "stop")
        server.time.now += LIVE_SECONDS + 1
        assert one.table_people.members[1].state == "thinking"
        await vote(one, "stop")
        await until(lambda: server.tables[code].phase == "over")
        assert (server.tables[code].ended, server.tables[code].places) == ("resigned", (1, 2))
        # If both are past the clock, neither may vote on the other.
        code, (one, two) = await sit(ada, ben, **rated)
        server.time.now += LIVE_SECONDS + 1
        assert server.open[code].absent(server.time.now) == (0, 1)
        for place in (one, two):
            assert place.table_people.absent == ()
            with pytest.raises(Rejected, match="nothing to vote on"):
                await vote(place, "stop")
        await act(one, Random(1))
        assert one.table_people.absent == (1,)
        assert two.table_people.absent == ()
        # At a table that is not rated there is no vote: the other may simply leave.
        _, (one, _two) = await sit(ada, ben, seconds_a_move=LIVE_SECONDS)
        await act(one, Random(1))
        server.time.now += LIVE_SECONDS + 1
        with pytest.raises(Rejected, match="nothing to vote on"):
            await vote(one, "stop")


# --- line by line


@asynccontextmanager
async def beside_an_absent_player(folder: Path, terms: str) -> AsyncIterator[Lines]:
    """Yield Ada's session line by line at a table from which Emma is away."""
    async with hosting(folder / "server", "Ada", "Emma") as host:
        port = ssh_port(host.ready)
        async with typing(port, "Ada", f"new dice --seats me,open{terms}") as made:
            code = (await made.rest())[0]
        async with typing(port, "Emma", f"join {code}") as joining:
            await joining.rest()
        async with typing(port, "Ada", f"play {code} --plain") as ada:
            yield ada
            await ada.rest()


async def test_a_player_votes_line_by_line(tmp_path, monkeypatch):
    monkeypatch.setattr(clocks, "AWAY_SECONDS", 0.1)
    async with beside_an_absent_player(tmp_path, terms="") as ada:
        await ada.until("Emma has been away for two minutes")
        ada.type("vote for")
        await ada.until("Type vote wait, vote bot or vote stop.")
        ada.type("vote stop")
        assert (await ada.until("The players have ended the match")) is not None


async def test_line_by_line_nobody_is_offered_a_bot_at_a_rated_table(tmp_path, monkeypatch):
    monkeypatch.setattr(register, "_CLOCK_SECONDS_MIN", 1)
    monkeypatch.setitem(clocks.CLOCKS, "5m", Clock(1))
    terms = " --terms rated --clock 5m --away wait"
    async with beside_an_absent_player(tmp_path, terms=terms) as ada:
        await ada.until("1. ")
        ada.type("1")
        await ada.until("The time of Emma is over. The others may vote: vote wait, or vote stop, ")
        ada.type("vote bot")
        await ada.until("At a rated table there are no bots.")
        ada.type("vote stop")
        await ada.until("Emma")


@pytest.mark.parametrize(
    ("is_rated", "votes"), [(False, ["wait", "bot", "stop"]), (True, ["wait", "stop"])]
)
def test_the_votes_that_a_player_is_offered(is_rated, votes):
    members = [Member("Ada", 0, "here", 0), Member("Ben", 1, "away", 0)]
    assert [vote for vote, _ in ballot(members, (1,), is_rated=is_rated)] == votes
