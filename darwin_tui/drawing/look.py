"""The characters and colours that a drawing may use."""

from typing import Final, NamedTuple


class Look(NamedTuple):
    """The characters and colours of a terminal, as far as drawings differ."""

    has_colours: bool = True
    is_ascii: bool = False

    @property
    def has_pictures(self) -> bool:
        """Pixel pictures can be drawn: half blocks are there."""
        return not self.is_ascii


PLAIN: Final = Look()
"""Colours and all characters."""
