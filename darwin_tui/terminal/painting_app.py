"""An app painted cell by cell within its terminal's abilities, and waiting until it is at rest.

Two things make new screens fast. Parsing and matching stylesheets takes most of the time of a new
screen, so apps with the same colours share the parsed rules, and the rules that apply to a kind of
node at a place in the tree. A patch of Textual prevents a second layout after the first.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic, process_time
from typing import Any, Final, NamedTuple, TypeVar, cast

from rich.console import RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._context import active_app, active_message_pump
from textual._time import get_time
from textual.app import App, ScreenStackError
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.query import NoMatches
from textual.css.styles import RenderStyles, RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode, NoScreen
from textual.driver import Driver
from textual.events import DescendantFocus, Event, InputEvent, Paste, Resize
from textual.filter import LineFilter, Monochrome, NoColor
from textual.geometry import Offset, Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import MountError, Widget
from textual.worker import WorkerFailed

from darwin_core.text.language import ENGLISH, Reader, follow
from darwin_tui.terminal import painter
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.input import RESTORE_TITLE, SAVE_TITLE, TITLE_BEGIN, TITLE_END
from darwin_tui.terminal.painter import Frame, Painter, make_caches_late, to_ascii
from darwin_tui.terminal.screen import KeyOrder, SteadyScreen, waits_for_messages

# --- the shared stylesheet

# Maximum entries of the stylesheet's caches. The program's widgets fill far fewer.
_SOURCES_MAX: Final = 1024
"""Parsed sources of one theme."""
_THEMES_MAX: Final = 16
_RULE_SETS_MAX: Final = 64
"""Sets of sources in one theme each."""
_KINDS_MAX: Final = 1024
"""Kinds of nodes."""
_SIGNATURES_MAX: Final = 4096
"""Signatures of nodes with their ancestors."""

_COMPONENT_PSEUDO_CLASSES: Final = (
    "focus", "hover", "disabled", "can-focus", "dark", "nocolor", "ansi",
)  # fmt: skip
"""Pseudo-classes of a widget on which the styles of its component classes may depend."""
_WITH_EFFECTS: Final = ("display", "overflow_x", "overflow_y")
"""Rules whose setters do more than store the value, such as to show or hide the widget."""

_Signature = tuple[object, ...]
"""Type, identifier, classes and states of pseudo-classes of a node."""


class _Kind(NamedTuple):
    """Facts about the rules that may apply to nodes of one type, identifier and classes."""

    is_shared: bool
    """The applicable rules depend only on the signatures of a node and its ancestors."""
    pseudo_classes: tuple[str, ...]
    """Pseudo-classes that occur in the rules."""
    has_hover: bool


class _Rules:
    """The parsed rules of a set of sources in one theme, with a cache of those that apply to a node
    in a given state."""

    def __init__(self, rules: list[RuleSet], by_name: dict[str, list[RuleSet]]) -> None:
        self.rules = rules
        self.by_name = by_name
        self.kinds: LRUCache[_Signature, _Kind] = LRUCache(_KINDS_MAX)
        self.applied: LRUCache[tuple[_Signature, ...], RulesMap] = LRUCache(_SIGNATURES_MAX)

    def kind(self, node: DOMNode) -> _Kind:
        key = (type(node), node._id, node.classes)
        kind = self.kinds.get(key)
        if kind is None:
            kind = self.kinds[key] = self._kind(node)
        return kind

    def _kind(self, node: DOMNode) -> _Kind:
        names = self.by_name.keys() & node._selector_names
        used: set[str] = set()
        for name in names:
            used.update(*(rule.pseudo_classes for rule in self.by_name[name]))
        is_shared = used.isdisjoint(Stylesheet._EXCLUDE_PSEUDO_CLASSES_FROM_CACHE)
        return _Kind(is_shared, tuple(sorted(used)), "hover" in used)


class _Components(dict[str, RenderStyles]):
    """The styles of a widget's component classes, each made on first use."""

    def __init__(
        self, widget: DOMNode, names: frozenset[str], apply: Callable[[DOMNode], None]
    ) -> None:
        super().__init__()
        self.signatures: object = None
        self._widget = widget
        self._names = names
        self._apply = apply

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __missing__(self, name: str) -> RenderStyles:
        if name not in self._names:
            raise KeyError(name)
        node = DOMNode(classes=name)
        node._attach(self._widget)
        self._apply(node)
        self[name] = node.styles
        return node.styles


