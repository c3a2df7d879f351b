"""Fit the certainty of a game's state value, and check how often stated chances come true.

python -m darwin_core.lab.calibration dice --matches 400 --write
    Play matches of the fast policy, fit the spread of the state values by likelihood on half of
    them, and print the Brier score and a reliability table of the other half. ``--write`` keeps the
    spread beside the game, with this run.

python -m darwin_core.lab.calibration dice --matches 40 --curve
    Print the same for the chances that an analysis shows, which a seat's knowledge determines.

python -m darwin_core.lab.calibration dice --matches 40 --played
    Play matches in which every seat takes the judge's first action, and print three tables: how
    often the chances stated at positions were won; how often those of a second or third hint were
    won, which seats sometimes follow in every other match; and how often hidden cards were where
    they were believed to be.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from importlib.resources import files
from itertools import chain
from math import fsum, log, sqrt
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from darwin_core.analysis.beliefs import Beliefs
from darwin_core.analysis.review import Seen, estimate
from darwin_core.bots import levels
from darwin_core.bots.chances import FILE, Spread, chances_by, share_left, spread_of
from darwin_core.bots.hints import HINTS_MAX
from darwin_core.bots.ladder import NORMAL_95
from darwin_core.bots.search import Search, chance_of
from darwin_core.contract import registry
from darwin_core.contract.chance import below, from_seed
from darwin_core.contract.game import AnyGame, State
from darwin_core.contract.options import default_preset

# The figures of this section are chosen.
BANDS: Final = 10
"""Number of equal bands of chance in the reliability table."""
POSITIONS: Final = 24
"""Approximate number of positions taken from a match."""
ACTIONS_PER_MISTAKE: Final = 10
"""One action in this many is a random legal action, so that positions are as varied as those of
people."""

SPREAD_MIN: Final = Spread(at_end=0.05, at_start=0.05, bend=0.05)
SPREAD_MAX: Final = Spread(at_end=100.0, at_start=100.0, bend=2.0)
"""The limits of a fit. Without them, a fit to few matches could take any shape."""
FACTOR_START: Final = 2.0
"""Factor by which a fit first varies each parameter."""
FACTOR_END: Final = 1.02
"""Factor at which a fit ends: it finds parameters to about 2 %."""
IMPROVEMENT_MIN: Final = 1e-9
"""Smallest decrease of the surprise that counts, so that rounding errors do not keep a fit busy."""
CHANCE_MIN: Final = 1e-9
"""Lower bound of a chance in a logarithm: a chance of 0 would make the surprise infinite."""
PARAMETERS_DIGITS: Final = 3
"""Decimals of a parameter in the file."""

Pair = tuple[float, float]
"""A stated chance, and what came of it, from 0 to 1: the share of the win that the seat then had,
or 1 if the card was there."""


class Position(msgspec.Struct, frozen=True):
    """A position of a finished match."""

    share_left: float
    """Share of the match that is left, from 0 to 1."""
    values: tuple[float, ...]
    """The state value of each seat, in points."""
    won: tuple[float, ...]
    """Share of the win that each seat had at the end."""


class Played(msgspec.Struct, frozen=True):
    """A match played for its positions."""

    states: tuple[State, ...]
    won: tuple[float, ...]
    """Share of the win that each seat had at the end."""


def play(game: AnyGame, seats: int, seed: str) -> Played:
    """Play one match and return some of its states."""
    state = game.setup(default_preset(game, seats).options, seats, seed, None)
    seen: list[State] = []
    for number in range(game.actions_max(seats) + 1):
        movers = game.to_move(state)
        if not movers:
            break
        seen.append(game.clone(state))
        seat = movers[0]
        chance = from_seed(seed, "mistake", number)
        is_mistake = below(chance, ACTIONS_PER_MISTAKE) == 0
        if is_mistake:
            actions = game.legal(state, seat)
            action = actions[below(from_seed(seed, "any", number), len(actions))]
        else:
            action = game.bots.fast_policy(state, seat)
        game.apply(state, seat, action, None)
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"a match of {game.title} with the seed {seed!r} does not end")
    # At equal distances, so that all stages of the match occur alike.
    return Played(tuple(seen[:: max(1, len(seen) // POSITIONS)]), outcome.wins)


def positions(game: AnyGame, played: Played) -> Iterator[Position]:
    """Yield the positions of a match with the game's own evaluation."""
    for state in played.states:
        yield Position(share_left(game, state), game.bots.state_value(state), played.won)


