"""Darwinning! in words: names, prompts, choices, elements, a position as a whole, and
the event log."""

from collections.abc import Sequence
from typing import Final, assert_never

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import HIDDEN, NOTHING, Element, Section
from darwin_core.games.darwinning import acts, material
from darwin_core.games.darwinning.acts import AnyAction, DarwinningEvent, owner_and_space
from darwin_core.games.darwinning.material import (
    CARDS,
    CLIMBS,
    ENVIRONMENTS,
    GAINED_FOOD,
    GROWS,
    JOKER,
    KEPT_CARDS_MAX,
    MUTATION,
    NUMBER_OF,
    POISON_BITES,
    SCORING,
    SPECIES,
    SUITS,
    TABLES,
    TRACK,
    TRAIT_POINTS,
    TRAIT_SPACES,
    AnyEffect,
    DarwinningState,
)
from darwin_core.games.darwinning.rules import score, to_move
from darwin_core.games.darwinning.species import (
    DUMMY_BEING,
    beings,
    habitats_of,
    has_dummy,
    has_room_above,
    has_trait,
    home_food,
    is_poisoned_by,
    new_habitats,
    space_after_climb,
    trait_food,
    traits_of,
    traits_shown,
)
from darwin_core.games.darwinning.survival import meals, shareable
from darwin_core.games.darwinning.tricks import (
    FOUR,
    NAMES,
    PAIR,
    SET_SIZE_MAX,
    SINGLE,
    THREE,
    legal_plays,
    must_be_last,
    rank_of,
    strength,
    strongest_use,
)
from darwin_core.kit.sentences import Sentences, say, say_by
from darwin_core.teaching.primers import next_effect
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import SeatNames, waiting_for, won_by
from darwin_core.text.wording import Brevity, capitalized, counted, is_brief, listed

DUMMY: Final = "the dummy"
"""The dummy's name, a noun."""
_OF_A_KIND: Final = {
    PAIR: mark("pair of {number}s"),
    THREE: mark("three of a kind, {number}s"),
    FOUR: mark("four of a kind, {number}s"),
}
"""Names of combinations of equal numbers, by kind of combination."""
_EQUALS: Final = {THREE: mark("three {number}s"), FOUR: mark("four {number}s")}
"""Short names of more than two equal numbers."""


def card_name(card: int) -> str:
    """Return the name of a card: ``acorn 3``, ``joker``, or ``a card`` for a hidden one."""
    if card == HIDDEN:
        return tr("a card")
    if card == JOKER:
        return noun("joker")
    return noun(CARDS[card].suit).followed_by(CARDS[card].number)


def cards_words(cards: Sequence[int]) -> str:
    """Return the names of some cards, with ``and`` before the last; ``nothing`` for no cards."""
    return listed([card_name(card) for card in cards]) or tr("nothing")


def set_words(cards: Sequence[int]) -> str:
    """Return the name of a set: ``pair of 7s``, ``flush, sum 21``. Cards that are no set count as
    the highest of them: ``no combination, so 9 alone``."""
    kind = rank_of(cards)
    if kind is None:
        return tr("no combination, so {highest}", highest=_highest_words(cards))
    if kind == SINGLE:
        return card_name(cards[0])
    # All other sets of one number are of a kind.
    if len({NUMBER_OF[card] for card in cards}) == 1:
        return tr(_OF_A_KIND[kind], number=NUMBER_OF[cards[0]])
    return tr("{set}, sum {sum}", set=tr(NAMES[kind]), sum=sum(NUMBER_OF[card] for card in cards))


def numbers_words(cards: Sequence[int]) -> str:
    """Return the name of a set with the numbers of its cards: ``straight 7-8-9``, ``three 6s``."""
    kind = rank_of(cards)
    assert kind is not None
    numbers = sorted(NUMBER_OF[card] for card in cards)
    if len({*numbers}) > 1:
        return f"{tr(NAMES[kind])} {'-'.join(map(str, numbers))}"
    return tr(_EQUALS[kind], number=numbers[0]) if kind in _EQUALS else set_words(cards)


def _highest_words(cards: Sequence[int]) -> str:
    """Return the highest of some cards that are not a combination: ``9 alone``."""
    return tr("{number} alone", number=max(NUMBER_OF[card] for card in cards))


def trait_name(trait: int) -> str:
    """Return the name of a trait, which is numbered from 1."""
    return tr(TABLES.traits[trait - 1].name)


