"""Hints: the value of each legal action and its reason in words, best first; and the manners of
bots, which prefer some actions among actions of nearly the same value.

A reason states facts about its action alone, as figures that follow from the rules. It does not
compare the action with others, so it is true at any rank.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from darwin_core.contract.cards import Cards, without
from darwin_core.contract.game import Advice, Manner
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.acts import AnyAction
from darwin_core.games.evo.bots import Generation, judge, number_of
from darwin_core.games.evo.generation import affordable, kills
from darwin_core.games.evo.material import CATCH, HARDY, HIBERNATION, SLOTS, EvoState, primary
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.texts import KINDS_NAMED, kind_name, trait_name
from darwin_core.kit.judging import advised
from darwin_core.text.language import tr, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, listed

Reason = Callable[[AnyAction, float], str]
"""A function that returns the reason for an action, given its value in points."""


def advise(view: EvoState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return an advice for each legal action of a seat, with its worth in points and the reason,
    best first; equal ones in the order of ``legal``."""
    choices = legal(view, seat)
    if not choices:
        return []
    reason = _REASONS[type(view.pending[-1])](view, seat)
    return advised(choices, judge(view, seat, choices), reason)


# --- a generation. Each function returns the reasons for the actions of one decision.


def _awake_reason(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Awake)
        number = len(affordable(replace(view, active=action.location), view.species[seat]))
        if not number:
            return tr("your hand can pay for none of its fauna and flora")
        return tr("your hand can pay for {number} of its fauna and flora", number=number)

    return reason


