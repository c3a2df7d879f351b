"""Format, lint, strict types and import contracts, as one command with the tests."""

import subprocess
import sys
from pathlib import Path

import pytest
import sampling

ROOT = Path(__file__).parents[2]
FOLDERS = (
    ("tests/core",),
    ("tests/tui",),
    ("tests/server",),
    ("tests/bench", "tests/crash", "tests/mutation", "tests/proof", "tests/repo", "tests/saves"),
)
"""Folders of tests whose types are checked by turns, a part of them in each run; those of the
program are in all, as are those of what these folders import."""

TOOLS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": [
        *("mypy", "core/darwin_core", "darwin_tui"),
        *(folder for part in sampling.one_by_turns(FOLDERS, 1) for folder in part),
    ],
    "imports": ["importlinter.cli", "lint"],
}


def test_every_folder_of_tests_has_its_turn() -> None:
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/*.py")}
    turns = {folder.removeprefix("tests/") for part in FOLDERS for folder in part}
    assert folders - {"toy_game"} <= turns


@pytest.mark.parametrize("name", TOOLS)
def test_tool_finds_nothing(name):
    module, *arguments = TOOLS[name]
    if name == "imports":
        command = [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as c; c()",
            "--no-cache",
        ]
    else:
        command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
