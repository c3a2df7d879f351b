"""Places for stores: a folder, and one Redis server for all tests of a process."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from server.clients import Serve, serving
from server.stand_ins import StandIn
from server.stores import Address, Folder, Place, RedisServer

from darwin_tui.server import event_log
from darwin_tui.server.store.contract import Store


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def redis_server(shared_redis: RedisServer) -> RedisServer:
    """Return a server that holds nothing."""
    shared_redis.clear()
    return shared_redis


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return a place for stores of the kind that the test names."""
    if request.param == "redis":
        return Address(request.getfixturevalue("redis_server"))
    return Folder(tmp_path / "server")


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    """Open the store of a place."""
    store = place.store()
    await store.open()
    yield store
    await store.close()


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep matches and settings under the test's own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("DARWIN_TUI_STORE", raising=False)


@pytest.fixture(autouse=True)
def no_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Log the first refusals of each test, whatever the tests before it were refused."""
    monkeypatch.setattr(event_log, "_refusals", event_log.Refusals())


@pytest.fixture
def make_app(tmp_path: Path) -> Any:
    """Return a function that makes an app of little for a visit."""
    return lambda connection, visit: StandIn(connection, visit, tmp_path / visit.account.name)


@pytest.fixture
def serve(tmp_path: Path, make_app: Any) -> Serve:
    """Return a function that serves such apps until the end of a block; see ``serving``."""
    return partial(serving, tmp_path, make_app)
