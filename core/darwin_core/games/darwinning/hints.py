"""Hints: the value of each legal action and its reason in words, best first; what another action
lacks beside the best one; and the manners of bots."""

from collections.abc import Callable, Sequence
from functools import cache
from heapq import nlargest
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Advice, Manner
from darwin_core.games.darwinning import acts, material
from darwin_core.games.darwinning.acts import AnyAction
from darwin_core.games.darwinning.bots import HOPELESS, Trick, judge, species_value, surplus
from darwin_core.games.darwinning.material import (
    FLOCK_ANIMAL,
    GAINED_FOOD,
    GROWS,
    JOKER,
    KEPT_CARDS_MAX,
    NUMBER_OF,
    TABLES,
    DarwinningState,
)
from darwin_core.games.darwinning.rules import clone, legal, totals
from darwin_core.games.darwinning.species import (
    EATING,
    Improvement,
    all_traits,
    edible,
    has_dummy,
    has_trait,
    home_food,
    improve,
    improvements,
    is_poisoned_by,
    new_habitats,
    trait_food,
    trait_lost,
    traits_of,
)
from darwin_core.games.darwinning.survival import bites_of_meal, harmful_bites, shareable
from darwin_core.games.darwinning.texts import (
    card_name,
    is_last_trick,
    may_become_last,
    numbers_words,
    prey_name,
    set_words,
    species_name,
    trait_name,
)
from darwin_core.games.darwinning.tricks import (
    SETS,
    SINGLE,
    codes,
    rank_of,
    rest_of,
    steal,
    strength,
)
from darwin_core.kit.judging import advised
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, listed

Reason = Callable[[AnyAction], str]
"""A function that returns the reason for an action."""

DEALS: Final = 10
"""Number of deals in which a hint counts those where a set remains unbeaten."""
_TEMPTING: Final = 2
"""Number of plays that tempt: the suggested one may be the first of them."""
EVEN: Final = 0.5
"""Probability of winning the trick below which a play is more likely to lose it."""


