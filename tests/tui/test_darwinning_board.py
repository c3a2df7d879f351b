"""The table of Darwinning! as drawn: all of it there, at every size."""

import re
from dataclasses import replace

import pytest
import sampling
from darwinning.positions import cards, leading
from tui.checks import check_frame, check_places
from tui.darwinning_scenes import GAME, SEATS, moments, whole_match
from tui.scenes import (
    BOARDS,
    LONG_NAMES,
    asking,
    chooser_in,
    drawn,
    kind_of,
    rows,
    scene,
    some_moments,
)

from darwin_core.contract.game import NOTHING, OMNISCIENT, SPECTATOR
from darwin_core.games.darwinning.acts import Bitten, Climbed, Eaten, Fed, Played, TrickWon
from darwin_core.games.darwinning.material import (
    CARDS,
    ENVIRONMENTS,
    JOKER,
    NUMBER,
    SPECIES,
    TABLES,
    Follow,
    Hunt,
)
from darwin_core.games.darwinning.rules import score, totals
from darwin_core.games.darwinning.species import habitats_of
from darwin_core.games.darwinning.species import shown as traits_shown
from darwin_core.games.darwinning.texts import set_words, trait_name
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for
from darwin_tui.boards.darwinning.chain import places_now
from darwin_tui.boards.darwinning.fates import food_of
from darwin_tui.boards.darwinning.hand import comparison, could_bring
from darwin_tui.boards.darwinning.marks import (
    DUMMY_MARK,
    card_chip,
    environment_name,
    short_set,
    short_trait,
    species_name,
    suit,
)
from darwin_tui.drawing.canvas import SEAT_MARKS

FINAL = "   cannot be undone"


PICTURE = (120, 37)
"""The smallest board with a board for each species."""


def has_boards(size):
    return size[0] >= PICTURE[0] and size[1] >= PICTURE[1]


def board_of(drawing, seat):
    """Return the rows of the panel of a seat, without those around it."""
    lines = rows(drawing)
    title = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}"
    for y, line in enumerate(lines):
        for left, right, low in (("╭", "╮", "╰"), ("┏", "┓", "┗")):
            at = line.find(f" {title} ")
            start = line.rfind(left, 0, at) if at > 0 else -1
            if start < 0 or any(corner in line[start:at] for corner in "╮┓"):
                continue
            end = line.index(right, at)
            bottom = next(row for row in range(y, len(lines)) if lines[row][start] == low)
            return [row[start : end + 1] for row in lines[y : bottom + 1]]
    raise AssertionError(f"no board of {title}: {lines}")


def line_of(drawing, seat):
    """Return the line of a seat in the table of all."""
    mine = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]} "
    return next(row for row in rows(drawing) if row[1:].startswith(mine))


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size, strict):
    match, positions = some_moments(moments, seats, SEATS, size)
    for position in positions:
        viewers = sampling.one_by_turns(range(seats), sampling.BOARD_INTERVAL, position)
        for turn, viewer in enumerate((*viewers, SPECTATOR), position):
            now = asking(match, viewer, position)
            panes = sampling.one_by_turns(range(5), sampling.BOARD_INTERVAL, turn)
            for pane in panes:
                check_frame(drawn(replace(now, pane=pane), size), size)
            view = now.view
            drawing = drawn(now, size)
            check_heading(drawing, view, size)
            check_chain(drawing, view, seats, size)
            if not has_boards(size):
                # Where a trait can be taken, the traits replace the description of the species.
                turned = drawn(replace(now, pane=1), size)
                check_lines(drawing if " population " in rows(drawing)[5] else turned, view, seats)
            elif any("who eats whom" in line for line in rows(drawing)):
                check_plates(drawing, view, seats)
            else:
                check_boards(drawing, view, seats)
            if viewer < seats:
                if not has_boards(size):
                    check_own_board(drawing, view, viewer)
                check_hand(drawing, now)
            check_places(drawing, chooser_in(now))
            drawn(scene(match, viewer, position, is_paused=True), size)


