"""The help: the keys of a screen, read from its live bindings, and the rules of the games."""

import re
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from home import here, own
from textual.binding import Binding
from tui.scenes import DarwinApp, finished, keys_of, playing, replaying, saved, shown, until

from darwin_core.contract import registry
from darwin_core.contract.registry import BOXES
from darwin_core.contract.tables import read_text
from darwin_tui import commands, settings
from darwin_tui.commands import key_names
from darwin_tui.drawing.prose import plain, sections
from darwin_tui.screens import navigation
from darwin_tui.screens.help import (
    KEYS,
    LARGE_BOX,
    PAGES,
    PROVENANCE,
    RULES,
    SOURCES,
    SUMMARY,
    TEXT_COLUMNS_MAX,
    HelpPage,
    HelpScreen,
)
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.new_match import NewMatchScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.saved import SavedScreen

pytestmark = pytest.mark.usefixtures("resting_bots")


def begun() -> DarwinApp:
    return DarwinApp(own())


APPS = {
    "play": (PlayScreen, lambda: playing(saved("human", "bot:random", actions=2)), ()),
    "replay": (ReplayScreen, lambda: replaying(finished("human", "bot:random")), ()),
    "home": (HomeScreen, begun, ()),
    "saved": (SavedScreen, begun, ("s",)),
}


@pytest.mark.parametrize("name", APPS)
async def test_lists_every_key_of_the_screen(name):
    screen, app, keys = APPS[name]
    async with app().run_test(size=(100, 50)) as pilot:
        await pilot.press(*keys)
        assert isinstance(pilot.app.screen, screen)
        listed = dict(map(reversed, keys_of(pilot.app.screen)))
        labels = pilot.app.screen.labels
        for command in commands.on(name):
            # Some commands exist in some games only.
            action = command.action.partition("(")[0]
            if pilot.app.screen.check_action(action, ()):
                for key in key_names(command.keys):
                    display = pilot.app.get_key_display(Binding(key, ""))
                    title = labels.get(command.name, command.help)
                    assert display in listed[title].split(), command
        await pilot.press("question_mark", *(["shift+tab"] if name in {"play", "replay"} else []))
        assert isinstance(pilot.app.screen, HelpScreen)
        words = " ".join(shown(pilot.app).split())
        for what, key in listed.items():
            assert what in words
            assert key in words
        await pilot.press("q")
        assert isinstance(pilot.app.screen, screen)


async def test_each_thing_to_do_is_one_row_arrows_first():
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        rows = [(keys, what) for keys, what in keys_of(pilot.app.screen) if what == "move"]
        assert rows == [("← → ↑ ↓ h l k j", "move")]


async def test_keys_that_are_no_commands_are_not_named():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("n")
        assert {what for _, what in keys_of(pilot.app.screen)} == {
            "start",
            "next field",
            "previous field",
            "take a game",
            "rules",
            "back",
        }


async def test_keys_are_those_bound_now():
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        keys = pilot.app.screen._bindings.key_to_bindings
        keys["f9"] = [replace(binding, key="f9") for binding in keys.pop("H")]
        pilot.app.screen.refresh_bindings()
        assert ("f9", "hint") in keys_of(pilot.app.screen)
        assert ("H", "hint") not in keys_of(pilot.app.screen)


def page_of(app):
    return app.screen.query_one(HelpPage)


async def test_help_at_a_table_opens_with_the_summary_of_its_game():
    async with playing(saved("human", "bot:random", actions=2)).run_test(size=(80, 24)) as pilot:
        before = pilot.app.screen
        await pilot.press("question_mark")
        text = " ".join(shown(pilot.app).split())
        summary = read_text("darwin_core.games.dice", "summary.md")
        for line in summary.replace("`", "").replace("## ", "").split("\n\n"):
            assert " ".join(line.split()) in text
        await pilot.press("question_mark")
        assert pilot.app.screen is before


async def test_every_summary_is_one_page():
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        home = pilot.app.screen
        for number, _ in enumerate(registry.SLUGS, 1):
            await pilot.press("question_mark")
            await until(pilot, lambda: pilot.app.screen.query(HelpPage))
            await pilot.press(str(number))
            assert page_of(pilot.app).page == SUMMARY
            assert page_of(pilot.app).top_max <= 6, number
            assert shown(pilot.app).splitlines()[2].strip() == "Goal"
            while pilot.app.screen is not home:
                await pilot.press("q")


