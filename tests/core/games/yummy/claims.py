"""The sentences of Yummy Darwinism in hints and element texts, with the tests of their truth."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from core.claims import Claim

from darwin_core.contract.cards import Cards, together, without
from darwin_core.contract.game import Element
from darwin_core.games.yummy import GAME, acts, material, rules
from darwin_core.games.yummy.acts import (
    ACCEPT,
    DECLINE,
    END,
    AnyAction,
    Mark,
    Trump,
    owner_and_place,
    triplet_element,
)
from darwin_core.games.yummy.material import (
    ALIENS,
    CARDS,
    CITIZENS,
    FIRST_ACTION,
    GROUP_OF,
    GROUPS,
    JOKERS,
    LABELS,
    TRADES_MAX,
    TRUMPED,
    USA,
    VALUE_OF_GROUP,
    Answer,
    Offer,
    PlaceTriplet,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.rules import is_triplet
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames

Said = re.Match[str]
Test = Callable[[YummyState, int, Any, Said], bool]
Names = dict[str, Cards]

SIZE: Final = 3


def both(*tests: Test) -> Test:
    return lambda *args: all(test(*args) for test in tests)


def extra(state: YummyState, seat: int) -> Iterator[Element]:
    """Yield the elements of the board that can always be looked at."""
    for card in {*state.hands[seat]}:
        yield "card", card
    for other, field in enumerate(state.fields):
        if other != seat:
            yield "seat", other
        for place in range(len(field)):
            yield triplet_element(other, place)


# --- names


def _names() -> Names:
    """Return cards by their names in texts, for one card and for several of a kind."""
    by_name = {}
    for card, row in enumerate(CARDS):
        for name in (row.name, tr(row.one)):
            by_name[name.lower()] = bytes((card,))
        if card < FIRST_ACTION and card not in JOKERS:
            for number in (2, 3):
                by_name[tr(row.several, number=number).lower()] = bytes((card,)) * number
    return by_name


NAMES: Final = _names()
NAMED: Final = re.compile("|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)))
GROUP_NAMES: Final = [row.name for row in GROUPS]


def named(words: str) -> Cards:
    """Return the cards named in some words, in order."""
    return b"".join(NAMES[found_match[0]] for found_match in NAMED.finditer(words.lower()))


# --- the effects of actions


def after(
    state: YummyState, seat: int, *actions: AnyAction
) -> tuple[YummyState, list[acts.YummyEvent]]:
    later = rules.clone(state)
    events = list[acts.YummyEvent]()
    for action in actions:
        rules.apply(later, seat, action, events.append)
    return later, events


def points(state: YummyState, seat: int) -> int:
    totals: tuple[int, ...] = GAME.standing(state).totals
    return totals[seat]


@cache
def best_triplets(cards: Cards) -> int:
    """Return the most triplets that can be laid together of cards of one group, in order."""
    if len(cards) < SIZE:
        return 0
    first, rest = cards[:1], cards[1:]
    triplets = {first + bytes(pair) for pair in combinations(rest, SIZE - 1)}
    counts = [
        1 + best_triplets(without(cards, triplet)) for triplet in triplets if is_triplet(triplet)
    ]
    return max([*counts, best_triplets(rest)])


def of(cards: Cards, group: int) -> Cards:
    return bytes(card for card in cards if card < FIRST_ACTION and GROUP_OF[card] == group)


def lacks_one(cards: Cards) -> bool:
    """Return whether one more card would make a triplet of cards of one group."""
    pairs = combinations(cards, SIZE - 1)
    return any(
        is_triplet(bytes(sorted((*pair, card))))
        for pair in pairs
        for card in range(FIRST_ACTION)
        if GROUP_OF[card] == GROUP_OF[pair[0]]
    )


# --- moves


def lays_points(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, action)
    gained = points(later, seat) - points(state, seat)
    if isinstance(later.pending[-1], PlaceTriplet):
        gained = VALUE_OF_GROUP[GROUP_OF[action.cards[0]]]
    return int(said["points"]) == gained


def can_bank(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, action)
    return isinstance(later.pending[-1], PlaceTriplet)


def counts_takers(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    against = actions_against(state, action.cards, seat)
    takers = [GROUP_OF[card] for card in against if GROUP_OF[card] != CITIZENS]
    return int(said["number"]) == len(takers) and {GROUP_NAMES[group] for group in takers} == {
        said["group"]
    }


def takes(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    triplets = len(state.fields[action.owner])
    later, _ = after(state, seat, action)
    is_gone = len(later.fields[action.owner]) == triplets - 1
    return is_gone and points(later, seat) > points(state, seat)


def gains_what_the_owner_loses(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, action)
    changes = [points(later, player) - points(state, player) for player in (seat, action.owner)]
    return changes == [int(said["points"]), -int(said["points"])]


def costs_a_point(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, action)
    return points(later, action.owner) == points(state, action.owner) - 1


def raises_limit(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    keep = GAME.texts.parse("keep")
    later, _ = after(state, seat, keep)
    return rules.limit(later, seat) == rules.limit(state, seat) + 1


def is_safe_there(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, GAME.texts.parse("bank"))
    return len(later.piles[seat]) == len(state.piles[seat]) + 1


def reverses(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, GAME.texts.parse("bank"))
    return later.direction == -state.direction


def nothing_to_play(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    kinds = {GAME.texts.notation(action).split()[0] for action in GAME.legal(state, seat)}
    return not kinds - {"trade", "end"}


def something_to_play(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    return not nothing_to_play(state, seat, action, said)


def draws(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether ending the turn draws the number of cards said, and the match continues."""
    later, events = after(state, seat, END)
    drawn = sum(len(event.cards) for event in events if isinstance(event, acts.Refilled))
    number = said.groupdict().get("number")
    return drawn == int(number or 0) and GAME.outcome(later) is None


