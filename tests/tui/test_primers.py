"""Primers at the table: three sentences on a phase, the first time that it comes."""

import re
from dataclasses import replace

import pytest
from home import here, own
from textual.geometry import Offset, Region
from tui.scenes import (
    BOARDS,
    DarwinApp,
    asking,
    content,
    drawn,
    example,
    match_at,
    play_of,
    rows,
    saved,
    scene_of,
    shown,
    until,
)

from darwin_core.contract import registry
from darwin_core.match import AnyMatch
from darwin_core.teaching import primers
from darwin_core.text.seat_names import SeatNames
from darwin_tui import settings
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing
from darwin_tui.drawing.overlay import EDGE_COLUMNS, KEPT_MARK, PLATES, TITLE, draw_primer
from darwin_tui.drawing.palette import Palette
from darwin_tui.play.lesson import Primers
from darwin_tui.widgets.themes import LAMP_COLOURS

DICE = registry.get("dice")


def beginner(*controls, **more):
    return DarwinApp(own(), play=saved("human", *controls, **more))


def kept():
    return settings.read(here()).settings


pytestmark = pytest.mark.usefixtures("resting_bots", "newcomer")


async def test_the_first_phase_is_explained_and_a_key_goes_past_and_works():
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        assert TITLE in shown(pilot.app)
        before = scene_of(pilot.app).cursor
        await pilot.press("right")
        assert TITLE not in shown(pilot.app)
        assert scene_of(pilot.app).cursor != before


async def test_a_key_that_means_nothing_closes_it():
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        assert TITLE in shown(pilot.app)
        await pilot.press("f7")
        assert TITLE not in shown(pilot.app)


async def test_a_click_closes_it():
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        board = play_of(pilot.app).panel.board
        card = next(place for name, place in board.places.items() if name[0] == "card")
        await pilot.click(board, offset=card.offset + Offset(2, 1))
        await pilot.pause()
        assert TITLE not in shown(pilot.app)


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_key_that_reads_on_plays_nothing_yet(key):
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        assert scene_of(pilot.app).primer
        await pilot.press(key)
        await pilot.pause()
        assert not scene_of(pilot.app).primer
        assert not match_at(pilot.app).history
        assert not play_of(pilot.app).selection.chooser.selected
        await pilot.press("enter")
        await until(pilot, lambda: match_at(pilot.app).history)


async def test_a_phase_is_explained_once():
    opened = saved("human", "bot:random")
    async with DarwinApp(own(), play=opened).run_test() as pilot:
        assert scene_of(pilot.app).primer
        await pilot.press("right", "q")
        assert kept().primed == ("dice.choose",)
    async with beginner("bot:random", seed="second").run_test() as pilot:
        assert not scene_of(pilot.app).primer


def test_no_sentence_is_read_twice():
    """In Yummy Darwinism several notes begin with what a triplet is, as each can be the first."""
    game = registry.get("yummy")
    phases = dict[str, tuple[AnyMatch, int]]()
    for acts in range(60):
        match = example(2, "twice", acts, game="yummy")
        for seat in match.game.to_move(match.state):
            phases.setdefault(game.texts.phase(match.view(seat), seat), (match, seat))
    match, seat = phases["none"]
    view = match.view(seat)
    whole = primers.sentences(game, view, seat)[1]
    again = primers.sentences(game, view, seat, ["move"])[1]
    assert len(again) == 2
    assert again == whole[1:], "what was said of the other phase is left out"


def test_everybody_at_one_keyboard_reads_it():
    player = own()
    place = player.matches.host(saved("human", "human", seed="two"))
    seen = Primers(DICE, player.settings)
    for viewer in (0, 1):
        snapshot = place.seat(viewer).snapshot
        due = seen.due(snapshot)
        trump = re.search(
            r"trump, (.+)\. Choose", DICE.texts.prompt(snapshot.view, viewer, SeatNames())
        )
        assert trump
        assert len(due) == len(primers.of(DICE.package)["choose"])
        assert f"now the {trump[1]}:" in due[1]
        seen.keep()
        assert seen.due(snapshot) == ()
    place.close()
    assert kept().primed == ("dice.choose",)


@pytest.mark.parametrize("wish", ["off", "again"])
async def test_a_setting_stops_them_or_brings_them_back(wish):
    settings.write(settings.Settings(primers=wish, primed=("dice.choose",)), here())
    async with beginner("bot:random").run_test() as pilot:
        assert bool(scene_of(pilot.app).primer) == (wish == "again")
        await pilot.press("right", "q")
    assert kept().primers == ("on" if wish == "again" else "off")


async def test_watching_bots_is_not_explained():
    app = DarwinApp(own(), play=saved("bot:random", "bot:random"))
    async with app.run_test() as pilot:
        assert not scene_of(pilot.app).primer
        assert content(pilot.app, "#prompt")


