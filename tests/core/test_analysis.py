"""The analysis of matches: sums, ends, knowledge and determinism."""

import builtins
import re
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from random import Random

import in_process
import msgspec
import pytest
from dice.twin import twin
from matches import began, careless, loaded, outcome_of, play

from darwin_core.analysis import review as judging
from darwin_core.analysis.report import (
    Analysis,
    TurningPoint,
    _steps_of_turn,
    cause,
    change_words,
    sentence,
    turning_points,
)
from darwin_core.analysis.review import (
    BLUNDER,
    MISTAKE,
    SLIP,
    STRONG,
    Choice,
    Judgement,
    Knowledge,
    Seen,
    Unwanted,
    estimate,
    judge,
    judge_all,
    review,
    sketch,
)
from darwin_core.bots.chances import Spread, chances_by, share_left, win_chances
from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.games.dice import bots
from darwin_core.games.dice.acts import Rolled, Won
from darwin_core.games.journey.acts import Reported
from darwin_core.games.yummy.acts import Refilled, TurnBegan
from darwin_core.lab import calibration
from darwin_core.match import AnyMatch, Resign, begin
from darwin_core.match.recording import Recording
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import chance_words

SAVES = Path(__file__).parents[2] / "saves"
WORLDS = 2
POSITIONS = 6
"""Positions of a match in which no floats are added by ``sum``."""


@lru_cache
def analysed(match: AnyMatch, worlds: int = WORLDS, knowledge: Knowledge = "players") -> Analysis:
    return in_process.analysed(match, worlds, knowledge)


@pytest.mark.parametrize("knowledge", ["spectator", "all"])
def test_with_other_knowledge_the_parts_add_up_too(knowledge):
    match = careless()
    analysis = analysed(match, 4 if knowledge == "all" else WORLDS, knowledge)
    assert analysis.knowledge == knowledge
    assert analysis.result == analysed(match).result
    assert analysis.curve != analysed(match).curve
    for seat in range(2):
        parts = analysis.start[seat] + analysis.luck[seat] + analysis.decisions[seat]
        assert parts == pytest.approx(analysis.result[seat])
    is_judged = knowledge == "all"
    assert any(map(len, analysis.choices)) == is_judged, "a spectator judges none"
    assert any(analysis.decisions) == is_judged


def test_the_curve_ends_with_the_share_of_the_win():
    match = careless()
    outcome = outcome_of(match)
    won = tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(2))
    assert analysed(match).result == won
    assert win_chances(match.game, match.state) == won
    for seat in range(2):
        reviewed = review(match, seat, [Judgement(0.3)] * len(match.history))
        assert reviewed.result == won[seat], "whatever was thought before"


def test_a_match_that_is_not_over_is_not_analysed():
    with pytest.raises(ValueError, match="played to its end"):
        review(began().match, 0, [Judgement(0.5)])


def test_the_same_match_gives_the_same_analysis():
    match = careless()
    assert analysed(match) == analysed.__wrapped__(match, WORLDS)
    assert analysed(match) != analysed(match, 3 * WORLDS)


def test_a_perspective_knows_nothing_hidden():
    """A state and its twin differ in what the viewer may not know, and give the same chances."""
    match = careless(seats=3)
    rng = Random("twins")
    differ = 0
    game = match.game
    for position in range(0, len(match.history), 7):
        state = match.state_at(position)
        for viewer in (0, 1, SPECTATOR):
            other = twin(state, viewer, rng)
            differ += other != state
            chances = [
                estimate(game, game.view(twinned, viewer), Seen(0, viewer), 2).chances()
                for twinned in (state, other)
            ]
            assert chances[0] == chances[1]
    assert differ > 10


