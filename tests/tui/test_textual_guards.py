"""Guards for the private parts of Textual that ``darwin_tui/terminal/`` uses.

Textual is pinned exactly. With another version, each failing test here names the code to be checked
in a sentence, before other tests fail for a reason that is hard to find.
"""

import asyncio
import inspect
import signal
from collections.abc import Callable
from typing import Any, cast

import pytest
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual._context import active_app
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult
from textual.command import CommandPalette
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Resize
from textual.geometry import Region, Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Label


class Small(App[None]):
    """A label at the top of an empty screen."""

    def compose(self) -> ComposeResult:
        yield Label("beagle")


def parameters(function: Callable[..., Any]) -> list[str]:
    return [*inspect.signature(function).parameters]


# --- terminal/compositor.py


async def test_screen_renders_changed_rows_by_its_compositor(monkeypatch):
    asked: list[tuple[Region, list[int]]] = []
    render = Compositor._render_chops

    def noted(self: Compositor, crop: Region, is_rendered: Callable[[int], bool]) -> Any:
        asked.append((crop, [y for y in range(40) if is_rendered(y)]))
        return render(self, crop, is_rendered)

    assert parameters(Compositor._get_renders) == ["self", "crop"], (
        "Compositor._get_renders takes something else: RowCompositor has to take it too"
    )
    monkeypatch.setattr(Compositor, "_render_chops", noted)
    async with Small().run_test() as pilot:
        assert type(pilot.app.screen._compositor) is Compositor, (
            "a screen has another compositor: SteadyScreen replaces what it no longer uses"
        )
        await pilot.pause()  # The first picture is painted by now.
        asked.clear()
        pilot.app.query_one(Label).update("finches", layout=False)
        await pilot.pause()
        assert [rows for _, rows in asked][-1:] == [[0]], (
            "changed rows are no longer rendered by Compositor._render_chops"
        )


# --- terminal/painting_app.py


async def test_app_display_is_how_every_picture_is_sent(monkeypatch):
    shown: list[tuple[Any, Any]] = []
    monkeypatch.setattr(App, "_display", lambda app, *given: shown.append(given))
    async with Small().run_test() as pilot:
        shown.clear()
        pilot.app.query_one(Label).update("galapagos")
        await pilot.pause()
        assert shown, "App._display is no longer called: PaintingApp has to override its successor"
        screen, update = shown[-1]
        assert screen is pilot.app.screen
        assert isinstance(update, LayoutUpdate | ChopsUpdate), (
            "App._display gets another kind of update: Frame has to paint it"
        )


async def test_app_display_asks_an_update_for_its_text():
    written: list[str] = []

    class Recorder(HeadlessDriver):
        is_headless = property(lambda self: False)

        def write(self, data: str) -> None:
            written.append(data)

        def flush(self) -> None:
            pass

    class Update(CompositorUpdate):
        def render_segments(self, console: Console) -> str:
            return "painted by us"

    app = Small(driver_class=Recorder)

    async def look(pilot: Any) -> None:
        app._display(app.screen, cast(Any, Update()))
        app.exit()

    await app.run_async(size=(40, 10), auto_pilot=look)
    assert any(text.startswith("painted by us") for text in written), (
        "App._display no longer writes what CompositorUpdate.render_segments returns: Frame sends "
        "nothing"
    )


@pytest.mark.parametrize("name", ["_watch__list_visible", "_watch__show_busy"])
def test_command_palette_watches_its_list(name):
    watched = getattr(CommandPalette, name, None)
    assert watched is not None, (
        f"CommandPalette has no {name} any more: SteadyCommandPalette overrides nothing, and a "
        "search that ends after the palette may fail"
    )
    assert inspect.iscoroutinefunction(watched) == (name == "_watch__show_busy"), (
        f"CommandPalette.{name} is awaited otherwise than before"
    )
    assert hasattr(CommandPalette, name.removeprefix("_watch_")), (
        f"CommandPalette no longer has the reactive that {name} watches"
    )


# --- terminal/frame.py


