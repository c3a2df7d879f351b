"""The folder of saved matches: list, rename, copy, delete to the trash."""

import re
import time
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from darwin_core.contract.game import SPECTATOR
from darwin_core.contract.options import rules_title
from darwin_core.journal import JournalError, reason, unreadable
from darwin_core.journal.disk import is_taken, write_new
from darwin_core.text.language import tr
from darwin_tui.paths import SUFFIX, Locations, private_dir
from darwin_tui.saves.files import copy_notes, move, put_at_free, read_bytes
from darwin_tui.saves.opened import verified, why_not_playable
from darwin_tui.saves.verification_cache import UNREAD, Listed, VerificationCache

SLICE_SECONDS: Final = 0.1
"""Time for which matches are verified before the screen is drawn again."""

_TITLE: Final = re.compile(r"[0-9A-Za-zÀ-ÖØ-öø-ſ_-][0-9A-Za-zÀ-ÖØ-öø-ſ ._-]{0,59}")


def rows(locations: Locations) -> Generator[Listed]:
    """Yield the saved matches, the last played first; each is verified when it is asked for,
    unless it has been since it was last changed.

    Raises:
        JournalError: if the folder cannot be read.
    """
    folder = locations.matches
    try:
        found = list(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    except OSError as error:
        raise unreadable(folder, error) from None
    ordered = sorted(found, key=_played, reverse=True)
    return _each((path for path in ordered if not path.name.startswith(".")), locations)


def _each(paths: Iterable[Path], locations: Locations) -> Generator[Listed]:
    cache, is_all = VerificationCache.read(locations.verification), False
    try:
        for path in paths:
            yield cache.row(path, row)
        is_all = True
    finally:
        # A caller that asks for the first few only must not wait for them every time.
        cache.keep(is_all=is_all)


def _played(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


def listed(locations: Locations) -> list[Listed]:
    """Return all saved matches, the last played first.

    Raises:
        JournalError: if the folder cannot be read.
    """
    return list(rows(locations))


class Slices:
    """Saved matches, verified in slices of time, so that keys are handled in between."""

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
        """Yield rows until the time of one slice has passed."""
        end = time.monotonic() + SLICE_SECONDS
        for row in self._rows or ():
            yield row
            if time.monotonic() > end:
                return
        self.close()

    def close(self) -> None:
        """Stop, and keep the results so far."""
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
    outcome = match.game.outcome(match.state)
    standing = outcome or match.game.standing(match.view(SPECTATOR))
    return msgspec.structs.replace(
        listed,
        game=match.header.game,
        players=match.header.players,
        clock=match.game.clock(match.state),
        points=standing.totals,
        places=standing.ranks,
        over=outcome is not None,
        playable=why_not_playable(match) is None,
        made=match.header.made,
        seed=match.header.seed,
        chain=match.chain,
        rules=rules_title(match.game, match.header.options),
        is_branch=match.header.parent is not None,
    )


def rename(path: Path, title: str, locations: Locations) -> Path:
    """Give a saved match another title, which is the name of its file.

    Raises:
        JournalError: if the title cannot be a file's name, is taken, or renaming fails.
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
    """Save the same match a second time; return where.

    Raises:
        RecordError: if it cannot be read.
        JournalError: if it cannot be written.
    """
    text = read_bytes(path)
    target = put_at_free(path, lambda free: write_new(free, text))
    copy_notes(path, target, locations)
    return target


def delete(path: Path, locations: Locations) -> Path:
    """Move a saved match to the trash; return where it is then.

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
