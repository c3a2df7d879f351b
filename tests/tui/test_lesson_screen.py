"""Lessons in full screen and text mode: steps, skip, back, leaving, and playing on freely."""

import dataclasses

import msgspec
import pytest
import sampling
from home import here, own
from textual.geometry import Offset
from tui.scenes import DarwinApp, Script, match_at, on_table, prompt, shown, until

from darwin_core.match import undone_line
from darwin_core.teaching import lessons
from darwin_tui import settings
from darwin_tui.library import saves
from darwin_tui.library.lessons import Progresses, lesson_of
from darwin_tui.play.lesson import open_lesson
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.lesson import PROMPT_COLUMNS_MAX, LessonScreen, problems
from darwin_tui.text_mode import learn_plain
from darwin_tui.widgets.screen import KeyBar

SMALL, LARGE = (80, 24), (120, 40)
STARTS = ("Step 2 of 14.", "Not in this step.", "Schritt 2 von 14.", "Jetzt nicht.")
"""The starts of the prompts of the second step of Darwin's Dice, in both languages."""
LESSONS_INTERVAL = 2
"""One lesson in so many is played by its key."""


@pytest.fixture(autouse=True)
def quick():
    """Switch off the pauses for bots, and animations."""
    settings.write(settings.Settings(pace="instant", motion=False), here())


def learning(slug="dice"):
    return DarwinApp(own(), first=navigation.Learn(*lesson_of(slug)))


@pytest.fixture
async def pilot():
    async with learning().run_test(size=SMALL) as pilot:
        yield pilot


def step(pilot) -> int:
    """Return the number of the step that is shown, from 1."""
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen.coach.shown + 1


async def reached(pilot, number):
    """Wait for a step, and let a key continue from it at once."""
    await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen) and step(pilot) == number)
    pilot.app.screen.shown_at = 0.0


async def read_on(pilot):
    """Continue from a step that is only read, without the delay for a held key."""
    pilot.app.screen.shown_at = 0.0
    await pilot.press("enter")


@pytest.mark.parametrize(("part", "slug"), lessons.all_lessons())
def test_what_a_lesson_speaks_of_is_on_the_board(part, slug):
    assert problems(lessons.load(slug, part)) == []


def test_what_is_to_be_done_and_its_reminder_must_fit_the_prompt():
    lesson = lessons.load("dice")
    steps = [*lesson.steps]
    steps[1] = msgspec.structs.replace(steps[1], do=f"Play {'every ' * 10}card.")
    faults = problems(dataclasses.replace(lesson, steps=tuple(steps)))
    assert faults == [
        f"Step 2: {words!r} has {len(words)} columns, 76 have room."
        for words in (f"{start} Play {'every ' * 10}card." for start in STARTS)
    ]


async def test_a_prompt_has_room_for_as_many_columns_as_a_lesson_may_use(monkeypatch, pilot):
    words = "Play " + "x" * (PROMPT_COLUMNS_MAX - len("Play  all")) + " all"
    monkeypatch.setattr("darwin_tui.play.lesson.Note.prompt", words)
    pilot.app.screen.draw()
    await pilot.pause()
    assert words in shown(pilot.app)


async def test_nothing_is_pointed_at_while_others_act(monkeypatch, pilot):
    """The step's sentence no longer applies, and the board changes."""
    await read_on(pilot)
    coach = pilot.app.screen.coach
    assert coach.looks
    monkeypatch.setattr(coach, "_is_asked", False)
    assert not coach.looks


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_first_card_is_played_and_explained(size):
    async with learning().run_test(size=size) as pilot:
        assert step(pilot) == 1
        assert "The strongest takes them all" in " ".join(shown(pilot.app).split()) or size == LARGE
        assert prompt(pilot.app) == "Step 1 of 14. Press Enter."
        await read_on(pilot)
        assert "look here" in on_table(pilot.app)
        assert prompt(pilot.app).startswith("Step 2 of 14. Play the bear 8")
        await pilot.press("enter")
        await reached(pilot, 3)
        assert match_at(pilot.app).state.taken[0]


