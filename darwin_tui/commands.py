"""Table of all commands: keys, screens, and the words that name them.

Screens take their bindings from it; key bar, command palette, help and the page of keys take their
words. Settings files refer to commands by name, so names stay even if the words have changed:
``replay.eyes`` is the perspective, ``story`` the log.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextvars import ContextVar
from functools import cache, partial
from typing import TYPE_CHECKING, Final, Protocol
from weakref import ref

import msgspec

from darwin_core.text.language import tr_in

if TYPE_CHECKING:
    # Imported where they are used: line mode names keys, too, and starts without Textual.
    from textual.binding import Binding, BindingType

_KEY: Final = "{key}"
"""Stands in an action for the key pressed."""
CONTEXT: Final = "key"
"""Translation context of all words about keys and commands, which are short."""


class Command(msgspec.Struct, frozen=True):
    """A command of a screen: a row of the table."""

    name: str
    """Screen and command, as settings files name it."""
    keys: str
    """Default keys, separated by commas; the first is shown."""
    action: str
    """Textual action that the keys run, as ``move(-1,0)``; ``{key}`` stands for the key pressed."""
    label: str
    """Words in the key bar."""
    help: str = ""
    """Words in the help, the palette and the page of keys; by default the label."""
    is_shown: bool = False
    """The key bar shows the command."""
    display: str | None = None
    """Keys as the key bar shows them, if one command stands for several."""
    also_on: tuple[str, ...] = ()
    """Other screens that have the command."""
    needs: str = ""
    """Capability that a game or screen must have to offer the command."""
    has_fixed_keys: bool = False
    """The command's keys cannot be changed."""
    has_priority: bool = False
    """The command comes before the keys of the widget in focus."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "help", self.help or self.label)
        # The action depends on the key, as with digits.
        if _KEY in self.action:
            msgspec.structs.force_setattr(self, "has_fixed_keys", True)

    @property
    def screen(self) -> str:
        return self.name.partition(".")[0]

    @property
    def name_on_screen(self) -> str:
        """The command's name without the screen's name."""
        return self.name.partition(".")[2]

    @property
    def words(self) -> str:
        return self.name_on_screen.replace("_", " ")

    @property
    def actions(self) -> dict[str, str]:
        """Action by default key."""
        keys = self.keys.split(",")
        return {key: self.action.replace(_KEY, key) for key in keys}

    def bindings(self) -> "list[Binding]":
        """Return Textual's bindings for the command."""
        from textual.binding import Binding

        rows = self.actions if _KEY in self.action else {self.keys: self.action}
        return [
            Binding(
                keys,
                action,
                self.label,
                show=self.is_shown,
                key_display=self.display,
                priority=self.has_priority,
                id=self.name,
            )
            for keys, action in rows.items()
        ]


shown: Final = partial(Command, is_shown=True)
"""A row that the key bar shows."""


def like(
    screen: str, rows: tuple[Command, ...], *changed: Command, only: str = "", without: str = ""
) -> tuple[Command, ...]:
    """Return the rows of a screen that resembles another screen.

    Args:
        changed: rows that replace those with the same action.
        only: names of the rows that the new screen has, without the screen; by default all.
        without: names of rows that the new screen lacks.
    """
    changed_rows = {row.action: row for row in changed}
    named = ((row, row.name_on_screen) for row in rows)
    return tuple(
        changed_rows.get(row.action) or msgspec.structs.replace(row, name=f"{screen}.{name}")
        for row, name in named
        if (name in only.split() or not only) and name not in without.split()
    )


def key_names(keys: str) -> set[str]:
    """Return the names of keys in a comma-separated text."""
    from textual.binding import Binding

    return {binding.key for binding in Binding.make_bindings([Binding(keys, "")])}


PANE_LETTERS: Final = "ABCDEFGIJKMOPQSTVWXZ"
"""Letters without a command, for boards with many panes, which assign them."""

PEOPLE: Final = "people"
"""The capability of a screen at a server's table."""
FILE: Final = "file"
"""The capability of a screen of a match in a file of the player's own."""

_DIGITS: Final = "1,2,3,4,5,6,7,8,9"
_LETTERS: Final = ",".join(PANE_LETTERS)

