"""The points that each seat is likely to have at the end, by weights fitted on matches.

The features of a seat are its points, those that others could take from it, those that it could
take, and the promise of the hands. ``worth.toml`` holds their weights and the run that found them.
"""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.games.yummy.components import (
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    HAND,
    TRUMPED,
    USA,
    VALUE,
)
from darwin_core.games.yummy.hand_worth import GROUPS, hand_worth, ready
from darwin_core.games.yummy.judgement import CARDS_PER_TURN
from darwin_core.games.yummy.scoring import outcome, totals
from darwin_core.games.yummy.state import YummyState
from darwin_core.games.yummy.triplets import can_be_trumped, group_of, points_of
from darwin_core.kit.fitted import fitted_worth

FEATURE_NAMES: Final = (
    "seats",
    "turns left",
    "points",
    "points on the field",
    "points on the field by turns left",
    "points on the field that rivals can take",
    "points on the field that cards of the deck can take",
    "points that it can take",
    "points that it can take if they are laid",
    "citizens' actions",
    "citizens' actions by triplets of the USA to mark",
    "points of triplets in the hand",
    "promise of the hand",
    "promise of the hand by turns left",
    "promise of hands of rivals",
    "promise of hands of rivals by turns left",
    "points of rivals",
    "cards in the hand above six",
    "triplets on the field by turns left",
    "is to move",
)

TURNS_MANY: Final = 3.0
"""Turns a seat in which cards in hand can be used as well as in more."""


def _trumps(cards: Cards) -> list[int]:
    """Return by group how many of some cards trump it."""
    found = [0] * len(VALUE)
    for card in cards:
        if card >= FIRST_ACTION and GROUP[card] != CITIZENS:
            found[TRUMPED[card]] += 1
    return found


def features(state: YummyState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    seats = len(state.hands)
    rivals = seats - 1
    turns = len(state.deck) / CARDS_PER_TURN / seats
    weight = min(turns, TURNS_MANY) / TURNS_MANY
    now = totals(state)
    trumps = [_trumps(hand) for hand in state.hands]
    in_deck = _trumps(state.deck)
    promises = [hand_worth(hand) for hand in state.hands]
    # Triplets that can be trumped, by group.
    exposed = [[0] * len(VALUE) for _ in range(seats)]
    for row, field in zip(exposed, state.fields, strict=True):
        for triplet in field:
            if can_be_trumped(triplet):
                row[group_of(triplet)] += 1
    sums_exposed = [sum(column) for column in zip(*exposed, strict=True)]
    sums_trumps = [sum(column) for column in zip(*trumps, strict=True)]
    usa = [sum([group_of(each) == USA for each in field]) for field in state.fields]
    movers = {effect.seat for effect in state.pending[-1:]}
    rows: list[tuple[float, ...]] = []
    for seat in range(seats):
        hand, field, mine, own = state.hands[seat], state.fields[seat], exposed[seat], trumps[seat]
        on_field = sum(map(points_of, field))
        threatened = in_reach = takes = later = 0.0
        for group in GROUPS:
            targets = sums_exposed[group] - mine[group]
            value = VALUE[group]
            takes += value * min(own[group], targets)
            later += value * max(own[group] - targets, 0)
            if mine[group]:
                share = mine[group] / sums_exposed[group]
                threatened += value * min(mine[group], (sums_trumps[group] - own[group]) * share)
                in_reach += value * min(mine[group], in_deck[group] * share)
        marks = sum([card >= FIRST_ACTION and GROUP[card] == CITIZENS for card in hand])
        theirs = (sum(promises) - promises[seat]) / rivals
        rows.append(
            (
                float(seats),
                turns,
                float(now[seat]),
                float(on_field),
                on_field * weight,
                threatened,
                in_reach * rivals / seats,
                takes,
                later * weight,
                marks * weight,
                float(min(marks, sum(usa) - usa[seat])),
                float(ready(hand)),
                promises[seat],
                promises[seat] * weight,
                theirs,
                theirs * weight,
                (sum(now) - now[seat]) / rivals,
                float(max(len(hand) - HAND, 0)),
                len(field) * weight,
                float(seat in movers),
            )
        )
    return rows


worth: Final = fitted_worth(__package__, FEATURE_NAMES, features, outcome)
