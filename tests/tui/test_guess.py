"""Guessing a seat's actions in a replay: the player is asked as in play, and the action that was
played is shown only after the guess."""

import re

import pytest
from home import here
from rich.cells import cell_len
from tui.scenes import content, finished, replay_of, replaying, saved, scene_of, shown, until
from tui.workers import analysed

from darwin_core.contract.registry import SLUGS
from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import analyses
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.guessing import GuessSeat
from darwin_tui.screens.guess import GuessScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.widgets.dialogs import MessageDialog


@pytest.mark.parametrize("slug", SLUGS)
async def test_every_decision_of_the_seat_is_asked_with_its_legal_actions(slug):
    match = finished("human", "bot:random", game=slug).match
    guessing = GuessSeat(SavedMatch(match).recording(1))
    asked = []
    while not guessing.is_over:
        position = guessing.position
        asked.append(position)
        now = guessing.snapshot
        assert set(now.actions) == set(match.game.legal(match.state_at(position), 1))
        played = match.history[position].action
        wrong = next(action for action in now.actions if action != played)
        await guessing.submit(wrong if len(asked) % 2 else played, now.question)
        assert guessing.answered is not None
        assert guessing.answered.played == played
        assert not guessing.snapshot.actions, "it is answered"
        guessing.hurry()
    decisions = [
        at
        for at, played in enumerate(match.history)
        if played.seat == 1 and len(match.game.legal(match.state_at(at), 1)) > 1
    ]
    assert asked == decisions
    assert sum(guess.is_right for guess in guessing.guesses) == len(asked) // 2
    assert guessing.score()[1:] == ["Once the match is analysed, you also see what was best."]


async def test_a_guess_is_compared_with_the_best_that_was_found():
    opened = finished("human", "human", seed="careless")
    made = analysed(opened.match)
    analyses.keep(made, here())
    saved_match = SavedMatch.of(opened)
    analysis = saved_match.analysis(here())
    assert analysis is not None
    recording = saved_match.recording(0)
    guessing = GuessSeat(recording, analysis)
    worst = max(analysis.choices[0], key=lambda choice: choice.cost)
    while guessing.position != worst.position:
        await guessing.submit(guessing.snapshot.actions[0], guessing.snapshot.question)
        guessing.hurry()
    before = guessing.score()
    assert "best that was found" in before[1]
    assert len(before) == 2, "nothing is promised that is there already"
    best_action = opened.match.game.texts.parse(worst.best)
    await guessing.submit(best_action, guessing.snapshot.question)
    verdict = " ".join(guessing.verdict(SeatNames(recording.names)))
    assert f"by {100 * worst.cost:.0f} % of the chance to win" in verdict
    assert verdict.startswith("No, ")

    def best(score: list[str]) -> int:
        return int(re.findall(r"you (\d+), ", score[1])[0])

    assert best(guessing.score()) == best(before) + 1


def guess_of(app):
    """Return the guessing seat of the open screen."""
    assert isinstance(app.screen, GuessScreen)
    return app.screen.guess_seat


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_player_guesses_sees_what_was_played_and_gets_a_score(size, quick_bots):
    opened = finished("human", "bot:random")
    match = opened.match
    async with replaying(opened).run_test(size=size) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuessScreen))
        assert "Guess what" in shown(pilot.app)
        assert f" {len(match.history)}" not in content(pilot.app, "#perspective")
        scene = scene_of(pilot.app)
        assert scene.viewer == 0
        assert scene.selectable, "it is asked as in play"
        guessing = guess_of(pilot.app)
        asked = guessing.position
        played = match.history[asked].action
        while guessing.answered is None:
            await pilot.press("enter")
        assert scene_of(pilot.app).hinted == match.game.targets(played)
        assert not scene_of(pilot.app).selectable
        assert "Ada" in content(pilot.app, "#explain")
        await pilot.press("enter")
        await until(pilot, lambda: scene_of(pilot.app).selectable)
        assert guessing.position > asked
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
        assert re.search(r"As Ada played: \d of 1 action, ", shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert not replay_of(pilot.app)._cursor.is_revealed


async def test_a_verdict_with_wide_letters_is_whole_in_its_two_rows(monkeypatch, quick_bots):
    verdict = f"No, {'李' * 8} did this: {' '.join(['word'] * 19)}."
    monkeypatch.setattr(GuessSeat, "verdict", lambda guessing, names: [verdict])
    async with replaying(finished("human", "bot:random")).run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuessScreen))
        rows = content(pilot.app, "#explain"), content(pilot.app, "#prompt")
        assert " ".join(rows) == verdict
        assert max(map(cell_len, rows)) <= 78


async def test_escape_with_nothing_selected_leaves_with_the_score():
    async with replaying(finished("human", "bot:greedy", game="dice")).run_test() as pilot:
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuessScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))


async def test_a_match_that_is_not_over_is_not_guessed():
    async with replaying(saved("human", "bot:greedy", actions=4)).run_test() as pilot:
        await pilot.press("t")
        assert isinstance(pilot.app.screen, ReplayScreen)