async def test_any_other_action_changes_nothing_and_repeats_what_is_allowed(pilot):
    await read_on(pilot)
    for keys in (("left", "enter"), ("H",), ("Y",), ("U",), ("R",)):
        await pilot.press(*keys)
        assert not match_at(pilot.app).history, keys
        assert step(pilot) == 2
    await pilot.press("left", "enter")
    assert "Play the bear 8" in prompt(pilot.app)


async def test_a_key_that_is_held_down_reads_one_step_only(monkeypatch, pilot):
    await read_on(pilot)
    await reached(pilot, 2)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 1e6)
    await pilot.press("enter")
    await until(pilot, lambda: step(pilot) == 3)
    await pilot.press("enter", "enter", "enter")
    assert step(pilot) == 3


@pytest.mark.parametrize("slug", sampling.some(lessons.games_with_lessons(), LESSONS_INTERVAL))
async def test_a_lesson_leads_to_its_end_by_one_key(slug, monkeypatch):
    """The key n lets the teacher play the action of each step."""
    key = "n"
    async with learning(slug).run_test(size=LARGE) as pilot:
        screen = pilot.app.screen
        seen = [0]
        coach, note = screen.coach, screen.note_step

        def noted():
            note()
            seen.append(coach.shown)
            screen.shown_at = 0.0

        monkeypatch.setattr(screen, "note_step", noted)
        for _ in range(20 * len(coach.lesson.steps)):
            await pilot.press(key)
            await pilot.pause(0.01)
            if coach.is_free:
                break
        assert coach.is_free, (seen, shown(pilot.app))
        assert [*dict.fromkeys(seen)] == [*range(len(coach.lesson.steps))]
        done = [played.action for played in match_at(pilot.app).history if played.seat == 0]
        assert done == [*coach.lesson.own_actions[: coach.lesson.own_starts[-1]]]
        assert not Progresses(here()).all()


async def test_enter_alone_stays_at_a_choice(monkeypatch, pilot):
    """Enter makes the same wrong choice again and again, and the screen explains it."""
    coach = pilot.app.screen.coach
    for _ in range(200):
        pilot.app.screen.shown_at = 0.0
        await pilot.press("enter")
        await pilot.pause(0.01)
        if coach.wrong is not None:
            break
    choice = next(step for step in coach.lesson.steps if step.wrong)
    for _ in range(3):
        pilot.app.screen.shown_at = 0.0
        await pilot.press("enter")
    assert coach.displayed_step == choice
    assert coach.wrong == coach.lesson.wrong_actions(choice)[0]
    assert "gives away about" in shown(pilot.app)
    assert prompt(pilot.app).endswith("Try another.")
    done = len(match_at(pilot.app).history)
    await pilot.press("n")
    await until(pilot, lambda: len(match_at(pilot.app).history) > done)


async def answered(pilot):
    """Play the right action of the step that is shown."""
    screen = pilot.app.screen
    await screen.submit(screen.coach.action)
    assert screen.coach.is_answered


async def test_positions_of_a_second_lesson_follow_each_other():
    lesson = lessons.load("dice", lessons.WELL)
    async with learning("dice well").run_test(size=SMALL) as pilot:
        await read_on(pilot)
        for number in (2, 3):
            await reached(pilot, number)
            step = lesson.steps[number - 1]
            assert len(match_at(pilot.app).history) == lesson.starts[number - 1]
            wrong = lesson.wrong_actions(step)[-1]
            await pilot.app.screen.submit(wrong)
            assert "gives away about" in shown(pilot.app)
            await answered(pilot)
            assert "Right." in shown(pilot.app)
            assert len(match_at(pilot.app).history) == lesson.starts[number - 1]
            await read_on(pilot)
        await reached(pilot, 4)
        assert len(saves.listed(here())) == 1
        await pilot.press("b")
        await reached(pilot, 3)
        assert len(match_at(pilot.app).history) == lesson.starts[2]