# At the table.
_PLAY: Final = (
    shown("play.left", "left,h", "move(-1,0)", "move", display="← →"),
    Command("play.right", "right,l", "move(1,0)", "move"),
    Command("play.up", "up,k", "move(0,-1)", "move"),
    Command("play.down", "down,j", "move(0,1)", "move"),
    shown("play.play", "enter", "play", "play", "play, or continue"),
    Command("play.number", _DIGITS, "select_number({key})", "select the first to the ninth"),
    Command("play.last", "0", "select_last", "select the last choice: done, or none"),
    Command("play.drop", "escape", "back", "drop the last selection"),
    shown("play.pane", "tab", "pane(1)", "pane", "next pane", display="Tab"),
    Command("play.last_pane", "shift+tab", "pane(-1)", "pane", "previous pane"),
    Command("play.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    Command("play.zoom", "z", "zoom", "details", "details of what is under the cursor"),
    Command("play.legend", "g", "legend", "signs", "what the signs mean"),
    Command(
        "play.forecast",
        "i",
        "forecast",
        "if it ended",
        "the points if the round ended now",
        needs="forecast",
    ),
    Command("play.sort", "s", "sort", "sort the hand", needs="orders"),
    shown("play.chat", "slash", "people('chat')", "chat", "say something", needs=PEOPLE),
    shown("play.undo", "u", "undo", "undo", "undo an action", also_on=("curtain",)),
    Command("play.redo", "U", "redo", "redo"),
    Command("play.undo_turn", "R", "reset_turn", "undo the turn"),
    shown("play.hint", "H", "hint", "hint"),
    Command("play.play_hint", "Y", "play_hint", "play the hint"),
    shown("play.story", "L", "log", "log"),
    # Where the bar is too narrow for all keys, this one is left out first.
    shown("play.pick", "space", "select", "add", "select, or continue", display="Space"),
    Command("play.log_up", "pageup", "scroll_log(-1)", "scroll the log"),
    Command("play.log_down", "pagedown", "scroll_log(1)", "scroll the log"),
    Command("play.hide", "p", "hide", "hide the hand"),
    Command("play.no_notes", "N", "no_notes", "no more notes on what is new", needs="notes"),
    Command(
        "play.decline",
        "d",
        "standing_answer",
        "decline until the turn ends",
        needs="standing answer",
    ),
    Command("play.bots", "b", "bots", "bots", "how the bots play, and their levels", needs="bots"),
    # At a server's table.
    Command("play.phrases", "f", "people('phrases')", "phrases", "a quick phrase", needs=PEOPLE),
    Command("play.chat_log", "c", "people('chat_log')", "chat", "read the chat", needs=PEOPLE),
    Command("play.people", "w", "people('people')", "people", "who is here", needs=PEOPLE),
    Command("play.next_turn", "n", "people('next_turn')", "next", "next turn", needs=PEOPLE),
    Command("play.vote", "v", "people('vote')", "vote", "vote on who is away", needs=PEOPLE),
    Command("play.agree", "e", "people('agree')", "end", "end by agreement", needs=PEOPLE),
    Command("play.resign", "r", "people('resign')", "resign", "resign", needs=PEOPLE),
    shown("play.help", "question_mark", "help", "help", display="?"),
    Command("play.save_elsewhere", "ctrl+s", "save_elsewhere", "save in another file"),
    shown("play.leave", "q", "leave", "leave", also_on=("curtain",)),
)
# In a replay.
_REPLAY: Final = (
    shown("replay.forward", "right", "step(1)", "action", display="← →"),
    Command("replay.back", "left", "step(-1)", "action"),
    Command("replay.forward_5", "shift+right", "step(5)", "five actions"),
    Command("replay.back_5", "shift+left", "step(-5)", "five actions"),
    Command("replay.forward_20", "ctrl+right", "step(20)", "twenty actions"),
    Command("replay.back_20", "ctrl+left", "step(-20)", "twenty actions"),
    Command("replay.log_down", "pagedown", "page(1)", "log down, or 20 actions on"),
    Command("replay.log_up", "pageup", "page(-1)", "log up, or 20 actions back"),
    shown("replay.next_turn", "right_square_bracket", "jump('turn',1)", "turn", display="[ ]"),
    Command("replay.last_turn", "left_square_bracket", "jump('turn',-1)", "turn"),
    shown("replay.next_round", "right_curly_bracket", "jump('round',1)", "round", display="{ }"),
    Command("replay.last_round", "left_curly_bracket", "jump('round',-1)", "round"),
    Command("replay.start", "home", "go(0)", "to the start"),
    Command("replay.end", "end", "go(-1)", "to the end"),
    Command("replay.number", "g", "ask_number", "to a number"),
    shown("replay.play", "space", "play_pause", "play", display="Space"),
    Command("replay.faster", "plus,equals_sign", "speed(1)", "faster, slower", display="+ -"),
    Command("replay.slower", "minus", "speed(-1)", "faster, slower", display="+ -"),
    shown("replay.chances", "c", "chances", "chances", "chances to win, analysed"),
    shown("replay.eyes", "p", "perspective", "view", "switch perspective"),
    Command("replay.pane", "tab", "pane(1)", "pane"),
    Command("replay.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    Command("replay.story", "L", "log", "log"),
    shown("replay.branch", "b", "branch", "branch"),
    Command("replay.trial", "w", "branch(True)", "try moves", "what if: try moves, not kept"),
    Command("replay.results", "r", "results", "results of a match that is over"),
    Command("replay.reveal", "v", "reveal", "show the length"),
    Command("replay.all", "a", "all_acts", "stop at every action"),
    Command(
        "replay.knowledge",
        "o",
        "knowledge",
        "cards open",
        "with whose knowledge the chances are judged",
    ),
    Command(
        "replay.beliefs",
        "k",
        "beliefs",
        "hidden cards",
        "what hidden cards could be; again for a list",
    ),
    Command("replay.next_mark", "full_stop", "mark(1)", "marked action", display=", ."),
    Command("replay.last_mark", "comma", "mark(-1)", "marked action"),
    Command("replay.note", "n", "note", "note"),
    Command("replay.why", "Y", "why", "why", "why the action was taken, and what was better"),
    Command("replay.notes", "N", "notes", "list of notes"),
    Command("replay.glyph", "1,2,3,4,5,6", "glyph({key})", "!! ! !? ?! ? ?? on the action"),
    Command("replay.search", "slash", "search", "search the log"),
    Command("replay.log", "enter", "to_log_line", "to a line of the log"),
    Command("replay.share", "e", "share", "share", "share: picture, text or film", needs=FILE),
    shown("replay.help", "question_mark", "help", "help", display="?"),
    Command("replay.drop", "escape", "back", "hide what lies beside the board, or leave"),
    shown("replay.leave", "q", "leave", "leave"),
    Command("replay.guess", "t", "guess", "guess", "guess what a player does next"),
)
# First screen.
_HOME: Final = (
    shown("home.new", "n", "choose('new')", "new match"),
    shown("home.learn", "L", "choose('learn')", "learn", "learn a game"),
    shown("home.continue", "c", "choose('continue')", "continue"),
    shown("home.saved", "s", "choose('saved')", "saved matches"),
    Command("home.puzzles", "p", "choose('puzzles')", "puzzles", "positions to solve"),
    Command("home.daily", "d", "choose('daily')", "today", "the challenge of the day"),
    Command("home.you", "y", "choose('you')", "you", "your matches in figures"),
    shown("home.settings", "t", "choose('settings')", "settings"),
    shown("home.help", "question_mark", "choose('help')", "keys and rules", display="?"),
    Command("home.left", "left,h", "move(-1,0)", "move"),
    Command("home.right", "right,l", "move(1,0)", "move"),
    Command("home.up", "up,k", "move(0,-1)", "move"),
    Command("home.down", "down,j", "move(0,1)", "move"),
    shown("home.open", "enter,space", "open", "open", display="Enter"),
    Command("home.game", "1,2,3,4,5", "take({key})", "take a game from the shelf"),
    shown("home.quit", "q", "choose('quit')", "quit"),
)
COMMANDS: Final = (
    # Anywhere.
    Command("app.quit", "ctrl+q,ctrl+c", "quit", "quit", has_fixed_keys=True, has_priority=True),
    Command(
        "app.suspend",
        "ctrl+z",
        "suspend_process",
        "suspend",
        "suspend; fg comes back",
        has_priority=True,
    ),
    # In a lesson, before the commands at the table.
    shown("lesson.play", "enter", "play", "play", "play, or continue"),
    shown("lesson.skip", "n", "skip", "skip", "let the teacher play this step"),
    shown("lesson.step_back", "b", "step_back", "back", "back a step"),
    shown("lesson.why", "z", "zoom", "why?", "why, or details"),
    shown("lesson.free", "escape", "back", "play on freely", has_fixed_keys=True),
    *_PLAY,
    Command("curtain.pin", "n", "pin", "PIN", "a PIN for the next player"),
    *_REPLAY,
    # A better line of a replay.
    shown("better.walk", "right,enter", "walk", "walk this line", has_fixed_keys=True),
    shown("better.leave", "escape,q,left", "leave", "back", has_fixed_keys=True),
    shown("line.forward", "right", "step(1)", "step", display="← →"),
    Command("line.back", "left", "step(-1)", "step"),
    shown("line.perspective", "p", "perspective", "view", "switch perspective"),
    shown("line.branch", "b", "branch", "play on", "play on from here"),
    *like("line", _REPLAY, only="pane letter"),
    *like("line", _PLAY, shown("line.log", "L", "log", "log"), only="story log_up log_down help"),
    shown("line.leave", "escape,q", "leave", "back to the match", display="Esc"),
    # Guessing in a replay.
    *like(
        "guess",
        _PLAY,
        shown("guess.play", "enter", "play", "guess", "guess, or continue"),
        shown("guess.zoom", "z", "zoom", "details"),
        shown("guess.log", "L", "log", "log"),
        shown("guess.leave", "q", "leave", "score", "leave, with the score"),
        without="sort chat undo redo undo_turn hint play_hint hide no_notes decline bots phrases "
        "chat_log people next_turn vote agree resign save_elsewhere",
    ),
    # Solving a puzzle.
    *like(
        "puzzle",
        _PLAY,
        shown("puzzle.play", "enter", "play", "answer", "answer, or the next puzzle"),
        shown("puzzle.zoom", "z", "zoom", "explain", "explain the answer, or details"),
        only="left right up down play pick number last drop pane last_pane letter zoom legend "
        "forecast sort",
    ),
    shown("puzzle.next", "n", "next", "next", "the next puzzle"),
    shown("puzzle.again", "a", "again", "again", "once more from the start; it does not count"),
    shown("puzzle.walk", "w", "walk", "line", "walk the line", needs="answer"),
    shown("puzzle.branch", "b", "branch", "play on", "play the position on", needs="answer"),
    shown("puzzle.show", "x", "show", "give up", "show the answer", needs="question"),
    shown("puzzle.copy", "y", "copy", "copy", "copy the result", needs="day"),
    *like(
        "puzzle",
        _PLAY,
        shown("puzzle.log", "L", "log", "log"),
        shown("puzzle.leave", "q", "leave", "leave"),
        only="story log_up log_down help leave",
    ),
    # A race through puzzles.
    *like(
        "race",
        _PLAY,
        shown("race.play", "enter", "play", "answer"),
        shown("race.leave", "q", "leave", "leave"),
        only="left right up down play pick number last drop pane last_pane zoom legend letter "
        "forecast sort story log_up log_down help leave",
    ),
    # The puzzles of all games.
    shown("puzzles.up", "up,k", "move(0,-1)", "game", display="↑ ↓"),
    Command("puzzles.down", "down,j", "move(0,1)", "game"),
    Command("puzzles.game", "1,2,3,4,5", "take({key})", "solve a puzzle of a game"),
    shown("puzzles.open", "enter,space", "open", "solve", display="Enter"),
    shown("puzzles.mistakes", "m", "mistakes", "my mistakes"),
    shown("puzzles.race", "r", "race", "race", "as many as you can in five minutes"),
    shown("puzzles.table", "t", "table", "table", "your races, week by week"),
    shown("puzzles.help", "question_mark", "help", "help", display="?"),
    shown("puzzles.leave", "q,escape", "leave", "back", display="q"),
    *_HOME,
    # Setting up a match.
    shown("new.start", "enter,ctrl+s,f5", "start", "start"),
    shown("new.next", "tab,down", "app.focus_next", "next field", display="Tab ↑ ↓"),
    Command("new.previous", "up", "app.focus_previous", "previous field"),
    Command("new.game", _DIGITS, "game({key})", "take a game"),
    shown("new.help", "question_mark", "help", "rules", display="?"),
    shown("new.leave", "escape", "leave", "back"),
    # Before the first match of a game.
    shown("first.open", "enter,space", "open", "learn it", display="Enter"),
    shown("first.left", "left,up,h,k", "move(-1,0)", "the other", display="← →"),
    Command("first.right", "right,down,l,j,tab", "move(1,0)", "the other"),
    shown("first.play", "p", "play", "play", "play against Easy"),
    shown("first.set_up", "n", "set_up", "set the table"),
    shown("first.help", "r,question_mark", "help", "rules", display="r"),
    shown("first.never", "a", "never", "never ask"),
    shown("first.leave", "q,escape", "leave", "back", display="q"),
    # Saved matches.
    shown("saved.open", "enter", "open", "continue", has_priority=True),
    shown("saved.replay", "r", "replay", "replay"),
    shown("saved.find", "slash", "find", "find", "find by words", display="/"),
    shown("saved.state", "f", "limit_state", "state", "all, not finished, over, or lessons"),
    shown("saved.game", "g", "limit_game", "game", "all games, or one"),
    shown("saved.order", "o", "order", "order", "the next order of the list"),
    shown("saved.rename", "n", "rename", "rename"),
    shown("saved.delete", "d,delete", "delete", "delete"),
    shown("saved.copy", "c", "copy", "copy"),
    Command("saved.down", "j", "app.simulate_key('down')", "next line"),
    Command("saved.up", "k", "app.simulate_key('up')", "previous line"),
    shown("saved.help", "question_mark", "help", "help", display="?"),
    shown("saved.leave", "q,escape", "leave", "back"),
    # The player's own matches in figures.
    shown("you.up", "up,k", "move(0,-1)", "game", display="↑ ↓"),
    Command("you.down", "down,j", "move(0,1)", "game"),
    shown("you.left", "left,h", "move(-1,0)", "match", display="← →"),
    Command("you.right", "right,l", "move(1,0)", "match"),
    shown("you.pane", "tab", "pane(1)", "page", "next page", display="Tab"),
    Command("you.last_pane", "shift+tab", "pane(-1)", "page", "previous page"),
    shown("you.rival", "o", "rival", "rivals", "only against somebody"),
    shown("you.table", "x", "table", "tables", "only some seats or rules"),
    shown("you.time", "f", "time", "time", "only the last days"),
    shown("you.open", "enter,space", "open", "replay", display="Enter"),
    shown("you.mistakes", "m", "mistakes", "mistakes", "solve your mistakes"),
    shown("you.help", "question_mark", "help", "help", display="?"),
    shown("you.leave", "q,escape", "leave", "back", display="q"),
    # The challenge of the day.
    shown("daily.left", "left,h", "move(-1,0)", "game", display="← →"),
    Command("daily.right", "right,l", "move(1,0)", "game"),
    Command("daily.up", "up,k", "move(0,-1)", "game"),
    Command("daily.down", "down,j", "move(0,1)", "game"),
    Command("daily.game", "1,2,3,4,5", "game({key})", "go to a game"),
    shown("daily.open", "enter,space", "open", "play", "play, continue or replay", display="Enter"),
    shown("daily.copy", "y", "copy", "copy", "copy the result"),
    shown("daily.save", "e", "save", "save", "save the result in a file"),
    shown("daily.practise", "p", "practise", "practise", "play it once more"),
    shown("daily.puzzle", "z", "puzzle", "puzzle", "the puzzle of the day"),
    shown("daily.help", "question_mark", "help", "help", display="?"),
    shown("daily.leave", "q,escape", "leave", "back", display="q"),
    # Settings, and the keys of commands.
    shown("settings.next", "down,j", "app.focus_next", "next", display="↑ ↓"),
    Command("settings.previous", "up,k", "app.focus_previous", "previous"),
    shown("settings.change", "left,right", "nothing", "change", display="← →", has_fixed_keys=True),
    shown("settings.keys", "K", "keys", "keys of commands"),
    shown("settings.help", "question_mark", "help", "keys and rules", display="?"),
    shown("settings.leave", "q,escape", "leave", "back", display="q"),
    shown("keys.choose", "enter", "choose", "choose a key", has_priority=True),
    shown("keys.default", "d", "default", "the default key"),
    shown("keys.leave", "q,escape", "leave", "back", display="q"),
    # Results.
    shown("results.next", "enter,space", "next", "next line", needs="lines"),
    Command("results.up", "up,k", "move(-1)", "turning point", display="↑ ↓", needs="turns"),
    Command("results.down", "down,j", "move(1)", "turning point", needs="turns"),
    shown("results.replay", "r", "replay", "replay"),
    shown(
        "results.chances",
        "c",
        "chances",
        "chances",
        "chances to win, analysed, and the turning points",
        needs="analysis",
    ),
    shown("results.rematch", "m", "rematch", "rematch", "the same again", needs="seats"),
    shown("results.mistakes", "p", "mistakes", "puzzles", "your mistakes", needs="mistakes"),
    shown("results.level", "l", "level", "level", "the level on offer", needs="level"),
    Command("results.losses", "L", "losses", "all that was taken from you", needs="losses"),
    shown("results.share", "e", "share", "share", "share: picture, text or film", needs=FILE),
    shown("results.new", "n", "new_match", "new match"),
    shown("results.chat", "slash", "chat", "say", "say a line", needs=PEOPLE),
    shown("results.help", "question_mark", "help", "rules", display="?"),
    Command("results.drop", "escape", "back", "stop the analysis, or leave"),
    shown("results.home", "q", "home", "first screen"),
    # The lobby of a server.
    *like("lobby", _HOME, only="left right up down"),
    shown("lobby.open", "enter", "open", "open", "play, sit down, watch or replay"),
    shown("lobby.new", "n", "new", "open a table"),
    Command("lobby.sit", "s", "sit", "sit down"),
    shown("lobby.anybody", "a", "anybody", "for two", "a table for two, with anybody"),
    shown("lobby.again", "A", "again", "as last time", "a table like your last one"),
    shown("lobby.friend", "b", "friend", "with a friend", "a daily match with a friend"),
    Command("lobby.words", "W", "words", "words", "sit down with words of yours in the seed"),
    shown("lobby.filter", "f", "filter", "filter", "show some of the tables"),
    shown("lobby.invite", "i", "invite", "invite"),
    shown("lobby.say", "slash", "say", "say", "say something"),
    shown("lobby.code", "c", "code", "code", "enter the code of a table"),
    shown("lobby.watch", "w", "watch", "watch"),
    shown("lobby.tournaments", "T", "tournaments", "tournaments"),
    shown("lobby.challenge", "C", "challenge", "today", "the challenge of the day"),
    shown("lobby.friends", "F", "friends", "friends"),
    *like("lobby", _PLAY, only="pane last_pane"),
    Command("lobby.number", _DIGITS, "number({key})", "go to the first to the ninth table"),
    Command("lobby.accept", "y", "answer(True)", "accept", "accept the invitation"),
    Command("lobby.decline", "d", "answer(False)", "decline", "decline the invitation"),
    shown("lobby.ladder", "r", "ladder", "ladder", "ratings, by game and season"),
    shown("lobby.profile", "p", "profile", "player", "the page of a player"),
    shown("lobby.holiday", "H", "holiday", "holiday", "a holiday: your clocks stand"),
    Command("lobby.get_up", "x", "get_up", "get up", "leave a seat before the match begins"),
    shown("lobby.settings", "t", "settings", "settings"),
    shown("lobby.help", "question_mark", "help", "help", display="?"),
    shown("lobby.leave", "q", "leave", "leave"),
    # The ladders of a server, and the pages of its players.
    shown("ladder.up", "up,k", "move(0,-1)", "player", display="↑ ↓"),
    Command("ladder.down", "down,j", "move(0,1)", "player"),
    shown("ladder.left", "left,h", "season(-1)", "season", "an earlier season", display="← →"),
    Command("ladder.right", "right,l", "season(1)", "season", "a later season"),
    shown("ladder.next", "tab", "next(1)", "ladder", "next ladder", display="Tab"),
    Command("ladder.previous", "shift+tab", "next(-1)", "ladder", "previous ladder"),
    shown("ladder.open", "enter,space", "open", "player", "the page of a player", display="Enter"),
    shown("ladder.help", "question_mark", "help", "help", display="?"),
    shown("ladder.leave", "q,escape", "leave", "back", display="q"),
    shown("profile.up", "up,k", "move(0,-1)", "move", display="← → ↑ ↓"),
    Command("profile.down", "down,j,tab", "move(0,1)", "move"),
    Command("profile.left", "left,h", "move(-1,0)", "move"),
    Command("profile.right", "right,l", "move(1,0)", "move"),
    shown("profile.open", "enter,space", "open", "open", "open or replay", display="Enter"),
    shown("profile.help", "question_mark", "help", "help", display="?"),
    shown("profile.leave", "q,escape", "leave", "back", display="q"),
    # Tournaments, the challenge of the day, and friends on a server.
    *like("tournaments", _HOME, only="left right up down"),
    shown(
        "tournaments.open", "enter,space", "open", "join", "join, play or replay", display="Enter"
    ),
    shown("tournaments.play", "d", "play", "play", "play the next deal, or your match"),
    shown("tournaments.join", "J", "join", "join", "join, or leave"),
    shown("tournaments.new", "n", "new", "open one"),
    shown("tournaments.help", "question_mark", "help", "help", display="?"),
    shown("tournaments.leave", "q,escape", "leave", "lobby", "back to the lobby", display="q"),
    *like("challenge", _HOME, only="left right up down"),
    Command("challenge.game", "1,2,3,4,5", "game({key})", "go to a game"),
    shown("challenge.open", "enter,space", "open", "play", "play, or replay", display="Enter"),
    shown("challenge.copy", "y", "copy", "copy", "copy the result"),
    shown("challenge.race", "r", "race", "race", "a race through puzzles of the game"),
    shown("challenge.table", "t", "table", "table", "the races of the week"),
    shown("challenge.help", "question_mark", "help", "help", display="?"),
    shown("challenge.leave", "q,escape", "leave", "lobby", "back to the lobby", display="q"),
    Command("friends.up", "up,k", "move(0,-1)", "move", display="↑ ↓"),
    Command("friends.down", "down,j", "move(0,1)", "move"),
    shown("friends.open", "enter,space", "open", "daily match", "a daily match", display="Enter"),
    shown("friends.invite", "i", "invite", "invite", "invite to your table"),
    shown("friends.add", "a", "add", "add", "add a friend"),
    shown("friends.remove", "x", "remove", "remove", "remove from the list"),
    shown("friends.block", "B", "block", "block", "block, or end that"),
    shown("friends.help", "question_mark", "help", "help", display="?"),
    shown("friends.leave", "q,escape", "leave", "lobby", "back to the lobby", display="q"),
    # A table on a server before its match begins.
    shown("room.start", "b", "start", "begin with bots", needs="host"),
    shown("room.words", "a", "words", "words", "add words of yours to the seed"),
    shown("room.invite", "i", "invite", "invite"),
    shown("room.say", "slash", "say", "say", "say something"),
    Command("room.up", "up,k", "scroll_talk(-1)", "scroll the talk"),
    Command("room.down", "down,j", "scroll_talk(1)", "scroll the talk"),
    shown("room.get_up", "x", "get_up", "get up", "leave the seat"),
    shown("room.help", "question_mark", "help", "rules", display="?"),
    shown("room.leave", "q,escape", "leave", "lobby", "back to the lobby"),
    # Help.
    shown("help.down", "j,down", "scroll_page(1)", "scroll", display="↑ ↓"),
    Command("help.up", "k,up", "scroll_page(-1)", "scroll"),
    shown("help.next_page", "tab", "turn(1)", "page", "summary, rules, keys", needs="text"),
    Command("help.last_page", "shift+tab", "turn(-1)", "page", "page before", needs="text"),
    shown("help.next_section", "right", "section(1)", "section", display="← →", needs="text"),
    Command("help.last_section", "left", "section(-1)", "section", needs="text"),
    shown("help.search", "slash", "search", "search", display="/", needs="text"),
    shown("help.next_find", "n", "find(1)", "find", display="n N", needs="text"),
    Command("help.last_find", "N", "find(-1)", "find", needs="text"),
    Command("help.page_down", "pagedown,space", "scroll_page(16)", "scroll far"),
    Command("help.page_up", "pageup", "scroll_page(-16)", "scroll far"),
    Command("help.rules", _DIGITS, "rules({key})", "rules of a game", needs="rules"),
    shown("help.leave", "q,escape,question_mark", "dismiss", "back", display="q"),
    # Dialogs, and the sentence in a terminal that is too small.
    shown("confirm.yes", "y,enter", "answer(True)", "yes", has_fixed_keys=True),
    shown("confirm.no", "n,escape,q", "answer(False)", "no", has_fixed_keys=True),
    shown("pick.leave", "escape,q", "leave", "cancel", has_fixed_keys=True),
    shown("entry.leave", "escape", "leave", "cancel", has_fixed_keys=True),
    shown("branch.begin", "enter", "begin", "play from here", has_fixed_keys=True),
    Command("branch.next", "down", "app.focus_next", "next field", has_fixed_keys=True),
    Command("branch.previous", "up", "app.focus_previous", "previous field", has_fixed_keys=True),
    shown("branch.leave", "escape,q", "leave", "cancel", has_fixed_keys=True),
    shown("small.leave", "q", "app.quit", "leave", has_fixed_keys=True),
)


@cache
def on(screen: str) -> tuple[Command, ...]:
    """Return the commands of a screen, in the order of the table."""
    return tuple(command for command in COMMANDS if screen in (command.screen, *command.also_on))


def bindings(screen: str, over: str = "") -> "list[BindingType]":
    """Return Textual's bindings of a screen, then those of a screen that it replaces, without keys
    already bound."""
    own_bindings = [binding for command in on(screen) for binding in command.bindings()]
    taken = {key for command in on(screen) for key in key_names(command.keys)}
    others = (binding for command in on(over) for binding in command.bindings())
    return [*own_bindings, *(other for other in others if not taken & key_names(other.key))]


@cache
def by_name() -> Mapping[str, Command]:
    return {command.name: command for command in COMMANDS}


def is_available(screen: str, action: str, has: Collection[str]) -> bool:
    """Return whether a screen that has some capabilities offers an action, named without
    parameters."""
    return _needs(screen, action).issubset(has)


@cache
def _needs(screen: str, action: str) -> frozenset[str]:
    """Return the capabilities that a screen's commands with an action need."""
    named = (row for row in on(screen) if row.action.partition("(")[0] == action)
    return frozenset(command.needs for command in named if command.needs)


@cache
def has_namesakes(command: Command) -> bool:
    """Return whether another command of its screen has the same help."""
    return sum(other.help == command.help for other in on(command.screen)) > 1


def title(command: Command) -> str:
    """Return a command's help, with its words if another command of its screen has the same."""
    help_text = tr_in(CONTEXT, command.help)
    if not has_namesakes(command):
        return help_text
    return f"{help_text} ({tr_in(CONTEXT, command.words)})"


# --- the keys that are bound now

KEY_NAMES: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "delete": "Del",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}
"""Names printed on keys, by Textual's names."""


class HasKeys(Protocol):
    """An object of one player who has chosen keys, such as the app."""

    @property
    def chosen_keys(self) -> Mapping[str, str]:
        """The chosen keys, by command."""
        ...


_source: ContextVar[Callable[[], Mapping[str, str]]] = ContextVar("keys", default=dict)
"""A function that returns the chosen keys of the present player, by command."""


def follow_keys(owner: HasKeys) -> None:
    """Name the current keys of an owner in all further texts of this context. The owner is not kept
    alive: tasks that begin in this context may outlive it."""
    owner_reference = ref(owner)

    def source() -> Mapping[str, str]:
        present_owner = owner_reference()
        return {} if present_owner is None else present_owner.chosen_keys

    _source.set(source)


def chosen_keys() -> Mapping[str, str]:
    """Return the chosen keys of the player who reads the texts of this context, by command."""
    return _source.get()()


def key_title(key: str) -> str:
    """Return what is printed on a key, given Textual's name of it."""
    from textual.keys import format_key

    *modifiers, key = key.split("+")
    name = tr_in(CONTEXT, KEY_NAMES[key]) if key in KEY_NAMES else format_key(key)
    return "+".join([*(tr_in(CONTEXT, modifier.capitalize()) for modifier in modifiers), name])


def key_of(name: str) -> str:
    """Return what is printed on the first key now bound to a command."""
    command = by_name()[name]
    keys = command.keys if command.has_fixed_keys else chosen_keys().get(name, command.keys)
    return key_title(keys.partition(",")[0].strip())


class ScreenKeys:
    """The keys now bound to the commands of a screen, as attributes named like the commands or
    their actions."""

    def __init__(self, screen: str, over: str = "") -> None:
        """Name the keys of a screen.

        Args:
            over: a screen with other keys for some of these commands.
        """
        self._screen = screen
        self._over = over

    def __getattr__(self, name: str) -> str:
        commands = on(self._screen)
        # Names that settings files have kept from earlier words give way to those of the actions.
        command = next((row for row in commands if name in (row.action, row.name_on_screen)), None)
        if command is None:
            raise AttributeError(f"{self._screen}.{name} is no command")
        same = (other.name for other in on(self._over) if other.action == command.action)
        return key_of(next(same, command.name))


RESERVED_KEYS: Final = frozenset({"ctrl+c", "ctrl+q", "escape"})
"""Keys that always mean the same, so no command can be given one."""

_ANYWHERE: Final = "app"
"""The name of the screen whose commands every screen has."""
_SCREENS: Final = frozenset(
    screen for command in COMMANDS for screen in (command.screen, *command.also_on)
) - {_ANYWHERE}


Keys = Mapping[str, ScreenKeys]
"""The keys of several screens, by the screen's name."""
KEYS: Final[Keys] = {screen: ScreenKeys(screen) for screen in sorted(_SCREENS)}
"""Values for texts that name keys, as ``tr("{play.undo} undoes it.", **KEYS)``."""


def keys_at_table(screen: str) -> Keys:
    """Return KEYS for the texts of a screen that resembles the table."""
    return {**KEYS, "play": ScreenKeys("play", screen)}


def _available_on(screen: str) -> Sequence[Command]:
    """Return the commands whose keys count on a screen."""
    return (*on(_ANYWHERE), *on(screen))


def rebindable() -> list[Command]:
    """Return the commands whose keys can be changed."""
    return [command for command in COMMANDS if not command.has_fixed_keys]


def keymap(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return chosen keys, without commands whose keys cannot be changed."""
    changeable = {command.name for command in rebindable()}
    return {name: keys for name, keys in chosen.items() if name in changeable}


def holder(key: str, wanting: Command, chosen: Mapping[str, str]) -> Command | None:
    """Return the command that has a key, by default or chosen, when another command wants it."""
    screens = _SCREENS if wanting.screen == _ANYWHERE else (wanting.screen, *wanting.also_on)
    for screen in screens:
        for command in _available_on(screen):
            if command is not wanting and key in key_names(chosen.get(command.name, command.keys)):
                return command
    return None


def clashing(chosen: Mapping[str, str]) -> list[Command]:
    """Return the commands whose chosen keys have two meanings on the same screen. Without these
    choices, no key means two things."""
    left_out: set[str] = set()
    # A command that loses its choice has its default keys again, which may clash with others.
    while True:
        remaining = {name: keys for name, keys in chosen.items() if name not in left_out}
        clashes = {
            name for screen in _SCREENS for name in _sharing(screen, remaining) if name in remaining
        }
        if not clashes:
            return [command for command in COMMANDS if command.name in left_out]
        left_out |= clashes


def _sharing(screen: str, chosen: Mapping[str, str]) -> list[str]:
    """Return the commands of a screen that share a key with another command, or were given a
    reserved key."""
    keys_of_commands = {
        available: key_names(chosen.get(available.name, available.keys))
        for available in _available_on(screen)
    }
    uses = Counter(key for keys in keys_of_commands.values() for key in keys)
    return [
        command.name
        for command, keys in keys_of_commands.items()
        if any(uses[key] > 1 for key in keys) or (keys - key_names(command.keys)) & RESERVED_KEYS
    ]
