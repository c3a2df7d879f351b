"""The table of Evo as drawn: all of it there, at every size."""

import dataclasses
import itertools
import re
from functools import cache

import pytest
import sampling
from msgspec.structs import replace
from tui.checks import check_frame, check_places
from tui.evo_scenes import GAME, SEATS, moments, see, whole_match
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

from darwin_core.contract.game import NOTHING, OMNISCIENT, SPECTATOR, Element
from darwin_core.games.evo.acts import (
    LETTERS,
    Awoke,
    Displaced,
    EvoEvent,
    Forage,
    Foraged,
    Hunt,
    Hunted,
    Migrated,
    Survived,
    Withered,
)
from darwin_core.games.evo.generation import has_future, spread
from darwin_core.games.evo.material import (
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    FORESIGHT,
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
    Begin,
    Choose,
    Live,
)
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.texts import design_name, shares_of, species_name
from darwin_core.match import replay
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards.evo.board import DETAILS, EvoBoard, summary
from darwin_tui.boards.evo.genomes import POINTS, count_of, passed_of, whole_of
from darwin_tui.boards.evo.marks import HOLLOW, limit, order, target_of
from darwin_tui.boards.evo.scene import STEPS
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.marks import signed
from darwin_tui.play.live_match import Pause

PANES = range(len(EvoBoard.PANES))


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size, strict):
    match, positions = some_moments(moments, seats, SEATS, size)
    others = (0, SPECTATOR, OMNISCIENT)
    for position in positions:
        by_turns = sampling.one_by_turns(others, sampling.BOARD_INTERVAL, position)
        for viewer in {*GAME.to_move(match.state_at(position)), *by_turns}:
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
    assert f"{target_of(view)} cards" in line


def mark(view, species):
    seat = view.species.find(species)
    return SEAT_MARKS[seat] if seat >= 0 else species_name(species)[0]


def is_named(design, text):
    """Return whether a text has at least the beginning of a word of an adaptation's name."""
    return any(word[:3] in text for word in design_name(design).split())


def region_of(drawing, *elements):
    """Return the place of the first of these elements that is on the board."""
    return next(drawing.places[each] for each in elements if each in drawing.places)


def text_in(drawing, region):
    lines = rows(drawing)
    return [line[region.x : region.right] for line in lines[region.y : region.bottom]]


def check_locations(drawing, view):
    """Check names; populations available and spent; of each card its price, tokens, and room."""
    for location, trait in enumerate(view.locations):
        region = region_of(drawing, ("goal", location), ("location", location))
        (title,) = text_in(drawing, region)
        assert TRAITS[trait].location in title
        assert title.rstrip(" ─╮━┓").endswith((TRAITS[trait].name, TRAITS[trait].letter))
        for slot in range(SLOTS):
            place = SLOTS * location + slot
            at = ("slot", slot) if location == view.active else ("place", place)
            card = region_of(drawing, at)
            if not slot:
                above = card.translate((0, -1))._replace(height=1)
                check_populations(text_in(drawing, above)[0], view, location)
            check_card(text_in(drawing, card), view, place)


def check_populations(text, view, location):
    limits = (f"up to {limit(view)} on a card", f"max {limit(view)}")
    for words in ("living", "spent", "from here", *limits):
        text = text.replace(words, "")
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        sign, there, gone = mark(view, species), ready[location], spent[location]
        hollow = HOLLOW.get(sign, sign)
        lives = bool(
            view.active == location
            and view.pending
            and view.species[view.pending[-1].seat] == species
        )
        assert (f"▶{sign}" in text) == lives
        text = text.replace(f"▶{sign}", "")
        if any(character.isdigit() for character in text):
            assert (f"{sign}{there}" in text) == (there > 0)
            assert (f"{hollow}{gone}" in text) == (gone > 0)
        elif hollow == sign:
            assert text.count(sign) == there + gone
        else:
            assert (text.count(sign), text.count(hollow)) == (there, gone)


