"""``darwin-tui analyse``: chances with some knowledge of the cards, and hidden cards."""

import json

import pytest
from click.testing import CliRunner
from tui.scenes import closed, finished, saved

from darwin_tui.cli import main


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
    path = closed(finished("human", "bot:greedy")).path
    assert words in run(path, "--as", knowledge)
    assert json.loads(run(path, "--as", knowledge, "--json"))["knowledge"] == knowledge


def test_hidden_cards_are_named_with_their_chances():
    path = closed(saved("human", "bot:greedy", acts=4)).path
    assert run(path, "--hidden", 0).startswith("Ben, hand, 9 cards: ")
    (place,) = json.loads(run(path, "--hidden", 0, "--json"))
    assert (place["player"], place["cards"]) == ("Ben", 9)
    assert 7 < sum(place["chances"].values()) <= 9, "some kinds have copies"
    assert "no 99 actions" in run(path, "--hidden", 99, code=2)
    run(path, "--hidden", 0, "--seat", 2, code=1)
