"""The files of saved matches: their titles, and creating, reading, listing, moving, copying,
deleting, verifying and rescuing them.

A record is the text of a match, and a file of it is a saved match. Notes on a record are a file of
their own, which moves and is copied with it."""

import os
import re
import secrets
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from darwin_core import __version__
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import SPECTATOR, Refusal
from darwin_core.contract.options import rules_title
from darwin_core.journal import JournalError, reason, unreadable, unwritable
from darwin_core.journal.disk import (
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
from darwin_core.journal.file import FileJournal
from darwin_core.match import (
    AnyMatch,
    Match,
    Refused,
    begin,
    branch,
    fairness,
    record,
    replay,
    undone_line,
)
from darwin_core.match import rescue as rescue_record
from darwin_core.match.record import Header, Player, Reading, RecordError
from darwin_core.text.language import tr, tr_in, tr_n
from darwin_core.text.wording import listed as listed_in_words
from darwin_tui import paths, seating
from darwin_tui.library import notes
from darwin_tui.library.caches import UNREAD, Listed, VerificationCache
from darwin_tui.library.dates import month
from darwin_tui.paths import SUFFIX, Locations, branch_note, damaged_path, private_dir, writable_dir
from darwin_tui.seating import bots_of, people_of
from darwin_tui.terminal.printable import clean


def saved_title(title: str) -> str:
    """Return a saved match's title, safe to show; a generated title becomes words."""
    generated = paths.read_title(title)
    if generated is None:
        return clean(title)
    try:
        game = registry.get(generated.slug)
    except registry.UnknownGame:
        return clean(title)
    return tr(
        "{game}, {day} {month} {year}, {time}{note}",
        game=game.title,
        day=generated.started.day,
        month=month(generated.started),
        year=generated.started.year,
        time=f"{generated.started:%H:%M}",
        note=_note_title(generated),
    )


def _note_title(generated: paths.Generated) -> str:
    """Return the part of a match's name after game and time, in words."""
    if not generated.is_branch:
        return generated.rest
    if not generated.dealt_for:
        words = tr_in("file", "branch")
    elif generated.dealt_for == "spectator":
        words = tr("branch dealt again for a spectator")
    else:
        words = tr("branch dealt again for seat {number}", number=generated.dealt_for)
    return f" {words}{generated.rest}"


def check_size(path: Path) -> None:
    """Refuse a file that cannot be a record, before reading any of it.

    Raises:
        RecordError: if the file is missing or too long.
    """
    try:
        record.refuse_oversized(file_size(path))
    except OSError as error:
        raise RecordError(f"{tr(UNREAD)} {reason(error)}.") from None


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a record.

    Raises:
        RecordError: if the file is missing, too long or unreadable.
    """
    check_size(path)
    try:
        return read_whole(path, record.MAX_BYTES)
    except OSError as error:
        raise RecordError(f"{tr(UNREAD)} {reason(error)}.") from None


def free_path(path: Path) -> Path:
    """Return the path, or the first free one with a number, from 2, added to its name."""
    free = path
    number = 2
    while is_taken(free):
        free = path.with_name(f"{path.stem} {number}{path.suffix}")
        number += 1
    return free


def put_at_free(path: Path, put: Callable[[Path], None]) -> Path:
    """Put something at a path, or at a similar free one. If another program takes a path first, try
    the next one."""
    while True:
        free = free_path(path)
        with suppress(Taken, FileExistsError):
            put(free)
            return free


def copy_notes(path: Path, target: Path, locations: Locations) -> None:
    """Copy the notes on a record to another one, if there are any; a failure only loses the
    notes."""
    with suppress(OSError, JournalError):
        text = read_whole(locations.notes_on(path), notes.BYTES_MAX)
        write_whole(locations.notes_on(target), text)


def move(path: Path, target: Path, locations: Locations) -> None:
    """Move a record with its notes, unless it is being played.

    Raises:
        FileExistsError: if there is a file of that name.
        JournalError: if it cannot be moved; then it stays where it is.
    """
    try:
        with unplayed(path):
            move_new(path, target)
        # If the notes cannot follow, the record goes back, so that they stay together.
        try:
            with suppress(FileNotFoundError):
                locations.notes_on(path).rename(locations.notes_on(target))
        except OSError:
            move_new(target, path)
            raise
        sync_folder(target.parent)
        sync_folder(path.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise JournalError(
            tr("{name} cannot be moved: {reason}.", name=path.name, reason=reason(error))
        ) from None


LINES_NAMED_MAX: Final = 8
"""Number of damaged lines that are named individually."""


class Opened(msgspec.Struct):
    """A match read from a file."""

    path: Path
    match: AnyMatch
    journal: FileJournal | None
    """None if the match was opened read-only."""
    notice: str = ""
    """One sentence about repairs, or unreadable parts."""


def header_for(
    slug: str, options: dict[str, bool | int | str], players: Sequence[Player], seed: str | None
) -> Header:
    """Return the header of a match that starts now; the default seed cannot be guessed."""
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


def new_path(header: Header, locations: Locations, note: str = "") -> Path:
    """Return the path of a new match in the player's folder, which is created if needed; a note may
    end its name.

    Raises:
        JournalError: if the folder cannot be created.
    """
    writable_dir(locations.matches)
    return locations.new_record(header.game, datetime.now(), header.id, note)


def create(header: Header, where: Path | Locations) -> Opened:
    """Start a match; its record is on disk before this returns.

    Args:
        header: the game, the players and the seed.
        where: the file, or the locations of the player in whose folder it is saved.

    Raises:
        JournalError: if it cannot be written.
        RecordError: if the header does not fit its game.
    """
    match, text = begin(registry.get(header.game), header)
    path = new_path(header, where) if isinstance(where, Locations) else where
    return Opened(path, match, FileJournal.create(path, text))


def create_branch(
    source: AnyMatch,
    position: int,
    players: Sequence[Player],
    redeal_for: int | None,
    locations: Locations,
    *,
    is_open: bool = False,
) -> Opened:
    """Start a match that continues from a position of another, which stays unchanged.

    Args:
        position: number of its actions in force to keep.
        players: a person or a bot for each seat.
        redeal_for: viewer for whom all cards that this viewer cannot know are dealt again, as the
            seed of the branch determines; None for the same future.
        locations: locations of the player in whose folder it is saved.
        is_open: the players may know all cards of the source.

    Raises:
        Refused: if a person could see cards that their seat in the other match cannot know.
        JournalError: if it cannot be written.
        RecordError: if the players do not fit the game.
    """
    refusal = _why_no_branch(source, players, redeal_for)
    if refusal and not is_open:
        raise Refused(Refusal("hidden", refusal))
    header = header_for(source.header.game, {}, players, None)
    redeal = None if redeal_for is None else (redeal_for, from_seed(header.seed, "redeal"))
    match, texts = branch(source, position, header, redeal)
    path = new_path(match.header, locations, _note(redeal_for))
    return Opened(path, match, FileJournal.create(path, b"".join(texts)))


def _note(redeal_for: int | None) -> str:
    """Return the suffix of a branch's name."""
    if redeal_for is None:
        return branch_note("")
    return branch_note("spectator" if redeal_for == SPECTATOR else f"{redeal_for + 1}")


def _why_no_branch(
    source: AnyMatch, players: Sequence[Player], redeal_for: int | None
) -> str | None:
    """Return why people may not play the branch; None if they may.

    A person at a seat that had a bot sees that seat's cards, which nobody may have known.
    """
    if redeal_for is not None:
        return seating.why_not_look(source, redeal_for)
    for seat in {*people_of(players)} - {*people_of(source.header.players)}:
        if refusal := seating.why_not_look(source, seat):
            return refusal
    return seating.why_not_same_cards(source)


def _load(reading: Reading) -> AnyMatch:
    """Return the match of a record; raises RecordError for an unknown game or a wrong header."""
    try:
        game = registry.get(reading.header.game)
    except registry.UnknownGame as error:
        raise RecordError(str(error)) from None
    return Match.load(game, reading.header, reading.chain, reading.lines)


def read(path: Path) -> Opened:
    """Open a match read-only; the file is not changed.

    Raises:
        RecordError: if this version cannot read it.
    """
    reading = record.read(read_bytes(path))
    match = _load(reading)
    notice = reading.damage or ""
    if reading.truncated and not notice:
        notice = tr("The last line was cut off; it is left out.")
    # A divergence comes before any damage, so it alone says where the match ends.
    if match.divergence:
        notice = match.divergence.sentence
    return Opened(path, match, None, notice)


def resume(path: Path) -> Opened:
    """Open a match to continue it. A truncated last line is cut; a damaged original is kept.

    Raises:
        RecordError: if this version cannot continue it.
        JournalError: if it is locked or cannot be written.
    """
    check_size(path)
    journal = FileJournal(path)
    try:
        reading = record.read(journal.read())
        match = _load(reading)
        refusal = why_not_playable(match)
        if refusal:
            raise RecordError(refusal)
        notice = ""
        if reading.damage:
            notice = _set_aside(path, reading)
            journal.close()
            journal = FileJournal(path)
        elif reading.truncated:
            journal.cut(reading.sound_bytes)
            notice = tr("The last line had not been written to its end and was left out.")
        elif reading.missing_newline:
            journal.cut(reading.sound_bytes, b"\n")
            notice = tr("The end of the last line was repaired; nothing is lost.")
    except BaseException:
        journal.close()
        raise
    return Opened(path, match, journal, notice)


def why_not_playable(match: AnyMatch) -> str | None:
    """Return why a match can only be replayed; None if it can be continued."""
    if match.divergence:
        return f"{match.divergence.sentence} {tr('It can be replayed up to there.')}"
    try:
        bots_of(match.header.players)
    except ValueError as error:
        return f"{error} {tr('The match can be replayed.')}"
    return None


def _set_aside(path: Path, reading: Reading) -> str:
    """Keep a damaged original under another name, replace it by its sound part, and return a
    sentence about both."""
    data = read_bytes(path)
    kept_as = put_at_free(damaged_path(path, datetime.now()), lambda free: write_new(free, data))
    good = data[: reading.sound_bytes]
    write_whole(path, good)
    sentence = tr(
        "Play continues from action {position}; the damaged file is kept as {name}, and "
        "“darwin-tui rescue” brings back what lies behind the damage.",
        position=len(reading.lines),
        name=kept_as.name,
    )
    return f"{reading.damage} {sentence}"


def rescue(path: Path, target: Path | None) -> str:
    """Save the readable parts of a damaged record in a new file; return a sentence about them.

    Args:
        path: the record, which stays unchanged.
        target: the new file; None for one beside the record.

    Raises:
        RecordError: if nothing can be rescued.
        JournalError: if the new file cannot be written, or its name is taken.
    """
    data = read_bytes(path)
    if verify(path) is None:
        raise RecordError(tr("It is whole: there is nothing to rescue."))
    rescued = rescue_record(data)
    if unfair := fairness.trouble(rescued.match.header):
        raise RecordError(unfair)
    count = len(rescued.match.lines)
    if rescued.total and not count:
        raise RecordError(tr("None of its actions can be rescued."))
    text = rescued.match.text()
    if target is None:
        beside = path.with_name(f"{path.name.partition(SUFFIX)[0]} rescued{SUFFIX}")
        target = put_at_free(beside, lambda free: write_new(free, text))
    else:
        write_new(target, text)
    parts = [
        tr_n(
            "{kept} of {number} action is rescued in {path}",
            "{kept} of {number} actions are rescued in {path}",
            rescued.total,
            kept=count,
            path=target,
        )
    ]
    lines = [str(number) for number in rescued.damaged or _first_fault(data)]
    if len(lines) > LINES_NAMED_MAX:
        parts.append(tr("{number} lines were damaged or missing", number=len(lines)))
    elif lines:
        parts.append(
            tr_n(
                "line {lines} was damaged or missing",
                "lines {lines} were damaged or missing",
                len(lines),
                lines=listed_in_words(lines),
            )
        )
    if rescued.uncertain:
        parts.append(
            tr_n(
                "the last one is legal, but cannot be proved to be what was played",
                "the last {number} are legal, but cannot be proved to be what was played",
                rescued.uncertain,
            )
        )
    return f"{'; '.join(parts)}."


def _first_fault(data: bytes) -> list[int]:
    """Return the first damaged line of a record, counting the header, which must be sound."""
    try:
        reading = record.read(data)
    except RecordError:
        return []
    # Lines count from 1, and the header comes before the readable lines.
    return [len(reading.lines) + 2] if reading.damage else []


def verify(path: Path) -> str | None:
    """Return the damage of a record in one sentence; None if it is complete and legal."""
    return verified(path)[1]


def verified(path: Path) -> tuple[AnyMatch | None, str | None]:
    """Return the readable part of a record as a match, and the record's damage."""
    try:
        reading = record.read(read_bytes(path))
        match = _load(reading)
    except RecordError as error:
        return None, str(error)
    if unfair := fairness.trouble(match.header):
        return match, unfair
    if match.divergence:
        return match, match.divergence.sentence
    if reading.damage:
        return match, reading.damage
    if reading.truncated or reading.missing_newline:
        # A line that only lacks its end was read, a truncated one was not.
        return match, tr(
            "Line {number} is cut off.", number=len(reading.lines) + 2 - reading.missing_newline
        )
    return match, None


def is_record(path: Path) -> bool:
    """Return whether a file is a record, even a damaged one or one of a later version."""
    try:
        record.read(read_bytes(path))
    except record.NewerFormat:
        return True
    except RecordError:
        return path.suffix == SUFFIX and is_taken(path)
    return True


def why_unsaved(opened: Opened) -> str | None:
    """Return why a live match is not in its file; None if it is."""
    assert opened.journal is not None
    try:
        opened.journal.check()
    except JournalError as error:
        return str(error)
    return None


def save_elsewhere(opened: Opened, target: str, locations: Locations) -> None:
    """Save the whole match in a new file and continue there; the old file stays unchanged.

    Args:
        target: the new file; a bare name means a match beside the old file, where the list of
            saved matches finds it.

    Raises:
        JournalError: if it cannot be saved there; then nothing has changed.
    """
    assert opened.journal is not None
    if not locations.shows_paths:
        # The player has no folders on this machine to choose from.
        raise JournalError(tr("The host keeps this match; it cannot be saved elsewhere."))
    path = Path(os.path.expanduser(target))
    if target and path.name == target:
        path = opened.path.with_name(target.removesuffix(SUFFIX) + SUFFIX)
    try:
        if path.parent == locations.matches:
            # The folder may have been deleted with the match.
            private_dir(path.parent)
        opened.journal.move_to(path)
    except OSError as error:
        raise unwritable(path, error) from None
    except ValueError:
        raise JournalError(tr("That cannot be the name of a file.")) from None
    copy_notes(opened.path, path, locations)
    opened.path = path


SLICE_SECONDS: Final = 0.1
"""Time for verifying matches before the screen is drawn again."""
_TITLE: Final = re.compile(r"[0-9A-Za-zÀ-ÖØ-öø-ſ_-][0-9A-Za-zÀ-ÖØ-öø-ſ ._-]{0,59}")
"""Titles that are safe as file names on all systems. A dot or a blank cannot come first."""


def rows(locations: Locations) -> Generator[Listed]:
    """Yield the saved matches, last played first.

    Each is verified on demand, unless it is unchanged since its last verification.

    Raises:
        JournalError: if the folder cannot be read.
    """
    folder = locations.matches
    try:
        files = list(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    except OSError as error:
        raise unreadable(folder, error) from None
    ordered = sorted(files, key=_played, reverse=True)
    # Unfinished files begin with a dot.
    return _verified_rows((path for path in ordered if not path.name.startswith(".")), locations)


def _verified_rows(paths: Iterable[Path], locations: Locations) -> Generator[Listed]:
    """Yield the rows of files, and store them for the next time."""
    cache = VerificationCache.read(locations.verification)
    is_all = False
    try:
        for path in paths:
            yield cache.row(path, row)
        is_all = True
    finally:
        # A caller that stops after the first few must not wait for their verification every time.
        cache.keep(is_all=is_all)


def _played(path: Path) -> float:
    """Return the time of a file's last change; 0 for a file that is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


def listed(locations: Locations) -> list[Listed]:
    """Return all saved matches, last played first.

    Raises:
        JournalError: if the folder cannot be read.
    """
    return list(rows(locations))


class Slices:
    """Saved matches, verified in slices of time so that keys are handled in between."""

    def __init__(self) -> None:
        self._rows: Generator[Listed] | None = None

    @property
    def has_more(self) -> bool:
        """True until the last match is verified."""
        return self._rows is not None

    def start(self, locations: Locations) -> None:
        """Start at the match last played.

        Raises:
            JournalError: if the folder cannot be read; then there are no rows.
        """
        self.close()
        self._rows = rows(locations)

    def next(self) -> Iterator[Listed]:
        """Yield rows for the time of one slice."""
        end = time.monotonic() + SLICE_SECONDS
        for row in self._rows or ():
            yield row
            if time.monotonic() > end:
                return
        self.close()

    def close(self) -> None:
        """Stop, and store the results so far."""
        if self._rows:
            self._rows.close()
            self._rows = None


def row(path: Path) -> Listed:
    """Return one saved match, verified from its first byte to its last."""
    try:
        status = path.stat()
    except OSError as error:
        return Listed(path, path.stem, 0, 0, trouble=f"{tr(UNREAD)} {reason(error)}.")
    match, trouble = verified(path)
    listed = Listed(path, path.stem, status.st_mtime, status.st_size, trouble=trouble or "")
    if match is None:
        return listed
    is_decided = seating.decided_at(match) is not None
    standing = match.game.outcome(match.state) or match.game.standing(match.view(SPECTATOR))
    standing = standing.with_last(tuple(match.resigned))
    return msgspec.structs.replace(
        listed,
        game=match.header.game,
        players=match.header.players,
        clock=match.game.clock(match.state),
        points=standing.totals,
        places=standing.ranks,
        over=is_decided,
        playable=why_not_playable(match) is None,
        made=match.header.made,
        seed=match.header.seed,
        chain=match.chain,
        rules=rules_title(match.game, match.header.options),
        is_branch=match.header.parent is not None,
        seen_undos=undos_in(match),
    )


def undos_in(match: AnyMatch) -> tuple[int, ...]:
    """Return the seat of each undo of an action that others saw."""
    seen = replay.seen_undone(match)
    return tuple(line.seat for line in match.lines if undone_line(line.action) in seen)


def rename(path: Path, title: str, locations: Locations) -> Path:
    """Rename the file of a saved match after another title.

    Raises:
        JournalError: if the title cannot be a file name, is taken, or renaming fails.
    """
    title = title.strip()
    if not _TITLE.fullmatch(title):
        raise JournalError(tr("A title has 1 to 60 letters, digits, spaces, dots, - or _."))
    target = path.with_name(title + SUFFIX)
    try:
        if not is_taken(target):
            move(path, target, locations)
            return target
    except FileExistsError:
        pass
    raise JournalError(tr("There is a match called {title} already.", title=title))


def copy(path: Path, locations: Locations) -> Path:
    """Save the same match a second time; return the path.

    Raises:
        RecordError: if it cannot be read.
        JournalError: if it cannot be written.
    """
    text = read_bytes(path)
    target = put_at_free(path, lambda free: write_new(free, text))
    copy_notes(path, target, locations)
    return target


def delete(path: Path, locations: Locations) -> Path:
    """Move a saved match to the trash; return its path there.

    Raises:
        JournalError: if it cannot be moved.
    """
    try:
        folder = private_dir(locations.trash)
    except OSError as error:
        raise JournalError(
            tr("The trash cannot be made: {reason}.", reason=reason(error))
        ) from None
    return put_at_free(folder / path.name, lambda free: move(path, free, locations))
