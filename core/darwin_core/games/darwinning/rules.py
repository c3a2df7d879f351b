"""The rules of Darwinning! in their order: set-up, eras, the pending effects, and the score.

Pending effects are a stack in the state, settled by ``RULES``. Section names are those of the
rulebook, rulings those of the rules page.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from typing import Final, get_args

from darwin_core.contract.cards import Cards, without
from darwin_core.contract.chance import from_seed, shuffled
from darwin_core.contract.game import NOTHING, Clock, Outcome, ScoreLine
from darwin_core.games.darwinning import acts, material, species, survival, tricks
from darwin_core.games.darwinning.acts import AnyAction, DarwinningEvent, Emitter
from darwin_core.games.darwinning.material import (
    BARE,
    BOX,
    CACHE_MAX,
    DISPLAY_CARDS,
    EMPTY,
    ENVIRONMENTS,
    GAINED_FOOD,
    HAND_CARDS,
    KEPT_CARDS_MAX,
    LENGTHS,
    POISON_BITES,
    SPECIES,
    START_POPULATION,
    START_SPACES,
    AnyEffect,
    DarwinningOptions,
    DarwinningState,
)
from darwin_core.games.darwinning.species import (
    DUMMY_BEING,
    SEATS_WITH_DUMMY,
    beings,
    habitats,
    home_food,
    is_poisoned_by,
    lowest,
    points_of_board,
    points_of_traits,
    prey,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.survival import bites_of_meal
from darwin_core.kit.effects import Rules, ask, ask_all, ask_if_any, at_once, rules
from darwin_core.kit.states import cloner
from darwin_core.text.language import mark

LINES: Final = (mark("food chain"), mark("population"), mark("environments"), mark("traits"))
"""The labels of the score lines, in order."""


def points_of(state: DarwinningState, seat: int) -> tuple[int, int, int, int]:
    """Return the points of a species, by score line. [Game end and scoring]"""
    species = state.species[seat]
    return points_of_board(
        species,
        state.places[seat],
        state.population[seat],
        len(habitats(species, state.adapted[seat])),
        points_of_traits(state.traits[seat]),
    )


def score(state: DarwinningState) -> tuple[ScoreLine, ...]:
    """Return the score lines of all species."""
    points = [points_of(state, seat) for seat in range(len(state.hands))]
    return tuple(map(ScoreLine, LINES, zip(*points, strict=True)))


def totals(state: DarwinningState) -> tuple[int, ...]:
    """Return the sums of the score lines, by seat."""
    return tuple(sum(points_of(state, seat)) for seat in range(len(state.hands)))


def standing(state: DarwinningState) -> Outcome:
    """Return the result as if the match ended now. Ties are broken as in ``outcome``."""
    sums = totals(state)
    keys = [
        (sums[seat], state.population[seat], state.places[seat]) for seat in range(len(state.hands))
    ]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return Outcome(score(state), sums, ranks)


def forecast(state: DarwinningState) -> Sequence[ScoreLine]:
    """Return the result of a survival without eating if it happened now, and the most food and
    bites that eating could bring."""
    if not state.pending:
        return ()
    seats = range(len(state.hands))
    # A species needs one food for each of its population.
    needed = [state.population[seat] for seat in seats]
    food_found = [home_food(state, seat) + trait_food(traits_of(state, seat)) for seat in seats]
    changes = [(food > need) - (food < need) for food, need in zip(food_found, needed, strict=True)]
    # The dummy eats, too, but has no food or points.
    prey_of = [prey(state, being) for being in beings(state)]
    bites = [
        bites_of_meal(state) * sum(seat in meals for meals in prey_of)
        + POISON_BITES * sum(is_poisoned_by(state, seat, being) for being in prey_of[seat])
        for seat in seats
    ]
    then = clone(state)
    then.population = [need + change for need, change in zip(needed, changes, strict=True)]
    return (
        ScoreLine(mark("points now"), totals(state)),
        ScoreLine(mark("food needed"), tuple(needed)),
        ScoreLine(mark("food without eating"), tuple(food_found)),
        ScoreLine(
            mark("food that you can eat"),
            tuple(GAINED_FOOD * len(prey_of[seat]) for seat in seats),
        ),
        ScoreLine(mark("bites at most"), tuple(bites)),
        ScoreLine(mark("population without eating"), tuple(then.population)),
        ScoreLine(mark("points then"), totals(then)),
    )


def outcome(state: DarwinningState) -> Outcome | None:
    """Return the result: ranked by points, then by population, then by the place on the food
    chain. [Game end and scoring]"""
    return None if state.pending else standing(state)


def setup(
    options: DarwinningOptions, seats: int, seed: str, emit: Emitter = None
) -> DarwinningState:
    """Draw species boards, place the markers, begin the first era. [Setup]"""
    chance, species = shuffled(from_seed(seed), range(len(SPECIES)))
    drawn = bytes(species[:seats])
    state = DarwinningState(
        chance=chance,
        options=options,
        deck=BOX,
        discards=b"",
        buried=[b""] * seats,
        hands=[b""] * seats,
        kept=[b""] * seats,
        species=drawn,
        places=_first_places(drawn),
        population=[START_POPULATION[kind] for kind in drawn],
        bites=[0] * seats,
        climbed=[b""] * seats,
        grown=[b""] * seats,
        adapted=[b""] * seats,
        traits=[BARE] * seats,
        environments=b"",
        era=0,
        trick=0,
        leader=NOTHING,
        best=NOTHING,
        played=[b""] * seats,
        used=[b""] * seats,
        display=EMPTY * DISPLAY_CARDS if seats == SEATS_WITH_DUMMY else b"",
        pending=[material.BeginEra()],
    )
    if emit:
        for seat in range(seats):
            emit(acts.SpeciesDrawn(seat, drawn[seat], state.places[seat]))
        if seats == SEATS_WITH_DUMMY:
            emit(acts.DummyPlaced(state.places[DUMMY_BEING]))
    RULES.settle(state, emit)
    return state


def _first_places(species: Cards) -> list[int]:
    """Return the first space of each marker: the number of its species, or the next free space
    above.

    In a match of two, the dummy starts between the two species, nearer to the lower one; if there
    is no free space between them, above both. [Setup; Rules for two players]
    """
    places: list[int] = []
    for kind in species:
        place = START_SPACES[kind]
        while place in places:
            place += 1
        places.append(place)
    if len(places) == SEATS_WITH_DUMMY:
        low, high = sorted(places)
        places.append(high + 1 if high == low + 1 else low + (high - low) // 2)
    return places


clone: Final = cloner(DarwinningState)


# --- eras


def _begin_era(state: DarwinningState, effect: material.BeginEra, emit: Emitter) -> None:
    """Shuffle, lay out environments, deal up to ten; the lowest species names the leader. [Start of
    an era]"""
    seats = len(state.hands)
    state.era += 1
    state.trick = 0
    cards = state.deck + state.discards + b"".join(state.buried) + tricks.display_cards(state)
    state.chance, deck = shuffled(state.chance, cards)
    state.chance, environments = shuffled(state.chance, range(len(ENVIRONMENTS)))
    count = LENGTHS[state.options.eras][state.era - 1]
    state.environments = bytes(sorted(environments[:count]))
    state.discards = b""
    state.buried = [b""] * seats
    state.played = [b""] * seats
    state.used = [b""] * seats
    state.best = state.leader = NOTHING
    if seats == SEATS_WITH_DUMMY:
        state.display = bytes(deck[:DISPLAY_CARDS])
        deck = deck[DISPLAY_CARDS:]
    state.deck = bytes(deck)
    _deal(state)
    if emit:
        hands = tuple(state.hands)
        points = tuple(points_of(state, seat) for seat in range(seats))
        emit(acts.EraBegan(state.era, state.environments, hands, state.display, points))
    state.pending.append(material.NameLeader(lowest(state)))


def _deal(state: DarwinningState) -> None:
    """Deal one card at a time to every hand below ten cards, until all have ten or the deck is
    empty.

    The order is by seat, beginning with the lowest species. [ruling: start of an era]
    """
    missing = sum([HAND_CARDS - len(hand) for hand in state.hands])
    # If the deck suffices, the order of dealing changes no chances, so hands are filled at once.
    if missing <= len(state.deck):
        _fill(state)
        return
    seats = len(state.hands)
    first = lowest(state)
    hands = [list(hand) for hand in state.hands]
    deck = iter(state.deck)
    for _ in range(HAND_CARDS):
        for step in range(seats):
            hand = hands[(first + step) % seats]
            if len(hand) < HAND_CARDS:
                # From an empty deck, this takes no card.
                hand += islice(deck, 1)
    state.hands = [bytes(sorted(hand)) for hand in hands]
    state.deck = state.deck[missing:]


def _fill(state: DarwinningState) -> None:
    """Fill every hand at once from a deck that is large enough."""
    start = 0
    for seat, hand in enumerate(state.hands):
        end = start + HAND_CARDS - len(hand)
        state.hands[seat] = bytes(sorted(hand + state.deck[start:end]))
        start = end
    state.deck = state.deck[start:]


def _end_keeping(state: DarwinningState, emit: Emitter) -> None:
    """Discard face down all cards that were not kept. [End of an era]

    It is called after the last seat has chosen.
    """
    for seat, kept_cards in enumerate(state.kept):
        state.buried[seat] += without(state.hands[seat], kept_cards)
    state.hands = state.kept
    state.kept = [b""] * len(state.hands)
    if emit:
        emit(acts.AllKept(tuple(map(len, state.hands))))


# --- decisions and effects


def _is_last_era(state: DarwinningState) -> bool:
    return state.era == state.options.eras


def _leaders(state: DarwinningState, effect: material.NameLeader) -> Sequence[acts.Name]:
    """Return the seats that the lowest species can name: all, also itself."""
    return [acts.Name(seat) for seat in range(len(state.hands))]


def _keeps(state: DarwinningState, seat: int) -> Sequence[acts.Keep]:
    """Return the choices of up to two cards of a seat's hand."""
    return _keeps_of(state.hands[seat])


