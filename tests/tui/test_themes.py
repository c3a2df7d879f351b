"""Themes and stylesheets: every text is legible, and stylesheets take all colours from the
theme."""

import re
from importlib import import_module
from itertools import product
from pkgutil import walk_packages

import pytest
import sampling
from home import here, own
from rich.cells import cell_len
from textual.color import Color
from textual.widget import Widget
from tui.scenes import BOARDS, DarwinApp, drawn, example, finished, playing, replaying, saved, scene

import darwin_tui
from darwin_core.contract import registry
from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_tui import settings
from darwin_tui.boards import board_for
from darwin_tui.paths import styles_dir
from darwin_tui.screens.home import HomeScreen
from darwin_tui.terminal import painter
from darwin_tui.widgets.themes import INK, LAMP, PAPER, THEMES

EACH_THEME = pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)

GROUNDS = {"table", "panel", "strip", "keycap", "stock", "back", "tag"}
"""Colours of the surfaces on which words are written."""
ON_THINGS = {"stock-ink", "stock-dim", "token-ink"}
"""Colours of words on cards and tokens."""
NO_TEXT = {"rule", "shadow", "back-line"} | GROUNDS | ON_THINGS
"""Colours that no words on the table have."""
GEOMETRY = re.compile(
    r"(min-|max-)?(width|height)|(margin|padding)(-\w+)?|dock|layout|layers?|align(-\w+)?|"
    r"content-align(-\w+)?|display|overflow(-\w)?|offset(-\w)?|box-sizing|scrollbar-size(-\w+)?"
)
COLOURED = re.compile(r"(?!.*-style$).*(color|background|tint|border|outline|hatch)(-\w+)*")
COLOURLESS = re.compile(r"none|round|solid|heavy|tall|wide|outer|\d+%?|auto")


def variables(theme):
    return {**theme.to_color_system().generate(), **theme.variables}


def luminance(colour):
    def linear(part):
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part / 255) for part in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_right():
    assert contrast(Color.parse("#fff"), Color.parse("#000")) == pytest.approx(21)
    assert contrast(Color.parse("#777"), Color.parse("#fff")) == pytest.approx(4.48, abs=0.01)


@EACH_THEME
def test_every_text_colour_stands_out_from_every_ground(theme):
    colours = variables(theme)
    words = [name for name in play_colours(theme) if name not in NO_TEXT]
    assert len(words) > 15
    pairs = [*product([*words, "foreground"], ["background", "surface"])]
    # Words in this colour are on boards only.
    pairs.remove(("ink-faint", "surface"))
    least = 7 if theme is INK else 4.5
    pairs += [(name, "panel") for name in ("ink", "ink-dim", "cursor", "bad")]
    pairs += [
        ("footer-foreground", "footer-background"),
        ("footer-key-foreground", "footer-background"),
        ("footer-description-foreground", "footer-background"),
        ("block-cursor-foreground", "block-cursor-background"),
    ]
    pairs += [(word, ground) for word in ("ink", "ink-dim") for ground in ("table", "strip")]
    pairs += [("ink", "keycap"), ("cursor", "strip"), ("ink-faint", "panel"), ("bad", "strip")]
    pairs += [("stock-ink", "stock"), ("stock-dim", "stock"), ("token-ink", "tag")]
    pairs += [("token-ink", name) for name in words if name.startswith(("seat-", "cursor"))]
    weak = {
        (word, ground): round(ratio, 2)
        for word, ground in pairs
        if (ratio := contrast(Color.parse(colours[word]), Color.parse(colours[ground]))) < least
    }
    assert not weak


def weak_texts(app, least):
    """Return the texts on the screen with too little contrast, or dimmed, with their styles.

    How dim such a text looks depends on the terminal.
    """
    return {
        segment.text.strip(): segment.style
        for strip in painter.rows(app.screen)
        for segment in strip
        if any(letter.isalnum() for letter in segment.text)
        and segment.style
        and segment.style
        and (segment.style.dim or contrast(*drawn_in(segment.style)) < least)
    }


def drawn_in(style):
    return [Color.from_rich_color(colour) for colour in (style.color, style.bgcolor)]


VISITS = (("n",), ("t",), ("t", "K"), ("question_mark",), ("n", "d"), ("s",), ("ctrl+p",))
"""Keys that lead from the home screen to others."""


@EACH_THEME
async def test_words_stand_out_on_every_screen_and_characters_are_one_cell_wide(theme):
    settings.write(settings.Settings(theme=theme.name, motion=False), here())
    shift = THEMES.index(theme)
    async with DarwinApp(own()).run_test() as pilot:
        for keys in ((), *sampling.some(VISITS, sampling.GRID_INTERVAL, shift)):
            for key in keys:
                await pilot.press(key)
            text = "".join(strip.text for strip in painter.rows(pilot.app.screen))
            assert len(text) == cell_len(text) == 80 * 24
            if keys != ("ctrl+p",):
                assert not weak_texts(pilot.app, 7 if theme is INK else 4.5), keys
            while not isinstance(pilot.app.screen, HomeScreen):
                await pilot.press("escape")


