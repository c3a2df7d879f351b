"""A match: a set-up and the acts since. No files, no clock, no waiting.

``propose`` tries an act on a copy and returns what it would do; ``accept`` makes it so. Between
the two the line is written and synced by whoever holds the journal, so that a full disk leaves
nothing behind.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Generic

import msgspec

from darwin_core.game import A, E, Game, Outcome, Refusal, S
from darwin_core.lexicon import Lexicon
from darwin_core.options import read_options
from darwin_core.record import (
    SET_UP,
    UNREADABLE,
    Header,
    Line,
    NewerFormat,
    Parent,
    RecordError,
    fingerprint,
    write_header,
    write_line,
)

KEYFRAME_INTERVAL: Final = 16
"""Acts between two kept states, so that any point of a match is at most so far from one."""

OMNISCIENT: Final = 252
"""The viewer from whom nothing is hidden: for replays of matches that are over."""

_pack = msgspec.msgpack.Encoder().encode


class Undo(msgspec.Struct, frozen=True):
    """The wish to take back one's own last act."""


_UNDO: Final = "undo "


def undo_of(line: int) -> str:
    """How the taking back of the act on a line is written."""
    return f"{_UNDO}{line}"


def undone_line(act: str) -> int | None:
    """The line that an act as it is written takes back: 0 if it is an undo that names none, None
    if it is no undo."""
    if not act.startswith(_UNDO):
        return None
    number = act.removeprefix(_UNDO)
    return int(number) if number.isdecimal() else 0


class Redo(msgspec.Struct, frozen=True):
    """The wish to do again what one took back last."""


class Refused(ValueError):
    """An act that is not allowed; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class Divergence(msgspec.Struct, frozen=True):
    """Where the rules of today do not lead to the state that a record speaks of."""

    line: int
    sentence: str
    recorded: str
    found: str


class Played(msgspec.Struct, Generic[A], frozen=True, gc=False):
    """An action in force: the line it stands on, who did it, and what."""

    line: int
    seat: int
    action: A


class Step(msgspec.Struct, Generic[S, A, E], frozen=True):
    """What an act would do."""

    text: bytes
    """The record's next line, to be written before the step is accepted."""
    line: Line
    state: S
    events: tuple[E, ...]
    history: list[Played[A]]
    undone: Mapping[int, list[A]]


