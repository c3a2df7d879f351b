"""The form of a match: the game, its seats, and the rules."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Protocol

import msgspec
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame
from darwin_core.contract.options import default_preset, presets_of, values_of, word_of
from darwin_core.contract.registry import BOXES
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.seating import BOT_PREFIX, SetUp, about_bot, bot_effect, bot_values, manner_words
from darwin_tui.widgets.boxes import BoxPicture, facts, title_of, weight
from darwin_tui.widgets.choice import Choice, Value

NOBODY: Final = ""
"""The control of an empty seat."""
OWN: Final = "?"
"""The preset of options that are chosen one by one."""
NAME_CHARACTERS_MAX: Final = 16
ABOUT: Final = {
    "game": mark("Left and Right choose another game."),
    "name": mark("Type the name of this player; Enter goes to the next field."),
    "control": mark("Choose who plays here."),
    "preset": mark("Choose the rules, or each of them below."),
}
"""Sentences on fields, by the first word of their identifiers."""
Sitter = tuple[str, str]
"""The control of a seat and the name given; both may be empty."""


class Sitters(Protocol):
    """The players that can sit at a table, and their names."""

    def defaults(self, game: AnyGame) -> Sequence[str]:
        """Return who controls the seats at first; seats beyond these are empty."""

    def controls(self) -> Sequence[Value]:
        """Return who can control a seat, each with its words, without the bots."""

    def effect(self, control: str) -> str:
        """Return a few words on such a player, who is no bot."""

    def has_own_name(self, control: str) -> bool:
        """Return whether a name can be typed for such a seat."""

    def names(self, sitters: Sequence[Sitter]) -> Sequence[str]:
        """Return a name for each occupied seat: the one given, or one that fits.

        Raises:
            ValueError: with one sentence, if a name given is impossible.
        """


class MatchForm(Vertical):
    """A line for the game, one for each seat, and one for each rule that can be chosen.

    Each line has its field in the same columns, and beside it the effect of its value.
    """

    class Changed(Message):
        """Another game was chosen, another number of players, or a name."""

    def __init__(
        self,
        sitters: Sitters,
        nameless: str = "",
        slug: str = "",
        more: Sequence[Widget] = (),
        remembered: Sequence[SetUp] = (),
    ) -> None:
        """Make the form.

        Args:
            sitters: who can sit at the table.
            nameless: the words in the field of a name that is left out.
            slug: the game that is chosen at first; empty for the one set up last.
            more: lines below the rules.
            remembered: matches as they were set up last, the newest first.
        """
        super().__init__()
        self._slug = slug or next((each.game for each in remembered), "")
        self._remembered = {each.game: each for each in remembered}
        self._sitters = sitters
        self._nameless = nameless
        self._more = more
        self._laid: AnyGame | None = None
        """The game whose seats and options are shown."""
        self._given: list[str] = []
        """By seat the name that it was given here, until somebody types another."""
        self._rules_chosen = False
        """True once the preset or an option is chosen by hand: seats then change neither."""
        self._laying = asyncio.Lock()

    def compose(self) -> ComposeResult:
        """Compose the line of the game, and room for the lines that depend on it."""
        games = [(slug, title_of(slug)) for slug in registry.slugs()]
        with Horizontal(id="box", classes="panel") as box:
            box.border_title = tr("Game")
            yield BoxPicture()
            with Vertical(id="words"):
                with Horizontal(classes="line"):
                    yield Static(tr_in("form", "game"), classes="label", id="game-label")
                    yield Choice(games, self._slug, id="game")
                    yield Static("", classes="effect", id="facts")
                yield Static("", id="blurb", markup=False)
        with Vertical(id="seats", classes="panel") as seats:
            seats.border_title = tr("Seats")
        with Vertical(id="rules", classes="panel") as rules:
            rules.border_title = tr("Rules")
            yield Vertical(id="options")
            yield from self._more

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
        kind, _, name = field.partition("-")
        if kind == "control":
            control = self.query_one(f"#{field}", Choice).value
            return about_bot(control) if control.startswith(BOT_PREFIX) else tr(ABOUT[kind])
        if kind == "name":
            return self._about_name(int(name))
        if kind != "option":
            return tr(ABOUT[kind]) if kind in ABOUT else ""
        found = (each for each in msgspec.structs.fields(self.game.options) if each.name == name)
        return next((tr(_meta(each).description or "") for each in found), "")

    def _about_name(self, seat: int) -> str:
        """Return a sentence on the manner of a bot; for others, on the field."""
        control = self.query_one(f"#control-{seat}", Choice).value
        if control.startswith(BOT_PREFIX):
            name = self.query_one(f"#name-{seat}", Input).value.strip()
            words = manner_words(self.game, name, control.removeprefix(BOT_PREFIX))
            if words:
                return f"{name}. {words}"
        return tr(ABOUT["name"])

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the manner of the bot that is called so now."""
        is_name = (event.input.id or "").startswith("name-")
        if is_name and self._laid is self.game and self.query("#control-0"):
            self._show_effects()
            self.post_message(self.Changed())

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
                self._name_rules()

    async def lay_game(self) -> None:
        """Show the seats and options of the chosen game, even if games are changed fast."""
        async with self._laying:
            if self._laid is not self.game:
                await self._lay_seats(self.game)
                self._laid = self.game

    async def _lay_seats(self, game: AnyGame) -> None:
        self.query_one("#blurb", Static).update(tr(game.blurb))
        self.query_one(BoxPicture).choose(game.slug)
        self.query_one("#facts", Static).update(_facts(game))
        seats, options = self.query_one("#seats"), self.query_one("#options")
        await seats.remove_children()
        await options.remove_children()
        last = self._last(game)
        sitters = [(control, "") for control in self._sitters.defaults(game)]
        sitters = list(last.seats) if last else sitters
        self._given = list(self._sitters.names([(control, "") for control, _ in sitters]))
        empty = max(game.seats) - len(sitters)
        self._given += [""] * empty
        rows = [
            self._seat_row(game, seat, control, name)
            for seat, (control, name) in enumerate([*sitters, *[(NOBODY, "")] * empty])
        ]
        await seats.mount_all(rows)
        await options.mount_all(self._option_rows(game))
        self._rules_chosen = False
        self._recommend()
        if last:
            self._choose_rules(game, last)

    def _last(self, game: AnyGame) -> SetUp | None:
        """Return how a game was set up last, if it can be set up so again."""
        last = self._remembered.get(game.slug)
        if last is None or len(last.seats) not in game.seats:
            return None
        with suppress(ValueError):
            for control, _ in last.seats:
                if control.startswith(BOT_PREFIX):
                    about_bot(control)
                elif control not in dict(self._sitters.controls()):
                    return None
            self._sitters.names(last.seats)
            return last
        return None

    def _choose_rules(self, game: AnyGame, last: SetUp) -> None:
        """Choose the rules of the last match, where they are not those recommended."""
        recommended = self.options
        for field in msgspec.structs.fields(game.options):
            word = last.options.get(field.name)
            if word in values_of(field.type):
                self.query_one(f"#option-{field.name}", Choice).choose(word)
        if self.options != recommended:
            self._rules_chosen = True
            self._name_rules()

    def _values(self, game: AnyGame, seat: int, control: str) -> list[Value]:
        """Return who can control a seat, each with its words."""
        values = [*self._sitters.controls()]
        values += bot_values(control)
        if seat in game.seats or seat > min(game.seats):
            values.append((NOBODY, tr("nobody")))
        return values

    @staticmethod
    def _option_rows(game: AnyGame) -> list[Horizontal]:
        rows = []
        if game.presets:
            titles = [(preset.name, tr(preset.title)) for preset in presets_of(game)]
            preset = Choice([*titles, (OWN, tr("own options"))], id="preset")
            hint = Static("", id="hint", classes="effect", markup=False)
            rows.append(
                Horizontal(
                    Static(tr_in("form", "rules"), classes="label"), preset, hint, classes="line"
                )
            )
        for field in msgspec.structs.fields(game.options):
            meta = _meta(field)
            values = [(word, tr(word)) for word in values_of(field.type)]
            choice = Choice(values, word_of(field.default), id=f"option-{field.name}")
            label = Static(tr(meta.title or field.name), classes="label")
            # Its first sentence has room there; the line at the foot has them all.
            first = re.split(r"(?<=\.) ", tr(meta.description or ""))[0]
            effect = Static(first, classes="effect", markup=False)
            rows.append(Horizontal(label, choice, effect, classes="line"))
        return rows

    def _seat_row(self, game: AnyGame, seat: int, control: str, own_name: str) -> Horizontal:
        name = Input(
            own_name or self._given[seat],
            placeholder=self._nameless,
            compact=True,
            max_length=NAME_CHARACTERS_MAX,
            disabled=not self._sitters.has_own_name(control),
            id=f"name-{seat}",
            classes=f"seat-{seat}",
        )
        choice = Choice(self._values(game, seat, control), control, id=f"control-{seat}")
        # A full square on its own colour would not be seen.
        mark = SEAT_MARKS[seat].replace("■", "□")
        token = Static(Content.styled(f" {mark} ", f"bold $token-ink on $seat-{seat}"))
        effect = Static("", id=f"effect-{seat}", classes="effect", markup=False)
        return Horizontal(token.add_class("token"), name, choice, effect, classes="line seat")

    def _recommend(self) -> None:
        """Show the preset that is best for this number of players, and take it unless one was
        chosen by hand."""
        if not self.query("#control-0"):
            # The screen closes, or other seats are being laid.
            return
        count = self._show_effects()
        self.post_message(self.Changed())
        best = [preset for preset in self.game.presets if count in preset.seats]
        for hint in self.query("#hint").results(Static):
            sentences = [
                tr("best with {number}: {rules}", number=count, rules=tr(preset.title))
                for preset in best
            ]
            hint.update(", ".join(sentences))
        if self.game.presets and not self._rules_chosen:
            default = default_preset(self.game, count).name
            self.query_one("#preset", Choice).choose(default)
            self._show_options(default)

    def _show_effects(self) -> int:
        """Show beside each seat what its player means for the match; return how many play."""
        occupied = self._occupied()
        for seat in range(max(self.game.seats)):
            control, name = dict(occupied).get(seat, (NOBODY, ""))
            words = self._effect(control, name, len(occupied))
            self.query_one(f"#effect-{seat}", Static).update(words)
        return len(occupied)

    def _effect(self, control: str, name: str, seats: int) -> str:
        """Return what a player of a seat means for the match."""
        if not control.startswith(BOT_PREFIX):
            return "" if control == NOBODY else self._sitters.effect(control)
        return bot_effect(control, self.game, seats, name)

    def _name_rules(self) -> None:
        """Show the preset that the options amount to."""
        chosen = self.options
        fitting = [name for name, row in _presets(self.game).items() if row == chosen]
        for preset in self.query("#preset").results(Choice):
            preset.choose(fitting[0] if fitting else OWN)

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


def _facts(game: AnyGame) -> Content:
    """Return players, time and weight of a game."""
    if game.slug not in BOXES:
        players = f"{min(game.seats)}–{max(game.seats)}"
        return Content(tr("{players} players", players=players))
    runs = [*facts(game.slug), (" ", "dim"), *weight(game.slug)]
    names = {"dim": "$ink-dim", "cursor": "$cursor"}
    return Content.assemble(*((words, names.get(style, "")) for words, style in runs))


def _meta(field: msgspec.structs.FieldInfo) -> msgspec.Meta:
    """Return the title and the description of an option."""
    found: msgspec.Meta = getattr(field.type, "__metadata__", (msgspec.Meta(),))[0]
    return found
