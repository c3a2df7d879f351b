"""Details of the board of Darwin's Dice: notes beside names, ranks of cards, hidden information
during a reveal, and German texts."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from dice import claims, positions
from textual.geometry import Region, Size
from tui.dice_scenes import GAME
from tui.scenes import BOARDS, asking, drawn, example, rows, scene

from darwin_core.analysis.beliefs import LikelyCard
from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.dice.acts import Lost, Revealed, Scored, Won
from darwin_core.games.dice.material import BY_CODE, CARDS, DiceOptions, points_of
from darwin_core.games.dice.texts import card_name
from darwin_core.games.dice.view import unseen
from darwin_core.teaching import primers
from darwin_core.text.language import reading
from darwin_tui.boards import board_for
from darwin_tui.boards.dice.board import unseen_against
from darwin_tui.boards.dice.cards import name_within
from darwin_tui.boards.dice.dice_view import DiceView, stages_of
from darwin_tui.boards.dice.felt import reasons
from darwin_tui.boards.dice.seats import name_in
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing, length
from darwin_tui.drawing.card import draw_likely

DICE_COLUMNS = 29
"""The columns that the dice take, left of the felt with the cards."""
KEY = "strong cursor on keycap"


@pytest.mark.parametrize(("name", "note"), [("Wallace", "chooses"), ("Syms Covington", "…")])
def test_a_longer_name_leaves_a_shorter_note_on_what_its_player_does(name, note):
    match = example(4, "plates", 0, names=("Root", name, "Ben", "Cleo"))
    plate = next(row for row in rows(drawn(asking(match, 0))) if name in row)
    assert f" {note} ─╮" in plate[: plate.index("╮") + 1]


def keys_of_cards(now):
    canvas = drawn(now).canvas
    runs = [run for y in range(canvas.height) for run in canvas.row(y)]
    return [text.strip() for text, style in runs if style == KEY]


def test_the_numbers_of_cards_look_like_keys_where_they_are_keys():
    match = example(4, "plates", 0)
    numbers = [f"{number}" for number in range(1, len(match.view(0, 0).hands[0]) + 1)]
    assert keys_of_cards(asking(match, 0)) == numbers
    assert keys_of_cards(scene(match, 0)) == [], "a replay"


@pytest.mark.parametrize(
    ("rolls", "one", "two", "reason"),
    [
        ("fight blue 1", "L5", "S7", "7 beats 5"),
        ("flight blue 1", "L5", "S7", "5 beats 7"),
        ("fight blue 1", "F5", "B5", "wins tie"),
        ("fight blue 1", "B1", "C", "beats trump"),
        ("fight blue 1", "B1", "O9", "is trump"),
        ("fight blue 1", "C", "C", "the same"),
        ("fight blue 1", "B4", "C", "4.5 over 4"),
    ],
)
def test_a_reveal_gives_its_reasons(rolls, one, two, reason):
    (event,) = positions.play(rolls, one, two).events_of(Revealed)
    assert reasons(event) == [reason, ""]


def test_no_shadow_shows_between_the_words_on_a_card():
    boards = [rows(drawn(asking(example(4, "plates", acts), 0))) for acts in (4, 12)]
    felts = [row[DICE_COLUMNS:] for board in boards for row in board]
    reasons = [row for row in felts if " beats " in row]
    assert len(reasons) > 1
    assert not any("▀" in row for row in reasons)


def revealing(viewer, actions):
    """Yield the scenes of a reveal, frame by frame, with the cards that are still face down."""
    match = example(3, "reveal", actions)
    (reveal,) = (event for event in match.events(viewer) if isinstance(event, Revealed))
    moving = match.events(viewer)
    frames = stages_of(moving)
    for at, stage in enumerate(frames):
        now = scene(match, viewer, moving=moving, frame=len(frames) - at, is_paused=True)
        up = stage.faces - stage.is_edge_on
        yield now, reveal.ranking[: len(reveal.ranking) - up]


@pytest.mark.parametrize("actions", [3, 24], ids=["first turn", "end of a round"])
def test_what_a_reveal_has_not_shown_is_counted_as_unseen(actions):
    before = DiceView(scene(example(3, "reveal", actions - 1), 0))
    own_card = before.view.chosen[0]
    assert own_card != NOTHING
    for now, down in revealing(0, actions):
        moment = DiceView(now)
        assert moment.last
        shown = [card for seat, card in moment.last.reveal.ranking if (seat, card) not in down]
        seen = Counter(shown)
        seen[own_card] = max(seen[own_card] - 1, 0) if (0, own_card) not in down else seen[own_card]
        assert Counter(moment.unseen) == Counter(before.unseen) - seen
        assert moment.deck == before.deck
        if not moment.stage.shows_winner:
            assert len(moment.middle) == len(before.middle)


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_a_reveal_in_german_is_whole(size, strict):
    with reading("de"):
        for seats, acts in ((2, 8), (3, 24), (4, 12)):
            match = example(seats, "reveal", acts)
            moving = match.events(0)
            frames = len(stages_of(moving))
            for left in (frames, frames // 2, 1):
                now = scene(match, 0, moving=moving, frame=left, is_paused=True)
                assert not drawn(now, size).cuts


def test_cards_left_are_counted_beside_a_full_german_hand():
    with reading("de"):
        now = rows(drawn(asking(example(4, "plates", 0), 0)))
    (heading,) = [row for row in now if "1 2 3 4 5 6 7 8" in row]
    below = now[now.index(heading) + 1 :][:4]
    assert [row[heading.index("übrig") :].split()[0] for row in below] == [
        *("Bär", "Löwe", "Fuchs", "Schl.")
    ]


def test_the_panel_of_a_replay_ends_with_the_order_of_equal_numbers_where_it_has_room():
    match = example(4, "plates", 12)
    for said, has_room in (("Ada leads.",), True), (("A long story. " * 40,), False):
        now = rows(drawn(scene(match, 0, said=said), BOARDS[2]))
        panel = now[next(y for y, row in enumerate(now) if "This action" in row) :]
        orders = [row for row in panel if "snake" in row and row.count("›") == 3]
        assert len(orders) == 2 * has_room


def test_a_place_too_narrow_for_gauges_has_the_whole_likeliest_card_and_its_chance():
    drawing = Drawing(Canvas(4, 2), {})
    likely = [LikelyCard(3, 0.25, 0.5), LikelyCard(4, 0.2, 0.5)]
    draw_likely(Area(drawing, Region(0, 0, 4, 2)), likely, name_within, "seat-0")
    name, chance = rows(drawing)
    assert name.strip() == CARDS[3].code
    assert chance.strip() == "25%"


def test_a_name_of_wide_letters_is_cut_to_its_room():
    table = DiceView(asking(example(2, "wide", 4, names=("Ada", "ダーウィンダーウ")), 0))
    for room in range(2, 22):
        assert length([name_in(table, 1, room)]) <= room


@pytest.mark.parametrize("card", range(len(CARDS)))
def test_a_name_of_a_card_fits_into_its_room_or_is_the_notation(card):
    for room in range(4, 16):
        name = name_within(card, room)
        assert len(name) <= room
        assert name in (card_name(card), CARDS[card].code)


@pytest.mark.parametrize("size", BOARDS[1:], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_full_hand_has_a_column_at_each_side_for_the_ring(seats, size):
    for seed in "abcdefghi":
        places = drawn(asking(example(seats, seed, 0), 0), size).places
        hand = [region for (kind, _), region in places.items() if kind == "card"]
        assert min(region.x for region in hand) > 0
        assert max(region.right for region in hand) < size[0]


@pytest.mark.parametrize("actions", range(6, 30, 2))
def test_the_last_turns_are_all_set_apart_or_none_of_them_is(actions):
    now = rows(drawn(asking(example(2, "plates", actions), 0), BOARDS[3]))
    y = next(y for y, row in enumerate(now) if "last turns" in row)
    left = now[y].rindex("╭", 0, now[y].index("last turns"))
    end = next(below for below in range(y, len(now)) if now[below][left] == "╰")
    lines = [row[left:].strip("│ ") for row in now[y + 1 : end]]
    titles = [at for at, line in enumerate(lines) if ", trump " in line]
    assert len({not lines[at - 1] for at in titles[1:]}) <= 1


def test_a_turn_too_long_for_the_panel_of_the_last_turns_has_its_first_lines():
    text = drawn(asking(example(2, "plates", 8), 0), (120, 40)).canvas.plain()
    assert "1.4 fight, trump fox 6" in text
    assert "No turn has been played yet" not in text


def test_z_says_more_of_a_card_than_the_row_below_the_hand():
    now = asking(example(3, "zoom", 6), 0)
    board = board_for("dice")
    card, *_ = [*drawn(now).places]
    first, *more = board.zoom(now, card)
    assert first == now.text_on(card)
    assert any("unseen cards" in line for line in more)
    assert any(line.startswith("Loses to") for line in more)


def last_choices(seats, seed, unseen_max):
    """Yield scenes with few unseen cards, in which the viewer has taken cards and chooses."""
    match = example(seats, seed)
    for position, step in enumerate(match.history):
        view = match.view(step.seat, position)
        if len(unseen(view)) <= unseen_max and any(view.taken):
            yield match.state_at(position), asking(match, step.seat, position)


def losses(state, viewer, card):
    """Return the losses of taken cards in all plays of unseen cards against a viewer's card."""
    cards = claims.unseen(state, viewer)
    found = []
    for others in product(sorted({*cards}), repeat=len(state.hands) - 1):
        if all(others.count(other) <= cards.count(other) for other in others):
            found += [
                event
                for event in claims.turn(state, viewer, card, *others)
                if isinstance(event, Lost) and event.cards
            ]
    return found


