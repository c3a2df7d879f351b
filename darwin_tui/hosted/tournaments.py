"""The screens of tournaments and of the daily challenge on a server."""

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from textwrap import wrap
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from darwin_core.contract.registry import BOXES, SLUGS
from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.wording import counted, decimal, listed, ordinal
from darwin_tui import commands
from darwin_tui.commands import KEYS, key_of
from darwin_tui.drawing.area import Area, Grow, fit
from darwin_tui.drawing.canvas import Run, Styled
from darwin_tui.drawing.marks import bar
from darwin_tui.drawing.panel import FRAME_ROWS, panel
from darwin_tui.hosted.chat import Observer, rewrite
from darwin_tui.library.daily import GAINED, LOST
from darwin_tui.library.dates import format_age
from darwin_tui.library.seat_access import Rejected
from darwin_tui.screens import navigation
from darwin_tui.screens.daily import BOX_ROWS, LARGE, DailyPage
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.lobby_cards import title
from darwin_tui.server.lobby.race_desk import RaceDesk
from darwin_tui.server.lobby.tournament_desk import (
    FORM_TITLES,
    FirstDifference,
    TournamentDesk,
    form_words,
    score_words,
    title_of,
)
from darwin_tui.server.store.contract import OpenForm, Pairing, Tournament
from darwin_tui.server.tables import pairing
from darwin_tui.server.tables.clocks import CLOCKS, Clock, clock_words
from darwin_tui.server.tables.pairing import DayRow, Standing
from darwin_tui.server.tables.tournaments import (
    TEAM_CELLS_MAX,
    TournamentPlan,
    default_clock_seconds,
)
from darwin_tui.strength.figures import with_minus
from darwin_tui.widgets.boxes import short_title
from darwin_tui.widgets.dialogs import EntryDialog, MessageDialog, PickDialog
from darwin_tui.widgets.pane import Page, Pane, TitleBar, fitted, padded
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

LIST_ROWS: Final = 4
"""Maximum rows of the tournament list in a low window."""
TALL_LIST_ROWS: Final = 8
"""Maximum rows of the tournament list in a tall window."""
TITLE_COLUMNS: Final = 24
"""Columns of a tournament's title in a narrow window."""
WIDE_TITLE_COLUMNS: Final = 34
"""Columns of a tournament's title in a wide window."""
STATE_COLUMNS: Final = 12
"""Columns of the account's state in a tournament."""
CELL_COLUMNS: Final = 6
"""Minimum columns of a deal or round in the table of results."""
WIDE_CELL_COLUMNS: Final = 16
"""Maximum columns of a deal or round in the table of results."""
PLAYER_COLUMNS: Final = 18
"""Columns of a player's place, sign and name."""
SUM_COLUMNS: Final = 9
"""Columns of a player's sum."""
INTERVAL_COLUMNS: Final = 18
"""Columns of a match mean with its interval, in a wide window."""
TALL_FROM_ROWS: Final = 34
"""Rows from which each player has two rows."""
WIDE_FROM_COLUMNS: Final = 100
"""Columns from which titles are long, means have intervals, and the deal under the cursor has a
panel."""
DEAL_ROWS_MIN: Final = 4
"""Rows below the standings from which the deal under the cursor is shown."""
HOW_ROWS_MIN: Final = 4
"""Rows below the standings from which the explanation of the form is shown."""
NOT_PLAYED: Final = "╌╌╌╌"
"""Sign of a deal not played."""
FORM_WORDS: Final[dict[OpenForm, str]] = {
    "duplicate": mark("all play the same deals from the same seats against the same bots"),
    "swiss": mark("round by round, people with equal scores meet"),
    "arena": mark("people who are free meet, as often as the time allows"),
}
"""Each form of tournament in a few words, for the list of forms."""
HOW: Final = {
    "duplicate": mark(
        "What counts is the difference to the mean of the others on each deal, so the cards "
        "cancel. One try counts, without help. A deal is shown to those who have played it."
    ),
    "swiss": mark(
        "In each round people with equal scores meet, nobody twice as long as that can be avoided. "
        "A win is 1, a tie ½. When the clock is over, a bot takes one decision; when the round is "
        "over, those who owe a decision lose."
    ),
    "arena": mark(
        "People who are here and free meet. Beaten opponents are 2 points each, a tie is 1. "
        "Who does not play is not paired until {key} is pressed again."
    ),
    # A daily challenge has a screen without this explanation.
    "daily": "",
}
"""The explanation of each form, below the standings."""
HOW_TEAMS: Final = mark(
    "A team's score is the mean of its players', who are compared with the other teams."
)
"""The sentence after the explanation, for teams."""


def time_words(tournament: Tournament, now: float) -> str:
    """Return the time until a tournament's start or end, or its round, in a few words."""
    match tournament.phase:
        case "gathering":
            return tr("in {time}", time=format_age(tournament.begins - now) or tr("a moment"))
        case "over":
            return tr("over")
    if not tournament.ends:
        number = max((match.number + 1 for match in tournament.pairings), default=0)
        return tr("round {number} of {rounds}", number=number, rounds=tournament.rounds)
    return tr("{time} left", time=format_age(tournament.ends - now) or tr("a moment"))


