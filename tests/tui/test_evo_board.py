"""The table of Evo as drawn: all of it there, at every size."""

import itertools
import re
from functools import cache

import pytest
import sampling
from msgspec.structs import replace
from tui.checks import check_frame, check_places
from tui.evo_scenes import GAME, KINDS, SEATS, moments, see, whole_match
from tui.scenes import (
    BOARDS,
    LONG_NAMES,
    Scene,
    asking,
    chooser_in,
    drawn,
    kind_of,
    rows,
    scene,
    some_moments,
)

from darwin_core.game import NOTHING, SPECTATOR
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
from darwin_core.games.evo.description import shares_of
from darwin_core.games.evo.genes import added, has_future, spread
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.notation import LETTERS
from darwin_core.games.evo.state import Choose, Live, Survived
from darwin_core.games.evo.words import design_name, species_name
from darwin_core.lexicon import Lexicon
from darwin_core.match import OMNISCIENT, replay
from darwin_tui.games.evo.board import EvoBoard
from darwin_tui.games.evo.genomes import order
from darwin_tui.widgets.canvas import SEAT_MARKS

PANES = range(len(EvoBoard.PANES))


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size, strict):
    match, positions = some_moments(moments, seats, SEATS, size)
    for position in positions:
        for viewer in {*GAME.to_move(match.state_at(position)), 0, SPECTATOR, OMNISCIENT}:
            now = asking(match, viewer, position)
            drawing = drawn(now, size)
            check_frame(drawing, size)
            check_heading(drawing, now.view)
            check_locations(drawing, now.view)
            check_genomes(drawing, now.view)
            check_places(drawing, chooser_in(now))
            if viewer < seats and now.view.species[viewer] != NOTHING:
                check_own(drawing, now.view, viewer)
            for pane in (1, 2):
                drawing = drawn(asking(match, viewer, position, pane=pane), size)
                if pane == 1:
                    check_species(drawing, now.view, viewer)
                else:
                    check_history(drawing, now.view)


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
    """Check names; populations available and spent; of each card its price, tokens, and room."""
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
    """Check points; for each trait the part passed on and the other; the future genome's size;
    supply."""
    lines = rows(drawing)
    start = next(y for y, line in enumerate(lines) if line.startswith("─ genomes"))
    for trait, number in enumerate(view.supply):
        assert f" {LETTERS[trait]}{number} " in lines[start]
    for row, species in enumerate(order(view)):
        line = lines[start + 1 + row]
        seat = view.species.find(species)
        name = LONG_NAMES[seat] if seat >= 0 else f"the {species_name(species)}"
        begin = f"  {mark(view, species)} {name} "
        assert line[2:].startswith(begin[2:])
        # Where bars are shorter than a block a card, a number is before them.
        cells = re.sub(r"([A-Z]\d+) (?=[█░])", r"\1", line[len(begin) :]).split()
        if seat >= 0:
            assert int(cells[0]) == points(view, seat)
        future, whole = view.future[species], added(view.genomes[species], view.born[species])
        assert cells[-1] == f"{sum(future)}/{TARGETS[view.millennium - 1]}"
        bars = cells[1:-1] if seat >= 0 else cells[:-1]
        for trait, bar in enumerate(bars):
            assert bar[0] == LETTERS[trait]
            if number := re.match(r"\d+", bar[1:]):
                assert int(number[0]) == whole[trait]
            elif max(whole) < 5:
                assert bar[1:] == "█" * future[trait] + "░" * (whole[trait] - future[trait])
            assert ("░" in bar) == (future[trait] < whole[trait])
            assert bool({*bar} & {*"█░"}) == (whole[trait] > 0)


def check_own(drawing, view, viewer):
    """Check the hand, adaptations with tokens, the future generation and its face-up cards."""
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
        worn = [tokens for other, tokens in own if other == design]
        text = lines[region.y][region.x : region.right]
        assert text[1:].startswith(design_name(design)[:8].rstrip())
        if len(worn) > 1:
            assert text.endswith(f" ×{len(worn)} ({', '.join(map(str, worn))})")
        else:
            assert not worn[0] or text.endswith(f" {worn[0]}")


