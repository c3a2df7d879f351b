"""Play of Darwin's Journey by keyboard and mouse: decisions, panes, digits, and others' actions."""

import re
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from string import digits
from typing import Any

import pytest
import sampling
from home import own
from tui.hands import asked, play_by_keys
from tui.journey_scenes import GAME
from tui.scenes import (
    DarwinApp,
    closed,
    kind_of,
    match_at,
    on_table,
    play_of,
    playing,
    replay_of,
    replaying,
    said,
    saved,
    scene_of,
    shown,
    submit,
    until,
    where_can,
)

from darwin_core.games.journey.acts import End, Kept, Move, Moved, Place, Took
from darwin_core.games.journey.material import SPACES
from darwin_core.lab.play import Case
from darwin_core.lab.play import moments as all_moments
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards.journey import panes
from darwin_tui.boards.journey.board import JourneyBoard
from darwin_tui.boards.journey.scene import summaries
from darwin_tui.commands import PANE_LETTERS
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.library import saves

# --- by keyboard


can = partial(where_can, "journey", actions_max=120)
"""A function that returns a match in which the first seat can play a wanted action, and all such
actions."""


def asks(kind, what=""):
    """Return a condition on a state and an action: the state asks for a kind of decision.

    The action is neither ``Skip`` nor ``End``; ``what`` names its type, if that matters.
    """

    def true(state, action):
        named = type(action).__name__
        return kind_of(state) == kind and named not in {"Skip", "End"} and what in {"", named}

    return true


SAMPLE = Path(__file__).parents[2] / "saves" / "journey.jsonl"
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
    "take an objective": asks("TakeObjective"),
    "pitch a tent": asks("PitchTent"),
}
"""Conditions for the decisions that are made by keys."""


@asynccontextmanager
async def deciding(wanted, **more):
    """Play a match in which the first seat can take a wanted action; yield the pilot and the
    screen at the decision."""
    opened, _ = can(wanted, **more)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await asked(pilot, screen)
        yield pilot, screen


@pytest.mark.parametrize("what", sampling.some(WANTED, sampling.WANTED_INTERVAL))
async def test_it_is_done_by_keys(what, quick_bots):
    opened, (*_, action) = can(WANTED[what])
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await asked(pilot, screen)
        keys = await play_by_keys(pilot, screen, action)
        assert any(act.seat == 0 and act.action == action for act in match_at(screen).history)
        assert len(keys) <= 14


def test_the_cursor_begins_at_the_farthest_space():
    tracks = set[str]()
    for moment in all_moments(Case(GAME, 2, "farthest", is_advised=True)):
        view = GAME.view(moment.before, moment.seat)
        actions = GAME.legal(view, moment.seat)
        names = [GAME.texts.notation(action)[3:] for action in actions if isinstance(action, Move)]
        first = JourneyBoard.first(view, actions)
        if not names:
            assert first is None or first[0] == "specimen"
            continue
        track = [name for name in names if name.rstrip(digits) == names[0].rstrip(digits)]
        # IB9 leads to IB7.
        farthest = max(track, key=lambda name: int(re.sub(r"\D", "", name.replace("B7", "B9"))))
        assert first == ("space", [space.name for space in SPACES].index(farthest))
        tracks |= {farthest.rstrip(digits)} if len(track) > 1 else set()
    assert len(tracks) > 1, "a ship and an explorer"


async def test_a_location_then_enter_places_the_worker_who_is_best_there(quick_bots):
    async with deciding(asks("Turn", "Place")) as (pilot, screen):
        places = [element for element in screen.panel.board.places if element[0] == "location"]
        assert places[0] in screen.selection.chooser.selectable
        await pilot.press("1")
        assert screen.selection.chooser.selected == (places[0],)
        assert screen.selection.cursor is not None
        assert screen.selection.cursor[0] == "worker"
        await pilot.press("enter")
        await until(pilot, lambda: match_at(screen).state.workers[0].count(places[0][1]) == 1)


async def test_a_turn_is_undone_but_not_the_turn_before_it(no_bots):
    opened = turn_again()
    match = opened.match
    count = len(opened.match.history)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await asked(pilot, screen)
        while len(match.history) < count + 2:
            await play_by_keys(
                pilot, screen, GAME.bots.advise(screen.live.snapshot.view, 0, SeatNames())[0].action
            )
        acts = [*match.history]
        await pilot.press("R")
        assert match.history == acts[:count]
        assert said(pilot.app) == "Your turn is undone."
        await pilot.press("R")
        assert match.history == acts[:count]
        assert said(pilot.app) == "There is nothing to undo in this turn."
        await pilot.press("u")
        assert match.history == acts[: count - 1], "act by act it goes on"


