"""Several people at one screen: a curtain keeps each player's hidden cards from the others."""

import re
from typing import Any

import pytest
from home import here
from matches import DICE
from textual.widgets import Static
from tui.dice_cards import cards_on, kinds_on
from tui.scenes import (
    LONG_NAMES,
    example,
    match_at,
    play_of,
    playing,
    prompt,
    rows,
    said,
    saved,
    shown,
    submit,
    until,
)

from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.dice.texts import card_name
from darwin_core.match import replay
from darwin_core.text.seat_names import SeatNames
from darwin_tui import settings
from darwin_tui.screens import curtain
from darwin_tui.screens.curtain import CurtainScreen
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.settings import Settings
from darwin_tui.terminal import painter
from darwin_tui.widgets.board_panel import EventLog

pytestmark = pytest.mark.usefixtures("patient_bots")


@pytest.fixture
def clock(monkeypatch):
    """Return a clock for the curtain that only the test moves forward."""

    class Clock:
        now = 1000.0

        def monotonic(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(curtain, "time", clock)
    return clock


async def open_curtain(pilot, clock):
    assert isinstance(pilot.app.screen, CurtainScreen)
    clock.now += 1
    await pilot.press("space")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


def words_of(app):
    """Return the words on the screen without the frames and blocks around them."""
    return re.sub("[▀▄█─│━┃╭╮╰╯┏┓┗┛]", " ", shown(app)).split()


def check_curtain(app, name, mark, chooser=None):
    """Check that the curtain alone is on the screen, with its exact words.

    Args:
        app: the app.
        name: the player to whom the screen is passed.
        mark: the mark of that player's seat.
        chooser: the player whose choice can be undone, if any.
    """
    assert isinstance(app.screen, CurtainScreen)
    back = f"u undoes {chooser}'s choice." if chooser else ""
    pin = f"n sets a PIN for {name}."
    words = f"{mark} Pass to {name} and press Space. {back} {pin} q leaves; the match is saved."
    drawn = words_of(app)
    assert drawn[-len(words.split()) :] == words.split()
    title = f"The curtain {app.screen.invitation.game}"
    assert drawn[: -len(words.split())] == title.split()


async def press_continue(pilot):
    """Continue from the pause that shows the revealed cards."""
    assert pilot.app.screen.live.pause
    await pilot.press("enter")


async def click_line(pilot, place):
    """Click a line of the curtain's card."""
    region = pilot.app.screen.query_one(curtain.Cloth).places[place]
    await pilot.click("#curtain", offset=region.offset)


def curtain_of(app: Any) -> CurtainScreen:
    """Return the open screen, which must be a curtain."""
    assert isinstance(app.screen, CurtainScreen)
    return app.screen


def check_only_hand(app, seat):
    """Check that the screen shows a seat's whole hand, and no hidden card of another seat."""
    screen = app.screen
    assert screen.live.viewer == seat
    state = match_at(screen).state
    words = shown(app)
    places = screen.panel.board.places
    assert list(places) == [("card", card) for card in state.hands[seat]]
    top = min(region.y for region in places.values())
    fronts = cards_on(rows(screen.panel.board._drawing))
    assert [front.card for front in fronts if front.y >= top] == list(state.hands[seat])
    log_text = " ".join(
        screen.table.game.texts.sentence(e, screen.table.seat_names)
        for e in screen.query_one(EventLog)._events
    )
    for other, card in enumerate(state.chosen):
        if other != seat and card != NOTHING:
            assert f"{screen.live.seat.names[other]} lays" not in words + log_text
            assert f"✓ {card_name(card)}" not in words


async def test_curtain_is_shown_before_the_first_look(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        check_curtain(pilot.app, "Ada", "●")
        await open_curtain(pilot, clock)
        check_only_hand(pilot.app, 0)


@pytest.mark.parametrize(
    ("size", "name", "name_rows"),
    [
        ((80, 24), "Ada", 3),
        ((80, 24), LONG_NAMES[1], 3),
        ((120, 40), "Ada", 5),
        ((120, 40), LONG_NAMES[1], 3),
    ],
)
async def test_the_name_on_the_curtain_is_as_large_as_there_is_room_for(size, name, name_rows):
    opened = saved("human", "human", names=(name, "Ben"))
    async with playing(opened).run_test(size=size) as pilot:
        await until(pilot, lambda: "The curtain" in shown(pilot.app))
        lines = shown(pilot.app).splitlines()
        top, below = (
            next(y for y, line in enumerate(lines) if words in line)
            for words in ("The curtain", "Pass to")
        )
        assert below - top - 3 == name_rows


async def test_hasty_key_does_not_open_it(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        for _ in range(20):
            clock.now += curtain.GUARD_SECONDS * 0.9
            await pilot.press("space")
            check_curtain(pilot.app, "Ada", "●")
        clock.now += curtain.GUARD_SECONDS * 1.1
        await pilot.press("x")
        clock.now += 0.1
        await pilot.press("space")
        check_curtain(pilot.app, "Ada", "●")
        for key in ("enter", "escape", "L", "H", "u", "tab", "question_mark", "1"):
            clock.now += 1
            await pilot.press(key)
            check_curtain(pilot.app, "Ada", "●")
        await open_curtain(pilot, clock)
        check_only_hand(pilot.app, 0)


async def test_a_seat_with_a_pin_opens_to_its_digits_alone(clock):
    async with playing(saved("human", "human")).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        clock.now += 1
        await pilot.press("n")
        await until(pilot, lambda: "They keep honest people honest" in shown(pilot.app))
        await pilot.press(*"407", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        assert "sets a PIN" in shown(pilot.app), "four digits, no fewer"
        clock.now += 1
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(pilot.app.screen, CurtainScreen))
        await pilot.press(*"4071", "enter")
        await until(pilot, lambda: "and type the PIN. ····" in shown(pilot.app))
        for key in ("space", "enter", "n", "4", "0", "7", "2", "0", "7", "1"):
            clock.now += 1
            await pilot.press(key)
            assert isinstance(pilot.app.screen, CurtainScreen), key
            is_fourth = key == "2"
            assert ("That is not the PIN. ····" in shown(pilot.app)) == is_fourth, key
        await click_line(pilot, curtain.OPEN)
        assert isinstance(pilot.app.screen, CurtainScreen)
        assert "***·" in shown(pilot.app)
        await pilot.press("9", *"4071")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        check_only_hand(pilot.app, 0)
        await pilot.press("2", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        await open_curtain(pilot, clock)
        await pilot.press("2", "enter", "space")
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        assert "Pass to Ada" in shown(pilot.app)
        assert "and type the PIN. ····" in shown(pilot.app), "it is Ada's for the whole match"


@pytest.mark.parametrize("held", ["enter", "space"])
async def test_key_that_played_does_not_open_the_curtain_however_long_it_is_held(clock, held):
    settings.write(Settings(keys={"play.play": held, "play.pick": "x"}), here())
    other = {"enter": "space", "space": "enter"}[held]
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        await open_curtain(pilot, clock)
        await pilot.press("2", held)
        for pause in (0.2, 0.4, 0.7, 2.0, *[0.03] * 20, 5.0):
            clock.now += pause
            await pilot.press(held)
            assert isinstance(pilot.app.screen, CurtainScreen)
        assert other.capitalize() in shown(pilot.app)
        clock.now += 1
        await pilot.press(other)
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        check_only_hand(pilot.app, 1)


@pytest.mark.parametrize("wish", ["auto", "always"])
async def test_no_curtain_falls_where_it_would_hide_nothing(wish, settled):
    settings.write(Settings(curtain=wish), here())
    async with playing(settled).run_test() as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, CurtainScreen) == (wish == "always")
        if wish == "auto":
            asked = play_of(pilot.app).table.game.to_move(match_at(pilot.app).state)
            assert play_of(pilot.app).live.viewer == asked[0]


@pytest.fixture
def settled():
    """Return a match of Darwin's Journey in which nothing is hidden any more."""
    opened = saved("human", "human", actions=60, game="journey")
    looks = [opened.match.view(viewer) for viewer in (0, 1, SPECTATOR)]
    assert looks[0] == looks[1] == looks[2]
    return opened


class Interval:
    """A timer that runs out only when the test calls ``tick``; it counts its resets."""

    def __init__(self, seconds, tick):
        self.seconds = seconds
        self.tick = tick
        self.resets = 0

    def reset(self):
        self.resets += 1

    def stop(self):
        self.tick = lambda: None


@pytest.mark.parametrize(("wish", "seconds"), [("60", [60]), ("never", [])])
async def test_curtain_falls_over_a_hand_left_lying_open(monkeypatch, clock, wish, seconds):
    timers = []
    set_interval = PlayScreen.set_interval

    def begin(screen, period, tick, **more):
        if more:  # Only Textual's own timers have more arguments.
            return set_interval(screen, period, tick, **more)
        timers.append(Interval(period, tick))
        return timers[-1]

    monkeypatch.setattr(PlayScreen, "set_interval", begin)
    settings.write(Settings(idle=wish), here())
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        await open_curtain(pilot, clock)
        assert [timer.seconds for timer in timers[-1:]] == seconds
        for timer in timers[-1:]:
            for sign in (pilot.hover("#board"), pilot.press("right"), pilot.click("#board")):
                before = timer.resets
                await sign
                assert timer.resets > before
            timer.tick()
            await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))


def test_the_quiet_is_long_enough():
    assert curtain.GUARD_SECONDS >= 0.3


async def test_click_opens_it_as_slowly(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        await pilot.click("#curtain")
        check_curtain(pilot.app, "Ada", "●")
        clock.now += 1
        await pilot.click("#curtain")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        check_only_hand(pilot.app, 0)


@pytest.mark.parametrize(("seats", "size"), [(2, (120, 40)), (3, (80, 24)), (4, (80, 24))])
async def test_choices_go_seat_by_seat_each_behind_the_curtain(clock, seats, size):
    opened = saved(*["human"] * seats)
    marks = "●▲■◆"
    names = opened.match.header.names
    async with playing(opened).run_test(size=size) as pilot:
        app = pilot.app
        match = opened.match
        await pilot.pause()
        for turn in range(2):
            asked = list(DICE.to_move(match.state))
            assert asked == list(range(seats))
            while match.state.turn == turn:
                seat = play_next(app, names)
                if isinstance(app.screen, CurtainScreen):
                    first = len(asked) == seats
                    check_curtain(app, names[seat], marks[seat], None if first else names[seat - 1])
                    await open_curtain(pilot, clock)
                check_only_hand(app, seat)
                asked.remove(seat)
                table = app.screen
                card = list(match.state.hands[seat])[1]
                await pilot.press("2", "enter")
                if match.state.turn == turn:
                    assert match.state.chosen[seat] == card
                    assert app.screen is not table, "the next seat's eyes come behind a curtain"
                    assert card_name(card) not in shown(app)
            assert asked == []
            await press_continue(pilot)
            assert len(match.lines) == seats * (turn + 1)


def play_next(app, names):
    """Return the seat that is to use the keyboard next."""
    if isinstance(app.screen, CurtainScreen):
        return names.index(app.screen.invitation.name)
    return app.screen.live.viewer


async def test_nothing_is_kept_for_the_next_player(clock):
    """Neither cursor, selection, texts nor log of a player are left for the next one."""
    opened = saved("human", "human", seed=seed_with_a_pair())
    async with playing(opened).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.pause()
        await open_curtain(pilot, clock)
        state = opened.match.state
        both = [card for card in state.hands[0] if card in list(state.hands[1])[1:]]
        place = list(state.hands[0]).index(both[0]) + 1
        await pilot.press(str(place), "enter")
        assert state.chosen[0] != both[0]
        assert opened.match.state.chosen[0] == both[0]
        below = app.screen_stack[-2]
        assert isinstance(below, PlayScreen)
        assert below.live.viewer == SPECTATOR
        assert below.selection.cursor is None
        assert card_name(both[0]) not in str(below.query_one("#explain", Static).content)
        await open_curtain(pilot, clock)
        check_only_hand(app, 1)
        first = next(iter(opened.match.state.hands[1]))
        assert play_of(app).selection.cursor == ("card", first), "else it tells what lies face down"
        log = " ".join(strip.text for strip in app.screen.query_one(EventLog).lines)
        assert "Ada lays" not in log
        await pilot.press("u")
        assert opened.match.state.chosen[0] == both[0]


def seed_with_a_pair():
    """Return a seed that deals both seats a card of the same kind.

    In the second seat's hand, that card is not the first one.
    """
    for seed in map(str, range(99)):
        one, two = map(list, example(2, seed, 0).state.hands)
        if set(one) & set(two[1:]):
            return seed
    raise AssertionError


async def test_log_is_each_seats_own(clock):
    async with playing(saved("human", "human")).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.pause()
        await open_curtain(pilot, clock)
        await pilot.press("L")
        for _ in range(9):
            if isinstance(app.screen, PlayScreen) and app.screen.live.pause:
                await press_continue(pilot)
                await pilot.pause()
            if isinstance(app.screen, CurtainScreen):
                await open_curtain(pilot, clock)
            screen = play_of(app)
            logged = [
                e
                for events in replay.event_log(match_at(screen), screen.live.viewer)
                for e in events
            ]
            assert screen.query_one(EventLog)._events == logged
            sentences = [
                screen.table.game.texts.sentence(e, SeatNames(screen.live.seat.names))
                for e in logged
            ]
            log = " ".join(strip.text.strip() for strip in screen.query_one(EventLog).lines)
            assert log.split() == " ".join(sentences).split()
            await pilot.press("1", "enter")


async def test_hint_is_for_the_seat_that_looks(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        app = pilot.app
        await pilot.pause()
        await open_curtain(pilot, clock)
        await pilot.press("1", "enter")
        await open_curtain(pilot, clock)
        await pilot.press("H")
        match = match_at(app)
        view = match.game.view(match.state, 1)
        best = match.game.bots.advise(view, 1, SeatNames())[0]
        # A narrow window drops the last clauses.
        first_clause = best.reason[1:].partition(";")[0]
        assert first_clause in f"{said(app)} {prompt(app)}"


async def test_people_and_bots_at_one_table(clock, monkeypatch):
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 0)
    opened = saved("human", "bot:random", "human")
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        for _ in range(3):
            for name in ("Ada", "Cleo"):
                await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
                assert curtain_of(app).invitation.name == name
                await open_curtain(pilot, clock)
                await until(pilot, lambda: play_of(app).live.snapshot.actions)
                check_only_hand(app, play_of(app).live.viewer)
                await pilot.press("1", "enter")
            await until(pilot, lambda: play_of(app).live.pause)
            await press_continue(pilot)


async def test_whole_match_ends_with_its_results(clock):
    opened = saved("human", "human", actions=70)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        for _ in range(2):
            await pilot.pause()
            if isinstance(app.screen, CurtainScreen):
                await open_curtain(pilot, clock)
            await pilot.press("1", "enter")
        assert DICE.outcome(opened.match.state)
        assert "Enter continues to the results." in shown(app)
        await press_continue(pilot)
        await until(pilot, lambda: type(app.screen).__name__ == "ResultsScreen")


async def test_continuing_begins_behind_the_curtain(clock):
    opened = saved("human", "human")
    submit(opened, 0, opened.match.legal(0)[0])
    async with playing(opened).run_test() as pilot:
        await pilot.pause()
        check_curtain(pilot.app, "Ben", "▲", "Ada")
        await open_curtain(pilot, clock)
        check_only_hand(pilot.app, 1)


async def test_resizing_behind_the_curtain_shows_nothing(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        for size in ((120, 40), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            check_curtain(pilot.app, "Ada", "●")


async def test_curtain_undoes_the_last_choice(clock):
    opened = saved(*["human"] * 3)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        await pilot.pause()
        clock.now += 1
        await pilot.press("u")
        check_curtain(app, "Ada", "●")
        assert opened.match.lines == []
        for name, mark, chooser in (("Ben", "▲", "Ada"), ("Cleo", "■", "Ben")):
            await open_curtain(pilot, clock)
            await pilot.press("1", "enter")
            check_curtain(app, name, mark, chooser)
        clock.now += 1
        await pilot.press("u")
        await until(pilot, lambda: curtain_of(app).invitation.name == "Ben")
        check_curtain(app, "Ben", "▲", None)
        assert opened.match.state.waiting == 0b110
        await open_curtain(pilot, clock)
        check_only_hand(app, 1)


async def test_curtain_goes_by_the_keys_that_were_chosen(clock):
    opened = saved("human", "human")
    settings.write(Settings(keys={"play.undo": "x", "play.leave": "f3, y"}), here())
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        await pilot.pause()
        await open_curtain(pilot, clock)
        await pilot.press("1", "enter")
        words = " ".join(words_of(app))
        assert words.endswith(
            "x undoes Ada's choice. n sets a PIN for Ben. f3 leaves; the match is saved."
        )
        for key in ("u", "q"):
            clock.now += 1
            await pilot.press(key)
            assert curtain_of(app).invitation.name == "Ben"
        clock.now += 1
        await pilot.press("x")
        await until(pilot, lambda: curtain_of(app).invitation.name == "Ada")
        clock.now += 1
        await pilot.press("y")
        assert isinstance(app.screen, HomeScreen)


async def test_what_a_key_does_everywhere_it_does_not_do_at_the_curtain(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        pilot.app.bind("f9", "quit")
        clock.now += 1
        await pilot.press("f9")
        assert pilot.app.is_running
        check_curtain(pilot.app, "Ada", "●")


async def test_space_opens_the_curtain_whatever_a_file_written_by_hand_says(clock):
    settings.write(Settings(keys={"play.undo": "space", "play.leave": "space"}), here())
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        await open_curtain(pilot, clock)
        check_only_hand(pilot.app, 0)


async def test_curtain_undoes_by_a_click(clock):
    opened = saved("human", "human")
    async with playing(opened).run_test() as pilot:
        await pilot.pause()
        await open_curtain(pilot, clock)
        await pilot.press("1", "enter")
        clock.now += 1
        await click_line(pilot, curtain.UNDO)
        await until(pilot, lambda: curtain_of(pilot.app).invitation.name == "Ada")
        assert opened.match.lines[-1].action.startswith("undo")


@pytest.mark.parametrize("way", ["q", "click"])
async def test_curtain_has_a_way_out_and_the_match_waits(clock, way):
    opened = saved("human", "human")
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        await pilot.pause()
        await open_curtain(pilot, clock)
        await pilot.press("1", "enter")
        clock.now += 1
        await (click_line(pilot, curtain.LEAVE) if way == "click" else pilot.press(way))
        assert isinstance(app.screen, HomeScreen)
        assert len(app.screen_stack) == 1
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        assert curtain_of(app).invitation.name == "Ben"


async def test_all_see_what_was_turned_up_before_the_curtain_and_nobodys_hand(clock):
    opened = saved("human", "human", actions=2)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        for _ in range(2):
            await pilot.pause()
            await open_curtain(pilot, clock)
            await pilot.press("1", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        turned_up = opened.match.events(SPECTATOR)[0]
        words = shown(app)
        lines = rows(app.screen.panel.board._drawing)
        assert kinds_on(lines) == [card for _, card in turned_up.ranking], "and no hand"
        assert "Press Enter to continue." in words
        assert app.screen.live.viewer == SPECTATOR
        assert app.screen.panel.board.places == {}
        await press_continue(pilot)
        await pilot.pause()
        check_curtain(app, "Ada", "●")


@pytest.mark.parametrize(("colour", "has_cloth"), [("auto", True), ("none", False)])
async def test_cloth_is_drawn_in_colours_only_and_the_card_always(clock, colour, has_cloth):
    settings.write(Settings(colour=colour), here())
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        top, *_ = painter.rows(pilot.app.screen)
        grounds = {segment.style.bgcolor for segment in top if segment.style}
        assert (len(grounds) > 4) is has_cloth
        check_curtain(pilot.app, "Ada", "●")


@pytest.mark.parametrize("opened_by", ["z", "question_mark", "ctrl+p"])
async def test_what_is_open_over_the_table_does_not_outlive_the_curtain(clock, opened_by):
    """The next player would find it behind the curtain, and it may name a card of the last one."""
    opened = saved("human", "human")
    async with playing(opened).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.pause()
        await open_curtain(pilot, clock)
        table = play_of(app)
        await pilot.press(opened_by)
        await until(pilot, lambda: app.screen is not table)
        seat = table.live.seat
        await seat.submit(seat.snapshot.actions[0], seat.snapshot.question)
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        assert app.screen_stack[-2] is table
        await open_curtain(pilot, clock)
        assert app.screen is table
        check_only_hand(app, 1)
