"""Puzzles: positions of matches in which the judge's action is clearly better than any other, given
the error of the comparison.

The puzzles of a game are data beside it, ``puzzles.jsonl``: a line for each match, up to its last
puzzle, and a line for each puzzle. A match is stored as its header, its actions and the last hash
of its record, so that the record can be rebuilt and verified. ``darwin-tui puzzles mine`` writes
the file, ``darwin-tui puzzles check`` proves it again in other worlds.

A puzzle asks for the actions of one seat, one after the other as the seat would play them: usually
one, sometimes a whole turn. The answer depends on nothing that the seat does not know.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Final, Literal, NamedTuple

import msgspec

from darwin_core.bots.hints import claims_words
from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.search import Account, Claim, Trials, chance_of, claims_of
from darwin_core.contract import registry
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.match import AnyMatch, Refused, begin
from darwin_core.match.record import Header, RecordError
from darwin_core.teaching import facts
from darwin_core.teaching.facts import AnyNow, Now
from darwin_core.teaching.lessons import Verdict, gives_away
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized, counted

FILE: Final = "puzzles.jsonl"
"""The puzzles of a game, in its package."""
# The shares below are chosen: larger ones make fewer puzzles count as easy.
GRADES: Final = 5
"""Number of grades of difficulty, which are numbered from 1, the easiest."""
FINDS: Final = 0.8
"""Minimum share of tries in which a level plays an answer if it is to count as finding the
answer."""
FINDS_EASILY: Final = 0.3
"""Minimum share of tries in which Easy plays an answer if the answer is to count as easy. It is low
because Easy picks one of three actions."""
EASY: Final = "easy"
QUICK: Final = "hard:0.1s"
HARD: Final = "hard"
"""Levels that grade a puzzle by whether they find its answer, from the weakest."""
COMPARED_WORLDS: Final = 128
"""Number of worlds in which two actions are compared if no verdict is stored. Chosen; more make the
error smaller and the answer slower."""


class BrokenPuzzle(RecordError):
    """Raised for a puzzle that does not fit its match, or a file that cannot be read."""


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action of the answer, and its comparison with all other legal actions."""

    action: str
    """In the game's notation."""
    also: tuple[str, ...] = ()
    """Other actions that are equally right. If one is chosen, the puzzle ends."""
    margin: float = 0.0
    """Winning chance, from 0 to 1, that the next best action gives away; 0 for a forced action."""
    error: float = 0.0
    """Standard error of the margin."""
    points: float = 0.0
    """Points that the next best action gives away."""
    points_error: float = 0.0
    """Standard error of these points; 0 if unknown."""
    worlds: int = 0
    """Number of worlds in which the action was compared with the next best action."""
    why: tuple[Claim, ...] = ()
    """Differences in points between the action and the next best action, in favour of the
    former."""
    wrong: dict[str, Verdict] = {}
    """Verdicts on other actions by notation, next best first."""
    rest: float = 0.0
    """Minimum of points that each legal action without a verdict gives away."""

    @property
    def certainty(self) -> float:
        """Deficit of the next best action in standard errors, by chance or by points, whichever is
        more."""
        pairs = ((self.margin, self.error), (self.points, self.points_error))
        return max((gain / error for gain, error in pairs if error), default=0.0)

    @property
    def is_forced(self) -> bool:
        """True if no other action is legal."""
        return not self.worlds


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="puzzle"):
    """A position, and the best actions there."""

    id: str
    """The puzzle's name, which stays the same as long as the position is a puzzle:
    ``dice-4f0c2a91``."""
    game: str
    record: str
    """Id of the match that contains it."""
    position: int
    """Number of actions in force before the position."""
    seat: int
    decisions: tuple[Decision, ...]
    """The answer: the seat's actions in order."""
    theme: str
    """A message; one of the game's themes."""
    found: dict[str, float] = {}
    """Share of tries in which each level begins with a right action."""
    judge: str
    """The judge that found the answer, with its version."""

    @property
    def solution(self) -> tuple[str, ...]:
        """Actions of the answer, in notation."""
        return tuple(decision.action for decision in self.decisions)

    @property
    def grade(self) -> int:
        """Difficulty, from 1 to GRADES, by the levels that find the answer. If QUICK always finds
        it, HARD was not tried."""
        share = self.found.get
        if share(EASY, 0.0) >= FINDS_EASILY and share(QUICK, 0.0) >= FINDS:
            return 1
        if share(QUICK, 0.0) >= FINDS:
            return 2
        if share(HARD, 0.0) >= FINDS:
            return 3
        return 4 if share(HARD, 0.0) else GRADES

    @property
    def margin(self) -> float:
        """The chance that the next best first action gives away."""
        return self.decisions[0].margin

    @property
    def worlds(self) -> int:
        """The lowest number of worlds in which an action of the answer was compared."""
        return min(decision.worlds for decision in self.decisions if not decision.is_forced)


