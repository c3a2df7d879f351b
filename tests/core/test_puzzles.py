"""Puzzles: each is as its file describes it, and its answer stands in worlds not tried before.

No answer depends on anything that the seat of the puzzle does not know.
"""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from random import Random
from types import SimpleNamespace

import msgspec
import pytest
import sampling

from darwin_core.analysis import mining
from darwin_core.analysis.mining import Contest, Find, Gain, Measure, Mine
from darwin_core.bots.chances import chances_by, spread_of
from darwin_core.bots.search import TO_COME, Claim, Rollout, Trials
from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame, State
from darwin_core.kit.fitted_policies import policy_with, weights_of
from darwin_core.match import AnyMatch, begin
from darwin_core.match.record import Player
from darwin_core.teaching import facts, puzzles
from darwin_core.teaching.puzzles import BrokenPuzzle, Collection, Puzzle, Source
from darwin_core.text.language import NAMES, reading, tr

WITH_PUZZLES = puzzles.slugs()
SOME = sampling.some_of_each(
    [puzzle for slug in WITH_PUZZLES for puzzle in puzzles.load(slug)],
    lambda puzzle: puzzle.game,
    sampling.PUZZLES_INTERVAL,
)
FEW_WORLDS = 24
"""The number of worlds that must not contradict an answer."""
ENOUGH_WORLDS = 64
"""The number of worlds that must contradict a plainly false answer."""
PLAIN = 0.08
"""The least margin of a plain answer."""
TWIN_WORLDS = 4
TWINS = 4
"""Number of worlds, and of states that a seat cannot tell apart, in which a puzzle is tried."""


