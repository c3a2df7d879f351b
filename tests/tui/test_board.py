"""The table of Darwin's Dice as drawn: all of it there, nothing of it hidden, at every size."""

import dataclasses
import itertools
import re
from random import Random
from typing import Any

import pytest
from matches import DICE
from msgspec.structs import replace
from textual.geometry import Region
from tui.checks import check_alike, check_frame, differs, twins
from tui.scenes import BOARDS, LONG_NAMES, asking, drawn, example, fronts, rows, scene, twin_of

from darwin_core.chooser import Chooser
from darwin_core.game import HIDDEN, NOTHING, SPECTATOR
from darwin_core.games.dice.components import CARDS, DECK, KINDS, POINTS, ROLLS, TRUMP
from darwin_core.games.dice.narration import reasons
from darwin_core.games.dice.state import PLAYS, Carried, Lost, Revealed, Scored, Won, hand_of
from darwin_core.games.dice.words import card_name, trump_words
from darwin_core.lexicon import Lexicon
from darwin_core.match import OMNISCIENT
from darwin_tui.games import board_for
from darwin_tui.games.dice.board import CARD, LARGE_CARD, LARGE_SIZE
from darwin_tui.terminal.glyphs import to_ascii
from darwin_tui.widgets.canvas import SEAT_MARKS

SEATS = DICE.seats
TOP, HAND = 6, 5
"""First row of the seats on a board without blank rows, and number of rows of the hand."""


def moments(seats, seed="moments", step=9):
    """Return a match and positions all over it; the last is its end."""
    match = example(seats, seed)
    last = len(match.history)
    return match, sorted({*range(0, last, step), 1, last - 1, last})


def seat_columns(drawing, seats):
    """Return the four rows of each seat, cut at its column."""
    width = (drawing.canvas.width - 1) // seats
    top = next(y for y, row in enumerate(rows(drawing)) if y > 3 and row.startswith(" ●"))
    return [
        [row[1 + seat * width : 1 + (seat + 1) * width] for row in rows(drawing)[top : top + 4]]
        for seat in range(seats)
    ]


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size):
    match, positions = moments(seats)
    for position in positions:
        for viewer in (*range(seats), SPECTATOR):
            now = asking(match, viewer, position)
            drawing, view = drawn(now, size), now.view
            check_frame(drawing, size)
            check_heading(drawing, view)
            check_seats(drawing, view, seats)
            check_hand(drawing, view, viewer)


def check_heading(drawing, view):
    heading = rows(drawing)[0]
    now = DICE.clock(view)
    where = f"round {now.round} of {now.rounds}   turn {now.turn} of {now.turns} "
    assert ("the match is over " if DICE.outcome(view) else where) in heading
    darwin = f" Darwin {SEAT_MARKS[view.darwin]} {LONG_NAMES[view.darwin]}   deck"
    assert heading.rstrip().endswith(f"{darwin} {len(view.deck)}")


def check_seats(drawing, view, seats):
    for seat, column in enumerate(seat_columns(drawing, seats)):
        name, status, points, taken = column
        assert name.rstrip() == f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}"
        if DICE.to_move(view):
            chosen = {NOTHING: "choosing", HIDDEN: "▒ chosen"}
            card = view.chosen[seat]
            said = chosen.get(card) or f"▒ {card_name(card)}"
            assert re.fullmatch(rf"{said}( +last [+−]\d+)? *", status)
        risk = sum(POINTS[card] for card in view.taken[seat])
        assert points.rstrip() == f"safe {view.points[seat]:<4}risk {risk}"
        codes = taken.split()
        cards = [CARDS[card].code for card in view.taken[seat]] or ["–"]
        if codes[-1].startswith("+"):
            assert len(codes) - 1 + int(codes[-1]) == len(cards)
            codes = codes[:-1]
        assert codes == cards[: len(codes)]
        assert all(row.endswith(" ") for row in column), "it runs into the next column"


