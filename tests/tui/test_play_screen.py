"""Playing by keyboard and mouse, at one's own seat against bots."""

import os
from dataclasses import replace

import pytest
from matches import DICE
from scenes import LONG_NAMES, DarwinApp, example, fronts, playing, saved, shown, submit, until

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.journal import JournalError
from darwin_core.journal.file import FileJournal
from darwin_tui import saves
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.screens import play
from darwin_tui.screens.curtain import CurtainScreen
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.widgets.story import KEPT, Story

FINAL = "It cannot be undone."


@pytest.fixture
def slow_bots(monkeypatch):
    """Bots that never come to choose."""
    monkeypatch.setattr("darwin_tui.screens.pace.BOT_PAUSE", 1e6)


@pytest.fixture
def quick_bots(monkeypatch):
    monkeypatch.setattr("darwin_tui.screens.pace.BOT_PAUSE", 0)


def chosen(app, seat=0):
    return app.screen._match.state.chosen[seat]


def hand(app, seat=0):
    return list(app.screen._match.state.hands[seat])


def said(app):
    """The line under the board, where a refusal stands too."""
    return app.screen.query_one("#explain").content


def prompt(app):
    return app.screen.query_one("#prompt").content


def on_table(app):
    return app.screen._board._drawing.canvas.plain()


# --- a match


WAYS = (
    ("1", "enter"),
    ("enter",),
    ("space", "enter"),
    ("right", "enter"),
    ("l", "space", "enter"),
    ("2", "enter"),
    ("right", "h", "enter"),
    ("j", "k", "enter"),
    ("right", "left", "enter"),
)
"""Ways to play a card; three keys at most."""


async def test_a_whole_match_by_keyboard_alone(quick_bots):
    app = DarwinApp()
    async with app.run_test() as pilot:
        await pilot.press("n")
        await pilot.press(*["tab"] * 4, "right")
        for _ in (2, 3):
            await pilot.press("tab", "tab", "right", "right")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        screen = app.screen
        assert [player.control for player in screen._match.header.players] == [
            "human",
            "bot:random",
        ]
        own = 0
        while DICE.outcome(screen._match.state) is None:
            await until(pilot, lambda: screen._news.actions)
            keys = WAYS[own % len(WAYS)]
            assert len(keys) <= 3
            await pilot.press(*keys)
            own += 1
            await until(
                pilot,
                lambda: screen._news.actions or DICE.outcome(screen._match.state),
            )
            assert sum(act.seat == 0 for act in screen._match.history) == own, keys
        assert own == 36
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        await pilot.press(*["enter"] * 5)
        names = screen._match.header.names
        winners = [names[seat] for seat in DICE.outcome(screen._match.state).winners]
        assert all(name in app.screen.query_one("#winner").content for name in winners)
        await pilot.press("r", "end")
        assert isinstance(app.screen, ReplayScreen)
        assert "act  72 of 72" in shown(app)
        await pilot.press("q")
        assert isinstance(app.screen, ResultsScreen)
        await pilot.press("q")
        assert isinstance(app.screen, HomeScreen)
        (row,) = saves.listed()
        assert row.over
        assert not row.trouble
        assert "Continue" not in shown(app)


async def test_left_match_continues_at_the_same_place(slow_bots):
    opened = saved("human", "bot:random", acts=25)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        while 0 not in DICE.to_move(opened.match.state):
            submit(opened, 1, opened.match.asked(1)[0])
        app.screen._sit(0)
        await pilot.press("2", "enter")
        assert chosen(app) != NOTHING
        table, view, words = on_table(app), app.screen._news.view, prompt(app)
        await pilot.press("q")
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen._match is not opened.match
        assert (app.screen._news.view, prompt(app)) == (view, words)
        assert hand_rows(on_table(app)) == hand_rows(table)
        await pilot.press("u")
        assert chosen(app) == NOTHING, "even what was done before can be taken back"


def hand_rows(table):
    """A drawing without the marks of the cursor, which is not part of a match."""
    for heavy, light in zip("┏┓┗┛━┃", "╭╮╰╯─│", strict=True):
        table = table.replace(heavy, light)
    return table


