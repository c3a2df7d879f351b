"""Ways in which others may change a file beneath the program that writes it."""

import os
from collections.abc import Callable
from pathlib import Path


def replace_by(path: Path, text: bytes) -> None:
    path.with_name("other").write_bytes(text)
    path.with_name("other").replace(path)


def move_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def put_folder_in_place(path: Path) -> None:
    path.unlink()
    path.mkdir()


def put_dangling_link_in_place(path: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to("missing")


def add(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"alien\n")


def cut(by: int) -> Callable[[Path], None]:
    """Return a change that cuts off the end of a file."""
    return lambda path: os.truncate(path, max(path.stat().st_size - by, 0))


def flip_a_byte(path: Path) -> None:
    """Change one byte, and restore the file's times: only its content shows the change."""
    status = path.stat()
    with path.open("r+b") as file:
        file.seek(status.st_size // 2)
        (byte,) = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 1]))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "deleted": (os.unlink, "deleted or moved"),
    "moved": (lambda path: path.rename(path.with_name("moved")), "deleted or moved"),
    "folder moved": (move_folder, "deleted or moved"),
    "dangling link in its place": (put_dangling_link_in_place, "deleted or moved"),
    "replaced by the same": (lambda path: replace_by(path, path.read_bytes()), "replaced"),
    "replaced by other text": (lambda path: replace_by(path, b"other\n"), "replaced"),
    "folder in its place": (put_folder_in_place, "replaced"),
    "emptied": (lambda path: os.truncate(path, 0), "changed"),
    "cut back": (cut(100), "changed"),
    "cut by a byte": (cut(1), "changed"),
    "written anew": (lambda path: path.write_bytes(b"other text\n"), "changed"),
    "added to": (add, "changed"),
    "a byte changed in its place": (flip_a_byte, "changed"),
}
"""Each way to change a file, with a word of the program's message about it, by name."""
