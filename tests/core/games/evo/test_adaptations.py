"""The thirty adaptations: effects, limits, and the token for each use."""

import pytest

from darwin_core.games.evo.acts import LETTERS, Migrated

from .positions import PLACES, kind, living

DECK = "TTTTTT"
NEXT = dict(zip(LETTERS, LETTERS[1:] + LETTERS[0], strict=True))
TRAIT = pytest.mark.parametrize("trait", LETTERS)


def others(*letters):
    return [letter for letter in LETTERS if letter not in letters]


# --- versatile: a card of the next trait stands for one symbol


@TRAIT
def test_versatile_lets_a_card_of_the_next_trait_count_as_one_symbol(trait):
    own_design = f"V{trait}"
    following = NEXT[trait]
    third = others(trait, NEXT[trait])[0]
    land = [(f"{trait}{third} {third}{trait} {third}{third}", "")]
    table = living(kind(hand=trait + following + third, deck=DECK, own=own_design), land=land)
    assert table.may(0, "hunt") == [f"hunt 1 +{own_design}"]
    table.do(0, f"hunt 1 +{own_design}")
    assert sorted(table.future(0)) == sorted(trait + following + third)
    assert table.worn(0) == {own_design: [1]}
    assert (table.tokens(1), table.offspring(0)) == ([2, 0], trait)
    table = living(kind(hand=third + third + following, deck=DECK, own=own_design), land=land)
    assert table.may(0, "hunt") == [f"hunt 2 +{own_design}"]


@TRAIT
def test_versatile_counts_as_no_second_symbol_even_with_two_copies(trait):
    following = NEXT[trait]
    land = [(f"{trait}{trait}", "")]
    hand = trait + following + following
    table = living(kind(hand=hand, deck=DECK, own=f"V{trait} V{trait}"), land=land)
    assert table.may(0, "hunt") == []
    assert table.why(0, f"hunt 1 +V{trait} +V{trait}") == "no-use"


@TRAIT
def test_versatile_is_of_no_use_in_a_forage_and_the_other_way_round(trait):
    """A card of the trait never stands for the next one."""
    own_design = f"V{trait}"
    following = NEXT[trait]
    third = others(trait, following)[0]
    table = living(
        kind(hand=following + trait + third, deck=DECK, own=own_design),
        land=[(f"{following}{third}", "")],
    )
    assert table.may(0, "hunt") == []


def test_using_an_adaptation_is_optional():
    table = living(kind(hand="SSRR", deck=DECK, own="VS"), land=[("SR", "")])
    assert table.may(0, "hunt") == ["hunt 1", "hunt 1 +VS"]
    table.do(0, "hunt 1")
    assert table.worn(0) == {"VS": [0]}


def test_two_versatiles_change_a_symbol_each_and_do_not_chain():
    table = living(kind(hand="SRP", deck=DECK, own="VS VR"), land=[("SR", "")])
    assert table.may(0, "hunt") == ["hunt 1 +VS +VR"]
    table.do(0, "hunt 1 +VS +VR")
    assert table.worn(0) == {"VS": [1], "VR": [1]}
    table = living(kind(hand="SSP", deck=DECK, own="VS VR"), land=[("SS", "")])
    assert table.may(0, "hunt") == []


def test_the_ring_closes_from_agility_to_size():
    table = living(kind(hand="ASR", deck=DECK, own="VA"), land=[("AR", "")])
    assert table.may(0, "hunt") == ["hunt 1 +VA"]


# --- hunter: one symbol less


@TRAIT
def test_hunter_leaves_out_one_primary_symbol_of_its_own_fauna_only(trait):
    own_design = f"H{trait}"
    third = others(trait)[0]
    land = [(f"{trait}{third} {third}{trait} {trait}{trait}", "")]
    table = living(kind(hand=trait + third, deck=DECK, own=own_design), land=land)
    assert table.may(0, "hunt") == [f"hunt 1 +{own_design}"]
    table.do(0, f"hunt 1 +{own_design}")
    assert sorted(table.future(0)) == sorted(trait + third)
    assert (table.tokens(1), table.offspring(0)) == ([2, 0], trait)
    assert table.worn(0) == {own_design: [1]}
    table = living(kind(hand=trait + trait, deck=DECK, own=f"{own_design} {own_design}"), land=land)
    assert table.may(0, "hunt") == [f"hunt 3 +{own_design}"]
    assert (
        living(kind(hand=trait, deck=DECK, own=f"{own_design} {own_design}"), land=land).may(
            0, "hunt"
        )
        == []
    )
    assert living(kind(hand=2 * third, deck=DECK, own=own_design), land=land).may(0, "hunt") == []


