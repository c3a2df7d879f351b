"""Front ends of one process that open the same record share one table and one journal."""

from typing import Any

import pytest
from home import here, own
from matches import header
from tui.scenes import DarwinApp, play_of, players
from waiting import until

from darwin_core.journal.disk import Locked
from darwin_core.match.record import Player
from darwin_tui.library import saves
from darwin_tui.library.open_matches import LocalSeatAccess, OpenMatches
from darwin_tui.library.saves import Opened
from darwin_tui.screens import navigation


def begun(*controls: str) -> Opened:
    seated: tuple[Player, ...] = tuple(players(*controls))
    return saves.create(header(len(controls), players=seated), here())


async def choose(place: LocalSeatAccess, seat: int) -> None:
    now = place.seat(seat).snapshot
    await place.seat(seat).submit(now.actions[0], now.question)


async def test_one_record_is_one_table_until_the_last_has_left():
    opened = begun("human", "human")
    matches = OpenMatches()
    ada = matches.host(opened, people=[0])
    ben = matches.resume(opened.path, people=[1])
    assert (ada.people, ben.people) == ((0,), (1,))
    seen: list[int] = []
    ben.seat(1).observe(lambda snapshot: seen.append(snapshot.line))
    await choose(ada, 0)
    assert seen == [1]
    ada.close()
    ada.close()
    await choose(ben, 1)
    assert len(opened.match.lines) == 2, "the record is still open"
    with pytest.raises(Locked):
        OpenMatches().resume(opened.path)
    ben.close()
    again = OpenMatches().resume(opened.path)
    assert again.spectator.snapshot.line == 2
    again.close()


async def test_bots_play_on_after_the_front_end_that_started_them_has_left():
    opened = begun("human", "human", "bot:random")
    matches = OpenMatches()
    ada = matches.host(opened, people=[0])
    ben = matches.resume(opened.path, people=[1])
    ada.open()
    ben.open()
    assert list(ben.spectator.snapshot.present) == [0, 1]
    await choose(ada, 0)
    ada.close()
    assert list(ben.spectator.snapshot.present) == [1]
    await choose(ben, 1)
    await until(lambda: len(opened.match.lines) == 3)
    assert opened.match.history[-1].seat == 2
    ben.close()


async def test_a_record_saved_elsewhere_is_found_there():
    opened = begun("human", "human")
    matches = OpenMatches()
    old = opened.path
    ada = matches.host(opened)
    new = old.with_name("elsewhere.jsonl")
    ada.save_elsewhere(str(new), here())
    ben = matches.resume(new)
    assert ben.path == ada.path == new
    await choose(ada, 0)
    assert ben.spectator.snapshot.line == 1
    ada.close()
    ben.close()


async def test_two_programs_of_one_process_sit_at_one_table():
    """Each app has its own terminal size, and shows the other player's actions."""
    opened = begun("human", "human")
    matches = OpenMatches()
    one, other = DarwinApp(own()), DarwinApp(own())
    async with one.run_test(size=(80, 24)), other.run_test(size=(120, 40)):
        ada = matches.host(opened, people=[0])
        ben = matches.resume(opened.path, people=[1])
        one.open(navigation.Play(ada))
        other.open(navigation.Play(ben))
        await until(lambda: ben.spectator.snapshot.present == (0, 1))
        await choose(ada, 0)
        await until(lambda: play_of(other).live.snapshot.line == 1)
        views: list[Any] = [play_of(app).live.snapshot.view for app in (one, other)]
        assert views[0].chosen != views[1].chosen
        await choose(ben, 1)
        await until(lambda: play_of(one).live.snapshot.line == 2)
    OpenMatches().resume(opened.path).close()
