"""The table of Darwin's Dice as drawn: all of it there, nothing of it hidden, at every size."""

import dataclasses
import itertools
import re
from random import Random
from typing import Any

import pytest
import sampling
from matches import DICE
from msgspec.structs import replace
from textual.geometry import Region
from tui.checks import check_apart, check_frame
from tui.dice_cards import cards_on, kinds_on
from tui.dice_scenes import moments
from tui.scenes import BOARDS, LONG_NAMES, asking, drawn, example, rows, scene

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import HIDDEN, NOTHING, OMNISCIENT, SPECTATOR
from darwin_core.games.dice.acts import PLAYS, Carried, Lost, Revealed, Scored, Won
from darwin_core.games.dice.material import CARDS, DECK, KINDS, POINTS, ROLLS, TRUMP, face, hand_of
from darwin_core.games.dice.texts import mode_words, tie_order
from darwin_core.games.dice.view import unseen
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for
from darwin_tui.boards.dice.cards import HUGE, HUGE_LEAST, LARGE, MEDIUM, MEDIUM_LEAST, SMALL
from darwin_tui.boards.dice.felt import consequence, reasons
from darwin_tui.boards.dice.moment import DiceView, stages, turns_of, worth
from darwin_tui.drawing.canvas import SEAT_MARKS, Look
from darwin_tui.terminal.painter import to_ascii
from darwin_tui.widgets.pane import CanvasWidget

SEATS = DICE.seats
SIZES = (*BOARDS, (160, 47))
LEAST_WIDTHS = {
    SMALL.height: SMALL.width,
    MEDIUM.height: MEDIUM_LEAST,
    LARGE.height: LARGE.width,
    HUGE.height: HUGE_LEAST,
}
"""The smallest width of cards by their height."""
TURNS_INTERVAL = 5
"""Turns of a match of which one is turned up."""


def plates(drawing):
    """Return the text of each plate, row by row, by the mark in its upper edge."""
    lines = rows(drawing)
    starts = [at for at, character in enumerate(lines[1]) if character in "╭┏"]
    found = {}
    for x in starts:
        end = min(at for at, character in enumerate(lines[1]) if character in "╮┓" and at > x)
        height = next(y for y in range(2, len(lines)) if lines[y][x] in "╰┗")
        text = [line[x : end + 1] for line in lines[1 : height + 1]]
        if text[0][3] in SEAT_MARKS:
            found[SEAT_MARKS.index(text[0][3])] = text
    return found


