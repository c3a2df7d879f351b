"""Sentences that a newcomer reads at a table: whole ones, and few enough of them."""

import re
from functools import cache

import pytest
from tui.scenes import asking, drawn, match_of, rows

from darwin_core import primers, registry
from darwin_core.lexicon import Lexicon

WORDS_A_SECOND = 4
FIRST_SCREEN_SECONDS = 4
"""The line of the first screen on the game, and a key."""
SET_UP_SECONDS = 4
"""The line on the game on the page where a match is set up, and a key; Dice begins without it."""
LOOK_SECONDS = 5
"""Time to find on the table what the sentences speak of, and to press Enter."""
GOAL_SECONDS = {"journey": 60}
"""From the first screen to a first action whose purpose one can say; to the first worker placed."""
GOAL_SECONDS_USUAL = 30
EVERY = 17
"""Positions from one that is looked at to the next."""


@cache
def advised(slug):
    game = registry.get(slug)
    names = Lexicon(("Root", "Wallace", "Huxley", "Anning"))

    def choose(rng, match, movers):
        return movers[0], game.advise(match.view(movers[0]), movers[0], names)[0].action

    return match_of(slug, 4, "whole sentences", choose)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_no_sentence_on_a_board_is_cut_in_a_small_terminal(slug):
    match, seen = advised(slug), dict[int, int]()
    history = [act.seat for act in match.history]
    for position, seat in enumerate(history):
        after = seen.get(seat, 0) + 1
        seen[seat] = position
        if position % EVERY:
            continue
        since = [event for at in range(after, position + 1) for event in match.events(seat, at)]
        drawing = drawn(asking(match, seat, position, since=since), (80, 24))
        for row in rows(drawing):
            assert "…" not in row.replace("thinking …", ""), (position, row)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_the_first_move_is_read_in_time(slug):
    match = advised(slug)
    seat = match.history[0].seat
    explained, sentences, keys = set[str](), list[str](), 0
    lexicon = Lexicon(match.header.names)
    for position, act in enumerate(match.history):
        if act.seat != seat:
            continue
        view = match.view(seat, position)
        phase, note = primers.sentences(match.game, view, seat)
        keys += 2
        if phase not in explained:
            sentences += [*note, match.game.prompt(view, seat, lexicon)]
        explained.add(phase)
        # In the set-up of a first match any choice is fine, as the note says.
        if not any("Any is fine" in sentence for sentence in note):
            element = next(iter(match.game.targets(act.action)))
            sentences.append(match.game.element(view, seat, element, lexicon))
            break
    words = sum(len(re.findall(r"\w+", sentence)) for sentence in sentences)
    seconds = FIRST_SCREEN_SECONDS + SET_UP_SECONDS * (slug != "dice") + LOOK_SECONDS
    seconds += keys + words / WORDS_A_SECOND
    assert seconds <= GOAL_SECONDS.get(slug, GOAL_SECONDS_USUAL), (seconds, sentences)
