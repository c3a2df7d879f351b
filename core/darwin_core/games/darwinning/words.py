"""Darwinning! in words: names, the prompt, and actions as they are offered.

The modules beside it are ``elements`` (the board), ``narration`` (events) and ``description`` (a
position for screen readers).
"""

from collections.abc import Sequence
from typing import Final, assert_never

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.darwinning import actions, effects
from darwin_core.games.darwinning.actions import AnyAction
from darwin_core.games.darwinning.boards import (
    TWO,
    climbed,
    home_food,
    shown,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.combinations import (
    FOUR,
    NAMES,
    PAIR,
    SINGLE,
    THREE,
    rank_of,
    strength,
)
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
from darwin_core.games.darwinning.effects import AnyEffect
from darwin_core.games.darwinning.improving import new_habitats
from darwin_core.games.darwinning.rules import to_move
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.survival import shareable
from darwin_core.games.darwinning.tricks import legal_plays, strongest_use
from darwin_core.teaching.primers import next_effect
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import Lexicon, waiting_for
from darwin_core.text.wording import listed

DUMMY: Final = "the dummy"
_OF_A_KIND: Final = {
    PAIR: mark("pair of {number}s"),
    THREE: mark("three of a kind, {number}s"),
    FOUR: mark("four of a kind, {number}s"),
}
"""Sets of one number, by kind of combination."""


def card_name(card: int) -> str:
    """Return the name of a card: ``acorn 3``, ``joker``, or ``a card`` for a hidden one."""
    if card == HIDDEN:
        return tr("a card")
    if card == JOKER:
        return noun("joker")
    return noun(CARDS[card].suit).followed_by(CARDS[card].number)


def cards_words(cards: Sequence[int]) -> str:
    """Return the names of some cards, with ``and`` before the last."""
    return listed([card_name(card) for card in cards]) or tr("nothing")


def set_words(cards: Sequence[int]) -> str:
    """Return the name of a set of cards: ``pair of 7s``, ``flush, sum 21``."""
    kind = rank_of(cards)
    if kind is None:
        return tr("no combination, so {highest}", highest=_highest_words(cards))
    if kind == SINGLE:
        return card_name(cards[0])
    if len({NUMBER[card] for card in cards}) == 1:
        return tr(_OF_A_KIND[kind], number=NUMBER[cards[0]])
    return tr("{set}, sum {sum}", set=tr(NAMES[kind]), sum=sum(NUMBER[card] for card in cards))


def _highest_words(cards: Sequence[int]) -> str:
    """Return the highest of some cards that are no combination: ``9 alone``."""
    return tr("{number} alone", number=max(NUMBER[card] for card in cards))


def trait_name(trait: int) -> str:
    """Return the name of a trait by its number."""
    return tr(TABLES.traits[trait - 1].name)


def trait_effect(trait: int) -> str:
    """Return a trait and its effect."""
    return f"{trait_name(trait)}: {tr(TABLES.traits[trait - 1].effect)}"


def number_name(number: int) -> str:
    """Return the name of the cards of a number: ``7 camouflage``; 0 is a joker."""
    return f"{number} {trait_name(number)}" if number else noun("joker")


def environment_name(place: int) -> Noun:
    """Return the name of an environment."""
    return noun(ENVIRONMENTS[place])


def environments_words(places: Sequence[int]) -> str:
    """Return the names of environments."""
    return listed([environment_name(place) for place in places])


def species_name(species: int) -> Noun:
    """Return the name of a species."""
    return noun(SPECIES[species].name)


def being_name(being: int, lexicon: Lexicon) -> Noun:
    """Return a player's name, or the dummy's; only the dummy's has forms."""
    return Noun(lexicon.names[being]) if being < len(lexicon.names) else noun(DUMMY)


def the_eaten(view: DarwinningState, being: int) -> str:
    """Return a species, or the dummy, as one that is eaten: ``the frog``."""
    name = noun("dummy") if being == len(view.hands) else species_name(view.species[being])
    return tr_in("eaten", "the {species}", species=name)


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
        return tr("The match is over.")
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return _waiting(view, effect, lexicon)
    match effect:
        case effects.Lead():
            return tr("Your species is the lowest: choose who leads.")
        case effects.Mutate():
            return tr("Mutation: take a trait card of another species, or none.")
        case effects.Follow():
            return _follow_words(view, effect)
        case effects.Declare():
            return tr("Choose which cards of the display you use, if any.")
        case effects.Improve():
            return tr("Improve: choose a card, then its use or a trait space.")
        case effects.Browse():
            return tr("Improve with any discarded card: choose it, then its use.")
        case effects.Keep():
            return tr(
                "Keep up to {number} cards for the next era; discard the others.", number=KEPT
            )
        case effects.Share():
            return tr("Symbiosis: share an environment of a species, or none.")
        case effects.Hunt():
            return _food_words(view, effect)
        case effects.Transform(_, card):
            return tr("Metamorphosis drew {card}: choose its trait space.", card=card_name(card))
        case _:
            return tr("Wait.")


def _follow_words(view: DarwinningState, effect: effects.Follow) -> str:
    if len(view.hands) == TWO:
        if not any(view.played):
            return tr("Play a card or a combination, also with the display.")
        return tr("Your rival's best: {set}. Play anything.", set=_best_of_two(view))
    if view.best == NOTHING:
        return tr("You lead: play a card or a combination.")
    played = view.played[view.best]
    best = set_words(played)
    strongest = legal_plays(view, effect)[-1]
    if strength(strongest.cards) < strength(played):
        return tr("You cannot beat {set}: play any card.", set=best)
    return tr("Beat {set}, or play any single card.", set=best)


def _best_of_two(view: DarwinningState) -> str:
    """Return the strongest set that the played cards make with the display."""
    played = next(cards for cards in view.played if cards)
    best = played + (strongest_display(view, played) or b"")
    return _highest_words(best) if rank_of(best) is None else set_words(best)


def _food_words(view: DarwinningState, effect: effects.Hunt) -> str:
    seat = effect.seat
    needed = view.population[seat]
    home = home_food(view, seat) + effect.shared + trait_food(traits_of(view, seat))
    food = home + GAINED_FOOD * effect.eaten.bit_count()
    balance = tr(
        "Food {food} of {needed} needed: you grow."
        if food > needed
        else "Food {food} of {needed} needed: you shrink."
        if food < needed
        else "Food {food} of {needed} needed: you stay.",
        food=food,
        needed=needed,
    )
    what = tr("Eat another, or no more." if effect.eaten else "Eat a species, or none.")
    return f"{balance} {what}"


def _waiting(view: DarwinningState, effect: AnyEffect, lexicon: Lexicon) -> str:
    """Return the prompt while others decide, in a trick with the cards to beat."""
    waiting = waiting_for(lexicon, to_move(view))
    if not isinstance(effect, effects.Follow | effects.Mutate) or not any(view.played):
        return waiting
    if len(view.hands) == TWO:
        return f"{tr('To beat at most: {set}.', set=_best_of_two(view))} {waiting}"
    return f"{tr('To beat: {set}.', set=set_words(view.played[view.best]))} {waiting}"


def phrase(view: DarwinningState, action: AnyAction, lexicon: Lexicon) -> str:
    """Return an action as a numbered choice."""
    effect = view.pending[-1]
    match action:
        case actions.Name(seat):
            is_own = isinstance(effect, effects.Lead) and effect.seat == seat
            return (
                tr("lead yourself") if is_own else tr("let {seat} lead", seat=lexicon.names[seat])
            )
        case actions.Play(cards):
            if len(cards) == 1:
                return card_name(cards[0])
            if rank_of(cards) is not None:
                return f"{set_words(cards)}: {_codes(cards)}"
            more = strongest_display(view, cards) or b""
            return tr(
                "{set}: {cards} with {others}",
                set=set_words(cards + more),
                cards=_codes(cards),
                others=_codes(more),
            )
        case actions.Use(cards):
            own = view.played[effect.seat] if isinstance(effect, effects.Declare) else b""
            together = set_words(own + cards)
            if not cards:
                return tr("use nothing: {set}", set=together)
            return tr("use {cards}: {set}", cards=_codes(cards), set=together)
        case actions.Take():
            return _theft_words(view, action, lexicon)
        case actions.Climb() | actions.Grow() | actions.Adapt() | actions.Gain():
            return _use_words(view, action)
        case actions.Hold(cards):
            return tr("keep {cards}", cards=cards_words(cards))
        case actions.Live(environment):
            assert isinstance(effect, effects.Share)
            food = shareable(view, effect.seat)[environment]
            return tr(
                "live in {place}: {number} food", place=environment_name(environment), number=food
            )
        case actions.Eat(being):
            if being == len(view.hands):
                return tr("eat the dummy")
            return tr(
                "eat {seat}'s {species}",
                seat=lexicon.names[being],
                species=species_name(view.species[being]),
            )
        case actions.Done():
            return _leaving_phrase(effect)
        case _:
            assert_never(action)


def strongest_display(view: DarwinningState, cards: Sequence[int]) -> bytes | None:
    """Return the cards of the display that make the strongest set with some cards, perhaps none;
    None if no set is possible."""
    return strongest_use(bytes(cards), view.display)


def _codes(cards: Sequence[int]) -> str:
    return " ".join(CARDS[card].code for card in cards)


def _theft_words(view: DarwinningState, action: actions.Take, lexicon: Lexicon) -> str:
    """Return the trait that Mutation takes; with two Mutations, also the space it is placed on."""
    is_dummys = action.owner == len(view.hands)
    cards = view.display if is_dummys else view.traits[action.owner]
    effect = view.pending[-1]
    has_two = False
    if isinstance(effect, effects.Mutate):
        own = shown(view.species[effect.seat], view.traits[effect.seat])
        has_two = own.count(MUTATION) > 1
    return tr(
        "take {owner}'s {trait}, space {space}, onto space {onto}"
        if has_two
        else "take {owner}'s {trait}, space {space}",
        owner=being_name(action.owner, lexicon),
        trait=trait_name(NUMBER[cards[action.space]]),
        space=action.space + 1,
        onto=action.onto + 1,
    )


def _use_words(
    view: DarwinningState, action: actions.Climb | actions.Grow | actions.Adapt | actions.Gain
) -> str:
    """Return the effect of a card on the species that improves."""
    effect = view.pending[-1]
    assert isinstance(effect, effects.Improve | effects.Browse | effects.Transform)
    seat, card = effect.seat, card_name(action.card)
    match action:
        case actions.Climb():
            place = climbed(view.places, view.places[seat], CLIMBS[action.card])
            return tr(
                "{card} for food chain +{points}, up to {place}",
                card=card,
                points=CLIMBS[action.card],
                place=place,
            )
        case actions.Grow():
            return tr("{card} for population +{number}", card=card, number=GROWS[action.card])
        case actions.Adapt():
            places = environments_words(new_habitats(view, seat, action.card))
            return tr("{card} for {places}", card=card, places=places)
        case actions.Gain():
            own = shown(view.species[seat], view.traits[seat])
            covered = own[action.space]
            # A trait in force on two spaces does not identify the space.
            is_named = covered and own.count(covered) == 1
            trait = trait_name(NUMBER[action.card])
            if is_named:
                over = trait_name(covered)
                return tr("{card} for {trait} over {covered}", card=card, trait=trait, covered=over)
            return tr(
                "{card} for {trait} on space {space}",
                card=card,
                trait=trait,
                space=action.space + 1,
            )


def _leaving_phrase(effect: AnyEffect) -> str:
    match effect:
        case effects.Mutate():
            return tr("take no trait")
        case effects.Improve() | effects.Browse():
            return tr("improve nothing")
        case effects.Share():
            return tr("share no environment")
        case effects.Hunt():
            return tr("eat no more" if effect.eaten else "eat nothing")
        case _:
            return tr("done")
