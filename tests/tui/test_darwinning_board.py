"""The table of Darwinning! as drawn: all of it there, at every size."""

import itertools
import re
from dataclasses import replace

import pytest
import sampling
from darwinning.positions import cards, leading
from tui.checks import check_frame, check_places
from tui.darwinning_scenes import GAME, KINDS, SEATS, moments, whole_match
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

from darwin_core.game import NOTHING, SPECTATOR
from darwin_core.games.darwinning.boards import habitats_of
from darwin_core.games.darwinning.boards import shown as traits_shown
from darwin_core.games.darwinning.components import (
    BORN,
    CARDS,
    ENVIRONMENTS,
    JOKER,
    NUMBER,
    SPECIES,
    TABLES,
)
from darwin_core.games.darwinning.rules import score
from darwin_core.games.darwinning.state import Bitten, Eaten, Fed, Follow, Hunt, Played, TrickWon
from darwin_core.games.darwinning.words import set_words, trait_name
from darwin_core.lexicon import Lexicon
from darwin_core.match import OMNISCIENT
from darwin_tui.games.darwinning.hand import CARD
from darwin_tui.games.darwinning.trick import comparison
from darwin_tui.widgets.canvas import SEAT_MARKS

FINAL = "   cannot be undone"


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size, strict):
    match, positions = some_moments(moments, seats, SEATS, size)
    for position in positions:
        for viewer in (*range(seats), SPECTATOR):
            now = asking(match, viewer, position)
            for pane in range(5):
                check_frame(drawn(replace(now, pane=pane), size), size)
            view = now.view
            drawing = drawn(now, size)
            check_heading(drawing, view)
            # Where a trait can be taken, the traits replace the description of the species.
            turned = drawn(replace(now, pane=1), size)
            check_species(drawing if " at " in rows(drawing)[4] else turned, view, seats)
            if viewer < seats:
                check_own_board(drawing, view, viewer)
                check_hand(drawing, view, viewer)
            check_places(drawing, chooser_in(now))
            drawn(scene(match, viewer, position, is_paused=True), size)


def check_heading(drawing, view):
    lines = rows(drawing)
    if view.pending:
        assert f"era {view.era} of 4   trick {max(view.trick, 1)} " in lines[0]
    else:
        assert "the match is over" in lines[0]
    assert lines[0].rstrip().endswith(f"deck {len(view.deck)}")
    for place in view.environments:
        assert ENVIRONMENTS[place] in lines[1]


def check_species(drawing, view, seats):
    lines = rows(drawing)
    for seat in range(seats):
        mine = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]} "
        line = next(row for row in lines if row[1:].startswith(mine))
        name, place, eggs = line[20:30].strip(), line[30:32].strip(), line[33:40]
        species = view.species[seat]
        assert name == SPECIES[species].name
        assert int(place) == view.places[seat]
        assert eggs.split("✗")[0].strip() == f"{view.population[seat]}/{BORN[species]}"
        if view.bites[seat]:
            assert f"✗{view.bites[seat]}" in line


def check_own_board(drawing, view, viewer):
    lines = rows(drawing)
    name = SPECIES[view.species[viewer]].name
    top = next(y for y, line in enumerate(lines) if line.startswith(f"─ your {name} ─"))
    homes = habitats_of(view, viewer)
    for place, food in homes.items():
        letter = TABLES.environments[place].letter
        assert (
            f"{ENVIRONMENTS[place]} {food}" in lines[top + 1] or f"{letter}{food}" in lines[top + 1]
        )
    for space, trait in enumerate(traits_shown(view.species[viewer], view.traits[viewer])):
        cell = lines[top + 2][16 * space + 1 : 16 * space + 16].strip()
        label = trait_name(trait) if trait else "–"
        assert cell in (f"{space + 1} {label}", f"{space + 1} – no points")


