"""The view of each viewer on a match of Darwinning!, and random states behind a view.

Hidden are other hands, the cards that others buried or chose to keep, and the order of the deck.
The number of cards in a hand follows from open play. [ruling: Hidden]
"""

from darwin_core.contract.cards import Cards
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import HIDDEN, NOTHING, Holding
from darwin_core.games.darwinning.components import BOX, KEPT, NUMBER
from darwin_core.games.darwinning.effects import EndTrick, Transform
from darwin_core.games.darwinning.events import Chosen, DarwinningEvent, EraBegan
from darwin_core.games.darwinning.rules import clone
from darwin_core.games.darwinning.state import EMPTY, DarwinningState
from darwin_core.kit.hidden import UNKNOWN, backs


def view(state: DarwinningState, viewer: int) -> DarwinningState:
    """Return the state with HIDDEN in place of all that the viewer may not see."""
    seen = clone(state)
    seen.chance = b""
    seen.deck = UNKNOWN * len(state.deck)
    seen.buried = backs(state.buried, viewer)
    seen.hands = backs(state.hands, viewer)
    if EMPTY in state.kept:
        # Even the number of cards kept is hidden, except for a seat that has none to keep.
        seen.kept = [
            cards if seat == viewer or cards == EMPTY else UNKNOWN if state.hands[seat] else b""
            for seat, cards in enumerate(state.kept)
        ]
    return seen


def redact(event: DarwinningEvent, viewer: int) -> DarwinningEvent | None:
    """Return an event as shown to a viewer; None if it is hidden. Cards kept by others are
    hidden."""
    match event:
        case Chosen(seat):
            return event if seat == viewer else None
        case EraBegan(era, environments, hands, display):
            return EraBegan(era, environments, tuple(backs(hands, viewer)), display)
        case _:
            return event


def unseen(view: DarwinningState) -> list[int]:
    """Return the cards a viewer has not seen, in order: others' hands and buried cards, and the
    deck."""
    left = list(BOX)
    for card in known_cards(view):
        left.remove(card)
    return left


def known_cards(view: DarwinningState) -> list[int]:
    """Return every card that is open to a viewer, in any place; of a whole state, all 92."""
    rows = (
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
    return [card for row in rows for card in row if card not in (HIDDEN, NOTHING)]


def _on_the_table(view: DarwinningState) -> Cards:
    """Return the cards played in an unfinished trick, and a card drawn by Metamorphosis."""
    drawn = bytes(effect.card for effect in view.pending if isinstance(effect, Transform))
    return drawn + (b"".join(view.played) if is_trick_open(view) else b"")


def is_trick_open(state: DarwinningState) -> bool:
    """Return True if the cards played are still on the table, not in the discards."""
    return any(isinstance(effect, EndTrick) for effect in state.pending)


def determinize(view: DarwinningState, chance: bytes) -> DarwinningState:
    """Return a whole state with the same view: the unknown cards are dealt at random."""
    chance, cards = shuffled(chance, unseen(view))
    rest = iter(cards)

    def dealt(row: Cards) -> Cards:
        return bytes(next(rest) if card == HIDDEN else card for card in row)

    hands = [bytes(sorted(dealt(row))) for row in view.hands]
    buried = [bytes(sorted(dealt(row))) for row in view.buried]
    deck = dealt(view.deck)
    kept = list(view.kept)
    for seat, row in enumerate(kept):
        if row == UNKNOWN:
            chance, order = shuffled(chance, hands[seat])
            kept[seat] = bytes(sorted(order[: chance[0] % (KEPT + 1)]))
    state = clone(view)
    state.chance, state.hands, state.buried, state.deck = chance, hands, buried, deck
    state.kept = kept
    return state


def holdings(state: DarwinningState) -> list[Holding]:
    """Return the hands and the buried cards by their numbers, of which sets are made; 0 for a
    joker."""
    places = (("hand", state.hands), ("buried", state.buried))
    return [
        Holding(seat, place, bytes(HIDDEN if card == HIDDEN else NUMBER[card] for card in cards))
        for place, rows in places
        for seat, cards in enumerate(rows)
    ]
