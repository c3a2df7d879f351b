"""Every path the program uses, in one place."""

import os
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import appdirs

from darwin_core.journal.file import sync_folder

SUFFIX: Final = ".jsonl"
"""At the end of the name of every record."""

_NAME: Final = "darwin-tui"
_BEGAN: Final = "%Y-%m-%d-%H%M"
_GIVEN: Final = re.compile(r"([a-z]+)-(\d{4}-\d\d-\d\d-\d{4})-[0-9a-f]{6}(.*)")


def package_dir() -> Path:
    """The folder of this package."""
    return Path(__file__).parent


def styles_dir() -> Path:
    """The sheets: inside the package where it is installed, beside it in a checkout."""
    packaged = package_dir() / "styles"
    return packaged if packaged.is_dir() else package_dir().parent / "styles"


def state_dir() -> Path:
    """Where matches live: ``$XDG_STATE_HOME/darwin-tui`` or what the system has for it."""
    return _dir_of(appdirs.user_state_dir)


def _dir_of(kind: Callable[[str], str]) -> Path:
    """A folder as the system has it; an XDG variable that is empty or no full path counts as unset,
    as the XDG rules have it."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        if name in os.environ and not os.path.isabs(os.environ[name]):
            del os.environ[name]
    return Path(kind(_NAME))


def settings_path() -> Path:
    """The player's settings."""
    return _dir_of(appdirs.user_config_dir) / "settings.json"


def saves_dir() -> Path:
    """The saved matches."""
    return state_dir() / "matches"


def verification_path() -> Path:
    """What verifying the saved matches has found."""
    return state_dir() / "verified.json"


def trash_dir() -> Path:
    """Deleted matches, kept until the player empties it by hand."""
    return state_dir() / "trash"


def record_path(slug: str, made: datetime, match_id: str, note: str = "") -> Path:
    """Where a new match is saved; a note at the end of its name says what is special about it."""
    return saves_dir() / f"{slug}-{made:{_BEGAN}}-{match_id[:6]}{note}{SUFFIX}"


class Given(NamedTuple):
    """What ``record_path`` has put into the name of a record."""

    slug: str
    made: datetime
    note: str


def read_title(title: str) -> Given | None:
    """What the title of a record, its name without the suffix, says; None if somebody gave it."""
    found = _GIVEN.fullmatch(title)
    try:
        return found and Given(found[1], datetime.strptime(found[2], _BEGAN), found[3])
    except ValueError:
        return None


def notes_path(record: Path) -> Path:
    """Where the notes on a record are kept."""
    return record.with_suffix(".notes.json")


def damaged_path(path: Path, found: datetime) -> Path:
    """Where a damaged original is kept."""
    return path.with_name(f"{path.name}.damaged-{found:%Y%m%d-%H%M%S}")


def private_dir(folder: Path) -> Path:
    """The folder, made if need be, for its owner's eyes only, and to last through a power cut."""
    if not folder.is_dir():
        private_dir(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        sync_folder(folder.parent)
    return folder
