"""The base of all screens, the keys of their commands, and the key bar at their foot."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path, PurePath
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from rich.style import Style
from rich.text import Text
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkType

from darwin_core.text.language import tr_in
from darwin_tui import commands
from darwin_tui.commands import CONTEXT, key_names
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import styles_dir
from darwin_tui.terminal.screen import SteadyScreen

T = TypeVar("T")
"""The answer that closes a screen."""


def stylesheets(*names: str) -> list[str | PurePath]:
    """Return the paths of stylesheets."""
    return [styles_dir() / f"{name}.tcss" for name in names]


LATER_STYLESHEETS: Final = stylesheets("screens", "dialogs")
"""Stylesheets of all screens but the first. Textual reads the stylesheets of a screen when it is
opened over another one, so that the program starts without these."""


class DarwinScreen(SteadyScreen[T]):
    """A screen of this program; ``T`` is the type of the answer that closes it."""

    CSS_PATH: ClassVar[list[str | PurePath]] = LATER_STYLESHEETS

    labels: Mapping[str, str] = {}
    """Current labels of commands, by name, where they differ from the table's; in the reader's
    language."""
    displays: Mapping[str, str] = {}
    """Current names of keys, by action, where they differ from the table's."""
    key_order: Sequence[str] = ()
    """Actions that the key bar shows first, in order; by default in the order of the bindings."""
    idle_actions: frozenset[str] = frozenset()
    """Actions that currently only explain why they do nothing; the key bar omits them."""
    few_actions: frozenset[str] | None = None
    """The only actions that the key bar shows now, named without parameters; None for all."""

    @property
    def player(self) -> PlayerContext:
        player = getattr(self.app, "player", None)
        assert isinstance(player, PlayerContext)
        return player

    @property
    def saved_at(self) -> Path | None:
        """The file of this screen's match; None without one."""
        return None

    def may_quit(self) -> bool:
        """Return whether the program may end at once; if not, ask the player first."""
        return True

    def work_on(self, work: WorkType[object], group: str, *, exclusive: bool = False) -> None:
        """Run work in the background until the screen is closed.

        Args:
            work: a function rather than its coroutine, which nobody would await if the screen is
                closed before the work begins.
            group: group of the work; exclusive work ends the rest of its group.
            exclusive: True if only the last work of the group continues.
        """
        self.run_worker(work, group=group, exclusive=exclusive)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close, unless another screen is on top or this one is already closed.

        A key can still be on its way while the terminal becomes too small, or while the previous
        key closes the screen. Textual would close the top screen, and fail on the next key.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()


AnyScreen = Screen[Any]
"""A screen with any result."""

LAST_KEYS: Final = 2
"""Number of keys at the end of the bar that always stay: help and leaving."""
MAIN_KEY: Final = "enter"
"""The key of the main command, which also stays while it has an effect."""
SELF_EXPLANATORY: Final = frozenset({"left", "right", "up", "down", "tab"})
"""Keys whose names explain their effect, so that they need no label in a narrow bar."""
GAP_COLUMNS: Final = 3
"""Columns around a key and its label."""
ROOMY_GAP_COLUMNS: Final = 5
"""Columns around a key and its label in a wide bar."""


class Key(NamedTuple):
    """A key of the bar."""

    key: str
    """Textual's name of the key."""
    display: str
    label: str
    """The key's effect; empty without room."""

    @property
    def bare(self) -> "Key":
        """The key without its label."""
        return self._replace(label="")


def bound_keys(screen: AnyScreen) -> dict[str, list[Key]]:
    """Return the commands of a screen by their descriptions in the reader's language, each with its
    current keys."""
    pressed: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        if active.node is screen:
            pressed.setdefault(active.binding.id or "", []).append(active.binding.key)
    labels = screen.labels if isinstance(screen, DarwinScreen) else {}
    table = commands.by_name()
    names = [binding.id or "" for binding in type(screen).BINDINGS if isinstance(binding, Binding)]
    by_title: dict[str, list[Key]] = {}
    for command in (table[name] for name in dict.fromkeys(names) if name in table):
        if not screen.check_action(command.action.partition("(")[0], ()):
            continue
        title = labels.get(command.name) or tr_in(CONTEXT, command.help)
        # A focused widget may currently claim the command's keys; show those of the table then.
        for key in pressed.get(command.name) or sorted(key_names(command.keys)):
            display = screen.app.get_key_display(Binding(key, ""))
            by_title.setdefault(title, []).append(Key(key, display, title))
    # Letters come after other keys with the same effect.
    return {
        title: sorted(keys, key=lambda key: key.display.isalpha())
        for title, keys in by_title.items()
    }


