"""Bases of line-by-line play and replay: a reader of a position, and one of a live seat.

A Markdown page is spoken as lines without markup.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import groupby
from typing import ClassVar, Final

from msgspec.structs import replace

from darwin_core.contract.game import SPECTATOR, Action, AnyGame, Event, Outcome, State
from darwin_core.journal import JournalError
from darwin_core.table import AnySeat, AnySnapshot, Refused
from darwin_core.text.language import mark, page_of, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized, counted, listed, with_full_stop
from darwin_tui.library import daily
from darwin_tui.library.hindsight import reasons
from darwin_tui.library.notes import Note, note_named
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import Rejected, SeatAccess
from darwin_tui.play.advice import Study
from darwin_tui.play.guessing import AskedAccess, AskedSeat
from darwin_tui.play.lesson import Primers
from darwin_tui.play.setbacks import Setbacks, fallen
from darwin_tui.seating import about_rival, bot_title, level_of, level_title, manner_words
from darwin_tui.strength.figures import with_minus
from darwin_tui.text_mode.console import Console

OURS: Final = mark("(ours)")
"""Replaces the mark of figures without a source, which a screen reader would skip or misread."""

_ITEM: Final = re.compile(r"\s*(?:[-*]|(\d+\.))\s+")
_HEADING: Final = re.compile(r"#+\s+")
_RULE: Final = re.compile(r"\|[\s:|-]+")
"""The line between the head of a table and its rows."""
_CELLS: Final = re.compile(r"(?<!\\)\|")
"""The edge of a cell; a bar with a backslash is text."""
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_EMPHASIS: Final = re.compile(r"(\*\*|\*|`)(.+?)\1")
_WORD: Final = re.compile(r"[^\W\d]{2}")
"""Two letters side by side, which only words have."""
_WORD_CHARACTERS_MAX: Final = 20
"""Characters of an unknown command that the answer repeats."""
_NO_SOURCE: Final = re.compile(r"\s*°")
"""The mark of figures without a source."""


def spoken(page: str) -> list[str]:
    """Return a Markdown page as lines: one per heading, paragraph, item or row."""
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", page.strip()):
        if _HEADING.match(block):
            heading, _, block = block.partition("\n")
            title = _plain(_HEADING.sub("", heading, count=1))
            lines += ["", f"{title}:"] if lines else [title]
        for is_table, group in groupby(block.splitlines(), lambda row: row.startswith("|")):
            rows = list(group)
            lines += _table(rows) if is_table else _text(rows)
    return lines


def _text(rows: list[str]) -> Iterator[str]:
    """Yield the paragraphs and items of some page lines, one line each."""
    text = ""
    for row in rows:
        if item := _ITEM.match(row):
            if text:
                yield _plain(text)
            number = f"{item[1]} " if item[1] else ""
            text = number + row[item.end() :]
        else:
            text = f"{text} {row.strip()}".strip()
    if text:
        yield _plain(text)


def _table(rows: list[str]) -> Iterator[str]:
    """Yield a line for each row: its cells, each after its column's title.

    The first cell has no title if it is in words, as it is the subject. Empty cells are left out.
    """
    titles = _cells(rows[0])
    for row in rows[1:]:
        if _RULE.fullmatch(row):
            continue
        # Pages may leave out the last cells of a row.
        cells = zip(titles, _cells(row), strict=False)
        parts = [
            f"{title}: {cell}" if title and (column or not _WORD.search(cell)) else cell
            for column, (title, cell) in enumerate(cells)
            if cell and cell != "–"
        ]
        yield " ".join(f"{part[0].upper()}{part[1:].rstrip('.')}." for part in parts)


def _cells(row: str) -> list[str]:
    # A row begins and ends with a bar, so the first and the last piece are empty.
    return [_plain(cell) for cell in _CELLS.split(row.strip())[1:-1]]


def _plain(text: str) -> str:
    """Return a text without Markdown markup."""
    text = _LINK.sub(r"\1", text.replace("\\|", "|"))
    # Emphasis may be inside of emphasis.
    while (bare := _EMPHASIS.sub(r"\2", text)) != text:
        text = bare
    return " ".join(_NO_SOURCE.sub(f" {tr(OURS)}", text).split())


class Left(Exception):
    """The player has left, by ``quit`` or because the input ended."""


Command = tuple[str, Callable[[str], object], str]
"""A word, its function, which takes the rest of the line, and a sentence about it."""

SHORT: Final = {"?": "help", "u": "undo", "U": "redo", "R": "reset", "q": "quit"}
"""Keys of the full screen with the same meaning in lines, and their commands."""
LOG_SENTENCES: Final = "10"
"""Sentences that ``log`` prints by default, as the player would type them."""


class Reader:
    """A position as one viewer sees it, with the commands that print it."""

    def __init__(self, game: AnyGame, seat_names: SeatNames, console: Console) -> None:
        self.game = game
        self.seat_names = seat_names
        self.names = seat_names.names
        self.console = console
        self.say = console.say
        self.viewer = SPECTATOR
        self.commands: tuple[Command, ...] = ()
        """The commands, each with a sentence about it."""

    # --- for subclasses

    def view(self) -> State:
        raise NotImplementedError

    def events(self) -> Sequence[Sequence[Event]]:
        """Return the events of the set-up and of each action so far, as the viewer knows them."""
        raise NotImplementedError

    # --- queries

    def name(self, viewer: int) -> str:
        return self.names[viewer] if viewer < len(self.names) else tr("a spectator")

    def actions(self) -> Sequence[Action]:
        """Return the viewer's legal actions, derived from its view."""
        view = self.view()
        if self.viewer not in self.game.to_move(view):
            return ()
        return self.game.legal(view, self.viewer)

    def phrase(self, action: Action) -> str:
        """Render an action as a numbered choice."""
        return self.game.texts.phrase(self.view(), action, self.seat_names)

    def sentences(self, events: Sequence[Event], viewer: int = SPECTATOR) -> list[str]:
        """Return events as sentences; a loss or missed gain of the viewer is marked at the
        start, and a sentence about a defeat of the viewer follows the events that show it."""
        texts = []
        defeat = self.game.texts.defeat(events, viewer, self.seat_names)
        for number, event in enumerate(events, 1):
            sentence = self.game.texts.sentence(event, self.seat_names)
            if viewer in event.losers:
                sentence = tr("Your loss: {sentence}", sentence=sentence)
            elif viewer in event.missed:
                sentence = tr("Missed: {sentence}", sentence=sentence)
            texts.append(sentence)
            if defeat and self.game.texts.defeat(events[:number], viewer, self.seat_names):
                # The events' own sentences say what stands before the colon.
                texts.append(capitalized(defeat.partition(": ")[2] or defeat))
                defeat = ""
        return texts

    def choice(self, action: Action) -> str:
        """Return an action as ``legal`` lists it."""
        return self.phrase(action)

    def legal(self, words: str) -> None:
        """Print the choices, or only choices that contain some words."""
        sought = words.casefold()
        has_any = False
        actions = self.actions()
        if not actions:
            self.say(tr("There is nothing to choose now."))
            return
        for number, action in enumerate(actions, 1):
            if sought in self.phrase(action).casefold():
                has_any = True
                self.say(f"{number}. {self.choice(action)}")
        if sought and not has_any:
            self.say(tr("No choice contains {words}.", words=words))

    def log(self, count: str = "") -> None:
        """Print the last sentences of the log."""
        number = number_in(count or LOG_SENTENCES)
        if number is None:
            self.say(tr("After log comes a number of sentences, as in log 5."))
            return
        sentences = [sentence for events in self.events() for sentence in self.sentences(events)]
        # Counted from the start, as a slice from -0 would print all.
        for sentence in sentences[len(sentences) - min(number, len(sentences)) :]:
            self.say(sentence)

    def state(self, _: str = "") -> None:
        """Print the whole position in words."""
        self._describe(None)

    def hand(self, _: str = "") -> None:
        """Print the part of the position that only the viewer sees."""
        if not self._describe("hand"):
            self.say(tr("There is no hand to see."))

    def _describe(self, only: str | None) -> bool:
        """Print the sections of the position, or only the one of a name; return whether there are
        any."""
        sections = self.game.texts.describe(self.view(), self.viewer, self.seat_names)
        parts = [part for part in sections if only in (None, part.name) and part.lines]
        for part in parts:
            if only is None:
                name = tr(part.name)
                self.say(f"{capitalized(name)}:")
            for line in part.lines:
                self.say(line)
        return bool(parts)

    def study(self) -> Study:
        """Return the study of the viewer's decision; raises Refused if help is not allowed."""
        return Study(self.game, self.view(), self.viewer, self.seat_names)

    async def hint(self, _: str = "") -> None:
        """Print the best choice and two more, each with its value and a reason."""
        actions = self.actions()
        if not actions:
            self.say(tr("There is nothing to choose now."))
            return
        leads = (
            mark("Best is {number}, {action}: {reason}."),
            mark("Next best is {number}, {action}: {reason}."),
            mark("Then comes {number}, {action}: {reason}."),
        )
        study = self.study()
        # Refine as far as the study goes: the player waits for the answer.
        await study.refine(lambda: True)
        # There may be fewer choices than leads.
        for lead, advice in zip(leads, study.best, strict=False):
            number = actions.index(advice.action) + 1
            phrase = self.phrase(advice.action)
            with_value = ", ".join(filter(None, (phrase, study.value_of(advice))))
            reason = study.reason_of(advice)
            self.say(tr(lead, number=number, action=with_value, reason=reason))
            if study.is_as_good(advice.action):
                self.note_named(advice.action)

    def note_named(self, action: Action) -> None:
        """Note that a hint has named an action; in a replay, nothing is noted."""

    def forecast(self, _: str = "") -> None:
        """Print the points that each player would get if the round ended now."""
        lines = self.game.forecast(self.view())
        if not lines:
            self.say(tr("No round is under way."))
        for line in lines:
            self.say(f"{capitalized(tr(line.label))}: {_by_player(self.names, line.points)}.")

    def rules(self, _: str = "") -> None:
        """Print the game's rules page."""
        for line in spoken(page_of(self.game.package, "rules.md")):
            self.say(line)

    def leave(self, _: str = "") -> None:
        raise Left

    async def ask(self) -> str:
        """Return the next typed line."""
        line = await self.console.ask()
        if line is None:
            raise Left
        return line

    def command(self, word: str) -> Callable[[str], object] | None:
        """Return the function of a command, which takes the rest of its line; None if unknown."""
        return next((command[1] for command in self.commands if command[0] == word), None)

    def say_unknown(self, word: str) -> None:
        """Refer to the list of commands, in which a word is not."""
        self.say(
            tr(
                "There is no command {word}; type help for all commands.",
                word=repr(word[:_WORD_CHARACTERS_MAX]),
            )
        )

    def help(self, _: str = "") -> None:
        """Print a sentence about each command."""
        for word, _does, sentence in self.commands:
            self.say(f"{word}: {tr(sentence)}.")
        words = {command[0] for command in self.commands}
        short = (
            tr("{key} for {command}", key=key, command=word)
            for key, word in SHORT.items()
            if word in words
        )
        self.say(tr("In short: {commands}.", commands=", ".join(short)))


