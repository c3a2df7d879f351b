"""The parts of which boards are composed, in all their states, with and without colours."""

import re

import pytest
from textual.geometry import Region

from darwin_core.contract import registry
from darwin_core.text import language
from darwin_core.text.nouns import german
from darwin_tui.drawing import marks
from darwin_tui.drawing.area import Area, Grow, sizes, styled, write_big
from darwin_tui.drawing.canvas import Canvas, Drawing, Look, neighbour
from darwin_tui.drawing.card import back, card, empty_place, tag
from darwin_tui.drawing.chart import Dots, Layer, curves, stacked
from darwin_tui.drawing.marks import SIGNS, State
from darwin_tui.drawing.palette import Palette, PaletteError, colours_of
from darwin_tui.drawing.panel import Words, news_strip, panel, title_bar
from darwin_tui.drawing.picture import Picture, Pixels, pictures
from darwin_tui.paths import styles_dir
from darwin_tui.terminal.painter import to_ascii
from darwin_tui.widgets.themes import LAMP_COLOURS

LOOKS = pytest.mark.parametrize(
    "look",
    [Look(), Look(has_colours=False), Look(is_ascii=True), Look(has_colours=False, is_ascii=True)],
    ids=("colours", "mono", "ascii", "ascii-mono"),
)
CALM = [state for state in State if state is not State.PLAIN]
"""The states that must look different from each other."""


def paper(width=24, height=8, look=None):
    """Return an empty area with the palette of the theme Lamp and of Darwin's Dice."""
    look = look or Look()
    palette = Palette(LAMP_COLOURS, 0, "darwin_tui.boards.dice", has_colours=look.has_colours)
    drawing = Drawing(Canvas(width, height), {}, look=look, palette=palette)
    return Area(drawing, Region(0, 0, width, height), "table")


def seen(area):
    """Return the cells as the terminal shows them: characters, bold, reverse video and colours."""
    drawing = area.drawing
    cells = []
    for row in drawing.canvas.grid:
        for character, name in row:
            style = drawing.palette.style(name)
            assert style is not None, name
            shown = to_ascii(character) if drawing.look.is_ascii else character
            assert len(shown) == 1
            facts = (bool(style.bold), bool(style.reverse))
            colours = (style.color, style.bgcolor) if drawing.look.has_colours else ()
            cells.append((shown, facts, colours))
    return tuple(cells)


def draw_card(area, state):
    face = card(area.at(4, 2, 8, 4), state, band="fox")
    face.band.text(0, 0, ("7", "strong"))
    face.body.text(0, 0, ("fox", "stock-ink"))


@LOOKS
def test_every_state_of_a_card_looks_different(look):
    drawn = {}
    for state in (State.SELECTABLE, State.FOCUSED, State.SELECTED, State.NOT_NOW):
        area = paper(look=look)
        draw_card(area, state)
        drawn[state] = seen(area)
    if not look.has_colours:
        # The ring of a selected card differs from the cursor's in colour alone; games add a ✓.
        del drawn[State.SELECTED]
    assert len(set(drawn.values())) == len(drawn)


@LOOKS
def test_every_state_of_a_button_and_of_a_line_looks_different(look):
    def button(state):
        area = paper(look=look)
        marks.button(area, 0, 0, "end", state)
        return seen(area)

    shown = {state: button(state) for state in CALM}
    shown.pop(State.SELECTED_FOCUSED)
    assert len(set(shown.values())) == len(shown)
    signs = [to_ascii(SIGNS[state][0]) for state in CALM]
    assert len(set(signs)) == len(CALM)


@LOOKS
def test_cursor_of_a_card_is_around_it_and_moves_nothing(look):
    plain, focused = paper(look=look), paper(look=look)
    draw_card(plain, State.SELECTABLE)
    draw_card(focused, State.FOCUSED)
    inside = [(x, y) for y in range(2, 6) for x in range(4, 12)]
    for x, y in inside:
        at = y * 24 + x
        assert seen(plain)[at][0] == seen(focused)[at][0]
    assert seen(plain) != seen(focused)


