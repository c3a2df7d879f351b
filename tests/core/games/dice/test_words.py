"""Darwin's Dice in words."""

import re
from itertools import combinations

import pytest
from matches import refusal_of

from darwin_core.contract.game import SPECTATOR, BadText
from darwin_core.contract.tables import read_text
from darwin_core.games.dice import GAME
from darwin_core.games.dice.acts import Carried, Lost, Play, Revealed, Scored, Won
from darwin_core.games.dice.bots import win_chance
from darwin_core.games.dice.material import CARDS, STRENGTH, STRENGTH_WITH_TRUMP, TRUMP
from darwin_core.games.dice.texts import reasons
from darwin_core.text.seat_names import SeatNames

from .positions import cards, play, position, roll

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def test_notation_of_every_card_reads_back():
    for kind, card in enumerate(CARDS):
        assert GAME.texts.notation(Play(kind)) == card.code
        assert GAME.texts.parse(card.code) == Play(kind)


@pytest.mark.parametrize("text", ["", "b7", "B9", "B0", "O5", "C4", "B7 ", "S", "４"])
def test_a_text_that_is_no_card_is_refused(text):
    with pytest.raises(BadText, match="is no card"):
        GAME.texts.parse(text)


def why(rolls, *plays):
    (event,) = play(rolls, *plays).events_of(Revealed)
    return list(reasons(event))


def test_a_reveal_gives_its_reasons():
    assert why("fight blue 1", "L5", "S7") == ["7 beats 5", ""]
    assert why("flight blue 1", "L5", "S7") == ["5 beats 7", ""]
    assert why("fight blue 1", "F5", "B5") == ["bear beats fox in a tie", ""]
    assert why("flight blue 1", "F5", "B5") == ["fox beats bear in a tie", ""]
    assert why("fight blue 1", "B1", "C") == ["scorpion beats trump", ""]
    assert why("fight blue 1", "B1", "O9") == ["trump beats the rest", ""]
    assert why("fight blue 1", "C", "C") == ["the same card", ""]
    assert why("fight blue 1", "B4", "C") == ["4.5 beats 4", ""]


def assert_sentence(kind, words, *turn, **where):
    """Assert that the sentence of an event contains all these words in this order."""
    (event,) = play(*turn, **where).events_of(kind)
    sentence = GAME.texts.sentence(event, SeatNames(NAMES[: len(turn) - 1]))
    assert re.search(".*".join(map(re.escape, words)), sentence), sentence


def test_losses_are_shown():
    turn = ("fight blue 1", "L6", "S8")
    words = ["snake costs Ada 2 cards with 7 points. They leave the game."]
    assert_sentence(Lost, words, *turn, taken=["F1 F2", ""])
    words = ["snake costs Ada 1 card with 4 points. It leaves the game."]
    assert_sentence(Lost, words, *turn, taken=["F1", ""])
    words = ["scorpion costs Ada nothing: there are no cards to lose yet."]
    assert_sentence(Lost, words, "fight blue 1", "B1", "C")


def test_nothing_says_that_an_animal_robs_for_nobody_gets_those_cards():
    (event,) = play("fight blue 1", "L6", "S8", taken=["F1 F2", ""]).events_of(Lost)
    texts = [
        GAME.blurb,
        read_text("darwin_core.games.dice", "rules.md"),
        GAME.texts.sentence(event, SeatNames(NAMES)),
    ]
    state = position("fight blue 1", "B1 C S8", "F2 F3 F4", turns_left=3, taken=["F1", "L1 L2"])
    view = GAME.view(state, 0)
    for card in cards("B1 C S8"):
        texts.append(GAME.texts.element(view, 0, ("card", card), SeatNames(NAMES)))
    texts += [advice.reason for advice in GAME.bots.advise(view, 0, SeatNames())]
    assert "loses the cards taken" in " ".join(texts)
    assert [text for text in texts if re.search(r"\brob", text)] == []


def test_the_summary_lets_a_scorpion_win_without_a_trump():
    (won,) = play("fight blue 1", "C", "B3").events_of(Won)
    assert won.seat == 0
    assert "A scorpion counts 4.5;" in read_text("darwin_core.games.dice", "summary.md")


