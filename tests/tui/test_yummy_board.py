"""The table of Yummy Darwinism as drawn: all of it there, at every size."""

import itertools
import re
from dataclasses import replace as replace_scene

import pytest
import sampling
from msgspec.structs import replace
from textual.geometry import Region
from tui.checks import check_frame, check_places
from tui.scenes import (
    BOARDS,
    LONG_NAMES,
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
    SEATS,
    large,
    moments,
    placed,
    seat_names,
    see,
    stage_of,
    whole_match,
)

from darwin_core.contract.game import HIDDEN, OMNISCIENT, SPECTATOR
from darwin_core.games.yummy.acts import (
    Ask,
    Laid,
    Lay,
    Traded,
    Trumped,
    TurnBegan,
    button,
    triplet_element,
)
from darwin_core.games.yummy.material import (
    BOX,
    CARDS,
    FIRST_ACTION,
    GROUP,
    GROUPS,
    JOKERS,
    LABELS,
    Answer,
    AnyEffect,
    Move,
    Offer,
    Place,
    Trim,
)
from darwin_core.games.yummy.rules import SIZE, group_of, limit, points_of, totals
from darwin_core.games.yummy.texts import DIRECTIONS, card_name, dangers, group_name
from darwin_core.games.yummy.view import unseen
from darwin_core.text.language import NAMES, noun, reading, tr, tr_in
from darwin_tui.boards.yummy.board import YummyBoard
from darwin_tui.boards.yummy.cards import (
    EMBLEM_LEAST,
    HYPHENATED,
    fitted,
    letter,
    name_lines,
    plain_name,
    row_of,
    short,
    short_list,
)
from darwin_tui.boards.yummy.fields import nearly_laid, uses_on
from darwin_tui.boards.yummy.labels import left_of
from darwin_tui.boards.yummy.side import continued, flowed
from darwin_tui.boards.yummy.trade import first_names
from darwin_tui.drawing.area import Area, big_text
from darwin_tui.drawing.canvas import SEAT_MARKS, Canvas, Drawing, Styled

CARDS_OF_OFFERS = (12, 16, 18)
"""Columns of the cards of an offer."""
UNWRITABLE = "?ß"
"""Characters that stay as they are or vanish in ASCII; letters of German and of names."""


LANGUAGES = ("en", "de")


@pytest.fixture(params=LANGUAGES)
def language(request):
    """Read in both languages, one after the other."""
    with reading(request.param):
        yield request.param


@pytest.mark.parametrize(
    ("seats", "size", "language"),
    sampling.grid(SEATS, BOARDS, LANGUAGES, within=sampling.BOARD_INTERVAL),
    indirect=["language"],
    ids=str,
)
def test_everything_is_there_whole(seats, size, strict, language):
    match, positions = some_moments(moments, seats, SEATS, size, stage_of)
    others = (0, SPECTATOR, OMNISCIENT)
    for position in positions:
        by_turns = sampling.one_by_turns(others, sampling.BOARD_INTERVAL, position)
        for viewer in {*GAME.to_move(match.state_at(position)), *by_turns}:
            drawings = []
            for pane in (0, 1):
                now = asking(match, viewer, position, pane=pane)
                drawings.append(drawn(now, size))
                check_frame(drawings[-1], size, UNWRITABLE)
            drawing, offers = drawings
            check_heading(drawing, now.view)
            check_fields(offers if is_making_offer(now.view, viewer) else drawing, now)
            check_offer(drawing, now.view, viewer)
            if viewer < seats:
                check_hand(drawing, now.view, viewer)
            check_places(drawing, chooser_in(now))


def is_making_offer(view, viewer):
    top = view.pending[-1] if view.pending else None
    return isinstance(top, Offer) and top.seat == viewer


def check_heading(drawing, view):
    line = rows(drawing)[0]
    assert "round" not in line, "the rules know no rounds"
    assert f"{tr('turn')} {view.turn} " in line or not view.pending
    if not view.pending:
        assert tr("the match is over") in line
        return
    seat = view.pending[0].seat
    assert f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}, " in line
    for direction, word in DIRECTIONS.items():
        ways = (tr(word), tr_in("heading", word))
        assert any(f", {way} " in line for way in ways) == (view.direction == direction)
    deck = f"{tr('deck')} {len(view.deck)}"
    assert tr("the last turn") in line if not view.deck else deck in line


