"""A position in which a test tries a rule, by actions in the players' notation."""

from typing import Any, Generic

from darwin_core.contract.game import A, E, Game, S
from darwin_core.text.seat_names import SeatNames


class Position(Generic[S, A, E]):
    """A state, and the events since it was set up."""

    def __init__(self, game: Game[S, A, E], state: S) -> None:
        self.game = game
        self.state = state
        self.events: list[E] = []

    def do(self, seat, *texts):
        """Let a seat take one or more actions in order."""
        for text in texts:
            action = self.game.texts.parse(text)
            assert action in self.game.legal(self.state, seat), (text, self.may(seat))
            self.game.apply(self.state, seat, action, self.events.append)
            self.check()
        return self

    def settle(self, rules: Any):
        """Settle all effects that are due before the next decision."""
        rules.settle(self.state, self.events.append)
        self.check()
        return self

    def check(self):
        """Check that the position is sound."""
        assert self.game.invariants(self.state) == []

    def may(self, seat, start=""):
        """Return a seat's legal actions in notation that begin with a text, by default all."""
        texts = [self.game.texts.notation(action) for action in self.game.legal(self.state, seat)]
        return [text for text in texts if text.startswith(start)]

    def why(self, seat, text):
        """Return the code of an action's refusal, or None if the action is legal."""
        refusal = self.game.texts.why_not(
            self.state, seat, self.game.texts.parse(text), SeatNames()
        )
        return refusal and refusal.code

    def events_of(self, kind):
        """Return the events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def asked(self):
        """The class name of the pending effect in a list, if any, and the seats to move."""
        pending: Any = getattr(self.state, "pending", ())
        return [type(effect).__name__ for effect in pending[-1:]], [*self.game.to_move(self.state)]
