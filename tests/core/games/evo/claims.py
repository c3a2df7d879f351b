"""The sentences of Evo in hints and element texts, with the tests of their truth."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from core.claims import Claim

from darwin_core.contract.cards import together
from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.evo import acts, material, rules
from darwin_core.games.evo.generation import has_future
from darwin_core.games.evo.texts import KINDS_NAMED, kind_name

Subject = acts.AnyAction | Element
Said = re.Match[str]

NAMES: Final = [trait.name for trait in material.TRAITS]
GENES: Final = rf"(?:\d+ )?(?:{'|'.join(NAMES)})"
CARDS: Final = rf"{GENES}(?:(?:, | and ){GENES})*"
"""The pattern of trait cards in words."""
FOOD: Final = "|".join(
    sorted(
        [
            *material.FAUNA_NAMES,
            *(name for trait in material.TRAITS for name in (trait.fauna, trait.flora)),
        ],
        key=len,
        reverse=True,
    )
)
"""The pattern of the name of a fauna or flora."""
FAUNA: Final = "|".join(trait.fauna.capitalize() for trait in material.TRAITS)
FLORA: Final = "|".join(trait.flora.capitalize() for trait in material.TRAITS)


def cards_of(words: str) -> bytes:
    """Return the trait cards of words such as ``2 size and speed``."""
    cards = b""
    for part in re.split(r", | and ", words):
        number, _, name = part.rpartition(" ")
        cards += bytes([NAMES.index(name)]) * int(number or 1)
    return bytes(sorted(cards))


# --- asking the rules


def applied(state: material.EvoState, seat: int, action: acts.AnyAction) -> list[acts.EvoEvent]:
    """Apply an action; return its events."""
    events = list[acts.EvoEvent]()
    rules.apply(state, seat, action, events.append)
    return events


def foods(state: material.EvoState, seat: int) -> set[int]:
    """Return the slots that a seat can hunt or forage."""
    return {
        action.slot
        for action in rules.legal(state, seat)
        if isinstance(action, acts.Hunt | acts.Forage)
    }


def species_of(state: material.EvoState, seat: int) -> int:
    return state.species[seat]


def number_of(subject: Subject) -> int:
    """Return the number of an element."""
    assert isinstance(subject, tuple)
    return subject[1]


def place_of(state: material.EvoState, subject: Subject) -> int:
    """Return the place of an element that is a fauna or flora."""
    assert isinstance(subject, tuple)
    kind, number = subject
    return number + (material.SLOTS * state.active if kind == "slot" else 0)


def caught(
    state: material.EvoState, seat: int, place: int, hand: bytes, amount: int = 1
) -> acts.EvoEvent | None:
    """Return the event of hunting or foraging at a place with this hand and no adaptation; None if
    it cannot be done."""
    state.pending = [material.Live(seat)]
    state.active, slot = divmod(place, material.SLOTS)
    state.hands[species_of(state, seat)] = hand
    action = acts.Hunt(slot, b"") if slot < material.FAUNA_SLOTS else acts.Forage(slot, amount, b"")
    if action not in rules.legal(state, seat):
        return None
    return applied(state, seat, action)[0]


def price_at(state: material.EvoState, place: int, amount: int = 1) -> bytes:
    """Return the cards that a place takes by the tables."""
    card = state.slots[place]
    if place % material.SLOTS < material.FAUNA_SLOTS:
        return bytes(sorted(material.SYMBOLS[card]))
    return bytes(sorted([state.locations[place // material.SLOTS], *[card] * amount]))


def populations(state: material.EvoState, species: int) -> list[int]:
    """Return the populations of a species by location, with an active one. It is active at once if
    it is the only one that can act."""
    by_location = [*state.available[species]]
    if state.active != NOTHING and state.species[state.pending[-1].seat] == species:
        by_location[state.active] += 1
    return by_location


def limit(state: material.EvoState) -> int:
    return material.HARDY + state.millennium


# --- hints


def food_names(state: material.EvoState, slot: int) -> set[str]:
    """Return the names of a food of the active location: with the third trait of a fauna, and
    without it if the location has no other fauna of the kind."""
    first = material.SLOTS * state.active
    card = state.slots[first + slot]
    if slot >= material.FAUNA_SLOTS:
        return {material.TRAITS[card].flora}
    fauna = [other // material.RING for other in state.slots[first : first + material.FAUNA_SLOTS]]
    kind = card // material.RING
    plain = {material.TRAITS[kind].fauna} if fauna.count(kind) == 1 else set()
    return plain | {material.FAUNA_NAMES[card]}


def goes_there(state: material.EvoState, seat: int, subject: Subject) -> None:
    """Begin a generation, or migrate, as an action does."""
    assert isinstance(subject, acts.Awake | acts.Migrate)
    applied(state, seat, subject)


def catches(
    state: material.EvoState, seat: int, food: str, verb: str = ""
) -> Iterator[tuple[acts.Hunt | acts.Forage, bytes]]:
    """Yield the catches of a food, each with the cards that it spends."""
    for action in rules.legal(state, seat):
        if not isinstance(action, acts.Hunt | acts.Forage):
            continue
        if verb and isinstance(action, acts.Hunt) != (verb == "hunt"):
            continue
        if food in food_names(state, action.slot):
            event = applied(rules.clone(state), seat, action)[0]
            assert isinstance(event, acts.Hunted | acts.Foraged)
            yield action, event.cards


def eats_there(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether the cards named hunt and forage the food named, one after the other, without
    extinction, for as many tokens."""
    goes_there(state, seat, subject)
    parts = [(said[3], said[1], said[2])]
    if said[5]:
        parts.append((said[6], said[4] or said[1], said[5]))
    species = species_of(state, seat)

    def reaches(state: material.EvoState, parts: list[tuple[str, str, str]]) -> bool:
        if not parts:
            is_full = any(sum(row) > limit(state) for row in state.tokens)
            return sum(row[species] for row in state.tokens) == wanted and not is_full
        (cards, verb, food), *others = parts
        for action, spent in catches(state, seat, food, verb):
            then = rules.clone(state)
            applied(then, seat, action)
            if spent == cards_of(cards) and reaches(then, others):
                return True
        return False

    # Food elsewhere may have been overfilled before.
    for place, row in enumerate(state.tokens):
        if sum(row) > limit(state):
            state.tokens[place] = bytes(len(row))
    wanted = sum(row[species] for row in state.tokens) + int(said[7])
    return reaches(state, parts)


