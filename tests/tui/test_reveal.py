"""Reveals and motion at the table: cards that are turned up one by one, and keys that end them."""

import msgspec
import pytest
from tui.dice_cards import cards_on, kinds_on
from tui.scenes import chosen, match_at, play_of, playing, rows, said, saved, shown, submit, until

from darwin_core.contract.game import NOTHING
from darwin_core.games.dice.acts import Revealed, Won
from darwin_core.games.evo.acts import Survived
from darwin_core.games.journey.acts import Reported
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_class

pytestmark = pytest.mark.usefixtures("slow_bots")


@pytest.fixture
def held_frames(monkeypatch):
    """Hold each frame of a reveal until the test asks for the next one."""
    monkeypatch.setattr("darwin_tui.widgets.board_panel.FRAME_SECONDS", 1e6)


def at_the_last_choice(**changes):
    """Return a match in which the first seat's next action reveals all cards, and an app for it.

    The app shows motion; ``changes`` are settings.
    """
    opened = saved("human", "bot:random", "bot:random")
    for seat in (1, 2):
        submit(opened, seat, opened.match.legal(seat)[0])
    app = playing(opened)
    app.animation_level = "full"
    app.player.settings.now = msgspec.structs.replace(app.settings, **changes)
    return opened, app


def faces(app):
    """Return the face-up cards on the board above the player's own hand."""
    lines = rows(app.screen.panel.board.drawing)
    own_row = next(y for y, line in enumerate(lines) if " you  safe " in line)
    return [card.card for card in cards_on(lines) if card.y < own_row]


async def test_cards_are_turned_up_from_the_weakest_on(held_frames):
    opened, app = at_the_last_choice()
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: play_of(app).panel.is_revealing)
        (reveal,) = [e for e in opened.match.events(0) if isinstance(e, Revealed)]
        ranking = [card for _, card in reveal.ranking]
        seen = set()
        while play_of(app).panel.is_revealing:
            now = faces(app)
            assert now == ranking[len(ranking) - len(now) :]
            seen.add(len(now))
            play_of(app).panel._next_frame()
            await pilot.pause()
        assert {1, 2, 3} <= seen
        await until(pilot, lambda: faces(app) == ranking)


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_key_ends_the_reveal_and_plays_nothing(held_frames, key):
    opened, app = at_the_last_choice()
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: play_of(app).panel.is_revealing)
        await pilot.press(key)
        play_of(app).panel._next_frame()
        assert not play_of(app).panel.is_revealing
        await pilot.pause()
        assert opened.match.state.turn == 1
        assert chosen(app) == NOTHING
        assert play_of(app).selection.chooser.selected == ()
        await pilot.press("enter")
        assert chosen(app) != NOTHING


async def test_the_sentence_about_a_lost_turn_waits_for_the_end_of_the_reveal(held_frames):
    opened, app = at_the_last_choice()
    weakest = len(opened.match.legal(0))
    async with app.run_test() as pilot:
        await pilot.press(str(weakest), "enter")
        await until(pilot, lambda: play_of(app).panel.is_revealing)
        (won,) = [e for e in opened.match.events(0) if isinstance(e, Won)]
        assert won.seat, "this seed lets another seat win"
        name = opened.match.header.names[won.seat]
        while play_of(app).panel.is_revealing:
            assert name not in said(app)
            play_of(app).panel._next_frame()
            await pilot.pause()
        await until(pilot, lambda: said(app).startswith(f"{name} takes "))
        assert "your " in said(app)
        await pilot.press("right")
        assert name not in said(app)


async def test_a_key_that_ends_a_reveal_leaves_the_sentence_about_the_lost_turn(held_frames):
    opened, app = at_the_last_choice()
    async with app.run_test() as pilot:
        await pilot.press(str(len(opened.match.legal(0))), "enter")
        await until(pilot, lambda: play_of(app).panel.is_revealing)
        await pilot.press("space")
        while play_of(app).panel.is_revealing:
            play_of(app).panel._next_frame()
        await until(pilot, lambda: " takes " in said(app))


@pytest.mark.parametrize("changes", [{"motion": False}, {"pace": "instant"}], ids=str)
async def test_nothing_is_turned_up_slowly_for_who_wants_no_motion(changes):
    opened, app = at_the_last_choice(**changes)
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: opened.match.state.turn == 1)
        assert not play_of(app).panel.is_revealing
        assert len(kinds_on(rows(play_of(app).panel.board.drawing))) > 3


