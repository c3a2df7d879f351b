"""The judge's verdicts on wrong choices in lessons: ``python -m darwin_core.lab.verdicts GAME``."""

import argparse
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import msgspec

from darwin_core.contract import registry
from darwin_core.contract.game import Action
from darwin_core.teaching import lessons
from darwin_core.teaching.facts import AnyNow
from darwin_core.teaching.lessons import RULES, VERDICTS_FILE, WELL, Lesson, Step, Verdicts
from darwin_core.teaching.puzzles import COMPARED_WORLDS, Comparison


def choices(lesson: Lesson) -> Iterator[tuple[Step, AnyNow, Action]]:
    """Yield the choices of a lesson, each with its position and its right action."""
    for step, now in zip(lesson.steps, lessons.step_views(lesson), strict=True):
        if step.wrong:
            yield step, now, lesson.game.texts.parse(step.play[0])


def compare(lesson: Lesson, worlds: int = COMPARED_WORLDS) -> Verdicts:
    """Return the verdicts on all wrong choices of a lesson, each compared with the right action.

    Args:
        lesson: the lesson.
        worlds: number of worlds of a comparison.
    """
    return {
        step.title: {
            written: Comparison(now.game, now.view, now.seat, right, wrong).verdict(worlds=worlds)
            for written, wrong in zip(step.wrong, lesson.wrong_actions(step), strict=True)
        }
        for step, now, right in choices(lesson)
    }


def main() -> None:
    """Judge the choices in a game's lessons, and write the verdicts beside them."""
    parser = argparse.ArgumentParser("python -m darwin_core.lab.verdicts", description=__doc__)
    parser.add_argument("game", choices=registry.slugs())
    slug = parser.parse_args().game
    parts = (part for part in (RULES, WELL) if lessons.has_lesson(slug, part))
    verdicts = {part: compare(lessons.load(slug, part)) for part in parts}
    path = Path(str(files(registry.box(slug).package).joinpath(VERDICTS_FILE)))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(verdicts), indent=1) + b"\n")


if __name__ == "__main__":
    main()
