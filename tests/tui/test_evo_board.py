"""The table of Evo as drawn: all of it there, nothing of it hidden, at every size."""

import itertools
from collections import deque
from functools import cache
from random import Random
from textwrap import wrap

import pytest
from matches import began
from msgspec.structs import replace
from scenes import (
    BOARDS,
    LONG_NAMES,
    Scene,
    StrictCanvas,
    drawn,
    playing,
    rows,
    saved,
    scene,
    shown,
    submit,
    twin_of,
    until,
)
from textual.geometry import Region

from darwin_core import registry
from darwin_core.chooser import Chooser
from darwin_core.game import NOTHING, WATCHER
from darwin_core.games.evo.components import (
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    HARDY,
    HUNTER,
    LITTER,
    MILLENNIA,
    POPULATIONS,
    RING,
    SLOTS,
    SYMBOLS,
    TARGETS,
    TOKENS,
    TRAITS,
    VERSATILE,
)
from darwin_core.games.evo.generation import HELPFUL, ways
from darwin_core.games.evo.genes import added, has_future, spread
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.notation import LETTERS
from darwin_core.games.evo.state import (
    DONE,
    Awake,
    Choose,
    Drift,
    Forage,
    Hunt,
    Live,
    Migrate,
    Settle,
    Sleep,
    Survived,
)
from darwin_core.games.evo.words import design_name, shares_of, species_name
from darwin_core.match import ALL_SEEING
from darwin_core.record import Player
from darwin_tui.games import board_for
from darwin_tui.games.evo import board as module
from darwin_tui.games.evo.board import EvoBoard
from darwin_tui.screens import choosing
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.widgets.canvas import SEAT_MARKS, to_ascii

GAME = registry.get("evo")
SEATS = GAME.seats
PANES = range(len(EvoBoard.PANES))
FINAL = " It cannot be undone."
KINDS = {"Begin", "Live", "Replace", "Gorge", "Sleep", "Choose", "Settle", "Drift", "end"}
"""All the decisions there are, and the end."""


@cache
def whole_match(seats, seed="table"):
    """A match of careful players with a slip now and then, who hunt each other where they can."""
    sitting = tuple(Player(name) for name in LONG_NAMES[:seats])
    options = {"predation": True, "wide_gene_pool": seats == 4}
    written = began(seats, seed, game="evo", players=sitting, options=options)
    match, rng = written.match, Random(seed)
    while movers := GAME.to_move(match.state):
        (seat,) = movers
        actions = match.asked(seat)
        rare = [each for each in actions if GAME.notation(each).partition(" ")[0] == "predate"]
        if rare or rng.random() < 0.15:
            action = rng.choice(rare or actions)
        else:
            action = GAME.advise(match.look(seat), seat)[0].action
        written.act(seat, action)
    return match


def kind_at(match, position):
    """What is asked; and what can be done."""
    pending = match.state_at(position).pending
    return type(pending[-1]).__name__ if pending else "end"


@cache
def moments(seats, seed="table"):
    """Places all over a match: some of every kind of decision, its start and its end."""
    match = whole_match(seats, seed)
    last = len(match.history)
    chosen, seen = {0, last}, {"end": [last]}
    for position in range(last):
        seen.setdefault(kind_at(match, position), []).append(position)
    for positions in seen.values():
        chosen |= {positions[0], positions[-1]}
    return match, sorted(chosen)


def chooser_for(view, viewer):
    actions = GAME.legal(view, viewer) if viewer < len(view.species) else ()
    return Chooser.of(actions, GAME.touches)


def at(match, viewer, position, **more):
    view = match.look(viewer, position)
    return scene(match, viewer, position, chooser=chooser_for(view, viewer), **more)


def see(state, viewer, names=LONG_NAMES, **more):
    view = GAME.view(state, viewer)
    seats = len(state.species)
    return Scene(GAME, view, viewer, names[:seats], (), chooser_for(view, viewer), **more)