def check_heading(drawing, view, size):
    lines = rows(drawing)
    if view.pending:
        assert f"era {view.era} of 4   trick {max(view.trick, 1)} " in lines[0]
    else:
        assert "the match is over" in lines[0]
    deck = len(view.deck)
    assert f"deck {deck}" in lines[0] or f"{deck} cards in the deck" in lines[0]
    for place in view.environments:
        shown = lines[1:13] if has_boards(size) else lines[1:2]
        assert any(ENVIRONMENTS[place] in line for line in shown)


def check_chain(drawing, view, seats, size):
    """Check that each marker is at its space, with its number."""
    lines = rows(drawing)
    for being, place in enumerate(view.places):
        mark = SEAT_MARKS[being] if being < seats else DUMMY_MARK
        if has_boards(size):
            rail = lines[13 if place % 2 else 7]
            step = (size[0] - 15) // 21
            tile = rail[1 + (place - 1) * step :][: 2 * step]
        else:
            step = size[0] // 20
            tile = lines[4][(place - 1) * step : place * step]
        assert mark in tile
        assert re.search(rf"(?<!\d){place}(?!\d)", tile), (tile, place)


def check_lines(drawing, view, seats):
    for seat in range(seats):
        line = line_of(drawing, seat)
        name, population, food = line[20:30].strip(), line[29:32], line[37:43].strip()
        assert name == SPECIES[view.species[seat]].name
        assert int(population) == view.population[seat]
        assert food == "/".join(map(str, food_of(view, seat)))
        assert line.rstrip().endswith(f" {totals(view)[seat]}")
        if view.bites[seat]:
            assert f"✗{view.bites[seat]}" in line


def check_boards(drawing, view, seats):
    for seat in range(seats):
        lines = board_of(drawing, seat)
        text = " ".join(lines)
        assert re.search(rf"population {view.population[seat]} ", text)
        assert "/".join(map(str, food_of(view, seat))) in text
        points = [line.points[seat] for line in score(view)]
        chain, population, homes, traits = points
        assert f"↑{chain} •{population} ⌂{homes} ✦{traits} = {sum(points)}" in lines[-1]
        if view.bites[seat]:
            assert f"✗{view.bites[seat]}" in text
        for place, count in habitats_of(view, seat).items():
            is_here = re.search(rf"{ENVIRONMENTS[place][:3]}[\w.]* +{count}", text)
            # A low board of one of many shows the environments of the era.
            assert is_here or (len(lines) < 7 and place not in view.environments), (place, lines)
        for space, trait in enumerate(traits_shown(view.species[seat], view.traits[seat])):
            if trait:
                assert any(short_trait(trait, room) in text for room in range(6, 14))
            else:
                assert re.search(rf"{space + 1} [┄n+]|{space + 1} *$|{space + 1} ", text)


def check_plates(drawing, view, seats):
    for seat in range(seats):
        text = " ".join(board_of(drawing, seat))
        assert re.search(rf"(population|pop\.) {view.population[seat]}\b", text)
        if view.bites[seat]:
            assert f"✗{view.bites[seat]}" in text


def check_own_board(drawing, view, viewer):
    lines = rows(drawing)
    name = SPECIES[view.species[viewer]].name
    top = next(y for y, line in enumerate(lines) if f" your {name} " in line)
    text = " ".join(lines[top : top + 3])
    for place, food in habitats_of(view, viewer).items():
        assert re.search(rf" {ENVIRONMENTS[place][:2]}\w*\.? ?{food}\b", text), (place, text)
    for space, trait in enumerate(traits_shown(view.species[viewer], view.traits[viewer])):
        label = "no points" if space == 4 else "┄"
        if trait:
            label = f"({short_trait(trait, 6)[:5]}|{trait_name(trait)[:5]})"
        assert re.search(rf"{space + 1} {label}", text), (space, text)


