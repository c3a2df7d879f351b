"""Each answer to "Why not …?" is true by the rules."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

import sampling
from core.claims import walk

from darwin_core.games.evo import GAME, acts, material, rules
from darwin_core.games.evo.catches import lines_of

from .claims import (
    CARDS,
    FOOD,
    applied,
    cards_of,
    catches,
    food_names,
    foods,
    limit,
    populations,
    species_of,
)
from .positions import kind, living

POSITIONS = 1_000
TRIED_MAX = 3
"""Other actions of each class whose answers are checked in a position."""
Said = re.Match[str]
Truth = Callable[
    [material.EvoState, int, acts.AnyAction, acts.AnyAction, Said],
    bool,
]


# --- asking the rules


def courses(state: material.EvoState, seat: int) -> Iterator[material.EvoState]:
    """Yield a state for each location and hand that a seat can come to in its generation without
    drawing a card, beginning with this one."""
    waiting, seen = [state], set[tuple[int, bytes, int]]()
    while waiting:
        here = waiting.pop()
        key = here.active, here.hands[species_of(here, seat)], here.wandered
        if key in seen:
            continue
        seen.add(key)
        yield here
        for action in rules.legal(here, seat):
            if isinstance(action, acts.Hunt | acts.Forage | acts.Migrate):
                then = rules.clone(here)
                applied(then, seat, action)
                waiting.append(then)


def after(state: material.EvoState, seat: int, action: acts.AnyAction) -> material.EvoState:
    then = rules.clone(state)
    applied(then, seat, action)
    return then


def caught(state: material.EvoState, seat: int, action: acts.AnyAction) -> tuple[int, int, int]:
    """Return the cards, tokens and new cards of a catch."""
    event = applied(rules.clone(state), seat, action)[0]
    assert isinstance(event, acts.Hunted | acts.Foraged)
    return len(event.cards), event.tokens, event.offspring


def used_at_most(state: material.EvoState, seat: int, *, stays: bool = False) -> tuple[int, int]:
    """Return the most cards that a generation can use for food from a state on, and tokens."""
    kept: dict[tuple[int, bytes, int], tuple[int, int]] = {}

    def most(here: material.EvoState) -> tuple[int, int]:
        key = here.active, here.hands[species_of(here, seat)], here.wandered
        if key not in kept:
            best = 0, 0
            for action in rules.legal(here, seat):
                if isinstance(action, acts.Hunt | acts.Forage):
                    cards, tokens, _ = caught(here, seat, action)
                elif isinstance(action, acts.Migrate) and not stays:
                    cards = tokens = 0
                else:
                    continue
                further = most(after(here, seat, action))
                best = max(best[0], cards + further[0]), max(best[1], tokens + further[1])
            kept[key] = best
        return kept[key]

    return most(state)


def pays_somewhere(state: material.EvoState, seat: int, location: int, food: str) -> bool:
    """Return whether the food of a location can be paid for in any course of the generation."""
    return any(
        here.active == location and food in food_names(here, slot)
        for here in courses(state, seat)
        for slot in foods(here, seat)
    )


def advised_location(state: material.EvoState, best: acts.AnyAction) -> int:
    return best.location if isinstance(best, acts.Migrate) else state.active


# --- the tests of truth


def loses_unused(state, seat, best, other, said):
    lost = [event for event in applied(state, seat, other) if isinstance(event, acts.Withered)]
    return [len(event.cards) for event in lost] == [int(said[1])]


def dies_out(state, seat, best, other, said):
    then = after(state, seat, other)
    held = then.tokens[material.SLOTS * state.active + other.slot]
    named = [int(number) for number in said.groups()]
    return sum(held) > limit(state) and named == [sum(held), held[species_of(state, seat)]]


def costs_one_more(state, seat, best, other, said):
    return best.location == other.location and len(other.cards) == len(best.cards) + 1


def costs_first(state, seat, best, other, said):
    return len(other.cards) == {"a card": 1, "two cards": 2}[said[1]]


def draws_unknown(state, seat, best, other, said):
    (event,) = applied(rules.clone(state), seat, best)
    spent = len(state.hands[species_of(state, seat)])
    spent -= len(after(state, seat, other).hands[species_of(state, seat)])
    return isinstance(event, acts.Foresaw) and not event.is_open and spent > 0


def is_out_of_reach(state, seat, best, other, said):
    """Return whether no course after the action pays for the food, but one after the best does."""
    location = advised_location(state, best)
    food = said["food"]
    if said.re.groups > 1:
        cards, tokens, _ = caught(state, seat, other)
        if [cards, tokens] != [int(said["cards"]), int(said["tokens"])]:
            return False
    is_best = isinstance(best, acts.Hunt | acts.Forage) and food in food_names(state, best.slot)
    return not pays_somewhere(after(state, seat, other), seat, location, food) and (
        is_best or pays_somewhere(after(state, seat, best), seat, location, food)
    )


def lacks(state, seat, best, other, said):
    """Return whether the food at the location after the action can be paid for with the cards named
    added to the hand, and not without them."""
    then = after(state, seat, other)
    species = species_of(then, seat)
    if any(food for food in catches(then, seat, said["food"])):
        return False
    then.hands[species] = bytes(sorted(then.hands[species] + cards_of(said["lacking"])))
    return any(food for food in catches(then, seat, said["food"])) and (
        said.re.groups < 4 or is_out_of_reach(state, seat, best, other, said)
    )


def is_at_most(state, seat, best, other, said, *, figure):
    """Return whether no course brings more of a figure, and one after the best action as many as
    named. Figure 0 is the number of cards used, figure 1 the number of tokens."""

    def most(action):
        is_catch = isinstance(action, acts.Hunt | acts.Forage)
        now = caught(state, seat, action)[figure] if is_catch else 0
        return now + used_at_most(after(state, seat, action), seat)[figure]

    return most(other) <= int(said[1]) < int(said[2]) <= most(best)


def finds_at_most(*of_contrast):
    return is_at_most(*of_contrast, figure=0)


def brings_at_most(*of_contrast):
    return is_at_most(*of_contrast, figure=1)


def finds_nothing(state, seat, best, other, said):
    return used_at_most(after(state, seat, other), seat)[0] == 0


def finds_at_most_there(state, seat, best, other, said):
    most = used_at_most(after(state, seat, other), seat, stays=True)[0]
    of_best = used_at_most(after(state, seat, best), seat, stays=True)[0]
    return most <= int(said[1]) < int(said[2]) <= of_best


def pays_nothing_there(state, seat, best, other, said):
    return not foods(after(state, seat, other), seat) and bool(
        foods(after(state, seat, best), seat)
    )


def uses_less(state, seat, best, other, said):
    named = [int(number) for number in said.groups()]
    return named == [*caught(state, seat, other)[:2], *caught(state, seat, best)[:2]]


def bears_less(state, seat, best, other, said):
    born = caught(state, seat, other)[2], caught(state, seat, best)[2]
    return born == (int(said[1]), int(said[2]))


def all_are_lost(state, seat, best, other, said):
    lost = [event for event in applied(state, seat, other) if isinstance(event, acts.Withered)]
    return [len(event.cards) for event in lost] == [int(said[1])]


def has_less_room(state, seat, best, other, said):
    added = isinstance(state.pending[-1], material.Gorge)

    def room(action):
        return limit(state) - added - sum(state.tokens[material.SLOTS * state.active + action.slot])

    return (room(other), room(best)) == (int(said[1]), int(said[2]))


def overfills(state, seat, best, other, said):
    added = isinstance(state.pending[-1], material.Gorge)
    held = sum(state.tokens[material.SLOTS * state.active + other.slot])
    return held + added > limit(state)


def has_fewer_populations(state, seat, best, other, said):
    numbers = [sum(populations(state, action.species)) for action in (other, best)]
    return numbers == [int(said[1]), int(said[2])]


def has_fewer_cards(state, seat, best, other, said):
    sizes = [sum(state.genomes[action.species]) for action in (other, best)]
    return sizes == [int(said[1]), int(said[2])]


USES = r"it uses (?P<cards>\d+) cards for (?P<tokens>\d+) tokens?"
CONTRASTS: dict[str, Truth] = {
    r"(\d+) cards? (?:is|are) lost unused": loses_unused,
    r"the food dies out with all (\d+) tokens on it, (\d+) of them yours": dies_out,
    r"it costs one card more, and one of the two is lost": costs_one_more,
    r"it costs (a card) first": costs_first,
    r"it costs (two cards) first, one of them for good": costs_first,
    rf"the (?P<food>{FOOD}) is out of reach then": is_out_of_reach,
    rf"too few cards are left for the (?P<food>{FOOD})": is_out_of_reach,
    rf"{USES}; too few are left for the (?P<food>{FOOD})": is_out_of_reach,
    rf"then you lack (?P<lacking>{CARDS}) for the (?P<food>{FOOD})": lacks,
    rf"{USES}; you then lack (?P<lacking>{CARDS}) for the (?P<food>{FOOD})": lacks,
    r"it spends cards before you know the free one": draws_unknown,
    r"no card that you keep finds food then": finds_nothing,
    r"at most (\d+) of your cards finds? food then, not (\d+)": finds_at_most,
    r"it leads to at most (\d+) tokens?, not (\d+)": brings_at_most,
    r"your hand pays for no food there without migrating": pays_nothing_there,
    r"without migrating, at most (\d+) of your cards find food there, not (\d+)": (
        finds_at_most_there
    ),
    r"it uses (\d+) cards for (\d+) tokens?, not (\d+) for (\d+)": uses_less,
    r"it brings (\d+) new, not (\d+)": bears_less,
    r"(\d+) cards? of your hand (?:is|are) lost": all_are_lost,
    r"there is room for (\d+) more, not (\d+)": has_less_room,
    r"with so many tokens it dies out": overfills,
    r"it has (\d+) populations?, not (\d+)": has_fewer_populations,
    r"its genome has (\d+) cards?, not (\d+)": has_fewer_cards,
}
RARE = {
    r"it has (\d+) populations?, not (\d+)",
    r"there is room for (\d+) more, not (\d+)",
    r"with so many tokens it dies out",
    r"it costs (a card) first",
    r"it costs (two cards) first, one of them for good",
    r"it brings (\d+) new, not (\d+)",
    r"(\d+) cards? of your hand (?:is|are) lost",
}
"""Answers that few positions call for, or that a more telling one nearly always replaces."""


def test_claims_of_contrasts_are_true():
    counts = Counter[str]()
    for seats in GAME.seats:
        for case, step, state in walk(GAME, seats, sampling.part(POSITIONS, 10)):
            for seat in GAME.to_move(state):
                view = GAME.view(state, seat)
                best, *others = [
                    advice.action for advice in GAME.bots.advise(view, seat, case.seat_names)
                ]
                tried = Counter[type]()
                for other in others:
                    tried[type(other)] += 1
                    if tried[type(other)] > TRIED_MAX:
                        continue
                    words = GAME.bots.contrast(view, seat, best, other, case.seat_names)
                    if not words:
                        continue
                    pattern, said = next(
                        (
                            (pattern, match)
                            for pattern in CONTRASTS
                            if (match := re.fullmatch(pattern, words))
                        ),
                        ("", None),
                    )
                    assert said is not None, f"no claim: {words}"
                    counts[pattern] += 1
                    is_true = CONTRASTS[pattern](rules.clone(state), seat, best, other, said)
                    shown = f"{case}, step {step}: {best}, not {other}: {words}"
                    assert is_true, shown
    if sampling.is_full():
        assert {*CONTRASTS} - {*counts} <= RARE


def test_lines_that_are_kept_do_not_change_with_the_state_that_they_were_asked_of():
    state = living(kind(hand="SSR", deck="T"), land=[("SR", "")]).state
    lines = lines_of(state, 0)
    state.tokens[0] = bytes([material.tokens_max(state), 0])
    (catch,) = lines.payable(0, state.hands[0])
    assert not catch.is_fatal
