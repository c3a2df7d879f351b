"""The small files of a player.

Symbolic links to them stay, two programs can change them at once, and unfinished files of killed
programs are removed.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from home import here, own
from textual.app import App
from tui.scenes import DarwinApp

from darwin_core.journal import JournalError, disk
from darwin_core.journal.disk import changing, remove_unfinished, write_new, write_whole
from darwin_tui import settings
from darwin_tui.library import daily, notes, saves, statistics
from darwin_tui.library.caches import VerificationCache
from darwin_tui.library.daily import Key, Pars
from darwin_tui.library.lessons import Progress, Progresses
from darwin_tui.library.notes import Note
from darwin_tui.library.statistics import Cabinet
from darwin_tui.library.training import Attempt, Training
from darwin_tui.paths import private_dir
from darwin_tui.seating import default_set_up
from darwin_tui.settings import Settings, SettingsStore


@pytest.fixture(autouse=True)
def config_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(daily, "par", lambda key: 40 + key.day.day)
    monkeypatch.setattr(statistics, "_find_achievements", lambda match: {"first": match})


def note(number: int) -> Path:
    path = here().notes_on(private_dir(here().matches) / "m.jsonl")
    notes.write(path, Note(number, "Ada", "!"))
    return path


def par(number: int) -> Path:
    Pars(here()).find(Key("dice", date(2026, 11, number)))
    return here().pars


def lesson(number: int) -> Path:
    Progresses(here()).keep(f"game {number}", Progress("m.jsonl", number))
    return here().lessons


def setting(number: int) -> Path:
    SettingsStore(here()).keep(Settings(matches={f"game {number}": number}))
    return here().settings


def attempt(number: int) -> Path:
    Training(here()).add(Attempt("p", f"game {number}", date(2026, 11, number), 1))
    return here().training


def verified(number: int) -> Path:
    cache = VerificationCache.read(here().verification)
    record = private_dir(here().matches) / f"{number}.jsonl"
    record.write_text("no record")
    os.utime(record, (0, 0))
    cache.row(record, saves.row)
    cache.keep(is_all=False)
    return here().verification


WRITERS: dict[str, Callable[[int], Path]] = {
    "notes": note, "pars": par, "lessons": lesson, "settings": setting, "verified": verified,
    "training": attempt,
}  # fmt: skip
EVERY_FILE = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)


@pytest.fixture
def old_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("darwin_tui.library.caches.RECENT_NANOSECONDS", -(10**18))


# --- symbolic links


@EVERY_FILE
@pytest.mark.usefixtures("old_files")
def test_link_to_a_file_stays_and_the_file_is_written(write, tmp_path):
    path = write(1)
    elsewhere = private_dir(tmp_path / "dotfiles") / "kept"
    path.rename(elsewhere)
    path.symlink_to(os.path.relpath(elsewhere, path.parent))
    before = elsewhere.read_bytes()
    write(2)
    assert path.is_symlink()
    assert elsewhere.read_bytes() == path.read_bytes() != before
    assert [path.name for path in elsewhere.parent.iterdir()] == ["kept"]


def test_link_to_a_file_that_is_not_there_yet_stays(tmp_path):
    target = tmp_path / "target"
    (tmp_path / "link").symlink_to("target")
    write_whole(tmp_path / "link", b"text")
    assert (tmp_path / "link").is_symlink()
    assert target.read_bytes() == b"text"


@pytest.mark.parametrize("kind", ["pipe", "folder", "loop"])
def test_link_to_what_is_no_file_is_replaced_and_what_it_leads_to_stays(kind, tmp_path):
    target = private_dir(tmp_path / "elsewhere") / "target"
    link = tmp_path / "link"
    if kind == "pipe":
        os.mkfifo(target)
    elif kind == "folder":
        target.mkdir()
    else:
        target.symlink_to(target)
    link.symlink_to(target)
    before = target.lstat()
    write_whole(link, b"text")
    assert not link.is_symlink()
    assert link.read_bytes() == b"text"
    assert os.listdir(target.parent) == ["target"]
    assert os.path.samestat(before, target.lstat())


async def test_changing_the_theme_leaves_a_link_to_the_settings(tmp_path):
    settings.write(Settings(pace="fast"), here())
    dotfile = tmp_path / "settings.json"
    here().settings.rename(dotfile)
    here().settings.symlink_to(dotfile)
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("t", "right")
    assert here().settings.is_symlink()
    assert settings.read(here()).settings == Settings(theme="paper", pace="fast")
    assert b'"paper"' in dotfile.read_bytes()


# --- two programs


def two() -> tuple[SettingsStore, SettingsStore]:
    """Return the settings as read by two programs."""
    return SettingsStore(here()), SettingsStore(here())


def keep(store: SettingsStore, **changes: Any) -> None:
    store.keep(msgspec.structs.replace(store.now, **changes))


def test_setting_that_another_program_changed_stays():
    first, second = two()
    keep(first, theme="paper")
    keep(second, motion=False)
    keep(first, pace="step")
    assert settings.read(here()).settings == Settings(theme="paper", motion=False, pace="step")
    keep(second, motion=True)
    assert settings.read(here()).settings == Settings(theme="paper", pace="step")


def test_matches_that_two_programs_finish_both_count():
    settings.write(Settings(matches={"dice": 1, "evo": 2}), here())
    first, second = two()
    keep(first, matches={"dice": 2, "evo": 2})
    keep(second, matches={"dice": 2, "evo": 2, "yummy": 1})
    keep(second, matches={"dice": 3, "evo": 2, "yummy": 1})
    assert settings.read(here()).settings.matches == {"dice": 4, "evo": 2, "yummy": 1}


def test_collections_take_what_each_program_added_and_lose_what_it_removed():
    dice, evo, yummy = (default_set_up(slug) for slug in ("dice", "evo", "yummy"))
    settings.write(
        Settings(
            keys={"play.undo": "x", "play.hint": "f2"},
            primed=("dice.choose",),
            muted=("Ada", "Emma"),
            set_ups=(dice, evo),
        ),
        here(),
    )
    first, second = two()
    keep(first, keys={"play.undo": "x", "play.zoom": "f3"}, muted=("Emma",))
    keep(second, keys={"play.undo": "y", "play.hint": "f2"}, muted=("Ada", "Emma", "Huxley"))
    keep(first, primed=("dice.choose", "evo.feed"), set_ups=(yummy, dice, evo))
    keep(second, primed=("dice.choose", "evo.feed", "evo.hunt"), set_ups=(evo, dice))
    assert settings.read(here()).settings == Settings(
        keys={"play.undo": "y", "play.zoom": "f3"},
        primed=("dice.choose", "evo.feed", "evo.hunt"),
        muted=("Emma", "Huxley"),
        set_ups=(evo, yummy, dice),
    )


def test_setting_that_could_not_be_kept_is_kept_with_the_next_one(monkeypatch):
    store = SettingsStore(here())

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(JournalError):
            keep(store, theme="paper")
    keep(store, motion=False)
    assert settings.read(here()).settings == Settings(theme="paper", motion=False)


@pytest.mark.parametrize("text", [None, b"{"])
def test_file_that_is_gone_or_damaged_is_written_anew_with_all_settings(text):
    settings.write(Settings(theme="paper"), here())
    store = SettingsStore(here())
    here().settings.unlink()
    if text:
        here().settings.write_bytes(text)
    keep(store, motion=False)
    assert settings.read(here()).settings == Settings(theme="paper", motion=False)


async def test_two_full_screens_change_one_setting_each():
    first, second = DarwinApp(own()), DarwinApp(own())

    async def press(app: App[int], *keys: str) -> None:
        async with app.run_test() as pilot:
            await pilot.press(*keys)

    await press(first, "t", "right")
    await press(second, "t", "down", "right")
    stored = settings.read(here()).settings
    assert (stored.theme, stored.glyphs) == ("paper", "unicode")


WRITES_AT_ONCE = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tui.test_own_files import keep, note
from home import here
from darwin_core.match.record import Player
from darwin_tui.library.lessons import Progress, Progresses
from darwin_tui.settings import SettingsStore
number = int(sys.argv[1])
store, lessons = SettingsStore(here()), Progresses(here())
print("ready", flush=True)
sys.stdin.readline()
for time in range(10):
    keep(store, matches={"dice": time + 1})
    note(10 * number + time)
    lessons.keep(f"game {10 * number + time}", Progress("m.jsonl", time))
"""


