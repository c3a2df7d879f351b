"""Two programs claim one file name at the same moment: one gets it, the other is refused.

Nothing that was confirmed to either program is lost.
"""

import os
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

import pytest
from home import here
from matches import played

from darwin_core.journal import JournalError
from darwin_core.journal.file import FileJournal
from darwin_tui import paths
from darwin_tui.library import saves

BOTH = 2
"""Number of processes that race."""
SLOW = 0.0005
"""Seconds of delay before a file gets its name."""
Reach = Callable[[Path, int, int], None]


def create(folder: Path, trial: int, who: int) -> None:
    journal = FileJournal.create(folder / f"{trial}.jsonl", b"header of %d\n" % who)
    journal.append(b"line of %d\n" % who, 1)
    journal.close()


def rename(folder: Path, trial: int, who: int) -> None:
    saves.rename(folder / f"{trial} of {who}.jsonl", f"{trial}", here())


def copy(folder: Path, trial: int, who: int) -> None:
    saves.copy(folder / f"{trial}.jsonl", here())


def run(
    reach: Reach, folder: Path, trials: int, who: int, ready: "Synchronized[int]", log: Path
) -> None:
    """Claim one name after another, each at the moment when both processes are ready."""
    answers = []
    for trial in range(trials):
        with ready.get_lock():
            ready.value += 1
        while ready.value < BOTH * (trial + 1):
            pass
        try:
            reach(folder, trial, who)
            answers.append("got")
        except JournalError as error:
            answers.append(str(error))
    log.write_text("\n".join(answers))


def raced(reach: Reach, folder: Path, trials: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Run both processes, and yield the number of each trial and both answers."""
    context = get_context("fork")
    ready = context.Value("i", 0)
    logs = [folder.with_name(f"log {who}") for who in range(BOTH)]
    programs = [
        context.Process(target=run, args=(reach, folder, trials, who, ready, log))
        for who, log in enumerate(logs)
    ]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
        assert program.exitcode == 0
    yield from enumerate(zip(*(log.read_text().split("\n") for log in logs), strict=True))


def slowed(real: Callable[..., None]) -> Callable[..., None]:
    """Delay a function that names a file, as a busy disk does."""

    def call(*args: Any, **options: Any) -> None:
        time.sleep(SLOW)
        real(*args, **options)

    return call


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for call in ("fsync", "fdatasync"):
        # These tests are about names only. Other tests prove that data survive a power cut.
        monkeypatch.setattr(os, call, lambda handle: None)
    for call in ("link", "rename", "replace"):
        monkeypatch.setattr(os, call, slowed(getattr(os, call)))
    return paths.private_dir(here().matches)


def check_created(folder: Path, trials: int) -> None:
    for trial, answers in raced(create, folder, trials):
        assert sorted(answers)[1] == "got"
        assert answers.count("got") == 1, f"{trial}: {answers}"
        who = answers.index("got")
        text = (folder / f"{trial}.jsonl").read_bytes()
        assert text == b"header of %d\nline of %d\n" % (who, who)


def check_renamed(folder: Path, trials: int) -> None:
    texts = [played(seed=f"{who}", actions=3).text for who in range(BOTH)]
    for trial in range(trials):
        for who, text in enumerate(texts):
            (folder / f"{trial} of {who}.jsonl").write_bytes(text)
    for trial, answers in raced(rename, folder, trials):
        assert answers.count("got") == 1, f"{trial}: {answers}"
        who = answers.index("got")
        assert (folder / f"{trial}.jsonl").read_bytes() == texts[who]
        assert (folder / f"{trial} of {1 - who}.jsonl").read_bytes() == texts[1 - who]
        assert not (folder / f"{trial} of {who}.jsonl").exists()


def check_copied(folder: Path, trials: int) -> None:
    text = played(actions=3).text
    for trial in range(trials):
        (folder / f"{trial}.jsonl").write_bytes(text)
    for trial, answers in raced(copy, folder, trials):
        assert answers == ("got", "got")
        for copied in (f"{trial}", f"{trial} 2", f"{trial} 3"):
            assert (folder / f"{copied}.jsonl").read_bytes() == text


CHECKS = pytest.mark.parametrize("check", [check_created, check_renamed, check_copied])


@CHECKS
def test_only_one_program_gets_a_name(check, folder):
    check(folder, 50)
    assert [path for path in folder.iterdir() if path.name.startswith(".")] == []


@pytest.mark.campaign
@CHECKS
def test_only_one_program_gets_a_name_in_five_thousand_races(check, folder):
    check(folder, 5_000)
