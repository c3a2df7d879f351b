"""Laws of a game's states: legality, chance, copies, views, scores."""

from collections import deque
from math import isfinite
from typing import Final, TypeVar

import msgspec

from darwin_core.analysis.beliefs import Beliefs
from darwin_core.contract.game import HIDDEN, A, E, Holding, S
from darwin_core.lab.play import (
    Case,
    moments,
    notations,
    packed,
    pick,
    play_on,
    positions,
    sampled_positions,
)

T = TypeVar("T")

PLAYED_ON: Final = 0.2
"""The number of states drawn for views that are played to their end."""
BELIEF_WORLDS: Final = 2
"""Worlds that are dealt for a belief."""


def check_end(case: Case[S, A, E]) -> None:
    """Check that a match ends within its bound, and has an outcome then and not before."""
    game, last = case.game, 0
    for step, state in positions(case):
        over = not game.to_move(state)
        if over != (game.outcome(state) is not None):
            raise case.failure(step, "there must be an outcome just when nobody is to move")
        clock = game.clock(state)
        if not (
            1 <= clock.round <= clock.rounds and 0 <= clock.turn <= (clock.turns or clock.turn)
        ):
            raise case.failure(step, f"the clock is out of range: {clock}")
        last = step
    if not last:
        raise case.failure(0, "it is over before it begins")


def check_legal(case: Case[S, A, E]) -> None:
    """Check that a seat has legal actions just when it is to move, in a stable list without
    duplicates that follows from its view."""
    game = case.game
    for step, state in positions(case):
        movers = game.to_move(state)
        if len(set(movers)) != len(movers) or not set(movers) <= set(range(case.seats)):
            raise case.failure(step, f"to move are {movers}")
        for seat in range(case.seats):
            legal = tuple(game.legal(state, seat))
            if bool(legal) != (seat in movers):
                raise case.failure(step, f"seat {seat} may do {notations(case, legal)}")
            if len(set(legal)) != len(legal):
                raise case.failure(step, f"seat {seat} has duplicates: {notations(case, legal)}")
            view = game.view(state, seat)
            if legal != tuple(game.legal(state, seat)) or legal != tuple(game.legal(view, seat)):
                raise case.failure(
                    step, f"seat {seat} is not offered the same twice, or by its view"
                )
            if (seat in game.to_move(view)) != (seat in movers):
                raise case.failure(
                    step, f"seat {seat} cannot derive from its view that it is to move"
                )


def check_isolation(case: Case[S, A, E]) -> None:
    """Check that no change to a clone changes the original or an earlier state."""
    game, kept = case.game, list[tuple[S, bytes]]()
    was = packed(case.start())
    for moment in moments(case):
        state = moment.before
        if packed(state) != was:
            raise case.failure(moment.step, "an action on a clone changed the original")
        if packed(game.clone(state)) != was:
            raise case.failure(moment.step, "a clone differs from the original")
        for action in moment.legal:
            game.apply(game.clone(state), moment.seat, action, None)
            if packed(state) != was:
                name = game.notation(action)
                raise case.failure(moment.step, f"{name} on a clone changed the original")
        kept.append((state, was))
        was = packed(moment.after)
    for step, (state, was) in enumerate(kept):
        if packed(state) != was:
            raise case.failure(step, "later actions changed this state")


def check_same_seed(case: Case[S, A, E]) -> None:
    """Check that the same seed and actions give the same states and events, byte by byte."""
    opening, again = list[E](), list[E]()
    if packed(case.start(opening.append)) != packed(case.start(again.append)):
        raise case.failure(0, "two set-ups from one seed differ")
    if opening != again or packed(case.start()) != packed(case.start(again.append)):
        raise case.failure(0, "the set-up differs without an observer")
    for one, two in zip(moments(case), moments(case), strict=True):
        if one.events != two.events or packed(one.after) != packed(two.after):
            raise case.failure(one.step, "two playouts from one seed part")


def check_emitting(case: Case[S, A, E]) -> None:
    """Check that an action does the same with and without an observer and emits only the game's
    events."""
    game = case.game
    for moment in moments(case):
        unobserved = game.clone(moment.before)
        game.apply(unobserved, moment.seat, moment.action, None)
        if packed(unobserved) != packed(moment.after):
            name = game.notation(moment.action)
            raise case.failure(moment.step, f"{name} does something else without an observer")
        strange = {type(event).__name__ for event in moment.events} - {
            kind.__name__ for kind in game.events
        }
        if strange:
            raise case.failure(moment.step, f"events that the game does not list: {strange}")


def check_saving(case: Case[S, A, E]) -> None:
    """Check that states, views and actions survive msgpack and JSON, and that play continues
    alike."""
    game = case.game
    for moment in moments(case):
        for copy in _saved(case, moment.step, moment.before, game.state):
            for action in _saved(case, moment.step, moment.action, game.actions):
                state = game.clone(copy)
                game.apply(state, moment.seat, action, None)
                if packed(state) != packed(moment.after):
                    raise case.failure(moment.step, "play continues differently from a saved state")
        for viewer in case.viewers:
            _saved(case, moment.step, game.view(moment.after, viewer), game.state)


def _saved(case: Case[S, A, E], step: int, value: T, kind: type[T]) -> tuple[T, T]:
    copies = (
        msgspec.msgpack.decode(packed(value), type=kind),
        msgspec.json.decode(msgspec.json.encode(value), type=kind),
    )
    for copy in copies:
        if copy != value or packed(copy) != packed(value):
            raise case.failure(step, f"{type(value).__name__} is not the same after saving")
    return copies


def check_problems(case: Case[S, A, E]) -> None:
    """Check that every state is sound."""
    for step, state in positions(case):
        if problems := case.game.problems(state):
            raise case.failure(step, "; ".join(problems))