@pytest.fixture
def strict(monkeypatch):
    monkeypatch.setattr(module, "Canvas", StrictCanvas)


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size, strict):
    match, positions = moments(seats)
    for position in positions:
        for viewer in {*GAME.to_move(match.state_at(position)), 0, WATCHER, ALL_SEEING}:
            now = at(match, viewer, position)
            drawing = drawn(now, size)
            check_frame(drawing, size)
            check_heading(drawing, now.view)
            check_locations(drawing, now.view)
            check_genomes(drawing, now.view)
            check_places(drawing, now.chooser)
            if viewer < seats and now.view.species[viewer] != NOTHING:
                check_own(drawing, now.view, viewer)
            for pane in (1, 2):
                drawing = drawn(at(match, viewer, position, pane=pane), size)
                if pane == 1:
                    check_species(drawing, now.view, viewer)
                else:
                    check_history(drawing, now.view)


def check_frame(drawing, size):
    lines = rows(drawing)
    assert [len(line) for line in lines] == [size[0]] * size[1]
    for line in lines:
        ascii_line = to_ascii(line)
        assert ascii_line.isascii()
        assert len(ascii_line) == len(line)
        assert "?" not in ascii_line, line


def check_heading(drawing, view):
    line = rows(drawing)[0]
    if not view.pending:
        assert "the match is over" in line
        return
    seat = view.pending[-1].seat
    assert f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}" in line
    assert f"millennium {view.millennium} of {MILLENNIA}" in line


def mark(view, species):
    seat = view.species.find(species)
    return SEAT_MARKS[seat] if seat >= 0 else species_name(species)[0]


def check_locations(drawing, view):
    """Names; populations available and spent; of each card what it asks, tokens, and room."""
    lines = rows(drawing)
    width = (drawing.canvas.width - 1) // len(view.locations)
    cards = "slot", "place"
    for location, trait in enumerate(view.locations):
        x = 1 + location * width
        part = [line[x : x + width] for line in lines]
        assert f"{TRAITS[trait].location} {LETTERS[trait]}" in part[1]
        check_populations(part[2], view, location)
        for slot in range(SLOTS):
            place = SLOTS * location + slot
            numbers = (slot, place) if location == view.active else (NOTHING, place)
            element = next(
                each for each in zip(cards, numbers, strict=True) if each in drawing.places
            )
            region = drawing.places[element]
            text = " ".join(
                line[region.x : region.right] for line in lines[region.y : region.bottom]
            )
            check_card(text, view, place)


def check_populations(text, view, location):
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        sign, there, gone = mark(view, species), ready[location], spent[location]
        if any(character.isdigit() for character in text):
            assert (f"{sign}{there}" in text) == (there > 0)
            assert f"·{gone}" in text or not gone
        else:
            lives = bool(
                view.active == location
                and view.pending
                and view.species[view.pending[-1].seat] == species
            )
            assert text.count(sign) == there + gone + lives
            assert (f"▸{sign}" in text) == lives
            assert (f"·{sign * gone}" in text) if gone else f"·{sign}" not in text


