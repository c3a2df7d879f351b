"""Rescue of a damaged record: its actions before the damage, and the actions after it.

Each line has the hash of the state after its action. So a damaged or missing action can be found
again: it is the legal action that leads to the hash of a remaining line. If no action leads to such
a hash, the remaining actions are played as far as they are legal.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Final

import msgspec

from darwin_core.contract import registry
from darwin_core.contract.game import Action, Event, State
from darwin_core.match import record
from darwin_core.match.match import AnyMatch, Match, Step
from darwin_core.match.record import UNREADABLE, Header, RecordError, write_header
from darwin_core.match.timeline import Undo, command_of, undone_line
from darwin_core.text.language import tr

SEARCHED_MAX: Final = 10_000
"""Maximum number of actions tried to find the way to a state whose hash remains. Chosen; more find
longer ways and take longer."""

_HASH: Final = rb"[A-Za-z0-9+/]{11}"
_CHAIN: Final = rb"[A-Za-z0-9+/]{22}"
_LINE: Final = re.compile(
    rb'\[(\d{1,6}),(\d{1,2}),"((?:[^"\\\n]|\\.)*)","(' + _HASH + rb')","' + _CHAIN + rb'"\]'
)
"""A line of a record: its number, seat, action and state hash, then its link of the chain."""
_HEADER_END: Final = re.compile(rb'"chain":"' + _CHAIN + rb'"}(?!,)')
"""The end of a header. Within the header of a branch, its parent ends alike, before a comma."""
_QUOTED: Final = re.compile(rb'(?<=")[^"\n]+|[^"\n]+(?=")')
"""A part of a damaged line with a quotation mark on at least one side."""

AnyStep = Step[State, Action, Event]
"""A step in a match of any game."""


class Piece(msgspec.Struct, frozen=True):
    """A line, or the remains of a damaged line."""

    number: int
    """The line's number; 0 if the line is damaged."""
    seat: int
    """The line's seat; -1 if the line is damaged."""
    actions: tuple[str, ...]
    """Texts that may be the line's action, in notation."""
    hashes: tuple[str, ...]
    """Texts that may be the hash of the state after the action."""

    def has(self, step: AnyStep) -> bool:
        """Return whether this may be the line of a step."""
        line = step.line
        is_undo = undone_line(line.action) is not None
        is_action = line.action in self.actions or (is_undo and any(map(undone_line, self.actions)))
        return self.seat in (-1, line.seat) and line.state_hash in self.hashes and is_action


class Rescued(msgspec.Struct, frozen=True):
    """The rescued part of a match."""

    match: AnyMatch
    total: int
    """Number of actions in the record, as far as the remains show."""
    damaged: tuple[int, ...]
    """Damaged or missing lines, counting the header."""
    uncertain: int
    """Number of final actions that are legal, but follow a state that is unknown or differs from
    the recorded one."""


def rescue(data: bytes) -> Rescued:
    """Restore the match of a damaged record.

    Raises:
        RecordError: if the match cannot be restored.
    """
    # Some text editors end lines as Windows does.
    data = data.replace(b"\r\n", b"\n")
    header_text, body = _parts(data)
    repaired = record.repaired_header(header_text)
    header = _header(header_text if repaired is None else repaired)
    try:
        game = registry.get(header.game)
    except registry.UnknownGame as error:
        raise RecordError(str(error)) from None
    # Not the hash in the file: the rescued record gets its header encoded again.
    first_chain = write_header(header)[1]
    rescued = _Search(Match(game, header, first_chain), list(_pieces(body))).run()
    if repaired == header_text:
        return rescued
    if repaired is None and len(rescued.match.lines) == rescued.uncertain:
        # No recorded state was reached: the seed or the options were different.
        raise _no_header()
    return msgspec.structs.replace(rescued, damaged=(1, *rescued.damaged))


def _no_header() -> RecordError:
    return RecordError(
        tr("The record's header is damaged; without the seed in it the match is lost.")
    )


def _parts(data: bytes) -> tuple[bytes, bytes]:
    """Return the header of a record and the text after it. The header ends with its hash or, if
    that is damaged, before line 1, at the first line break, or with the text."""
    if ends := [match.end() for match in _HEADER_END.finditer(data)]:
        # The last one, in case the comma after a parent is damaged; no action has such an end.
        return data[: ends[-1]], data[ends[-1] :]
    for mark in (b"\n[1,", b"\n"):
        before, sign, after = data.partition(mark)
        if sign:
            return before, sign + after
    return data, b""


