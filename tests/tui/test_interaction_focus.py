"""The focus on the board after answers, selections and undo, and after changes of the view."""

from functools import partial
from itertools import product
from random import Random

import pytest
import sampling
from tui.at_table import Keyboard, begun, record_where, resumed
from tui.scenes import kind_of, play_of, playing

from darwin_core.contract.registry import SLUGS
from darwin_core.match import AnyMatch

SMALL, LARGE = (80, 24), (160, 50)
DECISIONS = 12
"""Number of decisions in a match."""
QUESTIONS_INTERVAL = 5
"""One in so many of the beginnings and middles of matches is tested."""


def has_acted(table: Keyboard, before: int) -> bool:
    """Return whether the number of the player's actions has changed."""
    return len(table.own) != before


# --- at a new decision, and while it is made


@pytest.mark.usefixtures("quick_bots")
@pytest.mark.parametrize(
    ("slug", "actions"), sampling.some(product(SLUGS, (0, 60)), QUESTIONS_INTERVAL)
)
async def test_the_focus_leads_from_question_to_question(slug, actions):
    """A new question puts the focus on the game's suggestion, if there is one. Without one, the
    focus stays on an element that can begin an answer, or goes to the first selectable element. A
    button has it only if it is suggested, or if nothing else is selectable. While an answer is
    incomplete, the focus is on an element that is still wanted."""
    rng = Random(slug)
    record = record_where(
        slug, "hb", lambda match: len(match.history) >= actions and match.legal(0)
    )
    async with playing(resumed(record)).run_test(size=SMALL) as pilot:
        table = Keyboard(pilot)
        for _ in range(DECISIONS):
            if not await table.asked():
                break
            selectable = [place for place in table.places if place in table.selectable]
            assert table.focused is not None
            if table.suggested:
                assert table.focused == table.suggested
            elif table.focused != selectable[0]:
                assert table.focused in selectable
                assert table.focused[0] in table.beginnings
            if table.focused[0] == "button" and not table.suggested:
                assert {kind for kind, _ in selectable} == {"button"}
            answered = len(table.own)
            while selectable and not (table.is_complete and rng.random() < 0.7):
                await table.select(rng.choice(selectable))
                assert table.is_complete or table.focused in table.selectable
                selectable = [place for place in table.places if place in table.selectable]
            await table.press("enter")
            await table.until(partial(has_acted, table, answered))


@pytest.mark.usefixtures("resting_bots")
@pytest.mark.parametrize("key", ["question_mark", "z", "G", "i", "g"])
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_dialog_or_page_leaves_the_focus_where_the_player_put_it(slug, key):
    record = record_where(slug, "hb", lambda match: len(match.legal(0)) > 1)
    async with playing(resumed(record)).run_test(size=SMALL) as pilot:
        table = Keyboard(pilot)
        assert await table.asked()
        first, screen = table.focused, pilot.app.screen
        for step in ("right", "down", "left", "up"):
            await pilot.press(step)
            if table.focused != first:
                break
        moved = table.focused
        assert moved != first
        await pilot.press(key)
        if pilot.app.screen is not screen:
            await pilot.press("escape")
        assert pilot.app.screen is screen
        assert table.focused == moved


def improving(match: AnyMatch) -> bool:
    """Return whether a species of Darwinning! is to be improved by a card, in many ways."""
    asked = match.game.to_move(match.state) == (0,)
    return asked and kind_of(match.state) == "Improve" and len(match.legal(0)) > 9


@pytest.mark.usefixtures("no_bots")
async def test_after_a_selection_the_focus_continues_from_the_end_of_the_board_to_its_start():
    """On this board, cards are drawn before their uses."""
    async with playing(resumed(record_where("darwinning", "hb", improving))).run_test() as pilot:
        table = Keyboard(pilot)
        await table.asked()
        order = list(table.places)
        use = next(element for element in reversed(order) if element[0] in {"use", "space"})
        screen = play_of(pilot.app)
        # A card that the cursor leaves for its use would be selected with it.
        screen.selection.cursor = None
        screen.table.select_at(use)
        screen.draw()
        wanted = [element for element in order if element in table.selectable]
        assert len(wanted) > 1
        assert max(map(order.index, wanted)) < order.index(use)
        assert table.focused == wanted[0]


def placing(match: AnyMatch) -> bool:
    """Return whether a worker of Darwin's Journey is to be placed, in many ways."""
    asked = match.game.to_move(match.state) == (0,)
    return asked and kind_of(match.state) == "Turn" and len(match.legal(0)) > 9


@pytest.mark.usefixtures("no_bots")
async def test_another_of_a_kind_is_selected_instead_where_one_is_wanted():
    async with playing(resumed(record_where("journey", "hb", placing))).run_test() as pilot:
        table = Keyboard(pilot)
        await table.asked()
        one, two = [
            place for place in table.places if place[0] == "location" and place in table.selectable
        ][:2]
        await table.select(one)
        assert two not in table.selectable
        await table.select(two)
        assert list(table.selected) == [two]
        worker = next(place for place in table.places if place in table.selectable)
        await table.select(worker, one)
        assert {*table.selected} == {one, worker}, "what fits both stays selected"
        assert table.focused == one


