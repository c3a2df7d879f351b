"""The table of Yummy Darwinism as drawn: all of it there, at every size."""

import itertools

import pytest
import sampling
from msgspec.structs import replace
from tui import yummy_scenes
from tui.checks import check_frame, check_places
from tui.scenes import (
    BOARDS,
    LONG_NAMES,
    Scene,
    asking,
    chooser_in,
    drawn,
    rows,
    scene,
    some_moments,
)
from tui.yummy_scenes import (
    CODES,
    GAME,
    KINDS,
    SEATS,
    large,
    lexicon,
    moments,
    placed,
    see,
    stage_of,
    whole_match,
)

from darwin_core.game import HIDDEN, SPECTATOR
from darwin_core.games.yummy.components import BOX, CARDS, GROUPS, JOKERS, LABELS, without_article
from darwin_core.games.yummy.dangers import dangers
from darwin_core.games.yummy.notation import button, triplet_element
from darwin_core.games.yummy.rules import limit, totals
from darwin_core.games.yummy.state import Answer, AnyEffect, Ask, Lay, Move, Offer, Place, Trim
from darwin_core.games.yummy.triplets import SIZE, group_of, worth
from darwin_core.games.yummy.words import card_name
from darwin_core.match import OMNISCIENT
from darwin_tui.games.yummy.board import YummyBoard
from darwin_tui.games.yummy.cards import row_of, short
from darwin_tui.widgets.canvas import SEAT_MARKS

UNWRITABLE = "?ß"
"""Characters that stay as they are or vanish in ASCII; letters of German and of names."""
FINAL = "   cannot be undone"


@pytest.fixture(params=["en", "de"])
def language(request, monkeypatch):
    """Set both languages one after the other."""
    monkeypatch.setattr(yummy_scenes, "LANGUAGE", request.param)


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_there_whole(seats, size, strict, language):
    match, positions = some_moments(moments, seats, SEATS, size, stage_of)
    for position in positions:
        for viewer in {*GAME.to_move(match.state_at(position)), 0, SPECTATOR, OMNISCIENT}:
            for pane in (1, 0):
                now = asking(match, viewer, position, pane=pane, language=yummy_scenes.LANGUAGE)
                drawing = drawn(now, size)
                check_frame(drawing, size, UNWRITABLE)
            check_heading(drawing, now.view)
            check_fields(drawing, now.view, viewer)
            check_offer(drawing, now.view, viewer)
            if viewer < seats:
                check_hand(drawing, now.view, viewer)
            check_places(drawing, chooser_in(now))


def check_heading(drawing, view):
    line = rows(drawing)[0]
    assert "round" not in line, "the rules know no rounds"
    assert f"turn {view.turn} " in line or not view.pending
    if not view.pending:
        assert "the match is over" in line
        return
    seat = view.pending[0].seat
    assert f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}, " in line
    assert (", clockwise" in line) == (view.direction == 1)
    assert (", anticlockwise" in line) == (view.direction == -1)
    assert "the last turn" in line if not view.deck else f"deck {len(view.deck)}" in line


def check_fields(drawing, view, viewer):
    """Check points, triplets with their group and their dangers; marks on those of the USA."""
    lines = rows(drawing)
    for seat, field in enumerate(view.fields):
        mine = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]} "
        line = next(row for row in lines[2:] if row[2:].startswith(mine))
        assert int(line[len(mine) + 2 :].split()[0]) == totals(view)[seat]
        asked = view.pending[-1].seat if view.pending else None
        assert (line[1] == "▸") == (seat == asked)
        shown = sum(triplet_element(seat, place) in drawing.places for place in range(len(field)))
        assert shown == len(field) or line.rstrip().endswith(f"+{len(field) - shown}")
        for place, triplet in enumerate(field[:shown]):
            region = drawing.places[triplet_element(seat, place)]
            text = "".join(row[region.x : region.right] for row in lines[region.y : region.bottom])
            check_triplet(text, triplet, dangers(view, seat, triplet), region.height > 1)


def check_triplet(text, triplet, by, is_framed):
    for card in triplet[:SIZE]:
        assert beginning(card) in text or short(card, lexicon()) in text, (
            text,
            card_name(card, lexicon()),
        )
    assert text[1] == GROUPS[group_of(triplet)].letter
    marks = len(triplet) - SIZE
    assert text.count("×") == marks
    if by is None:
        assert "safe" not in text
        assert "!" not in text
        assert str(worth(triplet)) in text or len(text) <= 15
    elif is_framed or len(text) > 15:
        assert str(worth(triplet)) in text
        for group, left, takes in by:
            assert f"{'!' if takes else '−'}{GROUPS[group].letter}{left}" in text
        assert ("safe" in text) == (not by)
    elif not marks:
        assert ("!" in text) == any(each.takes for each in by)
        assert ("−" in text) == (bool(by) and not any(each.takes for each in by))


