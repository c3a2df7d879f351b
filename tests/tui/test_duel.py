"""Duels: a bot plays the deals of a finished match again, and the scores are compared line by
line."""

import json

import pytest
from click.testing import CliRunner
from matches import outcome_of
from tui.scenes import closed, finished, saved, submit

from darwin_core.bots import levels
from darwin_core.match import Resign
from darwin_tui.cli import main
from darwin_tui.library import saves
from darwin_tui.library.daily import LEVEL
from darwin_tui.library.duel import duel
from darwin_tui.strength.simulate import play


def run(*args: object, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["duel", *map(str, args)])
    assert result.exit_code == code, result.output
    return result.output


def normal_match():
    """Save a match between Normal bots that all use the same random bytes."""
    opened = saved("bot:normal", "bot:normal", "bot:normal", seed="dealt")
    match = opened.match
    while movers := match.game.to_move(match.state):
        action = levels.counted_bot(LEVEL)(match.game, match.view(movers[0]), movers[0], bytes(16))
        submit(opened, movers[0], action)
    return closed(opened)


def test_the_same_player_scores_the_same_by_the_same_deals():
    opened = normal_match()
    result = duel(opened.path, opened.match, (0, 2), "normal", 2, 1)
    assert [rerun.seat for rerun in result.seats] == [1, 3]
    for rerun in result.seats:
        assert all(line.scored == line.again == line.low == line.high for line in rerun.lines)
    assert not result.replaced


def test_who_resigned_is_last_in_a_duel_too():
    opened = saved("human", "human", "bot:normal", seed="careless")
    submit(opened, 1, Resign())
    play_on = opened.match
    while movers := play_on.game.to_move(play_on.state):
        submit(opened, movers[0], play_on.legal(movers[0])[0])
    (rerun,) = duel(closed(opened).path, opened.match, (1,), "normal", 1, 1).seats
    assert {line.label: line.scored for line in rerun.lines}["place"] == 3


def test_a_bot_is_compared_with_the_person_whose_seat_it_takes():
    opened = finished("human", "human", "bot:normal", seed="careless")
    outcome = outcome_of(opened.match)
    result = json.loads(run(opened.path, "--seat", 2, "--by", "bot:normal", "--jobs", 1, "--json"))
    (rerun,) = result["seats"]
    assert (result["by"], result["replaced"], rerun["name"]) == ("normal", ["Ada"], "Ben")
    scored = {line["label"]: line["scored"] for line in rerun["lines"]}
    assert scored["total"] == outcome.totals[1]
    assert scored["place"] == outcome.ranks[1]
    again = play(opened.match.game, ["normal"] * 3, "careless", opened.match.header.options)
    played = {line["label"]: line["again"] for line in rerun["lines"]}
    assert played["total"] == again.totals[1]
    for line in again.lines:
        assert played[line.label] == line.points[1]
    for figures in (scored, played):
        assert sum(figures[line.label] for line in again.lines) == figures["total"]


def test_without_a_seat_the_bot_takes_each_in_turn():
    opened = finished("human", "bot:normal", seed="careless")
    text = run(opened.path, "--by", "normal", "--jobs", 1)
    assert "played again by a bot of level Normal" in text
    assert "Normal bots play for Ada." in text
    assert " −" in text
    assert " -" not in text
    for number, player in enumerate(opened.match.header.players, 1):
        assert f"seat {number}" in text
        assert player.name in text


@pytest.mark.parametrize(
    ("args", "sentence"),
    [(("--seat", 3), "seats 1 to 2"), (("--by", "bot:clever"), "There is no bot called")],
)
def test_wrong_words_are_refused(args, sentence):
    assert sentence in run(finished("human", "bot:normal").path, *args, code=2)


def test_a_match_that_is_not_over_is_not_compared():
    path = closed(saved("human", "bot:normal", actions=3)).path
    assert "Only a match that was played to its end" in run(path, code=1)
    assert saves.read(path).match.history
