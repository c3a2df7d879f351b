"""Non-interference over the whole byte stream of a session, in every game.

No byte that the server sends to a player, a spectator or a stranger depends on what they cannot
know. Each world is a separate server whose players sign in over SSH. The worlds of a pair have
states that the viewer may not distinguish, by the oracles of the games' tests; or one of them has
private tables that the stranger may not know of.

The campaign takes LEAKS_MATCHES, 5 by default: LEAKS_MATCHES=50 pytest -m campaign
tests/server/test_leaks.py.
"""

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import sampling
from matches import header
from msgspec import structs
from proof.test_twins import fingerprint, worlds
from server.clients import PATIENT, Screen, account_of, at_screen, connected
from server.tables import MemoryStore
from tui.scenes import starting, twin_of
from waiting import PATIENCE_SECONDS

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.lab.play import Case, moments, packed
from darwin_core.match import begin
from darwin_core.match.record import Player
from darwin_tui.cli import process
from darwin_tui.hosted.server import Server
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations.plan import Address, Plan
from darwin_tui.server.operations.server_tables import ServerTables
from darwin_tui.server.ssh.player_connection import SshConnection
from darwin_tui.server.store.contract import SeatInfo, TableInfo
from darwin_tui.server.tables.services import Codes

SITTERS = ("Ada", "Ben", "Cleo")
"""Players of the tables, by seat."""
STRANGER, WATCHER = "Mary", "Emma"
NOW = 1_000_000.0
MADE_BEFORE_SECONDS = 600
"""Age of the tables."""
CODE = "K7QF"
INTERVAL_SECONDS = 0.003
"""Time between two checks that the event loop has no work."""
SOON_SECONDS = 0.05
"""Time within which a screen draws its changes."""
STILL_INTERVALS = 4
"""Number of intervals without work after which a server has answered."""
OPENING_INTERVALS = 12
"""The same number while a table opens, which it does step by step."""


class World:
    """A server whose clock stands still, with its store and port."""

    def __init__(self, host: Server, store: MemoryStore) -> None:
        self.host = host
        self.server_tables = host.server_tables
        self.store = store
        self.port = int(host.ready.partition(" key=")[0].rpartition(":")[2])

    async def lobby(self, name: str) -> Lobby:
        """Return the lobby of a player who is present without a terminal."""
        account = await self.store.account(name)
        assert account
        return self.server_tables.lobby(account, f"beside-{name}")

    async def quiet(self, intervals: int = STILL_INTERVALS) -> None:
        """Wait until the event loop has had no work for some intervals."""
        still = 0
        async with asyncio.timeout(PATIENCE_SECONDS):
            while still < intervals:
                await asyncio.sleep(INTERVAL_SECONDS)
                still = 0 if _has_work() else still + 1


def _has_work() -> bool:
    """Return whether the event loop has callbacks that are due now or soon."""
    loop = asyncio.get_running_loop()
    soon = loop.time() + SOON_SECONDS
    timers = [timer for timer in vars(loop)["_scheduled"] if not timer.cancelled()]
    return bool(vars(loop)["_ready"]) or any(timer.when() < soon for timer in timers)


async def put_match(
    store: MemoryStore, slug: str, state: Any, code: str = CODE, **info: Any
) -> None:
    """Save a table whose match begins from a state."""
    count = len(SITTERS)
    head = starting(header(count, "", slug, players=tuple(Player(name) for name in SITTERS)), state)
    match, text = begin(registry.get(slug), head)
    await store.journal(code, text)
    seats = tuple(SeatInfo("person", name) for name in SITTERS)
    table = TableInfo(
        code=code,
        game=slug,
        host=SITTERS[0],
        seats=seats,
        commitment="0" * 64,
        phase="playing",
        made=NOW - MADE_BEFORE_SECONDS,
        moved=NOW - MADE_BEFORE_SECONDS,
        to_move=tuple(match.game.to_move(match.state)),
        round=1,
        rounds=match.game.clock(match.state).rounds,
    )
    await store.put_table(structs.replace(table, **info))


