"""Choosing a legal action by selecting elements of the board one by one; independent of screens.

The selected elements are a multiset in any order. One mechanism serves a single card, a combination
of several, a worker with a space, or a card with its use.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Generic

import msgspec

from darwin_core.contract.game import A, Action, Element


class NotSelectable(ValueError):
    """Raised for an element that no legal action contains together with the selected ones."""


class Chooser(msgspec.Struct, Generic[A], frozen=True):
    """The legal actions of a decision and the elements selected so far."""

    actions: tuple[A, ...]
    targets: tuple[tuple[Element, ...], ...]
    """For each action, the elements that must be selected to choose it."""
    selected: tuple[Element, ...] = ()
    """The elements selected so far, in order; an element with several copies occurs once a copy."""

    @classmethod
    def of(
        cls,
        actions: Sequence[A],
        targets: Callable[[A], tuple[Element, ...]],
        included: Collection[Element] = (),
    ) -> "Chooser[A]":
        """Return a chooser over a legal list with nothing selected.

        Args:
            actions: the legal list.
            targets: returns the elements by which an action is chosen.
            included: elements that are included by default. Of two actions that differ only in
                such an element, selecting all others chooses the action with it; selecting the
                element as well chooses the action without it.
        """
        chosen_by = [targets(action) for action in actions]
        for element in included:
            # Swap the targets of every two actions that differ in this element alone. Each action
            # is in at most one such pair, so the indices of the others stay valid.
            indices = {elements: index for index, elements in enumerate(chosen_by)}
            for elements, index in indices.items():
                rest = tuple(other for other in elements if other != element)
                if rest != elements and rest in indices:
                    chosen_by[index], chosen_by[indices[rest]] = rest, elements
        return cls(tuple(actions), tuple(chosen_by))

    def targets_of(self, action: A) -> tuple[Element, ...]:
        """Return the elements by which this chooser chooses a legal action."""
        return self.targets[self.actions.index(action)]

    def _remaining(self) -> list[tuple[A, Sequence[Element]]]:
        """Return each action that can still be chosen, with its targets not yet selected."""
        if not self.selected:
            # At the start of a decision, nothing is selected: spare a copy of all targets.
            return [*zip(self.actions, self.targets, strict=True)]
        left = list[tuple[A, Sequence[Element]]]()
        for action, targets in zip(self.actions, self.targets, strict=True):
            lacking = _without(targets, self.selected)
            if lacking is not None:
                left.append((action, lacking))
        return left

    @property
    def selectable(self) -> frozenset[Element]:
        """The elements that can be selected next."""
        return frozenset([element for _, lacking in self._remaining() for element in lacking])

    @property
    def ready(self) -> A | None:
        """The action that Enter plays; None while several remain. It is the action whose targets
        are exactly the selected elements, else the only one left."""
        left = self._remaining()
        for action, lacking in left:
            if not lacking:
                return action
        return left[0][0] if len(left) == 1 else None

    def select(self, element: Element) -> "Chooser[A]":
        """Return the chooser with one more element selected.

        Raises:
            NotSelectable: if no legal action contains the element together with the selected ones.
        """
        if element not in self.selectable:
            raise NotSelectable(f"{element} belongs to no legal action here")
        return msgspec.structs.replace(self, selected=(*self.selected, element))

    def without(self, element: Element) -> "Chooser[A]":
        """Return the chooser without the last selection of an element.

        Raises:
            ValueError: if the element is not selected.
        """
        # The index of the last copy, which is the first one in reverse.
        last = len(self.selected) - 1 - self.selected[::-1].index(element)
        return msgspec.structs.replace(
            self, selected=self.selected[:last] + self.selected[last + 1 :]
        )

    def back(self) -> "Chooser[A]":
        """Return the chooser without its last selection; unchanged if nothing is selected."""
        return msgspec.structs.replace(self, selected=self.selected[:-1])


AnyChooser = Chooser[Action]
"""A chooser among the actions of any game."""


def _without(targets: Sequence[Element], selected: Sequence[Element]) -> list[Element] | None:
    """Return the unselected targets, counted with copies; None if a selected element is not a
    target."""
    lacking = list(targets)
    for element in selected:
        if element not in lacking:
            return None
        lacking.remove(element)
    return lacking
