"""The player's own matches in figures.

For each game, the page shows the matches and scores, what decisions gave away (the chance of
winning lost against the best known action), ratings and rivals, and the collection of specimens. A
small page shows one of these at a time.

A "place" is where the page's cursor can go, as on every page; only in ``Score.place`` it is a rank.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import ClassVar, Final, NamedTuple

import msgspec
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size

from darwin_core.bots import ladder
from darwin_core.contract import registry
from darwin_core.contract.registry import BOXES
from darwin_core.kit.achievements import achievements
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.wording import counted, decimal, listed, ordinal, percent
from darwin_tui import commands
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.chart import REFERENCE_SIGN, column_of, curves, grid, interval_bar, row_of
from darwin_tui.drawing.marks import SIGNS, State, signed
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.library import saves
from darwin_tui.library.daily import short_title
from darwin_tui.library.dates import short_date
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import SLICE_SECONDS
from darwin_tui.library.statistics import (
    ANCHOR_POINTS,
    GIVEN_HEADS,
    MATCHES_MIN,
    TIMES,
    Cabinet,
    Collection,
    Finished,
    GameFigures,
    GivenRow,
    MatchFilter,
    Rival,
    Score,
    Specimen,
    Statistics,
    finished,
    given_rows,
    level_points,
    luck_lines,
    rivals_met,
    statistics,
    tables_met,
)
from darwin_tui.paths import SUFFIX
from darwin_tui.screens import navigation
from darwin_tui.screens.match_screens import MatchesScreen
from darwin_tui.seating import level_title
from darwin_tui.strength.figures import with_minus
from darwin_tui.widgets.boxes import draw_unplayed, largest_picture, title_of
from darwin_tui.widgets.dialogs import PickDialog
from darwin_tui.widgets.pane import Page, TitleBar
from darwin_tui.widgets.screen import KeyBar

Enter = Callable[[str, Area], State]
"""Enters an area as a place of the page and returns its state."""
GameLine = tuple[str, Area, State]
"""A game, its rows on the page, and its state as a place."""
GAME_ROWS: Final = 2
"""Rows of a game."""
NAME_COLUMNS: Final = 17
"""Columns of a game's name before the scales of decisions and ratings."""

# --- matches and scores

NO_SCORES: Final = mark("The points of each finished match appear here, the newest at the right.")
HEAD_COLUMNS: Final = 13
"""Columns of a game's title, and of its matches played and won."""
NUMBERS_COLUMNS: Final = 18
"""Columns of the mean, the best result and the mean place."""
PICTURE_COLUMNS: Final = 10
"""Columns of a game's box picture, with a gap."""
FEW_SCORES: Final = 6
"""Maximum number of scores with their points beside them."""
SCALE_COLUMNS: Final = 5
"""Columns of the points beside a curve."""
MEAN_WITH_TENTH_BELOW: Final = 20
"""Means of fewer points, regardless of sign, are written with tenths."""
FEW: Final = mark("few")
"""Shown instead of the interval of too few matches."""


def draw_matches(
    area: Area, all_figures: Statistics, lines: Sequence[GameLine], chosen: str
) -> None:
    """Draw the matches played and won of each game, with the 95 % interval of the share won.

    Args:
        area: a row for the scale, and the rows of the games.
        lines: the games, with their rows inside the area.
        chosen: slug of the game in the other panels.
    """
    margin = PICTURE_COLUMNS if area.look.has_pictures and area.look.has_colours else 1
    names = area.inside(margin, 0, 0, 0)
    head, plot, numbers = names.columns(HEAD_COLUMNS, Grow(), NUMBERS_COLUMNS, gap=1)
    head.text(0, 0, (tr("played  won"), "dim"))
    plot.text(0, 0, ("0", "dim"))
    plot.centre(0, ("50", "dim"))
    plot.right(0, ("100 %", "dim"))
    numbers.right(0, (tr(" mean  best place"), "dim"))
    for slug, own_line, state in lines:
        line = own_line.on("strip") if slug == chosen else own_line
        sign = SIGNS[state] if state.is_focused else (" ", "")
        line.text(0, 0, sign)
        if margin > 1 and slug in BOXES:
            line.picture(1, 0, pictures("shelf")[f"{slug}-small"])
        style = "strong cursor" if slug == chosen else "strong"
        row = line.inside(margin, 0, 0, 0)
        row.text(0, 0, (title_of(slug), style))
        figures = all_figures.of(slug)
        if figures is None:
            row.text(0, 1, (tr("not played"), "dim"))
            continue
        row.text(0, 1, f"{figures.played:>6}", (decimal(figures.won, ">5.4g"), "strong"))
        scale = row.at(HEAD_COLUMNS + 1, 0, plot.width, GAME_ROWS)
        if figures.low is not None and figures.high is not None:
            span = figures.low, figures.high
            share = percent(figures.win_rate)
            column = column_of(figures.win_rate, 0, 1, plot.width) - 1
            # A long title reaches into the scale; a blank separates it from the share.
            first_free = max(len(title_of(slug)) - HEAD_COLUMNS, 0)
            scale.text(min(max(column, first_free), plot.width - len(share)), 0, (share, "strong"))
            interval_bar(scale, 1, figures.win_rate, span, (0, 1), marks=(figures.fair_share,))
        else:
            scale.text(0, 1, ("─" * plot.width, "rule"))
            scale.centre(1, (f" {tr(FEW)} ", "dim"))
        row.right(
            1,
            f"{_points(figures.mean_points):>5}",
            (with_minus(f"{figures.best_points:>6}"), "strong"),
            (decimal(figures.mean_place, ">6.1f"), "dim"),
        )