@lru_cache(maxsize=CACHE_MAX)
def _keeps_of(hand: Cards) -> tuple[acts.Keep, ...]:
    """Return the choices of up to two cards of a hand, fewest cards first."""
    # Two copies of a card give equal choices, of which the dictionary keeps one.
    choices = dict.fromkeys(
        chain(*[combinations(hand, size) for size in range(KEPT_CARDS_MAX + 1)])
    )
    return tuple([acts.Keep(bytes(cards)) for cards in choices])


def _seats_still_keeping(state: DarwinningState) -> tuple[int, ...]:
    return tuple([seat for seat, cards in enumerate(state.kept) if cards == EMPTY])


def _keep(state: DarwinningState, seat: int, action: acts.Keep, emit: Emitter) -> None:
    """Choose the cards to keep. [End of an era]"""
    state.kept[seat] = action.cards
    if emit:
        emit(acts.Kept(seat, action.cards))


def _end_trick(state: DarwinningState, effect: material.EndTrick, emit: Emitter) -> None:
    """Find the winner of the trick; after the last trick of an era, end the era."""
    after = tricks.end_trick(state, emit)
    if after is not None:
        _end_era(state, after)


def _use_only(state: DarwinningState, effect: material.UseDisplay, emit: Emitter) -> None:
    """Use the only group of display cards that completes the cards played, if it is not empty."""
    # There is none if Mutation has taken a card that the seat needs.
    (only,) = tricks.usable(state, effect.seat) or (b"",)
    if only:
        tricks.use_display(state, effect, acts.Use(only), emit)