class SharedStylesheet(Stylesheet):
    """A stylesheet that shares parsed rules, and the rules found for each kind of node, with all
    stylesheets of the same sources and colours."""

    _parsed: Final[LRUCache[tuple[tuple[str, str], ...], "LRUCache[Any, Any]"]] = LRUCache(
        _THEMES_MAX
    )
    _rule_sets: Final[LRUCache[tuple[object, ...], _Rules]] = LRUCache(_RULE_SETS_MAX)

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._shared: _Rules | None = None
        self._share()

    def set_variables(self, variables: dict[str, str]) -> None:
        """Set the colours, and use the rules that other stylesheets parsed with them."""
        self._parse_cache = LRUCache(1)  # Textual clears it; the shared cache must not be cleared.
        super().set_variables(variables)
        self._share()

    def _share(self) -> None:
        self._colours = tuple(sorted(self._variables.items()))
        if self._colours not in self._parsed:
            self._parsed[self._colours] = LRUCache(_SOURCES_MAX)
        self._parse_cache = self._parsed[self._colours]

    def parse(self) -> None:
        """Take the sources' rules from another stylesheet, or parse them."""
        key = (self._colours, *self.source.items())
        shared = self._rule_sets.get(key)
        if shared is None:
            super().parse()
            shared = self._rule_sets[key] = _Rules(self._rules, self.rules_map)
        self._shared = shared
        self._rules = shared.rules
        self._rules_map = shared.by_name
        self._require_parse = False

    def reparse(self) -> None:
        """Take the rules for the current colours."""
        self.parse()

    def apply(
        self,
        node: DOMNode,
        *,
        animate: bool = False,
        cache: dict[tuple[object, ...], RulesMap] | None = None,
    ) -> None:
        """Apply the rules to a node, from the cache if a node at the same place had them."""
        if self._require_parse or self._shared is None:
            self.parse()
        shared = cast(_Rules, self._shared)
        kind = shared.kind(node)
        if not kind.is_shared:
            super().apply(node, animate=animate, cache=cache)
            return
        signatures = _signatures(node, kind.pseudo_classes)
        applied = shared.applied.get(signatures)
        base = node.styles.base
        if applied is None:
            # Textual puts the rules that it finds into the cache.
            cached: dict[tuple[object, ...], RulesMap] = {}
            super().apply(node, animate=animate, cache=cached)
            if not animate or not base.has_rule("transitions"):
                # Remember the rules as the node has them: setting a value may parse it.
                shared.applied[signatures] = base.get_rules() if cached else RulesMap()
            return
        # Textual sets these facts while it matches rules. Rules that depend on the last three are
        # never shared.
        node._has_hover_style = kind.has_hover
        node._has_focus_within = node._has_order_style = node._has_odd_or_even = False
        if not base._rules and not node._is_mounted:
            # A new widget: there are no earlier rules to compare or animate.
            base._rules.update(applied)
            base._updates += 1
            for name in _WITH_EFFECTS:
                if name in applied:
                    base.clear_rule(name)
                    setattr(base, name, applied.get(name))
            node.notify_style_update()
        elif applied and base._rules != applied:
            self.replace_rules(node, applied, animate=animate)
        elif applied and not animate:
            node.notify_style_update()
        self._process_component_classes(node)

    def _process_component_classes(self, node: DOMNode) -> None:
        """Make the styles of component classes on first use: most are never used."""
        names = node._get_component_classes()
        if not names:
            return
        components = node._component_styles
        if not isinstance(components, _Components):
            components = node._component_styles = _Components(node, names, self.apply)
        signatures = (self._shared, _signatures(node, _COMPONENT_PSEUDO_CLASSES))
        if components.signatures != signatures:
            components.signatures = signatures
            if components:
                components.clear()
                node.refresh()