class TournamentPage(Page):
    """The list of tournaments, and the standings of the chosen one."""

    def __init__(self, desk: TournamentDesk) -> None:
        super().__init__(id="tournaments")
        self._desk = desk
        self._tournaments: Sequence[Tournament] = ()
        self.code = ""
        """Code of the tournament whose standings are shown."""
        self._row = -1
        self._column = 0
        """The cell under the cursor; at row -1 the cursor is in the list of tournaments."""
        self._cell_columns = CELL_COLUMNS
        self.first_differences: dict[str, FirstDifference | None] = {}
        """By table code, the first decision at which a match differs from another of its deal; None
        if they do not differ."""

    # --- data

    def show(self, tournaments: Sequence[Tournament]) -> None:
        self._tournaments = tournaments
        if self.tournament is None:
            self.code = tournaments[0].code if tournaments else ""
            self._row = -1
        self.redraw()

    @property
    def tournament(self) -> Tournament | None:
        """The tournament whose standings are shown."""
        return next(
            (tournament for tournament in self._tournaments if tournament.code == self.code), None
        )

    @property
    def _standings(self) -> list[Standing]:
        return pairing.with_teams(self.tournament) if self.tournament else []

    @property
    def match_at_cursor(self) -> Pairing | None:
        """The match under the cursor; None in the list, on a team, on an empty cell and on a
        bye."""
        tournament, rows = self.tournament, self._standings
        if tournament is None or not 0 <= self._row < len(rows) or rows[self._row].players:
            return None
        match = _match_of(tournament, rows[self._row].name, self._column)
        return match if match and match.table else None

    @property
    def team(self) -> Sequence[str]:
        """The players of the team under the cursor; empty if there is none."""
        rows = self._standings
        return rows[self._row].players if 0 <= self._row < len(rows) else ()

    @property
    def is_at_cell(self) -> bool:
        return self._row >= 0

    # --- the cursor

    def choose(self, code: str) -> None:
        self.code = code
        self._row = -1
        self._column = 0
        self._moved()

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor within the list or the standings.

        Right, or down from the last tournament, leads into the standings; left leads back.
        """
        codes = [tournament.code for tournament in self._tournaments]
        if not self.is_at_cell:
            index = codes.index(self.code) + dy if self.code in codes else 0
            if dy and 0 <= index < len(codes):
                self.choose(codes[index])
            elif (dx > 0 or dy > 0) and self._standings:
                self._row = self._column = 0
                self._moved()
            return
        if dx < 0 and not self._column:
            self.choose(self.code)
            return
        last = _match_columns(self.tournament) - 1 if self.tournament else 0
        self._row = min(self._row + dy, len(self._standings) - 1)
        self._column = max(0, min(self._column + dx, last))
        self._moved()

    def _moved(self) -> None:
        self.redraw()
        self.post_message(self.Moved(self.code))

    def move_to(self, place: str) -> None:
        """Move the cursor to a place of the drawing: the code of a tournament, or the row and
        column of a cell, as in 2/0."""
        row, slash, column = place.partition("/")
        if slash:
            self._row = int(row)
            self._column = int(column)
            self._moved()
        elif place:
            self.choose(place)

    # --- drawing

    def fill(self, area: Area) -> None:
        """Draw the list, the standings, and as many other parts as fit below."""
        is_tall = area.height >= TALL_FROM_ROWS
        rows = min(len(self._tournaments), TALL_LIST_ROWS if is_tall else LIST_ROWS)
        top, body = area.rows(max(rows, 1) + FRAME_ROWS, Grow())
        is_active = self.has_focus and not self.is_at_cell
        self._fill_list(panel(top, mark("Tournaments"), is_active=is_active))
        tournament = self.tournament
        if tournament is None:
            self._fill_forms(panel(body, mark("How it works")))
            return
        wanted = 1 + max(len(self._standings), 1) * (1 + is_tall) + tournament.is_alone + FRAME_ROWS
        table, below = body.rows(min(wanted, body.height), Grow())
        self._fill_table(table, tournament, is_tall=is_tall)
        if below.height >= DEAL_ROWS_MIN and below.width >= WIDE_FROM_COLUMNS:
            left, below = below.columns(Grow(), Grow(), gap=1)
            self._fill_deal(left, tournament)
        difference = (
            self.first_differences.get(self.match_at_cursor.table) if self.match_at_cursor else None
        )
        if difference and below.height >= HOW_ROWS_MIN:
            self._fill_first_difference(below, difference)
        elif below.height >= HOW_ROWS_MIN:
            text = tr(HOW[tournament.form], key=key_of("tournaments.join"))
            if tournament.has_teams:
                text = f"{text} {tr(HOW_TEAMS)}"
            # A panel has a frame and a blank column at each side.
            lines = len(wrap(text, max(below.width - 4, 1)))
            frame = below.at(0, 0, below.width, min(lines + FRAME_ROWS, below.height))
            panel(frame, mark("How it works")).paragraph(0, text, "dim")

    def _fill_forms(self, area: Area) -> None:
        """Explain the forms of tournaments while there is none."""
        y = 0
        for form, words in FORM_WORDS.items():
            text = tr("{form}: {words}.", form=tr(FORM_TITLES[form]), words=tr(words))
            y = area.paragraph(y, text, "ink") + 1
        who = tr("{key} opens a tournament.", key=key_of("tournaments.new"))
        if not self._desk.may_open:
            who = tr("The host opens tournaments, and players whom the host allows it.")
        area.paragraph(y, who, "dim")

    def _fill_list(self, area: Area) -> None:
        if not self._tournaments:
            area.text(0, 0, (tr("No tournament yet."), "dim"))
        codes = [tournament.code for tournament in self._tournaments]
        index = codes.index(self.code) if self.code in codes else 0
        first = max(0, min(index - area.height // 2, len(codes) - area.height))
        names = TITLE_COLUMNS if area.width < WIDE_FROM_COLUMNS else WIDE_TITLE_COLUMNS
        now = time.time()
        for y, tournament in enumerate(self._tournaments[first : first + area.height]):
            line = area.at(0, y, area.width, 1)
            if tournament.code == self.code and not self.is_at_cell:
                line = line.on("strip")
            self.places[tournament.code] = line.region
            sign = "▶" if tournament.code == self.code else " "
            end = line.right(0, (time_words(tournament, now), "ink"), margin=1)
            x = line.text(
                0,
                0,
                (f"{sign} ", "strong cursor"),
                (f"{padded(title_of(tournament), names)} ", "strong"),
                (f"{self._own_state(tournament):<{STATE_COLUMNS}} ", "good"),
            )
            game = short_title(title(tournament.deals[0].game))
            variants = (f"{game}, {form_words(tournament)}", game, "")
            line.text(x, 0, (fit(max(end - x - 1, 0), variants), "dim"))

    def _own_state(self, tournament: Tournament) -> str:
        """Return the player's state in a tournament."""
        name = self._desk.name
        if not tournament.entry(name):
            return tr_n("{number} plays", "{number} play", len(tournament.entries))
        if not tournament.pairings:
            return tr("joined")
        return tr("you are {place}", place=ordinal(pairing.place_of(tournament, name)))

    def _fill_table(self, area: Area, tournament: Tournament, *, is_tall: bool) -> None:
        """Draw the standings, and below them the mean of the field on each deal."""
        rows = self._standings
        words = tr("difference to the field") if tournament.is_alone else form_words(tournament)
        note = ", ".join(
            (words, clock_words(Clock(tournament.seconds_a_move, tournament.seconds_in_all)))
        )
        inside = panel(
            area,
            [fitted(title_of(tournament), 40)],
            note,
            tournament.code,
            is_active=self.has_focus and self.is_at_cell,
        )
        is_wide = area.width >= WIDE_FROM_COLUMNS and tournament.is_alone
        right = SUM_COLUMNS + (INTERVAL_COLUMNS if is_wide else 0)
        count = _match_columns(tournament)
        cells_width = inside.width - PLAYER_COLUMNS - right
        self._cell_columns = max(CELL_COLUMNS, min(cells_width // count, WIDE_CELL_COLUMNS))
        cells_fitting = max(cells_width // self._cell_columns, 1)
        # Scroll just so far that the cursor's column is the last one.
        first = max(0, min(self._column - cells_fitting + 1, count - cells_fitting))
        visible = range(first, min(first + cells_fitting, count))
        self._fill_heads(inside, tournament, visible, is_wide=is_wide)
        height = 2 if is_tall else 1
        foot = 1 if tournament.is_alone and rows else 0
        fits = max((inside.height - 1 - foot) // height, 1)
        # Scroll just so far that the cursor's row is the last one.
        top = max(0, min(max(self._row, 0) - fits + 1, len(rows) - fits))
        for y, at in enumerate(range(top, min(top + fits, len(rows)))):
            line = inside.at(0, 1 + y * height, inside.width, height)
            self._fill_row(line, tournament, rows[at], at, visible, is_wide=is_wide)
        if not rows:
            key = key_of("tournaments.join")
            inside.text(0, 2, (tr("Nobody has joined yet; {key} joins.", key=key), "dim"))
        if foot:
            y = min(1 + min(len(rows), fits) * height, inside.height - 1)
            inside.text(0, y, (tr("the field"), "dim"))
            for column, number in enumerate(visible):
                mean, finished = pairing.field_mean(tournament, number)
                points = f"{mean:.0f}"
                variants = (tr("{points} of {number}", points=points, number=finished), points)
                words = fit(self._cell_columns - 1, variants)
                x = PLAYER_COLUMNS + column * self._cell_columns
                inside.text(x + 1, y, (words if finished else "", "dim"))

    def _fill_heads(
        self, area: Area, tournament: Tournament, visible: range, *, is_wide: bool
    ) -> None:
        """Draw the titles of the columns."""
        area.text(0, 0, (f"   {tr('player')}", "dim"))
        word = {"duplicate": mark("deal {number}"), "swiss": mark("round {number}")}.get(
            tournament.form, mark("match {number}")
        )
        for column, number in enumerate(visible):
            x = PLAYER_COLUMNS + column * self._cell_columns
            variants = (tr(word, number=number + 1), f" {number + 1}")
            area.text(x, 0, (fit(self._cell_columns - 1, variants), "dim"))
        x = PLAYER_COLUMNS + len(visible) * self._cell_columns
        area.text(x, 0, (f"{tr('sum'):>{SUM_COLUMNS - 2}}", "dim"))
        if is_wide:
            area.text(x + SUM_COLUMNS, 0, (tr("a deal, 95 %"), "dim"))

    def _fill_row(
        self,
        area: Area,
        tournament: Tournament,
        row: Standing,
        at: int,
        visible: range,
        *,
        is_wide: bool,
    ) -> None:
        """Draw the line of a player or a team.

        Args:
            at: number of the line among the standings.
            visible: numbers of the deals or rounds that fit.
        """
        is_me = self._desk.name in (*row.players, row.name)
        is_in_team = tournament.has_teams and not row.players
        name = fitted(f"  {row.name}" if is_in_team else row.name, PLAYER_COLUMNS - 6)
        weight = "strong cursor" if is_me else "strong ink"
        area.text(
            0,
            0,
            (f"{row.place:>2} ", "strong"),
            ("● " if is_me else "  ", "cursor"),
            (name, weight),
        )
        for column, number in enumerate(visible):
            cell = area.at(
                PLAYER_COLUMNS + column * self._cell_columns, 0, self._cell_columns - 1, area.height
            )
            if (at, number) == (self._row, self._column):
                cell = cell.on("strip")
                cell.text(0, 0, ("▶", "strong cursor"))
            self.places[f"{at}/{number}"] = cell.region
            if row.players:
                difference = pairing.team_difference(tournament, number, row.players)
                words, style = ("", "") if difference is None else _difference(difference)
                cell.text(1, 0, (words, style))
            else:
                self._fill_cell(cell, tournament, row.name, number)
        x = PLAYER_COLUMNS + len(visible) * self._cell_columns
        score = score_words(tournament, row.score)
        area.text(x, 0, (f"{score:>{SUM_COLUMNS - 2}}", "strong"))
        # A single match has no interval.
        if is_wide and row.played > 1:
            half_width = (row.high - row.low) / 2
            words = f"{score_words(tournament, row.mean)} ± {decimal(half_width, '.1f')}"
            area.text(x + SUM_COLUMNS, 0, (words, "dim"))

    def _fill_cell(self, area: Area, tournament: Tournament, name: str, number: int) -> None:
        """Draw a match: its score and, with two rows or room beside it, the points or opponents."""
        match = _match_of(tournament, name, number)
        if match is None:
            may_play = (
                name == self._desk.name and tournament.is_alone and tournament.phase == "playing"
            )
            is_next = may_play and pairing.next_deal(tournament, name) == number
            blank = NOT_PLAYED if tournament.is_alone else ""
            key = key_of("tournaments.play") if is_next else ""
            words = fit(area.width, (tr("{key} plays", key=key), key) if is_next else (blank,))
            area.text(0, 0, (words, "strong cursor" if is_next else "dim"))
            return
        others = listed([other for other in match.names if other != name])
        if not match.ended:
            area.text(1, 0, (tr("plays"), "cursor"))
            if area.height > 1:
                area.text(1, 1, (fitted(others, area.width - 1), "dim"))
            return
        detail = tr("forfeit") if match.names.index(name) in match.forfeits else ""
        if tournament.is_alone:
            words, style = _difference(pairing.differences(tournament, number)[name])
            detail = detail or str(match.points[0])
        else:
            share = pairing.share(match, name)
            words = _share_words(share)
            style = f"strong {'good' if share > 0.5 else 'bad' if share < 0.5 else 'ink'}"
            detail = detail or others or tr("bye")
        area.text(1, 0, (words, style))
        if area.height > 1:
            area.text(1, 1, (fitted(detail, area.width - 1), "dim"))
        elif not tournament.is_alone and len(words) < area.width - 3:
            area.text(2 + len(words), 0, (fitted(detail, area.width - 2 - len(words)), "dim"))

    def _fill_deal(self, area: Area, tournament: Tournament) -> None:
        """Draw everybody's points on the deal in the cursor's column or, where people meet, in the
        match under the cursor."""
        number = min(self._column, _match_columns(tournament) - 1)
        match = self.match_at_cursor
        if tournament.is_alone:
            deal = tournament.deals[number]
            heading = tr("deal {number}, seat {seat}", number=number + 1, seat=deal.seat + 1)
            tries = [row for row in tournament.pairings if row.number == number and row.ended]
            bars = [(row.names[0], row.points[0]) for row in tries]
        else:
            heading = tr("the match under the cursor")
            bars = []
            if match and match.points:
                bars = list(zip(match.names, match.points, strict=True))
        bars.sort(key=lambda pair: -pair[1])
        frame = area.at(0, 0, area.width, min(max(len(bars), 1) + FRAME_ROWS, area.height))
        inside = panel(frame, [heading])
        self._fill_bars(inside, bars)
        if not bars:
            inside.text(0, 0, (tr("Nobody has finished it yet."), "dim"))

    @staticmethod
    def _fill_first_difference(area: Area, difference: FirstDifference) -> None:
        """Draw the two players' choices at the first decision at which their matches differ."""
        rows = min(1 + len(difference.choices) + FRAME_ROWS, area.height)
        inside = panel(area.at(0, 0, area.width, rows), mark("Where they part"), difference.when)
        inside.text(0, 0, (tr("the same cards and the same bots up to here"), "dim"))
        for y, (name, phrase) in enumerate(difference.choices, 1):
            inside.text(0, y, (padded(name, 15), "strong"), phrase)

    def _fill_bars(self, area: Area, rows: Sequence[tuple[str, int]]) -> None:
        """Draw names with a bar for their points; points below 0 have no bar."""
        most = max([1, *(points for _, points in rows)])
        for y, (name, points) in enumerate(rows[: area.height]):
            area.text(0, y, (fitted(name, 12), "strong"))
            colour = "cursor" if name == self._desk.name else "ink-dim"
            scale = area.at(14, y, max(area.width - 20, 1), 1)
            bar(scale, 0, 0, scale.width, [(max(points, 0), colour)], most)
            area.right(y, (str(points), "strong"))


def _match_columns(tournament: Tournament) -> int:
    """Return the number of matches a player can have.

    In an arena, it is the largest number that any player has had.
    """
    if tournament.is_alone:
        return len(tournament.deals)
    if tournament.form == "swiss":
        return tournament.rounds
    return max([1, *(len(_matches(tournament, entry.name)) for entry in tournament.entries)])


def _matches(tournament: Tournament, name: str) -> list[Pairing]:
    return [match for match in tournament.pairings if name in match.names]


def _match_of(tournament: Tournament, name: str, column: int) -> Pairing | None:
    """Return a player's match in a column of the standings."""
    if tournament.form != "arena":
        return pairing.pairing_of(tournament, name, column)
    matches = _matches(tournament, name)
    return matches[column] if column < len(matches) else None


def _difference(score: float) -> Run:
    """Return a difference to the field in whole points, in its colour."""
    words = with_minus(f"{score:+.0f}") if round(score) else "0"
    return words, f"strong {'good' if round(score) > 0 else 'bad' if round(score) < 0 else 'ink'}"


def _share_words(share: float) -> str:
    """Return a share of a win: 0, ½, 1, or a fraction with two decimals."""
    return {0.0: "0", 0.5: "½", 1.0: "1"}.get(share) or decimal(share, ".2f")


class FollowingScreen(Observer, DarwinScreen[None]):
    """A page that is drawn again when its lobby changes, with a sentence below it."""

    def __init__(self, lobby: Lobby, title: str, page: Pane) -> None:
        super().__init__()
        self._lobby = lobby
        self.page = page
        self.end_observing = lobby.observe(self._follow)
        self._bar = TitleBar(title, lobby.title)
        self._explain = Static("", id="explain", markup=False)

    def compose(self) -> ComposeResult:
        yield self._bar
        yield self.page
        yield self._explain
        yield KeyBar()

    def on_mount(self) -> None:
        self.page.focus()
        self.draw()

    def on_screen_resume(self) -> None:
        self.draw()

    @property
    def desk(self) -> TournamentDesk:
        return self._lobby.desk

    def _follow(self) -> None:
        if self.is_active:
            self.draw()

    def draw(self) -> None:
        raise NotImplementedError

    def explain(self, sentence: str, *, is_refusal: bool = False) -> None:
        """Write a sentence below the page."""
        self._explain.set_class(is_refusal, "refused")
        rewrite(self._explain, sentence)

    def refuse(self, refusal: Rejected) -> None:
        """Show a refusal by the server below the page."""
        self.explain(str(refusal), is_refusal=True)

    async def open_table(self, code: str, number: int | None = None) -> None:
        """Open the player's table in a tournament."""
        try:
            access = await self._lobby.enter(await self.desk.play(code, number))
        except Rejected as refusal:
            self.refuse(refusal)
        else:
            navigation.go(self.app, navigation.Play(access))

    async def open_replay(self, tournament: Tournament, match: Pairing) -> None:
        """Open the replay of a tournament match."""
        try:
            saved = await self.desk.replay(tournament, match)
        except Rejected as refusal:
            self.refuse(refusal)
        else:
            navigation.go(self.app, navigation.Replay(saved))

    def action_move(self, dx: int, dy: int) -> None:
        self.page.move(dx, dy)

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        navigation.go(self.app, navigation.Home())


class TournamentsScreen(FollowingScreen):
    """The screen of a server's tournaments, to join, play and replay them."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("tournaments")
    page: TournamentPage

    def __init__(self, lobby: Lobby, code: str = "") -> None:
        super().__init__(lobby, tr("Tournaments"), TournamentPage(lobby.desk))
        self.page.code = code

    def draw(self) -> None:
        self.page.show(self.desk.all)
        self._show_cursor()

    def _takes_part(self, tournament: Tournament) -> bool:
        """Return whether J leaves a tournament. A player who has left joins again, and so does one
        who no longer waits in an arena."""
        entry = tournament.entry(self.desk.name)
        if entry is None or entry.has_left:
            return False
        return entry.is_waiting or tournament.form != "arena"

    def _can_play(self, tournament: Tournament) -> bool:
        """Return whether Enter plays in a tournament instead of joining it."""
        return self._takes_part(tournament) or bool(self.desk.own_table(tournament))

    @on(Page.Moved)
    def _show_cursor(self) -> None:
        """Label the keys with their effects at the cursor, explain the tournament or match there,
        and find the match's first difference."""
        tournament = self.page.tournament
        effect = "replay" if self.page.is_at_cell else "join"
        if tournament and not self.page.is_at_cell and self._can_play(tournament):
            effect = "play"
        takes_part = tournament is not None and self._takes_part(tournament)
        is_over = tournament is not None and tournament.phase == "over"
        labels = {}
        if self.page.match_at_cursor if self.page.is_at_cell else not is_over:
            labels["tournaments.open"] = tr_in("key", effect)
        if not is_over:
            labels["tournaments.join"] = tr_in("key", "leave it" if takes_part else "join")
        if labels != self.labels:
            self.labels = labels
            self.refresh_bindings()
        entry = tournament.entry(self.desk.name) if tournament else None
        team = tr("Team {team}.", team=entry.team) if entry and entry.team else ""
        self.explain(
            " ".join(filter(None, (team, self._sentence(tournament) if tournament else "")))
        )
        match = self.page.match_at_cursor
        if tournament and match and match.ended and match.table not in self.page.first_differences:
            self._find_first_difference(tournament, match)

    @work(exclusive=True, group="first difference")
    async def _find_first_difference(self, tournament: Tournament, match: Pairing) -> None:
        # After a refusal, the explanation of the form stays, and the next move asks again.
        with suppress(Rejected):
            self.page.first_differences[match.table] = await self.desk.first_difference(
                tournament, match
            )
            self.page.redraw()

    def _sentence(self, tournament: Tournament) -> str:
        """Describe the match under the cursor, or what the player can do."""
        match = self.page.match_at_cursor
        if self.page.is_at_cell and (players := self.page.team):
            return tr("A team of {players}.", players=listed(players))
        if self.page.is_at_cell:
            shut = (
                self.desk.why_no_replay(tournament, match) if match else tr("Nobody has played it.")
            )
            return shut or tr("Enter walks through it.")
        if tournament.phase == "over":
            return tr("It is over; the arrow keys go to its matches.")
        if not self._can_play(tournament):
            return tr("Enter joins.")
        if tournament.is_alone:
            number = self.desk.deal(tournament)
            if number is None:
                return tr("You have played all deals.")
            if self.desk.own_table(tournament):
                return tr("Enter continues deal {number}.", number=number + 1)
            return tr("Enter plays deal {number}; one try counts.", number=number + 1)
        if self.desk.own_table(tournament):
            return tr("You are paired: Enter plays.")
        return tr("You are in; the next pairing comes by itself.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow ``new`` to players who may open tournaments. The other commands need a tournament
        under the cursor that is not over, or a match."""
        if action == "new":
            return self.desk.may_open
        if action not in ("open", "play", "join"):
            return True
        if action == "open" and self.page.is_at_cell:
            return self.page.match_at_cursor is not None
        return self.page.tournament is not None and self.page.tournament.phase != "over"

    # --- commands

    @on(Page.Chosen)
    def _choose(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Replay the match under the cursor; in the list, join or play."""
        tournament = self.page.tournament
        if tournament is None:
            return
        if self.page.is_at_cell:
            if match := self.page.match_at_cursor:
                self._replay(tournament, match)
        elif self._can_play(tournament):
            self.action_play()
        else:
            self.action_join()

    @work(exclusive=True)
    async def _replay(self, tournament: Tournament, match: Pairing) -> None:
        await self.open_replay(tournament, match)

    @work(exclusive=True)
    async def action_play(self) -> None:
        """Play the next deal, or the match of the current round."""
        if tournament := self.page.tournament:
            await self.open_table(tournament.code)

    @work(exclusive=True)
    async def action_join(self) -> None:
        """Join or leave the tournament; in an arena, queue for another match."""
        tournament = self.page.tournament
        if tournament is None:
            return
        entry = tournament.entry(self.desk.name)
        team = ""
        if tournament.has_teams and not entry:
            question = tr("The name of your team, a new one or one of a friend:")
            dialog = EntryDialog(tr("Team"), question, "", TEAM_CELLS_MAX)
            answer = await self.app.push_screen_wait(dialog)
            if not answer or not answer.strip():
                return
            team = answer
        try:
            if self._takes_part(tournament):
                await self.desk.leave(tournament.code)
            else:
                await self.desk.join(tournament.code, team)
        except Rejected as refusal:
            self.refuse(refusal)

    @work
    async def action_new(self) -> None:
        """Ask for a form, a game, a clock, a title and the time until the start, then open a
        tournament."""
        number = await self._ask_form()
        if number is None:
            return
        # Teams are the last line of the dialog.
        has_teams = number == len(FORM_WORDS)
        form: OpenForm = "duplicate" if has_teams else [*FORM_WORDS][number]
        game = await self._pick(tr("Game"), [BOXES[slug].title for slug in SLUGS])
        if game is None:
            return
        clock = await self._ask_clock(form)
        if clock is None:
            return
        name = await self.app.push_screen_wait(
            EntryDialog(tr("Title"), tr("Its name, as others read it; it may be empty:"), "", 32)
        )
        if name is None:
            return
        wait_seconds = await self._ask_wait_seconds(form)
        if wait_seconds is None:
            return
        plan = TournamentPlan(
            form,
            SLUGS[game],
            seconds_a_move=clock.seconds_a_move or 0,
            seconds_in_all=clock.seconds_in_all,
            wait_seconds=wait_seconds,
            title=name,
            has_teams=has_teams,
        )
        try:
            opened = await self.desk.open(plan)
        except Rejected as refusal:
            self.refuse(refusal)
        else:
            self.draw()
            self.page.choose(opened.code)

    async def _ask_form(self) -> int | None:
        """Ask for a form; return its number in FORM_WORDS, or the number after them for teams; None
        if the player cancels."""
        forms = [f"{tr(FORM_TITLES[form])}: {tr(words)}" for form, words in FORM_WORDS.items()]
        forms.append(tr("Duplicate of teams: the same, for teams of two or more"))
        return await self._pick(tr("New tournament"), forms)

    async def _pick(self, title: str, lines: Sequence[str]) -> int | None:
        """Return the number of the line that the player picks; None if the player cancels."""
        dialog = PickDialog(title, lines, enter=tr("Enter continues"), is_numbered=True)
        return await self.app.push_screen_wait(dialog)

    async def _ask_clock(self, form: OpenForm) -> Clock | None:
        """Ask for a clock, of which the form's default is the first; None if the player cancels."""
        clocks = sorted(
            (clock for clock in CLOCKS.values() if clock.seconds_a_move),
            key=lambda clock: clock.seconds_a_move != default_clock_seconds(form),
        )
        number = await self._pick(tr("Clock"), [clock_words(clock) for clock in clocks])
        return None if number is None else clocks[number]

    async def _ask_wait_seconds(self, form: OpenForm) -> float | None:
        """Ask for the time until the start; None if the player cancels or gives no number."""
        # In other forms, people must gather before the first pairing.
        wait = "0" if form == "duplicate" else "10"
        question = tr("Minutes from now until it begins:")
        minutes = await self.app.push_screen_wait(EntryDialog(tr("Beginning"), question, wait, 5))
        if minutes is None:
            return None
        if not minutes.strip().isdecimal():
            self.explain(tr("That is no number of minutes."), is_refusal=True)
            return None
        return 60.0 * int(minutes)


class ChallengePage(DailyPage):
    """The daily challenge at a server: each game, with the tables of the day and the week."""

    NOTE_KEYS = mark("{challenge.copy} copies it")

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player = name
        self.day: Tournament | None = None
        self.week: Sequence[Tournament] = ()

    @property
    def number(self) -> int:
        """Number of the displayed game's deal in the challenge, from 0."""
        return _deal_number(self.day, self.cursor) if self.day else 0

    def attempt(self, slug: str) -> Pairing | None:
        """Return the player's try at a game; None if it has not begun."""
        if self.day is None:
            return None
        return pairing.pairing_of(self.day, self._player, _deal_number(self.day, slug))

    def own_row(self, slug: str) -> DayRow | None:
        """Return the row of the player's finished try at a game; None without one."""
        rows = self._rows_of(slug)
        return next((row for row in rows if row.name == self._player), None)

    def _rows_of(self, slug: str) -> list[DayRow]:
        if self.day is None:
            return []
        return pairing.table_of_day(self.day, _deal_number(self.day, slug))

    def fill(self, area: Area) -> None:
        if self.day is None:
            area.text(1, 1, (tr("The challenge of the day is being made …"), "dim"))
            return
        if area.width >= LARGE[0] and area.height >= LARGE[1]:
            top, tables = area.rows(BOX_ROWS, Grow())
            self._fill_boxes(top)
        else:
            top, tables = area.rows(len(self.day.deals), Grow())
            self._fill_list(top)
        today, week = tables.columns(Grow(), Grow(), gap=1)
        if lines := self.lines.get(self.cursor):
            # Besides the lines, the note has a heading and two blank rows.
            note, week = week.rows(min(len(lines) + 3, week.height), Grow())
            self._fill_note(note)
        par = self.day.deals[self.number].par
        rows = [
            (row.name, row.place, row.points, () if par is None else (_short_par(row.points, par),))
            for row in self._rows_of(self.cursor)
        ]
        self._fill_ranks(today, [self._title], tr("first tries"), rows)
        sums = pairing.table_of_week(self.week, self.number)
        weekly = [
            (name, 1 + sum(other > points for _, other in sums), points, ())
            for name, points in sums
        ]
        self._fill_ranks(week, mark("Week"), tr("a point, and one for each behind"), weekly)

    def _state(self, slug: str) -> tuple[Run, Run, Run]:
        """Return the points, the difference to par, and the state of a game, for its box.

        Before the try is finished, the first is empty and the second is the par.
        """
        assert self.day is not None
        deal = self.day.deals[_deal_number(self.day, slug)]
        row = self.own_row(slug)
        attempt = self.attempt(slug)
        tries = len(self._rows_of(slug))
        if row is None:
            state = (tr("not played"), "dim")
            if attempt:
                state = (tr("not finished"), "dim")
                if not attempt.ended:
                    state = (tr("▶ continue"), "strong cursor")
            summary = tr("par {points} · {number} played", points=deal.par, number=tries)
            return ("", ""), (summary, "dim"), state
        place = tr("{place} of {number} here", place=ordinal(row.place), number=tries)
        return (
            (counted(row.points, "point"), "strong"),
            self._difference(row.points, deal.par),
            (f"{place} ✓", "ink"),
        )

    @property
    def sentence(self) -> str:
        """Sentences about the player's try at the displayed game and the effect of Enter."""
        attempt = self.attempt(self.cursor)
        game = self._title
        if attempt is None:
            words = tr("Enter plays; one try counts.")
            return f"{tr('You have not played {game} today.', game=game)} {words}"
        if not attempt.ended:
            return f"{tr('{game} is begun.', game=game)} {tr('Enter continues.')}"
        if self.own_row(self.cursor) is None:
            return tr("{game} was not finished.", game=game)
        done = tr("{game} is done.", game=game)
        copies = tr("{challenge.copy} copies the text.", **KEYS)
        return f"{done} {copies} {tr('Enter walks through it.')}"

    def _fill_ranks(
        self,
        area: Area,
        heading: str | Sequence[Styled],
        note: str,
        rows: Sequence[tuple[str, int, int, Sequence[Run]]],
    ) -> None:
        """Draw a table in a panel: names, places, points, and further texts."""
        if area.height <= FRAME_ROWS:
            return
        frame = area.at(0, 0, area.width, min(max(len(rows), 1) + FRAME_ROWS, area.height))
        inside = panel(frame, heading, note)
        if not rows:
            inside.text(0, 0, (tr("Nobody has finished it yet."), "dim"))
        for y, (name, place, points, words) in enumerate(rows[: inside.height]):
            is_me = name == self._player
            inside.text(
                0,
                y,
                (f"{place:>2} ", "strong"),
                ("● " if is_me else "  ", "cursor"),
                (f"{padded(name, 16)} ", "strong cursor" if is_me else "strong ink"),
                (f"{points:>4}  ", "strong"),
                *words,
            )


def _deal_number(day: Tournament, slug: str) -> int:
    """Return the number of a game's deal in a challenge, which has one of each game."""
    return next(number for number, deal in enumerate(day.deals) if deal.game == slug)


def _short_par(points: int, par: int) -> Run:
    """Return the difference to par: an arrow and the number of points."""
    style = "strong good" if points >= par else "strong bad"
    return (f"{GAINED if points >= par else LOST} {abs(points - par)}", style)


class ChallengeScreen(FollowingScreen):
    """The daily challenge: the same cards for everybody, and only the first try counts."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("challenge")
    page: ChallengePage

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby, tr("Challenge of the day"), ChallengePage(lobby.account.name))

    def on_screen_resume(self) -> None:
        self._read()

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        try:
            self.page.day = await self.desk.today()
            self.page.week = await self.desk.week()
        except Rejected as refusal:
            self.refuse(refusal)
            return
        self.draw()

    def draw(self) -> None:
        page = self.page
        if page.day is None:
            return
        page.day = self.desk.tournament(page.day.code) or page.day
        page.week = [self.desk.tournament(day.code) or day for day in page.week]
        time_left = format_age(page.day.ends - time.time()) or tr("a moment")
        self._bar.write(
            tr("Challenge of the day"),
            datetime.fromisoformat(page.day.code).date().isoformat(),
            tr("next in {time}", time=time_left),
        )
        self._write_lines(page.day)
        page.redraw()
        self._show_cursor()

    @on(Page.Moved)
    def _show_cursor(self) -> None:
        """Label Enter with its effect on the displayed game, and explain the game."""
        attempt = self.page.attempt(self.page.cursor)
        effect = "play" if attempt is None else "replay" if attempt.ended else "continue"
        self.explain(self.page.sentence if self.page.day else "")
        labels = {"challenge.open": tr_in("key", effect)}
        if labels != self.labels:
            self.labels = labels
            self.refresh_bindings()

    @work(exclusive=True, group="lines")
    async def _write_lines(self, day: Tournament) -> None:
        """Compose the lines to share for each game that the player has finished."""
        share_lines: dict[str, Sequence[str]] = {}
        for number, deal in enumerate(day.deals):
            if self.page.own_row(deal.game):
                try:
                    share_lines[deal.game] = await self.desk.share_lines(day, number)
                except Rejected as refusal:
                    self.refuse(refusal)
        if share_lines != self.page.lines:
            self.page.lines = share_lines
            self.page.redraw()

    # --- commands

    def action_game(self, number: int) -> None:
        if self.page.day and number <= len(self.page.day.deals):
            self.page.move_to(self.page.day.deals[number - 1].game)

    @on(Page.Chosen)
    def _choose(self) -> None:
        self.action_open()

    @work(exclusive=True)
    async def action_open(self) -> None:
        """Play the displayed game, or replay the player's try."""
        day = self.page.day
        attempt = self.page.attempt(self.page.cursor)
        if day is None:
            return
        if attempt and attempt.ended:
            await self.open_replay(day, attempt)
        else:
            await self.open_table(day.code, self.page.number)

    def action_race(self) -> None:
        """Race through the puzzles of the displayed game."""
        navigation.go(self.app, navigation.Race(self.page.cursor))

    @work(exclusive=True, group="races")
    async def action_table(self) -> None:
        """Show this week's races in the displayed game."""
        lines = await RaceDesk(self._lobby).lines(self.page.cursor)
        self.app.push_screen(MessageDialog(tr("Races of the week"), lines))

    def action_copy(self) -> None:
        """Copy the result. Not every terminal allows that, so the text can also be selected."""
        if lines := self.page.lines.get(self.page.cursor):
            self.app.copy_to_clipboard("\n".join(lines))
            words = tr("Copied, if your terminal allows it; it can also be marked.")
            self.notify(words, timeout=4)
        else:
            self.explain(tr("Finish the challenge first."), is_refusal=True)
