"""The worth of each legal action, judged from one seat's view: the greedy bot and the hints.

The values are those of a careful player without a plan. A position is worth its present points,
plus the likely changes by the food of this era and of later ones. A play is worth the expected gain
of the trick, less the expected later gain of the cards played.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from darwin_core.game import NOTHING, Advice
from darwin_core.games.darwinning.boards import (
    TWO,
    all_traits,
    edible,
    habitats_of,
    has,
    home_food,
    may_eat,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.combinations import (
    CODE,
    FIRST,
    SETS,
    STRENGTHS,
    codes,
    left,
    rank_of,
    strength,
)
from darwin_core.games.darwinning.components import (
    BORN,
    BOX,
    ENVIRONMENTS,
    FLOCK_ANIMAL,
    GAINED_FOOD,
    HAND,
    IRON_STOMACH,
    LENGTHS,
    METAMORPHOSIS,
    MUTATION,
    NUMBER,
    POISON,
    SYMBIOSIS,
)
from darwin_core.games.darwinning.improving import Improvement, improve, improvements
from darwin_core.games.darwinning.rules import clone, legal, points_of
from darwin_core.games.darwinning.state import (
    AnyAction,
    Browse,
    Cards,
    DarwinningState,
    Declare,
    Eat,
    Follow,
    Hold,
    Hunt,
    Improve,
    Keep,
    Lead,
    Live,
    Mutate,
    Name,
    Play,
    Share,
    Take,
    Transform,
    Use,
)
from darwin_core.games.darwinning.survival import shareable
from darwin_core.games.darwinning.tricks import display_cards, steal
from darwin_core.games.darwinning.words import card_name, set_words, strongest_display
from darwin_core.lexicon import Lexicon

State = DarwinningState

SAMPLE_HANDS: Final = 300
"""Random hands of each size, drawn to estimate the chance that a set is beaten."""
BEAT_PROBABILITY: Final = 0.75
"""The probability that a rival who can beat a set does so."""
LATER_GAIN_FACTOR: Final = 0.6
"""The factor on the later gain of cards, compared with their gain now."""
LEAD_VALUE: Final = 0.3
"""The worth in points of leading the next trick."""
CARD_VALUE: Final = 0.25
"""The worth in points of any card held."""


def advise(view: State, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return the legal actions of a seat with their worth in points, best first; ties keep their
    order."""
    actions = legal(view, seat)
    if not actions:
        return []
    judge = _JUDGES[type(view.pending[-1])]
    judged = judge(view, seat, actions)
    return sorted(judged, key=lambda advice: -advice.value)


def _advice(action: AnyAction, value: float, reason: str) -> Advice[AnyAction]:
    return Advice(action, round(value, 6), reason)


# --- the worth of a position


def worth(view: State, seat: int) -> float:
    """Return the points of a species now, plus the likely changes in later survivals."""
    eras = view.options.eras
    table = LENGTHS[eras]
    value = float(sum(points_of(view, seat)))
    sets = all_traits(view)
    traits = sets[seat]
    meals = GAINED_FOOD * _safe_prey(view, seat, sets)
    extra = trait_food(traits)
    homes = habitats_of(view, seat)
    mean = sum(homes.values()) / len(ENVIRONMENTS)
    shared = 1.5 if traits >> SYMBIOSIS & 1 else 0.0
    needed = view.population[seat]
    for era in range(view.era, eras + 1):
        home = home_food(view, seat) if era == view.era else mean * table[era - 1]
        surplus = home + extra + meals + shared - needed
        value += _balance(surplus) * _population_value(view, seat)
    danger = _danger(view, seat, sets)
    value -= danger * (eras - view.era + 1) * _population_value(view, seat)
    later = eras - view.era
    # These traits bring something only in later eras.
    value += (0.4 if traits >> METAMORPHOSIS & 1 else 0) * (later + 1)
    return value + (0.6 if traits >> MUTATION & 1 else 0) * later


def _population_value(view: State, seat: int) -> float:
    """Return the points gained or lost by one population."""
    return 2.0 if view.population[seat] >= BORN[view.species[seat]] else 1.2


