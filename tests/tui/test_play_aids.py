"""Aids of the play screen: hints, the log, panes, and other sizes of the terminal."""

import re
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from home import here
from textual.geometry import Region
from tui.dice_cards import kinds_on
from tui.scenes import (
    LONG_NAMES,
    asking,
    chosen,
    content,
    drawn,
    example,
    hand,
    match_at,
    on_table,
    play_of,
    playing,
    rows,
    said,
    saved,
    scene_of,
    shown,
    until,
)

from darwin_core.bots.search import Judged
from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, NOTHING, Action, Advice
from darwin_core.games.evo.acts import DONE
from darwin_core.match import replay
from darwin_core.text.seat_names import SeatNames
from darwin_core.workers.pool import Pool
from darwin_tui.drawing.canvas import Canvas, Drawing
from darwin_tui.library import notes
from darwin_tui.play.live_match import Deciding, Paused, Reason
from darwin_tui.play.selection import hint_of
from darwin_tui.play.status_line import PromptContext, lines, longest
from darwin_tui.screens.play import PlayScreen
from darwin_tui.settings import FIRST_MATCHES, Settings, write
from darwin_tui.widgets.board import mark_hint
from darwin_tui.widgets.board_panel import KEPT_LINES_SHARE, EventLog


async def test_escape_closes_the_log_when_nothing_is_selected(slow_bots):
    async with playing(saved("human", "bot:random", actions=8)).run_test() as pilot:
        log = pilot.app.screen.query_one(EventLog)
        await pilot.press("L", "2", "escape")
        assert log.display, "first the pick is dropped"
        assert play_of(pilot.app).selection.chooser.selected == ()
        await pilot.press("escape")
        assert not log.display


@pytest.mark.parametrize("matches", [0, FIRST_MATCHES])
async def test_newcomers_who_press_h_read_once_which_key_gives_a_hint(matches, monkeypatch):
    monkeypatch.setattr("darwin_tui.settings.FIRST_MATCHES", FIRST_MATCHES)
    write(Settings(matches={"dice": matches}), here())
    words = "h moves the cursor; Shift and H give a hint."
    async with playing(saved("human", "bot:random", actions=2)).run_test(size=(80, 24)) as pilot:
        await pilot.press("left")
        assert words not in said(pilot.app)
        await pilot.press("h")
        assert (said(pilot.app) == words) == (matches == 0)
        await pilot.press("h")
        assert words not in said(pilot.app)


async def test_hint_is_the_seats_own_advice_from_its_view(slow_bots):
    opened = saved("human", "bot:random", actions=2)
    async with playing(opened).run_test(size=(160, 50)) as pilot:
        app = pilot.app
        seen: list[tuple[Any, int]] = []
        real = play_of(app).table.game
        match = match_at(app)

        def advise(view, seat, seat_names):
            seen.append((view, seat))
            return real.bots.advise(view, seat, seat_names)

        noting = replace(real, bots=replace(real.bots, advise=advise))
        play_of(app).table.game = play_of(app).live.seat.game = noting
        own_view = real.view(match.state, 0)
        best = real.bots.advise(own_view, 0, SeatNames())
        await pilot.press("Y")
        assert said(app) == "Y plays a hint of H: press H first."
        for number, advice in enumerate([*best[:3], best[0]]):
            await pilot.press("H")
            words = said(app)
            assert words.startswith(f"Hint {number % 3 + 1} of 3: ")
            assert real.texts.phrase(match.state, advice.action, SeatNames(())) in words
            assert play_of(app).selection.cursor == ("card", advice.action.card)
            assert content(app, "#note") == "Y plays the hint"
            assert not app.screen.query_one("#note").has_class("-warning"), "a hint is no warning"
            reason = advice.reason
            if advice != best[0]:
                # A later hint says what it lacks beside the first.
                reason = real.bots.contrast(own_view, 0, best[0].action, advice.action, SeatNames())
            assert reason
            assert reason[1:] in shown(app)
        view, seat = seen[0]
        assert seat == 0
        assert view == real.view(match.state, 0)
        assert set(view.hands[1]) == {HIDDEN}
        await pilot.press("right")
        assert not said(app).startswith("Hint"), "its words give way to what one looks at"
        name = real.texts.phrase(match.state, best[0].action, SeatNames(()))
        assert content(app, "#note") == f"Y: {name}"
        assert scene_of(app).hinted == (("card", best[0].action.card),)
        assert chosen(app) == NOTHING
        await pilot.press("Y")
        assert chosen(app) == best[0].action.card
        assert not content(app, "#note")
        await pilot.press("H")
        assert said(app) == "There is nothing to choose now."
        await pilot.press("Y")
        assert said(app) == "There is nothing to choose now.", "H would give no hint either"


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Future[list[Judged]]:
    """Return the future of every search for hints; the test sets its result."""
    future: Future[list[Judged]] = Future()
    monkeypatch.setattr(Pool, "search", lambda *_args, **_more: future)
    return future


