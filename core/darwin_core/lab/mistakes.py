"""Mistakes of bots: what their decisions cost according to the judge, and positions for tests of
blunders.

python -m darwin_core.lab.mistakes dice --matches 12 --write
    Play matches of Easy and Normal, and let Easy, Normal and Hard decide at their positions. Judge
    these decisions as an analysis does, and print the chance to win that each level gives away per
    decision. ``--write`` keeps the figures beside the game, with this run.

python -m darwin_core.lab.mistakes dice --matches 6 --blunders FOLDER
    Find positions in matches of Easy and Normal in which an action certainly loses winning chance,
    both by the judge's rollouts and where the game's fitted policy plays on. Each match is written
    to the folder as a record, and each position as a line of ``found.jsonl`` with the reason. Read
    the reason before you use the position as a test.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from importlib.resources import files
from math import ceil
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from darwin_core.analysis.mining import self_play
from darwin_core.analysis.review import BLUNDER, beginning_of, judge
from darwin_core.bots import levels
from darwin_core.bots.chances import share_left, spread_of
from darwin_core.bots.hints import claims_words
from darwin_core.bots.ladder import GIVEN_FILE, DecisionCost, GivenAway, given_away
from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.search import Trials, chance_of, claims_of
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.kit.fitted_policies import weights_of
from darwin_core.lab.play import NAMES
from darwin_core.match import AnyMatch
from darwin_core.match.record import Player
from darwin_core.text.seat_names import SeatNames


def played(game: AnyGame, seats: int, number: int, seed: str) -> AnyMatch:
    """Play a numbered match of Easy and Normal, who alternate from seat to seat; return it."""
    players = [
        Player(name, f"bot:{('easy', 'normal')[(seat + number) % 2]}")
        for seat, name in enumerate(NAMES[:seats])
    ]
    return self_play(game, players, f"{seed} {number}", f"{game.slug}-{number + 1}")


def choice_positions(match: AnyMatch) -> list[int]:
    """Return the positions in which the acting seat has a choice."""
    return [
        position
        for position, played_action in enumerate(match.history)
        if len(match.game.legal(match.state_at(position), played_action.seat)) > 1
    ]


# --- what levels give away

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
    positions = choice_positions(match)
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


# --- positions for tests of blunders

# Chosen figures: no command derives them.
LEGAL_MIN: Final = 3
"""Minimum number of legal actions of a position searched for a blunder."""
LOOK_WORLDS: Final = 6
"""Number of worlds in which actions are tried to find suspected mistakes."""
SURE_WORLDS: Final = 32
"""Number of worlds in which suspected mistakes are tested."""
SUSPECT_SHARE: Final = 0.5
"""Minimum deficit by which the game's own advice must call an action worse than the best for it to
be examined, as a fraction of the uncertainty of the points. This is the default."""
SUSPECTED_MAX: Final = 2
"""Maximum number of suspected mistakes tried in a position."""
LOOKED_MAX: Final = 8
"""Number of actions tried: those at the top of the game's advice."""
FITTED_WORLDS: Final = (64, 240)
"""Numbers of worlds in which a mistake is tested again where the game's fitted policy plays on. The
second number applies if the first leaves doubt. An action that loses only by the judge's rollouts
may merely be followed by another mistake, which Master does not suppose."""
FITTED_SHARE: Final = 0.6
"""Minimum loss where the game's fitted policy plays on, as a share of BLUNDER."""
LOSS_ERRORS: Final = 5.0
"""Threshold, in standard errors, from which a loss counts as certain."""
LOSS_DEVIATION_MIN: Final = 0.12
"""Lower bound of the standard deviation of a loss of chance, since a few worlds that agree prove
little."""
APART: Final = 3
"""Minimum number of decisions between two positions of one match."""


class FoundMistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position in which some actions certainly lose winning chance."""

    record: str
    """Name of the record, without its suffix."""
    position: int
    """Number of actions in force before the position."""
    seat: int
    absurd: tuple[str, ...]
    """The losing actions in notation, in the order of the game's advice."""
    best: str
    """The action that the judge would play."""
    cost: float
    """The chance that the first of the absurd actions loses."""
    why: str
    """The reason, in words."""


def blunder_at(
    match: AnyMatch, record: str, position: int, apart: float = SUSPECT_SHARE
) -> FoundMistake | None:
    """Return the actions that certainly lose winning chance in a position; None if there are none.

    Filters follow one another, the cheapest first: the game's advice, a few worlds, more worlds,
    and worlds in which the fitted policy plays on.

    Args:
        match: the match.
        record: name of its record.
        position: number of actions in force before it.
        apart: fraction of the points' uncertainty by which the game's own advice must call an
            action worse for it to be examined.
    """
    game = match.game
    seat = match.history[position].seat
    view = match.view(seat, position)
    trials = Trials(game, view, seat, chance_of(view), candidates=LOOKED_MAX, errs=True)
    actions = [candidate for candidate in trials.candidates if candidate is not None]
    seats = len(match.header.players)
    uncertainty = spread_of(game.package, seats).points(share_left(game, match.state_at(position)))
    worse = [
        number
        for number, value in enumerate(trials.advised)
        if trials.advised[0] - value >= apart * uncertainty
    ][:SUSPECTED_MAX]
    if not worse:
        return None
    # The advice's first two are tried as well: one of them may be the best, whatever is suspected.
    looked = {number: _chances(trials, seat, number, LOOK_WORLDS) for number in {0, 1, *worse}}
    best = max(looked, key=lambda number: mean(looked[number]))
    suspected = [number for number in worse if mean(looked[best]) - mean(looked[number]) >= BLUNDER]
    if not suspected:
        return None
    sure = _chances(trials, seat, best, SURE_WORLDS)
    losses = {
        number: _losses(sure, _chances(trials, seat, number, SURE_WORLDS)) for number in suspected
    }
    lost = [number for number, loss in losses.items() if _is_sure(loss)]
    confirmed = confirmed_losses(
        game, view, seat, actions[best], [actions[number] for number in lost]
    )
    absurd = [number for number in lost if actions[number] in confirmed]
    if not absurd:
        return None
    accounts = [
        [trials.account(trials.world(world), number) for world in range(LOOK_WORLDS)]
        for number in (best, absurd[0])
    ]
    names = match.header.names
    # The reason is given for the first of them only.
    words = [
        game.texts.phrase(view, actions[number], SeatNames(names)) for number in (best, absurd[0])
    ]
    why = claims_words(claims_of(*accounts, is_better=True))
    return FoundMistake(
        record,
        position,
        seat,
        tuple(game.texts.notation(actions[number]) for number in absurd),
        game.texts.notation(actions[best]),
        round(mean(losses[absurd[0]]), 3),
        f"{words[0]}, not {words[1]}: {why}",
    )