class Match(Generic[S, A, E]):
    """A match in memory. ``state`` is the present one and must not be changed from outside."""

    def __init__(self, game: Game[S, A, E], header: Header, chain: str) -> None:
        """A match before its first act.

        Raises:
            RecordError: if the header does not fit the game.
        """
        self.game = game
        self.header = header
        self.lines: list[Line] = []
        self.history: list[Played[A]] = []
        """The acts in force, so without those that were undone."""
        self.divergence: Divergence | None = None
        self.first_chain = chain
        """The header's hash, from which the chain of lines goes on."""
        self._undone: Mapping[int, list[A]] = {}
        self._opening: tuple[E, ...] = ()
        # Kept while the present state lasts, by seat or by seat and action.
        self._asked: dict[int, tuple[A, ...]] = {}
        self._undoable: dict[int, bool] = {}
        self._final: dict[tuple[int, A], bool] = {}
        # Kept as long as each seat is asked the same.
        self._questions: dict[int, int] = {}
        self.state = self._begin()
        self._keyframes: dict[int, S] = {0: game.clone(self.state)}

    @classmethod
    def load(
        cls, game: Game[S, A, E], header: Header, chain: str, lines: Sequence[Line]
    ) -> "Match[S, A, E]":
        """A match as recorded. Where today's rules lead elsewhere it stops and says so in
        ``divergence``.

        Raises:
            RecordError: if the header does not fit the game.
        """
        match = cls(game, header, chain)
        match.divergence = match._replay(lines)
        match._forget()
        return match

    def _begin(self) -> S:
        game, header = self.game, self.header
        if header.rules > game.rules_version:
            raise NewerFormat(
                f"The record was played by rules {header.rules} of {game.title}, written by "
                f"version {header.engine}; this version knows rules up to {game.rules_version}."
            )
        seats = len(header.players)
        if seats not in game.seats:
            raise RecordError(f"{game.title} is not played by {seats}.")
        if header.start != SET_UP:
            return self._given_start(header.start)
        try:
            options = read_options(game, header.options)
        except ValueError as error:
            raise RecordError(str(error)) from None
        opening: list[E] = []
        state = game.setup(options, seats, header.seed, opening.append)
        self._opening = tuple(opening)
        kind = self._state_class
        return state if kind is game.state else kind(*msgspec.structs.astuple(state))

    @property
    def _state_class(self) -> type[S]:
        """The class of state for the rules version the match began with."""
        return self.game.earlier.get(self.header.rules, self.game.state)

    def _given_start(self, text: msgspec.Raw) -> S:
        try:
            state: S = msgspec.json.decode(text, type=self._state_class)
            problems = self.game.problems(state) or self._misfits(state)
        except (*UNREADABLE, LookupError, ValueError):
            raise RecordError("The state that the record begins from is not a sound one.") from None
        if problems:
            raise RecordError(f"The state that the record begins from is unsound: {problems[0]}.")
        return state

    def _misfits(self, state: S) -> list[str]:
        """Why a state cannot be played on by this match's seats."""
        if len(state.chance) != 16:
            return ["it holds no chance"]
        if any(seat >= self.seats for seat in self.game.to_move(state)):
            return ["a seat is to move at which nobody sits"]
        outcome = self._played_out(self.game.clone(state))
        if outcome is None or len(outcome.totals) != self.seats:
            return ["it is for other seats than these"]
        return []

    def _played_out(self, state: S) -> Outcome | None:
        """How a state ends if all do what comes first."""
        game = self.game
        for _ in range(game.bound(self.seats)):
            for seat in game.to_move(state)[:1]:
                game.apply(state, seat, game.legal(state, seat)[0], None)
        return game.outcome(state)

    # --- what is

    @property
    def chain(self) -> str:
        """The hash that the next line goes on from."""
        return self.lines[-1].chain if self.lines else self.first_chain

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.header.players)

    def asked(self, seat: int) -> tuple[A, ...]:
        """What a seat may do now; empty if it is not to move."""
        now = self._asked.get(seat)
        if now is None:
            now = self._asked[seat] = _asked(self.game, self.state, seat)
        return now

    def question(self, seat: int) -> int:
        """The number of the question that a seat is asked now.

        It is the number of the line since which the seat has been asked just this, so it stays
        while others answer theirs, and an answer to an earlier question is known to be stale.
        """
        number = self._questions.get(seat)
        if number is None:
            number = self._questions[seat] = self._find_question(seat)
        return number

    def _find_question(self, seat: int) -> int:
        """Find the question's number in the history: after an undo, and in a match just loaded."""
        now = self.asked(seat)
        own = next((line.number for line in reversed(self.lines) if line.seat == seat), 0)
        for position in range(len(self.history), 0, -1):
            act = self.history[position - 1]
            if act.line <= own:
                break
            if _asked(self.game, self.state_at(position - 1), seat) != now:
                return act.line
        return own

    def actions_in_turn(self, seat: int) -> int:
        """How many of a seat's acts in force belong to the turn that is on; where the seat is not
        asked anything, to the turn of its last act.

        Raises:
            Refused: if it has not acted yet, nor is asked.
        """
        here = len(self.history) if self.asked(seat) else self._last_of(seat)[0] - 1
        turn = self.game.clock(self.state_at(here))
        count = 0
        for position in range(len(self.history), 0, -1):
            if position <= here and self.game.clock(self.state_at(position - 1)) != turn:
                break
            count += self.history[position - 1].seat == seat
        return count

    def look(self, viewer: int, position: int | None = None) -> S:
        """What a viewer sees now, or saw after so many acts in force."""
        state = self.state if position is None else self.state_at(position)
        return self.game.clone(state) if viewer == OMNISCIENT else self.game.view(state, viewer)

    def told(self, viewer: int, position: int | None = None) -> tuple[E, ...]:
        """The events of the last act, or of the act before ``position``, as the viewer heard them;
        at position 0, those of the set-up."""
        events = self.events_at(len(self.history) if position is None else position)
        return redact_all(self.game, events, viewer)

    # --- time

    def state_at(self, position: int) -> S:
        """A copy of the state after the first ``position`` acts in force."""
        if position == len(self.history):
            return self.game.clone(self.state)
        return self._rebuilt(position)

    def _rebuilt(self, position: int) -> S:
        frame = position - position % KEYFRAME_INTERVAL
        state = self.game.clone(self._keyframes[frame])
        apply = self.game.apply
        for act in self.history[frame:position]:
            apply(state, act.seat, act.action, None)
        return state

    def events_at(self, position: int) -> tuple[E, ...]:
        """What happened in the act before ``position``, derived again; whole, for no eyes."""
        if position == 0:
            return self._opening
        act = self.history[position - 1]
        events: list[E] = []
        self.game.apply(self.state_at(position - 1), act.seat, act.action, events.append)
        return tuple(events)

    # --- acts

    def propose(self, seat: int, act: A | Undo | Redo) -> Step[S, A, E]:
        """What an act would do, tried on a copy.

        Raises:
            Refused: with the rule's code and a sentence, if it is not allowed.
        """
        if self.divergence:
            raise Refused(Refusal("diverged", self.divergence.sentence))
        if isinstance(act, Undo):
            return self._propose_undo(seat)
        if isinstance(act, Redo):
            act = self._undone_last(seat)
        refusal = self.refusal(seat, act)
        if refusal:
            raise Refused(refusal)
        state = self.game.clone(self.state)
        events: list[E] = []
        self.game.apply(state, seat, act, events.append)
        number = len(self.lines) + 1
        text, line = self._write(seat, self.game.notation(act), state)
        history = [*self.history, Played(number, seat, act)]
        return Step(text, line, state, tuple(events), history, self._after_act(seat, act))

    def refusal(self, seat: int, action: A) -> Refusal | None:
        """Why an action is not allowed now; None if it is."""
        if self.divergence:
            return Refusal("diverged", self.divergence.sentence)
        if action in self.asked(seat):
            return None
        return self.game.why_not(self.state, seat, action, Lexicon(self.header.names)) or Refusal(
            "not-legal", "The rules do not allow that now."
        )

    def accept(self, step: Step[S, A, E]) -> None:
        """Make a proposed step so.

        Raises:
            ValueError: if another one was accepted since it was proposed.
        """
        if step.line.number != len(self.lines) + 1:
            raise ValueError("the step was proposed before another one was accepted")
        asked = {seat: self.asked(seat) for seat in self._questions}
        self.lines.append(step.line)
        before, self.history = self.history, step.history
        self.state = step.state
        self._undone = step.undone
        self._forget()
        position = len(self.history)
        if position < len(before):
            self._questions = {}
        for seat in self._questions:
            if seat == step.line.seat or self.asked(seat) != asked[seat]:
                self._questions[seat] = step.line.number
        if position < len(before):
            pairs = enumerate(zip(before, self.history, strict=False))
            self._rekey(next((at for at, (old, new) in pairs if old is not new), position))
        elif position % KEYFRAME_INTERVAL == 0:
            self._keyframes[position] = self.game.clone(self.state)

    def _forget(self) -> None:
        """Forget all that was kept of the state before."""
        self._asked, self._undoable, self._final = {}, {}, {}

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
        state, events, game = self.game.clone(self.state), list[E](), self.game
        game.apply(state, seat, action, events.append)
        return self.stops_undo(events) or self._asks_others(state, seat)

    def _asks_others(self, state: S, seat: int) -> bool:
        """Return whether any other seat would be asked something else in a state than now."""
        return any(
            _asked(self.game, state, other) != self.asked(other)
            for other in range(self.seats)
            if other != seat
        )

    def _write(self, seat: int, act: str, state: S) -> tuple[bytes, Line]:
        mark = fingerprint(_pack(state))
        return write_line(len(self.lines) + 1, seat, act, mark, self.chain)

    def _after_act(self, seat: int, action: A) -> Mapping[int, list[A]]:
        undone = self._undone.get(seat)
        if not undone:
            return self._undone
        left = undone[:-1] if undone[-1] == action else []
        return {**self._undone, seat: left}

    # --- undo

    def stops_undo(self, events: Iterable[E]) -> bool:
        """Return whether any of the events keeps its action from being undone, by the rules version
        the match began with."""
        rules = self.header.rules
        return any(event.reveals or 0 < event.final_since <= rules for event in events)

    def _undone_last(self, seat: int) -> A:
        undone = self._undone.get(seat)
        if not undone:
            raise Refused(Refusal("nothing-to-redo", "There is nothing to do again."))
        return undone[-1]

    def _propose_undo(self, seat: int) -> Step[S, A, E]:
        """Take back a seat's own last act.

        Refused if that act or a later one has shown anything hidden or random or has made the
        result known, or if any other seat would then be asked something else than now. So undo
        never changes who is to move but for the seat itself, never crosses another's act that
        depends on it, and still lets a seat take back a simultaneous choice after others made
        theirs.
        """
        position, act, state = self._undone_state(seat)
        text, line = self._write(seat, undo_of(act.line), state)
        history = self.history[: position - 1] + self.history[position:]
        undone = {**self._undone, seat: [*self._undone.get(seat, []), act.action]}
        return Step(text, line, state, (), history, undone)

    def can_undo(self, seat: int) -> bool:
        """Return whether a seat could take back its own last act now."""
        can = self._undoable.get(seat)
        if can is None:
            try:
                self._undone_state(seat)
                can = not self.divergence
            except Refused:
                can = False
            self._undoable[seat] = can
        return can

    def can_redo(self, seat: int) -> bool:
        """Return whether a seat has undone an act that it may do again now."""
        undone = self._undone.get(seat)
        return undone is not None and bool(undone) and not self.refusal(seat, undone[-1])

    def _undone_state(self, seat: int) -> tuple[int, Played[A], S]:
        """Return a seat's last act, its position, and the state without it.

        Raises:
            Refused: if it cannot be taken back.
        """
        position, act = self._last_of(seat)
        before = self.state_at(position - 1)
        if self.stops_undo(self._events_of(before, self.history[position - 1 :])):
            raise Refused(
                Refusal(
                    "undo-revealed", "That cannot be taken back: something has been shown since."
                )
            )
        state = self._played_on(before, self.history[position:])
        if self._asks_others(state, seat):
            raise Refused(
                Refusal("undo-others", "That cannot be taken back: others have gone on from it.")
            )
        return position, act, state

    def _last_of(self, seat: int) -> tuple[int, Played[A]]:
        for position in range(len(self.history), 0, -1):
            act = self.history[position - 1]
            if act.seat == seat:
                return position, act
        raise Refused(Refusal("nothing-to-undo", "There is nothing to take back."))

    def _events_of(self, start: S, acts: Sequence[Played[A]]) -> list[E]:
        """Derive the events of these acts from ``start`` on, unredacted."""
        state, events = self.game.clone(start), list[E]()
        for act in acts:
            self.game.apply(state, act.seat, act.action, events.append)
        return events

    def _played_on(self, start: S, acts: Sequence[Played[A]]) -> S:
        """The state that acts lead to from another start than they were done from."""
        state, game = self.game.clone(start), self.game
        for act in acts:
            if act.action not in _asked(game, state, act.seat):
                raise Refused(
                    Refusal(
                        "undo-others", "That cannot be taken back: others have gone on from it."
                    )
                )
            game.apply(state, act.seat, act.action, None)
        return state

    def _rekey(self, same: int) -> None:
        """Make the keyframes fit a history again of which only the first acts are the same."""
        frames = {at: kept for at, kept in self._keyframes.items() if at <= same}
        last, game = max(frames), self.game
        state = game.clone(frames[last])
        full = len(self.history) - len(self.history) % KEYFRAME_INTERVAL
        for position, act in enumerate(self.history[last:full], last + 1):
            game.apply(state, act.seat, act.action, None)
            if position % KEYFRAME_INTERVAL == 0:
                frames[position] = game.clone(state)
        self._keyframes = frames

    # --- records

    def _replay(self, lines: Sequence[Line]) -> Divergence | None:
        """Do again what the lines of a record say, and compare, up to the first that differs."""
        game, state, history, done = self.game, self.state, self.history, self.lines
        parse, to_move, legal, apply = game.parse, game.to_move, game.legal, game.apply
        for line in lines:
            seat = line.seat
            try:
                action = parse(line.action)
            except ValueError:
                if undone_line(line.action) is None:
                    return self._diverged(line, "is no action of the game", "")
                divergence = self._replay_undo(line)
                if divergence:
                    return divergence
                state, history = self.state, self.history
                continue
            if seat not in to_move(state) or action not in legal(state, seat):
                return self._diverged(line, "is not allowed there by the rules", "")
            apply(state, seat, action, None)
            found = fingerprint(_pack(state))
            if found != line.state_hash:
                self.state = self._rebuilt(len(history))
                return self._diverged(line, "leads to another state by the rules", found)
            done.append(line)
            history.append(Played(line.number, seat, action))
            if self._undone:
                self._undone = self._after_act(seat, action)
            if len(history) % KEYFRAME_INTERVAL == 0:
                self._keyframes[len(history)] = game.clone(state)
        return None

    def _replay_undo(self, line: Line) -> Divergence | None:
        try:
            step = self.propose(line.seat, Undo()) if line.seat < self.seats else None
        except Refused:
            step = None
        if step is None or step.line.action != line.action:
            return self._diverged(line, "is not allowed there by the rules", "")
        if step.line.state_hash != line.state_hash:
            return self._diverged(line, "leads to another state by the rules", step.line.state_hash)
        self.accept(step)
        return None

    def _diverged(self, line: Line, what: str, found: str) -> Divergence:
        hashes = f" (recorded {line.state_hash!r}, found {found!r})" if found else ""
        return Divergence(
            line.number,
            f"Action {line.number}, {line.action!r}, {what}{hashes}.",
            line.state_hash,
            found,
        )


