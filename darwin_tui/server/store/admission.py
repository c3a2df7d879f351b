"""Admission to a server: its door, invitations for new keys, guests, and bans."""

import re
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from darwin_core.text.language import mark, tr
from darwin_tui.server.store.accounts import AccountError, adopt, read_key, register
from darwin_tui.server.store.contract import (
    ACCOUNT_PATTERN,
    Account,
    AccountStore,
    Damaged,
    PublicKey,
    decode,
    encode,
    fold,
    new_code,
    read_code,
    retried,
    sound_documents,
)

Door = Literal["open", "invite", "closed"]
"""``open``: any key may choose a name; ``invite``: only with an invitation; ``closed``: only keys
that the host adds."""
DOORS: Final[tuple[Door, ...]] = ("open", "invite", "closed")
INVITED: Final = "invited"
"""Name by which a new player with an invitation code signs in."""
GUEST: Final = "guest"
"""Name by which a guest signs in, if the host admits guests."""
KICK_SECONDS: Final = 60
"""Time for which a kicked player stays out."""
BANNED: Final = mark("The host of this server has banned you.")
KICKED: Final = mark("You were sent away; come back in a minute.")
"""Sentences for a player who is kept out; the second one says ``KICK_SECONDS``."""
_HOUSEHOLD_BITS: Final = 64
"""Bits of the network that a provider gives a household by IPv6."""
_MAPPED_BITS: Final = 96
"""Bits of an IPv6 address before the IPv4 address that it ends in, as ``::ffff:192.0.2.7``."""
_CODE_GROUP: Final = 4
"""Letters of an invitation code between two hyphens."""

_DOOR, _BANS, _INVITATIONS = "door", "bans", "invitations"
"""Collections of documents."""
_ALL: Final = "all"
"""Key of the document in a collection that has only one."""


# --- bans


