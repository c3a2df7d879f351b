"""Rated tables and ratings, which every process must compute alike from the results."""

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import cast

import msgspec
import pytest
from click.testing import CliRunner
from home import own
from matches import began
from msgspec.structs import replace
from server.stores import KINDS, Place, account, table
from server.tables import (
    BOT,
    ME,
    OPEN,
    Hall,
    MemoryStore,
    Time,
    act,
    hall,
    hall_with,
    plan,
    play_to_end,
    sit,
    table_with,
)
from waiting import until

from darwin_core.analysis.report import Analysis
from darwin_core.match import AnyMatch, Refused, Resign
from darwin_core.text.seat_names import SeatNames
from darwin_tui.cli import main
from darwin_tui.library.dates import DAY_SECONDS
from darwin_tui.library.seat_access import Rejected
from darwin_tui.play import setbacks
from darwin_tui.play.advice import Study
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.store.accounts import remove
from darwin_tui.server.store.contract import SeatInfo, Store, TableInfo
from darwin_tui.server.store.files import FileStore
from darwin_tui.server.store.orders import end_table
from darwin_tui.server.tables import ratings
from darwin_tui.server.tables.clocks import LIVE_SECONDS
from darwin_tui.server.tables.ratings import (
    JUDGED,
    Course,
    LadderKey,
    Ratings,
    Result,
    Season,
    judge,
    recount,
    result_of,
    rows,
)
from darwin_tui.server.tables.register import load, with_seat
from darwin_tui.text_mode import Console
from darwin_tui.text_mode.hosted_play import _Visit as Visit

DICE_FOR_TWO = LadderKey("dice", 2)
SAMPLE = Path(__file__).parents[2] / "saves" / "dice.jsonl"


async def rated(server: Hall, *lobbies: Lobby) -> tuple[str, list[ServerSeatAccess]]:
    """Seat people at a new rated table, a second later than the last table."""
    server.time.now += 1
    return await sit(*lobbies, terms="rated", seconds_a_move=DAY_SECONDS)


async def resign(server: Hall, code: str, places: list[ServerSeatAccess], *losers: int) -> None:
    """Let some people at a table resign in this order, and then all leave it."""
    for loser in losers:
        people, (seat,) = places[loser].table_people, places[loser].people
        await people.resign(seat)
    for place in places:
        place.close()
    await until(lambda: code not in server.open)


def figures(found: Ratings) -> dict[LadderKey, object]:
    """Return the ratings of all ladders, match by match."""
    return {key: found.course(key).points for key in found.ladders}


async def fresh(store: Store) -> dict[LadderKey, object]:
    """Return the ratings as another process computes them."""
    ratings = Ratings(store)
    await ratings.load()
    return figures(ratings)


# --- the terms of a table


async def test_a_rated_table_is_for_people_and_all_are_told_before_they_sit_down():
    async with hall_with("Ada", "Ben") as (_, (ada, ben)):
        for seats in ((ME,), (ME, BOT), (ME, OPEN, BOT)):
            with pytest.raises(Rejected):
                await ada.create(plan(*seats, terms="rated", seconds_a_move=LIVE_SECONDS))
        with pytest.raises(Rejected, match="A rated table has a clock"):
            await ada.create(plan(ME, OPEN, terms="rated"))
        code = await ada.create(plan(ME, OPEN, terms="rated", seconds_a_move=LIVE_SECONDS))
        (card,) = ben.cards
        assert (card.is_rated, card.terms) == (
            True,
            "Rated: the result counts for the ladder, and there are no hints.",
        )
        with pytest.raises(Rejected, match="no bots"):
            await ada.start(code)
        helped = await ada.create(plan(ME, OPEN, terms="help"))
        assert (await ben.find(helped)).terms == "There are hints for everybody at this table."


