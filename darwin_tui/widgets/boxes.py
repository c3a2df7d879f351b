"""The boxes of the games: a shelf to choose from, the picture of a box, and placeholders of empty
lists and missing figures.

Pictures have two pixels in a row of cells, one above the other, so their rows are half their
height.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from textual import events
from textual.geometry import Region, Size
from textual.message import Message

from darwin_core.contract import registry
from darwin_core.contract.registry import BOXES, WEIGHTS
from darwin_core.text.language import mark, tr
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Run
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import Picture, pictures
from darwin_tui.widgets.pane import DrawnWidget

FILLED: Final = "◆"
UNFILLED: Final = "◇"
"""Marks of a game's weight, and of the weight that it has not."""
WEIGHT_MAX: Final = len(WEIGHTS) - 1
PICTURE: Final = (20, 6)
"""Columns and rows of a box picture."""
LARGE_FACTS_COLUMNS: Final = 10
"""Columns of the facts beside a large picture."""
SMALL_PICTURE: Final = (8, 2)
"""Columns and rows of a small box picture."""
STRIP_ROWS: Final = 4
"""Rows of a strip of small boxes; a higher shelf is a list."""
ENTRY_ROWS_MIN: Final = 4
ENTRY_ROWS_MAX: Final = 6
"""Rows of a box in the list, and maximum rows with the blank ones below it."""
ENTRY_TEXT_COLUMN: Final = 12
"""Column of the words in the list, beside the small picture and two blanks at each side."""
LARGE_ENTRY_ROWS: Final = 7
"""Rows of a box in the list with its large picture."""
UNPLAYED_COLUMNS: Final = 30
UNPLAYED_ROWS: Final = 8
"""Columns and rows reserved for the words beside the box of a game not played yet."""
EMPTY_AIR_ROWS: Final = 4
"""Minimum rows that stay blank around the boxes and words of an empty list."""
EMPTY_GAP_COLUMNS: Final = 2
"""Columns between two boxes of an empty list."""
OMITTED: Final = ("Darwin's ", " Darwinism")
"""Words omitted from short titles."""


def facts(slug: str, *, is_short: bool = False) -> list[Run]:
    """Return two runs, a game's number of players and its minutes; without "players" if short."""
    box = registry.box(slug)
    players = f"{min(box.seats)}–{max(box.seats)}"
    players = players if is_short else tr("{players} players", players=players)
    return [(players, "ink"), (f" · {tr('{minutes} min', minutes=box.minutes)}", "dim")]


def weight(slug: str) -> list[Run]:
    """Return two runs, a game's weight as marks and as a word."""
    filled = registry.box(slug).weight
    marks = FILLED * filled + UNFILLED * (WEIGHT_MAX - filled)
    return [(marks, "cursor"), (f" {tr(WEIGHTS[filled])}", "dim")]


def short_title(text: str) -> str:
    """Shorten the titles of our games in a text."""
    for words in OMITTED:
        text = text.replace(words, "")
    return text


def largest_picture(slug: str, room: Size) -> Picture | None:
    """Return a game's box picture, with its sides doubled or quadrupled if there is room; None
    without a picture or room."""
    picture = pictures("shelf").get(slug)
    if picture is None:
        return None
    doubled = picture.doubled()
    for candidate in (doubled.doubled(), doubled, picture):
        if candidate.width <= room.width and candidate.height // 2 <= room.height:
            return candidate
    return None


