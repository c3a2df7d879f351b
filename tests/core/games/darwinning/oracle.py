"""A second, slow and plain implementation of the rules, to check the engine against.

Written from the rulebook and the rules page alone. Cards are their codes and traits their names.
The game's own tables are not used.
"""

from itertools import combinations, product

STRONGEST_FIRST = [
    "four of a kind",
    "straight flush",
    "three of a kind",
    "straight",
    "flush",
    "pair",
    "single card",
]

TRAITS = [
    "Pheromones",
    "Symbiosis",
    "Flock Animal",
    "Hard Shell",
    "Communication",
    "Teeth",
    "Food Storage",
    "Mutation",
    "Poison",
    "Tools",
    "Camouflage",
    "Iron Stomach",
    "Bigger Brains",
    "Metamorphosis",
    "Society",
]


def number(card):
    return 0 if card == "J" else int(card[1:])


def _kind(numbers, suits):
    """Return the strongest combination of cards with known suits, or None."""
    numbers = sorted(numbers)
    same_number, same_suit = len(set(numbers)) == 1, len(set(suits)) == 1
    in_a_row = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    is_combination = {
        "four of a kind": len(numbers) == 4 and same_number,
        "straight flush": len(numbers) == 3 and in_a_row and same_suit,
        "three of a kind": len(numbers) == 3 and same_number,
        "straight": len(numbers) == 3 and in_a_row,
        "flush": len(numbers) == 3 and same_suit,
        "pair": len(numbers) == 2 and same_number,
        "single card": len(numbers) == 1,
    }
    return next((kind for kind in STRONGEST_FIRST if is_combination[kind]), None)


def combination(cards):
    """Return the strongest combination of cards, for any suits of their jokers, or None."""
    readings = set()
    for suits in product(*("ABF" if card == "J" else card[0] for card in cards)):
        readings.add(_kind([number(card) for card in cards], suits))
    return next((kind for kind in STRONGEST_FIRST if kind in readings), None)


def beats(cards, strongest):
    """Return whether one combination beats the strongest so far."""
    one, two = combination(cards), combination(strongest)
    if one == two:
        return sum(map(number, cards)) >= sum(map(number, strongest))
    return STRONGEST_FIRST.index(one) < STRONGEST_FIRST.index(two)


def may_follow(cards, strongest):
    """Return whether cards beat the strongest, or are a single card."""
    return combination(cards) is not None and (len(cards) == 1 or beats(cards, strongest))


def may_eat(eater, its_space, eaten, other_space):
    """Return whether a species with these traits may eat another with those."""
    within_reach = set(range(1, its_space))
    if "Pheromones" in eater:
        within_reach.add(its_space + 1)
    if "Teeth" in eater:
        within_reach |= {its_space + 1, its_space + 2}
    if "Hard Shell" in eaten and "Tools" not in eater:
        within_reach = set()
    if "Communication" in eaten and "Society" not in eater:
        within_reach -= set(range(1, its_space))
    if "Camouflage" in eaten and "Bigger Brains" not in eater:
        within_reach -= {its_space - 1, its_space + 1}
    return other_space in within_reach


def dummy_place(one, two):
    """Return the space half way between the two, nearer to the lower; above both if there is no
    room."""
    low, high = sorted((one, two))
    between = list(range(low + 1, high))
    return between[(len(between) - 1) // 2] if between else high + 1


def two_player_plays(hand, display):
    """Return the sets of one to four own cards that make a combination alone or with the
    display."""
    shown = [some for size in range(4) for some in combinations(display, size)]
    return {
        tuple(sorted(own))
        for size in (1, 2, 3, 4)
        for own in combinations(hand, size)
        if any(combination([*own, *some]) for some in shown)
    }


def climb(occupied, space, points):
    """Return the end of a move. Each point leads to the next free space above; 20 is the end."""
    if space in (1, 2, 3, 4, 5):
        points += 1
    while points:
        target = space + 1
        while target in occupied:
            target += 1
        if target > 20:
            break
        space = target
        points -= 1
    return space
