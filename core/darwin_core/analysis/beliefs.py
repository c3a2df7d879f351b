"""Beliefs: what a viewer may think of cards that are face down, from worlds that agree with a view.

The worlds are those of a search, but in some of them rivals have made their hidden choices in any
way: what they are likely to have chosen is never certain.
"""

from collections import Counter
from functools import partial
from typing import Final

import msgspec

from darwin_core.bots.rollouts import deal
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import HIDDEN, AnyGame, State
from darwin_core.match.record import fingerprint
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, percent

WORLDS: Final = 400
"""Worlds after which a chance is known to 2 or 3 %."""
WORLDS_PER_MISTAKE: Final = 8
"""Of so many worlds, one supposes nothing of how rivals choose: where a policy was certain of a
choice, bots that search made it 92 times in 100."""
NAMED_MAX: Final = 6
"""Cards of a place that are named in a sentence."""


class Likely(msgspec.Struct, frozen=True):
    """The chance of one kind of card."""

    card: int
    """A number of the game's ``holdings``."""
    chance: float
    """The chance that at least one lies there."""
    share: float
    """The part of the cards there that it is likely to be; the shares of all kinds add up to 1."""


class Belief(msgspec.Struct, frozen=True):
    """The cards that a seat has in one place, as a viewer may think of them."""

    seat: int
    place: str
    cards: int
    """The number of cards there."""
    likely: tuple[Likely, ...]
    """The likeliest first; kinds that were found in no world are left out."""


class Beliefs:
    """The beliefs about all places with cards that a view hides, surer with every world dealt.

    The same view and number of worlds give the same beliefs.
    """

    def __init__(self, game: AnyGame, view: State) -> None:
        """Prepare to deal; nothing is known yet."""
        self._game, self._view = game, view
        self._seed = fingerprint(msgspec.msgpack.encode(view))
        shown = game.holdings(view)
        self._hidden = {at: held for at, held in enumerate(shown) if HIDDEN in held.cards}
        self._holders: dict[int, Counter[int]] = {at: Counter() for at in self._hidden}
        self._copies: dict[int, Counter[int]] = {at: Counter() for at in self._hidden}
        self.worlds = 0
        """Worlds dealt so far."""

    def deal(self, worlds: int = WORLDS) -> "Beliefs":
        """Deal some more worlds and count the cards in them; none if nothing is hidden."""
        if not self._hidden:
            return self
        for number in range(self.worlds, self.worlds + worlds):
            chance = from_seed(self._seed, "belief", number)
            is_any_choice = number % WORLDS_PER_MISTAKE == 0
            draw = self._game.determinize if is_any_choice else partial(deal, self._game)
            world = draw(self._view, chance)
            holdings = self._game.holdings(world)
            for at in self._hidden:
                self._holders[at].update({*holdings[at].cards})
                self._copies[at].update(holdings[at].cards)
        self.worlds += worlds
        return self

    def found(self) -> tuple[Belief, ...]:
        """Return the beliefs by the worlds dealt so far; none if nothing is hidden."""
        return tuple(
            Belief(held.seat, held.place, len(held.cards), self._likely(at, len(held.cards)))
            for at, held in self._hidden.items()
        )

    def _likely(self, at: int, cards: int) -> tuple[Likely, ...]:
        holders = self._holders[at]
        likely = [
            Likely(card, holders[card] / self.worlds, copies / (self.worlds * cards))
            for card, copies in self._copies[at].items()
        ]
        return tuple(sorted(likely, key=lambda each: (-each.chance, -each.share, each.card)))


def sentence(game: AnyGame, belief: Belief, seat_names: SeatNames) -> str:
    """Return a belief in words: the cards that are likeliest."""
    named = [
        f"{game.texts.card_name(each.card)} {percent(each.chance)}"
        for each in belief.likely[:NAMED_MAX]
    ]
    cards = counted(belief.cards, "card")
    place = tr(belief.place)
    return f"{seat_names.names[belief.seat]}, {place}, {cards}: {', '.join(named)}."
