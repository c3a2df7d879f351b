"""The form of a match: the game, its seats, and the rules."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Protocol

import msgspec
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from darwin_core import registry
from darwin_core.bots import levels
from darwin_core.game import AnyGame
from darwin_core.options import default_preset, presets_of, values_of, word_of
from darwin_tui.seating import BOT_PREFIX
from darwin_tui.widgets.canvas import SEAT_MARKS
from darwin_tui.widgets.choice import Choice, Value

NOBODY: Final = ""
"""The control of an empty seat."""
OWN: Final = "?"
"""The preset of options that are chosen one by one."""
NAME_CHARACTERS_MAX: Final = 16

Sitter = tuple[str, str]
"""The control of a seat and the name given; both may be empty."""


class Sitters(Protocol):
    """The players that can sit at a table, and their names."""

    def defaults(self, game: AnyGame) -> Sequence[str]:
        """Return who controls the seats at first; seats beyond these are empty."""

    def controls(self) -> Sequence[Value]:
        """Return who can control a seat, each with its words, without the bots."""

    def has_own_name(self, control: str) -> bool:
        """Return whether a name can be typed for such a seat."""

    def names(self, sitters: Sequence[Sitter]) -> Sequence[str]:
        """Return a name for each occupied seat: the one given, or one that fits.

        Raises:
            ValueError: with one sentence, if a name given is impossible.
        """


class MatchForm(Vertical):
    """A line for the game, one for each seat, and one for each rule that can be chosen."""

    def __init__(
        self, sitters: Sitters, nameless: str = "", slug: str = "", *, id: str | None = None
    ) -> None:
        """Make the form.

        Args:
            sitters: who can sit at the table.
            nameless: the words in the field of a name that is left out.
            slug: the game that is chosen at first; empty for the first one.
            id: of the widget.
        """
        super().__init__(id=id)
        self._slug = slug
        self._sitters = sitters
        self._nameless = nameless
        self._laid: AnyGame | None = None
        """The game whose seats and options are shown."""
        self._given: list[str] = []
        """By seat the name that it was given here, until somebody types another."""
        self._rules_chosen = False
        """True once the preset or an option is chosen by hand: seats then change neither."""
        self._laying = asyncio.Lock()

    def compose(self) -> ComposeResult:
        """Compose the line of the game, and room for the lines that depend on it."""
        games = [(slug, registry.get(slug).title) for slug in registry.slugs()]
        with Horizontal(classes="line"):
            yield Static("game", classes="label")
            yield Choice(games, self._slug, id="game")
        yield Static("", id="blurb", markup=False)
        yield Static("", classes="gap")
        yield Vertical(id="seats")

    async def on_mount(self) -> None:
        """Show the seats of the first game."""
        await self.lay_game()
        self.query_one("#game").focus()

    @property
    def game(self) -> AnyGame:
        """The chosen game."""
        return registry.get(self.query_one("#game", Choice).value)

    @property
    def options(self) -> dict[str, str]:
        """The chosen options, in words."""
        return {
            field.name: self.query_one(f"#option-{field.name}", Choice).value
            for field in msgspec.structs.fields(self.game.options)
        }

    @property
    def occupied(self) -> list[Sitter]:
        """The seats that are not empty."""
        return [sitter for _, sitter in self._occupied()]

    def about(self, field: str) -> str:
        """Return a sentence on a field of the form, by its identifier; it may be empty."""
        name = field.removeprefix("option-")
        found = (each for each in msgspec.structs.fields(self.game.options) if each.name == name)
        return next((_meta(each).description or "" for each in found), "")

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        """Update the fields that depend on the one changed: seats, names, options."""
        match (event.choice.id or "").split("-"):
            case ["game"]:
                await self.lay_game()
            case ["control", seat]:
                self._rename(int(seat))
                self._recommend()
            case ["preset"]:
                self._rules_chosen = True
                if event.choice.value != OWN:
                    self._show_options(event.choice.value)
            case ["option", _]:
                self._rules_chosen = True
                chosen = self.options
                fitting = [name for name, row in _presets(self.game).items() if row == chosen]
                for preset in self.query("#preset").results(Choice):
                    preset.choose(fitting[0] if fitting else OWN)

    async def lay_game(self) -> None:
        """Show the seats and options of the chosen game, even if games are changed fast."""
        async with self._laying:
            if self._laid is not self.game:
                await self._lay_seats(self.game)
                self._laid = self.game

    async def _lay_seats(self, game: AnyGame) -> None:
        self.query_one("#blurb", Static).update(game.blurb)
        area = self.query_one("#seats")
        await area.remove_children()
        controls = list(self._sitters.defaults(game))
        self._given = list(self._sitters.names([(control, "") for control in controls]))
        empty = max(game.seats) - len(controls)
        self._given += [NOBODY] * empty
        rows = [
            self._seat_row(game, seat, control)
            for seat, control in enumerate([*controls, *[NOBODY] * empty])
        ]
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
        self._rules_chosen = False
        self._recommend()

    def _seat_row(self, game: AnyGame, seat: int, control: str) -> Horizontal:
        name = Input(
            self._given[seat],
            placeholder=self._nameless,
            compact=True,
            max_length=NAME_CHARACTERS_MAX,
            disabled=not self._sitters.has_own_name(control),
            id=f"name-{seat}",
        )
        values = [*self._sitters.controls()]
        values += [(f"{BOT_PREFIX}{level}", f"a bot, {level}") for level in reversed(levels.LEVELS)]
        if seat in game.seats or seat > min(game.seats):
            values.append((NOBODY, "nobody"))
        choice = Choice(values, control, id=f"control-{seat}")
        label = Static(f"seat {seat + 1}  {SEAT_MARKS[seat]}", classes="label")
        return Horizontal(label, name, Static(classes="space"), choice, classes="line")

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

    def _rename(self, seat: int) -> None:
        """Give a seat a name that fits its player, unless one was typed."""
        field = self.query_one(f"#name-{seat}", Input)
        control = self.query_one(f"#control-{seat}", Choice).value
        can_type = self._sitters.has_own_name(control)
        if not can_type or field.disabled or field.value in {self._given[seat], ""}:
            others = [sitter for at, sitter in self._occupied() if at != seat]
            with suppress(ValueError):
                name = self._sitters.names([*others, (control, "")])[-1] if control else ""
                field.value = self._given[seat] = name
        field.disabled = not can_type

    def _occupied(self) -> list[tuple[int, Sitter]]:
        """Return the occupied seats, each with its control and the name in the form."""
        seats = []
        for seat in range(max(self.game.seats)):
            control = self.query_one(f"#control-{seat}", Choice).value
            name = self.query_one(f"#name-{seat}", Input).value.strip()
            if control != NOBODY:
                seats.append((seat, (control, name)))
        return seats


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