def test_where_little_is_hidden_a_decision_is_judged_by_players_who_err():
    """Careful players took the same course in all worlds; judged by that course alone, the row for
    a purple seal seemed to cost a third of the chance to win."""
    match = loaded((SAVES / "journey.jsonl").read_bytes())
    assert match.game.texts.notation(match.history[123].action) == "add P 4"
    choice = judge(match, match.history[123].seat, 123).choice
    assert choice is not None
    assert choice.cost == 0


def test_a_decision_counts_only_for_those_who_know_the_hand():
    match = careless()
    for viewer, counts in ((0, True), (OMNISCIENT, True), (SPECTATOR, False), (1, False)):
        positions = range(0, len(match.history), 3)
        judged = [judge(match, 0, position, viewer, WORLDS) for position in positions]
        assert any(judgement.choice for judgement in judged) == counts


@pytest.mark.parametrize(
    "slug",
    ["dice", *(pytest.param(slug, marks=pytest.mark.campaign) for slug in registry.SLUGS[1:])],
)
def test_judgements_during_a_match_are_those_after_its_end(slug):
    whole = careless(slug, seats=2)
    seen = [Seen(seat, seat) for seat in range(2)]
    judged = {}
    match, _ = begin(whole.game, whole.header)
    for played in whole.history:
        for position in range(len(match.history)):
            if position not in judged and (judgements := judge_all(match, position, seen, 1)):
                judged[position] = judgements
        match.accept(match.propose(played.seat, played.action))
    assert len(judged) < len(match.history), "the end says how the last positions are judged"
    assert len(judged) > len(match.history) - 12, "few are left until then"
    for position, judgements in judged.items():
        assert judgements == judge_all(whole, position, seen, 1)


def test_a_loss_that_the_first_search_only_suspects_is_searched_as_a_hint_does(monkeypatch):
    """A hint calls another action better beyond doubt here."""
    match = careless(seed="measure 4")
    seat = match.history[21].seat
    choice = judge(match, seat, 21).choice
    assert choice
    assert (choice.mark, choice.played) == ("?", "S8")
    monkeypatch.setattr(judging, "_is_suspect", judging._cost)
    unsuspected = judge(match, seat, 21).choice
    assert unsuspected
    assert unsuspected.mark == ""


def test_judging_stops_as_soon_as_it_is_not_wanted():
    rollouts = iter([True, True, False])
    with pytest.raises(Unwanted):
        judge_all(careless(), 0, [Seen(0, 0)], is_wanted=lambda: next(rollouts))


def test_a_mark_says_what_a_decision_cost_or_brought():
    match = loaded((SAVES / "journey.jsonl").read_bytes())
    seen = set()
    for choice in chain(*(chain(*analysis_of_sample(slug).choices) for slug in registry.SLUGS)):
        seen.add(choice.mark)
        if choice.mark in ("", "!"):
            assert choice.cost < SLIP
        else:
            assert choice.mark == (
                "??" if choice.cost >= BLUNDER else "?" if choice.cost >= MISTAKE else "?!"
            )
    assert seen >= {"", "!", "?", "??"}
    choices = chain(*analysis_of_sample("journey").choices)
    strong = next(choice for choice in choices if choice.mark == "!")
    seat = match.history[strong.position].seat
    assert judge(match, seat, strong.position).brings >= STRONG


def test_turning_points_name_the_moment_and_the_change():
    match = careless()
    analysis = analysed(match)
    assert 0 < len(analysis.turning_points) <= 3
    seat_names = SeatNames(match.header.names)
    for point in analysis.turning_points:
        assert analysis.curve[point.seat][point.position] == point.after
        words = sentence(Recording(match, OMNISCIENT), point, seat_names)
        assert words.startswith(match.header.names[point.seat])
        assert (" rises from " in words) == (point.after > point.before)
        assert f"to {100 * point.after:.0f} % in round " in words


