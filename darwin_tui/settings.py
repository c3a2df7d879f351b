"""What a player likes: looks, pace, curtain, keys. One small file, written as a whole."""

import contextlib
import locale
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec

from darwin_core.english import counted
from darwin_core.journal import JournalError, reason
from darwin_core.journal.file import read_whole, write_whole
from darwin_core.language import Language
from darwin_core.record import UNREADABLE
from darwin_tui import locations

if TYPE_CHECKING:
    from textual.app import App

BACKUPS: Final = 3
MOST_BYTES: Final = 64 * 1024
_PLACE: Final = re.compile(r"- at `\$\.([a-z]{1,20})[^`]*`$")
"""Where msgspec's words, which may quote any amount of what it read, name the setting."""
_KEY: Final = re.compile(r"(\w+\+)*(\w+|[^\w\s\[\],])")
"""The name of a key such as ``ctrl+n`` or ``?``; brackets and the comma go by their names."""

Theme = Literal["lamp", "paper", "ink"]
Glyphs = Literal["auto", "unicode", "ascii"]
Colour = Literal["auto", "none"]
Pace = Literal["instant", "fast", "normal", "step"]
Curtain = Literal["auto", "always", "never"]
Idle = Literal["30", "60", "120", "never"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every field has a default; all but the keys have a sentence, which the screen shows."""

    theme: Annotated[
        Theme,
        msgspec.Meta(description="Lamplight, paper, or ink for most contrast."),
    ] = "lamp"
    glyphs: Annotated[
        Glyphs,
        msgspec.Meta(description="Auto keeps to ASCII where the locale does."),
    ] = "auto"
    colour: Annotated[
        Colour,
        msgspec.Meta(description="Auto uses what the terminal has; NO_COLOR none."),
    ] = "auto"
    motion: Annotated[bool, msgspec.Meta(description="Dice roll; any key stops them.")] = True
    pace: Annotated[
        Pace,
        msgspec.Meta(
            description="How fast bots act; Enter or Space goes on, and step waits for it.",
        ),
    ] = "fast"
    curtain: Annotated[
        Curtain,
        msgspec.Meta(description="Between people at one screen; auto where something is hidden."),
    ] = "auto"
    idle: Annotated[
        Idle,
        msgspec.Meta(description="Seconds until the curtain falls over a hand left lying open."),
    ] = "60"
    confirm: Annotated[bool, msgspec.Meta(description="Ask before what cannot be undone.")] = False
    language: Annotated[
        Language,
        msgspec.Meta(description="Of the cards' names, where a game has both."),
    ] = "en"
    keys: dict[
        Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=80)]
    ] = {}
    """Command → keys, parted by commas, where they differ from the usual ones."""


class Read(msgspec.Struct, frozen=True):
    """Settings as read, and what was wrong with the file, in one sentence."""

    settings: Settings
    trouble: str = ""


def read() -> Read:
    """The player's settings; the usual ones where there is no sound file."""
    path = locations.settings_path()
    try:
        data = read_whole(path, MOST_BYTES)
    except FileNotFoundError:
        return Read(Settings())
    except OSError as error:
        what = f"{path} cannot be read: {reason(error)}"
        return Read(Settings(), f"{what}; the usual settings are used.")
    try:
        return _with_keys_there_are(path, msgspec.json.decode(data, type=Settings))
    except UNREADABLE as error:
        where = _PLACE.search(str(error))
        what = f"{path} is damaged{f' at {where[1]}' if where else ''}"
        return Read(Settings(), f"{what}; the usual settings are used.")


def _with_keys_there_are(path: Path, found: Settings) -> Read:
    """Settings without keys that no keyboard has: a file written by hand may say anything."""
    keys = {command: keys for command, keys in found.keys.items() if _are_keys(keys)}
    left_out = len(found.keys) - len(keys)
    if not left_out:
        return Read(found)
    kept = f"{counted(left_out, 'command')} {'keeps its' if left_out == 1 else 'keep their'} usual"
    return Read(
        msgspec.structs.replace(found, keys=keys),
        f"{path} names keys that no keyboard has; {kept} ones.",
    )


def _are_keys(text: str) -> bool:
    return text.isprintable() and all(_KEY.fullmatch(key.strip()) for key in text.split(","))


def write(settings: Settings) -> None:
    """Keep settings; the last three versions stay beside as ``.1`` to ``.3``.

    Raises:
        JournalError: if they cannot be written; then the old file is as it was.
    """
    path = locations.settings_path()
    try:
        locations.private_dir(path.parent)
    except OSError as error:
        raise JournalError(f"{path.parent} cannot be written: {reason(error)}.") from None
    data = msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n"
    _rotate(path)
    write_whole(path, data)


def _rotate(path: Path) -> None:
    """Keep what the file holds now as the newest backup; the file itself is not touched."""
    with contextlib.suppress(OSError, JournalError):
        held = read_whole(path, MOST_BYTES)
        for number in range(BACKUPS - 1, 0, -1):
            older = path.with_name(f"{path.name}.{number}")
            if older.exists():
                os.replace(older, path.with_name(f"{path.name}.{number + 1}"))
        write_whole(path.with_name(f"{path.name}.1"), held)


def of(app: "App[Any]") -> Settings:
    """The settings that an app goes by; the usual ones for an app that has none."""
    found = getattr(app, "settings", None)
    return found if isinstance(found, Settings) else Settings()


def wants_colour(setting: str) -> bool:
    """Whether to use colour: not if the setting or NO_COLOR says so (no-color.org)."""
    return setting != "none" and not os.environ.get("NO_COLOR")


def has_unicode(setting: str) -> bool:
    """Whether to write beyond ASCII: as the setting says, else if locale and output are UTF-8;
    never where the output can take ASCII only."""
    output = (getattr(sys.__stdout__, "encoding", None) or "").lower().replace("-", "")
    if output == "ascii":
        return False
    if setting == "auto":
        return output == locale.getencoding().lower().replace("-", "") == "utf8"
    return setting == "unicode"
