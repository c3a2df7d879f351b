"""Cards and points of Yummy Darwinism that fly to the seat that gets them."""

from collections.abc import Sequence

from textual.geometry import Region

from darwin_core.games.yummy.components import VALUE
from darwin_core.games.yummy.events import (
    Banked,
    Captured,
    Laid,
    Marked,
    Swapped,
    Traded,
    Trumped,
    YummyEvent,
)
from darwin_core.games.yummy.notation import triplet_element
from darwin_core.games.yummy.triplets import group_of, points_of
from darwin_core.text.language import tr
from darwin_core.text.wording import counted
from darwin_tui.boards.yummy.names import MARKED, band, band_ink
from darwin_tui.boards.yummy.scene import Scene
from darwin_tui.drawing.canvas import Drawing, Styled
from darwin_tui.drawing.flight import Flight, points


def flights_of(scene: Scene, drawing: Drawing, events: Sequence[YummyEvent]) -> list[Flight]:
    """Return what flies after some events, between the plates that are drawn."""
    fields = {seat: drawing.marks.get(f"field {seat}") for seat in range(len(scene.names))}
    plates = {seat: drawing.marks.get(f"plate {seat}") for seat in fields}

    def tile(seat: int, triplet: bytes) -> Region | None:
        """Return the place of a triplet; of one that is gone, the field of its seat."""
        field = scene.view.fields[seat]
        if triplet in field:
            return drawing.places.get(triplet_element(seat, field.index(triplet)), fields[seat])
        return fields[seat]

    found = []
    for event in events:
        match event:
            case Laid(seat, cards):
                gain = points(VALUE[group_of(cards)])
                found.append(Flight(gain, tile(seat, cards), plates[seat]))
            case Trumped(seat, _, owner, cards) | Captured(seat, owner, cards):
                gain = (*_cards(len(cards), group_of(cards)), *points(points_of(cards)))
                found.append(Flight(gain, fields[owner], plates[seat]))
            case Marked(seat, _, owner, cards):
                mark = ((f" {MARKED} ", "strong token-ink on bad"),)
                found.append(Flight(mark, plates[seat], tile(owner, cards)))
            case Swapped(seat, _, owner):
                joker = ((f" {tr('joker')} ", "strong stock-ink on stock"),)
                found.append(Flight(joker, fields[owner], plates[seat]))
            case Traded(seat, partner, give, ask):
                for cards, giver, taker in ((give, seat, partner), (ask, partner, seat)):
                    found.append(Flight(_cards(len(cards)), plates[giver], plates[taker]))
            case Banked(seat, cards):
                found.append(Flight(_cards(len(cards)), fields[seat], plates[seat]))
            case _:
                pass
    return found


def _cards(count: int, group: int | None = None) -> tuple[Styled, ...]:
    """Return a number of cards, as backs or on the band of their group."""
    words = f" {counted(count, 'card')} "
    if group is None:
        return ((words, "strong stock-ink on stock"),)
    return ((words, f"strong {band_ink(group)} on {band(group)}"),)