def named(some: Sequence[Puzzle]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("puzzle", some, ids=[puzzle.id for puzzle in some])


def source_of(puzzle: Puzzle) -> Source:
    return puzzles.collection(puzzle.game).sources[puzzle.record]


def match_at(puzzle: Puzzle) -> AnyMatch:
    """Return the match of a puzzle at its position."""
    return source_of(puzzle).match(puzzle.position)


@pytest.fixture
def puzzle() -> Puzzle:
    """Return a puzzle with some wrong actions."""
    return next(puzzle for puzzle in puzzles.load("dice") if len(puzzle.decisions[0].wrong) > 1)


@pytest.fixture(scope="module")
def plain() -> Puzzle:
    """Return an early puzzle with a plain answer."""
    return min(puzzles.load("dice"), key=lambda puzzle: (puzzle.margin < PLAIN, puzzle.position))


def alone(puzzle: Puzzle, **changes: object) -> Collection:
    """Return a collection of one puzzle that was changed."""
    changed = msgspec.structs.replace(puzzle, **changes)
    return Collection({puzzle.record: source_of(puzzle)}, (changed,))


def decided(puzzle: Puzzle, **changes: object) -> Collection:
    """Return a collection of one puzzle whose first decision was changed."""
    first = msgspec.structs.replace(puzzle.decisions[0], **changes)
    return alone(puzzle, decisions=(first, *puzzle.decisions[1:]))


# --- the collections that ship


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_puzzles_have_no_faults(slug):
    """Their records verify, answers are legal and not Normal's actions, no two are in one turn,
    the judge and a theme of the game are named, and each has a reason that can be put in words."""
    assert [*mining.faults(puzzles.collection(slug))] == []


@named([puzzle for (puzzle,) in sampling.grid(SOME, within=sampling.PUZZLES_INTERVAL)])
def test_answers_stand_in_worlds_that_nobody_has_seen(puzzle):
    assert [*mining.doubts(source_of(puzzle), puzzle, FEW_WORLDS, is_short=True)] == []


@named(SOME)
def test_answers_depend_on_nothing_that_the_seat_does_not_know(puzzle):
    game = registry.get(puzzle.game)
    state = match_at(puzzle).state
    for other in twins(puzzle, state):
        assert tried(game, state, puzzle.seat) == tried(game, other, puzzle.seat)


def test_an_answer_by_all_cards_depends_on_them(puzzle):
    game = registry.get(puzzle.game)
    state = match_at(puzzle).state
    seeing = replace(game, view=lambda whole, viewer: game.clone(whole))
    seen = tried(seeing, state, puzzle.seat)
    assert any(tried(seeing, other, puzzle.seat) != seen for other in twins(puzzle, state))


def twins(puzzle: Puzzle, state: State) -> list[State]:
    """Return states that the seat of a puzzle cannot tell from the puzzle's state."""
    twin = import_module(f"{puzzle.game}.twin").twin
    return [twin(state, puzzle.seat, Random(f"{puzzle.id} {number}")) for number in range(TWINS)]


def tried(game: AnyGame, state: State, seat: int) -> list[list[float]]:
    """Return the values of all actions of a seat in a few worlds, best advised first."""
    contest = Contest(game, game.view(state, seat), seat)
    contest.play(range(len(contest.values)), TWIN_WORLDS)
    return contest.values


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_games_name_five_to_eight_themes(slug):
    titles = [*facts.themes(registry.box(slug).package)]
    assert 5 <= len(titles) <= 8
    for language in NAMES:
        with reading(language):
            assert len({tr(title) for title in titles}) == len(titles)


# --- planted faults


def test_a_record_that_leads_elsewhere_is_found(puzzle):
    source = msgspec.structs.replace(source_of(puzzle), chain="A" * 22)
    (fault,) = mining.faults(Collection({puzzle.record: source}, (puzzle,)))
    assert "leads to another end" in fault


def test_an_illegal_answer_is_found(puzzle):
    held = match_at(puzzle).legal(puzzle.seat)
    game = registry.get("dice")
    strange = next(
        code for code in ("B1", "L1", "F1", "S1", "C") if game.texts.parse(code) not in held
    )
    (fault,) = mining.faults(decided(puzzle, action=strange))
    assert fault.startswith(f"{puzzle.id}: The puzzle {puzzle.id}: ")


def test_other_actions_that_are_illegal_are_found(puzzle):
    wrong = dict.fromkeys(["B99"], next(iter(puzzle.decisions[0].wrong.values())))
    for collection in (decided(puzzle, also=("B99",)), decided(puzzle, wrong=wrong)):
        assert [*mining.faults(collection)] == [f"{puzzle.id}: 'B99' is no legal action."]


def test_a_puzzle_without_an_answer_is_found(puzzle):
    (fault,) = mining.faults(alone(puzzle, decisions=()))
    assert fault == f"{puzzle.id}: it has no answer."


def test_a_puzzle_of_a_game_that_is_not_there_is_found(puzzle):
    source = source_of(puzzle)
    header = msgspec.structs.replace(source.header, game="pebbles")
    strange = msgspec.structs.replace(source, header=header)
    (fault,) = mining.faults(Collection({puzzle.record: strange}, (puzzle,)))
    assert fault.startswith("There is no game called 'pebbles'")


def test_an_answer_that_normal_plays_is_found(puzzle):
    match = match_at(puzzle)
    first = match.game.bots.fast_policy(match.view(puzzle.seat), puzzle.seat)
    usual = match.game.texts.notation(first)
    fault = f"{puzzle.id}: nobody misses the answer."
    assert fault in mining.faults(decided(puzzle, action=usual))
    assert [*mining.faults(decided(puzzle, also=(usual,)))] == [fault]


def test_a_reason_by_a_line_that_no_score_has_is_found(puzzle):
    why = (msgspec.structs.replace(puzzle.decisions[0].why[0], line="round 0"),)
    (fault,) = mining.faults(decided(puzzle, why=why))
    assert fault == f"{puzzle.id}: a reason names 'round 0', which is no score line."


def test_two_puzzles_in_one_turn_are_found(puzzle):
    twice = Collection({puzzle.record: source_of(puzzle)}, (puzzle, puzzle))
    answer, turn = (
        "another puzzle of this match has its answer.",
        "another puzzle stands in this turn.",
    )
    assert [*mining.faults(twice)] == [f"{puzzle.id}: {words}" for words in (answer, answer, turn)]


def test_two_matches_with_the_same_cards_are_found(puzzle):
    source = source_of(puzzle)
    header = msgspec.structs.replace(source.header, id="other")
    other = Source.of(begin(registry.get("dice"), header)[0])
    faults = [*mining.faults(Collection({puzzle.record: source, "other": other}, (puzzle,)))]
    words = "another match begins with the same cards."
    assert faults == [f"{puzzle.record}: {words}", f"other: {words}"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"judge": ""}, "no judge is named."),
        ({"theme": "Chess"}, "its theme is {theme!r}, not 'Chess'."),
        ({"position": 9999}, "its match is shorter."),
        ({"id": "dice-00000000"}, "its position has another name."),
    ],
)
def test_a_puzzle_that_is_not_what_it_says_is_found(puzzle, changes, fault):
    (named_fault,) = mining.faults(alone(puzzle, **changes))
    assert named_fault.partition(": ")[2] == fault.format(theme=puzzle.theme)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"why": ()}, "no reason can be said."),
        ({"why": (Claim(TO_COME, True, 99.0),)}, "no reason can be said."),
        ({"points": 0.4}, "no reason can be said."),
        ({"margin": 0.01}, "the margin is not beyond doubt."),
        ({"error": 0.2}, "the margin is not beyond doubt."),
    ],
)
def test_a_decision_that_proves_nothing_is_found(puzzle, changes, fault):
    assert [*mining.faults(decided(puzzle, **changes))] == [f"{puzzle.id}: {fault}"]


