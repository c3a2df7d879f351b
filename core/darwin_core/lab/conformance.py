"""The laws of every game: a function for each, to be tried on many cases.

A law raises AssertionError with the game, the seats, the seed and the step at which it is broken.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice, permutations
from math import fsum, isclose, isfinite
from operator import mul
from random import Random
from typing import Final, TypeVar

import msgspec

from darwin_core.analysis.beliefs import Beliefs
from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import HIDDEN, A, BadText, E, Element, Holding, Refusal, S
from darwin_core.kit import fitted_policies
from darwin_core.lab.play import (
    AnyCase,
    Case,
    Ply,
    action_kinds,
    moments,
    notations,
    packed,
    pick,
    play_on,
    positions,
    sampled_moments,
    sampled_positions,
)
from darwin_core.match import Match, Redo, Refused, Undo, is_action
from darwin_core.match.record import TEXT_LENGTH_MAX, fingerprint, read
from darwin_core.match.timeline import stops_undo

# The numbers of trials in this module are chosen: more find rarer faults and take longer.
TRIED: Final = 40
"""Maximum number of actions tried for a seat at one moment."""
STRAY_ACTIONS: Final = 30
"""Number of actions with arbitrary field values tried in each position."""
_NUMBERS: Final = (-1, *range(10), 11, 15, 20, 27, 30, 44, 46, 50, 60, 78, 200, 254, 255, 256, 999)
"""Field values of stray actions: small ones, which are often legal, larger ones up to NOTHING and
HIDDEN, and three that no byte can hold."""
UNDONE: Final = 0.2
"""Fraction of the actions in ``check_record`` that are undone and redone at once, where allowed."""
CONTRAST_COLUMNS_MAX: Final = 72
"""Maximum columns of an answer to "Why not …?", which shares two rows of a note with the name of
the action."""
SHARES_ERROR_MAX: Final = 1e-9
"""Rounding error of a sum of shares."""

_CODE: Final = re.compile(r"[a-z]+(-[a-z]+)*")
"""The form of a refusal's code."""


def check_refusals(case: Case[S, A, E]) -> None:
    """Check that an action outside the list is refused with a code and a sentence, without change.
    It tries all actions that any seat had in the match, parsed from their notation."""
    game = case.game
    rng = case.rng("refusals")
    texts = {
        game.texts.notation(action): None for m in moments(case) for action in _any_legal(case, m)
    }
    known = [game.texts.parse(text) for text in texts]
    match, _ = case.match()
    for moment in moments(case):
        # One seat too many: a seat that does not exist is refused like any other.
        for seat in range(case.seats + 1) if case.looks_at(moment.step) else ():
            tried = known if len(known) <= TRIED else rng.sample(known, TRIED)
            _try_all(case, match, moment.step, seat, tried)
        match.accept(match.propose(moment.seat, moment.action))
    for seat in range(case.seats):
        _try_all(case, match, len(match.history), seat, known[:TRIED])


def _any_legal(case: Case[S, A, E], moment: Ply[S, A, E]) -> list[A]:
    seats = range(case.seats)
    return [action for seat in seats for action in case.game.legal(moment.before, seat)]


def _try_all(
    case: Case[S, A, E], match: Match[S, A, E], step: int, seat: int, actions: list[A]
) -> None:
    """Check that a seat's legal actions are not refused, and that the other given actions are."""
    game = case.game
    legal = match.legal(seat)
    seat_names = case.seat_names
    view = game.view(match.state, seat) if seat < case.seats else None
    was, lines = packed(match.state), len(match.lines)
    for action in legal:
        if refusal := game.texts.why_not(match.state, seat, action, seat_names):
            name = game.texts.notation(action)
            raise case.failure(step, f"seat {seat} may {name}, yet is refused for {refusal.code}")
    for action in actions:
        if action in legal:
            continue
        reason = game.texts.why_not(match.state, seat, action, seat_names)
        wrong = _wrong_refusal(match, seat, action, reason)
        if (
            not wrong
            and view is not None
            and reason != game.texts.why_not(view, seat, action, seat_names)
        ):
            # Otherwise the reason would tell the seat something hidden.
            wrong = "by the view there is another reason"
        if wrong:
            raise case.failure(step, f"seat {seat} may not {game.texts.notation(action)}: {wrong}")
    if packed(match.state) != was or len(match.lines) != lines:
        raise case.failure(step, "a refused action changed the match")


