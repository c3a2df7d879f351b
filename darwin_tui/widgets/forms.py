"""The form of a match: fields for game, seats and rules, and beside it the summary of the chosen
game, the levels of its bots, and its last matches."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Final, Protocol

import msgspec
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from darwin_core.bots import ladder
from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame, summary_of
from darwin_core.contract.options import default_preset, presets_of, values_of, word_of
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import SEAT_MARKS, length
from darwin_tui.drawing.chart import interval_bar
from darwin_tui.drawing.marks import seat_mark, signed
from darwin_tui.drawing.panel import FRAME_ROWS, panel
from darwin_tui.drawing.prose import Row, lay_out, sections
from darwin_tui.library.caches import Listed
from darwin_tui.library.dates import short_date
from darwin_tui.seating import (
    BOT_PREFIX,
    SetUp,
    about_bot,
    about_level,
    bot_effect,
    bot_values,
    manner_words,
    offered_levels,
)
from darwin_tui.widgets.boxes import PICTURE, BoxPicture, facts, largest_picture, title_of, weight
from darwin_tui.widgets.pane import DrawnWidget

Value = tuple[str, str]
"""A value of a field, as the program knows it, and its label."""


class Choice(Widget, can_focus=True):
    """A field of values, through which Left, Right and a click step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space", "step(1)", "change", key_display="← →"),
        Binding("left,h", "step(-1)", "previous value", show=False),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> "Choice":
            """The field itself."""
            return self.choice

    place: reactive[int] = reactive(0)
    """Index of the chosen value."""

    def __init__(self, values: Sequence[Value], value: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.values = list(values)
        keys = [key for key, _ in self.values]
        # Set without a reaction: the field is not mounted yet.
        self.set_reactive(Choice.place, keys.index(value) if value in keys else 0)

    @property
    def value(self) -> str:
        return self.values[self.place][0]

    def choose(self, value: str) -> None:
        """Set a value because of another field; no message is posted."""
        self.place = [key for key, _ in self.values].index(value)

    def render(self) -> Content:
        """Render the value, between arrows if there are others; larger in focus."""
        left, right = ("◀", "▶") if self.has_focus else ("◂", "▸")
        if len(self.values) == 1:
            left = right = " "
        words = self.values[self.place][1]
        room = self.size.width - len(left) - len(right) - 2
        # Words beyond the room may also use the two blanks around them.
        gap = " " if len(words) <= room else ""
        return Content(f"{left}{gap}{words:<{max(room, 0)}}{gap}{right}")

    def action_step(self, by: int) -> None:
        """Go to the next or previous value."""
        self.place = (self.place + by) % len(self.values)
        self.post_message(self.Changed(self))

    def on_click(self) -> None:
        self.action_step(1)


class Fields(VerticalScroll, can_focus=False, inherit_bindings=False):
    """A column of fields, scrolled by the focus only: arrows move from field to field."""


def redraw_lines(screen: Screen[object]) -> None:
    """Redraw all lines of a form on their new background, since Textual keeps the old one."""
    for words in screen.query(".line > *"):
        words.notify_style_update()
        words.refresh()


NOBODY: Final = ""
"""Control of an empty seat."""
OWN: Final = "?"
"""Value of the field of presets while the options equal no preset."""
NAME_CHARACTERS_MAX: Final = 16
"""Maximum length of a player's name, as records allow."""
FIELD_SENTENCES: Final = {
    "game": mark("Left and Right choose another game."),
    "name": mark("Type the name of this player; Enter goes to the next field."),
    "control": mark("Choose who plays here."),
    "preset": mark("Choose the rules, or each of them below."),
}
"""Sentences about fields, by the first word of their identifiers."""
Sitter = tuple[str, str]
"""The control of a seat and the typed name; both may be empty."""


class Sitters(Protocol):
    """The players that can sit at a table, and their names."""

    def defaults(self, game: AnyGame) -> Sequence[str]:
        """Return the initial controls of the seats; seats beyond these are empty."""

    def controls(self) -> Sequence[Value]:
        """Return the possible controls of a seat with their labels, without the bots."""

    def effect(self, control: str) -> str:
        """Describe a control that is not a bot, in a few words."""

    def has_own_name(self, control: str) -> bool:
        """Return whether a name can be typed for a seat with some control."""

    def names(self, sitters: Sequence[Sitter]) -> Sequence[str]:
        """Return a name for each occupied seat: the typed name, or a default.

        Raises:
            ValueError: with one sentence, if a typed name is impossible.
        """


class MatchForm(Vertical):
    """The form of a match: a line for the game, for each seat, and for each option. All fields
    start in the same column, with the effect of the value beside them."""

    class Changed(Message):
        """The game, the number of players, or a name has changed."""

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
            nameless: placeholder of an empty name field.
            slug: game chosen at first; empty for the last one set up.
            more: lines below the rules.
            remembered: earlier set-ups of matches, newest first.
        """
        super().__init__()
        self._slug = slug or next((set_up.game for set_up in remembered), "")
        self._remembered = {set_up.game: set_up for set_up in remembered}
        self._sitters = sitters
        self._nameless = nameless
        self._more = more
        self._laid: AnyGame | None = None
        """Game whose seats and options are shown; None while they are replaced."""
        self._given: list[str] = []
        """Names that the form has given to the seats, until somebody types another."""
        self._rules_chosen = False
        """True once the player chooses the preset or an option: the number of seats then changes
        neither."""
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
        await self.lay_game()
        self.query_one("#game").focus()

    @property
    def game(self) -> AnyGame:
        return registry.get(self.query_one("#game", Choice).value)

    @property
    def is_laid(self) -> bool:
        """True if the seats and options of the chosen game are shown."""
        return self._laid is self.game

    @property
    def options(self) -> dict[str, str]:
        """The chosen options, in words."""
        return {
            field.name: self.query_one(f"#option-{field.name}", Choice).value
            for field in msgspec.structs.fields(self.game.options)
        }

    @property
    def occupied(self) -> list[Sitter]:
        return [sitter for _, sitter in self._occupied()]

    def about(self, field: str) -> str:
        """Return a sentence about a field of the form, by its identifier; may be empty."""
        kind, _, name = field.partition("-")
        if kind == "control":
            control = self.query_one(f"#{field}", Choice).value
            is_bot = control.startswith(BOT_PREFIX)
            return about_bot(control, self.game) if is_bot else tr(FIELD_SENTENCES[kind])
        if kind == "name":
            return self._about_name(int(name))
        if kind != "option":
            return tr(FIELD_SENTENCES[kind]) if kind in FIELD_SENTENCES else ""
        fields = (
            option for option in msgspec.structs.fields(self.game.options) if option.name == name
        )
        return next((tr(_meta(option).description or "") for option in fields), "")

    def _about_name(self, seat: int) -> str:
        """Return a sentence about a bot's manner; for other players, about the field."""
        control = self.query_one(f"#control-{seat}", Choice).value
        if control.startswith(BOT_PREFIX):
            name = self.query_one(f"#name-{seat}", Input).value.strip()
            words = manner_words(self.game, name, control.removeprefix(BOT_PREFIX))
            if words:
                return f"{name}. {words}"
        return tr(FIELD_SENTENCES["name"])

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show a bot's manner with its new name."""
        is_name = (event.input.id or "").startswith("name-")
        if is_name and self.is_laid and self.query("#control-0"):
            self._show_effects()
            self.post_message(self.Changed())

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        """Update the fields that depend on a changed field: seats, names, options."""
        match (event.choice.id or "").split("-"):
            case ["game"]:
                await self.lay_game()
            case _ if not (self.is_laid and event.choice.is_attached):
                pass  # A field of the game before.
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
        """Show the seats and options of the chosen game, even if the game changes quickly."""
        async with self._laying:
            while not self.is_laid:
                self._laid = None
                game = self.game
                await self._lay_seats(game)
                self._laid = game

    async def _lay_seats(self, game: AnyGame) -> None:
        """Replace the lines that depend on the game: as in the last set-up, else by default. Stop
        if another game is chosen meanwhile."""
        self.query_one("#blurb", Static).update(tr(game.blurb))
        self.query_one(BoxPicture).choose(game.slug)
        self.query_one("#facts", Static).update(_facts(game))
        seats, options = self.query_one("#seats"), self.query_one("#options")
        await seats.remove_children()
        await options.remove_children()
        last = self._last_set_up(game)
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
        if game is not self.game:
            return
        # First the recommended rules, to which those of the last match are compared.
        self._rules_chosen = False
        self._recommend()
        if last:
            self._choose_rules(game, last)

    def _last_set_up(self, game: AnyGame) -> SetUp | None:
        """Return a game's last set-up, if it is still possible."""
        last = self._remembered.get(game.slug)
        if last is None or len(last.seats) not in game.seats:
            return None
        with suppress(ValueError):
            for control, _ in last.seats:
                if control.startswith(BOT_PREFIX):
                    about_bot(control, game)
                elif control not in dict(self._sitters.controls()):
                    return None
            self._sitters.names(last.seats)
            return last
        return None

    def _choose_rules(self, game: AnyGame, last: SetUp) -> None:
        """Choose the rules of the last match, if they differ from the recommended rules."""
        recommended = self.options
        for field in msgspec.structs.fields(game.options):
            word = last.options.get(field.name)
            if word in values_of(field.type):
                self.query_one(f"#option-{field.name}", Choice).choose(word)
        if self.options != recommended:
            self._rules_chosen = True
            self._name_rules()

    def _values(self, game: AnyGame, seat: int, control: str) -> list[Value]:
        """Return the possible controls of a seat, with their labels."""
        values = [*self._sitters.controls()]
        values += bot_values(control)
        # A seat may be empty if the seats before it are enough for a match. Some games have gaps
        # between their numbers of seats.
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
            # Only the first sentence fits beside the field; the line at the foot has them all.
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
        mark = SEAT_MARKS[seat]
        token = Static(Content.styled(f" {mark} ", f"bold $token-ink on $seat-{seat}"))
        effect = Static("", id=f"effect-{seat}", classes="effect", markup=False)
        return Horizontal(token.add_class("token"), name, choice, effect, classes="line seat")

    def _recommend(self) -> None:
        """Show the best preset for this number of players; select it unless the player chose
        one."""
        if not self.query("#control-0"):
            # The screen is closing, or the seats of another game are being mounted.
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
        """Show each player's effect on the match beside the seat; return the number of players."""
        occupied = self._occupied()
        for seat in range(max(self.game.seats)):
            control, name = dict(occupied).get(seat, (NOBODY, ""))
            words = self._effect(control, name, len(occupied))
            self.query_one(f"#effect-{seat}", Static).update(words)
        return len(occupied)

    def _effect(self, control: str, name: str, seats: int) -> str:
        """Return words about a player's effect on the match."""
        if not control.startswith(BOT_PREFIX):
            return "" if control == NOBODY else self._sitters.effect(control)
        return bot_effect(control, self.game, seats, name)

    def _name_rules(self) -> None:
        """Show the preset that equals the options."""
        chosen = self.options
        fitting = [name for name, row in _presets(self.game).items() if row == chosen]
        for preset in self.query("#preset").results(Choice):
            preset.choose(fitting[0] if fitting else OWN)

    def _show_options(self, preset: str) -> None:
        """Set all options to the values of a preset."""
        for name, value in _presets(self.game)[preset].items():
            self.query_one(f"#option-{name}", Choice).choose(value)

    def _rename(self, seat: int) -> None:
        """Rename a seat to fit its player, unless a name was typed."""
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
    """Return the option values of a game's presets, in words."""
    return {
        preset.name: {
            name: word_of(value) for name, value in msgspec.structs.asdict(preset.options).items()
        }
        for preset in presets_of(game)
    }


def _facts(game: AnyGame) -> Content:
    """Return players, time and weight of a game."""
    runs = [*facts(game.slug), (" ", "dim"), *weight(game.slug)]
    names = {"dim": "$ink-dim", "cursor": "$cursor"}
    return Content.assemble(*((words, names.get(style, "")) for words, style in runs))


def _meta(field: msgspec.structs.FieldInfo) -> msgspec.Meta:
    """Return the title and description of an option."""
    meta: msgspec.Meta = getattr(field.type, "__metadata__", (msgspec.Meta(),))[0]
    return meta


LAST_ROWS_MIN: Final = 4
"""Minimum rows of the last matches, in a panel."""
LEVEL_ROWS: Final = 2
"""Rows of a level with the words on how it plays."""
LEVEL_ROWS_MAX: Final = 5
"""Rows of a level with its strength bar, and a blank row."""
LOW_FROM_COLUMNS: Final = 76
"""Minimum columns for the game's picture beside its text if there are few rows."""
LOW_ROWS_MIN: Final = 5
"""Minimum rows of the picture beside its text."""
DATE_COLUMNS: Final = 17
"""Columns of a match's date before its players."""
LEVEL_COLUMNS: Final = 8
"""Minimum columns of a level's title, so that the words after it are aligned."""
WIDE_FROM_COLUMNS: Final = 60
"""Minimum columns for the players of a match in the row of its date."""
NONE_YET: Final = mark(
    "No match of it is saved yet. {home.learn} on the first screen begins a lesson: a guided "
    "match, with a teacher."
)


class _AboutGame(DrawnWidget):
    """Notes on the chosen game, with or without its last matches."""

    def __init__(self, id_: str) -> None:
        super().__init__(id=id_)
        self._game: AnyGame | None = None
        self._seats = 0
        self._played: Sequence[Listed] | None = None

    def choose(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._seats = seats
        self.redraw()

    def show_matches(self, matches: Sequence[Listed] | None) -> None:
        """Show the game's matches among saved ones, last played first; None hides the list."""
        self._played = matches
        self.redraw()


class GameSheet(_AboutGame):
    """The summary of the chosen game, with its picture or its last matches."""

    def __init__(self) -> None:
        super().__init__("sheet")

    def fill(self, area: Area) -> None:
        """Draw the text, with the picture or the last matches if there is room."""
        game = self._game
        if game is None:
            panel(area)
            return
        text = summary_of(game)
        rows = lay_out(text, area.width - 4)
        spare = area.height - FRAME_ROWS - len(rows)
        if self._played is not None and spare >= LAST_ROWS_MIN + 1:
            area, last = area.rows(len(rows) + FRAME_ROWS, Grow(), gap=1)
            _draw_last(last, game, self._played)
        elif spare < 0 and area.width >= LOW_FROM_COLUMNS:
            self._draw_low(area, game.slug, text)
            return
        inner = panel(area, mark("The game in short"), tr("{new.help} opens the rules", **KEYS))
        y = self._draw_picture(inner, game.slug, inner.height - len(rows))
        if not y:
            # Without blank rows, picture and text may both fit, or at least the text.
            close = [row for row in rows if row]
            y = self._draw_picture(inner, game.slug, inner.height - len(close))
            rows = close if y or len(rows) > inner.height else rows
        for row in rows:
            inner.text(0, y, *row)
            y += 1

    @staticmethod
    def _draw_low(area: Area, slug: str, text: str) -> None:
        """Draw the picture, and beside it those parts of the text that fit."""
        if area.height < LOW_ROWS_MIN:
            return
        inner = panel(area, mark("The game in short"), tr("{new.help} opens the rules", **KEYS))
        picture = largest_picture(slug, Size(inner.width // 3, inner.height))
        if picture and inner.look.has_pictures:
            inner.picture(0, (inner.height - picture.height // 2) // 2, picture)
            inner = inner.inside(picture.width + 2, 0, 0, 0)
        y = 0
        for section in sections(text):
            rows = lay_out(section.text, inner.width)
            if y + 1 + len(rows) > inner.height:
                continue
            for row in [((section.title, "title"),), *rows]:
                inner.text(0, y, *row)
                y += 1

    @staticmethod
    def _draw_picture(area: Area, slug: str, room: int) -> int:
        """Draw the picture, enlarged as far as it fits; return the row below."""
        picture = largest_picture(slug, Size(area.width, room - 1))
        if picture is None or picture.width == PICTURE[0] or not area.look.has_pictures:
            return 0
        area.picture((area.width - picture.width) // 2, 0, picture)
        return picture.height // 2 + 1


class TableNotes(_AboutGame):
    """The levels of bots, and the last matches of the chosen game."""

    def __init__(self) -> None:
        super().__init__("notes")

    def fill(self, area: Area) -> None:
        """Draw as many levels and last matches as fit."""
        game = self._game
        if game is None or area.height < len(offered_levels()) + FRAME_ROWS:
            return
        if self._played is not None:
            wanted = max(len(_matches_of(game, self._played)) + FRAME_ROWS, LAST_ROWS_MIN)
            # A blank row separates the two panels.
            spare = area.height - 1 - FRAME_ROWS - LEVEL_ROWS * len(offered_levels())
            if spare >= LAST_ROWS_MIN:
                area, last = area.rows(Grow(), min(wanted, spare), gap=1)
                _draw_last(last, game, self._played)
        note = tr("wins against Normal bots, as measured")
        self._draw_levels(panel(area, mark("Bots"), note), game)

    def _draw_levels(self, area: Area, game: AnyGame) -> None:
        """Draw each level with its strength and, if there is room, its way of playing."""
        levels = offered_levels()
        height = min(area.height // len(levels), LEVEL_ROWS_MAX)
        for place, level in enumerate(levels):
            entry = area.at(0, place * height, area.width, height)
            effect = bot_effect(f"{BOT_PREFIX}{level.name}", game, self._seats)
            bar, _, strength = effect.partition(" ")
            title = f"{tr(level.title):{LEVEL_COLUMNS}}"
            x = entry.text(0, 0, (bar, "cursor"), " ", (title, "strong"))
            entry.text(x, 0, (strength, "dim"))
            more = entry.inside(2, 1, 0)
            more.text(0, 0, about_level(level, game))
            rung = ladder.against_normal(game.package).get((level.name, self._seats))
            if rung and height > LEVEL_ROWS:
                span = rung.low, rung.high
                interval_bar(more, 1, rung.win_rate, span, (0, 1), marks=(rung.fair,))


def _draw_last(area: Area, game: AnyGame, played: Sequence[Listed]) -> None:
    """Draw a panel of a game's last matches, a row each."""
    inner = panel(area, mark("Last matches"))
    own_matches = _matches_of(game, played)
    if not own_matches:
        inner.paragraph(0, tr(NONE_YET, **KEYS), "dim")
    # In a narrow panel, the players have a separate row.
    indent, below = (DATE_COLUMNS, 0) if inner.width >= WIDE_FROM_COLUMNS else (1, 1)
    for place, match in enumerate(own_matches[: inner.height // (1 + below)]):
        y = place * (1 + below)
        inner.text(0, y, (short_date(match.made), "dim"))
        line = inner.at(indent, y + below, inner.width - indent, 1)
        x = 0
        for pieces in _results(match):
            if x + length(pieces) <= line.width:
                x = line.text(x, 0, *pieces) + 2


def _matches_of(game: AnyGame, played: Sequence[Listed]) -> list[Listed]:
    """Return a game's undamaged records among saved matches."""
    return [match for match in played if match.game == game.slug and not match.trouble]


def _results(match: Listed) -> list[Row]:
    """Return the players by rank, with points; winners starred."""
    rows: list[Row] = [] if match.over else [((tr("not finished"), "dim"),)]
    for seat in sorted(range(len(match.players)), key=lambda seat: match.places[seat]):
        is_won = match.over and match.places[seat] == 1
        name = (f" {match.players[seat].name}", f"seat-{seat}")
        points = (f" {signed(match.points[seat])}", "strong" if is_won else "")
        rows.append((seat_mark(seat), name, points, (" ★" if is_won else "", "cursor")))
    return rows
