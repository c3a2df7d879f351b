"""Help: the summary and rules of the open game, searched by words, and the keys of the screen
below; without an open game, the games whose rules can be opened."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from textwrap import wrap
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame, summary_of
from darwin_core.contract.registry import BOXES
from darwin_core.text.language import mark, page_of, tr
from darwin_tui import commands
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.panel import panel, title_bar
from darwin_tui.drawing.picture import pictures
from darwin_tui.drawing.prose import Row, lay_out, plain, sections
from darwin_tui.widgets.boxes import PICTURE, SMALL_PICTURE, facts, largest_picture, weight
from darwin_tui.widgets.dialogs import EntryDialog
from darwin_tui.widgets.pane import Page
from darwin_tui.widgets.screen import DarwinScreen, Key, KeyBar, app_keys, bound_keys

KEYS, RULES = mark("Keys"), mark("Rules")
SIDE_BY_SIDE_COLUMNS: Final = 106
"""Columns from which the games are beside the keys."""
GAMES_COLUMNS: Final = 52
"""Columns of the games whose rules can be opened, beside the keys."""
KEYS_COLUMNS: Final = 56
"""Columns of the keys beside games with large pictures."""
LARGE_BOX: Final = Size(44, 18)
"""Size of a game with a large picture, facts and a few words below."""
WORDS_ROWS: Final = 6
"""Rows below a large picture: title, facts, words and a gap."""
BOXES_ACROSS: Final = 3
"""Number of games with large pictures in a row."""
NUMBERED_MAX: Final = 9
"""Maximum number of games whose rules a digit key opens."""
LARGE_GAMES: Final = Size(BOXES_ACROSS * LARGE_BOX.width + KEYS_COLUMNS, 2 * LARGE_BOX.height + 4)
"""Minimum room for two rows of games with large pictures beside the keys."""
KEY: Final = "strong cursor on keycap"
"""Style of a key's label."""


class KeyRow(NamedTuple):
    """A row of the page of keys: keys, and their effect or the game whose rules they open."""

    keys: tuple[tuple[str, str], ...]
    """Keys, each with the name of its place on the page and its label."""
    words: str


AddPlace = Callable[[str, Area], object]
"""Turns an area into a named place that the mouse can click."""


def listing(keys: Sequence[KeyRow], games: Sequence[KeyRow]) -> list[KeyRow | str]:
    """Return the rows of the page; headings are plain texts."""
    rules: list[KeyRow | str] = [tr(RULES), *games, ""] if games else []
    return [*rules, tr(KEYS), *keys]


def draw_keys(
    area: Area, add_place: AddPlace, keys: Sequence[KeyRow], games: Sequence[KeyRow], top: int
) -> None:
    """Draw the page of keys, beside the games if there is room.

    Args:
        add_place: makes an area clickable under a name.
        top: first visible row of the listing, if it is too long.
    """
    rows = listing(keys, games)
    if not games or area.width < SIDE_BY_SIDE_COLUMNS or len(rows) > area.height:
        draw_listing(area, add_place, rows[top:])
        return
    is_large = area.width >= LARGE_GAMES.width and area.height >= LARGE_GAMES.height
    columns = (Grow(), KEYS_COLUMNS) if is_large else (GAMES_COLUMNS, Grow())
    left, right = area.columns(*columns, gap=1)
    draw_games = _draw_large_games if is_large else _draw_games
    draw_games(panel(left, RULES, tr("a number opens them")), add_place, games)
    draw_listing(panel(right, KEYS), add_place, keys)