def region_rows(drawing, region):
    lines = rows(drawing)[region.y : region.bottom]
    return [line[region.x : region.right] for line in lines]


def big(text):
    """Return large digits as rows of characters."""
    canvas = Canvas(len(text) * 4 - 1, 3)
    Area(Drawing(canvas, {}), Region(0, 0, canvas.width, 3)).picture(0, 0, big_text(text, "ink"))
    return ["".join(character for character, _ in row) for row in canvas.grid]


def has_big(lines, text):
    """Return whether large digits are in some rows."""
    digits = big(text)
    return any(
        all(
            line[x : x + len(digit)] == digit
            for line, digit in zip(lines[y : y + 3], digits, strict=True)
        )
        for y in range(len(lines) - 2)
        for x in range(len(lines[0]) - len(digits[0]) + 1)
    )


def check_fields(drawing, now):
    """Check points and hand of each seat, and its triplets."""
    lines, view = rows(drawing), now.view
    asked = view.pending[-1].seat if view.pending else None
    below = next((y for y, line in enumerate(lines) if tr("all hands") in line), len(lines))
    for seat, field in enumerate(view.fields):
        mine = f"{SEAT_MARKS[seat]} {LONG_NAMES[seat]}"
        found = [y for y in range(below) if lines[y][:24].lstrip(" ▌▸").startswith(mine)]
        y = found[-1]
        points, cards = totals(view)[seat], len(view.hands[seat])
        plate = [line[:21] for line in lines[y : y + 7]]
        text = " ".join(plate)
        row = " ".join(lines[y].split())
        most = limit(view, seat)
        is_in_table = f"{mine} {points} {cards}/{most}" in row
        if not is_in_table:
            unit = "pts?|points?|P|Punkte?"
            assert re.search(rf"\b{points} ({unit}) ", text) or has_big(plate, str(points))
            assert f"{cards}/{most}" in plate[1] or f"{holding(cards, most)} " in text
        if not is_in_table:
            assert (lines[y][1] == "▸") == (seat == asked)
        shown = sum(triplet_element(seat, place) in drawing.places for place in range(len(field)))
        assert shown == len(field) or f"+{len(field) - shown}" in "".join(lines[y:])
        for place, triplet in enumerate(field[:shown]):
            region = drawing.places[triplet_element(seat, place)]
            uses = uses_on(now.chooser, seat, place)
            check_triplet(
                region_rows(drawing, region), triplet, dangers(view, seat, triplet), bool(uses)
            )


def holding(cards, most):
    """Return the words on the cards of a hand."""
    return f"{tr('hand')} {cards} {tr('of {number}', number=most)}"


def check_triplet(lines, triplet, by, is_target):
    """Check the group, the cards, the points, the marks and the dangers of a triplet."""
    width, text = len(lines[0]), " ".join(lines)
    group, marks = group_of(triplet), len(triplet) - SIZE
    if len(lines) == 1:
        assert letter(group) in text[:2] or group_name(group)[:2] in text
        assert "×" * marks in text
        if width < 15:
            assert str(points_of(triplet)) in text
            return
        assert all(short(card) in text for card in triplet[:SIZE])
        if not marks:
            assert ("!" in text) == any(each.takes for each in by or ())
        return
    band = " ".join(lines[:3] if len(lines) >= 7 else lines[:1])
    assert group_name(group)[:4] in band
    assert "×" * marks in band
    assert has_big(lines, str(points_of(triplet))) or str(points_of(triplet)) in band
    if len(lines) >= 5:
        assert all(fitted(card, width - 2) in text for card in triplet[:SIZE])
    elif len(lines) == 3 or not is_target:
        assert short_list(triplet[:SIZE], width - 2) in text
    for danger in by or ():
        sign, left = "!" if danger.takes else "−", danger.left
        if len(lines) == 2 or is_target:
            assert f"{sign}{left}" in band
        else:
            short_words = f"{sign}{letter(danger.group)}{left}"
            assert re.search(rf"{sign} \S+ ×{left}|{short_words}", lines[-1]), lines
    if len(lines) > 2:
        assert (tr("safe") in text) == (by == [] and not is_target)
        assert ("▸" in lines[-1]) == is_target


