"""From picked elements to the one legal action meant; pure, without a screen.

Picks are a multiset in any order. One mechanism serves a single card, a combination of several, a
worker with a space, or a card with its use.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Generic

import msgspec

from darwin_core.game import A, Element


class NotLit(ValueError):
    """An element was picked that no legal action touches beside the picks made."""


class Chooser(msgspec.Struct, Generic[A], frozen=True):
    """The legal actions of a decision and what has been picked of them so far."""

    actions: tuple[A, ...]
    touched: tuple[tuple[Element, ...], ...]
    """For each action, the elements it touches."""
    picks: tuple[Element, ...] = ()

    @classmethod
    def of(cls, actions: Sequence[A], touches: Callable[[A], tuple[Element, ...]]) -> "Chooser[A]":
        """A chooser over a legal list with nothing picked."""
        return cls(tuple(actions), tuple(touches(action) for action in actions))

    def _left(self) -> list[tuple[A, Counter[Element]]]:
        """Each action the picks may still become, with the elements it lacks."""
        picked = Counter(self.picks)
        left = []
        for action, touched in zip(self.actions, self.touched, strict=True):
            needed = Counter(touched)
            if picked <= needed:
                left.append((action, needed - picked))
        return left

    @property
    def lit(self) -> frozenset[Element]:
        """What can be picked next."""
        return frozenset(element for _, lacking in self._left() for element in lacking)

    @property
    def ready(self) -> A | None:
        """What Enter plays: the action whose elements are exactly the picks, else the only one
        left; None while several remain."""
        left = self._left()
        for action, lacking in left:
            if not lacking:
                return action
        return left[0][0] if len(left) == 1 else None

    def pick(self, element: Element) -> "Chooser[A]":
        """With one more element picked.

        Raises:
            NotLit: if no legal action touches it beside the picks made.
        """
        if element not in self.lit:
            raise NotLit(f"{element} belongs to no legal action here")
        return msgspec.structs.replace(self, picks=(*self.picks, element))

    def back(self) -> "Chooser[A]":
        """With the last pick taken back; the same if there is none."""
        return msgspec.structs.replace(self, picks=self.picks[:-1])
