"""Imports stay light: no module loads packages that its users do not need."""

import subprocess
import sys
from pathlib import Path

import pytest

from darwin_core.contract import registry
from darwin_tui.cli.program import COMMANDS

ROOT = Path(__file__).parents[2]


def modules_after(code):
    """Return the names of the modules that a new interpreter has loaded after some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_engine_imports_no_terminal():
    loaded = modules_after(
        "from darwin_core import match, table\n"
        "from darwin_core.contract import registry\n"
        "from darwin_core.match import record\n"
        "from darwin_core.journal import file\n"
        f"for slug in {registry.SLUGS!r}: registry.get(slug)"
    )
    assert not loaded & {"textual", "rich", "click", "appdirs", "darwin_tui"}


def test_registry_imports_no_game_until_it_is_asked_for():
    loaded = modules_after(
        "from darwin_core import match, table\nfrom darwin_core.contract import registry"
    )
    assert not {name for name in loaded if name.startswith("darwin_core.games.")}


@pytest.mark.parametrize("module", ["darwin_tui.cli", "darwin_tui.text_mode"])
def test_line_mode_imports_no_textual(module):
    assert "textual" not in modules_after(f"import {module}")


def test_help_of_the_commands_imports_no_textual():
    loaded = modules_after(
        "from darwin_tui.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"
    )
    assert "textual.app" not in loaded


@pytest.mark.parametrize("folder", ["drawing", "play"])
def test_drawing_and_play_need_no_widgets(folder):
    names = [file.stem for file in (ROOT / "darwin_tui" / folder).glob("[a-z]*.py")]
    loaded = modules_after(f"from darwin_tui.{folder} import {', '.join(names)}")
    assert "textual.widget" not in loaded


def test_full_screen_starts_without_line_mode_and_games():
    loaded = modules_after("import darwin_tui.cli, darwin_tui.app")
    assert not {name for name in loaded if name.startswith("darwin_tui.text_mode")}
    assert not {name for name in loaded if name.startswith("darwin_core.games.")}


def test_full_screen_at_home_starts_without_the_server():
    loaded = modules_after("import darwin_tui.cli, darwin_tui.app, darwin_tui.screens.home")
    assert not {name for name in loaded if name.startswith("darwin_tui.server")}


def test_list_of_commands_imports_no_command():
    loaded = modules_after(
        "from contextlib import suppress\n"
        "from darwin_tui.cli.program import main\n"
        "with suppress(SystemExit): main(['--help'])"
    )
    assert "verify" in loaded, "the help is printed, with all commands"
    commands = {f"darwin_tui.cli.{module}" for module, _ in COMMANDS.values()}
    assert loaded.isdisjoint(commands | {f"darwin_core.games.{slug}" for slug in registry.SLUGS})


def test_no_garbage_is_collected_while_the_program_is_imported():
    modules_after(
        "import gc, sys\n"
        "seen = []\n"
        "class Finder:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name in ('darwin_tui.cli.program', 'darwin_tui.app'):\n"
        "            seen.append(gc.isenabled())\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from darwin_tui.cli import process\n"
        "assert gc.isenabled() and seen == [False]\n"
        "frozen = gc.get_freeze_count()\n"
        "assert process.load_full_screen() is sys.modules['darwin_tui.app'].run\n"
        "assert gc.isenabled() and seen == [False, False]\n"
        "assert 0 < frozen < gc.get_freeze_count(), 'nor is what was imported traversed later'"
    )
