"""Exports of matches as Markdown, JSON, pictures and films."""

import json
import re
import shutil
import xml.etree.ElementTree as XML
from pathlib import Path

import msgspec
import pyte
import pytest
from click.testing import CliRunner
from home import here, own
from in_process import analysed
from matches import outcome_of
from rich.segment import Segment
from textual.strip import Strip
from tui import scenes

from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.match import Resign, replay
from darwin_core.match.record import Player
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui import settings
from darwin_tui.cli import main
from darwin_tui.cli.export import SIZE, NoConverter, Stage, exported
from darwin_tui.export import images
from darwin_tui.library import analyses, saves
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.settings import Settings
from darwin_tui.terminal import painter
from darwin_tui.terminal.printable import clean

SAVES = Path(__file__).parents[2] / "saves"
SAMPLE = SAVES / "dice.jsonl"
GAMES = sorted(path.stem for path in SAVES.glob("*.jsonl"))
FILMED = [
    slug if slug == "darwinning" else pytest.param(slug, marks=pytest.mark.campaign)
    for slug in GAMES
]
"""Games of which a film is tested: of most games only in the campaign, as their films are long. A
film of Darwin's Dice has tests of its own."""


@pytest.fixture
def finished():
    return saves.read(SAMPLE)


@pytest.fixture
def living():
    """Return a match of Ada against two bots, in its second turn; one bot has chosen a card."""
    players = [Player("Ada"), Player("Bo", "bot:random"), Player("Cy", "bot:random")]
    opened = saves.create(saves.header_for("dice", {}, players, "export"), here())
    match, journal = opened.match, opened.journal
    assert journal is not None
    for seat in (0, 1, 2, 1):
        step = match.propose(seat, match.legal(seat)[0])
        journal.append(step.text, len(match.lines) + 1)
        match.accept(step)
    journal.close()
    return opened


def run(*args):
    return CliRunner().invoke(main, ["export", *map(str, args)])


def test_markdown_shows_every_turn_and_the_score(finished):
    text = exported(own(), finished, SPECTATOR, "md").decode()
    assert text.startswith("# Darwin's Dice\n")
    assert [f"## Round {number}" in text for number in (1, 2, 3)] == [True] * 3
    turns, _, _ = text.partition("## Score")
    assert turns.count("The cards, strongest first:") == 18
    totals = finished.match.game.outcome(finished.match.state).totals
    assert f"| total | {' | '.join(map(str, totals))} |" in text


def test_a_match_that_ended_by_resigning_is_exported_with_its_score_and_who_resigned(living):
    assert "The match is not over; 4 actions" in exported(own(), living, SPECTATOR, "md").decode()
    living.match.accept(living.match.propose(0, Resign()))
    text = exported(own(), living, SPECTATOR, "md").decode()
    assert "| place | 3 |" in text
    assert text.endswith("Ada has resigned.\n")
    assert json.loads(exported(own(), living, SPECTATOR, "json"))["resigned"] == [0]


@pytest.mark.parametrize("made", ["", "yesterday", "2026-11-99T10:00:00", "2026\x1b[31m-1"])
def test_markdown_of_a_record_with_a_damaged_date_begins_with_what_is_left_of_it(finished, made):
    match = finished.match
    match.header = msgspec.structs.replace(match.header, made=made)
    text = exported(own(), finished, SPECTATOR, "md").decode()
    assert f"Started {clean(made[:10])};" in text


def test_there_is_a_sample_of_every_game():
    assert set(GAMES) == set(registry.SLUGS)


def periods(match):
    """Return the names of a match's parts in order, such as ``millennium 1``."""
    word = match.game.clock_words[0]
    return [f"{word} {number}" for number in range(1, replay.clocks(match)[-1].round + 1)]


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("slug", GAMES)
def test_markdown_of_every_game_shows_each_part_and_the_score(slug, viewer):
    opened = saves.read(SAVES / f"{slug}.jsonl")
    match = opened.match
    text = exported(own(), opened, viewer, "md").decode()
    assert text.startswith(f"# {match.game.title}\n")
    parts = [line[3:].lower() for line in text.splitlines() if line.startswith("## ")]
    assert parts[: parts.index("score")] == periods(match)
    totals = outcome_of(match).totals
    assert f"| total | {' | '.join(map(str, totals))} |" in text
    assert [clean(line) for line in text.splitlines()] == text.splitlines()


