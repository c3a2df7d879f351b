"""Players with different languages at one server, each of whom reads all text in their own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import Raw
from msgspec.structs import replace
from server.clients import hosting, run, ssh_port, typing
from server.tables import hall_with, quiet, sit

from darwin_core.text.language import reading
from darwin_tui.hosted.server import Server
from darwin_tui.play.people_words import PHRASES
from darwin_tui.server.store.accounts import AccountSettings, change
from darwin_tui.server.store.contract import Account
from darwin_tui.server.tables.open_tables import ELSEWHERE


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Server]:
    """Yield a server with the accounts of Ada, who reads English, and Emma, who reads German."""
    async with hosting(tmp_path / "server", "Ada", "Emma") as host:
        settings = Raw(b'{"language":"de"}')
        await change(host.store, "Emma", lambda account: replace(account, settings=settings))
        yield host


async def test_two_players_line_by_line_read_each_their_language(host):
    port = ssh_port(host.ready)
    _, out, _ = await run(port, "Ada", "new dice --seats me,open,bot:normal --clock 1d")
    code = out.strip()
    assert "an open seat" in (await run(port, "Ada", "tables"))[1]
    assert "ein freier Platz" in (await run(port, "Emma", "tables"))[1]
    assert "1 Tag je Zug" in (await run(port, "Emma", "tables"))[1]
    async with (
        typing(port, "Ada", f"play {code} --plain") as ada,
        typing(port, "Emma", f"play {code} --plain") as emma,
    ):
        await emma.until("Tippe die Nummer deiner Wahl")
        await ada.until("Type the number of your choice")
        ada.type(f"say {PHRASES[5]}")
        await emma.until("Ada sagt: Gut gespielt.")
        emma.type("resign yes")
        await emma.until("Du hast aufgegeben")
        await ada.until("The match has ended: Emma resigned.")
    status, _, err = await run(port, "Emma", "get AAAA")
    assert (status, err) == (1, "Einen Tisch mit diesem Code gibt es nicht.\n")
    assert (await run(port, "Ada", "get AAAA"))[2] == "There is no table with that code.\n"


async def test_sentences_of_the_server_to_all_are_read_in_two_languages():
    async with hall_with("Ada", "Emma") as (_, (ada, emma)):
        _, places = await sit(ada, emma)
        table_people = places[1].table_people
        await places[0].table_people.resign(0)
        await quiet()
        with reading("en"):
            assert [line.text for line in table_people.chat] == ["Ada has resigned."]
            assert table_people.ended == emma.cards[0].ended == "The match has ended: Ada resigned."
            assert emma.people[0].words == "plays Darwin's Dice"
        with reading("de"):
            assert [line.text for line in table_people.chat] == ["Ada hat aufgegeben."]
            assert table_people.ended == emma.cards[0].ended
            assert table_people.ended == "Die Partie ist zu Ende. Aufgegeben: Ada."
            assert emma.people[0].words == "spielt Darwin's Dice"
        places[1].end(ELSEWHERE)
        with reading("de"):
            assert table_people.closed.startswith("Du spielst in einer anderen Sitzung weiter")


def test_first_visit_is_in_the_language_of_the_terminal_until_settings_are_kept():
    store: object = None
    new = Account("Ada")
    kept = Account("Ada", settings=Raw(b'{"theme":"ink"}'))
    assert AccountSettings(new, store, "de").now.language == "de"  # type: ignore[arg-type]
    assert AccountSettings(kept, store, "de").now.language == "en"  # type: ignore[arg-type]
