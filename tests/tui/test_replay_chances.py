"""The chances to win in a replay: the workers compute them, curves show them, and keys go from
mistake to mistake."""

import re

import pytest
from home import here
from tui.scenes import content, finished, notices, replay_of, replaying, saved, shown, until
from tui.workers import WORLDS

from darwin_core.analysis import review
from darwin_core.analysis.report import Analysis, analysis_of
from darwin_core.analysis.review import Choice, Judgement
from darwin_tui import settings
from darwin_tui.library import analyses
from darwin_tui.library.hindsight import KNOWN


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_chances_are_analysed_shown_and_kept(workers, size):
    opened = finished("human", "bot:greedy", seed="careless")
    async with replaying(opened).run_test(size=size) as pilot:
        screen = replay_of(pilot.app)
        await pilot.press("c")
        parts = len(workers.waiting)
        assert parts > 4
        workers.answer(parts // 2)
        half = f"The match is being analysed: {100 * (parts // 2) / parts:.0f} %"
        await until(pilot, lambda: half in shown(pilot.app))
        await pilot.press("right")
        assert screen.position > 0, "keys work meanwhile"
        meanwhile = shown(pilot.app)
        dots = sum("⠀" < character <= "⣿" for character in meanwhile)
        assert dots > size[0] // 4, "the curve is drawn as it comes, not its end alone"
        await pilot.press(".")
        (notice,) = notices(pilot.app)
        assert "once the match is analysed" in notice, "c would stop what is going on"
        workers.answer(parts)
        await until(pilot, lambda: "is being analysed" not in shown(pilot.app))
        places, after = (
            [line.strip().startswith("100 %") for line in text.splitlines()]
            for text in (meanwhile, shown(pilot.app))
        )
        assert any(places)
        assert places == after, "nothing moves"
        words = " ".join(shown(pilot.app).split())
        assert all(word in words for word in ("not 100 %", "each knew", "other things"))
        assert "Ada" in shown(pilot.app)
        if size[1] == 24:
            points = screen._chances.curve._curves.turns
            assert points
            for point in points:
                first, _, _ = point.words.partition(". ")
                assert first.split()[-1] in shown(pilot.app), "a sentence ends within the window"
        await pilot.press("end")
        assert "100 %" in shown(pilot.app)
        await pilot.press("c")
        assert "chance to win" not in shown(pilot.app)
    assert analyses.find(opened.match, opened.path, here()) is not None
    async with replaying(opened).run_test(size=size) as pilot:
        await pilot.press("c")
        assert "chance to win" in shown(pilot.app)
        assert not workers.waiting, "it is not made again"


async def test_chances_as_a_spectator_knew_the_match_and_with_open_cards(workers):
    workers.judges = False
    opened = finished("human", "bot:greedy")
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        screen = replay_of(pilot.app)
        await pilot.press("o")
        assert not screen._chances.is_shown
        await pilot.press("c")
        for words in ("as each player knew", "as a spectator knew", "all cards open"):
            await until(pilot, lambda words=words: words in shown(pilot.app))
            assert workers.waiting
            workers.answer()
            await until(pilot, lambda: "is being analysed" not in shown(pilot.app))
            assert words in shown(pilot.app)
            await pilot.press("o")
        assert "as each player knew" in shown(pilot.app)
        assert not workers.waiting, "it is not made again"
    stored = [analyses.find(opened.match, opened.path, here(), knowledge) for knowledge in KNOWN]
    assert [analysis.knowledge for analysis in stored if analysis] == [*KNOWN]


@pytest.mark.parametrize("language", ["en", "de"])
async def test_nothing_is_certain_before_the_end(workers, language):
    """A chance that the judge puts at 1 or 0 is shown as almost certain, or almost none."""
    opened = finished("human", "human", seed="careless")
    settings.write(settings.Settings(language=language), here())
    last = len(opened.match.history)
    over, under = ("über 99 %", "unter 1 %") if language == "de" else ("over 99 %", "under 1 %")
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        for answer, *_ in workers.waiting:
            answer.set_result([Judgement(1.0, is_news=True), Judgement(0.0, is_news=True)])
        workers.waiting.clear()
        await until(pilot, lambda: "??" in shown(pilot.app))
        screen = replay_of(pilot.app)
        for position in (1, last // 2, last - 1):
            screen.action_go(position)
            await pilot.pause()
            rows = shown(pilot.app).splitlines()
            assert any(" Ada " in row and over in row for row in rows)
            assert any(" Ben " in row and under in row for row in rows)
        screen.action_go(last)
        await pilot.pause()
        assert over not in shown(pilot.app), "the result is certain"


async def test_what_is_not_done_is_dropped_when_the_replay_is_left(workers):
    async with replaying(finished("human", "bot:greedy")).run_test() as pilot:
        await pilot.press("c")
        waiting = [answer for answer, *_ in workers.waiting]
        await pilot.press("q")
        await until(pilot, lambda: all(answer.cancelled() for answer in waiting))


async def test_marks_are_gone_to_and_mistakes_are_put_into_words(workers):
    opened = finished("human", "human", seed="careless")
    async with replaying(opened).run_test(size=(120, 40)) as pilot:
        screen = replay_of(pilot.app)
        await pilot.press("full_stop")
        assert screen.position == 0, "nothing is analysed yet"
        await pilot.press("c")
        workers.answer()
        await until(pilot, lambda: "blunder" in shown(pilot.app))
        analysis = analyses.find(opened.match, opened.path, here())
        assert isinstance(analysis, Analysis)
        costly = {
            choice.position + 1
            for choices_of_seat in analysis.choices
            for choice in choices_of_seat
            if choice.cost
        }
        assert costly, "a random match is without mistakes"
        seen = set()
        for _ in range(60):
            before = screen.position
            await pilot.press("full_stop")
            if screen.position == before:
                break
            seen.add(screen.position)
            words = content(pilot.app, "#perspective")
            if screen.position in costly:
                pattern = r"\S+ costs (Ada|Ben) \d+( ± \d+)? % of the chance to win; better: "
                assert re.match(pattern, words)
            else:
                is_strong = re.match(r"! (Ada|Ben) plays better than a Normal bot would\.", words)
                is_turning = re.match(
                    r"(Ada|Ben)'s chance (rises|falls) from (\d+|under 1|over 99) to ", words
                )
                assert is_strong or is_turning, "it says why one is led there"
        assert seen >= {point.position for point in analysis.turning_points}
        await pilot.press("comma")
        assert screen.position < max(seen)


async def test_marks_below_the_curves_lie_apart_and_name_the_worst(workers):
    """Many mistakes follow each other, and each mark that is shown is whole."""
    opened = finished("human", "human", seed="careless")
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        parts, workers.waiting = workers.waiting, []
        for answer, _, seen, at in parts:
            answer.set_result(
                [
                    Judgement(0.5, spoilt(at, 0.2 if at == 40 else 0.06), is_news=True)
                    if text.seat == 0
                    else Judgement(0.5)
                    for text in seen
                ]
            )
        await until(pilot, lambda: "blunder" in shown(pilot.app))
        row = next(line for line in shown(pilot.app).splitlines() if line.count("?") > 4)
        assert set(row.split()) == {"?", "??"}


async def test_a_strong_action_is_explained(workers):
    opened = finished("human", "human", seed="careless")
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        parts, workers.waiting = workers.waiting, []
        for answer, _, seen, at in parts:
            strong = [
                Judgement(0.5, Choice(at, "C1", "C1", 0.0, 0.0, ""), brings=0.1)
                if (at, text.seat) == (10, 0)
                else Judgement(0.5)
                for text in seen
            ]
            answer.set_result(strong)
        await until(pilot, lambda: "blunder" in shown(pilot.app))
        await pilot.press("full_stop")
        assert replay_of(pilot.app).position == 11
        words = content(pilot.app, "#perspective")
        assert words.startswith("! Ada plays better than a Normal bot would.")


def spoilt(position: int, cost: float) -> Choice:
    return Choice(position, "C1", "C1", cost, 1.0, "?")


async def test_a_match_that_is_not_over_has_no_chances(workers):
    async with replaying(saved("human", "bot:greedy", actions=4)).run_test() as pilot:
        await pilot.press("c")
        assert not workers.waiting


def test_an_analysis_of_another_match_or_format_is_not_shown():
    opened = finished("human", "bot:greedy")
    other = finished("human", "bot:greedy", seed="b")
    match = opened.match
    judged = [Judgement(0.5)] * len(match.history)
    analysis = analysis_of(match, [review.review(match, seat, judged) for seat in range(2)], WORLDS)
    analyses.keep(analysis, here())
    file = here().analysis_of(match.chain)
    assert analyses.find(match, None, here()) == analysis
    assert analyses.find(other.match, None, here()) is None
    beside = other.path.with_name(f"{other.path.stem}{analyses.BESIDE}")
    beside.write_bytes(file.read_bytes())
    assert analyses.find(other.match, other.path, here()) is None, "it is of another match"
    for text in (b"{}", b'{"format":0}', file.read_bytes().replace(b'"format":', b'"format":9')):
        file.write_bytes(text)
        assert analyses.find(match, None, here()) is None
