"""Packages that offer games and boards, put on the path as if they were installed."""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from darwin_core.contract import registry
from darwin_tui import boards

TOY = Path(__file__).parent / "toy_game"


def entry_points_of(project: Path) -> dict[str, dict[str, str]]:
    """Return the entry points that a project declares, by group."""
    text = (project / "pyproject.toml").read_text(encoding="utf-8")
    points: dict[str, dict[str, str]] = tomllib.loads(text)["project"]["entry-points"]
    return points


def write_metadata(folder: Path, name: str, points: Mapping[str, Mapping[str, str]]) -> None:
    """Write the metadata that an installed package has."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        line
        for group, named in points.items()
        for line in (f"[{group}]", *(f"{slug} = {value}" for slug, value in named.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@contextmanager
def installed(*folders: Path) -> Iterator[None]:
    """Put folders on the path for a while, and search for games and boards again each time."""
    forget()
    before = list(sys.path), set(sys.modules)
    sys.path[:0] = map(str, folders)
    try:
        yield
    finally:
        sys.path[:] = before[0]
        for name in set(sys.modules) - before[1]:
            if any(folder.joinpath(name.partition(".")[0]).is_dir() for folder in folders):
                del sys.modules[name]
        forget()


def forget() -> None:
    """Clear the caches of games and boards, so that they are searched for again."""
    registry._offered_by_others.cache_clear()
    boards.board_class.cache_clear()
