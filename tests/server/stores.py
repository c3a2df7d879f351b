"""Stores to test with, and values to keep in them."""

from pathlib import Path
from typing import Any, Protocol

from server.redis_server import RedisServer

from darwin_tui.server.store.contract import Account, PublicKey, SeatInfo, Store, TableInfo
from darwin_tui.server.store.files import FileStore
from darwin_tui.server.store.redis_store import RedisStore

KINDS = ("files", "redis")


class Place(Protocol):
    """A place where stores keep their values."""

    def store(self) -> Store:
        """Return a new store of this place, not yet open."""


class Folder:
    """A folder for the store of files."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def store(self) -> Store:
        return FileStore(self.path)


class Address:
    """A server for the store of several hosts."""

    def __init__(self, server: RedisServer) -> None:
        self.server = server

    def store(self) -> Store:
        return RedisStore(self.server.url)


def key(number: int) -> PublicKey:
    return PublicKey(f"SHA256:key{number}", f"ssh-ed25519 AAAA{number}")


def account(name: str, *keys: PublicKey, **more: Any) -> Account:
    return Account(name, keys, **more)


def table(code: str, **more: Any) -> TableInfo:
    fields: dict[str, Any] = {
        "game": "dice",
        "host": "Ada",
        "seats": (SeatInfo("person", "Ada"), SeatInfo("open")),
        "commitment": "c0ffee",
    }
    return TableInfo(code, **{**fields, **more})