@pytest.mark.parametrize(
    ("terms", "bots", "has_help"),
    [("casual", 0, False), ("help", 0, True), ("rated", 0, False), ("casual", 1, True)],
)
async def test_the_server_answers_no_request_for_a_hint_unless_the_table_says_so(
    terms, bots, has_help
):
    async with hall_with("Ada", "Ben") as (_, (ada, ben)):
        people = (ada,) if bots else (ada, ben)
        clock = DAY_SECONDS if terms == "rated" else None
        _, places = await sit(*people, bots=bots, terms=terms, seconds_a_move=clock)
        for number, place in enumerate(places):
            seat = place.seat(number)
            if has_help:
                assert Study.at(seat, seat.snapshot, SeatNames()).best
            else:
                with pytest.raises(Refused, match="no hints"):
                    Study.at(seat, seat.snapshot, SeatNames())
        for place in places:
            place.close()


async def test_a_rated_match_is_played_to_its_end_or_resigned():
    async with hall_with("Ada", "Ben") as (server, (ada, ben)):
        code, places = await rated(server, ada, ben)
        people = places[0].table_people
        with pytest.raises(Rejected, match="to give up is to resign"):
            await people.agree(0, True)
        await resign(server, code, places, 1)
        over = server.tables[code]
        assert (over.phase, over.ended, over.winners, over.places) == (
            "over",
            "resigned",
            (0,),
            (1, 2),
        )
        assert result_of(over) == Result(over.moved, code, "dice", ("Ada", "Ben"), (1, 2))


async def test_who_stays_away_from_a_rated_match_loses_by_the_votes_of_the_others():
    async with hall_with("Ada", "Ben", "Cleo") as (server, lobbies):
        code, places = await rated(server, *lobbies)
        places[2].close()
        for place in places[:2]:
            assert await act(place, Random(1))
        server.time.now += DAY_SECONDS + 1
        for seat in (0, 1):
            people = places[seat].table_people
            with pytest.raises(Rejected, match="no bots"):
                await people.vote(seat, "bot")
            await people.vote(seat, "stop")
        await until(lambda: server.tables[code].seats[2].has_resigned)
        assert server.tables[code].phase == "playing", "the others play on, and a bot for the third"
        assert server.open[code].match.resigned == {2: 2}
        await resign(server, code, places[:2], 1)
        assert server.tables[code].places == (1, 2, 3)


async def test_a_rated_match_is_rated_by_its_places():
    async with hall_with("Ada", "Ben") as (server, (ada, ben)):
        code, places = await rated(server, ada, ben)
        await play_to_end(*places, chance=Random(7))
        outcome = places[0].spectator.snapshot.outcome
        assert outcome
        people = [place.table_people for place in places]
        await until(lambda: all(person.rating for person in people))
        gains = [
            re.fullmatch(r"Your rating: (\d+) ± \d+, ([+−]\d+)\.", person.rating)
            for person in people
        ]
        assert all(gains)
        await resign(server, code, places)
        assert server.tables[code].places == outcome.ranks
        assert await ada.ladders() == [DICE_FOR_TWO]
        row, other = await ada.ladder(DICE_FOR_TWO, Season.at(server.time.now))
        assert {row.name, other.name} == {"Ada", "Ben"}
        assert (row.matches, row.place, other.place) == (1, 0, 0), "both are provisional"
        assert row.change >= 0 >= other.change
        shown = {int(gain[1]) for gain in gains if gain}
        assert shown == {row.rating.value, other.rating.value}


class Told:
    """A stand-in for a console, which collects the lines that a player would read."""

    def __init__(self) -> None:
        self.player = own()
        self.lines: list[str] = []
        self.say = self.lines.append


async def test_an_action_is_told_line_by_line_that_comes_together_with_a_resignation():
    async with table_with("Ada", "Ben", "Cleo") as (_, _, places):
        mine, other = places[0].table_people, places[2].table_people
        told = Told()
        visit = Visit(places[0], mine, cast(Console, told))
        assert await act(places[0], Random(1))
        await other.resign(2)
        visit._say_news()
        assert [line for line in told.lines if line.startswith("Ada plays ")]
        told.lines.clear()
        visit._say_news()
        assert not told.lines
        for place in places:
            place.close()


