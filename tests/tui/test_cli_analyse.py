"""``darwin-tui analyse``: chances to win by the knowledge of the cards, and guesses at hidden
cards."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner
from tui.scenes import closed, finished, saved

from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import Choice
from darwin_core.journal import JournalError
from darwin_tui.cli import main
from darwin_tui.cli.analyse import wait_for


def run(*args: object, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["analyse", *map(str, args)])
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize(
    ("knowledge", "words"),
    [
        ("players", "as each player knew the match"),
        ("spectator", "as a spectator knew the match"),
        ("all", "with all cards open"),
    ],
)
def test_chances_are_found_with_what_is_asked_for(workers, knowledge, words):
    workers.answers_at_once = True
    workers.judges = False
    path = closed(finished("human", "bot:greedy")).path
    assert words in run(path, "--as", knowledge)
    assert json.loads(run(path, "--as", knowledge, "--json"))["knowledge"] == knowledge


def test_json_has_a_number_for_each_seat(workers):
    workers.answers_at_once = True
    opened = closed(finished("human", "bot:greedy", seed="careless"))
    report = json.loads(run(opened.path, "--json"))
    assert report["chain"] == opened.match.chain
    parts = zip(*(report[part] for part in ("start", "luck", "decisions", "result")), strict=True)
    ends = [curve[-1] for curve in report["curve"]]
    for (start, luck, decisions, result), end in zip(parts, ends, strict=True):
        assert 0 < start < 1
        assert start + luck + decisions == pytest.approx(result, abs=0.001)
        assert result == end
    assert sorted(ends) == [0, 1]
    assert {len(curve) for curve in report["curve"]} == {len(opened.match.history) + 1}
    for point in report["turning_points"]:
        assert report["curve"][point["seat"]][point["position"]] == point["after"]


def test_hidden_cards_are_named_with_their_chances():
    path = closed(saved("human", "bot:greedy", actions=4)).path
    assert run(path, "--hidden", 0).startswith("Ben, hand, 9 cards: ")
    (place,) = json.loads(run(path, "--hidden", 0, "--json"))
    assert (place["player"], place["cards"]) == ("Ben", 9)
    assert 7 < sum(place["chances"].values()) <= 9, "some kinds have copies"
    assert "no 99 actions" in run(path, "--hidden", 99, code=2)
    run(path, "--hidden", 0, "--seat", 2, code=1)


@pytest.mark.parametrize("shows_progress", [True, False])
def test_a_bar_shows_how_far_it_is_where_somebody_sees_it(capsys, monkeypatch, shows_progress):
    monkeypatch.setattr("darwin_tui.cli.analyse.POLL_SECONDS", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    shares = iter([0.0, 0.31, 0.62])

    class Slow:
        share = 0.0
        trouble = ""

        def poll(self):
            self.share = next(shares, 1.0)
            return None if self.share < 1 else "done"

        def cancel(self):
            pass

    analysing: Any = Slow()
    done: Any = wait_for(analysing, shows_progress=shows_progress)
    assert done == "done"
    output = capsys.readouterr()
    assert ("62%" in output.err) == shows_progress
    assert shows_progress or not output.err
    assert not output.out


def test_json_says_of_each_decision_where_the_dip_stands_and_its_error(workers):
    workers.answers_at_once = True
    opened = closed(finished("human", "bot:greedy", seed="careless"))
    report = json.loads(run(opened.path, "--json"))
    assert {*report} == {*Analysis.__struct_fields__}
    choices = [
        (seat, choice)
        for seat, choices_of_seat in enumerate(report["choices"])
        for choice in choices_of_seat
    ]
    assert any(choice["cost"] for _, choice in choices)
    for seat, choice in choices:
        assert {*choice} == {*Choice.__struct_fields__}
        dip, luck = choice["by_step"]
        before, after = report["curve"][seat][choice["position"] :][:2]
        assert dip == pytest.approx(-choice["cost"], abs=0.0002)
        assert before + dip + luck == pytest.approx(after, abs=0.0004)
        assert choice["error"] >= 0
        assert all(len(claim) == 4 for claim in choice["why"])
    assert [len(errors) for errors in report["errors"]] == [len(opened.match.history) + 1] * 2


@pytest.mark.parametrize("as_json", [False, True])
def test_an_analysis_that_cannot_be_stored_is_printed(workers, monkeypatch, as_json):
    def full(*_args: object) -> None:
        raise JournalError("analyses cannot be written: No space left on device.")

    monkeypatch.setattr("darwin_tui.library.analyses.write_whole", full)
    workers.answers_at_once = True
    path = closed(finished("human", "bot:greedy")).path
    result = CliRunner().invoke(main, ["analyse", str(path), *(["--json"] if as_json else [])])
    assert (result.exit_code, result.stderr) == (
        0,
        "analyses cannot be written: No space left on device.\n",
    )
    assert ("result" if as_json else "chances to win") in result.stdout


def test_a_damaged_record_is_not_only_called_unfinished():
    path = closed(finished("human", "bot:greedy")).path
    first, second, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([first, second.replace(b"S", b"x"), *rest]))
    assert run(path, code=1) == (
        f"{path}: Line 2 of the record is damaged. "
        "Only a match that was played to its end can be analysed.\n"
    )


def test_help_names_all_keys_of_the_json():
    output = CliRunner().invoke(main, ["analyse", "--help"]).output
    for name in (*Analysis.__struct_fields__, *Choice.__struct_fields__):
        assert re.search(rf"\b{name}\b", output), name