def _balance(surplus: float) -> float:
    """Return the effect of surplus food on a population, from −1 to 1, smoothed because the surplus
    may still change."""
    return max(-1.0, min(1.0, surplus / 2))


def _safe_prey(view: State, seat: int, sets: list[int]) -> int:
    """Return the number of beings that a seat can eat without being poisoned, given all sets of
    traits."""
    found = edible(sets, view.places, seat)
    if sets[seat] >> IRON_STOMACH & 1:
        return len(found)
    return sum([not sets[being] >> POISON & 1 for being in found])


def _danger(view: State, seat: int, sets: list[int]) -> float:
    """Return the probability that bites cost a population."""
    own, place = sets[seat], view.places[seat]
    hunters: float = sum(
        [
            may_eat(other, own, place - above)
            for being, (other, above) in enumerate(zip(sets, view.places, strict=True))
            if being != seat
        ]
    )
    if own >> POISON & 1:
        hunters *= 0.4
    if len(view.hands) == TWO:
        hunters *= 2
    limit = 3 if own >> FLOCK_ANIMAL & 1 else 2
    return min(1.0, max(0.0, (hunters - limit + 1.5) / 2))


def _gain(view: State, seat: int, action: AnyAction, before: float) -> float:
    """Return the gain in worth by an improvement."""
    assert isinstance(action, Improvement)
    after = clone(view)
    improve(after, seat, action, None)
    return worth(after, seat) - before


# --- improving


def _judge_improvements(
    view: State, seat: int, actions: Sequence[AnyAction]
) -> list[Advice[AnyAction]]:
    before = worth(view, seat)
    judged = []
    for action in actions[:-1]:
        value = _gain(view, seat, action, before)
        judged.append(_advice(action, value, _improvement_words(value)))
    return [*judged, _advice(actions[-1], 0.0, "it changes nothing")]


def _improvement_words(value: float) -> str:
    if value < 0:
        return "it costs more than it brings"
    return "it scores, and helps in later survivals"


def _judge_transformations(
    view: State, seat: int, actions: Sequence[AnyAction]
) -> list[Advice[AnyAction]]:
    before = worth(view, seat)
    return [
        _advice(action, _gain(view, seat, action, before), "you lose least on that space")
        for action in actions
    ]