async def test_a_setback_is_said_line_by_line_at_the_next_choice(monkeypatch):
    points = count(1000, -1)
    monkeypatch.setattr(
        setbacks, "prospects_of", lambda game, view, seat, may_judge: {"": float(next(points))}
    )
    async with table_with("Ada", "Ben") as (_, _, places):
        mine = places[0].table_people
        told = Told()
        visit = Visit(places[0], mine, cast(Console, told))
        for place in (*places, places[0]):
            if await act(place, Random(1)):
                visit._say_news()
                await visit.list_choices()
        assert [line for line in told.lines if line.startswith("Setback: −1 ")]
        for place in places:
            place.close()


# --- the same figures everywhere


async def test_ratings_are_the_same_in_each_process_after_restarts_and_from_records():
    store, time = MemoryStore(), Time()
    async with hall(store, time=time) as server, hall(store, "two", time) as there:
        names = ("Ada", "Ben", "Cleo")
        ada, ben, cleo = [await server.lobby(name) for name in names]
        await there.server_tables.services.ratings.load()
        for loser, people in ((1, (ada, ben)), (0, (ben, cleo)), (1, (ada, cleo)), (1, (ada, ben))):
            code, places = await rated(server, *people)
            await resign(server, code, places, loser)
        code, places = await rated(server, ada, ben, cleo)
        await resign(server, code, places, 1, 0)
        await ada.ladders()
        mine = figures(server.server_tables.services.ratings)
        assert [*mine] == [DICE_FOR_TWO, LadderKey("dice", 3)]
        await until(lambda: figures(there.server_tables.services.ratings) == mine)
        # A removed account stays in the figures of the others.
        await remove(store, "Ben")
        assert [row.name for row in await ada.ladder(DICE_FOR_TWO, Season.at(time.now))] == [
            "Ada",
            "Cleo",
        ]
        with pytest.raises(Rejected):
            await ada.profile("Ben")
    assert await fresh(store) == mine
    # Spoil the places in the tables' entries: ``recount`` restores them from the records.
    for spoilt in await store.rated():
        await store.put_table(replace(spoilt, places=(1,) * len(spoilt.seats)))
    lines = [line async for line in recount(store)]
    assert (len(lines), lines[-1]) == (6, "The records of 5 matches are read.")
    assert await fresh(store) == mine
    assert [line async for line in recount(store)] == lines[-1:]


async def test_a_record_that_cannot_be_read_leaves_its_result():
    store = MemoryStore()
    async with hall_with("Ada", "Ben", store=store) as (server, (ada, ben)):
        code, places = await rated(server, ada, ben)
        await resign(server, code, places, 0)
    before = await fresh(store)
    store.records[code][1] = b"[1]\n"
    (trouble, _) = [line async for line in recount(store)]
    assert trouble.startswith(f"The result of the table {code} stays as it was: ")
    assert await fresh(store) == before


async def test_a_server_that_stops_before_the_table_is_kept_follows_the_record():
    store = MemoryStore()
    async with hall_with("Ada", "Ben", store=store) as (server, (ada, ben)):
        code, places = await rated(server, ada, ben)
        people = places[0].table_people
        live = server.open[code]
        store.fault = "The store fails."
        await people.resign(0)
        assert live.match.resigned == {0: 0}
        store.fault = ""
        await server.kill()
        server._task = asyncio.ensure_future(server.server_tables.run())
        assert (await store.table(code)).phase == "playing"  # type: ignore[union-attr]
        async with hall(store, "two") as there:
            store.holders.clear()
            await there.server_tables.open_tables.open(code)
            await until(lambda: there.tables[code].phase == "over")
            assert there.tables[code].places == (2, 1)


async def test_who_resigned_before_records_said_so_is_last_as_before():
    async with hall_with("Ada", "Ben", "Cleo") as (server, lobbies):
        code, places = await sit(*lobbies)

        def kept_before(table: TableInfo) -> TableInfo:
            return with_seat(table, 2, SeatInfo("person", "Cleo", has_resigned=True, resigned=1))

        await server.server_tables.services.tables.change(code, kept_before)
        assert server.tables[code].phase == "playing"
        await resign(server, code, places, 1)
        over = server.tables[code]
        assert (over.ended, over.places, over.winners) == ("resigned", (1, 2, 3), (0,))
        saved = await lobbies[0].replay(code)
        assert (saved.resigned, saved.is_decided) == ((2, 1), True)


