"""A player's settings: those of the settings screen, chosen keys, and traces of earlier play, as
set-ups and primers seen.

They are stored in a small file, written as a whole, in which each program changes only the settings
that its player has changed.
"""

import contextlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, Protocol

import msgspec

from darwin_core.journal import JournalError, reason
from darwin_core.journal.disk import changing, read_whole, write_whole
from darwin_core.match.record import UNREADABLE
from darwin_core.text.language import Language, mark, reading, tr, tr_n
from darwin_core.text.wording import listed
from darwin_tui.paths import Locations, writable_dir
from darwin_tui.seating import SetUp, with_newest

CONTEXT: Final = "setting"
"""Translation context of the names of settings and of their values."""
BACKUPS_MAX: Final = 3
"""Number of earlier contents of the file that are kept beside it."""
BYTES_MAX: Final = 64 * 1024
"""Maximum size of a file of settings; a larger one is not read."""
_KEY: Final = re.compile(r"(\w+\+)*(\w+|[^\w\s\[\],])")
"""Name of a key such as ``ctrl+n`` or ``?``; brackets and the comma have names."""

Theme = Literal["lamp", "paper", "ink"]
Glyphs = Literal["auto", "unicode", "ascii"]
Colour = Literal["auto", "none"]
Pace = Literal["instant", "fast", "normal", "step"]
Curtain = Literal["auto", "always", "never"]
Primers = Literal["on", "off", "again"]
Idle = Literal["30", "60", "120", "never"]


class Settings(msgspec.Struct, frozen=True):
    """A player's settings; fields on the settings screen have a sentence."""

    theme: Annotated[
        Theme, msgspec.Meta(description=mark("Lamplight, paper, or ink for most contrast."))
    ] = "lamp"
    glyphs: Annotated[
        Glyphs, msgspec.Meta(description=mark("Auto uses ASCII where the locale does."))
    ] = "auto"
    colour: Annotated[
        Colour,
        msgspec.Meta(description=mark("Auto uses what the terminal has; none with NO_COLOR.")),
    ] = "auto"
    motion: Annotated[
        bool, msgspec.Meta(description=mark("Animate dice; any key ends the animation."))
    ] = True
    pace: Annotated[
        Pace, msgspec.Meta(description=mark("How fast bots act; step waits for Enter or Space."))
    ] = "normal"
    curtain: Annotated[
        Curtain, msgspec.Meta(description=mark("Hides hands between players; auto: where needed."))
    ] = "auto"
    idle: Annotated[
        Idle, msgspec.Meta(description=mark("Seconds without a key until the curtain falls."))
    ] = "60"
    confirm: Annotated[
        bool, msgspec.Meta(description=mark("Ask before what is final; always in first matches."))
    ] = False
    bell: Annotated[
        bool, msgspec.Meta(description=mark("Bell and window title at your turn on a server."))
    ] = True
    primers: Annotated[
        Primers,
        msgspec.Meta(description=mark("Notes on what is new; again: all of them once more.")),
    ] = "on"
    language: Annotated[
        Language, msgspec.Meta(description=mark("Language of all texts: English or German."))
    ] = "en"
    keys: dict[
        Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=80)]
    ] = {}
    """Keys by command, comma-separated, if they differ from the defaults."""
    primed: tuple[Annotated[str, msgspec.Meta(max_length=50)], ...] = ()
    """Phases whose primers the player has seen: a game and a phase, as in ``dice.choose``."""
    matches: dict[Annotated[str, msgspec.Meta(max_length=40)], int] = {}
    """Number of matches by game that the player has seen to their end, as far as newcomers need
    aids."""
    set_ups: tuple[SetUp, ...] = ()
    """The last set-up of each game, newest first."""
    met: tuple[Annotated[str, msgspec.Meta(max_length=40)], ...] = ()
    """Games for which the player was asked whether to learn them first."""
    muted: tuple[Annotated[str, msgspec.Meta(max_length=16)], ...] = ()
    """People on a server whose lines of chat are hidden."""


def sentences() -> dict[str, str]:
    """Return the sentence about each setting that the screen shows, by name."""
    return {
        field.name: field.type.__metadata__[0].description
        for field in msgspec.structs.fields(Settings)
        if field.name not in {"keys", "muted", "primed", "matches", "met", "set_ups"}
    }


FIRST_MATCHES: Final = 3
"""Number of first matches of a game in which final actions are confirmed, whatever the setting.
Matches are counted up to this number."""