def test_who_has_resigned_has_no_chance_and_leaves_it_to_the_others():
    written = play(began(3), Random(3), 12)
    written.act(1, Resign())
    match = play(written, Random(4)).match
    analysis = analysed(match)
    outcome = outcome_of(match).with_last((1,))
    assert analysis.result == outcome.wins
    assert analysis.curve[1][11] > MISTAKE
    assert {*analysis.curve[1][12:]} == {0.0}, "a replay names the resignation at the same position"
    assert 0 < max(choice.position for choice in analysis.choices[1]) < 12
    assert analysis.decisions[1] <= -analysis.curve[1][11]
    for seat in range(3):
        parts = analysis.start[seat] + analysis.luck[seat] + analysis.decisions[seat]
        assert parts == pytest.approx(analysis.result[seat])
    chances = win_chances(match.game, match.state_at(12), resigned=(1,))
    assert chances[1] == 0
    assert sum(chances) == pytest.approx(1), "the others share the win"
    point = TurningPoint(12, 1, analysis.curve[1][11], 0.0)
    words = sentence(Recording(match, OMNISCIENT), point, SeatNames(match.header.names), analysis)
    assert re.fullmatch(
        r"Ben's chance falls from \d+ to 0 % in round 1, turn \d: Ben has resigned.", words
    )


def test_a_chance_before_the_end_is_never_certain():
    names = SeatNames(("Ada", "Ben"))
    recording = Recording(careless(), OMNISCIENT)
    words = change_words(recording, TurningPoint(5, 0, 0.0, 0.999), names)
    assert words == "Ada's chance rises from under 1 to over 99 %"
    words = change_words(recording, TurningPoint(recording.last, 0, 0.42, 1.0), names)
    assert words == "Ada's chance rises from 42 to 100 %"
    assert [chance_words(share) for share in (0.0049, 0.006, 0.994, 0.9951)] == [
        "under 1 %",
        "1 %",
        "99 %",
        "over 99 %",
    ]


def known(choice=None, curve=()):
    """Return an analysis of which no more is known than a decision and the curve."""
    choices = ((choice,),) if choice else ()
    return Analysis("dice", "", 2, (), (), (), (), curve, (), choices)


def wins_of_rivals(match, seat):
    """Return the positions after steps of Dice in which only rivals of a seat won cards, and nobody
    lost any."""
    for position in range(1, len(match.history)):
        scored = [event for event in match.events_at(position) if event.scores]
        if scored and all(isinstance(event, Won) and event.seat != seat for event in scored):
            yield position


def test_a_rivals_gain_explains_a_rise_only_by_another_rivals_fall():
    match = careless(seats=4)
    names = SeatNames(match.header.names)
    recording = Recording(match, OMNISCIENT)
    last = len(match.history)
    positions = [*wins_of_rivals(match, 0)]
    assert len(positions) > 3
    for position in positions:
        curve = [[0.25] * (last + 1) for _ in range(4)]
        point = TurningPoint(position, 0, 0.25, 0.4)
        words = sentence(recording, point, names, known(curve=curve))
        assert ", since it could have gone worse" in words
        curve[2][position] = 0.1
        words = sentence(recording, point, names, known(curve=curve))
        assert f", and {names.names[2]}'s falls from 25 to 10 %" in words
        point = TurningPoint(position, 0, 0.4, 0.25)
        words = sentence(recording, point, names, known(curve=curve))
        assert "'s falls from 25" not in words, "a rival's gain explains a fall"


def test_ones_own_gain_alone_explains_no_fall():
    match = careless(seats=4)
    names = SeatNames(match.header.names)
    recording = Recording(match, OMNISCIENT)
    position, won = next(
        (position, event)
        for position in range(1, len(match.history))
        if (scored := [event for event in match.events_at(position) if event.scores])
        and len(scored) == 1
        for event in scored
        if isinstance(event, Won)
    )
    words = sentence(recording, TurningPoint(position, won.seat, 0.7, 0.6), names)
    assert ", since it could have gone better" in words


