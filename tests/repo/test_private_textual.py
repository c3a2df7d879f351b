"""Private parts of Textual and Rich are used in ``darwin_tui/terminal/`` only.

Ruff (SLF001) finds private members of other objects. These tests find private imports, and private
members that our classes inherit from the libraries.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import darwin_tui

ROOT = Path(__file__).parents[2]
FOREIGN = ("textual", "rich")
ROOM = "darwin_tui.terminal"
FILES = [
    path
    for folder in ("darwin_tui", "core/darwin_core")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if ROOT / "darwin_tui" / "terminal" not in path.parents
]


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


def private_imports(tree: ast.AST) -> Iterator[str]:
    """Yield the private modules and names of the libraries that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, *rest = name.split(".")
            if package in FOREIGN and any(map(is_private, rest)):
                yield name


def classes() -> Iterator[type]:
    """Yield our classes outside ``darwin_tui.terminal`` that inherit from the libraries."""
    for info in pkgutil.walk_packages(darwin_tui.__path__, "darwin_tui."):
        if info.name.startswith(ROOM) or info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        for thing in vars(module).values():
            is_ours = inspect.isclass(thing) and thing.__module__ == info.name
            if is_ours and any(map(is_foreign, thing.__mro__)):
                yield thing


def is_foreign(base: type) -> bool:
    return base.__module__.partition(".")[0] in FOREIGN


@lru_cache
def names_within(base: type) -> frozenset[str]:
    """Return the private names that a class defines or uses on ``self``, ``cls`` or ``super()``."""
    (body,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(base))).body
    assert isinstance(body, ast.ClassDef)
    names = set()
    for node in ast.walk(body):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                names.add(name)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                names.add(name)
    for node in body.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                names.add(node.name)
            case ast.Assign() | ast.AnnAssign():
                names |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return frozenset(filter(is_private, names))


def kept_from(ours: type) -> set[str]:
    """Return the private names of a class's bases in the libraries and ``darwin_tui.terminal``."""
    bases = [base for base in ours.__mro__ if is_foreign(base) or base.__module__.startswith(ROOM)]
    return {name for base in bases if base is not ours for name in names_within(base)}


def test_private_modules_and_names_are_imported_in_the_room_only():
    imports = {}
    for path in FILES:
        if uses := [*private_imports(ast.parse(path.read_text()))]:
            imports[str(path.relative_to(ROOT))] = uses
    assert imports == {}


def test_no_class_outside_of_the_room_uses_or_replaces_what_its_bases_keep_private():
    uses = {}
    for ours in classes():
        if used := names_within(ours) & kept_from(ours):
            uses[f"{ours.__module__}.{ours.__name__}"] = sorted(used)
    assert uses == {}


def test_the_page_of_the_room_names_each_file_that_imports_private_modules():
    page = (ROOT / "darwin_tui/terminal/README.md").read_text()
    using = {
        path.name
        for path in (ROOT / "darwin_tui/terminal").glob("*.py")
        if [*private_imports(ast.parse(path.read_text()))]
    }
    assert len(using) > 2
    assert using <= {*re.findall(r"`(\w+\.py)`", page)}


def test_textual_is_pinned_exactly():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pins = [need for need in project["dependencies"] if need.startswith("textual")]
    assert pins == [f"textual=={version('textual')}"]


def test_the_search_finds_private_imports():
    text = "from textual._context import x\nimport rich._wrap\nfrom textual.app import _x, App"
    assert len([*private_imports(ast.parse(text))]) == 3


def test_the_search_finds_what_a_class_uses_of_its_bases(monkeypatch):
    from textual.widgets import Static

    class Sly(Static):
        def look(self) -> Any:
            return self._component_styles

        def _on_mount(self, event: Any) -> None:
            super()._on_mount(event)

    assert names_within(Sly) & kept_from(Sly) == {"_component_styles", "_on_mount"}
