"""The lobby's screen, over a ``FakeLobby`` without a server."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from home import here
from matches import Written, header, play
from rich.cells import cell_len
from server.fake_lobby import (
    CHAT,
    DARWINNING,
    DICE,
    EVO,
    HOUR,
    JOURNEY,
    NO_TABLE,
    NOW,
    OVER,
    PEOPLE,
    TABLES,
    YUMMY,
    FakeLobby,
    card,
    seat,
    visiting,
)
from textual._compositor import Compositor
from textual.app import App
from textual.events import Key
from textual.geometry import Region
from tui.scenes import LONG_NAMES, content, keys_of, shown, until

from darwin_core.contract import registry
from darwin_core.match import begin
from darwin_core.match.record import Fair
from darwin_tui import settings
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing, cells_of
from darwin_tui.hosted.chat import ChatInput, ChatPane, VisitorList
from darwin_tui.hosted.lobby import CARD, LARGE_CARD, LobbyScreen, TableList
from darwin_tui.hosted.new_table import WaitingRoomScreen
from darwin_tui.hosted.table_words import headline, on_enter
from darwin_tui.library.dates import format_age
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.screens import navigation
from darwin_tui.screens.help import HelpScreen
from darwin_tui.screens.settings import SettingsScreen
from darwin_tui.server.lobby.lobby_cards import Invitation
from darwin_tui.server.lobby.server_seat_access import ServerMatch
from darwin_tui.server.operations.sessions import Destination
from darwin_tui.settings import Settings
from darwin_tui.terminal import painter
from darwin_tui.terminal.painter import to_ascii
from darwin_tui.widgets.pane import fitted

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.fixture(autouse=True)
def at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, in UTC, so that ages and times on the screen are always the same."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setattr(time, "time", lambda: NOW)


@pytest.fixture
def lobby() -> FakeLobby:
    return FakeLobby(*TABLES)


def tables(app: Any) -> TableList:
    table_list: TableList = app.screen.query_one(TableList)
    return table_list


def chosen(app: Any) -> str:
    now = tables(app).chosen
    assert now
    return now.code


def notes(app: Any) -> list[str]:
    return [note.message for note in app._notifications]


def refusal(app: Any) -> str:
    assert app.screen.query_one("#explain").has_class("refused")
    return content(app, "#explain")


# --- what is shown


@pytest.mark.parametrize("size", SIZES)
async def test_all_that_there_is_can_be_read(lobby, size):
    lobby.news = ("Ben played in Darwin's Journey: it is your turn.",)
    async with visiting(lobby).run_test(size=size) as pilot:
        await until(pilot, lambda: "n open a table" in shown(pilot.app))
        text = shown(pilot.app)
        for words in (
            *("The Beagle", "5 here", "6 tables", "your turn at 1", "you are Ada"),
            *("Your matches", "Darwin's Journey", "your turn, 2 h", "Ben", "Cleo", "Dan"),
            *("Open tables", "Evo", "balanced (ours)", "2 seats free", "+ free", "Emma", "Syms"),
            *("Yummy Darwinism", "3 seats free", "To watch", "JRNY", "↓" if size[1] < 40 else "0"),
            *("Here", "Hooker  in the lobby", "Mary    plays", "Talk", "22:12 Lyell that owl"),
            *("22:13 *", "Ben played in Darwin's Journey: it is your turn."),
            "Darwin's Journey: your turn for 2 h. Enter plays.",
        ):
            assert words in text, words
        is_wide = size[0] >= 120
        keys = "\n".join(text.splitlines()[-2 if is_wide else -1 :])
        shown_keys = ["Tab", "Enter play", "n open a table", "/ say", "c code", "? help", "q leave"]
        wide_keys = ["T tournaments", "C today", "F friends", "r ladder", "i invite", "p player"]
        for words in (*shown_keys, *[*wide_keys, "A as last time", "H holiday"] * is_wide):
            assert words in keys, words


@pytest.mark.parametrize(
    ("table", "wanted"),
    [
        (JOURNEY, "play"),
        (DARWINNING, "play"),
        (EVO, "sit"),
        (msgspec.structs.replace(EVO, is_mine=True), "sit"),
        (msgspec.structs.replace(EVO, is_mine=True, can_sit=False), "wait"),
        (DICE, "watch"),
        (OVER, "replay"),
        (msgspec.structs.replace(DICE, can_watch=False), "nothing"),
        (msgspec.structs.replace(OVER, can_replay=False), "nothing"),
    ],
)
def test_enter_has_one_meaning_at_each_table(table, wanted):
    assert on_enter(table) == wanted
    assert headline(table, NOW, 78).startswith(table.title)
    names = [msgspec.structs.replace(seat, name="李雷" * 4) for seat in table.seats]
    crowd = msgspec.structs.replace(table, seats=(*names, *names))
    assert cell_len(headline(crowd, NOW, 78)) <= 78


def test_ages_are_in_the_largest_unit():
    ages = {59: "", 60: "1 min", HOUR - 1: "59 min", HOUR: "1 h", 25 * HOUR: "1 d", -5: ""}
    assert {seconds: format_age(seconds) for seconds in ages} == ages


@pytest.mark.parametrize("size", SIZES)
async def test_longest_names_and_most_seats_keep_to_their_rows(size):
    most = card("MANY", "Darwinning!", "darwinning", *map(seat, LONG_NAMES), rules="m" * 40)
    dozen = card("XTRA", "Finches", "finches", *(seat(name) for name in LONG_NAMES * 2))
    people = tuple(msgspec.structs.replace(PEOPLE[1], name=name) for name in LONG_NAMES)
    lobby = FakeLobby(most, dozen)
    lobby.people = people
    async with visiting(lobby).run_test(size=size) as pilot:
        strips = painter.rows(pilot.app.screen)
        assert {strip.cell_length for strip in strips} == {size[0]}
        assert "Ada" in shown(pilot.app)


async def test_a_winner_with_a_wide_name_is_read_on_a_card():
    name = "李雷" * 4
    won = card("W0NN", "Darwin's Journey", "journey", seat(name), phase="over", winners=(name,))
    async with visiting(FakeLobby(won)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: f"{name} won" in shown(pilot.app))


async def test_without_tables_the_way_to_one_is_shown(lobby):
    lobby.cards = ()
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        assert "No tables yet." in shown(pilot.app)
        await pilot.press("up", "down", "w", "s", "x")
        assert lobby.asked == []
        await pilot.press("enter")
        assert "New table" in shown(pilot.app)


async def test_talk_is_broken_at_its_width_and_scrolls(lobby):
    long = " ".join(f"word{number}" for number in range(24))
    lobby.chat = (*CHAT, ChatLine(NOW, "Syms", long), ChatLine(NOW, "Mary", "龍" * 60))
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        rows = shown(pilot.app).splitlines()
        assert {cell_len(row) <= 80 for row in rows} == {True}
        assert "龍" * 60 in "".join(rows).replace(" ", "")
        await pilot.press("tab", "tab", *["up"] * 20)
        text = shown(pilot.app)
        assert "Mary and Lyell begin" in text
        assert "newer" in text
        lobby.change(chat=(*lobby.chat, ChatLine(NOW, "Emma", "a new line")))
        await pilot.press(*["down"] * 30)
        assert "a new line" in shown(pilot.app)


def test_wide_characters_take_two_cells():
    assert [character for character, _ in cells_of("a龍b", "")] == ["a", "龍", "", "b"]
    area = Area(Drawing(Canvas(6, 1), {}), Region(0, 0, 6, 1))
    assert area.text(0, 0, ("李雷", "good"), "!") == 5
    assert area.drawing.canvas.row(0) == [("李雷", "good"), ("! ", "")]
    assert area.at(0, 0, 4, 1).text(0, 0, "李雷李") == 3
    assert area.drawing.canvas.plain() == "李… !", "half a character is a blank"
    area.text(1, 0, "x")
    assert area.drawing.canvas.plain() == " x… !"
    assert fitted("龍龍龍", 5) == "龍龍…"
    assert fitted("abc", 3) == "abc"
    assert fitted("abc", 0) == ""


async def test_an_empty_lobby_says_beside_it_what_one_may_do():
    settings.write(Settings(keys={"lobby.code": "X"}), here())
    lobby = FakeLobby()
    async with visiting(lobby).run_test(size=(120, 40)) as pilot:
        text = shown(pilot.app)
        for words in (
            *("No table yet", "n  open a table, also with bots", "?  the rules of the"),
            *("n opens one; X takes the code", "Enter opens one; X takes the code"),
        ):
            assert words in text, words
        lobby.change(cards=TABLES)
        await pilot.pause()
        assert "open a table, also" not in shown(pilot.app)


# --- moving


@pytest.mark.parametrize(
    ("size", "keys", "wanted"),
    [
        ((80, 24), ["down"], "W1NN"),
        ((80, 24), ["j", "j", "k"], "W1NN"),
        ((80, 24), ["right"], "JRNY"),
        ((120, 40), ["right"], "W1NN"),
        ((120, 40), ["l", "h"], "JRNY"),
        ((120, 40), ["down"], "K7QF"),
        ((120, 40), ["right", "down"], "YVMM"),
        ((120, 40), ["right", "down", "down"], "0VER"),
        ((200, 60), ["right", "down", "left"], "K7QF"),
        ((200, 60), ["down", "down", "right"], "0VER"),
        ((80, 24), ["4"], "YVMM"),
        ((80, 24), ["9"], "JRNY"),
        ((120, 40), ["tab", "3"], "K7QF"),
    ],
)
async def test_keys_move_between_tables(lobby, size, keys, wanted):
    async with visiting(lobby).run_test(size=size) as pilot:
        await pilot.press(*keys)
        assert chosen(pilot.app) == wanted
        assert pilot.app.focused is tables(pilot.app)


async def test_tab_goes_round_the_panes(lobby):
    async with visiting(lobby).run_test() as pilot:
        seen = []
        for key in ("tab", "tab", "tab", "shift+tab"):
            await pilot.press(key)
            seen.append(type(pilot.app.focused))
        assert seen == [VisitorList, ChatPane, TableList, ChatPane]


async def test_the_list_is_filtered_by_game_free_seats_and_friends(lobby):
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:

        async def codes(*keys: str) -> list[str]:
            await pilot.press("f", *keys)
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
            return [card.code for card in pilot.app.screen.query_one(TableList).cards]

        own = ["JRNY", "W1NN"]
        assert await codes("2") == [*own, "K7QF", "YVMM"]
        assert "tables with free seats" in shown(pilot.app)
        assert await codes("3") == [*own, "K7QF"], "Emma is a friend"
        assert await codes("4") == [*own, "3ZAB"], "the first game is Dice"
        lobby.change(cards=())
        await until(pilot, lambda: "No such table now." in shown(pilot.app))
        assert content(pilot.app, "#prompt").startswith("No such table now. Enter opens one;")
        lobby.change(cards=TABLES)
        assert await codes("1") == [card.code for card in TABLES]


async def test_cursor_stays_on_its_table(lobby):
    async with visiting(lobby).run_test() as pilot:
        await pilot.press("3")
        lobby.change(cards=(DARWINNING, YUMMY, EVO, OVER))
        assert chosen(pilot.app) == "K7QF"
        begun = msgspec.structs.replace(EVO, phase="playing", can_sit=False, can_watch=True)
        lobby.change(cards=(JOURNEY, DARWINNING, YUMMY, begun, OVER))
        assert chosen(pilot.app) == "K7QF"
        await pilot.pause()
        assert "Enter watches" in content(pilot.app, "#prompt")
        lobby.change(cards=(DICE, JOURNEY, YUMMY))
        assert chosen(pilot.app) in {"YVMM", "3ZAB"}
        lobby.change(cards=())
        assert tables(pilot.app).chosen is None


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_long_lists_scroll(size):
    many = [card(f"T{n:03}", f"Evo {n:03}", "evo", seat("Emma"), seat()) for n in range(40)]
    lobby = FakeLobby(*many)
    async with visiting(lobby).run_test(size=size) as pilot:
        first = tables(pilot.app).cards[0].title
        assert first in shown(pilot.app)
        for _ in range(40):
            await pilot.press("down")
            now = tables(pilot.app).chosen
            assert now
            assert now.title in "".join(shown(pilot.app).splitlines()[:-9])
        assert "more" not in shown(pilot.app)
        assert first not in shown(pilot.app)
        await pilot.press("1")
        assert "Open tables" in shown(pilot.app)
        assert "↓" in shown(pilot.app)


@pytest.mark.parametrize(
    ("cards", "is_large"), [(TABLES, True), ((*TABLES, card("0N3M", "Evo", "evo", seat())), False)]
)
async def test_cards_are_large_as_long_as_all_of_them_are_in_sight(cards, is_large):
    async with visiting(FakeLobby(*cards)).run_test(size=(200, 60)) as pilot:
        await until(pilot, lambda: "Finished" in shown(pilot.app))
        pane = tables(pilot.app)
        places = pane._regions(pane.size).values()
        assert {place.height for place in places} == {
            LARGE_CARD.height if is_large else CARD.height
        }
        assert all(pane.size.region.contains_region(place) for place in places)
        assert "To watch" in shown(pilot.app).partition("Finished")[0].splitlines()[-1]


async def test_an_invitation_hides_no_table(lobby):
    lobby.invitation = Invitation("Emma", "K7QF", "Evo")
    async with visiting(lobby).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Emma invites you" in shown(pilot.app))
        assert "0VER" in shown(pilot.app)
        assert "more" not in shown(pilot.app)


async def test_mouse_chooses_then_opens(lobby):
    lobby.refusal = "Not now."
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        rows = shown(pilot.app).splitlines()
        y = next(y for y, row in enumerate(rows) if "Darwin's Dice" in row)
        await pilot.click(offset=(20, y))
        assert chosen(pilot.app) == "3ZAB"
        assert lobby.asked == []
        await pilot.click(offset=(20, y))
        assert lobby.asked == [("watch", "3ZAB")]


# --- what changes is repainted, nothing else


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return a list that collects the pane's id and the row of each repaint."""
    places: list[tuple[str, int]] = []

    def note(pane: Any, *regions: Any, **more: Any) -> Any:
        places.extend((pane.id, region.y) for region in regions or (pane.region,))
        return refresh(pane, *regions, **more)

    refresh = TableList.refresh
    for kind in (TableList, VisitorList, ChatPane):
        monkeypatch.setattr(kind, "refresh", note)
    return places