@TRAIT
def test_hunter_and_versatile_combine(trait):
    following = NEXT[trait]
    third = others(trait, NEXT[trait])[0]
    uses = f"+V{trait} +H{trait}"
    table = living(
        kind(hand=following + third, deck=DECK, own=f"V{trait} H{trait}"),
        land=[(f"{trait}{third}", "")],
    )
    assert table.may(0, "hunt") == [f"hunt 1 {uses}"]
    table.do(0, f"hunt 1 {uses}")
    assert table.worn(0) == {f"V{trait}": [1], f"H{trait}": [1]}
    assert table.offspring(0) == trait


# --- forager: another search card


@TRAIT
def test_forager_searches_anywhere_and_the_offspring_is_still_the_locations(trait):
    own_design = f"F{trait}"
    home, flora = others(trait)[:2]
    places = " ".join([PLACES[LETTERS.index(home)], PLACES[LETTERS.index(trait)]])
    where = {"land": [("", flora)], "places": places}
    table = living(kind(hand=trait + 2 * flora, deck=DECK, own=own_design), **where)
    assert table.may(0, "forage") == [f"forage 4 1 +{own_design}", f"forage 4 2 +{own_design}"]
    table.do(0, f"forage 4 2 +{own_design}")
    assert (table.tokens(4), table.offspring(0)) == ([2, 0], home)
    assert sorted(table.future(0)) == sorted(trait + 2 * flora)
    assert table.worn(0) == {own_design: [1]}


@TRAIT
def test_forager_is_of_no_use_where_its_trait_searches_anyhow(trait):
    flora = others(trait)[0]
    places = " ".join(PLACES[LETTERS.index(trait_letter)] for trait_letter in (trait, flora))
    table = living(
        kind(hand=trait + flora, deck=DECK, own=f"F{trait}"), land=[("", flora)], places=places
    )
    assert table.may(0, "forage") == ["forage 4 1"]
    assert table.why(0, f"forage 4 1 +F{trait}") == "no-use"


@TRAIT
def test_a_foragers_search_card_is_not_gathered_where_the_flora_has_its_trait(trait):
    home = others(trait)[0]
    places = " ".join(PLACES[LETTERS.index(trait_letter)] for trait_letter in (home, trait))
    table = living(
        kind(hand=3 * trait, deck=DECK, own=f"F{trait}"), land=[("", trait)], places=places
    )
    assert table.may(0, "forage") == [f"forage 4 1 +F{trait}", f"forage 4 2 +F{trait}"]


# --- feeder: one token more


@TRAIT
def test_feeder_places_one_token_more_on_its_own_flora(trait):
    own_design = f"G{trait}"
    home, other = others(trait)[:2]
    places = " ".join(PLACES[LETTERS.index(trait_letter)] for trait_letter in (home, trait))
    hand = 2 * home + 2 * trait + other
    table = living(
        kind(hand=hand, deck=DECK, own=own_design), land=[("", trait + other)], places=places
    )
    assert table.may(0, "forage") == [
        "forage 4 1",
        f"forage 4 1 +{own_design}",
        "forage 4 2",
        f"forage 4 2 +{own_design}",
        "forage 5 1",
    ]
    table.do(0, f"forage 4 2 +{own_design}", "forage 5 1")
    assert (table.tokens(4), table.tokens(5)) == ([3, 0], [1, 0])
    assert table.worn(0) == {own_design: [1]}


def test_feeder_and_forager_combine_and_count_with_the_token_of_the_last_generation():
    table = living(kind(hand="TRR", own="FT GR"), land=[("", "R")])
    table.do(0, "forage 4 2 +FT +GR")
    assert table.tokens(4) == [2 + 1 + 1, 0]
    assert table.worn(0) == {"FT": [1], "GR": [1]}


# --- the tokens of use


def test_the_same_adaptation_serves_every_action_and_gets_a_token_each_time():
    table = living(kind(hand="SRRSRR", deck=DECK, own="VS"), land=[("SR", "")])
    table.do(0, "hunt 1 +VS", "hunt 1 +VS")
    assert table.worn(0) == {"VS": [2]}