def test_a_gain_as_large_as_that_of_any_rival_explains_no_fall():
    match = loaded((SAVES / "journey.jsonl").read_bytes())
    names = SeatNames(match.header.names)
    recording = Recording(match, OMNISCIENT)
    contrary = "since it could have gone better"
    count = 0
    for position in range(1, len(match.history)):
        if any(event.scores for event in match.events_at(position)):
            for seat in range(4):
                words = sentence(recording, TurningPoint(position, seat, 0.7, 0.6), names)
                steps = _steps_of_turn(recording, TurningPoint(position, seat, 0.7, 0.6))
                before, after = (recording.by_source(at).totals for at in (steps[0] - 1, steps[-1]))
                gains = [now - was for was, now in zip(before, after, strict=True)]
                if gains[seat] == max(gains) > 0 and sum(gain > 0 for gain in gains) > 1:
                    count += 1
                    assert contrary in words
                elif 0 <= gains[seat] < max(gains):
                    assert contrary not in words
    assert count


def test_a_fall_that_a_choice_did_not_cause_is_called_luck():
    match = careless(seats=2)
    names = SeatNames(match.header.names)
    recording = Recording(match, OMNISCIENT)
    position = next(
        at
        for at in range(1, len(match.history))
        if not any(event.reveals for event in match.events_at(at))
    )
    seat = match.history[position - 1].seat
    point = TurningPoint(position, seat, 0.6, 0.4)
    for cost, is_luck in ((0.0, True), (0.09, True), (0.1, False), (0.2, False)):
        played = match.game.texts.notation(match.history[position - 1].action)
        choice = Choice(position - 1, played, played, cost, 1.0, "?" if cost else "")
        words = sentence(recording, point, names, known(choice))
        assert (", by luck more than by the choice: " in words) == is_luck
        rising = TurningPoint(position, seat, 0.4, 0.6)
        rise = sentence(recording, rising, names, known(choice))
        assert "by luck" not in rise


def test_a_new_roll_that_a_chance_includes_is_named():
    match = careless(seats=4)
    names = SeatNames(match.header.names)
    recording = Recording(match, SPECTATOR)
    for position in range(1, len(match.history)):
        rolls = [event for event in match.events_at(position) if isinstance(event, Rolled)]
        words = sentence(recording, TurningPoint(position, 0, 0.3, 0.6), names)
        assert (", with what was then rolled or dealt: " in words) == bool(rolls)
        for roll in rolls:
            assert match.game.texts.sentence(roll, names) in words


def test_turning_points_of_a_seat_are_its_own_largest_changes():
    curve = ((0.5, 0.4, 0.4, 0.4, 0.4, 0.1, 0.1, 0.1, 0.5, 0.0), (0.5,) * 9 + (1.0,))
    own_points = turning_points(curve, [0])
    assert [(point.position, point.before, point.after) for point in own_points] == [
        (1, 0.5, 0.4),
        (5, 0.4, 0.1),
        (9, 0.5, 0.0),
    ], "8 is next to 9"
    assert {point.seat for point in turning_points(curve, [1])} == {1}
    often = ((0.0, 1.0) * 40,)
    assert len(turning_points(often, [0])) == 3, "however many there are"


def test_chances_add_up_and_follow_the_worth():
    assert chances_by((10, 10), 5) == (0.5, 0.5)
    ahead, behind = chances_by((12, 10), 5)
    assert ahead > behind
    assert ahead + behind == pytest.approx(1)
    assert chances_by((12, 10), 1)[0] > ahead, "what is sure counts more"
    assert Spread(at_end=1, at_start=9, bend=1).points(0.5) == 5


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_the_share_that_is_left_falls_from_one(slug):
    match = careless(slug, seed="short")
    shares_left = [
        share_left(match.game, match.state_at(at)) for at in range(len(match.history) + 1)
    ]
    assert shares_left[0] > 0.8
    assert shares_left[-1] < 0.2
    assert shares_left == sorted(shares_left, reverse=True)