@pytest.mark.parametrize("slug", GAMES)
def test_json_of_every_game_has_all_that_the_viewer_saw(slug):
    opened = saves.read(SAVES / f"{slug}.jsonl")
    match = opened.match
    document = json.loads(exported(own(), opened, 1, "json"))
    assert document["game"] == slug
    assert document["viewer"] == match.header.names[1]
    log = replay.event_log(match, 1)
    assert sum(len(turn["events"]) for turn in document["turns"]) == sum(map(len, log))
    sentences = [sentence for turn in document["turns"] for sentence in turn["sentences"]]
    names = match.header.names
    assert sentences == [
        match.game.texts.sentence(event, SeatNames(names)) for events in log for event in events
    ]
    assert document["outcome"]["totals"] == list(outcome_of(match).totals)


@pytest.mark.parametrize("slug", GAMES)
def test_svg_of_every_game_is_a_picture_of_the_end(slug):
    opened = saves.read(SAVES / f"{slug}.jsonl")
    picture = exported(own(), opened, 0, "svg").decode()
    assert XML.fromstring(picture).tag.endswith("svg")
    assert opened.match.game.title in picture


def texts(picture):
    """Return the texts of an SVG picture, each with its attributes such as position and length."""
    elements = XML.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    return [(element.text, dict(element.attrib)) for element in elements]


def test_texts_of_a_picture_are_as_long_as_their_cells(finished):
    picture = exported(own(), finished, 0, "svg", size=(120, 40))
    words = texts(picture)
    assert len(words) > 40
    for text, facts in words:
        assert int(facts["x"]) % images.WIDTH == 0
        assert len(text) == 1 or int(facts["textLength"]) == len(text) * images.WIDTH
        assert not set(text) & set("─│▀▄█⣀"), "lines and blocks are shapes"


def test_a_wide_character_has_two_cells_in_a_picture():
    (row,) = images.cells([Strip([Segment("李四  x")])])
    assert [cell.character for cell in row] == ["李", "", "四", "", " ", " ", "x"]
    texts = re.findall(r'<text x="(\d+)".*?>(.*?)</text>', picture := images.still([row], "wide"))
    assert texts == [("0", "李四"), ("60", "x")]
    assert 'textLength="40"' in picture


def test_no_keys_of_the_program_are_in_a_picture(finished):
    words = " ".join(text for text, _ in texts(exported(own(), finished, 0, "svg")))
    assert "branch" not in words
    assert "Space" not in words


def test_shapes_are_drawn_where_their_cells_are():
    def cell(character):
        return images.Cell(character, "#ffffff", "#000000", is_strong=False)

    picture = images.still([[cell(character) for character in " ▀▗─⠁"]], "shapes")
    assert 'fill="#ffffff" d="M10 0h10v10h-10zM25 10h5v10h-5z' in picture
    assert 'd="M35 10L30 10M35 10L40 10"' in picture
    assert "M41.5 1.5h2.5v2.5" in picture


def test_shapes_lie_over_grounds_of_any_row():
    above = images.Cell("▀", "#ffffff", "#111111", is_strong=False)
    below = images.Cell("▀", "#222222", "#ffffff", is_strong=False)
    picture = images.still([[above], [below]], "order")
    ground = picture.index("M0 20h10v20")
    assert picture.index('fill="#ffffff" d="M0 20') < picture.index('fill="#ffffff" d="M0 0h10v10')
    assert ground < picture.index('fill="#222222" d="M0 20h10v10')


def test_moving_picture_draws_what_changes_and_fits_a_page(finished):
    still = exported(own(), finished, 0, "svg", 40)
    moving = exported(own(), finished, 0, "svg", 40, moving=8)
    groups = moving.count(b"<animate ")
    assert 1 <= groups <= 8
    assert len(moving) < len(still) * (groups + 1) * 0.8
    assert len(moving) < 400_000