async def test_only_what_changes_is_repainted(lobby, painted):
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        painted.clear()
        lobby.change()
        assert painted == []
        lobby.change(chat=(*CHAT, ChatLine(NOW, "Emma", "hello")))
        assert {pane for pane, _ in painted} == {"talk"}
        painted.clear()
        seats = (*EVO.seats[:2], seat("Hooker"), seat())
        changed = msgspec.structs.replace(EVO, seats=seats)
        lobby.change(cards=(*TABLES[:2], changed, *TABLES[3:]))
        assert {pane for pane, _ in painted} == {"tables"}
        assert len(painted) == 2, "seats, and the number of free ones"
        await pilot.pause()
        painted.clear()
        await pilot.press("down")
        assert {pane for pane, _ in painted} == {"tables"}
        assert len(painted) == 4, "two tables of two rows"


async def test_covered_lobby_is_drawn_when_it_is_seen_again(lobby, painted):
    async with visiting(lobby).run_test() as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        painted.clear()
        lobby.change(cards=(YUMMY,))
        assert painted == []
        await pilot.press("q")
        assert chosen(pilot.app) == "YVMM"


async def test_lobby_is_followed_as_long_as_the_program_runs(lobby):
    async with visiting(lobby).run_test():
        assert lobby.observers == 1
    assert lobby.observers == 0


