"""The reasons that a card cannot be played."""

from darwin_core.contract.game import Refusal, not_asked
from darwin_core.games.dice.acts import Play
from darwin_core.games.dice.material import KINDS, DiceState
from darwin_core.games.dice.rules import to_move
from darwin_core.games.dice.texts import card_name
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames


def why_not(state: DiceState, seat: int, action: Play, seat_names: SeatNames) -> Refusal | None:
    """Return the reason that a card cannot be played now, or None."""
    if not 0 <= action.card < KINDS:
        return Refusal("no-such-card", tr("There is no such card in the box."))
    refusal = not_asked(len(state.hands), to_move(state), seat)
    if refusal and refusal.code == "not-your-turn":
        # All choose at once: a seat that owes no decision has chosen.
        return Refusal("chosen", tr("Your card for this turn is already face down."))
    if refusal:
        return refusal
    if action.card not in state.hands[seat]:
        return Refusal("not-in-hand", tr("You hold no {card}.", card=card_name(action.card)))
    return None
