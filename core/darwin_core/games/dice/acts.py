"""The action and the events of Darwin's Dice, and the notation of the action."""

from typing import ClassVar, Final, Literal

from darwin_core.contract.game import Action, Event
from darwin_core.games.dice.material import CARDS, KINDS, Hand
from darwin_core.kit.codec import Code, Codec, Form
from darwin_core.text.language import mark


class Play(Action, frozen=True, tag="play"):
    """Choose a card and place it face down."""

    card: int


PLAYS: Final = tuple(Play(card) for card in range(KINDS))
"""All actions, by card."""


Cause = Literal["scorpion", "snake"]
"""The special cards that make a seat lose cards."""


class RoundBegan(Event, frozen=True, tag="round"):
    """New hands were dealt."""

    reveals: ClassVar[bool] = True
    round: int
    """The number of the round, from 1."""
    hands: tuple[Hand, ...]


class Rolled(Event, frozen=True, tag="rolled"):
    """The Darwin rolled both dice."""

    reveals: ClassVar[bool] = True
    darwin: int
    roll: int


class Chose(Event, frozen=True, tag="chose"):
    """A seat placed a card face down. Only that seat sees the event; the position shows the others
    that the seat has chosen."""

    is_draft: ClassVar[bool] = True
    seat: int
    card: int


class Revealed(Event, frozen=True, tag="revealed"):
    """All chosen cards were turned up."""

    reveals: ClassVar[bool] = True
    roll: int
    ranking: tuple[tuple[int, int], ...]
    """(seat, card), the strongest first; equal cards in seat order."""


class Lost(Event, frozen=True, tag="lost"):
    """A seat lost the cards it had taken this round."""

    seat: int
    cards: tuple[int, ...]
    cause: Cause
    by: tuple[int, ...] = ()
    """The seats whose scorpion or snake caused the loss."""

    @property
    def scores(self) -> bool:
        """True if cards were lost."""
        return bool(self.cards)

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat, if it had taken any cards."""
        return (self.seat,) if self.cards else ()


class Won(Event, frozen=True, tag="won"):
    """A seat won the turn and took its cards and the middle."""

    always_scores: ClassVar[bool] = True
    seat: int
    cards: tuple[int, ...]
    """The cards of the turn, by seat."""
    carried: tuple[int, ...]
    """The cards of the middle."""


class Carried(Event, frozen=True, tag="carried"):
    """The strongest card was played more than once: nobody wins, all cards stay in the middle."""

    card: int
    seats: tuple[int, ...]
    """The seats that played the strongest card."""


class Scored(Event, frozen=True, tag="scored"):
    """A round ended and the cards taken became points."""

    sums_up: ClassVar[bool] = True
    round: int
    points: tuple[int, ...]
    """The points of the cards taken in the round, by seat."""
    left: tuple[int, ...]
    """Cards that left the game from the middle."""


class Ended(Event, frozen=True, tag="ended"):
    """The match is over."""

    final_since: ClassVar[int] = 1
    totals: tuple[int, ...]
    """The points, by seat."""
    winners: tuple[int, ...]
    """The seats that win; several on a tie."""


DiceEvent = RoundBegan | Rolled | Chose | Revealed | Lost | Won | Carried | Scored | Ended


_CODEC: Final = Codec[Play](
    Play,
    mark("no card; cards are written like B7, S1, O9 or C."),
    Form(Play, "{card}", card=Code("card", [card.code for card in CARDS])),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
