"""Folders as tests compare them."""

from pathlib import Path


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return the bytes of all files below a folder, and None for each folder there."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }
