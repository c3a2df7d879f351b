"""The command ``darwin-tui play``: a new match or a saved one, in full screen or line by line."""

from collections.abc import Sequence
from pathlib import Path

import click

from darwin_core.contract import registry
from darwin_core.contract.options import read_choices, rules_title
from darwin_core.match.record import Header
from darwin_core.text.language import tr
from darwin_core.text.wording import listed
from darwin_tui.cli import process
from darwin_tui.cli.options import (
    CHOICES,
    FILE,
    GAME,
    PLAIN,
    PRESET,
    open_file,
    or_wrong_use,
    read_seats,
    read_seed,
)
from darwin_tui.cli.program import echo
from darwin_tui.library import saves
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.seating import DEFAULT_LEVEL, FIRST_LEVEL, people_of
from darwin_tui.settings import is_newcomer


@click.command()
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@click.option(
    "--seats",
    metavar="SEATS",
    help="Who plays, as in human,bot:hard,bot:master:10s:Emma; by default you and normal bots, "
    "in your first match of a game easy ones.",
)
@click.option(
    "--seed", callback=read_seed, help="Any text; the same seed gives the same cards and dice."
)
@PRESET
@CHOICES
@PLAIN
@click.option("--save", type=FILE, metavar="FILE", help="The new file to save the match in.")
@click.option("--resume", type=FILE, metavar="FILE", help="Continue a saved match.")
@click.pass_obj
def play(
    player: PlayerContext,
    game: str | None,
    seats: str | None,
    seed: str | None,
    preset: str | None,
    choices: tuple[str, ...],
    is_plain: bool,
    save: Path | None,
    resume: Path | None,
) -> int:
    """Play a match. A match between bots only is played to its end without pauses."""
    if resume is not None:
        if any(option is not None for option in (game, seats, seed, preset, save)) or choices:
            raise click.UsageError("A saved match keeps its game and options: give --resume alone.")
        opened = open_file(resume, saves.resume)
    elif game is None:
        raise click.UsageError(
            f"Name a game: {listed(registry.slugs(), 'or')}, or --resume and a file"
        )
    else:
        header = _header(player, game, seats, seed, preset, choices)
        opened = saves.create(header, save or player.locations)
    players = opened.match.header.players
    if is_plain or not people_of(players) or not process.has_terminal():
        # Imported here, as the full screen does not need it.
        from darwin_tui import text_mode

        return text_mode.play_plain(player.matches.host(opened), text_mode.Console(player))
    if rules := rules_title(opened.match.game, opened.match.header.options):
        # Print the rules before the screen is taken over; they can be read again afterwards.
        echo(tr("Rules: {rules}.", rules=tr(rules)))
    return process.load_full_screen()(player, play=opened)


def _header(
    player: PlayerContext,
    slug: str,
    seats: str | None,
    seed: str | None,
    preset: str | None,
    choices: Sequence[str],
) -> Header:
    """Return the header of a new match; raises click.UsageError for impossible options."""
    game = or_wrong_use(registry.get, slug)
    is_first = is_newcomer(player.settings.now, slug)
    level = FIRST_LEVEL if is_first else DEFAULT_LEVEL
    players = or_wrong_use(read_seats, seats, game, player.name, level)
    options = or_wrong_use(read_choices, choices, game, len(players), preset)
    return saves.header_for(slug, options, players, seed)
