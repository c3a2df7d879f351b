"""The first screen: the shelf of games, and the matches to continue."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from textwrap import wrap
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.contract import registry
from darwin_core.contract.game import Clock, when
from darwin_core.contract.registry import BOXES
from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr
from darwin_tui import commands
from darwin_tui.commands import KEYS, key_of
from darwin_tui.drawing.area import Area, Grow, fit, fitting
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.chart import DOT_COLUMNS, DOT_ROWS, Dots
from darwin_tui.drawing.marks import SIGNS, State, seat_name
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.library import saves
from darwin_tui.library.caches import Listed
from darwin_tui.library.dates import format_ago
from darwin_tui.library.lessons import Progresses, lesson_of, progress_key
from darwin_tui.screens import navigation
from darwin_tui.seating import FIRST_LEVEL, default_set_up
from darwin_tui.settings import is_newcomer
from darwin_tui.widgets.boxes import PICTURE, facts, title_of, weight
from darwin_tui.widgets.pane import Page
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

Point = tuple[int, int]
"""A point in the box of the tree's curves, from its upper left corner."""

BRANCHES: Final[tuple[tuple[Point, Point, Point, int, str], ...]] = (
    ((46, 96), (47, 84), (46, 74), 3, "-"),
    ((46, 74), (45, 64), (38, 58), 3, "-"),
    ((38, 58), (30, 54), (14, 56), 2, "-"),
    ((46, 74), (52, 62), (58, 54), 3, "-"),
    ((38, 58), (36, 46), (30, 36), 2, "-"),
    ((30, 36), (27, 30), (20, 26), 2, "-"),
    ((30, 36), (30, 26), (34, 16), 2, "B"),
    ((20, 26), (14, 24), (8, 26), 1, "t"),
    ((20, 26), (18, 20), (18, 14), 1, "t"),
    ((14, 56), (8, 57), (4, 62), 1, "t"),
    ((14, 56), (8, 52), (6, 46), 1, "D"),
    ((22, 55), (20, 50), (22, 44), 1, "t"),
    ((58, 54), (60, 44), (60, 32), 2, "-"),
    ((60, 32), (58, 22), (50, 14), 1, "C"),
    ((60, 32), (62, 20), (66, 10), 1, "t"),
    ((60, 32), (68, 24), (76, 22), 1, "t"),
    ((58, 54), (70, 50), (80, 50), 2, "-"),
    ((80, 50), (88, 46), (92, 38), 1, "A"),
    ((80, 50), (90, 52), (96, 56), 1, "t"),
    ((70, 51), (74, 42), (82, 34), 1, "t"),
    ((48, 70), (60, 70), (72, 72), 1, "-"),
    ((72, 72), (82, 70), (88, 66), 1, "t"),
    ((72, 72), (82, 76), (90, 78), 1, "t"),
    ((60, 70), (66, 64), (70, 62), 1, "x"),
    ((42, 62), (46, 50), (46, 36), 1, "x"),
    ((38, 50), (46, 44), (48, 26), 1, "x"),
)
"""Branches of the tree as quadratic curves in a box of 100 by 100, with y downward.

Each has a start, a control point, an end, a thickness in dots, and a tip. The tip is a crossbar
with a letter beyond it, or ``t`` for a crossbar alone, ``x`` for an extinct branch without one, and
``-`` for a branch that divides further.
"""
TREE_UNITS: Final = 100
"""Width and height of the box of the curves."""
STEPS: Final = 44
"""Number of points of a curve."""
_WEIGHTS: Final = tuple(
    ((1 - share) ** 2, 2 * share * (1 - share), share**2)
    for share in (step / STEPS for step in range(STEPS + 1))
)
"""Weights of a branch's first, middle and last point at each of its steps."""
CROSSBAR_DOTS: Final = 4
"""Half the length of a crossbar, in dots."""
LETTER_DOTS: Final = 7
"""Distance from the tip to its letter, in dots."""
TRUNK: Final = "#8f6a41"
CROWN: Final = "hue-green"
"""Colours at the foot and at the top of the tree."""
SHADES: Final = 8
"""Colour steps from the foot to the crown."""