def check_offer(drawing, view, viewer):
    top = view.pending[-1] if view.pending else None
    text = " ".join(rows(drawing))
    if isinstance(top, Answer):
        assert tr("{give} for {ask}", give=len(top.give), ask=len(top.ask)) in text
        for card in {*top.give, *top.ask} - {HIDDEN}:
            lines = rows(drawing)
            ways = [name_lines(card, wide, 2) for wide in CARDS_OF_OFFERS]
            assert any(
                all(
                    words[n] in line[x : x + 20] for n, line in enumerate(lines[y : y + len(words)])
                )
                for words in ways
                for y in range(len(lines) - 1)
                for x in range(len(lines[0]))
                if words[0] in lines[y][x : x + 20]
            ), ways
    if is_making_offer(view, viewer):
        selectable = {label for kind, label in drawing.places if kind == "label"}
        expected = {each.label for each in GAME.legal(view, viewer) if isinstance(each, Ask)}
        assert selectable == expected
        assert f" {tr('makes a triplet')}" in text
        assert top is not None
        for card in {*top.give, *top.ask}:
            names = (name_lines(card, 12, 2)[0], fitted(card, 12))
            assert any(name[:3] in text for name in names)


def check_hand(drawing, view, viewer):
    cards = [number for kind, number in drawing.places if kind == "card"]
    hand = view.hands[viewer]
    assert cards == sorted(set(hand))
    lines = rows(drawing)
    most = limit(view, viewer)
    limits = (f"limit {most}", f"Limit {most}", holding(len(hand), most))
    assert any(words in line for line in lines for words in limits)
    for card in cards:
        region = drawing.places["card", card]
        text = region_rows(drawing, region)
        copies = hand.count(card)
        assert (f"×{copies}" in "".join(text)) == (copies > 1)
        if region.height == 1:
            assert text[0][1] == letter(GROUP[card])
            name = short(card, region.width - 3 - (2 if copies > 1 else 0)).strip()
            assert name in text[0]
            continue
        band = " ".join(text[:3] if region.height >= 10 else text[:1])
        is_letter = region.width == 5 and copies > 1
        name = group_name(GROUP[card])[:3]
        assert (letter(GROUP[card]) if is_letter else name[: 2 if copies > 1 else 3]) in band
        is_wide = region.width >= EMBLEM_LEAST
        names = name_lines(card, region.width, 2 if is_wide else region.height - 2)
        assert all(name in "".join(text) for name in names)


def test_every_stage_of_an_offer_is_looked_at():
    found = {stage_of(match.state_at(p)) for match, ps in map(moments, SEATS) for p in ps}
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
                if not is_making_offer(now.view, viewer):
                    check_fields(drawing, now)
                if viewer < seats:
                    check_hand(drawing, now.view, viewer)
                if size == BOARDS[0] and isinstance(pending[-1], Move):
                    triplets = sum(kind == "triplet" for kind, _ in drawing.places)
                    assert triplets == sum(fields)


# --- words


LONGEST = ("Mmmmmmmm", "Wwwwwwww", "Aaaaaaaa", "Oooooooo", "Uuuuuuuu")
"""Names of eight letters; with longer ones a sentence may end in dots."""


def test_sentences_are_no_longer_than_their_line(language):
    longest, final = 0, f"  {tr('cannot be undone')}"
    for seats in SEATS:
        match = whole_match(seats)
        for position in range(len(match.history)):
            (seat,) = GAME.to_move(match.state_at(position))
            for viewer in (*range(seats), SPECTATOR):
                view = match.view(viewer, position)
                prompt = GAME.texts.prompt(view, viewer, seat_names())
                longest = max(longest, len(prompt))
                assert len(prompt) <= 78, prompt
            view = match.view(seat, position)
            for action in GAME.legal(view, seat):
                for element in GAME.targets(action):
                    assert len(GAME.texts.element(view, 0, element, seat_names())) <= 78, (
                        GAME.texts.element(view, 0, element, seat_names())
                    )
                phrase = GAME.texts.phrase(view, action, seat_names(LONGEST))
                if len(GAME.targets(action)) > 1 and not isinstance(action, Lay):
                    assert len(f"Enter: {phrase}.{final}") <= 78, phrase
            if isinstance(view.pending[-1], Answer | Place):
                assert len(GAME.texts.prompt(view, seat, seat_names()) + final) <= 78, (
                    GAME.texts.prompt(view, seat, seat_names())
                )
    assert 40 < longest <= 78