def check_hand(drawing, view, viewer):
    lines = rows(drawing)
    if viewer == SPECTATOR:
        assert drawing.places == {}
        return
    hand = list(view.hands[viewer])
    assert list(drawing.places) == [("card", card) for card in hand]
    trump = TRUMP[view.rolls[view.turn]] if DICE.to_move(view) else None
    vast = drawing.canvas.width >= LARGE_SIZE.width and len(lines) >= LARGE_SIZE.height
    width, height = LARGE_CARD if vast else CARD
    for card, front in zip(hand, fronts(hand, width - 2), strict=True):
        region = drawing.places["card", card]
        assert region.bottom == len(lines)
        assert region.right <= drawing.canvas.width
        text = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        assert region.size == (width, height)
        assert (text[1][1:-1], text[height // 2][1:-1].rstrip()) == front
        assert text[-2].count("◇") == POINTS[card]
        assert ("trump" in text[0]) == (card == trump)
        copies = view.hands[viewer][card]
        assert (f"×{copies}" in text[-1]) == (copies > 1)
    regions = list(drawing.places.values())
    for one, other in itertools.pairwise(regions):
        assert one.right < other.x


@pytest.mark.parametrize("size", [(80, 57), (109, 54), (110, 53), (110, 54), (140, 80)], ids=str)
def test_nine_cards_fit_however_large_they_are(size):
    match = example(2, "heights", 0)
    view = match.view(0)
    view.hands[0] = hand_of(range(9))
    now = dataclasses.replace(asking(match, 0), view=view)
    drawing = drawn(now, size)
    check_hand(drawing, view, 0)
    large = {region.size == LARGE_CARD for region in drawing.places.values()}
    assert large == {size[0] >= 110 and size[1] >= 54}


@pytest.mark.parametrize("height", range(21, 61))
def test_no_part_overlaps_another_at_any_height(height):
    match = example(4, "heights", 30)
    for pane in range(3):
        lines = rows(drawn(scene(match, 0, pane=pane), (80, height)))
        tabs = "last turn · unseen cards · taken cards"
        titled = [y for y, line in enumerate(lines) if line.startswith("─ ")]
        *panes, hand = titled
        assert lines[hand].startswith("─ hand of ")
        assert hand == height - HAND - 1
        assert panes
        for top, below in zip(panes, titled[1:], strict=True):
            assert below - top >= 5, "four rows and a title"
        if len(panes) < 3:
            assert all(tabs in lines[top] for top in panes)
        else:
            names = [lines[top].strip("─ ").split(" ─")[0] for top in panes]
            assert names == ["last turn", "unseen cards", "taken cards"]


def test_a_larger_board_shows_more():
    match = example(2, "heights", 30)
    panes = {
        size: sum(line.startswith("─ ") for line in rows(drawn(scene(match, 0), size))) - 1
        for size in BOARDS
    }
    assert list(panes.values()) == [1, 2, 3, 3]


def test_tab_opens_each_pane_and_then_the_first_again():
    match = example(3, "panes", 20)
    texts = [drawn(scene(match, 0, pane=pane)).canvas.plain() for pane in range(4)]
    assert len(set(texts)) == 3
    assert texts[0] == texts[3]


def test_without_the_counter_nothing_is_counted():
    match = example(3, "panes", 20, options={"counter": False})
    for size in BOARDS:
        for pane in range(3):
            assert "unseen" not in drawn(scene(match, 0, pane=pane), size).canvas.plain()


def test_unseen_cards_are_counted_from_what_the_viewer_knows():
    match = example(4, "counts", 30)
    for viewer in (*range(4), SPECTATOR):
        lines = rows(drawn(scene(match, viewer, pane=1)))
        top = next(y for y, line in enumerate(lines) if " of 72 " in line)
        dots = sum(line.count("•") for line in lines[top + 1 : top + 5])
        assert f" {dots} of 72 " in lines[top]
        view = match.view(viewer)
        known = len(view.middle) + sum(map(len, view.taken)) + len(view.out)
        if viewer < 4:
            known += sum(view.hands[viewer].values()) + (view.chosen[viewer] != NOTHING)
        assert dots == 72 - known


def deals(seats, count):
    """Yield scenes of turns and their events, many of them draws, thefts and ties."""
    rng = Random(f"deals {seats}")
    match = example(seats, "deals", 0)
    for _ in range(count):
        roll = rng.randrange(ROLLS)
        number = rng.choice(CARDS).halves
        few = [card for card in DECK if CARDS[card].halves == number or card == TRUMP[roll]]
        few += [card for card in DECK if CARDS[card].name == "scorpion"]
        cards = rng.sample(few if rng.random() < 0.7 and len(few) > seats else DECK, seats)
        is_last = rng.random() < 0.3
        state = replace(
            match.state,
            rolls=bytes([roll]) * len(match.state.rolls),
            turn=DICE.clock(match.state).turns - 1 if is_last else 0,
            hands=[hand_of([card] if is_last else [card, card]) for card in cards],
            middle=bytes(rng.sample(DECK, rng.choice([0, 0, 16]))),
            taken=[bytes(rng.sample(DECK, rng.choice([0, 14]))) for _ in cards],
        )
        state = DICE.clone(state)
        events: list[Any] = []
        for seat, card in enumerate(cards):
            DICE.apply(state, seat, PLAYS[card], events.append)
        now = scene(match, 0)
        object.__setattr__(now, "view", DICE.view(state, 0))
        object.__setattr__(now, "events", events)
        yield now, events


@pytest.mark.parametrize("seats", SEATS)
def test_reason_and_consequence_stand_apart_and_whole(seats):
    kinds = set()
    for now, events in deals(seats, 250):
        lines = rows(drawn(now))
        revealed = next(event for event in events if isinstance(event, Revealed))
        top = next(y for y, line in enumerate(lines) if line.startswith("─ last turn"))
        for place, (seat, card) in enumerate(revealed.ranking):
            row = lines[top + 1 + place]
            who = f" {place + 1} {SEAT_MARKS[seat]} {LONG_NAMES[seat]} +{card_name(card)}"
            why = reasons(revealed)[place]
            what = consequence(events, seat)
            kinds.add(what and what[:4])
            pattern = rf"{who}(?: +{re.escape(why)})?"
            assert why in row
            assert re.fullmatch(rf"{pattern} +{re.escape(what)} ?", row), row
    assert kinds == {"", "wins", "lose", "noth", "carr", "leav"}


def consequence(events, seat):
    for event in events:
        match event:
            case Won(winner, cards, carried) if winner == seat:
                points = sum(POINTS[card] for card in cards + carried)
                return f"wins {len(cards) + len(carried)} cards +{points}"
            case Lost(loser, cards) if loser == seat:
                points = sum(POINTS[card] for card in cards)
                number = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
                return f"loses {number} −{points}" if cards else "nothing to lose"
            case Carried(_, tied) if seat in tied:
                ends = any(isinstance(event, Scored) for event in events)
                return "leaves the game" if ends else "carried over"
    return ""


def test_no_sentence_is_longer_than_its_line():
    start = example(2, "words", 0).state
    longest = 0
    for roll in range(ROLLS):
        state = replace(start, rolls=bytes([roll]) * len(start.rolls))
        longest = max(longest, len(DICE.prompt(state, 0, Lexicon()) + "   cannot be undone"))
        longest = max(longest, len(DICE.prompt(state, SPECTATOR, Lexicon())))
        for card in range(KINDS):
            chosen = replace(state, chosen=[card, NOTHING], waiting=2)
            longest = max(longest, len(DICE.element(state, 0, ("card", card), Lexicon(LONG_NAMES))))
            longest = max(longest, len(DICE.prompt(chosen, 0, Lexicon())))
    assert 60 < longest <= 78


# --- without colour


def plain(now, size=BOARDS[0]):
    return drawn(now, size).canvas.plain()


def seat_zero(match, **more):
    return asking(match, 0, **more)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_states_that_differ_differ_without_colour(ascii_only):
    match = example(4, "mono", 24)
    while set(DICE.to_move(match.state)) != {0, 1, 2, 3}:
        match.accept(
            match.propose(*next((s, match.asked(s)[0]) for s in range(4) if match.asked(s)))
        )

    def looks(now):
        return to_ascii(plain(now)) if ascii_only else plain(now)

    cards = [("card", card) for card in match.state.hands[0]]
    frames = {looks(seat_zero(match, cursor=card)) for card in cards}
    assert len(frames) == len(cards), "which card the cursor is on"
    chooser = seat_zero(match).chooser
    picked = {
        looks(scene(match, 0, chooser=chooser.select(card), cursor=cards[0])) for card in cards
    }
    assert len(picked) == len(cards), "which card is picked"
    assert not picked & frames, "that one is picked"
    chose = set()
    for seats in range(16):
        state = match.view(0)
        state.chosen = [HIDDEN if seats >> seat & 1 and seat else NOTHING for seat in range(4)]
        now = seat_zero(match)
        object.__setattr__(now, "view", state)
        chose.add(looks(now))
    assert len(chose) == 8, "who of the others has chosen"
    few = Chooser.of(
        [action for action in match.asked(0) if action.card != cards[0][1]], DICE.targets
    )
    some = {looks(scene(match, 0, chooser=each, cursor=cards[1])) for each in (chooser, few)}
    assert len(some) == 2, "which card cannot be picked"
    trumps = set()
    for roll in range(ROLLS):
        state = match.view(0)
        state.rolls = bytes([roll]) * len(state.rolls)
        now = seat_zero(match)
        object.__setattr__(now, "view", state)
        trumps.add(looks(now))
    assert len(trumps) == ROLLS, "which roll it is, and so which card is trump"


def test_what_is_held_is_the_turn_that_was_turned_up():
    for seats in SEATS:
        match, positions = moments(seats, "held", step=1)
        for position in positions:
            events = match.events(0, position)
            turned_up = [event for event in events if isinstance(event, Revealed)]
            for viewer in (0, SPECTATOR):
                if turned_up:
                    check_held(match, viewer, position, turned_up[0])


def check_held(match, viewer, position, turned_up):
    drawing = drawn(scene(match, viewer, position, is_paused=True))
    lines = rows(drawing)
    before = DICE.clock(match.view(viewer, position - 1))
    where = f"round {before.round} of {before.rounds}   turn {before.turn} of {before.turns}"
    assert where in lines[0]
    assert trump_words(turned_up.roll) in lines[3]
    columns = seat_columns(drawing, match.seats)
    for seat, card in turned_up.ranking:
        assert columns[seat][1].startswith(card_name(card))
    if DICE.clock(match.view(viewer, position)).round != before.round:
        assert drawing.places == {}
    assert "╭─────╮" not in "".join(lines[-HAND:]), "no card can be picked"


def test_gains_beside_seats_are_those_of_the_last_turn():
    for now, events in deals(4, 100):
        lines = drawn(now)
        for seat, column in enumerate(seat_columns(lines, 4)):
            points = consequence(events, seat).rpartition(" ")[2]
            if "last" in column[1]:
                assert column[1].split("last ")[1].strip() == points


# --- repainting


def test_the_same_scene_again_paints_nothing():
    match = example(3, "repaint", 20)
    one, two = drawn(seat_zero(match)), drawn(seat_zero(match))
    assert one.canvas.changed_rows(two.canvas) == []


def test_a_cursor_move_paints_two_cards_only():
    match = example(2, "repaint", 0)
    cards = [("card", card) for card in match.state.hands[0]]
    for here, there in itertools.pairwise(cards):
        one = drawn(seat_zero(match, cursor=here))
        two = drawn(seat_zero(match, cursor=there))
        changed = two.canvas.changed_rows(one.canvas)
        around = Region.from_union([one.places[here], one.places[there]])
        assert changed
        assert len(changed) <= HAND
        for y in changed:
            before, after = one.canvas._cells[y], two.canvas._cells[y]
            columns = [x for x in range(one.canvas.width) if before[x] != after[x]]
            assert around.contains_point((columns[0], y))
            assert around.contains_point((columns[-1], y))


# --- what is hidden


@pytest.mark.parametrize("seats", SEATS)
def test_a_frame_shows_nothing_that_its_viewer_may_not_know(seats):
    match, positions = moments(seats, "twins", step=7)
    different = 0
    for position, viewer, state, other in twins(match, positions):
        different += other != state
        now = scene(match, viewer, position)
        for size in (BOARDS[0], BOARDS[2]):
            check_alike(now, dataclasses.replace(now, view=DICE.view(other, viewer)), size)
    assert different > len(positions)


def test_the_twins_would_show_a_leak():
    match = example(3, "twins", 12)
    assert differs(scene(match, OMNISCIENT), twin_of("dice", match.state, 0, Random(1)))


def test_a_spectator_sees_backs_and_the_omniscient_all_hands():
    match = example(4, "backs", 9)
    backs = rows(drawn(scene(match, SPECTATOR)))[-HAND:]
    fronts_up = rows(drawn(scene(match, OMNISCIENT)))[-HAND:]
    for seat, hand in enumerate(match.state.hands):
        assert backs[seat].split(LONG_NAMES[seat])[1].split() == ["▒"] * sum(hand.values())
        codes = [CARDS[card].code for card, copies in hand.items() for _ in range(copies)]
        assert fronts_up[seat].split(LONG_NAMES[seat])[1].split() == codes


# --- the keys' way over the board


def test_neighbours_are_those_to_the_left_and_right():
    board = board_for("dice")
    match = example(2, "repaint", 0)
    board._drawing = drawn(scene(match, 0))
    cards = list(board.places)
    assert board.neighbour(None, 1, 0) == cards[0]
    assert board.neighbour(("card", 99), 1, 0) == cards[0]
    for here, there in itertools.pairwise(cards):
        assert board.neighbour(here, 1, 0) == there
        assert board.neighbour(there, -1, 0) == here
    assert board.neighbour(cards[0], -1, 0) == cards[0]
    assert board.neighbour(cards[-1], 1, 0) == cards[-1]
    assert board.neighbour(cards[1], 0, 1) == cards[1]
