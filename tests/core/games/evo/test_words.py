"""Evo in words."""

import re

import pytest

from darwin_core.contract.game import HIDDEN, NOTHING, SPECTATOR, BadText
from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import (
    DONE,
    FORESEE,
    Adopt,
    Adopted,
    AnyAction,
    Arrived,
    Awake,
    Awoke,
    Counted,
    Culled,
    Dealt,
    DiedOut,
    Displace,
    Displaced,
    Drew,
    Ended,
    Forage,
    Foraged,
    Foresaw,
    Found,
    Hunt,
    Hunted,
    Migrate,
    Migrated,
    MillenniumBegan,
    Move,
    Moved,
    Mutated,
    Outcompeted,
    Predate,
    Preyed,
    Save,
    Settled,
    Slept,
    Survived,
    Withered,
)
from darwin_core.games.evo.material import SURVIVAL_TOKENS, TRAITS
from darwin_core.games.evo.texts import design_words
from darwin_core.text.seat_names import SeatNames

from .positions import cards, designs, ending, fauna, kind, living, starting

NAMES = ("Ada", "Ben", "Cleo")
DECK = "TTTTTT"

USES = [b"", designs("VS"), designs("VS VR HS XR XE"), designs("FA"), designs("FA GR")]
ACTIONS: list[AnyAction] = [
    *map(Awake, range(4)),
    *(Hunt(slot, uses) for slot in range(3) for uses in USES),
    *(Forage(slot, amount, uses) for slot in (3, 4) for amount in (1, 9, 19, 29) for uses in USES),
    *(Migrate(bytes([card]), place) for card in range(6) for place in range(4)),
    *(
        Migrate(bytes([one, other]), place)
        for one in range(6)
        for other in range(one, 6)
        for place in range(4)
    ),
    *(Predate(prey, trait) for prey in range(4) for trait in range(6)),
    *map(Displace, range(5)),
    *map(Save, range(6)),
    *map(Adopt, range(4)),
    *map(Found, range(4)),
    *(Move(start, end) for start in range(4) for end in range(4)),
    FORESEE,
    DONE,
]


def test_notation_of_every_action_reads_back_and_is_its_own():
    assert len({GAME.texts.notation(action) for action in ACTIONS}) == len(ACTIONS)
    for action in ACTIONS:
        assert GAME.texts.parse(GAME.texts.notation(action)) == action
    assert {type(action) for action in ACTIONS} == set(GAME.actions.__args__)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "awake",
            "awake 0",
            "awake 1 ",
            "hunt",
            "hunt 0",
            "hunt 1 VS",
            "hunt 1 +",
            "hunt 1+VS",
        ),
        *("hunt 1 +ZS", "hunt 1 +VZ", "forage 4", "forage 4 0", "forage 4 100", "migrate 2"),
        *("migrate SRP 2", "migrate s 2", "predate 2", "predate S 2", "displace", "save", "save 1"),
        *("adopt", "found 0", "move 1", "move 1 2 3", "done 1", "Done", "foresee 1", "hunt １"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text):
    with pytest.raises(BadText):
        GAME.texts.parse(text)


def a_hand(**where):
    where.setdefault("deck", DECK)
    own = where.pop("own", "VS FT GR XP XA XE")
    return living(
        kind(hand="SSSRRRTT", own=own, **where),
        kind(stand="1 2"),
        land=[("SR SS", "RR")],
        tokens={(0, 1): "0 1"},
        predation=True,
    )


SAID = [
    ("hunt 1", "hunt the grazer of strength with 2 size and strength"),
    ("hunt 2", "hunt the great grazer with 3 size"),
    ("hunt 1 +VS +XE", "with size and 2 strength, using bulging muscles and large litter"),
    ("forage 4 2", "forage the nut with size and 2 strength"),
    (
        "forage 5 1 +FT +GR",
        "second nut with strength and toughness, using tough gullet and grinding molars",
    ),
    ("migrate SR 2", "migrate to the mountain for size and strength"),
    ("migrate S 2", "migrate to the mountain for size by wandering"),
    ("predate 2 S", r"hunt the square with 3 cards of size \(predation, ours\)"),
    ("foresee", "draw a card by foresight"),
    ("done", "end the generation"),
]


