"""Requests without a full screen, as ``ssh host games``: their options, answers and help.

The words of a request are its arguments as typed; words for the seed are called seed words. A
request that cannot be understood raises ``WrongUse``. Exit codes are the same as at home: 0 fine,
1 a negative answer, 2 wrong use. Every error is one sentence on standard error.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

import msgspec

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR, AnyGame
from darwin_core.contract.options import read_choices
from darwin_core.kit.achievements import PER_GAME
from darwin_core.teaching import puzzles
from darwin_core.text.language import mark, reading, tr, tr_n
from darwin_core.text.wording import counted, decimal, listed, ordinal, quoted
from darwin_tui.library.dates import short_moment
from darwin_tui.library.seat_access import Rejected
from darwin_tui.play.puzzles import Racing
from darwin_tui.seating import BOT_PREFIX, bot_title
from darwin_tui.server.lobby.lobby import Lobby, parse_holiday_days
from darwin_tui.server.lobby.lobby_cards import (
    Phase,
    SeatCard,
    TableCard,
    day_of,
    given_words,
    ladder_lines,
    rating_words,
    table_title,
    title,
)
from darwin_tui.server.lobby.race_desk import RaceDesk
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.lobby.tournament_desk import form_words, score_words
from darwin_tui.server.operations.console import RemoteConsole
from darwin_tui.server.operations.notifications import (
    NOTIFY,
    ContactError,
    change_by_words,
    contact_lines,
)
from darwin_tui.server.store.accounts import AccountError
from darwin_tui.server.store.contract import (
    FORMS,
    TERMS,
    OpenForm,
    StoreError,
    Terms,
    Tournament,
    read_code,
)
from darwin_tui.server.tables import pairing
from darwin_tui.server.tables.clocks import read_clock
from darwin_tui.server.tables.ratings import LadderKey, is_provisional
from darwin_tui.server.tables.register import SeatPlan, TablePlan
from darwin_tui.server.tables.tournaments import TournamentPlan
from darwin_tui.text_mode import replay_at, run_race, visit_plain

T = TypeVar("T")

PLAIN: Final = "--plain"
"""Accepted wherever a full screen might be expected; every request is plain without it."""
LAST_MATCHES: Final = 10
"""Number of a player's matches in a list."""
WORDS_MAX: Final = 40
"""Maximum length of a word that an answer quotes."""
_DIGITS_MAX: Final = 6
"""Maximum number of digits of a number typed for a tournament."""
CHOICES: Final = {
    "--away": ("wait", "bot"),
    "--watching": ("yes", "no"),
    "--talk": ("yes", "no"),
    "--record": ("players", "all"),
    "--terms": TERMS,
}
"""Options of a new table and their values, as in the table set-up."""


class WrongUse(Exception):
    """Raised for a request that cannot be understood; its message is one sentence."""


def read_options(
    words: Sequence[str], values: Sequence[str] = (), flags: Sequence[str] = ()
) -> tuple[dict[str, list[str]], list[str]]:
    """Split words into options with their values, and the other words.

    Args:
        values: options that take a value, each any number of times.
        flags: options that take none.

    Raises:
        WrongUse: if a word is another option, or a value is missing.
    """
    options: dict[str, list[str]] = {}
    names: list[str] = []
    words_left = list(words)
    while words_left:
        word, equals, value = words_left.pop(0).partition("=")
        if word in flags and not equals:
            options[word] = []
        elif word in values:
            if not equals and not words_left:
                raise WrongUse(tr("After {word} comes a value.", word=word))
            options.setdefault(word, []).append(value if equals else words_left.pop(0))
        elif word.startswith("-"):
            raise WrongUse(tr("There is no option {word} here.", word=repr(word[:WORDS_MAX])))
        else:
            names.append(word + equals + value)
    return options, names


def refuse_more(words: Sequence[str]) -> None:
    """Refuse words after a request that takes no more; raises WrongUse."""
    if words:
        raise WrongUse(tr("{word} is too much.", word=repr(words[0][:WORDS_MAX])))


def code_of(words: Sequence[str]) -> str:
    """Return the code of a table, the only word; raises WrongUse. ``--plain`` is accepted."""
    code, rest = code_and_rest(words)
    if rest:
        raise WrongUse(tr("Say the code of one table."))
    return code


def code_and_rest(words: Sequence[str]) -> tuple[str, str]:
    """Return the code of a table, and the other words as one text; raises WrongUse."""
    _, names = read_options(words, flags=(PLAIN,))
    if not names:
        raise WrongUse(tr("Say the code of one table."))
    return read_code(names[0]), " ".join(names[1:])


def or_wrong_use(read: Callable[..., T], *args: object) -> T:
    """Call a function and turn its ValueErrors into WrongUse."""
    try:
        return read(*args)
    except ValueError as error:
        raise WrongUse(str(error)) from None


