"""Matches opened from their records, and new ones."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from darwin_core import __version__
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import SPECTATOR, Refusal
from darwin_core.journal import unwritable
from darwin_core.journal.disk import is_taken, write_new, write_whole
from darwin_core.journal.file import FileJournal
from darwin_core.match import AnyMatch, Match, Refused, begin, branch, fairness, record
from darwin_core.match import rescue as rescue_record
from darwin_core.match.record import Header, Player, Reading, RecordError
from darwin_core.text.language import tr, tr_n
from darwin_core.text.wording import listed
from darwin_tui import perspective
from darwin_tui.paths import SUFFIX, Locations, branch_note, damaged_path, private_dir
from darwin_tui.saves.files import check_size, put_at_free, read_bytes
from darwin_tui.seating import bots_of, people_of

LINES_NAMED_MAX: Final = 8
"""Damaged lines that are named one by one."""


class Opened(msgspec.Struct):
    """A match read from a file."""

    path: Path
    match: AnyMatch
    journal: FileJournal | None
    """None if it was opened only to be read."""
    notice: str = ""
    """One sentence on what was repaired or could not be read."""


def header_for(
    slug: str, options: dict[str, bool | int | str], players: Sequence[Player], seed: str | None
) -> Header:
    """Return the header of a match that starts now; without a seed, with one that nobody can
    guess."""
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
    """Return the path of a new match in the player's folder, which is created if need be; a note
    may end its name.

    Raises:
        JournalError: if the folder cannot be made.
    """
    try:
        private_dir(locations.matches)
    except OSError as error:
        raise unwritable(locations.matches, error) from None
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
    """Start a match that continues from a point of another, which stays as it is.

    Args:
        source: the match to branch from.
        position: how many of its actions in force to keep.
        players: a person or a bot for each seat.
        redeal_for: None for the same future; a viewer to deal again what that viewer cannot know.
            The deal follows from the seed of the branch.
        locations: of the player in whose folder it is saved.
        is_open: the players may know all cards of the source.

    Raises:
        Refused: if it would show somebody what their seat in the other match cannot know.
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
    """Return the end of the name of a branch."""
    if redeal_for is None:
        return branch_note("")
    return branch_note("spectator" if redeal_for == SPECTATOR else f"{redeal_for + 1}")


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


def read(path: Path) -> Opened:
    """Open a match read-only; the file is not changed.

    Raises:
        RecordError: if it is not a record that this version can read.
    """
    reading = record.read(read_bytes(path))
    match = _load(reading)
    notice = reading.damage or ""
    if reading.truncated and not notice:
        notice = tr("The last line was cut off; it is left out.")
    if match.divergence:
        notice = match.divergence.sentence
    return Opened(path, match, None, notice)


def resume(path: Path) -> Opened:
    """Open a match to continue it. A truncated last line is cut; a damaged original is kept.

    Raises:
        RecordError: if it is not a record that this version can continue.
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
            journal.cut(reading.kept)
            notice = tr("The last line had not been written to its end and was left out.")
        elif reading.missing_newline:
            journal.cut(reading.kept, b"\n")
            notice = tr("The end of the last line was repaired; nothing is lost.")
    except BaseException:
        journal.close()
        raise
    return Opened(path, match, journal, notice)


def why_not_playable(match: AnyMatch) -> str | None:
    """Say why a match can be replayed, but not continued; None if it can."""
    if match.divergence:
        return f"{match.divergence.sentence} {tr('It can be replayed up to there.')}"
    try:
        bots_of(match.header.players)
    except ValueError as error:
        return f"{error} {tr('The match can be replayed.')}"
    return None


def _set_aside(path: Path, reading: Reading) -> str:
    """Keep a damaged original under another name and replace it by its sound part."""
    data = read_bytes(path)
    kept_as = put_at_free(damaged_path(path, datetime.now()), lambda free: write_new(free, data))
    good = data[: reading.kept]
    write_whole(path, good)
    kept = tr(
        "Play continues from action {position}; the damaged file is kept as {name}, and "
        "“darwin-tui rescue” brings back what lies behind the damage.",
        position=len(reading.lines),
        name=kept_as.name,
    )
    return f"{reading.damage} {kept}"


def rescue(path: Path, target: Path | None) -> str:
    """Save in a new file what a damaged record still holds; return what that is in one sentence.

    Args:
        path: the record, which stays as it is.
        target: the new file; None for one beside the record.

    Raises:
        RecordError: if there is nothing to be rescued.
        JournalError: if the new file cannot be written, or has that name already.
    """
    data = read_bytes(path)
    if verify(path) is None:
        raise RecordError(tr("It is whole: there is nothing to rescue."))
    rescued = rescue_record(data)
    if unfair := fairness.trouble(rescued.match.header):
        raise RecordError(unfair)
    kept = len(rescued.match.lines)
    if rescued.total and not kept:
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
            kept=kept,
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
                lines=listed(lines),
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
    """Return the line, counted with the header, at which a record is damaged first, if its header
    is not."""
    try:
        reading = record.read(data)
    except RecordError:
        return []
    return [len(reading.lines) + 2] if reading.damage else []


def verify(path: Path) -> str | None:
    """Return the damage of a record in one sentence; None if it is whole and legal."""
    return verified(path)[1]


def verified(path: Path) -> tuple[AnyMatch | None, str | None]:
    """Return the match of a record, as far as it can be read, and the damage of the record."""
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
        return match, tr(
            "Line {number} is cut off.", number=len(reading.lines) + 2 - reading.missing_newline
        )
    return match, None


def is_record(path: Path) -> bool:
    """Return True for the file of a match, be it damaged or of a later version."""
    try:
        record.read(read_bytes(path))
    except record.NewerFormat:
        return True
    except RecordError:
        return path.suffix == SUFFIX and is_taken(path)
    return True
