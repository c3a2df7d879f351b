"""The terminal's texts that are in data and not in calls of ``tr`` or ``mark``: commands, keys,
settings, headings of the lobby, and dates. They are listed for the message files."""

import calendar
from collections.abc import Iterator
from typing import Final, get_args

from darwin_core.contract.options import values_of
from darwin_tui import commands, settings
from darwin_tui.app import ANYWHERE
from darwin_tui.hosted.table_words import LABELS, Section
from darwin_tui.screens.settings import SAMPLE_CARDS
from darwin_tui.settings import Settings


def _command_texts() -> Iterator[str]:
    """Yield the texts of commands and the names of keys."""
    for command in commands.COMMANDS:
        yield from (command.label, command.help, command.screen, command.display or "")
        # The words tell commands apart whose help is the same.
        if commands.has_namesakes(command):
            yield command.words
    yield from (*LABELS.values(), *ANYWHERE, *ANYWHERE.values())
    yield from (*commands.KEY_NAMES.values(), "Ctrl", "Shift", "Alt")


def _setting_texts() -> Iterator[str]:
    """Yield the names of settings and of their values."""
    for name in settings.sentences():
        yield name
        # Each language is shown by its name in that language.
        if name != "language":
            yield from values_of(Settings.__annotations__[name])


def _other_texts() -> Iterator[str]:
    """Yield headings of the lobby's list of tables, and names of months and days."""
    yield from get_args(Section)
    # These are English, as the program never sets the locale.
    yield from (*calendar.month_name, *calendar.month_abbr, *calendar.day_name)


MESSAGES: Final = tuple(
    dict.fromkeys(
        (context, text)
        for context, texts in (
            (commands.CONTEXT, _command_texts()),
            (settings.CONTEXT, _setting_texts()),
            ("", _other_texts()),
        )
        for text in texts
        # Signs need no translation, and the first names of months are empty.
        if any(map(str.isalpha, text))
    )
)
"""Pairs of a context and a text, each once, for ``python -m darwin_core.lab.messages``."""
NOUNS: Final = (
    "day",
    "hour",
    "minute",
    # The cards of the theme sample.
    *(name for name, _, _ in SAMPLE_CARDS),
)
"""Nouns that other messages insert in their grammatical forms."""
