"""The paths of the program: folders of the package, and files of one player."""

import re
from dataclasses import dataclass
from datetime import datetime
from errno import ENOTDIR
from pathlib import Path
from typing import Final, NamedTuple, Self

from darwin_core.journal import unwritable
from darwin_core.journal.disk import sync_folder

SUFFIX: Final = ".jsonl"
"""Suffix of every record's file name."""

_STARTED_FORMAT: Final = "%Y-%m-%d-%H%M"
"""Format of the start of a match in a record's name."""
_ID_CHARACTERS: Final = 6
"""Characters of a match's id in its name."""
_GENERATED: Final = re.compile(
    rf"([a-z]+)-(\d{{4}}-\d\d-\d\d-\d{{4}})-[0-9a-f]{{{_ID_CHARACTERS}}}(.*)"
)
"""A name made by ``new_record``: the slug, the start, the id, and the rest."""
_BRANCH: Final = re.compile(
    r" (?:branch|Verzweigung)"
    r"(?: (?:dealt again|neu verteilt) (?:for|für|fuer)"
    r" (?:(?:seat|Platz) (?P<seat>\d+)|(?P<spectator>a spectator|Zuschauer)))?"
)
"""The words in a branch's name. They are English; older names have the language of their player."""
_IN_FILE_NAMES: Final = str.maketrans("/+", "_-")
"""Replacements for characters of a hash that are not allowed in file names."""
_PATH: Final = re.compile(
    r"(?<![\w.])(?<!:/)/(?:[^/\s]+/)*([^/\s]+?)(?:\.jsonl?)?(?=[:;,.]?(?:\s|$))"
)
"""An absolute path in a sentence, and the title of the file."""


def package_dir() -> Path:
    """Return the folder of this package."""
    return Path(__file__).parent


def styles_dir() -> Path:
    """Return the folder of stylesheets: inside an installed package, beside it in a checkout."""
    packaged = package_dir() / "styles"
    return packaged if packaged.is_dir() else package_dir().parent / "styles"


@dataclass(frozen=True)
class Locations:
    """The folders and files of one player."""

    matches: Path
    """The folder of saved matches."""
    trash: Path
    """Folder of deleted matches, kept until the player empties it by hand."""
    server: Path
    """Folder of the server that this user runs, if any."""
    shared: Path
    """Folder of pictures, texts and films to share."""
    settings: Path
    pars: Path
    """File with the pars of the daily challenges."""
    collection: Path
    """File with the achievements of finished matches."""
    verification: Path
    """File with the results of verifying the saved matches."""
    notes: Path | None = None
    """Folder of the player's notes; None to keep them beside each record."""
    shows_paths: bool = True
    """False if the files are not on the player's own machine: sentences then name titles only."""

    @classmethod
    def under(cls, state: Path, config: Path, *, shows_paths: bool = True) -> Self:
        """Return the locations below a folder for data and one for settings."""
        return cls(
            matches=state / "matches",
            trash=state / "trash",
            server=state / "server",
            shared=state / "shared",
            settings=config / "settings.json",
            pars=state / "pars.json",
            collection=state / "collection.json",
            verification=state / "verified.json",
            shows_paths=shows_paths,
        )

    @property
    def lessons(self) -> Path:
        """File with each lesson's progress."""
        return self.verification.with_name("lessons.json")

    @property
    def training(self) -> Path:
        """File with the player's attempts at puzzles."""
        return self.verification.with_name("puzzles.jsonl")

    @property
    def folders(self) -> tuple[Path, ...]:
        """Folders in which unfinished files may be left, to be removed at the start."""
        state = self.verification.parent
        notes = (self.notes,) if self.notes else ()
        return (self.settings.parent, state, state / "analyses", self.matches, self.shared, *notes)

    def new_record(self, slug: str, started: datetime, match_id: str, note: str = "") -> Path:
        """Return the path of a new match; a note may end its name."""
        return (
            self.matches
            / f"{slug}-{started:{_STARTED_FORMAT}}-{match_id[:_ID_CHARACTERS]}{note}{SUFFIX}"
        )

    def analysis_of(self, chain: str, knowledge: str = "players") -> Path:
        """Return the file of a match's analysis with some knowledge of the cards. ``chain`` is the
        last hash of its record."""
        name = chain.translate(_IN_FILE_NAMES)
        suffix = "" if knowledge == "players" else f"-{knowledge}"
        return self.verification.parent / "analyses" / f"{name}{suffix}.json"

    def notes_on(self, record: Path) -> Path:
        """Return the file of the player's notes on a record."""
        return (self.notes or record.parent) / f"{record.stem}.notes.json"

    def name_of(self, path: Path) -> str:
        """Return a path's name for sentences to the player."""
        return str(path) if self.shows_paths else path.stem

    def redact(self, text: str) -> str:
        """Replace paths in a sentence by titles, unless the player may see paths."""
        if self.shows_paths:
            return text
        private_paths = (
            self.matches,
            self.trash,
            self.settings.parent,
            self.verification.parent,
            self.notes,
        )
        for folder in sorted(
            {str(folder) for folder in private_paths if folder}, key=len, reverse=True
        ):
            text = re.sub(rf"{re.escape(folder)}/([^/\n]+?)\.jsonl?\b", r"\1", text)
            text = text.replace(folder, Path(folder).name)
        return _PATH.sub(r"\1", text)


class Generated(NamedTuple):
    """The parts of a name made by ``new_record``."""

    slug: str
    started: datetime
    is_branch: bool
    dealt_for: str
    """Seat for which a branch was dealt again, counted from 1, or ``spectator``; else empty."""
    rest: str
    """Rest of the name, such as a number that makes it unique."""


def read_title(title: str) -> Generated | None:
    """Parse the title of a record, its name without the suffix; None if a person chose it."""
    match = _GENERATED.fullmatch(title)
    if match is None:
        return None
    slug, started_text, rest = match.groups()
    try:
        started = datetime.strptime(started_text, _STARTED_FORMAT)
    except ValueError:
        return None
    branch = _BRANCH.match(rest)
    if branch is None:
        return Generated(slug, started, False, "", rest)
    dealt_for = branch["seat"] or ("spectator" if branch["spectator"] else "")
    return Generated(slug, started, True, dealt_for, rest[branch.end() :])


def branch_note(dealt_for: str) -> str:
    """Return the words at the end of a branch's name.

    Args:
        dealt_for: as in ``Generated``.
    """
    if not dealt_for:
        return " branch"
    whom = "a spectator" if dealt_for == "spectator" else f"seat {dealt_for}"
    return f" branch dealt again for {whom}"


def damaged_path(path: Path, time: datetime) -> Path:
    """Return the path under which a damaged record is kept, beside the repaired one."""
    return path.with_name(f"{path.name}.damaged-{time:%Y%m%d-%H%M%S}")


def writable_dir(folder: Path) -> Path:
    """Create a folder as ``private_dir`` does; raise JournalError if that fails."""
    try:
        return private_dir(folder)
    except OSError as error:
        raise unwritable(folder, error) from None


def private_dir(folder: Path) -> Path:
    """Create a folder and its parents, where missing, for their owner alone; sync each to the
    disk."""
    if not folder.is_dir():
        private_dir(folder.parent)
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except FileExistsError as error:
            raise NotADirectoryError(ENOTDIR, f"{folder} is not a folder") from error
        sync_folder(folder.parent)
    return folder
