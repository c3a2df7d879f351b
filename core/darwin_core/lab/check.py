"""The check of a whole game: its box and pages, every law at every seat count, and pairs of states
that a seat may not distinguish."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from itertools import count, cycle, islice, zip_longest
from random import Random
from traceback import extract_tb
from typing import Any, Final, Generic

from darwin_core.contract import registry
from darwin_core.contract.game import A, AnyGame, E, S
from darwin_core.lab.conformance import LAWS, check_everything_happens, check_random_actions
from darwin_core.lab.play import AnyCase, Case, moments, packed, pick, sampled_moments, variants

Twin = Callable[[S, int, Random], S]
"""``twin(state, viewer, rng)`` returns another state that the viewer may not be able to distinguish
from ``state``.

Sometimes the twin should differ only slightly, so that even an action that reveals much may look
the same in both states.
"""


def dealt(game: AnyGame) -> Twin[Any]:
    """Return the twin that every game has: a state dealt for the viewer, with other chance.

    This twin exposes an event without ``reveals`` that shows a drawn card or a roll. It does not
    expose an event that shows a hand card to others, because an action that is illegal in one of
    the two states is not compared. Finding these takes a twin made for the game and ``is_secret``.
    """
    return lambda state, viewer, rng: game.determinize(game.view(state, viewer), rng.randbytes(16))


@dataclass(frozen=True)
class Tally:
    """Counts of a run, so that a test can check whether it tried enough."""

    pairs: int
    """Number of pairs tried."""
    different: int
    """Number of pairs whose twin was not the state itself."""
    quiet: int
    """Number of pairs whose next action was compared and showed nothing hidden."""


def check_interference(
    cases: Iterable[Case[S, A, E]],
    twin: Twin[S],
    pairs: int,
    is_secret: Callable[[A], bool] = lambda action: False,
) -> Tally:
    """Try pairs of states and twins for every viewer, at the steps at which the cases run checks.

    Args:
        cases: matches to take states from, as many as needed.
        twin: returns the twin of a state.
        pairs: number of pairs to try.
        is_secret: returns whether others may not distinguish an action from others of its kind
            until something is shown.

    Raises:
        AssertionError: at the first hidden fact that a viewer can infer.
    """
    tried = different = quiet = 0
    for case in cases:
        rng = case.rng("twins")
        for moment in sampled_moments(case):
            state = moment.before
            was = packed(moment.before)
            for viewer in case.viewers:
                pair = Pair(case, moment.step, viewer, state, twin(state, viewer, rng))
                if packed(state) != was:
                    raise case.failure(moment.step, "the twin was made of the state itself")
                different += packed(pair.twin) != was
                pair.check_looks()
                quiet += pair.check_next(moment.seat, moment.action, is_secret, rng)
                tried += 1
                if tried == pairs:
                    return Tally(tried, different, quiet)
    raise AssertionError(f"the cases give only {tried} pairs")


@dataclass(frozen=True)
class Pair(Generic[S, A, E]):
    """A state and its twin, seen by one viewer."""

    case: Case[S, A, E]
    step: int
    viewer: int
    state: S
    twin: S

    def _fail(self, what: str) -> AssertionError:
        return self.case.failure(self.step, f"viewer {self.viewer} can tell by {what}")

    def check_looks(self) -> None:
        """Check that view, legal actions and texts are the same for both."""
        case = self.case
        game = self.case.game
        viewer = self.viewer
        seat_names = case.seat_names
        if broken := game.invariants(self.twin):
            raise case.failure(self.step, f"the twin is unsound: {'; '.join(broken)}")
        one, two = game.view(self.state, viewer), game.view(self.twin, viewer)
        self._check_same_view(one, two, "its view")
        for name, public in (
            ("the clock", game.clock),
            ("the outcome", game.outcome),
        ):
            if public(self.state) != public(self.twin):
                raise self._fail(name)
        texts = game.texts
        if texts.prompt(one, viewer, seat_names) != texts.prompt(two, viewer, seat_names):
            raise self._fail("the prompt")
        if texts.describe(one, viewer, seat_names) != texts.describe(two, viewer, seat_names):
            raise self._fail("the description")
        if viewer >= case.seats:
            # The spectator has no actions.
            return
        legal = tuple(game.legal(self.state, viewer))
        if legal != tuple(game.legal(self.twin, viewer)):
            raise self._fail("what it may do")
        advise = game.bots.advise
        if legal and advise(one, viewer, seat_names) != advise(two, viewer, seat_names):
            raise self._fail("the advice")
        for other in legal[1:]:
            pair = [
                game.bots.contrast(view, viewer, legal[0], other, seat_names) for view in (one, two)
            ]
            if pair[0] != pair[1]:
                raise self._fail("the contrast of two actions")
        fitted_policy = game.bots.fitted_policy
        if legal and fitted_policy and (kind := fitted_policy.kind(one, viewer)):
            # Compare whole states, because the policy receives these in the worlds of a search. The
            # weights are all different and none is 0, so that each feature counts.
            weights = range(1, 1 + len(fitted_policy.features[kind]))
            scores = [
                fitted_policy.scores(state, viewer, legal, weights)
                for state in (self.state, self.twin)
            ]
            if scores[0] != scores[1]:
                raise self._fail("the scores of its actions")

    def check_next(self, seat: int, action: A, is_secret: Callable[[A], bool], rng: Random) -> bool:
        """Check that the next action, by the viewer or another seat, has the same events and views.

        Another seat's action is compared if it is legal in the twin too; a secret action, with any
        secret action of its kind that is legal in the twin.

        Events are compared up to the first that reveals something, in either state. If the state's
        action reveals nothing, all its events are compared, since it could be undone after the
        viewer has seen that nothing happened. If the views are equal afterwards, the events must
        be, too: a viewer could remember a difference, so its view would contain it.

        Returns:
            Whether an action was compared that showed nothing hidden.
        """
        game = self.case.game
        viewer = self.viewer
        offered = game.legal(self.twin, seat)
        other = action
        if seat != viewer and is_secret(action):
            alike = [other for other in offered if type(other) is type(action) and is_secret(other)]
            # Half of the pairs keep the same action: only then nothing but the states differs.
            if alike and (action not in alike or rng.random() < 0.5):
                other = pick(rng, alike)
        if other not in offered:
            return False
        one, events_one = self._applied(self.state, seat, action)
        two, events_two = self._applied(self.twin, seat, other)
        shown_at = [self._first_shown(events) for events in (events_one, events_two)]
        parting = min((index for index in shown_at if index is not None), default=None)
        name = game.texts.notation(action)
        end = None if shown_at[0] is None else parting
        if differing := self._differing(events_one[:end], events_two[:end]):
            what = f"what is shown when seat {seat} does {name}"
            raise self._fail(f"{what}: {differing} differs and does not reveal")
        view_one, view_two = game.view(one, viewer), game.view(two, viewer)
        if end is None:
            self._check_same_view(view_one, view_two, f"its view after seat {seat} did {name}")
            return parting is None
        if packed(view_one) == packed(view_two) and self._differing(events_one, events_two):
            raise self._fail(f"what is shown when seat {seat} does {name}, and then cannot see")
        return False

    def _check_same_view(self, one: S, two: S, what: str) -> None:
        """Check that two views are equal byte by byte, and name the fields that differ."""
        if packed(one) == packed(two):
            return
        fields = [
            name for name in one.__struct_fields__ if getattr(one, name) != getattr(two, name)
        ]
        raise self._fail(f"{what}: {', '.join(fields) or 'its bytes'}")

    def _applied(self, state: S, seat: int, action: A) -> tuple[S, list[E]]:
        after = self.case.game.clone(state)
        events = list[E]()
        self.case.game.apply(after, seat, action, events.append)
        return after, events

    def _differing(self, events: Sequence[E], others: Sequence[E]) -> str:
        """Return the kind of the first event that the viewer sees in only one list, if any."""
        seen, other_seen = self._redacted(events), self._redacted(others)
        for one, two in zip_longest(seen, other_seen):
            if one is None or two is None or packed(one) != packed(two):
                return type(two if one is None else one).__name__
        return ""

    def _redacted(self, events: Iterable[E]) -> list[E]:
        redacted = (self.case.game.redact(event, self.viewer) for event in events)
        return [event for event in redacted if event is not None]

    def _first_shown(self, events: Sequence[E]) -> int | None:
        """Return the index of the first event that shows the viewer something hidden or random."""
        redact = self.case.game.redact
        seen = ((index, event, redact(event, self.viewer)) for index, event in enumerate(events))
        return next((index for index, event, redacted in seen if (redacted or event).reveals), None)


# The numbers of trials are chosen: more find rarer faults and take longer.
MATCHES: Final = 3
"""Number of matches on which a law is tried, per seat count."""
EVERYTHING_MATCHES: Final = 20
"""Maximum number of matches, per seat count and variant, in which every kind of action and event
must occur."""
RANDOM_ACTIONS: Final = 500
"""Minimum number of random actions played in a check of a game."""
TWINS: Final = 300
"""Number of pairs of states that are tried in a check of a game."""
WORDS_MAX: Final = 40
"""Maximum length of the short sentence on a box."""
FILES: Final = {
    "summary.md": "the rules on one page",
    "lesson.toml": "a lesson",
    "lesson.jsonl": "the match of the lesson",
    "well.toml": "a lesson on playing well",
    "well.jsonl": "the match of that lesson",
    "verdicts.json": "the judge's verdicts on wrong choices in lessons",
    "primers.toml": "notes on the phases for newcomers",
    "achievements.py": "achievements, which players collect",
    "facts.py": "the facts of a position that lessons and notes name",
    "state_value.toml": "a fitted state value",
    "fitted_policy.toml": "a fitted policy, which Master supposes",
    "chances.toml": "fitted chances to win",
    "ladder.jsonl": "the measured strength of the levels",
    "observation.toml": "the shape of a state for learning programs",
    "de/messages.po": "German texts",
    "de/rules.md": "German rules",
    "de/summary.md": "the German page of the rules",
}
"""The optional files of a game, and what each provides."""


def check_game(
    game: AnyGame | str,
    twin: Twin[Any] | None = None,
    is_secret: Callable[[Any], bool] = lambda action: False,
) -> list[str]:
    """Check that a game keeps every law, at every seat count and in its variants.

    Args:
        game: the game, or the name of an installed one.
        twin: returns twins for ``check_interference`` in addition to those of ``dealt``, for a game
            with hidden facts.
        is_secret: returns whether an action hides its content, as laying a card face down does.

    Returns:
        The optional parts that the game lacks, one per line.

    Raises:
        AssertionError: with a line for each broken law.
    """
    if isinstance(game, str):
        game = registry.get(game)
    broken = [*flaws(game)]
    for seats in game.seats:
        for law in LAWS:
            with _noting(broken, law.__name__):
                # The first variants, in turn with the number of the match; the default comes first.
                for number, options in zip(range(MATCHES), cycle(variants(game)), strict=False):
                    law(Case(game, seats, f"check {number}", options))
    with _noting(broken, "check_everything_happens"):
        check_everything_happens(various(game))
    with _noting(broken, "check_random_actions"):
        check_random_actions(_endless(game), RANDOM_ACTIONS)
    for oracle in (dealt(game), twin) if twin else (dealt(game),):
        with _noting(broken, "check_interference"):
            check_interference(_endless(game), oracle, TWINS, is_secret)
    if broken:
        raise AssertionError("\n".join((f"{game.title} does not keep all laws:", *broken)))
    return lacking(game)


def flaws(game: AnyGame) -> Iterator[str]:
    """Yield the faults of a game's box and rules page, one per line."""
    box = game.box
    if not registry.SLUG_PATTERN.fullmatch(box.slug):
        yield f"box.json: the slug {box.slug!r} is not of one to 24 small letters"
    if not box.seats or list(box.seats) != sorted({*box.seats}):
        yield f"box.json: the seats {box.seats} are not seat counts in ascending order"
    if len(box.words) > WORDS_MAX:
        yield f'box.json: "words" is longer than {WORDS_MAX} letters'
    for name in ("blurb", "words"):
        if not getattr(box, name).endswith("."):
            yield f'box.json: "{name}" is no sentence with a full stop'
    if not _has(game, "rules.md"):
        yield "rules.md: there is no page of the rules"


