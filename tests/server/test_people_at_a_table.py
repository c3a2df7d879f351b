"""The play screen at a server's table: people, chat, turns, ending by agreement, and watching."""

import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import copy_context
from pathlib import Path
from typing import Any

import msgspec
import pytest
from matches import header
from server.test_two_apps_at_a_server import Guest
from textual.events import AppBlur, AppFocus
from tui.scenes import Script, content, play_of, prompt, said, shown, until

from darwin_core.contract.game import SPECTATOR
from darwin_core.match.record import Player
from darwin_core.table import Seat
from darwin_core.text.language import reading
from darwin_tui.hosted.table_screens import ONLY_PUBLIC, ONLY_READ, HostedPlayScreen
from darwin_tui.library import saves
from darwin_tui.library.dates import duration, short_moment
from darwin_tui.library.open_matches import LocalSeatAccess, OpenMatches
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import ChatLine, Member, Rejected, SeatAccess
from darwin_tui.paths import Locations
from darwin_tui.play import people_words as words
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.server.tables.clocks import NOBODY_ABSENT
from darwin_tui.settings import Settings, SettingsStore
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.text_mode.hosted_play import Around
from darwin_tui.text_mode.hosted_play import _sentence as line_mode_words


class FakeTablePeople:
    """The people around a table as Ada's front end sees them, directed by the test."""

    def __init__(self, *members: Member) -> None:
        self.members: Sequence[Member] = members
        self.chat: list[ChatLine] = []
        self.code = "K7QF"
        self.invitation = "ssh -p 8022 host -t join K7QF"
        self.commitment = "5f2c" * 16
        self.is_rated = False
        self.rating = ""
        self.can_download = True
        self.watching = "Spectators see no hands."
        self.ended = ""
        self.rematch = ""
        self.closed = ""
        self.absent: tuple[int, ...] = ()
        self.next_turn: str | None = None
        self.done: list[tuple[Any, ...]] = []
        """The commands that players have given."""
        self.refusal = ""
        """The reason with which every command is refused; empty to accept them."""
        self.can_say = True
        self.elsewhere: Callable[[], SeatAccess] | None = None
        self._callbacks: list[Callable[[], None]] = []

    def changed(self) -> None:
        """Notify all front ends of a change."""
        for callback in [*self._callbacks]:
            callback()

    def change(self, **values: Any) -> None:
        """Set attributes, and notify all front ends."""
        for name, value in values.items():
            setattr(self, name, value)
        self.changed()

    def set(
        self, name: str, state: Any, since: float = 0, agrees: bool = False, vote: Any = "wait"
    ) -> None:
        """Change the state of a member."""
        self.members = [
            Member(name, member.seat, state, time.time() - since, agrees, vote)
            if member.name == name
            else member
            for member in self.members
        ]
        self.changed()

    def receive(self, name: str, text: str) -> None:
        """Add a line of chat."""
        self.chat = [*self.chat, ChatLine(time.time(), name, text)]
        self.changed()

    def note(self, *command: Any) -> None:
        """Log a command, or refuse it."""
        if self.refusal:
            raise Rejected(self.refusal)
        self.done.append(command)

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Register a callback, to be called in the caller's context (its app and language)."""
        context = copy_context()

        def call() -> None:
            context.run(callback)

        self._callbacks.append(call)
        return lambda: self._callbacks.remove(call)

    async def say(self, text: str) -> None:
        self.note("say", text)
        self.receive("Ada", text)

    async def resign(self, seat: int) -> None:
        self.note("resign", seat)
        self.set("Ada", "resigned")

    async def agree(self, seat: int, wish: bool) -> None:
        self.note("agree", wish)
        self.set("Ada", "here", agrees=wish)

    async def vote(self, seat: int, vote: Any) -> None:
        self.note("vote", vote)
        self.set("Ada", "here", vote=vote)

    async def enter(self, code: str) -> SeatAccess:
        self.note("enter", code)
        assert self.elsewhere
        return self.elsewhere()


