"""A seat sees all that the rules show it, and nothing that they hide."""

import pytest
from core.twins import checked_twins

from darwin_core.contract.game import HIDDEN, NOTHING, SPECTATOR
from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import Dealt, Drew, Foresaw, Migrated
from darwin_core.lab.play import Case, positions

from .positions import kind, living
from .twin import twin


def test_others_see_of_the_deal_only_how_many_cards():
    hands = (bytes([0, 1]), bytes([2, 3]))
    dealt = Dealt(bytes([0, 1]), bytes([1, 0]), hands, 0)
    shown = (bytes([HIDDEN] * 2), hands[1])
    assert GAME.redact(dealt, 1) == Dealt(dealt.locations, dealt.species, shown, dealt.first)


def test_of_a_migration_others_see_the_survivor_and_its_owner_both_cards():
    event = Migrated(0, 3, 1, 2)
    assert GAME.redact(event, 0) == event
    for viewer in (1, SPECTATOR):
        assert GAME.redact(event, viewer) == Migrated(0, 3, 1, HIDDEN)
    wandered = Migrated(0, 3, 1, NOTHING)
    assert GAME.redact(wandered, 1) == wandered


def test_a_face_up_card_drawn_by_foresight_is_shown_to_all_another_to_its_owner():
    assert GAME.redact(Foresaw(0, 2, True), 1) == Foresaw(0, 2, True)
    assert GAME.redact(Foresaw(0, 2, False), 1) == Foresaw(0, HIDDEN, False)
    assert GAME.redact(Foresaw(0, 2, False), 0) == Foresaw(0, 2, False)


def test_offspring_are_shown_when_they_are_drawn_and_the_six_cards_are_not():
    redacted = GAME.redact(Drew(0, bytes([1]), bytes([2, 3])), SPECTATOR)
    assert redacted == Drew(0, bytes([1]), bytes([HIDDEN] * 2))


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_view_hides_what_the_rules_page_lists_and_nothing_else(viewer):
    for _, state in positions(Case(GAME, 3, "hidden")):
        view = GAME.view(state, viewer)
        own_species = state.species[viewer] if viewer < 3 else None
        assert view.chance == b""
        for name in ("fauna_deck", "flora_deck", "adaptation_deck"):
            assert getattr(view, name) == bytes([HIDDEN] * len(getattr(state, name)))
        assert view.decks == [bytes([HIDDEN] * len(deck)) for deck in state.decks]
        for name in ("hands", "lost"):
            for species, row in enumerate(getattr(state, name)):
                unseen = bytes([HIDDEN] * len(row))
                assert getattr(view, name)[species] == (row if species == own_species else unseen)
        hidden = {"chance", "decks", "hands", "lost", "fauna_deck", "flora_deck"}
        for name in {*state.__struct_fields__} - hidden - {"adaptation_deck"}:
            assert getattr(view, name) == getattr(state, name)


def test_perspective_goes_with_the_seat_not_with_the_species():
    state = living(kind(hand="SRP", lost="T"), kind(hand="EA", lost="AA"), species=[1, 0]).state
    view = GAME.view(state, 0)
    assert (view.hands[1], view.lost[1]) == (state.hands[1], state.lost[1])
    assert (view.hands[0], view.lost[0]) == (bytes([HIDDEN] * 3), bytes([HIDDEN]))


def test_a_drawn_state_keeps_what_all_have_seen_and_spreads_the_rest():
    table = living(
        kind(hand="S"), kind(hand="SRPTEA", shown="EA", lost="SSRR", shown_lost="R", deck="SRPTEA")
    )
    view = GAME.view(table.state, 0)
    drawn = [GAME.determinize(view, bytes([n] * 16)) for n in range(60)]
    for state in drawn:
        assert GAME.invariants(state) == []
        assert GAME.view(state, 0) == view
        assert {4, 5} <= {*state.hands[1]}
        assert 1 in state.lost[1]
    for name in ("hands", "lost", "decks", "fauna_deck"):
        assert len({str(getattr(state, name)) for state in drawn}) > 10
    for state in drawn:
        check = GAME.view(state, 1)
        assert check.genomes == view.genomes


def test_the_twin_is_what_it_claims_to_be():
    state = living(
        kind(hand="SRPTEA", deck="SRPTEA", lost="SR"),
        kind(hand="SRPTEA", shown="EA", lost="SSRR", shown_lost="R", deck="SRPTEA"),
    ).state
    hidden = {"chance", "hands", "decks", "lost", "fauna_deck", "flora_deck", "adaptation_deck"}
    for other in checked_twins(Case(GAME, 2, "claims"), twin, state, 0, hidden):
        assert (other.hands[0], other.lost[0]) == (state.hands[0], state.lost[0])
