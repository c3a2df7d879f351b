"""The key bar at the foot of a screen: its keys, and those that it leaves out."""

from dataclasses import replace

import pytest
from home import here
from textual.app import App
from textual.binding import Binding, BindingsMap
from tui.scenes import play_of, playing, saved, shown, submit

from darwin_core.contract import registry
from darwin_tui import settings
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.screens.table_view import TableView
from darwin_tui.settings import Settings
from darwin_tui.widgets.screen import DarwinScreen, KeyBar


class Keys(App[None]):
    """An app with a key bar and three bindings, one of which is hidden."""

    BINDINGS = [
        Binding("a,b", "first", "first", key_display="A"),
        Binding("c", "second", "second"),
        Binding("d", "hidden", "hidden", show=False),
    ]

    def __init__(self):
        super().__init__()
        self.can_second = True
        self.done = []

    def get_default_screen(self):
        return DarwinScreen()

    def compose(self):
        yield KeyBar()

    def check_action(self, action, parameters):
        return self.can_second if action == "second" else True

    def action_first(self):
        self.done.append("first")


def line(app):
    return app.query_one(KeyBar).render().plain


async def test_keys_are_shown_once_for_each_action():
    app = Keys()
    async with app.run_test():
        assert line(app).split("    ") == ["   A first", "c second", ""]
        assert "hidden" not in line(app)
        assert line(app).count("first") == 1


async def test_key_that_can_do_nothing_now_is_left_out():
    app = Keys()
    async with app.run_test() as pilot:
        app.can_second = False
        app.refresh_bindings()
        await pilot.pause()
        assert "second" not in line(app)


async def test_click_presses_the_key():
    app = Keys()
    async with app.run_test() as pilot:
        x = line(app).index("first")
        await pilot.click(KeyBar, offset=(x, 0))
        assert app.done == ["first"]


async def test_help_and_the_way_out_are_never_left_out(monkeypatch):
    app = Keys()
    keys = [Binding(letter, letter, f"does so {letter}") for letter in "uvwxyz"]
    app._bindings = BindingsMap(keys)
    monkeypatch.setattr(app, "check_action", lambda action, parameters: True)
    async with app.run_test(size=(40, 10)) as pilot:
        assert line(app).split("  ") == [" u does so u", "y does so y", "z does so z", ""]
        await pilot.resize_terminal(80, 24)
        assert line(app).count("does") == 6


async def test_arrows_lose_their_words_before_another_key_is_left_out(monkeypatch):
    app = Keys()
    keys = [Binding("left", "go", "move", key_display="← →")]
    keys += [Binding(letter, letter, f"does so {letter}") for letter in "wxyz"]
    app._bindings = BindingsMap(keys)
    monkeypatch.setattr(app, "check_action", lambda action, parameters: True)
    async with app.run_test(size=(60, 10)) as pilot:
        assert line(app).startswith(" ← →  w does so w  x ")
        assert line(app).count("does") == 4
        await pilot.resize_terminal(80, 24)
        assert "← → move" in line(app)


async def test_keys_that_do_nothing_now_are_left_out(monkeypatch):
    app = Keys()
    keys = [Binding("enter", "play", "play", key_display="Enter")]
    keys += [Binding(letter, letter, f"does so {letter}") for letter in "wxy"]
    app._bindings = BindingsMap(keys)
    monkeypatch.setattr(app, "check_action", lambda action, parameters: True)
    async with app.run_test(size=(60, 10)) as pilot:
        assert line(app).strip().startswith("Enter play    w does so w")
        screen = app.screen
        assert isinstance(screen, DarwinScreen)
        screen.idle_actions = frozenset({"play"})
        assert line(app).strip().startswith("w does so w")
        await pilot.resize_terminal(80, 24)
        assert "Enter" not in line(app), "it is not offered where there is room, either"
        screen.idle_actions = frozenset()
        assert "Enter play" in line(app)


@pytest.mark.usefixtures("resting_bots")
async def test_hint_and_log_are_in_the_german_bar_of_a_small_window():
    settings.write(Settings(language="de"), here())
    async with playing(saved("human", "bot:random")).run_test(size=(80, 24)) as pilot:
        assert "H Tipp" in bar_of(pilot.app)
        await pilot.press("1", "enter")
        assert {"u zurück", "L Verlauf"} <= {*bar_of(pilot.app)}
        # Between two steps of one decision, all of them have an effect.
        play_of(pilot.app).idle_actions = frozenset()
        pilot.app.screen.query_one(KeyBar).refresh()
        await pilot.pause()
        assert {"u zurück", "H Tipp", "L Verlauf"} <= {*bar_of(pilot.app)}


def bar_of(app):
    return [key.strip() for key in shown(app).splitlines()[-1].split("  ")]


@pytest.mark.usefixtures("resting_bots")
@pytest.mark.parametrize("is_asked", [True, False])
@pytest.mark.parametrize("game", registry.SLUGS)
async def test_while_others_act_neither_play_nor_hint_is_offered(game, is_asked):
    settings.write(Settings(primers="off"), here())
    opened = saved("human", "bot:random", "bot:random", game=game)
    match = opened.match
    while (0 in (movers := match.game.to_move(match.state))) != is_asked:
        submit(opened, movers[0], match.legal(movers[0])[0])
    async with playing(opened).run_test(size=(120, 40)) as pilot:
        bar = bar_of(pilot.app)
        assert ("Enter play" in bar) == ("H hint" in bar) == is_asked
        assert "L log" in bar


async def test_the_undo_of_the_last_action_is_offered_beside_a_final_one(monkeypatch):
    """The warning names Enter's action, so that it does not seem to deny ``u``."""
    monkeypatch.setattr(LiveMatch, "idle_actions", property(lambda live: frozenset()))
    finals = set[object]()
    whole = TableView._context
    monkeypatch.setattr(
        TableView,
        "_context",
        lambda table, scene: replace(whole(table, scene), is_final=finals.__contains__),
    )
    async with playing(saved("human", "bot:random", actions=2)).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        for is_final in (True, False, True):
            finals.clear()
            finals.update(screen.live.snapshot.actions if is_final else ())
            screen.draw()
            await pilot.pause()
            assert ("Enter is final" in shown(pilot.app)) == is_final
            assert "u undo" in screen.query_one(KeyBar).render().plain
