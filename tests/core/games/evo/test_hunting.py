"""Hunting, foraging and migrating without adaptations."""

from collections import Counter

import msgspec
import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import LETTERS, Foraged, Hunt, Hunted, Migrated
from darwin_core.games.evo.material import TRAITS
from darwin_core.lab.play import Case, moments

from .positions import PLACES, Table, fauna, kind, living

DECK = "TTTTTT"
"""Face-down cards: there is a future generation."""


# --- Hunt Fauna


@pytest.mark.parametrize("third", LETTERS)
@pytest.mark.parametrize("primary", LETTERS)
def test_a_fauna_asks_for_two_of_its_primary_trait_and_one_more(primary, third):
    symbols = primary + primary + third
    land = [(primary + third, "")]
    table = living(kind(hand=symbols, deck=DECK), land=land)
    assert table.may(0, "hunt") == ["hunt 1"]
    for missing in range(3):
        short = symbols[:missing] + symbols[missing + 1 :]
        rest = next(letter for letter in LETTERS if letter not in symbols)
        table = living(kind(hand=short + 3 * rest, deck=DECK), land=land)
        assert table.may(0, "hunt") == []


def test_a_hunt_passes_on_exactly_the_symbols_places_two_tokens_and_bears_the_primary_trait():
    table = living(kind(hand="SSSRRT", deck=DECK, future="A"), land=[("SR TT", "")])
    before = table.supply("S")
    table.do(0, "hunt 1")
    assert (table.hand(0), table.future(0)) == ("SRT", "SSRA")
    assert table.tokens(1) == [2, 0]
    assert (table.offspring(0), table.supply("S")) == ("S", before - 1)
    assert table.state.born[0] == bytes([1, 0, 0, 0, 0, 0])
    assert table.events_of(Hunted) == [Hunted(0, fauna("SR"), bytes([0, 0, 1]), b"", 2, 1)]


def test_the_offspring_has_the_primary_trait_of_the_fauna_not_its_third_nor_the_locations():
    table = living(kind(hand="PPT", deck=DECK), land=[("PT", "")]).do(0, "hunt 1")
    assert table.offspring(0) == "P"


def test_the_last_generation_places_a_token_instead_of_an_offspring():
    table = living(kind(hand="SSR"), land=[("SR", "")])
    before = table.supply("S")
    table.do(0, "hunt 1")
    assert table.tokens(1) == [3, 0]
    assert (table.offspring(0), table.supply("S")) == ("", before)


def test_a_face_up_card_is_a_future_generation_too():
    table = living(kind(hand="SSR", offspring="A"), land=[("SR", "")]).do(0, "hunt 1")
    assert table.tokens(1) == [2, 0]
    assert table.offspring(0) == "SA"


def test_an_offspring_is_on_top_of_the_earlier_ones():
    table = living(kind(hand="SSRPPT", deck=DECK), land=[("SR PT", "")])
    assert table.do(0, "hunt 1", "hunt 2").offspring(0) == "PS"


def test_no_offspring_and_no_token_in_its_place_where_the_supply_has_run_out():
    table = living(kind(hand="SSR", deck=DECK), land=[("SR", "")], supply={"S": 0})
    table.do(0, "hunt 1")
    assert table.tokens(1) == [2, 0]
    assert (table.offspring(0), table.supply("S")) == ("", 0)


def test_the_same_fauna_is_hunted_again_and_by_others_beyond_extinction():
    table = living(
        kind(hand="SSRSSR", deck=DECK), kind(stand="1 2"), land=[("SR", "")], tokens={(0, 1): "5 4"}
    )
    assert table.do(0, "hunt 1", "hunt 1").tokens(1) == [9, 4]


def test_only_what_is_at_the_location_of_the_active_population_is_hunted_and_foraged():
    land = [("SR", ""), ("RR", "S")]
    table = living(kind(hand="SSRRRRS", deck=DECK), land=land)
    assert table.may(0, "hunt") == ["hunt 1"]
    assert table.may(0, "forage") == []


# --- Forage Flora


@pytest.mark.parametrize("flora", LETTERS)
@pytest.mark.parametrize("place", range(6))
def test_a_forage_takes_a_search_card_of_the_location_and_any_number_of_the_flora(place, flora):
    home = LETTERS[place]
    others = [name for name in PLACES if name != PLACES[place]]
    where = {"land": [("", flora)], "places": " ".join([PLACES[place], *others])}
    rest = next(letter for letter in LETTERS if letter not in (home, flora))
    table = living(kind(hand=home + 3 * flora + rest, deck=DECK), **where)
    assert table.may(0, "forage") == ["forage 4 1", "forage 4 2", "forage 4 3"]
    before = table.supply(home)
    table.do(0, "forage 4 2")
    assert table.tokens(4) == [2, 0]
    assert Counter(table.future(0)) == Counter(home + 2 * flora)
    assert Counter(table.hand(0)) == Counter(flora + rest)
    assert (table.offspring(0), table.supply(home)) == (home, before - 1)
    for hand in (home, 3 * flora if flora != home else home, home + rest):
        assert living(kind(hand=hand, deck=DECK), **where).may(0, "forage") == []