def test_names_keep_their_capitals(language):
    view = GAME.view(whole_match(2).state_at(0), 0)
    terror = bytes(CODES[code] for code in ("T1", "T2", "TJ"))
    usa = bytes(CODES[code] for code in ("U1", "U3", "UJ"))
    view = replace(view, fields=[(terror, usa), ()])
    sentences = [
        GAME.texts.element(view, 0, triplet_element(0, place), seat_names()) for place in (0, 1)
    ]
    president, joker = card_name(usa[1]), tr("{cards} and joker", cards="")
    assert sentences[0].startswith(f"CIA, IRA{joker}: ")
    assert sentences[1].startswith(f"Rambo, {president}{joker}")
    threat, mark = {
        "en": ("4 points; USA can take it", "or a third mark take it"),
        "de": ("4 Punkte; Gefahr: USA", "oder dritte Marke"),
    }[language]
    assert threat in sentences[0]
    assert mark in sentences[1]
    asked = GAME.texts.element(view, 0, ("label", CODES["U3"]), seat_names())
    assert f"{president}: " in asked


def test_a_card_that_comes_too_late_for_an_offer_says_so():
    match = whole_match(2)
    hand = match.state_at(0).hands[0]
    state = replace(match.state_at(0), pending=[Move(0), Offer(0, 1, False, hand[-1:])])
    view = GAME.view(state, 0)
    assert "comes before the cards you give already" in GAME.texts.element(
        view, 0, ("card", hand[0]), seat_names()
    )
    assert "comes before" not in GAME.texts.element(view, 0, ("card", hand[-1]), seat_names())


def test_details_of_a_card_count_what_is_not_seen_of_its_group():
    match, places = moments(3)
    for position in places:
        now = scene(match, 0, position)
        for card in {*now.view.hands[0]}:
            text, *more = YummyBoard().zoom(now, ("card", card))
            assert text == now.text_on(("card", card))
            makes_triplets = card < FIRST_ACTION or card in JOKERS
            assert bool(more) == makes_triplets
            if more:
                group = [each for each in unseen(now.view, 0) if GROUP[each] == GROUP[card]]
                left = [each for each in group if each < FIRST_ACTION or each in JOKERS]
                numbers = map(int, re.findall(r"\d+", more[0]))
                singles = len({each for each in left if left.count(each) == 1})
                assert sum(numbers) + singles == len(left), more


# --- status line


def at(match, true):
    """Return the first position of which something is true, and the seat that is asked there."""
    for position in range(len(match.history)):
        state = match.state_at(position)
        if true(state):
            return position, state.pending[-1].seat
    raise AssertionError("it does not come to that")


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
        ("AA1", "! citiz. ×5", "a third mark takes it"),
        ("CA1 CA2 CA3", "!A1 −C2", "aliens can take it; marks cost it points"),
        ("AA1 CA1 CA2 CA3", "− citiz. ×2", "only marks cost it points"),
        ("CA1 CA2 CA3 CA4 CA5", "! aliens ×1", "aliens can take it"),
        ("AA1 CA1 CA2 CA3 CA4 CA5", "safe", "nothing can take it any more"),
    ],
)
def test_a_triplet_of_the_usa_is_safe_only_where_it_can_lose_no_points(out, signs, words):
    now = placed([[], ["U1 U2 U3"]], "", out=bytes(CODES[code] for code in out.split()))
    (region,) = (drawn(now).places[triplet_element(1, 0)],)
    assert region_rows(drawn(now), region)[-1].strip("▜▛ ") == signs
    said = GAME.texts.element(now.view, 0, triplet_element(1, 0), now.seat_names)
    first = words.partition(";")[0]
    assert said.replace(" (USA)", "") == f"Rambo, Superman and the president: 5 points; {first}."
    lines = [
        line for part in GAME.texts.describe(now.view, 0, now.seat_names) for line in part.lines
    ]
    assert f"Rambo, Superman and the president (USA): 5 points; {words}." in lines