def test_programs_that_write_in_the_same_moment_lose_nothing(tmp_path):
    tests = str(Path(__file__).parents[1])
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", WRITES_AT_ONCE, str(number), tests],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    for program in programs:
        assert program.stdout
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin
        program.stdin.write("go\n")
        program.stdin.flush()
    assert [program.communicate()[0] for program in programs] == [""] * 2
    assert [program.returncode for program in programs] == [0] * 2
    assert settings.read(here()).settings.matches == {"dice": 20}
    assert len(notes.read(here().notes_on(here().matches / "m.jsonl"))) == 20
    assert len(Progresses(here()).all()) == 20


@EVERY_FILE
@pytest.mark.usefixtures("old_files")
def test_part_that_another_program_wrote_stays(write, monkeypatch):
    other: list[Path] = []
    real = disk.changing

    def changing_after_another(folder: Path) -> Any:
        if not other:
            other.append(folder)
            write(2)
        return real(folder)

    files = ("notes", "caches", "lessons", "training")
    for module in ("settings", *(f"library.{name}" for name in files)):
        monkeypatch.setattr(f"darwin_tui.{module}.changing", changing_after_another)
    path = write(1)
    text = path.read_text()
    alone = {1: '"line": 1', 2: '"line": 2'} if write is note else {}
    for number in (1, 2):
        names = (f"game {number}", f"2026-11-0{number}", f"/{number}.jsonl")
        assert any(name in text for name in (*names, alone.get(number, names[0])))