def _wrong_refusal(
    match: Match[S, A, E], seat: int, action: A, reason: Refusal | None
) -> str | None:
    """Return the fault in the refusal of an action that a seat may not take, if any."""
    if reason is None:
        return "no reason is given"
    if not _CODE.fullmatch(reason.code) or not reason.sentence.endswith("."):
        return f"it is refused by {reason}"
    try:
        match.propose(seat, action)
    except Refused as refused:
        return None if refused.refusal == reason else f"{refused.refusal}, not {reason}"
    return "it is not offered and yet done"


def check_stray_actions(case: Case[S, A, E]) -> None:
    """Check that actions with arbitrary field values, by seats that need not exist, are refused
    exactly if they are not in the list."""
    game = case.game
    rng = case.rng("stray")
    kinds = action_kinds(game)
    for step, state in positions(case):
        legal = {seat: game.legal(state, seat) for seat in range(case.seats)}
        for _ in range(STRAY_ACTIONS):
            seat = rng.randint(-1, case.seats)
            action = _stray(rng, pick(rng, kinds))
            refusal = game.texts.why_not(state, seat, action, case.seat_names)
            if (refusal is None) != (action in legal.get(seat, ())):
                raise case.failure(step, f"seat {seat} is answered {refusal} to {action}")


def _stray(rng: Random, kind: type[A]) -> A:
    """Return an action with arbitrary field values."""
    values = list[int | bytes]()
    for field in msgspec.structs.fields(kind):
        if field.type is bytes:
            values.append(bytes(pick(rng, _NUMBERS) % 256 for _ in range(rng.randint(0, 5))))
        else:
            values.append(pick(rng, _NUMBERS))
    return kind(*values)


def check_record(case: Case[S, A, E]) -> None:
    """Check that a match loaded from the first lines of its record equals the live match at that
    point, hashes included."""
    game = case.game
    rng = case.rng("record")
    match, text = case.match()
    texts = [text]
    live = [(packed(match.state), [*match.history])]
    for moment in moments(case):
        actions: list[A | Undo | Redo] = [moment.action]
        if rng.random() < UNDONE and not match.is_final(moment.seat, moment.action):
            actions += [Undo(), Redo()]
        for action in actions:
            proposed = match.propose(moment.seat, action)
            match.accept(proposed)
            texts.append(proposed.text)
            live.append((packed(match.state), [*match.history]))
            if proposed.line.state_hash != fingerprint(packed(match.state)):
                raise case.failure(moment.step, "the hash is not that of the state")
        if packed(match.state) != packed(moment.after):
            raise case.failure(moment.step, "the match leads elsewhere than the rules")
    # ``texts`` begins with the header, so its first ``lines + 1`` parts are the record that led to
    # ``live[lines]``.
    lengths = range(len(live))
    for lines in (0, pick(rng, lengths), pick(rng, lengths), lengths[-1]):
        reading = read(b"".join(texts[: lines + 1]))
        loaded = Match.load(game, reading.header, reading.chain, reading.lines)
        if loaded.divergence:
            raise case.failure(lines, f"read back: {loaded.divergence.sentence}")
        if loaded.lines != match.lines[:lines]:
            raise case.failure(lines, "read back, the lines are others")
        if (packed(loaded.state), loaded.history) != live[lines]:
            raise case.failure(lines, "read back, the match is another one")
    position = pick(rng, range(len(match.history)))
    *_, past = (m.before for m in moments(case) if m.step <= position)
    if packed(match.state_at(position)) != packed(past):
        raise case.failure(position, "the match has another state in its past")


