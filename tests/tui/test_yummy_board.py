"""The drawing of the board of Yummy Darwinism: names and sentences, dangers, news, and the end of a
match."""

import re
from dataclasses import replace as replace_scene
from itertools import product

import pytest
from msgspec.structs import replace
from textual.geometry import Region
from tui.checks import check_marks
from tui.scenes import BOARDS, drawn, rows, scene
from tui.yummy_scenes import (
    CODES,
    GAME,
    MOVE,
    SEATS,
    large,
    moments,
    placed,
    seat_names,
    see,
    special,
    whole_match,
)

from darwin_core.contract.game import HIDDEN
from darwin_core.games.yummy import acts, material
from darwin_core.games.yummy.acts import button, triplet_element
from darwin_core.games.yummy.rules import dangers, points_of
from darwin_core.games.yummy.texts import card_name, triplet_by_counter
from darwin_core.games.yummy.view import copies_out_of_sight, unseen
from darwin_core.text.language import NAMES, noun, reading, tr
from darwin_tui.boards.yummy import board as board_of_yummy
from darwin_tui.boards.yummy import fields
from darwin_tui.boards.yummy.board import YummyBoard, whole_words, wrapped_pieces
from darwin_tui.boards.yummy.cards import (
    HYPHENATED,
    SHORT,
    column_of,
    name_lines,
    plain_name,
    short,
)
from darwin_tui.boards.yummy.fields import nearly_laid
from darwin_tui.boards.yummy.hand import use_of
from darwin_tui.boards.yummy.labels import wanted_labels
from darwin_tui.boards.yummy.scene import (
    MOVING_FRAMES,
    NewsDetail,
    counted_points,
    entries,
    totals_of,
)
from darwin_tui.boards.yummy.trade import names_within
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing, Styled
from darwin_tui.drawing.marks import State

LANGUAGES = ("en", "de")


@pytest.fixture(params=LANGUAGES)
def language(request):
    """Read all texts in one of the languages, and return that language."""
    with reading(request.param):
        yield request.param


def region_rows(drawing, region):
    lines = rows(drawing)[region.y : region.bottom]
    return [line[region.x : region.right] for line in lines]


# --- words


def test_names_keep_their_capitals(language):
    view = GAME.view(whole_match(2).state_at(0), 0)
    terror = bytes(CODES[code] for code in ("T1", "T2", "TJ"))
    usa = bytes(CODES[code] for code in ("U1", "U3", "UJ"))
    view = replace(view, fields=[(terror, usa), ()])
    sentences = [
        GAME.texts.element(view, 0, triplet_element(0, place), seat_names()) for place in (0, 1)
    ]
    president = card_name(usa[1])
    joker = tr("{cards} and joker", cards="")
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


@pytest.mark.parametrize("size", [(80, 20), *BOARDS], ids=str)
def test_every_card_that_can_be_asked_for_is_drawn_and_every_action_with_its_group(size, language):
    """A puzzle's banner leaves a board of 20 rows."""
    now = special()["labels"]
    drawing = drawn(now, size)
    places = drawing.places
    labels = {card for kind, card in places if kind == "label"}
    assert labels == {*range(material.LABELS)}
    copies = copies_out_of_sight(now.view)
    for card in range(material.FIRST_ACTION, material.LABELS):
        (row,) = region_rows(drawing, places["label", card])
        group = noun(material.GROUPS[material.GROUP_OF[card]].name)
        assert row.split()[-1] == (group[0].upper() if copies[card] else "–")


def test_a_card_to_ask_for_tells_how_many_are_not_seen():
    now = placed([["U1 U1 U1"], []], "T1", pending=[material.Move(0), material.Offer(0, 1, False)])
    words = {code: now.text_on(("label", CODES[code])) for code in ("T1", "T2", "U1")}
    assert words["T1"].endswith("2 not seen.")
    assert words["T2"].endswith("3 not seen.")
    assert words["U1"] == "Nobody can hold Rambo: you see every copy."
    offer = material.Offer(0, 1, False, triplet("T1"), triplet("U1"))
    asked = placed([["U1 U1 U1"], []], "T1", pending=[material.Move(0), offer])
    assert "can only be declined" in asked.text_on(button("propose"))


