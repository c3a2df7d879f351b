"""The first screen."""

from contextlib import suppress
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from darwin_core import registry
from darwin_core.english import listed
from darwin_core.game import when
from darwin_core.journal import JournalError
from darwin_core.record import RecordError
from darwin_tui import commands, navigation, saves
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.form import format_ago
from darwin_tui.widgets.key_bar import KeyBar

TREE: Final = r"""
        I think
                     A
             \      /
       B   ___\    /___ C
        \ /    \  /
         |      \/   __
    D ___|______/   /  \___
          \    /   /     \
           \  /   /       E
            \/   /
             \__/
              |
              |
             (1)
"""


class HomeScreen(DarwinScreen[None]):
    """The start: continue, begin, replay, learn."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("home")

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: saves.Listed | None = None
        self._unverified = saves.Slices()
        """The matches that are not verified yet."""

    @property
    def idle_actions(self) -> frozenset[str]:
        """Commands that now only say why they do nothing; the key bar shows them dim."""
        return frozenset() if self._unfinished else frozenset({"choose('continue')"})

    def compose(self) -> ComposeResult:
        """Yield a page of the notebook with the menu beside the tree."""
        with Horizontal(id="notebook"):
            yield Static(TREE, id="tree", markup=False)
            with Vertical(id="menu-column"):
                yield Static("darwin-tui", id="name")
                yield Static("Descent with modification, by turns.", id="motto")
                yield OptionList(id="menu")
                yield Static("", id="detail", markup=False)
        yield KeyBar()

    def on_screen_resume(self) -> None:
        """Search again for a match to continue."""
        self._unfinished = None
        self.query_one(OptionList).clear_options()
        # The list of saved matches says what is wrong with the folder.
        with suppress(JournalError):
            self._unverified.start(self.session.locations)
        self._search()
        self._offer()
        self.query_one(OptionList).focus()

    def on_screen_suspend(self) -> None:
        """Stop searching."""
        self._unverified.close()

    def on_unmount(self) -> None:
        """Keep the results of verifying so far."""
        self._unverified.close()

    def _search(self) -> None:
        """Search for a moment for the match last played that can be continued."""
        self._unfinished = next((row for row in self._unverified.next() if row.continues), None)
        if self._unfinished:
            self._unverified.close()
        elif self._unverified.has_more:
            self.call_after_refresh(self._search_on)

    def _search_on(self) -> None:
        """Search for another moment, and offer a match found, unless the search was stopped."""
        if self._unverified.has_more:
            self._search()
            if self._unfinished:
                self._offer()

    def _offer(self) -> None:
        """Fill the menu; the cursor stays on its line."""
        menu = self.query_one(OptionList)
        at = menu.highlighted_option
        menu.clear_options()
        if self._unfinished:
            menu.add_option(Option("Continue", "continue"))
        menu.add_options(
            [
                Option("New match", "new"),
                Option("Saved matches", "saved"),
                Option("Settings", "settings"),
                Option("Keys and rules", "help"),
                Option("Quit", "quit"),
            ]
        )
        menu.highlighted = menu.get_option_index(at.id) if at and at.id else 0
        self.query_one(KeyBar).refresh()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Describe the choice under the cursor."""
        self.query_one("#detail", Static).update(self._detail(event.option.id or ""))

    def _detail(self, choice: str) -> str:
        row = self._unfinished
        if choice == "continue" and row and row.clock:
            names = ", ".join(player.name for player in row.players)
            game = registry.get(row.game)
            return f"{game.title}: {names}\n{when(game, row.clock)}, {format_ago(row.played)}"
        return {
            "new": f"{listed(list(registry.TITLES.values()))}.",
            "saved": "Continue, replay, rename, delete.",
            "settings": "Theme, pace, curtain, keys.",
            "help": "How to play, and the rules.",
            "quit": "Every match is already saved.",
        }.get(choice, "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the choice."""
        self.action_choose(event.option.id or "")

    def action_choose(self, choice: str) -> None:
        """Open the screen that a key or the menu chose."""
        match choice:
            case "continue" if self._unfinished:
                self._continue()
            case "continue" if self._unverified.has_more:
                self.notify("The saved matches are still being verified.", timeout=3)
            case "continue":
                self.notify("There is no match to continue; n begins one.", timeout=3)
            case "new":
                navigation.go(self.app, navigation.NewMatch())
            case "saved":
                navigation.go(self.app, navigation.Saved())
            case "settings":
                navigation.go(self.app, navigation.Settings())
            case "help":
                navigation.go(self.app, navigation.Help(self))
            case "quit":
                self.app.exit(0)

    def _continue(self) -> None:
        if self._unfinished is None:
            return
        try:
            pace = self.session.settings.now.pace
            table = self.session.house.resume(self._unfinished.path, pace)
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")
            return
        navigation.go(self.app, navigation.Play(table))
