"""The drawing of the board of Darwin's Journey: digits, figures, panes, the end of a round, and
motion."""

import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest
import sampling
from msgspec.structs import replace as replaced_fields
from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from tui.journey_scenes import GAME, SEATS, at, framed, moments, placing, see, whole_match
from tui.scenes import BOARDS, LONG_NAMES, board_for, chooser_in, drawn, kind_of, rows

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.journey import diaries, material
from darwin_core.games.journey.acts import (
    CameFirst,
    Deliver,
    Gained,
    Moved,
    Reported,
    Research,
    Took,
)
from darwin_core.games.journey.material import CREW
from darwin_core.games.journey.names import location_name, location_short_name, objective_words
from darwin_core.kit.states import put, replaced
from darwin_core.match import replay
from darwin_core.teaching import primers
from darwin_core.teaching.primers import Primer
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards.journey import board as module
from darwin_tui.boards.journey import journey_view, panes
from darwin_tui.boards.journey.board import JourneyBoard
from darwin_tui.boards.journey.crew import crew_title, crew_within
from darwin_tui.boards.journey.envelopes import draw_list, draw_opened
from darwin_tui.boards.journey.journey_view import JourneyView, lens_price
from darwin_tui.boards.journey.marks import goal_name
from darwin_tui.boards.journey.objectives import tile_words
from darwin_tui.boards.journey.players import PREVIEW
from darwin_tui.boards.journey.scene import (
    after_enter,
    camp_words,
    rivals_of,
    round_end,
    route_words,
    summaries,
    way_of,
)
from darwin_tui.boards.journey.sea import NAMES, chart_of, is_side, relief
from darwin_tui.drawing.area import ELLIPSIS, Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Canvas, Drawing, columns_of
from darwin_tui.drawing.chart import COUNT_FRAMES
from darwin_tui.drawing.palette import COLUMNS as PALETTE
from darwin_tui.drawing.palette import REVERSED, colours_of
from darwin_tui.library import saves
from darwin_tui.play import status_line
from darwin_tui.play.status_line import PromptContext
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.painter import Painter
from darwin_tui.widgets.themes import THEMES

TOKENS = SEAT_MARKS
SAMPLE = Path(__file__).parents[2] / "saves" / "journey.jsonl"

BYTES_MAX = 6000
"""The most bytes for an action on a terminal with all colours."""


@pytest.mark.parametrize("size", sampling.some(BOARDS[::3], 2), ids=str)
@pytest.mark.parametrize("seats", sampling.some(SEATS, len(SEATS)))
def test_digits_select_the_element_beside_them(seats, size):
    match, positions = moments(seats)
    kinds = set()
    for position in positions:
        for seat in GAME.to_move(match.state_at(position))[:1]:
            first_scene = at(match, seat, position)
            first = next(
                element
                for element in drawn(first_scene, size).places
                if element in chooser_in(first_scene).selectable
            )
            for chooser in (first_scene.chooser, chooser_in(first_scene).select(first)):
                scene = framed(first_scene, chooser)
                drawing = drawn(scene, size)
                for number, element in (drawing.numbers or {}).items():
                    kinds.add(element[0])
                    check_digit(rows(drawing), drawing.places[element], scene, number, element)
    assert {"location", "worker", "row", "slot"} <= kinds


def check_digit(lines, region, scene, number, element):
    """Check that an element's digit is drawn on it, or is the element's own number."""
    assert element in scene.selectable
    if element[0] in journey_view.SELF_NUMBERED:
        highest = journey_view.SELF_NUMBERED[element[0]]
        assert number == element[1] % highest + 1, "its own number"
    elif element[0] not in journey_view.WITHOUT_DIGIT:
        numbered = {
            element for element in scene.selectable if element[0] not in journey_view.WITHOUT_DIGIT
        }
        assert lines[region.y][region.x] == str(number) or len(numbered) == 1


