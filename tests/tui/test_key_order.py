"""The order of keys that are typed ahead: each waits for the key before it, but not for ever."""

import asyncio

from textual.command import CommandList
from textual.events import Key
from textual.screen import Screen
from waiting import until

from darwin_tui.terminal.painting_app import PaintingApp
from darwin_tui.terminal.screen import SteadyCommandPalette, SteadyOptionList, SteadyScreen


class Stuck(Screen[None]):
    """A screen whose handler of the key x waits until the test ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.ends = asyncio.Event()

    async def key_x(self) -> None:
        await self.ends.wait()


class Sudden(SteadyScreen[None]):
    """A screen that opens without a key, and keeps the keys that it gets."""

    opens_by_itself = True

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[str] = []

    def on_key(self, event: Key) -> None:
        self.keys.append(event.key)


async def test_screen_that_opens_by_itself_takes_no_key_from_before_it_was_painted():
    app = PaintingApp[None]()
    screen = Sudden()
    async with app.run_test() as pilot:
        early = [Key("a", "a"), Key("b", "b")]
        await app.push_screen(screen)
        await until(lambda: screen.painted is not None)
        for event in (*early, Key("c", "c")):
            app.post_message(event)
        await pilot.pause()
        await until(lambda: bool(screen.keys))
        assert screen.keys == ["c"]


async def test_work_without_an_end_keeps_nobody_from_leaving():
    app = PaintingApp[None]()
    screen = Stuck()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        app.post_message(Key("x", "x"))
        await pilot.pause(0)
        app.post_message(Key("ctrl+q", None))
        try:
            await until(lambda: app._exit)
        finally:
            screen.ends.set()


async def test_keys_of_the_palette_wait_for_its_list():
    app = PaintingApp[None]()
    palette = SteadyCommandPalette()
    async with app.run_test() as pilot:
        app.push_screen(palette)

        def press_all() -> None:
            for action in ("cursor_up", "page_down", "page_up", "last", "first", "select"):
                palette._action_command_list(action)
            palette._action_cursor_down()
            palette._select_or_command()

        press_all()
        palette._gather_commands("quit")
        await until(lambda: palette.query(CommandList))
        await until(lambda: not palette.is_filling)
        commands = palette.query_one(CommandList)
        commands.styles.display = "none"
        await pilot.pause()
        commands.clear_options()
        commands.add_options(["one", "two"])
        commands.highlighted = 0
        assert not commands._lines, "nothing is laid out"
        palette._action_command_list("page_down")
        assert commands.highlighted == 0
        commands.styles.display = "block"
        await until(lambda: commands._lines)
        palette._action_command_list("page_down")
        assert commands.highlighted != 0


async def test_typed_ahead_the_palette_chooses_what_was_typed():
    app = PaintingApp[None]()
    async with app.run_test():
        for key in ("ctrl+p", *"quit", "enter"):
            app.post_message(Key(key, key if len(key) == 1 else None))
        await until(lambda: app._exit)


async def test_page_keys_of_a_list_that_is_not_laid_out_do_nothing():
    app = PaintingApp[None]()
    lines = SteadyOptionList("one", "two")
    async with app.run_test() as pilot:
        lines.styles.display = "none"
        await app.mount(lines)
        lines.highlighted = 0
        lines.action_page_down()
        lines.action_page_up()
        assert lines.highlighted == 0
        lines.styles.display = "block"
        await pilot.pause()
        lines.action_page_down()
        assert lines.highlighted == 1


class Filling(Screen[None]):
    """A screen whose list is still being filled."""

    is_filling = True

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def on_key(self, event: Key) -> None:
        self.heard.append(event.key)


async def test_keys_wait_for_a_list_that_is_being_filled_but_letters_do_not():
    app = PaintingApp[None]()
    screen = Filling()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        app.post_message(Key("x", "x"))
        await until(lambda: screen.heard and not app.keys.is_handling)
        app.post_message(Key("pagedown", None))
        # Let other tasks run, which would handle the key if it did not wait.
        for _ in range(40):
            await asyncio.sleep(0)
        assert screen.heard == ["x"]
        screen.is_filling = False
        await until(lambda: screen.heard[1:] == ["pagedown"])