@pytest.mark.parametrize(("seats", "unseen_max"), [(2, 20), (3, 8), (4, 7)])
def test_a_card_is_open_to_robbers_only_if_a_play_of_unseen_cards_robs_it(seats, unseen_max):
    counts = Counter[tuple[str, bool]]()
    for seed in "abcdefgh":
        for state, now in last_choices(seats, seed, unseen_max):
            table = DiceView(now)
            viewer = now.viewer
            for card in table.hands[viewer]:
                stakes = table.stakes(card)
                possible = losses(state, viewer, card)
                robbers = {loss.cause for loss in possible if loss.seat == viewer}
                assert {*stakes.robbers} == robbers
                robbed = {loss.seat for loss in possible if viewer in loss.by}
                assert {*stakes.robbed} == robbed
                counts["robbers", bool(robbers)] += 1
                counts["robbed", bool(robbed)] += 1
    assert len(counts) == 4


@pytest.mark.parametrize("counter", [True, False])
def test_no_stake_of_a_card_tells_which_cards_are_left_without_the_counter(counter):
    """All scorpions have left the game, which a player must remember without the counter."""
    state = positions.position(
        "fight blue 7", "B7", "L1", "L2", taken=["F1", "", ""], turns_left=1, rounds_left=0
    )
    state.options = DiceOptions(counter=counter)
    now = replace(scene(example(3, "plates", 0), 0), view=GAME.view(state, 0), events=())
    trump = BY_CODE["B7"]
    assert DiceView(now).stakes(trump).robbers == (() if counter else ("scorpion",))