def read_choice(option: str, options: Mapping[str, Sequence[str]], default: str) -> str:
    """Return the last value of an option of a new table; raises WrongUse for another value."""
    value = options.get(option, [default])[-1]
    if value not in CHOICES[option]:
        raise WrongUse(
            tr(
                "{word} is nothing for {option}; there is {values}.",
                word=repr(value[:WORDS_MAX]),
                option=option,
                values=listed(CHOICES[option], "or"),
            )
        )
    return value


def read_seats(texts: Sequence[str], game: AnyGame) -> tuple[SeatPlan, ...]:
    """Parse seats such as ``me,open,for:Emma,bot:normal``.

    Raises:
        ValueError: with a sentence, if they are not seats, or their number does not fit the game.
    """
    words = [word.strip() for text in texts for word in text.split(",")]
    if not words:
        raise ValueError(tr("Say who plays, as in --seats me,open,bot:normal."))
    if len(words) not in game.seats:
        counts = listed([str(count) for count in game.seats], "or")
        raise ValueError(
            tr(
                "{title} is played by {counts}, not by {number}.",
                title=game.title,
                counts=counts,
                number=len(words),
            )
        )
    return tuple(_read_seat(word) for word in words)


def _read_seat(word: str) -> SeatPlan:
    """Parse one seat; raises ValueError."""
    kind, _, value = word.partition(":")
    if word in ("me", "open"):
        return SeatPlan("me" if word == "me" else "open")
    if kind == "for" and value:
        return SeatPlan("reserved", name=value)
    if word == "bot":
        return SeatPlan("bot", level=levels.NORMAL)
    if word.startswith(BOT_PREFIX):
        return SeatPlan("bot", level=levels.level(value).name)
    raise ValueError(
        tr(
            "{word} is no seat; a seat is me, open, for:NAME, bot or bot:LEVEL.",
            word=quoted(word),
        )
    )


HELP: Final = mark("Type help after the address for all commands, as in: {address} help")
LINES_HELP: Final = mark("Type help for all commands.")
"""The sentence after a wrong request: of a request alone, and in a dialogue."""
PHASES: Final[Mapping[Phase, str]] = {
    "gathering": mark("gathering"),
    "playing": mark("playing"),
    "over": mark("over"),
}
"""Words for the phases of a table or tournament."""


