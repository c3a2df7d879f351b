"""Judging of decisions while a match is played, so that the results know them at once."""

import asyncio
from concurrent.futures import Future

import pytest
from home import here, own
from tui.hands import come_to_results, decisions
from tui.scenes import closed, finished, play_of, playing, saved
from tui.scenes import until as until_shown
from waiting import until

from darwin_core.analysis.review import WORLDS, Judgement, judge
from darwin_core.bots.levels import bot
from darwin_core.bots.search import Budget, Judged, Search
from darwin_core.match import Undo
from darwin_core.workers.pool import Pool
from darwin_tui.app import DarwinApp
from darwin_tui.library import analyses
from darwin_tui.library.analyses import Analysing, Judgements
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.screens.results_page import ResultsPage

HINT = Budget(steps=2_000, errs=True, is_trained=True)


def at_home(opened, **more):
    """Open a local table for a match, and return the access to it."""
    matches = OpenMatches()
    matches.locations = here()
    access = matches.host(opened, **more)
    access.open()
    return access


async def choose(place):
    """Play the person's first action."""
    now = place.seat(0).snapshot
    await place.seat(0).submit(now.actions[0], now.question)


async def all_asked(workers, count):
    """Wait until judgements of the first ``count`` positions were asked for."""
    await until(lambda: {*workers.asked} >= {*range(count)})


async def test_positions_are_judged_one_by_one_the_persons_first(workers):
    opened = saved("human", "bot:normal", actions=6)
    place = at_home(opened)
    for _ in range(6):
        await until(lambda: workers.waiting)
        assert len(workers.waiting) == 1
        workers.answer()
    persons = [at for at, played in enumerate(opened.match.history) if played.seat == 0]
    assert workers.asked[: len(persons)] == persons
    assert {*workers.asked} == {*range(6)}
    assert not workers.waiting, "the rest of the match is waited for"
    await choose(place)
    await until(lambda: 6 in workers.asked)
    place.close()
    await until(lambda: all(answer.cancelled() for answer, *_ in workers.waiting))


async def test_judgements_outlast_the_table(workers):
    workers.answers_at_once = True
    opened = saved("human", "bot:normal", actions=6)
    place = at_home(opened)
    await all_asked(workers, 6)
    place.close()
    kept = Judgements(opened.match, here()).present
    assert kept
    workers.asked.clear()
    again = OpenMatches()
    again.locations = here()
    place = again.resume(opened.path)
    place.open()
    await until(lambda: {*workers.asked} == {*range(6)}.difference(kept))
    place.close()


@pytest.mark.usefixtures("no_bots")
@pytest.mark.parametrize(
    ("controls", "more", "is_judged"),
    [
        (("human", "bot:normal"), {}, True),
        (("human", "bot:normal"), {"bots": {1: bot("normal")}}, False),
        (("bot:normal", "bot:normal"), {}, False),
    ],
    ids=["at home", "in a lesson", "where nobody plays"],
)
async def test_matches_of_people_are_judged(workers, controls, more, is_judged):
    place = at_home(saved(*controls, actions=6), **more)
    for _ in range(20):
        await asyncio.sleep(0)
    assert bool(workers.waiting) == is_judged
    place.close()


def test_an_undo_drops_what_depends_on_the_action():
    opened = closed(saved("human", "human", actions=3))
    match = opened.match
    judgements = Judgements(opened.match, None)
    for position in range(3):
        judgements.add(position, [Judgement(), Judgement()], position + 1)
    assert [*judgements.present] == [0, 1, 2]
    match.accept(match.propose(match.history[-1].seat, Undo()))
    assert [*judgements.present] == [0, 1]


def test_what_is_kept_holds_for_the_same_actions_of_the_same_match():
    opened = closed(saved("human", "human", actions=5))
    judgements = Judgements(opened.match, here())
    for position in range(5):
        judgements.add(position, [Judgement(0.25), Judgement()], position + 1)
    judgements.keep()
    assert Judgements(opened.match, here()).present == judgements.present
    assert not Judgements(
        closed(saved("human", "human", seed="other", actions=5)).match, here()
    ).present
    match = opened.match
    match.accept(match.propose(match.history[-1].seat, Undo()))
    assert [*Judgements(match, here()).present] == [0, 1, 2, 3]
    (path,) = (here().verification.parent / "analyses").iterdir()
    kept = path.read_bytes()
    assert b'"4":[5,[' in kept
    path.write_bytes(kept.replace(b'"4":[5,[', b'"7":[5,['))
    assert 7 not in Judgements(opened.match, here()).present, "it was damaged"
    path.write_bytes(b"{")
    assert not Judgements(opened.match, here()).present
    judgements.forget()
    assert not path.exists()