def test_an_answer_that_the_fitted_policy_contradicts_is_found(puzzle, monkeypatch):
    source = source_of(puzzle)
    decision = puzzle.decisions[0]
    fault = f"{decision.action} is worse where all play by the fitted policy."
    monkeypatch.setattr(mining, "OPINION_WORLDS", (16,))
    assert fault not in mining.doubts(source, puzzle, FEW_WORLDS, is_short=True)
    monkeypatch.setattr(mining, "END_ERRORS", -999.0)
    assert fault in mining.doubts(source, puzzle, FEW_WORLDS, is_short=True)


@pytest.mark.parametrize("is_short", [False, True])
def test_a_false_answer_is_found(plain, is_short):
    right = plain.decisions[0].action
    wrong = [*plain.decisions[0].wrong][-1]
    (false,) = decided(plain, action=wrong).puzzles
    doubts = [*mining.doubts(source_of(plain), false, ENOUGH_WORLDS, is_short=is_short)]
    assert f"{wrong} is not better than {right} beyond doubt." in doubts


def test_a_false_reason_is_found(puzzle):
    decision = puzzle.decisions[0]
    contrary = tuple(msgspec.structs.replace(claim, points=-claim.points) for claim in decision.why)
    (false,) = decided(puzzle, why=contrary).puzzles
    (doubt,) = mining.doubts(source_of(puzzle), false, FEW_WORLDS, is_short=True)
    assert doubt == f"a reason for {decision.action} is not true."


def test_a_file_that_is_not_whole_is_refused(puzzle):
    with pytest.raises(BrokenPuzzle, match="lacks its match"):
        puzzles.read(msgspec.json.encode(puzzle))
    with pytest.raises(BrokenPuzzle, match="cannot be read"):
        puzzles.read(b"{}")
    with pytest.raises(BrokenPuzzle, match="there twice"):
        puzzles.read(b"\n".join([msgspec.json.encode(source_of(puzzle))] * 2))


# --- answers