def _header(text: bytes) -> Header:
    """Return the header in a text, even if its hash differs.

    Raises:
        RecordError: if it cannot be read.
    """
    try:
        return record.read_header(text)[0]
    except record.NewerFormat:
        raise
    except RecordError:
        pass
    try:
        return msgspec.json.decode(text, type=Header)
    except UNREADABLE:
        raise _no_header() from None


def _pieces(body: bytes) -> Iterator[Piece]:
    """Yield the lines of a text in order, intact or damaged."""
    end = 0
    for line in _LINE.finditer(body):
        yield from _remains(body[end : line.start()])
        number, seat, action, state_hash = line.groups()
        yield Piece(int(number), int(seat), _actions(action), (state_hash.decode(),))
        end = line.end()
    yield from _remains(body[end:])


def _remains(text: bytes) -> Iterator[Piece]:
    """Yield the remains of the damaged lines between two intact lines."""
    for line in text.split(b"\n"):
        # After a power cut, a missing part of a file may read as zero bytes.
        if line.strip(b"\0"):
            parts = _QUOTED.findall(line)
            hashes = tuple(part.decode() for part in parts if re.fullmatch(_HASH, part))
            actions = [action for part in parts for action in _actions(part)]
            if parts:
                yield Piece(0, -1, tuple(actions), hashes)


def _actions(text: bytes) -> tuple[str, ...]:
    """Decode a part of a line as the notation of an action; empty if it is no JSON text."""
    try:
        return (msgspec.json.decode(b'"%b"' % text, type=str),)
    except UNREADABLE:
        return ()


class _Search:
    """The search for a way through the states of a damaged record, from its first state."""

    def __init__(self, match: AnyMatch, pieces: Sequence[Piece]) -> None:
        self._match = match
        self._left = _sorted(pieces)
        """The lines still to come, in the order of their numbers."""
        self._number = 1
        """Number of the next line."""
        self._damaged: list[int] = []

    def run(self) -> Rescued:
        """Follow the record to its end, or to the first illegal action."""
        while self._left:
            way = self._recorded_step()
            is_leap = False
            if not way:
                way, is_leap = self._search_way()
            if not way:
                break
            for step in way:
                self._take(step)
            if is_leap:
                self._leap(way[-1])
        total = self._number - 1 + len(self._left)
        uncertain = 0
        if self._left:
            self._damaged.append(self._number + 1)
            # The remaining lines may be legal only without the first of them, if it is damaged.
            matches = [_played_on(self._match, self._left[skipped:]) for skipped in (0, 1)]
            longest = max(matches, key=lambda match: len(match.lines))
            uncertain = len(longest.lines) - len(self._match.lines)
            self._match = longest
        return Rescued(self._match, total, tuple(self._damaged), uncertain)

    def _recorded_step(self) -> list[AnyStep]:
        """Return the step of the next line, if that line is intact."""
        for piece in self._left:
            if piece.number == self._number:
                for step in _steps(self._match, piece):
                    if piece.has(step):
                        return [step]
        return []

    def _search_way(self) -> tuple[list[AnyStep], bool]:
        """Search the shortest way to the state after the next line, or else after a later line (a
        leap). Return the steps of the way, none if it is too long, and whether it is a leap."""
        left = self._left
        # Breadth first: all ways of one step, then all of two, and so on.
        ways = list[list[AnyStep]]([[]])
        damaged = list(takewhile(lambda piece: not piece.number, left))
        likely = {action for piece in left[: len(damaged) + 1] for action in piece.actions}
        anywhere = {state_hash for piece in left for state_hash in piece.hashes}
        last = max(self._number - 1 + len(damaged), *(piece.number for piece in left))
        leap: list[AnyStep] = []
        searched = 0
        for number in range(self._number, last + 1 if anywhere else 0):
            goals = [piece for piece in left if piece.number == number] + damaged
            wanted = {state_hash for piece in goals for state_hash in piece.hashes}
            longer: list[list[AnyStep]] = []
            similar: list[AnyStep] = []
            for way in ways:
                for step in sorted(_legal_steps(self._match, way), key=_is_unlikely(likely)):
                    longer.append([*way, step])
                    if any(piece.has(step) for piece in goals):
                        return longer[-1], False
                    if step.line.state_hash in wanted:
                        # Simultaneous choices in another order, or a line with a damaged action.
                        similar = similar or longer[-1]
                    elif step.line.state_hash in anywhere:
                        # A later line has this state, so that the lines in between must cancel
                        # each other out, as an action and its undo do.
                        leap = leap or longer[-1]
                    searched += 1
                if searched >= SEARCHED_MAX:
                    break
            if similar:
                return similar, False
            # Without a longer way, as after the last action of a match, further numbers lead
            # nowhere: a damaged number may be far away.
            if searched >= SEARCHED_MAX or not longer:
                break
            ways = longer
        return leap, True

    def _take(self, step: AnyStep) -> None:
        """Take a step that leads to the state after the next line."""
        self._match.accept(step)
        left, number = self._left, self._number
        indices = [index for index, piece in enumerate(left) if piece.number == number]
        if not any(left[index].has(step) for index in indices):
            self._damaged.append(number + 1)
        if indices:
            self._left = left[indices[-1] + 1 :]
        elif left and not left[0].number:
            # The damaged piece is what remains of this line.
            self._left = left[1:]
        self._number = number + 1

    def _leap(self, step: AnyStep) -> None:
        """Skip lines missing between the last step and a line with its state."""
        for index, piece in enumerate(self._left):
            if step.line.state_hash in piece.hashes:
                # An action and its undo are two lines; a single missing one means a damaged number.
                if piece.number > self._number:
                    self._damaged += range(self._number + 1, piece.number + 1)
                    self._number = piece.number + 1
                self._left = self._left[index + 1 :]
                return
            if piece.number:
                return


