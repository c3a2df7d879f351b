"""The winning chances over a match: a curve for each seat, the marked decisions, and the turning
points in words."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Final, NamedTuple

from darwin_core.analysis.report import Analysis, TurningPoint, sentence, turning_points
from darwin_core.analysis.review import Knowledge, Mark
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import chance_words, means_in
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow, shortened
from darwin_tui.drawing.canvas import columns_of, gathered, spread, wrapped
from darwin_tui.drawing.chart import curves
from darwin_tui.drawing.marks import bar, seat_mark, seat_name
from darwin_tui.library.hindsight import FOLLOWED
from darwin_tui.widgets.pane import DrawnWidget

SCALE_COLUMNS: Final = 6
"""Columns of the percentages beside the curves."""
NAME_COLUMNS: Final = 26
"""Maximum columns of the list of seats."""
NAME_GAP_COLUMNS: Final = 3
"""Columns beside a seat's name: its mark and a blank, and the blank at the left of the list."""
NAME_ROOM_MIN: Final = 4
"""Columns below which a seat's mark stands for its name."""
MIDDLE_FROM_ROWS: Final = 5
"""Rows of the curves from which the scale has a middle."""
CHANCE_COLUMNS: Final = 11
"""Columns of a seat's chance, with gaps: room for the words of a chance below one percent."""
BAR_COLUMNS: Final = 40
"""Maximum columns of the bar of progress."""
WIDE_COLUMNS: Final = 95
"""Minimum columns of a head that names the key that changes the knowledge."""
KNEW: Final[dict[Knowledge, str]] = {
    "players": mark("as each player knew"),
    "spectator": mark("as a spectator knew"),
    "all": mark("all cards open"),
}
"""Short labels of the knowledge, for the row above the curves."""
KNEW_OPEN: Final = mark("as each player knew; {replay.knowledge}: all cards open")
"""The label of the players' knowledge beside a board on which nothing is hidden."""
APART: Final = mark("not 100 % in all: each knew other things")
"""The reason why the chances of all players need not add up."""
LIST_FROM_ROWS: Final = 15
"""Minimum rows of a chart that lists the turning points below the curves."""
LIST_ROWS: Final = 10
"""Rows reserved for the turning points, with a gap, until they are known."""
NUMBER_COLUMNS: Final = 6
"""Columns of the action number before a turning point, with its gap."""
HEAD_GAP_COLUMNS: Final = 2
"""Columns between two parts of the head."""
COMING: Final = mark(
    "Then curves show how likely each player was to win after every action, and decisions that "
    "cost much are marked: {replay.last_mark} and {replay.next_mark} go from one to the next."
)
STYLES: Final[dict[Mark, str]] = {"!": "strong good", "?!": "dim", "?": "bad", "??": "strong bad"}
"""Styles of the marks of decisions, from the best decision to the worst."""


class Turn(NamedTuple):
    """A turning point in words."""

    position: int
    words: str


def turns(
    recording: AnyRecording,
    analysis: Analysis,
    seat_names: SeatNames,
    seat: int | None = None,
    followed: Collection[int] = (),
) -> list[Turn]:
    """Return the turning points of a match in words, for the viewer of its recording.

    Args:
        seat: the seat whose turning points are wanted; by default the viewer's, or all seats.
        followed: positions of decisions that followed a hint.
    """
    of_seat = [] if seat is None else turning_points(analysis.curve, [seat], analysis.errors)

    def words(point: TurningPoint) -> str:
        choice = analysis.choice_before(point.position)
        text = sentence(recording, point, seat_names, analysis)
        is_hinted = choice and choice.cost and choice.position in followed
        return f"{text} {tr(FOLLOWED)}" if is_hinted else text

    return [Turn(point.position, words(point)) for point in of_seat or points(recording, analysis)]


def points(recording: AnyRecording, analysis: Analysis) -> Sequence[TurningPoint]:
    """Return the viewer's turning points, or all players' for a spectator."""
    viewers = [recording.viewer] if recording.viewer < len(analysis.curve) else []
    return turning_points(analysis.curve, viewers, analysis.errors) or analysis.turning_points


class Curves(NamedTuple):
    """The winning chances by an analysis, or as far as it has come."""

    knowledge: Knowledge
    """The knowledge by which the chances are judged."""
    chances: Sequence[Sequence[float | None]]
    """The chances of each seat at all positions; None if not known yet."""
    names: Sequence[str]
    """Names of the seats."""
    position: int
    """Position of the match at which a line is drawn."""
    share: float = 1.0
    """Fraction of the analysis that is done."""
    analysis: Analysis | None = None
    """The analysis, once it is done."""
    turns: Sequence[Turn] = ()
    is_open: bool = False
    """Nothing is hidden on the board above."""


