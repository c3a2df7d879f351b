"""Setting up a table on a server, and waiting there until the match begins."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
import pytest
from server.fake_lobby import CHAT, EVO, NOW, FakeLobby, card, seat, visiting
from server.tables import play_to_end, sit
from textual.pilot import Pilot
from textual.widgets import Input
from tui.scenes import content, set_choice, shown, until

from darwin_tui.hosted.lobby import LobbyScreen, TableList
from darwin_tui.hosted.new_table import TABLE_SETTINGS, TableSetupScreen, WaitingRoomScreen
from darwin_tui.hosted.server import ServerApp
from darwin_tui.hosted.table_words import about
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.screens.help import HelpScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.server.lobby.lobby_cards import TableCard
from darwin_tui.server.store.contract import SeatInfo, TableInfo
from darwin_tui.server.tables.clocks import CLOCKS, clock_rule
from darwin_tui.server.tables.register import SeatPlan, TablePlan, plan_again
from darwin_tui.widgets.forms import Choice

AnyPilot = Pilot[int]
OPEN = SeatPlan("open")


async def until_shown(pilot: Any, text: str) -> None:
    await until(pilot, lambda: text in shown(pilot.app))


@pytest.fixture
def lobby() -> FakeLobby:
    return FakeLobby()


@pytest.fixture
async def pilot(lobby: FakeLobby) -> AsyncIterator[AnyPilot]:
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
        yield pilot


def field(pilot: AnyPilot, name: str) -> Choice:
    return pilot.app.screen.query_one(f"#{name}", Choice)


def name(pilot: AnyPilot, number: int) -> Input:
    return pilot.app.screen.query_one(f"#name-{number}", Input)


async def choose(pilot: AnyPilot, name: str, value: str) -> None:
    await set_choice(pilot, field(pilot, name), value)


async def planned(pilot: AnyPilot, lobby: FakeLobby) -> TablePlan:
    """Submit the form, and return the plan of the table that the lobby is asked to create."""
    field(pilot, "game").focus()
    await pilot.press("enter")
    await until(pilot, lambda: lobby.asked)
    kind, plan = lobby.asked[0]
    assert kind == "create"
    return cast(TablePlan, plan)


# --- the form


async def test_first_table_is_two_keys_from_sign_in(lobby):
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, WaitingRoomScreen))
        plan = TablePlan("dice", (SeatPlan("me"), OPEN, OPEN, OPEN), {"counter": "yes"})
        assert lobby.asked == [("create", plan), ("join", "N3W0")]


async def test_seats_are_for_me_for_friends_and_for_bots(pilot, lobby):
    assert name(pilot, 0).value == "Ada"
    assert name(pilot, 0).disabled
    name(pilot, 1).focus()
    await pilot.press(*"Wallace", "enter")
    assert lobby.asked == [], "Enter in a name goes to the next field"
    await choose(pilot, "control-2", "bot:easy")
    assert name(pilot, 2).disabled
    assert name(pilot, 2).value == "Huxley"
    await choose(pilot, "control-3", "")
    plan = await planned(pilot, lobby)
    assert plan.seats == (
        SeatPlan("me"),
        SeatPlan("reserved", "Wallace"),
        SeatPlan("bot", level="easy"),
    )


async def test_the_key_bar_says_which_key_opens_the_table_from_a_name(pilot, lobby):
    name(pilot, 1).focus()
    await until(pilot, lambda: "Ctrl+s open the table" in shown(pilot.app))
    await pilot.press("enter")
    assert not isinstance(pilot.app.focused, Input)
    assert not lobby.asked
    name(pilot, 1).focus()
    await pilot.press("ctrl+s")
    await until(pilot, lambda: lobby.asked)


async def test_seat_of_a_bot_can_be_for_a_friend_again(pilot, lobby):
    await choose(pilot, "control-1", "bot:easy")
    await choose(pilot, "control-1", "open")
    assert name(pilot, 1).value == ""
    assert not name(pilot, 1).disabled
    assert (await planned(pilot, lobby)).seats[1] == OPEN


async def test_rules_are_those_chosen(pilot, lobby):
    await choose(pilot, "game", "evo")
    await until(pilot, lambda: pilot.app.screen.query("#preset"))
    assert "best with 4: balanced (ours)" in shown(pilot.app)
    await choose(pilot, "preset", "printed")
    await choose(pilot, "option-predation", "yes")
    plan = await planned(pilot, lobby)
    assert plan.game == "evo"
    assert {plan.options["predation"], plan.options["wide_gene_pool"]} == {"yes", "no"}


async def test_each_line_says_how_the_table_is_played(pilot, lobby):
    await choose(pilot, "access", "private")
    await choose(pilot, "clock", "1d")
    await choose(pilot, "absent", "bot")
    await choose(pilot, "watching", "none")
    await choose(pilot, "talk", "no")
    await choose(pilot, "record", "all")
    assert await planned(pilot, lobby) == TablePlan(
        "dice",
        (SeatPlan("me"), OPEN, OPEN, OPEN),
        {"counter": "yes"},
        is_private=True,
        seconds_a_move=86_400,
        bots_take_over=True,
        watching="none",
        watchers_chat=False,
        opens_record="all",
    )


async def test_a_chess_clock_has_a_bot_that_keeps_to_it(pilot, lobby):
    (clock,) = [setting for setting in TABLE_SETTINGS if setting.name == "clock"]
    assert {word for word, _ in clock.values} == {*CLOCKS}
    await choose(pilot, "clock", "10m+10s")
    plan = await planned(pilot, lobby)
    assert (plan.seconds_a_move, plan.seconds_in_all, plan.bots_take_over) == (10, 600, True)


async def test_who_sits_down_reads_what_happens_when_the_time_is_over(lobby):
    rule = clock_rule(TableInfo("K7QF", "evo", "Emma", (), "", seconds_a_move=9, seconds_in_all=60))
    timed = msgspec.structs.replace(EVO, clock_rule=rule)
    lobby.cards = (timed,)
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, WaitingRoomScreen))
        text = " ".join(shown(pilot.app).split())
        assert rule in text.replace("│ │ ", "")
    assert rule in about(timed)


async def test_each_field_is_explained_while_it_has_the_focus(pilot):
    for setting in TABLE_SETTINGS:
        field(pilot, setting.name).focus()
        await pilot.pause()
        assert setting.about in shown(pilot.app)
        assert len(setting.about) <= 78
        await until_shown(pilot, setting.effect)
    name(pilot, 1).focus()
    await pilot.pause()
    assert "Type a friend's name" in shown(pilot.app)
    field(pilot, "option-counter").focus()
    await pilot.pause()
    assert content(pilot.app, "#about")


async def test_arrows_go_through_all_fields_that_can_be_changed(pilot):
    way = []
    for _ in range(40):
        assert pilot.app.focused
        way.append(pilot.app.focused.id)
        await pilot.press("down")
        if pilot.app.focused.id == way[0]:
            break
    seats = ["control-0", *(f"{part}-{at}" for at in (1, 2, 3) for part in ("name", "control"))]
    assert way == [
        "game",
        *seats,
        "option-counter",
        *(setting.name for setting in TABLE_SETTINGS),
        "start",
    ]


async def test_refusal_is_a_sentence_and_the_form_stays(pilot, lobby):
    lobby.refusal = "You have as many tables as one player may have."
    await planned(pilot, lobby)
    await until(pilot, lambda: lobby.refusal in shown(pilot.app))
    assert isinstance(pilot.app.screen, TableSetupScreen)
    lobby.refusal = ""
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, WaitingRoomScreen))


async def test_escape_returns_without_a_table(pilot, lobby):
    await pilot.press("question_mark")
    assert isinstance(pilot.app.screen, HelpScreen)
    await pilot.press("q", "escape")
    assert isinstance(pilot.app.screen, LobbyScreen)
    assert lobby.asked == []


# --- the room where players wait


def mine(*more: Any, is_host: bool = True, is_private: bool = False) -> Any:
    """Return the card of a table of the player's that waits for more players."""
    return card(
        "M1NE",
        "Evo",
        "evo",
        seat("Ada", is_me=True, is_present=True),
        *more,
        is_mine=True,
        is_host=is_host,
        is_private=is_private,
        can_sit=False,
        commitment="c0ffee" * 10,
        rules="balanced (ours)",
    )


