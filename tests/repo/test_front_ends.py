"""Front ends are given seats and recordings, never the match or its state."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "darwin_tui"
FOLDERS = ("screens", "play", "text_mode", "widgets")
OWNERS = {"play/lesson.py", "play/puzzles.py"}
"""Modules that open the match of a lesson or of a puzzle themselves."""
FRONT_ENDS = [
    file
    for folder in FOLDERS
    for file in sorted((ROOT / folder).rglob("*.py"))
    if file.relative_to(ROOT).as_posix() not in OWNERS
]
FORBIDDEN_MODULES = {
    "darwin_core.match",
    "darwin_core.match.match",
    "darwin_core.match.replay",
    "darwin_core.table.table",
    "darwin_core.table.runner",
    "darwin_core.journal.disk",
    "darwin_core.journal.file",
}
FORBIDDEN_NAMES = {"Match", "AnyMatch", "Opened", "Table"}
FORBIDDEN_ATTRIBUTES = {
    *("match", "_match", "_opened"),
    *("state_at", "propose", "header", "history"),
}


def test_no_front_end_has_a_way_to_the_match():
    assert len(FRONT_ENDS) > len(FOLDERS)
    faults = {str(file.relative_to(ROOT)): forbidden(file.read_text()) for file in FRONT_ENDS}
    assert not {name: ways for name, ways in faults.items() if ways}


def forbidden(source: str) -> list[tuple[int, str]]:
    """Return the lines that give access to a match, each with the name that gives it."""
    ways = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            if node.module in FORBIDDEN_MODULES:
                ways.append((node.lineno, node.module))
            if (node.module or "").startswith(("darwin_core", "darwin_tui")):
                ways += [
                    (node.lineno, name.name) for name in node.names if name.name in FORBIDDEN_NAMES
                ]
        elif isinstance(node, ast.Import):
            ways += [
                (node.lineno, name.name) for name in node.names if name.name in FORBIDDEN_MODULES
            ]
        elif isinstance(node, ast.Attribute) and node.attr in FORBIDDEN_ATTRIBUTES:
            owner = node.value
            # ``re.match`` and ``PATTERN.match`` are about regular expressions.
            if not (isinstance(owner, ast.Name) and (owner.id == "re" or owner.id.isupper())):
                ways.append((node.lineno, node.attr))
    return ways


@pytest.mark.parametrize(
    "source",
    [
        "from darwin_core.match import Match",
        "from darwin_core.match import replay",
        "import darwin_core.match.match",
        "from darwin_core.table import Table",
        "from darwin_tui.library.saves import Opened",
        "self._place._table.match",
        "self._saved._opened",
    ],
)
def test_a_way_to_the_match_would_be_found(source):
    assert forbidden(source)