@dataclass
class _Requester:
    """A player's connection, which makes one request or, in a dialogue, one after another."""

    lobby: Lobby
    console: RemoteConsole
    new_token: Callable[[], Awaitable[str]]
    """Makes a browser token, which replaces the one before."""
    _is_dialogue: bool = False
    """True from the request ``lines`` until the connection ends."""

    async def answer(self, words: Sequence[str]) -> int:
        """Carry out a request; return its exit code."""
        try:
            if not words and self.console.terminal_type:
                raise WrongUse(
                    tr(
                        "A terminal with TERM={name} has no full screen; play line by line with: "
                        "play CODE --plain",
                        name=self.console.terminal_type,
                    )
                )
            if not words:
                raise WrongUse(
                    tr(
                        "The full screen needs a terminal with a cursor, as ssh -t gives; without "
                        "one, play line by line with: play CODE --plain"
                    )
                )
            request = REQUESTS.get(words[0])
            if request is None:
                word = repr(words[0][:WORDS_MAX])
                raise WrongUse(tr("There is no command {word}", word=word))
            return await request.method(self, words[1:])
        except WrongUse as error:
            how = tr(LINES_HELP if self._is_dialogue else HELP, address=self.lobby.address)
            self._fail(f"{str(error).rstrip('.')}. {how}")
            return 2
        except (Rejected, StoreError, AccountError, ContactError) as refusal:
            self._fail(str(refusal))
            return 1

    def _fail(self, sentence: str) -> None:
        """Print a sentence about a failed request."""
        if self._is_dialogue:
            # Terminals may show standard error before or after the prompt, so use the console.
            self.console.say(f"{sentence.rstrip('.')}.")
        else:
            self.console.fail(sentence)

    async def lines(self, words: Sequence[str]) -> int:
        """Answer requests line by line until the player quits or the input ends.

        The first request plays at a table, or lists the tables.
        """
        first = ["play", code_of(words)] if words else ["tables"]
        self._is_dialogue = True
        self.console.say(
            tr(
                "You are {name}. Type a command, help for all of them, or quit.",
                name=self.lobby.account.name,
            )
        )
        await self.answer(first)
        while (line := await self.console.ask()) is not None:
            typed = line.split()
            if typed in (["q"], ["quit"]):
                break
            # A dialogue inside a dialogue would need two quits.
            if typed and typed[0] != "lines":
                await self.answer(["help"] if typed == ["?"] else typed)
        return 0

    # --- lists

    async def help(self, words: Sequence[str]) -> int:
        """Print one line of help for each request."""
        refuse_more(words)
        lobby = self.lobby
        for line in help_lines(lobby.title, lobby.address, lobby.account.may("moderate")):
            self.console.say(line)
        return 0

    async def games(self, words: Sequence[str]) -> int:
        """List the games."""
        refuse_more(words)
        for line in registry.catalogue():
            self.console.say(line)
        return 0

    async def tables(self, words: Sequence[str]) -> int:
        """List the tables that the player may know of."""
        options, _ = read_options(words, flags=("--json",))
        await self.lobby.load()
        if "--json" in options:
            # Programs read this answer, so it is English.
            with reading("en"):
                cards = self.lobby.cards
            await self.console.send(msgspec.json.encode(cards) + b"\n")
            return 0
        for card in self.lobby.cards:
            self.console.say(_table_line(card))
        if not self.lobby.cards:
            self.console.say(tr("There are no tables; make one with new GAME --seats me,open."))
        return 0

    async def who(self, words: Sequence[str]) -> int:
        """List the people present and their activities."""
        refuse_more(words)
        if not self.lobby.people:
            self.console.say(tr("Nobody else is here."))
        for visitor in self.lobby.people:
            activity = tr("you") if visitor.is_me else visitor.words
            self.console.say(f"{visitor.name}: {activity}")
        return 0

    # --- chat

    async def talk(self, words: Sequence[str]) -> int:
        """Print the last lines of the lobby chat."""
        refuse_more(words)
        for line in self.lobby.chat:
            self.console.say(f"{line.name}: {line.text}" if line.name else line.text)
        return 0

    async def say(self, words: Sequence[str]) -> int:
        """Write a line in the lobby chat."""
        await self.lobby.say(" ".join(words))
        return 0

    # --- notifications

    async def notify(self, words: Sequence[str]) -> int:
        """Print or change the address at which the player is notified."""
        try:
            contact = await change_by_words(self.lobby.services, self.lobby.account, words)
        except ValueError as error:
            raise WrongUse(str(error)) from None
        for line in contact_lines(contact):
            self.console.say(line)
        return 0

    # --- moderators

    async def order(self, word: str, words: Sequence[str]) -> int:
        """Give a moderator's order about one player or table."""
        if len(words) != 1:
            raise WrongUse(tr("Say one name or code, as in: {word} K7QF", word=word))
        self.console.say(await self.lobby.order(word, words[0]))
        return 0

    # --- tables

    async def new(self, words: Sequence[str]) -> int:
        """Open a table and print its code."""
        options, names = read_options(
            words,
            values=("--seats", "--option", "--clock", *CHOICES),
            flags=("--private",),
        )
        if len(names) != 1:
            raise WrongUse(tr("Say which game, as in: new dice --seats me,open,bot:normal."))
        game = or_wrong_use(registry.get, names[0])
        seats = or_wrong_use(read_seats, options.get("--seats", []), game)
        chosen = or_wrong_use(read_choices, options.get("--option", []), game, len(seats))
        clock = or_wrong_use(read_clock, options.get("--clock", ["none"])[-1])
        # Without a stand-in, nobody would have to keep to the clock.
        away = read_choice("--away", options, "bot" if clock.seconds_a_move else "wait")
        plan = TablePlan(
            game.slug,
            seats,
            chosen,
            is_private="--private" in options,
            seconds_a_move=clock.seconds_a_move,
            seconds_in_all=clock.seconds_in_all,
            bots_take_over=away == "bot",
            watching="public" if read_choice("--watching", options, "yes") == "yes" else "none",
            watchers_chat=read_choice("--talk", options, "yes") == "yes",
            opens_record=(
                "all" if read_choice("--record", options, "players") == "all" else "seats"
            ),
            terms=msgspec.convert(read_choice("--terms", options, "casual"), Terms),
        )
        self.console.say(await self.lobby.create(plan))
        return 0

    async def join(self, words: Sequence[str]) -> int:
        """Sit down without waiting for the others, or join a tournament.

        The words after the code go into the seed, or name the team.
        """
        code, rest = code_and_rest(words)
        if self.lobby.desk.tournament(code):
            joined = await self.lobby.desk.join(code, rest)
            self.console.say(_tournament_line(joined, self.lobby.desk.name))
            return 0
        seed_words = rest
        await self._say_who_sees(code)
        if seed_words and self._sits(code) and self._missing(code):
            await self.lobby.add_words(code, seed_words)
        sitting = asyncio.ensure_future(self.lobby.join(code, seed_words))
        try:
            # The player who takes the last seat waits until the match has begun.
            while not sitting.done() and not (self._sits(code) and self._missing(code)):
                await self._wait_for_change(sitting)
            if sitting.done():
                sitting.result().close()
        finally:
            await _cancel(sitting)
        if missing := self._missing(code):
            more = _missing_words(missing)
            self.console.say(
                tr(
                    "You sit at table {code}, which waits for {players}.",
                    code=code,
                    players=more,
                )
            )
        else:
            self.console.say(
                tr("You sit at table {code}; play there with: play {code} --plain", code=code)
            )
        return 0

    async def leave(self, words: Sequence[str]) -> int:
        """Get up; if the host leaves before the match, the table is removed."""
        code = code_of(words)
        card = await self.lobby.find(code)
        await self.lobby.leave(code)
        self.console.say(
            tr("Table {code} is closed.", code=card.code)
            if card.is_host
            else tr("You have left table {code}.", code=card.code)
        )
        return 0

    async def resign(self, words: Sequence[str]) -> int:
        """Let a bot play to the end; ``yes`` must confirm it, as it cannot be undone."""
        code, sure = code_and_rest(words)
        if sure != "yes":
            raise WrongUse(
                tr("To resign is to lose; if you are sure: resign {code} yes", code=code)
            )
        await self.lobby.resign(code)
        self.console.say(tr("You have resigned at table {code}.", code=code))
        return 0

    async def invite(self, words: Sequence[str]) -> int:
        """Invite a player to a gathering table."""
        code, name = code_and_rest(words)
        if not name:
            raise WrongUse(tr("Say whom to invite, as in: invite {code} Emma", code=code))
        account_name = await self.lobby.invite(name, code)
        self.console.say(tr("{name} is invited to table {code}.", name=account_name, code=code))
        return 0

    async def start(self, words: Sequence[str]) -> int:
        """Let bots take the free seats of the player's own table, and begin."""
        code = code_of(words)
        await self.lobby.start(code)
        self.console.say(tr("The match at table {code} has begun.", code=code))
        return 0

    async def decline(self, words: Sequence[str]) -> int:
        """Decline an invitation to a table."""
        refuse_more(words)
        invitation = self.lobby.invitation
        await self.lobby.answer(is_accepted=False)
        # Without an invitation, ``answer`` has refused.
        assert invitation
        self.console.say(tr("You have declined the invitation of {name}.", name=invitation.by))
        return 0

    async def rematch(self, words: Sequence[str]) -> int:
        """Open a table for the players of a finished one and print its code.

        All of those players get the same table.
        """
        code = await self.lobby.rematch(code_of(words))
        # Another player may have opened the rematch.
        if not self._sits(code):
            return await self.join([code])
        self.console.say(code)
        return 0

    async def play(self, words: Sequence[str]) -> int:
        """Play line by line, after sitting down and waiting for the others if needed."""
        code, seed_words = code_and_rest(words)
        await self._say_who_sees(code)
        access = await self._seated(code, seed_words)
        if access is None:
            self.console.say(
                tr("Your seat is kept; come back with: play {code} --plain", code=code)
            )
            return 0
        return await self._play_plain(access)

    async def watch(self, words: Sequence[str]) -> int:
        return await self._play_plain(await self.lobby.watch(code_of(words)))

    async def get(self, words: Sequence[str]) -> int:
        """Send the record of a finished match."""
        await self.console.send(await self.lobby.record(code_of(words)))
        return 0

    async def replay(self, words: Sequence[str]) -> int:
        """Replay a finished match line by line."""
        saved = await self.lobby.replay(code_of(words))
        viewer = SPECTATOR if saved.person is None else saved.person
        return await replay_at(saved, viewer, self.console)

    # --- people

    async def ladder(self, words: Sequence[str]) -> int:
        """Print the ladders of a game in this season, or in an earlier one."""
        options, names = read_options(words, values=("--season",))
        ago = options.get("--season", ["0"])[-1]
        # More digits than two are no number of seasons, and very many could not be converted.
        if len(names) != 1 or not ago.isdecimal() or len(ago) > 2:
            raise WrongUse(
                tr("Say which game, as in: ladder dice, or ladder dice --season 1 for the last one")
            )
        game = or_wrong_use(registry.get, names[0])
        keys = [key for key in await self.lobby.ladders() if key.game == game.slug]
        if not keys:
            self.console.say(tr("Nobody has played a rated match of {game}.", game=game.title))
        for key in keys:
            await self._ladder(key, int(ago))
        return 0

    async def _ladder(self, key: LadderKey, ago: int) -> None:
        """Print a ladder some seasons ago; the first season if that is too long ago."""
        seasons = self.lobby.seasons(key)
        say = self.console.say
        season = seasons[min(ago, len(seasons) - 1)]
        say(f"{table_title(key.game, key.seats)}, {season.words}:")
        for line in ladder_lines(await self.lobby.ladder(key, season)):
            say(line)

    async def profile(self, words: Sequence[str]) -> int:
        """Print a player's ratings, opponents, finds and last matches; by default one's own."""
        _, names = read_options(words)
        if len(names) > 1:
            raise WrongUse(tr("Say the name of one player."))
        name = names[0] if names else self.lobby.account.name
        profile, cards = await self.lobby.profile(name)
        say = self.console.say
        say(tr("{name}, here since {day}.", name=profile.name, day=day_of(profile.member_since)))
        for rated in profile.ratings:
            ladder = table_title(rated.game, rated.seats)
            matches = rated.rating.matches
            parts = [rating_words(rated.rating), counted(matches, "match")]
            parts += [tr("provisional")] if is_provisional(rated.rating) else []
            parts += filter(None, [given_words(rated.given)])
            say(f"{ladder}: {', '.join(parts)}")
        if not profile.ratings:
            say(tr("No rated match is played yet."))
        for met in profile.opponents:
            say(
                tr(
                    "Against {name}: ahead in {ahead} of {number}.",
                    name=met.name,
                    ahead=decimal(met.ahead, ".4g"),
                    number=met.matches,
                )
            )
        finds = await self.lobby.finds(profile.name)
        for slug in registry.SLUGS:
            if rows := finds.among(slug):
                say(
                    tr(
                        "Found in {game}, {number} of {all}: {titles}.",
                        game=title(slug),
                        number=len(rows),
                        all=PER_GAME,
                        titles=listed([tr(row.title) for row in rows]),
                    )
                )
        for card in cards[:LAST_MATCHES]:
            say(_table_line(card))
        return 0

    # --- tournaments, the challenge of the day, friends

    async def tournaments(self, words: Sequence[str]) -> int:
        """List tournaments or print the standings of one; open, leave or play one."""
        options, names = read_options(
            words,
            values=("--count", "--clock", "--in", "--hours", "--title", "--level", "--seats"),
            flags=("--teams",),
        )
        desk = self.lobby.desk
        match names:
            case []:
                for tournament in desk.all:
                    self.console.say(_tournament_line(tournament, desk.name))
                if not desk.all:
                    self.console.say(tr("There are no tournaments."))
            case ["new", form, game]:
                plan = or_wrong_use(read_tournament, form, game, options)
                opened = await desk.open(plan)
                self.console.say(opened.code)
            case ["leave", code]:
                left = await desk.leave(code)
                self.console.say(tr("You have left tournament {code}.", code=left.code))
            case ["play", code]:
                table = await desk.play(code)
                self.console.say(tr("Play at table {code}: play {code} --plain", code=table))
            case [code]:
                tournament = await desk.find(code)
                self.console.say(_tournament_line(tournament, desk.name))
                for line in tournament_lines(tournament):
                    self.console.say(line)
            case _:
                raise WrongUse(tr("Say the code of one tournament."))
        return 0

    async def challenge(self, words: Sequence[str]) -> int:
        """Print the standings of the day, or begin the try that counts for a game."""
        refuse_more(words[1:])
        desk = self.lobby.desk
        day = await desk.today()
        if not words:
            for number in range(len(day.deals)):
                self.console.say(_challenge_line(day, number, desk.name))
                for row in pairing.table_of_day(day, number):
                    self.console.say(f"  {row.place}. {row.name}: {counted(row.points, 'point')}")
            week = pairing.table_of_week(await desk.week())
            if week:
                sums = listed([f"{name} {points}" for name, points in week])
                self.console.say(tr("The week: {sums}.", sums=sums))
            return 0
        game = or_wrong_use(registry.get, words[0])
        games = [deal.game for deal in day.deals]
        if game.slug not in games:
            # It came from another package, or after the server had made the challenges of the day.
            raise Rejected(tr("There is no challenge of this game today."))
        number = games.index(game.slug)
        own_pairing = pairing.pairing_of(day, desk.name, number)
        if own_pairing and own_pairing.ended:
            for line in await desk.share_lines(day, number):
                self.console.say(line)
            return 0
        self.console.say(tr("The first try counts, and nobody helps."))
        table = await desk.play(day.code, number)
        self.console.say(tr("Play at table {code}: play {code} --plain", code=table))
        return 0

    async def race(self, words: Sequence[str]) -> int:
        """Print the races of the week, or race through a game's puzzles line by line."""
        _, names = read_options(words, flags=(PLAIN,))
        refuse_more(names[1:])
        desk = RaceDesk(self.lobby)
        if names:
            slug = or_wrong_use(registry.get, names[0]).slug
            if not puzzles.load(slug):
                raise Rejected(tr("There is no puzzle of this game yet."))
            await run_race(Racing(self.console.player, slug, desk), self.console)
            return 0
        for slug in puzzles.slugs():
            for line in await desk.lines(slug):
                self.console.say(line)
        return 0

    async def friends(self, words: Sequence[str]) -> int:
        """List the friends, or change the list."""
        lobby = self.lobby
        match words:
            case []:
                for friend in lobby.friends:
                    activity = friend.words or tr("blocked" if friend.is_blocked else "not here")
                    self.console.say(f"{friend.name}: {activity}")
                if not lobby.friends:
                    self.console.say(
                        tr("Nobody is in your list; add a friend with: friends add NAME")
                    )
            case ["add", name]:
                self.console.say(tr("{name} is your friend.", name=await lobby.befriend(name)))
            case ["remove", name]:
                friend_name = await lobby.befriend(name, is_on=False)
                self.console.say(tr("{name} is no longer in your list.", name=friend_name))
            case ["block", name]:
                self.console.say(tr("{name} is blocked.", name=await lobby.block(name)))
            case ["unblock", name]:
                friend_name = await lobby.block(name, is_on=False)
                self.console.say(tr("{name} is no longer blocked.", name=friend_name))
            case _:
                raise WrongUse(tr("Say what to do, as in: friends add Emma"))
        return 0

    async def daily(self, words: Sequence[str]) -> int:
        """Open a table for two with a day for each move; print its code."""
        if len(words) != 2:
            raise WrongUse(tr("Say with whom and which game, as in: daily Emma dice"))
        game = or_wrong_use(registry.get, words[1])
        self.console.say(await self.lobby.for_two(game.slug, words[0]))
        return 0

    async def holiday(self, words: Sequence[str]) -> int:
        """Print, begin, change or end the player's holiday."""
        lobby = self.lobby
        refuse_more(words[1:])
        if words:
            days_wanted = 0 if words[0] == "end" else parse_holiday_days(words[0])
            await lobby.take_holiday(days_wanted)
        if until := lobby.holiday:
            self.console.say(tr("You are on holiday until {day}.", day=short_moment(until)))
        days = counted(lobby.holiday_left, "day")
        self.console.say(tr("You have {days} of holiday left in this season.", days=days))
        return 0

    async def token(self, words: Sequence[str]) -> int:
        """Print a new token for signing in from a browser."""
        refuse_more(words)
        self.console.say(await self.new_token())
        return 0

    # --- waiting

    async def _say_who_sees(self, code: str) -> None:
        """Print the sentences about spectators, terms and clock, before the player sits down."""
        card = await self.lobby.find(code)
        if card.can_sit:
            sentences = (card.spectators, card.terms, card.clock_rule)
            self.console.say(" ".join(filter(None, sentences)))

    async def _seated(self, code: str, seed_words: str) -> ServerSeatAccess | None:
        """Return the access once the match has begun; None if the player quits before."""
        sitting = asyncio.ensure_future(self.lobby.join(code, seed_words))
        leaving: asyncio.Future[None] | None = None
        announced = 0
        try:
            while not sitting.done():
                if self._sits(code) and (missing := self._missing(code)):
                    # Input after the match has begun belongs to the match.
                    leaving = leaving or asyncio.ensure_future(self._wait_for_quit())
                    if missing != announced:
                        announced = missing
                        more = _missing_words(missing)
                        self.console.say(
                            tr("Table {code} waits for {players}.", code=code, players=more)
                        )
                if leaving and leaving.done():
                    return None
                await self._wait_for_change(sitting, *filter(None, [leaving]))
            return sitting.result()
        finally:
            if leaving:
                await _cancel(leaving)
            await _cancel(sitting)

    async def _wait_for_quit(self) -> None:
        """Wait until the player quits or the input ends."""
        while (line := await self.console.read_line()) is not None:
            if line in ("q", "quit"):
                return
            self.console.say(tr("The match has not begun yet; type quit to leave."))

    async def _wait_for_change(
        self, *works: "asyncio.Future[ServerSeatAccess] | asyncio.Future[None]"
    ) -> None:
        """Wait until a future is done or the lobby has changed."""
        changed = asyncio.Event()
        end = self.lobby.observe(changed.set)
        changing = asyncio.ensure_future(changed.wait())
        try:
            await asyncio.wait((*works, changing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            end()
            changing.cancel()

    async def _play_plain(self, access: ServerSeatAccess) -> int:
        return await visit_plain(access, access.table_people, self.console)

    def _card(self, code: str) -> TableCard | None:
        return next((card for card in self.lobby.cards if card.code == code), None)

    def _missing(self, code: str) -> int:
        """Return the number of empty seats; 0 once the match has begun."""
        card = self._card(code)
        if card is None or card.phase != "gathering":
            return 0
        return sum(seat.kind in ("open", "reserved") for seat in card.seats)

    def _sits(self, code: str) -> bool:
        card = self._card(code)
        return card is not None and any(seat.is_me and seat.kind == "person" for seat in card.seats)


class _Request(NamedTuple):
    """A request: its method, its arguments, and its help. Its word is the key in ``REQUESTS``."""

    method: Callable[[_Requester, Sequence[str]], Awaitable[int]]
    usage: str
    """The arguments, as in ``CODE [WORDS]``."""
    sentence: str
    """The help, without a full stop."""
    is_of_moderators: bool = False


def _of_moderators(word: str, usage: str, sentence: str) -> _Request:
    return _Request(
        lambda requester, words: requester.order(word, words),
        usage,
        sentence,
        is_of_moderators=True,
    )


REQUESTS: Final = {
    "games": _Request(_Requester.games, "", mark("the games")),
    "tables": _Request(_Requester.tables, "[--json]", mark("the tables, and whose turn it is")),
    "new": _Request(
        _Requester.new,
        "GAME --seats me,open,bot:normal [--option NAME=VALUE] "
        "[--clock 5m|1h|1d|3d|10m+10s|30m+20s] [--away wait|bot] [--private] "
        "[--watching yes|no] [--talk yes|no] [--record players|all] [--terms casual|help|rated]",
        mark("make a table and print its code"),
    ),
    "join": _Request(
        _Requester.join,
        "CODE [WORDS]",
        mark(
            "sit down, with words of yours in the seed if you like; "
            "with ssh -t also play, full screen"
        ),
    ),
    "play": _Request(
        _Requester.play, f"CODE [WORDS] {PLAIN}", mark("play line by line; ? lists the commands")
    ),
    "lines": _Request(
        _Requester.lines,
        "[CODE]",
        mark("one command after another, without ssh before each; quit ends"),
    ),
    "leave": _Request(
        _Requester.leave,
        "CODE",
        mark("leave your seat before the match begins; your own table is closed"),
    ),
    "resign": _Request(
        _Requester.resign, "CODE yes", mark("lose the match; a bot plays for you to the end")
    ),
    "invite": _Request(
        _Requester.invite, "CODE NAME", mark("call a player to a table with free seats")
    ),
    "decline": _Request(_Requester.decline, "", mark("decline an invitation to a table")),
    "start": _Request(
        _Requester.start, "CODE", mark("let bots take the free seats of your table, and begin")
    ),
    "rematch": _Request(
        _Requester.rematch,
        "CODE",
        mark("the same again with those who sat at a table that is over"),
    ),
    "watch": _Request(_Requester.watch, f"CODE {PLAIN}", mark("watch line by line")),
    "get": _Request(
        _Requester.get, "CODE", mark("the record of a finished match, as in get K7QF > a.jsonl")
    ),
    "replay": _Request(
        _Requester.replay,
        "CODE",
        mark("replay a finished match line by line; with ssh -t full screen"),
    ),
    "ladder": _Request(
        _Requester.ladder,
        "GAME [--season N]",
        mark("the ratings of those who play rated matches; N seasons ago"),
    ),
    "profile": _Request(
        _Requester.profile, "[NAME]", mark("a player's ratings, opponents, finds and last matches")
    ),
    "who": _Request(_Requester.who, "", mark("the people who are here")),
    "talk": _Request(_Requester.talk, "", mark("the chat of the lobby")),
    "say": _Request(_Requester.say, "TEXT", mark("write a line in the chat of the lobby")),
    "notify": _Request(
        _Requester.notify, f"[{NOTIFY}]", mark("be notified when it is your turn and you are away")
    ),
    "tournaments": _Request(
        _Requester.tournaments,
        "[CODE | play CODE | leave CODE | new duplicate|swiss|arena GAME [--count N] "
        "[--clock 5m|1h|1d|3d|10m+10s|30m+20s] [--in MINUTES] [--hours N] [--seats N] "
        "[--level LEVEL] [--title TEXT] [--teams]]",
        mark("the tournaments, and the table of one; join one with: join CODE [TEAM]"),
    ),
    "challenge": _Request(
        _Requester.challenge, "[GAME]", mark("the challenge of the day: its table, or your try")
    ),
    "race": _Request(
        _Requester.race,
        "[GAME]",
        mark("as many puzzles as you can in five minutes, line by line; the table of the week"),
    ),
    "friends": _Request(
        _Requester.friends,
        "[add|remove|block|unblock NAME]",
        mark("your friends, and who cannot write to you, invite or join you"),
    ),
    "daily": _Request(
        _Requester.daily, "NAME GAME", mark("a table for two with a day for each move")
    ),
    "holiday": _Request(
        _Requester.holiday,
        "[DAYS | end]",
        mark("let your clocks of an hour a move or more stand, for a week a season"),
    ),
    "token": _Request(_Requester.token, "", mark("a new token that signs in from a browser")),
    "help": _Request(_Requester.help, "", mark("this list")),
    "mute": _of_moderators("mute", "NAME", mark("let a player say nothing in any chat")),
    "unmute": _of_moderators("unmute", "NAME", mark("let a player speak again")),
    "kick": _of_moderators("kick", "NAME", mark("send a player away for a minute")),
    "end": _of_moderators("end", "CODE", mark("end a match, or remove a table before it")),
}


def help_lines(title: str, address: str, is_moderator: bool = False) -> list[str]:
    """Return one line of help for each request that the player can make."""
    lines = [tr("{title}: {address}, and one of these words.", title=title, address=address)]
    for word, request in REQUESTS.items():
        if request.is_of_moderators and not is_moderator:
            continue
        usage = f"{word} {request.usage}".rstrip()
        lines.append(f"{usage}: {tr(request.sentence)}.")
    return lines


async def run_request(
    words: Sequence[str],
    lobby: Lobby,
    console: RemoteConsole,
    new_token: Callable[[], Awaitable[str]],
) -> int:
    """Carry out a request; return its exit code.

    Args:
        new_token: makes a browser token, which replaces the one before.
    """
    return await _Requester(lobby, console, new_token).answer(words)


# --- texts about tables and tournaments


def _missing_words(missing: int) -> str:
    return counted(missing, "more player")


def _table_line(card: TableCard) -> str:
    """Describe a table in one line."""
    seats = listed([_seat_words(seat) for seat in card.seats])
    turn = f" {tr('It is your turn.')}" if card.is_my_turn else ""
    clock = f" {card.clock}." if card.clock else ""
    progress = f", {card.progress}" if card.progress else ""
    line = f"{card.code} {card.title}, {tr(PHASES[card.phase])}{progress}: {seats}.{clock}{turn}"
    if card.winners:
        won = tr_n(
            "{names} won.", "{names} share the win.", len(card.winners), names=listed(card.winners)
        )
        line = f"{line} {won}"
    if card.phase == "over":
        return line
    # The rest concerns only those who may still sit down or watch.
    rule = card.clock_rule if card.can_sit else ""
    return " ".join(filter(None, (line, rule, card.spectators, card.terms)))


def read_tournament(form: str, game: str, options: Mapping[str, Sequence[str]]) -> TournamentPlan:
    """Return the plan of a tournament described by words and options.

    Raises:
        ValueError: with a sentence, if they describe no possible tournament.
    """

    def number(name: str) -> int:
        text = options.get(name, ["0"])[-1]
        if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX):
            raise ValueError(tr("After {word} comes a number.", word=name))
        return int(text)

    clock = read_clock(options.get("--clock", ["none"])[-1])
    if form not in FORMS:
        raise ValueError(tr("A tournament is {forms}.", forms=listed(FORMS, "or")))
    return TournamentPlan(
        msgspec.convert(form, OpenForm),
        game,
        seats=number("--seats"),
        count=number("--count"),
        seconds_a_move=clock.seconds_a_move or 0,
        seconds_in_all=clock.seconds_in_all,
        wait_seconds=60.0 * number("--in"),
        seconds=3600.0 * number("--hours"),
        level=options.get("--level", [levels.NORMAL])[-1],
        title=options.get("--title", [""])[-1],
        has_teams="--teams" in options,
    )


def _tournament_line(tournament: Tournament, name: str) -> str:
    """Describe a tournament in one line, with the place of a player who has joined."""
    head = " ".join(filter(None, (tournament.code, tournament.title)))
    game = title(tournament.deals[0].game)
    players = counted(len(tournament.entries), "player")
    line = f"{head}: {game}, {form_words(tournament)}, {players}, {tr(PHASES[tournament.phase])}."
    if not tournament.entry(name):
        return line
    if not tournament.pairings:
        return f"{line} {tr('You have joined.')}"
    place = ordinal(pairing.place_of(tournament, name))
    return f"{line} {tr('You are {place}.', place=place)}"


def tournament_lines(tournament: Tournament) -> list[str]:
    """Return the standings of a tournament as lines: place, name, score, matches played; teams
    first."""
    teams = pairing.team_standings(tournament) if tournament.has_teams else ()
    return [
        *(
            tr(
                "{place}. {team}, {players}: {score}",
                place=row.place,
                team=row.name,
                players=listed(row.players),
                score=score_words(tournament, row.score),
            )
            for row in teams
        ),
        *(
            tr(
                "{place}. {name}: {score}, {matches}",
                place=row.place,
                name=row.name,
                score=score_words(tournament, row.score),
                matches=counted(row.played, "deal" if tournament.is_alone else "match"),
            )
            for row in pairing.standings(tournament)
        ),
    ]


def _challenge_line(day: Tournament, number: int, name: str) -> str:
    """Describe a challenge in one line, with the player's try."""
    deal = day.deals[number]
    own_pairing = pairing.pairing_of(day, name, number)
    state = tr("not played")
    if own_pairing and not own_pairing.ended:
        state = tr("begun")
    elif own_pairing:
        points = counted(own_pairing.points[0], "point")
        state = tr("not finished") if own_pairing.forfeits else points
    return tr("{game}: par {par}; {state}.", game=title(deal.game), par=deal.par, state=state)


def _seat_words(seat: SeatCard) -> str:
    if seat.kind == "open":
        return tr("an open seat")
    if seat.kind == "reserved":
        return tr("a seat for {name}", name=seat.name)
    return f"{seat.name} ({bot_title(seat.level)})" if seat.kind == "bot" else seat.name


async def _cancel(work: "asyncio.Future[ServerSeatAccess] | asyncio.Future[None]") -> None:
    """Cancel a future and wait for its end."""
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
