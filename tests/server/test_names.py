"""Names on a server: strangers cannot take a player's name, a reserved name, or a similar one."""

import unicodedata

import pytest
from server.clients import at_screen, hosting, key_of, lines_of, run, ssh_port
from server.stores import account, key
from server.tables import ME, MemoryStore, hall_with, plan, sit

from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.store.accounts import (
    AccountError,
    enrol,
    looks_like,
    register,
    remove,
)
from darwin_tui.server.store.admission import read_ban
from darwin_tui.server.store.contract import Account, pack, unpack
from darwin_tui.server.tables.register import SeatPlan, load

BAD = (
    *("Emrna", "Ernma", "Emma_", "Emma-", "Emma1", "eMMa", "EMMA", "E-m-m-a", "Emma_2", "Emma-99"),
    *("admin", "Adm1n", "Host", "H0st", "server", "Server2", "darwin-tui", "Darwin_TUI", "me"),
    *("Wallace", "VVa11ace", "Wallace_", "B0t", "bot", "open", "0pen", "Lye11", "m0d", "Huxley1"),
)
"""Names that are refused to strangers on a server where Emma has an account."""
GOOD = ("Emmanuel", "Ema", "Anna", "Finch27", "Finch28", "Ben", "42", "a1")


@pytest.fixture
async def store() -> MemoryStore:
    store = MemoryStore()
    await store.put_account(account("Emma", key(0)))
    return store


@pytest.mark.parametrize("name", BAD)
async def test_a_stranger_may_not_take_a_name_that_reads_as_anothers(store, name):
    with pytest.raises(AccountError) as refusal:
        await register(store, name, key(1))
    assert str(refusal.value).count(".") == 1
    assert [account.name for account in await store.accounts()] == ["Emma"]


async def test_other_names_are_free_and_the_host_may_add_any(store):
    for number, name in enumerate(GOOD, 1):
        await register(store, name, key(number))
    text = key_of("Emma2").export_public_key().decode()
    assert (await enrol(store, "Emma2", text)).name == "Emma2"
    assert [name for name in GOOD if looks_like(name, "Emma")] == []


# --- other scripts

NAMES = ("Анна", "李雷", "Ζωή", "José", "さくら子", "김철수", "Արմեն", "ნინო", "Łukasz")
"""Names in other scripts."""
SEEN_AS_EMMA = ("ЕММА", "емма", "ΕΜΜΑ", "Émma", "Ėmmä", "Е-м-м-а", "ЕММА_7")
SEEN_AS_DIRK = ("Ðirk", "ðirk", "Đirk", "Dirĸ")
SEEN_AS_RESERVED = ("НОЅТ", "Ноѕт", "ѕеԝеr", "МЕ", "ме", "уоu", "ΒΟΤ", "Hóst", "һоѕт", "Սтаff")


@pytest.mark.parametrize("name", NAMES)
async def test_a_player_has_a_name_in_any_of_many_scripts(store, name):
    typed = unicodedata.normalize("NFD", name)
    made = await register(store, typed, key(1))
    assert made.name == name == unicodedata.normalize("NFC", name)
    owner = await store.account(name.upper())
    assert owner
    assert owner.name == name
    assert unpack(pack(made), Account) == made
    assert read_ban(typed).value == name
    with pytest.raises(AccountError, match="already"):
        await register(store, name, key(2))


@pytest.mark.parametrize("name", [*SEEN_AS_EMMA, *SEEN_AS_RESERVED])
async def test_a_name_in_another_script_is_not_taken_for_anothers(store, name):
    with pytest.raises(AccountError, match=r"looks like|stands for|one script|already"):
        await register(store, name, key(1))
    if name in SEEN_AS_EMMA:
        assert looks_like(name, "Emma")


async def test_a_latin_letter_that_looks_like_another_makes_no_other_name(store):
    for others, names in (
        ("Dirk", SEEN_AS_DIRK),
        ("finch", ("ſinch", "ẝinch")),
        ("Lina", ("Ŀina", "ŀinа")),
        ("Pijl", ("Þĳl", "þijl", "Pĳl")),
        ("Aenon", ("Æŉon", "ẚenon")),
    ):
        await register(store, others, key(len(await store.accounts()) + 1))
        for name in names:
            with pytest.raises(AccountError, match=r"looks like|one script"):
                await register(store, name, key(99))


