"""The state a match begins from: set up from its options and seed, or given by its record."""

from typing import Generic

import msgspec

from darwin_core.contract.game import A, E, Game, Outcome, S
from darwin_core.contract.options import read_options
from darwin_core.match.record import SET_UP, UNREADABLE, Header, NewerFormat, RecordError
from darwin_core.text.language import tr


class Start(msgspec.Struct, Generic[S, E], frozen=True):
    """A first state and the events of its set-up, unredacted."""

    state: S
    events: tuple[E, ...]


def begin_state(game: Game[S, A, E], header: Header) -> Start[S, E]:
    """Return the state that a match begins from.

    Raises:
        RecordError: if the header does not fit the game.
    """
    if header.rules > game.rules_version:
        raise NewerFormat(
            tr(
                "The record was played by rules {rules} of {game}, written by version {version}; "
                "this version knows rules up to {known}.",
                rules=header.rules,
                game=game.title,
                version=header.engine,
                known=game.rules_version,
            )
        )
    seats = len(header.players)
    if seats not in game.seats:
        raise RecordError(tr("{game} is not played by {seats}.", game=game.title, seats=seats))
    # Rules of an earlier version are played on their own class of state.
    kind = game.earlier.get(header.rules, game.state)
    if header.start != SET_UP:
        return Start(_given_state(game, kind, header), ())
    try:
        options = read_options(game, header.options)
    except ValueError as error:
        raise RecordError(str(error)) from None
    events: list[E] = []
    state = game.setup(options, seats, header.seed, events.append)
    if kind is not game.state:
        state = kind(*msgspec.structs.astuple(state))
    return Start(state, tuple(events))


def _given_state(game: Game[S, A, E], kind: type[S], header: Header) -> S:
    try:
        state: S = msgspec.json.decode(header.start, type=kind)
        problems = game.problems(state) or _misfits(game, state, len(header.players))
    except (*UNREADABLE, LookupError, ValueError):
        raise RecordError(tr("The state that the record begins from is not a sound one.")) from None
    if problems:
        # What is wrong is for those who look into the file, and stays in English.
        raise RecordError(
            tr("The state that the record begins from is unsound: {problem}.", problem=problems[0])
        )
    return state


def _misfits(game: Game[S, A, E], state: S, seats: int) -> list[str]:
    """Return the reasons why a state cannot be played on with this number of seats."""
    if len(state.chance) != 16:
        return ["it holds no chance"]
    if any(seat >= seats for seat in game.to_move(state)):
        return ["a seat is to move at which nobody sits"]
    outcome = _played_out(game, game.clone(state), seats)
    if outcome is None or len(outcome.totals) != seats:
        return ["it is for other seats than these"]
    return []


def _played_out(game: Game[S, A, E], state: S, seats: int) -> Outcome | None:
    """Return the outcome if every seat takes its first legal action; the state is changed."""
    for _ in range(game.bound(seats)):
        for seat in game.to_move(state)[:1]:
            game.apply(state, seat, game.legal(state, seat)[0], None)
    return game.outcome(state)