class HostedPlace(LocalSeatAccess):
    """A seat at a local table that looks like one at a server: with people, and without a path."""

    def host(self, table_people: FakeTablePeople) -> SeatAccess:
        """Put people around the table."""
        self.table_people: Any = table_people
        return self

    @property
    def saved(self) -> SavedMatch:
        return SavedMatch(self._live_table.opened.match)

    @property
    def path(self) -> Path | None:  # type: ignore[override]
        return None


def hosted(local: LocalSeatAccess, table_people: FakeTablePeople) -> Any:
    """Turn access to a local table into access to a server's table, and return it."""
    local.__class__ = HostedPlace
    return local.host(table_people)  # type: ignore[attr-defined]


TITLE = re.compile(r"\x1b]2;([^\x1b]*)\x1b\\")


class Scene:
    """Ada's program at a table with Emma and a bot, whose people the test directs."""

    def __init__(
        self, folder: Path, pilot: Any, table_people: FakeTablePeople, server_tables: OpenMatches
    ) -> None:
        self.folder = folder
        self.pilot = pilot
        self.app: Guest = pilot.app
        self.table_people = table_people
        self.server_tables = server_tables

    @property
    def screen(self) -> PlayScreen:
        return play_of(self.app)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, true: Callable[[], Any]) -> None:
        await until(self.pilot, true)

    async def notes(self, text: str) -> None:
        """Wait for a notice on any screen."""
        await self.until(lambda: text in [note.message for note in self.app._notifications])

    async def shows(self, text: str) -> None:
        await self.until(lambda: text in shown(self.app))

    @property
    def last_row(self) -> str:
        return shown(self.app).splitlines()[-1]

    @property
    def titles(self) -> list[str]:
        return TITLE.findall(self.app.output)

    @property
    def bells(self) -> int:
        return self.app.written.count("\x07")

    async def ends(self, sentence: str) -> None:
        """End the match, and wait for the results."""
        self.table_people.change(ended=sentence)
        await self.until(lambda: isinstance(self.app.screen, ResultsScreen))

    async def emma_acts(self) -> None:
        """Let Emma choose a card."""
        seat = Seat(self.server_tables._tables[0].table, 1)
        await seat.submit(seat.snapshot.actions[0], seat.snapshot.question)

    async def ada_acts(self) -> None:
        await self.press("1", "enter")


def guest(folder: Path, **wishes: Any) -> Guest:
    places = Locations.under(folder / "state", folder / "config", shows_paths=False)
    session = PlayerContext("Ada", TerminalFacts(), places, SettingsStore(places))
    session.settings.now = Settings(pace="instant", motion=False, **wishes)
    return Guest(session)


def begun(folder: Path, name: str = "match") -> saves.Opened:
    players = (Player("Ada"), Player("Emma"), Player("Mary", "bot:random"))
    return saves.create(header(3, "company", "dice", players=players), folder / f"{name}.jsonl")


