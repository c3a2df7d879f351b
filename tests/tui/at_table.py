"""A driver of the play screen for the tests of interaction: it presses keys and reads the screen.

Everything that these tests know of the screens is here. A test that needs more reads the public
attributes of a play screen: ``live`` (phase, snapshot, seat), ``table`` (sentences, hint),
``selection`` (cursor, selected and selectable elements) and ``panel`` (board, pane, log).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from home import here
from matches import began
from textual.geometry import Region
from textual.pilot import Pilot
from tui.hands import ways
from tui.scenes import match_at, on_table, players, prompt, shown, until

from darwin_core.contract.game import Element
from darwin_core.match import AnyMatch
from darwin_core.text.seat_names import SeatNames
from darwin_tui import paths
from darwin_tui.library import saves
from darwin_tui.library.saves import Opened
from darwin_tui.screens.play import PlayScreen
from darwin_tui.widgets.dialogs import Dialog

# --- coming to the table


def record_where(
    slug: str, controls: str, true: Callable[[AnyMatch], Any], seed: str = "beagle"
) -> bytes:
    """Return the record of a match of careful players, cut where a condition first holds.

    When several seats choose at the same time, the last one chooses first.

    Args:
        slug: the game.
        controls: one letter for each seat: ``h`` for a person, ``b`` for a bot.
        true: the condition.
        seed: the beginning of the matches' seeds; a match in which the condition never holds is
            followed by another one.
    """
    kinds = {"h": "human", "b": "bot:random"}
    seated = tuple(players(*(kinds[control] for control in controls)))
    for number in range(40):
        written = began(len(controls), f"{seed}{number}", game=slug, players=seated)
        match = written.match
        while not true(match):
            movers = match.game.to_move(match.state)
            if not movers:
                break
            view = match.view(movers[-1])
            written.act(movers[-1], match.game.bots.advise(view, movers[-1], SeatNames())[0].action)
        else:
            return written.text
    raise AssertionError("it does not come to that")


def begun(slug: str, controls: str) -> bytes:
    """Return the record of a match at its start."""
    return record_where(slug, controls, lambda match: True)


_numbers = count()


def resumed(text: bytes) -> Opened:
    """Write a record to disk and open its match, to be played on."""
    folder = paths.private_dir(here().matches)
    path = folder / f"match {next(_numbers)}{paths.SUFFIX}"
    path.write_bytes(text)
    return saves.resume(path)


# --- sitting there


@dataclass(frozen=True)
class Seen:
    """The state of the program between two keys."""

    place: str
    """The table, another screen, or the title of the dialog over it."""
    focused: Element | None
    selected: tuple[Element, ...]
    own_acts: int
    others_acts: int
    is_paused: bool
    pane: int
    has_log: bool
    is_hand_hidden: bool
    hint: int | None
    """The number of the hint that is shown, if any."""
    is_to_confirm: bool
    """True if Enter asked for a second press and would now play the action."""
    message: str
    """The message about the last key; empty if there is none."""


class Keyboard:
    """The keyboard and screen of a person who plays the first seat."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot
        self.app = pilot.app
        (self.screen,) = (
            screen for screen in self.app.screen_stack if isinstance(screen, PlayScreen)
        )

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        await self.pilot.press(*keys)

    async def focus(self, element: Element) -> None:
        """Move the focus to an element by arrows."""
        await self.press(*ways(self.screen.panel.board, self.focused)[element])
        assert self.focused == element

    async def select(self, *elements: Element) -> None:
        """Focus elements and select them, one after the other."""
        for element in elements:
            await self.focus(element)
            await self.press("space")

    async def come(self, *keys: str) -> None:
        """Press keys one after the other, and wait for the effect of each."""
        for key in keys:
            before = self.seen
            await self.press(key)
            await self.until(partial(self._has_moved_on, before))

    def _has_moved_on(self, before: Seen) -> bool:
        """Return whether a key has had an effect, and the program waits for the next key."""
        return self.seen != before and self.is_quiet

    async def until(self, true: Callable[[], Any]) -> None:
        """Wait for something to come true."""
        await until(self.pilot, true)

    async def asked(self) -> bool:
        """Wait until a decision is owed, continuing from every pause; return False if the match is
        over."""
        await self.until(self._is_at_rest)
        while self.seen.is_paused and not self.is_over:
            await self.press("enter")
            await self.until(self._is_at_rest)
        return not self.is_over

    def _is_at_rest(self) -> bool:
        """Return whether the match waits for this seat, or is over.

        A decision counts only once an element has the focus, which comes when the board is drawn.
        """
        is_deciding = self.is_asked and self.focused is not None
        return is_deciding or self.seen.is_paused or self.is_over

    @property
    def is_over(self) -> bool:
        return self.match.game.outcome(self.match.state) is not None

    # --- the screen

    @property
    def match(self) -> AnyMatch:
        return match_at(self.screen)

    @property
    def is_asked(self) -> bool:
        """True if this seat owes a decision that the table does not take for it."""
        live = self.screen.live
        return bool(live.snapshot.actions) and live.due_answer is None

    @property
    def is_quiet(self) -> bool:
        """True if the program waits for a key."""
        now = self.seen
        return self.is_asked or self.is_waited_for or now.is_paused or now.place != "table"

    @property
    def is_up_to_date(self) -> bool:
        """True if the screen has the latest snapshot of the match."""
        return bool(self.screen.live.snapshot.line == len(self.match.lines))

    @property
    def is_waited_for(self) -> bool:
        """True if a continue key would end a pause."""
        return self.screen.live.can_continue

    @property
    def actions(self) -> tuple[Any, ...]:
        """The legal actions of this seat."""
        return self.screen.live.snapshot.actions

    @property
    def focused(self) -> Element | None:
        """The element on which keys act."""
        return self.screen.selection.cursor

    @property
    def selected(self) -> tuple[Element, ...]:
        """The selected elements, in the order of selection."""
        return self.screen.selection.chooser.selected

    @property
    def selectable(self) -> frozenset[Element]:
        return self.screen.selection.chooser.selectable

    @property
    def is_complete(self) -> bool:
        """True if Enter would play an action: it is all selected, or the only one left."""
        return self.screen.selection.chooser.ready is not None

    @property
    def beginnings(self) -> set[str]:
        """The kinds of the actions' first elements, without buttons."""
        targets = map(self.match.game.targets, self.actions)
        return {elements[0][0] for elements in targets} - {"button"}

    @property
    def suggested(self) -> Element | None:
        """The element to which the board would move the focus at this decision, if any."""
        return self.screen.panel.board.first(self.screen.live.snapshot.view, self.actions)

    @property
    def places(self) -> dict[Element, Region]:
        """The region of each element on the board, in the board's order."""
        return self.screen.panel.board.places

    @property
    def numbered(self) -> dict[int, Element]:
        """The element that each digit selects."""
        return self.screen.panel.board.numbers

    @property
    def prompt(self) -> str:
        """The question, or the action that Enter would play."""
        return str(prompt(self.app))

    @property
    def table(self) -> str:
        """All text on the board."""
        return str(on_table(self.app))

    @property
    def text(self) -> str:
        """All text on the screen."""
        return shown(self.app)

    @property
    def own(self) -> list[Any]:
        """The actions of this seat that are not undone."""
        return [act.action for act in self.match.history if act.seat == 0]

    @property
    def seen(self) -> Seen:
        """The state of the program now."""
        screen = self.screen
        own = len(self.own)
        return Seen(
            place=self._place(),
            focused=self.focused,
            selected=self.selected,
            own_acts=own,
            others_acts=len(self.match.history) - own,
            is_paused=screen.live.pause is not None,
            pane=screen.panel.pane,
            has_log=screen.has_class("-log"),
            is_hand_hidden=screen.live.is_hand_hidden,
            hint=screen.table.hint.number if screen.table.hint else None,
            is_to_confirm=screen.table.unsure is not None,
            message=screen.table.message,
        )

    def _place(self) -> str:
        top = self.app.screen
        if isinstance(top, Dialog):
            return str(top.query_one(".panel").border_title)
        return "table" if top is self.screen else type(top).__name__.removesuffix("Screen").lower()