def _generation_reason(view: EvoState, seat: int) -> Reason:
    generation = Generation(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        match action:
            case acts.Migrate(spent, location):
                if foods := _foods_words(view, seat, spent, location):
                    return tr("what you keep can pay for {foods} there", foods=foods)
                return tr(
                    "the card goes back on your deck"
                    if action.is_wandering
                    else "one of the two cards goes back on your deck, the other is lost"
                )
            case acts.Hunt() | acts.Forage():
                cards, tokens, births = generation.yields(action)
                dies = kills(view, generation.species, action)
                gained: list[str] = []
                if births:
                    born = (
                        view.locations[view.active]
                        if isinstance(action, acts.Forage)
                        else primary(view.slots[SLOTS * view.active + action.slot])
                    )
                    gained.append(tr("{number} new {trait}", number=births, trait=trait_name(born)))
                elif generation.species_state.has_future:
                    gained.append(tr("no new card"))
                if not dies:
                    gained.append(_tokens_words(view, action, tokens))
                brought = tr(
                    "{cards} passed on, {gained}" if gained else "{cards} passed on",
                    cards=counted(cards, "card"),
                    gained=listed(gained),
                )
                if not dies:
                    return brought
                held = view.tokens[SLOTS * view.active + action.slot]
                dying = tr(
                    "the food dies out with all {number} tokens on it, {mine} of them yours",
                    number=sum(held) + tokens,
                    mine=held[generation.species] + tokens,
                )
                return f"{brought}; {dying}"
            case acts.Predate():
                return tr("it takes tokens from another species")
            case acts.Foresee():
                if offspring := view.offspring[generation.species]:
                    return tr("free, and it draws your new {trait}", trait=trait_name(offspring[0]))
                return tr("free, the top card of your deck, new ones first")
            case _:
                # ``Done``, which ends the generation.
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
                return _loss_words(cards_left)

    return reason


def _foods_words(view: EvoState, seat: int, spent: Cards, location: int) -> str:
    """Return the fauna and flora that a hand without some cards can pay for at a location: their
    names, or their number if there are many; empty if there are none."""
    species = view.species[seat]
    hands = [*view.hands]
    hands[species] = without(view.hands[species], spent)
    slots = sorted(affordable(replace(view, active=location, hands=hands), species))
    first = SLOTS * location
    names = [*dict.fromkeys(kind_name(slot, view.slots[first + slot]) for slot in slots)]
    if len(slots) > KINDS_NAMED:
        return tr("{number} of the fauna and flora", number=len(slots))
    return listed(names) if names else ""


def _tokens_words(view: EvoState, action: acts.Hunt | acts.Forage, tokens: int) -> str:
    """Return the tokens that an action places; once another catch could let the food die out, also
    how many it would bear and hold then."""
    limit = HARDY + view.millennium
    held = sum(view.tokens[SLOTS * view.active + action.slot]) + tokens
    placed = counted(tokens, "token")
    if limit - held >= CATCH:
        return placed
    return tr("{tokens} ({held} of at most {limit} on it)", tokens=placed, held=held, limit=limit)


def _loss_words(number: int) -> str:
    return tr_n(
        "{number} card of your hand is lost", "{number} cards of your hand are lost", number
    )


def _save_reason(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        if isinstance(action, acts.Save):
            return tr("it is passed on")
        return _loss_words(len(view.hands[view.species[seat]]))

    return reason


def _displace_reason(view: EvoState, seat: int) -> Reason:
    """Return the reasons for the slots of a predator's tokens: the room left on each slot."""
    # A replacement leaves the number of tokens on a card as it is; ``Gorge`` adds one.
    added = int(isinstance(view.pending[-1], material.Gorge))

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


def _adopt_reason(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Adopt)
        return tr(
            "its genome has {cards}, and it has {populations}",
            cards=counted(sum(view.genomes[action.species]), "card"),
            populations=counted(sum(view.available[action.species]), "population"),
        )

    return reason


def _settle_reason(view: EvoState, seat: int) -> Reason:
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
    material.AwakePopulation: _awake_reason,
    material.Live: _generation_reason,
    material.DisplaceTokens: _displace_reason,
    material.Gorge: _displace_reason,
    material.SaveCard: _save_reason,
    material.AdoptSpecies: _adopt_reason,
    material.SettlePopulation: _settle_reason,
    material.MovePopulation: _settle_reason,
}
"""By class of pending effect, the reasons for the actions that answer it."""


# --- manners: where populations live, and what they eat


_CROWDED: Final = 4
"""Number of rivals' tokens at which the lean of a robber is greatest, and that of a careful bot
smallest."""
_LEAST_FORAGE_LEAN: Final = 0.5
"""A careful bot leans to any forage this much. It was adjusted, like the margins below, until a bot
with the manner was as strong as one without (``tests/core/test_manners.py``)."""


def _rival_tokens(view: EvoState, seat: int, places: range) -> int:
    """Return the tokens of other species on some places."""
    own_species = view.species[seat]
    return sum(sum(view.tokens[place]) - view.tokens[place][own_species] for place in places)


def _places(location: int) -> range:
    return range(SLOTS * location, SLOTS * (location + 1))


def _lean_of_careful(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return how strongly a careful bot prefers an action, from 0 to 1: the fewer tokens of other
    species are at its target, the more. Hunts and migrations are not preferred."""
    match action:
        case acts.Forage(slot):
            place = SLOTS * view.active + slot
            lean = 1 - _rival_tokens(view, seat, range(place, place + 1)) / _CROWDED
            return max(lean, _LEAST_FORAGE_LEAN)
        case acts.Awake(location) | acts.Settle(location) | acts.Move(location=location):
            return max(1 - _rival_tokens(view, seat, _places(location)) / _CROWDED, 0.0)
        case _:
            return 0.0


def _lean_of_robber(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return how strongly a robber prefers an action, from 0 to 1: the more tokens of other species
    are at its target, the more."""
    match action:
        case acts.Hunt(slot) | acts.Forage(slot):
            place = SLOTS * view.active + slot
            return min(_rival_tokens(view, seat, range(place, place + 1)) / _CROWDED, 1.0)
        case acts.Awake(location) | acts.Settle(location) | acts.Move(location=location):
            return min(_rival_tokens(view, seat, _places(location)) / _CROWDED, 1.0)
        case acts.Predate() | acts.Displace():
            return 1.0
        case _:
            return 0.0


def _lean_of_wanderer(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return 1 for the movement of a population, 0 for other actions."""
    return float(isinstance(action, acts.Migrate | acts.Move))


# Evo has no trades, so its trader wanders. Margins are in points.
MANNERS: Final[dict[str, Manner[EvoState, AnyAction]]] = {
    "careful": Manner(
        title="careful", line="forages where nobody else does", lean=_lean_of_careful, margin=0.3
    ),
    "robber": Manner(
        title="a robber",
        line="eats where you do, to crowd you out",
        lean=_lean_of_robber,
        margin=1.0,
    ),
    "trader": Manner(
        title="a wanderer", line="migrates more than others", lean=_lean_of_wanderer, margin=0.4
    ),
}
