"""Front ends of a live match are given seats, never the match or its state."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRONT_ENDS = [
    *(ROOT / "darwin_tui" / "screens" / f"{name}.py" for name in ("play", "sitting")),
    *(
        ROOT / "darwin_tui" / "play" / f"{name}.py"
        for name in ("curtain", "pacing", "selection", "status_line")
    ),
    *(ROOT / "darwin_tui" / "plain" / f"{name}.py" for name in ("play", "reader", "console")),
]
FORBIDDEN_MODULES = {
    "darwin_core.match",
    "darwin_core.match.match",
    "darwin_core.match.replay",
    "darwin_core.table.table",
}
FORBIDDEN_NAMES = {"Match", "AnyMatch", "Opened", "Table", "match", "_match", "_opened"}


@pytest.mark.parametrize("file", FRONT_ENDS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_front_end_has_no_way_to_the_match(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.module not in FORBIDDEN_MODULES, node.lineno
            assert not FORBIDDEN_NAMES & {name.name for name in node.names}, node.lineno
        elif isinstance(node, ast.Attribute):
            assert node.attr not in FORBIDDEN_NAMES, (node.lineno, node.attr)
