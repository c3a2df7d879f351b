"""The journal in a file: an appended line lasts, a failed one leaves nothing behind."""

import errno
import fcntl
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from changes import CHANGES, replace_by
from folders import contents

from darwin_core.journal import Conflict, FileChanged, JournalError
from darwin_core.journal import file as module
from darwin_core.journal.disk import (
    Locked,
    Taken,
    move_new,
    read_whole,
    unplayed,
    write_new,
    write_whole,
)
from darwin_core.journal.file import FileJournal

HEADER = b"header\n"
LINE = b"a line of some length\n"
CALLS = [
    "open",
    "write",
    "pwrite",
    "pread",
    "fsync",
    "ftruncate",
    "fstat",
    "stat",
    "replace",
    "link",
]
FAULTS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT, errno.EACCES)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


@pytest.fixture
def journal(path: Path) -> Iterator[FileJournal]:
    journal = FileJournal.create(path, HEADER)
    yield journal
    journal.close()


class Disk:
    """Counts the calls that reach the disk and lets one of them fail."""

    def __init__(self, fail_at: int, fault: int, lasting: bool, part: int | None = None) -> None:
        self.fail_at = fail_at
        self.fault = fault
        self.lasting = lasting
        """True if all later writes fail as well."""
        self.part = part
        """Number of bytes that a failing write still writes."""
        self.calls: list[str] = []
        self.failed = False

    def wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            self.calls.append(name)
            if len(self.calls) == self.fail_at or (self.failed and self.lasting):
                self.failed = True
                if name in ("write", "pwrite") and self.part:
                    real(args[0], args[1][: self.part], *args[2:])
                raise OSError(self.fault, os.strerror(self.fault))
            return real(*args, **options)

        return call


@contextmanager
def failing(disk: Disk) -> Iterator[Disk]:
    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, disk.wrapped(name, getattr(os, name)))
        patch.setattr(module, "_sync_data", disk.wrapped("sync data", module._sync_data))
        yield disk


def disks() -> Iterator[Callable[[int], Disk]]:
    """Yield all kinds of failing disks, as functions of the call at which they fail."""
    for fault in FAULTS:
        for lasting in (False, True):
            for part in (None, 5):
                yield partial(Disk, fault=fault, lasting=lasting, part=part)


def test_lines_follow_each_other(journal, path):
    for number in range(1, 6):
        journal.append(b"%d\n" % number, number)
    assert path.read_bytes() == HEADER + b"1\n2\n3\n4\n5\n" == journal.read()


def test_line_is_on_disk_before_append_returns(journal, monkeypatch, path):
    done: list[str] = []
    write, sync = os.pwrite, module._sync_data

    def noted(name: str, do: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            done.append(name)
            return do(*args)

        return call

    monkeypatch.setattr(os, "pwrite", noted("write", write))
    monkeypatch.setattr(module, "_sync_data", noted("sync", sync))
    journal.append(LINE, 1)
    assert done == ["write", "sync"]
    assert path.read_bytes() == HEADER + LINE


def test_new_record_is_synced_with_its_folder_before_create_returns(path, monkeypatch):
    done: list[str] = []
    sync, link = os.fsync, os.link

    def note_sync(handle: int) -> None:
        folder = os.path.samestat(os.fstat(handle), path.parent.stat())
        done.append("sync folder" if folder else "sync file")
        sync(handle)

    def note_link(old: Path, new: Path, **options: Any) -> None:
        done.append("name")
        link(old, new, **options)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "link", note_link)
    FileJournal.create(path, HEADER).close()
    assert done == ["sync file", "name", "sync folder"]
    assert os.listdir(path.parent) == [path.name]


def test_file_is_for_its_owner_alone_whatever_the_umask(path):
    old = os.umask(0)
    try:
        FileJournal.create(path, HEADER).close()
    finally:
        os.umask(old)
    assert path.stat().st_mode & 0o777 == 0o600


def test_record_that_exists_is_not_overwritten(journal, path):
    with pytest.raises(JournalError, match="exists already"):
        FileJournal.create(path, b"other\n")
    assert path.read_bytes() == HEADER


