"""Every state that a power cut may leave on disk opens, with every acknowledged action.

Short sessions are recorded write by write and sync by sync. Every state that a cut may leave is
built, and opened as a player would open it the next morning.

The model is the harsh one of POSIX. The contents of a file last once the file was synced, and the
names in a folder once the folder was synced. Any part of later operations may have reached the
disk, in any order. A rename is done or not. A write may have arrived in part: only its beginning,
or its length with zeros in place of its end or of its beginning.
"""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import sampling
from home import here
from matches import began, do_at, header, played
from matches import play as play_on
from proof.disk import Disk, Real, between

from darwin_core.journal import disk
from darwin_core.journal import file as journal_file
from darwin_core.match import Redo, Undo
from darwin_core.match.record import Line, Player
from darwin_core.table import Table
from darwin_tui import paths
from darwin_tui.library import saves


class Write(NamedTuple):
    file: int
    at: int
    data: bytes


class Truncate(NamedTuple):
    file: int
    size: int


class Name(NamedTuple):
    """A new file gets its first name, or a file gets a second name by a link."""

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
    """A file, by number, or a folder, by path, is synced."""

    what: int | str


class Acknowledged(NamedTuple):
    """The program tells that so many actions are saved: -1 is none yet, 0 the match alone."""

    actions: int


Operation = Write | Truncate | Name | Rename | Remove | Folder
Files = dict[str, bytes]


class Recorder(Disk):
    """A disk that records all operations on the files of a folder in order."""

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

    def acknowledge(self, actions: int) -> None:
        self.log.append(Acknowledged(actions))

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

    # --- states after a power cut

    def crashes(self, step: int) -> Iterator[tuple[Files, int]]:
        """Yield every state that a cut at any moment may leave, with the last acknowledgement.

        Args:
            step: number of bytes between two points at which a write is cut.
        """
        acknowledged = -1
        for end in range(len(self.log) + 1):
            last = self.log[end - 1] if end else None
            if isinstance(last, Acknowledged):
                acknowledged = last.actions
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
    """Return the files and folders whose sync makes an operation last."""
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


WHOLE = played(2, "whole", actions=9).text
LONE = play_on(
    began(players=(Player("Ada"), Player("Ben", "bot:random"))), Random("lone"), actions=9
).text
LAST_LINE = WHOLE[:-1].rindex(b"\n") + 1
DAMAGED = WHOLE + b"damage\n"


@dataclass
class Session:
    """The recorded operations of a session, and the contents that must survive a cut."""

    recorder: Recorder
    lines: list[Line]
    """All lines that the session has tried to write."""
    paths: list[Path]
    """Paths that the match may have."""
    kept: int = -1
    """Number of actions acknowledged before the session; -1 if there was no match."""
    also: bytes = b""
    """Contents that some other file must have completely."""


async def play(player: Session, opened: saves.Opened, actions: int, rng: Random) -> None:
    """Play a number of actions at a table, with some undos, and record each acknowledgement."""
    assert opened.journal is not None
    table: Table[Any, Any, Any] = Table(opened.match, opened.journal)
    match = opened.match
    for _ in range(actions):
        seat = rng.choice(match.game.to_move(match.state))
        await submit(player, table, seat, rng.choice(match.legal(seat)))
        if not match.legal(seat) and match.game.to_move(match.state) and rng.random() < 0.4:
            await submit(player, table, seat, Undo())
            await submit(player, table, seat, Redo())
    table.close()


async def submit(player: Session, table: Table[Any, Any, Any], seat: int, action: Any) -> None:
    step = table.match.propose(seat, action)
    player.lines[len(table.match.lines) :] = [step.line]
    await do_at(table, seat, action)
    player.recorder.acknowledge(len(table.match.lines))


def begin(home: Path, rng: Random, actions: int) -> Session:
    """Begin a match in an empty folder, play, leave and resume it."""
    home.mkdir()
    player = Session(Recorder(home), [], [])
    with between(player.recorder):
        opened = saves.create(header(3, str(rng.random())), here())
        player.recorder.acknowledge(0)
        player.paths = [opened.path]
        asyncio.run(play(player, opened, actions, rng))
        asyncio.run(play(player, saves.resume(opened.path), 2, rng))
    return player


def resume(text: bytes, kept: int, also: bytes = b"") -> Callable[[Path, Random, int], Session]:
    """Return a session that resumes and plays an existing match."""

    def player(home: Path, rng: Random, actions: int) -> Session:
        path = paths.private_dir(here().matches) / "match.jsonl"
        path.write_bytes(text)
        begun = Session(Recorder(home), [], [path], kept, also)
        with between(begun.recorder):
            opened = saves.resume(path)
            begun.lines = list(opened.match.lines)
            asyncio.run(play(begun, opened, min(actions, 4), rng))
        return begun

    return player


def move(home: Path, rng: Random, actions: int) -> Session:
    """Rename a match, play on, copy it and delete it."""
    path = paths.private_dir(here().matches) / "match.jsonl"
    trash = here().trash / "other.jsonl"
    path.write_bytes(WHOLE)
    player = Session(Recorder(home), [], [path, path.with_name("other.jsonl"), trash], 9)
    with between(player.recorder):
        renamed = saves.rename(path, "other", here())
        opened = saves.resume(renamed)
        player.lines = list(opened.match.lines)
        asyncio.run(play(player, opened, 2, rng))
        saves.copy(renamed, here())
        saves.delete(renamed, here())
    return player