def check_species(drawing, view, viewer):
    lines = rows(drawing)
    for species in range(len(view.genomes)):
        y = next(
            y for y, line in enumerate(lines) if line[2] == mark(view, species) and " deck " in line
        )
        cells = lines[y].split()
        for what, row in (("deck", view.decks), ("hand", view.hands), ("lost", view.lost)):
            assert cells[cells.index(what) + 1] == str(len(row[species]))
        face_up = "".join(LETTERS[card] for card in view.offspring[species]) or "–"
        assert f" face up {face_up} " in lines[y]
        own = zip(view.adaptations[species], view.worn[species], strict=True)
        for design, worn in own:
            assert design_name(design)[:8] in lines[y + 1]
            assert not worn or f" {worn}" in lines[y + 1]


def check_history(drawing, view):
    lines = rows(drawing)
    start = next(y for y, line in enumerate(lines) if line.startswith("─ history"))
    for row, species in enumerate(order(view)):
        two = " ".join(lines[start + 1 + 2 * row : start + 3 + 2 * row])
        for trait in range(RING):
            shares = "".join(f"{share:>3}" for share in shares_of(view, species, trait))
            assert f"{LETTERS[trait]}{shares}" in two


def test_every_kind_of_decision_is_looked_at():
    found = {kind_of(match.state_at(p)) for match, ps in map(moments, SEATS) for p in ps}
    assert found == KINDS


def crowded(seats, hand=None):
    """Return a state with all populations at one location, long offspring and adaptations, cards
    full of tokens."""
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
        for viewer in (seat, (seat + 1) % seats, SPECTATOR, OMNISCIENT):
            for pane in PANES:
                now = see(state, viewer, pane=pane)
                drawing = drawn(now, size)
                check_frame(drawing, size)
                if pane == 0:
                    check_heading(drawing, now.view)
                    check_locations(drawing, now.view)
                    check_genomes(drawing, now.view)
                    check_places(drawing, chooser_in(now))
                    if viewer < seats:
                        check_own(drawing, now.view, viewer)


@pytest.mark.parametrize("height", [*range(21, 29), *range(31, 44, 2), 50, 60])
def test_no_part_overlaps_another_at_any_height(height, strict):
    places = [(match, p) for match, all_of_it in map(moments, (2, 4)) for p in all_of_it[::5]]
    drawings = itertools.product(places, (80, 120), PANES)
    for (match, position), width, pane in sampling.some(drawings, sampling.BOARD_INTERVAL, height):
        drawn(asking(match, 0, position, pane=pane), (width, height))


# --- words


def test_sentences_are_no_longer_than_their_line():
    longest = 0
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions[:-1]:
            (seat,) = GAME.to_move(match.state_at(position))
            for viewer in (seat, (seat + 1) % seats, SPECTATOR):
                prompt = GAME.prompt(match.view(viewer, position), viewer, Lexicon())
                longest = max(longest, len(prompt))
                assert len(prompt) <= 78, prompt
            view = match.view(seat, position)
            places = drawn(asking(match, seat, position)).places
            for element in places:
                assert len(GAME.element(view, 0, element, Lexicon(LONG_NAMES))) <= 78, GAME.element(
                    view, 0, element, Lexicon(LONG_NAMES)
                )
    assert 40 < longest <= 78


def test_what_a_catch_costs_and_yields_is_shown():
    state, seat = living([[RING * 5 + 0, 1, 2, 3, 4]], b"\5\5\0")
    sentence = GAME.element(GAME.view(state, seat), 0, ("slot", 0), Lexicon(LONG_NAMES))
    assert sentence == "Darter: size and 2 agility for 2 tokens, agility born; room for 6."
    state.supply = bytes(RING)
    sentence = GAME.element(GAME.view(state, seat), 0, ("slot", 0), Lexicon(LONG_NAMES))
    assert "none born" in sentence
    state.decks[0] = state.offspring[0] = b""
    sentence = GAME.element(GAME.view(state, seat), 0, ("slot", 0), Lexicon(LONG_NAMES))
    assert sentence == "Darter: size and 2 agility for 3 tokens; room for 6."


# --- status line


