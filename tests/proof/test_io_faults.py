"""Any call to the disk may fail: old files stay intact, one sentence is shown, and play continues.

Each operation is repeated: first its first call to the disk fails, then its second, and so on until
there are no more calls. This is done with every error and every way in which a disk can fail.

Intact means that a record contains exactly the acknowledged actions. A refused action is never
found in it later, with one exception that no program can avoid: the line was written whole, its
sync failed, and until the program ended the disk also refused to remove the line. A refused file
(a new match, a copy, a branch, an export) is either absent or whole. A refused move has been done
completely or not at all.
"""

import asyncio
import errno
import itertools
import os
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sampling
from home import here
from listing import unfinished
from matches import DICE, began, header, played
from matches import play as play_on
from proof.disk import Faulty, between

from darwin_core.journal import JournalError
from darwin_core.journal import file as journal_file
from darwin_core.journal.disk import write_whole
from darwin_core.journal.file import FileJournal
from darwin_core.match import Refused
from darwin_core.match.record import Player, RecordError
from darwin_core.table import Table
from darwin_tui import paths, settings
from darwin_tui.cli import main
from darwin_tui.library import caches, notes, saves
from darwin_tui.library.notes import Note
from darwin_tui.settings import Settings

FAULTS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT, errno.EINTR)
WAYS = {
    "once": (errno.ENOSPC, errno.EIO),
    "lasting": (errno.EROFS,),
    "part": (errno.EDQUOT,),
    "late": (errno.EINTR,),
    "short": (0,),
}
"""The ways of failing (see ``Faulty.how``), each with the errors that every run tries."""
MOST = 80
"""A number of calls that no operation reaches."""

OLD_NOTE = Note(2, "Ada", "?", "why that?")
BYSTANDER = played(3, "bystander").text
WHOLE = played(2, "whole", actions=9).text
LONE = play_on(
    began(players=(Player("Ada"), Player("Ben", "bot:random"))), Random("lone"), actions=9
).text
TRUNCATED = WHOLE[:-20]
MISSING_NEWLINE = WHOLE[:-1]
DAMAGED = WHOLE + b"damage\n"
ACKNOWLEDGED = WHOLE[: WHOLE[:-1].rindex(b"\n") + 1]
"""The acknowledged part of the truncated record."""


@pytest.fixture(autouse=True)
def old_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache verification results at once, as for files that are old enough."""
    monkeypatch.setattr(caches, "RECENT_NANOSECONDS", 0)


@dataclass
class Operation:
    """An operation on a folder of saved matches."""

    does: Callable[[Path], Any]
    begins: bytes = WHOLE
    """Contents of the match's file before the operation."""
    keeps: bytes = WHOLE
    """Bytes with which some file must begin after the operation."""


def opened(does: Callable[[Path], saves.Opened]) -> Callable[[Path], Any]:
    """Return an operation that opens a match and closes its journal."""

    def operation(path: Path) -> None:
        match = does(path)
        if match.journal:
            match.journal.close()

    return operation


def branch(path: Path) -> saves.Opened:
    source = saves.read(path).match
    return saves.create_branch(source, 4, source.header.players, None, here())


def export(path: Path) -> None:
    out = path.with_name("export.md")
    with pytest.raises(SystemExit) as ended:
        main.main(["export", str(path), "--as", "md", "--out", str(out)])
    if ended.value.code:
        raise JournalError("shown on the command line")


def new_match(path: Path) -> saves.Opened:
    return saves.create(saves.header_for("dice", {}, header().players, None), here())


def note(path: Path) -> None:
    notes.write(here().notes_on(path), Note(4, "Ada", "!!"))


def settle(path: Path) -> None:
    settings.write(Settings(theme="paper"), here(), Settings())
    assert settings.read(here()).settings.theme in ("paper", "lamp")


def everything_listed(path: Path) -> None:
    assert {row.title for row in saves.listed(here())} <= {"bystander", "match"}
    going_on = unfinished()
    assert going_on is None or going_on.path == path
    saves.verify(path)


OPERATIONS = {
    "begin": Operation(opened(new_match)),
    "begin at a place": Operation(
        opened(lambda p: saves.create(header(), p.with_name("new.jsonl")))
    ),
    "begin where one lies": Operation(opened(lambda p: saves.create(header(), p))),
    "branch": Operation(opened(branch), LONE, LONE),
    "read": Operation(saves.read),
    "resume": Operation(opened(saves.resume)),
    "resume a truncated one": Operation(opened(saves.resume), TRUNCATED, ACKNOWLEDGED),
    "resume one without its last break": Operation(
        opened(saves.resume), MISSING_NEWLINE, MISSING_NEWLINE
    ),
    "set damage aside": Operation(opened(saves.resume), DAMAGED, DAMAGED),
    "copy": Operation(lambda path: saves.copy(path, here())),
    "rename": Operation(lambda path: saves.rename(path, "other", here())),
    "rename to a taken name": Operation(lambda path: saves.rename(path, "bystander", here())),
    "delete": Operation(lambda path: saves.delete(path, here())),
    "export": Operation(export),
    "take a note": Operation(note),
    "change the settings": Operation(settle),
    "list": Operation(everything_listed),
}


