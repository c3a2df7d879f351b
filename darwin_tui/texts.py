"""Texts in tables (commands, keys, settings, dates), listed for the message files."""

import calendar
from collections.abc import Iterator
from typing import Final, get_args

from darwin_core.contract.options import values_of
from darwin_tui import commands, settings
from darwin_tui.app import ANYWHERE, KEY_NAMES
from darwin_tui.hosted.table_words import LABELS, Section
from darwin_tui.screens.settings import CARDS
from darwin_tui.settings import Settings


def _on_keys() -> Iterator[str]:
    for command in commands.COMMANDS:
        yield from (command.label, command.help, command.screen, command.display or "")
        if commands.has_namesakes(command):
            yield command.words
    yield from (*LABELS.values(), *ANYWHERE, *ANYWHERE.values())
    yield from (*KEY_NAMES.values(), "Ctrl", "Shift", "Alt")


def _on_settings() -> Iterator[str]:
    for name in settings.sentences():
        yield name
        if name != "language":
            yield from values_of(Settings.__annotations__[name])


def _in_tables() -> Iterator[str]:
    yield from get_args(Section)
    yield from (*calendar.month_name, *calendar.month_abbr, *calendar.day_name)


MESSAGES: Final = tuple(
    dict.fromkeys(
        (context, text)
        for context, texts in (
            (commands.CONTEXT, _on_keys()),
            (settings.CONTEXT, _on_settings()),
            ("", _in_tables()),
        )
        for text in texts
        if any(map(str.isalpha, text))
    )
)
NOUNS: Final = (
    "day",
    "hour",
    "minute",
    # The cards of the theme sample.
    *(name for name, _, _ in CARDS),
)