def trait_effect(trait: int) -> str:
    """Return the name of a trait with its effect."""
    return f"{trait_name(trait)}: {tr(TABLES.traits[trait - 1].effect)}"


def number_name(number: int) -> str:
    """Return the name of the cards of a number: ``7 camouflage``; 0 is a joker."""
    return f"{number} {trait_name(number)}" if number else noun("joker")


def environment_name(environment: int) -> Noun:
    return noun(ENVIRONMENTS[environment])


def environments_words(environments: Sequence[int]) -> str:
    """Return the names of environments, with ``and`` before the last."""
    return listed([environment_name(environment) for environment in environments])


def species_name(species: int) -> Noun:
    return noun(SPECIES[species].name)


def species_noun(view: DarwinningState, being: int) -> Noun:
    """Return the name of a being's species, or the dummy's name without an article."""
    return noun("dummy") if being == len(view.hands) else species_name(view.species[being])


def being_name(being: int, seat_names: SeatNames) -> Noun:
    """Return the name of a player or of the dummy; only the dummy's name is a noun with grammatical
    forms."""
    return Noun(seat_names.names[being]) if being < len(seat_names.names) else noun(DUMMY)


def prey_name(view: DarwinningState, being: int) -> str:
    """Return the name of a species, or of the dummy, as prey: ``the frog``."""
    return tr_in("eaten", "the {species}", species=species_noun(view, being))


# --- prompts and choices


def phase(view: DarwinningState, viewer: int) -> str:
    """Return the phase of a decision: the tag of its effect. Playing cards has separate phases in
    the last trick of an era, in which it shares one with the use of the display, in a match of two,
    for the leader of a trick, and for a hand that cannot win."""
    name = next_effect(view, viewer)
    # The tags of ``PlayCards`` and ``UseDisplay``.
    if name in ("follow", "declare") and is_last_trick(view):
        return "last"
    if name != "follow":
        return name
    if has_dummy(view):
        return "duel"
    if not any(view.played):
        return "begin"
    effect = view.pending[-1]
    assert isinstance(effect, material.PlayCards)
    return name if _can_win(view, effect) else "lose"


def prompt(view: DarwinningState, viewer: int, seat_names: SeatNames) -> str:
    """Return the question to a viewer, or the names of the seats that must decide."""
    if not view.pending:
        return tr("The match is over.")
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return _waiting(view, effect, seat_names)
    match effect:
        case material.NameLeader():
            return tr("You are lowest on the food chain: choose who plays first.")
        case material.TakeTrait():
            return tr("Mutation: take a trait card of another species, or none.")
        case material.PlayCards():
            return _follow_words(view, effect)
        case material.UseDisplay():
            return tr("Choose which cards of the display you use, if any.")
        case material.Improve() if _has_lost_last_trick(view):
            return tr("You lost the last trick, so you improve: choose a card, then its use.")
        case material.Improve():
            return tr("Improve: choose a card, then its use or a trait space.")
        case material.Browse():
            return tr("Improve with any discarded card: choose it, then its use.")
        case material.KeepCards():
            return tr(
                "Keep up to {number} cards for the next era; discard the others.",
                number=KEPT_CARDS_MAX,
            )
        case material.ShareEnvironment():
            return tr("Symbiosis: share an environment of a species, or none.")
        case material.EatSpecies():
            return _food_words(view, effect)
        case material.Transform(_, card):
            return tr("Metamorphosis drew {card}: choose its trait space.", card=card_name(card))
        case _:
            # No seat decides the other effects.
            return tr("Wait.")


def _follow_words(view: DarwinningState, effect: material.PlayCards) -> str:
    """Return the prompt for a play, with the cards to beat."""
    is_last = is_last_trick(view)
    if has_dummy(view):
        if not any(view.played):
            return tr(
                "Last trick: winning brings nothing, losing improves."
                if is_last
                else "Play a card or a combination, also with the display."
            )
        return tr(
            "Last trick: beating {set} brings nothing."
            if is_last
            else "Your rival has at best {set}. Play anything.",
            set=_best_of_two(view),
        )
    if view.best == NOTHING:
        return tr(
            "You lead the last trick; winning it brings nothing."
            if is_last
            else "You play first: a card or a combination."
        )
    best = set_words(view.played[view.best])
    if not _can_win(view, effect):
        return tr(
            "Last trick: you lose to {set} and improve."
            if is_last
            else "You cannot beat {set}: lose one card.",
            set=best,
        )
    return tr(
        "Last trick: beating {set} brings nothing." if is_last else "Beat {set}, or lose one card.",
        set=best,
    )


