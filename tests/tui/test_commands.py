"""The table of commands: every command is bound, shown in the help and rebindable, and every
binding of a screen is in the table."""

import pkgutil
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from textual.binding import Binding
from textual.screen import Screen
from tui.scenes import DarwinApp, finished, own, playing, replaying, saved

from darwin_tui import commands
from darwin_tui.commands import COMMANDS, Command, key_names
from darwin_tui.widgets.dialogs import MessageDialog
from darwin_tui.widgets.screen import DarwinScreen, bound_keys

pytestmark = pytest.mark.usefixtures("resting_bots")

FIXED = {
    # Digits, letters and other characters that are themselves the meaning of the key.
    "play.number",
    "play.letter",
    "replay.letter",
    "line.letter",
    "guess.letter",
    "guess.number",
    "puzzle.letter",
    "puzzle.number",
    "puzzles.game",
    "race.letter",
    "race.number",
    "replay.glyph",
    "help.rules",
    "home.game",
    "daily.game",
    "challenge.game",
    "new.game",
    "lobby.number",
    # The keys of a widget, of dialogs and of the whole program.
    "settings.change",
    "lesson.free",
    "app.quit",
    "confirm.yes",
    "confirm.no",
    "pick.leave",
    "entry.leave",
    "better.walk",
    "better.leave",
    "branch.begin",
    "branch.next",
    "branch.previous",
    "branch.leave",
    "small.leave",
}
"""The commands whose keys cannot be changed."""


def screen_classes() -> set[type[Screen[Any]]]:
    """Return all screens and dialogs of the program."""
    classes: set[type[Screen[Any]]] = set()
    inner = (
        module.name
        for package in ("darwin_tui.screens", "darwin_tui.hosted")
        for module in pkgutil.iter_modules(import_module(package).__path__, f"{package}.")
    )
    for name in (*inner, "darwin_tui.widgets.dialogs", "darwin_tui.app"):
        for attribute in vars(import_module(name)).values():
            if isinstance(attribute, type) and issubclass(attribute, DarwinScreen):
                classes.add(attribute)
    return classes


def in_table(binding: Binding) -> bool:
    command = commands.by_name().get(binding.id or "")
    return command is not None and binding in command.bindings()


def test_every_binding_of_every_screen_comes_from_the_table():
    classes = screen_classes()
    assert len(classes) > 14
    own_bindings = {
        binding for screen in (*classes, DarwinApp) for binding in vars(screen).get("BINDINGS", ())
    }
    assert all(isinstance(binding, Binding) and in_table(binding) for binding in own_bindings)
    bound = {binding.id for binding in own_bindings}
    assert bound == {command.name for command in COMMANDS}, "and all of the table is bound"


def test_names_and_keys_are_clear():
    assert len(commands.by_name()) == len(COMMANDS)
    for screen in {command.screen for command in COMMANDS}:
        keys = [key for command in commands.on(screen) for key in key_names(command.keys)]
        assert len(keys) == len({*keys}), screen
        actions = [
            action for command in commands.on(screen) for action in {*command.actions.values()}
        ]
        assert len(actions) == len({*actions}), screen
    assert {command.name for command in COMMANDS if command.has_fixed_keys} == FIXED
    assert all(command.label and command.help for command in COMMANDS)


SETTLED = (
    "play.left",
    "play.right",
    "play.up",
    "play.down",
    "play.play",
    "play.pick",
    "play.drop",
    "play.pane",
    "play.zoom",
    "play.sort",
    "play.undo",
    "play.redo",
    "play.undo_turn",
    "play.hint",
    "play.story",
    "play.hide",
    "play.decline",
    "play.help",
    "play.save_elsewhere",
    "play.leave",
    "replay.forward",
    "replay.back",
    "replay.next_turn",
    "replay.last_turn",
    "replay.next_round",
    "replay.last_round",
    "replay.start",
    "replay.end",
    "replay.number",
    "replay.play",
    "replay.faster",
    "replay.slower",
    "replay.eyes",
    "replay.pane",
    "replay.story",
    "replay.branch",
    "replay.results",
    "replay.reveal",
    "replay.all",
    "replay.note",
    "replay.notes",
    "replay.search",
    "replay.log",
    "replay.help",
    "replay.leave",
)
"""Commands that settings files of earlier versions may name."""


@pytest.mark.parametrize("name", SETTLED)
def test_commands_keep_the_names_that_settings_files_have(name):
    assert name in {command.name for command in commands.rebindable()}


OPENED: dict[str, tuple[Callable[[], DarwinApp], tuple[str, ...]]] = {
    "play": (lambda: playing(saved("human", "bot:random", game="yummy")), ()),
    "replay": (lambda: replaying(finished("human", "bot:random")), ("end",)),
    "home": (lambda: DarwinApp(own()), ()),
    "new": (lambda: DarwinApp(own()), ("n",)),
    "saved": (lambda: DarwinApp(own()), ("s",)),
    "daily": (lambda: DarwinApp(own()), ("d",)),
    "you": (lambda: DarwinApp(own()), ("y",)),
    "settings": (lambda: DarwinApp(own()), ("t",)),
    "keys": (lambda: DarwinApp(own()), ("t", "K")),
    "help": (lambda: DarwinApp(own()), ("question_mark",)),
}
"""Screens in a state in which all their commands can be used, and the keys that lead there."""


def title_of(screen: Screen[Any], command: Command) -> str:
    assert isinstance(screen, DarwinScreen)
    return screen.labels.get(command.name, command.help)


@pytest.mark.parametrize("name", OPENED)
async def test_every_command_is_shown_in_the_help_with_its_key(name):
    app, keys = OPENED[name]
    async with app().run_test() as pilot:
        await pilot.press(*keys)
        screen = pilot.app.screen
        listed = bound_keys(screen)
        for command in commands.on(name):
            if _is_usable(screen, command):
                held = {key.key for key in listed[title_of(screen, command)]}
                assert key_names(command.keys) & held, command.name


def _is_usable(screen: Screen[Any], command: Command) -> bool:
    """Return whether a command can be used on a screen: in Yummy Darwinism, for instance, the hand
    cannot be sorted."""
    return bool(screen.check_action(command.action.partition("(")[0], ()))


@pytest.mark.parametrize("name", OPENED)
async def test_every_command_can_be_given_another_key(name):
    app, keys = OPENED[name]
    chosen = {
        command.name: f"f{number}"
        for number, command in enumerate(commands.on(name), 20)
        if not command.has_fixed_keys
    }
    program = app()
    async with program.run_test() as pilot:
        await pilot.press(*keys)
        program.set_keymap(commands.keymap(chosen))
        await pilot.pause()
        active = program.screen.active_bindings
        for command in commands.on(name):
            if not command.has_fixed_keys and _is_usable(program.screen, command):
                assert active[chosen[command.name]].binding.action == command.action


def test_keys_of_commands_that_cannot_be_changed_are_left_as_they_are():
    chosen = {"play.number": "x", "play.undo": "y", "no.command": "z"}
    assert commands.keymap(chosen) == {"play.undo": "y"}


def test_a_message_needs_no_command():
    assert "BINDINGS" not in vars(MessageDialog), "any key closes it"