def _judge_thefts(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    before, rivals = worth(view, seat), len(view.hands) - 1
    judged = []
    for action in actions[:-1]:
        assert isinstance(action, Take)
        after = clone(view)
        steal(after, Mutate(seat), action, None)
        value = worth(after, seat) - before
        if action.owner <= rivals:
            value += (worth(view, action.owner) - worth(after, action.owner)) / rivals
        judged.append(_advice(action, value, "you gain the trait and its owner loses it"))
    return [*judged, _advice(actions[-1], 0.0, "Mutation stays free for another trait")]


# --- tricks


@lru_cache(maxsize=HAND + 1)
def _best_codes(size: int) -> tuple[int, ...]:
    """Return the best codes of random hands of a size, sorted."""
    rng, box = Random(size), list(BOX)
    hands = [bytes(sorted(rng.sample(box, size))) for _ in range(SAMPLE_HANDS)]
    return tuple(sorted(codes(hand)[-1] for hand in hands))


@lru_cache(maxsize=1 << 14)
def _chance_to_beat(strong: int, size: int) -> float:
    """Return the probability that one rival with a hand of this size beats a set."""
    if not size:
        return 0.0
    first = FIRST[strong]
    best = _best_codes(size)
    return BEAT_PROBABILITY * sum(code >= first for code in best) / len(best)


class _Hand:
    """A hand in a trick, with the gains that its cards could bring now and later."""

    def __init__(self, view: State, seat: int) -> None:
        self.view, self.seat = view, seat
        self.before = worth(view, seat)
        self.gains: dict[int, float] = {}
        self.later_gains: dict[int, float] = {}
        self.sizes = [len(hand) for hand in view.hands]
        order = [(view.leader + turn) % len(view.hands) for turn in range(len(view.hands))]
        self.later_seats = order[order.index(seat) + 1 :]
        rivals = [size for other, size in enumerate(self.sizes) if other != seat]
        self.typical_size = round(sum(rivals) / len(rivals))

    def best_use(self, cards: Sequence[int]) -> float:
        """Return the gain of the best improvement by one of some cards."""
        return max([self._gain_of(card) for card in {*cards}], default=0.0)

    def _gain_of(self, card: int) -> float:
        if card not in self.gains:
            actions = improvements(self.view, self.seat, (card,))[:-1]
            gains = [_gain(self.view, self.seat, action, self.before) for action in actions]
            self.gains[card] = max(gains, default=0.0)
        return self.gains[card]

    def prospects(self, hand: Cards) -> float:
        """Return the expected gain of the best set of a hand if it is led in a later trick."""
        if not hand:
            return 0.0
        found = codes(hand)
        for code in found:
            if code not in self.later_gains:
                self.later_gains[code] = self._later_gain(code)
        return max([self.later_gains[code] for code in found], default=0.0)

    def _later_gain(self, code: int) -> float:
        beaten = _chance_to_beat(STRENGTHS[code], max(self.typical_size - 1, 1))
        return (1 - beaten) ** (len(self.sizes) - 1) * self.best_use(SETS[code])

    def chance(self, strong: int) -> float:
        """Return the probability that a set played now wins the trick."""
        view = self.view
        if view.best != NOTHING and strong < STRENGTHS[CODE[view.played[view.best]]]:
            return 0.0
        odds = 1.0
        for other in self.later_seats:
            odds *= 1 - _chance_to_beat(strong, self.sizes[other])
        return odds


def _judge_plays(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    hand = _Hand(view, seat)
    own = view.hands[seat]
    now = hand.prospects(own)
    ends = any(not size for other, size in enumerate(hand.sizes) if other != seat)
    judged = []
    for action in actions:
        assert isinstance(action, Play)
        cards = action.cards
        rest = left(own, cards) if len(view.hands) != TWO else _without(own, cards)
        strong, brings = _best_set(view, cards), hand.best_use(cards)
        odds = _odds_of_two(view, hand, strong) if len(view.hands) == TWO else hand.chance(strong)
        if ends or not rest:
            # In the last trick the losers improve.
            value = (1 - odds) * brings
        else:
            value = odds * (brings + LEAD_VALUE)
            value -= LATER_GAIN_FACTOR * max(now - hand.prospects(rest), 0.0)
        value -= CARD_VALUE * (len(cards) - 1)
        value -= 0.01 * max(NUMBER[card] for card in cards) * (odds < 0.01)
        judged.append(
            _advice(action, value, _play_words(view, cards, odds, brings, ends or not rest))
        )
    return judged


def _without(hand: Cards, cards: Cards) -> Cards:
    for card in cards:
        hand = hand.replace(bytes((card,)), b"", 1)
    return hand


def _best_set(view: State, cards: Cards) -> int:
    """Return the strength of cards; in a match of two, together with the best cards of the
    display."""
    if len(view.hands) != TWO:
        return strength(cards)
    options = [strength(cards)] if rank_of(cards) is not None else []
    for other in display_cards(view):
        if rank_of(cards + bytes((other,))) is not None:
            options.append(strength(cards + bytes((other,))))
    shown = display_cards(view)
    for one in range(len(shown)):
        for two in range(one):
            pair = bytes((shown[one], shown[two]))
            if rank_of(cards + pair) is not None:
                options.append(strength(cards + pair))
    return max(options, default=strength(cards))


def _odds_of_two(view: State, hand: _Hand, strong: int) -> float:
    other = view.played[1 - hand.seat]
    if other:
        return 1.0 if strong >= _best_set(view, other) else 0.0
    return 1 - _chance_to_beat(strong, min(hand.sizes[1 - hand.seat] + 1, HAND))


def _play_words(view: State, cards: Cards, odds: float, brings: float, is_last: bool) -> str:
    percent = f"{round(100 * odds)}%"
    if is_last:
        return "the losers of the last trick improve"
    if odds < 0.01:
        return f"it hardly ever wins, and you need {card_name(cards[0])} least"
    if len(view.hands) == TWO:
        cards += strongest_display(view, cards) or b""
    points = round(brings)
    gain = f"about {points} points" if points > 1 else "a point" if points else "next to nothing"
    return f"{set_words(cards)} wins {percent} of the time; a card of it is then worth {gain}"


def _judge_declarations(
    view: State, seat: int, actions: Sequence[AnyAction]
) -> list[Advice[AnyAction]]:
    hand = _Hand(view, seat)
    own = view.played[seat]
    other = view.played[1 - seat] + view.used[1 - seat]
    judged = []
    for action in actions:
        assert isinstance(action, Use)
        strong = strength(own + action.cards)
        wins = strong >= strength(other) if seat != view.leader else strong > _best_set(view, other)
        value = strong / 1000 + (hand.best_use(own + action.cards) if wins else 0)
        judged.append(_advice(action, value, f"{set_words(own + action.cards)}"))
    return judged


def _judge_leaders(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    return [
        _advice(
            action,
            LEAD_VALUE if isinstance(action, Name) and action.seat == seat else 0.0,
            "the leader may play anything",
        )
        for action in actions
    ]


def _judge_holds(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    hand = _Hand(view, seat)
    judged = []
    for action in actions:
        assert isinstance(action, Hold)
        cards = action.cards
        value = sum(0.3 + 0.3 * hand.best_use((card,)) + NUMBER[card] / 30 for card in cards)
        value += 0.8 * (len(cards) > 1 and rank_of(cards) is not None)
        judged.append(_advice(action, value, "it keeps strong and useful cards"))
    return judged


# --- survival


def _surplus(view: State, seat: int, effect: Hunt) -> int:
    food = home_food(view, seat) + effect.shared + trait_food(traits_of(view, seat))
    return food + GAINED_FOOD * effect.eaten.bit_count() - view.population[seat]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _judge_shares(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    food = shareable(view, seat)
    surplus = _surplus(view, seat, Hunt(seat))
    judged = []
    for action in actions:
        more = food[action.environment] if isinstance(action, Live) else 0
        value = (_sign(surplus + more) - _sign(surplus)) * _population_value(
            view, seat
        ) + more / 100
        judged.append(_advice(action, value, f"it brings {more} food"))
    return judged


def _judge_meals(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    effect = view.pending[-1]
    assert isinstance(effect, Hunt)
    surplus = _surplus(view, seat, effect)
    judged = []
    for action in actions[:-1]:
        assert isinstance(action, Eat)
        value = _meal(view, seat, action.species, surplus)
        reason = "it feeds your species" if surplus <= 0 else "it bites a rival"
        judged.append(_advice(action, value, reason))
    return [*judged, _advice(actions[-1], 0.0, "enough is eaten")]


def _meal(view: State, seat: int, being: int, surplus: int) -> float:
    points = _population_value(view, seat)
    value = (_sign(surplus + GAINED_FOOD) - _sign(surplus)) * points
    if surplus < -GAINED_FOOD:
        # A first step to enough food.
        value += 0.3
    if being < len(view.hands):
        limit = 3 if has(view, being, FLOCK_ANIMAL) else 2
        value += 0.5 if view.bites[being] < limit <= view.bites[being] + 2 else 0.1
    if has(view, being, POISON) and not has(view, seat, IRON_STOMACH):
        limit = 3 if has(view, seat, FLOCK_ANIMAL) else 2
        if view.bites[seat] < limit:
            value -= points
    return value


_JUDGES: Final[dict[type, Callable[[State, int, Sequence[AnyAction]], list[Advice[AnyAction]]]]] = {
    Lead: _judge_leaders,
    Mutate: _judge_thefts,
    Follow: _judge_plays,
    Declare: _judge_declarations,
    Improve: _judge_improvements,
    Browse: _judge_improvements,
    Keep: _judge_holds,
    Share: _judge_shares,
    Hunt: _judge_meals,
    Transform: _judge_transformations,
}
