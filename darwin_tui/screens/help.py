"""Help: the summary and the rules of the game that is open, and the keys of the screen below."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from darwin_core.contract import registry
from darwin_core.text.language import mark, tr
from darwin_tui import commands
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.widgets.help_page import HelpPage
from darwin_tui.widgets.key_bar import Key, KeyBar, app_keys, bound_keys
from darwin_tui.widgets.keys_page import Listed
from darwin_tui.widgets.screen import DarwinScreen

ANYWHERE: Final = mark("all commands")
"""The words on the list of commands, which opens on every screen."""
SEARCH_CHARACTERS_MAX: Final = 30


class HelpScreen(DarwinScreen[None]):
    """A page to read; the keys are read off the live bindings, and a click presses one."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("help")

    def __init__(self, under: Screen[None], slug: str = "") -> None:
        """Prepare the page.

        Args:
            under: the screen whose keys are listed.
            slug: the game that is open; empty for none.
        """
        super().__init__()
        self._under = under
        self._slug = slug
        palette = Key(
            "ctrl+p", under.app.get_key_display(Binding("ctrl+p", "")), tr(ANYWHERE), True
        )
        keys = {**bound_keys(under), **app_keys(under), palette.label: [palette]}
        listed = [
            Listed(tuple((f"key:{key.key}", key.display) for key in own), title)
            for title, own in keys.items()
        ]
        games = [
            Listed(((f"game:{n}", str(n)),), registry.get(each).title)
            for n, each in enumerate(registry.slugs()[:9], 1)
        ]
        game = registry.get(slug) if slug else None
        self._page = HelpPage(game, listed, [] if slug else games)

    def compose(self) -> ComposeResult:
        """Yield the page and the keys."""
        yield self._page
        yield KeyBar()

    def on_mount(self) -> None:
        """Let the page take keys and clicks."""
        self._page.focus()

    def on_page_chosen(self, event: HelpPage.Chosen) -> None:
        """Open the page or section that is clicked, or press the key."""
        kind, _, name = event.place.partition(":")
        if kind == "page":
            self._page.open(name)
        elif kind == "section":
            self._page.go_to_section(int(name))
        elif kind == "game":
            self.action_rules(int(name))
        else:
            self.action_press(name)

    def action_press(self, key: str) -> None:
        """Go back and press a key there."""
        self.dismiss()
        self.app.simulate_key(key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow a choice of rules where no game is open, and reading them where one is."""
        return commands.is_available("help", action, {"text"} if self._slug else {"rules"})

    def action_rules(self, number: int) -> None:
        """Open the rules of a game by its number in the list."""
        for slug in registry.slugs()[number - 1 : number]:
            self.app.push_screen(HelpScreen(self._under, slug))

    def action_scroll_page(self, rows: int) -> None:
        """Scroll the text."""
        self._page.scroll(rows)

    def action_turn(self, by: int) -> None:
        """Show the next page: summary, rules, keys."""
        self._page.turn(by)

    def action_section(self, by: int) -> None:
        """Go to the next section of the rules, or the one before."""
        self._page.turn_section(by)

    def action_search(self) -> None:
        """Ask for words, and go to the first place in the rules that has them."""
        dialog = EntryDialog(
            tr("Search the rules"), tr("Words:"), self._page.query_words, SEARCH_CHARACTERS_MAX
        )
        self.app.push_screen(dialog, self._search)

    def _search(self, words: str | None) -> None:
        if words is not None:
            self._page.search(" ".join(words.split()))

    def action_find(self, by: int) -> None:
        """Go to the next place of the words that are searched for."""
        self._page.next_find(by)
