"""The table of Darwin's Journey in German: nothing is cut, and sentences fit their rows."""

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import product

import pytest
import sampling
from tui.journey_scenes import GAME, PANES, SEATS, at, see, whole_match
from tui.scenes import BOARDS, chooser_in, drawn, rows
from tui.test_journey_board import SAMPLE, crowded

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.journey.acts import Reported
from darwin_core.games.journey.material import CREW
from darwin_core.match import replay
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards.journey.board import JourneyBoard
from darwin_tui.boards.journey.panes import KEYS, pane_name
from darwin_tui.drawing.area import ELLIPSIS
from darwin_tui.library import saves
from darwin_tui.play import status_line
from darwin_tui.play.status_line import PromptContext

INTERVAL = 29
"""Positions of a match of which one is read."""
LOOKS_INTERVAL = 3
"""Looks at a crowd of which one is drawn."""


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """Read all texts in German."""
    with reading("de"):
        yield


def test_initials_of_panes_are_their_keys():
    initials = [pane_name(pane)[0] for pane in PANES]
    assert initials == list("TCOMBAS")
    assert len({*initials}) == len(KEYS)


@pytest.mark.parametrize("seats", SEATS)
def test_no_more_of_crowds_is_cut_than_in_english(seats, strict):
    state = crowded(seats)
    looks = [*product(BOARDS, (0, SPECTATOR), PANES)]
    for size, viewer, pane in sampling.some(looks, LOOKS_INTERVAL, seats):
        now = see(state, viewer, pane=pane)
        with reading("en"):
            english = drawn(now, size).cuts
        assert len(drawn(now, size).cuts) <= len(english)


@pytest.mark.parametrize("size", [*BOARDS[:2], BOARDS[3]], ids=str)
def test_the_end_of_a_round_is_not_cut(size, strict):
    match = whole_match(4)
    for position, logged in enumerate(replay.event_log(match, SPECTATOR)):
        if any(isinstance(event, Reported) for event in logged):
            drawing = drawn(at(match, SPECTATOR, position, is_paused=True), size)
            assert drawing.cuts == []
            assert "Belohnungen der Runde" in drawing.canvas.plain()


@pytest.mark.parametrize("size", BOARDS[:2], ids=str)
def test_no_sentence_is_cut(size):
    match, room, board = saves.read(SAMPLE).match, size[0] - 2, JourneyBoard()
    seat_names = SeatNames(match.header.names)
    for position in range(0, len(match.history), INTERVAL):
        for viewer in GAME.to_move(match.state_at(position))[:1]:
            now = at(match, viewer, position)
            for place in drawn(now, size).places:
                scene = replace(now, cursor=place)
                moment = PromptContext(scene=scene, room=room, is_asked=True, brief=board.brief)
                assert ELLIPSIS not in status_line.explanation(moment)
            for action in chooser_in(now).actions:
                phrase = f"Enter: {GAME.texts.phrase(now.view, action, seat_names)}."
                rest = status_line.two_rows(phrase, room)[1]
                assert len(rest) < room - len(status_line.FINAL) - 2
            for event in now.events[-20:]:
                assert len(status_line.headline(GAME, seat_names, [event], room)) <= room


def test_sentences_on_crew_cards_fit_a_row():
    now, room = at(whole_match(2), 0, 0), BOARDS[0][0] - 2
    for card in range(len(CREW)):
        assert len(JourneyBoard().brief(now, ("crew", card), room)) <= room


def test_the_name_of_a_card_that_is_kept_does_not_touch_its_seals():
    """The name of the naturalist leaves just as many columns as five seals take."""
    view = GAME.setup(GAME.options(), 2, "kept", None)
    for card in range(len(CREW)):
        kept = copy(view)
        kept.crew = [bytes([card, (card + 1) % len(CREW)]), *view.crew[1:]]
        text = "\n".join(rows(drawn(see(kept, 0), BOARDS[0])))
        assert " Behalten" in text
        assert not re.search(r"[a-zäöüß][BYRGP]( ?[BYRGP]){4}\b", text), text


@pytest.mark.parametrize("pane", PANES)
def test_names_of_panes_fit_their_title_in_ascii(pane, strict):
    with reading("de", is_ascii=True):
        assert drawn(at(whole_match(4), 0, 59, pane=pane), BOARDS[2]).cuts == []