# --- ladders and profiles


def ended(code: str, moment: float, *names: str, places: tuple[int, ...] = ()) -> Result:
    return Result(moment, code, "dice", names, places or tuple(range(1, len(names) + 1)))


def moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def test_results_in_any_order_give_the_same_ratings():
    results = [ended(f"AAA{n}", n // 2, *Random(n).sample("abcd", 2)) for n in range(9)]
    in_order = Course(results)
    Random(3).shuffle(results)
    assert Course(results).points == in_order.points
    one = Course([])
    for result in in_order.results:
        one.add(result)
    assert one.points == in_order.points


async def test_ratings_that_a_match_joins_while_they_are_computed_count_it(monkeypatch):
    monkeypatch.setattr(ratings, "SLICE_MATCHES", 2)
    store = MemoryStore()
    for number in range(9):
        await store.put_table(over(f"{number:04}", number, terms="rated"))
    found = Ratings(store)
    loading = asyncio.ensure_future(found.load())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not loading.done()
    found.note(over("0009", 4.5, terms="rated"))
    await loading
    assert [result.code for result in found.course(DICE_FOR_TWO).results] == [
        *(f"{number:04}" for number in range(5)),
        "0009",
        *(f"{number:04}" for number in range(5, 9)),
    ]


async def test_ratings_are_the_same_whatever_notices_were_lost_or_came_late():
    store = MemoryStore()
    chance = Random(11)
    tables = [over(f"{number:04}", chance.randrange(50), terms="rated") for number in range(60)]
    readers = [Ratings(store) for _ in range(3)]
    for ended_table in tables:
        await store.put_table(ended_table)
        for reader in readers:
            if chance.random() < 0.5:
                reader.note(ended_table)
            elif chance.random() < 0.3:
                reader.forget()
            if chance.random() < 0.1:
                await reader.load()
    for reader in readers:
        reader.forget()
        await reader.load()
        assert figures(reader) == await fresh(store)
    for removed in tables[::7]:
        await store.remove_table(removed.code, is_over=True)
    for reader in readers:
        reader.forget()
        await reader.load()
        assert figures(reader) == await fresh(store)
    last = max(await store.rated(), key=lambda table: (table.moved, table.code))
    corrected = await store.put_table(replace(last, places=(2, 1)))
    for reader in readers:
        reader.note(corrected)
        assert figures(reader) == await fresh(store)


def test_seasons_are_three_months_and_a_rating_goes_on_through_them():
    summer, autumn = moment("2026-09-30T23:59:59"), moment("2026-10-01T00:00:00")
    season = Season.at(autumn)
    assert (season, season.moved(-4), season.begins) == (Season(2026, 3), Season(2025, 3), autumn)
    assert Season.at(summer) == season.moved(-1)
    assert season.words == "October to December 2026"
    course = Course([ended("AAAA", summer, "Ada", "Ben"), ended("BBBB", autumn, "Ada", "Cleo")])
    first, then = course.points["Ada"]
    (ada, ben) = rows(course, season.moved(-1))
    assert (ada.name, ada.rating, ada.matches, ben.name) == ("Ada", first.rating, 1, "Ben")
    (ada, cleo) = rows(course, season)
    assert (ada.rating, ada.matches, cleo.name) == (then.rating, 1, "Cleo")
    assert ada.change == then.rating.value - first.rating.value
    assert rows(course, season.moved(1)) == ()


def test_a_rating_is_provisional_until_its_interval_is_narrow():
    wins = [("Ada", "Ben"), ("Ben", "Ada"), ("Ada", "Ben")]
    course = Course(ended(f"A{n:03}", n, *wins[n % 3]) for n in range(60))
    reach = [point.rating.high - point.rating.value for point in course.points["Ada"]]
    assert reach == sorted(reach, reverse=True)
    assert reach[0] > ratings.NARROW_POINTS > reach[-1]
    course.add(ended("B000", 60, "Cleo", "Ben"))
    ladder_rows = rows(course, Season.at(0))
    assert [(row.place, row.name) for row in ladder_rows] == [(1, "Ada"), (2, "Ben"), (0, "Cleo")]


async def test_a_profile_says_whom_a_player_has_met_and_how_the_rating_went():
    store = MemoryStore(account("Ada", made="2026-05-01T00:00:00+00:00"), account("Ben"))
    async with hall_with("Ada", "Ben", "Cleo", store=store) as (server, (ada, ben, cleo)):
        for loser in (1, 0, 1):
            code, places = await rated(server, ada, ben)
            await resign(server, code, places, loser)
        code, places = await sit(ada, ben, is_private=True)
        await resign(server, code, places, 0)
        # A player who has opened a table without sitting down has not played there.
        await store.put_table(replace(over("HOST", 9), seats=(SeatInfo("person", "Ben"),) * 2))
        profile, cards = await cleo.profile("ada")
        assert (profile.name, profile.member_since) == ("Ada", "2026-05-01T00:00:00+00:00")
        (game,) = profile.ratings
        assert (game.game, game.seats, game.rating.matches, len(game.curve)) == ("dice", 2, 3, 3)
        assert game.curve[-1] == game.rating.value
        assert [(met.name, met.matches, met.ahead) for met in profile.opponents] == [("Ben", 3, 2)]
        assert [card.places for card in cards] == [(1, 2), (2, 1), (1, 2)]
        assert code in [card.code for card in (await ben.profile("Ada"))[1]], "who sat there knows"
        with pytest.raises(Rejected):
            await cleo.profile("nobody")


# --- both stores


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    store = place.store()
    await store.open()
    yield store
    await store.close()


# --- what players give away


def sample(match: AnyMatch) -> Analysis:
    """Return the saved analysis of the sample match, in place of a computed one."""
    analysis = msgspec.json.decode(
        (SAMPLE.with_suffix(".analysis.json")).read_bytes(), type=Analysis
    )
    assert analysis.chain == match.chain
    return analysis


async def put_sample(store: Store, code: str = "AAAA", moved: float = 1) -> None:
    """Save the sample match as a rated match of four people."""
    seats = tuple(SeatInfo("person", name) for name in ("Ada", "Ben", "Cleo", "Dan"))
    places = (2, 1, 3, 4)
    fields = {"terms": "rated", "game": "dice"}
    await store.put_table(replace(over(code, moved, **fields), seats=seats, places=places))
    (await store.journal(code, SAMPLE.read_bytes())).close()


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_what_a_player_gives_away_is_read_from_matches_that_the_host_has_judged(
    store, monkeypatch
):
    for number, code in enumerate(("AAAA", "BBBB", "CCCC")):
        await put_sample(store, code, number)
    # This match of two ended when one resigned, so that there is nothing to judge.
    cut = SAMPLE.read_bytes().splitlines(keepends=True)[:9]
    await store.put_table(over("DDDD", 9, terms="rated"))
    (await store.journal("DDDD", b"".join(cut))).close()
    found = Ratings(store)
    key = LadderKey("dice", 4)
    await found.load()
    assert await found.given("Ben") == {}
    lines = [line async for line in judge(store, store, 3, sample)]
    assert [line.partition(" table ")[2] for line in lines] == [
        "DDDD was not played out.",
        "CCCC is judged.",
        "BBBB is judged.",
    ]
    assert [line async for line in judge(store, store, 9, sample)][-1].endswith("AAAA is judged.")
    choices = sample(load(SAMPLE.read_bytes())).choices[1]
    given = (await found.given("Ben"))[key]
    assert given.decisions == 3 * len(choices)
    assert given.share == pytest.approx(
        sum(choice.cost for choice in choices) / len(choices), abs=1e-6
    )
    profile = found.profile("Ben", given={key: given})
    assert next(rated for rated in profile.ratings if rated.seats == 4).given == given
    with monkeypatch.context() as patch:
        patch.setattr(ratings, "GIVEN_MATCHES", 1)
        assert (await found.given("Ben"))[key].decisions == len(choices), "of the last ones"
    await store.put_document(JUDGED, "AAAA", b"[]", await store.document(JUDGED, "AAAA"))
    assert (await found.given("Ben"))[key].decisions == 2 * len(choices), (
        "a damaged one is left out"
    )


async def test_matches_are_judged_while_a_server_holds_its_folder(tmp_path, monkeypatch):
    folder = tmp_path / "server"
    store = FileStore(folder)
    await store.open()
    try:
        await put_sample(store)
        monkeypatch.setattr("darwin_tui.library.analyses.Analysing", lambda match, _: match)
        wait_for = "darwin_tui.cli.analyse.wait_for"
        monkeypatch.setattr(wait_for, lambda match, shows_progress: sample(match))
        words = ["serve", "--data", str(folder), "ratings", "--judge", "5"]
        done = await asyncio.to_thread(CliRunner().invoke, main, words, obj=own())
        assert done.exit_code == 0, done.output
        assert "The match of the table AAAA is judged." in done.output
        assert [*await store.documents(JUDGED)] == ["AAAA"]
        assert not [*folder.glob(".judge-*")]
    finally:
        await store.close()


def over(code: str, moved: float, **more: object) -> TableInfo:
    seats = (SeatInfo("person", "Ada"), SeatInfo("person", "Ben"))
    return table(code, phase="over", seats=seats, moved=moved, places=(1, 2), winners=(0,), **more)


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_rated_tables_are_found_once_they_are_over(place, store):
    await store.put_table(over("AAAA", 3, terms="rated"))
    await store.put_table(over("BBBB", 2))
    playing = await store.put_table(
        replace(over("CCCC", 1, terms="rated"), phase="playing", places=())
    )
    assert [rated_table.code for rated_table in await store.rated()] == ["AAAA"]
    ended = await store.put_table(replace(playing, phase="over", moved=5, places=(2, 1)))
    await store.put_table(replace(ended, line=7))
    before = await store.rated()
    assert {rated_table.code for rated_table in before} == {"AAAA", "CCCC"}
    await store.close()
    again = place.store()
    await again.open()
    assert await again.rated() == before
    await again.close()


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_a_match_that_the_host_removes_counts_no_longer(store):
    async with hall_with("Ada", "Ben", store=store) as (server, (ada, ben)):
        code, places = await rated(server, ada, ben)
        await resign(server, code, places, 1)
        (key,) = await ada.ladders()
        await end_table(store, code, server.time.now, removes=True)
        await until(lambda: not server.server_tables.services.ratings.course(key).results)
        assert await store.rated() == []
        code, places = await rated(server, ada, ben)
        await resign(server, code, places, 1)
        assert await ada.ladders() == [key]


def test_a_host_reads_the_results_from_the_records_again(tmp_path):
    folder = tmp_path / "server"

    async def keep() -> None:
        store = FileStore(folder)
        await store.open()
        written = began(2, is_rated=True)
        written.act(0, Resign())
        (await store.journal("AAAA", written.text)).close()
        now = datetime.now(UTC).timestamp()
        await store.put_table(over("AAAA", now, terms="rated"))
        await store.close()

    def answer(*more: str) -> list[str]:
        result = CliRunner().invoke(main, ["serve", "ratings", *more, "--data", str(folder)])
        assert result.exit_code == 0, result.output
        return result.output.splitlines()

    asyncio.run(keep())
    assert answer()[1].startswith("provisional: Ada 15")
    corrected, read, title, first, _ = answer("dice", "--recompute")
    assert corrected == "The result of the table AAAA is corrected."
    assert (read, title[:20]) == ("The records of 1 match are read.", "Darwin's Dice for 2,")
    assert first.startswith("provisional: Ben 15")
    assert answer("evo") == ["No rated match is over."]


def test_tables_that_were_kept_before_are_casual_and_have_no_places():
    before = msgspec.json.decode(
        b'{"code":"AAAA","game":"dice","host":"Ada","seats":[{"kind":"person","name":"Ada"}],'
        b'"commitment":"c0","phase":"over","winners":[0]}',
        type=TableInfo,
    )
    assert (before.terms, before.places, result_of(before)) == ("casual", (), None)
