"""The home screen: its menu, the shelf of games, and the match that can be continued."""

import os
import re

import pytest
import sampling
from home import here, own
from tui.scenes import DarwinApp, closed, finished, match_at, notices, play_of, saved, shown, until

from darwin_core.contract.registry import BOXES, SLUGS, get
from darwin_core.journal.file import FileJournal
from darwin_core.match import begin
from darwin_tui import settings
from darwin_tui.library import saves
from darwin_tui.paths import styles_dir
from darwin_tui.screens.first_time import FirstTimeScreen
from darwin_tui.screens.help import HelpScreen
from darwin_tui.screens.home import HomeScreen, Shelf
from darwin_tui.screens.lesson import LessonScreen
from darwin_tui.screens.new_match import NewMatchScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.saved import SavedScreen
from darwin_tui.screens.settings import SettingsScreen
from darwin_tui.seating import SetUp, default_set_up, seated, set_up_of
from darwin_tui.widgets.dialogs import PickDialog
from darwin_tui.widgets.forms import MatchForm
from darwin_tui.widgets.screen import KeyBar

pytestmark = pytest.mark.usefixtures("resting_bots")


MENU = ["new", "learn", "saved", "puzzles", "daily", "you", "settings", "help", "quit"]


def offered(app):
    return offered_by(app.screen)


def offered_by(screen):
    """Return the entries of the page without the games on the shelf."""
    return [place for place in screen.query_one(Shelf).places if place not in SLUGS]


async def test_nothing_to_continue_at_first():
    async with DarwinApp(own()).run_test() as pilot:
        assert offered(pilot.app) == ["first", *MENU]
        assert "Continue" not in shown(pilot.app)
        await pilot.press("c")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_rules_of_other_screens_are_read_when_one_is_opened():
    late = str(styles_dir() / "screens.tcss")
    async with DarwinApp(own()).run_test() as pilot:
        assert not pilot.app.stylesheet.has_source(late, "")
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        assert pilot.app.stylesheet.has_source(late, "")


async def test_the_last_unfinished_match_is_offered_first():
    closed(saved("human", "bot:random", seed="older", actions=3))
    closed(saved("human", "bot:random", "bot:random", seed="newer", actions=50))
    finished("human", "bot:random", seed="over")
    async with DarwinApp(own()).run_test() as pilot:
        assert offered(pilot.app)[0] == "continue"
        text = shown(pilot.app)
        assert "round 3, turn 1, just now" in text, "the one that is over cannot be continued"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        path = play_of(pilot.app).saved_at
        assert path
        assert path.stem == "newer"


@pytest.mark.parametrize("size", [(100, 36), (120, 40)], ids=str)
async def test_players_of_the_match_to_continue_stand_below_its_round(size):
    closed(saved("human", *["bot:random"] * 3, actions=60, game="evo"))
    async with DarwinApp(own()).run_test(size=size) as pilot:
        for name in ("● Ada", "▲ Ben", "■ Cleo", "◆ Dan"):
            assert re.search(rf"{name} +┃", shown(pilot.app))


async def test_menu_names_the_keys_that_the_player_has_chosen():
    closed(saved("human", "bot:random", actions=3))
    settings.write(settings.Settings(keys={"home.new": "f2", "home.continue": "f3"}), here())
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        text = shown(pilot.app)
        assert re.search(r"f2 +New match", text)
        assert re.search(r"Continue ━+ f3 ━", text)


async def test_lessons_that_no_digit_opens_have_no_number():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("L")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        lessons = [line for line in shown(pilot.app).splitlines() if " steps" in line]
        assert re.search(r"9 Evo, how to play well", lessons[8])
        assert re.search(r"   Darwin's Journey, how to play well", lessons[9])


async def test_menu_does_not_wait_until_all_matches_are_verified(monkeypatch):
    for number in range(6):
        acts = 10_000 if number else 3
        path = closed(saved("human", "bot:random", seed=str(number), actions=acts)).path
        os.utime(path, (number, number))
    monkeypatch.setattr("darwin_tui.library.saves.SLICE_SECONDS", 0)
    verified, steps = [], []
    verify, offer = saves.row, HomeScreen._offer

    def verifying(path):
        verified.append(path.stem)
        return verify(path)

    def offering(screen):
        offer(screen)
        steps.append((verified.copy(), screen.shelf.offer.place == "continue"))

    monkeypatch.setattr("darwin_tui.library.saves.row", verifying)
    monkeypatch.setattr(HomeScreen, "_offer", offering)
    async with DarwinApp(own()).run_test() as pilot:
        await until(pilot, lambda: len(steps) == 2)
        assert steps == [(["5"], False), (["5", "4", "3", "2", "1", "0"], True)]
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


