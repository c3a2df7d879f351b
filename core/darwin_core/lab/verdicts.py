"""The judge's verdicts on wrong choices in lessons: ``python -m darwin_core.lab.verdicts GAME``."""

import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Final

import msgspec

from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.search import Account, Trials, chance_of, claims_of
from darwin_core.contract import registry
from darwin_core.contract.game import Action
from darwin_core.teaching import lessons
from darwin_core.teaching.facts import AnyNow
from darwin_core.teaching.lessons import RULES, VERDICTS, WELL, Lesson, Step, Verdict, Verdicts

WORLDS: Final = 128
"""Worlds in which the actions of a choice are compared."""


class Comparison:
    """The right choice of a step beside a wrong one, in the same worlds."""

    def __init__(self, now: AnyNow, right: Action, wrong: Action) -> None:
        chance = chance_of(now.view)
        self._trials = Trials(
            now.game, now.view, now.seat, chance, also=(right, wrong), candidates=1, errs=True
        )
        candidates = self._trials.candidates
        self._right, self._wrong = candidates.index(right), candidates.index(wrong)
        self._seat = now.seat

    def verdict(self, right: str, first: int, worlds: int) -> Verdict:
        """Return what the wrong choice gives away.

        Args:
            right: the right choice in notation.
            first: the number of the first world.
            worlds: the number of worlds.
        """
        points, chances = list[float](), list[float]()
        accounts: tuple[list[Account], list[Account]] = [], []
        for number in range(first, first + worlds):
            world = self._trials.world(number)
            one, other = (self._trials.play(world, at) for at in (self._right, self._wrong))
            points.append(one.value - other.value)
            chances.append(one.chances[self._seat] - other.chances[self._seat])
            for found, at in zip(accounts, (self._right, self._wrong), strict=True):
                found.append(self._trials.account(world, at))
        claims = claims_of(accounts[1], accounts[0], is_better=False)
        error = deviation(points) / sqrt(worlds)
        return Verdict(
            right,
            round(mean(points), 2),
            round(error, 2),
            round(mean(chances), 3),
            tuple(
                msgspec.structs.replace(claim, points=round(claim.points, 1)) for claim in claims
            ),
        )


def choices(lesson: Lesson) -> Iterator[tuple[Step, AnyNow, Action]]:
    """Yield the choices of a lesson, each with its position and the right action."""
    for step, now in zip(lesson.steps, lessons.positions(lesson), strict=True):
        if step.wrong:
            yield step, now, lesson.game.texts.parse(step.play[0])


def compare(lesson: Lesson, worlds: int = WORLDS) -> Verdicts:
    """Return the verdicts on all wrong choices of a lesson."""
    return {
        step.title: {
            written: Comparison(now, right, wrong).verdict(step.play[0], 0, worlds)
            for written, wrong in zip(step.wrong, lesson.wrong(step), strict=True)
        }
        for step, now, right in choices(lesson)
    }


def main(slug: str) -> None:
    """Compare the choices in the lessons of a game, and write the verdicts beside them."""
    game = registry.get(slug)
    parts = (part for part in (RULES, WELL) if lessons.has(slug, part))
    found = {part: compare(lessons.load(slug, part)) for part in parts}
    path = Path(str(sys.modules[game.package].__file__)).with_name(VERDICTS)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