def prepared(folder: Path, operation: Operation) -> Path:
    """Fill the state folder with a match, another one, and one of the same name in the trash."""
    shutil.rmtree(folder, ignore_errors=True)
    for kept in here().settings.parent.glob("settings*"):
        kept.unlink()
    saved, trash = here().matches, here().trash
    for place in (saved, trash):
        paths.private_dir(place)
    (saved / "bystander.jsonl").write_bytes(BYSTANDER)
    (trash / "match.jsonl").write_bytes(BYSTANDER)
    (saved / "export.md").write_bytes(b"an older export")
    path = saved / "match.jsonl"
    path.write_bytes(operation.begins)
    notes.write(here().notes_on(path), OLD_NOTE)
    settings.write(Settings(), here())
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def is_one_sentence(said: str) -> bool:
    return said.isprintable() and said.endswith(".") and "Error" not in said and "Errno" not in said


def judge(folder: Path, operation: Operation, refused: bool, disk: Faulty) -> None:
    """Check that no file is lost, that new files are whole, and that no file is left open."""
    left = files(folder)
    old = "darwin-tui/matches/export.md"
    assert left["darwin-tui/matches/bystander.jsonl"] == BYSTANDER
    assert left["darwin-tui/trash/match.jsonl"] == BYSTANDER
    assert any(text.startswith(operation.keeps) for text in left.values())
    assert any(".notes.json" in name for name in left)
    for name, text in left.items():
        if name.endswith(".new"):
            # A temporary file, which only a disk that keeps failing prevents from being removed.
            assert disk.how == "lasting"
        elif name == old:
            assert text == b"an older export" or text.startswith(b"# Darwin's Dice")
        elif name.endswith(".notes.json"):
            assert OLD_NOTE in msgspec.json.decode(text, type=list[Note])
            record = folder / name.replace(".notes.json", ".jsonl")
            assert record.exists() or disk.how in ("lasting", "late")
        elif name.endswith("verified.json"):
            assert len(msgspec.json.decode(text)["rows"]) in (1, 2)
        elif "settings.json" in name:
            assert msgspec.json.decode(text, type=Settings).theme in ("lamp", "paper")
        elif ".damaged-" not in name and text != operation.begins:
            assert saves.verify(folder / name) is None, name
    assert not disk.handles, "a file is left open"


Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("name", "how"), sampling.some(itertools.product(OPERATIONS, WAYS), sampling.FAULTS_INTERVAL)
)
def test_operation_on_a_failing_disk(name, how, state_home, capsys):
    try_operation(name, how, WAYS[how], state_home, capsys)


@pytest.mark.campaign
@pytest.mark.parametrize("how", list(WAYS)[:-1])
@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_on_a_disk_failing_in_every_way(name, how, state_home, capsys):
    """Try every error in every way at every call of every operation.

    These are 17 operations × 4 ways × 5 errors × up to 37 calls, some 5,000 failing disks.
    """
    try_operation(name, how, FAULTS, state_home, capsys)


def try_operation(
    name: str, how: str, faults: Iterable[int], state_home: Path, capsys: Captured
) -> None:
    """Try an operation with each fault at its first call, its second and so on to its last.

    After each fault, the operation is done again on a sound disk.
    """
    operation = OPERATIONS[name]
    reached = 0
    for fault in faults:
        for at in range(1, MOST):
            path = prepared(state_home, operation)
            disk = Faulty(state_home, at, fault, how)
            message = ""
            capsys.readouterr()
            with between(disk):
                try:
                    operation.does(path)
                except (JournalError, RecordError) as error:
                    message = str(error)
            err = capsys.readouterr().err
            if err:
                message = err.removesuffix("\n")
            assert not message or is_one_sentence(message), message
            judge(state_home, operation, bool(message), disk)
            if not disk.fired:
                reached = at - 1
                break
            if how == "short" and name not in ("begin where one lies", "rename to a taken name"):
                assert not message
            done_again(path, operation)
            judge(state_home, operation, bool(message), disk)
        else:
            raise AssertionError("faults never ended")
    assert reached