def test_the_curve_of_an_analysis_under_way_is_that_of_the_whole_with_gaps():
    match = careless(seats=2)
    judged = [judge(match, 0, position, worlds=1) for position in range(len(match.history))]
    whole = review(match, 0, judged)
    assert sketch(judged, whole.result) == list(whole.chances)
    some = [judgement if position % 12 < 6 else None for position, judgement in enumerate(judged)]
    curve = sketch(some, whole.result)
    assert len(curve) == len(whole.chances)
    assert None in curve
    for one, other in zip(curve, whole.chances, strict=True):
        assert one is None or one == pytest.approx(other)


def test_a_reliability_table_finds_chances_that_are_too_sure():
    """Half of the positions are won, whatever the worth says."""
    positions = [
        calibration.Position(0.5, (20.0 * lead, 0.0), (won, 1.0 - won))
        for lead in (-1, 1)
        for won in (0.0, 1.0) * 10
    ]
    fitted = calibration.fit(positions)
    assert calibration.loss(positions, fitted) < calibration.loss(positions, Spread())
    pairs = list(calibration.pairs(positions, fitted))
    for band in calibration.reliability([pairs]):
        assert band.won == 0.5
    assert calibration.brier(pairs) == pytest.approx(0.25, abs=0.01)


def test_chances_of_one_match_count_little_more_than_one():
    """Ten times as many chances of the same matches make an interval no narrower."""
    matches = [[(0.5, float(number % 2))] for number in range(40)]
    (once,) = calibration.reliability(matches)
    (often,) = calibration.reliability([match * 10 for match in matches])
    assert often.number == 10 * once.number
    assert often.reach == pytest.approx(once.reach) == pytest.approx(0.157, abs=0.001)
    assert [band.reach for band in calibration.reliability(matches[:1])] == [1.0]


def test_a_cause_begins_with_the_points_and_leaves_out_others():
    """The end of a round of Journey names all players, and the round that begins next."""
    match = careless("journey", seed="careless")
    recording = Recording(match, SPECTATOR)
    names = match.header.names
    log = enumerate(recording.log())
    at = next(at for at, events in log if any(isinstance(event, Reported) for event in events))
    words = cause(recording, at, (0,), SeatNames(names))
    assert words.startswith("The Beagle's goal gives ")
    assert f". {names[0]} has " in words
    assert f"{names[1]} has " not in words


def test_a_cause_leaves_out_what_others_did_beside_the_points():
    """The end of a millennium of Evo scores for all players, and one keeps a trait besides."""
    recording = Recording(loaded((SAVES / "evo.jsonl").read_bytes()), OMNISCIENT)
    names = SeatNames(recording.names)
    saving, other = names.names.index("Anning"), names.names.index("Wallace")
    assert "Anning saves size" in cause(recording, 28, (saving,), names)
    words = cause(recording, 28, (other, saving), names)
    assert "Anning has 6 tokens left: 6 points" in words
    assert "Anning saves size" not in words


@pytest.mark.parametrize(
    ("line", "says", "not_"),
    [
        ("genome length", "Hooker's Future Genome has 19 cards", " left: "),
        ("token bonus", "Hooker has 9 tokens left: 9 points, and a bonus of 3", "Genome"),
        ("tokens lost", "The fungus at the field dies out, and with it", " left: "),
    ],
)
def test_a_cause_speaks_of_the_line_of_the_score_that_it_is_about(line, says, not_):
    """The end of a millennium of Evo changes three lines at once."""
    recording = Recording(loaded((SAVES / "evo.jsonl").read_bytes()), OMNISCIENT)
    names = SeatNames(recording.names)
    words = cause(recording, recording.last, (names.names.index("Hooker"),), names, (line,))
    assert says in words
    assert not_ not in words


