"""Darwinning! in words: prompts, the told story, and a position for listeners."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, assert_never

from darwin_core.english import counted, listed
from darwin_core.game import HIDDEN, NOTHING, Element, Section
from darwin_core.games.darwinning.boards import (
    TWO,
    climbed,
    habitats_of,
    has,
    home_food,
    shown,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.combinations import NAMES, rank_of, strength
from darwin_core.games.darwinning.components import (
    CARDS,
    CLIMBS,
    ENVIRONMENTS,
    GAINED_FOOD,
    GROWS,
    IRON_STOMACH,
    JOKER,
    KEPT,
    LIVES_IN,
    MUTATION,
    NUMBER,
    POISON,
    SPACES,
    SPECIES,
    TABLES,
    TRACK,
)
from darwin_core.games.darwinning.improving import new_habitats
from darwin_core.games.darwinning.notation import owner_and_space
from darwin_core.games.darwinning.rules import score, to_move
from darwin_core.games.darwinning.state import (
    Adapt,
    Adapted,
    AllKept,
    AnyAction,
    AnyEffect,
    Bitten,
    Browse,
    Chosen,
    Climb,
    Climbed,
    DarwinningEvent,
    DarwinningState,
    Declare,
    Declared,
    Done,
    Drawn,
    DummyMoved,
    DummyPlaced,
    Eat,
    Eaten,
    Ended,
    EraBegan,
    Fed,
    Follow,
    Gain,
    Gained,
    Grow,
    Grown,
    Hold,
    Hunt,
    Improve,
    Keep,
    Lead,
    LeaderNamed,
    Left,
    Live,
    Mutate,
    Name,
    Play,
    Played,
    Reshuffled,
    Share,
    Shared,
    SpeciesDrawn,
    Take,
    TraitTaken,
    Transform,
    TrickWon,
    Use,
)
from darwin_core.games.darwinning.survival import shareable

DUMMY: Final = "the dummy"


def card_name(card: int) -> str:
    """``acorn 3``, ``joker``, or what is said of a card that is not seen."""
    if card == HIDDEN:
        return "a card"
    return "joker" if card == JOKER else f"{CARDS[card].suit} {CARDS[card].number}"


def cards_words(cards: Sequence[int]) -> str:
    """Some cards, with ``and`` before the last."""
    return listed([card_name(card) for card in cards]) or "nothing"


def set_words(cards: Sequence[int]) -> str:
    """What a set of cards is: ``pair of 7s``, ``flush, sum 21``."""
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
    """The name of a trait by its number."""
    return TABLES.traits[trait - 1].name


def environments_words(places: Sequence[int]) -> str:
    """Environments by name."""
    return listed([ENVIRONMENTS[place] for place in places])


def being_name(being: int, names: Sequence[str]) -> str:
    """A player's name, or the dummy's."""
    return names[being] if being < len(names) else DUMMY


# --- what is wanted


def prompt(view: DarwinningState, viewer: int) -> str:
    """What the rules want of a viewer now."""
    if not view.pending:
        return "The match is over."
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return _waiting(view, effect)
    match effect:
        case Lead():
            return "Your species is the lowest: choose who leads."
        case Mutate():
            return "Mutation: take a trait card of another, or leave it."
        case Follow():
            return _follow_words(view)
        case Declare():
            return "Choose which cards of the display you use, if any."
        case Improve():
            return "Improve: pick a card, then its use or a trait space."
        case Browse():
            return "Improve with any discarded card: pick it, then its use."
        case Keep():
            return f"Keep up to {KEPT} cards for the next era; bury the others."
        case Share():
            return "Symbiosis: live in an environment of another, or none."
        case Hunt():
            return _food_words(view, effect)
        case Transform(_, card):
            return f"Metamorphosis drew {card_name(card)}: choose its trait space."
        case _:
            return "Wait."


def _follow_words(view: DarwinningState) -> str:
    if len(view.hands) == TWO:
        rival = next((cards for cards in view.played if cards), None)
        if rival is None:
            return "Play a card, or cards that go together, display included."
        best = rival + (strongest_display(view, rival) or b"")
        return f"To beat at most: {set_words(best)}. Play cards."
    if view.best == NOTHING:
        return "You lead: play a card or a combination."
    return f"Beat {set_words(view.played[view.best])}, or play any single card."


def _food_words(view: DarwinningState, effect: Hunt) -> str:
    seat = effect.seat
    needed = view.population[seat]
    home = home_food(view, seat) + effect.shared + trait_food(traits_of(view, seat))
    food = home + GAINED_FOOD * effect.eaten.bit_count()
    after = "grow" if food > needed else "shrink" if food < needed else "stay"
    what = "Eat another, or no more" if effect.eaten else "Eat a species, or none"
    return f"Food {food} of {needed} needed: you {after}. {what}."


def _waiting(view: DarwinningState, effect: Any) -> str:  # noqa: ANN401
    match effect:
        case Lead():
            return "The lowest species names who leads."
        case Keep():
            return "All choose what they keep."
        case Follow() | Mutate() | Declare():
            if view.best == NOTHING:
                return "The trick begins."
            return f"To beat: {set_words(view.played[view.best])}."
        case Improve() | Browse():
            return "A species improves."
        case _:
            return "Survival: every species needs food."


def phrase(view: DarwinningState, action: AnyAction, names: Sequence[str]) -> str:
    """An action as a numbered choice."""
    effect = view.pending[-1]
    match action:
        case Name(seat):
            is_own = isinstance(effect, Lead) and effect.seat == seat
            return "lead yourself" if is_own else f"let {names[seat]} lead"
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
            return _theft_words(view, action, names)
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
            return f"eat {names[being]}'s {SPECIES[view.species[being]].name}"
        case Done():
            return _leaving_phrase(effect)
        case _:
            assert_never(action)


def strongest_display(view: DarwinningState, cards: Sequence[int]) -> bytes | None:
    """The cards of the display, perhaps none, that make the strongest set with some cards; None if
    no set comes of them."""
    return _strongest(bytes(cards), bytes(card for card in view.display if card != NOTHING))


@lru_cache(maxsize=1 << 14)
def _strongest(own: bytes, display: bytes) -> bytes | None:
    sets = [
        some
        for size in range(len(display) + 1)
        for some in map(bytes, combinations(display, size))
        if rank_of(own + some) is not None
    ]
    return max(sets, key=lambda some: strength(own + some), default=None)


def _codes(cards: Sequence[int]) -> str:
    return " ".join(CARDS[card].code for card in cards)


def _theft_words(view: DarwinningState, action: Take, names: Sequence[str]) -> str:
    """What Mutation takes; where it goes is said if Mutation lies in two places."""
    is_dummys = action.owner == len(view.hands)
    cards = view.display if is_dummys else view.traits[action.owner]
    whose = f"{being_name(action.owner, names)}'s"
    text = f"take {whose} {trait_name(NUMBER[cards[action.space]])}, space {action.space + 1}"
    effect = view.pending[-1]
    if isinstance(effect, Mutate):
        own = shown(view.species[effect.seat], view.traits[effect.seat])
        if own.count(MUTATION) > 1:
            text += f", onto space {action.onto + 1}"
    return text


def _use_words(view: DarwinningState, action: Climb | Grow | Adapt | Gain) -> str:
    """What a card would do for the species of the seat that improves."""
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
            # A trait shown twice does not tell which of its spaces is meant.
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


# --- what an element is


def element(view: DarwinningState, viewer: int, place: Element, names: Sequence[str]) -> str:
    """What an element is and does now."""
    kind, number = place
    match kind:
        case "display" if view.pending and isinstance(view.pending[-1], Declare):
            return _display_words(view.played[view.pending[-1].seat], number)
        case "card" | "display":
            return _card_words(number)
        case "species":
            return _species_words(view, number)
        case "trait":
            owner, space = owner_and_space(number)
            cards = view.display if owner == len(view.hands) else view.traits[owner]
            return _trait_words(NUMBER[cards[space]]) if cards[space] < JOKER else "Nothing."
        case "space":
            return _space_words(view, number)
        case "environment":
            return f"{ENVIRONMENTS[number].capitalize()}: {_who_lives_in(view, number)}."
        case "use":
            return (
                f"Move up the food chain over occupied spaces, one more from 1 to {TRACK.small}.",
                "Increase the population: more points, and more food needed.",
                f"Adapt to its environments: {GAINED_FOOD} food from each that is on the table.",
            )[number]
        case _:
            return _leaving_words(view)


def _display_words(played: bytes, card: int) -> str:
    """What comes of using a card of the display."""
    together = played + bytes((card,))
    if rank_of(together) is None:
        return f"{card_name(card).capitalize()} goes only with another of the display."
    return f"With {card_name(card)} you have {set_words(together)}."


def _card_words(card: int) -> str:
    if card == JOKER:
        return "Joker: a zero of any suit; it cannot improve a species."
    places = environments_words(sorted(LIVES_IN[card]))
    parts = [card_name(card).capitalize(), trait_name(NUMBER[card])]
    if CLIMBS[card]:
        parts.append(f"food chain +{CLIMBS[card]}")
    if GROWS[card]:
        parts.append(f"population +{GROWS[card]}")
    return f"{', '.join(parts)}; {places}."


def _trait_words(trait: int) -> str:
    row = TABLES.traits[trait - 1]
    return f"{row.name}: {row.effect}"


def _species_words(view: DarwinningState, being: int) -> str:
    name = SPECIES[view.species[being]].name if being < len(view.hands) else "dummy"
    effect = view.pending[-1] if view.pending else None
    if isinstance(effect, Hunt):
        poisoned = has(view, being, POISON) and not has(view, effect.seat, IRON_STOMACH)
        bites = " and, by its Poison, 2 bites" if poisoned else ""
        return f"Eating the {name} brings {GAINED_FOOD} food{bites}."
    if isinstance(effect, Lead):
        return f"The {name} would lead the first trick."
    where = f"on space {view.places[being]}"
    if being == len(view.hands):
        return f"The dummy, {where}."
    return f"The {name}, {where}, population {view.population[being]}."


def _space_words(view: DarwinningState, space: int) -> str:
    """A trait space of the seat that lays a card on one."""
    text = f"Trait space {space + 1}" + (" (no points)" if space == SPACES - 1 else "")
    seat = getattr(view.pending[-1], "seat", None) if view.pending else None
    if seat is None:
        return f"{text}."
    trait = shown(view.species[seat], view.traits[seat])[space]
    if not trait:
        return f"{text}: empty."
    if view.traits[seat][space] == NOTHING:
        return f"{text}: {trait_name(trait)}, printed; a card laid on it hides it."
    return f"{text}: {trait_name(trait)}, which goes if another is laid on it."


def _who_lives_in(view: DarwinningState, environment: int) -> str:
    """The food that each species finds in an environment."""
    found = [
        f"{SPECIES[view.species[seat]].name} {habitats_of(view, seat)[environment]}"
        for seat in range(len(view.hands))
        if environment in habitats_of(view, seat)
    ]
    return f"food for {', '.join(found)}" if found else "nobody lives here"


def _leaving_words(view: DarwinningState) -> str:
    """What it means to take none of what is offered."""
    match view.pending[-1] if view.pending else None:
        case Mutate():
            return "Leave the traits of the others where they are."
        case Declare():
            return "Use no card of the display."
        case Improve() | Browse():
            return "Improve nothing."
        case Keep():
            return "Keep no card."
        case Share():
            return "Share no environment."
        case Hunt():
            return "Eat no more; then the food is counted."
        case _:
            return "Leave it at that."


# --- what happened


def sentence(event: DarwinningEvent, names: Sequence[str]) -> str:
    """An event as heard, with the seats' names."""
    match event:
        case SpeciesDrawn(seat, species, place):
            return f"{names[seat]} is the {SPECIES[species].name}, on space {place}."
        case DummyPlaced(place):
            return f"The dummy stands on space {place}."
        case EraBegan(era, environments, hands, display):
            text = f"Era {era}: {environments_words(environments)}."
            most = max(map(len, hands))
            text += f" Hands are filled up to {counted(most, 'card')}."
            return f"{text} On display: {cards_words(display)}." if display else text
        case LeaderNamed(seat, leader):
            who = "itself" if seat == leader else names[leader]
            return f"{names[seat]}, the lowest, names {who} to lead."
        case TraitTaken(seat, owner, card, _):
            return (
                f"{names[seat]} takes {trait_name(NUMBER[card])} from "
                f"{being_name(owner, names)} by Mutation."
            )
        case Played(seat, cards):
            if len(cards) == 1:
                return f"{names[seat]} plays {card_name(cards[0])}."
            if rank_of(cards) is None:
                return f"{names[seat]} plays {cards_words(cards)}, to go with the display."
            return f"{names[seat]} plays {cards_words(cards)}: {set_words(cards)}."
        case Declared(seat, cards):
            return f"{names[seat]} uses {cards_words(cards)} of the display."
        case TrickWon(seat, cards, is_last):
            last = "the last trick" if is_last else "the trick"
            return f"{names[seat]} wins {last} with {set_words(cards)}."
        case DummyMoved(points, place):
            return f"The dummy moves up by {points} to space {place}."
        case Climbed(seat, card, start, place):
            return f"{names[seat]} moves up from {start} to {place} by {card_name(card)}."
        case Grown(seat, card, population):
            return f"{names[seat]} grows to a population of {population} by {card_name(card)}."
        case Adapted(seat, card, environments):
            return (
                f"{names[seat]} adapts to {environments_words(environments)} by {card_name(card)}."
            )
        case Gained(seat, card, space, covered):
            text = f"{names[seat]} gains {trait_name(NUMBER[card])} on space {space + 1}"
            if covered == NOTHING:
                return f"{text}."
            return f"{text}, in place of {trait_name(NUMBER[covered])}."
        case Left(seat):
            return f"{names[seat]} improves nothing."
        case Chosen(seat, cards):
            return f"{names[seat]} keeps {cards_words(cards)}."
        case AllKept(counts):
            told = [f"{name} {count}" for name, count in zip(names, counts, strict=True)]
            return f"Cards kept: {', '.join(told)}."
        case Shared(seat, environment, food):
            return f"{names[seat]} lives in {ENVIRONMENTS[environment]} by Symbiosis: {food} food."
        case Eaten(eater, eaten, poisoned):
            who = names[eater] if eater < len(names) else DUMMY.capitalize()
            text = f"{who} eats {being_name(eaten, names)}"
            return f"{text}, and is poisoned." if poisoned and eater < len(names) else f"{text}."
        case Fed(seat, needed, home, meals, extra, change):
            return _fed(names[seat], needed, home, meals, extra, change)
        case Bitten(seat, bites, change):
            if change:
                return f"{names[seat]} shrinks by one: {counted(bites, 'bite')}."
            return f"{names[seat]} has {counted(bites, 'bite')} and nothing to lose."
        case Reshuffled():
            return "The deck is empty: the discards are shuffled."
        case Drawn(seat, card, is_laid):
            text = f"{names[seat]} draws {card_name(card)} for Metamorphosis"
            return f"{text}." if is_laid else f"{text}; it cannot be laid and is discarded."
        case Ended(totals, winners):
            who = listed([names[seat] for seat in winners])
            return f"{who} wins with {totals[winners[0]]} points."
        case _:
            assert_never(event)


