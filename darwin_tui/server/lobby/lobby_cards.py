"""Lobby cards: tables, people, invitations, news and ratings as one account may see them, in texts
that are safe to show.

The reader is the account for which a card is made.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import Final, Literal

import msgspec

from darwin_core.bots.ladder import GivenAway
from darwin_core.contract import registry
from darwin_core.contract.options import rules_title
from darwin_core.text.language import noun, tr, tr_n
from darwin_core.text.wording import capitalized, counted, decimal, listed
from darwin_tui.library.dates import short_date
from darwin_tui.library.statistics import Rating
from darwin_tui.seating import NAME_CELLS_MAX
from darwin_tui.server.sanitiser import one_line
from darwin_tui.server.store.contract import Account, Presence, TableInfo
from darwin_tui.server.tables.clocks import (
    awaited_seats,
    clock_of,
    clock_rule,
    clock_words,
    is_bot_driven,
    known_due,
)
from darwin_tui.server.tables.ratings import LadderRow
from darwin_tui.server.tables.register import (
    is_full,
    is_invited,
    names_of,
    opens_record,
    resigned_seats,
    seats_of,
)
from darwin_tui.strength.figures import with_minus

Phase = Literal["gathering", "playing", "over"]


class SeatCard(msgspec.Struct, frozen=True):
    """A seat as shown in the lobby."""

    name: str
    """Name of the person or bot, or of the account it is reserved for; empty for an open seat."""
    kind: Literal["open", "reserved", "person", "bot"]
    level: str = ""
    """Level of a bot."""
    is_me: bool = False
    is_present: bool = False
    """True if the person is at the table now."""
    is_to_move: bool = False
    """True if the match waits for this seat: it owes a decision, and if a bot plays it, no person
    has to act first."""
    has_bot: bool = False
    """True if a bot plays for the person now."""
    holiday: float = 0
    """End of the person's holiday, in seconds since the epoch; 0 without a holiday."""


class TableCard(msgspec.Struct, frozen=True):
    """A table as one account sees it in the lobby."""

    code: str
    title: str
    """Title of the game."""
    game: str
    """Slug of the game."""
    rules: str
    """Title of the preset; empty if the game has none."""
    host: str
    seats: tuple[SeatCard, ...]
    clock: str
    """Times of the clock in words; empty for a live table without a clock."""
    progress: str
    """The round of a match that is played, in words; empty if unknown."""
    phase: Phase
    ended: str = ""
    """The way the match ended, if not by the rules alone."""
    winners: tuple[str, ...] = ()
    """Names of the winners; empty if nobody has won."""
    places: tuple[int, ...] = ()
    """Rank of each seat, from 1; empty if nobody has won or the ranks are unknown."""
    rematch: str = ""
    """Code of the table of the rematch."""
    clock_rule: str = ""
    """The consequence when the time runs out; empty without a clock."""
    spectators: str = ""
    """Sentences about spectators during the match, and about replays afterwards."""
    terms: str = ""
    """Terms of the table in a sentence; empty for a casual match without help."""
    is_rated: bool = False
    """True if the result counts for the ladder."""
    is_mine: bool = False
    """True if the reader sits at the table or has a seat reserved there."""
    is_my_turn: bool = False
    is_host: bool = False
    waiting_since: float = 0
    """Time of the last action, else of the start, else of creation; seconds since the epoch."""
    due: float = 0
    """Time at which the clock of the reader's decision runs out; 0 without a clock or decision."""
    tournament: str = ""
    """Code of the tournament to which the match belongs."""
    can_sit: bool = False
    can_watch: bool = False
    can_replay: bool = False
    watchers: int = 0
    """Spectators present now."""
    is_private: bool = False
    invitation: str = ""
    """The line that the reader can send to friends."""
    commitment: str = ""
    """Hash of the server's secret for the seed."""
    words: str = ""
    """The reader's words, mixed into the seed."""


class Visitor(msgspec.Struct, frozen=True):
    """A person who is on the server now."""

    name: str
    table: str = ""
    """Code of the person's table, if the reader may know it."""
    words: str = ""
    """The person's place in words: ``in the lobby``, ``plays Darwin's Dice``."""
    since: float = 0
    """Time of sign-in, seconds since the epoch."""
    is_me: bool = False


class Friend(msgspec.Struct, frozen=True):
    """An account that the reader knows, or blocks."""

    name: str
    words: str
    """The friend's place in words; empty if the friend is absent."""
    table: str = ""
    """Code of the friend's table, if the reader may know it."""
    is_blocked: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """An invitation to a gathering table."""

    by: str
    code: str
    title: str
    """Title of the game."""