def test_a_second_lesson_line_by_line():
    lesson = lessons.load("dice", lessons.WELL)
    play = ["", "L3", "O0", "", "quit"]
    console = Script(play)
    assert learn_plain(lambda: open_lesson(console.player, "dice", lessons.WELL), console) == 0
    lines = console.lines
    assert any(line.startswith("Lion 3, 2 points: gives away about 9 points.") for line in lines)
    assert any(line.startswith("Right. ") for line in lines)
    assert f"Step 3 of {len(lesson.steps)}: {lesson.steps[2].title}." in lines
    assert lines[-1].endswith("darwin-tui learn dice --well --plain")


def test_a_step_line_by_line_lists_what_to_do_and_names_no_key_of_the_screen():
    console = Script(["1", "", "hint", "quit"])
    assert learn_plain(lambda: open_lesson(console.player, "darwinning"), console) == 0
    lines = console.lines
    assert lines[lines.index("> 1") + 1] == "Not in this step. Press Enter."
    listed = ["Only this is possible:", "1. three of a kind, 5s: A5 A5 B5"]
    asked = lines.index("> hint")
    assert lines[asked - 2 : asked] == lines[asked + 1 : asked + 3] == listed
    assert not [line for line in lines if "Select" in line]


def test_no_undo_leaves_the_position_of_an_exercise_line_by_line():
    first, second = lessons.load("yummy", lessons.WELL).steps[1:3]
    console = Script(["", *first.play, "", "undo", "reset", *second.play, "quit"])
    assert learn_plain(lambda: open_lesson(console.player, "yummy", lessons.WELL), console) == 0
    assert console.lines.count("There is nothing to undo.") == 2
    assert sum(line.startswith("Right. ") for line in console.lines) == 2


@pytest.mark.parametrize("key", ["u", "R"])
async def test_no_undo_leaves_the_position_of_an_exercise(key):
    start = lessons.load("yummy", lessons.WELL).starts[1]
    async with learning("yummy well").run_test(size=SMALL) as pilot:
        await read_on(pilot)
        await reached(pilot, 2)
        await pilot.press(key)
        assert "There is nothing to undo." in shown(pilot.app)
        assert len(match_at(pilot.app).history) == start
        assert step(pilot) == 2


async def test_a_step_back_sets_the_match_back(pilot):
    await read_on(pilot)
    await pilot.press("b")
    assert step(pilot) == 1
    await read_on(pilot)
    await pilot.press("enter")
    await reached(pilot, 3)
    path = pilot.app.screen.saved_at
    await pilot.press("b")
    await reached(pilot, 2)
    assert not match_at(pilot.app).history
    assert pilot.app.screen.saved_at == path
    assert len(saves.listed(here())) == 1


async def test_an_undone_card_brings_its_step_again(monkeypatch, pilot):
    await read_on(pilot)
    spectator = pilot.app.screen.access.spectator
    monkeypatch.setattr(spectator, "release", lambda: None)
    spectator.hold()
    await pilot.press("enter")
    await until(pilot, lambda: match_at(pilot.app).history)
    await pilot.press("u")
    await until(pilot, lambda: not match_at(pilot.app).history)
    assert undone_line(match_at(pilot.app).lines[-1].action)
    assert step(pilot) == 2
    assert "Play the bear 8" in prompt(pilot.app)


async def test_a_lesson_that_is_left_continues_at_its_step(pilot):
    await read_on(pilot)
    await pilot.press("enter")
    await reached(pilot, 3)
    await read_on(pilot)
    await pilot.press("q")
    await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert "lesson, step 4 of 14" in shown(pilot.app)
    await pilot.press("c")
    await reached(pilot, 4)
    await pilot.press("q")
    await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    await pilot.press("L", "1")
    await reached(pilot, 4)
    assert len(saves.listed(here())) == 1


async def test_escape_makes_it_a_free_match(pilot):
    await read_on(pilot)
    await pilot.press("escape")
    assert pilot.app.screen.coach.is_free
    assert "begins the lesson again" in shown(pilot.app), "a key too many is no end of it"
    assert "skip" not in shown(pilot.app)
    assert "lowest" in prompt(pilot.app) or "highest" in prompt(pilot.app)
    await pilot.press("3", "enter")
    await until(pilot, lambda: len(match_at(pilot.app).history) >= 4)
    assert not Progresses(here()).all()
    await pilot.press("q")
    await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert "lesson, step" not in shown(pilot.app)


