"""Laws for every game's board: it draws everything uncut, keys reach every element, and it is clear
without colour. That it keeps secrets is proved in ``test_pairs``."""

import re
from dataclasses import replace
from importlib import import_module
from itertools import product
from random import Random

import pytest
import sampling
from english import english
from matches import began, play
from rich.cells import cell_len
from tui.checks import (
    check_apart,
    check_frame,
    check_marks,
    check_places,
)
from tui.hands import check_reached
from tui.scenes import (
    BOARDS,
    LONG_NAMES,
    asking,
    chooser_in,
    drawn,
    kind_of,
    scene,
    some_moments,
)

from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.match.record import Player
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for, check

TABLES = [(slug, seats) for slug in registry.SLUGS for seats in registry.get(slug).seats]
FEW_AND_MANY = [(slug, seats) for slug, seats in TABLES if seats in (2, 4) and slug != "dice"]
"""Tables of the colour test. For Darwin's Dice, test_dice_board has a test of its own."""
PENDING = [slug for slug in registry.SLUGS if slug != "dice"]
"""Games whose decisions are pending effects. The heights of Dice are tested in test_dice_board."""
HEIGHTS = [*sampling.some(range(21, 61), sampling.HEIGHTS_INTERVAL)]
SIZES = (*BOARDS, (160, 47))
WIDTHS = (80, 95, 103, 118, 119, 120, 146, 180, 200)
DRAWINGS = 5
"""Drawings of a board at each height."""


def sampled(slug, seats, interval, size=BOARDS[0]):
    """Return a match of a game and a sample of its positions, which depends on the size."""
    scenes = scenes_of(slug)
    among = registry.get(slug).seats
    kind = getattr(scenes, "stage_of", kind_of)
    return some_moments(scenes.moments, seats, among, size, kind, interval)


def scenes_of(slug):
    """Return the module with the scenes of a game."""
    return import_module(f"tui.{slug}_scenes")


def panes_of(slug):
    return range(max(len(board_for(slug).PANES), 1))


def seen(match, viewer, position, **more):
    """Return a viewer's scene, by default with the pane that the decision needs."""
    now = asking(match, viewer, position, **more)
    front = board_for(match.game.slug).front(now.view, chooser_in(now))
    return now if front is None or "pane" in more else replace(now, pane=front)


GERMAN = english(
    *("points", "turn", "round", "trick", "hand", "deck", "takes", "lays", "draws", "costs"),
    *("food", "coins?", "hidden", "last"),
)
"""Words of English labels that must be on no German board."""
GERMAN_OF = {
    "darwinning": english(
        *("no", "space", "needs", "eats", "plays", "leads", "species", "population", "acorn"),
        *("flower", "forest", "frog"),
    ),
    "evo": english(
        *("or", "one", "tokens?", "hunts?", "forages?", "migrate", "species", "born", "lost"),
        *("size", "strength", "speed", "lake", "mountain", "field", "swamp", "desert", "forest"),
        *("finch", "newt", "moth", "vole", "grazer", "darter"),
        flags=re.IGNORECASE,
    ),
}
"""English words that must be on no German board of these games."""
ONE_ROW = 78
"""Columns of a row below the board, in the smallest terminal."""
WRAPPED = {"dice", "journey"}
"""Games whose sentences on elements the status line wraps or shortens."""
PHRASE_ROWS = {"evo": 2, "journey": 2}
"""Rows that the phrase of an action may take, where it is more than one."""


@pytest.mark.parametrize(
    ("table", "size", "language"),
    sampling.grid(TABLES, SIZES, ("en", "de"), interval=5, within=sampling.BOARD_INTERVAL),
    ids=str,
)
def test_a_board_is_there_whole(table, size, language, strict):
    """A board fills its size for every viewer and pane, and every selectable element is on it. A
    German board has no English words and cuts words only where the English board does."""
    slug, seats = table
    match, positions = sampled(slug, seats, sampling.BOARD_INTERVAL, size)
    for position in positions:
        others = sampling.one_by_turns(
            (0, SPECTATOR, OMNISCIENT), sampling.BOARD_INTERVAL, position
        )
        for viewer in {*match.game.to_move(match.state_at(position)), *others}:
            check_whole(seen(match, viewer, position), size, language)
            turn = position + viewer
            for pane in sampling.one_by_turns(panes_of(slug), sampling.BOARD_INTERVAL, turn):
                check_whole(seen(match, viewer, position, pane=pane), size, language, pane)
        check_whole(scene(match, viewer, position, is_paused=True), size, language)


