"""The settings: each change takes effect immediately and is kept."""

from typing import ClassVar, Final

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from darwin_core.contract.options import values_of, word_of
from darwin_core.text.language import NAMES, mark, tr, tr_in
from darwin_tui import commands, settings
from darwin_tui.screens import navigation
from darwin_tui.settings import Settings
from darwin_tui.widgets.choice import Choice, Fields, redraw_lines
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.sample import Sample
from darwin_tui.widgets.screen import DarwinScreen
from darwin_tui.widgets.title_bar import TitleBar

WIDE_FROM: Final = Size(112, 34)
"""Columns and rows from which a sample of the theme is beside the settings, and not below them."""
FRAMED_FROM_ROWS: Final = 30
"""Rows from which the settings are in a frame above the sample."""
SAMPLE_COLUMNS: Final = 44
FORM_COLUMNS_MAX: Final = 112
"""Columns of the sample at least, and of the settings beside it at most."""
TALL_FROM_ROWS: Final = {"-headed": 40, "-tall": 48, "-huge": 60}
"""Rows from which the settings are in groups with headings; from which there is more air between
two of them, and still more."""
GROUPS: Final = {"theme": mark("Look"), "pace": mark("At the table"), "primers": mark("Texts")}
"""The first setting of each group, and its heading."""


class SettingsScreen(DarwinScreen[None]):
    """A line for each setting."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("settings")

    def compose(self) -> ComposeResult:
        """Compose a line for each setting, and below them a sentence on the one with the focus."""
        now = settings.of(self.app)
        yield TitleBar(tr("Settings"), tr("each change takes effect at once, and is kept"))
        with Horizontal(id="setup"):
            with Fields(id="form", classes="panel") as form:
                form.border_title = tr("Settings")
                for name, sentence in settings.sentences().items():
                    if name in GROUPS:
                        yield Static(tr(GROUPS[name]), classes="heading")
                    with Horizontal(classes="line"):
                        yield Static(tr_in(settings.CONTEXT, name), classes="label")
                        words = values_of(Settings.__annotations__[name])
                        values = [(word, _value(word)) for word in words]
                        yield Choice(values, word_of(getattr(now, name)), id=name)
                        yield Static(tr(sentence), classes="effect", markup=False)
            yield Sample()
        yield Static("", id="trouble", markup=False)
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_resize(self) -> None:
        """Show the sample of the theme where there is most room for it."""
        size = self.app.size
        is_wide = size.width >= WIDE_FROM.width and size.height >= WIDE_FROM.height
        is_framed = is_wide or size.height >= FRAMED_FROM_ROWS
        if (is_wide, is_framed) != (self.has_class("-wide"), self.has_class("-framed")):
            self.call_after_refresh(redraw_lines, self)
        self.set_class(is_wide, "-wide")
        self.set_class(is_framed, "-framed")
        sample_columns = max(SAMPLE_COLUMNS, size.width - FORM_COLUMNS_MAX)
        self.query_one(Sample).styles.width = sample_columns if is_wide else "1fr"
        for name, rows in TALL_FROM_ROWS.items():
            self.set_class(is_wide and size.height >= rows, name)

    def on_descendant_focus(self) -> None:
        """Describe the setting with the focus."""
        focused = self.focused.id if self.focused else None
        sentence = settings.sentences().get(focused or "")
        self.query_one("#about", Static).update(tr(sentence) if sentence else "")

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        """Put the setting in force and keep it. A new language is seen here at once, and on the
        screens below when they are shown again."""
        name = event.choice.id or ""
        values = values_of(Settings.__annotations__[name])
        changed = {name: values[event.choice.value]}
        keep(self, msgspec.structs.replace(settings.of(self.app), **changed))
        if name == "language":
            await self.recompose()
            self.on_resize()
            self.query_one(f"#{name}").focus()

    def action_keys(self) -> None:
        """Open the keys of commands."""
        navigation.go(self.app, navigation.Keys())

    def action_nothing(self) -> None:
        """Leave left and right to the line with the focus."""

    def action_help(self) -> None:
        """Open the keys and the rules."""
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        """Close the screen."""
        self.dismiss()


def _value(word: str) -> str:
    """Return the text of a value: of a language its own name, which its readers know."""
    names = {str(language): name for language, name in NAMES.items()}
    return names.get(word) or tr_in(settings.CONTEXT, word)


def keep(screen: Screen[None], wanted: Settings) -> None:
    """Put settings in force and keep them, if that can be done."""
    navigation.keep_settings(screen.app, wanted)