def test_a_card_that_comes_too_late_for_an_offer_says_so():
    match = whole_match(2)
    hand = match.state_at(0).hands[0]
    state = replace(
        match.state_at(0), pending=[material.Move(0), material.Offer(0, 1, False, hand[-1:])]
    )
    view = GAME.view(state, 0)
    assert "Cards are given in order" in GAME.texts.element(
        view, 0, ("card", hand[0]), seat_names()
    )
    assert "in order" not in GAME.texts.element(view, 0, ("card", hand[-1]), seat_names())


def test_details_of_a_card_count_what_is_not_seen_of_its_group():
    match, places = moments(3)
    for position in places:
        now = scene(match, 0, position)
        for card in {*now.view.hands[0]}:
            text, *more = YummyBoard().zoom(now, ("card", card))
            assert text == now.text_on(("card", card))
            makes_triplets = card < material.FIRST_ACTION or card in material.JOKERS
            assert bool(more) == makes_triplets
            if more:
                group = [
                    left_card
                    for left_card in unseen(now.view, 0)
                    if material.GROUP_OF[left_card] == material.GROUP_OF[card]
                ]
                left = [
                    card
                    for card in group
                    if card < material.FIRST_ACTION or card in material.JOKERS
                ]
                numbers = map(int, re.findall(r"\d+", more[0]))
                singles = len({card for card in left if left.count(card) == 1})
                assert sum(numbers) + singles == len(left), more


# --- status line


def at(match, true):
    """Return the first position at which a condition holds, and the seat that is asked there."""
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
    of_triplets = [
        dangers(now.view, owner, triplet)
        for owner, field in enumerate(now.view.fields)
        for triplet in field
    ]
    groups = {group.letter: number for number, group in enumerate(material.GROUPS)}
    assert of_triplets[0] == [(groups["E"], 2, True)], "one's own card is no danger to oneself"
    assert of_triplets[1] == [(groups["E"], 3, True)], "but to others"
    assert of_triplets[2] == [(groups["A"], 1, True), (groups["C"], 4, True)]
    assert of_triplets[3] == [(groups["C"], 4, True)], "a mark keeps the aliens away"
    out += bytes(CODES[f"{letter}A{n}"] for letter, n in [*zip("EEE", "345", strict=True), "A1"])
    assert dangers(replace(now.view, out=out, hands=[b"", b""]), 0, b"\0\1\2") == []


@pytest.mark.parametrize(
    ("out", "signs", "words"),
    [
        ("", "6 could take it", "aliens or a third mark take it"),
        ("AA1", "! citizens ×5", "a third mark takes it"),
        ("CA1 CA2 CA3", "1 take, 2 mark", "aliens can take it; marks cost it points"),
        ("AA1 CA1 CA2 CA3", "− citizens ×2", "only marks cost it points"),
        ("CA1 CA2 CA3 CA4 CA5", "! aliens ×1", "aliens can take it"),
        ("AA1 CA1 CA2 CA3 CA4 CA5", "safe", "nothing can take it any more"),
    ],
)
def test_a_triplet_of_the_usa_is_safe_only_where_it_can_lose_no_points(out, signs, words):
    now = placed([[], ["U1 U2 U3"]], "", out=bytes(CODES[code] for code in out.split()))
    (region,) = (drawn(now).places[triplet_element(1, 0)],)
    assert region_rows(drawn(now), region)[-1].strip("▜▛ ") == signs
    sentence = GAME.texts.element(now.view, 0, triplet_element(1, 0), now.seat_names)
    first = words.partition(";")[0]
    assert (
        sentence.replace(" (USA)", "") == f"Rambo, Superman and the president: 5 points; {first}."
    )
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


@pytest.mark.parametrize(
    ("out", "words"),
    [
        (
            "AA1 CA1 CA2",
            "It counts on your field and lets you hold one card more, but can be taken.",
        ),
        ("AA1 CA1 CA2 CA3", "It counts on your field and lets you hold one card more."),
    ],
)
def test_a_triplet_that_can_only_be_marked_is_not_said_to_be_taken(out, words):
    placing = material.PlaceTriplet(0, triplet("U1 U1 U1"))
    now = placed([[], []], "", pending=[placing], out=triplet(out))
    assert GAME.texts.element(now.view, 0, button("keep"), now.seat_names) == words