def test_no_key_moves_while_a_decision_lasts():
    """After any selection, a digit still selects the same element, or one of another kind."""
    match, positions = moments(3)
    moved = 0
    for position in positions:
        for seat in GAME.to_move(match.state_at(position))[:1]:
            scene = at(match, seat, position)
            before = drawn(scene).numbers or {}
            for element in sorted(chooser_in(scene).selectable):
                if element[0] in journey_view.SELF_NUMBERED:
                    continue
                chosen = chooser_in(scene).select(element)
                after = drawn(replace(scene, chooser=chosen)).numbers or {}
                moved += 1
                for key in before.keys() & after.keys():
                    kinds = before[key][0], after[key][0]
                    assert before[key] == after[key] or kinds[0] != kinds[1]
    assert moved


def test_the_map_and_the_diaries_have_the_names_that_sentences_have():
    state, seat = placing()
    text = "\n".join(rows(drawn(see(state, seat, pane=panes.SEA), (200, 57))))
    empty = [
        row.name
        for space, row in enumerate(material.SPACES)
        if not (row.reward or row.anchor or space in material.CAMP_AT or space in material.STARTS)
        and space not in state.specimens
    ]
    assert empty
    assert all(name in text for name in empty)
    assert all(f" I{island} " in text for island in material.ISLANDS)
    for location, row in enumerate(material.LOCATIONS):
        name, code = location_name(location), location_short_name(location)
        assert code in text or row.page in {"small", "museum", "objectives", "order"}
        assert row.page != "small" or name in text


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_what_enter_would_bring_stands_among_the_figures_before(size):
    match = whole_match(2)
    changed = 0
    for position in range(len(match.history)):
        state = match.state_at(position)
        for seat in GAME.to_move(state)[:1]:
            if isinstance(state.pending[-1], material.Navigate | material.Explore):
                scene = at(match, seat, position)
                spaces = [
                    element for element in chooser_in(scene).selectable if element[0] == "space"
                ]
                for element in spaces:
                    then = after_enter(replace(scene, cursor=element))
                    if then.points[seat] > state.points[seat]:
                        drawing = drawn(replace(scene, cursor=element), size)
                        plate = drawing.marks[f"plate {seat}"]
                        cells = drawing.canvas.grid[plate.y]
                        good = "".join(c for c, style in cells if style.startswith("strong good"))
                        assert str(then.points[seat]) in good
                        changed += 1
        if changed > 3:
            break
    assert changed


def styles_of(drawing, element):
    region = drawing.places[element]
    cells = drawing.canvas.grid[region.y : region.bottom]
    return {style for row in cells for _, style in row[region.x : region.right]}


def test_no_lens_is_priced_on_a_location_that_is_being_performed():
    state = GAME.clone(whole_match(2).state_at(60))
    unlockable = diaries.unlockable(state)
    state.pending = [
        material.Turn(0, has_placed=True),
        material.Inside(unlockable[0]),
        material.Lens(is_free=True),
    ]
    assert lens_price(state, 0, unlockable[0], is_free=True) == "now done"
    assert lens_price(state, 0, unlockable[1], is_free=True) == "free"
    assert lens_price(state, 0, unlockable[0] + 1, is_free=True) == "not yet"


def with_pieces(*, tents=b"", explorers=()):
    """Return the state at the first turn of a match with tents of the first seat, and with
    explorers of the first seats on an island."""
    state, _ = placing()
    state.actor = 0
    state.pending = [material.Turn(0)]
    for seat, name in enumerate(explorers):
        on_islands = put(state.explorers[seat], 0, space_called(name))
        state.explorers = replaced(state.explorers, seat, on_islands)
    state.tents = replaced(state.tents, 0, tents)
    for site in tents:
        state.camps = replaced(state.camps, site, b"\0")
    return state


def space_called(name):
    return next(number for number, row in enumerate(material.SPACES) if row.name == name)


def test_a_move_to_a_space_counts_even_if_an_explorer_is_there_now():
    state = with_pieces(explorers=("IA4", "IA5"))
    assert route_words(state, space_called("IA5"))[0].startswith("▸IA5, 1 move: ")
    assert rivals_of(state, space_called("IA6")) == [(1, 1)]
    state = with_pieces(explorers=("IA5", "IA4"))
    assert rivals_of(state, space_called("IA5")) == [(1, 1)]
    assert rivals_of(state, space_called("IA6")) == [(1, 1)]


