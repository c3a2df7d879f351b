"""State machine of a live match at one screen: whose perspective it shows, and its phase.

It uses no Textual, and no clock but ``now``: snapshots and commands come in, and the screen draws
the phase. Each method that changes the phase is one input; an input that makes no sense in a phase
is refused.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from darwin_core.contract.game import SPECTATOR, Action, AnyGame, Clock, Event, State
from darwin_core.table import AnyObservation, AnySeat, AnySnapshot
from darwin_tui.play.setbacks import Setback, Setbacks

if TYPE_CHECKING:
    from darwin_tui.library.seat_access import SeatAccess
    from darwin_tui.settings import Settings

KEY_REPEAT_SECONDS: Final = 0.4
"""Time after an action during which a continue key is ignored, as it may be held down."""
HELD_KEY_SECONDS: Final = 0.15
"""Time between two keys below which the second counts as the repeat of a held key."""
CONTINUE_GRACE_SECONDS: Final = 0.4
"""Time after a new decision during which a continue key does not answer it."""

IDLE_IN_PAUSE: Final = frozenset({"move(-1,0)", "pane(1)", "hint"})
"""Actions that do nothing until a continue key ends a pause."""


# --- phases


class Pause(Enum):
    """A pause of play at an event; a board declares one for each event class that pauses it."""

    BOTS = auto()
    """The bots linger so that the event can be seen."""
    KEY = auto()
    """Play waits for a key, as at the end of a phase of the game."""


class Reason(Enum):
    """The reason for a pause."""

    REVEALED = auto()
    LOST = auto()
    """The viewer lost something."""
    ROUND_OVER = auto()
    MATCH_OVER = auto()


@dataclass(frozen=True)
class Deciding:
    """The viewer owes a decision."""


@dataclass(frozen=True)
class Paused:
    """The last action stays on screen until a continue key."""

    reason: Reason
    round: int
    """The round to which the last action belonged."""


@dataclass(frozen=True)
class BotsActing:
    """Others must decide."""

    can_continue: bool = False
    """A continue key ends the bots' current pause."""


@dataclass(frozen=True)
class Curtain:
    """The screen is covered until a person takes the keyboard."""

    seat: int
    under: Paused | None = None
    """A pause that continues once the curtain opens."""


@dataclass(frozen=True)
class Over:
    """The match is over."""

    has_results: bool = False
    """The results have been opened."""


Phase: TypeAlias = Deciding | Paused | BotsActing | Curtain | Over


class ImpossibleInput(RuntimeError):
    """Raised for an input that makes no sense in the current phase; nothing has changed."""

    def __init__(self, phase: Phase, name: str) -> None:
        super().__init__(f"{name} makes no sense in {phase}")


class Response(Enum):
    """The effect of a continue key."""

    CONTINUED = auto()
    """A pause of the match ended."""
    HURRIED = auto()
    """The current pause of the bots is to end."""
    TOO_SOON = auto()
    """Ignored: the key may be held down since the last action."""
    TOO_LATE = auto()
    """Ignored: the key was meant for the display that a new decision has just replaced."""
    OTHER_KEY = auto()
    """Ignored: another key skips the wait."""
    UNUSED = auto()
    """The key keeps the meaning that it has elsewhere."""


@dataclass(frozen=True)
class Loss:
    """The events of one action that took something from a seat."""

    seat: int
    line: int
    """The line of the action; an undo of it also removes the loss."""
    events: tuple[Event, ...]
    points: tuple[int, int]
    """The seat's points before and after the action."""


@dataclass(frozen=True)
class Sight:
    """A table as one viewer sees it: the view of a snapshot, with its viewer and log. All drawing
    takes them from the same sight, so that no view is drawn for anybody else."""

    snapshot: AnySnapshot
    events: Sequence[Event]
    """The events of the match so far, redacted for the viewer."""
    new_events: Sequence[Event] = ()
    """The events since the viewer's last action."""

    @property
    def viewer(self) -> int:
        """The viewer that the view and the events are redacted for."""
        return self.snapshot.viewer

    @property
    def view(self) -> State:
        return self.snapshot.view


