"""Table of all commands: keys, screens, and the words that name them.

Screens take their bindings from it; key bar, command palette, help and the page of keys take their
words from it. Settings files name commands, so names stay where words have changed since:
``replay.eyes`` is the perspective, ``story`` the log.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

import msgspec
from textual.binding import Binding, BindingType

from darwin_core.text.language import tr_in

_KEY: Final = "{key}"
CONTEXT: Final = "key"
"""The context of all words on keys and commands, which are short."""


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
        return self.name.partition(".")[0]

    @property
    def words(self) -> str:
        """Its own name without that of the screen, in words."""
        return self.name.partition(".")[2].replace("_", " ")

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


def command(
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
    """Return a row of the table, with the defaults of what it leaves out."""
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


def binding_keys(binding: BindingType) -> set[str]:
    """Return the keys of a binding, each named as when it is pressed."""
    return key_names(binding.key) if isinstance(binding, Binding) else key_names(binding[0])


def key_names(keys: str) -> set[str]:
    """Return keys that are separated by commas, each named as when it is pressed."""
    return {each.key for each in Binding.make_bindings([Binding(keys, "")])}


PANE_LETTERS: Final = "ABCDEFGIJKMOPQSTVWXZ"
"""Letters that are no command; a board that has many panes says which of them opens which."""

COMPANY: Final = "company"
"""The capability of a screen at a server's table."""
FILE: Final = "file"
"""The capability of a screen of a match in a file of the player's own."""

_DIGITS: Final = "1,2,3,4,5,6,7,8,9"
_LETTERS: Final = ",".join(PANE_LETTERS)

