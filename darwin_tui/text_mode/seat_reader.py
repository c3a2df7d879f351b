"""The base of play line by line: one viewer's seat at a table, with the commands of a player."""

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from darwin_core.contract.game import Action, Event, State
from darwin_core.journal import JournalError
from darwin_core.table import AnySeat, Refused
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_tui.play.primer import Primers
from darwin_tui.play.seat_access import Place, Rejected
from darwin_tui.seating import about_rival, bot_title, level_of, level_title, manner_words
from darwin_tui.text_mode.console import Console
from darwin_tui.text_mode.reader import Command, Reader, command_in, number_in

LISTED_MAX: Final = 20
"""Choices that are listed without a command."""


class SeatReader(Reader):
    """A table as the player or spectator at one console sees it."""

    def __init__(self, place: Place, console: Console) -> None:
        spectator = place.spectator
        lexicon = Lexicon(spectator.names)
        super().__init__(spectator.game, lexicon, console)
        self.place = place
        self.people = tuple(place.people)
        self._primers = Primers(self.game, console.session.settings)
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
        """Say the game, who plays it and by which rules."""
        self.say(f"{self.game.title}.")
        for seat, player in enumerate(self.place.spectator.players, 1):
            level = level_of(player)
            if level:
                bot, manner = bot_title(level), manner_words(self.game, player.name, level)
                who = tr("Seat {number}: {name}, {bot}.", number=seat, name=player.name, bot=bot)
                self.say(f"{who} {manner}".rstrip())
            else:
                self.say(tr("Seat {number}: {name}.", number=seat, name=player.name))
        if self.place.rules:
            self.say(tr("Rules: {rules}.", rules=self.place.rules))

    # --- a choice

    def list_choices(self) -> Sequence[Action]:
        """Say what the viewer is asked and the choices, unless there are too many; return them."""
        for sentence in self._primers.due(self.seat.snapshot):
            self.say(tr("New to you: {sentence}", sentence=sentence))
        self._primers.keep()
        lexicon = replace(self.lexicon, bots=self.seat.snapshot.bots)
        self.say(self.game.prompt(self.view(), self.viewer, lexicon))
        actions = self.actions()
        if len(actions) == 1:
            self.say(tr("Only this is possible:"))
        if len(actions) <= LISTED_MAX:
            for number, action in enumerate(actions, 1):
                self.say(f"{number}. {self.phrase(action)}")
        else:
            self.say(
                tr(
                    "There are {number} choices; hint names the best, legal lists all, and "
                    "legal with a word those that contain it.",
                    number=len(actions),
                )
            )
        return actions

    async def obey(self, line: str, actions: Sequence[Action]) -> bool:
        """Carry out a line typed; return whether it has changed the match."""
        if not line:
            return False
        word, rest = command_in(line)
        if does := self.command(word):
            answer = does(rest)
            return bool(await answer) if asyncio.iscoroutine(answer) else False
        number = number_in(line)
        if number is not None and not actions:
            self.say(tr("You are not to move now."))
            return False
        if number is not None:
            if 1 <= number <= len(actions):
                return await self._submit(actions[number - 1])
            self.say(
                tr(
                    "There is no choice {number}; there are choices 1 to {last}.",
                    number=number,
                    last=len(actions),
                )
            )
            return False
        return await self._play_written(line, actions)

    async def _play_written(self, text: str, actions: Sequence[Action]) -> bool:
        action = None
        for written in (text, text.upper()):
            with suppress(ValueError):
                action = self.game.parse(written)
                break
        if action is None:
            try:
                self.game.parse(text)
            except ValueError as error:
                self.say(str(error))
            return False
        if action in actions:
            return await self._submit(action)
        refusal = self.game.why_not(self.view(), self.viewer, action, self.lexicon)
        self.say(refusal.sentence if refusal else tr("The rules do not allow that now."))
        return False

    @property
    def seat(self) -> AnySeat:
        """The seat of the present viewer."""
        return self.place.seat(self.viewer)

    def view(self) -> State:
        """Return the viewer's present view."""
        view: State = self.seat.snapshot.view
        return view

    def events(self) -> Sequence[Sequence[Event]]:
        """Return the events up to now."""
        return self.seat.log()

    async def _submit(self, action: Action) -> bool:
        return await self._done(self.seat.submit(action, self.seat.snapshot.question))

    async def _done(self, work: Awaitable[object]) -> bool:
        """Await a command at the table; return whether it was done, or say why not."""
        try:
            await work
        except (Refused, JournalError) as error:
            self.refuse(error)
            return False
        return True

    def refuse(self, error: Refused | JournalError) -> None:
        """Say why a command was refused."""
        self.say(str(error))

    def choice(self, action: Action) -> str:
        """Return an action with its notation, which may be typed, too."""
        return tr(
            "{action}, written {notation}",
            action=self.phrase(action),
            notation=self.game.notation(action),
        )

    async def bots(self, text: str) -> bool:
        """Say how the bots play, or change the level of one."""
        levels, names = self.place.bot_levels, self.place.spectator.names
        if not text:
            for seat, level in levels.items():
                self.say(f"{names[seat]}, {about_rival(self.game, names[seat], level)}")
            if not levels:
                self.say(tr("No bot plays here."))
            return False
        name, _, level = text.rpartition(" ")
        named = [seat for seat in levels if names[seat].casefold() == name.casefold()]
        if not named:
            self.say(tr("After bots comes the name of a bot and a level, as in bots Wallace hard."))
            return False
        seat = named[0]
        try:
            await self.place.change_level(seat, level)
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
        done = await self._done(self.seat.undo())
        if done:
            self.say(tr("Your last choice is undone."))
        return done

    async def redo(self, _: str) -> bool:
        """Redo the choice undone last."""
        return await self._done(self.seat.redo())

    async def reset(self, _: str) -> bool:
        """Undo the turn."""
        before = self.seat.snapshot.line
        try:
            sentence, _action = await self.seat.reset_turn()
            self.say(sentence)
        except (Refused, JournalError) as error:
            self.refuse(error)
        return self.seat.snapshot.line > before

    def help(self, _: str = "") -> None:
        """Say every command in a sentence, and what else can be typed."""
        super().help()
        self.say(tr("A number plays that choice; so does the choice as it is written."))
