"""Hints: the value of each legal action and its reason in words, best first; and the manners of
bots."""

from collections.abc import Callable
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Advice, Manner
from darwin_core.games.darwinning import acts, material
from darwin_core.games.darwinning.acts import AnyAction
from darwin_core.games.darwinning.bots import HOPELESS, Trick, judge, species_value, surplus
from darwin_core.games.darwinning.material import (
    CLIMBS,
    FLOCK_ANIMAL,
    GAINED_FOOD,
    GROWS,
    IRON_STOMACH,
    JOKER,
    KEPT,
    NUMBER_OF,
    POISON,
    TABLES,
    TRAIT_POINTS,
    DarwinningState,
)
from darwin_core.games.darwinning.rules import clone, legal
from darwin_core.games.darwinning.species import (
    ADAPTED_POINTS,
    EATING,
    all_traits,
    edible,
    has_trait,
    home_food,
    new_habitats,
    points_of_board,
    space_after_climb,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.survival import bites_of_meal, harmful_bites, shareable
from darwin_core.games.darwinning.texts import (
    card_name,
    is_last_trick,
    prey_name,
    set_words,
    species_name,
)
from darwin_core.games.darwinning.tricks import SINGLE, rank_of, steal
from darwin_core.kit.judging import advised
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, listed

Reason = Callable[[AnyAction, float], str]
"""A function that returns the reason for an action, given its value in points."""

WEAK_PERCENT: Final = 10
"""Percentage of random hands that a set beats below which it counts as weak."""
EVEN: Final = 0.5
"""Probability of winning the trick below which a play is more likely to lose it."""


def advise(view: DarwinningState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return the legal actions of a seat with their worth in points, best first; equal values keep
    the order of ``legal``."""
    choices = legal(view, seat)
    if not choices:
        return []
    reason = _REASONS[type(view.pending[-1])](view, seat, seat_names)
    return advised(choices, judge(view, seat, choices), reason)


# Each of the following functions returns the reasons for one kind of decision; see ``_REASONS``.


def _leader_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    best = _best_lead(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Name)
        if action.seat != seat:
            return tr("you see the leader's cards first, but must beat them to win")
        if rank_of(best) in (SINGLE, None):
            return tr("you play any card or combination; the others must beat it")
        return tr(
            "you play what you like, such as {set}; the others must beat it", set=set_words(best)
        )

    return reason


def _best_lead(view: DarwinningState, seat: int) -> Cards:
    """Return the cards with which a seat would best lead the trick."""
    lead = clone(view)
    lead.leader = seat
    lead.pending = [material.PlayCards(seat)]
    plays = legal(lead, seat)
    values = judge(lead, seat, plays)
    best, _ = max(zip(plays, values, strict=True), key=lambda pair: pair[1])
    assert isinstance(best, acts.Play)
    return best.cards


def _theft_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        if not isinstance(action, acts.Take):
            return tr("Mutation stays free for another trait")
        cards = view.display if action.owner == len(view.hands) else view.traits[action.owner]
        trait = NUMBER_OF[cards[action.space]]
        after = clone(view)
        steal(after, material.TakeTrait(seat), action, None)
        # The owner may have the trait printed below the card, or twice.
        if has_trait(after, action.owner, trait):
            return tr("you gain the trait; its owner shows it twice and keeps it")
        return tr("you gain the trait and its owner loses it")

    return reason


def _improvement_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    own_species = species_value(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        match action:
            case acts.Climb(card):
                return _climb_words(view, seat, card, seat_names)
            case acts.Grow(card):
                return _growth_words(view, seat, card)
            case acts.Adapt(card):
                new = new_habitats(view, seat, card)
                food = GAINED_FOOD * sum([place in view.environments for place in new])
                return tr(
                    "{points} at the end, and {number} more food in this era"
                    if food
                    else "{points} at the end, but no food in this era",
                    points=counted(ADAPTED_POINTS * len(new), "point"),
                    number=food,
                )
            case acts.Gain(card, space):
                trait_space = own_species.spaces[space]
                trait = NUMBER_OF[card]
                after = trait_space.points + TRAIT_POINTS[trait] * trait_space.is_scoring
                more = after - own_species.points_of_traits
                # A hint has no full stop at its end.
                effect = tr(TABLES.traits[trait - 1].effect).removesuffix(".")
                return f"{tr('{points} at the end.', points=counted(more, 'point'))} {effect}"
            case _:
                # ``Done``.
                return tr("it changes nothing")

    return reason


def _climb_words(view: DarwinningState, seat: int, card: int, seat_names: SeatNames) -> str:
    """Describe the benefits of a move up the food chain: points, and new prey or else fewer
    predators."""
    before = view.places[seat]
    sets = all_traits(view)
    place = space_after_climb(view.places, before, CLIMBS[card])
    places = [*view.places]
    places[seat] = place
    prey = set(edible(sets, places, seat)) - set(edible(sets, view.places, seat))
    points = counted(place - before, "point")
    if prey:
        names = seat_names.names
        eaten = [
            names[being] if being < len(names) else prey_name(view, being) for being in sorted(prey)
        ]
        return tr(
            "{points} at the end, and you could eat {beings}", points=points, beings=listed(eaten)
        )
    eaters = [
        sum([seat in edible(sets, markers, being) for being in range(len(sets))])
        for markers in (view.places, places)
    ]
    return tr(
        "{points} at the end, and fewer can eat you"
        if eaters[1] < eaters[0]
        else "{points} at the end",
        points=points,
    )


def _growth_words(view: DarwinningState, seat: int, card: int) -> str:
    """Describe the benefits of more population, and the food it needs."""
    species, population = view.species[seat], view.population[seat]
    after = population + GROWS[card]
    points = [sum(points_of_board(species, 0, number, 0, 0)) for number in (population, after)]
    food = home_food(view, seat) + trait_food(traits_of(view, seat))
    return tr(
        "{points} at the end; it needs {needed} food then, and finds {found} without eating",
        points=counted(points[1] - points[0], "point"),
        needed=after,
        found=food,
    )


def _play_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    trick = Trick(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Play)
        is_last = is_last_trick(view) or trick.is_last_with(action.cards)
        return _play_words(trick, action.cards, is_last=is_last)

    return reason


def _play_words(trick: Trick, cards: Cards, *, is_last: bool) -> str:
    set_strength = trick.strength(cards)
    if is_last:
        return tr("all but the winner of this last trick improve with a card that they play in it")
    if set_strength < trick.strength_needed:
        return tr("it does not beat the cards played: play it only to get rid of it")
    win_probability = trick.win_probability(set_strength)
    beats = _beaten_words(trick, set_strength)
    if win_probability < EVEN and trick.spares(cards):
        best = set_words(trick.best_set())
        return tr("{beats}, but you keep {set} for later", beats=beats, set=best)
    if win_probability < HOPELESS:
        return tr("{beats}: play it only to get rid of it", beats=beats)
    points = round(trick.best_gain(cards))
    if points <= 0:
        return tr("{beats}; a win brings next to nothing", beats=beats)
    points_words = counted(points, "point")
    return tr("{beats}; a win brings about {points}", beats=beats, points=points_words)


def _beaten_words(trick: Trick, set_strength: int) -> str:
    """Return words about the share of random hands that a set beats. Nobody can beat the set of the
    last player."""
    if not trick.largest_later_hand:
        return tr("it wins the trick")
    percent = trick.percent_of_hands_beaten(set_strength)
    if percent < WEAK_PERCENT:
        return tr("nearly every hand can beat it")
    return tr(
        "it beats {number} of 100 random hands without the display"
        if trick.is_two_player
        else "it beats {number} of 100 random hands",
        number=percent,
    )


def _use_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Use)
        return set_words(view.played[seat] + action.cards)

    return reason


def _keep_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    gains = species_value(view, seat).best_gains(view.hands[seat])

    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Keep)
        if not action.cards:
            return tr("all cards of your next hand are new then")
        uses = [
            tr(
                "{card} could bring about {points}",
                card=card_name(card),
                points=counted(max(round(gains[card]), 0), "point"),
            )
            for card in sorted({*action.cards}, key=lambda card: -gains[card])
        ]
        return listed(uses)

    return reason


def _share_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    food = shareable(view, seat)
    food_found = home_food(view, seat) + trait_food(traits_of(view, seat))

    def reason(action: AnyAction, value: float) -> str:
        more = food[action.environment] if isinstance(action, acts.Share) else 0
        return tr(
            "you find {found} food then, and need {needed}",
            found=food_found + more,
            needed=view.population[seat],
        )

    return reason


def _meal_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    effect = view.pending[-1]
    assert isinstance(effect, material.EatSpecies)
    food_over = surplus(view, seat, effect)
    needed = view.population[seat]

    def reason(action: AnyAction, value: float) -> str:
        if not isinstance(action, acts.Eat):
            return _balance_words(food_over, needed)
        if food_over > 0:
            # More food would not let the species grow more, so only the bite counts.
            words = _bite_words(view, action.species)
        else:
            words = _balance_words(food_over + GAINED_FOOD, needed)
        if has_trait(view, action.species, POISON) and not has_trait(view, seat, IRON_STOMACH):
            return tr("{meal}; by its Poison you get 2 bites", meal=words)
        return words

    return reason


def _balance_words(food_over: int, needed: int) -> str:
    """Return the food of a species in words, and whether the species grows.

    Args:
        food_over: the food less the food needed; negative for a lack.
    """
    return tr(
        "you have {found} of {needed} food then, and grow"
        if food_over > 0
        else "you have {found} of {needed} food then, and shrink"
        if food_over < 0
        else "you have {found} of {needed} food then, and stay",
        found=needed + food_over,
        needed=needed,
    )


def _bite_words(view: DarwinningState, being: int) -> str:
    """Describe the effect of a meal on the prey, for an eater that needs no more food."""
    if being == len(view.hands):
        return tr("you have enough food, and the dummy loses nothing by it")
    species = species_name(view.species[being])
    is_flock = has_trait(view, being, FLOCK_ANIMAL)
    before = view.bites[being]
    limit = harmful_bites(traits_of(view, being))
    bites = before + bites_of_meal(view)
    if before >= limit or not view.population[being]:
        return tr(
            "you have enough food, and the {species} loses nothing more by it", species=species
        )
    if bites < limit:
        return tr(
            "you have enough food, but the {species} has {bites} then; {limit} cost a population",
            bites=counted(bites, "bite"),
            limit=limit,
            species=species,
        )
    return tr(
        "you have enough food, but the {species} has {bites} then, which cost even a Flock Animal "
        "a population"
        if is_flock
        else "you have enough food, but the {species} has {bites} then, which cost it a population",
        bites=counted(bites, "bite"),
        species=species,
    )


_REASONS: Final[dict[type, Callable[[DarwinningState, int, SeatNames], Reason]]] = {
    material.NameLeader: _leader_reasons,
    material.TakeTrait: _theft_reasons,
    material.PlayCards: _play_reasons,
    material.UseDisplay: _use_reasons,
    material.Improve: _improvement_reasons,
    material.Browse: _improvement_reasons,
    material.KeepCards: _keep_reasons,
    material.ShareEnvironment: _share_reasons,
    material.EatSpecies: _meal_reasons,
    material.Transform: _improvement_reasons,
}


# --- manners


def _feeds(view: DarwinningState, seat: int, action: AnyAction) -> float:
    """Lean of the careful: to food and population."""
    return float(isinstance(action, acts.Adapt | acts.Grow | acts.Share))


def _robs(view: DarwinningState, seat: int, action: AnyAction) -> float:
    """Lean of the robber: to tricks, meals and traits taken from rivals, and to the places and
    traits that let a species eat."""
    match action:
        case acts.Play(cards):
            trick = Trick(view, seat)
            # Only a play that is stronger than cards already played takes a trick from a rival.
            return float(0 <= trick.strength_needed < trick.strength(cards))
        case acts.Eat(being) | acts.Take(owner=being):
            return float(being < len(view.hands))
        case acts.Climb():
            return 1.0
        case acts.Gain(card) if card != JOKER:
            return float(EATING >> NUMBER_OF[card] & 1)
        case _:
            return 0.0


def _collects(view: DarwinningState, seat: int, action: AnyAction) -> float:
    """Lean of the collector: to traits, and to keeping as many cards as possible."""
    return (
        len(action.cards) / KEPT
        if isinstance(action, acts.Keep)
        else isinstance(action, acts.Gain | acts.Take)
    )


# The margins were chosen so that bots with a manner are as strong as bots without one.
MANNERS: Final[dict[str, Manner[DarwinningState, AnyAction]]] = {
    "careful": Manner(
        title="careful",
        line="looks for food and lets its population grow",
        lean=_feeds,
        margin=1.0,
    ),
    "robber": Manner(
        title="a robber",
        line="takes tricks from you and eats your species",
        lean=_robs,
        margin=1.0,
    ),
    # Every game names this manner "trader"; without trades, its bots are collectors. See MANNERS in
    # ``bots/manners.py``.
    "trader": Manner(
        title="a collector",
        line="gathers traits and keeps cards for the next era",
        lean=_collects,
        margin=0.5,
    ),
}
