"""Any state that a power cut leaves of the last writes keeps every acknowledged action and opens.

Short sessions are recorded write by write and sync by sync, every state that a cut may leave is
built, and each is opened as a player would open it the next morning.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sampling
from home import here
from matches import began, do_at, header, played
from matches import play as play_on
from proof.disk import between
from proof.power import Files, Recorder

from darwin_core.journal import disk
from darwin_core.journal import file as journal_file
from darwin_core.match import Redo, Undo
from darwin_core.match.record import Line, Player
from darwin_core.table import Table
from darwin_tui import paths
from darwin_tui.library import saves
from darwin_tui.library import saves as opening

WHOLE = played(2, "whole", acts=9).text
LONE = play_on(
    began(players=(Player("Ada"), Player("Ben", "bot:random"))), Random("lone"), acts=9
).text
LAST_LINE = WHOLE[:-1].rindex(b"\n") + 1
DAMAGED = WHOLE + b"damage\n"


@dataclass
class Session:
    """The operations of a session and the contents that have to be found afterwards."""

    recorder: Recorder
    lines: list[Line]
    """All lines that were ever to be written."""
    paths: list[Path]
    """Paths that the match may have."""
    kept: int = -1
    """Number of actions acknowledged before the session; -1 if there was no match."""
    also: bytes = b""
    """Contents that some other file must have, whole."""


async def play(player: Session, opened: saves.Opened, acts: int, rng: Random) -> None:
    """Play so many actions at a table, now and then undoing one; record each as it is
    acknowledged."""
    assert opened.journal is not None
    table: Table[Any, Any, Any] = Table(opened.match, opened.journal)
    match = opened.match
    for _ in range(acts):
        seat = rng.choice(match.game.to_move(match.state))
        await submit(player, table, seat, rng.choice(match.legal(seat)))
        if not match.legal(seat) and match.game.to_move(match.state) and rng.random() < 0.4:
            await submit(player, table, seat, Undo())
            await submit(player, table, seat, Redo())
    table.close()


async def submit(player: Session, table: Table[Any, Any, Any], seat: int, act: Any) -> None:
    step = table.match.propose(seat, act)
    player.lines[len(table.match.lines) :] = [step.line]
    await do_at(table, seat, act)
    player.recorder.acknowledge(len(table.match.lines))


def begin(home: Path, rng: Random, acts: int) -> Session:
    """Begin a match where nothing was, play, leave and resume it."""
    home.mkdir()
    player = Session(Recorder(home), [], [])
    with between(player.recorder):
        opened = saves.create(header(3, str(rng.random())), here())
        player.recorder.acknowledge(0)
        player.paths = [opened.path]
        asyncio.run(play(player, opened, acts, rng))
        asyncio.run(play(player, saves.resume(opened.path), 2, rng))
    return player


def resume(text: bytes, kept: int, also: bytes = b"") -> Callable[[Path, Random, int], Session]:
    """Return a session that resumes and plays an existing match."""

    def player(home: Path, rng: Random, acts: int) -> Session:
        path = paths.private_dir(here().matches) / "match.jsonl"
        path.write_bytes(text)
        begun = Session(Recorder(home), [], [path], kept, also)
        with between(begun.recorder):
            opened = saves.resume(path)
            begun.lines = list(opened.match.lines)
            asyncio.run(play(begun, opened, min(acts, 4), rng))
        return begun

    return player


def move(home: Path, rng: Random, acts: int) -> Session:
    """Rename a match, play on, copy it and throw it away."""
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


def branch(home: Path, rng: Random, acts: int) -> Session:
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
    """Return the different states, each with the most that was acknowledged before it."""
    found: dict[frozenset[tuple[str, bytes]], int] = {}
    for files, acknowledged in crashes:
        state = frozenset(files.items())
        found[state] = max(found.get(state, -1), acknowledged)
    return found


def judged(player: Session, step: int, morning: Path) -> int:
    """Open every state there is; return their number."""
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
    least = max(acknowledged, player.kept)
    if player.also:
        assert player.also in [p.read_bytes() for p in morning.rglob("*") if p.is_file()]
    rows = {row.path: row for row in saves.listed(here())}
    assert not [row for row in rows.values() if not row.players], "what is listed can be opened"
    if not paths:
        assert least < 0, f"the match is gone, with {least} acts"
        return
    for path in paths:
        opened = saves.resume(path)
        assert opened.journal is not None
        lines = opened.match.lines
        assert len(lines) >= least, f"{len(lines)} acts are left of {least}"
        assert lines == player.lines[: len(lines)]
        if seats := opened.match.game.to_move(opened.match.state):
            step = opened.match.propose(seats[0], opened.match.legal(seats[0])[0])
            opened.journal.append(step.text, len(lines) + 1)
        opened.journal.close()
        assert saves.verify(path) is None


@pytest.mark.parametrize("name", sampling.some(SESSIONS, sampling.SESSIONS_INTERVAL))
def test_every_state_that_a_power_cut_leaves_opens_with_all_that_was_acknowledged(
    name: str, state_home: Path, tmp_path: Path
) -> None:
    player = SESSIONS[name](state_home, Random(name), 12)
    assert judged(player, 9, tmp_path / "morning") > 20


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", SESSIONS)
def test_writes_cut_at_every_byte_in_long_sessions(
    name: str, seed: int, state_home: Path, tmp_path: Path
) -> None:
    """Play five sessions of each kind, the longest of some 40 lines, every write cut at every byte:
    each state that may be left is opened and played further."""
    player = SESSIONS[name](state_home, Random(f"{name} {seed}"), 30)
    states = judged(player, 1, tmp_path / "morning")
    print(f"{states} states")
    assert states > 100


# --- the model finds what it is there to find


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
    "acts are not synced": ("begin", Recorder, "_data_synced", not_noted),
    "new names are not synced": ("begin", disk, "sync_folder", no_sync),
    "new folders are not synced": ("begin", paths, "private_dir", made_unsynced),
    "new files are not synced": ("begin", journal_file, "write_new", renamed_unsynced),
    "a mended file is written over": (
        "resume one damaged in the middle",
        opening,
        "write_whole",
        written_over,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_fault_is_found(
    fault: str, state_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, owner, function, planted = FAULTS[fault]
    with monkeypatch.context() as patch:
        patch.setattr(owner, function, planted)
        player = SESSIONS[name](state_home, Random(name), 3)
    with pytest.raises((AssertionError, ValueError)):
        judged(player, 9, tmp_path / "morning")