def draw_scores(area: Area, slug: str, figures: GameFigures | None, enter: Enter) -> None:
    """Draw the curve of the scores with wins marked; each point is a place. A single score makes no
    curve; it is written beside the game's box."""
    if figures is None:
        draw_unplayed(area, slug, tr(NO_SCORES))
        return
    if len(figures.scores) == 1:
        _draw_score(area, slug, figures.scores[0], enter)
        return
    if area.height < 2:
        return
    scale, plot = area.columns(SCALE_COLUMNS, Grow())
    # The newest results, at most one in two columns.
    scores = figures.scores[-(plot.width // 2) :]
    first = len(figures.scores) - len(scores)
    least = min(0, *(score.points for score in scores))
    most = max(1, *(score.points for score in scores))
    grid(scale, plot, least, most)
    values = [score.points for score in scores]
    curves(plot, [(values, "seat-0")], least, most)
    for at, score in enumerate(scores):
        x = column_of(at, 0, max(len(scores) - 1, 1), plot.width)
        column = plot.at(x, 0, 1, plot.height)
        state = enter(f"score:{first + at}", column)
        y = row_of(score.points, least, most, plot.height)
        if state.is_focused:
            plot.text(x, y, ("●" if score.won else "○", "strong token-ink on cursor"))
        elif score.won:
            plot.text(x, y, ("●", "strong seat-0"))
        elif len(scores) < plot.width // 3:  # Where points are denser, only wins are marked.
            sign = "○" if len(scores) <= FEW_SCORES else "·"
            plot.text(x, y, (sign, "dim"))
        if len(scores) <= FEW_SCORES:
            words = signed(score.points)
            beside = x + 2 if x + 2 + len(words) <= plot.width else x - 1 - len(words)
            plot.text(beside, y, (words, "strong" if score.won else "dim"))


def _draw_score(area: Area, slug: str, score: Score, enter: Enter) -> None:
    """Write the only result, and that the curve begins with the next."""
    state = enter("score:0", area.at(0, 0, area.width, area.height))
    words = tr(
        "{points}, {place} of {seats}.",
        points=with_minus(counted(score.points, "point")),
        place=ordinal(score.place),
        seats=score.seats,
    )
    text = area
    room = Size(area.width // 3, area.height)
    if area.look.has_pictures and (picture := largest_picture(slug, room)):
        area.picture(0, (area.height - picture.height // 2) // 2, picture)
        text = area.inside(picture.width + 2, 0, 0, 0)
    y = max((text.height - 3) // 2, 0)
    text.text(0, y, (words, "strong"))
    text.paragraph(y + 1, tr("The curve of your scores begins with the second."), "dim")
    if state.is_focused:
        area.text(0, 0, SIGNS[state])


def _points(mean: float) -> str:
    words = decimal(mean, ".1f") if abs(mean) < MEAN_WITH_TENTH_BELOW else f"{mean:.0f}"
    return with_minus(words)


# --- decisions

GIVEN_AWAY_COLUMNS: Final = 11
"""Columns of the share given away in whole matches, with its interval."""
PART_COLUMNS: Final = 7
"""Columns of the share given away in a part of a match."""
UNJUDGED: Final = mark(
    "{replay.chances} in a replay analyses a match; then your decisions are compared with those of "
    "the bots."
)
GIVEN_AWAY_MOST: Final = 0.04
"""Chance at the right end of the scale, which is extended for larger ones."""


def draw_decisions(area: Area, figures: GameFigures | None) -> None:
    """Write what the player and the levels give away per decision, and the effect of luck."""
    rows = given_rows(figures) if figures else []
    # Besides the parts, the heads name the player and the whole match.
    parts = len(GIVEN_HEADS) - 2
    columns = [GIVEN_AWAY_COLUMNS, *[PART_COLUMNS] * parts]
    name, *cells = area.columns(Grow(), *columns)
    for cell, title in zip(cells, GIVEN_HEADS[1:], strict=True):
        cell.right(0, (tr(title), "dim"))
    title = tr(GIVEN_HEADS[0])
    name.text(0, 0, (title if len(title) < name.width else "%", "dim"))
    for y, row in enumerate(rows, 1):
        name.text(0, y, (row.name or tr_in("one", "you"), "strong cursor" if not row.name else ""))
        for cell, words in zip(cells, row.words, strict=True):
            cell.right(y, (words, "strong" if not row.name else "dim"))
    y = len(rows) + 2
    if figures is None or figures.luck is None:
        area.paragraph(y, tr(UNJUDGED, **KEYS), "dim")
        return
    _facts(area.inside(0, y, 0, 0), luck_lines(figures.luck))


def draw_given(area: Area, all_figures: Statistics, lines: Sequence[GameLine], chosen: str) -> None:
    """Draw for each game the chance that the player gives away per decision, on a scale with the
    levels of the bots."""
    rows = [row for game in all_figures.games for row in given_rows(game)]
    most = max([GIVEN_AWAY_MOST, *(row.given.high for row in rows)])
    _, plot = area.columns(NAME_COLUMNS, Grow())
    # A figure has up to three digits and a gap; the last one moves to the left by its digits.
    step = max(-(-5 * int(100 * most) // max(plot.width - 1, 1)), 1)
    for value in range(0, int(100 * most) + 1, step):
        words = str(value) if value else "0 %"
        column = min(column_of(value / 100, 0, most, plot.width), plot.width - len(words))
        plot.text(column, 0, (words, "dim"))
    for slug, line, state in lines:
        if state.is_focused:
            line.text(0, 0, SIGNS[state])
        line.text(1, 0, (title_of(slug), "strong cursor" if slug == chosen else "strong"))
        figures = all_figures.of(slug)
        levels = figures.levels if figures else ladder.given_by(registry.box(slug).package)
        scale = line.inside(NAME_COLUMNS, 0, 0, 0)
        points = {level: given.share for level, given in levels.items()}
        _draw_levels(scale, points, (0, most))
        given_chance = figures.luck.given if figures and figures.luck else None
        if given_chance is None:
            line.text(1, 1, (tr("not analysed"), "dim"))
            continue
        line.text(1, 1, f"{GivenRow('', given_chance).words[0]} %")
        span = (given_chance.low, given_chance.high)
        interval_bar(scale, 0, given_chance.share, span, (0, most), marks=(), has_line=False)


# --- ratings and rivals

WIDE_COLUMNS: Final = 73
"""Columns from which rivals are beside the figures."""
RATING_LEAST, RATING_MOST, RATING_STEP = 700, 2300, 400
"""Ends of the scale of ratings, and the distance of its figures. The scale is extended for ratings
beyond its ends."""


def draw_legend(area: Area) -> None:
    """Write the levels with their letters on the scales."""
    levels = ("easy", "normal", "hard", "master")
    words: list[Styled] = []
    for level in levels:
        title = level_title(level)
        words += [(f"{title[0]} ", "strong"), (f"{title}   ", "dim")]
    area.text(0, 0, *words)


def _draw_levels(area: Area, values: Mapping[str, float], scale: tuple[float, float]) -> None:
    """Mark the levels' values on a scale, each with a letter below."""
    room = area.width
    # From right to left, so that each letter has to avoid only the one at its right.
    for level, value in sorted(values.items(), key=lambda entry: entry[1])[::-1]:
        column = column_of(value, *scale, area.width)
        area.text(column, 0, (REFERENCE_SIGN, "dim"))
        # The letters of equally strong levels stand side by side.
        room = min(column, room - 1)
        area.text(room, 1, (level_title(level)[0], "ink"))


def draw_ratings(area: Area, all_figures: Statistics, games: Sequence[str], chosen: str) -> None:
    """Draw each game's rating with its interval, below the scale.

    Args:
        area: a row for the scale, and GAME_ROWS for each game.
        games: slugs of the games, in order.
        chosen: slug of the game in the other panels.
    """
    ratings = [game.rating for game in all_figures.games if game.rating]
    least = min([RATING_LEAST, *(rating.low for rating in ratings)])
    most = max([RATING_MOST, *(rating.high for rating in ratings)])
    _, plot = area.columns(NAME_COLUMNS, Grow())
    for value in range(RATING_LEAST, RATING_MOST + 1, RATING_STEP):
        column = column_of(value, least, most, plot.width)
        plot.text(min(max(column - 2, 0), plot.width - 4), 0, (str(value), "dim"))
    for number, slug in enumerate(games):
        y = 1 + GAME_ROWS * number
        line = area.at(0, y, area.width, GAME_ROWS)
        levels = level_points(registry.box(slug).package)
        _draw_levels(plot.at(0, y, plot.width, GAME_ROWS), levels, (least, most))
        line.text(1, 0, (title_of(slug), "strong cursor" if slug == chosen else "strong"))
        figures = all_figures.of(slug)
        rating = figures.rating if figures else None
        if rating is None:
            played = figures.played if figures else 0
            words = tr("{number} of {all} matches", number=played, all=MATCHES_MIN)
            line.text(1, 1, (words, "dim"))
            continue
        line.text(1, 1, f"{rating.value}", (f" ± {rating.high - rating.value}", "dim"))
        row = plot.at(0, y, plot.width, 1)
        interval_bar(
            row, 0, rating.value, (rating.low, rating.high), (least, most),
            marks=(ANCHOR_POINTS,), has_line=False,
        )  # fmt: skip


def draw_rivals(area: Area, figures: GameFigures | None) -> None:
    """Write the streaks, and the rivals with the share of matches finished ahead of them."""
    facts = [
        (tr("won in a row now"), str(figures.streak if figures else 0)),
        (tr("longest"), str(figures.longest_streak if figures else 0)),
        (tr("in the first two"), percent(figures.first_two) if figures else "–"),
    ]
    rivals = figures.rivals if figures else ()
    if area.width >= WIDE_COLUMNS:
        left, right = area.columns(Grow(), Grow(), gap=4)
        _facts(left, facts)
        _rivals(right, rivals)
    else:
        top, below = area.rows(len(facts) + 1, Grow())
        _facts(top, facts)
        _rivals(below, rivals)


def _facts(area: Area, facts: Sequence[tuple[str, str]]) -> None:
    for row, (label, value) in enumerate(facts):
        area.text(0, row, (label, "dim"))
        area.right(row, (value, "strong"))


def _rivals(area: Area, rivals: Sequence[Rival]) -> None:
    names, plot, shares = area.columns(Grow(16, 24), Grow(6, 16), 7, gap=1)
    names.text(0, 0, (tr("rival"), "dim"))
    names.right(0, (tr("met"), "dim"))
    area.right(0, (tr("you ahead"), "dim"))
    if not rivals:
        area.text(0, 1, (tr("Nobody met yet."), "dim"))
    for row, rival in enumerate(rivals[: area.height - 1], 1):
        name = tr("{level} bots", level=tr(rival.name)) if rival.is_bot else rival.name
        names.text(0, row, (name, "strong"))
        names.right(row, str(rival.matches))
        plot.text(0, row, ("━" * round(plot.width * rival.ahead), "seat-0"))
        shares.right(row, (percent(rival.ahead), "strong"))


# --- the collection

LINEN: Final = "#ece2c6"
INK: Final = "#2b2419"
WOOD: Final = "#3a2818"
HOLE: Final = "#2a1c10"
FADED: Final = "#8a7a5c"
"""Colours of a drawer, the same in every theme: its lining and the titles of found specimens, ink
on the lining, the wood, an empty place, and the title of an empty place."""
SPECIMEN_ROWS: Final = 3
"""Rows of a specimen's picture."""
DRAWER_ROWS: Final = SPECIMEN_ROWS + 3
"""Rows of a drawer: the labels of all drawers, and wood above and below the specimens."""
TITLE_ROWS: Final = 2
"""Rows of the titles below the specimens, if a drawer has room for them."""
TITLED_COLUMNS: Final = 12
"""Columns of a place from which its title is below it."""
TITLE_COLUMNS: Final = 28
"""Minimum columns of the titles of places in a list."""
LIST_EDGES: Final = 5
"""Columns beside a title in a list: the cursor, the sign, and blanks."""


class DrawerPlace(NamedTuple):
    """The place of a specimen in a drawer."""

    key: str
    """Name of the place on the page."""
    title: str
    sentence: str
    """The achievement for which the specimen is found."""
    specimen: str
    """Name of the specimen's picture."""
    is_found: bool


def draw_drawer(area: Area, places: Sequence[DrawerPlace], enter: Enter) -> None:
    """Draw a drawer: its places in a row, with their titles below if there is room.

    Args:
        area: SPECIMEN_ROWS and two more rows, plus TITLE_ROWS for the titles.
        enter: called for each place.
    """
    wood = area.on(WOOD)
    wood.fill(" ", WOOD)
    pitch = area.width // len(places)
    margin = (area.width - pitch * len(places) + 1) // 2
    has_titles = pitch >= TITLED_COLUMNS and area.height >= SPECIMEN_ROWS + TITLE_ROWS + 2
    for number, place in enumerate(places):
        cell = wood.at(margin + number * pitch, 1, pitch - 1, area.height - 2)
        is_focused = enter(place.key, cell).is_focused
        hole = cell.at(0, 0, cell.width, SPECIMEN_ROWS)
        if place.is_found:
            _draw_specimen(hole, place)
        else:
            hole.on(HOLE).centre(1, ("·", FADED))
        if has_titles:
            style = f"strong {LINEN}" if place.is_found else FADED
            for row, words in enumerate(wrap(place.title, cell.width)[:TITLE_ROWS]):
                cell.centre(SPECIMEN_ROWS + row, (words, style))
        if is_focused:
            cell.text(0, 0, ("▶", "strong token-ink on cursor"))


def _draw_specimen(hole: Area, place: DrawerPlace) -> None:
    has_colours = hole.look.has_colours
    cell = hole.on(LINEN if has_colours else "keycap")
    if hole.look.has_pictures and has_colours:
        specimen = pictures("specimens")[place.specimen]
        cell.picture((cell.width - specimen.width) // 2, 0, specimen)
    else:
        cell.centre(1, (place.specimen[: cell.width], f"strong {INK}" if has_colours else ""))


def draw_list(area: Area, places: Sequence[DrawerPlace], enter: Enter) -> None:
    """Write the places of a drawer: found or not, title and sentence, in two rows if one is too
    short."""
    y = 0
    column = max(TITLE_COLUMNS, *(len(place.title) + LIST_EDGES for place in places))
    for place in places:
        lines = wrap(place.sentence, area.width - column)
        part = area.at(0, y, area.width, len(lines))
        is_focused = enter(place.key, part).is_focused
        part = part.on("strip") if is_focused else part
        part.text(0, 0, ("▶" if is_focused else " ", "strong cursor"))
        sign = ("✓", "strong good") if place.is_found else ("·", "dim")
        part.text(2, 0, sign, (f" {place.title}", "strong" if place.is_found else "dim"))
        for row, line in enumerate(lines):
            part.text(column, row, (line, "dim"))
        y += len(lines)


# --- the page

LARGE: Final = (116, 34)
"""Minimum size of a page that shows everything at once."""
DECISIONS_COLUMNS: Final = 44
RIVALS_COLUMNS: Final = 35
"""Columns of the panels of decisions and of rivals in a large page; the scores have the rest."""
TALL_ROWS: Final = 44
"""Rows of a page from which the specimens have titles."""
MATCHES_ROWS: Final = GAME_ROWS * len(BOXES) + 1
"""Rows of all listed games, and one for the scale or the heads."""
TABS: Final = (mark("Matches"), mark("Decisions"), mark("Rating and rivals"), mark("Collection"))
MATCHES: Final = 0
DECISIONS: Final = 1
COLLECTION: Final = len(TABS) - 1
"""Indices of tabs."""


class YouPage(Page):
    """The page of the player's figures, with places for the games and the points of the curve."""

    def __init__(self) -> None:
        super().__init__(id="you")
        self.statistics: Statistics | None = None
        """The figures; None until all matches are read."""
        self.read = 0
        """Number of matches read so far."""
        self.tab = MATCHES
        """The tab of a small page. A large page shows everything; there it is COLLECTION while the
        cursor is in the collection, else MATCHES."""
        self.collection: Collection = {}
        """Specimens found so far."""
        self.slug = next(iter(BOXES))
        """Game whose scores and rivals are shown."""
        self.cursor = f"game:{self.slug}"
        self.is_large = False

    # --- for the screen

    @property
    def games(self) -> list[str]:
        """Slugs of the listed games: the built-in ones, for which the page has rows."""
        return [*BOXES]

    @property
    def figures(self) -> GameFigures | None:
        """Figures of the displayed game."""
        return self.statistics.of(self.slug) if self.statistics else None

    @property
    def score(self) -> Score | None:
        """The result under the cursor; None elsewhere."""
        kind, _, number = self.cursor.partition(":")
        figures = self.figures
        return figures.scores[int(number)] if kind == "score" and figures else None

    @property
    def specimen(self) -> Specimen | None:
        """The found specimen under the cursor; None elsewhere."""
        kind, _, key = self.cursor.partition(":")
        slug, _, name = key.partition(":")
        return self.collection.get((slug, name)) if kind == "find" else None

    def show(self, figures: Statistics) -> None:
        """Show figures. If the displayed game was not played, display the most played one."""
        self.statistics = figures
        listed_games = [game for game in figures.games if game.game in self.games]
        if listed_games and not self.figures:
            self.slug = max(listed_games, key=lambda game: game.played).game
            self.cursor = f"game:{self.slug}"
        kind, _, number = self.cursor.partition(":")
        scores = self.figures.scores if self.figures else ()
        # A filter may leave fewer results than the number under the cursor.
        if kind == "score" and int(number) >= len(scores):
            self.cursor = f"game:{self.slug}"
        self.redraw()

    def move_to(self, place: str) -> None:
        """Move the cursor to a place; a game determines the other panels."""
        kind, _, name = place.partition(":")
        if kind == "game":
            self.slug = name
        if self.is_large:
            self.tab = COLLECTION if kind == "find" else MATCHES
        super().move_to(place)

    def move(self, dx: int, dy: int) -> None:
        """Move to another game (up and down) or another result (left and right). In the collection,
        move to another place."""
        if self.tab == COLLECTION:
            # A large page shows the drawer as a row, a small page as a list.
            drawer_step = dy if self.is_large else dx
            if drawer_step:
                self._change_drawer(drawer_step)
            else:
                super().move(dx, dy)
            return
        scores = [place for place in self.places if place.startswith("score:")]
        games = self.games
        if dy:
            index = min(max(games.index(self.slug) + dy, 0), len(games) - 1)
            self.move_to(f"game:{games[index]}")
        elif scores and self.cursor in scores:
            self.move_to(scores[min(max(scores.index(self.cursor) + dx, 0), len(scores) - 1)])
        elif scores:
            self.move_to(scores[-1 if dx < 0 else 0])

    def step(self, by: int) -> None:
        """Open the next tab; in a large page, move to the collection and back."""
        if self.is_large:
            self.tab = MATCHES if self.tab == COLLECTION else COLLECTION
        else:
            self.tab = (self.tab + by) % len(TABS)
        self._reset_cursor()

    def _reset_cursor(self) -> None:
        """Move the cursor to the first place of the tab."""
        self.cursor = f"game:{self.slug}"
        if self.tab == COLLECTION and (places := self._places(self.slug)):
            self.cursor = places[0].key
        self.redraw()

    def _change_drawer(self, by: int) -> None:
        """Show another game's drawer."""
        games = self.games
        self.slug = games[(games.index(self.slug) + by) % len(games)]
        self._reset_cursor()

    def _places(self, slug: str) -> list[DrawerPlace]:
        collection = self.collection
        return [
            DrawerPlace(
                f"find:{slug}:{achievement.name}",
                tr(achievement.title),
                tr(achievement.sentence),
                achievement.specimen,
                (slug, achievement.name) in collection,
            )
            for achievement in achievements(registry.get(slug))
        ]  # fmt: skip

    # --- drawing

    def fill(self, area: Area) -> None:
        self.is_large = area.width >= LARGE[0] and area.height >= LARGE[1]
        if self.statistics is None:
            area.text(
                1, 1, (tr("Reading the saved matches: {number} so far.", number=self.read), "dim")
            )
            return
        body, foot = area.rows(Grow(), 1)
        if self.is_large:
            self._fill_large(body, self.statistics)
        else:
            self._fill_small(body, self.statistics)
        foot.on("strip").text(1, 0, *self._sentence(self.statistics))

    def _fill_large(self, area: Area, all_figures: Statistics) -> None:
        drawer_rows = DRAWER_ROWS + (TITLE_ROWS if area.height >= TALL_ROWS else 0)
        top, below, drawers = area.rows(MATCHES_ROWS + 2, Grow(), drawer_rows)
        self._fill_drawer(drawers)
        left, right = top.columns(Grow(weight=6), Grow(weight=5), gap=1)
        fair = ((REFERENCE_SIGN, "ink"), f" {tr('the share of an equal player')}")
        matches = panel(left, TABS[0], tr("won, with 95 % interval"), fair)
        draw_matches(matches, all_figures, self._lines(matches), self.slug)
        ratings = panel(right, mark("Rating"), tr("95 % interval"))
        draw_ratings(ratings, all_figures, self.games, self.slug)
        # On the panel's lower edge.
        draw_legend(right.at(3, right.height - 1, right.width - 4, 1))
        left, middle, right = below.columns(Grow(), DECISIONS_COLUMNS, RIVALS_COLUMNS, gap=1)
        figures = self.figures
        note = ""
        if figures:
            note = tr("● won   mean {points}", points=_points(figures.mean_points))
        draw_scores(panel(left, [self._scores_title], note), self.slug, figures, self.enter)
        draw_decisions(panel(middle, [tr(TABS[DECISIONS])], tr(GIVEN_HEADS[0])), figures)
        draw_rivals(panel(right, mark("Streaks and rivals")), figures)

    def _fill_drawer(self, area: Area) -> None:
        """Draw the game's drawer, below the labels of all drawers."""
        labels, drawer = area.rows(1, Grow())
        row = labels.on(WOOD)
        row.fill(" ", WOOD)
        x = 1
        for slug in self.games:
            places = self._places(slug)
            number = tr("{number} of {all}", number=_count(places), all=len(places))
            title = f" {short_title(slug)} "
            is_chosen = slug == self.slug
            x = row.text(x, 0, (title, f"strong {INK} on {LINEN}" if is_chosen else LINEN))
            x = row.text(x, 0, (f" {number}   ", f"strong {LINEN}"))
        draw_drawer(drawer, self._places(self.slug), self.enter)

    def _fill_small(self, area: Area, all_figures: Statistics) -> None:
        tabs, body = area.rows(1, Grow())
        tab_row = tabs.on("strip")
        x = 0
        for index, tab in enumerate(TABS):
            style = "strong token-ink on cursor" if index == self.tab else "dim"
            x = tab_row.text(x, 0, (f" {tr(tab)} ", style)) + 1
        body = body.inside(1, 0, 1, 0)
        if self.tab == MATCHES:
            top, head, below = body.rows(MATCHES_ROWS, 1, Grow())
            draw_matches(top, all_figures, self._lines(top), self.slug)
            figures = self.figures
            row = head.on("strip")
            row.text(0, 0, (self._scores_title, "strong"))
            if figures:
                words = tr("● won   {number} in a row", number=figures.streak)
                row.right(0, (words, "dim"))
            draw_scores(below, self.slug, figures, self.enter)
        elif self.tab == COLLECTION:
            places = self._places(self.slug)
            head, below = body.rows(1, Grow(), gap=1)
            head.text(0, 0, ("◂ ", "strong cursor"), (title_of(self.slug), "strong"))
            words = tr("{number} of {all} found", number=_count(places), all=len(places))
            head.right(0, (f"{words} ", "dim"), ("▸", "strong cursor"))
            draw_list(below, places, self.enter)
        else:
            top, legend, below = body.rows(MATCHES_ROWS, 1, Grow())
            draw_legend(legend.on("strip"))
            if self.tab == DECISIONS:
                draw_given(top, all_figures, self._lines(top), self.slug)
                draw_decisions(below, self.figures)
                return
            draw_ratings(top, all_figures, self.games, self.slug)
            # Here, the games are places; on a large page they are places of the matches.
            for _, line, state in self._lines(top):
                if state.is_focused:
                    line.text(0, 0, SIGNS[state])
            draw_rivals(below, self.figures)

    @property
    def _scores_title(self) -> str:
        return tr("{game}: scores in order", game=title_of(self.slug))

    def _sentence(self, all_figures: Statistics) -> list[Styled]:
        """Describe the element under the cursor."""
        if score := self.score:
            words = tr(
                "{when}: {points}, {place} of {seats}.",
                when=short_date(score.made),
                points=with_minus(counted(score.points, "point")),
                place=ordinal(score.place),
                seats=score.seats,
            )
            opens = tr("Enter opens the replay.")
            return [(words, "strong"), (f"  {opens}", "strong cursor")]
        if self.cursor.startswith("find:"):
            return self._place_words()
        if not all_figures.matches:
            return [(tr("No match is finished yet; one that is over shows up here."), "dim")]
        if figures := self.figures:
            words = tr(
                "Your {game}: {percent} % won of {number}, mean {points}.",
                game=figures.title,
                percent=round(100 * figures.win_rate),
                number=figures.played,
                points=_points(figures.mean_points),
            )
            missing = MATCHES_MIN - figures.played
            more = tr("An interval needs {number} more.", number=missing) if missing > 0 else ""
            more = f"  {more}" if more else ""
            return [(words, "strong"), (more, "dim")]
        return [(tr("{game} is not played to its end yet.", game=title_of(self.slug)), "dim")]

    def _place_words(self) -> list[Styled]:
        """Describe the place under the cursor."""
        slug = self.cursor.split(":")[1]
        place = next(place for place in self._places(slug) if place.key == self.cursor)
        specimen = self.specimen
        if specimen is None and not self.is_large:
            return [(tr("Not found yet."), "dim")]
        if specimen is None:
            return [
                (place.title, "strong"),
                f"  {place.sentence}",
                (f"  {tr('Not found yet.')}", "dim"),
            ]
        row, seat = specimen.finished.row, specimen.finished.seat
        rivals = listed([player.name for at, player in enumerate(row.players) if at != seat])
        when = short_date(row.made, has_hour=False)
        words = tr("{when}, against {players}.", when=when, players=rivals)
        if not self.is_large:
            return [(words, "strong"), (f"  {tr('Enter shows it.')}", "cursor")]
        return [
            (place.title, "strong cursor"),
            f"  {place.sentence}",
            (f"  {words} {tr('Enter shows it.')}", "dim"),
        ]

    def _lines(self, area: Area) -> list[GameLine]:
        """Return the games, each with its rows and state, entered as places."""
        lines = []
        for at, slug in enumerate(self.games):
            line = area.at(0, 1 + GAME_ROWS * at, area.width, GAME_ROWS)
            lines.append((slug, line, self.enter(f"game:{slug}", line)))
        return lines


def _count(places: Sequence[DrawerPlace]) -> int:
    return sum(place.is_found for place in places)


# --- the screen


class YouScreen(MatchesScreen):
    """The screen of the player's figures, read from the saved matches."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("you")

    def __init__(self) -> None:
        super().__init__()
        self._filter = MatchFilter()

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("You"), self.player.name)
        yield YouPage()
        yield KeyBar()

    @property
    def page(self) -> YouPage:
        return self.query_one(YouPage)

    def on_screen_resume(self) -> None:
        self.page.focus()
        self.read_matches()

    def show_matches(self) -> None:
        """Show the figures once all matches are read."""
        self.page.read = len(self._listed)
        if self._slices.has_more:
            self.page.redraw()
            return
        self._show_figures()
        self._cabinet = Cabinet.read(self.player.locations)
        self._collecting = self._cabinet.collect(self._matches)
        self._collect_on()

    @property
    def _matches(self) -> tuple[Finished, ...]:
        return finished(self._listed, self.player.name).matches

    def _show_figures(self) -> None:
        """Show the figures of the matches that pass the filter."""
        locations = self.player.locations
        figures = statistics(self._listed, self.player.name, locations, self._filter)
        words = tr_n("{number} match", "{number} matches", figures.matches)
        if figures.limits:
            words = f"{words} ({figures.limits})"
        elif figures.since:
            since = short_date(figures.since, has_hour=False)
            words = tr("{matches} since {day}", matches=words, day=since)
        parts = [words]
        parts += (
            [tr("{number} damaged left out", number=figures.damaged)] if figures.damaged else []
        )
        self.query_one(TitleBar).write(tr("You"), self.player.name, ", ".join(parts))
        self.page.show(figures)

    def _limit(self, **limits: str | int) -> None:
        self._filter = msgspec.structs.replace(self._filter, **limits)
        self._show_figures()

    @work
    async def action_rival(self) -> None:
        """Ask for the rival to filter by."""
        names = ["", *rivals_met(self._matches)]
        lines = [tr("everybody"), *names[1:]]
        index = names.index(self._filter.against) if self._filter.against in names else 0
        dialog = PickDialog(tr("Against"), lines, enter=tr("Enter shows these"), at=index)
        if (picked := await self.app.push_screen_wait(dialog)) is not None:
            self._limit(against=names[picked])

    @work
    async def action_table(self) -> None:
        tables = tables_met(self._matches)
        lines = [tr("any table"), *(table.words for table in tables)]
        dialog = PickDialog(tr_in("table", "At"), lines, enter=tr("Enter shows these"))
        if (picked := await self.app.push_screen_wait(dialog)) is not None:
            wanted = tables[picked - 1] if picked else MatchFilter()
            self._limit(seats=wanted.seats, rules=wanted.rules)

    def action_mistakes(self) -> None:
        navigation.go(self.app, navigation.Puzzles(at_mistakes=True))

    def action_time(self) -> None:
        """Narrow the time filter; after the narrowest, show all time."""
        days = [days for days, _ in TIMES]
        self._limit(days=days[(days.index(self._filter.days) + 1) % len(days)])

    def _collect_on(self) -> None:
        """Search matches for specimens for SLICE_SECONDS, and show the collection so far. Continue
        after the next refresh until all matches are searched.

        ``show_matches`` begins the search and sets the attributes that this method reads.
        """
        if not self.is_mounted:
            return
        end = time.monotonic() + SLICE_SECONDS
        for collection in self._collecting:
            self.page.collection = collection
            if time.monotonic() > end:
                self.call_after_refresh(self._collect_on)
                break
        else:
            self._cabinet.keep()
        self.page.redraw()

    def on_page_chosen(self, event: Page.Chosen) -> None:
        self.action_open()

    def action_move(self, dx: int, dy: int) -> None:
        self.page.move(dx, dy)

    def action_pane(self, by: int) -> None:
        self.page.step(by)
        self._label()

    def on_page_moved(self, event: Page.Moved) -> None:
        self._label()

    def _label(self) -> None:
        """Label the arrows, which have other meanings in the collection."""
        self.labels = {}
        if self.page.tab == COLLECTION:
            along, across = ("left", "up") if self.page.is_large else ("up", "left")
            self.labels = {
                f"you.{along}": tr_in("key", "specimen"),
                f"you.{across}": tr_in("key", "drawer"),
            }
        self.refresh_bindings()

    def action_open(self) -> None:
        """Open the replay of the result or specimen under the cursor; for a game, its last
        match."""
        if specimen := self.page.specimen:
            self._replay(specimen.finished.row.path, specimen.position)
            return
        if self.page.cursor.startswith("find:"):
            self.notify(tr("This place is still empty."), timeout=3)
            return
        figures = self.page.figures
        score = self.page.score or (figures.scores[-1] if figures else None)
        if score is not None:
            self._replay(self.player.locations.matches / f"{score.title}{SUFFIX}")

    def _replay(self, path: Path, position: int = 0) -> None:
        try:
            saved = SavedMatch.of(saves.read(path))
            navigation.go(self.app, navigation.Replay(saved, position=position))
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
