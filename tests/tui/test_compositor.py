"""The compositor renders only changed rows, with the same result as Textual's own compositor."""

from random import Random

import pytest
from rich.segment import Segment
from textual._compositor import Compositor
from textual.app import App
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from darwin_tui.terminal.screen import RowCompositor
from darwin_tui.widgets.screen import DarwinScreen

CHANGES = 60
"""The number of random changes of a screen."""


class Lines(Widget):
    """A widget that records which of its lines are asked for."""

    DEFAULT_CSS = "Lines { width: 1fr; height: 1fr; }"

    def __init__(self):
        super().__init__()
        self.marks = "a" * 100
        self.asked = set()

    def render_lines(self, crop):
        self.asked.update(crop.line_range)
        return super().render_lines(crop)

    def render_line(self, y):
        return Strip([Segment(self.marks[y] * self.size.width)])


class Table(DarwinScreen[None]):
    """A screen of a few widgets, one of which scrolls."""

    CSS = """
    Static { height: 1; }
    VerticalScroll { width: 30; }
    #over { layer: over; offset: 5 3; width: 12; height: 4; border: round white; }
    Table { layers: base over; }
    """

    def compose(self):
        yield Static("top", id="top")
        with Horizontal():
            yield Lines()
            with VerticalScroll():
                for number in range(60):
                    yield Static(f"line {number}", id=f"line{number}")
        yield Static("bottom", id="bottom")
        yield Static("over", id="over")


class Program(App[None]):
    """An app that shows the screen ``Table``."""

    def get_default_screen(self):
        return Table()


def wanted_of(chops, is_wanted):
    """Return the strips of the wanted rows by their columns."""
    return [
        {cut: strip for cut, strip in row.items() if strip is not None}
        for y, row in enumerate(chops)
        if is_wanted(y)
    ]


@pytest.fixture
def compared(monkeypatch):
    """Return a list that gets the wanted rows of each rendering: ours, and those of Textual."""
    renders = list[tuple[object, object]]()

    def both(self, crop, is_wanted):
        ours = render(self, crop, is_wanted)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RowCompositor, "_get_renders", Compositor._get_renders)
            theirs = Compositor._render_chops(self, crop, is_wanted)
        renders.append((wanted_of(ours, is_wanted), wanted_of(theirs, is_wanted)))
        return ours

    render = RowCompositor._render_chops
    monkeypatch.setattr(RowCompositor, "_render_chops", both)
    return renders


async def test_rows_look_as_textual_renders_them(compared):
    rng = Random("rows")
    app = Program()
    async with app.run_test(size=(80, 24)) as pilot:
        lines = app.screen.query_one(Lines)
        for step in range(CHANGES):
            if rng.random() < 0.5:
                app.screen.query_one(f"#{rng.choice(['top', 'bottom', 'over'])}", Static).update(
                    f"step {step}", layout=False
                )
            if rng.random() < 0.3:
                app.screen.query_one(VerticalScroll).scroll_to(y=rng.randrange(40), animate=False)
            if rng.random() < 0.8:
                y = rng.randrange(20)
                height = rng.randrange(1, 4)
                lines.marks = (
                    f"{lines.marks[:y]}{'xyz'[step % 3] * height}{lines.marks[y + height :]}"
                )
                lines.refresh(Region(0, y, 50, height))
            await pilot.pause()
    assert len(compared) > CHANGES / 2
    for ours, theirs in compared:
        assert ours == theirs


async def test_a_changed_line_asks_for_no_other():
    app = Program()
    async with app.run_test(size=(80, 24)) as pilot:
        lines = app.screen.query_one(Lines)
        await pilot.pause()
        lines.asked.clear()
        lines.refresh(Region(0, 7, 50, 1))
        app.screen.query_one("#bottom", Static).update("changed", layout=False)
        await pilot.pause()
        assert lines.asked == {7}


async def test_what_others_cover_is_not_rendered(monkeypatch):
    rendered = list[Widget]()
    render_lines = Widget.render_lines

    def noted(self, crop):
        rendered.append(self)
        return render_lines(self, crop)

    monkeypatch.setattr(Widget, "render_lines", noted)
    app = Program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.query_one("#over") in rendered
        assert app.screen not in rendered
        assert app.screen.query_one(Horizontal) not in rendered


async def test_what_appears_before_a_layout_compares_is_painted():
    app = Program()
    async with app.run_test() as pilot:
        compositor, over = app.screen._compositor, app.screen.query_one("#over")
        over.visible = False
        await pilot.pause()
        compositor._dirty_regions.clear()
        over.visible = True
        compositor._full_map_invalidated = True
        assert over in compositor.full_map
        assert over.region in compositor._dirty_regions
