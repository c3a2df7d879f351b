"""Puzzles: the board on which one is solved, alone or in a race, and the page that lists every
game's puzzles and the player's mistakes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import ClassVar, Final

from textual import work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from darwin_core.contract.game import Action, Element
from darwin_core.contract.registry import BOXES, SLUGS
from darwin_core.teaching import puzzles
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui import commands
from darwin_tui.commands import key_of
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import SEAT_MARKS, Run, Styled, gathered, spread, wrapped
from darwin_tui.drawing.marks import SIGNS
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.library.training import (
    NO_MORE,
    Attempt,
    Mistake,
    Training,
    mistakes,
    rating_words,
    share_lines,
    tries_words,
)
from darwin_tui.play.guessing import AskedAccess
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.puzzles import AGAIN, JUDGING, PuzzleSeat, Racing, race_lines
from darwin_tui.play.status_line import BAR_COLUMNS, Lines, longest, without_last_clauses
from darwin_tui.screens import navigation
from darwin_tui.screens.lesson import DOCK_COLUMNS, has_dock
from darwin_tui.screens.match_screens import MatchesScreen, ask_branch
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.table_view import TableView
from darwin_tui.widgets.board_panel import BoardPanel
from darwin_tui.widgets.boxes import PICTURE, SMALL_PICTURE, title_of
from darwin_tui.widgets.dialogs import MessageDialog
from darwin_tui.widgets.pane import DrawnWidget, Page, TitleBar
from darwin_tui.widgets.screen import KeyBar

# --- a puzzle on the board

AFTER: Final = ("play", "zoom", "walk", "branch", "copy", "again", "next")
"""The first actions of the key bar after the answer."""
PANEL_COLUMNS: Final = 4
"""Columns of a panel's frame and margins."""
NEXT_ONE: Final = mark("Enter opens the next puzzle.")
SILENT: Final = mark("It says what a wrong answer gives away, and why. A second try counts half.")


class PuzzleView(TableView):
    """The table view of a puzzle, and of its answer once it is over."""

    def __init__(self, live: LiveMatch, panel: BoardPanel, asked: PuzzleSeat) -> None:
        super().__init__(live, panel)
        self._puzzle = asked
        self.is_fresh = False
        """The words about a wrong answer are shown, until a key is pressed."""

    @property
    def suggested(self) -> Element | None:
        """The element that the game suggests, unless it belongs to an answer."""
        first = super().suggested
        return first if first is not None and self.may_start(first) else None

    def may_start(self, element: Element) -> bool:
        """Return whether an element belongs to no right action: Enter alone must not solve a
        puzzle."""
        asked = self._puzzle
        return asked.is_over or all(
            element not in self.game.targets(action) for action in asked.answers
        )

    @property
    def defeat(self) -> str:
        """Empty: the turns before a puzzle are not the solver's own."""
        return ""

    def scene(self) -> AnyScene:
        scene = super().scene()
        asked = self._puzzle
        scene = replace(scene, since=asked.news())
        if asked.is_over:
            scene = replace(scene, chooser=None, hinted=self.game.targets(asked.answered))
        return scene

    def clear_passing(self, *, continues: bool = False, is_revealing: bool = False) -> bool:
        was_fresh, self.is_fresh = self.is_fresh, False
        return super().clear_passing(continues=continues, is_revealing=is_revealing) or was_fresh

    def lines(self) -> Lines:
        asked = self._puzzle
        verdict = asked.verdict()
        if self.message or not verdict or not (self.is_fresh or asked.is_over):
            return super().lines()
        # A long answer takes both rows, since the key bar also says what Enter does.
        words = spread(" ".join(verdict))
        asks = tr(NEXT_ONE if asked.is_over else AGAIN)
        texts = [words, *without_last_clauses(words, self.keys)]
        if not asked.is_over:
            texts.insert(0, f"{words} {asks}")
        first, second = longest(texts, self.room, self.room - BAR_COLUMNS)
        if len(words) <= self.room:
            first = words
            second = ""
        first, second = gathered(first), gathered(second)
        return Lines(first, second or asks, is_refusal=False, is_long=bool(second))


