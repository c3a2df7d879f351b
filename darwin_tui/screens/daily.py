"""The daily challenge: its screen, and the page with five boxes and the days."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import ClassVar, Final, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size

from darwin_core.contract.registry import BOXES, SLUGS
from darwin_core.journal import JournalError, unwritable
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.wording import counted, ordinal
from darwin_tui import commands
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import LETTER_ROWS, Area, Grow, big_text, write_big
from darwin_tui.drawing.canvas import Run, Styled
from darwin_tui.drawing.marks import SIGNS, bar, signed
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.library import daily, saves
from darwin_tui.library.daily import Key, Pars, Tries, Try, against_par, result_lines
from darwin_tui.library.dates import month
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.training import Attempt, Training, tries_words
from darwin_tui.paths import private_dir
from darwin_tui.screens import navigation
from darwin_tui.screens.match_screens import MatchesScreen
from darwin_tui.strength.figures import with_minus
from darwin_tui.widgets.boxes import PICTURE, largest_picture
from darwin_tui.widgets.dialogs import MessageDialog
from darwin_tui.widgets.pane import Page, TitleBar
from darwin_tui.widgets.screen import KeyBar

LARGE: Final = (116, 34)
"""Minimum size of a page with boxes."""
TALL_ROWS: Final = 44
"""Minimum rows of a page that draws the days larger, instead of the result."""
BOX_ROWS: Final = 12
"""Rows of the boxes of today's games."""
RESULT_ROWS: Final = 10
"""Rows of the result in a tall page."""
DIGITS_COLUMNS: Final = 22
"""Columns of the result's large digits."""
NOTE_COLUMNS: Final = 54
"""Minimum columns of the note's lines beside a picture, including margins."""
LARGE_DIGITS_FROM: Final = 12
"""Rows of the result from which its digits are doubled."""
CALENDAR_SCALE: Final = 3
"""Rows of a day from which it is drawn as in a calendar."""
DAYS_ROWS: Final = 10
"""Rows of the days in a page that is large but not tall."""
LIST_TITLE_COLUMN: Final = 4
LIST_POINTS_COLUMN: Final = 22
LIST_DIFFERENCE_COLUMN: Final = 36
"""Columns of a game's title, points and difference to par in a page without boxes."""
BAR_LABEL_COLUMNS: Final = 8
BAR_POINTS_COLUMNS: Final = 6
"""Columns before and after a bar of the result, for its label and its points."""
WEEK_DAYS: Final = (
    mark("Mo"),
    mark("Tu"),
    mark("We"),
    mark("Th"),
    mark("Fr"),
    mark("Sa"),
    mark("Su"),
)
WEEK_COLUMNS: Final = 3
"""Columns of a week whose days have a row each."""
LABEL_COLUMNS: Final = 4
"""Columns of a weekday's name."""
MONTH_COLUMNS: Final = 3
"""Columns of the short name of a month."""
OF_DAY: Final = mark("Puzzle of the day: {state}")
IN_BOX: Final = mark("puzzle: {state}")
"""Labels of the state of today's puzzle; the short ones are for a box."""
TRIES_SHOWN: Final = 10
"""Number of tries against par that are shown."""
TRY_COLUMNS: Final = 4
"""Columns of a try among the last ones."""
TITLE: Final = mark("Challenge of the day")
HOW: Final = (
    mark("Enter plays today's cards, the same for everybody."),
    mark("The first try counts, without hints; {daily.practise} plays them again, for practice."),
    mark("When it is over, the result stands here, and {daily.copy} copies it. It names no card."),
)
"""An explanation of the challenge, shown where its result will be."""
SHADES: Final = (0, 12, 25, 75, 87, 100)
"""Shades of a day by the number of challenges played, from 0 to 5, in percent of a full day's
colour. The middle is left out, so that digits are readable on all of them."""


class Past(NamedTuple):
    """A finished try, and the par once known."""

    points: int
    par: int | None


def _place(counting: Try) -> str:
    """Return the place of a try among all players."""
    return tr("{place} of {seats}", place=ordinal(counting.place), seats=len(counting.row.players))


