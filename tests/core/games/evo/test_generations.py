"""Setup, the order of generations, and the end of one."""

from collections import Counter

import pytest

from darwin_core.contract.game import HIDDEN, SPECTATOR, when
from darwin_core.games.evo import GAME, acts
from darwin_core.games.evo.material import (
    AdoptSpecies,
    AwakePopulation,
    Live,
    MovePopulation,
    SettlePopulation,
)
from darwin_core.lab.play import Case, moments, packed, positions
from darwin_core.match import Redo, Undo

from .positions import kind, living, starting

DECK = "TTTTTT"


def begun(seats, seed="begin", **options):
    return Case(GAME, seats, seed, options).start()


# --- set-up


@pytest.mark.parametrize(("options", "each"), [({}, 2), ({"balanced_genome": True}, 3)])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_species_begins_with_so_many_of_each_trait_six_in_hand(seats, wide, options, each):
    state = begun(seats, wide_gene_pool=wide, **options)
    for species in range(seats):
        genome = Counter(state.hands[species] + state.decks[species])
        assert genome == dict.fromkeys(range(6), each)
        assert len(state.hands[species]) == 6
    assert list(state.supply) == [(30 if wide else 20) - seats * each] * 6
    assert state.genomes == [bytes([each]) * 6] * seats


@pytest.mark.parametrize("seats", GAME.seats)
def test_as_many_locations_and_species_as_players_and_the_box_keeps_the_rest(seats):
    state = begun(seats)
    assert len(state.locations) == len(set(state.locations)) == seats
    assert sorted(state.species) == list(range(seats))
    assert len(state.slots) == 5 * seats
    assert 254 not in state.slots
    assert [len(designs) for designs in state.adaptations] == [2] * seats
    assert not any(map(sum, [*state.tokens, *state.worn, *state.future]))
    assert not any([*state.lost, *state.offspring])


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_three_populations_stand_at_the_own_location(seats):
    for seed in range(10):
        state = begun(seats, str(seed))
        for seat, species in enumerate(state.species):
            wanted = [3 * (place == seat) for place in range(seats)]
            standing = list(state.available[species])
            if seat == state.first:
                standing[state.active] += 1
            assert standing == wanted


def test_species_locations_and_the_first_seat_are_random():
    states = [begun(3, str(seed)) for seed in range(60)]
    assert {state.first for state in states} == {0, 1, 2}
    assert len({bytes(state.species) for state in states}) == 6
    assert {place for state in states for place in state.locations} == set(range(6))


def test_set_up_shows_each_its_own_hand():
    events: list[acts.EvoEvent] = []
    state = Case(GAME, 3, "told").start(events.append)
    assert [type(event) for event in events] == [acts.Dealt, acts.MillenniumBegan, acts.Awoke]
    for viewer in (0, 1, 2, SPECTATOR):
        redacted = GAME.redact(events[0], viewer)
        assert isinstance(redacted, acts.Dealt)
        for seat, hand in enumerate(redacted.hands):
            own_hand = state.hands[state.species[seat]]
            assert hand == (own_hand if seat == viewer else bytes([HIDDEN] * 6))


# --- turns


def test_a_generation_is_a_whole_turn_and_then_the_next_seat_plays_one():
    table = living(kind(hand="SSR", deck=DECK), kind(hand="T"), kind(hand="T"), land=[("SR", "")])
    table.do(0, "hunt 1")
    assert table.asked == (["Live"], [0])
    assert table.do(0, "done").asked == (["Live"], [1])
    assert table.do(1, "done").asked == (["Live"], [2])
    assert table.do(2, "done").asked == (["Live"], [0])


def test_a_seat_without_cards_or_available_populations_is_passed_over():
    table = starting(
        kind(hand="S"),
        kind(deck=DECK),
        kind(hand="S", stand="0 0 0 0", spent="0 0 3 0"),
        kind(hand="S"),
        after=0,
    )
    assert table.asked == (["Live"], [3])


def test_the_active_population_is_chosen_by_its_location():
    table = starting(kind(hand="S", stand="1 2"), kind(hand="S"))
    assert table.asked == (["AwakePopulation"], [0])
    assert table.may(0) == ["awake 1", "awake 2"]
    table.do(0, "awake 2")
    assert (table.state.active, list(table.state.available[0])) == (1, [1, 1])


