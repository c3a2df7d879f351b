"""Pure functions on tournaments: entries, deals, pairings, results and standings.

In a duplicate, all players play the same deals from the same seats against the same bots. The score
is the difference to the mean of the others on that deal, so the luck of the cards cancels. A team
scores the mean of its players, each compared with players outside the team. In a Swiss tournament,
people with equal scores meet round by round. In an arena, free players are paired until its time is
over. A pairing is one match; its people are named in the order of their seats.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, repeat
from math import inf
from statistics import fmean
from typing import Final, NamedTuple

from msgspec.structs import replace

from darwin_core.match import fairness
from darwin_tui.server.store.contract import Entry, Pairing, Tournament
from darwin_tui.strength.figures import mean

ARENA_GRACE_SECONDS: Final = 1800
"""Time after the end of an arena for its running matches."""
PATIENCE_SECONDS: Final = 24 * 3600
"""Time that a Swiss tournament waits for two players after its scheduled start."""
_STEPS_MAX: Final = 20_000
"""Maximum steps of the search for the tables of a round, which all sessions wait for. Each step
tries a player at a table."""
_DECIMALS: Final = 6
"""Decimals to which scores are compared, so that rounding errors separate no equal scores."""


class Result(NamedTuple):
    """The result of a pairing's match."""

    points: tuple[int, ...]
    """Points of the people."""
    ranks: tuple[int, ...]
    """Ranks of all seats."""
    forfeits: tuple[int, ...]
    """Indexes in the pairing's names of players who resigned, or did not finish in time."""


class Standing(NamedTuple):
    """A player's line in the standings of a tournament."""

    name: str
    """Name of the player or team."""
    place: int
    """Rank, from 1; ties share it."""
    score: float
    """Total score, which decides the place."""
    played: int
    """Finished matches, byes included."""
    mean: float
    """Mean score per match."""
    low: float
    high: float
    """Ends of the mean's 95 % interval."""
    players: tuple[str, ...] = ()
    """The team's players, in the line of a team."""


# --- entries


def with_player(tournament: Tournament, name: str, team: str = "") -> Tournament:
    """Return a tournament that an account has joined; one that had left plays on in its team."""
    entry = tournament.entry(name)
    if entry is None:
        new = Entry(name, is_waiting=True, team=team)
        return replace(tournament, entries=(*tournament.entries, new))
    return _with_entry(tournament, replace(entry, is_waiting=True, has_left=False))


def without_player(tournament: Tournament, name: str) -> Tournament:
    """Return a tournament that an account has left; its results stay.

    Args:
        name: an account with an entry.
    """
    if not any(name in pairing.names for pairing in tournament.pairings):
        entries = tuple(entry for entry in tournament.entries if entry.name != name)
        return replace(tournament, entries=entries)
    entry = tournament.entry(name)
    assert entry is not None
    return _with_entry(tournament, replace(entry, is_waiting=False, has_left=True))


def _with_entry(tournament: Tournament, changed: Entry) -> Tournament:
    entries = tuple(
        changed if entry.name == changed.name else entry for entry in tournament.entries
    )
    return tournament if entries == tournament.entries else replace(tournament, entries=entries)


# --- deals


def deal_name(tournament: Tournament, number: int) -> str:
    """Return the name of a deal, which replaces a table's code in its seed."""
    return f"{tournament.code}-{number + 1}"


def deal_secret(tournament: Tournament, number: int) -> bytes:
    """Return the server's secret for a deal. The record of one deal does not reveal another's."""
    return sha256(f"{tournament.secret} {deal_name(tournament, number)}".encode()).digest()


def deal_seed(tournament: Tournament, number: int) -> str:
    """Return the seed of a deal, the same at all tables."""
    nonces = [""] * tournament.deals[number].seats
    name = deal_name(tournament, number)
    return fairness.seed(name, deal_secret(tournament, number), nonces)


def pairing_of(tournament: Tournament, name: str, number: int) -> Pairing | None:
    """Return a player's try at a deal, or a player's pairing in a round."""
    return next(
        (
            pairing
            for pairing in tournament.pairings
            if pairing.number == number and name in pairing.names
        ),
        None,
    )


