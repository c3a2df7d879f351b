"""Saved matches: begin, open, list, rename, copy, delete to trash.

Each function that changes something does it as a whole or not at all, and raises with one sentence
for people.
"""

import os
import re
import secrets
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from darwin_core import __version__, record, registry
from darwin_core.game import Refusal
from darwin_core.journal import JournalError, reason
from darwin_core.journal.file import (
    FileJournal,
    Taken,
    file_size,
    is_taken,
    move_new,
    read_whole,
    sync_folder,
    unplayed,
    write_new,
    write_whole,
)
from darwin_core.match import AnyMatch, Match, Refused, begin, branch
from darwin_core.record import Header, Player, Reading, RecordError
from darwin_tui import locations, notes, perspective
from darwin_tui.seating import bots_of, people_of
from darwin_tui.verification_cache import UNREAD, Verified
from darwin_tui.verification_cache import Listed as Listed

_TITLE: Final = re.compile(r"[0-9A-Za-zÀ-ÖØ-öø-ſ_-][0-9A-Za-zÀ-ÖØ-öø-ſ ._-]{0,59}")


class Opened(msgspec.Struct):
    """A match read from a file."""

    path: Path
    match: AnyMatch
    journal: FileJournal | None
    """None if it was opened only to be read."""
    notice: str = ""
    """What had to be mended or could not be read, in one sentence."""


def header_for(
    slug: str, options: dict[str, bool | int | str], players: Sequence[Player], seed: str | None
) -> Header:
    """The header of a match that begins now; without a seed, one that nobody can guess."""
    game = registry.get(slug)
    return Header(
        game=slug,
        rules=game.rules_version,
        players=tuple(players),
        seed=secrets.token_hex(16) if seed is None else seed,
        id=secrets.token_hex(8),
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        engine=__version__,
        options=options,
    )


def _place_of(header: Header) -> Path:
    try:
        locations.private_dir(locations.saves_dir())
    except OSError as error:
        raise JournalError(f"{locations.saves_dir()} cannot be written: {reason(error)}.") from None
    note = " branch" if header.parent else ""
    return locations.record_path(header.game, datetime.now(), header.id, note)


def create(header: Header, path: Path | None = None) -> Opened:
    """Begin a match; its record is on disk before this returns.

    Raises:
        JournalError: if it cannot be written.
        RecordError: if the header does not fit its game.
    """
    match, text = begin(registry.get(header.game), header)
    path = path or _place_of(header)
    return Opened(path, match, FileJournal.create(path, text))


def create_branch(
    source: AnyMatch, position: int, players: Sequence[Player], redeal_for: int | None
) -> Opened:
    """Begin a match that goes on from a point of another, which stays as it is.

    Args:
        source: the match to branch from.
        position: how many of its acts in force to keep.
        players: who plays on, a person or a bot for each seat.
        redeal_for: None for the same future; a viewer to deal anew what that viewer cannot know.

    Raises:
        Refused: if it would show somebody what their seat in the other match cannot know.
        JournalError: if it cannot be written.
        RecordError: if the players do not fit the game.
    """
    refusal = _why_no_branch(source, players, redeal_for)
    if refusal:
        raise Refused(Refusal("hidden", refusal))
    header = header_for(source.header.game, {}, players, None)
    redeal = None if redeal_for is None else (redeal_for, secrets.token_bytes(16))
    match, texts = branch(source, position, header, redeal)
    path = _place_of(match.header)
    return Opened(path, match, FileJournal.create(path, b"".join(texts)))


def _why_no_branch(
    source: AnyMatch, players: Sequence[Player], redeal_for: int | None
) -> str | None:
    if redeal_for is not None:
        return perspective.why_not_look(source, redeal_for)
    for seat in {*people_of(players)} - {*people_of(source.header.players)}:
        if refusal := perspective.why_not_look(source, seat):
            return refusal
    return perspective.why_not_same_cards(source)


def _load(reading: Reading) -> AnyMatch:
    try:
        game = registry.get(reading.header.game)
    except registry.UnknownGame as error:
        raise RecordError(str(error)) from None
    return Match.load(game, reading.header, reading.chain, reading.lines)


def _look_at(path: Path) -> None:
    """Refuse what cannot be a record, before a byte of it is read.

    Raises:
        RecordError: if there is no such file, or one that is too long.
    """
    try:
        record.refuse_oversized(file_size(path))
    except OSError as error:
        raise RecordError(f"{UNREAD} {reason(error)}.") from None


