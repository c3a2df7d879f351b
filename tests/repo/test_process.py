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
PACKAGES = ("core/darwin_core", "darwin_tui")


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


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_do_not_look_at_their_process(package: str) -> None:
    found = {
        name: looks
        for file in sorted((ROOT / package).rglob("*.py"))
        if (name := str(file.relative_to(ROOT))) not in ENTRIES
        and (looks := looks_at_process(file.read_text()))
    }
    of_driver = found.pop(DRIVER, [])
    assert {*of_driver} <= {"sys.__stdout__", "sys.__stderr__"}
    assert not found


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
