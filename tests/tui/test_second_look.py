"""The replay judges a decision as the hint at the table did, and as the analysis does."""

import os
from asyncio import run
from concurrent.futures import Future
from pathlib import Path
from random import Random

import pytest
import sampling
from matches import careless, loaded
from tui.scenes import play_of, playing, saved, until

from darwin_core.analysis.review import Choice, judge
from darwin_core.bots import levels
from darwin_core.bots.search import Judged, Searcher, chance_of
from darwin_core.contract import registry
from darwin_core.lab.judge_laws import CONTRADICTIONS
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized
from darwin_core.workers.pool import Pool
from darwin_tui.play.advice import Study
from darwin_tui.play.second_look import SecondLook, second_look_words

SAVES = Path(__file__).parents[2] / "saves"
SECOND_LOOKS = int(os.environ.get("SECOND_LOOKS", "200"))
"""Decisions of each game that are compared."""
EXPLAIN_STEPS = 500
"""Actions played to explain a hint in these tests."""


@pytest.fixture
def searching(monkeypatch):
    """Let the searches of hints run in this process."""

    def search(_pool, game, view, seat, chance, searcher, *, is_hint, afterwards=()):
        future: Future[list[Judged]] = Future()
        found = searcher.search(game, view, seat, chance, afterwards)
        while found.play_next():
            pass
        assert is_hint
        future.set_result(found.explained(EXPLAIN_STEPS))
        return future

    monkeypatch.setattr(Pool, "search", search)


@pytest.fixture
def quick_hints(monkeypatch):
    """Let hints, and the analysis with them, try less."""
    monkeypatch.setattr(levels, "HINTS", Searcher(0.1, is_timed=False, errs=True, is_trained=True))


def decisions(match, count, seed):
    """Return some positions of a match at which the seat has a choice."""
    positions = [
        at
        for at, played in enumerate(match.history)
        if len(match.game.legal(match.state_at(at), played.seat)) > 1
    ]
    return sorted(Random(seed).sample(positions, min(count, len(positions))))


def looks(match, position):
    """Return the study of a hint at a decision, and the second look at it, both judged."""
    seat, action, _ = seat_and_action(match, position)
    names = SeatNames(match.header.names)
    view = match.view(seat, position)
    hint = Study(match.game, view, seat, names)
    second = SecondLook(match.game, view, seat, names, action)
    run(hint.refine(lambda: True))
    run(second.judge(lambda: True))
    return hint, second


def seat_and_action(match, position):
    played = match.history[position]
    return played.seat, played.action, match.game.texts.notation(played.action)


def contradiction(match, position):
    """Return how a hint, the second look and the analysis contradict each other about a decision;
    empty if they do not."""
    seat, action, written = seat_and_action(match, position)
    hint, second = looks(match, position)
    choice = judge(match, seat, position).choice
    assert choice
    parse = match.game.texts.parse
    first = hint.best[0].action
    changed = [
        known
        for known in hint._judged
        if known != action and abs(hint._lead(first, known) - second._lead(first, known)) > 0.5
    ]
    said = second.lines()
    lead = second._gap(first, parse(choice.best))
    if changed and second._chosen == hint._chosen:
        return f"the second look changes {changed}"
    if action == first and choice.mark in ("?", "??"):
        return f"a hint names {written} first, the analysis marks it {choice.mark}"
    if choice.mark in ("?", "??") and round(second.lag) <= 0:
        return f"a hint finds {written} about as good, the analysis marks it {choice.mark}"
    if choice.cost and round(lead) > 0:
        return f"the best action {choice.best} is {lead} points worse than a hint's {first}"
    if choice.mark == "!" and not second._is_best:
        return f"{written} is strong, a hint names {first}"
    if second._gap(said[0].advice.action, said[1].advice.action) < -0.5:
        return f"{written}: a worse action is named first"
    return ""


def compared(slug, count, seed):
    """Return the contradictions about some decisions of a match."""
    game = registry.get(slug)
    match = careless(slug, game.seats[Random(seed).randrange(len(game.seats))], seed)
    found = [(at, contradiction(match, at)) for at in decisions(match, count, seed)]
    return [f"{slug}, {seed}, position {at}: {words}" for at, words in found if words]


