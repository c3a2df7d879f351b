"""The ladders of a server, and its players' pages: ratings, opponents, last matches."""

from collections.abc import Sequence
from contextlib import suppress
from math import ceil, floor
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.contract import registry
from darwin_core.kit.achievements import PER_GAME
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import counted, decimal, listed, ordinal
from darwin_tui import commands
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.chart import REFERENCE_SIGN, column_of, curves, grid, interval_bar
from darwin_tui.drawing.marks import SIGNS, bar
from darwin_tui.drawing.panel import panel
from darwin_tui.hosted import table_words
from darwin_tui.library.dates import short_moment
from darwin_tui.library.seat_access import Rejected
from darwin_tui.library.statistics import ANCHOR_POINTS, Rating
from darwin_tui.screens import navigation
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.lobby_cards import (
    TableCard,
    day_of,
    given_words,
    rating_words,
    table_title,
    title,
)
from darwin_tui.server.tables.finds import Finds
from darwin_tui.server.tables.ratings import (
    NARROW_POINTS,
    LadderKey,
    LadderRow,
    Profile,
    RatedGame,
    Season,
    is_provisional,
)
from darwin_tui.strength.figures import with_minus
from darwin_tui.widgets.boxes import short_title
from darwin_tui.widgets.pane import Page, TitleBar, fitted
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

PLACE_COLUMNS: Final = 8
"""Columns of a player's rank."""
NAME_COLUMNS: Final = 17
"""Columns of a player's name."""
TITLE_COLUMNS: Final = 23
"""Columns of a ladder's name."""
FIGURE_COLUMNS: Final = 12
"""Columns of a rating with its interval."""
COUNT_COLUMNS: Final = 13
"""Columns of a season's matches, and of their points."""
SCALE_STEP_POINTS: Final = 100
"""Points between two labels of a scale, if there is room for them."""
SCALE_LABEL_COLUMNS: Final = 7
"""Columns between two labels of a scale."""
CURVE_SCALE_COLUMNS: Final = 5
"""Columns of the points beside a rating's course."""
RATINGS_ROWS_MAX: Final = 6
"""Maximum number of ratings on a player's page."""
NOBODY: Final = (
    mark("Nobody has played a rated match yet."),
    mark("A new table is rated where its terms say so; then it is for people only."),
)
"""The page without any ladder."""
_NO_SEASON: Final = mark("Nobody has played in this season.")
"""The page of a ladder without matches in the season."""
RATING: Final = "rating:"
MET: Final = "met:"
MATCH: Final = "match:"
FIND: Final = "find:"
"""Prefixes of the places for the cursor on a player's page."""


def _span(ratings: Sequence[Rating]) -> tuple[int, int]:
    """Return the ends of a scale that holds ratings with their intervals."""
    least = floor(min(rating.low for rating in ratings) / SCALE_STEP_POINTS)
    most = ceil(max(rating.high for rating in ratings) / SCALE_STEP_POINTS)
    return least * SCALE_STEP_POINTS, most * SCALE_STEP_POINTS


def _draw_scale(area: Area, scale: tuple[int, int]) -> None:
    """Write as many labels of a scale as there is room for."""
    least, most = scale
    step = SCALE_STEP_POINTS
    while (most - least) / step * SCALE_LABEL_COLUMNS > area.width:
        step += SCALE_STEP_POINTS
    for value in range(ceil(least / step) * step, most + 1, step):
        # A label is about three columns wide, so it begins one before its column.
        column = column_of(value, least, most, area.width) - 1
        area.text(min(max(column, 0), area.width - len(str(value))), 0, (str(value), "dim"))


def _draw_rating(
    area: Area, rating: Rating, scale: tuple[int, int], own_rating: Rating | None
) -> None:
    """Draw a rating with its interval on a scale, and mark the reader's rating."""
    marks = (float(own_rating.value),) if own_rating else ()
    interval_bar(area, 0, rating.value, (rating.low, rating.high), scale, marks=marks)


