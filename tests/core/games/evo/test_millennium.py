"""The end of a millennium: extinction, competition, points, genomes, adaptations."""

import msgspec
import pytest
from matches import final_outcome

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import GAME, acts
from darwin_core.games.evo.material import TARGETS, bonus

from .positions import designs, ending, fauna, kind, living, row

ALL = "SSSSRRRRPPPPTTTTEEEEAAAA"
"""A genome of 24, the first target."""


def left(table):
    """Return the tokens left to each seat."""
    return {event.seat: (event.tokens, event.bonus) for event in table.events_of(acts.Survived)}


# --- when it ends


def test_a_millennium_ends_when_nobody_can_begin_a_generation():
    table = living(kind(hand="S", future="R", own="VS VR"), kind(own="VP VT", future="P"))
    assert table.events_of(acts.Survived) == []
    assert len(table.do(0, "done").events_of(acts.Survived)) == 2


# --- extinction


@pytest.mark.parametrize("millennium", [1, 2, 3, 4])
@pytest.mark.parametrize("slot", [1, 4])
def test_extinction_at_more_than_five_and_the_number_of_the_millennium(millennium, slot):
    land = [("SR SS SP", "SR")]
    for tokens, dies in ((5 + millennium, False), (6 + millennium, True)):
        one = tokens // 2
        where = {(0, slot): f"{one} {tokens - one}"}
        table = ending(land=land, tokens=where, millennium=millennium)
        assert bool(table.events_of(acts.DiedOut)) == dies, "tokens of all species count together"
        counted = {0: 0, 1: 0} if dies else {0: one, 1: tokens - one}
        thriving = 4
        assert {seat: tokens for seat, (tokens, _) in left(table).items()} == {
            seat: max(number - thriving, 0) for seat, number in counted.items()
        }


def test_an_overfilled_food_is_announced_at_once_with_the_tokens_that_die_at_the_end():
    """Only the action after which a food has too many tokens is announced, to its other owners."""
    kinds = [
        kind(hand="SSRR", future=ALL[4:], own="VS"),
        kind(hand="SSR", future=ALL[4:], own="VP", stand="3 0"),
    ]
    table = living(*kinds, land=[("SR", "")], tokens={(0, 1): "3 2"})
    table.do(0, "hunt 1")
    (overfilled,) = table.events_of(acts.Overfilled)
    assert (overfilled.slot, overfilled.card, overfilled.location) == (0, fauna("SR"), 0)
    assert dict(overfilled.tokens) == {0: 6, 1: 2}
    assert overfilled.losers == (1,), "the seat that overfills the food knows it"
    table.do(0, "done")
    table.do(1, "hunt 1")
    table.do(1, "done")
    assert len(table.events_of(acts.Overfilled)) == 1
    (died,) = table.events_of(acts.DiedOut)
    assert dict(died.tokens) == {0: 6, 1: 5}


def test_a_new_card_comes_from_the_top_of_the_deck_and_the_old_one_is_discarded():
    table = ending(
        land=[("SR SS SP", "SR"), ("RR RS RP", "SR")],
        tokens={(0, 2): "7 0", (0, 5): "0 7"},
        fauna_deck="TT",
        flora_deck="E",
    )
    assert table.state.slots[1] == fauna("TT")
    assert table.state.slots[4] == row("E")[0]
    assert table.state.fauna_out == bytes([fauna("SS")])
    assert table.state.flora_out == row("R")
    shown = [(event.slot, event.card) for event in table.events_of(acts.Arrived)]
    assert shown == [(1, fauna("TT")), (4, row("E")[0])]


def test_all_extinct_are_discarded_first_then_replaced_from_the_start_players_location_on():
    table = ending(
        kind(),
        kind(),
        kind(),
        land=[("SR SS SP", "SR"), ("RR RS RP", "SR"), ("PP PS PR", "SR")],
        tokens={(0, 1): "7 0 0", (1, 1): "7 0 0", (2, 1): "7 0 0"},
        fauna_deck="TT TE TA",
        first=1,
    )
    kinds = [type(event) for event in table.events if type(event) in (acts.DiedOut, acts.Arrived)]
    assert kinds == [acts.DiedOut] * 3 + [acts.Arrived] * 3
    assert [table.state.slots[place] for place in (5, 10, 0)] == [
        fauna("TT"),
        fauna("TE"),
        fauna("TA"),
    ]


def test_a_deck_that_runs_out_is_the_shuffled_discard():
    """All 18 flora are on the table or discarded, the one that dies out among them."""
    table = ending(
        land=[("SR SS SP", "SR"), ("RR RS RP", "SR")],
        tokens={(0, 4): "7 0"},
        flora_deck="",
        flora_out="",
    )
    assert table.state.slots[3] != NOTHING
    assert len(table.state.flora_deck) == 18 - 4
    assert table.state.flora_out == b""


