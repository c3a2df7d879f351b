"""The sentences of Darwin's Dice in hints and element texts, with the tests of their truth."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import product
from math import comb
from random import Random
from typing import Any, Final

import msgspec
from core.claims import Claim

from darwin_core.bots.rollouts import deal
from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.dice import GAME, acts, material, rules
from darwin_core.games.dice.acts import PLAYS, DiceEvent, Play
from darwin_core.games.dice.texts import card_name
from darwin_core.kit.fitted_policies import stored_policy

Subject = Play | Element
Said = re.Match[str]
Test = Callable[[material.DiceState, int, Subject, Said], bool]
DEALS: Final = 200
"""Number of deals in which the wins of a card are counted."""
DOUBT: Final = 0.24
"""Four standard errors of the difference between two counts of wins: in so many deals, and in those
of the program. A full sweep compares 50,000 of them."""


def card_of(subject: Subject) -> int:
    """Return the card of a hint or of an element text."""
    return subject.card if isinstance(subject, Play) else subject[1]


def unseen(state: material.DiceState, seat: int) -> Cards:
    """Return all cards that a seat has neither in its hand nor seen on the table."""
    left = [*material.DECK]
    hand = [card for card, copies in state.hands[seat].items() for _ in range(copies)]
    for card in (*hand, *state.middle, *state.out, *b"".join(state.taken)):
        left.remove(card)
    if state.chosen[seat] != NOTHING:
        left.remove(state.chosen[seat])
    return bytes(left)


def turn(state: material.DiceState, seat: int, *cards: int) -> list[DiceEvent]:
    """Return the events of a turn: a seat plays the first card, the others the rest in order."""
    seats = len(state.hands)
    supposed = rules.clone(state)
    supposed.chosen = [NOTHING] * seats
    supposed.waiting = 2**seats - 1
    others = iter(cards[1:])
    played = [cards[0] if player == seat else next(others) for player in range(seats)]
    supposed.hands = [material.hand_of((card, material.SCORPION)) for card in played]
    events = list[DiceEvent]()
    for player, card in enumerate(played):
        rules.apply(supposed, player, PLAYS[card], events.append)
    return events


@cache
def duel(roll: int, first: int, second: int, taken: Cards = b"") -> list[DiceEvent]:
    """Return the events of a turn of two cards; both players have taken some cards before."""
    two = rules.setup(material.DiceOptions(), 2, "a duel", None)
    two.rolls = bytes((roll,)) + two.rolls[1:]
    two.taken = [taken, taken]
    return turn(two, 0, first, second)


def beats(roll: int, first: int, second: int) -> bool:
    """Return whether a card wins a turn of two cards."""
    events = duel(roll, first, second)
    return any(isinstance(event, acts.Won) and event.seat == 0 for event in events)


def roll_of(state: material.DiceState) -> int:
    """Return the roll of the present turn."""
    return state.rolls[state.turn]


def could_win(state: material.DiceState, seat: int, card: int) -> float:
    """Return the probability that a card wins alone against a random unseen card of each rival: 0
    and 1 if it is certain to lose or to win."""
    cards = unseen(state, seat)
    rivals = len(state.hands) - 1
    beaten = [other for other in cards if beats(roll_of(state), card, other)]
    draws = comb(len(beaten), rivals)
    if card == material.SCORPION:
        # A scorpion wins over all cards but another scorpion if a trump is among them.
        trump = material.TRUMP[roll_of(state)]
        others = len(cards) - cards.count(card)
        no_trumps = others - cards.count(trump)
        draws = comb(len(beaten) - beaten.count(trump), rivals)
        draws += comb(others, rivals) - comb(no_trumps, rivals)
    return draws / max(comb(len(cards), rivals), 1)


def chance(state: material.DiceState, seat: int, card: int) -> float:
    """Return how often a card wins alone in deals of the unseen cards in which the rivals choose by
    the game's two policies by turns."""
    return _chances(msgspec.msgpack.encode(GAME.view(state, seat)), seat)[card]


@lru_cache(maxsize=8)
def _chances(packed: bytes, seat: int) -> dict[int, float]:
    view = msgspec.msgpack.decode(packed, type=material.DiceState)
    hand = [*view.hands[seat]]
    seats = len(view.hands)
    fitted = stored_policy(GAME, seats)
    assert fitted
    rng = Random(packed)
    counts = Counter[int]()
    for number in range(DEALS):
        policy: Any = (fitted, GAME.bots.fast_policy)[number % 2]
        world: Any = deal(GAME, view, rng.randbytes(16), policy)
        others = [
            policy(world, other).card if world.chosen[other] == NOTHING else world.chosen[other]
            for other in range(seats)
            if other != seat
        ]
        for card in hand:
            events = turn(world, seat, card, *others)
            won = [event.seat for event in events if isinstance(event, acts.Won)]
            counts[card] += won == [seat]
    return {card: counts[card] / DEALS for card in hand}


