"""The manners of bots in trades: their offers, their deals, and their faults.

``python -m tests.core.games.yummy.test_trade_manners 200`` prints the figures of as many matches of
three Normals; after the number come the levels to count, as ``easy normal``.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

from darwin_core.bots.levels import counted_bot
from darwin_core.contract.chance import from_seed
from darwin_core.games.yummy import GAME, acts
from darwin_core.games.yummy.material import COPIES_OF, GROUP_OF, VALUE_OF_GROUP, YummyState
from darwin_core.games.yummy.rules import totals
from darwin_core.games.yummy.view import remembered_by_seat, unseen_copies
from darwin_core.lab.play import Case

SEATS = 3
ROUNDS = 2
"""Rounds in which nobody asks a rival for the same card again."""


@dataclass
class Tally:
    """Counts over matches."""

    matches: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        self.matches += other.matches
        self.counts += other.counts

    @property
    def offers(self) -> float:
        """Offers that a rival has to answer, by match and rival."""
        return self.counts["offers"] / self.matches / SEATS / (SEATS - 1)

    @property
    def success(self) -> float:
        """Deals per approach; an approach is an offer and perhaps a counter-offer."""
        return self.counts["deals"] / max(self.counts["approaches"], 1)

    def lines(self) -> Iterable[str]:
        """Return the figures in words."""
        deals = self.counts["deals"]
        yield f"{self.offers:.2f} offers a match and rival, {self.success:.0%} lead to a deal"
        for name in FAULTS:
            yield f"{self.counts[name]} {name} ({deals} deals, {self.counts['offers']} offers)"


FAULTS = (
    "asked of a rival who cannot have the card",
    "asked for the single card that the rival has asked for",
    "asked of the same rival for the same within two rounds",
    "bought and discarded in the same turn",
    "given to the leader, who won by it",
)


class Watch:
    """The trades of one match."""

    def __init__(self, state: YummyState) -> None:
        self.state = state
        self.counts: Counter[str] = Counter()
        self.turn = self.mover = 0
        self.asked: list[tuple[int, int, int, bytes]] = []
        """Turn, asker, partner and labels of each offer."""
        self.bought: dict[int, set[int]] = {}
        """By seat the cards that it bought in this turn."""
        self.gifts: list[tuple[int, int, bytes]] = []
        """Giver, leader and cards of each gift that a leader still holds."""
        self.laid: list[tuple[int, int, int]] = []
        """Giver, leader and points of each triplet laid with such a gift."""

    def see(self, event: acts.YummyEvent) -> None:
        """Record an event; the state is already the one after it."""
        match event:
            case acts.TurnBegan(seat):
                self.turn += 1
                self.mover = seat
                self.bought = {}
            case acts.Offered(seat, partner, _, ask):
                self._offered(seat, partner, ask)
            case acts.Traded(seat, partner, give, ask):
                self.counts["deals"] += 1
                for giver, taker, cards in ((seat, partner, give), (partner, seat, ask)):
                    self.bought.setdefault(taker, set()).update(cards)
                    points = totals(self.state)
                    if points[taker] == max(points) and points[taker] > points[giver]:
                        self.gifts.append((giver, taker, cards))
            case acts.Discarded(seat, card):
                if card in self.bought.get(seat, ()):
                    self.counts["bought and discarded in the same turn"] += 1
            case acts.Laid(seat, cards):
                for gift in self.gifts:
                    if gift[1] == seat and set(gift[2]) & set(cards):
                        self.laid.append((gift[0], seat, VALUE_OF_GROUP[GROUP_OF[cards[0]]]))
                        self.gifts.remove(gift)
                        break
            case acts.Ended(points, winners):
                for _, leader, worth in self.laid:
                    others = max(score for seat, score in enumerate(points) if seat != leader)
                    if leader in winners and points[leader] - worth < others:
                        self.counts["given to the leader, who won by it"] += 1

    def _offered(self, seat: int, partner: int, ask: bytes) -> None:
        self.counts["offers"] += 1
        self.counts["approaches"] += seat == self.mover
        state = self.state
        recent = self.turn - ROUNDS * SEATS
        known = remembered_by_seat(state, seat)[partner]
        left = unseen_copies(state, seat)
        hidden = len(state.hands[partner]) - len(known)
        if any(card not in known and not (left[card] and hidden) for card in ask):
            self.counts["asked of a rival who cannot have the card"] += 1
        for turn, asker, other, labels in self.asked:
            if turn <= recent:
                continue
            single = [card for card in ask if card in labels and COPIES_OF[card] == 1]
            if asker == partner and single and not set(single) <= set(known):
                self.counts["asked for the single card that the rival has asked for"] += 1
            if (asker, other) == (seat, partner) and labels == ask:
                self.counts["asked of the same rival for the same within two rounds"] += 1
        self.asked.append((self.turn, seat, partner, ask))


def watched(level: str, number: int) -> Tally:
    """Return the counts of one match of three bots of a level."""
    seed = f"trade manners {number}"
    policy = counted_bot(level)
    state = Case(GAME, SEATS, seed).start()
    watch = Watch(state)
    question = 0
    while movers := GAME.to_move(state):
        seat = movers[0]
        question += 1
        action: Any = policy(
            GAME, GAME.view(state, seat), seat, from_seed(seed, "bot", seat, question)
        )
        GAME.apply(state, seat, action, watch.see)
    return Tally(1, watch.counts)


def tally(level: str, matches: int, first: int = 0) -> Tally:
    """Return the counts over a number of matches, played in two processes."""
    total = Tally()
    with ProcessPoolExecutor(2) as pool:
        numbers = range(first, first + matches)
        for result in pool.map(watched, repeat(level), numbers, chunksize=8):
            total.add(result)
    return total


MATCHES = 8
OFFERS_MAX = 3.0
"""The most offers that a rival has to answer, by match and rival."""


def test_normals_pester_nobody():
    total = Tally()
    for number in range(MATCHES):
        total.add(watched("normal", number))
    assert 0 < total.offers <= OFFERS_MAX
    assert total.counts["deals"]
    for fault in FAULTS[:2]:
        assert not total.counts[fault], fault
    assert not total.counts["bought and discarded in the same turn"]


def main(words: Sequence[str]) -> None:
    matches = int(words[0]) if words else 200
    for level in words[1:] or ("normal",):
        print(f"{level}, {matches} matches of {SEATS}")
        for line in tally(level, matches).lines():
            print(f"  {line}")


if __name__ == "__main__":
    main(sys.argv[1:])