@pytest.mark.parametrize("bell", [True, False])
async def test_bell_and_title_say_in_the_lobby_that_it_is_my_turn(lobby, monkeypatch, bell):
    settings.write(Settings(bell=bell), here())
    app = visiting(lobby)
    bells = list[str]()
    monkeypatch.setattr(app, "bell", lambda: bells.append(app.screen.__class__.__name__))
    mine = msgspec.structs.replace(DARWINNING, is_my_turn=True)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert bells == [], "who signs in looks at the lobby"
        lobby.change(cards=(JOURNEY, mine))
        lobby.change(chat=(*CHAT, ChatLine(NOW, "Ben", "your turn")))
        assert bells == ["LobbyScreen"] * bell, "once for each table"
        assert app.window_title == ("● your turn — The Beagle" if bell else "The Beagle")
        lobby.change(cards=(DARWINNING,))
        assert app.window_title == "The Beagle"
        await pilot.press("t")
        lobby.change(cards=(mine,))
        assert bells == ["LobbyScreen", "SettingsScreen"] * bell, "other screens may be over it"
    assert app.window_title == ""


async def test_table_where_one_waits_rings_itself_when_it_begins(lobby, monkeypatch):
    app = visiting(lobby, Destination("join", "0veR"))
    bells = list[str]()
    monkeypatch.setattr(app, "bell", lambda: bells.append(""))
    begun = msgspec.structs.replace(OVER, phase="playing", is_my_turn=True)
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, WaitingRoomScreen))
        lobby.change(cards=(begun,))
        assert bells == []
        lobby.change(cards=(begun, msgspec.structs.replace(DARWINNING, is_my_turn=True)))
        assert bells == [""]


