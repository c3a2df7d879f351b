"""Hints: the value of each legal action and its reason in words, best first; and the manners of
bots.

A reason states facts about its action alone, as figures that follow from the rules. It does not
compare the action with others, so it is true at any rank.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from darwin_core.contract.game import Advice, Manner
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.acts import AnyAction
from darwin_core.games.evo.bots import Generation, judge, number_of
from darwin_core.games.evo.generation import affordable, kills
from darwin_core.games.evo.material import HARDY, HIBERNATION, SLOTS, EvoState
from darwin_core.games.evo.millennium import tokens_now
from darwin_core.games.evo.rules import legal
from darwin_core.kit.judging import advised
from darwin_core.kit.states import plus
from darwin_core.text.language import tr, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, listed

Reason = Callable[[AnyAction, float], str]
"""A function that returns the reason for an action, given its value in points."""


def advise(view: EvoState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take, with its worth in points, best first.

    Ties keep their order.
    """
    choices = legal(view, seat)
    if not choices:
        return []
    reason = _REASONS[type(view.pending[-1])](view, seat)
    return advised(choices, judge(view, seat, choices), reason)


# --- a generation


def _of_beginnings(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Awake)
        number = len(affordable(replace(view, active=action.location), view.species[seat]))
        if not number:
            return tr("your hand can pay for none of its fauna and flora")
        return tr("your hand can pay for {number} of its fauna and flora", number=number)

    return reason


