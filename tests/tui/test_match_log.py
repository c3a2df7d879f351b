"""The log file of simulated matches, from which a stopped measurement continues."""

import errno
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from darwin_core.journal import JournalError
from darwin_tui.cli import main
from darwin_tui.strength import simulate
from darwin_tui.strength.simulate import MatchLog
from darwin_tui.strength.workers import Workers

BOTS = ["normal", "random"]


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "dice", "--jobs", "1", *args])


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the bots and the seed of each match that is really played."""
    matches = []
    play = simulate.play

    def counted(game, bots, seed, options):
        matches.append(f"{','.join(bots)} {seed}")
        return play(game, bots, seed, options)

    monkeypatch.setattr(simulate, "play", counted)
    return matches


def test_a_stopped_measurement_continues(tmp_path, played, monkeypatch):
    path = tmp_path / "matches.jsonl"
    whole = simulate.simulate("dice", BOTS, 6, "s", Workers(1))
    played.clear()
    with monkeypatch.context() as patch:
        patch.setattr(MatchLog, "add", stopped_after(3, MatchLog.add))
        with pytest.raises(KeyboardInterrupt):
            simulate.simulate("dice", BOTS, 6, "s", Workers(1), log=MatchLog(path))
    assert len(path.read_text("ascii").splitlines()) == 3, "each is written as soon as it ends"
    played.clear()
    assert simulate.simulate("dice", BOTS, 6, "s", Workers(1), log=MatchLog(path)) == whole
    assert len(played) == 3
    assert len(path.read_text("ascii").splitlines()) == 6


def stopped_after(count, add):
    """Return a replacement of ``MatchLog.add`` that stops the program after some matches."""

    def stop(log, series, number, score):
        if number == count:
            raise KeyboardInterrupt
        add(log, series, number, score)

    return stop


def test_matches_in_the_file_are_not_played_again(tmp_path, played):
    log = ["--log", str(tmp_path / "matches.jsonl"), "--seats", "bot:normal,bot:random"]
    first = run("--games", "4", *log).stdout
    assert len(played) == 4
    assert run("--games", "4", *log).stdout == first
    assert len(played) == 4
    longer = run("--games", "6", "--json", *log).stdout
    assert played[4:] == ["normal,random 0:2", "random,normal 0:2"]
    assert longer == run("--games", "6", "--json", *log[2:]).stdout


@pytest.mark.parametrize(
    "change",
    [
        ["--seed", "other"],
        ["--seats", "bot:random,bot:normal"],
        ["--option", "counter=off"],
        ["--seats", "bot:normal,bot:random,bot:random"],
    ],
)
def test_other_matches_in_the_file_do_not_count(change, tmp_path, played):
    log = ["--games", "2", "--log", str(tmp_path / "matches.jsonl")]
    seats = ["--seats", "bot:normal,bot:random"]
    run(*log, *seats)
    result = run(*log, *seats, *change)
    assert (result.exit_code, len(played)) == (0, 4)


def test_matches_of_another_version_do_not_count(tmp_path, played, monkeypatch):
    log = ["--games", "2", "--log", str(tmp_path / "matches.jsonl")]
    run(*log)
    monkeypatch.setattr(simulate, "__version__", "0.0.9")
    run(*log)
    assert len(played) == 4


def test_a_ladder_has_its_matches_in_the_file(tmp_path, played):
    args = ["--ladder", "random,easy", "--at", "2", "--games", "2"]
    args += ["--log", str(tmp_path / "matches.jsonl")]
    first = run(*args).stdout
    assert len(played) == 4
    assert run(*args).stdout == first
    assert len(played) == 4


def test_matches_by_seats_are_those_of_a_ladder(tmp_path, played):
    log = ["--games", "2", "--log", str(tmp_path / "matches.jsonl")]
    run("--seats", "bot:easy,bot:normal", *log)
    assert len(played) == 2
    run("--ladder", "easy", "--at", "2", *log)
    assert len(played) == 2
    run("--seats", "bot:easy,bot:normal", "--option", "counter=no", *log)
    assert len(played) == 4, "other rules, other matches"


def test_processes_write_the_same_file(tmp_path):
    alone, shared = tmp_path / "alone.jsonl", tmp_path / "shared.jsonl"
    result = simulate.simulate("dice", BOTS, 6, "s", Workers(1), log=MatchLog(alone))
    assert simulate.simulate("dice", BOTS, 6, "s", Workers(2), log=MatchLog(shared)) == result
    assert shared.read_bytes() == alone.read_bytes()


def test_a_line_that_was_not_written_whole_is_played_again(tmp_path, played):
    path = tmp_path / "matches.jsonl"
    whole = simulate.simulate("dice", BOTS, 3, "s", Workers(1), log=MatchLog(path))
    text = path.read_bytes()
    last = len(text.splitlines(keepends=True)[-1])
    for lost in (1, 9, last - 1, last):
        path.write_bytes(text[:-lost])
        played.clear()
        assert simulate.simulate("dice", BOTS, 3, "s", Workers(1), log=MatchLog(path)) == whole
        assert len(played) == 1
        assert path.read_bytes() == text


@pytest.mark.parametrize(
    "text", [b"\n", b"notes", b"\xff\xfe\n", b'{"id": 1}', b'{"series": 1}\n', b'{}\n{"ser']
)
def test_a_file_of_something_else_is_refused_and_kept(text, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    result = run("--games", "1", "--log", str(path))
    assert result.exit_code == 1
    assert result.stderr == f"Line 1 of {path} is no simulated match.\n"
    assert path.read_bytes() == text


def test_a_folder_is_no_log(tmp_path):
    result = run("--games", "1", "--log", str(tmp_path))
    assert (result.exit_code, result.stderr) == (1, f"{tmp_path} cannot be read: it is a folder.\n")


def test_a_full_disk_ends_it_with_a_sentence(tmp_path, monkeypatch):
    path = tmp_path / "matches.jsonl"

    def full(*args, **extra):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "open", full)
    log = MatchLog(path)
    with pytest.raises(JournalError, match=r"cannot be written: No space left on device\.$"):
        simulate.simulate("dice", BOTS, 1, "s", Workers(1), log=log)