def test_right_and_wrong_answers(puzzle):
    game = registry.get("dice")
    now = puzzles.now_of(match_at(puzzle), puzzle)
    decision = puzzle.decisions[0]
    right = game.texts.parse(decision.action)
    assert puzzles.answer(puzzle, [right]).result == "right"
    assert puzzles.answer(puzzle, []).result == "unfinished"
    wrong = game.texts.parse([*decision.wrong][-1])
    answer = puzzles.answer(puzzle, [wrong])
    assert (answer.result, answer.number) == ("wrong", 0)
    assert "gives away about" in answer.words(wrong, now)
    assert puzzles.reason(decision, now).endswith(".")
    with reading("de"):
        assert "verschenkt etwa" in answer.words(wrong, now)


def test_a_point_that_decides_a_match_is_named_with_the_chance(puzzle):
    game = registry.get("dice")
    now = puzzles.now_of(match_at(puzzle), puzzle)
    written, verdict = next(iter(puzzle.decisions[0].wrong.items()))
    dear = msgspec.structs.replace(verdict, points=1.0, chance=0.55)
    (mined,) = decided(puzzle, wrong={written: dear}).puzzles
    wrong = game.texts.parse(written)
    words = puzzles.answer(mined, [wrong]).words(wrong, now)
    assert "gives away about 1 point, 55 % of the chance to win." in words


def test_an_answer_of_several_actions_is_asked_for_one_by_one(puzzle):
    game = registry.get("dice")
    first = puzzle.decisions[0]
    second = msgspec.structs.replace(puzzle.decisions[0], action="C")
    two = msgspec.structs.replace(puzzle, decisions=(first, second))
    actions = [game.texts.parse(written) for written in two.solution]
    assert puzzles.answer(two, actions[:1]).result == "unfinished"
    assert puzzles.answer(two, actions) == puzzles.Answer("right", 2)
    assert puzzles.answer(two, [actions[0], actions[0]]).number == 1


def test_actions_that_are_as_good_are_right(puzzle):
    (both,) = decided(puzzle, also=("C",)).puzzles
    scorpion = registry.get("dice").texts.parse("C")
    assert puzzles.answer(both, [scorpion]).result == "right"


def test_a_wrong_answer_without_a_verdict_gives_away_the_least_of_the_rest(puzzle):
    (bare,) = decided(puzzle, wrong={}, rest=3.2).puzzles
    game = registry.get("dice")
    now = puzzles.now_of(match_at(puzzle), puzzle)
    wrong = game.texts.parse(next(iter(puzzle.decisions[0].wrong)))
    assert puzzles.answer(bare, [wrong]).words(wrong, now).endswith("gives away 3 points or more.")
    (unsure,) = decided(puzzle, wrong={}).puzzles
    assert puzzles.answer(unsure, [wrong]).words(wrong, now).endswith("not the best.")


@pytest.mark.parametrize(
    ("found", "grade"),
    [
        ({"easy": 0.5, "hard:0.1s": 1.0, "hard": 1.0}, 1),
        ({"easy": 0.0, "hard:0.1s": 0.8, "hard": 1.0}, 2),
        ({"easy": 0.0, "hard:0.1s": 0.4, "hard": 1.0}, 3),
        ({"easy": 0.9, "hard:0.1s": 0.0, "hard": 0.2}, 4),
        ({"easy": 0.0, "hard:0.1s": 0.0, "hard": 0.0}, 5),
    ],
)
def test_grades_follow_the_levels_that_find_the_answer(puzzle, found, grade):
    assert msgspec.structs.replace(puzzle, found=found).grade == grade


# --- mining


PATIENT = {64: 1.0}
"""A race that loses no plain answer by bad luck."""


@pytest.fixture(scope="module")
def find(plain: Puzzle) -> Find:
    """Return the result of a short search in a match that ends with the plain puzzle."""
    record = puzzles.walked(match_at(plain), plain, 1).text()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mining, "RACE", PATIENT)
        patch.setattr(mining, "TRIES", dict.fromkeys(mining.TRIES, 1))
        (find,) = mining.dig_records([record], [0])
    return find


