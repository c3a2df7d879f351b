"""The settings with a sample of their look, and the keys of commands."""

from typing import ClassVar, Final

import msgspec
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.widgets import DataTable, Static

from darwin_core.contract.options import values_of, word_of
from darwin_core.text.language import NAMES, mark, noun, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui import commands, settings
from darwin_tui.commands import Command, key_names
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.card import card
from darwin_tui.drawing.marks import State, bar, button, chip, seat_name
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.screens import navigation
from darwin_tui.settings import Settings
from darwin_tui.widgets.forms import Choice, Fields, redraw_lines
from darwin_tui.widgets.pane import DrawnWidget, TitleBar
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

# --- the sample

SAMPLE_POINTS: Final = {"Ada": 42, "Ben": 38, "Cleo": 31, "Dan": 24, "Emma": 15, "Syms": 9}
"""Points of the sample's players."""
SAMPLE_CARDS: Final = (
    ("bear", "hue-blue", State.SELECTABLE),
    ("fox", "hue-green", State.FOCUSED),
    ("owl", "hue-orange", State.NOT_NOW),
)
"""Cards of the sample: animal, colour of the band, and state."""
CARD: Final = Size(9, 7)
"""Size of a card."""
LARGE_CARD: Final = Size(24, 14)
"""Size of a large card."""
CARD_GAP_COLUMNS: Final = 3
"""Columns from one card to the next, for ring and shadow."""
NAME_COLUMNS: Final = 8
"""Columns of a player's name, before the bar."""
POINTS_COLUMNS: Final = 4
"""Columns of a player's points, after the bar."""
SEATS_ROWS: Final = 8
"""Rows of the players, with a gap."""
LARGE: Final = Size(82, 40)
"""Size of the sample from which its cards are large."""
OTHER_ROWS: Final = 18
"""Rows of the sample besides its cards, with a blank row between its parts."""
GAP_ROWS_MAX: Final = 7
"""Maximum rows between two parts of the sample."""
LOW_FROM_COLUMNS: Final = 70
"""Columns from which the parts are side by side if there are few rows."""
LOW_SEATS_COLUMNS: Final = 30
LOW_WORDS_COLUMNS: Final = 20
"""Columns of the seats in that case, and minimum columns of the words with a gap at each side."""
PAIRS_COLUMNS_MIN: Final = 36
"""Columns from which the two suits, the gain and the loss, and the two buttons are side by side."""


