"""Beliefs: the chances of face-down cards for a viewer, counted in worlds that agree with the view.

The worlds are dealt as for a search: the game's fast policy and its fitted policy, if it has one,
choose for the rivals by turns of worlds. In some worlds hidden choices are random, since a likely
choice is never certain.
"""

from collections import Counter
from typing import Final

import msgspec

from darwin_core.bots.rollouts import deal
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import HIDDEN, AnyGame, State
from darwin_core.kit.fitted_policies import stored_policy
from darwin_core.match.record import fingerprint
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import chance_words, counted

WORLDS: Final = 400
"""Number of worlds dealt in all. The standard error of a chance of one half is then 2.5 %."""
WORLDS_PER_RANDOM_CHOICE: Final = 5
"""In one world of this many, the rivals' hidden choices are drawn at random. The figure is chosen
by a measurement: where the policies agreed on a choice, bots that search made another choice 12
times in 100. A random choice may be the policies' as well, so this is more than one in 8."""
NAMED_MAX: Final = 6
"""Maximum number of kinds of card named in a sentence. Chosen by eye; more make it longer."""


class LikelyCard(msgspec.Struct, frozen=True):
    """The chance of one kind of card."""

    card: int
    """A number of the game's ``holdings``."""
    chance: float
    """Chance that at least one card of this kind is in the zone."""
    share: float
    """Expected fraction of the cards in the zone that are of this kind; the shares of all kinds
    add up to 1."""


class Belief(msgspec.Struct, frozen=True):
    """A viewer's belief about the cards that a seat has in one zone."""

    seat: int
    zone: str
    cards: int
    """Number of cards in the zone."""
    likely: tuple[LikelyCard, ...]
    """Likeliest first; kinds found in no world are omitted."""


class Beliefs:
    """The beliefs about all zones with cards hidden by a view. They become more precise with every
    world dealt. The same view and number of worlds give the same beliefs."""

    def __init__(self, game: AnyGame, view: State) -> None:
        """Prepare to deal worlds; there are no beliefs yet."""
        self._game = game
        self._view = view
        # From the view alone, so that every process deals the same worlds.
        self._seed = fingerprint(msgspec.msgpack.encode(view))
        fitted = stored_policy(game, len(game.standing(view).totals))
        self._policies = (None, fitted) if fitted else (None,)
        """The policies that choose for the rivals by turns; None is the game's fast policy."""
        holdings = game.holdings(view)
        self._hidden = {at: held for at, held in enumerate(holdings) if HIDDEN in held.cards}
        """The holdings with hidden cards, by index among all holdings."""
        self._worlds_holding: dict[int, Counter[int]] = {at: Counter() for at in self._hidden}
        """By holding and kind of card, the number of worlds in which the holding has the kind."""
        self._copies: dict[int, Counter[int]] = {at: Counter() for at in self._hidden}
        """By holding and kind of card, the number of such cards in all worlds."""
        self.worlds = 0
        """Number of worlds dealt so far."""

    def deal(self, worlds: int = WORLDS) -> "Beliefs":
        """Deal some more worlds and count the cards in them; do nothing if nothing is hidden."""
        if not self._hidden:
            return self
        for number in range(self.worlds, self.worlds + worlds):
            chance = from_seed(self._seed, "belief", number)
            if number % WORLDS_PER_RANDOM_CHOICE == 0:
                world = self._game.determinize(self._view, chance)
            else:
                policy = self._policies[number % len(self._policies)]
                world = deal(self._game, self._view, chance, policy)
            holdings = self._game.holdings(world)
            for at in self._hidden:
                # A set counts each kind of card once per world, the bytes count every copy.
                self._worlds_holding[at].update({*holdings[at].cards})
                self._copies[at].update(holdings[at].cards)
        self.worlds += worlds
        return self

    def current(self) -> tuple[Belief, ...]:
        """Return the beliefs from the worlds dealt so far; empty if nothing is hidden."""
        return tuple(
            Belief(
                holding.seat,
                holding.zone,
                len(holding.cards),
                self._likely_cards(at, len(holding.cards)),
            )
            for at, holding in self._hidden.items()
        )

    def _likely_cards(self, at: int, card_count: int) -> tuple[LikelyCard, ...]:
        """Return the kinds of card dealt to a holding, likeliest first. The last key, the number of
        the kind, makes the order of equally likely ones the same everywhere."""
        worlds_holding = self._worlds_holding[at]
        likely = [
            LikelyCard(
                card, worlds_holding[card] / self.worlds, copies / (self.worlds * card_count)
            )
            for card, copies in self._copies[at].items()
        ]
        return tuple(
            sorted(likely, key=lambda likely: (-likely.chance, -likely.share, likely.card))
        )


def sentence(game: AnyGame, belief: Belief, seat_names: SeatNames) -> str:
    """Return a belief as a line: the seat, the zone, its number of cards, and the likeliest cards
    with their chances. A chance is said to be 100 % only if the card was there in all worlds."""
    named = [
        f"{game.texts.card_name(likely.card)} "
        f"{chance_words(likely.chance, is_over=likely.chance == 1)}"
        for likely in belief.likely[:NAMED_MAX]
    ]
    cards = counted(belief.cards, "card")
    zone = tr(belief.zone)
    return f"{seat_names.names[belief.seat]}, {zone}, {cards}: {', '.join(named)}."