def test_whole_update_has_strips_of_each_row_and_its_region():
    update = LayoutUpdate([[Strip([Segment("ab")])]], Region(0, 0, 2, 1))
    assert (update.strips[0], update.region) == ([Strip([Segment("ab")])], Region(0, 0, 2, 1)), (
        "LayoutUpdate keeps its rows elsewhere: frame._whole has to follow"
    )


async def test_partial_update_has_chops_with_their_ends_and_spans():
    async with Small().run_test(size=(40, 10)) as pilot:
        compositor = pilot.app.screen._compositor
        compositor._dirty_regions = {Region(2, 0, 3, 1)}
        update = compositor.render_update()
    assert isinstance(update, ChopsUpdate), "a partial update is no longer a ChopsUpdate"
    assert [*update.spans] == [(0, 2, 5)], (
        "ChopsUpdate.spans are no longer (row, first column, column after the last)"
    )
    (x, strip), *_ = update.chops[0].items()
    assert strip is not None
    assert (x, strip.text, update.chop_ends[0][0]) == (0, "beagle", 6), (
        "ChopsUpdate.chops are no longer whole strips by their first columns, which end at "
        "chop_ends: frame._spans has to follow"
    )


async def test_screen_has_a_compositor_that_renders_strips_and_whole_updates():
    async with Small().run_test(size=(40, 10)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen._compositor, Compositor), "Screen._compositor is something else"
        rows = screen._compositor.render_strips()
        assert (len(rows), rows[0].text.rstrip()) == (10, "beagle"), (
            "Compositor.render_strips no longer returns the rows of the screen: frame.rows"
        )
        assert screen._compositor.size == Size(40, 10), "Compositor.size is not the screen's"
        whole = screen._compositor.render_update(full=True, screen_stack=[])
        assert isinstance(whole, LayoutUpdate), (
            "Compositor.render_update(full=True) returns no LayoutUpdate: frame.whole"
        )


async def test_app_has_the_screens_that_show_through_the_top_one():
    class See(Screen[None]):
        CSS = "See { background: black 50%; }"

    async with Small().run_test() as pilot:
        below = pilot.app.screen
        await pilot.app.push_screen(See())
        await pilot.pause()
        assert pilot.app._background_screens == [below], (
            "App._background_screens no longer lists what shows through: frame.whole"
        )


# --- terminal/screen.py


async def test_screen_is_laid_out_by_refresh_layout(monkeypatch):
    assert parameters(Screen._refresh_layout) == ["self", "size", "scroll"], (
        "Screen._refresh_layout takes something else: SteadyScreen overrides it"
    )
    sizes: list[Any] = []
    real = Screen._refresh_layout

    def refresh(self: Any, size: Any = None, scroll: bool = False) -> None:
        sizes.append(size)
        real(self, size, scroll)

    monkeypatch.setattr(Screen, "_refresh_layout", refresh)
    async with Small().run_test(size=(80, 24)) as pilot:
        await pilot.resize_terminal(90, 30)
        await pilot.pause()
    assert Size(90, 30) in sizes, (
        "Screen._refresh_layout no longer gets the terminal's new size: SteadyScreen corrects it"
    )


def test_styles_cache_keeps_its_owners_alive_until_it_is_cleared():
    clear = getattr(StylesCache.get_inner_outer, "cache_clear", None)
    assert callable(clear), (
        "StylesCache.get_inner_outer is no cache any more: SteadyScreen need not clear it"
    )


# --- terminal/idle.py


async def test_queues_and_flags_that_idle_looks_at_are_there():
    async with Small().run_test() as pilot:
        app = pilot.app
        screen = pilot.app.screen
        assert active_app.get() is app, "textual._context.active_app is not the app of the task"
        await pilot.pause()
        assert app._resize_timer is None, "App._resize_timer is set though no resize is pending"
        for name in ("_layout_required", "_dirty_widgets", "_callbacks", "_next_callbacks"):
            assert not getattr(screen, name), f"Screen.{name} is not empty at rest: idle.is_busy"
        label = app.query_one(Label)
        assert label._task is not None, "MessagePump._task is not the task of a widget"
        assert not label._task.done(), "MessagePump._task is done though the widget is mounted"
        assert label._message_queue.empty(), "MessagePump._message_queue is not empty at rest"
        assert label._message_queue.ready_event._waiters, (
            "a pump at rest no longer waits for its queue's ready_event: pumps.waits_for_messages"
        )
        label.call_next(lambda: None)
        assert label._next_callbacks, "MessagePump._next_callbacks does not hold what comes next"
        label.refresh()
        await asyncio.sleep(0)
        assert callable(screen._on_timer_update), "Screen._on_timer_update paints no more"


