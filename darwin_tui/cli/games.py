"""The commands ``darwin-tui games``, ``simulate`` and ``duel``: lists of games, and matches between
bots."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.contract.game import SEATS_MAX, AnyGame
from darwin_core.contract.options import read_choices
from darwin_tui.cli import process
from darwin_tui.cli.options import (
    AS_JSON,
    CHOICES,
    FILE,
    GAME,
    JOBS,
    ON,
    PRESET,
    open_file,
    or_wrong_use,
    read_seats,
    read_seed,
    workers_of,
)
from darwin_tui.cli.program import CommandFailed, echo
from darwin_tui.library import saves
from darwin_tui.seating import BOT_PREFIX, DEFAULT_LEVEL, people_of
from darwin_tui.terminal.printable import clean

if TYPE_CHECKING:
    from darwin_tui.strength.simulate import MatchLog
    from darwin_tui.strength.workers import Workers


ALL: Final = "all"
"""The value of ``--ladder`` without levels: all of them."""


@click.command()
@AS_JSON
def games(as_json: bool) -> None:
    """List the games."""
    for refusal in registry.refusals():
        echo(refusal, is_error=True)
    if as_json:
        games = [registry.get(slug) for slug in registry.slugs()]
        click.echo(msgspec.json.encode([_game_facts(game) for game in games]).decode())
    else:
        echo("\n".join(registry.catalogue()))


def _game_facts(game: AnyGame) -> dict[str, object]:
    """Return the facts about a game for programs, with its options as in a JSON schema."""
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


@click.command()
@click.argument("game", metavar="GAME", type=GAME)
@click.option("--games", "count", type=click.IntRange(1, 1_000_000), required=True)
@click.option(
    "--seats",
    metavar="SEATS",
    help="Which bots, as in bot:hard,bot:normal; by default a full table of normal ones.",
)
@click.option(
    "--ladder",
    metavar="LEVELS",
    is_flag=False,
    flag_value=ALL,
    help="Measure levels against Normal instead, as in hard,master; by default all.",
)
@click.option(
    "--at",
    "at_seats",
    metavar="SEATS",
    type=int,
    help="With --ladder: the number of seats; by default the smallest table and one of four.",
)
@click.option(
    "--against",
    metavar="LEVEL",
    help="With --ladder: the level that they are measured by, in place of Normal.",
)
@click.option(
    "--open-cards",
    "sees_all",
    is_flag=True,
    help="With --ladder: the levels see all cards, to learn how much luck leaves to win.",
)
@PRESET
@CHOICES
@click.option(
    "--seed", default="0", callback=read_seed, help="Any text; the same seed gives the same result."
)
@AS_JSON
@JOBS
@ON
@click.option(
    "--log",
    "log_file",
    type=FILE,
    help="Write each match to this file; those that it has already are not played again.",
)
def simulate(
    game: str,
    count: int,
    seats: str | None,
    ladder: str | None,
    at_seats: int | None,
    against: str | None,
    sees_all: bool,
    preset: str | None,
    choices: tuple[str, ...],
    seed: str,
    as_json: bool,
    jobs: int | None,
    address: str | None,
    log_file: Path | None,
) -> None:
    """Let bots play many matches and count who wins."""
    from darwin_tui.strength import simulate as simulation
    from darwin_tui.strength.simulate import MatchLog

    known_game = or_wrong_use(registry.get, game)
    log = MatchLog(log_file) if log_file else None
    if ladder is not None:
        if seats is not None or preset is not None or choices:
            raise click.UsageError("A ladder has its own seats, and the rules as printed.")
        with workers_of(address, jobs) as workers:
            _climb(
                known_game, ladder, at_seats, count, seed, as_json, workers, sees_all, against, log
            )
        return
    if at_seats is not None:
        raise click.UsageError("Only a ladder has a number of seats; --seats names the bots.")
    if sees_all:
        raise click.UsageError("Only the levels of a ladder can see all cards.")
    if against is not None:
        raise click.UsageError("Only the levels of a ladder are measured by another one.")
    if seats is None:
        seats = ",".join([f"{BOT_PREFIX}{DEFAULT_LEVEL}"] * max(known_game.seats))
    players = or_wrong_use(read_seats, seats, known_game, "")
    if people_of(players):
        raise click.UsageError("Only bots can be simulated, as in --seats bot:hard,bot:normal.")
    bots = [player.control.removeprefix(BOT_PREFIX) for player in players]
    options = or_wrong_use(read_choices, choices, known_game, len(players), preset)
    with workers_of(address, jobs) as workers:
        result = simulation.simulate(game, bots, count, seed, workers, options, log)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        echo("\n".join(simulation.table(result)))


def _climb(
    game: AnyGame,
    names: str,
    seats: int | None,
    count: int,
    seed: str,
    as_json: bool,
    workers: "Workers",
    sees_all: bool,
    against: str | None,
    log: "MatchLog | None",
) -> None:
    """Measure levels against another level; as JSON, each result is printed at once."""
    from darwin_core.bots.ladder import AGAINST
    from darwin_tui.strength import simulate as simulation

    measured_by = AGAINST if against is None else or_wrong_use(levels.level, against).name
    if seats is not None and seats not in game.seats:
        raise click.UsageError(f"{game.title} is not played by {seats}.")
    rungs = simulation.climb(
        game.slug,
        simulation.levels_but(measured_by)
        if names == ALL
        else or_wrong_use(simulation.read_levels, names),
        (seats,) if seats else simulation.seat_counts(game.slug),
        count,
        seed,
        workers,
        sees_all,
        measured_by,
        log,
    )
    if as_json:
        for rung in rungs:
            click.echo(msgspec.json.encode(rung).decode())
    else:
        echo("\n".join(simulation.ladder_lines(game.slug, list(rungs))))


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
@JOBS
def duel(
    file: Path, seat: int | None, by: str, games: int, as_json: bool, jobs: int | None
) -> None:
    """Let a bot play the deals of a finished match, and compare the score line by line."""
    from darwin_tui.library import duel as dueling

    match = open_file(file, saves.read).match
    if match.game.outcome(match.state) is None:
        raise CommandFailed(f"{file}: Only a match that was played to its end can be compared.")
    if seat is not None and seat > match.seats:
        raise click.UsageError(f"The match has seats 1 to {match.seats}, no {seat}.")
    level = or_wrong_use(levels.level, by.removeprefix(BOT_PREFIX)).name
    seats = range(match.seats) if seat is None else [seat - 1]
    result = dueling.duel(file, match, seats, level, games, jobs or process.processors())
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        echo("\n".join(map(clean, dueling.table(result))))
