"""The screen of a match's results, which appear line by line: with the rating, the person's costly
decisions, the turning points, and a rematch."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import cached_property, partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from darwin_core.analysis.review import Choice
from darwin_core.bots import Undecided
from darwin_core.contract.game import SPECTATOR, Event
from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.seat_names import SeatNames
from darwin_tui import commands
from darwin_tui.boards import board_for
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area
from darwin_tui.library import saves
from darwin_tui.library.daily import course, key_in
from darwin_tui.library.hindsight import Hindsight, costliest, losses, swings, worst_of
from darwin_tui.library.notes import help_in
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import saved_title
from darwin_tui.library.statistics import (
    Finished,
    LevelOffer,
    finished,
    level_offer,
    own_seat,
    rating_change,
)
from darwin_tui.library.training import Mistake, mistakes_among
from darwin_tui.play.setbacks import setbacks_in
from darwin_tui.screens import navigation
from darwin_tui.screens.match_screens import Analyst, MatchesScreen, ShareableMatchScreen
from darwin_tui.screens.new_match import begin
from darwin_tui.screens.results_page import Chart, Results, ResultsPage
from darwin_tui.seating import bot_manner, level_of, offered_levels
from darwin_tui.widgets.board import AnyBoard
from darwin_tui.widgets.chance_curve import Turn, turns
from darwin_tui.widgets.dialogs import PickDialog
from darwin_tui.widgets.pane import Page
from darwin_tui.widgets.screen import KeyBar

NOT_KEPT: Final = mark("Moves that were tried are not kept.")
OF_DAY: Final = mark("Challenge: {home.daily} on the first screen shows it beside the par.")
"""Sentences instead of the place where the match is saved."""
LINE_SECONDS: Final = 0.5
"""Interval at which the next line is shown."""


class ResultsScreen(ShareableMatchScreen, MatchesScreen):
    """The score of a finished match."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("results")

    def __init__(
        self,
        saved: SavedMatch,
        ended: str = "",
        move_replay: Callable[[int], None] | None = None,
        *,
        is_kept: bool = True,
    ) -> None:
        """Show the results of a match.

        Args:
            ended: how it ended, if not by its rules. The standing then replaces an outcome.
            move_replay: goes to a position in the match's replay if that is the screen below; else
                None.
            is_kept: the match stays saved.
        """
        super().__init__()
        self._is_kept = is_kept
        self._move_replay = move_replay
        self.opens_by_itself = move_replay is None
        self._analyst = Analyst(self, saved, self._take)
        self._ended = ended
        self._saved = saved
        self._hindsight: Hindsight | None = None
        self._costliest: list[Turn] = []
        """The person's costliest choice, once their decisions are judged; at most one."""
        self._swings: list[Turn] = []
        """The turning points by the points alone."""
        self._mistakes: tuple[Mistake, ...] = ()
        """The person's decisions that can be solved as puzzles."""
        self._losses: Sequence[tuple[int, str]] = ()
        """The losses of the only person: the position after each, and words about it."""
        self._is_asked = False
        """The player asked for the analysis with its turning points."""
        self._offer: LevelOffer | None = None
        self._recording = saved.recording(SPECTATOR)
        # Without a file here, a server keeps the match, and the keys lead to its tables.
        self.labels = {}
        if not saved.path:
            table, lobby = tr_in("key", "new table"), tr_in("key", "lobby")
            self.labels = {"results.new": table, "results.home": lobby}
        if move_replay:
            self.labels = {**self.labels, "results.home": tr_in("key", "back")}

    @property
    def _seat_names(self) -> SeatNames:
        return SeatNames(self._recording.names)

    @property
    def page(self) -> ResultsPage:
        return self.query_one(ResultsPage)

    def compose(self) -> ComposeResult:
        recording = self._recording
        board = board_for(recording.game.slug)
        path = self._saved.path
        storage = tr("The host keeps this match.")
        if path:
            storage = tr("Saved as {title}.", title=saved_title(path.stem))
        if self._is_of_day:
            storage = tr(OF_DAY, **KEYS)
        storage = storage if self._is_kept else tr(NOT_KEPT)
        yield ResultsPage(
            Results(
                title=recording.game.title,
                names=recording.names,
                outcome=self._saved.placed(recording.by_source()),
                viewer=self._saved.person,
                is_over=self._saved.is_decided,
                ended=self._ended,
                kept=storage,
                manners=self._manners,
                epilogue=board.epilogue(recording.view(), self._seat_names),
                unit=recording.game.clock_words[0],
                chart=self._chart(board),
            )
        )
        yield from self.feet()

    def feet(self) -> Iterable[Widget]:
        yield KeyBar()

    @property
    def has_table_people(self) -> bool:
        """True at a server's table where other people are still present."""
        return False

    @property
    def _is_of_day(self) -> bool:
        """True if the match is a try at a daily challenge."""
        recording = self._recording
        if recording.seed is None or recording.is_branch:
            return False
        return key_in(recording.game.slug, recording.seed, recording.players) is not None

    @property
    def _manners(self) -> str:
        """Return a sentence about the bots' manners; empty if they had none."""
        game = self._recording.game
        manners = []
        for player in self._recording.players:
            level = level_of(player)
            if level and (manner := bot_manner(game, player.name, level)):
                manners.append(f"{player.name}: {tr(manner.title)}")
        return f"{', '.join(manners)}." if manners else ""

    def _chart(self, board: AnyBoard) -> Chart | None:
        """Return the chart of the course of the match, if the game has one."""
        if not board.CHART_ROWS:
            return None

        def draw(area: Area) -> None:
            board.draw_course(area, self._recording.view(), self._events)

        return Chart(draw, board.CHART_ROWS, board.COLOURS)

    @cached_property
    def _events(self) -> Sequence[Event]:
        """The events of the whole match."""
        return [event for logged in self._recording.log() for event in logged]

    async def _read_losses(self, seat: int) -> None:
        """Find the losses and setbacks of the only person. The views of a whole match take some
        tenths of a second, in which a server must serve others."""
        recording = self._saved.recording(seat)

        def found() -> list[tuple[int, str]]:
            return sorted([*losses(recording, self._seat_names), *setbacks_in(recording)])

        self._losses = await asyncio.to_thread(found)
        self.page.losses = len(self._losses)
        self.page.redraw()
        self.refresh_bindings()

    def action_losses(self) -> None:
        """List the losses, and replay the loss that the player chooses."""
        if not self._losses:
            self.notify(tr("Nothing was taken from you in this match."))
            return

        def show(picked: int | None) -> None:
            if picked is not None:
                self._replay(self._losses[picked][0])

        words = [words for _, words in self._losses]
        enter = tr("Enter replays the loss")
        self.app.push_screen(PickDialog(tr("Your losses"), words, enter=enter), show)

    def on_mount(self) -> None:
        """Reveal the lines at an interval; a key is faster."""
        self.page.focus()
        self._timer = self.set_interval(LINE_SECONDS, self._step)
        if self._recording.outcome is not None and self._analyst.find():
            self._is_asked = True
            self._take()
        self.page.is_judging = self._can_look_back
        self._look_back()
        self.call_after_refresh(self._read_course)
        self.call_after_refresh(self._rate_if_new)

    def _read_course(self) -> None:
        """Read the points at the end of each part of the match, which takes a moment."""
        if self.is_mounted:
            self.page.course = course(self._recording)
            self.page.help = self._help
            if self._saved.person is not None:
                self.work_on(partial(self._read_losses, self._saved.person), "losses")
            if not self._is_asked:
                decisive = swings(self._recording, self._saved.person, self._seat_names)
                self._swings = [Turn(*swing) for swing in decisive]
                self._show_turns()
            self.page.redraw()

    @property
    def _help(self) -> str:
        """A sentence about the help that the player had in the match; empty for none."""
        path, players = self._saved.path, self._recording.players
        seat = own_seat(players, self.player.name)
        if path is None or seat is None:
            return ""
        notes = self.player.locations.notes_on(path)
        return help_in(notes, players[seat].name, self._saved.undos, seat).sentence

    def _show_turns(self) -> None:
        """Show the person's own costly decision first: it says more than the others' gains."""
        positions = {turn.position for turn in self._costliest}
        others = [turn for turn in self._swings if turn.position not in positions]
        self.page.show_turns([*self._costliest, *others], is_analysed=False)
        self.refresh_bindings()

    # --- the level

    def _rate_if_new(self) -> None:
        """Read the earlier matches, for the rating and the level after a match just played."""
        is_kept = self._saved.path is not None and self._recording.outcome is not None
        if is_kept and not self._move_replay:
            self.read_matches()

    def show_matches(self) -> None:
        """Show the rating once all matches are read."""
        if self._slices.has_more:
            return
        slug = self._recording.game.slug
        matches_of_game = [
            match
            for match in finished(self._listed, self.player.name).matches
            if match.row.game == slug
        ]
        # The rating's change is that of the last match. The path may be relative, as it was typed.
        path = self._saved.path and self._saved.path.absolute()
        if matches_of_game and matches_of_game[-1].row.path.absolute() == path:
            self.work_on(partial(self._rate, matches_of_game), "rating")

    async def _rate(self, matches: Sequence[Finished]) -> None:
        """Show the rating with its change, and offer another level."""
        self.page.rating = await asyncio.to_thread(rating_change, matches)
        if not self._is_of_day:
            self._offer = level_offer(matches, [level.name for level in offered_levels()])
            self.page.offer = self._offer.words if self._offer else ""
        self.page.redraw()
        self.refresh_bindings()

    def action_level(self) -> None:
        """Play again, against bots of the offered level."""
        if self._offer is None:
            return
        try:
            begin(self, self._saved.at_level(self._offer.level))
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")

    # --- what the person could have done

    @property
    def _can_look_back(self) -> bool:
        """True if the person's decisions can be judged: the match was played here and is not
        analysed."""
        is_here = bool(self._saved.path) and self._recording.outcome is not None
        return self._saved.person is not None and is_here and not self._analyst.analysis

    @cached_property
    def _followed(self) -> frozenset[int]:
        """Positions of the person's decisions that followed a hint."""
        seat = self._saved.person
        return frozenset() if seat is None else self._saved.followed(seat, self.player.locations)

    def _look_back(self) -> None:
        """Have the person's decisions judged."""
        seat = self._saved.person
        if seat is not None and self._can_look_back and (analysing := self._analyst.begin()):
            self._hindsight = self._saved.hindsight(seat, analysing, self.player.locations)
            self._take_own()

    def _take_own(self) -> None:
        """Show what the person could have done, once all their decisions are judged."""
        if self._hindsight is None or not self.page.is_judging:
            return
        with suppress(Undecided, CancelledError):
            if not self._hindsight.is_done:
                return
            self._costliest = [Turn(*self._hindsight.verdict(self._seat_names))]
            self._offer_mistakes(self._hindsight.choices())
        self.page.is_judging = False
        self._show_turns()
        self.page.redraw()

    def _offer_mistakes(self, choices: Iterable[Choice]) -> None:
        """Offer the person's mistakes as puzzles."""
        path, seat = self._saved.path, self._saved.person
        if path is not None and seat is not None and not self._move_replay:
            own_choices = [choice for choice in choices if choice.position not in self._followed]
            mistakes = mistakes_among(path, self._saved.slug, seat, self._saved.chain, own_choices)
            self._mistakes = tuple(mistakes)
            self.page.mistakes = len(self._mistakes)

    def action_mistakes(self) -> None:
        """Solve the person's mistakes in turn."""
        navigation.go(self.app, navigation.Puzzle(mistakes=self._mistakes))

    @property
    def _has_lines(self) -> bool:
        """True while lines are left to reveal."""
        return not self.page.is_done

    def _step(self) -> None:
        """Reveal the next line; after the last, offer the turning point at the cursor."""
        self.page.shown += 1
        self.page.redraw()
        if self.page.is_done:
            self._timer.stop()
            if self.page.turn:
                self._offer_turn()
            self.refresh_bindings()

    def action_next(self) -> None:
        """Show the next line at once; after the last, replay the turning point at the cursor."""
        if self._has_lines:
            self._step()
        elif turn := self.page.turn:
            self._replay(turn.position)

    def _offer_turn(self) -> None:
        """Label Enter, which replays the turning point at the cursor."""
        self.labels = {**self.labels, "results.next": tr_in("key", "replay there")}

    # --- chances

    def _take(self) -> None:
        """Show the turning points, or the progress of the analysis."""
        analyst = self._analyst
        if not self._is_asked:
            self._take_own()
            return
        self.page.share = analyst.progress if analyst.is_at_work else None
        if analyst.analysis:
            person = self._saved.person
            # Players see their own choices, even if they were face down.
            recording = self._recording if person is None else self._saved.recording(person)
            turning = turns(recording, analyst.analysis, self._seat_names, person, self._followed)
            if person is not None:
                self._offer_mistakes(analyst.analysis.choices[person])
                worst = worst_of(analyst.analysis.choices[person], self._followed)
                worst_turn = Turn(*costliest(recording, worst, self._seat_names, self._followed))
                turning = [
                    worst_turn,
                    *(turn for turn in turning if turn.position != worst_turn.position),
                ]
            self.page.show_turns(turning)
            if self.page.turns and not self._has_lines:
                self._offer_turn()
        self.page.redraw()
        self.refresh_bindings()

    def action_chances(self) -> None:
        """Start or stop the analysis of the match."""
        if self._is_asked and self._analyst.is_at_work:
            self._analyst.stop()
            self.page.is_judging = False
        else:
            self._is_asked = True
            self._analyst.begin()
        self._take()

    def action_move(self, by: int) -> None:
        """Move to another turning point."""
        self.page.move(0, by)
        self._offer_turn()
        self.refresh_bindings()

    def on_page_chosen(self, event: Page.Chosen) -> None:
        self.action_next()

    def on_unmount(self) -> None:
        """Drop an unfinished analysis."""
        self._analyst.stop()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the next line until all are shown, and the analysis until it is done."""
        has = {"seats"} if self._saved.path or self._saved.table else set[str]()
        if self.is_mounted:
            page = self.page
            is_analysed = self._recording.outcome is None or page.is_analysed
            has |= {"lines"} if self._has_lines or page.turn else set()
            has |= {"people"} if self.has_table_people else set()
            has |= {"level"} if self._offer else set()
            has |= {"losses"} if page.losses is not None and page.is_done else set()
            has |= {"mistakes"} if self._mistakes and page.is_done else set()
            has |= {"turns"} if page.turns and page.is_done else set()
            has |= set() if is_analysed else {"analysis"}
        return commands.is_available("results", action, has | self.share_capability)

    def action_replay(self) -> None:
        self._replay()

    def _replay(self, position: int | None = None) -> None:
        """Replay the match from a position; by default from the start, or where the replay was."""
        if self._move_replay:
            if position is not None:
                self._move_replay(position)
            self.dismiss()
            return
        saved = self._saved
        try:
            again = SavedMatch.of(saves.read(saved.path)) if saved.path else saved
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error")
        else:
            navigation.go(self.app, navigation.Replay(again, position=position or 0))

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self, self._recording.game.slug))

    def action_rematch(self) -> None:
        """Play again with the same seats and rules, at a server's table with the same people."""
        if self._saved.table:
            navigation.go_on_server(self.app, navigation.Rematch(self._saved.table))
            return
        try:
            begin(self, self._saved.rematch())
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")

    def action_new_match(self) -> None:
        navigation.go(self.app, navigation.NewMatch(self._recording.game.slug))

    def action_back(self) -> None:
        """Stop an analysis that the player asked for; else leave."""
        if self._is_asked and self._analyst.is_at_work:
            self.action_chances()
        else:
            self.action_home()

    def action_home(self) -> None:
        if self._move_replay:
            self.dismiss()
        else:
            navigation.go(self.app, navigation.Home())
