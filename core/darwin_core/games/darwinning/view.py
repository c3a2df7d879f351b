"""The views of a match of Darwinning!, redaction of its events, states that fit a view, and the
invariants of a state.

Hidden are other hands, the cards that others buried or chose to keep, and the order of the deck.
The number of cards in a hand follows from open play. [ruling: Hidden]
"""

from typing import Final

from msgspec.structs import replace

from darwin_core.contract.cards import Cards
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import HIDDEN, NOTHING, Holding
from darwin_core.games.darwinning.acts import DarwinningEvent, EraBegan, Kept
from darwin_core.games.darwinning.material import (
    BOX,
    DISPLAY_CARDS,
    EMPTY,
    ENVIRONMENTS,
    HAND_CARDS,
    JOKER,
    KEPT_CARDS_MAX,
    LENGTHS,
    NUMBER_OF,
    SPECIES,
    TRACK,
    TRAIT_SPACES,
    DarwinningState,
    EndTrick,
    KeepCards,
    Transform,
)
from darwin_core.games.darwinning.rules import clone, legal, to_move
from darwin_core.games.darwinning.species import SEATS_WITH_DUMMY
from darwin_core.kit.states import UNKNOWN, backs

SEATS: Final = range(2, 7)
"""The numbers of seats that the rules allow."""


def view(state: DarwinningState, viewer: int) -> DarwinningState:
    """Return the state with HIDDEN for every card that the viewer may not see."""
    redacted = clone(state)
    redacted.chance = b""
    redacted.deck = UNKNOWN * len(state.deck)
    redacted.buried = backs(state.buried, viewer)
    redacted.hands = backs(state.hands, viewer)
    # Kept cards matter only while a seat has yet to choose. Later, they are hands, which are hidden
    # above.
    if EMPTY in state.kept:
        # Even the number of cards kept is hidden, except for a seat that has none to keep.
        redacted.kept = [
            cards if seat == viewer or cards == EMPTY else UNKNOWN if state.hands[seat] else b""
            for seat, cards in enumerate(state.kept)
        ]
    return redacted


def redact(event: DarwinningEvent, viewer: int) -> DarwinningEvent | None:
    """Return an event as shown to a viewer; None for a choice of cards to keep by another seat."""
    match event:
        case Kept(seat):
            return event if seat == viewer else None
        case EraBegan(hands=hands):
            return replace(event, hands=tuple(backs(hands, viewer)))
        case _:
            return event


def unseen(view: DarwinningState) -> list[int]:
    """Return the cards that a viewer has not seen, in order of kinds: those of hidden hands and
    burials, and of the deck."""
    cards_left = list(BOX)
    for card in known_cards(view):
        cards_left.remove(card)
    return cards_left


def known_cards(view: DarwinningState) -> list[int]:
    """Return every card that a viewer sees, wherever it is. For a whole state, these are all 92
    cards."""
    zones = (
        view.deck,
        view.discards,
        *view.buried,
        *view.hands,
        *view.climbed,
        *view.grown,
        *view.adapted,
        *view.traits,
        view.display,
        _on_the_table(view),
    )
    return [card for zone in zones for card in zone if card not in (HIDDEN, NOTHING)]


def _on_the_table(view: DarwinningState) -> Cards:
    """Return the cards played in an unfinished trick, and a card drawn by Metamorphosis."""
    drawn = bytes(effect.card for effect in view.pending if isinstance(effect, Transform))
    return drawn + (b"".join(view.played) if is_trick_open(view) else b"")


def is_trick_open(state: DarwinningState) -> bool:
    """Return whether the cards played are still on the table, not in the discards."""
    return any(isinstance(effect, EndTrick) for effect in state.pending)


def determinize(view: DarwinningState, chance: bytes) -> DarwinningState:
    """Return a whole state with the same view: the unknown cards are dealt at random."""
    chance, cards = shuffled(chance, unseen(view))
    undealt = iter(cards)

    def dealt(cards: Cards) -> Cards:
        """Return cards with a new card for each hidden one."""
        return bytes(next(undealt) if card == HIDDEN else card for card in cards)

    hands = [bytes(sorted(dealt(hand))) for hand in view.hands]
    buried = [bytes(sorted(dealt(pile))) for pile in view.buried]
    deck = dealt(view.deck)
    kept_cards = list(view.kept)
    for seat, kept in enumerate(kept_cards):
        if kept == UNKNOWN:
            # The first byte of the new chance state draws the number of cards kept. It must stay
            # so, since branches of records are drawn by this function.
            chance, order = shuffled(chance, hands[seat])
            kept_cards[seat] = bytes(sorted(order[: chance[0] % (KEPT_CARDS_MAX + 1)]))
    state = clone(view)
    state.chance = chance
    state.hands = hands
    state.buried = buried
    state.deck = deck
    state.kept = kept_cards
    return state


