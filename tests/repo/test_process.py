"""Several players share a process: only named modules read its environment and streams."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENTRIES = {"darwin_tui/cli/process.py"}
"""Modules that make the session of the user of this process."""
DRIVER = "darwin_tui/terminal/posix_driver.py"
"""Writes to the terminal of this process."""
MODULES = {"getpass", "locale", "appdirs"}
ATTRIBUTES = {
    ("os", "environ"),
    ("os", "getenv"),
    ("os", "putenv"),
    ("os", "environb"),
    ("sys", "__stdout__"),
    ("sys", "__stdin__"),
    ("sys", "__stderr__"),
}
FILES = [
    str(file.relative_to(ROOT))
    for package in ("core/darwin_core", "darwin_tui")
    for file in sorted((ROOT / package).rglob("*.py"))
]


def looks_at_process(text: str) -> list[str]:
    """Return the names by which a module reads its process."""
    found = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                found += [each.name for each in names if each.name in MODULES]
            case ast.ImportFrom(module=module, names=names):
                found += [module] if module in MODULES else []
                found += [each.name for each in names if (module, each.name) in ATTRIBUTES]
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                found += [f"{module}.{name}"] if (module, name) in ATTRIBUTES else []
    return found


@pytest.mark.parametrize("file", FILES)
def test_module_does_not_look_at_its_process(file: str) -> None:
    found = looks_at_process((ROOT / file).read_text())
    if file == DRIVER:
        found = [name for name in found if name not in {"sys.__stdout__", "sys.__stderr__"}]
    assert file in ENTRIES or not found


@pytest.mark.parametrize(
    "text",
    [
        "import os\nos.environ['HOME']",
        "from os import environ",
        "import getpass",
        "from locale import getencoding",
        "import sys\nsys.__stdout__.write('')",
    ],
)
def test_each_way_to_look_is_found(text: str) -> None:
    assert looks_at_process(text)