class Source(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="match"):
    """A match with puzzles, up to its last puzzle."""

    header: Header
    actions: tuple[tuple[int, str], ...]
    """Seats and their actions in notation."""
    chain: str
    """Last hash of the record of these actions."""

    def match(self, position: int | None = None) -> AnyMatch:
        """Return the match up to a position, by default completely.

        Raises:
            BrokenPuzzle: if the rules do not allow its actions, or lead to another record.
        """
        match: AnyMatch
        match, _ = begin(registry.get(self.header.game), self.header)
        return self.play_on(match, position)

    def play_on(self, match: AnyMatch, position: int | None = None) -> AnyMatch:
        """Continue a match to a position, by default to the end; return it.

        Raises:
            BrokenPuzzle: if the rules do not allow its actions, or lead to another record.
        """
        game = match.game
        for seat, written in self.actions[len(match.history) : position]:
            try:
                match.accept(match.propose(seat, game.texts.parse(written)))
            except (Refused, ValueError) as error:
                raise BrokenPuzzle(
                    f"The match {self.header.id} of a puzzle of {game.title}: {error}"
                ) from error
        if position is None and match.chain != self.chain:
            raise BrokenPuzzle(f"The match {self.header.id} of {game.title} leads to another end.")
        return match

    @classmethod
    def of(cls, match: AnyMatch, position: int | None = None) -> "Source":
        """Return a match up to a position, by default completely, as a source."""
        history = match.history[:position]
        notation = match.game.texts.notation
        actions = tuple((played.seat, notation(played.action)) for played in history)
        # ``match`` checks the chain, which is still missing here, only without a position.
        source = cls(header=match.header, actions=actions, chain="")
        return msgspec.structs.replace(source, chain=source.match(len(actions)).chain)


class Searched(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="searched"):
    """A match searched completely for puzzles; the line follows its puzzles in the file."""

    record: str


class Collection(NamedTuple):
    """The puzzles of a file."""

    sources: Mapping[str, Source]
    """The matches by id."""
    puzzles: tuple[Puzzle, ...]
    """In the order of the file."""
    searched: frozenset[str] = frozenset()
    """Ids of matches searched completely for puzzles."""


_decode = msgspec.json.Decoder(Source | Puzzle | Searched).decode_lines


def read(text: bytes) -> Collection:
    """Return the puzzles of a file.

    Raises:
        BrokenPuzzle: if it cannot be read, a puzzle lacks its match, or a match occurs twice.
    """
    try:
        lines = _decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BrokenPuzzle(f"The puzzles cannot be read: {error}") from error
    sources = dict[str, Source]()
    for source in (line for line in lines if isinstance(line, Source)):
        if source.header.id in sources:
            raise BrokenPuzzle(f"The match {source.header.id} of puzzles is there twice.")
        sources[source.header.id] = source
    puzzles = tuple(line for line in lines if isinstance(line, Puzzle))
    for puzzle in puzzles:
        if puzzle.record not in sources:
            raise BrokenPuzzle(f"The puzzle {puzzle.id} lacks its match {puzzle.record}.")
    searched = frozenset(line.record for line in lines if isinstance(line, Searched))
    return Collection(sources, puzzles, searched)


@cache
def collection(slug: str) -> Collection:
    """Return the puzzles that ship with a game, with their matches; empty if there are none.

    Raises:
        BrokenPuzzle: if the file cannot be read.
    """
    path = files(registry.box(slug).package).joinpath(FILE)
    return read(path.read_bytes()) if path.is_file() else Collection({}, ())


