"""Records of every format and release, never rewritten: they must open with the same result."""

import shutil
from pathlib import Path

import pytest
from matches import mark

from darwin_tui.library import saves

FIXTURES = Path(__file__).parents[1] / "fixtures"

RESULTS = {
    # number of lines, number of undo lines, hash of the last state, totals
    "dice-format1.jsonl": (98, 13, "YzADHCNz+2k", (9, 96, 38)),
    "darwinning-format1.jsonl": (119, 9, "u0U0fmp4Oq8", (38, 49)),
    "yummy-format1.jsonl": (374, 62, "1+4EmGkk1fQ", (12, 22)),
    "yummy-rules2.jsonl": (269, 34, "LtOQj/NdpRU", (8, 4, 16)),
    "yummy-rules2-declined.jsonl": (301, 6, "UQ3LmnxBPkw", (6, 10, 8)),
    "evo-format1.jsonl": (235, 35, "A3wgu+SMWpo", (-15, -58)),
    "journey-format1.jsonl": (245, 43, "KK4vL50I4rs", (39, 48)),
    "journey-rules2.jsonl": (265, 13, "+vYsXVoyLsU", (25, 35, 52)),
}


def test_every_fixture_has_a_known_result():
    assert {path.name for path in FIXTURES.glob("*.jsonl")} == set(RESULTS)


@pytest.mark.parametrize("name", RESULTS)
def test_old_record_opens_with_the_same_result(name):
    path = FIXTURES / name
    before = path.read_bytes()
    assert saves.verify(path) is None
    match = saves.read(path).match
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    undone = sum(line.action.startswith("undo ") for line in match.lines)
    assert (len(match.lines), undone, mark(match), outcome.totals) == RESULTS[name]
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", RESULTS)
def test_old_record_can_be_opened_for_play(name, tmp_path):
    path = Path(shutil.copy(FIXTURES / name, tmp_path))
    opened = saves.resume(path)
    assert opened.notice == ""
    assert opened.journal is not None
    opened.journal.close()
    assert path.read_bytes() == (FIXTURES / name).read_bytes()
