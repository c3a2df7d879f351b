"""Duels: ``darwin-tui duel``."""

from pathlib import Path

import click
import msgspec

from darwin_core.bots import levels
from darwin_core.contract.game import SEATS_MAX
from darwin_tui.cli import process
from darwin_tui.cli.options import AS_JSON, FILE, open_file, wrong_use
from darwin_tui.cli.program import NotSo
from darwin_tui.library import saves
from darwin_tui.seating import BOT_PREFIX
from darwin_tui.terminal.printable import clean


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--seat",
    type=click.IntRange(1, SEATS_MAX),
    help="The seat that the bot takes, counted from 1; by default each in turn.",
)
@click.option("--by", default="bot:hard", show_default=True, help="The bot that takes it.")
@click.option(
    "--games",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="How often it is played; the deals stay the same, what bots draw for themselves differs.",
)
@AS_JSON
@click.option("--jobs", type=click.IntRange(1, 256), help="How many processes share the work.")
def duel(
    file: Path, seat: int | None, by: str, games: int, as_json: bool, jobs: int | None
) -> None:
    """Let a bot play the deals of a finished match, and compare the score line by line."""
    from darwin_tui.strength import duel as dueling

    match = open_file(file, saves.read).match
    if match.game.outcome(match.state) is None:
        raise NotSo(f"{file}: Only a match that is over can be compared.")
    if seat is not None and seat > match.seats:
        raise click.UsageError(f"The match has seats 1 to {match.seats}, no {seat}.")
    level = wrong_use(levels.level, by.removeprefix(BOT_PREFIX)).name
    seats = range(match.seats) if seat is None else [seat - 1]
    found = dueling.duel(file, match, seats, level, games, jobs or process.processors())
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        click.echo("\n".join(map(clean, dueling.table(found))))
