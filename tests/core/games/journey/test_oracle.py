"""Comparison of the engine's choices and gains in random matches with a plain second
implementation."""

from random import Random

import msgspec
import pytest
from matches import final_outcome

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME, acts, material

from . import oracle
from .oracle import ALL, NAMES, Reading


def wanted(state):
    """Return the choices by the second implementation; None where it has no answer. All effects can
    be skipped, except pure gains such as a seal."""
    now = Reading(state)
    effect = state.pending[-1]
    seat = state.actor
    actions: list[acts.AnyAction]
    match effect:
        case material.Turn(has_placed=False):
            actions = [acts.Place(*placing) for placing in now.placings()]
            actions += [acts.Achieve(*fields) for fields in now.achievements()]
            return {*actions, *(acts.Complete(*fields) for fields in now.completions())}
        case material.Turn():
            actions = [acts.END, *(acts.Achieve(*fields) for fields in now.achievements())]
            return {*actions, *(acts.Complete(*fields) for fields in now.completions())}
        case material.Explore(moves, _, island):
            ends = []
            for number in range(3) if island == NOTHING else [island]:
                if start := now.explorer(number):
                    ends += oracle.ends(start, moves, now.blocked(number))
            actions = [acts.Move(NAMES.index(name)) for name in ends]
        case material.Navigate(moves, _):
            actions = [acts.Move(NAMES.index(name)) for name in oracle.ends(now.ship(), moves)]
        case material.Overtake():
            actions = [acts.Move(NAMES.index(now.beagle()))]
        case material.LandExplorer():
            actions = [acts.Land(island) for island in range(3) if not now.explorer(island)]
        case material.PitchTent(site):
            actions = [acts.Pitch(free_site) for free_site in now.camps(site)]
        case material.ReuseTent():
            actions = [acts.Reuse(site) for site in state.tents[seat]]
        case material.Correspond(_, is_free, envelope):
            stacks = state.stacks[seat]
            sources = [stack for stack in range(3) if stacks[stack]] or [3]
            goals = [envelope] if envelope != NOTHING and not is_free else range(3)
            actions = [acts.Stamp(source, goal) for source in sources for goal in goals]
        case material.Academy(discount):
            actions = [acts.Buy(*fields) for fields in now.buys(discount)]
        case material.Seal():
            rows = [row for row in range(4) if len(now.rows[row]) < 6]
            return {
                acts.Add(colour, row) for colour in range(4) if state.bag[colour] for row in rows
            }
        case material.Purple():
            return {acts.Add(4, row) for row in range(4) if len(now.rows[row]) < 6}
        case material.Museum():
            actions = [acts.Deliver(ALL.index(specimen)) for specimen in now.deliveries()]
            actions += [acts.Research(ALL.index(specimen)) for specimen in now.researches("museum")]
        case material.DeliverSpecimen():
            actions = [acts.Deliver(ALL.index(specimen)) for specimen in now.deliveries()]
        case material.ResearchSpecimen(where):
            actions = [acts.Research(ALL.index(specimen)) for specimen in now.researches(where)]
        case material.Redeliver():
            actions = [acts.Deliver(ALL.index(specimen)) for specimen in now.redeliveries()]
        case material.TakeObjective():
            actions = [acts.Take(*fields) for fields in now.takings()]
        case material.AchieveUnmet():
            actions = [acts.Achieve(*fields) for fields in now.unachieved()]
        case material.CopyCrew():
            actions = [acts.Copy(card) for card in now.copies()]
        case material.Lens():
            actions = [acts.Unlock(location) for location in now.unlockings()]
        case material.PerformLocked():
            actions = [acts.Perform(location) for location in now.visits()]
        case _:
            return None
    return {*actions, acts.SKIP}


def expected_of(state, action):
    """Return the cost of an action by the second implementation, or None if it names none.

    A placement costs coins and knowledge; a seal or a tent costs coins.
    """
    now = Reading(state)
    match action:
        case acts.Place(worker, location):
            coins, knowledge = now.placings()[worker, location]
            return coins, knowledge
        case acts.Buy(spot, row):
            return now.buys(state.pending[-1].discount)[spot, row]
        case acts.Pitch(site):
            return now.tent_cost(site)
        case _:
            return None


def rich(seats, seed, rules, stamps):
    """Return a match after the draft, with means for nearly every action."""
    rng = Random(f"rich {seats} {seed}")
    state = GAME.setup(material.JourneyOptions(stamps=stamps), seats, f"rich {seed}", None)
    state = GAME.earlier.get(rules, GAME.state)(*msgspec.structs.astuple(state))
    while not state.round:
        seat = rng.choice(list(GAME.to_move(state)))
        GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)), None)
    bag = list(state.bag)
    rows = []
    for rows_of_seat in state.rows:
        fuller = []
        for row in rows_of_seat:
            seals = list(row)
            for _ in range(rng.randrange(6 - len(row))):
                if not (left := [colour for colour in range(5) if bag[colour]]):
                    break
                colour = rng.choice(left)
                bag[colour] -= 1
                seals.append(colour)
            fuller.append(bytes(seals))
        rows.append(tuple(fuller))
    state.rows = tuple(rows)
    state.bag = bytes(bag)
    state.coins = tuple(rng.randrange(40) for _ in range(seats))
    state.knowledge = tuple(rng.randrange(9) for _ in range(seats))
    return state, rng