def check_hand(drawing, now):
    view, viewer = now.view, now.viewer
    places = {number: at for (kind, number), at in drawing.places.items() if kind == "card"}
    effect = view.pending[-1] if view.pending else None
    has_plates = any("who eats whom" in line for line in rows(drawing))
    if type(effect).__name__ not in ("Improve", "Browse", "Transform") and not has_plates:
        assert list(places) == sorted(set(view.hands[viewer]))
    lines = rows(drawing)
    for card, region in places.items():
        text = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        row = CARDS[card]
        letter = row.suit[:1].upper() or "J"
        if region.height == 1:
            assert f"{row.number or ''}{letter}" in text[0]
            continue
        whole = " ".join(text)
        word = row.suit.removeprefix("blue") or "joker"
        assert word in text[0] + text[1] or letter in text[0], text
        if card == JOKER:
            assert "joker" in whole
            continue
        if region.width < 15:
            assert text[0].lstrip("▟ ").startswith(str(row.number))
        for icons, count in (
            (("↑", "chain "), row.food_chain),
            (("•", "pop. "), row.population),
        ):
            assert any(re.search(rf"{icon} ?\+?{count}", whole) for icon in icons) or not count
        for place in row.environments:
            assert ENVIRONMENTS[place][:3] in whole
        forms = {short_trait(row.number, room) for room in range(6, 20)}
        assert trait_name(row.number)[:4] in whole or any(form in whole for form in forms)


def test_sentences_are_no_longer_than_their_line():
    longest = 0
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(len(match.history)):
            state = match.state_at(position)
            for viewer in (*range(seats), SPECTATOR):
                view = match.view(viewer, position)
                longest = max(longest, len(GAME.texts.prompt(view, viewer, SeatNames())))
                if viewer in GAME.to_move(state):
                    assert len(GAME.texts.prompt(view, viewer, SeatNames()) + FINAL) <= 78, (
                        GAME.texts.prompt(view, viewer, SeatNames())
                    )
                    for action in GAME.legal(view, viewer):
                        phrase = GAME.texts.phrase(view, action, SeatNames(match.header.names))
                        assert len(f"Enter: {phrase}.{FINAL}") <= 78, phrase
                        for element in GAME.targets(action):
                            assert (
                                len(GAME.texts.element(view, 0, element, SeatNames(LONG_NAMES)))
                                <= 78
                            )
    assert 40 < longest <= 78


# --- status line


def following(seats=4, trick=1):
    """Return a trick with a combination to beat, the first or a later one of its era."""
    match = whole_match(seats)
    for position in range(len(match.history)):
        state = match.state_at(position)
        follows = state.pending and isinstance(state.pending[-1], Follow)
        follows = follows and state.trick >= trick
        if follows and state.best != NOTHING and len(state.played[state.best]) > 1:
            return match, position, state
    raise AssertionError("nobody plays a combination")


def test_the_combination_to_beat_is_shown_in_words():
    match, position, state = following()
    seat = state.pending[-1].seat
    cards = state.played[state.best]
    line = line_of(drawn(asking(match, seat, position)), state.best)
    assert set_words(cards) in line or short_set(cards) in line
    assert line.rstrip().endswith(f"◀ {totals(state)[state.best]}")
    board = board_of(drawn(asking(match, seat, position), PICTURE), state.best)
    assert f"{set_words(cards)} ◀" in board[2]
    assert set_words(state.played[state.best]) in GAME.texts.prompt(
        match.view(seat, position), seat, SeatNames()
    )


def test_what_selected_cards_make_and_whether_they_beat_it_is_shown():
    match, position, state = following()
    seat = state.pending[-1].seat
    chooser = chooser_in(asking(match, seat, position))
    for action in chooser.actions:
        picked = chooser
        for card in action.cards:
            picked = picked.select(("card", card))
        now = scene(match, seat, position, chooser=picked, cursor=("card", action.cards[-1]))
        text = drawn(now).canvas.plain()
        set_text = set_words(action.cards)
        beats = "beats it" if len(action.cards) > 1 else ("beats it", "loses")
        words = (beats,) if isinstance(beats, str) else beats
        assert any(f" {set_text}  {word}" in text for word in words)


