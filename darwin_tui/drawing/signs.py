"""Signs of the boards and what they mean: the table from which a legend is made."""

from typing import Final, NamedTuple

from darwin_core.text.language import mark


class Sign(NamedTuple):
    """A sign as a board draws it, and its meaning."""

    drawn: str
    style: str
    """The words of its style, as on the board."""
    words: str
    panes: tuple[int, ...] = ()
    """The panes that show it; none for all."""


SHARED: Final = (
    Sign("●▲■◆", "strong ink", mark("a player: each has a sign and a colour")),
    Sign("▶", "strong cursor", mark("the cursor, or who plays now")),
    Sign("· –", "dim", mark("nothing here, or none")),
    Sign("×2 −2", "ink", mark("two of them; two less")),
)
"""The signs of all games."""


def legend(own: tuple[Sign, ...], pane: int) -> list[Sign]:
    """Return the signs of a pane: those of its game first, then the shared ones.

    Args:
        own: the signs of the game.
        pane: the pane that is open.
    """
    here = [sign for sign in own if not sign.panes or pane in sign.panes]
    named = {sign.drawn for sign in here}
    return [*here, *(sign for sign in SHARED if sign.drawn not in named)]
