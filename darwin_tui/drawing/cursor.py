"""The cursor of a board, which notes what a drawing asks of it."""

from dataclasses import dataclass, field

from darwin_core.contract.game import Element


@dataclass
class Reads:
    """The questions that a drawing asked about the cursor."""

    elements: set[Element] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    is_whole: bool = False

    def update(self, other: "Reads") -> None:
        """Add the questions of another drawing."""
        self.elements |= other.elements
        self.kinds |= other.kinds
        self.is_whole |= other.is_whole

    def may_differ(self, before: Element | None, now: Element | None) -> bool:
        """Return whether an answer may differ between two places of the cursor."""
        if before == now:
            return False
        return self.is_whole or self._asks(before) or self._asks(now)

    def _asks(self, cursor: Element | None) -> bool:
        """Return whether a question was about an element."""
        return cursor is not None and (cursor in self.elements or cursor[0] in self.kinds)


class Cursor:
    """The cursor of a scene. It notes every read."""

    def __init__(self, element: Element | None = None) -> None:
        self.element = element
        self.readers: list[Reads] = []
        """The parts that are being drawn, each within the one before."""

    def read(self) -> Element | None:
        """Return the element that it is on."""
        for reads in self.readers:
            reads.is_whole = True
        return self.element

    def is_on(self, element: Element) -> bool:
        """Return whether it is on an element."""
        for reads in self.readers:
            reads.elements.add(element)
        return self.element == element

    def number_of(self, kind: str) -> int | None:
        """Return the number of the element that it is on, None if that is of another kind."""
        for reads in self.readers:
            reads.kinds.add(kind)
        return self.element[1] if self.element and self.element[0] == kind else None

    def begin(self) -> None:
        """Begin to note the questions of one more reader."""
        self.readers.append(Reads())

    def end(self) -> Reads:
        """Return the questions of the last reader."""
        return self.readers.pop()

    def note(self, reads: Reads) -> None:
        """Note questions that were asked for an earlier drawing."""
        for reader in self.readers:
            reader.update(reads)