def test_no_two_labels_of_a_row_look_the_same(language):
    for width in (3, 6):
        for group in range(len(material.GROUPS)):
            labels = [card for card in range(material.LABELS) if column_of(card) == group]
            assert len({short(card, width) for card in labels}) == len(labels)
            assert all(len(short(card, width)) == width for card in labels)


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_names_to_ask_for_are_whole_or_shortened_by_hand(size, language):
    give = bytes([CODES["P1"]])
    pending = [material.Move(0), material.Offer(0, 1, False, give)]
    drawing = drawn(placed([[], []], "P1 P2 C1", pending=pending), size)
    labels = {
        number: region for (kind, number), region in drawing.places.items() if kind == "label"
    }
    assert set(range(material.FIRST_ACTION)) - set(labels) <= set(give)
    for label, region in labels.items():
        (line,) = region_rows(drawing, region)
        name = plain_name(label)
        assert name in line or SHORT.get(name, name) in line


def test_the_cursor_begins_where_most_likely_something_is_done():
    def first(now):
        return YummyBoard.first(now.view, now.chooser.actions)

    assert first(placed([[], []], "C1 E1 E2 E3")) == ("card", CODES["E1"])
    assert first(placed([[], ["C1 C2 C3"]], "C1 EA1")) == ("card", CODES["EA1"])
    assert first(placed([[], []], "C1 E1")) == button("end")
    too_many = placed([[], []], "C1 C2 E1 P1 T1 T2 U1 U2", pending=[material.Trim(0)])
    advised = GAME.bots.advise(too_many.view, 0, seat_names())[0].action
    assert first(too_many) == ("card", advised.card) == ("card", CODES["E1"])
    give = bytes([CODES["C1"]])
    nothing_helps = placed(
        [[], []], "C1 E1", pending=[material.Move(0), material.Offer(0, 1, False, give)]
    )
    assert first(nothing_helps)[0] == "label"
    whole = [material.Move(0), material.Offer(0, 1, False, give, give)]
    assert first(placed([[], []], "C1 E1", pending=whole)) == button("propose")
    offered = [material.Move(1), material.Answer(0, 1, False, give, give)]
    assert first(placed([[], []], "C1 E1", pending=offered)) == button("decline")


def test_long_names_are_divided_between_syllables():
    words = set()
    for language in NAMES:
        with reading(language):
            words |= {*" ".join(noun(card.name) for card in material.CARDS).split()}
    unknown = {word for word in "".join(HYPHENATED.split("·")).split() if word not in words}
    assert not unknown
    for code, width, lines in (("E6", 7, ["secret", "police"]), ("C4", 8, ["proleta-", "riat"])):
        assert name_lines(CODES[code], width, 2) == lines, code


# --- other players' actions


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_the_cursor_may_be_on_a_triplet_that_is_gone(size):
    now = placed([["E1 E2 E3"], []], "T1", pending=[material.Move(1)])
    gone = replace_scene(now, cursor=triplet_element(1, 0))
    assert rows(drawn(gone, size)) == rows(drawn(now, size))


def news_of(*events, detail=NewsDetail.ATTACKS):
    """Return the words on each rival of the first seat: all actions, and only the totals."""
    now = replace_scene(placed([[], []], "T1", pending=[]), events=events)
    totals = totals_of(now, detail)
    return [
        {seat: "".join(piece if isinstance(piece, str) else piece[0] for piece in words)}
        for entries_of in (entries(now, is_short=True), totals)
        for seat, words in entries_of
    ]


def triplet(codes):
    return bytes(CODES[code] for code in codes.split())