def test_path_that_cannot_be_is_refused_in_a_sentence(tmp_path):
    for path in (tmp_path / "no" / "such", tmp_path / ("x" * 300)):
        with pytest.raises(JournalError, match="cannot be written"):
            FileJournal.create(path, HEADER)
    with pytest.raises(JournalError, match="cannot be opened for play: Is a directory"):
        FileJournal(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_more_lines_than_expected_are_a_conflict(journal, path):
    journal.append(LINE, 1)
    for expected in (0, 1, 3):
        with pytest.raises(Conflict):
            journal.append(b"other\n", expected)
    assert path.read_bytes() == HEADER + LINE


def test_short_writes_are_written_on(journal, path, monkeypatch):
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda h, data, at: real(h, data[:3], at))
    journal.append(LINE, 1)
    assert path.read_bytes() == HEADER + LINE


def test_whatever_fails_in_an_append_nothing_is_added_and_play_continues(path):
    fired = 0
    for make in disks():
        for at in range(1, 20):
            path.unlink(missing_ok=True)
            journal = FileJournal.create(path, HEADER)
            journal.append(LINE, 1)
            with failing(make(at)) as disk:
                try:
                    journal.append(b"refused\n", 2)
                except JournalError as error:
                    message = str(error)
                else:
                    message = ""
            if not disk.failed:
                assert message == ""
                journal.close()
                break
            fired += 1
            assert message == f"{path} cannot be written: {os.strerror(disk.fault)}."
            if not disk.lasting:
                assert path.read_bytes() == HEADER + LINE
            journal.append(b"later\n", 2)
            assert path.read_bytes() == HEADER + LINE + b"later\n"
            journal.close()
        else:
            raise AssertionError("faults never ended")
    assert fired >= 2 * len(FAULTS)


def test_disk_that_cannot_be_restored_takes_no_further_line(path):
    journal = FileJournal.create(path, HEADER)
    with failing(Disk(3, errno.EIO, lasting=True, part=4)):
        for message in ("cannot be written", "could not be restored after a failed write"):
            with pytest.raises(JournalError, match=message):
                journal.append(LINE, 1)
    journal.append(LINE, 1)
    assert path.read_bytes() == HEADER + LINE
    journal.close()


def test_whatever_fails_in_a_whole_write_the_old_file_or_the_new_one_is_there(path):
    for make in disks():
        for at in range(1, 20):
            path.write_bytes(b"old")
            with failing(make(at)) as disk:
                try:
                    write_whole(path, b"new " * 10)
                except JournalError as error:
                    message = str(error)
                else:
                    message = ""
            assert path.read_bytes() in (b"old", b"new " * 10)
            assert [entry.name for entry in path.parent.iterdir()] == [path.name]
            if not disk.failed:
                assert path.read_bytes() == b"new " * 10
                break
            assert message == f"{path} cannot be written: {os.strerror(disk.fault)}."
            if "replace" not in disk.calls[:-1]:
                assert path.read_bytes() == b"old"
        else:
            raise AssertionError("faults never ended")


def test_whatever_fails_in_opening_no_lock_is_left(path):
    FileJournal.create(path, HEADER).close()
    for at in range(1, 10):
        with failing(Disk(at, errno.EIO, lasting=False)) as disk:
            refused = False
            try:
                FileJournal(path).close()
            except JournalError:
                refused = True
        assert refused == disk.failed
        FileJournal(path).close()
        if not disk.failed:
            return
    raise AssertionError("faults never ended")


FULL = """
import resource, signal, sys
from pathlib import Path
from darwin_core.journal import JournalError
from darwin_core.journal.file import FileJournal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
journal = FileJournal(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
line, lines = b"x" * 29 + b"\\n", 1
while True:
    try:
        journal.append(line, lines)
    except JournalError as error:
        print(lines, path.stat().st_size, error)
        break
    lines += 1
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append(line, lines)
print(path.stat().st_size)
"""


