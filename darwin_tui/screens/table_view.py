"""The view of a live match: the scene, the selection, the sentences about it, and the hint.

It belongs to the screens because it needs some twenty members of a board and its panel, which a
protocol would only repeat.
"""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from rich.text import Text

from darwin_core.contract.chooser import NotSelectable
from darwin_core.contract.game import SPECTATOR, Action, Advice, AnyGame, Clock, Element, Event
from darwin_core.teaching.lessons import Look
from darwin_core.teaching.primers import Primer
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import Brevity, capitalized, composing, listed
from darwin_tui.commands import KEYS
from darwin_tui.drawing.canvas import SEAT_MARKS, columns_of
from darwin_tui.drawing.overlay import AWAITED, HINT_SIGN
from darwin_tui.drawing.scene import Announcement, AnyScene, Scene
from darwin_tui.play import people_words, selection, status_line
from darwin_tui.play.advice import Study
from darwin_tui.play.lesson import Coach, Primers
from darwin_tui.play.live_match import LiveMatch, Loss
from darwin_tui.play.selection import Hint, Selection, hint_of
from darwin_tui.play.status_line import CONTINUE, YOUR_DECISION, Lines, PromptContext
from darwin_tui.widgets.board_panel import BoardPanel

FIGURE_COLUMNS: Final = 5
"""Columns of a number in the forecast."""
MARGIN_COLUMNS: Final = 2
"""Columns of a terminal that a line of text does not use: one at each side."""
NO_STEP: Final[tuple[Element | None, Element | None, int, int]] = (None, None, 0, 0)
"""The value of ``_step_away`` before a step away."""
TAKER_FIELDS: Final = ("seat", "eater")
"""Fields of the games' loss events that name the seat that takes the lost thing."""
THINKING: Final = mark("Thinking about a hint … Esc stops it.")
NOTHING_ASKED: Final = mark("There is nothing to choose now.")
TITLES: Final = {
    (True, True): mark("Taken from you, {seat}"),
    (True, False): mark("Taken from {seat}"),
    (False, True): mark("Your loss, {seat}"),
    (False, False): mark("A loss of {seat}"),
}
"""Titles of a loss. The keys say if somebody else takes the lost thing, and if only the loser reads
it."""


def _is_taken(loss: Loss) -> bool:
    """Return whether an event of a loss names another seat than the loser's."""
    return any(
        getattr(event, name, loss.seat) != loss.seat
        for event in loss.events
        for name in TAKER_FIELDS
    )