def test_of_two_copies_the_one_with_fewer_tokens_gets_the_next():
    table = living(kind(hand="SRRSRRSRR", deck=DECK, own="VS VS", worn="2 0"), land=[("SR", "")])
    table.do(0, "hunt 1 +VS")
    assert table.worn(0) == {"VS": [2, 1]}
    table.do(0, "hunt 1 +VS", "hunt 1 +VS")
    assert table.worn(0) == {"VS": [3, 2]}


def test_tokens_of_use_are_no_points():
    table = living(kind(hand="SRR", deck=DECK, own="VS"), land=[("SR", "")]).do(0, "hunt 1 +VS")
    assert sum(map(sum, table.state.tokens)) == 2


def test_adaptations_of_another_species_are_of_no_use():
    table = living(kind(hand="SRR", deck=DECK), kind(own="VS"), land=[("SR", "")])
    assert table.may(0, "hunt") == []
    assert table.why(0, "hunt 1 +VS") == "not-adapted"


# --- Hibernation


def test_hibernation_saves_one_of_two_or_more_unused_cards():
    table = living(kind(hand="SRR", deck=DECK, own="XS")).do(0, "done")
    assert table.asked == (["SaveCard"], [0])
    assert table.may(0) == ["save S", "save R", "done"]
    table.do(0, "save R")
    assert (table.future(0), table.lost(0)) == ("R", "SR")
    assert table.worn(0) == {"XS": [1]}
    assert table.hand(0) == DECK


def test_hibernation_needs_two_cards():
    table = living(kind(hand="S", deck=DECK, own="XS")).do(0, "done")
    assert table.asked[0] != ["SaveCard"]
    assert (table.future(0), table.lost(0)) == ("", "S")
    assert table.worn(0) == {"XS": [0]}


def test_hibernation_need_not_save():
    table = living(kind(hand="SRR", deck=DECK, own="XS XS")).do(0, "done", "done")
    assert (table.future(0), table.lost(0)) == ("", "SRR")
    assert table.worn(0) == {"XS": [0, 0]}


def test_two_hibernations_save_two_of_three_cards_but_not_the_last_but_one_of_two():
    table = living(kind(hand="SRP", deck=DECK, own="XS XS")).do(0, "done", "save S")
    assert table.may(0) == ["save R", "save P", "done"]
    table.do(0, "save P")
    assert (table.future(0), table.lost(0)) == ("SP", "R")
    assert table.worn(0) == {"XS": [1, 1]}
    table = living(kind(hand="SR", deck=DECK, own="XS XS")).do(0, "done", "save S")
    assert table.lost(0) == "R"


def test_hibernation_works_in_the_last_generation_too():
    table = living(kind(hand="SR", own="XS"), kind(hand="T")).do(0, "done", "save S")
    assert (table.future(0), table.lost(0)) == ("S", "R")


# --- Scavenger


@pytest.mark.parametrize("there", ["0 1", "1 0", "2 3"])
def test_scavenger_places_one_more_where_any_token_is_the_own_too(there):
    table = living(kind(hand="SSR", deck=DECK, own="XR"), land=[("SR", "")], tokens={(0, 1): there})
    before = table.tokens(1)
    assert table.may(0, "hunt") == ["hunt 1", "hunt 1 +XR"]
    table.do(0, "hunt 1 +XR")
    assert table.tokens(1) == [before[0] + 3, before[1]]
    assert table.worn(0) == {"XR": [1]}


def test_scavenger_is_of_no_use_on_an_untouched_fauna_nor_on_flora():
    table = living(
        kind(hand="SSRR", deck=DECK, own="XR"), land=[("SR", "R")], tokens={(0, 4): "1 1"}
    )
    assert table.may(0, "hunt") == ["hunt 1"]
    assert table.may(0, "forage") == ["forage 4 1", "forage 4 2"]


def test_scavenger_on_what_the_same_generation_hunted():
    table = living(kind(hand="SSRSSR", own="XR"), land=[("SR", "")])
    table.do(0, "hunt 1", "hunt 1 +XR")
    assert table.tokens(1) == [3 + 4, 0]


# --- Wanderer


def test_wanderer_migrates_for_one_card_that_is_face_up_and_loses_nothing():
    table = living(kind(hand="SR", deck=DECK, own="XP"))
    assert table.may(0, "migrate") == ["migrate SR 2", "migrate S 2", "migrate R 2"]
    table.do(0, "migrate R 2")
    assert (table.hand(0), table.offspring(0), table.lost(0)) == ("S", "R", "")
    assert (table.state.active, table.worn(0)) == (1, {"XP": [1]})
    assert table.events_of(Migrated) == [Migrated(0, 1, 1, 254)]