def done_again(path: Path, operation: Operation) -> None:
    """Do the operation again on a sound disk, unless it has moved the match away."""
    if not path.exists():
        return
    try:
        operation.does(path)
    except JournalError as error:
        assert "already" in str(error)  # noqa: PT017 - there need be no error
    verified = saves.verify(path) if path.exists() else None
    assert verified is None or operation.begins == DAMAGED


# --- a running table


async def play(table: Table[Any, Any, Any], rng: Random, actions: int) -> None:
    for _ in range(actions):
        await choose(table, rng)


async def choose(table: Table[Any, Any, Any], rng: Random) -> None:
    match = table.match
    seat = rng.choice(match.game.to_move(match.state))
    await table.submit(seat, rng.choice(match.legal(seat)), match.question(seat))


async def undo(table: Table[Any, Any, Any], rng: Random) -> None:
    waiting = table.match.state.waiting
    seat = next(seat for seat in range(3) if not waiting >> seat & 1)
    await table.undo(seat)


async def redo(table: Table[Any, Any, Any], rng: Random) -> None:
    for seat in range(3):
        try:
            await table.redo(seat)
        except Refused:
            continue
        return


ACTS = {
    "choose": (choose, 4, ()),
    "choose the last card": (choose, 5, ()),
    "end the match": (choose, 71, ()),
    "undo": (undo, 4, ()),
    "redo": (redo, 4, (undo,)),
}


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("name", ACTS)
def test_action_on_a_failing_disk_is_refused_whole_and_play_continues(name, how, state_home):
    try_act(name, how, WAYS[how], state_home)


@pytest.mark.campaign
@pytest.mark.parametrize("how", list(WAYS)[:-1])
@pytest.mark.parametrize("name", ACTS)
def test_action_on_a_disk_failing_in_every_way(name, how, state_home):
    """Try every kind of action at a running table, every error in every way, at every call."""
    try_act(name, how, FAULTS, state_home)


def try_act(name: str, how: str, faults: Iterable[int], state_home: Path) -> None:
    """Try a kind of action at a running table, with each fault at one call after another.

    The action is refused and changes nothing, or it is done.
    """
    does, before, more = ACTS[name]
    path = paths.private_dir(here().matches) / "match.jsonl"

    async def run(at: int, fault: int) -> bool:
        path.unlink(missing_ok=True)
        disk = Faulty(state_home, at, fault, how)
        disk.armed = False
        rng = Random(name)
        with between(disk):
            match = saves.create(header(3, name), path)
            assert match.journal is not None
            table = Table(match.match, match.journal)
            await play(table, rng, before)
            for act in more:
                await act(table, rng)
            observed: list[int] = []
            table.observe(0, lambda news: observed.append(news.line))
            was = path.read_bytes()
            lines = list(match.match.lines)
            choice = rng.getstate()
            disk.armed = True
            message = ""
            try:
                await does(table, rng)
            except JournalError as error:
                message = str(error)
            disk.armed = False
            assert bool(message) == bool(disk.fired and how != "short")
            if message:
                assert is_one_sentence(message)
                assert str(path) in message
                assert match.match.lines == lines
                assert not observed
                if how != "lasting":
                    assert path.read_bytes() == was
                rng.setstate(choice)
                await does(table, rng)
            assert len(match.match.lines) == len(lines) + 1
            assert observed == [len(lines) + 1]
            if match.match.game.to_move(match.match.state):
                await choose(table, rng)
            table.close()
        assert not disk.handles
        again = saves.resume(path)
        assert again.journal is not None
        again.journal.close()
        assert again.notice == ""
        assert again.match.lines == match.match.lines
        assert again.match.state == match.match.state
        return disk.fired

    for fault in faults:
        fired = 0
        while asyncio.run(run(fired + 1, fault)):
            fired += 1
            assert fired < MOST
        assert fired >= 2


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("heals", [True, False])
def test_refused_action_is_not_found_again_after_leaving(fault, heals, state_home):
    """Leave after a refusal without trying again.

    Nothing of the action is left if the disk works again by then, else at most that action.
    """
    path = paths.private_dir(here().matches) / "match.jsonl"
    for at in range(1, MOST):
        path.unlink(missing_ok=True)
        disk = Faulty(state_home, at, fault, "lasting")
        disk.armed = False
        with between(disk):
            match = saves.create(header(3), path)
            assert match.journal is not None
            table = Table(match.match, match.journal)
            asyncio.run(play(table, Random(3), 7))
            was = path.read_bytes()
            disk.armed = True
            try:
                asyncio.run(choose(table, Random(4)))
            except JournalError:
                disk.armed = not heals
                table.close()
            disk.armed = False
            table.close()
        if not disk.fired:
            return
        again = saves.resume(path)
        assert again.journal is not None
        again.journal.close()
        if heals:
            assert path.read_bytes() == was
        extra = len(again.match.lines) - 7
        assert extra == 0 or (extra == 1 and not heals and "pwrite" in disk.calls[: at - 1])
    raise AssertionError("faults never ended")