def _of_lives(view: EvoState, seat: int) -> Reason:
    generation = Generation(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        match action:
            case acts.Migrate(_, location):
                rest = generation.rest(action)
                yield_there = generation.plan_at(location, rest)
                saves = number_of(rest) // 2 * generation.here.saved
                if yield_there > saves and (points := round(yield_there)):
                    return tr(
                        "what you keep finds food for about {points} there",
                        points=counted(points, "point"),
                    )
                return tr(
                    "the card goes back on your deck"
                    if action.is_wandering
                    else "one of the two cards goes back on your deck"
                )
            case acts.Hunt() | acts.Forage():
                cards, tokens, births = generation.yields(action)
                dies = kills(view, generation.species, action)
                gained: list[str] = []
                if births:
                    is_one = births == 1
                    gained.append(
                        tr("a new card") if is_one else tr("{number} new cards", number=births)
                    )
                elif generation.species_state.has_future:
                    gained.append(tr("no new card"))
                if not dies:
                    gained.append(_tokens_words(view, seat, action, tokens))
                brought = tr(
                    "{cards} passed on, {gained}" if gained else "{cards} passed on",
                    cards=counted(cards, "card"),
                    gained=listed(gained),
                )
                if not dies:
                    return brought
                return f"{brought}; {tr('the food dies out with all tokens on it')}"
            case acts.Predate():
                return tr("it takes tokens from another species")
            case acts.Foresee():
                return tr("one more card to play")
            case _:
                cards_left = number_of(generation.hand)
                saved = view.adaptations[generation.species].count(HIBERNATION)
                if not cards_left:
                    return tr("you have no cards left")
                if saved and cards_left > 1:
                    return tr(
                        "{number} cards of your hand are left; hibernation can save {saved}",
                        number=cards_left,
                        saved=min(saved, cards_left - 1),
                    )
                return _loss(cards_left)

    return reason


def _tokens_words(view: EvoState, seat: int, action: acts.Hunt | acts.Forage, tokens: int) -> str:
    """Return the tokens that an action places, and how many of them food without tokens would take
    if the millennium ended then."""
    place = SLOTS * view.active + action.slot
    rows = [*view.tokens]
    rows[place] = plus(rows[place], view.species[seat], tokens)
    before, after = (tokens_now(state)[-1][seat] for state in (view, replace(view, tokens=rows)))
    taken = tokens - (after - before)
    placed = counted(tokens, "token")
    if taken <= 0:
        return placed
    return tr("{tokens}, of which empty food would take {number}", tokens=placed, number=taken)


def _loss(number: int) -> str:
    return tr_n(
        "{number} card of your hand is lost", "{number} cards of your hand are lost", number
    )


def _of_saving(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        if isinstance(action, acts.Save):
            return tr("it is passed on")
        return _loss(len(view.hands[view.species[seat]]))

    return reason


def _of_tokens(view: EvoState, seat: int) -> Reason:
    """Return the reasons for the slots of a predator's tokens: the room left on each slot."""
    added = isinstance(view.pending[-1], material.Gorge)

    def reason(action: AnyAction, value: float) -> str:
        if not isinstance(action, acts.Displace):
            return tr("your prey keeps its other tokens")
        place = SLOTS * view.active + action.slot
        room = HARDY + view.millennium - sum(view.tokens[place]) - added
        if room < 0:
            return tr("with so many tokens it dies out")
        return tr("there is room for {number} more", number=room)

    return reason


# --- between millennia


def _of_species(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Adopt)
        return tr(
            "its genome has {cards}, and it has {populations}",
            cards=counted(sum(view.genomes[action.species]), "card"),
            populations=counted(sum(view.available[action.species]), "population"),
        )

    return reason


def _of_homes(view: EvoState, seat: int) -> Reason:
    """Return the reasons for the locations of a new population: how many populations of its species
    would live there."""
    populations = view.available[view.species[seat]]

    def reason(action: AnyAction, value: float) -> str:
        if not isinstance(action, acts.Settle | acts.Move):
            return tr("your populations stay where they are")
        return tr_n(
            "{number} population of yours lives there then",
            "{number} populations of yours live there then",
            populations[action.location] + 1,
        )

    return reason


_REASONS: Final[dict[type, Callable[[EvoState, int], Reason]]] = {
    material.AwakePopulation: _of_beginnings,
    material.Live: _of_lives,
    material.DisplaceTokens: _of_tokens,
    material.Gorge: _of_tokens,
    material.SaveCard: _of_saving,
    material.AdoptSpecies: _of_species,
    material.SettlePopulation: _of_homes,
    material.MovePopulation: _of_homes,
}
"""The reasons for the actions of each decision."""


# --- manners: where populations live, and what they eat


_FEAST: Final = 4
"""Number of others' tokens from which a card attracts a robber no more strongly."""


def _others(view: EvoState, seat: int, slots: range) -> int:
    """Return the tokens of other species on some slots."""
    own_species = view.species[seat]
    return sum(sum(view.tokens[slot]) - view.tokens[slot][own_species] for slot in slots)


def _slots(location: int) -> range:
    return range(SLOTS * location, SLOTS * (location + 1))


def _avoids(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return how few tokens of other species are at the target of an action, from 0 to 1."""
    match action:
        case acts.Forage(slot):
            slot += SLOTS * view.active
            return max(1 - _others(view, seat, range(slot, slot + 1)) / _FEAST, 0.5)
        case acts.Awake(location) | acts.Settle(location) | acts.Move(location=location):
            return max(1 - _others(view, seat, _slots(location)) / _FEAST, 0.0)
        case _:
            return 0.0


def _feeds_on(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return how strongly an action attracts a robber, by the tokens of other species at its
    target."""
    match action:
        case acts.Hunt(slot) | acts.Forage(slot):
            slot += SLOTS * view.active
            return min(_others(view, seat, range(slot, slot + 1)) / _FEAST, 1.0)
        case acts.Awake(location) | acts.Settle(location) | acts.Move(location=location):
            return min(_others(view, seat, _slots(location)) / _FEAST, 1.0)
        case acts.Predate() | acts.Displace():
            return 1.0
        case _:
            return 0.0


def _wanders(view: EvoState, seat: int, action: AnyAction) -> float:
    return float(isinstance(action, acts.Migrate | acts.Move))


MANNERS: Final[dict[str, Manner[EvoState, AnyAction]]] = {
    "careful": Manner(
        title="careful", line="forages where nobody else does", lean=_avoids, margin=0.3
    ),
    "robber": Manner(
        title="a robber",
        line="eats where you do, to crowd you out",
        lean=_feeds_on,
        margin=1.0,
    ),
    "trader": Manner(
        title="a wanderer", line="migrates more than others", lean=_wanders, margin=0.4
    ),
}