def test_if_the_discard_is_empty_too_the_place_stays_empty_and_does_not_thrive():
    table = living(kind(), land=[("SR SS SP", "SR"), ("RR RS RP", "SR")])
    state = table.state
    state.slots = state.slots[:4] + bytes([NOTHING]) + state.slots[5:]
    state.flora_deck = state.flora_out = b""
    state.adaptations = [designs("VS VR"), designs("VP VT")]
    state.worn = [bytes(2), bytes(2)]
    state.tokens[0] = bytes([5, 0])
    GAME.apply(state, 0, GAME.texts.parse("done"), table.events.append)
    assert state.slots[4] == NOTHING
    assert left(table)[0] == (2, 0)


# --- thriving competitors


def test_each_thriving_card_takes_one_token_of_every_species_at_its_location():
    """The example of the rulebook: of two thriving competitors each species loses two."""
    table = ending(
        kind(),
        kind(),
        kind(),
        land=[("SR SS SP", "SR"), ("RR", "")],
        tokens={(0, 1): "3 1 0", (0, 2): "1 1 0", (0, 5): "1 0 0", (1, 1): "2 0 3"},
    )
    assert table.events_of(acts.Outcompeted) == [
        acts.Outcompeted(0, 0, 2, 0),
        acts.Outcompeted(1, 0, 2, 0),
    ]
    assert left(table) == {0: (3 + 2, 0), 1: (0, 0), 2: (3, 0)}


def test_a_card_dealt_for_an_extinct_one_is_not_thriving():
    table = ending(land=[("SR SS SP", "SR")], tokens={(0, 1): "7 0", (0, 2): "3 0"})
    assert len(table.events_of(acts.Arrived)) == 6, (
        "this one and the empty places of the other location"
    )
    assert table.events_of(acts.Outcompeted) == [acts.Outcompeted(0, 0, 3, 0)]
    assert left(table)[0] == (0, 0)
    table = ending(land=[("SR SS", "")], tokens={(0, 1): "7 0", (0, 2): "3 0"})
    assert left(table)[0] == (3, 0)


# --- Territorial


@pytest.mark.parametrize(
    ("tokens", "kept"), [("4 3", True), ("3 3", True), ("3 4", False), ("1 0", True)]
)
def test_territorial_keeps_its_tokens_where_it_has_the_most_or_as_many(tokens, kept):
    one, two = map(int, tokens.split())
    table = ending(
        kind(own="XT VS"), land=[("SR SS SP", "")], tokens={(0, 1): tokens}, millennium=3
    )
    shown = acts.Outcompeted(0, 0, 0, min(2, one)) if kept else acts.Outcompeted(0, 0, 2, 0)
    assert table.events_of(acts.Outcompeted)[0] == shown
    lost = max(two - 2, 0)
    assert left(table) == {0: (one if kept else one - 2, 0), 1: (lost, 0)}


def test_territorial_compares_the_numbers_at_one_location_before_the_loss():
    """The other species is ahead at the first location, and behind after its loss."""
    table = ending(
        kind(own="VS VR"),
        kind(own="XT VP"),
        land=[("SR SS SP", ""), ("RR RS", "")],
        tokens={(0, 1): "4 3", (1, 1): "0 1"},
        millennium=2,
    )
    assert table.events_of(acts.Outcompeted) == [
        acts.Outcompeted(0, 0, 2, 0),
        acts.Outcompeted(1, 0, 2, 0),
        acts.Outcompeted(1, 1, 0, 1),
    ]
    assert left(table) == {0: (2, 0), 1: (1 + 1, 0)}


def test_territorial_gets_a_token_for_each_location_before_natural_selection():
    """One token is on the other adaptation, two come to Territorial: the other one goes."""
    table = ending(
        kind(own="VS XT", worn="1 0", future=ALL),
        land=[("SR SS", ""), ("RR RS", "")],
        tokens={(0, 1): "2 0", (1, 1): "2 0"},
    )
    assert table.events_of(acts.Culled)[0] == acts.Culled(0, designs("VS")[0], 0)


def test_territorial_gets_no_second_token_at_one_location():
    """Two thrive there, and the other adaptation has one token: a tie, which either may lose."""
    gone = set()
    for chance in range(30):
        table = living(
            kind(own="VS XT", worn="1 0"),
            kind(own="VR VP"),
            land=[("SR SS SP", "")],
            tokens={(0, 1): "3 0"},
        )
        table.state.chance = bytes([chance] * 16)
        gone.add(table.do(0, "done").events_of(acts.Culled)[0].design)
    assert gone == {*designs("VS XT")}