def check_card(text, view, place):
    card = view.slots[place]
    if card == NOTHING:
        assert "nothing" in text
        return
    held = sum(view.tokens[place])
    if place % SLOTS < FAUNA_SLOTS:
        wanted = text.strip(" ▶✓•")[:3]
        assert sorted(wanted) == sorted(LETTERS[symbol] for symbol in SYMBOLS[card])
        assert wanted[0] == wanted[1] == LETTERS[card // RING]
    else:
        home = view.locations[place // SLOTS]
        assert f"{LETTERS[home]}+{LETTERS[card]} " in text
    for species, number in enumerate(view.tokens[place]):
        assert (f"{mark(view, species)}{number}" in text) == (number > 0)
    room = f"{held}/{HARDY + view.millennium}"
    assert text.rstrip().endswith((room, f" {held}", f"{held}"))
    assert text.rstrip().endswith(room) or sum(view.tokens[place]) > HARDY


def check_genomes(drawing, view):
    """Points; for each trait the part passed on and the other; the future genome's size; supply."""
    lines = rows(drawing)
    start = next(y for y, line in enumerate(lines) if line.startswith("─ genomes"))
    for trait, number in enumerate(view.supply):
        assert f" {LETTERS[trait]}{number} " in lines[start]
    for row, species in enumerate(module.order(view)):
        line = lines[start + 1 + row]
        seat = view.species.find(species)
        name = LONG_NAMES[seat] if seat >= 0 else f"the {species_name(species)}"
        begin = f"  {mark(view, species)} {name} "
        assert line[2:].startswith(begin[2:])
        told = line[len(begin) :].split()
        if seat >= 0:
            assert int(told[0]) == points(view, seat)
        future, whole = view.future[species], added(view.genomes[species], view.born[species])
        assert told[-1] == f"{sum(future)}/{TARGETS[view.millennium - 1]}"
        bars = told[1:-1] if seat >= 0 else told[:-1]
        for trait, bar in enumerate(bars):
            assert bar[0] == LETTERS[trait]
            if max(whole) < 5:
                assert bar[1:] == "█" * future[trait] + "░" * (whole[trait] - future[trait])
            assert ("░" in bar) == (future[trait] < whole[trait])
            assert (len(bar) > 1) == (whole[trait] > 0)


def check_own(drawing, view, viewer):
    """The hand, adaptations with tokens, the future generation and its face-up cards."""
    species = view.species[viewer]
    lines = rows(drawing)
    hand = view.hands[species]
    cards = sorted(number for kind, number in drawing.places if kind == "card")
    assert cards == sorted({*hand})
    for card in cards:
        region = drawing.places["card", card]
        text = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        assert f"{LETTERS[card]} {TRAITS[card].name}" in text[1]
        assert (f"×{hand.count(card)}" in text[2]) == (hand.count(card) > 1)
    title = next(line for line in lines if line.startswith("─ hand of "))
    future = "a future generation" if has_future(view, species) else "the last generation"
    face_up = "".join(LETTERS[card] for card in view.offspring[species]) or "–"
    assert f"{future}: deck {len(view.decks[species])}, face up {face_up} " in title
    for design in {*view.adaptations[species]}:
        region = drawing.places["adaptation", design]
        own = zip(view.adaptations[species], view.worn[species], strict=True)
        worn = sum(tokens for other, tokens in own if other == design)
        text = lines[region.y][region.x : region.right]
        assert text[1:].startswith(design_name(design)[:8].rstrip())
        assert not worn or text.endswith(f" {worn}")


def check_places(drawing, chooser):
    """All that can be picked has a place of its own on the board."""
    everything = Region(0, 0, drawing.canvas.width, drawing.canvas.height)
    assert chooser.lit <= set(drawing.places)
    for region in drawing.places.values():
        assert everything.contains_region(region)
    for one, other in itertools.combinations(drawing.places.values(), 2):
        assert not one.overlaps(other)


def check_species(drawing, view, viewer):
    lines = rows(drawing)
    for species in range(len(view.genomes)):
        y = next(
            y for y, line in enumerate(lines) if line[2] == mark(view, species) and " deck " in line
        )
        told = lines[y].split()
        for what, row in (("deck", view.decks), ("hand", view.hands), ("lost", view.lost)):
            assert told[told.index(what) + 1] == str(len(row[species]))
        face_up = "".join(LETTERS[card] for card in view.offspring[species]) or "–"
        assert f" face up {face_up} " in lines[y]
        own = zip(view.adaptations[species], view.worn[species], strict=True)
        for design, worn in own:
            assert design_name(design)[:8] in lines[y + 1]
            assert not worn or f" {worn}" in lines[y + 1]


def check_history(drawing, view):
    lines = rows(drawing)
    start = next(y for y, line in enumerate(lines) if line.startswith("─ history"))
    for row, species in enumerate(module.order(view)):
        two = " ".join(lines[start + 1 + 2 * row : start + 3 + 2 * row])
        for trait in range(RING):
            shares = "".join(f"{share:>3}" for share in shares_of(view, species, trait))
            assert f"{LETTERS[trait]}{shares}" in two


def test_every_kind_of_decision_is_looked_at():
    found = {kind_at(match, p) for match, ps in map(moments, SEATS) for p in ps}
    assert found == KINDS


def crowded(seats, hand=None):
    """All populations at one location, long offspring and adaptations, cards full of tokens."""
    match = whole_match(seats)
    state = GAME.clone(match.state_at(0))
    seat = state.pending[-1].seat
    state.species = bytes(range(seats))
    for species in range(seats):
        here = TOKENS // 2
        state.available[species] = bytes([here - (species == seat)]) + bytes(seats - 1)
        state.spent[species] = bytes([TOKENS - here]) + bytes(seats - 1)
        state.adaptations[species] = bytes(
            [HUNTER + 1, HUNTER + 2, LITTER, FEEDER + 2, FORAGER + 3, VERSATILE + 1][:5]
        )
        state.worn[species] = bytes([3] * 5)
        state.offspring[species] = bytes(range(RING))
        state.genomes[species] = bytes([12, 1, 6, 9, 0, 14])
        state.future[species] = bytes([3, 1, 0, 9, 0, 13])
    state.tokens = [bytes([4] * seats)] * len(state.tokens)
    state.tokens[1] = bytes([11, 11, 3, 3][:seats])
    state.millennium = MILLENNIA
    state.active = 0
    state.hands[seat] = spread(b"\3" * RING) if hand is None else hand
    state.pending = [Live(seat)]
    return state, seat


@pytest.mark.parametrize("seats", SEATS)
def test_crowds_are_there_whole(seats, strict):
    state, seat = crowded(seats)
    for size in BOARDS:
        for viewer in (seat, (seat + 1) % seats, WATCHER, ALL_SEEING):
            for pane in PANES:
                now = see(state, viewer, pane=pane)
                drawing = drawn(now, size)
                check_frame(drawing, size)
                if pane == 0:
                    check_heading(drawing, now.view)
                    check_locations(drawing, now.view)
                    check_genomes(drawing, now.view)
                    check_places(drawing, now.chooser)
                    if viewer < seats:
                        check_own(drawing, now.view, viewer)


@pytest.mark.parametrize("height", [*range(21, 29), *range(31, 44, 2), 50, 60])
def test_no_part_lies_over_another_at_any_height(height, strict):
    for seats in (2, 4):
        match, positions = moments(seats)
        for position in positions[::5]:
            for width in (80, 120):
                for pane in PANES:
                    drawn(at(match, 0, position, pane=pane), (width, height))


# --- words


def test_sentences_are_no_longer_than_their_line():
    longest = 0
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions[:-1]:
            (seat,) = GAME.to_move(match.state_at(position))
            for viewer in (seat, (seat + 1) % seats, WATCHER):
                prompt = GAME.prompt(match.look(viewer, position), viewer)
                longest = max(longest, len(prompt))
                assert len(prompt) <= 78, prompt
            view = match.look(seat, position)
            places = drawn(at(match, seat, position)).places
            for element in places:
                assert len(GAME.element(view, element)) <= 78, GAME.element(view, element)
    assert 40 < longest <= 78


def test_what_a_catch_costs_and_yields_is_told():
    state, seat = living([[RING * 5 + 0, 1, 2, 3, 4]], b"\5\5\0")
    told = GAME.element(GAME.view(state, seat), ("slot", 0))
    assert told == "Darter: size and 2 agility for 2 tokens, agility born; room for 6."
    state.supply = bytes(RING)
    told = GAME.element(GAME.view(state, seat), ("slot", 0))
    assert "none born" in told
    state.decks[0] = state.offspring[0] = b""
    told = GAME.element(GAME.view(state, seat), ("slot", 0))
    assert told == "Darter: size and 2 agility for 3 tokens; room for 6."


# --- what it is about


def living(slots, hand, adaptations=b"", seats=2, **more):
    """The first seat lives at the first of two locations, with these cards there."""
    state = GAME.clone(whole_match(seats).state_at(0))
    state.species = bytes(range(seats))
    state.locations = bytes(range(seats))
    for location, cards in enumerate(slots):
        state.slots = (
            state.slots[: SLOTS * location] + bytes(cards) + state.slots[SLOTS * (location + 1) :]
        )
    state.available = [bytes([POPULATIONS - 1] + [0] * (seats - 1))] + [
        bytes([0] * place + [POPULATIONS] + [0] * (seats - 1 - place)) for place in range(1, seats)
    ]
    state.hands[0] = hand
    state.adaptations[0] = adaptations
    state.worn[0] = bytes(len(adaptations))
    state.active = 0
    state.pending = [Live(0)]
    return replace(state, **more), 0


def test_the_cards_that_pay_and_the_adaptations_that_help_are_marked():
    hunter = HUNTER + 5
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\0\5\5", bytes([LITTER, hunter]))
    state.supply = bytes(RING)
    text = drawn(see(state, seat, cursor=("slot", 0))).canvas.plain()
    assert text.count("pays 2") == text.count("pays 1") == 1
    assert f"+{design_name(hunter)}" in text
    assert f" {design_name(LITTER)}" in text, "there is nothing to be born"
    text = drawn(see(state, seat, cursor=("slot", 1))).canvas.plain()
    assert "pays 1" in text
    assert f"+{design_name(hunter)}" not in text
    now = see(state, seat)
    chooser = now.chooser.pick(("slot", 0)).pick(("adaptation", hunter))
    picked = Scene(GAME, now.view, seat, now.names, (), chooser, ("adaptation", hunter))
    assert drawn(picked).canvas.plain().count("pays 1") == 2, "one agility less"


def test_cards_that_are_lacking_say_so():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5")
    text = drawn(see(state, seat, cursor=("slot", 0))).canvas.plain()
    assert "lacks 1" in text
    assert "pays 1" in text


def test_a_cursor_left_behind_by_a_generation_does_no_harm():
    match, positions = moments(2)
    for position in positions:
        view = match.look(0, position)
        assert GAME.element(view, ("slot", 0))
        drawn(at(match, 0, position, cursor=("slot", 0)))


def test_the_cursor_begins_where_something_can_be_hunted():
    def first(state, seat):
        return EvoBoard.first(state, GAME.legal(state, seat))

    assert first(*living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5\5")) == ("slot", 0)
    assert first(*living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\3")) == ("slot", 3)
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\1")
    state.decks[0] = state.offspring[0] = b""
    assert first(state, seat) == ("button", 0)


def test_numbers_pick_the_cards_at_the_location_then_those_in_hand():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5\5\4")
    places = list(drawn(see(state, seat)).places)
    assert places[:SLOTS] == [("slot", slot) for slot in range(SLOTS)]
    state.pending = [Choose(0), Choose(1)]
    state.species = bytes([NOTHING] * 2)
    state.active = NOTHING
    places = list(drawn(see(state, 1)).places)
    assert places[:2] == [("species", 0), ("species", 1)]


def ends(seats):
    """Where a millennium has just ended: the position, and what was told."""
    match = whole_match(seats)
    for position in range(1, len(match.history) + 1):
        told = match.story(WATCHER, position)[-1]
        if any(isinstance(event, Survived) for event in told):
            yield position, told


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_the_end_of_a_millennium_is_told_as_a_sum(seats, size, strict):
    match, count = whole_match(seats), 0
    for position, told in ends(seats):
        assert EvoBoard.tells(told)
        assert EvoBoard.stops(told)
        count += 1
        for viewer in (0, WATCHER):
            lines = rows(drawn(at(match, viewer, position, is_held=True), size))
            view = match.look(viewer, position)
            assert f"millennium {view.millennium} is over" in lines[0]
            for seat, name in enumerate(LONG_NAMES[:seats]):
                line = next(line for line in lines if f"{SEAT_MARKS[seat]} {name}" in line)
                figures = line.split()[2:]
                assert int(figures[1]) + int(figures[2]) + int(figures[4]) == int(figures[5])
                assert int(figures[4]) == int(figures[3]) - TARGETS[view.millennium - 1]
                assert int(figures[6]) == points(view, seat)
            assert any("died out: " in line for line in lines)
    assert count == MILLENNIA


def test_who_chooses_a_species_sees_what_each_is_adapted_to():
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions:
            state = match.state_at(position)
            if kind_at(match, position) != "Choose":
                continue
            seat = state.pending[-1].seat
            text = drawn(at(match, seat, position)).canvas.plain()
            below = text[text.index("─ adaptations") :]
            for designs in state.adaptations:
                for design in designs:
                    assert design_name(design)[:8].rstrip() in below


def test_a_watcher_sees_backs_and_the_all_seeing_all_hands():
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions[::4]:
            state = match.state_at(position)
            for size in BOARDS:
                backs = drawn(scene(match, WATCHER, position), size).canvas.plain()
                assert backs.count("▒") == sum(map(len, state.hands))
                lines = rows(drawn(scene(match, ALL_SEEING, position), size))[-seats:]
                for line, species in zip(lines, module.order(state), strict=True):
                    letters = "".join(line[5 + len(LONG_NAMES[0]) :].split())
                    assert letters == "".join(LETTERS[card] for card in state.hands[species])


# --- without colour


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
def test_states_that_differ_differ_without_colour(seats, ascii_only):
    match, positions = moments(seats)
    for position in positions[::2]:
        for seat in GAME.to_move(match.state_at(position)):
            check_marks(at(match, seat, position), ascii_only)


def check_marks(now, ascii_only):
    def looks(chooser, cursor):
        text = drawn(
            Scene(now.game, now.view, now.viewer, now.names, now.story, chooser, cursor)
        ).canvas.plain()
        return to_ascii(text) if ascii_only else text

    chooser = now.chooser
    elements = list(drawn(now).places)
    frames = {looks(chooser, element) for element in elements}
    assert len(frames) == len(elements), "where the cursor is"
    lit = [element for element in elements if element in chooser.lit]
    away = next((element for element in elements if element not in lit), None)
    picked = {looks(chooser.pick(element), away) for element in lit}
    assert len(picked) == len(lit), "what is picked"
    none = looks(Chooser.of((), GAME.touches), away)
    assert none != looks(chooser, away), "what can be picked"


# --- the keys' way over the board


def way(board, start, end):
    """The arrows from one element to another, the fewest there are."""
    steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    found, left = {start: ()}, deque([start])
    while left:
        here = left.popleft()
        for key, (dx, dy) in steps.items():
            there = board.neighbour(here, dx, dy)
            if there not in found:
                found[there] = (*found[here], key)
                left.append(there)
    return found.get(end)


@pytest.mark.parametrize("size", BOARDS[::2], ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_all_that_can_be_picked_is_reached_by_arrows(seats, size):
    match, positions = moments(seats)
    for position in positions[::2]:
        for seat in GAME.to_move(match.state_at(position)):
            now = at(match, seat, position)
            board = board_for("evo")
            board._drawing = drawn(now, size)
            lit = [element for element in board.places if element in now.chooser.lit]
            for element in lit:
                keys = way(board, lit[0], element)
                assert keys is not None, (kind_at(match, position), element)


# --- played


@pytest.fixture
def quick_bots(monkeypatch):
    """Bots that choose at once; a key goes on as soon as it is pressed."""
    monkeypatch.setattr("darwin_tui.screens.pace.BOT_PAUSE", 0)
    monkeypatch.setattr("darwin_tui.screens.pace.HASTE", 0)


def keys_for(board, cursor, element):
    """How a player picks an element: by the cursor that is there, its number, or arrows."""
    places = list(board.places)
    if cursor == element:
        return ("space",)
    number = places.index(element) + 1
    if number <= 9:
        return (str(number),)
    return (*way(board, cursor, element), "space")


async def play_by_keys(pilot, screen, action):
    """One decision, its elements picked one by one; the keys it took."""
    match = screen._match
    own = sum(act.seat == 0 for act in match.history)
    pressed = []
    left = list(GAME.touches(action))
    while left and choosing.meant(screen._chooser, screen._cursor) != action:
        element = next(element for element in left if element in screen._chooser.lit)
        left.remove(element)
        keys = keys_for(screen._board, screen._cursor, element)
        await pilot.press(*keys)
        pressed += keys
    assert screen._meant() == action
    await pilot.press("enter")
    await until(pilot, lambda: sum(act.seat == 0 for act in match.history) > own)
    return [*pressed, "enter"]


async def asked(pilot, screen):
    """Wait until the player is asked, or the match is over."""
    match = screen._match
    while True:
        await until(
            pilot,
            lambda: screen._is_held or screen._news.actions or GAME.outcome(match.state),
        )
        if not screen._is_held:
            return
        await pilot.press("enter")


async def test_a_whole_match_by_keyboard_alone(quick_bots):
    opened = saved("human", "bot:greedy", seed="keys", game="evo")
    app, rng = playing(opened), Random(5)
    kinds, hunts = set(), []
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        match = screen._match
        while GAME.outcome(match.state) is None:
            await asked(pilot, screen)
            if not screen._news.actions:
                continue
            kinds.add(type(match.state.pending[-1]).__name__)
            assert screen._cursor in screen._chooser.lit, "the cursor begins where it can pick"
            action = GAME.advise(screen._news.view, 0)[0].action
            if rng.random() < 0.15:
                action = rng.choice(screen._news.actions)
            keys = await play_by_keys(pilot, screen, action)
            if isinstance(action, Hunt) and not action.uses:
                hunts.append(len(keys))
        await until(pilot, lambda: screen._is_held or app.screen is not screen)
        if screen._is_held:
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        await pilot.press(*["enter"] * 5)
        assert "how the genomes evolved" in shown(app)
    assert {"Begin", "Live", "Settle", "Drift"} <= kinds
    assert max(hunts) <= 3, "hunting what can be paid plainly takes three keys at most"


def where_can(true, seats=2):
    """A match in which the first seat, a person, can do what is wanted."""
    for seed in map(str, range(40)):
        opened = saved("human", *["bot:greedy"] * (seats - 1), seed=seed, game="evo")
        match = opened.match
        for _ in range(60):
            (seat,) = GAME.to_move(match.state)
            actions = match.asked(seat)
            if seat == 0 and (wanted := [each for each in actions if true(match.state, each)]):
                return opened, wanted[0]
            submit(opened, seat, GAME.advise(match.look(seat), seat)[0].action)
        opened.journal.close()
    raise AssertionError("it does not come to that")


WANTED = {
    "awake": lambda state, act: isinstance(act, Awake) and act.location,
    "hunt with an adaptation": lambda state, act: isinstance(act, Hunt) and act.uses,
    "forage two": lambda state, act: isinstance(act, Forage) and act.amount == 2 and not act.uses,
    "forage with an adaptation": lambda state, act: isinstance(act, Forage) and act.uses,
    "migrate": lambda state, act: isinstance(act, Migrate) and len({*act.cards}) == 2,
    "migrate for two alike": lambda state, act: (
        isinstance(act, Migrate) and len(act.cards) == 2 and len({*act.cards}) == 1
    ),
    "wander": lambda state, act: isinstance(act, Migrate) and len(act.cards) == 1,
    "hibernate": lambda state, act: isinstance(state.pending[-1], Sleep) and act != DONE,
    "choose a species": lambda state, act: isinstance(state.pending[-1], Choose),
    "settle": lambda state, act: isinstance(state.pending[-1], Settle),
    "drift": lambda state, act: isinstance(state.pending[-1], Drift) and act != DONE,
    "stay": lambda state, act: isinstance(state.pending[-1], Drift) and act == DONE,
}
"""Decisions by keys."""


@pytest.mark.parametrize("what", WANTED)
async def test_it_is_done_by_keys(what, quick_bots):
    opened, action = where_can(WANTED[what])
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await asked(pilot, screen)
        keys = await play_by_keys(pilot, screen, action)
        assert any(act.seat == 0 and act.action == action for act in screen._match.history)
        assert len(keys) <= 12


def test_a_hunt_with_every_help_is_told_in_two_lines():
    view = GAME.view(GAME.setup(GAME.options(), 4, "longest", None), 0)
    for fauna in range(36):
        view.slots, view.active = bytes([fauna]) + view.slots[1:], 0
        for *_, hunts in ways(0, fauna, HELPFUL[fauna]):
            for action in hunts:
                told = wrap(f"Enter: {GAME.phrase(view, action, LONG_NAMES)}.", 78)
                assert len(told) <= 2, told


async def test_a_choice_too_long_for_its_line_is_told_in_two_and_nothing_is_lost(quick_bots):
    opened, action = where_can(lambda _, act: isinstance(act, Hunt) and len(act.uses) > 1)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await asked(pilot, screen)
        for element in GAME.touches(action):
            await pilot.press(*keys_for(screen._board, screen._cursor, element))
        above, prompt = (screen.query_one(line) for line in ("#explain", "#prompt"))
        told = f"Enter: {screen._phrase(action)}."
        assert len(told) > 78
        assert f"{above.content} {prompt.content}" == told
        assert above.content in shown(pilot.app)
        assert above.styles.text_style == prompt.styles.text_style
        assert above.styles.color == prompt.styles.color
        await pilot.press("escape")
        assert above.content == GAME.element(screen._news.view, screen._cursor)
        assert above.styles.text_style != prompt.styles.text_style


async def test_a_millennium_that_ends_is_looked_at_until_a_key(quick_bots):
    opened = saved("human", "bot:greedy", seed="held", game="evo")
    match = opened.match
    while sum(map(len, (*match.state.decks, *match.state.offspring, *match.state.hands))) > 9:
        (seat,) = GAME.to_move(match.state)
        submit(opened, seat, GAME.advise(match.look(seat), seat)[0].action)
    assert match.state.millennium == 1
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        while not screen._is_held:
            await until(pilot, lambda: screen._is_held or screen._news.actions)
            if screen._news.actions and not screen._is_held:
                await play_by_keys(pilot, screen, GAME.advise(screen._news.view, 0)[0].action)
        assert "millennium 1 is over" in shown(pilot.app)
        await pilot.press("enter")
        assert "millennium 1 is over" not in shown(pilot.app)


# --- what is hidden


@pytest.mark.parametrize("seats", SEATS)
def test_a_frame_shows_nothing_that_its_viewer_may_not_know(seats):
    rng = Random("twins")
    match, positions = moments(seats)
    different = 0
    for position in positions:
        state = match.state_at(position)
        for viewer in (*range(seats), WATCHER):
            other = twin_of("evo", state, viewer, rng)
            different += other != state
            for size, pane in ((BOARDS[0], 0), (BOARDS[0], 1), (BOARDS[2], 0)):
                one = drawn(see(state, viewer, pane=pane), size)
                two = drawn(see(other, viewer, pane=pane), size)
                assert rows(one) == rows(two)
                assert one.canvas.differences(two.canvas) == []
                assert one.places == two.places
    assert different > len(positions)


def test_the_twins_would_show_a_leak():
    match, positions = moments(3)
    rng, leaks = Random(1), 0
    for position in positions:
        whole, other = (scene(match, ALL_SEEING, position) for _ in range(2))
        object.__setattr__(other, "view", twin_of("evo", match.state_at(position), 0, rng))
        leaks += drawn(whole).canvas.plain() != drawn(other).canvas.plain()
    assert leaks > 2
