"""Mistakes of bots: what their decisions cost according to the judge.

python -m darwin_core.lab.mistakes dice --matches 12 --write
    Play matches of Easy and Normal, and let Easy, Normal and Hard decide at their positions. Judge
    these decisions as an analysis does, and print the chance to win that each level gives away per
    decision. ``--write`` keeps the figures beside the game, with this run.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from importlib.resources import files
from math import ceil
from pathlib import Path
from random import Random
from typing import Final

from darwin_core.analysis.mining import self_play
from darwin_core.analysis.review import beginning_of, judge
from darwin_core.bots import levels
from darwin_core.bots.ladder import GIVEN_FILE, DecisionCost, GivenAway, given_away
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame
from darwin_core.lab.play import NAMES
from darwin_core.match import AnyMatch
from darwin_core.match.record import Player
from darwin_core.match.replay import forced


def played(game: AnyGame, seats: int, number: int, seed: str) -> AnyMatch:
    """Play a numbered match of Easy and Normal, who alternate from seat to seat; return it."""
    players = [
        Player(name, f"bot:{('easy', 'normal')[(seat + number) % 2]}")
        for seat, name in enumerate(NAMES[:seats])
    ]
    return self_play(game, players, f"{seed} {number}", f"{game.slug}-{number + 1}")


MEASURED: Final = ("easy", "normal", "hard")
"""The levels measured. Master takes four times as long as Hard, and is left out."""
SEATS: Final = 3
"""Number of seats in the matches in which levels are compared."""
CHANCE_DIGITS: Final = 5
"""Decimals of a chance in the file of what levels give away."""


def cost_of(match: AnyMatch, position: int, action: Action) -> float:
    """Return the chance that an action loses against the best one at a position of a match, as an
    analysis would find it if the action had been played there."""
    line = beginning_of(match, position)
    seat = match.history[position].seat
    line.accept(line.propose(seat, action))
    choice = judge(line, seat, position).choice
    assert choice
    return choice.cost


def costs_of_levels(match: AnyMatch, every: int) -> Mapping[str, Sequence[DecisionCost]]:
    """Return what each level gives away, at one in ``every`` decisions of a match.

    Args:
        match: a finished match. Its seed also determines the decisions drawn, and the chance of
            the bots.
        every: one decision in this many is judged; rounded up to at least one.
    """
    game, seed = match.game, match.header.seed
    costs = {level: list[DecisionCost]() for level in MEASURED}
    positions = [at for at, was_forced in enumerate(forced(match)) if not was_forced]
    # Sample at random: since seats take turns, regular steps could always meet the same seat.
    for position in Random(seed).sample(positions, ceil(len(positions) / every)):
        seat = match.history[position].seat
        view = match.view(seat, position)
        cost_by_action: dict[Action, float] = {}
        for level in MEASURED:
            chance = from_seed(seed, level, position)
            action = levels.counted_bot(level)(game, view, seat, chance)
            if action not in cost_by_action:
                cost_by_action[action] = cost_of(match, position, action)
            time = position / len(match.history)
            costs[level].append(DecisionCost(time, cost_by_action[action]))
    return costs


def measure(
    game: AnyGame, matches: int, every: int, seed: str
) -> Iterator[Mapping[str, GivenAway]]:
    """Yield the chance that each level has given away so far, after each match."""
    costs_by_level: dict[str, list[Sequence[DecisionCost]]] = {level: [] for level in MEASURED}
    for number in range(matches):
        match = played(game, SEATS, number, seed)
        for level, costs in costs_of_levels(match, every).items():
            costs_by_level[level].append(costs)
        yield {level: given_away(costs) for level, costs in costs_by_level.items()}


def write(
    game: AnyGame, given_by_level: Mapping[str, GivenAway], command: str, matches: int
) -> None:
    """Write the chances that levels give away beside a game, with the run that measured them."""
    rows = ["# Written by the command below."]
    for level, given in given_by_level.items():
        rows.append(f"[level.{level}]")
        figures = {name: getattr(given, name) for name in ("share", "low", "high")}
        rows += [f"{name} = {round(figure, CHANCE_DIGITS)}" for name, figure in figures.items()]
        rows.append(f"by_phase = {[round(share, CHANCE_DIGITS) for share in given.by_phase]}")
        rows += [f"decisions = {given.decisions}", ""]
    rows += ["[run]", f'command = "{command}"', f'date = "{date.today().isoformat()}"']
    rows += [f"seats = {SEATS}", f"matches = {matches}", ""]
    (Path(str(files(game.package))) / GIVEN_FILE).write_text("\n".join(rows))


def main(args: list[str] | None = None) -> None:
    """Read the command line, play and print."""
    lines = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("mistakes", description=__doc__, formatter_class=lines)
    parser.add_argument("game", choices=registry.slugs())
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--seed", default="mistakes")
    parser.add_argument("--every", type=int, default=4, help="judge one decision in so many")
    parser.add_argument("--write", action="store_true", help="keep the figures beside the game")
    given = parser.parse_args(args)
    game = registry.get(given.game)
    command = (
        f"python -m darwin_core.lab.mistakes {game.slug} --matches {given.matches} "
        f"--every {given.every} --seed {given.seed}"
    )
    for number, measured in enumerate(measure(game, given.matches, given.every, given.seed), 1):
        print(f"{game.title} after {number}", flush=True)
        for level, away in measured.items():
            share, low, high = (100 * part for part in (away.share, away.low, away.high))
            print(f"  {level:8}{share:6.2f} % ({low:.2f} to {high:.2f}) of {away.decisions}")
        if given.write:
            write(game, measured, command, number)


if __name__ == "__main__":
    main()
