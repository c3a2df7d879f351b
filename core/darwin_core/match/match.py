"""A match: its start and the actions since, without files, clock or waiting.

``propose`` tries an action on a copy and returns the result; ``accept`` carries it out. Between the
two, the owner of the journal writes and syncs the line, so that a full disk leaves no trace.
"""

from collections.abc import Sequence
from copy import copy
from typing import Any, Final, Generic

import msgspec

from darwin_core import __version__
from darwin_core.contract.chance import CHANCE_BYTES
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, A, E, Game, Outcome, Refusal, S
from darwin_core.contract.options import read_options
from darwin_core.match.record import (
    SET_UP,
    Header,
    Line,
    NewerFormat,
    Parent,
    RecordError,
    fingerprint,
    read_line,
    write_header,
    write_line,
)
from darwin_core.match.timeline import (
    RESIGNATION,
    Played,
    Redo,
    Refused,
    Resign,
    Timeline,
    Undo,
    command_of,
    legal_actions,
    stops_undo,
    undo_of,
    undone_state,
)
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames


class Start(msgspec.Struct, Generic[S, E], frozen=True):
    """A first state and the unredacted events of its set-up."""

    state: S
    events: tuple[E, ...]


def begin_state(game: Game[S, A, E], header: Header) -> Start[S, E]:
    """Return the state from which a match begins.

    Raises:
        RecordError: if the header does not fit the game.
    """
    if header.rules > game.rules_version:
        raise NewerFormat(
            tr(
                "The record was played by rules {rules} of {game}, written by version {version}; "
                "this is version {own}, which knows rules up to {known}.",
                rules=header.rules,
                game=game.title,
                version=header.engine,
                own=__version__,
                known=game.rules_version,
            )
        )
    seats = len(header.players)
    if seats not in game.seats:
        raise RecordError(tr("{game} is not played by {seats}.", game=game.title, seats=seats))
    # Earlier versions of the rules may have a separate state class.
    kind = game.earlier.get(header.rules, game.state)
    if header.start != SET_UP:
        return Start(_given_state(game, kind, header), ())
    try:
        options = read_options(game, header.options)
    except ValueError as error:
        raise RecordError(str(error)) from None
    events: list[E] = []
    state = game.setup(options, seats, header.seed, events.append)
    if kind is not game.state:
        # Set-up makes states of the current class; that of earlier rules has the same fields.
        state = kind(*msgspec.structs.astuple(state))
    return Start(state, tuple(events))


def _given_state(game: Game[S, A, E], kind: type[S], header: Header) -> S:
    """Return the state that a header gives as the start.

    Raises:
        RecordError: if it is no state of the game for this number of seats, or an unsound one.
    """
    try:
        state: S = msgspec.json.decode(header.start, type=kind)
        faults = game.invariants(state) or _misfits(game, state, header.names)
    except Exception:
        # A game's rules may fail in any way over a state that is none of theirs.
        raise RecordError(tr("The state that the record begins from is not a sound one.")) from None
    if faults:
        # The fault is for people who read the file, and stays in English.
        raise RecordError(
            tr("The state that the record begins from is unsound: {problem}.", problem=faults[0])
        )
    return state


def _misfits(game: Game[S, A, E], state: S, names: tuple[str, ...]) -> list[str]:
    """Return why a state does not suit a match of these players; empty if it does. Over a state
    that cannot be shown to them, the game raises any error."""
    seats = len(names)
    if len(state.chance) != CHANCE_BYTES:
        return ["it holds no chance"]
    if any(seat >= seats for seat in game.to_move(state)):
        return ["a seat is to move at which nobody sits"]
    outcome = _played_out(game, game.clone(state), seats)
    # A state does not name its number of seats: an outcome does.
    if outcome is None or len(outcome.totals) != seats:
        return ["it is for other seats than these"]
    for viewer in (*range(seats), SPECTATOR):
        view = game.view(state, viewer)
        game.texts.prompt(view, viewer, SeatNames(names))
        game.texts.describe(view, viewer, SeatNames(names))
    return []


def _played_out(game: Game[S, A, E], state: S, seats: int) -> Outcome | None:
    """Return the outcome if every seat takes its first legal action; None if there is none within
    the game's bound. Modifies the state."""
    for _ in range(game.actions_max(seats)):
        for seat in game.to_move(state)[:1]:
            game.apply(state, seat, game.legal(state, seat)[0], None)
    return game.outcome(state)