async def test_nothing_is_lost_when_the_program_dies(slow_bots, monkeypatch):
    def die(screen):
        journal = screen._table._journal
        os.close(journal._handle)
        journal._handle = -1

    opened = saved("human", "bot:random", acts=10)
    with monkeypatch.context() as dying:
        dying.setattr(PlayScreen, "on_unmount", die)
        async with playing(opened).run_test() as pilot:
            if chosen(pilot.app) != NOTHING:
                await pilot.press("u")
            await pilot.press("1", "enter")
            before, card = pilot.app.screen._news.view, chosen(pilot.app)
    assert card != NOTHING
    async with DarwinApp().run_test() as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.app.screen._news.view == before
        assert chosen(pilot.app) == card


async def test_one_person_meets_no_curtain(quick_bots):
    opened = saved("human", "bot:random", "bot:random")
    async with playing(opened).run_test() as pilot:
        for _ in range(4):
            await until(pilot, lambda: pilot.app.screen._news.actions)
            await pilot.press("1", "enter")
            assert not any(isinstance(each, CurtainScreen) for each in pilot.app.screen_stack)


async def test_what_cannot_be_saved_is_not_done(slow_bots, monkeypatch):
    opened = saved("human", "bot:random")
    async with playing(opened).run_test() as pilot:
        size = opened.path.stat().st_size
        with monkeypatch.context() as full:

            def refuse(journal, line, expected):
                raise JournalError("/saves cannot be written: No space left on device.")

            full.setattr(FileJournal, "append", refuse)
            await pilot.press("1", "enter")
            assert "No space left on device." in said(pilot.app)
            assert chosen(pilot.app) == NOTHING
        assert opened.path.stat().st_size == size
        await pilot.press("enter")
        assert chosen(pilot.app) != NOTHING


# --- keys


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("right", 1),
        ("l", 1),
        ("right right left", 1),
        ("right right h", 1),
        ("left", 0),
        ("3", 2),
        ("9", 8),
        ("down", 0),
        ("up", 0),
    ],
)
async def test_arrows_letters_and_numbers_move_the_cursor(slow_bots, keys, place):
    opened = saved("human", "bot:random", seed=seed_with_hand_of_nine())
    async with playing(opened).run_test() as pilot:
        await pilot.press(*keys.split())
        card = hand(pilot.app)[place]
        assert pilot.app.screen._cursor == ("card", card)
        assert said(pilot.app) == DICE.element(pilot.app.screen._news.view, ("card", card))
        region = pilot.app.screen._board.places["card", card]
        rows = on_table(pilot.app).splitlines()
        assert rows[region.y][region.x] == "┏"
        assert sum(row.count("┏") for row in rows) == 1


def seed_with_hand_of_nine():
    return next(s for s in map(str, range(99)) if len(example(2, s, 0).state.hands[0]) == 9)


