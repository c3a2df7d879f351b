"""The full-screen program: its app opens the screens that other screens ask for."""

import gc
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path, PurePath
from typing import ClassVar, Final

import msgspec
from textual import constants
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.containers import Vertical
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import ThemeProvider
from textual.widgets import Static

from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.text.language import Reader, mark, tr, tr_in
from darwin_core.text.wording import capitalized, listed
from darwin_tui import commands
from darwin_tui.commands import CONTEXT
from darwin_tui.library import saves
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import Opened
from darwin_tui.library.seat_access import SeatAccess
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.settings import Settings
from darwin_tui.terminal.painting_app import PaintingApp
from darwin_tui.terminal.printable import clean
from darwin_tui.terminal.screen import SteadyCommandPalette
from darwin_tui.widgets import themes
from darwin_tui.widgets.screen import DarwinScreen, app_keys, bound_keys, stylesheets


def screen_for(
    request: navigation.Request, player: PlayerContext, go: Callable[[navigation.Request], None]
) -> Screen[None]:
    """Return the screen that answers a request; import its module on first use.

    Args:
        go: opens the screen of another request, as a match does at its end.

    Raises:
        RecordError, JournalError: if the match of a lesson or a puzzle cannot be opened.
    """
    match request:
        case navigation.NewMatch(slug):
            from darwin_tui.screens.new_match import NewMatchScreen

            return NewMatchScreen(slug)
        case navigation.FirstTime(slug):
            from darwin_tui.screens.first_time import FirstTimeScreen

            return FirstTimeScreen(slug)
        case navigation.Saved():
            from darwin_tui.screens.saved import SavedScreen

            return SavedScreen()
        case navigation.You():
            from darwin_tui.screens.you import YouScreen

            return YouScreen()
        case navigation.Daily():
            from darwin_tui.screens.daily import DailyScreen

            return DailyScreen()
        case navigation.Settings():
            from darwin_tui.screens.settings import SettingsScreen

            return SettingsScreen()
        case navigation.Keys():
            from darwin_tui.screens.settings import KeysScreen

            return KeysScreen()
        case navigation.Play(access, is_trial=is_trial):
            results = partial(open_results, access, go, tried=access.path if is_trial else None)
            from darwin_tui.screens.play import PlayScreen

            return PlayScreen(access, results)
        case navigation.Learn(slug, part):
            from darwin_tui.play.lesson import open_lesson
            from darwin_tui.screens.lesson import LessonScreen

            learning = open_lesson(player, slug, part)
            return LessonScreen(learning, partial(open_results, learning.access, go))
        case navigation.Replay(saved, viewer, position):
            from darwin_tui.screens.replay import ReplayScreen

            return ReplayScreen(saved, viewer, position)
        case navigation.Guess(saved, seat, position):
            from darwin_tui.play.guessing import AskedAccess, GuessSeat
            from darwin_tui.screens.guess import GuessScreen

            analysis = saved.analysis(player.locations)
            guesses = GuessSeat(saved.recording(seat), analysis, position)
            return GuessScreen(AskedAccess(guesses, saved), guesses)
        case navigation.Puzzles(at_mistakes):
            from darwin_tui.screens.puzzles import MISTAKES, PuzzlesScreen

            return PuzzlesScreen(MISTAKES if at_mistakes else "")
        case navigation.Puzzle(slug, mistakes, solved_id):
            from darwin_tui.play.puzzles import open_mistake, open_puzzle
            from darwin_tui.screens.puzzles import PuzzleScreen

            if mistakes:
                asked = open_mistake(player, mistakes[0])
            else:
                asked = open_puzzle(player, slug, solved_id)
            return PuzzleScreen(asked, mistakes[1:], is_first=not solved_id)
        case navigation.Race(slug, racing):
            from darwin_tui.play.puzzles import Racing
            from darwin_tui.screens.puzzles import RaceScreen

            return RaceScreen(racing or Racing.at_home(player, slug))
        case navigation.BetterLine(line, viewer, position, back):
            from darwin_tui.screens.better_line import BetterLineScreen

            return BetterLineScreen(line, viewer, position, back)
        case navigation.Results(saved, ended, move_replay, is_kept):
            from darwin_tui.screens.results import ResultsScreen

            return ResultsScreen(saved, ended, move_replay, is_kept=is_kept)
        case navigation.Help(under, slug):
            from darwin_tui.screens.help import HelpScreen

            return HelpScreen(under, slug)
        case navigation.Home():
            return HomeScreen()


def open_results(
    access: SeatAccess, go: Callable[[navigation.Request], None], *, tried: Path | None = None
) -> None:
    """Open the results of a match; ``tried`` is the file of a trial match."""
    is_kept = tried is None or access.path != tried
    go(navigation.Results(access.saved, is_kept=is_kept, table_people=access.table_people))


