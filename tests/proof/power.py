"""States that a power cut may leave of all that was written since the last sync.

The model is the harsh one of POSIX. The contents of a file are lasting once that file was synced;
the names in a folder, once that folder was synced. Of everything since, any part may have reached
the disk and in any order; a rename is done or not. A write may have arrived in part: its beginning
only, its length with zeros in place of its end or of its beginning.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from pathlib import Path
from typing import Any, NamedTuple

from proof.disk import Disk, Real


class Write(NamedTuple):
    file: int
    at: int
    data: bytes


class Truncate(NamedTuple):
    file: int
    size: int


class Name(NamedTuple):
    """A new file gets its name, or a file gets another name."""

    path: str
    file: int


class Rename(NamedTuple):
    old: str
    new: str


class Remove(NamedTuple):
    path: str


class Folder(NamedTuple):
    path: str


class Sync(NamedTuple):
    """A file, by number, or a folder, by path, is made to last."""

    what: int | str


class Acknowledged(NamedTuple):
    """A player was shown that so many actions are saved; -1 is nothing, 0 that the match is
    begun."""

    acts: int


Operation = Write | Truncate | Name | Rename | Remove | Folder
Files = dict[str, bytes]


class Recorder(Disk):
    """Writes down in order all that is done to a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.log: list[Operation | Sync | Acknowledged] = []
        self.start: Files = {}
        self._numbers: dict[str, int] = {}
        self._open: dict[int, int | str] = {}
        self._offsets: dict[int, int] = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self._numbers[str(path)] = len(self._numbers)
                self.start[str(path)] = path.read_bytes()

    def acknowledge(self, acts: int) -> None:
        self.log.append(Acknowledged(acts))

    def call(self, name: str, real: Real, args: tuple[Any, ...]) -> Any:
        noted: dict[str, Callable[..., Any]] = {
            "open": self._opened,
            "write": self._written,
            "pwrite": self._written_at,
            "ftruncate": self._truncated,
            "fsync": self._synced,
            "fdatasync": self._data_synced,
            "replace": self._renamed,
            "rename": self._renamed,
            "link": self._linked,
            "unlink": self._removed,
            "mkdir": self._made,
        }
        return noted[name](real, *args) if name in noted else real(*args)

    def _note_open(self, path: str, flags: int, handle: int) -> None:
        if os.path.isdir(path):
            self._open[handle] = path
            return
        if path not in self._numbers:
            self._numbers[path] = 1000 + len(self.log)
            self.log.append(Name(path, self._numbers[path]))
        elif flags & os.O_TRUNC:
            self.log.append(Truncate(self._numbers[path], 0))
        self._open[handle] = self._numbers[path]
        self._offsets[handle] = 0

    def _opened(self, real: Real, place: Any, *args: Any) -> Any:
        done = real(place, *args)
        if isinstance(done, int):
            self._note_open(os.fsdecode(place), args[0], done)
        return done

    def _written(self, real: Real, handle: int, data: bytes) -> int:
        done: int = real(handle, data)
        self.log.append(Write(self._file(handle), self._offsets[handle], bytes(data[:done])))
        self._offsets[handle] += done
        return done

    def _written_at(self, real: Real, handle: int, data: bytes, at: int) -> int:
        done: int = real(handle, data, at)
        self.log.append(Write(self._file(handle), at, bytes(data[:done])))
        return done

    def _truncated(self, real: Real, handle: int, size: int) -> None:
        real(handle, size)
        self.log.append(Truncate(self._file(handle), size))

    def _synced(self, real: Real, handle: int) -> None:
        self.log.append(Sync(self._open[handle]))

    def _data_synced(self, real: Real, handle: int) -> None:
        self._synced(real, handle)

    def _renamed(self, real: Real, old: Any, new: Any) -> None:
        real(old, new)
        old, new = os.fsdecode(old), os.fsdecode(new)
        self._numbers[new] = self._numbers.pop(old)
        self.log.append(Rename(old, new))

    def _linked(self, real: Real, old: Any, new: Any) -> None:
        real(old, new)
        old, new = os.fsdecode(old), os.fsdecode(new)
        self._numbers[new] = self._numbers[old]
        self.log.append(Name(new, self._numbers[new]))

    def _removed(self, real: Real, path: Any) -> None:
        real(path)
        del self._numbers[os.fsdecode(path)]
        self.log.append(Remove(os.fsdecode(path)))

    def _made(self, real: Real, path: Any, *args: Any) -> None:
        real(path, *args)
        self.log.append(Folder(os.fsdecode(path)))

    def _file(self, handle: int) -> int:
        file = self._open[handle]
        assert isinstance(file, int)
        return file

    # --- what may be left

    def crashes(self, step: int) -> Iterator[tuple[Files, int]]:
        """Every state that a cut at any moment may leave, and what had been acknowledged by then.

        Args:
            step: at how many bytes' distance writes are cut.
        """
        acknowledged = -1
        for end in range(len(self.log) + 1):
            last = self.log[end - 1] if end else None
            if isinstance(last, Acknowledged):
                acknowledged = last.acts
            for done in self._arrived(self.log[:end], step):
                yield self._built(done), acknowledged

    def _arrived(self, log: Sequence[Any], step: int) -> Iterator[list[Operation]]:
        syncs = {entry.what: place for place, entry in enumerate(log) if isinstance(entry, Sync)}
        operations = [
            (operation, all(syncs.get(what, -1) > place for what in _holders(operation)))
            for place, operation in enumerate(log)
            if not isinstance(operation, Sync | Acknowledged)
        ]
        open_ends = [place for place, (_, lasting) in enumerate(operations) if not lasting]
        sizes = range(len(open_ends) + 1)
        for lost in chain.from_iterable(combinations(open_ends, size) for size in sizes):
            done = [op for place, (op, _) in enumerate(operations) if place not in lost]
            yield done
            pending = [operations[place][0] for place in open_ends if place not in lost]
            for write in pending:
                if isinstance(write, Write):
                    place = next(p for p, operation in enumerate(done) if operation is write)
                    for part in _parts(write, step):
                        yield [*done[:place], part, *done[place + 1 :]]

    def _built(self, done: Sequence[Operation]) -> Files:
        names = {path: number for number, path in enumerate(self.start)}
        data = {number: bytearray(text) for number, text in enumerate(self.start.values())}
        made = {op.path for op in self.log if isinstance(op, Folder)}
        there = {op.path for op in done if isinstance(op, Folder)}
        for operation in done:
            match operation:
                case Write(file, at, text):
                    held = data.setdefault(file, bytearray())
                    held.extend(bytes(max(0, at - len(held))))
                    held[at : at + len(text)] = text
                case Truncate(file, size):
                    held = data.setdefault(file, bytearray())
                    held.extend(bytes(max(0, size - len(held))))
                    del held[size:]
                case Name(path, file):
                    names[path] = file
                case Rename(old, new):
                    if old in names:
                        names[new] = names.pop(old)
                case Remove(path):
                    names.pop(path, None)
        lost = made - there
        return {
            path: bytes(data.get(number, b""))
            for path, number in names.items()
            if not any(path.startswith(f"{folder}/") for folder in lost)
        }


def _holders(operation: Operation) -> tuple[int | str, ...]:
    """Return the files and folders to sync for an operation to last."""
    match operation:
        case Write(file) | Truncate(file):
            return (file,)
        case Rename(old, new):
            return (os.path.dirname(old), os.path.dirname(new))
        case _:
            return (os.path.dirname(operation.path),)


def _parts(write: Write, step: int) -> Iterator[Write]:
    file, at, data = write
    for size in sorted({*range(1, len(data), step), len(data) - 1}):
        yield Write(file, at, data[:size])
        yield Write(file, at, data[:size] + bytes(len(data) - size))
        yield Write(file, at, bytes(size) + data[size:])
    yield Write(file, at, bytes(len(data)))
