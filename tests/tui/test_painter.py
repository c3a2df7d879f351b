"""The painter sends only changes, and a terminal shows the same as if everything was sent."""

from random import Random

import pyte
import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.painter import Frame, Painter

WIDTH, HEIGHT = SIZE = Size(30, 6)
STYLES = [
    None,
    *map(
        Style.parse,
        [
            "#ff0000 on #000000",
            "#ff0000 on #102030",
            "bold #00ff00 on #102030",
            "bold italic #00ff00 on #000000",
            "reverse #123456 on #654321",
            "underline #123456",
            "on #102030",
            "red on blue",
            "default",
            "dim #ff0000",
        ],
    ),
]


class Screen:
    """An emulated terminal whose cells can be read."""

    def __init__(self):
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)
        # Text at the right edge does not break the line, as in Textual.
        self.stream.feed("\x1b[?7l")

    def shows(self):
        return [
            [seen(self.screen.buffer[y][x]) for x in range(WIDTH)] for y in range(self.screen.lines)
        ]


def seen(character):
    """Return a character as people see it: a blank without its invisible ink."""
    is_blank = character.data == " " and not (character.reverse or character.underscore)
    return character._replace(fg="", bold=False, italics=False) if is_blank else character


def row(rng, letters="ab  ─"):
    segments = []
    left = WIDTH
    while left:
        length = rng.randint(1, min(left, 9))
        left -= length
        text = "".join(rng.choice(letters) for _ in range(length))
        segments.append(Segment(text, rng.choice(STYLES)))
    return segments


def cut(segments, x):
    whole = Strip(segments)
    return {0: whole.crop(0, x), x: whole.crop(x, WIDTH)}


def whole_update(rows):
    return LayoutUpdate([[Strip(row)] for row in rows], Region(0, 0, WIDTH, HEIGHT))


def plain(update):
    """Return the output without a painter: every strip in full, each at its position."""
    return "".join(
        f"\x1b[{y + 1};{x + 1}H" + "".join((style or Style()).render(t) for t, style, _ in strip)
        for y, x, strip in update
    )


@pytest.mark.parametrize("seed", range(40))
def test_terminal_shows_the_same_as_when_all_is_sent(seed):
    rng = Random(seed)
    painter = Painter(TerminalFacts())
    ours = Screen()
    theirs = Screen()
    rows = [row(rng) for _ in range(HEIGHT)]
    ours.stream.feed(sent(painter, whole_update(rows)))
    theirs.stream.feed(plain((y, 0, segments) for y, segments in enumerate(rows)))
    assert ours.shows() == theirs.shows()
    for _ in range(10):
        changed = sorted(rng.sample(range(HEIGHT), 3))
        for y in changed:
            start = rng.randrange(WIDTH)
            end = rng.randint(start + 1, WIDTH)
            before, after = Strip(rows[y]), Strip(row(rng))
            parts = before.crop(0, start), after.crop(start, end), before.crop(end, WIDTH)
            rows[y] = list(Strip.join(parts))
        x = rng.randint(1, WIDTH - 1)
        chops = [cut(segments, x) for segments in rows]
        spans = [(y, 0, WIDTH) for y in changed]
        update = ChopsUpdate(chops, spans, [[x, WIDTH]] * HEIGHT)
        ours.stream.feed(sent(painter, update))
        theirs.stream.feed(plain((y, 0, rows[y]) for y in changed))
        assert ours.shows() == theirs.shows()


def sent(painter, update, size=SIZE):
    return Frame(painter, update, size).render_segments(Console())


def part(text, left, right, style=None):
    strip = Strip([Segment(text, style)])
    return ChopsUpdate([{0: strip}], [(0, left, right)], [[strip.cell_length]])


def test_what_is_shown_already_is_not_sent():
    painter = Painter(TerminalFacts())
    assert sent(painter, part("darwin", 0, 6)) == "\x1b[1;1Hdarwin"
    assert sent(painter, part("darwin", 0, 6)) == ""
    assert sent(painter, part("darwen", 0, 6)) == "\x1b[1;5He"


def test_only_what_is_in_the_update_is_sent():
    painter = Painter(TerminalFacts())
    assert sent(painter, part("darwin", 2, 4)) == "\x1b[1;3Hrw"


def whole(text):
    return LayoutUpdate([[Strip([Segment(text)])]], Region(0, 0, len(text), 1))


def test_whole_update_of_the_same_size_is_compared_too():
    painter = Painter(TerminalFacts())
    assert sent(painter, whole("darwin")) == "\x1b[1;1Hdarwin"
    assert sent(painter, whole("darwin")) == ""
    assert sent(painter, whole("darwen")) == "\x1b[1;5He"


def test_whole_update_of_another_size_is_sent_whole():
    painter = Painter(TerminalFacts())
    sent(painter, whole("darwin"))
    assert sent(painter, whole("darwin"), Size(80, 24)) == "\x1b[1;1Hdarwin"
    assert sent(painter, whole("darwin"), Size(80, 24)) == ""
    assert sent(painter, part("darwin", 0, 6), Size(80, 30)) == "\x1b[1;1Hdarwin"


def test_after_a_reset_everything_is_sent():
    painter = Painter(TerminalFacts())
    sent(painter, whole("darwin"))
    painter.reset()
    assert sent(painter, whole("darwin")) == "\x1b[1;1Hdarwin"


