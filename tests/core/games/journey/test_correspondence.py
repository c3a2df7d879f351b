"""Stamps: stacks, envelopes, the discard, and the rewards of stacks that are emptied."""

from darwin_core.games.journey.acts import END, SKIP, Place, Stamp
from darwin_core.games.journey.material import DISCARD, NEUTRAL, Academy, Explore, Navigate

from .positions import at, calm, page

WRITE_2, WRITE_3 = (page("correspondence", number) for number in (2, 3))


def writing(number=1, row="YYY", **stamps):
    table = calm().rows(0, row).lens(NEUTRAL, WRITE_2, WRITE_3)
    if stamps:
        table.stamps(0, **stamps)
    return table.play(Place(0, page("correspondence", number)))


def most(table):
    """Count the stamps that can be placed, always the first on offer."""
    count = 0
    while table.of(Stamp):
        table.play(table.of(Stamp)[0])
        count += 1
    return count


def test_fewer_stamps_will_do_and_none_too():
    table = writing(2).play(Stamp(0, 1), SKIP)
    assert [list(row) for row in table.state.envelopes] == [[0, 0], [1, 0], [0, 0]]
    assert table.can(END)
    assert writing(2).play(SKIP).can(END)


def test_all_go_to_one_envelope():
    table = writing(2).play(Stamp(0, 1))
    assert {action.envelope for action in table.of(Stamp)} == {1}


def test_silver_is_one_stamp_more_on_the_same_envelope():
    table = writing(1, row="YBBB")
    table.play(Stamp(0, 1))
    assert {action.envelope for action in table.of(Stamp)} == {1}
    assert most(table) == 2


def test_gold_lets_stamps_go_to_several_envelopes():
    table = writing(1, row="YBBBBB").play(Stamp(0, 0), Stamp(0, 1), Stamp(0, 2))
    assert [row[0] for row in table.state.envelopes] == [1, 1, 1]
    assert table.can(END)


def test_a_stack_that_is_emptied_gives_its_reward():
    for stack, effect in ((0, Explore(2)), (1, Academy(2)), (2, Navigate(2))):
        stacks = [4, 4, 4]
        stacks[stack] = 1
        table = writing(1, stacks=stacks, envelopes=(0, 0, 0)).play(Stamp(stack, 0), SKIP)
        assert table.offered(effect)


def test_the_reward_comes_after_all_stamps():
    table = writing(1, stacks=(1, 4, 4)).play(Stamp(0, 0))
    assert table.of(Stamp)
    table.play(Stamp(1, 0))
    assert table.offered(Explore(2))


def test_two_stacks_that_are_emptied_give_both_rewards_in_any_order():
    for first, second in ((Explore(2), Navigate(2)), (Navigate(2), Explore(2))):
        table = writing(1, stacks=(1, 4, 1)).play(Stamp(2, 0), Stamp(0, 0))
        assert table.offered(first)
        assert table.offered(second)
        table.begin(first)
        table.play(table.legal[0])
        table.begin(second)
        table.play(table.legal[0])
        assert (table.state.explorers[0][0], table.state.ships[0]) == (at("IA1"), at("O1"))


def test_the_discard_serves_only_when_all_stacks_are_empty():
    table = writing(1, stacks=(0, 0, 1), envelopes=(3, 0, 0))
    assert {action.stack for action in table.of(Stamp)} == {2}
    table.play(Stamp(2, 0))
    assert {action.stack for action in table.of(Stamp)} == {DISCARD}
    table.play(Stamp(DISCARD, 0))
    assert table.state.stacks[0][DISCARD] == 7
    assert table.offered(Navigate(2))


def test_the_last_stamp_of_the_discard_ends_it():
    table = writing(2, stacks=(0, 0, 0), envelopes=(5, 5, 1))
    assert most(table) == 1
    assert table.can(END)
