"""The question before a game's first match: learn it, or play against Easy."""

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size
from textual.widgets import Static

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame, summary_of
from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui import commands
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.marks import State
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import Picture, pictures
from darwin_tui.drawing.prose import Row, lay_out, sections
from darwin_tui.screens import navigation
from darwin_tui.screens.new_match import begin_as
from darwin_tui.seating import FIRST_LEVEL, default_set_up
from darwin_tui.widgets.boxes import facts, largest_picture, weight
from darwin_tui.widgets.pane import Page, TitleBar
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

LEARN: Final = "learn"
PLAY: Final = "play"
"""Places of the two answers on the page."""
LESSON_MINUTES: Final = 5
"""Duration of a lesson, as said to a new player."""
PAGE_COLUMNS: Final = 100
"""Maximum columns of the page."""
ANSWER_ROWS_MAX: Final = 13
"""Maximum rows of an answer."""
EDGE_ROWS: Final = 4
"""Rows of the page besides the game and the answers: its margins, and the sentence at the foot."""
TEACHER_WORDS_COLUMNS: Final = 12
"""Minimum columns of an answer besides twice the teacher's picture, so that words fit beside it."""
LEARN_WORDS: Final = mark("A teacher plays with you and says why; some choices are yours.")
PLAY_WORDS: Final = mark("You play against Easy bots. What is new is explained when it comes.")
LATER: Final = mark(
    "You can do the other at any time: {home.learn} on the first screen learns, {home.new} plays."
)


class FirstTimePage(Page):
    """The game in short, and two answers in panels."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(id="first")
        self._game = game
        self.cursor = LEARN

    def fill(self, area: Area) -> None:
        """Draw the page in the middle of the area."""
        width = min(area.width - 2, PAGE_COLUMNS)
        picture = self._picture(width)
        columns = width - 2 - (picture.width + 3 if picture else 0)
        goal = lay_out(sections(summary_of(self._game))[0].text, columns)
        # A row of text shows two rows of a picture's pixels.
        above = max(len(goal) + 3, picture.height // 2 if picture else 0) + 1
        answers = min(max(area.height - above - EDGE_ROWS, 0), ANSWER_ROWS_MAX)
        height = above + answers + EDGE_ROWS
        # A third of the blank rows is above.
        middle = area.at(
            (area.width - width) // 2, max((area.height - height) // 3, 0), width, height
        )
        top, below, foot = middle.inside(0, 1, 0, 0).rows(above, answers, 2, gap=0)
        if picture:
            top.picture(1, 0, picture)
        self._fill_game(top.inside(width - 1 - columns, 0, 1, 0), goal)
        left, right = below.columns(Grow(), Grow(), gap=2)
        lesson = tr("{minutes} min", minutes=LESSON_MINUTES)
        match = tr("{minutes} min", minutes=self._game.box.minutes)
        self._fill_answer(left, LEARN, mark("Learn it"), lesson, LEARN_WORDS)
        self._fill_answer(right, PLAY, mark("Play against Easy"), match, PLAY_WORDS)
        foot.text(1, 1, (tr(LATER, **KEYS), "dim"))

    def _picture(self, width: int) -> Picture | None:
        # At most a third of the width. The height, as large as the width, limits no picture.
        room = Size(width // 3, width)
        return largest_picture(self._game.slug, room) if self.look.has_pictures else None

    def _fill_game(self, area: Area, goal: Sequence[Row]) -> None:
        area.text(0, 0, (tr(self._game.box.words), "strong"))
        area.text(0, 1, *facts(self._game.slug), "  ", *weight(self._game.slug))
        for y, row in enumerate(goal, 3):
            area.text(0, y, *row)

    def _fill_answer(self, area: Area, place: str, title: str, minutes: str, sentence: str) -> None:
        is_active = self.enter(place, area) is State.FOCUSED
        inner = panel(area, title, minutes, is_active=is_active).inside(1, 0, 1, 0)
        teacher = pictures("teacher")["henslow"]
        has_room = inner.width >= 2 * teacher.width + TEACHER_WORDS_COLUMNS
        if place == LEARN and has_room and inner.look.has_pictures:
            inner.picture(0, 1, teacher)
            inner = inner.inside(teacher.width + 2, 0, 0, 0)
        inner.paragraph(1, tr(sentence), "" if is_active else "dim")


class FirstTimeScreen(DarwinScreen[None]):
    """The question before a game's first match: learn it, or play against Easy."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("first")

    def __init__(self, slug: str) -> None:
        super().__init__()
        self._slug = slug

    def compose(self) -> ComposeResult:
        game = registry.get(self._slug)
        yield TitleBar(game.title, tr("for the first time"))
        yield FirstTimePage(game)
        yield Static("", id="question", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.page.focus()
        self._ask()

    @property
    def page(self) -> FirstTimePage:
        return self.query_one(FirstTimePage)

    def _ask(self) -> None:
        """Ask, and label Enter with its effect."""
        words = tr(
            "New to you. Learn it ({minutes} min) or play against Easy?", minutes=LESSON_MINUTES
        )
        self.query_one("#question", Static).update(words)
        learns = self.page.cursor == LEARN
        self.labels = {"first.open": tr_in("key", "learn it" if learns else "play")}
        self.refresh_bindings()

    def on_page_moved(self, event: Page.Moved) -> None:
        self._ask()

    def on_page_chosen(self, event: Page.Chosen) -> None:
        self.action_open()

    def action_move(self, dx: int, dy: int) -> None:
        self.page.move(dx, dy)

    def action_open(self) -> None:
        """Learn or play, as selected by the cursor."""
        if self.page.cursor == PLAY:
            self.action_play()
            return
        self._note(self._slug)
        navigation.go(self.app, navigation.Learn(self._slug))

    def action_play(self) -> None:
        """Begin a match against Easy bots at once."""
        self._note(self._slug)
        try:
            begin_as(self, default_set_up(self._slug, FIRST_LEVEL))
        except (ValueError, RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")

    def action_set_up(self) -> None:
        navigation.go(self.app, navigation.NewMatch(self._slug))

    def action_never(self) -> None:
        """Never ask again for any game, and open this game's set-up."""
        self._note(*registry.slugs())
        self.action_set_up()

    def _note(self, *slugs: str) -> None:
        """Note that the player was asked about some games."""
        settings = self.player.settings.now
        met = tuple(dict.fromkeys((*settings.met, *slugs)))
        navigation.keep_settings(self.app, msgspec.structs.replace(settings, met=met))

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self, self._slug))

    def action_leave(self) -> None:
        self.dismiss()