def check_undo(case: Case[S, A, E]) -> None:
    """Check that undo leads to the state before the action, and redo to the state after it. Undo
    must be refused with a code after something was revealed or others are asked something else."""
    match, _ = case.match()
    _refused(case, match, 0, 0, Undo(), {"nothing-to-undo"})
    for moment in moments(case):
        seat, step = moment.seat, moment.step
        barrier = stops_undo(moment.events, match.header.rules) or _others_asked(case, moment)
        if match.is_final(seat, moment.action) != barrier:
            raise case.failure(step, "whether it could be undone was predicted wrongly")
        match.accept(match.propose(seat, moment.action))
        _refused(case, match, step, seat, Redo(), {"nothing-to-redo"})
        if barrier:
            _refused(case, match, step, seat, Undo(), {"undo-revealed", "undo-others"})
        else:
            undone = _back_and_forth(case, match, step, seat)
            if undone != packed(moment.before):
                raise case.failure(step, "undone, it is not the state before")
        for other in range(case.seats):
            if _can_undo(case, match, step, other):
                _back_and_forth(case, match, step, other)
        if packed(match.state) != packed(moment.after):
            raise case.failure(step, "undo and redo changed the match")


def _others_asked(case: Case[S, A, E], moment: Ply[S, A, E]) -> bool:
    """Return whether an action changes the question of any other seat."""
    legal = case.game.legal
    return any(
        tuple(legal(moment.before, seat)) != tuple(legal(moment.after, seat))
        for seat in range(case.seats)
        if seat != moment.seat
    )


def _can_undo(case: Case[S, A, E], match: Match[S, A, E], step: int, seat: int) -> bool:
    """Return whether a seat can undo its last action; fail if a refusal has an unknown code or
    changes the match."""
    was = packed(match.state)
    try:
        match.propose(seat, Undo())
    except Refused as refused:
        code = refused.refusal.code
        if code not in {"undo-revealed", "undo-others", "nothing-to-undo"}:
            raise case.failure(step, f"undo is refused by {code}") from None
        if packed(match.state) != was:
            raise case.failure(step, "a refused undo changed the match") from None
        return False
    return True


def _back_and_forth(case: Case[S, A, E], match: Match[S, A, E], step: int, seat: int) -> bytes:
    """Undo and redo a seat's last action; return the state in between."""
    was = fingerprint(packed(match.state))
    try:
        match.accept(match.propose(seat, Undo()))
        undone = packed(match.state)
        if not match.legal(seat):
            raise case.failure(step, f"seat {seat} undid its action and is not asked again")
        match.accept(match.propose(seat, Redo()))
    except Refused as refused:
        code = refused.refusal.code
        raise case.failure(step, f"seat {seat} cannot undo and redo: {code}") from None
    if fingerprint(packed(match.state)) != was:
        raise case.failure(step, f"seat {seat} undid and redid its action, and the state differs")
    return undone


def _refused(
    case: Case[S, A, E],
    match: Match[S, A, E],
    step: int,
    seat: int,
    command: Undo | Redo,
    codes: set[str],
) -> None:
    """Check that a command is refused with one of some codes, and changes nothing."""
    was, lines = packed(match.state), len(match.lines)
    try:
        match.propose(seat, command)
    except Refused as refused:
        if refused.refusal.code not in codes:
            raise case.failure(step, f"{command} is refused by {refused.refusal.code}") from None
    else:
        raise case.failure(step, f"seat {seat}: {command} ought to be refused")
    if packed(match.state) != was or len(match.lines) != lines:
        raise case.failure(step, f"{command} was refused and changed the match")


T = TypeVar("T")

PLAYED_ON: Final = 0.2
"""Fraction of the states drawn for a view that are played to the end of the match."""
BELIEF_WORLDS: Final = 2
"""Number of worlds dealt for a belief."""


def check_end(case: Case[S, A, E]) -> None:
    """Check that a match has at least one action and ends within the game's bound (``moments``
    fails otherwise), that it has an outcome at the end and not before, and that its clock stays
    within its ranges."""
    game = case.game
    last = 0
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
    """Check that a seat has legal actions exactly when it is to move. The list must be stable, free
    of duplicates, and determined by the seat's view."""
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
    game = case.game
    earlier_states = list[tuple[S, bytes]]()
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
                name = game.texts.notation(action)
                raise case.failure(moment.step, f"{name} on a clone changed the original")
        earlier_states.append((state, was))
        was = packed(moment.after)
    for step, (state, was) in enumerate(earlier_states):
        if packed(state) != was:
            raise case.failure(step, "later actions changed this state")