def check_whole(now, size, language, pane=None):
    """Check a drawing: its frame, its elements, and no English or cut words in German."""
    with reading(language):
        drawing = drawn(now, size)
    check_frame(drawing, size)
    if pane is None and now.chooser:
        check_places(drawing, now)
    check_apart(drawing)
    if language != "en":
        # German words may be cut on the plates of Darwin's Dice for viewers without a seat, and on
        # the plates of Darwinning! at 160 columns.
        has_room = size in BOARDS and (now.viewer < len(now.names) or now.game.slug != "dice")
        assert not (has_room and drawing.cuts) or drawn(now, size).cuts
        text = re.sub(r"Wallace[-\w]*", "", drawing.canvas.plain())
        for words in (GERMAN, GERMAN_OF.get(now.game.slug, GERMAN)):
            assert not words.findall(text), text


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_sentences_fit_their_rows(slug, language):
    game = registry.get(slug)
    names = SeatNames(LONG_NAMES)
    longest = 0
    with reading(language):
        for seats in game.seats:
            match, positions = scenes_of(slug).moments(seats)
            for position in positions:
                movers = game.to_move(match.state_at(position))
                for viewer in {*movers[:1], SPECTATOR}:
                    view = match.view(viewer, position)
                    prompt = game.texts.prompt(view, viewer, SeatNames())
                    assert len(prompt) <= ONE_ROW, prompt
                    longest = max(longest, len(prompt))
                    for action in game.legal(view, viewer) if viewer in movers else ():
                        phrase = f"Enter: {game.texts.phrase(view, action, names)}."
                        assert len(phrase) <= ONE_ROW * PHRASE_ROWS.get(slug, 1), phrase
                        for element in game.targets(action) if slug not in WRAPPED else ():
                            text = game.texts.element(view, viewer, element, names)
                            assert len(text) <= ONE_ROW, text
    assert longest > 40


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_rows_with_names_of_wide_letters_are_as_long_as_all_others(slug):
    seats = min(4, max(registry.get(slug).seats))
    players = tuple(map(Player, ("李雷李雷李雷李雷", "さくら子", "김철수", "Анна")[:seats]))
    match = play(began(seats, "wide", game=slug, players=players), Random(1), 40).match
    drawings = [drawn(asking(match, 0, at), size) for size in BOARDS for at in (0, 20, 40)]
    assert any("李雷" in drawing.canvas.plain() for drawing in drawings)
    for drawing in drawings:
        for y in range(drawing.canvas.height):
            row = "".join(text for text, _ in drawing.canvas.row(y))
            assert cell_len(row) == drawing.canvas.width, row


@pytest.mark.parametrize("slug", ["darwinning", "evo", "yummy"])
def test_every_kind_of_decision_is_looked_at(slug):
    scenes = scenes_of(slug)
    matches = [scenes.moments(seats) for seats in scenes.SEATS]
    kinds = {kind_of(match.state_at(p)) for match, positions in matches for p in positions}
    assert kinds == scenes.KINDS


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("slug", PENDING)
def test_no_part_overlaps_another_at_any_height(slug, height, strict):
    matches = [scenes_of(slug).moments(seats) for seats in registry.get(slug).seats]
    moments = [(match, position) for match, positions in matches for position in positions[::5]]
    drawings = [*product(moments, WIDTHS, panes_of(slug))]
    interval = max(len(drawings) // DRAWINGS, 1)
    for (match, position), width, pane in sampling.some(drawings, interval, height):
        drawn(seen(match, 0, position, pane=pane), (width, height))


@pytest.mark.parametrize(
    ("table", "size"), sampling.grid(TABLES, BOARDS[::2], within=sampling.REACHED_INTERVAL), ids=str
)
def test_all_that_can_be_selected_is_reached_by_arrows(table, size):
    slug, seats = table
    match, positions = sampled(slug, seats, sampling.REACHED_INTERVAL)
    for position in positions:
        for seat in match.game.to_move(match.state_at(position))[:1]:
            check_reached(seen(match, seat, position), size)


@pytest.mark.parametrize(("slug", "seats"), sampling.some(FEW_AND_MANY, sampling.GRID_INTERVAL))
def test_states_that_differ_differ_without_colour(slug, seats):
    match, positions = sampled(slug, seats, sampling.BOARD_INTERVAL)
    for turn, position in enumerate(positions):
        cases = [*product(match.game.to_move(match.state_at(position))[:1], (False, True))]
        for seat, ascii_only in sampling.one_by_turns(cases, sampling.BOARD_INTERVAL, turn):
            check_marks(seen(match, seat, position), ascii_only)


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, len(registry.SLUGS)))
def test_whatever_can_be_selected_has_a_place_on_the_smallest_board(slug):
    tables = sampling.one_by_turns(registry.get(slug).seats, len(registry.SLUGS))
    assert [*check.faults(slug, tables)] == []
