"""The command line.

Exit codes: 0 fine; 1 what was asked about is not so or cannot be done, such as a damaged record or
a full disk; 2 wrong use; 130 Ctrl-C. Every error is one sentence.
"""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec

from darwin_core import __version__, registry
from darwin_core.bots import levels
from darwin_core.english import counted
from darwin_core.game import default_preset, find_preset, read_options, rules_title
from darwin_core.journal import JournalError, reason
from darwin_core.language import speak
from darwin_core.match import OMNISCIENT
from darwin_core.record import Header, Player, RecordError
from darwin_core.registry import AnyGame
from darwin_tui import locations, perspective, plain, saves, settings
from darwin_tui.play.local_table import LocalTable
from darwin_tui.printable import clean
from darwin_tui.saves import Opened
from darwin_tui.seating import BOT_PREFIX, HUMAN, people_of, seated, usual_table

TRACEBACK: Final = "DARWIN_TUI_TRACEBACK"
"""Set in the environment, it shows where an error of the program itself happened."""

_DUMB: Final = ("dumb", "unknown")

Value = bool | int | str


class NotSo(click.ClickException):
    """What was asked about is not so, or cannot be done."""

    exit_code = 1


class Program(click.Group):
    """The command line as a whole, which ends in an exit code and at most one sentence."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command meant; for none such, where all of them are told."""
        if args and not args[0].startswith("-") and self.get_command(context, args[0]) is None:
            raise click.UsageError(
                f"There is no command {args[0][:40]!r}; darwin-tui -h tells which there are."
            )
        return super().resolve_command(context, args)

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command line and end the process."""
        _open_missing()
        extra["standalone_mode"] = False
        sys.exit(_guarded(lambda: super(Program, self).main(*args, **extra)))


def _open_missing() -> None:
    """Where standard input or output is closed, a record would be opened in its place and could
    be written over by whatever prints."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _guarded(run: Callable[[], object]) -> int:
    try:
        code = run()
        if sys.stdout:
            sys.stdout.flush()
    except click.Abort:
        return 130
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except (RecordError, JournalError) as error:
        return _fail(str(error), 1)
    except BrokenPipeError:
        _hush()
        return 1
    except OSError as error:
        _hush()
        return _fail(f"{error.filename or 'The output'} cannot be used: {reason(error)}", 1)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        told = f"The program has failed ({type(error).__name__}: {error})"
        return _fail(f"{told}; with {TRACEBACK}=1 it tells where", 1)
    return code if isinstance(code, int) else 0


def _fail(sentence: str, code: int) -> int:
    with suppress(OSError):
        click.echo(f"{clean(sentence).rstrip('.')}.", err=True)
    return code


def _hush() -> None:
    """What could not be written goes nowhere, else Python would complain of it at exit."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def has_terminal() -> bool:
    """Whether the full screen can be used."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams) and (
        os.environ.get("TERM", "").lower() not in _DUMB
    )


# --- what is typed


Read = TypeVar("Read")


def _wrong_use(read: Callable[..., Read], *args: object) -> Read:
    """The answer of a function whose ValueErrors mean that something was typed wrongly."""
    try:
        return read(*args)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def read_seats(text: str | None, game: AnyGame) -> tuple[Player, ...]:
    """The players that words such as ``human,bot:greedy:Emma`` stand for; without any, those who
    usually play.

    Raises:
        ValueError: with one sentence, for a word not understood or a wrong number of seats.
    """
    words = usual_table(game) if text is None else text.split(",")
    if len(words) not in game.seats:
        *others, last = map(str, game.seats)
        counts = f"{', '.join(others)} or {last}" if others else last
        raise ValueError(f"{game.title} is played by {counts}, not by {len(words)}.")
    return seated([_read_seat(word.strip()) for word in words])


def _read_seat(word: str) -> tuple[str, str]:
    """The control of a seat and the name given, if any."""
    no_seat = ValueError(
        f"{word[:40]!r} is no seat; a seat is human, human:NAME, bot:LEVEL or bot:LEVEL:NAME."
    )
    match word.split(":"):
        case ["human", *names] if len(names) < 2:
            control = HUMAN
        case ["bot", level, *names] if len(names) < 2:
            levels.bot(level)
            control = f"{BOT_PREFIX}{level}"
        case _:
            raise no_seat
    if "" in names:
        raise no_seat
    return control, "".join(names)


def read_choices(
    texts: Sequence[str], game: AnyGame, seats: int, preset: str | None = None
) -> dict[str, Value]:
    """Return a game's options from ``name=value`` texts; those not named are as the preset has
    them, without one as the default for so many seats has them.

    Raises:
        ValueError: with one sentence, for an unknown option, value or preset.
    """
    base = default_preset(game, seats) if preset is None else find_preset(game, preset)
    given = msgspec.structs.asdict(base.options)
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not text.isprintable():
            raise ValueError(f"{text[:40]!r} is no option; an option is given as name=value.")
        given[name.strip()] = value.strip()
    return msgspec.structs.asdict(read_options(game, given))


