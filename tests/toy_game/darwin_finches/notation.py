"""The notation of cards, and the board element by which they are chosen."""

from typing import Final

from darwin_core.kit.codec import Code, Codec, Form
from darwin_finches.actions import Lay
from darwin_finches.state import CARDS, suit

_CODEC: Final = Codec[Lay](
    Lay,
    "no card; cards are written like g7 or c12.",
    Form(Lay, "{card}", card=Code("card", [f"{suit(n)[0]}{n + 1}" for n in range(CARDS)])),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