class LadderPage(Page):
    """The players of a ladder in a season."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._reader = name
        """The reader's name."""
        self.ladders: Sequence[LadderKey] = ()
        self.key: LadderKey | None = None
        """The ladder on display."""
        self.rows: Sequence[LadderRow] = ()
        self._first = 0
        """First visible row of the list."""

    def show(self, rows: Sequence[LadderRow]) -> None:
        """Show players, with the cursor on the reader, else on the first."""
        self.rows = rows
        names = [row.name for row in rows]
        if self.cursor not in names:
            self.cursor = self._reader if self._reader in names else next(iter(names), "")
        self.redraw()

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor to the next player, visible or not."""
        names = [row.name for row in self.rows]
        if self.cursor in names:
            index = names.index(self.cursor) + dy
            self.move_to(names[min(max(index, 0), len(names) - 1)])

    def fill(self, area: Area) -> None:
        """Draw the names of the ladders, and the chosen ladder below."""
        tabs, body, foot = area.rows(1, Grow(), 1)
        self._fill_tabs(tabs.on("strip"))
        title = [table_title(self.key.game, self.key.seats)] if self.key else ""
        inner = panel(body, title, tr("95 %   {mark} you", mark=REFERENCE_SIGN), is_active=True)
        if not self.rows:
            for y, words in enumerate(NOBODY if not self.ladders else [_NO_SEASON]):
                inner.paragraph(1 + 2 * y, tr(words), "dim" if y else "strong")
            return
        self._fill_rows(inner)
        foot.on("strip").text(1, 0, *self._sentence())

    def _fill_tabs(self, area: Area) -> None:
        """Draw the names of the ladders."""
        x = 0
        for key in self.ladders:
            style = "strong token-ink on cursor" if key == self.key else "dim"
            title = short_title(table_title(key.game, key.seats))
            x = area.text(x, 0, (f" {title} ", style)) + 1

    def _fill_rows(self, area: Area) -> None:
        """Draw a line for each player: place, name, rating, change and matches."""
        scale = _span([row.rating for row in self.rows])
        widths = (PLACE_COLUMNS, NAME_COLUMNS, Grow(), FIGURE_COLUMNS, COUNT_COLUMNS)
        head = area.at(0, 0, area.width, 1).columns(*widths)
        _draw_scale(head[2], scale)
        head[4].right(0, (f"+ −  {tr('played')}", "dim"))
        room = area.height - 1
        names = [row.name for row in self.rows]
        index = names.index(self.cursor) if self.cursor in names else 0
        # Scroll as little as possible, and leave no row empty below.
        self._first = min(max(self._first, index - room + 1), index, max(len(names) - room, 0))
        own_rating = next((row.rating for row in self.rows if row.name == self._reader), None)
        for y, row in enumerate(self.rows[self._first : self._first + room], 1):
            line = area.at(0, y, area.width, 1)
            state = self.enter(row.name, line)
            if state.is_focused:
                line = line.on("strip")
            place, name, plot, figure, count = line.columns(*widths)
            place.text(0, 0, SIGNS[state] if state.is_focused else " ")
            place.right(0, (str(row.place) if row.place else tr("prov."), "dim"), margin=1)
            is_own = row.name == self._reader
            name.text(0, 0, (row.name, "strong cursor" if is_own else "strong"))
            _draw_rating(plot, row.rating, scale, own_rating if not is_own else None)
            figure.right(0, (rating_words(row.rating), "" if row.place else "dim"))
            change = with_minus(f"{row.change:+d}")
            style = "good" if row.change > 0 else "bad" if row.change else "dim"
            count.right(0, (f"{change:>6}", style), (f"{row.matches:>6}", ""))

    def _sentence(self) -> list[Styled]:
        """Describe the player under the cursor."""
        row = next((row for row in self.rows if row.name == self.cursor), None)
        if row is None:
            return []
        matches = counted(row.rating.matches, "match")
        words = tr("{name}: {matches} in all.", name=row.name, matches=matches)
        more = tr("Enter opens the page of {name}.", name=row.name)
        if not row.place:
            more = tr("A place comes once the interval is ± {points}.", points=NARROW_POINTS)
        return [(words, "strong"), (f"  {more}", "dim")]


class _PageScreen(DarwinScreen[None]):
    """A screen with one page, which is read again whenever the screen is shown."""

    def __init__(self, lobby: Lobby, page: Page, *title: str) -> None:
        super().__init__()
        self._lobby = lobby
        self._page = page
        self._bar = TitleBar(*title)

    def compose(self) -> ComposeResult:
        yield self._bar
        yield self._page
        yield KeyBar()

    def on_screen_resume(self) -> None:
        self._page.focus()
        self._read()

    def _read(self) -> object:
        """Begin to read what the page shows."""
        raise NotImplementedError

    def action_move(self, dx: int, dy: int) -> None:
        self._page.move(dx, dy)

    def on_page_chosen(self, event: Page.Chosen) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Open what is under the cursor."""
        raise NotImplementedError

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        self.dismiss()


