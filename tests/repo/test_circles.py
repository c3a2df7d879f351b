"""No module of the program imports itself, by whatever way round, not even for types."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"darwin_core": ROOT / "core" / "darwin_core", "darwin_tui": ROOT / "darwin_tui"}

Graph = Mapping[str, set[str]]


def modules() -> dict[str, Path]:
    """Return the files of all modules by their names; a package has its own name."""
    found = {}
    for package, folder in PACKAGES.items():
        for file in folder.rglob("*.py"):
            parts = file.relative_to(folder).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            found[".".join((package, *parts))] = file
    return found


def imported(tree: ast.AST, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the imports of a module, also inside functions and those for types only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else str(node.module)
        else:
            yield from imported(node, known)


def graph() -> Graph:
    known = modules()
    return {
        name: {*imported(ast.parse(file.read_text()), known)} & known.keys()
        for name, file in known.items()
    }


def circles(edges: Graph) -> list[set[str]]:
    """Return the groups of modules of which each leads to each, by Tarjan's algorithm."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(node: str) -> None:
        number[node] = lowest[node] = len(number)
        stack.append(node)
        for other in edges.get(node, ()):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == number[node]:
            group = set[str]()
            while node not in group:
                group.add(stack.pop())
            if len(group) > 1 or node in edges.get(node, ()):
                found.append(group)

    for node in edges:
        if node not in number:
            visit(node)
    return found


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circles({"a": {"a"}}) == [{"a"}]
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [{"b", "c"}]
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]


@pytest.mark.parametrize("block", ["def f():", "if TYPE_CHECKING:"])
def test_imports_inside_functions_and_for_types_count(block: str) -> None:
    text = f"{block}\n    from darwin_tui.app import run\n"
    assert [*imported(ast.parse(text), modules())] == ["darwin_tui.app"]


def test_no_circle_of_imports() -> None:
    edges = graph()
    assert len(edges) > 200, "all modules are looked at"
    assert circles(edges) == []