def _signatures(node: DOMNode, pseudo_classes: tuple[str, ...]) -> tuple[_Signature, ...]:
    """Return the signatures of the nodes from the app to a node, which are all that selectors
    match."""
    return tuple(
        (
            type(ancestor),
            ancestor._id,
            ancestor.classes,
            *(ancestor.has_pseudo_class(name) for name in pseudo_classes),
        )
        for ancestor in node.css_path_nodes
    )


# --- layout and cursor

_size_updated: Final = Widget._size_updated


def lay_out_once() -> None:
    """Patch Textual, so that the sizes that a layout assigns do not cause another layout."""
    Widget._size_updated = _note_size  # type: ignore[method-assign]


def _note_size(
    self: Widget, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
) -> bool:
    """Note the sizes that a layout assigned, and ask for another layout only if the widget scrolls:
    scrollbars change the room of its contents."""
    scrolls = self.is_scrollable and (
        any(self.scrollbars_enabled)
        or virtual_size.width > size.width
        or virtual_size.height > size.height
    )
    return _size_updated(self, size, virtual_size, container_size, layout=layout and scrolls)


_HEADER_LINES: Final = 1
"""Lines above the first row of a table."""


def focus_offset(widget: Widget | None) -> Offset:
    """Return the screen cell of the focus; the top left cell if no widget has the focus.

    Boards, fields and lists provide the cell themselves; for tables, with one-line rows, it is the
    row. Their classes are not imported here, so that the first screen does not wait.
    """
    if widget is None:
        return Offset(0, 0)
    if hasattr(widget, "cursor_screen_offset"):
        offset: Offset = widget.cursor_screen_offset
        return offset
    row = widget.cursor_row + _HEADER_LINES if hasattr(widget, "cursor_row") else 0
    return widget.content_region.offset + Offset(0, max(row - widget.scroll_offset.y, 0))


def stop_blinking(widget: Widget) -> None:
    """Keep a field's cursor steady: each blink would be sent while the field is open."""
    if hasattr(widget, "cursor_blink"):
        widget.cursor_blink = False


# --- the app

T = TypeVar("T")
Result = TypeVar("Result")

COLUMNS_MAX: Final = 500
ROWS_MAX: Final = 200
"""The largest part of a terminal that is drawn. No screen with readable letters is larger.

A terminal that claims 65,535 columns, as some programs do, would keep the program busy for many
seconds per picture.
"""

_variables: Final[dict[str, dict[str, str]]] = {}
"""The variables of themes by name; a name stands for the same theme in all apps."""

_LOOKUP_ERRORS: Final = (MountError, NoMatches, ScreenStackError)
"""Errors of code that looks for a widget or screen that is not there, or not any more."""

# Patches of Textual, needed before any widget is created.
make_caches_late()
lay_out_once()


