"""Games and bots: ``darwin-tui games`` and ``simulate``."""

import click
import msgspec

from darwin_core import registry
from darwin_core.game import AnyGame
from darwin_core.options import read_choices
from darwin_tui.cli import process
from darwin_tui.cli.options import (
    AS_JSON,
    CHOICES,
    PRESET,
    read_seats,
    read_seed,
    wrong_use,
)
from darwin_tui.seating import BOT_PREFIX, DEFAULT_LEVEL, people_of


@click.command()
@AS_JSON
def games(as_json: bool) -> None:
    """List the games."""
    for refusal in registry.refusals():
        click.echo(refusal, err=True)
    if as_json:
        known = [registry.get(slug) for slug in registry.slugs()]
        click.echo(msgspec.json.encode([_game_facts(game) for game in known]).decode())
    else:
        click.echo("\n".join(registry.catalogue()))


def _game_facts(game: AnyGame) -> dict[str, object]:
    """Return the facts on a game that programs use; its options as in a JSON schema."""
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
@click.argument("game", metavar="GAME")
@click.option("--games", "count", type=click.IntRange(1, 1_000_000), required=True)
@click.option(
    "--seats",
    metavar="SEATS",
    help="Which bots, as in bot:hard,bot:normal; by default a full table of normal ones.",
)
@PRESET
@CHOICES
@click.option(
    "--seed", default="0", callback=read_seed, help="Any text; the same seed gives the same result."
)
@AS_JSON
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

    known = wrong_use(registry.get, game)
    if seats is None:
        seats = ",".join([f"{BOT_PREFIX}{DEFAULT_LEVEL}"] * max(known.seats))
    players = wrong_use(read_seats, seats, known, "")
    if people_of(players):
        raise click.UsageError("Only bots can be simulated, as in --seats bot:hard,bot:normal.")
    bots = [player.control.removeprefix(BOT_PREFIX) for player in players]
    options = wrong_use(read_choices, choices, known, len(players), preset)
    result = simulation.simulate(game, bots, count, seed, jobs or process.processors(), options)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        click.echo("\n".join(simulation.table(result)))
