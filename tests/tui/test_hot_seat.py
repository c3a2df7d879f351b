"""Several people at one screen: nobody sees what another may not know."""

import pytest
from matches import DICE
from scenes import example, fronts, playing, saved, shown, submit, until

from darwin_core.game import NOTHING, WATCHER
from darwin_core.games.dice.words import card_name
from darwin_tui.screens import curtain
from darwin_tui.screens.curtain import CurtainScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.widgets.story import Story


@pytest.fixture(autouse=True)
def slow_bots(monkeypatch):
    monkeypatch.setattr("darwin_tui.screens.pace.BOT_PAUSE", 1e6)


@pytest.fixture
def clock(monkeypatch):
    """The curtain's clock, to be put forward by hand."""

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
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


def check_curtain(app, name, mark):
    """There is nothing on the screen but the curtain."""
    assert isinstance(app.screen, CurtainScreen)
    assert shown(app).split() == [mark, "Pass", "to", name, "and", "press", "Enter."]


def check_eyes(app, seat):
    """The seat's own hand is there, whole, and nothing of the other's."""
    screen = app.screen
    assert screen._viewer == seat
    state = screen._match.state
    words = shown(app)
    for number, name in fronts(list(state.hands[seat])):
        assert f"{number}" in words
        assert f"{name:<5}" in words
    assert list(screen._board.places) == [("card", card) for card in state.hands[seat]]
    told = " ".join(
        screen._game.sentence(e, screen._names) for e in screen.query_one(Story)._events
    )
    for other, card in enumerate(state.chosen):
        if other != seat and card != NOTHING:
            assert f"{screen._names[other]} lays" not in words + told
            assert f"▒ {card_name(card)}" not in words