def lacking(game: AnyGame) -> list[str]:
    """Return the optional parts that a game lacks, one per line."""
    parts = [f"{name}: {words}" for name, words in FILES.items() if not _has(game, name)]
    # One match at each seat count.
    if not any(_can_undo(case) for case in islice(_endless(game), len(game.seats))):
        parts.append("undo: each action reveals something, or asks another seat")
    if game.bots.features is None:
        parts.append("bots.features: numbers by which a state value is fitted")
    if game.bots.fitted_policy is None:
        parts.append("bots.fitted_policy: features of choices by which a policy is fitted")
    if not game.bots.manners:
        parts.append("bots.manners: leanings of bots with a name")
    return parts


def _can_undo(case: AnyCase) -> bool:
    """Return whether any action of a match can be undone."""
    match, _ = case.match()
    for moment in moments(case):
        match.accept(match.propose(moment.seat, moment.action))
        if match.can_undo(moment.seat):
            return True
    return False


def _has(game: AnyGame, name: str) -> bool:
    return files(game.package).joinpath(name).is_file()


@contextmanager
def _noting(broken: list[str], name: str) -> Iterator[None]:
    """Add a line about a law that fails in the block, unless another law failed in the same way. An
    error of the game's code counts as a failure of the law."""
    try:
        yield
    except AssertionError as error:
        failure = str(error)
    except Exception as error:
        *_, frame = extract_tb(error.__traceback__)
        failure = f"{type(error).__name__}: {error} ({frame.filename}, line {frame.lineno})"
    else:
        return
    if not any(line.endswith(failure) for line in broken):
        broken.append(f"{name}: {failure}")


def various(game: AnyGame) -> Iterator[AnyCase]:
    """Yield matches of all seat counts and variants, random ones and advised ones."""
    return (
        Case(game, seats, f"all {number}", options, is_advised)
        for number in range(EVERYTHING_MATCHES)
        for seats in game.seats
        for options in variants(game)
        for is_advised in (False, True)
    )


def _endless(game: AnyGame) -> Iterator[AnyCase]:
    """Yield matches of all seat counts in turn."""
    return (Case(game, seats, f"many {number}") for number in count() for seats in game.seats)