def test_a_card_traded_away_is_named_when_a_rival_lays_it():
    begins = acts.TurnBegan(0, CODES["T1"], 9), acts.TurnBegan(1, HIDDEN, 8)
    joker = triplet("PJ")
    for trade in (acts.Traded(0, 1, joker, b"\x01"), acts.Traded(1, 0, b"\x01", joker)):
        lays = acts.Laid(1, triplet("P1 P2 PJ"))
        words = news_of(begins[0], trade, begins[1], lays)
        assert words == [
            {1: "lays politics +3 with your joker"},
            {1: "+3 with your joker"},
        ]
        assert news_of(begins[0], trade, begins[1], lays, detail=NewsDetail.LOSSES)[-1] == {
            1: "+3 with yours"
        }
        again = news_of(begins[0], trade, begins[1], lays, acts.Laid(1, triplet("P1 P2 P3")))
        assert again[0][1].count("with your") == 1
    assert "with your" not in str(news_of(*begins, lays))


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_news_without_room_for_all_attacks_count_the_losses_of_the_viewer(size):
    """Each of four rivals takes, marks and swaps; the losses come before what it gained."""
    hands = [triplet("T1"), *[triplet("C1")] * 4]
    now = placed([[]] * 5, "", hands=hands, piles=[()] * 5, pending=[MOVE])
    events = list[acts.YummyEvent]([acts.TurnBegan(0, CODES["T1"], 9)])
    for rival in range(1, 5):
        events += [
            acts.TurnBegan(rival, HIDDEN, 8),
            *[acts.Laid(rival, triplet(codes)) for codes in ("C1 C2 C3", "P1 P2 P3")],
            *[acts.Trumped(rival, 0, 0, triplet(codes)) for codes in ("C4 C5 C6", "T1 T2 T3")],
            acts.Marked(rival, CODES["CA1"], 0, triplet("U1 U2 U3 CA1")),
            acts.Swapped(rival, CODES["P1"], 0, CODES["PJ"]),
        ]
    plain = drawn(replace_scene(now, events=tuple(events)), size).canvas.plain()
    forms = ("costs you 6, 1 joker", "−6, 1 joker", "corruption for your joker")
    assert max(map(plain.count, forms)) == 4, plain


def test_after_the_last_turn_the_news_leave_out_earlier_turns():
    """The last turn is the viewer's; the totals are not those of the whole match."""
    events = (
        acts.TurnBegan(0, CODES["T1"], 9),
        acts.Laid(0, triplet("T1 T2 T3")),
        acts.TurnBegan(1, HIDDEN, 8),
        acts.TurnBegan(0, CODES["T1"], 0),
        acts.Laid(0, triplet("P1 P2 P3")),
    )
    assert {0: "+3"} in news_of(*events)


@pytest.mark.parametrize("answer", [acts.Declined, acts.Countered])
def test_news_say_that_an_offer_of_the_viewers_is_declined(answer):
    begins = acts.TurnBegan(0, CODES["T1"], 9)
    offered = acts.Offered(0, 1, triplet("T1"), triplet("P1"))
    declined = offered, answer(1, 0)
    assert news_of(begins, *declined)[0] == {1: "declines your offer"}
    assert news_of(begins, *declined, *declined)[0] == {1: "declines your offer"}, "said once"


def test_short_news_sum_up_what_a_rival_took():
    taken = [acts.Trumped(1, 0, 0, triplet(codes)) for codes in ("C1 C2 C3", "E1 E2 E3")]
    words = news_of(acts.TurnBegan(1, HIDDEN, 8), *taken, detail=NewsDetail.POINTS)
    assert words[-1] == {1: "costs you 3, +3"}


def test_a_captured_triplet_costs_its_owner_no_point_twice():
    """Each of its marks has cost a point when it was played."""
    now = placed(
        [["U1 U2 U3 CA1 CA2"], []], "", hands=[b"", triplet("CA3")], pending=[material.Move(1)]
    )
    state = replace(now.view)
    marking: list[acts.YummyEvent] = []
    GAME.apply(state, 1, GAME.texts.parse("mark CA3 1.1"), marking.append)
    moving = replace_scene(see(state, 0), moving=tuple(marking), frame=MOVING_FRAMES)
    assert [counted_points(moving, seat) for seat in (0, 1)] == [3, 0]
    assert news_of(acts.TurnBegan(1, HIDDEN, 8), *marking)[0] == {
        1: "marks your USA ×××, takes your USA −3"
    }
    taken = news_of(acts.TurnBegan(1, HIDDEN, 8), *marking, detail=NewsDetail.POINTS)[-1]
    assert taken == {1: "costs you 3, +5"}


def test_three_of_a_kind_count_once_they_are_kept_or_banked():
    cards = triplet("E1 E1 E1")
    placing = placed([[], []], "", pending=[MOVE, material.PlaceTriplet(0, cards)])
    laid = replace_scene(placing, moving=(acts.Laid(0, cards),), frame=MOVING_FRAMES)
    assert counted_points(laid, 0) == 0
    kept = replace_scene(placed([["E1 E1 E1"], []], ""), moving=(acts.Kept(0, cards),))
    banked = placed([[], []], "", piles=[(cards,), ()])
    banked = replace_scene(banked, moving=(acts.Banked(0, cards, -1),))
    for now in (kept, banked):
        assert counted_points(replace_scene(now, frame=MOVING_FRAMES), 0) == 0
        assert counted_points(now, 0) == 2


