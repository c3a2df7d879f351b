"""Survival: food, eating, bites, Symbiosis, Metamorphosis."""

from itertools import product
from random import Random

import pytest
from matches import refusal_of

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.acts import Bitten, Drawn, Eaten, Fed, Reshuffled, Share, Shared
from darwin_core.games.darwinning.material import JOKER, Draw, EatSpecies, ShareEnvironment, Suffer
from darwin_core.text.seat_names import SeatNames

from . import oracle
from .positions import board, cards, codes, doing, places, position, surviving

FAR = board("dragon", place=20, population=0, traits="A4 B4 - - -")
"""A third species out of reach, protected by its shell."""


def survive(one, two, three=FAR, *, environments="desert mountain highland"):
    """Begin the end of the last era, on environments in which few live."""
    return surviving(one, two, three, environments=environments)


# --- eating rules [ruling: survival]


def laid(traits):
    """Return the spaces of a board with these traits on it: at most three, beside two printed
    ones."""
    row = ["-", "-", *(f"A{oracle.TRAITS.index(trait) + 1}" for trait in traits)]
    return " ".join([*row, *"-" * (5 - len(row))])


def may_eat(eater, its_space, eaten, other_space):
    """Return whether the engine lets one species eat another, given their traits and spaces.

    Of the printed traits, the eater's protect only itself and the eaten's change nothing about who
    eats it.
    """
    own_traits = [trait for trait in eater if trait not in ("Food Storage", "Communication")]
    other_traits = [trait for trait in eaten if trait not in ("Flock Animal", "Metamorphosis")]
    table = doing(
        board("mouse", place=its_space, traits=laid(own_traits)),
        board("insect", place=other_space, traits=laid(other_traits).replace("A", "B")),
        FAR,
        pending=[EatSpecies(0)],
    )
    return "eat 2" in table.may(0)


PAIRS = list(product([None, *oracle.TRAITS], repeat=2))


@pytest.mark.parametrize("apart", [-2, -1, 1, 2])
def test_who_may_eat_whom_for_every_pair_of_traits(apart):
    for one, two in PAIRS:
        eater, eaten = {one} - {None}, {two} - {None}
        expected = oracle.may_eat(eater, 8, eaten, 8 + apart)
        assert may_eat(eater, 8, eaten, 8 + apart) == expected, (one, two, apart)


def test_who_may_eat_whom_for_several_traits_at_once():
    rng = Random(4)
    for _ in range(400):
        eater, eaten = (set(rng.sample(oracle.TRAITS, rng.randint(0, 3))) for _ in range(2))
        space, other = rng.sample(range(5, 12), 2)
        expected = oracle.may_eat(eater, space, eaten, other)
        assert may_eat(eater, space, eaten, other) == expected, (eater, eaten, space, other)


def test_every_refusal_to_eat_names_its_trait():
    table = doing(
        board("bird", place=12),
        board("turtle", place=5),
        board("mouse", place=6),
        board("bear", place=11),
        board("T-Rex", place=14),
        board("insect", place=2),
        pending=[EatSpecies(0)],
    )
    assert table.may(0) == ["eat 6", "done"]
    reasons = [
        refusal_of(GAME, table.state, 0, GAME.texts.parse(f"eat {n}")).sentence for n in (2, 3, 4)
    ]
    for sentence, trait in zip(reasons, ("Hard Shell", "Communication", "Camouflage"), strict=True):
        assert trait in sentence
    assert table.why(0, "eat 5") == "above"
    assert table.why(0, "eat 1") == "itself"
    assert table.why(0, "eat 8") == "no-such-species"
    assert table.do(0, "eat 6").why(0, "eat 6") == "eaten"


# --- eating


def test_survival_begins_with_the_lowest_species():
    table = survive("bird", board("chameleon", place=10), board("insect", population=0))
    order = []
    while table.asked[0] in (["ShareEnvironment"], ["EatSpecies"]):
        (seat,) = GAME.to_move(table.state)
        order.append(seat)
        table.do(seat, "done")
    assert order == [0, 1]
    assert [event.seat for event in table.events_of(Fed)] == [2, 0, 1]


def test_any_number_of_species_may_be_eaten_or_none():
    table = survive(board("dragon", place=12), "insect", board("frog", place=7))
    table.do(2, "done")
    assert table.may(0) == ["eat 2", "eat 3", "done"]
    table.do(0, "eat 2")
    assert table.may(0) == ["eat 3", "done"]
    table.do(0, "eat 3")
    assert table.may(0) == ["done"]
    table.do(0, "done")
    assert [(event.eater, event.eaten) for event in table.events_of(Eaten)] == [(0, 1), (0, 2)]
    assert table.events_of(Fed)[-1].meals == 4


def test_a_species_may_be_eaten_by_several_others_also_at_population_0():
    table = survive(board("bird", place=12), board("insect", population=0), board("frog", place=7))
    table.do(2, "eat 2", "done").do(0, "eat 2", "done")
    assert [event.eater for event in table.events_of(Eaten)] == [2, 0]