def is_newcomer(settings: Settings, slug: str) -> bool:
    """Return whether a player has neither finished nor set up a match of a game."""
    return not settings.matches.get(slug) and all(
        set_up.game != slug for set_up in settings.set_ups
    )


def with_match(settings: Settings, slug: str) -> Settings:
    """Return settings that count one more finished match of a game."""
    count = min(settings.matches.get(slug, 0) + 1, FIRST_MATCHES)
    return msgspec.structs.replace(settings, matches={**settings.matches, slug: count})


class Read(msgspec.Struct, frozen=True):
    """Settings as read, and a sentence about the fault of the file."""

    settings: Settings
    trouble: str = ""


def read(locations: Locations) -> Read:
    """Read the player's settings; the defaults without a sound file."""
    path = locations.settings
    name = locations.name_of(locations.settings)
    try:
        data = read_whole(path, BYTES_MAX)
    except FileNotFoundError:
        return Read(Settings())
    except OSError as error:
        words = tr(
            "{file} cannot be read: {reason}; the default settings are used.",
            file=name,
            reason=reason(error),
        )
        return Read(Settings(), words)
    return decode(data, name)


def decode(data: bytes, name: str) -> Read:
    """Return the settings in a text, with the default for each damaged one.

    Args:
        data: JSON, as in a settings file. Settings of a newer version are ignored.
        name: name of the file, or of what stores them, with which the sentence of a fault begins.
    """
    try:
        present, damaged = _readable(_by_name(data))
    except UNREADABLE:
        words = tr("{file} is damaged; the default settings are used.", file=name)
        return Read(Settings(), words)
    if not damaged:
        return _without_impossible_keys(name, present)
    words = tr(
        "{file} is damaged at {settings}; the default is used there.",
        file=name,
        settings=listed(damaged),
    )
    return Read(_without_impossible_keys(name, present).settings, words)


def _by_name(data: bytes) -> dict[str, msgspec.Raw]:
    """Return the texts of the settings by name.

    Raises:
        msgspec.MsgspecError, UnicodeDecodeError, RecursionError: if the text is not a JSON object.
    """
    return msgspec.json.decode(data, type=dict[str, msgspec.Raw])


def _readable(texts: Mapping[str, msgspec.Raw]) -> tuple[Settings, list[str]]:
    """Return the settings that can be read, and the names of the others."""
    values = dict[str, object]()
    damaged = list[str]()
    for field in msgspec.structs.fields(Settings):
        if field.name in texts:
            try:
                values[field.name] = msgspec.json.decode(texts[field.name], type=field.type)
            except UNREADABLE:
                damaged.append(field.name)
    # Settings that are missing have their defaults.
    return msgspec.structs.replace(Settings(), **values), damaged


def _without_impossible_keys(name: str, settings: Settings) -> Read:
    """Drop keys that no keyboard has: a file edited by hand may say anything."""
    keys = {command: keys for command, keys in settings.keys.items() if _are_keys(keys)}
    dropped = len(settings.keys) - len(keys)
    if not dropped:
        return Read(settings)
    with reading(settings.language):
        words = tr_n(
            "{file} names keys that no keyboard has; {number} command keeps its default ones.",
            "{file} names keys that no keyboard has; {number} commands keep their default ones.",
            dropped,
            file=name,
        )
    return Read(msgspec.structs.replace(settings, keys=keys), words)


def _are_keys(text: str) -> bool:
    """Return whether a text is the names of keys, separated by commas."""
    return text.isprintable() and all(_KEY.fullmatch(key.strip()) for key in text.split(","))


def write(wanted: Settings, locations: Locations, before: Settings | None = None) -> None:
    """Store settings; the last ``BACKUPS_MAX`` contents stay beside as ``.1``, the newest, ``.2`` …

    Args:
        before: the settings as last stored; settings equal to these stay as another program of the
            player has left them in the file. None to write all of them.

    Raises:
        JournalError: if they cannot be written; then the old file is unchanged.
    """
    path = locations.settings
    with changing(writable_dir(path.parent)):
        text = msgspec.json.encode(wanted)
        if before is not None:
            with contextlib.suppress(OSError):
                text = changed(before, wanted, read_whole(path, BYTES_MAX))
        _rotate(path)
        write_whole(path, msgspec.json.format(text, indent=2) + b"\n")