def test_a_search_of_a_record_finds_a_puzzle_again(find, plain):
    assert find.source
    again = next(puzzle for puzzle in find.puzzles if puzzle.id == plain.id)
    assert again.solution == plain.solution
    assert again.decisions[0].worlds >= mining.WORLDS_MIN
    assert again.decisions[0].certainty >= mining.PROOF_ERRORS
    assert find.tally[mining.PUZZLES] == len(find.puzzles)
    collection = Collection({find.record: find.source}, find.puzzles)
    assert [*mining.faults(collection)] == []


@pytest.mark.parametrize(
    ("name", "value", "ended"),
    [
        ("RACE", {4: 99.0}, "lost in the race"),
        ("REJECT_ERRORS", -999.0, "without a proof"),
        ("WRONG_MIN", 99, "without a proof"),
        ("IN_DOUBT", 0.5, "in a match that is decided"),
        ("END_ERRORS", -99.0, "denied at the end of the match"),
        ("OPINION_ERRORS", 999.0, "denied by the fitted policy"),
        ("EXPLAINED_SHARE", 99.0, "without a reason"),
        ("FINDS", 0.0, "that Easy finds"),
        ("", None, "of a theme with puzzles enough"),
    ],
)
def test_each_filter_ends_the_search_of_a_position(plain, name, value, ended, monkeypatch):
    match = puzzles.walked(match_at(plain), plain, 1)
    monkeypatch.setattr(mining, "suspected_positions", lambda match: [plain.position])
    monkeypatch.setattr(mining, "RACE", PATIENT)
    if name:
        monkeypatch.setattr(mining, name, value)
    prospector = mining.Prospector(match, () if name else (plain.theme,))
    assert prospector.puzzles() == []
    assert prospector.tally[mining.POSITIONS] == prospector.tally[ended] == 1


def test_a_beginning_without_a_theme_is_no_puzzle(plain, monkeypatch):
    match = puzzles.walked(match_at(plain), plain, 1)
    monkeypatch.setattr(mining, "suspected_positions", lambda match: [plain.position])
    monkeypatch.setattr(mining, "RACE", PATIENT)
    monkeypatch.setattr(mining, "theme_of", lambda now, actions: "")
    prospector = mining.Prospector(match)
    assert prospector.puzzles() == []
    assert prospector.tally["without a theme"] == 1


@pytest.mark.parametrize(
    ("written", "theme"),
    [
        (["trade 1"], ""),
        (["trade 1", "give C1", "ask C2"], ""),
        (["trade 1", "give C1", "ask C2", "propose"], "Trade"),
        (["accept"], "Trade"),
        (["counter"], "Trade"),
        (["end"], "End the turn"),
    ],
)
def test_the_beginning_of_an_offer_is_no_answer(written, theme):
    (puzzle, *_) = puzzles.load("yummy")
    now = puzzles.now_of(match_at(puzzle), puzzle)
    assert puzzles.theme_of(now, [*map(now.game.texts.parse, written)]) == theme


def test_each_right_action_is_better_than_any_wrong_one(plain):
    """Action 0 is by far the best in some worlds and the worst in others. Action 1 is as good on
    average, and a little better than actions 2 and 3 in each world."""
    game = registry.get(plain.game)
    state = match_at(plain).state
    contest = Contest(game, game.view(state, plain.seat), plain.seat, actions_max=4)
    worth = mining.points_worth(game, state)
    steady = [0.0, -0.1, -1.6, -1.6]
    for number, values in enumerate(contest.values):
        wild = [30.0, -30.0] if number == 0 else [0.0, 0.0]
        values += [worth * (steady[number] + noise) for noise in wild * 60]
        contest.chances[number] += [0.5 + value / worth / 100 for value in values]
    assert contest.gain(1, 2).is_sure
    assert contest.gain(0, 2).size > 1
    assert contest._separated_answer(0, range(4)) == []
    contest.values[0][:], contest.chances[0][:] = [0.0] * 120, [0.5] * 120
    assert contest._separated_answer(0, range(4)) == [0, 1]