def load(slug: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that ship with a game, in the order of their file."""
    return collection(slug).puzzles


def slugs() -> tuple[str, ...]:
    """Return the games with puzzles."""
    return tuple(slug for slug in registry.slugs() if load(slug))


def walked(match: AnyMatch, puzzle: Puzzle, solved: int) -> AnyMatch:
    """Play the first actions of the answer in a puzzle's match, which is at its position; return
    it.

    Raises:
        BrokenPuzzle: if the rules do not allow them.
    """
    for written in puzzle.solution[:solved]:
        try:
            match.accept(match.propose(puzzle.seat, match.game.texts.parse(written)))
        except (Refused, ValueError) as error:
            raise BrokenPuzzle(f"The puzzle {puzzle.id}: {error}") from error
    return match


def now_of(match: AnyMatch, puzzle: Puzzle) -> AnyNow:
    """Return the current position of a puzzle's match as its seat sees it, for texts."""
    names = SeatNames(match.header.names)
    return Now(match.game, match.view(puzzle.seat), puzzle.seat, (), names)


Result = Literal["right", "wrong", "unfinished"]
"""The result of a player's actions; see ``Answer``."""


class Answer(NamedTuple):
    """The judgement of a player's chosen actions."""

    result: Result
    """``unfinished`` if all actions so far are right and more are to come."""
    number: int
    """Number of right actions, from the first."""
    verdict: Verdict | None = None
    """The verdict on the wrong action, if the judge has one."""
    at_least: float = 0.0
    """Minimum of points that a wrong action without a verdict gives away; 0 if unknown."""

    def words(self, action: Action, now: AnyNow) -> str:
        """Return what a wrong action gives away and why, in words.

        Args:
            action: the wrong action.
            now: the position in which it was chosen.
        """
        if self.verdict:
            return gives_away(self.verdict, action, now)
        phrase = capitalized(now.game.texts.phrase(now.view, action, now.seat_names))
        points = round(self.at_least)
        if points < 1:
            return tr("{action}: not the best.", action=phrase)
        least = counted(points, "point")
        return tr("{action}: gives away {points} or more.", action=phrase, points=least)


def answer(puzzle: Puzzle, actions: Sequence[Action]) -> Answer:
    """Judge the actions that a player chose, from the first action of the answer on."""
    notation = registry.get(puzzle.game).texts.notation
    # The player may have chosen fewer actions than the answer has; further ones do not count.
    for number, (action, decision) in enumerate(zip(actions, puzzle.decisions, strict=False)):
        written = notation(action)
        if written in decision.also:
            return Answer("right", number + 1)
        if written != decision.action:
            return Answer("wrong", number, decision.wrong.get(written), decision.rest)
    number = min(len(actions), len(puzzle.decisions))
    return Answer("right" if number == len(puzzle.decisions) else "unfinished", number)


def reason(decision: Decision, now: AnyNow) -> str:
    """Return why an action of the answer is better than the next best, in words; may be empty.

    Args:
        decision: the action and its comparison.
        now: the position in which it is played.
    """
    if not decision.why or not decision.wrong:
        return ""
    texts = now.game.texts
    words = [
        texts.phrase(now.view, texts.parse(written), now.seat_names)
        for written in (decision.action, next(iter(decision.wrong)))
    ]
    why = claims_words(decision.why)
    return tr(
        "{action}, not {other}: {why}.", action=capitalized(words[0]), other=words[1], why=why
    )


def theme_of(now: AnyNow, actions: Sequence[Action]) -> str:
    """Return the theme of an answer: the first of the game's themes that applies; empty for
    none."""
    themes = facts.themes(now.game.package)
    return next((title for title, is_it in themes.items() if is_it(now, actions)), "")


class Comparison:
    """The right action compared with a wrong one, in the same worlds."""

    def __init__(self, game: AnyGame, view: State, seat: int, right: Action, wrong: Action) -> None:
        """Prepare to compare two legal actions of a seat's view."""
        chance = chance_of(view)
        # Other candidates are ranked first in any case; the two may be further ones.
        self._trials = Trials(
            game, view, seat, chance, also=(right, wrong), candidates=1, errs=True, is_trained=True
        )
        candidates = self._trials.candidates
        self._right = candidates.index(right)
        self._wrong = candidates.index(wrong)
        self._seat = seat
        self._right_words = game.texts.notation(right)

    def verdict(self, first: int = 0, worlds: int = COMPARED_WORLDS) -> Verdict:
        """Return what the wrong action gives away.

        Args:
            first: number of the first world.
            worlds: number of worlds.
        """
        points, chances = list[float](), list[float]()
        accounts: tuple[list[Account], list[Account]] = [], []
        for number in range(first, first + worlds):
            world = self._trials.world(number)
            one, other = (self._trials.play(world, at) for at in (self._right, self._wrong))
            points.append(one.value - other.value)
            chances.append(one.chances[self._seat] - other.chances[self._seat])
            for account, at in zip(accounts, (self._right, self._wrong), strict=True):
                account.append(self._trials.account(world, at))
        claims = claims_of(accounts[1], accounts[0], is_better=False)
        return Verdict(
            self._right_words,
            round(mean(points), 2),
            round(deviation(points) / sqrt(worlds), 2),
            round(mean(chances), 3),
            rounded(claims),
        )


def rounded(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return claims with points rounded to one decimal; more decimals would be noise."""
    return tuple(
        msgspec.structs.replace(claim, points=round(claim.points, 1), error=round(claim.error, 1))
        for claim in claims
    )
