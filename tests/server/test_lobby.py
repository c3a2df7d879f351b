"""The lobby: tables, seats, people and chat. It shows an account nothing that it may not know."""

import asyncio
from random import Random

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from server.tables import (
    ADDRESS,
    BOT,
    ME,
    OPEN,
    MemoryStore,
    act,
    hall_with,
    line,
    plan,
    quiet,
    sit,
    table_with,
)
from waiting import until

from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.match import Refused, fairness
from darwin_core.match.record import read
from darwin_core.text.language import reading
from darwin_tui.cli import main
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.lobby_cards import TableCard
from darwin_tui.server.store.contract import LOBBY, SeatInfo, TableInfo, read_code
from darwin_tui.server.tables.register import SeatPlan
from darwin_tui.terminal.limits import Limits


def card(lobby: Lobby, code: str) -> TableCard:
    return next(card for card in lobby.cards if card.code == code)


def codes(lobby: Lobby) -> list[str]:
    return [card.code for card in lobby.cards]


# --- making a table


async def test_a_new_table_is_seen_by_all_and_begins_when_its_seats_are_taken():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        code = await ada.create(plan(ME, OPEN, BOT, game="dice"))
        await quiet()
        seen = card(ben, code)
        assert [seat.kind for seat in seen.seats] == ["person", "open", "bot"]
        assert (seen.phase, seen.can_sit, seen.can_watch, seen.is_mine) == (
            *("gathering", True, False, False),
        )
        assert seen.invitation == f"{ADDRESS} -t join {code}"
        assert card(ada, code).is_mine
        assert not card(ada, code).can_sit
        place = await ben.join(code.lower())
        assert list(place.people) == [1]
        assert [player.name for player in place.spectator.players][:2] == ["ada", "ben"]
        assert card(ada, code).phase == "playing"
        assert card(ada, code).progress == "round 1 of 3"
        with reading("de"):
            assert card(ada, code).progress == "Runde 1 von 3"


async def test_progress_that_was_kept_in_words_is_read_in_each_language():
    store = MemoryStore()
    seats = (SeatInfo("person", "ada"), SeatInfo("person", "ben"))
    old = TableInfo("AAAA", "evo", "ada", seats, "", phase="playing", to_move=(0,))
    await store.put_table(replace(old, progress="millennium 2 of 3"))
    async with hall_with("ada", store=store) as (_, (ada,)):
        assert card(ada, "AAAA").progress == "millennium 2 of 3"
        with reading("de"):
            assert card(ada, "AAAA").progress == "Jahrtausend 2 von 3"


async def test_bots_have_their_names_before_the_match_begins():
    async with hall_with("ada", "Wallace") as (_, (ada, wallace)):
        code = await ada.create(plan(ME, BOT, OPEN, BOT))
        seats = card(ada, code).seats
        assert [seat.name for seat in seats] == ["ada", "Wallace", "", "Huxley"]
        assert seats[1].level == "random"
        place = await wallace.join(code)
        names = ["ada", "Huxley", "Wallace", "Anning"]
        assert [seat.name for seat in card(ada, code).seats] == names
        assert list(place.spectator.names) == names


async def test_bots_that_take_the_free_seats_take_no_name_of_those_that_are_there():
    async with hall_with("ada") as (_, (ada,)):
        code = await ada.create(plan(ME, OPEN, BOT))
        await ada.start(code)
        assert [seat.name for seat in card(ada, code).seats] == ["ada", "Huxley", "Wallace"]


async def test_who_all_wait_for_is_to_move_and_no_bot_that_waits_too():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        code, (place, _) = await sit(ada, ben, bots=1)

        def to_move() -> list[str]:
            return [seat.name for seat in card(ada, code).seats if seat.is_to_move]

        assert to_move() == ["ada", "ben"]
        await act(place, Random(1))
        await until(lambda: to_move() == ["ben"])


