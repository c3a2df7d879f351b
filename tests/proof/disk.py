"""A layer between the program and the real disk, which sees every call that touches a folder."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from darwin_core.journal import file as journal_file

ON_PATHS = ("open", "stat", "lstat", "mkdir", "replace", "rename", "link", "unlink", "scandir")
ON_HANDLES = ("write", "pwrite", "pread", "fstat", "ftruncate", "fsync", "fdatasync", "close")

Real = Callable[..., Any]


class Disk:
    """Passes on all calls that touch a folder. Subclasses override ``call`` to change them."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.handles: dict[int, Path] = {}
        """Paths of the open files, by the number of the handle."""

    def call(self, name: str, real: Real, args: tuple[Any, ...]) -> Any:
        return real(*args)

    def _lies_here(self, place: object) -> bool:
        if not isinstance(place, str | bytes | os.PathLike):
            return False
        return os.fsdecode(place).startswith(self.folder)

    def _on_path(self, name: str, real: Real) -> Real:
        def call(place: Any, *args: Any, **options: Any) -> Any:
            if not self._lies_here(place) or "dir_fd" in options:
                return real(place, *args, **options)
            done = self.call(name, lambda *args: real(*args, **options), (place, *args))
            if name == "open":
                self.handles[done] = Path(place)
            return done

        return call

    def _on_handle(self, name: str, real: Real) -> Real:
        def call(handle: Any, *args: Any) -> Any:
            if handle not in self.handles:
                return real(handle, *args)
            try:
                return self.call(name, real, (handle, *args))
            finally:
                if name == "close":
                    del self.handles[handle]

        return call

    def _open_file(self, real: Real) -> Real:
        def call(place: Any, *args: Any, **options: Any) -> Any:
            if not self._lies_here(place):
                return real(place, *args, **options)
            file = self.call("open", lambda *args: real(*args, **options), (place, *args))
            return _File(file, self)

        return call


class _File:
    """A file opened for reading, whose reads pass through the disk too."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file = file
        self._disk = disk

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, size: int = -1) -> bytes:
        return bytes(self._disk.call("read", self._file.read, (size,)))


def _nothing(handle: int) -> None:
    pass


@contextmanager
def between(disk: Disk) -> Iterator[None]:
    """Put a disk between the program and the real disk for a while."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ON_PATHS:
            patch.setattr(os, name, disk._on_path(name, getattr(os, name)))
        for name in ON_HANDLES:
            # Real syncs are left out: their effect cannot be observed, and they take long.
            real = _nothing if "sync" in name else getattr(os, name)
            patch.setattr(os, name, disk._on_handle(name, real))
        patch.setattr(io, "open", disk._open_file(io.open))
        patch.setattr(journal_file, "_sync_data", lambda handle: os.fdatasync(handle))
        yield


class Faulty(Disk):
    """A disk that fails at one of its calls and, in the way ``lasting``, at all later calls."""

    def __init__(self, folder: Path, at: int, fault: int, how: str) -> None:
        super().__init__(folder)
        self.at = at
        self.fault = fault
        self.how = how
        """The way of failing: ``once``; ``lasting``; ``part``, where half of a write is done before
        the error; ``late``, where all of the call is done before the error; or ``short``, where a
        write or read does half of its work and returns that, which is no error."""
        self.calls: list[str] = []
        self.armed = True

    @property
    def fired(self) -> bool:
        return len(self.calls) >= self.at

    def call(self, name: str, real: Real, args: tuple[Any, ...]) -> Any:
        if not self.armed:
            return real(*args)
        self.calls.append(name)
        if len(self.calls) != self.at and not (self.fired and self.how == "lasting"):
            return real(*args)
        if self.how == "short":
            return _half(name, real, args)
        if name == "close" or self.how == "late":
            # A handle is closed even if close reports an error.
            done = real(*args)
            if hasattr(done, "close"):
                done.close()
            elif name == "open":
                os.close(done)
        elif self.how == "part" and name in ("write", "pwrite"):
            _half(name, real, args)
        raise OSError(self.fault, os.strerror(self.fault), str(args[0]))


def _half(name: str, real: Real, args: tuple[Any, ...]) -> Any:
    if name in ("write", "pwrite"):
        handle, data, *rest = args
        return real(handle, data[: (len(data) + 1) // 2], *rest)
    if name == "pread":
        handle, size, *rest = args
        return real(handle, (size + 1) // 2, *rest)
    return real(*args)
