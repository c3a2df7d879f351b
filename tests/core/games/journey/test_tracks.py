"""The ocean and the islands: every space as printed, and the ways through them."""

from collections import Counter

import pytest

from darwin_core.games.journey import material

from .tables import rendered

NAMES = [space.name for space in material.SPACES]

OCEAN_ROADS = {
    0: [1], 1: [2, 3], 2: [3], 3: [4], 4: [5], 5: [6, 7], 6: [7], 7: [8], 8: [9], 9: [10, 11],
    10: [11], 11: [12, 13], 12: [13], 13: [14], 14: [15], 15: [16], 16: [17, 18], 17: [18],
    18: [19], 19: [20, 21], 20: [21], 21: [22], 22: [23], 23: [24], 24: [25], 25: [26], 26: [],
}  # fmt: skip
OCEAN_REWARDS = {
    10: "4 coins",
    17: "3 coins + evolution +2",
    22: "2 points",
    23: "3 points",
    24: "4 points",
    25: "5 points",
    26: "3 points",
}

ISLAND_A = [
    "", "4 coins", "", "1 knowledge", "", "", "objective", "", "2 coins", "",
    "objective + evolution +1", "3 coins", "", "5 coins", "", "3 points",
    "2 points + 1 knowledge", "3 points", "evolution +2", "4 points", "free seal",
    "3 coins + evolution +3", "correspondence 3", "6 points", "4 points",
]  # fmt: skip
ISLAND_B = [
    "", "5 coins", "", "objective + 4 points", "", "2 coins + 1 knowledge", "", "4 coins",
    "3 coins + objective", "", "free seal", "", "evolution +3", "6 points", "5 points",
]  # fmt: skip
ISLAND_C = [
    "", "", "3 points + 1 knowledge", "", "correspondence 2 + 3 points", "",
    "5 points + objective", "3 points + evolution +2", "6 points", "8 points", "8 points",
]  # fmt: skip
BENDS = {
    "IA4": ["IA5", "IA8"],
    "IA11": ["IA12", "IA13"],
    "IA12": ["IA15"],
    "IB2": ["IB3", "IB5"],
    "IB6": ["IB7", "IB8"],
    "IB7": ["IB10"],
    "IB9": ["IB7"],
    "IC1": ["IC2", "IC4"],
}
"""Island spaces that lead elsewhere than simply to the next number."""

SITES = [
    ("O6", (0, 1), "objective + 3 coins"),
    ("O12", (1, 3), "1 point + correspondence 3"),
    ("O19", (3, 5), "explore 2 + 5 points"),
    ("IA4", (0, 1), "correspondence 2"),
    ("IA7", (0, 1), "navigate 2"),
    ("IA14", (1, 2), "free seal"),
    ("IB4", (1, 3), "evolution +3"),
    ("IB9", (2, 4), "1 knowledge + 4 points"),
    ("IC3", (2, 4), "8 points"),
]


def numbered(names):
    return {NAMES.index(name) for name in names}


def after(space, closed=frozenset()):
    """Return the spaces that can be reached from a space, itself included, without closed ones."""
    reached = set()
    todo = {space} - closed
    while todo:
        space = todo.pop()
        reached.add(space)
        todo |= set(material.NEXT[space]) - reached - closed
    return reached


def test_spaces_are_27_of_the_ocean_and_25_15_11_of_the_islands_in_order():
    expected = [
        *(f"O{number}" for number in range(27)),
        *(f"IA{number}" for number in range(25)),
        *(f"IB{number}" for number in range(15)),
        *(f"IC{number}" for number in range(11)),
    ]
    assert expected == NAMES
    assert material.STARTS == (0, 27, 52, 67)
    assert material.LASTS == (26, 51, 66, 77)
    assert [material.TRACKS[track] for track in material.TRACK] == [
        name.rstrip("0123456789") for name in NAMES
    ]


def test_roads_of_the_ocean():
    assert {number: list(material.NEXT[number]) for number in range(27)} == OCEAN_ROADS


def test_roads_of_the_islands():
    for track, last in (("IA", 24), ("IB", 14), ("IC", 10)):
        for number in range(last + 1):
            name = f"{track}{number}"
            straight = [f"{track}{number + 1}"] if number < last else []
            assert [NAMES[space] for space in material.NEXT[NAMES.index(name)]] == BENDS.get(
                name, straight
            )


@pytest.mark.parametrize("name", NAMES)
def test_space_gives_what_it_says(name):
    rewards = {
        **{f"O{number}": words for number, words in OCEAN_REWARDS.items()},
        **{f"IA{number}": words for number, words in enumerate(ISLAND_A)},
        **{f"IB{number}": words for number, words in enumerate(ISLAND_B)},
        **{f"IC{number}": words for number, words in enumerate(ISLAND_C)},
    }
    assert rendered(material.SPACES[NAMES.index(name)].reward) == rewards.get(name, "")