def draw_unplayed(area: Area, slug: str, words: str) -> None:
    """Draw the box of a game in place of its missing figures.

    Args:
        words: a sentence on the figures that will be there later.
    """
    text = area
    room = Size(area.width - UNPLAYED_COLUMNS, area.height)
    if area.look.has_pictures and (picture := largest_picture(slug, room)):
        area.picture(0, (area.height - picture.height // 2) // 2, picture)
        text = area.inside(picture.width + 2, 0, 0, 0)
    y = max((text.height - UNPLAYED_ROWS) // 2, 0)
    text.text(0, y, (title_of(slug), "strong"))
    text.text(0, y + 1, *facts(slug))
    text.text(0, y + 2, *weight(slug))
    y = text.paragraph(y + 3, tr(registry.box(slug).words))
    text.paragraph(y + 1, words, "dim")


def draw_empty(area: Area, title: str, words: str) -> None:
    """Draw the boxes of the games in the middle of an empty list, with words on how to begin.

    Args:
        title: a few words about the list.
        words: a sentence on what to do.
    """
    small = [pictures("shelf")[f"{slug}-small"] for slug in BOXES]
    large = [pictures("shelf")[slug] for slug in BOXES]
    lines = [*wrap(words, max(area.width - 4, 1))]
    shelf: list[Picture] = []
    if area.look.has_pictures:
        # The large boxes if they fit, else the small ones.
        for boxes, (_, rows) in ((small, SMALL_PICTURE), (large, PICTURE)):
            has_columns = _shelf_columns(boxes) <= area.width
            if has_columns and area.height >= rows + 2 + len(lines) + EMPTY_AIR_ROWS:
                shelf = boxes
    rows = shelf[0].height // 2 if shelf else 0
    # A third of the blank rows is above. Besides the pictures and lines, there are the title and
    # the blank row above it.
    y = max((area.height - rows - 2 - len(lines)) // 3, 0)
    x = (area.width - _shelf_columns(shelf)) // 2
    for picture in shelf:
        area.picture(x, y, picture)
        x += picture.width + EMPTY_GAP_COLUMNS
    y += rows + bool(shelf)
    area.centre(y, (title, "strong"))
    for line in lines:
        y += 1
        area.centre(y, (line, "dim"))


def _shelf_columns(shelf: Sequence[Picture]) -> int:
    """Return the columns of pictures side by side."""
    return sum(picture.width + EMPTY_GAP_COLUMNS for picture in shelf) - EMPTY_GAP_COLUMNS


class EmptyList(DrawnWidget):
    """The placeholder of an empty list."""

    def __init__(self, title: str, words: str) -> None:
        """Show messages, translated when drawn.

        Args:
            title: a few words about the list.
            words: a sentence on what to do.
        """
        super().__init__()
        self._title = title
        self._words = words

    def fill(self, area: Area) -> None:
        draw_empty(area, tr(self._title), tr(self._words, **KEYS))


class BoxShelf(DrawnWidget):
    """The shelf of games, a list or a strip in few rows; a click chooses a game."""

    class Clicked(Message):
        """A box was clicked."""

        def __init__(self, slug: str) -> None:
            super().__init__()
            self.slug = slug

    def __init__(self, games: Sequence[tuple[str, str]], *, id: str | None = None) -> None:
        """Make the shelf.

        Args:
            games: slugs and titles.
        """
        super().__init__(id=id)
        self._games = games
        self._slug = ""
        self._regions: dict[str, Region] = {}
        """Regions of the drawn boxes, for clicks."""

    def choose(self, slug: str) -> None:
        """Highlight a game as chosen."""
        self._slug = slug
        self.redraw()

    def fill(self, area: Area) -> None:
        self._regions = {}
        if area.height > STRIP_ROWS:
            self._fill_list(panel(area, mark("Games"), tr("a number takes one")))
            return
        width = area.width // len(self._games)
        for place, (slug, title) in enumerate(self._games):
            box = area.at(place * width, 0, width, area.height)
            self._fill_small(self._ground(box, slug), place, slug, title)

    def _ground(self, box: Area, slug: str) -> Area:
        """Register a box's region for clicks; return the box with a background that shows whether
        it is chosen."""
        self._regions[slug] = box.region
        return box.on("strip" if slug == self._slug else "panel")

    def _sign(self, place: int, slug: str) -> Run:
        """Return the number key of a box, or the sign that it is chosen."""
        return ("▶", "strong cursor") if slug == self._slug else (f"{place + 1}", "strong cursor")

    def _fill_small(self, box: Area, place: int, slug: str, title: str) -> None:
        box.text(0, 0, self._sign(place, slug), " ", (short_title(title), "strong"))
        x = 2
        if slug in BOXES and box.look.has_pictures:
            box.picture(0, 1, pictures("shelf")[f"{slug}-small"])
            x = SMALL_PICTURE[0] + 1
        (players, _), _ = facts(slug, is_short=True)
        box.text(x, 1, players)
        box.text(x, 2, (f"{registry.box(slug).minutes}'", "dim"))
        box.text(0, 3, *weight(slug))

    def _fill_list(self, area: Area) -> None:
        pitch = area.height // len(self._games)
        is_large = pitch > LARGE_ENTRY_ROWS and area.width >= PICTURE[0] + LARGE_FACTS_COLUMNS
        entry_rows = LARGE_ENTRY_ROWS if is_large else ENTRY_ROWS_MIN
        pitch = pitch if is_large else max(min(pitch, ENTRY_ROWS_MAX), ENTRY_ROWS_MIN)
        for place, (slug, title) in enumerate(self._games):
            # The background of the chosen box reaches into the panel's margins.
            entry = area.at(-1, place * pitch, area.width + 2, entry_rows)
            box = self._ground(entry, slug) if slug == self._slug else entry
            self._regions[slug] = box.region
            if slug == self._slug:
                for y in range(box.height):
                    box.text(0, y, ("▌", "cursor"))
            if is_large:
                self._fill_large(box, place, slug, title)
                continue
            box.text(ENTRY_TEXT_COLUMN, 0, self._sign(place, slug), " ", (title, "strong"))
            if slug in BOXES:
                box.picture(2, 1, pictures("shelf")[f"{slug}-small"])
            (players, _), _ = facts(slug)
            box.text(ENTRY_TEXT_COLUMN, 1, players)
            minutes = registry.box(slug).minutes
            box.text(ENTRY_TEXT_COLUMN, 2, (tr("{minutes} minutes", minutes=minutes), "dim"))
            box.text(ENTRY_TEXT_COLUMN, 3, *weight(slug))

    def _fill_large(self, box: Area, place: int, slug: str, title: str) -> None:
        box.text(2, 0, self._sign(place, slug), " ", (title, "strong"))
        x = 2
        if slug in BOXES and box.look.has_pictures:
            box.picture(x, 1, pictures("shelf")[slug])
            x += PICTURE[0] + 1
        (players, _), (minutes, _) = facts(slug, is_short=True)
        marks, word = weight(slug)
        box.text(x, 1, players)
        box.text(x, 2, (tr("players"), "dim"))
        box.text(x, 3, (minutes.removeprefix(" · "), "dim"))
        box.text(x, 5, marks)
        box.text(x, 6, (word[0].strip(), "dim"))

    def on_click(self, event: events.Click) -> None:
        for slug, region in self._regions.items():
            if region.contains(event.x, event.y):
                self.post_message(self.Clicked(slug))


class BoxPicture(DrawnWidget):
    """The box picture of the chosen game; games of other packages have none."""

    def __init__(self) -> None:
        super().__init__()
        self._slug = ""

    def choose(self, slug: str) -> None:
        self._slug = slug
        self.set_class(slug not in BOXES or not self.look.has_pictures, "-none")
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw the picture, doubled if there is room."""
        if self._slug in BOXES:
            picture = pictures("shelf")[self._slug]
            is_large = area.width >= 2 * picture.width
            area.picture(0, 0, picture.doubled() if is_large else picture)


def title_of(slug: str) -> str:
    """Return a game's title, without importing the game if it is ours."""
    return registry.box(slug).title