def say_outcome(
    outcome: Outcome,
    names: Sequence[str],
    say: Callable[[str], None],
    viewer: int | None = None,
    resigned: Collection[int] = (),
) -> None:
    """Print the results of a match line by line, and the differences that decided it.

    Args:
        viewer: the seat of the only person; None for several or none.
        resigned: seats that are last whatever their points.
    """
    say(tr("The match is over."))
    for line in outcome.lines:
        label = tr(line.label)
        say(f"{capitalized(label)}: {_by_player(names, line.points)}.")
    say(tr("Total: {points}.", points=_by_player(names, outcome.totals)))
    for place in sorted(set(outcome.ranks)):
        seats = [seat for seat, rank in enumerate(outcome.ranks) if rank == place]
        who = listed([names[seat] for seat in seats])
        points = counted(outcome.totals[seats[0]], "point")
        say(tr("Place {place}: {players} with {points}.", place=place, players=who, points=points))
    for seat in resigned:
        say(tr("{name} has resigned.", name=names[seat]))
    if len(names) > 1 and (why := _why(outcome, names, viewer, resigned)):
        say(why)


def _why(
    outcome: Outcome, names: Sequence[str], viewer: int | None, resigned: Collection[int]
) -> str:
    """Return a sentence about the differences that decided a match, addressed to a viewer; empty if
    a resignation decided instead."""
    one, other, by_line = reasons(outcome, viewer)
    if one in resigned or other in resigned:
        return ""
    points = outcome.totals[one] - outcome.totals[other]
    differences = [with_minus(f"{points:+d} {tr(label)}") for points, label in by_line]
    return tr(
        "Why: against {rival} you have {points}: {differences}."
        if one == viewer
        else "Why: against {rival} {player} has {points}: {differences}.",
        rival=names[other],
        player=names[one],
        points=with_minus(f"{points:+d}"),
        differences=", ".join(differences) or tr("the same in every line"),
    )


