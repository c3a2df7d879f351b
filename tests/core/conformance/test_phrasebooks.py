"""The phrasebooks of every game: its texts in both languages; DARWIN_REWRITE=1 rewrites them.

A phrasebook holds the texts of some whole matches that differ by more than names and numbers. So
each sentence is pinned once, and a change of words is reviewed as the difference of the files.
Tests of single texts are for what such matches do not show.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR, AnyGame
from darwin_core.lab.play import NAMES, Case, Ply, moments, variants
from darwin_core.lab.playthroughs import compare
from darwin_core.text.language import NOUN, Reader, messages, reading

FOLDER = Path(__file__).parents[2] / "phrasebooks"
REWRITE = bool(os.environ.get("DARWIN_REWRITE"))
INTERVAL = 25
"""At one step of a match in this many, hints, elements and descriptions are written as well."""
WORD = re.compile(r"[\w'’]+|[^\s\w]")
AnyCase = Case[Any, Any, Any]
RARE = {"Reshuffled", "Saved", "Foresaw", "Performed", "Copied", "Banked"}
"""Events that such matches need not have; tests of the games hold their sentences."""
Compose = Callable[[], list[tuple[str, str]]]
"""Returns texts for the reader, with their kinds."""


def events(case: AnyCase, some: Iterable[Any]) -> list[tuple[str, str]]:
    """Return the sentences of events, as seats and spectators read them."""
    versions = [seen for event in some for seen in (event, case.game.redact(event, SPECTATOR))]
    sentence = case.game.texts.sentence
    return [
        (f"event {type(event).__name__}", sentence(event, case.seat_names))
        for event in versions
        if event is not None
    ]


def prompts(case: AnyCase, state: Any) -> list[tuple[str, str]]:
    """Return the prompts of all viewers."""
    views = [(viewer, case.game.view(state, viewer)) for viewer in case.viewers]
    texts = case.game.texts
    return [("prompt", texts.prompt(view, viewer, case.seat_names)) for viewer, view in views]


def offers(case: AnyCase, moment: Ply[Any, Any, Any]) -> list[tuple[str, str]]:
    """Return the hints and choices of a seat, the texts of elements, and the descriptions."""
    game, seat, seat_names = case.game, moment.seat, case.seat_names
    view = game.view(moment.before, seat)
    texts: list[tuple[str, str]] = []
    advised = game.bots.advise(view, seat, seat_names)
    for advice in advised:
        name = type(advice.action).__name__
        texts.append((f"hint {name}", advice.reason))
        first = advised[0].action
        if contrast := game.bots.contrast(view, seat, first, advice.action, seat_names):
            texts.append((f"contrast {name}", contrast))
        texts.append((f"choice {name}", game.texts.phrase(view, advice.action, seat_names)))
    for element in dict.fromkeys(
        target for action in moment.legal for target in game.targets(action)
    ):
        text = game.texts.element(view, seat, element, seat_names)
        texts.append((f"element {element[0]}", text))
    for viewer in (seat, SPECTATOR):
        parts = game.texts.describe(game.view(moment.before, viewer), viewer, seat_names)
        texts += [("section", part.name) for part in parts]
        texts += [("description", line) for part in parts for line in part.lines]
    return texts


def composed(game: AnyGame) -> Iterator[Compose]:
    """Yield functions that compose texts of a game, for each number of seats and each variant."""
    tables = [AnyCase(game, seats, "phrases") for seats in game.seats]
    tables += [AnyCase(game, game.seats[0], "phrases", options) for options in variants(game)][1:]
    for table, is_advised in product(tables, (False, True)):
        case = replace(table, is_advised=is_advised)
        begun: list[Any] = []
        case.start(begun.append)
        yield partial(events, case, begun)
        for moment in moments(case):
            yield partial(events, case, moment.events)
            yield partial(prompts, case, moment.before)
            if moment.step % INTERVAL == 0:
                yield partial(offers, case, moment)
        yield partial(prompts, case, moment.after)


def words(text: str, things: set[str]) -> Iterator[str]:
    """Yield the words of a text, with a dash for names, numbers and things."""
    for number, word in enumerate(WORD.findall(text)):
        is_name = number > 0 and word[0].isupper()
        is_thing = word in things or word.removesuffix("s") in things
        yield "-" if is_name or is_thing or re.search(r"\d", word) else word


def phrasebook(slug: str) -> str:
    """Return the texts of a game that bring a new pair of neighbouring words."""
    nouns = (noun for context, noun in messages(Reader("de")) if context == NOUN)
    things = {word for noun in nouns for word in noun.split()} - {"the", "of", "and"}
    things |= {*NAMES}
    met: set[tuple[str, str, str]] = set()
    chosen: set[str] = set()
    for compose in composed(registry.get(slug)):
        new = []
        for number, (kind, text) in enumerate(compose()):
            pairs = {(kind, *pair) for pair in pairwise(["", *words(text, things), ""])}
            if not pairs <= met:
                met |= pairs
                new.append((number, kind, text))
        if new:
            with reading("de"):
                german = compose()
            chosen |= {f"{kind}\n  {text}\n  {german[number][1]}\n" for number, kind, text in new}
    return "".join(sorted(chosen))


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_phrasebook_is_as_written(slug):
    compare(FOLDER / f"{slug}.txt", phrasebook(slug), rewrite=REWRITE)


def test_every_event_stands_in_its_phrasebook():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*registry.SLUGS}
    for slug in registry.SLUGS:
        lines = (FOLDER / f"{slug}.txt").read_text("utf-8").splitlines()
        kinds = {f"event {kind.__name__}" for kind in registry.get(slug).events}
        assert {kind.removeprefix("event ") for kind in kinds - {*lines}} <= RARE, slug
