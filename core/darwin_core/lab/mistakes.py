"""Mistakes of bots: what their decisions cost by the judge, and positions for tests of blunders.

python -m darwin_core.lab.mistakes dice --matches 12 --write
    Play matches of Easy, Normal and Hard at one table, judge their decisions as an analysis does,
    and print the points of chance that each level gives away per decision. ``--write`` keeps them
    beside the game, with this run.

python -m darwin_core.lab.mistakes dice --matches 6 --blunders FOLDER
    Find positions in matches of Easy and Normal in which an action loses beyond doubt. Each match
    with such positions is written to the folder as a record, and each position as a line of
    ``found.jsonl``, with the reason: to be read before it serves as a test.
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

from darwin_core.analysis.review import BLUNDER, judge
from darwin_core.bots import levels
from darwin_core.bots.chances import left, spread_of
from darwin_core.bots.hints import reason
from darwin_core.bots.ladder import GIVEN_FILE, Given, Spent, given_away
from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.search import Trials, chance_of, claims_of
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import AnyGame
from darwin_core.lab.play import AnyCase, Case
from darwin_core.match import AnyMatch
from darwin_core.text.seat_names import SeatNames

MEASURED: Final = ("easy", "normal", "hard")
"""The levels that are measured, at one table."""
SEATS: Final = len(MEASURED)


def played(case: AnyCase, bots: Sequence[str]) -> tuple[AnyMatch, bytes]:
    """Play a match between bots, bound by count; return it and its record.

    Args:
        case: the match.
        bots: their levels by seat.
    """
    match, text = case.match()
    policies = [levels.counted_bot(level) for level in bots]
    while movers := case.game.to_move(match.state):
        seat = movers[0]
        chance = from_seed(case.seed, "bot", seat, len(match.history))
        step = match.propose(seat, policies[seat](case.game, match.view(seat), seat, chance))
        match.accept(step)
        text += step.text
    return match, text


def decided(match: AnyMatch) -> list[int]:
    """Return the positions in which the seat to act has a choice."""
    return [
        position
        for position, act in enumerate(match.history)
        if len(match.game.legal(match.state_at(position), act.seat)) > 1
    ]


# --- what levels give away


def spent(match: AnyMatch, bots: Sequence[str], every: int) -> dict[str, list[Spent]]:
    """Return what decisions of a match cost, by level: of one in so many."""
    found: dict[str, list[Spent]] = {level: [] for level in bots}
    positions = decided(match)
    # At random, for seats take turns.
    for position in Random(match.chain).sample(positions, ceil(len(positions) / every)):
        seat = match.history[position].seat
        choice = judge(match, seat, position).choice
        assert choice
        found[bots[seat]].append(Spent(position / len(match.history), choice.cost))
    return found


def measure(game: AnyGame, matches: int, every: int, seed: str) -> Iterator[Mapping[str, Given]]:
    """Yield after each match what each level has given away so far."""
    found: dict[str, list[list[Spent]]] = {level: [] for level in MEASURED}
    for number in range(matches):
        turn = number % SEATS
        bots = (*MEASURED[turn:], *MEASURED[:turn])
        match, _ = played(Case(game, SEATS, f"{seed} {number}"), bots)
        for level, costs in spent(match, bots, every).items():
            found[level].append(costs)
        yield {level: given_away(costs) for level, costs in found.items() if any(costs)}


def write(game: AnyGame, found: Mapping[str, Given], command: str, matches: int) -> None:
    """Keep beside a game what levels give away, with the run that found it."""
    rows = ["# Written by the command below."]
    for level, given in found.items():
        rows.append(f"[level.{level}]")
        rows += [f"{name} = {round(getattr(given, name), 5)}" for name in ("share", "low", "high")]
        rows.append(f"by_phase = {[round(share, 5) for share in given.by_phase]}")
        rows += [f"decisions = {given.decisions}", ""]
    rows += ["[run]", f'command = "{command}"', f'date = "{date.today().isoformat()}"']
    rows += [f"seats = {SEATS}", f"matches = {matches}", ""]
    (Path(str(files(game.package))) / GIVEN_FILE).write_text("\n".join(rows))


# --- positions for tests of blunders

LEGAL_MIN: Final = 3
"""The legal actions of a position that is searched for a blunder."""
LOOK_WORLDS: Final = 8
"""Worlds in which all actions are tried before any is suspected."""
SURE_WORLDS: Final = 48
"""Worlds in which those that are suspected are tried."""
SUSPECT_SHARE: Final = 0.5
"""The share of the uncertainty of points by which an action is worse by the game's own advice to be
looked at."""
SUSPECTED_MAX: Final = 3
LOOKED_MAX: Final = 8
"""The actions advised first that are tried."""
LOSS_ERRORS: Final = 5.0
"""The standard errors by which an action loses beyond doubt."""
LOSS_DEVIATION_MIN: Final = 0.12
"""The least standard deviation of a loss of chance."""
APART: Final = 3
"""Decisions between two positions of one match, at least."""


class Found(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position in which actions lose beyond doubt."""

    record: str
    """The name of the record, without its ending."""
    position: int
    """The actions in force before it."""
    absurd: tuple[str, ...]
    """The actions that lose, in notation, those advised first at the front."""
    best: str
    """The action that the judge would play."""
    cost: float
    """The chance that the first of the absurd actions loses."""
    why: str
    """The reason, in words."""


