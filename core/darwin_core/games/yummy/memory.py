"""What the players remember of each other's hands.

Cards come openly into a hand by a swap and by trades. Whoever saw it knows that they lie there
until they may have gone. ``state.seen`` has a row for each viewer and each hand: the cards that
must be there. [ruling: Hidden; a declined offer too shows what the other held]
"""

from darwin_core.cards import together, without
from darwin_core.games.yummy.state import Cards, YummyState


def row(state: YummyState, viewer: int, holder: int) -> int:
    """The place in ``state.seen`` of what a viewer knows of a hand; watchers come last."""
    return viewer * len(state.hands) + holder


def _viewers(state: YummyState, *but: int) -> list[int]:
    """All who watch, but some."""
    return [viewer for viewer in range(len(state.hands) + 1) if viewer not in but]


def left_openly(state: YummyState, holder: int, cards: Cards) -> None:
    """Cards went from a hand before all eyes."""
    if not any(state.seen):
        return
    for viewer in _viewers(state, holder):
        at = row(state, viewer, holder)
        state.seen[at] = without(state.seen[at], cards)


def came_openly(state: YummyState, holder: int, cards: Cards) -> None:
    """Cards came to a hand before all eyes."""
    for viewer in _viewers(state, holder):
        at = row(state, viewer, holder)
        state.seen[at] = together(state.seen[at], cards)


def shown(state: YummyState, holder: int, cards: Cards, viewer: int) -> None:
    """A player was shown cards that stay in a hand."""
    at = row(state, viewer, holder)
    state.seen[at] = together(state.seen[at], without(cards, state.seen[at]))


def passed(state: YummyState, giver: int, receiver: int, cards: Cards) -> None:
    """Cards went from hand to hand, seen by these two alone. The others know how many: of each kind
    they know of there, as many fewer must be there still."""
    for viewer in _viewers(state, giver, receiver):
        at = row(state, viewer, giver)
        known = state.seen[at]
        state.seen[at] = b"".join(
            bytes((card,)) * max(known.count(card) - len(cards), 0) for card in sorted({*known})
        )
    at = row(state, receiver, giver)
    state.seen[at] = without(state.seen[at], cards)
    at = row(state, giver, receiver)
    state.seen[at] = together(state.seen[at], cards)
