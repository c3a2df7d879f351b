"""The fitted policy: it scores plays, improvements and leaders by weighted sums of features."""

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
_SPACES: Final = 2
"""Number of spaces at the start of a board, where cards stay uncovered longest."""
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
_TRAIT: Final = IMPROVE_FEATURES.index("trait 0")
_TRAIT_LATER: Final = IMPROVE_FEATURES.index("trait 0, by eras left")
_FIRST_SPACES: Final = IMPROVE_FEATURES.index("one of the first spaces")


def kind_of(state: DarwinningState, seat: int) -> str:
    """Return the kind of the present choice; empty if the choice is left to the fast policy."""
    return KINDS.get(type(state.pending[-1]), "") if state.pending else ""


def scores_of(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    """Return the scores of a seat's actions by the weights of their features."""
    effect = type(state.pending[-1])
    if effect is PlayCards:
        return _of_plays(state, seat, actions, weights)
    if effect is NameLeader:
        return _of_leaders(state, seat, actions, weights)
    return _of_improvements(state, seat, actions, weights)


def _of_leaders(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    oneself, after = weights
    following = (seat + 1) % len(state.hands)
    return [
        oneself * (action.seat == seat) + after * (action.seat == following)
        for action in actions
        if isinstance(action, Name)
    ]


def _of_plays(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    (
        win_gain,
        win,
        last_gain,
        last_loss,
        lost,
        more,
        more_hand,
        positive,
        top,
        numbers,
        ending,
        win_cards,
        loss_cards,
        win_first,
        hopeless,
        joker,
        win_eras,
        positive_eras,
        win_squared,
        loss_positive,
        smaller,
        single,
        win_hand,
        win_gain_eras,
        lost_eras,
    ) = weights
    trick = Trick(state, seat)
    hand = trick.hand
    gains = trick.species_value.best_gains(hand)
    prospects = trick.prospects()
    eras_left = state.options.eras - state.era
    size = len(hand)
    least = min([len(cards) for other, cards in enumerate(state.hands) if other != seat])
    is_first = state.best == NOTHING and not any(state.played)
    # Terms that depend only on the position are added once.
    win += win_first * is_first + win_eras * eras_left + win_hand * size / 10
    win_gain += win_gain_eras * eras_left
    lost += lost_eras * eras_left
    more += more_hand * size / 10
    positive += positive_eras * eras_left
    scores = []
    for action in actions:
        assert isinstance(action, Play)
        cards = action.cards
        count = len(cards)
        odds = trick.odds(trick.strength(cards))
        brings = max([gains[card] for card in cards])
        gained = fsum([gain for card in cards if (gain := gains[card]) > 0])
        highest = [NUMBER_OF[card] for card in cards]
        score = more * (count - 1) + positive * gained
        score += top * max(highest) / 10 + numbers * sum(highest) / 10
        if 0 in highest:
            score += joker * highest.count(0)
        if size - count < least:
            score += smaller
        if size - count == 1:
            score += single
        if trick.ends(cards):
            score += ending + (1 - odds) * (last_gain * brings + last_loss)
        else:
            score += odds * (win + win_gain * brings + win_cards * count)
            score += (1 - odds) * (loss_cards * count + loss_positive * gained)
            score += lost * max(trick.gain_lost(cards, prospects), 0.0)
            if odds < HOPELESS:
                score += hopeless * brings
        scores.append(score + win_squared * odds * odds)
    return scores


def _of_improvements(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    now = species_value(state, seat)
    eras_left = state.options.eras - state.era
    gain, nothing = weights[:2]
    of_uses = {
        use: weights[index] + weights[index + len(_USES)] * eras_left
        for index, use in enumerate(_USES, 2)
    }
    first_spaces, steps, population, population_eras = weights[_FIRST_SPACES:]
    population += population_eras * eras_left
    scores = []
    for action in actions:
        if not isinstance(action, Climb | Grow | Adapt | Gain):
            scores.append(nothing)
            continue
        card = action.card
        score = gain * now.gain(action) + of_uses[type(action)]
        if isinstance(action, Gain):
            number = NUMBER_OF[card]
            score += weights[_TRAIT + number] + weights[_TRAIT_LATER + number] * eras_left
            score += first_spaces * (action.space < _SPACES)
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