def holdings(state: DarwinningState) -> list[Holding]:
    """Return the hands and the buried cards. Each card is given as its number, because numbers make
    sets; a joker is 0."""
    zones = (("hand", state.hands), ("buried", state.buried))
    return [
        Holding(seat, zone, bytes(HIDDEN if card == HIDDEN else NUMBER_OF[card] for card in cards))
        for zone, cards_by_seat in zones
        for seat, cards in enumerate(cards_by_seat)
    ]


def invariants(state: DarwinningState) -> list[str]:
    """Return the inconsistencies of a state: lost cards, markers on one space, wrong hands, and an
    effect that nobody can decide."""
    seats = len(state.hands)
    faults: list[str] = []
    lists_by_seat = (
        state.buried,
        state.kept,
        state.population,
        state.bites,
        state.climbed,
        state.grown,
        state.adapted,
        state.traits,
        state.played,
        state.used,
    )
    dummies = 1 if seats == SEATS_WITH_DUMMY else 0
    # What follows needs lists of the right length, so the first fault ends the check.
    if seats not in SEATS or any(len(by_seat) != seats for by_seat in lists_by_seat):
        return ["the seats do not agree"]
    if len(state.species) != seats or len(state.places) != seats + dummies:
        return ["the seats do not agree"]
    if sorted(known_cards(state)) != sorted(BOX):
        faults.append("the cards are not the 92 of the box")
    if len({*state.species}) < seats or any(species >= len(SPECIES) for species in state.species):
        faults.append("two species are the same, or there is no such species")
    if len({*state.places}) < len(state.places):
        faults.append("two markers are on one space of the food chain")
    if any(not 1 <= place <= TRACK.spaces for place in state.places):
        faults.append("a marker is beyond the food chain")
    if any(number < 0 for number in (*state.population, *state.bites)):
        faults.append("a population or bites are negative")
    if any(len(cards) != TRAIT_SPACES for cards in state.traits):
        faults.append("a board does not have its five trait spaces")
    if any(list(hand) != sorted(hand) or len(hand) > HAND_CARDS for hand in state.hands):
        faults.append("a hand is not in order, or too large")
    if any(card != NOTHING and card >= JOKER for cards in state.traits for card in cards):
        faults.append("a joker is on a trait space")
    if not 1 <= state.era <= state.options.eras:
        return [*faults, "the era is out of range"]
    if len(state.environments) != LENGTHS[state.options.eras][state.era - 1]:
        faults.append("the environments are not as many as the era has")
    if any(environment >= len(ENVIRONMENTS) for environment in state.environments):
        faults.append("there is no such environment")
    if len({*state.environments}) < len(state.environments):
        faults.append("an environment is on the table twice")
    if len(state.display) != (DISPLAY_CARDS if seats == SEATS_WITH_DUMMY else 0):
        faults.append("the display is too small or too large")
    if state.leader != NOTHING and state.leader >= seats:
        return [*faults, "nobody leads, or somebody who is not there"]
    if state.best != NOTHING and (state.best >= seats or not state.played[state.best]):
        return [*faults, "the strongest in the trick is somebody who has not played"]
    # The actions of impossible hands may be too many to list.
    return faults or _undecided(state)


def _undecided(state: DarwinningState) -> list[str]:
    """Return a fault if no seat can decide the topmost effect."""
    if not state.pending:
        return []
    top = state.pending[-1]
    # All seats decide which cards they keep; every other decision names its seat.
    if not isinstance(top, KeepCards) and not 0 <= getattr(top, "seat", NOTHING) < len(state.hands):
        return ["nobody has to choose, or somebody who is not there"]
    movers = to_move(state)
    if not movers:
        return ["nobody has to choose"]
    if not all(legal(state, seat) for seat in movers):
        return ["there is nothing to choose"]
    return []