def check_same_seed(case: Case[S, A, E]) -> None:
    """Check that the same seed and actions give the same states, byte by byte, and the same
    events, and that set-up does not depend on being observed."""
    opening, again = list[E](), list[E]()
    if packed(case.start(opening.append)) != packed(case.start(again.append)):
        raise case.failure(0, "two set-ups from one seed differ")
    if opening != again or packed(case.start()) != packed(case.start(again.append)):
        raise case.failure(0, "the set-up differs without an observer")
    for one, two in zip(moments(case), moments(case), strict=True):
        if one.events != two.events or packed(one.after) != packed(two.after):
            raise case.failure(one.step, "two playouts from one seed part")


def check_emitting(case: Case[S, A, E]) -> None:
    """Check that an action has the same effect with and without an observer, and that it emits only
    the game's events."""
    game = case.game
    for moment in moments(case):
        unobserved = game.clone(moment.before)
        game.apply(unobserved, moment.seat, moment.action, None)
        if packed(unobserved) != packed(moment.after):
            name = game.texts.notation(moment.action)
            raise case.failure(moment.step, f"{name} does something else without an observer")
        strange = {type(event).__name__ for event in moment.events} - {
            kind.__name__ for kind in game.events
        }
        if strange:
            raise case.failure(moment.step, f"events that the game does not list: {strange}")


def check_saving(case: Case[S, A, E]) -> None:
    """Check that states, views and actions survive msgpack and JSON, and that play continues the
    same."""
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
    """Return two copies of a value, read back from msgpack and JSON; fail if one differs."""
    copies = (
        msgspec.msgpack.decode(packed(value), type=kind),
        msgspec.json.decode(msgspec.json.encode(value), type=kind),
    )
    for copy in copies:
        if copy != value or packed(copy) != packed(value):
            raise case.failure(step, f"{type(value).__name__} is not the same after saving")
    return copies


def check_invariants(case: Case[S, A, E]) -> None:
    """Check that no state breaks an invariant of the rules' book-keeping."""
    for step, state in positions(case):
        if broken := case.game.invariants(state):
            raise case.failure(step, "; ".join(broken))


def check_views(case: Case[S, A, E]) -> None:
    """Check that a view does not contain the state's chance, is the same each time, is not
    changed by viewing it again, and leaves the state unchanged."""
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
    game = case.game
    rng = case.rng("determinize")
    # Not every game guesses hidden choices.
    draws = [draw for draw in (game.determinize, game.bots.guess) if draw]
    for step, state in sampled_positions(case):
        for viewer in case.viewers:
            view = game.view(state, viewer)
            chance = rng.randbytes(16)
            was = packed(view)
            for draw in draws:
                drawn = draw(view, chance)
                if packed(view) != was:
                    raise case.failure(step, f"drawing a state changed the view of {viewer}")
                if packed(game.view(drawn, viewer)) != was:
                    raise case.failure(
                        step, f"viewer {viewer} can distinguish the drawn state from the real"
                    )
                if broken := game.invariants(drawn):
                    raise case.failure(step, f"drawn for {viewer}: {'; '.join(broken)}")
                if packed(draw(view, chance)) != packed(drawn):
                    raise case.failure(step, f"the same chance draws two states for {viewer}")
        if rng.random() < PLAYED_ON:
            # The last state drawn at this step.
            play_on(case, drawn, rng, step)


