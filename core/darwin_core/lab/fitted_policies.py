"""Fit a fast policy of a game, ``FittedPolicy``, to what its search finds in matches against
itself.

python -m darwin_core.lab.fitted_policies dice --matches 40 --log /tmp/dice.jsonl

In these matches, every choice with features is searched: the actions that the game's advice ranks
first and some others are tried in the same worlds. If one is clearly better than the advice's first
action, it is played, else the first; now and then another. By the values found,
the fit seeks the weights with which a random choice has the highest expected value; the scores of
the actions determine its probabilities. The weights are written beside the game with the run that
found them; the same seed gives the same weights.

With ``--log`` each match is written as it ends, and a run that was stopped continues.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from importlib.resources import files
from itertools import chain
from math import exp, fsum, isinf, sqrt
from operator import mul
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec

from darwin_core.bots.ladder import NORMAL_95
from darwin_core.bots.rollouts import deal, lead_over_others, mean, play_on
from darwin_core.bots.search import compared, tuning_in
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.kit import fitted_policies
from darwin_core.kit.fitted_policies import FILE, Fit, FittedPolicyFile
from darwin_core.kit.judging import distinct_first
from darwin_core.lab.fitting import ridge
from darwin_core.text.seat_names import SeatNames

# Chosen figures: no command derives them.
ADVISED: Final = 6
"""Number of actions advised first that are tried."""
OTHERS: Final = 3
"""Number of other actions tried, drawn at random."""
WANDER: Final = 0.04
"""Fraction of decisions in which a random one of the tried actions is played, so that positions
occur that the search avoids."""
DIGITS: Final = 3
"""Digits of a value after the decimal point."""

HELD_OUT: Final = 5
"""One match in this many is held out."""
TEMPERATURE: Final = 3.0
"""Difference in score, in points, at which one action is chosen e times as often as another."""
RIDGE: Final = 30.0
"""Strength of the penalty in the initial ridge regression, as a number of actions."""
PULL: Final = 0.1
"""Strength of the pull back to the regression's weights, for features scaled to equal spread. With
a weaker pull, the fit also learns more of the errors that come from few worlds. Infinity gives the
regression alone."""
STEPS: Final = 150
"""Number of steps of the gradient ascent, which is Adam's (Kingma and Ba, 2014)."""
STEP: Final = 0.03
"""Learning rate of Adam."""
MOMENTUM: Final = 0.9
"""Decay rate of Adam's mean gradient; its authors' default, like the two figures below."""
SPREAD_MOMENTUM: Final = 0.999
"""Decay rate of Adam's mean square of the gradient."""
EPSILON: Final = 1e-8
"""Added to Adam's divisor, so that it is not 0."""
WEIGHT_DIGITS: Final = 5
"""Significant digits of a weight in the file."""


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """A decision of a logged match that has features and was not forced."""

    played: str
    """The action in notation."""
    values: dict[str, float]
    """Value of each tried action in points; the action of the game's policy is first."""


class LoggedMatch(msgspec.Struct, frozen=True):
    """A match of searches. All fields but the last determine its decisions."""

    game: str
    rules: int
    seats: int
    seed: str
    worlds: int
    number: int
    decisions: list[Decision]

    def run(self) -> tuple[object, ...]:
        """Return the settings that the matches of a run share."""
        return self.game, self.rules, self.seats, self.seed, self.worlds


# --- matches of searches


def play(slug: str, seats: int, seed: str, worlds: int, number: int) -> LoggedMatch:
    """Play a match in which every decision is a search in a number of worlds."""
    game = registry.get(slug)
    name = f"{seed} {seats} {number}"
    rng = Random(f"{slug} {name}")
    state = _set_up(game, seats, name)
    decisions = list[Decision]()
    while movers := game.to_move(state):
        seat = movers[0]
        # Forced choices, and those without features, are left to the policy.
        action = game.bots.fast_policy(state, seat)
        if _is_searched(game, state, seat):
            tried = _searched(game, game.view(state, seat), seat, worlds, rng)
            action = _chosen(tried)
            if rng.random() < WANDER:
                action = rng.choice([*tried])
            named = {
                game.texts.notation(tried_action): round(mean(values), DIGITS)
                for tried_action, values in tried.items()
            }
            decisions.append(Decision(game.texts.notation(action), named))
        game.apply(state, seat, action, None)
    return LoggedMatch(slug, game.rules_version, seats, seed, worlds, number, decisions)


def _set_up(game: AnyGame, seats: int, name: str) -> State:
    """Return the first state of a match. The first word of its seed must not change: with another
    one, the commands beside the weights would give different results."""
    state: State = game.setup(game.options(), seats, f"habit {name}", None)
    return state