# --- the end of a generation


def test_the_population_is_spent_the_hand_lost_and_the_next_hand_drawn():
    table = living(kind(hand="SR", deck="RPTEAASS", lost="A"), kind(hand="S")).do(0, "done")
    assert (table.lost(0), table.hand(0), table.deck(0)) == ("SRA", "RPTEAA", "SS")
    assert list(table.state.spent[0]) == [1, 0]
    assert list(table.state.available[0]) == [2, 0]
    assert [type(event) for event in table.events[:2]] == [acts.Withered, acts.Drew]


def test_all_face_up_offspring_are_drawn_and_then_six_more():
    table = living(kind(hand="S", deck="RRRRRRR", offspring="SPTEAS"), kind(hand="S"))
    table.do(0, "done")
    assert (table.hand(0), table.deck(0)) == ("SSRRRRRRPTEA", "R")
    assert table.offspring(0) == ""


def test_a_generation_without_cards_to_lose_is_shown_too():
    table = living(kind(hand="", deck="RP"), kind(hand="S")).do(0, "done")
    assert table.events_of(acts.Withered) == [acts.Withered(0, b"")]


# --- public memories


def test_face_up_offspring_are_known_in_the_hand_and_in_the_lost_genome():
    table = living(kind(hand="S", deck=DECK, offspring="EA"), kind(hand="S", deck=DECK))
    table.do(0, "done")
    assert table.state.shown[0] == bytes([4, 5])
    table.do(1, "done")
    assert table.asked == (["Live"], [0])
    table.do(0, "done")
    assert (table.state.shown[0], table.state.shown_lost[0]) == (b"", bytes([4, 5]))


def test_a_known_card_is_no_longer_known_once_one_like_it_is_played():
    table = living(kind(hand="SSSR", shown="SS", deck=DECK), land=[("SR", "")]).do(0, "hunt 1")
    assert table.hand(0) == "S"
    assert table.state.shown[0] == b""


def test_after_a_migration_all_know_one_card_less_of_each_kind():
    table = living(kind(hand="RREE", shown="RRE", deck=DECK)).do(0, "migrate EE 2")
    assert table.state.shown[0] == bytes([1])
    assert table.state.shown_lost[0] == b""


# --- undo


@pytest.mark.parametrize("options", [{}, {"predation": True}])
def test_undo_reaches_back_to_the_last_chance_or_draw(options):
    """Hunts and forages can be undone; Foresight of a face-down card and a draw cannot, nor can a
    migration for two different cards."""
    met: Counter[tuple[type, bool]] = Counter()
    for seed in range(6):
        case = Case(GAME, 2, f"undo {seed}", options, is_advised=seed % 2 == 0)
        match, _ = case.match()
        for moment in moments(case):
            is_final = match.is_final(moment.seat, moment.action)
            met[type(moment.action), is_final] += 1
            match.accept(match.propose(moment.seat, moment.action))
            if not is_final:
                match.accept(match.propose(moment.seat, Undo()))
                assert packed(match.state) == packed(moment.before)
                match.accept(match.propose(moment.seat, Redo()))
    for free in (acts.Hunt, acts.Forage, acts.Settle, *([acts.Predate] if options else [])):
        assert met[free, False]
        assert not met[free, True]
    for final in (acts.Migrate, acts.Foresee):
        assert met[final, True]


@pytest.mark.parametrize(
    ("hand", "own", "offspring", "action", "is_final"),
    [
        ("RREE", "", "", "migrate RR 2", False),
        ("RREE", "", "", "migrate RE 2", True),
        ("RREE", "XP", "", "migrate R 2", False),
        ("RREE", "XA", "S", "foresee", False),
        ("RREE", "XA", "", "foresee", True),
    ],
)
def test_what_was_not_left_to_chance_and_shows_nothing_new_can_be_undone(
    hand, own, offspring, action, is_final
):
    table = living(kind(hand=hand, own=own, offspring=offspring, deck=DECK))
    assert any(event.reveals for event in table.do(0, action).events) == is_final


def test_a_generation_that_is_drawn_shows_something_new_unless_all_of_it_was_face_up():
    assert acts.Drew(0, b"\1", b"\2").reveals
    assert not acts.Drew(0, b"\1", b"").reveals


