"""Pipes, devices, loops and folders where files are expected.

The program never waits for them or reads them without end, and refuses them in one sentence.
"""

import os
import resource
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from home import here
from listing import unfinished
from matches import header, played
from waiting import PATIENCE_SECONDS

from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_tui import paths, settings
from darwin_tui.cli import main
from darwin_tui.library import notes, saves
from darwin_tui.settings import Settings

ROOM = 2**30
"""Bytes that a test may allocate beyond those in use."""


@pytest.fixture(autouse=True)
def _nothing_hangs_or_swells(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that takes too long or asks for too much memory."""
    monkeypatch.setenv("XDG_CONFIG_HOME", os.environ["XDG_STATE_HOME"])

    def give_up(*_: object) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, give_up)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (in_use + ROOM, limits[1]))
    signal.alarm(PATIENCE_SECONDS)
    yield
    signal.alarm(0)
    resource.setrlimit(resource.RLIMIT_AS, limits)
    signal.signal(signal.SIGALRM, before)


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(path.parent)
        # A socket's path is limited to about 100 bytes, so a relative name is used.
        server.bind(path.name)
        os.chdir(here)


def sparse_at(path: Path) -> None:
    path.touch()
    os.truncate(path, 2**40)


SPECIAL: dict[str, Callable[[Path], None]] = {
    "pipe": lambda path: os.mkfifo(path),
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "terminal": lambda path: path.symlink_to("/dev/tty"),
    "folder": lambda path: path.mkdir(),
    "socket": socket_at,
    "loop": lambda path: path.symlink_to(path.name),
    "sparse": sparse_at,
}
KINDS = pytest.mark.parametrize("kind", SPECIAL)


def put(kind: str, path: Path) -> Path:
    paths.private_dir(path.parent)
    SPECIAL[kind](path)
    return path


def lies_there_still(kind: str, path: Path) -> bool:
    return path.is_symlink() or path.exists()


def saved(name: str = "match") -> Path:
    path = paths.private_dir(here().matches) / f"{name}.jsonl"
    path.write_bytes(played(actions=5).text)
    return path


@KINDS
def test_special_file_as_settings_leaves_the_default_ones_and_is_shown(kind):
    path = put(kind, here().settings)
    kept = settings.read(here())
    assert kept.settings == Settings()
    assert kept.trouble.startswith(f"{path} cannot be read: ")
    assert kept.trouble.endswith("; the default settings are used.")
    if kind == "folder":
        with pytest.raises(JournalError, match="cannot be written"):
            settings.write(Settings(theme="paper"), here())
    else:
        settings.write(Settings(theme="paper"), here())
        assert settings.read(here()) == settings.Read(Settings(theme="paper"))


@KINDS
def test_special_file_as_cache_is_as_good_as_none(kind):
    path = saved()
    put(kind, here().verification)
    for _ in range(2):
        assert [row.path for row in saves.listed(here())] == [path]
        assert unfinished() is not None


@KINDS
def test_special_file_as_notes_leaves_none_and_is_not_written_over(kind):
    record = saved()
    path = put(kind, here().notes_on(record))
    assert notes.read(here().notes_on(record)) == []
    with pytest.raises(JournalError, match="cannot be read"):
        notes.write(here().notes_on(record), notes.Note(1, "Ada", "!"))
    assert lies_there_still(kind, path)
    copied = saves.copy(record, here())
    assert saves.verify(copied) is None
    assert notes.read(here().notes_on(copied)) == []


@KINDS
def test_special_file_as_record_is_refused_listed_and_can_be_thrown_away(kind):
    path = put(kind, here().matches / "odd.jsonl")
    for act in (saves.read, saves.resume, lambda path: saves.copy(path, here())):
        with pytest.raises(RecordError, match=r"It cannot be read: |no record is larger"):
            act(path)
    (row,) = saves.listed(here())
    assert row.trouble
    assert unfinished() is None
    renamed = saves.rename(path, "renamed", here())
    assert lies_there_still(kind, renamed)
    thrown = saves.delete(renamed, here())
    assert lies_there_still(kind, thrown)
    assert list(here().matches.iterdir()) == []


@KINDS
def test_new_match_is_never_put_over_a_special_file(kind, tmp_path):
    path = put(kind, tmp_path / "new.jsonl")
    with pytest.raises(JournalError, match="exists already"):
        saves.create(header(), path)
    opened = saves.create(header(), here())
    with pytest.raises(JournalError, match="exists already"):
        saves.save_elsewhere(opened, str(path), here())
    assert opened.journal is not None
    opened.journal.close()
    assert lies_there_still(kind, path)
    assert sorted(os.listdir(tmp_path)) == ["new.jsonl", "state"]


@pytest.mark.parametrize("kind", [kind for kind in SPECIAL if kind != "sparse"])
@pytest.mark.parametrize("rounds", [False, True])
def test_export_is_never_put_over_a_special_file(kind, rounds, tmp_path):
    source = saved()
    path = put(kind, tmp_path / "out" / "round-1.svg")
    before = path.lstat()
    more = (
        ["--as", "svg", "--rounds", "--out", str(path.parent)] if rounds else ["--out", str(path)]
    )
    result = CliRunner().invoke(main, ["export", str(source), *more])
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert f"{path} cannot be written: " in result.stderr
    after = path.lstat()
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)


@pytest.mark.parametrize("there", [True, False])
def test_export_to_a_link_writes_what_it_leads_to(there, tmp_path):
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target.md"
    link = tmp_path / "link.md"
    if there:
        target.write_text("old")
    link.symlink_to("folder/target.md")
    result = CliRunner().invoke(main, ["export", str(saved()), "--out", str(link)])
    assert result.exit_code == 0
    assert link.is_symlink()
    assert target.read_text().startswith("# Darwin's Dice")


def test_export_is_not_written_over_a_match_that_a_link_leads_to(tmp_path):
    source = saved()
    before = source.read_bytes()
    (link := tmp_path / "link.md").symlink_to(source)
    result = CliRunner().invoke(main, ["export", str(source), "--out", str(link)])
    assert result.exit_code == 1
    assert "is the record of a match" in result.stderr
    assert source.read_bytes() == before
