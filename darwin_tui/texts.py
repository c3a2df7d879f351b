"""The texts of tables that are translated where they are shown: commands, keys, settings, dates."""

import calendar
from collections.abc import Iterator
from typing import Final, get_args

from darwin_core import registry
from darwin_core.options import values_of
from darwin_tui import commands, settings
from darwin_tui.app import ANYWHERE, KEY_NAMES
from darwin_tui.settings import Settings
from darwin_tui.widgets.sample import CARDS
from darwin_tui.widgets.table_words import LABELS, Section


def _texts() -> Iterator[str]:
    for command in commands.COMMANDS:
        yield from (command.label, command.help, command.screen, command.display or "")
        if commands.has_namesakes(command):
            yield command.words
    for name in settings.sentences():
        yield from (name, *values_of(Settings.__annotations__[name]))
    for slug in registry.SLUGS:
        yield from registry.get(slug).clock_words
    yield from (box.words for box in registry.BOXES.values())
    yield from registry.WEIGHTS
    yield from (*KEY_NAMES.values(), "Ctrl", "Shift", "Alt", *ANYWHERE)
    yield from (*LABELS.values(), *get_args(Section))
    yield from (*calendar.month_name, *calendar.month_abbr, *calendar.day_name)


MESSAGES: Final = tuple(dict.fromkeys(text for text in _texts() if any(map(str.isalpha, text))))
NOUNS: Final = (
    # The parts of a match by which its points are drawn.
    *dict.fromkeys(registry.get(slug).clock_words[0] for slug in registry.SLUGS),
    "day",
    "hour",
    "minute",
    # The cards of the sample of a theme.
    *(name for name, _, _ in CARDS),
)