class PuzzleDock(DrawnWidget):
    """The aim, the answers and the results beside the board of a large screen."""

    def __init__(self) -> None:
        super().__init__(id="dock")
        self._asked: PuzzleSeat | None = None
        self._state: tuple[int, int] = (0, 0)
        """Number of the attempt, from 1, and the question that the words are about."""
        self._judge: Sequence[str] = ()
        self._counts: Sequence[str] = ()

    def show(self, asked: PuzzleSeat) -> None:
        """Show the judgements on a puzzle; the words are made once per answer."""
        self._asked = asked
        state = (asked.begun, asked.question)
        if state != self._state:
            self._state = state
            self._judge = asked.explanation()
            self._counts = [*asked.result(), *standing(asked.training, asked.puzzle.game)]
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw panels for the aim, the judge and the training, each as tall as its words."""
        asked = self._asked
        if asked is None:
            return
        tries = "" if asked.is_over else tr("try {number}", number=asked.tries)
        y = _fill_panel(area, 0, mark("The aim"), [asked.aim], tries, is_active=True)
        y = _fill_panel(area, y, mark("The judge"), self._judge or [tr(SILENT)])
        _fill_panel(area, y, mark("Training"), self._counts)


def _fill_panel(
    area: Area,
    top: int,
    title: str,
    paragraphs: Sequence[str],
    note: str = "",
    *,
    is_active: bool = False,
) -> int:
    """Draw a panel with paragraphs from a row on; return the row below it."""
    columns = area.width - PANEL_COLUMNS
    lines = [line for words in paragraphs for line in wrapped(words, columns) or [""]]
    height = min(len(lines) + 2, area.height - top)
    inner = panel(area.at(0, top, area.width, height), title, note, is_active=is_active)
    for y, line in enumerate(lines[: inner.height]):
        inner.text(0, y, line)
    return top + height


def standing(training: Training, slug: str) -> list[str]:
    """Return sentences about the days in a row and a game's solved puzzles."""
    ids = [puzzle.id for puzzle in puzzles.load(slug)]
    in_a_row = training.streak
    words = [tr("Solved: {number} of {all}.", number=training.solved(ids), all=len(ids))]
    if in_a_row:
        words.append(tr("Puzzles of the day: {days} in a row.", days=counted(in_a_row, "day")))
    return words