def losses_of(
    game: AnyGame, before: State, snapshot: AnySnapshot, events: Sequence[Event]
) -> list[Loss]:
    """Return each seat's losses by new events, in seat order, except losses that its own action
    chose.

    Args:
        before: the view before the events.
        snapshot: the view after them.
        events: redacted for its viewer.
    """
    by_seat: dict[int, list[Event]] = {}
    for event in events:
        for seat in () if event.is_chosen_loss else event.losers:
            by_seat.setdefault(seat, []).append(event)
    if not by_seat:
        return []
    points = (game.standing(before).totals, game.standing(snapshot.view).totals)
    return [
        Loss(seat, snapshot.line, tuple(lost), (points[0][seat], points[1][seat]))
        for seat, lost in sorted(by_seat.items())
        if seat < len(points[0])
    ]


@dataclass
class LiveMatch:
    """Controller of a live match at one screen, which several people may share."""

    access: "SeatAccess"
    """Provides the seats; a table with ``table_people`` is a server's."""
    settings: Callable[[], "Settings"]
    pauses: Mapping[type[object], Pause]
    """The board's pauses by event class."""
    now: Callable[[], float] = time.monotonic
    narrow: Callable[[AnySnapshot], AnySnapshot] | None = None
    """Removes from a snapshot the actions that a lesson does not allow now."""
    is_harmless: Callable[[State, Action, Sequence[Action]], bool] = lambda view, action, actions: (
        False
    )
    """Returns whether one of the legal actions needs no thought."""
    people: Sequence[int] = field(init=False)
    """The seats of the people at this screen."""
    seat: AnySeat = field(init=False)
    """The viewer's connection to the table."""
    snapshot: AnySnapshot = field(init=False)
    """The last snapshot received for the viewer."""
    phase: Phase = field(init=False, default=BotsActing())
    viewer: int = field(init=False)
    """The viewer whose perspective is drawn: a seat of this screen, or SPECTATOR."""
    is_hand_hidden: bool = field(init=False, default=False)
    shown_at: float = field(init=False, default=-inf)
    """The time of the last action."""
    reveals: bool = field(init=False, default=False)
    """The last action ended something that deserves a pause, such as a trick."""
    asked_at: float = field(init=False, default=-inf)
    """The time of the latest decision, or of the last repeat of a key held down since. In the past
    once the player has seen the decision."""
    pressed_at: float = field(init=False, default=-inf)
    """Time of the last continue key."""
    is_ended: bool = field(init=False, default=False)
    """The match ended otherwise than by its rules."""
    standing: dict[int, Clock] = field(init=False, default_factory=dict)
    """By seat, the turn in which its standing answer is given."""
    reconsidered: int = field(init=False, default=0)
    """Number of a question that the player wants to answer, though the table could."""

    def __post_init__(self) -> None:
        self.people = self.access.people
        is_alone = len(self.people) == 1
        self.viewer = self.people[0] if is_alone else SPECTATOR
        self.seat = self.access.seat(self.viewer)
        self.snapshot = self.present
        self.standing_answer = self.access.spectator.game.standing_answer
        """The game's answer for seats that decline in advance; None if it has none."""
        self.events: list[Event] = []
        """The events of the match so far, redacted for the viewer."""
        self._read = 0
        """Number of events up to the viewer's last action."""
        self._own_start = 0
        """Number of events before those of the viewer's last action."""
        self.losses: list[Loss] = []
        """Losses of the people here, not yet announced to them, oldest first."""
        self.announced: tuple[Loss, ...] = ()
        """Losses being announced; for spectators those of all seats."""
        self._setbacks = Setbacks()
        """Setbacks of the people here since their last actions."""
        self._chosen_losses: tuple[Event, ...] = ()
        """A seat's losses by its last action."""
        self._observe: Callable[[AnySnapshot], None] | None = None
        self._observation: AnyObservation | None = None
        self.clock = self.snapshot.clock
        """The clock after the last action."""
        self._asked: tuple[object, ...] = ()
        """Viewer, number and legal actions of the last question."""

    # --- the seat

    def sit(self, observe: Callable[[AnySnapshot], None] | None = None) -> None:
        """Call ``observe`` with the viewer's snapshots from now on, also after a change of viewer.
        ``observe`` must call ``receive``."""
        self.get_up()
        self._observe = observe = observe or self._observe
        assert observe is not None
        self.seat = self.access.seat(self.viewer)
        self._observation = self.seat.observe(observe)
        self.snapshot = self.present
        self._read_log()

    def get_up(self) -> None:
        """Receive no more snapshots."""
        if self._observation:
            self._observation.end()
            self._observation = None

    @property
    def is_seated(self) -> bool:
        """True while snapshots of the table are received."""
        return self._observation is not None

    def _read_log(self) -> None:
        """Read all events again, as after a change of viewer, an undo, or several actions."""
        log = self.seat.log()
        self.events = list(chain.from_iterable(log))
        # The log's first entry has the events of the set-up, before those of the first action.
        last_own = self.seat.last_action_position
        self._read = len(list(chain.from_iterable(log[: last_own + 1]))) if last_own else 0
        self._own_start = len(list(chain.from_iterable(log[:last_own])))

    @property
    def sight(self) -> Sight:
        """The table as the viewer sees it; with a hidden hand, as a spectator sees it."""
        if self.is_hand_hidden:
            spectator = self.access.spectator
            return Sight(spectator.snapshot, list(chain.from_iterable(spectator.log())))
        return Sight(self.snapshot, self.events, self.new_events)

    @property
    def new_events(self) -> Sequence[Event]:
        """The events since the viewer's last action."""
        return self.events[self._read :]

    @property
    def latest_events(self) -> Sequence[Event]:
        """The events of the viewer's last action, and those since."""
        return self.events[self._own_start :]

    # --- queries

    @property
    def present(self) -> AnySnapshot:
        """The viewer's current snapshot, which ``receive`` may not have got yet."""
        return self.permitted(self._snapshot_of(self.viewer))

    def _snapshot_of(self, viewer: int) -> AnySnapshot:
        return self.access.seat(viewer).snapshot

    @property
    def is_guest(self) -> bool:
        """True at a server's table, where people without a seat may only look."""
        return self.access.table_people is not None

    @property
    def curtain(self) -> str:
        """The player's setting for curtains. A screen at a server's table has one person, so
        nothing needs covering there."""
        return "never" if self.is_guest else self.settings().curtain

    def permitted(self, snapshot: AnySnapshot) -> AnySnapshot:
        """Return a snapshot without the actions that a lesson forbids; at a server's table, without
        commands if nobody here plays its seat."""
        if self.narrow is not None:
            return self.narrow(snapshot)
        if not self.is_guest or snapshot.viewer in self.people:
            return snapshot
        return msgspec.structs.replace(
            snapshot, actions=(), final=frozenset(), can_undo=False, can_redo=False, can_hurry=False
        )

    @property
    def pause(self) -> Paused | None:
        """The current pause, also under a curtain."""
        if isinstance(self.phase, Curtain):
            return self.phase.under
        return self.phase if isinstance(self.phase, Paused) else None

    @property
    def can_continue(self) -> bool:
        """True if a continue key would end a pause."""
        phase = self.phase
        return isinstance(phase, Paused) or (isinstance(phase, BotsActing) and phase.can_continue)

    @property
    def can_hurry(self) -> bool:
        """True if Space ends a short wait for bots. No text offers it, as the wait may be over
        before it is read. A held key does not skip what has just been shown."""
        is_seen = self.now() - self.shown_at >= KEY_REPEAT_SECONDS
        return isinstance(self.phase, BotsActing) and bool(self.people) and is_seen

    @property
    def idle_actions(self) -> frozenset[str]:
        """Actions that currently only explain why they do nothing."""
        idle = set() if self.present.can_undo else {"undo"}
        if self.seat.why_no_help or not self.snapshot.actions:
            idle.add("hint")
        if self.pause:
            idle |= IDLE_IN_PAUSE
        # Enter still continues for spectators of a server, after a pause and after the match.
        if self.is_guest and not self.people:
            idle.add("hint")
            if not (self.can_continue or isinstance(self.phase, Over)):
                idle.add("play")
        return frozenset(idle)

    @property
    def shares_screen(self) -> bool:
        """True if people share this screen and a curtain separates their turns."""
        return len(self.people) > 1 and self.curtain != "never"

    @property
    def has_secrets(self) -> bool:
        """True if a curtain would cover something that not everybody at this screen may see."""
        if self.curtain == "always":
            return True
        common = self._snapshot_of(SPECTATOR).view
        return any(self._snapshot_of(seat).view != common for seat in self.people)

    @property
    def asked(self) -> list[int]:
        """The people at this screen who owe a decision."""
        to_move = self.present.to_move
        return [seat for seat in self.people if seat in to_move]

    @property
    def due_answer(self) -> int | None:
        """The seat whose standing answer is due now."""
        return next(
            (
                seat
                for seat in self.asked
                if self.has_standing_answer(seat) or self.decides_nothing(seat)
            ),
            None,
        )

    def can_undo(self, seat: int) -> bool:
        """Return whether a person at this screen could undo their last action."""
        return seat in self.people and self._snapshot_of(seat).can_undo

    def has_standing_answer(self, seat: int) -> bool:
        """Return whether a seat's standing answer applies to its current question, or to one in
        this turn."""
        return self.standing.get(seat) == self.clock and self._is_answered(seat)

    def decides_nothing(self, seat: int) -> bool:
        """Return whether the table can answer a seat's question at once.

        True if the standing answer is all that is left, and nobody else at the table could learn
        from the time that it takes.
        """
        snapshot = self._snapshot_of(seat)
        answer = self.standing_answer
        return (
            answer is not None
            and answer in snapshot.actions
            and self.is_harmless(snapshot.view, answer, snapshot.actions)
            # All others are bots.
            and len(snapshot.bots) == len(self.seat.names) - 1
            and snapshot.question != self.reconsidered
            and self.narrow is None
        )

    def _is_answered(self, seat: int) -> bool:
        """Return whether the standing answer is legal for a seat's question; true without one."""
        actions = self._snapshot_of(seat).actions
        return not actions or self.standing_answer in actions

    @property
    def can_cover(self) -> bool:
        """True if there is a hand to cover."""
        is_over = isinstance(self.phase, Curtain | Over)
        return self.viewer != SPECTATOR and not is_over and self.has_secrets

    # --- inputs that change the phase

    def start(self) -> None:
        """Begin with the current snapshots."""
        self._enter(self._next_phase())

    def receive(self, snapshot: AnySnapshot) -> bool:
        """Receive a snapshot of the viewer's seat; return True if the record has new lines. If
        several actions come at once, only the last has a snapshot."""
        snapshot = self.permitted(snapshot)
        before, self.snapshot = self.snapshot, snapshot
        if snapshot.line == before.line:
            self._note_wait(snapshot.can_hurry)
            return False
        known = len(self.events)
        if snapshot.line == before.line + 1 and snapshot.events:
            self.events += snapshot.events
        else:
            self._read_log()
        if snapshot.seat == snapshot.viewer:
            self._read = len(self.events)
            self._own_start = self._read - len(snapshot.events)
            self._chosen_losses = tuple(
                event for event in self.events[known:] if event.is_chosen_loss
            )
        self._note_losses(before, snapshot, self.events[known:])
        self._setbacks.note(self.seat, before, snapshot, self.events[known:], self.people)
        pauses = {self.pauses.get(type(event)) for event in snapshot.events} - {None}
        self._move_on(snapshot, reveals=bool(pauses), stops=Pause.KEY in pauses)
        if pauses or (self.announced and not self.people):
            self.seat.linger()
        return True

    def _note_losses(
        self, before: AnySnapshot, snapshot: AnySnapshot, events: Sequence[Event]
    ) -> None:
        """Note the losses of the people here by new events; spectators are shown all losses at
        once."""
        if snapshot.undone_line:
            self.losses = [loss for loss in self.losses if loss.line < snapshot.undone_line]
            if self.is_announcing:
                self.phase = BotsActing()
        if not self.is_announcing:
            self.announced = ()
        losses = losses_of(self.access.spectator.game, before.view, snapshot, events)
        if not self.people:
            self.announced = tuple(losses)
        if self.settings().pace != "instant":
            self.losses += [loss for loss in losses if loss.seat in self.people]

    @property
    def chosen_losses(self) -> Sequence[Event]:
        """The losses of the viewer by its last action."""
        return [event for event in self._chosen_losses if self.viewer in event.losers]

    @property
    def missed(self) -> Sequence[Event]:
        """Gains of others since the viewer's last action that the viewer was about to make."""
        return [event for event in self.new_events if self.viewer in event.missed]

    @property
    def setbacks(self) -> Sequence[Setback]:
        """The setbacks of the viewer since its last action, without prospects regained since."""
        return self._setbacks.at(self.seat, self.snapshot)

    @property
    def is_announcing(self) -> bool:
        """True while a loss is announced to the viewer, until a continue key."""
        return isinstance(self.phase, Paused) and self.phase.reason is Reason.LOST

    def _due_losses(self, asked: Sequence[int]) -> tuple[Loss, ...]:
        """Return the losses to announce now. The losses of a single person are announced at
        once; those of people who share a screen when each decides next, or all together after the
        last action."""
        shares = len(self.people) > 1
        seats = self.people if not shares or not self.present.to_move else asked[:1]
        return tuple(loss for loss in self.losses if loss.seat in seats)

    def _note_wait(self, can_hurry: bool) -> None:
        """Note whether the bots wait for a key."""
        if isinstance(self.phase, BotsActing):
            self._enter(BotsActing(can_hurry))

    def _move_on(self, snapshot: AnySnapshot, *, reveals: bool, stops: bool) -> None:
        """Enter the phase after an action.

        Args:
            reveals: True if its events deserve a pause.
            stops: True if the game stops for them.
        """
        before, self.clock = self.clock, snapshot.clock
        self.shown_at = self.now()
        self.reveals = reveals
        # The final table is shown before the results, however the match ended.
        ends = snapshot.outcome is not None and not isinstance(self.phase, Over)
        pause = self._pause_after(before, snapshot, stops) if reveals or ends else None
        if isinstance(self.phase, Curtain) and (pause or self.pause):
            self._enter(replace(self.phase, under=pause or self.pause))
        elif pause:
            if self.shares_screen:
                # Everybody sees the pause, so no hand may be drawn beside it.
                self._switch_viewer(SPECTATOR)
            self._enter(pause)
        elif not isinstance(self.phase, Paused):
            self._enter(self._next_phase(), is_undo=bool(snapshot.undone_line))

    def press_continue(self, *, plays: bool = False) -> Response:
        """Handle a continue key.

        Args:
            plays: the key would play an action in a decision. Such a key skips no wait: if the wait
                ended just before the press, the key would play an action by accident.
        """
        if isinstance(self.phase, Curtain):
            raise ImpossibleInput(self.phase, "a continue key")
        is_held = self.now() - self.pressed_at < HELD_KEY_SECONDS
        self.pressed_at = self.now()
        if self.can_continue:
            if self.now() - self.shown_at < KEY_REPEAT_SECONDS:
                return Response.TOO_SOON
            if isinstance(self.phase, BotsActing):
                return Response.OTHER_KEY if plays and self.people else Response.HURRIED
            # The question counts as new, so that a second key does not answer it.
            self._asked = ()
            self._enter(self._next_phase())
            return Response.CONTINUED
        if self.is_too_early:
            if is_held:
                self.asked_at = self.now()
            return Response.TOO_LATE
        return Response.UNUSED

    def cover(self) -> None:
        """Draw the curtain over the viewer's hand after a while without input."""
        if not self.can_cover:
            raise ImpossibleInput(self.phase, "covering a hand")
        seat, under = self.viewer, self.pause
        self._switch_viewer(SPECTATOR)
        self._enter(Curtain(seat, under))

    def open_curtain(self) -> None:
        """Show the table to the person that the curtain was drawn for."""
        if not isinstance(self.phase, Curtain):
            raise ImpossibleInput(self.phase, "opening a curtain")
        seat, under = self.phase.seat, self.phase.under
        self._switch_viewer(seat)
        # A curtain would stay: ``_next_phase`` only changes its seat.
        self.phase = under or BotsActing()
        self._enter(under or self._next_phase())

    def open_results(self) -> None:
        """Note that the results are opened, which happens once."""
        if self.phase != Over():
            raise ImpossibleInput(self.phase, "opening the results")
        self.phase = Over(has_results=True)

    def set_people(self, people: Sequence[int]) -> None:
        """Limit the seats played at this screen from now on."""
        self.people = people
        if not isinstance(self.phase, Paused | Over):
            self._enter(self._next_phase())

    def end(self) -> None:
        """Note that the match ended otherwise than by its rules."""
        self.is_ended = True
        if not isinstance(self.phase, Over):
            self._enter(Over())

    # --- inputs that keep the phase

    @property
    def is_too_early(self) -> bool:
        """True if a decision is so new that a key was meant for the display before it."""
        is_grace = self.now() - self.asked_at <= CONTINUE_GRACE_SECONDS
        return isinstance(self.phase, Deciding) and is_grace

    def note_question(self) -> None:
        """Note that Enter now means something else, so that only a deliberate second press
        counts."""
        self.asked_at = self.now()

    def note_shown(self) -> None:
        """Note that a reveal has ended; a key meant for it neither continues nor plays."""
        self.shown_at = self.asked_at = self.now()

    def note_cursor(self) -> None:
        """Note that the player moved the cursor and so has seen the question."""
        self.asked_at = -inf
        self.reconsidered = self.snapshot.question

    def toggle_hand(self) -> None:
        """Hide the viewer's hand, or show it again."""
        self.is_hand_hidden = not self.is_hand_hidden

    def toggle_standing_answer(self) -> bool:
        """Start or stop the viewer's standing answer for this turn; return True if it started."""
        if self.has_standing_answer(self.viewer):
            del self.standing[self.viewer]
            return False
        self.standing[self.viewer] = self.clock
        return True

    # --- transitions

    def _switch_viewer(self, viewer: int) -> None:
        """Draw another perspective from now on, and receive its snapshots."""
        if viewer != self.viewer:
            self.viewer = viewer
            if self.is_seated:
                self.sit()

    def _pause_after(self, before: Clock, snapshot: AnySnapshot, stops: bool) -> Paused | None:
        """Return the pause after events that deserve one; None for no pause.

        There is a pause if something else would replace the events at once, or if the player wants
        to go step by step.
        """
        reason = Reason.REVEALED
        if snapshot.outcome is not None:
            reason = Reason.MATCH_OVER
        elif snapshot.clock.round != before.round:
            reason = Reason.ROUND_OVER
        pace = self.settings().pace
        ends = (stops or reason is not Reason.REVEALED) and pace != "instant"
        wants = self.shares_screen or pace == "step" or ends
        return Paused(reason, before.round) if wants else None

    def _next_phase(self) -> Phase:
        """Return the phase that the current snapshots call for, once nothing pauses the match."""
        asked = [] if self.due_answer is not None else self.asked
        if isinstance(self.phase, Curtain):
            return replace(self.phase, seat=asked[0]) if asked else self.phase
        due = self._due_losses(asked)
        if self.is_ended or not self.present.to_move:
            if due and not isinstance(self.phase, Over):
                return self._announce(due)
            return self.phase if isinstance(self.phase, Over) else Over()
        if asked and self.viewer != asked[0]:
            if self.shares_screen and self.has_secrets:
                self._switch_viewer(SPECTATOR)
                return Curtain(asked[0])
            self._switch_viewer(asked[0])
        if due:
            return self._announce(due)
        snapshot = self.present
        return Deciding() if snapshot.actions else BotsActing(snapshot.can_hurry)

    def _announce(self, due: tuple[Loss, ...]) -> Paused:
        """Return the pause in which losses are announced, once."""
        self.losses = [loss for loss in self.losses if loss not in due]
        self.announced = due
        return Paused(Reason.LOST, self.clock.round)

    def _enter(self, phase: Phase, is_undo: bool = False) -> None:
        """Enter a phase; note when a pause or a new question began.

        Args:
            is_undo: the last action was undone. A key may answer the question that returns at once.
        """
        if isinstance(phase, Paused) and phase != self.phase:
            self.shown_at = self.now()
        elif not isinstance(phase, Paused) and self.people:
            self.announced = ()
        self.phase = phase
        snapshot = self.present
        before, self._asked = self._asked, (self.viewer, snapshot.question, snapshot.actions)
        if isinstance(phase, Deciding) and not is_undo and self._asked != before:
            self.asked_at = self.now()
