"""Table of all commands: keys, screens, and the words that name them.

Screens take their bindings from it; key bar, command palette, help and the page of keys take their
words from it.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

import msgspec
from textual.binding import Binding, BindingType

PANE_LETTERS: Final = "ABCDEFGIJKMOPQSTVWXZ"
"""Letters that are no command; a board that has many panes says which of them opens which."""
_KEY: Final = "{key}"


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a key does on a screen."""

    name: str
    """Screen and command, as settings files name it."""
    keys: str
    """Default keys, separated by commas; the first is shown."""
    action: str
    """Textual's action; ``{key}`` in it is replaced by the key pressed."""
    label: str
    """Words in the key bar."""
    help: str
    """Words in the help, the palette and the page of keys."""
    is_shown: bool
    """The key bar shows it."""
    display: str | None
    """Keys as the key bar shows them, where one command speaks for several."""
    also_on: tuple[str, ...]
    """Other screens that have it."""
    needs: str
    """Capability that a game or screen must have for it."""
    has_fixed_keys: bool
    """Its keys cannot be changed."""
    has_priority: bool
    """It comes before the keys of the widget in focus."""

    @property
    def screen(self) -> str:
        """The screen that it belongs to."""
        return self.name.partition(".")[0]

    @property
    def actions(self) -> dict[str, str]:
        """Action by default key."""
        keys = self.keys.split(",")
        return {key: self.action.replace(_KEY, key) for key in keys}

    def bindings(self) -> list[Binding]:
        """Return Textual's bindings for it."""
        if _KEY in self.action:
            return [self._binding(key, action) for key, action in self.actions.items()]
        return [self._binding(self.keys, self.action)]

    def _binding(self, keys: str, action: str) -> Binding:
        return Binding(
            keys,
            action,
            self.label,
            show=self.is_shown,
            key_display=self.display,
            priority=self.has_priority,
            id=self.name,
        )


def _command(
    name: str,
    keys: str,
    action: str,
    label: str,
    help: str = "",
    *,
    shown: bool = False,
    display: str | None = None,
    also_on: tuple[str, ...] = (),
    needs: str = "",
    fixed: bool = False,
    priority: bool = False,
) -> Command:
    return Command(
        name=name,
        keys=keys,
        action=action,
        label=label,
        help=help or label,
        is_shown=shown,
        display=display,
        also_on=also_on,
        needs=needs,
        has_fixed_keys=fixed or _KEY in action,
        has_priority=priority,
    )


COMPANY: Final = "company"
"""The capability of a screen at a server's table."""
FILE: Final = "file"
"""The capability of a screen of a match in a file of the player's own."""

_DIGITS: Final = "1,2,3,4,5,6,7,8,9"
_LETTERS: Final = ",".join(PANE_LETTERS)