def _can_win(view: DarwinningState, effect: material.PlayCards) -> bool:
    """Return whether a hand has a set that beats the cards played, in a match of more than two."""
    # Plays are in order of strength.
    strongest = legal_plays(view, effect)[-1]
    return strength(strongest.cards) >= strength(view.played[view.best])


def _best_of_two(view: DarwinningState) -> str:
    """Return the strongest set that the other player's cards make with the display."""
    # Only one of the two has played.
    played = next(cards for cards in view.played if cards)
    best = played + (strongest_display(view, played) or b"")
    return _highest_words(best) if rank_of(best) is None else set_words(best)


def _food_words(view: DarwinningState, effect: material.EatSpecies) -> str:
    """Return the prompt for a meal, with the food so far."""
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
    question = tr("Eat another, or no more." if effect.eaten else "Eat a species, or none.")
    return f"{balance} {question}"


def _waiting(view: DarwinningState, effect: AnyEffect, seat_names: SeatNames) -> str:
    """Return the prompt while other seats decide; in a trick, it names the cards to beat."""
    waiting = waiting_for(seat_names, to_move(view))
    if not isinstance(effect, material.PlayCards | material.TakeTrait) or not any(view.played):
        return waiting
    if has_dummy(view):
        return f"{tr('To beat at most: {set}.', set=_best_of_two(view))} {waiting}"
    return f"{tr('To beat: {set}.', set=set_words(view.played[view.best]))} {waiting}"


_IN_TRICK: Final = (material.TakeTrait, material.PlayCards, material.UseDisplay)
"""The decisions during a trick."""


def is_last_trick(view: DarwinningState) -> bool:
    """Return whether a seat decides in a trick that is the last of its era for certain."""
    # While a winner improves, the next trick has not begun.
    is_in_trick = bool(view.pending) and isinstance(view.pending[-1], _IN_TRICK)
    return is_in_trick and must_be_last(view)


def _has_lost_last_trick(view: DarwinningState) -> bool:
    """Return whether species improve after the last trick of an era, which all of them lost."""
    return not any(isinstance(effect, material.PlayCards) for effect in view.pending)


def may_become_last(view: DarwinningState, viewer: int) -> bool:
    """Return whether another seat that has yet to play holds few enough cards to play all of them,
    which would make this trick the last of its era."""
    hands = zip(view.hands, view.played, strict=True)
    return any(
        seat != viewer and not played and len(hand) <= SET_SIZE_MAX
        for seat, (hand, played) in enumerate(hands)
    )


def empties_hand(view: DarwinningState, seat: int, cards: Sequence[int]) -> bool:
    """Return whether playing these cards makes the trick the last of its era, which it is not
    otherwise."""
    return len(cards) == len(view.hands[seat]) and not is_last_trick(view)


def ending(view: DarwinningState, viewer: int) -> Sequence[str]:
    """Return a notice in the last trick of an era, the longest version first; empty in other
    tricks."""
    if not is_last_trick(view):
        return ()
    return (
        tr("last trick of the era: all but the winner improve"),
        tr("last trick: losers improve"),
        tr("last trick"),
    )


def phrase(view: DarwinningState, action: AnyAction, seat_names: SeatNames) -> str:
    """Return the words for an action in a numbered list of choices."""
    effect = view.pending[-1]
    match action:
        case acts.Name(seat):
            is_own = isinstance(effect, material.NameLeader) and effect.seat == seat
            return (
                tr("lead yourself")
                if is_own
                else tr("let {seat} lead", seat=seat_names.names[seat])
            )
        case acts.Play(cards):
            words = _play_words(view, cards)
            if isinstance(effect, material.PlayCards) and empties_hand(view, effect.seat, cards):
                return f"{words} ({tr('last trick: no gain')})"
            return words
        case acts.Use(cards):
            own_cards = view.played[effect.seat] if isinstance(effect, material.UseDisplay) else b""
            together = set_words(own_cards + cards)
            if not cards:
                return tr("use nothing: {set}", set=together)
            return tr("use {cards}: {set}", cards=_codes(cards), set=together)
        case acts.Take():
            return _theft_words(view, action, seat_names)
        case acts.Climb() | acts.Grow() | acts.Adapt() | acts.Gain():
            return _use_words(view, action)
        case acts.Keep(cards):
            return tr("keep {cards}", cards=cards_words(cards))
        case acts.Share(environment):
            assert isinstance(effect, material.ShareEnvironment)
            food = shareable(view, effect.seat)[environment]
            return tr(
                "live in {place}: {number} food", place=environment_name(environment), number=food
            )
        case acts.Eat(being):
            if being == len(view.hands):
                return tr("eat the dummy")
            return tr(
                "eat {seat}'s {species}",
                seat=seat_names.names[being],
                species=species_name(view.species[being]),
            )
        case acts.Done():
            return _declining_words(effect)
        case _:
            assert_never(action)