class Ban(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ban on a player, key or network."""

    kind: Literal["name", "key", "address"]
    value: str
    """Account name, key fingerprint, or network such as ``192.0.2.0/24``."""
    made: float = 0
    """Seconds since the epoch."""
    until: float = 0
    """Seconds since the epoch; 0 for ever."""
    why: str = ""
    """Reason shown to the player; empty without one."""
    is_kick: bool = False
    """True if a moderator or the host sent the player away for a short time."""

    def __post_init__(self) -> None:
        """Refuse a damaged network; raises ValueError."""
        _ = self.network

    @property
    def network(self) -> IPv4Network | IPv6Network | None:
        return ip_network(self.value) if self.kind == "address" else None

    @property
    def notice(self) -> str:
        """The sentence for the player, still to be translated."""
        return KICKED if self.is_kick else BANNED

    @property
    def sentence(self) -> str:
        """The sentence for the player, with the end and the reason of the ban."""
        words = [tr(self.notice)]
        if self.until and not self.is_kick:
            until = f"{datetime.fromtimestamp(self.until, UTC):%Y-%m-%d %H:%M} UTC"
            words.append(tr("The ban ends at {time}.", time=until))
        return " ".join([*words, self.why] if self.why else words)


def read_ban(text: str) -> Ban:
    """Parse the player, key or network that a host wants to ban; return a ban without an end.

    Accepts an account name, a fingerprint, a public key, an address or a network. An IPv6 address
    stands for the network of its household.

    Raises:
        AccountError: if the text is none of these.
    """
    text = unicodedata.normalize("NFC", text.strip())
    if text.startswith("SHA256:"):
        return Ban("key", text)
    if " " in text:
        return Ban("key", read_key(text).fingerprint)
    if re.match(ACCOUNT_PATTERN, text):
        return Ban("name", text)
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise AccountError(
            f"{text[:60]!r} is no name, no key and no address, as 192.0.2.7 or 192.0.2.0/24."
        ) from None
    if isinstance(network, IPv6Network):
        if mapped := network.network_address.ipv4_mapped:
            network = ip_network((mapped, network.prefixlen - _MAPPED_BITS))
        elif network.prefixlen > _HOUSEHOLD_BITS:
            network = network.supernet(new_prefix=_HOUSEHOLD_BITS)
    return Ban("address", str(network))


async def ban(store: AccountStore, wanted: Ban) -> Ban:
    """Store a ban, replacing an earlier one of the same value.

    Raises:
        AccountError: if there is no account of that name.
        StoreError: if it cannot be stored.
    """
    if wanted.kind == "name":
        account = await store.account(wanted.value)
        if account is None:
            raise AccountError(tr("There is no account of that name."))
        wanted = replace(wanted, value=account.name)
    # Remove bans that have ended, which no one else does.
    for old in (await sound_documents(store, _BANS, Ban)).values():
        if _is_past(old.until, wanted.made):
            await _put(store, _BANS, _ban_key(old), None)
    await _put(store, _BANS, _ban_key(wanted), encode(wanted))
    return wanted


async def unban(store: AccountStore, wanted: Ban) -> Ban:
    """Remove a ban; raises AccountError if there is none."""
    if not await _put(store, _BANS, _ban_key(wanted), None):
        raise AccountError("There is no such ban.")
    return wanted


async def bans(store: AccountStore) -> list[Ban]:
    """Return all bans in force."""
    return [
        ban
        for ban in (await sound_documents(store, _BANS, Ban)).values()
        if not _is_past(ban.until)
    ]


async def banned_names(store: AccountStore) -> set[str]:
    """Return the folded names of banned accounts, whether by name or by all of their keys."""
    names, keys = set[str](), set[str]()
    for row in await bans(store):
        if row.kind == "name" and not row.is_kick:
            names.add(fold(row.value))
        elif row.kind == "key":
            keys.add(row.value)
    for fingerprint in keys:
        # Nobody signs in to a damaged account.
        with suppress(Damaged):
            account = await store.account_of_key(fingerprint)
            if account and {key.fingerprint for key in account.keys} <= keys:
                names.add(fold(account.name))
    return names


async def kick(store: AccountStore, name: str, *, now: float) -> Ban:
    """Ban a player for a short time, which ends all of the player's sessions; raises as ``ban``.

    A ban in force stays, and is returned.
    """
    for earlier in await bans(store):
        if earlier.kind == "name" and fold(earlier.value) == fold(name) and not earlier.is_kick:
            return earlier
    return await ban(store, Ban("name", name, now, now + KICK_SECONDS, is_kick=True))


def _ban_key(wanted: Ban) -> str:
    """Return the key of a ban's document; a value has one ban at a time."""
    value = fold(wanted.value) if wanted.kind == "name" else wanted.value
    return f"{wanted.kind} {value}"


# --- the door


async def set_door(store: AccountStore, door: Door | None) -> None:
    """Set the door of running servers; None restores the door with which each server was
    started."""
    await _put(store, _DOOR, _ALL, None if door is None else encode(door))


async def stored_door(store: AccountStore) -> Door | None:
    """Return the door set while servers run; None if none was set, closed if it is damaged."""
    data = await store.document(_DOOR, _ALL)
    with suppress(Damaged):
        return None if data is None else decode(data, Door)  # type: ignore[arg-type] # a Literal
    return "closed"


# --- invitations


_CODE_LENGTH: Final = 16
"""Characters of an invitation code: 80 bits, which nobody guesses."""
UNINVITED: Final = mark("This invitation is not valid, or used up; ask for another.")
"""The refusal of a code."""


class Pass(msgspec.Struct, frozen=True, omit_defaults=True):
    """An invitation whose code lets new keys in. The code itself is not stored."""

    left: int
    """Number of new players that the invitation still admits."""
    until: float = 0
    """Seconds since the epoch; 0 for ever."""
    made: float = 0
    """Seconds since the epoch."""
    account: str = ""
    """Account to which the key is added; empty if the player chooses a name."""
    names: tuple[str, ...] = ()
    """Players that the invitation has admitted."""


async def invite(store: AccountStore, invitation: Pass) -> str:
    """Store an invitation, and return its code."""
    for key, earlier in (await sound_documents(store, _INVITATIONS, Pass)).items():
        if _is_past(earlier.until, invitation.made):
            await _put(store, _INVITATIONS, key, None)
    letters = new_code(_CODE_LENGTH)
    await _put(store, _INVITATIONS, _hashed(letters), encode(invitation))
    return "-".join(letters[at : at + _CODE_GROUP] for at in range(0, _CODE_LENGTH, _CODE_GROUP))


async def invitations(store: AccountStore) -> list[Pass]:
    """Return the host's invitations, oldest first."""
    passes = (await sound_documents(store, _INVITATIONS, Pass)).values()
    # The others let a guest keep the name.
    return sorted((row for row in passes if not row.account), key=lambda row: row.made)


async def withdraw_invitations(store: AccountStore) -> int:
    """Withdraw all invitations, also those of guests, and return their number."""
    documents = await store.documents(_INVITATIONS)
    for key in documents:
        await _put(store, _INVITATIONS, key, None)
    return len(documents)


async def read_invitation(store: AccountStore, code: str) -> Pass:
    """Return the invitation of a code; raises AccountError if it admits nobody."""
    data = await store.document(_INVITATIONS, _hashed(code))
    return _usable(data)


async def come_in(store: AccountStore, code: str, key: PublicKey, name: str) -> Account:
    """Make the account of an invited player, or add the key to the account named in the invitation.

    Args:
        name: empty if the invitation is for an account.

    Raises:
        AccountError: if the invitation, the name or the key is refused.
        StoreError: if it cannot be stored.
    """
    # Count the use first, so that two at once cannot share the last one.
    invitation = await _use(store, code, name, 1)
    try:
        if invitation.account:
            return await adopt(store, invitation.account, key)
        return await register(store, name, key)
    except BaseException:
        await _use(store, code, name, -1)
        raise


def _usable(data: bytes | None) -> Pass:
    """Return the invitation in a document; raises AccountError if it admits nobody."""
    if data is not None:
        invitation = decode(data, Pass)
        if invitation.left > 0 and not _is_past(invitation.until):
            return invitation
    raise AccountError(tr(UNINVITED))


async def _use(store: AccountStore, code: str, name: str, times: int) -> Pass:
    """Count a use of an invitation, or cancel one; return it as it was before.

    Args:
        name: the name that the player chose.
        times: 1 to use it, -1 to cancel a use.

    Raises:
        AccountError: if it admits nobody.
    """

    async def attempt() -> Pass:
        data = await store.document(_INVITATIONS, _hashed(code))
        if times > 0:
            invitation = _usable(data)
            names = (*invitation.names, name)
        elif data is None:
            raise AccountError(tr(UNINVITED))
        else:
            invitation = decode(data, Pass)
            # The invitation may have admitted the player who has the name already.
            latest = [*reversed(invitation.names)]
            latest.remove(name)
            names = tuple(reversed(latest))
        used = replace(invitation, left=invitation.left - times, names=names)
        await store.put_document(_INVITATIONS, _hashed(code), encode(used), data)
        return invitation

    return await retried(attempt)


def _hashed(code: str) -> str:
    """Return the key of a typed code's document, from which nobody finds the code."""
    letters = re.sub("[ -]", "", read_code(code))
    return sha256(b"darwin-tui invitation\0" + letters.encode(errors="replace")).hexdigest()


# --- guests


_GUESTS: Final = "guests"
"""Collection of the guests, by name."""


class Came(msgspec.Struct, frozen=True, omit_defaults=True):
    """The arrival of a guest."""

    source: str = ""
    """Address or network from which the guest came."""


async def guests(store: AccountStore) -> dict[str, Came]:
    """Return the guests that are present or have just left, by name."""
    return await sound_documents(store, _GUESTS, Came)


async def note_guest(store: AccountStore, name: str, source: str = "") -> None:
    await _put(store, _GUESTS, name, encode(Came(source)))


async def forget_guest(store: AccountStore, name: str) -> None:
    """Forget a guest, and withdraw the invitations to add a key to the guest's account."""
    for key, invitation in (await sound_documents(store, _INVITATIONS, Pass)).items():
        if invitation.account == name:
            await _put(store, _INVITATIONS, key, None)
    await _put(store, _GUESTS, name, None)


# --- the admission of a process


@dataclass(eq=False)
class Admission:
    """The admission rules of a server, as this process knows them."""

    _store: AccountStore
    door_at_start: Door = "invite"
    """The door, unless the host has set another while servers run."""
    has_guests: bool = False
    """True if players without a known key may play as guests."""
    now: Callable[[], float] = time.time
    """Returns the time in seconds since the epoch."""
    _door: Door | None = None
    """The door that the host has set while servers run."""
    _bans: list[tuple[Ban, IPv4Network | IPv6Network | None]] = field(default_factory=list)
    """All bans, each with its network if it is a ban on addresses."""
    _invitations: list[Pass] = field(default_factory=list)

    async def load(self) -> None:
        """Read the rules again; raises StoreError."""
        self._door = await stored_door(self._store)
        rows = (await sound_documents(self._store, _BANS, Ban)).values()
        self._bans = [(row, row.network) for row in rows]
        passes = await sound_documents(self._store, _INVITATIONS, Pass)
        self._invitations = [*passes.values()]

    @staticmethod
    def concerns(document: str) -> bool:
        """Return whether a document holds rules.

        Args:
            document: collection and key, as in a notice.
        """
        return document.partition("/")[0] in (_DOOR, _BANS, _INVITATIONS)

    @property
    def door(self) -> Door:
        return self._door or self.door_at_start

    @property
    def has_invitations(self) -> bool:
        """True if an invitation can now admit a new key."""
        return self.door != "closed" and any(
            row.left > 0 and not _is_past(row.until, self.now()) for row in self._invitations
        )

    def ban_of(self, name: str = "", credential: str = "", address: str = "") -> Ban | None:
        """Return the ban on an account, key or address; None if none of them is banned.

        Args:
            credential: fingerprint of a key; browsers' cookies are never banned.
        """
        at = _network(address)
        for row, network in self._bans:
            if _is_past(row.until, self.now()):
                continue
            if row.kind == "name":
                is_meant = bool(name) and fold(row.value) == fold(name)
            elif row.kind == "key":
                is_meant = row.value == credential
            else:
                is_meant = bool(
                    at and network and at.version == network.version and at.subnet_of(network)  # type: ignore[arg-type] # of the same version
                )
            if is_meant:
                return row
        return None

    def ban_on(self, account: Account, credential: str, address: str) -> Ban | None:
        """Return the ban on a session of an account; None if it is not banned.

        If all keys of the account are banned, its sessions in browsers are banned, too.
        """
        on_keys = [self.ban_of(credential=key.fingerprint) for key in account.keys]
        by_keys = on_keys[0] if all(on_keys) and on_keys else None
        return self.ban_of(account.name, credential, address) or by_keys


def _network(address: str) -> IPv4Network | IPv6Network | None:
    """Return the network of a single address; None for any other text."""
    # An IPv6 address may end with a zone, as in fe80::1%eth0.
    try:
        network = ip_network(address.partition("%")[0])
    except ValueError:
        return None
    mapped = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
    return ip_network(mapped) if mapped else network


def _is_past(until: float, now: float | None = None) -> bool:
    """Return whether a time has come; 0 never comes."""
    return 0 < until <= (time.time() if now is None else now)


# --- documents


async def _put(store: AccountStore, collection: str, key: str, data: bytes | None) -> bool:
    """Overwrite or remove a document; return whether there was one."""

    async def attempt() -> bool:
        before = await store.document(collection, key)
        if before is not None or data is not None:
            await store.put_document(collection, key, data, before)
        return before is not None

    return await retried(attempt)