@pytest.mark.parametrize(("text", "words"), SAID, ids=[text for text, _ in SAID])
def test_a_choice_is_shown_as_the_position_has_it(text, words):
    table = a_hand()
    assert text in table.may(0)
    assert re.search(
        words, GAME.texts.phrase(table.state, GAME.texts.parse(text), SeatNames(NAMES))
    )


def sleeping():
    return living(kind(hand="SR", own="XS")).do(0, "done")


def gorging():
    table = living(
        kind(hand="EEE"),
        kind(stand="1 2"),
        land=[("SR", "S")],
        tokens={(0, 1): "0 1", (0, 4): "0 1"},
        predation=True,
    )
    return table.do(0, "predate 2 E", "displace 1")


def choosing():
    return ending(kind(stand="2 1"), points=[0, 1])


PROMPTS = [
    (
        "choose the population that acts",
        lambda: starting(kind(hand="S", stand="1 2"), kind()),
        "awake 2",
    ),
    ("at the lake; 8 cards left", a_hand, "done"),
    (
        "You have no cards left: end",
        lambda: living(kind(hand="SSP", deck="RR"), land=[("SP", "")]).do(0, "hunt 1"),
        "done",
    ),
    (
        "can be paid for: migrate, or end the generation",
        lambda: living(kind(hand="AA", deck="RR"), land=[("SP", "")]),
        "done",
    ),
    (
        "can be paid for: end the generation",
        lambda: living(kind(hand="A", deck="RR"), land=[("SP", "")]),
        "done",
    ),
    ("1 more at most", gorging, "done"),
    ("one more token", lambda: gorging().do(0, "displace 4"), "displace 4"),
    ("Hibernation", sleeping, "save R"),
    ("Choose the species", choosing, "adopt 2"),
    ("new population", lambda: choosing().do(0, "adopt 1"), "found 2"),
    ("Move one", lambda: choosing().do(0, "adopt 1", "found 2"), "move 2 1"),
    ("or none", lambda: choosing().do(0, "adopt 1", "found 2"), "done"),
    ("The match is over", lambda: ending(millennium=4), None),
]


@pytest.mark.parametrize(("words", "table", "text"), PROMPTS, ids=[words for words, *_ in PROMPTS])
def test_each_decision_is_asked_for_and_answered_in_words(words, table, text):
    state = table().state
    (seat,) = GAME.to_move(state) or (0,)
    assert words in GAME.texts.prompt(GAME.view(state, seat), seat, SeatNames())
    waiting = GAME.texts.prompt(GAME.view(state, SPECTATOR), SPECTATOR, SeatNames(NAMES))
    assert waiting == (f"Waiting for {NAMES[seat]}." if state.pending else words + ".")
    if text:
        action = GAME.texts.parse(text)
        assert action in GAME.legal(state, seat)
        assert GAME.texts.phrase(GAME.view(state, seat), action, SeatNames(NAMES))


def test_the_last_generation_is_announced():
    assert "last generation" in GAME.texts.prompt(a_hand(deck="").state, 0, SeatNames())
    assert "last generation" not in GAME.texts.prompt(a_hand().state, 0, SeatNames())