class Sample(DrawnWidget):
    """Cards, seats' points, suits, gains, losses and buttons, as boards show them."""

    def notify_style_update(self) -> None:
        """Redraw: the title names the theme."""
        super().notify_style_update()
        self.redraw()

    def fill(self, area: Area) -> None:
        inner = panel(area, mark("As it looks now"), tr_in(settings.CONTEXT, self.app.theme))
        is_large = inner.width >= LARGE.width and inner.height >= LARGE.height
        size = LARGE_CARD if is_large else CARD
        if inner.width >= LOW_FROM_COLUMNS and inner.height < size.height + OTHER_ROWS:
            columns = len(SAMPLE_CARDS) * (size.width + CARD_GAP_COLUMNS)
            has_columns = inner.width >= columns + LOW_SEATS_COLUMNS + LOW_WORDS_COLUMNS
            has_cards = has_columns and inner.height > size.height + 1
            columns = columns if has_cards else 0
            room = inner.inside(0, (inner.height - size.height) // 2 if has_cards else 0, 0, 0)
            cards, seats, words = room.columns(columns, LOW_SEATS_COLUMNS, Grow(), gap=3)
            cards = cards.at(0, -1, columns, size.height + 2)
        else:
            gap = 1 + max(inner.height - size.height - OTHER_ROWS, 0) // 3
            rows = size.height + 3, SEATS_ROWS, Grow()
            cards, seats, words = inner.rows(*rows, gap=min(gap, GAP_ROWS_MAX))
        if cards.width:
            self._fill_cards(cards, size)
        self._fill_seats(seats)
        self._fill_words(words)

    @staticmethod
    def _fill_cards(area: Area, size: Size) -> None:
        is_large = size == LARGE_CARD
        for index, (name, band, state) in enumerate(SAMPLE_CARDS):
            card_area = area.at(1 + index * (size.width + CARD_GAP_COLUMNS), 1, *size)
            face = card(card_area, state, band=band, band_rows=3 if is_large else 1)
            face.band.centre(face.band.height // 2, (str(index + 1), "strong token-ink"))
            animal = pictures("dice").get(name)
            if animal:
                animal = animal.doubled() if is_large else animal
                face.body.picture((face.body.width - animal.width) // 2, 0, animal)
            face.body.centre(face.body.height - 1, (noun(name), "strong stock-ink"))

    @staticmethod
    def _fill_words(area: Area) -> None:
        """Write suits, a gain and a loss, and buttons: in pairs side by side if there is room."""
        is_wide = area.width >= PAIRS_COLUMNS_MIN
        area.text(0, 0, chip(noun("lion"), "hue-yellow"), " ", chip(noun("owl"), "hue-brown"))
        x = area.text(0, 2, (f"+{counted(9, 'point')}", "good"))
        area.text(x + 3 if is_wide else 0, 2 if is_wide else 3, (f"−{counted(4, 'point')}", "bad"))
        x = button(area, 0, 4 if is_wide else 5, tr_in("key", "play"), State.FOCUSED)
        undo = tr_in("key", "undo")
        button(area, x if is_wide else 0, 4 if is_wide else 6, undo, State.SELECTABLE)

    @staticmethod
    def _fill_seats(area: Area) -> None:
        most = max(SAMPLE_POINTS.values())
        for seat, (name, points) in enumerate(SAMPLE_POINTS.items()):
            area.text(0, seat, seat_name(seat, name))
            columns = area.width - NAME_COLUMNS - POINTS_COLUMNS
            bar(area, NAME_COLUMNS, seat, columns, [(points, f"seat-{seat}")], most)
            area.right(seat, (f"{points}", "strong"))


# --- the settings

WIDE_FROM: Final = Size(112, 34)
"""Size from which the sample is beside the settings instead of below them."""
FRAMED_FROM_ROWS: Final = 30
"""Rows from which the settings are framed above the sample."""
SAMPLE_COLUMNS: Final = 44
"""Minimum columns of the sample beside the form."""
FORM_COLUMNS_MAX: Final = 112
"""Maximum columns of the settings beside the sample."""
TALL_FROM_ROWS: Final = {"-headed": 40, "-tall": 48, "-huge": 60}
"""Rows from which the settings have headings (``-headed``), and their groups larger gaps."""
GROUPS: Final = {"theme": mark("Look"), "pace": mark("At the table"), "primers": mark("Texts")}
"""The first setting of each group, and its heading."""


class SettingsScreen(DarwinScreen[None]):
    """A line for each setting."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("settings")

    def compose(self) -> ComposeResult:
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
        """Place the theme's sample where there is most room for it."""
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
        focused = self.focused.id if self.focused else None
        sentence = settings.sentences().get(focused or "")
        self.query_one("#about", Static).update(tr(sentence) if sentence else "")

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        """Apply and store the setting. A new language shows here at once, and on the screens below
        when they reappear."""
        name = event.choice.id or ""
        values = values_of(Settings.__annotations__[name])
        changed = {name: values[event.choice.value]}
        navigation.keep_settings(
            self.app, msgspec.structs.replace(settings.of(self.app), **changed)
        )
        if name == "language":
            await self.recompose()
            self.on_resize()
            self.query_one(f"#{name}").focus()

    def action_keys(self) -> None:
        navigation.go(self.app, navigation.Keys())

    def action_nothing(self) -> None:
        """Do nothing: the focused line uses left and right."""

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        self.dismiss()


def _value(word: str) -> str:
    """Return the label of a value; each language has its name in that language."""
    names = {str(language): name for language, name in NAMES.items()}
    return names.get(word) or tr_in(settings.CONTEXT, word)


# --- the keys


class KeysScreen(DarwinScreen[None]):
    """The list of commands with their keys. Enter and then a key give a command a new key."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("keys")

    def __init__(self) -> None:
        super().__init__()
        self._pending: Command | None = None
        """The command that waits for its new key."""

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("Keys"), tr("Enter, then the new key"))
        yield DataTable(cursor_type="row")
        yield Static("", id="trouble", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        # The keys come before the command, so that narrow windows cut words instead of keys.
        table.add_columns(tr("where"), tr("keys"), tr("command"))
        self._list()
        table.focus()

    def _list(self) -> None:
        table = self.query_one(DataTable)
        row = table.cursor_row
        table.clear()
        for command in commands.rebindable():
            keys = " ".join(self._key_labels(self._keys(command)))
            where = tr_in(commands.CONTEXT, command.screen)
            table.add_row(*map(Text, (where, keys, commands.title(command))))
        table.move_cursor(row=row)

    @property
    def _chosen_keys(self) -> dict[str, str]:
        return settings.of(self.app).keys

    def _keys(self, command: Command) -> str:
        """Return a command's current keys, separated by commas."""
        return self._chosen_keys.get(command.name, command.keys)

    def _key_labels(self, keys: str) -> list[str]:
        """Return the labels of comma-separated keys."""
        return [self.app.get_key_display(Binding(key.strip(), "", "")) for key in keys.split(",")]

    def _command(self) -> Command:
        return commands.rebindable()[self.query_one(DataTable).cursor_row]

    def _say(self, text: str) -> None:
        self.query_one("#trouble", Static).update(text)

    def action_choose(self) -> None:
        self._pending = self._command()
        title = commands.title(self._pending)
        self._say(tr("Press the new key for “{command}”; Esc cancels.", command=title))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable all commands while waiting for a new key."""
        return self._pending is None

    def on_key(self, event: events.Key) -> None:
        command = self._pending
        if command is None:
            return
        event.stop()
        event.prevent_default()
        self._pending = None
        if event.key == "escape":
            self._say("")
            return
        taken = self._why_taken(event.key, command)
        if taken:
            self._say(taken)
            return
        # The new key replaces the first of the default keys; the others stay, and so do Enter and
        # Esc, which sentences everywhere name.
        first, *others = command.keys.split(",")
        others = [first, *others] if first in {"enter", "escape"} else others
        self._set(command, ",".join([event.key, *(key for key in others if key != event.key)]))

    def _why_taken(self, key: str, command: Command) -> str:
        """Return why a command cannot have a key, in one sentence; empty if it can."""
        (display,) = self._key_labels(key)
        if key in commands.RESERVED_KEYS and key not in key_names(command.keys):
            return tr("{key} cannot be given to another command.", key=display)
        holder = commands.holder(key, command, self._chosen_keys)
        if holder is None:
            return ""
        title = commands.title(holder)
        return tr("{key} is the key of “{command}” already.", key=display, command=title)

    def _set(self, command: Command, keys: str | None) -> None:
        """Give a command other keys, separated by commas; None for its default keys."""
        now = settings.of(self.app)
        chosen = {name: own for name, own in now.keys.items() if name != command.name}
        title = commands.title(command)
        if keys is None:
            self._say(tr("“{command}” has its default key.", command=title))
        else:
            chosen[command.name] = keys
            displays = f" {tr('or')} ".join(self._key_labels(keys))
            self._say(tr("“{command}” now has the key {keys}.", command=title, keys=displays))
        navigation.keep_settings(self.app, msgspec.structs.replace(now, keys=chosen))
        self._list()

    def action_default(self) -> None:
        """Restore a command's default keys, unless another command uses one of them."""
        command = self._command()
        taken = [self._why_taken(key, command) for key in command.keys.split(",")]
        trouble = next(filter(None, taken), "")
        if trouble:
            self._say(trouble)
        else:
            self._set(command, None)

    def action_leave(self) -> None:
        self.dismiss()