def test_a_second_triplet_of_a_group_counts_as_well():
    """The consequences of an offer, also for the rival, and the labels that would complete a
    triplet."""
    asked = [material.Move(1), material.Answer(0, 1, False, triplet("E6"), triplet("C1"))]
    now = placed([[], []], "E1 E2 E3 E4 E5 C1", pending=asked)
    assert "with it you could lay executive +2" in drawn(now).canvas.plain()
    asked = [material.Move(1), material.Answer(0, 1, False, triplet("P1"), triplet("EA1"))]
    now = placed([["C1 C2 C3"], []], "EA1 C4", pending=asked)
    assert "they can then take your citizens" in drawn(now).canvas.plain()
    lacked = [material.Move(1), material.Answer(0, 1, False, triplet("E4"), triplet("T1"))]
    assert not triplet_by_counter(placed([[], []], "E1 E2 E3 C1", pending=lacked).view)
    offer = material.Offer(0, 1, False, triplet("C1"))
    hand = placed([[], []], "E1 E2 E3 P1 P2 C1", pending=[MOVE, offer]).view
    assert {material.GROUP_OF[label] for label in wanted_labels(hand, offer)} == {material.POLITICS}


@pytest.mark.parametrize(("hand", "words"), [("E1 C1", ""), ("E1 E1 C1", "given ×2")])
def test_an_offer_that_cannot_be_accepted_takes_no_card(hand, words):
    asked = [material.Move(1), material.Answer(0, 1, False, triplet("E6"), triplet("E1 E1"))]
    assert use_of(placed([[], []], hand, pending=asked), CODES["E1"], State.PLAIN) == words


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
            for line in wrapped_pieces(pieces, width, 2)
        ]
        assert " ".join(map(str.strip, lines)) == "▲ lays two zealots, banks them, ends"
        assert all(len(line) <= width for line in lines)


def test_a_line_of_news_that_goes_on_ends_with_a_whole_word():
    line: list[Styled] = ["▲ ", ("takes ", "dim"), ("executive", "x"), " +2", (", ", "dim"), "lays"]
    words = ["▲", "takes", "executive", "+2,", "lays"]
    for width in range(8, 40):
        pieces = whole_words(line, width)
        text = "".join(piece if isinstance(piece, str) else piece[0] for piece in pieces)
        assert len(text) <= width
        *whole, end = text.split()
        assert end == "…"
        assert [word.strip(",") for word in whole] == [
            word.strip(",") for word in words[: len(whole)]
        ]


def test_free_places_of_the_own_field_show_what_lacks_a_single_card():
    """The hand has two kinds of executive and two legislatures; a group with a whole triplet is not
    shown."""
    now = placed([[], ["E3 E4 E5"]], "E1 E2 P5 P5 T1 T2 T3 C1")
    text = drawn(now, BOARDS[2]).canvas.plain()
    left = copies_out_of_sight(now.view)
    ways = {material.GROUP_OF[way.cards[0]]: way for way in nearly_laid(now)}
    names = [material.GROUPS[group].name for group in ways]
    assert names == ["politics", "executive"], "the most valuable first"
    politics, executive = ways.values()
    assert politics.cards == bytes((CODES["P5"],) * 2)
    assert politics.unseen == left[CODES["P5"]] + left[CODES["PJ"]]
    assert executive.unseen == sum(left[CODES[code]] for code in ("E3", "E4", "E5", "E6", "EJ"))
    for way in ways.values():
        assert f"{way.unseen} would do" in text


def test_the_cards_known_to_be_held_are_whole_names_and_a_plus():
    names = ["proletariat", "joker", "IRA"]
    assert names_within(names, 40) == "proletariat, joker, IRA"
    assert names_within(names, 22) == "proletariat, joker +1"
    assert names_within(names, 14) == "proletariat +2"
    assert names_within(names, 12) == "proletar. +2"
    assert names_within(names[:1], 6) == "prole."