def test_points_of_a_trait_are_counted_in_words():
    _, _, state = following()
    gains = {could_bring(state, 0, card)[-1] for card in range(JOKER)}
    points = {gain.split(", ")[-1] for gain in gains if gain.startswith("✦")}
    assert {"1 pt", "3 pts"} <= points
    assert not points & {"1 pts", "3 pt"}


def test_gains_beside_a_selected_set_name_the_card_under_the_cursor():
    match, position, state = following()
    seat = state.pending[-1].seat
    chooser = chooser_in(asking(match, seat, position))
    cards_held = sorted({each[1] for each in chooser.selectable if each[0] == "card"})
    first, other = [card for card in cards_held if card != JOKER][:2]
    picked = chooser.select(("card", first))
    for card in (first, other):
        now = scene(match, seat, position, chooser=picked, cursor=("card", card))
        name = f"{suit(card)} {CARDS[card].number}: "
        assert (name in drawn(now).canvas.plain()) == (card != first)


def losing(is_last):
    """Return a trick, the last one of its era or not, and a card that does not beat it."""
    match = whole_match(4)
    for position in range(len(match.history)):
        state = match.state_at(position)
        effect = state.pending[-1] if state.pending else None
        if not isinstance(effect, Follow) or all(state.hands) == is_last:
            continue
        for card in state.hands[effect.seat] if len(state.hands[effect.seat]) > 1 else ():
            if plain(comparison(state, bytes((card,)))).endswith("  loses"):
                return match, position, state, card
    raise AssertionError("no card loses")


@pytest.mark.parametrize("is_last", [False, True])
def test_a_card_that_loses_brings_something_only_in_the_last_trick(is_last):
    match, position, state, card = losing(is_last)
    seat = state.pending[-1].seat
    chooser = chooser_in(asking(match, seat, position))
    now = scene(match, seat, position, chooser=chooser, cursor=("card", card))
    (line,) = (row for row in rows(drawn(now)) if "  loses " in row)
    gain = could_bring(state, seat, card)[0]
    assert (f"if it loses: {gain}" in line) == is_last
    assert ("brings nothing" in line) != is_last
    assert (gain in line) == is_last


def test_a_play_does_not_beat_the_highest_card_of_a_set_that_mutation_spoiled():
    """The 6 and 9 would have been a flush with the 5, and are a 9 alone without it."""
    hands = ("A6 A9", "F2 B9 F11")
    table = leading("turtle", "amoeba", hands=hands, display="A5 B12 F7", spare=1)
    table.do(0, "A6 A9").do(1, "take 3.1 1")
    standings = {text: plain(comparison(table.state, cards(text))) for text in hands[1].split()}
    assert standings == {
        "F2": "flower 2  loses",
        "B9": "blueberry 9  beats it",
        "F11": "flower 11  beats it",
    }
    table.do(1, "F2")
    assert table.events_of(TrickWon)[-1].seat == 0


def plain(runs):
    return "".join(text for text, _ in runs)


def test_the_hand_is_sorted_by_suit_or_by_number():
    match, position, state = following()
    for order in (0, 1):
        drawing = drawn(scene(match, 0, position, order=order))
        cards = [number for kind, number in drawing.places if kind == "card"]
        assert sorted(cards) == sorted(set(state.hands[0]))
        assert cards == sorted(cards, key=(lambda card: (NUMBER[card], card)) if order else None)


def test_each_pane_shows_its_part():
    match, position, _ = following()
    texts = [drawn(scene(match, 0, position, pane=pane)).canvas.plain() for pane in range(6)]
    assert len(set(texts)) == 5
    assert texts[0] == texts[5]
    assert texts[2].count("needs ") == 5, "of all four, and of the viewer's own"


def test_survival_is_shown_while_it_is_held():
    match = whole_match(4)
    held = 0
    for position in range(1, len(match.history)):
        before, after = match.state_at(position - 1), match.state_at(position)
        if after.era == before.era:
            continue
        held += 1
        drawing = drawn(scene(match, 0, position, is_paused=True))
        lines = rows(drawing)
        assert f"era {before.era} of 4 is over" in lines[0]
        assert all(ENVIRONMENTS[place] in lines[1] for place in before.environments)
        fates = [line_of(drawing, seat) for seat in range(4)]
        assert all("needed" in line and "found" in line for line in fates)
        assert drawing.places == {}, "the next hand comes when it is gone on to"
    assert held == 3


