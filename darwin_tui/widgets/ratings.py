"""The ratings of a player in each game, on one scale with the levels of the bots."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract import registry
from darwin_core.text.language import tr
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.interval import MARK, column_of, interval_bar
from darwin_tui.library.statistics import ANCHOR_POINTS, MATCHES_MIN, Statistics, level_points
from darwin_tui.seating import level_title
from darwin_tui.widgets.boxes import title_of

NAME_COLUMNS: Final = 17
GAME_ROWS: Final = 2
RATING_LEAST, RATING_MOST, RATING_STEP = 700, 2300, 400
"""The scale of ratings; it is widened for those beyond it."""


def draw_ratings(area: Area, found: Statistics, games: Sequence[str], chosen: str) -> None:
    """Draw of each game the rating with its interval, below the scale.

    Args:
        area: a row for the scale, and GAME_ROWS for each game.
        found: the figures.
        games: the games by name, in order.
        chosen: the one whose title stands out.
    """
    rated = [game.rating for game in found.games if game.rating]
    least = min([RATING_LEAST, *(one.low for one in rated)])
    most = max([RATING_MOST, *(one.high for one in rated)])
    _, plot = area.columns(NAME_COLUMNS, Grow())
    for value in range(RATING_LEAST, RATING_MOST + 1, RATING_STEP):
        at = column_of(value, least, most, plot.width)
        plot.text(min(max(at - 2, 0), plot.width - 4), 0, (str(value), "dim"))
    for number, slug in enumerate(games):
        y = 1 + GAME_ROWS * number
        line = area.at(0, y, area.width, GAME_ROWS)
        ratings = level_points(registry.get(slug).package)
        room = plot.width
        for level, points in sorted(ratings.items(), key=lambda each: each[1])[::-1]:
            at = column_of(points, least, most, plot.width)
            plot.text(at, y, (MARK, "dim"))
            # Levels of one strength stand side by side.
            room = min(at, room - 1)
            plot.text(room, y + 1, (level_title(level)[0], "ink"))
        line.text(1, 0, (title_of(slug), "strong cursor" if slug == chosen else "strong"))
        figures = found.of(slug)
        own = figures.rating if figures else None
        if own is None:
            played = figures.played if figures else 0
            words = tr("{number} of {all} matches", number=played, all=MATCHES_MIN)
            line.text(1, 1, (words, "dim"))
            continue
        line.text(1, 1, f"{own.value}", (f" ± {own.high - own.value}", "dim"))
        row = plot.at(0, y, plot.width, 1)
        interval_bar(
            row, 0, own.value, (own.low, own.high), (least, most),
            marks=(ANCHOR_POINTS,), has_line=False,
        )  # fmt: skip