def curve(game: AnyGame, played: Played) -> Iterator[Pair]:
    """Yield the chances of a match that an analysis would show, for the seats in turn."""
    for number, state in enumerate(played.states):
        seat = number % len(played.won)
        search = estimate(game, game.view(state, seat), Seen(seat, seat))
        yield search.chances()[seat], played.won[seat]


class Outcomes(NamedTuple):
    """The chances stated in a match, and their outcomes."""

    positions: list[Pair]
    """Chances of seats in matches where every seat then played the judge's first action."""
    hints: list[Pair]
    """Chances of seats that then followed a hint other than the first."""
    hidden_cards: list[Pair]
    """Chances of hidden cards, each with 1 if the cards were there, else 0."""


STATED: Final = 3
"""One position in this many has its chance measured."""
FOLLOWED: Final = 6
"""One decision in this many follows a hint other than the first, in matches played for that
purpose."""
ASKED: Final = 12
"""One decision in this many states the chances of hidden cards."""


def play_by_judge(
    game: AnyGame, seats: int, seed: str, seconds: float, *, follows: bool
) -> Outcomes:
    """Play a match by the judge, and return the chances that it stated.

    Args:
        game: the game.
        seats: number of players.
        seed: seed of the match.
        seconds: time for a decision, scaled by the game's pace.
        follows: True if seats sometimes follow a hint other than the first.
    """
    state = game.setup(default_preset(game, seats).options, seats, seed, None)
    searcher = msgspec.structs.replace(levels.HINTS, seconds=seconds)
    stated: list[tuple[int, float]] = []
    hinted: list[tuple[int, float]] = []
    forecasts: list[Pair] = []
    for number in range(game.actions_max(seats) + 1):
        movers = game.to_move(state)
        if not movers:
            break
        seat = movers[0]
        view = game.view(state, movers[0])
        action = game.legal(state, seat)[0]
        if len(game.legal(state, seat)) > 1:
            # A chance from few worlds is overconfident: as in an analysis, add worlds until it is
            # exact.
            is_stated = not below(from_seed(seed, "said", number), STATED)
            budget = msgspec.structs.replace(searcher.budget(game, view), is_exact=is_stated)
            search = Search(game, view, seat, chance_of(view), budget)
            while search.play_next():
                pass
            judged = [candidate for candidate in search.judged() if candidate.worlds]
            chosen = judged[0]
            others = judged[1:HINTS_MAX]
            drawn = from_seed(seed, "follow", number)
            if follows and others and not below(drawn, FOLLOWED):
                # Read backwards, the same bytes serve as a second draw.
                chosen = others[below(drawn[::-1], len(others))]
                hinted.append((seat, chosen.chance))
            if is_stated:
                stated.append((seat, search.chances()[seat]))
            action = chosen.action
            if not below(from_seed(seed, "odds", number), ASKED):
                forecasts += card_forecasts(game, state, view)
        game.apply(state, seat, action, None)
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"a match of {game.title} with the seed {seed!r} does not end")
    after = [(chance, outcome.wins[seat]) for seat, chance in stated]
    followed = [(chance, outcome.wins[seat]) for seat, chance in hinted]
    return Outcomes([] if follows else after, followed, forecasts)


def card_forecasts(game: AnyGame, state: State, view: State) -> Iterator[Pair]:
    """Yield the chance of each card that a viewer may suspect in a hidden zone, and 1 if the card
    is there, else 0."""
    held = {(holding.seat, holding.zone): holding.cards for holding in game.holdings(state)}
    for belief in Beliefs(game, view).deal().current():
        cards = held[belief.seat, belief.zone]
        for likely in belief.likely:
            yield likely.chance, float(likely.card in cards)


