"""The field that steps through a few values."""

import pytest
from textual.app import App

from darwin_tui.widgets.forms import Choice

VALUES = [("a", "an ant"), ("b", "a bee"), ("c", "a crab")]


class Form(App[None]):
    """An app of some fields that keeps the values of their change events."""

    CSS = "Choice { height: 1; width: 12; }"

    def __init__(self, *fields):
        super().__init__()
        self.fields = fields
        self.events = []

    def compose(self):
        yield from self.fields

    def on_choice_changed(self, event):
        assert event.control is event.choice
        self.events.append(event.choice.value)


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (["right"], "c"),
        (["l", "l"], "a"),
        (["space", "right", "right"], "b"),
        (["left"], "a"),
        (["h", "h"], "c"),
        (["right", "left"], "b"),
    ],
)
async def test_keys_step_through_the_values_and_round(keys, value):
    field = Choice(VALUES, "b")
    app = Form(field)
    async with app.run_test() as pilot:
        field.focus()
        await pilot.press(*keys)
        assert field.value == value
        assert app.events[-1] == value
        assert len(app.events) == len(keys)


async def test_click_steps_and_the_arrows_show_that_there_is_more():
    field = Choice(VALUES)
    alone = Choice(VALUES[:1])
    app = Form(field, alone)
    async with app.run_test() as pilot:
        app.set_focus(None)
        await pilot.pause()
        assert field.render().plain == "◂ an ant   ▸"
        assert alone.render().plain == "  an ant    "
        await pilot.click(field)
        assert field.render().plain == "◀ a bee    ▶"
        await pilot.click(alone)
        assert alone.value == "a"


def test_unknown_value_is_the_first():
    assert Choice(VALUES, "z").value == "a"