def _survive(state: DarwinningState, effect: material.Survive, emit: Emitter) -> None:
    state.pending += reversed(survival.survival(state))


def _end_era(state: DarwinningState, steps: list[AnyEffect]) -> None:
    """Push the effects that follow the last trick: improvements, keeping, survival, and the next
    era unless this was the last. [End of an era]"""
    if _is_last_era(state):
        # Nobody keeps cards, since no era follows.
        steps.append(material.Survive())
    else:
        steps += [material.KeepCards(), material.Survive(), material.BeginEra()]
        # A seat without cards has nothing to choose.
        state.kept = [EMPTY if hand else b"" for hand in state.hands]
    state.pending += reversed(steps)


def _lead(
    state: DarwinningState, effect: material.NameLeader, action: acts.Name, emit: Emitter
) -> None:
    """Name the leader of the first trick, chosen by the lowest species. [Start of an era]"""
    if emit:
        emit(acts.LeaderNamed(effect.seat, action.seat))
    tricks.begin_trick(state, action.seat)


# --- the end


def _end(state: DarwinningState, emit: Emitter) -> None:
    if emit and (result := outcome(state)):
        emit(acts.Ended(result.totals, result.winners))


def clock(state: DarwinningState) -> Clock:
    """Return the era, and the trick of the era; the rules set no number of tricks."""
    # Both are 0 before the first begins.
    return Clock(max(state.era, 1), state.options.eras, max(state.trick, 1), 0)


