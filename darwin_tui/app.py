"""The full-screen program."""

import gc
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any, ClassVar, Final, cast

import msgspec
from rich.console import RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette
from textual.events import DescendantFocus, Event, InputEvent
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import ThemeProvider

from darwin_core.english import listed
from darwin_core.language import speak
from darwin_tui import commands, locations, navigation, settings, themes
from darwin_tui.printable import clean
from darwin_tui.saves import Opened
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.too_small import TooSmallScreen, fits
from darwin_tui.settings import Settings
from darwin_tui.terminal import driver, output_filter, terminal_cursor
from darwin_tui.terminal.painter import Frame, Painter
from darwin_tui.widgets.key_bar import bound_keys


def sheets() -> list[str | PurePath]:
    """All style sheets in their fixed order: screens, shared widgets, dialogs, games by name."""
    folder = locations.styles_dir()
    shared = [folder / f"{name}.tcss" for name in ("app", "widgets", "dialogs")]
    return [*shared, *sorted((folder / "games").glob("*.tcss"))]


KEY_NAMES: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "delete": "Del",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


ANYWHERE: Final = frozenset({"Theme", "Quit", "Screenshot"})
"""Textual's own commands that are of use here."""


class Commands(CommandPalette, DarwinScreen[None]):
    """Textual's list of commands, as steady as our own screens."""

    def _watch__list_visible(self) -> None:
        # What was searched for may be found once the list is closed.
        if self.query(CommandList):
            super()._watch__list_visible()

    async def _watch__show_busy(self) -> None:
        if self.query(CommandList):
            await super()._watch__show_busy()