def check_beliefs(case: Case[S, A, E]) -> None:
    """Check a viewer's beliefs. They must be about the cards hidden from it, agree with its view,
    add up to 1 and be determined by the view alone."""
    game = case.game
    rng = case.rng("beliefs")
    for step, state in sampled_positions(case):
        viewer = pick(rng, case.viewers)
        view = game.view(state, viewer)
        true = game.holdings(state)
        shown = game.holdings(view)
        if len(shown) != len(true) or not all(map(_agree, shown, true)):
            raise case.failure(step, f"viewer {viewer} sees other cards than there are")
        beliefs = Beliefs(game, view).deal(BELIEF_WORLDS).current()
        hidden = [(holding.seat, holding.zone) for holding in shown if HIDDEN in holding.cards]
        if hidden != [(belief.seat, belief.zone) for belief in beliefs]:
            raise case.failure(step, f"viewer {viewer} has no belief about some of {hidden}")
        for belief in beliefs:
            shares = fsum(likely.share for likely in belief.likely)
            if abs(shares - 1) > SHARES_ERROR_MAX or belief.seat == viewer:
                raise case.failure(step, f"viewer {viewer}: shares of {shares} in {belief}")
            names = {game.texts.card_name(likely.card) for likely in belief.likely}
            if len(names) != len(belief.likely):
                raise case.failure(step, f"cards of one name in {belief}")
        if Beliefs(game, view).deal(BELIEF_WORLDS).current() != beliefs:
            raise case.failure(step, f"viewer {viewer} believes something else each time")


def _agree(shown: Holding, true: Holding) -> bool:
    """Return whether every card that a view shows is the real one."""
    if (shown.seat, shown.zone, len(shown.cards)) != (true.seat, true.zone, len(true.cards)):
        return False
    return HIDDEN in shown.cards or shown.cards == true.cards


def check_scores(case: Case[S, A, E]) -> None:
    """Check that score lines add up to the totals, and that ranks follow the totals. Seats with
    equal totals may have different ranks, by a tie-break."""
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


def check_state_value(case: Case[S, A, E]) -> None:
    """Check that a position has a value for each seat, which at the end is the seat's total; and
    the features of the value, if the game has any: a number for each name, at each seat."""
    game = case.game
    for step, state in sampled_positions(case):
        was = packed(state)
        value = game.bots.state_value(state)
        if len(value) != case.seats or not all(map(isfinite, value)):
            raise case.failure(step, f"the value is not a number for each seat: {value}")
        if packed(state) != was or game.bots.state_value(state) != value:
            raise case.failure(step, "the value changes when asked for again")
        outcome = game.outcome(state)
        if outcome is not None and value != outcome.totals:
            raise case.failure(step, f"at the end it is {value}, not {outcome.totals}")
        if game.bots.features is not None:
            rows = game.bots.features(state)
            if len(rows) != case.seats:
                raise case.failure(step, f"{len(rows)} rows of features, not one for each seat")
            for features in rows:
                if len(features) != len(game.bots.feature_names) or not all(
                    map(isfinite, features)
                ):
                    raise case.failure(step, f"not a number for each feature: {features}")


ORDERS: Final = 24
"""Maximum number of orders of selecting an action's elements that are tried."""
ACTIONS: Final = 12
"""Maximum number of legal actions per position that are selected element by element."""

_NOT_ACTIONS: Final = ("", " ", "undo 1", "\0", "no such action", "é" * 300)
"""Texts that are no action of any game."""

_ONE_MANY: Final = re.compile(
    r"(?<!and )\b1 (points|cards|coins|steps|stamps|seals|books|tents|tokens)\b"
)
"""A plural after 1. A list of numbers may end like this, and is exempt: ``2 and 1 points``."""


def check_notation(case: Case[S, A, E]) -> None:
    """Check that notation parses to its action, fits a line of the record and is unique."""
    game = case.game
    for moment in moments(case):
        texts = [game.texts.notation(action) for action in moment.legal]
        if len(set(texts)) != len(texts):
            raise case.failure(moment.step, f"two actions are written alike: {texts}")
        for action, text in zip(moment.legal, texts, strict=True):
            if game.texts.parse(text) != action:
                raise case.failure(moment.step, f"{text!r} reads back as another action")
            if not text.isprintable() or len(text) > TEXT_LENGTH_MAX or not is_action(text):
                raise case.failure(moment.step, f"{text!r} cannot be written in a record")
    for text in _NOT_ACTIONS:
        try:
            game.texts.parse(text)
        except BadText as error:
            _check_text(case, 0, "the refusal of a bad text", str(error))
        else:
            raise case.failure(0, f"{text[:20]!r} is read as an action")


