"""The program ``darwin-tui``: its commands, and its exit code and sentence after an error."""

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import click

from darwin_core import __version__
from darwin_core.journal import JournalError, reason
from darwin_core.match.record import RecordError
from darwin_core.text.wording import quoted
from darwin_tui.cli import process
from darwin_tui.terminal.printable import clean, representable

COMMANDS: Final = {
    "daily": ("history", "Play the challenge of the day."),
    "analyse": ("analyse", "Find out how a match was won and lost."),
    "duel": ("games", "Let a bot play the deals of a finished match."),
    "export": ("records", "Write a match for readers without the program."),
    "games": ("games", "List the games."),
    "learn": ("learn", "Learn a game in a guided match."),
    "play": ("play", "Play a match."),
    "puzzles": ("puzzles", "Solve positions in which one action is the best beyond doubt."),
    "replay": ("records", "Replay a record, action by action."),
    "rescue": ("records", "Save what a damaged record still holds in a new file."),
    "serve": ("serve", "Serve tables to friends over SSH and in browsers."),
    "simulate": ("games", "Let bots play many matches and count who wins."),
    "stats": ("history", "Print figures of your finished matches."),
    "verify": ("records", "Check that records are whole and legal, one line for each."),
}
"""The module of each command and its summary. A module is imported only for its command, since
neither the full screen nor the list of commands needs it."""


_INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as shells give it: 128 and the number of the signal."""


class CommandFailed(click.ClickException):
    """Raised for a negative answer, or for a command that cannot be carried out; its message is one
    sentence."""

    exit_code = 1


def require(module: str, extra: str) -> None:
    """Refuse a command that needs a module of an extra that is not installed."""
    if find_spec(module) is None:
        raise CommandFailed(
            f"This needs more than is installed; run: pip install 'darwin-tui[{extra}]'"
        )


def echo(text: str, *, is_error: bool = False) -> None:
    """Print a text in characters of the standard output. Click itself would write UTF-8 even where
    ``--ascii`` has limited it."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    click.echo(representable(text, encoding), err=is_error)


class Program(click.Group):
    """A group of commands that ends in an exit code and at most one sentence."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the named command; if there is none, refer to the list of commands."""
        if args and not args[0].startswith("-") and self.get_command(context, args[0]) is None:
            raise click.UsageError(
                f"There is no command {quoted(args[0])}; {context.command_path} -h lists all."
            )
        return super().resolve_command(context, args)

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command line and end the process."""
        process.open_missing()
        extra["standalone_mode"] = False
        sys.exit(_guarded(lambda: super(Program, self).main(*args, **extra)))


class MainProgram(Program):
    """The whole program, which imports its commands on demand."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"darwin_tui.cli.{module}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


def _guarded(run: Callable[[], object]) -> int:
    """Run a command; print the sentence of an error, and return the exit code."""
    try:
        code = run()
        if sys.stdout:
            sys.stdout.flush()
    except click.Abort:
        return _INTERRUPTED
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except (RecordError, JournalError) as error:
        return _fail(str(error), 1)
    except BrokenPipeError:
        process.discard_output()
        return 1
    except OSError as error:
        process.discard_output()
        return _fail(f"{error.filename or 'The output'} cannot be used: {reason(error)}", 1)
    except Exception as error:
        if process.wants_traceback():
            raise
        failure = f"The program has failed ({type(error).__name__}: {error})"
        where = f"with {process.TRACEBACK}=1 it shows where"
        return _fail(f"{failure}; all matches are saved; {where}", 1)
    return code if isinstance(code, int) else 0


def _fail(sentence: str, code: int) -> int:
    """Print a sentence to standard error, if possible; return the exit code."""
    with suppress(OSError):
        words = clean(sentence).rstrip(".")
        echo(words if words.endswith("?") else f"{words}.", is_error=True)
    return code


@click.group(
    "darwin-tui",
    cls=MainProgram,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="darwin-tui")
@click.option("--ascii", "in_ascii", is_flag=True, help="Use ASCII characters only.")
@click.pass_context
def main(context: click.Context, in_ascii: bool) -> int:
    """Darwin-themed tabletop games in the terminal. Without a command: full screen."""
    if in_ascii:
        process.limit_to_ascii()
    context.obj = player = process.begin_own_session()
    if context.invoked_subcommand is not None:
        return 0
    if not process.has_terminal():
        raise click.UsageError(
            "The full screen needs a terminal; without one, play line by line with: "
            "darwin-tui play dice --plain"
        )
    return process.load_full_screen()(player)