def next_deal(tournament: Tournament, name: str) -> int | None:
    """Return the number of the first deal that a player has not begun."""
    deals = range(len(tournament.deals))
    return next((deal for deal in deals if not pairing_of(tournament, name, deal)), None)


def with_try(tournament: Tournament, name: str, number: int, code: str) -> Tournament:
    """Return a tournament in which a player begins a deal at a new table."""
    pairing = Pairing(number, (name,), code, due=tournament.ends)
    entered = tournament if tournament.entry(name) else with_player(tournament, name)
    return replace(entered, pairings=(*entered.pairings, pairing))


# --- pairing


def pair(
    ranked: Sequence[str], seats: int, met: Mapping[frozenset[str], int], byes: Mapping[str, int]
) -> tuple[list[tuple[str, ...]], str]:
    """Return the tables of a round, and the player with a bye; empty if there is no bye.

    Repeated meetings and second byes are avoided if possible. If two or more people are left over,
    bots take the other seats.

    Args:
        ranked: names, best first; neighbours meet if possible.
        seats: seats per table.
        met: how often two players have met.
        byes: how many byes each player has had.
    """
    steps = iter(range(_STEPS_MAX))
    # Only one player who is left over gets a bye; two can play with bots.
    if len(ranked) % seats != 1:
        return _tables(ranked, seats, met, steps), ""
    least = min(byes.get(name, 0) for name in ranked)
    # Worst first: among equally good rounds, the worst player gets the bye.
    free = [name for name in reversed(ranked) if byes.get(name, 0) == least]
    rounds = [
        (_tables([other for other in ranked if other != name], seats, met, steps), name)
        for name in free
    ]
    return min(rounds, key=lambda tables: _repeats(tables[0], met))


def _tables(
    ranked: Sequence[str], seats: int, met: Mapping[frozenset[str], int], steps: Iterator[int]
) -> list[tuple[str, ...]]:
    """Return the tables with the fewest repeated meetings that a search finds."""
    if len(ranked) < 2:
        return []
    # With any number of repeats, the first tables are taken, so this takes few steps.
    first_tables = _search(tuple(ranked), seats, met, inf, repeat(0)) or []
    for repeats in range(_repeats(first_tables, met)):
        tables = _search(tuple(ranked), seats, met, repeats, steps)
        if tables is not None:
            return tables
    return first_tables


def _search(
    ranked: tuple[str, ...],
    seats: int,
    met: Mapping[frozenset[str], int],
    repeats: float,
    steps: Iterator[int],
) -> list[tuple[str, ...]] | None:
    """Return tables with at most ``repeats`` repeated meetings; None if there are none or the steps
    run out.

    The best player gets a table with the others met least often, the best ones first, then the same
    for the rest.
    """
    if len(ranked) <= seats:
        return [ranked] * bool(ranked) if _repeats([ranked], met) <= repeats else None
    for table in _filled(ranked[:1], ranked[1:], seats, met, repeats, steps):
        unseated = tuple(name for name in ranked if name not in table)
        tables = _search(unseated, seats, met, repeats - _repeats([table], met), steps)
        if tables is not None:
            return [table, *tables]
    return None


def _filled(
    table: tuple[str, ...],
    others: Sequence[str],
    seats: int,
    met: Mapping[frozenset[str], int],
    repeats: float,
    steps: Iterator[int],
) -> Iterator[tuple[str, ...]]:
    """Yield a table filled with others while there are steps.

    Args:
        others: possible players, the best first.
        repeats: maximum of repeated meetings that the others add.
    """
    if len(table) == seats:
        yield table
        return
    counts = {name: _met_before(name, table, met) for name, _ in zip(others, steps, strict=False)}
    nearest = sorted(counts, key=lambda name: counts[name])
    for index, name in enumerate(nearest):
        left = repeats - counts[name]
        if left >= 0:
            yield from _filled((*table, name), nearest[index + 1 :], seats, met, left, steps)


