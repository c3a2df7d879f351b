"""The tables of a server: opened, played, left, returned to, and closed."""

import asyncio
import logging
from random import Random
from typing import Any

import pytest
import sampling
from server.tables import (
    BOT,
    ME,
    OPEN,
    Hall,
    MemoryStore,
    act,
    hall,
    hall_with,
    line,
    plan,
    quiet,
    sit,
    table_with,
)
from waiting import until

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.match import Refused, fairness
from darwin_tui.library import saves
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess, enter
from darwin_tui.server.operations import server_tables
from darwin_tui.server.store.contract import StoreError, TableInfo
from darwin_tui.server.store.files import FileStore
from darwin_tui.server.tables.open_tables import ELSEWHERE, STOPPED
from darwin_tui.server.tables.register import load


def picture(place: ServerSeatAccess) -> tuple[Any, ...]:
    """Return the snapshots and logs of a place, none of which leaving and returning may lose."""
    snapshots = []
    for viewer in (*place.people, SPECTATOR):
        now = place.seat(viewer).snapshot
        snapshots.append((now.view, now.actions, now.question, now.line, place.seat(viewer).log()))
    return tuple(snapshots)


# --- whole matches


async def play(places: list[ServerSeatAccess], chance: Random, actions: int) -> int:
    """Let people act a number of times or to the end; some leave and return now and then."""
    for count in range(actions):
        while not any([await act(place, chance) for place in places]):
            if places[0].spectator.snapshot.outcome:
                return count
            await asyncio.sleep(0.002)
        if count % 17 == 5:
            who = chance.randrange(len(places))
            session = places[who].account_session
            places[who].close()
            places[who] = await enter(session, places[who].table_people.code)
    return actions


async def finished(server: Hall, code: str) -> bytes:
    """Wait until a table says that its match is over; return the record of the match."""
    await until(lambda: server.tables[code].phase == "over")
    record = await server.store.record(code)
    assert server.tables[code].line == record.count(b"\n") - 1
    return record


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL))
async def test_a_match_survives_leaving_returning_and_restarts_to_its_end(slug, tmp_path):
    game = registry.get(slug)
    chance = Random(slug)
    bots = max(0, min(game.seats) - 2) or int(3 in game.seats)
    places: list[ServerSeatAccess] = []
    code = ""
    record = b""
    acted = 0
    restarts = -1
    while not record:
        restarts += 1
        store = FileStore(tmp_path)
        await store.open()
        async with hall(store, f"p{restarts}") as server:
            lobbies = [await server.lobby(name) for name in ("ada", "ben")]
            if not code:
                code, places = await sit(*lobbies, bots=bots, game=slug)
            else:
                old = [picture(place) for place in places]
                places = [await lobby.enter(code) for lobby in lobbies]
                assert [picture(place) for place in places] == old
            acted += await play(places, chance, 8 if restarts < 2 else 10_000)
            await places[0].settle_bots()
            if restarts == 2:
                record = await finished(server, code)
        await store.close()
    match = load(record)
    assert match.game.outcome(match.state) is not None
    assert fairness.trouble(match.header) is None
    assert len(match.lines) >= acted > 16
    path = tmp_path / "downloaded.jsonl"
    path.write_bytes(record)
    assert saves.verify(path) is None


async def test_people_come_back_to_the_same_position_also_after_a_crash():
    store = MemoryStore()
    chance = Random(4)
    async with hall_with("ada", "ben", store=store) as (server, (ada, ben)):
        code, places = await sit(ada, ben, bots=1, game="journey")
        await play(places, chance, 6)
        await server.server_tables.open_tables.close(server.open[code])
        before = picture(places[0])
        # The stored table may be older than the record, as after a crash.
        stale = server.tables[code]
        await store.put_table(
            TableInfo(**{name: getattr(stale, name) for name in stale.__struct_fields__}
                      | {"line": 0, "to_move": (1,), "round": 0})
        )  # fmt: skip
        store.holders.clear()
    async with hall(store, "two") as server:
        await until(lambda: server.tables[code].line == line(places[0]))
        ada = await server.lobby("ada")
        assert picture(await ada.enter(code)) == before


async def test_a_match_that_was_begun_halfway_begins_all_the_same():
    store = MemoryStore()
    async with hall_with("ada", "ben", store=store) as (server, (ada, ben)):
        code = await ada.create(plan(ME, OPEN))
        put = store.put_table

        async def failing(table: TableInfo) -> TableInfo:
            if table.phase == "playing":
                store.fault = "The disk is full."
            return await put(table)

        store.put_table = failing  # type: ignore[method-assign]
        with pytest.raises(Rejected, match="The disk is full"):
            await ben.join(code)
        assert code in store.records
        assert server.tables[code].phase == "gathering"
        store.put_table, store.fault = put, ""  # type: ignore[method-assign]
        # The start may have been tried and have failed meanwhile.
        server.time.now += 2 * server_tables.FAILED_SECONDS
        await until(lambda: server.tables[code].phase == "playing")
        assert list((await ben.join(code)).people) == [1]