def _draw_large_games(area: Area, add_place: AddPlace, games: Sequence[KeyRow]) -> None:
    """Draw the games with large pictures in rows."""
    down = -(-len(games) // BOXES_ACROSS)
    rows = area.inside(1, 1, 0).rows(*[Grow(LARGE_BOX.height, LARGE_BOX.height + 4)] * down)
    cards = [card for row in rows for card in row.columns(*[Grow()] * BOXES_ACROSS, gap=1)]
    # There may be more cards than games, and more slugs than keys.
    for card, game, slug in zip(cards, games, registry.slugs(), strict=False):
        ((place, key),) = game.keys
        add_place(place, card)
        y = 0
        picture = largest_picture(slug, Size(card.width, LARGE_BOX.height - WORDS_ROWS))
        if picture and card.look.has_pictures:
            card.picture(0, 0, picture)
            y = picture.height // 2
        x = card.text(0, y, (key, KEY)) + 1
        card.text(x, y, (game.words, "strong"))
        card.text(x, y + 1, *facts(slug), "  ", *weight(slug))
        card.inside(x, y + 2, 1, 0).paragraph(0, tr(registry.box(slug).words), "dim")


def _draw_games(area: Area, add_place: AddPlace, games: Sequence[KeyRow]) -> None:
    """Draw the games with their boxes and the numbers that open their rules."""
    pitch = area.height // len(games)
    is_large = pitch > PICTURE[1]
    columns, _ = PICTURE if is_large else SMALL_PICTURE
    for row, (game, slug) in enumerate(zip(games, registry.slugs(), strict=False)):
        row_area = area.at(0, row * pitch, area.width, pitch)
        ((place, key),) = game.keys
        add_place(place, row_area)
        row_area.text(0, 0, (key, KEY))
        words = row_area.inside(columns + 4, 0, 0, 0)
        words.text(0, 0, (game.words, "strong"))
        if slug in BOXES:
            row_area.picture(2, 0, pictures("shelf")[slug if is_large else f"{slug}-small"])
        words.text(0, 1, *facts(slug))
        if is_large:
            words.text(0, 2, *weight(slug))
            words.paragraph(4, tr(registry.box(slug).words), "dim")


def draw_listing(area: Area, add_place: AddPlace, rows: Sequence[KeyRow | str]) -> None:
    """Draw as many rows of keys and headings as fit."""
    key_columns = max((_key_columns(row) for row in rows if isinstance(row, KeyRow)), default=0)
    for y, row in enumerate(rows[: area.height]):
        if isinstance(row, str):
            area.text(0, y, (row, "title"))
            continue
        x = 0
        for place, key in row.keys:
            add_place(place, area.at(x, y, len(key), 1))
            x = area.text(x, y, (key, KEY)) + 1
        area.text(key_columns + 2, y, row.words)


def _key_columns(row: KeyRow) -> int:
    """Return the columns of a row's keys, with a blank between two."""
    return sum(len(key) + 1 for _, key in row.keys) - 1


TEXT_COLUMNS_MAX: Final = 90
"""Maximum columns of a line of text: longer lines are hard to read."""
CONTENTS_COLUMNS: Final = (19, 30)
"""Columns of the contents in a narrow terminal and in a wide one, indexed by whether it is wide."""
WIDE_COLUMNS: Final = 110
"""Columns from which the contents are wide."""
FRAMED_FROM: Final = Size(WIDE_COLUMNS, 30)
"""Minimum page size for the text in a panel, beside one with the contents and the game's box."""
LARGE_FROM_COLUMNS: Final = 150
"""Columns from which the picture of the panel beside the text is doubled."""
SIDE_COLUMNS: Final = (PICTURE[0] + 14, 2 * PICTURE[0] + 4)
"""Columns of the panel beside the text, with a single and with a doubled picture."""
TEXT_EDGES: Final = 6
"""Columns of the text's frame and margins."""
CONTENTS_EDGES: Final = 5
"""Maximum columns beside a title in the contents: its mark, and its number of finds."""
FACTS_ROWS: Final = 4
"""Rows of the facts below the picture, with blank ones between and above."""
HEAD_ROWS: Final = 2
"""Rows of the title above the text."""
MARGIN_COLUMNS: Final = 2
"""Columns at each side of the text."""
WHEEL_ROWS: Final = 3
"""Rows by which a turn of the mouse wheel scrolls."""
SUMMARY, SOURCES = mark("Summary"), mark("Sources")
PROVENANCE: Final = mark("Where the figures come from")
"""Heading of the rules section that has a separate page."""
PAGES: Final = (SUMMARY, RULES, KEYS)
"""Pages named at the top; the sources are reached from the rules."""
ROWS_ABOVE_FIND_DIVISOR: Final = 3
"""A match that the text is scrolled to has a third of the visible rows above it."""
_CURRENT_FIND: Final = "strong token-ink on cursor"
_OTHER_FIND: Final = "strong underline cursor"
"""Styles of the searched words at the current match and at the others."""


class Find(NamedTuple):
    """Columns of a row that belong to a match of the searched words."""

    row: int
    column: int
    end: int
    """The column after them."""


class HelpPage(Page):
    """A page with a scrolled text; its places are the pages, the sections, and keys to press."""

    def __init__(
        self, game: AnyGame | None, keys: Sequence[KeyRow], games: Sequence[KeyRow]
    ) -> None:
        """Prepare the pages.

        Args:
            game: the game whose rules are shown; None for keys only.
        """
        super().__init__(id="help")
        self._game = game
        self._keys = keys
        self._games = games
        self.page = SUMMARY if game else KEYS
        self._tops: dict[str, int] = {}
        """First visible row of each page that was scrolled."""
        self.query_words = ""
        """The last searched words; empty for none."""
        self._finds: list[list[Find]] = []
        """The matches of the searched words, each with its rows."""
        self._current = 0
        """Index of the current match."""
        self._laid_out: dict[tuple[str, int], list[Row]] = {}
        """Rows of pages, by page and width."""

    # --- texts

    @cached_property
    def _parts(self) -> list[tuple[str, str]]:
        """Sections of the rules and their texts; the last one is the provenance."""
        if self._game is None:
            return []
        rules = sections(page_of(self._game.package, "rules.md"))
        return [(section.title or self._game.title, section.text) for section in rules]

    @property
    def titles(self) -> list[str]:
        """The contents of the rules, without the provenance."""
        return [title for title, _ in self._parts if title != tr(PROVENANCE)]

    def _starts(self) -> list[int]:
        """Return the first row of each section of the rules."""
        rows = self._rows(RULES)
        starts = []
        row = 0
        for title in self.titles:
            row = rows.index(((title, "title"),), row)
            starts.append(row)
        return starts

    @property
    def _is_framed(self) -> bool:
        """True if there is room for panels."""
        width, height = self.size
        has_room = width >= FRAMED_FROM.width and height >= FRAMED_FROM.height
        return self._game is not None and has_room

    @property
    def _contents_columns(self) -> int:
        return CONTENTS_COLUMNS[self.size.width >= WIDE_COLUMNS]

    @property
    def _side_columns(self) -> int:
        """Columns of the panel beside the text."""
        return SIDE_COLUMNS[self.size.width >= LARGE_FROM_COLUMNS]

    @property
    def _text_columns(self) -> int:
        """Columns of the text, without its frame and margins."""
        if self._is_framed:
            return min(self.size.width - self._side_columns - 1 - TEXT_EDGES, TEXT_COLUMNS_MAX)
        room = self.size.width - 2 * MARGIN_COLUMNS
        return min(
            room - (self._contents_columns + 1 if self.page == RULES else 0), TEXT_COLUMNS_MAX
        )

    def _rows(self, page: str) -> list[Row]:
        """Return a page laid out at the current width."""
        width = self._text_columns
        if (page, width) not in self._laid_out:
            self._laid_out[page, width] = self._lay_out(page, width)
        return self._laid_out[page, width]

    def _lay_out(self, page: str, width: int) -> list[Row]:
        """Lay out a page; the page of keys has no rows of text."""
        if self._game is None or page == KEYS:
            return []
        if page == SUMMARY:
            return lay_out(summary_of(self._game), width)
        rows: list[Row] = []
        for title, text in self._parts:
            if (title == tr(PROVENANCE)) == (page == SOURCES):
                # The first section's title is the page's heading: do not repeat it.
                text = text.removeprefix(f"# {self._game.title}")
                rows += [((title, "title"),), *lay_out(text, width), ()]
        return rows

    # --- moving about

    @property
    def visible_rows(self) -> int:
        """Number of text rows that fit."""
        return max(self.size.height - HEAD_ROWS - self._is_framed, 1)

    @property
    def top(self) -> int:
        """First visible row of the text."""
        return min(self._tops.get(self.page, 0), self.top_max)

    @property
    def top_max(self) -> int:
        """First visible row at the end of the text."""
        if self.page == KEYS:
            # A panel shows the first heading in its frame, so the text is a row shorter.
            length = len(listing(self._keys, self._games)) - self._is_framed
        else:
            length = len(self._rows(self.page))
        return max(length - self.visible_rows, 0)

    def scroll(self, rows: int) -> None:
        self._tops[self.page] = max(min(self.top + rows, self.top_max), 0)
        self.redraw()

    def on_mouse_scroll_down(self) -> None:
        self.scroll(WHEEL_ROWS)

    def on_mouse_scroll_up(self) -> None:
        self.scroll(-WHEEL_ROWS)

    def open(self, page: str) -> None:
        self.page = page
        self.redraw()

    def turn(self, by: int) -> None:
        """Show the next of the pages named at the top."""
        if self._game is not None:
            index = PAGES.index(RULES if self.page == SOURCES else self.page)
            self.open(PAGES[(index + by) % len(PAGES)])

    @property
    def section(self) -> int:
        """The current section of the rules; for the page of sources, the number of sections."""
        if self.page == SOURCES:
            return len(self.titles)
        # Near its end, the text cannot be scrolled until a section is at the top, so the row that
        # was wanted counts, not the one that is at the top.
        wanted = self._tops.get(RULES, 0)
        return max((n for n, start in enumerate(self._starts()) if start <= wanted), default=0)

    def go_to_section(self, number: int) -> None:
        """Open a section of the rules; the number after the last one opens the sources."""
        number = max(min(number, len(self.titles)), 0)
        if number == len(self.titles):
            self.open(SOURCES)
            return
        self.page = RULES
        self._tops[RULES] = self._starts()[number]
        self.redraw()

    def turn_section(self, by: int) -> None:
        """Open the next or previous section of the rules."""
        if self.page in {RULES, SOURCES}:
            self.go_to_section(self.section + by)
        elif self._game is not None:
            self.open(RULES)

    # --- searching

    def search(self, words: str) -> int:
        """Search the rules for words, go to the first match and return the number of matches."""
        self.page = RULES
        self.query_words = words
        self._current = 0
        self._finds = self._search()
        if self._finds:
            self._show_find()
        self.redraw()
        return len(self._finds)

    def _search(self) -> list[list[Find]]:
        """Return the matches of the searched words, each with its rows."""
        # Unlike ``casefold``, this keeps the length of all German and English texts.
        words = self.query_words.lower().split()
        if not words:
            return []
        lines = [plain(row).lower() for row in self._rows(RULES)]
        starts = [0, *accumulate(len(line) + 1 for line in lines)]
        finds = []
        # Between two words, there may be a line break with the indentation of the next row.
        for match in re.finditer("(?: |\n *)".join(map(re.escape, words)), "\n".join(lines)):
            first_row = bisect_right(starts, match.start()) - 1
            column = match.start() - starts[first_row]
            rows = []
            for row, part in enumerate(match[0].split("\n"), first_row):
                rows.append(Find(row, column + len(part) - len(part.lstrip()), column + len(part)))
                column = 0
            finds.append(rows)
        return finds

    def next_find(self, by: int) -> None:
        """Go to the next match of the searched words."""
        if self._finds:
            self.page = RULES
            self._current = (self._current + by) % len(self._finds)
            self._show_find()

    def _show_find(self) -> None:
        row = self._finds[self._current][0].row
        if not self.top <= row < self.top + self.visible_rows:
            self._tops[RULES] = max(row - self.visible_rows // ROWS_ABOVE_FIND_DIVISOR, 0)
        self.redraw()

    @property
    def find_words(self) -> str:
        """The number of the current match among all, in words."""
        if not self.query_words:
            return ""
        if not self._finds:
            return tr("{words}: not in the rules", words=self.query_words)
        return tr(
            "{words}: {number} of {all}",
            words=self.query_words,
            number=self._current + 1,
            all=len(self._finds),
        )

    # --- drawing

    def fill(self, area: Area) -> None:
        """Draw the head and the open page."""
        if self.page == RULES:
            # Search again: at a new width, the matches are in other rows.
            self._finds = self._search()
        self._draw_head(area)
        if self._is_framed and self._game:
            self._draw_panels(area.inside(0, 1, 0), self._game)
            return
        body = area.inside(MARGIN_COLUMNS, HEAD_ROWS, MARGIN_COLUMNS)
        if self.page == KEYS:
            draw_keys(body, self.enter, self._keys, self._games, self.top)
            return
        if self.page == RULES:
            contents, body = body.columns(
                self._contents_columns, body.width - self._contents_columns - 1, gap=1
            )
            self._draw_contents(contents)
        self._draw_text(body)
        if self.page == SUMMARY and self._game:
            self._draw_box(body, self._game.slug)

    def _draw_panels(self, area: Area, game: AnyGame) -> None:
        """Draw the contents above the game's box, and the open page beside them."""
        side, text = area.columns(self._side_columns, Grow(), gap=1)
        self._draw_side(panel(side, mark("Contents")), game.slug)
        inner = panel(text, self.page, is_active=True)
        if self.page == KEYS:
            draw_listing(inner.inside(1, 0), self.enter, self._keys[self.top :])
            return
        self._draw_text(inner.inside((inner.width - self._text_columns) // 2, 0, 0))

    def _draw_side(self, area: Area, slug: str) -> None:
        """Draw the contents and, if there is room, the game's box with its facts."""
        titles = [*self.titles, tr(SOURCES)]
        lines = sum(len(_in_rows(title, area.width - CONTENTS_EDGES)) for title in titles)
        picture = largest_picture(slug, Size(area.width, area.height - lines - FACTS_ROWS))
        if picture is None:
            self._draw_contents(area)
            return
        rows = picture.height // 2 if area.look.has_pictures else 0
        contents, box = area.rows(Grow(), rows + FACTS_ROWS - 1)
        self._draw_contents(contents)
        box.picture((box.width - picture.width) // 2, 0, picture)
        box.centre(rows + 1, *facts(slug))
        box.centre(rows + 2, *weight(slug))

    def _draw_text(self, area: Area) -> None:
        """Draw the visible rows of the open page with their matches."""
        rows = self._rows(self.page)
        for y, row in enumerate(rows[self.top : self.top + area.height]):
            area.text(0, y, *row)
        if self.page == RULES:
            self._draw_finds(area)

    def _draw_head(self, area: Area) -> None:
        title = self._game.title if self._game else tr("Help")
        progress = (self._progress_words(), "dim")
        right = [(self.find_words, "strong")] if self.find_words else [progress]
        free = title_bar(area, title, right=right)
        if self._game is None:
            return
        x = 2
        for page in PAGES:
            is_open = page == self.page or (page == RULES and self.page == SOURCES)
            words = tr(page)
            self.enter(f"page:{page}", free.at(x, 0, len(words), 1))
            x = free.text(x, 0, (words, "strong underline cursor" if is_open else "ink")) + 2

    def _progress_words(self) -> str:
        """Return how far the text is scrolled; empty if all of it is visible."""
        if not self.top_max:
            return ""
        return f"{100 * self.top // self.top_max} %"

    def _draw_contents(self, area: Area) -> None:
        """Draw the titles of the sections with their numbers of matches, scrolled so that the
        current one is visible."""
        titles = [*self.titles, tr(SOURCES)]
        current = self.section if self.page in {RULES, SOURCES} else None
        counts = [str(count or "") for count in self._counts()]
        rows = [
            (number, line)
            for number, title in enumerate(titles)
            for line in _in_rows(title, area.width - 2 - len(counts[number]))
        ]
        tops = [next(y for y, row in enumerate(rows) if row[0] == n) for n in range(len(titles))]
        first = max(min(tops[current or 0] - area.height // 2, len(rows) - area.height), 0)
        for number, top in enumerate(tops):
            end = tops[number + 1] if number + 1 < len(tops) else len(rows)
            entry = area.at(0, top - first, area.width, end - top)
            if entry.height:
                self.enter(f"section:{number}", entry)
        for y, (number, line) in enumerate(rows[first : first + area.height]):
            is_current = number == current
            row = area.at(0, y, area.width, 1, "strip" if is_current else None)
            row.text(0, 0, ("▌" if is_current else " ", "cursor"))
            row.text(1, 0, (line, "strong" if is_current else "ink"))
            # A title of several rows has its number in the first.
            if first + y == tops[number]:
                row.right(0, (counts[number], "cursor"))

    def _draw_box(self, area: Area, slug: str) -> None:
        """Draw the game's box picture beside its summary, if there is room."""
        x = self._text_columns + MARGIN_COLUMNS
        picture = largest_picture(slug, Size(area.width - x, area.height))
        if picture and area.look.has_pictures:
            area.picture(x + (area.width - x - picture.width) // 2, 0, picture)

    def _counts(self) -> list[int]:
        """Return the number of matches in each section; none for the sources."""
        bounds = [*self._starts(), len(self._rows(RULES))]
        return [
            *(sum(a <= find[0].row < b for find in self._finds) for a, b in pairwise(bounds)),
            0,
        ]

    def _draw_finds(self, area: Area) -> None:
        rows = self._rows(RULES)
        for number, find in enumerate(self._finds):
            style = _CURRENT_FIND if number == self._current else _OTHER_FIND
            for row, column, end in find:
                area.text(column, row - self.top, (plain(rows[row])[column:end], style))


def _in_rows(title: str, room: int) -> list[str]:
    """Wrap a title into rows of limited width."""
    return wrap(title, room, subsequent_indent=" ")


ANYWHERE: Final = mark("all commands")
"""Words about the list of commands, which opens on every screen."""
SEARCH_CHARACTERS_MAX: Final = 30
"""Maximum length of the words to search."""


class HelpScreen(DarwinScreen[None]):
    """A page to read. The keys are read from the live bindings, and a click presses one."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("help")

    def __init__(self, under: Screen[None], slug: str = "") -> None:
        """Prepare the page.

        Args:
            slug: the open game; empty for none.
        """
        super().__init__()
        self._under = under
        self._slug = slug
        palette = Key("ctrl+p", under.app.get_key_display(Binding("ctrl+p", "")), tr(ANYWHERE))
        keys = {**bound_keys(under), **app_keys(under), palette.label: [palette]}
        listed = [
            KeyRow(tuple((f"key:{key.key}", key.display) for key in own_keys), title)
            for title, own_keys in keys.items()
        ]
        games = [
            KeyRow(((f"game:{number}", str(number)),), registry.box(game_slug).title)
            for number, game_slug in enumerate(registry.slugs()[:NUMBERED_MAX], 1)
        ]
        game = registry.get(slug) if slug else None
        self._page = HelpPage(game, listed, [] if slug else games)

    def compose(self) -> ComposeResult:
        yield self._page
        yield KeyBar()

    def on_mount(self) -> None:
        self._page.focus()

    def on_page_chosen(self, event: HelpPage.Chosen) -> None:
        """Open the clicked page or section, or press the key."""
        kind, _, name = event.place.partition(":")
        if kind == "page":
            self._page.open(name)
        elif kind == "section":
            self._page.go_to_section(int(name))
        elif kind == "game":
            self.action_rules(int(name))
        else:
            self.action_press(name)

    def action_press(self, key: str) -> None:
        """Press a key on the screen below. The rules of a game may lie over the help with all
        games."""
        app = self.app
        while isinstance(app.screen, HelpScreen):
            app.screen.dismiss()
        app.simulate_key(key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow choosing rules if no game is open, else reading them."""
        return commands.is_available("help", action, {"text"} if self._slug else {"rules"})

    def action_rules(self, number: int) -> None:
        """Open the rules of a game by its number; do nothing without such a game."""
        slugs = registry.slugs()
        if number <= len(slugs):
            self.app.push_screen(HelpScreen(self._under, slugs[number - 1]))

    def action_scroll_page(self, rows: int) -> None:
        self._page.scroll(rows)

    def action_turn(self, by: int) -> None:
        self._page.turn(by)

    def action_section(self, by: int) -> None:
        self._page.turn_section(by)

    def action_search(self) -> None:
        """Ask for words, and go to their first match in the rules."""
        dialog = EntryDialog(
            tr("Search the rules"), tr("Words:"), self._page.query_words, SEARCH_CHARACTERS_MAX
        )
        self.app.push_screen(dialog, self._search)

    def _search(self, words: str | None) -> None:
        if words is not None:
            self._page.search(" ".join(words.split()))

    def action_find(self, by: int) -> None:
        self._page.next_find(by)