class TableView:
    """A live match as its viewer sees it, and the player's commands at the board. A command returns
    a sentence for the player, which may be empty."""

    def __init__(self, live: LiveMatch, panel: BoardPanel, coach: Coach | None = None) -> None:
        self.live = live
        self.panel = panel
        self.board = panel.board
        self.coach = coach
        """The teacher, in a lesson."""
        self.game: AnyGame = live.seat.game
        self.selection = Selection(self.game.targets, self.board.INCLUDED, self.board.CARRIED)
        self.seat_names = SeatNames(live.seat.names)
        """Names of the seats in the player's words."""
        self.room = 80
        """Columns of a line of text; until ``fit``, the columns of the smallest terminal."""
        self.order = 0
        """Index of the hand's order in the board's ``ORDERS``."""
        self.message = ""
        """An answer to the last key."""
        self.headline = ""
        """Others' actions since the viewer's last one, until a key is pressed."""
        self.own_loss = ""
        """A sentence about losses by the viewer's last action, or about gains missed since. Empty
        once a key is pressed."""
        self.hint: Hint | None = None
        """The current hint, dropped after the decision."""
        self.primer: Primer | None = None
        """The note on the phase, until the decision is made or the player closes it."""
        self.advises = False
        """Each decision gets a suggestion. The row above the prompt has its words where no note has
        them."""
        self.keys = KEYS
        """The keys of the screen's commands."""
        self.unsure: Action | None = None
        """The action that a second Enter would play, until another key is pressed."""
        self.was_unsure: Action | None = None
        """The value of ``unsure`` before the current key."""
        self.is_hint_due = False
        """The player waits for a hint until its search has ended."""
        self._viewer = live.viewer
        self._asked: tuple[object, ...] = ()
        """Viewer, number and legal actions of the question adopted last."""
        self._named_losses: tuple[Sequence[Event], int] = (), 0
        """The losses by the viewer's last action that were named, and the round."""
        self._study: Study | None = None
        """The study of the current decision, once a hint or a note needs it."""
        self._refined: Study | None = None
        """The study whose search is waited for."""
        self._suggestion: Advice[Action] | None = None
        """The action that the note suggests."""
        self._step_away = NO_STEP
        """The cursor's last step if it left the suggestion: from where, to where, in which
        direction."""
        self._has_moved = False
        """The player has moved the cursor since the current question."""
        self._is_hint_asked = True
        """The player asked for the current hint, or for the hint that is due."""
        self._is_waiting = False
        """No key was pressed since the due hint was announced."""

    def fit(self, columns: int) -> None:
        """Adopt the terminal's columns, and the current names and players of the seats."""
        self.room = max(columns - MARGIN_COLUMNS, 1)
        self.seat_names = SeatNames(self.live.seat.names, self.live.snapshot.bots)

    def _follow_viewer(self) -> None:
        """Reset for another viewer, who must see nothing of what the last one did."""
        if self._viewer != self.live.viewer:
            self._viewer = self.live.viewer
            self.selection.forget()
            self.primer = None
            self._clear_answers()

    def _clear_answers(self) -> None:
        """Drop the sentences, hints and suggestions that belong to one question."""
        self.message = self.headline = self.own_loss = ""
        self.hint = self.unsure = self.was_unsure = None
        self._study = self._suggestion = None
        self.is_hint_due = False

    # --- the question

    @property
    def suggested(self) -> Element | None:
        """The element that the game suggests for the current question."""
        snapshot = self.live.snapshot
        return self.board.first(snapshot.view, snapshot.actions) if snapshot.actions else None

    def may_start(self, element: Element) -> bool:
        """Return whether the cursor may start on an element at a decision."""
        return True

    def _starts(self, scene: AnyScene) -> Collection[Element]:
        """Return the selectable elements on which the cursor may start; all if it may on none."""
        return [*filter(self.may_start, scene.selectable)] or scene.selectable

    @property
    def only(self) -> str:
        """A sentence about the only thing that a lesson allows now; empty if everything is
        allowed."""
        return self.coach.only() if self.coach else ""

    @property
    def is_held(self) -> bool:
        """True while a reveal or a pause shows something that the lesson's next step would give
        away."""
        return self.panel.is_revealing or self.live.pause is not None

    @property
    def _looks(self) -> tuple[Look, ...]:
        """The places that a lesson mentions."""
        return self.coach.looks if self.coach and not self.is_held else ()

    @property
    def refusal(self) -> str:
        """The reason why nobody at this screen decides; empty if somebody does."""
        live = self.live
        if not live.is_guest or live.people:
            return ""
        return tr(people_words.RESIGNED if live.access.people else people_words.WATCHING)

    @property
    def absence(self) -> str:
        """A sentence about absent people for whom everybody waits."""
        table_people = self.live.access.table_people
        if table_people is None:
            return ""
        to_move = self.live.snapshot.to_move
        return people_words.absence_sentence(
            table_people.members, table_people.absent, to_move, time.time()
        )

    def asks_newcomers(self, action: Action) -> bool:
        """Return whether a final action takes a second Enter in a player's first matches."""
        board, snapshot = self.board, self.live.snapshot
        is_harmless = board.is_harmless(snapshot.view, action, snapshot.actions)
        return board.ASKS_NEWCOMERS and not is_harmless

    @property
    def _undecided(self) -> Element | None:
        """The element on which the cursor starts in a lesson's choice. It must not reveal the right
        answer."""
        if self.coach is None or not self.coach.chooses:
            return None
        # A lesson's first choice is the right one.
        right, *wrong = (self.game.targets(action) for action in self.coach.choices)
        return next(
            (element for targets in wrong for element in targets if element not in right), None
        )

    @property
    def _is_forced(self) -> bool:
        """True if the rules leave a single action; in a lesson, the pupil still chooses it."""
        return len(self.live.snapshot.actions) == 1 and not self.only

    def take_in(self, primers: Primers | None, may_help: Callable[[], bool]) -> None:
        """Adopt the viewer's question; open the pane that a new decision needs.

        Args:
            primers: the notes that are due; None for none.
            may_help: returns whether a note may suggest an action.
        """
        self._follow_viewer()
        snapshot = self.live.snapshot
        asked = (snapshot.viewer, snapshot.question, snapshot.actions)
        # Without a decision, each snapshot is adopted: it may bring losses or a note.
        if asked == self._asked and self.selection.chooser.actions:
            return
        self._asked = asked
        first = self._undecided or self.suggested
        cursor = self.selection.cursor
        if cursor is not None and not self.may_start(cursor):
            self.selection.cursor = None
        self.selection.ask(snapshot.actions, first, is_forced=self._is_forced)
        self._has_moved = False
        self._step_away = NO_STEP
        unread = self.own_loss
        self._clear_answers()
        self.own_loss = self._losses(unread)
        self.primer = due = None
        if primers and self.live.people:
            # A question answered by the table itself needs no note.
            waits = not snapshot.actions or self.live.decides_nothing(snapshot.viewer)
            due = None if waits else primers.due(snapshot)
            self.primer = primers.ahead(snapshot) if waits else due
        if snapshot.actions:
            if self.board.HEADLINES:
                events = self.live.new_events
                self.headline = status_line.headline(self.game, self.seat_names, events, self.room)
            self.bring_to_front()
            in_note = due is not None and due.phase not in self.board.UNADVISED
            in_row = self.advises and bool(self.live.people) and len(snapshot.actions) > 1
            may_advise = not self.live.seat.why_no_help and may_help()
            if (in_note or in_row) and may_advise:
                self._study = Study.at(self.live.seat, snapshot, self.seat_names)
                self._study.begin()
                self._suggest(moves_cursor=True)
            if due and not (in_note and may_advise):
                # A player who decides without a note's advice needs the whole board.
                self.primer = replace(due, phase="")

    def _losses(self, unread: str) -> str:
        """Return a sentence about the losses by the viewer's last action, once, or about missed
        gains.

        Args:
            unread: the sentence of the previous question if no key was pressed; it is dropped at
                the end of the round.
        """
        live, before = self.live, self._named_losses
        self._named_losses = live.chosen_losses, live.clock.round
        words = self.game, self.seat_names
        missed, setbacks = live.missed, live.setbacks
        if (live.snapshot.actions or not live.snapshot.to_move) and (defeat := self.defeat):
            return defeat
        if live.snapshot.actions and (missed or setbacks):
            return status_line.missed_gains(*words, missed, setbacks, self.room)
        if self._named_losses == before:
            return unread
        is_new = self._named_losses[0] != before[0]
        return status_line.loss(*words, self._named_losses[0], self.room) if is_new else ""

    @property
    def defeat(self) -> str:
        """A sentence about a defeat of the viewer since its last action; empty without one."""
        live, text = self.live, ""
        for step in (Brevity.WHOLE, Brevity.WORDS):
            with composing(step):
                text = self.game.texts.defeat(live.latest_events, live.viewer, self.seat_names)
            if columns_of(text) <= self.room:
                break
        return text

    def _suggest(self, *, moves_cursor: bool = False) -> None:
        """Let the note suggest an action, once it is judged.

        Args:
            moves_cursor: the player has touched nothing since the question was asked, so the
                cursor goes to the suggestion, or to the game's own advice while a search runs.
        """
        assert self._study
        if moves_cursor and not self._study.is_over:
            first, *_ = self.selection.chooser.targets_of(self._study.suggested.action)
            if first[0] != "button" and self.may_start(first):
                self.selection.cursor = first
        if not self._study.is_over or self._suggestion is not None:
            return
        self._suggestion = self._study.suggested
        if moves_cursor:
            targets = self.selection.chooser.targets_of(self._suggestion.action)
            self.selection.take_over(targets, is_suggested=True)
            self.live.note_question()
            self.bring_to_front()

    @property
    def is_advising(self) -> bool:
        """True if a note or the row above the prompt suggests an action, or will once it is
        judged."""
        return (self.primer is not None or self.advises) and self._study is not None

    def close_primer(self) -> bool:
        """Close the note. A cursor that it has put on a button, which would leave the decision,
        returns to the first element to choose."""
        before, self.primer = self.primer, None
        cursor = self.selection.cursor
        is_on_button = cursor is not None and cursor[0] == "button" and not self._has_moved
        if before and self._suggestion and is_on_button:
            scene = self.scene()
            start = self.board.start(scene, scene.selectable)
            if start and start[0] != "button":
                self.selection.move_to(start)
        return before is not None

    def clear_passing(self, *, continues: bool = False, is_revealing: bool = False) -> bool:
        """Clear the words shown until a key is pressed; return whether there were any.

        Args:
            continues: the key continues. One that was meant for a wait that has just ended leaves
                the losses, which nobody has read yet.
            is_revealing: the key ends a reveal, which has held back the losses so far.
        """
        hint = self.hint if self.hint and self.hint.is_fresh else None
        self.was_unsure, self.unsure = self.unsure, None
        words = self.message or self.headline or self.own_loss
        had_words = bool(words or hint or self.was_unsure)
        self.message = self.headline = ""
        is_unread = is_revealing or (continues and self.live.is_too_early)
        self.own_loss = self.own_loss if is_unread else ""
        self._is_waiting = False
        if self.hint:
            self.hint = replace(self.hint, is_fresh=False)
        return had_words

    @property
    def open_primer(self) -> Primer | None:
        """The note on the phase, with the judge's words so far, as the player sees it."""
        if self.primer is None or self.is_held or self.live.is_hand_hidden:
            return None
        # A note that leaves the whole board visible says no more than it must.
        study = self._study if self.primer.phase else None
        advised: tuple[str, ...] = ()
        if study and self._suggestion:
            advised = study.notes(self._suggestion, self._elements, self.selection.action)
        is_awaited = study is not None and not study.is_over
        return replace(self.primer, advised=advised, is_awaited=is_awaited)

    @property
    def _elements(self) -> set[Element]:
        """The selected elements, and the element under the cursor."""
        selected = self.selection
        return {*selected.chooser.selected, *([selected.cursor] if selected.cursor else [])}

    @property
    def _advice(self) -> tuple[str, ...]:
        """A sentence about the suggested action, or about another one under the cursor, longest
        form first; empty without a suggestion, or if a note or a hint has the words."""
        suggestion, study = self._suggestion, self._study
        has_words = self.hint or (self.primer and self.primer.phase)
        if study is None or has_words or not self.selection.cursor:
            return ()
        if suggestion is None:
            return () if self._has_moved or study.is_over else (tr(AWAITED),)
        action = self.selection.action
        sentences = study.brief_notes(suggestion, self._elements, action)
        is_suggested = self._elements & {*self._hinted} and action in (None, suggestion.action)
        return tuple(f"{HINT_SIGN} {words}" if is_suggested else words for words in sentences)

    # --- the scene

    def scene(self) -> AnyScene:
        """Return the scene; a hidden hand is shown as a spectator sees it."""
        self._follow_viewer()
        live = self.live
        sight = self.live.sight
        is_hidden = live.is_hand_hidden
        # A loss in the middle of a round is announced over the current board.
        is_between = live.is_announcing and not live.reveals
        return Scene(
            self.game,
            sight.view,
            sight.viewer,
            self.seat_names,
            sight.events,
            None if is_hidden or (live.pause and not is_between) else self.selection.chooser,
            self.selection.cursor,
            order=self.order,
            is_paused=live.pause is not None and not is_between,
            since=sight.new_events,
            primer=self.open_primer,
            hinted=() if is_hidden else self._hinted,
            is_hint_worse=self.hint is not None and self.named is None,
            losses=self._announcements(),
            looks=self._looks,
        )

    @property
    def _hinted(self) -> tuple[Element, ...]:
        """The elements of the hint, or of the note's suggestion."""
        if self.hint is None and self.is_advising and self._suggestion and not self.is_held:
            return self.selection.chooser.targets_of(self._suggestion.action)
        return self.hint.elements if self.hint else ()

    def _announcements(self) -> tuple[Announcement, ...]:
        """Return the losses being announced, in words."""
        live = self.live
        names = self.seat_names.names
        if self.panel.is_revealing:
            return ()
        alone = live.viewer if live.viewer != SPECTATOR else None

        def words(event: Event) -> str:
            gift = self.game.texts.gift(event, live.events, live.viewer, self.seat_names)
            return f"{self.game.texts.sentence(event, self.seat_names)} {gift}".rstrip()

        return tuple(
            Announcement(
                loss.seat,
                tr(TITLES[_is_taken(loss), loss.seat == alone], seat=names[loss.seat]),
                tuple(map(words, loss.events)),
                loss.points,
            )
            for loss in live.announced
        )

    def _context(self, scene: AnyScene) -> PromptContext:
        """Return the inputs of the sentences about a scene."""
        live = self.live
        snapshot = self.live.snapshot
        viewer = snapshot.viewer
        return PromptContext(
            scene=scene,
            room=self.room,
            is_asked=bool(snapshot.actions),
            is_there=self.selection.cursor in self.board.places,
            is_hand_hidden=live.is_hand_hidden,
            declines=live.has_standing_answer(viewer),
            decides_nothing=bool(snapshot.actions) and live.decides_nothing(viewer),
            can_continue=live.can_continue,
            can_undo=snapshot.can_undo,
            pause=live.pause,
            is_over=snapshot.outcome is not None or live.is_ended,
            absence=self.absence,
            decider="" if live.people or viewer == SPECTATOR else self.seat_names.names[viewer],
            is_final=snapshot.final.__contains__,
            hint=self.hint,
            unsure=self.unsure,
            wanted=self._wanted,
            aim=self._aim,
            brief=self.board.brief,
            is_forced=self._is_forced,
            is_revealing=self.panel.is_revealing,
            is_noted=bool(scene.primer and scene.primer.advised),
            advice=self._advice,
            keys=self.keys,
        )

    @property
    def gathers(self) -> bool:
        """True if an action of the current question may have several of the board's gathered
        elements, which are selected one by one."""
        kind = self.board.GATHERED
        targets = self.selection.chooser.targets
        return any([element[0] for element in touched].count(kind) > 1 for touched in targets)

    @property
    def _wanted(self) -> str:
        """Words for the parts that the selection lacks; empty without a selection."""
        chooser = self.selection.chooser
        if not chooser.selected or chooser.ready is not None:
            return ""
        kinds = {kind for kind, _ in chooser.selectable}
        words = [tr(words) for kind, words in self.board.STEPS.items() if kind in kinds]
        return listed([*dict.fromkeys(words)], "or")

    @property
    def _aim(self) -> str:
        """Words for the purpose of the selection; empty if none of its elements has one."""
        kinds = [kind for kind, _ in self.selection.chooser.selected]
        return next((tr(self.board.AIMS[kind]) for kind in kinds if kind in self.board.AIMS), "")

    def lines(self) -> Lines:
        headline = "" if self.board.has_news else self.headline
        # A reveal must not be given away before its end, and an earlier loss must not seem to be
        # part of what a pause shows. A defeat is part of it, whoever acted last.
        is_others_pause = self.live.pause is not None and self.live.snapshot.seat != self._viewer
        is_earlier = is_others_pause and not self.defeat
        own_loss = "" if self.panel.is_revealing or is_earlier else self.own_loss
        now = self._context(self.scene())
        return status_line.lines(now, self.message, headline, own_loss)

    def why_not(self) -> str:
        """Return why the element under the cursor cannot be selected."""
        return (
            self.refusal
            or self.only
            or status_line.why_not(self._context(self.scene()), self.selection.offered)
        )

    def draw(self) -> None:
        """Show the scene and the log, with the cursor on an element that has a place.

        The first element of a decision is known without a drawing: the suggested one first, unless
        the cursor moved during a pause. The scene is drawn a second time only if that element has
        no place in the open pane. While nothing is asked, the cursor may be on nothing.
        """
        panel = self.panel
        selected = self.selection
        scene = self.scene()
        if selected.cursor is None and scene.selectable:
            hinted = () if self._has_moved else self._hinted
            selected.cursor = hinted[0] if hinted else self.board.start(scene, self._starts(scene))
            scene = self.scene()
        panel.show(scene)
        places = self.board.places
        if places and selected.cursor not in places:
            # The element may have disappeared with a hidden hand.
            is_lost = selected.cursor is not None and bool(selected.chooser.actions)
            selected.cursor = None
            if scene.selectable or (is_lost and not self.live.pause):
                front = self.board.front(scene.view, selected.chooser)
                is_for_looking = front not in {None, panel.pane}
                starts = self._starts(scene)
                selected.cursor = selection.first_cursor(starts, places, is_for_looking)
                scene = self.scene()
                panel.show(scene)
        panel.event_log.show(scene.events, scene.seat_names)

    # --- the cursor

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor to the next element in a direction.

        After a step away from the suggestion, the opposite step returns to it.
        """
        origin = self.selection.cursor
        start, *step = self._step_away
        if step == [origin, -dx, -dy]:
            self._step_away = NO_STEP
            self.move_to(start)
            return
        hinted = self._hinted
        self.move_to(self.board.neighbour(origin, dx, dy))
        is_away = origin in hinted and self.selection.cursor not in hinted
        self._step_away = (origin, self.selection.cursor, dx, dy) if is_away else NO_STEP

    @property
    def arrows(self) -> str:
        """The arrow keys that lead from one selectable element to another, for the key bar."""
        selectable = self.selection.chooser.selectable
        places = self.board.places
        regions = [places[element] for element in places if element in selectable]
        regions.sort(key=lambda region: region.y)
        is_column = all(one.bottom <= other.y for one, other in pairwise(regions))
        if is_column and len(regions) > 1:
            return "↑ ↓"
        rows = {(region.y, region.bottom) for region in regions}
        is_row = all(one[0] < other[1] and other[0] < one[1] for one in rows for other in rows)
        return "← →" if is_row else "←↑↓→"

    def move_to(self, element: Element | None) -> None:
        self.live.note_cursor()
        self._has_moved = True
        self.selection.move_to(element)

    def return_to(self, undone: Action | None) -> None:
        """Move the cursor to the first target of an undone action, if it is selectable again."""
        targets = self.game.targets(undone) if undone is not None else ()
        if targets and targets[0] in self.selection.chooser.selectable:
            self.move_to(targets[0])

    # --- the selection

    def select(self) -> str:
        """Select the element under the cursor, or drop it if selected."""
        selected, board = self.selection, self.board
        if self.live.is_hand_hidden:
            return ""
        if selected.cursor is None:
            return "" if selected.chooser.actions else self.why_not()
        view = self.live.snapshot.view
        try:
            selected.toggle(lambda chooser: board.then(view, chooser), board.places)
        except NotSelectable:
            return self.why_not()
        self.bring_to_front()
        return ""

    def select_at(self, element: Element) -> str:
        """Move the cursor to an element and select it."""
        self.move_to(element)
        if self.live.pause:
            return tr(CONTINUE)
        return "" if self.selection.is_selected(element) else self.select()

    def select_number(self, number: int) -> str:
        """Select the first to ninth element."""
        numbers = self.board.numbers
        if number in numbers:
            return self.select_at(numbers[number])
        if not numbers:
            return tr("There is no {number}; nothing has a number.", number=number)
        if number < max(numbers):
            return tr("Nothing has the number {number} now.", number=number)
        return tr("There is no {number}; the last is {last}.", number=number, last=max(numbers))

    def select_last(self) -> str:
        """Select the last button, such as ``done``, which ends the decision."""
        buttons = [element for element in self.board.places if element[0] == "button"]
        return self.select_at(buttons[-1]) if buttons else tr("Nothing to skip.")

    @property
    def is_in_draft(self) -> bool:
        """True if nothing can be dropped and the decision continues a draft that nobody else has
        seen."""
        snapshot = self.live.snapshot
        if self.hint or self.selection.chooser.selected or self.panel.is_log_above:
            return False
        return snapshot.can_undo and self.board.is_draft(snapshot.view, self.live.viewer)

    @property
    def can_leave_draft(self) -> bool:
        """True if a step of a draft can be undone, including its first."""
        snapshot = self.live.present
        return snapshot.can_undo and self.board.is_draft(snapshot.view, self.live.viewer)

    def back(self) -> None:
        """Drop the hint, or the last selected element, or close the log over the board."""
        if self.is_hint_due:
            self.is_hint_due = False
        elif self.hint:
            self.hint = None
            self.selection.drop_suggested()
        elif not self.selection.chooser.selected and self.panel.is_log_above:
            self.panel.toggle_log()
        else:
            self.selection.back()
            self.bring_to_front()

    def bring_to_front(self) -> None:
        """Open the pane that the selection needs, if the board names one."""
        pane = self.board.front(self.live.snapshot.view, self.selection.chooser)
        self.panel.pane = self.panel.pane if pane is None else pane

    # --- other commands

    def sort(self) -> str:
        """Sort the hand in the board's next order."""
        orders = self.board.ORDERS
        self.order = (self.order + 1) % len(orders)
        return tr("The hand is sorted by {order}.", order=tr(orders[self.order]))

    def standing_answer(self) -> str:
        """Start or stop declining offers for this turn."""
        if self.live.snapshot.actions:
            return tr(YOUR_DECISION)
        if self.live.snapshot.viewer == SPECTATOR:
            return tr("You have no seat.")
        if self.live.toggle_standing_answer():
            return tr("Offers to you are declined in this turn; {play.decline} stops that.", **KEYS)
        return tr("You will be asked again.")

    def give_hint(self, *, is_asked: bool = True) -> str:
        """Show the next hint, from this seat's view only; return why there is none.

        Args:
            is_asked: the player asked for the hint. Asked after an unasked hint, the player wants
                the first one again.
        """
        if self.live.is_hand_hidden and not self.live.pause:
            return ""
        if reason := self.why_no_hint():
            return reason
        self.close_primer()
        if self._study is None:
            self._study = Study.at(self.live.seat, self.live.snapshot, self.seat_names)
        self._study.begin()
        if self.hint is None or not self._is_hint_asked:
            self._study.given.clear()
        self._is_hint_asked = is_asked
        if self._study.is_over:
            self._put_hint(self._study)
            return ""
        self.is_hint_due = self._is_waiting = True
        return tr(THINKING) if is_asked else ""

    @property
    def turn(self) -> tuple[int, Clock]:
        """The viewer, and the current turn."""
        snapshot = self.live.snapshot
        return snapshot.viewer, self.game.clock(snapshot.view)

    def why_no_hint(self) -> str:
        """Return why no hint is possible now; empty if one is."""
        if self.live.pause:
            return tr(CONTINUE)
        return self.live.seat.why_no_help if self.live.snapshot.actions else tr(NOTHING_ASKED)

    def _put_hint(self, study: Study, *, moves_cursor: bool = True) -> None:
        """Show the next of the best actions as the hint.

        Args:
            moves_cursor: the cursor goes to the hint's first element.
        """
        advice = study.next()
        before = self.hint
        targets = self.selection.chooser.targets_of(advice.action)
        view = self.live.snapshot.view
        value = study.value_of(advice)
        phrase = self.game.texts.phrase(view, advice.action, self.seat_names)
        # ``next`` has added this hint to the given ones; hints are numbered from 0.
        number = len(study.given) - 1
        advice = Advice(advice.action, advice.value, study.reason_of(advice))
        self.hint = hint_of(advice, targets, phrase, number, len(study.best), value)
        selected = self.selection.chooser.selected
        is_free = not selected or (before is not None and selected == before.elements)
        if targets and is_free and moves_cursor:
            self.selection.take_over(targets, is_suggested=True)
            self.bring_to_front()

    def _put_due_hint(self, study: Study) -> None:
        """Show the hint that was due, now that its search has ended.

        If the player did anything meanwhile, or asked for no hint, the cursor stays. A key that
        comes now was pressed before the hint could be read, and must not play it.
        """
        self.is_hint_due = False
        if self.message == tr(THINKING):
            self.message = ""
        self._put_hint(study, moves_cursor=self._is_waiting and self._is_hint_asked)
        if self.hint and not self._is_waiting:
            self.hint = replace(self.hint, is_fresh=False)
        self.live.note_question()

    def forecast(self) -> tuple[str, list[Text]] | tuple[()]:
        """Return a title and table rows with each player's points if the round ended now. Empty if
        the game has no forecast."""
        rows = self.game.forecast(self.live.snapshot.view)
        if not rows:
            return ()
        names = self.seat_names.names
        labels = [capitalized(tr(row.label)) for row in rows]
        label_columns = max(map(len, labels))
        # Columns show only signs: six names would leave no room for the words.
        key = "  ".join(f"{SEAT_MARKS[seat]} {name}" for seat, name in enumerate(names))
        head = "".join(SEAT_MARKS[seat].rjust(FIGURE_COLUMNS) for seat in range(len(names)))
        lines = [Text(key), Text(""), Text(" " * label_columns + head, "bold")]
        for row, label in zip(rows, labels, strict=True):
            figures = (f"{points}".replace("-", "−").rjust(FIGURE_COLUMNS) for points in row.points)
            # The last row has the totals.
            style = "bold" if row is rows[-1] else ""
            lines.append(Text(label.ljust(label_columns) + "".join(figures), style))
        title = tr("If the {round} ended now", round=noun(self.game.clock_words[0]))
        if self.game.counts_turns_on:
            title = tr("If the match ended now")
        return title, lines

    def show_hint(self) -> None:
        """Select the action of the current hint, so that the prompt can name it."""
        if self.hint is not None:
            self.selection.take_over(self.hint.elements, is_suggested=True)
            self.bring_to_front()

    def renew_hint(self) -> None:
        """Show the words of the current hint again."""
        if self.hint is not None:
            self.hint = replace(self.hint, is_fresh=True)

    @property
    def named(self) -> Action | None:
        """The action that the hint or the note recommends to the player now; None for a hint that
        is said to be worse than the first."""
        if self.hint is not None:
            is_good = self._study is None or self._study.is_as_good(self.hint.action)
            return self.hint.action if is_good else None
        return self._suggestion.action if self.is_advising and self._suggestion else None

    @property
    def is_judging(self) -> bool:
        """True while a hint or a note waits for the end of its search."""
        is_wanted = self.is_hint_due or self.is_advising
        return is_wanted and self._study is not None and not self._study.is_over

    async def refine_hints(self, draw: Callable[[], None]) -> None:
        """Wait for the end of a search for the best actions, then show the hint or the note."""
        study = self._study
        if study is None or study is self._refined or not self.is_judging:
            return
        self._refined = study
        try:
            await study.refine(lambda: self._study is study and self.is_judging)
        finally:
            self._refined = None
        if self._study is not study or not study.is_over:
            return
        if self.is_hint_due:
            self._put_due_hint(study)
        elif self.is_advising:
            is_untouched = not self._has_moved and not self.selection.chooser.selected
            self._suggest(moves_cursor=is_untouched)
        draw()
