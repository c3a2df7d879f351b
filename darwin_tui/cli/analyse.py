"""Analyses: ``darwin-tui analyse``."""

import sys
import time
from pathlib import Path
from typing import Final, get_args

import click
import msgspec

from darwin_core.analysis import beliefs
from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import WORLDS, Knowledge
from darwin_core.bots import Undecided
from darwin_core.contract.game import OMNISCIENT, SEATS_MAX
from darwin_core.match.recording import AnyRecording, Recording
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui.cli.options import AS_JSON, FILE, open_file, read_viewer, refuse_unused
from darwin_tui.cli.program import NotSo
from darwin_tui.library import analyses, saves
from darwin_tui.library.analyses import Analysing, lines
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.terminal.printable import clean

STEPS: Final = 1000
"""Steps of the progress bar."""
POLL_SECONDS: Final = 0.05


@click.command()
@click.argument("file", type=FILE)
@AS_JSON
@click.option(
    "--worlds",
    type=click.IntRange(1, 512),
    default=WORLDS,
    show_default=True,
    help="In how many ways the unknown cards are dealt; more take longer and are surer.",
)
@click.option(
    "--as",
    "knowledge",
    type=click.Choice(get_args(Knowledge)),
    default="players",
    show_default=True,
    help="What is known of the cards: what each player knew, what a spectator saw, or all.",
)
@click.option(
    "--hidden",
    "position",
    type=click.IntRange(0),
    metavar="ACTIONS",
    help="Only say what hidden cards could be after so many actions.",
)
@click.option(
    "--seat",
    type=click.IntRange(1, SEATS_MAX),
    help="With --hidden, who asks; by default the only person, or else a spectator.",
)
@click.pass_obj
def analyse(
    player: PlayerContext,
    file: Path,
    as_json: bool,
    worlds: int,
    knowledge: Knowledge,
    position: int | None,
    seat: int | None,
) -> None:
    """Find out how a match was won and lost: luck, decisions and mistakes."""
    unused = ("worlds", "knowledge") if position is not None else ("seat",)
    word = "without" if position is None else "with"
    refuse_unused(click.get_current_context(), unused, f"{{option}} does nothing {word} --hidden.")
    opened = open_file(file, saves.read)
    match = opened.match
    if position is not None:
        _say_hidden(Recording(match, read_viewer(opened, seat)), position, as_json)
        return
    if match.game.outcome(match.state) is None:
        raise NotSo(f"{file}: {tr('Only a match that is over can be analysed.')}")
    analysis = analyses.find(match, file, player.locations, knowledge)
    if analysis is None or analysis.worlds != worlds:
        analysis = _made(Analysing(match, player.locations, worlds, knowledge))
    if as_json:
        click.echo(msgspec.json.encode(analysis).decode())
        return
    for line in lines(Recording(match, OMNISCIENT), analysis):
        click.echo(clean(line))


def _say_hidden(recording: AnyRecording, position: int, as_json: bool) -> None:
    """Print the likely hidden cards at a position."""
    if position > recording.last:
        raise click.UsageError(f"The match has no {position} actions.")
    game, seat_names = recording.game, SeatNames(recording.names)
    hidden_places = beliefs.Beliefs(game, recording.view(position)).deal().found()
    if as_json:
        places = [
            {
                "player": recording.names[belief.seat],
                "place": belief.place,
                "cards": belief.cards,
                "chances": {
                    game.texts.card_name(likelihood.card): likelihood.chance
                    for likelihood in belief.likely
                },
            }
            for belief in hidden_places
        ]
        click.echo(msgspec.json.encode(places).decode())
        return
    for belief in hidden_places:
        click.echo(clean(beliefs.sentence(game, belief, seat_names)))
    if not hidden_places:
        click.echo(tr("No cards are hidden there."))


def _made(analysing: Analysing) -> Analysis:
    """Wait for an analysis and show how far it is: by a bar, or by a line after each tenth where
    nothing can be drawn over."""
    stderr = sys.stderr
    progress = click.progressbar(
        length=STEPS, label=tr("Analysing"), file=stderr, hidden=not stderr.isatty()
    )
    tenths = 0
    try:
        with progress as bar:
            while (analysis := analysing.poll()) is None:
                bar.update(round(analysing.share * STEPS) - bar.pos)
                if progress.hidden and int(10 * analysing.share) > tenths:
                    tenths = int(10 * analysing.share)
                    click.echo(f"{tr('Analysing')} {10 * tenths} %", err=True)
                time.sleep(POLL_SECONDS)
    except Undecided as error:
        raise NotSo(str(error)) from None
    finally:
        analysing.cancel()
    return analysis