def discards(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, END)
    excess = 0
    while GAME.to_move(later) == (seat,) and GAME.legal(later, seat)[0] != END:
        (choice, *_) = GAME.legal(later, seat)
        if not GAME.texts.notation(choice).startswith("discard"):
            break
        rules.apply(later, seat, choice, None)
        excess += 1
    return excess == int(said["number"])


def draws_nor_discards(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    return len(state.hands[seat]) == rules.limit(state, seat)


def ends_by_drawing(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, events = after(state, seat, END)
    drawn = sum(len(event.cards) for event in events if isinstance(event, acts.Refilled))
    return drawn == len(state.deck) > 0 and GAME.outcome(later) is not None


def ends_the_match(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, END)
    return not state.deck and GAME.outcome(later) is not None


# --- cards


def card_of(subject: Any, said: Said) -> int:
    """Return the card that a sentence names, or the subject's."""
    if "card" not in said.groupdict():
        return int(subject.card)
    (card,) = named(said["card"])
    return card


def is_its_card(state: YummyState, seat: int, subject: Any, said: Said) -> bool:
    """Return whether the card named is that of the subject."""
    card: int | None = getattr(subject, "card", getattr(subject, "label", None))
    if isinstance(subject, tuple):
        card = subject[1]
    return card_of(subject, said) == card


def could_take(state: YummyState, seat: int, subject: Any, said: Said) -> bool:
    return GROUP_NAMES[TRUMPED[card_of(subject, said)]] == said["group"]


def could_mark(state: YummyState, seat: int, subject: Any, said: Said) -> bool:
    card = card_of(subject, said)
    return card >= FIRST_ACTION and GROUP_OF[card] == CITIZENS


def has_no_target(by: str) -> Test:
    """Return the test that no rival has a triplet for the action cards that a hint speaks of; nor
    has the seat itself, if ``by`` is empty."""

    def test(state: YummyState, seat: int, action: Any, said: Said) -> bool:
        text = said.string[: said.end()]
        takes = re.findall(rf"take ({'|'.join(GROUP_NAMES)})", text)
        groups = {GROUP_NAMES.index(name) for name in takes}
        marks = "mark" in text
        owners = {
            "you" if owner == seat else "a rival"
            for owner, field in enumerate(state.fields)
            for triplet in field
            if (GROUP_OF[triplet[0]] in groups and len(triplet) == SIZE)
            or (marks and GROUP_OF[triplet[0]] == USA)
        }
        return bool(groups or marks) and owners == {by} - {""}

    return test


def is_alone(state: YummyState, seat: int, subject: Any, said: Said) -> bool:
    card = card_of(subject, said)
    return card < FIRST_ACTION and len(of(state.hands[seat], GROUP_OF[card])) == 1


def is_in_triplet(state: YummyState, seat: int, subject: Any, said: Said) -> bool:
    card = card_of(subject, said)
    mine = without(of(state.hands[seat], GROUP_OF[card]), bytes((card,)))
    return any(is_triplet(bytes(sorted((*pair, card)))) for pair in combinations(mine, 2))


def is_in_pair(state: YummyState, seat: int, subject: Any, said: Said) -> bool:
    card = card_of(subject, said)
    mine = without(of(state.hands[seat], GROUP_OF[card]), bytes((card,)))
    return any(lacks_one(bytes(sorted((other, card)))) for other in mine)


def describes_card(state: YummyState, seat: int, subject: Any, said: Said) -> bool:
    card = card_of(subject, said)
    value = int(said["points"]) == VALUE_OF_GROUP[GROUP_OF[card]]
    if said["group"] is None:
        return value and card in JOKERS
    return value and GROUP_NAMES[GROUP_OF[card]] == said["group"] and card < FIRST_ACTION


# --- trades


def advised(state: YummyState, seat: int) -> list[AnyAction]:
    """Return the actions of a seat in the order in which they are advised."""
    return [advice.action for advice in GAME.bots.advise(GAME.view(state, seat), seat, SeatNames())]


def is_worse(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether declining, or else ending the turn, is advised before the action."""
    order = advised(state, seat)
    other = DECLINE if DECLINE in order else END
    return order.index(other) < order.index(action)


def is_advised(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    values = [
        advice.value for advice in GAME.bots.advise(GAME.view(state, seat), seat, SeatNames())
    ]
    return values[advised(state, seat).index(action)] == values[0]


def is_a_duel(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    return len(state.hands) == 2


def declining_is_better(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    order = advised(state, seat)
    return ACCEPT in order and order.index(DECLINE) < order.index(ACCEPT)


def nothing_changes(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    later, _ = after(state, seat, DECLINE)
    return later.hands == state.hands


def gives_the_partner_a_triplet(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the partner, after the exchange, could lay a triplet of the group with a card
    received."""
    group = GROUP_NAMES.index(said["group"])
    given, received = exchanged(state, seat, action)
    cards = of(together(without(state.hands[partner_of(state, action)], given), received), group)
    return bool(of(received, group)) and best_triplets(cards) * VALUE_OF_GROUP[group] >= int(
        said["points"]
    )


def exchanged(state: YummyState, seat: int, action: Any) -> tuple[Cards, Cards]:
    """Return the cards that the partner gives and gets by an answer, or by the offer that follows
    from a step; of an offer only the cards that it gets."""
    effect = state.pending[-1]
    if isinstance(effect, Answer) and isinstance(action, acts.Accept):
        return effect.give, effect.ask
    built = made(state, seat, action).pending[-1]
    assert isinstance(built, Answer)
    return b"", built.give


def gives_a_weapon(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the partner gets an action card that it can play on the seat's field."""
    received = exchanged(state, seat, action)[1]
    can_take = {TRUMPED[card] for card in received if card >= FIRST_ACTION}
    can_mark = any(card >= FIRST_ACTION and GROUP_OF[card] == CITIZENS for card in received)
    field = state.fields[seat]
    if said["group"] is None:
        return can_mark and any(GROUP_OF[triplet[0]] == USA for triplet in field)
    group = GROUP_NAMES.index(said["group"])
    return group in can_take and any(
        GROUP_OF[triplet[0]] == group and len(triplet) == SIZE for triplet in field
    )


def holds_what_completes(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the seat named holds the card, and with it the hand could lay more."""
    (card,) = named(said["card"])
    group = GROUP_OF[card]
    before, after = (
        of(hand, group) for hand in (state.hands[seat], together(state.hands[seat], bytes((card,))))
    )
    gain = (best_triplets(after) - best_triplets(before)) * VALUE_OF_GROUP[group]
    holders = [other for other, hand in enumerate(state.hands) if other != seat and card in hand]
    return bool(holders) and gain == int(said["points"])


def comes_first(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the turn can be begun by laying and by taking, as named."""
    legal = GAME.legal(state, seat)
    words = {"lay": acts.Lay, "take": Trump}
    return {
        word for word, kind in words.items() if any(isinstance(other, kind) for other in legal)
    } == {*said["kinds"].split(" and ")}


def lacks_it(state: YummyState, seat: int, subject: Any, said: Said) -> bool:
    (card,) = named(said["card"])
    effect = state.pending[-1]
    assert isinstance(effect, Answer)
    lacking = effect.ask.count(card) > state.hands[seat].count(card)
    is_counter = said["why"] == "can only decline"
    can_accept = ACCEPT in GAME.legal(state, seat)
    return lacking and not can_accept and is_counter == effect.is_counter


def is_too_early(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    return element not in {
        target for action in GAME.legal(state, seat) for target in GAME.targets(action)
    }


def partner_of(state: YummyState, subject: Any) -> int:
    """Return the other seat of a trade, or the one to trade with."""
    partner = getattr(subject, "partner", None)
    if partner is None:
        partner = getattr(state.pending[-1], "partner", None)
    assert partner is not None
    return int(partner)


def made(state: YummyState, seat: int, step: AnyAction) -> YummyState:
    """Return the state after the offer that the game builds once a step towards it is taken."""
    later, _ = after(state, seat, step)
    while not isinstance(later.pending[-1], Answer):
        later, _ = after(later, seat, GAME.bots.fast_policy(GAME.view(later, seat), seat))
    return later


def is_offered_so(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the game builds the offer of the same hint once the trade or the counter-offer
    is chosen."""
    built = made(state, seat, action).pending[-1]
    assert isinstance(built, Answer)
    offer = re.search(r"offer (?P<give>.+?) for (?P<ask>[^:]+): ", said.string)
    assert offer
    number = re.fullmatch(r"(\d) cards?", offer["give"])
    is_given = (
        len(built.give) == int(number[1])
        if number
        else sorted(named(offer["give"])) == sorted(built.give)
    )
    return is_given and sorted(named(offer["ask"])) == sorted(built.ask)


def asked_for(said: Said) -> Cards:
    """Return the cards that the offer in the same hint asks for."""
    (offer,) = re.findall(r"offer .+? for (.+?): ", said.string)
    return named(offer)


def surely(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether the other hand truly holds the cards asked for."""
    hand = state.hands[partner_of(state, action)]
    ask = asked_for(said)
    return bool(ask) and all(hand.count(card) >= ask.count(card) for card in ask)


def lacks_some(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    return not surely(state, seat, action, said)


def perhaps(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether some card asked for is not known to be in the other hand."""
    known = GAME.view(state, seat).seen[len(state.hands) * seat :][partner_of(state, action)]
    ask = asked_for(said)
    return any(ask.count(card) > known.count(card) for card in ask)


def holds_it(holds: bool) -> Test:
    return lambda state, seat, action, said: (
        (card_of(action, said) in state.hands[partner_of(state, action)]) == holds
    )


def unknown(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    """Return whether a card is neither known to be in the other hand, nor elsewhere."""
    card, partner = card_of(action, said), partner_of(state, action)
    drawn = [GAME.determinize(GAME.view(state, seat), bytes((number,)) * 16) for number in range(8)]
    known = GAME.view(state, seat).seen[len(state.hands) * seat :][partner]
    return card not in known and any(
        card in (*world.deck, *b"".join(world.hands[:seat] + world.hands[seat + 1 :]))
        for world in drawn
    )


def exchange(state: YummyState, seat: int, said: Said) -> Iterator[tuple[Cards, Cards]]:
    """Yield the hand before and after the exchange in a hint. Where the hint names only the number
    of cards given, yield all exchanges of that number."""
    hand = state.hands[seat]
    if said["you_get"]:
        effect = state.pending[-1]
        assert isinstance(effect, Answer)
        assert named(said["you_get"]) == effect.give
        yield hand, together(without(hand, effect.ask), effect.give)
        return
    ask = bytes(sorted(named(said["ask"])))
    give = re.fullmatch(r"(\d) cards?", said["give"])
    if not give:
        cards = bytes(sorted(named(said["give"])))
        yield hand, together(without(hand, cards), ask)
        return
    for some in {*combinations(hand, int(give[1]))}:
        yield hand, together(without(hand, bytes(some)), ask)


CARD_NAME: Final = f"(?i:{NAMED.pattern})"
BRINGS: Final = re.compile(
    rf"a triplet of (?P<triplet>{'|'.join(GROUP_NAMES)}), (?P<points>\d+) points?"
    rf"|a (?P<worth>\d)-point triplet with (?P<mates>{CARD_NAME}(?: and {CARD_NAME})?)"
    rf"|a first card of (?P<first>{'|'.join(GROUP_NAMES)})"
    rf"|one more of (?P<more>{'|'.join(GROUP_NAMES)})"
    rf"|(?P<lacks>{'|'.join(GROUP_NAMES)}) then lacks one card"
    rf"|a card to take (?P<takes>{'|'.join(GROUP_NAMES)})"
    r"|(?P<marks>a card to mark a triplet of the USA)"
)


def brings(state: YummyState, seat: int, action: Any, said: Said) -> bool:
    return any(
        all(_brings(before, later, found_match) for found_match in BRINGS.finditer(said["brings"]))
        for before, later in exchange(state, seat, said)
    )


def _brings(before: Cards, later: Cards, said: Said) -> bool:
    if said["mates"]:
        return _brings_with(before, later, said)
    for word in ("triplet", "first", "more", "lacks"):
        if said[word]:
            group = GROUP_NAMES.index(said[word])
            mine = of(later, group)
            gained = VALUE_OF_GROUP[group] * (
                best_triplets(mine) - best_triplets(of(before, group))
            )
            if word == "triplet":
                return int(said["points"]) == gained
            if word == "first":
                return len(mine) == 1
            if word == "more":
                return best_triplets(mine) > 0 and gained <= 0
            return not best_triplets(mine) and lacks_one(mine)
    new = [card for card in later if card >= FIRST_ACTION]
    if said["takes"]:
        return any(TRUMPED[card] == GROUP_NAMES.index(said["takes"]) for card in new)
    return any(GROUP_OF[card] == CITIZENS for card in new)


def _brings_with(before: Cards, later: Cards, said: Said) -> bool:
    """Return whether the cards named are held before an exchange, and make a triplet of the points
    named with its only card of their group."""
    mates = sorted(named(said["mates"]))
    group = GROUP_OF[mates[0]]
    mine, old = of(later, group), of(before, group)
    new = [card for card in {*mine} if mine.count(card) > old.count(card)]
    is_held = all(old.count(mate) >= mates.count(mate) for mate in mates)
    gained = VALUE_OF_GROUP[group] * (best_triplets(mine) - best_triplets(old))
    makes_it = any(is_triplet(bytes(sorted((*mates, card)))) for card in new)
    return is_held and makes_it and int(said["worth"]) == gained


# --- triplets


def triplet_of(state: YummyState, element: Any) -> Triplet:
    owner, place = owner_and_place(element[1])
    return state.fields[owner][place]


def actions_against(state: YummyState, triplet: Triplet, *without_hands: int) -> list[int]:
    """Return the action cards still in the game that could be played on a triplet, except those in
    some hands."""
    gone = {*state.out, *(card for seat in without_hands for card in state.hands[seat])}
    gone |= {card for field in state.fields for triplet in field for card in triplet[SIZE:]}
    group = GROUP_OF[triplet[0]]
    is_marked = len(triplet) > SIZE
    left = [card for card in range(FIRST_ACTION, LABELS) if card not in gone]
    return [
        card
        for card in left
        if (GROUP_OF[card] == group + 1 and not is_marked)
        or (group == USA and GROUP_OF[card] == CITIZENS)
    ]


def _can_take(triplet: Triplet, cards: Sequence[int]) -> bool:
    marks = sum(GROUP_OF[card] == CITIZENS for card in cards)
    others = len(cards) - marks
    if GROUP_OF[triplet[0]] != USA:
        return bool(cards)
    return bool(others) or len(triplet) - SIZE + marks >= SIZE


def in_danger(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    """Return whether a sentence on the dangers to a triplet is true. The owner's cards are no
    danger to it, but other players do not see them, so to these they count as one."""
    owner, _ = owner_and_place(element[1])
    triplet = triplet_of(state, element)
    hands = (owner,) if owner == seat else ()
    cards = actions_against(state, triplet, *hands)
    text = said[0]
    groups = {GROUP_NAMES[GROUP_OF[card]] for card in cards}
    marks = sum(GROUP_OF[card] == CITIZENS for card in cards) if GROUP_OF[triplet[0]] == USA else 0
    on_it = len(triplet) - SIZE
    all_cards = actions_against(state, triplet)
    match text:
        case "nothing can take it any more":
            return not all_cards
        case "only cards that its owner holds could take it":
            return not cards and bool(all_cards)
        case "only marks cost it points":
            return bool(marks) and not _can_take(triplet, cards)
        case "marks cost it points":
            return bool(marks)
        case "a third mark takes it":
            return marks + on_it >= SIZE and groups == {GROUP_NAMES[CITIZENS]}
        case "aliens or a third mark take it":
            return marks + on_it >= SIZE and GROUP_NAMES[ALIENS] in groups
    if text.endswith(" can take it"):
        return text.removesuffix(" can take it") in groups
    if text.endswith(" cannot take it"):
        return on_it > 0 and GROUP_NAMES.index(text.removesuffix(" cannot take it")) == ALIENS
    number, _, rest = text.partition(", ")
    if int(number.split()[0]) != on_it:
        return False
    match rest:
        case "the third takes it":
            return on_it + marks >= SIZE
        case "one more costs a point":
            return marks > 0 and on_it + marks < SIZE
        case "no more can come":
            return not all_cards
        case "its owner holds the others":
            return not cards and bool(all_cards)
    return False


def is_marked_by(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    return bytes(sorted(named(said["cards"]))) == bytes(sorted(triplet_of(state, element)[SIZE:]))


def counts_points(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    triplet = triplet_of(state, element)
    group = said["group"]
    value = VALUE_OF_GROUP[GROUP_OF[triplet[0]]] - (len(triplet) - SIZE)
    points = int(said["points"].replace("−", "-"))
    return points == value and group in (None, GROUP_NAMES[GROUP_OF[triplet[0]]])


def wants_for_joker(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    triplet = triplet_of(state, element)[:SIZE]
    is_one = len({*triplet}) == 2
    return triplet[-1] in JOKERS and is_one == (said["kind"] == "the same")


def can_be_taken(can: bool) -> Test:
    def holds(state: YummyState, seat: int, element: Any, said: Said) -> bool:
        effect = state.pending[-1]
        assert isinstance(effect, PlaceTriplet)
        return _can_take(effect.cards, actions_against(state, effect.cards, seat)) == can

    return holds


# --- seats


def counts_hand(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    hand = state.hands[element[1]]
    known = named(said["known"] or "")
    return int(said["number"]) == len(hand) and all(
        hand.count(card) >= known.count(card) for card in known
    )


def is_offered(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    effect = state.pending[-1]
    assert isinstance(effect, material.Answer)
    sides = zip((said["give"], said["ask"]), (effect.give, effect.ask), strict=True)
    return all(sorted(named(words)) == sorted(cards) for words, cards in sides)


def offers_left(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    return int(said["number"]) == TRADES_MAX - len(state.openings)


def _unseen(state: YummyState, seat: int, card: int) -> int:
    """Return the number of copies of a card in the deck and in other hands."""
    others = [hand for holder, hand in enumerate(state.hands) if holder != seat]
    return sum(cards.count(card) for cards in (state.deck, *others))


def counts_unseen(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    return int(said["number"]) == _unseen(state, seat, element[1])


def nobody_holds(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    (card,) = named(said["card"])
    top = state.pending[-1]
    asked = top.ask.count(card) if element[0] == "button" and isinstance(top, Offer) else 1
    return _unseen(state, seat, card) < asked


def would_complete(state: YummyState, seat: int, element: Any, said: Said) -> bool:
    top = state.pending[-1]
    assert isinstance(top, Answer)
    hand = state.hands[seat]
    is_payable = all(hand.count(card) >= top.ask.count(card) for card in top.ask)
    more = {*rules.lays(together(hand, top.give))} - {*rules.lays(hand)}
    return not is_payable and not top.is_counter and bool(more)


def hits(kind: type) -> Test:
    return lambda state, seat, action, said: isinstance(action, kind)


LABEL: Final = r"(?P<card>[\w' -]+?)"
GROUP_WORDS: Final = f"(?P<group>{'|'.join(GROUP_NAMES)})"
EXCHANGE: Final = r"(?:you get (?P<you_get>[^:]+)|offer (?P<give>.+?) for (?P<ask>[^:]+))"
CLAIMS: Final = (
    # Moves.
    Claim(r"(?P<points>\d) points? on your field", lays_points),
    Claim(r"(?P<points>\d) points?, safe once banked", both(lays_points, can_bank)),
    Claim(
        rf"(?:any of )?(?P<number>\d+) action cards? of {GROUP_WORDS} could take it", counts_takers
    ),
    Claim(
        r"you gain (?P<points>\d) points?, and its owner loses as much",
        both(hits(Trump), takes, gains_what_the_owner_loses),
    ),
    Claim("it costs its owner a point", both(hits(Mark), costs_a_point)),
    Claim("the third mark takes the triplet", both(hits(Mark), takes)),
    Claim("it lets you hold one card more", raises_limit),
    Claim("nobody can take it there", is_safe_there),
    Claim("you have nothing to play", nothing_to_play),
    Claim("what you could play stays in your hand", something_to_play),
    Claim(r"you draw (?P<number>\d+) cards?", draws),
    Claim("you draw the rest of the deck, which ends the match", ends_by_drawing),
    Claim("your hand is full, so you draw none", draws_nor_discards),
    Claim("you neither draw nor discard", draws_nor_discards),
    Claim(r"you (?:discard|choose) (?P<number>\d+) cards?(?: to discard)?", discards),
    Claim("this is your last turn|End the last turn and the match", ends_the_match),
    # Cards.
    Claim(f"it could take {GROUP_WORDS}", could_take),
    Claim("it could mark a triplet of the USA", could_mark),
    Claim("only you have a triplet for it", has_no_target("you")),
    Claim("there is no triplet for it now", has_no_target("")),
    Claim("nothing else you hold goes with it", is_alone),
    Claim("it is part of a triplet that you hold", is_in_triplet),
    Claim("it is part of a triplet that lacks one card", is_in_pair),
    Claim("no other card that you hold promises less", is_advised),
    Claim(
        f"(?:Ask for )?{LABEL}: (?:{GROUP_WORDS}|any kind of its group), (?P<points>\\d) points? a "
        "triplet",
        both(is_its_card, describes_card),
    ),
    Claim(
        f"(?:Ask for )?{LABEL}: takes a rival's triplet of {GROUP_WORDS}",
        both(is_its_card, could_take),
    ),
    Claim(rf"(?:Ask for )?{LABEL}: marks a USA triplet \(−1\)", both(is_its_card, could_mark)),
    # Trades.
    Claim(f"{EXCHANGE}: (?P<brings>.+)", brings),
    Claim(r"\w+ surely has (?:it|all of them)", both(surely, is_offered_so)),
    Claim(r"\w+ cannot have (?:it|all of them)", both(lacks_some, is_offered_so)),
    Claim(r"\w+ has (?:it|all of them) about \d+ times? in \d+", both(perhaps, is_offered_so)),
    Claim(
        rf"they can then lay {GROUP_WORDS}, (?P<points>\d+) points?", gives_the_partner_a_triplet
    ),
    Claim(f"they can then (?:take your {GROUP_WORDS}|mark your USA)", gives_a_weapon),
    Claim(
        rf"a rival holds {LABEL}, with which you could lay (?P<points>\d+) points?",
        both(holds_what_completes, nothing_to_play),
    ),
    Claim("(?P<kinds>lay and take|lay|take) first: you can trade after it", comes_first),
    Claim(f"{LABEL} is known to be in that hand", both(is_its_card, holds_it(True))),
    Claim(f"{LABEL} cannot be in that hand", both(is_its_card, holds_it(False))),
    Claim(rf"{LABEL} is in that hand \d+ % of the time", both(is_its_card, unknown)),
    Claim("Cards are given in order: undo the later ones first", is_too_early),
    Claim(r"(?P<number>\d) not seen", counts_unseen),
    Claim(
        f"Nobody can hold {LABEL}: (?:you see every copy|the offer can only be declined)",
        nobody_holds,
    ),
    Claim("You cannot accept, but a counter-offer could bring you a triplet", would_complete),
    Claim("your only rival would gain what you lose by it", both(is_a_duel, is_worse)),
    Claim("what you would give is worth more to you", declining_is_better),
    Claim("[nN]othing changes hands", nothing_changes),
    Claim(
        '[yY]ou lack "(?P<card>[^"]+)", so you (?P<why>cannot accept|can only decline)', lacks_it
    ),
    # Buttons.
    Claim(
        "It counts on your field and lets you hold one card more, but can be taken",
        both(raises_limit, can_be_taken(True)),
    ),
    Claim(
        "It counts on your field and lets you hold one card more",
        both(raises_limit, can_be_taken(False)),
    ),
    Claim(
        "It is safe on your point pile, and the direction of play reverses",
        both(is_safe_there, reverses),
    ),
    # Triplets and seats.
    Claim(
        rf"[\w' ,-]+(?: \({GROUP_WORDS}\))?: (?P<points>−?\d) points?",
        counts_points,
    ),
    Claim(
        r"nothing can take it any more|only cards that its owner holds could take it"
        r"|(?:only )?marks cost it points|a third mark takes it|aliens or a third mark take it"
        rf"|(?:{'|'.join(GROUP_NAMES)}) (?:can|cannot) take it"
        r"|\d marks?, (?:the third takes it|one more costs a point|no more can come"
        r"|its owner holds the others)",
        in_danger,
    ),
    Claim("marked by (?P<cards>.+)", is_marked_by),
    Claim("(?P<kind>the same|a third) kind takes its joker", wants_for_joker),
    Claim(r"\w+ holds (?P<number>\d+) cards?(?:, among them (?P<known>.+))?", counts_hand),
    Claim(r"(?P<number>\d) offers? left this turn", offers_left),
    Claim(r"Offered: (?P<give>.+?) for (?P<ask>.+)", is_offered),
)
PLAIN: Final = (
    # Rules and names of choices, which claim nothing about a position.
    "a joker counts as any card of its group",
    "the third mark takes it",
    "The other player sees the offer and answers|then it cannot be undone",
    "The cards change hands",
    "Enter declines",
    "You make another offer, which is accepted or declined",
    "End your turn",
    "Ask for something else",
    # Estimates.
    "you are unlikely to gain by it",
)