@asynccontextmanager
async def world(
    folder: Path, fill: Callable[[MemoryStore], Awaitable[None]]
) -> AsyncIterator[World]:
    """Run a server with accounts and with tables that ``fill`` puts into its store."""
    store = MemoryStore()
    for name in (*SITTERS, STRANGER, WATCHER):
        await store.put_account(structs.replace(account_of(name), seen=NOW - 1))
    await store.say("lobby", ChatLine(NOW - 60, "Ada", "Who plays?"))
    await fill(store)
    host = Server(Plan(folder, Address("127.0.0.1", 0)), store, PATIENT)
    host.server_tables = ServerTables(
        store, PATIENT, "Down House", "", "one", pace="instant", now=lambda: NOW
    )
    await host.open()
    host.server_tables.services.address = "ssh -p 8022 example"
    running = asyncio.create_task(host.run())
    try:
        yield World(host, store)
    finally:
        running.cancel()
        await asyncio.wait([running])
        await host.close()


class Sent:
    """A recorder of all bytes that the server sends to its sessions, by the player's name."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.frames: dict[str, list[bytes]] = {}
        self.names: dict[SshConnection, str] = {}
        self.received = 0
        sent = self

        def kept(write: Callable[[SshConnection, bytes], None]) -> Any:
            def write_and_keep(self: SshConnection, data: bytes) -> None:
                owner: Any = self._ssh.get_owner()
                if owner:
                    account, _ = owner._identity or (None, None)
                    sent.names[self] = account.name if account else ""
                # A connection that is being closed has lost its owner: its name is known by then.
                sent.frames.setdefault(sent.names[self], []).append(data)
                write(self, data)

            return write_and_keep

        def counted(receive: Callable[[SshConnection, bytes], None]) -> Any:
            def receive_and_count(self: SshConnection, data: bytes) -> None:
                sent.received += len(data)
                receive(self, data)

            return receive_and_count

        for name in ("write", "write_error"):
            patch.setattr(SshConnection, name, kept(getattr(SshConnection, name)))
        patch.setattr(SshConnection, "received", counted(SshConnection.received))

    async def until_received(self, count: int) -> None:
        """Wait until the server has received so many bytes from all its sessions."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.received < count:
                await asyncio.sleep(INTERVAL_SECONDS)

    def of(self, name: str) -> bytes:
        return b"".join(self.frames.get(name, ()))


PLAYER = SITTERS[0]
TRIES_MAX = 12
"""Maximum number of times that two worlds are compared: a key may be drawn in one or two pictures,
so one try may differ by chance."""
LEAKY_TRIES = 2
"""The same number for planted leaks, which show every time."""
ESCAPE = "\x1b[27u"
"""The Esc key in a form that is recognised without a wait."""
COMMANDS = {PLAYER: f"join {CODE}", WATCHER: f"watch {CODE}", STRANGER: None}
WALKS: Mapping[str, Sequence[Sequence[str]]] = {
    PLAYER: (
        ("\x1b[C", "\x1b[B", " ", "x", "\x1b[A", ESCAPE, "H", ESCAPE, "L", "L", "z", ESCAPE),
        ("\t", "z", ESCAPE, "\t", "s", "p", "p", "u", "U", "w", ESCAPE, "c", ESCAPE),
        ("?", "\x1b[F", ESCAPE, "\x10", ESCAPE, "\x1b[5~", "\x1b[6~"),
    ),
    WATCHER: (
        ("\x1b[C", "\x1b[B", " ", "\r", "H", "L", "L", "z", ESCAPE),
        ("\t", "z", ESCAPE, "\t", "s", "p", "p", "u", "w", ESCAPE),
        ("?", "\x1b[F", ESCAPE, "d", "r", ESCAPE, "e", ESCAPE),
    ),
    STRANGER: (
        ("\x1b[B", "\x1b[B", "\t", "\x1b[B"),
        ("?", ESCAPE, "\t", "\t"),
        ("c", ESCAPE, "\x1b[A", "\t"),
    ),
}
"""Keys that open all dialogs and panes, and play nothing."""
SIZES = {PLAYER: (80, 24), WATCHER: (120, 40), STRANGER: (100, 30)}
PLAYED_LINES = ("state", "hand", "legal", "hint", "log 99", "undo", "redo", "reset", "who", "quit")
WATCHED_LINES = ("state", "hand", "legal", "hint", "log 99", "undo", "who", "1", "quit")

