"""Install what a release publishes, by each installer on each Python, and play a match by keys.

    python -m build && python -m tests.bench.installs [--of v0.1.0] [PYTHON ...]

It takes the wheel and the source package from ``dist``. Without a name it takes the Python that
runs it. With ``--of`` it only compares the tag of a release with the version and the changelog.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from .terminal import Terminal

ROOT: Final = Path(__file__).parents[2]
KEYS_MAX: Final = 4_000
"""Presses of Enter after which a match of Dice for two is certainly over. 60 would be enough, but a
busy machine may be silent for longer than ``QUIET`` before it accepts a key."""
QUIET: Final = 0.1
"""Seconds of silence that mean that the program waits for a key: its bots act at once."""

Installer = Callable[[str, Path, Path], Path]
"""``installer(python, package, folder)``: install a package for a Python into a folder, and return
the path of the installed program."""


def run(*words: str | Path, **environment: str) -> str:
    """Run a command and return its standard output.

    Raises:
        SystemExit: with the output, if the command fails.
    """
    done = subprocess.run(
        words,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def by_pip(python: str, package: Path, folder: Path) -> Path:
    """Install by pip into a new environment."""
    run(python, "-m", "venv", folder / "env")
    run(folder / "env/bin/pip", "install", "--quiet", package)
    return folder / "env/bin/darwin-tui"


def by_pipx(python: str, package: Path, folder: Path) -> Path:
    """Install by pipx."""
    places = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
    places["PIPX_MAN_DIR"] = str(folder / "man")
    run(sys.executable, "-m", "pipx", "install", "--python", python, package, **places)
    return folder / "bin/darwin-tui"


def by_uv(python: str, package: Path, folder: Path) -> Path:
    """Install by uv as a tool."""
    places = {"UV_TOOL_DIR": str(folder / "home"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    uv = [sys.executable, "-m", "uv", "tool", "install", "--quiet"]
    run(*uv, "--python", python, package, **places)
    return folder / "bin/darwin-tui"


INSTALLERS: Final[dict[str, Installer]] = {"pip": by_pip, "pipx": by_pipx, "uv": by_uv}


def play(program: Path, folder: Path) -> int:
    """Play a match of Dice for two by pressing Enter, and return the number of its record's lines.

    Raises:
        SystemExit: if the match is not over after KEYS_MAX keys, or its record is damaged.
    """
    seats = ("--seats", "human,bot:easy", "--seed", "installed")
    places = {name: str(folder) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME")}
    settings = folder / "darwin-tui/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"pace": "instant"}')
    with Terminal(folder, "play", "dice", *seats, program=(str(program),)) as terminal:
        for key in range(KEYS_MAX):
            terminal.until_quiet(QUIET)
            if not key % 10:
                known = json.loads(run(program, "stats", "dice", "--json", **places))
                if known["matches"]:
                    break
            terminal.press(b"\r")
        else:
            raise SystemExit(f"{program}: the match was not over after {KEYS_MAX} keys")
    (record,) = folder.rglob("matches/*.jsonl")
    run(program, "verify", record, **places)
    return len(record.read_bytes().splitlines())


def compared(tag: str) -> None:
    """Check that the tag of a release fits the packages and the changelog.

    Raises:
        SystemExit: if they differ.
    """
    version = tag.removeprefix("v")
    if not [*(ROOT / "dist").glob(f"darwin_tui-{version}-*.whl")]:
        raise SystemExit(f"The wheel in dist is not of version {version}.")
    if f"\n## {version} (2" not in (ROOT / ".github/CHANGELOG.md").read_text(encoding="utf-8"):
        raise SystemExit(f"The changelog has no dated section for version {version}.")


def main(*words: str) -> None:
    """Install and play each package on each Python, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--of", metavar="TAG", help="compare a tag, and install nothing")
    parser.add_argument("--by", nargs="*", choices=INSTALLERS, default=[*INSTALLERS])
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", default=[sys.executable])
    given = parser.parse_args(words or None)
    if given.of:
        compared(given.of)
        return
    (wheel,), (source,) = (ROOT / "dist").glob("*.whl"), (ROOT / "dist").glob("*.tar.gz")
    trials = [(name, package) for package in (wheel, source) for name in given.by]
    for python in given.pythons:
        for name, package in trials:
            with tempfile.TemporaryDirectory() as folder:
                program = INSTALLERS[name](python, package, Path(folder))
                version = run(program, "--version").strip()
                lines = play(program, Path(folder) / "play")
            print(
                f"{python}, {name}, {package.name}: {version}, a match of {lines} lines", flush=True
            )


if __name__ == "__main__":
    main()