def _play_words(view: DarwinningState, cards: Cards) -> str:
    """Return the words for a play: its set, its cards, and the cards of the display that it
    needs."""
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


def strongest_display(view: DarwinningState, cards: Sequence[int]) -> bytes | None:
    """Return the cards of the display that make the strongest set with other cards, as
    ``strongest_use`` does."""
    return strongest_use(bytes(cards), view.display)


def _codes(cards: Sequence[int]) -> str:
    """Return the notation of cards."""
    return " ".join(CARDS[card].code for card in cards)


def _theft_words(view: DarwinningState, action: acts.Take, seat_names: SeatNames) -> str:
    """Return the trait that Mutation takes; with two Mutations, also the space it is placed on."""
    is_dummys = action.owner == len(view.hands)
    cards = view.display if is_dummys else view.traits[action.owner]
    effect = view.pending[-1]
    has_two = False
    if isinstance(effect, material.TakeTrait):
        own_traits = traits_shown(view.species[effect.seat], view.traits[effect.seat])
        has_two = own_traits.count(MUTATION) > 1
    return tr(
        "take {owner}'s {trait}, space {space}, onto space {onto}"
        if has_two
        else "take {owner}'s {trait}, space {space}",
        owner=being_name(action.owner, seat_names),
        trait=trait_name(NUMBER_OF[cards[action.space]]),
        space=action.space + 1,
        onto=action.onto + 1,
    )


def _use_words(
    view: DarwinningState, action: acts.Climb | acts.Grow | acts.Adapt | acts.Gain
) -> str:
    """Return the effect of using a card on the species that improves."""
    effect = view.pending[-1]
    assert isinstance(effect, material.Improve | material.Browse | material.Transform)
    seat = effect.seat
    card = card_name(action.card)
    match action:
        case acts.Climb():
            place = space_after_climb(view.places, view.places[seat], CLIMBS[action.card])
            return tr(
                "{card} for the food chain, from {start} to {place}",
                card=card,
                start=view.places[seat],
                place=place,
            )
        case acts.Grow():
            return tr("{card} for population +{number}", card=card, number=GROWS[action.card])
        case acts.Adapt():
            places = environments_words(new_habitats(view, seat, action.card))
            return tr("{card} for {places}", card=card, places=places)
        case acts.Gain():
            own_traits = traits_shown(view.species[seat], view.traits[seat])
            covered = own_traits[action.space]
            # If the trait is in force on two spaces, its name does not identify the space.
            is_named = covered and own_traits.count(covered) == 1
            trait = trait_name(NUMBER_OF[action.card])
            if is_named:
                over = trait_name(covered)
                return tr(
                    "{card} for {trait}, hiding {covered}"
                    if view.traits[seat][action.space] == NOTHING
                    else "{card} for {trait}, losing {covered}",
                    card=card,
                    trait=trait,
                    covered=over,
                )
            return tr(
                "{card} for {trait} on space {space}",
                card=card,
                trait=trait,
                space=action.space + 1,
            )


_DECLINED: Final[dict[type, str]] = {
    material.TakeTrait: mark("take no trait"),
    material.UseDisplay: mark("use no card of the display"),
    material.Improve: mark("improve nothing"),
    material.Browse: mark("improve nothing"),
    material.KeepCards: mark("keep no card"),
    material.ShareEnvironment: mark("share no environment"),
    material.EatSpecies: mark("eat no more"),
}
"""The words for the choice that declines a decision, by effect."""


def _declining_words(effect: AnyEffect | None) -> str:
    """Return the words for the choice that declines a decision."""
    if isinstance(effect, material.EatSpecies) and not effect.eaten:
        return tr("eat nothing")
    return tr(_DECLINED.get(type(effect), "choose nothing"))


