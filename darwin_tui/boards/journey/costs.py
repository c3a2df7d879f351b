"""The cost of a location for a worker, or the reason that it cannot go there."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import diaries
from darwin_core.games.journey.academy import lacking
from darwin_core.games.journey.actions import Place
from darwin_core.games.journey.components import LOCATIONS, LOCKABLE, Page, areas
from darwin_core.games.journey.diaries import Stay
from darwin_core.games.journey.placing import placings
from darwin_core.games.journey.state import PURPLE, JourneyState
from darwin_core.text.language import tr, tr_in

_DISTINGUISHED: Final[frozenset[Page]] = frozenset(
    {"exploration", "navigation", "correspondence", "academy", "special"}
)


class Offer(NamedTuple):
    """The cost of a location for one worker."""

    worker: int
    coins: int
    knowledge: int
    stay: Stay
    why: str = ""
    """The reason that it cannot go there; empty if it can."""
    is_lacking: bool = False
    """The reason is that the seat has too little."""

    @property
    def price(self) -> str:
        """The cost in short, or the reason."""
        coins = [f"{self.coins}¢"] if self.coins else []
        knowledge = [f"{self.knowledge}✎"] if self.knowledge else []
        return self.why or " ".join(coins + knowledge) or free()

    @property
    def is_free(self) -> bool:
        """It can go there at no cost."""
        return not (self.why or self.coins or self.knowledge)


class Offers:
    """The costs of all locations for a seat, as if it were to move."""

    def __init__(self, state: JourneyState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.taken, self.busy = diaries.crowded(state)
        self.legal = frozenset(placings(state, seat))
        self.extra = diaries.occupied_cost(state, seat)
        self.home = diaries.at_home(state, seat)

    def of(self, location: int, worker: int | None = None) -> Offer:
        """Return the offer for a worker, or for the best of those at home."""
        if worker is not None:
            return self._for(location, worker)
        return self.best(location, self.home or diaries.hands_of(self.state, self.seat))

    def best(self, location: int, workers: Iterable[int]) -> Offer:
        """Return the offer for the best of some workers.

        The best can go and spends the least knowledge. Next it has the highest distinction if that
        counts, else the lowest; then the fewest purple seals and the fewest seals.
        """
        counts = LOCATIONS[location].page in _DISTINGUISHED

        def rank(found: Offer) -> tuple[bool, int, int, int, int]:
            row = diaries.row_of(self.state, self.seat, found.worker)
            level = diaries.distinction(row)
            spent = row.count(PURPLE), len(row)
            return bool(found.why), found.knowledge, -level if counts else level, *spent

        return min((self._for(location, worker) for worker in workers), key=rank)

    def extra_of(self, location: int) -> int:
        """Return the extra coins for a place in an area that already has a worker."""
        return self.extra if areas(len(self.state.coins))[location] in self.busy else 0

    def _for(self, location: int, worker: int) -> Offer:
        state, seat = self.state, self.seat
        row = diaries.row_of(state, seat, worker)
        coins = self.extra_of(location)
        knowledge = lacking(row, diaries.seals_of(state, location))
        stay = diaries.stay(state, location, diaries.distinction(row))
        # A small diary has no other cost than the lens.
        dues = coins + diaries.lens_cost(is_free=False) * (LOCATIONS[location].page == "small")
        why, is_lacking = "", False
        if diaries.is_locked(state, location):
            why = tr("locked")
        elif not diaries.has_room(location, self.taken):
            why = tr_in("location", "taken")
        elif dues > state.coins[seat]:
            why, is_lacking = _lacks(f"{dues - state.coins[seat]}¢"), True
        elif knowledge > state.knowledge[seat]:
            why, is_lacking = _lacks(f"{knowledge - state.knowledge[seat]}✎"), True
        elif worker in self.home and Place(worker, location) not in self.legal:
            why = tr("no use")
        return Offer(worker, coins, knowledge, stay, why, is_lacking)


def _lacks(amount: str) -> str:
    return tr("lacks {amount}", amount=amount)


def free() -> str:
    """Return the price of what costs nothing."""
    return tr_in("location", "free")


def lens_price(state: JourneyState, seat: int, location: int, is_free: bool) -> str:
    """Return the cost of a lens there, or the reason that none can be placed now."""
    if not diaries.is_locked(state, location):
        return tr_in("location", "open")
    if location not in diaries.unlockable(state):
        return tr("now done" if location in diaries.inside(state) else "not yet")
    if not diaries.has_lens(state, seat):
        return tr("no lens")
    return f"{diaries.lens_cost(is_free)}¢" if diaries.lens_cost(is_free) else free()


def lens_owner(state: JourneyState, location: int) -> int:
    """Return the owner of the lens there, or NOTHING."""
    return state.lenses[location] if location < LOCKABLE else NOTHING
