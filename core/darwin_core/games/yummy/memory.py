"""The players' memories of each other's hands.

Swaps and trades bring cards openly into a hand. The players who saw it know that the cards are
there until they may have left. ``state.seen`` has a row for each viewer and each hand: the cards
that must be there. [ruling: Hidden; a declined offer too shows what the other held]
"""

from darwin_core.contract.cards import Cards, together, without
from darwin_core.games.yummy.state import YummyState


def memory_index(state: YummyState, viewer: int, holder: int) -> int:
    """Return the index in ``state.seen`` of a viewer's memory of a hand; spectators come last."""
    return viewer * len(state.hands) + holder


def _viewers(state: YummyState, *but: int) -> list[int]:
    """Return all viewers, except some."""
    return [viewer for viewer in range(len(state.hands) + 1) if viewer not in but]


def remove_openly(state: YummyState, holder: int, cards: Cards) -> None:
    """Record that cards left a hand openly."""
    if not any(state.seen):
        return
    for viewer in _viewers(state, holder):
        at = memory_index(state, viewer, holder)
        state.seen[at] = without(state.seen[at], cards)


def add_openly(state: YummyState, holder: int, cards: Cards) -> None:
    """Record that cards came to a hand openly."""
    for viewer in _viewers(state, holder):
        at = memory_index(state, viewer, holder)
        state.seen[at] = together(state.seen[at], cards)


def show(state: YummyState, holder: int, cards: Cards, viewer: int) -> None:
    """Record that a player was shown cards that stay in a hand."""
    at = memory_index(state, viewer, holder)
    state.seen[at] = together(state.seen[at], without(cards, state.seen[at]))


def pass_hidden(state: YummyState, giver: int, receiver: int, cards: Cards) -> None:
    """Record that cards passed from hand to hand, seen by these two players alone.

    The others know only the number. Of each kind that they know in the giver's hand, at most that
    many may have left it.
    """
    for viewer in _viewers(state, giver, receiver):
        at = memory_index(state, viewer, giver)
        known = state.seen[at]
        state.seen[at] = b"".join(
            bytes((card,)) * max(known.count(card) - len(cards), 0) for card in sorted({*known})
        )
    at = memory_index(state, receiver, giver)
    state.seen[at] = without(state.seen[at], cards)
    at = memory_index(state, giver, receiver)
    state.seen[at] = together(state.seen[at], cards)
