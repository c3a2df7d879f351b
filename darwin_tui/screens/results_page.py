"""The page of results: podium, score table, course of the points, and the reasons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from darwin_core.contract.game import Outcome
from darwin_core.text.language import mark, noun, tr, tr_in, tr_n
from darwin_core.text.wording import counted, listed, ordinal
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import LETTER_ROWS, Area, Grow, big_text, fit, shortened
from darwin_tui.drawing.canvas import Styled, columns_of, length
from darwin_tui.drawing.chart import draw_course
from darwin_tui.drawing.marks import SIGNS, bar, seat_mark, seat_name, signed
from darwin_tui.drawing.panel import FRAME_ROWS, TITLE_GAP, panel, title_bar
from darwin_tui.drawing.picture import pictures
from darwin_tui.library.hindsight import first_reasons, reasons
from darwin_tui.strength.figures import with_minus
from darwin_tui.widgets.chance_curve import Turn, draw_share, whole_sentences
from darwin_tui.widgets.pane import Page

WIDE_SEAT_COLUMNS: Final = 14
"""Maximum columns of a seat's step of the podium."""
CROWN_ROWS: Final = 2
"""Rows of the winner's crown."""
BIG_ROWS: Final = LETTER_ROWS + 3
"""Rows of a step from which its points are large digits."""
INK: Final = "token-ink"
"""Style of the words on a step."""
STEP_ROWS_MIN: Final = 2
"""Minimum rows of a step: for the place and the points."""
SEAT_COLUMNS: Final = 9
"""Minimum columns of a seat."""
NAME_EDGES: Final = 3
"""Columns beside a name: the mark of the seat, and a gap at each side."""
BAR_COLUMNS_MIN: Final = 3
"""Minimum columns of a bar in the score table."""


def order_of(outcome: Outcome, *, is_done: bool) -> list[int]:
    """Return the seats in display order: by rank, once the ranks are shown."""
    return sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat] * is_done)