def beginning(card):
    """Return the first letters of a card as it is drawn large."""
    return "joker" if card in JOKERS else without_article(card_name(card, lexicon()))[:3]


def check_offer(drawing, view, viewer):
    top = view.pending[-1] if view.pending else None
    text = " ".join(rows(drawing))
    if isinstance(top, Answer):
        for cards, others in ((top.give, "give"), (top.ask, "ask")):
            if HIDDEN in cards:
                assert f"{len(cards)} card" in text, others
            else:
                assert all(card_name(card, lexicon()) in text for card in cards), others
    if isinstance(top, Offer) and top.seat == viewer:
        selectable = {label for kind, label in drawing.places if kind == "label"}
        expected = {each.label for each in GAME.legal(view, viewer) if isinstance(each, Ask)}
        assert selectable == expected
        assert " makes a triplet" in text or len(LONG_NAMES[top.partner]) == 16


def check_hand(drawing, view, viewer):
    cards = [number for kind, number in drawing.places if kind == "card"]
    hand = view.hands[viewer]
    assert cards == sorted(set(hand))
    lines = rows(drawing)
    assert any(f"limit {limit(view, viewer)} " in line for line in lines)
    for card in cards:
        region = drawing.places["card", card]
        text = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        letter = CARDS[card].code[0]
        if region.height == 1:
            assert text[0][1] == letter
            assert short(card, lexicon(), 6).strip() in text[0]
        else:
            assert text[1][1] == letter
            assert beginning(card) in text[2] or card_name(card, lexicon())[:3] in text[2]
        copies = hand.count(card)
        assert (f"×{copies}" in "".join(text)) == (copies > 1)


def test_every_kind_of_decision_is_looked_at():
    found = {stage_of(match.state_at(p)) for match, ps in map(moments, SEATS) for p in ps}
    assert {kind for kind, *_ in found} == KINDS
    offers = {stage[1:] for stage in found if stage[0] == "Offer"}
    stages = {(0, 0), *((give, ask) for give in (1, 2, 3) for ask in (0, 1, 2))}
    for is_counter in (False, True):
        assert stages <= {(give, ask) for counter, give, ask in offers if counter == is_counter}
        assert ("Answer", is_counter) in found


FIELDS = ((8, 8), (8, 4, 4, 4), (4, 4, 4, 4, 4), (8, 0, 8, 1, 3))


@pytest.mark.parametrize(
    ("fields", "cards"), sampling.some(itertools.product(FIELDS, (11, 20, 30)), 5)
)
def test_large_hands_and_fields_are_there_whole(fields, cards, strict, language):
    seats = len(fields)
    state = large(seats, 1, fields, cards)
    offers: list[list[AnyEffect]] = [
        [Move(1)],
        [Move(1), Offer(1, 0, False)],
        [Move(1), Offer(1, 0, False, state.hands[1][:3], bytes((0, 1)))],
        [Move(1), Answer(0, 1, False, state.hands[1][:3], bytes((0, 1, 45)))],
        [Move(0), Answer(1, 0, False, state.hands[0][:3], bytes((0, 1, 45)))],
        [Trim(1)],
        [Move(1), Place(1, b"\0\0\0")],
    ]
    for pending in offers:
        for viewer in (0, 1, SPECTATOR, OMNISCIENT):
            now = see(replace(state, pending=pending), viewer)
            for size in (BOARDS[0], BOARDS[2]):
                drawing = drawn(now, size)
                check_frame(drawing, size, UNWRITABLE)
                check_places(drawing, chooser_in(now))
                check_offer(drawing, now.view, viewer)
                check_fields(drawing, now.view, viewer)
                if viewer < seats:
                    check_hand(drawing, now.view, viewer)
                if size == BOARDS[0] and isinstance(pending[-1], Move):
                    triplets = sum(kind == "triplet" for kind, _ in drawing.places)
                    assert triplets == sum(fields)