COMMANDS: Final = (
    # Anywhere.
    command("app.quit", "ctrl+q,ctrl+c", "quit", "quit", fixed=True, priority=True),
    command(
        "app.suspend",
        "ctrl+z",
        "suspend_process",
        "suspend",
        "suspend; fg comes back",
        priority=True,
    ),
    # In a lesson, before the commands at the table.
    command("lesson.play", "enter", "play", "play", "play, or continue", shown=True),
    command("lesson.skip", "n", "skip", "skip", "let the teacher play this step", shown=True),
    command("lesson.step_back", "b", "step_back", "back", "back a step", shown=True),
    command("lesson.why", "z", "zoom", "why?", "why, or details", shown=True),
    command("lesson.free", "escape", "back", "play on freely", shown=True, fixed=True),
    # At the table.
    command("play.left", "left,h", "move(-1,0)", "move", shown=True, display="← →"),
    command("play.right", "right,l", "move(1,0)", "move"),
    command("play.up", "up,k", "move(0,-1)", "move"),
    command("play.down", "down,j", "move(0,1)", "move"),
    command("play.play", "enter", "play", "play", "play, or continue", shown=True),
    command("play.pick", "space", "select", "select", "select, or continue"),
    command("play.number", _DIGITS, "select_number({key})", "select the first to the ninth"),
    command("play.last", "0", "select_last", "select the last choice: done, or none"),
    command("play.drop", "escape", "back", "drop the last selection"),
    command("play.pane", "tab", "pane(1)", "pane", "next pane", shown=True, display="Tab"),
    command("play.last_pane", "shift+tab", "pane(-1)", "pane", "previous pane"),
    command("play.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    command("play.zoom", "z", "zoom", "details", "details of what is under the cursor"),
    command("play.legend", "g", "legend", "signs", "what the signs mean"),
    command("play.sort", "s", "sort", "sort the hand", needs="orders"),
    command(
        "play.chat", "slash", "company('chat')", "chat", "say something", shown=True, needs=COMPANY
    ),
    command("play.undo", "u", "undo", "undo", "undo an action", shown=True, also_on=("curtain",)),
    command("play.redo", "U", "redo", "redo"),
    command("play.undo_turn", "R", "reset_turn", "undo the turn"),
    command("play.hint", "H", "hint", "hint", shown=True),
    command("play.play_hint", "Y", "play_hint", "play the hint"),
    command("play.story", "L", "log", "log", shown=True),
    command("play.log_up", "pageup", "scroll_log(-1)", "scroll the log"),
    command("play.log_down", "pagedown", "scroll_log(1)", "scroll the log"),
    command("play.hide", "p", "hide", "hide the hand"),
    command(
        "play.decline",
        "d",
        "standing_answer",
        "decline until the turn ends",
        needs="standing answer",
    ),
    command("play.bots", "b", "bots", "bots", "how the bots play, and their levels", needs="bots"),
    # At a server's table.
    command("play.phrases", "f", "company('phrases')", "phrases", "a quick phrase", needs=COMPANY),
    command("play.chat_log", "c", "company('chat_log')", "chat", "read the chat", needs=COMPANY),
    command("play.people", "w", "company('people')", "people", "who is here", needs=COMPANY),
    command("play.next_turn", "n", "company('next_turn')", "next", "next turn", needs=COMPANY),
    command("play.vote", "v", "company('vote')", "vote", "vote on who is away", needs=COMPANY),
    command("play.agree", "e", "company('agree')", "end", "end by agreement", needs=COMPANY),
    command("play.resign", "r", "company('resign')", "resign", "resign", needs=COMPANY),
    command("play.help", "question_mark", "help", "keys", shown=True, display="?"),
    command("play.save_elsewhere", "ctrl+s", "save_elsewhere", "save in another file"),
    command("play.leave", "q", "leave", "leave", shown=True, also_on=("curtain",)),
    command("curtain.pin", "n", "pin", "PIN", "a PIN for the next player"),
    # In a replay.
    command("replay.forward", "right", "step(1)", "action", shown=True, display="← →"),
    command("replay.back", "left", "step(-1)", "action"),
    command("replay.forward_5", "shift+right", "step(5)", "five actions"),
    command("replay.back_5", "shift+left", "step(-5)", "five actions"),
    command("replay.forward_20", "ctrl+right,pagedown", "step(20)", "twenty actions"),
    command("replay.back_20", "ctrl+left,pageup", "step(-20)", "twenty actions"),
    command(
        "replay.next_turn",
        "right_square_bracket",
        "jump('turn',1)",
        "turn",
        shown=True,
        display="[ ]",
    ),
    command("replay.last_turn", "left_square_bracket", "jump('turn',-1)", "turn"),
    command(
        "replay.next_round",
        "right_curly_bracket",
        "jump('round',1)",
        "round",
        shown=True,
        display="{ }",
    ),
    command("replay.last_round", "left_curly_bracket", "jump('round',-1)", "round"),
    command("replay.start", "home", "go(0)", "to the start"),
    command("replay.end", "end", "go(-1)", "to the end"),
    command("replay.number", "g", "ask_number", "to a number"),
    command("replay.play", "space", "play_pause", "play", shown=True, display="Space"),
    command("replay.faster", "plus,equals_sign", "speed(1)", "faster, slower", display="+ -"),
    command("replay.slower", "minus", "speed(-1)", "faster, slower", display="+ -"),
    command("replay.chances", "c", "chances", "chances", "chances to win, analysed", shown=True),
    command("replay.eyes", "p", "perspective", "view", "switch perspective", shown=True),
    command("replay.pane", "tab", "pane(1)", "pane"),
    command("replay.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    command("replay.story", "L", "log", "log"),
    command("replay.branch", "b", "branch", "branch", shown=True),
    command("replay.trial", "w", "branch(True)", "try moves", "what if: try moves, not kept"),
    command("replay.results", "r", "results", "results of a match that is over"),
    command("replay.reveal", "v", "reveal", "show the length"),
    command("replay.all", "a", "all_acts", "stop at every action"),
    command(
        "replay.knowledge",
        "o",
        "knowledge",
        "cards open",
        "with whose knowledge the chances are judged",
    ),
    command(
        "replay.beliefs",
        "k",
        "beliefs",
        "hidden cards",
        "what hidden cards could be; again for a list",
    ),
    command("replay.next_mark", "full_stop", "mark(1)", "marked action", display=", ."),
    command("replay.last_mark", "comma", "mark(-1)", "marked action"),
    command("replay.note", "n", "note", "note"),
    command("replay.why", "Y", "why", "why", "why the action was taken, and what was better"),
    command("replay.notes", "N", "notes", "list of notes"),
    command("replay.glyph", "1,2,3,4,5,6", "glyph({key})", "!! ! !? ?! ? ?? on the action"),
    command("replay.search", "slash", "search", "search the log"),
    command("replay.log", "enter", "to_log_line", "to a line of the log"),
    command("replay.share", "e", "share", "share", "share: picture, text or film", needs=FILE),
    command("replay.help", "question_mark", "help", "keys", shown=True, display="?"),
    command("replay.leave", "q,escape", "leave", "leave", shown=True),
    command("replay.guess", "t", "guess", "guess", "guess what a player does next"),
    # A better line of a replay.
    command("better.walk", "right,enter", "walk", "walk this line", shown=True, fixed=True),
    command("better.leave", "escape,q,left", "leave", "back", shown=True, fixed=True),
    command("line.forward", "right", "step(1)", "step", shown=True, display="← →"),
    command("line.back", "left", "step(-1)", "step"),
    command("line.perspective", "p", "perspective", "view", "switch perspective", shown=True),
    command("line.branch", "b", "branch", "play on", "play on from here", shown=True),
    command("line.pane", "tab", "pane(1)", "pane"),
    command("line.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    command("line.log", "L", "log", "log", shown=True),
    command("line.log_up", "pageup", "scroll_log(-1)", "scroll the log"),
    command("line.log_down", "pagedown", "scroll_log(1)", "scroll the log"),
    command("line.help", "question_mark", "help", "keys", shown=True, display="?"),
    command("line.leave", "escape,q", "leave", "back to the match", shown=True, display="Esc"),
    # Guessing in a replay.
    command("guess.left", "left,h", "move(-1,0)", "move", shown=True, display="← →"),
    command("guess.right", "right,l", "move(1,0)", "move"),
    command("guess.up", "up,k", "move(0,-1)", "move"),
    command("guess.down", "down,j", "move(0,1)", "move"),
    command("guess.play", "enter", "play", "guess", "guess, or continue", shown=True),
    command("guess.pick", "space", "select", "select", "select, or continue"),
    command("guess.number", _DIGITS, "select_number({key})", "select the first to the ninth"),
    command("guess.last", "0", "select_last", "select the last choice: done, or none"),
    command("guess.drop", "escape", "back", "drop the last selection"),
    command("guess.pane", "tab", "pane(1)", "pane", "next pane", shown=True, display="Tab"),
    command("guess.last_pane", "shift+tab", "pane(-1)", "pane", "previous pane"),
    command("guess.letter", _LETTERS, "open('{key}')", "open the pane of that letter"),
    command("guess.zoom", "z", "zoom", "details", shown=True),
    command("guess.legend", "g", "legend", "signs", "what the signs mean"),
    command("guess.log", "L", "log", "log", shown=True),
    command("guess.log_up", "pageup", "scroll_log(-1)", "scroll the log"),
    command("guess.log_down", "pagedown", "scroll_log(1)", "scroll the log"),
    command("guess.help", "question_mark", "help", "keys", shown=True, display="?"),
    command("guess.leave", "q", "leave", "score", "leave, with the score", shown=True),
    # First screen.
    command("home.new", "n", "choose('new')", "new match", shown=True),
    command("home.learn", "L", "choose('learn')", "learn", "learn a game", shown=True),
    command("home.continue", "c", "choose('continue')", "continue", shown=True),
    command("home.saved", "s", "choose('saved')", "saved matches", shown=True),
    command("home.daily", "d", "choose('daily')", "today", "the challenge of the day"),
    command("home.you", "y", "choose('you')", "you", "your matches in figures"),
    command("home.settings", "t", "choose('settings')", "settings", shown=True),
    command(
        "home.help", "question_mark", "choose('help')", "keys and rules", shown=True, display="?"
    ),
    command("home.left", "left,h", "move(-1,0)", "move"),
    command("home.right", "right,l", "move(1,0)", "move"),
    command("home.up", "up,k", "move(0,-1)", "move"),
    command("home.down", "down,j", "move(0,1)", "move"),
    command("home.open", "enter,space", "open", "open", shown=True, display="Enter"),
    command("home.game", "1,2,3,4,5", "take({key})", "take a game from the shelf"),
    command("home.quit", "q", "choose('quit')", "quit", shown=True),
    # Setting up a match.
    command("new.start", "enter,ctrl+s,f5", "start", "start", shown=True),
    command("new.next", "tab,down", "app.focus_next", "next field", shown=True, display="Tab ↑ ↓"),
    command("new.previous", "up", "app.focus_previous", "previous field"),
    command("new.game", _DIGITS, "game({key})", "take a game"),
    command("new.help", "question_mark", "help", "rules", shown=True, display="?"),
    command("new.leave", "escape", "leave", "back", shown=True),
    # Saved matches.
    command("saved.open", "enter", "open", "continue", shown=True, priority=True),
    command("saved.replay", "r", "replay", "replay", shown=True),
    command("saved.find", "slash", "find", "find", "find by words", shown=True, display="/"),
    command(
        "saved.state",
        "f",
        "limit_state",
        "state",
        "all, not finished, over, or lessons",
        shown=True,
    ),
    command("saved.game", "g", "limit_game", "game", "all games, or one", shown=True),
    command("saved.order", "o", "order", "order", "the next order of the list", shown=True),
    command("saved.rename", "n", "rename", "rename", shown=True),
    command("saved.delete", "d,delete", "delete", "delete", shown=True),
    command("saved.copy", "c", "copy", "copy", shown=True),
    command("saved.down", "j", "app.simulate_key('down')", "next line"),
    command("saved.up", "k", "app.simulate_key('up')", "previous line"),
    command("saved.help", "question_mark", "help", "keys", shown=True, display="?"),
    command("saved.leave", "q,escape", "leave", "back", shown=True),
    # One's own matches in figures.
    command("you.up", "up,k", "move(0,-1)", "game", shown=True, display="↑ ↓"),
    command("you.down", "down,j", "move(0,1)", "game"),
    command("you.left", "left,h", "move(-1,0)", "match", shown=True, display="← →"),
    command("you.right", "right,l", "move(1,0)", "match"),
    command("you.pane", "tab", "pane(1)", "page", "next page", shown=True, display="Tab"),
    command("you.last_pane", "shift+tab", "pane(-1)", "page", "previous page"),
    command("you.rival", "o", "rival", "rivals", "only against somebody", shown=True),
    command("you.table", "x", "table", "tables", "only some seats or rules", shown=True),
    command("you.time", "f", "time", "time", "only the last days", shown=True),
    command("you.open", "enter,space", "open", "replay", shown=True, display="Enter"),
    command("you.help", "question_mark", "help", "keys", shown=True, display="?"),
    command("you.leave", "q,escape", "leave", "back", shown=True, display="q"),
    # The challenge of the day.
    command("daily.left", "left,h", "move(-1,0)", "game", shown=True, display="← →"),
    command("daily.right", "right,l", "move(1,0)", "game"),
    command("daily.up", "up,k", "move(0,-1)", "game"),
    command("daily.down", "down,j", "move(0,1)", "game"),
    command("daily.game", "1,2,3,4,5", "game({key})", "go to a game"),
    command(
        "daily.open",
        "enter,space",
        "open",
        "play",
        "play, continue or replay",
        shown=True,
        display="Enter",
    ),
    command("daily.copy", "y", "copy", "copy", "copy the result", shown=True),
    command("daily.save", "e", "save", "save", "save the result in a file", shown=True),
    command("daily.practise", "p", "practise", "practise", "play it once more", shown=True),
    command("daily.help", "question_mark", "help", "keys", shown=True, display="?"),
    command("daily.leave", "q,escape", "leave", "back", shown=True, display="q"),
    # Settings, and the keys of commands.
    command("settings.next", "down,j", "app.focus_next", "next", shown=True, display="↑ ↓"),
    command("settings.previous", "up,k", "app.focus_previous", "previous"),
    command(
        "settings.change", "left,right", "nothing", "change", shown=True, display="← →", fixed=True
    ),
    command("settings.keys", "K", "keys", "keys of commands", shown=True),
    command("settings.help", "question_mark", "help", "keys and rules", shown=True, display="?"),
    command("settings.leave", "q,escape", "leave", "back", shown=True, display="q"),
    command("keys.choose", "enter", "choose", "choose a key", shown=True, priority=True),
    command("keys.default", "d", "default", "the default key", shown=True),
    command("keys.leave", "q,escape", "leave", "back", shown=True, display="q"),
    # Results.
    command("results.next", "enter,space", "next", "next line", shown=True, needs="lines"),
    command("results.up", "up,k", "move(-1)", "turning point", display="↑ ↓", needs="turns"),
    command("results.down", "down,j", "move(1)", "turning point", needs="turns"),
    command("results.replay", "r", "replay", "replay", shown=True),
    command(
        "results.chances",
        "c",
        "chances",
        "chances",
        "chances to win, analysed, and the turning points",
        shown=True,
        needs="analysis",
    ),
    command(
        "results.rematch", "m", "rematch", "rematch", "the same again", shown=True, needs="seats"
    ),
    command(
        "results.share",
        "e",
        "share",
        "share",
        "share: picture, text or film",
        shown=True,
        needs=FILE,
    ),
    command("results.new", "n", "new_match", "new match", shown=True),
    command("results.chat", "slash", "chat", "say", "say a line", shown=True, needs="company"),
    command("results.help", "question_mark", "help", "rules", shown=True, display="?"),
    command("results.home", "q,escape", "home", "first screen", shown=True),
    # The lobby of a server.
    command("lobby.left", "left,h", "move(-1,0)", "move"),
    command("lobby.right", "right,l", "move(1,0)", "move"),
    command("lobby.up", "up,k", "move(0,-1)", "move"),
    command("lobby.down", "down,j", "move(0,1)", "move"),
    command("lobby.open", "enter", "open", "open", "play, sit down, watch or replay", shown=True),
    command("lobby.new", "n", "new", "open a table", shown=True),
    command("lobby.sit", "s", "sit", "sit down"),
    command("lobby.words", "a", "words", "words", "sit down with words of yours in the seed"),
    command("lobby.invite", "i", "invite", "invite", shown=True),
    command("lobby.say", "slash", "say", "say", "say something", shown=True),
    command("lobby.code", "c", "code", "code", "enter the code of a table", shown=True),
    command("lobby.watch", "w", "watch", "watch", shown=True),
    command("lobby.pane", "tab", "pane(1)", "pane", "next pane", shown=True, display="Tab"),
    command("lobby.last_pane", "shift+tab", "pane(-1)", "pane", "previous pane"),
    command("lobby.number", _DIGITS, "number({key})", "go to the first to the ninth table"),
    command("lobby.accept", "y", "answer(True)", "accept", "accept the invitation"),
    command("lobby.decline", "d", "answer(False)", "decline", "decline the invitation"),
    command("lobby.get_up", "x", "get_up", "get up", "leave a seat before the match begins"),
    command("lobby.settings", "t", "settings", "settings"),
    command("lobby.help", "question_mark", "help", "keys", shown=True, display="?"),
    command("lobby.leave", "q", "leave", "leave", shown=True),
    # A table on a server before its match begins.
    command("room.start", "b", "start", "begin with bots", shown=True, needs="host"),
    command("room.words", "a", "words", "words", "add words of yours to the seed", shown=True),
    command("room.invite", "i", "invite", "invite", shown=True),
    command("room.say", "slash", "say", "say", "say something", shown=True),
    command("room.up", "up,k", "scroll_talk(-1)", "scroll the talk"),
    command("room.down", "down,j", "scroll_talk(1)", "scroll the talk"),
    command("room.get_up", "x", "get_up", "get up", "leave the seat", shown=True),
    command("room.help", "question_mark", "help", "rules", shown=True, display="?"),
    command("room.leave", "q,escape", "leave", "lobby", "back to the lobby", shown=True),
    # Help.
    command("help.down", "j,down", "scroll_page(1)", "scroll", shown=True, display="↑ ↓"),
    command("help.up", "k,up", "scroll_page(-1)", "scroll"),
    command(
        "help.next_page", "tab", "turn(1)", "page", "summary, rules, keys", shown=True, needs="text"
    ),
    command("help.last_page", "shift+tab", "turn(-1)", "page", "page before", needs="text"),
    command(
        "help.next_section",
        "right",
        "section(1)",
        "section",
        shown=True,
        display="← →",
        needs="text",
    ),
    command("help.last_section", "left", "section(-1)", "section", needs="text"),
    command("help.search", "slash", "search", "search", shown=True, display="/", needs="text"),
    command("help.next_find", "n", "find(1)", "find", shown=True, display="n N", needs="text"),
    command("help.last_find", "N", "find(-1)", "find", needs="text"),
    command("help.page_down", "pagedown,space", "scroll_page(16)", "scroll far"),
    command("help.page_up", "pageup", "scroll_page(-16)", "scroll far"),
    command("help.rules", _DIGITS, "rules({key})", "rules of a game", needs="rules"),
    command("help.leave", "q,escape,question_mark", "dismiss", "back", shown=True, display="q"),
    # Dialogs, and the sentence in a terminal that is too small.
    command("confirm.yes", "y,enter", "answer(True)", "yes", shown=True, fixed=True),
    command("confirm.no", "n,escape,q", "answer(False)", "no", shown=True, fixed=True),
    command("pick.leave", "escape,q", "leave", "cancel", shown=True, fixed=True),
    command("entry.leave", "escape", "leave", "cancel", shown=True, fixed=True),
    command("branch.begin", "enter", "begin", "play from here", shown=True, fixed=True),
    command("branch.next", "down", "app.focus_next", "next field", fixed=True),
    command("branch.previous", "up", "app.focus_previous", "previous field", fixed=True),
    command("branch.leave", "escape,q", "leave", "cancel", shown=True, fixed=True),
    command("small.leave", "q", "app.quit", "leave", shown=True, fixed=True),
)


@cache
def on(screen: str) -> tuple[Command, ...]:
    """Return the commands of a screen, in the order of the table."""
    return tuple(each for each in COMMANDS if screen in (each.screen, *each.also_on))


def bindings(screen: str) -> list[BindingType]:
    return [binding for command in on(screen) for binding in command.bindings()]


@cache
def by_name() -> Mapping[str, Command]:
    return {command.name: command for command in COMMANDS}


def is_available(screen: str, action: str, has: Collection[str]) -> bool:
    """Return whether a screen that has some capabilities offers an action, named without
    parameters."""
    needs = {each.needs for each in on(screen) if each.action.partition("(")[0] == action}
    return needs <= {"", *has}


@cache
def has_namesakes(command: Command) -> bool:
    """Return whether other commands of its screen have the same words."""
    return sum(other.help == command.help for other in on(command.screen)) > 1


def title(command: Command) -> str:
    """Return a command's words; where others of its screen have the same, with its name."""
    words = tr_in(CONTEXT, command.help)
    return f"{words} ({tr_in(CONTEXT, command.words)})" if has_namesakes(command) else words


RESERVED_KEYS: Final = frozenset({"ctrl+c", "ctrl+q", "escape"})
"""Keys that always mean the same, so no command can be given one."""

_ANYWHERE: Final = "app"
"""The screen, in the table of commands, of those that every screen has."""
_SCREENS: Final = frozenset(
    screen for each in COMMANDS for screen in (each.screen, *each.also_on)
) - {_ANYWHERE}


def _available_on(screen: str) -> Sequence[Command]:
    """Return the commands whose keys count on a screen."""
    return (*on(_ANYWHERE), *on(screen))


def rebindable() -> list[Command]:
    """Return the commands whose keys can be changed."""
    return [command for command in COMMANDS if not command.has_fixed_keys]


def keymap(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return chosen keys without those of commands whose keys cannot be changed."""
    can = {command.name for command in rebindable()}
    return {name: keys for name, keys in chosen.items() if name in can}


def holder(key: str, wanting: Command, chosen: Mapping[str, str]) -> Command | None:
    """Return the command that has a key on a screen where another command wants it.

    Args:
        key: the key.
        wanting: the command that wants it.
        chosen: keys that differ from the default, by names of commands.
    """
    screens = _SCREENS if wanting.screen == _ANYWHERE else (wanting.screen, *wanting.also_on)
    for screen in screens:
        for command in _available_on(screen):
            if command is not wanting and key in key_names(chosen.get(command.name, command.keys)):
                return command
    return None


def clashing(chosen: Mapping[str, str]) -> list[Command]:
    """Return the commands whose chosen keys have two meanings on the same screen; without
    these choices no key means two things."""
    left_out: set[str] = set()
    while True:
        kept = {name: keys for name, keys in chosen.items() if name not in left_out}
        found = {name for screen in _SCREENS for name in _sharing(screen, kept) if name in kept}
        if not found:
            return [command for command in COMMANDS if command.name in left_out]
        left_out |= found


def _sharing(screen: str, chosen: Mapping[str, str]) -> list[str]:
    """Return the commands of a screen of which a key is also another's, or is reserved."""
    own = {each: key_names(chosen.get(each.name, each.keys)) for each in _available_on(screen)}
    often = Counter(key for keys in own.values() for key in keys)
    return [
        command.name
        for command, keys in own.items()
        if any(often[key] > 1 for key in keys) or (keys - key_names(command.keys)) & RESERVED_KEYS
    ]
