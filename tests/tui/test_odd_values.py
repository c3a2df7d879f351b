"""Odd values for every parameter of every command: the answer is one sentence, never a failure."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tui.scenes import finished

from darwin_tui.cli import process
from darwin_tui.cli.program import COMMANDS, main

ODD = ("", " ", "nope", "-1", "0", "9" * 25, "x30", "30x", "²x²", "a:b", "://", ",", "\udcff", "é")
"""Values that nobody means: empty, unknown, negative, huge, half a size, or wrongly encoded."""
NEEDED = {"count": "1", "text": "words", "to": "copy", "code": "x", "name": "ada"}
"""Valid values of required parameters, by their names."""
ALONE = [
    *(f"{name} nope" for name in ("learn", "stats", "daily", "play")),
    *(f"export FILE --as svg --size {size}" for size in ("x30", "30x", "²x²", "x")),
]
NOTHING_DONE = [
    "export FILE --as md --size 80x24",
    "export FILE --as json --size 80x24",
    "export FILE --v3",
    "export FILE --as svg --v3",
    "analyse FILE --seat 1",
    "analyse FILE --hidden 1 --worlds 3",
    "analyse FILE --hidden 1 --as all",
    "learn --check --restart",
    "learn dice --check --plain",
    "simulate dice --games 1 --at 3",
    "simulate dice --games 1 --ladder ''",
    "simulate dice --games 1 --ladder --against ''",
    "daily --again",
    "daily --plain",
    "daily dice ''",
    "stats ''",
    "stats --against ''",
    "stats --rules ''",
    "play --resume FILE --seats ''",
    "serve --open keys list",
    "serve --web 127.0.0.1:1 status",
    "serve --check say hi",
    "serve --web '' --check",
    "serve --store '' keys list",
    "serve move --to ''",
]
"""Command lines with options that would have no effect."""


def commands(group: click.Group, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the words of all commands below a group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*words, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))


ALL = [*commands(main, ())]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Run commands in an empty folder and without a terminal; return a record of a match."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(process, "has_terminal", lambda: False)
    return finished("bot:random", "bot:random").path


def invoked(words: list[str]) -> tuple[int, str]:
    result = CliRunner().invoke(main, words, input="q\nq\n")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(words) from result.exception
    return result.exit_code, result.stderr


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_odd_values_are_refused_in_a_sentence(words, alone):
    command: click.Command | None = main
    for word in words:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word)
    assert command is not None
    for tried in command.params:
        if isinstance(tried, click.Option) and tried.is_flag:
            continue
        for value in ODD:
            line = [*words]
            for param in command.params:
                if param is tried:
                    given = value
                elif not param.required:
                    continue
                else:
                    of_file = "file" in (param.name or "")
                    given = str(alone) if of_file else NEEDED.get(param.name or "", "dice")
                is_option = isinstance(param, click.Option)
                line += [f"{param.opts[-1]}={given}"] if is_option else ["--", given]
            if line.count("--") > 1:
                # One mark precedes all arguments.
                first = line.index("--")
                line = line[: first + 1] + [part for part in line[first:] if part != "--"]
            if words == ("serve",):
                line.append("--check")
            code, output = invoked(line)
            assert "has failed" not in output, (line, output)
            assert "Traceback" not in output, line
            assert code in (0, 1, 2), (line, code)
            assert len(output.splitlines()) <= 1 or code == 0, (line, output)


@pytest.mark.parametrize("line", [*NOTHING_DONE, *ALONE])
def test_options_that_would_do_nothing_are_wrong_use(line, alone):
    words = [word.strip("'").replace("FILE", str(alone)) for word in line.split()]
    code, output = invoked(words)
    assert (code, output.count("\n")) == (2, 1), output
    assert "has failed" not in output


def test_shells_complete_the_games():
    for name in ("play", "learn", "stats", "daily", "simulate"):
        assert name in COMMANDS
        command = main.get_command(click.Context(main), name)
        assert command is not None
        (game,) = [param for param in command.params if param.name == "game"]
        completions = game.shell_complete(click.Context(command), "d")
        assert [completion.value for completion in completions] == ["dice", "darwinning"]
