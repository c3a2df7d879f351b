"""The points that each seat is likely to have at the end, by weights fitted on matches.

The features of a seat are its points, its tokens, the cards to come and what its hand does where it
lives. ``worth.toml`` holds their weights and the run that found them.
"""

from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.components import HARDY, MILLENNIA
from darwin_core.games.evo.effects import Choose
from darwin_core.games.evo.ground import ground, hand_of, means_of
from darwin_core.games.evo.judgement import outlook, outlooks, worth_of_species
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.scoring import outcome
from darwin_core.games.evo.state import NOWHERE, EvoState
from darwin_core.kit.fitted import fitted_worth

FEATURE_NAMES: Final = (
    "points",
    "tokens that stay",
    "tokens at risk",
    "Future Genome",
    "Future Genome, for each millennium left",
    "cards to play",
    "generations left",
    "plan of the hand",
    "yield of the populations",
    "yield of a location",
    "genome",
    "genome, for each millennium left",
    "offspring",
    "millennia left",
    "last millennium",
    "last millennium but one",
    "seats",
    "seats, for each millennium left",
    "supply",
    "supply, for each millennium left",
)

NARROW: Final = 2
"""Tokens are at risk if this many more make the card die out."""


def features(state: EvoState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    return [_features(state, seat, species) for seat, species in enumerate(_species(state))]


def _features(state: EvoState, seat: int, species: int) -> tuple[float, ...]:
    seats, left = len(state.species), MILLENNIA - state.millennium
    limit = HARDY + state.millennium
    staying = at_risk = 0
    for tokens in state.tokens:
        total = sum(tokens)
        if total <= limit - NARROW:
            staying += tokens[species]
        elif total <= limit:
            at_risk += tokens[species]
    hand, available = state.hands[species], state.available[species]
    future, genome = sum(state.future[species]), sum(state.genomes[species])
    yields = outlooks(state, species)
    supply = sum(state.supply)
    return (
        points(state, seat),
        staying,
        at_risk,
        future,
        future * left,
        len(hand) + len(state.decks[species]) + len(state.offspring[species]),
        sum(available),
        _plan(state, species),
        outlook(yields, available),
        sum(yields) / seats,
        genome,
        genome * left,
        len(state.offspring[species]),
        left,
        left == 0,
        left == 1,
        seats,
        seats * left,
        supply,
        supply * left,
    )


def _species(state: EvoState) -> list[int]:
    """Return the species of each seat; of those that are still to choose one, the one left for each
    if all before it take the best."""
    found = list(state.species)
    if NOTHING in found:
        choosing = [effect.seat for effect in reversed(state.pending) if isinstance(effect, Choose)]
        free = [species for species in range(len(found)) if species not in state.species]
        free.sort(key=lambda species: -worth_of_species(state, species))
        for seat, species in zip(choosing, free, strict=True):
            found[seat] = species
    return found


def _plan(state: EvoState, species: int) -> float:
    """Return the most that the hand of a species yields, where its active population is or one can
    become active."""
    hand = state.hands[species]
    if not hand:
        return 0.0
    places = [place for place, number in enumerate(state.available[species]) if number]
    if state.active != NOWHERE and state.species[state.pending[-1].seat] == species:
        places = [state.active]
    means, number = means_of(state, species), hand_of(hand)
    return max([ground(state, means, place).plan(number) for place in places], default=0.0)


worth: Final = fitted_worth(__package__, FEATURE_NAMES, features, outcome)
