"""The replay screen: moves through time, perspectives, branches and results."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import sampling
from home import here, own
from matches import DICE
from textual.geometry import Size
from textual.widgets import Input, Static
from tui.scenes import (
    DarwinApp,
    closed,
    content,
    drawn,
    finished,
    keys_of,
    match_at,
    notices,
    play_of,
    replay_of,
    replaying,
    saved,
    scene,
    scene_of,
    shown,
    submit,
    table_at,
    until,
)

from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, NOTHING, OMNISCIENT, SPECTATOR
from darwin_core.games.dice.material import CARDS
from darwin_core.games.dice.texts import card_name
from darwin_core.match import Undo, replay
from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import saves
from darwin_tui.play.replay import ACTIONS_PER_SECOND, action_details
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.match_screens import BranchDialog
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayMarks, ReplayScreen
from darwin_tui.screens.results import NOT_KEPT, ResultsScreen
from darwin_tui.widgets.board_panel import EventLog
from darwin_tui.widgets.dialogs import MessageDialog
from darwin_tui.widgets.forms import Choice

SEATS3 = ("human", "bot:random", "bot:random")


pytestmark = pytest.mark.usefixtures("resting_bots")


def at(app):
    return app.screen.position


def table(app):
    return app.screen.query_one("#board").drawing.canvas.plain()


def banner(app):
    return app.screen.query_one("#perspective", Static).content


def switch_to(app, viewer):
    screen = replay_of(app)
    screen._cursor.recording = screen._saved.recording(viewer)
    screen.draw()


def check_scene(app, match, viewer, position):
    """Check that board and log show exactly the facts that a viewer knew at a position."""
    size = app.screen.query_one("#board").size
    assert at(app) == position
    screen = replay_of(app)
    sentences = (
        ()
        if screen._has_action_panel
        else action_details(banner(app), (), screen._cursor, screen._seat_names)
    )
    since = screen._cursor.recording.news(position)
    expected = replace(scene(match, viewer, position), said=tuple(sentences), since=since)
    assert table(app) == drawn(expected, size).canvas.plain()
    so_far = replay.event_log(match, viewer)[: position + 1]
    emitted = [event for events in so_far for event in events]
    assert app.screen.query_one(EventLog)._events == emitted
    assert f"action {position:>3}" in shown(app)


async def test_steps_jumps_and_bounds():
    opened = finished(*SEATS3)
    match = opened.match
    last = len(opened.match.history)
    assert last == 72
    clocks = replay.clocks(match)
    turns = [0] + [p for p in range(1, last) if clocks[p] != clocks[p - 1]]
    rounds = [0] + [p for p in range(1, last) if clocks[p].round != clocks[p - 1].round]
    async with replaying(opened).run_test() as pilot:
        for key, position in (
            ("left", 0),
            ("home", 0),
            ("right", 1),
            ("shift+right", 6),
            ("ctrl+right", 26),
            ("pagedown", 46),
            ("left", 45),
            ("shift+left", 40),
            ("ctrl+left", 20),
            ("pageup", 0),
            ("end", 72),
            ("right", 72),
            ("pagedown", 72),
            ("shift+left", 67),
            ("home", 0),
            ("right_square_bracket", turns[1]),
            ("right_square_bracket", turns[2]),
            ("right", turns[2] + 1),
            ("left_square_bracket", turns[2]),
            ("left_square_bracket", turns[1]),
            ("right_curly_bracket", rounds[1]),
            ("right_curly_bracket", rounds[2]),
            ("right_curly_bracket", 72),
            ("right_square_bracket", 72),
            ("left_curly_bracket", rounds[2]),
            ("left_square_bracket", turns[turns.index(rounds[2]) - 1]),
            ("left_curly_bracket", rounds[1]),
            ("left_curly_bracket", 0),
            ("left_curly_bracket", 0),
        ):
            await pilot.press(key)
            check_scene(pilot.app, match, 0, position)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_page_keys_scroll_an_open_log(size):
    async with replaying(finished(*SEATS3)).run_test(size=size) as pilot:
        await pilot.press("end", *["L"] * (not replay_of(pilot.app).panel.has_log))
        await pilot.pause()
        log = pilot.app.screen.query_one(EventLog)
        end = log.scroll_y
        await pilot.press("pageup")
        assert log.scroll_y < end
        await pilot.press("pagedown")
        assert log.scroll_y == end
        assert at(pilot.app) == 72


async def test_every_place_is_reached_from_every_other():
    opened = finished("human", "bot:random")
    match = opened.match
    async with replaying(opened).run_test() as pilot:
        frames = {p: drawn(scene(match, 0, p)).canvas.plain() for p in range(0, 73, 9)}
        for target in (*frames, *reversed(frames)):
            for start in (72, 0, 33):
                replay_of(pilot.app).action_go(start)
                replay_of(pilot.app).action_go(target)
                assert table(pilot.app) == frames[target], (start, target)


async def test_number_is_asked_for():
    opened = finished(*SEATS3)
    async with replaying(opened).run_test(notifications=True) as pilot:
        for digits, position in (("37", 37), ("0", 0), ("999", 72), ("5", 5)):
            await pilot.press("g", *digits, "enter")
            await until(pilot, lambda position=position: at(pilot.app) == position)
        await pilot.press("g", "6", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert at(pilot.app) == 5
        await pilot.press("g", "x", "1", "enter")
        await until(pilot, lambda: "'x1' is not the number of an action." in shown(pilot.app))
        assert at(pilot.app) == 5
        await pilot.press("g", "6")
        await pilot.click("EntryDialog .keys", offset=(2, 0))
        await until(pilot, lambda: at(pilot.app) == 6)
        await pilot.press("left", "g")
        assert pilot.app.screen.query_one(Input).value == ""
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert at(pilot.app) == 5


async def test_plays_by_itself_faster_slower_and_stops_at_the_end(monkeypatch):
    periods = []
    set_interval = ReplayScreen.set_interval

    def remember(screen, period, tick, **more):
        if not more:
            periods.append(period)
        return set_interval(screen, period / 4, tick, **more)

    monkeypatch.setattr(ReplayScreen, "set_interval", remember)
    opened = finished(*SEATS3)
    async with replaying(opened).run_test() as pilot:
        app = pilot.app
        await pilot.press("space")
        assert "▶" in shown(app)
        await until(pilot, lambda: at(app) > 3)
        await pilot.press("space")
        stood = at(app)
        await pilot.pause(0.1)
        assert at(app) == stood
        assert "▶" not in shown(app)
        assert periods == [1.0]
        await pilot.press("plus", "equals_sign")
        assert "4×" in shown(app)
        await pilot.press("space", "minus")
        assert periods[1:] == [0.25, 0.5]
        await pilot.press(*["plus"] * 3)
        assert "16×" in shown(app)
        assert periods[-1] == 1 / 16
        await until(pilot, lambda: at(app) == 72)
        assert "▶" not in shown(app)
        await pilot.press("space")
        assert "▶" not in shown(app)
        await pilot.press(*["minus"] * 9)
        assert "0.25×" in shown(app)
        assert ACTIONS_PER_SECOND[0] == 0.25


# --- perspectives


def hidden_from(match, viewer, position):
    """Return the sentences that would reveal face-down cards of other seats at a position."""
    state = match.state_at(position)
    names = match.header.names
    return [
        f"{names[seat]} plays {card_name(card)} face down"
        for seat, card in enumerate(state.chosen)
        if seat != viewer and card != NOTHING
    ] + [
        f"▒ {card_name(card)}"
        for seat, card in enumerate(state.chosen)
        if seat != viewer and card != NOTHING
    ]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_perspective_shows_what_its_player_knew(size):
    opened = finished(*SEATS3)
    match = opened.match
    wanted = [0, 1, 2, SPECTATOR, OMNISCIENT]
    async with replaying(opened).run_test(size=size) as pilot:
        app = pilot.app
        for position in (0, 20, 43, 72):
            replay_of(app).action_go(position)
            for viewer in wanted:
                await pilot.pause()
                assert replay_of(app).viewer == viewer
                check_scene(app, match, viewer, position)
                words = shown(app)
                if viewer != OMNISCIENT:
                    for secret in hidden_from(match, viewer, position):
                        assert secret not in words
                scene_view = scene_of(app).view
                for seat, hand in enumerate(scene_view.hands):
                    assert (HIDDEN in hand) == (
                        viewer not in (seat, OMNISCIENT)
                        and bool(match.state_at(position).hands[seat])
                    )
                await pilot.press("p")
        assert replay_of(app).viewer == 0


async def test_banner_names_the_perspective():
    async with replaying(finished(*SEATS3)).run_test() as pilot:
        banners = []
        for _ in range(6):
            banners.append(banner(pilot.app))
            assert banners[-1] in shown(pilot.app)
            await pilot.press("p")
        assert banners == [
            "Replay as ● Ada knew it",
            "Replay as ▲ Ben knew it",
            "Replay as ■ Cleo knew it",
            "Replay as a spectator: what everybody could see",
            "Replay omniscient: nothing is hidden",
            "Replay as ● Ada knew it",
        ]


@pytest.mark.parametrize(
    ("controls", "eyes"),
    [(SEATS3, {0, SPECTATOR}), (("human", "human", "bot:random"), {SPECTATOR})],
)
async def test_a_living_match_shows_nobody_elses_hand(controls, eyes):
    opened = closed(saved(*controls, actions=20))
    async with replaying(opened).run_test() as pilot:
        app = pilot.app
        seen = set()
        await pilot.press("end")
        for _ in range(6):
            seen.add(replay_of(app).viewer)
            view = scene_of(app).view
            for seat, hand in enumerate(view.hands):
                assert set(hand) == {HIDDEN} or seat == replay_of(app).viewer
            await pilot.press("p")
        assert seen == eyes


async def test_perspective_asked_for_at_the_start_is_refused_while_the_match_is_not_over():
    opened = saves.read(closed(saved(*SEATS3, actions=20)).path)
    for viewer in (1, OMNISCIENT):
        async with DarwinApp(own(), replay=opened, viewer=viewer).run_test() as pilot:
            await pilot.pause()
            assert replay_of(pilot.app).viewer == 0
    over = saves.read(finished(*SEATS3, seed="over").path)
    async with DarwinApp(own(), replay=over, viewer=1).run_test() as pilot:
        await pilot.pause()
        assert banner(pilot.app) == "Replay as ▲ Ben knew it"


async def test_the_omniscient_see_all_hands():
    opened = finished(*SEATS3)
    async with replaying(opened).run_test() as pilot:
        await pilot.press("p", "p", "p", "p", "right")
        for hand in opened.match.state_at(1).hands:
            for card in hand:
                assert CARDS[card].code in table(pilot.app)


async def test_panes_and_log_and_leaving():
    async with replaying(finished(*SEATS3)).run_test() as pilot:
        app = pilot.app
        await pilot.press("pagedown")
        frames = []
        for _ in range(3):
            frames.append(table(app))
            await pilot.press("tab")
        assert len(set(frames)) == 2
        assert frames[2] == frames[0]
        assert not app.screen.query_one(EventLog).display
        await pilot.press("L")
        assert app.screen.query_one(EventLog).display
        assert "strongest first" in shown(app)
        assert "Ada you" in shown(app)
        await pilot.press("q")
        assert not app.screen.query_one(EventLog).display, "as in a match"
        await pilot.press("q")
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_line_of_time_fits(size):
    async with replaying(finished("human", "bot:random")).run_test(size=size) as pilot:
        await pilot.press("end", *["minus"] * 3)
        line = next(
            row for row in shown(pilot.app).splitlines() if " action " in row and "×" in row
        )
        assert line.endswith("0.25×")
        assert "─" not in line
        await pilot.press("home")
        line = next(
            row for row in shown(pilot.app).splitlines() if " action " in row and "×" in row
        )
        assert "━" not in line
        assert len(line) <= size[0]


# --- records that are not whole


async def test_damage_in_the_middle_is_shown_and_the_good_part_shown():
    path = finished("human", "bot:random").path
    lines = path.read_bytes().splitlines(keepends=True)
    lines[31] = lines[31].replace(b'"', b"'", 1)
    path.write_bytes(b"".join(lines))
    damaged = path.read_bytes()
    opened = saves.read(path)
    assert opened.notice
    async with DarwinApp(own(), replay=opened).run_test(notifications=True) as pilot:
        await until(pilot, lambda: opened.notice[:20] in shown(pilot.app))
        await pilot.press("end")
        assert at(pilot.app) == 30
        await pilot.press("home", "right", "right")
        assert at(pilot.app) == 2
        assert 0 in replay_of(pilot.app)._saved.viewers
        assert OMNISCIENT not in replay_of(pilot.app)._saved.viewers
    assert path.read_bytes() == damaged


# --- branches


async def branch(pilot, *keys):
    """Open the dialog for a branch, and press keys in it."""
    await pilot.press("b")
    await until(pilot, lambda: isinstance(pilot.app.screen, BranchDialog))
    await pilot.press(*keys)


async def test_branch_with_the_same_future_is_played_on():
    opened = finished("human", "bot:random")
    original = opened.path.read_bytes()
    async with replaying(opened).run_test() as pilot:
        app = pilot.app
        await pilot.press("pagedown", "right")
        await branch(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        match = match_at(app)
        assert match.state == opened.match.state_at(21)
        parent = match.header.parent
        assert parent is not None
        assert parent.id == opened.match.header.id
        assert parent.line == opened.match.history[20].line
        while not play_of(app).live.snapshot.actions:
            await table_at(app).bots.play(1)
            await pilot.pause()
        await pilot.press("1", "enter")
        assert len(match.history) > 21
        path = play_of(app).saved_at
        await pilot.press("q")
        assert isinstance(app.screen, ReplayScreen), "back in the replay, at the same action"
        assert app.screen.position == 21
        await pilot.press("q")
        assert isinstance(app.screen, HomeScreen)
    assert opened.path.read_bytes() == original
    assert path != opened.path
    assert path
    assert saves.verify(path) is None
    assert len(saves.listed(here())) == 2


async def test_branch_dealt_again_keeps_what_the_viewer_knew():
    opened = finished("human", "bot:random", "bot:random")
    original = opened.path.read_bytes()
    async with replaying(opened).run_test() as pilot:
        app = pilot.app
        await pilot.press("pagedown", "right")
        await branch(pilot, "up", "right")
        assert app.screen.query_one("#hidden-cards", Choice).value == "new"
        assert "dealt again" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        match = match_at(app)
        old = opened.match.state_at(21)
        assert DICE.view(match.state, 0) == DICE.view(old, 0)
        assert match.state != old
        assert match.header.seed != opened.match.header.seed
        while not play_of(app).live.snapshot.actions:
            await table_at(app).bots.play(1)
            await pilot.pause()
        await pilot.press("1", "enter")
        path = play_of(app).saved_at
        await pilot.press("q")
    assert opened.path.read_bytes() == original
    assert path
    assert saves.verify(path) is None


@pytest.mark.parametrize("is_kept", [False, True])
async def test_moves_are_tried_and_kept_only_where_one_saves_them(is_kept):
    opened = finished("human", "bot:random")
    original = opened.path.read_bytes()
    elsewhere = here().matches / "tried.jsonl"
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await pilot.press("pagedown", "w")
        await until(pilot, lambda: isinstance(app.screen, BranchDialog))
        assert "It is not kept" in shown(app)
        assert app.screen.query_one("#control-0", Choice).value == "human"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        path = play_of(app).saved_at
        assert path
        assert path.exists(), "no action is shown that is not on disk"
        while not play_of(app).live.snapshot.actions:
            await table_at(app).bots.play(1)
            await pilot.pause()
        await pilot.press("1", "enter")
        if is_kept:
            play_of(app).access.save_elsewhere(str(elsewhere), here())
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert replay_of(app).position == 20
        assert not path.exists()
        (notice,) = notices(app)
        assert ("in the trash" in notice) is not is_kept
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, BranchDialog))
    assert opened.path.read_bytes() == original
    assert {match.path for match in saves.listed(here())} == (
        {opened.path, elsewhere} if is_kept else {opened.path}
    )
    (thrown,) = here().trash.iterdir()
    assert saves.verify(thrown) is None
    assert not is_kept or len(saves.read(elsewhere).match.history) > 20


async def test_results_of_moves_that_were_tried_say_that_they_are_not_kept():
    opened = finished("human", "bot:random")
    async with replaying(opened).run_test() as pilot:
        app = pilot.app
        replay_of(app).action_step(len(opened.match.history) - 2)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, BranchDialog))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        while not isinstance(app.screen, ResultsScreen):
            snapshot = play_of(app).live.snapshot
            if snapshot.actions:
                await pilot.press("1", "enter")
            elif snapshot.outcome is None:
                await table_at(app).bots.play(1)
            else:
                await pilot.press("enter")
            await pilot.pause()
        await until(pilot, lambda: NOT_KEPT in shown(app))
        await pilot.press("ctrl+q")
    assert [match.path for match in saves.listed(here())] == [opened.path]


async def test_moves_of_bots_are_tried_at_the_seat_that_moves_next():
    opened = finished("bot:random", "bot:random")
    async with replaying(opened).run_test() as pilot:
        await pilot.press("right", "w")
        await until(pilot, lambda: isinstance(pilot.app.screen, BranchDialog))
        sitters = [pilot.app.screen.query_one(f"#control-{seat}", Choice).value for seat in (0, 1)]
        (mover,) = opened.match.game.to_move(opened.match.state_at(1))
        assert [value == "human" for value in sitters] == [seat == mover for seat in (0, 1)]


async def test_branch_with_other_players():
    opened = finished("human", "bot:random")
    async with replaying(opened).run_test() as pilot:
        app = pilot.app
        await pilot.press("pagedown")
        await branch(pilot, "right", "down", "left", "left", "enter")
        await until(pilot, lambda: not isinstance(app.screen, (BranchDialog, ReplayScreen)))
        screen = next(screen for screen in app.screen_stack if isinstance(screen, PlayScreen))
        controls = [player.control for player in match_at(screen).header.players]
        assert controls[0].startswith("bot:")
        assert controls[1] != opened.match.header.players[1].control


@pytest.mark.parametrize("other", ["human", "bot:random"])
async def test_branch_of_a_match_that_is_not_over_keeps_the_cards_only_for_a_lone_person(other):
    opened = closed(saved("human", other, actions=12))
    async with replaying(opened).run_test(size=(100, 30)) as pilot:
        await pilot.press("right", "right")
        await branch(pilot)
        future = pilot.app.screen.query_one("#hidden-cards", Choice)
        assert [value for value, _ in future.values] == (
            ["new"] if other == "human" else ["same", "new"]
        )
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, (BranchDialog, ReplayScreen)))
        screen = next(screen for screen in pilot.app.screen_stack if isinstance(screen, PlayScreen))
        assert match_at(screen).header.parent is not None
        if other == "human":
            assert match_at(screen).state_at(0).hands != opened.match.state_at(2).hands
        else:
            assert match_at(screen).history[:2] == opened.match.history[:2]


async def test_no_branch_from_the_end_and_none_when_it_is_left():
    opened = finished("human", "bot:random")
    async with replaying(opened).run_test(notifications=True) as pilot:
        await branch(pilot, "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("end", "b")
        assert isinstance(pilot.app.screen, ReplayScreen)
        (notice,) = notices(pilot.app)
        assert notice == "The match is over here. Go back to an earlier action first."
    assert len(saves.listed(here())) == 1


def test_speeds_are_doubled_each_and_the_last_is_instant():
    *speeds, last = ACTIONS_PER_SECOND
    assert all(faster == 2 * slower for slower, faster in pairwise(speeds))
    assert last == float("inf")


async def test_instant_goes_to_the_end_at_once():
    opened = finished("human", "bot:random")
    async with replaying(opened).run_test() as pilot:
        await pilot.press(*["plus"] * 9)
        assert "instant" in shown(pilot.app)
        await pilot.press("space")
        assert at(pilot.app) == len(opened.match.history)
        assert "instant" in shown(pilot.app)
        await pilot.press("home", "minus", "space")
        assert "16×" in shown(pilot.app)
        assert at(pilot.app) < len(opened.match.history)
        await pilot.press("plus")
        assert at(pilot.app) == len(opened.match.history), "while it plays too"


async def test_log_shows_undone_actions_dimly_where_all_actions_are_shown():
    opened = saved(*SEATS3, actions=6)
    match = opened.match
    seat = DICE.to_move(match.state)[0]
    back = match.legal(seat)[0]
    submit(opened, seat, back)
    submit(opened, seat, Undo())
    submit(opened, seat, match.legal(seat)[-1])
    name = card_name(back.card)
    app = replaying(closed(opened))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("end", "L")
        switch_to(app, seat)
        log = app.screen.query_one(EventLog)
        sentence = f"plays {name} face down. (Undone.)"
        await pilot.pause()
        assert sentence not in text_of(log)
        await pilot.press("a")
        assert sentence in text_of(log)
        switch_to(app, SPECTATOR)
        await pilot.pause()
        assert "(Undone.)" not in text_of(log), "it was laid face down"
        switch_to(app, seat)
        await pilot.press("a")
        assert sentence not in text_of(log)


def text_of(log):
    return " ".join(line.text.strip() for line in log.lines)


@pytest.mark.parametrize(("slug", "words"), [("dice", "turn round"), ("darwinning", "trick era")])
async def test_keys_are_shown_in_the_words_of_the_game(slug, words):
    opened = saved("human", "bot:random", game=slug, actions=5)
    async with replaying(opened).run_test() as pilot:
        turn, round = words.split()
        line = shown(pilot.app).splitlines()[-1]
        assert f"[ ] {turn} " in line
        assert f"{{ }} {round} " in line
        labels = [what for _, what in keys_of(pilot.app.screen)]
        assert {turn, round} <= set(labels)
        if slug != "dice":
            assert not {"turn", "round"} & set(labels)


async def test_help_and_the_way_out_are_always_shown():
    path = Path(__file__).parents[2] / "saves" / "evo.jsonl"
    async with DarwinApp(own(), replay=saves.read(path)).run_test(size=(80, 24)) as pilot:
        assert shown(pilot.app).splitlines()[-1].endswith("? help  q leave")


async def test_at_the_end_of_a_match_that_is_over_its_results_are_shown():
    async with replaying(finished("human", "bot:random")).run_test() as pilot:
        screen = pilot.app.screen
        await pilot.press("r")
        assert pilot.app.screen is screen
        assert "results" not in banner(pilot.app)
        (notice,) = notices(pilot.app)
        assert notice.endswith("or once v shows the length.")
        await pilot.press("end")
        assert "r shows the results" in banner(pilot.app)
        await pilot.press("r")
        assert isinstance(pilot.app.screen, ResultsScreen)


async def test_results_are_shown_from_anywhere_once_the_length_is():
    async with replaying(finished("human", "bot:random")).run_test() as pilot:
        await pilot.press("v", "r")
        assert isinstance(pilot.app.screen, ResultsScreen)


async def test_a_match_that_is_not_over_has_no_results():
    opened = closed(saved("human", "bot:random", actions=5))
    async with replaying(opened).run_test() as pilot:
        screen = pilot.app.screen
        await pilot.press("end", "r")
        assert pilot.app.screen is screen
        assert "results" not in banner(pilot.app)
        (notice,) = notices(pilot.app)
        assert notice.endswith("it has no results yet.")


async def test_between_millennia_no_generation_is_counted():
    opened = saves.read(Path(__file__).parents[2] / "saves" / "evo.jsonl")
    clocks = replay.clocks(opened.match)
    at = next(position for position, clock in enumerate(clocks) if not clock.turn)
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        screen = replay_of(pilot.app)
        screen.action_go(at - 1)
        await pilot.pause()
        before = content(pilot.app, "#scrubber")
        assert f"millennium 1 generation {clocks[at - 1].turn}" in before
        screen.action_go(at)
        await pilot.pause()
        after = content(pilot.app, "#scrubber")
        assert "after millennium 1 " in after
        assert len(after) == len(before)


# --- rounds, notes and the action at length


async def test_rounds_and_notes_are_above_the_timeline_once_the_length_is_shown():
    async with replaying(finished(*SEATS3)).run_test(size=(120, 40)) as pilot:
        await pilot.press("right", "6")
        assert "round 3" not in shown(pilot.app).splitlines()[-3]
        await pilot.press("v")
        rounds = shown(pilot.app).splitlines()[-3]
        assert rounds.split() == ["??", "round", "1", "round", "2", "round", "3"]
        await pilot.resize_terminal(120, 50)
        await pilot.pause()
        notes, rounds = shown(pilot.app).splitlines()[-4:-2]
        assert notes.split() == ["??"]
        assert rounds.split() == ["round", "1", "round", "2", "round", "3"]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "round 3" not in shown(pilot.app).splitlines()[-3]


@pytest.mark.parametrize(("position", "name"), [(0, "one"), (1, "one"), (5, "one"), (6, "two")])
def test_only_the_round_of_the_last_action_is_marked(position, name):
    marks = ReplayMarks(0)
    marks.show(60, position, [("one", 0, 5), ("two", 5, 9)], [])
    row = marks.draw(Size(60, 1)).grid[0]
    assert "".join(cell for cell, style in row if style.endswith("on keycap")).strip() == name


async def test_the_action_is_described_at_length_in_a_large_window():
    async with replaying(finished(*SEATS3)).run_test(size=(160, 50)) as pilot:
        await pilot.press("end")
        text = shown(pilot.app)
        assert "This action" in text
        replay = replay_of(pilot.app)
        for sentence in replay._cursor.sentences(replay._seat_names):
            is_said = (sentence in content(pilot.app, "#action"), sentence in banner(pilot.app))
            assert sum(is_said) == 1, "each sentence stands in the banner or in the panel"
        # In a smaller window, a panel of the board describes it; in the smallest, nothing does.
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert not replay._action.display
        assert "This action" in shown(pilot.app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "This action" not in shown(pilot.app)


async def test_panel_says_what_the_action_brought_and_who_is_next():
    opened = finished(*SEATS3)
    async with replaying(opened).run_test(size=(160, 50)) as pilot:
        await pilot.press("right")
        assert content(pilot.app, "#action").splitlines()[-2:] == [
            f"One of {len(opened.match.game.legal(opened.match.state_at(0), 0))} possible actions.",
            "Next: ▲ Ben, ■ Cleo.",
        ]
        await pilot.press("end")
        totals = opened.match.game.standing(opened.match.state).totals
        changed = [f" → {points} point" for points in totals]
        assert any(words in content(pilot.app, "#action") for words in changed)


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL))
async def test_y_says_why_an_action_was_taken_from_what_its_seat_knew(slug):
    opened = finished("human", "bot:random", game=slug)
    async with replaying(opened).run_test() as pilot:
        app = pilot.app
        cursor = replay_of(pilot.app)._cursor
        await pilot.press("Y")
        assert not isinstance(app.screen, MessageDialog), "nobody has acted yet"
        better = 0
        for _ in range(6):
            await pilot.press("right", "Y")
            words = shown(app)
            assert "Ada knew" in words or "Ben knew" in words or "no other choice" in words
            match, at = cursor.recording, cursor.position
            heading = f"In the words of a hint for {match.names[match.seat(at)]}:"
            assert heading in words, "the reasons say you, and mean whoever acted"
            actor = match.names[match.seat(at)]
            view = opened.match.view(match.seat(at), at - 1)
            action = opened.match.history[at - 1].action
            phrase = match.game.texts.phrase(view, action, SeatNames(match.names))
            assert f"{actor}: {phrase}"[:40] in words, "its title is the action"
            better += "Chosen:" in words
            await pilot.press("escape")
        assert better


async def test_y_shows_no_hand_of_a_match_that_is_played_on():
    app = replaying(closed(saved("human", "human", actions=4)))
    async with app.run_test(notifications=True) as pilot:
        await pilot.press("right", "Y")
        await until(pilot, lambda: "played to its end" in shown(pilot.app))
        assert isinstance(pilot.app.screen, ReplayScreen)