async def room(pilot: AnyPilot) -> None:
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, WaitingRoomScreen))


@asynccontextmanager
async def in_room(table: TableCard) -> AsyncIterator[tuple[FakeLobby, AnyPilot]]:
    """Yield the lobby and the pilot of a player in the waiting room of a table."""
    lobby = FakeLobby(table)
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await room(pilot)
        yield lobby, pilot


async def test_room_shows_the_line_to_send_and_the_seats_as_they_fill():
    async with in_room(mine(seat(), seat("Emma", "reserved"), seat("Wallace", "bot"))) as (
        lobby,
        pilot,
    ):
        text = shown(pilot.app)
        for words in (
            *("Table M1NE", "Evo, balanced (ours), no clock", "ssh -p 8022 beagle -t join M1NE"),
            *("● Ada, you", "+ free", "– kept for Emma", "◆ Wallace, a bot, normal", "c0ffee" * 10),
            "1 seat free. The match begins when all are taken, or with bots: b.",
            "Everybody in the lobby sees this table.",
        ):
            assert words in text, words
        taken = mine(seat("Syms"), seat("Emma"))
        lobby.change(cards=(msgspec.structs.replace(taken, is_private=True),))
        await pilot.pause()
        text = shown(pilot.app)
        assert "▲ Syms, away" in text
        assert "■ Emma" in text
        assert "Only those who have the code M1NE find this table." in text