SENTENCES = [
    (
        Dealt(bytes([0, 1, 5]), bytes([1, 0, 2]), (b"", b"", b""), 1),
        "Ada plays the square at the lake, .* Cleo plays the triangle at the forest. Ben begins.",
    ),
    (MillenniumBegan(2, 0), "Millennium 2 begins with Ada."),
    (Awoke(0, 3), "Ada begins a generation at the swamp."),
    (
        Hunted(0, fauna("SR"), cards("SSR"), b"", 2, 1),
        "Ada hunts the grazer of strength with 2 size and strength: "
        "2 tokens, an offspring of size.",
    ),
    (
        Hunted(0, fauna("SS"), cards("SS"), designs("HS XE"), 2, 2),
        "with 2 size, using pack hunting and large litter: 2 tokens, 2 offspring of size.",
    ),
    (Hunted(0, fauna("SS"), cards("SSS"), b"", 3, 0), "with 3 size: 3 tokens.$"),
    (
        Foraged(1, 1, cards("SR"), b"", 1, 1),
        "Ben forages the nut with size and strength: 1 token, an",
    ),
    (Foraged(1, 1, cards("SR"), b"", 2, 0), "strength: 2 tokens.$"),
    (Migrated(0, 1, 0, 2), "Ada migrates to the mountain: size survives, speed is lost."),
    (Migrated(0, 1, 0, HIDDEN), "size survives, another card is lost."),
    (Migrated(0, 1, 0, NOTHING), "to the mountain by wandering: size is on the deck."),
    (
        Preyed(0, 1, 4, 1),
        r"the square with 3 endurance \(predation, ours\), an offspring of endurance.",
    ),
    (Displaced(0, 1, 3, 0), "Ada replaces a token on the tree."),
    (Displaced(0, 1, 3, 0, 1), "Ada replaces a token of Ben on the tree."),
    (Displaced(0, NOTHING, 0, fauna("SR")), "Ada adds a token on the grazer of strength."),
    (Foresaw(0, 2, False), "Ada draws speed by foresight."),
    (Foresaw(0, HIDDEN, False), "Ada draws a card by foresight."),
    (Slept(0, 2), "Ada saves speed by hibernation."),
    (Withered(0, cards("SSR")), "Ada ends a generation and loses 2 size and strength."),
    (Withered(0, bytes([HIDDEN] * 3)), "loses 3 cards."),
    (Withered(0, b""), "loses nothing."),
    (Drew(0, cards("S"), cards("RRP")), "Ada draws 2 strength and speed; face up size."),
    (Drew(0, b"", bytes([HIDDEN] * 6)), "Ada draws 6 cards."),
    (DiedOut(0, fauna("SR"), 0, ((0, 2), (1, 1))), "with it 2 tokens of Ada and 1 token of Ben."),
    (DiedOut(0, fauna("SR"), 0), "The grazer of strength at the lake dies out."),
    (Arrived(3, 5, 0), "A berry comes to the lake."),
    (Outcompeted(0, 0, 2, 0), "Food without tokens takes 2 tokens from Ada at the lake."),
    (Outcompeted(0, 0, 0, 2), "Ada keeps 2 tokens at the lake by being territorial."),
    (Survived(0, 5, 0), "Ada has 5 tokens left: 5 points.$"),
    (Survived(0, 12, 7), "12 points, and a bonus of 7"),
    (Counted(0, 25, 1, cards("S")), "25 cards: \\+1 point; by chance size goes back."),
    (Counted(0, 26, 2, cards("SR")), "\\+2 points; by chance size and strength go back."),
    (Counted(0, 22, -2, cards("SS")), "−2 points; by chance 2 size are added."),
    (Counted(0, 23, -1, cards("S")), "−1 point; by chance size is added."),
    (Counted(0, 24, 0, b""), "24 cards: no points.$"),
    (Culled(2, designs("XT")[0]), "Natural selection takes territorial from the triangle."),
    (Mutated(2, designs("XT HS")), "The triangle gains pack hunting and territorial."),
    (Adopted(0, 2), "Ada plays the triangle from now on."),
    (Settled(0, 4), "Ada gets a new population at the desert."),
    (Moved(0, 4, 5), "Ada moves one from the desert to the forest."),
    (Ended((9, 12, 7), (1,)), "Ben wins with 12 points."),
    (Ended((12, 12, 7), (0, 1)), "Ada and Ben win with 12 points."),
]


def test_every_event_is_shown():
    assert {type(event) for event, _ in SENTENCES} == set(GAME.events)


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


def test_a_card_says_what_the_hand_lacks_for_it():
    table = living(kind(hand="SRR", deck=DECK), land=[("SR RS", "SR")])
    said = [
        GAME.texts.element(table.state, 0, ("slot", slot), SeatNames(NAMES)) for slot in range(5)
    ]
    assert said[0] == "You lack size. Grazer: 2 size and strength."
    assert said[1].startswith("Brawler: size and 2 strength for 2 tokens")
    assert said[3] == "You lack size. Tree: 1 size, then 1 token per size."
    assert "You lack" not in said[4]
    table = living(kind(hand="PA", deck=DECK), land=[("SR", "S")])
    assert GAME.texts.element(table.state, 0, ("slot", 0), SeatNames(NAMES)) == (
        "You lack all cards for it. Grazer: 2 size and strength."
    )
    assert "You lack" not in GAME.texts.element(table.state, 1, ("slot", 0), SeatNames(NAMES))


