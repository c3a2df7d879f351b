"""The commands ``darwin-tui replay``, ``export``, ``verify`` and ``rescue``, which read
records."""

from pathlib import Path
from typing import Final

import click

from darwin_core.contract.game import OMNISCIENT, SEATS_MAX
from darwin_core.match.record import RecordError
from darwin_core.text.language import tr
from darwin_core.text.wording import counted
from darwin_tui import seating
from darwin_tui.cli import process
from darwin_tui.cli.options import FILE, PLAIN, SIZE, open_file, read_viewer
from darwin_tui.cli.program import CommandFailed, echo
from darwin_tui.library import saves
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.paths import private_dir
from darwin_tui.terminal.printable import clean

MOVING_MAX: Final = 60
"""Maximum number of actions in an animated picture."""
SEAT: Final = click.option(
    "--seat",
    type=click.IntRange(1, SEATS_MAX),
    help="The seat whose view is shown, counted from 1.",
)
"""Option of the perspective."""


@click.command()
@click.argument("file", type=FILE)
@PLAIN
@SEAT
@click.pass_obj
def replay(player: PlayerContext, file: Path, is_plain: bool, seat: int | None) -> int:
    """Replay a record, action by action."""
    opened = open_file(file, saves.read)
    viewer = read_viewer(opened, seat)
    if is_plain or not process.has_terminal():
        from darwin_tui import text_mode

        return text_mode.replay_plain(SavedMatch.of(opened), viewer, text_mode.Console(player))
    return process.load_full_screen()(player, replay=opened, viewer=viewer)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--as",
    "kind",
    type=click.Choice(("md", "json", "svg", "png", "cast")),
    default="md",
    help="The format to write.",
)
@SEAT
@click.option(
    "--all", "everything", is_flag=True, help="Show everything; only for a match that is over."
)
@click.option(
    "--at",
    type=click.IntRange(0),
    help="For svg and png: the number of actions before the picture; by default all.",
)
@click.option("--rounds", is_flag=True, help="For svg: a picture after each round, in a folder.")
@click.option(
    "--size",
    type=SIZE,
    help="Columns and rows of a terminal, for pictures and films; by default 100x30.",
)
@click.option(
    "--moving",
    type=click.IntRange(1, MOVING_MAX),
    help="For svg: show so many actions in turn, up to the last or --at.",
)
@click.option("--v3", is_flag=True, help="For cast: version 3 of the format, which is newer.")
@click.option("--out", type=FILE, help="The file or folder to write, instead of the screen.")
@click.pass_obj
def export(
    player: PlayerContext,
    file: Path,
    kind: str,
    seat: int | None,
    everything: bool,
    at: int | None,
    rounds: bool,
    size: tuple[int, int] | None,
    moving: int | None,
    v3: bool,
    out: Path | None,
) -> None:
    """Write a match for readers without the program: as one player, or a spectator, may know it."""
    opened = open_file(file, saves.read)
    if everything and seat is not None:
        raise click.UsageError("Give --seat or --all, not both.")
    viewer = OMNISCIENT if everything else read_viewer(opened, seat)
    refusal = seating.why_not_look(opened.match, viewer)
    if refusal:
        raise CommandFailed(refusal)
    actions = len(opened.match.history)
    # Options that contradict each other, or have no effect.
    for is_wrong, sentence in (
        ((rounds or moving) and kind != "svg", "--rounds and --moving are for --as svg."),
        (at is not None and kind not in ("svg", "png"), "--at is for --as svg or png."),
        (rounds and moving, "Give --rounds or --moving, not both."),
        (rounds and at is not None, "Give --rounds or --at, not both."),
        ((at or 0) > actions, f"The match has {actions} actions, not {at}."),
        (size is not None and kind in ("md", "json"), "--size is for pictures and films."),
        (v3 and kind != "cast", "--v3 is for --as cast."),
        (kind == "png" and out is None, "A png is no text: name a file with --out."),
        (rounds and out is None, "--rounds writes several pictures: name a folder with --out."),
    ):
        if is_wrong:
            raise click.UsageError(sentence)
    from darwin_tui.cli import export as exporting

    size = size or exporting.SIZE

    if rounds and out is not None:
        for name, text in exporting.rounds(player, opened, viewer, size):
            exporting.write(private_dir(out) / name, text)
    else:
        version: exporting.Version = 3 if v3 else 2
        try:
            text = exporting.exported(
                player, opened, viewer, kind, at=at, version=version, size=size, moving=moving or 0
            )
        except exporting.NoConverter as error:
            raise CommandFailed(str(error)) from None
        if out is not None and saves.is_record(out):
            raise CommandFailed(f"{out} is the record of a match; write it elsewhere.")
        if out is not None:
            exporting.write(out, text)
        else:
            click.echo(text.decode(), nl=False)
    if opened.notice:
        # The sound part is useful, but scripts must not take it for the whole match.
        wrong = opened.notice[:1].lower() + opened.notice[1:]
        raise CommandFailed(f"{file}: It is exported as far as it is whole: {wrong}")


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True)
def verify(files: tuple[Path, ...]) -> int:
    """Check that records are whole and legal, one line for each."""
    wrong = False
    for path in files:
        match, trouble = saves.verified(path)
        wrong |= trouble is not None
        answer = trouble or f"ok ({counted(len(match.history) if match else 0, 'action')})"
        if match and match.header.fair and not trouble:
            # Players compare the commitment with the one that the table has shown.
            answer += f", commitment {match.header.fair.commitment}"
            pairs = zip(match.header.names, match.header.fair.nonces, strict=True)
            answer += "".join(f", words of {name}: {words}" for name, words in pairs if words)
        if match and not match.divergence and trouble == saves.read(path).notice:
            # Offer a rescue only if something follows the damage: after a truncated last line,
            # there is nothing to bring back.
            answer += f" {tr('“darwin-tui rescue” brings back what lies behind it.')}"
        echo(clean(f"{path}: {answer}"))
    return 1 if wrong else 0


@click.command()
@click.argument("file", type=FILE)
@click.option("--out", type=FILE, help="The file to write, instead of one beside the record.")
def rescue(file: Path, out: Path | None) -> None:
    """Save what a damaged record still holds in a new file: the actions before the damage, and
    those behind it as far as they are legal."""
    try:
        sentence = saves.rescue(file, out)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None
    echo(clean(sentence))
