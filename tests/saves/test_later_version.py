"""This version refuses records of a later version, and preserves settings of a later version.

The later version is a copy of the program with a few lines changed as a release would change them.
It runs in separate processes.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from home import here

from darwin_core import __version__
from darwin_tui import settings
from darwin_tui.cli import main
from darwin_tui.library import saves

ROOT = Path(__file__).parents[2]
SETTING = "class Settings(msgspec.Struct, frozen=True):\n"
LATER = {
    "core/darwin_core/__init__.py": {f'"{__version__}"': '"9.1.0"'},
    "darwin_tui/settings.py": {
        SETTING: f'{SETTING}    wallpaper: str = "none"\n',
        'Literal["lamp", ': 'Literal["sepia", "lamp", ',
    },
}
NEW_FORMAT = {"core/darwin_core/match/record.py": {"FORMAT: Final = 1": "FORMAT: Final = 2"}}
NEW_RULES = {"core/darwin_core/games/dice/__init__.py": {"rules_version=1": "rules_version=2"}}
KEEP = """
import os, sys
from msgspec.structs import replace
from darwin_tui.cli.process import locations_of
from darwin_tui.settings import SettingsStore
store = SettingsStore(locations_of(os.environ))
print(store.trouble, store.now.theme, store.now.wallpaper, store.now.pace)
store.keep(replace(store.now, theme="sepia", wallpaper="finches"))
"""


@pytest.fixture(autouse=True)
def config_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a copy of the program with a later version number, and return its folder."""
    folder = tmp_path_factory.mktemp("later")
    for part in ("core/darwin_core", "darwin_tui", "styles"):
        shutil.copytree(ROOT / part, folder / part)
    shutil.copy2(ROOT / "pyproject.toml", folder)
    change(folder, LATER)
    return folder


def change(program: Path, changes: Mapping[str, Mapping[str, str]]) -> None:
    """Write files of this version into the copy, with some lines changed."""
    for name, lines in changes.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        for old, new in lines.items():
            assert text.count(old) == 1, f"{name}: {old}"
            text = text.replace(old, new)
        (program / name).write_text(text, encoding="utf-8")


def run(program: Path, *words: str) -> str:
    """Run Python on the copy, and return its standard output."""
    paths = os.pathsep.join([str(program / "core"), str(program)])
    done = subprocess.run(
        [sys.executable, *words],
        cwd=program,
        env={**os.environ, "PYTHONPATH": paths},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        (NEW_FORMAT, f"has format 2, {{}} this is version {__version__}, which reads formats up"),
        (NEW_RULES, f"rules 2 of Darwin's Dice, {{}} this is version {__version__}, which knows"),
    ],
    ids=["format", "rules"],
)
def test_record_of_a_later_version_is_refused_with_both_versions_named(program, changes, refusal):
    change(program, changes)
    run(program, "-m", "darwin_tui", "play", "dice", "--seats", "bot:easy,bot:easy")
    (path,) = here().matches.iterdir()
    assert run(program, "-m", "darwin_tui", "verify", str(path)).startswith(f"{path}: ")
    for name in changes:
        shutil.copy2(ROOT / name, program / name)
    before = path.read_bytes()
    refusal = refusal.format("written by version 9.1.0;")
    for words in (["verify"], ["replay"], ["play", "--resume"], ["export"], ["rescue"]):
        done = CliRunner().invoke(main, [*words, str(path)])
        assert (done.exit_code, refusal in done.output) == (1, True), (words, done.output)
    (row,) = saves.listed(here())
    assert refusal in row.trouble
    assert not row.playable
    assert path.read_bytes() == before
    assert [*here().matches.iterdir()] == [path]


def test_settings_of_a_later_version_are_kept(program):
    run(program, "-c", KEEP)
    store = settings.SettingsStore(here())
    assert store.trouble.endswith("is damaged at theme; the default is used there.")
    store.keep(msgspec.structs.replace(store.now, pace="fast"))
    assert run(program, "-c", KEEP).split() == ["sepia", "finches", "fast"]