def _by_player(names: Sequence[str], points: Sequence[int]) -> str:
    figures = (with_minus(f"{count}") for count in points)
    return ", ".join(f"{name} {figure}" for name, figure in zip(names, figures, strict=True))


def command_in(line: str) -> tuple[str, str]:
    """Return the command at the start of a line, in full, and the rest."""
    word, _, argument = line.partition(" ")
    return SHORT.get(word, word.lower()), argument.strip()


def number_in(text: str) -> int | None:
    """Parse a typed number; return None for other text, and for ten digits or more, which no
    command needs."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


RECAP_SENTENCES: Final = 5
"""Number of log sentences repeated when a match is continued."""
LISTED_MAX: Final = 20
"""Number of choices up to which all are listed without a command. More would be long to hear."""


class SeatReader(Reader):
    """A live table as the player or spectator at a console sees it."""

    MANY: ClassVar[str] = mark(
        "Type hint for the best, legal for all, or legal and a word for those that contain it."
    )
    """The advice given once to a viewer with more than LISTED_MAX choices."""
    NOT_OFFERED: ClassVar[str] = mark("The rules do not allow that now.")
    """The answer to a legal action that is not among the choices."""
    IDLE: ClassVar[str] = mark("You are not to move now.")
    """The answer to a number while the player is not to move."""

    def __init__(self, access: SeatAccess, console: Console) -> None:
        spectator = access.spectator
        seat_names = SeatNames(spectator.names)
        super().__init__(spectator.game, seat_names, console)
        self.access = access
        self.people = tuple(access.people)
        self._primers = Primers(self.game, console.player.settings)
        self._setbacks = Setbacks()
        self._advised: set[int] = set()
        """Viewers to whom ``MANY`` was said."""
        self._endings: dict[int, list[str]] = {}
        """The last words about the nearing end that each viewer has read."""
        self._noted = {seat: access.seat(seat).snapshot for seat in self.people}
        """The last snapshot of each person whose setbacks were noted."""
        self.commands = (
            ("state", self.state, mark("the whole position in words")),
            ("hand", self.hand, mark("what only you see")),
            ("log", self.log, mark("the last ten sentences, or as many as you say, as in log 5")),
            (
                "legal",
                self.legal,
                mark("your choices, with how each is written; after it a word that they contain"),
            ),
            ("hint", self.hint, mark("the best choice and two more, with reasons")),
            ("forecast", self.forecast, mark("the points if the round ended now")),
            ("undo", self.undo, mark("undo your last choice")),
            ("redo", self.redo, mark("redo your last undone choice")),
            ("reset", self.reset, mark("undo your turn")),
            ("bots", self.bots, mark("how the bots play; to change one, bots Wallace hard")),
            ("rules", self.rules, mark("the rules of the game")),
            ("help", self.help, mark("these commands")),
            ("quit", self.leave, mark("leave; the match is saved already")),
        )

    def add_commands(self, *commands: Command) -> None:
        """Add commands before help and quit."""
        self.commands = (*self.commands[:-2], *commands, *self.commands[-2:])

    def introduce(self) -> None:
        """Print the game, its players and its rules."""
        self.say(with_full_stop(self.game.title))
        for seat, player in enumerate(self.access.spectator.players, 1):
            level = level_of(player)
            if level:
                bot = bot_title(level)
                manner = manner_words(self.game, player.name, level)
                who = tr("Seat {number}: {name}, {bot}.", number=seat, name=player.name, bot=bot)
                self.say(f"{who} {manner}".rstrip())
            else:
                self.say(tr("Seat {number}: {name}.", number=seat, name=player.name))
        if self.access.rules:
            self.say(tr("Rules: {rules}.", rules=self.access.rules))
        if self._is_counted:
            self.say(tr(daily.NO_HELP))

    def recap(self, line: int) -> None:
        """Print the last events before a record line; before the first one, those of the
        set-up."""
        if line:
            self.say(tr("What happened last:"))
            self.log(str(RECAP_SENTENCES))
        else:
            for sentence in self.sentences(self.events()[0]):
                self.say(sentence)

    # --- a choice

    async def list_choices(self) -> Sequence[Action]:
        """Print the viewer's decision and, unless there are too many, the choices; return them."""
        await self.explain()
        self._say_setbacks()
        seat_names = replace(self.seat_names, bots=self.seat.snapshot.bots)
        ending = [*self.game.texts.ending(self.view(), self.viewer)][:1]
        if ending != self._endings.get(self.viewer, []):
            for words in ending:
                self.say(f"{capitalized(words)}.")
            self._endings[self.viewer] = ending
        self.say(self.game.texts.prompt(self.view(), self.viewer, seat_names))
        actions = self.actions()
        if len(actions) == 1:
            self.say(tr("Only this is possible:"))
        if len(actions) <= LISTED_MAX:
            for number, action in enumerate(actions, 1):
                self.say(f"{number}. {self.phrase(action)}")
        else:
            self.say(tr("There are {number} choices.", number=len(actions)))
            if self.viewer not in self._advised:
                self._advised.add(self.viewer)
                self.say(tr(self.MANY))
        return actions

    def note_setbacks(self, snapshot: AnySnapshot) -> None:
        """Note the setbacks of a snapshot's viewer by the last action of another seat."""
        viewer = snapshot.viewer
        before = self._noted.get(viewer, snapshot)
        if snapshot.line != before.line:
            self._noted[viewer] = snapshot
            seat = self.access.seat(viewer)
            self._setbacks.note(seat, before, snapshot, snapshot.events, (viewer,))

    def _say_setbacks(self) -> None:
        """Print the setbacks of the viewer since its last choice, once."""
        for setback in self._setbacks.take(self.seat, self.seat.snapshot):
            falls, cause = fallen(self.game, setback), setback.cause(self.game, self.seat_names)
            if cause:
                self.say(tr("Setback: {falls}: {cause}", falls=falls, cause=cause))
            else:
                self.say(tr("Setback: {falls}.", falls=falls))

    async def explain(self) -> None:
        """Explain the phase of a decision that the player meets for the first time, and suggest an
        action if help is allowed."""
        primer = self._primers.due(self.seat.snapshot)
        if not primer:
            return
        for sentence in primer.sentences:
            self.say(tr("New to you: {sentence}", sentence=sentence))
        if not self.seat.why_no_help and not self._is_counted:
            study, actions = self.study(), self.actions()
            if not study.is_over:
                await study.refine(lambda: True)
            number = actions.index(study.suggested.action) + 1
            first, *other = study.notes(study.suggested)
            self.say(tr("Suggested is {number}: {sentence}", number=number, sentence=first))
            for sentence in other:
                self.say(sentence)
        self._primers.keep()

    async def obey(self, line: str, actions: Sequence[Action]) -> bool:
        """Carry out a typed line: a command, the number of a choice, or a choice as it is written.

        Returns:
            Whether the line has changed the match.
        """
        if not line:
            return False
        word, argument = command_in(line)
        if does := self.command(word):
            answer = does(argument)
            return bool(await answer) if asyncio.iscoroutine(answer) else False
        number = number_in(line)
        if number is not None and not actions:
            self.say(tr(self.IDLE))
            return False
        if number is not None:
            if 1 <= number <= len(actions):
                return await self._submit(actions[number - 1])
            self.say(
                tr(
                    "There is no choice {number}; there are choices 1 to {last}."
                    if len(actions) > 1
                    else "There is no choice {number}; there is only choice 1.",
                    number=number,
                    last=len(actions),
                )
            )
            return False
        if self.people:
            return await self._play_written(line, actions)
        self.say_unknown(word)
        return False

    async def _play_written(self, text: str, actions: Sequence[Action]) -> bool:
        """Play the action of a notation; else print why not. Returns whether it was played."""
        action = None
        # A notation may be typed in small letters.
        for written in (text, text.upper()):
            with suppress(ValueError):
                action = self.game.texts.parse(written)
                break
        if action is None:
            try:
                self.game.texts.parse(text)
            except ValueError as error:
                self.say(str(error))
            return False
        if action in actions:
            return await self._submit(action)
        refusal = self.game.texts.why_not(self.view(), self.viewer, action, self.seat_names)
        self.say(refusal.sentence if refusal else tr(self.NOT_OFFERED))
        return False

    @property
    def seat(self) -> AnySeat:
        """The seat of the current viewer."""
        return self.access.seat(self.viewer)

    def view(self) -> State:
        view: State = self.seat.snapshot.view
        return view

    def events(self) -> Sequence[Sequence[Event]]:
        return self.seat.log()

    async def _submit(self, action: Action) -> bool:
        return await self._succeeds(self.seat.submit(action, self.seat.snapshot.question))

    async def _succeeds(self, work: Awaitable[object]) -> bool:
        """Await a command at the table; return whether it succeeded, and print a refusal."""
        try:
            await work
        except (Refused, JournalError) as error:
            self.refuse(error)
            return False
        return True

    def refuse(self, error: Refused | JournalError) -> None:
        """Print why a command was refused."""
        self.say(str(error))

    def choice(self, action: Action) -> str:
        """Return an action with its notation, which may also be typed."""
        return tr(
            "{action}, written {notation}",
            action=self.phrase(action),
            notation=self.game.texts.notation(action),
        )

    @cached_property
    def _is_counted(self) -> bool:
        """True if the match is a daily challenge's try that counts."""
        player = self.console.player
        is_own = self.access.path is not None
        return is_own and daily.is_counted(self.access.saved, player.name, player.locations)

    def study(self) -> Study:
        """Return the study of the decision at the table; raises Refused if help is not allowed."""
        return Study.at(self.seat, self.seat.snapshot, self.seat_names)

    async def hint(self, _: str = "") -> None:
        """Print the best choices, and note that they were named."""
        if self._is_counted:
            self.say(tr(daily.NO_HELP))
            return
        if self.seat.why_no_help:
            self.say(self.seat.why_no_help)
            return
        await super().hint()

    def note_named(self, action: Action) -> None:
        """Note that a hint has named an action, so that the match's results can take it into
        account."""
        if path := self.access.path:
            notation = self.game.texts.notation(action)
            line, player = self.seat.snapshot.line, self.name(self.viewer)
            note = Note(line, player, hint=True, named=(notation,))
            note_named(self.console.player.locations.notes_on(path), note)

    async def bots(self, text: str) -> bool:
        """Print how the bots play, or change the level of one."""
        if text and self._is_counted:
            self.say(tr(daily.NO_HELP))
            return False
        levels = self.access.bot_levels
        names = self.access.spectator.names
        if not text:
            for seat, level in levels.items():
                self.say(f"{names[seat]}, {about_rival(self.game, names[seat], level)}")
            if not levels:
                self.say(tr("No bot plays here."))
            return False
        name, _, level = text.casefold().rpartition(" ")
        named = [seat for seat in levels if names[seat].casefold() == name]
        if not named:
            self.say(tr("After bots comes the name of a bot and a level, as in bots Wallace hard."))
            return False
        seat = named[0]
        try:
            await self.access.change_level(seat, level)
        except (ValueError, Rejected, JournalError) as error:
            self.say(str(error))
        else:
            self.say(
                tr(
                    "{name} plays as {level} from now on.",
                    name=names[seat],
                    level=level_title(level),
                )
            )
        return False

    async def undo(self, _: str = "") -> bool:
        """Undo the last choice."""
        is_done = await self._succeeds(self.seat.undo())
        if is_done:
            self.say(tr("Your last choice is undone."))
        return is_done

    async def redo(self, _: str) -> bool:
        """Redo the choice undone last."""
        return await self._succeeds(self.seat.redo())

    async def reset(self, _: str) -> bool:
        """Undo the turn; return whether anything was undone."""
        before = self.seat.snapshot.line
        try:
            sentence, _action = await self.seat.reset_turn()
            self.say(sentence)
        except (Refused, JournalError) as error:
            self.refuse(error)
        return self.seat.snapshot.line > before

    def help(self, _: str = "") -> None:
        """Print a sentence about each command, and about other input."""
        super().help()
        self.say(tr("A number plays that choice; so does the choice as it is written."))


class QuestionReader(SeatReader):
    """A position of a recording at which the player answers a question."""

    MANY = mark("Type legal and a word to list some.")

    def __init__(
        self, asked: AskedSeat, saved: SavedMatch, console: Console, shared: Collection[str]
    ) -> None:
        """Prepare a question.

        Args:
            shared: the commands that make sense here; no hints, undo and levels of bots.
        """
        super().__init__(AskedAccess(asked, saved), console)
        self.viewer = asked.viewer
        self.commands = tuple(command for command in self.commands if command[0] in shared)

    async def explain(self) -> None:
        """Say nothing about phases: the position is in the middle of a match."""
