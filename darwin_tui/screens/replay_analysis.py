"""The analysis in a match's replay: winning chances, and beliefs about hidden cards."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from textual.timer import Timer

from darwin_core.analysis.beliefs import WORLDS, Belief, Beliefs
from darwin_core.analysis.report import change_words
from darwin_core.analysis.review import Choice
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.marks import bar, seat_name
from darwin_tui.library.hindsight import FOLLOWED, cost_of
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.replay import ReplayCursor
from darwin_tui.screens.match_screens import Analyst
from darwin_tui.widgets.chance_curve import ChanceCurve, Curves, points, turns
from darwin_tui.widgets.pane import DrawnWidget, fitted
from darwin_tui.widgets.screen import DarwinScreen

NOT_OVER: Final = mark("Only a match that was played to its end can be analysed.")
NO_MARK: Final = mark("There is no marked action there.")
AT_WORK: Final = mark("Actions are marked once the match is analysed.")
NOT_ANALYSED: Final = mark("{replay.chances} analyses the match first.")
STOPS: Final = ("!", "?", "??")
"""Marks of the decisions to which keys go: all but slips."""


class ReplayChances:
    """The chances of a match, its marked decisions and its turning points."""

    def __init__(
        self,
        screen: DarwinScreen[None],
        saved: SavedMatch,
        cursor: ReplayCursor,
        changed: Callable[[], None],
    ) -> None:
        """Prepare to analyse a match; nothing starts yet.

        Args:
            changed: called after each change of the chances, to redraw the replay.
        """
        self._screen = screen
        self._saved = saved
        self._cursor = cursor
        self._changed = changed
        self.curve = ChanceCurve()
        self._analyst = Analyst(screen, saved, self._take)
        self.is_shown = False
        self._drawn = 0
        """The progress of the analysis, in percent, when it was last drawn."""

    def toggle(self) -> None:
        """Show or hide the curves; the first time, begin the analysis."""
        if self._cursor.recording.outcome is None:
            self._screen.notify(tr(NOT_OVER), timeout=3)
            return
        self.is_shown = not self.is_shown
        if self.is_shown:
            self._analyst.begin()
            self.is_shown = self._analyst.is_at_work or self._analyst.analysis is not None
        else:
            self.stop()
        # The curves reveal the length of the match.
        self._cursor.is_revealed = True
        self._changed()

    def find(self) -> None:
        """Load the stored analysis of an earlier visit, if any."""
        if self._cursor.recording.outcome is not None:
            self._analyst.find()

    def switch(self) -> None:
        """Show the chances for the next kind of knowledge."""
        if not self.is_shown:
            self._screen.notify(tr("{replay.chances} shows the chances first.", **KEYS), timeout=3)
            return
        self._analyst.switch()
        self._changed()

    def hide(self) -> None:
        """Hide the curves, to make room."""
        if self.is_shown:
            self.toggle()

    def _take(self) -> None:
        """Draw the finished part of the analysis; hide the curves if the analysis failed. While it
        runs, only the curves are redrawn, because redrawing the whole screen would delay keys."""
        if self.is_shown and self._analyst.is_at_work:
            if round(100 * self._analyst.progress) != self._drawn:
                self._sketch()
            return
        self.is_shown &= self._analyst.is_at_work or self._analyst.analysis is not None
        self._changed()

    def stop(self) -> None:
        self._analyst.stop()

    def draw(self, seat_names: SeatNames) -> None:
        """Draw the curves with the cursor, or the progress of the analysis."""
        self._screen.set_class(self.is_shown, "-chances")
        if not self.is_shown:
            return
        analysis = self._analyst.analysis
        if analysis is None:
            self._sketch()
            return
        recording = self._cursor.recording
        turning = turns(recording, analysis, seat_names, followed=self._followed)
        self.curve.show(
            Curves(
                analysis.knowledge,
                analysis.curve,
                recording.names,
                self._cursor.position,
                analysis=analysis,
                turns=turning,
                is_open=recording.viewer == OMNISCIENT,
            )
        )

    def _sketch(self) -> None:
        """Draw the finished parts of the curves."""
        analyst = self._analyst
        self._drawn = round(100 * analyst.progress)
        names, position = self._cursor.recording.names, self._cursor.position
        self.curve.show(Curves(analyst.knowledge, analyst.curve, names, position, analyst.progress))

    def words_here(self, seat_names: SeatNames) -> list[str]:
        """Return why the last action is marked and, for a mistake, what would have been better."""
        analysis, recording, position = (
            self._analyst.analysis,
            self._cursor.recording,
            self._cursor.position,
        )
        if analysis is None or not self.is_shown:
            return []
        sentences = []
        choice = analysis.choice_before(position)
        if choice and choice.cost:
            seat = recording.seat(position)
            own_recording = self._saved.recording(seat)
            words = cost_of(own_recording, choice, seat_names)
            if choice.position in self._followed:
                words = f"{words} {tr(FOLLOWED)}"
            sentences.append(f"{words} {tr('{replay.why} plays it out.', **KEYS)}")
        elif choice and choice.mark:
            name = seat_names.names[recording.seat(position)]
            words = tr("{name} plays better than a Normal bot would.", name=name)
            sentences.append(f"{choice.mark} {words}")
        sentences += [
            tr("{change} here.", change=change_words(recording, point, seat_names))
            for point in points(recording, analysis)
            if point.position == position
        ]
        return sentences

    @cached_property
    def _followed(self) -> frozenset[int]:
        """Positions of decisions that followed a hint."""
        return self._saved.all_followed(self._screen.player.locations)

    @property
    def visible_curve(self) -> Sequence[Sequence[float]]:
        """Chances of each seat at all positions; empty if unknown or not shown."""
        analysis = self._analyst.analysis
        return analysis.curve if analysis and self.is_shown else ()

    @property
    def mistake_here(self) -> Choice | None:
        """The last action, if the analysis found a better one."""
        analysis = self._analyst.analysis
        return analysis.mistake_before(self._cursor.position) if analysis else None

    @property
    def choice_here(self) -> Choice | None:
        """The judgement of the last action."""
        analysis = self._analyst.analysis
        return analysis.choice_before(self._cursor.position) if analysis else None

    def mark(self, by: int) -> int | None:
        """Return the position of the next (1) or previous (-1) marked action or turning point. If
        there is none, show a sentence and return None."""
        marked = set[int]()
        if self._analyst.analysis:
            turning = points(self._cursor.recording, self._analyst.analysis)
            marked = {point.position for point in turning}
            marked |= {
                choice.position + 1
                for choices in self._analyst.analysis.choices
                for choice in choices
                if choice.mark in STOPS
            }
        position = self._cursor.position
        if by > 0:
            next_mark = min((at for at in marked if at > position), default=None)
        else:
            next_mark = max((at for at in marked if at < position), default=None)
        if next_mark is None:
            reason = AT_WORK if self._analyst.is_at_work else NOT_ANALYSED
            reason = NO_MARK if self._analyst.analysis else reason
            self._screen.notify(tr(reason, **KEYS), timeout=3)
        return next_mark


PLACE_COLUMNS_MIN: Final = 25
"""Minimum columns of a place with cards."""
PLACE_ROWS_MIN: Final = 4
"""Minimum rows of a place, enough for its name and three cards."""
BAR_COLUMNS_MIN: Final = 5
"""Minimum columns of a bar."""
PERCENT_COLUMNS: Final = 6
"""Columns of a chance behind its bar."""
GAP_COLUMNS: Final = 2
"""Columns between two places, and between two parts of the head."""


class BeliefBars(DrawnWidget):
    """Places with hidden cards side by side, each with bars for the likeliest cards."""

    def __init__(self) -> None:
        super().__init__(id="beliefs")
        self._title = ""
        self._beliefs: Sequence[Belief] = ()
        self._names: Sequence[str] = ()
        self._card_name: Callable[[int], str] = str

    def show(
        self,
        title: str,
        beliefs: Sequence[Belief],
        names: Sequence[str],
        card_name: Callable[[int], str],
    ) -> None:
        """Show beliefs under a title.

        Args:
            title: whose beliefs they are, or why there are none.
            card_name: returns the name of a kind of card.
        """
        self._title = title
        self._beliefs = beliefs
        self._names = names
        self._card_name = card_name
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw as many places as there is room for."""
        head, body = area.inside(1, 0, 1, 0).rows(1, Grow())
        x = head.text(0, 0, (tr("hidden cards"), "strong"))
        if not self._beliefs:
            head.text(x + GAP_COLUMNS, 0, (self._title, "dim"))
            return
        across = min(max(body.width // PLACE_COLUMNS_MIN, 1), len(self._beliefs))
        down = min(-(-len(self._beliefs) // across), max(body.height // PLACE_ROWS_MIN, 1))
        places_left = len(self._beliefs) - across * down
        more = (
            tr_n("and {number} place more", "and {number} places more", places_left)
            if places_left > 0
            else ""
        )
        room = head.width - x - 2 * GAP_COLUMNS - len(more)
        head.text(x + GAP_COLUMNS, 0, (fitted(self._title, room), "dim"))
        head.right(0, (more, "dim"))
        areas = [
            place
            for row in body.rows(*[Grow()] * down)
            for place in row.columns(*[Grow()] * across, gap=GAP_COLUMNS)
        ]
        placed = list(zip(areas, self._beliefs, strict=False))
        visible = [belief.likely[: max(place.height - 1, 0)] for place, belief in placed]
        widest = max(
            (len(self._card_name(likely.card)) for likelies in visible for likely in likelies),
            default=0,
        )
        for place, belief in placed:
            room = place.width - BAR_COLUMNS_MIN - PERCENT_COLUMNS
            self._draw_place(place, belief, min(widest + 1, room))

    def _draw_place(self, area: Area, belief: Belief, x: int) -> None:
        """Draw a place; its bars begin at column ``x``."""
        name, style = seat_name(belief.seat, self._names[belief.seat])
        of = f" {tr(belief.zone)}, {belief.cards}"
        area.text(0, 0, (fitted(name, area.width - len(of)), style), (of, "dim"))
        columns = area.width - x - PERCENT_COLUMNS
        for row, likely in enumerate(belief.likely[: max(area.height - 1, 0)], 1):
            percent = round(100 * likely.chance)
            area.text(0, row, fitted(self._card_name(likely.card), x - 1))
            bar(area, x, row, columns, [(percent, f"seat-{belief.seat}")], 100)
            area.right(row, (f"{percent} %", "strong" if percent == 100 else ""))


DEALT_WORLDS: Final = 20
"""Number of worlds dealt at a time. More would delay keys."""
DEAL_SECONDS: Final = 0.04
"""Time between two deals."""
DRAWN_AFTER: Final = (100, WORLDS)
"""Numbers of worlds after which the cards are redrawn with the refined beliefs."""
LISTED: Final = mark("{replay.beliefs} again lists them, {replay.beliefs} once more hides them.")


class ReplayBeliefs:
    """The beliefs at the cursor of a replay, from its perspective."""

    def __init__(
        self, screen: DarwinScreen[None], cursor: ReplayCursor, changed: Callable[[], None]
    ) -> None:
        """Prepare to deal; no world is dealt yet.

        Args:
            changed: called after each change of the beliefs, to redraw the replay.
        """
        self._screen = screen
        self._cursor = cursor
        self._changed = changed
        self.bars = BeliefBars()
        self.is_shown = False
        """True if the beliefs are drawn at the cards."""
        self.is_listed = False
        """True if the list of beliefs is open as well."""
        self.at_cards: tuple[Belief, ...] = ()
        """The beliefs to draw at the cards."""
        self._is_new = True
        """The player has not read yet what the key does next."""
        self._here: tuple[int, int] | None = None
        """The position and the viewer that the beliefs are about."""
        self._beliefs: Beliefs | None = None
        self._timer: Timer | None = None

    def toggle(self) -> None:
        """Show the beliefs at the cards; then in a list as well; then hide them."""
        if self.is_listed:
            self.is_shown = self.is_listed = False
            self.stop()
        elif self.is_shown:
            self.is_listed = True
        else:
            self.is_shown = True
        self._changed()
        if self.is_shown and not self.is_listed:
            self._say()

    def _say(self) -> None:
        """Notify the player if nothing is hidden; the first time, also explain what the key does
        next."""
        if self.at_cards and self._is_new:
            self._screen.notify(tr(LISTED, **KEYS), timeout=3)
            self._is_new = False
        elif not self.at_cards:
            self._screen.notify(f"{capitalized(self._none)}.", timeout=3)

    def hide(self) -> None:
        """Hide the beliefs and their list."""
        # From the list, the next toggle hides both.
        self.is_listed = True
        self.toggle()

    def close_list(self) -> None:
        self.is_listed = False

    def stop(self) -> None:
        """Stop dealing, and forget the beliefs."""
        self._here = self._beliefs = None
        self.at_cards = ()
        if self._timer:
            self._timer.stop()
            self._timer = None

    def follow(self) -> None:
        """Form the beliefs at the cursor, and refine them by more deals while the player looks."""
        self._screen.set_class(self.is_listed, "-beliefs")
        recording = self._cursor.recording
        present = self._cursor.position, recording.viewer
        if not self.is_shown:
            return
        if present != self._here:
            self.stop()
            self._here = present
            self._beliefs = Beliefs(recording.game, recording.view(self._cursor.position))
            self._timer = self._screen.set_interval(DEAL_SECONDS, self._refine)
            self._deal(self._beliefs)
        elif self.is_listed:
            self._list()

    def _refine(self) -> None:
        """Deal some more worlds."""
        if self._beliefs:
            self._deal(self._beliefs)
            if self.at_cards and self._beliefs.worlds in DRAWN_AFTER:
                self._changed()

    def _deal(self, beliefs: Beliefs) -> None:
        """Deal some worlds, and show the beliefs."""
        self.at_cards = beliefs.deal(DEALT_WORLDS).current()
        if self._timer and (not self.at_cards or beliefs.worlds >= WORLDS):
            self._timer.stop()
        if self.is_listed:
            self._list()

    @property
    def _none(self) -> str:
        """The text for a position in which nothing is hidden."""
        if self._cursor.recording.viewer == OMNISCIENT:
            return tr("none: {replay.perspective} switches to what a player saw", **KEYS)
        return tr("none: all cards are open here")

    def _list(self) -> None:
        """Show the beliefs in the list, or why there are none."""
        recording = self._cursor.recording
        game, names, title = recording.game, recording.names, self._none
        if self.at_cards and self._beliefs:
            title = tr(
                "how likely each is, as a spectator could know: {number} deals"
                if recording.viewer == SPECTATOR
                else "how likely each is, as {name} could know: {number} deals",
                name="" if recording.viewer == SPECTATOR else names[recording.viewer],
                number=self._beliefs.worlds,
            )
        self.bars.show(title, self.at_cards, names, game.texts.card_name)