@pytest.mark.parametrize(
    ("marks", "out", "words"),
    [
        ("CA1", "", "1 mark, the third takes it"),
        ("CA1", "CA2 CA3 CA4", "1 mark, one more costs a point"),
        ("CA1 CA2", "CA3 CA4 CA5", "2 marks, no more can come"),
    ],
)
def test_the_words_of_a_marked_triplet_know_which_marks_are_gone(marks, out, words):
    fields = [[], [f"U1 U2 U3 {marks}"]]
    now = placed(fields, "", out=bytes(CODES[code] for code in out.split()))
    text = " ".join(
        line for part in GAME.texts.describe(now.view, 0, now.seat_names) for line in part.lines
    )
    assert f"; {words}; aliens cannot take it; marked by " in text


def test_the_words_of_a_triplet_know_that_its_trumps_are_gone():
    politics = bytes(CODES[f"PA{number}"] for number in (1, 2, 3, 4))
    for out, words in ((politics[:3], "politics can take it"), (politics, "nothing can take it")):
        now = placed([[], ["E1 E2 E3"]], "", out=out)
        assert f"; {words}" in GAME.texts.element(
            now.view, 0, triplet_element(1, 0), now.seat_names
        )


def test_no_two_labels_of_a_row_look_the_same(language):
    for width in (3, 6):
        for group in range(len(GROUPS)):
            labels = [card for card in range(LABELS) if row_of(card) == group]
            assert len({short(card, width) for card in labels}) == len(labels)
            assert all(len(short(card, width)) == width for card in labels)


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_names_to_ask_for_have_nine_letters_or_are_whole(size, language):
    give = bytes([CODES["P1"]])
    pending = [Move(0), Offer(0, 1, False, give)]
    drawing = drawn(placed([[], []], "P1 P2 C1", pending=pending), size)
    labels = {
        number: region for (kind, number), region in drawing.places.items() if kind == "label"
    }
    assert set(range(FIRST_ACTION)) - set(labels) <= set(give)
    for label, region in labels.items():
        room = region.width - 3
        (line,) = region_rows(drawing, region)
        assert fitted(label, room) in line
        assert room >= min(len(plain_name(label)), 7 if label >= FIRST_ACTION else 9)


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
        line for part in GAME.texts.describe(over.view, 0, over.seat_names) for line in part.lines
    )
    assert "joker (executive): 2 points." in text
    for word in ("can take", "takes it", "its joker for"):
        assert word not in text
    assert "marked by" in text


def test_playable_cards_say_what_for_and_the_targets_are_marked():
    now = placed([[], ["C1 C2 CJ", "P1 P2 P3"]], "E1 E2 E3 EA1 C3")
    for size in BOARDS:
        drawing = drawn(now, size)
        text = drawing.canvas.plain()
        assert text.count("▲ lay") == 3
        assert text.count("▲ take") == 1
        assert text.count("▲ swap") == 1
        if size[0] >= 100:
            assert "you can lay executive · take citizens · swap a joker" in text
        for place, is_target in ((0, True), (1, False)):
            region = drawing.places[triplet_element(1, place)]
            assert ("▸ swap, ta" in region_rows(drawing, region)[-1]) == is_target


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_a_selected_card_rises_by_a_row_and_nothing_else_moves(size):
    now = placed([[], ["C1 C2 CJ", "P1 P2 P3"]], "E1 E2 E3 EA1 C3")
    card = ("card", CODES["E2"])
    up = replace_scene(now, chooser=now.chooser.select(card), cursor=card)
    still, risen = drawn(replace_scene(now, cursor=card), size), drawn(up, size)
    assert still.places == risen.places
    place, before, after = still.places[card], rows(still), rows(risen)
    columns = slice(place.x, place.right)
    assert after[place.y - 1][columns] == before[place.y][columns]
    # The ring has no row above a card that has risen.
    assert "▄" not in after[place.y - 2][columns]