def is_named(state: material.DiceState, seat: int, card: int, said: Said) -> bool:
    """Return whether words name the probability that a card wins: ``OFTEN``."""
    bound = could_win(state, seat, card)
    if said["never"] or said["sure"]:
        return bound == (0 if said["never"] else 1)
    wins = chance(state, seat, card)
    if said["hardly"] or said["nearly"]:
        is_near = wins < 0.07 + DOUBT if said["hardly"] else wins > 0.93 - DOUBT
        return 0 < bound < 1 and is_near
    return abs(wins - int(said["tenths"]) / 10) <= 0.05 + DOUBT


def counts_wins(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    return is_named(state, seat, card_of(subject), said)


def gives_away(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether a card that loses a turn of two leaves its points to the winner."""
    card = card_of(subject)
    won = [
        event
        for other in {*material.DECK} - {card}
        for event in duel(roll_of(state), card, other)
        if isinstance(event, acts.Won) and event.seat == 1
    ]
    points = int(said["points"])
    return material.POINTS[card] == points and all(card in event.cards for event in won)


def is_cheap_and_weak(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether a card of 1 or 2 points wins less often than an equal share of the turns."""
    wins = chance(state, seat, card_of(subject))
    return wins < 1 / len(state.hands) + DOUBT and material.POINTS[card_of(subject)] <= 2


def counts_points(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    return int(said["points"]) == material.POINTS[card_of(subject)]


def is_trump(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    return card_of(subject) == material.TRUMP[roll_of(state)]


def could(state: material.DiceState, seat: int, card: int, cause: str, loses: bool) -> bool:
    """Return whether a card could cost its seat cards taken, or cost others some, by an animal's
    effect; ``loses`` asks for the former. The others play cards that the seat has not seen."""
    cards = unseen(state, seat)
    for others in product(sorted({*cards}), repeat=len(state.hands) - 1):
        if any(others.count(other_card) > cards.count(other_card) for other_card in others):
            continue
        losses = [
            event for event in turn(state, seat, card, *others) if isinstance(event, acts.Lost)
        ]
        if any(
            loss.cards and loss.cause == cause and (loss.seat == seat) == loses for loss in losses
        ):
            return True
    return False


def costs_me(cause: str) -> Test:
    return lambda state, seat, subject, said: could(state, seat, card_of(subject), cause, True)


def costs_others(cause: str) -> Test:
    return lambda state, seat, subject, said: could(state, seat, card_of(subject), cause, False)


def counts_risk(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    return int(said["risk"]) == sum(material.POINTS[card] for card in state.taken[seat]) > 0


def counts_middle(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    return int(said["middle"]) == sum(material.POINTS[card] for card in state.middle) > 0


def equals(card: int) -> list[int]:
    """Return the cards of other animals that have the number of a card."""
    number = material.CARDS[card].number
    return [
        kind for kind, row in enumerate(material.CARDS) if row.number == number and kind != card
    ]


def orders_equals(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether the animals named are those that win against the card on equal numbers."""
    card = card_of(subject)
    stronger = {
        material.CARDS[equal].name for equal in equals(card) if beats(roll_of(state), equal, card)
    }
    return stronger == {*re.findall("bear|lion|fox|snake", said["animals"] or "")}


@cache
def stronger(roll: int, card: int) -> list[int]:
    """Return the other kinds of cards that a card does not beat."""
    return [rival for rival in {*material.DECK} - {card} if not beats(roll, card, rival)]


def is_best(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether only the trump beats the card under every roll of a mode."""
    rolls = [roll for roll in range(material.ROLLS) if material.face(roll).mode == said["mode"]]
    return all(stronger(roll, card_of(subject)) == [material.TRUMP[roll]] for roll in rolls)


def in_mode(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether the present roll has the mode named, so that the text is about this turn."""
    return material.face(roll_of(state)).mode == said["mode"]


def is_worst(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether every other card beats the card under every roll of a mode."""
    rolls = [roll for roll in range(material.ROLLS) if material.face(roll).mode == said["mode"]]
    others = {*material.DECK} - {card_of(subject)}
    return all({*stronger(roll, card_of(subject))} == others for roll in rolls)


def wins_against(state: material.DiceState, seat: int, card: int) -> int:
    """Return the number of unseen cards that a card beats."""
    return sum(beats(roll_of(state), card, other) for other in unseen(state, seat))


def saves(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether the hand keeps the card named for a later turn, and it beats more cards."""
    saved = next(card for card in state.hands[seat] if f"the {card_name(card)}" == said["saved"])
    card = card_of(subject)
    return saved != card and wins_against(state, seat, saved) >= wins_against(state, seat, card)


def only_a_scorpion_beats_it(
    state: material.DiceState, seat: int, subject: Subject, said: Said
) -> bool:
    return stronger(roll_of(state), card_of(subject)) == [material.SCORPION]


def loses_ties(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    card = card_of(subject)
    return all(beats(roll_of(state), equal, card) for equal in equals(card))


def beats_a_trump(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether the card beats a trump, whose player then loses the cards taken."""
    roll = roll_of(state)
    card = card_of(subject)
    taken = bytes((material.SCORPION,))
    lost = [
        event
        for event in duel(roll, card, material.TRUMP[roll], taken)
        if isinstance(event, acts.Lost)
    ]
    return beats(roll, card, material.TRUMP[roll]) and [event.seat for event in lost] == [1]


def robs_the_second(state: material.DiceState, seat: int, subject: Subject, said: Said) -> bool:
    """Return whether the second loses the cards taken wherever the card wins a turn of two."""
    roll = roll_of(state)
    card = card_of(subject)
    taken = bytes((material.SCORPION,))
    return all(
        any(isinstance(event, acts.Lost) for event in duel(roll, card, other, taken))
        for other in {*material.DECK}
        if beats(roll, card, other)
    )


CARD: Final = r"[Tt]he (?:bear|lion|fox|snake|scorpion|owl) [\d.]+"
OFTEN: Final = (
    r"(?i:(?P<never>cannot win this turn)|(?P<sure>is sure to win this turn)"
    r"|(?P<hardly>hardly ever wins)|(?P<nearly>nearly always wins)"
    r"|wins about (?P<tenths>\d) times? in 10)"
)
RISK: Final = r"(?P<risk>\d+) points?"
POINTS_WORDS: Final = r"(?P<points>\d) points?"


def both(*tests: Test) -> Test:
    return lambda *args: all(test(*args) for test in tests)


CLAIMS: Final = (
    # Hints.
    Claim(f"{CARD} is trump and {OFTEN}", both(is_trump, counts_wins)),
    Claim(
        f"{CARD} is trump and {OFTEN}, but a scorpion would cost you the {RISK} taken",
        both(is_trump, counts_wins, counts_risk, costs_me("scorpion")),
    ),
    Claim(
        f"{CARD} beats a trump, whose player loses the cards taken",
        both(beats_a_trump, costs_others("scorpion")),
    ),
    Claim(
        f"{CARD} may come second to a snake, which costs you the {RISK} taken",
        both(counts_risk, costs_me("snake")),
    ),
    Claim(f"{CARD} {OFTEN}", counts_wins),
    Claim(
        f"{CARD} {OFTEN}, with (?P<middle>\\d+) points? in the middle",
        both(counts_wins, counts_middle),
    ),
    Claim(
        f"{CARD} {OFTEN}, but a loss gives away only {POINTS_WORDS}",
        both(counts_wins, gives_away, is_cheap_and_weak),
    ),
    Claim(f"a loss gives away {POINTS_WORDS}", gives_away),
    Claim(f"it keeps (?P<saved>{CARD}) for later", saves),
    Claim(
        f"a win costs the second player the cards taken, a loss gives away {POINTS_WORDS}",
        both(gives_away, robs_the_second, costs_others("snake")),
    ),
    Claim(
        "the second player loses the cards taken",
        both(robs_the_second, costs_others("snake")),
    ),
    # Elements.
    Claim(rf"(?:Bear|Lion|Fox|Snake|Scorpion|Owl) [\d.]+, {POINTS_WORDS}", counts_points),
    Claim(f"{OFTEN}(?: against good play)?", counts_wins),
    Claim("It is the trump: only a scorpion beats it", both(is_trump, only_a_scorpion_beats_it)),
    Claim("Beats a trump, whose player loses the cards taken", beats_a_trump),
    Claim("Loses ties", loses_ties),
    Claim("If it wins, the second loses the cards taken", robs_the_second),
    Claim("Best in a (?P<mode>fight|flight): only the trump beats it", both(in_mode, is_best)),
    Claim(
        "Weakest in a (?P<mode>fight|flight): every other card beats it", both(in_mode, is_worst)
    ),
    Claim(
        "On equal numbers it (?:beats every other animal|loses to (?P<animals>[a-z, ]+))",
        orders_equals,
    ),
)
PLAIN: Final = ()
