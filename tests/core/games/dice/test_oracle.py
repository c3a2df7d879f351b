"""The engine against the second implementation of the rules."""

from itertools import product
from random import Random

import pytest

from darwin_core.games.dice import GAME, material
from darwin_core.games.dice.acts import Carried, DiceEvent, Lost, Play, Revealed, Won
from darwin_core.lab.play import Case, moments

from . import oracle
from .positions import codes, position


def dice_of(roll):
    return oracle.Dice(material.face(roll).mode, material.face(roll).colour, material.number(roll))


def code(card):
    return material.CARDS[card].code


def test_trump_and_points_agree():
    assert [code(material.TRUMP[roll]) for roll in range(material.ROLLS)] == [
        dice_of(roll).trump for roll in range(material.ROLLS)
    ]
    assert list(material.POINTS) == [oracle.points(card.code) for card in material.CARDS]


@pytest.mark.parametrize("roll", range(material.ROLLS))
def test_any_two_cards_rank_as_the_rules_say(roll):
    dice = dice_of(roll)
    for trump_lies in (False, True):
        table = material.STRENGTH_WITH_TRUMP[roll] if trump_lies else material.STRENGTH[roll]
        others = [dice.trump] if trump_lies else []
        for one, two in product(range(material.KINDS), repeat=2):
            if not trump_lies and material.TRUMP[roll] in (one, two):
                continue
            played = [code(one), code(two), *others]
            stronger = oracle.is_stronger(code(one), code(two), dice, played)
            assert (table[one] > table[two]) == stronger, (dice, played)


def random_turn(rng, seats):
    """Return cards for one turn, with trumps, scorpions and pairs far more often than by chance."""
    roll = rng.randrange(material.ROLLS)
    wanted = [
        material.TRUMP[roll],
        material.TRUMP[roll],
        *[card for card in material.DECK if code(card) == "C"],
    ]
    pool = list(material.DECK)
    played: list[int] = []
    for _ in range(seats):
        likely = [card for card in (*wanted, *played, *played) if card in pool]
        card = rng.choice(likely if likely and rng.random() < 0.45 else pool)
        pool.remove(card)
        played.append(card)
    taken = [[pool.pop(rng.randrange(len(pool))) for _ in range(rng.randrange(4))] for _ in played]
    middle = [pool.pop(rng.randrange(len(pool))) for _ in range(rng.choice((0, 0, seats)))]
    return roll, played, taken, middle


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_turns_end_as_the_rules_say(seats):
    rng = Random(f"turns {seats}")
    seen = {"snake": 0, "scorpion": 0, "tie": 0, "won": 0}
    for _ in range(1_500):
        roll, played, taken, middle = random_turn(rng, seats)
        dice = dice_of(roll)
        darwin = rng.randrange(seats)
        state = position(
            f"{dice.mode} {dice.colour} {dice.number}",
            *map(code, played),
            taken=[" ".join(map(code, cards)) for cards in taken],
            middle=" ".join(map(code, middle)),
            darwin=darwin,
        )
        out = list(state.out)
        table = oracle.Table([list(map(code, c)) for c in taken], list(map(code, middle)), darwin)
        table.turn([code(card) for card in played], dice)
        events: list[DiceEvent] = []
        for seat, card in enumerate(played):
            GAME.apply(state, seat, Play(card), events.append)
        assert_agree(state, table, events, out)
        (revealed,) = (event for event in events if isinstance(event, Revealed))
        order = oracle.ranked([code(card) for card in played], dice)
        assert [seat for seat, _ in revealed.ranking] == order
        for cause, _, _ in table.losses:
            seen[cause] += 1
        seen["tie" if table.winner is None else "won"] += 1
    assert all(times > 50 for times in seen.values()), seen


def assert_agree(state, table, events, out_before):
    assert [codes(cards) for cards in state.taken] == [" ".join(sorted(c)) for c in table.taken]
    assert codes(state.middle) == " ".join(sorted(table.middle))
    assert codes(state.out) == " ".join(sorted([*map(code, out_before), *table.out]))
    assert state.darwin == table.darwin
    losses = [event for event in events if isinstance(event, Lost)]
    assert [(event.cause, event.seat, codes(event.cards)) for event in losses] == [
        (cause, seat, " ".join(sorted(cards))) for cause, seat, cards in table.losses
    ]
    (end,) = (event for event in events if isinstance(event, Won | Carried))
    if isinstance(end, Won):
        assert end.seat == table.winner
        assert [*map(code, (*end.cards, *end.carried))] == table.gained
    else:
        assert table.winner is None
        assert [code(end.card)] * len(end.seats) == table.tied
    # Losses come before the win, so that nobody loses cards of this turn.
    assert all(events.index(loss) < events.index(end) for loss in losses)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches_score_as_the_rules_say(seats):
    hand_size = {2: 9, 3: 8, 4: 6}[seats]
    for seed in range(40):
        start = Case(GAME, seats, f"oracle {seed}").start()
        table = oracle.Table([[] for _ in range(seats)], [], start.darwin, account=[0] * seats)
        played = {}
        turns = 0
        for moment in moments(Case(GAME, seats, f"oracle {seed}")):
            played[moment.seat] = code(moment.action.card)
            if len(played) < seats:
                continue
            table.turn([played[seat] for seat in range(seats)], dice_of(start.rolls[turns]))
            played = {}
            turns += 1
            if turns % hand_size == 0:
                table.end_round()
            assert_agree(moment.after, table, moment.events, [])
            assert list(moment.after.points) == table.account
        assert turns * seats == 72