class DailyPage(Page):
    """The page of the day's challenges, with a place for each game."""

    NOTE_KEYS: ClassVar[str] = mark("{daily.copy} copies it   {daily.save} saves it")
    """The words on the head of the lines to share."""

    def __init__(self) -> None:
        super().__init__(id="daily")
        self.cursor = next(iter(BOXES))
        """Slug of the displayed game."""
        self.today = date.today()
        self.is_ready = False
        """All saved matches are read."""
        self.tries: Mapping[str, Try] = {}
        """Today's tries by game."""
        self.pars: dict[str, int] = {}
        """Today's known pars by game."""
        self.puzzles: Mapping[str, Attempt | None] = {}
        """Attempts at today's puzzles, by game."""
        self.lines: Mapping[str, Sequence[str]] = {}
        """Lines to share, by game."""
        self.played: Mapping[date, int] = Counter()
        """Number of challenges played, by day."""
        self.streaks = 0, 0
        """Days in a row, now and at most."""
        self.past: Mapping[str, Sequence[Past]] = {}
        """The last finished tries of each game, newest last, at most TRIES_SHOWN."""

    @property
    def own_try(self) -> Try | None:
        """The try at the displayed game."""
        return self.tries.get(self.cursor)

    def fill(self, area: Area) -> None:
        body, foot = area.rows(Grow(), 1)
        if area.width >= LARGE[0] and area.height >= LARGE[1]:
            if area.height >= TALL_ROWS:
                top, middle, days = body.rows(BOX_ROWS, RESULT_ROWS, Grow())
            else:
                top, middle, days = body.rows(BOX_ROWS, Grow(), DAYS_ROWS)
            self._fill_boxes(top)
            left, right = middle.columns(Grow(), Grow(), gap=1)
            is_over = self.own_try is not None and self.own_try.is_over
            title = tr("{game}, your result" if is_over else "{game}, to beat", game=self._title)
            self._fill_result(panel(left, [title], tr("one try counts")))
            self._fill_note(right)
            left, right = days.columns(Grow(), TRIES_SHOWN * TRY_COLUMNS + 4, gap=1)
            in_a_row, longest = self.streaks
            words = tr(
                "{days} in a row, longest {longest}", days=counted(in_a_row, "day"), longest=longest
            )
            self._fill_days(panel(left, mark("Days"), words))
            title = tr("{game}, last tries", game=self._title)
            self._fill_last(panel(right, [title], tr("against par")))
        else:
            top, puzzle, note = body.rows(len(BOXES), 2, Grow())
            self._fill_list(top)
            puzzle.text(LIST_TITLE_COLUMN, 0, self._puzzle(self.cursor, OF_DAY))
            self._fill_note(note, has_picture=True)
        foot.on("strip").text(1, 0, *self._sentence())

    @property
    def _title(self) -> str:
        return BOXES[self.cursor].title

    def _sentence(self) -> list[Styled]:
        counting = self.own_try
        if not self.is_ready:
            return [(tr("Reading the saved matches …"), "dim")]
        if counting is None:
            words = tr("You have not played {game} today.", game=self._title)
            return [
                (f"{words} ", "strong"),
                (tr("Enter plays; the first try counts."), "strong cursor"),
            ]
        if not counting.is_over:
            words = tr("{game} is begun.", game=self._title)
            return [(f"{words} ", "strong"), (tr("Enter continues."), "strong cursor")]
        return [
            (f"{tr('{game} is done.', game=self._title)} ", "strong"),
            (f"{tr('{daily.copy} copies the text.', **KEYS)} ", "strong cursor"),
            (tr("{daily.practise} plays it again, for practice.", **KEYS), "dim"),
        ]

    def _state(self, slug: str) -> tuple[Run, Run, Run]:
        """Return the points, the difference to par and the state of a game's try."""
        counting, par = self.tries.get(slug), self.pars.get(slug)
        if counting is None or not counting.is_over:
            state = (tr("▶ continue"), "strong cursor") if counting else (tr("not played"), "dim")
            par_words = tr("par {points}", points="…" if par is None else signed(par))
            return ("", ""), (par_words, "dim"), state
        place = _place(counting)
        points = (with_minus(counted(counting.points, "point")), "strong")
        return points, self._difference(counting.points, par), (f"{place} ✓", "ink")

    def _puzzle(self, slug: str, words: str = IN_BOX) -> Run:
        """Return the state of a game's puzzle of today."""
        attempt = self.puzzles.get(slug)
        if attempt is None:
            return tr(words, state=tr("{daily.puzzle} solves it", **KEYS)), "dim"
        style = "good" if attempt.score else "bad"
        return tr(words, state=tries_words(attempt.tries)), style

    @staticmethod
    def _difference(points: int, par: int | None) -> Run:
        """Return the difference to par; empty until par is known."""
        if par is None:
            return ("", "")
        style = "good" if points >= par else "bad"
        return (against_par(points, par), f"strong {style}")

    # --- boxes

    def _fill_boxes(self, area: Area) -> None:
        width = area.width // len(BOXES)
        for index, slug in enumerate(BOXES):
            box = area.at(index * width, 0, width, area.height)
            state = self.enter(slug, box)
            key = (str(index + 1), "strong cursor")
            title = BOXES[slug].title.removeprefix("Darwin's ")
            inner = panel(box, [title], (key,), is_active=state.is_focused)
            inner.picture(0, 0, pictures("shelf")[slug].widened(inner.width))
            points, difference, words = self._state(slug)
            inner.text(0, PICTURE[1], points)
            inner.text(0, PICTURE[1] + 1, difference)
            inner.text(0, PICTURE[1] + 2, words)
            inner.text(0, PICTURE[1] + 3, self._puzzle(slug))

    def _fill_list(self, area: Area) -> None:
        for index, slug in enumerate(BOXES):
            line = area.at(0, index, area.width, 1)
            state = self.enter(slug, line)
            if state.is_focused:
                line = line.on("strip")
                line.text(0, 0, SIGNS[state])
            line.text(2, 0, (str(index + 1), "strong cursor"))
            line.text(LIST_TITLE_COLUMN, 0, (BOXES[slug].title, "strong"))
            points, difference, words = self._state(slug)
            line.text(LIST_POINTS_COLUMN, 0, points)
            line.text(LIST_DIFFERENCE_COLUMN, 0, difference)
            line.right(0, words, margin=1)

    # --- the result

    def _fill_result(self, area: Area) -> None:
        """Draw the points in large digits, and bars of the points and of par."""
        counting = self.own_try
        par = self.pars.get(self.cursor)
        digits, bars = area.columns(DIGITS_COLUMNS, Grow(), gap=2)
        is_large = area.height >= LARGE_DIGITS_FROM
        # Doubled digits start a row lower than two single ones.
        below = 2 + LETTER_ROWS * (1 + is_large) - is_large
        if counting and counting.is_over:
            self._write_points(digits, counting.points, "cursor", is_large=is_large)
            digits.text(0, below, (tr("points, {place}", place=_place(counting)), "strong"))
            digits.text(0, below + 2, self._difference(counting.points, par))
        elif par is not None:
            self._write_points(digits, par, "ink-dim", is_large=is_large)
            digits.text(0, below, (tr("points are par"), "strong"))
        if par is None:
            bars.text(0, 1, (tr("The par is being played …"), "dim"))
            return
        bars.text(0, 0, (tr("the same cards, the same seat"), "dim"))
        rows = [(tr("Normal"), par, "ink-dim")]
        if counting and counting.is_over:
            rows.append((tr("you"), counting.points, "seat-0"))
        most = max(1, *(points for _, points, _ in rows))
        for index, (label, points, colour) in enumerate(rows):
            y = 2 + 2 * index
            bars.text(0, y, (label, "strong"))
            length = bars.width - BAR_LABEL_COLUMNS - BAR_POINTS_COLUMNS
            scale = bars.at(BAR_LABEL_COLUMNS, y, length, 1)
            bar(scale, 0, 0, scale.width, [(max(points, 0), colour)], most)
            bars.right(y, (signed(points), "strong"))
        words = tr("Par is what a Normal bot scores in your seat, on the same cards.")
        bars.paragraph(6, words, "dim")

    @staticmethod
    def _write_points(area: Area, points: int, colour: str, *, is_large: bool) -> None:
        """Write points in large digits, doubled if there is room."""
        words = signed(points)
        fits = 2 * big_text(words, colour).width <= area.width
        write_big(area, 0, 1, words, colour, is_doubled=is_large and fits)

    def _fill_note(self, area: Area, *, has_picture: bool = False) -> None:
        """Write the lines to share, on paper as tall as they are, perhaps beside the game's
        picture. Before there are any, explain how a challenge works."""
        lines = self.lines.get(self.cursor, ())
        if not lines:
            self._fill_how(panel(area, mark("How it works")), has_picture=has_picture)
            return
        note = area.at(0, 0, area.width, min(area.height, len(lines) + 3)).on("stock")
        ink = "stock" if area.look.has_colours else "reverse"
        head = note.at(0, 0, note.width, 1, "back")
        head.fill(" ", ink)
        head.text(1, 0, (tr("To share"), f"strong {ink}"))
        self._draw_picture(note, 2, has_picture=has_picture)
        head.right(0, (tr(self.NOTE_KEYS, **KEYS), ink), margin=1)
        room = note.height - 1
        # If there is little room, omit blank lines, then the blank row below the head.
        fitting = [line for line in lines if line] if len(lines) >= room else list(lines)
        for row, line in enumerate(fitting[: note.height - 1], 1 + (len(fitting) < room)):
            style = "strong stock-ink" if row <= 2 and line == lines[0] else "stock-ink"
            note.text(2, row, (line, style))

    def _draw_picture(self, area: Area, top: int, *, has_picture: bool) -> int:
        """Draw the game's picture at the right below some rows, if there is room; return its
        columns."""
        beside = Size(area.width - NOTE_COLUMNS, area.height - top)
        picture = largest_picture(self.cursor, beside) if has_picture else None
        if picture is None or not area.look.has_pictures:
            return 0
        area.picture(area.width - picture.width - 2, top, picture)
        return picture.width + 4

    def _fill_how(self, area: Area, *, has_picture: bool) -> None:
        """Write the numbered sentences that explain a challenge."""
        right = self._draw_picture(area, 0, has_picture=has_picture)
        y = 1
        for number, words in enumerate(HOW, 1):
            line = area.inside(0, y, right, 0)
            line.text(0, 0, (str(number), "strong cursor"))
            y += line.inside(3).paragraph(0, tr(words, **KEYS)) + 1

    # --- the days

    def _fill_days(self, area: Area) -> None:
        """Draw a column for each week with the number of challenges played each day. Days are as
        large as the rows allow, twice as wide as high."""
        scale = max((area.height - 1) // len(WEEK_DAYS), 1)
        columns = WEEK_COLUMNS * scale
        weeks = (area.width - LABEL_COLUMNS) // columns
        monday = self.today - timedelta(days=self.today.weekday())
        for row, name in enumerate(WEEK_DAYS):
            area.text(0, 1 + row * scale, (tr(name), "dim"))
        month_end = 0
        for week in range(weeks):
            start = monday - timedelta(weeks=weeks - 1 - week)
            x = LABEL_COLUMNS + week * columns
            # A month is named above its first whole week, unless the last name reaches there.
            begins_month = start.day <= len(WEEK_DAYS)
            if begins_month and x >= month_end and x + MONTH_COLUMNS <= area.width:
                month_end = area.text(x, 0, (month(start, is_short=True), "dim")) + 1
            for row in range(len(WEEK_DAYS)):
                day = start + timedelta(days=row)
                if day > self.today:
                    continue
                cell = area.at(x, 1 + row * scale, columns - scale, scale - scale // CALENDAR_SCALE)
                self._fill_day(cell, day, is_large=scale >= CALENDAR_SCALE)

    def _fill_day(self, area: Area, day: date, *, is_large: bool) -> None:
        """Draw a day in the colour of its number of challenges. It shows that number, or as in a
        calendar the day of the month and a sign for each challenge."""
        number = min(self.played.get(day, 0), len(BOXES))
        style = ""
        if day == self.today:
            style = "strong token-ink on cursor"
        elif area.look.has_colours:
            ink = "token-ink" if number > len(BOXES) // 2 else "ink" if number else "dim"
            ground = "strip" if is_large and not number else f"panel~{SHADES[number]}~good"
            style = f"{ink} on {ground}"
        area.fill(" ", style)
        area.text(0, 0, (str(day.day) if is_large else str(number or "·"), style))
        if is_large:
            area.text(0, area.height - 1, ("●" * number, style))

    def _fill_last(self, area: Area) -> None:
        """Draw the last tries as bars above and below par."""
        past = self.past.get(self.cursor, ())[-TRIES_SHOWN:]
        if not past:
            area.text(0, 0, (tr("No try of this game yet."), "dim"))
            for index in range(TRIES_SHOWN):
                area.text(index * TRY_COLUMNS, (area.height - 2) // 2, ("───", "rule"))
            return
        differences = [attempt.points - attempt.par for attempt in past if attempt.par is not None]
        most = max([1, *map(abs, differences)])
        # The line of par is in the middle; the last row has the numbers.
        half = (area.height - 2) // 2
        for index, attempt in enumerate(past):
            x = index * TRY_COLUMNS
            area.text(x, half, ("───", "rule"))
            if attempt.par is None:
                continue
            over = attempt.points - attempt.par
            height = max(round(half * abs(over) / most), 1) if over else 0
            style = "good" if over > 0 else "bad"
            rows = range(half - height, half) if over > 0 else range(half + 1, half + 1 + height)
            for y in rows:
                area.text(x, y, ("██ ", style))
            words = with_minus(f"{over:+d}") if over else "0"
            # Three digits leave no room for the sign, which the bar shows as well.
            words = words if len(words) < TRY_COLUMNS else f"{abs(over)}"
            area.text(x, area.height - 1, (words, "strong" if over else ""))


class DailyScreen(MatchesScreen):
    """Today's challenges with their results, and the days in a row."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("daily")

    def __init__(self) -> None:
        super().__init__()
        self._tries: Tries = {}

    def compose(self) -> ComposeResult:
        yield TitleBar(tr(TITLE))
        yield DailyPage()
        yield KeyBar()

    @property
    def page(self) -> DailyPage:
        return self.query_one(DailyPage)

    def on_mount(self) -> None:
        """Read the known pars."""
        self._pars = Pars(self.player.locations)

    def on_screen_resume(self) -> None:
        self.page.focus()
        self.page.today = date.today()
        # Yesterday's results are none of today's; others are composed in the current language.
        self.page.lines = {}
        self._write_title()
        training = Training(self.player.locations)
        self.page.puzzles = {slug: training.on_day(slug) for slug in SLUGS}
        self.read_matches()

    def _write_title(self) -> None:
        midnight = datetime.combine(date.today() + timedelta(days=1), time())
        minutes = int((midnight - datetime.now()).total_seconds() // 60)
        today = self.page.today
        day = tr(
            "{weekday} {day} {month} {year}",
            weekday=tr(f"{today:%A}"),
            day=today.day,
            month=month(today),
            year=today.year,
        )
        time_left = tr("next in {hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
        self.query_one(TitleBar).write(tr(TITLE), day, time_left)

    def show_matches(self) -> None:
        """Show the tries once all matches are read."""
        if self._slices.has_more:
            return
        page = self.page
        name = self.player.name
        self._tries = daily.tries(self._listed, name)
        played = daily.days(self._tries)
        page.tries = {
            key.slug: attempt for key, attempt in self._tries.items() if key.day == page.today
        }
        page.played = played
        page.streaks = daily.streak(played, page.today), daily.longest_streak(played)
        page.is_ready = True
        self._label()
        self._show_pars()
        self._find_pars()

    def _past_keys(self, slug: str) -> list[Key]:
        """Return a game's last finished challenges, newest last."""
        finished = (
            key for key, attempt in self._tries.items() if key.slug == slug and attempt.is_over
        )
        return sorted(finished, key=lambda key: key.day)[-TRIES_SHOWN:]

    def _show_pars(self) -> None:
        """Show the known pars, and the figures that follow from them."""
        page = self.page
        known = self._pars.known
        pars = {slug: known(Key(slug, page.today)) for slug in SLUGS}
        page.pars = {slug: par for slug, par in pars.items() if par is not None}
        page.past = {
            slug: [Past(self._tries[key].points, known(key)) for key in self._past_keys(slug)]
            for slug in SLUGS
        }
        self._write_lines()
        page.redraw()

    @work(exclusive=True)
    async def _find_pars(self) -> None:
        """Play unknown pars, today's first, while the screen stays responsive."""
        today = [Key(slug, self.page.today) for slug in SLUGS]
        for key in (*today, *(key for slug in SLUGS for key in self._past_keys(slug))):
            if self._pars.known(key) is None:
                await asyncio.to_thread(self._pars.find, key)
                if not self.query(DailyPage):
                    # The screen was closed meanwhile.
                    return
                self._show_pars()

    def _label(self) -> None:
        """Label the main command for the displayed game."""
        counting = self.page.own_try
        self.labels = {}
        if counting:
            self.labels = {"daily.open": tr_in("key", "replay" if counting.is_over else "continue")}
        self.refresh_bindings()

    def _write_lines(self) -> None:
        """Compose the displayed game's lines to share."""
        page = self.page
        counting = page.own_try
        par = page.pars.get(page.cursor)
        if counting is None or not counting.is_over or par is None or page.cursor in page.lines:
            return
        try:
            saved = SavedMatch.of(saves.read(counting.row.path))
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
            return
        lines = result_lines(Key(page.cursor, page.today), counting, par, saved, self._tries)
        page.lines = {**page.lines, page.cursor: lines}

    # --- commands

    def on_page_moved(self, event: Page.Moved) -> None:
        self._label()
        self._write_lines()
        self.page.redraw()

    def on_page_chosen(self, event: Page.Chosen) -> None:
        self.action_open()

    def action_move(self, dx: int, dy: int) -> None:
        index = SLUGS.index(self.page.cursor) + (dx or dy)
        self.page.move_to(SLUGS[min(max(index, 0), len(SLUGS) - 1)])

    def action_game(self, number: int) -> None:
        self.page.move_to(SLUGS[number - 1])

    def action_open(self) -> None:
        """Play or continue the challenge, or replay it once it is over."""
        counting = self.page.own_try
        if not self.page.is_ready:
            return
        try:
            if counting is None:
                self._begin()
            elif counting.is_over:
                saved = SavedMatch.of(saves.read(counting.row.path))
                navigation.go(self.app, navigation.Replay(saved))
            else:
                pace = self.player.settings.now.pace
                access = self.player.matches.resume(counting.row.path, pace)
                navigation.go(self.app, navigation.Play(access))
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)

    def action_puzzle(self) -> None:
        """Solve today's puzzle, or another one once it is done."""
        navigation.go(self.app, navigation.Puzzle(self.page.cursor))

    def action_practise(self) -> None:
        """Play a finished challenge's cards once more for practice; that try does not count."""
        counting = self.page.own_try
        if counting is None or not counting.is_over:
            self.notify(tr("Practice comes after the first try."), timeout=3)
            return
        try:
            self._begin()
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)

    def _begin(self) -> None:
        """Begin the displayed game's challenge in a new file.

        Raises:
            RecordError: if the match is impossible.
            JournalError: if it cannot be saved.
        """
        player = self.player
        header = daily.header_of(Key(self.page.cursor, self.page.today), player.name)
        opened = saves.create(header, player.locations)
        access = player.matches.host(opened, pace=player.settings.now.pace)
        navigation.go(self.app, navigation.Play(access))

    def _text(self) -> str:
        """Return the lines to share; empty, with a notice, if there are none."""
        lines = self.page.lines.get(self.page.cursor)
        if not lines:
            self.notify(tr("There is no result to share yet."), timeout=3)
        return "\n".join(lines or ())

    def action_copy(self) -> None:
        """Copy the result. Not every terminal allows that, so the text can be selected, too."""
        if text := self._text():
            self.app.copy_to_clipboard(text)
            words = tr("Copied, if your terminal allows it; it can also be marked.")
            self.notify(words, timeout=4)

    def action_save(self) -> None:
        """Write the result to a file, and say where it is."""
        if not (text := self._text()):
            return
        folder = self.player.locations.shared
        name = f"daily-{self.page.cursor}-{self.page.today.isoformat()}.txt"
        try:
            path = saves.free_path(private_dir(folder) / name)
            path.write_text(f"{text}\n", encoding="utf-8")
        except (OSError, JournalError) as error:
            sentence = error if isinstance(error, JournalError) else unwritable(folder, error)
            self.notify(str(sentence), markup=False)
            return
        self.app.push_screen(MessageDialog(tr("Shared"), [tr("The text is in"), str(path)]))
