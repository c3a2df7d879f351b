"""The cards of a lobby: tables and people as an account may see them, in texts that are safe to
show."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import Final, Literal

import msgspec

from darwin_core.bots.ladder import Given
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
    """A seat, as a lobby shows it."""

    name: str
    """The person's or the bot's name; the name it is reserved for; empty for an open seat."""
    kind: Literal["open", "reserved", "person", "bot"]
    level: str = ""
    """A bot's level."""
    is_me: bool = False
    is_present: bool = False
    """The person is at the table now."""
    is_to_move: bool = False
    """All wait for the seat: it owes a decision, and no person comes before a bot."""
    has_bot: bool = False
    """A bot plays for the person now."""
    holiday: float = 0
    """Time at which the person's holiday ends, seconds since the epoch; 0 without one."""


class TableCard(msgspec.Struct, frozen=True):
    """A table, as a lobby shows it to one account."""

    code: str
    title: str
    """The game's title."""
    game: str
    """The game's slug."""
    rules: str
    """The title of the preset; empty where the game has none."""
    host: str
    seats: tuple[SeatCard, ...]
    clock: str
    """The time for a move in words; empty for a live table."""
    progress: str
    phase: Phase
    ended: str = ""
    """A sentence on how the match ended, where that was not by the rules alone."""
    winners: tuple[str, ...] = ()
    """The names of the players in the first place; empty where nobody has won."""
    places: tuple[int, ...] = ()
    """The place of each seat, from 1; empty where nobody has won, or it is not known."""
    rematch: str = ""
    """The code of the table at which its players play again."""
    clock_rule: str = ""
    """A sentence on what happens when the time is over; empty without a clock."""
    spectators: str = ""
    """Sentences on the view of spectators, during the match and afterwards."""
    terms: str = ""
    """A sentence on the terms of the table; empty for a casual match without help."""
    is_rated: bool = False
    """The result counts for the ladder."""
    is_mine: bool = False
    """I sit there, or a seat is reserved for me."""
    is_my_turn: bool = False
    is_host: bool = False
    waiting_since: float = 0
    """Time of the last action, of the beginning, or of creation; seconds since the epoch."""
    due: float = 0
    """Time at which the clock of my decision is over; 0 without a clock, or if I owe none."""
    tournament: str = ""
    """Code of the tournament that the match belongs to."""
    can_sit: bool = False
    can_watch: bool = False
    can_replay: bool = False
    watchers: int = 0
    """Spectators there now."""
    is_private: bool = False
    invitation: str = ""
    """The line to paste to friends."""
    commitment: str = ""
    """The hash of the server's secret for the seed."""
    words: str = ""
    """My own words that are mixed into the seed."""


class Visitor(msgspec.Struct, frozen=True):
    """A person who is on the server now."""

    name: str
    table: str = ""
    """Code of the table they are at, if the reader may know of it."""
    words: str = ""
    """Their place in words: ``in the lobby``, ``plays Darwin's Dice``."""
    since: float = 0
    """Time of sign-in, seconds since the epoch."""
    is_me: bool = False


class Friend(msgspec.Struct, frozen=True):
    """An account that the player knows, or has blocked."""

    name: str
    words: str
    """The friend's place in words; empty for a friend who is not here."""
    table: str = ""
    """Code of the friend's table, if the reader may know of it."""
    is_blocked: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """A call to a table that is gathering."""

    by: str
    code: str
    title: str
    """The game's title."""


WORDS_CELLS_MAX: Final = 60
_PROGRESS: Final = re.compile(r"(\d{1,3}) of (\d{1,3})")
"""The numbers in the words that were kept before."""


def _is_turn_of(table: TableInfo, name: str) -> bool:
    """Return whether an account owes a decision there."""
    return table.phase == "playing" and any(
        seat in table.to_move and not is_bot_driven(table, seat) for seat in seats_of(table, name)
    )


def may_read(table: TableInfo, name: str) -> bool:
    """Return whether an account may read the record of a table once the match is over."""
    return opens_record(table) or table.host == name or bool(seats_of(table, name))


def can_replay(table: TableInfo, name: str) -> bool:
    """Return whether an account may read the record of a table now."""
    return table.phase == "over" and may_read(table, name)


def can_watch(table: TableInfo, name: str) -> bool:
    """Return whether an account may be a spectator of a table."""
    return table.phase == "playing" and table.watching != "none" and not seats_of(table, name)


def card(table: TableInfo, name: str, present: Iterable[Presence], address: str) -> TableCard:
    """Return the card of a table for an account.

    Args:
        table: a table that the account may know of.
        present: the sessions that are at the table.
    """
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
    """Return the time since which an account owes a decision, else the time of the last change."""
    owed = [table.seats[seat].owed_since for seat in own_seats if seat in table.to_move]
    return min(filter(None, owed), default=table.moved or table.made)


def _due(table: TableInfo, own_seats: Iterable[int]) -> float:
    """Return the time at which the clock of an account's decision is over; 0 if it owes none."""
    if table.phase != "playing":
        return 0
    dues = (known_due(table, seat) for seat in own_seats if seat in table.to_move)
    return min(filter(None, dues), default=0)