Streams = dict[tuple[str, int], bytes]
"""The bytes sent to each session, by player and step."""
Look = Callable[[Path], Awaitable[Streams]]


# --- two worlds


async def check_alike(looks: Sequence[Look], folder: Path) -> None:
    """Check that at each step two worlds can send each session the same bytes."""
    seen: list[dict[tuple[str, int], set[bytes]]] = [{}, {}]
    parts: list[tuple[str, int]] = []
    for number in range(TRIES_MAX):
        for event, look, name in zip(seen, looks, "ab", strict=True):
            for step, data in (await look(folder / f"{name}{number}")).items():
                event.setdefault(step, set()).add(data)
        assert seen[0].keys() == seen[1].keys()
        parts = [step for step in seen[0] if not seen[0][step] & seen[1][step]]
        if not parts:
            return
    name, place = parts[0]
    raise AssertionError(
        f"{name} can tell at step {place}: {[twin_events[parts[0]] for twin_events in seen]}"
    )


def filled(slug: str, state: Any, **info: Any) -> Callable[[MemoryStore], Awaitable[None]]:
    async def fill(store: MemoryStore) -> None:
        await put_match(store, slug, state, **info)

    return fill


class Steps:
    """The bytes sent to a world's sessions, divided into steps by marks."""

    def __init__(self, here: World, sent: Sent) -> None:
        self._here = here
        self._sent = sent
        self._marks: dict[str, list[int]] = {}

    async def mark(self, *names: str) -> None:
        """Wait for the server to answer, and end the current step of these sessions."""
        await self._here.quiet()
        for name in names:
            self._marks.setdefault(name, []).append(len(self._sent.of(name)))

    @property
    def all(self) -> Streams:
        """The bytes of all steps. The last step is the farewell."""
        streams = {}
        for name, marks in self._marks.items():
            whole = self._sent.of(name)
            for step, (start, end) in enumerate(pairwise((0, *marks, len(whole)))):
                streams[name, step] = whole[start:end]
        return streams


async def full_screen(
    folder: Path,
    fill: Callable[[MemoryStore], Awaitable[None]],
    walks: Mapping[str, Sequence[str]],
    meanwhile: Callable[[World], Awaitable[None]] | None = None,
    commands: Mapping[str, str | None] = COMMANDS,
) -> Streams:
    """Return the bytes sent to terminals while their players press keys and during ``meanwhile``.

    Args:
        meanwhile: something that happens elsewhere at the server after the last key.
    """
    with pytest.MonkeyPatch.context() as patch:
        sent = Sent(patch)
        async with world(folder, fill) as here:
            steps = Steps(here, sent)
            screens: dict[str, Screen] = {}
            typed = 0
            async with asyncio.timeout(PATIENCE_SECONDS) as limit:
                terminals = [
                    at_screen(here.port, name, commands[name], size=SIZES[name]) for name in walks
                ]
                for name, terminal in zip(walks, terminals, strict=True):
                    screens[name] = await terminal.__aenter__()
                    await here.quiet(OPENING_INTERVALS)
                    await steps.mark(name)
                for name, keys in walks.items():
                    for key in keys:
                        typed += len(key)
                        screens[name].press(key)
                        await sent.until_received(typed)
                        await steps.mark(name)
                        # A campaign's walks have many keys, so the time limit is for each key.
                        limit.reschedule(asyncio.get_running_loop().time() + PATIENCE_SECONDS)
                if meanwhile:
                    await meanwhile(here)
                    await steps.mark(*walks)
                for terminal in terminals:
                    await terminal.__aexit__(None, None, None)
            for name, screen in screens.items():
                assert sent.of(name).startswith(screen.output[: len(sent.of(name))])
                assert screen.output, name
            return steps.all