class PaintingApp(App[T]):
    """An app that sends its terminal only changed cells, in colours that the terminal has."""

    def __init__(
        self, *, driver_class: type[Driver] | None = None, terminal: TerminalFacts | None = None
    ) -> None:
        """Make the app for one terminal.

        Args:
            driver_class: reader and writer of the terminal; Textual's own by default.
            terminal: its abilities, limited by the settings; all by default.
        """
        super().__init__(driver_class=driver_class)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.painter = Painter(terminal or TerminalFacts())
        self.no_color = self.painter.facts.colour == "none"
        self.window_title = ""
        """The title shown instead of the terminal's own; empty for none."""
        self.keys = KeyOrder(cast(App[object], self), super().on_event)

    @property
    def size(self) -> Size:
        """The part of the terminal that is drawn; the rest stays blank."""
        return _bounded(super().size)

    @property
    def reader(self) -> Reader:
        """Language and letters of all texts of the app."""
        return ENGLISH

    async def on_load(self) -> None:
        """Compose the app's texts in its language, also in the widgets' tasks, which start here."""
        follow(self)

    async def on_event(self, event: Event) -> None:
        """Handle an event; typed input is handled in order. A key that a widget hands back while
        the program ends is dropped, as there is no screen."""
        if isinstance(event, Resize):
            event = Resize(_bounded(event.size), _bounded(event.virtual_size))
        if isinstance(event, InputEvent | Paste) and not event.is_forwarded:
            await self.keys.take(event)
        elif self.screen_stack or not isinstance(event, InputEvent):
            await super().on_event(event)

    def get_css_variables(self) -> dict[str, str]:
        """Return the theme's variables, computed once for all apps."""
        name = self.current_theme.name
        if name not in _variables:
            _variables[name] = super().get_css_variables()
        self.theme_variables = dict(_variables[name])
        return self.theme_variables

    def use_terminal(self, facts: TerminalFacts) -> None:
        """Use the colours and characters of the facts from now on."""
        self.painter.facts = facts
        no_color = facts.colour == "none"
        if no_color != self.no_color:
            # The stylesheets show the focus in terminals without colours.
            self.no_color = no_color
            self.refresh_css(animate=False)
        self.refresh(repaint=True)

    def repaint(self) -> None:
        """Send the whole screen now, as after dropped frames."""
        self.painter.reset()
        if self.screen_stack:
            self._display(self.screen, cast(RenderableType, painter.whole(self.screen)))

    # --- suspending

    @property
    def can_suspend(self) -> bool:
        """True at the terminal in which the program was started."""
        return hasattr(self._driver, "suspend")

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell until the shell continues the program."""
        suspend = getattr(self._driver, "suspend", None)
        if suspend is not None:
            suspend()

    # --- the title of the terminal's window

    def show_title(self, title: str) -> None:
        """Show a title instead of the terminal's own.

        Args:
            title: a text without control characters, which a terminal would obey.
        """
        if not self.painter.facts.has_unicode:
            title = to_ascii(title)
        if title != self.window_title:
            saves = "" if self.window_title else SAVE_TITLE
            self.window_title = title
            self._write(f"{saves}{TITLE_BEGIN}{title}{TITLE_END}")

    def restore_title(self) -> None:
        if self.window_title:
            self.window_title = ""
            self._write(RESTORE_TITLE)

    # --- failures

    @property
    def failure(self) -> BaseException | None:
        """The error that ended the app, if any."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    def _handle_exception(self, error: Exception) -> None:
        """End the app after an error, unless the widget that raised it was being removed.

        A program may be left at any moment, a connection lost, and a screen closed as soon as it is
        opened. The parts of a screen are then removed while others that have just begun look for
        them.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, NoScreen):
            return  # Only a removed widget has no screen.
        if not (isinstance(cause, _LOOKUP_ERRORS) and self._is_taken_apart()):
            super()._handle_exception(error)

    def _is_taken_apart(self) -> bool:
        """Return whether the app is ending, or the screen being handled is no longer open."""
        if self._exit or self._closing or not self.is_running:
            return True
        node = active_message_pump.get(None)
        if not isinstance(node, Widget):
            return False
        screens = [
            ancestor for ancestor in node.ancestors_with_self if isinstance(ancestor, Screen)
        ]
        return not screens or screens[0] not in self.screen_stack

    async def push_screen_wait(
        self, screen: Screen[Result] | str, *, mode: str | None = None
    ) -> Result | Any:  # noqa: ANN401 - the result of a screen by its name
        """Open a screen and return its result.

        Before that, Textual runs the app's pending callbacks, such as the removal of a screen, in
        the caller's worker. If the worker belongs to that screen, the removal ends the worker,
        which must not end the removal halfway.
        """
        await asyncio.shield(self._flush_next_callbacks())
        return await asyncio.shield(self.push_screen(screen, wait_for_dismiss=True, mode=mode))

    def _fatal_error(self) -> None:
        """End the app after an error without Textual's traceback; the caller of ``run`` reports
        ``failure`` in a sentence."""
        self._close_messages_no_wait()

    def _write(self, sequence: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters without colour removal, which the painter does."""
        return [
            line_filter
            for line_filter in super().get_line_filters()
            if not isinstance(line_filter, Monochrome | NoColor)
        ]

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send the cells of a picture that the terminal does not show yet, and the cursor."""
        if screen.is_current:
            self.cursor_position = focus_offset(screen.focused)
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            size = screen._compositor.size
            renderable = cast(RenderableType, Frame(self.painter, renderable, size))
        super()._display(screen, renderable)
        if isinstance(screen, SteadyScreen) and screen.is_current and screen.painted is None:
            screen.painted = get_time()

    def on_resize(self, event: Resize) -> None:
        """Resend everything to a terminal that changed its size and back: it may have lost cells.
        Textual would lay out nothing; for a new size it does, and the painter notices."""
        if event.size == self.painter.size and self.screen_stack:
            self.painter.reset()
            self.screen.refresh()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Keep the cursor of the focused widget from blinking."""
        stop_blinking(event.widget)


