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


def test_two_versatiles_change_a_symbol_each_and_do_not_chain():
    table = living(kind(hand="SRP", deck=DECK, own="VS VR"), land=[("SR", "")])
    assert table.may(0, "hunt") == ["hunt 1 +VS +VR"]
    table.do(0, "hunt 1 +VS +VR")
    assert table.worn(0) == {"VS": [1], "VR": [1]}
    table = living(kind(hand="SSP", deck=DECK, own="VS VR"), land=[("SS", "")])
    assert table.may(0, "hunt") == []


# --- hunter: one symbol less


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


# --- Large litter


def test_large_litter_gives_a_second_offspring_of_the_same_trait():
    table = living(kind(hand="SSR", deck=DECK, own="XE"), land=[("SR", "")])
    before = table.supply("S")
    table.do(0, "hunt 1 +XE")
    assert (table.offspring(0), table.supply("S")) == ("SS", before - 2)
    assert table.state.born[0][0] == 2
    assert table.worn(0) == {"XE": [1]}


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


def test_foresight_needs_a_future_generation_and_may_end_it():
    assert living(kind(hand="S", own="XA")).why(0, "foresee") == "no-future"
    table = living(kind(hand="SS", deck="R", own="XA"), land=[("SR", "")])
    table.do(0, "foresee", "hunt 1")
    assert table.tokens(1) == [3, 0]
    assert table.offspring(0) == ""
