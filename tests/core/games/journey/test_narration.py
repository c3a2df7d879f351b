"""The event log of Darwin's Journey."""

import pytest

from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.journey import GAME, acts
from darwin_core.games.journey.material import OBJECTIVES
from darwin_core.text.seat_names import SeatNames

from .positions import page

NAMES = ("Ada", "Ben", "Cleo")
EXPLORE = page("exploration")
SPECIAL_3 = page("special", 3)

SENTENCES = [
    (
        acts.Placed(0, 4, EXPLORE + 1, 2, 1, 1),
        "Ada places the fifth worker on Exploration 2 for 2 coins and 1 knowledge; "
        "Ben gains 1 coin for the lens.",
    ),
    (acts.Performed(0, EXPLORE + 2), "Ada performs Exploration 3, which stays locked."),
    (acts.Copied(0, 5), "Ada copies the clerk."),
    (acts.Finished((90, 90, 80), (0, 1)), "Ada and Ben win with 90 points, before Cleo with 80."),
    (acts.Finished((90, 90), (0, 1)), "Ada and Ben win with 90 points."),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[words for _, words in SENTENCES])
def test_event_in_words(event, words):
    assert GAME.texts.sentence(event, SeatNames(NAMES)) == words


def test_every_objective_taken_is_shown_by_what_it_asks_for():
    sentences = {
        GAME.texts.sentence(acts.Took(0, tile, NOTHING, 0), SeatNames(NAMES)) for tile in range(28)
    }
    assert len(sentences) == len(OBJECTIVES)


def test_what_others_keep_is_not_shown():
    event = acts.Kept(0, 5)
    redacted = [GAME.redact(event, viewer) for viewer in (0, 1, SPECTATOR)]
    sentences = [
        GAME.texts.sentence(event, SeatNames(NAMES)) for event in redacted if event is not None
    ]
    assert sentences == ["Ada keeps the clerk.", *["Ada keeps a crew card."] * 2]