class LadderScreen(_PageScreen):
    """A server's ladders by season."""

    _page: LadderPage

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("ladder")

    def __init__(self, lobby: Lobby) -> None:
        self._season = Season.at(lobby.services.now())
        page = LadderPage(lobby.account.name)
        super().__init__(lobby, page, tr("Ladder"), self._season.words)

    @work(exclusive=True)
    async def _read(self) -> None:
        page = self._page
        try:
            page.ladders = await self._lobby.ladders()
            if page.key not in page.ladders:
                page.key = next(iter(page.ladders), None)
            rows: Sequence[LadderRow] = ()
            if page.key:
                rows = await self._lobby.ladder(page.key, self._season)
        except Rejected as refusal:
            self.notify(str(refusal), markup=False, severity="error")
            return
        self._bar.write(tr("Ladder"), self._season.words)
        page.show(rows)

    # --- commands

    def action_season(self, by: int) -> None:
        """Go to an earlier or later season, between the ladder's first match and now."""
        key = self._page.key
        season = self._season.moved(by)
        if key and season in self._lobby.seasons(key):
            self._season = season
            self._read()

    def action_next(self, by: int) -> None:
        page = self._page
        if page.key in page.ladders:
            index = page.ladders.index(page.key) + by
            page.key = page.ladders[index % len(page.ladders)]
            self._season = Season.at(self._lobby.services.now())
            self._read()

    def action_open(self) -> None:
        if self._page.cursor:
            self.app.push_screen(ProfileScreen(self._lobby, self._page.cursor))


