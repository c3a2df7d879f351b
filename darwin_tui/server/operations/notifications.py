"""Notifications for absent players: by ntfy, a webhook or mail, and by the host's program.

A player sets one address. Notifications are derived from the tables, so a stopped server loses
none. Each is a document of the store that is made once and kept after sending, so nothing is sent
twice. A server killed while sending sends again with the same identifier, by which receivers
recognise the repetition.
"""

import asyncio
import hmac
import logging
import re
import secrets
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import partial
from hashlib import sha256
from typing import Annotated, Final, Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec.structs import replace

from darwin_core.contract import registry
from darwin_core.text.language import Language, reading, tr
from darwin_core.text.wording import listed
from darwin_tui.server import event_log
from darwin_tui.server.event_log import Complaints, log
from darwin_tui.server.operations import delivery
from darwin_tui.server.operations.delivery import Undelivered
from darwin_tui.server.store.accounts import CONTACTS, settings_of
from darwin_tui.server.store.contract import (
    LOBBY,
    Account,
    AccountStore,
    Damaged,
    Outdated,
    StoreError,
    TableInfo,
    Tournament,
    decode,
    encode,
    fold,
    retried,
    sound_document,
    sound_documents,
)
from darwin_tui.server.tables.clocks import end_of_holiday, is_bot_driven
from darwin_tui.server.tables.register import is_invited, log_reason, names_of, seats_of
from darwin_tui.server.tables.services import Services

Kind = Literal["ntfy", "webhook", "mail"]
"""The ways to a player."""
Event = Literal["turn", "invited", "begun", "digest", "hello", "confirm"]
"""The reason for a notification; ``digest`` joins the turns of a day, ``hello`` is a trial, and
``confirm`` contains the code that confirms a mail address."""
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]

_OUTBOX: Final = "notifications"
"""Collection of all notifications."""
_LEASE: Final = "notifications"
"""Name of the lease of the process that sends."""
_LEASE_SECONDS: Final = 60.0
"""Longer than any delivery, so that only one of several processes sends."""
LOOK_SECONDS: Final = 5.0
"""Time between two looks at the tables."""
KEPT_SECONDS: Final = 24 * 3600
"""Time for which a sent notification is kept and counts for the daily limit."""
RETRY_SECONDS: Final = 30.0
"""Time before the first retry; each later retry waits twice as long."""
_RETRY_SECONDS_MAX: Final = 6 * 3600
"""Maximum time before a retry."""
TRIES_MAX: Final = 10
"""Number of failed deliveries after which a notification is given up."""
_CALLS_PART: Final = 4
"""Invitations may use one part in four of the daily limit. Other people invite as often as they
like; that must not delay the notice of a turn."""
_SENDING_MAX: Final = 8
"""Maximum number of deliveries at the same time."""
_GUESSES_MAX: Final = 5
"""Wrong confirmation codes after which a mail address is forgotten."""
_EVENTS_MAX: Final = 1000
"""Events waiting for the host's program; more are dropped."""
UNKNOWN_ZONE: Final = (ZoneInfoNotFoundError, ValueError, OSError)
"""Errors raised for a name that is not a time zone known to this host."""
_MAIL: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,250}")
"""Mail addresses that are accepted. None has a line break, which would begin another header."""

_log: Final = logging.getLogger(__name__)


class ContactError(Exception):
    """Raised if a change of a contact is refused; the message is one sentence for the player."""


# --- contacts