# --- points


@pytest.mark.parametrize(
    ("tokens", "more"), [(0, 0), (1, 0), (5, 0), (6, 3), (10, 3), (11, 7), (30, 7)]
)
def test_bonus_for_tokens_left(tokens, more):
    assert bonus(tokens) == more


def test_the_bonus_goes_by_the_total_over_all_locations_and_the_tokens_go():
    table = ending(
        land=[("SR", "S"), ("RR", "R")],
        tokens={(0, 1): "3 1", (0, 4): "3 2", (1, 1): "3 0", (1, 4): "2 2"},
        millennium=4,
    )
    assert left(table) == {0: (11, 7), 1: (5, 0)}
    assert (table.state.survived, table.state.thrived) == ([11, 5], [7, 0])
    assert not any(map(any, table.state.tokens))


# --- the Future Genome


@pytest.mark.parametrize("millennium", [1, 2, 3, 4])
@pytest.mark.parametrize("change", [-5, 0, 5])
def test_a_point_for_each_card_over_or_under_the_target(millennium, change):
    size = TARGETS[millennium - 1] + change
    future = "SRPTEA" * 8
    table = ending(kind(future=future[:size]), kind(future=ALL), millennium=millennium)
    counted = next(event for event in table.events_of(acts.Counted) if event.seat == 0)
    assert (counted.size, counted.points) == (size, change)
    assert table.state.passed_on[0] == change
    if millennium < 4:
        assert len(counted.cards) == abs(change)
        assert sum(table.state.genomes[0]) == TARGETS[millennium - 1]


def test_the_next_genome_is_the_future_genome_less_or_more_cards_at_random():
    over = kind(future=ALL + "SSSSS")
    under = kind(future=ALL[:20])
    first = set()
    for chance in range(30):
        state = living(
            kind(own="VS VR", future=over.future), kind(own="VP VT", future=under.future)
        )
        state = msgspec.structs.replace(state.state, chance=bytes([chance] * 16))
        events: list[acts.EvoEvent] = []
        GAME.apply(state, 0, GAME.texts.parse("done"), events.append)
        gone, come = (e.cards for e in events if isinstance(e, acts.Counted))
        first.add((gone, come))
        for species, change, sign in ((0, gone, -1), (1, come, 1)):
            was = [(over, under)[species].future.count(letter) for letter in "SRPTEA"]
            now = [was[trait] + sign * change.count(trait) for trait in range(6)]
            assert list(state.genomes[species]) == now
        assert sorted(state.decks[0]) == sorted(
            trait for trait, number in enumerate(state.genomes[0]) for _ in range(number)
        )
    assert len(first) > 20


def crowd(*futures, first=0, millennium=3):
    """Return four species at the end of the third millennium, when the supply is short."""
    return ending(*[kind(future=future) for future in futures], first=first, millennium=millennium)


def test_over_and_under_target_at_once_with_a_short_supply():
    """The target is 36 each; 110 of 120 cards are passed on. The two above it return 8, so 18 are
    there for the 42 that are missing, one by one: 9 each. Every missing card costs points."""
    table = crowd(
        "SRPTEA" * 6 + "SRPT", "SRPTEA" * 6 + "EASR", "SRPTEA" * 3 + "SR", "SRPTEA" + "SRPT"
    )
    assert table.state.passed_on == [4, 4, -16, -26]
    assert [sum(genome) for genome in table.state.genomes] == [36, 36, 29, 19]
    assert not any(table.state.supply)


@pytest.mark.parametrize(("first", "odd"), [(0, 2), (3, 3)])
def test_the_last_card_of_the_supply_goes_to_who_comes_first_from_the_start_player(first, odd):
    table = crowd(
        "SRPTEA" * 6, "SRPTEA" * 6, "SRPTEA" * 3 + "SRPT", "SRPTEA" * 3 + "SRP", first=first
    )
    sizes = [22 + 3, 21 + 2]
    if odd == 3:
        sizes = [22 + 2, 21 + 3]
    assert [sum(genome) for genome in table.state.genomes] == [36, 36, *sizes]
    assert table.state.passed_on == [0, 0, -14, -15]


def test_who_needs_more_continues_when_the_others_have_enough():
    table = crowd("SRPTEA" * 6, "SRPTEA" * 4, "SRPTEA" * 5 + "SRPTE", "SRPTEA")
    assert [sum(genome) for genome in table.state.genomes] == [36, 33, 36, 15]
    assert table.state.passed_on == [0, -12, -1, -30]