async def line_by_line(
    folder: Path,
    fill: Callable[[MemoryStore], Awaitable[None]],
    name: str,
    command: str,
    *lines: str,
) -> Streams:
    """Return the bytes sent to a player without a terminal, and the exit status."""
    with pytest.MonkeyPatch.context() as patch:
        sent = Sent(patch)
        async with world(folder, fill) as here, asyncio.timeout(PATIENCE_SECONDS):
            connection = await connected(here.port, name)
            typed = "".join(f"{line}\n" for line in lines)
            done = await connection.run(command, input=typed)
            connection.abort()
            return {(name, 0): sent.of(name), (name, 1): str(done.exit_status).encode()}


# --- hands, decks and dice

SEATS = len(SITTERS)
VIEWERS = (PLAYER, WATCHER, STRANGER)
REQUESTS = (
    (PLAYER, f"play {CODE} --plain", *PLAYED_LINES),
    (WATCHER, f"watch {CODE} --plain", *WATCHED_LINES),
    (STRANGER, "tables --json"),
    (PLAYER, f"get {CODE}"),
    (STRANGER, "tables"),
)


def turn(count: int) -> int:
    """Return which of ``count`` ways is tried; it changes after all games have had a turn."""
    return sampling.offset() // sampling.SERVED_INTERVAL % count


def walked() -> dict[str, Sequence[str]]:
    """Return all keys by player, or in a sample one walk of one player."""
    if sampling.is_full():
        return {name: [key for walk in WALKS[name] for key in walk] for name in VIEWERS}
    way = turn(len(VIEWERS) * 3)
    name = VIEWERS[way % len(VIEWERS)]
    return {name: WALKS[name][way // len(VIEWERS)]}


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.SERVED_INTERVAL, 0))
async def test_what_is_hidden_changes_no_byte_of_a_full_screen(slug, tmp_path):
    """Try all players and keys, or in a sample one player with a third of the keys."""
    (pair,) = worlds(slug, 1, "quick")
    looks = [partial(full_screen, fill=filled(slug, twin), walks=walked()) for twin in pair]
    await check_alike(looks, tmp_path)


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.SERVED_INTERVAL, 2))
async def test_what_is_hidden_changes_no_byte_of_a_command(slug, tmp_path):
    """Try all five commands, or one of them in a sample."""
    (pair,) = worlds(slug, 1, "quick")
    for name, command, *lines in sampling.one_by_turns(REQUESTS, sampling.SERVED_INTERVAL):
        looks = [partial(_commanded, filled(slug, twin), (name, command, *lines)) for twin in pair]
        await check_alike(looks, tmp_path / command.replace(" ", ""))


async def _commanded(
    fill: Callable[[MemoryStore], Awaitable[None]], typed: tuple[str, ...], folder: Path
) -> Streams:
    return await line_by_line(folder, fill, *typed)


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
async def test_what_is_hidden_changes_nothing_in_many_matches(slug, tmp_path):
    """Try all keys and commands at three moments of each match."""
    walks = {name: [key for walk in WALKS[name] for key in walk] for name in VIEWERS}
    for number in range(int(os.environ.get("LEAKS_MATCHES", "5"))):
        for place, pair in enumerate(worlds(slug, 3, f"server {number}")):
            folder = tmp_path / f"{number}-{place}"
            looks = [partial(full_screen, fill=filled(slug, twin), walks=walks) for twin in pair]
            await check_alike(looks, folder)
            for typed in REQUESTS:
                looks = [partial(_commanded, filled(slug, twin), typed) for twin in pair]
                await check_alike(looks, folder / typed[1].replace(" ", ""))


# --- what others choose


class Choice(NamedTuple):
    """An action of a seat in a state."""

    state: Any
    seat: int
    action: Any