@LOOKS
def test_active_panel_is_heavy_and_words_of_panels_stay_in_them(look):
    quiet, active = paper(look=look), paper(look=look)
    inner = panel(quiet, "diary", "2 coins", "legend")
    panel(active, "diary", "2 coins", "legend", is_active=True)
    assert inner.region == Region(2, 1, 20, 6)
    assert seen(quiet) != seen(active)
    inner.text(15, 0, "too long for it")
    assert quiet.drawing.cuts == ["too long for it"]
    row = quiet.drawing.canvas.plain().splitlines()[1]
    assert row.endswith("│")


@LOOKS
def test_backs_places_tags_bars_and_titles_can_be_drawn(look):
    area = paper(60, 12, look)
    back(area.at(1, 1, 8, 4))
    empty_place(area.at(12, 1, 10, 5), "turn 2", "owl 9")
    tag(area.at(24, 1, 12, 4), "trump")
    marks.bar(area, 0, 7, 20, [(5, "seat-0"), (5, "good")], 20)
    title_bar(area.at(0, 8, 40, 1), "Dice", ("round 2", "dim"), right=("deck 3",))
    news_strip(area.at(0, 9, 60, 1), [[(1, "plays flower 4"), (2, "plays a very long acorn 15")]])
    write_big(area, 0, 10, "7")
    text = area.drawing.canvas.plain()
    for words in ("turn 2", "owl 9", "trump", "Dice", "deck 3", "plays flower 4"):
        assert words in text
    assert seen(area)


def test_news_are_divided_among_rows_and_shortened_to_their_share():
    entries: list[tuple[int, Words]] = [
        (0, "lays three citizens"),
        (1, "takes them"),
        (2, [("asks ", "dim"), "for a card"]),
    ]
    area = paper(80, 1)
    news_strip(area, [entries, []])
    assert "lays three citizens  ▲ takes them  ■ asks for a card" in area.drawing.canvas.plain()
    area = paper(44, 2)
    news_strip(area, [entries, [(0, "lays")] * 9, entries])
    first, second = area.drawing.canvas.plain().splitlines()
    assert "● lays three citizens" in first
    assert "▲ takes t…  ■ asks for a…" in second
    assert first.index("●") == second.index("▲") == 18
    assert area.drawing.cuts == []


def test_title_bar_returns_the_room_between_its_ends():
    area = paper(40, 1)
    free = title_bar(area, "EVO", "era 2", right=("deck 4",))
    free.text(0, 0, "x" * free.width)
    assert area.drawing.canvas.plain() == f" EVO   era 2{'x' * 21}deck 4"
    assert area.drawing.cuts == []


@pytest.mark.parametrize(
    ("width", "amounts", "most", "drawn"),
    [
        (20, (10, 1), 100, "██▒"),
        (20, (28, 0), 100, "█████▋"),
        (20, (0, 10), 100, "▒▒"),
        (2, (5, 13, 10), 31, "█▒"),
        (3, (18, 6, 1), 30, "██▒"),
    ],
)
def test_bar_is_as_long_as_its_share_and_shows_every_part(width, amounts, most, drawn):
    area = paper()
    marks.bar(area, 0, 0, width, [(amount, "seat-0") for amount in amounts], most)
    assert area.drawing.canvas.plain().splitlines()[0] == drawn


@pytest.mark.parametrize(
    ("room", "wanted", "gap", "found"),
    [
        (20, [5, Grow(), 3], 1, [5, 10, 3]),
        (20, [Grow(), Grow(weight=3)], 0, [5, 15]),
        (20, [Grow(most=4), Grow()], 0, [4, 16]),
        (20, [Grow(most=4), Grow(most=4)], 0, [4, 4]),
        (6, [Grow(4), Grow(4)], 0, [4, 4]),
        (0, [], 1, []),
    ],
)
def test_room_is_divided(room, wanted, gap, found):
    assert sizes(room, wanted, gap) == found


