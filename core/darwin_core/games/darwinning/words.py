"""Darwinning! in words: names, the prompt, and actions as they are offered.

The modules beside it are ``elements`` (the board), ``narration`` (events) and ``description`` (a
position for screen readers).
"""

from collections.abc import Sequence
from typing import Final, assert_never

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.darwinning.actions import (
    Adapt,
    AnyAction,
    Climb,
    Done,
    Eat,
    Gain,
    Grow,
    Hold,
    Live,
    Name,
    Play,
    Take,
    Use,
)
from darwin_core.games.darwinning.boards import (
    TWO,
    climbed,
    home_food,
    shown,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.combinations import NAMES, rank_of
from darwin_core.games.darwinning.components import (
    CARDS,
    CLIMBS,
    ENVIRONMENTS,
    GAINED_FOOD,
    GROWS,
    JOKER,
    KEPT,
    MUTATION,
    NUMBER,
    SPECIES,
    TABLES,
)
from darwin_core.games.darwinning.improving import new_habitats
from darwin_core.games.darwinning.rules import to_move
from darwin_core.games.darwinning.state import (
    AnyEffect,
    Browse,
    DarwinningState,
    Declare,
    Follow,
    Hunt,
    Improve,
    Keep,
    Lead,
    Mutate,
    Share,
    Transform,
)
from darwin_core.games.darwinning.survival import shareable
from darwin_core.games.darwinning.tricks import strongest_use
from darwin_core.lexicon import Lexicon, waiting_for
from darwin_core.primers import next_effect
from darwin_core.wording import listed

DUMMY: Final = "the dummy"


def card_name(card: int) -> str:
    """Return the name of a card: ``acorn 3``, ``joker``, or ``a card`` for a hidden one."""
    if card == HIDDEN:
        return "a card"
    return "joker" if card == JOKER else f"{CARDS[card].suit} {CARDS[card].number}"


def cards_words(cards: Sequence[int]) -> str:
    """Return the names of some cards, with ``and`` before the last."""
    return listed([card_name(card) for card in cards]) or "nothing"


def set_words(cards: Sequence[int]) -> str:
    """Return the name of a set of cards: ``pair of 7s``, ``flush, sum 21``."""
    kind = rank_of(cards)
    if kind is None:
        return f"no combination, so {max(NUMBER[card] for card in cards)} alone"
    if kind == 0:
        return card_name(cards[0])
    if len({NUMBER[card] for card in cards}) == 1:
        return (
            f"{NAMES[kind]} of {NUMBER[cards[0]]}s"
            if kind == 1
            else (f"{NAMES[kind].removesuffix(' of a kind')} of a kind, {NUMBER[cards[0]]}s")
        )
    return f"{NAMES[kind]}, sum {sum(NUMBER[card] for card in cards)}"


def trait_name(trait: int) -> str:
    """Return the name of a trait by its number."""
    return TABLES.traits[trait - 1].name


def number_name(number: int) -> str:
    """Return the name of the cards of a number: ``7 camouflage``; 0 is a joker."""
    return f"{number} {trait_name(number)}" if number else "joker"


def environments_words(places: Sequence[int]) -> str:
    """Return the names of environments."""
    return listed([ENVIRONMENTS[place] for place in places])


def being_name(being: int, lexicon: Lexicon) -> str:
    """Return a player's name, or the dummy's."""
    return lexicon.names[being] if being < len(lexicon.names) else DUMMY


# --- prompts and choices


def phase(view: DarwinningState, viewer: int) -> str:
    """Return the phase of a decision; a trick has one for its leader, and one for two players."""
    name = next_effect(view, viewer)
    if name != "follow":
        return name
    if len(view.hands) == TWO:
        return "duel"
    return name if any(view.played) else "begin"


def prompt(view: DarwinningState, viewer: int, lexicon: Lexicon) -> str:
    """Return the question to a viewer, or the names of the seats that must decide."""
    if not view.pending:
        return "The match is over."
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return _waiting(view, effect, lexicon)
    match effect:
        case Lead():
            return "Your species is the lowest: choose who leads."
        case Mutate():
            return "Mutation: take a trait card of another species, or none."
        case Follow():
            return _follow_words(view)
        case Declare():
            return "Choose which cards of the display you use, if any."
        case Improve():
            return "Improve: choose a card, then its use or a trait space."
        case Browse():
            return "Improve with any discarded card: choose it, then its use."
        case Keep():
            return f"Keep up to {KEPT} cards for the next era; discard the others."
        case Share():
            return "Symbiosis: share an environment of a species, or none."
        case Hunt():
            return _food_words(view, effect)
        case Transform(_, card):
            return f"Metamorphosis drew {card_name(card)}: choose its trait space."
        case _:
            return "Wait."


def _follow_words(view: DarwinningState) -> str:
    if len(view.hands) == TWO:
        if not any(view.played):
            return "Play a card or a combination, also with the display."
        return f"Your rival's best: {_best_of_two(view)}. Play anything."
    if view.best == NOTHING:
        return "You lead: play a card or a combination."
    return f"Beat {set_words(view.played[view.best])}, or play any single card."


def _best_of_two(view: DarwinningState) -> str:
    """Return the strongest set that the played cards make with the display."""
    played = next(cards for cards in view.played if cards)
    best = played + (strongest_display(view, played) or b"")
    return set_words(best).removeprefix("no combination, so ")


def _food_words(view: DarwinningState, effect: Hunt) -> str:
    seat = effect.seat
    needed = view.population[seat]
    home = home_food(view, seat) + effect.shared + trait_food(traits_of(view, seat))
    food = home + GAINED_FOOD * effect.eaten.bit_count()
    after = "grow" if food > needed else "shrink" if food < needed else "stay"
    what = "Eat another, or no more" if effect.eaten else "Eat a species, or none"
    return f"Food {food} of {needed} needed: you {after}. {what}."


def _waiting(view: DarwinningState, effect: AnyEffect, lexicon: Lexicon) -> str:
    """Return the prompt while others decide, in a trick with the cards to beat."""
    waiting = waiting_for(lexicon, to_move(view))
    if not isinstance(effect, Follow | Mutate) or not any(view.played):
        return waiting
    if len(view.hands) == TWO:
        return f"To beat at most: {_best_of_two(view)}. {waiting}"
    return f"To beat: {set_words(view.played[view.best])}. {waiting}"


def phrase(view: DarwinningState, action: AnyAction, lexicon: Lexicon) -> str:
    """Return an action as a numbered choice."""
    effect = view.pending[-1]
    match action:
        case Name(seat):
            is_own = isinstance(effect, Lead) and effect.seat == seat
            return "lead yourself" if is_own else f"let {lexicon.names[seat]} lead"
        case Play(cards):
            if len(cards) == 1:
                return card_name(cards[0])
            if rank_of(cards) is not None:
                return f"{set_words(cards)}: {_codes(cards)}"
            more = strongest_display(view, cards) or b""
            return f"{set_words(cards + more)}: {_codes(cards)} with {_codes(more)}"
        case Use(cards):
            own = view.played[effect.seat] if isinstance(effect, Declare) else b""
            return f"use {_codes(cards) or 'nothing'}: {set_words(own + cards)}"
        case Take():
            return _theft_words(view, action, lexicon)
        case Climb() | Grow() | Adapt() | Gain():
            return _use_words(view, action)
        case Hold(cards):
            return f"keep {cards_words(cards)}"
        case Live(environment):
            assert isinstance(effect, Share)
            food = shareable(view, effect.seat)[environment]
            return f"live in {ENVIRONMENTS[environment]}: {food} food"
        case Eat(being):
            if being == len(view.hands):
                return f"eat {DUMMY}"
            return f"eat {lexicon.names[being]}'s {SPECIES[view.species[being]].name}"
        case Done():
            return _leaving_phrase(effect)
        case _:
            assert_never(action)


def strongest_display(view: DarwinningState, cards: Sequence[int]) -> bytes | None:
    """Return the cards of the display that make the strongest set with some cards, perhaps none;
    None if no set is possible."""
    return strongest_use(bytes(cards), view.display)


def _codes(cards: Sequence[int]) -> str:
    return " ".join(CARDS[card].code for card in cards)


def _theft_words(view: DarwinningState, action: Take, lexicon: Lexicon) -> str:
    """Return the trait that Mutation takes; with two Mutations, also the space it is placed on."""
    is_dummys = action.owner == len(view.hands)
    cards = view.display if is_dummys else view.traits[action.owner]
    whose = f"{being_name(action.owner, lexicon)}'s"
    text = f"take {whose} {trait_name(NUMBER[cards[action.space]])}, space {action.space + 1}"
    effect = view.pending[-1]
    if isinstance(effect, Mutate):
        own = shown(view.species[effect.seat], view.traits[effect.seat])
        if own.count(MUTATION) > 1:
            text += f", onto space {action.onto + 1}"
    return text


def _use_words(view: DarwinningState, action: Climb | Grow | Adapt | Gain) -> str:
    """Return the effect of a card on the species that improves."""
    effect = view.pending[-1]
    assert isinstance(effect, Improve | Browse | Transform)
    seat, card = effect.seat, card_name(action.card)
    match action:
        case Climb():
            place = climbed(view.places, view.places[seat], CLIMBS[action.card])
            return f"{card} for food chain +{CLIMBS[action.card]}, up to {place}"
        case Grow():
            return f"{card} for population +{GROWS[action.card]}"
        case Adapt():
            return f"{card} for {environments_words(new_habitats(view, seat, action.card))}"
        case Gain():
            own = shown(view.species[seat], view.traits[seat])
            covered = own[action.space]
            # A trait in force on two spaces does not identify the space.
            is_named = covered and own.count(covered) == 1
            where = f"over {trait_name(covered)}" if is_named else f"on space {action.space + 1}"
            return f"{card} for {trait_name(NUMBER[action.card])} {where}"


def _leaving_phrase(effect: AnyEffect) -> str:
    match effect:
        case Mutate():
            return "take no trait"
        case Improve() | Browse():
            return "improve nothing"
        case Share():
            return "share no environment"
        case Hunt():
            return "eat no more" if effect.eaten else "eat nothing"
        case _:
            return "done"
