"""Primers at the table: the note that explains a phase when it first comes, and its suggestions."""

from collections import Counter
from concurrent.futures import Future
from dataclasses import replace

import pytest
from home import here, own
from msgspec.structs import replace as replace_struct
from textual.geometry import Region, Size
from tui.scenes import (
    BOARDS,
    DarwinApp,
    asking,
    bright,
    closed,
    content,
    drawn,
    example,
    match_at,
    play_of,
    rows,
    saved,
    scene_of,
    shown,
    submit,
    until,
)
from tui.yummy_scenes import whole_match as trading_match

from darwin_core.bots.search import Judged
from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.material import NUMBER_OF
from darwin_core.games.dice.acts import Play
from darwin_core.games.evo.material import NOWHERE, SLOTS
from darwin_core.games.evo.texts import kind_name
from darwin_core.match import AnyMatch
from darwin_core.teaching import primers
from darwin_core.teaching.primers import Primer
from darwin_core.text.seat_names import SeatNames
from darwin_core.workers.pool import Pool
from darwin_tui import settings
from darwin_tui.boards import board_for
from darwin_tui.boards.yummy.cards import plain_name
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing
from darwin_tui.drawing.overlay import (
    AWAITED,
    AWAITED_COLUMNS,
    EDGE_COLUMNS,
    HINT_SIGN,
    KEPT_MARK,
    PLATES,
    TITLE,
    draw_primer,
)
from darwin_tui.drawing.palette import Palette
from darwin_tui.library import notes
from darwin_tui.play.advice import Study
from darwin_tui.play.lesson import Primers
from darwin_tui.play.status_line import PromptContext, lines
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.widgets.themes import LAMP_COLOURS

DICE = registry.get("dice")


def beginner(*controls, **more):
    return DarwinApp(own(), play=saved("human", *controls, **more))


def kept():
    return settings.read(here()).settings


pytestmark = pytest.mark.usefixtures("resting_bots", "newcomer")


def note_of(app):
    """Return the primer of the open screen, which must show one."""
    primer = scene_of(app).primer
    assert primer
    return primer


async def advised(pilot):
    """Wait for the note's suggestions, which come from the judge, and return them."""
    await until(pilot, lambda: note_of(pilot.app).advised)
    return note_of(pilot.app).advised


async def test_enter_plays_what_the_first_note_suggests():
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        assert TITLE in shown(pilot.app)
        await advised(pilot)
        suggested, *_ = scene_of(pilot.app).hinted
        assert scene_of(pilot.app).cursor == suggested
        await pilot.press("enter")
        await until(pilot, lambda: match_at(pilot.app).history)
        match = match_at(pilot.app)
        assert DICE.targets(match.history[0].action) == (suggested,)
        path = play_of(pilot.app).access.path
        assert path
        assert notes.followed(here().notes_on(path), match, 0) == {0}, "the results know it"
        assert TITLE not in shown(pilot.app)


@pytest.mark.parametrize("keys", [(), ("right",)], ids=["untouched", "moved"])
async def test_the_cursor_goes_to_what_is_suggested_unless_the_player_moves_it(keys, monkeypatch):
    monkeypatch.setattr(Study, "suggested", property(lambda study: study._advised[-1]))
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        before = scene_of(pilot.app).cursor
        await advised(pilot)
        suggested, *_ = scene_of(pilot.app).hinted
        assert scene_of(pilot.app).cursor == (before if keys else suggested)


@pytest.mark.parametrize("keys", [(), ("right", "left")], ids=["untouched", "moved"])
async def test_the_cursor_follows_the_judge_unless_the_player_has_moved_it(keys, monkeypatch):
    search: Future[list[Judged]] = Future()
    monkeypatch.setattr(Pool, "search", lambda *_args, **_more: search)
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        before, asked_at = scene_of(pilot.app).cursor, play_of(pilot.app).live.asked_at
        view = scene_of(pilot.app).view
        advised_actions = [advice.action for advice in DICE.bots.advise(view, 0, SeatNames())]
        other = next(action for action in advised_actions if DICE.targets(action) != (before,))
        judged = [Judged(other, 2.0, 0.0, 9)]
        judged += [Judged(a, 0.0, 0.4, 9) for a in advised_actions if a != other]
        search.set_result(judged)
        await advised(pilot)
        assert scene_of(pilot.app).hinted == DICE.targets(other)
        assert (scene_of(pilot.app).cursor,) == ((before,) if keys else DICE.targets(other))
        is_asked_anew = play_of(pilot.app).live.asked_at > asked_at
        assert is_asked_anew == (not keys), "an Enter meant for the action before plays nothing"


