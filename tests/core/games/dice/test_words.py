"""Darwin's Dice in words."""

import re
from itertools import combinations
from random import Random

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.dice import GAME, rules
from darwin_core.games.dice.acts import DiceEvent, Lost, Revealed, Won
from darwin_core.games.dice.bots import judge, win_probability
from darwin_core.games.dice.hints import advise
from darwin_core.games.dice.material import (
    CARDS,
    POINTS,
    ROLLS,
    STRENGTH,
    STRENGTH_WITH_TRUMP,
    TRUMP,
    DiceOptions,
    face,
)
from darwin_core.games.dice.odds import likely_wins
from darwin_core.games.dice.texts import card_name
from darwin_core.text.seat_names import SeatNames

from .positions import cards, play, roll

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def assert_sentence(kind, words, *turn, **where):
    """Assert that the sentence of an event contains all these words in this order."""
    (event,) = play(*turn, **where).events_of(kind)
    sentence = GAME.texts.sentence(event, SeatNames(NAMES[: len(turn) - 1]))
    assert re.search(".*".join(map(re.escape, words)), sentence), sentence


def test_losses_are_shown():
    turn = ("fight blue 1", "L6", "S8")
    words = ["snake costs Ada 2 cards with 7 points. They leave the game: nobody gets them."]
    assert_sentence(Lost, words, *turn, taken=["F1 F2", ""])
    words = ["snake costs Ada 1 card with 4 points. It leaves the game: nobody gets it."]
    assert_sentence(Lost, words, *turn, taken=["F1", ""])
    words = ["scorpion costs Ada nothing: there are no cards to lose yet."]
    assert_sentence(Lost, words, "fight blue 1", "B1", "C")


@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_the_chance_to_win_is_that_of_all_deals(rivals):
    """Count every way to play the rivals' cards, by the rules."""
    unseen = cards("C C B1 B1 L4 F6 S1 O9 O0")
    for roll_text in ("fight blue 1", "flight blue 1", "fight green 6"):
        for card in cards("C B1 L4 S1 O9"):
            deals = list(combinations(unseen, rivals))
            won = sum(wins_alone(roll(roll_text), card, deal) for deal in deals)
            chance = win_probability(card, roll(roll_text), bytes(unseen), rivals)
            assert chance == pytest.approx(won / len(deals)), (roll_text, CARDS[card].code)


def wins_alone(rolled, card, others):
    table = (STRENGTH_WITH_TRUMP if TRUMP[rolled] in (card, *others) else STRENGTH)[rolled]
    return all(table[card] > table[other] for other in others)


def defeat(seat, *turn, **where):
    """Return the sentence to a seat about its defeat in a turn."""
    events = play(*turn, **where).events
    return GAME.texts.defeat(events, seat, SeatNames(NAMES[: len(turn) - 1]))


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (
            ("fight blue 1", "L5", "S7"),
            "Ben takes 4 points, 1 of them yours: snake 7 is higher than your lion 5.",
        ),
        (
            ("flight blue 1", "L5", "S4"),
            "Ben takes 2 points, 1 of them yours: snake 4 is lower than your lion 5.",
        ),
        (
            ("flight blue 1", "C", "L4"),
            "Ben takes 3 points, 2 of them yours: lion 4 is lower than your scorpion 4.5.",
        ),
        (
            ("fight blue 1", "F5", "B5"),
            "Ben takes 2 points, 1 of them yours: bear 5 beats your fox 5 in a tie.",
        ),
        (
            ("fight blue 1", "O9", "B1"),
            "Ben takes 9 points, 5 of them yours: bear 1, the trump, beats your owl 9.",
        ),
        (
            ("fight blue 1", "B1", "C"),
            "Ben takes 6 points, 4 of them yours: scorpion 4.5 beats the trump, your bear 1.",
        ),
        (
            ("fight blue 1", "O9", "C", "B1"),
            "Ben takes 11 points, 5 of them yours: scorpion 4.5 beats the trump and your owl 9.",
        ),
        (
            ("fight blue 1", "L3", "F8", "F8"),
            "Nobody wins: equal strongest cards, fox 8. Your lion 3 goes to the middle.",
        ),
    ],
)
def test_a_defeat_names_both_cards_the_reason_and_the_points(turn, words):
    assert defeat(0, *turn) == words
    winner = 1
    assert ("Nobody" in words) == bool(defeat(winner, *turn))


def test_a_defeat_names_the_middle_and_the_end_of_the_round():
    words = defeat(0, "fight blue 1", "L5", "S7", middle="F8 F5")
    assert words.startswith(
        "Ben takes 9 points, 1 of them yours: snake 7 is higher than your lion 5."
    )
    assert words.endswith(" 5 points of that lay in the middle.")
    words = "Nobody wins: equal strongest cards, fox 8. Your fox 8 leaves the game."
    assert defeat(0, "fight blue 1", "F8", "F8", turns_left=1) == words