async def test_who_waits_reads_that_the_match_begins_once_all_seats_are_taken(lobby):
    kept = card("0VER", "Evo", "evo", seat("Ada", is_me=True), seat("Emma", "reserved"))
    full = msgspec.structs.replace(kept, seats=(kept.seats[0], seat("Emma")))
    lobby.change(cards=(kept,))
    async with visiting(lobby, Destination("join", "0VER")).run_test() as pilot:
        await until(pilot, lambda: "Seats are kept for friends." in shown(pilot.app))
        lobby.change(cards=(full,))
        await until(pilot, lambda: "All seats are taken: the match begins." in shown(pilot.app))
        assert "Seats are kept" not in shown(pilot.app)


# --- what keys do


@pytest.mark.parametrize(
    ("keys", "asked"),
    [
        (["enter"], ("enter", "JRNY")),
        (["5", "enter"], ("watch", "3ZAB")),
        (["5", "w"], ("watch", "3ZAB")),
        (["6", "enter"], ("replay", "0VER")),
        (["3", "enter"], ("join", "K7QF")),
        (["3", "s"], ("join", "K7QF")),
        (["3", "W", *"my own", "enter"], ("join", "K7QF", "my own")),
        (["c", *"k7qf my own", "enter"], ("join", "K7QF", "my own")),
        (["slash", *"hello", "enter"], ("say", "hello")),
        (["c", *"k7qf", "enter"], ("join", "K7QF")),
        (["c", *"over", "enter"], ("replay", "0VER")),
        (["c", *"3zab", "enter"], ("watch", "3ZAB")),
        (["a"], ("for two", "dice")),
        (["A"], ("again",)),
        (["b", "enter"], ("for two", "dice", "Emma")),
    ],
)
async def test_keys_ask_the_server(lobby, keys, asked):
    lobby.refusal = "Not now."
    async with visiting(lobby).run_test() as pilot:
        await pilot.press(*keys)
        await until(pilot, lambda: lobby.asked == [asked])
        await until(pilot, lambda: "Not now." in shown(pilot.app))
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.parametrize(
    ("keys", "asked"),
    [
        (
            ["slash", *"first", "enter", "slash", *"second", "enter"],
            [("say", "first"), ("say", "second")],
        ),
        (["c", *"k7qf", "enter"], [("join", "K7QF")]),
    ],
)
async def test_keys_typed_ahead_go_to_what_those_before_them_open(lobby, keys, asked):
    async with visiting(lobby).run_test() as pilot:
        for key in keys:
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: lobby.asked == asked)


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (["w"], "There is nothing to watch at this table."),
        (["s"], "No seat is free at this table."),
        (["W"], "No seat is free at this table."),
        (["x"], "You have no seat here that you could leave."),
        (["i"], "Open a table first, or sit down at one, to invite others to it."),
    ],
)
async def test_key_without_use_says_so_until_the_cursor_moves(lobby, keys, sentence):
    async with visiting(lobby).run_test(size=(120, 40)) as pilot:
        await pilot.press(*keys)
        assert refusal(pilot.app) == sentence
        assert lobby.asked == []
        await pilot.press("down")
        assert sentence not in shown(pilot.app)