@pytest.mark.parametrize("key", ["enter", "escape", "q"])
async def test_a_search_for_a_hint_ends_when_it_is_not_wanted_any_more(slow_bots, search, key):
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        await pilot.press("H")
        await pilot.press(key)
        await until(pilot, search.cancelled)
        if key == "escape":
            assert scene_of(pilot.app).hinted == ()


def judged_by(app, *order):
    """Return a possible result of a search: two of the advised actions, the best one first.

    ``order`` are their numbers in the game's advice.
    """
    match = match_at(app)
    advised = match.game.bots.advise(match.game.view(match.state, 0), 0, SeatNames())
    best, other = (advised[number].action for number in order)
    return [Judged(best, 2.0, 0.0, 9), Judged(other, 0.0, 0.4, 9)]


def second_is_best(app):
    return judged_by(app, 1, 0)


THINKING = "Thinking about a hint … Esc stops it."


async def test_a_hint_waits_for_its_search_and_keeps_its_place(slow_bots, monkeypatch):
    """No hint is shown that the search denies, and the same action is always the first hint."""
    search: Future[list[Judged]] = Future()
    views: list[Any] = []

    def begin_search(pool, game, view, seat, chance, seconds, *, is_hint):
        assert set(view.hands[1]) == {HIDDEN}
        views.append(view)
        return search

    monkeypatch.setattr(Pool, "search", begin_search)
    async with playing(saved("human", "bot:random", actions=2)).run_test(size=(160, 50)) as pilot:
        app = pilot.app
        game = registry.get("dice")
        state = match_at(app).state
        best, other = second_is_best(app)
        cursor = play_of(app).selection.cursor
        await pilot.press("H")
        assert said(app) == THINKING
        assert (scene_of(app).hinted, play_of(app).selection.cursor) == ((), cursor)
        search.set_result([best, other])
        await until(pilot, lambda: "about 2 points better than any other" in said(app))
        phrase = game.texts.phrase(state, best.action, SeatNames(()))
        for number in (1, 2, 1):
            assert said(app).startswith(f"Hint {number} of 2: ")
            assert (phrase in said(app)) == (number == 1)
            assert scene_of(app).is_hint_worse == (number == 2)
            await pilot.press("H")
        await pilot.press("H")
        assert play_of(app).selection.cursor == ("card", best.action.card)
        await pilot.press("Y")
        assert chosen(app) == best.action.card
        assert len(views) == 1, "one search for a decision"


@pytest.mark.parametrize("keys", ["HY", "HYY", "HHY"])
async def test_y_plays_no_hint_that_has_not_been_read(keys, slow_bots, search, monkeypatch):
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        app = pilot.app
        judged = second_is_best(app)
        await pilot.press(*keys)
        assert said(app) == THINKING
        monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", 1e6)
        search.set_result(judged)
        card = ("card", judged[0].action.card)
        await until(pilot, lambda: scene_of(app).hinted == (card,))
        for key in ("Y", "enter"):
            await pilot.press(key)
            assert chosen(app) == NOTHING, "the key was on its way before the hint was there"
        await pilot.press("Y")
        assert said(app).startswith("Hint 1 of 2: "), "it can be read before it is played"
        monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", -1)
        await pilot.press("Y")
        await until(pilot, lambda: chosen(app) == judged[0].action.card)