def test_known_cards_without_room_are_counted(monkeypatch):
    known = bytes(CODES[code] for code in ("EJ", "P5", "P4"))
    monkeypatch.setattr(fields, "remembered_by_seat", lambda view, viewer: [known] * 4)
    drawing = Drawing(Canvas(18, 5), {})
    now = scene(whole_match(4), 0)
    for height in (4, 5):
        fields._known(Area(drawing, Region(0, 0, 18, height)), now, 3, 1)
        text = "".join(character for character, _ in drawing.canvas.grid[height - 1])
        assert text.strip() == {4: "has joker +2", 5: "legislature +1"}[height]


def test_triplets_and_many_cards_differ_without_colour_too():
    now = placed([["T1 T2 T3"], ["C1 C2 CJ", "E1 E2 E3"]], "C3 EA1 C4 PA1")
    state = large(3, 1, (4, 4, 4), 20)
    for ascii_only in (False, True):
        check_marks(now, ascii_only)
        check_marks(now, ascii_only, (120, 37))
        check_marks(see(state, 1), ascii_only)


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_a_triplet_that_could_be_laid_is_outlined_with_the_points_it_brings(size):
    now = placed([["C1 C2 C3"], []], "E1 E2 E3 T1")
    card = ("card", CODES["E1"])
    words = "+2 1 › 3"
    assert words in drawn(replace_scene(now, cursor=card), size).canvas.plain(), "under the cursor"
    chosen = replace_scene(now, chooser=now.chooser.select(card), cursor=("card", CODES["T1"]))
    assert words in drawn(chosen, size).canvas.plain(), "selected"
    assert words not in drawn(replace_scene(now, cursor=("card", CODES["T1"])), size).canvas.plain()


def test_neighbours_of_a_group_share_the_whole_name_on_their_band_also_under_the_cursor():
    now = placed([[], []], "E1 E2 E3 P1 T1 U1 C1 C2")
    for cursor in (None, ("card", CODES["E1"]), ("card", CODES["E2"])):
        assert "executive" in drawn(replace_scene(now, cursor=cursor)).canvas.plain()


def test_the_forecast_of_the_match_says_what_is_safe_and_what_can_be_taken():
    now = placed([["C1 C2 C3", "U1 U2 U3 CA1"], []], "E1")
    lines = {row.label: row.points for row in GAME.forecast(now.view)}
    assert lines["points now"] == lines["points then"] == (5, 0)
    assert lines["of these within reach of actions"] == (5, 0), "the third mark takes the USA"
    few_marks = replace(now.view, out=bytes(CODES[code] for code in ("CA2", "CA3", "CA4")))
    lines = {row.label: row.points for row in GAME.forecast(few_marks)}
    assert lines["of these within reach of actions"] == (1, 0), "a mark saves it from the aliens"
    assert lines["cards in hand, worth nothing"] == (1, 6)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_the_match_ends_with_the_sources_of_all_points(size, seats):
    match = whole_match(seats)
    view = match.view(0)
    banked, laid = (
        [sum(map(points_of, triplets)) for triplets in places]
        for places in (view.piles, view.fields)
    )
    now = scene(match, 0, is_paused=True)
    text = drawn(now, size).canvas.plain()
    assert "each triplet counts" in text
    for bank, lay in zip(banked, laid, strict=True):
        assert f" {bank} banked, {lay} laid" in text or f" {bank} + {lay}" in text
    assert GAME.standing(view).totals == tuple(map(sum, zip(banked, laid, strict=True)))


@pytest.mark.parametrize("rows_left", [1, 2])
def test_known_cards_without_room_are_counted_after_a_whole_name(rows_left):
    now = placed([[], []], "")
    counted = set()
    hands = (material.JOKERS[0], 1, 9, 30, 33), (9, 1, 12, 13, 14), (30, 2, 3, 4), (6, 7, 8, 35, 36)
    for hand, width in product(hands, range(16, 40)):
        lines = board_of_yummy._known_lines(bytes(hand), width, rows_left, now)
        assert len(lines) <= rows_left
        assert all(len(line) <= width for line in lines)
        counted |= {line for line in lines if "+" in line}
        names = len([name for name in re.split(r", ?", " ".join(lines)) if name])
        more = re.search(r"[^,] \+(\d+)$", lines[-1])
        assert names + int(more[1] if more else 0) == len(hand), lines
    assert counted