async def test_line_that_is_refused_stays_to_be_said_again(lobby):
    lobby.refusal = "You talk too fast."
    async with visiting(lobby).run_test() as pilot:
        await pilot.press("slash", *"hj?", "enter")
        assert refusal(pilot.app) == "You talk too fast."
        assert pilot.app.focused is tables(pilot.app)
        lobby.refusal = ""
        await pilot.press("slash", "enter")
        assert lobby.asked[-1] == ("say", "hj?")
        assert "Ada   hj?" in shown(pilot.app)
        assert pilot.app.screen.query_one(ChatInput).value == ""


async def test_code_is_read_with_letters_that_look_like_digits(lobby):
    here = msgspec.structs.replace(EVO, code="K70F")
    lobby.cards = (here,)
    async with visiting(lobby, Destination("join", "k7of")).run_test() as pilot:
        await until(pilot, lambda: "Table K70F" in shown(pilot.app))
        await pilot.press("q", "c", *"k7of", "enter")
        await until(pilot, lambda: lobby.asked == [("join", "K70F")] * 2)
        await pilot.press("q", "c", *"none", "enter")
        await until(pilot, lambda: NO_TABLE in shown(pilot.app))


async def test_escape_leaves_the_line_and_keeps_what_is_written(lobby):
    async with visiting(lobby).run_test() as pilot:
        await pilot.press("slash", *"wq", "up", "escape")
        assert chosen(pilot.app) == "JRNY"
        assert lobby.asked == []
        assert pilot.app.focused is tables(pilot.app)
        await pilot.press("slash", "enter")
        assert lobby.asked == [("say", "wq")]


