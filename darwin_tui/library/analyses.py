"""Analyses of matches: made by the workers, even during play, and stored.

A judgement is the workers' result for one position and seat. An analysis is made of the judgements
of all positions. Judgements of an unfinished analysis are stored, too. A chain is a hash of a
record's text: its last one names an analysis, its first one a match that may continue.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from darwin_core.analysis.report import FORMAT, Analysis, analysis_of
from darwin_core.analysis.review import (
    WORLDS,
    Choice,
    Judgement,
    Knowledge,
    Review,
    Seen,
    review,
    sketch,
    viewer_with,
)
from darwin_core.bots import Undecided
from darwin_core.bots.ladder import DecisionCost
from darwin_core.contract.game import Action
from darwin_core.journal import JournalError
from darwin_core.journal.disk import read_whole, write_whole
from darwin_core.match import AnyMatch
from darwin_core.match.timeline import Played
from darwin_core.text.language import tr
from darwin_core.workers import pool
from darwin_tui.paths import Locations, writable_dir
from darwin_tui.seating import people_of

BESIDE: Final = ".analysis.json"
"""Suffix of an analysis stored beside its record, such as those of the samples."""
BYTES_MAX: Final = 4 * 2**20
"""Maximum size of an analysis file; a larger one is not read."""
_DECIMALS: Final = 4
"""Decimals of the numbers in an analysis; more would be noise."""


class _Cost(msgspec.Struct, frozen=True):
    """A decision, read without its other fields."""

    position: int
    cost: float


class Sums(msgspec.Struct, frozen=True):
    """The sums of an analysis, read without the rest; one entry per seat."""

    format: int
    game: str
    chain: str
    start: tuple[float, ...]
    luck: tuple[float, ...]
    decisions: tuple[float, ...]
    result: tuple[float, ...]
    choices: tuple[tuple[_Cost, ...], ...] = ()
    """The decisions of each seat."""

    def spent(self, seat: int) -> list[DecisionCost]:
        """Return the cost of each of a seat's decisions, and its time as a share of the match."""
        if seat >= len(self.choices):
            return []
        # The end of the match, as far as it can be told from the decisions.
        last = 1 + max(
            (choice.position for choices_of_seat in self.choices for choice in choices_of_seat),
            default=0,
        )
        return [DecisionCost(choice.position / last, choice.cost) for choice in self.choices[seat]]


class _Decisions(msgspec.Struct, frozen=True):
    """The decisions of an analysis, read without the rest."""

    format: int
    game: str
    chain: str
    choices: tuple[tuple[Choice, ...], ...]


Kind = TypeVar("Kind", Analysis, Sums, _Decisions)


def find(
    match: AnyMatch, record: Path | None, locations: Locations, knowledge: Knowledge = "players"
) -> Analysis | None:
    """Return the valid analysis of a match, stored or beside its record; None without one."""
    path = locations.analysis_of(match.chain, knowledge)
    beside = record if knowledge == "players" else None
    analysis = _read_valid(Analysis, match.game.slug, match.chain, path, beside)
    return analysis if analysis and len(analysis.curve) == match.seats else None


def sums_of(slug: str, chain: str, record: Path, locations: Locations) -> Sums | None:
    """Return the sums of a match's valid analysis; None without one.

    Args:
        chain: the last hash of the match's record.
    """
    return _read_valid(Sums, slug, chain, locations.analysis_of(chain), record)


def decisions_of(
    slug: str, chain: str, record: Path, locations: Locations
) -> tuple[tuple[Choice, ...], ...]:
    """Return the judged decisions of each seat of a match; none without a valid analysis.

    Args:
        chain: the last hash of the match's record.
    """
    stored = _read_valid(_Decisions, slug, chain, locations.analysis_of(chain), record)
    return stored.choices if stored else ()


def _read_valid(
    kind: type[Kind], slug: str, chain: str, path: Path, record: Path | None
) -> Kind | None:
    """Return the first valid analysis at a path or beside a record; None without one.

    An analysis is valid if it is of this format and of this match.
    """
    paths = [path]
    if record:
        paths.append(record.with_name(f"{record.stem}{BESIDE}"))
    for path in paths:
        try:
            content = msgspec.json.decode(read_whole(path, BYTES_MAX), type=kind)
        except (OSError, JournalError, msgspec.MsgspecError, UnicodeDecodeError):
            continue
        if (content.format, content.game, content.chain) == (FORMAT, slug, chain):
            return content
    return None


