"""Triplets, their kinds and replacements of a joker, compared with the oracle by brute force."""

from itertools import combinations

from darwin_core.games.yummy.material import BOX, CARDS
from darwin_core.games.yummy.rules import (
    is_one_kind,
    is_triplet,
    lays,
    points_of,
    swaps,
    with_joker_swapped,
)

from . import oracle
from .positions import cards, codes, table, triplet

THREES = list(oracle.three_sets())


def test_labels_are_those_of_the_oracle():
    assert [card.code for card in CARDS] == oracle.LABELS
    assert [card.copies for card in CARDS] == [oracle.copies(code) for code in oracle.LABELS]


def test_every_set_of_three_cards_is_or_is_not_a_triplet():
    triplets = [three for three in THREES if is_triplet(cards(" ".join(three)))]
    assert triplets == [three for three in THREES if oracle.is_triplet(three)]
    assert len(THREES) > 20_000


def test_every_triplet_is_or_is_not_of_one_kind():
    for three in filter(oracle.is_triplet, THREES):
        assert is_one_kind(triplet(" ".join(three))) == oracle.is_one_kind(three), three


def test_every_triplet_is_worth_the_value_of_its_group():
    for three in filter(oracle.is_triplet, THREES):
        assert points_of(triplet(" ".join(three))) == oracle.VALUES[three[0][0]]


def test_what_takes_the_place_of_every_joker():
    for three in filter(oracle.is_triplet, THREES):
        laid = triplet(" ".join(three))
        assert codes(swaps(laid)).split() == oracle.swaps(three), three
        for card in swaps(laid):
            after = with_joker_swapped(laid, card)
            assert is_triplet(after)
            assert is_one_kind(after) == is_one_kind(laid)


def test_every_action_card_trumps_every_triplet_of_the_group_below_and_no_other():
    fields = ["C1 C2 C3", "E1 E1 E1", "P1 P2 PJ", "T1 T1 TJ", "U1 U2 U3"]
    actions = [code for code in oracle.LABELS if code[1] == "A"]
    for code in actions:
        may = table(code, "", fields=[[], fields]).may(0, "trump")
        wanted = [
            f"trump {code} 2.{place}"
            for place, text in enumerate(fields, 1)
            if oracle.trumps(code, text[0])
        ]
        assert may == wanted


def test_hands_may_lay_each_triplet_in_them_once():
    for start in range(0, 90, 7):
        hand = bytes(sorted(BOX[start::9] + BOX[start : start + 4]))
        held = codes(hand).split()
        wanted = {three for three in combinations(held, 3) if oracle.is_triplet(three)}
        lays_of_hand = [tuple(codes(lay.cards).split()) for lay in lays(hand)]
        assert len(lays_of_hand) == len(set(lays_of_hand))
        assert set(lays_of_hand) == wanted
