"""Hearts on our contract, as a control: the same rules on two engines compare the engines.

The rules are those of the peer without its passing of cards. The two of clubs leads, suit must be
followed, no points fall in the first trick, hearts are led once a heart or the queen of spades was
played, and the queen counts 13.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final, cast

from darwin_core.contract.chance import from_seed, shuffled
from darwin_core.contract.game import (
    Action,
    AnyGame,
    Options,
    State,
)

SUITS: Final = 4
CARDS: Final = 52
QUEEN_OF_SPADES: Final = 36
HEARTS: Final = 39
"""The first heart; a card is ``13 * suit + rank``: clubs, diamonds, spades, hearts."""
POINTS: Final = tuple(
    1 if card >= HEARTS else 13 if card == QUEEN_OF_SPADES else 0 for card in range(CARDS)
)


class HeartsState(State):
    """A match at one moment."""

    hands: list[int]
    """Each seat's cards as bits, one bit per card."""
    lead: int
    trick: list[int]
    points: list[int]
    broken: bool
    played: int


class Play(Action, frozen=True, tag="play"):
    """Play a card."""

    card: int


PLAYS: Final = tuple(Play(card) for card in range(CARDS))
_RANKS: Final = tuple(
    tuple(rank for rank in range(13) if bits >> rank & 1) for bits in range(1 << 13)
)
_LISTS: Final = tuple(
    tuple(tuple(PLAYS[13 * suit + rank] for rank in ranks) for ranks in _RANKS)
    for suit in range(SUITS)
)
"""Plays by suit and by the thirteen bits of the cards held in it."""
_BIT: Final = tuple(1 << card for card in range(CARDS))
_SUIT: Final = (1 << 13) - 1
_SAFE: Final = (1 << HEARTS) - 1 ^ _BIT[QUEEN_OF_SPADES]
"""The cards that bring no points."""
_WORTH: Final = tuple(
    bytes(card + 1 if card < CARDS and card // 13 == led else 0 for card in range(256))
    for led in range(SUITS)
)
"""By suit led, a table for ``bytes.translate`` from a card to its strength in the trick."""
_SEAT: Final = tuple((seat,) for seat in range(4))


def setup(options: Options, seats: int, seed: str, emit: Any = None) -> HeartsState:
    """Deal thirteen cards each."""
    chance, deck = shuffled(from_seed(seed), _BIT)
    hands = [sum(deck[seat::seats]) for seat in range(seats)]
    lead = [hand & 1 for hand in hands].index(1)
    return HeartsState(chance, hands, lead, [], [0] * seats, False, 0)


def to_move(state: HeartsState) -> Sequence[int]:
    """Return the next seat of the trick."""
    if state.played == CARDS:
        return ()
    return _SEAT[(state.lead + len(state.trick)) & 3]


def legal(state: HeartsState, seat: int) -> Sequence[Play]:
    """Return the legal plays by the rules of suit, first trick and broken hearts."""
    hand = state.hands[seat]
    trick = state.trick
    if trick:
        suit = trick[0] // 13
        held = hand >> 13 * suit & _SUIT
        if held:
            return _LISTS[suit][held]
        safe = hand & _SAFE
        if state.played < 4 and safe:
            hand = safe
        return _plain(hand) + _LISTS[3][hand >> 39]
    if not state.played:
        return _LISTS[0][1]
    plain = _plain(hand)
    if state.broken or not plain:
        return plain + _LISTS[3][hand >> 39]
    return plain


def _plain(hand: int) -> tuple[Play, ...]:
    return _LISTS[0][hand & _SUIT] + _LISTS[1][hand >> 13 & _SUIT] + _LISTS[2][hand >> 26 & _SUIT]


def apply(state: HeartsState, seat: int, action: Play, emit: Any = None) -> None:
    """Play a card; the highest of the suit led takes the trick."""
    card = action.card
    state.hands[seat] ^= _BIT[card]
    trick = state.trick
    trick.append(card)
    state.played += 1
    if POINTS[card]:
        state.broken = True
    if len(trick) == 4:
        a, b, c, d = trick
        worth = bytes(trick).translate(_WORTH[a // 13])
        winner = (state.lead + worth.index(max(worth))) & 3
        state.points[winner] += POINTS[a] + POINTS[b] + POINTS[c] + POINTS[d]
        state.lead = winner
        state.trick = []


_PLAYED: Final = {
    "setup": setup,
    "to_move": to_move,
    "legal": legal,
    "apply": apply,
    "options": Options,
}
HEARTS_GAME: Final = cast(AnyGame, SimpleNamespace(**_PLAYED))
"""The functions of the contract by which a match is played at random; it has no others."""