COMMANDS: Final = (
    # Anywhere.
    _command("app.quit", "ctrl+q,ctrl+c", "quit", "quit", fixed=True, priority=True),
    # In a lesson, before the commands at the table.
    _command("lesson.play", "enter", "play", "play", "play, or continue", shown=True),
    _command("lesson.skip", "n", "skip", "skip", "let the teacher play this step", shown=True),
    _command("lesson.step_back", "b", "step_back", "back", "back a step", shown=True),
    _command("lesson.why", "z", "zoom", "why?", "why, or details", shown=True),
    _command("lesson.free", "escape", "back", "play on freely", shown=True, fixed=True),
    # At the table.
    _command("play.left", "left,h", "move(-1,0)", "move", shown=True, display="← →"),
    _command("play.right", "right,l", "move(1,0)", "move"),
    _command("play.up", "up,k", "move(0,-1)", "move"),
    _command("play.down", "down,j", "move(0,1)", "move"),
    _command("play.play", "enter", "play", "play", "play, or continue", shown=True),
    _command("play.pick", "space", "select", "select", "select, or continue"),
    _command("play.number", _DIGITS, "select_number({key})", "select the first to the ninth"),
    _command("play.last", "0", "select_last", "select the last choice: done, or none"),
    _command("play.drop", "escape", "back", "drop the last selection"),
    _command("play.pane", "tab", "pane(1)", "pane", "next pane", shown=True, display="Tab"),
    _command("play.last_pane", "shift+tab", "pane(-1)", "pane", "previous pane"),
    _command("play.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    _command("play.zoom", "z", "zoom", "details", "details of what is under the cursor"),
    _command("play.legend", "g", "legend", "signs", "what the signs mean"),
    _command("play.sort", "s", "sort", "sort the hand", needs="orders"),
    _command(
        "play.chat", "slash", "company('chat')", "chat", "say something", shown=True, needs=COMPANY
    ),
    _command("play.undo", "u", "undo", "undo", shown=True, also_on=("curtain",)),
    _command("play.redo", "U", "redo", "redo"),
    _command("play.undo_turn", "R", "reset_turn", "undo the turn"),
    _command("play.hint", "H", "hint", "hint", shown=True),
    _command("play.play_hint", "Y", "play_hint", "play the hint"),
    _command("play.story", "L", "log", "log", shown=True),
    _command("play.log_up", "pageup", "scroll_log(-1)", "scroll the log"),
    _command("play.log_down", "pagedown", "scroll_log(1)", "scroll the log"),
    _command("play.hide", "p", "hide", "hide the hand"),
    _command(
        "play.decline",
        "d",
        "standing_answer",
        "decline until the turn ends",
        needs="standing answer",
    ),
    _command("play.bots", "b", "bots", "bots", "how the bots play, and their levels", needs="bots"),
    # At a server's table.
    _command("play.phrases", "f", "company('phrases')", "phrases", "a quick phrase", needs=COMPANY),
    _command("play.chat_log", "c", "company('chat_log')", "chat", "read the chat", needs=COMPANY),
    _command("play.people", "w", "company('people')", "people", "who is here", needs=COMPANY),
    _command("play.next_turn", "n", "company('next_turn')", "next", "next turn", needs=COMPANY),
    _command("play.vote", "v", "company('vote')", "vote", "vote on who is away", needs=COMPANY),
    _command("play.agree", "e", "company('agree')", "end", "end by agreement", needs=COMPANY),
    _command("play.resign", "r", "company('resign')", "resign", "resign", needs=COMPANY),
    _command("play.help", "question_mark", "help", "keys", shown=True, display="?"),
    _command("play.save_elsewhere", "ctrl+s", "save_elsewhere", "save in another file"),
    _command("play.leave", "q", "leave", "leave", shown=True, also_on=("curtain",)),
    # In a replay.
    _command("replay.forward", "right", "step(1)", "action", shown=True, display="← →"),
    _command("replay.back", "left", "step(-1)", "action"),
    _command("replay.forward_5", "shift+right", "step(5)", "five actions"),
    _command("replay.back_5", "shift+left", "step(-5)", "five actions"),
    _command("replay.forward_20", "ctrl+right,pagedown", "step(20)", "twenty actions"),
    _command("replay.back_20", "ctrl+left,pageup", "step(-20)", "twenty actions"),
    _command(
        "replay.next_turn",
        "right_square_bracket",
        "jump('turn',1)",
        "turn",
        shown=True,
        display="[ ]",
    ),
    _command("replay.last_turn", "left_square_bracket", "jump('turn',-1)", "turn"),
    _command(
        "replay.next_round",
        "right_curly_bracket",
        "jump('round',1)",
        "round",
        shown=True,
        display="{ }",
    ),
    _command("replay.last_round", "left_curly_bracket", "jump('round',-1)", "round"),
    _command("replay.start", "home", "go(0)", "to the start"),
    _command("replay.end", "end", "go(-1)", "to the end"),
    _command("replay.number", "g", "ask_number", "to a number"),
    _command("replay.play", "space", "play_pause", "play", shown=True, display="Space"),
    _command("replay.faster", "plus,equals_sign", "speed(1)", "faster, slower", display="+ -"),
    _command("replay.slower", "minus", "speed(-1)", "faster, slower", display="+ -"),
    _command("replay.eyes", "p", "perspective", "view", "switch perspective", shown=True),
    _command("replay.pane", "tab", "pane(1)", "pane"),
    _command("replay.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    _command("replay.story", "L", "log", "log"),
    _command("replay.branch", "b", "branch", "branch", shown=True),
    _command("replay.results", "r", "results", "results of a match that is over", needs="results"),
    _command("replay.reveal", "v", "reveal", "show the length"),
    _command("replay.all", "a", "all_acts", "stop at every action"),
    _command("replay.chances", "c", "chances", "chances", "chances to win, analysed", shown=True),
    _command(
        "replay.knowledge",
        "o",
        "knowledge",
        "cards open",
        "chances as players knew, as a spectator knew, or with open cards",
    ),
    _command("replay.beliefs", "k", "beliefs", "hidden cards", "what hidden cards could be"),
    _command("replay.next_mark", "full_stop", "mark(1)", "marked action", display=", ."),
    _command("replay.last_mark", "comma", "mark(-1)", "marked action"),
    _command("replay.note", "n", "note", "note"),
    _command("replay.why", "Y", "why", "why", "why the action was taken, and what was better"),
    _command("replay.notes", "N", "notes", "list of notes"),
    _command("replay.glyph", "1,2,3,4,5,6", "glyph({key})", "!! ! !? ?! ? ?? on the action"),
    _command("replay.search", "slash", "search", "search the log"),
    _command("replay.log", "enter", "to_log_line", "to a line of the log"),
    _command("replay.share", "e", "share", "share", "share: picture, text or film", needs=FILE),
    _command("replay.help", "question_mark", "help", "keys", shown=True, display="?"),
    _command("replay.leave", "q,escape", "leave", "leave", shown=True),
    _command("replay.guess", "t", "guess", "guess", "guess what a player does next"),
    # A better line of a replay.
    _command("better.walk", "right,enter", "walk", "walk this line", shown=True, fixed=True),
    _command("better.leave", "escape,q,left", "leave", "back", shown=True, fixed=True),
    _command("line.forward", "right", "step(1)", "step", shown=True, display="← →"),
    _command("line.back", "left", "step(-1)", "step"),
    _command("line.perspective", "p", "perspective", "view", "switch perspective", shown=True),
    _command("line.branch", "b", "branch", "play on", "play on from here", shown=True),
    _command("line.pane", "tab", "pane(1)", "pane"),
    _command("line.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    _command("line.log", "L", "log", "log", shown=True),
    _command("line.log_up", "pageup", "scroll_log(-1)", "scroll the log"),
    _command("line.log_down", "pagedown", "scroll_log(1)", "scroll the log"),
    _command("line.help", "question_mark", "help", "keys", shown=True, display="?"),
    _command("line.leave", "escape,q", "leave", "back to the match", shown=True, display="Esc"),
    # Guessing in a replay.
    _command("guess.left", "left,h", "move(-1,0)", "move", shown=True, display="← →"),
    _command("guess.right", "right,l", "move(1,0)", "move"),
    _command("guess.up", "up,k", "move(0,-1)", "move"),
    _command("guess.down", "down,j", "move(0,1)", "move"),
    _command("guess.play", "enter", "play", "guess", "guess, or continue", shown=True),
    _command("guess.pick", "space", "select", "select", "select, or continue"),
    _command("guess.number", _DIGITS, "select_number({key})", "select the first to the ninth"),
    _command("guess.last", "0", "select_last", "select the last choice: done, or none"),
    _command("guess.drop", "escape", "back", "drop the last selection"),
    _command("guess.pane", "tab", "pane(1)", "pane", "next pane", shown=True, display="Tab"),
    _command("guess.last_pane", "shift+tab", "pane(-1)", "pane", "previous pane"),
    _command("guess.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    _command("guess.zoom", "z", "zoom", "details", shown=True),
    _command("guess.legend", "g", "legend", "signs", "what the signs mean"),
    _command("guess.log", "L", "log", "log", shown=True),
    _command("guess.log_up", "pageup", "scroll_log(-1)", "scroll the log"),
    _command("guess.log_down", "pagedown", "scroll_log(1)", "scroll the log"),
    _command("guess.help", "question_mark", "help", "keys", shown=True, display="?"),
    _command("guess.leave", "q", "leave", "score", "leave, with the score", shown=True),
    # First screen.
    _command("home.new", "n", "choose('new')", "new match", shown=True),
    _command("home.learn", "L", "choose('learn')", "learn", "learn a game", shown=True),
    _command("home.continue", "c", "choose('continue')", "continue", shown=True),
    _command("home.saved", "s", "choose('saved')", "saved matches", shown=True),
    _command("home.daily", "d", "choose('daily')", "today", "the challenge of the day"),
    _command("home.you", "y", "choose('you')", "you", "your matches in figures"),
    _command("home.settings", "t", "choose('settings')", "settings", shown=True),
    _command(
        "home.help", "question_mark", "choose('help')", "keys and rules", shown=True, display="?"
    ),
    _command("home.left", "left,h", "move(-1,0)", "move"),
    _command("home.right", "right,l", "move(1,0)", "move"),
    _command("home.up", "up,k", "move(0,-1)", "move"),
    _command("home.down", "down,j", "move(0,1)", "move"),
    _command("home.open", "enter,space", "open", "open", shown=True, display="Enter"),
    _command("home.game", "1,2,3,4,5", "take({key})", "take a game from the shelf"),
    _command("home.quit", "q", "choose('quit')", "quit", shown=True),
    # Setting up a match.
    _command("new.start", "enter,ctrl+s,f5", "start", "start", shown=True),
    _command("new.next", "tab,down", "app.focus_next", "next field", shown=True, display="Tab ↑ ↓"),
    _command("new.previous", "up", "app.focus_previous", "previous field"),
    _command("new.game", _DIGITS, "game({key})", "take a game"),
    _command("new.help", "question_mark", "help", "rules", shown=True, display="?"),
    _command("new.leave", "escape", "leave", "back", shown=True),
    # Saved matches.
    _command("saved.open", "enter", "open", "continue", shown=True, priority=True),
    _command("saved.replay", "r", "replay", "replay", shown=True),
    _command("saved.find", "slash", "find", "find", "find by words", shown=True, display="/"),
    _command(
        "saved.state",
        "f",
        "limit_state",
        "state",
        "all, not finished, over, or lessons",
        shown=True,
    ),
    _command("saved.game", "g", "limit_game", "game", "all games, or one", shown=True),
    _command("saved.order", "o", "order", "order", "the next order of the list", shown=True),
    _command("saved.rename", "n", "rename", "rename", shown=True),
    _command("saved.delete", "d,delete", "delete", "delete", shown=True),
    _command("saved.copy", "c", "copy", "copy", shown=True),
    _command("saved.down", "j", "app.simulate_key('down')", "next line"),
    _command("saved.up", "k", "app.simulate_key('up')", "previous line"),
    _command("saved.help", "question_mark", "help", "keys", shown=True, display="?"),
    _command("saved.leave", "q,escape", "leave", "back", shown=True),
    # One's own matches in figures.
    _command("you.up", "up,k", "move(0,-1)", "game", shown=True, display="↑ ↓"),
    _command("you.down", "down,j", "move(0,1)", "game"),
    _command("you.left", "left,h", "move(-1,0)", "match", shown=True, display="← →"),
    _command("you.right", "right,l", "move(1,0)", "match"),
    _command("you.pane", "tab", "pane(1)", "page", "next page", shown=True, display="Tab"),
    _command("you.last_pane", "shift+tab", "pane(-1)", "page", "previous page"),
    _command("you.rival", "o", "rival", "rivals", "only against somebody", shown=True),
    _command("you.table", "x", "table", "tables", "only some seats or rules", shown=True),
    _command("you.time", "f", "time", "time", "only the last days", shown=True),
    _command("you.open", "enter,space", "open", "replay", shown=True, display="Enter"),
    _command("you.help", "question_mark", "help", "keys", shown=True, display="?"),
    _command("you.leave", "q,escape", "leave", "back", shown=True, display="q"),
    # The challenge of the day.
    _command("daily.left", "left,h", "move(-1,0)", "game", shown=True, display="← →"),
    _command("daily.right", "right,l", "move(1,0)", "game"),
    _command("daily.up", "up,k", "move(0,-1)", "game"),
    _command("daily.down", "down,j", "move(0,1)", "game"),
    _command("daily.game", "1,2,3,4,5", "game({key})", "go to a game"),
    _command(
        "daily.open",
        "enter,space",
        "open",
        "play",
        "play, continue or replay",
        shown=True,
        display="Enter",
    ),
    _command("daily.copy", "y", "copy", "copy", "copy the result", shown=True),
    _command("daily.save", "e", "save", "save", "save the result in a file", shown=True),
    _command("daily.practise", "p", "practise", "practise", "play it once more", shown=True),
    _command("daily.help", "question_mark", "help", "keys", shown=True, display="?"),
    _command("daily.leave", "q,escape", "leave", "back", shown=True, display="q"),
    # Settings, and the keys of commands.
    _command("settings.next", "down,j", "app.focus_next", "next", shown=True, display="↑ ↓"),
    _command("settings.previous", "up,k", "app.focus_previous", "previous"),
    _command(
        "settings.change", "left,right", "nothing", "change", shown=True, display="← →", fixed=True
    ),
    _command("settings.keys", "K", "keys", "keys of commands", shown=True),
    _command("settings.help", "question_mark", "help", "keys and rules", shown=True, display="?"),
    _command("settings.leave", "q,escape", "leave", "back", shown=True, display="q"),
    _command("keys.choose", "enter", "choose", "choose a key", shown=True, priority=True),
    _command("keys.default", "d", "default", "the default key", shown=True),
    _command("keys.leave", "q,escape", "leave", "back", shown=True, display="q"),
    # Results.
    _command("results.next", "enter,space", "next", "next line", shown=True, needs="lines"),
    _command("results.up", "up,k", "move(-1)", "turning point", display="↑ ↓", needs="turns"),
    _command("results.down", "down,j", "move(1)", "turning point", needs="turns"),
    _command("results.replay", "r", "replay", "replay", shown=True),
    _command(
        "results.chances",
        "c",
        "chances",
        "chances",
        "chances to win, analysed, and the turning points",
        shown=True,
        needs="analysis",
    ),
    _command(
        "results.rematch", "m", "rematch", "rematch", "the same again", shown=True, needs="seats"
    ),
    _command(
        "results.share",
        "e",
        "share",
        "share",
        "share: picture, text or film",
        shown=True,
        needs=FILE,
    ),
    _command("results.new", "n", "new_match", "new match", shown=True),
    _command("results.help", "question_mark", "help", "rules", shown=True, display="?"),
    _command("results.home", "q,escape", "home", "first screen", shown=True),
    # The lobby of a server.
    _command("lobby.left", "left,h", "move(-1,0)", "move"),
    _command("lobby.right", "right,l", "move(1,0)", "move"),
    _command("lobby.up", "up,k", "move(0,-1)", "move"),
    _command("lobby.down", "down,j", "move(0,1)", "move"),
    _command("lobby.open", "enter", "open", "open", "play, sit down, watch or replay", shown=True),
    _command("lobby.new", "n", "new", "open a table", shown=True),
    _command("lobby.sit", "s", "sit", "sit down"),
    _command("lobby.words", "a", "words", "words", "sit down with words of yours in the seed"),
    _command("lobby.invite", "i", "invite", "invite", shown=True),
    _command("lobby.say", "slash", "say", "say", "say something", shown=True),
    _command("lobby.code", "c", "code", "code", "enter the code of a table", shown=True),
    _command("lobby.watch", "w", "watch", "watch", shown=True),
    _command("lobby.pane", "tab", "pane(1)", "pane", "next pane", shown=True, display="Tab"),
    _command("lobby.last_pane", "shift+tab", "pane(-1)", "pane", "previous pane"),
    _command("lobby.number", _DIGITS, "number({key})", "go to the first to the ninth table"),
    _command("lobby.accept", "y", "answer(True)", "accept", "accept the invitation"),
    _command("lobby.decline", "d", "answer(False)", "decline", "decline the invitation"),
    _command("lobby.get_up", "x", "get_up", "get up", "leave a seat before the match begins"),
    _command("lobby.settings", "t", "settings", "settings"),
    _command("lobby.help", "question_mark", "help", "keys", shown=True, display="?"),
    _command("lobby.leave", "q", "leave", "leave", shown=True),
    # A table on a server before its match begins.
    _command("room.start", "b", "start", "begin with bots", shown=True, needs="host"),
    _command("room.words", "a", "words", "words", "add words of yours to the seed", shown=True),
    _command("room.invite", "i", "invite", "invite", shown=True),
    _command("room.say", "slash", "say", "say", "say something", shown=True),
    _command("room.up", "up,k", "scroll_talk(-1)", "scroll the talk"),
    _command("room.down", "down,j", "scroll_talk(1)", "scroll the talk"),
    _command("room.get_up", "x", "get_up", "get up", "leave the seat", shown=True),
    _command("room.help", "question_mark", "help", "rules", shown=True, display="?"),
    _command("room.leave", "q,escape", "leave", "lobby", "back to the lobby", shown=True),
    # Help.
    _command("help.down", "j,down", "scroll_page(1)", "scroll", shown=True, display="↑ ↓"),
    _command("help.up", "k,up", "scroll_page(-1)", "scroll"),
    _command(
        "help.next_page",
        "tab",
        "turn(1)",
        "page",
        "summary, rules, keys",
        shown=True,
        needs="text",
    ),
    _command("help.last_page", "shift+tab", "turn(-1)", "page", "page before", needs="text"),
    _command(
        "help.next_section",
        "right",
        "section(1)",
        "section",
        shown=True,
        display="← →",
        needs="text",
    ),
    _command("help.last_section", "left", "section(-1)", "section", needs="text"),
    _command("help.search", "slash", "search", "search", shown=True, display="/", needs="text"),
    _command("help.next_find", "n", "find(1)", "find", shown=True, display="n N", needs="text"),
    _command("help.last_find", "N", "find(-1)", "find", needs="text"),
    _command("help.page_down", "pagedown,space", "scroll_page(16)", "scroll far"),
    _command("help.page_up", "pageup", "scroll_page(-16)", "scroll far"),
    _command("help.rules", _DIGITS, "rules({key})", "rules of a game", needs="rules"),
    _command("help.leave", "q,escape,question_mark", "dismiss", "back", shown=True, display="q"),
    # Dialogs, and the sentence in a terminal that is too small.
    _command("confirm.yes", "y,enter", "answer(True)", "yes", shown=True, fixed=True),
    _command("confirm.no", "n,escape,q", "answer(False)", "no", shown=True, fixed=True),
    _command("pick.leave", "escape,q", "leave", "cancel", shown=True, fixed=True),
    _command("entry.leave", "escape", "leave", "cancel", shown=True, fixed=True),
    _command("branch.begin", "enter", "begin", "play from here", shown=True, fixed=True),
    _command("branch.next", "down", "app.focus_next", "next field", fixed=True),
    _command("branch.previous", "up", "app.focus_previous", "previous field", fixed=True),
    _command("branch.leave", "escape,q", "leave", "cancel", shown=True, fixed=True),
    _command("small.leave", "q", "app.quit", "leave", shown=True, fixed=True),
)


@cache
def on(screen: str) -> tuple[Command, ...]:
    """Return the commands of a screen, in the order of the table."""
    return tuple(each for each in COMMANDS if screen in (each.screen, *each.also_on))


def bindings(screen: str) -> list[BindingType]:
    """Return the bindings of a screen."""
    return [binding for command in on(screen) for binding in command.bindings()]


@cache
def by_name() -> Mapping[str, Command]:
    """Return all commands by their names."""
    return {command.name: command for command in COMMANDS}


def is_available(screen: str, action: str, has: Collection[str]) -> bool:
    """Return whether a screen that has some capabilities offers an action, named without
    parameters."""
    needs = {each.needs for each in on(screen) if each.action.partition("(")[0] == action}
    return needs <= {"", *has}


def title(command: Command) -> str:
    """Return a command's words; where others of its screen have the same, with its name."""
    alike = [other for other in on(command.screen) if other.help == command.help]
    name = command.name.partition(".")[2].replace("_", " ")
    return f"{command.help} ({name})" if len(alike) > 1 else command.help


def keys_of(binding: BindingType) -> set[str]:
    """Return the keys of a binding, each named as when it is pressed."""
    return key_names(binding.key) if isinstance(binding, Binding) else key_names(binding[0])


def key_names(keys: str) -> set[str]:
    """Return keys that are separated by commas, each named as when it is pressed."""
    return {each.key for each in Binding.make_bindings([Binding(keys, "")])}
