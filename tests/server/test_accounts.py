"""Accounts: names and keys are checked, and only hashes of tokens are stored."""

from base64 import b64encode
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import asyncssh
import msgspec
import pytest
from server.stores import account, key

from darwin_tui.server.store import accounts
from darwin_tui.server.store.accounts import AccountError, AccountSettings
from darwin_tui.server.store.contract import Account, Store, StoreError
from darwin_tui.server.store.files import FileStore
from darwin_tui.settings import Settings


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[FileStore]:
    store = FileStore(tmp_path / "server")
    await store.open()
    yield store
    await store.close()


@cache
def private(algorithm: str, bits: int) -> asyncssh.SSHKey:
    more = {"key_size": bits} if algorithm == "ssh-rsa" else {}
    return asyncssh.generate_private_key(algorithm, "ada@beagle", **more)


def public(algorithm: str = "ssh-ed25519", bits: int = 2048) -> str:
    text: bytes = private(algorithm, bits).export_public_key()
    return text.decode()


def other() -> str:
    text: bytes = asyncssh.generate_private_key("ssh-ed25519").export_public_key()
    return text.decode()


def line(algorithm: str, *fields: bytes) -> str:
    """Return the line of a public key that consists of any fields."""
    blob = b"".join(len(f).to_bytes(4, "big") + f for f in (algorithm.encode(), *fields))
    return f"{algorithm} {b64encode(blob).decode()} ada"


# --- names and keys


@pytest.mark.parametrize("name", ["Ada", "a1", "0x_-", "A" * 16])
def test_name_is_taken_as_it_is(name):
    assert accounts.check_name(name) == name


@pytest.mark.parametrize(
    "name", ["", "a", "A" * 17, "-a", "_a", "a b", "a\n", "a/b", "a\x1b[2J", "\u202ea"]
)
def test_name_of_other_signs_is_refused(name):
    with pytest.raises(AccountError, match="2 to 16 letters"):
        accounts.check_name(name)


@pytest.mark.parametrize(
    "algorithm",
    [
        "ssh-ed25519",
        "ssh-rsa",
        "ecdsa-sha2-nistp256",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
    ],
)
def test_key_is_read_as_openssh_does(algorithm):
    read = accounts.read_key(f"# mine\n\n  {public(algorithm)}\r\n")
    assert read.fingerprint == private(algorithm, 2048).get_fingerprint()
    assert read.text == " ".join(public(algorithm).split()[:2])


def test_keys_of_a_token_are_read():
    point = b"\4" + bytes(64)
    for text in (
        line("sk-ssh-ed25519@openssh.com", bytes(32), b"ssh:"),
        line("sk-ecdsa-sha2-nistp256@openssh.com", b"nistp256", point, b"ssh:"),
    ):
        assert accounts.read_key(text).text == " ".join(text.split()[:2])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no public key"),
        ("# nothing\n\n", "no public key"),
        ("hello", "not a line with a public key"),
        ("ssh-ed25519", "not a line with a public key"),
        ("ssh-ed25519 !!!!", "not a line with a public key"),
        ("ssh-ed25519 QUJD", "not a line with a public key"),
        (lambda: public()[:60], "not a line with a public key"),
        (lambda: public().replace("ssh-ed25519", "ssh-rsa"), "not a line with a public key"),
        (lambda: 'from="*" ' + public(), "not a line with a public key"),
        (lambda: public() + other(), "more than one line"),
        (lambda: private("ssh-ed25519", 2048).export_private_key().decode(), "private key"),
        (lambda: private("ssh-rsa", 2048).export_private_key("pkcs1-pem").decode(), "private key"),
        ("PuTTY-User-Key-File-3: ssh-ed25519\n", "private key"),
        (
            lambda: private("ssh-ed25519", 2048).export_public_key("rfc4716").decode(),
            "another format",
        ),
        (lambda: public("ssh-rsa", 1024), "2048 bits or more"),
        (line("ssh-dss", b"1", b"2"), "too weak"),
        (line("ssh-ed25519-cert-v01@openssh.com", b"1", bytes(32)), "certificate"),
        (line("ssh-ed25519", bytes(31)), "not a line with a public key"),
        (line("ssh-ed25519", bytes(32), b"more"), "not a line with a public key"),
        (line("ssh-rsa", b"\1\0\1"), "not a line with a public key"),
        (line("ecdsa-sha2-nistp256", b"nistp384", b"\4" + bytes(64)), "not a line"),
        (line("ecdsa-sha2-nistp256", b"nistp256", b"\2" + bytes(64)), "not a line"),
        (line("ecdsa-sha2-nistp256", b"nistp256", b""), "not a line"),
        (line("ecdsa-sha2-nistp999", b"nistp999", b""), "not a line"),
        (line("ssh-anything", b"x"), "not a line with a public key"),
        ("ssh-ed25519 " + "A" * 20_000, "no public key"),
        ("\ud800 ä", "not a line with a public key"),
    ],
)
def test_what_is_no_single_public_key_is_refused_in_a_sentence(text, sentence):
    """Refuse each text.

    Texts with a random key are functions: parameters must have the same name in each process.
    """
    with pytest.raises(AccountError, match=sentence) as error:
        accounts.read_key(text if isinstance(text, str) else text())
    assert str(error.value).endswith(".")
    assert len(str(error.value)) < 120