def test_a_target_names_the_one_card_that_can_be_played_on_it():
    now = placed([[], ["C1 C2 C3"]], "E1 EA2")
    drawing = drawn(now, BOARDS[2])
    region = drawing.places[triplet_element(1, 0)]
    assert "▸ deportation" in region_rows(drawing, region)[-1]


def test_a_card_that_marks_says_so():
    now = placed([[], ["U1 U2 U3"]], "CA1")
    assert drawn(now).canvas.plain().count("▲ mark") == 1


def test_an_offer_shows_what_would_go_where():
    for kind in (Offer, Answer):
        pending = [Move(0), kind(0, 1, False, bytes([CODES["P1"]] * 2), bytes([CODES["U1"]]))]
        lines = rows(drawn(placed([[], []], "P1 P1 T1", pending=pending)))
        if kind is Offer:
            (give,) = (line for line in lines if "you give" in line)
            assert give.count("corruption") == 2
            assert "Rambo" in lines[lines.index(give) + 1]
        else:
            y = next(y for y, line in enumerate(lines) if "you would get" in line)
            middle = lines[y].index("you would give") - 2
            text = "".join(line[:middle] for line in lines[y + 1 : y + 6])
            asked = "".join(line[middle:] for line in lines[y + 1 : y + 6])
            assert text.count("corruption") == 2
            assert "Rambo" in asked
            assert "not held" in asked


def test_an_answer_says_what_it_would_mean():
    give, ask = bytes([CODES["T3"]]), bytes([CODES["E1"]])
    pending = [Move(1), Answer(0, 1, False, give, ask)]
    text = drawn(placed([[], []], "E1 E2 E3 T1 T2", pending=pending)).canvas.plain()
    assert "with it you could lay terror +4; you could no longer lay executive −2" in text
    assert "hands afterwards  ● 5 of 6   ▲ 6 of 6" in text
    text = drawn(placed([[], []], "T1", pending=pending)).canvas.plain()
    assert "border police is asked for and you lack it: you cannot accept." in text


def test_labels_show_what_is_left_what_the_partner_has_and_what_would_help():
    pending = [Move(0), Offer(0, 1, False, bytes([CODES["P1"]]))]
    known = [b""] * 6
    known[1] = known[5] = bytes([CODES["T2"]])
    now = placed([[], []], "P1 U1 U1 T1", pending=pending, seen=known)
    for size in BOARDS:
        drawing = drawn(now, size)

        def label(code, drawing=drawing):
            (line,) = region_rows(drawing, drawing.places["label", CODES[code]])
            return " ".join(line.split())

        assert label("U1").startswith("≡Rambo")
        assert label("U1").endswith(" 1")
        assert label("T2").startswith("▲IRA")
        assert label("T2").endswith(" 3")
        assert not label("U2").startswith("≡"), "two and one make no triplet"
        assert label("UJ") == "≡joker 1"
    assert YummyBoard.first(now.view, now.chooser.actions) == ("label", CODES["U1"])


def test_the_cursor_begins_where_most_likely_something_is_done():
    def first(now):
        return YummyBoard.first(now.view, now.chooser.actions)

    assert first(placed([[], []], "C1 E1 E2 E3")) == ("card", CODES["E1"])
    assert first(placed([[], ["C1 C2 C3"]], "C1 EA1")) == ("card", CODES["EA1"])
    assert first(placed([[], []], "C1 E1")) == button("end")
    too_many = placed([[], []], "C1 C2 E1 P1 T1 T2 U1 U2", pending=[Trim(0)])
    advised = GAME.bots.advise(too_many.view, 0, seat_names())[0].action
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
            drawing = drawn(scene(match, SPECTATOR, position), size)
            start = next(y for y, row in enumerate(rows(drawing)) if "all hands" in row)
            backs = [
                sum(
                    is_back for is_back, _ in itertools.groupby("back" in style for _, style in row)
                )
                for row in drawing.canvas.grid[start + 1 :]
            ]
            number = sum(map(len, state.hands))
            assert sum(backs) in (number, 2 * number, 3 * number)
            fronts = rows(drawn(scene(match, OMNISCIENT, position), size))
            below = " ".join(
                fronts[next(y for y, row in enumerate(fronts) if "all hands" in row) :]
            )
            for hand in state.hands:
                for card in hand:
                    assert CARDS[card].code[0] in below
                    names = (plain_name(card), fitted(card, 9))
                    assert any(name[:2] in below for name in names)


