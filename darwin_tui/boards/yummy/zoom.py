"""The long text on the focused element."""

from darwin_core.contract.game import Element
from darwin_core.games.yummy.components import FIRST_ACTION, GROUP, JOKERS
from darwin_core.games.yummy.view import unseen
from darwin_core.games.yummy.words import labels_words
from darwin_core.text.language import tr
from darwin_tui.boards.yummy.scene import Scene


def not_seen(scene: Scene, element: Element) -> list[str]:
    """Return a sentence on the cards that could make a triplet with one and are not seen yet."""
    kind, card = element
    view, viewer = scene.view, scene.viewer
    if kind not in ("card", "label") or viewer >= len(view.hands) or not _makes_triplets(card):
        return []
    group, left = GROUP[card], unseen(view, viewer)
    cards = bytes([each for each in left if GROUP[each] == group and _makes_triplets(each)])
    if not cards:
        return [tr("All cards of its group have been seen.")]
    return [tr("Not seen of its group: {cards}.", cards=labels_words(cards))]


def _makes_triplets(card: int) -> bool:
    return card < FIRST_ACTION or card in JOKERS