def turn_again():
    """Return a match in which the first seat has ended a turn and also has the next one.

    Two advised actions of the new turn, and the end of the turn before, can be undone.
    """
    for seed in map(str, range(99)):
        opened = saved("human", "bot:random", seed=seed, game="journey")
        rng = Random(seed)
        match = opened.match
        while movers := GAME.to_move(match.state):
            acts = match.history[-1:]
            has_ended = bool(acts) and acts[0].seat == 0 and isinstance(acts[0].action, End)
            if movers == (0,) and has_ended and can_go_on_and_back(match):
                return opened
            seat = rng.choice(movers)
            submit(opened, seat, rng.choice(match.legal(seat)))
        closed(opened)
    raise AssertionError("nobody has two turns in a row")


def can_go_on_and_back(match):
    """Return whether two advised actions leave the turn open and reveal nothing, like the end of
    the turn before them. Actions that reveal something cannot be undone."""
    state = match.state_at(len(match.history) - 1)
    events: list[Any] = []
    GAME.apply(state, 0, match.history[-1].action, events.append)
    for _ in range(2):
        if GAME.to_move(state) != (0,):
            return False
        GAME.apply(
            state, 0, GAME.bots.advise(GAME.view(state, 0), 0, SeatNames())[0].action, events.append
        )
    return GAME.to_move(state) == (0,) and not any(event.reveals for event in events)


# --- panes


def test_the_letters_of_panes_are_keys():
    assert {*JourneyBoard.PANE_KEYS} <= {*PANE_LETTERS}
    initials = [name[0].upper() for name in JourneyBoard.PANES]
    assert initials == list(JourneyBoard.PANE_KEYS)


async def test_a_letter_opens_each_pane_and_a_decision_brings_its_own_back(quick_bots):
    async with deciding(asks("Turn", "Place")) as (pilot, screen):
        assert screen.panel.pane == panes.DIARIES
        for pane, key in enumerate(JourneyBoard.PANE_KEYS):
            await pilot.press(key)
            name = panes.NAMES[pane]
            assert screen.panel.pane == pane
            assert f"▸{name.capitalize()}" in shown(pilot.app)
        await pilot.press("M", "tab")
        assert screen.panel.pane == panes.ENVELOPES
        await pilot.press("escape")
        assert screen.panel.pane == panes.DIARIES


async def test_to_look_at_another_pane_leaves_nothing_off(quick_bots):
    async with deciding(asks("Navigate")) as (pilot, screen):
        assert screen.panel.pane == panes.SEA
        for key in JourneyBoard.PANE_KEYS:
            await pilot.press(key)
            assert screen.selection.cursor is not None
            assert screen.selection.cursor[0] != "button"
        await pilot.press("0")
        assert screen.selection.cursor == ("button", 0)


async def test_a_click_on_its_name_opens_a_pane(quick_bots):
    async with deciding(asks("Turn", "Place")) as (pilot, screen):
        for pane in range(len(panes.NAMES)):
            region = screen.panel.board.drawing.panes[pane]
            await pilot.click("#board", offset=(region.x + 2, region.y))
            assert screen.panel.pane == pane


async def test_a_replay_opens_panes_by_their_letters_too(quick_bots):
    opened, _ = can(asks("Turn", "Place"))
    closed(opened)
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "S")
        assert "▸Sea" in shown(pilot.app)
        await pilot.press("P")
        assert "▸Players" in shown(pilot.app)


async def test_what_is_under_the_cursor_is_shown_at_length(quick_bots):
    async with deciding(asks("Turn", "Place")) as (_, screen):
        lines = screen.panel.board.zoomed
        assert any(line.startswith("Worker 1: ") for line in lines)
        assert any(line.startswith("Now: place worker ") for line in lines)


# --- digits and arrows


async def test_digits_are_those_shown_before_and_after_a_selection(quick_bots):
    async with deciding(asks("Turn", "Place")) as (pilot, screen):
        numbers = screen.panel.board.numbers
        assert {kind for kind, _ in numbers.values()} <= {"location", "tile", "crew", "part"}
        await pilot.press("1")
        picks = screen.selection.chooser.selected
        assert picks == (numbers[1],)
        selectable = [
            element for element in screen.selection.chooser.selectable if element[0] == "worker"
        ]
        assert screen.panel.board.numbers == {
            number + 1: ("worker", number) for _, number in selectable
        }
        await pilot.press("9")
        assert screen.selection.chooser.selected == picks
        assert "There is no 9" in shown(pilot.app)