def test_an_action_that_the_answer_may_follow_is_not_wrong(plain, monkeypatch):
    """Normal plays action 0 and never returns to the answer, action 2, which is as good after 0 and
    of no use after 1."""
    game = registry.get(plain.game)
    state = match_at(plain).state
    contest = Contest(game, game.view(state, plain.seat), plain.seat, "race", 3)
    answer = contest.actions[2]

    def play(trials: Trials, world: State, number: int, then: object = None) -> Rollout:
        is_good = number == 2 or (number == 0 and then == answer)
        return Rollout(50.0 if is_good else 0.0, 1, False, (0.9 if is_good else 0.1,) * 4)

    monkeypatch.setattr(Trials, "play", play)
    monkeypatch.setattr(Trials, "can_follow", lambda trials, world, number, then: number < 2)
    contest.play(range(3), 8)
    assert contest.gain(2, 0).is_sure
    contest.let_answer_follow(2, [0, 1, 2])
    assert contest.followed == {0: answer}
    assert contest.gain(2, 0).size == 0
    assert contest.gain(2, 1).is_sure
    assert len(contest.values[0]) == len(contest.values[1]) == 8
    again = Contest(game, game.view(state, plain.seat), plain.seat, "race", 3)
    assert again.race() == [], "not the answer alone is right"
    monkeypatch.setattr(Trials, "can_follow", lambda trials, world, number, then: False)
    ended = Contest(game, game.view(state, plain.seat), plain.seat, "race", 3)
    assert ended.race() == [2], "the turn is over"


def test_a_trade_after_a_triplet_is_taken_is_worth_as_much_as_before():
    """Normal takes the triplet after the trade, and does not trade after the triplet is taken."""
    game = registry.get("yummy")
    same = 0
    players = [Player("Wallace", "bot:normal"), Player("Huxley", "bot:normal")]
    match = mining.self_play(game, players, "order", "name")
    for position, played in enumerate(match.history):
        view = match.view(played.seat, position)
        seat = played.seat
        legal = {
            game.texts.notation(action).split()[0]: action for action in game.legal(view, seat)
        }
        if not legal.keys() >= {"trump", "trade"}:
            continue
        trials = Trials(game, view, seat, bytes(16), candidates=99)
        trade = legal["trade"]
        world = trials.world(0)
        take = trials.candidates.index(legal["trump"])
        first = trials.play(world, trials.candidates.index(trade))
        alone = trials.play(world, take)
        both = trials.play(world, take, trade)
        same += both.value == first.value != alone.value
    assert same


@pytest.mark.parametrize(
    ("lure", "right", "is_missed"),
    [(0, [0], False), (0, [1], True), (2, [0], True), (2, [2], True), (2, [0, 2], False)],
)
def test_an_answer_is_missed_by_normal_or_by_players_whom_points_lure(
    plain, lure, right, is_missed
):
    game = registry.get(plain.game)
    state = match_at(plain).state
    contest = Contest(game, game.view(state, plain.seat), plain.seat)
    contest.tempting = lure
    assert contest.is_missed(right) == is_missed


def test_a_lure_scores_more_at_once_than_what_normal_plays():
    game = registry.get("darwinning")
    lured = 0
    players = [Player("Wallace", "bot:normal"), Player("Huxley", "bot:normal")]
    match = mining.self_play(game, players, "lure", "name")
    for position in mining.suspected_positions(match):
        seat = match.history[position].seat
        state = match.state_at(position)
        contest = Contest(game, game.view(state, seat), seat, actions_max=mining.RACE_ACTIONS)
        if contest.tempting:
            lured += 1
            totals = []
            for number in (contest.tempting, 0):
                after = contest.trials.world(0)
                game.apply(after, seat, contest.actions[number], None)
                totals.append(game.standing(after).totals[seat])
            assert totals[0] > totals[1]
    assert lured


