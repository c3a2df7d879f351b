"""The board of Darwin's Journey in German: no text is cut, and sentences fit their rows."""

import re
from collections.abc import Iterator
from copy import copy

import pytest
from tui.journey_scenes import GAME, PANES, at, see, whole_match
from tui.scenes import BOARDS, drawn, rows

from darwin_core.games.journey.material import CREW
from darwin_core.text.language import reading
from darwin_tui.boards.journey.board import JourneyBoard
from darwin_tui.boards.journey.panes import KEYS, pane_name


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """Read all texts in German."""
    with reading("de"):
        yield


def test_initials_of_panes_are_their_keys():
    initials = [pane_name(pane)[0] for pane in PANES]
    assert initials == list("TCOMBAS")
    assert len({*initials}) == len(KEYS)


def test_sentences_on_crew_cards_fit_a_row():
    scene = at(whole_match(2), 0, 0)
    room = BOARDS[0][0] - 2
    for card in range(len(CREW)):
        assert len(JourneyBoard().brief(scene, ("crew", card), room)) <= room


def test_the_name_of_a_card_that_is_kept_does_not_touch_its_seals():
    """The name of the naturalist leaves just as many columns as five seals take."""
    start = GAME.setup(GAME.options(), 2, "kept", None)
    for card in range(len(CREW)):
        state = copy(start)
        state.crew = [bytes([card, (card + 1) % len(CREW)]), *start.crew[1:]]
        text = "\n".join(rows(drawn(see(state, 0), BOARDS[0])))
        assert " Arbeiter" in text
        assert not re.search(r"[a-zäöüß][BYRGP]( ?[BYRGP]){4}\b", text), text


@pytest.mark.parametrize("pane", PANES)
def test_names_of_panes_fit_their_title_in_ascii(pane, strict):
    with reading("de", is_ascii=True):
        assert drawn(at(whole_match(4), 0, 59, pane=pane), BOARDS[2]).cuts == []