@pytest.mark.parametrize(
    ("bites", "points", "losers"), [(0, 2, (0,)), (2, 2, (0,)), (3, 0, ())], ids=str
)
def test_a_bite_is_announced_to_the_eaten_with_its_cost_while_it_can_cost_something(
    bites, points, losers
):
    """The insect is a Flock Animal: its fourth bite costs no more than the third."""
    table = survive(board("insect", place=7, population=9), board("bird", place=12))
    table.state.bites[0] = bites
    (bite,) = table.do(1, "eat 1").events_of(Eaten)
    assert (bite.bites, bite.limit, bite.points) == (bites + 1, 3, points)
    assert bite.losers == losers


def test_poison_gives_the_eater_two_bites():
    table = survive(board("bird", place=12, population=3), board("frog", place=7)).do(0, "eat 2")
    assert table.state.bites == [2, 1, 0]
    assert table.events_of(Eaten) == [Eaten(0, 1, True, 1, 2, 1)]


def test_poison_does_no_harm_to_an_iron_stomach():
    table = survive(board("bear", place=12), board("frog", place=7)).do(0, "eat 2")
    assert table.state.bites == [0, 1, 0]
    assert table.events_of(Eaten) == [Eaten(0, 1, False, 1, 2, 1)]


@pytest.mark.parametrize(("eater", "bites"), [("bird", (2, 2, 2)), ("bear", (1, 2, 2))])
def test_the_most_bites_of_a_forecast_count_poison_too(eater, bites):
    table = survive(board(eater, place=12), board("frog", place=7))
    lines = {line.label: line.points for line in GAME.forecast(table.state)}
    assert lines["bites at most"] == bites


# --- the food balance


def balance(seat, table):
    (fed,) = [event for event in table.events_of(Fed) if event.seat == seat]
    return fed.needed, fed.home, fed.meals, fed.extra, fed.change


def test_food_of_environments_is_printed_or_two_for_a_gained_one():
    one = board("turtle", population=9, adapted="A2 B12")
    table = survive(one, FAR, "bear", environments="ocean forest polar")
    assert balance(0, table) == (9, 2 + 2 + 2, 0, 3, 0)


def test_food_of_traits():
    one = board("insect", traits="- - A1 A6 A10", population=5)
    table = survive(one, FAR, "bear", environments="polar")
    assert balance(0, table)[3] == 3


@pytest.mark.parametrize(("population", "change"), [(1, 1), (4, 1), (5, 0), (6, -1), (40, -1)])
def test_population_changes_by_one_at_most(population, change):
    table = survive(board("turtle", population=population), FAR, "bear", environments="ocean")
    assert balance(0, table) == (population, 2, 0, 3, change)


def test_a_species_at_population_0_needs_no_food_and_cannot_shrink():
    none = board("frog", population=0)
    assert balance(0, survive(none, FAR, "bear", environments="desert"))[-1] == 0
    assert balance(0, survive(none, FAR, "bear", environments="jungle"))[-1] == 1


def bitten(species, bites, population, environments, traits="- - - - -"):
    """Return the change of the population by food and bites, and the table."""
    one = board(species, place=3, population=population, bites=bites, traits=traits)
    table = doing(
        one, "dragon", "bear", environments=environments, pending=[EatSpecies(0), Suffer()]
    )
    return table.state.population[0] - population, table


def test_two_bites_and_starving_cost_two():
    change, table = bitten("turtle", 2, 9, "polar")
    assert change == -2
    assert table.events_of(Bitten) == [Bitten(0, 2, -1, 2)]
    assert table.state.bites == [0, 0, 0]


def test_two_bites_and_surplus_cost_nothing():
    assert bitten("turtle", 2, 3, "desert")[0] == 0


def test_more_bites_cost_no_more_than_one():
    assert bitten("turtle", 5, 9, "polar")[0] == -2
    assert bitten("turtle", 1, 9, "polar")[0] == -1


def test_flock_animals_shrink_at_three_bites():
    assert bitten("insect", 2, 9, "polar")[0] == -1
    assert bitten("insect", 3, 9, "polar")[0] == -2
    assert bitten("insect", 2, 9, "polar", traits="A12 - - - -")[0] == -2


def test_bites_cost_nothing_at_population_0():
    change, table = bitten("frog", 2, 0, "polar")
    assert change == 0
    assert table.events_of(Bitten) == [Bitten(0, 2, 0)]
    assert table.state.population[0] == 0


def test_bites_are_counted_after_all_have_eaten_and_go_back():
    one, other = board("elephant", place=12), board("dragon", place=14)
    table = survive(
        one,
        board("bat", population=9, place=7, traits="- A12 - - -"),
        other,
        environments="ocean plains",
    )
    table.do(0, "eat 2", "done")
    assert (table.state.population[1], table.state.bites[1]) == (8, 1)
    table.do(2, "eat 1", "eat 2", "done")
    assert table.state.population[1] == 7
    assert table.state.bites == [0, 0, 0]


# --- Symbiosis


