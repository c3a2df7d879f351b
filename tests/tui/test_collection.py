"""The collection of achievements: it is gathered from finished matches, stored by their hashes, and
opens a match at the action that earned a specimen."""

from dataclasses import replace
from typing import Any

import pytest
from home import here, own
from tui.hands import open_you
from tui.scenes import DarwinApp, closed, finished, replay_of, saved, shown, submit, until

from darwin_core.contract import registry
from darwin_core.kit.achievements import PER_GAME, achievements
from darwin_core.match.timeline import Resign
from darwin_tui.drawing.picture import pictures
from darwin_tui.library import saves, statistics
from darwin_tui.library.statistics import Cabinet, Collection
from darwin_tui.library.statistics import finished as finished_of
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.you import YouScreen

pytestmark = pytest.mark.usefixtures("resting_bots")


def save(number: int) -> None:
    finished(
        "human", "bot:greedy", "bot:random",
        seed=str(number), made=f"2020-01-0{number + 1}T10:00:00+00:00",
    )  # fmt: skip


def collected() -> Collection:
    """Return Ada's whole collection, and store it."""
    cabinet = Cabinet.read(here())
    collection: Collection = {}
    for step in cabinet.collect(finished_of(saves.rows(here()), "Ada").matches):
        collection = step
    cabinet.keep()
    return collection


def test_specimen_is_of_the_first_match_in_which_it_was_found():
    for number in range(4):
        save(number)
    collection = collected()
    assert collection
    assert len(collection) <= PER_GAME
    for slug, name in collection:
        assert slug == "dice"
        match, position = collection[slug, name]
        for number in range(4):
            (row,) = [row for row in saves.listed(here()) if row.title == str(number)]
            places = statistics._find_achievements(replace(match, row=row))
            if name in places:
                assert (row.path, places[name]) == (match.row.path, position)
                break


def test_match_that_ends_with_a_resignation_has_no_specimen():
    opened = saved("human", "bot:greedy")
    submit(opened, 0, Resign())
    closed(opened)
    assert [match.row.over for match in finished_of(saves.rows(here()), "Ada").matches] == [True]
    assert collected() == {}


def test_match_is_walked_through_once(monkeypatch):
    save(0)
    first = collected()
    monkeypatch.setattr(statistics, "_find_achievements", lambda match: pytest.fail("it is known"))
    assert {*collected()} == {*first}


def test_new_achievements_are_looked_for_in_old_matches(monkeypatch):
    save(0)
    collected()
    walked: list[Any] = []

    def walk(match: Any) -> dict[str, int]:
        walked.append(match)
        return {}

    monkeypatch.setattr(statistics, "_names", lambda: {"dice": ("new",)})
    monkeypatch.setattr(statistics, "_find_achievements", walk)
    collected()
    assert len(walked) == 1


def test_damaged_file_of_the_collection_is_no_loss():
    save(0)
    first = collected()
    here().collection.write_bytes(b"\xff{")
    assert {*collected()} == {*first}


def test_every_specimen_has_a_picture():
    kinds = {
        achievement.specimen
        for slug in registry.SLUGS
        for achievement in achievements(registry.get(slug))
    }
    assert kinds == {*pictures("specimens")}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_enter_opens_the_match_at_the_action(size):
    for number in range(3):
        save(number)
    collection = collected()
    async with DarwinApp(own()).run_test(size=size) as pilot:
        page = await open_you(pilot)
        await pilot.press("shift+tab")
        assert page.cursor.startswith("find:dice:")
        while page.specimen is None:
            await pilot.press("right" if page.is_large else "down")
        name = page.cursor.rpartition(":")[2]
        match, position = collection["dice", name]
        assert "Enter shows it" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        replay = replay_of(pilot.app)
        assert replay.saved_at == match.row.path
        assert replay.position == position


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_empty_place_says_so(size):
    async with DarwinApp(own()).run_test(size=size) as pilot:
        page = await open_you(pilot)
        await pilot.press("shift+tab", "enter")
        assert isinstance(pilot.app.screen, YouScreen)
        assert "Not found yet." in shown(pilot.app)
        await pilot.press("tab")
        assert page.cursor == f"game:{page.slug}"


def test_collection_at_80_columns(snap_compare):
    save(0)
    app = DarwinApp(replace(own(), name="Ada"))
    assert snap_compare(app, press=("y", "shift+tab"), terminal_size=(80, 24))
