"""The chances to win over a match: a curve for each seat, and the marked decisions."""

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from darwin_core.analysis.report import Analysis, TurningPoint, sentence, turning_points
from darwin_core.analysis.review import Knowledge, Mark
from darwin_core.lexicon import Lexicon
from darwin_core.match.recording import AnyRecording
from darwin_tui.parts.area import Area, Grow
from darwin_tui.parts.chart import curves
from darwin_tui.parts.marks import bar, seat_mark, seat_name
from darwin_tui.widgets.pane import Drawn

SCALE_COLUMNS: Final = 6
NAME_COLUMNS: Final = 24
"""Columns of the list of seats, at most."""
BAR_COLUMNS: Final = 40
WIDE_COLUMNS: Final = 95
"""Columns from which there is room to say which key changes whose knowledge it is."""
KNEW: Final[dict[Knowledge, str]] = {
    "players": "as each player knew",
    "spectator": "as a spectator knew",
    "all": "all cards open",
}
"""The knowledge in so few words that they fit above the curves."""
LIST_FROM_ROWS: Final = 15
"""Rows from which the turning points are written below the curves."""
NUMBER_COLUMNS: Final = 6
"""Columns of the number of an action before a turning point, with their gap."""
COMING: Final = (
    "Then curves show how likely each player was to win after every action, and decisions that "
    "cost much are marked: , and . go from one to the next."
)
STYLES: Final[dict[Mark, str]] = {"!": "strong good", "?!": "dim", "?": "bad", "??": "strong bad"}


class Turn(NamedTuple):
    """A turning point in words."""

    position: int
    words: str


def turns(
    recording: AnyRecording, analysis: Analysis, lexicon: Lexicon, seat: int | None = None
) -> list[Turn]:
    """Return the turning points of a match in words, as the viewer of a recording may know it.

    Args:
        recording: of the match.
        analysis: of the match.
        lexicon: the names.
        seat: whose turning points they are; by default the viewer's, or those of all.
    """
    own = [] if seat is None else turning_points(analysis.curve, [seat])
    return [
        Turn(point.position, sentence(recording, point, lexicon))
        for point in own or _points(recording, analysis)
    ]


def positions(recording: AnyRecording, analysis: Analysis) -> list[int]:
    """Return the positions of these turning points."""
    return [point.position for point in _points(recording, analysis)]


def _points(recording: AnyRecording, analysis: Analysis) -> Sequence[TurningPoint]:
    """Return the turning points of the player who looks, or of all players."""
    own = [recording.viewer] if recording.viewer < len(analysis.curve) else []
    return turning_points(analysis.curve, own) or analysis.turning_points