def happened(before: Seen, after: Seen) -> str:
    """Return the effects of keys in words; empty if there are none.

    After ``plays``, ``takes back`` or ``continues``, changes of selection, focus and pane are left
    out. Tests check the focus afterwards separately.
    """
    events = []
    if after.hint not in {None, before.hint}:
        events.append("hints")
    if after.place != before.place:
        events.append("returns" if after.place == "table" else f"opens {after.place}")
    if after.own_acts != before.own_acts:
        events.append("plays" if after.own_acts > before.own_acts else "takes back")
    elif after.others_acts > before.others_acts or (before.is_paused and not after.is_paused):
        events.append("continues")
    else:
        if len(after.selected) > len(before.selected):
            events.append("selects")
        elif {*after.selected} - {*before.selected}:
            events.append("selects another")
        elif after.selected != before.selected:
            events.append("deselects")
        if after.focused != before.focused:
            events.append("moves")
        if after.pane != before.pane:
            events.append("turns pane")
    if after.has_log != before.has_log:
        events.append("opens log" if after.has_log else "closes log")
    if after.is_hand_hidden != before.is_hand_hidden:
        events.append("hides hand" if after.is_hand_hidden else "shows hand")
    if after.is_to_confirm and not before.is_to_confirm:
        events.append("asks again")
    if after.message and after.message != before.message:
        events.append("says")
    return ", ".join(events)