@pytest.mark.parametrize("height", [*range(21, 40), 50, 60])
def test_no_part_overlaps_another_at_any_height(height, strict):
    places = [(match, p) for match, all_of_it in map(moments, (2, 5)) for p in all_of_it[::5]]
    drawings = itertools.product(places, (80, 100, 120, 200), (0, 1))
    for (match, position), width, pane in sampling.some(drawings, sampling.BOARD_INTERVAL, height):
        drawn(asking(match, 0, position, pane=pane), (width, height))


# --- words


LONGEST = ("Mmmmmmmm", "Wwwwwwww", "Aaaaaaaa", "Oooooooo", "Uuuuuuuu")
"""Names of eight letters; with longer ones a sentence may end in dots."""


def test_sentences_are_no_longer_than_their_line(language):
    longest = 0
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(len(match.history)):
            (seat,) = GAME.to_move(match.state_at(position))
            for viewer in (*range(seats), SPECTATOR):
                view = match.view(viewer, position)
                prompt = GAME.prompt(view, viewer, lexicon())
                longest = max(longest, len(prompt))
                assert len(prompt) <= 78, prompt
            view = match.view(seat, position)
            for action in GAME.legal(view, seat):
                for element in GAME.targets(action):
                    assert len(GAME.element(view, 0, element, lexicon())) <= 78, GAME.element(
                        view, 0, element, lexicon()
                    )
                phrase = GAME.phrase(view, action, lexicon(LONGEST))
                if len(GAME.targets(action)) > 1 and not isinstance(action, Lay):
                    assert len(f"Enter: {phrase}.{FINAL}") <= 78, phrase
            if isinstance(view.pending[-1], Answer | Place):
                assert len(GAME.prompt(view, seat, lexicon()) + FINAL) <= 78, GAME.prompt(
                    view, seat, lexicon()
                )
    assert 40 < longest <= 78


def test_names_keep_their_capitals(language):
    view = GAME.view(whole_match(2).state_at(0), 0)
    terror = bytes(CODES[code] for code in ("T1", "T2", "TJ"))
    usa = bytes(CODES[code] for code in ("U1", "U3", "UJ"))
    view = replace(view, fields=[(terror, usa), ()])
    sentences = [GAME.element(view, 0, triplet_element(0, place), lexicon()) for place in (0, 1)]
    assert sentences[0].startswith("CIA, IRA and joker: ")
    president = card_name(usa[1], lexicon())
    assert sentences[1].startswith(f"Rambo, {president} and joker")
    assert "4 points; trumped by USA" in sentences[0]
    assert "or a third mark take it" in sentences[1]
    assert GAME.element(view, 0, ("label", CODES["U3"]), lexicon()).startswith(
        f"Ask for {president}: "
    )


def test_a_card_that_comes_too_late_for_an_offer_says_so():
    match = whole_match(2)
    hand = match.state_at(0).hands[0]
    state = replace(match.state_at(0), pending=[Move(0), Offer(0, 1, False, hand[-1:])])
    view = GAME.view(state, 0)
    assert "comes before the cards you give already" in GAME.element(
        view, 0, ("card", hand[0]), lexicon()
    )
    assert "comes before" not in GAME.element(view, 0, ("card", hand[-1]), lexicon())


# --- status line


def at(match, true):
    """Return the first position of which something is true, and the seat that is asked there."""
    for position in range(len(match.history)):
        state = match.state_at(position)
        if true(state):
            return position, state.pending[-1].seat
    raise AssertionError("it does not come to that")


def with_cursor(now, element, chooser=None):
    return Scene(
        now.game, now.view, now.viewer, now.lexicon, now.events, chooser or now.chooser, element
    )


def test_dangers_are_those_that_are_left_for_others():
    executive = [f"E A{n}".replace(" ", "") for n in range(1, 6)]
    out = bytes(CODES[code] for code in executive[:2])
    mine, theirs = ["C1 C2 C3"], ["C1 C2 C4", "U1 U2 U3", "U1 U2 UJ CA1"]
    now = placed([mine, theirs], "EA3 CA2", out=out)
    found = [
        dangers(now.view, owner, each) for owner, f in enumerate(now.view.fields) for each in f
    ]
    groups = {group.letter: place for place, group in enumerate(GROUPS)}
    assert found[0] == [(groups["E"], 2, True)], "one's own card is no danger to oneself"
    assert found[1] == [(groups["E"], 3, True)], "but to others"
    assert found[2] == [(groups["A"], 1, True), (groups["C"], 4, True)]
    assert found[3] == [(groups["C"], 4, True)], "a mark keeps the aliens away"
    out += bytes(CODES[f"{letter}A{n}"] for letter, n in [*zip("EEE", "345", strict=True), "A1"])
    assert dangers(replace(now.view, out=out, hands=[b"", b""]), 0, b"\0\1\2") == []


