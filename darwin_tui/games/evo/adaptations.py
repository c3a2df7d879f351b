"""The adaptations of a species by name, with their tokens, as many letters as there is room for."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import design_name
from darwin_tui.widgets.canvas import Styled

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


def adaptations(view: EvoState, species: int, width: int) -> list[Styled]:
    """Return a species' adaptations with their tokens, in at most ``width`` columns."""
    figures = worn_tokens(view, species)
    room = width - 3 * (len(figures) - 1) - sum(map(len, figures.values()))
    pieces: list[Styled] = []
    names = fitted([*map(design_name, figures)], room)
    for name, figure in zip(names, figures.values(), strict=True):
        pieces += [(" · ", "dim")] if pieces else []
        pieces += [name, (figure, "strong good")]
    return pieces


def fitted(names: list[str], room: int) -> list[str]:
    """Return names that fit together in the room: the longest by their last word, or by the first
    if another name ends so; where that is not enough they are cut, with a dot."""
    names, whole = [*names], names
    by_length = sorted(range(len(names)), key=lambda place: -len(names[place]))
    for place in by_length:
        if sum(map(len, names)) <= room:
            break
        words = whole[place].split()
        is_shared = any(other.endswith(words[-1]) for other in whole if other != whole[place])
        names[place] = words[0] if is_shared else words[-1]
    longest = max(map(len, names), default=0)
    while longest > 1 and sum(min(len(name), longest) for name in names) > room:
        longest -= 1
    return [name if len(name) <= longest else f"{name[: longest - 1].rstrip()}." for name in names]
