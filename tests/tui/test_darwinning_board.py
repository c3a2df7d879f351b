"""The table of Darwinning! as drawn: all of it there, nothing of it hidden, at every size."""

import itertools
import re
from collections import deque
from functools import cache
from random import Random

import pytest
from matches import began
from scenes import (
    BOARDS,
    LONG_NAMES,
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
from darwin_core.match import ALL_SEEING
from darwin_core.record import Player
from darwin_tui.games import board_for
from darwin_tui.games.darwinning import board as module
from darwin_tui.games.darwinning.board import CARD
from darwin_tui.screens import choosing
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.widgets.canvas import SEAT_MARKS, to_ascii

GAME = registry.get("darwinning")
SEATS = GAME.seats
FINAL = " It cannot be undone."
KINDS = {"Lead", "Mutate", "Follow", "Improve", "Keep", "Share", "Hunt", "Transform"}
KINDS |= {"Declare", "Browse"}
"""All the decisions there are; the last two are made by two players only."""


@cache
def whole_match(seats, seed="table"):
    """A match that a careful player plays, with a slip now and then, in four eras."""
    sitting = tuple(Player(name) for name in LONG_NAMES[:seats])
    written = began(
        seats, seed, game="darwinning", players=sitting, options={"eras": 4, "hand_sizes": True}
    )
    match, rng = written.match, Random(seed)
    while movers := GAME.to_move(match.state):
        seat = rng.choice(movers)
        slips = rng.random() < 0.25
        actions = match.asked(seat)
        best = rng.choice(actions) if slips else GAME.advise(match.look(seat), seat)[0].action
        written.act(seat, best)
    return match


def kind_at(match, position):
    pending = match.state_at(position).pending
    return type(pending[-1]).__name__ if pending else "end"


@cache
def moments(seats):
    """Places all over a match: some of every kind of decision, its start and its end."""
    match = whole_match(seats)
    last = len(match.history)
    chosen, seen = {0, last}, {}
    for position in range(last):
        kind = kind_at(match, position)
        seen.setdefault(kind, []).append(position)
    for positions in seen.values():
        chosen |= {positions[0], positions[len(positions) // 2], positions[-1]}
    return match, sorted(chosen), set(seen)


def chooser_for(match, viewer, position=None):
    actions = GAME.legal(match.look(viewer, position), viewer) if viewer < match.seats else ()
    return Chooser.of(actions, GAME.touches)


@pytest.fixture
def strict(monkeypatch):
    monkeypatch.setattr(module, "Canvas", StrictCanvas)


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size, strict):
    match, positions, _ = moments(seats)
    for position in positions:
        for viewer in (*range(seats), WATCHER):
            chooser = chooser_for(match, viewer, position)
            for pane in range(5):
                drawing = drawn(scene(match, viewer, position, chooser=chooser, pane=pane), size)
                check_frame(drawing, size)
            view = match.look(viewer, position)
            drawing = drawn(scene(match, viewer, position, chooser=chooser), size)
            check_heading(drawing, view)
            # Where a trait can be taken, the traits lie where else the species are told.
            turned = drawn(scene(match, viewer, position, chooser=chooser, pane=1), size)
            check_species(drawing if " at " in rows(drawing)[4] else turned, view, seats)
            if viewer < seats:
                check_own_board(drawing, view, viewer)
                check_hand(drawing, view, viewer)
            check_places(drawing, chooser)
            drawn(scene(match, viewer, position, is_held=True), size)


def check_frame(drawing, size):
    lines = rows(drawing)
    assert [len(line) for line in lines] == [size[0]] * size[1]
    for line in lines:
        ascii_line = to_ascii(line)
        assert ascii_line.isascii()
        assert len(ascii_line) == len(line)
        assert "?" not in ascii_line, line


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
        told = trait_name(trait) if trait else "–"
        assert cell in (f"{space + 1} {told}", f"{space + 1} – no points")


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


def check_places(drawing, chooser):
    """All that can be picked has a place of its own on the board."""
    everything = Region(0, 0, drawing.canvas.width, drawing.canvas.height)
    assert chooser.lit <= set(drawing.places)
    for region in drawing.places.values():
        assert everything.contains_region(region)
    for one, other in itertools.combinations(drawing.places.values(), 2):
        assert not one.overlaps(other)


def test_every_kind_of_decision_is_looked_at():
    assert set().union(*(moments(seats)[2] for seats in SEATS)) == KINDS


@pytest.mark.parametrize("height", range(21, 61))
def test_no_part_lies_over_another_at_any_height(height, strict):
    for seats in (2, 4, 6):
        match, positions, _ = moments(seats)
        for position in positions[::4]:
            for width in (80, 103, 104, 145, 146, 200):
                chooser = chooser_for(match, 0, position)
                drawn(scene(match, 0, position, chooser=chooser), (width, height))


def test_sentences_are_no_longer_than_their_line():
    longest = 0
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(len(match.history)):
            state = match.state_at(position)
            for viewer in (*range(seats), WATCHER):
                view = match.look(viewer, position)
                longest = max(longest, len(GAME.prompt(view, viewer)))
                if viewer in GAME.to_move(state):
                    assert len(GAME.prompt(view, viewer) + FINAL) <= 78, GAME.prompt(view, viewer)
                    for action in GAME.legal(view, viewer):
                        phrase = GAME.phrase(view, action, match.header.names)
                        assert len(f"Enter: {phrase}.{FINAL}") <= 78, phrase
                        for element in GAME.touches(action):
                            assert len(GAME.element(view, element)) <= 78
    assert 40 < longest <= 78


# --- what it is about


def following(seats=4, trick=1):
    """A trick with a combination to beat, the first or a later one of its era."""
    match = whole_match(seats)
    for position in range(len(match.history)):
        state = match.state_at(position)
        follows = state.pending and isinstance(state.pending[-1], Follow)
        follows = follows and state.trick >= trick
        if follows and state.best != NOTHING and len(state.played[state.best]) > 1:
            return match, position, state
    raise AssertionError("nobody plays a combination")


def test_the_combination_to_beat_is_told_in_words():
    match, position, state = following()
    seat = state.pending[-1].seat
    lines = rows(drawn(scene(match, seat, position, chooser=chooser_for(match, seat, position))))
    (line,) = (row for row in lines if row[1:].startswith(SEAT_MARKS[state.best]))
    assert set_words(state.played[state.best]) in line
    assert line.rstrip().endswith("◀")
    assert set_words(state.played[state.best]) in GAME.prompt(match.look(seat, position), seat)


def test_what_picked_cards_make_and_whether_they_beat_it_is_told():
    match, position, state = following()
    seat = state.pending[-1].seat
    chooser = chooser_for(match, seat, position)
    for action in chooser.actions:
        picked = Chooser.of(chooser.actions, GAME.touches)
        for card in action.cards:
            picked = picked.pick(("card", card))
        now = scene(match, seat, position, chooser=picked, cursor=("card", action.cards[-1]))
        text = drawn(now).canvas.plain()
        told = set_words(action.cards)
        beats = "beats it" if len(action.cards) > 1 else ("beats it", "loses")
        words = (beats,) if isinstance(beats, str) else beats
        assert any(f" {told}  {word}" in text for word in words)


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


def test_survival_is_told_while_it_is_held():
    match = whole_match(4)
    held = 0
    for position in range(1, len(match.history)):
        before, after = match.state_at(position - 1), match.state_at(position)
        if after.era == before.era:
            continue
        held += 1
        drawing = drawn(scene(match, 0, position, is_held=True))
        lines = rows(drawing)
        assert f"era {before.era} of 4 is over" in lines[0]
        assert all(ENVIRONMENTS[place] in lines[1] for place in before.environments)
        assert sum("needed" in line and "found" in line for line in lines) == 4
        assert drawing.places == {}, "the next hand comes when it is gone on to"
    assert held == 3


def test_a_watcher_sees_backs_and_the_all_seeing_all_hands():
    for seats in SEATS:
        match, positions, _ = moments(seats)
        position = positions[len(positions) // 3]
        for size in BOARDS:
            state = match.state_at(position)
            backs = rows(drawn(scene(match, WATCHER, position), size))[-max(5, seats) :]
            fronts = rows(drawn(scene(match, ALL_SEEING, position), size))[-max(5, seats) :]
            assert sum(line.count("▒") for line in backs) == sum(map(len, state.hands))
            told = sorted(word for line in fronts for word in line.split())
            for hand in state.hands:
                for card in hand:
                    assert CARDS[card].code in told


# --- without colour


@pytest.mark.parametrize("ascii_only", [False, True])
def test_states_that_differ_differ_without_colour(ascii_only):
    for seats in (2, 4):
        match, positions, _ = moments(seats)
        for position in positions:
            for seat in GAME.to_move(match.state_at(position)):
                check_marks(match, seat, position, ascii_only)


def check_marks(match, seat, position, ascii_only):
    def looks(**more):
        text = drawn(scene(match, seat, position, **more)).canvas.plain()
        return to_ascii(text) if ascii_only else text

    chooser = chooser_for(match, seat, position)
    elements = list(drawn(scene(match, seat, position, chooser=chooser)).places)
    frames = {looks(chooser=chooser, cursor=element) for element in elements}
    assert len(frames) == len(elements), "where the cursor is"
    lit = [element for element in elements if element in chooser.lit]
    away = next((element for element in elements if element not in lit), None)
    picked = {looks(chooser=chooser.pick(element), cursor=away) for element in lit}
    assert len(picked) == len(lit), "what is picked"
    none = looks(chooser=Chooser.of((), GAME.touches), cursor=away)
    assert none != looks(chooser=chooser, cursor=away), "what can be picked"


# --- what is hidden


@pytest.mark.parametrize("seats", SEATS)
def test_a_frame_shows_nothing_that_its_viewer_may_not_know(seats):
    rng = Random("twins")
    match, positions, _ = moments(seats)
    different = 0
    for position in positions:
        state = match.state_at(position)
        for viewer in (*range(seats), WATCHER):
            other = twin_of("darwinning", state, viewer, rng)
            different += other != state
            chooser = chooser_for(match, viewer, position)
            now = scene(match, viewer, position, chooser=chooser)
            then = scene(match, viewer, position, chooser=chooser)
            object.__setattr__(then, "view", GAME.view(other, viewer))
            for size in (BOARDS[0], BOARDS[2]):
                one, two = drawn(now, size), drawn(then, size)
                assert rows(one) == rows(two)
                assert one.canvas.differences(two.canvas) == []
                assert one.places == two.places
    assert different > len(positions)


def test_the_twins_would_show_a_leak():
    match, positions, _ = moments(3)
    position = positions[2]
    rng, leaks = Random(1), 0
    for _ in range(10):
        now, then = (scene(match, ALL_SEEING, position) for _ in range(2))
        object.__setattr__(then, "view", twin_of("darwinning", match.state_at(position), 0, rng))
        leaks += drawn(now).canvas.plain() != drawn(then).canvas.plain()
    assert leaks > 2


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


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_all_that_can_be_picked_is_reached_by_arrows(seats, size):
    match, positions, _ = moments(seats)
    for position in positions:
        for seat in GAME.to_move(match.state_at(position)):
            chooser = chooser_for(match, seat, position)
            board = board_for("darwinning")
            board._drawing = drawn(scene(match, seat, position, chooser=chooser), size)
            start = next(element for element in board.places if element in chooser.lit)
            for element in chooser.lit:
                keys = way(board, start, element)
                assert keys is not None, (kind_at(match, position), element)


# --- played


@pytest.fixture
def quick_bots(monkeypatch):
    """Bots that choose at once; a key goes on as soon as it is pressed."""
    monkeypatch.setattr("darwin_tui.screens.pace.BOT_PAUSE", 0)
    monkeypatch.setattr("darwin_tui.screens.pace.HASTE", 0)


def keys_for(board, cursor, element):
    """How a player picks an element: by its number, by the key for leaving off, or by arrows."""
    places = list(board.places)
    if element[0] == "button":
        return ("0",)
    number = places.index(element) + 1
    if number <= 9:
        return (str(number),)
    return (*way(board, cursor, element), "space")


@pytest.mark.parametrize("seats", [2, 3, 6])
async def test_a_whole_match_by_keyboard_alone(seats, quick_bots):
    opened = saved("human", *["bot:greedy"] * (seats - 1), seed="keys", game="darwinning")
    app, rng = playing(opened), Random(seats)
    kinds, counts = set(), []
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        match = screen._match
        while GAME.outcome(match.state) is None:
            await until(
                pilot,
                lambda: screen._is_held or screen._news.actions or GAME.outcome(match.state),
            )
            if screen._is_held:
                await pilot.press("enter")
                continue
            if not screen._news.actions:
                continue
            kinds.add(type(match.state.pending[-1]).__name__)
            assert screen._cursor in screen._chooser.lit, "the cursor begins where it can pick"
            counts.append(await play_by_keys(pilot, screen, rng))
        await until(pilot, lambda: screen._is_held or app.screen is not screen)
        if screen._is_held:
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
    assert {"Follow", "Improve"} <= kinds
    assert sorted(counts)[len(counts) // 2] <= 3, "most decisions take three keys at most"


async def play_by_keys(pilot, screen, rng):
    """One decision, its elements picked one by one; how many keys it took."""
    match = screen._match
    action = rng.choice(screen._news.actions)
    own = sum(act.seat == 0 for act in match.history)
    count = 0
    left = list(GAME.touches(action))
    while left and choosing.meant(screen._chooser, None) != action:
        element = next(element for element in left if element in screen._chooser.lit)
        left.remove(element)
        keys = keys_for(screen._board, screen._cursor, element)
        await pilot.press(*keys)
        count += len(keys)
    assert screen._meant() == action
    await pilot.press("enter")
    await until(pilot, lambda: sum(act.seat == 0 for act in match.history) > own)
    return count + 1


async def test_both_copies_of_a_card_are_picked_and_dropped_again(quick_bots):
    for seed in map(str, range(100)):
        state = GAME.setup(GAME.options(), 3, seed, None)
        pairs = [card for card in state.hands[0] if state.hands[0].count(card) > 1]
        if GAME.to_move(state) == (0,) and pairs:
            break
    opened = saved("human", "bot:random", "bot:random", seed=seed, game="darwinning")
    submit(opened, 0, GAME.parse("lead 1"))
    element = ("card", pairs[0])
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await until(pilot, lambda: screen._news.actions)
        picked = []
        for _ in range(3):
            screen._move_to(element)
            await pilot.press("space")
            picked.append(screen._chooser.picks.count(element))
            assert shown(pilot.app).count("✓") == picked[-1]
        assert picked == [1, 2, 1]


# --- what came to pass


def at_the_end_of_eras(seats):
    """Where an era has just ended: the position, and what was heard since the last trick."""
    match = whole_match(seats)
    for position in range(1, len(match.history) + 1):
        before, after = match.state_at(position - 1), match.state_at(position)
        if after.era != before.era or not after.pending:
            story = scene(match, 0, position).story
            begun = max(at for at, event in enumerate(story) if isinstance(event, TrickWon))
            yield match, position, story[begun:]


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_a_survival_is_told_step_by_step(seats, size, strict):
    for match, position, told in at_the_end_of_eras(seats):
        for viewer in (0, WATCHER):
            lines = rows(drawn(scene(match, viewer, position, is_held=True), size))
            top = max(y for y, line in enumerate(lines) if "─ survival ─" in line)
            fed = [event for event in told if isinstance(event, Fed)]
            beings = {event.seat for event in fed}
            beings |= {event.eater for event in told if isinstance(event, Eaten)}
            ladder = 26 if size[0] >= 104 and size[1] >= 31 else 0
            ledger = [line[: size[0] - ladder] for line in lines[top + 1 : top + 1 + len(beings)]]
            names = [line[3:20].strip() for line in ledger]
            assert [name for name in names if name != "the dummy"] == [
                LONG_NAMES[event.seat] for event in fed
            ]
            for event in fed:
                check_fate(ledger[names.index(LONG_NAMES[event.seat])], event, told)


def check_fate(line, fed, told):
    numbers = [int(number) for number in re.findall(r"\d+", line[20:])]
    assert numbers[0] == fed.needed
    eaten = [event.eaten for event in told if isinstance(event, Eaten) and event.eater == fed.seat]
    marks = sum(line[3:].count(mark) for mark in SEAT_MARKS + "◇")
    assert marks == len(eaten)
    assert {1: "grows", 0: "stays", -1: "starves"}[fed.change] in line
    food = fed.home + fed.meals + fed.extra
    bites = [event for event in told if isinstance(event, Bitten) and event.seat == fed.seat]
    numbers = numbers[: len(numbers) - len(bites)]
    assert numbers[-1] == food
    assert sum(numbers[1:-1]) == food, line
    assert ("✗" in line) == bool(bites)


def test_the_own_food_is_told_as_a_sum():
    seen = 0
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(len(match.history)):
            effect = next(iter(match.state_at(position).pending[-1:]), None)
            if not isinstance(effect, Hunt):
                continue
            chooser = chooser_for(match, effect.seat, position)
            lines = rows(drawn(scene(match, effect.seat, position, chooser=chooser)))
            (line,) = (row for row in lines if "eat none (0)" in row or "eat no more (0)" in row)
            told = line[line.index("(0)") + 3 :]
            *parts, total = map(int, re.findall(r"\d+", told))
            assert sum(parts) == total
            needed = GAME.prompt(match.look(effect.seat, position), effect.seat)
            assert needed.startswith(f"Food {total} of ")
            assert ("eaten" in told) == bool(effect.eaten)
            seen += 1
    assert seen > 20


def test_the_last_trick_can_be_looked_at_while_the_next_goes_on():
    match, position, state = following(6, trick=2)
    won = [e for e in scene(match, 0, position).story if isinstance(e, TrickWon | Played)]
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


def test_traits_are_told_by_their_whole_names_where_there_is_room():
    cut = whole = 0
    for seats in SEATS:
        match, positions, _ = moments(seats)
        for position in positions:
            if kind_at(match, position) == "Mutate":
                continue
            view = match.look(0, position)
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
                told = [name for name in names if name in line]
                whole += len(told)
                cut += len(names) - len(told)
    assert whole > 15 * cut


def test_large_screens_tell_the_score_and_what_traits_do(strict):
    match, position, _ = following()
    text = drawn(scene(match, 0, position, cursor=("card", 0)), BOARDS[3]).canvas.plain()
    for trait in TABLES.traits:
        assert f"{trait.number} {trait.name}: {trait.effect}" in text
    assert f"▸ 1 {trait_name(1)}" in text
    lines = score(match.look(0, position))
    for seat in range(4):
        points = [line.points[seat] for line in lines]
        name = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}"
        told = [row[:72].split()[-5:] for row in text.splitlines() if row[1:].startswith(name)]
        assert [str(count) for count in (*points, sum(points))] in told


async def test_what_the_cursor_is_on_is_told_at_length():
    opened = saved("human", "bot:random", "bot:random", seed="zoom", game="darwinning")
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await until(pilot, lambda: screen._news.actions)
        card = next(n for kind, n in screen._board.places if kind == "card" and n != JOKER)
        screen._move_to(("card", card))
        await pilot.press("z")
        words = " ".join(shown(pilot.app).split())
        trait = TABLES.traits[NUMBER[card] - 1]
        assert "Under the cursor" in words
        assert trait.name in words
        assert trait.effect.split(".")[0][:20] in words
        await pilot.press("z")
        assert pilot.app.screen is screen


async def test_bots_linger_over_a_trick_that_was_won(monkeypatch):
    lingered = {True: set(), False: set()}

    async def wait(self, wish, lingers):
        told = app.screen._news.events
        if opened.match.history and opened.match.history[-1].seat:
            lingered[any(isinstance(event, TrickWon) for event in told)].add(lingers)

    monkeypatch.setattr("darwin_tui.screens.pace.Pace.wait", wait)
    opened = saved("human", "bot:random", "bot:random", seed="linger", game="darwinning")
    app = playing(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(30):
            await until(pilot, lambda: app.screen._news.actions)
            await app.screen._submit(app.screen._news.actions[0])
            if lingered[True]:
                break
    assert lingered == {True: {True}, False: {False}}


def test_the_cursor_begins_anew_where_another_choice_begins():
    for seats in SEATS[1:]:
        match = whole_match(seats)
        for position in range(len(match.history)):
            for seat in GAME.to_move(match.state_at(position)):
                chooser = chooser_for(match, seat, position)
                for element in chooser.lit:
                    begins = any(touched[:1] == (element,) for touched in chooser.touched)
                    stays = choosing.stays(chooser, element)
                    assert stays <= (element[0] not in ("use", "space", "button")), element
                    assert stays or not begins or element[0] == "button"
                assert not choosing.stays(chooser, None)


async def test_what_is_not_asked_for_is_refused_in_other_words_than_a_wrong_pick(quick_bots):
    seed = next(
        seed
        for seed in map(str, range(100))
        if GAME.to_move(GAME.setup(GAME.options(), 3, seed, None)) == (0,)
    )
    opened = saved("human", "bot:random", "bot:random", seed=seed, game="darwinning")
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen._news.actions)
        screen = pilot.app.screen
        screen._move_to(next(element for element in screen._board.places if element[0] == "card"))
        await pilot.press("space")
        assert "Not to be chosen now. " in shown(pilot.app)
        assert "what you have picked" not in shown(pilot.app)