async def test_curtain_stands_before_the_first_look(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        check_curtain(pilot.app, "Ada", "●")
        await open_curtain(pilot, clock)
        check_eyes(pilot.app, 0)


async def test_held_or_hasty_enter_does_not_open_it(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        for _ in range(20):
            clock.now += curtain.QUIET * 0.9
            await pilot.press("enter")
            check_curtain(pilot.app, "Ada", "●")
        clock.now += curtain.QUIET * 1.1
        await pilot.press("x")
        clock.now += 0.1
        await pilot.press("enter")
        check_curtain(pilot.app, "Ada", "●")
        for key in ("space", "escape", "q", "L", "H", "u", "tab", "question_mark", "1"):
            clock.now += 1
            await pilot.press(key)
            check_curtain(pilot.app, "Ada", "●")
        await open_curtain(pilot, clock)
        check_eyes(pilot.app, 0)


def test_the_quiet_is_long_enough():
    assert curtain.QUIET >= 0.3


async def test_click_opens_it_as_slowly(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        await pilot.click("#curtain")
        check_curtain(pilot.app, "Ada", "●")
        clock.now += 1
        await pilot.click("#curtain")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        check_eyes(pilot.app, 0)


@pytest.mark.parametrize(("seats", "size"), [(2, (120, 40)), (3, (80, 24)), (4, (80, 24))])
async def test_choices_go_seat_by_seat_each_behind_the_curtain(clock, seats, size):
    opened = saved(*["human"] * seats)
    marks, names = "●▲■◆", opened.match.header.names
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
                    check_curtain(app, names[seat], marks[seat])
                    await open_curtain(pilot, clock)
                check_eyes(app, seat)
                asked.remove(seat)
                table = app.screen
                card = list(match.state.hands[seat])[1]
                await pilot.press("2", "enter")
                await pilot.pause()
                if match.state.turn == turn:
                    assert match.state.chosen[seat] == card
                    assert app.screen is not table, "the next seat's eyes come behind a curtain"
                    assert card_name(card) not in shown(app)
            assert asked == []
            assert len(match.lines) == seats * (turn + 1)


def play_next(app, names):
    """Whose turn at the keyboard it is."""
    if isinstance(app.screen, CurtainScreen):
        return names.index(app.screen._name)
    return app.screen._viewer


async def test_nothing_is_kept_for_the_next_eyes(clock):
    """Neither cursor nor picks, words or log of the one who let go of the keyboard."""
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
        assert below._viewer == WATCHER
        assert below._cursor is None
        assert card_name(both[0]) not in below.query_one("#explain").content
        await open_curtain(pilot, clock)
        check_eyes(app, 1)
        first = next(iter(opened.match.state.hands[1]))
        assert app.screen._cursor == ("card", first), "else it tells what lies face down"
        log = " ".join(strip.text for strip in app.screen.query_one(Story).lines)
        assert "Ada lays" not in log
        await pilot.press("u")
        assert opened.match.state.chosen[0] == both[0]


def seed_with_a_pair():
    """Both seats hold a card of one kind, and it is not the second seat's first."""
    for seed in map(str, range(99)):
        one, two = map(list, example(2, seed, 0).state.hands)
        if set(one) & set(two[1:]):
            return seed
    raise AssertionError


async def test_log_is_each_seats_own(clock):
    async with playing(saved("human", "human")).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.pause()
        for _ in range(9):
            if isinstance(app.screen, CurtainScreen):
                await open_curtain(pilot, clock)
            screen = app.screen
            told = [e for events in screen._match.story(screen._viewer) for e in events]
            assert screen.query_one(Story)._events == told
            sentences = [screen._game.sentence(e, screen._names) for e in told]
            log = " ".join(strip.text.strip() for strip in screen.query_one(Story).lines)
            assert log.split() == " ".join(sentences).split()
            await pilot.press("1", "enter")
            await pilot.pause()


async def test_hint_is_for_the_seat_that_looks(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        app = pilot.app
        await pilot.pause()
        await open_curtain(pilot, clock)
        await pilot.press("1", "enter")
        await pilot.pause()
        await open_curtain(pilot, clock)
        await pilot.press("H")
        match = app.screen_stack[-2]._match
        advised = match.game.advise(match.game.view(match.state, 1), 1)
        assert match.game.phrase(advised[0].action) in " ".join(app.screen._lines)


async def test_people_and_bots_at_one_table(clock, monkeypatch):
    monkeypatch.setattr("darwin_tui.screens.pace.BOT_PAUSE", 0)
    opened = saved("human", "bot:random", "human")
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        for turn in range(3):
            while opened.match.state.turn == turn:
                await pilot.pause()
                if isinstance(app.screen, CurtainScreen):
                    assert app.screen._name in ("Ada", "Cleo")
                    await open_curtain(pilot, clock)
                await until(pilot, lambda: app.screen._news.actions)
                check_eyes(app, app.screen._viewer)
                acts = len(opened.match.lines)
                await pilot.press("1", "enter")
                await until(pilot, lambda acts=acts: len(opened.match.lines) > acts)


async def test_whole_match_ends_with_its_results(clock):
    opened = saved("human", "human", acts=70)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        for _ in range(2):
            await pilot.pause()
            if isinstance(app.screen, CurtainScreen):
                await open_curtain(pilot, clock)
            await pilot.press("1", "enter")
        assert DICE.outcome(opened.match.state)
        await until(pilot, lambda: type(app.screen).__name__ == "ResultsScreen")


async def test_continuing_begins_behind_the_curtain(clock):
    opened = saved("human", "human")
    submit(opened, 0, opened.match.asked(0)[0])
    async with playing(opened).run_test() as pilot:
        await pilot.pause()
        check_curtain(pilot.app, "Ben", "▲")
        await open_curtain(pilot, clock)
        check_eyes(pilot.app, 1)


async def test_resizing_behind_the_curtain_shows_nothing(clock):
    async with playing(saved("human", "human")).run_test() as pilot:
        await pilot.pause()
        for size in ((120, 40), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            check_curtain(pilot.app, "Ada", "●")