async def test_while_the_judge_searches_the_cursor_is_on_the_advice_of_the_game(monkeypatch):
    search: Future[list[Judged]] = Future()
    monkeypatch.setattr(Pool, "search", lambda *_args, **_more: search)
    opened = saved("human", *["bot:random"] * 3, game="journey", seed="cursor 3")
    async with DarwinApp(own(), play=opened).run_test(size=(80, 24)) as pilot:
        scene = scene_of(pilot.app)
        best = scene.game.bots.advise(scene.view, 0, SeatNames())[0]
        assert (scene.cursor,) == scene.game.targets(best.action)
        assert scene.cursor != ("crew", scene.view.hands[0][0])


def where_the_note_is(app):
    """Return the row and column of the note's title, and the column of its end."""
    rows = shown(app).splitlines()
    y = next(y for y, row in enumerate(rows) if TITLE in row)
    return y, rows[y].index(TITLE), len(rows[y])


async def test_the_note_compares_the_suggested_card_with_that_under_the_cursor():
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        first, *_ = await advised(pilot)
        seen = set()
        for _ in scene_of(pilot.app).view.hands[0]:
            await pilot.press("right")
            scene = scene_of(pilot.app)
            assert scene.cursor
            name = DICE.texts.phrase(scene.view, Play(scene.cursor[1]), SeatNames()).split(",")[0]
            same, *others = note_of(pilot.app).advised
            assert same == first, "what is suggested does not change under the eyes"
            if scene.cursor in scene.hinted:
                # A worse card is named, and none that is as good.
                assert all(other.startswith(("Or ", "Why not ")) for other in others)
            else:
                (other,) = others
                assert other.startswith(("Enter: ", "Why not "))
                assert name in other
                seen.add(other)
        assert len(seen) == len(set(scene.view.hands[0])) - 1
        assert content(pilot.app, "#prompt").startswith("Enter: ")


async def test_the_note_stays_where_it_is_while_the_cursor_moves():
    async with beginner(*["bot:random"] * 3, seed="second").run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        before = where_the_note_is(pilot.app)
        for key in ["left"] * 3 + ["right"] * 5:
            await pilot.press(key)
            assert where_the_note_is(pilot.app) == before


@pytest.mark.parametrize("keys", [("right", "left"), ("down", "up")])
async def test_a_step_back_returns_to_what_is_suggested(keys):
    app = beginner(*["bot:random"] * 3, game="darwinning", seed="newB")
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        before = scene_of(pilot.app).cursor
        assert before in scene_of(pilot.app).hinted
        await pilot.press(*keys)
        assert scene_of(pilot.app).cursor == before


async def test_a_key_makes_the_whole_table_bright():
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        assert "▲ Ben" in shown(pilot.app)
        assert "▲ Ben" not in bright(pilot.app), "what is not needed now steps back"
        await pilot.press("escape")
        assert TITLE not in shown(pilot.app)
        assert "▲ Ben" in bright(pilot.app)
        assert scene_of(pilot.app).cursor, "the cursor stays"


def food_here(now):
    """Return the names of the food at the active location, or where a generation can begin."""
    view = now.view
    species = view.species[now.viewer]
    locations = [
        location
        for location, number in enumerate(view.available[species])
        if (number if view.active == NOWHERE else view.active == location)
    ]
    slots = [(slot, view.slots[at * SLOTS + slot]) for at in locations for slot in range(SLOTS)]
    return [str(kind_name(slot, card)) for slot, card in slots if card != NOTHING]