def _is_searched(game: AnyGame, state: State, seat: int) -> bool:
    """Return whether a choice has features and more than one action."""
    fitted_policy = game.bots.fitted_policy
    assert fitted_policy
    has_features = fitted_policy.kind(state, seat) in fitted_policy.features
    return has_features and len(game.legal(state, seat)) > 1


def _searched(
    game: AnyGame, view: State, seat: int, worlds: int, rng: Random
) -> dict[Action, list[float]]:
    """Return the values, by world, of the actions advised first and some others. The action advised
    first of all comes first. All are tried in the same worlds."""
    advice = game.bots.advise(view, seat, SeatNames())
    advised = distinct_first(
        [advised.action for advised in advice], [advised.value for advised in advice]
    )
    first, rest = advised[:ADVISED], advised[ADVISED:]
    others = rng.sample(rest, min(OTHERS, len(rest)))
    tried = {action: list[float]() for action in first + others}
    since = game.clock(view)
    horizon = tuning_in(game, view).horizon
    seed = rng.randbytes(16).hex()
    for number in range(worlds):
        world = deal(game, view, from_seed(seed, "world", number))
        for action, values in tried.items():
            after = game.clone(world)
            game.apply(after, seat, action, None)
            play_on(game, after, since, horizon)
            values.append(lead_over_others(game.bots.state_value(after), seat))
    return tried


def _chosen(tried: Mapping[Action, list[float]]) -> Action:
    """Return the best action if it is clearly better than the first, given the error of the
    comparison; else the first."""
    first = next(iter(tried))
    best = max(tried, key=lambda action: mean(tried[action]))
    difference, error = compared(tried[best], tried[first])
    return best if difference > error else first


def played(
    slug: str, seats: int, seed: str, worlds: int, matches: int, jobs: int, log: Path | None
) -> list[LoggedMatch]:
    """Return the matches of a run, including those of the log; add the others to the log."""
    run = LoggedMatch(slug, registry.get(slug).rules_version, seats, seed, worlds, 0, [])
    logged = {match.number: match for match in _logged(log) if match.run() == run.run()}
    numbers_left = [number for number in range(matches) if number not in logged]
    for match in _in_processes(partial(play, slug, seats, seed, worlds), numbers_left, jobs):
        logged[match.number] = match
        if log:
            with log.open("ab") as file:
                file.write(msgspec.json.encode(match) + b"\n")
    return [logged[number] for number in range(matches)]


def _in_processes(
    play_number: "partial[LoggedMatch]", numbers: Sequence[int], jobs: int
) -> Iterator[LoggedMatch]:
    if jobs == 1 or len(numbers) < 2:
        yield from map(play_number, numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_number, numbers)


def _logged(log: Path | None) -> list[LoggedMatch]:
    """Return the matches of a log; cut an incomplete last line, which a stopped run leaves."""
    if log is None or not log.exists():
        return []
    lines = log.read_bytes()
    whole = lines[: lines.rfind(b"\n") + 1]
    if whole != lines:
        log.write_bytes(whole)
    return msgspec.json.Decoder(LoggedMatch).decode_lines(whole)


# --- the fit


class Choice(NamedTuple):
    """A decision in the form that the fit reads."""

    rows: Sequence[tuple[float, ...]]
    """Features of each action."""
    values: Sequence[float]
    """Value of each action in points; the action of the game's policy is first."""


def choices_of(match: LoggedMatch) -> Iterator[tuple[str, Choice]]:
    """Yield the decisions of a match with their kinds, leaving out kinds without features."""
    game = registry.get(match.game)
    fitted_policy = game.bots.fitted_policy
    assert fitted_policy
    name = f"{match.seed} {match.seats} {match.number}"
    state = _set_up(game, match.seats, name)
    decisions = iter(match.decisions)
    while movers := game.to_move(state):
        seat = movers[0]
        action = game.bots.fast_policy(state, seat)
        if _is_searched(game, state, seat):
            decision = next(decisions)
            action = game.texts.parse(decision.played)
            legal = game.legal(state, seat)
            tried = [legal.index(game.texts.parse(text)) for text in decision.values]
            rows = fitted_policies.feature_rows(fitted_policy, state, seat, legal)
            choice = Choice([rows[index] for index in tried], [*decision.values.values()])
            yield fitted_policy.kind(state, seat), choice
        game.apply(state, seat, action, None)


class Settings(NamedTuple):
    """Parameters of a fit."""

    temperature: float = TEMPERATURE
    pull: float = PULL
    strength: float = RIDGE
    """Weight of the squares of the weights in the regression."""
    share: float = 1.0
    """Fraction of the way from the starting weights to the regression's weights."""


DEFAULT: Final = Settings()
"""The parameters of a fit without options."""