def _read_seed(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> str | None:
    if text is not None and not (0 < len(text) <= 200 and text.isprintable()):
        raise click.UsageError("A seed has 1 to 200 printable characters.")
    return text


# --- records


def _of_file(path: Path, read: Callable[[Path], Opened]) -> Opened:
    """Open a record; what is wrong with it is told with its path."""
    try:
        return read(path)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def _viewer(opened: Opened, seat: int | None) -> int:
    """Whose eyes a record is read through, from the number of a seat counted from 1."""
    if seat is None:
        return perspective.usual_viewer(opened.match)
    if seat > opened.match.seats:
        raise click.UsageError(f"The match has seats 1 to {opened.match.seats}, no {seat}.")
    refusal = perspective.why_not_look(opened.match, seat - 1)
    if refusal:
        raise NotSo(refusal)
    return seat - 1


# --- commands

_CHOICES: Final = click.option(
    "--option", "choices", metavar="NAME=VALUE", multiple=True, help="A game's option."
)
_PRESET: Final = click.option(
    "--preset",
    metavar="NAME",
    help="Options that go well together, as balanced for evo, or printed for the printed rules; "
    "by default what is recommended for so many players.",
)
_PLAIN: Final = click.option(
    "--plain", "is_plain", is_flag=True, help="Line by line, for screen readers and scripts."
)
_FILE: Final = click.Path(path_type=Path)


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="darwin-tui")
@click.option("--ascii", "in_ascii", is_flag=True, help="No character beyond ASCII.")
@click.pass_context
def main(context: click.Context, in_ascii: bool) -> int:
    """Darwin-themed tabletop games in the terminal. Without a command: full screen."""
    if in_ascii and isinstance(sys.stdout, TextIOWrapper):
        # Line mode and full screen both go by what the output can take.
        sys.stdout.reconfigure(encoding="ascii", errors="replace")
    speak(settings.read().settings.language)
    if context.invoked_subcommand is not None:
        return 0
    if not has_terminal():
        raise click.UsageError(
            "The full screen needs a terminal; without one, play line by line with: "
            "darwin-tui play dice --plain"
        )
    from darwin_tui import app

    return app.run()


@main.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option(
    "--seats",
    metavar="SEATS",
    help="Who plays, as in human,bot:greedy,bot:random:Emma; by default you against greedy bots.",
)
@click.option("--seed", callback=_read_seed, help="The text that all chance follows from.")
@_PRESET
@_CHOICES
@_PLAIN
@click.option("--save", type=_FILE, metavar="FILE", help="Save the match there, in a new file.")
@click.option("--resume", type=_FILE, metavar="FILE", help="Go on with a saved match.")
def play(
    game: str | None,
    seats: str | None,
    seed: str | None,
    preset: str | None,
    choices: tuple[str, ...],
    is_plain: bool,
    save: Path | None,
    resume: Path | None,
) -> int:
    """Play a match; one between bots only is played to its end at once."""
    if resume is not None:
        if game or seats or seed or preset or choices or save:
            raise click.UsageError("A saved match goes on as it was begun: give --resume alone.")
        opened = _of_file(resume, saves.resume)
    elif game is None:
        raise click.UsageError(
            f"Say what to play: {' or '.join(registry.SLUGS)}, or --resume and a file"
        )
    else:
        opened = saves.create(_header(game, seats, seed, preset, choices), save)
    players = opened.match.header.players
    if is_plain or not people_of(players) or not has_terminal():
        return plain.play_plain(LocalTable(opened))
    from darwin_tui import app

    if opened.match.game.presets:
        # It is read before the screen is taken, and again when it is given back.
        options = read_options(opened.match.game, opened.match.header.options)
        click.echo(f"Rules: {rules_title(opened.match.game, options)}.")
    return app.run(play=opened)


def _header(
    slug: str, seats: str | None, seed: str | None, preset: str | None, choices: Sequence[str]
) -> Header:
    game = _wrong_use(registry.get, slug)
    players = _wrong_use(read_seats, seats, game)
    options = _wrong_use(read_choices, choices, game, len(players), preset)
    return saves.header_for(slug, options, players, seed)


@main.command()
@click.argument("file", type=_FILE)
@_PLAIN
@click.option("--seat", type=click.IntRange(1, 12), help="Whose eyes to see it through, from 1.")
def replay(file: Path, is_plain: bool, seat: int | None) -> int:
    """Look at a record, act by act."""
    opened = _of_file(file, saves.read)
    viewer = _viewer(opened, seat)
    if is_plain or not has_terminal():
        return plain.replay_plain(opened, viewer)
    from darwin_tui import app

    return app.run(replay=opened, viewer=viewer)


