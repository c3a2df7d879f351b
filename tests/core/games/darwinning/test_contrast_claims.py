"""Each answer of Darwinning! to "Why not …?" is true by the rules."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import sampling
from core.claims import walk

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import GAME, acts, material
from darwin_core.games.darwinning.species import traits_shown
from darwin_core.games.darwinning.texts import numbers_words, set_words
from darwin_core.games.darwinning.tricks import SETS, codes, rest_of, strength

from .claims import (
    after,
    are_named,
    best_use,
    eaters,
    fed,
    found_at_home,
    improved,
    is_poisoned,
    lost_to_bites,
    order_of,
    points,
    unbeaten,
    wins,
    with_display,
)

Test = Callable[[material.DarwinningState, int, Any, Any, re.Match[str]], bool]

POSITIONS: Final = 400
"""Positions for each number of seats."""
MARGIN: Final = 1.5
"""The number of ten deals may differ by this much, as in ``claims``."""


def number(card: int) -> int:
    return material.CARDS[card].number


def scored(state: material.DarwinningState, seat: int, action: Any) -> int:
    """Return the points that an improvement or a theft brings at once."""
    if isinstance(action, acts.Done):
        return 0
    later = (
        after(state, seat, action)[0]
        if isinstance(action, acts.Take)
        else improved(state, seat, action)
    )
    return points(later, seat) - points(state, seat)


def plays_last(state, seat, best, other, said):
    return order_of(state, seat, other)[-1] == seat


def plays_after_and_before(state, seat, best, other, said):
    order = order_of(state, seat, other)
    turn = order.index(seat)
    return are_named(said["before"], order[:turn]) and are_named(said["after"], order[turn + 1 :])


def plays_after_more(state, seat, best, other, said):
    """Return whether these seats play later than the viewer if the best seat leads, and earlier if
    the other does."""
    one, two = order_of(state, seat, best), order_of(state, seat, other)
    more = {*one[one.index(seat) :]} - {*two[two.index(seat) :]}
    return are_named(said["players"], sorted(more))


def plays_before_more(state, seat, best, other, said):
    return plays_after_more(state, seat, other, best, said)


def shows_to_all(state, seat, best, other, said):
    rivals = [rival for rival in range(len(state.hands)) if rival != seat]
    return order_of(state, seat, other)[0] == seat and are_named(said["players"], rivals)


def cannot_win(state, seat, best, other, said):
    to_beat = max(with_display(state, cards) for cards in state.played if cards)
    return with_display(state, other.cards) < to_beat <= with_display(state, best.cards)


def costs_more_cards(state, seat, best, other, said):
    counts = len(other.cards), len(best.cards)
    return counts == (int(said["number"]), int(said["fewer"])) and counts[0] > counts[1]


def is_lower(state, seat, best, other, said):
    return with_display(state, other.cards) < with_display(state, best.cards)


def is_beaten(state, seat, best, other, said):
    return unbeaten(state, seat, other.cards) <= MARGIN


def is_beaten_as_often(state, seat, best, other, said):
    return abs(10 - int(said["number"]) - unbeaten(state, seat, other.cards)) <= MARGIN


def breaks(state, seat, best, other, said):
    """Return whether the hand makes this combination, but the cards left neither make it nor one of
    its kind that is as strong."""
    hand = state.hands[seat]
    before = {numbers_words(SETS[code]): SETS[code] for code in codes(hand)}
    broken = before[said["set"]]
    kind, _ = said["set"].rsplit(" ", 1)
    left = [SETS[code] for code in codes(rest_of(hand, other.cards))]
    return not any(
        len(cards) == len(broken)
        and numbers_words(cards).rsplit(" ", 1)[0] == kind
        and strength(cards) >= strength(broken)
        for cards in left
    )


def costs_higher_number(state, seat, best, other, said):
    numbers = [max(map(number, action.cards)) for action in (other, best)]
    return numbers == [int(said["number"]), int(said["lower"])] and numbers[0] > numbers[1]


def has_worse_use(state, seat, best, other, said):
    uses = [max(best_use(state, seat, action.cards), 0) for action in (other, best)]
    return uses == [int(said["number"]), int(said["points"])] and uses[0] < uses[1]


def has_better_use(state, seat, best, other, said):
    uses = [max(best_use(state, seat, action.cards), 0) for action in (other, best)]
    return uses == [int(said["number"]), int(said["points"])] and uses[0] > uses[1]


def wins_last(state, seat, best, other, said):
    later, _ = after(state, seat, other)
    return not all(later.hands) and wins(state, seat, other, said)


def empties_hand(state, seat, best, other, said):
    return len(other.cards) == len(state.hands[seat]) > len(best.cards)


def makes_less(state, seat, best, other, said):
    played = state.played[seat]
    words = set_words(played + other.cards)
    return said["set"] == words and strength(played + other.cards) < strength(played + best.cards)


def makes_more_in_the_last_trick(state, seat, best, other, said):
    played = state.played[seat]
    later, _ = after(state, seat, other)
    is_stronger = strength(played + other.cards) > strength(played + best.cards)
    return is_stronger and not all(later.hands)


def scores_fewer(state, seat, best, other, said):
    both = [scored(state, seat, action) for action in (other, best)]
    return both == [int(said["points"]), int(said["more"])] and both[0] < both[1]


def costs_points(state, seat, best, other, said):
    return -int(said["points"]) == scored(state, seat, other) < scored(state, seat, best)


def scores_nothing(state, seat, best, other, said):
    return scored(state, seat, other) == 0 < scored(state, seat, best)


def brings_less_food(state, seat, best, other, said):
    foods = [found_at_home(improved(state, seat, action), seat) for action in (other, best)]
    return foods == [int(said["number"]), int(said["food"])] and foods[0] < foods[1]


def needs_and_finds(state, seat, best, other, said):
    later = improved(state, seat, other)
    food = later.population[seat], found_at_home(later, seat)
    return food == (int(said["needed"]), int(said["found"])) and food[0] > food[1]


def covers(state, seat, best, other, said):
    trait = traits_shown(state.species[seat], state.traits[seat])[other.space]
    is_printed = state.traits[seat][other.space] == NOTHING
    is_right = (said["verb"] == "hides") == is_printed
    return is_right and material.TABLES.traits[trait - 1].name == said["trait"]


def can_be_eaten_more(state, seat, best, other, said):
    counts = [eaters(improved(state, seat, action), seat) for action in (other, best)]
    return counts == [int(said["number"]), int(said["fewer"])] and counts[0] > counts[1]


def keeps_fewer(state, seat, best, other, said):
    counts = [len(other.cards), len(best.cards)]
    return counts == [int(said["number"]), int(said["more"])] and counts[0] < counts[1]


def is_no_pair(state, seat, best, other, said):
    return len({*map(number, other.cards)}) == 2 and len({*map(number, best.cards)}) == 1


def has_lower_numbers(state, seat, best, other, said):
    numbers = [number(card) for card in other.cards]
    named = [*map(int, re.findall(r"\d+", said["numbers"]))]
    return named == numbers and sum(numbers) < sum(number(card) for card in best.cards)


def shares_less(state, seat, best, other, said):
    without = fed(state, seat, acts.DONE)
    foods = [
        balance.home + balance.extra - without.home - without.extra
        for balance in (fed(state, seat, action) for action in (other, best))
    ]
    return foods == [int(said["number"]), int(said["food"])] and foods[0] < foods[1]


def balances(state, seat, best, other, said):
    balance = fed(state, seat, other)
    change = {"grow": 1, "stay": 0, "shrink": -1}[said["change"]]
    food = balance.home + balance.meals + balance.extra, balance.needed, balance.change
    return food == (int(said["found"]), int(said["needed"]), change)


def poisons(state, seat, best, other, said):
    return is_poisoned(state, seat, other, said)


def has_enough(state, seat, best, other, said):
    return fed(state, seat, acts.DONE).change == 1


def costs_no_population(state, seat, best, other, said):
    being = other.species
    name = "dummy" if being == len(state.hands) else material.SPECIES[state.species[being]].name
    if name != said["being"]:
        return False
    later, _ = after(state, seat, other)
    return being == len(state.hands) or (lost_to_bites(later, being) == lost_to_bites(state, being))


def takes_none(state, seat, best, other, said):
    return after(state, seat, other)[0].traits == state.traits


CONTRASTS: Final[dict[str, Test]] = {
    "you then play last: you see all cards, and win ties": plays_last,
    "you must then beat the cards of (?P<before>.+), and (?P<after>.+) may beat yours": (
        plays_after_and_before
    ),
    "you then play before (?P<players>.+), who may beat you": plays_before_more,
    "you then play after (?P<players>.+) too, with more to beat": plays_after_more,
    "(?P<players>.+) then sees? your cards first, and (?:may beat them|wins a tie)": shows_to_all,
    "it cannot win this trick|it does not beat the cards played": cannot_win,
    r"it costs (?P<number>\d) cards, not (?P<fewer>\d)": costs_more_cards,
    "it is lower, and easier to beat": is_lower,
    "nearly always, a later hand can beat it": is_beaten,
    r"a later hand can beat it in (?P<number>\d+) of 10 deals": is_beaten_as_often,
    "it breaks your (?P<set>.+)": breaks,
    r"it costs a higher number: (?P<number>\d+), not (?P<lower>\d+)": costs_higher_number,
    r"a (?:win|loss|win with it) scores at most (?P<number>\d+) at once, not (?P<points>\d+)": (
        has_worse_use
    ),
    r"it gives up more points: (?P<number>\d+), not (?P<points>\d+)": has_better_use,
    "it wins this last trick, and its winner improves nothing": wins_last,
    "it empties your hand: all but the winner of the trick improve": empties_hand,
    "it makes less: only (?P<set>.+)": makes_less,
    "it makes more, and the winner of the last trick improves nothing": (
        makes_more_in_the_last_trick
    ),
    r"it scores (?P<points>\d+) points? at once, not (?P<more>\d+)": scores_fewer,
    r"it costs (?P<points>\d+) points? at once": costs_points,
    "it scores nothing": scores_nothing,
    r"it brings less food: (?P<number>\d+), not (?P<food>\d+)": brings_less_food,
    r"it needs (?P<needed>\d+) food then, and finds (?P<found>\d+) without eating": needs_and_finds,
    "it (?P<verb>hides|costs) your (?P<trait>.+)": covers,
    r"more species can eat you then: (?P<number>\d), not (?P<fewer>\d)": can_be_eaten_more,
    "you then take no trait": takes_none,
    r"it keeps (?P<number>\d) cards?, not (?P<more>\d)": keeps_fewer,
    "its cards are no pair": is_no_pair,
    "its numbers are lower: (?P<numbers>.+)": has_lower_numbers,
    r"it brings (?P<number>\d+) food, not (?P<food>\d+)": shares_less,
    r"you have (?P<found>\d+) of (?P<needed>\d+) food then, and (?P<change>grow|stay|shrink)": (
        balances
    ),
    r"by its Poison you get (?P<poison>2) bites": poisons,
    "you have enough food without it": has_enough,
    r"the (?P<being>[\w-]+) loses (?:nothing|no population) by it": costs_no_population,
}
"""The kinds of clauses, with the test of their truth."""
SEARCHED: Final = 4
"""Actions of a position of which one counts as the best."""
MANY: Final = 12
"""Others of a position that are contrasted with the best."""
RARE: Final = {"you have enough food without it", "it costs (?P<points>\\d+) points? at once"}
"""Clauses that few positions call for."""


def test_contrasts_are_true_claims():
    counts = Counter[str]()
    for seats in GAME.seats:
        positions = sampling.part(POSITIONS, sampling.CLAIMS_INTERVAL)
        for case, step, state in walk(GAME, seats, positions):
            for seat in GAME.to_move(state):
                view = GAME.view(state, seat)
                actions = [
                    advice.action for advice in GAME.bots.advise(view, seat, case.seat_names)
                ]
                # A search may find any action best.
                best = actions[step % min(len(actions), SEARCHED)]
                others = [action for action in actions if action != best]
                for other in others[:: 1 + len(others) // MANY]:
                    clause = GAME.bots.contrast(view, seat, best, other, case.seat_names)
                    if not clause:
                        continue
                    where = f"{case}, step {step}, {GAME.texts.notation(other)}: {clause}"
                    pattern, said = next(
                        (pattern, said)
                        for pattern in CONTRASTS
                        if (said := re.fullmatch(pattern, clause))
                    )
                    counts[pattern] += 1
                    assert CONTRASTS[pattern](GAME.clone(state), seat, best, other, said), where
    if sampling.is_full():
        assert {*counts} | RARE == {*CONTRASTS} | RARE
