"""Each game of this repository is complete: each failure names a part that a game lacks.

The tests of conformance check that games keep the laws.
"""

import re
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

import pytest

from darwin_core.analysis import review
from darwin_core.analysis.review import WORLDS
from darwin_core.contract import registry
from darwin_core.contract.tables import read_text
from darwin_core.lab.check import flaws
from darwin_core.match import record
from darwin_tui.boards import board_class
from darwin_tui.drawing.palette import colours_of
from darwin_tui.library import analyses, saves
from darwin_tui.paths import Locations
from darwin_tui.widgets.board import Board

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.parametrize("slug", registry.SLUGS)


def test_game_has_a_box_and_rules(slug):
    assert not [*flaws(registry.get(slug))]
    assert registry.get(slug).slug == slug


def test_game_has_a_board(slug):
    assert issubclass(board_class(slug), Board)


def test_game_has_colours(slug):
    assert colours_of(board_class(slug).COLOURS)


def test_rules_page_lists_where_figures_come_from(slug):
    page, _, sources = read_text(registry.get(slug).package, "rules.md").partition(
        "\n## Where the figures come from\n"
    )
    assert not re.search(r"\*\*[RFH]\*\*", page)
    assert "°" in page, "the mark of rules and figures of our own"
    for word in ("printed", "found", "our own"):
        assert word in sources.lower()


def test_every_component_says_where_it_is_from(slug):
    tables = list((ROOT / "core" / "darwin_core" / "games" / slug).glob("*.toml"))
    tables = [path for path in tables if path.name not in {"lesson.toml", "well.toml"}]
    assert tables
    for path in tables:
        text = path.read_text()
        rows = re.findall(r"^\[\[", text, flags=re.MULTILINE)
        assert len(rows) == len(re.findall(r"^source = ", text, flags=re.MULTILINE))


def test_game_has_a_playthrough_for_every_seat_count(slug):
    for seats in registry.get(slug).seats:
        assert (ROOT / "tests" / "playthroughs" / f"{slug}-{seats}.txt").is_file()


def test_game_has_tests_of_its_own_with_a_twin_and_leaks(slug):
    folder = ROOT / "tests" / "core" / "games" / slug
    assert (folder / "twin.py").is_file()
    assert (folder / "leaks.py").is_file()
    assert len(list(folder.glob("test_*.py"))) > 1, "scenarios named after the rules"


def test_game_has_a_finished_sample_match(slug):
    path = ROOT / "saves" / f"{slug}.jsonl"
    opened = saves.read(path)
    assert saves.verify(path) is None
    assert opened.match.header.game == slug
    assert opened.match.game.outcome(opened.match.state) is not None


def test_analysis_of_the_sample_match_holds(slug, tmp_path):
    """Check that the saved analysis fits its match. ``darwin-tui analyse`` makes a new one."""
    path = ROOT / "saves" / f"{slug}.jsonl"
    match = saves.read(path).match
    nowhere = Locations.under(tmp_path, tmp_path)
    analysis = analyses.find(match, path, nowhere)
    assert analysis is not None
    assert analysis.worlds == WORLDS
    assert analyses.rounded(analysis) == analysis
    for seat in range(match.seats):
        parts = analysis.start[seat] + analysis.luck[seat] + analysis.decisions[seat]
        assert parts == pytest.approx(analysis.result[seat], abs=0.001)
        assert len(analysis.curve[seat]) == len(match.history) + 1
        for choice in analysis.choices[seat]:
            played = match.history[choice.position]
            assert (played.seat, match.game.texts.notation(played.action)) == (seat, choice.played)


def test_analysis_of_the_sample_match_is_what_is_found_today(slug, tmp_path):
    """Judge the worst decision and a few positions again, and compare with the saved analysis.

    If they differ because the game's policy or state value has changed, delete the analysis, make
    it again, and raise FORMAT in report.py.
    """
    path = ROOT / "saves" / f"{slug}.jsonl"
    match = saves.read(path).match
    analysis = analyses.find(match, path, Locations.under(tmp_path, tmp_path))
    assert analysis is not None
    worst = max(chain(*analysis.choices), key=lambda choice: choice.cost)
    seat = match.history[worst.position].seat
    middle = len(match.history) // 2
    places = [(seat, worst.position), *((other, middle) for other in range(match.seats))]
    judged = 0
    for seat, position in places:
        decides = match.history[position].seat == seat
        if decides and position != worst.position:
            continue
        judgement = review.judge(match, seat, position)
        chance = analysis.curve[seat][position]
        if judgement.choice:
            judged += 1
            assert (judgement.choice.played, judgement.choice.best) == (worst.played, worst.best)
            # If the seat has learned nothing new, the curve continues from its last decision, so
            # its chance may differ from the judged one: costs are compared in proportion to it.
            part = judgement.choice.cost / (judgement.chance or 1.0)
            assert worst.cost == pytest.approx(part * chance, abs=1e-3)
            assert worst.points == pytest.approx(judgement.choice.points, abs=1e-4)
        elif judgement.is_news and judgement.chance is not None:
            judged += 1
            assert chance == pytest.approx(judgement.chance, abs=1e-4)
    assert judged, "no chance was found again"


def test_game_has_an_old_record_of_every_format(slug):
    for number in range(1, record.FORMAT + 1):
        assert (ROOT / "tests" / "fixtures" / f"{slug}-format{number}.jsonl").is_file()


def test_readme_has_a_row_and_a_picture(slug):
    text = (ROOT / "README.md").read_text()
    assert f"| **{registry.get(slug).title}** | `{slug}` |" in text
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text)
    assert any(registry.get(slug).title in words for words, _ in pictures)
    assert all((ROOT / unquote(path)).is_file() for _, path in pictures)
