"""The first page: the tree, the match to continue, what one can do, and a shelf of games."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from darwin_core.contract.registry import BOXES
from darwin_core.text.language import mark, tr
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.marks import seat_name
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.drawing.state import SIGNS, State
from darwin_tui.widgets.boxes import PICTURE, facts, weight
from darwin_tui.widgets.page import Page
from darwin_tui.widgets.tree import draw_tree

SHELF_SIZE: Final = (100, 34)
"""The least columns and rows of a page with a shelf of boxes; a smaller one has a list."""
SHELF_ROWS: Final = 14
BOARD_ROWS: Final = 1

ENTRIES_IN_A_COLUMN: Final = 6
"""Most entries of a small page's menu in one column."""
INTERVAL_MAX: Final = 3
"""The most rows from an entry to the next."""
LABELS_COLUMNS: Final = 24
"""Columns of the keys and the labels of the menu."""

FIRST: Final = "first"
"""The place of the match that Enter begins at once, while there is none to continue."""
FIRST_GAME: Final = "dice"
FIRST_WORDS: Final = mark("Good first: one card a turn, 20 minutes.")
AGAIN_WORDS: Final = mark("As last time.")
GOOD_FIRST: Final = mark("good first")
"""The words on the game to begin with."""


class Entry(NamedTuple):
    """A line of the menu."""

    name: str
    key: str
    label: str
    words: str


class Continued(NamedTuple):
    """The match that can be continued."""

    slug: str
    title: str
    names: Sequence[str]
    when: str
    """The round and turn it has reached, and the time since it was played."""


class Again(NamedTuple):
    """The match that was set up last."""

    slug: str
    title: str
    names: Sequence[str]


