"""The drawing of the board of Darwin's Dice at every size: cards and points, looks without colour,
reveals, repainting and hidden cards."""

import dataclasses
import itertools
from typing import Any

import pytest
import sampling
from matches import DICE
from msgspec.structs import replace
from textual.geometry import Region
from tui.dice_cards import cards_on, kinds_on
from tui.scenes import BOARDS, asking, drawn, example, rows, scene

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import HIDDEN, NOTHING, OMNISCIENT, SPECTATOR
from darwin_core.games.dice.acts import PLAYS, Lost, Revealed, Rolled, Scored
from darwin_core.games.dice.material import CARDS, KINDS, ROLLS, hand_of, points_of
from darwin_core.match import replay
from darwin_core.text.wording import counted
from darwin_tui.boards import board_for
from darwin_tui.boards.dice.dice_view import DiceView, stages, turns_of
from darwin_tui.drawing.canvas import SEAT_MARKS, Look
from darwin_tui.terminal.painter import to_ascii
from darwin_tui.widgets.pane import CanvasWidget

SEATS = DICE.seats
SIZES = (*BOARDS, (160, 47))
TURNS_INTERVAL = 11
"""One turn of so many is tested."""


def plates(drawing):
    """Return the rows of each seat's plate, found by the seat's mark in its upper edge."""
    lines = rows(drawing)
    starts = [at for at, character in enumerate(lines[1]) if character in "╭┏"]
    regions = {}
    for x in starts:
        end = min(at for at, character in enumerate(lines[1]) if character in "╮┓" and at > x)
        height = next(y for y in range(2, len(lines)) if lines[y][x] in "╰┗")
        text = [line[x : end + 1] for line in lines[1 : height + 1]]
        if text[0][3] in SEAT_MARKS:
            regions[SEAT_MARKS.index(text[0][3])] = text
    return regions