def test_a_reveal_says_that_nobody_gets_the_cards_that_it_costs():
    match = example(2, "a")
    counts = Counter[bool]()
    for position in range(2, len(match.history) + 1, 2):
        lost = [event for event in match.events(0, position) if isinstance(event, Lost)]
        points = sum(points_of(event.cards) for event in lost)
        text = " ".join(rows(drawn(scene(match, 0, position, is_paused=True), Size(80, 21))))
        assert (f"out of the game, for nobody: {points} point" in text) == bool(points)
        counts[bool(points)] += 1
    assert len(counts) == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_of_a_round_says_that_nothing_was_won_only_if_it_is_true(seats):
    said = Counter[str]()
    for seed in "abcdefgh":
        match = example(seats, seed)
        won, lost = Counter[int](), Counter[int]()
        for position in range(1, len(match.history) + 1):
            scored = None
            for event in match.events(SPECTATOR, position):
                match event:
                    case Won():
                        won[event.seat] += points_of((*event.cards, *event.carried))
                    case Lost():
                        lost[event.seat] += points_of(event.cards)
                    case Scored():
                        scored = event
                    case _:
                        pass
            if scored is None:
                continue
            text = " ".join(rows(drawn(scene(match, 0, position, is_paused=True))))
            empty = [seat for seat in range(seats) if not scored.points[seat]]
            assert text.count("nothing won") == sum(not won[seat] for seat in empty)
            for seat in empty:
                if won[seat]:
                    said["lost"] += 1
                    assert won[seat] == lost[seat]
                    assert f"won {won[seat]}, lost {lost[seat]}" in text
            won.clear()
            lost.clear()
    assert said["lost"]


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_both_copies_of_a_card_are_seen_beside_a_note(size):
    """The note of a first match removes all words around the cards."""
    match = example(4, "plates", 0)
    card = next(card for card, copies in match.view(0).hands[0].items() if copies == 2)
    sentences = primers.sentences(match.game, match.view(0), 0)
    now = asking(match, 0, primer=primers.Primer(*sentences))
    drawing = board_for("dice")._drawing_of(now, Size(*size))
    region = drawing.places["card", card]
    text = "".join(row[region.x : region.right] for row in rows(drawing)[region.y : region.bottom])
    assert "×2" in text


def test_a_card_that_beats_no_unseen_card_cannot_win():
    """The row below a small hand promises points only to a card that can win."""
    seen = set[bool]()
    for _, now in last_choices(4, "hopeless", 66):
        table = DiceView(now)
        for card in [slot.card for slot in table.slots if slot.copies]:
            on_card = replace(now, cursor=("card", card))
            lines = rows(drawn(on_card, Size(80, 21)))
            row = next(line for line in lines if " ties " in line).partition(" ties ")[0]
            can_win = "cannot win" not in row
            assert ("point" in row) == can_win
            assert can_win or unseen_against(table, card)[0] < table.seats - 1
            seen.add(can_win)
    assert seen == {True, False}