def test_ribbons_and_their_points():
    ribbons = {space.name: space.ribbon for space in material.SPACES if space.ribbon}
    assert ribbons == {
        "IA4": 1, "IA9": 2, "IA16": 3, "IA21": 4,
        "IB2": 2, "IB6": 3, "IB11": 4,
        "IC7": 4,
    }  # fmt: skip


def test_the_first_on_each_last_space_gains_three_points():
    assert {space.name: space.first for space in material.SPACES if space.first} == {
        "O26": 3, "IA24": 3, "IB14": 3, "IC10": 3,
    }  # fmt: skip
    assert set(material.RIBBONS) == numbered(
        space.name for space in material.SPACES if space.ribbon or space.first
    )
    assert len(material.RIBBONS) == 12


def test_the_beagle_is_at_five_anchors_in_this_order():
    assert [NAMES[space] for space in material.ANCHORS] == ["O1", "O4", "O8", "O14", "O21"]


def test_banners_of_the_three_islands():
    assert {NAMES[space]: island for space, island in material.BANNERS.items()} == {
        "O1": 0,
        "O8": 1,
        "O14": 2,
    }


def test_every_road_stays_on_its_track():
    assert all(
        material.TRACK[after] == material.TRACK[space]
        for space in range(len(material.SPACES))
        for after in material.NEXT[space]
    )


@pytest.mark.parametrize("space", range(len(material.SPACES)), ids=NAMES)
def test_the_end_is_reached_from_everywhere_and_everywhere_from_the_start(space):
    track = material.TRACK[space]
    assert material.LASTS[track] in after(space)
    assert space in after(material.STARTS[track])
    assert space not in set().union(*map(after, material.NEXT[space]))


@pytest.mark.parametrize("space", sorted({*material.ANCHORS, *material.BANNERS, *material.RIBBONS}))
def test_anchors_banners_and_ribbons_lie_on_every_path(space):
    track = material.TRACK[space]
    assert material.LASTS[track] not in after(material.STARTS[track], closed={space})


def test_every_split_is_a_loop_that_joins_again():
    for space in range(len(material.SPACES)):
        if len(material.NEXT[space]) > 1:
            assert len(material.NEXT[space]) == 2
            one, other = map(after, material.NEXT[space])
            assert one <= other or other <= one or one & other


def test_specimens_lie_on_the_ten_marked_spaces_and_on_three_more_for_each_player_more():
    two = {"O2", "IA2", "IA5", "IA9", "IA12", "IB2", "IB6", "IB11", "IC1", "IC5"}
    three = two | {"O9", "IA8", "IB5"}
    four = three | {"O16", "IA15", "IC7"}
    assert [set(material.specimen_spaces(seats)) for seats in (2, 3, 4)] == [
        numbered(two), numbered(three), numbered(four),
    ]  # fmt: skip


@pytest.mark.parametrize(("seats", "museum"), [(2, 6), (3, 3), (4, 0)])
def test_sixteen_specimens_lie_on_spaces_and_in_the_museum(seats, museum):
    assert material.SPECIMENS - len(material.specimen_spaces(seats)) == museum
    assert material.SPECIMENS == 16


def test_specimen_spaces_of_three_and_four_are_ours():
    assert {space.name for space in material.SPACES if space.source == "house"} == {
        "O9", "O16", "IA8", "IA15", "IB5", "IC7",
    }  # fmt: skip
    assert Counter(space.source for space in material.SPACES)["rulebook"] == 0


def test_campsites_with_their_costs_and_rewards():
    assert [(site.space, site.costs, rendered(site.reward)) for site in material.CAMPSITES] == SITES
    assert {NAMES[space]: site for space, site in material.CAMP_AT.items()} == {
        name: site for site, (name, _, _) in enumerate(SITES)
    }


def test_campsite_spaces_have_no_icon_of_their_own_nor_specimen():
    for space in material.CAMP_AT:
        assert not material.SPACES[space].reward
        assert not material.SPACES[space].specimen


def test_third_place_of_a_campsite_is_for_four_and_two_coins_dearer():
    assert [material.place_costs(site, 2) for site in range(9)] == [costs for _, costs, _ in SITES]
    assert [material.place_costs(site, 3) for site in range(9)] == [costs for _, costs, _ in SITES]
    assert [material.place_costs(site, 4) for site in range(9)] == [
        (0, 1, 3), (1, 3, 5), (3, 5, 7), (0, 1, 3), (0, 1, 3), (1, 2, 4), (1, 3, 5), (2, 4, 6),
        (2, 4, 6),
    ]  # fmt: skip
