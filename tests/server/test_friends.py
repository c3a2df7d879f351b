"""Friends and blocks: a blocked player cannot write to, invite or join the one who blocks."""

import pytest
from server.tables import BOT, ME, OPEN, MemoryStore, hall, hall_with, plan, quiet
from waiting import until

from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.store.contract import Account
from darwin_tui.server.tables.register import SeatPlan


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore(*map(Account, ("Ada", "Ben", "Cleo", "Dan")))


async def test_friends_who_are_here_come_first_with_their_place(store):
    async with hall_with("Ada", "Cleo", store=store) as (_, (ada, cleo)):
        for name in ("ben", "CLEO"):
            await ada.befriend(name)
        code = await cleo.create(plan(ME, BOT))
        place = await cleo.enter(code)
        place.open()
        await until(lambda: ada.friends[0].table == code)
        assert [(friend.name, friend.words) for friend in ada.friends] == [
            ("Cleo", "plays Darwin's Dice"),
            ("Ben", ""),
        ]
        assert await ada.befriend("ben", is_on=False) == "Ben"
        assert [friend.name for friend in ada.friends] == ["Cleo"]
        with pytest.raises(Rejected, match="no player of that name"):
            await ada.befriend("Nobody")
        with pytest.raises(Rejected, match="That is you"):
            await ada.block("ada")
    async with hall(store) as server:
        assert [friend.name for friend in (await server.lobby("Ada")).friends] == ["Cleo"]


async def test_who_is_blocked_cannot_invite_or_keep_a_seat_for_the_other(store):
    async with hall_with("Ada", "Ben", store=store) as (_, (ada, ben)):
        code = await ben.create(plan(ME, OPEN))
        await ben.invite("Ada", code)
        await until(lambda: ada.invitation is not None)
        await ada.block("Ben")
        assert ada.invitation is None
        assert [(friend.name, friend.is_blocked) for friend in ada.friends] == [("Ben", True)]
        with pytest.raises(Rejected, match="Ada takes no invitations from you"):
            await ben.invite("ada", code)
        with pytest.raises(Rejected, match="Ada takes no invitations from you"):
            await ben.create(plan(ME, SeatPlan("reserved", "Ada")))
        for refused in (ada.for_two("dice", "ben"), ada.invite("Ben", await ada.for_two("evo"))):
            with pytest.raises(Rejected, match="Ben is blocked"):
                await refused
        await ada.block("Ben", is_on=False)
        await ben.invite("Ada", code)
        await until(lambda: ada.invitation is not None)


async def test_who_is_blocked_cannot_sit_down_where_the_other_sits(store):
    async with hall_with("Ada", "Ben", "Cleo", store=store) as (_, (ada, ben, cleo)):
        await ada.block("Ben")
        code = await ada.create(plan(ME, OPEN))
        with pytest.raises(Rejected, match="Ada does not play with you"):
            await ben.join(code)
        (await cleo.join(code)).close()
        # Ada may sit down with Ben: she has not been blocked.
        code = await ben.create(plan(ME, OPEN))
        (await ada.join(code)).close()


async def test_lines_of_the_blocked_do_not_reach_the_other(store):
    async with hall_with("Ada", "Ben", "Cleo", store=store) as (_, (ada, ben, cleo)):
        await ada.block("Ben")
        await ben.say("hello")
        await until(lambda: len(cleo.chat) == 1)
        assert not ada.chat
        await cleo.say("who is here?")
        await until(lambda: len(ada.chat) == 1)
        code = await ben.create(plan(ME, OPEN))
        place = await ada.join(code)
        await (await ben.enter(code)).table_people.say("at the table")
        await ben.say("in the lobby again")
        await quiet()
        assert [line.name for line in place.table_people.chat] == []


# --- tables for two


async def test_a_table_for_two_with_anybody_is_the_one_that_waits_already(store):
    async with hall_with("Ada", "Ben", "Cleo", store=store) as (server, (ada, ben, cleo)):
        code = await ada.for_two("dice")
        assert await ada.for_two("evo") != code
        await until(lambda: any(card.code == code for card in ben.cards))
        assert await ben.for_two("dice") == code
        (await ben.join(code)).close()
        table = server.tables[code]
        assert (table.seconds_a_move, table.bots_take_over, table.phase) == (300, True, "playing")
        await until(
            lambda: all(card.phase != "gathering" for card in cleo.cards if card.code == code)
        )
        assert await cleo.for_two("dice") != code


@pytest.mark.parametrize(
    "rules", [{"terms": "rated"}, {"seconds_a_move": 3600, "bots_take_over": True}]
)
async def test_nobody_sits_down_unasked_at_a_rated_or_turn_based_table(store, rules):
    async with hall_with("Ada", "Ben", store=store) as (_, (ada, ben)):
        code = await ada.create(plan(ME, OPEN, **{"seconds_a_move": 300, **rules}))
        await until(lambda: any(card.code == code for card in ben.cards))
        assert await ben.for_two("dice") != code


async def test_anybody_is_nobody_who_is_blocked(store):
    async with hall_with("Ada", "Ben", "Cleo", store=store) as (_, (ada, ben, cleo)):
        code = await ada.for_two("dice")
        await ada.block("Ben")
        await cleo.block("Ada")
        await until(lambda: any(card.code == code for card in (*ben.cards, *cleo.cards)))
        assert code not in (await ben.for_two("dice"), await cleo.for_two("dice"))


async def test_a_daily_match_has_a_day_for_each_move_and_a_seat_for_the_friend(store):
    async with hall_with("Ada", "Ben", store=store) as (server, (ada, ben)):
        code = await ada.for_two("dice", "ben")
        await until(lambda: ben.invitation is not None)
        assert ben.invitation is not None
        assert ben.invitation.code == code
        access = await ben.join(code)
        access.open()
        await until(lambda: any(card.is_my_turn for card in (*ada.cards, *ben.cards)))
        cards = [card for lobby in (ada, ben) for card in lobby.cards if card.code == code]
        tomorrow = server.time.now + 24 * 3600
        assert [card.due for card in cards] == [tomorrow * card.is_my_turn for card in cards]


async def test_matches_with_least_time_left_come_first(store):
    async with hall_with("Ada", store=store) as (_, (ada,)):
        codes = {}
        for clock in (None, 3 * 24 * 3600, 3600):
            code = await ada.create(plan(ME, BOT, seconds_a_move=clock, bots_take_over=bool(clock)))
            (await ada.enter(code)).open()
            codes[clock] = code
        await until(lambda: sum(card.is_my_turn for card in ada.cards) == 3)
        order = [codes[3600], codes[3 * 24 * 3600], codes[None]]
        assert [card.code for card in ada.cards] == order


async def test_the_last_table_is_opened_again_as_it_was(store):
    async with hall_with("Ada", store=store) as (server, (ada,)):
        with pytest.raises(Rejected, match="no table yet"):
            await ada.again()
        first = await ada.create(
            plan(ME, SeatPlan("reserved", "Ben"), OPEN, BOT, game="evo", seconds_a_move=3600)
        )
        again = server.tables[await ada.again()]
        assert again.code != first
        assert (again.game, again.seconds_a_move) == ("evo", 3600)
        assert [(seat.kind, seat.name) for seat in again.seats] == [
            ("person", "Ada"),
            ("reserved", "Ben"),
            ("open", ""),
            ("bot", ""),
        ]
