"""Statistics of matches between careful players: scores, seats, the supply, and the worth of each
adaptation.

``python -m tests.core.games.evo.test_balance`` prints the tables of the balance report.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import product, repeat
from math import sqrt
from statistics import mean, stdev

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import GAME, acts, material
from darwin_core.text.seat_names import SeatNames

VARIANTS = {
    "none": material.EvoOptions(),
    "balanced genome": material.EvoOptions(balanced_genome=True),
    "wide gene pool": material.EvoOptions(wide_gene_pool=True),
    "predation": material.EvoOptions(predation=True),
    "balanced and wide": material.EvoOptions(balanced_genome=True, wide_gene_pool=True),
}
FAR = 6.0
"""The largest gain of an adaptation, in points a millennium."""
NEAR = 2.5
"""The largest change of the first millennium by an adaptation that chance deals, in points."""
NAMES = [design.name for design in material.TABLES.adaptations]


@dataclass
class Life:
    """One seat's actions in one millennium."""

    millennium: int
    adaptations: bytes
    points: int = 0
    uses: Counter[int] = field(default_factory=Counter)


@dataclass
class Sheet:
    """The statistics of a match."""

    lines: list[tuple[int, ...]]
    """By seat the points of its tokens, its bonus and its genome."""
    winners: tuple[int, ...]
    starter: int
    lives: list[Life]
    wanted: Counter[int]
    """By millennium the offspring that actions should have brought."""
    born: Counter[int]


def scored(state: material.EvoState, seat: int) -> int:
    return state.survived[seat] + state.thrived[seat] + state.passed_on[seat]


def played(seats: int, options: material.EvoOptions, seed: str) -> Sheet:
    """Play a match of careful players, and return its statistics."""
    events: list[acts.EvoEvent] = []
    state = GAME.setup(options, seats, seed, None)
    starter = state.first
    lives = []
    wanted: Counter[int] = Counter()
    born: Counter[int] = Counter()
    before = [0] * seats
    while GAME.to_move(state):
        millennium = state.millennium
        lives_now = [Life(millennium, state.adaptations[species]) for species in state.species]
        while (movers := GAME.to_move(state)) and NOTHING not in state.species:
            seat = movers[0]
            events[:] = []
            act(state, seat, events)
            for event in events:
                note(event, lives_now, wanted, born)
        for seat, life in enumerate(lives_now):
            life.points = scored(state, seat) - before[seat]
            before[seat] = scored(state, seat)
        lives += lives_now
        while GAME.to_move(state) and millennium == state.millennium:
            act(state, GAME.to_move(state)[0], events)
    outcome = GAME.outcome(state)
    assert outcome
    lines = [*zip(*(line.points for line in outcome.lines), strict=True)]
    return Sheet(lines, outcome.winners, starter, lives, wanted, born)


def act(state: material.EvoState, seat: int, events: list[acts.EvoEvent]) -> None:
    actions = GAME.legal(state, seat)
    if len(actions) > 1:
        actions = [GAME.bots.advise(GAME.view(state, seat), seat, SeatNames())[0].action]
    GAME.apply(state, seat, actions[0], events.append)


def note(event: acts.EvoEvent, lives: list[Life], wanted: Counter[int], born: Counter[int]) -> None:
    """Record the use of adaptations and of the supply in an event."""
    match event:
        case acts.Hunted(seat, _, _, uses, tokens, offspring):
            lives[seat].uses.update(uses)
            if tokens == material.CATCH + (material.SCAVENGER in uses):
                wanted[lives[seat].millennium] += 1 + (material.LITTER in uses)
                born[lives[seat].millennium] += offspring
        case acts.Foraged(seat, flora, cards, uses, tokens, offspring):
            lives[seat].uses.update(uses)
            if tokens == len(cards) - 1 + (material.FEEDER + flora in uses):
                wanted[lives[seat].millennium] += 1
                born[lives[seat].millennium] += offspring
        case acts.Migrated(seat, _, _, lost) if lost == NOTHING:
            lives[seat].uses[material.WANDERER] += 1
        case acts.Foresaw(seat):
            lives[seat].uses[material.FORESIGHT] += 1
        case acts.Saved(seat):
            lives[seat].uses[material.HIBERNATION] += 1
        case acts.Outcompeted(seat, _, _, kept) if kept:
            lives[seat].uses[material.TERRITORIAL] += 1


def worth(groups: Iterable[list[Sheet]]) -> dict[int, tuple[float, float, float]]:
    """Return by adaptation the points that a millennium with it brings more than one without.

    With the points come their error and the frequency of use. Millennia are compared with those of
    the same number and table.
    """
    owned: defaultdict[int, list[float]] = defaultdict(list)
    other: defaultdict[int, list[float]] = defaultdict(list)
    uses: Counter[int] = Counter()
    for sheets in groups:
        for millennium in range(1, 5):
            lives = [li for sheet in sheets for li in sheet.lives if li.millennium == millennium]
            usual = mean(life.points for life in lives)
            for life, design in product(lives, range(len(NAMES))):
                has = design in life.adaptations
                (owned if has else other)[design].append(life.points - usual)
                uses[design] += life.uses[design]
    return {
        design: (
            mean(owned[design]) - mean(other[design]),
            sqrt(stdev(owned[design]) ** 2 / len(owned[design])),
            uses[design] / len(owned[design]),
        )
        for design in owned
    }