def check_card(lines, view, place):
    card, text = view.slots[place], "\n".join(lines)
    if card == NOTHING:
        assert "nothing" in text
        return
    held, bears = sum(view.tokens[place]), limit(view)
    if place % SLOTS < FAUNA_SLOTS:
        main, third = card // RING, card % RING
        if len(lines) < 3:
            wanted = lines[0][1:4]
            assert sorted(wanted) == sorted(LETTERS[symbol] for symbol in SYMBOLS[card])
            assert wanted[0] == wanted[1] == LETTERS[main]
        else:
            price = lines[1].replace("²", "×2")
            assert f"{TRAITS[main].name}×{3 if main == third else 2}" in price
            assert main == third or TRAITS[third].name in price.partition("×2")[2]
            assert TRAITS[main].fauna in lines[0]
    else:
        home = view.locations[place // SLOTS]
        if len(lines) < 3:
            assert lines[0][1:].startswith(f"{LETTERS[home]}+{LETTERS[card]} ")
        else:
            words = lines[1].replace(" ", "")
            assert f"{TRAITS[home].name}+{TRAITS[card].name}" in words
            assert TRAITS[card].flora in lines[0]
    last = lines[min(len(lines) - 1, 2)]
    for species, number in enumerate(view.tokens[place]):
        sign = mark(view, species)
        figure, marks = f"{sign}{number}", sign * number
        assert not number or figure in last or marks in last
    end = text.rstrip(" │┃▐").rpartition("\n")[2] if len(lines) < 3 else last.rstrip(" │┃▐")
    if not held:
        assert end.endswith(("·", "thrives", f"room {bears}"))
    elif held < bears:
        # A card of one row leaves the sum off for the name: the tokens show it.
        tokens = [f"{mark(view, each)}{n}" for each, n in enumerate(view.tokens[place]) if n]
        assert end.endswith((f" {held}", f" room {bears - held}", f" {''.join(tokens)}"))
    else:
        assert end.endswith((f" {held}!", "full" if held == bears else "dies out"))


def check_genomes(drawing, view):
    """Check points; for each trait the part passed on and the other; the future genome's size;
    supply."""
    lines = rows(drawing)
    start = next(
        y for y, line in enumerate(lines) if y > 5 and re.match("(╭─|┏━)? (genomes|species) ", line)
    )
    text = "\n".join(lines[start:])
    for trait, number in enumerate(view.supply):
        short, long = f" {LETTERS[trait]}{number} ", f" {TRAITS[trait].name} {number} "
        assert short in f"{lines[start]} " or long in text
    for species in order(view):
        seat = view.species.find(species)
        name = LONG_NAMES[seat] if seat >= 0 else f"the {species_name(species)}"
        begin = f"{mark(view, species)} {name[:5]}"
        y = next(y for y in range(start + 1, len(lines)) if begin in lines[y][:10])
        line = lines[y]
        if seat >= 0:
            # Tokens count when the millennium ends; a catch that changes no figure is not seen.
            tokens = sum(each[species] for each in view.tokens)
            score = f"{signed(points(view, seat))}{f'+{tokens}' if tokens else ''}"
            assert f" {score} " in line or len(score) > POINTS
        passed, whole = passed_of(view, species), whole_of(view, species)
        both = list(zip(passed, whole, strict=True))
        letters = "".join(
            LETTERS[trait] * now + LETTERS[trait].lower() * (of - now)
            for trait, (now, of) in enumerate(both)
        )
        figures = [f"{LETTERS[trait]}{now}/{of}" for trait, (now, of) in enumerate(both)]
        block = re.sub("([A-Z]) +", r"\1", "\n".join(lines[y : y + 2]))
        assert letters in line or all(each in block for each in figures)
        size, target = sum(passed), target_of(view)
        assert any(
            words in line
            for words in (
                f"{size}/{target}",
                f"{size} of {target}",
                f"{size} cards",
                f"{size} deck",
            )
        )
        cells = line.replace("│", " ").replace("┃", " ").split()
        for what, cards in (("deck", view.decks), ("hand", view.hands)):
            assert cells[cells.index(what) + 1] == str(len(cards[species]))


def check_own(drawing, view, viewer):
    """Check the hand, adaptations with tokens, the future generation and its face-up cards."""
    species = view.species[viewer]
    text = drawing.canvas.plain()
    hand = view.hands[species]
    cards = sorted(number for kind, number in drawing.places if kind == "card")
    assert cards == sorted({*hand})
    for card in cards:
        own = "".join(text_in(drawing, drawing.places["card", card]))
        assert TRAITS[card].name in own
        assert f"×{hand.count(card)}" in own
    born = view.offspring[species]
    face_up = "".join(LETTERS[card] for card in born)
    deck = f"deck {len(view.decks[species])}"
    ways = f", (face up|born) ({face_up}|{len(born)})" if born else ""
    assert re.search(f"{deck}{ways}|last generation", text)
    assert ("last" in text[-4 * drawing.canvas.width :]) >= (not has_future(view, species))
    for design in {*view.adaptations[species]}:
        (own,) = text_in(drawing, drawing.places["adaptation", design])
        pairs = zip(view.adaptations[species], view.worn[species], strict=True)
        worn = [tokens for other, tokens in pairs if other == design]
        own = own.rstrip()
        assert is_named(design, own)
        if len(worn) > 1:
            assert own.endswith(f" ×{len(worn)} ({', '.join(map(str, worn))})")
        else:
            assert not worn[0] or own.endswith(f" {worn[0]}")


def check_species(drawing, view, viewer):
    lines = rows(drawing)
    is_panel = drawing.canvas.width // len(view.genomes) >= 28 and lines[1].startswith("╭")
    for place, species in enumerate(order(view)):
        if is_panel:
            width = drawing.canvas.width // len(view.genomes)
            own = "\n".join(line[width * place : width * (place + 1)] for line in lines[1:])
        else:
            y = next(
                y
                for y, line in enumerate(lines)
                if line[1] == mark(view, species) and " deck " in line
            )
            own = "\n".join(lines[y : y + 2])
        cells = own.split()
        for what, row in (("deck", view.decks), ("hand", view.hands), ("lost", view.lost)):
            assert cells[cells.index(what) + 1] == str(len(row[species]))
        for trait in range(RING * is_panel):
            assert f" {count_of(view, species, trait)} " in own
        face_up = "".join(LETTERS[card] for card in view.offspring[species]) or "–"
        assert f" face up {face_up} " in own
        for design, worn in zip(view.adaptations[species], view.worn[species], strict=True):
            assert is_named(design, own)
            assert not worn or f" {worn}" in own


def check_history(drawing, view):
    """Check the last share of each trait beside each chart; in a panel with a table, all."""
    lines = rows(drawing)
    parts = len(view.genomes)
    width, more = divmod(drawing.canvas.width, parts)
    for place, species in enumerate(order(view)):
        start = place * width + min(place, more)
        own = [line[start : start + width] for line in lines]
        text = "\n".join(re.sub(" +", " ", line) for line in own)
        for trait in range(RING):
            shares = shares_of(view, species, trait)
            assert not shares[-1] or f"{LETTERS[trait]} {shares[-1]}%" in text
            if " %" in text:
                assert f"{LETTERS[trait]} {' '.join(map(str, shares))} " in text


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


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_many_amounts_and_both_buttons_have_places_beside_the_fullest_hand(size, strict):
    state, seat = crowded(4, spread(b"\x01\x0b\x01\x01\x01\x01"))
    species = state.species[seat]
    state.locations, state.slots = b"\0\1\2\3", bytes([0, 1, 2, 1, 1]) + state.slots[5:]
    state.adaptations[species] = bytes([*range(4), FORESIGHT])
    now = see(state, seat)
    chooser = chooser_in(now)
    amounts = {number for kind, number in chooser.selectable if kind == "amount"}
    assert {("button", 0), ("button", 1)} <= chooser.selectable
    assert len(amounts) == 11
    drawing = drawn(now, size)
    check_places(drawing, chooser)
    assert not drawing.cuts
    for number in amounts:
        assert text_in(drawing, drawing.places["amount", number]) == [f"[{number}]"]


# --- words


def test_sentences_are_no_longer_than_their_line():
    longest = 0
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions[:-1]:
            (seat,) = GAME.to_move(match.state_at(position))
            for viewer in (seat, (seat + 1) % seats, SPECTATOR):
                prompt = GAME.texts.prompt(match.view(viewer, position), viewer, SeatNames())
                longest = max(longest, len(prompt))
                assert len(prompt) <= 78, prompt
            view = match.view(seat, position)
            places = drawn(asking(match, seat, position)).places
            for element in places:
                assert len(GAME.texts.element(view, 0, element, SeatNames(LONG_NAMES))) <= 78, (
                    GAME.texts.element(view, 0, element, SeatNames(LONG_NAMES))
                )
    assert 40 < longest <= 78


def test_what_a_catch_costs_and_yields_is_shown():
    state, seat = living([[RING * 5 + 0, 1, 2, 3, 4]], b"\5\5\0")
    sentence = GAME.texts.element(GAME.view(state, seat), 0, ("slot", 0), SeatNames(LONG_NAMES))
    assert sentence == "Darter: size and 2 agility for 2 tokens; 1 agility born; room for 6."
    gathering = GAME.texts.element(GAME.view(state, seat), 0, ("amount", 2), SeatNames(LONG_NAMES))
    assert gathering == "Gather 2 cards for 2 tokens."
    state.supply = bytes(RING)
    sentence = GAME.texts.element(GAME.view(state, seat), 0, ("slot", 0), SeatNames(LONG_NAMES))
    assert "none born" in sentence
    state.decks[0] = state.offspring[0] = b""
    sentence = GAME.texts.element(GAME.view(state, seat), 0, ("slot", 0), SeatNames(LONG_NAMES))
    assert sentence == "Darter: size and 2 agility for 3 tokens; room for 6."
    gathering = GAME.texts.element(GAME.view(state, seat), 0, ("amount", 2), SeatNames(LONG_NAMES))
    assert gathering == "Gather 2 cards for 3 tokens."


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
    assert text.count("spend 2") == text.count("spend 1") == 1
    assert f"+{design_name(hunter)}" in text
    assert f" {design_name(LITTER)}" in text, "there is nothing to be born"
    text = drawn(see(state, seat, cursor=("slot", 1))).canvas.plain()
    assert "spend 1" in text
    assert f"+{design_name(hunter)}" not in text
    now = see(state, seat)
    chooser = now.chooser.select(("slot", 0)).select(("adaptation", hunter))
    picked = Scene(GAME, now.view, seat, now.seat_names, (), chooser, ("adaptation", hunter))
    assert drawn(picked).canvas.plain().count("spend 1") == 2, "one agility less"


def test_beside_the_hand_there_is_a_row_for_all_adaptations_that_fit_in_it():
    state, seat = living([[0, 1, 2, 3, 4]], b"\0\0\5\5", bytes([LITTER, HUNTER, HUNTER + 5]))
    for size in BOARDS[2:]:
        names = map(design_name, state.adaptations[0])
        *_, (row, line) = [
            (row, line)
            for row, line in enumerate(rows(drawn(see(state, seat), size)))
            if "adapted " in line
        ]
        assert all(name in line for name in names)
        assert row == size[1] - 2, "the middle row of a card"


def test_each_copy_of_an_adaptation_is_shown_with_its_own_tokens():
    """Check a second copy: natural selection takes the card with the fewest, and each copy is a
    use."""
    state, seat = living([[0, 1, 2, 3, 4]], b"\0\0", bytes([LITTER, LITTER, HUNTER]))
    for tokens, text in (
        ((0, 1, 2), "large litter ×2 (0, 1) •pack hunting 2"),
        ((0, 0, 0), "large litter ×2 (0, 0) •pack hunting"),
        ((3, 1, 0), "large litter ×2 (3, 1) •pack hunting"),
    ):
        state.worn[0] = bytes(tokens)
        lines = rows(drawn(see(state, seat)))
        (line,) = (line for line in lines if line.startswith(" adapted "))
        assert text in re.sub(" +", " ", line)


def test_cards_that_are_lacking_say_so():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5")
    text = drawn(see(state, seat, cursor=("slot", 0))).canvas.plain()
    assert "lacks 1" in text
    assert "spend 1" in text


def test_a_cursor_left_behind_by_a_generation_does_no_harm():
    match, positions = moments(2)
    for position in positions:
        view = match.view(0, position)
        assert GAME.texts.element(view, 0, ("slot", 0), SeatNames(LONG_NAMES))
        drawn(asking(match, 0, position, cursor=("slot", 0)))


def test_the_cursor_begins_where_something_can_be_hunted():
    def first(state, seat):
        return EvoBoard.first(state, GAME.legal(state, seat))

    assert first(*living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5\5")) == ("slot", 0)
    assert first(*living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\3")) == ("slot", 3)
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\1")
    state.decks[0] = state.offspring[0] = b""
    assert first(state, seat) == ("button", 0)


def test_the_cursor_begins_a_generation_where_food_can_be_paid_for():
    """At the first moment of each generation of a match with a choice of populations."""
    match, chosen = whole_match(4), 0
    for position in range(len(match.history)):
        state = match.state_at(position)
        if not state.pending or not isinstance(state.pending[-1], Begin):
            continue
        seat = state.pending[-1].seat
        view, actions = match.view(seat, position), GAME.legal(state, seat)
        payable: dict[Element | None, int] = {}
        for action in actions:
            begun = GAME.clone(state)
            GAME.apply(begun, seat, action, None)
            food = {
                each.slot for each in GAME.legal(begun, seat) if isinstance(each, Hunt | Forage)
            }
            payable["location", action.location] = len(food)
        assert payable[EvoBoard.first(view, actions)] == max(payable.values())
        chosen += min(payable.values()) < max(payable.values())
    assert chosen


def test_numbers_select_the_cards_at_the_location_then_those_in_hand():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5\5\4")
    places = list(drawn(see(state, seat)).places)
    assert places[:SLOTS] == [("slot", slot) for slot in range(SLOTS)]
    state.pending = [Choose(0), Choose(1)]
    state.species = bytes([NOTHING] * 2)
    state.active = NOTHING
    places = list(drawn(see(state, 1)).places)
    assert places[:2] == [("species", 0), ("species", 1)]


@pytest.mark.parametrize(("seats", "words"), [(2, "up to 6 on a card"), (4, "max 6")])
def test_the_limit_beside_populations_is_not_taken_for_theirs(seats, words):
    text = drawn(see(whole_match(seats).state_at(0), 0)).canvas.plain()
    assert text.count(words) == seats
    assert "of 6" not in text


def test_a_flora_says_how_many_tokens_the_cards_selected_gather():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\3\3\3")
    now = see(state, seat)
    for amount, selected in ((3, ()), (2, (("amount", 2),)), (1, (("amount", 1),))):
        chooser = chooser_in(now)
        for element in (("slot", 3), *selected):
            chooser = chooser.select(element)
        text = "\n".join(rows(drawn(dataclasses.replace(now, chooser=chooser))))
        assert f"forage +{amount}" in text, text


@cache
def ends(seats):
    """Return the positions after the end of a millennium, with the events of the last action."""
    log = replay.event_log(whole_match(seats), SPECTATOR)
    return [
        (position, events)
        for position, events in enumerate(log)
        if any(isinstance(event, Survived) for event in events)
    ]


def tokens_placed(events, seats):
    """Return the tokens that each seat placed."""
    placed = [0] * seats
    for event in events:
        match event:
            case Hunted() | Foraged():
                placed[event.seat] += event.tokens
            case Displaced():
                placed[event.seat] += 1
    return placed


@pytest.mark.parametrize(("seats", "size"), sampling.grid(SEATS, BOARDS), ids=str)
def test_the_end_of_a_millennium_is_shown_as_a_sum(seats, size, strict):
    match, count, start = whole_match(seats), 0, 0
    log = replay.event_log(match, SPECTATOR)
    for position, logged in ends(seats):
        assert Pause.KEY in {EvoBoard.PAUSES.get(type(event)) for event in logged}
        count += 1
        played = itertools.chain.from_iterable(log[start : position + 1])
        placed, start = tokens_placed(played, seats), position + 1
        for viewer in (0, SPECTATOR):
            lines = rows(drawn(asking(match, viewer, position, is_paused=True), size))
            view = match.view(viewer, position)
            assert f"millennium {view.millennium} is over" in lines[0]
            y = next(y for y, line in enumerate(lines) if "tokens lost" in line)
            title = next(line for line in reversed(lines[:y]) if f"● {LONG_NAMES[0][:5]}" in line)
            starts = [
                title.index(f"{SEAT_MARKS[seat]} {LONG_NAMES[seat][:5]}") for seat in range(seats)
            ]
            for seat, x in enumerate(starts):
                end = starts[seat + 1] if seat + 1 < seats else len(title) - 1
                cells = [line[x:end].strip().replace("−", "-") for line in lines[y : y + 5]]
                lost = sum(int(cell) for cell in cells[0].split() if cell.startswith("-"))
                left = int(cells[1].replace("–", "0").split()[0])
                assert left - lost == placed[seat]
                gained = sum(int(cell) for cell in cells[1].replace("–", "0").split())
                size_of_genome, change = map(int, cells[2].split(": "))
                assert gained + change == int(cells[3])
                assert change == size_of_genome - TARGETS[view.millennium - 1]
                assert int(cells[4]) == points(view, seat)
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
            below = text[text.index("\n adaptations\n") :]
            for designs in state.adaptations:
                for design in designs:
                    assert is_named(design, below)


def test_a_spectator_sees_backs_and_the_omniscient_all_hands():
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions[::4]:
            state = match.state_at(position)
            for size in BOARDS:
                hidden = drawn(scene(match, SPECTATOR, position), size).canvas.grid[-seats:]
                for cells, species in zip(hidden, order(state), strict=True):
                    backs = "".join(cell for cell, style in cells if style.startswith("back"))
                    count = len(state.hands[species])
                    # The lower half of each is free: the rows stay apart.
                    assert backs in ("▀" * count, "▀▀▀" * count)
                lines = rows(drawn(scene(match, OMNISCIENT, position), size))[-seats:]
                for line, species in zip(lines, order(state), strict=True):
                    letters = "".join(line[4 + len(LONG_NAMES[0]) :].split())
                    assert letters == "".join(LETTERS[card] for card in state.hands[species])


def test_the_tokens_that_a_card_got_are_beside_it_while_they_are_new():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5\5")
    now = see(state, seat)
    hunt = next(each for each in chooser_in(now).actions if isinstance(each, Hunt))
    events: list[EvoEvent] = []
    GAME.apply(state, seat, hunt, events.append)
    frames = EvoBoard.frames(events)
    assert 0 < frames <= 4
    for size in BOARDS:
        moving = see(state, seat, frame=frames, moving=tuple(events))
        new, after = (drawn(each, size) for each in (moving, see(state, seat)))
        text, later = (
            "".join(text_in(each, each.places["slot", hunt.slot])) for each in (new, after)
        )
        assert " +2 " in text
        assert " +2 " not in later
        assert new.places == after.places


def test_a_population_leaves_one_location_and_comes_to_another():
    match, found = whole_match(3), 0
    for position, logged in enumerate(replay.event_log(match, SPECTATOR)[1:], 1):
        moves = [event for event in logged if isinstance(event, Migrated)]
        if len(moves) != 1 or found > 2:
            continue
        found += 1
        seat = moves[0].seat
        token = f"strong token-ink on seat-{seat}"
        goal, places = match.view(SPECTATOR, position).active, []
        for frame in range(EvoBoard.frames(logged), -1, -1):
            now = asking(match, SPECTATOR, position, frame=frame, moving=tuple(logged))
            drawing = drawn(now, BOARDS[2])
            width = BOARDS[2][0] // len(now.view.locations)
            rows_of_heads = drawing.canvas.grid[2:12]
            places.append(
                {
                    x // width
                    for row in rows_of_heads
                    for x, (_, style) in enumerate(row)
                    if style.startswith(token)
                }
            )
        assert places[-1] == set()
        assert places[-2] == {goal}
        assert len(places[0]) == 1
        assert places[0] != {goal}
    assert found


def test_cards_that_are_born_stand_out_while_they_are_new():
    state, seat = living([[RING * 5, RING * 3, 2, 3, 4]], b"\0\5\5")
    hunt = next(each for each in chooser_in(see(state, seat)).actions if isinstance(each, Hunt))
    events: list[EvoEvent] = []
    GAME.apply(state, seat, hunt, events.append)
    born = next(event.offspring for event in events if isinstance(event, Hunted))
    for size in BOARDS[:3]:
        counts = []
        for frame in (EvoBoard.frames(events), 0):
            drawing = drawn(see(state, seat, frame=frame, moving=tuple(events)), size)
            cells = [cell for row in drawing.canvas.grid for cell in row]
            counts.append(sum("good" in style.split() for _, style in cells))
        assert counts[0] >= counts[1] + born


def test_the_end_of_a_millennium_is_revealed_step_by_step():
    match = whole_match(3)
    position, events = ends(3)[0]
    counts = []
    for frame in range(EvoBoard.reveal_frames(events), -1, -1):
        now = asking(match, 0, position, is_paused=True, frame=frame, moving=tuple(events))
        lines = rows(drawn(now, (120, 37)))
        y = next(y for y, line in enumerate(lines) if "tokens lost" in line)
        counts.append(sum("✓" in line for line in lines[y : y + STEPS]))
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (0, STEPS)
    assert {*counts} == {*range(STEPS + 1)}


def test_the_news_of_a_seat_are_its_catch_and_its_ways_in_few_words():
    events = (
        Awoke(1, 0),
        Hunted(1, RING * 5, b"\0\5\5", b"", 2, 1),
        Hunted(1, RING * 5 + 1, b"\1\5\5", b"", 2, 1),
        Foraged(1, 3, b"\0\3", b"", 1, 0),
        Migrated(1, 4, 0, 1),
        Withered(1, b""),
    )
    assert summary(events, 0) == "hunts 2 darters, forages root, to the desert: +5, 2 born"
    assert summary(events, 1) == "+5, 2 born, to the desert"
    assert summary(events, DETAILS - 1) == "+5, 2 born"
    assert summary(events[:1], 0) == "acts now"
    assert summary((events[0], events[-1]), 0) == "catches nothing"
    there, back = Migrated(1, 4, 0, 1), Migrated(1, 5, 0, 1)
    assert summary((back, there, back), 0) == "to the desert, to the forest"


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_the_news_of_all_others_are_on_the_board(size):
    match, positions = moments(4)
    since = tuple(Hunted(seat, RING, b"\1\1\0", b"", 2, 1) for seat in range(4))
    now = asking(match, 0, positions[len(positions) // 2], since=since)
    line = next(line for line in rows(drawn(now, size)) if line.startswith(" since your turn"))
    assert [mark for mark in SEAT_MARKS if mark in line] == list(SEAT_MARKS[1:4])
    assert line.count("+2") == 3
