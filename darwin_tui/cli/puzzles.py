"""The commands ``darwin-tui puzzles``: solve puzzles, check them, and mine new ones."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import click

from darwin_core.analysis import mining
from darwin_core.analysis.mining import Find, Mine
from darwin_core.contract import registry
from darwin_core.teaching import puzzles as shipped
from darwin_core.teaching.puzzles import Collection
from darwin_core.text.language import tr
from darwin_core.text.wording import counted, listed
from darwin_tui.cli import process
from darwin_tui.cli.options import (
    FILE,
    GAME,
    JOBS,
    ON,
    PLAIN,
    open_file,
    or_wrong_use,
    read_seed,
    workers_of,
)
from darwin_tui.cli.program import CommandFailed, echo
from darwin_tui.library import saves
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.training import NO_MORE, Mistake, Training, mistakes
from darwin_tui.seating import bot_names
from darwin_tui.strength.simulate import read_levels
from darwin_tui.terminal.printable import clean

PORTION: Final = 32
"""Number of matches between bots, after which themes with enough puzzles are determined again."""
OPEN: Final = "open"
"""The default command."""


class Puzzles(click.Group):
    """A group of commands; without a command's name, puzzles are opened."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the default command if none is named."""
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = [OPEN, *args]
        return super().parse_args(ctx, args)


@click.group(cls=Puzzles)
def puzzles() -> None:
    """Solve positions in which one action is the best beyond doubt.

    Without a command, darwin-tui puzzles [GAME] opens them.
    """


@puzzles.command(OPEN)
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@click.option("--mistakes", "is_own", is_flag=True, help="Your own mistakes that are due today.")
@click.option("--race", "is_race", is_flag=True, help="As many as you can in five minutes.")
@PLAIN
@click.pass_obj
def solve(
    player: PlayerContext, game: str | None, is_own: bool, is_race: bool, is_plain: bool
) -> int:
    """Solve puzzles: of a game, the first of a day the same for everybody; or your own mistakes."""
    if game and is_own:
        raise click.UsageError("Name a game, or --mistakes.")
    if is_race and not game:
        raise click.UsageError(f"Name a game: {listed(shipped.slugs(), 'or')}.")
    if game and not shipped.load(game):
        raise CommandFailed(f"There is no puzzle of {registry.get(game).title} yet")
    due = _due(player) if is_own else []
    if is_own and not due:
        echo(tr(NO_MORE))
        return 0
    if is_plain or not process.has_terminal():
        if game is None and not is_own:
            raise click.UsageError(f"Name a game: {listed(shipped.slugs(), 'or')}.")
        from darwin_tui import text_mode

        if is_race and game:
            return text_mode.race_plain(text_mode.Console(player), game)
        return text_mode.solve_plain(text_mode.Console(player), game or "", due)
    from darwin_tui.screens import navigation

    first: navigation.Request = navigation.Puzzles()
    if is_race and game:
        first = navigation.Race(game)
    elif game or due:
        first = navigation.Puzzle(game or "", tuple(due))
    return process.load_full_screen()(player, first=first)


def _due(player: PlayerContext) -> list[Mistake]:
    """Return the player's mistakes due today."""
    training = Training(player.locations)
    all_mistakes = mistakes(saves.rows(player.locations), player.name, player.locations)
    return [mistake for mistake in all_mistakes if training.is_due(mistake.id)]


@puzzles.command()
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@click.option("--file", "path", type=FILE, help="A file that was mined, in place of what ships.")
@click.option(
    "--worlds",
    type=click.IntRange(16, mining.WORLDS),
    default=64,
    show_default=True,
    help="In how many ways the unknown cards are dealt at least; more wherever these leave doubts.",
)
def check(game: str | None, path: Path | None, worlds: int) -> None:
    """Prove all puzzles again, in worlds that nobody has seen."""
    if path is not None:
        if not path.exists():
            raise CommandFailed(
                f"{clean(str(path))}: It cannot be read: No such file or directory."
            )
        collections = {clean(str(path)): Mine(path).collection}
    else:
        slugs = (game,) if game else registry.slugs()
        collections = {slug: shipped.collection(slug) for slug in slugs}
    count = 0
    for name, collection in collections.items():
        if game:
            collection = _of_game(collection, game)
        faults = 0
        # Print each fault at once: proofs take a while.
        for fault in _faults(collection, worlds):
            faults += 1
            echo(f"{name}: {fault}")
        count += faults
        if not faults:
            number = counted(len(collection.puzzles), "puzzle")
            proved = f"{name}: {number}, all true."
            echo(proved if collection.puzzles else f"{name}: {number}.")
    if count:
        raise CommandFailed(f"{counted(count, 'thing')} in the puzzles must be mended")