def test_real_disk_limit_refuses_the_line_and_play_continues_when_there_is_space(path):
    path.write_bytes(HEADER)
    run = [sys.executable, "-B", "-c", FULL, str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    # The header of 7 bytes and three lines of 30 fit into the 100 bytes allowed; a fourth does not.
    assert done.stdout.splitlines() == [
        f"4 97 {path} cannot be written: {os.strerror(errno.EFBIG)}.",
        "127",
    ]


def test_second_program_is_locked_out_until_the_first_lets_go(journal, path):
    code = (
        "import sys; from pathlib import Path; from darwin_core.journal.file import *\n"
        "try: FileJournal(Path(sys.argv[1]))\nexcept Locked as error: print(error)"
    )
    run = [sys.executable, "-c", code, str(path)]
    output = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert output == f"{path} is being played in another program.\n"
    journal.close()
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == ""


FORKED = """
import os, sys
from pathlib import Path
from darwin_core.journal.file import FileJournal
path = Path(sys.argv[1])
journal = FileJournal(path)
reader, writer = os.pipe()
if os.fork():
    os.close(reader)
    journal.close()
    FileJournal(path).close()
    print("opened again")
else:
    os.close(writer)
    os.read(reader, 1)
"""


def test_lock_is_let_go_though_a_forked_process_lives_on(path):
    path.write_bytes(HEADER)
    run = [sys.executable, "-c", FORKED, str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stdout == "opened again\n"


def test_file_put_in_place_of_the_one_being_opened_is_not_missed(path, monkeypatch):
    FileJournal.create(path, HEADER).close()
    real = fcntl.flock

    def slow(handle: int, how: int) -> None:
        write_whole(path, b"mended\n")
        real(handle, how)

    monkeypatch.setattr(fcntl, "flock", slow)
    with pytest.raises(Locked):
        FileJournal(path)


def test_closing_waits_for_the_line_that_is_being_written(path, monkeypatch):
    journal = FileJournal.create(path, HEADER)
    writing = threading.Event()
    may_write = threading.Event()
    real = os.pwrite

    def slow(handle: int, data: bytes, at: int) -> int:
        writing.set()
        may_write.wait(60)
        return real(handle, data, at)

    monkeypatch.setattr(os, "pwrite", slow)
    append = threading.Thread(target=journal.append, args=(LINE, 1))
    close = threading.Thread(target=journal.close)
    append.start()
    assert writing.wait(60)
    close.start()
    close.join(0.05)
    assert close.is_alive()
    may_write.set()
    append.join(60)
    close.join(60)
    assert path.read_bytes() == HEADER + LINE


def test_closed_journal_takes_no_line(journal, path):
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="is closed"):
        journal.append(LINE, 1)
    assert path.read_bytes() == HEADER


def test_cut_drops_what_was_never_acknowledged(journal, path):
    path.write_bytes(HEADER + LINE + b"torn")
    journal.close()
    journal = FileJournal(path)
    journal.cut(len(HEADER + LINE))
    journal.append(b"next\n", 2)
    assert path.read_bytes() == HEADER + LINE + b"next\n"
    journal.close()


def test_cut_ends_a_line_that_lacks_its_break(path):
    path.write_bytes(HEADER + LINE[:-1] + b"\0\0")
    journal = FileJournal(path)
    journal.cut(len(HEADER + LINE) - 1, b"\n")
    journal.append(b"next\n", 2)
    assert path.read_bytes() == HEADER + LINE + b"next\n"
    journal.close()


def test_cut_that_fails_is_reported_in_a_sentence(path):
    path.write_bytes(HEADER + b"torn")
    journal = FileJournal(path)
    with (
        failing(Disk(1, errno.EIO, lasting=True)),
        pytest.raises(JournalError, match="cannot be repaired"),
    ):
        journal.cut(len(HEADER))
    assert path.read_bytes() == HEADER + b"torn"
    journal.close()


# --- a file that others change


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_nothing_is_written_to_a_file_that_others_changed_and_all_can_be_saved_elsewhere(
    change, tmp_path
):
    (tmp_path / "folder").mkdir()
    path = tmp_path / "folder" / "match.jsonl"
    journal = FileJournal.create(path, HEADER)
    journal.append(LINE, 1)
    journal.check()
    act, word = CHANGES[change]
    act(path)
    before = contents(tmp_path)
    for _ in range(2):
        with pytest.raises(FileChanged) as refused:
            journal.append(b"refused\n", 2)
        with pytest.raises(FileChanged):
            journal.check()
    assert str(refused.value).startswith(f"{path} has been {word}")
    assert contents(tmp_path) == before

    new = tmp_path / "new.jsonl"
    journal.move_to(new)
    journal.check()
    journal.append(b"next\n", 2)
    journal.close()
    assert new.read_bytes() == HEADER + LINE + b"next\n"
    assert journal.path == new
    assert contents(tmp_path) == {**before, "new.jsonl": HEADER + LINE + b"next\n"}


@pytest.mark.parametrize("act", [lambda path: path.chmod(0), os.utime], ids=["mode", "times"])
def test_file_whose_bytes_are_the_same_is_written_on(act, journal, path):
    act(path)
    journal.append(LINE, 1)
    journal.check()
    path.chmod(0o600)
    assert path.read_bytes() == HEADER + LINE


def test_file_that_was_moved_and_comes_back_is_written_on(journal, path):
    path.rename(path.with_name("moved"))
    with pytest.raises(FileChanged):
        journal.append(LINE, 1)
    path.with_name("moved").rename(path)
    journal.append(LINE, 1)
    assert path.read_bytes() == HEADER + LINE


def test_failed_line_is_removed_without_filling_a_file_that_was_cut_meanwhile(path):
    journal = FileJournal.create(path, HEADER)
    with (
        failing(Disk(3, errno.EIO, lasting=True, part=4)),
        pytest.raises(JournalError, match="cannot be written"),
    ):
        journal.append(LINE, 1)
    os.truncate(path, 0)
    with pytest.raises(FileChanged):
        journal.append(LINE, 1)
    assert path.read_bytes() == b""
    journal.close()
    assert path.read_bytes() == b""


def test_second_program_gets_the_file_put_in_place_and_the_first_writes_nothing_to_it(
    journal, path
):
    replace_by(path, HEADER)
    other = FileJournal(path)
    with pytest.raises(FileChanged):
        journal.append(b"one\n", 1)
    other.append(b"other\n", 1)
    with pytest.raises(FileChanged):
        journal.append(b"one\n", 1)
    other.close()
    assert path.read_bytes() == HEADER + b"other\n"


def test_journal_moved_elsewhere_lets_go_of_the_old_file_and_holds_the_new_one(journal, path):
    journal.append(LINE, 1)
    new = path.with_name("new.jsonl")
    journal.move_to(new)
    FileJournal(path).close()
    with pytest.raises(Locked):
        FileJournal(new)
    assert path.read_bytes() == HEADER + LINE == new.read_bytes()


def test_journal_that_cannot_be_moved_continues_where_it_was(journal, path):
    for place, words in ((path, "exists already"), (path / "x", "cannot be written: Not a dir")):
        with pytest.raises(JournalError, match=words):
            journal.move_to(place)
    journal.append(LINE, 1)
    assert path.read_bytes() == HEADER + LINE
    with pytest.raises(Locked):
        FileJournal(path)


def test_record_does_not_grow_beyond_what_can_be_read(journal, path, monkeypatch):
    monkeypatch.setattr(module, "MAX_BYTES", len(HEADER + LINE))
    journal.append(LINE, 1)
    with pytest.raises(JournalError, match="is full"):
        journal.append(b"\n", 2)
    assert path.read_bytes() == HEADER + LINE


# --- names that others may take in the same moment


@contextmanager
def without_links(errno_given: int = errno.EPERM) -> Iterator[None]:
    """Simulate a file system on which no file can have two names."""

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(errno_given, os.strerror(errno_given))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "link", refuse)
        yield


