"""Evo in German: its board has room for all of it, and its texts hold no English."""

import re

import pytest
import sampling
from english import english
from tui.checks import check_apart, check_places
from tui.evo_scenes import GAME, SEATS, moments, see, whole_match
from tui.scenes import BOARDS, asking, chooser_in, drawn, rows, some_moments
from tui.test_evo_board import PANES, crowded, ends

from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.games.evo.texts import trait_letter, trait_name
from darwin_core.match import replay
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames

ENGLISH = english(
    *("or", "one", "tokens?", "deck", "hunts?", "forages?", "migrate", "species", "points", "born"),
    *("lost", "size", "strength", "speed", "lake", "mountain", "field", "swamp", "desert"),
    *("forest", "circle", "square", "triangle", "hexagon", "grazer", "darter"),
    flags=re.IGNORECASE,
)
"""Words that no German text has."""
SIZES = (*BOARDS, (160, 47))


IN_ASCII = pytest.mark.parametrize("is_ascii", [False, True], ids=["de", "ascii"])


@pytest.fixture
def german(is_ascii):
    with reading("de", is_ascii=is_ascii):
        yield


def check(drawing, is_crowded=False):
    text = re.sub(r"Wallace[-\w]*", "", drawing.canvas.plain())
    assert not ENGLISH.findall(text), text
    assert is_crowded or not drawing.cuts
    check_apart(drawing)


@pytest.mark.parametrize(
    ("seats", "size", "is_ascii"),
    sampling.grid(SEATS, SIZES, (False, True), within=sampling.BOARD_INTERVAL),
    ids=str,
)
def test_the_board_has_room_for_german(seats, size, strict, german):
    match, positions = some_moments(moments, seats, SEATS, size)
    others = (0, SPECTATOR, OMNISCIENT)
    for position in positions:
        by_turns = sampling.one_by_turns(others, sampling.BOARD_INTERVAL, position)
        for viewer in {*GAME.to_move(match.state_at(position)), *by_turns}:
            for pane in PANES:
                now = asking(match, viewer, position, pane=pane)
                drawing = drawn(now, size)
                check(drawing, is_crowded=pane == 1)
                if not pane:
                    check_places(drawing, chooser_in(now))
                    check_hand(drawing, now.view, viewer)


def check_hand(drawing, view, viewer):
    """Check that the names of traits in the own hand are whole."""
    lines = rows(drawing)
    for kind, number in drawing.places:
        if kind == "card":
            region = drawing.places[kind, number]
            own = "".join(line[region.x : region.right] for line in lines[region.y : region.bottom])
            assert trait_name(number) in own
            assert trait_letter(number) in own


@IN_ASCII
@pytest.mark.parametrize("seats", SEATS)
def test_crowds_have_room_in_german(seats, strict, german):
    state, seat = crowded(seats)
    for size in SIZES:
        for viewer in (seat, SPECTATOR):
            for pane in PANES:
                check(drawn(see(state, viewer, pane=pane), size), is_crowded=bool(pane))


@pytest.mark.parametrize(("size", "is_ascii"), sampling.grid(SIZES, (False, True)), ids=str)
def test_the_end_of_a_millennium_has_room_in_german(size, strict, german):
    for seats in SEATS:
        for position, _ in ends(seats):
            check(drawn(asking(whole_match(seats), 0, position, is_paused=True), size))


@pytest.mark.parametrize("seats", SEATS)
def test_texts_of_a_match_are_german(seats):
    names, longest = SeatNames(("Ada", "Ben", "Cleo", "Dora")[:seats]), ""
    match, positions = moments(seats)
    with reading("de"):
        for position in positions:
            view = match.view(0, position)
            movers = GAME.to_move(view)
            texts = [GAME.texts.prompt(view, seat, names) for seat in {0, *movers}]
            for seat in movers:
                own = match.view(seat, position)
                actions = GAME.legal(own, seat)
                texts += [GAME.texts.phrase(own, action, names) for action in actions]
                texts += [each.reason for each in GAME.bots.advise(own, seat, names)]
                elements = {each for action in actions for each in GAME.targets(action)}
                elements |= {*drawn(asking(match, seat, position)).places}
                sentences = [GAME.texts.element(own, seat, each, names) for each in elements]
                longest = max(*sentences, longest, key=len)
                texts += sentences
            for section in GAME.texts.describe(view, 0, names):
                texts += section.lines
            assert not ENGLISH.findall("\n".join(texts))
    assert 40 < len(longest) <= 78, longest


def test_sentences_of_the_log_are_german():
    match = whole_match(4)
    with reading("de"):
        names = SeatNames(("Ada", "Ben", "Cleo", "Dora"))
        for logged in replay.event_log(match, SPECTATOR):
            for event in logged:
                assert not ENGLISH.findall(GAME.texts.sentence(event, names))
