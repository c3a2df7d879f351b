"""The play screen for one person against bots, by keyboard and mouse."""

import os
import re
from dataclasses import replace

import msgspec
import pytest
from home import here, own
from matches import DICE, outcome_of
from tui.hands import asked
from tui.scenes import (
    NAMES,
    DarwinApp,
    chosen,
    content,
    example,
    hand,
    match_at,
    on_table,
    play_of,
    playing,
    prompt,
    said,
    saved,
    shown,
    submit,
    table_at,
    until,
    where_can,
)

from darwin_core.contract import registry
from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.acts import Grow
from darwin_core.games.dice.acts import PLAYS
from darwin_core.games.dice.material import CARDS, TRUMP
from darwin_core.journal import JournalError
from darwin_core.journal.file import FileJournal
from darwin_core.match import replay
from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import saves
from darwin_tui.play import status_line
from darwin_tui.play.live_match import Reason
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.results import ResultsScreen

FINAL = "Enter is final"


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
"""Ways to play a card with at most three keys."""


async def test_a_whole_match_by_keyboard_alone(quick_bots):
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("n")
        await pilot.press(*["tab"] * 4)
        for _ in (2, 3):
            await pilot.press("tab", "tab", "right")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        screen = play_of(app)
        assert [player.control for player in match_at(screen).header.players] == [
            "human",
            "bot:easy",
        ]
        acts = defeats = 0
        while DICE.outcome(match_at(screen).state) is None:
            await until(pilot, lambda: screen.live.snapshot.actions)
            keys = WAYS[acts % len(WAYS)]
            assert len(keys) <= 3
            await pilot.press(*keys)
            acts += 1
            await until(pilot, lambda: screen.live.snapshot.actions or screen.live.snapshot.outcome)
            assert sum(act.seat == 0 for act in match_at(screen).history) == acts, keys
            pause = screen.live.pause
            assert (pause is not None and pause.reason is not Reason.LOST) == (acts % 9 == 0), (
                "a round's end waits for a key"
            )
            if acts % 9 == 0:
                await until(pilot, lambda: not screen.panel.is_revealing)
                events = replay.event_log(match_at(screen), 0)[-1]
                words = DICE.texts.defeat(events, 0, SeatNames(match_at(screen).header.names))
                sentence, *_ = words.split(". ")
                brief = re.sub(r", \d of them yours", "", sentence)
                assert said(app).startswith((sentence, brief)) if words else not said(app)
                defeats += bool(words)
            while screen.live.pause:
                await pilot.press("enter")
        assert acts == 36
        assert defeats
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        await pilot.press(*["enter"] * 5)
        names = match_at(screen).header.names
        winners = [names[seat] for seat in outcome_of(match_at(screen)).winners]
        heading = shown(app).splitlines()[0]
        assert "You win" in heading or all(name in heading for name in winners)
        await pilot.press("r", "end")
        assert isinstance(app.screen, ReplayScreen)
        assert "action  72 of 72" in shown(app)
        await pilot.press("q")
        assert isinstance(app.screen, ResultsScreen)
        await pilot.press("q")
        assert isinstance(app.screen, HomeScreen)
        (row,) = saves.listed(here())
        assert row.over
        assert not row.trouble
        assert "Continue" not in shown(app)


async def test_left_match_continues_at_the_same_place(slow_bots):
    opened = saved("human", "bot:random", actions=25)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        while 0 not in DICE.to_move(opened.match.state):
            submit(opened, 1, opened.match.legal(1)[0])
        play_of(app).live.start()
        play_of(app).live.sit()
        play_of(app).follow()
        await pilot.press("2", "enter")
        assert chosen(app) != NOTHING
        table = on_table(app)
        view = play_of(app).live.snapshot.view
        words = prompt(app)
        await pilot.press("q")
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert match_at(app) is not opened.match
        assert (play_of(app).live.snapshot.view, prompt(app)) == (view, words)
        assert hand_rows(on_table(app)) == hand_rows(table)
        await pilot.press("u")
        assert chosen(app) == NOTHING, "even what was done before can be taken back"