@contextmanager
def with_links() -> Iterator[None]:
    yield


LINKS = pytest.mark.parametrize("links", [with_links, without_links])


@LINKS
def test_new_file_is_never_put_over_one_that_came_meanwhile(links, path, monkeypatch):
    real = os.fsync

    def slow(handle: int) -> None:
        real(handle)
        if not path.exists():
            path.write_bytes(b"came first")

    monkeypatch.setattr(os, "fsync", slow)
    with links(), pytest.raises(Taken, match="exists already"):
        FileJournal.create(path, HEADER)
    assert contents(path.parent) == {path.name: b"came first"}


@LINKS
def test_file_is_never_moved_over_another(links, path):
    other = path.with_name("other")
    path.write_bytes(b"one")
    other.write_bytes(b"two")
    with links():
        with pytest.raises(FileExistsError):
            move_new(path, other)
        assert contents(path.parent) == {path.name: b"one", "other": b"two"}
        other.unlink()
        move_new(path, other)
    assert contents(path.parent) == {"other": b"one"}


@LINKS
@pytest.mark.parametrize("kind", ["folder", "pipe", "dangling"])
def test_folders_pipes_and_dangling_links_are_moved_too(links, kind, path):
    make: dict[str, Callable[[Path], None]] = {
        "folder": Path.mkdir,
        "pipe": lambda path: os.mkfifo(path),
        "dangling": lambda path: path.symlink_to("nowhere"),
    }
    make[kind](path)
    (taken := path.with_name("taken")).write_bytes(b"taken")
    with links():
        with pytest.raises((FileExistsError, NotADirectoryError)):
            move_new(path, taken)
        move_new(path, path.with_name("moved"))
    assert sorted(os.listdir(path.parent)) == ["moved", "taken"]
    assert taken.read_bytes() == b"taken"