def changed(before: Settings, wanted: Settings, stored: bytes) -> bytes:
    """Apply to a stored text the changes that lead from earlier settings to the wanted ones.

    In a collection, a change of one part leaves the others. Settings of a newer version stay, and
    so do those with a value that this version cannot read. A damaged text is replaced by the wanted
    settings.
    """
    try:
        texts = _by_name(stored)
        present, damaged = _readable(texts)
    except UNREADABLE:
        return msgspec.json.encode(wanted)
    changes = {
        name: _merged(name, before, wanted, present)
        for name in Settings.__struct_fields__
        if getattr(before, name) != getattr(wanted, name)
    }
    merged = _by_name(msgspec.json.encode(msgspec.structs.replace(present, **changes)))
    unread = {name: texts[name] for name in damaged if name not in changes}
    return msgspec.json.encode(texts | merged | unread)


def _rebound(was: Mapping[str, str], now: Mapping[str, str], stored: Mapping[str, str]) -> object:
    """Return stored keys of commands with the same changes and removals."""
    unchanged = {name: keys for name, keys in stored.items() if name in now or name not in was}
    return unchanged | {name: keys for name, keys in now.items() if was.get(name) != keys}


def _counted(was: Mapping[str, int], now: Mapping[str, int], stored: Mapping[str, int]) -> object:
    """Return stored counts with the same increases."""
    more = {name: number - was.get(name, 0) for name, number in now.items()}
    return {**stored, **{name: stored.get(name, 0) + number for name, number in more.items()}}


def _joined(was: Sequence[str], now: Sequence[str], stored: Sequence[str]) -> object:
    """Return stored items with the same removals and additions."""
    unchanged = [item for item in stored if item in now or item not in was]
    return (*unchanged, *(item for item in now if item not in was and item not in unchanged))


def _set_up(was: Sequence[SetUp], now: Sequence[SetUp], stored: Sequence[SetUp]) -> object:
    """Return stored set-ups with the new ones, and in any case the newest one, before them."""
    # From the oldest, so that the newest comes first at last.
    for set_up in reversed(now):
        if set_up is now[0] or set_up not in was:
            stored = with_newest(stored, set_up)
    return stored


_MERGES: Final[dict[str, Callable[..., object]]] = {
    "keys": _rebound,
    "matches": _counted,
    **dict.fromkeys(("primed", "met", "muted"), _joined),
    "set_ups": _set_up,
}
"""The merge of each setting that is a collection."""


def _merged(name: str, before: Settings, wanted: Settings, present: Settings) -> object:
    """Merge the change of a setting from before to wanted into its current value."""
    if merge := _MERGES.get(name):
        return merge(*(getattr(settings, name) for settings in (before, wanted, present)))
    return getattr(wanted, name)


def _rotate(path: Path) -> None:
    """Keep the file's current content as the newest backup; the file itself is not touched."""
    with contextlib.suppress(OSError, JournalError):
        present = read_whole(path, BYTES_MAX)
        # From the oldest, so that none replaces another before that has moved on.
        for number in range(BACKUPS_MAX - 1, 0, -1):
            older = path.with_name(f"{path.name}.{number}")
            if older.exists():
                os.replace(older, path.with_name(f"{path.name}.{number + 1}"))
        write_whole(path.with_name(f"{path.name}.1"), present)


class Preferences(Protocol):
    """One player's current settings, and their store."""

    now: Settings
    """The current settings, stored or not."""
    trouble: str
    """A sentence about the fault of the store; empty without one."""

    def keep(self, wanted: Settings) -> None:
        """Apply and store settings.

        Raises:
            JournalError: if they cannot be stored. They still apply.
        """


class SettingsStore:
    """One player's settings at home, stored in a file."""

    def __init__(self, locations: Locations) -> None:
        self._locations = locations
        reading = read(locations)
        self.now = reading.settings
        """The current settings, stored in the file or not."""
        self.trouble = reading.trouble
        """A sentence about the fault of the file; empty without one."""
        self._kept = reading.settings
        """The settings that this program last read or wrote."""

    def keep(self, wanted: Settings) -> None:
        """Apply settings and write the changed ones to the file.

        Raises:
            JournalError: if they cannot be written. They still apply.
        """
        self.now = wanted
        write(wanted, self._locations, self._kept)
        self._kept = wanted


def of(app: object) -> Settings:
    """Return the settings of an app; the defaults for an app without any."""
    settings = getattr(app, "settings", None)
    return settings if isinstance(settings, Settings) else Settings()