def sharing(**where):
    """Begin with a fish on seat 0; a bear, a bat and a bird are its rivals."""
    where.setdefault("environments", "polar forest mountain highland ocean")
    return doing(
        board("fish", place=9),
        board("bear", place=10, adapted=where.pop("bear", "")),
        board("bat", place=2),
        pending=[ShareEnvironment(0), EatSpecies(0)],
        **where,
    )


def test_symbiosis_offers_environments_of_others_on_the_table_that_it_lacks():
    table = sharing()
    assert table.may(0) == ["live forest", "live mountain", "done"]
    assert table.why(0, "live highland") == "not-shared"
    assert table.why(0, "live polar") == "not-shared"
    assert table.why(0, "live jungle") == "not-on-table"


def test_symbiosis_brings_the_figure_printed_for_the_owner():
    table = sharing(environments="forest")
    table.do(0, "live forest")
    assert table.events_of(Shared) == [Shared(0, places("forest")[0], 2)]
    table = sharing(environments="mountain", bear="").do(0, "live mountain")
    assert balance(0, table)[1] == 1


def test_symbiosis_brings_two_for_an_environment_that_its_owner_gained():
    table = sharing(environments="highland", bear="A3").do(0, "live highland")
    assert table.events_of(Shared)[0].food == 2
    assert balance(0, table)[1] == 2


def test_symbiosis_takes_the_best_owner():
    table = doing(
        board("bear", place=1, traits="A2 - - - -"),
        board("turtle", place=10, adapted="A9"),
        board("bat", place=11),
        environments="underground forest mountain",
        pending=[ShareEnvironment(0), EatSpecies(0)],
    )
    assert table.do(0, "live underground").events_of(Shared)[0].food == 3


def test_symbiosis_is_optional():
    table = sharing().do(0, "done")
    assert not table.events_of(Shared)
    assert balance(0, table)[1] == 2 + 3


def test_symbiosis_is_for_one_survival_only():
    table = sharing().do(0, "live forest")
    assert table.state.adapted[0] == b""


def test_a_covered_symbiosis_does_nothing():
    table = doing(
        board("fish", place=9, traits="A10 - - - -"),
        "bear",
        "bat",
        environments="forest",
        pending=[ShareEnvironment(0)],
    )
    assert table.asked == ([], [])


# --- Metamorphosis


def drawing(deck, one="frog", **where):
    return doing(one, "bear", "bat", pending=[Draw(0)], deck=deck, **where)


def test_metamorphosis_draws_the_top_card_and_the_player_chooses_the_space():
    table = drawing("A10 A11")
    assert table.events_of(Drawn) == [Drawn(0, cards("A10")[0], True)]
    assert table.may(0) == [f"gain A10 {space}" for space in range(1, 6)]
    table.do(0, "gain A10 2")
    assert codes(card for card in table.state.traits[0] if card != NOTHING) == "A10"
    assert codes(table.state.deck) == "A11"


def test_metamorphosis_must_be_used():
    table = drawing("A10 A11")
    assert table.why(0, "done") == "not-now"
    assert table.why(0, "gain A11 1") == "not-offered"


@pytest.mark.parametrize("top", ["J", "B9", "F14"])
def test_metamorphosis_discards_a_joker_or_a_trait_already_shown_without_another_draw(top):
    table = drawing(f"{top} A10")
    assert table.asked == ([], [])
    assert [event.is_laid for event in table.events_of(Drawn)] == [False]
    assert codes(table.state.deck) == "A10"
    assert cards(top)[0] in table.state.discards


def test_metamorphosis_with_an_empty_deck_shuffles_the_discards_first():
    table = drawing("")
    assert [type(event) for event in table.events] == [Reshuffled, Drawn]
    assert table.state.discards == b"" or table.state.discards[0] == JOKER
    assert len(table.state.deck) == 91


def test_cards_discarded_face_down_are_shuffled_too():
    table = drawing("", discards=None, buried=("A1 A2", "B1", ""))
    assert table.state.buried == [b"", b"", b""]
    assert len(table.state.deck) == 91


def test_metamorphosis_can_cover_itself():
    table = drawing("A10 A11").do(0, "gain A10 2")
    assert (
        "Metamorphosis"
        not in GAME.texts.describe(table.state, 0, SeatNames(tuple("abc")))[1].lines[2]
    )


def test_metamorphosis_comes_after_all_bites_lowest_first_also_in_the_last_era():
    table = surviving(board("frog", place=9), board("insect", place=4), "bear", deck="A10 A6")
    while table.asked[0] != ["Transform"]:
        table.do(GAME.to_move(table.state)[0], "done")
    assert table.asked == (["Transform"], [1])
    assert table.state.bites == [0, 0, 0]
    table.do(1, "gain A10 3")
    assert table.asked == (["Transform"], [0])
    table.do(0, "gain A6 3")
    assert GAME.outcome(table.state)


def test_a_hunt_that_offers_nothing_is_not_asked():
    assert doing("mouse", "bear", "bat", pending=[EatSpecies(0)]).asked == ([], [])


def test_sharing_is_named_by_environment():
    assert GAME.texts.parse("live ocean") == Share(5)
    assert position("mouse", "bear").places == [2, 8, 5]