@pytest.mark.parametrize(
    ("is_rated", "is_private", "words"),
    [
        (True, False, "Everybody in the lobby sees this table. Rated, without hints."),
        (False, True, "Only those who have the code M1NE find this table. Hints are for all."),
    ],
)
async def test_room_says_the_terms_of_its_table(is_rated, is_private, words):
    table = msgspec.structs.replace(
        mine(seat(), is_private=is_private), is_rated=is_rated, terms="The terms."
    )
    async with in_room(table) as (lobby, pilot):
        text = shown(pilot.app)
        assert words in text
        assert "Press a to add words of your own" in text, "all of it is in sight"
        assert ("or with bots: b." in text) is not is_rated
        lobby.refusal = "Not now."
        await pilot.press("b")
        assert (("start", "M1NE") in lobby.asked) is not is_rated


@pytest.mark.parametrize("terms", ["casual", "help", "rated"])
async def test_terms_of_a_table_are_chosen(pilot, lobby, terms):
    await choose(pilot, "terms", terms)
    assert (await planned(pilot, lobby)).terms == terms


async def test_host_begins_with_bots_and_nobody_else():
    for is_host in (True, False):
        lobby = FakeLobby(mine(seat(), is_host=is_host))
        async with visiting(lobby).run_test(size=(80, 24)) as pilot:
            await room(pilot)
            assert ("begin with bots" in shown(pilot.app)) is is_host
            lobby.refusal = "Only the host can begin."
            await pilot.press("b")
            assert (("start", "M1NE") in lobby.asked) is is_host
            assert ("Only the host can begin." in shown(pilot.app)) is is_host


async def test_seat_is_kept_in_the_lobby_and_left_by_a_key():
    async with in_room(mine(seat())) as (lobby, pilot):
        await pilot.press("q")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert lobby.asked == [("join", "M1NE")]
        await room(pilot)
        lobby.refusal = "The match has begun; you may resign there."
        await pilot.press("x")
        await until(pilot, lambda: lobby.refusal in shown(pilot.app))
        lobby.refusal = ""
        await pilot.press("x")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        assert lobby.asked[-1] == ("leave", "M1NE")
    assert lobby.observers == 0


