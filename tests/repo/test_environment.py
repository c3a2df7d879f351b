"""Nothing in the package edits the environment of the process, which all players of a server
share."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EDITS = {"pop", "popitem", "setdefault", "update", "clear", "__setitem__", "__delitem__"}


def edits(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that edit ``os.environ``."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()) if is_environ(value):
                yield node.lineno
            case ast.AugAssign(target=target) if is_environ(target):
                yield node.lineno
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if (
                name in EDITS and is_environ(value)
            ) or name in ("putenv", "unsetenv"):
                yield node.lineno


def is_environ(node: ast.AST) -> bool:
    return ast.unparse(node).rpartition(".")[2] == "environ"


def files() -> list[Path]:
    folders = (ROOT / "darwin_tui", ROOT / "core" / "darwin_core")
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


def test_no_file_edits_the_environment():
    found = {str(path): [*edits(ast.parse(path.read_text()))] for path in files()}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "text",
    [
        "os.environ['TERM'] = 'dumb'",
        "del os.environ['TERM']",
        "environ.pop('TERM', None)",
        "os.environ |= {}",
        "os.putenv('TERM', 'dumb')",
    ],
)
def test_the_search_finds_edits(text: str):
    assert [*edits(ast.parse(text))] == [1]