def test_whatever_fails_in_writing_a_new_file_it_is_whole_or_not_there(path):
    for links in (with_links, without_links):
        for make in disks():
            for at in range(1, 20):
                with links(), failing(make(at)) as disk:
                    try:
                        write_new(path, HEADER)
                    except JournalError as error:
                        assert os.strerror(disk.fault) in str(error)  # noqa: PT017
                there = contents(path.parent)
                assert there in ({path.name: HEADER}, {})
                path.unlink(missing_ok=True)
                if not disk.failed:
                    assert there == {path.name: HEADER}
                    break
            else:
                raise AssertionError("faults never ended")


def test_file_being_played_cannot_be_claimed_for_moving(journal, path):
    with pytest.raises(Locked, match="is being played"), unplayed(path):
        raise AssertionError("claimed")
    journal.close()
    with unplayed(path), pytest.raises(Locked):
        FileJournal(path)
    FileJournal(path).close()


@pytest.mark.parametrize("kind", ["pipe", "folder", "missing", "loop"])
def test_paths_that_are_no_files_can_be_claimed_for_moving(kind, path):
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    with unplayed(path):
        pass


# --- reading files that anybody may have put there


def test_whole_file_is_read_up_to_a_limit(path):
    path.write_bytes(b"12345")
    assert read_whole(path, 5) == b"12345"
    with pytest.raises(OSError, match="too large"):
        read_whole(path, 4)


def test_file_that_says_less_than_it_holds_is_not_read_for_ever():
    with pytest.raises(OSError, match="too large"):
        read_whole(Path("/proc/self/maps"), 10)


def test_special_files_are_refused_before_they_are_opened(path, monkeypatch):
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("opened")

    os.mkfifo(path)
    (loop := path.with_name("loop")).symlink_to("loop")
    (zero := path.with_name("zero")).symlink_to("/dev/zero")
    monkeypatch.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        # The name of a socket may not be long.
        server.bind("socket")
    monkeypatch.setattr("io.open", never)
    monkeypatch.setattr(os, "open", never)
    for special in (path, loop, zero, path.with_name("socket"), path.parent, Path("/dev/tty")):
        with pytest.raises(OSError, match=r"it is not a file|it is a folder|levels of symbolic"):
            read_whole(special, 100)
