"""The fitted policy: it scores plays, improvements and leaders by weighted sums of features.

``fitted_policy.toml`` has the weights and the command that fits them. A feature called "x, by y" is
the product of x and y. "Winning" is the probability of winning the trick, and "losing" is 1 less
that probability.
"""

from collections.abc import Sequence
from math import fsum
from typing import Final

from darwin_core.contract.game import NOTHING, FittedPolicy
from darwin_core.games.darwinning.acts import Adapt, AnyAction, Climb, Gain, Grow, Name, Play
from darwin_core.games.darwinning.bots import HOPELESS, Trick, species_value
from darwin_core.games.darwinning.material import (
    CLIMBS,
    GROWS,
    HIGHEST_NUMBER,
    NUMBER_OF,
    Browse,
    DarwinningState,
    Improve,
    NameLeader,
    PlayCards,
    Transform,
)

KINDS: Final[dict[type, str]] = {
    NameLeader: "lead",
    PlayCards: "play",
    Improve: "improve",
    Browse: "improve",
    Transform: "improve",
}
"""The kind of a choice, by the pending effect."""

LEAD_FEATURES: Final = ("oneself", "the next seat")
"""The features of a leader of an era's first trick."""
PLAY_FEATURES: Final = (
    "winning, by the gain",
    "winning",
    "losing the last trick, by the gain",
    "losing the last trick",
    "gain lost for later tricks",
    "more cards than one",
    "more cards than one, by the hand",
    "gains of the cards",
    "highest number",
    "sum of numbers",
    "the last trick",
    "winning, by the cards",
    "losing, by the cards",
    "winning as the first",
    "hopeless, by the gain",
    "jokers",
    "winning, by eras left",
    "gains of the cards, by eras left",
    "winning squared",
    "losing, by gains of the cards",
    "a smaller hand than any rival",
    "one card left",
    "winning, by the hand",
    "winning, by the gain and eras left",
    "gain lost for later tricks, by eras left",
)
"""The features of a play. Gains are in points; card numbers and hand sizes are in tens."""
_USES: Final = (Climb, Grow, Adapt, Gain)
_USE_WORDS: Final = ("climbing", "growing", "adapting", "a trait")
"""The names of ``_USES`` in features, in the same order."""
_FIRST_SPACES: Final = 2
"""Number of spaces at the start of a board, where cards stay uncovered longest; these spaces have
the printed traits."""
IMPROVE_FEATURES: Final = (
    "gain",
    "nothing",
    *_USE_WORDS,
    *(f"{word}, by eras left" for word in _USE_WORDS),
    *(f"trait {number}" for number in range(HIGHEST_NUMBER + 1)),
    *(f"trait {number}, by eras left" for number in range(HIGHEST_NUMBER + 1)),
    "one of the first spaces",
    "steps up the food chain",
    "population",
    "population, by eras left",
)
"""The features of an improvement. "Nothing" is 1 if the action declines. Trait 0 is the joker's
number, which no trait has; it lets traits be indexed by number."""
_TRAIT_INDEX: Final = IMPROVE_FEATURES.index("trait 0")
_TRAIT_LATER_INDEX: Final = IMPROVE_FEATURES.index("trait 0, by eras left")
_FIRST_SPACES_INDEX: Final = IMPROVE_FEATURES.index("one of the first spaces")


def kind_of(state: DarwinningState, seat: int) -> str:
    """Return the kind of the present choice; empty if ``bots.fast_policy`` decides."""
    return KINDS.get(type(state.pending[-1]), "") if state.pending else ""


