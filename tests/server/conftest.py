"""Fixtures of the server's tests: stores, state folders, and servers with a small app."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from home import here
from server.clients import Serve, serving
from server.stand_ins import StandIn
from server.stores import Address, Folder, Place, RedisServer
from server.tables import Hall, hall

from darwin_tui import settings
from darwin_tui.drawing.canvas import Drawing
from darwin_tui.server import event_log
from darwin_tui.server.store.contract import Store
from darwin_tui.settings import Settings
from darwin_tui.widgets import pane


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def redis_server(shared_redis: RedisServer) -> RedisServer:
    """Return the shared Redis server, emptied."""
    shared_redis.clear()
    return shared_redis


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return a place for stores, of the kind that the test's parameter names."""
    if request.param == "redis":
        return Address(request.getfixturevalue("redis_server"))
    return Folder(tmp_path / "server")


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    """Yield an open store of the test's place."""
    store = place.store()
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def server() -> AsyncIterator[Hall]:
    """Run the tables of a server over a store in memory."""
    async with hall() as server:
        yield server


@pytest.fixture(autouse=True)
def state_home(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep matches and settings under the test's own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(own_folder / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(own_folder / "config"))
    monkeypatch.delenv("DARWIN_TUI_STORE", raising=False)


@pytest.fixture(autouse=True)
def no_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the counts of refusals, after many of which the log leaves out more."""
    monkeypatch.setattr(event_log, "_refusals", event_log.Refusals())


@pytest.fixture
def make_app(tmp_path: Path) -> Any:
    """Return a function that makes a small app for a session."""
    return lambda connection, visit: StandIn(connection, visit, tmp_path / visit.account.name)


@pytest.fixture
def serve(tmp_path: Path, make_app: Any) -> Serve:
    """Return ``serving`` with the test's folder and the small app."""
    return partial(serving, tmp_path, make_app)


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Set the player's language to German; return a list that collects texts that are cut off."""
    settings.write(Settings(language="de"), here())
    cuts: list[str] = []
    monkeypatch.setattr(pane, "Drawing", partial(Drawing, cuts=cuts))
    return cuts