def test_a_spectator_sees_backs_and_the_omniscient_all_hands():
    for seats in SEATS:
        match, positions = moments(seats)
        position = positions[len(positions) // 3]
        for size in BOARDS:
            state = match.state_at(position)
            backs = drawn(scene(match, SPECTATOR, position), size).canvas.grid
            fronts = rows(drawn(scene(match, OMNISCIENT, position), size))
            corners = sum(character == "▟" for row in backs for character, _ in row)
            cells = sum(style.startswith("back") for row in backs for _, style in row)
            assert sum(map(len, state.hands)) in (corners, cells // 2)
            for seat, hand in enumerate(state.hands):
                name = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}"
                line = [line for line in fronts if name in line][-1]
                for card in hand:
                    forms = [card_chip(card, form)[0].strip() for form in range(3)]
                    counts = [re.findall(rf"\b{form}\b", line) for form in forms]
                    assert max(map(len, counts)) == hand.count(card), (line, forms)


# --- events


def at_the_end_of_eras(seats):
    """Yield the positions after the end of an era, with the events since the last trick."""
    match = whole_match(seats)
    for position in range(1, len(match.history) + 1):
        before, after = match.state_at(position - 1), match.state_at(position)
        if after.era != before.era or not after.pending:
            story = scene(match, 0, position).events
            begun = max(at for at, event in enumerate(story) if isinstance(event, TrickWon))
            yield match, position, story[begun:]


@pytest.mark.parametrize(("seats", "size"), sampling.grid(SEATS, BOARDS), ids=str)
def test_a_survival_is_shown_step_by_step(seats, size, strict):
    for match, position, logged in at_the_end_of_eras(seats):
        for viewer in (0, SPECTATOR):
            drawing = drawn(scene(match, viewer, position, is_paused=True), size)
            lines = rows(drawing)
            fed = [event for event in logged if isinstance(event, Fed)]
            if has_boards(size):
                plates = {event.seat: board_of(drawing, event.seat) for event in fed}
                for event in fed:
                    check_plate(plates[event.seat], event, logged)
                titles = [line for line in lines if re.search(r"[╭┏]. \d ", line)]
                order = re.findall(r"[╭┏]. (\d) (\S) ", "".join(titles))
                assert [mark for _, mark in order] == [SEAT_MARKS[event.seat] for event in fed]
                continue
            top = max(y for y, line in enumerate(lines) if line.startswith(" survival "))
            beings = {event.seat for event in fed}
            beings |= {event.eater for event in logged if isinstance(event, Eaten)}
            ledger = lines[top + 1 : top + 1 + len(beings)]
            names = [line[3:20].strip() for line in ledger]
            assert [name for name in names if name != "the dummy"] == [
                LONG_NAMES[event.seat] for event in fed
            ]
            for event in fed:
                check_fate(ledger[names.index(LONG_NAMES[event.seat])], event, logged)


def test_plates_name_species_whole_or_not_at_all():
    match, position, _ = next(at_the_end_of_eras(4))
    view = match.view(SPECTATOR, position)
    whole = {species_name(view, seat, room) for seat in range(4) for room in range(4, 20)}
    named = set()
    for length in range(2, 16):
        names = tuple(name[:length] for name in LONG_NAMES[:4])
        now = replace(
            scene(match, SPECTATOR, position, is_paused=True), seat_names=SeatNames(names)
        )
        (titles,) = (line for line in rows(drawn(now, PICTURE)) if re.search(r"[╭┏]. 1 ", line))
        named |= {name.strip() for name in re.findall(r" · ([^─╮]+?)(?:  | [─╮])", titles)}
    assert named
    assert named <= whole


def check_fate(line, fed, logged):
    """Check a line of the ledger: the need, the sum of all food, its marks and the result."""
    bites = [event for event in logged if isinstance(event, Bitten) and event.seat == fed.seat]
    line, sign, cost = line.partition("✗")
    assert bool(sign) == bool(bites)
    assert cost.strip() == "".join(str(event.bites) for event in bites)
    numbers = [int(number) for number in re.findall(r"\d+", line[20:])]
    assert numbers[0] == fed.needed
    eaten = [
        event.eaten for event in logged if isinstance(event, Eaten) and event.eater == fed.seat
    ]
    marks = sum(line[3:].count(mark) for mark in SEAT_MARKS + DUMMY_MARK)
    assert marks == len(eaten)
    assert {1: "grows", 0: "stays", -1: "starves"}[fed.change] in line
    food = fed.home + fed.meals + fed.extra
    assert numbers[-1] == food
    assert sum(numbers[1:-1]) == food, line
    for name in re.findall(r"([A-Za-z][A-Za-z. ]{3,}) \d", line[27:]):
        forms = {short_trait(trait, room) for trait in range(1, 16) for room in range(4, 14)}
        forms |= {environment_name(place, room) for place in range(10) for room in range(4, 14)}
        assert name in {*forms, "traits"}, f"{name} is cut"


def check_plate(lines, fed, logged):
    """Check a plate: the need, each source of food with its pips, and the result."""
    text = "\n".join(lines)
    food = fed.home + fed.meals + fed.extra
    word = {1: "grows", 0: "stays", -1: "starves"}[fed.change]
    assert f"{food} food: {word}" in text
    sums = lines[-3]
    assert sums.count("●") == food
    assert sums.count("○") == max(fed.needed - food, 0)
    meals = [event for event in logged if isinstance(event, Eaten) and event.eater == fed.seat]
    assert fed.meals == 2 * len(meals)
    for event in logged:
        if isinstance(event, Bitten) and event.seat == fed.seat:
            assert f"✗{event.bites}" in text


@pytest.mark.parametrize("size", [BOARDS[0], PICTURE], ids=str)
def test_a_survival_is_revealed_one_species_after_the_other(size):
    match, position, logged = next(at_the_end_of_eras(4))
    board = board_for("darwinning")
    frames = board.reveal_frames(logged)
    assert 4 * 70 * 3 < 70 * frames <= 4 * 300, "no step takes longer than 300 ms"
    counts = []
    for frame in range(frames, -1, -1):
        moving = logged if frame else ()
        now = scene(match, 0, position, is_paused=True, frame=frame, moving=moving)
        text = drawn(now, size).canvas.plain()
        if has_boards(size):
            counts.append(len(re.findall(r"food: (grows|stays|starves)", text)))
        else:
            ledger = text[text.index("\n survival ") :]
            counts.append(len(re.findall(r"= \d+ +(grows|stays|starves)", ledger)))
    assert counts == sorted(counts)
    assert sorted({*counts}) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("size", [BOARDS[0], PICTURE], ids=str)
def test_a_species_hops_up_the_chain_space_by_space(size):
    match = whole_match(4)
    board = board_for("darwinning")
    found = 0
    for position in range(1, len(match.history)):
        events = scene(match, SPECTATOR, position).events
        climbed = events[-1] if isinstance(events[-1], Climbed) else None
        if not climbed or climbed.place - climbed.start < 2:
            continue
        found += 1
        frames = board.frames([climbed])
        places = []
        for frame in range(frames, -1, -1):
            moving = [climbed] if frame else []
            now = scene(match, SPECTATOR, position, frame=frame, moving=moving)
            places.append(places_now(now)[climbed.seat])
            drawn(now, size)
        assert sorted({*places}) == list(range(climbed.start, climbed.place + 1))
        assert places == sorted(places)
        assert (
            drawn(now, size).canvas.plain()
            == drawn(scene(match, SPECTATOR, position), size).canvas.plain()
        )
    assert found


def test_the_own_food_is_shown_as_a_sum():
    seen = 0
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(len(match.history)):
            effect = next(iter(match.state_at(position).pending[-1:]), None)
            if not isinstance(effect, Hunt):
                continue
            lines = rows(drawn(asking(match, effect.seat, position)))
            (line,) = (row for row in lines if "0 eat none" in row or "0 eat no more" in row)
            food = re.split(r"0 eat (?:none|no more)", line)[1]
            *parts, total = map(int, re.findall(r"\d+", food))
            assert sum(parts) == total
            needed = GAME.texts.prompt(match.view(effect.seat, position), effect.seat, SeatNames())
            assert needed.startswith(f"Food {total} of ")
            assert ("eaten" in food) == bool(effect.eaten)
            seen += 1
    assert seen > 20


def chips_in(line):
    """Return the cards in a line: numbers with the first letters of their suits."""
    found = re.findall(r"\b(\d+) ?(acorn|berry|blueberry|flower|[ABF])\b|\b(joker|J)\b", line)
    return [
        f"{suit.replace('berry', 'B')[0].upper()}{number}" if number else "J"
        for number, suit, _ in found
    ]


def test_the_last_trick_can_be_looked_at_while_the_next_continues():
    match, position, state = following(6, trick=2)
    won = [e for e in scene(match, 0, position).events if isinstance(e, TrickWon | Played)]
    last = max(at for at, event in enumerate(won) if isinstance(event, TrickWon))
    drawing = drawn(scene(match, 0, position, pane=1))
    for event in won[last - 6 : last]:
        line = line_of(drawing, event.seat)
        assert chips_in(line[43:76]) == [CARDS[card].code for card in event.cards]
        assert ("◀" in line) == (event.seat == won[last].seat)
    drawing = drawn(scene(match, 0, position))
    for event in won[last - 6 : last]:
        if not state.played[event.seat]:
            line = line_of(drawing, event.seat)
            assert " last " in line
            assert chips_in(line[43:76]) == [CARDS[card].code for card in event.cards]


def test_traits_are_shown_by_their_whole_names_where_there_is_room():
    cut = whole = 0
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions:
            if kind_of(match.state_at(position)) == "Mutate":
                continue
            view = match.view(0, position)
            lines = rows(drawn(scene(match, 0, position, pane=4)))
            if " population " in lines[5]:
                continue
            for seat in range(seats):
                mine = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]} "
                (line,) = (row for row in lines if row[1:].startswith(mine))
                names = [
                    trait_name(trait)
                    for trait in traits_shown(view.species[seat], view.traits[seat])
                    if trait
                ]
                named = [name for name in names if name in line]
                whole += len(named)
                cut += len(names) - len(named)
    assert whole > 15 * cut


