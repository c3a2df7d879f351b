"""Requests without a full screen, over SSH: lists, tables, records and tokens."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import msgspec
import pytest
from server.clients import hosting, run, ssh_port, typing
from server.stand_ins import Wire
from waiting import until

from darwin_core.contract import registry
from darwin_tui.hosted.server import Server
from darwin_tui.library import saves
from darwin_tui.server.operations.console import ConnectionStreams
from darwin_tui.server.operations.requests import REQUESTS
from darwin_tui.server.store.accounts import allow, hash_token

CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}\n\Z")


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "server", "Ada", "Emma", "Wallace") as host:
        yield host


NO_HANDS = "Spectators see no hands. Only the players may replay the match afterwards.\n"
"""The sentence that players read before they sit down."""


async def ask(host: Server, name: str, command: str | None) -> tuple[int | None, str, str]:
    return await run(ssh_port(host.ready), name, command)


async def made(host: Server, words: str = "dice --seats me,open") -> str:
    status, out, err = await ask(host, "Ada", f"new {words}")
    assert (status, err) == (0, "")
    assert CODE.match(out)
    return out.strip()


async def test_help_says_every_request(host):
    status, out, err = await ask(host, "Ada", "help")
    assert (status, err) == (0, "")
    for_all = [word for word, request in REQUESTS.items() if not request.is_of_moderators]
    assert [line.split()[0].rstrip(":") for line in out.splitlines()[1:]] == for_all
    assert out.startswith(f"darwin-tui: ssh -p {ssh_port(host.ready)} 127.0.0.1, ")


async def test_one_command_after_another_is_answered_until_quit(host):
    code = await made(host)
    typed = "new dice --seats me\n\nlines\n?\nplay NONE\nquit\ngames\n"
    status, out, err = await run(ssh_port(host.ready), "Ada", "lines", typed)
    assert (status, err) == (0, "")
    assert out.startswith("You are Ada. Type a command, help for all of them, or quit.\n" + code)
    assert out.count("games: the games.") == 1, "the help"
    assert registry.catalogue()[0] not in out, "it has ended before"
    mistake, missing = out.splitlines()[2], out.splitlines()[-1]
    assert mistake.endswith("Type help for all commands.")
    assert missing == "There is no table with that code."


async def test_games_are_listed_as_at_home(host):
    assert await ask(host, "Ada", "games") == (0, "\n".join(registry.catalogue()) + "\n", "")


async def test_a_new_table_is_listed_with_its_seats(host):
    assert (await ask(host, "Ada", "tables"))[1].startswith("There are no tables")
    words = "dice --seats me,open,for:emma,bot:normal --option counter=no --clock 3d"
    code = await made(host, words)
    _, mine, _ = await ask(host, "Ada", "tables")
    assert mine == (
        f"{code} Darwin's Dice, gathering: "
        "Ada, an open seat, a seat for Emma and Wallace (a bot, normal). 3 days a move. " + NO_HANDS
    )
    _, out, _ = await ask(host, "Emma", "tables --json")
    (card,) = msgspec.json.decode(out)
    assert (card["code"], card["game"], card["phase"]) == (code, "dice", "gathering")
    assert (card["is_mine"], card["is_host"]) == (True, False)


async def test_a_bot_decides_at_a_new_table_when_the_time_of_its_clock_is_over(host):
    codes = [await made(host, f"dice --seats me,open{clock}") for clock in ("", " --clock 1d")]
    tables = [await host.store.table(code) for code in codes]
    assert [table.bots_take_over for table in tables if table] == [False, True]


async def test_a_private_table_shows_to_nobody_who_does_not_know_its_code(host):
    code = await made(host, "dice --seats me,open --private")
    assert code not in (await ask(host, "Emma", "tables --json"))[1]
    assert (await ask(host, "Emma", f"join {code.lower()}"))[0] == 0
    assert code in (await ask(host, "Emma", "tables"))[1]


async def test_words_after_the_code_are_in_the_seed(host):
    code = await made(host, "dice --seats me,open,open")
    for name, words in (("Ada", "my own words"), ("Emma", "--plain hers")):
        assert (await ask(host, name, f"join {code} {words}"))[0] == 0
    table = await host.store.table(code)
    assert table
    assert [seat.nonce for seat in table.seats] == ["my own words", "hers", ""]


async def test_join_sits_down_and_says_so(host):
    code = await made(host, "dice --seats me,open,open")
    assert await ask(host, "Emma", f"join {code}") == (
        0,
        f"{NO_HANDS}You sit at table {code}, which waits for 1 more player.\n",
        "",
    )
    assert await ask(host, "Wallace", f"join {code}") == (
        0,
        f"{NO_HANDS}You sit at table {code}; play there with: play {code} --plain\n",
        "",
    )
    assert (await host.store.table(code)).phase == "playing"
    # Joining a second time changes nothing.
    assert (await ask(host, "Emma", f"join {code}"))[0] == 0


async def test_who_goes_at_once_has_sat_down_and_others_see_it(host):
    code = await made(host, "dice --seats me,open,open")
    assert await run(ssh_port(host.ready), "Emma", f"play {code} --plain", "quit\n") == (
        0,
        f"{NO_HANDS}Table {code} waits for 1 more player.\n"
        f"Your seat is kept; come back with: play {code} --plain\n",
        "",
    )
    _, tables, _ = await ask(host, "Wallace", "tables")
    assert "Ada, Emma and an open seat" in tables


async def test_what_is_typed_at_once_is_for_the_match_that_has_begun(host):
    code = await made(host, "dice --seats me,bot:random")
    _, out, err = await run(ssh_port(host.ready), "Ada", f"play {code} --plain", "legal\nquit\n")
    assert err == ""
    assert "not begun" not in out
    assert "1: " in out, "the choices are listed"


async def test_a_table_is_planned_invited_to_and_left_without_a_screen(host):
    words = "--clock 5m --away wait --watching no --talk no --record all"
    code = await made(host, f"dice --seats me,open {words}")
    table = await host.store.table(code)
    assert table
    assert (table.seconds_a_move, table.bots_take_over, table.watching) == (300, False, "none")
    assert (table.watchers_chat, table.opens_record) == (False, "all")
    _, tables, _ = await ask(host, "Ada", "tables")
    assert "5 minutes a move. There are no spectators. Everybody may replay the match" in tables
    status, out, _ = await ask(host, "Ada", f"invite {code} emma")
    assert (status, out) == (0, f"Emma is invited to table {code}.\n")
    table = await host.store.table(code)
    assert table
    assert [guest.name for guest in table.invited] == ["Emma"]
    assert (await ask(host, "Ada", f"leave {code}"))[:2] == (0, f"Table {code} is closed.\n")
    assert await host.store.table(code) is None


async def test_one_who_resigns_loses_and_the_list_says_who_won(host):
    code = await made(host)
    _, out, _ = await ask(host, "Emma", f"join {code}")
    assert out.startswith(NO_HANDS)
    status, out, err = await ask(host, "Emma", f"resign {code} yes")
    assert (status, out, err) == (0, f"You have resigned at table {code}.\n", "")
    _, tables, _ = await ask(host, "Ada", "tables")
    assert f"{code} Darwin's Dice, over" in tables
    assert "Ada won." in tables
    assert (await ask(host, "Emma", f"resign {code} yes"))[2] == "The match is over.\n"
    again = (await ask(host, "Emma", f"rematch {code}"))[1].strip()
    table = await host.store.table(again)
    assert table
    assert [(seat.kind, seat.name) for seat in table.seats] == [
        ("reserved", "Ada"),
        ("person", "Emma"),
    ]
    assert "You sit at table" in (await ask(host, "Ada", f"rematch {code}"))[1]
    assert (await host.store.table(again)).phase == "playing"


REFUSED: list[tuple[str | None, int, str]] = [
    (None, 2, "The full screen needs a terminal with a cursor, as ssh -t gives; without one, play"),
    ("frob", 2, "There is no command 'frob'."),
    ("sh -c id", 2, "There is no command 'sh'."),
    ("games all", 2, "'all' is too much."),
    ("tables --yaml", 2, "There is no option '--yaml' here."),
    ("new", 2, "Say which game, as in: new dice --seats me,open,bot:normal."),
    ("new chess --seats me", 2, "There is no game called 'chess'; there is dice, darwinning,"),
    ("new dice", 2, "Say who plays, as in --seats me,open,bot:normal."),
    ("new dice --seats", 2, "After --seats comes a value."),
    ("new dice --seats me,open --clock 2", 2, "'2' is no clock; there is none, 5m, 1h,"),
    ("new dice --seats me", 2, "Darwin's Dice is played by 2, 3 or 4, not by 1."),
    ("new dice --seats me,you", 2, "'you' is no seat; a seat is me, open, for:NAME, bot or"),
    ("new dice --seats me,bot:deep", 2, "There is no bot called 'deep'; there is random,"),
    ("new dice --seats me,open --option x=1", 2, "Darwin's Dice cannot be played so"),
    ("new dice --seats me,for:Nobody", 1, "There is no player of that name."),
    ("new dice --seats me,open --watching hands", 2, "'hands' is nothing for --watching; there"),
    ("new dice --seats me,open --delay 10", 2, "There is no option '--delay' here."),
    ("leave NONE", 1, "There is no table with that code."),
    ("resign NONE", 2, "To resign is to lose; if you are sure: resign N0NE yes."),
    ("resign NONE yes", 1, "There is no table with that code."),
    ("invite NONE", 2, "Say whom to invite, as in: invite N0NE Emma."),
    ("invite NONE Emma", 1, "There is no table with that code."),
    ("join", 2, "Say the code of one table."),
    ("join NONE", 1, "There is no table with that code."),
    ("play NONE --plain", 1, "There is no table with that code."),
    ("watch NONE --plain", 1, "There is no table with that code."),
    ("get ../../etc/passwd", 1, "There is no table with that code."),
    ("get NONE", 1, "There is no table with that code."),
]


async def test_what_cannot_be_done_is_one_sentence(host):
    for command, status, sentence in REFUSED:
        code, out, err = await ask(host, "Ada", command)
        assert (code, out) == (status, ""), (command, err)
        assert err.startswith(sentence), err
        assert err.count("\n") == 1
        assert ("help" in err) == (status == 2)


async def test_errors_cannot_drive_a_terminal(host):
    _, _, err = await ask(host, "Ada", "'\x1b]0;gone\x07\u202e'")
    assert err.isascii()
    assert err.rstrip("\n").isprintable()


async def test_a_finished_match_is_downloaded_whole(host, tmp_path):
    code = await made(host)
    assert (await ask(host, "Ada", f"get {code}"))[0] == 1
    async with (
        typing(ssh_port(host.ready), "Ada", f"play {code} --plain") as ada,
        typing(ssh_port(host.ready), "Emma", f"play {code} --plain") as emma,
    ):
        await asyncio.gather(ada.play_on(), emma.play_on())
        await ada.rest()
        assert ada.lines[-1] == f"The match is saved; download it with: get {code}"
    status, out, err = await ask(host, "Emma", f"get {code}")
    assert (status, err) == (0, "")
    path = tmp_path / "match.jsonl"
    path.write_text(out)
    assert saves.verify(path) is None
    assert saves.read(path).match.header.names == ("Ada", "Emma")
    assert (await ask(host, "Wallace", f"get {code}"))[:2] == (1, "")


async def test_a_rated_match_counts_for_ladder_and_profile_and_is_replayed_by_its_code(host):
    assert await ask(host, "Ada", "ladder dice") == (
        0,
        "Nobody has played a rated match of Darwin's Dice.\n",
        "",
    )
    code = await made(host, "dice --seats me,open --terms rated --clock 1d")
    rated = "Rated: the result counts for the ladder, and there are no hints."
    assert rated in (await ask(host, "Emma", "tables"))[1]
    assert rated in (await ask(host, "Emma", f"join {code}"))[1]
    assert (await ask(host, "Ada", f"replay {code}"))[0] == 1
    _, out, _ = await run(ssh_port(host.ready), "Ada", f"play {code} --plain", "hint\nquit\n")
    assert "At this table there are no hints." in out
    assert (await ask(host, "Emma", f"resign {code} yes"))[0] == 0
    _, ladder, _ = await ask(host, "Wallace", "ladder dice")
    title, first, second = ladder.splitlines()
    assert title.startswith("Darwin's Dice for 2, ")
    assert re.fullmatch(r"provisional: Ada 15\d\d ± \d+, \+\d+, 1 match", first)
    assert re.fullmatch(r"provisional: Emma 14\d\d ± \d+, −\d+, 1 match", second)
    _, profile, _ = await ask(host, "Wallace", "profile emma")
    lines = profile.splitlines()
    assert lines[0].startswith("Emma, here since ")
    assert lines[1].startswith("Darwin's Dice for 2: 14")
    assert lines[1].endswith(", 1 match, provisional")
    assert lines[2] == "Against Ada: ahead in 0 of 1."
    assert lines[3].endswith("Ada and Emma. 1 day a move. Ada won.")
    status, out, _ = await run(ssh_port(host.ready), "Emma", f"replay {code}", "play\nquit\n")
    assert status == 0
    assert "Emma has resigned." in out
    assert "Place 1: Ada" in out
    assert (await ask(host, "Wallace", f"replay {code}"))[:2] == (1, "")
    for words in ("ladder", "ladder chess", "ladder dice --season x", "profile Ada Emma"):
        assert (await ask(host, "Ada", words))[0] == 2


async def test_a_token_is_new_each_time_and_only_its_hash_is_kept(host):
    tokens = [(await ask(host, "Ada", "token"))[1].strip() for _ in range(2)]
    assert len({*tokens}) == 2
    account = await host.store.account_of_token(hash_token(tokens[1]))
    assert account is not None
    assert account.name == "Ada"
    assert await host.store.account_of_token(hash_token(tokens[0])) is None
    assert tokens[1] not in repr(account)


async def test_input_that_has_ended_before_it_is_read_is_read_nevertheless():
    wire = Wire()
    wire.received(b"Ada\r")
    wire.ended()
    streams = ConnectionStreams(wire)
    assert await streams.read() == b"Ada\n"
    assert await streams.read() == b""


async def test_help_and_games_need_no_name_and_all_else_does(tmp_path):
    async with hosting(tmp_path / "server", "Ada", door="open") as host:
        port = ssh_port(host.ready)
        for word in ("help", "games"):
            known = await run(port, "Ada", word)
            assert known[0] == 0
            assert await run(port, "Emma", word) == known
        assert len(await host.store.accounts()) == 1
        no_name = "?\n" * 10
        for command in ("tables", "help me"):
            assert "choose the name" in (await run(port, "Emma", command, no_name))[1]
    async with hosting(tmp_path / "closed") as host:
        with pytest.raises(asyncssh.PermissionDenied):
            await run(ssh_port(host.ready), "Emma", "help")


# --- tournaments, the challenge of the day, friends


async def test_a_tournament_is_opened_joined_played_and_read_line_by_line(host):
    refused = await ask(host, "Ada", "tournaments new duplicate dice")
    assert refused == (1, "", "The host of the server has to allow you to open tournaments.\n")
    await allow(host.store, "Ada", "tournaments", is_allowed=True)
    assert await ask(host, "Ada", "tournaments") == (0, "There are no tournaments.\n", "")
    words = "duplicate dice --count 2 --seats 2 --clock 30m+20s --hours 48 --title Week"
    status, out, err = await ask(host, "Ada", f"tournaments new {words}")
    assert (status, err) == (0, "")
    code = out.strip()
    kind = "Darwin's Dice, duplicate, 2 deals"
    await until(lambda: host.server_tables.services.tournaments.all[code].phase == "playing")
    joined = f"{code} Week: {kind}, 2 players, playing. You have joined.\n"
    assert await ask(host, "Emma", f"join {code}") == (0, joined, "")
    assert await ask(host, "Wallace", "tournaments") == (
        0,
        f"{code} Week: {kind}, 2 players, playing.\n",
        "",
    )
    status, out, _ = await ask(host, "Emma", f"tournaments play {code}")
    assert status == 0
    table = out.split()[3].rstrip(":")
    assert out == f"Play at table {table}: play {table} --plain\n"
    _, tables, _ = await ask(host, "Emma", "tables")
    assert table in tables
    _, tables, _ = await ask(host, "Ada", "tables")
    assert table not in tables
    await ask(host, "Emma", f"resign {table} yes")
    tournaments = host.server_tables.services.tournaments
    await until(lambda: bool(tournaments.all[code].pairings[0].ended))
    status, out, _ = await ask(host, "Ada", f"tournaments {code}")
    lines = out.splitlines()
    assert lines[0] == f"{code} Week: {kind}, 2 players, playing. You are 1st."
    assert lines[1] == "1. Ada: +0.0, 0 deals"
    assert lines[2].startswith("2. Emma: −") or lines[2] == "1. Emma: +0.0, 1 deal"
    left = await ask(host, "Emma", f"tournaments leave {code}")
    assert left == (0, f"You have left tournament {code}.\n", "")


SENSELESS = {
    "tournaments K7QF": "There is no tournament with that code.",
    "tournaments new football dice": "A tournament is duplicate, swiss or arena.",
    "tournaments new swiss dice --count many": "After --count comes a number.",
    "tournaments new swiss dice --hours " + "9" * 400: "After --hours comes a number.",
    "tournaments new swiss chess": "chess",
    "tournaments a b c d": "Say the code of one tournament.",
    "friends Emma": "Say what to do, as in: friends add Emma.",
    "friends add Nobody": "There is no player of that name.",
    "daily Emma": "Say with whom and which game, as in: daily Emma dice.",
    "challenge chess": "chess",
    "race chess": "chess",
}
"""Words without sense, each with a part of the sentence that refuses them."""


async def test_words_without_sense_are_refused_in_a_sentence(host):
    await allow(host.store, "Ada", "tournaments", is_allowed=True)
    for words, sentence in SENSELESS.items():
        status, out, err = await ask(host, "Ada", words)
        assert (status in (1, 2), out) == (True, ""), words
        assert sentence in err


async def test_the_challenge_is_begun_once_and_its_table_read(host, monkeypatch):
    games = registry.SLUGS
    monkeypatch.setattr(registry, "SLUGS", ("dice",))
    status, out, _ = await ask(host, "Ada", "challenge")
    assert status == 0
    assert re.fullmatch(r"Darwin's Dice: par \d+; not played\.\n", out)
    status, out, _ = await ask(host, "Ada", "challenge dice")
    first, play = out.splitlines()
    assert first == "The first try counts, and nobody helps."
    assert (await ask(host, "Ada", "challenge dice"))[1].splitlines()[1] == play
    _, out, _ = await ask(host, "Ada", "challenge")
    assert out.endswith("; begun.\n")
    monkeypatch.setattr(registry, "SLUGS", games)
    refused = (1, "", "There is no challenge of this game today.\n")
    assert await ask(host, "Ada", "challenge evo") == refused


async def test_a_race_is_run_line_by_line_and_its_table_read(host):
    status, out, _ = await run(ssh_port(host.ready), "Ada", "race dice", "quit\n")
    assert status == 0
    assert "0 right, 0 wrong." in out
    _, out, _ = await ask(host, "Emma", "race")
    assert "1. Ada: 0 points, 0 right, 0 wrong" in out


async def test_friends_are_listed_and_get_a_daily_match(host):
    nobody = "Nobody is in your list; add a friend with: friends add NAME\n"
    assert await ask(host, "Ada", "friends") == (0, nobody, "")
    assert await ask(host, "Ada", "friends add emma") == (0, "Emma is your friend.\n", "")
    blocked = (0, "Wallace is blocked.\n", "")
    assert await ask(host, "Ada", "friends block wallace") == blocked
    assert await ask(host, "Ada", "friends") == (0, "Emma: not here\nWallace: blocked\n", "")
    status, code, _ = await ask(host, "Ada", "daily emma evo")
    assert status == 0
    _, tables, _ = await ask(host, "Emma", "tables")
    assert f"{code.strip()} Evo, gathering: Ada and a seat for Emma. 1 day a move." in tables
    refused = await ask(host, "Wallace", "daily ada dice")
    assert refused == (1, "", "Ada takes no invitations from you.\n")
    assert (await ask(host, "Ada", "friends unblock wallace"))[0] == 0
    assert (await ask(host, "Ada", "friends remove emma"))[0] == 0
    assert await ask(host, "Ada", "friends") == (0, nobody, "")
