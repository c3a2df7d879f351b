"""From picked elements to the one legal action meant; pure, without a screen.

Picks are a multiset in any order. One mechanism serves a single card, a combination of several, a
worker with a space, or a card with its use.
"""

from collections.abc import Callable, Sequence
from typing import Generic

import msgspec

from darwin_core.game import A, Element


class NotSelectable(ValueError):
    """An element was picked that no legal action touches beside the picks made."""


class Chooser(msgspec.Struct, Generic[A], frozen=True):
    """The legal actions of a decision and what has been picked of them so far."""

    actions: tuple[A, ...]
    touched: tuple[tuple[Element, ...], ...]
    """For each action, the elements it touches."""
    selected: tuple[Element, ...] = ()

    @classmethod
    def of(cls, actions: Sequence[A], targets: Callable[[A], tuple[Element, ...]]) -> "Chooser[A]":
        """A chooser over a legal list with nothing picked."""
        return cls(tuple(actions), tuple(targets(action) for action in actions))

    def _left(self) -> list[tuple[A, Sequence[Element]]]:
        """Each action the picks may still become, with the elements it lacks."""
        if not self.selected:
            return [*zip(self.actions, self.touched, strict=True)]
        left = list[tuple[A, Sequence[Element]]]()
        for action, touched in zip(self.actions, self.touched, strict=True):
            lacking = _without(touched, self.selected)
            if lacking is not None:
                left.append((action, lacking))
        return left

    @property
    def selectable(self) -> frozenset[Element]:
        """What can be picked next."""
        return frozenset([element for _, lacking in self._left() for element in lacking])

    @property
    def ready(self) -> A | None:
        """What Enter plays: the action whose elements are exactly the picks, else the only one
        left; None while several remain."""
        left = self._left()
        for action, lacking in left:
            if not lacking:
                return action
        return left[0][0] if len(left) == 1 else None

    def select(self, element: Element) -> "Chooser[A]":
        """With one more element picked.

        Raises:
            NotLit: if no legal action touches it beside the picks made.
        """
        if element not in self.selectable:
            raise NotSelectable(f"{element} belongs to no legal action here")
        return msgspec.structs.replace(self, selected=(*self.selected, element))

    def without(self, element: Element) -> "Chooser[A]":
        """With the last pick of an element taken back."""
        place = len(self.selected) - 1 - self.selected[::-1].index(element)
        return msgspec.structs.replace(
            self, selected=self.selected[:place] + self.selected[place + 1 :]
        )

    def back(self) -> "Chooser[A]":
        """With the last pick taken back; the same if there is none."""
        return msgspec.structs.replace(self, selected=self.selected[:-1])


def _without(touched: Sequence[Element], picks: Sequence[Element]) -> list[Element] | None:
    """What is left of some elements when others are taken, each as often as it stands there; None
    if one is missing."""
    lacking = list(touched)
    for element in picks:
        if element not in lacking:
            return None
        lacking.remove(element)
    return lacking