def test_large_screens_show_the_score_and_what_traits_do(strict):
    match, position, _ = following()
    now = scene(match, 0, position, cursor=("card", 0))
    for size in ((200, 57), (162, 57)):
        text = drawn(now, size).canvas.plain()
        for trait in TABLES.traits:
            assert f"{trait.number} {trait.name}: {trait.effect}" in text
        assert f"▸  1 {trait_name(1)}" in text
    lines = score(match.view(0, position))
    for seat in range(4):
        points = [line.points[seat] for line in lines]
        name = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}"
        panel = text[text.index(" points now ") :].splitlines()
        found = [row[:72].split() for row in panel if row[2:].startswith(name)]
        assert [str(count) for count in (*points, sum(points))] in [row[3:8] for row in found]


def test_news_name_the_cards_that_won_a_trick_once():
    match, position, _ = following()
    flush = cards("A2 A4 A9")
    since = (Played(1, flush), TrickWon(1, flush, False))
    lines = rows(drawn(replace(scene(match, 0, position), since=since)))
    (news,) = (line for line in lines if "wins with" in line)
    assert news.count("flush") == 1


def test_an_empty_hand_has_no_order():
    match, positions = moments(4)
    found = {False: "", True: ""}
    for position in positions:
        view = match.state_at(position)
        text = drawn(scene(match, 0, position), BOARDS[0]).canvas.plain()
        found[not view.hands[0]] += text
    assert ", by suit" in found[False]
    assert "0 cards" in found[True]
    assert ", by suit" not in found[True]