def _read_bytes(path: Path) -> bytes:
    _look_at(path)
    try:
        return read_whole(path, record.MAX_BYTES)
    except OSError as error:
        raise RecordError(f"{UNREAD} {reason(error)}.") from None


def read(path: Path) -> Opened:
    """A match to look at; the file is not changed.

    Raises:
        RecordError: if it is not a record that this version can read.
    """
    reading = record.read(_read_bytes(path))
    match = _load(reading)
    notice = reading.damage or ("The last line was cut off; it is left out." * reading.truncated)
    if match.divergence:
        notice = match.divergence.sentence
    return Opened(path, match, None, notice)


def resume(path: Path) -> Opened:
    """A match to play on. A torn last line is cut; a damaged original is kept beside.

    Raises:
        RecordError: if it is not a record that this version can play on.
        JournalError: if it is locked or cannot be written.
    """
    _look_at(path)
    journal = FileJournal(path)
    try:
        reading = record.read(journal.read())
        match = _load(reading)
        refusal = _why_not_on(match)
        if refusal:
            raise RecordError(refusal)
        notice = ""
        if reading.damage:
            notice = _set_aside(path, reading)
            journal.close()
            journal = FileJournal(path)
        elif reading.truncated:
            journal.cut(reading.kept)
            notice = "The last line had not been written to its end and was left out."
        elif reading.missing_newline:
            journal.cut(reading.kept, b"\n")
            notice = "The end of the last line was mended; nothing is lost."
    except BaseException:
        journal.close()
        raise
    return Opened(path, match, journal, notice)


def _why_not_on(match: AnyMatch) -> str | None:
    """Why a match can be replayed, but not played on; None if it can."""
    if match.divergence:
        return f"{match.divergence.sentence} It can be replayed up to there."
    try:
        bots_of(match.header.players)
    except ValueError as error:
        return f"{error} The match can be replayed."
    return None


def _set_aside(path: Path, reading: Reading) -> str:
    """Keep a damaged original under another name and put its good part in its place."""
    data = _read_bytes(path)
    kept_as = _put_at_free(
        locations.damaged_path(path, datetime.now()), lambda place: write_new(place, data)
    )
    good = data[: reading.kept]
    write_whole(path, good)
    return (
        f"{reading.damage} Play goes on from action {len(reading.lines)}; "
        f"the damaged file is kept as {kept_as.name}."
    )


def free_path(path: Path) -> Path:
    """Return the path itself, or one like it that nothing bears yet."""
    free, number = path, 2
    while is_taken(free):
        free = path.with_name(f"{path.stem} {number}{path.suffix}")
        number += 1
    return free


def _put_at_free(path: Path, put: Callable[[Path], None]) -> Path:
    """Put something at a path, or at one like it, that nothing bears; the next if another program
    takes that name first."""
    while True:
        free = free_path(path)
        with suppress(Taken, FileExistsError):
            put(free)
            return free


def why_unsaved(opened: Opened) -> str | None:
    """Say in one sentence why a match that is played is not in its file; None if it is."""
    assert opened.journal is not None
    try:
        opened.journal.check()
    except JournalError as error:
        return str(error)
    return None


def save_elsewhere(opened: Opened, place: str) -> None:
    """Save the whole match in a new file and go on there; the old file stays as it is.

    Raises:
        JournalError: if it cannot be saved there; then nothing has changed.
    """
    assert opened.journal is not None
    path = Path(os.path.expanduser(place))
    try:
        if path.parent == locations.saves_dir():
            # It may have been deleted with the match.
            locations.private_dir(path.parent)
        opened.journal.move_to(path)
    except OSError as error:
        raise JournalError(f"{path} cannot be written: {reason(error)}.") from None
    except ValueError:
        raise JournalError("That cannot be the name of a file.") from None
    _copy_notes(opened.path, path)
    opened.path = path


def _copy_notes(path: Path, target: Path) -> None:
    """Copy the notes on a record for another one, if there are any."""
    with suppress(OSError, JournalError):
        text = read_whole(locations.notes_path(path), notes.MOST_BYTES)
        write_whole(locations.notes_path(target), text)


def verify(path: Path) -> str | None:
    """What is wrong with a record, in one sentence; None if it is whole and legal."""
    return verified(path)[1]