def living(slots, hand, adaptations=b"", seats=2, **more):
    """Return a state in which the first seat lives at the first of two locations, with these cards
    there."""
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
    chooser = now.chooser.select(("slot", 0)).select(("adaptation", hunter))
    picked = Scene(GAME, now.view, seat, now.lexicon, (), chooser, ("adaptation", hunter))
    assert drawn(picked).canvas.plain().count("pays 1") == 2, "one agility less"


def test_each_copy_of_an_adaptation_is_shown_with_its_own_tokens():
    """Check a second copy: natural selection takes the card with the fewest, and each copy is a
    use."""
    state, seat = living([[0, 1, 2, 3, 4]], b"\0\0", bytes([LITTER, LITTER, HUNTER]))
    for tokens, text in (
        ((0, 1, 2), "large litter ×2 (0, 1) •pack hunting 2"),
        ((0, 0, 0), "large litter ×2 (0, 0) •pack hunting "),
        ((3, 1, 0), "large litter ×2 (3, 1) •pack hunting "),
    ):
        state.worn[0] = bytes(tokens)
        lines = rows(drawn(see(state, seat)))
        (line,) = (line for line in lines if line.startswith(" adapted "))
        assert text in line


def test_cards_that_are_lacking_say_so():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5")
    text = drawn(see(state, seat, cursor=("slot", 0))).canvas.plain()
    assert "lacks 1" in text
    assert "pays 1" in text


def test_a_cursor_left_behind_by_a_generation_does_no_harm():
    match, positions = moments(2)
    for position in positions:
        view = match.view(0, position)
        assert GAME.element(view, 0, ("slot", 0), Lexicon(LONG_NAMES))
        drawn(asking(match, 0, position, cursor=("slot", 0)))


def test_the_cursor_begins_where_something_can_be_hunted():
    def first(state, seat):
        return EvoBoard.first(state, GAME.legal(state, seat))

    assert first(*living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5\5")) == ("slot", 0)
    assert first(*living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\3")) == ("slot", 3)
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\1")
    state.decks[0] = state.offspring[0] = b""
    assert first(state, seat) == ("button", 0)


def test_numbers_select_the_cards_at_the_location_then_those_in_hand():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5\5\4")
    places = list(drawn(see(state, seat)).places)
    assert places[:SLOTS] == [("slot", slot) for slot in range(SLOTS)]
    state.pending = [Choose(0), Choose(1)]
    state.species = bytes([NOTHING] * 2)
    state.active = NOTHING
    places = list(drawn(see(state, 1)).places)
    assert places[:2] == [("species", 0), ("species", 1)]


@cache
def ends(seats):
    """Return the positions after the end of a millennium, with the events of the last action."""
    match = whole_match(seats)
    logs = (
        (p, replay.event_log(match, SPECTATOR, p)[-1]) for p in range(1, len(match.history) + 1)
    )
    return [
        (position, events)
        for position, events in logs
        if any(isinstance(event, Survived) for event in events)
    ]


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_the_end_of_a_millennium_is_shown_as_a_sum(seats, size, strict):
    match, count = whole_match(seats), 0
    for position, logged in ends(seats):
        assert EvoBoard.pauses_on(logged)
        assert EvoBoard.waits_after(logged)
        count += 1
        for viewer in (0, SPECTATOR):
            lines = rows(drawn(asking(match, viewer, position, is_paused=True), size))
            view = match.view(viewer, position)
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
            if kind_of(state) != "Choose":
                continue
            seat = state.pending[-1].seat
            text = drawn(asking(match, seat, position)).canvas.plain()
            below = text[text.index("─ adaptations") :]
            for designs in state.adaptations:
                for design in designs:
                    assert design_name(design)[:8].rstrip() in below


def test_a_spectator_sees_backs_and_the_omniscient_all_hands():
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions[::4]:
            state = match.state_at(position)
            for size in BOARDS:
                backs = drawn(scene(match, SPECTATOR, position), size).canvas.plain()
                assert backs.count("▒") == sum(map(len, state.hands))
                lines = rows(drawn(scene(match, OMNISCIENT, position), size))[-seats:]
                for line, species in zip(lines, order(state), strict=True):
                    letters = "".join(line[5 + len(LONG_NAMES[0]) :].split())
                    assert letters == "".join(LETTERS[card] for card in state.hands[species])