def share_left(state: DarwinningState) -> float:
    """Return the share of the match that is left, from 0 to 1. Within an era, its survival
    included, it is measured by the cards left in the largest hand."""
    eras = state.options.eras
    share = min(max(map(len, state.hands)) / HAND_CARDS, 1.0)
    return min((eras - state.era + share) / eras, 1.0)


def actions_max(seats: int) -> int:
    """Return an upper bound on the choices in a match of the most eras: each trick takes at least a
    card from each hand."""
    # Of each seat a theft, a play, a use of the display and an improvement; a few more to be safe.
    in_trick = 4 * seats + 3
    # Of each seat a meal of every other being, the end of its meals, the cards kept, a shared
    # environment and a space for Metamorphosis; one more to be safe.
    in_survival = seats * (seats + 5)
    # The 1 is the choice of the leader.
    return max(LENGTHS) * (1 + HAND_CARDS * in_trick + in_survival)


# --- the table of effects


_RULES: Final = (
    at_once(material.BeginEra, _begin_era),
    ask(material.NameLeader, _leaders, _lead),
    ask_if_any(material.TakeTrait, tricks.thefts, tricks.steal),
    ask(material.PlayCards, tricks.legal_plays, tricks.follow),
    ask_if_any(material.UseDisplay, tricks.legal_uses, tricks.use_display, otherwise=_use_only),
    at_once(material.EndTrick, _end_trick),
    ask_if_any(material.Improve, species.offers, species.improve_or_leave),
    ask_if_any(material.Browse, species.offers, species.improve_or_leave),
    ask_all(material.KeepCards, _seats_still_keeping, _keeps, _keep, _end_keeping),
    at_once(material.Survive, _survive),
    ask_if_any(material.ShareEnvironment, survival.sharing, survival.share),
    ask_if_any(material.EatSpecies, survival.meals, survival.hunt_or_feed, otherwise=survival.feed),
    at_once(material.Bite, survival.dummy_bites),
    at_once(material.Suffer, survival.suffer),
    at_once(material.Draw, survival.draw),
    ask(material.Transform, survival.transformations, survival.transform),
)
RULES: Final[Rules[DarwinningState, AnyAction, DarwinningEvent]] = rules(
    get_args(AnyEffect), _RULES, emptied=_end
)
to_move: Final = RULES.to_move
legal: Final = RULES.legal
apply: Final = RULES.apply