def _bounded(size: Size) -> Size:
    return Size(min(size.width, COLUMNS_MAX), min(size.height, ROWS_MAX))


# --- waiting until the app is at rest

_QUIET_CHECKS_MIN: Final = 3
"""Consecutive checks that must find nothing to do: a message found by one may cause the next."""
CPU_SECONDS_MAX: Final = 5.0
"""Processor time plus pauses, after which a handler that has not returned counts as waiting for the
player, as one that awaits a dialog does. Real time would not do: on a busy machine the same work
takes longer."""
_BUSY_CHECKS_MAX: Final = 8
"""Number of consecutive busy checks after which checks are further apart. Work that takes longer
waits for a thread, a timer or the player."""
_POLL_SECONDS: Final = 0.001
"""Time between two checks that are further apart."""


def is_busy(app: App[object]) -> bool:
    """Return whether a message or picture is still pending anywhere in the app."""
    if app._exit and not app.is_running:
        # Layouts pending when the app ended never happen.
        return False
    pumps: list[MessagePump] = [app]
    for screen in app.screen_stack:
        pumps += screen.walk_children(with_self=True)
    top = app.screen
    return bool(
        (isinstance(app, PaintingApp) and app.keys.is_handling)
        or app._resize_timer is not None
        or top._layout_required
        or top._dirty_widgets
        or top._callbacks
        or not all(waits_for_messages(pump) for pump in pumps)
    )


async def until_at_rest(seconds_min: float = 0.0, cpu_seconds_max: float = CPU_SECONDS_MAX) -> None:
    """Wait until the app of this context has handled everything sent to it.

    Args:
        seconds_min: minimum time to wait.
        cpu_seconds_max: maximum processor time plus pauses.
    """
    app = active_app.get()
    begun = monotonic()
    cpu_begun = process_time()
    slept = 0.0
    quiet_checks = 0
    busy_checks = 0
    while quiet_checks < _QUIET_CHECKS_MIN and process_time() - cpu_begun + slept < cpu_seconds_max:
        # A terminal's new size is handled only after a moment.
        pause = _POLL_SECONDS if app._resize_timer or busy_checks > _BUSY_CHECKS_MAX else 0.0
        await asyncio.sleep(pause)
        slept += pause
        try:
            if is_busy(app):
                quiet_checks = 0
                busy_checks += 1
                # Lay out and repaint now, not at the next tick of the screen's timer.
                app.screen._on_timer_update()
            else:
                quiet_checks += 1
                busy_checks = 0
        except ScreenStackError:
            # The app has no screen yet, or none any more.
            quiet_checks += 1
    await asyncio.sleep(max(0.0, seconds_min - (monotonic() - begun)))