def test_areas_cut_what_is_beyond_them():
    area = paper(10, 4)
    inner = area.at(2, 1, 4, 2)
    inner.text(0, 0, "abcdef")
    inner.text(0, 5, "below")
    inner.put(-1, 1, [(letter, "") for letter in "123456"])
    assert area.drawing.canvas.plain().splitlines() == ["", "  abc…", "  2345"]
    assert area.at(8, 3, 9, 9).region == Region(8, 3, 2, 1)


# --- pictures


@pytest.mark.parametrize("name", sorted(path.stem for path in (styles_dir() / "art").iterdir()))
def test_every_picture_has_colours_in_every_theme(name):
    board = f"darwin_tui.boards.{name}" if name in registry.SLUGS else ""
    for title, picture in pictures(name).items():
        assert picture.rows, title
        for column in range(3):
            # In the pictures of specimens, ``seal`` stands for the colour of the drawing.
            palette = Palette({**LAMP_COLOURS, "seal": "#000000"}, column, board)
            for row in picture.rows:
                assert len(row) == picture.width
                assert all(pixel is None or palette.colour(pixel) for pixel in row), title


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_colours_of_games_are_colours(slug):
    for row in colours_of(f"darwin_tui.boards.{slug}").values():
        assert all(re.fullmatch("#[0-9a-f]{6}", value) for value in row[:3])


def test_pixels_are_two_in_a_cell():
    area = paper(3, 2)
    field = Pixels(3, 4)
    field.lay(Picture((("bad", None, "good"), (None, "bad", "good"))), 0, 0)
    area.picture(0, 0, field.picture)
    cells = area.drawing.canvas.grid[0]
    assert [character for character, _ in cells] == ["▀", "▄", " "]
    assert cells[2][1] == "on good"
    assert area.drawing.canvas.grid[1] == [(" ", "")] * 3, "what is clear is not drawn"


def test_pictures_without_colours_are_silhouettes_and_in_ascii_nothing():
    mono, ascii_only = paper(look=Look(has_colours=False)), paper(look=Look(is_ascii=True))
    fox = pictures("dice")["fox"]
    for area in (mono, ascii_only):
        area.picture(0, 0, fox)
    assert {"▀", "▄", "█"} & set(mono.drawing.canvas.plain())
    assert not ascii_only.drawing.canvas.plain().strip()


@pytest.mark.parametrize(
    ("text", "words"), [("[a]\nXX\nX\n", "different lengths"), ("[a]\nXY\n", "no colour for Y")]
)
def test_picture_that_is_wrong_is_named(text, words, tmp_path, monkeypatch):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "wrong.txt").write_text(f"X ink\n{text}")
    monkeypatch.setattr("darwin_tui.drawing.picture.styles_dir", lambda: tmp_path)
    with pytest.raises(PaletteError, match=rf"wrong\.txt, a: .*{words}"):
        pictures("wrong")


def test_colours_that_are_wrong_are_named(tmp_path, monkeypatch):
    (tmp_path / "wrong_board").mkdir()
    (tmp_path / "wrong_board" / "colours.toml").write_text('felt = ["#000000"]\n')
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PaletteError, match="felt needs a colour for each"):
        colours_of("wrong_board")


# --- charts


def test_curve_runs_from_its_first_value_to_its_last_without_a_gap():
    area = paper(12, 4)
    curves(area, [([0, 10], "seat-0")], 0, 10)
    rows = area.drawing.canvas.plain().splitlines()
    assert rows[3].startswith(("⡠", "⣀", "⢀", "⠤")) or rows[3][0] != " "
    assert rows[0].rstrip()[-1] != " "
    assert all(any(row[x : x + 1].strip() for row in rows) for x in range(12))


LAYERS = (Layer("seat-0", "a", "strong token-ink"), Layer("seat-1", "b", "strong token-ink"))


def test_shares_are_stacked_to_the_full_height():
    area = paper(6, 4)
    middles = stacked(area, [(1, 1), (3, 1)], LAYERS)
    bottom, top = area.drawing.canvas.grid[3], area.drawing.canvas.grid[0]
    assert {name.rpartition(" on ")[2].removeprefix("on ") for _, name in bottom} == {"seat-0"}
    assert {name.rpartition(" on ")[2].removeprefix("on ") for _, name in top} == {"seat-1"}
    assert middles == [2, 0]
    assert {character for row in area.drawing.canvas.grid for character, _ in row} >= {"a", "b"}