def choices(slug: str) -> tuple[Choice, Choice]:
    """Return two choices of another seat that seat 0 and spectators may not distinguish.

    They differ in the action where the game has secret actions, else only in the state.
    """
    game = registry.get(slug)
    rng = Random(f"choices {sampling.offset()}")
    pairs: list[tuple[Choice, Choice]] = []
    for moment in moments(Case(game, SEATS, "choices", is_advised=True)):
        seat, state, action = moment.seat, moment.before, moment.action
        if seat == 0:
            continue
        other = twin_of(slug, state, 0, rng)
        offered = tuple(game.legal(other, seat))
        alike = [other for other in offered if type(other) is type(action) and other != action]
        for choice in (*alike[:1], action):
            pair = Choice(state, seat, action), Choice(other, seat, choice)
            if choice in offered and _looks_alike(game, *pair):
                pairs.append(pair)
                break
    different = [pair for pair in pairs if pair[0].action != pair[1].action]
    return rng.choice(different or pairs)


def _looks_alike(game: Any, *pair: Choice) -> bool:
    """Return whether two choices show seat 0 and spectators the same, by views and events."""
    shown = []
    for state, seat, action in pair:
        after = game.clone(state)
        events = list[Any]()
        game.apply(after, seat, action, events.append)
        if any(event.reveals for event in events):
            return False
        views = [game.view(after, viewer) for viewer in (0, SPECTATOR)]
        redacted = [game.redact(event, viewer) for event in events for viewer in (0, SPECTATOR)]
        shown.append((list(map(packed, views)), redacted))
    return bool(shown[0] == shown[1])


async def _chosen(choice: Choice, here: World) -> None:
    lobby = await here.lobby(SITTERS[choice.seat])
    place = await lobby.enter(CODE)
    place.open()
    seat = place.seat(choice.seat)
    await seat.submit(choice.action, seat.snapshot.question)


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.SERVED_INTERVAL, 4))
async def test_a_choice_of_another_shows_only_that_it_was_made(slug, tmp_path):
    """Look as all three viewers, or as one of them in a sample."""
    pair = choices(slug)
    if slug == "dice":
        assert pair[0].action != pair[1].action
    names = VIEWERS if sampling.is_full() else (VIEWERS[turn(len(VIEWERS))],)
    looks = [
        partial(
            full_screen,
            fill=filled(slug, twin.state),
            walks=dict.fromkeys(names, ("L", "L")),
            meanwhile=partial(_chosen, twin),
        )
        for twin in pair
    ]
    await check_alike(looks, tmp_path)


# --- private tables

PRIVATE, GATHERING, ENDED = "SEC1", "SEC2", "SEC3"


def quiet_house(is_private_there: bool) -> Callable[[MemoryStore], Awaitable[None]]:
    """Return a function that fills a store with a public table, and private ones if asked."""

    async def fill(store: MemoryStore) -> None:
        game = registry.get("dice")
        state = Case(game, SEATS, "private").start()
        await put_match(store, "dice", state, seats=_seated(STRANGER))
        if is_private_there:
            hidden = {"is_private": True, "opens_record": "all", "seats": _seated("Ada")}
            await put_match(store, "dice", state, PRIVATE, **hidden)
            open_seats = (SeatInfo("person", "Ada"), SeatInfo("open"), SeatInfo("open"))
            gathers = {**hidden, "phase": "gathering", "seats": open_seats, "to_move": ()}
            await put_match(store, "dice", state, GATHERING, **gathers)
            over = {**hidden, "phase": "over", "ended": "agreement"}
            await put_match(store, "dice", state, ENDED, **over)

    return fill


def _seated(name: str) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo("person", person) for person in (name, "Ben", "Cleo"))


async def _busy(is_private_there: bool, here: World) -> None:
    """Let people meet at a private table, or stay in the lobby."""
    ada = await here.lobby("Ada")
    emma = await here.lobby(WATCHER)
    if not is_private_there:
        return
    place = await ada.enter(PRIVATE)
    place.open()
    seen = await emma.watch(PRIVATE)
    table_people = place.table_people
    for people in (table_people, seen.table_people):
        await people.say("Nobody else reads this.")
    snapshot = place.seat(0).snapshot
    await place.seat(0).submit(snapshot.actions[0], snapshot.question)
    sitting = asyncio.ensure_future(emma.join(GATHERING))
    await here.quiet()
    await emma.say_at_table("Nobody else reads this either.")
    await ada.invite("Ben", GATHERING)
    await table_people.agree(0, True)
    sitting.cancel()
    await table_people.resign(0)


