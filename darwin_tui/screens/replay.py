"""Watching a match again, on the same board, read-only."""

from collections.abc import Sequence
from math import inf
from pathlib import Path
from textwrap import shorten
from typing import Any, ClassVar, Final

from msgspec.structs import replace
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from darwin_core.game import SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.match import OMNISCIENT, Refused, replay
from darwin_tui import navigation, notes, perspective, saves
from darwin_tui.dialogs.branch import BranchDialog
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.saves import Opened
from darwin_tui.screens.board_screen import PANE_BINDINGS, BoardScreen
from darwin_tui.widgets.board import Scene
from darwin_tui.widgets.canvas import SEAT_MARKS
from darwin_tui.widgets.event_log import EventLog, TakenBack
from darwin_tui.widgets.key_bar import KeyBar

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, inf)
"""Acts a second; the last goes to the end at once."""
BAR_AT: Final = 2
"""The column at which the line of time begins."""


class ReplayScreen(BoardScreen):
    """A cursor in time over a record."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", "act", key_display="← →", id="replay.forward"),
        Binding("left", "step(-1)", "act", show=False, id="replay.back"),
        Binding("shift+right", "step(5)", "five acts", show=False),
        Binding("shift+left", "step(-5)", "five acts", show=False),
        Binding("ctrl+right,pagedown", "step(20)", "twenty acts", show=False),
        Binding("ctrl+left,pageup", "step(-20)", "twenty acts", show=False),
        Binding(
            "right_square_bracket",
            "jump('turn',1)",
            "turn",
            key_display="[ ]",
            id="replay.next_turn",
        ),
        Binding(
            "left_square_bracket",
            "jump('turn',-1)",
            "turn",
            key_display="[ ]",
            show=False,
            id="replay.last_turn",
        ),
        Binding(
            "right_curly_bracket",
            "jump('round',1)",
            "round",
            key_display="{ }",
            id="replay.next_round",
        ),
        Binding(
            "left_curly_bracket",
            "jump('round',-1)",
            "round",
            key_display="{ }",
            show=False,
            id="replay.last_round",
        ),
        Binding("home", "go(0)", "the start", show=False, id="replay.start"),
        Binding("end", "go(-1)", "the end", show=False, id="replay.end"),
        Binding("g", "ask_number", "to a number", show=False, id="replay.number"),
        Binding("space", "play_pause", "play", key_display="Space", id="replay.play"),
        Binding(
            "plus,equals_sign",
            "speed(1)",
            "faster, slower",
            key_display="+ -",
            show=False,
            id="replay.faster",
        ),
        Binding(
            "minus",
            "speed(-1)",
            "faster, slower",
            key_display="+ -",
            show=False,
            id="replay.slower",
        ),
        Binding("p", "perspective", "eyes", id="replay.eyes"),
        Binding("tab", "pane(1)", "pane", show=False, id="replay.pane"),
        *PANE_BINDINGS,
        Binding("L", "story", "log", show=False, id="replay.story"),
        Binding("b", "branch", "branch", id="replay.branch"),
        Binding("r", "results", "results of a match that is over", show=False, id="replay.results"),
        Binding("v", "reveal", "show how long it is", show=False, id="replay.reveal"),
        Binding("a", "all_acts", "stop at every act", show=False, id="replay.all"),
        Binding("n", "note", "note", show=False, id="replay.note"),
        Binding("N", "notes", "list of notes", show=False, id="replay.notes"),
        *(
            Binding(str(n), f"glyph({n})", "!! ! !? ?! ? ?? on the act", show=False)
            for n in range(1, len(notes.GLYPHS) + 1)
        ),
        Binding("slash", "search", "search the log", show=False, id="replay.search"),
        Binding("enter", "log", "to a line of the log", show=False, id="replay.log"),
        Binding("question_mark", "help", "keys", key_display="?", id="replay.help"),
        Binding("q,escape", "leave", "leave", id="replay.leave"),
    ]

    def __init__(self, opened: Opened, viewer: int | None = None) -> None:
        super().__init__(opened.match.game, opened.match.header.names)
        self._opened = opened
        self._match = opened.match
        self._clocks = replay.clocks(self._match)
        self._position = 0
        self._forced = replay.forced(self._match)
        self._shows_all = False
        """Whether single steps also stop at acts without a choice."""
        self._is_over = self._game.outcome(self._match.state) is not None
        self._is_revealed = not self._is_over
        """Whether to show how long the match is; of one that goes on that spoils nothing."""
        self._notes: list[notes.Note] = []
        self._viewers = perspective.viewers(self._match)
        usual = perspective.default_viewer(self._match)
        self._viewer = usual if viewer is None or viewer not in self._viewers else viewer
        self._story: list[tuple[Any, ...]] = []
        self._undone: dict[int, list[tuple[Any, ...]]] = {}
        """What was taken back, by the position at which it was done."""
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None
        self.key_words = dict(zip(("round", "turn"), self._game.clock_words, strict=True))
        """What some keys do, in the words of the game."""

    def compose(self) -> ComposeResult:
        """The board under the banner of whose eyes these are, and a line of time."""
        yield Static("", id="perspective", markup=False)
        yield from self.compose_table()
        yield Static("", id="scrubber", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the start."""
        self._notes = notes.read(self._notes_path)
        if self._opened.notice:
            self.notify(self._opened.notice, severity="warning", timeout=10, markup=False)
        self._look_as(self._viewer)

    @property
    def _last(self) -> int:
        return len(self._match.history)

    def _look_as(self, viewer: int) -> None:
        self._viewer = viewer
        self._story = replay.event_log(self._match, viewer)
        self._undone = replay.undone(self._match, viewer)
        self._show()

    def _with_undone(self) -> list[Any]:
        """The story so far with the acts that were taken back, where they were done."""
        log: list[Any] = []
        for position, told in enumerate(self._story[: self._position + 1]):
            log += told
            if position < self._position or position == self._last:
                for undone in self._undone.get(position, ()):
                    log += map(TakenBack, undone)
        return log

    def _show(self) -> None:
        view = self._match.look(self._viewer, self._position)
        story = [event for told in self._story[: self._position + 1] for event in told]
        scene = Scene(
            self._game,
            view,
            self._viewer,
            self._lexicon,
            story,
            pane=self._pane,
            has_log=self.has_class("-story"),
        )
        self._board.show(scene)
        self.query_one(EventLog).emit(
            self._with_undone() if self._shows_all else story, self._lexicon
        )
        self.query_one("#perspective", Static).update(self._banner())
        self.query_one("#scrubber", Static).update(self._scrubber())

    @property
    def _line(self) -> int:
        """The line of the record that was done last."""
        return self._match.history[self._position - 1].line if self._position else 0

    def _banner(self) -> str:
        words = {
            SPECTATOR: "as a watcher: what all could see",
            OMNISCIENT: "all-seeing: nothing is hidden",
        }
        seen = words.get(self._viewer)
        if seen is None:
            seen = f"as {SEAT_MARKS[self._viewer]} {self._names[self._viewer]} knew it"
        notes = [note.render() for note in self._notes if note.line == self._line]
        told = " ".join(self._game.sentence(each, self._lexicon) for each in self._just_told)
        end = ["The match is over: r tells the results."] if self._is_at_the_end else []
        banner = "   ".join([f"Replay {seen}", *notes, *end, told]).rstrip()
        return shorten(banner, max(self.app.size.width - 2, 1), placeholder=" …")

    @property
    def _just_told(self) -> Sequence[Any]:
        """What was heard of the last act."""
        return self._story[self._position] if self._position else ()

    def _scrubber(self) -> str:
        clock = self._clocks[self._position]
        name, part = self._game.clock_words
        when = f"{name} {clock.round} {part} {clock.turn:<2}"
        if not clock.turn:
            when = f"after {name} {clock.round}".ljust(len(when))
        if not self._is_revealed:
            state = "▶" if self._timer else "·"
            return (
                f"{state} act {self._position:>3}   {when} "
                f"{self._speed_words()}   v shows how long it is"
            )
        width = self._bar_width
        filled = self._position * width // max(self._last, 1)
        state = "▶" if self._timer else "·"
        return (
            f"{state} {'█' * filled}{'░' * (width - filled)} act {self._position:>3} of "
            f"{self._last:<3}  {when} "
            f"{self._speed_words()}"
        )

    @property
    def _is_at_the_end(self) -> bool:
        return self._is_over and self._position == self._last

    def _speed_words(self) -> str:
        speed = SPEEDS[self._speed]
        return "instant" if speed == inf else f"{speed:g}×"

    # --- time

    def _move_to(self, position: int) -> None:
        self._position = max(0, min(position, self._last))
        if self._position == self._last:
            self._is_revealed = True
            self._stop()
        if self._just_told:
            self._bring_to_front(self._match.history[self._position - 1].action)
        self._show()

    def _bring_to_front(self, action: Any) -> None:  # noqa: ANN401 - any game's action
        """Open the pane that shows what was done."""
        pane = self._board.holding(self._game.targets(action))
        self._pane = self._pane if pane is None else pane

    def action_step(self, by: int) -> None:
        """Go some acts forward or back; a single step passes over acts without a choice."""
        position = self._position + by
        if abs(by) == 1 and not self._shows_all:
            while 0 < position < self._last and self._is_dull(position):
                position += by
        self._move_to(position)

    def _is_dull(self, position: int) -> bool:
        """Whether the act before a position was no choice and showed its viewer nothing."""
        shows = any(event.reveals for event in self._story[position])
        return self._forced[position - 1] and not shows

    def action_all_acts(self) -> None:
        """Stop at every act and tell, dimly, of those taken back; or stop only where there was
        something to choose or to see."""
        self._shows_all = not self._shows_all
        what = "every act; the log also tells of those taken back"
        what = what if self._shows_all else "acts with a choice"
        self.notify(f"Single steps stop at {what}.", timeout=2)
        self._show()

    def action_reveal(self) -> None:
        """Show or hide how long the match is."""
        self._is_revealed = not self._is_revealed
        self._show()

    def action_go(self, position: int) -> None:
        """Go to the start (0) or the end (-1)."""
        self._move_to(self._last if position < 0 else position)

    def action_jump(self, what: str, by: int) -> None:
        """Go to the start of the next or the previous turn or round."""

        def mark(position: int) -> tuple[int, ...]:
            clock = self._clocks[position]
            return (clock.round, clock.turn) if what == "turn" else (clock.round,)

        starts = [p for p in range(self._last + 1) if p == 0 or mark(p) != mark(p - 1)]
        starts.append(self._last)
        ahead = [p for p in starts if (p > self._position if by > 0 else p < self._position)]
        if ahead:
            self._move_to(ahead[0] if by > 0 else ahead[-1])

    @work
    async def action_ask_number(self) -> None:
        """Go to an act by its number."""
        answer = await self.app.push_screen_wait(
            EntryDialog(
                "Go to",
                f"The number of an act{f', 0 to {self._last}' if self._is_revealed else ''}:",
            )
        )
        if not answer:
            return
        if answer.strip().isdecimal():
            self._move_to(int(answer))
        else:
            self.notify(f"{answer!r} is no number of an act.", markup=False, timeout=3)

    @work
    async def action_log(self) -> None:
        """Go to the act that a line of the log tells of; lines to come are listed only once the
        length of the match is shown."""
        until = self._last if self._is_revealed else self._position
        lines = [
            (position, self._game.sentence(event, self._lexicon))
            for position, told in enumerate(self._story[: until + 1])
            for event in told
        ]
        picked = await self.app.push_screen_wait(PickDialog("Log", [text for _, text in lines]))
        if picked is not None:
            self._move_to(lines[picked][0])

    def on_click(self, event: events.Click) -> None:
        """A click on the line of time goes there."""
        offset = event.get_content_offset(self.query_one("#scrubber"))
        width = self._bar_width
        if offset and self._is_revealed and BAR_AT <= offset.x <= BAR_AT + width:
            self._move_to(round((offset.x - BAR_AT) * self._last / width))

    @property
    def _bar_width(self) -> int:
        return max(self.size.width - 52, 10)

    def action_play_pause(self) -> None:
        """Play by itself, or stop."""
        if self._timer:
            self._stop()
        elif SPEEDS[self._speed] == inf:
            self._move_to(self._last)
        elif self._position < self._last:
            self._timer = self.set_interval(1 / SPEEDS[self._speed], lambda: self.action_step(1))
        self._show()

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        if self._timer:
            self._stop()
            self.action_play_pause()
        self._show()

    # --- looks

    def action_perspective(self) -> None:
        """Look with the next viewer's eyes; all-seeing only once the match is over."""
        place = self._viewers.index(self._viewer)
        self._look_as(self._viewers[(place + 1) % len(self._viewers)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Some commands are of use in some games only; results are told at the end of a match."""
        if action == "results":
            return self._is_at_the_end
        return super().check_action(action, parameters)

    def action_results(self) -> None:
        """Tell how the match ended."""
        navigation.results(self.app, self._opened)

    @property
    def _notes_path(self) -> Path:
        return self.session.locations.notes_on(self._opened.path)

    def _own_note(self, line: int) -> notes.Note:
        """One's own note on an act; an empty one where there is none yet."""
        by = self.session.name
        own = (note for note in self._notes if (note.line, note.by) == (line, by))
        return next(own, notes.Note(line, by))

    def _annotate(self, line: int, glyph: str | None = None, text: str | None = None) -> None:
        """Put a glyph or a text on the act of a line; the same glyph again removes it."""
        old = self._own_note(line)
        if glyph is not None:
            old = replace(old, glyph="" if glyph == old.glyph else glyph)
        if text is not None:
            old = replace(old, text=text.strip()[: notes.TEXT_CHARACTERS_MAX])
        try:
            self._notes = notes.write(self._notes_path, old)
        except JournalError as error:
            self.notify(str(error), markup=False, severity="error")
        self._show()

    def action_glyph(self, number: int) -> None:
        """Say what one thinks of the act: 1 is brilliant, 6 a blunder."""
        self._annotate(self._line, glyph=notes.GLYPHS[number - 1])

    @work
    async def action_note(self) -> None:
        """Write a note on the act."""
        self._stop()
        self._show()
        line = self._line
        text = await self.app.push_screen_wait(
            EntryDialog("Note", f"On act {self._position}:", self._own_note(line).text)
        )
        if text is not None:
            self._annotate(line, text=text)

    @work
    async def action_notes(self) -> None:
        """Go to one of the notes."""
        places = {act.line: place for place, act in enumerate(self._match.history, 1)}
        listed = [note for note in self._notes if note.line == 0 or note.line in places]
        if not listed:
            self.notify("No notes yet: n writes one, 1 to 6 put a mark.", timeout=3)
            return
        lines = [f"act {places.get(note.line, 0):>3}  {note.render()}" for note in listed]
        picked = await self.app.push_screen_wait(PickDialog("Notes", lines))
        if picked is not None:
            self._move_to(places.get(listed[picked].line, 0))

    @work
    async def action_search(self) -> None:
        """Go on to the next act of which the log tells so."""
        text = await self.app.push_screen_wait(EntryDialog("Search", "Words in the log:"))
        if not text:
            return
        wanted, after = text.casefold(), self._position + 1
        for position in (*range(after, self._last + 1), *range(after)):
            told = (self._game.sentence(e, self._lexicon) for e in self._story[position])
            if any(wanted in sentence.casefold() for sentence in told):
                self._move_to(position)
                return
        self.notify(f"The log does not tell of {text!r}.", markup=False, timeout=3)

    @work
    async def action_branch(self) -> None:
        """Play on from here as a match of its own."""
        self._stop()
        self._show()
        if not self._game.to_move(self._match.look(SPECTATOR, self._position)):
            told = "Here the match is over. Step back to an earlier act first."
            self.notify(told, severity="warning")
            return
        wish = await self.app.push_screen_wait(
            BranchDialog(
                self._match.header.players,
                self._viewer,
                is_living=not self._is_over,
            )
        )
        if wish is None:
            return
        try:
            opened = saves.create_branch(
                self._match,
                self._position,
                wish.players,
                wish.redeal_for,
                self.session.locations,
            )
        except (JournalError, Refused) as error:
            self.notify(str(error), markup=False, severity="error")
            return
        navigation.play(self.app, opened)

    def action_leave(self) -> None:
        """Back to where one came from."""
        self._stop()
        self.dismiss()