@pytest.mark.parametrize(
    ("out", "signs", "words"),
    [
        ("", "!A1 !C5", "aliens or a third mark take it"),
        ("AA1", "!C5", "a third mark takes it"),
        ("CA1 CA2 CA3", "!A1 −C2", "trumped by aliens; marks cost it points"),
        ("AA1 CA1 CA2 CA3", "−C2", "only marks cost it points"),
        ("CA1 CA2 CA3 CA4 CA5", "!A1", "trumped by aliens"),
        ("AA1 CA1 CA2 CA3 CA4 CA5", "safe", "nothing can take it any more"),
    ],
)
def test_a_triplet_of_the_usa_is_safe_only_where_it_can_lose_no_points(out, signs, words):
    now = placed([[], ["U1 U2 U3"]], "", out=bytes(CODES[code] for code in out.split()))
    (region,) = (drawn(now).places[triplet_element(1, 0)],)
    lines = rows(drawn(now))[region.y : region.bottom]
    drawn_signs = lines[-1][region.x : region.right].strip("╰╯─")
    assert drawn_signs == signs
    said = GAME.element(now.view, 0, triplet_element(1, 0), now.lexicon)
    first = words.partition(";")[0]
    assert said.replace(" (USA)", "") == f"Rambo, Superman and the president: 5 points; {first}."
    lines = [line for part in GAME.describe(now.view, 0, now.lexicon) for line in part.lines]
    assert f"Rambo, Superman and the president (USA): 5 points; {words}." in lines


@pytest.mark.parametrize(
    ("marks", "out", "words"),
    [
        ("CA1", "", "1 mark, the third captures it"),
        ("CA1", "CA2 CA3 CA4", "1 mark, one more costs a point"),
        ("CA1 CA2", "CA3 CA4 CA5", "2 marks, no more can come"),
    ],
)
def test_the_words_of_a_marked_triplet_know_which_marks_are_gone(marks, out, words):
    fields = [[], [f"U1 U2 U3 {marks}"]]
    now = placed(fields, "", out=bytes(CODES[code] for code in out.split()))
    text = " ".join(line for part in GAME.describe(now.view, 0, now.lexicon) for line in part.lines)
    assert f"; {words}; aliens cannot trump it; marked by " in text


def test_the_words_of_a_triplet_know_that_its_trumps_are_gone():
    politics = bytes(CODES[f"PA{number}"] for number in (1, 2, 3, 4))
    for out, words in ((politics[:3], "trumped by politics"), (politics, "nothing can take it")):
        now = placed([[], ["E1 E2 E3"]], "", out=out)
        assert f"; {words}" in GAME.element(now.view, 0, triplet_element(1, 0), now.lexicon)


def test_no_two_labels_of_a_row_look_the_same(language):
    for width in (3, 6):
        for group in range(len(GROUPS)):
            labels = [card for card in range(LABELS) if row_of(card) == group]
            assert len({short(card, lexicon(), width) for card in labels}) == len(labels)
            assert all(len(short(card, lexicon(), width)) == width for card in labels)


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_once_the_match_is_over_nothing_is_in_danger_nor_safe(size):
    fields = [["C1 C2 C3", "U1 U2 U3 CA1"], ["E1 E1 EJ"]]
    now = placed(fields, "PA3 CA2")
    text = drawn(now, size).canvas.plain()
    assert "!" in text
    over = placed(fields, "PA3 CA2", pending=[])
    text = drawn(over, size).canvas.plain()
    assert "safe" not in text
    assert "!" not in text
    text = " ".join(
        line for part in GAME.describe(over.view, 0, over.lexicon) for line in part.lines
    )
    assert "joker (executive): 2 points." in text
    for word in ("trumped", "trump it", "captures", "its joker for"):
        assert word not in text
    assert "marked by" in text


def test_playable_cards_say_what_for_and_the_targets_are_marked():
    now = placed([[], ["C1 C2 CJ", "P1 P2 P3"]], "E1 E2 E3 EA1 C3")
    for size in BOARDS:
        text = drawn(now, size).canvas.plain()
        assert text.count("lay─") == 3
        assert text.count("trump─") == 1
        assert text.count("swap") >= 1
        assert "to lay: executive" in text
        places = drawn(now, size).places
        shown = rows(drawn(now, size))
        for place, is_target in ((0, True), (1, False)):
            region = places[triplet_element(1, place)]
            assert ("•" in shown[region.y][region.x : region.right]) == is_target


