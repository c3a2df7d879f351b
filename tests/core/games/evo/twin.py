"""The twin of a state: everything hidden from a viewer, changed.

Written from the paragraph "Hidden" of the rules: hands, the order of the face-down part of trait
decks, Lost Genomes of species that others play, and the decks of fauna, flora and adaptations.
Cards that came to a hand face up, an offspring or the survivor of a journey, are known as long as
they must be in that hand or in the Lost Genome. The number of cards in each place is known, and
every genome in sum. The twin uses states only, never the game's views of them.
"""

from random import Random

import msgspec
from core.twins import exchange

from darwin_core.games.evo.material import EvoState


def twin(state: EvoState, viewer: int, rng: Random) -> EvoState:
    """Deal the hidden cards again, or exchange as few as two of each species."""
    hands, decks, lost = list(state.hands), list(state.decks), list(state.lost)
    is_little = rng.random() < 0.5
    for species in range(len(hands)):
        is_own = viewer < len(state.species) and state.species[viewer] == species
        hand = b"" if is_own else _less(hands[species], state.shown[species])
        gone = b"" if is_own else _less(lost[species], state.shown_lost[species])
        pool = _mixed([*hand, *gone, *decks[species]], rng, is_little)
        if not is_own:
            dealt, rest = pool[: len(hand)], pool[len(hand) :]
            hands[species] = bytes(sorted([*state.shown[species], *dealt]))
            lost[species] = bytes(sorted([*state.shown_lost[species], *rest[: len(gone)]]))
        decks[species] = bytes(pool[len(hand) + len(gone) :])
    return msgspec.structs.replace(
        state,
        chance=rng.randbytes(16),
        hands=hands,
        decks=decks,
        lost=lost,
        fauna_deck=bytes(_mixed([*state.fauna_deck], rng, is_little)),
        flora_deck=bytes(_mixed([*state.flora_deck], rng, is_little)),
        adaptation_deck=bytes(_mixed([*state.adaptation_deck], rng, is_little)),
    )


def _less(cards: bytes, known: bytes) -> bytes:
    left = list(cards)
    for card in known:
        left.remove(card)
    return bytes(left)


def _mixed(cards: list[int], rng: Random, is_little: bool) -> list[int]:
    if not is_little:
        rng.shuffle(cards)
    else:
        exchange(cards, rng)
    return cards
