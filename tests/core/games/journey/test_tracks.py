"""The ocean and the islands: the ways through them. ``test_page`` compares each space with the
rules page."""

import pytest

from darwin_core.games.journey import material

NAMES = [space.name for space in material.SPACES]


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


def test_campsite_spaces_have_no_icon_of_their_own_nor_specimen():
    for space in material.CAMP_AT:
        assert not material.SPACES[space].reward
        assert not material.SPACES[space].specimen


def test_third_place_of_a_campsite_is_for_four_and_two_coins_dearer():
    for site, row in enumerate(material.CAMPSITES):
        first, second = row.costs
        assert [material.place_costs(site, seats) for seats in (2, 3, 4)] == [
            (first, second), (first, second), (first, second, second + 2),
        ]  # fmt: skip