def test_long_names_are_divided_between_syllables():
    words = set()
    for language in NAMES:
        with reading(language):
            words |= {*" ".join(noun(each.name) for each in CARDS).split()}
    unknown = {word for word in "".join(HYPHENATED.split("·")).split() if word not in words}
    assert not unknown
    for code, width, lines in (
        ("E6", 7, ["secret", "police"]),
        ("C4", 8, ["proleta-", "riat"]),
    ):
        assert name_lines(CODES[code], width, 2) == lines, code


# --- what others did


def test_news_tell_the_actions_of_others_since_the_viewer_s_last_turn():
    laid = bytes(CODES[code] for code in ("C1", "C2", "C3"))
    lost = bytes(CODES[code] for code in ("E1", "E2", "E3"))
    events = (
        TurnBegan(1, HIDDEN, 50),
        Laid(1, lost),
        TurnBegan(0, CODES["T1"], 49),
        Laid(0, lost),
        TurnBegan(1, HIDDEN, 48),
        Laid(1, laid),
        Trumped(1, CODES["PA1"], 0, lost),
        TurnBegan(0, CODES["T2"], 47),
    )
    now = replace_scene(placed([[], ["C1 C2 C3"]], "T1"), events=events)
    for size in (BOARDS[0], BOARDS[2]):
        text = " ".join(drawn(now, size).canvas.plain().split())
        name = f" {now.names[1]}" if size == BOARDS[2] else ""
        assert f"▲{name} lays" in text
        assert "executive −2" in text
        assert text.count("+1") == 1
        assert "+2" not in text, "that was before"
    text = " ".join(drawn(now, BOARDS[2]).canvas.plain().split())
    assert "● you draw the IRA" in text


def test_a_strip_without_room_for_all_actions_says_what_was_gained_and_what_you_lost():
    citizens, executive, terror = (
        bytes(CODES[code] for code in codes.split())
        for codes in ("C1 C2 C3", "E1 E2 E3", "T1 T2 T3")
    )
    events = (
        TurnBegan(1, HIDDEN, 48),
        Laid(1, citizens),
        Laid(1, terror),
        Laid(1, executive),
        Traded(1, 0, citizens[:1], terror[:1]),
        Laid(1, citizens),
        Trumped(1, CODES["PA1"], 0, executive),
        TurnBegan(0, CODES["T2"], 47),
    )
    now = replace_scene(placed([[], ["C1 C2 C3"]], "T1"), events=events)
    text = " ".join(drawn(now, BOARDS[0]).canvas.plain().split())
    assert "▲ +10, takes your executive −2 " in text


def test_the_news_of_five_seats_that_all_do_much_are_whole_beside_the_felt():
    citizens, executive, politics, terror = (
        bytes(CODES[code] for code in codes.split())
        for codes in ("C1 C2 C3", "E1 E2 E3", "P1 P2 P3", "T1 T2 T3")
    )
    busy = [
        each
        for seat in (1, 2, 3, 4)
        for each in (
            TurnBegan(seat, HIDDEN, 40 - seat),
            Traded(seat, 1 + seat % 4, citizens[:2], executive[:1]),
            Laid(seat, citizens),
            Laid(seat, terror),
            Trumped(seat, CODES["PA1"], 1 + seat % 4, executive),
        )
    ]
    events = (*busy, Laid(4, politics), TurnBegan(0, CODES["T2"], 30))
    now = replace_scene(see(whole_match(5).state_at(0), 0), events=events)
    panel = [row[-33:].strip(" │") for row in rows(drawn(now, BOARDS[2]))]
    text = " ".join(panel[: next(y for y, row in enumerate(panel) if "not seen" in row)])
    assert "…" not in text
    assert "lays citizens +1, terror +4, takes" in text, "a verb for all that is laid"
    assert all(f"{SEAT_MARKS[seat]} +" in text for seat in (1, 2, 4)), "the longest are sums"