async def test_the_cursor_stays_if_the_player_has_moved_it_before_the_hint(slow_bots, search):
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        app = pilot.app
        judged = second_is_best(app)
        await pilot.press("H", "right")
        assert said(app) != THINKING
        cursor = play_of(app).selection.cursor
        search.set_result(judged)
        card = ("card", judged[0].action.card)
        await until(pilot, lambda: scene_of(app).hinted == (card,))
        assert play_of(app).selection.cursor == cursor
        assert not said(app).startswith("Hint")
        name = match_at(app).game.texts.phrase(match_at(app).state, judged[0].action, SeatNames(()))
        assert content(app, "#note") == f"Y: {name}"
        await pilot.press("Y")
        await until(pilot, lambda: chosen(app) == judged[0].action.card)


async def test_after_escape_a_hint_is_searched_for_again(slow_bots, monkeypatch):
    searches: list[Future[list[Judged]]] = []

    def search(*_args, **_more):
        searches.append(Future())
        return searches[-1]

    monkeypatch.setattr(Pool, "search", search)
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        app = pilot.app
        judged = second_is_best(app)
        await pilot.press("H", "escape")
        await until(pilot, searches[0].cancelled)
        assert said(app) != THINKING
        await pilot.press("H")
        assert said(app) == THINKING, "no hint that nobody has judged"
        searches[1].set_result(judged)
        await until(pilot, lambda: said(app).startswith("Hint 1 of 2: "))


async def test_what_a_hint_names_is_noted_beside_the_match(slow_bots):
    opened = saved("human", "bot:random", actions=2)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        match = match_at(app)
        position = len(match.history)
        notes_on = here().notes_on(opened.path)
        await pilot.press("H")
        hint = play_of(app).table.hint
        assert hint
        assert notes.help_in(notes_on, match.header.names[0], (), 0).hints == 1
        assert not notes.read(notes_on), "it is no comment"
        await pilot.press("Y")
        await until(pilot, lambda: hint.elements == (("card", chosen(app)),))
        assert notes.followed(notes_on, match_at(app), 0) == {position}


async def test_an_earlier_loss_does_not_stand_beside_what_a_pause_shows(slow_bots):
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        screen = play_of(pilot.app)
        loss = "Your loss: a fox 2."
        screen.table.own_loss = loss
        assert screen.table.lines().status == loss
        screen.live.phase = Paused(Reason.ROUND_OVER, 1)
        for seat, is_shown in ((0, True), (1, False)):
            screen.live.snapshot = msgspec.structs.replace(screen.live.snapshot, seat=seat)
            assert (screen.table.lines().status == loss) == is_shown
        screen.live.phase = Deciding()
        assert screen.table.lines().status == loss, "nobody has read it"


async def test_a_hint_that_is_said_to_be_worse_is_held_against_the_player(monkeypatch):
    """The results say that a hint had named an action only of one that the hint recommended."""
    search: Future[list[Judged]] = Future()
    monkeypatch.setattr(Pool, "search", lambda *_, **__: search)
    opened = saved("human", "bot:random", actions=2)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        search.set_result(second_is_best(app))
        await pilot.press("H")
        await until(pilot, lambda: "Hint 1 of 2: " in said(app))
        await pilot.press("H")
        assert "about 2 points worse than the first" in said(app)
        hint = play_of(app).table.hint
        assert hint
        await pilot.press("Y")
        await until(pilot, lambda: hint.elements == (("card", chosen(app)),))
        notes_on = here().notes_on(opened.path)
        assert not notes.followed(notes_on, match_at(app), 0)
        names = match_at(app).header.names
        assert notes.help_in(notes_on, names[0], (), 0).hints == 1, "help it was"


@pytest.mark.parametrize("key", ["Y", "enter"])
@pytest.mark.parametrize("slug", registry.SLUGS)
async def test_hint_is_played_whole(slug, key, slow_bots):
    """H, then Y or Enter, plays the best action, even if it has many elements."""
    opened = saved("human", "bot:random", game=slug, actions=30)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        for _ in range(3):
            match = match_at(app)
            if 0 not in match.game.to_move(match.state) or play_of(app).live.pause:
                break
            view = match.game.view(match.state, 0)
            best = match.game.bots.advise(view, 0, SeatNames(match.header.names))[0].action
            lines = len(match.lines)
            await pilot.press("H", key)
            await until(pilot, lambda lines=lines: len(match_at(app).lines) > lines)
            assert match_at(app).history[-1].action == best


