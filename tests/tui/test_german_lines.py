"""Text mode in German: play, replay and statistics print no English word."""

import pytest
from click.testing import CliRunner
from english import english

from darwin_core.contract import registry
from darwin_tui.cli import main, process
from darwin_tui.library import saves

ENGLISH = english("match", "after", "choice")
PLAYED = "help\nbots\nlog 3\nstate\nhand\nhint\nlegal\nundo\n1\nundo\nredo\nfly\n99999\nquit\n"
REPLAYED = "help\n\nback\ngo 3\nround 9\nhidden\nstate\nas all\nas Nobody\nnote\nanalyse\nfly\n"


def said(args: list[str], typed: str) -> str:
    result = CliRunner().invoke(main, args, input=typed)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_play_and_replay_say_no_english_word(monkeypatch, slug):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    args = ["play", slug, "--plain", "--seats", "human:Ada,bot:random:Emma", "--seed", "german"]
    lines = said(args, PLAYED).splitlines()
    record = next(saves.rows(process.begin_own_session().locations)).path
    lines += said(["replay", str(record)], REPLAYED).splitlines()
    lines += said(["stats"], "").splitlines()
    assert "Es gibt keinen Befehl" in "\n".join(lines)
    assert not [line for line in lines if ENGLISH.search(line.replace(str(record), ""))]