def test_colours_are_those_that_the_terminal_has():
    painter = Painter(TerminalFacts())
    style = Style.parse("bold #ff0000 on #00ff00")
    seen = {}
    for colour in ("truecolor", "256", "16", "none"):
        # Neither another painter's colours nor the last ones leave anything behind.
        painter.facts = TerminalFacts(colour=colour)
        seen[colour] = sent(painter, part("a", 0, 1, style))
    assert seen == {
        "truecolor": "\x1b[1;1H\x1b[1;38;2;255;0;0;48;2;0;255;0ma\x1b[0m",
        "256": "\x1b[1;1H\x1b[1;38;5;196;48;5;46ma\x1b[0m",
        "16": "\x1b[1;1H\x1b[1;30;102ma\x1b[0m",
        "none": "\x1b[1;1H\x1b[1ma\x1b[0m",
    }


def test_ascii_terminal_is_sent_twins_as_wide():
    painter = Painter(TerminalFacts(has_unicode=False))
    screen = Screen()
    text = "╭─● é 進化 ❤️ e\u0301|"
    drawn = sent(painter, part(text, 0, 30))
    assert drawn.isascii()
    screen.stream.feed(drawn)
    assert screen.screen.display[0].rstrip() == "'-o e ? ?  ?  e|".replace("'", ".", 1)


WIDE = ["進化", "進", "🦊", "e\u0301", "❤\ufe0f", "👨\u200d👩", "\u202e", "\x1b", "ab", "─", " "]


@pytest.mark.parametrize("seed", range(20))
def test_terminal_shows_wide_characters_as_when_all_is_sent(seed):
    """After many changes, each cell is as on a fresh terminal that gets the last rows alone."""
    rng = Random(seed)
    painter = Painter(TerminalFacts())
    screen = Screen()
    for _ in range(20):
        rows = [wide_row(rng) for _ in range(HEIGHT)]
        screen.stream.feed(sent(painter, whole_update(rows)))
        fresh = Screen()
        fresh.stream.feed(sent(Painter(TerminalFacts()), whole_update(rows)))
        assert screen.shows() == fresh.shows()


def wide_row(rng):
    segments = []
    left = WIDTH
    while left:
        text = rng.choice(WIDE)
        if cell_len(text) <= left:
            left -= cell_len(text)
            segments.append(Segment(text, rng.choice(STYLES)))
    return segments


def test_wide_characters_are_sent_once_and_whole():
    painter = Painter(TerminalFacts())
    assert sent(painter, part("進化", 0, 4)).endswith("化")
    assert sent(painter, part("進化", 0, 4)) == ""
    assert sent(painter, part("進步", 0, 4)) == "\x1b[1;3H步"
    # Only one half of the wide character is within the update.
    assert sent(painter, part("大步", 1, 2)) == "\x1b[1;1H大"
    assert sent(painter, part("abcd", 0, 4)) == "\x1b[1;1Habcd"


def test_half_that_is_overwritten_takes_the_other_half_along():
    painter = Painter(TerminalFacts())
    sent(painter, part("進化", 0, 4))
    assert sent(painter, part("進xx", 2, 4)) == "\x1b[1;3Hxx"
    sent(painter, part("進化", 0, 4))
    over = ChopsUpdate([{1: Strip([Segment("abc")])}], [(0, 1, 4)], [[4]])
    assert sent(painter, over) == "\x1b[1;2Habc"
    assert sent(painter, part("進", 0, 2)) == "\x1b[1;1H進"


def test_styles_that_come_again_in_many_rows_are_named_once():
    def picture(character):
        ring, face = Style(color="#fdd14d"), Style(color="#f3ecd4", bgcolor="#201b15")
        left, right = Segment(character, ring), Segment(character, face)
        return whole_update([[left, Segment(" " * (WIDTH - 2)), right] for _ in range(HEIGHT)])

    painter = Painter(TerminalFacts())
    screen = Screen()
    screen.stream.feed(sent(painter, picture("a")))
    again = sent(painter, picture("b"))
    assert again.count("253;209;77") == again.count("243;236;212") == 1
    other = Screen()
    screen.stream.feed(again)
    other.stream.feed(sent(Painter(TerminalFacts()), picture("b")))
    assert screen.shows() == other.shows()


def test_blanks_are_erased_where_that_leaves_their_ground():
    ground = Style.parse("#ff0000 on #102030")
    line = Strip([Segment("ab" + " " * 20, ground), Segment("cd")])
    update = ChopsUpdate([{0: line}], [(0, 0, 24)], [[24]])
    shown = []
    for erases in (True, False):
        painter = Painter(TerminalFacts(fills_erased_cells=erases))
        screen = Screen()
        screen.stream.feed("x" * WIDTH)
        text = sent(painter, update)
        assert ("\x1b[20X" in text) is erases
        assert (" " * 20 in text) is not erases
        screen.stream.feed(text)
        shown.append(screen.shows())
    assert shown[0] == shown[1]


def test_cells_between_changed_ones_are_sent_again_in_the_same_style_only():
    def line(text, style):
        return whole_update([[Segment(text[0]), Segment(text[1:3], style), Segment(text[3])]])

    painter = Painter(TerminalFacts())
    red = Style.parse("red")
    sent(painter, line("abbc", None))
    assert sent(painter, line("xbby", None)) == "\x1b[1;1Hxbby"
    sent(painter, line("abbc", red))
    assert sent(painter, line("xbby", red)) == "\x1b[1;1Hx\x1b[4Gy"