async def test_a_hint_stays_for_what_is_left_of_the_turn(slow_bots):
    opened = saved("human", "bot:random", game="yummy", actions=30)
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        await pilot.press("H")
        for _ in range(20):
            hint = play_of(app).table.hint
            lines = len(match_at(app).lines)
            if hint is None:
                break
            await pilot.press("Y")
            await until(pilot, lambda lines=lines: len(match_at(app).lines) > lines)
            assert match_at(app).history[-1].action == hint.action
            await pilot.pause()
        else:
            raise AssertionError("the turn does not end")
        assert len(match_at(app).history) > 31, "several steps were advised"
        assert match_at(app).legal(0) == ()


def test_elements_of_a_hint_are_marked_where_they_are_and_not_with_numbers():
    scene = asking(example(2, "hint", 2), 0)
    elements = tuple(drawn(scene).places)[:2]
    drawing = drawn(scene)
    mark_hint(drawing, replace(scene, hinted=elements))
    for element in elements:
        place = drawing.places[element]
        assert rows(drawing)[place.bottom - 1][place.x] == "!"


def test_mark_of_a_hint_hides_no_letter_of_a_card():
    card = ("card", 0)
    drawing = Drawing(Canvas(6, 2), {card: Region(0, 0, 6, 2)})
    drawing.canvas.text(0, 0, "ab  ef")
    drawing.canvas.text(0, 1, "Tools ")
    mark_hint(drawing, replace(asking(example(2, "hint", 2), 0), hinted=(card,)))
    assert drawing.canvas.plain() == "ab  ef\nTools!"


def test_mark_of_a_hint_leaves_no_button_with_a_single_bracket():
    drawing = Drawing(Canvas(9, 1), {("amount", n): Region(3 * n - 3, 0, 3, 1) for n in (1, 2, 3)})
    drawing.canvas.text(0, 0, "[1][2][3]")
    hinted = (("amount", 2), ("amount", 3))
    mark_hint(drawing, replace(asking(example(2, "hint", 2), 0), hinted=hinted))
    assert drawing.canvas.plain() == "[1]!2!!3!"


def test_hint_says_as_much_as_two_rows_have_room_for():
    advice: Advice[Action] = Advice(Action(), 3.0, "it wins the trick")
    texts = hint_of(advice, (), "play the fox 2", 0, 1).texts
    assert longest(texts, 80, 60) == (texts[0], "")
    upper = "Hint: play the fox 2, worth about 3"
    assert longest(texts, 40, 26) == (upper, "points. It wins the trick.")
    assert longest(texts, 40, 25) == ("Hint: play the fox 2. It wins the trick.", "")
    assert longest(texts, 24, 5) == ("Hint: play the fox 2.", "")


def test_hint_without_room_leaves_out_brackets_and_never_the_action():
    advice: Advice[Action] = Advice(Action(), 3.0, "it leads to 1 seal")
    texts = hint_of(advice, (), "put the last stamp on envelope 1 (first a, second b)", 0, 3).texts
    first, second = longest(texts, 62, 14)
    assert f"{first} {second}" == (
        "Hint 1 of 3: put the last stamp on envelope 1. It leads to 1 seal."
    )
    detailed: Advice[Action] = Advice(Action(), 3.0, "you can hunt the darter (2 agility) there")
    first, second = longest(hint_of(detailed, (), "begin at the lake", 0, 3).texts, 50, 22)
    assert f"{first} {second}" == (
        "Hint 1 of 3: begin at the lake. You can hunt the darter there."
    ), "the reason loses its brackets, too, before it goes"
    only = hint_of(advice, (), "end the turn", 0, 1, "").texts
    assert only[0] == "Hint: end the turn. It leads to 1 seal."


def test_hint_that_needs_both_rows_takes_that_of_the_prompt():
    scene = asking(example(2, "hint", 2), 0)
    advice: Advice[Action] = Advice(Action(), 3.0, "it wins the trick")
    hint = hint_of(advice, (), "play the fox 2", 0, 1)
    moment = PromptContext(scene=scene, room=45, is_asked=True, hint=hint)
    long = lines(moment, "", "")
    assert (long.is_long, long.note) == (True, "Y plays the hint")
    assert f"{long.status} {long.prompt}" == hint.texts[0]
    later = lines(replace(moment, hint=replace(hint, is_fresh=False)), "", "")
    assert not later.status.startswith("Hint")
    assert lines(replace(moment, room=90), "", "").prompt.endswith("Choose a card.")