def check_picking(case: Case[S, A, E]) -> None:
    """Check that legal actions are reached by selecting their targets in any order: up to ACTIONS
    of them per position, in up to ORDERS orders. No two actions may have the same targets."""
    game = case.game
    rng = case.rng("picking")
    for moment in sampled_moments(case):
        chooser = Chooser.of(moment.legal, game.targets)
        by_elements = dict[tuple[Element, ...], A]()
        for action, touched in zip(moment.legal, chooser.targets, strict=True):
            other = by_elements.setdefault(tuple(sorted(touched)), action)
            if other != action:
                both = notations(case, (other, action))
                raise case.failure(moment.step, f"two actions touch the same elements: {both}")
        meant = _Meant(by_elements)
        for action in rng.sample(moment.legal, min(ACTIONS, len(moment.legal))):
            for order in islice(permutations(game.targets(action)), ORDERS):
                _pick(case, moment.step, chooser, meant, action, order)


class _Meant(dict[tuple[Element, ...], A | None]):
    """The actions that selected elements choose, by the sorted elements, computed on first use. It
    is the action with exactly these targets, else the only action left after a selection."""

    def __init__(self, by_elements: Mapping[tuple[Element, ...], A]) -> None:
        self.counted = [(Counter(elements), action) for elements, action in by_elements.items()]

    def __missing__(self, elements: tuple[Element, ...]) -> A | None:
        counted = Counter(elements)
        left = [action for elements, action in self.counted if counted <= elements]
        exact = [action for elements, action in self.counted if counted == elements]
        # Before the first selection, an action is chosen only if it is the only legal one.
        alone = left if len(left) == 1 and (elements or len(self.counted) == 1) else []
        self[elements] = next(iter(exact + alone), None)
        return self[elements]


def _pick(
    case: Case[S, A, E],
    step: int,
    chooser: Chooser[A],
    meant: _Meant[A],
    action: A,
    order: tuple[Element, ...],
) -> None:
    """Select the targets of an action in an order, and check the chooser after each."""
    name = case.game.texts.notation(action)
    selected = chooser
    _check_ready(case, step, selected, meant)
    for element in order:
        if element not in selected.selectable:
            raise case.failure(step, f"{element} of {name} cannot be selected in the order {order}")
        before, selected = selected, selected.select(element)
        if selected.back() != before:
            raise case.failure(step, f"deselecting {element} leads elsewhere")
        _check_ready(case, step, selected, meant)
    if selected.ready != action:
        raise case.failure(step, f"{name} is not ready after {order}")


def _check_ready(case: Case[S, A, E], step: int, chooser: Chooser[A], meant: _Meant[A]) -> None:
    ready = chooser.ready
    if ready != meant[tuple(sorted(chooser.selected))]:
        what = notations(case, [ready] if ready else [])
        raise case.failure(step, f"with {chooser.selected} selected, {what} is ready")


def check_words(case: Case[S, A, E]) -> None:
    """Check the prompts, descriptions, elements, choices and events of every viewer."""
    game, seat_names = case.game, case.seat_names
    opening = list[E]()
    case.start(opening.append)
    for viewer in case.viewers:
        _check_events(case, 0, viewer, tuple(opening))
    for step, state in sampled_positions(case):
        for viewer in case.viewers:
            view = game.view(state, viewer)
            _check_text(
                case, step, f"the prompt of {viewer}", game.texts.prompt(view, viewer, seat_names)
            )
            sections = game.texts.describe(view, viewer, seat_names)
            if not sections or not all(section.lines for section in sections):
                raise case.failure(step, f"the description for {viewer} has an empty part")
            for section in sections:
                for line in (section.name, *section.lines):
                    _check_text(case, step, f"the description for {viewer}", line)
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        phrases = [game.texts.phrase(view, action, seat_names) for action in moment.legal]
        if len(set(phrases)) != len(phrases):
            raise case.failure(moment.step, f"two choices read alike: {phrases}")
        for action, phrase in zip(moment.legal, phrases, strict=True):
            _check_text(case, moment.step, "a choice", phrase)
            for element in game.targets(action):
                text = game.texts.element(view, moment.seat, element, seat_names)
                _check_text(case, moment.step, f"the text of {element}", text)
        for viewer in case.viewers:
            _check_events(case, moment.step, viewer, moment.events)