def test_where_location_and_flora_share_the_trait_the_first_card_is_not_gathered():
    table = living(kind(hand="SSS", deck=DECK), land=[("", "S")])
    assert table.may(0, "forage") == ["forage 4 1", "forage 4 2"]
    table.do(0, "forage 4 2")
    assert table.tokens(4) == [2, 0]
    assert (table.future(0), table.hand(0)) == ("SSS", "")
    assert living(kind(hand="SR", deck=DECK), land=[("", "S")]).may(0, "forage") == []


def test_a_forage_of_the_last_generation_places_one_token_more():
    table = living(kind(hand="SRR"), land=[("", "R")]).do(0, "forage 4 2")
    assert table.tokens(4) == [3, 0]
    assert table.offspring(0) == ""


def test_no_offspring_of_a_forage_where_the_supply_has_run_out():
    table = living(kind(hand="SRR", deck=DECK), land=[("", "R")], supply={"S": 0})
    assert table.do(0, "forage 4 2").tokens(4) == [2, 0]
    assert table.offspring(0) == ""


def test_the_search_is_shown_with_what_was_gathered():
    table = living(kind(hand="SRR", deck=DECK), land=[("", "R")]).do(0, "forage 4 1")
    assert table.events_of(Foraged) == [Foraged(0, 1, bytes([0, 1]), b"", 1, 1)]


def test_two_equal_flora_are_foraged_each_by_itself():
    table = living(kind(hand="SRSR", deck=DECK), land=[("", "RR")])
    assert table.may(0, "forage") == ["forage 4 1", "forage 4 2", "forage 5 1", "forage 5 2"]
    table.do(0, "forage 5 1", "forage 5 1")
    assert (table.tokens(4), table.tokens(5)) == ([0, 0], [2, 0])


# --- Migrate


def chanced(table, chance):
    return Table(msgspec.structs.replace(GAME.clone(table.state), chance=bytes([chance] * 16)))


def test_a_migration_takes_any_two_cards_and_leads_to_any_other_location():
    where = {"places": "lake mountain field"}
    table = living(kind(hand="SSRP", deck=DECK), kind(), kind(), **where)
    assert table.may(0, "migrate") == [
        f"migrate {fare} {place}" for fare in ("SS", "SR", "SP", "RP") for place in (2, 3)
    ]


def test_of_the_two_cards_one_at_random_is_face_up_and_the_other_is_lost():
    table = living(kind(hand="SRT", deck=DECK))
    seen = set()
    for chance in range(40):
        gone = chanced(table, chance).do(0, "migrate SR 2")
        seen.add((gone.offspring(0), gone.lost(0)))
        assert gone.hand(0) == "T"
        assert gone.deck(0) == DECK
        assert gone.future(0) == ""
        assert gone.state.active == 1
        assert gone.state.born == table.state.born
    assert seen == {("S", "R"), ("R", "S")}


def test_the_population_continues_where_it_arrived_and_stays_there_when_spent():
    table = living(
        kind(hand="SSRRR", deck=DECK, stand="2 0"), land=[("SR", ""), ("RR", "")], seat=0
    )
    table.do(0, "migrate SS 2")
    assert table.may(0, "hunt") == ["hunt 1"]
    table.do(0, "hunt 1", "done")
    assert list(table.state.spent[0]) == [0, 1]
    assert list(table.state.available[0]) == [1, 0]
    assert table.state.active == 0


@pytest.mark.parametrize(
    ("kind_", "code"), [(kind(hand="SRT"), "no-future"), (kind(hand="S", deck=DECK), "not-in-hand")]
)
def test_a_migration_needs_a_future_generation_and_two_cards(kind_, code):
    table = living(kind_)
    assert table.may(0) == ["done"]
    assert table.why(0, "migrate SR 2") == code


def test_migrating_again_and_only_to_save_a_card_is_legal():
    table = living(kind(hand="SSSS", deck=DECK)).do(0, "migrate SS 2", "migrate SS 1")
    assert table.state.active == 0
    assert (table.offspring(0), table.lost(0)) == ("SS", "SS")


def test_a_card_of_a_migration_may_be_hunted_with_in_the_next_generation():
    table = living(kind(hand="SS", deck="RRR"), kind(stand="0 2", spent="0 1"))
    table.do(0, "migrate SS 2", "done")
    assert table.events_of(Migrated)[0].survivor == 0
    assert table.hand(0) == "SRRR"


def test_a_migration_is_never_free_of_loss_without_wanderer():
    table = living(kind(hand="SSS", deck=DECK)).do(0, "migrate SS 2")
    assert table.events_of(Migrated)[0].lost != NOTHING


# --- in matches


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_hunt_of_a_match_does_what_is_printed(seats):
    hunts = 0
    for moment in moments(Case(GAME, seats, "printed", is_advised=True)):
        if not isinstance(moment.action, Hunt):
            continue
        hunts += 1
        (event,) = (event for event in moment.events if isinstance(event, Hunted))
        species = moment.before.species[moment.seat]
        primary = event.fauna // 6
        has_future = moment.before.decks[species] or moment.before.offspring[species]
        born = moment.after.born[species][primary] - moment.before.born[species][primary]
        assert born == event.offspring
        assert bool(born) <= bool(has_future)
        used = [TRAITS[use % 6].name for use in event.uses]
        assert len(event.cards) == 3 - sum(use // 6 == 2 for use in event.uses), used
        passed = sum(moment.after.future[species]) - sum(moment.before.future[species])
        assert passed == len(event.cards)
    assert hunts > 5
