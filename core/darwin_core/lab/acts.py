"""Laws of a game in a match: refusals, records, undo."""

import re
from random import Random
from typing import Final

import msgspec

from darwin_core.contract.game import A, E, Refusal, S
from darwin_core.lab.play import Case, Moment, action_kinds, moments, packed, pick, positions
from darwin_core.match import Match, Redo, Refused, Undo
from darwin_core.match.record import fingerprint, read
from darwin_core.match.undo import stops_undo

TRIED: Final = 40
"""The most actions tried against a seat at one moment."""
STRAY_ACTIONS: Final = 30
"""Actions out of all range that are tried in each position."""
_NUMBERS: Final = (-1, *range(10), 11, 15, 20, 27, 30, 44, 46, 50, 60, 78, 200, 254, 255, 256, 999)

_CODE: Final = re.compile(r"[a-z]+(-[a-z]+)*")


def check_refusals(case: Case[S, A, E]) -> None:
    """Check that an action outside the list is refused with a code and a sentence, without change.

    Tried are all actions that any seat had in the match, read back from their notation.
    """
    game, rng = case.game, case.rng("refusals")
    texts = {game.notation(action): None for m in moments(case) for action in _any_legal(case, m)}
    known = [game.parse(text) for text in texts]
    match, _ = case.match()
    for moment in moments(case):
        for seat in range(case.seats + 1) if case.looks_at(moment.step) else ():
            tried = known if len(known) <= TRIED else rng.sample(known, TRIED)
            _try_all(case, match, moment.step, seat, tried)
        match.accept(match.propose(moment.seat, moment.action))
    for seat in range(case.seats):
        _try_all(case, match, len(match.history), seat, known[:TRIED])


def _any_legal(case: Case[S, A, E], moment: Moment[S, A, E]) -> list[A]:
    seats = range(case.seats)
    return [action for seat in seats for action in case.game.legal(moment.before, seat)]


def _try_all(
    case: Case[S, A, E], match: Match[S, A, E], step: int, seat: int, actions: list[A]
) -> None:
    game, legal, lexicon = case.game, match.legal(seat), case.lexicon
    view = game.view(match.state, seat) if seat < case.seats else None
    was, lines = packed(match.state), len(match.lines)
    for action in legal:
        if refusal := game.why_not(match.state, seat, action, lexicon):
            name = game.notation(action)
            raise case.failure(step, f"seat {seat} may {name}, yet is refused for {refusal.code}")
    for action in actions:
        if action in legal:
            continue
        reason = game.why_not(match.state, seat, action, lexicon)
        wrong = _wrong_refusal(match, seat, action, reason)
        if not wrong and view is not None and reason != game.why_not(view, seat, action, lexicon):
            wrong = "by the view there is another reason"
        if wrong:
            raise case.failure(step, f"seat {seat} may not {game.notation(action)}: {wrong}")
    if packed(match.state) != was or len(match.lines) != lines:
        raise case.failure(step, "a refused action changed the match")


def _wrong_refusal(
    match: Match[S, A, E], seat: int, action: A, reason: Refusal | None
) -> str | None:
    """Return the fault in the refusal of an action that a seat may not take, if there is one."""
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
    """Check that actions whose fields hold any values, of seats that need not exist, are refused
    exactly where they are not in the list."""
    game, rng = case.game, case.rng("stray")
    kinds = action_kinds(game)
    for step, state in positions(case):
        legal = {seat: game.legal(state, seat) for seat in range(case.seats)}
        for _ in range(STRAY_ACTIONS):
            seat, action = rng.randint(-1, case.seats), _stray(rng, pick(rng, kinds))
            refusal = game.why_not(state, seat, action, case.lexicon)
            if (refusal is None) != (action in legal.get(seat, ())):
                raise case.failure(step, f"seat {seat} is answered {refusal} to {action}")


def _stray(rng: Random, kind: type[A]) -> A:
    """Return an action with any values in its fields."""
    values = list[int | bytes]()
    for field in msgspec.structs.fields(kind):
        if field.type is bytes:
            values.append(bytes(pick(rng, _NUMBERS) % 256 for _ in range(rng.randint(0, 5))))
        else:
            values.append(pick(rng, _NUMBERS))
    return kind(*values)


def check_record(case: Case[S, A, E]) -> None:
    """Check that a match loaded from its record is the live one, at any line, with every hash."""
    game, rng = case.game, case.rng("record")
    match, text = case.match()
    texts, live = [text], [(packed(match.state), [*match.history])]
    for moment in moments(case):
        actions: list[A | Undo | Redo] = [moment.action]
        if rng.random() < 0.2 and not match.is_final(moment.seat, moment.action):
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
    *_, at = (m.before for m in moments(case) if m.step <= position)
    if packed(match.state_at(position)) != packed(at):
        raise case.failure(position, "the match has another state in its past")


def check_undo(case: Case[S, A, E]) -> None:
    """Check that redo after undo leads to the same state, and that undo is refused with a code
    after something was revealed or others have acted."""
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


def _others_asked(case: Case[S, A, E], moment: Moment[S, A, E]) -> bool:
    """Return whether an action changes the question of any other seat."""
    legal = case.game.legal
    return any(
        tuple(legal(moment.before, seat)) != tuple(legal(moment.after, seat))
        for seat in range(case.seats)
        if seat != moment.seat
    )


def _can_undo(case: Case[S, A, E], match: Match[S, A, E], step: int, seat: int) -> bool:
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
    """Undo and redo a seat's last action; return the state between."""
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