def check_views(case: Case[S, A, E]) -> None:
    """Check that a view holds no chance, leaves the state unchanged and is the same each time."""
    game = case.game
    for step, state in positions(case):
        was = packed(state)
        for viewer in case.viewers:
            view = game.view(state, viewer)
            if view.chance:
                raise case.failure(step, f"the view of {viewer} holds chance")
            if packed(view) != packed(game.view(state, viewer)):
                raise case.failure(step, f"viewer {viewer} sees two things at once")
            if packed(game.view(view, viewer)) != packed(view):
                raise case.failure(step, f"the view of {viewer}'s view is another one")
        if packed(state) != was:
            raise case.failure(step, "a view changed the state")


def check_determinize(case: Case[S, A, E]) -> None:
    """Check that a state drawn for a view has the same view, is sound and can be played."""
    game, rng = case.game, case.rng("determinize")
    draws = [draw for draw in (game.determinize, game.guess) if draw]
    for step, state in sampled_positions(case):
        for viewer in case.viewers:
            view, chance = game.view(state, viewer), rng.randbytes(16)
            was = packed(view)
            for draw in draws:
                drawn = draw(view, chance)
                if packed(view) != was:
                    raise case.failure(step, f"drawing a state changed the view of {viewer}")
                if packed(game.view(drawn, viewer)) != was:
                    raise case.failure(
                        step, f"viewer {viewer} can distinguish the drawn state from the real"
                    )
                if problems := game.problems(drawn):
                    raise case.failure(step, f"drawn for {viewer}: {'; '.join(problems)}")
                if packed(draw(view, chance)) != packed(drawn):
                    raise case.failure(step, f"the same chance draws two states for {viewer}")
        if rng.random() < PLAYED_ON:
            play_on(case, drawn, rng, step)


def check_beliefs(case: Case[S, A, E]) -> None:
    """Check that the beliefs of a viewer are of the cards hidden from it, agree with its view, add
    up to 1 and follow from the view alone."""
    game, rng = case.game, case.rng("beliefs")
    for step, state in sampled_positions(case):
        viewer = pick(rng, case.viewers)
        view, true = game.view(state, viewer), game.holdings(state)
        shown = game.holdings(view)
        if len(shown) != len(true) or not all(map(_agree, shown, true)):
            raise case.failure(step, f"viewer {viewer} sees other cards than there are")
        found = Beliefs(game, view).deal(BELIEF_WORLDS).found()
        hidden = [(held.seat, held.place) for held in shown if HIDDEN in held.cards]
        if hidden != [(belief.seat, belief.place) for belief in found]:
            raise case.failure(step, f"viewer {viewer} has no belief about some of {hidden}")
        for belief in found:
            shares = sum(likely.share for likely in belief.likely)
            if abs(shares - 1) > 1e-9 or belief.seat == viewer:
                raise case.failure(step, f"viewer {viewer}: shares of {shares} in {belief}")
            names = {game.card_name(likely.card) for likely in belief.likely}
            if len(names) != len(belief.likely):
                raise case.failure(step, f"cards of one name in {belief}")
        if Beliefs(game, view).deal(BELIEF_WORLDS).found() != found:
            raise case.failure(step, f"viewer {viewer} believes something else each time")


def _agree(shown: Holding, true: Holding) -> bool:
    """Return whether the cards that a view shows are those that there are."""
    if (shown.seat, shown.place, len(shown.cards)) != (true.seat, true.place, len(true.cards)):
        return False
    return HIDDEN in shown.cards or shown.cards == true.cards


def check_scores(case: Case[S, A, E]) -> None:
    """Check that score lines add up to the totals and that ranks follow them, but for
    tie-breaks."""
    game = case.game
    *_, (step, state) = positions(case)
    outcome = game.outcome(state)
    if outcome is None:
        raise case.failure(step, "there is no outcome")
    totals, ranks = outcome.totals, outcome.ranks
    if len(totals) != case.seats or len(ranks) != case.seats:
        raise case.failure(step, f"the outcome is not one for each seat: {outcome}")
    sums = tuple(map(sum, zip(*(line.points for line in outcome.lines), strict=True)))
    if sums != totals or not all(line.label for line in outcome.lines):
        raise case.failure(step, f"the lines add up to {sums}, the totals are {totals}")
    for seat in range(case.seats):
        if ranks[seat] != 1 + sum(other < ranks[seat] for other in ranks):
            raise case.failure(step, f"the ranks leave gaps: {ranks}")
        if any(totals[seat] > totals[o] and ranks[seat] >= ranks[o] for o in range(case.seats)):
            raise case.failure(step, f"the ranks {ranks} go against the totals {totals}")
    if not outcome.winners:
        raise case.failure(step, "nobody has won")


def check_worth(case: Case[S, A, E]) -> None:
    """Check that a position is worth a number for each seat, and at the end the total."""
    game = case.game
    for step, state in (*sampled_positions(case), *deque(positions(case), maxlen=1)):
        was = packed(state)
        worth = game.worth(state)
        if len(worth) != case.seats or not all(map(isfinite, worth)):
            raise case.failure(step, f"the worth is not a number for each seat: {worth}")
        if packed(state) != was or game.worth(state) != worth:
            raise case.failure(step, "the worth changes when asked for again")
        outcome = game.outcome(state)
        if outcome is not None and worth != outcome.totals:
            raise case.failure(step, f"at the end it is {worth}, not {outcome.totals}")
        if game.features is not None:
            rows = game.features(state)
            if len(rows) != case.seats:
                raise case.failure(step, f"{len(rows)} rows of features, not one for each seat")
            for features in rows:
                if len(features) != len(game.feature_names) or not all(map(isfinite, features)):
                    raise case.failure(step, f"not a number for each feature: {features}")