def app_keys(screen: AnyScreen) -> dict[str, list[Key]]:
    """Return the current keys of rebindable commands that every screen has, by description."""
    table = commands.by_name()
    by_title: dict[str, list[Key]] = {}
    for active in screen.active_bindings.values():
        command = table.get(active.binding.id or "")
        if active.node is screen.app and active.enabled and command and not command.has_fixed_keys:
            display = screen.app.get_key_display(active.binding)
            title = tr_in(CONTEXT, command.help)
            by_title.setdefault(title, []).append(Key(active.binding.key, display, title))
    return by_title


class KeyBar(Widget):
    """The bar of keys that have an effect now, with labels; a click presses a key."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: 1;
    }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key"}

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.set_reactive(Widget.auto_links, False)
        self._keys: list[Key] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._refresh_if_changed)

    def _refresh_if_changed(self, screen: Screen[object]) -> None:
        if screen is self.screen and self._keys != self._current_keys():
            self.refresh()

    def _current_keys(self) -> list[Key]:
        """Return the first key of each action that is shown and has an effect."""
        by_action: dict[str, Key] = {}
        screen = self.screen
        assert isinstance(screen, DarwinScreen)
        for active in screen.active_bindings.values():
            binding = active.binding
            name = active.binding.id or ""
            is_idle = not active.enabled or binding.action in screen.idle_actions
            few = screen.few_actions
            action = binding.action.partition("(")[0]
            if binding.show and not is_idle and (few is None or action in few):
                key = Key(
                    binding.key,
                    screen.displays.get(binding.action) or self.app.get_key_display(binding),
                    screen.labels.get(name) or tr_in(CONTEXT, binding.description),
                )
                by_action.setdefault(binding.action, key)
        order = [*screen.key_order, *by_action]
        return [by_action[action] for action in sorted(by_action, key=order.index)]

    @property
    def least_columns(self) -> int:
        """Columns of the keys that always stay."""
        return _columns(_staying(self._keys or self._current_keys()), GAP_COLUMNS)

    @property
    def columns(self) -> int:
        return self.size.width

    def _rows(self) -> list[list[Key]]:
        """Return the keys row by row; the last row omits keys without room, but never those that
        always stay."""
        rows = list[list[Key]]()
        rest = self._keys
        while len(rows) < self.size.height - 1 and _columns(rest, GAP_COLUMNS) > self.columns:
            widths = accumulate(_columns([key], GAP_COLUMNS) for key in rest)
            count = sum(width <= self.columns for width in widths)
            rows.append(rest[:count])
            rest = rest[count:]
        return [*rows, self._fitting(rest)]

    def _fitting(self, keys: list[Key]) -> list[Key]:
        """Return the keys that fit a row, including the keys that always stay.

        The least needed labels are dropped first, then the last keys.
        """
        if _columns(keys, GAP_COLUMNS) > self.columns:
            keys = [key.bare if key.key in SELF_EXPLANATORY else key for key in keys]
        staying = _staying(keys)
        others = [key for key in keys if key not in staying]
        room = self.columns - _columns(staying, GAP_COLUMNS)
        while others and _columns(others, GAP_COLUMNS) > room:
            others.pop()
        return [key for key in keys if key in staying or key in others]

    def render(self) -> Text:
        self._keys = self._current_keys()
        key_style = self.get_component_rich_style("key-bar--key")
        rows = self._rows()
        is_roomy = all(_columns(keys, ROOMY_GAP_COLUMNS) <= self.columns for keys in rows)
        gap = " " * (ROOMY_GAP_COLUMNS if is_roomy else GAP_COLUMNS)
        lines = [self._line(keys, gap, key_style) for keys in rows]
        return Text("\n", no_wrap=True).join(lines)

    @staticmethod
    def _line(keys: Sequence[Key], gap: str, key_style: Style) -> Text:
        # The line begins with a smaller gap. After each label comes the gap without the blank that
        # is before the label.
        line = Text(gap[2:], no_wrap=True)
        for key in keys:
            start = len(line)
            line.append(key.display, key_style)
            line.append(f" {key.label}" if key.label else "")
            click = Style(meta={"@click": f"app.simulate_key({key.key!r})"})
            line.stylize(click, start, len(line))
            line.append(gap[1:])
        return line


def _staying(keys: Sequence[Key]) -> list[Key]:
    """Return the keys that stay in the narrowest bar."""
    main = (key for key in keys[:-LAST_KEYS] if key.key == MAIN_KEY)
    return [*main, *keys[-LAST_KEYS:]]


def _columns(keys: Sequence[Key], gap: int) -> int:
    """Return the columns of keys with their gaps; without a label, there is no blank before it."""
    return sum(len(key.display) + len(key.label) + gap - (not key.label) for key in keys)