class Shelf(Page):
    """The page of the first screen."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Prepare the page.

        Args:
            entries: the menu. The games of the shelf are places by their slugs.
        """
        super().__init__(id="menu")
        self._entries = entries
        self.continued: Continued | None = None
        """The match to continue; None if there is none."""
        self.again: Again | None = None
        """The match to play again while there is none to continue; None at the first start."""
        self.cursor = FIRST

    def fill(self, area: Area) -> None:
        """Draw the page."""
        if (area.width, area.height) < SHELF_SIZE or area.height < SHELF_SIZE[1]:
            self._fill_small(area)
            return
        top, shelf = area.rows(Grow(), SHELF_ROWS)
        left, right = top.columns(Grow(weight=11, most=80), Grow(weight=13, most=90), gap=2)
        think, tree = left.rows(6, Grow(), gap=0)
        think.picture(9, 1, pictures("shelf")["think"])
        if not area.look.has_pictures:
            think.text(9, 2, ("I think", "strong"))
        draw_tree(tree.inside(2, 0, 2, 0))
        _, name, card, menu = right.rows(2, 3, 9, Grow())
        name.text(0, 0, ("d a r w i n - t u i", "strong cursor"))
        name.text(0, 1, (tr("Descent with modification, by turns."), "dim"))
        self._fill_card(card.inside(0, 0, 2, 0))
        self._fill_menu(menu.inside(2, 1, 0, 0), self._entries)
        self._fill_shelf(shelf)

    def _fill_card(self, area: Area) -> None:
        """Draw the match to continue, or the game to begin with."""
        state = self.enter("continue" if self.continued else FIRST, area)
        title, key = self._card_title
        inner = panel(area, [title], ((key, "cursor"),), is_active=state.is_focused, ground="strip")
        picture, words = inner.columns(PICTURE[0], Grow(), gap=2)
        match = self.continued or self.again
        slug = match.slug if match else FIRST_GAME
        if slug in BOXES:
            picture.picture(0, 0, pictures("shelf")[slug])
        words.text(0, 0, (match.title if match else BOXES[slug].title, "strong"))
        words.paragraph(1, self._card_words, "dim")
        if match:
            for seat, name in enumerate(match.names[: words.height - 2]):
                words.text(0, 2 + seat, seat_name(seat, name))
        style = "strong cursor" if state.is_focused else "dim"
        does = tr("Enter continues" if self.continued else "Enter plays")
        inner.text(0, inner.height - 1, SIGNS[state], (f" {does}", style))

    @property
    def _card_title(self) -> tuple[str, str]:
        """The title of the card on top, and its key."""
        if self.continued:
            return tr("Continue"), "c"
        return tr("Once more" if self.again else "First match?"), "Enter"

    @property
    def _card_words(self) -> str:
        """The words of the card on top, below its game."""
        if self.continued:
            return self.continued.when
        return tr(AGAIN_WORDS if self.again else FIRST_WORDS)

    def _fill_menu(self, area: Area, entries: Sequence[Entry]) -> None:
        """Draw entries of the menu, each in a row, with room between them where there is some."""
        interval = max(min(area.height // len(entries), INTERVAL_MAX), 1)
        has_words = all(len(tr(entry.words)) <= area.width - LABELS_COLUMNS for entry in entries)
        for row, entry in enumerate(entries):
            line = area.at(0, row * interval, area.width, 1)
            state = self.enter(entry.name, line)
            if state.is_focused:
                line = line.on("strip")
            line.text(0, 0, *_key(state, entry.key))
            line.text(5, 0, (tr(entry.label), "strong"))
            if has_words:
                line.text(LABELS_COLUMNS, 0, (tr(entry.words), "dim"))

    def _fill_shelf(self, area: Area) -> None:
        """Draw the boxes, and the board that they stand on."""
        boxes, board = area.rows(SHELF_ROWS - BOARD_ROWS, BOARD_ROWS)
        board.fill("▀" if area.look.has_pictures else "=", "#5c3f26 on #3a2818")
        width = boxes.width // len(BOXES)
        for place, slug in enumerate(BOXES):
            box = boxes.at(place * width, 0, width, boxes.height)
            state = self.enter(slug, box)
            key = (str(place + 1), "strong cursor")
            inner = panel(box, (), (key,), is_active=state.is_focused)
            self._fill_box(inner, slug)

    @staticmethod
    def _fill_box(area: Area, slug: str) -> None:
        box = BOXES[slug]
        area.picture(0, 0, pictures("shelf")[slug].widened(area.width))
        area.text(0, 6, (box.title, "strong"))
        area.text(0, 7, *facts(slug))
        area.text(0, 8, *weight(slug), *_advice(slug))
        for row, line in enumerate(wrap(tr(box.words), area.width)[:2], 9):
            area.text(0, row, (line, "dim"))

    def _fill_small(self, area: Area) -> None:
        """Draw the page as two columns: the tree, and a list of what one can do."""
        left, right = area.columns(Grow(28, 60), 44, gap=1)
        think, tree = left.rows(5, Grow())
        think.picture(0, 0, pictures("shelf")["think"])
        if not area.look.has_pictures:
            think.text(4, 1, ("I think", "strong"))
        draw_tree(tree)
        in_row = 1 + (len(self._entries) > ENTRIES_IN_A_COLUMN)
        menu_rows = -(-len(self._entries) // in_row)
        name, card, games, menu = right.rows(2, 4, Grow(), menu_rows)
        name.text(0, 0, ("darwin-tui", "strong cursor"), (f"  {tr('descent, by turns')}", "dim"))
        self._fill_small_card(card.inside(0, 0, 0, 1))
        rows = min(max(games.height // len(BOXES), 1), 3)
        for place, slug in enumerate(BOXES):
            line = games.at(0, place * rows, games.width, min(rows, 2))
            state = self.enter(slug, line)
            if state.is_focused:
                line = line.on("strip")
            line.text(0, 0, *_key(state, str(place + 1)))
            x = 4
            if line.height > 1:
                line.picture(x, 0, pictures("shelf")[f"{slug}-small"])
                x += 10
            line.text(x, 0, (BOXES[slug].title, "strong"))
            line.right(0, *facts(slug, is_short=True), margin=1)
            line.text(x, 1, *weight(slug), *_advice(slug))
        for place, column in enumerate(menu.columns(*[Grow()] * in_row)):
            start = place * menu_rows
            self._fill_menu(column, self._entries[start : start + menu_rows])

    def _fill_small_card(self, area: Area) -> None:
        """Draw the match to continue, or the game to begin with, in three rows."""
        state = self.enter("continue" if self.continued else FIRST, area)
        own = area.on("strip" if state.is_focused else "panel")
        title, key = self._card_title
        match = self.continued or self.again
        own.text(0, 0, SIGNS[state], " ", (title, "strong cursor"))
        own.right(0, (key, "strong cursor"), margin=1)
        own.text(2, 1, (match.title if match else BOXES[FIRST_GAME].title, "strong"))
        own.text(2, 2, (self._card_words, "dim"))


def _advice(slug: str) -> list[Styled]:
    """Return words beside the weight of the game to begin with."""
    return [(f", {tr(GOOD_FIRST)}", "good")] if slug == FIRST_GAME else []


def _key(state: State, key: str) -> list[Styled]:
    """Return the sign of a line and its key."""
    return [SIGNS[state] if state.is_focused else " ", " ", (key, "strong cursor")]