def eats_much_there(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether so many cards can pay for all of the food named, for as many tokens."""
    goes_there(state, seat, subject)
    species = species_of(state, seat)

    def reaches(state: material.EvoState, foods: list[str], cards: int, tokens: int) -> bool:
        if not foods:
            return not cards and not tokens
        for action, spent in catches(state, seat, foods[0]):
            then = rules.clone(state)
            before = sum(row[species] for row in then.tokens)
            applied(then, seat, action)
            gained = sum(row[species] for row in then.tokens) - before
            if reaches(then, foods[1:], cards - len(spent), tokens - gained):
                return True
        return False

    return reaches(state, re.split(r", | and ", said[2]), int(said[1]), int(said[3]))


def pays_for_nothing(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    goes_there(state, seat, subject)
    return not foods(state, seat)


def eats_only_to_extinction(
    state: material.EvoState, seat: int, subject: Subject, said: Said
) -> bool:
    goes_there(state, seat, subject)
    eaten = [
        action for action in rules.legal(state, seat) if isinstance(action, acts.Hunt | acts.Forage)
    ]
    for action in eaten:
        then = rules.clone(state)
        applied(then, seat, action)
        if sum(then.tokens[material.SLOTS * then.active + action.slot]) <= limit(then):
            return False
    return bool(eaten)


def goes_back(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    assert isinstance(subject, acts.Migrate)
    before = state.offspring[species_of(state, seat)]
    applied(state, seat, subject)
    after = state.offspring[species_of(state, seat)]
    is_one = said[0].startswith("the card")
    return after[1:] == before and after[0] in subject.cards and is_one == (len(subject.cards) == 1)


def yields(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether an action brings the cards, offspring and tokens named. With room for less
    than another hunt, the tokens on the food are named, too."""
    assert isinstance(subject, acts.Hunt | acts.Forage)
    has_deck = has_future(state, species_of(state, seat))
    event = applied(state, seat, subject)[0]
    assert isinstance(event, acts.Hunted | acts.Foraged)
    born = {None: 0, "no": 0}.get(said[2], said[2])
    if (said[2] is not None) != has_deck:
        return False
    held = sum(state.tokens[material.SLOTS * state.active + subject.slot])
    is_nearly_full = 0 <= limit(state) - held < material.CATCH
    if said[4]:
        if int(said[4]) != event.tokens or (said[5] is not None) != is_nearly_full:
            return False
        if is_nearly_full and [int(said[5]), int(said[6])] != [held, limit(state)]:
            return False
    elif held <= limit(state):
        return False
    if said[3]:
        trait = state.locations[state.active]
        if isinstance(event, acts.Hunted):
            trait = event.fauna // material.RING
        if NAMES[trait] != said[3]:
            return False
    return [int(said[1]), int(born)] == [len(event.cards), event.offspring]


def kills(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether as many tokens as named lie on the food after the action, all and those of
    the seat, and more than it bears."""
    assert isinstance(subject, acts.Hunt | acts.Forage)
    place = material.SLOTS * state.active + subject.slot
    species = species_of(state, seat)
    applied(state, seat, subject)
    held = state.tokens[place]
    named = [int(number) for number in said.groups()]
    return sum(held) > limit(state) and named == [sum(held), held[species]]


def takes_tokens(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    def others() -> int:
        own_species = species_of(state, seat)
        return sum(sum(row) - row[own_species] for row in state.tokens)

    assert not isinstance(subject, tuple)
    before = others()
    applied(state, seat, subject)
    while any(isinstance(action, acts.Displace) for action in rules.legal(state, seat)):
        applied(state, seat, rules.legal(state, seat)[0])
    return others() < before


def one_card_more(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    assert not isinstance(subject, tuple)
    before = len(state.hands[species_of(state, seat)])
    applied(state, seat, subject)
    return len(state.hands[species_of(state, seat)]) == before + 1


def draws_new(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    assert not isinstance(subject, tuple)
    trait = NAMES.index(said[1])
    hand = state.hands[species_of(state, seat)].count(trait)
    applied(state, seat, subject)
    return state.hands[species_of(state, seat)].count(trait) == hand + 1


def holds_so_many(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    number = int(said[1]) if said.re.groups else 0
    return len(state.hands[species_of(state, seat)]) == number


def loses_so_many(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    lost = [event for event in applied(state, seat, acts.DONE) if isinstance(event, acts.Withered)]
    return [len(event.cards) for event in lost] == [int(said[1])]


def loses(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    lost = [event for event in applied(state, seat, acts.DONE) if isinstance(event, acts.Withered)]
    if not lost:
        # Hibernation asks first.
        lost = [
            event for event in applied(state, seat, acts.DONE) if isinstance(event, acts.Withered)
        ]
    words = said[1]
    if number := re.fullmatch(r"(\d+) cards", words):
        return [len(event.cards) for event in lost] == [int(number[1])]
    return [event.cards for event in lost] == [cards_of(words)]


def saves_so_many(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    applied(state, seat, acts.DONE)
    saved = 0
    while saves := [action for action in rules.legal(state, seat) if isinstance(action, acts.Save)]:
        applied(state, seat, saves[0])
        saved += 1
    return saved == int(said[1])


def passes_on(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    assert isinstance(subject, acts.Save)
    return acts.Saved(seat, subject.trait) in applied(state, seat, subject)


def keeps_its_tokens(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    own_species = species_of(state, seat)
    before = [
        [tokens for kind, tokens in enumerate(row) if kind != own_species] for row in state.tokens
    ]
    applied(state, seat, acts.DONE)
    return before == [
        [tokens for kind, tokens in enumerate(row) if kind != own_species] for row in state.tokens
    ]


def has_room_after(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    assert isinstance(subject, acts.Displace)
    place = material.SLOTS * state.active + subject.slot
    placed = [event for event in applied(state, seat, subject) if isinstance(event, acts.Displaced)]
    # Where only one place is left for another token it is placed at once.
    later = sum(event.prey == NOTHING and event.slot == subject.slot for event in placed[1:])
    room = limit(state) - sum(state.tokens[place]) + later
    return room == int(said[1]) if said.re.groups else room < 0


def has_cards_and_populations(
    state: material.EvoState, seat: int, subject: Subject, said: Said
) -> bool:
    assert isinstance(subject, acts.Adopt)
    figures = sum(state.genomes[subject.species]), sum(state.available[subject.species])
    return figures == (int(said[1]), int(said[2]))


def lives_there(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    assert isinstance(subject, acts.Settle | acts.Move)
    species = species_of(state, seat)
    applied(state, seat, subject)
    return populations(state, species)[subject.location] == int(said[1])


def stays(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    species = species_of(state, seat)
    before = populations(state, species)
    applied(state, seat, acts.DONE)
    return populations(state, species) == before


# --- elements


def lacks(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether a food can be paid for only with all of the cards named."""
    place = place_of(state, subject)
    hand = state.hands[species_of(state, seat)]
    if place % material.SLOTS in foods(state, seat):
        return False
    price = price_at(state, place)
    if said[1] == "all cards for it":
        return not Counter(price) & Counter(hand)
    lack = cards_of(said[1])
    fewer = together(hand, lack[1:])
    clone = rules.clone(state)
    return bool(caught(state, seat, place, together(hand, lack))) and not caught(
        clone, seat, place, fewer
    )


def hunts_for(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    place = place_of(state, subject)
    event = caught(state, seat, place, cards_of(said[1]))
    assert isinstance(event, acts.Hunted)
    return event.cards == cards_of(said[1]) and event.tokens == int(said[2])


def costs(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    return price_at(state, place_of(state, subject)) == cards_of(said[1])


def forages_for(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    place = place_of(state, subject)
    search, flora = NAMES.index(said[1]), NAMES.index(said[2])
    for amount in (1, 2):
        hand = bytes(sorted([search, *[flora] * amount]))
        event = caught(rules.clone(state), seat, place, hand, amount)
        assert isinstance(event, acts.Foraged)
        # After "You lack ..." the sentence leaves out "and 1 more".
        is_more = said[3] is not None or not has_future(state, species_of(state, seat))
        if event.tokens != amount + is_more:
            return False
    return True


def is_born(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    place = place_of(state, subject)
    event = caught(state, seat, place, price_at(state, place))
    assert isinstance(event, acts.Hunted | acts.Foraged)
    card = state.slots[place]
    is_fauna = isinstance(event, acts.Hunted)
    # A fauna asks for its own trait twice.
    (most, _), *_ = Counter(material.SYMBOLS[card]).most_common() if is_fauna else [(0, 0)]
    trait = most if is_fauna else state.locations[place // material.SLOTS]
    if said[0] == "supply empty":
        return not event.offspring
    return event.offspring == 1 and NAMES[trait] == said[1]


def has_room(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    room = limit(state) - sum(state.tokens[place_of(state, subject)])
    if said[0] == "dies out":
        return room < 0
    place = place_of(state, subject)
    event = caught(state, seat, place, price_at(state, place))
    assert isinstance(event, acts.Hunted | acts.Foraged | None)
    is_fatal = event is not None and event.tokens > room
    if is_fatal or said[0] == "it would die out":
        return is_fatal and room >= 0 and said[0] == "it would die out"
    return room == int(said[1] or 0)


def is_elsewhere(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether a food elsewhere can be paid for after a migration, as the sentence says."""
    location, slot = divmod(place_of(state, subject), material.SLOTS)
    is_payable = False
    for action in rules.legal(state, seat):
        if isinstance(action, acts.Migrate) and action.location == location:
            then = rules.clone(state)
            applied(then, seat, action)
            is_payable = is_payable or slot in foods(then, seat)
    return location != state.active and is_payable == (said[0] == "Reached by migrating")


def searches(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    row = material.TRAITS[state.locations[number_of(subject)]]
    return said[2] == row.name and said[1] in (f"The {row.location}", None)


def may_migrate(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether migrating for two cards is possible, or impossible, as the sentence says.
    Between millennia the sentence only states a rule."""
    if not isinstance(state.pending[-1], material.AwakePopulation | material.Live):
        return True
    assert isinstance(subject, tuple)
    state.pending = [material.Live(seat)]
    others = [place for place in range(len(state.locations)) if place != subject[1]]
    state.active = others[0]
    hand = state.hands[species_of(state, seat)] = bytes([0, 1])
    return (acts.Migrate(hand, subject[1]) in rules.legal(state, seat)) == ("two cards" in said[0])


def moves_for_free(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether a population may move, and no card is spent for it."""
    cards = sum(map(len, (*state.hands, *state.decks)))
    moves = [action for action in rules.legal(state, seat) if isinstance(action, acts.Move)]
    applied(state, seat, moves[0])
    return sum(map(len, (*state.hands, *state.decks))) == cards


def may_go(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether a migration to the location costs as many cards as the sentence says."""
    least = min(
        len(action.cards)
        for action in rules.legal(state, seat)
        if isinstance(action, acts.Migrate) and action.location == number_of(subject)
    )
    row = material.TRAITS[state.locations[number_of(subject)]]
    return said[1] == row.location and least == {"two cards": 2, "one card": 1}[said[2]]


def pays_there(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether the food named, and no other, can be paid for after some migration to the
    location."""
    names = set[str]()
    for action in rules.legal(state, seat):
        if isinstance(action, acts.Migrate) and action.location == number_of(subject):
            then = rules.clone(state)
            applied(then, seat, action)
            first = material.SLOTS * then.active
            names |= {str(kind_name(slot, then.slots[first + slot])) for slot in foods(then, seat)}
    return are_named(names, said[1] if said.re.groups else "")


def are_named(names: set[str], words: str) -> bool:
    """Return whether words name these kinds of food, or their number if there are many."""
    if number := re.fullmatch(r"(\d+) kinds of food", words):
        return len(names) == int(number[1]) > KINDS_NAMED
    return names == ({*re.split(r", | or ", words)} if words else set())


def helps(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether a card helps to pay for the food named, and for no other."""
    trait = next(at for at, name in enumerate(NAMES) if name == said[1].lower())
    names = set[str]()
    for action in rules.legal(state, seat):
        if isinstance(action, acts.Hunt | acts.Forage):
            event = applied(rules.clone(state), seat, action)[0]
            assert isinstance(event, acts.Hunted | acts.Foraged)
            if trait in event.cards:
                place = material.SLOTS * state.active + action.slot
                names.add(str(kind_name(place, state.slots[place])))
    return trait == number_of(subject) and are_named(names, said[2] if said.re.groups > 1 else "")


def is_of_its_trait(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    row = next(trait for trait in material.TRAITS if trait.name == said[1].lower())
    return said.groups()[1:] == (row.fauna, row.location, row.flora)


def gathers(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    """Compare all forages that gather the number of cards named and use no feeder."""
    cards, tokens = int(said[1]), int(said[2])
    gathered = [
        action
        for action in rules.legal(state, seat)
        if isinstance(action, acts.Forage) and action.amount == cards
        if not any(
            design // len(material.TRAITS) == material.FEEDER // len(material.TRAITS)
            for design in action.uses
        )
    ]
    first = [applied(rules.clone(state), seat, action)[0] for action in gathered]
    brought = {event.tokens for event in first if isinstance(event, acts.Foraged)}
    return number_of(subject) == cards and brought == {tokens}


def copies(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    number = state.adaptations[species_of(state, seat)].count(material.FORESIGHT)
    return number == (int(said[1]) if said.re.groups else 1)


def has_genome(state: material.EvoState, seat: int, subject: Subject, said: Said) -> bool:
    genome = state.genomes[number_of(subject)]
    name = material.TABLES.species[number_of(subject)].name
    figures = ", ".join(f"{trait} {copies}" for trait, copies in zip(NAMES, genome, strict=True))
    return said[0] == f"{name.capitalize()}: {figures}"


CLAIMS: Final = (
    Claim(
        rf"there you can (hunt|forage) the ({FOOD}) \(({CARDS})\)"
        rf"(?: and (?:(hunt|forage) )?the ({FOOD}) \(({CARDS})\))? for (\d+) tokens?",
        eats_there,
    ),
    Claim(r"there (\d+) cards can pay for (.+): (\d+) tokens", eats_much_there),
    Claim(r"your hand pays for no food there without migrating", pays_for_nothing),
    Claim(r"the food that your hand can pay for there would die out", eats_only_to_extinction),
    Claim(r"the card goes back on your deck", goes_back),
    Claim(r"one of the two cards goes back on your deck, the other is lost", goes_back),
    Claim(
        rf"(\d+) cards? passed on(?:, (no|\d+) new (?:card|({'|'.join(NAMES)})))?"
        r"(?:(?:,| and) (\d+) tokens?(?: \((\d+) of at most (\d+) on it\))?)?",
        yields,
    ),
    Claim(r"the food dies out with all (\d+) tokens on it, (\d+) of them yours", kills),
    Claim(r"it takes tokens from another species", takes_tokens),
    Claim(r"free, the top card of your deck, new ones first", one_card_more),
    Claim(rf"free, and it draws your new ({'|'.join(NAMES)})", draws_new),
    Claim(r"you have no cards left", holds_so_many),
    Claim(r"(\d+) cards of your hand are left", holds_so_many),
    Claim(r"(\d+) cards? of your hand (?:is|are) lost", loses_so_many),
    Claim(r"[Hh]ibernation can save (\d+)", saves_so_many),
    Claim(rf"End the generation: ({CARDS}|\d+ cards) (?:is|are) lost", loses),
    Claim(r"it is passed on", passes_on),
    Claim(r"your prey keeps its other tokens", keeps_its_tokens),
    Claim(r"there is room for (\d+) more", has_room_after),
    Claim(r"with so many tokens it dies out", has_room_after),
    Claim(r"its genome has (\d+) cards?, and it has (\d+) populations?", has_cards_and_populations),
    Claim(r"(\d+) populations? of yours lives? there then", lives_there),
    Claim(r"your populations stay where they are", stays),
    Claim(rf"You lack (all cards for it|{CARDS})", lacks),
    Claim(rf"(?:{FAUNA}): ({CARDS}) for (\d+) tokens?", hunts_for),
    Claim(rf"(?:{FAUNA}): ({CARDS})", costs),
    Claim(
        rf"(?:{FLORA}): 1 ({'|'.join(NAMES)}), then 1 token per ({'|'.join(NAMES)})( and 1 more)?",
        forages_for,
    ),
    Claim(rf"1 new ({'|'.join(NAMES)})|supply empty", is_born),
    Claim(r"room for (\d+)|full|dies out|it would die out", has_room),
    Claim(r"Reached by migrating|Out of reach", is_elsewhere),
    Claim(r"(?:(The \w+)|You are here already): (\w+) searches for flora", searches),
    Claim(r"The (\w+): (two cards|one card) to go(?: \(wanderer\))?", may_go),
    Claim(r"the rest can pay for no food there", pays_there),
    Claim(r"the rest can pay for (?!no food)(.+)", pays_there),
    Claim(r"(\w+): it helps to pay for (.+) here", helps),
    Claim(r"(\w+): it pays for no food here with your other cards", helps),
    Claim(r"Migrating costs any two cards", may_migrate),
    Claim(r"The last generation stays", may_migrate),
    Claim(r"Moving is free now", moves_for_free),
    Claim(r"(\w+): it hunts an? (\w+), searches at the (\w+) and gathers (\w+)", is_of_its_trait),
    Claim(r"1 card searches, (\d+) gathers?: (\d+) tokens?", gathers),
    Claim(r"once in a generation", copies),
    Claim(r"(\d+) times in a generation", copies),
    Claim(r"\w+: size \d+, .*", has_genome),
)

NAMES_OF_ADAPTATIONS: Final = {
    material.TABLES.adaptations[adaptation].name.capitalize() for adaptation in material.ADAPTATIONS
}
PLAIN: Final = (
    # The effects of adaptations are tested in test_adaptations.
    rf"(?:{'|'.join(NAMES_OF_ADAPTATIONS)}): .*",
    r"Draw the next card of the deck",
    r"End the generation|Save nothing|Move no population|Replace no more tokens",
)


def extra(state: material.EvoState, seat: int) -> Iterator[Element]:
    """Yield elements of the board that the cursor reaches besides those of legal actions."""
    if not isinstance(state.pending[-1], material.AwakePopulation | material.Live):
        return
    if state.active != NOTHING:
        slots = state.slots[material.SLOTS * state.active : material.SLOTS * (state.active + 1)]
        yield from (("slot", slot) for slot, card in enumerate(slots) if card != NOTHING)
    yield from (("place", place) for place, card in enumerate(state.slots) if card != NOTHING)
    yield from (("location", location) for location in range(len(state.locations)))
    yield from (("adaptation", design) for design in state.adaptations[species_of(state, seat)])
    yield from (("card", trait) for trait in range(len(material.TRAITS)))
