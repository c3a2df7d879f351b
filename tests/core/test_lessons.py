"""Lessons: every claim is true of the lesson's match, and every action occurs in it."""

from dataclasses import replace

import msgspec
import pytest
import sampling

from darwin_core.bots.search import CLEAR_ERRORS
from darwin_core.lab import verdicts
from darwin_core.match import Played
from darwin_core.teaching import facts, lessons
from darwin_core.teaching.facts import AnyNow, WrongFact
from darwin_core.teaching.lessons import BrokenLesson, Lesson
from darwin_core.teaching.puzzles import COMPARED_WORLDS, Comparison
from darwin_core.text import language
from darwin_core.text.language import reading
from darwin_core.text.nouns import german

TURN_STEPS = 2
"""The first step of the lesson of Darwin's Dice in which a card is played, from 1."""


@pytest.fixture
def dice() -> Lesson:
    return lessons.load("dice")


def changed(lesson: Lesson, number: int, **fields: object) -> Lesson:
    """Return the lesson with fields of one step, counted from 1, replaced."""
    steps = list(lesson.steps)
    steps[number - 1] = msgspec.structs.replace(steps[number - 1], **fields)
    return replace(lesson, steps=tuple(steps))


def first(lesson: Lesson) -> AnyNow:
    return next(lessons.step_views(lesson))


CHOICES_INTERVAL = 6
"""Of the wrong choices, one in this many is tried in fresh worlds."""
FRESH_WORLDS = 24
"""The number of these worlds."""
CHOICES = [
    (part, slug, step.title, written)
    for part, slug in lessons.all_lessons()
    for step in lessons.load(slug, part).steps
    for written in step.wrong
]


@pytest.mark.parametrize(("part", "slug"), lessons.all_lessons())
def test_a_lesson_is_true(part, slug):
    assert lessons.faults(lessons.load(slug, part)) == []


@pytest.mark.parametrize("slug", lessons.games_with_lessons())
def test_a_game_has_a_lesson_on_playing_well(slug):
    positions = [step for step in lessons.load(slug, lessons.WELL).steps if step.is_exercise]
    assert 6 <= len(positions) <= 10
    assert any(step.wrong for step in lessons.load(slug).steps)


@pytest.mark.parametrize(
    ("part", "slug", "title", "written"), sampling.some(CHOICES, CHOICES_INTERVAL)
)
def test_fresh_worlds_do_not_contradict_the_judge_on_a_choice(part, slug, title, written):
    lesson = lessons.load(slug, part)
    (now, right) = next(
        (now, right) for step, now, right in verdicts.choices(lesson) if step.title == title
    )
    wrong = lesson.game.texts.parse(written)
    compared = Comparison(now.game, now.view, now.seat, right, wrong)
    fresh = compared.verdict(COMPARED_WORLDS, FRESH_WORLDS)
    assert fresh.points > -CLEAR_ERRORS * fresh.error


def test_a_wrong_choice_that_is_the_better_one_is_found(dice):
    number = next(number for number, step in enumerate(dice.steps, 1) if step.wrong)
    step = dice.steps[number - 1]
    (written,) = step.wrong
    verdict = dice.verdicts[step.title][written]
    worse = msgspec.structs.replace(verdict, points=-verdict.points)
    wrong = replace(dice, verdicts={step.title: {written: worse}})
    assert lessons.faults(wrong) == [f"Step {number}: {written} is not worse beyond doubt."]
    assert lessons.faults(replace(dice, verdicts={})) == [
        f"Step {number}: the judge has not compared {written} with what is to be played."
    ]


@pytest.mark.parametrize("slug", lessons.games_with_lessons())
def test_the_first_action_comes_within_three_steps(slug):
    assert any(step.play for step in lessons.load(slug).steps[:3])


def test_a_wrong_figure_is_found(dice):
    wrong = changed(dice, 3, text="You won, and took {taken=five} cards.")
    assert lessons.faults(wrong) == ["Step 3: 'taken' is 4, not five."]


