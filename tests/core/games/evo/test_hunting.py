"""Hunting, foraging and migrating without adaptations."""

import msgspec
import pytest

from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import Foraged, Hunt, Hunted
from darwin_core.games.evo.material import TRAITS
from darwin_core.lab.play import Case, moments

from .positions import Table, fauna, kind, living

DECK = "TTTTTT"
"""Face-down cards: there is a future generation."""


# --- Hunt Fauna


def test_a_hunt_passes_on_exactly_the_symbols_places_two_tokens_and_bears_the_primary_trait():
    table = living(kind(hand="SSSRRT", deck=DECK, future="A"), land=[("SR TT", "")])
    before = table.supply("S")
    table.do(0, "hunt 1")
    assert (table.hand(0), table.future(0)) == ("SRT", "SSRA")
    assert table.tokens(1) == [2, 0]
    assert (table.offspring(0), table.supply("S")) == ("S", before - 1)
    assert table.state.born[0] == bytes([1, 0, 0, 0, 0, 0])
    assert table.events_of(Hunted) == [Hunted(0, fauna("SR"), bytes([0, 0, 1]), b"", 2, 1)]


def test_the_last_generation_places_a_token_instead_of_an_offspring():
    table = living(kind(hand="SSR"), land=[("SR", "")])
    before = table.supply("S")
    table.do(0, "hunt 1")
    assert table.tokens(1) == [3, 0]
    assert (table.offspring(0), table.supply("S")) == ("", before)


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


# --- Forage Flora


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


# --- Migrate


def chanced(table, chance):
    return Table(msgspec.structs.replace(GAME.clone(table.state), chance=bytes([chance] * 16)))


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