def check_hand(drawing, view, viewer):
    cards = [number for kind, number in drawing.places if kind == "card"]
    effect = view.pending[-1] if view.pending else None
    if type(effect).__name__ not in ("Improve", "Browse", "Transform"):
        assert cards == sorted(set(view.hands[viewer]))
    lines = rows(drawing)
    for card in cards:
        region = drawing.places["card", card]
        if region.size != CARD:
            assert CARDS[card].code in lines[region.y][region.x : region.right]
            continue
        text = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        assert text[1][1:-1].split() == [
            str(CARDS[card].number),
            CARDS[card].suit[:1].upper() or "J",
        ]
        row = CARDS[card]
        if card != JOKER:
            assert (f"↑{row.food_chain}" in text[2]) == bool(row.food_chain)
            assert (f"•{row.population}" in text[2]) == bool(row.population)
            letters = {TABLES.environments[place].letter for place in row.environments}
            assert set(text[3][1:-1].split()) == letters


def test_every_kind_of_decision_is_looked_at():
    found = {kind_of(match.state_at(p)) for match, ps in map(moments, SEATS) for p in ps}
    assert found == KINDS


@pytest.mark.parametrize("height", range(21, 61))
def test_no_part_overlaps_another_at_any_height(height, strict):
    places = [(match, p) for match, all_of_it in map(moments, (2, 4, 6)) for p in all_of_it[::4]]
    drawings = itertools.product(places, (80, 103, 104, 145, 146, 200))
    for (match, position), width in sampling.some(drawings, sampling.BOARD_INTERVAL, height):
        drawn(asking(match, 0, position), (width, height))