def test_a_figure_without_a_fact_is_found(dice):
    wrong = changed(dice, 3, text="You took four cards with 9 points.")
    assert lessons.faults(wrong) == [
        "Step 3: no fact stands behind 'four'.",
        "Step 3: no fact stands behind '9'.",
    ]


def test_a_claim_that_is_untrue_is_found(dice):
    assert lessons.faults(changed(dice, 3, claims=("won_by:1",))) == [
        "Step 3: 'won_by:1' is False, not True."
    ]


def test_an_action_that_the_match_has_not_is_found(dice):
    (problem,) = lessons.faults(changed(dice, TURN_STEPS, play=("L8",)))
    assert problem == "Step 2: the match has B8, not L8."


def test_an_illegal_action_is_found(dice):
    game = dice.game
    script = ((dice.pupil, game.texts.parse("L8")), *dice.script[1:])
    wrong = changed(replace(dice, script=script), TURN_STEPS, play=("L8",), text="", do="")
    (problem, *_) = lessons.faults(wrong)
    assert problem == "Step 2: L8 is not legal there."


def test_a_fact_that_there_is_not_is_refused(dice):
    for question in ("height", "worth", "worth:X9", "name:9"):
        with pytest.raises(WrongFact):
            facts.ask(first(dice), question)


def test_a_figure_may_be_a_word(dice):
    assert facts.fill("{hand=Six} or {hand}", first(dice)) == "Six or 6"


def test_facts_of_a_translation_are_checked_in_its_words(dice, monkeypatch):
    text = dice.steps[2].text
    translations = {("", text): "Du nimmst {taken=fünf} Karten, nicht drei."}
    monkeypatch.setattr(language, "messages", lambda reader: translations)
    assert lessons.faults(dice) == [
        "Step 3: 'taken' is 4, not fünf.",
        "Step 3: no fact stands behind 'drei'.",
    ]
    translations["", text] = "Du nimmst {taken=vier} Karten."
    assert lessons.faults(dice) == []


def test_a_name_in_a_translation_may_have_any_form_of_its_noun(dice, monkeypatch):
    names = {"trump": lambda now: german("der Bär, die Bären, den Bären").followed_by("8")}
    monkeypatch.setattr(facts, "by_name", lambda package: names)
    now = first(dice)
    with reading("de"):
        assert facts.fill("Spiele {trump=den Bären 8}: {trump|den}.", now) == (
            "Spiele den Bären 8: den Bären 8."
        )
        for untrue in ("Spiele {trump=den Bären 7}.", "{trump|the}", "{trump|dir}"):
            with pytest.raises(WrongFact):
                facts.fill(untrue, now)


def test_seats_that_answer_together_may_do_so_in_any_order(dice):
    own_move, *others = dice.script[:4]
    assert dice.follows([*others, own_move])
    assert dice.next_action(0, others) == own_move[1]
    assert not dice.follows([(1, own_move[1])])


def test_rivals_play_the_lesson_and_then_as_they_like(dice):
    game = dice.game
    state = game.setup(game.options(), 4, dice.seed, None)
    view = game.view(state, 1)

    on_track = lessons.rivals(dice, lambda: [Played(1, *dice.script[0])])[1]
    assert on_track(game, view, 1, bytes(16)) == dice.script[1][1]
    elsewhere = lessons.rivals(dice, lambda: [Played(1, 0, game.texts.parse("S4"))])[1]
    assert elsewhere(game, view, 1, bytes(16)) in game.legal(view, 1)


def test_a_game_without_a_lesson_says_so(monkeypatch):
    monkeypatch.setattr(lessons, "_has_lesson", lambda package, part: False)
    lessons.load.cache_clear()
    with pytest.raises(BrokenLesson, match="There is no lesson"):
        lessons.load("dice")
    lessons.load.cache_clear()