async def test_results_name_the_costliest_choice_as_soon_as_they_open(workers):
    """Only the last four positions are still to be judged when the results open."""
    workers.answers_at_once = True
    opened = saved("human", "bot:random", actions=10_000, seed="hindsight")
    judgements = Judgements(opened.match, here())
    last = len(opened.match.history)
    whole = Analysing(closed(opened).match, None)
    for position, judged in enumerate(zip(*map(whole.judgements, range(2)), strict=True)):
        if position < last - 4:
            judgements.add(position, [candidate for candidate in judged if candidate], last)
    judgements.keep()
    workers.asked.clear()
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(ResultsScreen(SavedMatch.of(opened)))
        await pilot.pause()
        assert {*workers.asked} == {*range(last - 4, last)}
        page = pilot.app.screen.query_one(ResultsPage)
        assert not page.is_judging
        await until_shown(pilot, lambda: analyses.find(opened.match, None, here()))
        analysis = analyses.find(opened.match, None, here())
        assert analysis == whole.poll()
        assert not Judgements(opened.match, here()).present, "the analysis takes their place"


def test_an_analysis_that_is_dropped_is_continued(workers):
    opened = finished("human", "bot:random", seed="hindsight")
    begun = Analysing(opened.match, here())
    workers.answer(5)
    assert begun.share > 0
    assert begun.poll() is None
    begun.cancel()
    workers.waiting.clear()
    again = Analysing(opened.match, here())
    assert len(workers.waiting) == len(opened.match.history) - 5
    assert Analysing(opened.match, here(), WORLDS // 2).share == 0, "of other worlds none holds"
    again.cancel()
    workers.waiting.clear()


async def test_the_analysis_is_whole_as_soon_as_the_match_is_over(workers):
    workers.answers_at_once = True
    actions = len(finished("human", "human", seed="whole").match.history)
    opened = saved("human", "human", actions=actions - 1, seed="whole", title="played on")
    place = at_home(opened)
    await until(lambda: {*workers.asked} >= {*range(actions - 1)})
    asked = len(workers.asked)
    (mover,) = opened.match.game.to_move(opened.match.state)
    now = place.seat(mover).snapshot
    await place.seat(mover).submit(now.actions[0], now.question)
    await until(lambda: analyses.find(opened.match, None, here()))
    assert actions - 1 in workers.asked[asked:]
    assert len(workers.asked) - asked < 12, "most of it was judged before"
    place.close()
    assert not list((here().verification.parent / "analyses").glob("*begun*"))


@pytest.mark.usefixtures("quick_bots")
async def test_who_plays_hints_with_h_and_y_makes_no_mistake(monkeypatch):
    def search(_pool, game, view, seat, chance, *_, **_more):
        """Search a fixed number of steps, so that a busy machine gets the same result."""
        search = Search(game, view, seat, chance, HINT)
        answer = Future[list[Judged]]()
        while search.play_next():
            pass
        answer.set_result(search.judged())
        return answer

    monkeypatch.setattr(Pool, "search", search)
    opened = saved("human", "bot:greedy", actions=46)
    judged = []
    match = opened.match
    async with playing(opened).run_test() as pilot:
        screen = play_of(pilot.app)
        async for _ in decisions(pilot, screen):
            position = len(match.history)
            judged += [position] if len(match.legal(0)) > 1 else []
            await pilot.press("H", "Y")
            await until_shown(pilot, lambda at=position: len(match.history) > at)
        await come_to_results(pilot, screen)
    assert len(judged) > 5
    for position in judged:
        choice = judge(match, 0, position, worlds=64).choice
        assert choice
        assert "?" not in choice.mark, (position, choice)