def element(view: DarwinningState, viewer: int, target: Element, seat_names: SeatNames) -> str:
    """Return the meaning of an element of the board and its present use."""
    kind, number = target
    match kind:
        case "display" if view.pending and isinstance(view.pending[-1], material.UseDisplay):
            return _display_words(view.played[view.pending[-1].seat], number)
        case "card" | "display":
            return _card_words(view, viewer, number)
        case "species":
            return _species_words(view, viewer, number, seat_names)
        case "trait":
            owner, space = owner_and_space(number)
            cards = view.display if owner == len(view.hands) else view.traits[owner]
            return trait_effect(NUMBER_OF[cards[space]]) if cards[space] < JOKER else tr("Nothing.")
        case "space":
            return _space_words(view, number)
        case "environment":
            return f"{capitalized(environment_name(number))}: {_who_lives_in(view, number)}."
        case "use":
            return _icon_words(number)
        case _:
            words = _declining_words(view.pending[-1] if view.pending else None)
            return f"{capitalized(words)}."


def _icon_words(use: int) -> str:
    """Return the meaning of a use of a card other than as a trait; 0 is ``Climb``, 1 ``Grow`` and
    2 ``Adapt``."""
    if use == 0:
        return tr(
            "Move up the food chain over occupied spaces, one more from 1 to {last}.",
            last=TRACK.small,
        )
    if use == 1:
        return tr("Increase the population: more points, and more food needed.")
    return tr(
        "Adapt to its environments: {number} food from each new one that is on the table.",
        number=GAINED_FOOD,
    )


def _display_words(played: bytes, card: int) -> str:
    """Return the set that results from using a card of the display."""
    together = played + bytes((card,))
    if rank_of(together) is None:
        return tr("{card} needs another card of the display.", card=capitalized(card_name(card)))
    return tr("With {card} you have {set}.", card=card_name(card), set=set_words(together))


def _card_words(view: DarwinningState, viewer: int, card: int) -> str:
    """Return the possible uses of a card for the viewer's species, or that it will have none."""
    name = capitalized(card_name(card))
    copies = view.hands[viewer].count(card)
    if copies > 1:
        name = tr("{card} ({number} held)", card=name, number=copies)
    if _is_lost(view, viewer, card):
        return tr("{card} cannot win this trick: nothing on it counts.", card=name)
    if card == JOKER:
        return tr("Joker: a zero of any suit; it cannot improve a species.")
    uses = _uses_of(view, viewer, card)
    if not uses:
        return tr("{card} would not improve your species.", card=name)
    # Several copies leave no room for more words.
    if copies > 1:
        return f"{name}: {listed(uses, 'or')}."
    return tr("{card} could be {uses}.", card=name, uses=listed(uses, "or"))


def _uses_of(view: DarwinningState, seat: int, card: int) -> list[str]:
    """Return the uses of a card that would change a seat's board, in words."""
    uses = []
    if not has_trait(view, seat, NUMBER_OF[card]):
        uses.append(trait_name(NUMBER_OF[card]))
    if CLIMBS[card] and has_room_above(view, seat):
        place = space_after_climb(view.places, view.places[seat], CLIMBS[card])
        uses.append(tr("chain to {place}", place=place))
    if GROWS[card]:
        uses.append(tr("population +{number}", number=GROWS[card]))
    if new := new_habitats(view, seat, card):
        uses.append(environments_words(new))
    return uses


def _is_lost(view: DarwinningState, viewer: int, card: int) -> bool:
    """Return whether no set with this card can win the trick that a viewer plays to, in which only
    the winner improves."""
    effect = view.pending[-1] if view.pending else None
    if not isinstance(effect, material.PlayCards) or effect.seat != viewer:
        return False
    if has_dummy(view) or view.best == NOTHING:
        return False
    if is_last_trick(view) or may_become_last(view, viewer):
        return False
    needed = strength(view.played[view.best])
    return not any(
        card in play.cards and strength(play.cards) >= needed for play in legal_plays(view, effect)
    )


