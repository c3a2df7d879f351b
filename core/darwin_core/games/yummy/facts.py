"""The facts that texts of the lesson and the notes can state, and the themes of puzzles.

A fact's arguments are texts, as they stand in its placeholder. Without a seat, a fact is about the
seat that reads it.
"""

from collections.abc import Mapping
from typing import Final

from darwin_core.games.yummy import acts
from darwin_core.games.yummy.material import (
    CARDS,
    GROUP_OF,
    HAND_CARDS,
    TRUMPED,
    VALUE_OF_GROUP,
    YummyState,
)
from darwin_core.games.yummy.rules import limit, points_of, totals
from darwin_core.games.yummy.texts import card_name, card_words, group_name
from darwin_core.teaching.facts import Fact, Now, Theme, begins_with
from darwin_core.text.language import mark

_LABEL_OF: Final = {card.code: label for label, card in enumerate(CARDS)}
"""The label of each card, by its notation."""
_TRADING: Final = (acts.Propose, acts.Accept, acts.Decline, acts.Counter)
"""The actions that make or answer an offer."""


def _seat(now: Now[YummyState], seat: str) -> int:
    return int(seat or now.seat)


FACTS: Final[Mapping[str, Fact]] = {
    "card": lambda now, code: card_words(_LABEL_OF[code]),
    "label": lambda now, code: card_name(_LABEL_OF[code]),
    "group": lambda now, code: group_name(GROUP_OF[_LABEL_OF[code]]),
    "value": lambda now, code: VALUE_OF_GROUP[GROUP_OF[_LABEL_OF[code]]],
    "takes": lambda now, code: group_name(TRUMPED[_LABEL_OF[code]]),
    "holds": lambda now, code: now.view.hands[now.seat].count(_LABEL_OF[code]),
    "hand": lambda now, seat="": len(now.view.hands[_seat(now, seat)]),
    "least": lambda now: HAND_CARDS,
    "limit": lambda now, seat="": limit(now.view, _seat(now, seat)),
    "points": lambda now, seat="": totals(now.view)[_seat(now, seat)],
    "field": lambda now, seat="": sum(map(points_of, now.view.fields[_seat(now, seat)])),
    "pile": lambda now, seat="": sum(map(points_of, now.view.piles[_seat(now, seat)])),
    "triplets": lambda now, seat="": len(now.view.fields[_seat(now, seat)]),
    "is_clockwise": lambda now: now.view.direction == 1,
}

# A puzzle has the first theme that fits its answer.
THEMES: Final[Mapping[str, Theme]] = {
    mark("Lay a triplet"): begins_with(acts.Lay),
    mark("Bank a triplet"): begins_with(acts.Bank, acts.Keep),
    mark("Take a triplet"): begins_with(acts.Trump),
    mark("Mark a triplet"): begins_with(acts.Mark),
    mark("Swap a joker"): begins_with(acts.Swap),
    mark("Discard"): begins_with(acts.Discard),
    mark("End the turn"): begins_with(acts.End),
    # The last action decides, because the first step of an offer does not complete a trade.
    mark("Trade"): lambda now, actions: isinstance(actions[-1], _TRADING),
}