class Contact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's address outside the server, and when it may be used."""

    kind: Kind
    address: str
    secret: str
    """Key that signs webhooks, or code that confirms a mail address."""
    language: Language = "en"
    is_confirmed: bool = False
    guesses: int = 0
    """Number of wrong confirmation codes so far."""
    quiet: tuple[Hour, Hour] | None = None
    """Start and end hours of the quiet time."""
    digest: Hour | None = None
    """Hour of a daily digest, sent instead of one notification per turn."""
    zone: str = "UTC"
    """Time zone of these hours."""
    trouble: str = ""
    """The last failure, in one sentence; empty after a success."""

    def hour(self, now: float) -> datetime:
        """Return the player's local time, or UTC if this host does not know the zone."""
        try:
            zone: tzinfo = ZoneInfo(self.zone)
        except UNKNOWN_ZONE:
            zone = UTC
        return datetime.fromtimestamp(now, zone)

    def is_quiet(self, now: float) -> bool:
        """Return whether the quiet time forbids sending now."""
        if self.quiet is None:
            return False
        return _is_within(self.hour(now).hour, self.quiet)

    @property
    def digest_hour(self) -> Hour | None:
        """Hour from which the daily digest is sent.

        If the player chose an hour within the quiet time, the digest is sent at the end of it.
        """
        if self.digest is not None and self.quiet and _is_within(self.digest, self.quiet):
            return self.quiet[1]
        return self.digest


def _is_within(hour: int, hours: tuple[Hour, Hour]) -> bool:
    """Return whether an hour of the day is from the first of two hours, and before the second."""
    begin, end = hours
    # Hours such as 22-8 go over midnight.
    return begin <= hour < end if begin <= end else hour >= begin or hour < end


async def contact_of(store: AccountStore, name: str) -> Contact | None:
    """Return the contact of a player; raises StoreError."""
    return _read_contact(await store.document(CONTACTS, fold(name)), name)


def _read_contact(data: bytes | None, name: str) -> Contact | None:
    """Decode the contact of a player; a damaged one counts as none, so that it can be replaced."""
    return sound_document(data, Contact, f"{CONTACTS} {name}")


async def change_contact(
    store: AccountStore, name: str, changed: Callable[[Contact | None], Contact | None]
) -> Contact | None:
    """Change a player's contact; retry if another process changed it meanwhile.

    Args:
        changed: returns the new contact, or None to remove it.

    Raises:
        StoreError: if it cannot be stored.
    """

    async def attempt() -> Contact | None:
        before = await store.document(CONTACTS, fold(name))
        contact = changed(_read_contact(before, name))
        data = None if contact is None else encode(contact)
        if data != before:
            await store.put_document(CONTACTS, fold(name), data, before)
        return contact

    return await retried(attempt)


async def set_contact(services: Services, account: Account, kind: Kind, address: str) -> Contact:
    """Set a player's address and send a first notification to it.

    Raises:
        ContactError: if the address may not be used.
        StoreError: if it cannot be stored.
    """
    if account.is_guest:
        raise ContactError(tr("Guests are not notified; keep your name first."))
    if kind == "mail":
        if not services.has_mail:
            raise ContactError(tr("This server sends no mail; it knows ntfy and webhook."))
        if not _MAIL.fullmatch(address):
            raise ContactError(tr("This is no address of mail."))
    else:
        try:
            url = delivery.read_url(address)
            await delivery.resolved(url, allows_own_network=services.allows_own_network)
        except (ValueError, Undelivered) as error:
            raise ContactError(str(error)) from None
    secret = _new_code() if kind == "mail" else secrets.token_urlsafe(32)
    language = settings_of(account).settings.language

    def changed(before: Contact | None) -> Contact:
        hours = (before.quiet, before.digest, before.zone) if before else (None, None, "UTC")
        return Contact(kind, address, secret, language, kind != "mail", 0, *hours)

    contact = await change_contact(services.store, account.name, changed)
    # ``changed`` never removes the contact.
    assert contact
    event: Event = "confirm" if kind == "mail" else "hello"
    await greet(services, account.name, event)
    return contact


async def greet(services: Services, name: str, event: Event = "hello") -> None:
    """Queue a trial notification in place of an untried one; raises StoreError."""
    now = services.now()
    for key, data in (await services.store.documents(_OUTBOX)).items():
        with suppress(Damaged, Outdated):
            earlier = decode(data, Notification)
            is_untried = earlier.is_greeting and earlier.waits and not earlier.tries
            if is_untried and fold(earlier.player) == fold(name):
                await services.store.put_document(_OUTBOX, key, None, data)
    key = f"{fold(name)} {event} {secrets.token_hex(4)}"
    await services.store.put_document(
        _OUTBOX, key, encode(Notification(name, event, made=now, due=now)), None
    )