async def test_timer_update_paints_what_is_dirty():
    async with Small().run_test() as pilot:
        screen = pilot.app.screen
        screen._dirty_widgets.add(pilot.app.query_one(Label))
        screen._on_timer_update()
        assert not screen._dirty_widgets, (
            "Screen._on_timer_update no longer paints the dirty widgets at once: idle waits for "
            "the clock"
        )


async def test_resize_timer_runs_while_a_resize_is_pending():
    async with Small().run_test(size=(80, 24)) as pilot:
        from textual.events import Resize

        await pilot.app._on_resize(Resize(Size(90, 30), Size(90, 30)))
        assert pilot.app._resize_timer is not None, (
            "App._resize_timer is not set while a resize is pending: idle.is_busy"
        )
        await pilot.pause()


def test_message_pump_is_what_all_of_them_are():
    assert issubclass(App, MessagePump), "an App is no MessagePump: idle.is_busy"
    assert issubclass(Screen, MessagePump), "a Screen is no MessagePump: idle.is_busy"


# --- terminal/posix_driver.py

linux_driver = pytest.importorskip("textual.drivers.linux_driver")


@pytest.fixture
async def driver(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return Textual's own driver before it takes over the terminal."""
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    return linux_driver.LinuxDriver(Small())


@pytest.mark.parametrize(
    ("name", "use"),
    [
        ("_file", "the file that is written, which the gate replaces"),
        ("_app", "the app, whose screen is sent again after a stop"),
        ("_loop", "the loop of the app"),
        ("_key_thread", "the thread that reads keys, which tells whether the terminal was taken"),
        ("_must_signal_resume", "whether to announce that the program was continued"),
        ("_auto_restart", "whether the driver takes the terminal again after a stop"),
        ("attrs_before", "the modes of the terminal before"),
        ("fileno", "the terminal's file descriptor"),
        ("input_tty", "whether keys come from a terminal"),
    ],
)
async def test_driver_has_what_ours_uses(driver, name, use):
    assert hasattr(driver, name), f"LinuxDriver has no {name} any more: {use}"


def test_driver_is_continued_by_a_method_that_ours_replaces():
    source = inspect.getsource(linux_driver.LinuxDriver.__init__)
    assert "signal.signal(signal.SIGCONT, self._sigcont_application)" in source, (
        "LinuxDriver handles SIGCONT by another method: RestoringDriver overrides "
        "_sigcont_application"
    )


def test_driver_writes_through_the_file_that_ours_replaces():
    source = inspect.getsource(linux_driver.LinuxDriver.start_application_mode)
    assert "WriterThread(self._file)" in source, (
        "LinuxDriver writes to something else than _file: the gate of RestoringDriver is passed by"
    )
    assert "self._key_thread" in source, "LinuxDriver starts its key thread elsewhere"
    restart = inspect.getsource(linux_driver.LinuxDriver._sigcont_application)
    assert "self._auto_restart" in restart, "LinuxDriver._auto_restart no longer means the restart"


# --- terminal/parser.py


def test_parser_has_what_ours_replaces_and_resets():
    cached = XTermParser._parse_extended_key
    assert hasattr(cached, "__wrapped__"), (
        "XTermParser._parse_extended_key has no cache any more: UncachedParser is not needed"
    )
    parser = XTermParser()
    assert (parser._timeout_time, parser.mouse_pixels) == (None, False), (
        "Parser._timeout_time or XTermParser.mouse_pixels is gone: TerminalInput uses both"
    )
    assert not [*parser.feed("\x1b")]
    assert parser._timeout_time is not None, (
        "a lone Esc no longer sets Parser._timeout_time: TerminalInput.is_waiting"
    )
    messages = [*parser.feed("[48;24;80;480;800t")]
    assert [type(message) for message in messages] == [Resize], (
        "XTermParser reports sizes by another message: TerminalInput has to drop it"
    )
    assert parser.mouse_pixels, "a size no longer moves the mouse: TerminalInput need not reset it"


# --- terminal/hosted_app.py


async def test_app_prints_where_ours_says():
    app = Small()
    for name in ("_capture_stdout", "_capture_stderr", "error_console", "_exception"):
        assert hasattr(app, name), f"App has no {name} any more: HostedApp replaces or reads it"
    source = inspect.getsource(App._process_messages)
    assert "redirect_stdout(self._capture_stdout)" in source, (
        "App redirects the output of the process otherwise: HostedApp gives all apps one stream"
    )


async def test_app_ends_after_an_error_as_ours_does():
    source = inspect.getsource(App._handle_exception)
    assert "self._exception = error" in source, "App keeps its error elsewhere: HostedApp.failure"
    assert "self._fatal_error()" in source, (
        "App shows errors otherwise: HostedApp replaces _fatal_error, which prints values"
    )
    assert "self.panic(error)" in source, "App shows some errors otherwise: HostedApp.panic"
    assert "self._close_messages_no_wait()" in inspect.getsource(App._fatal_error), (
        "App ends after an error otherwise than by _close_messages_no_wait: HostedApp"
    )


# --- terminal/shared_stylesheet.py


def test_stylesheet_keeps_parsed_rules_until_its_variables_change():
    css = "Label { color: $beagle; }"
    place = ("ship.tcss", "")
    sheet = Stylesheet(variables={"beagle": "red"})
    assert sheet._variables == {"beagle": "red"}, "Stylesheet._variables: SharedStylesheet"
    sheet.add_source(css, place)
    sheet.parse()
    assert len(sheet._parse_cache), "Stylesheet no longer keeps rules in _parse_cache"
    sheet.set_variables({"beagle": "blue"})
    assert not len(sheet._parse_cache), (
        "Stylesheet.set_variables no longer clears _parse_cache: SharedStylesheet need not guard it"
    )


async def test_stylesheet_puts_the_rules_that_it_finds_into_the_cache():
    async with Small().run_test() as pilot:
        label = pilot.app.query_one(Label)
        cache: dict[Any, Any] = {}
        pilot.app.stylesheet.apply(label, cache=cache)
        (rules,) = cache.values()
        assert rules.keys() >= label.styles.base._rules.keys() > set(), (
            "Stylesheet.apply no longer leaves the rules in its cache: SharedStylesheet takes them"
        )
    source = inspect.getsource(Stylesheet.apply)
    assert "isdisjoint(\n            self._EXCLUDE_PSEUDO_CLASSES_FROM_CACHE" in source, (
        "Stylesheet tells otherwise which rules depend on neighbours: SharedStylesheet"
    )
    for flag in ("hover_style", "focus_within", "order_style", "odd_or_even"):
        assert f"node._has_{flag} = " in source, f"Stylesheet sets no _has_{flag}: SharedStylesheet"


async def test_component_styles_are_looked_up_in_a_dict_that_ours_replaces():
    source = inspect.getsource(Stylesheet._process_component_classes)
    assert "virtual_node = DOMNode(classes=component)" in source, (
        "component classes have other nodes: SharedStylesheet makes them itself"
    )
    lookup = inspect.getsource(DOMNode.get_component_styles)
    assert "not in self._component_styles" in lookup, (
        "DOMNode keeps the styles of components elsewhere: SharedStylesheet"
    )


# --- terminal/connection_driver.py


async def test_base_driver_has_what_the_one_of_connections_uses():
    driver = HeadlessDriver(Small(), size=(80, 24))
    assert (driver._size, driver._app.__class__) == ((80, 24), Small), (
        "Driver keeps its app or size elsewhere: ConnectionDriver"
    )
    assert driver._loop is asyncio.get_running_loop(), "Driver._loop is not the running loop"
    source = inspect.getsource(Driver.process_message)
    assert "self.send_message(message)" in source, (
        "Driver.process_message sends otherwise: ConnectionDriver replaces send_message"
    )
