"""Files to share, written while the program runs, and the report of one action."""

import asyncio
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from textual.strip import Strip

from darwin_core import __version__
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.journal import JournalError, unwritable
from darwin_core.journal.disk import file_size, write_whole
from darwin_core.match import AnyMatch
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui.export import images
from darwin_tui.export.images import png
from darwin_tui.export.markdown import markdown
from darwin_tui.library import notes
from darwin_tui.library.notes import Note
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import free_path, read
from darwin_tui.paths import writable_dir

ADVISED_MAX: Final = 3
"""Maximum number of actions named as the game's advice."""
FAILURE_CHARACTERS_MAX: Final = 200
"""Maximum length of the end of a failed process's output that is shown."""


def report(match: AnyMatch, position: int, notes: list[Note]) -> bytes:
    """Return the action before a position, the game's advice, the versions, and the whole record.

    Args:
        match: a finished match, as the record shows all hands.
        position: number of actions in force after the reported one, itself included; at least 1.
        notes: notes on the match; they also say which bots changed their level.
    """
    game = match.game
    header = match.header
    played = match.history[position - 1]
    seat = played.seat
    view = match.view(played.seat, position - 1)
    seat_names = SeatNames(header.names)
    content = {
        "game": header.game,
        "player": header.players[seat],
        "seat": seat + 1,
        "position": position,
        "line": played.line,
        "action": game.texts.notation(played.action),
        "words": game.texts.phrase(view, played.action, seat_names),
        "advice": [
            {
                "action": game.texts.notation(advice.action),
                "points": advice.value,
                "reason": advice.reason,
            }
            for advice in game.bots.advise(view, seat, seat_names)[:ADVISED_MAX]
        ],
        "notes": notes,
        "versions": {
            "darwin-tui": __version__,
            "begun with": header.engine,
            "rules": header.rules,
            "python": platform.python_version(),
            "textual": version("textual"),
            "system": platform.platform(),
        },
        "record": match.text().decode(),
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def write(path: Path, data: bytes) -> None:
    """Write an export to a file; a link is followed.

    Raises:
        JournalError: if it cannot be written, or the path is not a file.
    """
    try:
        file_size(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise unwritable(path, error) from None
    write_whole(path, data)


class Kind(NamedTuple):
    """A kind of file to share."""

    name: str
    """Suffix of the file's name."""
    words: str
    """The line that selects it."""
    done: str
    """The sentence before the file's name."""
    wait: str = ""
    """A sentence to show while it is made; empty if it takes no time."""


KINDS: Final = (
    Kind("svg", mark("a picture of this screen, as SVG"), mark("The picture is in")),
    Kind(
        "png",
        mark("a picture of this screen, as PNG"),
        mark("The picture is in"),
        mark("Drawing the picture …"),
    ),
    Kind("md", mark("the whole match in words, as Markdown"), mark("The text is in")),
    Kind(
        "cast",
        mark("the whole match as a film for asciinema"),
        mark("The film is in"),
        mark("Making the film; it takes a while."),
    ),
)
"""The kinds of files for any match."""
REPORT: Final = Kind(
    "report.json",
    mark("a report of this action: record, levels, versions"),
    mark("The report, with all hands and your notes, is in"),
)
"""The kind of file that reports one action of a finished match."""


class Shared(NamedTuple):
    """The match to share, and the screen that shows it."""

    saved: SavedMatch
    viewer: int
    picture: Sequence[Strip]
    """Rows of the screen, without the program's keys."""
    player: PlayerContext
    position: int = 0
    """Number of actions before the position on the screen."""


async def share(kind: str, shared: Shared) -> Path:
    """Write a file and return its path.

    Args:
        kind: the name of one of KINDS, or of REPORT.
        shared: a match saved in a file.

    Raises:
        JournalError: if it cannot be written.
        NoConverter: if there is no program to make a PNG.
        RecordError: if the record can no longer be read.
    """
    record = shared.saved.path
    assert record is not None
    folder = writable_dir(shared.player.locations.shared)
    path = free_path(folder / f"{record.stem}.{kind}")
    if kind == "cast":
        await _make_film(record, path, shared)
        return path
    if kind == REPORT.name:
        own_notes = notes.read(shared.player.locations.notes_on(record))
        write(path, report(read(record).match, shared.position, own_notes))
        return path
    recording = shared.saved.recording(shared.viewer)
    if kind == "md":
        analysis = shared.saved.analysis(shared.player.locations)
        write(path, markdown(recording, analysis).encode())
        return path
    cells = images.cells(shared.picture)
    picture = images.still(cells, recording.game.title).encode()
    if kind == "png":
        size = len(cells[0]) * images.WIDTH, len(cells) * images.HEIGHT
        picture = await asyncio.to_thread(png, picture, size)
    write(path, picture)
    return path


async def _make_film(record: Path, path: Path, shared: Shared) -> None:
    """Make the film in another process: it draws every position, while this process handles
    keys."""
    seat = shared.viewer
    view = ["--all"] if seat == OMNISCIENT else [] if seat == SPECTATOR else [f"--seat={seat + 1}"]
    command = ["-m", "darwin_tui", "export", str(record), "--as=cast", f"--out={path}", *view]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, output = await process.communicate()
    if process.returncode:
        why = output.decode(errors="replace").strip()[-FAILURE_CHARACTERS_MAX:]
        raise JournalError(why or tr("The film failed."))