# --- enrolment


async def test_first_key_makes_the_account_and_others_are_added(store):
    first, second = public(), other()
    ada = await accounts.enrol(store, "Ada", first)
    assert (ada.name, ada.made[:2]) == ("Ada", "20")
    for name in ("ada", "Ada"):
        ada = await accounts.enrol(store, name, second)
        assert ada.name == "Ada"
    keys = [accounts.read_key(text) for text in (first, second)]
    assert list(ada.keys) == keys
    for own_key in keys:
        assert await store.account_of_key(own_key.fingerprint) == ada


async def test_a_guest_to_whom_the_host_gives_a_key_is_no_guest_any_more(store):
    guest = await accounts.new_guest(store, "cookie")
    enrolled = await accounts.enrol(store, guest.name, public())
    assert (enrolled.is_guest, enrolled.browsers, len(enrolled.keys)) == (False, (), 1)
    other_guest = await accounts.new_guest(store, "cookie")
    await accounts.remove(store, other_guest.name)
    back = await accounts.enrol(store, other_guest.name, other(), is_same_person=True)
    assert (back.is_guest, back.is_removed) == (False, False)


async def test_key_of_another_is_refused(store):
    await accounts.enrol(store, "Ada", public())
    await accounts.enrol(store, "Cleo", other())
    for name in ("Ben", "Cleo"):
        with pytest.raises(AccountError, match="This key belongs to Ada already"):
            await accounts.enrol(store, name, public())
    assert [account.name for account in await store.accounts()] == ["Ada", "Cleo"]


async def test_account_has_so_many_keys_at_most(store):
    keys = tuple(key(number) for number in range(accounts.KEYS_MAX))
    await store.put_account(account("Ada", *keys))
    with pytest.raises(AccountError, match="16 keys at most"):
        await accounts.enrol(store, "Ada", public())


async def test_open_server_gives_a_stranger_the_name_if_it_is_free(store):
    ada = await accounts.register(store, "Ada", key(1))
    assert ada.keys == (key(1),)
    with pytest.raises(AccountError, match="There is an account Ada already"):
        await accounts.register(store, "ADA", key(2))
    with pytest.raises(AccountError, match="belongs to another account"):
        await accounts.register(store, "Ben", key(1))
    with pytest.raises(AccountError, match="2 to 16"):
        await accounts.register(store, "no name", key(3))
    assert await store.accounts() == [ada]


async def test_removed_account_is_gone_and_an_unknown_one_is_named_so(store):
    await accounts.enrol(store, "Ada", public())
    assert (await accounts.remove(store, "ada")).keys == ()
    with pytest.raises(AccountError, match="no account of that name"):
        await accounts.remove(store, "ada")
    with pytest.raises(AccountError, match="no account of that name"):
        await accounts.new_token(store, "Ada")


async def test_list_for_the_host_holds_no_settings_and_no_hash(store):
    await store.put_account(
        account("Ada", key(1), made="2026-01-01", token_hash="abc", token_made="2026")
    )
    await store.put_account(account("Ben", seen=1.0))
    rows = await accounts.listed(store)
    nothing = {"is_removed": False, "rights": [], "is_guest": False, "browsers": 0}
    assert msgspec.json.decode(msgspec.json.encode(rows)) == [
        {
            "name": "Ada",
            "made": "2026-01-01",
            "seen": "",
            "keys": ["SHA256:key1"],
            "token": "2026",
            **nothing,
        },
        {
            "name": "Ben",
            "made": "",
            "seen": "1970-01-01T00:00:01+00:00",
            "keys": [],
            "token": "",
            **nothing,
        },
    ]