def test_sentences_are_no_longer_than_their_line():
    longest = 0
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(len(match.history)):
            state = match.state_at(position)
            for viewer in (*range(seats), SPECTATOR):
                view = match.view(viewer, position)
                longest = max(longest, len(GAME.prompt(view, viewer, Lexicon())))
                if viewer in GAME.to_move(state):
                    assert len(GAME.prompt(view, viewer, Lexicon()) + FINAL) <= 78, GAME.prompt(
                        view, viewer, Lexicon()
                    )
                    for action in GAME.legal(view, viewer):
                        phrase = GAME.phrase(view, action, Lexicon(match.header.names))
                        assert len(f"Enter: {phrase}.{FINAL}") <= 78, phrase
                        for element in GAME.targets(action):
                            assert len(GAME.element(view, 0, element, Lexicon(LONG_NAMES))) <= 78
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
    lines = rows(drawn(asking(match, seat, position)))
    (line,) = (row for row in lines if row[1:].startswith(SEAT_MARKS[state.best]))
    assert set_words(state.played[state.best]) in line
    assert line.rstrip().endswith("◀")
    assert set_words(state.played[state.best]) in GAME.prompt(
        match.view(seat, position), seat, Lexicon()
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
    assert "needs" in texts[2]


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
        assert sum("needed" in line and "found" in line for line in lines) == 4
        assert drawing.places == {}, "the next hand comes when it is gone on to"
    assert held == 3


def test_a_spectator_sees_backs_and_the_omniscient_all_hands():
    for seats in SEATS:
        match, positions = moments(seats)
        position = positions[len(positions) // 3]
        for size in BOARDS:
            state = match.state_at(position)
            backs = rows(drawn(scene(match, SPECTATOR, position), size))[-max(5, seats) :]
            fronts = rows(drawn(scene(match, OMNISCIENT, position), size))[-max(5, seats) :]
            assert sum(line.count("▒") for line in backs) == sum(map(len, state.hands))
            codes = sorted(word for line in fronts for word in line.split())
            for hand in state.hands:
                for card in hand:
                    assert CARDS[card].code in codes


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


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_a_survival_is_shown_step_by_step(seats, size, strict):
    for match, position, logged in at_the_end_of_eras(seats):
        for viewer in (0, SPECTATOR):
            lines = rows(drawn(scene(match, viewer, position, is_paused=True), size))
            top = max(y for y, line in enumerate(lines) if "─ survival ─" in line)
            fed = [event for event in logged if isinstance(event, Fed)]
            beings = {event.seat for event in fed}
            beings |= {event.eater for event in logged if isinstance(event, Eaten)}
            ladder = 26 if size[0] >= 104 and size[1] >= 31 else 0
            ledger = [line[: size[0] - ladder] for line in lines[top + 1 : top + 1 + len(beings)]]
            names = [line[3:20].strip() for line in ledger]
            assert [name for name in names if name != "the dummy"] == [
                LONG_NAMES[event.seat] for event in fed
            ]
            for event in fed:
                check_fate(ledger[names.index(LONG_NAMES[event.seat])], event, logged)


def check_fate(line, fed, logged):
    numbers = [int(number) for number in re.findall(r"\d+", line[20:])]
    assert numbers[0] == fed.needed
    eaten = [
        event.eaten for event in logged if isinstance(event, Eaten) and event.eater == fed.seat
    ]
    marks = sum(line[3:].count(mark) for mark in SEAT_MARKS + "◇")
    assert marks == len(eaten)
    assert {1: "grows", 0: "stays", -1: "starves"}[fed.change] in line
    food = fed.home + fed.meals + fed.extra
    bites = [event for event in logged if isinstance(event, Bitten) and event.seat == fed.seat]
    numbers = numbers[: len(numbers) - len(bites)]
    assert numbers[-1] == food
    assert sum(numbers[1:-1]) == food, line
    assert ("✗" in line) == bool(bites)


def test_the_own_food_is_shown_as_a_sum():
    seen = 0
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(len(match.history)):
            effect = next(iter(match.state_at(position).pending[-1:]), None)
            if not isinstance(effect, Hunt):
                continue
            lines = rows(drawn(asking(match, effect.seat, position)))
            (line,) = (row for row in lines if "eat none (0)" in row or "eat no more (0)" in row)
            food = line[line.index("(0)") + 3 :]
            *parts, total = map(int, re.findall(r"\d+", food))
            assert sum(parts) == total
            needed = GAME.prompt(match.view(effect.seat, position), effect.seat, Lexicon())
            assert needed.startswith(f"Food {total} of ")
            assert ("eaten" in food) == bool(effect.eaten)
            seen += 1
    assert seen > 20


def test_the_last_trick_can_be_looked_at_while_the_next_continues():
    match, position, state = following(6, trick=2)
    won = [e for e in scene(match, 0, position).events if isinstance(e, TrickWon | Played)]
    last = max(at for at, event in enumerate(won) if isinstance(event, TrickWon))
    lines = rows(drawn(scene(match, 0, position, pane=1)))
    for event in won[last - 6 : last]:
        (line,) = (row for row in lines if row[1:].startswith(SEAT_MARKS[event.seat]))
        assert line[42:].split()[: len(event.cards)] == [CARDS[card].code for card in event.cards]
        assert ("◀" in line) == (event.seat == won[last].seat)
    lines = rows(drawn(scene(match, 0, position)))
    for event in won[last - 6 : last]:
        if not state.played[event.seat]:
            (line,) = (row for row in lines if row[1:].startswith(SEAT_MARKS[event.seat]))
            assert " last " in line
            assert " ".join(CARDS[card].code for card in event.cards) in line


def test_traits_are_shown_by_their_whole_names_where_there_is_room():
    cut = whole = 0
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions:
            if kind_of(match.state_at(position)) == "Mutate":
                continue
            view = match.view(0, position)
            lines = rows(drawn(scene(match, 0, position, pane=4)))
            if " eggs " in lines[4]:
                continue
            for seat in range(seats):
                (line,) = (row for row in lines if row[1:].startswith(SEAT_MARKS[seat]))
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
    text = drawn(scene(match, 0, position, cursor=("card", 0)), BOARDS[3]).canvas.plain()
    for trait in TABLES.traits:
        assert f"{trait.number} {trait.name}: {trait.effect}" in text
    assert f"▸ 1 {trait_name(1)}" in text
    lines = score(match.view(0, position))
    for seat in range(4):
        points = [line.points[seat] for line in lines]
        name = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}"
        totals = [row[:72].split()[-5:] for row in text.splitlines() if row[1:].startswith(name)]
        assert [str(count) for count in (*points, sum(points))] in totals
