"""Accounts of a server: names, public keys, guests, rights, browser tokens, and settings.

Strangers may not choose reserved names or names similar to others. The host may: ``serve keys add``
accepts any free name.
"""

import asyncio
import re
import secrets
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache, partial
from hashlib import sha256
from typing import Final
from urllib.parse import quote, unquote

import msgspec
from rich.cells import cell_len

from darwin_core.match.record import SCRIPTS
from darwin_core.text.language import Language, tr
from darwin_tui import settings
from darwin_tui.seating import BOT_NAMES, NAME_CELLS_MAX
from darwin_tui.server.store.contract import (
    ACCOUNT_PATTERN,
    Account,
    AccountStore,
    Outdated,
    PublicKey,
    Right,
    Store,
    StoreError,
    Taken,
    fold,
    retried,
)
from darwin_tui.settings import Settings

TITLE: Final = "darwin-tui"
"""A server's name in sentences."""
RESERVED: Final = frozenset(
    (
        *("admin", "administrator", "anybody", "anyone", "bot", "bots", "darwin", "everybody"),
        *("everyone", "guest", "host", "invited", "me", "mod", "moderator", "nobody", "open"),
        *("operator", "player", "root", "seat", "server", "somebody", "spectator", "staff"),
        *("support", "system", "watcher", "you", TITLE, *BOT_NAMES),
    )
)
"""Names that readers would mistake for the server, a bot or a kind of seat."""
_ALIKE: Final = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("i", "l"), ("5", "s"))
"""Letters and digits that readers confuse, each pair applied to the result of the ones before."""
_SMALL_ALIKE: Final = str.maketrans(
    "øłđħıŧŋавгеһіјкмнопрстухѕьԁԛԝѵшиєүӏαβγεηικνορσςτυχωμօսհոյցզլロエカニハタトチーへべぺり",
    "oldhltnabrehijkmhonpctyxsbdqwvwueylabyenikvopostuxwuouhnjgql口工力二八夕卜千一ヘベペリ",
)
_LARGE_ALIKE: Final = str.maketrans(
    "ØŁĐĦŦŊАВЕЅІЈКМНОРСТУХѴԚԜҒҮӀЬГПФЛΑΒΕΖΗΙΚΜΝΟΡΤΥΧՕՍՏԼ",
    "OLDHTNABESIJKMHOPCTYXVQWFYIBΓΠΦΛABEZHIKMNOPTYXOUSL",
)
"""Letters of other scripts that resemble Latin letters or each other: one table for small letters,
one for capitals."""
_LIKE_OTHERS: Final = str.maketrans(
    {
        **dict(zip("ſẜẝÐðÞþĸỾỿ", "fffDdPpkYy", strict=True)),
        "Ŀ": "L",
        "ŀ": "l",
        "Ĳ": "IJ",
        "ĳ": "ij",
        "ŉ": "n",
        "ẚ": "a",
        "Æ": "AE",
        "æ": "ae",
        "Œ": "OE",
        "œ": "oe",
        "Ỻ": "IL",
        "ỻ": "ll",
        "Ỽ": "V",
        "ỽ": "v",
        "ẟ": "d",
    }
)
"""Latin letters that resemble letters other than those to which they fold."""
_TOGETHER: Final = ({"Han", "Kana"}, {"Han", "Hangul"})
"""Scripts that one name may mix."""
_REMEMBERED: Final = 20_000
"""Maximum number of cached skeletons. They are cached because each new name is compared with the
names of all accounts."""


def is_reserved(name: str) -> bool:
    return any(looks_like(name, reserved) for reserved in RESERVED)


def look_alike(name: str, others: Iterable[str]) -> str:
    """Return the first of other names that looks like this name; empty if none does."""
    return next((other for other in others if looks_like(name, other)), "")


def looks_like(name: str, other: str) -> bool:
    """Return whether readers could confuse two names.

    Names that end in different numbers, as Finch27 and Finch28, are not confused.
    """
    own_skeletons, others = _skeletons(name), _skeletons(other)
    # Two stems are not compared: they would make Finch27 and Finch28 alike.
    return bool(own_skeletons & (others | _stems(other)) or others & _stems(name))