def test_specimens_that_another_program_found_stay():
    def with_specimen(match: str) -> Cabinet:
        cabinet = Cabinet.read(here())
        cabinet._known[match] = {"first": 1}
        cabinet._is_changed = True
        return cabinet

    first, second = with_specimen("one"), with_specimen("two")
    first.keep()
    second.keep()
    assert Cabinet.read(here())._known.keys() == {"one", "two"}


def test_lock_that_nobody_lets_go_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(disk, "LOCK_SECONDS_MAX", 0.02)
    with changing(tmp_path), changing(tmp_path):
        write_whole(tmp_path / "file", b"text")
    assert (tmp_path / "file").read_bytes() == b"text"


def test_folder_that_is_not_there_is_reported_by_the_write(tmp_path):
    with pytest.raises(JournalError, match="cannot be written"), changing(tmp_path / "no"):
        write_whole(tmp_path / "no" / "file", b"text")


# --- files of killed programs

KILLED = """
import os, signal, sys
from pathlib import Path
from darwin_core.journal.disk import write_whole
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
write_whole(Path(sys.argv[1]), b"text")
"""


def killed_while_writing(path: Path) -> Path:
    """Kill a program while it writes a file, and return the unfinished file that it leaves."""
    before = {*private_dir(path.parent).iterdir()}
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert done.returncode < 0
    (left,) = {*path.parent.iterdir()} - before
    return left


def test_files_of_killed_programs_are_gone_after_the_next_start():
    places = here()
    left = [
        killed_while_writing(path)
        for path in (
            places.settings,
            places.pars,
            places.analysis_of("chain"),
            places.notes_on(places.matches / "m.jsonl"),
            places.matches / "m.jsonl",
            places.shared / "board.png",
        )
    ]
    assert all(path.exists() for path in left)
    subprocess.run([sys.executable, "-m", "darwin_tui", "stats"], check=True, capture_output=True)
    assert not any(path.exists() for path in left)


def test_file_stays_while_its_writer_lives(tmp_path):
    sleeping = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    path = tmp_path / f".settings.json.{sleeping.pid}.new"
    path.write_bytes(b"te")
    remove_unfinished([tmp_path])
    assert path.exists()
    sleeping.communicate()
    remove_unfinished([tmp_path])
    assert not path.exists()


def test_nothing_but_files_of_ours_is_removed(tmp_path):
    gone = subprocess.Popen(["true"])
    gone.wait()
    names = (
        f"settings.json.{gone.pid}.new", f".settings.json.{gone.pid}.old", ".new",
        ".settings.json.new", f".settings.json.{gone.pid}.new.txt", f".{gone.pid}.new",
        ".settings.json.x1.new", ".settings.json.0.new", ".settings.json.1.new",
    )  # fmt: skip
    for name in names:
        (tmp_path / name).write_bytes(b"text")
    (tmp_path / f".folder.{gone.pid}.new").mkdir()
    (tmp_path / f".link.{gone.pid}.new").symlink_to("settings.json")
    before = {*tmp_path.iterdir()}
    (tmp_path / f".m.jsonl.{gone.pid}.new").write_bytes(b"text")
    (tmp_path / ".m.jsonl.9999999999.new").write_bytes(b"text")
    remove_unfinished([tmp_path, tmp_path / "no"])
    assert {*tmp_path.iterdir()} == before


def test_name_of_a_file_being_written_is_one_that_is_removed(tmp_path, monkeypatch):
    names: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: names.extend(os.listdir(tmp_path)))
    write_new(tmp_path / "new", b"text")
    assert disk._UNFINISHED.fullmatch(names[0])