async def test_the_reveal_that_ends_a_round_is_shown_once(held_frames, monkeypatch):
    """After the pause that follows the reveal, only the dice of the next round roll."""
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)
    opened = saved("human", "bot:random", actions=16)
    submit(opened, 1, opened.match.legal(1)[0])
    app = playing(opened)
    app.animation_level = "full"
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: play_of(app).live.pause)
        await until(pilot, lambda: play_of(app).panel.is_revealing)
        await pilot.press("enter")
        play_of(app).panel._next_frame()
        assert not play_of(app).panel.is_revealing
        await pilot.pause()
        assert play_of(app).live.pause
        bar = shown(app).splitlines()[-1]
        assert "Enter continue" in bar
        assert not any(words in bar for words in ("move", "play", "hint", "pane"))
        await pilot.press("enter")
        await until(pilot, lambda: not play_of(app).live.pause)
        bar = shown(app).splitlines()[-1]
        assert all(words in bar for words in ("move", "Enter play", "hint", "pane"))
        assert not play_of(app).panel.is_revealing


def before_the_end(slug, wanted):
    """Return an app with motion at a match, and an action of the first seat that ends a round."""
    opened = saved("human", "bot:greedy", game=slug)
    match = opened.match
    while movers := match.game.to_move(match.state):
        action = match.game.bots.advise(match.view(movers[0]), movers[0], SeatNames())[0].action
        events = match.propose(movers[0], action).events
        if not movers[0] and any(isinstance(event, wanted) for event in events):
            app = playing(opened)
            app.animation_level = "full"
            return app, action
        submit(opened, movers[0], action)
    raise AssertionError("no round is ended by the first seat")


@pytest.mark.parametrize(("slug", "wanted"), [("journey", Reported), ("evo", Survived)])
async def test_the_end_of_a_round_is_revealed_and_a_key_plays_nothing(held_frames, slug, wanted):
    app, action = before_the_end(slug, wanted)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = play_of(app)
        seat = screen.live.seat
        await seat.submit(action, screen.live.snapshot.question)
        await until(pilot, lambda: screen.panel.is_revealing)
        length = len(match_at(app).history)
        await pilot.press("enter")
        screen.panel._next_frame()
        assert not screen.panel.is_revealing
        await pilot.pause()
        assert screen.live.pause
        assert len(match_at(app).history) == length


def before_a_move(slug):
    """Return an app with motion at a match, and an action of the rival that moves something.

    The first seat decides after that action.
    """
    opened = saved("human", "human", game=slug)
    match = opened.match
    board = board_class(slug)
    while movers := match.game.to_move(match.state):
        action = match.game.bots.advise(match.view(movers[0]), movers[0], SeatNames())[0].action
        step = match.propose(movers[0], action)
        moves = board.frames(step.events) and not board.reveal_frames(step.events)
        loses = any(event.losers for event in step.events)
        if movers[0] and moves and not loses and match.game.to_move(step.state) == (0,):
            app = playing(opened)
            app.animation_level = "full"
            app.player.settings.now = msgspec.structs.replace(app.settings, curtain="never")
            return app, action
        submit(opened, movers[0], action)
    raise AssertionError("the rival moves nothing before a decision")


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_a_key_meant_for_what_a_rival_moves_answers_nothing(held_frames, key):
    app, action = before_a_move("darwinning")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = play_of(app)
        await screen.submit(action)
        await until(pilot, lambda: screen.panel.is_moving and screen.live.viewer == 0)
        length = len(match_at(app).history)
        await pilot.press(key)
        assert len(match_at(app).history) == length
        assert not screen.selection.chooser.selected
        screen.panel._next_frame()
        assert not screen.panel.is_moving
        await pilot.press("space")
        assert screen.selection.chooser.selected


async def test_a_key_just_after_what_a_rival_moved_answers_nothing(held_frames, monkeypatch):
    app, action = before_a_move("darwinning")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = play_of(app)
        await screen.submit(action)
        await until(pilot, lambda: screen.panel.is_moving and screen.live.viewer == 0)
        await pilot.press("right", "left")
        assert not screen.live.is_too_early, "the player has seen the decision"
        screen.panel.show_moving(screen.live.snapshot.events)
        monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", 1e6)
        while screen.panel.is_moving:
            screen.panel._next_frame()
        await pilot.pause()
        await pilot.press("space")
        assert said(app) == "It is your decision now."
        assert not screen.selection.chooser.selected