def _met_before(name: str, table: Iterable[str], met: Mapping[frozenset[str], int]) -> int:
    """Return how often a player has met the people of a table."""
    return sum(met.get(frozenset((name, other)), 0) for other in table)


def _repeats(tables: Iterable[Sequence[str]], met: Mapping[frozenset[str], int]) -> int:
    """Return how often the people of tables have met before."""
    return sum(
        met.get(frozenset(two), 0) for table in tables for two in combinations(sorted(table), 2)
    )


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    """Return how often two players have been paired."""
    return Counter(
        frozenset(two) for pairing in tournament.pairings for two in combinations(pairing.names, 2)
    )


def with_round(tournament: Tournament, names: Sequence[str], now: float) -> Tournament:
    """Return a tournament with a new round, paired by the standings; tables have no codes yet.

    Args:
        names: the accounts to be paired.
    """
    number = max((pairing.number + 1 for pairing in tournament.pairings), default=0)
    places = {standing.name: standing.place for standing in standings(tournament)}
    drawn = {name: _lot(tournament, number, name) for name in names}
    ranked = sorted(names, key=lambda name: (places[name], drawn[name]))
    byes = Counter(pairing.names[0] for pairing in tournament.pairings if not pairing.table)
    seats = tournament.deals[0].seats
    tables, bye = pair(ranked, seats, meetings(tournament), byes)
    due = tournament.ends + ARENA_GRACE_SECONDS
    if tournament.form == "swiss":
        due = now + tournament.round_seconds
    firsts = Counter(pairing.names[0] for pairing in tournament.pairings if pairing.table)
    pairings = [
        # The player who has had the first seat least often gets it now.
        Pairing(number, tuple(sorted(table, key=lambda name: (firsts[name], drawn[name]))), due=due)
        for table in tables
    ]
    if bye:
        pairings.append(Pairing(number, (bye,), ranks=(1,), ended=now))
    return replace(tournament, pairings=(*tournament.pairings, *pairings))


def _lot(tournament: Tournament, number: int, name: str) -> str:
    """Return a player's unpredictable lot, which orders players of equal place."""
    return sha256(f"{tournament.secret} round {number} {name}".encode()).hexdigest()


# --- progress


def is_bye(pairing: Pairing) -> bool:
    return not pairing.table and pairing.ended > 0


def running(tournament: Tournament) -> list[Pairing]:
    """Return the pairings with unfinished matches."""
    return [pairing for pairing in tournament.pairings if not pairing.ended]


def free_players(tournament: Tournament, present: Collection[str]) -> list[str]:
    """Return the players who can be paired now; in an arena, those present and waiting."""
    busy = {name for pairing in running(tournament) for name in pairing.names}
    needs_wait = tournament.form == "arena"
    return [
        entry.name
        for entry in tournament.entries
        if not entry.has_left
        and entry.name not in busy
        and (not needs_wait or (entry.is_waiting and entry.name in present))
    ]


def with_result(tournament: Tournament, table: str, result: Result, now: float) -> Tournament:
    """Return a tournament with the result of a table.

    A player who forfeits no longer waits for an arena table.
    """
    rows = []
    for row in tournament.pairings:
        if row.table != table or row.ended:
            rows.append(row)
            continue
        points, ranks, forfeits = result
        rows.append(replace(row, points=points, ranks=ranks, forfeits=forfeits, ended=now))
        for index in forfeits:
            if entry := tournament.entry(row.names[index]):
                tournament = _with_entry(tournament, replace(entry, is_waiting=False))
    return replace(tournament, pairings=tuple(rows))