async def confirm(store: AccountStore, name: str, code: str) -> Contact:
    """Confirm a mail address by the code sent to it; raises ContactError, StoreError."""

    def changed(contact: Contact | None) -> Contact | None:
        if contact is None or contact.is_confirmed:
            return contact
        if hmac.compare_digest(contact.secret.encode(), code.strip().encode()):
            return replace(contact, is_confirmed=True)
        guesses = contact.guesses + 1
        return None if guesses >= _GUESSES_MAX else replace(contact, guesses=guesses)

    contact = await change_contact(store, name, changed)
    if contact is None:
        raise ContactError(tr("There is no address to confirm; set it again."))
    if not contact.is_confirmed:
        raise ContactError(tr("This is not the code of the mail."))
    return contact


NOTIFY: Final = (
    "ntfy URL|webhook URL|mail ADDRESS|confirm CODE|off|quiet 22-8|quiet off|digest 18|digest off|"
    "zone Europe/Berlin"
)
"""Words by which a player changes the contact."""


async def change_by_words(
    services: Services, account: Account, words: Sequence[str]
) -> Contact | None:
    """Change a player's contact as the words say, and return it; without words, only return it.

    Raises:
        ValueError: with one sentence, if the words cannot be understood.
        ContactError: if the change is refused.
        StoreError: if the contact cannot be stored.
    """
    store, name = services.store, account.name
    change: Callable[[Contact], Contact]
    match words:
        case []:
            return await contact_of(store, name)
        case ["ntfy" | "webhook" | "mail" as kind, address]:
            return await set_contact(services, account, kind, address)
        case ["confirm", code]:
            return await confirm(store, name, code)
        case ["off"]:
            return await change_contact(store, name, lambda contact: None)
        case ["quiet", "off"]:
            change = partial(replace, quiet=None)
        case ["quiet", hours]:
            change = partial(replace, quiet=read_hours(hours))
        case ["digest", "off"]:
            change = partial(replace, digest=None)
        case ["digest", hour] if hour.isascii() and hour.isdigit() and int(hour) < 24:
            change = partial(replace, digest=int(hour))
        case ["zone", zone]:
            change = partial(replace, zone=read_zone(zone))
        case _:
            raise ValueError(tr("Say one of: {usage}", usage=NOTIFY))
    contact = await change_contact(store, name, lambda contact: contact and change(contact))
    if contact is None:
        raise ContactError(_not_notified())
    return contact


def _not_notified() -> str:
    return tr("You are not notified; notify ntfy https://ntfy.sh/TOPIC changes that.")


def contact_lines(contact: Contact | None) -> list[str]:
    """Return sentences about a player's contact, its hours and its last failure."""
    if contact is None:
        return [_not_notified()]
    if not contact.is_confirmed:
        words = tr("A code has been sent to {address}; type: notify confirm CODE",
                   address=contact.address)  # fmt: skip
        return [words]
    lines = [
        tr(
            "You are notified at {address} when it is your turn and you are away.",
            address=contact.address,
        )
    ]
    if contact.kind == "webhook":
        lines.append(tr("The key of the signatures is {secret}", secret=contact.secret))
    if contact.quiet:
        begin, end = (f"{hour}:00" for hour in contact.quiet)
        words = tr("Nothing is sent from {begin} to {end} ({zone}).",
                   begin=begin, end=end, zone=contact.zone)  # fmt: skip
        lines.append(words)
    if contact.digest is not None:
        hour = f"{contact.digest_hour}:00"
        lines.append(tr("Turns come together at {hour} ({zone}).", hour=hour, zone=contact.zone))
    if contact.trouble:
        lines.append(tr("The last try has failed: {sentence}", sentence=contact.trouble))
    return lines