def draw_podium(area: Area, names: Sequence[str], outcome: Outcome, is_done: bool) -> None:
    """Draw a step for each seat, as high as its points, the winner's at the left and crowned.

    Args:
        is_done: the points are shown.
    """
    width = max(min((area.width + 1) // len(names), WIDE_SEAT_COLUMNS + 1), 1)
    # A row stays free above the crown, so that it does not seem a part of the title.
    has_crown = area.height >= STEP_ROWS_MIN + 1 + CROWN_ROWS + 1
    room = area.height - 1 - (CROWN_ROWS + 1) * has_crown
    # With pictures, a step may end in half a row.
    parts = 2 if area.look.has_pictures and area.look.has_colours else 1
    heights = step_heights(outcome.totals, room * parts, STEP_ROWS_MIN * parts)
    for index, seat in enumerate(order_of(outcome, is_done=is_done)):
        column = area.at(index * width, 0, width - 1, area.height)
        height, half = divmod(heights[seat], parts) if is_done else (STEP_ROWS_MIN, 0)
        top = area.height - height
        block = column.at(0, top, column.width, height, f"seat-{seat}")
        if half:
            top -= 1
            column.text(0, top, ("▄" * column.width, f"seat-{seat}"))
        if is_done:
            _draw_points(block, ordinal(outcome.ranks[seat]), signed(outcome.totals[seat]))
        sign, style = seat_mark(seat)
        name = shortened(f"{sign} {names[seat]}", column.width)
        column.centre(top - 1, (name, style))
        if is_done and outcome.ranks[seat] == 1 and has_crown:
            crown = pictures("shelf")["crown"]
            column.picture((column.width - crown.width) // 2, top - 1 - CROWN_ROWS, crown)


def step_heights(totals: Sequence[int], most: int, least: int) -> list[int]:
    """Return the height of each seat's step, in proportion to its points. As far as there is room,
    more points are a higher step.

    Args:
        most: the winner's height.
        least: the minimum height.
    """
    best = max([1, *totals])
    levels = sorted({*totals})
    heights: dict[int, int] = {}
    for number, total in enumerate(levels):
        # Each lower total needs a step of its own.
        height = max(round(most * max(total, 0) / best), least + number)
        heights[total] = min(height, most)
    # From above, lower the steps that would be as high as the next one.
    above = most + 1
    for total in reversed(levels):
        above = heights[total] = max(min(heights[total], above - 1), least)
    return [heights[total] for total in totals]


def _draw_points(block: Area, place: str, points: str) -> None:
    """Write place and points at the foot of a step, the points large if there is room."""
    digits = big_text(points, INK)
    has_room = block.height >= BIG_ROWS and digits.width + 2 <= block.width
    if has_room and block.look.has_pictures and block.look.has_colours:
        block.centre(1, (place, f"strong {INK}"))
        block.picture((block.width - digits.width) // 2, 2, digits.lowered())
        return
    block.centre(block.height - 2, (place, f"strong {INK}"))
    block.centre(block.height - 1, (points, f"strong {INK}"))


@dataclass(frozen=True)
class ScoreTable:
    """A score, revealed line by line, with the totals at the end."""

    names: Sequence[str]
    outcome: Outcome
    viewer: int | None
    """The seat highlighted if there are bars; None for none."""
    shown: int
    """Number of revealed lines. One more than the number of all lines also reveals the totals."""
    pitch: int = 1
    """Rows of a line."""
    bar_columns: int = 0
    """Columns of the bars beside a seat's figures, if there is room; 0 for none."""

    @property
    def label_columns(self) -> int:
        """Columns of the line labels, with a gap."""
        labels = (tr("total"), *(tr(line.label) for line in self.outcome.lines))
        return max(map(len, labels)) + 1

    @property
    def narrow_columns(self) -> int:
        """Columns of the table without bars."""
        widest = max(SEAT_COLUMNS, *(columns_of(name) + NAME_EDGES for name in self.names))
        return self.label_columns + widest * len(self.names)

    def draw(self, area: Area) -> None:
        outcome = self.outcome
        lines = self.outcome.lines
        columns, bars = self._columns(area)
        self._draw_names(columns, bars)
        most = max([1, *(points for line in lines for points in line.points)])
        for number, line in enumerate(lines):
            row = 1 + number * self.pitch
            area.text(0, row, (tr(line.label), "dim"))
            if number < self.shown:
                self._draw_line(columns, row, line.points, most, bars)
        foot = self.pitch * len(lines) + 1
        area.text(0, foot, (tr("total"), "strong"))
        area.text(0, foot + 1, (tr("place"), "dim"))
        if self.shown > len(lines):
            for seat, column in enumerate(columns):
                figures, margin = _figures(column, bars)
                figures.right(foot, (signed(outcome.totals[seat]), "strong"), margin=margin)
                figures.right(foot + 1, (ordinal(outcome.ranks[seat]), ""), margin=margin)

    def _columns(self, area: Area) -> tuple[list[Area], int]:
        """Return a column for each seat, and the columns of the bars in it."""
        seats = len(self.names)
        labels = self.label_columns
        widest = max(map(columns_of, self.names)) + NAME_EDGES
        room = (area.width - labels) // seats
        width = min(max(widest, SEAT_COLUMNS + self.bar_columns), room)
        columns_left = width - SEAT_COLUMNS if self.bar_columns else 0
        bars = columns_left if columns_left >= BAR_COLUMNS_MIN else 0
        order = order_of(self.outcome, is_done=self.shown > len(self.outcome.lines))
        columns = [
            area.at(labels + order.index(seat) * width, 0, width, area.height)
            for seat in range(seats)
        ]
        if self.viewer is not None and self.bar_columns:
            columns[self.viewer] = columns[self.viewer].on("strip")
        return columns, bars

    def _draw_names(self, columns: Sequence[Area], bars: int) -> None:
        """Write the seats' names over their figures, shortened to fit."""
        for seat, column in enumerate(columns):
            name = self.names[seat]
            words, style = seat_name(seat, name)
            # If both do not fit, omit the mark: the podium shows it.
            has_room = columns_of(words) < column.width
            title = words if has_room else shortened(name, column.width - 1)
            figures = SEAT_COLUMNS if bars else column.width
            column.text(max(figures - 1 - columns_of(title), int(bars > 0)), 0, (title, style))

    def _draw_line(
        self, columns: Sequence[Area], row: int, points: Sequence[int], most: int, bars: int
    ) -> None:
        """Draw each seat's points from one source; bars compare them with the most."""
        best = max(points)
        for seat, column in enumerate(columns):
            gained = points[seat]
            figures, margin = _figures(column, bars)
            figures.right(row, (signed(gained), "strong" if gained == best else ""), margin=margin)
            if bars:
                for y in range(row, row + self.pitch):
                    part = [(max(gained, 0), f"seat-{seat}")]
                    bar(column, column.width - bars, y, bars - 1, part, most)


def _figures(column: Area, bars: int) -> tuple[Area, int]:
    """Return the area for the figures in a seat's column, beside its bars, and the margin there."""
    return (column.at(0, 0, column.width - bars - 1, column.height), 0) if bars else (column, 1)


LARGE: Final = (100, 30)
"""Minimum size of a page with frames."""
TALL_ROWS: Final = 44
"""Rows of a page from which each score line has two."""
BAR_COLUMNS: Final = 8
WIDE_BAR_COLUMNS: Final = 18
"""Maximum columns of a bar in the score table, in a narrow and in a wide page."""
WIDE_FROM_COLUMNS: Final = 150
"""Columns of a page from which the podium's columns and the bars are wide."""
HEAD_AND_FOOT_ROWS: Final = 2
"""Rows of the title and of the closing sentences."""
TOTAL_ROWS: Final = 3
"""Rows of the score table besides its lines: names, totals and places."""
WHY_POINTS_COLUMNS: Final = 5
"""Columns of the points before a reason."""
PODIUM_COLUMNS: Final = 8
"""Columns beside the seats of a podium."""
WHY_COLUMNS_MIN: Final = 22
"""Minimum columns of the reasons beside a table without frames."""
COURSE_COLUMNS_MIN: Final = 30
"""Minimum columns of the chart of the points."""
CHART_ROWS_MAX: Final = 25
"""Maximum rows of the game's own chart."""
TOP_ROWS_MIN: Final = 6
"""Minimum rows of the podium."""
TURNS_MAX: Final = 3
"""Number of turning points for which room is reserved before they are known."""
ROWS_A_TURN: Final = 2
"""Maximum rows of a turning point."""
REASONS_MAX: Final = 4
"""Maximum number of reasons in a sentence."""
NOWHERE: Final = ""
"""The cursor before it is moved to a turning point."""
TURNS_WORDS: Final = mark("as each player knew the match")
SWINGS_WORDS: Final = mark("what made the largest differences")
PODIUM_ROWS_MIN: Final = 10
"""Podium rows from which the game's own chart is beside it."""


class Chart(NamedTuple):
    """The game's own drawing of the course of the match."""

    draw: Callable[[Area], None]
    rows: int
    """Minimum number of rows."""
    colours: str
    """Name of the file with its colours."""


@dataclass(frozen=True)
class Results:
    """The facts on the page."""

    title: str
    names: Sequence[str]
    outcome: Outcome
    viewer: int | None
    """Seat of the only person; None for several or none."""
    is_over: bool
    """The match ended by its rules."""
    ended: str = ""
    """The end of the match, if not by its rules."""
    kept: str = ""
    """The place where the match is saved."""
    manners: str = ""
    """The bots' way to play."""
    epilogue: Sequence[str] = ()
    """The game's own lines about the course of the match."""
    chart: Chart | None = None
    """A drawing that replaces these lines if there is room."""
    unit: str = "round"
    """Word for a part of the match."""


def lead_words(course: Sequence[Sequence[int]], seat: int, name: str, unit: str) -> list[str]:
    """Return words about the lead of a match's winner, longest first; the last is empty.

    They claim no more than the course shows: who was ahead at the end of each round. Why, and how
    safe the lead was, it does not tell.

    Args:
        course: each seat's points at the start, after each round, and at the end.
        unit: the game's word for a round.
    """
    leads = [
        points[seat] - max((*points[:seat], *points[seat + 1 :]), default=0) for points in course
    ]
    before = max((at for at, lead in enumerate(leads) if lead <= 0), default=0)
    if before >= len(leads) - 1:
        return [""]
    is_last = before == len(leads) - 2
    if before == 0:
        message = "{who} was ahead after each {unit}."
    elif leads[before] == 0:
        message = (
            "{who} was level after {unit} {number}, and ahead at the end."
            if is_last
            else "{who} was level after {unit} {number}, and ahead after each later {unit}."
        )
    else:
        message = (
            "{who} was {points} behind after {unit} {number}, and ahead at the end."
            if is_last
            else "{who} was {points} behind after {unit} {number}, and ahead after each later "
            "{unit}."
        )
    values = {"unit": noun(unit), "who": name}
    behind = counted(-leads[before], "point")
    short = tr("ahead since {unit} {number}", unit=noun(unit), number=before + 1)
    return [tr(message, points=behind, number=before, **values), short, ""]


class ResultsPage(Page):
    """The results, revealed line by line. The cursor is on one of the turning points."""

    def __init__(self, results: Results) -> None:
        super().__init__(id="results")
        self.results = results
        self.shown = 0
        """Number of revealed lines. One more than the number of all lines reveals the page."""
        self.course: Sequence[Sequence[int]] = ()
        """Totals of all seats after each part of the match; empty until known."""
        self.turns: Sequence[Turn] = ()
        """The turning points, if the match is analysed."""
        self.share: float | None = None
        """Fraction of the analysis that is done; None if none is running."""
        self.is_judging = False
        """The person's decisions are being judged; their turning points will come first."""
        self.is_analysed = False
        self.rating = ""
        """The rating with its change; empty until known."""
        self.help = ""
        """The help that the player had; empty for none."""
        self.offer = ""
        """The offer of another level; empty for none."""
        self.losses: int | None = None
        """Number of the person's losses; None until it is known, or without a single person."""
        self.mistakes = 0
        """Number of the person's decisions that can be solved as puzzles."""

    @property
    def colours(self) -> str:
        """Name of the file with the colours of the game's chart."""
        return self.results.chart.colours if self.results.chart else ""

    @property
    def is_done(self) -> bool:
        """The whole page is shown."""
        return self.shown > len(self.results.outcome.lines)

    @property
    def turn(self) -> Turn | None:
        """The turning point at the cursor."""
        return self.turns[int(self.cursor)] if self.turns and self.cursor != NOWHERE else None

    def show_turns(self, turns: Sequence[Turn], *, is_analysed: bool = True) -> None:
        """Show the turning points of the match; there may be none.

        Args:
            turns: in the order of the match.
            is_analysed: they come from its analysis, not from the points alone.
        """
        at = self.turn
        self.turns = turns
        self.is_analysed = is_analysed
        # A player who presses Enter for line after line must not open a replay after the last.
        self.cursor = "0" if is_analysed and self.is_done else NOWHERE
        if at in turns:
            self.cursor = str(turns.index(at))

    def fill(self, area: Area) -> None:
        size = area.region.size
        results = self.results
        is_large = size.width >= LARGE[0] and size.height >= LARGE[1]
        pitch = 2 if is_large and size.height >= TALL_ROWS else 1
        frame = FRAME_ROWS if is_large else 0
        table_rows = pitch * len(results.outcome.lines) + TOTAL_ROWS + frame
        turns, below, chart = self._rows_below(size.height, table_rows, is_large)
        heading, top, table, chances, history, foot = area.rows(
            1, Grow(TOP_ROWS_MIN), table_rows, turns, below, Grow(1, 1)
        )
        free = title_bar(heading, results.title)
        if self.is_done:
            words = fit(free.width - TITLE_GAP, winner(results))
            used = free.text(TITLE_GAP, 0, (words, "strong"))
            free = free.at(used, 0, free.width - used, 1)
            free.right(0, (fit(free.width - 1, self._deciding_words()), "strong cursor"), margin=1)
        whole_names = max(map(columns_of, results.names)) + NAME_EDGES
        columns_each = (
            WIDE_SEAT_COLUMNS if size.width >= WIDE_FROM_COLUMNS else max(SEAT_COLUMNS, whole_names)
        )
        narrow = columns_each * len(results.names) + PODIUM_COLUMNS
        podium, course = top.columns(min(narrow, size.width // 2), Grow(), gap=1)
        if is_large:
            self._draw_panels(podium, course, table, pitch)
            if turns:
                words = SWINGS_WORDS if self._shows_swings else TURNS_WORDS
                self._draw_turns(panel(chances, mark("Turning points"), tr(words)))
            if chart:
                if self.is_done:
                    chart.draw(history)
            elif below:
                framed = panel(history, mark("The course of the match"))
                self._draw_history(framed, is_framed=True)
            self._draw_foot(foot.inside(1, 0, 1, 0), has_why=True)
        else:
            draw_podium(podium.inside(1, 0, 0, 0), results.names, results.outcome, self.is_done)
            self._draw_course(course.inside(0, 0, 1, 0))
            score = self._table(pitch)
            sources, why = table.inside(1, 0, 1, 0).columns(score.narrow_columns, Grow(), gap=2)
            score.draw(sources)
            has_why = why.width >= WHY_COLUMNS_MIN
            if has_why:
                self._draw_why(why, is_aligned=True)
            self._draw_turns(chances.inside(1, 0, 1, 0))
            self._draw_history(history.inside(1, 0, 1, 0))
            self._draw_foot(foot.inside(1, 0, 1, 0), has_why=has_why)

    def _deciding_words(self) -> list[str]:
        """Return words about the winner's lead, longest first. Empty for several winners, or if the
        course is unknown."""
        results = self.results
        if len(results.outcome.winners) != 1 or not results.is_over:
            return [""]
        seat = results.outcome.winners[0]
        return lead_words(self.course, seat, results.names[seat], results.unit)

    def _rows_below(
        self, height: int, table_rows: int, is_large: bool
    ) -> tuple[int, int, Chart | None]:
        """Return the rows of the turning points, the rows of the course, and the course chart if it
        fits."""
        results = self.results
        frame = FRAME_ROWS if is_large else 0
        rows_free = height - HEAD_AND_FOOT_ROWS - table_rows
        turns = self._turn_rows(rows_free - TOP_ROWS_MIN - frame) + frame
        turns = turns if self._keeps_turns else 0
        room = min(rows_free - PODIUM_ROWS_MIN - turns, CHART_ROWS_MAX)
        chart = results.chart if is_large else None
        if chart and room < chart.rows <= room + turns and self._shows_swings:
            # If only one of the two fits, swings give way to the chart.
            turns, room = 0, room + turns
        if chart and room >= chart.rows:
            return turns, room, chart
        below = len(results.epilogue) + frame if results.epilogue else 0
        if rows_free - TOP_ROWS_MIN - turns < below and turns:
            # If only one of the two fits, the turning points do.
            below = 0
        return turns, below, None

    def _draw_panels(self, podium: Area, course: Area, table: Area, pitch: int) -> None:
        """Draw the podium, the course, the score and the reasons in panels."""
        results = self.results
        inner = panel(podium, mark("Podium"))
        draw_podium(inner, results.names, results.outcome, self.is_done)
        title = tr("Points by {unit}", unit=noun(results.unit))
        self._draw_course(panel(course, [title]))
        sources, why = table.columns(Grow(weight=3), Grow(36, 44), gap=1)
        score = self._table(pitch, has_bars=True)
        score.draw(panel(sources, mark("Where the points came from")))
        self._draw_why(panel(why, mark("Why"), tr("the largest differences first")))

    def _draw_foot(self, area: Area, *, has_why: bool) -> None:
        """Write as many of the closing sentences as fit, once everything else is shown."""
        if not self.is_done:
            return
        results = self.results
        words = ""
        why_words = "" if has_why else self._why_words(area.width)
        puzzles = tr_n(
            "{number} of your decisions as a puzzle: {results.mistakes}.",
            "{number} of your decisions as puzzles: {results.mistakes}.",
            self.mistakes,
            **KEYS,
        )
        losses = tr_n(
            "{number} loss: {results.losses}.",
            "{number} losses: {results.losses}.",
            self.losses or 0,
            **KEYS,
        )
        sentences = (
            results.ended,
            losses if self.losses else "",
            self.rating,
            self.help,
            self.offer,
            puzzles if self.mistakes else "",
            why_words,
            results.kept,
            results.manners,
        )
        for sentence in filter(None, sentences):
            both = f"{words} {sentence}".strip()
            words = both if not words or len(both) <= area.width else words
        area.text(0, 0, (words, "dim"))

    def _draw_course(self, area: Area) -> None:
        """Draw the curves of the points."""
        if self.is_done and area.width >= COURSE_COLUMNS_MIN:
            draw_course(area, self.course, self.results.outcome.totals)

    def _table(self, pitch: int, *, has_bars: bool = False) -> ScoreTable:
        """Return the score table, with some rows for each line."""
        results = self.results
        longest = WIDE_BAR_COLUMNS if self.size.width >= WIDE_FROM_COLUMNS else BAR_COLUMNS
        bars = longest if has_bars else 0
        names, outcome = results.names, results.outcome
        return ScoreTable(names, outcome, results.viewer, self.shown, pitch, bars)

    def _draw_why(self, area: Area, *, is_aligned: bool = False) -> None:
        """Write the differences that decided the match: largest first, or each beside its score
        line."""
        if not self.is_done:
            return
        outcome = self.results.outcome
        one, other, differences = reasons(outcome, self.results.viewer)
        names = self.results.names
        is_viewer = one == self.results.viewer
        against: Styled = (f" {tr('against')} ", "dim")
        whole: list[Styled] = [
            (tr("you") if is_viewer else names[one], f"strong seat-{one}"),
            against,
            seat_name(other, names[other]),
        ]
        short = [seat_mark(one), against, seat_mark(other)]
        area.text(0, 0, *(whole if length(whole) <= area.width else short))
        if is_aligned:
            differences = [(line.points[one] - line.points[other], "") for line in outcome.lines]
            differences.append((outcome.totals[one] - outcome.totals[other], ""))
        differences = (
            differences if is_aligned else first_reasons(differences, max(area.height - 1, 1))
        )
        for row, (points, label) in enumerate(differences[: area.height - 1], 1):
            style = "strong good" if points > 0 else "strong bad" if points else "dim"
            words = with_minus(f"{points:+d}") if points else "="
            label_words = f"  {tr(label)}" if label else ""
            area.text(0, row, (words.rjust(WHY_POINTS_COLUMNS), style), label_words)

    def _why_words(self, room: int) -> str:
        """Return the largest deciding differences that fit, and the sum of the others. They add up
        to the difference between the totals."""
        one, other, differences = reasons(self.results.outcome, self.results.viewer)
        names = self.results.names
        whose = tr_in("against", "You") if one == self.results.viewer else names[one]

        sentences = (
            tr(
                "{one} against {other}: {reasons}.",
                one=whose,
                other=names[other],
                reasons=", ".join(
                    with_minus(f"{points:+d} {tr(label)}")
                    for points, label in first_reasons(differences, count)
                ),
            )
            for count in range(min(len(differences), REASONS_MAX), 0, -1)
        )
        return next((words for words in sentences if len(words) <= room), "")

    @property
    def _has_turns(self) -> bool:
        """True if there are turning points to show, or something in their place."""
        is_known = self.is_analysed or bool(self.turns) or self.is_judging
        return self.is_done and (is_known or self.share is not None)

    @property
    def _keeps_turns(self) -> bool:
        """True if room for turning points is reserved from the first line on, so that nothing moves
        later."""
        is_known = self.is_analysed or bool(self.course)
        has_some = self.is_analysed or bool(self.turns) or self.is_judging
        return not is_known or has_some or self.share is not None

    @property
    def _shows_swings(self) -> bool:
        """True if the turning points come from the points alone."""
        return not self.is_analysed and self.share is None

    def _turn_rows(self, room: int) -> int:
        """Return the rows of the turning points, two for each that fits."""
        is_known = self.share is None and (self.is_analysed or bool(self.course))
        count = max(len(self.turns) + self.is_judging, 1) if is_known else TURNS_MAX
        return min(count, max(room // ROWS_A_TURN, 1)) * ROWS_A_TURN

    def _draw_turns(self, area: Area) -> None:
        """Write the turning points, or the progress of the analysis."""
        if not self._has_turns:
            return
        if self.share is not None:
            draw_share(area, self.share)
            return
        if self.is_judging:
            waiting, area = area.rows(ROWS_A_TURN, Grow())
            waiting.text(2, 0, (tr("Your own choices are being judged …"), "dim"))
        elif not self.turns:
            area.text(0, 0, (tr("No single step changed a chance to win by much."), "dim"))
        turns = self.turns[: max(area.height // ROWS_A_TURN, 1)]
        most = area.rows(*[Grow(1, ROWS_A_TURN)] * len(turns))
        top = 0
        for number, (room, turn) in enumerate(zip(most, turns, strict=True)):
            lines = whole_sentences(turn.words, room.width - 2, room.height)
            part = area.at(0, top, area.width, len(lines))
            top += len(lines)
            state = self.enter(str(number), part)
            sign, style = SIGNS[state]
            part.text(0, 0, (sign, style))
            for y, line in enumerate(lines):
                part.text(2, y, (line, "strong" if state.is_focused else ""))

    def _draw_history(self, area: Area, *, is_framed: bool = False) -> None:
        """Write the game's own lines."""
        if self.is_done:
            lines = self.results.epilogue
            # A blank line that separates the lines from those above is not for the top of a panel.
            first = int(is_framed and not lines[0])
            for row, line in enumerate(lines[first:]):
                area.text(0, row, (line, "dim"))


def winner(results: Results) -> Sequence[str]:
    """Return sentences that name the winners or leaders, and the only person's place. Shorter
    sentences follow, for little room: the podium shows the winners, too."""
    won = [results.names[seat] for seat in results.outcome.winners]
    if not results.is_over:
        return (tr_n("{who} leads.", "{who} lead.", len(won), who=listed(won)), "")
    words = tr_n("{who} wins.", "{who} share the win.", len(won), who=listed(won))
    totals = results.outcome.totals
    viewer = results.viewer
    if viewer is not None and results.outcome.winners == (viewer,):
        lead = totals[viewer] - max(points for seat, points in enumerate(totals) if seat != viewer)
        if lead <= 0:
            return (tr("You win."),)
        return (tr("You win by {points}.", points=counted(lead, "point")), tr("You win."))
    if viewer is None or viewer in results.outcome.winners:
        return (words, "")
    place = tr("You came {place}.", place=ordinal(results.outcome.ranks[viewer]))
    came = place
    if (behind := max(totals) - totals[viewer]) > 0:
        came = tr(
            "You came {place}, {points} behind.",
            place=ordinal(results.outcome.ranks[viewer]),
            points=counted(behind, "point"),
        )
    return (f"{words} {came}", came, place)