def _check_events(case: Case[S, A, E], step: int, viewer: int, events: tuple[E, ...]) -> None:
    """Check that events keep their class when they are redacted, and have a proper sentence."""
    game = case.game
    for event in events:
        redacted = game.redact(event, viewer)
        if redacted is None:
            continue
        if type(redacted) is not type(event):
            raise case.failure(
                step, f"{type(event).__name__} is redacted to {type(redacted).__name__}"
            )
        what = f"{type(event).__name__} for {viewer}"
        _check_text(case, step, what, game.texts.sentence(redacted, case.seat_names))


def _check_text(case: Case[S, A, E], step: int, what: str, text: str) -> None:
    """Check that a text is one line and contains no raw value and no plural after 1."""
    if not text or text != text.strip() or not text.isprintable() or "  " in text:
        raise case.failure(step, f"{what} is no clean line: {text!r}")
    if any(raw in text for raw in ("None", "HIDDEN", "NOTHING", "{", "}", "<", "b'")):
        raise case.failure(step, f"{what} shows a raw value: {text!r}")
    if _ONE_MANY.search(text):
        raise case.failure(step, f"{what} counts one as many: {text!r}")


def check_advice(case: Case[S, A, E]) -> None:
    """Check that advice covers exactly the legal actions, best first, and is always the same."""
    game = case.game
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        was = packed(view)
        advice = game.bots.advise(view, moment.seat, case.seat_names)
        if Counter(advised.action for advised in advice) != Counter(moment.legal):
            judged = notations(case, [advised.action for advised in advice])
            raise case.failure(
                moment.step, f"judged are {judged}, legal {notations(case, moment.legal)}"
            )
        if advice != game.bots.advise(view, moment.seat, case.seat_names) or packed(view) != was:
            raise case.failure(moment.step, "the advice changes when asked for again")
        values = [advised.value for advised in advice]
        if values != sorted(values, reverse=True):
            raise case.failure(moment.step, f"the best is not first: {values}")
        for advised in advice:
            _check_text(case, moment.step, "the reason of an advice", advised.reason)
        actions = [advised.action for advised in advice]
        _check_contrasts(case, moment.step, view, moment.seat, actions)


def _check_contrasts(case: Case[S, A, E], step: int, view: S, seat: int, actions: list[A]) -> None:
    """Check that the answers to "Why not …?" are clauses, and leave the view unchanged."""
    was = packed(view)
    first = actions[0]
    for other in actions[1:]:
        contrast = case.game.bots.contrast(view, seat, first, other, case.seat_names)
        if not contrast:
            continue
        _check_text(case, step, "a contrast", contrast)
        if contrast[-1] in ".?!" or len(contrast) > CONTRAST_COLUMNS_MAX:
            raise case.failure(step, f"a contrast is no short clause: {contrast!r}")
    if packed(view) != was:
        raise case.failure(step, "the contrast changes the view")


def check_policy(case: Case[S, A, E]) -> None:
    """Check that the policy takes the action that is advised first, given a view or a whole state,
    and leaves the state unchanged."""
    game = case.game
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        advised = game.bots.advise(view, moment.seat, case.seat_names)[0].action
        for seen in (moment.before, view):
            was = packed(seen)
            chosen = game.bots.fast_policy(seen, moment.seat)
            if chosen != advised:
                wrong, right = map(game.texts.notation, (chosen, advised))
                of = "a view" if seen is view else "a whole state"
                raise case.failure(moment.step, f"of {of} it takes {wrong}, advised is {right}")
            if packed(seen) != was:
                raise case.failure(moment.step, "the policy changes the state")