def test_wanderer_goes_once_in_a_generation():
    table = living(kind(hand="SRP", deck=DECK + "A", own="XP")).do(0, "migrate R 2")
    assert table.may(0, "migrate") == ["migrate SP 1"]
    assert table.why(0, "migrate S 1") == "once"
    table.do(0, "done")
    assert table.may(0, "migrate") != []


def test_two_wanderers_go_twice_and_each_gets_its_token():
    table = living(kind(hand="SRP", deck=DECK, own="XP XP")).do(0, "migrate R 2", "migrate S 1")
    assert table.worn(0) == {"XP": [1, 1]}
    assert table.may(0, "migrate") == []


def test_wanderer_too_needs_a_future_generation():
    table = living(kind(hand="SR", own="XP"))
    assert table.may(0, "migrate") == []
    assert table.why(0, "migrate S 2") == "no-future"


def test_a_wanderer_may_still_pay_two_cards():
    table = living(kind(hand="SR", deck=DECK, own="XP")).do(0, "migrate SR 2")
    assert table.worn(0) == {"XP": [0]}
    assert len(table.lost(0)) == 1


# --- Large litter


def test_large_litter_gives_a_second_offspring_of_the_same_trait():
    table = living(kind(hand="SSR", deck=DECK, own="XE"), land=[("SR", "")])
    before = table.supply("S")
    table.do(0, "hunt 1 +XE")
    assert (table.offspring(0), table.supply("S")) == ("SS", before - 2)
    assert table.state.born[0][0] == 2
    assert table.worn(0) == {"XE": [1]}


def test_large_litter_needs_a_hunt_that_gives_an_offspring():
    table = living(kind(hand="SSR", own="XE"), land=[("SR", "")])
    assert table.may(0, "hunt") == ["hunt 1"]
    table = living(kind(hand="SR", deck=DECK, own="XE"), land=[("", "R")])
    assert table.may(0, "forage") == ["forage 4 1"]


@pytest.mark.parametrize(("left", "offered"), [(0, False), (1, False), (2, True)])
def test_large_litter_with_a_short_supply(left, offered):
    table = living(kind(hand="SSR", deck=DECK, own="XE"), land=[("SR", "")], supply={"S": left})
    assert ("hunt 1 +XE" in table.may(0)) == offered
    table.do(0, "hunt 1 +XE" if offered else "hunt 1")
    assert table.offspring(0) == "S" * left
    assert table.supply("S") == 0
    assert table.tokens(1) == [2, 0]


def test_two_litters_give_no_third():
    table = living(kind(hand="SSR", deck=DECK, own="XE XE"), land=[("SR", "")])
    assert table.may(0, "hunt") == ["hunt 1", "hunt 1 +XE"]


# --- Foresight


def test_foresight_draws_the_top_card_once_in_a_generation():
    table = living(kind(hand="S", deck="RPT", own="XA")).do(0, "foresee")
    assert (table.hand(0), table.deck(0)) == ("SR", "PT")
    assert table.worn(0) == {"XA": [1]}
    assert "foresee" not in table.may(0)
    assert table.why(0, "foresee") == "once"
    table = living(kind(hand="S", deck="RPTAAAAAA", own="XA")).do(0, "foresee", "done")
    assert "foresee" in table.may(0)


def test_foresight_draws_a_face_up_offspring_first():
    table = living(kind(hand="S", deck="RPT", offspring="EA", own="XA")).do(0, "foresee")
    assert (table.hand(0), table.offspring(0), table.deck(0)) == ("SE", "A", "RPT")


def test_two_foresights_draw_twice():
    table = living(kind(hand="S", deck="RPT", own="XA XA")).do(0, "foresee", "foresee")
    assert table.hand(0) == "SRP"
    assert table.worn(0) == {"XA": [1, 1]}
    assert "foresee" not in table.may(0)


def test_foresight_needs_a_future_generation_and_may_end_it():
    assert living(kind(hand="S", own="XA")).why(0, "foresee") == "no-future"
    table = living(kind(hand="SS", deck="R", own="XA"), land=[("SR", "")])
    table.do(0, "foresee", "hunt 1")
    assert table.tokens(1) == [3, 0]
    assert table.offspring(0) == ""
