"""The adaptations of a species by name, with their tokens, as many letters as there is room for."""

from collections.abc import Iterable, Sequence
from typing import Final

from darwin_core.games.evo.components import TABLES
from darwin_core.games.evo.state import EvoState
from darwin_core.text.language import noun, tr
from darwin_tui.drawing.canvas import Styled

NAMES_MAX: Final = 200
"""Columns in which all adaptations of a species have room."""


def worn_tokens(view: EvoState, species: int) -> dict[int, str]:
    """Return a species' adaptations, with the tokens of each in words; of each card separately if
    it has several."""
    worn = dict[int, list[int]]()
    for design, tokens in zip(view.adaptations[species], view.worn[species], strict=True):
        worn.setdefault(design, []).append(tokens)
    return {design: _tokens_words(copies) for design, copies in worn.items()}


def _tokens_words(copies: Sequence[int]) -> str:
    if len(copies) > 1:
        return f" ×{len(copies)} ({', '.join(map(str, copies))})"
    return f" {copies[0]}" if copies[0] else ""


def names_of(designs: Iterable[int]) -> list[str]:
    """Return the names of adaptations as the component table has them."""
    return [TABLES.adaptations[design].name for design in designs]


def adaptations(view: EvoState, species: int, width: int) -> list[Styled]:
    """Return a species' adaptations with their tokens, in at most ``width`` columns."""
    figures = worn_tokens(view, species)
    room = width - 3 * (len(figures) - 1) - sum(map(len, figures.values()))
    pieces: list[Styled] = []
    names = fitted(names_of(figures), room)
    for name, figure in zip(names, figures.values(), strict=True):
        pieces += [(" · ", "dim")] if pieces else []
        pieces += [name, (figure, "strong good")]
    return pieces


def fitted(names: Sequence[str], room: int) -> list[str]:
    """Return names in the language of the reader, shortened until all fit in the room together: of
    the longest one word stays; where that is not enough, names are cut, with a dot.

    Args:
        names: as the component table has them.
        room: columns for all of them.
    """
    found: list[str] = [noun(name) for name in names]
    by_length = sorted(range(len(names)), key=lambda place: -len(found[place]))
    for place in by_length:
        if sum(map(len, found)) <= room:
            break
        found[place] = tr(short(names[place], names))
    longest = max(map(len, found), default=0)
    while longest > 1 and sum(min(len(name), longest) for name in found) > room:
        longest -= 1
    return [name if len(name) <= longest else f"{name[: longest - 1].rstrip()}." for name in found]


def short(name: str, names: Sequence[str]) -> str:
    """Return the last word of a name, or the first if another one of the names ends so."""
    words = name.split()
    is_shared = any(other.endswith(words[-1]) for other in names if other != name)
    return words[0] if is_shared else words[-1]
