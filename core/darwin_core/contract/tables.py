"""Files in a game's package, among them the component tables: what the box contains and the figures
of the rules, row by row.

A component table is an array of TOML tables (``[[figures]]``); each of its rows names the source of
the row's figures. It is not the table at which a match is played, which is ``darwin_core.table``.
"""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

Source = Literal["rulebook", "found", "house"]
"""``rulebook``: printed in the rules; ``found``: known about the published game from elsewhere;
``house``: ours, because no source has it."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a component table."""

    source: Source
    """Origin of its figures."""


T = TypeVar("T", bound=msgspec.Struct)


def folder_of(package: str) -> Path:
    """Return the folder of a package, importing at most the outermost package. The resource readers
    of ``importlib`` take longer to import than the first screen may wait."""
    root, *folders = package.split(".")
    spec = find_spec(root)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"{root} is no package")
    return Path(spec.submodule_search_locations[0]).joinpath(*folders)


def read_text(package: str, name: str) -> str:
    """Return a text file of the package of a game, such as its rules page."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def load(package: str, tables: type[T], *names: str) -> T:
    """Return the component tables of a game, from its ``components.toml`` or from several files.

    Args:
        tables: the game's class for all of them, with a field for each component table.
        names: names of the files without ``.toml``.

    Raises:
        msgspec.ValidationError: if a row has a field too many, too few, or of the wrong kind.
    """
    text = "\n".join(read_text(package, f"{name}.toml") for name in names or ("components",))
    return msgspec.toml.decode(text, type=tables)