def searched(
    match: AnyMatch, races: dict[int, object], monkeypatch: pytest.MonkeyPatch
) -> list[int]:
    """Return the positions that a search for three puzzles tries after races with these results."""
    positions = list[int]()
    monkeypatch.setattr(mining, "suspected_positions", lambda match: [*races])
    monkeypatch.setattr(mining.Prospector, "_race_at", lambda self, position: races[position])
    monkeypatch.setattr(
        mining.Prospector, "_puzzle_at", lambda self, position: positions.append(position)
    )
    mining.Prospector(match).puzzles(3)
    return positions


def test_positions_that_the_fitted_policy_doubts_most_are_searched_first(plain, monkeypatch):
    races: dict[int, object] = {
        0: SimpleNamespace(is_open=True, tempting=0, preference=1.0),
        1: SimpleNamespace(is_open=True, tempting=0, preference=2.0),
        2: SimpleNamespace(is_open=False, tempting=3, preference=9.0),
        3: SimpleNamespace(is_open=True, tempting=2, preference=0.0),
        4: SimpleNamespace(is_open=True, tempting=0, preference=0.5),
    }
    monkeypatch.setattr(mining.Prospector, "_can_be_named", lambda self, race: True)
    match = match_at(plain)
    assert searched(match, races, monkeypatch) == [0, 1, 3]
    few = {position: races[position] for position in (1, 2)}
    assert searched(match, few, monkeypatch) == [1], "the match is decided"


def test_positions_in_which_no_answer_can_have_a_theme_are_left_out(monkeypatch):
    """The steps of an offer have no theme. Normal's action, the first, is no answer, unless points
    lure players away from it."""
    match = match_at(puzzles.load("yummy")[0])
    races = dict[int, object]()
    asked = [["end", "trade 1"], ["trade 1", "end"], ["give C1", "ask C2"], ["end", "trade 1"]]
    for position, written in enumerate(asked):
        actions = [*map(match.game.texts.parse, written)]
        lure = position // 3
        races[position] = SimpleNamespace(
            is_open=True, tempting=lure, preference=0.0, actions=actions, view=match.view(0), seat=0
        )
    assert searched(match, races, monkeypatch) == [1, 3]


def test_actions_that_alone_leave_no_answer_are_tried_before_the_others(plain, monkeypatch):
    """The first three actions are equally good, and no other has to be tried to know that."""
    monkeypatch.setattr(mining, "ALSO_MAX", 1)
    game = registry.get(plain.game)
    state = match_at(plain).state
    contest = Contest(game, game.view(state, plain.seat), plain.seat)
    steady = Rollout(0.0, 1, False, (0.5,) * 4)
    monkeypatch.setattr(Trials, "play", lambda trials, world, number, then=None: steady)
    assert contest.answer(range(3), is_missed=False) == []
    assert contest.rollouts == 3 * mining.STAGES[0]


def test_the_fitted_policy_doubts_where_it_plays_something_else():
    game = registry.get("dice")
    verdicts = set[bool]()
    for puzzle in puzzles.load("dice")[:24]:
        state = match_at(puzzle).state
        view = game.view(state, puzzle.seat)
        seats = len(game.standing(state).totals)
        contest = Contest(game, view, puzzle.seat)
        fitted = policy_with(game, weights_of(game, seats))
        is_doubted = contest.preference > 0
        assert is_doubted == (fitted(view, puzzle.seat) != contest.actions[0])
        verdicts.add(is_doubted)
    assert verdicts == {False, True}
    evo = puzzles.load("evo")[0]
    game = registry.get("evo")
    view = match_at(evo).view(evo.seat)
    assert Contest(game, view, evo.seat).preference == 0, "no fitted policy"