def test_a_cause_leaves_out_the_account_of_a_round_beside_the_points():
    recording = Recording(loaded((SAVES / "dice.jsonl").read_bytes()), OMNISCIENT)
    names = SeatNames(recording.names)
    words = cause(recording, recording.last, (names.names.index("Anning"),), names)
    assert words.startswith("Anning's snake costs Huxley 8 cards with 17 points.")
    assert "Anning takes 4 cards with 15 points." in words
    assert "Round 3 ends" not in words


def test_a_cause_names_what_was_drawn_by_the_first_player():
    """The end of a turn of Yummy Darwinism draws for one player and then for the next."""
    match = careless("yummy", seats=3)
    recording = Recording(match, OMNISCIENT)
    names = SeatNames(match.header.names)
    log = enumerate(recording.log())
    by_type = ((at, {type(event): event for event in events}) for at, events in log)
    at, events = next((at, of) for at, of in by_type if of.keys() >= {Refilled, TurnBegan})
    one, other = events[Refilled].seat, events[TurnBegan].seat
    assert f"{names.names[one]} draws " in cause(recording, at, (one, other), names)
    assert f"{names.names[other]} draws " in cause(recording, at, (other, one), names)


def test_a_turning_point_says_what_came_of_the_cards_laid():
    """In the sample of Darwinning! a player wins the last trick as another lays a low card."""
    sentences = " ".join(sentences_of_sample("darwinning"))
    laid = "Wallace plays blueberry 15."
    assert f"{laid} Huxley wins the last trick with straight, sum 36." in sentences


def test_a_turning_point_names_the_points_of_the_whole_turn():
    """In the sample of Evo a rival hunts three times in a generation, and only its end is news."""
    (first, *_) = sentences_of_sample("evo")
    assert "Anning hunts the sprinter of strength" in first
    assert first.endswith("Anning: tokens hunted +6.")


def test_a_turning_point_by_a_decision_says_what_would_have_been_better():
    sentences = sentences_of_sample("journey")
    (own,) = (
        words for words in sentences if words.startswith("Hooker's chance falls from 84 to 66 %")
    )
    assert own.endswith("Better: unlock Navigation 2 for 4 coins: Navigate 3.")
    rival = Recording(loaded((SAVES / "evo.jsonl").read_bytes()), 0)
    analysis = analysis_of_sample("evo")
    (point,) = (point for point in analysis.turning_points if point.position == 282)
    names = SeatNames(rival.names)
    assert "Better" in sentence(rival.from_perspective(point.seat), point, names, analysis)
    assert "Better" not in sentence(rival, point, names, analysis), "a rival knows no hand"


def test_a_turning_point_leaves_out_steps_that_are_stated_as_a_whole():
    """A card that is laid face down is named where this decision itself cost much."""
    sentences = sentences_of_sample("dice")
    assert [words for words in sentences if "face down" not in words]
    assert all("falls" in words for words in sentences if "face down" in words)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_turning_point_says_no_sentence_twice(slug):
    match = careless(slug, seats=3, seed="twice")
    recording = Recording(match, OMNISCIENT)
    names = SeatNames(match.header.names)
    rng = Random(slug)
    for at in rng.sample(range(1, recording.last + 1), 30):
        for chances in ((0.3, 0.6), (0.6, 0.3)):
            words = sentence(recording, TurningPoint(at, rng.randrange(3), *chances), names)
            sentences = re.split(r"(?<=\.) ", words)
            assert len({*sentences}) == len(sentences)
            assert words.endswith(".")


def test_a_turning_point_of_which_nothing_may_be_said_ends_with_its_moment():
    """A spectator may not know the card that was laid face down at a choice that decided much."""
    match = careless(seats=3)
    recording = Recording(match, SPECTATOR)
    names = SeatNames(match.header.names)
    points = [TurningPoint(at, recording.seat(at), 0.4, 0.2) for at in range(1, recording.last)]
    sentences = [sentence(recording, point, names) for point in points]
    assert not [sentence for sentence in sentences if sentence.endswith(": ")]
    assert any(
        re.fullmatch(r"\w+'s chance falls .* in round \d, turn \d\.", sentence)
        for sentence in sentences
    )


