"""Guards against an accidental Enter: a key that comes too early, and an action of a first match
that cannot be undone."""

from types import SimpleNamespace
from typing import Any

import pytest
import sampling
from home import here, own
from tui.scenes import (
    DarwinApp,
    content,
    example,
    match_at,
    play_of,
    prompt,
    said,
    saved,
    scene_of,
    until,
)
from tui.yummy_scenes import CODES, placed

from darwin_core.contract import registry
from darwin_core.games.journey.acts import Skip, Take
from darwin_core.games.yummy.acts import ACCEPT, COUNTER, DECLINE, button
from darwin_core.games.yummy.material import Answer, Move
from darwin_tui import settings
from darwin_tui.boards import board_for
from darwin_tui.screens.play import needs_second_enter
from darwin_tui.settings import FIRST_MATCHES, Settings, with_match

pytestmark = pytest.mark.usefixtures("newcomer", "resting_bots")


def leading():
    """Return a match of Darwinning! in which the person is to play cards that cannot be undone."""
    for seed in map(str, range(30)):
        opened = saved("human", "bot:random", game="darwinning", seed=seed, actions=1)
        actions = opened.match.legal(0)
        if len(actions) > 5 and all(opened.match.is_final(0, action) for action in actions):
            return opened
    raise AssertionError("no card is to be played")


async def begun(pilot):
    """Close the primer, and wait until the note says that the play cannot be undone."""
    await pilot.press("escape")
    await until(pilot, lambda: content(pilot.app, "#note") == "Enter is final")
    assert pilot.app.screen.query_one("#note").has_class("-warning")


async def test_in_a_first_match_a_second_enter_plays_what_cannot_be_undone():
    async with DarwinApp(own(), play=leading()).run_test(size=(80, 24)) as pilot:
        await begun(pilot)
        match = match_at(pilot.app)
        await pilot.press("enter")
        assert prompt(pilot.app).endswith("? Enter once more.")
        assert len(match.history) == 1
        await pilot.press("right")
        assert "once more" not in prompt(pilot.app), "another key is an answer, too"
        await pilot.press("enter", "left", "enter")
        assert len(match.history) == 1
        await pilot.press("enter")
        await until(pilot, lambda: len(match.history) > 1)


async def test_a_key_held_down_is_no_second_enter(monkeypatch):
    async with DarwinApp(own(), play=leading()).run_test(size=(80, 24)) as pilot:
        await begun(pilot)
        match = match_at(pilot.app)
        await pilot.press("right")
        monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", 1e6)
        await pilot.press(*["enter"] * 9)
        assert prompt(pilot.app).endswith("? Enter once more.")
        assert len(match.history) == 1
        monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", -1)
        await pilot.press("enter")
        await until(pilot, lambda: len(match.history) > 1)


async def test_a_player_of_three_matches_is_not_asked_any_more():
    settings.write(Settings(matches={"darwinning": FIRST_MATCHES}), here())
    async with DarwinApp(own(), play=leading()).run_test(size=(80, 24)) as pilot:
        await begun(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: len(match_at(pilot.app).history) > 1)


async def test_a_key_meant_for_what_was_before_plays_nothing_beside_a_note_that_has_just_come(
    monkeypatch,
):
    monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", 1e6)
    async with DarwinApp(own(), play=leading()).run_test(size=(80, 24)) as pilot:
        assert scene_of(pilot.app).primer
        await pilot.press("enter", "space")
        assert said(pilot.app) == "It is your decision now."
        assert scene_of(pilot.app).primer
        await pilot.press("right", "right", "escape")
        assert not scene_of(pilot.app).primer
        assert len(match_at(pilot.app).history) == 1


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL))
@pytest.mark.parametrize("people", [1, 2])
async def test_in_every_game_enter_that_comes_too_early_plays_nothing(slug, people, monkeypatch):
    monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", 1e6)
    controls = (["human"] * people + ["bot:random"] * 2)[:2]
    app = DarwinApp(own(), play=saved(*controls, game=slug))
    app.player.settings.now = Settings(curtain="never", motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(6):
            live = play_of(app).live
            match = match_at(app)
            if not live.asked:
                break
            before = len(match.history)
            await pilot.press("enter", "space", "enter")
            assert len(match.history) == before
            selection = play_of(app).selection
            assert not selection.chooser.selected or selection.is_suggested, "the note has chosen"
            seat = live.viewer
            await pilot.press("right")
            action = match.legal(seat)[0]
            await play_of(app).submit(action)
            await pilot.pause()
            assert len(match.history) > before


def test_only_what_is_final_among_several_is_asked_about_and_by_the_setting_always():
    snapshot: Any = SimpleNamespace(actions=("leave", "return"), final={"leave"})

    def asked(action: Any, confirm: bool = False, asks: bool = True) -> bool:
        now = Settings(confirm=confirm)
        return needs_second_enter(now, snapshot, action, slug="darwinning", asks_newcomers=asks)

    assert asked("leave")
    assert not asked("return")
    assert not asked("leave", asks=False)
    assert asked("leave", confirm=True, asks=False)
    snapshot.actions = ("leave",)
    assert not asked("leave"), "there is nothing else to do"


def test_matches_are_counted_for_each_game_as_far_as_it_matters():
    now = Settings()
    for _ in range(9):
        now = with_match(now, "evo")
    assert now.matches == {"evo": FIRST_MATCHES}


def test_an_offer_that_cannot_be_accepted_is_declined_by_one_enter():
    board = board_for("yummy")
    view = offered("U1 P1", "C1", "E1").view
    assert board.is_harmless(view, DECLINE, (DECLINE, COUNTER))
    assert not board.is_harmless(view, DECLINE, (ACCEPT, DECLINE, COUNTER))
    assert not board.is_harmless(view, COUNTER, (DECLINE, COUNTER))


def offered(hand, give, ask, *, is_counter=False):
    """Return the scene of a seat that is offered a card for another one, by codes."""
    answer = Answer(0, 1, is_counter, bytes([CODES[give]]), bytes([CODES[ask]]))
    return placed([[], []], hand, pending=[Move(1), answer])


@pytest.mark.parametrize(
    ("hand", "is_counter", "is_asked"),
    [
        ("U1 U2", False, True),
        ("U1 U2", True, False),
        ("U1 P1", False, False),
        ("U1 U2 U3 P1", False, False),
    ],
    ids=["completes", "no counter-offer", "lacks two", "laid anyway"],
)
def test_an_offer_that_a_counter_offer_could_turn_into_a_triplet_is_asked(
    hand, is_counter, is_asked
):
    scene = offered(hand, "U3", "E1", is_counter=is_counter)
    assert scene.chooser
    actions = scene.chooser.actions
    assert ACCEPT not in actions
    board = board_for("yummy")
    assert board.is_harmless(scene.view, DECLINE, actions) is not is_asked
    decline = scene.text_on(button("decline"))
    assert ("could bring you a triplet" in decline) is is_asked


def test_an_objective_taken_before_the_first_round_needs_no_second_enter():
    board = board_for("journey")
    view = example(2, "first", 0, game="journey").view(0)
    assert board.is_harmless(view, Take(1), (Take(0), Take(1)))
    assert not board.is_harmless(view, Take(1), (Take(1), Skip()))