def advise(view: DarwinningState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return the legal actions of a seat with their worth in points, best first; equal values keep
    the order of ``legal``. Leaders after whom the seat plays late tempt, and so do the strongest
    cards that beat the cards played."""
    choices = legal(view, seat)
    if not choices:
        return []
    reason = _REASONS[type(view.pending[-1])](view, seat, seat_names)
    values = judge(view, seat, choices)
    strongest = cache(lambda: _strongest(view, seat, choices))
    return advised(
        choices,
        values,
        lambda action, _: reason(action),
        lambda action: _plays_late(view, seat, action) or action in strongest(),
    )


def _plays_late(view: DarwinningState, seat: int, action: AnyAction) -> bool:
    """Return whether an action names a leader after whom the seat plays last or last but one."""
    if not isinstance(action, acts.Name) or action.seat == seat:
        return False
    return len(_between(len(view.hands), seat, action.seat)[1:]) <= 1


def _strongest(view: DarwinningState, seat: int, choices: Sequence[AnyAction]) -> list[AnyAction]:
    """Return the strongest plays that beat the cards played, at most _TEMPTING; empty in other
    decisions."""
    plays = [action for action in choices if isinstance(action, acts.Play)]
    if not plays:
        return []
    trick = Trick(view, seat)
    strengths = {play: trick.strength(play.cards) for play in plays}
    winning = [play for play in plays if strengths[play] >= trick.strength_needed]
    return [*nlargest(_TEMPTING, winning, key=strengths.__getitem__)]


# Each of the following functions returns the reasons for one kind of decision; see ``_REASONS``.


def _leader_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    best = _best_lead(view, seat)
    seats = len(view.hands)

    def reason(action: AnyAction) -> str:
        assert isinstance(action, acts.Name)
        before = _between(seats, action.seat, seat)
        after = _between(seats, seat, action.seat)[1:]
        if not before:
            is_two_player = has_dummy(view)
            if rank_of(best) in (SINGLE, None):
                return tr(
                    "you play first, any cards you like; your rival wins ties"
                    if is_two_player
                    else "you play first, any cards you like; the others must beat them"
                )
            return tr(
                "you play first, any cards, such as {set}; your rival wins ties"
                if is_two_player
                else "you play first, any cards, such as {set}; the others must beat them",
                set=numbers_words(best),
            )
        if not after:
            return tr("you play last, see all cards first, and win ties")
        return tr(
            "you play after {before}, but before {after}",
            before=_players(before, seat_names),
            after=_players(after, seat_names),
        )

    return reason


def _between(seats: int, first: int, last: int) -> list[int]:
    """Return the seats from one seat on that play before another, in the order of play."""
    return [(first + turn) % seats for turn in range((last - first) % seats)]


def _players(seats: list[int], seat_names: SeatNames) -> str:
    """Return the name of a seat, or the number of several."""
    # Bots take advice without names.
    if len(seats) == 1 and seat_names.names:
        return seat_names.names[seats[0]]
    return tr("{number} players", number=len(seats))


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
    def reason(action: AnyAction) -> str:
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
    def reason(action: AnyAction) -> str:
        match action:
            case acts.Climb():
                return _climb_words(view, seat, action, seat_names)
            case acts.Grow():
                return _growth_words(view, seat, action)
            case acts.Adapt(card):
                new = new_habitats(view, seat, card)
                food = GAINED_FOOD * sum([place in view.environments for place in new])
                return tr(
                    "{points} at the end, and {number} more food in this era"
                    if food
                    else "{points} at the end, but no food in this era",
                    points=_points_words(view, seat, action),
                    number=food,
                )
            case acts.Gain(card):
                # A hint has no full stop at its end.
                effect = tr(TABLES.traits[NUMBER_OF[card] - 1].effect).removesuffix(".")
                return f"{_cost_words(view, seat, action)} {effect}"
            case _:
                # ``Done``.
                return tr("it changes nothing")

    return reason


def _cost_words(view: DarwinningState, seat: int, action: acts.Gain) -> str:
    """Return a sentence with the points of a trait, and with the trait that it costs or hides."""
    points = _points_words(view, seat, action)
    trait = trait_lost(view, seat, action.space)
    if not trait:
        return tr("{points} at the end.", points=points)
    return tr(
        "{points} at the end, but it hides your {trait}."
        if view.traits[seat][action.space] == NOTHING
        else "{points} at the end, but it costs your {trait}.",
        points=points,
        trait=trait_name(trait),
    )


def _improved(view: DarwinningState, seat: int, action: AnyAction) -> DarwinningState:
    """Return the position after an improvement; ``Done`` changes nothing."""
    after = clone(view)
    if isinstance(action, Improvement):
        improve(after, seat, action, None)
    return after


def _points(view: DarwinningState, seat: int, action: AnyAction) -> int:
    """Return the points that an improvement brings at once."""
    return totals(_improved(view, seat, action))[seat] - totals(view)[seat]


def _points_words(view: DarwinningState, seat: int, action: AnyAction) -> str:
    return counted(_points(view, seat, action), "point")


def _best_points(view: DarwinningState, seat: int, card: int) -> int:
    """Return the points of the use of a card that brings most at once; 0 for none."""
    uses = improvements(view, seat, (card,))
    return max([_points(view, seat, use) for use in uses], default=0)


def _climb_words(
    view: DarwinningState, seat: int, action: acts.Climb, seat_names: SeatNames
) -> str:
    """Describe the benefits of a move up the food chain: points, and new prey or else fewer
    predators."""
    places = [_improved(view, seat, action).places, view.places]
    after, before = ({*edible(all_traits(view), markers, seat)} for markers in places)
    points = _points_words(view, seat, action)
    if prey := after - before:
        names = seat_names.names
        eaten = [
            names[being] if being < len(names) else prey_name(view, being) for being in sorted(prey)
        ]
        return tr(
            "{points} at the end, and you could eat {beings}", points=points, beings=listed(eaten)
        )
    return tr(
        "{points} at the end, and fewer can eat you"
        if _eaters(view, seat, places[0]) < _eaters(view, seat, places[1])
        else "{points} at the end",
        points=points,
    )


def _eaters(view: DarwinningState, seat: int, places: list[int]) -> int:
    """Return how many beings can eat a species if the beings are on these spaces."""
    sets = all_traits(view)
    return sum([seat in edible(sets, places, being) for being in range(len(sets))])


def _growth_words(view: DarwinningState, seat: int, action: acts.Grow) -> str:
    """Describe the benefits of more population, and the food it needs."""
    return tr(
        "{points} at the end; it needs {needed} food then, and finds {found} without eating",
        points=_points_words(view, seat, action),
        needed=view.population[seat] + GROWS[action.card],
        found=_food(view, seat),
    )


def _food(view: DarwinningState, seat: int) -> int:
    """Return the food that a species finds without eating others."""
    return home_food(view, seat) + trait_food(traits_of(view, seat))


def _play_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    trick = Trick(view, seat)
    may_be_last = may_become_last(view, seat)

    def reason(action: AnyAction) -> str:
        assert isinstance(action, acts.Play)
        if trick.is_last_with(action.cards):
            return _last_words(trick, action.cards, _uses_of(view, seat, action.cards))
        if trick.strength(action.cards) < trick.strength_needed:
            # In a match of two, the rival may still use the display badly.
            if trick.is_two_player:
                return tr("it does not beat the cards played")
            return _loss_words(trick.hand, action.cards, may_be_last=may_be_last)
        return _winning_words(trick, action.cards)

    return reason


def _last_words(trick: Trick, cards: Cards, points: int) -> str:
    """Describe cards in the last trick of an era, in which all but the winner improve.

    Args:
        points: the points that the best use of one of the cards brings.
    """
    if trick.is_two_player:
        # The display decides, and a loser may use any discarded card.
        return tr("all but the winner of this last trick improve with a card that they play in it")
    does_beat = trick.strength(cards) >= trick.strength_needed
    if does_beat and not trick.later_hands:
        return tr("it wins this last trick, so you improve nothing")
    return tr(
        "if it is beaten, you improve with it: at most {points} at once"
        if does_beat
        else "it loses, so you improve with it: at most {points} at once",
        points=counted(points, "point"),
    )


def _loss_words(hand: Cards, cards: Cards, *, may_be_last: bool) -> str:
    """Describe the loss of cards that do not beat the cards played.

    Args:
        may_be_last: another seat can still make this trick the last of its era, in which the cards
            of a loser count.
    """
    if may_be_last:
        return tr("it loses, and counts only if somebody runs out of cards")
    combination = _best_combination(rest_of(hand, cards))
    if [*cards] == [JOKER]:
        return (
            tr(
                "the joker counts 0, and a lost card does nothing; you keep your {set}",
                set=numbers_words(combination),
            )
            if combination
            else tr("the joker counts 0, and a lost card does nothing")
        )
    lost = max(NUMBER_OF[card] for card in cards)
    is_lowest = len(cards) == 1 and lost == min(NUMBER_OF[card] for card in hand)
    if combination and is_lowest:
        return tr(
            "a lost card does nothing, so lose the lowest number, {number}; you keep your {set}",
            number=lost,
            set=numbers_words(combination),
        )
    if is_lowest:
        return tr("a lost card does nothing, so lose the lowest number, {number}", number=lost)
    if not combination:
        return tr("a lost card does nothing")
    return tr("a lost card does nothing, and you keep your {set}", set=numbers_words(combination))


def _best_combination(hand: Cards) -> Cards:
    """Return the strongest combination of a hand; empty if all its sets are single cards."""
    best = SETS[codes(hand)[-1]] if hand else b""
    return best if len(best) > 1 else b""


def _broken(hand: Cards, cards: Cards) -> Cards:
    """Return the strongest combination of a hand that is neither left without some cards, nor has
    an equally strong one of its kind in the cards left; empty if there is none."""
    left = [SETS[code] for code in codes(rest_of(hand, cards))]
    # Codes are in order of strength, so the strongest set of a kind is the last.
    best = {rank_of(combination): _sum(combination) for combination in left}
    for code in reversed(codes(hand)):
        combination = SETS[code]
        if len(combination) > 1 and _sum(combination) > best.get(rank_of(combination), -1):
            return combination
    return b""


def _sum(cards: Cards) -> int:
    return sum(NUMBER_OF[card] for card in cards)


def _winning_words(trick: Trick, cards: Cards) -> str:
    """Describe the chances of cards that beat the cards played, and the gain of a win."""
    set_strength = trick.strength(cards)
    win_probability = trick.win_probability(set_strength)
    beats = _beaten_words(trick, set_strength)
    if win_probability < EVEN and trick.spares(cards):
        best = numbers_words(trick.best_set())
        return tr("{beats}, but you keep your {set} for later", beats=beats, set=best)
    if win_probability < HOPELESS:
        return beats
    points = round(trick.best_gain(cards))
    if points <= 0:
        return tr("{beats}; a win brings next to nothing", beats=beats)
    points_words = counted(points, "point")
    return tr("{beats}; a win brings about {points}", beats=beats, points=points_words)


def _beaten_words(trick: Trick, set_strength: int) -> str:
    """Return words about the deals in which nobody after the seat can beat a set. Nobody can beat
    the set of the last player."""
    if not trick.later_hands:
        return tr("it wins the trick")
    deals = _unbeaten_deals(trick, set_strength)
    if deals == DEALS:
        return tr("hardly any later hand can beat it")
    if not deals:
        return tr("nearly always, a later hand can beat it")
    return tr(
        "in {number} of 10 deals, your rival's hand cannot beat it"
        if trick.is_two_player
        else "in {number} of 10 deals, no later hand can beat it",
        number=deals,
    )


def _unbeaten_deals(trick: Trick, set_strength: int) -> int:
    """Return in how many of ten deals no hand that plays later can beat a set of a strength."""
    return round(DEALS * trick.unbeaten_share(set_strength))


def _use_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    def reason(action: AnyAction) -> str:
        assert isinstance(action, acts.Use)
        return set_words(view.played[seat] + action.cards)

    return reason


def _keep_reasons(view: DarwinningState, seat: int, seat_names: SeatNames) -> Reason:
    gains = species_value(view, seat).best_gains(view.hands[seat])

    def reason(action: AnyAction) -> str:
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

    def reason(action: AnyAction) -> str:
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

    def reason(action: AnyAction) -> str:
        if not isinstance(action, acts.Eat):
            return _balance_words(food_over, needed)
        if food_over > 0:
            # More food would not let the species grow more, so only the bite counts.
            words = _bite_words(view, action.species)
        else:
            words = _balance_words(food_over + GAINED_FOOD, needed)
        if is_poisoned_by(view, seat, action.species):
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


# --- why not another action


def contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    """Return what another legal action lacks beside the best one, in a clause; empty if nothing is
    certain."""
    if best == other:
        return ""
    return _CONTRASTS[type(view.pending[-1])](view, seat, best, other, seat_names)


# Each of the following functions contrasts the actions of one kind of decision; see ``_CONTRASTS``.


def _leader_contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    assert isinstance(best, acts.Name)
    assert isinstance(other, acts.Name)
    seats = len(view.hands)
    if other.seat == seat:
        others = [rival for rival in range(seats) if rival != seat]
        return tr(
            "{players} then sees your cards first, and wins a tie"
            if has_dummy(view)
            else "{players} then see your cards first, and may beat them",
            players=_players(others, seat_names),
        )
    before, after = _between(seats, other.seat, seat), _between(seats, seat, other.seat)[1:]
    if best.seat == seat and not after:
        return tr("you then play last: you see all cards, and win ties")
    if best.seat == seat:
        return tr(
            "you must then beat the cards of {before}, and {after} may beat yours",
            before=_players(before, seat_names),
            after=_players(after, seat_names),
        )
    after_best = _between(seats, seat, best.seat)[1:]
    if len(after) > len(after_best):
        return tr(
            "you then play before {players}, who may beat you",
            players=_players(after[len(after_best) :], seat_names),
        )
    return tr(
        "you then play after {players} too, with more to beat",
        players=_players(after_best[len(after) :], seat_names),
    )


def _play_contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    assert isinstance(best, acts.Play)
    assert isinstance(other, acts.Play)
    trick = Trick(view, seat)
    one, two = best.cards, other.cards
    strengths = [trick.strength(cards) for cards in (one, two)]
    beats, other_beats = (set_strength >= trick.strength_needed for set_strength in strengths)
    ends, other_ends = map(trick.is_last_with, (one, two))
    uses = _uses_of(view, seat, two), _uses_of(view, seat, one)
    if other_ends and not ends:
        return tr("it empties your hand: all but the winner of the trick improve")
    if ends:
        # The worth of a win is turned round, so only the cards' uses are compared.
        if not other_ends:
            return ""
        if other_beats and not beats and not trick.later_hands:
            return tr("it wins this last trick, and its winner improves nothing")
        fewer, points = uses
        # In a match of two, a loser may use any discarded card.
        if fewer >= points or trick.is_two_player:
            return ""
        return tr(
            "a loss scores at most {number} at once, not {points}", number=fewer, points=points
        )
    if beats and not other_beats:
        return tr(
            "it does not beat the cards played" if has_dummy(view) else "it cannot win this trick"
        )
    if len(two) > len(one):
        return tr("it costs {number} cards, not {fewer}", number=len(two), fewer=len(one))
    cost = _cost_contrast(trick.hand, one, two)
    if other_beats and trick.later_hands and not (beats and strengths[1] >= strengths[0]):
        deals = _unbeaten_deals(trick, strengths[1])
        if not beats or deals != _unbeaten_deals(trick, strengths[0]):
            return (
                tr("a later hand can beat it in {number} of 10 deals", number=DEALS - deals)
                if deals
                else tr("nearly always, a later hand can beat it")
            )
        return cost or tr("it is lower, and easier to beat")
    if cost:
        return cost
    number, points = uses
    if not other_beats and number > points:
        return tr("it gives up more points: {number}, not {points}", number=number, points=points)
    if beats and number < points:
        return tr(
            "a win scores at most {number} at once, not {points}", number=number, points=points
        )
    return ""


def _cost_contrast(hand: Cards, one: Cards, two: Cards) -> str:
    """Describe the loss for a hand if it plays the second set instead of the first."""
    if len(two) == 1:
        broken, broken_by_best = (_broken(hand, cards) for cards in (two, one))
        if broken and (not broken_by_best or strength(broken) > strength(broken_by_best)):
            return tr("it breaks your {set}", set=numbers_words(broken))
    highest, lowest = (max(NUMBER_OF[card] for card in cards) for cards in (two, one))
    if len(one) == len(two) and highest > lowest:
        return tr("it costs a higher number: {number}, not {lower}", number=highest, lower=lowest)
    return ""


def _uses_of(view: DarwinningState, seat: int, cards: Cards) -> int:
    """Return the points that the best use of one of some cards brings at once."""
    return max([_best_points(view, seat, card) for card in {*cards}], default=0)


def _use_contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    assert isinstance(best, acts.Use)
    assert isinstance(other, acts.Use)
    played = view.played[seat]
    one, two = (strength(played + action.cards) for action in (best, other))
    if is_last_trick(view):
        return (
            tr("it makes more, and the winner of the last trick improves nothing")
            if two > one
            else ""
        )
    if two < one:
        return tr("it makes less: only {set}", set=set_words(played + other.cards))
    return ""


def _improvement_contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    points, other_points = (_points(view, seat, action) for action in (best, other))
    if isinstance(other, acts.Done):
        return tr("it scores nothing") if points > 0 else ""
    if other_points < points:
        return _fewer_words(points, other_points)
    after, after_other = (_improved(view, seat, action) for action in (best, other))
    food, other_food = (_food(state, seat) for state in (after, after_other))
    if other_food < food:
        return tr("it brings less food: {number}, not {food}", number=other_food, food=food)
    if isinstance(other, acts.Grow) and other_food < after_other.population[seat]:
        return tr(
            "it needs {needed} food then, and finds {found} without eating",
            needed=after_other.population[seat],
            found=other_food,
        )
    if isinstance(other, acts.Gain):
        covered = trait_lost(view, seat, other.space)
        does_best_cover = isinstance(best, acts.Gain) and best.space == other.space
        if covered and not does_best_cover:
            return tr(
                "it hides your {trait}"
                if view.traits[seat][other.space] == NOTHING
                else "it costs your {trait}",
                trait=trait_name(covered),
            )
    eaters, other_eaters = (_eaters(state, seat, state.places) for state in (after, after_other))
    if other_eaters > eaters and isinstance(best, acts.Climb):
        return tr(
            "more species can eat you then: {number}, not {fewer}",
            number=other_eaters,
            fewer=eaters,
        )
    return ""


def _theft_contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    if not isinstance(best, acts.Take):
        return ""
    if not isinstance(other, acts.Take):
        return tr("you then take no trait")
    points, fewer = (_points_stolen(view, seat, action) for action in (best, other))
    return _fewer_words(points, fewer) if fewer < points else ""


def _fewer_words(points: int, fewer: int) -> str:
    """Compare the points that two actions bring at once."""
    if fewer < 0:
        return tr("it costs {points} at once", points=counted(-fewer, "point"))
    return tr("it scores {points} at once, not {more}", points=counted(fewer, "point"), more=points)


def _points_stolen(view: DarwinningState, seat: int, action: acts.Take) -> int:
    """Return the points that a theft brings the thief at once."""
    after = clone(view)
    steal(after, material.TakeTrait(seat), action, None)
    return totals(after)[seat] - totals(view)[seat]


def _keep_contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    assert isinstance(best, acts.Keep)
    assert isinstance(other, acts.Keep)
    one, two = best.cards, other.cards
    if len(two) < len(one):
        return tr("it keeps {cards}, not {more}", cards=counted(len(two), "card"), more=len(one))
    if len(two) > len(one):
        return ""
    if len(two) > 1 and rank_of(two) is None and rank_of(one) is not None:
        return tr("its cards are no pair")
    number, points = _uses_of(view, seat, two), _uses_of(view, seat, one)
    if number < points:
        return tr(
            "a win with it scores at most {number} at once, not {points}",
            number=number,
            points=points,
        )
    if _sum(two) < _sum(one):
        return tr(
            "its numbers are lower: {numbers}",
            numbers=listed([str(NUMBER_OF[card]) for card in two]),
        )
    return ""


def _share_contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    foods = shareable(view, seat)
    food, less = (
        foods[action.environment] if isinstance(action, acts.Share) else 0
        for action in (best, other)
    )
    if less < food:
        return tr("it brings {number} food, not {food}", number=less, food=food)
    return ""


def _meal_contrast(
    view: DarwinningState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    effect = view.pending[-1]
    assert isinstance(effect, material.EatSpecies)
    food_over = surplus(view, seat, effect)
    if not isinstance(other, acts.Eat):
        if food_over > 0:
            return ""
        return _balance_words(food_over, view.population[seat])
    eaten = best.species if isinstance(best, acts.Eat) else None
    is_poisoned = is_poisoned_by(view, seat, other.species)
    if is_poisoned and (eaten is None or not is_poisoned_by(view, seat, eaten)):
        return tr("by its Poison you get 2 bites")
    if eaten is None:
        return tr("you have enough food without it") if food_over > 0 else ""
    if _costs_population(view, eaten) and not _costs_population(view, other.species):
        if other.species == len(view.hands):
            return tr("the dummy loses nothing by it")
        return tr(
            "the {species} loses no population by it",
            species=species_name(view.species[other.species]),
        )
    return ""


def _costs_population(view: DarwinningState, being: int) -> bool:
    """Return whether a meal costs the being eaten a population that it does not lose yet."""
    if being == len(view.hands) or not view.population[being]:
        return False
    limit = harmful_bites(traits_of(view, being))
    return view.bites[being] < limit <= view.bites[being] + bites_of_meal(view)


_CONTRASTS: Final[
    dict[type, Callable[[DarwinningState, int, AnyAction, AnyAction, SeatNames], str]]
] = {
    material.NameLeader: _leader_contrast,
    material.TakeTrait: _theft_contrast,
    material.PlayCards: _play_contrast,
    material.UseDisplay: _use_contrast,
    material.Improve: _improvement_contrast,
    material.Browse: _improvement_contrast,
    material.KeepCards: _keep_contrast,
    material.ShareEnvironment: _share_contrast,
    material.EatSpecies: _meal_contrast,
    material.Transform: _improvement_contrast,
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
        len(action.cards) / KEPT_CARDS_MAX
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
