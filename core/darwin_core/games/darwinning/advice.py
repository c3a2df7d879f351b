"""The judgement of each legal action in words, best first: the hints."""

from collections.abc import Callable
from typing import Final

from darwin_core.cards import Cards
from darwin_core.game import Advice
from darwin_core.games.darwinning import actions, effects
from darwin_core.games.darwinning.actions import DONE, AnyAction
from darwin_core.games.darwinning.boards import (
    all_traits,
    climbed,
    edible,
    has,
    home_food,
    points_of_board,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.components import (
    CLIMBS,
    FLOCK_ANIMAL,
    GAINED_FOOD,
    GROWS,
    NUMBER,
    TABLES,
    TRAIT_POINTS,
)
from darwin_core.games.darwinning.improving import new_habitats
from darwin_core.games.darwinning.judgement import HOPELESS, Trick, judge, surplus
from darwin_core.games.darwinning.outlook import outlook
from darwin_core.games.darwinning.rules import legal
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.survival import shareable
from darwin_core.games.darwinning.words import card_name, set_words, species_name, the_eaten
from darwin_core.kit.judging import advised
from darwin_core.language import mark, tr
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted, listed

Reason = Callable[[AnyAction, float], str]
"""The reason for an action of some worth."""

EVEN: Final = 0.5
"""The probability below which a play rather loses the trick."""


def advise(view: DarwinningState, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return the legal actions of a seat with their worth in points, best first; ties keep their
    order."""
    choices = legal(view, seat)
    if not choices:
        return []
    reason = _REASONS[type(view.pending[-1])](view, seat)
    return advised(choices, judge(view, seat, choices), reason)


def _always(reason: str, of_done: str = "") -> Callable[[DarwinningState, int], Reason]:
    """Return the same reason for every action but one."""
    return lambda view, seat: lambda action, value: tr(of_done if action == DONE else reason)


def _of_leaders(view: DarwinningState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        if isinstance(action, actions.Name) and action.seat == seat:
            return tr("the leader may play anything, and the others must beat it")
        return tr("the later you play, the more cards you see before")

    return reason


def _of_improvements(view: DarwinningState, seat: int) -> Reason:
    own = outlook(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        match action:
            case actions.Climb(card):
                return _climb_words(view, seat, card)
            case actions.Grow(card):
                return _growth_words(view, seat, card)
            case actions.Adapt(card):
                new = new_habitats(view, seat, card)
                food = GAINED_FOOD * sum([place in view.environments for place in new])
                return tr(
                    "{points} at the end, and {number} more food in this era"
                    if food
                    else "{points} at the end, but no food in this era",
                    points=counted(2 * len(new), "point"),
                    number=food,
                )
            case actions.Gain(card, space):
                others, scores = own.spaces[space].points, own.spaces[space].is_scoring
                more = others + TRAIT_POINTS[NUMBER[card]] * scores - own.points_of_traits
                effect = tr(TABLES.traits[NUMBER[card] - 1].effect).removesuffix(".")
                return f"{tr('{points} at the end.', points=counted(more, 'point'))} {effect}"
            case _:
                return tr("it changes nothing")

    return reason


def _climb_words(view: DarwinningState, seat: int, card: int) -> str:
    """Return what a move up the food chain brings: points, and others to eat."""
    before, sets = view.places[seat], all_traits(view)
    place = climbed(view.places, before, CLIMBS[card])
    places = [*view.places]
    places[seat] = place
    new = [
        being
        for being in edible(sets, places, seat)
        if being not in edible(sets, view.places, seat)
    ]
    points = counted(place - before, "point")
    if not new:
        return tr("{points} at the end, and fewer can eat you from higher up", points=points)
    return tr(
        "{points} at the end, and you could eat {species}",
        points=points,
        species=listed([the_eaten(view, each) for each in new]),
    )


def _growth_words(view: DarwinningState, seat: int, card: int) -> str:
    """Return what more population brings, and the food that it needs."""
    species, population = view.species[seat], view.population[seat]
    after = population + GROWS[card]
    points = [sum(points_of_board(species, 0, each, 0, 0)) for each in (population, after)]
    food = home_food(view, seat) + trait_food(traits_of(view, seat))
    return tr(
        "{points} at the end; it needs {needed} food then, and finds {found} without eating",
        points=counted(points[1] - points[0], "point"),
        needed=after,
        found=food,
    )


def _of_plays(view: DarwinningState, seat: int) -> Reason:
    trick = Trick(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, actions.Play)
        return _play_words(trick, action.cards)

    return reason


def _play_words(trick: Trick, cards: Cards) -> str:
    odds = trick.odds(trick.strength(cards))
    if trick.ends(cards):
        return tr("all but the winner of this last trick improve with a card that they play in it")
    if odds < HOPELESS:
        return tr("it hardly ever wins: it is to be thrown away")
    percent = round(100 * odds)
    if odds < EVEN and trick.spares(cards):
        return tr(
            "it wins {percent} % of the time, but your best cards stay for later tricks",
            percent=percent,
        )
    points = round(trick.brings(cards))
    if not points:
        return tr(
            "it wins {percent} % of the time, and then brings next to nothing"
            if len(cards) == 1
            else "it wins {percent} % of the time, and a card of it brings next to nothing",
            percent=percent,
        )
    return tr(
        "it wins {percent} % of the time, and then brings about {points}"
        if len(cards) == 1
        else "it wins {percent} % of the time, and a card of it brings about {points}",
        percent=percent,
        points=counted(points, "point"),
    )


def _of_declarations(view: DarwinningState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, actions.Use)
        return set_words(view.played[seat] + action.cards)

    return reason


def _of_holds(view: DarwinningState, seat: int) -> Reason:
    gains = outlook(view, seat).best_gains(view.hands[seat])

    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, actions.Hold)
        if not action.cards:
            return tr("all cards of your next hand are new then")
        each = [
            tr(
                "{card} could bring about {points}",
                card=card_name(card),
                points=counted(round(gains[card]), "point"),
            )
            for card in sorted({*action.cards}, key=lambda card: -gains[card])
        ]
        return listed(each)

    return reason


def _of_shares(view: DarwinningState, seat: int) -> Reason:
    food = shareable(view, seat)
    found = home_food(view, seat) + trait_food(traits_of(view, seat))

    def reason(action: AnyAction, value: float) -> str:
        more = food[action.environment] if isinstance(action, actions.Live) else 0
        return tr(
            "you find {found} food then, and need {needed}",
            found=found + more,
            needed=view.population[seat],
        )

    return reason


def _of_meals(view: DarwinningState, seat: int) -> Reason:
    effect = view.pending[-1]
    assert isinstance(effect, effects.Hunt)
    over, needed = surplus(view, seat, effect), view.population[seat]

    def reason(action: AnyAction, value: float) -> str:
        left = over + GAINED_FOOD * isinstance(action, actions.Eat)
        if over > 0 and isinstance(action, actions.Eat):
            return _bite_words(view, action.species)
        return tr(
            "you have {found} of {needed} food then, and grow"
            if left > 0
            else "you have {found} of {needed} food then, and shrink"
            if left < 0
            else "you have {found} of {needed} food then, and stay",
            found=needed + left,
            needed=needed,
        )

    return reason


def _bite_words(view: DarwinningState, being: int) -> str:
    """Return the effect of a bite in words, where the eater needs no more food."""
    if being == len(view.hands):
        return tr("you have enough food, but the dummy loses nothing by it")
    limit = 3 if has(view, being, FLOCK_ANIMAL) else 2
    bites = view.bites[being] + 1
    return tr(
        "you have enough food, but it is bite {bites} for the {species}, which costs it a "
        "population"
        if bites == limit
        else "you have enough food, but the {species} gets a bite; {limit} cost a population",
        bites=bites,
        limit=limit,
        species=species_name(view.species[being]),
    )


_REASONS: Final[dict[type, Callable[[DarwinningState, int], Reason]]] = {
    effects.Lead: _of_leaders,
    effects.Mutate: _always(
        mark("you gain the trait and its owner loses it"),
        mark("Mutation stays free for another trait"),
    ),
    effects.Follow: _of_plays,
    effects.Declare: _of_declarations,
    effects.Improve: _of_improvements,
    effects.Browse: _of_improvements,
    effects.Keep: _of_holds,
    effects.Share: _of_shares,
    effects.Hunt: _of_meals,
    effects.Transform: _always(mark("you lose least on that space")),
}
