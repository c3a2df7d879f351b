"""Evo in German: its board has room for all of it, and its texts hold no English."""

import re

import pytest
from english import english
from tui.evo_scenes import GAME, SEATS, moments, whole_match
from tui.scenes import asking, drawn

from darwin_core.contract.game import SPECTATOR
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