async def test_invitation_is_a_strip_that_covers_nothing(lobby):
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await pilot.press("y", "d")
        assert lobby.asked == []
        lobby.change(invitation=Invitation("Emma", "K7QF", "Evo"))
        await pilot.pause()
        rows = shown(pilot.app).splitlines()
        assert rows[1].strip() == "▶ Emma invites you to a table of Evo."
        assert rows[2].split("  ") == ["", " y sit down", " d decline"]
        assert "Your matches" in shown(pilot.app)
        await pilot.press("d")
        assert lobby.asked == [("answer", False)]
        assert "invites you" not in shown(pilot.app)
        lobby.change(invitation=Invitation("Emma", "K7QF", "Evo"))
        await pilot.press("y")
        assert lobby.asked[1:] == [("join", "K7QF")]
        assert isinstance(pilot.app.screen, WaitingRoomScreen)


async def test_invitation_is_read_on_other_screens_too_unless_one_has_muted_who_invites(lobby):
    settings.write(Settings(muted=("Emma",)), here())
    async with visiting(lobby).run_test() as pilot:
        await pilot.press("t")
        lobby.change(invitation=Invitation("Emma", "K7QF", "Evo"))
        lobby.change(invitation=Invitation("Mary", "3ZAB", "Darwin's Dice"))
        lobby.change(chat=CHAT)
        await until(pilot, lambda: bool(notes(pilot.app)))
        assert notes(pilot.app) == ["Mary invites you to a table of Darwin's Dice."]


@pytest.mark.parametrize("keys", [["i", "down", "enter"], ["tab", "down", "down", "i"]])
async def test_people_are_invited_to_my_table(lobby, keys):
    kept = card(
        *("KEPT", "Evo", "evo"), seat("Emma"), seat("Ada", "reserved", is_me=True), is_mine=True
    )
    mine = card("M1NE", "Evo", "evo", seat("Ada", is_me=True), seat(), is_mine=True)
    lobby.change(cards=(kept, mine, *TABLES))
    async with visiting(lobby).run_test() as pilot:
        await pilot.press("x")
        assert refusal(pilot.app) == "You have no seat here that you could leave."
        await pilot.press(*keys)
        await until(pilot, lambda: lobby.asked == [("invite", "Hooker", "M1NE")])


async def test_where_nobody_is_the_line_to_send_is_named(lobby):
    mine = card("M1NE", "Evo", "evo", seat("Ada", is_me=True), seat(), is_mine=True)
    lobby.change(cards=(mine,), people=PEOPLE[:1])
    async with visiting(lobby).run_test() as pilot:
        await pilot.press("i")
        assert refusal(pilot.app).startswith("Nobody else is here now")


async def test_seat_is_left_before_the_match_begins(lobby):
    mine = card("M1NE", "Evo", "evo", seat("Ada", is_me=True), seat(), is_mine=True)
    lobby.change(cards=(mine, *TABLES))
    async with visiting(lobby).run_test() as pilot:
        tables(pilot.app).choose("M1NE")
        await pilot.press("x")
        assert lobby.asked == [("leave", "M1NE")]


async def test_other_screens_return_to_the_lobby(lobby):
    async with visiting(lobby).run_test() as pilot:
        for key, screen in (("t", SettingsScreen), ("question_mark", HelpScreen)):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, screen)
            await pilot.press("q")
            assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.press("q")
    assert pilot.app.return_code == 0


async def test_help_lists_every_command(lobby):
    async with visiting(lobby).run_test() as pilot:
        listed = {title: keys for keys, title in keys_of(pilot.app.screen)}
        assert listed["sit down"] == "s"
        assert listed["enter the code of a table"] == "c"
        assert "accept the invitation" not in listed