def cards_to_beat(now):
    return [f"{NUMBER_OF[card]}" for card in now.view.played[now.view.best]]


def offered_cards(now):
    offer = now.view.pending[-1]
    return [plain_name(card)[:3] for card in (*offer.give, *offer.ask)]


@pytest.mark.parametrize(
    ("slug", "phases", "spoken_of"),
    [
        ("evo", {"begin", "live"}, food_here),
        ("darwinning", {"follow"}, cards_to_beat),
        ("yummy", {"answer"}, offered_cards),
    ],
)
def test_what_the_first_note_of_a_phase_speaks_of_stays_in_sight(slug, phases, spoken_of):
    match = trading_match(4) if slug == "yummy" else example(4, "in sight", 300, game=slug)
    seen = Counter[str]()
    board = board_for(slug)
    for position in range(len(match.history)):
        for seat in match.game.to_move(match.state_at(position)):
            scene = asking(match, seat, position)
            if (phase := match.game.texts.phase(scene.view, seat)) not in phases or seen[phase] > 4:
                continue
            seen[phase] += 1
            primer = Primer(*primers.sentences(match.game, scene.view, seat))
            drawing = board._drawing_of(replace(scene, primer=primer), Size(80, 21))
            text = "\n".join(rows(drawing))
            assert all(words in text for words in spoken_of(scene)), (position, text)
    assert {*+seen} == phases


async def test_a_key_turns_all_notes_off():
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        await pilot.press("N")
        assert TITLE not in shown(pilot.app)
        assert "settings" in content(pilot.app, "#explain")
    assert kept().primers == "off"


async def test_in_a_first_match_each_decision_has_a_suggestion_above_the_prompt(
    quick_bots, monkeypatch
):
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        assert not content(pilot.app, "#explain").startswith(HINT_SIGN), "the note has the words"
        await pilot.press("enter")
        await until(pilot, lambda: len(match_at(pilot.app).history) > 1)
        await until(pilot, lambda: scene_of(pilot.app).hinted)
        (suggested,) = scene_of(pilot.app).hinted
        assert scene_of(pilot.app).cursor == suggested
        table = play_of(pilot.app).table
        study = table._study
        assert study
        actions = {DICE.targets(action)[0]: action for action in table.live.snapshot.actions}
        for card in (next(card for card in actions if card != suggested), suggested):
            table.move_to(card)
            play_of(pilot.app).say()
            row = content(pilot.app, "#explain")
            forms = study.brief_notes(study.suggested, [card], actions[card])
            assert row.removeprefix(f"{HINT_SIGN} ") in forms
            assert row.startswith(HINT_SIGN) == (card == suggested)
        assert "Shift+H hint" in shown(pilot.app)
        with monkeypatch.context() as revealing:
            revealing.setattr(type(table), "is_held", True)
            assert not table.scene().hinted, "a reveal is over before its next choice is marked"
        await pilot.press("N")
        assert not scene_of(pilot.app).hinted, "without notes, nothing is suggested"


@pytest.mark.parametrize(("is_worse", "sign"), [(False, HINT_SIGN), (True, "?")])
def test_a_hint_that_is_worse_than_the_first_has_the_mark_of_a_mistake(is_worse, sign):
    match = example(2, "advice", 0)
    card = DICE.targets(match.legal(0)[0])
    scene = asking(match, 0, hinted=card, is_hint_worse=is_worse)
    drawing = board_for("dice")._drawing_of(scene, Size(80, 21))
    place = drawing.places[card[0]]
    signs = [drawing.canvas.grid[y][place.x][0] for y in place.line_range]
    assert sign in signs


def test_beside_news_the_advice_takes_the_row_of_the_question():
    match = example(2, "advice", 0)
    scene = asking(match, 0)
    advice = ("! The fox 3 is trump and wins about 7 times in 10.",)
    now = PromptContext(scene=scene, room=78, is_asked=True, advice=advice)
    for news in ({"headline": "Ben rolls."}, {"loss": "Your loss: fox 3."}):
        line = lines(now, "", **{"headline": "", **news})
        assert (line.status, line.prompt) == (*news.values(), *advice)
    line = lines(now, "Not selectable now.", "")
    assert line.prompt not in advice, "a key that failed needs the question"
    assert lines(now, "", "").status in advice