async def test_tab_turns_from_the_summary_to_the_rules_and_the_keys():
    async with playing(saved("human", "bot:random", actions=2)).run_test() as pilot:
        await pilot.press("question_mark")
        seen = []
        for _ in range(4):
            seen.append(page_of(pilot.app).page)
            await pilot.press("tab")
        assert seen == [SUMMARY, RULES, KEYS, SUMMARY]
        await pilot.press("shift+tab")
        assert page_of(pilot.app).page == SUMMARY


@pytest.mark.parametrize("width", [80, 200])
async def test_the_rules_can_be_read_to_the_end_in_short_lines(width):
    async with playing(saved("human", "bot:random")).run_test(size=(width, 24)) as pilot:
        await pilot.press("question_mark", "tab")
        page = page_of(pilot.app)
        seen = shown(pilot.app)
        for _ in range(page.top_max // 16 + 1):
            await pilot.press("space")
            seen += shown(pilot.app)
        for section in sections(read_text("darwin_core.games.dice", "rules.md"))[1:]:
            if section.title != PROVENANCE:
                assert section.title in seen
                assert section.text.split()[-1].strip("*_|`.") in seen
        assert max(len(plain(row)) for row in page._rows(RULES)) <= TEXT_COLUMNS_MAX
        await pilot.press("pageup", "k")
        assert page.top < page.top_max


async def test_arrows_go_from_section_to_section_and_to_the_sources():
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        await pilot.press("question_mark", "right")
        page = page_of(pilot.app)
        titles = [*page.titles]
        assert PROVENANCE not in titles
        for number, title in enumerate(titles[1:], 1):
            await pilot.press("right")
            assert page.page == RULES
            assert page.section == number, "the contents mark it, even if it cannot be at the top"
            assert title in shown(pilot.app)
        assert "Printed in the rulebook" not in shown(pilot.app)
        await pilot.press("right")
        assert page.page == SOURCES
        assert "Printed in the rulebook" in shown(pilot.app)
        await pilot.press("left")
        assert page.page == RULES
        await pilot.click(page, offset=(5, 5))
        assert page.section == 3


async def test_a_search_counts_and_visits_every_place():
    async with playing(saved("human", "bot:random")).run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark", "slash", *"trump", "enter")
        page = page_of(pilot.app)
        rules = sum(plain(row).lower().count("trump") for row in page._rows(RULES))
        assert f"trump: 1 of {rules}" in shown(pilot.app)
        for number in range(2, rules + 1):
            await pilot.press("n")
            assert f"trump: {number} of {rules}" in shown(pilot.app)
            find = page._finds[page._current]
            assert page.top <= find[0].row < page.top + page.visible_rows
        await pilot.press("N")
        assert f"trump: {rules - 1} of {rules}" in shown(pilot.app)
        await pilot.press("slash", *"trumpet", "enter")
        assert "trumpet: not in the rules" in shown(pilot.app)


async def test_a_search_finds_words_that_a_line_break_separates():
    async with playing(saved("human", "bot:random")).run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark", "tab")
        page = page_of(pilot.app)
        rows = [plain(row) for row in page._rows(RULES)]
        last, first = next(
            (above.split()[-1], below.split()[0])
            for above, below in pairwise(rows)
            if above.startswith("· ") and below.startswith("  ")
        )
        assert page.search(f"{last} {first}")
        (above, *columns), (below, *ends) = next(find for find in page._finds if len(find) > 1)
        assert (rows[above][slice(*columns)], rows[below][slice(*ends)]) == (last, first)


@pytest.mark.parametrize("query", ["drei zahlen", "straße"])
async def test_a_search_in_german_marks_what_it_finds_beside_a_sharp_s(query):
    settings.write(settings.Settings(language="de"), here())
    app = DarwinApp(own())
    async with app.run_test(size=(80, 24)) as pilot:
        under: Any = app.screen
        app.call_later(navigation.go, app, navigation.Help(under, "darwinning"))
        await until(pilot, lambda: app.screen.query(HelpPage))
        page = page_of(app)
        page.search(query)
        rows = page._rows(RULES)
        finds = [[(plain(rows[row]).lower(), *ends) for row, *ends in find] for find in page._finds]
        assert any("ß" in row[:end] for find in finds for row, _, end in find)
        for find in finds:
            assert " ".join(row[column:end] for row, column, end in find) == query


async def test_from_the_first_screen_every_games_rules_are_a_key_away():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("question_mark")
        overview = pilot.app.screen
        for n, slug in enumerate(registry.SLUGS, 1):
            title = registry.get(slug).title
            assert re.search(rf"{n} +{title}", shown(pilot.app))
            await pilot.press(str(n))
            assert pilot.app.screen is not overview
            assert shown(pilot.app).startswith(f" {title} ")
            await pilot.press("escape")
            assert pilot.app.screen is overview


async def test_rules_of_a_game_and_keys_are_a_click_away():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("question_mark")
        page = page_of(pilot.app)
        await pilot.click(page, offset=page.places["game:1"].offset)
        assert shown(pilot.app).startswith(" Darwin's Dice ")
        assert page_of(pilot.app).page == SUMMARY


async def test_a_large_window_shows_the_boxes_large_with_the_keys_beside_them():
    async with DarwinApp(own()).run_test(size=(200, 60)) as pilot:
        await pilot.press("question_mark")
        page = page_of(pilot.app)
        boxes = [page.places[f"game:{number}"] for number in range(1, 6)]
        assert min(box.width for box in boxes) >= LARGE_BOX.width
        assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
        assert max(box.right for box in boxes) < page.places["key:q"].x
        await pilot.click(page, offset=boxes[4].offset)
        assert shown(pilot.app).startswith(" Darwin's Journey ")


async def test_a_key_is_pressed_by_a_click():
    async with playing(saved("human", "bot:random")).run_test(size=(100, 40)) as pilot:
        await pilot.press("question_mark", "shift+tab")
        page = page_of(pilot.app)
        await pilot.click(page, offset=page.places["key:H"].offset)
        await until(pilot, lambda: "Hint 1 of" in shown(pilot.app))


async def test_a_key_beside_a_games_rules_is_that_of_the_screen_below_all_help():
    async with DarwinApp(own()).run_test(size=(100, 40)) as pilot:
        await pilot.press("question_mark", "1", "shift+tab")
        page = page_of(pilot.app)
        await pilot.click(page, offset=page.places["key:n"].offset)
        await until(pilot, lambda: isinstance(pilot.app.screen, NewMatchScreen))


async def test_same_key_does_the_same_on_every_screen():
    """The most common keys have the same meaning in play and in replay."""
    same = {"question_mark", "q", "tab", "L"}

    def actions(screen):
        return {b.key: b.action.split("(")[0] for b in Binding.make_bindings(screen.BINDINGS)}

    for screen in (PlayScreen, ReplayScreen):
        on_screen = actions(screen)
        assert {key: on_screen[key] for key in same} == {
            "question_mark": "help",
            "q": "leave",
            "tab": "pane",
            "L": "log",
        }


async def test_the_list_of_commands_has_all_that_a_screen_can_do():
    opened = saved("human", "bot:random")
    async with playing(opened).run_test() as pilot:
        screen = pilot.app.screen
        await pilot.press("ctrl+p")
        titles = [command.title for command in pilot.app.get_system_commands(screen)]
        assert titles[-3:] == ["Theme", "Quit", "Screenshot"]
        assert {what.capitalize() for _, what in keys_of(screen)} <= {*titles}
        await pilot.press(*"hint")
        await until(pilot, lambda: "key: H" in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: "Hint 1 of" in shown(pilot.app))


async def test_the_list_of_commands_names_none_twice():
    async with DarwinApp(own()).run_test() as pilot:
        titles = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert titles.count("Quit") == 1
        assert len({*titles}) == len(titles)


@pytest.mark.parametrize(("size", "language"), [((120, 40), "de"), ((160, 50), "en")])
async def test_a_large_window_has_the_contents_and_the_box_beside_every_page(size, language):
    settings.write(settings.Settings(language=language), here())
    app = DarwinApp(own())
    async with app.run_test(size=size) as pilot:
        under: Any = app.screen
        for slug in registry.SLUGS:
            app.call_later(navigation.go, app, navigation.Help(under, slug))
            await until(pilot, lambda: app.screen.query(HelpPage))
            page = page_of(app)
            sides = set()
            minutes = f" {BOXES[slug].minutes} min"
            for _ in PAGES:
                await until(pilot, lambda minutes=minutes: minutes in shown(app).lower())
                assert all(f"section:{number}" in page.places for number in range(len(page.titles)))
                sides.add(shown(app).splitlines()[1].partition("┏")[0])
                assert "…" not in shown(app)
                await pilot.press("tab")
            assert len(sides) == 1, "nothing moves from page to page"
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is under)
