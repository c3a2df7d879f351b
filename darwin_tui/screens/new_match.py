"""The set-up of a match: the game, the seats, the rules, the seed."""

import asyncio
from contextlib import suppress
from typing import ClassVar, Final

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Static

from darwin_core import registry
from darwin_core.bots import levels
from darwin_core.game import AnyGame
from darwin_core.journal import JournalError
from darwin_core.options import default_preset, presets_of, values_of, word_of
from darwin_core.record import Player, RecordError
from darwin_tui import commands, navigation, saves
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.seating import BOT_PREFIX, HUMAN, default_table, seated
from darwin_tui.widgets.canvas import SEAT_MARKS
from darwin_tui.widgets.choice import Choice, Value
from darwin_tui.widgets.key_bar import KeyBar

NOBODY = ""
OWN: Final = "?"
"""The preset of options that are chosen one by one."""


class NewMatchScreen(DarwinScreen[None]):
    """A form of a few lines."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("new")

    def __init__(self) -> None:
        super().__init__()
        self._laid: AnyGame | None = None
        """The game whose seats and options are shown."""
        self._given: list[str] = []
        """By seat the name that it was given here, until somebody types another."""
        self._rules_chosen = False
        """True once the preset or an option is chosen by hand: seats then change neither."""
        self._laying = asyncio.Lock()

    def compose(self) -> ComposeResult:
        """Compose a line for each choice."""
        games = [(slug, registry.get(slug).title) for slug in registry.slugs()]
        with VerticalScroll(id="form", can_focus=False):
            yield Static("New match", classes="heading")
            with Horizontal(classes="line"):
                yield Static("game", classes="label")
                yield Choice(games, id="game")
            yield Static("", id="blurb", markup=False)
            yield Static("", classes="gap")
            yield VerticalScroll(id="seats", can_focus=False)
            yield Static("", id="about", classes="gap", markup=False)
            with Horizontal(classes="line"):
                yield Static("seed", classes="label")
                yield Input(placeholder="random", compact=True, max_length=32, id="seed")
            yield Button("Start the match", id="start", compact=True)
            yield Static("", id="trouble", markup=False)
        yield KeyBar()

    @property
    def game(self) -> AnyGame:
        """The chosen game."""
        return registry.get(self.query_one("#game", Choice).value)

    async def on_mount(self) -> None:
        """Show the seats of the first game."""
        await self._lay_game()
        self.query_one("#game").focus()
        for refusal in registry.refusals():
            self.notify(refusal, severity="warning", timeout=10, markup=False)

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        """Update the fields that depend on the one changed: seats, names, options."""
        match (event.choice.id or "").split("-"):
            case ["game"]:
                await self._lay_game()
            case ["control", seat]:
                self._rename(int(seat))
                self._recommend()
            case ["preset"]:
                self._rules_chosen = True
                if event.choice.value != OWN:
                    self._show_options(event.choice.value)
            case ["option", _]:
                self._rules_chosen = True
                chosen = self._options()
                fitting = [name for name, row in _presets(self.game).items() if row == chosen]
                for preset in self.query("#preset").results(Choice):
                    preset.choose(fitting[0] if fitting else OWN)

    def on_descendant_focus(self) -> None:
        """Describe the option with the focus."""
        focused = (self.focused and self.focused.id) or ""
        about = {
            f"option-{field.name}": _meta(field).description
            for field in msgspec.structs.fields(self.game.options)
        }
        self.query_one("#about", Static).update(about.get(focused) or "")

    async def _lay_game(self) -> None:
        """Show the seats and options of the chosen game, even if games are changed fast."""
        async with self._laying:
            if self._laid is not self.game:
                await self._lay_seats(self.game)
                self._laid = self.game

    async def _lay_seats(self, game: AnyGame) -> None:
        self.query_one("#blurb", Static).update(game.blurb)
        area = self.query_one("#seats", VerticalScroll)
        await area.remove_children()
        rows: list[Horizontal] = []
        players = seated([(control, "") for control in default_table(game)], self.session.name)
        empty = [Player(NOBODY, NOBODY)] * (max(game.seats) - len(players))
        self._given = [player.name for player in (*players, *empty)]
        for seat, player in enumerate((*players, *empty)):
            name = Input(player.name, compact=True, max_length=16, id=f"name-{seat}")
            choice = Choice(_controls(game, seat), player.control, id=f"control-{seat}")
            label = Static(f"seat {seat + 1}  {SEAT_MARKS[seat]}", classes="label")
            rows.append(Horizontal(label, name, Static(classes="space"), choice, classes="line"))
        if game.presets:
            titles = [(preset.name, preset.title) for preset in presets_of(game)]
            preset = Choice([*titles, (OWN, "own options")], id="preset")
            hint = Static("", id="hint", markup=False)
            rows.append(Horizontal(Static("rules", classes="label"), preset, hint, classes="line"))
        for field in msgspec.structs.fields(game.options):
            title = _meta(field).title or field.name
            values = [(word, word) for word in values_of(field.type)]
            choice = Choice(values, word_of(field.default), id=f"option-{field.name}")
            rows.append(Horizontal(Static(title, classes="label"), choice, classes="line"))
        await area.mount_all(rows)
        area.styles.height = len(rows)
        self._rules_chosen = False
        self._recommend()

    def _recommend(self) -> None:
        """Show the preset that is best for so many players, and take it unless one was chosen by
        hand."""
        if not self.query("#control-0"):
            # The screen closes, or other seats are being laid.
            return
        seats = range(max(self.game.seats))
        count = sum(bool(self.query_one(f"#control-{seat}", Choice).value) for seat in seats)
        best = [preset for preset in self.game.presets if count in preset.seats]
        for hint in self.query("#hint").results(Static):
            sentences = [f"recommended for {count}: {preset.title}" for preset in best]
            hint.update(", ".join(sentences))
        if self.game.presets and not self._rules_chosen:
            default = default_preset(self.game, count).name
            self.query_one("#preset", Choice).choose(default)
            self._show_options(default)

    def _show_options(self, preset: str) -> None:
        """Set the options below as a preset has them."""
        for name, value in _presets(self.game)[preset].items():
            self.query_one(f"#option-{name}", Choice).choose(value)

    def _options(self) -> dict[str, str]:
        """Return the chosen options, in words."""
        return {
            field.name: self.query_one(f"#option-{field.name}", Choice).value
            for field in msgspec.structs.fields(self.game.options)
        }

    def _rename(self, seat: int) -> None:
        """Give a seat a name that fits its player, unless one was typed."""
        field = self.query_one(f"#name-{seat}", Input)
        if field.value in {self._given[seat], ""}:
            control = self.query_one(f"#control-{seat}", Choice).value
            others = [player for at, player in self._occupied() if at != seat]
            with suppress(ValueError):
                *_, named = seated([*others, (control, "")], self.session.name)
                field.value = self._given[seat] = named.name if control else ""

    def _occupied(self) -> list[tuple[int, tuple[str, str]]]:
        """Return the occupied seats, each with its control and the name in the form."""
        seats = []
        for seat in range(max(self.game.seats)):
            control = self.query_one(f"#control-{seat}", Choice).value
            name = self.query_one(f"#name-{seat}", Input).value.strip()
            if control != NOBODY:
                seats.append((seat, (control, name)))
        return seats

    async def action_start(self) -> None:
        """Begin the match, or show what is missing."""
        if isinstance(self.focused, Input) and self.focused.id != "seed":
            self.app.action_focus_next()
            return
        await self._lay_game()
        try:
            seed = self.query_one("#seed", Input).value.strip() or None
            players = seated([player for _, player in self._occupied()], self.session.name)
            header = saves.header_for(self.game.slug, dict(self._options()), players, seed)
            opened = saves.create(header, self.session.locations)
        except (ValueError, RecordError, JournalError) as error:
            trouble = self.session.locations.redact(str(error))
            self.query_one("#trouble", Static).update(trouble)
            return
        table = self.session.house.host(opened, pace=self.session.settings.now.pace)
        navigation.go(self.app, navigation.Play(table))

    async def on_input_submitted(self) -> None:
        """Go to the next field; from the last one, start."""
        await self.action_start()

    async def on_button_pressed(self) -> None:
        """Start."""
        await self.action_start()

    def action_help(self) -> None:
        """Open the keys and the rules of the chosen game."""
        navigation.go(self.app, navigation.Help(self, self.game.slug))

    def action_leave(self) -> None:
        """Close without a match."""
        self.dismiss()


def _controls(game: AnyGame, seat: int) -> list[Value]:
    values = [(HUMAN, "a person")]
    values += [(f"{BOT_PREFIX}{level}", f"a bot, {level}") for level in reversed(levels.LEVELS)]
    if seat in game.seats or seat > min(game.seats):
        values.append((NOBODY, "nobody"))
    return values


def _presets(game: AnyGame) -> dict[str, dict[str, str]]:
    """Return the values of a game's options by preset, in words."""
    return {
        preset.name: {
            name: word_of(value) for name, value in msgspec.structs.asdict(preset.options).items()
        }
        for preset in presets_of(game)
    }


def _meta(field: msgspec.structs.FieldInfo) -> msgspec.Meta:
    """Return the title and the description of an option."""
    found: msgspec.Meta = getattr(field.type, "__metadata__", (msgspec.Meta(),))[0]
    return found