@pytest.mark.parametrize(
    ("name", "others"),
    [("Анна", "AHHA"), ("сосо", "coco"), ("ロロ", "口口"), ("Ζωή", "Ζωη"), ("José", "Jose")],
)
async def test_names_that_read_alike_in_two_scripts_are_not_both_taken(store, name, others):
    await register(store, others, key(1))
    with pytest.raises(AccountError, match="looks like that of"):
        await register(store, name, key(2))
    assert not looks_like("Анна", "Anna"), "only their sound is alike"


@pytest.mark.parametrize(
    "name",
    [
        *("Аnna", "李Lei", "Anna李", "ΑннA", "김さく", "Ｅｍｍａ", "عمر", "אבא", "An\u200bna"),
        *("A\u202enn", "𝐀𝐧𝐧𝐚", "²³", "٣٤", "-李", "李雷李雷李雷李雷李", "李"),
    ],
)
async def test_mixed_scripts_and_odd_letters_make_no_name(store, name):
    with pytest.raises(AccountError):
        await register(store, name, key(1))


async def test_a_match_of_people_with_other_letters_is_kept_and_read(server):
    names = ("Анна", "李雷李雷李雷李雷", "José")
    code, places = await sit(*[await server.lobby(name) for name in names])
    assert load(await server.store.record(code)).header.names == names
    assert [member.name for member in places[0].table_people.members] == [*names]


async def test_a_stranger_types_a_name_of_wide_letters_and_all_columns_stay(tmp_path):
    async with hosting(tmp_path, "Emma", door="open") as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "new", username="李雷") as lei:
            await lei.until("Enter alone takes 李雷.")
            lei.press("\r")
            await lei.until("you are 李雷")
        _, out, _ = await run(port, "Emma", "friends add 李雷")
        assert out == "李雷 is your friend.\n"


# --- removed players


async def test_a_stranger_gets_neither_name_nor_seat_of_a_removed_player(tmp_path):
    """Let a thief at an open server try every way to the name and private table of Emma."""
    async with hosting(tmp_path, "Ada", "Emma", door="open") as host:
        port = ssh_port(host.ready)
        _, code, _ = await run(port, "Emma", "new dice --seats me,open --private")
        code = code.strip()
        async with at_screen(port, "Ada", f"join {code}") as ada:
            await ada.until("Choose a card")
            await remove(host.store, "Emma")
            names = ("Emma", "emma", "EMMA", "Emrna", "Emma_", "Emma1")
            async with at_screen(port, "thief", username="Emma") as thief:
                await thief.until("Name:")
                assert b"Enter alone takes" not in thief.output
                for name in names:
                    thief.press(f"{name}\r")
                await thief.until("an account Emma already", "looks like that of Emma")
                thief.press("Thief\r")
                await thief.until("Tables")
                assert code not in thief.text
            assert code not in (await run(port, "thief", "tables --json"))[1]
            # A player who knows a private table's code may look at it, but not play or read it.
            for words in (f"play {code} --plain", f"join {code}", f"get {code}"):
                status, out, err = await run(port, "thief", words)
                assert (status, out) == (1, ""), (words, err)
            assert await lines_of(host, code) == 0
            # The host gives the name back to Emma with a new key, and she has her seat again.
            text = key_of("new key of Emma").export_public_key().decode()
            await enrol(host.store, "Emma", text, is_same_person=True)
            async with at_screen(port, "new key of Emma", f"join {code}") as emma:
                await emma.until("Choose a card")


async def test_nobody_is_invited_by_the_name_of_a_removed_player():
    async with hall_with("Ada", "Ben") as (server, (ada, ben)):
        await sit(ada, ben)
        await remove(server.store, "Ben")
        with pytest.raises(Rejected, match="no player of that name"):
            await ada.create(plan(ME, SeatPlan("reserved", "Ben")))
