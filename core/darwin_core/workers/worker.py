"""A process that searches and reviews: it reads questions and writes answers until its parent ends.

It is run as ``python -m darwin_core.workers.worker``. Questions arrive on its standard input, so it
notices the end of its parent, whatever the cause, and ends too.
"""

import os
import sys
from contextlib import suppress
from functools import lru_cache
from math import inf
from pathlib import Path
from queue import SimpleQueue
from struct import Struct as Layout
from threading import Thread
from time import monotonic
from typing import IO, Final

import msgspec

from darwin_core.analysis.review import Judgement, Seen, Unwanted, judge_all
from darwin_core.bots.search import Block, Claim, Judged, Rollout, Searcher, Trials
from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame, State
from darwin_core.match import AnyMatch, Match, record

NICENESS: Final = 10
"""Increase of a worker's niceness, by which it gives way to the program that shows the match."""
SESSION_NICENESS: Final = 5
"""Niceness of a worker's session, where the system shares processors among sessions first. The
figure is chosen: with it, a server with forty newcomers answers keys ten times as soon. Beside four
busy programs, a search without a time limit takes twice as long; with 10, four times as long."""
MEMORY_MAX_BYTES: Final = 512 * 2**20
"""Address space of a worker; a search that needs more fails."""
EXPLAIN_SECONDS: Final = 0.2
"""Time for comparing a hint's first actions line by line, by the pace of the game's tuning."""
TRIALS_MAX: Final = 8
"""Number of decisions whose trials a worker keeps while their worlds are split among workers.
Chosen; a larger one keeps more trials that nobody asks for again."""

_LENGTH: Final = Layout("!I")
"""The length of a message in bytes, before it: four bytes."""


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """A decision of a seat, in the form in which it is sent."""

    game: str
    rules: int
    """Version of the rules, which determines the class of the view."""
    view: bytes
    seat: int
    chance: bytes
    is_trained: bool = False
    """As in ``Searcher``, for a split search."""

    def view_in(self, game: AnyGame) -> State:
        """Return the view of the seat."""
        kind = game.earlier.get(self.rules, game.state)
        view: State = msgspec.msgpack.decode(self.view, type=kind)
        return view