def dealt(seed: str) -> list[tuple[bytes, int]]:
    """Return by seat the adaptations dealt by chance, and the points of its first millennium."""
    state = GAME.setup(VARIANTS["balanced genome"], 3, seed, None)
    designs = [state.adaptations[species] for species in state.species]
    while NOTHING not in state.species:
        act(state, GAME.to_move(state)[0], [])
    return [(designs_of_seat, scored(state, seat)) for seat, designs_of_seat in enumerate(designs)]


def worth_dealt(sheets: Iterable[list[tuple[bytes, int]]]) -> dict[int, tuple[float, float]]:
    """Return by adaptation the points above the mean in the first millennium, and their error."""
    lives = [life for sheet in sheets for life in sheet]
    usual = mean(points for _, points in lives)
    by_design = {}
    for design in range(len(NAMES)):
        points = [points - usual for designs, points in lives if design in designs]
        by_design[design] = mean(points), stdev(points) / sqrt(len(points))
    return by_design


@pytest.mark.campaign
def test_no_adaptation_that_is_dealt_is_a_must_or_useless():
    by_design = worth_dealt(dealt(f"dealt {seed}") for seed in range(3_000))
    far = {NAMES[design]: row for design, row in by_design.items() if abs(row[0]) > NEAR}
    assert not far, far


@pytest.mark.campaign
def test_no_adaptation_is_a_must_and_no_seat_wins_too_often():
    groups = [
        [played(seats, options, f"balance {seed}") for seed in range(400)]
        for seats, options in product(GAME.seats, VARIANTS.values())
    ]
    by_design = worth(groups)
    assert len(by_design) == len(NAMES)
    far = {NAMES[design]: row for design, row in by_design.items() if abs(row[0]) > FAR}
    assert not far, far
    for sheets in groups:
        seats = len(sheets[0].lines)
        wins = sum(sheet.starter in sheet.winners for sheet in sheets) / len(sheets)
        assert abs(wins - 1 / seats) < 0.15, (seats, wins)


@pytest.mark.parametrize("variant", VARIANTS)
def test_careful_players_come_out_alike(variant):
    """A small sample: lines add up, every millennium is lived by every seat, offspring are born."""
    sheet = played(3, VARIANTS[variant], "balance")
    assert len(sheet.lives) == 3 * 4
    sums = [0] * 3
    for place, life in enumerate(sheet.lives):
        sums[place % 3] += life.points
    assert sums == [sum(line) for line in sheet.lines]
    assert 0 < sum(sheet.born.values()) <= sum(sheet.wanted.values())


def report(matches: int, workers: int) -> None:
    """Print the tables."""
    groups = []
    print(
        "variant | seats | score ± | tokens | bonus | genome | winner | no offspring, by "
        "millennium | starter wins"
    )
    with ProcessPoolExecutor(workers) as pool:
        for (name, options), seats in product(VARIANTS.items(), GAME.seats):
            seeds = [f"balance {seed}" for seed in range(matches)]
            sheets = [*pool.map(played, repeat(seats), repeat(options), seeds, chunksize=20)]
            groups.append(sheets)
            print(row(name, seats, sheets), flush=True)
        sheets_dealt = pool.map(dealt, (f"dealt {seed}" for seed in range(25 * matches)))
        print("adaptation | points in the first millennium, where chance deals it | error")
        for design, (points, error) in sorted(
            worth_dealt(sheets_dealt).items(), key=lambda w: -w[1][0]
        ):
            print(f"{NAMES[design]} | {points:+.2f} | {error:.2f}")
    print("adaptation | points a millennium | error | uses a millennium")
    for design, (points, error, used) in sorted(worth(groups).items(), key=lambda w: -w[1][0]):
        print(
            f"{NAMES[design]} ({'VFHGX'[design // material.RING]}{design % material.RING}) | "
            f"{points:+.2f} | {error:.2f} | {used:.2f}"
        )


def row(name: str, seats: int, sheets: list[Sheet]) -> str:
    lines = [line for sheet in sheets for line in sheet.lines]
    totals = [sum(line) for line in lines]
    best = mean(max(map(sum, sheet.lines)) for sheet in sheets)
    error = stdev(mean(map(sum, sheet.lines)) for sheet in sheets) / sqrt(len(sheets))
    parts = " | ".join(f"{mean(part):.1f}" for part in zip(*lines, strict=True))
    missing = ", ".join(
        f"{1 - sum(s.born[m] for s in sheets) / max(sum(s.wanted[m] for s in sheets), 1):.0%}"
        for m in range(1, 5)
    )
    wins = mean((s.starter in s.winners) / len(s.winners) for s in sheets)
    return (
        f"{name} | {seats} | {mean(totals):.1f} ± {error:.1f} | {parts} | {best:.1f} | "
        f"{missing} | {wins:.0%}"
    )


if __name__ == "__main__":
    report(int(sys.argv[1]), int(sys.argv[2]))