def test_whoever_does_not_see_the_lost_card_cannot_tell_that_the_cards_were_equal():
    for lost in (1, 4):
        redacted = GAME.redact(acts.Migrated(0, 3, 1, lost), 1)
        assert redacted
        assert redacted.reveals


def test_what_hibernation_saves_can_be_undone_until_cards_are_drawn():
    events = living(kind(hand="SRP", deck=DECK, own="XS XS")).do(0, "done", "save S").events
    assert not any(event.reveals for event in events)


def test_several_hunts_of_a_generation_can_all_be_undone():
    for seed in range(60):
        case = Case(GAME, 2, f"back {seed}", is_advised=True)
        match, _ = case.match()
        start = None
        for moment in moments(case):
            if isinstance(moment.action, acts.Hunt | acts.Forage | acts.Save):
                start = start or (packed(moment.before), moment.seat, len(match.history))
            elif start:
                break
            match.accept(match.propose(moment.seat, moment.action))
        if start and len(match.history) - start[2] > 1:
            while len(match.history) > start[2]:
                match.accept(match.propose(start[1], Undo()))
            assert packed(match.state) == start[0]
            return
    pytest.fail("no generation of two acts was met")


# --- conservation


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("seats", GAME.seats)
def test_cards_tokens_and_genomes_are_conserved_in_every_variant(seats, wide):
    """The cards are counted here by hand, not with the game's own checks."""
    for seed, (balanced, predation) in enumerate([(False, True), (True, False), (True, True)]):
        options = {"wide_gene_pool": wide, "balanced_genome": balanced, "predation": predation}
        for _, state in positions(Case(GAME, seats, f"kept {seed}", options, bool(seed % 2))):
            traits: Counter[int] = Counter()
            for rows in (state.hands, state.decks, state.offspring, state.lost):
                for row in rows:
                    traits.update(row)
            for counts in (state.supply, *state.future):
                traits.update({trait: counts[trait] for trait in range(len(acts.LETTERS))})
            assert +traits == dict.fromkeys(range(6), 30 if wide else 20)
            animals = [c for place, c in enumerate(state.slots) if place % 5 < 3]
            plants = [c for place, c in enumerate(state.slots) if place % 5 >= 3]
            assert len(animals) + len(state.fauna_deck) + len(state.fauna_out) == 36
            assert len(plants) + len(state.flora_deck) + len(state.flora_out) == 18
            count = sum(map(len, state.adaptations))
            assert count + len(state.adaptation_deck) + len(state.adaptation_out) == 60
            for species in range(seats):
                standing = sum(state.available[species]) + sum(state.spent[species])
                in_play = state.active < 254 and state.pending[-1].seat == state.species.find(
                    species
                )
                between = (
                    not isinstance(state.pending[-1], AwakePopulation | Live)
                    if state.pending
                    else 0
                )
                assert standing + in_play - state.millennium in {2, 2 + bool(between)}
                genome = sum(state.genomes[species]) + sum(state.born[species])
                cards = sum(len(rows[species]) for rows in (state.hands, state.decks, state.lost))
                cards += len(state.offspring[species]) + sum(state.future[species])
                assert genome == cards


# --- the clock


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_clock_counts_a_generation_from_the_choice_of_its_population_on(seats):
    turn = 0
    for moment in moments(Case(GAME, seats, "clock")):
        before = moment.before
        now = GAME.clock(moment.before)
        between = isinstance(before.pending[-1], AdoptSpecies | SettlePopulation | MovePopulation)
        played = sum(map(sum, before.spent))
        assert (now.round, now.turn) == (before.millennium, 0 if between else played + 1)
        if isinstance(moment.action, acts.Awake):
            assert GAME.clock(moment.after).turn == now.turn, "one generation, not two"
        turn = max(turn, now.turn)
    last = GAME.clock(moment.after)
    assert (last.round, last.turn) == (4, sum(map(sum, moment.after.spent)))
    assert turn > 2


def test_between_millennia_it_is_after_the_last_one():
    state = begun(3, "between")
    while not isinstance(state.pending[-1], AdoptSpecies):
        (seat,) = GAME.to_move(state)
        GAME.apply(state, seat, GAME.legal(state, seat)[-1], None)
    assert when(GAME, GAME.clock(state)) == "after millennium 1"
