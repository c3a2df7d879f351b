"""Matches of the greedy player against others that play at random."""

from collections.abc import Mapping

from matches import final_outcome

from darwin_core.contract.game import A, E, Game, Outcome, S
from darwin_core.lab.play import Case, pick
from darwin_core.text.seat_names import SeatNames

NO_OPTIONS: Mapping[str, bool | int | str] = {}


def duel(
    game: Game[S, A, E],
    seats: int,
    number: int,
    options: Mapping[str, bool | int | str] = NO_OPTIONS,
) -> tuple[int, Outcome]:
    """Play a match; return the greedy seat, which moves round the table, and the outcome."""
    case = Case(game, seats, f"strength {number}", options)
    state, rng, greedy = case.start(), case.rng("random"), number % seats
    while movers := game.to_move(state):
        seat = movers[0]
        if seat == greedy:
            action = game.bots.advise(game.view(state, seat), seat, SeatNames())[0].action
        else:
            action = pick(rng, game.legal(state, seat))
        game.apply(state, seat, action, None)
    return greedy, final_outcome(game, state)


def wins(
    game: Game[S, A, E],
    seats: int,
    matches: int,
    options: Mapping[str, bool | int | str] = NO_OPTIONS,
) -> int:
    """Return the number of matches that the greedy seat wins."""
    played = (duel(game, seats, number, options) for number in range(matches))
    return sum(greedy in outcome.winners for greedy, outcome in played)
