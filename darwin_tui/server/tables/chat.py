"""Chat of the lobby and of tables, kept in the store: sanitised lines, at a limited rate.

A notice is the server's sentence about a player at a table, an announcement the host's text to all.
Neither has an author.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from darwin_core.text.language import mark, reading, tr
from darwin_tui.library.seat_access import CHAT_CHARACTERS_MAX, ChatLine, Notice, Rejected
from darwin_tui.play.people_words import PHRASES
from darwin_tui.seating import NAME_CELLS_MAX, level_title
from darwin_tui.server.sanitiser import one_line
from darwin_tui.server.store.accounts import AccountError
from darwin_tui.server.store.contract import LOBBY, Account, AccountStore, Store
from darwin_tui.server.tables.register import rejecting
from darwin_tui.terminal.limits import Limits, Rate

NOTICES: Final[Mapping[Notice, str]] = {
    "resigned": mark("{name} has resigned."),
    "level": mark("{name} plays as {level} from now on."),
    "away": mark("{name} is away; a bot plays."),
    "late": mark("{name} has run out of time; a bot takes this decision."),
    "vote": mark("By the others' vote a bot plays for {name}."),
    "paused": mark(
        "Nobody has moved for a whole round: the match and its clocks wait until a player is back."
    ),
}
"""The server's sentences about a player at a table."""
MUTED: Final = mark("The host of the server has muted you.")
"""The refusal of a muted player's line."""
NOTIFY_WORD: Final = "/notify"
"""The word before a player's address for notifications, in the talk of the lobby. Such a line is in
no chat, as anybody who knows the address reads the notifications."""


class ChatRooms:
    """The chat rooms read by sessions of this process."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        now: Callable[[], float],
        on_change: Callable[[str], None],
    ) -> None:
        """Read no room yet.

        Args:
            on_change: called with the name of a room whose lines have changed.
        """
        self._store = store
        self._now = now
        self._on_change = on_change
        self._rate = Rate(limits.chat_lines, limits.chat_seconds)
        self._limits = limits
        self._rooms: dict[str, tuple[ChatLine, ...]] = {}
        """The last lines of each room that is read."""
        self._readers = Counter[str]()
        """Number of sessions of this process that read each room."""

    def lines(self, room: str) -> Sequence[ChatLine]:
        """Return the last lines of a room that this process reads, oldest first."""
        return self._rooms.get(room, ())

    def lines_with_announcements(self, room: str, since: float) -> Sequence[ChatLine]:
        """Return the lines of a table with the host's announcements since a time, oldest first."""
        lines = self.lines(room)
        # In the lobby only the host's announcements have no author.
        announcements = [line for line in self.lines(LOBBY) if not line.name and line.time >= since]
        if not announcements:
            return lines
        return sorted((*lines, *announcements), key=lambda line: line.time)

    async def enter(self, room: str) -> None:
        """Read a room now and after each reported change until ``leave``; raises StoreError.

        Call ``leave`` even if this fails.
        """
        self._readers[room] += 1
        await self.refresh(room)

    def leave(self, room: str) -> None:
        """Stop reading a room; it is forgotten once no session here reads it."""
        self._readers[room] -= 1
        if not self._readers[room]:
            del self._readers[room]
            self._rooms.pop(room, None)

    async def refresh(self, room: str) -> None:
        """Read a room again if any session here reads it; raises StoreError."""
        if room not in self._readers:
            return
        lines = tuple(_sanitised(line) for line in await self._store.chat(room))
        # The last reader may have left while the store was read.
        if room in self._readers and lines != self._rooms.get(room):
            self._rooms[room] = lines
            self._on_change(room)

    async def refresh_all(self) -> None:
        """Read all rooms of sessions here again; raises StoreError."""
        for room in [*self._readers]:
            await self.refresh(room)

    async def say(self, room: str, account: Account, text: str) -> None:
        """Add an account's line.

        Raises:
            Rejected: if the account is muted, the text is empty or too long, the account has
                written too many lines, or the store fails.
        """
        name = account.name
        if account.is_muted:
            raise Rejected(tr(MUTED))
        if len(text) > CHAT_CHARACTERS_MAX:
            raise Rejected(
                tr("A line of chat has at most {number} characters.", number=CHAT_CHARACTERS_MAX)
            )
        if not (text := one_line(text, CHAT_CHARACTERS_MAX)):
            raise Rejected(tr("There is nothing to say."))
        if text.startswith(NOTIFY_WORD):
            raise Rejected(tr("That was said to nobody: notifications are changed in the lobby."))
        self.count_line(name)
        with rejecting():
            await self._store.say(room, ChatLine(self._now(), name, text))
            await self.refresh(room)

    def count_line(self, name: str) -> None:
        """Count a line that an account causes; raises Rejected if it has caused too many."""
        now = self._now()
        if self._rate.is_reached(name, now):
            raise Rejected(
                tr(
                    "{number} lines within {seconds} seconds are enough; wait a moment.",
                    number=self._limits.chat_lines,
                    seconds=f"{self._limits.chat_seconds:.0f}",
                )
            )
        self._rate.add(name, now)

    async def add_notice(self, room: str, notice: Notice, about: str, level: str = "") -> None:
        """Add a notice of the server; raises Rejected.

        Args:
            notice: kind of the notice; each reader sees its sentence in the reader's language.
            about: the player of the sentence; empty if it is about nobody.
            level: level of the bot, if the sentence is about a bot.
        """
        # The stored text is English; ``translated`` translates it from the other fields.
        with reading("en"):
            text = _sentence(notice, about, level)
        line = ChatLine(self._now(), "", text, notice, about, level)
        with rejecting():
            await self._store.say(room, line)
            await self.refresh(room)


def _sanitised(line: ChatLine) -> ChatLine:
    """Return a line that is safe to show, even if another program stored it."""
    text = one_line(line.text, CHAT_CHARACTERS_MAX)
    name, about = one_line(line.name, NAME_CELLS_MAX), one_line(line.about, NAME_CELLS_MAX)
    level = one_line(line.level, NAME_CELLS_MAX)
    return ChatLine(line.time, name, text, line.notice, about, level)


async def announce(store: AccountStore, text: str, now: float) -> None:
    """Announce a text to all players on the server, in the lobby and at the tables.

    Raises:
        AccountError: if the text is empty or too long.
        StoreError: if it cannot be stored.
    """
    if len(text) > CHAT_CHARACTERS_MAX:
        raise AccountError(f"An announcement has at most {CHAT_CHARACTERS_MAX} characters.")
    if not (text := one_line(text, CHAT_CHARACTERS_MAX)):
        raise AccountError("There is nothing to say.")
    await store.say(LOBBY, ChatLine(now, "", text))


def translated(lines: Iterable[ChatLine]) -> tuple[ChatLine, ...]:
    """Translate the server's notices and the players' quick phrases for the reader."""
    return tuple(map(_translated_line, lines))


def _translated_line(line: ChatLine) -> ChatLine:
    if line.notice:
        return replace(line, text=_sentence(line.notice, line.about, line.level))
    return replace(line, text=tr(line.text)) if line.text in PHRASES else line


def _sentence(notice: Notice, about: str, level: str) -> str:
    values = {"name": about, "level": level_title(level)} if level else {"name": about}
    return one_line(tr(NOTICES[notice], **values), CHAT_CHARACTERS_MAX)