WORDS_CELLS_MAX: Final = 60
"""Maximum cells of the slug of an unknown game, which stands for its title."""
_PROGRESS: Final = re.compile(r"(\d{1,3}) of (\d{1,3})")
"""Numbers in the progress texts of older versions."""


def _is_turn_of(table: TableInfo, name: str) -> bool:
    """Return whether an account owes a decision at a table."""
    return table.phase == "playing" and any(
        seat in table.to_move and not is_bot_driven(table, seat) for seat in seats_of(table, name)
    )


def may_read(table: TableInfo, name: str) -> bool:
    """Return whether an account may read a table's record once the match is over."""
    return opens_record(table) or table.host == name or bool(seats_of(table, name))


def can_replay(table: TableInfo, name: str) -> bool:
    return table.phase == "over" and may_read(table, name)


def can_watch(table: TableInfo, name: str) -> bool:
    """Return whether an account may watch a table."""
    return table.phase == "playing" and table.watching != "none" and not seats_of(table, name)


def card(table: TableInfo, name: str, present: Iterable[Presence], address: str) -> TableCard:
    """Return the card of a table for an account.

    Args:
        table: a table that the account may know of.
        present: the sessions at the table.
    """
    # An account may be at a table in several sessions, and watch in some.
    at_table = [row for row in present if row.table == table.code]
    seated = {seat for row in at_table for seat in row.seats}
    own_seats = seats_of(table, name)
    is_reserved = any(row.kind == "reserved" and row.name == name for row in table.seats)
    is_open = any(row.kind == "open" for row in table.seats)
    return TableCard(
        code=table.code,
        title=title(table.game),
        game=table.game,
        rules=tr(_rules(table.game, tuple(sorted(table.options.items())))),
        host=_name(table.host),
        seats=tuple(
            _seat(table, seat, called, name, seat in seated)
            for seat, called in enumerate(names_of(table))
        ),
        clock=clock_words(clock_of(table)),
        clock_rule=clock_rule(table),
        spectators=spectators_words(table),
        terms=terms_words(table),
        is_rated=table.terms == "rated",
        progress=_progress(table) if table.phase == "playing" else "",
        phase=table.phase,
        ended=ended_words(table),
        winners=tuple(_name(names_of(table)[seat]) for seat in table.winners),
        places=table.places,
        rematch=table.rematch,
        is_mine=bool(own_seats) or is_reserved,
        is_my_turn=_is_turn_of(table, name),
        is_host=table.host == name,
        waiting_since=_waiting_since(table, own_seats),
        due=_due(table, own_seats),
        tournament=table.tournament,
        can_sit=table.phase == "gathering" and not own_seats and (is_reserved or is_open),
        can_watch=can_watch(table, name),
        can_replay=can_replay(table, name),
        watchers=len({row.name for row in at_table if not row.seats}),
        is_private=table.is_private,
        commitment=table.commitment,
        words=table.seats[own_seats[0]].nonce if own_seats else "",
        invitation=invitation_line(table, address),
    )


def _waiting_since(table: TableInfo, own_seats: Iterable[int]) -> float:
    """Return the time since which an account owes a decision; else the time of the last change."""
    owed = [table.seats[seat].owed_since for seat in own_seats if seat in table.to_move]
    return min(filter(None, owed), default=table.moved or table.made)


def _due(table: TableInfo, own_seats: Iterable[int]) -> float:
    """Return the time at which the clock of an account's decision runs out; 0 if it owes none."""
    if table.phase != "playing":
        return 0
    dues = (known_due(table, seat) for seat in own_seats if seat in table.to_move)
    return min(filter(None, dues), default=0)


def _seat(table: TableInfo, seat: int, called: str, name: str, is_present: bool) -> SeatCard:
    """Return the card of a seat.

    Args:
        called: the name shown for the seat.
        name: the reader's account.
    """
    info = table.seats[seat]
    return SeatCard(
        name=_name(called),
        kind=info.kind,
        level=info.level,
        is_me=info.kind in ("person", "reserved") and info.name == name,
        is_present=is_present,
        is_to_move=seat in awaited_seats(table),
        has_bot=info.kind == "person" and is_bot_driven(table, seat),
        holiday=max((holiday.until for holiday in info.holidays), default=0),
    )