def _sorted(pieces: Sequence[Piece]) -> list[Piece]:
    """Return lines in the order of their numbers; a damaged line stays behind its predecessor."""
    numbers = Counter(piece.number for piece in dict.fromkeys(pieces))
    before = 0
    keys = []
    read = []
    # A line is in order if its number fits its own place in the file or a neighbour's number.
    for index, piece in enumerate(pieces):
        around = [neighbour.number for neighbour in pieces[max(0, index - 1) : index + 2]]
        is_in_order = piece.number in (index + 1, around[0] + 1, around[-1] - 1)
        # Two steps away, as a single line may be missing in between.
        near = sum(numbers[piece.number + away] for away in (-2, -1, 1, 2))
        if not is_in_order and (numbers[piece.number] > 1 or not near):
            # The number is damaged: another line has it, or its neighbours are missing.
            piece = msgspec.structs.replace(piece, number=0)
        before = piece.number or before
        keys.append((before, not piece.number))
        read.append(piece)
    return [read[index] for index in sorted(range(len(pieces)), key=keys.__getitem__)]


def _is_unlikely(likely: Container[str]) -> Callable[[AnyStep], bool]:
    """Return a sort key that puts the steps of likely actions first."""
    return lambda step: step.line.action not in likely


def _legal_steps(match: AnyMatch, way: Sequence[AnyStep]) -> Iterator[AnyStep]:
    """Yield all steps that a match may take at the end of a way."""
    if way:
        match = match.fork()
        for step in way:
            match.accept(step)
    for seat in range(match.seats):
        for action in match.legal(seat):
            yield match.propose(seat, action)
        if match.can_undo(seat):
            yield match.propose(seat, Undo())


def _steps(match: AnyMatch, piece: Piece) -> Iterator[AnyStep]:
    """Yield the legal steps that a line may represent."""
    seats = range(match.seats) if piece.seat < 0 else {piece.seat} & {*range(match.seats)}
    for text in piece.actions:
        for seat in seats:
            with suppress(ValueError):
                # Both BadText and Refused are ValueErrors.
                yield match.propose(seat, command_of(text) or match.game.texts.parse(text))


def _played_on(match: AnyMatch, pieces: Sequence[Piece]) -> AnyMatch:
    """Return a match continued by the actions of lines, up to the first intact line that is not
    legal. An undo of an action before the continued part counts as illegal."""
    certain = len(match.lines)
    match = match.fork()
    for piece in pieces:
        step = next(
            (candidate for candidate in _steps(match, piece) if _undoes_later(candidate, certain)),
            None,
        )
        if step is not None:
            match.accept(step)
        elif piece.number:
            break
    return match


def _undoes_later(step: AnyStep, certain: int) -> bool:
    """Return whether a step undoes nothing, or an action after the certain ones."""
    number = undone_line(step.line.action)
    return number is None or number > certain