NO_ACTION: Final = (
    mark("Action {number}, {action}, is no action of the game."),
    mark("Action {number} is no action of the game."),
)
NOT_ALLOWED: Final = (
    mark("Action {number}, {action}, is not allowed there by the rules."),
    mark("Action {number} is not allowed there by the rules."),
)
OTHER_STATE: Final = (
    mark(
        "Action {number}, {action}, leads to another state by the rules "
        "(recorded {recorded}, found {found})."
    ),
    mark("Action {number} leads to another state by the rules."),
)
"""Three faults of a line: for each, a sentence that names the action, and one for people who may
not know it."""


class Divergence(msgspec.Struct, frozen=True):
    """The first line at which today's rules do not lead to the recorded state."""

    line: int
    sentence: str
    public: str
    """The sentence without the action and the hashes, which would reveal hidden cards."""
    recorded: str
    """The recorded state hash."""
    found: str
    """The state hash to which today's rules lead; empty if they lead to none."""


def diverged(line: Line, fault: tuple[str, str], reached: str = "") -> Divergence:
    """Return the divergence at a line of a record.

    Args:
        fault: one of the faults above.
        reached: hash of the state to which the rules lead, if that is the fault.
    """
    number = line.number
    action = repr(line.action)
    recorded = line.state_hash
    full, public = fault
    sentence = tr(full, number=number, action=action, recorded=repr(recorded), found=repr(reached))
    return Divergence(number, sentence, tr(public, number=number), recorded, reached)


_pack = msgspec.msgpack.Encoder().encode
"""Return a state as the bytes of its fingerprint."""


class Step(msgspec.Struct, Generic[S, A, E], frozen=True):
    """A proposed action, tried on a copy."""

    text: bytes
    """The record's next line, to be written before the step is accepted."""
    line: Line
    state: S
    events: tuple[E, ...]
    action: A | None
    """The action played, or the action undone; None for a resignation."""
    undone_position: int
    """Position after the action that this step undoes; 0 if it is not an undo."""