def blunder_at(match: AnyMatch, record: str, position: int) -> Found | None:
    """Return the actions that lose beyond doubt in a position, if there are any."""
    game, seat = match.game, match.history[position].seat
    view = match.view(seat, position)
    trials = Trials(game, view, seat, chance_of(view), candidates=LOOKED_MAX, errs=True)
    actions = [each for each in trials.candidates if each is not None]
    seats = len(match.header.players)
    uncertainty = spread_of(game.package, seats).points(left(game, match.state_at(position)))
    worse = [
        number
        for number, value in enumerate(trials.advised)
        if trials.advised[0] - value >= SUSPECT_SHARE * uncertainty
    ][:SUSPECTED_MAX]
    if not worse:
        return None
    looked = {number: _chances(trials, seat, number, LOOK_WORLDS) for number in (0, 1, *worse)}
    best = max(looked, key=lambda number: mean(looked[number]))
    suspected = [
        number for number in worse if mean(looked[best]) - mean(looked[number]) >= BLUNDER
    ]
    if not suspected:
        return None
    sure = _chances(trials, seat, best, SURE_WORLDS)
    losses = {
        number: [
            one - other
            for one, other in zip(sure, _chances(trials, seat, number, SURE_WORLDS), strict=True)
        ]
        for number in suspected
    }
    absurd = [number for number, loss in losses.items() if _is_sure(loss)]
    if not absurd:
        return None
    accounts = [
        [trials.account(trials.world(world), number) for world in range(LOOK_WORLDS)]
        for number in (best, absurd[0])
    ]
    names = match.header.names
    words = [
        game.texts.phrase(view, actions[number], SeatNames(names)) for number in (best, absurd[0])
    ]
    why = reason(claims_of(*accounts, is_better=True))
    return Found(
        record,
        position,
        tuple(game.texts.notation(actions[number]) for number in absurd),
        game.texts.notation(actions[best]),
        round(mean(losses[absurd[0]]), 3),
        f"{words[0]}, not {words[1]}: {why}",
    )


def _chances(trials: Trials, seat: int, number: int, worlds: int) -> list[float]:
    """Return the chance of a seat in each of some worlds after a candidate."""
    return [trials.play(trials.world(at), number).chances[seat] for at in range(worlds)]


def _is_sure(loss: Sequence[float]) -> bool:
    error = max(deviation(loss), LOSS_DEVIATION_MIN) / len(loss) ** 0.5
    return mean(loss) >= max(BLUNDER, LOSS_ERRORS * error)


def blunders(game: AnyGame, matches: int, most: int, folder: Path, seed: str) -> Iterator[Found]:
    """Yield positions with blunders in matches of Easy and Normal, a few of each match, and write
    the records of these matches."""
    for number in range(matches):
        seats = game.seats[number % len(game.seats)]
        bots = tuple(("easy", "normal")[(seat + number) % 2] for seat in range(seats))
        record = f"{game.slug}-{number + 1}"
        match, text = played(Case(game, seats, f"{seed} {number}"), bots)
        (folder / f"{record}.jsonl").write_bytes(text)
        taken: list[int] = []
        positions = [
            at
            for at in decided(match)
            if len(game.legal(match.state_at(at), match.history[at].seat)) >= LEGAL_MIN
        ]
        Random(record).shuffle(positions)
        for at in positions:
            if any(abs(at - other) < APART for other in taken):
                continue
            found = blunder_at(match, record, at)
            if found:
                taken.append(at)
                yield found
            if len(taken) == most:
                break


def main(args: list[str] | None = None) -> None:
    """Read the command line, play and print."""
    lines = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("mistakes", description=__doc__, formatter_class=lines)
    parser.add_argument("game", choices=registry.slugs())
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--seed", default="mistakes")
    parser.add_argument("--every", type=int, default=3, help="judge one decision in so many")
    parser.add_argument("--write", action="store_true", help="keep the figures beside the game")
    parser.add_argument("--blunders", type=Path, metavar="FOLDER", help="find positions")
    parser.add_argument("--most", type=int, default=8, help="positions of each match")
    given = parser.parse_args(args)
    game = registry.get(given.game)
    if given.blunders:
        given.blunders.mkdir(parents=True, exist_ok=True)
        with (given.blunders / "found.jsonl").open("ab", buffering=0) as file:
            for found in blunders(game, given.matches, given.most, given.blunders, given.seed):
                file.write(msgspec.json.encode(found) + b"\n")
                print(f"{found.record} {found.position}: {found.cost:.2f} {found.why}", flush=True)
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