# --- one table for all its sessions


async def test_one_who_begins_a_match_that_has_begun_is_not_refused():
    async with hall_with("ada") as (server, (ada,)):
        code = await ada.create(plan(ME, BOT))
        begun = server.tables[code]
        assert begun.phase == "playing"
        await server.server_tables.open_tables.begin(code)
        assert server.tables[code] == begun


async def test_a_table_is_open_as_long_as_anybody_needs_it():
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        code, places = await sit(ada, ben)
        assert [*server.open] == [code]
        assert (await ben.enter(code)).spectator.snapshot.line == 0
        hosted = server.open[code]
        for place in [*hosted.accesses]:
            place.close()
        await until(lambda: not server.open)
        assert server.store.holders == {}  # type: ignore[attr-defined]
        again, _ = await asyncio.gather(ada.enter(code), ben.enter(code))
        assert [*server.open] == [code]
        assert len(server.open[code].accesses) == 2
        assert await act(again, Random(1))
        assert places


async def test_bots_that_have_to_move_keep_the_table_open_until_they_have():
    async with table_with("ada", bots=3) as (server, code, (place,)):
        await act(place, Random(1))
        place.close()
        await until(lambda: server.tables[code].line == 4)
        await until(lambda: not server.open)
        assert 0 in server.tables[code].to_move


async def test_the_newer_session_plays_and_the_older_place_closes_with_a_sentence():
    async with table_with("ada", "ben") as (server, code, (place, _)):
        calls: list[str] = []
        place.table_people.observe(lambda: calls.append(place.table_people.closed))
        again = await server.lobby("ada")
        newer = await again.enter(code)
        await until(lambda: ELSEWHERE in calls)
        with pytest.raises(Refused, match="another session"):
            await act(place, Random(1))
        with pytest.raises(Rejected, match="another session"):
            await place.table_people.resign(0)
        assert await act(newer, Random(1))
        assert [member.state for member in newer.table_people.members] == ["here", "thinking"]


async def test_a_session_of_another_process_takes_the_seat_over_too():
    store = MemoryStore()
    async with hall(store) as one, hall(store, "two", one.time) as two:
        ada, ben = await one.lobby("ada"), await one.lobby("ben")
        code, (place, other) = await sit(ada, ben)
        there = await two.lobby("ada")
        await until(lambda: code in two.tables)
        newer = await there.enter(code)
        await until(lambda: place.table_people.closed == ELSEWHERE)
        await quiet()
        assert not newer.table_people.closed
        assert not other.table_people.closed
        members = other.table_people.members
        assert [member.state for member in members if member.seat is not None] == ["thinking"] * 2


# --- what is seen of the others


async def test_it_is_seen_who_is_away_who_thinks_and_since_when():
    async with hall_with("ada", "ben", "cleo") as (server, (ada, ben, cleo)):
        code, (place, other) = await sit(ada, ben, bots=1)
        server.time.now += 5
        began = server.time.now
        other.close()
        await until(lambda: place.table_people.members[1].state == "away")
        assert place.table_people.members[1].since == began
        server.time.now += 7
        await act(place, Random(1))
        await quiet()
        await cleo.watch(code)
        assert [(member.name, member.state) for member in place.table_people.members] == [
            ("ada", "here"), ("ben", "away"), ("Wallace", "bot"), ("cleo", "here"),
        ]  # fmt: skip
        back = await ben.enter(code)
        assert back.table_people.members[1].state == "thinking"


async def test_of_a_simultaneous_choice_others_learn_only_that_it_was_made(monkeypatch):
    pictures = []
    for choice in (0, -1):
        async with hall() as server:
            monkeypatch.setattr(fairness, "seed", lambda *_: "beagle")
            ada, ben, cleo = [await server.lobby(name) for name in ("ada", "ben", "cleo")]
            code, (place, other) = await sit(ada, ben)
            watching = await cleo.watch(code)
            now = place.seat(0).snapshot
            await place.seat(0).submit(now.actions[choice], now.question)
            await quiet()
            table = cleo.cards[0]
            seen = [
                *(other.seat(1).snapshot, watching.spectator.snapshot, other.table_people.members),
                *(
                    watching.table_people.members,
                    table.seats,
                    table.progress,
                    ben.news,
                    cleo.people,
                ),
            ]
            pictures.append(repr(seen).replace(code, "CODE"))
            assert [seat.is_to_move for seat in table.seats] == [False, True]
    assert pictures[0] == pictures[1]