async def test_words_for_the_seed_are_added_in_the_room():
    async with in_room(mine(seat())) as (lobby, pilot):
        await pilot.press("a", "escape")
        await pilot.press("a", *"my own", "enter")
        await until(pilot, lambda: lobby.asked[-1] == ("add words", "M1NE", "my own"))
        lobby.change(cards=(msgspec.structs.replace(lobby.cards[0], words="my own"),))
        await until(pilot, lambda: "Your words in the seed: my own" in shown(pilot.app))


async def test_others_are_invited_from_the_room():
    async with in_room(mine(seat())) as (lobby, pilot):
        await pilot.press("i", "down", "enter")
        await until(pilot, lambda: ("invite", "Hooker", "M1NE") in lobby.asked)


async def test_people_talk_in_the_room():
    lobby = FakeLobby(mine(seat()))
    lobby.chat = CHAT * 4
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await room(pilot)
        assert "it was arithmetic" in shown(pilot.app)
        lobby.refusal = "You talk too fast."
        await pilot.press("slash", *"bqx", "enter")
        await until(pilot, lambda: lobby.refusal in shown(pilot.app))
        lobby.refusal = ""
        await pilot.press("slash", "enter")
        await until(pilot, lambda: "Ada   bqx" in shown(pilot.app))
        await pilot.press("up", "up", "up")
        assert "newer" in shown(pilot.app)
        await pilot.press("slash", *"q", "escape", "q")
        assert isinstance(pilot.app.screen, LobbyScreen)
        said = ("say", "bqx")
        assert [asked for asked in lobby.asked if asked[0] == "say"] == [said, said]


async def test_people_at_a_private_table_do_not_talk_in_the_lobby():
    lobby = FakeLobby(mine(seat("Syms", is_present=True), seat("Emma"), is_private=True))
    lobby.table_chat = (ChatLine(NOW, "Syms", "only us?"),)
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await room(pilot)
        text = shown(pilot.app)
        assert "Talk at this table" in text
        assert "only us?" in text
        assert "it was arithmetic" not in text
        assert "▲ Syms  " in text
        assert "■ Emma, elsewhere" in text
        await pilot.press("slash", *"bqx", "enter")
        await until(pilot, lambda: "Ada  bqx" in shown(pilot.app))
        assert lobby.asked[-1] == ("say at table", "bqx")


async def test_muted_people_are_silent_in_lobby_and_room():
    app = visiting(FakeLobby(mine(seat())))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "that owl was luck" in shown(app)
        app.keep_settings(msgspec.structs.replace(app.player.settings.now, muted=("Lyell",)))
        await room(pilot)
        assert "it was arithmetic" in shown(app)
        assert "that owl was luck" not in shown(app)
        await pilot.press("q")
        await until(pilot, lambda: "Your matches" in shown(app))
        assert "it was arithmetic" in shown(app)
        assert "that owl was luck" not in shown(app)


# --- over the lobby of a server


def on_play(app: ServerApp) -> bool:
    return isinstance(app.screen, PlayScreen)


async def test_host_and_guest_meet_at_a_table(server):
    ada, ben = visiting(await server.lobby("Ada")), visiting(await server.lobby("Ben"))
    async with ada.run_test(size=(80, 24)) as host, ben.run_test(size=(80, 24)) as guest:
        await host.press("n")
        await until(host, lambda: ada.screen.query("#name-3"))
        for at in (2, 3):
            await choose(host, f"control-{at}", "")
        await host.press("enter")
        await until(host, lambda: "Table" in shown(ada) and "1 seat free" in shown(ada))
        (table,) = ada.lobby.cards
        assert len(table.commitment) == 64
        assert table.commitment in shown(ada).replace("\n", "")
        await until(guest, lambda: "1 seat free" in shown(ben))
        await guest.press("enter")
        await until(guest, lambda: on_play(ben))
        await until(host, lambda: on_play(ada))
        await host.press("q")
        await until(host, lambda: isinstance(ada.screen, LobbyScreen))
        await until(host, lambda: "Your matches" in shown(ada))
        assert "The match continues without you" in shown(ada)
        assert not ada.screen.query_one("#explain").has_class("refused")
        await host.press("enter")
        await until(host, lambda: on_play(ada))