async def test_another_screen_ends_the_search_for_a_match(monkeypatch):
    for number in range(3):
        finished("human", "bot:random", seed=str(number))
    monkeypatch.setattr("darwin_tui.library.saves.SLICE_SECONDS", 0)
    later = []
    call = HomeScreen.call_after_refresh

    def call_later(screen, does, *args):
        return later.append(does) if does == screen._search_on else call(screen, does, *args)

    monkeypatch.setattr(HomeScreen, "call_after_refresh", call_later)
    async with DarwinApp(own()).run_test(notifications=True) as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        await pilot.press("c")
        (notice,) = notices(pilot.app)
        assert "still being verified" in notice
        await pilot.press("t")
        assert not home._slices.has_more
        later[0]()
        assert offered_by(home)[0] == "first"


async def test_keys_and_menu_lead_on_and_escape_back():
    async with DarwinApp(own()).run_test() as pilot:
        for keys, screen in (
            ("n", NewMatchScreen),
            ("home down enter", FirstTimeScreen),
            ("1", FirstTimeScreen),
            ("s", SavedScreen),
            ("t", SettingsScreen),
            ("question_mark", HelpScreen),
        ):
            await pilot.press(*keys.split())
            assert isinstance(pilot.app.screen, screen), keys
            await pilot.press("escape")
            assert isinstance(pilot.app.screen, HomeScreen), keys


@pytest.mark.parametrize(("key", "to_play"), [("enter", "right"), ("4", "down")])
async def test_the_first_match_of_a_game_begins_with_a_lesson_or_against_easy_bots(key, to_play):
    slug = "dice" if key == "enter" else "evo"
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press(key)
        assert isinstance(pilot.app.screen, FirstTimeScreen)
        assert "Learn it (5 min) or play against Easy?" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        assert match_at(pilot.app).game.slug == slug
    assert settings.read(here()).settings.met == (slug,)
    for path in here().matches.glob("*"):
        path.unlink()
    settings.write(settings.Settings(), here())
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press(key, to_play, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        match = match_at(pilot.app)
        assert match.game.slug == slug
        controls = [player.control for player in match.header.players]
        assert controls == ["human", "bot:easy", "bot:easy", "bot:easy"]


async def test_a_player_who_was_asked_sets_the_table_against_easy_bots():
    settings.write(settings.Settings(met=("evo",)), here())
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("4")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewMatchScreen))
        await until(pilot, lambda: "a bot, easy" in shown(pilot.app))
        await pilot.press("escape", "5", "a")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewMatchScreen))
    assert set(settings.read(here()).settings.met) == {*SLUGS}


async def test_enter_begins_the_last_match_again():
    wanted = SetUp("evo", (("human", "Ada"), ("bot:easy", "")), {"predation": "yes"})
    settings.write(settings.Settings(set_ups=(wanted,)), here())
    async with DarwinApp(own()).run_test() as pilot:
        assert "Once more" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        again = match_at(pilot.app)
        assert (again.game.slug, len(again.header.players)) == ("evo", 2)
        assert again.header.players[1].control == "bot:easy"
        assert again.header.options["predation"] == "yes"


@pytest.mark.parametrize("keys", ["q", "ctrl+q", "ctrl+c"])
async def test_quits(keys):
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press(*keys.split())
        assert not app.is_running or app._exit


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_cursor_reaches_every_place_and_enter_opens_it(size):
    async with DarwinApp(own()).run_test(size=size) as pilot:
        shelf = pilot.app.screen.query_one(Shelf)
        reached = {shelf.cursor}
        waiting = [shelf.cursor]
        while waiting:
            start = waiting.pop()
            for key in ("left", "right", "up", "down"):
                shelf.move_to(start)
                await pilot.press(key)
                if shelf.cursor not in reached:
                    reached.add(shelf.cursor)
                    waiting.append(shelf.cursor)
        assert reached == set(shelf.places) == {"first", *MENU, *SLUGS}
        shelf.move_to("settings")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, SettingsScreen)


