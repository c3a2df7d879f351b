"""The bench prints the figures of boards and of a server, here in a short run."""

import json
from typing import Any

import pytest
import sampling
from bench import boards
from bench.__main__ import main

from darwin_core.contract import registry


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, Any]]:
    """Return the figures that a command prints."""
    main([*args, "--json"])
    figures: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return figures


def test_boards(capsys, monkeypatch):
    monkeypatch.setattr(boards, "SCENES_MAX", 3)
    report = printed(capsys, "boards")
    assert {figure["game"] for figure in report} == {*registry.SLUGS}
    assert all(figure["value"] > 0 for figure in report)


@pytest.mark.parametrize("processes", sampling.one_by_turns(["1", "2"], 1))
def test_server(processes, capsys, monkeypatch):
    from bench import room, sessions
    from server import stores

    if processes == "2":
        stores.program()
    monkeypatch.setattr(sessions.figures, "__defaults__", (2, 1, 1.0))
    monkeypatch.setattr(sessions, "VISITORS", 2)
    monkeypatch.setattr(sessions, "SETTLING_SECONDS", 0.1)
    monkeypatch.setattr(room.figures, "__defaults__", (2, 2))
    monkeypatch.setattr(room.table_of_two, "__defaults__", (1,))
    monkeypatch.setattr(room, "_REVEAL_SECONDS", 0.1)
    monkeypatch.setattr(room, "_QUIET_SECONDS", 0.3)
    report = printed(capsys, "server", "--sessions", "2", "--processes", processes)
    (key,) = (figure for figure in report if figure["game"] == "table of two")
    assert key["ratio"] > 0
    lost = [figure["value"] for figure in report if "lost" in figure["figure"]]
    assert lost, [figure["figure"] for figure in report]
    assert not any(lost)