class Match(Generic[S, A, E]):
    """A match in memory. ``state`` is the current one and must not be changed from outside."""

    def __init__(self, game: Game[S, A, E], header: Header, chain: str) -> None:
        """Begin before the first action.

        Raises:
            RecordError: if the header does not fit the game.
        """
        self.game = game
        self.header = header
        self.lines: list[Line] = []
        self.resigned: dict[int, int] = {}
        """Resigned seats in order, with the number of actions in force at that time."""
        self.divergence: Divergence | None = None
        self.first_chain = chain
        """The header's hash, the first link of the chain of lines."""
        start = begin_state(game, header)
        self.state = start.state
        self._timeline = Timeline(game, start.state, start.events)
        self._undone: dict[int, list[A]] = {}
        """By seat: the actions that it has undone and may redo, the next one to redo last."""
        # Caches for the current state, by seat or by seat and action.
        self._legal: dict[int, tuple[A, ...]] = {}
        self._undoable: dict[int, bool] = {}
        self._final: dict[tuple[int, A], bool] = {}
        # Question numbers by seat, each kept as long as the seat is asked the same.
        self._questions: dict[int, int] = {}

    @classmethod
    def load(
        cls, game: Game[S, A, E], header: Header, chain: str, lines: Sequence[Line]
    ) -> "Match[S, A, E]":
        """Replay a record up to the first line at which today's rules diverge from it.

        Raises:
            RecordError: if the header does not fit the game.
        """
        match = cls(game, header, chain)
        match.divergence = match._replay(lines)
        match._forget()
        return match

    def fork(self) -> "Match[S, A, E]":
        """Return a copy of this match that continues independently."""
        other = copy(self)
        other.lines = [*self.lines]
        other._timeline = self._timeline.fork()
        other.resigned = {**self.resigned}
        other._undone = {seat: [*actions] for seat, actions in self._undone.items()}
        # Dropped, not copied: ``question`` finds the same numbers in the history.
        other._questions = {}
        other._forget()
        return other

    # --- reading

    @property
    def history(self) -> Sequence[Played[A]]:
        """The actions in force, that is without undone ones."""
        return self._timeline.history

    @property
    def chain(self) -> str:
        """The hash of the last line."""
        return self.lines[-1].chain if self.lines else self.first_chain

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.header.players)

    def text(self) -> bytes:
        """Return the match as a record."""
        text, chain = write_header(self.header)
        texts = [text]
        for line in self.lines:
            text, _ = write_line(line.number, line.seat, line.action, line.state_hash, chain)
            texts.append(text)
            chain = line.chain
        return b"".join(texts)

    def legal(self, seat: int) -> tuple[A, ...]:
        """Return a seat's legal actions; none if it is not to move."""
        now = self._legal.get(seat)
        if now is None:
            now = self._legal[seat] = legal_actions(self.game, self.state, seat)
        return now

    def question(self, seat: int) -> int:
        """Return the number of a seat's current question.

        It is the number of the line since which the seat has been asked exactly this. So it stays
        the same while others answer their questions, and shows that an answer to an earlier
        question is stale.
        """
        number = self._questions.get(seat)
        if number is None:
            number = self._questions[seat] = self._find_question(seat)
        return number

    def _find_question(self, seat: int) -> int:
        """Find the question's number in the history, after an undo or in a match just loaded."""
        now = self.legal(seat)
        own_line = next((line.number for line in reversed(self.lines) if line.seat == seat), 0)
        for position in range(len(self.history), 0, -1):
            played = self.history[position - 1]
            if played.line <= own_line:
                break
            if legal_actions(self.game, self.state_at(position - 1), seat) != now:
                # Before this action the seat was asked something else.
                return played.line
        return own_line

    def actions_in_turn(self, seat: int) -> int:
        """Count a seat's actions in force in the current turn.

        If the seat is not asked anything, count those in the turn of its last action.

        Raises:
            Refused: if the seat has not acted yet, and is not asked.
        """
        position = len(self.history) if self.legal(seat) else self._timeline.last_of(seat)[0] - 1
        return self._timeline.in_turn(seat, position)

    def view(self, viewer: int, position: int | None = None) -> S:
        """Return a viewer's view, now or at a position."""
        state = self.state if position is None else self.state_at(position)
        return self.game.clone(state) if viewer == OMNISCIENT else self.game.view(state, viewer)

    def events(self, viewer: int, position: int | None = None) -> tuple[E, ...]:
        """Return the events of the last action, or of the one before ``position``, redacted for a
        viewer; at position 0, those of the set-up."""
        events = self.events_at(len(self.history) if position is None else position)
        return redact_all(self.game, events, viewer)

    def state_at(self, position: int) -> S:
        """Return a copy of the state after the first ``position`` actions in force."""
        if position == len(self.history):
            return self.game.clone(self.state)
        return self._timeline.state_at(position)

    def events_at(self, position: int) -> tuple[E, ...]:
        """Derive the events of the action before ``position``. They are unredacted, so never show
        them to a viewer."""
        return self._timeline.events_at(position)

    # --- actions

    def propose(self, seat: int, action: A | Undo | Redo | Resign) -> Step[S, A, E]:
        """Try an action on a copy.

        Raises:
            Refused: with the rule's code and a sentence, if it is not allowed.
        """
        if self.divergence:
            raise Refused(Refusal("diverged", self.divergence.public))
        if isinstance(action, Undo):
            return self._propose_undo(seat)
        if isinstance(action, Resign):
            return self._propose_resignation(seat)
        if isinstance(action, Redo):
            # A record has no redo: the action is played and recorded once more.
            action = self._undone_last(seat)
        refusal = self.refusal(seat, action)
        if refusal:
            raise Refused(refusal)
        state = self.game.clone(self.state)
        events: list[E] = []
        self.game.apply(state, seat, action, events.append)
        text, line = self._write(seat, self.game.texts.notation(action), state)
        return Step(text, line, state, tuple(events), action, 0)

    def propose_line(self, text: bytes) -> Step[S, A, E]:
        """Try a line that another writer of the record has appended, on a copy.

        Args:
            text: the record's next line, with its line break.

        Raises:
            Refused: if the line is damaged, or today's rules do not lead to it. The match has then
                diverged, and all further actions are refused.
        """
        number = len(self.lines) + 1
        try:
            line = read_line(text, number, self.chain)
        except RecordError as error:
            self.divergence = Divergence(number, str(error), str(error), "", "")
            raise Refused(Refusal("diverged", str(error))) from None
        try:
            action = command_of(line.action) or self.game.texts.parse(line.action)
            step = self.propose(line.seat, action) if line.seat < self.seats else None
        except ValueError:
            # Both BadText and Refused are ValueErrors.
            step = None
        if step is not None and step.text == text:
            return step
        if step is None or step.line.action != line.action:
            self.divergence = diverged(line, NOT_ALLOWED)
        else:
            self.divergence = diverged(line, OTHER_STATE, step.line.state_hash)
        raise Refused(Refusal("diverged", self.divergence.public))

    def refusal(self, seat: int, action: A) -> Refusal | None:
        """Return why an action is not allowed now; None if it is."""
        if self.divergence:
            return Refusal("diverged", self.divergence.public)
        if action in self.legal(seat):
            return None
        return self.game.texts.why_not(
            self.state, seat, action, SeatNames(self.header.names)
        ) or Refusal("not-legal", tr("The rules do not allow that now."))

    def accept(self, step: Step[S, A, E]) -> None:
        """Carry out a proposed step.

        Raises:
            ValueError: if another step was accepted after this one was proposed.
        """
        if step.line.number != len(self.lines) + 1:
            raise ValueError("the step was proposed before another one was accepted")
        # Only seats whose question numbers were asked for.
        before = {seat: self.legal(seat) for seat in self._questions}
        seat = step.line.seat
        self.lines.append(step.line)
        self.state = step.state
        self._forget()
        if step.action is None:
            self.resigned[seat] = len(self.history)
            if seat in self._questions:
                # As ``_find_question`` counts: no question is older than the seat's last line.
                self._questions[seat] = step.line.number
            return
        if step.undone_position:
            self._timeline.remove(step.undone_position)
            self._undone.setdefault(seat, []).append(step.action)
            self._questions = {}
            return
        self._timeline.append(Played(step.line.number, seat, step.action), step.state)
        self._forget_undone(seat, step.action)
        for asked in self._questions:
            if asked == seat or self.legal(asked) != before[asked]:
                self._questions[asked] = step.line.number

    def _forget(self) -> None:
        """Drop the caches of the previous state."""
        self._legal = {}
        self._undoable = {}
        self._final = {}

    def _forget_undone(self, seat: int, action: A) -> None:
        """Drop the actions that a seat could redo, except those undone before a redone action."""
        if undone := self._undone.get(seat):
            self._undone[seat] = undone[:-1] if undone[-1] == action else []

    def is_final(self, seat: int, action: A) -> bool:
        """Return whether an action, once taken, could not be undone.

        Raises:
            Refused: if it is not allowed.
        """
        final = self._final.get((seat, action))
        if final is None:
            if refusal := self.refusal(seat, action):
                raise Refused(refusal)
            final = self._final[seat, action] = self._find_final(seat, action)
        return final

    def _find_final(self, seat: int, action: A) -> bool:
        """Try an action on a copy; return whether it could not be undone."""
        state = self.game.clone(self.state)
        events = list[E]()
        game = self.game
        game.apply(state, seat, action, events.append)
        return stops_undo(events, self.header.rules) or self._asks_others(state, seat)

    def _asks_others(self, state: S, seat: int) -> bool:
        """Return whether a state would change the question of any other seat."""
        return any(
            legal_actions(self.game, state, other) != self.legal(other)
            for other in range(self.seats)
            if other != seat
        )

    def _write(self, seat: int, action: str, state: S) -> tuple[bytes, Line]:
        """Return the next line of the record, as text and as a value. It is written nowhere yet."""
        state_hash = fingerprint(_pack(state))
        return write_line(len(self.lines) + 1, seat, action, state_hash, self.chain)

    # --- undo

    def can_undo(self, seat: int) -> bool:
        """Return whether a seat could undo its last action now."""
        can = self._undoable.get(seat)
        if can is None:
            try:
                self._undo(seat)
                can = not self.divergence
            except Refused:
                can = False
            self._undoable[seat] = can
        return can

    def can_redo(self, seat: int) -> bool:
        """Return whether a seat has undone an action that it may redo now."""
        undone = self._undone.get(seat)
        return undone is not None and bool(undone) and not self.refusal(seat, undone[-1])

    def _undone_last(self, seat: int) -> A:
        """Return the action that a seat would redo.

        Raises:
            Refused: if there is none.
        """
        undone = self._undone.get(seat)
        if not undone:
            raise Refused(Refusal("nothing-to-redo", tr("There is nothing to redo.")))
        return undone[-1]

    def _undo(self, seat: int) -> tuple[int, Played[A], S]:
        """Return the state after an undo, and what it undoes; see ``undone_state``."""
        rules = self.header.rules
        return undone_state(self.game, self._timeline, rules, seat, self._asks_others)

    def _propose_undo(self, seat: int) -> Step[S, A, E]:
        position, played, state = self._undo(seat)
        text, line = self._write(seat, undo_of(played.line), state)
        return Step(text, line, state, (), played.action, position)

    def _propose_resignation(self, seat: int) -> Step[S, A, E]:
        if seat in self.resigned:
            raise Refused(Refusal("resigned", tr("You have resigned already.")))
        if self.game.outcome(self.state) is not None:
            raise Refused(Refusal("over", tr("The match is over.")))
        # The state does not change: rules know no resignations, ``Outcome.with_last`` does.
        state = self.game.clone(self.state)
        text, line = self._write(seat, RESIGNATION, state)
        return Step(text, line, state, (), None, 0)

    # --- records

    def _replay(self, lines: Sequence[Line]) -> Divergence | None:
        """Replay the lines of a record and compare, up to the first difference.

        All actions change one state in place: proposing and accepting each would copy every state.
        """
        game, timeline, state = self.game, self._timeline, self.state
        parse = game.texts.parse
        to_move = game.to_move
        legal = game.legal
        apply = game.apply
        for line in lines:
            seat = line.seat
            try:
                action = parse(line.action)
            except ValueError:
                # Look for a command only here: nearly every line is an action.
                command = command_of(line.action)
                if command is None:
                    return diverged(line, NO_ACTION)
                if divergence := self._replay_command(line, command):
                    return divergence
                # An undo has replaced the state by the one before the undone action.
                state = self.state
                continue
            if seat not in to_move(state) or action not in legal(state, seat):
                return diverged(line, NOT_ALLOWED)
            apply(state, seat, action, None)
            reached = fingerprint(_pack(state))
            if reached != line.state_hash:
                # The action has changed the state in place: return to the last agreed one.
                self.state = timeline.state_at(len(timeline.history))
                return diverged(line, OTHER_STATE, reached)
            self.lines.append(line)
            # The timeline clones the states that it keeps.
            timeline.append(Played(line.number, seat, action), state)
            if self._undone:
                self._forget_undone(seat, action)
        return None

    def _replay_command(self, line: Line, command: Undo | Resign) -> Divergence | None:
        """Replay the line of an undo or of a resignation; return the divergence, if any."""
        try:
            step = self.propose(line.seat, command) if line.seat < self.seats else None
        except Refused:
            step = None
        if step is None or step.line.action != line.action:
            return diverged(line, NOT_ALLOWED)
        if step.line.state_hash != line.state_hash:
            reached = step.line.state_hash
            return diverged(line, OTHER_STATE, reached)
        self.accept(step)
        return None