def test_a_turn_that_has_not_ended_defeats_nobody():
    events = play("fight blue 1", "L5", "S7").events
    assert defeat(0, "fight blue 1", "L5", "S7")
    for end, event in enumerate(events):
        if isinstance(event, Won):
            assert not GAME.texts.defeat(events[:end], 0, SeatNames(NAMES[:2]))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_lost_turn_of_a_match_has_a_true_sentence(seats):
    names = SeatNames(NAMES[:seats])
    lost = 0
    for number in range(4):
        rng = Random(number)
        state = rules.setup(DiceOptions(), seats, f"defeats {number}", None)
        while movers := GAME.to_move(state):
            events: list[DiceEvent] = []
            seat = movers[0]
            GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat))), events.append)
            reveal = next((event for event in events if isinstance(event, Revealed)), None)
            won = next((event for event in events if isinstance(event, Won)), None)
            for seat in range(seats):
                words = GAME.texts.defeat(events, seat, names)
                if reveal is None or (won and won.seat == seat):
                    assert not words
                    continue
                lost += 1
                card = dict(reveal.ranking)[seat]
                assert f"our {card_name(card)}" in words
                if won:
                    gained = sum(POINTS[card] for card in won.cards + won.carried)
                    assert words.startswith(f"{NAMES[won.seat]} takes {gained} point")
                    assert holds(words, reveal, card)
                else:
                    assert words.startswith("Nobody wins")
    assert lost


def holds(words, reveal, card):
    """Return whether the reason of a defeat is true of a reveal."""
    best = reveal.ranking[0][1]
    trump = TRUMP[reveal.roll]
    is_played = trump in [other for _, other in reveal.ranking]
    if ", the trump, " in words:
        return best == trump
    if "the trump" in words:
        return (
            is_played
            and CARDS[best].name == "scorpion"
            and ("and your" in words) == (card != trump)
        )
    if "in a tie" in words:
        return CARDS[best].halves == CARDS[card].halves and not is_played
    is_higher = CARDS[best].halves > CARDS[card].halves
    return is_higher == ("higher" in words) != ("lower" in words) and not is_played


@pytest.mark.parametrize("counter", [True, False])
def test_a_trump_is_named_as_long_as_somebody_may_play_it(counter):
    gone = 0
    for number in range(6):
        rng = Random(number)
        state = GAME.setup(GAME.options(counter=counter), 4, f"trumps {number}", None)
        while movers := GAME.to_move(state):
            seat = movers[0]
            words = GAME.texts.prompt(GAME.view(state, seat), seat, SeatNames(NAMES))
            trump = TRUMP[state.rolls[state.turn]]
            hidden = [*state.deck, *(card for card in state.chosen if card != NOTHING)]
            left = trump in hidden or any(trump in hand for hand in state.hands)
            assert ("trump is" in words) == (left or not counter), words
            gone += not left
            GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat))), None)
    assert gone


def test_a_weaker_card_worth_more_names_the_strong_card_that_it_saves():
    saves = 0
    for number in range(40):
        state = rules.setup(DiceOptions(), 4, f"saved {number}", None)
        values = {value.card: value for value in judge(state, 0)}
        advised = advise(GAME.view(state, 0), 0, SeatNames())
        strong = max(values.values(), key=lambda value: (value.wins, value.value))
        best = values[advised[0].action.card]
        now = strong.value - strong.saving
        if strong.saving < 0 and best.wins < strong.wins and now > best.value - best.saving:
            wins = likely_wins(GAME.view(state, 0), 0)
            is_saved = wins[best.card] < wins[strong.card]
            words = f"it keeps the {card_name(strong.card)} for later"
            # A card that wins at least as often now, as a trump does, is no sacrifice.
            assert (words in advised[0].reason) == is_saved
            saves += is_saved
    assert saves


@pytest.mark.parametrize(
    ("card", "mode", "words"),
    [
        ("O9", "fight", "Best in a fight"),
        ("O9", "flight", "Weakest in a flight"),
        ("O0", "flight", "Best in a flight"),
        ("O0", "fight", "Weakest in a fight"),
    ],
)
def test_an_owl_is_described_for_the_mode_of_the_turn(card, mode, words):
    state = rules.setup(DiceOptions(), 4, "owls", None)
    owl = next(kind for kind, row in enumerate(CARDS) if row.code == card)
    state.rolls = bytes(
        [
            next(
                number
                for number in range(ROLLS)
                if face(number).mode == mode and TRUMP[number] != owl
            )
        ]
    ) * len(state.rolls)
    assert words in GAME.texts.element(state, 0, ("card", owl), SeatNames())
