"""Screens, palettes and lists that stay steady, render only changed rows, and take keys in order.

Textual passes each key to the focused widget when the app takes the key from its queue. The
previous key may not have been handled by then: if a key opens a field while the program lags behind
its player, the first letters typed into the field would be lost.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Final, Literal, TypeVar

from textual._compositor import Compositor, CompositorMap
from textual._queue import Queue
from textual._styles_cache import StylesCache
from textual.app import App
from textual.command import CommandList, CommandPalette
from textual.events import Event, InputEvent, Key, Paste
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets._toast import ToastRack
from textual.worker import Worker


def waits_for_messages(pump: MessagePump) -> bool:
    """Return whether a pump's queue is empty and none of its messages is being handled."""
    queue: Queue[Message | None] = pump._message_queue
    if pump._task is None or pump._task.done():
        return True
    return queue.empty() and bool(queue.ready_event._waiters) and not pump._next_callbacks


NEAR_ROWS: Final = 3
"""Rows between two changed ones that are rendered with them, as a third call would cost more."""


class RowCompositor(Compositor):
    """A compositor that asks each widget only for its visible changed rows.

    Textual's own asks every widget for all its lines, even if only one line of one widget changed,
    and even for covered widgets, as the screen itself and all containers are.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_wanted: Callable[[int], bool] = bool
        """Returns whether a row is to be rendered, in the current rendering."""

    @property
    def full_map(self) -> CompositorMap:
        """The places of all widgets; moved widgets are marked for painting.

        Textual's own forgets the previous places: the next layout then finds no difference, and
        whatever appeared in between is never painted.
        """
        before = self._full_map
        now = super().full_map
        if now is not before:
            changed = (
                geometry.clip.intersection(geometry.region)
                for _, geometry in now.items() ^ before.items()
            )
            self._dirty_regions.update(filter(None, changed))
        return now

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        self._is_wanted = is_rendered_line
        return super()._render_chops(crop, is_rendered_line)

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        width, _ = self.size
        # For each row to render, the columns that no widget has covered yet: a bit for each.
        uncovered = dict.fromkeys(
            filter(self._is_wanted, (crop or self.size.region).line_range), (1 << width) - 1
        )
        # Go from front to back, and take away the cells that each widget covers.
        for widget, (region, clip) in self.visible_widgets.items():
            visible = region.intersection(clip)
            columns = ((1 << visible.width) - 1) << visible.x
            visible_rows = [y for y in visible.line_range if uncovered.get(y, 0) & columns]
            for first, last in _runs(visible_rows):
                rows = Region(visible.x, first, visible.width, last + 1 - first)
                yield rows, rows, widget.render_lines(rows.translate(-region.offset))
            for y in visible_rows:
                uncovered[y] &= ~columns


def _runs(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last row of each run of neighbouring rows."""
    if not rows:
        return
    start = rows[0]
    for row, following in pairwise(rows):
        if following - row > NEAR_ROWS:
            yield start, row
            start = following
    yield start, rows[-1]


T = TypeVar("T")


class SteadyScreen(Screen[T]):
    """A screen that is laid out for the terminal's current size."""

    LEAST: ClassVar[Size] = Size(40, 10)
    """Minimum size for which the screen is laid out."""

    opens_by_itself = False
    """True if no key of the player opens it. Keys typed before it was painted were meant for the
    screen below, and are dropped."""
    painted: float | None = None
    """Event time from which the player may have seen it; None before."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """The focused widget. A change redraws the two widgets, not the whole screen."""

    def __init__(
        self, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(name, id, classes)
        self._compositor = RowCompositor()

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay out for the terminal's current size, not for the size in an old event.

        Textual sends a screen a Resize event for each layout that changes its size. Laid out by two
        old events in turn, each would cause the other forever.

        Some of Textual's widgets fail at zero size, so there is a minimum; a smaller terminal shows
        another screen.
        """
        if not scroll:
            # This layout satisfies earlier requests.
            self._layout_required = False
        super()._refresh_layout(None if size is None else self._wanted_size, scroll)

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Add Textual's own widgets, hiding notices at first: hiding them later needs another
        layout."""
        super()._extend_compose(widgets)
        for widget in widgets:
            if isinstance(widget, ToastRack):
                widget.display = False

    def _screen_resized(self, size: Size) -> None:
        """Lay out for a new size of the terminal. Textual sends a screen several size events as it
        opens; one layout is enough."""
        if self._size != self._wanted_size:
            super()._screen_resized(size)

    @property
    def _wanted_size(self) -> Size:
        now = self.app.size
        least = self.LEAST
        return Size(max(now.width, least.width), max(now.height, least.height))

    def accepts(self, event: Event) -> bool:
        """Return whether a typed key may have been meant for this screen."""
        return not self.opens_by_itself or (self.painted is not None and event.time >= self.painted)

    def on_unmount(self) -> None:
        """Release the references that would keep the screen and its drawings alive."""
        self.app.theme_changed_signal.unsubscribe(self)
        # Textual's cache would keep all widgets ever made, with the lines that each has drawn.
        StylesCache.get_inner_outer.cache_clear()


class SteadyCommandPalette(CommandPalette):
    """Textual's command palette, made robust. It may be closed during a search, and its list
    accepts no key before it is laid out."""

    @property
    def is_filling(self) -> bool:
        """True while the list waits for the commands that match the input."""
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
    """Textual's option list, whose page keys do nothing before it is laid out."""

    @property
    def cursor_screen_offset(self) -> Offset:
        """Screen position of the highlighted option; a long one has several rows."""
        row = self._index_to_line.get(self.highlighted or 0, 0) - self.scroll_offset.y
        return self.content_region.offset + Offset(0, max(row, 0))

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        if self._lines:
            super()._move_page(direction)