@main.command()
@click.argument("file", type=_FILE)
@click.option(
    "--as", "kind", type=click.Choice(("md", "json", "svg", "cast")), default="md", help="What to."
)
@click.option("--seat", type=click.IntRange(1, 12), help="Whose eyes to tell it through, from 1.")
@click.option("--all", "everything", is_flag=True, help="With nothing hidden, once it is over.")
@click.option("--at", type=click.IntRange(0), help="For svg: after how many acts; else at the end.")
@click.option("--rounds", is_flag=True, help="For svg: one at the end of each round, in a folder.")
@click.option("--v3", is_flag=True, help="For cast: version 3 of the format, which is newer.")
@click.option("--out", type=_FILE, help="Write it there, not to the screen.")
def export(
    file: Path,
    kind: str,
    seat: int | None,
    everything: bool,
    at: int | None,
    rounds: bool,
    v3: bool,
    out: Path | None,
) -> None:
    """Tell a match to readers without the program: as what one player, or a watcher, could know."""
    opened = _of_file(file, saves.read)
    if everything and seat is not None:
        raise click.UsageError("Give --seat or --all, not both.")
    viewer = OMNISCIENT if everything else _viewer(opened, seat)
    refusal = perspective.why_not_look(opened.match, viewer)
    if refusal:
        raise NotSo(refusal)
    if (at is not None or rounds) and kind != "svg":
        raise click.UsageError("--at and --rounds are for --as svg.")
    acts = len(opened.match.history)
    if at is not None and at > acts:
        raise click.UsageError(f"The match has {acts} acts, not {at}.")
    if rounds and out is None:
        raise click.UsageError("--rounds writes several pictures: name a folder with --out.")
    from darwin_tui import export as exporting

    if rounds and out is not None:
        for name, text in exporting.rounds(opened, viewer):
            exporting.write(locations.private_dir(out) / name, text)
    else:
        text = exporting.exported(opened, viewer, kind, at, 3 if v3 else 2)
        if out is not None and saves.is_record(out):
            raise NotSo(f"{out} is the record of a match; write it elsewhere.")
        if out is not None:
            exporting.write(out, text)
        else:
            click.echo(text.decode(), nl=False)
    if opened.notice:
        # What is whole is of use; but scripts must not take it for all there was.
        wrong = opened.notice[:1].lower() + opened.notice[1:]
        raise NotSo(f"{file}: It is exported as far as it is whole: {wrong}")


@main.command()
@click.argument("files", type=_FILE, nargs=-1, required=True)
def verify(files: tuple[Path, ...]) -> int:
    """Check that records are whole and legal, one line for each."""
    wrong = False
    for path in files:
        match, trouble = saves.verified(path)
        wrong |= trouble is not None
        answer = trouble or f"ok ({counted(len(match.history) if match else 0, 'action')})"
        click.echo(clean(f"{path}: {answer}"))
    return 1 if wrong else 0


@main.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def games(as_json: bool) -> None:
    """The games there are."""
    known = [registry.get(slug) for slug in registry.SLUGS]
    if as_json:
        click.echo(msgspec.json.encode([_game_facts(game) for game in known]).decode())
        return
    width = max(len(game.slug) for game in known)
    for game in known:
        seats = ", ".join(map(str, game.seats))
        click.echo(f"{game.slug.ljust(width)}  {game.title}, for {seats} players. {game.blurb}")


def _game_facts(game: AnyGame) -> dict[str, object]:
    """What programs may want to know of a game; its options as in a JSON schema."""
    (_, definitions) = msgspec.json.schema_components([game.options])
    options = definitions[game.options.__name__].get("properties", {})
    return {
        "slug": game.slug,
        "title": game.title,
        "seats": game.seats,
        "options": options,
        "presets": game.presets,
        "rules_version": game.rules_version,
    }


@main.command()
@click.argument("game", metavar="GAME")
@click.option("--games", "count", type=click.IntRange(1, 1_000_000), required=True)
@click.option(
    "--seats",
    metavar="SEATS",
    help="Which bots, as in bot:greedy,bot:random; by default a full table of greedy ones.",
)
@_PRESET
@_CHOICES
@click.option("--seed", default="0", callback=_read_seed, help="The same seed, the same result.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--jobs", type=click.IntRange(1, 256), help="How many processes share the work.")
def simulate(
    game: str,
    count: int,
    seats: str | None,
    preset: str | None,
    choices: tuple[str, ...],
    seed: str,
    as_json: bool,
    jobs: int | None,
) -> None:
    """Let bots play many matches and count who wins."""
    from darwin_tui import simulate as simulation

    known = _wrong_use(registry.get, game)
    if seats is None:
        seats = ",".join([f"{BOT_PREFIX}greedy"] * max(known.seats))
    players = _wrong_use(read_seats, seats, known)
    if people_of(players):
        raise click.UsageError("Only bots can be simulated, as in --seats bot:greedy,bot:random.")
    bots = [player.control.removeprefix(BOT_PREFIX) for player in players]
    options = _wrong_use(read_choices, choices, known, len(players), preset)
    result = simulation.simulate(game, bots, count, seed, jobs or os.cpu_count() or 1, options)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        click.echo("\n".join(simulation.table(result)))