@pytest.mark.parametrize("who", ["played before", "two people"])
async def test_later_and_beside_others_only_new_phases_have_suggestions(who):
    if who == "played before":
        settings.write(settings.Settings(matches={"dice": 1}), here())
    seats = ("human", "bot:random") if who == "two people" else ("bot:random",)
    async with beginner(*seats).run_test(size=(80, 24)) as pilot:
        (play,) = (screen for screen in pilot.app.screen_stack if isinstance(screen, PlayScreen))
        assert play._primers
        assert not play.table.advises


async def test_where_no_judge_may_help_a_note_suggests_nothing(monkeypatch):
    monkeypatch.setattr("darwin_core.table.seat.Seat.why_no_help", "It counts.")
    async with beginner("bot:random").run_test(size=(80, 24)) as pilot:
        assert note_of(pilot.app).sentences
        assert not note_of(pilot.app).advised
        assert "▲ Ben" in bright(pilot.app), "the player needs the whole board"
        assert "unseen 1 2 3" in shown(pilot.app), "the player needs the whole board"


WORDS_A_SECOND = 4
FIRST_DECISION_SECONDS = {"dice": 30, "darwinning": 60, "yummy": 60, "evo": 90, "journey": 35}
FIRST_WORKER_SECONDS = 115
"""The time for three crew cards and the first worker in Darwin's Journey."""


@pytest.mark.parametrize("slug", registry.SLUGS)
async def test_the_first_decision_is_read_in_the_named_seconds(slug):
    """Reading all words that are not dim, and pressing one key, takes no longer."""
    seat = registry.get(slug).seats[-1] - 1
    app = DarwinApp(own(), play=saved("human", *["bot:random"] * min(seat, 3), game=slug))
    async with app.run_test(size=(80, 24)) as pilot:
        if play_of(app).live.snapshot.actions:
            await advised(pilot)
        words = [word for word in bright(app).split() if any(map(str.isalnum, word))]
        assert len(words) / WORDS_A_SECOND + 1 <= FIRST_DECISION_SECONDS[slug], len(words)


async def test_the_first_worker_is_placed_in_the_named_seconds(quick_bots):
    """Reading all new lines without dim words, and a key for each choice, takes no longer."""
    app = DarwinApp(
        own(), play=saved("human", *["bot:greedy"] * 3, game="journey", seed="newcomer")
    )
    known = set[str]()
    words = 0
    keys = 0
    phase = ""
    async with app.run_test(size=(80, 24)) as pilot:
        while phase != "turn":
            known_line = len(match_at(app).history)
            await until(pilot, lambda: play_of(app).live.snapshot.actions and scene_of(app).primer)
            await advised(pilot)
            phase = note_of(app).phase
            lines = {*bright(app).splitlines()} - known
            known |= lines
            words += sum(any(map(str.isalnum, word)) for line in lines for word in line.split())
            keys += 1
            await pilot.press("enter")
            await until(pilot, lambda line=known_line: len(match_at(app).history) > line)
    assert keys == 4
    assert words / WORDS_A_SECOND + keys <= FIRST_WORKER_SECONDS, words


async def test_a_phase_is_explained_once():
    opened = saved("human", "bot:random")
    async with DarwinApp(own(), play=opened).run_test() as pilot:
        assert scene_of(pilot.app).primer
        await pilot.press("right", "escape")
        assert kept().primed == ("dice.choose",), "also if the program crashes now"
        await pilot.press("q")
    async with beginner("bot:random", seed="second").run_test() as pilot:
        assert not scene_of(pilot.app).primer