def advanced(tournament: Tournament, now: float, present: Collection[str]) -> Tournament:
    """Advance a tournament to a time: start it, pair players, or end it.

    Returns the same object if nothing changes.

    Args:
        now: seconds since the epoch.
        present: accounts on the server.
    """
    if tournament.phase == "gathering" and now >= tournament.begins:
        if tournament.form == "swiss" and len(tournament.entries) < 2:
            # Late players can still join.
            is_late = now >= tournament.begins + PATIENCE_SECONDS
            return replace(tournament, phase="over") if is_late else tournament
        tournament = replace(tournament, phase="playing")
    if tournament.phase != "playing":
        return tournament
    is_last = bool(tournament.ends) and now >= tournament.ends
    if tournament.form == "swiss":
        if running(tournament):
            return tournament
        played = len({pairing.number for pairing in tournament.pairings})
        names = free_players(tournament, present)
        if played < tournament.rounds and len(names) > 1:
            return with_round(tournament, names, now)
        is_last = True
    elif tournament.form == "arena" and not is_last:
        names = free_players(tournament, present)
        seats = tournament.deals[0].seats
        # Only full tables are made; the others wait for more players.
        count = len(names) // seats * seats
        # Players with the fewest matches come first.
        played_by = Counter(name for pairing in tournament.pairings for name in pairing.names)
        names.sort(key=lambda name: played_by[name])
        return with_round(tournament, names[:count], now) if count else tournament
    if is_last and not running(tournament):
        return replace(tournament, phase="over")
    return tournament


# --- standings


def share(pairing: Pairing, name: str) -> float:
    """Return the fraction of the opponents that a player has beaten, ties counting half; 1 for a
    bye."""
    index = pairing.names.index(name)
    seats = len(pairing.ranks)
    if is_bye(pairing):
        return 1
    if index in pairing.forfeits or seats < 2:
        return 0
    own_rank = pairing.ranks[index]
    others = [rank for seat, rank in enumerate(pairing.ranks) if seat != index]
    return sum((own_rank < rank) + (own_rank == rank) / 2 for rank in others) / len(others)


def differences(tournament: Tournament, number: int) -> dict[str, float]:
    """Return the difference of each player to the mean of the others on a deal.

    The others are those outside the player's team. A player who resigned or did not finish in time
    gets the difference at that moment, but at most the lowest difference of the finished tries.
    Giving up saves nobody from a bad result.
    """
    teams = {entry.name: entry.team or entry.name for entry in tournament.entries}
    tries = [row for row in tournament.pairings if row.number == number and row.ended]
    totals, counts = Counter[str](), Counter[str]()
    for row in tries:
        if not row.forfeits:
            totals[teams[row.names[0]]] += row.points[0]
            counts[teams[row.names[0]]] += 1

    def difference(row: Pairing) -> float:
        team = teams[row.names[0]]
        count = counts.total() - counts[team]
        return row.points[0] - (totals.total() - totals[team]) / count if count else 0.0

    scores = {row.names[0]: difference(row) for row in tries if not row.forfeits}
    least = min([0.0, *scores.values()])
    return scores | {row.names[0]: min(least, difference(row)) for row in tries if row.forfeits}


def field_mean(tournament: Tournament, number: int) -> tuple[float, int]:
    """Return the mean points on a deal, and the number of players who finished it."""
    points = [
        row.points[0]
        for row in tournament.pairings
        if row.number == number and row.ended and not row.forfeits
    ]
    return (fmean(points) if points else 0.0), len(points)


def _scores(tournament: Tournament) -> dict[str, list[float]]:
    """Return each player's scores of finished matches."""
    scores: dict[str, list[float]] = {entry.name: [] for entry in tournament.entries}
    if tournament.is_alone:
        for number in range(len(tournament.deals)):
            for name, score in differences(tournament, number).items():
                scores[name].append(score)
        return scores
    seats = tournament.deals[0].seats
    # In an arena, each beaten opponent is 2 points.
    match_points = 2 * (seats - 1) if tournament.form == "arena" else 1
    for pairing in tournament.pairings:
        if pairing.ended:
            for name in pairing.names:
                scores[name].append(match_points * share(pairing, name))
    return scores