async def test_table_with_bots_is_played_watched_and_kept(server):
    ada, eve = visiting(await server.lobby("Ada")), visiting(await server.lobby("Eve"))
    async with ada.run_test(size=(80, 24)) as host, eve.run_test(size=(120, 40)) as other:
        await host.press("n", "enter")
        await until(host, lambda: "begin with bots" in shown(ada))
        await host.press("b")
        await until(host, lambda: on_play(ada))
        await until(other, lambda: "To watch" in shown(eve))
        await other.press("enter")
        await until(other, lambda: on_play(eve))


async def test_host_who_leaves_closes_the_table_for_all(server):
    ada, ben = visiting(await server.lobby("Ada")), visiting(await server.lobby("Ben"))
    async with ada.run_test(size=(80, 24)) as host, ben.run_test(size=(80, 24)) as guest:
        await host.press("n", "enter")
        await until(host, lambda: "begin with bots" in shown(ada))
        await until(guest, lambda: "3 seats free" in shown(ben))
        await guest.press("enter")
        await until(guest, lambda: "■" in shown(ben) or "Ben, you" in shown(ben))
        await host.press("x")
        await until(guest, lambda: "The host has closed that table." in shown(ben))
        assert isinstance(ben.screen, LobbyScreen)
        assert isinstance(ada.screen, LobbyScreen)
        assert "closed" not in shown(ada)
        assert "left" not in shown(ada)


async def test_private_table_is_found_by_its_code_alone(server):
    ada, ben = visiting(await server.lobby("Ada")), visiting(await server.lobby("Ben"))
    async with ada.run_test(size=(80, 24)) as host, ben.run_test(size=(80, 24)) as guest:
        await host.press("n")
        await until(host, lambda: ada.screen.query("#name-3"))
        await choose(host, "access", "private")
        await host.press("enter")
        await until(host, lambda: "Only those who have the code" in shown(ada))
        (table,) = ada.lobby.cards
        await guest.press("c", *"zzzz", "enter")
        await until(guest, lambda: ben.screen.query_one("#explain").has_class("refused"))
        assert table.code not in shown(ben)
        await guest.press("c", *table.code.lower(), "enter")
        await until(guest, lambda: "Ben, you" in shown(ben))


async def test_finished_match_is_replayed(server):
    lobbies = [await server.lobby(name) for name in ("Ada", "Ben")]
    code, places = await sit(*lobbies)
    await play_to_end(*places)
    for place in places:
        place.close()
    ada = visiting(lobbies[0])
    async with ada.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Finished" in shown(ada))
        chosen = ada.screen.query_one(TableList).chosen
        assert chosen
        assert chosen.code == code
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(ada.screen, ReplayScreen))


# --- pictures


def test_form_looks_as_it_did(snap_compare, lobby):
    assert snap_compare(visiting(lobby), terminal_size=(80, 24), press=["n", "right", "up", "up"])


def test_room_looks_as_it_did(snap_compare):
    lobby = FakeLobby(mine(seat("Syms"), seat(), seat("Emma", "reserved")))
    assert snap_compare(visiting(lobby), terminal_size=(120, 40), press=["enter"])


async def test_the_form_begins_with_the_last_table_of_the_player(lobby):
    seats = (
        SeatInfo("person", "Ada"),
        SeatInfo("person", "Emma"),
        SeatInfo("open"),
        SeatInfo("bot", "Wallace", level="hard"),
    )
    lobby.last_table = TableInfo(
        *("K7QF", "evo", "Ada", seats, ""),
        is_private=True,
        seconds_a_move=86_400,
        bots_take_over=True,
        watching="none",
        watchers_chat=False,
        opens_record="all",
        terms="help",
    )
    async with visiting(lobby).run_test(size=(120, 40)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: "Open the table: Evo" in shown(pilot.app))
        await pilot.press("f5")
        await until(pilot, lambda: bool(lobby.asked))
    _, plan = lobby.asked[0]
    assert [seat.kind for seat in plan.seats] == ["me", "reserved", "open", "bot"]
    again = plan_again(lobby.last_table, "Ada")
    assert msgspec.structs.replace(again, options=plan.options) == plan