@pytest.mark.parametrize("slug", registry.SLUGS)
async def test_a_player_who_leaves_the_note_open_returns_to_it_and_to_what_it_suggests(
    slug, monkeypatch
):
    monkeypatch.setattr(Study, "suggested", property(lambda study: study._advised[-1]))
    opened = saved("human", "bot:random", game=slug)
    match, answer = opened.match, opened.match.game.standing_answer
    while len(actions := match.legal(0)) < 2 or answer in actions:
        seat = match.game.to_move(match.state)[0]
        submit(opened, seat, answer if answer in actions else match.legal(seat)[0])
    closed(opened)
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        seen = []
        for _ in range(2):
            await pilot.press("c")
            await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
            said = await advised(pilot)
            now = scene_of(pilot.app)
            seen.append((said, now.hinted, now.cursor))
            await pilot.press("q")
            await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
            assert not kept().primed
    assert seen[0] == seen[1]
    assert seen[0][2] in seen[0][1]


def test_no_sentence_is_read_twice():
    """In Yummy Darwinism, several notes begin by explaining a triplet, as each can be the first."""
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
    assert again == whole[1:], "what was said of the other phase is left out"


def test_everybody_at_one_keyboard_reads_it():
    player = own()
    access = player.matches.host(saved("human", "human", seed="two"))
    seen = Primers(DICE, player.settings)
    for viewer in (0, 1):
        snapshot = access.seat(viewer).snapshot
        due = seen.due(snapshot)
        assert due
        assert len(due.sentences) == len(primers.by_phase(DICE.package)["choose"])
        assert due.sentences[0].startswith("All players")
        seen.keep()
        assert seen.due(snapshot) is None
    access.close()
    assert kept().primed == ("dice.choose",)


@pytest.mark.parametrize("wish", ["off", "again"])
async def test_a_setting_stops_them_or_brings_them_back(wish):
    settings.write(settings.Settings(primers=wish, primed=("dice.choose",)), here())
    async with beginner("bot:random").run_test() as pilot:
        assert bool(scene_of(pilot.app).primer) == (wish == "again")
        await pilot.press("right", "q")
    assert kept().primers == ("on" if wish == "again" else "off")


async def test_a_wish_to_read_all_notes_again_holds_from_the_next_match_on():
    async with beginner("bot:random").run_test() as pilot:
        await pilot.press("escape")
        assert kept().primed
        pilot.app.keep_settings(replace_struct(pilot.app.settings, primers="again"))
        await pilot.press("right", "q")
    assert kept().primers == "again"
    async with beginner("bot:random", seed="second").run_test() as pilot:
        assert scene_of(pilot.app).primer


async def test_watching_bots_is_not_explained():
    app = DarwinApp(own(), play=saved("bot:random", "bot:random"))
    async with app.run_test() as pilot:
        assert not scene_of(pilot.app).primer
        assert content(pilot.app, "#prompt")


@pytest.mark.parametrize("size", BOARDS[:3])
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_primer_is_whole_and_covers_no_tab_and_no_place_that_the_decision_needs(slug, size):
    """The note is tested at the first decision of each phase of a match."""
    seen = set()
    game = registry.get(slug)
    match = example(game.seats[-1], "primer", 120, game=slug)
    for position in range(0, len(match.history), 3):
        movers = game.to_move(match.state_at(position))
        scene = asking(match, movers[0], position)
        phase, sentences = primers.sentences(game, scene.view, movers[0])
        if phase in seen:
            continue
        seen.add(phase)
        primer = Primer(phase, sentences, ("Play this; it is the best.", "Or that; about as good."))
        board = board_for(slug)
        drawing = drawn(replace(scene, primer=primer), size, board)
        kept = board.regions_beside_note(replace(scene, primer=primer), drawing)
        before = texts(drawing)
        region = draw_primer(drawing, primer, kept)
        if kept is None:
            kept = [*drawing.panes.values()]
            kept += [region for name, region in drawing.places.items() if name[0] == "card"]
            kept += [drawing.marks[KEPT_MARK]] if KEPT_MARK in drawing.marks else []
            plates = [region for name, region in drawing.marks.items() if name.startswith(PLATES)]
            # In Evo, the genomes of all seats are as wide as the board, so a note covers some.
            kept += plates if slug != "evo" else []
            assert not halves(before, drawing, region)
        note = [row[region.x : region.right] for row in rows(drawing)[region.y + 1 : region.bottom]]
        words = " ".join(" ".join(row[EDGE_COLUMNS - 1 :] for row in note).split())
        assert words == " ".join((*sentences, *primer.advised))
        assert not any(map(region.overlaps, kept)), (phase, region)
    assert seen