def choose(legal, rng):
    """Choose an action: seldom a skip, often a free action."""
    keen = [action for action in legal if action not in (acts.SKIP, acts.END)]
    free = [action for action in keen if isinstance(action, acts.Achieve | acts.Complete)]
    if free and rng.random() < 0.5:
        return rng.choice(free)
    return rng.choice(keen if keen and rng.random() < 0.9 else legal)


class Winners:
    """The winners of an envelope who have done some part of their reward, where that is plain."""

    def __init__(self, can_keep):
        self.can_keep = can_keep
        self.halves = []
        self.did = set()
        self.unclear = set()

    def observe(self, seat, action, events):
        """Record an action, and check it against the stamps taken off an envelope."""
        if isinstance(action, acts.Complete):
            # A consequence may belong to the card or to the reward.
            self.unclear.add(seat)
        elif action != acts.SKIP and not isinstance(action, acts.Do):
            self.did.add(seat)
        for event in events:
            match event:
                case acts.Counted(_, stamps):
                    first, second = oracle.winners(stamps)
                    self.halves = [
                        (number + 1) // 2 if winner in first | second else 0
                        for winner, number in enumerate(stamps)
                    ]
                    self.did = set()
                    self.unclear = set()
                case acts.Gained(winner):
                    self.did.add(winner)
                case acts.Collected(_, taken):
                    for winner in {*range(len(taken))} - self.unclear:
                        has_done = not self.can_keep or winner in self.did
                        assert taken[winner] == (self.halves[winner] if has_done else 0)


def hold(seats, seed, rules=2, stamps="stay"):
    """Play a match, compare all choices and gains with the second implementation, and return the
    kinds of effects whose choices were compared."""
    state, rng = rich(seats, seed, rules, stamps)
    compared = set()
    winners = Winners(can_keep=rules > 1 and stamps == "stay")
    while movers := GAME.to_move(state):
        (seat,) = movers
        legal = GAME.legal(state, seat)
        if (expected := wanted(state)) is not None:
            assert set(legal) == expected, state.pending
            compared.add(type(state.pending[-1]))
        action = choose(legal, rng)
        cost = expected_of(state, action)
        coins = state.coins[seat]
        events: list[acts.JourneyEvent] = []
        before = state
        state = GAME.clone(state)
        GAME.apply(state, seat, action, events.append)
        if isinstance(action, acts.Place):
            placed = next(event for event in events if isinstance(event, acts.Placed))
            assert (placed.coins, placed.knowledge) == cost
        elif cost is not None:
            assert any(getattr(event, "coins", None) == cost for event in events)
            assert coins >= cost
        if isinstance(action, acts.Deliver):
            is_again = isinstance(before.pending[-1], material.Redeliver)
            gain = Reading(before).delivery_gain(ALL[action.specimen], is_again)
            delivered = next(event for event in events if isinstance(event, acts.Delivered))
            assert (delivered.coins, delivered.steps) == gain
        assert state.rules == rules
        winners.observe(seat, action, events)
        for event in events:
            if isinstance(event, acts.Counted):
                assert tuple(map(set, event.winners)) == oracle.winners(event.stamps)
            if isinstance(event, acts.Reported):
                points_a_time = material.GOAL_TILES[event.goal].points
                lags = [
                    oracle.lag(before.round, state.ships[player], state.achieved[player])
                    for player in range(seats)
                ]
                assert list(event.points) == [
                    max(points_a_time * count - lost, 0)
                    for count, lost in zip(event.counts, lags, strict=True)
                ]
    outcome = final_outcome(GAME, state)
    assert list(outcome.totals) == [oracle.total(state, seat) for seat in range(seats)]
    return compared


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_choices_and_gains_agree_with_the_second_implementation(seats, seed):
    assert {material.Turn, material.Explore, material.Navigate, material.Correspond} <= hold(
        seats, seed
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_of_rules_1_agrees_with_the_second_implementation(seats):
    assert {material.Turn, material.Explore, material.Navigate, material.Correspond} <= hold(
        seats, "old", rules=1
    )


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 0), (4, 1)])
def test_a_match_that_halves_all_stamps_agrees_with_the_second_implementation(seats, seed):
    met = hold(seats, f"halved {seed}", stamps="halved")
    assert {material.Turn, material.Explore, material.Navigate, material.Correspond} <= met


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_decision_of_many_matches_agrees_with_the_second_implementation(seats):
    compared = set().union(*(hold(seats, f"many {seed}") for seed in range(150)))
    assert compared >= {
        material.Turn,
        material.Explore,
        material.Navigate,
        material.Overtake,
        material.LandExplorer,
        material.PitchTent,
        material.ReuseTent,
        material.Correspond,
        material.Academy,
        material.Seal,
        material.Purple,
        material.Museum,
        material.DeliverSpecimen,
        material.ResearchSpecimen,
        material.Redeliver,
        material.TakeObjective,
        material.AchieveUnmet,
        material.CopyCrew,
        material.Lens,
        material.PerformLocked,
    }