@pytest.mark.parametrize("place", sampling.some(SLUGS, sampling.GAMES_INTERVAL, 1))
async def test_game_taken_from_the_shelf_is_chosen_in_the_form(place):
    settings.write(settings.Settings(met=SLUGS), here())
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await pilot.press(str(SLUGS.index(place) + 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, NewMatchScreen))
        assert pilot.app.screen.query_one(MatchForm).game.slug == place
        await pilot.press("escape")
        where = pilot.app.screen.query_one(Shelf).places[place]
        await pilot.click(Shelf, offset=(where.x + 3, where.y + 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, NewMatchScreen))
        assert pilot.app.screen.query_one(MatchForm).game.slug == place


@pytest.mark.parametrize("slug", SLUGS)
def test_boxes_say_what_the_games_are(slug):
    game = get(slug)
    box = BOXES[slug]
    assert box.title == game.title
    assert box.seats == game.seats


async def test_all_games_are_named_on_a_small_terminal():
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen_text = shown(pilot.app)
        assert not [slug for slug in SLUGS if get(slug).title.split()[-1] not in screen_text]


async def test_a_match_played_elsewhere_is_not_taken_over():
    opened = saved("human", "bot:random", actions=2)
    async with DarwinApp(own()).run_test(notifications=True) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: list(notices(pilot.app)))
        (notice,) = notices(pilot.app)
        assert notice == f"{opened.path} is being played in another program."
        assert isinstance(pilot.app.screen, HomeScreen)
        closed(opened)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


async def test_leaving_and_continuing_at_once_many_times():
    closed(saved("human", "bot:random", actions=2))
    async with DarwinApp(own()).run_test() as pilot:
        for _ in range(5):
            await pilot.press("c")
            await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
            path = play_of(pilot.app).saved_at
            await pilot.press("q")
            assert isinstance(pilot.app.screen, HomeScreen)
        assert path
        FileJournal(path).close()


async def test_damaged_match_is_mended_and_says_so():
    path = closed(saved("human", "bot:random", actions=20)).path
    lines = path.read_bytes().splitlines(keepends=True)
    lines[11] = lines[11].replace(b'"', b"'", 1)
    path.write_bytes(b"".join(lines))
    async with DarwinApp(own()).run_test(notifications=True) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: "Mended" in shown(pilot.app))
        assert len(match_at(pilot.app).lines) == 10
        assert list(path.parent.glob("*.damaged-*"))


async def test_says_that_there_is_nothing_to_continue_and_does_not_offer_it():
    async with DarwinApp(own()).run_test(notifications=True) as pilot:
        assert "continue" not in {key.label for key in pilot.app.query_one(KeyBar)._keys}
        await pilot.press("c")
        await until(pilot, lambda: "no match to continue" in shown(pilot.app))


@pytest.mark.parametrize(("game", "words"), [("dice", "round 1, turn 2"), ("darwinning", "era 1")])
async def test_how_far_a_match_has_come_is_shown_in_its_rulebooks_words(game, words):
    closed(saved("human", "bot:random", "bot:random", actions=3, game=game))
    async with DarwinApp(own()).run_test(size=(100, 30)) as pilot:
        assert words in shown(pilot.app)
        await pilot.press("s")
        assert words in shown(pilot.app)


async def test_a_notice_is_shown_once_over_a_dialog():
    async with DarwinApp(own()).run_test(notifications=True) as pilot:
        home = pilot.app.screen
        await pilot.press("c")
        await until(pilot, lambda: home.query_one("ToastRack").display)
        await pilot.press("L")
        await until(pilot, lambda: pilot.app.screen is not home)
        await until(pilot, lambda: pilot.app.screen.query_one("ToastRack").display)
        assert not home.query_one("ToastRack").display
        await pilot.press("escape")
        await until(pilot, lambda: home.query_one("ToastRack").display)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_can_be_begun_as_nobody_has_chosen(slug):
    wanted = default_set_up(slug)
    header = saves.header_for(slug, {**wanted.options}, seated(wanted.seats, "Ada"), "seed")
    match, _ = begin(get(slug), header)
    assert set_up_of(match.header).options == wanted.options
    assert "eras" not in wanted.options or wanted.options["eras"] == "3"