def _progress(table: TableInfo) -> str:
    """Return the progress of a match, as ``round 2 of 3``; empty if unknown."""
    now, last = table.round, table.rounds
    if match := _PROGRESS.search(table.progress):
        now, last = now or int(match[1]), last or int(match[2])
    word = _round(table.game)
    if not now or not word:
        return ""
    return tr("{time} of {last}", time=noun(word).followed_by(now), last=last)


def _name(name: str) -> str:
    return one_line(name, NAME_CELLS_MAX)


@cache
def title(slug: str) -> str:
    """Return the title of a game; its slug if this version lacks the game."""
    try:
        return registry.box(slug).title
    except ValueError:
        return one_line(slug, WORDS_CELLS_MAX)


def table_title(slug: str, seats: int) -> str:
    """Return the name of a ladder, as ``Darwin's Dice for 3``."""
    return tr("{game} for {number}", game=title(slug), number=seats)


def rating_words(rating: Rating) -> str:
    """Return a rating with its interval, as ``1548 ± 68``."""
    return f"{rating.value} ± {rating.high - rating.value}"


def given_words(given: GivenAway | None) -> str:
    """Return the winning chance that a player gives away per decision; empty if unknown."""
    if given is None:
        return ""
    share = 100 * given.share
    half_width = 100 * (given.high - given.share)
    words = decimal(share, ".1f") + (f" ± {decimal(half_width, '.1f')}" if half_width else "")
    return tr("{share} % given away per decision", share=words)


def change_words(rating: Rating, change: int) -> str:
    """Return a sentence about the reader's rating after a match."""
    change_text = with_minus(f"{change:+d}")
    return tr("Your rating: {rating}, {change}.", rating=rating_words(rating), change=change_text)


def ladder_lines(rows: Sequence[LadderRow]) -> Iterator[str]:
    """Yield one line for each player of a ladder."""
    for row in rows:
        place = f"{row.place}." if row.place else tr("provisional:")
        matches = counted(row.matches, "match")
        change = with_minus(f"{row.change:+d}")
        yield f"{place} {row.name} {rating_words(row.rating)}, {change}, {matches}"
    if not rows:
        yield tr("Nobody has played in this season.")


def day_of(made: str) -> str:
    """Return the day on which an account was made; empty if unknown."""
    return short_date(made, has_hour=False) if made else tr("long ago")


@cache
def _round(slug: str) -> str:
    """Return a game's word for its rounds; empty if this version lacks the game."""
    try:
        return registry.get(slug).clock_words[0]
    except ValueError:
        return ""


@cache
def _rules(slug: str, options: tuple[tuple[str, bool | int | str], ...]) -> str:
    """Return the title of a game's rules; empty if this version lacks the game or an option."""
    try:
        return rules_title(registry.get(slug), dict(options))
    except ValueError:
        return ""


def invitation_line(table: TableInfo, address: str) -> str:
    return f"{address} -t join {table.code}"


def spectators_words(table: TableInfo) -> str:
    """Return sentences about spectators during the match, and about replays afterwards."""
    watching = tr("Spectators see no hands.")
    if table.watching == "none":
        watching = tr("There are no spectators.")
    afterwards = tr("Only the players may replay the match afterwards.")
    if opens_record(table):
        afterwards = tr("Everybody may replay the match afterwards, with all hands.")
    return f"{watching} {afterwards}"


def terms_words(table: TableInfo) -> str:
    """Return a sentence about a table's terms; empty for a casual table without help."""
    if table.terms == "rated":
        return tr("Rated: the result counts for the ladder, and there are no hints.")
    return tr("There are hints for everybody at this table.") if table.terms == "help" else ""


def ended_words(table: TableInfo) -> str:
    """Return a sentence about the end of a match; empty if it ended by the rules."""
    if table.ended == "agreement":
        return tr("The players have ended the match by agreement.")
    if table.ended == "vote":
        return tr("The players have ended the match, since one of them stayed away.")
    if table.ended == "time":
        return tr("The match has ended with the time of its tournament.")
    if table.ended == "host":
        return tr("The host of the server has ended the match.")
    if table.ended == "resigned":
        names = [seated.name for seated in table.seats if seated.has_resigned]
        return tr("The match has ended: {names} resigned.", names=_listed(names))
    if table.ended == "rules" and (last := resigned_seats(table)):
        names = [table.seats[seat].name for seat in last]
        return tr_n(
            "{names} resigned, and so is last.",
            "{names} resigned, and so are last.",
            len(names),
            names=_listed(names),
        )
    return ""


