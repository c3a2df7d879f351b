"""Base of the lobby and a waiting room: talk, invitations, and refusals in words."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from textual import work
from textual.widgets import Static

from darwin_core.match.fairness import NONCE_CHARACTERS_MAX
from darwin_core.text.language import tr
from darwin_tui import settings
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.place import Rejected
from darwin_tui.screen import DarwinScreen
from darwin_tui.server.lobby import Lobby
from darwin_tui.server.model import ChatLine
from darwin_tui.widgets.prompt_line import PromptLine
from darwin_tui.widgets.talk import Talk
from darwin_tui.widgets.title_bar import TitleBar


class TalkScreen(DarwinScreen[None]):
    """A screen that follows a lobby, with its talk, a sentence, and a prompt to write in."""

    def __init__(self, lobby: Lobby, talk: str) -> None:
        """Make the parts of the screen.

        Args:
            lobby: the server as the player sees it.
            talk: title of the talk.
        """
        super().__init__()
        self._lobby = lobby
        self._notice = ""
        """A sentence to show for the moment, in place of the one of the screen."""
        self._is_refusal = False
        """The notice says why the last command did nothing."""
        self._end_observing: Callable[[], None] | None = None
        self._title = TitleBar("")
        self._talk = Talk(talk, id="talk")
        self._explain = Static("", id="explain", markup=False)
        self._prompt = PromptLine()

    def on_mount(self) -> None:
        """Follow the lobby."""
        self._end_observing = self._lobby.observe(self.follow)
        self.follow()

    def on_unmount(self) -> None:
        """Follow the lobby no longer."""
        if self._end_observing:
            self._end_observing()

    def on_screen_resume(self) -> None:
        """Show what has changed while another screen was open, in the language chosen there."""
        self._talk.redraw()
        self.follow()

    # --- what is shown

    def follow(self) -> None:
        """Show the lobby as it is now; what is covered is shown when it is seen again."""
        if self.is_active:
            self._talk.show(self.lines())
            self.draw()

    def draw(self) -> None:
        """Show the lobby as it is now, except the talk."""
        raise NotImplementedError

    def describe(self) -> None:
        """Write the sentence and the prompt."""
        raise NotImplementedError

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        """The chat of the screen."""
        return self._lobby.chat

    async def say(self, text: str) -> None:
        """Say a line in the chat of the screen; raises Rejected."""
        await self._lobby.say(text)

    def lines(self) -> tuple[ChatLine, ...]:
        """Return the chat, without the lines of those whom the player has muted."""
        muted = settings.of(self.app).muted
        return tuple(line for line in self.chat if line.name not in muted)

    def write(self, otherwise: str, prompt: str) -> None:
        """Write the prompt, and above it the notice, or another sentence if there is none."""
        self._explain.set_class(self._is_refusal, "refused")
        rewrite(self._explain, self._notice or otherwise)
        self._prompt.write(prompt)

    def show_refusal(self, refusal: str) -> None:
        """Show why nothing was done; an empty sentence ends the notice."""
        self._notice, self._is_refusal = refusal, bool(refusal)
        self.describe()

    def show_notice(self, notice: str) -> None:
        """Show a sentence for the moment."""
        self._notice, self._is_refusal = notice, False
        self.describe()

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Show what the server refuses."""
        try:
            yield
        except Rejected as refusal:
            self.show_refusal(str(refusal))
        else:
            self.show_refusal("")

    # --- commands

    async def invite(self, code: str, name: str = "") -> None:
        """Invite somebody to a table.

        Args:
            code: of the table.
            name: of the player; if it is empty, ask whom of those who are here.

        Raises:
            Rejected: if there is nobody, or the server refuses.
        """
        if not name:
            names = [one.name for one in self._lobby.people if not one.is_me]
            if not names:
                words = tr("Nobody else is here now; send the line of the table to a friend.")
                raise Rejected(words)
            dialog = PickDialog(tr("Invite"), names, enter=tr("Enter invites"))
            chosen = await self.app.push_screen_wait(dialog)
            if chosen is None:
                return
            name = names[chosen]
        await self._lobby.invite(name, code)
        self.notify(tr("{name} is invited.", name=name), timeout=3, markup=False)

    def action_say(self) -> None:
        """Open the line to write in."""
        self._prompt.open()

    @work
    async def on_prompt_line_said(self, event: PromptLine.Said) -> None:
        """Say the line; one that is refused stays to be said again."""
        with self.refusals():
            await self.say(event.text)
            self._prompt.clear()


def rewrite(line: Static, text: str) -> None:
    """Write a text, unless it is there already."""
    if line.content != text:
        line.update(text, layout=False)


def own_words(present: str) -> EntryDialog:
    """Return the dialog that asks for a player's words for the seed of a match."""
    question = tr(
        "The server has fixed its part of the seed, and cannot guess yours. Type anything; the "
        "cards follow from both:"
    )
    return EntryDialog(tr("Your words for the shuffle"), question, present, NONCE_CHARACTERS_MAX)