NEEDED: Final = Size(80, 24)
"""Minimum columns and rows of a terminal for every screen."""


def fits(size: Size) -> bool:
    """Return whether a terminal of that size is large enough."""
    return size.width >= NEEDED.width and size.height >= NEEDED.height


class TooSmallScreen(DarwinScreen[None]):
    """The screen shown while the terminal is too small, with its current and required size."""

    LEAST = Size(1, 1)
    opens_by_itself = True
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("small")

    def compose(self) -> ComposeResult:
        with Vertical(id="small"):
            yield Static(tr("Too small"), id="strip")
            yield Static("", id="sentence", markup=False)
            yield Static(tr("[@click=app.quit]q leaves; nothing is lost.[/]"), id="leave")

    def on_resize(self) -> None:
        """Show the current size, or close."""
        size = self.app.size
        if fits(size):
            self.dismiss()
            return
        self.query_one("#sentence", Static).update(
            tr(
                "The terminal is {size} and the table needs {needed}: make it larger, or leave and "
                "play line by line with {command}",
                size=f"{size.width}×{size.height}",
                needed=f"{NEEDED.width}×{NEEDED.height}",
                command=self._line_by_line(),
            )
        )

    def _line_by_line(self) -> str:
        """Return the command that continues without a full screen."""
        if command := getattr(self.app, "line_by_line", None):
            return str(command)
        screens = [opened for opened in self.app.screen_stack if isinstance(opened, DarwinScreen)]
        path = next(filter(None, (screen.saved_at for screen in screens)), None)
        if path is None:
            return "darwin-tui play dice --plain"
        return f"darwin-tui play --plain --resume {clean(shlex.quote(str(path)))}"

    def on_screen_resume(self) -> None:
        """Close if the terminal has grown while another screen was on top."""
        if fits(self.app.size):
            self.dismiss()


NOTICE_SECONDS_MIN: Final = 3.0
"""Minimum time for which a notice is shown, however short it is."""
TRIED: Final = mark("The moves you tried are in the trash; the replay is as it was.")
"""The notice after a trial match that was not saved elsewhere."""
TROUBLE_SECONDS: Final = 10
"""Time for which a sentence about a fault is shown."""
READ_CHARACTERS_A_SECOND: Final = 12
"""Speed at which a notice is read; a higher one would show notices for a shorter time."""
ANYWHERE: Final = {
    "Theme": "Change the current theme",
    "Quit": "Quit the application as soon as possible",
    "Screenshot": "Save an SVG 'screenshot' of the current screen",
}
"""Textual's commands that the program keeps, with Textual's words."""


class Commands(SteadyCommandPalette, DarwinScreen[None]):
    """Textual's list of commands, as robust as our own screens."""