def check_fitted_policy(case: Case[S, A, E]) -> None:
    """Check the scores of the fitted policy. They must be linear in the weights, the same for a
    view and a whole state and each time, and leave the state unchanged."""
    game = case.game
    rng = case.rng("fitted policy")
    fitted_policy = case.game.bots.fitted_policy
    if fitted_policy is None:
        return
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        kind = fitted_policy.kind(view, moment.seat)
        if kind != fitted_policy.kind(moment.before, moment.seat):
            raise case.failure(moment.step, "a view and its state are two kinds of choice")
        if not kind:
            continue
        names = fitted_policy.features.get(kind)
        if not names:
            raise case.failure(moment.step, f"the choice {kind!r} has no features")
        weights = [rng.uniform(-1, 1) for _ in names]
        rows = fitted_policies.feature_rows(fitted_policy, view, moment.seat, moment.legal)
        wanted = [fsum(map(mul, weights, row)) for row in rows]
        for seen in (moment.before, view, moment.before):
            was = packed(seen)
            scores = fitted_policy.scores(seen, moment.seat, moment.legal, weights)
            if packed(seen) != was:
                raise case.failure(moment.step, "the fitted policy changes the state")
            if len(scores) != len(wanted) or not all(map(_is_near, scores, wanted)):
                of = "a view" if seen is view else "a whole state"
                raise case.failure(moment.step, f"the scores of {of} are not those of its features")


def _is_near(one: float, other: float) -> bool:
    """Return whether two scores are equal but for rounding, as a policy may add in another
    order."""
    return isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)


def check_manners(case: Case[S, A, E]) -> None:
    """Check that every manner has a valid text, and that its preference for each action is between
    0 and 1 and leaves the view unchanged."""
    game = case.game
    for name, manner in game.bots.manners.items():
        _check_text(case, 0, f"the manner {name!r}", f"{manner.title}: {manner.line}")
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        was = packed(view)
        for name, manner in game.bots.manners.items():
            for action in moment.legal:
                lean = manner.lean(view, moment.seat, action)
                if not 0 <= lean <= 1:
                    what = f"the manner {name!r} leans to {game.texts.notation(action)} by {lean}"
                    raise case.failure(moment.step, what)
        if packed(view) != was:
            raise case.failure(moment.step, "a manner changes the view")


LAWS: Final[tuple[Callable[[AnyCase], None], ...]] = (
    check_end,
    check_legal,
    check_refusals,
    check_stray_actions,
    check_isolation,
    check_same_seed,
    check_emitting,
    check_saving,
    check_record,
    check_undo,
    check_views,
    check_determinize,
    check_beliefs,
    check_invariants,
    check_notation,
    check_picking,
    check_words,
    check_advice,
    check_policy,
    check_fitted_policy,
    check_manners,
    check_state_value,
    check_scores,
)
"""All laws of a single match."""


def check_everything_happens(cases: Iterable[Case[S, A, E]]) -> None:
    """Check that every kind of action and event occurs in some match; stop playing once all have
    occurred."""
    seen = set[type[A] | type[E]]()
    for case in cases:
        opening = list[E]()
        case.start(opening.append)
        seen.update(map(type, opening))
        for moment in moments(case):
            seen.add(type(moment.action))
            seen.update(map(type, moment.events))
        game = case.game
        wanted = {*action_kinds(game), *game.events}
        if wanted <= seen:
            return
    if never := sorted(kind.__name__ for kind in wanted - seen):
        raise AssertionError(f"{game.slug}: never seen in these matches: {', '.join(never)}")


def check_random_actions(cases: Iterable[Case[S, A, E]], actions: int) -> int:
    """Check that random actions raise no exception and leave every state sound; return the number
    of actions taken."""
    taken = 0
    for case in cases:
        invariants = case.game.invariants
        for moment in moments(case):
            if broken := invariants(moment.after):
                raise case.failure(moment.step, "; ".join(broken))
            taken += 1
        if taken >= actions:
            return taken
    raise AssertionError(f"the cases hold only {taken} actions")