async def test_who_cannot_go_there_does_not_take_the_place_of_where_it_goes(quick_bots):
    opened, actions = can(
        lambda state, action: (
            asks("Turn", "Place")(state, action)
            and len({place.worker for place in places(state)}) > len(workers_at(state, action))
        )
    )
    action = actions[-1]
    able = workers_at(opened.match.state, action)
    unable = {place.worker for place in places(opened.match.state)} - able
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await asked(pilot, screen)
        screen.table.move_to(("location", action.location))
        await pilot.press("space")
        screen.table.move_to(("worker", min(unable)))
        await pilot.press("enter")
        assert screen.selection.chooser.selected == (("location", action.location),)
        assert "does not fit your selection" in shown(pilot.app)


def places(state):
    return [action for action in GAME.legal(state, 0) if isinstance(action, Place)]


def workers_at(state, action):
    return {place.worker for place in places(state) if place.location == action.location}


async def test_arrows_keep_to_the_row(quick_bots):
    async with deciding(asks("Turn", "Place")) as (_, screen):
        board = screen.panel.board
        workers = sorted(element for element in board.places if element[0] == "worker")
        for left, right in pairwise(workers):
            assert board.neighbour(left, 1, 0) == right
            assert board.neighbour(right, -1, 0) == left


# --- actions of others


@pytest.mark.parametrize("seats", [2, 4])
async def test_what_others_did_stays_on_the_board(seats, quick_bots):
    async with deciding(asks("Turn", "Place"), seats=seats) as (pilot, screen):
        while match_at(screen).history[-1].seat == 0 or screen.panel.pane != panes.DIARIES:
            await play_by_keys(
                pilot, screen, GAME.bots.advise(screen.live.snapshot.view, 0, SeatNames())[0].action
            )
            await asked(pilot, screen)
        news = summaries(scene_of(pilot.app))
        assert news
        assert 0 not in news
        for _ in range(2):
            foot = on_table(pilot.app).splitlines()[-1]
            assert foot.startswith(" since your turn ")
            for seat, done in news.items():
                entry = foot.partition(f"{SEAT_MARKS[seat]} ")[2]
                assert entry.split("  ")[0].strip() in ", ".join(summary.words for summary in done)
                assert entry.split("  ")[0].strip()
            await pilot.press("right")


async def test_a_replay_shows_each_action_and_shows_where_it_was_done():
    match = saves.read(SAMPLE).match
    sailed = next(
        position
        for position, act in enumerate(match.history, 1)
        if kind_of(match.state_at(position - 1)) == "Navigate" and isinstance(act.action, Move)
    )
    app = DarwinApp(own(), replay=saves.read(SAMPLE))
    async with app.run_test(size=(80, 24)) as pilot:
        replay_of(app).action_go(sailed)
        await pilot.pause()
        assert replay_of(app).panel.pane == panes.SEA
        assert " sails from " in shown(app).splitlines()[0]


@pytest.mark.usefixtures("quick_bots")
@pytest.mark.parametrize(("event_type", "pane"), [(Kept, panes.CREW), (Moved, panes.SEA)])
async def test_a_single_pane_shows_where_others_keep_cards_and_move_pieces(
    event_type, pane, monkeypatch
):
    opened = saved("human", "bot:greedy", game="journey")
    shown_panes = []
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        receive = screen.panel.step_back

        def note(events):
            receive(events)
            if any(isinstance(event, event_type) for event in events):
                shown_panes.append(screen.panel.pane)

        monkeypatch.setattr(screen.panel, "step_back", note)
        while not shown_panes:
            await until(pilot, lambda: screen.live.snapshot.actions or screen.live.pause)
            if screen.live.pause:
                await pilot.press("enter")
                continue
            snapshot = screen.live.snapshot
            action = GAME.bots.advise(snapshot.view, 0, SeatNames())[0].action
            await screen.submit(action)
            await pilot.pause()
        assert {*shown_panes} == {pane}
        await until(pilot, lambda: screen.live.snapshot.actions)
        assert screen.panel.pane == screen.panel.board.front(
            screen.live.snapshot.view, screen.selection.chooser
        )


async def test_what_a_rival_took_from_under_ones_nose_is_said_at_the_next_decision(
    quick_bots, monkeypatch
):
    monkeypatch.setattr(Took, "missed", (0,))
    async with playing(saved("human", "bot:greedy", game="journey")).run_test() as pilot:
        table = play_of(pilot.app).table
        while not table.live.missed:
            line = table.live.snapshot.line
            await play_of(pilot.app).submit(table.live.snapshot.actions[0])
            await until(pilot, lambda line=line: table.live.snapshot.line > line)
            await until(pilot, lambda: table.live.snapshot.actions)
        assert table.lines().status.startswith("Missed: Ben takes")
        monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", 1e6)
        table.live.note_shown()
        await pilot.press("space")
        assert "Missed: " in table.lines().status, "a key that was meant for the wait does not"
        await pilot.press("left")
        assert "Missed: " not in table.lines().status, "a key clears it"
