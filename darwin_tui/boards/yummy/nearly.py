"""Triplets that lack a single card, on the free places of the viewer's field."""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards
from darwin_core.games.yummy.components import FIRST_ACTION, GROUP, JOKERS, VALUE
from darwin_core.games.yummy.triplets import is_triplet, lays_of, of_group
from darwin_core.text.language import tr
from darwin_tui.boards.yummy.labels import left_of
from darwin_tui.boards.yummy.names import fitted, fitted_group, hue
from darwin_tui.boards.yummy.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.card import empty_place

MARGIN_COLUMNS: Final = 2
"""Columns of a place at each side of its words: the outline, and a blank."""


class Nearly(NamedTuple):
    """Two cards of a hand, and how many unseen cards make a triplet with them."""

    cards: Cards
    unseen: int


def nearly_laid(scene: Scene) -> tuple[Nearly, ...]:
    """Return the best two cards in the viewer's hand of each group that lacks a single card for a
    triplet, the group of the highest value first."""
    return _nearly(scene.view.hands[scene.viewer], tuple(left_of(scene.view)))


@lru_cache(maxsize=256)
def _nearly(hand: Cards, left: tuple[int, ...]) -> tuple[Nearly, ...]:
    found: list[Nearly] = []
    for group in sorted(range(len(JOKERS)), key=lambda group: -VALUE[group]):
        own = of_group(hand, group)
        if lays_of(own):
            continue
        pairs = sorted({bytes(pair) for pair in combinations(own, 2)})
        ways = [Nearly(pair, _completing(pair, left)) for pair in pairs]
        best = max(ways, key=lambda way: way.unseen, default=None)
        found += [best] if best and best.unseen else []
    return tuple(found)


def _completing(pair: Cards, left: tuple[int, ...]) -> int:
    """Return the number of unseen cards that make a triplet with two cards."""
    return sum(
        left[card] for card in range(FIRST_ACTION) if is_triplet(bytes(sorted((*pair, card))))
    )


def draw_nearly(area: Area, way: Nearly) -> None:
    """Draw a triplet that lacks a card on a free place."""
    group = GROUP[way.cards[0]]
    empty_place(area, edge="felt-edge")
    value = f" {VALUE[group]} "
    name = fitted_group(group, area.width - 2 * MARGIN_COLUMNS - len(value))
    area.text(1, 0, (f" {name}{value}", hue(group)))
    inner = area.inside(MARGIN_COLUMNS, 1, MARGIN_COLUMNS, 1)
    y = max((inner.height - len(way.cards) - 1) // 2, 0)
    for row, card in enumerate(way.cards, y):
        inner.text(0, row, (fitted(card, inner.width), "dim"))
    inner.text(0, y + len(way.cards), (tr("{number} would do", number=way.unseen), "ink"))