# --- changes


class Overtaken:
    """A store in which another change to the account comes first, a number of times."""

    def __init__(self, store: FileStore, times: int) -> None:
        self._store = store
        self._times = times
        self.account = store.account

    async def put_account(self, account: Account) -> Account:
        if self._times:
            self._times -= 1
            present = await self._store.account(account.name)
            assert present is not None
            await self._store.put_account(msgspec.structs.replace(present, seen=present.seen + 1))
        return await self._store.put_account(account)


async def test_change_is_made_to_what_others_have_changed_meanwhile(store):
    await store.put_account(account("Ada"))
    overtaken: Store = Overtaken(store, 3)  # type: ignore[assignment]
    kept = await accounts.change(
        overtaken, "Ada", lambda ada: msgspec.structs.replace(ada, made="2026")
    )
    assert (kept.made, kept.seen, kept.version) == ("2026", 3, 5)
    with pytest.raises(StoreError, match="too many at once"):
        await accounts.change(Overtaken(store, 99), "Ada", lambda ada: ada)  # type: ignore[arg-type]
    with pytest.raises(AccountError, match="no account"):
        await accounts.change(store, "Ben", lambda ben: ben)


async def test_token_signs_in_and_only_its_hash_is_kept(store):
    await store.put_account(account("Ada"))
    first = await accounts.new_token(store, "ada")
    assert len(first) == 43
    ada = await accounts.account_of_token(store, first)
    assert ada is not None
    assert first not in msgspec.json.encode(ada).decode()
    second = await accounts.new_token(store, "ada")
    assert second != first
    for wrong in (first, "", "x", second[:-1], "\ud800"):
        assert await accounts.account_of_token(store, wrong) is None
    for path in filter(Path.is_file, store.folder.iterdir()):
        assert second.encode() not in path.read_bytes()
    with pytest.raises(AccountError, match="no account"):
        await accounts.new_token(store, "Ben")


# --- settings


async def test_settings_are_kept_in_the_account(store):
    ada = await store.put_account(account("Ada"))
    mine = AccountSettings(ada, store)
    assert (mine.now, mine.trouble) == (Settings(), "")
    # Meanwhile the account changes in another way: it gets a new key.
    await store.put_account(msgspec.structs.replace(ada, keys=(key(1),)))
    mine.keep(Settings(theme="paper"))
    mine.keep(Settings(theme="ink"))
    assert mine.now.theme == "ink"
    await mine.written()
    kept = await store.account("Ada")
    assert kept is not None
    assert kept.keys == (key(1),)
    assert AccountSettings(kept, store).now == Settings(theme="ink")


async def test_two_sessions_of_a_player_change_one_setting_each(store):
    ada = await store.put_account(account("Ada"))
    first = AccountSettings(ada, store, "de")
    second = AccountSettings(ada, store)
    first.keep(msgspec.structs.replace(first.now, theme="paper", matches={"dice": 1}))
    await first.written()
    second.keep(msgspec.structs.replace(second.now, bell=False, matches={"dice": 1}))
    await second.written()
    kept = await store.account("Ada")
    assert kept is not None
    assert AccountSettings(kept, store).now == Settings(
        theme="paper", bell=False, matches={"dice": 2}, language="de"
    )


async def test_settings_that_cannot_be_kept_are_in_force_and_reported(store):
    reported: list[str] = []
    ada = await store.put_account(account("Ada"))
    mine = AccountSettings(ada, store)
    mine.report = reported.append
    await accounts.remove(store, "Ada")
    mine.keep(Settings(theme="ink"))
    await mine.written()
    assert (mine.now.theme, mine.trouble) == ("ink", "There is no account of that name.")
    removed = await store.account("Ada")
    assert removed is not None
    await store.put_account(msgspec.structs.replace(removed, is_removed=False))
    mine.keep(Settings(keys={str(number): "x" * 80 for number in range(2000)}))
    await mine.written()
    assert reported == [
        "There is no account of that name.",
        "Your settings are too long to be kept.",
    ]


async def test_damaged_settings_are_replaced_by_the_default_ones(store):
    damaged = account("Ada", settings=msgspec.Raw(b'{"theme":"none"}'))
    mine = AccountSettings(damaged, store)
    assert mine.now == Settings()
    assert mine.trouble == "Your settings file is damaged at theme; the default is used there."