def loss(samples: Sequence[Position], spread: Spread) -> float:
    """Return the mean surprise at the winners in nats, the negative logarithm of the chances that
    they had; lower is better. At the end of a shared win, each winner counts for a part."""
    total = 0.0
    for position in samples:
        chances = chances_by(position.values, spread.points(position.share_left))
        total -= fsum(
            won * log(max(chance, CHANCE_MIN))
            for won, chance in zip(position.won, chances, strict=True)
            if won
        )
    return total / len(samples)


def fit(samples: Sequence[Position]) -> Spread:
    """Return the spread under which the winners are least surprising, by varying one parameter at a
    time in ever smaller steps."""
    best = Spread()
    lowest = loss(samples, Spread())
    step = FACTOR_START
    while step > FACTOR_END:
        changed = False
        for name in ("at_end", "at_start", "bend"):
            for factor in (step, 1 / step):
                value = getattr(best, name) * factor
                value = min(max(value, getattr(SPREAD_MIN, name)), getattr(SPREAD_MAX, name))
                tried = msgspec.structs.replace(best, **{name: value})
                surprise = loss(samples, tried)
                if surprise < lowest - IMPROVEMENT_MIN:
                    best = tried
                    lowest = surprise
                    changed = True
        if not changed:
            step = step**0.5
    rounded = {
        name: round(getattr(best, name), PARAMETERS_DIGITS) for name in best.__struct_fields__
    }
    return Spread(**rounded)


def pairs(samples: Sequence[Position], spread: Spread) -> Iterator[Pair]:
    """Yield the chances of all seats in some positions under a spread."""
    for position in samples:
        chances = chances_by(position.values, spread.points(position.share_left))
        yield from zip(chances, position.won, strict=True)


def brier(forecasts: Sequence[Pair]) -> float:
    """Return the mean squared error of chances."""
    return fsum((chance - won) ** 2 for chance, won in forecasts) / len(forecasts)


class Band(NamedTuple):
    """The chances of one band."""

    stated: float
    """The mean of the stated chances."""
    won: float
    """The share of these chances that was won."""
    reach: float
    """Half-width of the 95 % interval of that share. It is computed from match to match, because
    the chances of one match are correlated; for a single match it is 1, as nothing is known."""
    number: int
    """Number of chances."""
    matches: int
    """Number of matches with chances of this band."""


def reliability(matches: Sequence[Sequence[Pair]]) -> list[Band]:
    """Return the non-empty bands, given the chances of each match."""
    bands: list[list[list[Pair]]] = [[] for _ in range(BANDS)]
    for match in matches:
        for number, band in enumerate(bands):
            own_pairs = [pair for pair in match if min(int(pair[0] * BANDS), BANDS - 1) == number]
            if own_pairs:
                band.append(own_pairs)
    return [_band(band) for band in bands if band]


def _band(matches: Sequence[Sequence[Pair]]) -> Band:
    """Return the figures of a band, given its chances in each match.

    ``beyond`` is the number of wins in each match less the chances stated, beyond the mean of this
    difference in the band.
    """
    together = [*chain.from_iterable(matches)]
    number = len(together)
    stated, won = (fsum(column) / number for column in zip(*together, strict=True))
    missed = [fsum(won - chance for chance, won in match) for match in matches]
    beyond = [
        miss - len(match) * (won - stated) for miss, match in zip(missed, matches, strict=True)
    ]
    count = len(matches)
    spread = fsum(excess**2 for excess in beyond) * count / max(count - 1, 1)
    reach = min(NORMAL_95 * sqrt(spread) / number, 1.0) if count > 1 else 1.0
    return Band(stated, won, reach, number, count)