def _species_words(view: DarwinningState, viewer: int, being: int, seat_names: SeatNames) -> str:
    """Return the effect of the decision about a species, else its place and population."""
    is_dummy = being == len(view.hands)
    effect = view.pending[-1] if view.pending else None
    if isinstance(effect, material.EatSpecies) and acts.Eat(being) in meals(view, effect):
        poisoned = is_poisoned_by(view, effect.seat, being)
        if is_dummy:
            return tr(
                "Eating the dummy brings {number} food and, by its Poison, 2 bites."
                if poisoned
                else "Eating the dummy brings {number} food.",
                number=GAINED_FOOD,
            )
        return tr(
            "Eating the {species} brings {number} food and, by its Poison, 2 bites."
            if poisoned
            else "Eating the {species} brings {number} food.",
            species=species_name(view.species[being]),
            number=GAINED_FOOD,
        )
    if is_dummy:
        return tr("The dummy, on space {place}.", place=view.places[being])
    species = species_name(view.species[being])
    if isinstance(effect, material.NameLeader):
        if being == viewer:
            return tr("You play first, any card or combination; the others see it.")
        seats = len(view.hands)
        after = (being - viewer) % seats - 1
        return tr(
            "{seat} plays first: {before} before you, {after} after you."
            if after
            else "{seat} plays first, and you last: you see all cards.",
            seat=being_name(being, seat_names),
            before=seats - 1 - after,
            after=after,
        )
    return tr(
        "The {species}, on space {place}, population {number}.",
        species=species,
        place=view.places[being],
        number=view.population[being],
    )


def _space_words(view: DarwinningState, space: int) -> str:
    """Describe a trait space of the seat that places a card."""
    text = tr(
        # Cards on the last space score nothing.
        "Trait space {space} (no points)" if space == TRAIT_SPACES - 1 else "Trait space {space}",
        space=space + 1,
    )
    seat = getattr(view.pending[-1], "seat", None) if view.pending else None
    if seat is None:
        return f"{text}."
    trait = traits_shown(view.species[seat], view.traits[seat])[space]
    if not trait:
        return tr("{space}: empty.", space=text)
    is_printed = view.traits[seat][space] == NOTHING
    return tr(
        "{space}: a card here hides {trait}."
        if is_printed
        else "{space}: a card here costs you {trait}.",
        space=text,
        trait=trait_name(trait),
    )


def _who_lives_in(view: DarwinningState, environment: int) -> str:
    """Return the food that an environment gives to each species, and to a guest of the dummy."""
    residents = [
        f"{species_noun(view, being)} {habitats_of(view, being)[environment]}"
        for being in beings(view)
        if environment in habitats_of(view, being)
    ]
    return (
        tr("food for {species}", species=", ".join(residents))
        if residents
        else tr("nobody lives here")
    )


def describe(view: DarwinningState, viewer: int, seat_names: SeatNames) -> list[Section]:
    """Return the position in words: the era, each species, the trick, and the viewer's hand."""
    table = [
        tr(
            "Era {era} of {eras}: {places}.",
            era=view.era,
            eras=view.options.eras,
            places=environments_words(view.environments),
        )
    ]
    if has_dummy(view):
        cards = [card for card in view.display if card != NOTHING]
        table.append(tr("On display: {cards}.", cards=cards_words(cards)))
        table.append(tr("The dummy is on space {place}.", place=view.places[DUMMY_BEING]))
    trick = [
        tr("{seat} has played {cards}.", seat=seat_names.names[seat], cards=cards_words(cards))
        for seat, cards in enumerate(view.played)
        if cards
    ]
    sections = [Section(mark("table"), tuple(table))]
    sections += [
        Section(species_of(name), _board_lines(view, seat))
        for seat, name in enumerate(seat_names.names)
    ]
    if trick:
        sections.append(Section(mark("trick"), tuple(trick)))
    if viewer < len(view.hands):
        sections.append(
            Section(mark("hand"), (tr("You hold {cards}.", cards=cards_words(view.hands[viewer])),))
        )
    return sections


def species_of(name: str) -> str:
    """Return the title of the section about a seat's species."""
    return tr("species of {seat}", seat=name)


def _board_lines(view: DarwinningState, seat: int) -> tuple[str, ...]:
    """Return a seat's species, environments, traits, number of cards if it is open, and score."""
    species = view.species[seat]
    homes = habitats_of(view, seat)
    lives = [f"{environment_name(place)} {food}" for place, food in sorted(homes.items())]
    traits = [
        f"{space + 1} {trait_name(trait)}"
        for space, trait in enumerate(traits_shown(species, view.traits[seat]))
        if trait
    ]
    lines = [
        tr(
            "{species} on space {place}, population {number}, {bites}.",
            species=capitalized(species_name(species)),
            place=view.places[seat],
            number=view.population[seat],
            bites=counted(view.bites[seat], "bite"),
        ),
        tr("Lives in {places}.", places=", ".join(lives)),
        tr("Traits: {traits}.", traits=", ".join(traits) or tr("none")),
    ]
    if view.options.hand_sizes:
        lines.append(tr("Holds {cards}.", cards=counted(len(view.hands[seat]), "card")))
    points = ", ".join(f"{tr(line.label)} {line.points[seat]}" for line in score(view))
    return (*lines, tr("Would score: {points}.", points=points))