def verified(path: Path) -> tuple[AnyMatch | None, str | None]:
    """The match of a record, as far as it can be read, and what is wrong with the record."""
    try:
        reading = record.read(_read_bytes(path))
        match = _load(reading)
    except RecordError as error:
        return None, str(error)
    if match.divergence:
        return match, match.divergence.sentence
    if reading.damage:
        return match, reading.damage
    if reading.truncated or reading.missing_newline:
        return match, f"Line {len(reading.lines) + 2 - reading.missing_newline} is cut off."
    return match, None


def rows() -> Generator[Listed]:
    """The saved matches one after the other, the last played first; each is verified when it is
    asked for, unless it has been since it was last changed.

    Raises:
        JournalError: if the folder they lie in cannot be read.
    """
    folder = locations.saves_dir()
    try:
        found = list(folder.glob(f"*{locations.SUFFIX}")) if folder.is_dir() else []
    except OSError as error:
        raise JournalError(f"{folder} cannot be read: {reason(error)}.") from None
    ordered = sorted(found, key=_played, reverse=True)
    return _each(path for path in ordered if not path.name.startswith("."))


def _each(paths: Iterable[Path]) -> Generator[Listed]:
    verified, is_all = Verified.read(), False
    try:
        for path in paths:
            yield verified.row(path, row)
        is_all = True
    finally:
        # Whoever asks for the first few only shall not have to wait for them every time.
        verified.keep(is_all=is_all)


def _played(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


def listed() -> list[Listed]:
    """All saved matches, the last played first.

    Raises:
        JournalError: if the folder they lie in cannot be read.
    """
    return list(rows())


def row(path: Path) -> Listed:
    """One saved match, really verified."""
    try:
        status = path.stat()
    except OSError as error:
        return Listed(path, path.stem, 0, 0, trouble=f"{UNREAD} {reason(error)}.")
    match, trouble = verified(path)
    listed = Listed(path, path.stem, status.st_mtime, status.st_size, trouble=trouble or "")
    if match is None:
        return listed
    return msgspec.structs.replace(
        listed,
        game=match.header.game,
        players=match.header.players,
        clock=match.game.clock(match.state),
        over=match.game.outcome(match.state) is not None,
        playable=_why_not_on(match) is None,
    )


def is_record(path: Path) -> bool:
    """Whether a match is kept in a file, be it damaged or of a later version."""
    try:
        record.read(_read_bytes(path))
    except record.NewerFormat:
        return True
    except RecordError:
        return path.suffix == locations.SUFFIX and is_taken(path)
    return True


def rename(path: Path, title: str) -> Path:
    """Give a saved match another title, which is the name of its file.

    Raises:
        JournalError: if the title cannot be a file's name, is taken, or renaming fails.
    """
    title = title.strip()
    if not _TITLE.fullmatch(title):
        raise JournalError("A title has 1 to 60 letters, digits, spaces, dots, - or _.")
    target = path.with_name(title + locations.SUFFIX)
    try:
        if not is_taken(target):
            _move(path, target)
            return target
    except FileExistsError:
        pass
    raise JournalError(f"There is a match called {title} already.")


def copy(path: Path) -> Path:
    """A second save of the same match.

    Raises:
        RecordError: if it cannot be read.
        JournalError: if it cannot be written.
    """
    text = _read_bytes(path)
    target = _put_at_free(path, lambda place: write_new(place, text))
    _copy_notes(path, target)
    return target


def delete(path: Path) -> Path:
    """Move a saved match to the trash; the answer is where it lies now.

    Raises:
        JournalError: if it cannot be moved.
    """
    try:
        folder = locations.private_dir(locations.trash_dir())
    except OSError as error:
        raise JournalError(f"The trash cannot be made: {reason(error)}.") from None
    return _put_at_free(folder / path.name, lambda place: _move(path, place))


def _move(path: Path, target: Path) -> None:
    """Move a record with its notes, unless it is being played.

    Raises:
        FileExistsError: if something bears that name.
        JournalError: if it cannot be moved; then it stays where it is.
    """
    try:
        with unplayed(path):
            move_new(path, target)
        try:
            with suppress(FileNotFoundError):
                locations.notes_path(path).rename(locations.notes_path(target))
        except OSError:
            move_new(target, path)
            raise
        sync_folder(target.parent)
        sync_folder(path.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise JournalError(f"{path.name} cannot be moved: {reason(error)}.") from None