def fit(
    choices: Sequence[Choice], settings: Settings = DEFAULT, advice: int | None = None
) -> list[float]:
    """Return the feature weights with which a random choice in proportion to ``exp(score /
    temperature)`` brings the most points.

    Args:
        choices: findings of searches.
        settings: parameters of the fit.
        advice: index of the feature that is the value in the game's own advice. The weights start
            from the advice alone, and the regression fits what the advice misses.
    """
    temperature, pull = settings.temperature, settings.pull
    rows = [row for choice in choices for row in _centred(choice.rows)]
    values = [value - mean(choice.values) for choice in choices for value in choice.values]
    variances = [mean([value * value for value in column]) for column in zip(*rows, strict=True)]
    spreads = [sqrt(variance) or 1.0 for variance in variances]
    rows = [_divided(row, spreads) for row in rows]
    advice_alone = [float(index == advice) for index in range(len(spreads))]
    missed = [
        value - (row[advice] * spreads[advice] if advice is not None else 0.0)
        for row, value in zip(rows, values, strict=True)
    ]
    corrections, _ = ridge(rows, missed, settings.strength)
    start = [
        spread * weight + settings.share * correction
        for spread, weight, correction in zip(spreads, advice_alone, corrections, strict=True)
    ]
    if isinf(pull):
        return [*_divided(start, spreads)]
    weights = [*start]
    columns = [*zip(*rows, strict=True)]
    momenta, squares = [0.0] * len(weights), [0.0] * len(weights)
    # The rows of all choices are one list: each choice ends at one of these indices.
    ends = [*_sums(len(choice.values) for choice in choices)]
    for step in range(1, STEPS + 1):
        slopes = [*_slopes(rows, values, ends, weights, temperature)]
        for index, column in enumerate(columns):
            gradient = fsum(map(mul, slopes, column)) / len(choices)
            gradient -= pull * (weights[index] - start[index])
            momenta[index] += (1 - MOMENTUM) * (gradient - momenta[index])
            squares[index] += (1 - SPREAD_MOMENTUM) * (gradient**2 - squares[index])
            mean_gradient = momenta[index] / (1 - MOMENTUM**step)
            mean_square = squares[index] / (1 - SPREAD_MOMENTUM**step)
            weights[index] += STEP * mean_gradient / (sqrt(mean_square) + EPSILON)
    return [*_divided(weights, spreads)]


def _divided(numbers: Sequence[float], by: Sequence[float]) -> tuple[float, ...]:
    return tuple([number / factor for number, factor in zip(numbers, by, strict=True)])


def _slopes(
    rows: Sequence[Sequence[float]],
    values: Sequence[float],
    ends: Sequence[int],
    weights: Sequence[float],
    temperature: float,
) -> Iterator[float]:
    """Yield the derivative of a choice's expected value with respect to the score of each action,
    in the order of the rows.

    Args:
        rows: the features of the actions of all choices, as one list.
        values: the value of each action.
        ends: the index after the last action of each choice.
        weights: the weight of each feature.
        temperature: points of score by which an action is e times as likely.
    """
    begin = 0
    for end in ends:
        scores = [fsum(map(mul, weights, row)) / temperature for row in rows[begin:end]]
        # Relative to the highest score, so that no power overflows.
        most = max(scores)
        shares = [exp(score - most) for score in scores]
        total = fsum(shares)
        of_choice = values[begin:end]
        expected = fsum(map(mul, shares, of_choice)) / total
        for share, value in zip(shares, of_choice, strict=True):
            yield share / total * (value - expected) / temperature
        begin = end