class ChanceCurve(DrawnWidget):
    """The curves of the winning chances, or the progress of their analysis."""

    def __init__(self) -> None:
        super().__init__(id="chances")
        self._curves = Curves("players", (), (), 0)

    def show(self, curves: Curves) -> None:
        self._curves = curves
        self.redraw()

    def fill(self, area: Area) -> None:
        area = area.inside(1, 0, 1, 0)
        below = min(LIST_ROWS, area.height // 2) if area.height >= LIST_FROM_ROWS else 0
        head, chart, turns = area.rows(1, Grow(), below)
        self._draw_head(head)
        longest = max(map(columns_of, self._curves.names), default=0)
        widest = longest + NAME_GAP_COLUMNS + CHANCE_COLUMNS
        scale, plot, ends = chart.columns(SCALE_COLUMNS, Grow(), min(widest, NAME_COLUMNS))
        plot, marks = plot.rows(Grow(1), 1)
        if self._curves.chances:
            self._draw_plot(scale, plot)
            self._draw_ends(ends)
        if self._curves.analysis:
            self._draw_marks(marks, self._curves.analysis)
            self._draw_turns(turns)
        elif below:
            turns.paragraph(1, tr(COMING, **KEYS), "dim")

    def _draw_head(self, head: Area) -> None:
        """Write the knowledge, and the meaning of the marks or the progress of the analysis."""
        x = head.text(0, 0, (tr("chance to win"), "strong")) + HEAD_GAP_COLUMNS
        is_other = self._curves.is_open and self._curves.knowledge == "players"
        knew = KNEW_OPEN if is_other else KNEW[self._curves.knowledge]
        x = head.text(x, 0, (tr(knew, **KEYS), "dim"))
        if self._curves.analysis is None:
            words = tr(
                "The match is being analysed: {percent} %", percent=round(100 * self._curves.share)
            )
            stops = tr("{replay.chances} stops it", **KEYS)
            more = f".  {stops}" if head.width >= WIDE_COLUMNS else ""
            head.right(0, (words, "strong cursor"), (more, "dim"))
            return
        if head.width >= WIDE_COLUMNS and not is_other:
            head.text(x, 0, (f": {tr('{replay.knowledge} switches', **KEYS)}", "dim"))
        legend = (
            ("!", "strong good"),
            (f" {tr_in('mark', 'strong')}  ", "dim"),
            ("?!", "dim"),
            (f" {tr_in('mark', 'slip')}  ", "dim"),
            ("?", "bad"),
            (f" {tr_in('mark', 'mistake')}  ", "dim"),
            ("??", "strong bad"),
            (f" {tr_in('mark', 'blunder')}", "dim"),
        )
        if not is_other or x + HEAD_GAP_COLUMNS + sum(len(w) for w, _ in legend) <= head.width:
            head.right(0, *legend)

    def _draw_turns(self, area: Area) -> None:
        """Write the turning points, if there are rows for them."""
        lines = self._lines(area.width - NUMBER_COLUMNS, area.height - 1)
        for row, (turn, words, is_first) in enumerate(lines[: max(area.height - 1, 0)], 1):
            if is_first:
                area.text(0, row, (f"{turn.position:4}", "dim"))
            style = "strong" if turn.position == self._curves.position else ""
            area.text(NUMBER_COLUMNS, row, (words, style))

    def _lines(self, width: int, most: int) -> list[tuple[Turn, str, bool]]:
        """Return the turning points in lines, shortened if there are too many.

        Args:
            width: columns of a line.
            most: maximum number of lines.

        Returns:
            For each line its turning point, its words, and whether it is the turning point's first.
        """
        rows = max(most // max(len(self._curves.turns), 1), 1)
        texts = [wrapped(turn.words, width) for turn in self._curves.turns]
        if sum(map(len, texts)) > most:
            texts = [whole_sentences(turn.words, width, rows) for turn in self._curves.turns]
        return [
            (turn, words, not row)
            for turn, lines in zip(self._curves.turns, texts, strict=True)
            for row, words in enumerate(lines)
        ]

    def _column(self, position: int, width: int) -> int:
        """Return the column of a position of the match."""
        last = max(len(self._curves.chances[0]) - 1, 1)
        return round(position * (width - 1) / last)

    def _draw_plot(self, scale: Area, plot: Area) -> None:
        """Draw the scale, the line at the position, and the curves, that of the final leader on
        top. Gaps in the curves of an unfinished analysis are bridged faintly."""
        rows = {0: "100 %", plot.height - 1: "  0 %"}
        if plot.height >= MIDDLE_FROM_ROWS:
            rows[(plot.height - 1) // 2] = " 50 %"
        for row, words in rows.items():
            scale.text(0, row, (words, "dim"))
            plot.text(0, row, ("┈" * plot.width, "rule"))
        x = self._column(self._curves.position, plot.width)
        for row in range(plot.height):
            plot.text(x, row, ("│", "cursor"))
        ranked = sorted(
            range(len(self._curves.chances)), key=lambda seat: self._curves.chances[seat][-1] or 0
        )
        bridges = [(bridged(self._curves.chances[seat]), "faint") for seat in ranked]
        curves_by_seat = [(self._curves.chances[seat], f"seat-{seat}") for seat in ranked]
        curves(plot, curves_by_seat if self._curves.analysis else [*bridges, *curves_by_seat], 0, 1)

    def _draw_marks(self, marks: Area, analysis: Analysis) -> None:
        """Draw the marks of decisions at their positions; where marks would overlap, draw that of
        the worst decision."""
        order = list(STYLES)
        placed = [
            (order.index(choice.mark), choice.position + 1, seat)
            for seat, choices in enumerate(analysis.choices)
            for choice in choices
            if choice.mark
        ]
        taken = set[int]()
        for rank, position, seat in sorted(placed, reverse=True):
            mark = order[rank]
            x = min(self._column(position, marks.width), marks.width - len(mark))
            # A blank separates neighbouring marks.
            if taken.intersection(range(x - 1, x + len(mark) + 1)):
                continue
            taken.update(range(x, x + len(mark)))
            marks.text(x, 0, (mark, f"strong seat-{seat}" if mark != "?!" else f"seat-{seat}"))

    def _draw_ends(self, ends: Area) -> None:
        """Write each seat's chance at the position and, if there is room, why chances need not add
        up."""
        chances = [curve[self._curves.position] for curve in self._curves.chances]
        for row, seat in enumerate(
            sorted(range(len(chances)), key=lambda seat: -(chances[seat] or 0))
        ):
            if row >= ends.height:
                break
            name, style = seat_name(seat, self._curves.names[seat])
            room = ends.width - CHANCE_COLUMNS
            fit = shortened(name, room)
            if room < NAME_ROOM_MIN:
                fit, style = seat_mark(seat)
            ends.text(1, row, (fit, style))
            chance = chances[seat]
            is_over = self._curves.position == len(self._curves.chances[seat]) - 1
            words = "…" if chance is None else chance_words(chance, is_over=is_over)
            ends.right(row, (words, "strong"))
        apart = wrap(tr(APART), max(ends.width - 1, 1))
        below = min(len(chances) + 1, ends.height - len(apart))
        if self._curves.knowledge == "players" and below >= len(chances):
            ends.inside(1, below, 0).paragraph(0, tr(APART), "dim")


def bridged(curve: Sequence[float | None]) -> list[float | None]:
    """Return a curve with straight lines across its gaps."""
    known_points = [(at, chance) for at, chance in enumerate(curve) if chance is not None]
    filled = list(curve)
    for (start, low), (end, high) in pairwise(known_points):
        for at in range(start + 1, end):
            filled[at] = low + (high - low) * (at - start) / (end - start)
    return filled


def whole_sentences(text: str, width: int, rows: int) -> list[str]:
    """Return lines with as many sentences of a text as fit some rows. The first sentence is always
    included, without its last parts if it does not fit."""

    def fits(sentences: str) -> bool:
        return len(wrapped(sentences, width)) <= rows

    first, *more = re.split(r"(?<=\.) ", text)
    fitting = next(filter(fits, (first, *_shorter(first))), "")
    if not fitting:
        lines = wrap(spread(text), width, max_lines=rows, placeholder=" …")
        return list(map(gathered, lines))
    for more_words in more:
        longer = f"{fitting} {more_words}"
        fitting = longer if fits(longer) else fitting
    return wrapped(fitting, width)


def _shorter(words: str) -> Iterator[str]:
    """Yield shorter forms of a sentence: without its last clauses, without the means of an action,
    and at last without anything after its first colon, which follows the moment."""
    colons = [match.start() for match in re.finditer(r"[;:] ", words)]
    lead = colons[0] if colons else len(words)
    commas = [match.start() for match in re.finditer(", ", words)]
    # After a semicolon, the words before a colon are a label, which means nothing alone.
    labels = [end for begin, end in pairwise(colons) if words[begin] == ";" and words[end] == ":"]
    for ends in (colons, commas, means_in(words)):
        for end in reversed(ends):
            if end > lead and end not in labels:
                yield f"{words[:end]}."
    for end in reversed([*(comma for comma in commas if comma < lead), *colons[:1]]):
        yield f"{words[:end]}."


def draw_share(area: Area, share: float) -> None:
    """Draw the progress of an analysis on the page of results, in two rows."""
    words = tr(
        "The match is being analysed: {percent} %.  {results.chances} stops it.",
        percent=round(100 * share),
        **KEYS,
    )
    area.text(0, 0, (words, "strong cursor"))
    bar(area, 0, 1, min(BAR_COLUMNS, area.width), [(round(100 * share), "cursor")], 100)