@pytest.mark.parametrize("size", BOARDS[:3])
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_primer_is_whole_and_covers_no_tab_and_no_place_that_the_decision_needs(slug, size):
    """Check it over a match at each first decision of a phase."""
    seen = set()
    game = registry.get(slug)
    match = example(game.seats[-1], "primer", 120, game=slug)
    for position in range(0, len(match.history), 3):
        movers = game.to_move(match.state_at(position))
        now = asking(match, movers[0], position)
        phase, sentences = primers.sentences(game, now.view, movers[0])
        if phase in seen:
            continue
        seen.add(phase)
        drawing = drawn(replace(now, primer=sentences), size)
        free = {name: place for name, place in drawing.places.items() if name[0] == "card"}
        before = texts(drawing)
        region = draw_primer(drawing, sentences)
        assert not halves(before, drawing, region)
        note = [row[region.x : region.right] for row in rows(drawing)[region.y + 1 : region.bottom]]
        words = " ".join(" ".join(row[EDGE_COLUMNS - 1 :] for row in note).split())
        assert words == " ".join(sentences)
        kept = drawing.marks.get(KEPT_MARK)
        assert not (kept and region.overlaps(kept)), (phase, region)
        assert not any(region.overlaps(place) for place in free.values()), (phase, region)
        assert not any(region.overlaps(tab) for tab in drawing.panes.values()), (phase, region)
        plates = [place for name, place in drawing.marks.items() if name.startswith(PLATES)]
        # In Evo the genomes of all seats are as wide as the board.
        assert slug == "evo" or not any(map(region.overlaps, plates)), (phase, region)
    assert seen


def texts(drawing):
    """Return the characters of a drawing as it is now."""
    return ["".join(character or " " for character, _ in row) for row in drawing.canvas.grid]


def halves(before, drawing, region):
    """Return the rests of words that an edge of a note has cut in two, outside of elements."""
    after = texts(drawing)
    edges = ((region.x, region.x - 1), (region.right - 1, region.right))
    return [
        before[y][max(beside - 8, 0) : beside + 8]
        for y in range(region.y, region.bottom)
        for covered, beside in edges
        if 0 <= beside < drawing.canvas.width
        if before[y][covered].isalnum()
        if after[y][beside].isalnum()
        if not any(place.contains(beside, y) for place in drawing.places.values())
    ]


def test_a_primer_covers_a_whole_word_rather_than_half_of_two():
    palette = Palette(LAMP_COLOURS, 0, "darwin_tui.boards.dice", has_colours=True)
    drawing = Drawing(Canvas(40, 4), {}, palette=palette)
    area = Area(drawing, Region(0, 0, 40, 4), "table")
    text = "a scorpion beats the trump and robs  it."
    for y in range(4):
        area.text(0, y, text)
    region = draw_primer(drawing, ["One card is trump."])
    for x in (region.x, region.right):
        assert not text[x - 1 : x + 1].isalnum(), text[region.x : region.right]


@pytest.mark.parametrize("size", BOARDS)
def test_the_first_turn_of_dice_says_its_rules_once(size):
    now = asking(example(4, "primer", 0), 0)
    rule = "The strongest of the"
    assert rule in " ".join(rows(drawn(now, size)))
    sentences = primers.sentences(now.game, now.view, 0)[1]
    assert rule not in " ".join(rows(drawn(replace(now, primer=sentences), size)))


def first_mover(slug, seats):
    """Return a seed with which another seat than the first begins."""
    game = registry.get(slug)
    for seed in map(str, range(40)):
        movers = game.to_move(game.setup(game.options(), seats, seed, None))
        if 0 not in movers:
            return seed
    raise AssertionError


def test_what_will_be_decided_is_explained_while_others_begin():
    seed = first_mover("yummy", 2)
    opened = saved("human", "human", seed=seed, game="yummy", names=("Ada", "Ben"))
    seen = Primers(registry.get("yummy"), own().settings)
    table = own().matches.host(opened)
    waiting = table.seat(0).snapshot
    assert not seen.due(waiting)
    first = seen.ahead(waiting)
    assert first == primers.of("darwin_core.games.yummy")["move"]
    assert not seen.ahead(table.seat(1).snapshot), "the decision is explained to who decides"
    table.close()


async def test_a_note_read_while_others_begin_does_not_come_again():
    app = DarwinApp(
        own(), play=saved("human", "bot:random", seed=first_mover("yummy", 2), game="yummy")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Collect triplets" in shown(app), "the bot rests, and there is time to read"
        await pilot.press("enter")
        await pilot.pause()
        table = play_of(app).table
        assert "Collect triplets" not in shown(app)
        table.explain(primers.of("darwin_core.games.yummy")["move"], is_asked=True)
        assert table.primer == ()
        table.explain(primers.of("darwin_core.games.yummy")["lack"], is_asked=True)
        assert table.primer