def standings(tournament: Tournament) -> list[Standing]:
    """Return the players, best first; ties share a place.

    In a Swiss tournament, the sum of the opponents' scores parts equal scores.
    """
    scores = _scores(tournament)
    sums = {name: sum(score) for name, score in scores.items()}
    tiebreaks = dict.fromkeys(sums, 0.0)
    if tournament.form == "swiss":
        for pairing in tournament.pairings:
            for name in pairing.names:
                tiebreaks[name] += sum(sums[other] for other in pairing.names if other != name)
    # The order of places: higher scores first, then higher tiebreaks.
    ranks = {
        name: (-round(sums[name], _DECIMALS), -round(tiebreaks[name], _DECIMALS)) for name in sums
    }
    rows = []
    for name in sorted(sums, key=lambda name: (*ranks[name], name.casefold())):
        place = 1 + sum(rank < ranks[name] for rank in ranks.values())
        figures = mean(scores[name]) if scores[name] else (0.0, 0.0, 0.0)
        rows.append(Standing(name, place, sums[name], len(scores[name]), *figures))
    return rows


def teams(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """Return the players of each team, for teams of two or more."""
    players: dict[str, tuple[str, ...]] = {}
    for entry in tournament.entries:
        if entry.team:
            players[entry.team] = (*players.get(entry.team, ()), entry.name)
    return {team: names for team, names in players.items() if len(names) > 1}


def team_standings(tournament: Tournament) -> list[Standing]:
    """Return the teams, best first.

    A team's score is the mean of its players' scores, so that teams of any size can compete. A deal
    that a player leaves out counts as the mean of the field.
    """
    scores = _scores(tournament)
    rows = []
    for team, names in teams(tournament).items():
        score = fmean(sum(scores[name]) for name in names)
        played = [score for name in names for score in scores[name]]
        figures = mean(played) if played else (0.0, 0.0, 0.0)
        rows.append(Standing(team, 0, score, len(played), *figures, names))
    rows.sort(key=lambda row: (-round(row.score, _DECIMALS), row.name.casefold()))
    return [
        row._replace(place=1 + sum(round(other.score - row.score, _DECIMALS) > 0 for other in rows))
        for row in rows
    ]


def team_difference(tournament: Tournament, number: int, names: Collection[str]) -> float | None:
    """Return a team's difference on a deal; None if none of its players has played it.

    A player who has not played it counts as the mean of the field, which is 0.
    """
    scores = differences(tournament, number)
    team_scores = [scores[name] for name in names if name in scores]
    return sum(team_scores) / len(names) if team_scores else None


def with_teams(tournament: Tournament) -> list[Standing]:
    """Return the standings: the players, or teams each followed by its players.

    Players without a team of two or more come last.
    """
    players = standings(tournament)
    rows = []
    for team in team_standings(tournament) if tournament.has_teams else ():
        rows += [team, *(row for row in players if row.name in team.players)]
    in_teams = {row.name for row in rows if not row.players}
    return [*rows, *(row for row in players if row.name not in in_teams)]


def place_of(tournament: Tournament, name: str) -> int:
    """Return the place of a player who has joined; of a player in a team, the team's place."""
    # Teams come before their players.
    return next(row.place for row in with_teams(tournament) if name in (*row.players, row.name))


# --- the challenge of the day


class DayRow(NamedTuple):
    """A player's first try at a daily challenge."""

    name: str
    place: int
    points: int
    table: str
    """Code of the table."""


def table_of_day(tournament: Tournament, number: int) -> list[DayRow]:
    """Return the finished tries at one challenge of a day, best first; forfeits are left out."""
    tries = [row for row in tournament.pairings if row.number == number and row.ended]
    done = [row for row in tries if not row.forfeits]
    return [
        DayRow(
            row.names[0],
            1 + sum(other.points[0] > row.points[0] for other in done),
            row.points[0],
            row.table,
        )
        for row in sorted(done, key=lambda row: (-row.points[0], row.names[0].casefold()))
    ]


def table_of_week(days: Iterable[Tournament], number: int | None = None) -> list[tuple[str, int]]:
    """Return players' points in the challenges of some days, best first.

    A finished first try scores one point, plus one for each player it beats.

    Args:
        number: number of the game; None for all games.
    """
    sums = Counter[str]()
    for day in days:
        for deal in range(len(day.deals)) if number is None else (number,):
            rows = table_of_day(day, deal)
            for row in rows:
                sums[row.name] += 1 + sum(other.place > row.place for other in rows)
    return sorted(sums.items(), key=lambda pair: (-pair[1], pair[0].casefold()))