@pytest.fixture(autouse=True)
def still_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, and let messages stay on the screen."""
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.0)
    monkeypatch.setattr("darwin_tui.hosted.table_screens.MESSAGE_SECONDS", 1e6)


@asynccontextmanager
async def at_table(
    folder: Path,
    people: tuple[int, ...] = (0,),
    can_say: bool = True,
    size: tuple[int, int] = (80, 24),
    **wishes: Any,
) -> AsyncIterator[Scene]:
    """Run Ada's program, whose output is stored, at a server's table until the end of the block."""
    now = time.time()
    table_people = FakeTablePeople(
        Member("Ada", 0, "here", now), Member("Emma", 1, "here", now), Member("Mary", 2, "bot", now)
    )
    server_tables = OpenMatches()
    app = guest(folder, **wishes)
    async with app.run_test(headless=False, size=size, notifications=True) as pilot:
        table_people.can_say = can_say
        place = hosted(server_tables.host(begun(folder), people=people), table_people)
        table_people.elsewhere = lambda: hosted(
            server_tables.host(begun(folder, "other"), people=people), table_people
        )
        app.open(navigation.Play(place))
        scene = Scene(folder, pilot, table_people, server_tables)
        await scene.until(lambda: scene.screen.live.is_seated)
        yield scene


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Scene]:
    async with at_table(tmp_path) as here:
        yield here


# --- people


async def test_at_home_there_are_no_people_around_the_table(tmp_path):
    app = guest(tmp_path)
    async with app.run_test(headless=False) as pilot:
        app.open(navigation.Play(OpenMatches().host(begun(tmp_path), people=(0,))))
        await pilot.pause()
        assert type(app.screen) is PlayScreen
        before = shown(app)
        await pilot.press("slash", "f", "c", "w", "e", "r", "n")
        assert shown(app) == before
        assert not TITLE.findall(app.output)


async def test_the_last_row_says_who_is_away_and_for_how_long(here):
    assert here.last_row.endswith("K7QF")
    assert "q leave" in here.last_row
    here.table_people.set("Emma", "away", since=36)
    await here.shows("Emma away 0:35")
    assert "q leave" in here.last_row
    assert "waiting" not in prompt(here.app)
    await here.ada_acts()
    await here.until(lambda: "Emma is away (0:35)." in prompt(here.app))
    assert "Waiting for Emma." in prompt(here.app), "the bot waits for her too"
    here.table_people.set("Emma", "thinking")
    await here.shows("Emma thinks")
    assert "away" not in prompt(here.app)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (7, "0:05"),
        (59, "0:55"),
        (60, "1 min"),
        (3_599, "59 min"),
        (3_600, "1 h"),
        (86_399, "23 h"),
        (86_400, "1 day"),
    ],
)
def test_an_absence_is_counted_in_steps(seconds, text):
    assert duration(seconds) == text


def test_an_absence_is_counted_in_the_units_of_the_reader():
    with reading("de"):
        durations = [duration(seconds) for seconds in (60, 7_300, 180_000)]
    assert durations == ["1 Min.", "2 Std.", "2 Tage"]


def test_the_strip_says_what_matters_most_as_far_as_it_fits():
    members = [
        Member("Ada", 0, "here", 0),
        Member("Emma", 1, "away", 0),
        Member("Mary", 2, "stand-in", 0),
        Member("Syms", 3, "resigned", 0),
        Member("Hooker", None, "here", 0),
    ]
    whole = words.people_strip(members, (0,), (), "K7QF", "n: your turn at ABCD", 35, 200)
    parts = [
        *("n: your turn at ABCD", "Emma away 0:35", "a bot plays for Mary"),
        *("Syms resigned", "1 watches"),
    ]
    assert whole == "; ".join(parts)
    assert words.people_strip(members, (0,), (), "K7QF", "", 35, 16) == "Emma away 0:35"
    assert words.people_strip(members[:1], (0,), (), "K7QF", "", 35, 16) == "K7QF"
    assert words.people_strip(members, (0,), (), "K7QF", "", 35, -11) == ""


def test_all_chess_clocks_and_holidays_are_read_at_the_table():
    members = [
        Member("Ada", 0, "thinking", 0, due=1275.0, clock_seconds=400.0),
        Member("Ben", 1, "away", 0, clock_seconds=194.9, holiday=900.0),
        Member("Cleo", 2, "here", 0, clock_seconds=0.0),
    ]
    whole = words.people_strip(members, (0,), (), "K7QF", "", 1000, 200)
    assert whole == "4:35 left, Ben 3:10, Cleo 0:00; Ben on holiday"
    assert (
        words.people_strip(members, (), (), "K7QF", "", 1000, 33) == "Ada 4:35, Ben 3:10, Cleo 0:00"
    )
    assert words.is_counting(members, ()), "spectators see the clocks run, too"
    until_day = short_moment(900.0)
    assert (
        words.absence_sentence(members, (), (1,), 1000) == f"Ben is on holiday until {until_day}."
    )
    (ada, ben, _) = [words.details(member, (0,), is_muted=False, now=1000) for member in members]
    assert ada.endswith("Ada (you): here, decides, 4:35 left")
    assert ben.endswith(f"3:10 left, on holiday until {until_day}")
    said = [line_mode_words(member, 1000) for member in members[:2]]
    assert said[0] == "Seat 1: Ada is here and to move, 4:35 left."
    assert said[1] == f"Seat 2: Ben is away, 3:10 left, on holiday until {until_day}."


async def test_the_time_until_a_bot_decides_is_counted(here):
    ada, *others = here.table_people.members
    for left, shows in ((3700, "1 h left"), (130, "2 min left"), (29, "0:25 left")):
        here.table_people.change(
            members=[
                msgspec.structs.replace(ada, due=time.time() + left),
                *others,
            ]
        )
        await here.shows(shows)
        assert here.last_row.endswith(shows)
        assert "Enter play" in here.last_row
    here.table_people.change(
        members=[
            ada,
            msgspec.structs.replace(others[0], due=time.time() + 29),
            *others[1:],
        ]
    )
    await here.until(lambda: "left" not in here.last_row)


def test_a_name_is_written_as_its_player_does():
    members = [
        Member("ada", 0, "here", 0, agrees=True, vote="stop"),
        Member("ben", 1, "away", 0),
        Member("cleo", 2, "here", 0, agrees=True, vote="stop"),
    ]
    assert words.wishes(members[:1], (1,)).startswith("ada wishes to end")
    assert words.wishes(members, (0,)) == "You and cleo wish to end the match"
    assert words.votes(members[:1], (2,), (1,)) == "ada votes to stop"
    assert words.votes(members, (0,), (1,)) == "You and cleo vote to stop"


async def test_people_are_listed_with_their_state_and_the_line_for_friends(here):
    here.table_people.members = [*here.table_people.members, Member("Syms", None, "here", 0)]
    here.table_people.set("Emma", "stand-in", since=130)
    await here.press("w")
    await here.shows("ssh -p 8022 host -t join K7QF")
    text = shown(here.app)
    for line in (
        "● Ada (you): here",
        "▲ Emma: away for 2 min; a bot plays until Emma",
        "■ Mary: a bot",
        "Syms: watches",
        "5f2c",
    ):
        assert line in text


async def test_who_is_muted_is_not_shown_until_they_are_unmuted(here):
    await here.press("w", "down", "enter")
    await here.shows("Emma: here, muted")
    await here.press("escape")
    here.table_people.receive("Emma", "Boo!")
    await here.pilot.pause()
    assert "Boo!" not in shown(here.app)
    await here.press("c")
    assert "Boo!" not in shown(here.app)
    kept = SettingsStore(here.app.player.locations).now
    assert kept.muted == ("Emma",)
    await here.press("escape", "w", "down", "enter", "escape", "c")
    await here.shows("Emma: Boo!")


# --- chat


def test_a_line_from_a_host_whose_clock_is_behind_is_read_line_by_line():
    table_people: Any = FakeTablePeople()
    table_people.chat = [ChatLine(5, "Ada", "Hello!")]
    console = Script([])
    console.player.settings.now = Settings(muted=("Mary",))
    around = Around(table_people, (0,), console)
    table_people.chat = [
        *table_people.chat,
        *(ChatLine(3, "Emma", "Hi"), ChatLine(3, "Mary", "Boo!"), ChatLine(3, "", "Late.")),
    ]
    around.report()
    around.report()
    assert console.lines == ["Emma says: Hi", "Late."], "Mary is muted"


async def test_a_line_is_said_over_the_prompt(here):
    asked = prompt(here.app)
    await here.press("slash", *"Well q1", "enter")
    assert here.table_people.done == [("say", "Well q1")]
    await here.until(lambda: here.last_row.endswith("Ada: Well q1"))
    assert asked in shown(here.app)
    await here.press("slash", "x", "escape")
    assert len(here.table_people.done) == 1
    assert asked in shown(here.app)
    await here.ada_acts()
    assert here.server_tables._tables[0].opened.match.lines, "the keys are the board's again"


async def test_a_line_that_is_typed_waits_while_the_window_is_left(here):
    await here.press("slash", "h")
    here.app.post_message(AppBlur())
    await here.pilot.pause()
    here.app.post_message(AppFocus())
    await here.pilot.pause()
    await here.press("i")
    assert "hi" in shown(here.app)
    await here.pilot.click("#board")
    assert "Choose a card." in shown(here.app)
    await here.press("slash", "!", "enter")
    assert here.table_people.done == [("say", "hi!")]


async def test_the_board_is_whole_while_something_is_said_and_shown(here):
    before = shown(here.app).splitlines()
    here.table_people.receive("Emma", "Long " * 40)
    await here.until(lambda: "Emma: Long" in here.last_row)
    for key in ("Enter play", "? help", "q leave"):
        assert key in here.last_row
    assert shown(here.app).splitlines()[:-1] == before[:-1]
    await here.press("slash")
    assert shown(here.app).splitlines()[:-2] == before[:-2]


async def test_a_line_of_others_is_shown_before_ones_own(here):
    lines = [ChatLine(1, "Emma", "First"), ChatLine(2, "Emma", "Second")]
    here.table_people.change(chat=[*lines, ChatLine(3, "Ada", "Mine")])
    await here.until(lambda: here.last_row.endswith("Emma: Second"))


async def test_what_was_said_gives_way_to_the_people(monkeypatch, here):
    here.table_people.receive("Emma", "Hello!")
    await here.until(lambda: here.last_row.endswith("Emma: Hello!"))
    monkeypatch.setattr("darwin_tui.hosted.table_screens.MESSAGE_SECONDS", 0.05)
    here.table_people.receive("Emma", "Hello?")
    await here.until(lambda: here.last_row.endswith("K7QF"))


async def test_a_line_that_is_refused_is_not_lost_without_a_word(here):
    here.table_people.refusal = "Not so fast: five lines in ten seconds."
    await here.press("slash", "h", "i", "enter")
    await here.until(lambda: said(here.app) == here.table_people.refusal)
    await here.press("c", "h", "o", "enter")
    await here.shows(here.table_people.refusal)
    assert "ho" in shown(here.app)


async def test_quick_phrases_are_said_by_their_digit(here):
    await here.press("f")
    await here.shows("9 Good game.")
    await here.press("9")
    assert here.table_people.done == [("say", "Good game.")]
    await here.press("f", "down", "enter")
    assert here.table_people.done[-1] == ("say", words.PHRASES[1])


async def test_the_chat_follows_what_is_said_and_stays_open(here):
    await here.press("c")
    await here.shows("Nobody has said anything yet.")
    here.table_people.receive("Emma", "Hello!")
    await here.until(lambda: content(here.app, "#chat").endswith("Emma: Hello!"))
    await here.press(*"Hi", "enter")
    await here.until(lambda: content(here.app, "#chat").endswith("Ada: Hi"))
    await here.press("escape")
    assert isinstance(here.app.screen, HostedPlayScreen)


# --- my turn


async def test_bell_and_title_say_that_it_is_my_turn(here):
    assert here.titles[-1] == "● your turn — Darwin's Dice"
    assert here.bells == 1
    await here.ada_acts()
    await here.until(lambda: here.titles[-1] == "Darwin's Dice — K7QF")
    await here.emma_acts()
    await here.until(lambda: here.titles[-1] == "● your turn — Darwin's Dice")
    assert here.bells == 2
    await here.press("left", "right")
    assert here.bells == 2
    assert here.app.output.count("\x1b[22;2t") == 1
    await here.press("q")
    assert here.app.output.endswith("\x1b[23;2t") or "\x1b[23;2t" in here.app.output


async def test_bell_and_title_can_be_left_out(tmp_path):
    async with at_table(tmp_path, bell=False) as here:
        here.table_people.change(next_turn="ABCD")
        await here.shows("your turn at ABCD")
        assert not here.bells
        assert not any("your turn" in title for title in here.titles)


async def test_a_turn_at_another_table_is_a_key_away(here):
    await here.press("n")
    assert said(here.app) == "It is not your turn at another table."
    here.table_people.change(next_turn="ABCD")
    await here.shows("n: your turn at ABCD")
    assert "Enter play" in here.last_row
    before = here.app.screen
    await here.press("n")
    await here.until(lambda: here.app.screen is not before and here.screen)
    assert here.table_people.done == [("enter", "ABCD")]
    assert [table.opened.path.stem for table in here.server_tables._tables] == ["other"]


# --- the vote on who is away


async def test_players_vote_on_one_who_stays_away(here):
    here.table_people.members = [*here.table_people.members, Member("Syms", 3, "here", 0)]
    await here.press("v")
    assert said(here.app) == NOBODY_ABSENT
    await here.ada_acts()
    here.table_people.absent = (1,)
    here.table_people.set("Emma", "away", since=121)
    await here.shows("Emma away 2 min; v votes")
    await here.until(lambda: "Emma is away (2 min). v votes." in prompt(here.app))
    here.table_people.set("Syms", "here", vote="stop")
    await here.until(lambda: here.last_row.endswith("Syms votes to stop"))
    await here.press("v")
    await here.shows("It is done once Syms votes the same.")
    await here.shows("1 Wait for Emma")
    await here.shows("3 Stop the match; the standing counts")
    await here.press("2")
    await here.until(lambda: here.table_people.done == [("vote", "bot")])
    await here.shows("You vote for a bot, Syms votes to stop")
    await here.press("v", "escape")
    assert len(here.table_people.done) == 1
    here.table_people.refusal = "Nobody stays away."
    await here.press("v", "1")
    await here.until(lambda: said(here.app) == here.table_people.refusal)


async def test_one_who_is_alone_decides_and_a_bot_that_plays_already_is_no_choice(tmp_path):
    async with at_table(tmp_path, size=(120, 40)) as here:
        here.table_people.absent = (1,)
        here.table_people.set("Emma", "stand-in", since=300)
        await here.shows("a bot plays for Emma")
        await here.press("v")
        await here.shows("You decide alone: no other player is here.")
        await here.shows("2 Stop the match; the standing counts")
        assert "A bot plays for" not in shown(here.app)


# --- resigning, and ending by agreement


async def test_resigning_asks_and_says_what_it_does(here):
    await here.press("r")
    await here.shows("only Emma is left")
    await here.press("n")
    assert not here.table_people.done
    extra = Member("Syms", 3, "here", 0)
    here.table_people.members = [*here.table_people.members, extra]
    await here.press("r")
    await here.shows("You come last, and a bot plays your seat")
    await here.press("y")
    await here.until(lambda: here.table_people.done == [("resign", 0)])
    await here.until(lambda: not here.screen.live.snapshot.actions)
    await here.press("1", "enter")
    assert said(here.app) == words.RESIGNED
    await here.press("r")
    assert said(here.app) == words.RESIGNED
    assert not here.server_tables._tables[0].opened.match.lines


async def test_all_agree_to_end_the_match_and_the_standing_is_shown(here):
    here.table_people.set("Emma", "here", agrees=True)
    await here.shows("Emma wishes to end the match; e agrees")
    await here.press("e")
    await here.shows("It ends at once")
    await here.press("y")
    assert here.table_people.done == [("agree", True)]
    await here.shows("You and Emma wish to end the match")
    await here.ends("The players have ended the match.")
    while "place" not in shown(here.app) or "1st" not in shown(here.app):
        await here.press("enter")
    text = shown(here.app)
    assert "Ada, Emma and Mary lead." in text
    assert "The players have ended the match." in text
    assert "The host keeps this match." in text
    assert "n new table" in here.last_row
    assert "q lobby" in here.last_row
    await here.press("q")
    assert isinstance(here.app.screen, HomeScreen)


async def test_a_wish_to_end_can_be_withdrawn(here):
    await here.press("e")
    await here.shows("once Emma agrees too")
    await here.press("y")
    await here.shows("You wish to end the match")
    await here.press("e")
    assert here.table_people.done == [("agree", True), ("agree", False)]
    await here.shows("Nobody wishes to end the match any longer.")


async def test_results_after_resignation_say_how_it_ended(here):
    match = here.server_tables._tables[0].opened.match
    await here.ends("Emma has resigned.")
    await here.until(lambda: "Emma has resigned." in shown(here.app))
    assert match.game.outcome(match.state) is None


async def test_those_on_the_results_talk_and_hear_of_a_rematch(here):
    await here.ends("The players have ended the match.")
    await here.press("slash")
    await here.shows("To those at the table:")
    await here.press(*"gg", "enter")
    await here.until(lambda: here.table_people.done == [("say", "gg")])
    here.table_people.receive("Emma", "well played")
    await here.shows("Emma: well played")
    here.table_people.change(rematch="Emma")
    screen: Any = here.app.screen
    await here.until(lambda: screen._foot._text == "Emma plays again: m joins")


async def test_the_rating_is_on_the_results_at_once(here):
    here.table_people.rating = "Your rating: 1512 (+12)."
    await here.ends("The players have ended the match.")
    await here.pilot.pause()
    assert "Your rating: 1512 (+12)." in here.last_row


async def test_an_old_line_is_not_new_on_the_results_because_a_muted_one_follows(tmp_path):
    async with at_table(tmp_path, muted=("Syms",)) as here:
        here.table_people.receive("Emma", "good luck")
        here.table_people.receive("Syms", "Boo!")
        await here.ends("The players have ended the match.")
        here.table_people.changed()
        await here.pilot.pause()
        assert "good luck" not in here.last_row
        here.table_people.receive("Emma", "well played")
        await here.shows("Emma: well played")


# --- leaving


async def test_leaving_ends_nothing(here):
    await here.press("q")
    await here.notes("The match continues without you: come back any time.")
    assert isinstance(here.app.screen, HomeScreen)


async def test_a_table_that_is_closed_leads_back_with_a_sentence(here):
    await here.press("slash", "h")
    here.table_people.change(closed="You play this match at another terminal now.")
    await here.notes(here.table_people.closed)
    assert isinstance(here.app.screen, HomeScreen)


async def test_a_match_of_the_host_is_not_saved_elsewhere(here):
    await here.press("ctrl+s")
    await here.shows("The host keeps this match.")
    assert here.screen.saved_at is None


# --- watching


async def test_watchers_only_watch(tmp_path):
    async with at_table(tmp_path, people=(), can_say=False) as here:
        assert here.screen.live.viewer == SPECTATOR
        left_out = {"play", "undo", "hint", "select"}
        assert here.screen.idle_actions == left_out, "in the key bar"
        for key in ("enter", "space", "u", "U", "R", "r", "e"):
            await here.press("left", key)
            assert said(here.app) == words.WATCHING, key
        for key in ("slash", "f"):
            await here.press(key)
            assert said(here.app) == ONLY_READ
        await here.press("p")
        assert said(here.app) == ONLY_PUBLIC
        await here.press("q")
        await here.notes("You have stopped watching.")
        assert not here.table_people.done


async def test_one_person_at_two_seats_meets_no_curtain(tmp_path):
    async with at_table(tmp_path, people=(0, 1), curtain="always") as here:
        await here.ada_acts()
        await here.until(lambda: here.screen.live.viewer == 1)
        assert isinstance(here.app.screen, HostedPlayScreen)