def _seat(table: TableInfo, seat: int, called: str, name: str, is_present: bool) -> SeatCard:
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
    """Return the progress of a match: ``round 2 of 3``; empty if it is not known."""
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
    """Return the title of a game; its slug if this version does not have it."""
    try:
        return registry.box(slug).title
    except ValueError:
        return one_line(slug, WORDS_CELLS_MAX)


def table_title(slug: str, seats: int) -> str:
    """Return the name of a ladder: ``Darwin's Dice for 3``."""
    return tr("{game} for {number}", game=title(slug), number=seats)


def rating_words(rating: Rating) -> str:
    """Return a rating with its interval: ``1548 ± 68``."""
    return f"{rating.value} ± {rating.high - rating.value}"


def given_words(given: Given | None) -> str:
    """Return the chance that a player gives away per decision; empty if it is not known."""
    if given is None:
        return ""
    share, reach = 100 * given.share, 100 * (given.high - given.share)
    words = decimal(share, ".1f") + (f" ± {decimal(reach, '.1f')}" if reach else "")
    return tr("{share} % given away per decision", share=words)


def change_words(rating: Rating, change: int) -> str:
    """Return a sentence on the reader's rating after a match."""
    change_text = with_minus(f"{change:+d}")
    return tr("Your rating: {rating}, {change}.", rating=rating_words(rating), change=change_text)


def ladder_lines(rows: Sequence[LadderRow]) -> Iterator[str]:
    """Yield a line for each player of a ladder."""
    for row in rows:
        place = f"{row.place}." if row.place else tr("provisional:")
        matches, change = counted(row.matches, "match"), with_minus(f"{row.change:+d}")
        yield f"{place} {row.name} {rating_words(row.rating)}, {change}, {matches}"
    if not rows:
        yield tr("Nobody has played in this season.")


def day_of(made: str) -> str:
    """Return the day at which an account was made; empty if it is not known."""
    return short_date(made, has_hour=False) if made else tr("long ago")


@cache
def _round(slug: str) -> str:
    """Return the word of a game for its rounds; empty if this version does not have the game."""
    try:
        return registry.get(slug).clock_words[0]
    except ValueError:
        return ""


@cache
def _rules(slug: str, options: tuple[tuple[str, bool | int | str], ...]) -> str:
    try:
        return rules_title(registry.get(slug), dict(options))
    except ValueError:
        return ""


def invitation_line(table: TableInfo, address: str) -> str:
    """Return the line to paste to friends."""
    return f"{address} -t join {table.code}"


def spectators_words(table: TableInfo) -> str:
    """Return sentences on the view of spectators, during the match and afterwards."""
    watching = tr("Spectators see no hands.")
    if table.watching == "none":
        watching = tr("There are no spectators.")
    afterwards = tr("Only the players may replay the match afterwards.")
    if opens_record(table):
        afterwards = tr("Everybody may replay the match afterwards, with all hands.")
    return f"{watching} {afterwards}"


def terms_words(table: TableInfo) -> str:
    """Return a sentence on the terms of a table; empty for a casual table without help."""
    if table.terms == "rated":
        return tr("Rated: the result counts for the ladder, and there are no hints.")
    return tr("There are hints for everybody at this table.") if table.terms == "help" else ""


def ended_words(table: TableInfo) -> str:
    """Return a sentence on how a match ended, where that was not by the rules; else empty."""
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
    """Return cards in order: my turn, the least time left first, my other tables, gathering tables,
    played tables, finished tables."""
    phases = ("gathering", "playing", "over")

    def rank(card: TableCard) -> tuple[bool, float, bool, int, float, str]:
        is_mine = card.is_mine and card.phase != "over"
        order = phases.index(card.phase)
        due = (card.due or inf) if card.is_my_turn else 0
        return not card.is_my_turn, due, not is_mine, order, -card.waiting_since, card.code

    return tuple(sorted(cards, key=rank))


def visitors(
    present: Iterable[Presence], name: str, visible: Callable[[str], TableInfo | None]
) -> tuple[Visitor, ...]:
    """Return the people who are here, each once.

    Args:
        present: all sessions.
        visible: returns the table of a code if the account may know of it.
    """
    by_name: dict[str, Visitor] = {}
    for presence in sorted(present, key=lambda presence: (presence.since, presence.session)):
        table = visible(presence.table) if presence.table else None
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
    """Return the friends of an account, present friends first, then the accounts it has blocked."""
    here = {person.name: person for person in people}

    def friend(name: str) -> Friend:
        visitor = here.get(name)
        return Friend(
            _name(name), visitor.words if visitor else "", visitor.table if visitor else ""
        )

    known = [friend(name) for name in account.friends if name not in account.blocked]
    known.sort(key=lambda known: (not known.words, known.name.casefold()))
    blocked = sorted(account.blocked, key=str.casefold)
    return (*known, *(Friend(_name(name), "", is_blocked=True) for name in blocked))


def invitation(
    tables: Iterable[TableInfo], name: str, blocked: Collection[str] = ()
) -> Invitation | None:
    """Return the newest invitation of an account by somebody whom it has not blocked."""
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
    """Return a sentence for each event since the account's last visit."""
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
