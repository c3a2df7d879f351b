"""The sentences that a newcomer reads at a table: none is cut, and they are read in time."""

import re
from dataclasses import replace
from functools import cache

import pytest
from tui.scenes import BOARDS, asking, drawn, match_of, rows

from darwin_core.contract import registry
from darwin_core.teaching import primers
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for

WORDS_A_SECOND = 4
"""The reading speed of a newcomer."""
GOAL_SECONDS = {"journey": 60}
"""The most time from the first sight of the table to a first action that the player understands."""
GOAL_SECONDS_USUAL = 30
EVERY = 17
"""One position in so many is tested."""


@cache
def advised(slug):
    """Return a match of four players who always play the advised action."""
    game = registry.get(slug)
    names = SeatNames(("Root", "Wallace", "Huxley", "Anning"))

    def choose(rng, match, movers):
        return movers[0], game.bots.advise(match.view(movers[0]), movers[0], names)[0].action

    return match_of(slug, 4, "whole sentences", choose)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_no_sentence_on_a_board_is_cut_in_a_small_terminal(slug):
    match = advised(slug)
    seen = dict[int, int]()
    history = [act.seat for act in match.history]
    for position, seat in enumerate(history):
        after = seen.get(seat, 0) + 1
        seen[seat] = position
        if position % EVERY:
            continue
        since = [event for at in range(after, position + 1) for event in match.events(seat, at)]
        drawing = drawn(asking(match, seat, position, since=since), (80, 24))
        for row in rows(drawing):
            assert "…" not in row, (position, row)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_the_first_move_is_read_in_time(slug):
    """A newcomer in a small terminal reads notes, prompts, the line on Enter, and all elements to
    choose between, each row once; in Darwin's Journey, up to the first worker."""
    match = advised(slug)
    size = BOARDS[0]
    game = match.game
    seat = match.history[0].seat
    seat_names = SeatNames(match.header.names)
    board = board_for(slug)
    explained = set[str]()
    texts = dict[str, None]()
    keys = 0
    for position, act in enumerate(match.history):
        view = match.view(seat, position)
        actions = game.legal(view, seat)
        if act.seat != seat or len(actions) < 2:
            continue
        phase, note = primers.sentences(game, view, seat)
        targets = list(game.targets(act.action))
        keys += len(targets) + (phase not in explained)
        scene = asking(match, seat, position, cursor=targets[0])
        scene = replace(scene, pane=board.holding(targets) or 0)
        asked = {element for action in actions for element in game.targets(action)}
        read = [
            *(note if phase not in explained else ()),
            game.texts.prompt(view, seat, seat_names),
        ]
        read += [board.brief(scene, targets[0], size[0]), *within(drawn(scene, size), asked)]
        texts |= dict.fromkeys(read)
        explained.add(phase)
        if slug != "journey" or view.round:
            break
    words = sum(len(re.findall(r"[^\W_]{2,}|\d+", text)) for text in texts)
    seconds = keys + words / WORDS_A_SECOND
    assert seconds <= GOAL_SECONDS.get(slug, GOAL_SECONDS_USUAL), (seconds, list(texts))


def within(drawing, elements):
    """Yield the rows of text in elements of a drawing, without marks and digits at the ends."""
    board = rows(drawing)
    for region in filter(None, map(drawing.places.get, elements)):
        for row in board[max(region.y, 0) : region.bottom]:
            yield row[max(region.x, 0) : region.right].strip("•▶0123456789 ")