def test_png_is_made_by_a_program_that_is_there(finished, tmp_path, monkeypatch):
    tool = tmp_path / "rsvg-convert"
    tool.write_text('#!/bin/sh\ncp "$5" "$4"\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert exported(own(), finished, 0, "png").startswith(b"<svg")
    tool.write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(NoConverter, match="has not drawn"):
        exported(own(), finished, 0, "png")
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    with pytest.raises(NoConverter, match="needs one of these programs"):
        exported(own(), finished, 0, "png")


@pytest.mark.parametrize("slug", FILMED)
def test_film_of_a_game_has_a_marker_for_each_part(slug):
    opened = saves.read(SAVES / f"{slug}.jsonl")
    events = [*map(json.loads, exported(own(), opened, 0, "cast").splitlines()[1:])]
    assert [text for _, kind, text in events if kind == "m"] == periods(opened.match)


def test_json_is_what_the_viewer_saw(finished):
    document = json.loads(exported(own(), finished, 1, "json"))
    dealt = document["turns"][0]["events"][0]["hands"]
    assert sum(dealt[1].values()) == 6
    assert [list(hand) for seat, hand in enumerate(dealt) if seat != 1] == [["255"]] * 3
    chose = [
        e["seat"] for turn in document["turns"] for e in turn["events"] if e["type"] == "chose"
    ]
    assert set(chose) == {1}
    assert document["outcome"]["totals"] == [42, 38, 43, 30]
    assert document["seed"] == "196"


def test_json_of_a_living_match_keeps_its_seed_and_the_hands_of_others(living):
    document = json.loads(exported(own(), living, 0, "json"))
    assert document["seed"] is None
    assert document["outcome"] is None
    assert all("255" in hand for hand in document["turns"][0]["events"][0]["hands"][1:])


def test_what_another_has_chosen_changes_no_byte(living):
    """The export for the first seat stays the same if the second seat has chosen another card."""
    before = {kind: exported(own(), living, 0, kind) for kind in ("md", "json", "svg", "cast")}
    match = living.match
    other = saves.read(living.path).match
    last = match.history[-1]
    assert last.seat == 1
    again = saves.create_branch(other, 3, other.header.players, None, here())
    step = again.match.propose(1, again.match.legal(1)[-1])
    assert step.line.action != match.lines[-1].action
    again.match.accept(step)
    again.match.header = match.header
    for kind, text in before.items():
        assert exported(own(), again, 0, kind) == text
    assert again.journal is not None
    again.journal.close()


def test_svg_is_a_picture_of_the_moment_asked_for(finished):
    first, last = (exported(own(), finished, 0, "svg", at).decode() for at in (0, None))
    assert XML.fromstring(first).tag.endswith("svg")
    assert "Nothing" not in last
    assert "the match is over" in last
    assert "the match is over" not in first


def test_rounds_are_a_picture_each(tmp_path):
    result = run(SAMPLE, "--as", "svg", "--rounds", "--out", tmp_path / "pictures")
    assert result.exit_code == 0, result.output
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert names == ["round-1.svg", "round-2.svg", "round-3.svg"]


@pytest.mark.parametrize(
    ("version", "language", "unit", "end"),
    [(2, "en", "round", "the match is over"), (3, "de", "Runde", "die Partie ist vorbei")],
)
def test_film_plays_in_a_terminal_with_a_marker_for_each_round(
    finished, version, language, unit, end
):
    settings.write(Settings(language=language), here())
    player = own()
    with reading(language):
        film = exported(player, finished, 0, "cast", None, version)
    head, *events = map(json.loads, film.splitlines())
    assert head["version"] == version
    columns, rows = (
        (head["width"], head["height"]) if version == 2 else tuple(head["term"].values())
    )
    assert [text for _, kind, text in events if kind == "m"] == [f"{unit} {n}" for n in (1, 2, 3)]
    times = [time for time, _, _ in events]
    if version == 2:
        assert times == sorted(times)
    assert max(times) == (pytest.approx(1.0) if version == 3 else times[-1])
    screen = pyte.Screen(columns, rows)
    stream = pyte.Stream(screen)
    for _, kind, text in events:
        if kind == "o":
            stream.feed(text)
    shown = "\n".join(screen.display)
    assert end in shown
    assert "Anning" in shown


@pytest.mark.parametrize("version", [2, 3])
def test_film_is_the_same_to_the_byte_every_time(finished, version):
    once, again = (exported(own(), finished, 0, "cast", None, version) for _ in range(2))
    assert once == again


def test_film_shows_at_each_moment_what_the_screen_shows(finished):
    events = map(json.loads, exported(own(), finished, SPECTATOR, "cast").splitlines()[1:])
    frames = [text for _, kind, text in events if kind == "o"]
    log = replay.event_log(finished.match, SPECTATOR)
    positions = [at for at, events in enumerate(log) if events or not at]
    stage = Stage(own(), SavedMatch.of(finished), SPECTATOR)

    def rows():
        return [strip.text for strip in painter.rows(stage.screen)]

    terminal = pyte.Screen(*SIZE)
    stream = pyte.Stream(terminal)
    shown = stage.at_each(positions, SIZE, rows)
    for picture, expected in zip(frames, shown, strict=True):
        stream.feed(picture)
        assert terminal.display == expected
    assert len({tuple(rows) for rows in shown}) == len(shown)
    assert sum(map(len, frames[1:])) < len(frames) * len(frames[0]) / 2


def test_nothing_is_shown_omniscient_while_the_match_lives(living):
    result = run(living.path, "--all")
    assert result.exit_code == 1
    assert "only once the match is played to its end" in result.output


def test_omniscient_shows_everything_once_it_is_over(finished):
    document = json.loads(exported(own(), finished, OMNISCIENT, "json"))
    assert all("255" not in hand for hand in document["turns"][0]["events"][0]["hands"])


@pytest.mark.parametrize(
    "wrong",
    [
        ("--seat", "1", "--all"),
        ("--at", "3"),
        ("--as", "svg", "--rounds"),
        ("--as", "svg", "--at", "73"),
        ("--as", "svg", "--size", "20x10"),
        ("--as", "svg", "--size", "large"),
        ("--as", "md", "--moving", "3"),
        ("--as", "svg", "--moving", "3", "--rounds", "--out", "x"),
        ("--as", "svg", "--at", "3", "--rounds", "--out", "x"),
        ("--as", "png"),
        ("--seat", "9"),
        ("--as", "pdf"),
    ],
)
def test_wrong_use_is_one_sentence(wrong):
    result = run(SAMPLE, *wrong)
    assert result.exit_code == 2
    assert len(result.output.strip().splitlines()) == 1


def test_export_writes_a_file_as_a_whole(tmp_path):
    source = tmp_path / "m.jsonl"
    shutil.copy(SAMPLE, source)
    before = source.read_bytes()
    assert run(source, "--as", "md", "--out", tmp_path / "m.md").exit_code == 0
    assert (tmp_path / "m.md").read_text().startswith("# Darwin's Dice")
    assert source.read_bytes() == before
    failed = run(source, "--out", tmp_path / "no" / "m.md")
    assert failed.exit_code == 1
    assert len(failed.output.strip().splitlines()) == 1


def test_exports_name_the_parts_of_a_match_as_its_rulebook_does():
    opened = saves.read(SAMPLE.with_name("darwinning.jsonl"))
    text = exported(own(), opened, SPECTATOR, "md").decode()
    assert "## Era 3" in text
    assert "Round" not in text


def test_what_is_done_between_rounds_has_no_number():
    opened = saves.read(SAMPLE.with_name("evo.jsonl"))
    paragraphs = exported(own(), opened, SPECTATOR, "md").decode().split("\n\n")
    adopted = [text for text in paragraphs if "from now on." in text]
    assert len(adopted) >= 3
    assert not any(text.startswith("**") for text in adopted)
    assert any(text.startswith("**2.** ") for text in paragraphs)


PICTURES = {
    "turn": ("dice", 1, 12, 5),
    "dice": ("dice", 1, 32, 0),
    "darwinning": ("darwinning", 3, 95, 0),
    "yummy": ("yummy", 3, 94, 0),
    "evo": ("evo", 3, 59, 0),
    "journey": ("journey", 3, 330, 0),
}
"""The pictures of the README: the sample match, the seat's number, the position, and the number of
actions that move."""


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_the_readme_are_those_that_the_program_makes(name):
    """The README names the command of each picture; if boards change, run it to update them."""
    slug, seat, at, moving = PICTURES[name]
    opened = saves.read(SAVES / f"{slug}.jsonl")
    made = exported(own(), opened, seat - 1, "svg", at, size=(120, 40), moving=moving)
    is_same = (SAVES / "pictures" / f"{name}.svg").read_bytes() == made
    assert is_same, "the picture is not the one that the program makes"
    assert len(made) <= 400_000


def test_exports_of_an_analysed_match_have_its_curve_and_turning_points():
    opened = scenes.finished("human", "human", seed="careless")
    assert json.loads(exported(own(), opened, SPECTATOR, "json"))["analysis"] is None
    assert "Chances to win" not in exported(own(), opened, SPECTATOR, "md").decode()
    made = analysed(opened.match, 2)
    analyses.keep(made, here())
    analysis = analyses.rounded(made)
    assert analysis.turning_points
    names = opened.match.header.names
    document = json.loads(exported(own(), opened, SPECTATOR, "json"))["analysis"]
    assert document["curve"] == [list(curve) for curve in analysis.curve]
    text = exported(own(), opened, SPECTATOR, "md").decode()
    for point, shown in zip(analysis.turning_points, document["turning_points"], strict=True):
        assert shown["position"] == point.position
        assert shown["sentence"].startswith(names[point.seat])
        assert f"- After action {point.position}: {shown['sentence']}" in text
    starts = " | ".join(f"{100 * chance:.0f} %" for chance in analysis.start)
    assert f"| start | {starts} |" in text
    words = " ".join(text for text, _ in texts(exported(own(), opened, SPECTATOR, "svg")))
    assert "chance to win" in words
    assert document["turning_points"][0]["sentence"][:30] in words
    before = exported(own(), opened, SPECTATOR, "svg", at=5).decode()
    assert "chance to win" not in before, "it would tell the end"