async def test_only_whole_names_have_their_colour_in_the_log(slow_bots):
    names = ("a", "Ben")
    async with playing(saved("human", "bot:random", actions=8, names=names)).run_test() as pilot:
        log = pilot.app.screen.query_one(EventLog)
        for event in log._events:
            sentence = log._sentence(event)
            coloured = {sentence.plain[span.start : span.end] for span in sentence.spans}
            assert coloured <= {*re.findall(r"\w+", sentence.plain)}


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_log_opens_and_closes_and_never_hides_the_hand(slow_bots, size):
    async with playing(saved("human", "bot:random", actions=8)).run_test(size=size) as pilot:
        app = pilot.app
        log = app.screen.query_one(EventLog)
        assert not log.display
        await pilot.press("L")
        assert log.display
        logged = " ".join(line.text.strip() for line in log.lines)
        assert "are dealt to each." in logged
        words = shown(app)
        shows = kinds_on(words.splitlines())
        assert [card for card in shows if card in hand(app)][-len(hand(app)) :] == hand(app)
        assert "Ada you" in words
        await pilot.press("L")
        assert not log.display


@pytest.mark.parametrize("width", range(80, 131, 10))
async def test_log_never_leaves_the_board_too_little(slow_bots, width):
    opened = saved("human", *["bot:random"] * 3, names=LONG_NAMES)
    async with playing(opened).run_test(size=(width, 30)) as pilot:
        assert play_of(pilot.app).panel.board.size.width >= 80
        assert all(name in shown(pilot.app) for name in LONG_NAMES[:4])
        await pilot.press("L")
        assert play_of(pilot.app).panel.board.size.width >= 80


async def test_log_can_be_read_back_by_keys(slow_bots):
    async with playing(saved("human", "bot:random", actions=40)).run_test() as pilot:
        await pilot.press("L")
        log = pilot.app.screen.query_one(EventLog)
        end = log.scroll_y
        assert end > 0
        await pilot.press("pageup")
        assert log.scroll_y < end
        await pilot.press(*["pageup"] * 20)
        assert "are dealt to each." in shown(pilot.app)
        await pilot.press(*["pagedown"] * 20)
        assert log.scroll_y == end


async def test_log_that_has_grown_while_it_was_closed_is_as_wide_as_before(slow_bots):
    async with playing(saved("human", "bot:random", actions=40)).run_test() as pilot:
        screen = play_of(pilot.app)
        log = screen.query_one(EventLog)
        logged = screen.live.events
        screen.live.events = logged[:4]
        await pilot.press("L", "L")
        screen.live.events = logged
        screen.draw()
        await pilot.pause()
        assert len(log.lines) < 10, "no line is broken to no columns"
        await pilot.press("L")
        await until(pilot, lambda: 0 < len(log.lines) < 2 * len(logged))
        assert max(len(line.text.rstrip()) for line in log.lines) > 40
        assert log.scroll_y > 0


async def test_full_page_of_the_log_is_turned_and_its_last_lines_stay(slow_bots):
    async with playing(saved("human", "bot:random", actions=40)).run_test(size=(120, 40)) as pilot:
        await pilot.press("L")
        screen = play_of(pilot.app)
        log = screen.query_one(EventLog)
        logged = list(screen.live.events)
        seen = []
        for count in range(1, len(logged), 3):
            log.show(logged[:count], screen.table.seat_names)
            await pilot.pause()
            await pilot.pause(0.05)
            # The last line is on the page, even if rows below it stay empty.
            assert log.scroll_y < len(log.lines) <= log.scroll_y + log.size.height
            seen.append(log.scroll_y)
        turned = log.size.height - log.size.height // KEPT_LINES_SHARE
        assert sorted(set(seen)) == [turned * page for page in range(len(set(seen)))]
        assert len(set(seen)) > 2


async def test_log_shows_the_match_once_in_order_and_without_what_was_undone(slow_bots):
    opened = saved("human", "bot:random", actions=12)
    async with playing(opened).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("L")
        for keys in (("1", "enter"), ("u",), ("2", "enter"), ("u",), ("1", "enter")):
            await pilot.press(*keys)
            match = match_at(app)
            logged = [event for events in replay.event_log(match, 0) for event in events]
            expected = [
                match.game.texts.sentence(event, SeatNames(match.header.names)) for event in logged
            ]
            assert app.screen.query_one(EventLog)._events == logged
            lines = " ".join(strip.text.strip() for strip in app.screen.query_one(EventLog).lines)
            assert lines.split() == " ".join(expected).split()