def texts(drawing):
    """Return the characters of a drawing, row by row, before it changes."""
    return ["".join(character or " " for character, _ in row) for row in drawing.canvas.grid]


def halves(before, drawing, region):
    """Return the texts around words that an edge of a note cuts in two, outside of elements."""
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
    region = draw_primer(drawing, Primer("choose", ("One card is trump.",)))
    for x in (region.x, region.right):
        assert not text[x - 1 : x + 1].isalnum(), text[region.x : region.right]


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_beside_a_note_on_a_wide_board_words_are_dim_and_grounds_stay(slug):
    """They had turned into patches, and words on coloured grounds could not be read."""
    match = example(4, slug, 1, game=slug)
    seat = match.game.to_move(match.state)[0]
    before, after = (drawn(asking(match, seat, 0), (120, 40)) for _ in range(2))
    note = draw_primer(after, Primer("any", ("One sentence.",)), [])
    changed = Counter[bool]()
    for y, (row, dimmed) in enumerate(zip(before.canvas.grid, after.canvas.grid, strict=True)):
        for x, ((sign, style), (later, dim)) in enumerate(zip(row, dimmed, strict=True)):
            # The note covers whole words.
            if note.grow((0, 12, 0, 12)).contains(x, y):
                continue
            if not sign.isalnum():
                assert dim == style or later not in "▀▄▌▐"
                continue
            assert later == sign
            ground, later_ground = (f" {each}".partition(" on ")[2] for each in (style, dim))
            assert later_ground == ground
            assert dim == style or dim.split()[0] == "dim"
            changed[dim != style] += 1
    assert changed[True] > 100
    assert changed[False] > 0


def test_a_note_has_the_room_of_what_the_judge_will_say():
    """A new player closed a note that was not finished."""
    palette = Palette(LAMP_COLOURS, 0, "darwin_tui.boards.dice", has_colours=True)
    notes = (
        Primer("choose", ("One card is trump.",), is_awaited=True),
        Primer("choose", ("One card is trump.",), ("S" * AWAITED_COLUMNS, "W" * AWAITED_COLUMNS)),
    )
    drawings = [Drawing(Canvas(80, 12), {}, palette=palette) for _ in notes]
    awaited, whole = map(draw_primer, drawings, notes)
    assert awaited == whole
    assert [AWAITED in " ".join(rows(drawing)) for drawing in drawings] == [True, False]


@pytest.mark.parametrize("row", range(4))
def test_on_a_full_board_a_note_covers_another_row_than_that_under_the_cursor(row):
    palette = Palette(LAMP_COLOURS, 0, "darwin_tui.boards.dice", has_colours=True)
    places = {("location", y): Region(0, 1 + y, 40, 1) for y in range(4)}
    drawing = Drawing(Canvas(40, 5), places, palette=palette)
    area = Area(drawing, Region(0, 0, 40, 5), "table")
    for place in places.values():
        area.text(0, place.y, "x" * 40)
    chosen = places["location", row]
    note = draw_primer(drawing, Primer("turn", ("Place it.",)), chosen=[chosen])
    assert not note.overlaps(chosen)


@pytest.mark.parametrize("size", BOARDS)
def test_the_first_turn_of_dice_says_its_rules_once(size):
    scene = asking(example(4, "primer", 0), 0)
    rule = "The turn's winner"
    assert rule in " ".join(rows(drawn(scene, size)))
    sentences = primers.sentences(scene.game, scene.view, 0)[1]
    primer = Primer("choose", sentences)
    assert rule not in " ".join(rows(drawn(replace(scene, primer=primer), size)))


def first_mover(slug, seats):
    """Return a seed with which the first seat does not begin."""
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
    assert first
    assert first.sentences == primers.by_phase("darwin_core.games.yummy")["move"]
    table.close()
