"""The base of line-by-line play and replay: one position as one viewer sees it."""

from collections.abc import Callable, Sequence
from typing import Final

from darwin_core.contract.game import SPECTATOR, Action, AnyGame, Event, Outcome, State
from darwin_core.text.language import mark, page_of, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import capitalized, counted, listed
from darwin_tui.library.reasons import reasons
from darwin_tui.play.study import Study
from darwin_tui.text_mode.console import Console
from darwin_tui.text_mode.page import spoken


class Left(Exception):
    """The player has left, by ``quit`` or because the input has ended."""


Command = tuple[str, Callable[[str], object], str]

SHORT: Final = {"?": "help", "u": "undo", "U": "redo", "R": "reset", "q": "quit"}
"""The keys of the full screen that mean the same here."""


class Reader:
    """One position as one viewer sees it, with the commands that show it."""

    def __init__(self, game: AnyGame, lexicon: Lexicon, console: Console) -> None:
        self.game = game
        self.lexicon = lexicon
        self.names = lexicon.names
        self.console = console
        self.say = console.say
        self.viewer = SPECTATOR
        self.commands: tuple[Command, ...] = ()
        """The commands, each with a sentence on it."""

    # --- for subclasses

    def view(self) -> State:
        """Return the viewer's view."""
        raise NotImplementedError

    def events(self) -> Sequence[Sequence[Event]]:
        """Return the events of the set-up and of each action up to here, as the viewer knows."""
        raise NotImplementedError

    # --- queries

    def name(self, viewer: int) -> str:
        """Return a viewer's name."""
        return self.names[viewer] if viewer < len(self.names) else tr("a spectator")

    def actions(self) -> Sequence[Action]:
        """Return the viewer's legal actions, derived from its view."""
        view = self.view()
        if self.viewer not in self.game.to_move(view):
            return ()
        return self.game.legal(view, self.viewer)

    def phrase(self, action: Action) -> str:
        """Render an action as a numbered choice."""
        return self.game.phrase(self.view(), action, self.lexicon)

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """Render events as sentences."""
        return [self.game.sentence(event, self.lexicon) for event in events]

    def choice(self, action: Action) -> str:
        """Return an action as ``legal`` lists it."""
        return self.phrase(action)

    def legal(self, words: str) -> None:
        """Say the choices, or those that contain some words."""
        sought, has_any = words.casefold(), False
        for number, action in enumerate(self.actions(), 1):
            if sought in self.phrase(action).casefold():
                has_any = True
                self.say(f"{number}. {self.choice(action)}")
        if sought and not has_any:
            self.say(tr("No choice contains {words}.", words=words))

    def log(self, count: str = "") -> None:
        """Say the last sentences of the log."""
        number = number_in(count or "10")
        if number is None:
            self.say(tr("After log comes a number of sentences, as in log 5."))
            return
        found = [sentence for events in self.events() for sentence in self.sentences(events)]
        for sentence in found[len(found) - min(number, len(found)) :]:
            self.say(sentence)

    def state(self, _: str = "") -> None:
        """Say the whole position in words."""
        self._describe(None)

    def hand(self, _: str = "") -> None:
        """Say what the viewer alone sees."""
        if not self._describe("hand"):
            self.say(tr("There is no hand to see."))

    def _describe(self, only: str | None) -> bool:
        sections = self.game.describe(self.view(), self.viewer, self.lexicon)
        found = [part for part in sections if only in (None, part.name) and part.lines]
        for part in found:
            if only is None:
                name = tr(part.name)
                self.say(f"{capitalized(name)}:")
            for line in part.lines:
                self.say(line)
        return bool(found)

    async def hint(self, _: str = "") -> None:
        """Say the best choice and two more, each with its worth and a reason."""
        actions = self.actions()
        if not actions:
            self.say(tr("There is nothing to choose now."))
            return
        leads = (
            mark("Best is {number}, {action}: {reason}."),
            mark("Next best is {number}, {action}: {reason}."),
            mark("Then comes {number}, {action}: {reason}."),
        )
        study = Study(self.game, self.view(), self.viewer, self.lexicon)
        await study.refine(lambda: True)
        for lead, advice in zip(leads, study.best, strict=False):
            number = actions.index(advice.action) + 1
            phrase = self.phrase(advice.action)
            worth = ", ".join(filter(None, (phrase, study.value_of(advice))))
            self.say(tr(lead, number=number, action=worth, reason=advice.reason))

    def rules(self, _: str = "") -> None:
        """Say the game's rules page."""
        for line in spoken(page_of(self.game.package, "rules.md")):
            self.say(line)

    def leave(self, _: str = "") -> None:
        """Leave."""
        raise Left

    async def ask(self) -> str:
        """Return the next line typed."""
        line = await self.console.ask()
        if line is None:
            raise Left
        return line

    def command(self, word: str) -> Callable[[str], object] | None:
        """Return what a command does, given the rest of its line; None if there is none."""
        return next((command[1] for command in self.commands if command[0] == word), None)

    def help(self, _: str = "") -> None:
        """Say every command in a sentence."""
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
) -> None:
    """Say the results of a match, line by line, and the differences that decided it.

    Args:
        outcome: the results.
        names: by seat.
        say: prints a line.
        viewer: the seat of the only person; None for several or none.
    """
    say(tr("The match is over."))
    for line in outcome.lines:
        label = tr(line.label)
        say(f"{capitalized(label)}: {_each(names, line.points)}.")
    say(tr("Total: {points}.", points=_each(names, outcome.totals)))
    for place in sorted(set(outcome.ranks)):
        seats = [seat for seat, rank in enumerate(outcome.ranks) if rank == place]
        who = listed([names[seat] for seat in seats])
        points = outcome.totals[seats[0]]
        say(
            tr(
                "Place {place}: {players} with {points} points.",
                place=place,
                players=who,
                points=points,
            )
        )
    if len(names) > 1:
        say(_why(outcome, names, viewer))


def _why(outcome: Outcome, names: Sequence[str], viewer: int | None) -> str:
    """Return the differences that decided a match, as they are said to a viewer."""
    one, other, found = reasons(outcome, viewer)
    return tr(
        "Why: against {rival} you have {differences}."
        if one == viewer
        else "Why: against {rival} {player} has {differences}.",
        rival=names[other],
        player=names[one],
        differences=listed([_difference(points, label) for points, label in found])
        or tr("the same in every line"),
    )


def _each(names: Sequence[str], points: Sequence[int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in zip(names, points, strict=True))


def _difference(points: int, label: str) -> str:
    return tr(
        "{points} more in {label}" if points > 0 else "{points} less in {label}",
        points=counted(abs(points), "point"),
        label=tr(label),
    )


def command_in(line: str) -> tuple[str, str]:
    """Return the command that a line begins with, short forms written out, and the rest."""
    word, _, rest = line.partition(" ")
    return SHORT.get(word, word.lower()), rest.strip()


def number_in(text: str) -> int | None:
    """Return a number typed; None for other text or a number of ten digits or more."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