@pytest.mark.usefixtures("searching", "quick_hints")
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_hint_and_replay_and_analysis_agree_on_decisions(slug):
    assert not compared(slug, 8 if sampling.is_full() else 2, f"agree {sampling.offset() % 5}")


@pytest.mark.campaign
@pytest.mark.usefixtures("searching")
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_hint_and_replay_and_analysis_agree_on_many_decisions(slug):
    each = 20
    found = [
        words
        for number in range(SECOND_LOOKS // each)
        for words in compared(slug, each, f"agree {number}")
    ]
    print(f"{slug}: {SECOND_LOOKS} decisions, {len(found)} contradictions", *found, sep="\n")
    assert len(found) * CONTRADICTIONS <= max(SECOND_LOOKS, CONTRADICTIONS), found


def looked_at(values, errors, taken, mark=""):
    """Return the words on a decision whose first actions, in the order of the advice, are worth
    ``values``, with standard errors; the best one is chosen. ``taken`` numbers the action taken."""
    game = registry.get("journey")
    view = game.view(game.setup(game.options(), 2, "study", None), 0)
    actions = [advice.action for advice in game.bots.advise(view, 0, SeatNames())]
    study = SecondLook(game, view, 0, SeatNames(), actions[taken])
    judged = [
        Judged(action, value, error, 8)
        for action, value, error in zip(actions, values, errors, strict=False)
    ]
    judged.sort(key=lambda candidate: -candidate.value)
    study._take(judged)
    study._rank(judged)
    study.is_over = True
    choice = Choice(0, "", "", 0.0, 0.0, mark)
    return second_look_words(study, "Ada", choice), [
        f"{capitalized(study.phrase(action))}, " for action in actions
    ]


def test_the_better_action_is_named_above_the_one_taken():
    words, phrases = looked_at((0.0, -5.0), (0.0, 1.0), taken=1)
    assert words[0].startswith("From what Ada knew, another of ")
    assert words[3].startswith(f"{phrases[0]}about 5 points better than any other: ")
    assert words[-2] == "Chosen:"
    assert words[-1].startswith(f"{phrases[1]}about 5 points worse than the first: ")
    words, phrases = looked_at((0.0, -5.0), (0.0, 1.0), taken=0)
    assert words[0].startswith("From what Ada knew, this was the best of ")
    assert words[3].startswith(f"{phrases[0]}about 5 points better than any other: ")
    assert words[-2] == "Next best:"
    assert words[-1].startswith(f"{phrases[1]}about 5 points worse than the first: ")


def test_a_strong_action_is_called_the_best_and_an_equal_one_is_not():
    values, errors = (-2.0, 0.0), (2.0, 0.0)
    words, phrases = looked_at(values, errors, taken=1, mark="!")
    assert words[0].startswith("From what Ada knew, this was the best of ")
    assert words[3].startswith(f"{phrases[1]}one of the best: ")
    assert words[-1].startswith(f"{phrases[0]}about as good as the first: ")
    words, _ = looked_at(values, errors, taken=1)
    assert words[0].startswith("From what Ada knew, none of ")


@pytest.mark.usefixtures("searching")
def test_an_action_is_as_bad_beside_a_simpler_first_hint_as_beside_the_best():
    """The first hint is about as good as the best action, and its lead alone is in doubt."""
    match = loaded((SAVES / "yummy.jsonl").read_bytes())
    choice = judge(match, match.history[78].seat, 78).choice
    assert choice
    assert choice.mark == "?"
    assert not contradiction(match, 78)


@pytest.mark.usefixtures("no_bots")
@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL))
async def test_the_worlds_of_a_hint_are_those_of_the_replay(slug):
    opened = saved("human", "bot:normal", game=slug, actions=5)
    async with playing(opened).run_test() as pilot:
        screen = play_of(pilot.app)
        await until(pilot, lambda: screen.live.snapshot.view is not None)
        snapshot = screen.live.snapshot
        match = opened.match
        there = match.view(snapshot.viewer, len(match.history))
        assert chance_of(snapshot.view) == chance_of(there)