def own_row(drawing):
    """Return the row with the viewer's points, or the heading of the hands."""
    words = ("  safe ", " hands ", " result ")
    return next(
        row
        for row in reversed(rows(drawing))
        if row.startswith(" ") and any(word in row[:60] for word in words)
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size):
    match, positions = moments(seats)
    for position in sampling.some(positions, 3, size[0] // 20):
        for viewer in (*range(seats), SPECTATOR):
            now = asking(match, viewer, position)
            drawing, view = drawn(now, size), now.view
            check_frame(drawing, size)
            check_heading(drawing, view)
            check_dice(drawing, view)
            check_seats(drawing, now)
            check_hand(drawing, now)


def check_heading(drawing, view):
    heading = rows(drawing)[0]
    now = DICE.clock(view)
    where = rf"round {now.round} of {now.rounds} .*turn {now.turn} of {now.turns} "
    assert re.search("the match is over " if DICE.outcome(view) else where, heading)
    darwin = f" {SEAT_MARKS[view.darwin]} {LONG_NAMES[view.darwin]}   deck {len(view.deck)} "
    assert heading.endswith(darwin)
    assert "Darwin" in heading


def check_dice(drawing, view):
    roll = view.rolls[min(view.turn, len(view.rolls) - 1)]
    text = drawing.canvas.plain()
    trump = CARDS[TRUMP[roll]]
    assert mode_words(roll) in text
    assert re.search(rf" {trump.number} {trump.name}\s", text)
    assert "›".join(tie_order(roll)) in text or not DICE.to_move(view)
    middle = len(view.middle)
    if middle:
        assert re.search(rf"{middle} cards, {worth(view.middle)} points|middle {middle} ", text)
        assert f"{worth(view.middle)} points" in text
    else:
        assert "nothing carried over" in text or "no cards" in text


def check_seats(drawing, now):
    view, shown = now.view, plates(drawing)
    others = [seat for seat in range(len(now.names)) if seat != now.viewer]
    assert set(shown) == set(others)
    for seat, (title, *inner) in shown.items():
        name = re.match(r"╭─ . (.*?) ", title)
        assert name
        assert LONG_NAMES[seat].startswith(name[1])
        text = " ".join(line[1:-1] for line in inner)
        risk = worth(view.taken[seat])
        assert re.search(rf"safe +{view.points[seat]}\b.*risk +{risk}\b", text)
        if DICE.to_move(view):
            card = view.chosen[seat]
            is_dotted = any("┆" in line for line in inner)
            assert is_dotted == (card == NOTHING)
        check_taken(inner, view.taken[seat])
    if now.viewer in range(len(now.names)) and DICE.to_move(view):
        points, taken = view.points[now.viewer], view.taken[now.viewer]
        own = own_row(drawing)
        assert f"{LONG_NAMES[now.viewer]} you  safe {points}  at risk {worth(taken)} " in own
        chosen = view.chosen[now.viewer]
        if chosen != NOTHING:
            card = CARDS[chosen]
            assert f"✓ {card.name} {card.number}" in own or f"✓ {card.code}  " in own


def check_taken(inner, cards):
    """Check that the cards on a plate, and the number of the others, are those taken."""
    text = " ".join(line[1:-1] for line in inner)
    if not cards:
        assert "nothing taken" in text or "none" in text
        return
    more = re.search(r"\+(\d+)", text)
    words = [f"{CARDS[card].name} {CARDS[card].number}" for card in sorted(cards)]
    codes = [CARDS[card].code for card in sorted(cards)]
    longest = 0
    for named in (words, codes):
        for count in range(len(cards) + 1):
            pattern = r"[^+]*?".join(rf"\b{re.escape(name)}(?![\d.])" for name in named[:count])
            if re.search(pattern, text):
                longest = max(longest, count)
    assert longest + int(more[1] if more else 0) == len(cards), (text, words)


def check_hand(drawing, now):
    lines, view, viewer = rows(drawing), now.view, now.viewer
    if viewer == SPECTATOR:
        assert drawing.places == {}
        return
    hand = list(view.hands[viewer])
    assert list(drawing.places) == [("card", card) for card in hand]
    check_apart(drawing)
    trump = TRUMP[view.rolls[view.turn]] if DICE.to_move(view) else None
    shown = {(each.x, each.y): each.card for each in cards_on(lines)}
    for card in hand:
        region = drawing.places["card", card]
        assert region.width >= LEAST_WIDTHS[region.height]
        assert shown[region.offset] == card
        text = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        assert sum(line.count("◆") for line in text) == POINTS[card]
        assert ("★" in "".join(text)) == (card == trump)
        below = lines[region.bottom][region.x : region.right]
        copies = view.hands[viewer][card]
        assert (f"×{copies}" in below) == (copies > 1)
    for one, other in itertools.pairwise(drawing.places.values()):
        assert one.right < other.x


@pytest.mark.parametrize("viewer", sampling.some(range(2), 2))
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_keep_their_places_all_through_a_round(size, viewer):
    match = example(2, "columns")
    seen: dict[Any, Any] = {}
    for position in range(len(match.history) + 1):
        now = asking(match, viewer, position)
        if not DICE.to_move(now.view):
            break
        clock = DICE.clock(now.view)
        drawing = drawn(now, size)
        for element, region in drawing.places.items():
            assert seen.setdefault((clock.round, element), region) == region
        reveals = [event for event in now.events if isinstance(event, Revealed)]
        this_round = reveals[(clock.round - 1) * clock.turns :]
        played = {dict(each.ranking)[viewer]: turn for turn, each in enumerate(this_round, 1)}
        for card, turn in played.items():
            place = seen.get((clock.round, ("card", card)))
            if place and card not in {*now.view.hands[viewer], now.view.chosen[viewer]}:
                text = [row[place.x : place.right] for row in rows(drawing)[place.y : place.bottom]]
                assert f"turn {turn}" in " ".join(text)
                assert CARDS[card].name in " ".join(text)
    assert len({key for key, _ in seen}) > 1


@pytest.mark.parametrize("size", [(80, 57), (109, 54), (110, 53), (110, 54), (140, 80)], ids=str)
def test_nine_cards_fit_however_large_they_are(size):
    match = example(2, "heights", 0)
    view = match.view(0)
    view.hands[0] = hand_of(range(9))
    now = dataclasses.replace(asking(match, 0), view=view)
    drawing = drawn(now, size)
    assert len(drawing.places) == 9
    check_hand(drawing, now)


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_no_part_overlaps_another_at_any_height(width):
    match = example(4, "heights", 30)
    now = asking(match, 0)
    wanted = [card for _, card in turns_of(now.events)[-1].reveal.ranking]
    wanted += sorted(now.view.hands[0])
    for height in sampling.some(range(20, 61), 6):
        drawing = drawn(now, (width, height))
        assert drawing.cuts == []
        assert kinds_on(rows(drawing)) == wanted, height
        check_hand(drawing, now)


def test_a_larger_board_shows_more():
    match = example(2, "heights", 30)
    words = ("last turn", "unseen", "standing", "last turns", "unseen cards")
    shown = {
        size: sum(word in drawn(scene(match, 0), size).canvas.plain() for word in words)
        for size in BOARDS
    }
    assert list(shown.values()) == sorted(shown.values())
    assert shown[BOARDS[0]] < shown[BOARDS[-1]] == len(words)
    cards = {size: drawn(asking(match, 0), size) for size in (*BOARDS, (160, 47))}
    heights = [max(place.height for place in each.places.values()) for each in cards.values()]
    assert heights == [4, 9, 9, 18, 12], "cards have pictures where nine of them have room"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_tab_opens_all_cards_taken_and_then_the_last_turn_again(size):
    match = example(3, "panes", 20)
    drawings = [drawn(scene(match, 0, pane=pane), size) for pane in range(3)]
    texts = [drawing.canvas.plain() for drawing in drawings]
    assert texts[0] == texts[2] != texts[1]
    lines = rows(drawings[1])
    top = next(y for y, line in enumerate(lines) if "taken in this round" in line)
    start = lines[top].index("taken in this round")
    chips = " ".join(line[start:] for line in lines[top + 1 : top + 9])
    for cards in match.state.taken:
        for card in cards:
            assert f" {CARDS[card].code} " in chips


def test_without_the_counter_nothing_is_counted():
    match = example(3, "panes", 20, options={"counter": False})
    for size in SIZES:
        for pane, card in itertools.product(range(2), match.state.hands[0]):
            now = asking(match, 0, pane=pane, cursor=("card", card))
            assert "unseen" not in drawn(now, size).canvas.plain()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_unseen_cards_are_counted_from_what_the_viewer_knows(size):
    match = example(4, "counts", 30)
    for viewer in (*range(4), SPECTATOR):
        view = match.view(viewer)
        lines = rows(drawn(scene(match, viewer, pane=1), size))
        top = next(y for y, line in enumerate(lines) if "unseen" in line)
        start = lines[top].rindex("unseen")
        is_panel = "unseen cards" in lines[top]
        top += is_panel
        if is_panel:
            assert f" {len(unseen(view))} of 72 " in lines[top - 1]
        count = 0
        for line in lines[top + 1 : top + 5]:
            blocks = line[start:].partition("│")[0]
            count += blocks.count("▄") + blocks.count("█") * (1 if is_panel else 2)
        owls, scorpions = lines[top + 5][start - 2 :].split("scorpion")
        count += owls.count("▄") + 2 * owls.count("█")
        number = re.match(r" (\d)", scorpions)
        assert number
        assert count + int(number[1]) == len(unseen(view)), (viewer, lines)
        known = len(view.middle) + sum(map(len, view.taken)) + len(view.out)
        if viewer < 4:
            known += sum(view.hands[viewer].values()) + (view.chosen[viewer] != NOTHING)
        assert len(unseen(view)) == 72 - known


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
            options=replace(match.state.options, counter=False),
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


@pytest.mark.parametrize(("seats", "size"), sampling.grid(SEATS, [(80, 21), (120, 37)]), ids=str)
def test_reason_and_consequence_stand_under_each_card_and_whole(seats, size):
    kinds = set()
    for now, events in deals(seats, 100):
        drawing = drawn(now, size)
        assert drawing.cuts == []
        lines = rows(drawing)
        (turn,) = turns_of(events)
        shown = cards_on(lines)[:seats]
        assert [each.card for each in shown] == [card for _, card in turn.reveal.ranking]
        heading = f"{face(turn.reveal.roll).mode}, trump  {CARDS[TRUMP[turn.reveal.roll]].number} "
        assert any(heading in line for line in lines[: shown[0].y])
        ends = [each.x - 1 for each in shown[1:]] + [shown[-1].x + 16]
        for place, (seat, _) in enumerate(turn.reveal.ranking):
            x, y, card = shown[place]
            height = next(h for h in (4, 9, 12) if lines[y + h - 1][x] in "▜s")
            column = [line[x - 2 : ends[place]] for line in lines]
            below = " ".join(column[y + height : y + height + 5])
            above = " ".join(column[y - 2 : y])
            assert f"{SEAT_MARKS[seat]} {LONG_NAMES[seat][:6]}" in above
            assert reasons(turn.reveal)[place] in below
            words = told(events, seat)
            kinds.add(words[0].split()[0] if words else "")
            for word in words:
                assert word in below, (column, CARDS[card])
            assert consequence(turn, seat)[0] == (words[0] if words else "")
    assert kinds == {"", "won", "lost", "to", "leaves"}


@pytest.mark.parametrize("size", [(80, 21), (120, 37)], ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_cards_carried_over_by_several_turns_are_shown_turn_by_turn(seats, size):
    state = example(seats, "carried", 0).state
    same = [0, 9, 18]
    hands = [hand_of([*same, 33]) for _ in range(seats)]
    state = DICE.clone(replace(state, hands=hands, deck=b""))
    events: list[Any] = []
    for card in same:
        for seat in range(seats):
            DICE.apply(state, seat, PLAYS[card], events.append)
    now = scene(example(seats, "carried", 0), 0)
    view = DICE.view(state, 0)
    view.options = replace(view.options, counter=False)
    object.__setattr__(now, "view", view)
    object.__setattr__(now, "events", events)
    drawing = drawn(now, size)
    lines = rows(drawing)
    assert drawing.cuts == []
    words = f"{len(state.middle)} cards, {worth(state.middle)} points for who wins"
    (top,) = (y for y, line in enumerate(lines) if words in line)
    for y, card in enumerate(same, top + 1):
        assert f"turn {y - top}  " in lines[y]
        assert lines[y].count(f" {CARDS[card].number} {CARDS[card].name} ") == seats


def told(events, seat):
    """Return the words that must stand under a card."""
    for event in events:
        match event:
            case Won(winner, cards, carried) if winner == seat:
                points = sum(POINTS[card] for card in cards + carried)
                return [f"won {len(cards) + len(carried)}", f"+{points}"]
            case Lost(loser, cards) if loser == seat:
                points = sum(POINTS[card] for card in cards)
                return [f"lost {len(cards)}", f"−{points}"] if cards else ["lost none"]
            case Carried(_, tied) if seat in tied:
                ends = any(isinstance(event, Scored) for event in events)
                return ["leaves game" if ends else "to middle"]
    return []


def test_no_sentence_is_longer_than_its_line():
    start = example(2, "words", 0).state
    longest = 0
    for roll in range(ROLLS):
        state = replace(start, rolls=bytes([roll]) * len(start.rolls))
        longest = max(
            longest, len(DICE.texts.prompt(state, 0, SeatNames()) + " It cannot be undone.")
        )
        longest = max(longest, len(DICE.texts.prompt(state, SPECTATOR, SeatNames())))
        for card in range(KINDS):
            chosen = replace(state, chosen=[card, NOTHING], waiting=2)
            longest = max(
                longest, len(DICE.texts.element(state, 0, ("card", card), SeatNames(LONG_NAMES)))
            )
            longest = max(longest, len(DICE.texts.prompt(chosen, 0, SeatNames())))
    assert 60 < longest <= 78


# --- without colour


@pytest.fixture(params=[Look(False), Look(False, True)], ids=["mono", "ascii"])
def bare(request, monkeypatch):
    """Draw for a terminal without colours, and for one with ASCII alone; return its text."""
    look = request.param
    monkeypatch.setattr(CanvasWidget, "look", look)

    def plain(now, size=BOARDS[0]):
        text = drawn(now, size).canvas.plain()
        return to_ascii(text) if look.is_ascii else text

    return plain


def seat_zero(match, **more):
    return asking(match, 0, **more)


@pytest.mark.parametrize("size", [(80, 21), (120, 37)], ids=str)
def test_states_that_differ_differ_without_colour(bare, size):
    match = example(4, "mono", 24)
    while set(DICE.to_move(match.state)) != {0, 1, 2, 3}:
        match.accept(
            match.propose(*next((s, match.legal(s)[0]) for s in range(4) if match.legal(s)))
        )

    def looks(now):
        return bare(now, size)

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
        [action for action in match.legal(0) if action.card != cards[0][1]], DICE.targets
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


def test_each_card_looks_different_without_colour(bare):
    match = example(2, "fronts", 0)
    fronts = set()
    for card in range(KINDS):
        view = match.view(0)
        view.hands[0] = hand_of([card])
        fronts.add(bare(dataclasses.replace(asking(match, 0), view=view)))
    assert len(fronts) == KINDS


# --- a reveal


def revealed(match, viewer=0, step=1):
    """Yield positions after which cards are turned up, with the events of the last action."""
    for position in range(1, len(match.history) + 1, step):
        events = match.events(viewer, position)
        if any(isinstance(event, Revealed) for event in events):
            yield position, events


def test_what_is_held_is_the_turn_that_was_turned_up():
    for seats in SEATS:
        match, _ = moments(seats, "held", step=1)
        for (position, events), viewer in itertools.product(revealed(match), (0, SPECTATOR)):
            (turned_up,) = (event for event in events if isinstance(event, Revealed))
            check_held(match, viewer, position, turned_up)


def check_held(match, viewer, position, turned_up):
    drawing = drawn(scene(match, viewer, position, is_paused=True))
    lines = rows(drawing)
    before = DICE.clock(match.view(viewer, position - 1))
    where = f"round {before.round} of {before.rounds}   turn {before.turn} of {before.turns}"
    assert where in lines[0]
    trump = CARDS[TRUMP[turned_up.roll]]
    assert any(f" {trump.number} {trump.name} " in line[:30] for line in lines)
    ranking = [card for _, card in turned_up.ranking]
    assert kinds_on(lines)[: match.seats] == ranking
    if DICE.clock(match.view(viewer, position)).round != before.round:
        assert drawing.places == {}
        assert kinds_on(lines) == ranking, "nothing of the next hand"


@pytest.mark.parametrize(
    ("seats", "size"),
    sampling.grid(SEATS, [(80, 21), (120, 37)], within=TURNS_INTERVAL),
    ids=str,
)
def test_cards_are_turned_up_one_by_one_then_taken(seats, size):
    match = example(seats, "frames")
    board = board_for("dice")
    for position, events in sampling.some(list(revealed(match)), TURNS_INTERVAL):
        frames = board.reveal_frames(events)
        (turn,) = turns_of(events)
        ranking = [card for _, card in turn.reveal.ranking]
        faces = []
        for frame in range(frames, -1, -1):
            now = scene(
                match, 0, position, is_paused=True, frame=frame, moving=events if frame else ()
            )
            lines = rows(drawn(now, size))
            shown = [each.card for each in cards_on(lines) if each.y < own_y(lines)]
            assert shown == ranking[len(ranking) - len(shown) :]
            faces.append(len(shown))
            stage = DiceView(now).stage
            text = " ".join(lines)
            if turn.won:
                count = len(turn.won.cards) + len(turn.won.carried)
                assert (f"won {count}" in text) == stage.shows_winner
            for loss in turn.losses:
                if loss.cards:
                    assert (f"lost {len(loss.cards)}" in text) == stage.shows_losses
            assert stage.is_running == (frame > 0)
        assert faces == sorted(faces)
        assert set(faces) == set(range(seats + 1))


def own_y(lines):
    """Return the row of the viewer's points."""
    return next(y for y, line in enumerate(lines) if " you  safe " in line)


def test_points_move_only_when_the_reveal_has_come_to_them():
    for seats in SEATS:
        match = example(seats, "figures")
        for position, events in revealed(match):
            before = match.view(0, position - 1)
            after = match.view(0, position)
            frames = board_for("dice").reveal_frames(events)
            first = DiceView(scene(match, 0, position, is_paused=True, frame=frames, moving=events))
            last = DiceView(scene(match, 0, position, is_paused=True))
            for seat in range(seats):
                assert sorted(first.taken(seat)) == sorted(before.taken[seat])
                assert first.points(seat) == before.points[seat]
                assert last.taken(seat) == after.taken[seat]
                assert last.points(seat) == after.points[seat]


def test_a_loss_is_shown_before_the_winner():
    plain, robbed = stages(3, has_losses=False), stages(3, has_losses=True)
    assert [stage.faces for stage in plain] == sorted(stage.faces for stage in plain)
    added = [stage for stage in robbed if stage.shows_losses and not stage.shows_winner]
    assert added
    assert [stage for stage in robbed if stage not in added] == plain
    assert robbed.index(added[0]) < next(at for at, each in enumerate(robbed) if each.shows_winner)


def test_the_seat_that_rolled_is_shown_until_the_winner_is():
    match = example(3, "darwins")
    changed = 0
    for position, events in revealed(match):
        frames = board_for("dice").reveal_frames(events)
        before, after = match.view(0, position - 1).darwin, match.view(0, position).darwin
        first = DiceView(scene(match, 0, position, is_paused=True, frame=frames, moving=events))
        assert first.darwin == before
        assert DiceView(scene(match, 0, position, is_paused=True)).darwin == after
        changed += before != after
    assert changed


@pytest.mark.parametrize("is_paused", [True, False])
def test_dice_roll_after_a_reveal_unless_play_pauses(is_paused):
    match = example(2, "frames")
    position, events = next(iter(revealed(match)))
    board = board_for("dice")
    rest = 0 if is_paused else board.frames(events)
    assert board.frames(events) > 0
    for frame in range(board.reveal_frames(events) + rest, -1, -1):
        more = {"frame": frame, "moving": events} if frame else {}
        moment = DiceView(asking(match, 0, position, is_paused=is_paused, **more))
        assert moment.stage.is_running == (frame > rest)
        assert moment.is_rolling == (0 < frame <= rest)
        assert moment.is_held == (is_paused or frame > rest)
        assert moment.turn == match.view(0, position).turn - moment.is_held


# --- repainting


def test_the_same_scene_again_paints_nothing():
    match = example(3, "repaint", 20)
    one, two = drawn(seat_zero(match)), drawn(seat_zero(match))
    assert one.canvas.changed_rows(two.canvas) == []


def test_a_cursor_move_paints_two_cards_and_the_words_on_one_only():
    match = example(2, "repaint", 0)
    cards = [("card", card) for card in match.state.hands[0]]
    for here, there in itertools.pairwise(cards):
        one = drawn(seat_zero(match, cursor=here))
        two = drawn(seat_zero(match, cursor=there))
        changed = two.canvas.changed_rows(one.canvas)
        around = Region.from_union([one.places[here], one.places[there]]).grow((1, 1, 1, 1))
        note = one.canvas.height - 1
        assert changed
        for y in set(changed) - {note}:
            before, after = one.canvas.grid[y], two.canvas.grid[y]
            columns = [x for x in range(one.canvas.width) if before[x] != after[x]]
            assert around.contains_point((columns[0], y))
            assert around.contains_point((columns[-1], y))


# --- what is hidden


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_a_spectator_sees_backs_and_the_omniscient_all_hands(seats, size):
    match = example(seats, "backs", 9)
    backs, fronts = (drawn(scene(match, viewer), size) for viewer in (SPECTATOR, OMNISCIENT))
    top = next(y for y, row in enumerate(rows(fronts)) if row.startswith(" hands "))
    count = sum(sum(hand.values()) for hand in match.state.hands)
    below = backs.canvas.grid[top + 1 :]
    assert count == sum(character == "▟" for row in below for character, _ in row)
    for seat, hand in enumerate(match.state.hands):
        name = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}"
        assert any(name in row for row in rows(backs)[top + 1 :])
        y = next(y for y, row in enumerate(rows(fronts)) if y > top and row.startswith(f" {name}"))
        held = [card for card, copies in hand.items() for _ in range(copies)]
        shown = [each.card for each in cards_on(rows(fronts)) if each.y == y + 1]
        if not shown:
            words = rows(fronts)[y][len(name) + 1 :]
            for card in held:
                row = CARDS[card]
                whole = f" {row.number} {row.name[:4]}"
                assert whole in f" {words}" or f" {row.code} " in words
            shown = held
        assert shown == held
    known = {CARDS[card].code for hand in match.state.hands for card in hand}
    words = " ".join(rows(backs)[top:])
    assert not known & set(words.partition("ties")[0].split())
    assert [each for each in cards_on(rows(backs)) if each.y > top] == []


def test_a_card_chosen_is_shown_to_the_omniscient_alone():
    match = example(4, "backs", 9)
    (seat,) = (seat for seat in range(4) if match.state.chosen[seat] != NOTHING)
    card = match.state.chosen[seat]
    for viewer, size in itertools.product((OMNISCIENT, SPECTATOR, (seat + 1) % 4), SIZES):
        plate = plates(drawn(scene(match, viewer), size))[seat]
        is_named = card in kinds_on([*plate, ""]) or f" {CARDS[card].code} " in " ".join(plate)
        assert is_named == (viewer == OMNISCIENT)


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
