"""The achievements of Yummy Darwinism, and the facts that its lesson may name."""

from collections.abc import Mapping
from typing import Final

from darwin_core.games.yummy import acts
from darwin_core.games.yummy.material import (
    CARDS,
    EXECUTIVE,
    GROUP,
    HAND,
    TERROR,
    TRUMPED,
    USA,
    VALUE,
    YummyState,
)
from darwin_core.games.yummy.rules import group_of, limit, points_of, totals
from darwin_core.games.yummy.texts import card_name, card_words, group_name
from darwin_core.kit.achievements import (
    Achievement,
    Course,
    did,
    did_in_a_run,
    kinds,
    never,
    nth,
    won,
)
from darwin_core.teaching.facts import Fact, Now

PROTESTS: Final = 2
"""Marked triplets of the achievement *On the streets*."""
TOUR_GROUPS: Final = 4
"""Groups of the achievement *Grand tour*."""


def _last_turn(course: Course) -> int | None:
    """Find a triplet laid after the deck ran out."""
    for run in course.runs(acts.TurnBegan):
        start = run[0][1]
        if isinstance(start, acts.TurnBegan) and not start.left:
            return nth(
                (at for at, e in run if isinstance(e, acts.Laid) and e.seat == course.seat), 1
            )
    return None


ACHIEVEMENTS: Final = (
    Achievement(
        "coup", "Coup", "Took a triplet of the executive with politics.", "bone",
        did(acts.Trumped, lambda event: group_of(event.cards) == EXECUTIVE),
    ),
    Achievement(
        "war", "A war of choice", "Took a triplet of terror with the USA.", "bone",
        did(acts.Trumped, lambda event: group_of(event.cards) == TERROR),
    ),
    Achievement(
        "aliens", "They come in peace", "Took a triplet of the USA with the aliens.", "beetle",
        did(acts.Trumped, lambda event: group_of(event.cards) == USA),
    ),
    Achievement(
        "people", "We the people", "Took a triplet of the USA with the third mark.", "bird",
        did(acts.Captured),
    ),
    Achievement(
        "protest", "On the streets", f"Marked triplets of the USA {PROTESTS} times.", "bird",
        did(acts.Marked, times=PROTESTS),
    ),
    Achievement(
        "joker", "Light fingers", "Swapped the joker out of a rival's triplet.", "beetle",
        did(acts.Swapped),
    ),
    Achievement(
        "treasure", "Fort Knox", "Banked three of a kind of the USA.", "shell",
        did(acts.Banked, lambda event: group_of(event.cards) == USA),
    ),
    Achievement(
        "double", "Two at a blow", "Laid two triplets in one turn.", "fish",
        did_in_a_run(acts.TurnBegan, acts.Laid, times=2),
    ),
    Achievement(
        "tour", "Grand tour", f"Laid triplets of {TOUR_GROUPS} groups in a match.", "leaf",
        kinds(acts.Laid, lambda event: group_of(event.cards), TOUR_GROUPS),
    ),
    Achievement(
        "deal", "A good bargain", "Traded away fewer cards than you got.", "leaf",
        did(acts.Traded, lambda event: len(event.give) < len(event.ask)),
    ),
    Achievement(
        "last", "At the last moment", "Laid a triplet in the last turn of all.", "fish",
        _last_turn,
    ),
    Achievement(
        "peace", "Live and let live", "Won the match without taking any triplet.", "shell",
        won(lambda course: never(acts.Trumped)(course) and never(acts.Captured)(course)),
    ),
)  # fmt: skip
"""All achievements of the game, in the order of the drawer."""


_LABELS: Final = {card.code: label for label, card in enumerate(CARDS)}


def _seat(now: Now[YummyState], seat: str) -> int:
    return int(seat or now.seat)


FACTS: Final[Mapping[str, Fact]] = {
    "card": lambda now, code: card_words(_LABELS[code]),
    "label": lambda now, code: card_name(_LABELS[code]),
    "group": lambda now, code: group_name(GROUP[_LABELS[code]]),
    "value": lambda now, code: VALUE[GROUP[_LABELS[code]]],
    "takes": lambda now, code: group_name(TRUMPED[_LABELS[code]]),
    "holds": lambda now, code: now.view.hands[now.seat].count(_LABELS[code]),
    "hand": lambda now, seat="": len(now.view.hands[_seat(now, seat)]),
    "least": lambda now: HAND,
    "limit": lambda now, seat="": limit(now.view, _seat(now, seat)),
    "points": lambda now, seat="": totals(now.view)[_seat(now, seat)],
    "field": lambda now, seat="": sum(map(points_of, now.view.fields[_seat(now, seat)])),
    "pile": lambda now, seat="": sum(map(points_of, now.view.piles[_seat(now, seat)])),
    "triplets": lambda now, seat="": len(now.view.fields[_seat(now, seat)]),
    "is_clockwise": lambda now: now.view.direction == 1,
}