async def in_lobby(is_private_there: bool, folder: Path) -> Streams:
    """Return the bytes sent to a stranger in the lobby, perhaps while others play privately."""
    busy = partial(_busy, is_private_there)
    walks = {STRANGER: WALKS[STRANGER][turn(len(WALKS[STRANGER]))]}
    return await full_screen(folder, quiet_house(is_private_there), walks, busy)


async def at_table(is_private_there: bool, folder: Path) -> Streams:
    """Return the bytes sent to a stranger at a table, perhaps while others play privately."""
    busy = partial(_busy, is_private_there)
    walks = {STRANGER: ("w", ESCAPE)}
    commands = {STRANGER: f"join {CODE}"}
    return await full_screen(folder, quiet_house(is_private_there), walks, busy, commands)


async def in_lines(is_private_there: bool, folder: Path) -> Streams:
    """Return the lists of tables that a stranger gets by commands."""
    fill = quiet_house(is_private_there)
    streams = Streams()
    for command in ("tables --json", "tables"):
        seen = await line_by_line(folder / command, fill, STRANGER, command)
        streams |= {(command, step): data for (_, step), data in seen.items()}
    return streams


@pytest.mark.parametrize("look", [in_lobby, at_table, in_lines])
async def test_nothing_of_a_private_table_reaches_a_stranger(look, tmp_path):
    await check_alike([partial(look, True), partial(look, False)], tmp_path)


# --- planted leaks are found


def leaky(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """Let a game's views hide nothing, and its prompts show a hash of the view."""
    game = registry.get(slug)
    monkeypatch.setattr(
        f"darwin_core.games.{slug}.GAME",
        replace(
            game,
            view=lambda state, _: game.clone(state),
            texts=replace(game.texts, prompt=lambda view, *_: fingerprint(view)),
        ),
    )


async def test_a_leak_planted_in_a_view_is_found(tmp_path, monkeypatch):
    leaky(monkeypatch, "dice")
    monkeypatch.setitem(globals(), "TRIES_MAX", LEAKY_TRIES)
    (pair,) = worlds("dice", 1, "quick")
    looks = [
        partial(full_screen, fill=filled("dice", twin), walks={PLAYER: (), WATCHER: ()})
        for twin in pair
    ]
    seen = [await look(tmp_path / f"full{number}") for number, look in enumerate(looks)]
    assert all(seen[0][name, 0] != seen[1][name, 0] for name in (PLAYER, WATCHER))
    for typed in REQUESTS[:2]:
        looks = [partial(_commanded, filled("dice", twin), typed) for twin in pair]
        with pytest.raises(AssertionError, match="can tell"):
            await check_alike(looks, tmp_path / typed[0] / "lines")


async def test_a_private_table_that_is_shown_is_found(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "TRIES_MAX", LEAKY_TRIES)
    monkeypatch.setattr(Codes, "may_know", lambda *_: True)
    with pytest.raises(AssertionError, match="can tell"):
        await check_alike([partial(in_lobby, True), partial(in_lobby, False)], tmp_path)


# --- the log


SECRET = "the ace of finches"


class Careless(Exception):
    """An error whose text names a secret card."""

    def __repr__(self) -> str:
        return f"Careless({SECRET})"


async def _fail() -> None:
    raise Careless(SECRET)


async def test_the_log_has_no_values_of_errors(capsys):
    root, loop = logging.getLogger(), asyncio.get_running_loop()
    handlers = [*root.handlers]
    process.log_to_stderr()
    loop.set_exception_handler(process.log_unhandled)
    try:
        try:
            await _fail()
        except Careless as error:
            logging.getLogger("darwin_core.table").error("A bot failed.", exc_info=error)
        loop.call_soon(_called, SECRET)
        unread = loop.create_task(_fail())
        await asyncio.sleep(0.01)
        del unread
        gc.collect()
    finally:
        loop.set_exception_handler(None)
        root.handlers[:] = handlers
    log = capsys.readouterr().err
    assert log.count("Careless\n") == 3
    assert "in _fail" in log
    assert SECRET not in log


def _called(hand: str) -> None:
    raise Careless(hand)
