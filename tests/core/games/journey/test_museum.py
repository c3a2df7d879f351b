"""The museum: research, deliveries and their gains."""

from darwin_core.games.journey.acts import END, Deliver, Place, Research
from darwin_core.games.journey.material import MUSEUM

from .positions import calm, page, specimen

MUSEUM_PLACE = page("museum")
SPECIAL = page("special")
ALL = [
    f"{colour} {kind}"
    for colour in ("green", "blue", "yellow", "red")
    for kind in ("reptile", "plant", "bird", "fossil")
]


def collected(*inside, seats=4, **changes):
    """Put only these specimens into the museum; as many spaces as needed hold the others."""
    table = calm(seats).give(0, **changes)
    return table.lay(**{name.replace(" ", "_"): "museum" for name in inside})


def visiting(table):
    return table.play(Place(0, MUSEUM_PLACE))


def delivery(text, table, gain):
    """Check the gain of delivering a specimen to the museum, in coins and steps."""
    before = table.purse()
    visiting(table).play(Deliver(specimen(text)))
    after = table.purse() - before
    assert (after.coins, after.steps) == gain
    return table


# --- the gain of a delivery


def test_the_first_delivery_gains_six_coins_and_that_of_the_row():
    table = collected().research(0, "green plant")
    delivery("green plant", table, (6 + 1, 0))


def test_the_coin_of_a_row_is_taken_once_in_a_match():
    table = collected().research(0, "green plant", "green bird", "blue bird").give(0, coins=3)
    delivery("green plant", table, (7, 0))
    before = table.purse()
    table.play(Deliver(specimen("green bird")))
    assert (table.purse() - before)[0] == 5 - 3
    table.end().research(1, "green fossil", "blue bird")
    table.play(Place(0, MUSEUM_PLACE))
    before = table.purse(1)
    table.play(Deliver(specimen("blue bird")))
    assert (table.purse(1) - before).coins == 5 + 1


def test_completing_a_row_is_a_step_more():
    table = collected("green reptile", "green bird", "green fossil").research(0, "green plant")
    delivery("green plant", table, (3 + 1, 3 + 1))


def test_completing_a_column_is_nothing_more():
    table = collected("blue plant", "yellow plant", "red plant").research(0, "green plant")
    delivery("green plant", table, (3 + 1, 3))


def test_the_last_of_all_gains_six_steps_and_one():
    table = collected(*(name for name in ALL if name != "red fossil")).research(0, "red fossil")
    delivery("red fossil", table, (1, 6 + 1))


def test_steps_past_the_end_of_the_track_are_points():
    table = collected("green reptile", "green bird", "green fossil").give(0, steps=34)
    table.research(0, "green plant")
    before = table.purse()
    visiting(table).play(Deliver(specimen("green plant")))
    assert table.purse() - before == (4, 2, 0, 2)


# --- delivering


def test_a_delivered_specimen_leaves_its_space():
    table = visiting(collected().research(0, "green plant")).play(Deliver(specimen("green plant")))
    assert table.state.specimens[specimen("green plant")] == MUSEUM
    assert table.state.research[0] == 1 << specimen("green plant")


def test_only_specimens_researched_and_still_outside_are_delivered():
    table = collected("blue bird").research(0, "green plant", "blue bird").research(1, "red plant")
    assert visiting(table).of(Deliver) == [Deliver(specimen("green plant"))]


def test_two_specimens_the_second_for_three_coins():
    table = collected(coins=0).research(0, "green plant", "blue bird", "red fossil")
    visiting(table).play(Deliver(specimen("green plant")))
    assert table.purse().coins == 7
    table.play(Deliver(specimen("blue bird")))
    assert table.purse().coins == 7 - 3 + 7
    assert table.can(END)


def test_delivering_and_researching_are_one_or_the_other():
    table = collected("blue bird", coins=9).research(0, "green plant")
    visiting(table)
    assert table.of(Deliver)
    assert table.of(Research)
    table.play(Deliver(specimen("green plant")))
    assert not table.of(Research)
    other = visiting(collected("blue bird", "red bird", coins=9).research(0, "green plant"))
    other.play(Research(specimen("blue bird")))
    assert not other.of(Deliver)
    assert other.of(Research) == [Research(specimen("red bird"))]


# --- research


def test_research_in_the_museum_up_to_two_the_second_for_three_coins():
    table = visiting(collected("blue bird", "red bird", "red plant", coins=3))
    table.play(Research(specimen("blue bird")))
    assert table.purse().coins == 3
    table.play(Research(specimen("red bird")))
    assert table.purse().coins == 0
    assert table.can(END)
    assert table.state.research[0] == 1 << specimen("blue bird") | 1 << specimen("red bird")


# --- delivering again


def again(*inside, **changes):
    return collected(*inside, **changes).specials(3).rows(0, "YR")


def test_a_delivery_is_gained_again_as_of_now():
    table = again("green plant", "green bird", "red plant").research(0, "green plant")
    before = table.purse()
    table.play(Place(0, SPECIAL), Deliver(specimen("green plant")))
    assert (table.purse() - before)[0::3] == (4, 2)
    assert table.can(END)


def test_delivering_again_does_not_take_the_coin_of_the_row():
    table = again("green plant").research(0, "green plant")
    before = table.purse()
    table.play(Place(0, SPECIAL), Deliver(specimen("green plant")))
    assert (table.purse() - before).coins == 6
    assert list(table.state.row_coins) == [1, 1, 1, 1]