@pytest.mark.parametrize(
    ("place", "asked"), [("join", ("join", "K7QF")), ("watch", ("watch", "K7QF"))]
)
async def test_table_that_was_asked_for_at_sign_in_is_opened(lobby, place, asked):
    lobby.refusal = "Not now."
    app = visiting(lobby, Destination(place, " k7qf "))
    async with app.run_test() as pilot:
        await until(pilot, lambda: lobby.asked == [asked])


# --- without colour, without characters beyond ASCII


async def test_cursor_shows_without_colour(lobby):
    settings.write(Settings(colour="none"), here())
    async with visiting(lobby).run_test() as pilot:
        seen = set()
        for _ in range(6):
            seen.add(shown(pilot.app).split("Talk")[0])
            await pilot.press("down")
        assert len(seen) == 6
        for _ in range(2):
            await pilot.press("tab")
            seen.add(shown(pilot.app))
        assert len(seen) == 8


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_every_character_has_a_twin_in_ascii(lobby, size):
    lobby.invitation = Invitation("Emma", "K7QF", "Evo")
    async with visiting(lobby).run_test(size=size) as pilot:
        text = shown(pilot.app).replace("?", "")
        assert [one for one in text if to_ascii(one) == "?"] == []


# --- pictures


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
def test_lobby_looks_as_it_did(snap_compare, lobby, size):
    lobby.invitation = Invitation("Emma", "K7QF", "Evo")
    lobby.news = ("Ben played in Darwin's Journey: it is your turn.",)
    assert snap_compare(visiting(lobby), terminal_size=size, press=["down"])


async def test_a_small_terminal_shows_the_command_to_play_line_by_line(lobby):
    async with visiting(lobby).run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: "larger" in shown(pilot.app))
        text = " ".join(shown(pilot.app).split())
        assert "line by line with ssh -p 8022 beagle play CODE --plain" in text


async def test_a_finished_match_opens_from_the_own_seat(lobby):
    seats = (seat("Emma"), seat("Ada", is_me=True))
    lobby.cards = (msgspec.structs.replace(OVER, seats=seats),)
    app: Any = visiting(lobby)
    async with app.run_test() as pilot:
        asked: list[Any] = []
        app.open = asked.append
        await pilot.press("enter")
        await until(pilot, lambda: bool(asked))
        assert [request.viewer for request in asked] == [1]


async def test_the_same_is_played_again_from_the_results(lobby):
    fair = Fair("0VER", "", "", ())
    match = play(Written(*begin(registry.get("dice"), header(fair=fair))), Random(1), 8).match
    assert ServerMatch(match, ()).table == "", "only those who sat there"
    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        navigation.go(pilot.app, navigation.Results(ServerMatch(match, (0,)), "It is over."))
        await until(pilot, lambda: "m rematch" in shown(pilot.app).splitlines()[-1])
        lobby.refusal = "Not now."
        await pilot.press("m")
        await until(pilot, lambda: "Not now." in notes(pilot.app))
        lobby.refusal = ""
        await pilot.press("m")
        await until(pilot, lambda: "Table K7QF" in shown(pilot.app))
    assert lobby.asked == [("rematch", "0VER")] * 2 + [("join", "K7QF")]


async def test_first_picture_shows_the_lobby(lobby, monkeypatch):
    pictures: list[str] = []
    display = App._display

    def noted(app: Any, screen: Any, picture: Any) -> None:
        pictures.append(shown(app))
        display(app, screen, picture)

    monkeypatch.setattr(App, "_display", noted)
    async with visiting(lobby).run_test(size=(120, 40)):
        for words in ("Your matches", "Here", "Darwin's Journey", "22:12 Lyell", "Enter play"):
            assert words in pictures[0], words


async def test_focus_repaints_the_panes_that_it_moves_between_and_no_others(lobby, monkeypatch):
    drawn: list[Any] = []
    render = Compositor._render_chops

    def noted(compositor: Compositor, crop: Any, is_drawn: Callable[[int], bool]) -> Any:
        drawn.append(sum(map(is_drawn, range(crop.height))))
        return render(compositor, crop, is_drawn)

    async with visiting(lobby).run_test(size=(80, 24)) as pilot:
        await pilot.press("tab")
        monkeypatch.setattr(Compositor, "_render_chops", noted)
        await pilot.press("tab")
        assert drawn
        assert max(drawn) < 24