def test_on_equal_numbers_a_trump_wins_against_every_animal():
    (won,) = play("fight yellow 3", "B3", "L3").events_of(Won)
    assert won.seat == 1
    view = GAME.view(position("fight yellow 3", "B3", "L3"), 0)
    said = GAME.texts.element(view, 0, ("card", *cards("B3")), SeatNames(NAMES))
    assert said == "Bear 3, 2 points. On equal numbers it loses to lion."


def test_half_a_number_is_written_in_ascii_wherever_it_is_said():
    state = position("fight blue 1", "C", "B1")
    view = GAME.view(state, 0)
    reasons = " ".join(advice.reason for advice in GAME.bots.advise(view, 0, SeatNames()))
    assert "scorpion 4.5" in reasons
    refusal = refusal_of(GAME, position("fight blue 1", "B1", "F2"), 0, Play(*cards("C")))
    assert refusal.sentence == "You hold no scorpion 4.5."
    assert "½" not in read_text("darwin_core.games.dice", "rules.md")
    assert all(card.number.isascii() for card in CARDS)


@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_the_chance_to_win_is_that_of_all_deals(rivals):
    """Count every way to play the rivals' cards, by the rules."""
    unseen = cards("C C B1 B1 L4 F6 S1 O9 O0")
    for roll_text in ("fight blue 1", "flight blue 1", "fight green 6"):
        for card in cards("C B1 L4 S1 O9"):
            deals = list(combinations(unseen, rivals))
            won = sum(wins_alone(roll(roll_text), card, deal) for deal in deals)
            chance = win_chance(card, roll(roll_text), bytes(unseen), rivals)
            assert chance == pytest.approx(won / len(deals)), (roll_text, CARDS[card].code)


def wins_alone(rolled, card, others):
    table = (STRENGTH_WITH_TRUMP if TRUMP[rolled] in (card, *others) else STRENGTH)[rolled]
    return all(table[card] > table[other] for other in others)


def test_the_cards_won_are_logged():
    turn = ("fight blue 1", "L6", "F8")
    assert_sentence(Won, ["Ben", "3 cards", "7 points", "middle"], *turn, middle="F5")


def test_a_carry_over_is_shown():
    words = ["Ada", "Ben", "lion 6", "nobody wins"]
    assert_sentence(Carried, words, "fight blue 1", "L6", "L6", "F2")


def test_the_end_of_a_round_is_shown():
    words = ["Round 3", "Ada 0", "Ben 0", "2 cards", "leave the game"]
    assert_sentence(Scored, words, "fight blue 1", "L6", "L6", turns_left=1)


def test_the_prompt_says_mode_trump_and_what_to_do():
    state = position("flight green 3", "F3", "B1")
    asked = GAME.texts.prompt(GAME.view(state, 0), 0, SeatNames(NAMES))
    assert asked == "Flight: lowest wins; one trump, fox 3. Choose a card."
    spectator = GAME.view(state, SPECTATOR)
    assert GAME.texts.prompt(spectator, SPECTATOR, SeatNames(NAMES)) == "Waiting for Ada and Ben."
    GAME.apply(state, 0, Play(*cards("F3")), None)
    chosen = GAME.texts.prompt(GAME.view(state, 0), 0, SeatNames(NAMES))
    assert chosen == "Waiting for Ben."
    assert GAME.texts.prompt(GAME.view(state, 1), 1, SeatNames(NAMES)) == asked


def test_the_description_holds_what_is_public_and_the_own_hand():
    state = position("fight blue 1", "B7", "O9", taken=["F1", ""], middle="F2", turns_left=1)
    sections = {
        s.name: s.lines for s in GAME.texts.describe(GAME.view(state, 0), 0, SeatNames(NAMES[:2]))
    }
    assert list(sections) == ["table", "seats", "unseen", "hand"]
    assert sections["hand"] == ("You hold bear 7.",)
    assert any("fox 1" in line for line in sections["seats"])
    assert any("the middle" in line for line in sections["table"])
    unseen = " ".join(sections["unseen"])
    assert "bear 7," in unseen
    assert "bear 1 twice" in unseen
    watched = {
        s.name
        for s in GAME.texts.describe(GAME.view(state, SPECTATOR), SPECTATOR, SeatNames(NAMES[:2]))
    }
    assert watched == {"table", "seats", "unseen"}
