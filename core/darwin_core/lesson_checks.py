"""Checks of lessons: legal actions, true facts, and no figure that no fact stands behind."""

from collections.abc import Iterator

import msgspec

from darwin_core import facts
from darwin_core.facts import AnyNow, Now, WrongFact
from darwin_core.game import BadText, Event
from darwin_core.language import ENGLISH, NAMES, language, reading
from darwin_core.lessons import TEXTS, BrokenLesson, Lesson, Step
from darwin_core.lexicon import Lexicon


def positions(lesson: Lesson) -> Iterator[AnyNow]:
    """Yield the position at which each step starts, as the pupil sees it.

    Raises:
        BrokenLesson: if the steps do not fit the match.
    """
    game, pupil = lesson.game, lesson.pupil
    lexicon = Lexicon(tuple(each.name for each in lesson.players))
    events: list[Event] = []
    state = game.setup(
        msgspec.convert({**lesson.options}, game.options),
        len(lesson.players),
        lesson.seed,
        events.append,
    )
    done = 0
    for at in lesson.starts[:-1]:
        for seat, action in lesson.script[done:at]:
            if action not in game.legal(state, seat):
                raise BrokenLesson(f"{game.notation(action)} of seat {seat + 1} is not legal.")
            if seat == pupil:
                events.clear()
            game.apply(state, seat, action, events.append)
        done = at
        seen = (game.redact(event, pupil) for event in events)
        shown = [event for event in seen if event is not None]
        yield Now(game, game.view(state, pupil), pupil, shown, lexicon)


def problems(lesson: Lesson) -> list[str]:
    """Return all that is wrong with a lesson: illegal actions, untrue facts, unchecked figures."""
    found: list[str] = []
    try:
        for number, (step, now) in enumerate(zip(lesson.steps, positions(lesson), strict=True), 1):
            found += [f"Step {number}: {each}" for each in _wrong(lesson, step, now)]
    except BrokenLesson as error:
        found.append(str(error))
    return found


def _wrong(lesson: Lesson, step: Step, now: AnyNow) -> Iterator[str]:
    for each in NAMES:
        with reading(each):
            yield from _untrue(step, now)
    with reading(ENGLISH.language):
        for claim in step.claims:
            try:
                said = claim if "=" in claim else f"{claim}=True"
                facts.fill(f"{{{said}}}", now)
            except WrongFact as error:
                yield str(error)
    game = lesson.game
    for written in step.play[:1]:
        try:
            if game.parse(written) not in game.legal(now.view, now.seat):
                yield f"{written} is not legal there."
        except BadText as error:
            yield str(error)
    for look in step.look:
        try:
            lesson.elements(look)
        except BadText as error:
            yield str(error)


def _untrue(step: Step, now: AnyNow) -> Iterator[str]:
    """Yield what is wrong with the texts of a step in the language of the context."""
    words = step.translated
    for name in TEXTS:
        text = getattr(words, name)
        if language() != ENGLISH.language and text == getattr(step, name):
            # It is not translated, so it was checked as it stands.
            continue
        try:
            facts.fill(text, now)
        except WrongFact as error:
            yield str(error)
        for figure in facts.bare_figures(text):
            yield f"no fact stands behind {figure!r}."
