"""Guessing what a player of a finished match did next, line by line."""

from collections.abc import Sequence

from darwin_core.contract.game import Action, Event, State
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_tui.play.guessing import Guessing
from darwin_tui.text_mode.console import Console
from darwin_tui.text_mode.reader import Left, Reader, command_in, number_in
from darwin_tui.text_mode.seat_reader import LISTED_MAX


class PlainGuess(Reader):
    """A seat's decisions, to be guessed one after the other; nothing shows how many there are."""

    def __init__(self, guessing: Guessing, console: Console) -> None:
        """Prepare to ask.

        Args:
            guessing: the decisions; some are behind, none is answered.
            console: to ask at.
        """
        recording = guessing.recording
        super().__init__(recording.game, Lexicon(recording.names), console)
        self._guessing, self.viewer = guessing, guessing.seat
        self.commands = (
            (
                "legal",
                self.legal,
                mark("the choices, or those that contain a word, as in legal fox"),
            ),
            ("state", self.state, mark("the whole position in words")),
            ("hand", self.hand, mark("what only that player sees")),
            ("log", self.log, mark("the last ten sentences, or as many as you say, as in log 5")),
            ("help", self.help, mark("these commands")),
            ("quit", self.leave, mark("stop, with the score")),
        )

    def view(self) -> State:
        """Return the view of the seat at the decision."""
        view: State = self._guessing.recording.view(self._guessing.position)
        return view

    def actions(self) -> Sequence[Action]:
        """Return the actions that were legal."""
        return self._guessing.actions

    def events(self) -> Sequence[Sequence[Event]]:
        """Return the events up to the decision."""
        return self._guessing.recording.log(self._guessing.position)

    async def run(self) -> None:
        """Ask until there is nothing more to guess or the reader leaves, and say the score."""
        guessing, said = self._guessing, self._guessing.position
        self.say(
            tr(
                "Guess what {player} did. Type a number, or ? for help.",
                player=self.name(self.viewer),
            )
        )
        try:
            while not guessing.is_over:
                for position in range(said + 1, guessing.position + 1):
                    for sentence in self.sentences(guessing.recording.events(position)):
                        self.say(sentence)
                said = guessing.position
                await self._ask_one()
                guessing.proceed()
            self.say(tr("There is nothing more to guess."))
        except Left:
            pass
        for sentence in guessing.score():
            self.say(sentence)

    async def _ask_one(self) -> None:
        """Ask for the decision until it is guessed, and say what was played."""
        actions = self.actions()
        self.say(self.game.prompt(self.view(), self.viewer, self.lexicon))
        if len(actions) <= LISTED_MAX:
            self.legal("")
        else:
            self.say(
                tr(
                    "There are {number} choices; type legal and a word to list some.",
                    number=len(actions),
                )
            )
        while (number := number_in(line := await self.ask())) is None or not (
            1 <= number <= len(actions)
        ):
            self._obey(line)
        self._guessing.guess(actions[number - 1])
        for sentence in self._guessing.verdict(self.lexicon):
            self.say(sentence)

    def _obey(self, line: str) -> None:
        word, rest = command_in(line)
        if does := self.command(word):
            does(rest)
        else:
            self.say(tr("Type the number of a choice, or help for all commands."))
