"""Style rules matched once for all apps of a process give the styles of Textual's own matching."""

from typing import Any

import pytest
from server.fake_lobby import TABLES, FakeLobby, visiting
from textual.app import App
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widget import Widget
from tui.scenes import playing, saved

from darwin_tui.hosted.chat import ChatInput
from darwin_tui.hosted.new_table import TableSetupScreen
from darwin_tui.terminal.painting_app import SharedStylesheet
from darwin_tui.widgets.themes import THEMES


def styles_of(widget: Widget) -> dict[str, Any]:
    """Return the style rules of a widget and of its components."""
    names = sorted(widget._get_component_classes())
    components = {name: widget.get_component_styles(name).base.get_rules() for name in names}
    return {"": widget.styles.base.get_rules(), **components}


def check_styles(app: App[Any]) -> None:
    """Check that the open screen has the styles that Textual's own stylesheet gives it."""
    own = Stylesheet(variables=app.get_css_variables())
    own.source = app.stylesheet.source
    own.parse()
    for widget in app.screen.walk_children(Widget, with_self=True):
        shared = styles_of(widget)
        own.apply(widget)
        for name, rules in styles_of(widget).items():
            assert shared[name] == rules, (widget, name)
        app.stylesheet.apply(widget)


async def test_widgets_have_the_styles_that_textual_gives_them():
    for _ in range(2):
        async with visiting(FakeLobby(*TABLES)).run_test(size=(120, 40)) as pilot:
            app = pilot.app
            for keys in ((), ("tab",), ("slash", "o"), ("escape", "n"), ("tab",)):
                await pilot.press(*keys)
                check_styles(app)
            assert isinstance(app.screen, TableSetupScreen)


async def test_widgets_at_a_local_table_have_them_too_in_each_theme():
    async with playing(saved("human", "bot:greedy")).run_test() as pilot:
        for theme in (THEMES[-1], THEMES[0], THEMES[-1]):
            pilot.app.theme = theme.name
            await pilot.pause()
            await pilot.press("tab")
            check_styles(pilot.app)
            ground = pilot.app.screen.styles.background
            assert ground == Color.parse(theme.to_color_system().generate()["background"])


async def test_second_app_matches_no_rules(monkeypatch):
    matched: list[DOMNode] = []
    real = Stylesheet.apply

    def apply(sheet: Stylesheet, node: DOMNode, **how: Any) -> None:
        matched.append(node)
        real(sheet, node, **how)

    monkeypatch.setattr(Stylesheet, "apply", apply)
    SharedStylesheet._rule_sets.clear()
    async with visiting(FakeLobby(*TABLES)).run_test(size=(120, 40)):
        assert matched
    matched.clear()
    async with visiting(FakeLobby(*TABLES)).run_test(size=(120, 40)):
        assert not matched


async def test_component_styles_are_made_when_they_are_asked_for():
    async with visiting(FakeLobby(*TABLES)).run_test(size=(120, 40)) as pilot:
        field = pilot.app.screen.query_one(ChatInput)
        assert field._get_component_classes() > set(field._component_styles)
        with pytest.raises(KeyError):
            field.get_component_styles("beagle")
