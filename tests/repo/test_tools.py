"""Format, lint, strict types and import contracts, as one command with the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

TOOLS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy"],
    "imports": ["importlinter.cli", "lint"],
}


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