class ChanceCurve(Drawn):
    """Curves, or how far their analysis is."""

    def __init__(self) -> None:
        super().__init__(id="chances")
        self._names: Sequence[str] = ()
        self._analysis: Analysis | None = None
        self._turns: Sequence[Turn] = ()
        self._knowledge: Knowledge = "players"
        self._share = 0.0
        self._position = 0

    def wait(self, knowledge: Knowledge, share: float) -> None:
        """Show the share of the analysis that is done."""
        self._analysis, self._knowledge, self._share = None, knowledge, share
        self.redraw()

    def show(
        self, analysis: Analysis, names: Sequence[str], turns: Sequence[Turn], position: int
    ) -> None:
        """Show the curves with a line at a position."""
        self._analysis, self._names, self._turns = analysis, names, turns
        self._position = position
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw in the whole area."""
        analysis = self._analysis
        if analysis is None:
            area = area.inside(2, 0, 2, 0)
            draw_share(area, self._share)
            area.right(1, (KNEW[self._knowledge], "dim"))
            for row, words in enumerate(wrap(COMING, area.width), 3):
                area.text(0, row, (words, "dim"))
            return
        area = area.inside(1, 0, 1, 0)
        lines = self._lines(area.width - NUMBER_COLUMNS, area.height // 2)
        below = len(lines) + 1 if area.height >= LIST_FROM_ROWS and lines else 0
        head, chart, turns = area.rows(1, Grow(2), below)
        head.text(0, 0, ("chance to win", "strong"))
        x = head.text(15, 0, (KNEW[analysis.knowledge], "dim"))
        if area.width >= WIDE_COLUMNS:
            head.text(x, 0, (": o switches", "dim"))
        head.right(
            0,
            ("!", "strong good"),
            (" strong  ", "dim"),
            ("?!", "dim"),
            (" slip  ", "dim"),
            ("?", "bad"),
            (" mistake  ", "dim"),
            ("??", "strong bad"),
            (" blunder", "dim"),
        )
        widest = max(map(len, self._names)) + 11
        scale, plot, ends = chart.columns(SCALE_COLUMNS, Grow(), min(widest, NAME_COLUMNS))
        plot, marks = plot.rows(Grow(1), 1)
        self._draw_plot(scale, plot, analysis)
        self._draw_marks(marks, analysis)
        self._draw_ends(ends, analysis)
        if not below:
            return
        for row, (turn, words, is_first) in enumerate(lines, 1):
            if is_first:
                turns.text(0, row, (f"{turn.position:4}", "dim"))
            style = "strong" if turn.position == self._position else ""
            turns.text(NUMBER_COLUMNS, row, (words, style))

    def _lines(self, width: int, most: int) -> list[tuple[Turn, str, bool]]:
        """Return the turning points in lines: with fewer sentences each, where there are too many.

        Args:
            width: the columns of a line.
            most: the number of lines for which there is room.

        Returns:
            Turning points, words, and whether the turning point begins with them.
        """
        rows = max(most // max(len(self._turns), 1), 1)
        whole = [wrap(turn.words, width) for turn in self._turns]
        if sum(map(len, whole)) > most:
            whole = [whole_sentences(turn.words, width, rows) for turn in self._turns]
        return [
            (turn, words, not row)
            for turn, lines in zip(self._turns, whole, strict=True)
            for row, words in enumerate(lines)
        ]

    def _column(self, position: int, width: int) -> int:
        assert self._analysis
        last = max(len(self._analysis.curve[0]) - 1, 1)
        return round(position * (width - 1) / last)

    def _draw_plot(self, scale: Area, plot: Area, analysis: Analysis) -> None:
        rows = {0: "100 %", plot.height - 1: "  0 %"}
        if plot.height >= 5:
            rows[(plot.height - 1) // 2] = " 50 %"
        for row, words in rows.items():
            scale.text(0, row, (words, "dim"))
            plot.text(0, row, ("┈" * plot.width, "rule"))
        x = self._column(self._position, plot.width)
        for row in range(plot.height):
            plot.text(x, row, ("│", "cursor"))
        ranked = sorted(range(len(analysis.curve)), key=lambda seat: analysis.result[seat])
        curves(plot, [(analysis.curve[seat], f"seat-{seat}") for seat in ranked], 0, 1)

    def _draw_marks(self, marks: Area, analysis: Analysis) -> None:
        """Draw the marks of decisions where they were taken, apart from each other: the worst first
        where there is no room for all."""
        order = list(STYLES)
        found = [
            (order.index(choice.mark), choice.position + 1, seat)
            for seat, choices in enumerate(analysis.choices)
            for choice in choices
            if choice.mark
        ]
        taken = set[int]()
        for rank, position, seat in sorted(found, reverse=True):
            mark = order[rank]
            x = min(self._column(position, marks.width), marks.width - len(mark))
            if taken.intersection(range(x - 1, x + len(mark) + 1)):
                continue
            taken.update(range(x, x + len(mark)))
            marks.text(x, 0, (mark, f"strong seat-{seat}" if mark != "?!" else f"seat-{seat}"))

    def _draw_ends(self, ends: Area, analysis: Analysis) -> None:
        """Write the chance of each seat at the position, and what has moved it so far."""
        here = [curve[self._position] for curve in analysis.curve]
        for row, seat in enumerate(sorted(range(len(here)), key=lambda seat: -here[seat])):
            if row >= ends.height:
                break
            name, style = seat_name(seat, self._names[seat])
            room = ends.width - 8
            fit = name if len(name) <= room else f"{name[: room - 1]}…"
            if room < 4:
                fit, style = seat_mark(seat)
            ends.text(1, row, (fit, style))
            ends.right(row, (f"{100 * here[seat]:.0f} %", "strong"))


def whole_sentences(text: str, width: int, rows: int) -> list[str]:
    """Return as many sentences of a text as some rows have room for, in lines; the first whole
    clauses of it where there is no room for one sentence."""
    first, *more = re.split(r"(?<=\.) ", text)
    if len(wrap(first, width)) <= rows:
        kept = first
        for sentence in more:
            longer = f"{kept} {sentence}"
            kept = longer if len(wrap(longer, width)) <= rows else kept
        return wrap(kept, width)
    # The moment of the swing ends with a colon as well: it says nothing alone.
    ends = [found.start() for found in re.finditer(r"[;:] ", first)][1:]
    for clause in reversed(ends):
        lines = wrap(f"{first[:clause]}.", width)
        if len(lines) <= rows:
            return lines
    return wrap(text, width, max_lines=rows, placeholder=" …")


def draw_share(area: Area, share: float) -> None:
    """Draw the share of an analysis that is done, in two rows."""
    words = f"The match is being analysed: {100 * share:.0f} %.  c stops it."
    area.text(0, 0, (words, "strong cursor"))
    bar(area, 0, 1, min(BAR_COLUMNS, area.width), [(round(100 * share), "cursor")], 100)