@lru_cache(_REMEMBERED)
def _skeletons(name: str) -> frozenset[str]:
    """Return the forms of a name for comparison.

    They are its letters without marks and accents, folded by way of small and of capital letters.
    """
    # U+0300 to U+036F are the combining accents.
    bare = re.sub("[-_\u0300-\u036f]", "", unicodedata.normalize("NFD", name))
    bare = bare.translate(_LIKE_OTHERS)
    small = bare.casefold().translate(_SMALL_ALIKE)
    large = bare.upper().translate(_LARGE_ALIKE).casefold()
    return frozenset((_confused(small), _confused(large)))


def _confused(letters: str) -> str:
    """Return letters, of which all that readers confuse with each other are one letter."""
    for shown, taken_for in _ALIKE:
        letters = letters.replace(shown, taken_for)
    return letters


@lru_cache(_REMEMBERED)
def _stems(name: str) -> frozenset[str]:
    """Return the skeletons of a name without its final number.

    One form drops all final digits; the other keeps digits that can be read as letters. A name of
    digits only is not shortened.
    """
    without = re.sub(r"[-_0-9]+\Z", "", name) or name
    # 0, 1 and 5 can be read as letters; see ``_ALIKE``.
    with_letters = re.sub(r"[-_2-46-9]+\Z", "", name) or name
    return _skeletons(without) | _skeletons(with_letters)


KEY_TEXT_MAX: Final = 16 * 1024
"""Maximum characters of a public key file."""
KEYS_MAX: Final = 16
"""Maximum number of keys of one account."""
BROWSERS_MAX: Final = 16
"""Maximum number of browsers in which one account is signed in; one more signs out the oldest."""
RSA_BITS_MIN: Final = 2048
"""Minimum length of an RSA key."""
NO_SETTINGS: Final = b"{}"
"""Settings of an account that has stored none."""
_TRIES: Final = 20
"""Names that are tried for a guest, of earlier guests and in each range of numbers."""
_POINT_BYTES: Final = {"nistp256": 65, "nistp384": 97, "nistp521": 133}
"""Size of an uncompressed point of each curve: a byte 4 and two coordinates."""


class AccountError(Exception):
    """Raised if a change of an account is refused; the message is one sentence for people."""


# --- names and keys


def check_name(name: str) -> str:
    """Return a valid account name, with letters and accents composed.

    Raises:
        AccountError: if the name is not valid.
    """
    name = unicodedata.normalize("NFC", name)
    scripts = {_script_of(letter) for letter in name if letter.isalpha()}
    if "" in scripts or (len(scripts) > 1 and scripts not in _TOGETHER):
        raise AccountError(
            tr(
                "A name has letters of one script: Latin, Greek, Cyrillic, Armenian, Georgian, "
                "Chinese, Japanese or Korean."
            )
        )
    if not re.match(ACCOUNT_PATTERN, name) or cell_len(name) > NAME_CELLS_MAX:
        raise AccountError(
            tr(
                "A name has 2 to 16 letters, digits, - or _, and begins with a letter or digit; "
                "wide letters count twice."
            )
        )
    return name


def _script_of(letter: str) -> str:
    """Return the script of a letter; empty for a letter that names may not contain."""
    return next((script for script in SCRIPTS if re.match(f"[{SCRIPTS[script]}]", letter)), "")