class DarwinApp(PaintingApp[int]):
    """Five tabletop games in a terminal."""

    TITLE = "darwin-tui"
    CSS_PATH: ClassVar[list[str | PurePath]] = stylesheets("app", "widgets")
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("app")
    OF_TEXTUAL: ClassVar[frozenset[str]] = frozenset(ANYWHERE)
    """Textual's commands in the list of commands, by their English titles."""

    def __init__(
        self,
        player: PlayerContext,
        driver_class: type[Driver] | None = None,
        play: Opened | None = None,
        replay: Opened | None = None,
        viewer: int | None = None,
        returns_to_shell: bool = False,
        first: navigation.Request | None = None,
    ) -> None:
        """Make the program for one player.

        Args:
            player: the player, with terminal, folders and settings.
            driver_class: reader and writer of the terminal; None for Textual's own.
            play: a match to open at once.
            replay: a match to replay at once.
            viewer: the perspective of that replay.
            returns_to_shell: leaving that match ends the program.
            first: another screen to open at once.
        """
        super().__init__(driver_class=driver_class, terminal=player.terminal)
        self.player = player
        self._play = play
        self._replay = replay
        self._viewer = viewer
        self._first_request = first
        self.trouble = player.settings.trouble
        """A sentence about the fault of the settings, shown once."""
        self._back: navigation.Replay | None = None
        """The replay to which leaving one of its branches returns."""
        self._trial: tuple[SeatAccess, Path] | None = None
        """Access to the current trial match, and its first file."""
        self._opened = False
        """True once the first screens are open."""
        self._returns_to_shell = returns_to_shell
        for theme in themes.THEMES:
            self.register_theme(theme)
        # Set the theme before the stylesheets are parsed: later, all would be parsed again.
        self.set_reactive(App.theme, self.settings.theme)
        self.stylesheet.set_variables(self.get_css_variables())

    @property
    def settings(self) -> Settings:
        """The player's current settings."""
        return self.player.settings.now

    @property
    def reader(self) -> Reader:
        """The player's language and letters."""
        return self.player.reader

    @property
    def chosen_keys(self) -> Mapping[str, str]:
        """The keys that the player has chosen, by command."""
        return self.settings.keys

    def get_key_display(self, binding: Binding) -> str:
        """Return the printed name of a key, in ASCII."""
        if binding.key_display:
            return tr_in(CONTEXT, binding.key_display)
        return commands.key_title(binding.key)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our colours, for themes without them."""
        return themes.LAMP_COLOURS

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen as the bottom screen."""
        return HomeScreen()

    async def on_load(self) -> None:
        """Name the player's keys in all texts."""
        commands.follow_keys(self)

    def on_mount(self) -> None:
        """Apply the settings and open the first screens."""
        if self.settings.keys:
            self._drop_clashing_keys()
        self.apply_settings()
        self.open_first()
        self._opened = True
        self.screen_change_signal.subscribe(self, lambda _: self._attend_screen())
        self._cover()
        if self.trouble:
            self.notify(self.trouble, severity="warning", timeout=TROUBLE_SECONDS, markup=False)

    def _drop_clashing_keys(self) -> None:
        """Drop configured keys that clash with another command. A settings file edited by hand may
        contain such keys, and a command would be left without any."""
        store = self.player.settings
        clashing = commands.clashing(store.now.keys)
        if clashing:
            dropped = {command.name for command in clashing}
            remaining = {name: key for name, key in store.now.keys.items() if name not in dropped}
            store.now = msgspec.structs.replace(store.now, keys=remaining)
            titles = listed([f"“{commands.title(command)}”" for command in clashing])
            file = self.player.locations.name_of(self.player.locations.settings)
            self.trouble = self.trouble or (
                tr(
                    "{file} chooses keys that other commands have already; for {commands} the "
                    "default ones are used.",
                    file=file,
                    commands=titles,
                )
            )

    def keep_settings(self, wanted: Settings) -> None:
        """Apply and store settings, or say that they cannot be stored."""
        try:
            self.player.settings.keep(wanted)
        except JournalError as error:
            self.notify_unkept_settings(str(error))
        self.apply_settings()

    def notify_unkept_settings(self, why: str) -> None:
        """Notify the player that the current settings are not stored; ``why`` is one sentence."""
        words = tr("They are in force until you leave.")
        self.notify(f"{why} {words}", severity="error", markup=False)

    def apply_settings(self) -> None:
        wanted = self.settings
        self.theme = wanted.theme
        self.set_keymap(commands.keymap(wanted.keys))
        self.use_terminal(self.player.terminal)

    async def action_quit(self) -> None:
        """End the program, unless a match must be saved first."""
        for screen in self.screen_stack:
            if isinstance(screen, DarwinScreen) and not screen.may_quit():
                return
        self._drop_trial()
        self.exit()

    def open_first(self) -> None:
        """Open the match or screen named by the command line over the first screen."""
        if self._play:
            access = self.player.matches.host(self._play, pace=self.settings.pace)
            self.open(navigation.Play(access))
        elif self._replay:
            self.open(navigation.Replay(SavedMatch.of(self._replay), self._viewer))
        elif self._first_request:
            self.open(self._first_request)

    def open(self, request: navigation.Request) -> None:
        """Open the screen of a request, without the notices of the screen below."""
        self.clear_notifications()
        if isinstance(request, navigation.NewMatch):
            self._returns_to_shell = False
        if isinstance(
            request, navigation.Home | navigation.NewMatch | navigation.Play | navigation.Learn
        ):
            while len(self.screen_stack) > 1:
                self.pop_screen()
            back, self._back = self._back, None
            is_tried = self._drop_trial()
            if isinstance(request, navigation.Home) and back:
                self.open(back)
                self._show_notice(tr(TRIED) if is_tried else request.notice)
                return
        if isinstance(request, navigation.Play):
            self._back = request.back
            path = request.access.path
            self._trial = (request.access, path) if request.is_trial and path else None
        if isinstance(request, navigation.Home):
            if self._returns_to_shell:
                self.exit(0, message=request.notice)
            else:
                self._show_notice(request.notice)
        elif self._has_board(request):
            try:
                screen = self.screen_for(request)
            except (RecordError, JournalError) as error:
                self.notify(str(error), severity="error", markup=False)
            else:
                self.push_screen(screen)

    def screen_for(self, request: navigation.Request) -> Screen[None]:
        """Return the screen that answers a request; see the function of that name."""
        return screen_for(request, self.player, self.open)

    def _drop_trial(self) -> bool:
        """Move the record of a trial match to the trash; a file saved elsewhere stays.

        Returns:
            True if the match is in the trash, and nowhere else.
        """
        trial, self._trial = self._trial, None
        if trial is None:
            return False
        access, path = trial
        access.close()
        try:
            saves.delete(path, self.player.locations)
        except JournalError as error:
            self.notify(str(error), severity="error", markup=False)
            return False
        return access.path == path

    def _show_notice(self, notice: str) -> None:
        """Show a sentence for as long as reading it takes."""
        if notice:
            seconds = max(NOTICE_SECONDS_MIN, len(notice) / READ_CHARACTERS_A_SECOND)
            self.notify(notice, timeout=seconds, markup=False)

    def _has_board(self, request: navigation.Request) -> bool:
        """Return whether a match can be shown; if not, say why and release its file."""
        if not isinstance(request, navigation.Play | navigation.Replay):
            return True
        # Imported here, so that the first frame does not wait for boards.
        from darwin_tui.boards import NoBoard, board_class

        if isinstance(request, navigation.Play):
            slug = request.access.spectator.game.slug
        else:
            slug = request.saved.slug
        try:
            board_class(slug)
        except NoBoard as refusal:
            if isinstance(request, navigation.Play):
                request.access.close()
            self.notify(str(refusal), severity="error", timeout=TROUBLE_SECONDS, markup=False)
            return False
        return True

    def on_resize(self, event: Resize) -> None:
        """Cover the screen with a sentence while the terminal is too small for it."""
        # Textual adopts the new size in a handler that would run after this one.
        self.call_next(self._cover)

    def _attend_screen(self) -> None:
        """Adapt a screen that has just come to the top to the size of the terminal."""
        if self._returns_to_shell and isinstance(self._top, HomeScreen):
            self.exit(0)
        self._cover()

    def _cover(self) -> None:
        """Cover the screen with a sentence if the terminal is too small."""
        top = self._top
        if self._opened and top and not fits(self.size) and not isinstance(top, TooSmallScreen):
            self.push_screen(TooSmallScreen())

    @property
    def _top(self) -> Screen[object] | None:
        """The screen on top; None while the program ends."""
        return self.screen if self.screen_stack else None

    def action_command_palette(self) -> None:
        """Open the list of commands, unless it is open or there is no room."""
        over = (CommandPalette, TooSmallScreen)
        if not any(isinstance(screen, over) for screen in self.screen_stack):
            self.push_screen(Commands(placeholder=tr("Search for commands…")))

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a sentence for a while; quoted text cannot control the terminal."""
        super().notify(
            clean(self.player.locations.redact(message)),
            title=title,
            severity=severity,
            timeout=timeout,
            markup=markup,
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable suspending if there is no shell to return to, as on a server."""
        return action != "suspend_process" or self.can_suspend

    def search_themes(self) -> None:
        self.push_screen(Commands([ThemeProvider], placeholder=tr("Search for themes…")))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands of the screen with their keys, then the commands of the program."""
        bound = {**bound_keys(screen), **app_keys(screen)}
        own_commands = {capitalized(title): keys for title, keys in bound.items()}
        for title, keys in own_commands.items():
            press = partial(self.call_later, self.simulate_key, keys[0].key)
            displays = " ".join(key.display for key in keys)
            yield SystemCommand(title, tr("key: {keys}", keys=displays), press)
        for command in super().get_system_commands(screen):
            title = tr_in(CONTEXT, command.title)
            if command.title in self.OF_TEXTUAL and title not in own_commands:
                yield SystemCommand(title, tr_in(CONTEXT, command.help), command.callback)


def _driver_class() -> type[Driver] | None:
    """Return our driver; None on Windows, or if the user asks Textual for a certain driver."""
    if sys.platform == "win32" or constants.DRIVER:
        return None
    from darwin_tui.terminal.posix_driver import RestoringDriver

    return RestoringDriver


_GEN0_OBJECTS: Final = 10_000
"""New objects after which garbage is collected."""


def run(
    player: PlayerContext,
    play: Opened | None = None,
    replay: Opened | None = None,
    viewer: int | None = None,
    first: navigation.Request | None = None,
) -> int:
    """Run full screen in the terminal of this process; return the exit code.

    Raises:
        Exception: the program's own error that ended it; the match is saved.
    """
    # Most objects of a picture are freed with it; at the default threshold, the collector would
    # traverse them before.
    gc.set_threshold(_GEN0_OBJECTS)
    returns = play is not None or replay is not None
    app = DarwinApp(player, _driver_class(), play, replay, viewer, returns, first)
    app.run()
    if app.failure:
        raise app.failure
    return app.return_code or 0