# --- resigning and agreeing


async def test_one_who_resigns_is_played_by_a_bot_to_the_end():
    chance = Random(5)
    async with table_with("ada", "ben", "cleo") as (server, code, (one, two, three)):
        await two.table_people.resign(1)
        assert one.table_people.members[1].state == "resigned"
        await until(lambda: [line.text for line in one.table_people.chat] == ["ben has resigned."])
        with pytest.raises(Rejected, match="resigned already"):
            await two.table_people.resign(1)
        with pytest.raises(Rejected, match="not your seat"):
            await one.table_people.resign(1)
        with pytest.raises(Refused, match="resigned"):
            await act(two, chance)
        while one.spectator.snapshot.outcome is None:
            if not any([await act(place, chance) for place in (one, three)]):
                await asyncio.sleep(0.002)
        await until(lambda: server.tables[code].ended == "rules")


async def test_with_fewer_than_two_people_left_the_match_ends():
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        code, (place, other) = await sit(ada, ben, bots=1)
        await act(place, Random(1))
        await other.table_people.resign(1)
        assert place.table_people.ended == "The match has ended: ben resigned."
        assert server.tables[code].winners == (0, 2)
        for seat_access in (place, other):
            saved = seat_access.saved
            assert saved.is_decided
            assert saved.placed(saved.recording(SPECTATOR).standing).ranks == (1, 3, 1)
        assert server.tables[code].ended == "resigned"
        with pytest.raises(Refused, match="has ended"):
            await act(other, Random(1))
        with pytest.raises(Refused, match="has ended"):
            await place.seat(0).undo()
        await asyncio.sleep(0.05)
        assert line(place) == server.tables[code].line == 2, "after the resignation no bot plays on"
        assert (await ada.replay(code)).recording(SPECTATOR).last == 1
        assert place.saved.viewers == (0, SPECTATOR)


async def test_a_match_ends_when_all_people_agree():
    async with table_with("ada", "ben", bots=1) as (server, code, (place, other)):
        await place.table_people.agree(0, True)
        assert other.table_people.members[0].agrees
        await place.table_people.agree(0, False)
        await other.table_people.agree(1, True)
        assert not place.table_people.ended
        await place.table_people.agree(0, True)
        assert other.table_people.ended == "The players have ended the match by agreement."
        assert server.tables[code].phase == "over"
        with pytest.raises(Rejected, match="is over"):
            await other.table_people.agree(1, False)


# --- leases


async def test_bots_of_a_table_run_in_one_process_and_in_another_after_it():
    store = MemoryStore()
    async with hall(store) as one, hall(store, "two", one.time) as two:
        ada, ben = await one.lobby("ada"), await one.lobby("ben")
        code, _ = await sit(ada, ben, bots=1)
        await until(lambda: code in two.tables)
        there = await (await two.lobby("ben")).enter(code)
        here, away = (
            one.open[code],
            two.open[code],
        )
        assert (here.has_lease, away.has_lease) == (True, False)
        store.holders[f"table:{code}"] = "two"
        await until(lambda: (here.has_lease, away.has_lease) == (False, True))
        for place in [*here.accesses]:
            place.close()
        await until(lambda: not one.open)
        assert away.has_lease
        assert list(there.people) == [1]


async def test_bots_stop_while_the_lease_cannot_be_renewed(caplog):
    store = MemoryStore()
    async with table_with("ada", store=store, bots=1) as (server, code, (place,)):
        hosted = server.open[code]
        store.fault = "The store cannot be reached."
        await until(lambda: not hosted.has_lease)
        await act(place, Random(1))
        await asyncio.sleep(0.05)
        assert line(place) == 1
        store.fault = ""
        await until(lambda: line(place) == 2)
        await until(lambda: server.tables[code].line == 2)
        assert "cannot be reached" in caplog.text


# --- failures


async def test_a_store_that_fails_makes_a_sentence_and_loses_nothing():
    store = MemoryStore()
    async with hall_with("ada", "ben", store=store) as (_, (ada, ben)):
        code, (place, _) = await sit(ada, ben)
        store.fault = "The store cannot be reached."
        for work in (
            ada.create(plan(ME, BOT)), ada.say("hello"), ada.enter("2222"), ada.start(code),
            ada.join(code),
            place.table_people.agree(0, True), place.table_people.say("hello"),
        ):  # fmt: skip
            with pytest.raises(Rejected, match="cannot be reached"):
                await work
        store.fault = ""
        store.journal_fault = "The disk is full."
        with pytest.raises(Rejected, match="cannot be used now"):
            await place.table_people.resign(0)
        store.journal_fault = ""
        assert await ada.create(plan(ME, BOT))
        await place.table_people.say("again")
        assert not place.table_people.closed
        assert await act(place, Random(1))


async def test_a_line_that_cannot_be_saved_is_refused_and_may_be_tried_again():
    store = MemoryStore()
    async with table_with("ada", store=store, bots=1) as (server, code, (place,)):
        store.journal_fault = "The disk is full."
        with pytest.raises(JournalError, match="full"):
            await act(place, Random(1))
        assert line(place) == 0
        store.journal_fault = ""
        assert await act(place, Random(1))
        await until(lambda: line(place) == 2)
        hosted = server.open[code]
        hosted.stop_bots()
        await act(place, Random(1))
        store.journal_fault = "The disk is full."
        await until(lambda: place.spectator.snapshot.trouble)
        store.journal_fault = ""
        await until(lambda: line(place) == 4)


async def test_a_record_that_cannot_be_read_concerns_its_own_table_only(caplog):
    store = MemoryStore()
    async with hall_with("ada", store=store) as (server, (ada,)):
        code, (place,) = await sit(ada, bots=1)
        place.close()
        await until(lambda: not server.open)
        store.records[code][0] = store.records[code][0].replace(b"dice", b"duck")
        with pytest.raises(Rejected, match="the host finds the reason in the log"):
            await ada.enter(code)
        _, (other,) = await sit(ada, bots=1)
        assert await act(other, Random(1))


async def test_background_work_continues_after_an_error(caplog, monkeypatch):
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        code, (place, _) = await sit(ada, ben)
        hosted = server.open[code]
        with monkeypatch.context() as patch:
            patch.setattr(hosted, "described", lambda info: dict[str, int]()["a hand"])
            patch.setattr(hosted, "wanted_stand_ins", lambda now: dict[str, int]()["a hand"])
            await act(place, Random(1))
            await until(lambda: "KeyError" in caplog.text)
        assert "a hand" not in caplog.text
        await act(place, Random(1))
        await act((await ben.enter(code)), Random(1))
        await until(lambda: server.tables[code].line >= 2)


async def test_the_log_names_no_value_of_an_unforeseen_error(caplog):
    async def fail(error: Exception) -> None:
        raise error

    async with hall() as server:
        server.server_tables.services.spawn(fail(KeyError("a hand")))
        server.server_tables.services.spawn(fail(StoreError("The store cannot be reached.")))
        await until(lambda: "cannot be reached" in caplog.text)
    assert "KeyError" in caplog.text
    assert "a hand" not in caplog.text


async def test_nothing_is_logged_while_people_play(caplog):
    with caplog.at_level(logging.INFO, "darwin_tui.server"):
        async with table_with("ada", "ben", bots=1) as (_, _, places):
            await play(places, Random(7), 6)
    assert caplog.text == ""


# --- the process


async def test_closing_ends_each_place_with_a_sentence_and_keeps_everything():
    store = MemoryStore()
    async with hall_with("ada", "ben", store=store) as (server, (ada, ben)):
        _, (place, _) = await sit(ada, ben)
        await act(place, Random(1))
        server.time.now += 60
    assert place.table_people.closed == STOPPED
    assert store.holders == {}
    assert await store.present() == []
    account = await store.account("ada")
    assert account
    assert account.seen == server.time.now
    with pytest.raises(Rejected, match="stops now"):
        await ada.enter(place.table_people.code)


async def test_a_table_that_is_made_while_all_are_read_again_stays(monkeypatch):
    async with hall_with("ada") as (server, (ada,)):
        read = server.store.tables

        async def tables(finished_max: int | None = None) -> list[TableInfo]:
            found = await read(finished_max)
            await ada.create(plan(ME, OPEN))
            return found

        monkeypatch.setattr(server.store, "tables", tables)
        await server.server_tables.services.tables.load()
        assert len(ada.cards) == 1


async def test_a_finished_table_whose_removal_was_missed_goes_once_all_are_read_again():
    store = MemoryStore()
    async with hall_with("ada", "ben", store=store) as (server, (ada, ben)):
        code, _ = await sit(ada, ben)
        await ben.resign(code)
        await until(lambda: ada.cards[0].phase == "over")
        del store._tables[code]
        await server.server_tables.services.tables.load()
        assert not ada.cards


async def test_the_figures_of_a_process(server):
    assert server.server_tables.status().submit_p95_ms == 0
    ada, ben = await server.lobby("ada"), await server.lobby("ben")
    _, places = await sit(ada, ben)
    await ada.create(plan(ME, OPEN))
    await play(places, Random(8), 4)
    status = server.server_tables.status()
    assert (status.sessions, status.tables_open, status.tables) == (2, 1, 2)
    assert 0 < status.submit_p95_ms < 1000
    assert status.memory_mb > 10
