"""Pictures as PNG, by a program of the machine that draws SVG."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from darwin_core.text.language import tr

Command = Callable[[str, Path, Path, tuple[int, int]], list[str]]
"""Returns the arguments for a program, a picture, the file to write, and its size in pixels."""


class NoConverter(RuntimeError):
    """Raised where no program is found that draws SVG, or it fails; with a sentence."""


def _rsvg(program: str, source: Path, target: Path, size: tuple[int, int]) -> list[str]:
    return [program, "-w", str(size[0]), "-o", str(target), str(source)]


def _inkscape(program: str, source: Path, target: Path, size: tuple[int, int]) -> list[str]:
    return [program, f"--export-filename={target}", f"--export-width={size[0]}", str(source)]


def _chromium(program: str, source: Path, target: Path, size: tuple[int, int]) -> list[str]:
    return [
        *(program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
        *(f"--window-size={size[0]},{size[1]}", f"--screenshot={target}", source.as_uri()),
    ]


CONVERTERS: Final[tuple[tuple[str, Command], ...]] = (
    ("rsvg-convert", _rsvg),
    ("inkscape", _inkscape),
    ("chromium", _chromium),
    ("chromium-browser", _chromium),
    ("google-chrome", _chromium),
)
"""Programs that draw text and shapes where they belong, the quickest first."""
SECONDS_MAX: Final = 60


def png(svg: bytes, size: tuple[int, int]) -> bytes:
    """Return a picture as PNG.

    Args:
        svg: the picture.
        size: its width and height in pixels.

    Raises:
        NoConverter: with a sentence, if no program is found or it fails.
    """
    for name, command in CONVERTERS:
        program = shutil.which(name)
        if program is None:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder, "picture.svg"), Path(folder, "picture.png")
            source.write_bytes(svg)
            arguments = command(program, source, target, size)
            try:
                subprocess.run(arguments, capture_output=True, timeout=SECONDS_MAX, check=True)
                return target.read_bytes()
            except (OSError, subprocess.SubprocessError):
                raise NoConverter(
                    tr("{program} has not drawn the picture; write svg.", program=name)
                ) from None
    names = ", ".join(name for name, _ in CONVERTERS)
    raise NoConverter(
        tr("PNG needs one of these programs: {names}. Write svg without them.", names=names)
    )