def test_those_that_an_event_concerns_are_marked_while_frames_are_left():
    laid = bytes(CODES[code] for code in ("C1", "C2", "C3"))
    events = (Laid(1, laid),)
    still = placed([["E1 E2 E3"], ["C1 C2 C3"]], "T1")
    moving = replace_scene(still, frame=3, moving=events)
    assert YummyBoard.frames(events) > 0
    assert YummyBoard.frames((TurnBegan(1, HIDDEN, 50),)) == 0
    for size in BOARDS:
        before, now = drawn(still, size), drawn(moving, size)
        assert before.places == now.places
        mark = SEAT_MARKS[1]
        styles = [
            {style for row in drawing.canvas.grid for character, style in row if character == mark}
            for drawing in (before, now)
        ]
        assert not any(style.endswith("on cursor") for style in styles[0])
        assert any(style.endswith("on cursor") for style in styles[1])
    region = drawn(moving, BOARDS[1]).places[triplet_element(1, 0)]
    row = rows(drawn(moving, BOARDS[1]))[region.bottom]
    assert row[region.x - 1 : region.right + 1] == f"▝{'▀' * region.width}▘"


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_the_cursor_may_be_on_a_triplet_that_is_gone(size):
    now = placed([["E1 E2 E3"], []], "T1", pending=[Move(1)])
    gone = replace_scene(now, cursor=triplet_element(1, 0))
    assert rows(drawn(gone, size)) == rows(drawn(now, size))


def test_no_line_of_news_begins_with_a_comma():
    pieces: list[Styled] = [
        "▲",
        " ",
        ("lays ", "dim"),
        "two zealots",
        (", ", "dim"),
        "banks them",
        ", ends",
    ]
    for width in range(10, 40):
        lines = [
            "".join(piece if isinstance(piece, str) else piece[0] for piece in line)
            for line in flowed(pieces, width, 2)
        ]
        assert " ".join(map(str.strip, lines)) == "▲ lays two zealots, banks them, ends"
        assert all(len(line) <= width for line in lines)


def test_a_line_of_news_that_goes_on_ends_with_a_whole_word():
    line: list[Styled] = ["▲ ", ("takes ", "dim"), ("executive", "x"), " +2", (", ", "dim"), "lays"]
    words = ["▲", "takes", "executive", "+2,", "lays"]
    for width in range(8, 40):
        pieces = continued(line, width)
        text = "".join(piece if isinstance(piece, str) else piece[0] for piece in pieces)
        assert len(text) <= width
        *kept, end = text.split()
        assert end == "…"
        assert [word.strip(",") for word in kept] == [
            word.strip(",") for word in words[: len(kept)]
        ]


def test_free_places_of_the_own_field_show_what_lacks_a_single_card():
    """Two kinds of executive and two legislatures in hand; a group with a triplet is not shown."""
    now = placed([[], ["E3 E4 E5"]], "E1 E2 P5 P5 T1 T2 T3 C1")
    text = drawn(now, BOARDS[2]).canvas.plain()
    left = left_of(now.view)
    ways = {GROUP[way.cards[0]]: way for way in nearly_laid(now)}
    names = [GROUPS[group].name for group in ways]
    assert names == ["politics", "executive"], "the most valuable first"
    politics, executive = ways.values()
    assert politics.cards == bytes((CODES["P5"],) * 2)
    assert politics.unseen == left[CODES["P5"]] + left[CODES["PJ"]]
    assert executive.unseen == sum(left[CODES[code]] for code in ("E3", "E4", "E5", "E6", "EJ"))
    for way in ways.values():
        assert f"{way.unseen} would do" in text


def test_the_cards_known_to_be_held_are_whole_names_and_a_plus():
    names = ["proletariat", "joker", "IRA"]
    assert first_names(names, 40) == "proletariat, joker, IRA"
    assert first_names(names, 22) == "proletariat, joker, +"
    assert first_names(names, 14) == "proletariat, +"
    assert first_names(names, 12) == "proletari. +"
    assert first_names(names[:1], 6) == "prole."