def read_zone(text: str) -> str:
    """Return the name of a time zone that this host knows; raises ContactError."""
    try:
        ZoneInfo(text)
    except UNKNOWN_ZONE:
        raise ContactError(tr("This is no time zone, as Europe/Berlin or UTC is.")) from None
    return text


def read_hours(text: str) -> tuple[int, int]:
    """Parse two different hours such as ``22-8``; raises ContactError."""
    match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text)
    begin, end = (int(hour) for hour in match.groups()) if match else (0, 0)
    if begin < 24 and end < 24 and begin != end:
        return begin, end
    raise ContactError(tr("Say the hours from and to, as in 22-8."))


def _new_code() -> str:
    # The code is long since each newly set address allows new guesses.
    return f"{secrets.randbelow(10**9):09}"


# --- notifications


class Notification(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notification for one player. It holds names, games and table codes, nothing else."""

    player: str
    event: Event
    tables: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """Code, game and other players of each table; or a tournament's code and game."""
    made: float = 0
    """Time of creation, in seconds since the epoch like all times here."""
    due: float = 0
    """Earliest time to send it."""
    tries: int = 0
    """Number of attempts at delivery so far."""
    sent: float = 0
    """Time of delivery; 0 before."""
    is_given_up: bool = False
    """True if it is never sent: too many attempts have failed, or the player saw it anyway."""

    @property
    def is_greeting(self) -> bool:
        """True for a notification that answers a command of the player."""
        return self.event in ("hello", "confirm")

    @property
    def waits(self) -> bool:
        """True if it still has to be sent."""
        return not self.sent and not self.is_given_up

    def counts(self, now: float) -> bool:
        """Return whether the notification was sent or, if it was not, made within
        ``KEPT_SECONDS``."""
        return now - (self.sent or self.made) < KEPT_SECONDS


class _StoredNotification(NamedTuple):
    """A notification with its key in the store."""

    key: str
    data: bytes
    notification: Notification


def words_of(notification: Notification, title: str, secret: str = "") -> str:
    """Render a notification in the reader's language."""
    if notification.event == "confirm":
        return tr(
            "{name} wants notices of {title} here; if that is you: notify confirm {code}",
            name=notification.player,
            title=title,
            code=secret,
        )
    if notification.event == "hello":
        return tr("Notices of {title} for {name} come here.", title=title, name=notification.player)
    lines = []
    for code, slug, others in notification.tables:
        game = registry.get(slug).title if slug in registry.slugs() else slug
        if notification.event == "invited":
            line = tr("You are invited: {game}, table {code}", game=game, code=code)
        elif notification.event == "begun":
            line = tr("The tournament has begun: {game}, tournament {code}", game=game, code=code)
        else:
            line = tr("Your turn: {game}, table {code}", game=game, code=code)
        if others:
            line = tr("{line}, with {names}", line=line, names=listed(others))
        lines.append(f"{line}.")
    return "\n".join(lines)


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the signature of a webhook for its header: HMAC-SHA-256 of time and body."""
    digest = hmac.new(secret.encode(), b"%d." % at + body, sha256).hexdigest()
    return f"t={at},v1={digest}"


@dataclass(eq=False)
class Outbox:
    """The sender of a server's notifications; one process at a time does the work."""

    _services: Services
    mail: Sequence[str] = ()
    """Program and arguments to send a mail from standard input; empty if none."""
    on_event: Sequence[str] = ()
    """Program and arguments that receive each event as JSON; empty if none."""
    _phases: dict[str, str] = field(default_factory=dict)
    """Phases of the tournaments at the last look."""
    _reported: dict[str, TableInfo] | None = None
    """Tables at the last report; None before the first."""
    _said_until: float = 0
    """Time of the last chat line seen by a report."""
    _events: deque[dict[str, object]] = field(default_factory=partial(deque, maxlen=_EVENTS_MAX))
    _has_events: asyncio.Event = field(default_factory=asyncio.Event)
    _complaints: Complaints = field(default_factory=partial(Complaints, _log))

    async def run(self) -> None:
        """Notify players and the host's program until cancelled."""
        reporting = asyncio.create_task(self._report_all())
        if self.on_event:
            event_log.observers.append(self.report)
        try:
            while True:
                try:
                    await self.work()
                    self._complaints.settle("work")
                except Exception as error:
                    self._complaints.log("work", f"Players cannot be notified: {log_reason(error)}")
                if (task := asyncio.current_task()) and task.cancelling():
                    # A client of the store may swallow a cancellation that arrives with its answer.
                    raise asyncio.CancelledError
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            if self.on_event:
                event_log.observers.remove(self.report)
            reporting.cancel()
            await self.close()

    async def close(self) -> None:
        """Hand the work over to other processes."""
        with suppress(StoreError):
            await self._services.store.release(_LEASE, self._services.process_id)

    async def work(self) -> None:
        """Create the missing notifications, and send the due ones; raises StoreError."""
        store = self._services.store
        if not await store.lease(_LEASE, self._services.process_id, _LEASE_SECONDS):
            # Another process sends and reports; a report after a gap would report old changes.
            self._reported = None
            return
        if self.on_event:
            self._report_tables()
        await self._look(await sound_documents(store, CONTACTS, Contact))
        now = self._services.now()
        present = self._present
        due = defaultdict[str, list[_StoredNotification]](list)
        spent, called = Counter[str](), Counter[str]()
        for key, data in (await store.documents(_OUTBOX)).items():
            with suppress(Damaged):
                notification = decode(data, Notification)
                name = fold(notification.player)
                # Failed attempts count as well: an error does not prove that nobody was reached.
                if notification.tries and notification.counts(now):
                    spent[name] += 1
                    called[name] += notification.event == "invited"
                # Players who are present see it anyway.
                is_wanted = notification.is_greeting or name not in present
                if notification.waits and notification.due <= now and is_wanted:
                    due[name].append(_StoredNotification(key, data, notification))
        # Read contacts after notifications, so that a newly set address comes with its trial.
        contacts = await sound_documents(store, CONTACTS, Contact)
        slots = asyncio.Semaphore(_SENDING_MAX)
        most = self._services.limits.notifications_a_day
        most_calls = max(1, most // _CALLS_PART)
        errors = await asyncio.gather(
            *(
                self._deliver_all(
                    waiting,
                    contacts.get(name),
                    most - spent[name],
                    most_calls - called[name],
                    slots,
                )
                for name, waiting in due.items()
            ),
            return_exceptions=True,
        )
        for error in errors:
            if error:
                raise error

    @property
    def _present(self) -> set[str]:
        """The folded names of the players who are on the server."""
        return {fold(presence.name) for presence in self._services.attendance.all.values()}

    # --- creating notifications

    async def _look(self, contacts: Mapping[str, Contact]) -> None:
        """Create missing notifications and remove obsolete ones."""
        services = self._services
        now = self._services.now()
        store = services.store
        present = self._present
        # Group the tables by player: there may be hundreds of tables and of contacts.
        tables = defaultdict[str, list[TableInfo]](list)
        for table in services.tables.all.values():
            for folded in {fold(name) for name in table.accounts if table.phase != "over"}:
                tables[folded].append(table)
        wanted: dict[str, Notification] = {}
        for name, contact in contacts.items():
            if contact.is_confirmed:
                wanted |= self._wanted(name, contact, now, tables.get(name, ()))
        for key, notification in [*wanted.items()]:
            if notification.event == "invited" and await self._is_blocked(notification):
                del wanted[key]
        documents = await store.documents(_OUTBOX)
        for key, notification in wanted.items():
            is_here = fold(notification.player) in present
            if key in documents or (is_here and notification.event != "begun"):
                continue
            # Players present at the start of a tournament need no later notice.
            put = replace(notification, is_given_up=is_here)
            with suppress(Outdated):
                await store.put_document(_OUTBOX, key, encode(put), None)
                if not is_here:
                    log("notification", kind=notification.event, name=notification.player)
        for key, data in documents.items():
            with suppress(Damaged, Outdated):
                notification = decode(data, Notification)
                # A greeting stays until it is sent, and any other while it counts for the limit.
                is_open_greeting = notification.is_greeting and notification.waits
                is_obsolete = notification.waits or not notification.counts(now)
                if key not in wanted and not is_open_greeting and is_obsolete:
                    await store.put_document(_OUTBOX, key, None, data)

    async def _is_blocked(self, invited: Notification) -> bool:
        """Return whether a player blocks all accounts that invite to a table; raises StoreError.

        For a reserved seat, that is the table's host.
        """
        try:
            account = await self._services.store.account(invited.player)
        except Damaged:
            # Nobody signs in to a damaged account, and it stops no notification of the others.
            return True
        ((code, _, _),) = invited.tables
        table = self._services.tables.all.get(code)
        if account is None or table is None:
            return False
        hosts = [row.by for row in table.invited if row.name == invited.player] or [table.host]
        return all(host in account.blocked for host in hosts)

    def _wanted(
        self, folded: str, contact: Contact, now: float, tables: Iterable[TableInfo]
    ) -> dict[str, Notification]:
        """Return the notifications that a player should have now, by their keys in the store.

        A key is made of the reason, so that a notification is made once: a turn has the second in
        which it began, a digest the player's date.
        """
        limits = self._services.limits
        turns, calls = [], []
        # For each turn, by table code: the second in which the player was asked.
        since: dict[str, int] = {}
        player = ""
        for table in tables:
            player = name = next(name for name in table.accounts if fold(name) == folded)
            if asked := _owed_since(table, name, now):
                if now - asked >= limits.notify_after_seconds:
                    since[table.code] = int(asked)
                    turns.append(_named(table, name))
            elif table.phase == "gathering" and _is_called(table, name):
                calls.append(_named(table, name))
        made: dict[str, Notification] = {}
        for row in calls:
            made[f"{folded} invited {row[0]}"] = Notification(player, "invited", (row,), now, now)
        for tournament in self._services.tournaments.all.values():
            if entry := _entry_in_begun(tournament, folded, now):
                key = f"{folded} begun {tournament.code}"
                row = (tournament.code, tournament.deals[0].game, ())
                made[key] = Notification(entry, "begun", (row,), now, now)
        if contact.digest_hour is None:
            for row in turns:
                key = f"{folded} turn {row[0]} {since[row[0]]}"
                made[key] = Notification(player, "turn", (row,), now, now)
        elif turns and contact.hour(now).hour >= contact.digest_hour:
            key = f"{folded} digest {contact.hour(now):%Y-%m-%d}"
            made[key] = Notification(player, "digest", tuple(turns), now, now)
        return made

    # --- sending

    async def _deliver_all(
        self,
        due: Sequence["_StoredNotification"],
        contact: Contact | None,
        left: int,
        calls_left: int,
        slots: asyncio.Semaphore,
    ) -> None:
        """Send one player's notifications, except notifications that must wait; raises StoreError.

        Args:
            left: number of notifications that the player may still get, besides those already
                tried.
            calls_left: number of invitations among them.
            slots: bounds simultaneous deliveries, so that a slow receiver does not delay the
                others.
        """
        for stored in due:
            if contact is None:
                # The player wants no notifications any more.
                with suppress(Outdated):
                    await self._services.store.put_document(_OUTBOX, stored.key, None, stored.data)
                continue
            is_first = not stored.notification.tries
            is_call = stored.notification.event == "invited"
            has_to_wait = is_first and (left <= 0 or (is_call and calls_left <= 0))
            if not has_to_wait and not contact.is_quiet(self._services.now()):
                left -= is_first
                calls_left -= is_first and is_call
                async with slots:
                    await self._deliver(*stored, contact)

    async def _deliver(
        self, key: str, data: bytes, notification: Notification, contact: Contact
    ) -> None:
        """Try to send a notification; raises StoreError."""
        services = self._services
        store = self._services.store
        now = self._services.now()
        wait = min(RETRY_SECONDS * 2**notification.tries, _RETRY_SECONDS_MAX)
        trying = replace(notification, tries=notification.tries + 1, due=now + wait)
        try:
            # Store the attempt first: a server killed meanwhile waits before it tries again.
            await store.put_document(_OUTBOX, key, encode(trying), data)
        except Outdated:
            return
        trouble = ""
        ended = replace(trying, sent=now)
        try:
            await self._send(key, notification, contact)
            log("notified", kind=notification.event, name=notification.player, by=contact.kind)
        except Undelivered as error:
            trouble = str(error)
            is_over = error.is_final or trying.tries >= TRIES_MAX
            ended = replace(trying, is_given_up=is_over)
            log("not notified", kind=notification.event, name=notification.player, by=contact.kind)
        if ended != trying:
            await store.put_document(_OUTBOX, key, encode(ended), encode(trying))

        def with_trouble(contact: Contact | None) -> Contact | None:
            return contact and replace(contact, trouble=trouble)

        if trouble != contact.trouble:
            await change_contact(store, notification.player, with_trouble)
        # Many slow deliveries must not outlast the lease.
        await services.store.lease(_LEASE, services.process_id, _LEASE_SECONDS)

    async def _send(self, key: str, notification: Notification, contact: Contact) -> None:
        """Deliver a notification to its receiver; raises Undelivered."""
        with reading(contact.language):
            secret = contact.secret if notification.event == "confirm" else ""
            words = words_of(notification, self._services.title, secret)
        # The same at each attempt, so that receivers recognise a repetition.
        identifier = sha256(key.encode()).hexdigest()[:16]
        if contact.kind == "mail":
            await self._send_mail(contact.address, identifier, words)
            return
        headers = {"Content-Type": "text/plain; charset=utf-8", "X-Sequence-ID": identifier}
        body = words.encode()
        if contact.kind == "webhook":
            body = _body(identifier, notification, words)
            headers = {
                "Content-Type": "application/json",
                "Idempotency-Key": identifier,
                "X-Darwin-Signature": signature(contact.secret, int(time.time()), body),
            }
        await delivery.post(
            contact.address,
            body,
            headers,
            allows_own_network=self._services.allows_own_network,
        )

    async def _send_mail(self, address: str, identifier: str, words: str) -> None:
        if not self.mail:
            raise Undelivered(tr("This server sends no mail; it knows ntfy and webhook."))
        title = self._services.title
        message = (
            f"To: {address}\nSubject: {title}\nMessage-ID: <{identifier}@{title}>\n"
            "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
            f"Content-Transfer-Encoding: 8bit\n\n{words}\n"
        )
        await delivery.run_program(self.mail, message.encode())

    # --- the program of the host

    def report(self, event: Mapping[str, object]) -> None:
        """Queue an event for the host's program."""
        self._events.append(dict(event))
        self._has_events.set()

    async def _report_all(self) -> None:
        while True:
            await self._has_events.wait()
            self._has_events.clear()
            while self._events:
                event = {"time": int(time.time()), **self._events.popleft()}
                try:
                    await delivery.run_program(self.on_event, encode(event) + b"\n")
                    self._complaints.settle("events")
                except Undelivered as error:
                    self._complaints.log("events", f"An event is not reported: {error}")

    def _report_tables(self) -> None:
        """Report the changes of tables, tournaments and lobby chat since the last look.

        The first look reports nothing.
        """
        lines = self._services.chat.lines(LOBBY)
        new_lines = [line for line in lines if line.time > self._said_until]
        self._said_until = max([self._said_until, *(line.time for line in lines)])
        before, self._reported = self._reported, dict(self._services.tables.all)
        phases_before, self._phases = self._phases, self._phases_of_tournaments()
        if before is None:
            return
        for line in new_lines:
            self.report({"event": "said", "name": line.name, "text": line.text})
        for code, phase in self._phases.items():
            if phases_before.get(code) != phase:
                self.report({"event": f"tournament {_PHASE_EVENTS[phase]}", "code": code})
        for code in self._reported.keys() | before.keys():
            for event in _changes(before.get(code), self._reported.get(code)):
                self.report({**event, "code": code})

    def _phases_of_tournaments(self) -> dict[str, str]:
        """Return the phases of all tournaments by code, daily challenges excepted."""
        tournaments = self._services.tournaments.all.values()
        return {
            tournament.code: tournament.phase
            for tournament in tournaments
            if tournament.form != "daily"
        }


_PHASE_EVENTS: Final = {"gathering": "opened", "playing": "begun", "over": "over"}
"""Events reported when a table or tournament enters a phase."""


def _changes(before: TableInfo | None, table: TableInfo | None) -> Iterator[dict[str, object]]:
    """Yield the events that lead from one state of a table to the next; None is no table."""
    if table is None:
        if before and before.phase == "gathering":
            yield {"event": "removed"}
        return
    facts: dict[str, object] = {"game": table.game, "players": names_of(table)}
    if before is None or before.phase != table.phase:
        event = _PHASE_EVENTS[table.phase]
        winners = [table.seats[seat].name for seat in table.winners]
        yield {"event": event, **facts, **({"winners": winners} if winners else {})}
    for row in table.invited:
        if before is None or row not in before.invited:
            yield {"event": "invited", **facts, "name": row.name, "by": row.by}
    was_to_move = before.to_move if before and before.phase == "playing" else ()
    for seat in table.to_move if table.phase == "playing" else ():
        if seat not in was_to_move and not is_bot_driven(table, seat):
            yield {"event": "turn", **facts, "name": table.seats[seat].name}


def _body(identifier: str, notification: Notification, words: str) -> bytes:
    """Return the JSON that a webhook receives."""
    tables = [
        {"code": code, "game": game, "players": others}
        for code, game, others in notification.tables
    ]
    return encode(
        {
            "id": identifier,
            "event": notification.event,
            "player": notification.player,
            "tables": tables,
            "text": words,
        }
    )


def _entry_in_begun(tournament: Tournament, folded: str, now: float) -> str:
    """Return a player's name in a tournament that began recently; else empty."""
    is_begun = tournament.phase == "playing" and tournament.form != "daily"
    if not is_begun or now - tournament.begins >= KEPT_SECONDS:
        return ""
    names = (entry.name for entry in tournament.entries if not entry.has_left)
    return next((name for name in names if fold(name) == folded), "")


def _owed_since(table: TableInfo, name: str, now: float) -> float:
    """Return the time since which a player owes a decision at a table; 0 if none.

    Also returns 0 during the player's holiday, which stops the clock.
    """
    if table.phase != "playing" or table.paused:
        return 0
    owing = [
        table.seats[seat]
        for seat in seats_of(table, name)
        if seat in table.to_move and not is_bot_driven(table, seat)
    ]
    # Before the first action, a table only knows when it began.
    times = (
        seat.owed_since or table.moved for seat in owing if not end_of_holiday(seat.holidays, now)
    )
    return min(times, default=0)


def _is_called(table: TableInfo, name: str) -> bool:
    """Return whether a player without a seat is invited, or has a reserved one."""
    is_reserved = any(seat.kind == "reserved" and seat.name == name for seat in table.seats)
    return (is_reserved or is_invited(table, name)) and not seats_of(table, name)


def _named(table: TableInfo, name: str) -> tuple[str, str, tuple[str, ...]]:
    """Return a table as notifications name it to a player: code, game, and the other people."""
    others = [seat.name for seat in table.seats if seat.kind == "person" and seat.name != name]
    return table.code, table.game, tuple(others)