async def test_tab_goes_through_the_panes(slow_bots):
    async with playing(saved("human", "bot:random", actions=8)).run_test() as pilot:
        first = on_table(pilot.app)
        seen = []
        for _ in range(2):
            await pilot.press("tab")
            seen.append(on_table(pilot.app))
        assert len(set(seen)) == 2
        assert seen[1] == first
        await pilot.press("shift+tab")
        assert on_table(pilot.app) == seen[0]


async def test_smaller_terminal_covers_the_table_and_changes_nothing(slow_bots):
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        before = on_table(pilot.app)
        await pilot.resize_terminal(70, 20)
        await pilot.pause()
        assert "70×20" in shown(pilot.app)
        assert "80×24" in shown(pilot.app)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert on_table(pilot.app) == before


async def test_a_larger_terminal_shows_more_at_once(slow_bots):
    async with playing(saved("human", "bot:random", actions=8)).run_test() as pilot:
        assert "unseen cards ─" not in shown(pilot.app)
        assert "standing ─" not in shown(pilot.app)
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: "unseen cards ─" in shown(pilot.app))
        assert "standing ─" in shown(pilot.app)
        assert "last turns ─" not in shown(pilot.app)
        await pilot.resize_terminal(160, 50)
        await until(pilot, lambda: "last turns ─" in shown(pilot.app))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_what_is_shown_in_passing_hides_neither_words_nor_keys_nor_the_next_screen(
    slow_bots, size
):
    async with playing(saved("human", "bot:random")).run_test(
        size=size, notifications=True
    ) as pilot:
        app = pilot.app
        app.notify("The match was mended. " * 9, title="Mended", timeout=60)
        app.notify("And again. " * 9, timeout=60)
        await until(pilot, lambda: "And again." in shown(app))
        rows = shown(app).splitlines()
        for at, widget in ((-3, "#explain"), (-2, "#prompt")):
            assert rows[at].strip("▌ ") == content(app, widget)
        assert "q leave" in rows[-1]
        await pilot.press("question_mark")
        assert "mended" not in shown(app)
        await pilot.press("q")
        await pilot.press("q")
        await until(pilot, lambda: "Saved. Continue it" in shown(app))
        assert "mended" not in shown(app)
        assert "round 1" in shown(app), "the match to continue is not covered"
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert "Saved. Continue it" not in shown(app)


async def test_the_next_hint_takes_the_place_of_the_last_but_of_no_selection_of_ones_own(slow_bots):
    opened = saved("bot:random", "human", game="evo")
    async with playing(opened).run_test() as pilot:
        app = pilot.app
        await until(pilot, lambda: play_of(app).live.snapshot.actions)
        await pilot.press("H")
        await pilot.press("H")
        hint = play_of(app).table.hint
        selection = play_of(app).selection
        assert hint is not None
        assert (hint.number, hint.action) == (1, selection.action)
        assert selection.chooser.selected == hint.elements
        await pilot.press("escape")
        table = play_of(app).table
        assert (table.hint, selection.chooser.selected) == (None, ()), "one Esc drops all of it"
        begun = hint.elements[0]
        selection.move_to(begun)
        await pilot.press("space")
        own_selection = selection.chooser.selected
        assert own_selection == (begun,)
        await pilot.press("H")
        assert selection.chooser.selected == own_selection
        await pilot.press("escape")
        assert (table.hint, selection.chooser.selected) == (None, own_selection), (
            "one Esc, one thing"
        )


async def test_enter_plays_the_button_under_the_cursor_and_not_the_hint(slow_bots):
    opened = saved("bot:random", "human", game="evo")
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        table = play_of(app).table
        await until(pilot, lambda: table.live.snapshot.actions)
        await pilot.press("enter")
        await until(pilot, lambda: DONE in table.live.snapshot.actions)
        await pilot.press("H")
        assert table.hint is not None
        assert table.hint.elements != (("button", 0),)
        await pilot.press("0")
        assert table.selection.action == DONE
        assert "end the generation" in shown(app)
        lines = len(match_at(app).lines)
        await pilot.press("enter")
        await until(pilot, lambda: len(match_at(app).lines) > lines)
        assert DONE in [step.action for step in match_at(app).history[-2:]]
