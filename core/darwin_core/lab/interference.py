"""Non-interference: hidden facts change nothing that a viewer learns.

The proof needs an oracle that never uses the game's own ``view``: a twin, written by the
game's tests from its rules page, which changes in the whole state only what the viewer may not
know. Whatever the viewer then learns must be the same of both.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from darwin_core.contract.game import A, E, S
from darwin_core.lab.play import Case, packed, pick, sampled_moments

Twin = Callable[[S, int, Random], S]
"""``twin(state, viewer, rng)``: another state that the viewer may not distinguish from this one.
Now and then it should differ by very little, so that even an action that shows much may show the
same of both."""


@dataclass(frozen=True)
class Tally:
    """Counts of a run, so that a test can ask whether it tried enough."""

    pairs: int
    different: int
    """Pairs whose twin was not the state itself."""
    quiet: int
    """Pairs whose next action was compared and showed nothing hidden."""


def check_interference(
    cases: Iterable[Case[S, A, E]],
    twin: Twin[S],
    pairs: int,
    is_secret: Callable[[A], bool] = lambda action: False,
) -> Tally:
    """Try pairs of states and twins, at every moment of the cases for every viewer, or at
    those that a case checks.

    Args:
        cases: the matches to take states from, as many as needed.
        twin: the oracle.
        pairs: how many pairs to try.
        is_secret: returns whether others may not distinguish an action from others of its kind
            until something is shown.

    Raises:
        AssertionError: at the first hidden fact that a viewer can infer.
    """
    tried = different = quiet = 0
    for case in cases:
        rng = case.rng("twins")
        for moment in sampled_moments(case):
            state, was = moment.before, packed(moment.before)
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
        case, game, viewer = self.case, self.case.game, self.viewer
        words = case.seat_names
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
        if game.texts.prompt(one, viewer, words) != game.texts.prompt(two, viewer, words):
            raise self._fail("the prompt")
        if game.texts.describe(one, viewer, words) != game.texts.describe(two, viewer, words):
            raise self._fail("the description")
        if viewer >= case.seats:
            return
        legal = tuple(game.legal(self.state, viewer))
        if legal != tuple(game.legal(self.twin, viewer)):
            raise self._fail("what it may do")
        if legal and game.bots.advise(one, viewer, words) != game.bots.advise(two, viewer, words):
            raise self._fail("the advice")
        habit = game.bots.habit
        if legal and habit and (kind := habit.kind(one, viewer)):
            # Of the whole states, which the policy is given in the worlds of a search.
            weights = range(1, 1 + len(habit.features[kind]))
            scores = [
                habit.scores(state, viewer, legal, weights) for state in (self.state, self.twin)
            ]
            if scores[0] != scores[1]:
                raise self._fail("the scores of its actions")

    def check_next(self, seat: int, action: A, is_secret: Callable[[A], bool], rng: Random) -> bool:
        """Check that the next action, of the viewer or another seat, has the same events and views.

        Another seat's action is compared where it is legal in the twin too; a secret one, with any
        secret action of its kind that the twin allows. From the first event that reveals in
        either, the two may part; but where the viewer sees the same afterwards, it must have been
        shown the same: it could remember that, and so its view has it.

        Returns:
            whether an action was compared that showed nothing hidden.
        """
        game, viewer = self.case.game, self.viewer
        offered = game.legal(self.twin, seat)
        other = action
        if seat != viewer and is_secret(action):
            alike = [each for each in offered if type(each) is type(action) and is_secret(each)]
            if alike and (action not in alike or rng.random() < 0.5):
                other = pick(rng, alike)
        if other not in offered:
            return False
        one, events_one = self._applied(self.state, seat, action)
        two, events_two = self._applied(self.twin, seat, other)
        shown = [self._first_shown(events) for events in (events_one, events_two)]
        parting = min((place for place in shown if place is not None), default=None)
        name = game.texts.notation(action)
        if self._redacted(events_one[:parting]) != self._redacted(events_two[:parting]):
            raise self._fail(f"what is shown when seat {seat} does {name}")
        view_one, view_two = game.view(one, viewer), game.view(two, viewer)
        if parting is None:
            self._check_same_view(view_one, view_two, f"its view after seat {seat} did {name}")
            return True
        if packed(view_one) == packed(view_two) and self._redacted(events_one) != self._redacted(
            events_two
        ):
            raise self._fail(f"what is shown when seat {seat} does {name}, and then cannot see")
        return False

    def _check_same_view(self, one: S, two: S, what: str) -> None:
        if packed(one) == packed(two):
            return
        fields = [
            name for name in one.__struct_fields__ if getattr(one, name) != getattr(two, name)
        ]
        raise self._fail(f"{what}: {', '.join(fields) or 'its bytes'}")

    def _applied(self, state: S, seat: int, action: A) -> tuple[S, list[E]]:
        after, events = self.case.game.clone(state), list[E]()
        self.case.game.apply(after, seat, action, events.append)
        return after, events

    def _redacted(self, events: Iterable[E]) -> list[bytes]:
        redacted = (self.case.game.redact(event, self.viewer) for event in events)
        return [packed(event) for event in redacted if event is not None]

    def _first_shown(self, events: Sequence[E]) -> int | None:
        """Return the place of the first event that shows the viewer something hidden or random."""
        redact = self.case.game.redact
        seen = ((place, event, redact(event, self.viewer)) for place, event in enumerate(events))
        return next((place for place, event, own in seen if (own or event).reveals), None)
