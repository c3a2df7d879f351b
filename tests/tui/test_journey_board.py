"""The table of Darwin's Journey as drawn: all of it there, nothing of it hidden, at every size."""

import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest
import sampling
from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from tui.checks import check_apart, check_frame
from tui.journey_scenes import GAME, KINDS, PANES, SEATS, at, framed, moments, see, whole_match
from tui.scenes import BOARDS, LONG_NAMES, chooser_in, drawn, kind_of, rows, some_moments

from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.journey import diaries
from darwin_core.games.journey.acts import SLOT_CODES, Gained, Moved, Reported
from darwin_core.games.journey.material import (
    COLOURS,
    CREW,
    DISCARD,
    GOAL_TILES,
    LOCATIONS,
    LOCKABLE,
    MUSEUM,
    MUSEUM_LOCATION,
    OBJECTIVES,
    ORDER_LOCATION,
    RIBBONS,
    ROUNDS,
    SLOTS,
    SPACES,
    WORKERS,
    Inside,
    Lens,
    Turn,
    books,
)
from darwin_core.games.journey.material import KINDS as KINDS_OF_SPECIMENS
from darwin_core.games.journey.objectives import (
    final_lines,
    goal_count,
    goal_points,
    lag,
    requirements,
)
from darwin_core.games.journey.rounds import ranking
from darwin_core.games.journey.voyage import beagle, yields
from darwin_core.kit.states import put, replaced
from darwin_core.match import replay
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards.journey import board as module
from darwin_tui.boards.journey import moment, panes
from darwin_tui.boards.journey.crew import crew_title, crew_within
from darwin_tui.boards.journey.marks import goal_name
from darwin_tui.boards.journey.moment import lens_price
from darwin_tui.boards.journey.objectives import slot_words, tile_words
from darwin_tui.boards.journey.scene import way_of
from darwin_tui.boards.journey.sea import chart_of, is_side, relief
from darwin_tui.drawing.area import ELLIPSIS
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.marks import OPEN_SQUARE
from darwin_tui.library import saves
from darwin_tui.play import status_line
from darwin_tui.play.status_line import PromptContext
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.painter import Painter

TOKENS = SEAT_MARKS.replace("■", OPEN_SQUARE)
SAMPLE = Path(__file__).parents[2] / "saves" / "journey.jsonl"

BYTES_MAX = 6000
"""The most that a terminal with all colours is sent for an action."""
LOGGED = (82, 37), (162, 57)
"""The room that the log leaves of the larger terminals."""


@pytest.mark.parametrize("size", BOARDS + LOGGED, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size, strict):
    match, positions = some_moments(moments, seats, SEATS, size)
    for position in positions:
        viewers = *GAME.to_move(match.state_at(position))[:1], SPECTATOR
        for viewer in sampling.one_by_turns(viewers, sampling.BOARD_INTERVAL, position + size[0]):
            now = at(match, viewer, position, has_log=size in LOGGED)
            drawing = drawn(now, size)
            check_frame(drawing, size, "?")
            check_heading(drawing, now.view)
            check_places(drawing, now)


@pytest.mark.parametrize("size", sampling.some(BOARDS[::3], 2), ids=str)
@pytest.mark.parametrize("seats", sampling.some(SEATS, len(SEATS)))
def test_digits_select_the_element_beside_them(seats, size):
    match, positions = moments(seats)
    found = set()
    for position in positions:
        for seat in GAME.to_move(match.state_at(position))[:1]:
            now = at(match, seat, position)
            first = next(
                element
                for element in drawn(now, size).places
                if element in chooser_in(now).selectable
            )
            for chooser in (now.chooser, chooser_in(now).select(first)):
                scene = framed(now, chooser)
                drawing = drawn(scene, size)
                for number, element in (drawing.numbers or {}).items():
                    found.add(element[0])
                    check_digit(rows(drawing), drawing.places[element], scene, number, element)
    assert {"location", "worker", "row"} <= found