def _listed(names: Sequence[str]) -> str:
    return listed([*dict.fromkeys(map(_name, names))])


def in_order(cards: Iterable[TableCard]) -> tuple[TableCard, ...]:
    """Return cards in lobby order: tables where it is the reader's turn (least time left first),
    the reader's other tables, gathering tables, tables in play, finished tables."""
    phases = ("gathering", "playing", "over")

    def rank(card: TableCard) -> tuple[bool, float, bool, int, float, str]:
        """Return the sort key of a card; smaller comes first."""
        is_mine = card.is_mine and card.phase != "over"
        order = phases.index(card.phase)
        # A turn without a clock comes after all turns with one.
        due = (card.due or inf) if card.is_my_turn else 0
        return not card.is_my_turn, due, not is_mine, order, -card.waiting_since, card.code

    return tuple(sorted(cards, key=rank))


def visitors(
    present: Iterable[Presence], name: str, visible: Callable[[str], TableInfo | None]
) -> tuple[Visitor, ...]:
    """Return the people present, each once.

    Args:
        present: all sessions.
        visible: returns the table of a code if the account may know of it.
    """
    by_name: dict[str, Visitor] = {}
    for presence in sorted(present, key=lambda presence: (presence.since, presence.session)):
        table = visible(presence.table) if presence.table else None
        # Of several sessions, the first one at a visible table tells where the person is.
        known = by_name.get(presence.name)
        if known and (known.table or not table):
            continue
        words = tr("in the lobby")
        if table and table.phase == "gathering":
            words = tr("waits for {game}", game=title(table.game))
        elif table:
            words = tr(
                "plays {game}" if presence.seats else "watches {game}", game=title(table.game)
            )
        since = known.since if known else presence.since
        code = table.code if table else ""
        by_name[presence.name] = Visitor(
            _name(presence.name), code, words, since, presence.name == name
        )
    return tuple(
        sorted(
            by_name.values(), key=lambda presence: (not presence.is_me, presence.name.casefold())
        )
    )


def friends(account: Account, people: Iterable[Visitor]) -> tuple[Friend, ...]:
    """Return an account's friends, those present first, then the accounts it blocks."""
    visitors_by_name = {person.name: person for person in people}

    def friend(name: str) -> Friend:
        visitor = visitors_by_name.get(name)
        return Friend(
            _name(name), visitor.words if visitor else "", visitor.table if visitor else ""
        )

    own_friends = [friend(name) for name in account.friends if name not in account.blocked]
    own_friends.sort(key=lambda row: (not row.words, row.name.casefold()))
    blocked = sorted(account.blocked, key=str.casefold)
    return (*own_friends, *(Friend(_name(name), "", is_blocked=True) for name in blocked))


def invitation(
    tables: Iterable[TableInfo], name: str, blocked: Collection[str] = ()
) -> Invitation | None:
    """Return the newest invitation of an account, except from accounts it blocks."""
    gathering = [row for row in tables if row.phase == "gathering" and row.invited]
    for table in sorted(gathering, key=lambda table: -table.made):
        if is_full(table):
            continue
        for row in table.invited:
            if row.name == name and row.by not in blocked:
                return Invitation(_name(row.by), table.code, title(table.game))
    return None


def concerning(tables: Iterable[TableInfo], name: str) -> tuple[TableInfo, ...]:
    """Return the tables at which an account sits or is invited."""
    return tuple(table for table in tables if seats_of(table, name) or is_invited(table, name))


def news(tables: Iterable[TableInfo], account: Account) -> tuple[str, ...]:
    """Return one sentence for each event since the account's last visit."""
    sentences = []
    for table in sorted(tables, key=lambda table: -table.moved):
        name = account.name
        where = tr("{game}, table {code}", game=title(table.game), code=table.code)
        if table.phase == "gathering":
            callers = (invited.by for invited in table.invited if invited.name == name)
            sentences += [
                tr("{name} invites you to {table}.", name=_name(by), table=where) for by in callers
            ]
        if not seats_of(table, name):
            continue
        if _is_turn_of(table, name):
            sentences.append(tr("It is your turn in {table}.", table=where))
        elif table.moved > account.seen and table.phase == "over":
            sentences.append(tr("{table}, is over.", table=capitalized(where)))
        elif table.moved > account.seen and table.phase == "playing":
            sentences.append(tr("Others have played in {table}.", table=where))
    return tuple(sentences)