def test_what_lies_elsewhere_says_so_to_whoever_acts():
    state = living(kind(hand="SRR", deck=DECK), land=[("SR RS", "SR"), ("PT", "E")]).state

    def said(viewer, *element):
        return GAME.texts.element(state, viewer, element, SeatNames(NAMES))

    other = 1 - state.active
    assert said(0, "place", 5 * other).endswith("; not here.")
    assert said(0, "location", state.active).startswith("You are here already: ")
    for each in (said(1, "place", 5 * other), said(0, "place", 5 * state.active)):
        assert "not here" not in each


def test_how_near_a_card_is_to_dying_out():
    table = living(land=[("SR SS SP", "SR")], tokens={(0, 1): "3 0", (0, 2): "6 0", (0, 3): "4 3"})
    said = [
        GAME.texts.element(table.state, 0, ("place", slot), SeatNames(NAMES)) for slot in range(4)
    ]
    ends = [text.split("; ")[-1] for text in said]
    assert ends == ["room for 3.", "full.", "dies out.", "room for 6."]
    assert said[0].startswith("Grazer: 2 size and strength for 3 tokens")
    assert (
        GAME.texts.element(table.state, 0, ("place", 9), SeatNames(NAMES)) == "This place is empty."
    )


def test_every_trait_location_and_species_can_be_looked_at():
    state = a_hand().state
    for trait, row_ in enumerate(TRAITS):
        words = GAME.texts.element(state, 0, ("card", trait), SeatNames(NAMES))
        assert all(name in words for name in (row_.fauna, row_.location, row_.flora))
    assert "size" in GAME.texts.element(state, 0, ("location", 0), SeatNames(NAMES))
    assert "size" in GAME.texts.element(state, 0, ("species", 0), SeatNames(NAMES))
    assert "Gather 2 cards" in GAME.texts.element(state, 0, ("amount", 2), SeatNames(NAMES))


def test_the_description_holds_what_is_public_and_the_own_hand():
    table = living(
        kind(hand="SSR", deck="TT", offspring="E", future="PP", lost="AA", born="E", own="VS"),
        kind(hand="R", lost="AT"),
        land=[("SR", "R")],
        tokens={(0, 1): "1 2"},
    )
    names = NAMES[:2]
    sections = {
        s.name: s.lines for s in GAME.texts.describe(GAME.view(table.state, 0), 0, SeatNames(names))
    }
    assert list(sections) == [
        *("the lake", "the mountain", "circle of Ada", "square of Ben", "score", "hand"),
    ]
    assert "Tokens: circle 1, square 2" in sections["the lake"][0]
    assert sections["the lake"][-1] == "Here live: circle 3 populations, 2 available, 1 active."
    own = " ".join(sections["circle of Ada"])
    for words in ("born: endurance 1", "Future Genome: speed 2", "face up endurance", "Lost: 2"):
        assert words in own
    assert "bulging muscles (0 tokens)" in own
    assert sections["hand"] == ("You hold 2 size and strength.",)
    other = " ".join(sections["square of Ben"])
    assert "Hand: 1. Lost: 2." in other
    watched = {
        s.name
        for s in GAME.texts.describe(GAME.view(table.state, SPECTATOR), SPECTATOR, SeatNames(names))
    }
    assert "hand" not in watched


@pytest.mark.parametrize(("worn", "said"), [("9", "24"), ("10", "25, of which 24 are printed")])
def test_more_survival_tokens_than_are_printed_are_reported_and_stop_nobody(worn, said):
    table = living(
        kind(hand="SSR", own="VS", worn=worn), land=[("SR", "")], tokens={(0, 1): "15 1"}
    )
    sections = GAME.texts.describe(table.state, 0, SeatNames(NAMES[:2]))
    (lines,) = (each.lines for each in sections if each.name == "circle of Ada")
    assert lines[-1] == f"Survival tokens: {said}."
    assert SURVIVAL_TOKENS == 24
    assert table.do(0, "hunt 1").tokens(1) == [18, 1]


def test_nobody_is_named_for_a_species_while_it_is_free():
    table = choosing()
    names = {each.name for each in GAME.texts.describe(table.state, 0, SeatNames(NAMES[:2]))}
    assert {"circle of nobody yet", "square of nobody yet"} <= names