# --- the event log


def _begun(event: acts.EraBegan, seat_names: SeatNames) -> str:
    """Return the beginning of an era: its environments, the cards drawn, and the display."""
    places = environments_words(event.environments)
    sentences = [
        tr("Era {era}: {places}.", era=event.era, places=places),
        tr("Everybody draws up to {cards}.", cards=counted(max(map(len, event.hands)), "card")),
    ]
    if event.display:
        sentences.append(tr("On display: {cards}.", cards=cards_words(event.display)))
    return " ".join(sentences)


# The following functions return a message, or a part of it, for the events of ``sentence``.


def _played(event: acts.Played) -> str:
    if len(event.cards) == 1:
        return mark("{seat} plays {card}.")
    if rank_of(event.cards) is None:
        return mark("{seat} plays {cards}, to go with the display.")
    return mark("{seat} plays {cards}: {set}.")


def _trick_won(event: acts.TrickWon) -> str:
    if event.is_last:
        return mark("{seat} wins the last trick with {set}; that brings nothing.")
    if event.beaten and not is_brief(Brevity.ASIDES):
        return mark("{seat} wins with {set} over {beaten}.")
    return mark("{seat} wins the trick with {set}.")


def _beaten(event: acts.TrickWon, seat_names: SeatNames) -> str:
    return listed(
        [f"{seat_names.names[seat]} ({set_words(cards)})" for seat, cards in event.beaten]
    )


def _gained(event: acts.Gained) -> str:
    """Return the message about a gained trait, with the trait lost by it and its effect; the card
    of a trait that is shown twice costs only its points."""
    if event.covered == NOTHING:
        return mark(
            "{seat} gains {trait} on space {space}: {lost} is hidden. Its effect: {effect}"
            if event.lost
            else "{seat} gains {trait} on space {space}."
        )
    if not event.lost:
        return mark("{seat} gains {trait} on space {space}, in place of {covered}.")
    if event.space >= SCORING:
        return mark("{seat} gains {trait} on space {space}: {lost} is lost. Its effect: {effect}")
    return mark(
        "{seat} gains {trait} on space {space}: {lost} is lost, {points}. Its effect: {effect}"
    )


def _counts(event: acts.AllKept, seat_names: SeatNames) -> str:
    by_seat = zip(seat_names.names, event.counts, strict=True)
    return ", ".join([f"{name} {count}" for name, count in by_seat])


def _eaten(event: acts.Eaten, seat_names: SeatNames) -> str:
    names = seat_names.names
    being = being_name(event.eaten, seat_names)
    if event.eater >= len(names):
        meal = tr("The dummy eats {being}.", being=being)
    else:
        meal = tr(
            "{seat} eats {being} and gets {number} bites by its Poison."
            if event.poisoned
            else "{seat} eats {being}.",
            seat=names[event.eater],
            being=being,
            number=POISON_BITES,
        )
    # The dummy counts no bites.
    if not event.bites:
        return meal
    bites = counted(event.bites, "bite")
    if not event.points:
        return f"{meal} {tr('{being} has {bites} now.', being=being, bites=bites)}"
    cost = tr(
        "{being} has {bites} now, which cost one population: {points}."
        if event.bites >= event.limit
        else "{being} has {bites} now; {limit} cost one population: {points}.",
        being=being,
        bites=bites,
        limit=event.limit,
        points=counted(event.points, "point"),
    )
    return f"{meal} {cost}"


def _food(event: acts.Fed) -> int:
    """Return all food that a species found."""
    return event.home + event.meals + event.extra


def _sources(event: acts.Fed, seat_names: SeatNames) -> str:
    sources = (
        (event.home, mark("{number} by environments")),
        (event.meals, mark("{number} by eating")),
        (event.extra, mark("{number} by traits")),
    )
    return ", ".join([tr(source, number=food) for food, source in sources if food])


_FED: Final = {
    1: "{seat} needs {needed} food and finds {found} ({sources}): it grows by one.",
    0: "{seat} needs {needed} food and finds {found} ({sources}): it stays as it is.",
    -1: "{seat} needs {needed} food and finds {found} ({sources}): it loses one population, "
    "worth {points}.",
}
"""The result of a species that found food, by the change of its population."""
# Without food a species cannot grow.
_UNFED: Final = {
    0: "{seat} needs {needed} food and finds none: it stays as it is.",
    -1: "{seat} needs {needed} food and finds none: it loses one population, worth {points}.",
}
"""The result of a species that found no food, by the change of its population."""