def hand_rows(table):
    """Return a drawing without the heavy frame of the cursor, which is not part of a match."""
    for heavy, light in zip("┏┓┗┛━┃", "╭╮╰╯─│", strict=True):
        table = table.replace(heavy, light)
    return table


async def test_nothing_is_lost_when_the_program_dies(slow_bots, monkeypatch):
    def die(screen):
        journal = table_at(screen)._journal
        assert isinstance(journal, FileJournal)
        os.close(journal._handle)
        journal._handle = -1

    opened = saved("human", "bot:random", actions=10)
    with monkeypatch.context() as dying:
        dying.setattr(PlayScreen, "on_unmount", die)
        async with playing(opened).run_test() as pilot:
            if chosen(pilot.app) != NOTHING:
                await pilot.press("u")
            await pilot.press("1", "enter")
            before = play_of(pilot.app).live.snapshot.view
            card = chosen(pilot.app)
    assert card != NOTHING
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert play_of(pilot.app).live.snapshot.view == before
        assert chosen(pilot.app) == card


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
        assert play_of(pilot.app).selection.cursor == ("card", card)
        view = play_of(pilot.app).live.snapshot.view
        text = DICE.texts.element(view, 0, ("card", card), SeatNames(NAMES))
        # A long text ends with the key for the rest.
        assert text.startswith(said(pilot.app).removesuffix(" … z: more"))
        region = play_of(pilot.app).panel.board.places["card", card]
        rows = on_table(pilot.app).splitlines()
        assert rows[region.y - 1][max(region.x - 1, 0)] in "▗▄"
        sign = "✓" if keys.isdigit() else place + 1
        assert f" {sign} " in rows[region.bottom][region.x : region.right]
        assert sum("▄" * region.width in row for row in rows) == 1


def seed_with_hand_of_nine():
    return next(s for s in map(str, range(99)) if len(example(2, s, 0).state.hands[0]) == 9)