def analysis_of_sample(slug: str) -> Analysis:
    return msgspec.json.decode((SAVES / f"{slug}.analysis.json").read_bytes(), type=Analysis)


def sentences_of_sample(slug: str) -> list[str]:
    recording = Recording(loaded((SAVES / f"{slug}.jsonl").read_bytes()), OMNISCIENT)
    seat_names = SeatNames(recording.names)
    analysis = analysis_of_sample(slug)
    return [sentence(recording, point, seat_names, analysis) for point in analysis.turning_points]


def test_a_cause_tells_a_name_from_the_words_and_names_that_contain_it():
    """One player is called "the"; the name of another is the beginning of a third's."""
    match = careless(seats=3)
    recording = Recording(match, SPECTATOR)
    names = ("the", "Ann", "Anning")
    log = enumerate(recording.log())
    at = next(at for at, events in log if any(isinstance(event, Won) for event in events))
    causes = [cause(recording, at, (seat,), SeatNames(names)) for seat in range(3)]
    plain = [cause(recording, at, (seat,), SeatNames(("Ada", "Ben", "Cleo"))) for seat in range(3)]
    for seat, (one, other) in enumerate(zip(causes, plain, strict=True)):
        assert one.count(names[seat]) >= other.count(("Ada", "Ben", "Cleo")[seat])
        assert len(one.split(". ")) == len(other.split(". "))
    winner = next(event.seat for event in recording.events(at) if isinstance(event, Won))
    others = [causes for seat, causes in enumerate(plain) if seat != winner]
    assert any(f"{('Ada', 'Ben', 'Cleo')[winner]} takes " in causes for causes in others)
    assert plain[winner].startswith(f"{('Ada', 'Ben', 'Cleo')[winner]} takes ")


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_turning_points_depend_on_no_letters_of_the_names(slug):
    """The short names are parts of the long ones, and of most sentences."""
    recording = Recording(loaded((SAVES / f"{slug}.jsonl").read_bytes()), OMNISCIENT)
    analysis = analysis_of_sample(slug)
    seats = range(len(recording.names))
    short = [*"aeinrt"][: len(seats)]
    plain = [f"#{seat}#" for seat in seats]
    for seat in seats:
        for point in turning_points(analysis.curve, [seat]):
            sentences = sentence(recording, point, SeatNames(tuple(plain)), analysis)
            for mark, name in zip(plain, short, strict=True):
                sentences = sentences.replace(mark, name)
            assert sentence(recording, point, SeatNames(tuple(short)), analysis) == sentences


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_judgements_are_the_same_with_every_python(slug, monkeypatch):
    """``sum`` adds floats in another way since Python 3.12; ``math.fsum`` rounds once in all."""
    plain = builtins.sum

    def exact(numbers, start=0):
        terms = [*numbers]
        assert not any(isinstance(number, float) for number in (start, *terms))
        return plain(terms, start)

    monkeypatch.setattr(builtins, "sum", exact)
    match = loaded((SAVES / f"{slug}.jsonl").read_bytes())
    seen = [Seen(seat, seat) for seat in range(match.seats)]
    last = len(match.history)
    for position in range(0, last, last // POSITIONS):
        assert judge_all(match, position, seen, 1)


def test_worlds_of_an_analysis_are_guessed_like_those_of_a_search():
    """Rivals whose card lies face down have chosen as they are likely to."""
    match = careless(seats=3)
    guessed = []

    def guess(view, chance, *policy):
        guessed.append(view)
        return bots.guess(view, chance, *policy)

    game = replace(match.game, bots=replace(match.game.bots, guess=guess))
    for viewer, calls in ((2, 8), (OMNISCIENT, 0)):
        guessed.clear()
        estimate(game, match.view(viewer, 2), Seen(2, viewer), 8)
        assert len(guessed) == calls
