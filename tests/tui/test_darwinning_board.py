"""The drawing of the board of Darwinning!: status line, events and their animations."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from darwinning.positions import Board, cards, leading
from tui.darwinning_scenes import GAME, SEATS, moments, whole_match
from tui.scenes import BOARDS, LONG_NAMES, asking, chooser_in, drawn, kind_of, rows, scene

from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.darwinning import material
from darwin_core.games.darwinning.acts import (
    Bitten,
    Climbed,
    Eaten,
    EraBegan,
    Fed,
    Played,
    TrickWon,
)
from darwin_core.games.darwinning.species import traits_shown
from darwin_core.games.darwinning.texts import set_words, trait_name
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for
from darwin_tui.boards.darwinning.chain import places_now, portrait
from darwin_tui.boards.darwinning.hand import comparison, could_bring
from darwin_tui.boards.darwinning.marks import (
    CARD_COLUMNS,
    CARD_ROWS,
    short_set,
    species_name,
    suit,
    trait_lines,
)
from darwin_tui.boards.darwinning.trick import kinds_in
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.chart import COUNT_FRAMES
from darwin_tui.play.status_line import missed_gains

PICTURE = (120, 37)
"""The smallest size at which each species has its own board."""


def has_boards(size):
    return size[0] >= PICTURE[0] and size[1] >= PICTURE[1]


# --- status line


def following(seats=4, trick=1):
    """Return a position in which a combination has to be beaten, in this trick or a later one."""
    match = whole_match(seats)
    for position in range(len(match.history)):
        state = match.state_at(position)
        follows = state.pending and isinstance(state.pending[-1], material.PlayCards)
        follows = follows and state.trick >= trick
        if follows and state.best != NOTHING and len(state.played[state.best]) > 1:
            return match, position, state
    raise AssertionError("nobody plays a combination")


def test_the_turns_of_the_trick_follow_the_leader_under_the_cursor():
    """No seat plays later before a leader is named: the leader does not."""
    match = whole_match(4)
    states = enumerate(map(match.state_at, range(len(match.history))))
    position, state = next(
        (position, state)
        for position, state in states
        if state.pending and isinstance(state.pending[-1], material.NameLeader)
    )
    seat = state.pending[-1].seat
    turns = ["plays first", "plays second", "plays third", "plays last"]
    for leader in range(4):
        now = asking(match, seat, position, cursor=("species", leader))
        words = [turn for row in rows(drawn(now)) for turn in turns if turn in row]
        assert words == [turns[(being - leader) % 4] for being in range(4)]
    rival = (seat + 1) % 4
    assert "plays later" not in drawn(scene(match, rival, position)).canvas.plain()


def test_what_selected_cards_make_and_whether_they_beat_it_is_shown():
    match, position, state = following()
    seat = state.pending[-1].seat
    chooser = chooser_in(asking(match, seat, position))
    for action in chooser.actions:
        selected = chooser
        for card in action.cards:
            selected = selected.select(("card", card))
        now = scene(match, seat, position, chooser=selected, cursor=("card", action.cards[-1]))
        text = drawn(now).canvas.plain()
        set_text = set_words(action.cards)
        beats = "beats it" if len(action.cards) > 1 else ("beats it", "loses")
        words = (beats,) if isinstance(beats, str) else beats
        assert any(f" {set_text}  {word}" in text for word in words)


def test_points_of_a_trait_are_counted_in_words():
    _, _, state = following()
    gains = {could_bring(state, 0, card)[0] for card in range(material.JOKER)}
    points = {" ".join(gain.split()[-2:]) for gain in gains if gain.startswith("✦")}
    assert {"1 pt", "3 pts"} <= points
    assert not points & {"1 pts", "3 pt"}


def test_no_card_leads_up_from_the_top():
    table = leading(Board("turtle", place=20), "bat", hands=("A4", "B9"), spare=2)
    uses = could_bring(table.state, 0, *cards("A4"))
    assert [use[0] for use in uses] == ["•", "⌂"]


def test_gains_beside_a_selected_set_name_the_card_under_the_cursor():
    match, position, state = following()
    seat = state.pending[-1].seat
    chooser = chooser_in(asking(match, seat, position))
    cards_held = sorted({element[1] for element in chooser.selectable if element[0] == "card"})
    first, other = [card for card in cards_held if card != material.JOKER][:2]
    picked = chooser.select(("card", first))
    for card in (first, other):
        now = scene(match, seat, position, chooser=picked, cursor=("card", card))
        name = f"{suit(card)} {material.CARDS[card].number}: "
        assert (name in drawn(now).canvas.plain()) == (card != first)


def losing(is_last):
    """Return a position in a trick, the last one of its era or not, and a card that loses."""
    match = whole_match(4)
    for position in range(len(match.history)):
        state = match.state_at(position)
        effect = state.pending[-1] if state.pending else None
        if not isinstance(effect, material.PlayCards) or all(state.hands) == is_last:
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
    assert (gain in line) == is_last
    assert ("or more wins" in line) != is_last, "it says what would win instead"


def test_the_kinds_that_beat_the_table_stand_where_cards_are_played():
    table = leading("turtle", "amoeba", "bat", hands=("A6 B6 F6", "F2 B9", "A1 B2"), spare=1)
    table.do(0, "A6 B6")
    assert plain(kinds_in(table.state, 99)).startswith("four of a kind > straight flush > ")
    assert "flush > pair sum 12+ > " in plain(kinds_in(table.state, 99))
    assert plain(kinds_in(table.state, 99, only_winning=True)).endswith("> pair sum 12+")
    assert len(plain(kinds_in(table.state, 66))) <= 66


def test_a_play_does_not_beat_the_highest_card_of_a_set_that_mutation_spoiled():
    """With the 5, which is gone, the 6 and 9 would be a flush; without it, only the 9 counts."""
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
        assert cards == sorted(
            cards, key=(lambda card: (material.NUMBER_OF[card], card)) if order else None
        )


# --- events


def at_the_end_of_eras(seats):
    """Yield a match, the positions after the ends of eras, and the events since the last trick."""
    match = whole_match(seats)
    for position in range(1, len(match.history) + 1):
        before, after = match.state_at(position - 1), match.state_at(position)
        if after.era != before.era or not after.pending:
            events = scene(match, 0, position).events
            begun = max(at for at, event in enumerate(events) if isinstance(event, TrickWon))
            yield match, position, events[begun:]


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


@pytest.mark.parametrize("size", [BOARDS[0], PICTURE], ids=str)
def test_a_survival_is_revealed_one_species_after_the_other(size):
    match, position, logged = next(at_the_end_of_eras(4))
    board = board_for("darwinning")
    frames = board.reveal_frames(logged)
    plates = frames - COUNT_FRAMES
    assert 4 * 70 * 3 < 70 * plates <= 4 * 300, "no step takes longer than 300 ms"
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


@pytest.mark.parametrize("seats", [2, 4])
def test_who_has_lost_a_trick_reads_what_has_won_it_at_the_next_decision(seats):
    match = whole_match(seats)
    lost = 0
    decided = [at for at, played in enumerate(match.history, 1) if played.seat == 0]
    for before, position in pairwise(decided):
        # The events after the seat's last action, up to its next decision.
        first = len(scene(match, 0, before).events)
        since = scene(match, 0, position - 1).events[first:]
        won = [event for event in since if isinstance(event, TrickWon) and event.seat]
        if won:
            text = drawn(replace(asking(match, 0, position - 1), since=since)).canvas.plain()
            codes = short_set(won[-1].cards)
            assert set_words(won[-1].cards) in text or codes in text, position
            lost += 1
    assert lost > 3


@pytest.mark.parametrize(("seats", "size"), [(3, BOARDS[0]), (4, BOARDS[0]), (6, PICTURE)])
def test_what_the_winner_of_a_trick_gained_is_in_the_news_of_the_next_one(seats, size):
    match = whole_match(seats)
    seen = 0
    decided = [at for at, played in enumerate(match.history, 1) if played.seat == 0]
    for before, position in pairwise(decided):
        if not isinstance(match.state_at(position - 1).pending[-1], material.PlayCards):
            continue
        first = len(scene(match, 0, before).events)
        since = scene(match, 0, position - 1).events[first:]
        climbs = [event for event in since if isinstance(event, Climbed) and event.seat]
        if climbs and any(isinstance(event, TrickWon) and not event.is_last for event in since):
            now = replace(asking(match, 0, position - 1), since=since)
            text = drawn(now, size).canvas.plain()
            (won,) = climbs
            assert f"climbs {won.start} › {won.place}" in text, position
            seen += 1
    assert seen


@pytest.mark.parametrize("seats", SEATS)
def test_who_loses_a_combination_reads_in_the_status_line_what_beat_it(seats):
    lost = 0
    match = whole_match(seats)
    names = SeatNames(match.header.names)
    plays = {}
    for event in scene(match, 0, len(match.history)).events:
        if isinstance(event, Played):
            plays[event.seat] = event.cards
        for loser in event.missed:
            line = missed_gains(match.game, names, [event], [], 78)
            winner = names.names[event.seat]
            assert line.startswith(f"Missed: {winner} wins ")
            assert f"with {set_words(event.cards)}" in line
            assert line.endswith("."), "nothing is cut"
            whole = match.game.texts.sentence(event, names)
            is_whole = len(f"Missed: {whole}") <= 78
            assert (whole in line) == is_whole
            if seats > 2 and is_whole:
                assert f"{names.names[loser]} ({set_words(plays[loser])})" in line
            lost += 1
    assert lost


def test_who_won_the_last_trick_reads_that_it_brought_nothing():
    seen = 0
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(1, len(match.history) + 1):
            state = match.state_at(position)
            events = scene(match, 0, position).events
            won = [event for event in events if isinstance(event, TrickWon)]
            if not (won and state.pending and won[-1].is_last):
                continue
            if isinstance(state.pending[-1], material.Improve | material.KeepCards):
                size = BOARDS[0] if seats <= 4 else PICTURE
                text = drawn(asking(match, won[-1].seat, position), size).canvas.plain()
                assert "last trick: no gain" in text
                seen += 1
    assert seen


def test_the_number_of_the_trick_is_that_of_the_one_with_which_a_winner_improves():
    match = whole_match(4)
    numbers = {}
    for position in range(len(match.history)):
        state = match.state_at(position)
        number = re.search(r"trick (\d+)", rows(drawn(asking(match, 0, position)))[0])
        if isinstance(state.pending[-1], material.PlayCards) and number:
            numbers[state.era] = number[1]
        elif isinstance(state.pending[-1], material.Improve) and number:
            assert number[1] == numbers[state.era], position


def test_an_empty_hand_has_no_card_to_speak_of():
    match = whole_match(4)
    for position in range(len(match.history)):
        state = match.state_at(position)
        if state.hands[0] or isinstance(state.pending[-1], material.Improve):
            continue
        text = drawn(scene(match, 0, position, cursor=("card", 3)), PICTURE).canvas.plain()
        assert "could be" not in text


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_a_loss_within_a_survival_is_shown_in_its_own_era(size):
    match = whole_match(4)
    paused = 0
    for position in range(len(match.history)):
        state = match.state_at(position)
        events = scene(match, 0, position).events
        if state.era < 2 or not isinstance(events[-1], Fed | Eaten):
            continue
        text = drawn(scene(match, 0, position, is_paused=True), size).canvas.plain()
        assert f"era {state.era} of 4" in text
        assert "is over" not in text
        for seat, food in re.findall(r"^ (.) .*= (\d+) +(?:grows|stays|starves)", text, re.M):
            (fed,) = [
                event
                for event in events[-20:]
                if isinstance(event, Fed) and SEAT_MARKS[event.seat] == seat
            ][-1:]
            assert int(food) == fed.home + fed.meals + fed.extra
        paused += 1
    assert paused


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_who_was_eaten_reads_what_it_costs(size):
    costs = set()
    for match, position, logged in at_the_end_of_eras(4):
        if not match.state_at(position).pending:
            continue
        text = drawn(scene(match, 0, position, is_paused=True), size).canvas.plain()
        eaten = {event.eaten for event in logged if isinstance(event, Eaten)}
        poisoned = {event.eater for event in logged if isinstance(event, Eaten) and event.poisoned}
        smaller = {event.seat for event in logged if isinstance(event, Bitten) and event.change}
        lines = text[text.index(" era ") :].splitlines()
        found = [line for line in lines if "eaten by" in line and ("⌂" in line)]
        if found:
            assert len(found) == len(eaten)
            assert sum("population −1" in line for line in found) == len(smaller & eaten)
            assert all("costs nothing" in line or "population −1" in line for line in found)
            costs |= {"costs nothing" in line for line in found}
        if has_boards(size):
            assert text.count("no bites") == 4 - len(eaten | poisoned)
            costs.add(True)
    assert costs


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_an_era_ends_with_its_points_counted_up(size, seats):
    match, position, logged = next(at_the_end_of_eras(seats))
    began = [event for event in scene(match, 0, position).events if isinstance(event, EraBegan)]
    before = [sum(points) for points in began[0].points]
    after = GAME.standing(match.view(0, position)).totals
    assert [sum(points) for points in began[1].points] == list(after)
    shown = []
    for frame in range(COUNT_FRAMES, -1, -1):
        moving = logged if frame else ()
        now = scene(match, 0, position, is_paused=True, frame=frame, moving=moving)
        text = drawn(now, size).canvas.plain()
        text = text[text.index(" era 1 is over ") :]
        rows_shown = re.findall(r"[+−](\d+) +(\d+) › (\d+)\b", text)
        assert [int(start) for _, start, _ in rows_shown] == before
        shown.append([int(points) for _, _, points in rows_shown])
    assert shown[0] == before
    assert shown[-1] == list(after)
    assert len({*map(tuple, shown)}) > 2, "it is counted"


@pytest.mark.parametrize("size", [BOARDS[0], PICTURE], ids=str)
def test_a_species_hops_up_the_chain_space_by_space(size):
    match = whole_match(4)
    board = board_for("darwinning")
    count = 0
    for position in range(1, len(match.history)):
        events = scene(match, SPECTATOR, position).events
        climbed = events[-1] if isinstance(events[-1], Climbed) else None
        if not climbed or climbed.place - climbed.start < 2:
            continue
        count += 1
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
    assert count


def test_traits_are_shown_by_their_whole_names_where_there_is_room():
    cut = whole = 0
    for seats in SEATS:
        match, positions = moments(seats)
        for position in positions:
            if kind_of(match.state_at(position)) == "TakeTrait":
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


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_of_traits_are_whole_on_the_smallest_cards(language):
    columns = CARD_COLUMNS[0]
    rows_left = CARD_ROWS[0] - 2
    with reading(language):
        for trait in {material.NUMBER_OF[card] for card in range(material.JOKER)}:
            lines = trait_lines(trait, columns, rows_left, has_corners=False)
            assert len(lines) <= rows_left
            assert all(len(line) <= columns for line in lines)
            name = "".join(line.removesuffix("-") for line in lines)
            whole = trait_name(trait)
            assert name.lower() == re.sub("[- ]", "", whole).lower()


def test_the_dearest_part_of_a_card_is_the_last_to_be_left_out():
    _, _, state = following()
    seat = state.pending[-1].seat
    dear = [
        card
        for card in {*state.hands[seat]}
        if any(words.startswith("✦") for words in could_bring(state, seat, card))
    ]
    assert dear
    for card in dear:
        assert could_bring(state, seat, card)[0].startswith("✦")
        assert could_bring(state, seat, card, is_short=True)[0].startswith("✦")


def test_a_species_with_the_most_bites_has_a_picture():
    """In a match of six, five others bite it, and each of them may be poisonous."""
    bites_max = 5 * (1 + material.POISON_BITES)
    for species in range(len(material.SPECIES)):
        pictures = {portrait(species, bites, "sea") for bites in range(bites_max + 1)}
        assert len(pictures) > 2


@pytest.mark.parametrize("seats", SEATS)
def test_the_news_and_the_log_name_an_event_once(seats):
    begun = scene(whole_match(seats), SPECTATOR, 0)
    lines = [line.strip() for line in drawn(begun, (80, 21)).canvas.plain().splitlines()]
    assert sum(line.startswith("Era 1: ") for line in lines) == 1