def redact_all(game: Game[S, A, E], events: Sequence[E], viewer: int) -> tuple[E, ...]:
    """Return the events that a viewer may know, redacted for the viewer."""
    if viewer == OMNISCIENT:
        return tuple(events)
    return tuple(e for e in (game.redact(event, viewer) for event in events) if e is not None)


AnyMatch = Match[Any, Any, Any]
"""A match of any game."""


def begin(game: Game[S, A, E], header: Header) -> tuple[Match[S, A, E], bytes]:
    """Return a new match and the first line of its record.

    Raises:
        RecordError: if the header cannot be recorded, or does not fit the game.
    """
    text, chain = write_header(header)
    return Match(game, header, chain), text


def branch(
    match: Match[S, A, E], position: int, header: Header, redeal: tuple[int, bytes] | None = None
) -> tuple[Match[S, A, E], list[bytes]]:
    """Begin a new match from a position of another match.

    Args:
        match: the match to branch from; it is not changed.
        position: number of its actions in force to keep.
        header: the new match's header. Its parent, rules, options and start are filled in here.
            With a redeal, its seed only determines the bots' chance.
        redeal: None for the same future (same seed, same actions); else a viewer and 16 bytes of
            chance, to begin from a state that this viewer could not distinguish from the real one.

    Returns:
        The new match and the lines of its record so far.

    Raises:
        RecordError: if the header cannot be recorded, or does not fit the game.
        Refused: if the rules do not allow those actions from the new match's start.
    """
    game, old = match.game, match.header
    line = match.history[position - 1].line if position else 0
    chain = match.lines[line - 1].chain if line else match.first_chain
    header = msgspec.structs.replace(
        header,
        rules=old.rules,
        options=old.options,
        parent=Parent(old.id, line, chain),
        seed=header.seed if redeal else old.seed,
        start=old.start,
    )
    if redeal:
        viewer, chance = redeal
        state = game.determinize(match.view(viewer, position), chance)
        header = msgspec.structs.replace(header, start=msgspec.Raw(msgspec.json.encode(state)))
        # The new match begins at that state, so no action is repeated.
        position = 0
    new, text = begin(game, header)
    texts = [text]
    for played in match.history[:position]:
        step = new.propose(played.seat, played.action)
        new.accept(step)
        texts.append(step.text)
    return new, texts
