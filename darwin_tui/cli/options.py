"""Options and arguments that several commands share."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame
from darwin_core.match.record import HUMAN, Player, RecordError
from darwin_core.text.wording import quoted
from darwin_tui import seating
from darwin_tui.cli import process
from darwin_tui.cli.program import CommandFailed, require
from darwin_tui.library.saves import Opened
from darwin_tui.seating import BOT_PREFIX, DEFAULT_LEVEL, default_table, people_of, seated

if TYPE_CHECKING:
    from darwin_tui.strength.workers import Workers

Read = TypeVar("Read")

_SEED_CHARACTERS_MAX: Final = 200
"""Maximum length of a seed."""

CHOICES: Final = click.option(
    "--option", "choices", metavar="NAME=VALUE", multiple=True, help="A game's option."
)
PRESET: Final = click.option(
    "--preset",
    metavar="NAME",
    help="Options that go well together, as balanced for evo, or printed for the printed rules; "
    "by default what is recommended for so many players.",
)
PLAIN: Final = click.option(
    "--plain", "is_plain", is_flag=True, help="Line by line, for screen readers and scripts."
)
AS_JSON: Final = click.option("--json", "as_json", is_flag=True, help="For programs.")
JOBS: Final = click.option(
    "--jobs", type=click.IntRange(1, 256), help="How many processes share the work."
)
ON: Final = click.option(
    "--on",
    "address",
    metavar="ADDRESS",
    help="Let the workers of a Dask cluster do it, as in tcp://10.0.0.5:8786.",
)


class GameName(click.ParamType[str]):
    """The short name of a game, which shells can complete."""

    name = "GAME"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        return or_wrong_use(registry.get, str(value)).slug

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the games whose names begin with the typed text."""
        return [CompletionItem(slug) for slug in registry.slugs() if slug.startswith(incomplete)]


GAME: Final = GameName()


class Name(click.Path):
    """The name of a file or folder."""

    def convert(
        self, value: str | PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | PathLike[str]:
        """Return a path. Refuse an empty text, as from an unset variable: it would mean the current
        folder."""
        if value == "":
            self.fail("An empty text is no name of a file or folder.", param, ctx)
        return super().convert(value, param, ctx)


# Commands say themselves why a file cannot be read, and that this is no wrong use.
FILE: Final = Name(path_type=Path, readable=False)


class Size(click.ParamType[tuple[int, int]]):
    """Columns and rows of a terminal, as in ``120x40``."""

    name = "COLUMNSxROWS"
    LEAST = (80, 24)
    MOST = (240, 80)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        columns, _, rows = str(value).partition("x")
        is_size = columns.isdecimal() and rows.isdecimal()
        size = (int(columns), int(rows)) if is_size else (0, 0)
        if not all(a <= b <= c for a, b, c in zip(self.LEAST, size, self.MOST, strict=True)):
            self.fail(f"{str(value)[:20]!r} is no size from 80x24 to 240x80.", param, ctx)
        return size


SIZE: Final = Size()


def refuse_unused(context: click.Context, names: Iterable[str], why: str) -> None:
    """Refuse options that would have no effect, if one of them was given.

    Args:
        why: a sentence in which ``{option}`` stands for the option.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in names and source is ParameterSource.COMMANDLINE:
            raise click.UsageError(why.format(option=parameter.opts[0]))


def or_wrong_use(read: Callable[..., Read], *args: object) -> Read:
    """Call a function and turn its ValueErrors into wrong use of the command line."""
    try:
        return read(*args)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def read_seats(
    text: str | None, game: AnyGame, host: str, level: str = DEFAULT_LEVEL
) -> tuple[Player, ...]:
    """Parse players such as ``human,bot:hard:Emma``; without a text, return the default players.

    Args:
        host: name of the first unnamed person.

    Raises:
        ValueError: with one sentence, for an unknown word or a wrong number of seats.
    """
    words = default_table(game, level) if text is None else text.split(",")
    if len(words) not in game.seats:
        *others, last = map(str, game.seats)
        counts = f"{', '.join(others)} or {last}" if others else last
        raise ValueError(f"{game.title} is played by {counts}, not by {len(words)}.")
    return seated([_read_seat(word.strip()) for word in words], host)


def _read_seat(word: str) -> tuple[str, str]:
    """Return the control of a seat and the given name, or an empty one.

    Raises:
        ValueError: with one sentence, if the word is no seat.
    """
    no_seat = ValueError(
        f"{quoted(word)} is not a seat; a seat is human, human:NAME, bot, bot:LEVEL or "
        "bot:LEVEL:NAME, with seconds as in bot:master:10s."
    )
    match word.split(":"):
        case ["human", *names] if len(names) < 2:
            control = HUMAN
        case ["bot"]:
            control = f"{BOT_PREFIX}{levels.NORMAL}"
            names = []
        case ["bot", level, seconds, *names] if len(names) < 2 and levels.is_time(seconds):
            control = f"{BOT_PREFIX}{levels.level(f'{level}:{seconds}').name}"
        case ["bot", level, *names] if len(names) < 2:
            control = f"{BOT_PREFIX}{levels.level(level).name}"
        case _:
            raise no_seat
    if "" in names:
        raise no_seat
    return control, "".join(names)


def read_seed(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    """Return a valid seed; raises click.UsageError for another text."""
    if text is not None and not (0 < len(text) <= _SEED_CHARACTERS_MAX and text.isprintable()):
        raise click.UsageError(f"A seed has 1 to {_SEED_CHARACTERS_MAX} printable characters.")
    return text


def open_file(path: Path, read: Callable[[Path], Opened]) -> Opened:
    """Open a record.

    Raises:
        RecordError: as ``read`` does, with the path before its sentence.
    """
    try:
        return read(path)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def read_viewer(opened: Opened, seat: int | None) -> int:
    """Return the perspective for the number of a seat, counted from 1; the default one for None.

    Raises:
        click.UsageError: if the match has no such seat.
        CommandFailed: if that perspective is closed now.
    """
    if seat is None:
        return seating.default_viewer(people_of(opened.match.header.players))
    if seat > opened.match.seats:
        raise click.UsageError(f"The match has seats 1 to {opened.match.seats}, no {seat}.")
    refusal = seating.why_not_look(opened.match, seat - 1)
    if refusal:
        raise CommandFailed(refusal)
    return seat - 1


@contextmanager
def workers_of(address: str | None, jobs: int | None) -> Iterator["Workers"]:
    """Yield the workers of the cluster at an address; without one, processes of this machine."""
    from darwin_tui.strength.workers import Workers

    if address is not None and jobs is not None:
        raise click.UsageError("A cluster has its own number of processes.")
    if address is None:
        yield Workers(jobs or process.processors())
        return
    require("distributed", "cluster")
    from darwin_tui.strength import workers

    try:
        with workers.connected(address) as connected:
            yield connected
    except workers.NoCluster as error:
        raise CommandFailed(str(error)) from error