def test_a_missing_card_costs_its_point_even_if_none_can_be_added():
    table = crowd("SRPTEA" * 6, "SRPTEA" * 6, "SRPTEA" * 6, "SRPTEA" * 2)
    assert table.state.passed_on == [0, 0, 0, -24]
    assert sum(table.state.genomes[3]) == 12


def test_a_wide_gene_pool_fills_every_genome():
    table = ending(*[kind(future="SRPTEA") for _ in range(4)], millennium=3, wide_gene_pool=True)
    assert [sum(genome) for genome in table.state.genomes] == [36] * 4


def test_a_genome_above_its_target_is_cut_before_any_other_is_filled():
    """All cards are in one genome; the species before it in order is filled from the returned
    cards."""
    table = ending(kind(), kind(future="SRPTEA" * 20))
    assert table.state.passed_on == [-24, 120 - 24]
    assert [sum(genome) for genome in table.state.genomes] == [24, 24]


# --- natural selection and random mutation


def test_the_adaptation_with_the_fewest_tokens_goes_and_two_new_ones_come():
    table = ending(
        kind(own="VS HP GT", worn="2 1 3", future=ALL), adaptation_deck="XA XP FE FA", millennium=2
    )
    assert table.events_of(acts.Culled)[0] == acts.Culled(0, designs("HP")[0], 0)
    assert table.events_of(acts.Mutated)[0] == acts.Mutated(0, designs("XP XA"), 0), "in order"
    assert table.worn(0) == {"VS": [0], "GT": [0], "XP": [0], "XA": [0]}
    assert table.state.adaptation_out[:1] == designs("HP")


def test_an_adaptation_tie_is_broken_at_random():
    gone = set()
    for chance in range(40):
        table = living(kind(own="VS HP GT", worn="1 1 3"), kind(own="VR VP"))
        table.state.chance = bytes([chance] * 16)
        gone.add(table.do(0, "done").events_of(acts.Culled)[0].design)
    assert gone == {*designs("VS HP")}


def test_of_two_equal_adaptations_one_may_go_and_the_other_stay():
    table = ending(kind(own="VS VS", worn="0 3", future=ALL), adaptation_deck="XA XP FE FA")
    assert table.worn(0) == {"VS": [0], "XP": [0], "XA": [0]}


def test_species_mutate_in_seat_order_from_the_start_player():
    table = ending(kind(), kind(), kind(), adaptation_deck="XS XR XP XT XE XA", first=2)
    shown = [(event.species, event.designs) for event in table.events_of(acts.Mutated)]
    assert [species for species, _ in shown] == [2, 0, 1]
    assert shown[0][1] == bytes([*designs("XS"), *designs("XR")])


def test_the_number_of_adaptations_goes_up_by_one():
    table = ending(kind(own="VS VR HP"), kind(own="VP VT"), millennium=2)
    assert [len(designs) for designs in table.state.adaptations] == [4, 3]


# --- order, and the last millennium


def test_the_steps_come_in_their_order():
    table = ending(
        kind(future=ALL),
        kind(future=ALL),
        land=[("SR SS SP", "SR")],
        tokens={(0, 1): "7 0", (0, 2): "6 3"},
    )
    order: list[str] = []
    for event in table.events:
        name = type(event).__name__
        if not order or order[-1] != name:
            order.append(name)
    assert (
        order
        == [
            *("DiedOut", "Arrived", "Outcompeted", "Survived", "Counted"),
            *("Culled", "Mutated", "Culled", "Mutated"),
        ]
        or order[0] == "DiedOut"
    )
    where = [order.index(n) for n in ("DiedOut", "Arrived", "Survived", "Counted", "Culled")]
    assert where == sorted(where)


def test_the_last_millennium_scores_its_target_and_forms_no_deck():
    table = ending(
        kind(future="SRPTEA" * 8), kind(future="SRPTEA" * 6), millennium=4, points=[1, 2]
    )
    assert table.asked == ([], [])
    assert table.state.passed_on == [6, -6]
    assert not any(table.state.decks)
    assert table.events_of(acts.Culled) == table.events_of(acts.Mutated) == []
    assert [event.cards for event in table.events_of(acts.Counted)] == [b"", b""]
    outcome = final_outcome(GAME, table.state)
    assert outcome.totals == (7, -4)
    assert outcome.winners == (0,)
    assert table.events_of(acts.Ended) == [acts.Ended((7, -4), (0,))]


def test_a_tie_at_the_end_is_shared_and_points_may_be_negative():
    table = ending(kind(), kind(), kind(), millennium=4, points=[2, 3, 3])
    outcome = final_outcome(GAME, table.state)
    assert outcome.totals == (-40, -39, -39)
    assert outcome.winners == (1, 2)
