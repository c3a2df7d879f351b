"""Beliefs about hidden cards in a replay: chances at the cards on the board, and in a list."""

import re

import pytest
from matches import careless
from textual.geometry import Size
from tui.scenes import finished, on_table, replaying, scene, shown, until

from darwin_core.analysis.beliefs import WORLDS, Belief, Beliefs, LikelyCard, sentence
from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for
from darwin_tui.screens.replay_analysis import BeliefBars

TITLE = "hidden cards  "
FIGURE = re.compile(r"\b\d{1,2}%")
HIDING = {"dice": 2, "journey": 6, "darwinning": 8, "evo": 4}
"""Positions at which cards on the table are hidden; Yummy Darwinism hides some at any position."""


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_bars_follow_the_cursor_and_the_perspective(size):
    async with replaying(finished("human", "bot:greedy", "bot:greedy")).run_test(
        size=size
    ) as pilot:
        app = pilot.app
        await pilot.press("k")
        assert bool(FIGURE.search(on_table(app))) == (size == (120, 40))
        assert TITLE not in shown(app)
        await pilot.press("k")
        await until(pilot, lambda: f"as Ada could know: {WORLDS} deals" in shown(app))
        assert "Ben hand, " in shown(app)
        before = shown(app)
        await pilot.press("right")
        await until(pilot, lambda: shown(app) != before and f": {WORLDS} deals" in shown(app))
        await pilot.press("p")
        await until(pilot, lambda: "as Ben could know" in shown(app))
        assert "Ben hand, " not in shown(app)
        await pilot.press("end")
        await until(pilot, lambda: "none: all cards are open here" in shown(app))
        await pilot.press("k", "home")
        assert TITLE not in shown(app)
        assert not FIGURE.search(on_table(app))


def test_a_card_is_certain_only_if_it_is_there_in_every_world():
    likely = tuple(LikelyCard(card, chance, 0.1) for card, chance in enumerate((1.0, 0.9975)))
    names = SeatNames(("Ada", "Ben"))
    words = sentence(registry.get("dice"), Belief(1, "hand", 2, likely), names)
    assert words.endswith(" 100 %, bear 2 over 99 %.")


def test_a_list_of_a_single_row_has_no_cards():
    bars = BeliefBars()
    bars.show("as Ada", [Belief(1, "hand", 2, (LikelyCard(1, 1.0, 0.1),))], ("Ada", "Ben"), str)
    assert "Ben hand, 2" in bars.draw(Size(80, 2)).plain()


async def test_chances_and_the_list_take_turns(workers):
    saved = finished("human", "bot:greedy", game="yummy")
    async with replaying(saved).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("k", "k")
        await until(pilot, lambda: TITLE in shown(app), 10)
        await pilot.press("c")
        await until(pilot, lambda: "is being analysed" in shown(app), 10)
        assert TITLE not in shown(app)
        assert FIGURE.search(on_table(app))
        await pilot.press("k")
        await until(pilot, lambda: TITLE in shown(app), 10)
        assert "is being analysed" not in shown(app)


async def test_in_a_small_window_the_cards_take_the_place_of_the_chances(workers):
    saved = finished("human", "bot:greedy", game="yummy")
    async with replaying(saved).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await pilot.press("c")
        await until(pilot, lambda: "is being analysed" in shown(app), 10)
        await pilot.press("k")
        await until(pilot, lambda: FIGURE.search(on_table(app)), 10)
        assert "is being analysed" not in shown(app)


def drawn(slug, match, viewer, position, size, beliefs):
    """Return the text of a board in all its panes."""
    board = board_for(slug)
    panes = range(max(len(board.PANES), 1))
    scenes = [scene(match, viewer, position, beliefs=beliefs, pane=pane) for pane in panes]
    return "\n".join(board.draw(scene, Size(*size)).canvas.plain() for scene in scenes)


@pytest.mark.parametrize("size", [(80, 21), (120, 37), (200, 57)])
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_hidden_cards_carry_what_they_are_likely_to_be(slug, viewer, size):
    match = careless(slug, seats=3)
    position = HIDING.get(slug, 20)
    beliefs = Beliefs(match.game, match.view(viewer, position)).deal(40).current()
    held = [belief for belief in beliefs if belief.zone != "Lost Genome"]
    unsure = {belief.seat for belief in held if belief.likely[0].chance < 0.995}
    assert unsure, "nothing is hidden there"
    before, after = (
        len(FIGURE.findall(drawn(slug, match, viewer, position, size, shown_beliefs)))
        for shown_beliefs in ((), beliefs)
    )
    # In a small window, Darwin's Dice shows no cards of a seat that has not chosen yet.
    assert after - before >= len(unsure) - (slug == "dice")


async def test_escape_hides_the_figures_before_it_leaves_the_replay():
    async with replaying(finished("human", "bot:greedy")).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("k", "k")
        await until(pilot, lambda: TITLE in shown(app))
        replay = app.screen
        await pilot.press("escape")
        assert TITLE not in shown(app)
        assert app.screen is replay
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is not replay)