def test_layers_are_filled_with_letters_where_there_are_no_colours():
    for look in (Look(has_colours=False), Look(is_ascii=True)):
        area = paper(6, 4, look)
        stacked(area, [(1, 1), (3, 1)], LAYERS)
        lines = area.drawing.canvas.plain().splitlines()
        assert lines[0] == "bbbbbb"
        assert lines[3] == "aaaaaa"
        assert lines[1] == "bbaaaa"


def test_layer_that_ends_has_no_row_at_the_right_edge():
    assert stacked(paper(6, 4), [(1, 1), (0, 1)], LAYERS) == [None, 2]


def test_dot_of_another_colour_takes_the_cell():
    area = paper(2, 1)
    field = Dots(4, 4)
    field.set(0, 0, "good")
    field.set(1, 3, "good")
    field.set(2, 0, "good")
    field.set(2, 1, "bad")
    field.set(9, 9, "bad")
    field.draw(area)
    assert [character for character, _ in area.drawing.canvas.grid[0]] == ["⢁", "⠂"]


# --- moves of the cursor


def test_cursor_goes_to_the_nearest_place_in_a_direction():
    places = {
        "a": Region(0, 0, 4, 2),
        "b": Region(6, 0, 4, 2),
        "c": Region(6, 4, 4, 2),
        "d": Region(30, 0, 4, 2),
    }
    assert neighbour(places, "a", 1, 0) == "b"
    assert neighbour(places, "b", 1, 0) == "d", "those in the same rows come first"
    assert neighbour(places, "b", 0, 1) == "c"
    assert neighbour(places, "a", -1, 0) == "a"
    assert neighbour(places, None, 0, 1) == "a"
    assert neighbour({}, "a", 1, 0) is None


def test_widened_picture_is_in_the_middle_and_its_edges_go_on():
    sea, sand, sun = "#0000ff", "#ffff00", "#ff0000"
    wide = Picture(((sea, sun, sand),)).widened(6)
    assert wide.rows == ((sea, sea, sun, sand, sand, sand),)
    assert wide.widened(2) == wide


def test_doubled_picture_has_rounded_corners():
    k, w = "#000000", "#ffffff"
    block = Picture(((w,) * 4, (w, k, k, w), (w, k, k, w), (w,) * 4))
    rows = ["".join("k" if pixel == k else "." for pixel in row) for row in block.doubled().rows]
    assert rows[2:6] == ["...kk...", "..kkkk..", "..kkkk..", "...kk..."]
    assert rows[:2] == rows[6:] == ["." * 8] * 2


def test_a_message_in_styles_has_its_values_in_the_order_of_the_language(monkeypatch):
    translations = {("", "{seat} takes {card}"): "{card:den} nimmt {seat}"}
    monkeypatch.setattr(language, "messages", lambda reader: translations)
    bear = german("der Bär, die Bären, den Bären")
    values = {"seat": ("Ada", "strong"), "card": (bear, "ink")}
    with language.reading("de"):
        pieces = styled("{seat} takes {card}", "dim", **values)
    assert pieces == [("den Bären", "ink"), (" nimmt ", "dim"), ("Ada", "strong")]
    assert styled("{seat} wins", "dim", seat=("Ada", "")) == [("Ada", ""), (" wins", "dim")]


def test_a_panel_in_german_is_found_under_its_english_title(monkeypatch):
    monkeypatch.setattr(language, "messages", lambda reader: {("", "last turn"): "letzter Zug"})
    area = paper()
    with language.reading("de"):
        panel(area, "last turn")
    assert "letzter Zug" in area.drawing.canvas.plain()
    assert "last turn" in area.drawing.marks


def test_a_name_on_a_panel_is_no_message(monkeypatch):
    monkeypatch.setattr(language, "messages", lambda reader: {("", "Joker"): "Scherz"})
    area = paper()
    with language.reading("de"):
        panel(area, ["Joker"])
    assert "Joker" in area.drawing.canvas.plain()
