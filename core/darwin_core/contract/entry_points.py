"""Entry points: the games and boards that packages offer by name.

Our package is read without ``importlib.metadata``, which takes longer to import than the rest of
the engine: it is used only when somebody asks for the games of other packages.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

DISTRIBUTION: Final = "darwin-tui"
"""Name of our package in an index of packages."""
# Two patterns read both files, which spares the import of a TOML reader (see ``read_box``).
_SECTION: Final = re.compile(r'\[(?:project\.entry-points\.)?"?([\w.]+)"?\]')
"""The head of a group, in ``entry_points.txt`` or in ``pyproject.toml``."""
_POINT: Final = re.compile(r'(\w+) = "?([\w.]+:\w+)"?')
"""An entry point, in either of these files."""


def our_points(group: str) -> Mapping[str, str]:
    """Return our entry points in a group, as ``{"dice": "darwin_core.games.dice:GAME"}``."""
    return _points_by_group().get(group, {})


def load(value: str) -> object:
    """Import the object that an entry point names."""
    module, _, name = value.partition(":")
    target: object = getattr(import_module(module), name)
    return target


def of_others(group: str) -> "list[EntryPoint]":
    """Return the entry points of other packages in a group, by name."""
    # Imported here: it is slow to import, as the module says.
    from importlib.metadata import entry_points

    others = (
        point
        for point in entry_points(group=group)
        if point.dist is None or point.dist.name != DISTRIBUTION
    )
    return sorted(others, key=lambda point: (point.name, point.value))


@cache
def _points_by_group() -> Mapping[str, Mapping[str, str]]:
    """Return our entry points by group."""
    groups: dict[str, dict[str, str]] = {}
    group: dict[str, str] = {}
    for line in _metadata().splitlines():
        if section := _SECTION.fullmatch(line):
            group = groups.setdefault(section[1], {})
        elif line.startswith("["):
            # The head of something else: drop the lines below it.
            group = {}
        elif point := _POINT.fullmatch(line):
            group[point[1]] = point[2]
    return groups


def _metadata() -> str:
    """Return the text that names our entry points. It is the metadata that an installer has written
    beside this package or, in a checkout, the project file."""
    folder = Path(__file__).parents[2]
    installed = folder.glob(f"{DISTRIBUTION.replace('-', '_')}-*.dist-info/entry_points.txt")
    path = next(installed, folder.parent / "pyproject.toml")
    return path.read_text(encoding="utf-8")