sentence: Final = Sentences[DarwinningEvent, SeatNames](
    DarwinningEvent,
    say(
        acts.SpeciesDrawn,
        "{seat} is the {species}, on space {place}.",
        species=lambda event, _: species_name(event.species),
    ),
    say(acts.DummyPlaced, "The dummy is on space {place}."),
    say_by(acts.EraBegan, _begun),
    say(
        acts.LeaderNamed,
        lambda event: (
            "{seat}, the lowest, leads the first trick."
            if event.seat == event.leader
            else "{seat}, the lowest, lets {leader} lead the first trick."
        ),
        leader=lambda event, names: names.names[event.leader],
    ),
    say(
        acts.TraitTaken,
        lambda event: (
            "{seat} takes {trait} from {owner} by Mutation, worth {points}."
            if event.points
            else "{seat} takes {trait} from {owner} by Mutation."
        ),
        owner=lambda event, names: being_name(event.owner, names),
        points=lambda event, _: counted(event.points, "point"),
    ),
    say(acts.Played, _played, card=lambda event, _: card_name(event.cards[0])),
    say(acts.Used, "{seat} uses {cards} of the display."),
    say(acts.TrickWon, _trick_won, beaten=_beaten),
    say(acts.DummyMoved, "The dummy moves up to space {place}: nobody used the display."),
    say(acts.Climbed, "{seat} moves up from {start} to {place} with {card}."),
    say(
        acts.Grown,
        "{seat} grows to a population of {number} with {card}.",
        number=lambda event, _: event.population,
    ),
    say(acts.Adapted, "{seat} adapts to {places} with {card}."),
    say(
        acts.Gained,
        _gained,
        space=lambda event, _: event.space + 1,
        covered=lambda event, _: trait_name(NUMBER_OF[event.covered]),
        lost=lambda event, _: trait_name(event.lost),
        effect=lambda event, _: tr(TABLES.traits[event.lost - 1].effect),
        points=lambda event, _: counted(TRAIT_POINTS[NUMBER_OF[event.covered]], "point"),
    ),
    say(acts.ImprovedNothing, "{seat} improves nothing."),
    say(acts.Kept, "{seat} keeps {cards}."),
    say(acts.AllKept, "Cards kept: {counts}.", counts=_counts),
    say(
        acts.Shared,
        "{seat} lives in {place} by Symbiosis: {number} food.",
        place=lambda event, _: environment_name(event.environment),
        number=lambda event, _: event.food,
    ),
    say_by(acts.Eaten, _eaten),
    say(
        acts.Fed,
        lambda event: _FED[event.change] if _food(event) else _UNFED[event.change],
        found=lambda event, _: _food(event),
        sources=_sources,
        points=lambda event, _: counted(event.points, "point"),
    ),
    say(
        acts.Bitten,
        lambda event: (
            "{bites} cost {seat} one population, worth {points}."
            if event.change
            else "{seat} has {bites} and nothing to lose."
        ),
        bites=lambda event, _: counted(event.bites, "bite"),
        points=lambda event, _: counted(event.points, "point"),
    ),
    say(acts.Reshuffled, "The deck is empty: the discards are shuffled."),
    say(
        acts.Drawn,
        lambda event: (
            "{seat} draws {card} for Metamorphosis."
            if event.is_laid
            else "{seat} draws {card} for Metamorphosis; it cannot be a trait and is discarded."
        ),
    ),
    say_by(acts.Ended, lambda event, names: f"{won_by(names, event.totals, event.winners)}."),
    seat=lambda event, names: names.names[event.seat],
    card=lambda event, _: card_name(event.card),
    cards=lambda event, _: cards_words(event.cards),
    set=lambda event, _: set_words(event.cards),
    trait=lambda event, _: trait_name(NUMBER_OF[event.card]),
    places=lambda event, _: environments_words(event.environments),
)
"""Return a redacted event as a sentence with the seats' names."""


# Read by ``darwin_core.lab.messages``.
MESSAGES: Final = tuple(text for row in TABLES.traits for text in (row.name, row.effect))
"""The messages of the component tables."""
NOUNS: Final = (*SUITS, *ENVIRONMENTS, *(row.name for row in SPECIES), DUMMY)
"""The nouns of the component tables, and the dummy."""