class PuzzleScreen(PlayScreen, inherit_bindings=False):
    """The board on which a player solves a puzzle."""

    TABLE = "puzzle"
    has_judge: ClassVar[bool] = True
    """The judge's words are beside the board, if there is room."""
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings(TABLE)
    explains = False
    only_plays = False

    def __init__(
        self, asked: PuzzleSeat, mistakes: Sequence[Mistake] = (), *, is_first: bool = False
    ) -> None:
        """Ask for an answer.

        Args:
            asked: the seat that is asked.
            mistakes: the mistakes to solve after this one.
            is_first: no puzzle was solved just before.
        """
        self.asked = asked
        self._mistakes = tuple(mistakes)
        self._is_first = is_first
        self._dock = PuzzleDock()
        super().__init__(AskedAccess(asked, asked.match_so_far()), self.action_leave)

    def table_view(self) -> TableView:
        self._view = PuzzleView(self.live, self.panel, self.asked)
        return self._view

    def compose(self) -> ComposeResult:
        yield Static("", id="perspective", markup=False)
        with Horizontal(id="beside"):
            yield self.panel
            yield self._dock
        yield from self._sentences.lines
        yield KeyBar()

    def on_mount(self) -> None:
        """Report trouble with the file of attempts."""
        if self._is_first and self.asked.training.trouble:
            self._notify(self.asked.training.trouble)

    def on_unmount(self) -> None:
        """Count a wrong answer, however the puzzle is left."""
        self.asked.give_up()

    def draw(self) -> None:
        """Draw the position, and the judgements on the answer."""
        if not self.is_mounted:
            return
        asked = self.asked
        is_docked = self.has_judge and has_dock(self.app.size)
        self._dock.display = is_docked
        self.panel.dock(DOCK_COLUMNS if is_docked else 0)
        super().draw()
        self._dock.show(asked)
        # After the answer, the keys of a selection mean nothing.
        self.labels = {"puzzle.play": tr_in("key", "next")} if asked.is_over else {}
        self.key_order = AFTER if asked.is_over else ()
        self.query_one("#perspective", Static).update(self.banner(), layout=False)

    def banner(self) -> str:
        """Return the words above the board: the puzzle, its aim, and the try."""
        asked = self.asked
        words = f"{asked.title} · {SEAT_MARKS[asked.viewer]} {asked.aim}"
        tries = tr("try {number}", number=asked.tries)
        return f"{words} · {tries}" if asked.tries > 1 else words

    def show_results(self) -> None:
        self.action_leave()

    # --- answers

    async def submit(self, action: Action) -> None:
        """Answer, while the screen stays responsive during the judge's comparison."""
        if self.asked.is_known(action):
            await self._answer_with(action)
        else:
            self.say(tr(JUDGING))
            self.work_on(partial(self._answer_with, action), "answer", exclusive=True)

    async def _answer_with(self, action: Action) -> None:
        self._view.is_fresh = True
        await super().submit(action)
        self._report_attempt()

    def _report_attempt(self) -> None:
        """Notify the player if the attempt is not stored, and offer the commands after the
        answer."""
        if self.asked.trouble:
            self._notify(self.asked.trouble)
        self.refresh_bindings()

    def press_continue(self, *, plays: bool = False) -> bool:
        """Handle a continue key: after the answer, it opens the next puzzle."""
        is_used = super().press_continue()
        if self.asked.is_left:
            self.action_next()
        return is_used

    # --- commands

    def action_show(self) -> None:
        """Show the answer; the puzzle counts as unsolved."""
        self.asked.show()
        self._report_attempt()

    def action_again(self) -> None:
        self.asked.begin_again()
        self._view.is_fresh = False
        self.refresh_bindings()
        self.say()

    def action_next(self) -> None:
        """Open the next puzzle of the game, or the player's next mistake."""
        asked = self.asked
        asked.give_up()
        if asked.mistake and not self._mistakes:
            self.notify(tr(NO_MORE), timeout=4)
            self.dismiss()
            return
        app = self.app
        game = "" if asked.mistake else asked.puzzle.game
        self.dismiss()
        navigation.go(app, navigation.Puzzle(game, self._mistakes, asked.puzzle.id))

    def action_zoom(self) -> None:
        """Explain the answers so far, or show details of the element under the cursor."""
        if lines := self.asked.explanation():
            self.app.push_screen(MessageDialog(tr("The judge"), lines))
        else:
            super().action_zoom()

    def action_walk(self) -> None:
        """Walk through the answer on the board, with a possible continuation of the match."""
        line = self.asked.continued()
        asked = self.asked
        request = navigation.BetterLine(line, asked.viewer, asked.start)
        navigation.go(self.app, request)

    @work
    async def action_branch(self) -> None:
        """Continue from the answer in a new match."""
        saved = self.asked.solved()
        recording = saved.recording(self.asked.viewer)
        access = await ask_branch(self, saved, recording, recording.last)
        if access is not None:
            navigation.go(self.app, navigation.Play(access))

    def action_copy(self) -> None:
        """Copy the result of a puzzle of the day."""
        if self.asked.attempt is not None:
            lines = share_lines(self.asked.attempt, self.asked.training)
            self.app.copy_to_clipboard("\n".join(lines))
            self.app.push_screen(MessageDialog(tr("Copied, if your terminal allows it"), lines))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the commands that suit the puzzle's state and the game."""
        if action == "open":
            return self.panel.has_letters(parameters)
        asked = self.asked
        has = set[str]()
        has |= {"answer"} if asked.is_over else {"question"}
        has |= {"day"} if asked.attempt and asked.is_of_day else set()
        has |= {"orders"} if len(self.panel.board.ORDERS) > 1 else set()
        has |= {"forecast"} if self.table.forecast() else set()
        return commands.is_available(self.TABLE, action, has)

    async def action_back(self) -> None:
        """Drop the last selected element; if there is none, leave."""
        if self.selection.chooser.selected or self.panel.is_log_above:
            await super().action_back()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        self.dismiss()


