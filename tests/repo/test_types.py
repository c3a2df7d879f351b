"""Few lines leave a type open, so that mypy checks nearly everything."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

LINES_MAX = 36
"""Maximum number of lines of code with ``Any``, including imports."""

ANY = re.compile(r"\bAny\b(?! [a-z])")
"""Matches the type, but not the first word of a sentence."""


def open_lines(folder: Path) -> list[str]:
    """Return the lines of a folder that name ``Any``, each with its file and number."""
    return [
        f"{path.relative_to(folder)}:{number}: {line.strip()}"
        for path in sorted(folder.rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if ANY.search(line)
    ]


def test_few_lines_name_any():
    lines = [line for folder in ("core", "darwin_tui") for line in open_lines(ROOT / folder)]
    assert len(lines) <= LINES_MAX, "\n" + "\n".join(lines)


def test_imports_and_annotations_count_and_longer_names_do_not(tmp_path):
    (tmp_path / "code.py").write_text("from typing import Any\nx: Any = 1\ny: AnyGame = 2\n")
    assert open_lines(tmp_path) == ["code.py:1: from typing import Any", "code.py:2: x: Any = 1"]
