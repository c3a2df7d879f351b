"""The contents of folders, to compare them before and after a test's action."""

from pathlib import Path


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return the bytes of all files below a folder by path, and None for each subfolder."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }
