"""Tables that nobody needs any longer use no resources of a server."""

import asyncio
from random import Random

import pytest
from server.tables import (
    ME,
    OPEN,
    Hall,
    MemoryJournal,
    MemoryStore,
    act,
    hall,
    plan,
    play_to_end,
    quiet,
    sit,
)
from waiting import PATIENCE_SECONDS, until

from darwin_tui.server.operations.server_tables import Upkeep
from darwin_tui.server.store.contract import Presence, StoreError
from darwin_tui.server.tables.open_tables import lease_name
from darwin_tui.terminal.limits import Limits

AGE = Limits().gathering_seconds


async def test_a_table_that_nobody_comes_to_is_removed_after_some_days(server):
    ada, ben = await server.lobby("Ada"), await server.lobby("Ben")
    abandoned = await ada.create(plan(ME, OPEN))
    begun, places = await sit(ada, ben)
    for place in places:
        place.close()
    server.time.now += AGE + 1
    await quiet()
    waited_for = await ben.create(plan(ME, OPEN))
    assert abandoned in server.tables, "its host is here"
    await ada.close()
    await until(lambda: abandoned not in server.tables)
    assert await server.store.table(abandoned) is None
    assert {begun, waited_for} == {*server.tables}


async def test_a_table_that_cannot_be_removed_stops_no_other_work(server, monkeypatch):
    async def refuse(code: str, *, is_over: bool = False) -> None:
        raise StoreError(f"The table {code} cannot be removed: Permission denied.")

    ada = await server.lobby("Ada")
    await ada.create(plan(ME, OPEN))
    monkeypatch.setattr(server.store, "remove_table", refuse)
    await ada.close()
    server.time.now += AGE + 1
    server.server_tables.upkeep.wake()
    await until(lambda: server.server_tables.upkeep._renewed_at == server.time.now)


async def test_a_table_waits_while_one_of_its_people_is_here(server):
    ada, ben = await server.lobby("Ada"), await server.lobby("Ben")
    code = await ada.create(plan(ME, OPEN, OPEN))
    await server.server_tables.services.tables.change(
        code, lambda table: ben._participant.sit(table, "")
    )
    await ada.close()
    server.time.now += AGE + 1
    for _ in range(5):
        server.server_tables.upkeep.wake()
        await quiet()
    assert code in server.tables
    await ben.close()
    await until(lambda: code not in server.tables)


async def test_the_lease_of_a_match_that_is_over_is_given_back_while_people_look_at_it(server):
    store = server.store
    code, places = await sit(await server.lobby("Ada"), await server.lobby("Ben"))
    await until(lambda: lease_name(code) in store.holders)
    await play_to_end(*places)
    await until(lambda: lease_name(code) not in store.holders)
    assert code in server.open
    journal = server.open[code].table._journal
    for place in places:
        place.close()
    await until(lambda: code not in server.open)
    assert isinstance(journal, MemoryJournal)
    assert journal.is_closed


async def test_a_match_that_ends_by_agreement_gives_its_lease_back(server):
    store = server.store
    code, places = await sit(await server.lobby("Ada"), await server.lobby("Ben"))
    await until(lambda: lease_name(code) in store.holders)
    for seat, place in enumerate(places):
        await place.table_people.agree(seat, True)
    await until(lambda: lease_name(code) not in store.holders)


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("is_open", [False, True], ids=["as it opens", "at a tick"])
async def test_a_cancellation_that_the_store_loses_ends_the_work_all_the_same(
    is_open, fails, monkeypatch
):
    """A client of Redis may lose a cancellation that comes with an answer, or raise an error."""
    store = MemoryStore()
    asked = asyncio.Event()

    async def present() -> list[Presence]:
        asked.set()
        try:
            await asyncio.sleep(2 * PATIENCE_SECONDS)
        except asyncio.CancelledError:
            if fails:
                raise ValueError from None
        return []

    server_tables = Hall(store).server_tables
    if is_open:
        await server_tables.open()
    monkeypatch.setattr(store, "present", present)
    work = asyncio.ensure_future(server_tables.run())
    await asyncio.wait_for(asked.wait(), PATIENCE_SECONDS)
    work.cancel()
    done, _ = await asyncio.wait([work], timeout=PATIENCE_SECONDS)
    assert done, "it works on"
    assert work.cancelled()
    await server_tables.close()


async def test_a_lease_whose_answer_is_lost_as_the_server_ends_is_given_back(monkeypatch):
    """The store may have granted the lease before the wait for its answer was cancelled."""
    store = MemoryStore()
    asked = asyncio.Event()
    take = store.lease

    async def lease(name: str, holder: str, seconds: float) -> bool:
        is_taken = await take(name, holder, seconds)
        if name == lease_name(code):
            asked.set()
            await asyncio.sleep(2 * PATIENCE_SECONDS)
        return is_taken

    async with hall(store) as server:
        code, _ = await sit(await server.lobby("Ada"), await server.lobby("Ben"))
        await until(lambda: lease_name(code) in store.holders)
        monkeypatch.setattr(store, "lease", lease)
        server.server_tables.upkeep.wake()
        await asyncio.wait_for(asked.wait(), PATIENCE_SECONDS)
    assert lease_name(code) not in store.holders


async def test_the_upkeep_never_prints_the_whole_server(monkeypatch):
    printed: list[Upkeep] = []

    def noted(upkeep: Upkeep) -> str:
        printed.append(upkeep)
        return ""

    monkeypatch.setattr(Upkeep, "__repr__", noted)
    async with hall() as server:
        code, (place, _) = await sit(await server.lobby("Ada"), await server.lobby("Ben"))
        await act(place, Random(1))
        await until(lambda: server.tables[code].line == 1)
    assert not printed, "a line of a match costs no more where there are many tables"