def scores_of(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    """Return the scores of a seat's actions, in order, by the weights of their features.

    Args:
        weights: in the order of the features of this kind of choice.
    """
    effect = type(state.pending[-1])
    if effect is PlayCards:
        return _play_scores(state, seat, actions, weights)
    if effect is NameLeader:
        return _leader_scores(state, seat, actions, weights)
    return _improvement_scores(state, seat, actions, weights)


def _leader_scores(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    oneself, next_seat = weights
    following = (seat + 1) % len(state.hands)
    return [
        oneself * (action.seat == seat) + next_seat * (action.seat == following)
        for action in actions
        if isinstance(action, Name)
    ]


def _play_scores(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    # The weights, in the order of ``PLAY_FEATURES``.
    (
        win_gain,
        win,
        lose_last_gain,
        lose_last,
        gain_lost,
        more_cards,
        more_cards_hand,
        gains_sum,
        highest_number,
        numbers_sum,
        last_trick,
        win_cards,
        lose_cards,
        win_first,
        hopeless,
        joker,
        win_eras,
        gains_sum_eras,
        win_squared,
        lose_gains_sum,
        smallest_hand,
        one_card_left,
        win_hand,
        win_gain_eras,
        gain_lost_eras,
    ) = weights
    trick = Trick(state, seat)
    hand = trick.hand
    gains = trick.species_value.best_gains(hand)
    prospects = trick.set_prospects()
    eras_left = state.options.eras - state.era
    size = len(hand)
    smallest_rival = min([len(cards) for other, cards in enumerate(state.hands) if other != seat])
    is_first = state.best == NOTHING and not any(state.played)
    # Terms that depend only on the position are added once. ``+`` rounds alike in every version of
    # Python, so these sums need no ``fsum``.
    win += win_first * is_first + win_eras * eras_left + win_hand * size / 10
    win_gain += win_gain_eras * eras_left
    gain_lost += gain_lost_eras * eras_left
    more_cards += more_cards_hand * size / 10
    gains_sum += gains_sum_eras * eras_left
    scores = []
    for action in actions:
        assert isinstance(action, Play)
        cards = action.cards
        count = len(cards)
        winning = trick.win_probability(trick.strength(cards))
        best_gain = max([gains[card] for card in cards])
        positive_gains = fsum([gain for card in cards if (gain := gains[card]) > 0])
        numbers = [NUMBER_OF[card] for card in cards]
        score = more_cards * (count - 1) + gains_sum * positive_gains
        score += highest_number * max(numbers) / 10 + numbers_sum * sum(numbers) / 10
        # A joker's number is 0.
        if 0 in numbers:
            score += joker * numbers.count(0)
        if size - count < smallest_rival:
            score += smallest_hand
        if size - count == 1:
            score += one_card_left
        if trick.is_last_with(cards):
            # In the last trick of an era, the losers improve instead of the winner.
            score += last_trick + (1 - winning) * (lose_last_gain * best_gain + lose_last)
        else:
            score += winning * (win + win_gain * best_gain + win_cards * count)
            score += (1 - winning) * (lose_cards * count + lose_gains_sum * positive_gains)
            score += gain_lost * max(trick.gain_lost(cards, prospects), 0.0)
            if winning < HOPELESS:
                score += hopeless * best_gain
        scores.append(score + win_squared * winning * winning)
    return scores


def _improvement_scores(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    own_species = species_value(state, seat)
    eras_left = state.options.eras - state.era
    # The slices and indices follow the order of ``IMPROVE_FEATURES``.
    gain, nothing = weights[:2]
    use_weights = {
        use: weights[index] + weights[index + len(_USES)] * eras_left
        for index, use in enumerate(_USES, 2)
    }
    first_spaces, steps, population, population_eras = weights[_FIRST_SPACES_INDEX:]
    population += population_eras * eras_left
    scores = []
    for action in actions:
        if not isinstance(action, Climb | Grow | Adapt | Gain):
            scores.append(nothing)
            continue
        card = action.card
        score = gain * own_species.gain(action) + use_weights[type(action)]
        if isinstance(action, Gain):
            number = NUMBER_OF[card]
            score += (
                weights[_TRAIT_INDEX + number] + weights[_TRAIT_LATER_INDEX + number] * eras_left
            )
            score += first_spaces * (action.space < _FIRST_SPACES)
        elif isinstance(action, Climb):
            score += steps * CLIMBS[card]
        elif isinstance(action, Grow):
            score += population * GROWS[card]
        scores.append(score)
    return scores


FITTED_POLICY: Final[FittedPolicy[DarwinningState, AnyAction]] = FittedPolicy(
    kind=kind_of,
    features={"lead": LEAD_FEATURES, "play": PLAY_FEATURES, "improve": IMPROVE_FEATURES},
    scores=scores_of,
)