class DarwinApp(App[int]):
    """Five tabletop games in a terminal."""

    TITLE = "darwin-tui"
    CSS_PATH = sheets()
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("app")

    def __init__(
        self,
        play: Opened | None = None,
        replay: Opened | None = None,
        viewer: int | None = None,
    ) -> None:
        """The program, at its first screen, at a match to play, or at one to replay, seen with a
        viewer's eyes."""
        super().__init__(driver_class=driver.driver_class())
        self._play = play
        self._replay = replay
        self._viewer = viewer
        found = settings.read()
        self.settings = found.settings
        self.trouble = found.trouble
        """What is wrong with the settings, to be told once."""
        self.tone: output_filter.Tone | None = None
        """What the driver does to all that is written."""
        self._painter = Painter()
        self._opened = False
        for theme in themes.OWN:
            self.register_theme(theme)
        # Before the sheets are parsed: put on later, a theme has them all parsed again.
        self.set_reactive(App.theme, self.settings.theme)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_key_display(self, binding: Binding) -> str:
        """A key by the name that is printed on it, in letters that every terminal has."""
        if binding.key_display:
            return binding.key_display
        *modifiers, key = binding.key.split("+")
        name = KEY_NAMES.get(key) or super().get_key_display(replace(binding, key=key))
        return "+".join([*map(str.capitalize, modifiers), name])

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, for themes that bring none."""
        return themes.LAMP_COLOURS

    def get_default_screen(self) -> Screen[Any]:
        """The first screen, with none below."""
        return HomeScreen()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send a frame, but only what of it the terminal does not show yet, and its cursor."""
        if screen.is_current:
            self.cursor_position = terminal_cursor.place(screen.focused)
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            renderable = cast(Any, Frame(self._painter, renderable))
        super()._display(screen, renderable)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Let nothing blink that has the terminal_cursor."""
        terminal_cursor.rest(event.widget)

    def on_mount(self) -> None:
        """Go by the settings and open what is to be open."""
        if self.settings.keys:
            self._leave_out_clashes()
        self.go_by(self.settings)
        self.open_first()
        self._opened = True
        self.screen_change_signal.subscribe(self, lambda _: self._cover())
        self._cover()
        if self.trouble:
            self.notify(self.trouble, severity="warning", timeout=10, markup=False)

    def _leave_out_clashes(self) -> None:
        """Give up chosen keys that mean something else already: a file written by hand may have
        such, and a command would be without a key."""
        clashing = commands.clashing(self.settings.keys)
        if clashing:
            left_out = {command.name for command in clashing}
            kept = {name: key for name, key in self.settings.keys.items() if name not in left_out}
            self.settings = msgspec.structs.replace(self.settings, keys=kept)
            which = listed([f"“{commands.title(command)}”" for command in clashing])
            self.trouble = self.trouble or (
                f"{locations.settings_path()} chooses keys that mean something else already; "
                f"for {which} the default ones are used."
            )

    def go_by(self, wanted: Settings) -> None:
        """Look and behave as the settings say, from now on."""
        self.settings = wanted
        self.theme = wanted.theme
        # The sheets say what shows the focus where colours do not.
        no_color = not settings.wants_colour(wanted.colour)
        if no_color != self.no_color:
            self.no_color = no_color
            self.refresh_css(animate=False)
        self.set_keymap(commands.keymap(wanted.keys))
        speak(wanted.language)
        self.tone = output_filter.tone(
            settings.wants_colour(wanted.colour), settings.has_unicode(wanted.glyphs)
        )
        self.refresh(repaint=True)

    async def action_quit(self) -> None:
        """Leave the program, unless a match has to be saved first."""
        for screen in self.screen_stack:
            may_quit = getattr(screen, "may_quit", None)
            if may_quit and not may_quit():
                return
        self.exit()

    def open_first(self) -> None:
        """Open over the first screen what the command line asked for."""
        if self._play:
            self.open(navigation.Play(self._play))
        elif self._replay:
            self.open(navigation.Replay(self._replay, self._viewer))

    def open(self, request: navigation.Request) -> None:
        """Open the screen that is asked for; notices of the one below must not lie over it."""
        self.clear_notifications()
        if isinstance(request, navigation.Home | navigation.Play):
            while len(self.screen_stack) > 1:
                self.pop_screen()
        if not isinstance(request, navigation.Home):
            self.push_screen(self._screen_for(request))
        elif request.notice:
            self.notify(request.notice, timeout=3)

    def _screen_for(self, request: navigation.Request) -> Screen[Any]:
        """Return a new screen; its module is imported when it is first opened."""
        match request:
            case navigation.NewMatch():
                from darwin_tui.screens.new_match import NewMatchScreen

                return NewMatchScreen()
            case navigation.Saved():
                from darwin_tui.screens.saved import SavedScreen

                return SavedScreen()
            case navigation.Settings():
                from darwin_tui.screens.settings import SettingsScreen

                return SettingsScreen()
            case navigation.Keys():
                from darwin_tui.screens.keys import KeysScreen

                return KeysScreen()
            case navigation.Play(opened):
                from darwin_tui.play.local_table import LocalTable
                from darwin_tui.screens.play import PlayScreen

                results = partial(self.open, navigation.Results(opened))
                return PlayScreen(LocalTable(opened), results)
            case navigation.Replay(opened, viewer):
                from darwin_tui.screens.replay import ReplayScreen

                return ReplayScreen(opened, viewer)
            case navigation.Results(opened):
                from darwin_tui.screens.results import ResultsScreen

                return ResultsScreen(opened)
            case navigation.Help(under, slug):
                from darwin_tui.screens.help import HelpScreen

                return HelpScreen(under, slug)
            case navigation.Home():
                return HomeScreen()

    def on_resize(self) -> None:
        """Cover the screen with a sentence while the terminal is too small for it."""
        # Textual takes the new size in a handler that would run after this one.
        self.call_next(self._cover)

    def _cover(self) -> None:
        if self._opened and not fits(self.size) and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen())

    async def on_event(self, event: Event) -> None:
        """Handle an event; a key that comes while the program ends has no screen to go to."""
        if self.screen_stack or not isinstance(event, InputEvent):
            await super().on_event(event)

    def action_command_palette(self) -> None:
        """All commands, unless they are open already under another screen, or there is no room."""
        over = (CommandPalette, TooSmallScreen)
        if not any(isinstance(screen, over) for screen in self.screen_stack):
            self.push_screen(Commands(id="--command-palette"))

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Say something for a while; what it quotes cannot drive the terminal."""
        super().notify(
            clean(message), title=title, severity=severity, timeout=timeout, markup=markup
        )

    def search_themes(self) -> None:
        """All themes, to choose one."""
        self.push_screen(Commands([ThemeProvider], placeholder="Search for themes…"))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """All that the screen can do, each with its key, and what the program can do anywhere."""
        for title, keys in bound_keys(screen).items():
            press = partial(self.call_later, self.simulate_key, keys[0].key)
            shown = " ".join(key.display for key in keys)
            yield SystemCommand(title.capitalize(), f"key: {shown}", press)
        for command in super().get_system_commands(screen):
            if command.title in ANYWHERE:
                yield command


def run(
    play: Opened | None = None,
    replay: Opened | None = None,
    viewer: int | None = None,
) -> int:
    """Run full screen; returns the exit code."""
    # What has been imported stays, and need not be looked through again and again.
    gc.freeze()
    app = DarwinApp(play, replay, viewer)
    app.run()
    return app.return_code or 0
