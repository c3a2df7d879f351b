"""The last trick of an era is named before it is played, and its winner gains nothing."""

from random import Random

import pytest

from darwin_core.games.darwinning import GAME, acts, material
from darwin_core.games.darwinning.texts import is_last_trick, may_become_last, set_words
from darwin_core.text.seat_names import SeatNames

from .positions import cards, following, leading

NAMES = SeatNames(("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"))
SUFFIX = " (last trick: no gain)"


def plays(seats, seed):
    """Yield each decision in a trick of a match in which players like to play many cards, with the
    action played, and the events of that action."""
    rng = Random(seed)
    state = GAME.setup(GAME.options(), seats, seed, None)
    while movers := GAME.to_move(state):
        seat = rng.choice(movers)
        actions = list(GAME.legal(state, seat))
        action = rng.choice(actions)
        if rng.random() < 0.5:
            action = max(actions, key=lambda action: len(getattr(action, "cards", b"")))
        before = GAME.clone(state)
        events: list[acts.DarwinningEvent] = []
        GAME.apply(state, seat, action, events.append)
        yield before, seat, action, events, state


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_trick_is_the_last_if_it_is_said_to_be_or_an_action_says_that_it_makes_it_so(seats):
    said = []
    lasts = made = 0
    for number in range(4):
        for before, seat, action, events, _ in plays(seats, f"last {number}"):
            if isinstance(action, acts.Play):
                view = GAME.view(before, seat)
                makes_last = SUFFIX in GAME.texts.phrase(view, action, NAMES)
                is_last = "last trick" in GAME.texts.prompt(view, seat, NAMES).lower()
                assert is_last == (GAME.texts.phase(view, seat) == "last") == is_last_trick(view)
                assert bool(GAME.texts.ending(view, seat)) == is_last
                assert not (is_last and makes_last)
                said.append(is_last or makes_last)
                made += makes_last
            for event in events:
                if isinstance(event, acts.TrickWon):
                    assert event.is_last == any(said)
                    said.clear()
                    lasts += event.is_last
    assert lasts >= 12
    assert made or seats > 4


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_winner_of_a_last_trick_reads_that_it_brings_nothing(seats):
    for _, _, _, events, after in plays(seats, "nothing"):
        for won in events:
            if not isinstance(won, acts.TrickWon):
                continue
            improves = [
                effect.seat for effect in after.pending if isinstance(effect, material.Improve)
            ]
            assert (won.seat in improves) <= (not won.is_last)
            sentence = GAME.texts.sentence(won, NAMES)
            assert ("that brings nothing" in sentence) == won.is_last


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_loses_a_trick_with_a_combination_reads_which_one_lost_to_what(seats):
    lost = 0
    for before, seat, action, events, _ in plays(seats, "beaten"):
        for won in events:
            if not isinstance(won, acts.TrickWon):
                continue
            played = [*before.played]
            used = [*before.used]
            if isinstance(action, acts.Play):
                played[seat] = action.cards
            else:
                used[seat] = action.cards
            for event in events:
                if isinstance(event, acts.Used):
                    used[event.seat] = event.cards
            sets = [mine + more for mine, more in zip(played, used, strict=True)]
            beaten = [
                loser
                for loser, combination in enumerate(sets)
                if loser != won.seat
                and len(combination) > 1
                and not won.is_last
                and not set_words(combination).startswith("no combination")
            ]
            assert [*won.missed] == beaten
            for loser in beaten:
                words = f"{NAMES.names[loser]} ({set_words(sets[loser])})"
                assert words in GAME.texts.sentence(won, NAMES)
            lost += len(beaten)
    assert lost


def test_cards_that_exist_twice_empty_a_hand_too():
    table = following("F14 F14 F5", "A1 A4", "A2 A5", "A3 A6", spare=0)
    action = acts.Play(cards("F14 F14 F5"))
    assert not GAME.texts.ending(table.state, 0)
    phrase = GAME.texts.phrase(table.state, action, NAMES)
    assert phrase == f"flush, sum 33: F5 F14 F14{SUFFIX}"


def test_the_next_trick_is_not_announced_while_the_winner_of_this_one_improves():
    table = leading("turtle", "amoeba", "bat", hands=("A6 A9", "F2 F3", "A1 A2"))
    table.do(0, "A9").do(1, "F2").do(2, "A1")
    assert table.asked == (["Improve"], [0])
    assert not GAME.texts.ending(table.state, 0)
    table.do(0, "done")
    assert GAME.texts.ending(table.state, 0)[-1] == "last trick"
    prompt = GAME.texts.prompt(table.state, 0, NAMES)
    assert prompt == "You lead the last trick; winning it brings nothing."


def test_a_hint_never_promises_a_gain_in_a_trick_that_is_the_last_for_certain():
    """One rival has a single card left to play, so the trick is the last whatever happens."""
    table = leading("turtle", "amoeba", "bat", hands=("A6 A9 B9", "F2", "A1 A2"))
    for advice in GAME.bots.advise(GAME.view(table.state, 0), 0, NAMES):
        assert advice.reason.startswith("if it is beaten, you improve with it: ")


def test_who_improves_after_the_last_trick_reads_that_losing_it_is_the_reason():
    table = leading("turtle", "amoeba", "bat", hands=("A6", "F2", "A9"))
    table.do(0, "A6").do(1, "F2").do(2, "A9")
    assert table.asked == (["Improve"], [0])
    prompt = GAME.texts.prompt(table.state, 0, NAMES)
    assert prompt.startswith("You lost the last trick, so you improve")


@pytest.mark.parametrize(("rival", "may_end"), [("F2 F3", True), ("F2 F3 F4 F5 F6", False)])
def test_a_trick_may_become_the_last_if_a_rival_could_play_all_cards(rival, may_end):
    table = leading("turtle", "amoeba", hands=("A6 A9 B9 B8 B7", rival))
    assert may_become_last(GAME.view(table.state, 0), 0) == may_end


def test_a_trick_that_is_the_last_for_certain_is_not_worth_winning():
    table = leading("turtle", "amoeba", "bat", hands=("A7 B7 F12 F3", "B9", "A12 B1"))
    advice = GAME.bots.advise(GAME.view(table.state, 0), 0, NAMES)
    assert GAME.texts.notation(advice[-1].action) == "A7 B7"


def test_in_the_last_trick_of_two_the_display_is_left_to_lose():
    table = leading("turtle", "bat", hands=("A7", "B9 B12"), display="F7 F3 F12")
    table.do(0, "A7").do(1, "B12")
    view = GAME.view(table.state, 0)
    assert GAME.texts.phase(view, 0) == "last"
    best, other = [advice.action for advice in GAME.bots.advise(view, 0, NAMES)]
    assert (best, other) == (acts.Use(b""), acts.Use(cards("F7")))
    assert GAME.bots.contrast(view, 0, best, other, NAMES).endswith("improves nothing")