def _asked(game: Game[S, A, E], state: S, seat: int) -> tuple[A, ...]:
    return tuple(game.legal(state, seat)) if seat in game.to_move(state) else ()


def redact_all(game: Game[S, A, E], events: Sequence[E], viewer: int) -> tuple[E, ...]:
    """Events as a viewer may hear them."""
    if viewer == OMNISCIENT:
        return tuple(events)
    return tuple(e for e in (game.redact(event, viewer) for event in events) if e is not None)


def begin(game: Game[S, A, E], header: Header) -> tuple[Match[S, A, E], bytes]:
    """A new match and the first line of its record.

    Raises:
        RecordError: if the header cannot be recorded, or does not fit the game.
    """
    text, chain = write_header(header)
    return Match(game, header, chain), text


def branch(
    match: Match[S, A, E], position: int, header: Header, redeal: tuple[int, bytes] | None = None
) -> tuple[Match[S, A, E], list[bytes]]:
    """A new match that goes on from a point of another, and the lines of its record so far.

    Args:
        match: the match to branch from; it is not changed.
        position: how many of its acts in force to keep.
        header: the new match's header; its parent is filled in here, and what play begins from.
            Where the unknown is dealt anew its seed is all that the bots' chance follows from.
        redeal: None for the same future (same seed, same acts). A viewer and 16 bytes of chance
            to begin instead from a state that this viewer could not tell from the real one.

    Raises:
        RecordError: if the header cannot be recorded, or does not fit the game.
        Refused: if the rules do not allow those acts from the new match's beginning.
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
        state = game.determinize(match.look(viewer, position), chance)
        start = msgspec.Raw(msgspec.json.encode(state))
        header = msgspec.structs.replace(header, start=start)
        position = 0
    new, text = begin(game, header)
    texts = [text]
    for act in match.history[:position]:
        step = new.propose(act.seat, act.action)
        new.accept(step)
        texts.append(step.text)
    return new, texts


AnyMatch = Match[Any, Any, Any]
