"""The event log of Darwin's Journey."""

import pytest

from darwin_core.contract.game import HIDDEN, NOTHING, SPECTATOR
from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import (
    Achieved,
    Awarded,
    Began,
    Bought,
    CameFirst,
    Cleaned,
    Collected,
    Completed,
    Copied,
    Counted,
    Dealt,
    Delivered,
    Ended,
    Finished,
    Gained,
    Kept,
    Landed,
    Moved,
    Ordered,
    Passed,
    Performed,
    Pitched,
    Placed,
    Reported,
    Researched,
    Reused,
    Signed,
    Stamped,
    Took,
    Unlocked,
)
from darwin_core.games.journey.material import OBJECTIVES
from darwin_core.text.seat_names import SeatNames

from .positions import GOLD, SILVER, at, page, specimen

NAMES = ("Ada", "Ben", "Cleo")
EXPLORE, SPECIAL_3 = page("exploration"), page("special", 3)
FOSSIL = specimen("red fossil")

SENTENCES = [
    (
        Dealt(bytes([1, 0, 2]), (b"", b"", b"")),
        "Crew cards are dealt. The turn order is Ben, Ada and Cleo.",
    ),
    (Kept(0, 0), "Ada keeps the purser."),
    (Kept(0, HIDDEN), "Ada keeps a crew card."),
    (Passed((b"", b"", b"")), "The hands are passed to the left."),
    (
        Signed((bytes([0, 1]), bytes([2, 3])), b""),
        "The crew cards are turned up: Ada has the purser and the surveyor; "
        "Ben has the naturalist and the coxswain.",
    ),
    (Began(2, bytes([2, 0, 1])), "Round 2 begins; in turn order: Cleo, Ada and Ben."),
    (
        Gained(0, 2, 1, 1, 3),
        "Ada gains 2 coins, 1 point, 1 knowledge and 3 steps of evolution.",
    ),
    (Gained(0, steps=1), "Ada gains 1 step of evolution."),
    (Gained(0, knowledge=-1), "Ada spends 1 knowledge."),
    (Placed(0, 1, EXPLORE, 0, 0, NOTHING), "Ada places worker 2 on Exploration 1."),
    (
        Placed(0, 4, EXPLORE + 1, 2, 1, 1),
        "Ada places the fifth worker on Exploration 2 for 2 coins and 1 knowledge; "
        "Ben gains 1 coin for the lens.",
    ),
    (Ended(0), "Ada ends the turn."),
    (Moved(0, at("O0"), at("O3")), "Ada's ship sails from O0 to O3."),
    (Moved(0, at("IA0"), at("IA3")), "Ada's explorer moves from IA0 to IA3."),
    (Landed(0, 1), "Ada's explorer lands on island B."),
    (CameFirst(0, at("IA4"), 1), "Ada is the first to reach or cross IA4: 1 point."),
    (Stamped(0, 1, 2), "Ada puts a stamp of stack 2 on envelope 3."),
    (Stamped(0, 3, 2), "Ada puts a stamp from the discard on envelope 3."),
    (Bought(0, 3, 1, 2), "Ada adds a red seal to row 2 for 2 coins."),
    (Bought(0, 4, 1, 0), "Ada adds a purple seal to row 2."),
    (Unlocked(0, SPECIAL_3, 4), "Ada unlocks Special 3 for 4 coins."),
    (Performed(0, EXPLORE + 2), "Ada performs Exploration 3, which stays locked."),
    (Researched(0, FOSSIL, 0), "Ada researches the red fossil."),
    (Researched(0, FOSSIL, 3), "Ada researches the red fossil for 3 coins."),
    (Delivered(0, FOSSIL, 3, 4, 1, False), "Ada delivers the red fossil for 3 coins."),
    (Delivered(0, FOSSIL, 0, 4, 1, True), "Ada delivers the red fossil again."),
    (Pitched(0, 0, 1), "Ada pitches a tent at O6 for 1 coin."),
    (Reused(0, 3), "Ada re-uses the tent at IA4."),
    (
        Took(0, SILVER[0], NOTHING, 0),
        "Ada takes a silver objective: 2 yellow seals and 1 blue specimen.",
    ),
    (
        Took(0, GOLD[3], 6, 3),
        "Ada takes a gold objective onto gold slot 2 for 3 coins: 2 reptiles and 9 steps.",
    ),
    (
        Achieved(0, SILVER[1], 4, 0),
        "Ada achieves a silver objective on silver slot 5: 1 fossil and 1 bird.",
    ),
    (Completed(0, 5, 3), "Ada completes the clerk with row 4."),
    (Copied(0, 5), "Ada copies the clerk."),
    (
        Ordered(bytes([1, 2, 0])),
        "All workers are placed. The turn order is now Ben, Cleo and Ada.",
    ),
    (Counted(0, bytes(3), (b"", b"")), "There are no stamps on envelope 1."),
    (
        Counted(1, bytes([2, 1, 2]), (bytes([2, 0]), bytes([1]))),
        "Stamps on envelope 2: Ada 2, Ben 1 and Cleo 2; "
        "first reward: Cleo and Ada; second reward: Ben.",
    ),
    (Awarded(0, 1, 0), "Ada gets the first reward of envelope 2."),
    (Awarded(1, 1, 1), "Ben gets the second reward of envelope 2."),
    (
        Collected(1, bytes([1, 0, 2])),
        "Half of the stamps are removed from envelope 2: Ada 1 and Cleo 2.",
    ),
    (
        Reported(0, (3, 0, 2), (0, 2, 2), (12, 0, 6)),
        "The Beagle's goal gives 4 points for each yellow seal. Ada has 3: 12 points; "
        "Ben has 0: 0 points; Cleo has 2, less 2 for lagging: 6 points.",
    ),
    (
        Cleaned(bytes([SILVER[1], GOLD[0]]), b""),
        "Workers go home, scrolls are filled. New objectives on display: "
        "1 fossil and 1 bird; 1 blue and 1 red seal and 3 tents.",
    ),
    (Finished((70, 90, 80), (1,)), "Ben wins with 90 points, before Cleo with 80 and Ada with 70."),
    (
        Finished((90, 90, 80), (0, 1)),
        "Ada and Ben win with 90 points, before Cleo with 80.",
    ),
    (Finished((90, 90), (0, 1)), "Ada and Ben win with 90 points."),
]


def test_every_event_is_shown():
    assert {type(event) for event, _ in SENTENCES} == set(GAME.events)


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[words for _, words in SENTENCES])
def test_event_in_words(event, words):
    assert GAME.texts.sentence(event, SeatNames(NAMES)) == words


def test_every_objective_taken_is_shown_by_what_it_asks_for():
    sentences = {
        GAME.texts.sentence(Took(0, tile, NOTHING, 0), SeatNames(NAMES)) for tile in range(28)
    }
    assert len(sentences) == len(OBJECTIVES)


def test_what_others_keep_is_not_shown():
    event = Kept(0, 5)
    redacted = [GAME.redact(event, viewer) for viewer in (0, 1, SPECTATOR)]
    sentences = [
        GAME.texts.sentence(each, SeatNames(NAMES)) for each in redacted if each is not None
    ]
    assert sentences == ["Ada keeps the clerk.", *["Ada keeps a crew card."] * 2]