@pytest.mark.parametrize("viewer", sampling.some(range(2), 2))
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_keep_their_places_all_through_a_round(size, viewer):
    match = example(2, "columns")
    seen: dict[Any, Any] = {}
    for position in sampling.some(range(len(match.history) + 1), 3, size[0] // 20):
        now = asking(match, viewer, position)
        if not DICE.to_move(now.view):
            break
        clock = DICE.clock(now.view)
        drawing = drawn(now, size)
        for element, region in drawing.places.items():
            assert seen.setdefault((clock.round, element), region) == region
        reveals = [event for event in now.events if isinstance(event, Revealed)]
        this_round = reveals[(clock.round - 1) * clock.turns :]
        played = {
            dict(revealed.ranking)[viewer]: turn for turn, revealed in enumerate(this_round, 1)
        }
        for card, turn in played.items():
            place = seen.get((clock.round, ("card", card)))
            if place and card not in {*now.view.hands[viewer], now.view.chosen[viewer]}:
                text = [row[place.x : place.right] for row in rows(drawing)[place.y : place.bottom]]
                assert f"turn {turn}" in " ".join(text)
                assert CARDS[card].name in " ".join(text)
    assert len({key for key, _ in seen}) > 1


def test_without_the_counter_nothing_is_counted():
    match = example(3, "panes", 20, options={"counter": False})
    for size in SIZES:
        for pane, card in itertools.product(range(2), match.state.hands[0]):
            now = asking(match, 0, pane=pane, cursor=("card", card))
            assert "unseen" not in drawn(now, size).canvas.plain()


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
    words = f"{len(state.middle)} cards, {points_of(state.middle)} points for who wins"
    (top,) = (y for y, line in enumerate(lines) if words in line)
    for y, card in enumerate(same, top + 1):
        assert f"turn {y - top}  " in lines[y]
        assert lines[y].count(f" {CARDS[card].number} {CARDS[card].name} ") == seats


# --- without colour


@pytest.fixture(params=[Look(False), Look(False, True)], ids=["mono", "ascii"])
def bare(request, monkeypatch):
    """Return a function that draws a scene as text, without colours or in ASCII alone."""
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
    selected = {
        looks(scene(match, 0, chooser=chooser.select(card), cursor=cards[0])) for card in cards
    }
    assert len(selected) == len(cards), "which card is picked"
    assert not selected & frames, "that one is picked"
    chose = set()
    for seats in range(16):
        state = match.view(0)
        state.chosen = [HIDDEN if seats >> seat & 1 and seat else NOTHING for seat in range(4)]
        now = seat_zero(match)
        object.__setattr__(now, "view", state)
        chose.add(looks(now))
    # Each of the three other seats has chosen or not.
    assert len(chose) == 8, "who of the others has chosen"
    fewer = Chooser.of(
        [action for action in match.legal(0) if action.card != cards[0][1]], DICE.targets
    )
    some = {looks(scene(match, 0, chooser=choice, cursor=cards[1])) for choice in (chooser, fewer)}
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
    """Yield the positions at which cards have just been turned up, with their events."""
    for position in range(1, len(match.history) + 1, step):
        events = match.events(viewer, position)
        if any(isinstance(event, Revealed) for event in events):
            yield position, events


@pytest.mark.parametrize(
    ("seats", "size"), sampling.grid(SEATS, [(80, 21), (120, 37)], within=TURNS_INTERVAL), ids=str
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
            drawing = drawn(now, size)
            lines = rows(drawing)
            if DiceView(now).is_banking:
                continue
            shown = [card.card for card in cards_on(lines) if card.y < own_y(lines)]
            assert shown == ranking[len(ranking) - len(shown) :]
            faces.append(len(shown))
            stage = DiceView(now).stage
            felt = drawing.marks["last turn"]
            text = " ".join(line[felt.x : felt.right] for line in lines[felt.y : felt.bottom])
            if turn.won:
                count = len(turn.won.cards) + len(turn.won.carried)
                won = (f"{counted(count, 'card')} +{turn.gained}", f"+{turn.gained} points")
                assert any(words in text for words in won) == stage.shows_winner
            for loss in turn.losses:
                if loss.cards:
                    points = points_of(loss.cards)
                    lost = (f"{counted(len(loss.cards), 'card')} −{points}", f"−{points} points")
                    assert any(words in text for words in lost) == stage.shows_losses
            assert stage.is_running == (frame > 0)
        assert faces == sorted(faces)
        assert set(faces) == set(range(seats + 1))


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_a_round_ends_with_each_pile_counted_into_its_account(size):
    match = example(4, "bank")
    board = board_for("dice")
    position, events = next(
        (position, events)
        for position, events in revealed(match)
        if any(isinstance(event, Scored) for event in events)
    )
    gains = next(event.points for event in events if isinstance(event, Scored))
    ranking = [CARDS[card].code for _, card in turns_of(events)[0].reveal.ranking]
    counts = []
    safe = []
    for frame in range(board.reveal_frames(events), -1, -1):
        now = scene(match, 0, position, is_paused=True, frame=frame, moving=events if frame else ())
        dice = DiceView(now)
        text = " ".join(rows(drawn(now, size)))
        assert ("round 1 is over" in text) == dice.is_banking
        safe.append([dice.points(seat) for seat in range(4)])
        if dice.is_banking:
            counts.append([dice.points(seat) for seat in range(4)])
            assert all(f" {code} " in text for code in ranking), "the last turn stays in sight"
    assert safe == sorted(safe), "points are never counted backwards"
    assert 1 < len(counts) <= 14, "at most a second"
    assert counts[-1] == list(now.view.points)
    assert [points_of(pile) for pile in dice.piles] == list(gains)
    for seat, gain in enumerate(gains):
        assert f"{now.view.points[seat] - gain} › {now.view.points[seat]}" in text


@pytest.mark.parametrize("seats", SEATS)
def test_only_points_that_a_card_leaves_open_are_ever_lost(seats):
    match = example(seats, "stakes")
    viewer = 0
    lost = 0
    chosen = -1
    for position, events in enumerate(replay.event_log(match, SPECTATOR)[1:]):
        if match.history[position].seat == viewer:
            chosen = position
        losses = [event for event in events if isinstance(event, Lost) and event.cards]
        if not losses:
            continue
        moment = DiceView(asking(match, viewer, chosen))
        stakes = moment.stakes(match.history[chosen].action.card)
        reveal = next(event for event in events if isinstance(event, Revealed))
        for loss in losses:
            lost += 1
            if loss.seat == viewer:
                assert loss.cause in stakes.robbers
            elif loss.cause == "snake" and reveal.ranking[0][0] == viewer:
                assert loss.seat in stakes.robbed
    assert lost


def own_y(lines):
    """Return the row with the viewer's points, below which lies the viewer's hand."""
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
    assert robbed.index(added[0]) < next(at for at, turn in enumerate(robbed) if turn.shows_winner)


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


def test_the_seat_that_rolled_is_that_of_the_last_of_two_equal_turns():
    match = example(2, "frames")
    _, turn = next(iter(revealed(match)))
    turns = [
        [Rolled(darwin, reveal.roll), replace(reveal)]
        for darwin in range(2)
        for reveal in turn
        if isinstance(reveal, Revealed)
    ]
    frames = board_for("dice").reveal_frames(turns[1])
    now = scene(match, 0, 0, is_paused=True, moving=turns[1], frame=frames)
    now = dataclasses.replace(now, events=(*turns[0], *turns[1]))
    assert DiceView(now).darwin == 1


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


def test_a_cursor_move_paints_two_cards_and_the_words_on_one_only():
    match = example(2, "repaint", 0)
    cards = [("card", card) for card in match.state.hands[0]]
    for left, right in itertools.pairwise(cards):
        first = drawn(seat_zero(match, cursor=left))
        second = drawn(seat_zero(match, cursor=right))
        changed = second.canvas.changed_rows(first.canvas)
        around = Region.from_union([first.places[left], first.places[right]]).grow((1, 1, 1, 1))
        note = first.canvas.height - 1
        assert changed
        for y in set(changed) - {note}:
            before, after = first.canvas.grid[y], second.canvas.grid[y]
            columns = [x for x in range(first.canvas.width) if before[x] != after[x]]
            assert around.contains_point((columns[0], y))
            assert around.contains_point((columns[-1], y))


# --- hidden cards


def test_a_card_chosen_is_shown_to_the_omniscient_alone():
    match = example(4, "backs", 9)
    (seat,) = (seat for seat in range(4) if match.state.chosen[seat] != NOTHING)
    card = match.state.chosen[seat]
    for viewer, size in itertools.product((OMNISCIENT, SPECTATOR, (seat + 1) % 4), SIZES):
        plate = plates(drawn(scene(match, viewer), size))[seat]
        is_named = card in kinds_on([*plate, ""]) or f" {CARDS[card].code} " in " ".join(plate)
        assert is_named == (viewer == OMNISCIENT)