def _of_game(collection: Collection, slug: str) -> Collection:
    """Return the puzzles of one game."""
    sources = {
        name: source for name, source in collection.sources.items() if source.header.game == slug
    }
    return Collection(
        sources, tuple(puzzle for puzzle in collection.puzzles if puzzle.game == slug)
    )


def _faults(collection: Collection, worlds: int) -> Iterator[str]:
    """Yield the faults of puzzles; prove their answers again if nothing else is wrong."""
    faults = [*mining.faults(collection)]
    yield from faults
    if faults:
        return
    for puzzle in collection.puzzles:
        for doubt in mining.doubts(collection.sources[puzzle.record], puzzle, worlds):
            yield f"{puzzle.id}: {doubt}"


@puzzles.command()
@click.argument("records", metavar="[RECORD]...", nargs=-1, type=FILE)
@click.option(
    "--self-play",
    "play",
    metavar="GAME COUNT",
    type=(GAME, click.IntRange(1, 1_000_000)),
    shell_complete=GAME.shell_complete,
    help="Search so many matches between bots.",
)
@click.option(
    "--bots",
    metavar="LEVELS",
    default="normal,easy",
    show_default=True,
    help="With --self-play: who plays, by turns.",
)
@click.option(
    "--seed", default="mine", callback=read_seed, help="With --self-play: any text, of all matches."
)
@click.option(
    "--seats",
    type=click.IntRange(1),
    help="With --self-play: only matches of so many; by default of each number by turns.",
)
@click.option("--to", "path", type=FILE, required=True, help="Add the puzzles to this file.")
@JOBS
@ON
def mine(
    records: tuple[Path, ...],
    play: tuple[str, int] | None,
    bots: str,
    seed: str,
    seats: int | None,
    path: Path,
    jobs: int | None,
    address: str | None,
) -> None:
    """Look for puzzles in records, or in matches between bots.

    The file says which matches were searched, so that the same command continues where it was
    stopped.
    """
    if (play is None) == (not records):
        raise click.UsageError("Name records, or a game and a number of matches for --self-play.")
    levels = or_wrong_use(read_levels, bots)
    target = Mine(path)
    if play is not None:
        slug, count = play
        left = [
            number
            for number in _numbers(slug, count, seats)
            if mining.match_name(slug, seed, number) not in target.collection.searched
        ]
        portion = PORTION
        dig = partial(mining.dig, slug, levels, [*bot_names(())], seed)
    else:
        # Records are searched in one portion, whatever themes they have.
        texts = _unsearched(records, target)
        left = [*range(len(texts))]
        portion = len(texts)
        dig = partial(mining.dig_records, texts)
    tally = Counter[str]()
    with workers_of(address, jobs) as workers:
        while left:
            batch, left = left[:portion], left[portion:]
            if play is not None:
                dig = partial(dig, closed=mining.closed_themes(target.collection))
            for find in workers.played(dig, batch, 1):
                _say(find, target)
                tally.update(find.tally)
    if tally:
        echo(", ".join(f"{count} {name}" for name, count in tally.items()) + ".")
    echo(f"{path}: {counted(len(target.collection.puzzles), 'puzzle')}.")


def _numbers(slug: str, count: int, seats: int | None) -> list[int]:
    """Return the numbers of a game's first matches, or of its first ones with so many seats."""
    game = registry.get(slug)
    if seats is None:
        return [*range(count)]
    if seats not in game.seats:
        words = listed([str(number) for number in game.seats], "or")
        raise click.UsageError(f"{game.title} has {words} seats.")
    numbers = range(count * len(game.seats))
    return [number for number in numbers if mining.seats_in(game, number) == seats]


def _unsearched(records: Sequence[Path], target: Mine) -> list[bytes]:
    """Return the records of matches not searched yet."""
    matches = [open_file(record, saves.read).match for record in records]
    return [match.text() for match in matches if match.header.id not in target.collection.searched]


def _say(find: Find, target: Mine) -> None:
    """Add a match's puzzles to a file, and print a line for each."""
    added = target.add(find)
    for puzzle in added:
        answer = ", ".join(puzzle.solution)
        certainty = puzzle.decisions[0].certainty
        words = f"{puzzle.theme}, grade {puzzle.grade}, {answer}"
        echo(f"{puzzle.id}: {words}, better by {certainty:.1f} standard errors")
    if not added:
        echo(f"{find.record}: nothing.")