async def test_the_seed_is_fair_and_bound_to_what_was_published():
    store = MemoryStore()
    async with hall_with("ada", "ben", store=store) as (_, (ada, ben)):
        code = await ada.create(plan(ME, OPEN))
        published = card(ada, code).commitment
        await ben.join(code, words="in the Beagle's wake")
        header = read(await store.record(code)).header
        assert fairness.trouble(header) is None
        assert header.fair
        assert header.fair.commitment == published
        assert header.fair.nonces == ("", "in the Beagle's wake")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (plan(ME, OPEN, game="chess"), "no game"),
        (plan(ME, *[OPEN] * 11), "not played by 12"),
        (plan(BOT, BOT), "a person"),
        (plan(ME, ME), "one seat"),
        (plan(ME, SeatPlan("reserved", "ADA")), "one seat"),
        (plan(ME, SeatPlan("bot", level="genius")), "no bot"),
        (plan(ME, SeatPlan("bot", level="master:30s")), "5 seconds at most"),
        (plan(ME, SeatPlan("reserved", "nobody")), "no player"),
        (plan(ME, OPEN, options={"bad": 1}), "no option"),
        (plan(ME, OPEN, seconds_a_move=1), "a minute"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_in_a_sentence(wrong, why):
    async with hall_with("ada") as (_, (ada,)):
        with pytest.raises(Rejected, match=why):
            await ada.create(wrong)
        assert codes(ada) == []


async def test_an_account_has_so_many_tables_and_no_more():
    async with hall_with("ada") as (server, (ada,)):
        most = server.server_tables.services.limits.tables_of_account_max
        first = [await ada.create(plan(ME, OPEN)) for _ in range(most)]
        with pytest.raises(Rejected, match="as many tables"):
            await ada.create(plan(ME, OPEN))
        await ada.leave(first[0])
        assert await ada.create(plan(ME, OPEN))


# --- sitting down


async def test_two_people_cannot_take_one_seat():
    async with hall_with("ada", "ben", "cleo") as (_, (ada, ben, cleo)):
        code = await ada.create(plan(ME, OPEN))
        joins = await asyncio.gather(ben.join(code), cleo.join(code), return_exceptions=True)
        assert sum(isinstance(join, Rejected) for join in joins) == 1


async def test_a_seat_may_be_left_again():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        code = await ada.create(plan(ME, OPEN, OPEN))
        joining = asyncio.ensure_future(ben.join(code))
        await until(lambda: card(ada, code).seats[1].name == "ben")
        await ben.leave(code)
        with pytest.raises(Rejected, match="left"):
            await joining
        with pytest.raises(Rejected, match="do not sit"):
            await ben.leave(code)
        assert [seat.kind for seat in card(ada, code).seats] == ["person", "open", "open"]


async def test_words_of_those_who_sit_down_are_in_the_seed_and_may_be_changed_until_it_begins(
    tmp_path,
):
    async with hall_with("ada", "ben", "cleo") as (server, (ada, ben, cleo)):
        code = await ada.create(plan(ME, OPEN, OPEN))
        shown_before = card(ada, code).commitment
        await ada.add_words(code, "first")
        await ada.add_words(code, "a  finch")
        assert card(ada, code).words == "a finch"
        joining = [asyncio.ensure_future(ben.join(code, words="the beagle"))]
        await until(lambda: card(ben, code).words == "the beagle")
        with pytest.raises(Rejected, match="do not sit"):
            await cleo.add_words(code, "mine")
        joining.append(asyncio.ensure_future(ben.join(code, words="two beagles")))
        await until(lambda: card(ben, code).words == "two beagles")
        joining.append(asyncio.ensure_future(ben.join(code)))
        await cleo.join(code)
        await asyncio.gather(*joining)
        with pytest.raises(Rejected, match="has begun"):
            await ada.add_words(code, "too late")
        await ada.join(code, words="too late")
        path = tmp_path / "match.jsonl"
        path.write_bytes(await server.store.record(code))
        answer = CliRunner().invoke(main, ["verify", str(path)]).output.rstrip()
        words = ", words of ada: a finch, words of ben: two beagles"
        assert answer.endswith(f"ok (0 actions), commitment {shown_before}{words}")


async def test_who_stops_waiting_for_the_match_keeps_the_seat():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        code = await ada.create(plan(ME, OPEN, OPEN))
        joining = asyncio.ensure_future(ben.join(code))
        await until(lambda: card(ada, code).seats[1].name == "ben")
        joining.cancel()
        await ada.start(code)
        assert list((await ben.join(code)).people) == [1]


async def test_who_goes_and_comes_back_at_once_still_waits_at_the_table():
    async with hall_with("ada") as (_, (ada,)):
        code = await ada.create(plan(ME, OPEN, is_private=True))
        first = asyncio.ensure_future(ada.join(code))
        await until(lambda: ada.room == code)
        again = asyncio.ensure_future(ada.join(code))
        await quiet()
        first.cancel()
        await quiet()
        assert ada.room == code
        await ada.say_at_table("still here")
        assert [line.text for line in ada.table_chat] == ["still here"]
        again.cancel()
        await quiet()
        assert ada.room == ""


async def test_the_host_starts_with_bots_in_the_free_seats():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        code = await ada.create(plan(ME, OPEN, SeatPlan("reserved", "BEN")))
        with pytest.raises(Rejected, match="Only the host"):
            await ben.start(code)
        await ada.start(code)
        assert [seat.kind for seat in card(ada, code).seats] == ["person", "bot", "bot"]
        assert ben.invitation is None
        with pytest.raises(Rejected, match="begun already"):
            await ada.start(code)
        with pytest.raises(Rejected, match="begun"):
            await ada.leave(code)


async def test_a_table_is_gone_when_its_host_leaves_it():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        code = await ada.create(plan(ME, OPEN, OPEN))
        joining = asyncio.ensure_future(ben.join(code))
        await until(lambda: card(ada, code).seats[1].name == "ben")
        await ada.leave(code)
        with pytest.raises(Rejected, match="closed that table"):
            await joining
        assert codes(ben) == []


async def test_a_reserved_seat_is_for_one_account_only():
    async with hall_with("ada", "ben", "cleo") as (_, (ada, ben, cleo)):
        code = await ada.create(plan(ME, SeatPlan("reserved", "Ben")))
        assert ben.invitation
        assert (ben.invitation.by, ben.invitation.code) == ("ada", code)
        assert not card(cleo, code).can_sit
        with pytest.raises(Rejected, match="are taken"):
            await cleo.join(code)
        place = await ben.answer(True)
        assert place
        assert list(place.people) == [1]
        assert ben.invitation is None


async def test_who_declines_leaves_the_seat_to_others():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        code = await ada.create(plan(ME, SeatPlan("reserved", "ben")))
        assert await ben.answer(False) is None
        assert ben.invitation is None
        assert card(ada, code).seats[1].kind == "open"
        with pytest.raises(Rejected, match="no longer open"):
            await ben.answer(True)


async def test_an_invitation_reaches_also_one_who_comes_later():
    async with hall_with("ada") as (server, (ada,)):
        await (await server.lobby("ben")).close()
        code = await ada.create(plan(ME, OPEN, is_private=True))
        server.time.now += 1
        await ada.invite("BEN", code)
        await ada.invite("ben", code)
        with pytest.raises(Rejected, match="no player"):
            await ada.invite("nobody", code)
        ben = await server.lobby("ben")
        assert ben.invitation
        assert ben.invitation.code == code
        assert ben.news == (f"ada invites you to Darwin's Dice, table {code}.",)
        with pytest.raises(Rejected, match="Only those who sit"):
            await ben.invite("ada", code)


# --- private tables


async def test_of_a_private_table_others_see_nothing():
    async with hall_with("ada", "ben", "cleo") as (_, (ada, ben, cleo)):
        before = shown(cleo)
        changes: list[None] = []
        cleo.observe(lambda: changes.append(None))
        code, (place, _) = await sit(ada, ben, is_private=True)
        await place.table_people.say("secret")
        await act(place, Random(1))
        await quiet()
        assert shown(cleo) == before
        assert changes == [], "not even the time of something is shown"
        assert codes(ada) == codes(ben) == [code]
        # A player who knows the code finds the table.
        card = await cleo.find(code.lower())
        assert (card.code, card.can_watch, card.can_sit) == (code, True, False)
        assert codes(cleo) == [code]
        await cleo.watch(code)
        assert codes(cleo) == [code]
        await quiet()
        assert {person.name: person.words for person in cleo.people}["ada"] == "plays Darwin's Dice"


async def test_people_who_wait_at_a_private_table_talk_there():
    async with hall_with("ada", "ben", "cleo") as (_, (ada, ben, cleo)):
        with pytest.raises(Rejected, match="do not wait"):
            await ada.say_at_table("hello?")
        before = shown(cleo)
        changes: list[None] = []
        cleo.observe(lambda: changes.append(None))
        code = await ada.create(plan(ME, OPEN, OPEN, is_private=True))
        waiting = [asyncio.ensure_future(lobby.join(code)) for lobby in (ada, ben)]
        await until(lambda: ben.room == code)
        await ben.say_at_table("who else comes?")
        await quiet()
        assert [line.text for line in ada.table_chat] == ["who else comes?"]
        words = "waits for Darwin's Dice"
        assert {person.name: person.words for person in ada.people} == {
            "ada": words,
            "ben": words,
            "cleo": "in the lobby",
        }
        assert [seat.is_present for seat in card(ada, code).seats] == [True, True, False]
        waiting[1].cancel()
        await quiet()
        assert (ben.room, ben.table_chat) == ("", ())
        assert [seat.is_present for seat in card(ada, code).seats] == [True, False, False]
        assert shown(cleo) == before
        assert changes == []
        await ada.invite("cleo", code)
        assert {person.name: person.words for person in cleo.people}["ada"] == words
        await cleo.join(code)
        place = await waiting[0]
        assert [line.text for line in place.table_people.chat] == ["who else comes?"]


def shown(lobby: Lobby) -> bytes:
    people = [replace(person, since=0) for person in lobby.people]
    return msgspec.json.encode(
        (lobby.cards, people, lobby.chat, lobby.news, lobby.invitation, lobby.turns)
    )


async def test_codes_cannot_be_guessed():
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        code = await ada.create(plan(ME, OPEN, is_private=True))
        wrong = "ZZZZ" if code != "ZZZZ" else "YYYY"
        for guess in (wrong, "", "K7QFF", "../..", "\x1b[2J")[: Limits().guesses_max // 2] * 2:
            with pytest.raises(Rejected, match="no table with that code"):
                await ben.join(guess)
        for entry in (ben.join(code), ben.watch(code), ben.record(code), ben.leave(wrong)):
            with pytest.raises(Rejected, match="too many wrong codes"):
                await entry
        assert ada.cards, "others are not concerned"
        assert await ada.create(plan(ME, BOT))
        server.time.now += Limits().guesses_seconds
        await ben.join(code)


def test_codes_are_read_in_any_case_and_with_similar_letters():
    assert read_code(" k7qf ") == "K7QF"
    assert read_code("OIL5") == "0115"


async def test_codes_of_tables_differ_and_have_only_letters_that_are_read_well(server):
    server.server_tables.services.limits = replace(
        server.server_tables.services.limits, tables_of_account_max=200
    )
    ada = await server.lobby("ada")
    made = [await ada.create(plan(ME, OPEN)) for _ in range(100)]
    assert len({*made}) == 100
    assert not {*"".join(made)} & {*"OILU"}


# --- watching


async def test_a_spectator_sees_what_is_public_and_cannot_act():
    async with hall_with("ada", "ben", "cleo") as (_, (ada, ben, cleo)):
        code, (place, _) = await sit(ada, ben)
        watching = await cleo.watch(code)
        watching.open()
        await until(lambda: card(ada, code).watchers == 1)
        assert list(watching.people) == []
        for viewer in (0, 1, SPECTATOR):
            seat = watching.seat(viewer)
            assert seat.viewer == SPECTATOR
            now = place.seat(0).snapshot
            for command in (
                seat.submit(now.actions[0], now.question), seat.undo(), seat.redo(),
                seat.reset_turn(),
            ):  # fmt: skip
                with pytest.raises(Refused, match="watching"):
                    await command
        table_people = watching.table_people
        for wish in (table_people.resign(0), table_people.agree(0, True)):
            with pytest.raises(Rejected, match="not your seat"):
                await wish
        assert watching.saved.viewers == (SPECTATOR,)
        with pytest.raises(Refused):
            watching.saved.recording(0)
        assert {member.name: member.seat for member in table_people.members} == {
            "ada": 0,
            "ben": 1,
            "cleo": None,
        }


async def test_a_spectator_holds_no_bots_and_looks_from_nobodys_seat():
    async with hall_with("ada", "cleo") as (_, (ada, cleo)):
        code, (place,) = await sit(ada, bots=1)
        watching = await cleo.watch(code)
        assert watching.saved.recording().viewer == SPECTATOR
        assert place.saved.recording().viewer == 0
        watching.spectator.hold()
        await act(place, Random(1))
        await until(lambda: line(place) == 2)


async def test_players_do_not_watch_their_own_table():
    async with table_with("ada", "ben") as (server, code, _):
        with pytest.raises(Rejected, match="You play there"):
            await (await server.lobby("ada")).watch(code)
        with pytest.raises(Rejected, match="no seat there"):
            await (await server.lobby("cleo")).enter(code)


async def test_a_table_may_have_no_spectators():
    async with hall_with("ada", "cleo") as (_, (ada, cleo)):
        code = await ada.create(plan(ME, BOT, watching="none"))
        await quiet()
        assert not card(cleo, code).can_watch
        with pytest.raises(Rejected, match="no spectators"):
            await cleo.watch(code)


@pytest.mark.parametrize("watching", ["public", "seats"])
async def test_a_second_account_learns_nothing_of_hands_while_the_match_is_played(watching):
    chance = Random(2)
    async with hall_with("ada", "ben", "ada2") as (server, (ada, ben, second)):
        code, places = await sit(ada, ben)
        # Older tables have "seats" here, which once meant that spectators see all hands later.
        await server.server_tables.services.tables.change(
            code, lambda it: replace(it, watching=watching)
        )
        place = await second.watch(code)
        words = "Spectators see no hands. "
        words += (
            "Everybody may replay the match afterwards, with all hands."
            if watching == "seats"
            else "Only the players may replay the match afterwards."
        )
        assert place.table_people.watching == ada.cards[0].spectators == words
        while places[0].spectator.snapshot.outcome is None:
            for viewer in (0, 1):
                assert place.seat(viewer) is place.spectator
            assert place.saved.viewers == (SPECTATOR,)
            assert place.spectator.snapshot.view == places[0].spectator.snapshot.view
            assert await act(places[0], chance) or await act(places[1], chance)
            await quiet()
        await until(lambda: server.tables[code].phase == "over")
        assert (OMNISCIENT in place.saved.viewers) == (watching == "seats")


# --- finished matches


async def test_the_record_is_for_those_who_sat_there_or_for_all_and_only_at_the_end():
    async with hall_with("ada", "ben", "cleo") as (_, (ada, ben, cleo)):
        for opens in ("seats", "all"):
            code, places = await sit(ada, ben, opens_record=opens)
            with pytest.raises(Rejected, match="when the match is over"):
                await ada.record(code)
            for place in places:
                await place.table_people.agree(place.people[0], True)
            await quiet()
            assert card(ada, code).can_replay
            with pytest.raises(Rejected, match="The match is over"):
                await cleo.watch(code)
            names = [player.name for player in (await ben.replay(code)).recording().players]
            assert names == ["ada", "ben"]
            if opens == "seats":
                assert code not in codes(cleo)
                with pytest.raises(Rejected, match="Only those"):
                    await cleo.replay(code)
            else:
                assert (await cleo.record(code)).count(b"\n") == 1


# --- news and turns


async def test_one_who_returns_reads_where_it_is_their_turn_and_what_happened():
    chance = Random(3)
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        first, (at, _) = await sit(ada, ben)
        server.time.now += 1
        second, (other, _) = await sit(ada, ben)
        await until(lambda: ben.listing.next_turn_but("") == first)
        await ben.close()
        server.time.now += 10
        await act(at, chance)
        await other.table_people.resign(0)
        await quiet()
        ben = await server.lobby("ben")
        assert set(ben.news) == {
            f"It is your turn in Darwin's Dice, table {first}.",
            f"Darwin's Dice, table {second}, is over.",
        }
        assert ben.listing.next_turn_but("") == first
        assert card(ben, first).is_my_turn
        place = await ben.enter(first)
        assert place.table_people.next_turn is None
        await act(place, chance)


async def test_a_place_calls_when_it_is_my_turn_elsewhere():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        code, (at, _) = await sit(ada, ben)
        calls: list[str | None] = []
        table_people = at.table_people
        end = table_people.observe(lambda: calls.append(table_people.next_turn))
        other = await ada.create(plan(ME, BOT))
        await until(lambda: other in calls)
        entered = await table_people.enter(other)
        assert list(entered.people) == [0]
        assert entered.table_people.next_turn == code
        end()


async def test_the_next_turn_leads_to_every_table_where_it_is_mine():
    async with hall_with("ada") as (server, (ada,)):
        codes = []
        for _ in range(3):
            server.time.now += 1
            codes.append(await ada.create(plan(ME, BOT)))
        await until(lambda: sum(card.is_my_turn for card in ada.cards) == 3)
        assert ada.listing.next_turn_but("") == codes[0]
        listing = ada.listing
        assert [listing.next_turn_but(code) for code in codes] == [codes[1], codes[2], codes[0]]
        assert listing.next_turn_but("NONE") == codes[0]


# --- chat


async def test_chat_is_shown_to_all_who_may_read_it():
    async with hall_with("ada", "ben", "cleo") as (_, (ada, ben, cleo)):
        _, (at, other) = await sit(ada, ben, watchers_chat=False)
        watching = await cleo.watch(codes(ada)[0])
        await at.table_people.say("well  played\x1b[2J")
        await cleo.say("hello")
        await quiet()
        assert [(line.name, line.text) for line in other.table_people.chat] == [
            ("ada", "well played[2J")
        ]
        assert [line.text for line in ben.chat] == ["hello"]
        assert not watching.table_people.can_say
        with pytest.raises(Rejected, match="only the players"):
            await watching.table_people.say("psst")


async def test_chat_that_another_program_wrote_is_safe_to_show():
    store = MemoryStore()
    async with hall_with("ada", store=store) as (_, (ada,)):
        await store.say(LOBBY, ChatLine(1, "ben\x1b[2J", "well\x07\n played"))
        await until(lambda: ada.chat)
        assert [(line.name, line.text) for line in ada.chat] == [("ben[2J", "well played")]


async def test_chat_has_its_limits():
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        with pytest.raises(Rejected, match="200 characters"):
            await ada.say("x" * 201)
        with pytest.raises(Rejected, match="nothing to say"):
            await ada.say(" \u200b\x07 ")
        with pytest.raises(Rejected, match="notifications are changed in the lobby"):
            await ada.say(" /notify ntfy https://ntfy.sh/secret")
        for number in range(5):
            await ada.say(f"line {number}")
        with pytest.raises(Rejected, match="wait a moment"):
            await (await server.lobby("ada")).say("more")
        await ben.say("others may")
        server.time.now += 10
        await ada.say("x" * 200)
        assert len(ada.chat) == 7
        # A server's clock that is set back must silence nobody.
        for _ in range(4):
            await ada.say("more")
        server.time.now -= 3600
        await ada.say("an hour before")


# --- people, settings, observers


async def test_people_are_listed_once_with_their_place():
    async with hall_with("ada", "ben", "ada") as (_, (ada, ben, again)):
        assert [(person.name, person.is_me, person.words) for person in ben.people] == [
            ("ben", True, "in the lobby"), ("ada", False, "in the lobby"),
        ]  # fmt: skip
        code, (place, _) = await sit(ada, ben)
        await quiet()
        assert [(person.name, person.table) for person in ben.people] == [
            ("ben", code),
            ("ada", code),
        ]
        place.close()
        await quiet()
        assert [person.table for person in ben.people] == [code, ""]
        await again.close()
        await ada.close()
        await quiet()
        assert [person.name for person in ben.people] == ["ben"]


async def test_an_observer_is_called_once_for_changes_in_quick_succession():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        calls: list[int] = []
        end = ben.observe(lambda: calls.append(len(ben.chat)))
        await asyncio.gather(ada.say("one"), ada.say("two"))
        await quiet()
        assert calls[-1] == 2
        assert len(calls) <= 3
        before = len(calls)
        end()
        await ada.say("three")
        await quiet()
        assert len(calls) == before


async def test_an_observer_that_fails_reaches_nobody_else():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        calls: list[int] = []
        ada.observe(lambda: calls.append(1 // 0))
        ben.observe(lambda: calls.append(1))
        await ada.say("hello")
        await until(lambda: calls)
        assert ada.chat


async def test_a_change_makes_only_the_cards_concerned_again():
    async with hall_with("ada", "ben") as (_, (ada, ben)):
        first = await ada.create(plan(ME, OPEN))
        second = await ada.create(plan(ME, OPEN))
        before = card(ben, first)
        await ada.start(second)
        assert card(ben, second).phase == "playing"
        assert card(ben, first) is before


async def test_of_many_finished_tables_the_last_are_listed():
    store = MemoryStore()
    for number in range(60):
        code = f"AA{number:02}"
        moved = 1000.0 + number
        seats = (SeatInfo("person", "ada"), SeatInfo("bot", "Gould"))
        over = TableInfo(code, "dice", "ada", seats, "", phase="over", ended="rules", moved=moved)
        await store.put_table(over)
    async with hall_with("ada", "ben", store=store) as (_, (ada, ben)):
        assert [card.code for card in ada.cards] == [f"AA{n:02}" for n in range(59, 9, -1)]
        assert ben.cards == (), "these records are for those who sat there"
        code, (place,) = await sit(ada, bots=1)
        await place.table_people.resign(0)
        assert codes(ada)[:2] == [code, "AA59"]
        assert len(ada.cards) == 50
