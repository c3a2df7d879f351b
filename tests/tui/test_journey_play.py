"""Darwin's Journey played by keyboard and by mouse."""

from collections import deque
from random import Random

import pytest
from journey_scenes import GAME, SEATS, at, kind_of, moments
from scenes import BOARDS, drawn, playing, replaying, saved, shown, submit, until

from darwin_core.games.journey.actions import Place
from darwin_core.games.journey.components import ROUNDS
from darwin_tui.games import board_for
from darwin_tui.games.journey import panes
from darwin_tui.games.journey.board import JourneyBoard
from darwin_tui.screens import choosing
from darwin_tui.screens.play import PANE_KEYS
from darwin_tui.screens.results import ResultsScreen


@pytest.fixture
def quick_bots(monkeypatch):
    """Bots that choose at once; a key goes on as soon as it is pressed."""
    monkeypatch.setattr("darwin_tui.screens.pace.BOT_PAUSE", 0)
    monkeypatch.setattr("darwin_tui.screens.pace.HASTE", 0)


def way(board, start, end):
    """The arrows from one element to another, the fewest there are."""
    steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    found, left = {start: ()}, deque([start])
    while left:
        here = left.popleft()
        for key, (dx, dy) in steps.items():
            there = board.neighbour(here, dx, dy)
            if there not in found:
                found[there] = (*found[here], key)
                left.append(there)
    return found.get(end)