def draw_tree(area: Area) -> None:
    """Draw the tree over a whole area, its foot on the last row."""
    field, letters = _tree(area.width, area.height - 1)
    field.draw(area)
    for letter, column, row in letters:
        area.text(min(max(column, 0), area.width - 1), max(row, 0), (letter, "strong cursor"))
    # The label stands below the trunk, which ends above the last row.
    foot = round(BRANCHES[0][0][0] * area.width / TREE_UNITS) - 1
    area.text(foot, area.height - 1, ("(1)", "strong"))


@lru_cache(maxsize=8)
def _tree(columns: int, rows: int) -> tuple[Dots, list[tuple[str, int, int]]]:
    """Return the dots of a tree of this size, and its letters with their cells. Cached, as a page
    is drawn again at each move of its cursor."""
    field = Dots(columns * DOT_COLUMNS, rows * DOT_ROWS)
    width, height = field.width - 1, field.height - 1
    letters: list[tuple[str, int, int]] = []
    for start, control, end, thickness, tip in BRANCHES:
        x = y = 0.0
        for first, middle, last in _WEIGHTS:
            before = x, y
            x = (first * start[0] + middle * control[0] + last * end[0]) * width / TREE_UNITS
            y = (first * start[1] + middle * control[1] + last * end[1]) * height / TREE_UNITS
            for dot in range(thickness):
                field.set(round(x) + dot - thickness // 2, round(y), _shade(y, field.height))
        if tip in "-x":
            continue
        dx, dy = x - before[0], y - before[1]
        # In a tiny area, the last step may have no length.
        size = max((dx * dx + dy * dy) ** 0.5, 1e-9)
        # The crossbar is at right angles to the last step, the letter straight ahead.
        for dot in range(-CROSSBAR_DOTS, CROSSBAR_DOTS + 1):
            field.set(round(x - dy / size * dot), round(y + dx / size * dot), "cursor")
        if tip != "t":
            letters.append(
                (
                    tip,
                    round(x + dx / size * LETTER_DOTS) // DOT_COLUMNS,
                    round(y + dy / size * LETTER_DOTS) // DOT_ROWS,
                )
            )
    return field, letters


def _shade(y: float, height: int) -> str:
    """Return the colour of a row of cells, from the crown down to the trunk. The dots of a cell
    have one colour."""
    row = round(y) // DOT_ROWS * DOT_ROWS
    share = round((1 - row / height) * SHADES) * 100 // SHADES
    return f"{TRUNK}~{share}~{CROWN}"


SHELF_SIZE: Final = (100, 34)
"""Minimum size of a page with a shelf of boxes; a smaller one has a list."""
SHELF_ROWS: Final = 14
BOARD_ROWS: Final = 1
"""Rows of the shelf with its boxes, and of its board."""

ENTRIES_IN_A_COLUMN: Final = 6
"""Maximum number of menu entries in one column of a small page."""
INTERVAL_MAX: Final = 3
"""Maximum number of rows from one entry to the next."""
KEY_COLUMNS: Final = 5
"""Minimum columns of the menu's signs and keys."""
LABELS_COLUMNS: Final = 24
"""Columns of the menu's keys and labels."""
SMALL_CARD_COLUMNS: Final = 44
"""Columns of the card, the games and the menu of a small page."""
GAME_ROWS_MAX: Final = 3
"""Maximum rows from one game to the next in a small page."""
BOX_WORDS_ROWS_MAX: Final = 2
"""Maximum rows of the words about a game on its box."""

FIRST: Final = "first"
"""Place of the match that Enter begins at once while there is none to continue."""
FIRST_GAME: Final = "dice"
FIRST_WORDS: Final = mark("Good first: one card a turn, 20 minutes.")
AGAIN_WORDS: Final = mark("As last time.")
LESSON_WORDS: Final = {
    "lesson": mark("{game}, {number} steps"),
    "well": mark("{game}, how to play well, {number} steps"),
}
"""Labels of a lesson by its part."""
GOOD_FIRST: Final = mark("good first")
"""Label of the game to begin with."""


class Entry(NamedTuple):
    """A line of the menu."""

    name: str
    """Name of its command and of its place on the page."""
    label: str
    words: str


class Offer(NamedTuple):
    """A match on the top card: to continue, to play again, or to begin with."""

    place: str
    """``continue``, or FIRST."""
    title: str
    slug: str
    game: str
    """Title of the game."""
    words: str
    """For a match to continue, the round and turn it has reached, and the time since it was
    played."""
    names: Sequence[str] = ()


def first_offer() -> Offer:
    """Return the offer to begin with the first game."""
    title = BOXES[FIRST_GAME].title
    return Offer(FIRST, tr("First match?"), FIRST_GAME, title, tr(FIRST_WORDS))


class Shelf(Page):
    """The page of the first screen."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Prepare the page.

        Args:
            entries: the menu. The games on the shelf are places named by their slugs.
        """
        super().__init__(id="menu")
        self._entries = entries
        self.offer = first_offer()
        self._keys: Mapping[str, str] = {}
        """Labels of the keys of the entries and of ``continue``, by command."""
        self.cursor = FIRST

    def fill(self, area: Area) -> None:
        names = ("continue", *(entry.name for entry in self._entries))
        self._keys = {f"home.{name}": key_of(f"home.{name}") for name in names}
        if area.width < SHELF_SIZE[0] or area.height < SHELF_SIZE[1]:
            self._fill_small(area)
            return
        top, shelf = area.rows(Grow(), SHELF_ROWS)
        left, right = top.columns(Grow(weight=11, most=80), Grow(weight=13, most=90), gap=2)
        # As in Darwin's notebook, "I think" stands above the tree.
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
        """Draw the match on offer."""
        offer = self.offer
        state = self.enter(offer.place, area)
        key = (self._offer_key, "cursor")
        inner = panel(area, [offer.title], (key,), is_active=state.is_focused, ground="strip")
        picture, words = inner.columns(PICTURE[0], Grow(), gap=2)
        if offer.slug in BOXES:
            picture.picture(0, 0, pictures("shelf")[offer.slug])
        words.text(0, 0, (offer.game, "strong"))
        y = words.paragraph(1, offer.words, "dim")
        for seat, name in enumerate(offer.names[: words.height - y]):
            words.text(0, y + seat, seat_name(seat, name))
        style = "strong cursor" if state.is_focused else "dim"
        does = tr("Enter plays" if offer.place == FIRST else "Enter continues")
        inner.text(0, inner.height - 1, SIGNS[state], (f" {does}", style))

    @property
    def _offer_key(self) -> str:
        """The key of the top card."""
        return "Enter" if self.offer.place == FIRST else self._keys["home.continue"]

    def _fill_menu(self, area: Area, entries: Sequence[Entry]) -> None:
        """Draw menu entries, one per row, spaced out if there is room."""
        interval = max(min(area.height // len(entries), INTERVAL_MAX), 1)
        # Either all entries have their words or none.
        has_words = all(len(tr(entry.words)) <= area.width - LABELS_COLUMNS for entry in entries)
        for row, entry in enumerate(entries):
            line = area.at(0, row * interval, area.width, 1)
            state = self.enter(entry.name, line)
            if state.is_focused:
                line = line.on("strip")
            x = line.text(0, 0, *_key(state, self._keys[f"home.{entry.name}"])) + 1
            line.text(max(x, KEY_COLUMNS), 0, (tr(entry.label), "strong"))
            if has_words:
                line.text(LABELS_COLUMNS, 0, (tr(entry.words), "dim"))

    def _fill_shelf(self, area: Area) -> None:
        """Draw the boxes, and the board on which they stand."""
        boxes, board = area.rows(SHELF_ROWS - BOARD_ROWS, BOARD_ROWS)
        board.fill("▀" if area.look.has_pictures else "=", "#5c3f26 on #3a2818")
        width = boxes.width // len(BOXES)
        for index, slug in enumerate(BOXES):
            box = boxes.at(index * width, 0, width, boxes.height)
            state = self.enter(slug, box)
            key = (str(index + 1), "strong cursor")
            inner = panel(box, (), (key,), is_active=state.is_focused)
            self._fill_box(inner, slug)

    @staticmethod
    def _fill_box(area: Area, slug: str) -> None:
        box = BOXES[slug]
        area.picture(0, 0, pictures("shelf")[slug].widened(area.width))
        y = PICTURE[1]
        area.text(0, y, (box.title, "strong"))
        area.text(0, y + 1, *fitting(area.width, (facts(slug), facts(slug, is_short=True))))
        marks = weight(slug)
        area.text(0, y + 2, *fitting(area.width, ([*marks, *_advice(slug)], marks)))
        words = wrap(tr(box.words), area.width)[:BOX_WORDS_ROWS_MAX]
        for row, line in enumerate(words, y + 3):
            area.text(0, row, (line, "dim"))

    def _fill_small(self, area: Area) -> None:
        """Draw the page in two columns: the tree, and a list of what the player can do."""
        left, right = area.columns(Grow(28, 60), SMALL_CARD_COLUMNS, gap=1)
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
        rows = min(max(games.height // len(BOXES), 1), GAME_ROWS_MAX)
        for index, slug in enumerate(BOXES):
            line = games.at(0, index * rows, games.width, min(rows, 2))
            state = self.enter(slug, line)
            if state.is_focused:
                line = line.on("strip")
            line.text(0, 0, *_key(state, str(index + 1)))
            x = 4
            if line.height > 1:
                line.picture(x, 0, pictures("shelf")[f"{slug}-small"])
                x += 10
            line.text(x, 0, (BOXES[slug].title, "strong"))
            line.right(0, *facts(slug, is_short=True), margin=1)
            line.text(x, 1, *weight(slug), *_advice(slug))
        for index, column in enumerate(menu.columns(*[Grow()] * in_row)):
            start = index * menu_rows
            self._fill_menu(column, self._entries[start : start + menu_rows])

    def _fill_small_card(self, area: Area) -> None:
        """Draw the match on offer in three rows."""
        offer = self.offer
        state = self.enter(offer.place, area)
        card = area.on("strip" if state.is_focused else "panel")
        card.text(0, 0, SIGNS[state], " ", (offer.title, "strong cursor"))
        card.right(0, (self._offer_key, "strong cursor"), margin=1)
        card.text(2, 1, (offer.game, "strong"))
        # If the turn has no room, name the round alone.
        clauses = offer.words.split(", ")
        short = ", ".join((clauses[0], clauses[-1]))
        card.text(2, 2, (fit(card.width - 2, (offer.words, short)), "dim"))


def _advice(slug: str) -> list[Styled]:
    """Return words beside the weight of the game to begin with."""
    return [(f", {tr(GOOD_FIRST)}", "good")] if slug == FIRST_GAME else []


def _key(state: State, key: str) -> list[Styled]:
    """Return the focus sign of a line and its key."""
    return [SIGNS[state] if state.is_focused else " ", " ", (key, "strong cursor")]


ENTRIES: Final = (
    Entry("new", mark("New match"), mark("choose a game, seats and rules")),
    Entry("learn", mark("Learn"), mark("a guided match, with a teacher")),
    Entry("saved", mark("Saved matches"), mark("continue, replay, rename, delete")),
    Entry("puzzles", mark("Puzzles"), mark("positions to solve")),
    Entry("daily", mark("Today's challenge"), mark("one seed a day, the same for all")),
    Entry("you", mark("You"), mark("matches, scores, rating")),
    Entry("settings", mark("Settings"), mark("theme, pace, curtain, keys")),
    Entry("help", mark("Keys and rules"), mark("how to play")),
    Entry("quit", mark("Quit"), mark("every match is already saved")),
)

_IDLE: Final = frozenset({"choose('continue')"})
"""The action without an effect while no match is unfinished."""


class HomeScreen(DarwinScreen[None]):
    """The first screen: continue, begin, replay, learn."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("home")

    def __init__(self) -> None:
        super().__init__()
        self.idle_actions = _IDLE
        self._unfinished: Listed | None = None
        self._lesson: navigation.Learn | None = None
        """The lesson to which the unfinished match belongs; None for another match."""
        self._slices = saves.Slices()
        """The saved matches, verified in slices of time until an unfinished one is met."""

    def compose(self) -> ComposeResult:
        yield Shelf(ENTRIES)
        yield KeyBar()

    @property
    def shelf(self) -> Shelf:
        return self.query_one(Shelf)

    def on_screen_resume(self) -> None:
        """Search again for a match to continue."""
        self._unfinished = None
        # Ignore trouble with the folder: the list of saved matches reports it.
        with suppress(JournalError):
            self._slices.start(self.player.locations)
        self._search()
        self._offer()
        self.shelf.focus()

    def on_screen_suspend(self) -> None:
        self._slices.close()

    def on_unmount(self) -> None:
        """Stop reading, and store which of the matches read are sound."""
        self._slices.close()

    def _search(self) -> None:
        """Search briefly for the last played match that can be continued."""
        self._unfinished = next((row for row in self._slices.next() if row.continues), None)
        if self._unfinished:
            self._slices.close()
        elif self._slices.has_more:
            self.call_after_refresh(self._search_on)

    def _search_on(self) -> None:
        """Continue the search briefly, and offer a match once found, unless the search was
        stopped."""
        if self._slices.has_more:
            self._search()
            if self._unfinished:
                self._offer()

    def _offer(self) -> None:
        """Offer the match to continue, else the last set-up or the game to begin with; move the
        cursor to it unless it was moved already."""
        shelf, row = self.shelf, self._unfinished
        self.idle_actions = frozenset() if row else _IDLE
        if row and row.clock:
            shelf.offer = self._continued(row, row.clock)
        else:
            shelf.offer = self._again() or first_offer()
        if shelf.cursor in (FIRST, "continue"):
            shelf.cursor = shelf.offer.place
        shelf.redraw()
        self.query_one(KeyBar).refresh()

    def _continued(self, row: Listed, clock: Clock) -> Offer:
        """Return the offer to continue a match, and note the lesson to which it belongs."""
        game = registry.get(row.game)
        when_played = f"{when(game, clock)}, {format_ago(row.played)}"
        lesson = Progresses(self.player.locations).of_record(row.path)
        self._lesson = navigation.Learn(*lesson_of(lesson[0])) if lesson else None
        if self._lesson and lesson:
            # Import lessons only if one was begun, so that the first frame does not wait for them.
            from darwin_core.teaching import lessons

            when_played = tr(
                "lesson, step {number} of {all}, {time}",
                number=lesson[1] + 1,
                all=len(lessons.load(self._lesson.slug, self._lesson.part).steps),
                time=format_ago(row.played),
            )
        names = [player.name for player in row.players]
        return Offer("continue", tr("Continue"), row.game, game.title, when_played, names)

    def _again(self) -> Offer | None:
        """Return the offer to play as last time; None for the first time, or if the game is
        gone."""
        for last in self.player.settings.now.set_ups[:1]:
            with suppress(registry.UnknownGame):
                names = [name for _, name in last.seats]
                title = title_of(last.game)
                return Offer(FIRST, tr("Once more"), last.game, title, tr(AGAIN_WORDS), names)
        return None

    def on_page_chosen(self, event: Page.Chosen) -> None:
        self.action_choose(event.place)

    def action_move(self, dx: int, dy: int) -> None:
        self.shelf.move(dx, dy)

    def action_open(self) -> None:
        self.action_choose(self.shelf.cursor)

    def action_take(self, number: int) -> None:
        self.action_choose(registry.SLUGS[number - 1])

    def action_choose(self, choice: str) -> None:
        """Open the screen chosen by a key or in the menu."""
        match choice:
            case "continue" if self._unfinished:
                self._continue()
            case "continue" if self._slices.has_more:
                self.notify(tr("The saved matches are still being verified."), timeout=3)
            case "continue":
                words = tr("There is no match to continue; {home.new} begins one.", **KEYS)
                self.notify(words, timeout=3)
            case "new":
                navigation.go(self.app, navigation.NewMatch())
            case "first":  # FIRST; a pattern cannot name a constant of this module.
                self._begin()
            case slug if slug in registry.SLUGS:
                settings = self.player.settings.now
                is_asked = slug in settings.met or not is_newcomer(settings, slug)
                ask = navigation.NewMatch if is_asked else navigation.FirstTime
                navigation.go(self.app, ask(slug))
            case "learn":
                self._learn()
            case "saved":
                navigation.go(self.app, navigation.Saved())
            case "puzzles":
                navigation.go(self.app, navigation.Puzzles())
            case "daily":
                navigation.go(self.app, navigation.Daily())
            case "you":
                navigation.go(self.app, navigation.You())
            case "settings":
                navigation.go(self.app, navigation.Settings())
            case "help":
                navigation.go(self.app, navigation.Help(self))
            case "quit":
                self.app.exit(0)

    def _learn(self) -> None:
        """Ask for a lesson, and open it at the step reached earlier."""
        from darwin_core.teaching import lessons

        begun = Progresses(self.player.locations).all()
        lines = []
        offered = list[navigation.Learn]()
        for part, slug in lessons.all_lessons():
            lesson = lessons.load(slug, part)
            progress = begun.get(progress_key(slug, part))
            words = LESSON_WORDS[part]
            line = tr(words, game=lesson.game.title, number=len(lesson.steps))
            offered.append(navigation.Learn(slug, part))
            if progress:
                line = f"{line}, {tr('continues with step {number}', number=progress.step + 1)}"
            lines.append(line)
        enter = tr("Enter begins the lesson")
        # Imported here, since the first picture needs no dialog.
        from darwin_tui.widgets.dialogs import PickDialog

        dialog = PickDialog(tr("Learn"), lines, enter=enter, is_numbered=True)

        def picked(index: int | None) -> None:
            if index is not None:
                navigation.go(self.app, offered[index])

        self.app.push_screen(dialog, picked)

    def _begin(self) -> None:
        """Begin a match at once with the last set-up. Before the very first match, ask whether to
        learn the game first."""
        settings = self.player.settings.now
        set_ups = settings.set_ups
        if not set_ups and FIRST_GAME not in settings.met:
            navigation.go(self.app, navigation.FirstTime(FIRST_GAME))
            return
        try:
            # Imported here, so that the first frame does not wait for it.
            from darwin_tui.screens.new_match import begin_as

            begin_as(self, set_ups[0] if set_ups else default_set_up(FIRST_GAME, FIRST_LEVEL))
        except (ValueError, RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")

    def _continue(self) -> None:
        if self._unfinished is None:
            return
        if self._lesson:
            navigation.go(self.app, self._lesson)
            return
        try:
            pace = self.player.settings.now.pace
            access = self.player.matches.resume(self._unfinished.path, pace)
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")
            return
        navigation.go(self.app, navigation.Play(access))
