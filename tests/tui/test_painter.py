"""What the painter sends brings a terminal to the looks that Textual asked for."""

from random import Random

import pyte
import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from darwin_tui.terminal.painter import Painter

WIDTH, HEIGHT = 30, 6
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
    """A terminal that says what it shows."""

    def __init__(self):
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)

    def shows(self):
        return [
            [seen(self.screen.buffer[y][x]) for x in range(WIDTH)] for y in range(self.screen.lines)
        ]


def seen(character):
    """A character as people see it: the colour of a blank cannot be seen."""
    is_blank = character.data == " " and not (character.reverse or character.underscore)
    return character._replace(fg="", bold=False, italics=False) if is_blank else character


def row(rng, letters="ab  ─"):
    segments, left = [], WIDTH
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
    """What would be sent without a painter, each strip after the other from its place."""
    return "".join(
        f"\x1b[{y + 1};{x + 1}H" + "".join((style or Style()).render(t) for t, style, _ in strip)
        for y, x, strip in update
    )


@pytest.mark.parametrize("seed", range(40))
def test_terminal_shows_the_same_as_when_all_is_sent(seed):
    rng = Random(seed)
    painter, ours, theirs = Painter(), Screen(), Screen()
    rows = [row(rng) for _ in range(HEIGHT)]
    ours.stream.feed(painter.paint(whole_update(rows), ColorSystem.TRUECOLOR))
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
        ours.stream.feed(painter.paint(update, ColorSystem.TRUECOLOR))
        theirs.stream.feed(plain((y, 0, rows[y]) for y in changed))
        assert ours.shows() == theirs.shows()


def part(text, left, right, style=None):
    strip = Strip([Segment(text, style)])
    return ChopsUpdate([{0: strip}], [(0, left, right)], [[strip.cell_length]])


def test_what_is_shown_already_is_not_sent():
    painter = Painter()
    assert painter.paint(part("darwin", 0, 6), ColorSystem.TRUECOLOR) == "\x1b[1;1Hdarwin"
    assert painter.paint(part("darwin", 0, 6), ColorSystem.TRUECOLOR) == ""
    assert painter.paint(part("darwen", 0, 6), ColorSystem.TRUECOLOR) == "\x1b[1;5He"


def test_only_what_lies_in_the_update_is_sent():
    painter = Painter()
    assert painter.paint(part("darwin", 2, 4), ColorSystem.TRUECOLOR) == "\x1b[1;3Hrw"


def test_whole_update_is_sent_whole():
    painter = Painter()
    update = LayoutUpdate([[Strip([Segment("darwin")])]], Region(0, 0, 6, 1))
    assert painter.paint(update, ColorSystem.TRUECOLOR) == "\x1b[1;1Hdarwin"
    assert painter.paint(update, ColorSystem.TRUECOLOR) == "\x1b[1;1Hdarwin"


def test_colours_are_those_that_the_terminal_has():
    painter = Painter()
    style = Style.parse("#ff0000")
    assert "38;2;255;0;0" in painter.paint(part("a", 0, 1, style), ColorSystem.TRUECOLOR)
    assert "38;5;" in painter.paint(part("b", 0, 1, style), ColorSystem.EIGHT_BIT)
    assert "38;" not in painter.paint(part("c", 0, 1, style), ColorSystem.STANDARD)


def test_wide_characters_are_sent_as_they_are():
    painter = Painter()
    for _ in range(2):
        assert painter.paint(part("進化", 0, 4), ColorSystem.TRUECOLOR) == "\x1b[1;1H進化"
    assert painter.paint(part("abcd", 0, 4), ColorSystem.TRUECOLOR) == "\x1b[1;1Habcd"