def _centred(rows: Sequence[Sequence[float]]) -> Iterator[tuple[float, ...]]:
    means = [mean(column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield tuple([value - middle for value, middle in zip(row, means, strict=True)])


def _sums(numbers: Iterable[int]) -> Iterator[int]:
    total = 0
    for number in numbers:
        total += number
        yield total


def gains(choices: Sequence[Choice], weights: Sequence[float]) -> list[float]:
    """Return, for each decision, the points that the action with the highest score gains over the
    action of the game's policy, which is the first."""
    differences = []
    for rows, values in choices:
        scores = [fsum(map(mul, weights, row)) for row in rows]
        differences.append(values[scores.index(max(scores))] - values[0])
    return differences


def fitted(matches: Sequence[LoggedMatch], command: str, settings: Settings = DEFAULT) -> Fit:
    """Return the weights fitted on matches of one number of seats, for the kinds of choice in which
    they are better than the game's policy."""
    game = registry.get(matches[0].game)
    assert game.bots.fitted_policy
    advice = game.bots.fitted_policy.advice
    by_kind: dict[str, list[tuple[bool, Choice]]] = {}
    for match in matches:
        for kind, choice in choices_of(match):
            by_kind.setdefault(kind, []).append((match.number % HELD_OUT == 0, choice))
    weights, gain, decisions = {}, {}, {}
    for kind, known in sorted(by_kind.items()):
        names = game.bots.fitted_policy.features[kind]
        advice_index = names.index(advice) if advice in names else None
        choices = [choice for _, choice in known]
        tested = [choice for is_held_out, choice in known if is_held_out]
        learned = [choice for is_held_out, choice in known if not is_held_out]
        gains_held_out = (
            gains(tested, fit(learned, settings, advice_index)) if learned and tested else []
        )
        gain_held_out, error = compared(gains_held_out, [0.0] * len(gains_held_out))
        brings = f"{gain_held_out:+.3f} ± {NORMAL_95 * error:.3f} points each"
        print(f"{kind}: {len(choices)} decisions, {brings}", flush=True)
        if gain_held_out < 0:
            # The weights do not help: leave this kind of choice to the game's policy.
            continue
        # The test is done: the weights of the file are fitted to all matches.
        exact = fit(choices, settings, advice_index)
        rounded = [float(f"{weight:.{WEIGHT_DIGITS}g}") for weight in exact]
        weights[kind] = dict(zip(names, rounded, strict=True))
        gain[kind] = round(gain_held_out, DIGITS)
        decisions[kind] = len(choices)
    return Fit(
        command=command,
        date=date.today().isoformat(),
        rules_version=game.rules_version,
        matches=len(matches),
        decisions=decisions,
        gain=gain,
        weights=weights,
    )


def as_toml(made: FittedPolicyFile) -> str:
    """Return weights as the text of their file."""
    lines = ["# Weights of the fitted policy, by number of seats and kind of choice."]
    for seats, fit in sorted(made.seats.items(), key=lambda item: int(item[0])):
        lines += [
            "",
            f"[seats.{seats}]",
            f'command = "{fit.command}"',
            f'date = "{fit.date}"',
            f"rules_version = {fit.rules_version}",
            f"matches = {fit.matches}",
            *_table(f"seats.{seats}.decisions", fit.decisions),
            *_table(f"seats.{seats}.gain", fit.gain),
            *chain.from_iterable(
                _table(f"seats.{seats}.weights.{kind}", weights)
                for kind, weights in fit.weights.items()
            ),
        ]
    return "\n".join(lines) + "\n"


def _table(name: str, figures: Mapping[str, float]) -> Iterator[str]:
    yield f"[{name}]"
    for key, figure in figures.items():
        yield f'"{key}" = {figure}'


def main(args: list[str] | None = None) -> None:
    """Read the command line, play, fit, print and write."""
    lines = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        "python -m darwin_core.lab.fitted_policies", description=__doc__, formatter_class=lines
    )
    parser.add_argument(
        "game", choices=registry.slugs(), help="a game with features of its choices"
    )
    parser.add_argument("--matches", type=int, default=40, help="matches at each number of seats")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats; default: all")
    parser.add_argument("--worlds", type=int, default=16, help="worlds of each search")
    parser.add_argument(
        "--temperature",
        type=float,
        default=TEMPERATURE,
        help="points of score by which an action is chosen e times as often, while it is fitted",
    )
    parser.add_argument(
        "--pull",
        type=float,
        default=PULL,
        help="pull back to the regression that it begins with; inf for the regression alone",
    )
    parser.add_argument(
        "--strength",
        type=float,
        default=RIDGE,
        help="the more, the smaller are the weights of the regression",
    )
    parser.add_argument(
        "--share", type=float, default=1.0, help="the share of the way that is gone to it"
    )
    parser.add_argument("--seed", default="1", help="any text; the same seed, the same weights")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--log", type=Path, help="a file of matches, to which a run adds")
    parser.add_argument("--dry-run", action="store_true", help="print, but write nothing")
    given = parser.parse_args(args)
    game = registry.get(given.game)
    if game.bots.fitted_policy is None:
        parser.error(f"{game.title} has no features of its choices to be fitted")
    if given.matches < 2 or given.worlds < 1:
        parser.error("--matches and --worlds must be more")
    settings = Settings(given.temperature, given.pull, given.strength, given.share)
    path = Path(str(files(game.package).joinpath(FILE)))
    made = {str(seats): fit for seats, fit in fitted_policies.read(game.package).items()}
    for seats in given.seats or game.seats:
        print(f"{game.title} with {seats} seats", flush=True)
        matches = played(
            game.slug, seats, given.seed, given.worlds, given.matches, given.jobs, given.log
        )
        command = (
            f"python -m darwin_core.lab.fitted_policies {game.slug} --matches {given.matches} "
            f"--seats {seats} --worlds {given.worlds} --seed {given.seed} "
            + " ".join(f"--{name} {value:g}" for name, value in settings._asdict().items())
        )
        made[str(seats)] = fitted(matches, command, settings)
        if not given.dry_run:
            path.write_text(as_toml(FittedPolicyFile(made)), encoding="utf-8")
            print(f"written: {path}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
