"""Two processes host one match: every action is recorded once, and both show all actions."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import pytest
import redis
import sampling
from click.testing import CliRunner
from matches import Paper, Written, began, loaded, played, rechained
from server.clients import PATIENT, hosting, run, ssh_port
from server.stores import RedisServer, account, key, table
from server.tables import act, hall, plan
from waiting import PATIENCE_SECONDS, until

from darwin_core.bots import levels
from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.contract.registry import get
from darwin_core.journal import Conflict, Journal, JournalError
from darwin_core.match import Match, Refused, fairness
from darwin_core.match.record import MAX_BYTES, read
from darwin_core.table import Snapshot, Table
from darwin_tui.cli import main
from darwin_tui.hosted.server import Server as ServerProcess
from darwin_tui.library.seat_access import ChatLine, SeatAccess
from darwin_tui.server.operations.plan import Address, ListenError, Plan
from darwin_tui.server.store import redis_store as journals
from darwin_tui.server.store.contract import Store, StoreError
from darwin_tui.server.store.redis_store import RedisJournal, RedisStore
from darwin_tui.server.tables.register import SeatPlan

AnyTable = Table[Any, Any, Any]
RANDOM = levels.bot("random")


def opened(journal: Journal, bots: str = "") -> AnyTable:
    """Return a table for the match of a journal, as a host opens it."""
    reading = read(journal.since(0))
    game = get(reading.header.game)
    match = Match.load(game, reading.header, reading.chain, reading.lines)
    return Table(match, journal, {int(seat): RANDOM for seat in bots})


def hosts(seats: int = 2, bots: str = "", **more: Any) -> tuple[AnyTable, AnyTable, Paper]:
    paper = Paper(began(seats, **more).text)
    return opened(paper, bots), opened(paper, bots), paper


async def choose(at: AnyTable, seat: int, place: int = 0) -> None:
    snapshot = at.snapshot(seat)
    await at.submit(seat, snapshot.actions[place], snapshot.question)


async def test_other_host_shows_an_action_once_it_follows():
    one, two, _ = hosts()
    seen: list[Snapshot[Any, Any, Any]] = []
    two.observe(0, seen.append)
    await choose(one, 0)
    await two.follow()
    await asyncio.sleep(0)
    assert [snapshot.line for snapshot in seen] == [1]
    assert two.match.lines == one.match.lines
    assert two.snapshot(0) == one.snapshot(0)
    assert [type(event).__name__ for event in seen[0].events] == ["Chose"]


async def test_action_whose_question_still_stands_is_written_after_those_of_others():
    one, two, paper = hosts(3)
    seen: list[int] = []
    two.observe(SPECTATOR, lambda snapshot: seen.append(snapshot.line))
    await choose(one, 0)
    await choose(one, 1)
    await choose(two, 2)
    assert [line.seat for line in two.match.lines[:3]] == [0, 1, 2]
    assert loaded(paper.text).lines == two.match.lines
    assert seen[-1] == 3
    await one.follow(2)
    assert len(one.match.lines) == 2, "which it had already"
    await one.follow(4)
    assert one.match.lines == two.match.lines


async def test_answer_to_a_question_that_the_other_host_has_got_an_answer_to_is_stale():
    one, two, paper = hosts(3)
    await choose(one, 0, 0)
    with pytest.raises(Refused) as error:
        await choose(two, 0, 1)
    assert error.value.refusal.code == "stale"
    assert len(paper.lines) == 2
    assert two.match.lines == one.match.lines


async def test_undo_pressed_at_two_hosts_undoes_one_action():
    one, two, paper = hosts(2, game="dice")
    text = played(2, actions=1).text
    paper.lines = text.splitlines(keepends=True)
    for at in (one, two):
        await at.follow()
    seat = one.match.lines[0].seat
    answers = await asyncio.gather(one.undo(seat), two.undo(seat), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert len(refused) == 1
    assert refused[0].refusal.code == "stale"
    for at in (one, two):
        await at.follow()
        assert [line.action for line in at.match.lines[1:]] == ["undo 1"]
    answers2 = await asyncio.gather(one.redo(seat), two.redo(seat), return_exceptions=True)
    assert sum(isinstance(answer, Refused) for answer in answers2) == 1
    assert len(paper.lines) == 4


async def test_undo_waits_for_nobody_if_only_others_have_acted():
    one, two, _ = hosts(3)
    await choose(two, 0)
    await one.follow()
    await choose(one, 1)
    await two.undo(0)
    assert [line.action for line in two.match.lines[2:]] == ["undo 1"]
    assert [played.seat for played in two.match.history] == [1]


async def test_conflict_without_lines_of_others_is_passed_on_and_changes_nothing():
    one, _, paper = hosts()
    await choose(one, 0)
    del paper.lines[1:]
    before = one.snapshot(1)
    with pytest.raises(Conflict):
        await choose(one, 1)
    assert one.snapshot(1) == before


async def test_tail_that_cannot_be_read_changes_nothing(monkeypatch):
    one, two, paper = hosts()
    await choose(one, 0)

    def fail(count: int) -> bytes:
        raise JournalError("The store cannot be reached now.")

    with monkeypatch.context() as patch:
        patch.setattr(paper, "since", fail)
        for attempt in (two.follow(), choose(two, 1)):
            with pytest.raises(JournalError, match="cannot be reached"):
                await attempt
    assert two.match.lines == []
    await choose(two, 1)
    assert len(two.match.lines) == 2


def damaged(line: bytes) -> bytes:
    return line.replace(b"[1,", b"[7,")


def cut(line: bytes) -> bytes:
    return line[:-1]


def forged_state(line: bytes) -> bytes:
    text = began().text + line
    return rechained(text, 1, state_hash="AAAAAAAAAAA").splitlines(keepends=True)[1]


def forged_seat(line: bytes) -> bytes:
    return rechained(began().text + line, 1, seat=9).splitlines(keepends=True)[1]


def forged_action(line: bytes) -> bytes:
    return rechained(began().text + line, 1, action="undo 1").splitlines(keepends=True)[1]


def forged_words(line: bytes) -> bytes:
    return rechained(began().text + line, 1, action="hello").splitlines(keepends=True)[1]


@pytest.mark.parametrize(
    ("plant", "sentence"),
    [
        (damaged, "Line 2 of the record is damaged."),
        (cut, "Line 2 of the record is damaged."),
        (forged_state, "leads to another state by the rules"),
        (forged_seat, "is not allowed there by the rules"),
        (forged_action, "is not allowed there by the rules"),
        (forged_words, "is not allowed there by the rules"),
    ],
)
async def test_line_that_cannot_be_stops_the_table_and_is_named(plant, sentence):
    one, two, paper = hosts(2, "1")
    await choose(one, 0)
    paper.lines[1] = plant(paper.lines[1])
    text = paper.text
    seen = list[Snapshot[Any, Any, Any]]()
    two.observe(SPECTATOR, seen.append)
    await two.follow()
    await asyncio.sleep(0)
    assert seen[-1].trouble is not None
    assert (seen[-1].trouble.kind, seen[-1].trouble.seat) == ("diverged", NOTHING)
    assert sentence in seen[-1].trouble.sentence
    with pytest.raises(Refused, match=sentence):
        await choose(two, 0)
    await two.bots.settle()
    await two.follow()
    assert two.match.divergence is not None
    # The action may be secret; even its hash would give it away.
    assert two.match.divergence.public == seen[-1].trouble.sentence
    assert "'" not in two.match.divergence.public
    assert two.match.lines == []
    assert paper.text == text


async def test_line_that_cannot_be_is_named_to_the_one_who_acts():
    one, two, paper = hosts()
    await choose(one, 0)
    paper.lines[1] = forged_state(paper.lines[1])
    with pytest.raises(Refused, match="another state"):
        await choose(two, 1)
    assert len(paper.lines) == 2


# --- races


RACES = {"dice": 12, "yummy": 1, "evo": 2, "darwinning": 2, "journey": 1}
"""Matches of each game: some 3,000 actions in all."""


async def race(tables: list[AnyTable], rng: Random, counts: dict[str, int]) -> None:
    """Let players act at random hosts, up to five at once, until the match is over."""

    async def act() -> None:
        at = rng.choice(tables)
        movers = tuple(at.match.game.to_move(at.match.state))
        if not movers:
            await at.follow()
            return
        seat = rng.choice(movers)
        snapshot = None
        try:
            if rng.random() < 0.15:
                await at.undo(seat)
            elif rng.random() < 0.1:
                await at.redo(seat)
            else:
                snapshot = at.snapshot(seat)
                await at.submit(seat, rng.choice(snapshot.actions), snapshot.question)
            counts["done"] += 1
        except Refused as error:
            counts[error.refusal.code] = counts.get(error.refusal.code, 0) + 1

    def is_over(at: AnyTable) -> bool:
        return at.match.game.outcome(at.match.state) is not None

    while not all(map(is_over, tables)):
        await asyncio.gather(*(act() for _ in range(rng.randint(1, 5))))


@pytest.mark.parametrize("game", sampling.some(RACES, sampling.GAMES_INTERVAL))
async def test_races_of_two_hosts_lose_and_double_nothing(game):
    rng = Random(game)
    counts = {"done": 0}
    for number in range(RACES[game]):
        seats = get(game).seats[-1 if number % 2 else 0]
        one, two, paper = hosts(seats, game=game, seed=str(number))
        counts["before"] = counts["done"]
        await race([one, two], rng, counts)
        match = loaded(paper.text)
        assert match.divergence is None
        assert one.match.lines == two.match.lines == match.lines
        # The record has exactly the actions that were acknowledged.
        assert len(match.lines) == counts["done"] - counts["before"]
    assert counts["stale"] > 0


async def test_bots_of_two_hosts_act_once():
    one, two, paper = hosts(3, "012")
    await asyncio.gather(one.bots.settle(), two.bots.settle())
    await asyncio.gather(one.follow(), two.follow())
    match = loaded(paper.text)
    assert match.game.outcome(match.state) is not None
    assert len(match.lines) == match.game.actions_max(3)
    assert one.match.lines == two.match.lines == match.lines


# --- over Redis


class Server:
    """A process of a server, with its connection to the store and its table of the match."""

    def __init__(self, server: RedisServer) -> None:
        self.store: Store = RedisStore(server.url)
        self.table: AnyTable

    async def open(self, code: str) -> None:
        await self.store.open()
        changes = self.store.changes()
        self.table = opened(await self.store.journal(code))
        self._following = asyncio.create_task(self._follow(changes))

    async def _follow(self, changes: Any) -> None:
        async for change in changes:
            if change.kind in ("line", "all"):
                await self.table.follow(change.lines)

    async def close(self) -> None:
        self._following.cancel()
        await self.store.close()


@asynccontextmanager
async def two_hosts(server: RedisServer, written: Written) -> AsyncIterator[list[Server]]:
    """Open a table on two hosts that share a Redis."""
    first = RedisStore(server.url)
    await first.journal("AAAA", written.text)
    await first.close()
    servers = [Server(server) for _ in range(2)]
    for host in servers:
        await host.open("AAAA")
    try:
        yield servers
    finally:
        for host in servers:
            await host.close()


async def test_append_whose_answer_was_lost_is_tried_again_by_the_client(redis_server):
    header, first, second, *_ = played(2, actions=3).text.splitlines(keepends=True)
    store = RedisStore(redis_server.url)
    journal = await store.journal("AAAA", header)
    (await store.journal("AAAA", header)).close()
    assert isinstance(journal, RedisJournal)
    script = journal._append
    calls = []

    def twice(**call: Any) -> Any:
        script(**call)
        calls.append(call)
        return script(**call)

    journal._append = twice  # type: ignore[assignment]
    await asyncio.to_thread(journal.append, first, 1)
    await asyncio.to_thread(journal.append, second, 2)
    assert script(**calls[0]) == b"OK"
    with pytest.raises(Conflict):
        await asyncio.to_thread(journal.append, second, 2)
    assert await store.record("AAAA") == header + first + second
    await store.close()


async def test_full_record_is_refused(redis_server, monkeypatch):
    header, *lines = played(2, actions=9).text.splitlines(keepends=True)
    most = len(header + lines[0] + lines[1])
    small = journals._APPEND.replace(str(MAX_BYTES), str(most))
    monkeypatch.setattr(journals, "_APPEND", small)
    store = RedisStore(redis_server.url)
    journal = await store.journal("AAAA", header)
    for number in (1, 2):
        await asyncio.to_thread(journal.append, lines[number - 1], number)
    with pytest.raises(JournalError, match="is full"):
        await asyncio.to_thread(journal.append, lines[2], 3)
    assert len(await store.record("AAAA")) == most
    await store.close()


async def test_redis_that_is_away_is_named_and_nothing_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr("darwin_tui.server.store.redis_store.RETRIES", 2)
    server = RedisServer(tmp_path / "redis")
    server.start()
    async with two_hosts(server, began(3)) as (one, two):
        await choose(one.table, 0)
        await until(lambda: len(two.table.match.lines) == 1)
        server.kill()
        before = one.table.snapshot(1)
        changes = two.store.changes()
        with pytest.raises(JournalError, match="cannot be reached"):
            await choose(one.table, 1)
        with pytest.raises(StoreError, match="cannot be reached"):
            await one.store.tables()
        assert one.table.snapshot(1) == before
        server.start()
        await choose(one.table, 1)
        await until(lambda: len(two.table.match.lines) == 2)
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert (await anext(changes)).kind == "all"
    server.kill()


async def test_full_redis_leaves_everything_as_it_was(redis_server):
    async with two_hosts(redis_server, began(3)) as (one, _):
        kept = await one.store.put_table(table("AAAA"))
        text = await one.store.record("AAAA")
        before = one.table.snapshot(0)
        with redis.Redis(port=redis_server.port) as client:
            client.config_set("maxmemory", 1)
            try:
                for attempt in (
                    choose(one.table, 0),
                    one.store.put_table(kept),
                    one.store.put_account(account("Ada", key(1))),
                    one.store.say("AAAA", ChatLine(1, "Ada", "hello")),
                    one.store.secret("AAAA"),
                ):
                    with pytest.raises((JournalError, StoreError), match="has no room left"):
                        await attempt
            finally:
                client.config_set("maxmemory", 0)
        assert await one.store.record("AAAA") == text
        assert one.table.snapshot(0) == before
        assert await one.store.tables() == [kept]
        assert (await one.store.accounts(), await one.store.chat("AAAA")) == ([], [])
        await choose(one.table, 0)


async def test_processes_of_one_server_share_an_address_and_others_are_refused(
    redis_server, tmp_path
):
    def store() -> RedisStore:
        return RedisStore(redis_server.url)

    async with hosting(tmp_path, "Ada", store=store(), has_redis=True) as one:
        port = ssh_port(one.ready)
        plan = Plan(tmp_path, Address("127.0.0.1", port))
        with pytest.raises(ListenError, match="used by another program"):
            await ServerProcess(plan, store()).open()
        two = ServerProcess(plan._replace(has_redis=True), store(), PATIENT)
        await two.open()
        code = (await run(port, "Ada", "new dice --seats me,open"))[1].strip()
        await one.close()
        for _ in range(3):
            assert code in (await run(port, "Ada", "tables"))[1]
        await two.close()


async def test_warnings_name_what_is_not_promised(tmp_path):
    for more, words in (
        (("--appendonly", "no"), ["appendonly is not yes"]),
        (("--appendfsync", "everysec"), ["appendfsync is everysec"]),
        (("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"), ["allkeys-lru"]),
        ((), []),
        (("--rename-command", "CONFIG", ""), ["does not say"]),
    ):
        server = RedisServer(tmp_path / "redis", *more)
        server.start()
        store = RedisStore(server.url)
        await store.open()
        warnings = await store.warnings()
        assert len(warnings) == len(words)
        assert all(word in warning for word, warning in zip(words, warnings, strict=True))
        await store.close()
        server.kill()


def test_password_is_in_no_answer_of_the_command_line():
    for address in ("http://:sesame@127.0.0.1", "redis://:sesame@127.0.0.1:port/0"):
        answer = CliRunner().invoke(main, ["serve", "--store", address, "keys", "list"])
        assert answer.exit_code != 0
        assert "redis://HOST:6379/0" in answer.output
        assert "sesame" not in answer.output


# --- two hosts


@pytest.mark.parametrize("game", sampling.some(["dice", "evo"], sampling.GAMES_INTERVAL))
async def test_match_is_played_at_two_hosts_to_its_end(game, redis_server):
    stores = [RedisStore(redis_server.url) for _ in range(2)]
    for store in stores:
        await store.open()
    chance = Random(game)
    bots = 1
    async with hall(stores[0], "one") as one, hall(stores[1], "two", one.time) as two:
        ada, ben = await one.lobby("ada"), await two.lobby("ben")
        code = await ada.create(plan(SeatPlan("me"), SeatPlan("open"), SeatPlan("bot"), game=game))
        await until(lambda: code in two.tables)
        places = [await ben.join(code, words="from the other house"), await ada.enter(code)]
        for place in places:
            place.open()
        while not all(place.spectator.snapshot.outcome for place in places):
            await asyncio.gather(*(go(place, chance) for place in places))
            await asyncio.sleep(0.001)
        await until(lambda: all(h.tables[code].phase == "over" for h in (one, two)))
        text = await stores[0].record(code)
        match = loaded(text)
        assert match.divergence is None
        assert match.header.fair is not None
        assert "from the other house" in match.header.fair.nonces
        assert fairness.trouble(match.header) is None
        for place in places:
            assert place.spectator.snapshot.line == len(match.lines)
        seats = {line.seat for line in match.lines}
        assert len(seats) == 2 + bots
    for store in stores:
        await store.close()


async def go(place: SeatAccess, chance: Random) -> None:
    """Act if a question is open; accept a refusal, as the other host may have been quicker."""
    with suppress(Refused):
        await act(place, chance)