@pytest.mark.usefixtures("quick_bots")
async def test_after_an_answer_it_stays_on_a_card_that_is_still_held():
    def true(match: AnyMatch) -> bool:
        return any(copies > 1 for copies in match.state.hands[0].values())

    async with playing(resumed(record_where("dice", "hb", true))).run_test() as pilot:
        table = Keyboard(pilot)
        hand = table.match.state.hands[0]
        twice = next(("card", card) for card, copies in hand.items() if copies > 1)
        await table.select(twice)
        for _ in range(2):
            answered = len(table.own)
            await table.press("enter")
            await table.until(partial(has_acted, table, answered))
            await table.asked()
            assert (table.focused == twice) == (twice in table.selectable)
        assert table.focused == next(iter(table.places)), "it is played, both times"


# --- after undo


@pytest.mark.usefixtures("resting_bots")
@pytest.mark.parametrize("key", ["u", "R"])
async def test_after_undo_it_is_on_what_was_undone(key):
    async with playing(resumed(begun("dice", "hbbb"))).run_test(size=SMALL) as pilot:
        table = Keyboard(pilot)
        third = table.numbered[3]
        await table.press("3", "enter", "left", "left", key)
        assert table.own == []
        assert table.focused == third
        assert table.selected == ()


@pytest.mark.usefixtures("no_bots")
async def test_after_undo_of_a_turn_it_is_on_what_was_selected_first():
    async with playing(resumed(record_where("journey", "hb", placing))).run_test() as pilot:
        table = Keyboard(pilot)
        before = table.own
        first = table.numbered[2]
        await table.press("2", "enter")
        await table.until(lambda: table.own != before)
        await table.press("right", "R")
        await table.until(lambda: table.own == before)
        assert table.focused == first
        assert table.selected == ()


# --- after changes of the view


@pytest.mark.usefixtures("no_bots")
@pytest.mark.parametrize("slug", sampling.some(SLUGS, sampling.GAMES_INTERVAL))
async def test_what_is_focused_and_selected_stays_while_one_looks_about(slug):
    """Resize the window; open the log, the help and a long text; hide the hand and show it."""
    record = record_where(slug, "hb", lambda match: len(match.history) > 9 and match.legal(0))
    async with playing(resumed(record)).run_test(size=SMALL) as pilot:
        table = Keyboard(pilot)
        await table.asked()
        element = [place for place in table.places if place in table.selectable][-1]
        await table.select(element)
        before = table.seen
        assert before.selected == (element,)
        for size in (LARGE, (79, 20), (100, 30), (40, 10), SMALL):
            await pilot.resize_terminal(*size)
            assert table.selected == (element,), size
            if size[0] >= SMALL[0]:
                assert table.focused == before.focused, size
        for keys in ("L L", "question_mark q", "z x", "x"):
            await table.press(*keys.split())
            assert (table.focused, table.selected) == (before.focused, before.selected), keys
        await table.press("p", "p")
        assert table.selected == before.selected
        assert table.focused in table.places, "a hand that was hidden is not looked for"


@pytest.mark.usefixtures("no_bots")
@pytest.mark.parametrize("slug", sampling.some(SLUGS, sampling.GAMES_INTERVAL, 1))
async def test_in_every_pane_something_is_focused_and_what_is_selected_stays(slug):
    record = record_where(slug, "hb", lambda match: len(match.history) > 9 and match.legal(0))
    async with playing(resumed(record)).run_test(size=SMALL) as pilot:
        table = Keyboard(pilot)
        await table.asked()
        await table.select(next(place for place in table.places if place in table.selectable))
        selected = table.selected
        first = table.seen.pane
        panes: list[int] = []
        while not panes or table.seen.pane != first:
            stays = table.focused
            await table.press("tab")
            panes.append(table.seen.pane)
            assert table.selected == selected
            assert table.focused in table.places
            if stays in table.places:
                assert table.focused == stays, "what is still drawn stays focused"
        assert len({*panes}) == len(panes) > 1
        await table.press("shift+tab")
        assert table.seen.pane == panes[-2]


@pytest.mark.usefixtures("no_bots")
@pytest.mark.parametrize("slug", sampling.some(SLUGS, sampling.GAMES_INTERVAL, 2))
async def test_digits_select_their_elements_and_nothing_else(slug):
    record = record_where(slug, "hb", lambda match: len(match.history) > 9 and match.legal(0))
    async with playing(resumed(record)).run_test(size=SMALL) as pilot:
        table = Keyboard(pilot)
        await table.asked()
        numbered = dict(table.numbered)
        assert numbered
        for digit in range(1, 10):
            before = table.seen
            can = numbered.get(digit) in table.selectable
            await table.press(str(digit))
            if can:
                assert numbered[digit] in table.selected, digit
                await table.press(*["escape"] * len(table.selected))
            else:
                assert table.selected == before.selected
                assert table.seen.message
            assert table.selected == ()


@pytest.mark.usefixtures("no_bots")
async def test_0_selects_the_last_button():
    def true(match: AnyMatch) -> bool:
        touched = map(match.game.targets, match.legal(0))
        return (
            len({element for elements in touched for element in elements if element[0] == "button"})
            > 1
        )

    async with playing(resumed(record_where("evo", "hb", true))).run_test(size=SMALL) as pilot:
        table = Keyboard(pilot)
        await table.asked()
        *others, last = (place for place in table.places if place[0] == "button")
        assert others
        await table.press("0")
        assert (table.focused, table.selected) == (last, (last,))