def main(args: list[str] | None = None) -> None:
    """Read the command line, play, fit and print."""
    lines = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("calibration", description=__doc__, formatter_class=lines)
    parser.add_argument("game", choices=registry.slugs())
    parser.add_argument("--matches", type=int, default=200, help="matches of each seat count")
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--curve", action="store_true", help="test what an analysis shows")
    parser.add_argument("--write", action="store_true", help="keep the spread beside the game")
    parser.add_argument("--played", action="store_true", help="test what comes of the judge's play")
    parser.add_argument("--seconds", type=float, default=0.5, help="for a decision of --played")
    parser.add_argument("--seats", type=int, help="players; by default all numbers of them")
    given = parser.parse_args(args)
    if given.write and given.seats:
        parser.error("--write keeps the spreads of all numbers of players, so leave out --seats")
    game = registry.get(given.game)
    seat_counts = (given.seats,) if given.seats else game.seats
    if given.played:
        _print_played(game, seat_counts, given)
        return
    forecasts: list[list[Pair]] = []
    """Chances of each match."""
    spreads: dict[int, Spread] = {}
    for seats in seat_counts:
        numbers = range(given.matches)
        played = (play(game, seats, f"{given.seed} {seats} {number}") for number in numbers)
        if given.curve:
            forecasts.extend([*curve(game, match)] for match in played)
            continue
        judged = [list(positions(game, match)) for match in played]
        # Every second match is held out from the fit, and tests it.
        spreads[seats] = fit([*chain.from_iterable(judged[::2])])
        forecasts.extend(
            [*pairs(match_positions, spreads[seats])] for match_positions in judged[1::2]
        )
        before = spread_of(game.package, seats)
        print(f"{game.title} at {seats}: {spreads[seats]}, before {before}", flush=True)
    _print_table(game.title, forecasts)
    if given.write and spreads:
        command = (
            f"python -m darwin_core.lab.calibration {game.slug} "
            f"--matches {given.matches} --seed {given.seed}"
        )
        _write(game, spreads, command, [*chain.from_iterable(forecasts)])


def _print_played(game: AnyGame, seat_counts: Sequence[int], given: argparse.Namespace) -> None:
    """Print the tables of matches by the judge, again after each match."""
    outcomes: list[Outcomes] = []
    for number in range(given.matches):
        # Two matches at each seat count in turn: in the second, seats sometimes follow other hints.
        seats = seat_counts[number // 2 % len(seat_counts)]
        outcomes.append(
            play_by_judge(
                game,
                seats,
                f"{given.seed} played {number}",
                given.seconds,
                follows=number % 2 == 1,
            )
        )
        print(f"{game.title}: after {number + 1} of {given.matches} matches")
        for title, kind in (("positions", 0), ("hints followed", 1), ("odds of cards", 2)):
            _print_table(title, [outcome[kind] for outcome in outcomes if outcome[kind]])


def _print_table(title: str, forecasts: Sequence[Sequence[Pair]]) -> None:
    """Print the bands of the chances of each match."""
    all_pairs = [*chain.from_iterable(forecasts)]
    if not all_pairs:
        print(f"{title}: none")
        return
    print(f"{title}: Brier score {brier(all_pairs):.4f} of {len(all_pairs)} chances")
    for band in reliability(forecasts):
        won, reach = 100 * band.won, 100 * band.reach
        print(
            f"  said {100 * band.stated:5.1f} %   won {won:5.1f} ± {reach:5.1f} %   "
            f"of {band.number} in {band.matches} matches",
            flush=True,
        )


def _write(
    game: AnyGame, spreads: Mapping[int, Spread], command: str, forecasts: Sequence[Pair]
) -> None:
    """Write the spreads beside the game, with the run that found them."""
    rows = ["# Written by the command below."]
    for seats, spread in spreads.items():
        rows.append(f"[spread.{seats}]")
        rows += [f"{name} = {getattr(spread, name)}" for name in spread.__struct_fields__]
        rows.append("")
    rows += ["[run]", f'command = "{command}"', f'date = "{date.today().isoformat()}"']
    rows += [f"chances = {len(forecasts)}", f"brier = {brier(forecasts):.4f}", ""]
    (Path(str(files(game.package))) / FILE).write_text("\n".join(rows))


if __name__ == "__main__":
    main()