async def test_picks_are_made_changed_and_dropped(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        one, two = (("card", card) for card in hand(app)[:2])
        await pilot.press("space")
        assert app.screen._chooser.picks == (one,)
        assert "✓" in on_table(app)
        await pilot.press("2")
        assert app.screen._chooser.picks == (two,)
        await pilot.press("2")
        assert app.screen._chooser.picks == (two,), "the same key again keeps it"
        await pilot.press("space")
        assert app.screen._chooser.picks == ()
        await pilot.press("1", "escape")
        assert app.screen._chooser.picks == ()
        assert "✓" not in on_table(app)
        await pilot.press("1", "right", "enter")
        assert chosen(app) == one[1], "Enter plays what is picked"


async def test_second_choice_says_why_not(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        await pilot.press("1", "enter")
        card = chosen(app)
        for keys in (("2",), ("space",), ("enter",), ("2", "enter")):
            await pilot.press("right", *keys)
            assert said(app) == "Your card for this turn lies face down already."
            assert app.screen.query_one("#explain").has_class("refused")
            assert chosen(app) == card
        await pilot.press("left")
        assert not app.screen.query_one("#explain").has_class("refused")


async def test_enter_twice_plays_once(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        await pilot.press("enter", "enter", "enter")
        assert len(pilot.app.screen._match.lines) == 1


async def test_undo_and_redo_while_others_choose(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        before, held = app.screen._news.view, hand(app)
        await pilot.press("u")
        assert said(app) == "There is nothing to take back."
        await pilot.press("U")
        assert said(app) == "There is nothing to do again."
        await pilot.press("2", "enter")
        card = chosen(app)
        assert card == held[1]
        assert "lies face down" in prompt(app)
        await pilot.press("u")
        assert chosen(app) == NOTHING
        assert app.screen._news.view == before
        assert prompt(app).endswith("Choose a card.")
        await pilot.press("U")
        assert chosen(app) == card
        await pilot.press("u", "1", "enter")
        assert chosen(app) == held[0]
        await pilot.press("U")
        assert "nothing to do again" in said(app)


async def test_what_was_turned_up_stays(slow_bots):
    opened = saved("human", "bot:random")
    submit(opened, 1, opened.match.asked(1)[0])
    async with playing(opened).run_test() as pilot:
        await pilot.press("1", "enter")
        lines = len(opened.match.lines)
        await pilot.press("u")
        assert "cannot be taken back" in said(pilot.app)
        assert len(opened.match.lines) == lines


@pytest.mark.parametrize("others", [(), (1,), (2,), (1, 2)])
async def test_says_that_it_cannot_be_undone_just_when_it_is_so(slow_bots, others):
    opened = saved("human", "bot:random", "bot:random")
    for seat in others:
        submit(opened, seat, opened.match.asked(seat)[0])
    async with playing(opened).run_test() as pilot:
        is_last = len(others) == 2
        assert (FINAL in prompt(pilot.app)) == is_last
        await pilot.press("right")
        assert (FINAL in prompt(pilot.app)) == is_last
        await pilot.press("enter")
        assert len(opened.match.lines) == len(others) + 1
        told = FINAL in prompt(pilot.app)
        assert not told, "now it is not this seat's last act that is asked"
        await pilot.press("u")
        undone = opened.match.lines[-1].act.startswith("undo")
        assert undone != is_last


async def test_hint_is_the_seats_own_advice_from_its_view(slow_bots):
    async with playing(saved("human", "bot:random", acts=2)).run_test() as pilot:
        app, seen = pilot.app, []
        real = app.screen._game

        def advise(view, seat):
            seen.append((view, seat))
            return real.advise(view, seat)

        app.screen._game = replace(real, advise=advise)
        await pilot.press("H")
        ((view, seat),) = seen
        match = app.screen_stack[-2]._match
        assert seat == 0
        assert view == real.view(match.state, 0)
        assert set(view.hands[1]) == {HIDDEN}
        assert isinstance(app.screen, MessageDialog)
        best = real.advise(view, 0)
        text = " ".join(app.screen._lines)
        for advice in best[:3]:
            assert real.phrase(advice.action) in text
            assert advice.reason[1:] in text
        words = shown(app)
        assert "Hint" in words
        await pilot.press("x")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen._cursor == ("card", best[0].action.card)
        assert chosen(app) == NOTHING
        await pilot.press("enter", "H")
        assert said(app) == "There is nothing to choose now."


async def test_hint_fits_the_smallest_terminal(slow_bots):
    async with playing(saved("human", "bot:random", acts=2)).run_test() as pilot:
        await pilot.press("H")
        words = shown(pilot.app)
        assert "1. " in words
        assert "3. " in words
        assert "any key goes on" in words


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_log_opens_and_closes_and_never_hides_the_hand(slow_bots, size):
    async with playing(saved("human", "bot:random", acts=8)).run_test(size=size) as pilot:
        app = pilot.app
        log = app.screen.query_one(Story)
        begins_open = size[0] >= play.STORY_FROM
        assert log.display == begins_open
        await pilot.press("L")
        await pilot.pause()
        assert log.display != begins_open
        if not begins_open:
            assert "are dealt to each." in shown(app) or log.max_scroll_y > 0
        words = shown(app)
        for number, name in fronts(hand(app)):
            assert f"{number}" in words
            assert f"{name:<5}" in words
        assert "hand of Ada" in words
        await pilot.press("L")
        await pilot.pause()
        assert log.display == begins_open


@pytest.mark.parametrize("width", range(80, 131, 10))
async def test_log_never_leaves_the_board_too_little(slow_bots, width):
    opened = saved("human", *["bot:random"] * 3, names=LONG_NAMES)
    async with playing(opened).run_test(size=(width, 30)) as pilot:
        assert pilot.app.screen._board.size.width >= 80
        assert all(name in shown(pilot.app) for name in LONG_NAMES)
        await pilot.press("L")
        await pilot.pause()
        assert pilot.app.screen._board.size.width >= 80


async def test_log_can_be_read_back_by_keys(slow_bots):
    async with playing(saved("human", "bot:random", acts=40)).run_test() as pilot:
        await pilot.press("L")
        await pilot.pause()
        log = pilot.app.screen.query_one(Story)
        end = log.scroll_y
        assert end > 0
        await pilot.press("pageup")
        assert log.scroll_y < end
        await pilot.press(*["pageup"] * 20)
        assert "are dealt to each." in shown(pilot.app)
        await pilot.press(*["pagedown"] * 20)
        assert log.scroll_y == end


async def test_full_page_of_the_log_is_turned_and_its_last_lines_stay(slow_bots):
    async with playing(saved("human", "bot:random", acts=40)).run_test(size=(120, 40)) as pilot:
        screen = pilot.app.screen
        log, told = screen.query_one(Story), list(screen._story)
        seen = []
        for count in range(1, len(told), 3):
            log.tell(told[:count])
            await pilot.pause()
            await pilot.pause(0.05)
            # The last line stands on the page, whatever room is left below it.
            assert log.scroll_y < len(log.lines) <= log.scroll_y + log.size.height
            seen.append(log.scroll_y)
        turned = log.size.height - log.size.height // KEPT
        assert sorted(set(seen)) == [turned * page for page in range(len(set(seen)))]
        assert len(set(seen)) > 2


async def test_log_tells_the_match_once_in_order_and_without_what_was_undone(slow_bots):
    opened = saved("human", "bot:random", acts=12)
    async with playing(opened).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        for keys in (("1", "enter"), ("u",), ("2", "enter"), ("u",), ("1", "enter")):
            await pilot.press(*keys)
            await pilot.pause()
            match = app.screen._match
            told = [event for events in match.story(0) for event in events]
            expected = [match.game.sentence(event, match.header.names) for event in told]
            assert app.screen.query_one(Story)._events == told
            lines = " ".join(strip.text.strip() for strip in app.screen.query_one(Story).lines)
            assert lines.split() == " ".join(expected).split()


async def test_tab_goes_through_the_panes(slow_bots):
    async with playing(saved("human", "bot:random", acts=8)).run_test() as pilot:
        first = on_table(pilot.app)
        seen = []
        for _ in range(3):
            await pilot.press("tab")
            seen.append(on_table(pilot.app))
        assert len(set(seen)) == 3
        assert seen[2] == first
        await pilot.press("shift+tab")
        assert on_table(pilot.app) == seen[1]


async def test_mouse_alone_plays(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        card = hand(app)[2]
        region = app.screen._board.places["card", card]
        place = (region.x + 2, region.y + 2)
        await pilot.hover("#board", offset=place)
        assert app.screen._cursor == ("card", card)
        await pilot.click("#board", offset=place)
        assert app.screen._chooser.picks == (("card", card),)
        assert chosen(app) == NOTHING
        await pilot.click("#board", offset=place)
        assert chosen(app) == card
        await pilot.click("#board", offset=(1, 1))
        assert chosen(app) == card


async def test_smaller_terminal_covers_the_table_and_changes_nothing(slow_bots):
    async with playing(saved("human", "bot:random", acts=2)).run_test() as pilot:
        before = on_table(pilot.app)
        await pilot.resize_terminal(70, 20)
        await pilot.pause()
        assert "70×20" in shown(pilot.app)
        assert "80×24" in shown(pilot.app)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert on_table(pilot.app) == before


async def test_a_larger_terminal_shows_more_at_once(slow_bots):
    async with playing(saved("human", "bot:random", acts=8)).run_test() as pilot:
        assert "unseen cards ─" not in shown(pilot.app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        await until(pilot, lambda: "taken cards ─" in shown(pilot.app))
        assert pilot.app.screen.query_one(Story).display
