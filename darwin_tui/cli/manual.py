"""The manual page, written from the commands and their options. It is made by:

python -m darwin_tui.cli.manual > darwin_tui/darwin-tui.1
"""

from collections.abc import Iterator
from inspect import cleandoc

import click

from darwin_core import __version__
from darwin_tui.cli.program import main

ABOUT = """.SH NAME
darwin\\-tui \\- five Darwin\\-themed board games in the terminal
.SH SYNOPSIS
.B darwin\\-tui
[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR]
.SH DESCRIPTION
Without a command the full screen begins. Matches are saved as they are played.
"""
"""The beginning of the page."""
FILES = """.SH FILES
.TP
.I ~/.local/state/darwin\\-tui/matches
The matches, a text file each.
.TP
.I ~/.config/darwin\\-tui/settings.json
The settings.
.SH ENVIRONMENT
XDG_STATE_HOME, XDG_CONFIG_HOME, NO_COLOR and the locale are respected.
.SH EXIT STATUS
0 fine; 1 the answer is no, or a failure; 2 wrong use; 130 interrupted.
"""
"""The end of the page."""


def page() -> Iterator[str]:
    """Yield the parts of the page, in the language of manual pages."""
    context = click.Context(main, info_name="darwin-tui", **main.context_settings)
    yield f'.TH DARWIN\\-TUI 1 "" "darwin\\-tui {__version__}"\n{ABOUT}.SH OPTIONS\n'
    yield from _options(main, context)
    yield ".SH COMMANDS\n"
    yield from _commands(main, context)
    yield FILES


def _commands(group: click.Group, context: click.Context) -> Iterator[str]:
    """Yield the sections of a group's commands, and of the groups in it."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, info_name=name, parent=context)
        usage = " ".join([inner.command_path, *command.collect_usage_pieces(inner)])
        yield f".SS {_safe(usage.removeprefix('darwin-tui '))}\n{_paragraphs(command.help or '')}\n"
        yield from _options(command, inner)
        if isinstance(command, click.Group):
            yield from _commands(command, inner)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the options of a command, except for its help."""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and isinstance(parameter, click.Option) and "--help" not in parameter.opts:
            yield f".TP\n.B {_safe(record[0])}\n{_safe(record[1])}\n"


def _paragraphs(text: str) -> str:
    """Return a help text; paragraphs that click does not rewrap keep their lines."""
    return "\n.PP\n".join(
        "\n".join((".nf", *map(_escaped, part.splitlines()[1:]), ".fi"))
        if part.startswith("\b")
        else _safe(part)
        for part in cleandoc(text).split("\n\n")
    )


def _safe(text: str) -> str:
    """Return a text as one line without characters that the formatter interprets."""
    return _escaped(" ".join(text.split()))


def _escaped(line: str) -> str:
    """Return a line without characters that the formatter interprets."""
    words = line.replace("\\", "\\e").replace("-", "\\-")
    # At the start of a line, a dot or an apostrophe begins a request.
    return f"\\&{words}" if words.startswith((".", "'")) else words


if __name__ == "__main__":
    print("".join(page()), end="")