def _fed(name: str, needed: int, home: int, meals: int, extra: int, change: int) -> str:
    parts = [
        f"{food} {whence}"
        for food, whence in ((home, "at home"), (meals, "by eating"), (extra, "by traits"))
        if food
    ]
    found = f"{home + meals + extra} food ({', '.join(parts)})" if parts else "no food"
    after = {1: "and grows", 0: "and stays as it is", -1: "and shrinks"}[change]
    return f"{name} needs {needed}, finds {found} {after}."


# --- for listeners


def describe(view: DarwinningState, viewer: int, names: Sequence[str]) -> list[Section]:
    """The position in words: the era, each species, the trick, and the viewer's hand."""
    table = [f"Era {view.era} of {view.options.eras}: {environments_words(view.environments)}."]
    if len(view.hands) == TWO:
        cards = [card for card in view.display if card != NOTHING]
        table.append(f"On display: {cards_words(cards)}.")
        table.append(f"The dummy stands on space {view.places[TWO]}.")
    trick = [
        f"{names[seat]} has played {cards_words(cards)}."
        for seat, cards in enumerate(view.played)
        if cards
    ]
    sections = [Section("table", tuple(table))]
    sections += [
        Section(f"species of {name}", _board_lines(view, seat)) for seat, name in enumerate(names)
    ]
    if trick:
        sections.append(Section("trick", tuple(trick)))
    if viewer < len(view.hands):
        sections.append(Section("hand", (f"You hold {cards_words(view.hands[viewer])}.",)))
    return sections


def _board_lines(view: DarwinningState, seat: int) -> tuple[str, ...]:
    species = view.species[seat]
    homes = habitats_of(view, seat)
    lives = [f"{ENVIRONMENTS[place]} {food}" for place, food in sorted(homes.items())]
    traits = [
        f"{space + 1} {trait_name(trait)}"
        for space, trait in enumerate(shown(species, view.traits[seat]))
        if trait
    ]
    lines = [
        f"{SPECIES[species].name.capitalize()} on space {view.places[seat]}, population "
        f"{view.population[seat]}, {counted(view.bites[seat], 'bite')}.",
        f"Lives in {', '.join(lives)}.",
        f"Traits: {', '.join(traits) or 'none'}.",
    ]
    if view.options.hand_sizes:
        lines.append(f"Holds {counted(len(view.hands[seat]), 'card')}.")
    points = ", ".join(f"{line.label} {line.points[seat]}" for line in score(view))
    return (*lines, f"Would score: {points}.")