class ProfilePage(Page):
    """A player's ratings, their course, opponents, last matches and finds."""

    def __init__(self) -> None:
        super().__init__()
        self.profile: Profile | None = None
        self.cards: Sequence[TableCard] = ()
        self.finds: Finds | None = None
        """None until the player's matches have been searched."""
        self.own_ratings: dict[LadderKey, Rating] = {}
        """The reader's ratings."""
        self._rating_place = ""
        """Place of the last rating under the cursor; empty before."""

    def show(self, profile: Profile, cards: Sequence[TableCard], own_profile: Profile) -> None:
        """Show a player beside the reader's ratings."""
        self.profile = profile
        self.cards = cards
        self.own_ratings = {
            LadderKey(rated.game, rated.seats): rated.rating for rated in own_profile.ratings
        }
        self.redraw()
        if self.cursor not in self.places:
            self.move_to(next(iter(self.places), ""))

    def move_to(self, place: str) -> None:
        if place.startswith(RATING):
            self._rating_place = place
        super().move_to(place)

    @property
    def displayed_rating(self) -> RatedGame | None:
        """The rating whose course is shown: under the cursor, or the last that was under it; by
        default the first."""
        ratings = self.profile.ratings if self.profile else ()
        chosen = (rated for rated in ratings if _place_of(rated) == self._rating_place)
        return next(chosen, next(iter(ratings), None))

    def fill(self, area: Area) -> None:
        """Draw the ratings; below them their course, the opponents, the last matches and the
        finds."""
        profile = self.profile
        if profile is None:
            return
        # The panel of ratings has a frame of two rows, and a row with the scale.
        rows = min(max(len(profile.ratings), 1), RATINGS_ROWS_MAX)
        ratings, body, finds, foot = area.rows(rows + 3, Grow(), 3, 1)
        self._fill_ratings(ratings, profile)
        left, right = body.columns(Grow(), Grow(), gap=1)
        opponents_rows = min(len(profile.opponents), max(body.height // 3, 2)) + 2
        course, opponents = left.rows(Grow(), opponents_rows)
        self._fill_course(course)
        self._fill_opponents(opponents, profile)
        self._fill_matches(panel(right, mark("Last matches"), tr("Enter replays")), profile.name)
        self._fill_finds(panel(finds, mark("Finds"), tr("of {number} each", number=PER_GAME)))
        foot.on("strip").text(1, 0, *self._sentence(profile))

    def _fill_ratings(self, area: Area, profile: Profile) -> None:
        """Draw the player's ratings beside the reader's."""
        inner = panel(
            area,
            mark("Ratings among people"),
            tr("95 %   {mark} you", mark=REFERENCE_SIGN),
            is_active=True,
        )
        if not profile.ratings:
            inner.text(0, 1, (tr("No rated match is played yet."), "dim"))
            return
        scale = _span([rated.rating for rated in profile.ratings])
        widths = (TITLE_COLUMNS, Grow(), FIGURE_COLUMNS, COUNT_COLUMNS)
        head = inner.at(0, 0, inner.width, 1).columns(*widths)
        _draw_scale(head[1], scale)
        head[3].right(0, (tr("played"), "dim"))
        for y, rated in enumerate(profile.ratings[: inner.height - 1], 1):
            line = inner.at(0, y, inner.width, 1)
            state = self.enter(_place_of(rated), line)
            if state.is_focused:
                line = line.on("strip")
                line.text(0, 0, SIGNS[state])
            title, plot, figure, count = line.columns(*widths)
            words = short_title(table_title(rated.game, rated.seats))
            title.text(1, 0, (fitted(words, title.width - 2), "strong"))
            own_rating = self.own_ratings.get(LadderKey(rated.game, rated.seats))
            _draw_rating(
                plot, rated.rating, scale, own_rating if own_rating != rated.rating else None
            )
            figure.right(0, (rating_words(rated.rating), "dim" if rated.is_provisional else ""))
            is_new = f"{tr('prov.')} " if rated.is_provisional else ""
            count.right(0, (is_new, "dim"), (f"{rated.rating.matches:>4}", ""))

    def _fill_course(self, area: Area) -> None:
        """Draw the course of a rating, match by match."""
        rated = self.displayed_rating
        title = [short_title(table_title(rated.game, rated.seats))] if rated else ""
        inner = panel(area, title, tr("match by match"))
        if rated is None or inner.height < 2:
            return
        # Start from the rating of a new player.
        course = (ANCHOR_POINTS, *rated.curve)
        least, most = min(course), max(course)
        middle = (least + most) / 2
        # Small changes stay small: the scale has SCALE_STEP_POINTS at least.
        half_height = max(most - least, SCALE_STEP_POINTS) / 2
        scale, plot = inner.columns(CURVE_SCALE_COLUMNS, Grow())
        grid(scale, plot, middle - half_height, middle + half_height)
        curves(plot, [(course, "seat-0")], middle - half_height, middle + half_height)

    def _fill_opponents(self, area: Area, profile: Profile) -> None:
        """Draw the share of matches in which the player was ahead of each opponent."""
        inner = panel(area, mark("Opponents"), tr("ahead of them"))
        most = max((met.matches for met in profile.opponents), default=1)
        for y, met in enumerate(profile.opponents[: inner.height]):
            line = inner.at(0, y, inner.width, 1)
            state = self.enter(f"{MET}{met.name}", line)
            if state.is_focused:
                line = line.on("strip")
                line.text(0, 0, SIGNS[state])
            name, share, words = line.columns(NAME_COLUMNS, Grow(), FIGURE_COLUMNS)
            name.text(1, 0, (met.name, "strong"))
            # Ties count half, and the bar has whole parts.
            ahead_twice = round(2 * met.ahead)
            parts = [(ahead_twice, "good"), (2 * met.matches - ahead_twice, "rule")]
            bar(share, 0, 0, share.width, parts, 2 * most)
            ahead = decimal(met.ahead, ".4g")
            words.right(0, (tr("{ahead} of {number}", ahead=ahead, number=met.matches), ""))

    def _fill_matches(self, area: Area, name: str) -> None:
        """Draw the last matches, with the player's rank and the other players."""
        for y, card in enumerate(self.cards[: area.height]):
            line = area.at(0, y, area.width, 1)
            state = self.enter(f"{MATCH}{card.code}", line)
            if state.is_focused:
                line = line.on("strip")
                line.text(0, 0, SIGNS[state])
            seat = next(at for at, seat in enumerate(card.seats) if seat.name == name)
            place = ordinal(card.places[seat]) if card.places else "–"
            when = short_moment(card.waiting_since, has_hour=False)
            end = line.right(0, (f"{when:>9} ", "dim"), (f"{place:>4}", "strong"))
            others = ", ".join(other.name for at, other in enumerate(card.seats) if at != seat)
            game = short_title(card.title)
            title = line.text(1, 0, (f"{game} ", "strong" if card.is_rated else ""))
            line.text(title, 0, (fitted(others, max(end - title - 1, 0)), "dim"))
        if not self.cards:
            area.text(0, 0, (tr("No match that you may know of."), "dim"))

    def _fill_finds(self, area: Area) -> None:
        """Draw the number of finds in each game."""
        cells = area.columns(*[Grow()] * len(registry.SLUGS), gap=1)
        for slug, cell in zip(registry.SLUGS, cells, strict=True):
            count = len(self.finds.among(slug)) if self.finds else 0
            state = self.enter(f"{FIND}{slug}", cell)
            sign = SIGNS[state] if state.is_focused else " "
            x = cell.text(0, 0, (f"{sign}{short_title(title(slug))} ", "" if count else "dim"))
            cell.text(x, 0, (str(count) if self.finds else "…", "strong" if count else "dim"))

    def _sentence(self, profile: Profile) -> list[Styled]:
        """Describe the place under the cursor."""
        if self.cursor.startswith(FIND):
            finds = self.finds.among(self.cursor[len(FIND) :]) if self.finds else ()
            words = listed([tr(row.title) for row in finds]) or tr("Nothing is found there yet.")
            return [(words, "strong" if finds else "dim")]
        if self.cursor.startswith(MATCH):
            code = self.cursor[len(MATCH) :]
            card = next((card for card in self.cards if card.code == code), None)
            # The match under the cursor may have left the list.
            if card is None:
                return []
            parts = (table_words.result(card), card.ended or table_words.rules(card))
            return [(f"{card.code}  ", "strong"), ". ".join(filter(None, parts))]
        if self.cursor.startswith(MET):
            return [(tr("Enter opens the page of {name}.", name=self.cursor[len(MET) :]), "dim")]
        rated = self.displayed_rating
        if rated is None:
            return []
        words = f"{table_title(rated.game, rated.seats)}: {rating_words(rated.rating)}"
        matches = counted(rated.rating.matches, "match")
        note = f"{matches}, {tr('provisional')}" if is_provisional(rated.rating) else str(matches)
        note = ", ".join(filter(None, (note, given_words(rated.given))))
        return [(words, "strong"), (f"  {note}", "dim")]


def _place_of(rated: RatedGame) -> str:
    return f"{RATING}{rated.game}:{rated.seats}"


class ProfileScreen(_PageScreen):
    """The page of a server's player."""

    _page: ProfilePage

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("profile")

    def __init__(self, lobby: Lobby, name: str) -> None:
        super().__init__(lobby, ProfilePage(), name)
        self._player_name = name

    @work(exclusive=True)
    async def _read(self) -> None:
        lobby = self._lobby
        try:
            profile, cards = await lobby.profile(self._player_name)
            own_profile, _ = await lobby.profile(lobby.account.name)
        except Rejected as refusal:
            self.notify(str(refusal), markup=False, severity="error")
            self.dismiss()
            return
        since = tr("here since {day}", day=day_of(profile.member_since))
        self._bar.write(profile.name, since)
        self._page.show(profile, cards, own_profile)
        with suppress(Rejected):
            self._page.finds = await lobby.finds(profile.name)
            self._page.redraw()

    # --- commands

    def action_open(self) -> None:
        """Open the ladder, the opponent's page, or the replay under the cursor."""
        place = self._page.cursor
        if place.startswith(MET):
            self.app.push_screen(ProfileScreen(self._lobby, place[len(MET) :]))
        elif place.startswith(MATCH):
            self._replay(place[len(MATCH) :])
        elif place.startswith(RATING):
            self.app.push_screen(LadderScreen(self._lobby))

    @work(exclusive=True, group="replay")
    async def _replay(self, code: str) -> None:
        try:
            saved = await self._lobby.replay(code)
        except Rejected as refusal:
            self.notify(str(refusal), markup=False)
        else:
            navigation.go(self.app, navigation.Replay(saved, saved.person))