Input = InputEvent | Paste

_CALM_CHECKS_MIN: Final = 5
"""Idle turns of the event loop before the next key. Work started by a key runs in the second one
until it waits, and a dialog that it opens is there two turns later."""
_QUICK_CHECKS_MAX: Final = 50
"""Number of checks after which the next ones are further apart. Work that takes longer waits for
others."""
_POLL_SECONDS: Final = 0.005
"""Time between two checks that are further apart."""
_CHECKS_MAX: Final = 250
"""Number of checks, about a second of them, after which the next key follows in any case. No work
may keep a player from leaving the program."""


class KeyOrder:
    """The order of an app's input: keys and clicks wait for the previous key."""

    def __init__(self, app: App[object], pass_on: Callable[[Input], Awaitable[None]]) -> None:
        """Begin without a key.

        Args:
            pass_on: passes an event to the focused widget.
        """
        self._app = app
        self._pass_on = pass_on
        self._waiting: deque[Input] = deque()
        self.is_handling = False
        """A key was passed on whose effect is still pending."""
        self._way: list[MessagePump] = []
        """The widgets whose queues a key would have passed at the last check."""
        self._checks = self._calm_checks = 0
        """Checks since the last key, and consecutive ones at the end that found nothing to do."""

    async def take(self, event: Input) -> None:
        """Pass on an event once the previous key is handled."""
        self._waiting.append(event)
        if not self.is_handling:
            await self._continue()

    async def _continue(self, *, is_due: bool = False) -> None:
        """Pass on the waiting input, up to the next key. While the program ends, there is no
        screen.

        Args:
            is_due: the first input has waited long enough.
        """
        self.is_handling = False
        while self._waiting and not self.is_handling:
            if not is_due and self._waits_for_list:
                self.is_handling = True
                break
            is_due = False
            event = self._waiting.popleft()
            if self._app.screen_stack and self._is_heeded(event):
                self.is_handling = isinstance(event, Key)
                await self._pass_on(event)
        if self.is_handling:
            self._checks = self._calm_checks = 0
            asyncio.get_running_loop().call_soon(self._check)

    @property
    def _waits_for_list(self) -> bool:
        """True if the next key moves or chooses in a screen that is not yet laid out or filled."""
        event = self._waiting[0] if self._waiting else None
        if not isinstance(event, Key) or event.is_printable or not self._app.screen_stack:
            return False
        screen = self._app.screen
        return screen._layout_required or getattr(screen, "is_filling", False)

    def _is_heeded(self, event: Input) -> bool:
        """Return whether an event may have been meant for the present screen."""
        screen = self._app.screen
        return not isinstance(screen, SteadyScreen) or screen.accepts(event)

    def _check(self) -> None:
        """Let the next key follow once this key's effect is complete, such as a new screen or a
        field that gets the focus."""
        app = self._app
        before = self._way
        loop = asyncio.get_running_loop()
        if app._closing:
            return
        self._way = [*(app.focused or app.screen).ancestors_with_self] if app.screen_stack else []
        is_calm = (
            self._way == before
            and all(map(waits_for_messages, self._way))
            and not self._waits_for_list
        )
        self._calm_checks = self._calm_checks + 1 if is_calm else 0
        self._checks += 1
        if self._calm_checks < _CALM_CHECKS_MIN and self._checks < _CHECKS_MAX:
            if self._checks < _QUICK_CHECKS_MAX:
                loop.call_soon(self._check)
            else:
                loop.call_later(_POLL_SECONDS, self._check)
        elif self._waiting:
            app.call_later(self._continue, is_due=True)
        else:
            self.is_handling = False
