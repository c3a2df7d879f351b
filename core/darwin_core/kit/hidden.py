"""Cards that a viewer may not see."""

from collections.abc import Iterable
from typing import Final

from darwin_core.contract.game import HIDDEN

UNKNOWN: Final = bytes([HIDDEN])
"""A card of which only the back is seen."""


def backs(hands: Iterable[bytes], viewer: int) -> list[bytes]:
    """Return hands by seat as a viewer sees them: of others only how many cards there are."""
    return [cards if seat == viewer else UNKNOWN * len(cards) for seat, cards in enumerate(hands)]