def test_a_match_is_open_as_long_as_nobody_is_sure_to_win(plain, monkeypatch):
    game = registry.get(plain.game)
    state = match_at(plain).state
    for in_doubt, is_open in ((0.0, True), (0.5, False)):
        monkeypatch.setattr(mining, "IN_DOUBT", in_doubt)
        assert Contest(game, game.view(state, plain.seat), plain.seat).is_open == is_open


def gain(points: float, chance: float, error: float = 0.1) -> Gain:
    """Return a gain whose points, chance and error are measured in margins."""
    return Gain(Measure(points, error, 1.0), Measure(chance, error, 1.0), 240)


@pytest.mark.parametrize(
    ("difference", "is_sure"),
    [
        (gain(1.2, 1.2), True),
        (gain(1.2, 0.1), True),
        (gain(0.0, 1.2), True),
        (gain(0.9, 0.9), False),
        (gain(1.2, -0.1), False),
        (gain(1.2, 0.05), False),
        (gain(1.2, 1.2, error=0.5), False),
    ],
)
def test_an_action_is_wrong_by_points_or_by_chance_if_its_chance_is_seen_to_be_worse(
    difference, is_sure
):
    assert difference.is_sure == is_sure


def test_the_margin_in_points_is_worth_the_margin_in_chance():
    state = match_at(puzzles.load("dice")[0]).state
    game = registry.get("dice")
    seats = len(registry.get("dice").standing(state).totals)
    worth = [mining.points_worth(game, state), *[0.0] * (seats - 1)]
    even = chances_by(worth, spread_of(game.package, seats).at_start)
    assert even[0] == pytest.approx(1 / seats + mining.MARGIN_MIN)


def test_matches_between_bots_are_the_same_again():
    players = [Player("Wallace", "bot:normal"), Player("Huxley", "bot:easy")]
    game = registry.get("dice")
    texts = [mining.self_play(game, players, "seed", "name").history for _ in range(2)]
    assert texts[0] == texts[1]


def test_a_mine_continues_where_it_was_stopped(find, tmp_path):
    path = tmp_path / "mine.jsonl"
    mine = Mine(path)
    added = mine.add(find)
    whole = path.read_bytes()
    assert tuple(added) == find.puzzles
    assert mine.add(find) == [], "no puzzle twice"
    assert Mine(path).collection.searched == {find.record}
    lines = whole.splitlines(keepends=True)
    for cut in (lines[:1], lines[:-1], [*lines, lines[0][:40]], [*lines, b"{"]):
        path.write_bytes(b"".join(cut))
        reopened = Mine(path)
        is_whole = len(cut) > len(lines)
        assert reopened.collection.searched == ({find.record} if is_whole else frozenset())
        assert path.read_bytes() == b"".join(cut), "reading changes nothing"
        reopened.add(find)
        assert path.read_bytes() == whole + is_whole * lines[-1]


def test_a_file_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_bytes(b"Remember the milk.\n")
    with pytest.raises(BrokenPuzzle, match="something else"):
        Mine(path)
    assert path.read_bytes() == b"Remember the milk.\n"


def test_a_theme_does_not_fill_the_file(find, tmp_path):
    first = find.puzzles[0]
    many = tuple(
        msgspec.structs.replace(first, id=f"dice-{number}", seat=number) for number in range(99)
    )
    assert len(Mine(tmp_path / "mine.jsonl").add(replace_puzzles(find, many))) == mining.PER_THEME


def test_an_answer_is_asked_once_in_a_match(find, tmp_path):
    first = find.puzzles[0]
    again = msgspec.structs.replace(first, id="dice-again", position=0)
    other = msgspec.structs.replace(again, id="dice-other", theme="Chess")
    added = Mine(tmp_path / "mine.jsonl").add(replace_puzzles(find, (first, again, other)))
    assert added == [first, other]


def replace_puzzles(find: Find, puzzles: tuple[Puzzle, ...]) -> Find:
    return msgspec.structs.replace(find, puzzles=puzzles)
