"""The sentences of Darwinning! in hints and element texts, with the tests of their truth."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, Final

from core.claims import Claim

from darwin_core.contract.cards import ONE
from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.darwinning import GAME, acts, material, rules, survival
from darwin_core.games.darwinning.species import (
    habitats_of,
    improve,
    improvements,
    prey,
    traits_shown,
)
from darwin_core.games.darwinning.texts import numbers_words
from darwin_core.games.darwinning.tricks import SETS, codes, rest_of, strength
from darwin_core.lab.play import NAMES

Said = re.Match[str]
Test = Callable[[material.DarwinningState, int, Any, Said], bool]

HANDS: Final = 2_000
"""Random hands of each size to which the number in a hint is compared."""
MARGIN: Final = 1.5
"""The number of ten deals may differ by this much, since a hint draws 300 other hands and rounds.
"""


def both(*tests: Test) -> Test:
    return lambda *args: all(test(*args) for test in tests)


def extra(state: material.DarwinningState, seat: int) -> Iterator[Element]:
    """Yield the elements of the board that can always be looked at."""
    for being in range(len(state.places)):
        yield "species", being
    for place in range(len(material.ENVIRONMENTS)):
        yield "environment", place
    for card in {*state.hands[seat]}:
        yield "card", card
    for owner in range(len(state.hands)):
        for space in range(material.TRAIT_SPACES):
            yield acts.trait_element(owner, space)
    if GAME.to_move(state) and hasattr(state.pending[-1], "seat"):
        yield from (("space", space) for space in range(material.TRAIT_SPACES))


# --- the effects of actions


def after(
    state: material.DarwinningState, seat: int, *actions: acts.AnyAction
) -> tuple[material.DarwinningState, list[acts.DarwinningEvent]]:
    """Return the state after some actions of a seat, and their events."""
    later = rules.clone(state)
    events = list[acts.DarwinningEvent]()
    for action in actions:
        rules.apply(later, seat, action, events.append)
    return later, events


def asked(state: material.DarwinningState) -> int:
    """Return the only seat that is to move."""
    (seat,) = GAME.to_move(state)
    return seat


def improved(state: material.DarwinningState, seat: int, action: Any) -> material.DarwinningState:
    """Return the state after an improvement, before anything follows from it."""
    later = rules.clone(state)
    improve(later, seat, action, None)
    return later


def points(state: material.DarwinningState, seat: int) -> int:
    return GAME.standing(state).totals[seat]


def brings_points(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    later = improved(state, seat, action)
    return int(said["points"].replace("−", "-")) == points(later, seat) - points(state, seat)


def costs_trait(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the card hides the printed trait named, or costs the card with it."""
    trait = traits_shown(state.species[seat], state.traits[seat])[action.space]
    is_printed = state.traits[seat][action.space] == NOTHING
    name = material.TABLES.traits[trait - 1].name
    return (said["verb"], said["trait"]) == ("hides" if is_printed else "costs", name)


def fed(state: material.DarwinningState, seat: int, *actions: acts.AnyAction) -> acts.Fed:
    """Return the food balance of a species that then eats no more."""
    later, events = after(state, seat, *actions)
    while not any(isinstance(event, acts.Fed) and event.seat == seat for event in events):
        rules.apply(later, seat, acts.DONE, events.append)
    return next(event for event in events if isinstance(event, acts.Fed) and event.seat == seat)


def found_at_home(state: material.DarwinningState, seat: int) -> int:
    """Return the food that a species finds without eating, by a survival begun now."""
    later = rules.clone(state)
    events = list[acts.DarwinningEvent]()
    survival.feed(later, material.EatSpecies(seat), events.append)
    (balance,) = events
    assert isinstance(balance, acts.Fed)
    return balance.home + balance.extra


def eaters(state: material.DarwinningState, seat: int) -> int:
    return sum(seat in prey(state, being) for being in range(len(state.places)))


