"""The lobby of a server, a waiting room and the set-up of a table in German."""

import time

import pytest
from home import here
from server.fake_lobby import NOW, TABLES, FakeLobby, visiting
from tui.scenes import content, shown, until

from darwin_tui import settings
from darwin_tui.settings import Settings

SIZES = ((80, 24), (120, 40), (200, 60))


@pytest.fixture(autouse=True)
def at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_lobby_is_german(size, german):
    async with visiting(FakeLobby(*TABLES)).run_test(size=size) as pilot:
        await pilot.pause()
        text = shown(pilot.app)
        for words in ("an 1 bist du am Zug", "Deine Partien", "Offene Tische", "2 Plätze frei"):
            assert words in text
        prompt = "Darwin's Journey: Du bist seit 2 Std. am Zug. Enter spielt."
        assert content(pilot.app, "#prompt") == prompt
        assert text.splitlines()[-1].strip().endswith("q verlassen")
        assert not german


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_table_is_set_up_in_german(size, german):
    async with visiting(FakeLobby(*TABLES)).run_test(size=size) as pilot:
        await pilot.press("n")
        text = shown(pilot.app)
        for words in ("Neuer Tisch", "wer findet ihn", "Zuschauer sehen"):
            assert words in text
        assert "Tisch öffnen: Darwin's Dice, 4 Plätze, etwa 20 Minuten" in text
        assert not german


async def test_waiting_room_is_german(german):
    async with visiting(FakeLobby(*TABLES)).run_test(size=SIZES[0]) as pilot:
        await pilot.press("down", "down", "enter")
        text = shown(pilot.app)
        for words in ("Tisch K7QF", "Plätze", "+ frei", "Faires Mischen", "Gespräch in der Lobby"):
            assert words in text
        assert "ist seine Prüfsumme:" in text, "on one line, so that the hash is in sight"
        assert "2 Plätze frei. Die Partie beginnt, wenn alle besetzt sind." in text
        assert not german


async def test_lobby_is_in_the_language_that_was_chosen_over_it():
    settings.write(Settings(), here())
    async with visiting(FakeLobby(*TABLES)).run_test(size=SIZES[0]) as pilot:
        await pilot.press("t")
        pilot.app.screen.query_one("#language").focus()
        await pilot.press("right")
        await until(pilot, lambda: "Einstellungen" in shown(pilot.app))
        await pilot.press("escape")
        await until(pilot, lambda: "Offene Tische" in shown(pilot.app))
        text = shown(pilot.app)
        for words in ("Gespräch", "du bist Ada", "Enter spielt.", "n Tisch öffnen", "q verlassen"):
            assert words in text