@EACH_THEME
@pytest.mark.usefixtures("resting_bots")
async def test_words_stand_out_at_a_table_and_in_a_replay(theme):
    settings.write(settings.Settings(theme=theme.name, motion=False), here())
    over = finished("bot:random", "bot:random", seed="over")
    for app in (playing(saved("human", "bot:random")), replaying(over)):
        async with app.run_test() as pilot:
            await pilot.pause()
            assert not weak_texts(app, 7 if theme is INK else 4.5)


def play_colours(theme):
    """Return the theme's own colours of ink, seats and suits."""
    return [name for name in theme.variables if not re.match("footer|block", name)]


@EACH_THEME
def test_seats_and_suits_are_each_of_one_hue(theme):
    colours = variables(theme)
    for kind in (
        [f"seat-{seat}" for seat in range(6)],
        ["hue-blue", "hue-yellow", "hue-green", "hue-orange", "hue-grey"],
    ):
        assert len({colours[name] for name in kind}) == len(kind)


@EACH_THEME
def test_textual_draws_panels_in_the_colour_of_panels(theme):
    assert theme.panel == theme.variables["panel"]


def test_all_themes_name_the_same_colours():
    assert len({frozenset(theme.variables) for theme in THEMES}) == 1


# --- stylesheets


def rules(text):
    """Return the rules of a stylesheet: selectors from the outermost, property and value."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    path = []
    declared = []
    start = 0
    for mark in re.finditer(r"[{};]", text):
        piece = text[start : mark.start()].strip()
        start = mark.end()
        if mark.group() == "{":
            path.append(piece)
        elif piece:
            name, _, value = piece.partition(":")
            declared.append((tuple(path), name.strip(), value.strip()))
        if mark.group() == "}":
            path.pop()
    assert not path
    assert not text[start:].strip()
    return declared


def test_rules_are_read_off_a_stylesheet():
    sheet = "A, B { color: $x; /* c: d; */ &.c E { width: 1fr } }"
    assert rules(sheet) == [(("A, B",), "color", "$x"), (("A, B", "&.c E"), "width", "1fr")]


@pytest.mark.parametrize("file", sorted(styles_dir().glob("*.tcss")), ids=lambda file: file.name)
def test_stylesheets_take_colours_from_the_theme_only(file):
    known = set.intersection(*(set(variables(theme)) for theme in THEMES))
    for path, name, value in rules(file.read_text()):
        assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgb|hsl", value), (path, name, value)
        assert {word[1:] for word in re.findall(r"\$[\w-]+", value)} <= known, (path, value)
        if COLOURED.fullmatch(name):
            for word in value.split():
                assert word.startswith("$") or COLOURLESS.fullmatch(word), (path, name, value)


def own_widgets():
    for module in walk_packages(darwin_tui.__path__, "darwin_tui."):
        if module.name.startswith(
            ("darwin_tui.widgets", "darwin_tui.screens", "darwin_tui.boards")
        ):
            for thing in vars(import_module(module.name)).values():
                if (
                    isinstance(thing, type)
                    and issubclass(thing, Widget)
                    and thing.__module__ == module.name
                ):
                    yield thing


def test_widgets_bring_geometry_only():
    widgets = list(own_widgets())
    assert len(widgets) > 10
    for widget in widgets:
        for path, name, value in rules(vars(widget).get("DEFAULT_CSS", "")):
            assert path[0] == widget.__name__
            assert GEOMETRY.fullmatch(name), f"{widget.__name__}: {name}: {value}"


# --- in use


def test_every_style_that_is_drawn_has_a_rule():
    board = board_for("dice")
    known = set(board.COMPONENT_CLASSES)
    for seats, acts in ((2, 30), (3, 30), (4, 10_000)):
        match = example(seats, "styles", acts)
        for viewer, size in product((0, SPECTATOR, OMNISCIENT), BOARDS):
            asked = match.legal(0) if viewer == 0 else ()
            chooser = Chooser.of(asked, match.game.targets)
            cursor = match.game.targets(asked[0])[0] if asked else None
            canvas = drawn(scene(match, viewer, chooser=chooser, cursor=cursor), size).canvas
            for y in range(canvas.height):
                for style in {style for _, style in canvas.row(y)}:
                    unknown = {word for word in style.split() if not board.palette.style(word)}
                    assert board.palette.style(style) or unknown <= known, style


async def test_another_theme_colours_the_table_and_the_log_again(monkeypatch):
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 1e6)
    app = playing(saved("human", "bot:random", actions=6))
    async with app.run_test(size=(120, 40)) as pilot:
        for theme in (LAMP, PAPER):
            app.theme = theme.name
            await pilot.pause()
            for name in ("seat-0", "seat-1", "hue-yellow"):
                assert theme.variables[name] in app.export_screenshot(), (theme.name, name)
            other = PAPER if theme is LAMP else LAMP
            assert other.variables["seat-1"] not in app.export_screenshot()


@pytest.mark.parametrize("slug", registry.SLUGS)
async def test_every_theme_of_the_list_can_be_taken_at_every_table(slug):
    opened = saved("human", "bot:random", game=slug)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        names = list(app.available_themes)
        assert len(names) > len(THEMES)
        for name in sampling.some(names, sampling.THEMES_INTERVAL, registry.SLUGS.index(slug)):
            app.theme = name
            await pilot.pause()
            assert app.theme == name