@pytest.mark.parametrize("size", BOARDS[::3], ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_all_that_can_be_picked_is_reached_by_arrows(seats, size):
    match, positions = moments(seats)
    for position in positions[:: 2 if size == BOARDS[0] else 9]:
        for seat in GAME.to_move(match.state_at(position))[:1]:
            now = at(match, seat, position)
            board = board_for("journey")
            board._drawing = drawn(now, size)
            lit = [element for element in board.places if element in now.chooser.lit]
            for element in lit:
                keys = way(board, lit[0], element)
                assert keys is not None, (kind_of(now.view), element)


# --- by keyboard


def keys_for(screen, element):
    """How a player picks an element: by the letter of its pane, if that is behind another, and by
    the cursor that is there, its number, or arrows."""
    board, cursor = screen._board, screen._cursor
    places = list(board.places)
    if cursor == element:
        return ("space",)
    number = places.index(element) + 1
    if number <= 9:
        return (str(number),)
    return (*way(board, cursor, element), "space")


async def play_by_keys(pilot, screen, action):
    """One decision, its elements picked one by one; the keys it took."""
    match = screen._match
    own = sum(act.seat == 0 for act in match.history)
    pressed = []
    left = (
        list(GAME.touches(action))[::-1] if isinstance(action, Place) else [*GAME.touches(action)]
    )
    while left and choosing.meant(screen._chooser, screen._cursor) != action:
        element = next(element for element in left if element in screen._chooser.lit)
        if element not in screen._board.places:
            (pane,) = panes.holding(frozenset([element]))
            await pilot.press(panes.KEYS[pane])
            pressed.append(panes.KEYS[pane])
            assert element in screen._board.places
            continue
        left.remove(element)
        keys = keys_for(screen, element)
        await pilot.press(*keys)
        pressed += keys
    assert screen._meant() == action
    await pilot.press("enter")
    await until(pilot, lambda: sum(act.seat == 0 for act in match.history) > own)
    return [*pressed, "enter"]


async def asked(pilot, screen):
    """Wait until the player is asked, or the match is over."""
    match = screen._match
    while True:
        await until(
            pilot,
            lambda: screen._is_held or screen._news.actions or GAME.outcome(match.state),
        )
        if not screen._is_held:
            return
        await pilot.press("enter")


async def test_a_whole_match_by_keyboard_alone(quick_bots):
    opened = saved("human", "bot:greedy", seed="keys", game="journey")
    app, rng = playing(opened), Random(5)
    kinds, placed = set(), []
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        match = screen._match
        while GAME.outcome(match.state) is None:
            await asked(pilot, screen)
            if not screen._news.actions:
                continue
            kinds.add(kind_of(match.state))
            assert screen._cursor in screen._chooser.lit, "the cursor begins where it can pick"
            action = GAME.advise(screen._news.view, 0)[0].action
            if rng.random() < 0.15:
                action = rng.choice(screen._news.actions)
            keys = await play_by_keys(pilot, screen, action)
            if isinstance(action, Place):
                placed.append(len(keys))
        await until(pilot, lambda: screen._is_held or app.screen is not screen)
        if screen._is_held:
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        assert match.state.round == ROUNDS
    assert {"Draft", "Equip", "Turn"} <= kinds
    assert sorted(placed)[len(placed) // 2] <= 3, "a worker is usually placed with three keys"


def where_can(true, seats=2):
    """A match in which the first seat, a person, can do what is wanted."""
    for seed in map(str, range(40)):
        opened = saved("human", *["bot:greedy"] * (seats - 1), seed=seed, game="journey")
        match = opened.match
        for _ in range(120):
            movers = GAME.to_move(match.state)
            if not movers:
                break
            seat = movers[0]
            actions = match.asked(seat)
            if seat == 0 and (wanted := [each for each in actions if true(match.state, each)]):
                return opened, wanted[-1]
            submit(opened, seat, GAME.advise(match.look(seat), seat)[0].action)
        opened.journal.close()
    raise AssertionError("it does not come to that")


def asks(kind, what=""):
    def true(state, action):
        named = type(action).__name__
        return kind_of(state) == kind and named not in {"Skip", "End"} and what in {"", named}

    return true


WANTED = {
    "keep a card": asks("Draft"),
    "take a first objective": asks("Equip"),
    "place a worker": asks("Turn", "Place"),
    "achieve an objective": asks("Turn", "Achieve"),
    "complete a card": asks("Turn", "Complete"),
    "buy a seal": asks("Academy"),
    "explore": asks("Explore"),
    "sail": asks("Navigate"),
    "stamp": asks("Correspond"),
    "go to the museum": asks("Museum"),
    "unlock": asks("Lens"),
    "take an objective": asks("Gain"),
    "pitch a tent": asks("Camp"),
}
"""Decisions by keys."""


@pytest.mark.parametrize("what", WANTED)
async def test_it_is_done_by_keys(what, quick_bots):
    opened, action = where_can(WANTED[what])
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await asked(pilot, screen)
        keys = await play_by_keys(pilot, screen, action)
        assert any(act.seat == 0 and act.action == action for act in screen._match.history)
        assert len(keys) <= 14


async def test_a_location_then_enter_places_the_worker_who_is_best_there(quick_bots):
    opened, _ = where_can(asks("Turn", "Place"))
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await asked(pilot, screen)
        places = [element for element in screen._board.places if element[0] == "location"]
        assert places[0] in screen._chooser.lit
        await pilot.press("1")
        assert screen._chooser.picks == (places[0],)
        assert screen._cursor[0] == "worker"
        await pilot.press("enter")
        await until(pilot, lambda: screen._match.state.workers[0].count(places[0][1]) == 1)


# --- panes


def test_the_letters_of_panes_are_keys():
    assert {*JourneyBoard.PANE_KEYS} <= {*PANE_KEYS}
    initials = [name[0].upper() for name in JourneyBoard.PANES]
    assert initials == list(JourneyBoard.PANE_KEYS)


async def test_a_letter_opens_each_pane_and_a_decision_brings_its_own_back(quick_bots):
    opened, _ = where_can(asks("Turn", "Place"))
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await asked(pilot, screen)
        assert screen._pane == panes.DIARIES
        for pane, key in enumerate(JourneyBoard.PANE_KEYS):
            await pilot.press(key)
            name = panes.NAMES[pane]
            assert screen._pane == pane
            assert f"▸{name.capitalize()}" in shown(pilot.app)
        await pilot.press("M", "tab")
        assert screen._pane == panes.LETTERS
        await pilot.press("escape")
        assert screen._pane == panes.DIARIES


async def test_to_look_at_another_pane_leaves_nothing_off(quick_bots):
    opened, _ = where_can(asks("Navigate"))
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await asked(pilot, screen)
        assert screen._pane == panes.SEA
        for key in JourneyBoard.PANE_KEYS:
            await pilot.press(key)
            assert screen._cursor is not None
            assert screen._cursor[0] != "button"
        await pilot.press("0")
        assert screen._cursor == ("button", 0)


async def test_a_click_on_its_name_opens_a_pane(quick_bots):
    opened, _ = where_can(asks("Turn", "Place"))
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await asked(pilot, screen)
        for pane, region in dict(screen._board._drawing.panes).items():
            await pilot.click("#board", offset=(region.x + 2, region.y))
            await pilot.pause()
            assert screen._pane == pane


async def test_a_replay_opens_panes_by_their_letters_too(quick_bots):
    opened, _ = where_can(asks("Turn", "Place"))
    opened.journal.close()
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "S")
        assert "▸Sea" in shown(pilot.app)
        await pilot.press("P")
        assert "▸Players" in shown(pilot.app)


async def test_what_lies_under_the_cursor_is_told_at_length(quick_bots):
    opened, _ = where_can(asks("Turn", "Place"))
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await asked(pilot, screen)
        lines = screen._board.zoomed
        assert any(line.startswith("Worker 1: ") for line in lines)
        assert any(line.startswith("Now: worker ") for line in lines)