def confirmed_losses(
    game: AnyGame, view: State, seat: int, best: Action, losing: Sequence[Action]
) -> list[Action]:
    """Return the actions that certainly lose also where the game's fitted policy plays on; all of
    them where the game has no fitted policy.

    They are tried in other worlds than the judge's, so that the same luck does not count twice.

    Args:
        game: the game.
        view: the seat's view.
        seat: the seat that decides.
        best: the action that the judge would play.
        losing: the actions that certainly lose by the judge's rollouts.
    """
    if not losing or not weights_of(game, len(game.standing(view).totals)):
        return [*losing]
    chance = from_seed(chance_of(view).hex(), "fitted policy")
    legal = len(game.legal(view, seat))
    trials = Trials(game, view, seat, chance, candidates=legal, is_trained=True)
    number_of = trials.candidates.index
    doubtful = [*losing]
    for worlds in FITTED_WORLDS:
        sure = _chances(trials, seat, number_of(best), worlds)
        doubtful = [
            action
            for action in doubtful
            if not _is_sure(
                _losses(sure, _chances(trials, seat, number_of(action), worlds)),
                FITTED_SHARE * BLUNDER,
            )
        ]
        if not doubtful:
            break
    return [action for action in losing if action not in doubtful]


def _chances(trials: Trials, seat: int, number: int, worlds: int) -> list[float]:
    """Return the chance of a seat in each of some worlds after a candidate."""
    return [trials.play(trials.world(at), number).chances[seat] for at in range(worlds)]


def _losses(best: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the chance that an action loses to the best one in each world."""
    return [one - another for one, another in zip(best, other, strict=True)]


def _is_sure(loss: Sequence[float], least: float = BLUNDER) -> bool:
    """Return whether a loss of chance, given in each world, is certain and at least a given size on
    average."""
    error = max(deviation(loss), LOSS_DEVIATION_MIN) / len(loss) ** 0.5
    return bool(mean(loss) >= max(least, LOSS_ERRORS * error))


def blunders(
    game: AnyGame, matches: int, most: int, apart: float, since: float, folder: Path, seed: str
) -> Iterator[FoundMistake]:
    """Yield positions with blunders in matches of Easy and Normal, and write these matches'
    records.

    Args:
        game: the game.
        matches: number of matches.
        most: maximum number of positions per match.
        apart: see ``blunder_at``.
        since: fraction of a match that is skipped at its start.
        folder: folder for the records.
        seed: seed of the matches.
    """
    for number in range(matches):
        seats = game.seats[number % len(game.seats)]
        match = played(game, seats, number, seed)
        record = match.header.id
        (folder / f"{record}.jsonl").write_bytes(match.text())
        taken: list[int] = []
        positions = [
            at
            for at in choice_positions(match)
            if at >= since * len(match.history)
            and len(game.legal(match.state_at(at), match.history[at].seat)) >= LEGAL_MIN
        ]
        Random(record).shuffle(positions)
        for position in positions:
            if any(abs(position - other) < APART for other in taken):
                # Neighbouring positions are alike.
                continue
            blunder = blunder_at(match, record, position, apart)
            if blunder:
                taken.append(position)
                yield blunder
            if len(taken) == most:
                break


def main(args: list[str] | None = None) -> None:
    """Read the command line, play and print."""
    lines = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("mistakes", description=__doc__, formatter_class=lines)
    parser.add_argument("game", choices=registry.slugs())
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--seed", default="mistakes")
    parser.add_argument("--every", type=int, default=4, help="judge one decision in so many")
    parser.add_argument("--write", action="store_true", help="keep the figures beside the game")
    parser.add_argument("--blunders", type=Path, metavar="FOLDER", help="find positions")
    parser.add_argument("--most", type=int, default=8, help="positions of each match")
    parser.add_argument("--since", type=float, default=0.0, help="see blunders")
    parser.add_argument("--apart", type=float, default=SUSPECT_SHARE, help="see blunder_at")
    given = parser.parse_args(args)
    game = registry.get(given.game)
    if given.blunders:
        given.blunders.mkdir(parents=True, exist_ok=True)
        with (given.blunders / "found.jsonl").open("ab", buffering=0) as file:
            for blunder in blunders(
                game,
                given.matches,
                given.most,
                given.apart,
                given.since,
                given.blunders,
                given.seed,
            ):
                file.write(msgspec.json.encode(blunder) + b"\n")
                print(
                    f"{blunder.record} {blunder.position}: {blunder.cost:.2f} {blunder.why}",
                    flush=True,
                )
        return
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