def check_digit(lines, region, scene, number, element):
    assert element in scene.selectable
    if element[0] in moment.SELF_NUMBERED:
        assert number == element[1] + 1, "its own number"
    elif element[0] not in moment.WITHOUT_DIGIT:
        sole = (
            len(
                scene.selectable
                - {each for each in scene.selectable if each[0] in moment.WITHOUT_DIGIT}
            )
            == 1
        )
        assert lines[region.y][region.x] == str(number) or sole


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_every_pane_shows_its_part_whole(seats, size, strict):
    match, positions = moments(seats)
    looks = list(zip(positions[::2], itertools.cycle((0, SPECTATOR, 1))))
    for position, viewer in sampling.some(looks, sampling.BOARD_INTERVAL, size[0] // 20 + seats):
        view = match.view(viewer, position)
        if any(view.hands):
            continue
        for pane, check in enumerate(CHECKS):
            if not pane or size != BOARDS[3]:
                drawing = drawn(at(match, viewer, position, pane=pane), size)
            check(drawing, view, me_of(view, viewer))


def me_of(view, viewer):
    if viewer < len(view.coins):
        return viewer
    return view.order[0] if view.actor == NOTHING else view.actor


def check_heading(drawing, view):
    """Check round, Beagle and goal; seats with their scores and means, and the goal's forecast."""
    lines = rows(drawing)
    if not view.pending:
        assert "the match is over" in lines[0]
        return
    if view.round:
        goal = GOAL_TILES[view.goals[view.round - 1]]
        name = goal.name.split()[-1]
        rounds = f" {view.round} of {ROUNDS}", f" round {view.round} "
        assert any(words in lines[0] for words in rounds)
        assert f"anchor {view.round}" in lines[0]
        assert f"{name} ×{goal.points}" in lines[0] or f"{name}, {goal.points} points" in lines[0]
    for seat, name in zip(view.order, LONG_NAMES, strict=False):
        name = LONG_NAMES[seat]
        found = [line for line in lines[1:10] if f"{TOKENS[seat]} {name}" in line]
        if found and any(view.hands):
            continue
        if not found or "★" in found[0]:
            assert f"{view.points[seat]}★ {view.coins[seat]}¢ {view.knowledge[seat]}✎" in lines[1]
            continue
        check_seat(found[0][found[0].index(name) + len(name) :], view, seat)


def check_seat(line, view, seat):
    wanted = [
        view.points[seat],
        sum(final_lines(view, seat).values()),
        view.coins[seat],
        view.knowledge[seat],
        view.evolution[seat],
        books(view.evolution[seat]),
        len(diaries.at_home(view, seat)),
    ]
    stacks = view.stacks[seat]
    used = f"+{stacks[DISCARD]}" if stacks[DISCARD] else ""
    figures = [*map(str, wanted), f"{stacks[0]}", f"{stacks[1]}", f"{stacks[2]}{used}"]
    figures += [f"{view.lenses.count(seat)}", f"{len(view.tents[seat])}"]
    assert line.split()[: len(figures)] == figures
    if view.round and view.pending:
        goal = GOAL_TILES[view.goals[view.round - 1]]
        lost = f"−{lag(view, seat)}" if lag(view, seat) else ""
        count = goal_count(view, seat, view.goals[view.round - 1])
        points = goal_points(view, seat, view.goals[view.round - 1])
        assert f" {count}×{goal.points}{lost}={points}" in line


def check_places(drawing, now):
    """Check that every selectable element is in the needed pane, or in one whose name says so."""
    check_apart(drawing)
    missing = now.chooser.selectable - set(drawing.places)
    assert not missing or len(missing) < len(now.chooser.selectable)
    for pane in panes.holding(frozenset(missing)):
        assert pane != now.pane
        region = drawing.panes[pane]
        assert rows(drawing)[region.y][region.x] == "•"
    assert {kind for kind, _ in missing} <= {"tile", "slot", "crew", "row", "location", "worker"}


def text_of(drawing, element):
    region = drawing.places[element]
    cells = [row[region.x : region.right] for row in drawing.canvas.grid[region.y : region.bottom]]
    return " ".join("".join(text for text, _ in row) for row in cells)


RECTANGLES = {MUSEUM_LOCATION: "Mus", ORDER_LOCATION: "rder"}
"""Parts of the names of two locations that take few columns."""


def check_diaries(drawing, view, me):
    """Check seals, lens, who is there, and the cost or the reason against it."""
    for location in range(len(LOCATIONS)):
        text = text_of(drawing, ("location", location))
        assert RECTANGLES.get(location, "") in text
        asked = diaries.seals_of(view, location)
        assert text[1:].startswith(asked)
        owner = view.lenses[location] if location < len(view.lenses) else NOTHING
        if owner < len(view.coins):
            assert f"({SEAT_MARKS[owner]})" in text
        elif owner != NOTHING:
            assert "(◇)" in text
        for seat, where in enumerate(view.workers):
            there = where.count(location)
            number = there if there > 1 and location != ORDER_LOCATION else ""
            if there and " here" not in text and location < len(view.lenses):
                assert f"{TOKENS[seat]}{number}" in text
        if view.pending and not isinstance(view.pending[-1], Turn):
            continue
        assert diaries.is_locked(view, location) == ("(·)" in text)


def check_crew(drawing, view, me):
    """Check scrolls with costs; rows with seals; crew cards with what they lack."""
    if kind_of(view) == "CopyCrew":
        return
    for spot, seal in enumerate(view.scrolls):
        if seal == NOTHING:
            assert ("seal", spot) not in drawing.places
        else:
            text = text_of(drawing, ("seal", spot))
            assert re.fullmatch(f".{'GBYRP'[seal]} (\\d+¢|–) *", text)
    for row in range(WORKERS):
        own = view.rows[me][row]
        element = ("row", row) if ("row", row) in drawing.places else ("worker", row)
        assert text_of(drawing, element)[5:].split()[: len(own)] == ["GBYRP"[seal] for seal in own]
    for card, used in zip(view.crew[me], view.assigned[me], strict=True):
        text = text_of(drawing, ("crew", card))
        assert CREW[card].name in text
        assert CREW[card].seals in text.replace(" ", "")
        assert (f"✓ done with row {used + 1}" in text) == (used != NOTHING)
        assert " lacks " in text or " is ready" in text or used != NOTHING


def check_sea(drawing, view, me):
    """Check every space, with all ships and explorers, the Beagle, and the specimens there."""
    for kind, space in drawing.places:
        if kind != "space":
            continue
        text, styles = text_of(drawing, (kind, space)), styles_of(drawing, (kind, space))
        here = [seat for seat, ship in enumerate(view.ships) if ship == space]
        here += [seat for seat, own in enumerate(view.explorers) if space in own]
        assert all(TOKENS[seat] in text for seat in here)
        assert all(f"strong token-ink on seat-{seat}" in styles for seat in here)
        for colour, name in enumerate(COLOURS[:4]):
            has_one = space in view.specimens[4 * colour : 4 * colour + 4]
            assert (f"strong token-ink on {name}" in styles) == has_one
        is_here = bool(view.round and space == beagle(view))
        assert ("strong token-ink on beagle" in styles) == is_here
        assert ("strong token-ink on gold" in styles) == is_ribbon_open(view, space)
    plain = drawing.canvas.plain()
    assert all(name in plain for name in ("Albemarle", "Barrington", "Chatham"))


def is_ribbon_open(view, space):
    return space in RIBBONS and bool(view.firsts[RIBBONS.index(space)])


def styles_of(drawing, element):
    region = drawing.places[element]
    cells = drawing.canvas.grid[region.y : region.bottom]
    return {style for row in cells for _, style in row[region.x : region.right]}


def check_museum(drawing, view, me):
    """Check the place of each specimen, who has researched it, and the gains of a delivery."""
    listed = "n the islands" in drawing.canvas.plain()
    for number, where in enumerate(view.specimens):
        text = text_of(drawing, ("specimen", number))
        is_tall = drawing.places["specimen", number].height > 1
        coins, steps = yields(view, number)
        if where != MUSEUM and is_tall:
            assert f"{coins} coin" in text
            assert f"{steps} step" in text
        elif where != MUSEUM:
            assert f"{coins}¢" in text
            assert f"{steps}↑" in text
        else:
            styles = styles_of(drawing, ("specimen", number))
            assert any(COLOURS[number // 4] in style for style in styles)
        if is_tall:
            for seat, own in enumerate(view.research):
                assert (TOKENS[seat] in text) == bool(own >> number & 1)
        else:
            assert ("✓" in text) == bool(view.research[me] >> number & 1)
        if listed and where != MUSEUM:
            name = SPACES[where].name.lstrip("OIABC")
            kind = KINDS_OF_SPECIMENS[number % 4]
            letter = "GBYR"[number // 4]
            assert re.search(rf"{letter} {kind} +{name}\b", drawing.canvas.plain())


def check_letters(drawing, view, me):
    """Check stamps of each seat and who would win; own stacks."""
    for envelope, stamps in enumerate(view.envelopes):
        region = drawing.places["envelope", envelope]
        lines = [line[region.x : region.right] for line in rows(drawing)[region.y : region.bottom]]
        first, second = ranking(stamps)
        for seat, number in enumerate(stamps):
            own = next((line for line in lines if f"{TOKENS[seat]} " in line), "")
            if region.height < 9:
                assert not number or f"{TOKENS[seat]}{number}" in lines[3]
                assert (seat in first) == (TOKENS[seat] in lines[4].partition("2nd")[0])
                assert (seat in second) == (TOKENS[seat] in lines[4].partition("2nd")[2])
                continue
            assert f" {number or '–'} " in own
            assert own.rstrip().endswith("1st") == (seat in first)
            assert own.rstrip().endswith("2nd") == (seat in second)
    for stack in range(DISCARD):
        assert str(view.stacks[me][stack]) in text_of(drawing, ("stack", stack))


def check_objectives(drawing, view, me):
    """Check display, reserve and slots with what is missing."""
    open_ones = [tile for tile in view.slots[me] if tile != NOTHING]
    done = [tile for slot, tile in enumerate(view.slots[me]) if view.achieved[me] >> slot & 1]
    display = view.display if view.round else view.starters
    for tile in {*display, *view.reserve[me], *open_ones} - {*done}:
        text = text_of(drawing, ("tile", tile))
        for what, has, needs in requirements(view, me, tile):
            if needs > 1 and has < needs and "…" not in text and "+" not in text:
                assert f"{int(has)}/{needs}" in text, what
    lines = rows(drawing)
    for slot, code in enumerate(SLOT_CODES):
        region = drawing.places["slot", slot]
        assert code in text_of(drawing, ("slot", slot))
        beside = lines[region.y][region.x :]
        assert f"{SLOTS[slot].points}★" in beside
        own = view.slots[me][slot]
        if own == NOTHING or ("tile", own) not in drawing.places:
            assert any(f" {words} " in beside for words in slot_words(slot)), beside


def check_players(drawing, view, me):
    plain = drawing.canvas.plain()
    for seat in range(len(view.coins)):
        for card in view.crew[seat]:
            assert CREW[card].name[:10] in plain or seat == me


CHECKS = (
    check_diaries,
    check_crew,
    check_sea,
    check_museum,
    check_letters,
    check_objectives,
    check_players,
)


def test_nearly_every_kind_of_decision_is_looked_at():
    found = {kind_of(match.state_at(p)) for match, ps in map(moments, SEATS) for p in ps}
    assert found <= KINDS
    assert len(KINDS - found) <= 6, KINDS - found


def test_no_lens_is_priced_on_a_location_that_is_being_performed():
    state = GAME.clone(whole_match(2).state_at(60))
    unlockable = diaries.unlockable(state)
    state.pending = [Turn(0, has_placed=True), Inside(unlockable[0]), Lens(is_free=True)]
    assert lens_price(state, 0, unlockable[0], is_free=True) == "now done"
    assert lens_price(state, 0, unlockable[1], is_free=True) == "free"
    assert lens_price(state, 0, unlockable[0] + 1, is_free=True) == "not yet"


@pytest.mark.parametrize("columns", [80, 100])
def test_no_sentence_is_cut(columns):
    match, room = saves.read(SAMPLE).match, columns - 2
    board, size = module.JourneyBoard(), {80: BOARDS[0], 100: BOARDS[1]}[columns]
    seat_names = SeatNames(match.header.names)
    for position in range(0, len(match.history), len(match.history) // 12):
        for viewer in GAME.to_move(match.state_at(position))[:1]:
            now = at(match, viewer, position)
            drawing = drawn(now, size)
            assert not drawing.cuts
            assert ELLIPSIS not in drawing.canvas.plain()
            for place in drawing.places:
                moment = PromptContext(
                    scene=replace(now, cursor=place), room=room, is_asked=True, brief=board.brief
                )
                assert ELLIPSIS not in status_line.explanation(moment)
            for action in chooser_in(now).actions:
                phrase = f"Enter: {GAME.texts.phrase(now.view, action, seat_names)}."
                rest = status_line.two_rows(phrase, room)[1]
                assert len(rest) < room - len(status_line.FINAL) - 2
            for event in now.events[-20:]:
                words = status_line.headline(GAME, seat_names, [event], room)
                assert len(words) <= room


def crowded(seats):
    """Return a state with all in one place, all slots full, all figures long."""
    match = whole_match(seats)
    state = GAME.clone(match.state_at(len(match.history)))
    state.round = 5
    state.pending = [Turn(0)]
    state.actor = 0
    open_spaces = [number for number, row in enumerate(LOCATIONS) if row.is_open]
    state.workers = tuple(
        bytes([open_spaces[0]] * 3 + [open_spaces[-2], NOTHING]) for _ in state.coins
    )
    state.ships = bytes([state.ships[0]] * seats)
    state.envelopes = tuple(bytes([12] * seats) for _ in state.envelopes)
    state.coins = (188,) * seats
    state.points = (199,) * seats
    state.knowledge = (19,) * seats
    state.evolution = (36,) * seats
    state.rows = tuple((bytes([4] * 6),) * WORKERS for _ in state.coins)
    state.research = (0xFFFF,) * seats
    state.stacks = (bytes([4, 4, 4, 12]),) * seats
    state.slots = (bytes([*range(4, 9), *range(18, 23)]),) * seats
    state.reserve = (bytes([9, 23]),) * seats
    state.achieved = (0,) * seats
    state.goals = bytes([10, 9, 0, 2, 3])[::-1]
    state.goals = put(state.goals, 4, 9)
    state.display = bytes([10, 11, 24, 25])
    return state


@pytest.mark.parametrize(("seats", "size"), sampling.grid(SEATS, BOARDS), ids=str)
def test_crowds_are_there_whole(seats, size, strict):
    state = crowded(seats)
    for viewer in (0, SPECTATOR):
        for pane in PANES:
            now = see(state, viewer, pane=pane)
            drawing = drawn(now, size)
            check_frame(drawing, size, "?")
            if viewer != SPECTATOR:
                CHECKS[pane](drawing, now.view, me_of(now.view, viewer))


@pytest.mark.parametrize("size", [(118, 28), (120, 31)])
def test_panes_beside_the_sea_are_whole(size):
    """A replay with chances leaves them this room; the draft, which begins a match, has no sea."""
    match = whole_match(4)
    for position, pane in itertools.product((0, 5, len(match.history) // 2), PANES):
        assert drawn(at(match, 0, position, pane=pane), size).cuts == []


# --- costs and gains


def placing(seats=2):
    """Return the first turn of a match, and the seat that has it."""
    match = whole_match(seats)
    position = next(p for p in range(len(match.history)) if kind_of(match.state_at(p)) == "Turn")
    state = GAME.clone(match.state_at(position))
    return state, state.actor


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(80, 21), (120, 36), (120, 37)], ids=str)
def test_the_crew_of_all_is_named_on_their_desks(size, language):
    match = whole_match(4)
    # In the draft the cards kept so far are hidden.
    positions = [at for at in range(len(match.history)) if not any(match.state_at(at).hands)]
    with reading(language):
        for position in sampling.some(positions, len(positions) // 6, size[0]):
            now = at(match, SPECTATOR, position, pane=panes.PLAYERS)
            text = "\n".join(rows(drawn(now, size)))
            for card in (card for crew in now.view.crew for card in crew):
                # Two long names in a row of a narrow desk lose a few letters.
                names = {crew_within(card, columns) for columns in range(10, 20)}
                assert any(name in text for name in names), crew_title(card)


def test_locations_in_a_row_without_room_for_whole_words_keep_their_names():
    drawing = drawn(at(whole_match(4), SPECTATOR, 12), (200, 57))
    for location in range(LOCKABLE, len(LOCATIONS)):
        name, price = text_of(drawing, ("location", location)).split(maxsplit=1)
        assert name in {"Lens", "Mus.", "Objective", "Order"}
        assert price


def test_prices_are_those_of_the_worker_who_is_selected():
    state, seat = placing()
    state.rows = replaced(state.rows, seat, (bytes([0, 0]), bytes([1]), bytes([2]), bytes([3])))
    state.lenses = put(state.lenses, 1, 1 - seat)
    state.knowledge = (1, 1)
    free = drawn(see(state, seat))
    assert text_of(free, ("location", 1)).rstrip().endswith(" free"), "two green seals"
    picked = drawn(see(state, seat, selected=[("worker", 1)]))
    assert text_of(picked, ("location", 1)).rstrip().endswith(" lacks 1✎")
    assert text_of(picked, ("location", 0)).rstrip().endswith(" 1✎")


def test_an_occupied_diary_costs_more():
    state, seat = placing()
    other = 1 - seat
    state.workers = replaced(state.workers, other, put(state.workers[other], 0, 0))
    state.rows = replaced(state.rows, seat, (bytes([0]), bytes([1]), bytes([2]), bytes([3])))
    state.coins = (5, 5)
    drawing = drawn(see(state, seat))
    assert text_of(drawing, ("location", 0)).rstrip().endswith(f"{TOKENS[other]} 3¢")
    assert "occupied: +3¢" in drawing.canvas.plain()
    state.coins = (2, 2)
    assert text_of(drawn(see(state, seat)), ("location", 0)).rstrip().endswith(" lacks 1¢")


def test_the_best_worker_is_proposed():
    state, seat = placing()
    state.rows = replaced(
        state.rows, seat, (bytes([0]), bytes([0, 0, 0, 1]), bytes([0, 1]), bytes([4]))
    )
    now = see(state, seat, selected=[("location", 0)])
    assert module.JourneyBoard.then(now.view, now.chooser) == ("worker", 1), "it has silver"
    order = len(LOCATIONS) - 1
    now = see(state, seat, selected=[("location", order)])
    assert module.JourneyBoard.then(now.view, now.chooser) in {("worker", 0), ("worker", 3)}
    now = see(state, seat, selected=[("worker", 0)])
    assert module.JourneyBoard.then(now.view, now.chooser) is None


def test_a_route_says_what_its_stops_give():
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions:
            state = match.state_at(position)
            if kind_of(state) not in {"Explore", "Navigate"}:
                continue
            now = at(match, state.actor, position)
            for kind, space in chooser_in(now).selectable:
                if kind == "space":
                    board_text = drawn(
                        framed(now, now.chooser, cursor=(kind, space))
                    ).canvas.plain()
                    assert re.search(rf"▸{SPACES[space].name}, \d moves?: ", board_text)


def test_the_chart_has_room_for_every_space_at_any_size():
    for width, height in itertools.product(
        (80, 96, 111, 112, 128, 180), (17, 18, 20, 23, 27, 34, 50)
    ):
        chart = chart_of(width, height)
        everything = Region(0, 0, width, height)
        for space in chart.spaces:
            assert everything.contains_region(space.grow((0, 0, 0, 1)))
        for one, other in itertools.combinations(chart.spaces, 2):
            assert not one.overlaps(other.grow((0, 0, 0, 1)))
        assert all(everything.contains(way.x, way.y) for way in chart.ways)


def test_spaces_that_can_be_bypassed_are_known():
    sides = {SPACES[space].name for space in range(len(SPACES)) if is_side(space)}
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


def test_costs_of_seals_follow_what_is_selected():
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions:
            state = match.state_at(position)
            if kind_of(state) != "Academy":
                continue
            now = at(match, state.actor, position)
            spot = next(number for kind, number in chooser_in(now).selectable if kind == "seal")
            chooser = now.chooser.select(("seal", spot))
            board_text = drawn(framed(now, chooser)).canvas.plain()
            assert len(re.findall(r"for \d+¢|full", board_text)) >= WORKERS


# --- panes


@pytest.mark.parametrize("seats", sampling.some(SEATS, len(SEATS), 1))
def test_the_pane_that_is_needed_comes_to_the_front(seats):
    match, positions = moments(seats)
    for position in positions:
        state = match.state_at(position)
        for seat in GAME.to_move(state)[:1]:
            now = at(match, seat, position)
            kinds = {kind for kind, _ in chooser_in(now).selectable}
            drawing = drawn(now)
            if kinds - {"part", "button"}:
                assert now.chooser.selectable & set(drawing.places), kinds
            for element in chooser_in(now).selectable:
                chooser = now.chooser.select(element)
                front = drawn(framed(now, chooser))
                assert chooser.selectable <= set(front.places), (element, chooser.selectable)


def test_the_whole_table_is_open_where_there_is_room():
    match, positions = moments(4)
    for position in positions:
        drawing = drawn(at(match, 0, position), BOARDS[3])
        assert not drawing.panes, "no pane is behind another"


# --- the end of a round


@pytest.mark.parametrize("seats", SEATS)
def test_the_rewards_of_a_round_are_shown_as_a_sum(seats, strict):
    match, count = whole_match(seats), 0
    for position, logged in enumerate(replay.event_log(match, SPECTATOR)[1:], 1):
        goals = [event for event in logged if isinstance(event, Reported)]
        assert bool({*map(type, logged)} & module.JourneyBoard.PAUSES.keys()) == bool(goals)
        for event in goals:
            count += 1
            for size in BOARDS[:2]:
                plain = drawn(at(match, 0, position, is_paused=True), size).canvas.plain()
                check_rewards(plain, event, count)
    assert count == ROUNDS


def check_rewards(plain, event, count):
    assert f"Rewards of round {count} " in plain
    goal = GOAL_TILES[event.goal]
    below = plain[plain.index(f"goal {goal.name} ×{goal.points}") :].splitlines()[1:]
    for seat, line in zip(range(len(event.points)), below, strict=False):
        assert f"{TOKENS[seat]} {LONG_NAMES[seat]} " in line
        assert f"{event.counts[seat]}×{goal.points} = {event.counts[seat] * goal.points}" in line
        assert f"+{event.points[seat]} points" in line
        assert (f"less {event.lags[seat]} for lagging" in line) == bool(event.lags[seat])


def test_stamps_that_leave_an_envelope_are_said_to_be_removed():
    match = whole_match(2)
    ends = [
        drawn(at(match, 0, position, is_paused=True), BOARDS[1]).canvas.plain()
        for position, logged in enumerate(replay.event_log(match, SPECTATOR))
        if any(isinstance(event, Reported) for event in logged)
    ]
    assert any(re.search(r"\b[2-9], [1-9] removed", plain) for plain in ends)


# --- motion


def test_what_is_gained_is_beside_the_figure_while_it_is_new():
    match, found = whole_match(2), 0
    for position, logged in enumerate(replay.event_log(match, SPECTATOR)[1:], 1):
        gains = [event for event in logged if isinstance(event, Gained) and event.coins]
        if len(gains) != 1 or found > 3:
            continue
        found += 1
        seat, coins = gains[0].seat, gains[0].coins
        frames = module.JourneyBoard.frames(logged)
        for size in BOARDS:
            lines = {}
            for frame in (frames, 1, 0):
                now = at(match, SPECTATOR, position, pane=0, frame=frame, moving=tuple(logged))
                name = f"{TOKENS[seat]} {LONG_NAMES[seat]}"
                lines[frame] = next(line for line in rows(drawn(now, size))[1:] if name in line)
            assert f" +{coins} " in lines[1]
            assert f" +{coins} " not in lines[0]
            assert len(lines[1]) == len(lines[0])
    assert found > 3


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
    opened = []
    for frame in range(frames, -1, -1):
        now = at(match, SPECTATOR, position, is_paused=True, frame=frame, moving=tuple(logged))
        plain = drawn(now, size).canvas.plain()
        opened.append(len(re.findall(r"\d opened", plain)))
        is_named = f"+{max(goal.points)}" in plain[plain.index("goal ") :]
        assert is_named == (not frame)
        assert f" {match.view(0, position).round} of {ROUNDS}" not in plain
    assert opened == sorted(opened)
    assert {*opened} == {0, 1, 2, 3}


def test_the_end_of_a_round_leaves_most_of_the_table_as_it_is():
    match = whole_match(4)
    position = next(
        at
        for at, logged in enumerate(replay.event_log(match, 0))
        if any(isinstance(event, Reported) for event in logged)
    )
    size, painter, board = Size(*BOARDS[2]), Painter(TerminalFacts()), module.JourneyBoard()
    scenes = [at(match, 0, each, pane=0) for each in (position - 1, position)]
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


def test_a_piece_goes_its_way_space_by_space():
    match = whole_match(2)
    found = 0
    for position, logged in enumerate(replay.event_log(match, SPECTATOR)[1:], 1):
        moves = [event for event in logged if isinstance(event, Moved)]
        frames = module.JourneyBoard.frames(logged)
        assert not moves or frames
        if not moves or found > 3:
            continue
        found += 1
        move, way = moves[-1], way_of(moves[-1].start, moves[-1].space)
        assert way[0] == move.start
        assert way[-1] == move.space
        stops: list[int] = []
        for frame in range(frames, -1, -1):
            now = at(match, SPECTATOR, position, pane=panes.SEA, frame=frame, moving=tuple(logged))
            drawing = drawn(now)
            token = f"strong token-ink on seat-{move.seat}"
            shown = [n for n in way if token in styles_of(drawing, ("space", n))]
            assert len(shown) == 1
            stops += shown if stops[-1:] != shown else []
        assert stops == way
    assert found > 3


@pytest.mark.parametrize("goal", range(len(GOAL_TILES)))
def test_the_title_says_whose_turn_it_is_beside_every_goal(goal, monkeypatch):
    match, positions = moments(4)
    scene = at(match, positions[-2], SPECTATOR)
    assert scene.view.round
    monkeypatch.setattr(scene.view, "goals", type(scene.view.goals)([goal] * ROUNDS))
    title = rows(drawn(scene))[0]
    assert " turn " in title
    assert f" ×{GOAL_TILES[goal].points}" in title


def test_a_goal_calls_lenses_what_objectives_call_them():
    """They stand side by side in the pane of objectives."""
    (goal,) = [goal for goal in GOAL_TILES if goal.counts == "lenses"]
    assert goal_name(goal) == "lenses"
    with reading("de"):
        assert goal_name(goal) == "Linsen"


def test_a_panel_without_news_says_so():
    match = whole_match(4)
    now = at(match, 0, len(match.history) // 2)
    assert "nothing yet" in drawn(now, BOARDS[3]).canvas.plain()
    since = [event for event in now.events if getattr(event, "seat", 0)]
    assert "nothing yet" not in drawn(replace(now, since=since), BOARDS[3]).canvas.plain()


@pytest.mark.parametrize(
    ("size", "words"),
    [(BOARDS[0], "stack 1: 4 → explore 2"), (BOARDS[1], "stack 1: 4 → Explore 2")],
)
def test_stacks_of_stamps_are_called_so(size, words):
    drawing = drawn(at(whole_match(2), 0, 0, pane=panes.ENVELOPES), size)
    assert words in drawing.canvas.plain()


def test_an_objective_with_little_room_keeps_its_progress():
    state = whole_match(2).state_at(60)
    words = {
        long: brief
        for long, brief, _ in (tile_words(state, 0, tile) for tile in range(len(OBJECTIVES)))
    }
    assert words["1 green and 1 yellow seal ✓, lenses 1/3"] == "seals YG ✓, lens 1/3"
    assert words["green seals 1/2, 1 green specimen"] == "seals GG 1/2, green sp"
    assert words["knowledge 0/2, ship at the Beagle"] == "✎ 0/2, at Beagle"
    for long, brief in words.items():
        assert re.findall("✓|[0-9]+/[0-9]+", long) == re.findall("✓|[0-9]+/[0-9]+", brief)
