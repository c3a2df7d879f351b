"""A second, slow and plain version of hunting, foraging and migrating, to check the engine.

Written from the rulebook and the rules page alone. Traits are letters, adaptations are codes. Legal
actions are found by trying every part of a hand.
"""

from collections import Counter
from itertools import chain, combinations, permutations, product

RING = "SRPTEA"


def following(trait):
    return RING[(RING.index(trait) + 1) % 6]


def parts(things):
    """Return all parts of a collection, each as a sorted tuple."""
    things = sorted(things)
    return set(chain.from_iterable(combinations(things, n) for n in range(len(things) + 1)))


def pays(cards, symbols, primary, uses):
    """Return whether these cards pay for these symbols with exactly these adaptations.

    Each of the adaptations must have an effect. Try every way to put a card on each symbol that is
    not left out.
    """
    left_out = ["H" + primary] if "H" + primary in uses else []
    wanted = list(symbols)
    for _ in left_out:
        wanted.remove(primary)
    if len(cards) != len(wanted) or not cards:
        return False
    for order in set(permutations(cards)):
        helped = []
        for card, symbol in zip(order, wanted, strict=True):
            if card == symbol:
                continue
            if card != following(symbol):
                break
            helped.append("V" + symbol)
        else:
            if sorted(helped) == sorted(use for use in uses if use[0] == "V"):
                return True
    return False


def hunts(hand, animal, own, touched, has_future, supply):
    """Return a species' hunts of one fauna: pairs of cards and adaptations used."""
    primary, third = animal
    symbols = primary + primary + third
    hunts_there = set()
    for uses in parts(set(own)):
        helps = [use for use in uses if use[0] == "V" or use == "H" + primary]
        extras = [use for use in uses if use not in helps]
        if "XR" in extras and not touched:
            continue
        if "XE" in extras and not (has_future and supply[primary] >= 2):
            continue
        if any(use not in ("XR", "XE") for use in extras):
            continue
        for cards in parts(hand):
            if pays(cards, symbols, primary, helps):
                hunts_there.add((cards, tuple(uses)))
    return hunts_there


def forages(hand, home, plant, own):
    """Return a species' forages of one flora: search and gathered cards, and adaptations used."""
    forages_there = set()
    for search in set(hand):
        by: tuple[str, ...]
        if search == home:
            by = ()
        elif "F" + search in own:
            by = ("F" + search,)
        else:
            continue
        rest = Counter(hand)
        rest[search] -= 1
        for amount in range(1, rest[plant] + 1):
            feeders = [(), ("G" + plant,)] if "G" + plant in own else [()]
            for feeder in feeders:
                cards = tuple(sorted([search, *plant * amount]))
                forages_there.add((cards, amount, tuple(sorted(by + feeder))))
    return forages_there


def journeys(hand, own, wandered, here, places, has_future):
    """Return the fares and goals of migrations."""
    if not has_future:
        return set()
    fares = {tuple(sorted(pair)) for pair in combinations(hand, 2)}
    if own.count("XP") > wandered:
        fares |= {(card,) for card in hand}
    return set(product(fares, (place for place in range(places) if place != here)))
