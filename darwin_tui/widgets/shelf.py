"""The first page: the tree, the match to continue, what one can do, and a shelf of games."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from darwin_core.registry import BOXES, WEIGHTS
from darwin_tui.parts.area import Area, Grow
from darwin_tui.parts.marks import seat_name
from darwin_tui.parts.panel import panel
from darwin_tui.parts.picture import pictures
from darwin_tui.parts.state import SIGNS, State
from darwin_tui.widgets.canvas import Styled
from darwin_tui.widgets.page import Page
from darwin_tui.widgets.tree import draw_tree

SHELF_SIZE: Final = (100, 34)
"""The least columns and rows of a page with a shelf of boxes; a smaller one has a list."""
SHELF_ROWS: Final = 14
BOARD_ROWS: Final = 1
PICTURE: Final = (20, 6)
"""Columns and rows of the picture on a box."""
BLACK: Final = "◆"
WHITE: Final = "◇"
WEIGHT_MAX: Final = len(WEIGHTS) - 1


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
    """How far it has come, and when it was played."""


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
        self.cursor = entries[0].name

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
        _, name, card, menu = right.rows(2, 3, 9 if self.continued else 0, Grow(), gap=0)
        name.text(0, 0, ("d a r w i n - t u i", "strong cursor"))
        name.text(0, 1, ("Descent with modification, by turns.", "dim"))
        if self.continued:
            self._fill_card(card.inside(0, 0, 2, 0), self.continued)
        self._fill_menu(menu.inside(2, 1, 0, 0))
        self._fill_shelf(shelf)

    def _fill_card(self, area: Area, match: Continued) -> None:
        """Draw the match to continue."""
        state = self.enter("continue", area)
        inner = panel(area, "Continue", ("c",), is_active=state.is_focused, ground="strip")
        picture, words = inner.columns(PICTURE[0], Grow(), gap=2)
        if match.slug in BOXES:
            picture.picture(0, 0, pictures("shelf")[match.slug])
        words.text(0, 0, (match.title, "strong"))
        words.text(0, 1, (match.when, "dim"))
        for seat, name in enumerate(match.names[: words.height - 2]):
            words.text(0, 2 + seat, seat_name(seat, name))
        sign = SIGNS[state]
        style = "strong cursor" if state.is_focused else "dim"
        inner.text(0, inner.height - 1, sign, (" Enter continues", style))

    def _fill_menu(self, area: Area) -> None:
        """Draw the menu, a row for each entry."""
        for row, entry in enumerate(self._entries):
            line = area.at(0, row, area.width, 1)
            state = self.enter(entry.name, line)
            if state.is_focused:
                line = line.on("strip")
            line.text(0, 0, *_key(state, entry.key))
            line.text(5, 0, (entry.label, "strong"))
            if len(entry.words) <= line.width - 21:
                line.text(21, 0, (entry.words, "dim"))

    def _fill_shelf(self, area: Area) -> None:
        """Draw the boxes, and the board that they stand on."""
        boxes, board = area.rows(SHELF_ROWS - BOARD_ROWS, BOARD_ROWS)
        board.fill("▀" if area.look.has_pictures else "=", "#5c3f26 on #3a2818")
        width = (boxes.width - len(BOXES) + 1) // len(BOXES)
        for place, slug in enumerate(BOXES):
            box = boxes.at(place * (width + 1), 0, width, boxes.height)
            state = self.enter(slug, box)
            key = (str(place + 1), "strong cursor")
            inner = panel(box, (), (key,), is_active=state.is_focused)
            self._fill_box(inner, slug)

    @staticmethod
    def _fill_box(area: Area, slug: str) -> None:
        box = BOXES[slug]
        area.picture(max((area.width - PICTURE[0]) // 2, 0), 0, pictures("shelf")[slug])
        area.text(0, 6, (box.title, "strong"))
        area.text(0, 7, *_facts(slug))
        area.text(0, 8, *_weight(box.weight))
        for row, line in enumerate(wrap(box.words, area.width)[:2], 9):
            area.text(0, row, (line, "dim"))

    def _fill_small(self, area: Area) -> None:
        """Draw the page as two columns: the tree, and a list of what one can do."""
        left, right = area.columns(Grow(28, 60), 44, gap=1)
        think, tree = left.rows(5, Grow())
        think.picture(0, 0, pictures("shelf")["think"])
        if not area.look.has_pictures:
            think.text(4, 1, ("I think", "strong"))
        draw_tree(tree)
        right.text(0, 0, ("darwin-tui", "strong cursor"), ("  descent, by turns", "dim"))
        games, menu = right.inside(0, 1, 0, 0).rows(Grow(), len(self._entries))
        if match := self.continued:
            card, games = games.rows(4, Grow())
            state = self.enter("continue", card.inside(0, 0, 0, 1))
            own = card.inside(0, 0, 0, 1).on("strip" if state.is_focused else "panel")
            own.text(0, 0, SIGNS[state], " ", ("Continue", "strong cursor"))
            own.right(0, ("c", "strong cursor"), margin=1)
            own.text(2, 1, (match.title, "strong"))
            own.text(2, 2, (match.when, "dim"))
        rows = 2 if games.height >= 2 * len(BOXES) + 1 else 1
        for place, slug in enumerate(BOXES):
            line = games.at(0, place * rows + (games.height > rows * len(BOXES)), games.width, rows)
            state = self.enter(slug, line)
            if state.is_focused:
                line = line.on("strip")
            line.text(0, 0, *_key(state, str(place + 1)))
            x = 4
            if rows > 1:
                line.picture(x, 0, pictures("shelf")[f"{slug}-small"])
                x += 10
            line.text(x, 0, (BOXES[slug].title, "strong"))
            line.right(0, *_facts(slug), margin=1)
            line.text(x, 1, *_weight(BOXES[slug].weight))
        self._fill_menu(menu)


def _key(state: State, key: str) -> list[Styled]:
    """Return the sign of a line and its key."""
    return [SIGNS[state] if state.is_focused else " ", " ", (key, "strong cursor")]


def _facts(slug: str) -> list[Styled]:
    box = BOXES[slug]
    least, most = box.players
    return [(f"{least}–{most} players", "ink"), (f" · {box.minutes} min", "dim")]


def _weight(weight: int) -> list[Styled]:
    marks = BLACK * weight + WHITE * (WEIGHT_MAX - weight)
    return [(marks, "cursor"), (f" {WEIGHTS[weight]}", "dim")]