def test_the_cursor_begins_on_the_farthest_space_not_on_the_highest_number():
    state = with_pieces()
    on_islands = put(state.explorers[0], 1, space_called("IB8"))
    state.explorers = replaced(state.explorers, 0, on_islands)
    state.pending.append(material.Explore(2, island=1))
    first = JourneyBoard.first(state, GAME.legal(state, 0))
    assert first == ("space", space_called("IB7"))


def test_a_campsite_with_room_is_not_full_for_a_seat_without_tents():
    state = with_pieces(tents=bytes([1, 2, 3, 4, 5]))
    assert camp_words(state, 0) == "camp: no tent left"
    assert camp_words(state, 1) == "camp: yours"
    text = "\n".join(rows(drawn(see(state, 0, pane=panes.SEA), (200, 57))))
    assert "⌂ no tent" in text
    assert "⌂ yours" in text
    assert "⌂ full" not in text


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", BOARDS[:2], ids=str)
def test_no_sentence_is_cut(size, language):
    with reading(language):
        check_sentences(size, size[0] - 2)


def check_sentences(size, room):
    """Check that no sentence about a sample match is cut in ``room`` columns."""
    match = saves.read(SAMPLE).match
    board = module.JourneyBoard()
    seat_names = SeatNames(match.header.names)
    for position in range(0, len(match.history), len(match.history) // 12):
        for viewer in GAME.to_move(match.state_at(position))[:1]:
            scene = at(match, viewer, position)
            drawing = drawn(scene, size)
            assert not drawing.cuts
            for element in drawing.places:
                moment = PromptContext(
                    scene=replace(scene, cursor=element),
                    room=room,
                    is_asked=True,
                    brief=board.brief,
                )
                assert ELLIPSIS not in status_line.explanation(moment)
            for action in chooser_in(scene).actions:
                phrase = f"Enter: {GAME.texts.phrase(scene.view, action, seat_names)}."
                second_row = status_line.two_rows(phrase, room)[1]
                assert len(second_row) < room - len(status_line.FINAL) - 2
            for event in scene.events[-20:]:
                words = status_line.headline(GAME, seat_names, [event], room)
                assert len(words) <= room


# --- costs and gains


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(80, 21), (120, 36), (120, 37)], ids=str)
def test_the_crew_of_all_is_named_on_their_desks(size, language):
    match = whole_match(4)
    # During the draft, the crew cards that a player has kept are hidden.
    positions = [at for at in range(len(match.history)) if not any(match.state_at(at).hands)]
    with reading(language):
        for position in sampling.some(positions, len(positions) // 6, size[0]):
            scene = at(match, SPECTATOR, position, pane=panes.PLAYERS)
            text = "\n".join(rows(drawn(scene, size)))
            for card in (card for crew in scene.view.crew for card in crew):
                # Two long names in a row of a narrow desk lose a few letters.
                names = {crew_within(card, columns) for columns in range(10, 20)}
                assert any(name in text for name in names), crew_title(card)


def test_the_best_worker_is_proposed():
    state, seat = placing()
    state.rows = replaced(
        state.rows, seat, (bytes([0]), bytes([0, 0, 0, 1]), bytes([0, 1]), bytes([4]))
    )
    scene = see(state, seat, selected=[("location", 0)])
    assert module.JourneyBoard.then(scene.view, scene.chooser) == ("worker", 1), "it has silver"
    order = len(material.LOCATIONS) - 1
    scene = see(state, seat, selected=[("location", order)])
    assert module.JourneyBoard.then(scene.view, scene.chooser) in {("worker", 0), ("worker", 3)}
    scene = see(state, seat, selected=[("worker", 0)])
    assert module.JourneyBoard.then(scene.view, scene.chooser) is None


def test_a_route_says_what_its_stops_give():
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions:
            state = match.state_at(position)
            if kind_of(state) not in {"Explore", "Navigate"}:
                continue
            scene = at(match, state.actor, position)
            for kind, space in chooser_in(scene).selectable:
                if kind == "space":
                    board_text = drawn(
                        framed(scene, scene.chooser, cursor=(kind, space))
                    ).canvas.plain()
                    assert re.search(rf"▸{material.SPACES[space].name}, \d moves?: ", board_text)


def test_the_chart_has_room_for_every_space_at_any_size():
    for width, height in itertools.product(
        (80, 96, 111, 112, 128, 180), (16, 17, 18, 20, 23, 27, 34, 50)
    ):
        chart = chart_of(width, height)
        everything = Region(0, 0, width, height)
        for space in chart.spaces:
            assert everything.contains_region(space.grow((0, 0, 0, 1)))
        for one, other in itertools.combinations(chart.spaces, 2):
            assert not one.overlaps(other.grow((0, 0, 0, 1)))
        assert all(everything.contains(way.x, way.y) for way in chart.ways)
        ways = {(way.x, way.y) for way in chart.ways}
        for (x, y), name in zip(chart.titles, NAMES, strict=True):
            title = Region(x, y, len(f" IA · {name} "), 1)
            assert not any(title.overlaps(space) for space in chart.spaces)
            assert not ways & {(column, y) for column in range(x, title.right)}


def test_spaces_that_can_be_bypassed_are_known():
    sides = {material.SPACES[space].name for space in range(len(material.SPACES)) if is_side(space)}
    assert sides == {
        *("O2", "O6", "O10", "O12", "O17", "O20", "IA5", "IA6", "IA7", "IA12", "IA13", "IA14"),
        *("IB3", "IB4", "IB8", "IB9", "IC2", "IC3"),
    }


def test_the_relief_is_drawn_once_for_a_size():
    relief.cache_clear()
    match = whole_match(2)
    for position in (20, 30, 40):
        drawn(at(match, 0, position, pane=panes.SEA))
    assert relief.cache_info().misses == 1


# --- panes


@pytest.mark.parametrize("seats", sampling.some(SEATS, len(SEATS), 1))
def test_the_pane_that_is_needed_comes_to_the_front(seats):
    match, positions = moments(seats)
    for position in positions:
        state = match.state_at(position)
        for seat in GAME.to_move(state)[:1]:
            scene = at(match, seat, position)
            kinds = {kind for kind, _ in chooser_in(scene).selectable}
            drawing = drawn(scene)
            if kinds - {"part", "button"}:
                assert scene.chooser.selectable & set(drawing.places), kinds
            for element in chooser_in(scene).selectable:
                chooser = scene.chooser.select(element)
                front = drawn(framed(scene, chooser))
                assert chooser.selectable <= set(front.places), (element, chooser.selectable)


@pytest.mark.parametrize("size", [(118, 28), (118, 29), (120, 31), (186, 34)], ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_workers_and_rows_can_be_chosen_beside_the_sea(seats, size):
    match, positions = moments(seats)
    kinds = set()
    for position in positions:
        for seat in GAME.to_move(match.state_at(position))[:1]:
            scene = at(match, seat, position)
            if kind_of(match.state_at(position)) in {"Turn", "Academy", "Seal", "Window"}:
                drawing = drawn(scene, size)
                assert scene.selectable <= set(drawing.places), scene.selectable
                kinds |= {kind for kind, _ in scene.selectable}
                for one, other in itertools.combinations(drawing.places.values(), 2):
                    assert not one.overlaps(other) or not one.area or not other.area
    assert {"location", "worker", "row"} <= kinds


@pytest.mark.parametrize("size", [*BOARDS, (120, 31)], ids=str)
def test_a_worker_can_be_chosen_while_a_crew_card_can_be_completed(size):
    state = with_pieces()
    card = state.crew[0][0]
    seals = bytes(map(material.LETTERS.index, CREW[card].seals))
    state.rows = replaced(state.rows, 0, (seals, *state.rows[0][1:]))
    for first, kind in ((("location", 0), "worker"), (("crew", card), "row")):
        scene = see(state, 0, selected=[first])
        wanted = {element for element in scene.selectable if element[0] == kind}
        assert wanted
        assert wanted <= set(drawn(scene, size).places)


def test_the_whole_table_is_open_where_there_is_room():
    match, positions = moments(4)
    for position in positions:
        drawing = drawn(at(match, 0, position), BOARDS[3])
        assert not drawing.panes, "no pane is behind another"


def test_spectators_read_whose_objectives_and_tents_they_see():
    state = with_pieces(tents=b"\3")
    state.reserve = (bytes((8, 22)), state.reserve[1])
    own, watched = (
        "\n".join(rows(drawn(see(state, viewer, pane=panes.OBJECTIVES), (160, 46))))
        for viewer in (0, SPECTATOR)
    )
    name = LONG_NAMES[0]
    for words, words_of_others in (
        ("In your reserve", f"{name}'s reserve"),
        ("Your slots", f"{name}'s slots"),
        ("⌂ yours", "⌂ taken"),
        ("you have", f"{name} has"),
    ):
        assert (words in own) != (words_of_others in own)
        assert words not in watched
    for viewer, words in ((0, "You have: "), (SPECTATOR, f"{name} has: ")):
        assert words in "\n".join(module.zoomed(see(state, viewer), ("tile", 8)))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_stack_names_its_reward_beside_used_stamps(language):
    state, seat = placing(whole_match(4))
    state.stacks = replaced(state.stacks, seat, bytes((0, 3, 3, 6)))
    with reading(language):
        text = drawn(see(state, seat), BOARDS[2]).canvas.plain()
    assert len(re.findall(r"[123]: [03]→", text)) == 3


# --- the end of a round


@pytest.mark.parametrize("seats", SEATS)
def test_the_rewards_of_a_round_are_shown_as_a_sum(seats, strict):
    match = whole_match(seats)
    count = 0
    for position, logged in enumerate(replay.event_log(match, SPECTATOR)[1:], 1):
        goals = [event for event in logged if isinstance(event, Reported)]
        assert bool({*map(type, logged)} & module.JourneyBoard.PAUSES.keys()) == bool(goals)
        for event in goals:
            count += 1
            for size in BOARDS[:2]:
                plain = drawn(at(match, 0, position, is_paused=True), size).canvas.plain()
                check_rewards(plain, event, count)
    assert count == material.ROUNDS


WIDE_NAMES = (
    "李雷李雷李雷李雷Mmmmmmmm",
    "さくら子さくら子",
    "ダーウィンダーウWwwwwwww",
    "김철수김철수김철",
)


def ends_of_rounds(match):
    log = enumerate(replay.event_log(match, SPECTATOR)[1:], 1)
    return [end for end, logged in log if any(isinstance(event, Reported) for event in logged)]


@pytest.mark.parametrize("is_paused", [False, True])
def test_wide_names_cover_no_figures_beside_them(is_paused):
    match = whole_match(4)
    scene = at(match, 0, ends_of_rounds(match)[0], pane=panes.DIARIES, is_paused=is_paused)
    wide, short = (
        drawn(replace(scene, seat_names=SeatNames(names)), BOARDS[0])
        for names in (WIDE_NAMES, ("A", "B", "C", "D"))
    )
    of_seats = re.compile(r"(│|[▶1-4]) [●▲■◆] [ABCD] ")
    rows_of_seats = [y for y, row in enumerate(rows(short)) if of_seats.match(row)]
    assert len(rows_of_seats) == 4
    for y in rows_of_seats:
        assert wide.canvas.grid[y][20:] == short.canvas.grid[y][20:]


def test_wide_names_in_one_row_leave_room_for_figures():
    state, _ = placing(whole_match(4))
    state.points = (101, 102, 103, 104)
    scene = replace(see(state, 0, pane=panes.CREW), seat_names=SeatNames(WIDE_NAMES))
    row = rows(drawn(scene, BOARDS[0]))[1]
    assert re.findall(r" (\d+)★", row) == [f"{state.points[seat]}" for seat in state.order]


def test_a_sentence_with_wide_names_is_shortened_to_its_room():
    state, _ = placing(whole_match(4))
    state.envelopes = (bytes((1, 2, 3, 4)), *state.envelopes[1:])
    scene = replace(see(state, 0), seat_names=SeatNames(WIDE_NAMES))
    for room in range(60, 230):
        assert columns_of(module.briefly(scene, ("envelope", 0), room)) <= room


def test_a_blank_separates_the_signs_from_the_button_beside_them():
    match, positions = moments(4)
    position = next(p for p in positions if kind_of(match.state_at(p)) == "Explore")
    viewer = match.state_at(position).actor
    for columns in range(80, 100):
        with reading("de"):
            last_row = rows(drawn(at(match, viewer, position), (columns, 21)))[-1]
        assert re.search(r"¢ Münze .* \[auslassen\]", last_row), last_row


@pytest.mark.parametrize("halving", ["stay", "halved"])
def test_the_end_of_a_round_says_who_loses_stamps(halving):
    match = whole_match(2)
    scene = at(match, 0, ends_of_rounds(match)[0], is_paused=True)
    view = replaced_fields(scene.view, options=material.JourneyOptions(stamps=halving))
    plain = drawn(replace(scene, view=view), BOARDS[0]).canvas.plain()
    whose = "who uses it takes" if halving == "stay" else "winners take"
    assert f"next 2nd; {whose} half off: −" in plain
    with reading("de"):
        assert " kostet halb: −" in drawn(replace(scene, view=view), BOARDS[0]).canvas.plain()


@pytest.mark.parametrize("columns", range(14, 48))
@pytest.mark.parametrize("names", [WIDE_NAMES, ("A" * 20,) * 4], ids=["wide", "long"])
def test_names_on_envelopes_end_before_the_numbers_beside_them(columns, names):
    match = whole_match(4)
    draws = draw_opened, draw_list
    for position, draw, height in itertools.product(ends_of_rounds(match), draws, (11, 16, 30)):
        now = replace(at(match, 0, position, is_paused=True), seat_names=SeatNames(names))
        end = round_end(now)
        assert end
        drawing = Drawing(Canvas(3 * columns, height), {})
        table = JourneyView(drawing, now, now.view)
        draw(Area(drawing, Region(0, 0, 3 * columns, height)), table, end)
        for row in rows(drawing):
            assert not re.search("[A\u3000-\ud7a3][-+–0-9]", row), row


def check_rewards(plain, event, count):
    assert f"Rewards of round {count} " in plain
    goal = material.GOAL_TILES[event.goal]
    below = plain[plain.index(f"goal {goal.name} ×{goal.points}") :].splitlines()[1:]
    for seat, line in zip(range(len(event.points)), below, strict=False):
        assert f"{TOKENS[seat]} {LONG_NAMES[seat]} " in line
        count, lag = event.counts[seat], event.lags[seat]
        rest = f"less {lag} for lagging" if lag else f"= {count * goal.points}"
        assert f"{count}×{goal.points} {rest}" in line
        assert re.search(rf"\+{event.points[seat]} +\d+ › \d+ ", line)
        assert (f"less {event.lags[seat]} for lagging" in line) == bool(event.lags[seat])


# --- motion


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_envelopes_open_one_by_one_and_nothing_is_named_before(size):
    match = whole_match(3)
    logs = replay.event_log(match, SPECTATOR)
    first = len(logs) - len(match.history)
    position, logged = next(
        (at - first + 1, logged)
        for at, logged in enumerate(logs)
        if any(isinstance(event, Reported) for event in logged)
    )
    (goal,) = (event for event in logged if isinstance(event, Reported))
    frames = module.JourneyBoard.reveal_frames(logged)
    opened, best = [], []
    for frame in range(frames, -1, -1):
        scene = at(match, SPECTATOR, position, is_paused=True, frame=frame, moving=tuple(logged))
        plain = drawn(scene, size).canvas.plain()
        opened.append(len(re.findall(r"\d opened", plain)))
        counted = [
            int(number) for number in re.findall(r"\+(\d+)\b", plain[plain.index("goal ") :])
        ]
        if size == BOARDS[0]:
            assert bool(counted) == (frame <= COUNT_FRAMES)
        best.append(max(counted, default=0))
        assert f" {match.view(0, position).round} of {material.ROUNDS}" not in plain
    assert opened == sorted(opened)
    assert {*opened} == {0, 1, 2, 3}
    assert best[-1] == max(goal.points)
    if size == BOARDS[0]:
        assert best == sorted(best)


def test_the_end_of_a_round_leaves_most_of_the_table_as_it_is():
    match = whole_match(4)
    position = next(
        at
        for at, logged in enumerate(replay.event_log(match, 0))
        if any(isinstance(event, Reported) for event in logged)
    )
    size = Size(*BOARDS[2])
    painter = Painter(TerminalFacts())
    board = module.JourneyBoard()
    scenes = [at(match, 0, step, pane=0) for step in (position - 1, position)]
    sent = []
    for now in (scenes[0], replace(scenes[1], is_paused=True, chooser=None), scenes[1]):
        canvas = drawn(now, BOARDS[2]).canvas
        lines = (
            Strip([Segment(text, board.palette.style(name)) for text, name in canvas.row(y)])
            for y in range(size.height)
        )
        parts = ((0, y, line, 0, size.width) for y, line in enumerate(lines))
        sent.append(len(painter.paint(parts, size).encode()))
    assert max(sent[1:]) <= BYTES_MAX


def test_knowledge_spent_is_not_shown_as_a_gain():
    state, _ = placing()
    spent = Gained(0, knowledge=-1), Gained(0, coins=7)
    now = rows(drawn(see(state, 0, pane=panes.DIARIES, frame=1, moving=spent)))
    (row,) = (row for row in now if TOKENS[0] in row and "+7" in row)
    assert f"+7  {state.knowledge[0]} " in row


def test_a_piece_goes_its_way_space_by_space():
    match = whole_match(2)
    moves_seen = 0
    for position, logged in enumerate(replay.event_log(match, SPECTATOR)[1:], 1):
        moves = [event for event in logged if isinstance(event, Moved)]
        frames = module.JourneyBoard.frames(logged)
        assert not moves or frames
        if not moves or moves_seen > 3:
            continue
        moves_seen += 1
        move = moves[-1]
        way = way_of(moves[-1].start, moves[-1].space)
        assert way[0] == move.start
        assert way[-1] == move.space
        stops: list[int] = []
        for frame in range(frames, -1, -1):
            scene = at(
                match, SPECTATOR, position, pane=panes.SEA, frame=frame, moving=tuple(logged)
            )
            drawing = drawn(scene)
            token = f"strong token-ink on seat-{move.seat}"
            shown = [n for n in way if token in styles_of(drawing, ("space", n))]
            assert len(shown) == 1
            stops += shown if stops[-1:] != shown else []
        assert stops == way
    assert moves_seen > 3


@pytest.mark.parametrize("goal", range(len(material.GOAL_TILES)))
def test_the_title_says_whose_turn_it_is_beside_every_goal(goal, monkeypatch):
    match, positions = moments(4)
    scene = at(match, SPECTATOR, positions[-2])
    assert scene.view.round
    monkeypatch.setattr(scene.view, "goals", type(scene.view.goals)([goal] * material.ROUNDS))
    title = rows(drawn(scene))[0]
    assert " turn " in title
    assert f" ×{material.GOAL_TILES[goal].points}" in title


def test_a_goal_calls_lenses_what_objectives_call_them():
    """The goal and the objectives stand side by side in one pane."""
    (goal,) = [goal for goal in material.GOAL_TILES if goal.counts == "lenses"]
    assert goal_name(goal) == "lenses"
    with reading("de"):
        assert goal_name(goal) == "Linsen"


def test_an_objective_with_little_room_keeps_its_progress():
    state = whole_match(2).state_at(60)
    words = {
        long: brief
        for long, brief, _ in (
            tile_words(state, 0, tile) for tile in range(len(material.OBJECTIVES))
        )
    }
    assert words["1 green and 1 yellow seal ✓, lenses 1/3"] == "seals YG ✓, lens 1/3"
    assert words["green seals 1/2, 1 green specimen"] == "seals GG 1/2, green sp"
    assert words["knowledge 0/2, ship at the Beagle"] == "✎ 0/2, at Beagle"
    for long, brief in words.items():
        assert re.findall("✓|[0-9]+/[0-9]+", long) == re.findall("✓|[0-9]+/[0-9]+", brief)


SEALS = {"green": "green", "blue": "blue", "yellow": "yellow", "red": "orange", "purple": "grey"}
"""The theme's hue for each seal; these hues differ with every kind of colour vision."""


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_seals_have_hues_of_the_theme(theme):
    rows = colours_of(JourneyBoard.COLOURS)
    assert {*SEALS} == {*material.COLOURS}
    for seal, hue in SEALS.items():
        assert rows[seal][PALETTE.index(theme.name)] == theme.variables[f"hue-{hue}"]
        assert rows[seal][-1] == REVERSED


# --- previews, and signs with one meaning


@pytest.mark.parametrize("pane", [panes.SEA, panes.DIARIES])
def test_a_figure_as_it_would_be_after_enter_is_drawn_as_a_preview(pane):
    """A figure that Enter would change has the sign of previews before it, so nobody takes it for
    the present one."""
    match, positions = moments(4)
    seen = 0
    for position in positions:
        for seat in GAME.to_move(match.state_at(position))[:1]:
            for element in sorted(chooser_in(at(match, seat, position)).selectable):
                scene = replace(at(match, seat, position, pane), cursor=element)
                then = after_enter(scene)
                coins = scene.view.coins[seat], then.coins[seat]
                if any(scene.view.hands) or coins[0] == coins[1]:
                    continue
                head = "\n".join(rows(drawn(scene))[:6])
                seen += 1
                assert f"{PREVIEW}{coins[1]}" in head
    assert seen


def test_a_crew_card_promises_no_seal_before_the_draft_is_over():
    """No worker has a seal until all have kept three cards; a kept card names the worker that
    begins with its seal."""
    match = whole_match(4)
    kept = 0
    for position in range(len(match.history)):
        view = match.state_at(position)
        if not any(view.hands):
            break
        for seat in GAME.to_move(view)[:1]:
            text = "\n".join(rows(drawn(at(match, seat, position))))
            for row in range(len(view.crew[seat])):
                kept += 1
                assert f"worker {row + 1} begins" in text
            assert " now" not in text
    assert kept


def with_note(match, seat, position, size):
    """Return the board beside a note on a decision, with long advice on a wide board."""
    now = at(match, seat, position)
    primer = Primer(*primers.sentences(GAME, now.view, seat))
    if size.width > 80:
        primer = replace(primer, advised=("Keep it: " + "seals " * 12,) * 2)
    board = board_for("journey")
    return "\n".join(rows(board._drawing_of(replace(now, primer=primer), size)))


def test_a_note_of_the_draft_leaves_the_first_seals_and_the_goals_in_sight():
    """A player compares the cards with the colours that the workers have already."""
    match = whole_match(4)
    seen = 0
    for position in range(len(match.history)):
        view = match.state_at(position)
        if not any(view.hands):
            break
        for seat in GAME.to_move(view)[:1]:
            text = with_note(match, seat, position, Size(80, 21))
            wide = with_note(match, seat, position, Size(120, 37))
            for worker, card in enumerate(view.crew[seat], 1):
                seen += 1
                assert f"{worker} {CREW[card].start}" in text
                assert wide.count("││ ") == 13, "the note is within the panel of the crew"
    assert seen


def test_a_note_on_gold_objectives_leaves_the_silver_ones_in_sight():
    match = whole_match(4)
    tops = (match.state_at(position).pending[-1] for position in range(len(match.history)))
    position, top = next((p, top) for p, top in enumerate(tops) if getattr(top, "is_gold", False))
    assert "First objectives" in with_note(match, top.seat, position, Size(120, 37))


@pytest.mark.parametrize("seats", SEATS)
def test_in_the_museum_the_cursor_starts_on_a_delivery_if_there_is_one(seats):
    match, positions = moments(seats)
    seen = 0
    for position in positions:
        for seat in GAME.to_move(match.state_at(position))[:1]:
            view = match.view(seat, position)
            actions = chooser_in(at(match, seat, position)).actions
            if {type(action) for action in actions} & {Deliver, Research}:
                element = JourneyBoard.first(view, actions)
                delivered = [("specimen", a.specimen) for a in actions if isinstance(a, Deliver)]
                assert element in delivered or not delivered
                seen += 1
    assert seen


def test_news_name_objectives_and_sum_up_the_points():
    match = whole_match(4)
    tile = material.OBJECTIVES.index(next(row for row in material.OBJECTIVES if not row.is_start))
    events = [Took(1, tile, 0, 0), Gained(1, points=4), CameFirst(1, 30, 3), Gained(1, points=8)]
    scene = replace(at(match, 0, len(match.history) // 2), since=events)
    words = [summary.words for summary in summaries(scene)[1]]
    assert words[0] == f"took: {objective_words(tile)}"
    assert words[-1] == "+15★"