def branch(home: Path, rng: Random, actions: int) -> Session:
    """Begin a branch and play it; its source is not touched."""
    path = paths.private_dir(here().matches) / "match.jsonl"
    path.write_bytes(LONE)
    source = saves.read(path).match
    player = Session(Recorder(home), [], [], also=LONE)
    with between(player.recorder):
        opened = saves.create_branch(source, 6, source.header.players, None, here())
        player.lines = list(opened.match.lines)
        player.recorder.acknowledge(6)
        player.paths = [opened.path]
        asyncio.run(play(player, opened, 3, rng))
    return player


SESSIONS: dict[str, Callable[[Path, Random, int], Session]] = {
    "begin": begin,
    "resume": resume(WHOLE, 9),
    "resume a truncated one": resume(WHOLE[:-20], 8),
    "resume one without its last break": resume(WHOLE[:-1], 9),
    "resume with zeros at its end": resume(WHOLE + bytes(40), 9),
    "resume a damaged one": resume(DAMAGED, 9, DAMAGED),
    "resume one damaged in the middle": resume(
        WHOLE[:LAST_LINE] + b"?" + WHOLE[LAST_LINE + 1 :], 8
    ),
    "move": move,
    "branch": branch,
}


def unlike(crashes: Iterator[tuple[Files, int]]) -> dict[frozenset[tuple[str, bytes]], int]:
    """Return the distinct states, each with the highest acknowledgement before it."""
    contents: dict[frozenset[tuple[str, bytes]], int] = {}
    for files, acknowledged in crashes:
        state = frozenset(files.items())
        contents[state] = max(contents.get(state, -1), acknowledged)
    return contents


def judged(player: Session, step: int, morning: Path) -> int:
    """Build and check every state that a cut may leave; return their number."""
    here = str(player.recorder.folder)
    states = unlike(player.recorder.crashes(step))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(morning))
        for call in ("fsync", "fdatasync"):
            patch.setattr(os, call, lambda handle: None)
        patch.setattr(journal_file, "_sync_data", lambda handle: None)
        for state, acknowledged in states.items():
            for old in morning.rglob("*"):
                if old.is_file():
                    old.unlink()
            for name, text in state:
                path = Path(name.replace(here, str(morning), 1))
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)
            paths = [Path(str(path).replace(here, str(morning), 1)) for path in player.paths]
            judge(player, [path for path in paths if path.exists()], acknowledged, morning)
    return len(states)


def judge(player: Session, paths: list[Path], acknowledged: int, morning: Path) -> None:
    """Check that a state has all acknowledged actions, and that its match can be continued."""
    least = max(acknowledged, player.kept)
    if player.also:
        assert player.also in [p.read_bytes() for p in morning.rglob("*") if p.is_file()]
    rows = {row.path: row for row in saves.listed(here())}
    assert not [row for row in rows.values() if not row.players], "what is listed can be opened"
    if not paths:
        assert least < 0, f"the match is gone, with {least} actions"
        return
    for path in paths:
        opened = saves.resume(path)
        assert opened.journal is not None
        lines = opened.match.lines
        assert len(lines) >= least, f"{len(lines)} actions are left of {least}"
        assert lines == player.lines[: len(lines)]
        if seats := opened.match.game.to_move(opened.match.state):
            step = opened.match.propose(seats[0], opened.match.legal(seats[0])[0])
            opened.journal.append(step.text, len(lines) + 1)
        opened.journal.close()
        assert saves.verify(path) is None


@pytest.mark.parametrize("name", sampling.some(SESSIONS, sampling.SESSIONS_INTERVAL))
def test_every_state_that_a_power_cut_leaves_opens_with_all_that_was_acknowledged(
    name, state_home, tmp_path
):
    player = SESSIONS[name](state_home, Random(name), 12)
    assert judged(player, 9, tmp_path / "morning") > 20


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", SESSIONS)
def test_writes_cut_at_every_byte_in_long_sessions(name, seed, state_home, tmp_path):
    """Cut every write at every byte in five sessions of each kind, the longest of some 40 lines."""
    player = SESSIONS[name](state_home, Random(f"{name} {seed}"), 30)
    states = judged(player, 1, tmp_path / "morning")
    print(f"{states} states")
    assert states > 100


# --- the model finds planted faults


def no_sync(_: object) -> None:
    pass


def not_noted(recorder: Recorder, real: Any, handle: int) -> None:
    pass


def written_over(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(handle, data)
    os.fsync(handle)
    os.close(handle)
    disk.sync_folder(path.parent)


def renamed_unsynced(path: Path, data: bytes) -> None:
    beside = path.with_name(".new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(handle, data)
    os.close(handle)
    os.replace(beside, path)
    disk.sync_folder(path.parent)


def made_unsynced(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


FAULTS: dict[str, tuple[str, Any, str, Any]] = {
    "actions are not synced": ("begin", Recorder, "_data_synced", not_noted),
    "new names are not synced": ("begin", disk, "sync_folder", no_sync),
    "new folders are not synced": ("begin", paths, "private_dir", made_unsynced),
    "new files are not synced": ("begin", journal_file, "write_new", renamed_unsynced),
    "a mended file is written over": (
        "resume one damaged in the middle",
        saves,
        "write_whole",
        written_over,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_fault_is_found(fault, state_home, tmp_path, monkeypatch):
    name, owner, function, planted = FAULTS[fault]
    with monkeypatch.context() as patch:
        patch.setattr(owner, function, planted)
        player = SESSIONS[name](state_home, Random(name), 3)
    with pytest.raises((AssertionError, ValueError)):
        judged(player, 9, tmp_path / "morning")