def test_a_card_that_marks_says_so():
    now = placed([[], ["U1 U2 U3"]], "CA1")
    assert drawn(now).canvas.plain().count("mark─") == 1


def test_an_offer_shows_what_would_go_where():
    for kind in (Offer, Answer):
        pending = [Move(0), kind(0, 1, False, bytes([CODES["P1"]] * 2), bytes([CODES["U1"]]))]
        lines = rows(drawn(placed([[], []], "P1 P1 T1", pending=pending)))
        text = " ".join(" ".join(lines).split())
        verbs = ("you give", "for") if kind is Offer else ("you would get", "and give")
        assert f"{verbs[0]} 2 corruption {verbs[1]} Rambo" in text


def test_labels_show_what_is_left_what_the_partner_has_and_what_would_help():
    pending = [Move(0), Offer(0, 1, False, bytes([CODES["P1"]]))]
    known = [b""] * 6
    known[1] = known[5] = bytes([CODES["T2"]])
    now = placed([[], []], "P1 U1 U1 T1", pending=pending, seen=known)
    labels = " ".join(rows(drawn(now))[9:15])
    assert "*Ram1" in labels
    assert "=IRA3" in labels
    assert "*IRA" not in labels
    assert "*Sup" not in labels, "two and one make no triplet"
    assert "* ? 1" in labels
    assert YummyBoard.first(now.view, now.chooser.actions) == ("label", CODES["U1"])


def test_the_cursor_begins_where_most_likely_something_is_done():
    def first(now):
        return YummyBoard.first(now.view, now.chooser.actions)

    assert first(placed([[], []], "C1 E1 E2 E3")) == ("card", CODES["E1"])
    assert first(placed([[], ["C1 C2 C3"]], "C1 EA1")) == ("card", CODES["EA1"])
    assert first(placed([[], []], "C1 E1")) == button("end")
    too_many = placed([[], []], "C1 C2 E1 P1 T1 T2 U1 U2", pending=[Trim(0)])
    advised = GAME.advise(too_many.view, 0, lexicon())[0].action
    assert first(too_many) == ("card", advised.card) == ("card", CODES["E1"])
    give = bytes([CODES["C1"]])
    nothing_helps = placed([[], []], "C1 E1", pending=[Move(0), Offer(0, 1, False, give)])
    assert first(nothing_helps)[0] == "label"
    whole = [Move(0), Offer(0, 1, False, give, give)]
    assert first(placed([[], []], "C1 E1", pending=whole)) == button("propose")
    offered = [Move(1), Answer(0, 1, False, give, give)]
    assert first(placed([[], []], "C1 E1", pending=offered)) == button("decline")


def test_numbers_select_the_buttons_where_no_card_can_be_selected():
    offered = [Move(1), Answer(0, 1, False, b"\0", b"\0")]
    now = placed([[], ["C1 C2 C3"]], "C1 E1", pending=offered)
    assert list(drawn(now).places)[:3] == [
        button(word) for word in ("accept", "decline", "counter")
    ]


def test_each_pane_shows_its_part():
    match = whole_match(3)
    position, seat = at(match, lambda state: isinstance(state.pending[-1], Move) and state.turn > 5)
    texts = [drawn(asking(match, seat, position, pane=pane)).canvas.plain() for pane in (0, 1)]
    assert ["cards not seen" in text for text in texts] == [False, True]
    left = len(BOX) - len(match.view(seat, position).hands[seat])
    (line,) = (line for line in texts[1].splitlines() if "cards not seen" in line)
    assert int(line.split("seen")[1].split(",")[0]) < left


def test_a_spectator_sees_backs_and_the_omniscient_all_hands():
    for seats in SEATS:
        match, positions = moments(seats)
        position = positions[len(positions) // 3]
        for size in BOARDS:
            state = match.state_at(position)
            backs = "".join(rows(drawn(scene(match, SPECTATOR, position), size)))
            assert backs.count("▒") == 2 * sum(map(len, state.hands))
            fronts = rows(drawn(scene(match, OMNISCIENT, position), size))
            below = " ".join(fronts[next(y for y, row in enumerate(fronts) if " hands " in row) :])
            for hand in state.hands:
                for card in hand:
                    assert f"{CARDS[card].code[0]}{short(card, lexicon())}" in below