async def test_picks_are_made_changed_and_dropped(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        one, two = (("card", card) for card in hand(app)[:2])
        await pilot.press("space")
        assert play_of(app).selection.chooser.selected == (one,)
        assert "✓" in on_table(app)
        await pilot.press("2")
        assert play_of(app).selection.chooser.selected == (two,)
        await pilot.press("2")
        assert play_of(app).selection.chooser.selected == (two,), "the same key again keeps it"
        await pilot.press("space")
        assert play_of(app).selection.chooser.selected == ()
        await pilot.press("1", "escape")
        assert play_of(app).selection.chooser.selected == ()
        assert "✓" not in on_table(app)
        await pilot.press("1", "right")
        assert play_of(app).selection.chooser.selected == (), (
            "else Enter would play what is not spoken of"
        )
        assert "✓" not in on_table(app)
        await pilot.press("enter")
        assert chosen(app) == two[1], "Enter plays what the cursor is on"


async def test_words_name_what_enter_plays(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        assert prompt(app).endswith("Choose a card.")
        await pilot.press("2")
        card = hand(app)[1]
        phrase = DICE.texts.phrase(None, PLAYS[card], SeatNames(()))
        assert prompt(app) == f"Enter: {phrase}."
        await pilot.press("left")
        assert prompt(app).endswith("Choose a card.")
        match_at(app).game = play_of(app).table.game = replace(
            DICE, targets=lambda action: (("card", action.card), ("card", hand(app)[2]))
        )
        play_of(app).selection.chooser = Chooser.of(
            play_of(app).live.snapshot.actions, play_of(app).table.game.targets
        )
        await pilot.press("2", "3", "right")
        assert prompt(app) == f"Enter: {phrase}.", "several picks stay when the cursor moves"
        await pilot.press("enter")
        assert chosen(app) == card


async def test_second_choice_says_why_not(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        await pilot.press("1", "enter")
        card = chosen(app)
        for number in ("2", "3"):
            await pilot.press("right", number)
            assert said(app) == "Your card for this turn is already face down."
            assert app.screen.query_one("#explain").has_class("refused")
            assert chosen(app) == card
        await pilot.press("x")
        assert not app.screen.query_one("#explain").has_class("refused"), "any key has it go"
        assert "already" not in said(app)


async def test_number_beyond_the_last_card_says_so(slow_bots):
    async with playing(saved("human", *["bot:random"] * 3)).run_test() as pilot:
        await pilot.press("9")
        assert said(pilot.app) == f"There is no 9; the last is {len(hand(pilot.app))}."
        assert play_of(pilot.app).selection.chooser.selected == ()


async def test_choice_can_be_undone_until_a_key_continues(patient_bots):
    opened = saved("human", "bot:random", "bot:random")
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        first, second = hand(app)[:2]
        await pilot.press("right", "left", "1", "enter")
        others = " and ".join(opened.match.header.names[1:])
        words = f"Waiting for {others}. u undoes it, Space skips the wait."
        await until(pilot, lambda: prompt(app) == words)
        await pilot.press("right", "u")
        assert chosen(app) == NOTHING
        assert play_of(app).selection.cursor == ("card", first), "what was taken back can be seen"
        assert prompt(app).endswith("Choose a card.")
        await pilot.pause(0.1)
        assert len(opened.match.lines) == 2
        await pilot.press("2", "enter")
        assert chosen(app) == second
        await until(pilot, lambda: "u undoes it" in prompt(app))
        await pilot.press("space")
        await until(pilot, lambda: opened.match.state.turn == 1)
        assert [act.seat for act in opened.match.history] == [0, 1, 2]
        assert play_of(app).live.snapshot.actions


async def test_what_cannot_be_undone_is_said_though_it_could_be_redone(quick_bots):
    for seed in map(str, range(99)):
        held = DICE.setup(DICE.options(), 2, seed, None).hands[0]
        if twice := [card for card, copies in held.items() if copies > 1]:
            break
    opened = saved("human", "bot:random", seed=seed)
    async with playing(opened).run_test() as pilot:
        screen = play_of(pilot.app)
        screen.table.move_to(("card", twice[0]))
        await pilot.press("enter")
        await until(pilot, lambda: opened.match.state.turn == 1)
        while screen.live.can_continue:
            await pilot.press("space")
        await until(pilot, lambda: ("card", twice[0]) in screen.selection.chooser.selectable)
        await pilot.press("u")
        assert said(pilot.app).startswith("That cannot be undone")


async def test_key_that_was_to_continue_does_not_play_what_is_asked_meanwhile(
    patient_bots, monkeypatch
):
    monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", 1e6)
    opened = saved("human", "bot:random")
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        await pilot.press("1", "enter")
        await until(pilot, lambda: "Space skips the wait" in prompt(app))
        await pilot.press("enter")
        assert said(app) == "There is nothing to play now; Space skips the wait."
        assert len(opened.match.lines) == 1
        await pilot.press("space")
        await until(
            pilot, lambda: opened.match.state.turn == 1 and play_of(app).live.snapshot.actions
        )
        for key in ("enter", "enter", "space"):
            await pilot.press(key)
            assert said(app) == "It is your decision now."
            assert len(opened.match.lines) == 2
        # A player who moves the cursor has seen the decision, and means the key.
        await pilot.press("left", "enter")
        await until(pilot, lambda: len(opened.match.lines) == 3)


def with_pace(app, pace):
    app.player.settings.now = msgspec.structs.replace(app.settings, pace=pace)
    return app


async def test_step_waits_for_a_key_at_every_reveal(quick_bots):
    opened = saved("human", "bot:random", "bot:random")
    async with with_pace(playing(opened), "step").run_test() as pilot:
        app = pilot.app
        for turn in range(1, 4):
            await pilot.press("1", "enter")
            await until(pilot, lambda: "u undoes it, Space skips the wait" in prompt(app))
            assert len(opened.match.history) == 3 * turn - 2
            await pilot.press("space")
            await until(pilot, lambda turn=turn: opened.match.state.turn == turn)
            await until(pilot, lambda: prompt(app) == "Press Enter to continue.")
            assert f"turn {turn} of 8" in on_table(app), "what is looked at"
            for key in ("1", "H", "u", "right"):
                await pilot.press(key)
                assert prompt(app) == "Press Enter to continue."
                assert app.screen.live.pause
                assert said(app) != status_line.CONTINUE, "the prompt says so already"
            await pilot.press("space")
            assert prompt(app).endswith("Choose a card.")
            assert f"turn {turn + 1} of 8" in on_table(app)


CONTINUES = pytest.mark.parametrize("way", ["enter", "space", "click"])


async def continue_by(pilot, way):
    await (pilot.click("#prompt") if way == "click" else pilot.press(way))


@CONTINUES
async def test_last_reveal_of_a_round_stays(quick_bots, way):
    opened = saved("human", "bot:random", actions=16)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        await pilot.press("1", "enter")
        await until(pilot, lambda: play_of(app).live.pause)
        await pilot.pause(0.2)
        assert prompt(app) == "Round 1 is over. Enter continues to round 2."
        assert "round 1 of 4   turn 9 of 9" in on_table(app)
        assert "round 1 is over   turn 9 " in on_table(app), "its cards"
        assert play_of(app).panel.board.places == {}, "the next hand comes with its first dice"
        await continue_by(pilot, way)
        assert "round 2 of 4   turn 1 of 9" in on_table(app)
        next_trump = CARDS[TRUMP[opened.match.state.rolls[9]]]
        words = f" {next_trump.number} {next_trump.name} "
        await until(pilot, lambda: words in on_table(app))
        assert len(play_of(app).panel.board.places) == len(hand(app))


@CONTINUES
async def test_last_reveal_of_the_match_stays(quick_bots, way):
    opened = saved("human", "bot:random", actions=70)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        await pilot.press("1", "enter")
        await until(pilot, lambda: play_of(app).live.snapshot.outcome)
        await pilot.pause(0.2)
        assert prompt(app) == "The match is over. Enter continues to the results."
        await continue_by(pilot, way)
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))


async def test_reveal_opens_its_pane(quick_bots):
    opened = saved("human", "bot:random", actions=2)
    async with playing(opened).run_test() as pilot:
        await pilot.press("tab")
        assert "taken in this round" in on_table(pilot.app)
        await pilot.press("1", "enter")
        await until(pilot, lambda: opened.match.state.turn == 2)
        await until(pilot, lambda: "taken in this round" not in on_table(pilot.app))
        assert " trump " in on_table(pilot.app)


async def test_undo_is_offered_only_where_something_can_be_undone(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        assert "u undo" not in shown(pilot.app)
        await pilot.press("1", "enter")
        assert "u undo" in shown(pilot.app)
        await pilot.press("u")
        assert "u undo" not in shown(pilot.app)


async def test_enter_twice_plays_once(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        await pilot.press("enter", "enter", "enter")
        assert len(match_at(pilot.app).lines) == 1


async def test_undo_and_redo_while_others_choose(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        before = play_of(app).live.snapshot.view
        held = hand(app)
        await pilot.press("u")
        assert said(app) == "There is nothing to undo."
        await pilot.press("U")
        assert said(app) == "There is nothing to redo."
        await pilot.press("2", "enter")
        card = chosen(app)
        assert card == held[1]
        assert prompt(app).startswith("Waiting for ")
        await pilot.press("u")
        assert chosen(app) == NOTHING
        assert play_of(app).live.snapshot.view == before
        assert prompt(app).endswith("Choose a card.")
        await pilot.press("U")
        assert chosen(app) == card
        await pilot.press("u", "1", "enter")
        assert chosen(app) == held[0]
        await pilot.press("U")
        assert "nothing to redo" in said(app)


@pytest.mark.parametrize("others", [(), (1,), (2,), (1, 2)])
async def test_says_that_it_cannot_be_undone_just_when_it_is_so(slow_bots, others):
    opened = saved("human", "bot:random", "bot:random")
    for seat in others:
        submit(opened, seat, opened.match.legal(seat)[0])
    async with playing(opened).run_test() as pilot:
        is_last = len(others) == 2
        assert (FINAL in content(pilot.app, "#note")) == is_last
        await pilot.press("right")
        assert (FINAL in content(pilot.app, "#note")) == is_last
        await pilot.press("enter")
        assert len(opened.match.lines) == len(others) + 1
        is_warned = FINAL in content(pilot.app, "#note")
        assert not is_warned, "now it is not this seat's last act that is asked"
        await pilot.press("u")
        undone = opened.match.lines[-1].action.startswith("undo")
        assert undone != is_last


async def test_mouse_alone_plays(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        app = pilot.app
        card = hand(app)[2]
        place = middle_of(app, ("card", card))
        await pilot.hover("#board", offset=place)
        assert play_of(app).selection.cursor == ("card", card)
        await pilot.click("#board", offset=place)
        assert play_of(app).selection.chooser.selected == (("card", card),)
        assert chosen(app) == NOTHING
        await pilot.click("#board", offset=place)
        assert chosen(app) == card
        await pilot.click("#board", offset=(1, 1))
        assert chosen(app) == card


def middle_of(app, element):
    region = play_of(app).panel.board.places[element]
    return region.x + region.width // 2, region.y + region.height // 2


@pytest.mark.parametrize("slug", registry.SLUGS)
async def test_a_second_tap_plays_what_enter_would_after_the_first(quick_bots, slug):
    """A finger also moves the pointer, which returns the cursor to the tapped element."""
    # In Darwinning!, the cursor moves on from a selected card to its use.
    opened, _ = where_can(
        slug, lambda _, action: isinstance(action, Grow) or slug != "darwinning", 40
    )
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await asked(pilot, screen)
        places = screen.panel.board.places
        elements = [element for element in places if element in screen.selection.chooser.selectable]
        for element in elements:
            await pilot.hover("#board", offset=middle_of(pilot.app, element))
            await pilot.click("#board", offset=middle_of(pilot.app, element))
            assert element in screen.selection.chooser.selected
            if meant := screen.selection.action:
                break
        await pilot.hover("#board", offset=(0, 0))
        await pilot.hover("#board", offset=middle_of(pilot.app, element))
        await pilot.click("#board", offset=middle_of(pilot.app, element))
        await until(pilot, lambda: any(act.action == meant for act in opened.match.history), 5)


async def test_a_tap_that_continues_selects_nothing(quick_bots):
    async with with_pace(playing(saved("human", "bot:random")), "step").run_test() as pilot:
        screen = play_of(pilot.app)
        await pilot.press("1", "enter", "space")
        await until(pilot, lambda: prompt(pilot.app) == "Press Enter to continue.", 5)
        place = middle_of(pilot.app, next(iter(screen.panel.board.places)))
        await pilot.click("#board", offset=place)
        await until(pilot, lambda: not screen.live.pause)
        assert not screen.selection.chooser.selected


@pytest.mark.parametrize(("slug", "is_offered"), [("dice", True), ("journey", False)])
async def test_points_if_it_ended_now_are_offered_where_there_are_some(slow_bots, slug, is_offered):
    """A match of Darwin's Journey has no points before its first round."""
    app = playing(saved("human", "bot:random", game=slug))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("i")
        assert ("ended now" in shown(app)) == is_offered