def read_key(text: str) -> PublicKey:
    """Parse a public key from the text of a file such as ``id_ed25519.pub``.

    Raises:
        AccountError: if it is not exactly one public key that may sign in.
    """
    if "PRIVATE KEY" in text or text.startswith("PuTTY-User-Key-File"):
        raise AccountError(
            tr("This is a private key: show it to nobody, and give the file that ends in .pub.")
        )
    if "BEGIN SSH2 PUBLIC KEY" in text:
        raise AccountError(tr("This key is in another format; ssh-keygen -i -f FILE converts it."))
    lines = [line.strip() for line in text[: KEY_TEXT_MAX + 1].splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if len(lines) > 1:
        raise AccountError(tr("There is more than one line; give one public key at a time."))
    if not lines or len(text) > KEY_TEXT_MAX:
        raise AccountError(tr("There is no public key in it."))
    algorithm, _, key_and_comment = lines[0].partition(" ")
    encoded = key_and_comment.split(" ", 1)[0]
    try:
        blob = b64decode(encoded, validate=True)
        fields = _fields(blob)
    except ValueError:
        raise _no_key() from None
    if not fields or fields[0] != algorithm.encode():
        raise _no_key()
    _check_algorithm(algorithm, fields[1:])
    return PublicKey(fingerprint(blob), f"{algorithm} {encoded}")


def fingerprint(blob: bytes) -> str:
    """Return the fingerprint of a key's bytes, as OpenSSH prints it."""
    return "SHA256:" + b64encode(sha256(blob).digest()).decode().rstrip("=")


def _no_key() -> AccountError:
    return AccountError(tr("This is not a line with a public key of OpenSSH."))


def _fields(blob: bytes) -> list[bytes]:
    """Split the bytes of a key: each field begins with its length in four bytes."""
    fields = []
    while blob:
        size = int.from_bytes(blob[:4], "big")
        if len(blob) < 4 + size:
            raise ValueError("a field is cut off")
        fields.append(blob[4 : 4 + size])
        blob = blob[4 + size :]
    return fields


def _check_algorithm(algorithm: str, fields: list[bytes]) -> None:
    """Refuse weak or unsuitable algorithms, and malformed keys; raises AccountError.

    Args:
        fields: the fields of the key after the name of the algorithm. RSA has an exponent and a
            modulus, Ed25519 a point of 32 bytes, ECDSA the curve and a point. Keys of hardware
            (sk-) also have the application that they are for.
    """
    sizes = [len(field) for field in fields]
    if "-cert-" in algorithm:
        raise AccountError(tr("This is a certificate; give the public key itself."))
    if algorithm == "ssh-dss":
        raise AccountError(
            tr("Keys of the kind DSA are too weak; ssh-keygen -t ed25519 makes one.")
        )
    if algorithm == "ssh-rsa":
        is_sound = len(fields) == 2
        if is_sound and int.from_bytes(fields[1], "big").bit_length() < RSA_BITS_MIN:
            raise AccountError(
                tr("Keys of the kind RSA need {number} bits or more.", number=RSA_BITS_MIN)
            )
    elif algorithm == "ssh-ed25519":
        is_sound = sizes == [32]
    elif algorithm == "sk-ssh-ed25519@openssh.com":
        is_sound = len(sizes) == 2 and sizes[0] == 32
    elif match := re.fullmatch(r"(sk-)?ecdsa-sha2-(nistp\d{3})(@openssh\.com)?", algorithm):
        is_sound = len(fields) == (3 if match[1] else 2) and bool(match[1]) == bool(match[3])
        is_sound = is_sound and fields[0].decode("latin-1") == match[2]
        is_sound = is_sound and sizes[1] == _POINT_BYTES.get(match[2]) and fields[1][0] == 4
    else:
        raise _no_key()
    if not is_sound:
        raise _no_key()


# --- changes


async def change(store: AccountStore, name: str, changed: Callable[[Account], Account]) -> Account:
    """Change an account and return it; retry if another process changes it meanwhile.

    Args:
        changed: returns the changed account; called once per attempt.

    Raises:
        AccountError: if the account does not exist or is removed.
        StoreError: if it cannot be stored.
    """

    async def attempt() -> Account:
        account = await store.account(name)
        if account is None or account.is_removed:
            raise AccountError(tr("There is no account of that name."))
        return await store.put_account(changed(account))

    return await retried(attempt)


async def enrol(
    store: AccountStore, name: str, text: str, *, is_same_person: bool = False
) -> Account:
    """Let a public key sign in to an account; make the account if it does not exist.

    Args:
        text: the public key, as in ``id_ed25519.pub``.
        is_same_person: True to reopen a removed account with its seats, tables and records.

    Raises:
        AccountError: if name or key are refused, or the account is removed and not reopened.
        StoreError: if it cannot be stored.
    """
    name, key = check_name(name), read_key(text)

    async def attempt() -> Account:
        account = await store.account(name)
        if account and account.is_removed and not is_same_person:
            raise AccountError(
                tr(
                    "{name} was removed, and keeps all seats and matches; give the name back "
                    "to the same person with --same-person, and others another name.",
                    name=account.name,
                )
            )
        try:
            if account is None:
                return await _make(store, name, key)
            back = msgspec.structs.replace(account, is_removed=False)
            return await store.put_account(_with_key(back, key))
        except Taken as taken:
            owner = await store.account_of_key(key.fingerprint)
            if owner is None:
                # Another process has just made the account.
                raise Outdated(str(taken)) from None
            raise AccountError(tr("This key belongs to {name} already.", name=owner.name)) from None

    return await retried(attempt)


def _with_key(account: Account, key: PublicKey) -> Account:
    """Return an account with a key as its last, which is no guest's; raises AccountError if there
    are too many."""
    others = tuple(other for other in account.keys if other.fingerprint != key.fingerprint)
    if len(others) >= KEYS_MAX:
        raise AccountError(tr("An account has {number} keys at most.", number=KEYS_MAX))
    browsers = () if account.is_guest else account.browsers
    return msgspec.structs.replace(account, keys=(*others, key), browsers=browsers, is_guest=False)


async def check_choice(store: AccountStore, name: str) -> str:
    """Return a name that a stranger may choose.

    Raises:
        AccountError: with the reason, if the name is refused.
        StoreError: if the store cannot be read.
    """
    name = check_name(name)
    if is_reserved(name):
        raise AccountError(tr("{name} stands for something else here.", name=name))
    owner = look_alike(name, [account.name for account in await store.accounts()])
    if owner and fold(owner) == fold(name):
        raise AccountError(tr("There is an account {name} already.", name=owner))
    if owner:
        raise AccountError(tr("This name looks like that of {name}.", name=owner))
    return name


async def register(store: AccountStore, name: str, key: PublicKey) -> Account:
    """Make an account for a new key, as an open server lets strangers do.

    Raises:
        AccountError: if the name is refused or taken, or the key has an account.
        StoreError: if it cannot be stored.
    """
    name = await check_choice(store, name)
    try:
        return await _make(store, name, key)
    except Taken as error:
        raise AccountError(str(error)) from None


async def _make(store: AccountStore, name: str, key: PublicKey) -> Account:
    """Make an account; raises Taken if its name or key has one, and StoreError."""
    return await store.put_account(Account(name, (key,), _now()))


def _now() -> str:
    """Return the current time in the format of accounts."""
    return datetime.now(UTC).isoformat(timespec="seconds")


CONTACTS: Final = "contacts"
"""Collection of the addresses at which players are notified, by folded name."""


async def _forget_contact(store: AccountStore, name: str) -> None:
    """Remove a player's address; one that the player changes meanwhile stays."""
    before = await store.document(CONTACTS, fold(name))
    if before is not None:
        with suppress(Outdated):
            await store.put_document(CONTACTS, fold(name), None, before)


async def remove(store: AccountStore, name: str, *, is_guest: bool = False) -> Account:
    """Close an account, and return it.

    Seats, tables and records keep the account's name, so nobody else can ever take that name.

    Args:
        is_guest: True to close it only if it is still a guest's.

    Raises:
        AccountError: if there is no such account.
        StoreError: if it cannot be stored.
    """

    def removed(account: Account) -> Account:
        if is_guest and not account.is_guest:
            raise AccountError(tr("{name} is no guest any more.", name=name))
        return msgspec.structs.replace(
            account, keys=(), token_hash="", token_made="", browsers=(), is_removed=True
        )

    await _forget_contact(store, name)
    return await change(store, name, removed)


# --- guests

GUEST_NAME: Final = "Finch"
"""Prefix of guest names, as in Finch27."""
_GUESTS: Final = (range(10, 100), range(100, 1000), range(1000, 10_000), range(10_000, 10**9))
"""Ranges of guest numbers. Short numbers are given while many of them are free."""


async def new_guest(
    store: Store, credential: str, is_banned: Callable[[str], object] = lambda name: False
) -> Account:
    """Make the account of a guest for one session.

    Names of guests who left no match are reused.

    Args:
        credential: secret that signs in to the account, like a browser's cookie.
        is_banned: returns whether a name must not be reused.

    Raises:
        StoreError: if it cannot be stored.
    """
    accounts = await store.accounts()
    at_tables = {name for table in await store.tables(0) for name in table.accounts}
    earlier = [
        old
        for old in accounts
        if old.is_guest and old.is_removed and old.name not in at_tables and not is_banned(old.name)
    ]
    # In the course of time, most of them have left matches.
    for old in secrets.SystemRandom().sample(earlier, min(len(earlier), _TRIES)):
        if not await store.finished(old.name, 1):
            again = Account(
                old.name, (), _now(), is_guest=True, browsers=(credential,), version=old.version
            )
            with suppress(Outdated):
                return await store.put_account(again)
    names = {fold(account.name) for account in accounts}
    for numbers in _GUESTS:
        for _ in range(_TRIES):
            name = f"{GUEST_NAME}{numbers[secrets.randbelow(len(numbers))]}"
            with suppress(Taken):
                if fold(name) in names:
                    continue
                guest = Account(name, (), _now(), is_guest=True, browsers=(credential,))
                return await store.put_account(guest)
    raise StoreError(tr("There is no name left for a guest."))


async def adopt(store: AccountStore, name: str, key: PublicKey) -> Account:
    """Let a guest keep the account by adding a key; raises as ``change``, and if the key is
    taken."""

    def adopted(account: Account) -> Account:
        if not account.is_guest:
            raise AccountError(tr("{name} is no guest any more.", name=account.name))
        return _with_key(account, key)

    try:
        return await change(store, name, adopted)
    except Taken:
        raise AccountError(tr("This key belongs to another player already.")) from None


class Enrolled(msgspec.Struct, frozen=True):
    """An account in the host's list."""

    name: str
    made: str
    """Time of creation, ISO 8601 in UTC."""
    seen: str
    """Time of the player's last visit, ISO 8601 in UTC; empty if never."""
    keys: tuple[str, ...]
    """Fingerprints of the account's keys."""
    is_removed: bool
    """True if nobody can sign in to the account."""
    rights: tuple[Right, ...]
    is_guest: bool
    token: str
    """Time at which the account's token was made, ISO 8601 in UTC; empty if there is no token."""
    browsers: int
    """Number of signed-in browsers."""


async def listed(store: AccountStore) -> list[Enrolled]:
    """Return the rows of the host's list of accounts, by name."""
    return [_enrolled(account) for account in await store.accounts()]


def _enrolled(account: Account) -> Enrolled:
    last_seen = ""
    if account.seen:
        last_seen = datetime.fromtimestamp(account.seen, UTC).isoformat(timespec="seconds")
    return Enrolled(
        name=account.name,
        made=account.made,
        seen=last_seen,
        keys=tuple(key.fingerprint for key in account.keys),
        is_removed=account.is_removed,
        rights=account.rights,
        is_guest=account.is_guest,
        token=account.token_made,
        browsers=len(account.browsers),
    )


async def mute(store: AccountStore, name: str, *, is_muted: bool) -> Account:
    """Forbid or allow a player to chat; raises as ``change``."""
    return await change(
        store, name, lambda account: msgspec.structs.replace(account, is_muted=is_muted)
    )


async def allow(store: AccountStore, name: str, right: Right, *, is_allowed: bool) -> Account:
    """Grant a right to a player, or revoke it; raises as ``change``."""

    def changed(account: Account) -> Account:
        others = tuple(other for other in account.rights if other != right)
        return msgspec.structs.replace(account, rights=(*others, *[right] * is_allowed))

    return await change(store, name, changed)


async def purge(store: AccountStore, name: str) -> Account:
    """Erase everything that an account stores about its player. Nobody can take the name again.

    Keys, tokens, settings, address, all chat lines and all notices about the player are removed.
    Matches stay.

    Raises:
        AccountError: if there is no account of that name.
        StoreError: if it cannot be stored.
    """

    async def attempt() -> Account:
        account = await store.account(name)
        if account is None:
            raise AccountError(tr("There is no account of that name."))
        bare = Account(account.name, is_removed=True, version=account.version)
        await store.forget_lines(account.name)
        await _forget_contact(store, account.name)
        return await store.put_account(bare)

    return await retried(attempt)


# --- tokens for browsers


async def new_token(store: AccountStore, name: str) -> str:
    """Return a new token that signs in to an account from a browser.

    The old token becomes invalid, and browsers that signed in with it are signed out.

    Raises:
        AccountError: if there is no account of that name.
        StoreError: if it cannot be stored.
    """
    token = secrets.token_urlsafe(32)

    def renewed(account: Account) -> Account:
        if account.is_guest:
            raise AccountError(tr("Guests have no token; keep your name first."))
        return msgspec.structs.replace(
            account, token_hash=hash_token(token), token_made=_now(), browsers=()
        )

    await change(store, name, renewed)
    return token


async def revoke_token(store: AccountStore, name: str) -> Account:
    """Revoke the token of an account, and sign out its browsers; raises as change."""

    def revoked(account: Account) -> Account:
        return msgspec.structs.replace(account, token_hash="", token_made="", browsers=())

    return await change(store, name, revoked)


def hash_token(token: str) -> str:
    """Return the hash of a token or cookie; the token itself is not stored.

    The token is random and long, so a fast hash protects it.
    """
    return sha256(b"darwin-tui token\0" + token.encode(errors="replace")).hexdigest()


async def account_of_token(store: AccountStore, token: str) -> Account | None:
    return await store.account_of_token(hash_token(token))


async def sign_in_browser(store: AccountStore, name: str) -> str:
    """Return a new cookie for a browser that signed in by a token; raises as ``change``."""
    # The cookie begins with the name, so that the account is found without an index of cookies.
    cookie = f"{quote(name, safe='')}.{secrets.token_urlsafe(32)}"

    def signed_in(account: Account) -> Account:
        # The oldest browsers come first, and are signed out.
        browsers = (*account.browsers, hash_token(cookie))[-BROWSERS_MAX:]
        return msgspec.structs.replace(account, browsers=browsers)

    await change(store, name, signed_in)
    return cookie


async def sign_out_browser(store: AccountStore, name: str, cookie: str) -> None:
    """Revoke a browser's cookie; raises as ``change``."""
    ended = hash_token(cookie)

    def signed_out(account: Account) -> Account:
        browsers = tuple(browser for browser in account.browsers if browser != ended)
        return msgspec.structs.replace(account, browsers=browsers)

    await change(store, name, signed_out)


async def account_of_browser(store: AccountStore, cookie: str) -> Account | None:
    """Return the account that a browser's cookie signs in to."""
    name = unquote(cookie.partition(".")[0])
    account = await store.account(name) if re.match(ACCOUNT_PATTERN, name) else None
    return account if account and hash_token(cookie) in account.browsers else None


# --- settings


def _with_settings(before: Settings, wanted: Settings, account: Account) -> Account:
    """Merge the settings changed by one session into those stored by the player's other sessions.

    Raises:
        AccountError: if they are too long.
    """
    text = settings.changed(before, wanted, bytes(account.settings))
    if len(text) > settings.BYTES_MAX:
        raise AccountError(tr("Your settings are too long to be kept."))
    return msgspec.structs.replace(account, settings=msgspec.Raw(text))


def settings_of(account: Account, first_language: Language = "en") -> settings.Read:
    """Return an account's settings; those of a first visit if none are stored yet."""
    stored = bytes(account.settings)
    if stored == NO_SETTINGS:
        return settings.Read(Settings(language=first_language))
    return settings.decode(stored, tr("Your settings file"))


class AccountSettings:
    """The settings of one player, stored in the account; see ``settings.Preferences``."""

    def __init__(
        self, account: Account, store: AccountStore, first_language: Language = "en"
    ) -> None:
        """Read an account's settings.

        Args:
            first_language: used if no settings are stored yet.
        """
        reading = settings_of(account, first_language)
        self.now = reading.settings
        self.trouble = reading.trouble
        self._name = account.name
        self._store = store
        self.report: Callable[[str], None] | None = None
        """Called with a sentence if settings could not be stored."""
        self._last_kept = settings.decode(bytes(account.settings), "").settings
        """The settings that this session last read or stored."""
        self._wanted: Settings | None = None
        """Settings that are not stored yet."""
        self._keeping: asyncio.Task[None] | None = None

    def keep(self, wanted: Settings) -> None:
        """Apply settings and store them, without waiting for the store."""
        self.now = self._wanted = wanted
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def written(self) -> None:
        """Wait until the last settings are stored, or storing them has failed."""
        if self._keeping is not None:
            await asyncio.shield(self._keeping)

    async def _keep(self) -> None:
        """Store the wanted settings, and those wanted meanwhile; report a failure."""
        while (wanted := self._wanted) is not None:
            self._wanted = None
            try:
                changed = partial(_with_settings, self._last_kept, wanted)
                await change(self._store, self._name, changed)
            except (AccountError, StoreError) as error:
                self._complain(str(error))
            else:
                self._last_kept = wanted

    def _complain(self, sentence: str) -> None:
        """Show a failure, and report it if somebody listens."""
        self.trouble = sentence
        if self.report is not None:
            self.report(sentence)