def keep(analysis: Analysis, locations: Locations) -> None:
    """Store an analysis.

    Raises:
        JournalError: if it cannot be written.
    """
    path = locations.analysis_of(analysis.chain, analysis.knowledge)
    writable_dir(path.parent)
    write_whole(path, msgspec.json.encode(rounded(analysis)))


def rounded(analysis: Analysis) -> Analysis:
    """Return an analysis with all its numbers rounded."""
    plain = msgspec.to_builtins(analysis)
    return msgspec.convert(_round(plain), type=Analysis)


def _round(value: object) -> object:
    """Round all numbers in builtin values."""
    if isinstance(value, float):
        # ``or`` turns -0.0 into 0.0.
        return round(value, _DECIMALS) or 0.0
    if isinstance(value, dict):
        return {key: _round(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_round(item) for item in value]
    return value


BEGUN: Final = "begun"
"""Replaces the knowledge in the file name of judgements that do not cover all positions yet. Such a
file is named after the first hash of the record."""


class _Judged(msgspec.Struct, frozen=True, array_like=True):
    """A position as judged for all seats."""

    length: int
    """Number of the match's actions at that time, on which the judgement may depend."""
    judgements: list[Judgement]


class _Begun(msgspec.Struct, frozen=True):
    """The file of a match's judgements until all positions are judged."""

    format: int
    chain: str
    """Hash of the record's header."""
    actions: list[str]
    """Actions in force, each with its seat."""
    judged: dict[int, _Judged]


@dataclass
class Judgements:
    """The judgements of a match for all seats so far. They are stored until the analysis is
    complete, and dropped if an undo changes an action that they depend on."""

    match: AnyMatch
    locations: Locations | None
    """Folders to store them in; None to store them nowhere."""
    _history: list[Played[Action]] = field(init=False, default_factory=list)
    """The actions in force at the last look at the match."""
    _judged: dict[int, _Judged] = field(init=False, default_factory=dict)
    """The judged positions."""
    _is_new: bool = field(init=False, default=False)
    """True if some judgements are not in the file."""

    def __post_init__(self) -> None:
        begun = self._read()
        if begun:
            count = _common(begun.actions, self._actions())
            self._history = [*self.match.history[:count]]
            self._judged = {
                at: entry
                for at, entry in begun.judged.items()
                if 0 <= at < entry.length <= count and len(entry.judgements) == self.match.seats
            }

    @property
    def present(self) -> Mapping[int, list[Judgement]]:
        """The judgements valid for the current match, by position, each in seat order."""
        history = [*self.match.history]
        count = _common(self._history, history)
        if count < len(self._history):
            valid = {at: entry for at, entry in self._judged.items() if entry.length <= count}
            self._judged = valid
        self._history = history
        return {at: entry.judgements for at, entry in self._judged.items()}

    def add(self, position: int, judgements: list[Judgement], length: int) -> None:
        """Add the judgements of a position.

        Args:
            length: number of the match's actions at that time.
        """
        self._judged[position] = _Judged(length, judgements)
        self._is_new = True

    def keep(self) -> None:
        """Write new judgements to their file; after a failure, they are made again."""
        if not (self.locations and self._is_new and self.present):
            return
        begun = _Begun(FORMAT, self.match.first_chain, self._actions(), self._judged)
        with suppress(JournalError):
            writable_dir(self._path(self.locations).parent)
            write_whole(self._path(self.locations), msgspec.json.encode(begun))
            self._is_new = False

    def forget(self) -> None:
        """Remove the file of judgements, as the analysis is complete."""
        self._is_new = False
        if self.locations:
            with suppress(OSError):
                self._path(self.locations).unlink(missing_ok=True)

    def _read(self) -> _Begun | None:
        """Return the stored judgements; None without a valid file of this match."""
        if self.locations is None:
            return None
        try:
            text = read_whole(self._path(self.locations), BYTES_MAX)
            begun = msgspec.json.decode(text, type=_Begun)
        except (OSError, JournalError, msgspec.MsgspecError, UnicodeDecodeError):
            return None
        is_its_own = (begun.format, begun.chain) == (FORMAT, self.match.first_chain)
        return begun if is_its_own else None

    def _path(self, locations: Locations) -> Path:
        return locations.analysis_of(self.match.first_chain, BEGUN)

    def _actions(self) -> list[str]:
        """Return the actions in force as the file has them."""
        notation = self.match.game.texts.notation
        return [f"{played.seat} {notation(played.action)}" for played in self.match.history]


def _common(some: Sequence[object], others: Sequence[object]) -> int:
    """Return the length of the common prefix of two sequences."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(some), len(others)))


def _seen(match: AnyMatch, knowledge: Knowledge = "players") -> list[Seen]:
    """Return each seat with the viewer whose knowledge is used for it."""
    return [Seen(seat, viewer_with(knowledge, seat)) for seat in range(match.seats)]


FINISH_POLL_SECONDS: Final = 0.05
"""Time between two looks at an analysis that is waited for."""


@dataclass
class Judging:
    """The judging of a match while it is played. Idle workers judge its decisions. Once the match
    is over, the remaining decisions follow, and the analysis is stored."""

    match: AnyMatch
    """The match, which others continue to play."""
    people: Collection[int]
    """Seats of the people, whose decisions come first."""
    locations: Locations
    """Folders to store the judgements in."""

    def __post_init__(self) -> None:
        self._judgements = Judgements(self.match, self.locations)
        self._changed = asyncio.Event()
        self._asked: tuple[int, list[Played[Action]], Future[list[Judgement]]] | None = None
        """The position being judged, and the match's actions at that time."""
        self._unsettled = dict[int, int]()
        """Length of the match when a judgement depended on later actions, by position."""

    def note_line(self) -> None:
        self._changed.set()

    def keep(self) -> None:
        self._judgements.keep()

    @property
    def _is_over(self) -> bool:
        return self.match.game.outcome(self.match.state) is not None

    async def run(self) -> None:
        """Judge until the whole match is judged, this is cancelled, or the workers fail."""
        loop = asyncio.get_running_loop()
        try:
            with suppress(Undecided):
                while not self._is_over:
                    self._changed.clear()
                    self._take()
                    self._ask(lambda: loop.call_soon_threadsafe(self._changed.set))
                    await self._changed.wait()
                self._drop()
                self.keep()
                await self._finish()
        finally:
            self._drop()

    def _take(self) -> None:
        """Adopt the result, unless the match's actions have changed meanwhile."""
        if self._asked and self._asked[-1].done():
            position, history, review = self._asked
            self._asked = None
            judgements = review.result()
            # No judgements: they depend on what is played next.
            if not judgements:
                self._unsettled[position] = len(history)
            elif [*self.match.history[: len(history)]] == history:
                self._judgements.add(position, judgements, len(history))

    def _ask(self, done: Callable[[], object]) -> None:
        """Ask for the next judgement if none is pending: people's decisions first."""
        history, judged = self.match.history, self._judgements.present
        left = [
            position
            for position in range(len(history))
            if position not in judged and self._unsettled.get(position) != len(history)
        ]
        own_positions = (position for position in left if history[position].seat in self.people)
        position = next(own_positions, next(iter(left), None))
        if self._asked or position is None:
            return
        text = self.match.text()
        seen = _seen(self.match)
        review = pool.shared().review(text, seen, position, WORLDS, can_wait=True)
        self._asked = position, [*history], review
        review.add_done_callback(lambda _: done())

    def _drop(self) -> None:
        """Cancel the pending judgement."""
        if self._asked:
            self._asked[-1].cancel()
            self._asked = None

    async def _finish(self) -> None:
        """Judge the remaining decisions, and store the analysis."""
        analysing = Analysing(self.match, self.locations)
        try:
            while analysing.poll() is None:
                await asyncio.sleep(FINISH_POLL_SECONDS)
        finally:
            analysing.cancel()


class Analysing:
    """A running analysis of a match, made by the program's workers."""

    def __init__(
        self,
        match: AnyMatch,
        locations: Locations | None,
        worlds: int = WORLDS,
        knowledge: Knowledge = "players",
    ) -> None:
        """Begin; ``poll`` reports the end.

        Args:
            locations: folders to store the analysis in; None to store it nowhere.
            worlds: maximum number of worlds in which each action is tried.

        Raises:
            ValueError: if the match is not over.
        """
        outcome = match.game.outcome(match.state)
        if outcome is None:
            raise ValueError(tr("Only a match that was played to its end can be analysed."))
        self._match = match
        self._locations = locations
        self._worlds = worlds
        self._knowledge = knowledge
        self._wins = outcome.with_last(tuple(match.resigned)).wins
        self.trouble = ""
        """A sentence on why the complete analysis could not be stored."""
        # The file of judgements names neither, so it is only for the default ones.
        is_default = (worlds, knowledge) == (WORLDS, "players")
        self._judgements = Judgements(match, locations if is_default else None)
        text = match.text()
        workers = pool.shared()
        seen = _seen(match, knowledge)
        judged = self._judgements.present
        self._parts: dict[int, Future[list[Judgement]]] = {
            position: workers.review(text, seen, position, worlds)
            for position in self._order()
            if position not in judged
        }

    @property
    def own_positions(self) -> list[int]:
        """The positions at which the only person acts; none if several people play."""
        people = people_of(self._match.header.players)
        history = enumerate(self._match.history)
        return [at for at, played in history if [played.seat] == [*people]]

    def _order(self) -> list[int]:
        """Return all positions, those at which the only person acts first."""
        own_positions = self.own_positions
        others = sorted({*range(len(self._match.history))}.difference(own_positions))
        return [*spread_out(own_positions), *spread_out(others)]

    def is_judged(self, positions: Iterable[int]) -> bool:
        """Return whether some positions are judged.

        Raises:
            Undecided: with a sentence, if the workers fail.
        """
        self._take()
        parts = [self._parts[at] for at in positions if at in self._parts]
        for part in parts:
            if part.done():
                part.result()
        return not parts

    @property
    def share(self) -> float:
        """Fraction done, from 0 to 1."""
        parts_left = sum(not part.done() for part in self._parts.values())
        return 1 - parts_left / max(len(self._match.history), 1)

    @property
    def curve(self) -> list[list[float | None]]:
        """The curves of all seats; None at positions not judged yet."""
        wins = enumerate(self._wins)
        return [sketch(self.judgements(seat), result) for seat, result in wins]

    def judgements(self, seat: int) -> list[Judgement | None]:
        """Return a seat's judgements so far."""
        self._take()
        made = self._judgements.present
        positions = range(len(self._match.history))
        return [made[at][seat] if at in made else None for at in positions]

    def _take(self) -> None:
        """Adopt the workers' results."""
        length = len(self._match.history)
        for position, part in [*self._parts.items()]:
            if part.done() and not part.cancelled() and not part.exception():
                self._judgements.add(position, part.result(), length)
                del self._parts[position]

    def poll(self) -> Analysis | None:
        """Return the analysis once it is complete, and store it; ``trouble`` says why it could not
        be stored.

        Raises:
            Undecided: with a sentence, if the workers fail.
        """
        if not self.is_judged(range(len(self._match.history))):
            return None
        reviews = [
            review(
                self._match,
                seen.seat,
                [judgement or Judgement() for judgement in self.judgements(seen.seat)],
                seen.viewer,
            )
            for seen in _seen(self._match, self._knowledge)
        ]
        analysis = rounded(analysis_of(self._match, reviews, self._worlds, self._knowledge))
        if self._locations:
            try:
                keep(analysis, self._locations)
                self._judgements.forget()
            except JournalError as error:
                self.trouble = str(error)
        return analysis

    def cancel(self) -> None:
        """Cancel the rest of the analysis, and save the judgements made so far."""
        self._take()
        for part in self._parts.values():
            part.cancel()
        self._judgements.keep()


def spread_out(positions: Sequence[int]) -> list[int]:
    """Order positions so that the first ones are spread widely and later ones fill the gaps, by the
    reversed bits of their indexes. A curve then has its shape early."""
    bits = len(positions).bit_length()
    order = sorted(range(len(positions)), key=lambda at: int(f"{at:0{bits}b}"[::-1], 2))
    return [positions[at] for at in order]


def review_of_seat(match: AnyMatch, seat: int, judgements: Sequence[Judgement | None]) -> Review:
    """Return the review of a match at one seat's decisions only."""
    history = match.history
    judged = [Judgement()] * len(history)
    for position, judgement in enumerate(judgements):
        if judgement and judgement.choice:
            # The judgements before a decision are left out here. What they brought is new at the
            # decision, unless it follows the seat's own action directly.
            is_in_turn = position and history[position - 1].seat == seat
            judged[position] = msgspec.structs.replace(
                judgement, is_news=judgement.is_news or not is_in_turn
            )
    return review(match, seat, judged)


def begun_decisions(match: AnyMatch, seat: int, locations: Locations) -> tuple[Choice, ...]:
    """Return a seat's decisions in a finished match whose analysis is incomplete. Empty unless all
    of them are judged."""
    made = Judgements(match, locations).present
    history = match.history
    if any(played.seat == seat and at not in made for at, played in enumerate(history)):
        return ()
    judgements = [made[at][seat] if at in made else None for at in range(len(history))]
    return review_of_seat(match, seat, judgements).choices
