"""Evo in words."""

import re

import pytest

from darwin_core.contract.game import HIDDEN
from darwin_core.games.evo import GAME, acts
from darwin_core.games.evo.material import SURVIVAL_TOKENS
from darwin_core.games.evo.texts import design_words
from darwin_core.text.seat_names import SeatNames

from .positions import ending, fauna, kind, living

NAMES = ("Ada", "Ben", "Cleo")
DECK = "TTTTTT"


def a_hand(**where):
    where.setdefault("deck", DECK)
    own_designs = where.pop("own", "VS FT GR XP XA XE")
    return living(
        kind(hand="SSSRRRTT", own=own_designs, **where),
        kind(stand="1 2"),
        land=[("SR SS", "RR")],
        tokens={(0, 1): "0 1"},
        predation=True,
    )


SAID = [
    (
        "forage 5 1 +FT +GR",
        "second nut with strength and toughness, using tough gullet and grinding molars",
    ),
    ("foresee", "draw a card by foresight"),
]


@pytest.mark.parametrize(("text", "words"), SAID, ids=[text for text, _ in SAID])
def test_a_choice_is_shown_as_the_position_has_it(text, words):
    table = a_hand()
    assert text in table.may(0)
    assert re.search(
        words, GAME.texts.phrase(table.state, GAME.texts.parse(text), SeatNames(NAMES))
    )


def choosing():
    return ending(kind(stand="2 1"), points=[0, 1])


SENTENCES = [
    (acts.Foresaw(0, 2, False), "Ada draws speed by foresight."),
    (acts.Foresaw(0, HIDDEN, False), "Ada draws a card by foresight."),
    (acts.Saved(0, 2), "Ada saves speed by hibernation."),
    (acts.Outcompeted(0, 0, 0, 2), "Ada keeps 2 tokens at the lake by being territorial."),
    (acts.Displaced(0, 1, 3, 0, 1), "Ada replaces a token of Ben on the tree."),
    (
        acts.DiedOut(0, fauna("SR"), 0, ((0, 2), (1, 1))),
        "with it 2 tokens of Ada and 1 token of Ben.",
    ),
    (
        acts.Hunted(0, fauna("SR"), b"\0\0\1", b"", 2, 0),
        ": 2 tokens, no offspring left in the supply",
    ),
    (acts.Hunted(0, fauna("SR"), b"\0\0\1", b"", 3, 0), ": 3 tokens\\.$"),
    (acts.Foraged(0, 3, b"\0\3", b"", 1, 0), ": 1 token, no offspring left in the supply"),
    (acts.Foraged(0, 3, b"\0\3", b"", 2, 0), ": 2 tokens\\.$"),
    (acts.Counted(0, 1, -23, b""), "Ada's Future Genome has 1 card: −23 points."),
    (acts.Ended((12, 12, 7), (0, 1)), "Ada and Ben win with 12 points."),
]


@pytest.mark.parametrize(
    ("event", "words"), SENTENCES, ids=[str(type(e).__name__) for e, _ in SENTENCES]
)
def test_event_in_words(event, words):
    sentence = GAME.texts.sentence(event, SeatNames(NAMES))
    assert re.search(words, sentence), sentence
    assert sentence.endswith(".")


# --- elements


def test_what_every_adaptation_does_is_shown_in_a_line():
    state = a_hand().state
    for design in range(30):
        words = GAME.texts.element(state, 0, ("adaptation", design), SeatNames(NAMES))
        assert len(words) <= 100
        assert design_words(design) in words
    assert "strength may count as size" in design_words(0)
    assert "size may count as agility" in design_words(5)


@pytest.mark.parametrize(
    ("hand", "deck", "own", "words"),
    [
        ("A", "", "", "No food at the lake can be paid for: end the generation."),
        ("A", "S", "XA", "No food at the lake can be paid for, but foresight can draw a card."),
        ("AA", "S", "", "No food at the lake can be paid for: migrate, or end the generation."),
        ("AAA", "", "", "No food at the lake can be paid for, but another species can be hunted."),
        ("", "S", "XA", "No food at the lake can be paid for, but foresight can draw a card."),
        ("", "", "XA", "You have no cards left: end the generation."),
    ],
)
def test_the_question_of_a_generation_names_what_is_possible(hand, deck, own, words):
    table = living(
        kind(hand=hand, deck=deck, own=own),
        kind(stand="3 0"),
        land=[("SS RR PP", "SR")],
        tokens={(0, 1): "0 2"},
        predation=True,
    )
    assert GAME.texts.prompt(GAME.view(table.state, 0), 0, SeatNames(("Ada", "Ben"))) == words


def test_what_lies_elsewhere_says_so_to_whoever_acts():
    state = living(kind(hand="SRR", deck=DECK), land=[("SR RS", "SR"), ("PT", "E")]).state

    def text_for(viewer, *element):
        return GAME.texts.element(state, viewer, element, SeatNames(NAMES))

    other = 1 - state.active
    assert text_for(0, "place", 5 * other).endswith("; out of reach.")
    assert text_for(0, "location", state.active).startswith("You are here already: ")
    for sentence in (text_for(1, "place", 5 * other), text_for(0, "place", 5 * state.active)):
        assert "reach" not in sentence


@pytest.mark.parametrize(("worn", "tokens"), [("9", "24"), ("10", "25, of which 24 are printed")])
def test_more_survival_tokens_than_are_printed_are_reported_and_stop_nobody(worn, tokens):
    table = living(
        kind(hand="SSR", own="VS", worn=worn), land=[("SR", "")], tokens={(0, 1): "15 1"}
    )
    sections = GAME.texts.describe(table.state, 0, SeatNames(NAMES[:2]))
    (lines,) = (section.lines for section in sections if section.name == "finch of Ada")
    assert lines[-1] == f"Survival tokens: {tokens}."
    assert SURVIVAL_TOKENS == 24
    assert table.do(0, "hunt 1").tokens(1) == [18, 1]


def test_nobody_is_named_for_a_species_while_it_is_free():
    table = choosing()
    names = {section.name for section in GAME.texts.describe(table.state, 0, SeatNames(NAMES[:2]))}
    assert {"finch of nobody yet", "newt of nobody yet"} <= names
