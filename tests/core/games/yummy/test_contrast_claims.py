"""Each answer to "Why not another action?" is true, whichever of the two actions is advised."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

import sampling
from core.claims import walk

from darwin_core.contract.cards import Cards, together, without
from darwin_core.games.yummy import GAME, acts, rules
from darwin_core.games.yummy.acts import BANK, DECLINE, END, KEEP, PROPOSE, AnyAction
from darwin_core.games.yummy.material import (
    CITIZENS,
    FIRST_ACTION,
    GROUP_OF,
    JOKERS,
    TRADES_MAX,
    VALUE_OF_GROUP,
    Answer,
    Move,
    PlaceTriplet,
    YummyState,
)
from darwin_core.text.seat_names import SeatNames

from .claims import (
    GROUP_NAMES,
    SIZE,
    actions_against,
    after,
    best_triplets,
    card_of,
    could_mark,
    could_take,
    gives_a_weapon,
    gives_the_partner_a_triplet,
    has_no_target,
    is_in_pair,
    is_in_triplet,
    made,
    named,
    of,
    points,
)
from .positions import table

POSITIONS: Final = 1_200
"""Positions for each number of seats."""
PAIRS: Final = 16
"""Pairs of actions compared in a position."""


class Why(NamedTuple):
    """A clause about two actions, in a position."""

    state: YummyState
    seat: int
    names: tuple[str, ...]
    best: Any
    other: Any
    said: re.Match[str]

    @property
    def hand(self) -> Cards:
        return self.state.hands[self.seat]

    def seat_named(self, group: str = "seat") -> int:
        return self.names.index(self.said[group])

    def number(self, group: str = "number") -> int:
        return int(self.said[group])


def top(state: YummyState) -> Any:
    """Return the effect that is decided next."""
    return state.pending[-1]


def ready(hand: Cards) -> int:
    """Return the points of the triplets in a hand."""
    groups = range(len(VALUE_OF_GROUP))
    return sum(VALUE_OF_GROUP[group] * best_triplets(of(hand, group)) for group in groups)


def gain(why: Why, give: Cards, take: Cards) -> int:
    """Return the points by which an exchange adds to the triplets in the hand."""
    return ready(together(without(why.hand, give), take)) - ready(why.hand)


def outcomes(why: Why) -> Iterator[YummyState]:
    """Yield the states in which the seat may move after the advised action: with a triplet of one
    kind left or banked, with an offer accepted or refused."""
    if isinstance(why.best, acts.Trade):
        offered = made(why.state, why.seat, why.best)
        partner = why.best.partner
        for answer in (acts.ACCEPT, DECLINE):
            if answer not in GAME.legal(offered, partner):
                continue
            yield after(offered, partner, answer)[0]
        return
    later, _ = after(why.state, why.seat, why.best)
    if isinstance(top(later), PlaceTriplet):
        for place in (KEEP, BANK):
            yield after(later, why.seat, place)[0]
    else:
        yield later


def stays(why: Why) -> bool:
    """Return whether the other action is possible after the advised one, on the same triplet."""

    def on_board(state: YummyState, action: Any) -> Any:
        owner, place = getattr(action, "owner", None), getattr(action, "place", None)
        if owner is None or place is None:
            return action
        kind = type(action).__name__
        return kind, action.card, owner, state.fields[owner][place]

    wanted = on_board(why.state, why.other)
    return all(
        wanted in [on_board(later, action) for action in GAME.legal(later, why.seat)]
        for later in outcomes(why)
    )


def ending(why: Why) -> bool:
    """Return whether ending the turn at once scores nothing, and draws or discards as named."""
    later, events = after(why.state, why.seat, END)
    drawn = sum(len(event.cards) for event in events if isinstance(event, acts.Refilled))
    excess = max(len(later.hands[why.seat]) - rules.limit(later, why.seat), 0)
    same = points(later, why.seat) == points(why.state, why.seat)
    match why.said["ending"].split():
        case ["you", "draw", "none"]:
            return same and drawn == excess == 0
        case ["you", "draw", number, *_]:
            return same and drawn == int(number)
        case ["you", "discard", number, *_]:
            return same and excess == int(number)
    return False


def draws_after(why: Why) -> bool:
    (later,) = outcomes(why)
    _, events = after(later, why.seat, END)
    drawn = sum(len(event.cards) for event in events if isinstance(event, acts.Refilled))
    return drawn == why.number()


def keeps_points(why: Why) -> bool:
    owner = why.seat_named()
    triplet = why.state.fields[owner][why.best.place]
    return owner == why.best.owner and why.number() == points_on(triplet)


def points_on(triplet: Cards) -> int:
    return VALUE_OF_GROUP[GROUP_OF[triplet[0]]] - (len(triplet) - SIZE)


def refused_costs_nothing(why: Why) -> bool:
    offered = made(why.state, why.seat, why.best)
    refused, _ = after(offered, top(offered).seat, DECLINE)
    return refused.hands == why.state.hands


def offers_left(why: Why) -> bool:
    return why.number() == TRADES_MAX - len(why.state.openings) and refused_costs_nothing(why)


def counts(why: Why) -> bool:
    fewer, more = (VALUE_OF_GROUP[GROUP_OF[action.cards[0]]] for action in (why.other, why.best))
    return bool(why.number("points") == fewer < more == why.number())


def is_one_kind(cards: Cards) -> bool:
    return len({*cards} - {*JOKERS}) == 1


def same_points(why: Why) -> bool:
    return bool(
        VALUE_OF_GROUP[GROUP_OF[why.best.cards[0]]] == VALUE_OF_GROUP[GROUP_OF[why.other.cards[0]]]
    )


def only_best_banks(why: Why) -> bool:
    return is_one_kind(why.best.cards) and not is_one_kind(why.other.cards)


def leaves(why: Why) -> bool:
    left, kept = (without(why.hand, action.cards) for action in (why.other, why.best))
    leaves_it, not_them = ({*named(why.said[group])} for group in ("cards", "others"))
    return leaves_it == {*left} - {*kept} and not_them == {*kept} - {*left}


def same_triplet(why: Why) -> bool:
    return (why.best.owner, why.best.place) == (why.other.owner, why.other.place) and (
        why.best.card != why.other.card
    )


def owners_points(why: Why) -> bool:
    figures = (("seat", "points", why.other), ("partner", "number", why.best))
    return all(
        why.seat_named(seat) == action.owner and points(why.state, action.owner) == why.number(at)
        for seat, at, action in figures
    )


def could_be_taken(why: Why) -> bool:
    effect = top(why.state)
    cards = effect.cards if isinstance(effect, PlaceTriplet) else why.other.cards
    against = actions_against(why.state, cards, why.seat)
    return why.number() == sum(GROUP_OF[card] != CITIZENS for card in against)


def uses_up(why: Why) -> bool:
    later, _ = after(why.state, why.seat, why.other)
    (card,) = named(why.said["card"])
    return card == int(why.other.card) and (
        later.hands[why.seat].count(card) == why.hand.count(card) - 1
    )


def brings_nothing(why: Why) -> bool:
    later, _ = after(why.state, why.seat, why.other)
    return points(later, why.seat) == points(why.state, why.seat)


def nothing_completes(why: Why) -> bool:
    """Return whether no playing card that the seat named holds completes a triplet."""
    theirs = why.state.hands[why.seat_named()]
    return all(ready(together(why.hand, bytes((card,)))) <= ready(why.hand) for card in theirs)


def offer_gain(why: Why, trade: Any) -> int:
    offered = top(made(why.state, why.seat, trade))
    return gain(why, offered.give, offered.ask)


def offer_completes_none(why: Why) -> bool:
    return offer_gain(why, why.other) <= 0


def is_unsure(why: Why) -> bool:
    """Return whether nobody has shown the seat that the card asked for is in that hand."""
    seat = why.seat_named()
    known = GAME.view(why.state, why.seat).seen[len(why.state.hands) * why.seat :][seat]
    ask = top(made(why.state, why.seat, why.other)).ask
    return any(ask.count(card) > known.count(card) for card in ask)


def asks_for_it(why: Why) -> bool:
    ask = top(made(why.state, why.seat, why.other)).ask
    return sorted(named(why.said["card"])) == sorted(ask)


def sees_the_offer(why: Why) -> bool:
    """Return whether the partner remembers the cards of the offer once it is refused."""
    offered = made(why.state, why.seat, why.other)
    refused, _ = after(offered, why.seat_named(), DECLINE)
    memories = GAME.view(refused, why.seat_named()).seen[len(why.names) * why.seat_named() :]
    give = top(offered).give
    return all(memories[why.seat].count(card) >= give.count(card) for card in give)


def counts_fewer(why: Why) -> bool:
    if isinstance(why.best, acts.Trade):
        fewer, more = (offer_gain(why, action) for action in (why.other, why.best))
    else:
        effect = top(why.state)
        fewer, more = (
            gain(why, effect.give, bytes((action.label,))) - gain(why, effect.give, b"")
            for action in (why.other, why.best)
        )
    return 0 < why.number("points") == fewer < more == why.number()


def only_best_is_sure(why: Why) -> bool:
    partner = why.best.partner
    ask = top(made(why.state, why.seat, why.best)).ask
    theirs = why.state.hands[partner]
    is_sure = all(theirs.count(card) >= ask.count(card) for card in ask)
    return (
        is_sure and why.seat_named() == partner and why.seat_named("partner") == why.other.partner
    )


def limit_stays(why: Why) -> bool:
    limits = [
        rules.limit(after(why.state, why.seat, action)[0], why.seat)
        for action in (why.other, why.best)
    ]
    return limits == [why.number(), why.number("more")]


def gives_more(why: Why) -> bool:
    return isinstance(why.other, acts.Give) and not isinstance(why.best, acts.Give)


def must_hold(why: Why) -> bool:
    later, _ = after(why.state, why.seat, why.other, PROPOSE)
    before, _ = after(why.state, why.seat, why.best)
    more = [*top(later).ask]
    for card in top(before).ask:
        more.remove(card)
    return more == [why.other.label] and top(later).seat == why.seat_named()


def cannot_hold(why: Why) -> bool:
    return why.other.label not in why.state.hands[why.seat_named()]


def only_best_completes(why: Why) -> bool:
    effect = top(why.state)
    without_it = gain(why, effect.give, b"")
    gains = [
        gain(why, effect.give, bytes((action.label,))) - without_it
        for action in (why.best, why.other)
    ]
    return gains[0] > gains[1] == 0


def only_best_was_seen(why: Why) -> bool:
    partner = top(why.state).partner
    known = GAME.view(why.state, why.seat).seen[len(why.state.hands) * why.seat :][partner]
    return why.best.label in why.state.hands[partner] and why.other.label not in known


def lays_less(why: Why) -> bool:
    effect = top(why.state)
    changed = gain(why, effect.ask, effect.give)
    is_accepted = isinstance(why.best, acts.Accept)
    return why.number("points") == (changed if is_accepted else -changed)


def may_be_declined(why: Why) -> bool:
    """Return whether the partner may decline the counter-offer, and nothing is accepted then."""
    offered = made(why.state, why.seat, why.other)
    partner = why.seat_named()
    refused, _ = after(offered, partner, DECLINE)
    return refused.hands == why.state.hands and not isinstance(top(refused), Answer)


def refused_counter(why: Why) -> bool:
    later, _ = after(why.state, why.seat, why.other)
    return later.hands == why.state.hands and refused_costs_nothing(why)


def counter_completes(why: Why) -> bool:
    effect = top(why.state)
    return gain(why, effect.ask, effect.give) <= 0 < offer_gain(why, why.best)


def completes_none(why: Why) -> bool:
    effect = top(why.state)
    return gain(why, effect.ask, effect.give) == 0


def group_values(why: Why) -> bool:
    rows = (("group", "points", why.other), ("lesser", "number", why.best))
    return all(
        why.said[group] == GROUP_NAMES[GROUP_OF[action.card]]
        and why.number(at) == VALUE_OF_GROUP[GROUP_OF[action.card]]
        and action.card < FIRST_ACTION
        for group, at, action in rows
    )


def of_its_card(*tests: Callable[..., bool]) -> Callable[[Why], bool]:
    """Return a test of the use of a card that the other action gives away."""

    def holds(why: Why) -> bool:
        card = card_of(why.other, why.said)
        given = top(why.state).ask if why.other == acts.ACCEPT else (why.other.card,)
        return card in given and all(
            test(why.state, why.seat, why.other, why.said) for test in tests
        )

    return holds


def has_idle(why: Why) -> bool:
    """Return whether a clause about a triplet that no rival has is true, if it is there."""
    idle = why.said["idle"] or ""
    by = "you" if idle.startswith("; only") else ""
    return not idle or has_no_target(by)(why.state, why.seat, why.other, why.said)


def says_their_gain(why: Why) -> bool:
    return gives_the_partner_a_triplet(why.state, why.seat, why.other, why.said)


LABEL: Final = r"(?P<card>[\w' -]+?)"
SEAT: Final = r"(?P<seat>\w+)"
GROUPS: Final = "|".join(GROUP_NAMES)
POINTS: Final = r"(?P<points>\d+) points?"
NOT: Final = r"not (?P<number>\d+)"
AFTER: Final = "after (?:laying|taking|marking|the swap|the offer)"
IDLE: Final = "(?P<idle>; only you have a triplet for it|; there is no triplet for it now)?"
GIFT: Final = f"they can then lay (?P<group>{GROUPS}), {POINTS}"
UNSURE: Final = f"{SEAT} may not have {LABEL}, and sees your offer"
WEAPON: Final = f"they can then (?:take your (?P<group>{GROUPS})|mark your USA)"
CLAIMS: Final[dict[str, tuple[Callable[[Why], bool], ...]]] = {
    "an offer scores nothing": (lambda why: isinstance(why.other, acts.Trade),),
    f"you can still (?:trade|(?:lay|take|mark|swap) it) {AFTER}": (stays,),
    "a joker scores nothing yet": (brings_nothing,),
    "it scores nothing, and cards in your hand count nothing in the end": (
        lambda why: not why.state.deck,
    ),
    r"it scores nothing, and (?P<ending>you (?:draw|discard) [\w ]+)": (ending,),
    r"after laying you draw (?P<number>\d+)": (draws_after,),
    rf"{SEAT} keeps (?P<number>\d) points? on that triplet": (keeps_points,),
    f"the joker stays with {SEAT}": (lambda why: why.seat_named() == why.best.owner,),
    r"you have (?P<number>\d) offers? left, and a refused one costs you no card": (offers_left,),
    f"it counts {POINTS}, {NOT}": (counts,),
    "you can (?:lay|take) it as well": (stays,),
    "it counts the same, but only three of a kind can be banked": (same_points, only_best_banks),
    "it counts the same, and leaves you (?P<cards>.+), not (?P<others>.+)": (same_points, leaves),
    "it counts the same; only the cards left in your hand differ": (same_points,),
    "it takes the same triplet with another card": (same_triplet,),
    rf"{SEAT} has {POINTS}, (?P<partner>\w+) (?P<number>\d+)": (owners_points,),
    r"(?P<number>\d+) action cards? could take it from your field": (could_be_taken,),
    f"it uses up {LABEL}": (uses_up,),
    f"it brings you no points, and uses up {LABEL}": (uses_up, brings_nothing),
    f"a joker scores nothing yet, and you give {LABEL} for it": (uses_up, brings_nothing),
    f"no card that {SEAT} may hold completes a triplet for you": (nothing_completes,),
    "even if accepted, it completes no triplet": (offer_completes_none,),
    rf"{SEAT} has {LABEL} only about \d+ times? in \d+, and sees your offer": (
        is_unsure,
        asks_for_it,
        sees_the_offer,
    ),
    UNSURE: (
        is_unsure,
        asks_for_it,
        sees_the_offer,
    ),
    f"{SEAT} may decline it, and sees your offer": (sees_the_offer,),
    f"its triplet counts {POINTS}, {NOT}": (counts_fewer,),
    rf"{SEAT} surely holds the card, (?P<partner>\w+) perhaps not": (only_best_is_sure,),
    "it can be your second offer of this turn": (
        stays,
        lambda why: not why.state.openings,
    ),
    r"your hand limit then stays (?P<number>\d+), not (?P<more>\d+)": (limit_stays,),
    "it gives one card more away": (gives_more,),
    f"to accept, {SEAT} must then hold that card, too": (must_hold,),
    f"{SEAT} cannot hold it": (cannot_hold,),
    "it completes no triplet in your hand": (only_best_completes,),
    "you have not seen it in that hand": (only_best_was_seen,),
    f"you could then lay {POINTS} less": (lays_less,),
    f"{SEAT} may decline it, and this offer is gone then": (may_be_declined,),
    "nothing changes hands; a refused counter-offer costs you no card": (refused_counter,),
    "it completes no triplet, as the counter-offer can": (counter_completes,),
    "what you get completes no triplet": (completes_none,),
    rf"a triplet of (?P<group>{GROUPS}) counts {POINTS}, one of (?P<lesser>{GROUPS}) "
    r"(?P<number>\d)": (group_values,),
    **{
        f"{pattern}{IDLE}": (of_its_card(test), has_idle)
        for use, part, test in (
            (f"could take (?P<group>{GROUPS})", "which {}", could_take),
            ("could mark a triplet of the USA", "which could mark the USA", could_mark),
            (
                "is part of a triplet that you hold",
                "part of a triplet that you hold",
                is_in_triplet,
            ),
            (
                "is part of a triplet that lacks one card",
                "part of a triplet that lacks one card",
                is_in_pair,
            ),
        )
        for pattern in (f"it {use}", f"you would give {LABEL}, {part.format(use)}")
    },
    GIFT: (says_their_gain,),
    WEAPON: (lambda why: gives_a_weapon(why.state, why.seat, why.other, why.said),),
}


def pairs(rng: Random, state: YummyState, seat: int) -> Iterator[tuple[AnyAction, AnyAction]]:
    """Yield the pairs of the advised action with each other one of another class, and more pairs at
    random, as a search may advise any action."""
    view = GAME.view(state, seat)
    first, *rest = [advice.action for advice in GAME.bots.advise(view, seat, SeatNames())]
    yield from ((first, other) for other in {type(action): action for action in rest}.values())
    chosen = [*product([first, *rest], repeat=2)]
    for best, other in rng.sample(chosen, min(PAIRS, len(chosen))):
        if best != other:
            yield best, other


def faults(
    counted: Counter[str], state: YummyState, seat: int, names: tuple[str, ...]
) -> list[str]:
    """Return the false and unknown clauses of a position; count the others."""
    found = []
    view = GAME.view(state, seat)
    for best, other in pairs(Random(f"{state.turn} {seat}"), state, seat):
        text = GAME.bots.contrast(view, seat, best, other, SeatNames(names))
        whole = [text] if text in CLAIMS else text.split("; ")
        if any(re.fullmatch(pattern, text) for pattern in CLAIMS):
            whole = [text]
        for part in filter(None, whole):
            shown = f"{GAME.texts.notation(best)} / {GAME.texts.notation(other)}: {part}"
            matches = [(p, m) for p in CLAIMS if (m := re.fullmatch(p, part))]
            if not matches:
                found.append(f"no claim: {shown}")
                continue
            results = []
            for pattern, said in matches:
                counted[pattern] += 1
                why = Why(GAME.clone(state), seat, names, best, other, said)
                results.append(all(test(why) for test in CLAIMS[pattern]))
            if not any(results):
                found.append(f"false: {shown}")
    return found


RARE: Final = {"an offer scores nothing", GIFT, UNSURE}
"""Clauses that few positions call for, with positions of their own below."""


def test_claims_of_rare_positions_are_true():
    counted = Counter[str]()
    last_cards = table("C1 C2 C3", "E1", "P1")
    gift = table("C3 E1", "C1 C2 E2", "P1", seen={(0, 1): "C1 C2"})
    gift.state.pending[-1] = Move(1)
    gift.offer(1, "E2", "C3", to=0)
    gone = "E1 E1 E1 E2 E2 E2 E6 E6 E6 EJ E3 E3 E5 E5"
    long_names = table("E3 E5 C7", "P1 P2", "U2 C3", out=gone)
    for position in (last_cards, gift, long_names):
        assert not faults(counted, position.state, 0, ("Ada", "Bartholomew", "Cleo"))
    assert not RARE - counted.keys()


def test_claims_of_why_not_another_action_are_true():
    counted = Counter[str]()
    false: list[str] = []
    positions = sampling.part(POSITIONS, sampling.CLAIMS_INTERVAL)
    for seats in GAME.seats:
        for case, step, state in walk(GAME, seats, positions):
            for seat in GAME.to_move(state):
                where = f"{case}, step {step}"
                false += [f"{where}, {f}" for f in faults(counted, state, seat, case.names)]
    assert not false, f"{len(false)}:\n" + "\n".join(false[:20])
    if sampling.is_full():
        unsaid = [pattern for pattern in CLAIMS if pattern not in counted and pattern not in RARE]
        assert not unsaid, "\n".join(unsaid)