REFUSALS = 720
"""Maximum number of refusals: ten for each of the 72 actions of a match."""


def test_program_continues_after_any_fault_until_the_match_is_over(state_home):
    path = paths.private_dir(here().matches) / "match.jsonl"
    assert play_on_a_bad_disk(path) > 30
    assert saves.verify(path) is None


def test_program_that_refuses_for_ever_is_found_out(state_home, monkeypatch):
    def refuse(journal: FileJournal, line: bytes, expected: int) -> None:
        raise JournalError("It is full.")

    monkeypatch.setattr(FileJournal, "append", refuse)
    with pytest.raises(AssertionError, match="0 acts after"):
        play_on_a_bad_disk(paths.private_dir(here().matches) / "match.jsonl")


def play_on_a_bad_disk(path: Path) -> int:
    """Play a whole match on a disk that fails every few calls; return the number of refusals.

    Each failure is of a random kind.
    """
    rng = Random("whole")
    refused = 0
    path.write_bytes(began(3, "whole").text)

    async def run() -> int:
        nonlocal refused
        disk = Faulty(path.parent, 1, errno.EIO, "once")
        with between(disk):
            while True:
                disk.armed = False
                match = saves.resume(path)
                assert match.journal is not None
                table = Table(match.match, match.journal)
                assert len(match.match.lines) == acknowledged[0]
                for _ in range(5):
                    if not DICE.to_move(match.match.state):
                        table.close()
                        return acknowledged[0]
                    disk.calls = []
                    disk.at = rng.randrange(1, 6)
                    disk.fault = rng.choice(FAULTS)
                    disk.how = rng.choice(("once", "part", "late"))
                    disk.armed = True
                    try:
                        await choose(table, rng)
                        acknowledged[0] += 1
                    except JournalError:
                        refused += 1
                        assert refused < REFUSALS, f"{acknowledged[0]} acts after {refused} faults"
                    disk.armed = False
                table.close()

    acknowledged = [0]
    assert asyncio.run(run()) == 72
    return refused


# --- the proof finds planted faults


def read_at_once(journal: FileJournal) -> bytes:
    return os.pread(journal._handle, journal._size, 0)


def close_at_once(journal: FileJournal) -> None:
    if journal._handle >= 0:
        os.close(journal._handle)
        journal._handle = -1


def written_over(path: Path, data: bytes) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise JournalError(f"{path} cannot be written: {error.strerror}.") from None


PLANTED: dict[str, tuple[str, str, list[tuple[Any, str, Any]]]] = {
    "a failed line stays": ("choose", "part", [(FileJournal, "_restore", lambda journal: None)]),
    "what cannot be looked for is not there": (
        "begin where one lies",
        "once",
        [(journal_file, "is_taken", os.path.lexists), (journal_file, "write_new", write_whole)],
    ),
    "half a file counts as all": ("resume", "short", [(FileJournal, "read", read_at_once)]),
    "closing fails": ("resume", "once", [(FileJournal, "close", close_at_once)]),
    "files are written over": (
        "set damage aside",
        "part",
        [(saves, "write_whole", written_over)],
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_fault_in_the_program_is_found(fault, state_home, capsys, monkeypatch):
    name, how, patches = PLANTED[fault]
    for owner, function, planted in patches:
        monkeypatch.setattr(owner, function, planted)

    def prove() -> None:
        if name in ACTS:
            try_act(name, how, WAYS[how], state_home)
        else:
            try_operation(name, how, WAYS[how], state_home, capsys)

    with pytest.raises((AssertionError, OSError)):
        prove()


def test_disk_notices_all_that_the_operations_ask_of_it(state_home):
    """Check that the operations together make every kind of call, so that each kind is tested."""
    seen: set[str] = set()
    for operation in OPERATIONS.values():
        path = prepared(state_home, operation)
        disk = Faulty(state_home, MOST, errno.EIO, "once")
        with between(disk), suppress(JournalError, RecordError):
            operation.does(path)
        seen.update(disk.calls)
    wanted = (
        "open read pread write pwrite fstat stat ftruncate fsync replace rename link unlink close"
    )
    assert set(wanted.split()) <= seen
    assert os.path.exists(path)