def best_use(state: material.DarwinningState, seat: int, cards: bytes) -> int:
    """Return the points of the use of one of some cards that brings most at once."""
    before = points(state, seat)
    uses = [use for use in improvements(state, seat, cards) if not isinstance(use, acts.Done)]
    return max((points(improved(state, seat, use), seat) - before for use in uses), default=0)


def has_use(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    return int(said["points"]) == max(best_use(state, seat, action.cards), 0)


def named_beings(state: material.DarwinningState, words: str) -> set[int]:
    names = [material.SPECIES[kind].name for kind in state.species] + ["dummy"]
    return {names.index(name) for name in re.findall(r"the ([\w-]+)", words)}


# --- improving


def fewer_can_eat(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    return eaters(improved(state, seat, action), seat) < eaters(state, seat)


def could_eat(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    more = {*prey(improved(state, seat, action), seat)} - {*prey(state, seat)}
    names = [*NAMES[: len(state.hands)], "the dummy"]
    return {names.index(name) for name in re.split(r", | and ", said["beings"])} == more


def feeds_more(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    more = found_at_home(improved(state, seat, action), seat) - found_at_home(state, seat)
    return int(said["food"] or 0) == more


def needs_and_finds(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    later = improved(state, seat, action)
    food = later.population[seat], found_at_home(later, seat)
    return (int(said["needed"]), int(said["found"])) == food


def is_effect_of_card(state: material.DarwinningState, seat: int, subject: Any, said: Said) -> bool:
    """Return whether the text is the effect of the trait of the subject's card."""
    card = subject.card if isinstance(subject, acts.Gain) else card_on(state, subject)
    return said["effect"] in material.TABLES.traits[material.NUMBER_OF[card] - 1].effect


def card_on(state: material.DarwinningState, element: Element) -> int:
    owner, space = acts.owner_and_space(element[1])
    return (state.display if owner == len(state.hands) else state.traits[owner])[space]


def is_trait_there(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    card = card_on(state, element)
    return material.TABLES.traits[material.NUMBER_OF[card] - 1].name == said["trait"]


# --- thefts


def traits(state: material.DarwinningState, being: int) -> set[int]:
    if being == len(state.hands):
        return {material.NUMBER_OF[card] for card in state.display if card < material.JOKER}
    return {*traits_shown(state.species[being], state.traits[being])}


def is_stolen(keeps: bool) -> Test:
    def holds(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
        assert isinstance(action, acts.Take)
        board = state.display if action.owner == len(state.hands) else state.traits[action.owner]
        trait = material.NUMBER_OF[board[action.space]]
        later, _ = after(state, seat, action)
        gained = trait in traits(later, seat) - traits(state, seat)
        return gained and (trait in traits(later, action.owner)) == keeps

    return holds


# --- tricks


def with_display(state: material.DarwinningState, cards: bytes) -> int:
    """Return the strength of the best set of some cards with the display, in a match of two."""
    if len(state.hands) > 2:
        return strength(cards)
    display = [card for card in state.display if card != NOTHING]
    return max(
        strength(cards + bytes(some))
        for size in range(len(display) + 1)
        for some in combinations(display, size)
        if not some or bytes(sorted(cards + bytes(some))) in SETS
    )


def beats_not(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    best = max(with_display(state, cards) for cards in state.played if cards)
    return with_display(state, action.cards) < best


def wins(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the cards win the trick, whatever the others still do."""
    return _can_win(rules.clone(state), seat, action, seat)


def _can_win(
    state: material.DarwinningState, mover: int, action: acts.AnyAction, seat: int
) -> bool:
    later, events = after(state, mover, action)
    won = [event.seat for event in events if isinstance(event, acts.TrickWon)]
    if won:
        return won == [seat]
    (mover,) = GAME.to_move(later)
    ways = (_can_win(later, mover, action, seat) for action in GAME.legal(later, mover))
    return any(ways) if mover == seat else all(ways)


@cache
def best_of_random_hands(size: int) -> list[int]:
    rng = Random(f"claims {size}")
    hands = [bytes(sorted(rng.sample(material.BOX, size))) for _ in range(HANDS)]
    return sorted(strength(SETS[codes(hand)[-1]]) for hand in hands)


def unbeaten(state: material.DarwinningState, seat: int, cards: bytes) -> float:
    """Return in how many of ten deals no hand that plays later has anything as strong."""
    followers = [len(state.hands[follower]) for follower in after_me(state, seat)]
    assert followers
    deals = 10.0
    for size in followers:
        best = best_of_random_hands(size)
        deals *= bisect_left(best, with_display(state, cards)) / HANDS
    return deals


def is_unbeaten(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    return abs(int(said["number"]) - unbeaten(state, seat, action.cards)) <= MARGIN


def is_beaten(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    return unbeaten(state, seat, action.cards) <= MARGIN


def is_hardly_beaten(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    return unbeaten(state, seat, action.cards) >= 10 - MARGIN


def keeps(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the cards that are left in the hand make the set named."""
    played = action.cards if isinstance(action, acts.Play) else b""
    left = codes(rest_of(state.hands[seat], played))
    return said["kept"] in {numbers_words(SETS[code]) for code in left}


def does_nothing(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    """Return whether a seat loses a trick, and does not improve, however the others play on."""
    rng = Random(str(state.hands))
    later, events = after(state, seat, action)
    while not any(isinstance(event, acts.TrickWon) for event in events):
        (mover,) = GAME.to_move(later)
        rules.apply(later, mover, rng.choice(GAME.legal(later, mover)), events.append)
    (won,) = [event for event in events if isinstance(event, acts.TrickWon)]
    return won.seat != seat and not won.is_last


def loses_lowest(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    (card,) = action.cards
    lowest = min(material.CARDS[other].number for other in state.hands[seat])
    is_lowest = material.CARDS[card].number == lowest == int(said["number"])
    return is_lowest and does_nothing(state, seat, action, said)


def loses_the_joker(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    (card,) = action.cards
    counts = material.CARDS[card].number
    return card == material.JOKER and counts == 0 and does_nothing(state, seat, action, said)


def may_empty(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    """Return whether a later hand is small enough to be played at once."""
    return any(len(state.hands[player]) <= 4 for player in after_me(state, seat))


def order_of(state: material.DarwinningState, seat: int, action: Any) -> list[int]:
    """Return the seats in the order in which they play to the trick that is begun now."""
    later, events = after(state, seat, action)
    while not any(isinstance(event, acts.TrickWon) for event in events):
        (mover,) = GAME.to_move(later)
        rules.apply(later, mover, GAME.legal(later, mover)[0], events.append)
    return [event.seat for event in events if isinstance(event, acts.Played)]


def are_named(words: str, seats: list[int]) -> bool:
    """Return whether words name a seat, or count several."""
    return words == (NAMES[seats[0]] if len(seats) == 1 else f"{len(seats)} players")


def plays_first(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    return order_of(state, seat, action)[0] == seat


def plays_last(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    return order_of(state, seat, action)[-1] == seat


def plays_between(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    order = order_of(state, seat, action)
    turn = order.index(seat)
    return are_named(said["before"], order[:turn]) and are_named(said["after"], order[turn + 1 :])


def leads(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    """Return whether a trick that a seat leads has the turn of the viewer that a text names."""
    order = order_of(state, seat, acts.Name(element[1]))
    turn = order.index(seat)
    if said["before"] is None:
        named = turn == len(order) - 1
    else:
        named = (int(said["before"]), int(said["after"])) == (turn, len(order) - 1 - turn)
    return named and said["seat"] == NAMES[order[0]] and turn > 0


def cannot_win(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    """Return whether each play with a card loses, and brings no improvement."""
    plays = [
        play
        for play in GAME.legal(state, seat)
        if isinstance(play, acts.Play | acts.Use) and element[1] in play.cards
    ]
    return holds_copies(state, seat, element, said) and all(
        does_nothing(state, seat, play, said) for play in plays
    )


def holds_copies(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    return int(said["copies"] or 1) == max(state.hands[seat].count(element[1]), 1)


def after_me(state: material.DarwinningState, seat: int) -> list[int]:
    """Return the seats that play after one in this trick."""
    return [
        player
        for player, played in enumerate(state.played)
        if not played and player != seat and len(state.hands[player])
    ]


def ends_the_era(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the trick ends the era, whatever the others still play."""
    hands = zip(state.hands, state.played, strict=True)
    must_end = any(len(hand) + bool(played) <= 1 for hand, played in hands)
    return must_end or len(action.cards) == len(state.hands[seat])


def names_set(state: material.DarwinningState, seat: int, subject: Any, said: Said) -> bool:
    """Return whether the cards played make this set with those of the subject."""
    more = bytes((subject[1],)) if isinstance(subject, tuple) else subject.cards
    cards = state.played[asked(state)] + more
    kinds = {
        "single": (1, None),
        "pair": (2, "number"),
        "three of a kind": (3, "number"),
        "four of a kind": (4, "number"),
        "straight": (3, "row"),
        "straight flush": (3, "row"),
        "flush": (3, "suit"),
    }
    if said["name"]:
        card = material.CARDS[cards[0]]
        name = "joker" if cards == ONE[material.JOKER] else f"{card.suit} {card.number}"
        return len(cards) == 1 and said["name"] == name
    size, common = kinds[said["kind"]]
    numbers = sorted(material.NUMBER_OF[card] for card in cards)
    suits = {material.CARDS[card].suit for card in cards if card != material.JOKER}
    if len(cards) != size:
        return False
    if common == "number":
        return {*numbers} == {int(said["each"] or said["each2"])}
    if sum(numbers) != int(said["sum"]):
        return False
    if (common == "suit" or said["kind"] == "straight flush") and len(suits) > 1:
        return False
    return common == "suit" or numbers == [*range(numbers[0], numbers[0] + 3)]


def needs_another(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    cards = state.played[asked(state)] + bytes((element[1],))
    return bytes(sorted(cards)) not in SETS


# --- survival


def balances(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    balance = fed(state, seat, action)
    change = {"grow": 1, "stay": 0, "shrink": -1}[said["change"]]
    food = balance.home + balance.meals + balance.extra, balance.needed, balance.change
    return (int(said["found"]), int(said["needed"]), change) == food


def shares(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    balance = fed(state, seat, action)
    food = balance.home + balance.extra, balance.needed
    return (int(said["found"]), int(said["needed"])) == food


def has_enough(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    return fed(state, seat, acts.DONE).change == 1


def lost_to_bites(state: material.DarwinningState, being: int) -> int:
    """Return the population that a species loses if the survival ended now."""
    later = rules.clone(state)
    survival.suffer(later, material.Suffer(), None)
    return state.population[being] - later.population[being]


def bites(costs: int, limit: int | None = None) -> Test:
    """Return the test of a meal that costs the eaten species ``costs`` of its population."""

    def holds(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
        later, _ = after(state, seat, action)
        being = action.species
        if material.SPECIES[state.species[being]].name != said["species"]:
            return False
        cost = lost_to_bites(later, being) - lost_to_bites(state, being)
        if limit is not None and later.bites[being] < limit:
            return False
        return cost == costs and int(said["bites"]) == later.bites[being]

    return holds


def loses_nothing(state: material.DarwinningState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, action)
    return lost_to_bites(later, action.species) == lost_to_bites(state, action.species)


def costs_at_this_limit(
    state: material.DarwinningState, seat: int, action: Any, said: Said
) -> bool:
    later = rules.clone(state)
    limit = int(said["limit"])
    losses = []
    for number in (limit - 1, limit):
        later.bites = [number] * len(later.bites)
        losses.append(lost_to_bites(later, action.species))
    return losses == [0, 1]


def is_poisoned(state: material.DarwinningState, seat: int, subject: Any, said: Said) -> bool:
    being = subject.species if isinstance(subject, acts.Eat) else subject[1]
    later, _ = after(state, seat, acts.Eat(being))
    return later.bites[seat] - state.bites[seat] == int(said["poison"])


def is_not_poisoned(state: material.DarwinningState, seat: int, subject: Any, said: Said) -> bool:
    """Return whether eating brings the eater no bites."""
    later, _ = after(state, seat, acts.Eat(subject[1]))
    return later.bites[seat] == state.bites[seat]


def feeds(state: material.DarwinningState, seat: int, subject: Any, said: Said) -> bool:
    (being,) = named_beings(state, said["eaten"])
    more = fed(state, seat, acts.Eat(being)).meals - fed(state, seat, acts.DONE).meals
    return being == subject[1] and int(said["food"]) == more


# --- elements


def describes_species(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    being = element[1]
    if material.SPECIES[state.species[being]].name != said["species"]:
        return False
    return (int(said["place"]), int(said["number"])) == (
        state.places[being],
        state.population[being],
    )


def describes_dummy(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    return element[1] == len(state.hands) and int(said["place"]) == state.places[-1]


def is_card(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    card = material.CARDS[element[1]]
    return said["card"].lower() == f"{card.suit} {card.number}"


def has_these_uses(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    """Return whether a text names just the uses that change the board of the seat's species."""
    card = element[1]
    words = dict[type, str]()
    for use in improvements(state, seat, (card,)):
        later, events = rules.clone(state), list[acts.DarwinningEvent]()
        if not isinstance(use, acts.Done):
            improve(later, seat, use, events.append)
        match events:
            case [acts.Gained()]:
                words[acts.Gain] = material.TABLES.traits[material.NUMBER_OF[card] - 1].name
            case [acts.Climbed(place=place)]:
                words[acts.Climb] = f"chain to {place}"
            case [acts.Grown(population=population)]:
                words[acts.Grow] = f"population +{population - state.population[seat]}"
            case [acts.Adapted(environments=new)]:
                names = [material.ENVIRONMENTS[place] for place in new]
                words[acts.Adapt] = " and ".join(names)
    in_order = [
        words[use] for use in (acts.Gain, acts.Climb, acts.Grow, acts.Adapt) if use in words
    ]
    named = " or ".join(filter(None, [", ".join(in_order[:-1]), *in_order[-1:]]))
    return holds_copies(state, seat, element, said) and (said["uses"] or "") == named


def feeds_these(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    place = element[1]
    names = [material.SPECIES[kind].name for kind in state.species] + ["dummy"]
    foods = {
        names[being]: food[place]
        for being in range(len(state.places))
        if place in (food := habitats_of(state, being))
    }
    listed = {name: int(food) for name, food in re.findall(r"([\w-]+) (\d)", said["foods"] or "")}
    return said["place"].lower() == material.ENVIRONMENTS[place] and listed == foods


def describes_space(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    owner = asked(state)
    space = element[1]
    trait = traits_shown(state.species[owner], state.traits[owner])[space]
    name = material.TABLES.traits[trait - 1].name if trait else "empty"
    return (
        int(said["space"]) == space + 1
        and (said["none"] is not None) == (space == material.TRAIT_SPACES - 1)
        and said["trait"] in (None, name)
        and (said["printed"] is not None) == (bool(trait) and state.traits[owner][space] == NOTHING)
    )


def moves_from(state: material.DarwinningState, seat: int, element: Any, said: Said) -> bool:
    """Return whether a move from the last space named goes one further than from the next one."""
    card = next(card_number for card_number, steps in enumerate(material.CLIMBS) if steps == 1)
    steps = []
    for start in (int(said["last"]), int(said["last"]) + 1):
        alone = rules.clone(state)
        alone.places = [start, *range(21, 20 + len(state.places))]
        alone.discards = ONE[card]
        improve(alone, 0, acts.Climb(card), None)
        steps.append(alone.places[0] - start)
    return steps == [2, 1]


SPECIES_NAME: Final = r"[\w-]+"
POINTS_WORDS: Final = r"(?P<points>−?\d+) points? at the end"
BITTEN: Final = (
    f"you have enough food, but the (?P<species>{SPECIES_NAME}) has (?P<bites>\\d+) bites? then"
)
KEPT: Final = ", but you keep your (?P<kept>.+) for later"
COPIES: Final = r"(?: \((?P<copies>\d) held\))?"
UNBEATEN: Final = (
    r"in (?P<number>\d) of 10 deals, (?:no later hand can|your rival's hand cannot) beat it"
)
EFFECTS: Final = sorted(
    {sentence for row in material.TABLES.traits for sentence in row.effect[:-1].split(". ")}
)
CLAIMS: Final = (
    # Improving.
    Claim(POINTS_WORDS, brings_points),
    Claim(
        f"{POINTS_WORDS}, but it (?P<verb>hides|costs) your (?P<trait>[\\w ]+)",
        both(brings_points, costs_trait),
    ),
    Claim(f"{POINTS_WORDS}, and fewer can eat you", both(brings_points, fewer_can_eat)),
    Claim(f"{POINTS_WORDS}, and you could eat (?P<beings>.+)", both(brings_points, could_eat)),
    Claim(
        f"{POINTS_WORDS}, (?:and (?P<food>\\d+) more food|but no food) in this era",
        both(brings_points, feeds_more),
    ),
    Claim(
        r"it needs (?P<needed>\d+) food then, and finds (?P<found>\d+) without eating",
        needs_and_finds,
    ),
    # Thefts.
    Claim("you gain the trait and its owner loses it", is_stolen(keeps=False)),
    Claim("you gain the trait", is_stolen(keeps=True)),
    Claim("its owner shows it twice and keeps it", is_stolen(keeps=True)),
    # Tricks.
    Claim("it does not beat the cards played", beats_not),
    Claim("a lost card does nothing", does_nothing),
    Claim(r"a lost card does nothing, so lose the lowest number, (?P<number>\d+)", loses_lowest),
    Claim("the joker counts 0, and a lost card does nothing", loses_the_joker),
    Claim("you keep your (?P<kept>.+)", keeps),
    Claim("a lost card does nothing, and you keep your (?P<kept>.+)", both(does_nothing, keeps)),
    Claim("it loses, and counts only if somebody runs out of cards", both(beats_not, may_empty)),
    Claim("nearly always, a later hand can beat it", is_beaten),
    Claim(f"nearly always, a later hand can beat it{KEPT}", both(is_beaten, keeps)),
    Claim(f"{UNBEATEN}", is_unbeaten),
    Claim(f"{UNBEATEN}{KEPT}", both(is_unbeaten, keeps)),
    Claim("hardly any later hand can beat it", is_hardly_beaten),
    Claim("it wins the trick", wins),
    # The leader.
    Claim("you play first, any cards you like", plays_first),
    Claim("you play first, any cards, such as (?P<kept>.+)", both(plays_first, keeps)),
    Claim("you play last, see all cards first, and win ties", plays_last),
    Claim("you play after (?P<before>.+), but before (?P<after>.+)", plays_between),
    Claim(
        "(?P<seat>.+) plays first(?:: (?P<before>.+) before you, (?P<after>.+) after you"
        "|, and you last: you see all cards)",
        leads,
    ),
    Claim("it wins this last trick, so you improve nothing", both(wins, ends_the_era)),
    Claim(
        r"it loses, so you improve with it: at most (?P<points>\d+) points? at once",
        both(beats_not, ends_the_era, has_use),
    ),
    Claim(
        r"if it is beaten, you improve with it: at most (?P<points>\d+) points? at once",
        both(ends_the_era, has_use),
    ),
    Claim(
        "all but the winner of this last trick improve with a card that they play in it",
        ends_the_era,
    ),
    Claim(
        r"(?:With (?P<card>.+) you have )?(?:(?P<kind>pair|three of a kind|four of a kind"
        r"|straight flush|straight|flush)(?: of (?P<each>\d+)s|, (?P<each2>\d+)s"
        r"|, sum (?P<sum>\d+))|(?P<name>joker|(?:acorn|blueberry|flower) \d+))",
        names_set,
    ),
    Claim(".+ needs another card of the display", needs_another),
    # Survival.
    Claim(
        r"you have (?P<found>\d+) of (?P<needed>\d+) food then, and (?P<change>grow|stay|shrink)",
        balances,
    ),
    Claim(r"you find (?P<found>\d+) food then, and need (?P<needed>\d+)", shares),
    Claim(BITTEN, both(has_enough, bites(costs=0))),
    Claim(r"(?P<limit>\d) cost a population", costs_at_this_limit),
    Claim(f"{BITTEN}, which cost it a population", both(has_enough, bites(costs=1))),
    Claim(
        f"{BITTEN}, which cost even a Flock Animal a population",
        both(has_enough, bites(costs=1, limit=3)),
    ),
    Claim(
        f"you have enough food, and the (?P<species>{SPECIES_NAME}) loses nothing more by it",
        both(has_enough, loses_nothing),
    ),
    Claim("you have enough food, and the dummy loses nothing by it", has_enough),
    Claim(r"by its Poison you get (?P<poison>2) bites", is_poisoned),
    Claim(r"Eating (?P<eaten>the [\w-]+) brings (?P<food>\d) food", both(feeds, is_not_poisoned)),
    Claim(
        r"Eating (?P<eaten>the [\w-]+) brings (?P<food>\d) food and, by its Poison, "
        r"(?P<poison>\d) bites",
        feeds,
    ),
    # Elements.
    Claim(
        rf"The (?P<species>{SPECIES_NAME}), on space (?P<place>\d+), population (?P<number>\d+)",
        describes_species,
    ),
    Claim(r"The dummy, on space (?P<place>\d+)", describes_dummy),
    Claim(
        rf"(?P<card>(?:Acorn|Blueberry|Flower) \d+){COPIES}"
        r"(?: would not improve your species|(?: could be|:) (?P<uses>.+))",
        both(is_card, has_these_uses),
    ),
    Claim(
        rf"(?:Joker|(?:Acorn|Blueberry|Flower) \d+){COPIES} cannot win this trick: "
        "nothing on it counts",
        cannot_win,
    ),
    Claim(r"(?P<place>[A-Z]\w+): (?:nobody lives here|food for (?P<foods>.+))", feeds_these),
    Claim(
        r"Trait space (?P<space>\d)(?P<none> \(no points\))?"
        r"(?:: (?:a card here (?:(?P<printed>hides)|costs you) )?(?P<trait>[A-Za-z ]+))?",
        describes_space,
    ),
    Claim(
        r"Move up the food chain over occupied spaces, one more from 1 to (?P<last>\d)", moves_from
    ),
    Claim(
        rf"(?P<trait>{'|'.join(row.name for row in material.TABLES.traits)}): (?P<effect>.+)",
        both(is_trait_there, is_effect_of_card),
    ),
    Claim(rf"(?P<effect>{'|'.join(EFFECTS)})", is_effect_of_card),
)
PLAIN: Final = (
    # Rules and names of choices, which claim nothing about a position.
    "the others must beat them|your rival wins ties",
    "Mutation stays free for another trait",
    "all cards of your next hand are new then",
    "it changes nothing",
    "You play first, any card or combination|the others see it",
    "Take no trait|Use no card of the display|Improve nothing|Keep no card|Share no environment"
    "|Eat no more|Eat nothing",
    "Increase the population: more points, and more food needed",
    "Adapt to its environments: 2 food from each new one that is on the table",
    "Joker: a zero of any suit|it cannot improve a species",
    "Nothing",
    # Estimates.
    r"a win brings (?:next to nothing|about \d+ points?)",
    r"(?:(?:joker|(?:acorn|blueberry|flower) \d+) could bring about \d+ points?(?: and )?)+",
)