async def test_z_says_why(pilot):
    await read_on(pilot)
    await pilot.press("z")
    assert "Of all numbers" in shown(pilot.app)


async def test_the_key_bar_asks_why_only_where_there_is_a_reason():
    async with learning("darwinning").run_test(size=SMALL) as pilot:
        screen = pilot.app.screen
        bars: list[str] = []
        while not (screen.coach.why and bars):
            bar = str(pilot.app.screen.query_one(KeyBar).render())
            assert ("z" in screen.active_bindings) != (screen.coach.is_reading), bar
            assert "z why?" not in bar
            bars.append(bar)
            await read_on(pilot)
            await pilot.pause()
        assert "z why?" in str(pilot.app.screen.query_one(KeyBar).render())


def test_a_record_that_left_the_lesson_is_a_match_of_its_own():
    opened = open_lesson(own(), "dice")
    path = opened.access.path
    opened.access.close()
    resumed = saves.resume(path)
    assert resumed.journal
    match = resumed.match
    action = next(
        action for action in match.legal(0) if action != lessons.load("dice").own_actions[0]
    )
    resumed.journal.append(match.propose(0, action).text, 1)
    resumed.journal.close()
    again = open_lesson(own(), "dice")
    assert again.access.path != path
    again.access.close()


def test_line_by_line():
    now = [*lessons.step_views(lessons.load("dice"))][1]
    *_, other = map(now.game.texts.notation, now.game.legal(now.view, now.seat))
    console = Script(["", "hint", "2", "L8", other, "1", "back", "", "skip", "", "why", "quit"])
    assert learn_plain(lambda: open_lesson(console.player, "dice"), console) == 0
    lines = console.lines
    assert lines[lines.index("> L8") + 1] == "You hold no lion 8."
    assert lines[lines.index(f"> {other}") + 1] == "Not in this step."
    assert lines.count("Step 2 of 14: Your first turn.") == 2
    assert "There is no choice 2; there is only choice 1." in lines
    assert "Step 4 of 14: At risk." in lines
    assert lines[-1].startswith("The lesson continues at this step")
    again = Script(["free", "quit"])
    assert learn_plain(lambda: open_lesson(again.player, "dice"), again) == 0
    assert "Step 4 of 14: At risk." in again.lines
    assert "You play on freely; the others decide for themselves." in again.lines


@pytest.mark.parametrize("slug", lessons.games_with_lessons())
def test_a_lesson_leads_to_its_end_line_by_line(slug):
    lesson = lessons.load(slug)
    count = len(lesson.steps)
    console = Script(["skip"] * (count + len(lesson.own_actions)) + ["quit"])
    assert learn_plain(lambda: open_lesson(console.player, slug), console) == 0
    announced = [line for line in console.lines if line.startswith("Step ")]
    assert len(announced) == count
    assert "You play on freely; the others decide for themselves." in console.lines


async def test_clicks_select_and_play_what_the_step_allows():
    async with learning("yummy").run_test(size=SMALL) as pilot:
        await read_on(pilot)
        board = pilot.app.screen.panel.board
        three = lessons.load("yummy").elements("=T2 T3 T4")
        other = next(card for card in board.places if card not in three and card[0] == "card")
        assert {*three} <= {*board.places}
        for element in (other, three[1]):
            await pilot.click(board, offset=board.places[element].offset + Offset(1, 1))
        await reached(pilot, 3)


async def test_a_damaged_list_of_lessons_is_no_lesson():
    async with learning().run_test(size=SMALL) as pilot:
        await read_on(pilot)
    here().lessons.write_text('{"dice": {"path": "gone.jsonl", "step": -1}}')
    assert not Progresses(here()).all()
    here().lessons.write_text('{"dice": {"path": "gone.jsonl", "step": 99}}')
    opened = open_lesson(own(), "dice")
    assert opened.coach.step == len(lessons.load("dice").steps) - 1
    opened.access.close()