class RaceScreen(PuzzleScreen, inherit_bindings=False):
    """A puzzle of a race. It allows one answer, after which the next puzzle follows at once."""

    TABLE = "race"
    has_judge = False
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings(TABLE)

    def __init__(self, racing: Racing) -> None:
        super().__init__(racing.next())
        self.racing = racing
        self._is_left = False

    def on_mount(self) -> None:
        """Store the race, show the time left, and end the race when the time runs out."""
        self.work_on(self._keep, "keep")
        self.set_interval(1, self._tick)

    async def _keep(self) -> None:
        """Store the race; at its beginning, say if it does not count."""
        racing = self.racing
        is_first = not (racing.right or racing.wrong)
        if (sentence := await racing.keep()) and is_first:
            self._notify(sentence)

    def _tick(self) -> None:
        if not self.racing.seconds:
            self._end()
        elif self.is_current:
            self.draw()

    def banner(self) -> str:
        return f"{self.racing.words} · {self.asked.aim}"

    async def _answer_with(self, action: Action) -> None:
        await super()._answer_with(action)
        if self.racing.take(self.asked):
            self._leave_for_next()

    def _leave_for_next(self) -> None:
        if self.racing.is_over:
            self._end()
        elif not self._is_left:
            app = self._close()
            navigation.go(app, navigation.Race(self.slug, self.racing))

    def _end(self) -> None:
        """Show the result, once."""
        if not self._is_left:
            app = self._close()
            app.run_worker(_show_result(app, self.racing))

    def _close(self) -> App[object]:
        """Close the screen with a dialog that may be open over the board, and return the app."""
        self._is_left = True
        app = self.app
        while app.screen is not self and len(app.screen_stack) > 1:
            app.pop_screen()
        self.dismiss()
        return app

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the commands that the game has."""
        return True if action == "leave" else super().check_action(action, parameters)

    def action_leave(self) -> None:
        """End the race early."""
        self._end()


async def _show_result(app: App[object], racing: Racing) -> None:
    """Store a finished race, and show its result."""
    app.push_screen(MessageDialog(tr("Your race"), await racing.end()))


# --- the page

MISTAKES: Final = "mistakes"
"""Place of the player's mistakes on the page."""
TITLE: Final = mark("Puzzles")
NONE: Final = mark("There is no mistake to solve: they come from your finished matches.")
PITCH_ROWS_MAX: Final = PICTURE[1] + 1
"""Maximum rows from one game to the next."""
UNPICTURED_PITCH_ROWS_MAX: Final = 3
"""Maximum rows from one game to the next, without pictures."""
KEY_COLUMNS: Final = 4
"""Columns of a place's key, before its picture."""
LATER_COLUMNS: Final = 12
"""Columns of the number of mistakes to solve later, with a gap and a margin."""
HOW: Final = (
    mark("Each puzzle is a position with one best answer, from what its seat knows."),
    mark("A wrong answer is explained, and you choose again; a second try counts half."),
    mark("The first puzzle of a day is the same for everybody."),
    mark("Your own mistakes come back after 1, 3 and 7 days, until you solve them at once."),
)
"""The steps of training."""
HOW_COLUMNS: Final = 44
"""Columns of the explanation beside the page."""
WORDS_COLUMNS: Final = 36
"""Minimum columns of a place beside the explanation: for a game's title and its puzzle of today."""


