"""Pairing and scores of tournaments.

Nobody meets a player twice while that can be avoided, and a duplicate's scores cancel the luck of
the cards.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from darwin_tui.server.lobby.tournament_desk import score_words
from darwin_tui.server.store.contract import Deal, Entry, Form, Pairing, Tournament
from darwin_tui.server.tables import pairing
from darwin_tui.server.tables.pairing import ARENA_GRACE_SECONDS, Result

NOW = 1_000_000.0
NAMES = tuple(f"player-{number}" for number in range(12))


def tournament(
    form: Form, *names: str, seats: int = 2, deals: int = 1, **more: object
) -> Tournament:
    """Return a tournament that has begun, with these players."""
    return replace(
        Tournament(
            "T0RN",
            form,
            (Deal("dice", seats),) * deals,
            entries=tuple(Entry(name, is_waiting=True) for name in names),
            phase="playing",
            secret="5ec4e7",
            begins=NOW,
        ),
        **more,
    )


def matchings(names: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """Yield every way to divide names into pairs."""
    if not names:
        yield []
        return
    first, *others = names
    for other in others:
        rest = [name for name in others if name != other]
        yield from ([(first, other), *pairs] for pairs in matchings(rest))


def repeats(pairs: Sequence[Sequence[str]], met: Counter[frozenset[str]]) -> int:
    return sum(met[frozenset(two)] for pair in pairs for two in combinations(pair, 2))


meetings = st.sets(
    st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda two: two[0] != two[1])
)


@given(st.integers(1, 4), meetings)
def test_nobody_meets_again_as_long_as_that_can_be_avoided(tables, known):
    names = NAMES[: 2 * tables]
    met = Counter(frozenset((NAMES[one], NAMES[two])) for one, two in known)
    pairs, bye = pairing.pair(names, 2, met, {})
    assert sorted(name for pair in pairs for name in pair) == sorted(names)
    assert not bye
    assert repeats(pairs, met) == min(repeats(pairs, met) for pairs in matchings(names))


@given(st.integers(1, 3), meetings, st.lists(st.integers(0, 2), min_size=7, max_size=7))
def test_a_bye_goes_to_one_who_has_had_fewest(tables, known, had):
    names = NAMES[: 2 * tables + 1]
    met = Counter(frozenset((NAMES[one], NAMES[two])) for one, two in known)
    byes = dict(zip(NAMES, had, strict=False))
    pairs, bye = pairing.pair(names, 2, met, byes)
    least = min(byes[name] for name in names)
    assert byes[bye] == least
    assert sorted([bye, *(name for pair in pairs for name in pair)]) == sorted(names)
    possible = (
        repeats(pairs, met)
        for free in names
        if byes[free] == least
        for pairs in matchings([name for name in names if name != free])
    )
    assert repeats(pairs, met) == min(possible)


@given(st.integers(2, 9), st.integers(3, 4))
def test_of_those_who_are_left_over_two_or_more_sit_with_bots_and_one_has_a_bye(people, seats):
    tables, bye = pairing.pair(NAMES[:people], seats, {}, {})
    sizes = [len(table) for table in tables]
    assert sum(sizes) + bool(bye) == people
    assert all(size == seats for size in sizes[:-1])
    assert bool(bye) == (people % seats == 1)
    assert not sizes or sizes[-1] >= 2


def test_neighbours_of_the_table_meet():
    assert pairing.pair(NAMES[:6], 2, {}, {}) == (
        [NAMES[0:2], NAMES[2:4], NAMES[4:6]],
        "",
    )
    met = Counter({frozenset(NAMES[0:2]): 1})
    assert pairing.pair(NAMES[:4], 2, met, {}) == ([(NAMES[0], NAMES[2]), (NAMES[1], NAMES[3])], "")
    _, bye = pairing.pair(NAMES[:5], 2, {}, {})
    assert bye == NAMES[4]


class CountedMeetings(Counter[frozenset[str]]):
    """The meetings of a tournament, with the number of looks at them."""

    looks = 0

    def get(self, two: Any, default: Any = None, /) -> Any:
        self.looks += 1
        assert self.looks < 200_000, "a round takes so long that the server stands still"
        return super().get(two, default)


def test_large_rounds_are_paired_in_bounded_time_with_few_repeated_meetings():
    names = [f"player-{number}" for number in range(21)]
    met = CountedMeetings()
    for _ in range(9):
        met.looks = 0
        tables, bye = pairing.pair(names, 4, met, {})
        met.update(frozenset(two) for table in tables for two in combinations(table, 2))
        assert sorted([bye, *(name for table in tables for name in table)]) == sorted(names)
    # Nine rounds have 270 meetings, and 20 of 21 players have 190 pairs.
    assert sum(met.values()) - len(met) < 80


def won(table: Pairing, winner: int) -> Result:
    ranks = tuple(1 if seat == winner else 2 for seat in range(len(table.names)))
    return Result(tuple(20 - 10 * rank for rank in ranks), ranks, ())


def with_codes(known: Tournament) -> Tournament:
    rows = tuple(
        row if row.table or row.ended else replace(row, table=f"TAB{number}")
        for number, row in enumerate(known.pairings)
    )
    return replace(known, pairings=rows)


@given(st.integers(2, 7), st.randoms(use_true_random=False))
def test_a_swiss_tournament_has_its_rounds_without_repeats_and_with_few_byes(people, chance):
    count = people - 1 if people % 2 == 0 else people
    rounds = min(count, 5)
    known = tournament("swiss", *NAMES[:people], rounds=rounds, round_seconds=60.0)
    for number in range(rounds):
        known = with_codes(pairing.advanced(known, NOW + number, ()))
        assert {row.number for row in pairing.running(known)} == {number}
        assert pairing.advanced(known, NOW + number, ()) is known
        for row in pairing.running(known):
            winner = chance.randrange(2)
            known = pairing.with_result(known, row.table, won(row, winner), NOW + number)
    known = pairing.advanced(known, NOW + rounds, ())
    assert known.phase == "over"
    byes = Counter(row.names[0] for row in known.pairings if not row.table)
    assert max(byes.values(), default=0) <= 1
    assert sum(byes.values()) == (rounds if people % 2 else 0)
    table = pairing.standings(known)
    assert sum(row.score for row in table) == sum(1 for row in known.pairings)
    assert [row.score for row in table] == sorted((row.score for row in table), reverse=True)


def test_people_sit_first_by_turns():
    known = tournament("swiss", "Ada", "Ben", rounds=4, round_seconds=60.0)
    firsts = []
    for number in range(4):
        known = with_codes(pairing.advanced(known, NOW + number, ()))
        (row,) = pairing.running(known)
        firsts.append(row.names[0])
        known = pairing.with_result(known, row.table, won(row, 0), NOW + number)
    assert Counter(firsts) == {"Ada": 2, "Ben": 2}


def test_a_swiss_tournament_waits_a_day_for_two_players():
    known = tournament("swiss", "Ada", phase="gathering", rounds=3, round_seconds=60.0)
    assert pairing.advanced(known, NOW + 3600, ()) is known
    assert pairing.advanced(known, NOW + 24 * 3600, ()).phase == "over"
    begun = pairing.advanced(pairing.with_player(known, "Ben"), NOW + 3600, ())
    assert (begun.phase, len(begun.pairings)) == ("playing", 1)


def test_a_swiss_tournament_that_all_but_one_have_left_ends():
    known = tournament("swiss", "Ada", rounds=3, round_seconds=60.0)
    assert pairing.advanced(known, NOW, ()).phase == "over"


def test_scores_of_a_round_are_the_share_of_the_beaten_and_forfeits_score_nothing():
    row = Pairing(0, ("Ada", "Ben", "Cleo"), "TAB1", (5, 5, 9), (2, 2, 1, 4), ended=NOW)
    assert [pairing.share(row, name) for name in row.names] == [0.5, 0.5, 1.0]
    late = replace(row, forfeits=(0, 2))
    assert [pairing.share(late, name) for name in row.names] == [0, 0.5, 0]
    four = tournament("swiss", seats=4)
    assert [score_words(four, score) for score in (1, 1.5, 5 / 3)] == ["1", "1.5", "1.67"]


def test_equal_scores_are_parted_by_those_of_the_opponents():
    def row(number: int, winner: str, loser: str) -> Pairing:
        return Pairing(number, (winner, loser), f"TAB{number}", (9, 1), (1, 2), ended=NOW)

    rows = (
        row(0, "Ada", "Ben"),
        row(0, "Cleo", "Dan"),
        row(1, "Ada", "Dan"),
        row(1, "Ben", "Cleo"),
    )
    known = tournament("swiss", "Dan", "Cleo", "Ben", "Ada", pairings=rows)
    assert [(row.name, row.place, row.score) for row in pairing.standings(known)] == [
        *(("Ada", 1, 2), ("Ben", 2, 1), ("Cleo", 3, 1), ("Dan", 4, 0)),
    ]


# --- duplicate


def test_deals_have_the_same_seed_for_all_and_none_tells_another():
    known = tournament("duplicate", deals=3, seats=4)
    seeds = [pairing.deal_seed(known, number) for number in range(3)]
    assert len(set(seeds)) == 3
    assert len({pairing.deal_secret(known, number) for number in range(3)}) == 3
    assert all(known.secret.encode() != pairing.deal_secret(known, number) for number in range(3))
    assert seeds == [pairing.deal_seed(known, number) for number in range(3)]


def tried(number: int, name: str, points: int, *forfeits: int) -> Pairing:
    return Pairing(number, (name,), f"{name}{number}", (points,), (1, 2), forfeits, ended=NOW)


def test_a_deal_counts_by_the_difference_to_the_mean_of_the_others():
    rows = (tried(0, "Ada", 60), tried(0, "Ben", 50), tried(0, "Cleo", 40), tried(1, "Ada", 30))
    known = tournament("duplicate", "Ada", "Ben", "Cleo", deals=2, pairings=rows)
    assert pairing.differences(known, 0) == {"Ada": 15, "Ben": 0, "Cleo": -15}
    assert pairing.differences(known, 1) == {"Ada": 0}
    assert pairing.field_mean(known, 0) == (50, 3)
    assert [(row.name, row.place, row.score, row.played) for row in pairing.standings(known)] == [
        ("Ada", 1, 15, 2),
        ("Ben", 2, 0, 1),
        ("Cleo", 3, -15, 1),
    ]
    ada = pairing.standings(known)[0]
    assert ada.low < ada.mean == 7.5 < ada.high


@given(st.lists(st.integers(0, 99), min_size=2, max_size=8))
def test_the_differences_of_a_deal_add_up_to_nothing(points):
    rows = tuple(tried(0, NAMES[at], number) for at, number in enumerate(points))
    known = tournament("duplicate", *NAMES[: len(points)], pairings=rows)
    assert sum(pairing.differences(known, 0).values()) == pytest.approx(0)


@given(st.integers(0, 99), st.lists(st.integers(0, 99), min_size=1, max_size=5))
def test_giving_a_deal_up_is_never_better_than_to_finish_it(own, others):
    rows = [tried(0, NAMES[at + 1], number) for at, number in enumerate(others)]
    finished = tournament("duplicate", *NAMES, pairings=(tried(0, NAMES[0], own), *rows))
    left = tournament("duplicate", *NAMES, pairings=(tried(0, NAMES[0], own, 0), *rows))
    score = pairing.differences(left, 0)[NAMES[0]]
    assert score <= pairing.differences(finished, 0)[NAMES[0]]
    assert score == min([0, *pairing.differences(left, 0).values()])


def of_teams(*names: str, teams: Sequence[str]) -> Tournament:
    pairs = zip(names, teams, strict=True)
    entries = tuple(Entry(name, team=team) for name, team in pairs)
    return replace(tournament("duplicate"), entries=entries, has_teams=True)


def test_players_of_a_team_are_compared_with_the_other_teams_only():
    played = (tried(0, "Ada", 60), tried(0, "Ben", 40), tried(0, "Cleo", 30), tried(0, "Dan", 20))
    known = of_teams(*["Ada", "Ben", "Cleo", "Dan"], teams=("Finches", "Finches", "Beagles", ""))
    known = replace(known, pairings=played)
    # Cleo and Dan have 25 on the average; Ada and Ben 50.
    scores = {"Ada": 35, "Ben": 15, "Cleo": 30 - 120 / 3, "Dan": 20 - 130 / 3}
    assert pairing.differences(known, 0) == pytest.approx(scores)
    assert pairing.team_difference(known, 0, ("Ada", "Ben")) == 25
    # A team of one player does not count as a team.
    (team,) = pairing.team_standings(known)
    assert (team.name, team.place, team.score, team.players) == ("Finches", 1, 25, ("Ada", "Ben"))
    rows = [(row.name, row.place) for row in pairing.with_teams(known)]
    assert rows == [("Finches", 1), ("Ada", 1), ("Ben", 2), ("Cleo", 3), ("Dan", 4)]
    assert [pairing.place_of(known, name) for name in ("Ben", "Cleo")] == [1, 3]


def test_a_deal_that_a_player_leaves_out_counts_nothing_for_the_team():
    known = of_teams(*["Ada", "Ben", "Cleo", "Dan"], teams=("A", "A", "C", "C"))
    known = replace(known, pairings=(tried(0, "Ada", 60), tried(0, "Cleo", 40)))
    assert pairing.team_difference(known, 0, ("Ada", "Ben")) == 10
    assert pairing.team_difference(known, 1, ("Ada", "Ben")) is None
    assert {row.name: row.score for row in pairing.team_standings(known)} == {"A": 10, "C": -10}


def test_deals_are_tried_once_in_their_order():
    known = tournament("duplicate", "Ada", deals=2, ends=NOW + 9)
    assert pairing.next_deal(known, "Ada") == 0
    known = pairing.with_try(known, "Ada", 0, "TAB0")
    assert pairing.next_deal(known, "Ada") == 1
    known = pairing.with_try(known, "Ben", 1, "TAB1")
    assert pairing.next_deal(known, "Ben") == 0
    assert known.entry("Ben")
    known = pairing.with_try(known, "Ada", 1, "TAB2")
    assert pairing.next_deal(known, "Ada") is None
    assert [row.due for row in known.pairings] == [NOW + 9] * 3


def test_a_duplicate_is_over_after_its_end_and_its_last_match():
    known = tournament("duplicate", "Ada", phase="gathering", begins=NOW + 1, ends=NOW + 9)
    assert pairing.advanced(known, NOW, ()) is known
    known = pairing.advanced(known, NOW + 1, ())
    assert known.phase == "playing"
    known = pairing.with_try(known, "Ada", 0, "TAB0")
    assert pairing.advanced(known, NOW + 9, ()) is known
    known = pairing.with_result(known, "TAB0", Result((9,), (1, 2), ()), NOW + 10)
    assert pairing.advanced(known, NOW + 8, ()) is known
    assert pairing.advanced(known, NOW + 10, ()).phase == "over"


# --- arena


def test_in_an_arena_those_meet_who_are_here_and_free():
    known = tournament("arena", "Ada", "Ben", "Cleo", ends=NOW + 100)
    here = {"Ada", "Cleo"}
    known = with_codes(pairing.advanced(known, NOW, here))
    (row,) = known.pairings
    assert {*row.names} == here
    assert row.due == NOW + 100 + ARENA_GRACE_SECONDS
    assert pairing.advanced(known, NOW, {*here, "Ben"}) is known
    known = pairing.with_result(known, row.table, won(row, 0), NOW + 50)
    again = pairing.advanced(known, NOW + 51, {*here, "Ben"})
    # A player without a match so far is paired first.
    assert "Ben" in again.pairings[-1].names


def test_who_forfeits_in_an_arena_is_not_paired_until_waiting_again():
    known = with_codes(
        pairing.advanced(tournament("arena", "Ada", "Ben", ends=NOW + 100), NOW, {"Ada", "Ben"})
    )
    (row,) = known.pairings
    late = Result((9, 1), (1, 2), (1,))
    known = pairing.with_result(known, row.table, late, NOW + 50)
    assert pairing.advanced(known, NOW + 51, {"Ada", "Ben"}) is known
    known = pairing.with_player(known, row.names[1])
    assert len(pairing.advanced(known, NOW + 52, {"Ada", "Ben"}).pairings) == 2
    assert pairing.advanced(known, NOW + 100, {"Ada", "Ben"}).phase == "over"
    scores = {standing.name: standing.score for standing in pairing.standings(known)}
    assert scores == {row.names[0]: 2, row.names[1]: 0}


def test_who_has_left_is_paired_no_more_and_keeps_results():
    known = tournament("swiss", "Ada", "Ben", "Cleo", rounds=2, round_seconds=60.0)
    assert [entry.name for entry in pairing.without_player(known, "Cleo").entries] == ["Ada", "Ben"]
    known = with_codes(pairing.advanced(known, NOW, ()))
    (row,) = pairing.running(known)
    known = pairing.without_player(
        pairing.with_result(known, row.table, won(row, 0), NOW), row.names[0]
    )
    known = pairing.advanced(known, NOW + 1, ())
    assert row.names[0] not in known.pairings[-1].names
    assert pairing.standings(known)[0].name in {row.names[0], *known.pairings[1].names}
    assert len(pairing.standings(known)) == 3


# --- the challenge of the day


def test_tables_of_the_day_and_of_the_week():
    first = tournament(
        "daily",
        "Ada",
        "Ben",
        "Cleo",
        deals=2,
        pairings=(
            tried(0, "Ada", 9),
            tried(0, "Ben", 7),
            tried(0, "Cleo", 99, 0),
            tried(1, "Ben", 1),
        ),
    )
    second = tournament("daily", "Ada", "Ben", pairings=(tried(0, "Ben", 5), tried(0, "Ada", 5)))
    assert [(row.name, row.place, row.points) for row in pairing.table_of_day(first, 0)] == [
        ("Ada", 1, 9),
        ("Ben", 2, 7),
    ]
    assert [row.place for row in pairing.table_of_day(second, 0)] == [1, 1]
    assert pairing.table_of_week([first, second]) == [("Ada", 3), ("Ben", 3)]
    assert pairing.table_of_week([first, second], 0) == [("Ada", 3), ("Ben", 2)]
