"""The notation of cards, and the board element by which they are chosen."""

from typing import Final

from darwin_core.games.dice.actions import Play
from darwin_core.games.dice.components import CARDS
from darwin_core.kit.codec import Code, Codec, Form
from darwin_core.text.language import mark

_CODEC: Final = Codec[Play](
    Play,
    mark("no card; cards are written like B7, S1, O9 or C."),
    Form(Play, "{card}", card=Code("card", [card.code for card in CARDS])),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