class PuzzlesPage(Page):
    """The page of puzzles, with a place for each game and for the player's mistakes."""

    def __init__(self) -> None:
        super().__init__(id="puzzles")
        self.cursor = SLUGS[0]
        self.training: Training | None = None
        self.ratings: Mapping[str, str] = {}
        """Ratings of the games with attempts, in words."""
        self.mistakes: Sequence[Mistake] | None = None
        """Unsolved mistakes; None until all matches are read."""

    @property
    def due(self) -> list[Mistake]:
        """The mistakes to solve today."""
        training = self.training
        unsolved = self.mistakes or ()
        return [mistake for mistake in unsolved if training and training.is_due(mistake.id)]

    def fill(self, area: Area) -> None:
        """Draw the games and the mistakes, with the explanation beside them. Below stands a
        sentence about the place under the cursor."""
        body, foot = area.rows(Grow(), 1)
        places = (*SLUGS, MISTAKES)
        most = PITCH_ROWS_MAX if area.look.has_pictures else UNPICTURED_PITCH_ROWS_MAX
        pitch = max(min(body.height // len(places), most), 1)
        rows = PICTURE[1] if pitch >= PICTURE[1] else min(pitch, SMALL_PICTURE[1])
        least = self._indent(body.at(0, 0, body.width, rows)) + WORDS_COLUMNS
        if body.width > least + HOW_COLUMNS:
            body, how = body.columns(Grow(), HOW_COLUMNS, gap=1)
            paragraphs = [line for words in HOW for line in (tr(words), "")]
            _fill_panel(how, 0, mark("How it works"), paragraphs[:-1])
        for number, place in enumerate(places):
            row = body.at(0, number * pitch, body.width, rows)
            state = self.enter(place, row)
            if state.is_focused:
                row = row.on("strip")
                row.text(0, 0, SIGNS[state])
            if place == MISTAKES:
                self._fill_mistakes(row)
            else:
                self._fill_game(row, place, number + 1)
        foot.on("strip").text(1, 0, *self._sentence())

    def _fill_game(self, row: Area, slug: str, number: int) -> None:
        row.text(2, 0, (str(number), "strong cursor"))
        x = self._indent(row)
        if x > KEY_COLUMNS and slug in BOXES:
            is_large = row.height >= PICTURE[1]
            row.picture(KEY_COLUMNS, 0, pictures("shelf")[slug if is_large else f"{slug}-small"])
        row.text(x, 0, (title_of(slug), "strong"))
        training = self.training
        ids = [puzzle.id for puzzle in puzzles.load(slug)]
        if training is None:
            return
        row.right(0, _today(training.on_day(slug), len(ids)), margin=1)
        if ids:
            words = tr("{number} of {all} solved", number=training.solved(ids), all=len(ids))
            row.text(x, 1, (words, "dim"))
        if rating := self.ratings.get(slug):
            row.right(1, (tr("rating {rating}", rating=rating), "dim"), margin=1)

    @staticmethod
    def _indent(row: Area) -> int:
        """Return the column of a place's words: beside the picture, if there is one."""
        if not row.look.has_pictures or row.height < SMALL_PICTURE[1]:
            return KEY_COLUMNS
        picture = PICTURE if row.height >= PICTURE[1] else SMALL_PICTURE
        return KEY_COLUMNS + picture[0] + 2

    def _fill_mistakes(self, row: Area) -> None:
        row.text(2, 0, (key_of("puzzles.mistakes"), "strong cursor"))
        x = self._indent(row)
        row.text(x, 0, (tr("My mistakes"), "strong"))
        sentence = tr("of your last matches, as far as they are analysed")
        lines = wrap(sentence, row.width - x - LATER_COLUMNS)
        for y, line in enumerate(lines if len(lines) < row.height else (), 1):
            row.text(x, y, (line, "dim"))
        if self.mistakes is None:
            row.right(0, (tr("Reading the saved matches …"), "dim"), margin=1)
            return
        due = len(self.due)
        later = len(self.mistakes) - due
        style = "strong cursor" if due else "dim"
        row.right(0, (tr("{number} to solve", number=due), style), margin=1)
        if later:
            row.right(1, (tr("{number} later", number=later), "dim"), margin=1)

    def _sentence(self) -> list[Styled]:
        training = self.training
        if self.cursor == MISTAKES:
            words = tr("Enter asks for what you could have done, without a word about it.")
            return [(words, "strong cursor")]
        is_done = training is not None and training.on_day(self.cursor)
        words = tr("Enter opens the next puzzle.") if is_done else tr("Enter opens today's puzzle.")
        return [(f"{title_of(self.cursor)}. ", "strong"), (words, "strong cursor")]


def _today(attempt: Attempt | None, count: int) -> Run:
    """Return the state of a game's puzzle of the day, given its number of puzzles."""
    if not count:
        return tr("no puzzles yet"), "dim"
    if attempt is None:
        return tr("today: to solve"), "strong cursor"
    style = "good" if attempt.score else "bad"
    return tr("today: {tries}", tries=tries_words(attempt.tries)), f"strong {style}"


class PuzzlesScreen(MatchesScreen):
    """The puzzles of all games, and the player's mistakes."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("puzzles")

    def __init__(self, place: str = "") -> None:
        """Show the page, with the cursor on a game or the mistakes."""
        super().__init__()
        self._first_place = place

    def compose(self) -> ComposeResult:
        yield TitleBar(tr(TITLE))
        page = PuzzlesPage()
        page.cursor = self._first_place or page.cursor
        yield page
        yield KeyBar()

    @property
    def page(self) -> PuzzlesPage:
        return self.query_one(PuzzlesPage)

    def on_mount(self) -> None:
        """Report trouble with the file of attempts."""
        if trouble := Training(self.player.locations).trouble:
            self.notify(trouble, severity="warning", timeout=10, markup=False)

    def on_screen_resume(self) -> None:
        """Read the attempts and the saved matches again."""
        page = self.page
        page.focus()
        page.training = training = Training(self.player.locations)
        ratings = ((slug, training.rating(slug)) for slug in SLUGS)
        page.ratings = {slug: rating_words(rating) for slug, rating in ratings if rating}
        words = right = ""
        if training.longest_streak:
            words = tr("{days} in a row", days=counted(training.streak, "day"))
            right = tr("longest {longest}", longest=training.longest_streak)
        self.query_one(TitleBar).write(tr(TITLE), words, right)
        self.read_matches()

    def show_matches(self) -> None:
        """Show the mistakes once all matches are read."""
        page = self.page
        if not self._slices.has_more and page.training is not None:
            played = mistakes(self._listed, self.player.name, self.player.locations)
            page.mistakes = [
                mistake for mistake in played if page.training.due(mistake.id) is not None
            ]
        page.redraw()

    # --- commands

    def action_move(self, dx: int, dy: int) -> None:
        self.page.move(dx, dy)

    def on_page_chosen(self, event: Page.Chosen) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Open a puzzle of the game under the cursor, or the first mistake to solve."""
        if self.page.cursor == MISTAKES:
            self.action_mistakes()
        else:
            navigation.go(self.app, navigation.Puzzle(self.page.cursor))

    def action_take(self, number: int) -> None:
        self.page.move_to(SLUGS[number - 1])
        self.action_open()

    def action_race(self) -> None:
        """Race through the puzzles of the game under the cursor."""
        navigation.go(self.app, navigation.Race(self._game))

    def action_table(self) -> None:
        """Show the races in the game under the cursor."""
        if (training := self.page.training) is not None:
            lines = race_lines(self._game, training)
            self.app.push_screen(MessageDialog(tr("Your races"), lines))

    @property
    def _game(self) -> str:
        """The game under the cursor; the first game if the cursor is on the mistakes."""
        return self.page.cursor if self.page.cursor in SLUGS else SLUGS[0]

    def action_mistakes(self) -> None:
        """Open the first mistake due today; if there is none, say why."""
        page = self.page
        page.move_to(MISTAKES)
        if page.due:
            navigation.go(self.app, navigation.Puzzle(mistakes=tuple(page.due)))
        elif page.mistakes is None:
            self.notify(tr("The saved matches are still being read."), timeout=3)
        else:
            self.notify(tr(NO_MORE if page.mistakes else NONE), timeout=5)