class Question(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The question for the best action of a decision."""

    number: int
    """Higher than the number of any earlier question to the worker."""
    decision: Decision
    searcher: Searcher
    is_hint: bool
    """True if the claims of the best actions are wanted, too."""
    afterwards: list[msgspec.Raw] = []
    """Actions, packed, that the finished search judges as well."""


class TrialsQuestion(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The question for the results of the actions of a decision in some worlds."""

    number: int
    decision: Decision
    block: Block
    seconds: float
    """Maximum time that the answer may take; 0 for any time."""


class ReviewQuestion(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The question for the judgements of a position of a match."""

    number: int
    record: bytes
    """The record so far."""
    seen: tuple[Seen, ...]
    """The seats, and with whose knowledge each is judged."""
    position: int
    worlds: int


class Stop(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The request to drop a question."""

    number: int


class Ready(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Reports that the worker has started; its first message."""

    number: int = 0


class Searched(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The actions as judged by a search, best first."""

    number: int
    judged: list[tuple[msgspec.Raw, float, float, int, float, tuple[Claim, ...]]]
    """The fields of ``Judged``."""


class Reviewed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A position as judged for all requested seats; empty if the judgement depends on later
    actions."""

    number: int
    judgements: list[Judgement]


class Tried(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The results of a block, as far as there was time."""

    number: int
    rollouts: list[list[Rollout]]


class Stopped(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Reports that a question has been dropped."""

    number: int


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The name of the error that prevents an answer."""

    number: int
    error: str


AnyQuestion = Question | TrialsQuestion | ReviewQuestion
Reply = Ready | Searched | Tried | Reviewed | Stopped | Failed
"""A message of a worker."""

pack: Final = msgspec.msgpack.Encoder().encode
"""Return a message, or a part of one, as bytes."""
_decode_order: Final = msgspec.msgpack.Decoder(AnyQuestion | Stop).decode
decode_reply: Final = msgspec.msgpack.Decoder(Reply).decode


def write(stream: IO[bytes], message: msgspec.Struct) -> None:
    """Write a message with its length before it."""
    packed = pack(message)
    stream.write(_LENGTH.pack(len(packed)) + packed)
    stream.flush()


def read(stream: IO[bytes]) -> bytes:
    """Return the next message, packed; raises EOFError at the end of the stream."""
    head = stream.read(_LENGTH.size)
    if len(head) == _LENGTH.size:
        (length,) = _LENGTH.unpack(head)
        packed = stream.read(length)
        if len(packed) == length:
            return packed
    raise EOFError


class Orders:
    """The arriving questions, and the number of the last dropped question."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.questions: SimpleQueue[AnyQuestion] = SimpleQueue()
        self.dropped = 0
        """Number of the last dropped question. Numbers rise, so earlier ones are not asked any
        more."""
        self._stream = stream
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Take orders from the parent; end the process with it."""
        try:
            while True:
                order = _decode_order(read(self._stream))
                if isinstance(order, Stop):
                    self.dropped = order.number
                else:
                    self.questions.put(order)
        finally:
            # The parent has ended, or sends nonsense. A running search is no longer useful.
            os._exit(0)


def answer(question: AnyQuestion, orders: Orders) -> Reply:
    """Return the answer to a question, or ``Stopped`` once the question is dropped."""
    if isinstance(question, ReviewQuestion):
        return _reviewed(question, orders)
    if isinstance(question, TrialsQuestion):
        return _tried(question, orders)
    return _searched(question, orders)


def _reviewed(question: ReviewQuestion, orders: Orders) -> Reply:
    """Judge a position, unless the question is dropped meanwhile."""
    number = question.number
    try:
        judgements = judge_all(
            _matches.load(question.record),
            question.position,
            question.seen,
            question.worlds,
            lambda: orders.dropped < number,
        )
    except Unwanted:
        return Stopped(number)
    return Reviewed(number, judgements)


class _Matches:
    """The match of the last record. It is kept because further positions of it, perhaps after more
    lines, are asked for soon."""

    def __init__(self) -> None:
        self._text = b""
        self._match: AnyMatch | None = None

    def load(self, text: bytes) -> AnyMatch:
        """Return the match of a record."""
        # Forget the match while it changes, so that an error leaves no half-continued match.
        match, self._match = self._match, None
        if match and text.startswith(self._text):
            # The same match with further lines: continue it, which is quicker than a replay.
            for line in text[len(self._text) :].splitlines(keepends=True):
                match.accept(match.propose_line(line))
        else:
            reading = record.read(text)
            game = registry.get(reading.header.game)
            match = Match.load(game, reading.header, reading.chain, reading.lines)
        self._text = text
        self._match = match
        return match


_matches: Final = _Matches()


def _tried(question: TrialsQuestion, orders: Orders) -> Reply:
    """Try the candidates of a block. If its time is over, reply with the worlds that are complete;
    the rest of a world is of no use."""
    trials = _trials(question.decision)
    block = question.block
    number = question.number
    ends = monotonic() + (question.seconds or inf)
    rollouts: list[list[Rollout]] = []
    for world_number in range(block.first, block.first + block.count):
        world = trials.world(world_number)
        of_world = list[Rollout]()
        for candidate in block.candidates:
            if orders.dropped >= number:
                return Stopped(number)
            if monotonic() >= ends:
                return Tried(number, rollouts)
            of_world.append(trials.play(world, candidate))
        rollouts.append(of_world)
    return Tried(number, rollouts)


@lru_cache(maxsize=TRIALS_MAX)
def _trials(decision: Decision) -> Trials:
    """Return the trials of a decision, kept because its other worlds are asked for soon."""
    game = registry.get(decision.game)
    view = decision.view_in(game)
    seat = decision.seat
    return Trials(game, view, seat, decision.chance, is_trained=decision.is_trained)


def _searched(question: Question, orders: Orders) -> Reply:
    """Search a decision; for a hint, also compare the best actions line by line."""
    decision, number = question.decision, question.number
    game = registry.get(decision.game)
    view = decision.view_in(game)
    afterwards = [
        msgspec.msgpack.decode(packed, type=game.actions) for packed in question.afterwards
    ]
    search = question.searcher.search(game, view, decision.seat, decision.chance, afterwards)
    while search.play_next():
        if orders.dropped >= number:
            return Stopped(number)
    judged = search.judged()
    if question.is_hint:
        steps = round(EXPLAIN_SECONDS * search.trials.tuning.pace)
        judged = search.explained(steps, lambda: orders.dropped < number)
        if orders.dropped >= number:
            return Stopped(number)
    return Searched(number, [_packed(judged_action) for judged_action in judged])


def _packed(judged: Judged) -> tuple[msgspec.Raw, float, float, int, float, tuple[Claim, ...]]:
    """Return the fields of a judgement. Its first field, the action, is packed by itself: the
    reader learns its type from the game."""
    return msgspec.Raw(pack(judged.action)), *msgspec.structs.astuple(judged)[1:]


def _limit_resources() -> None:
    """Give way to other programs, and limit the memory, where the system can."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    # Linux shares processors among sessions first, and each worker has a separate session.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(SESSION_NICENESS))
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > MEMORY_MAX_BYTES:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX_BYTES, hard))


def main() -> None:
    """Answer one question after another, until the standard input ends."""
    _limit_resources()
    orders = Orders(sys.stdin.buffer)
    answers = sys.stdout.buffer
    write(answers, Ready())
    while True:
        question = orders.questions.get()
        try:
            write(answers, answer(question, orders))
        except OSError:
            return
        except Exception as error:
            write(answers, Failed(question.number, type(error).__name__))


if __name__ == "__main__":
    main()
