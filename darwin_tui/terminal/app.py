"""An app painted cell by cell, within the abilities of its terminal."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, Literal, TypeVar, cast

from rich.console import RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._context import active_message_pump
from textual._time import get_time
from textual.app import App, ScreenStackError
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.driver import Driver
from textual.events import DescendantFocus, Event, InputEvent, Paste, Resize
from textual.filter import LineFilter, Monochrome, NoColor
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import MountError, Widget
from textual.widgets import OptionList
from textual.worker import Worker, WorkerFailed

from darwin_core.language import ENGLISH, Reader, follow
from darwin_tui.terminal import frame, terminal_cursor
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.frame import Frame
from darwin_tui.terminal.key_order import KeyOrder
from darwin_tui.terminal.layout import lay_out_once
from darwin_tui.terminal.painter import Painter
from darwin_tui.terminal.screen import SteadyScreen
from darwin_tui.terminal.sequences import RESTORE_TITLE, SAVE_TITLE, TITLE_BEGIN, TITLE_END
from darwin_tui.terminal.shared_stylesheet import SharedStylesheet
from darwin_tui.terminal.strips import make_caches_late

T = TypeVar("T")
Result = TypeVar("Result")

COLUMNS_MAX: Final = 500
ROWS_MAX: Final = 200
"""The most of a terminal that is drawn: more than any screen shows in letters that can be read. One
that claims 65,535 columns, as some do that are no screen at all, would keep the program busy for
many seconds with each picture."""

_variables: Final[dict[str, dict[str, str]]] = {}
"""The variables of themes by their names, each of which means one theme."""

_MISSING: Final = (MountError, NoMatches, ScreenStackError)
"""Errors of a part that does not find another."""

make_caches_late()
lay_out_once()


class PaintingApp(App[T]):
    """An app that sends its terminal only the cells that changed, in colours that it has."""

    def __init__(
        self, *, driver_class: type[Driver] | None = None, terminal: TerminalFacts | None = None
    ) -> None:
        """Make the app for one terminal.

        Args:
            driver_class: the reader and writer of the terminal; Textual's own by default.
            terminal: its abilities, limited by the settings; all by default.
        """
        super().__init__(driver_class=driver_class)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.painter = Painter(terminal or TerminalFacts())
        self.no_color = self.painter.facts.colour == "none"
        self.window_title = ""
        """The title shown in place of the terminal's own; empty if none is."""
        self.keys = KeyOrder(cast(App[object], self), super().on_event)

    @property
    def size(self) -> Size:
        """The part of the terminal that is drawn; the rest stays blank."""
        return _bounded(super().size)

    @property
    def reader(self) -> Reader:
        """The language and letters of all texts of the app."""
        return ENGLISH

    async def on_load(self) -> None:
        """Compose the texts of the app in its language: the tasks of all its parts begin in this
        one."""
        follow(self)

    async def on_event(self, event: Event) -> None:
        """Handle an event; what is typed counts in its order. A key that comes back from the part
        that it was for while the program ends has no screen."""
        if isinstance(event, Resize):
            event = Resize(_bounded(event.size), _bounded(event.virtual_size))
        if isinstance(event, InputEvent | Paste) and not event.is_forwarded:
            await self.keys.take(event)
        elif self.screen_stack or not isinstance(event, InputEvent):
            await super().on_event(event)

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables of the theme, which are computed once for all apps."""
        name = self.current_theme.name
        if name not in _variables:
            _variables[name] = super().get_css_variables()
        self.theme_variables = dict(_variables[name])
        return self.theme_variables

    def use_terminal(self, facts: TerminalFacts) -> None:
        """Show the colours and characters of the facts from now on."""
        self.painter.facts = facts
        no_color = facts.colour == "none"
        if no_color != self.no_color:
            # The stylesheets say what shows the focus where colours do not.
            self.no_color = no_color
            self.refresh_css(animate=False)
        self.refresh(repaint=True)

    def repaint(self) -> None:
        """Send the whole screen now, as after frames were dropped."""
        self.painter.reset()
        if self.screen_stack:
            self._display(self.screen, cast(RenderableType, frame.whole(self.screen)))

    # --- suspending

    @property
    def can_suspend(self) -> bool:
        """True at the terminal that the program was started in."""
        return hasattr(self._driver, "suspend")

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell, until that continues the program."""
        suspend = getattr(self._driver, "suspend", None)
        if suspend is not None:
            suspend()

    # --- the title of the terminal's window

    def show_title(self, title: str) -> None:
        """Show a title, safe to show, in place of the terminal's own."""
        if title != self.window_title:
            saves = "" if self.window_title else SAVE_TITLE
            self.window_title = title
            self._write(f"{saves}{TITLE_BEGIN}{title}{TITLE_END}")

    def restore_title(self) -> None:
        """Give the terminal its own title back."""
        if self.window_title:
            self.window_title = ""
            self._write(RESTORE_TITLE)

    # --- failures

    @property
    def failure(self) -> BaseException | None:
        """The error that ended the app, if one did."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    def _handle_exception(self, error: Exception) -> None:
        """End the app after an error, unless the part that it came from was being taken apart.

        A program may be left at any moment, a connection be lost, and a screen closed as soon as
        it is opened. The parts of a screen are removed then, while others that have just begun look
        for them.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, NoScreen):
            return  # Only what was removed has none.
        if not (isinstance(cause, _MISSING) and self._is_taken_apart()):
            super()._handle_exception(error)

    def _is_taken_apart(self) -> bool:
        """Return whether the app ends, or the screen that is being handled is no longer open."""
        if self._exit or self._closing:
            return True
        node = active_message_pump.get(None)
        if not isinstance(node, Widget):
            return False
        screens = [each for each in node.ancestors_with_self if isinstance(each, Screen)]
        return not screens or screens[0] not in self.screen_stack

    async def push_screen_wait(
        self, screen: Screen[Result] | str, *, mode: str | None = None
    ) -> Result | Any:  # noqa: ANN401 - the result of a screen by its name
        """Open a screen and return its result.

        Before that, Textual carries out in the caller's worker what the app has to do next, such as
        the removal of a screen. If the worker is that screen's, the removal ends the worker, which
        must not end the removal halfway.
        """
        await asyncio.shield(self._flush_next_callbacks())
        return await asyncio.shield(self.push_screen(screen, wait_for_dismiss=True, mode=mode))

    def _fatal_error(self) -> None:
        """End the app after an error, which its runner says in a sentence."""
        self._close_messages_no_wait()

    def _write(self, sequence: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters but those for no colour: the painter leaves colours out."""
        return [
            line_filter
            for line_filter in super().get_line_filters()
            if not isinstance(line_filter, Monochrome | NoColor)
        ]

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send the cells of a picture that the terminal does not show yet, and the cursor."""
        if screen.is_current:
            self.cursor_position = terminal_cursor.place(screen.focused)
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            size = screen._compositor.size
            renderable = cast(RenderableType, Frame(self.painter, renderable, size))
        super()._display(screen, renderable)
        if isinstance(screen, SteadyScreen) and screen.is_current and screen.painted is None:
            screen.painted = get_time()

    def on_resize(self, event: Resize) -> None:
        """Send everything to a terminal that changed its size and back: it may have lost some.

        Textual would lay nothing out; for a new size it does, and the painter sees that itself.
        """
        if event.size == self.painter.size and self.screen_stack:
            self.painter.reset()
            self.screen.refresh()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Stop the blinking of the widget that has the focus now."""
        terminal_cursor.stop_blinking(event.widget)


def _bounded(size: Size) -> Size:
    return Size(min(size.width, COLUMNS_MAX), min(size.height, ROWS_MAX))


class SteadyCommandPalette(CommandPalette):
    """Textual's command palette, which may also be closed while a search is under way, and whose
    list heeds no key before it is laid out."""

    @property
    def is_filling(self) -> bool:
        """True while the list waits for the commands that match what was typed."""
        group = self._GATHER_COMMANDS_GROUP
        return any(
            worker.node is self and worker.group == group and not worker.is_finished
            for worker in self.workers
        )

    def _watch__list_visible(self) -> None:
        if self.query(CommandList):
            super()._watch__list_visible()

    async def _watch__show_busy(self) -> None:
        if self.query(CommandList):
            await super()._watch__show_busy()

    def _gather_commands(  # type: ignore[override]
        self, search_value: str
    ) -> Worker[None] | None:
        return super()._gather_commands(search_value) if self.query(CommandList) else None

    def _action_command_list(self, action: str) -> None:
        if any(commands._lines for commands in self.query(CommandList)):
            super()._action_command_list(action)

    def _action_cursor_down(self) -> None:
        if self.query(CommandList):
            super()._action_cursor_down()


class SteadyOptionList(OptionList):
    """Textual's list of lines, whose page keys need no line that is laid out."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        if self._lines:
            super()._move_page(direction)
