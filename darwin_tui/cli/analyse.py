"""The command ``darwin-tui analyse``: the analysis of a match, or the likely hidden cards at a
position."""

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
from darwin_tui.cli.program import CommandFailed, echo
from darwin_tui.library import analyses, hindsight, saves
from darwin_tui.library.analyses import Analysing
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.terminal.printable import clean

STEPS: Final = 1000
"""Steps of the progress bar."""
POLL_SECONDS: Final = 0.05
"""Time between two looks at the progress of an analysis."""


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
    """Find out how a match was won and lost: luck, decisions and mistakes.

    A decision counts by what it lacks of the best one, all the rest is luck. With --json, chances
    are from 0 to 1, seats count from 0, and a position is the number of actions before it:

    \b
    start, luck, decisions, result
                    of each seat; the first three add up to the last
    curve           of each seat the chance at each position
    errors          the standard error of each of these chances
    turning_points  seat, position after the step, chance before and after it
    choices         of each seat its decisions: position, played and best
                    in the game's notation, cost (the dip of the curve),
                    error (of the cost), points (that it lacks of the
                    best), mark ("", "!", "?!", "?" or "??"), by_step
                    (the change of the curve by the decision and by luck),
                    why (for the best action: line of the score, whether
                    it comes after this turn, points, their error)
    knowledge, worlds, game, chain, format
                    what the analysis is of and how it was made
    """
    useless = ("worlds", "knowledge") if position is not None else ("seat",)
    preposition = "without" if position is None else "with"
    sentence = f"{{option}} does nothing {preposition} --hidden."
    refuse_unused(click.get_current_context(), useless, sentence)
    opened = open_file(file, saves.read)
    match = opened.match
    if position is not None:
        _say_hidden(Recording(match, read_viewer(opened, seat)), position, as_json)
        return
    if match.game.outcome(match.state) is None:
        why = tr("Only a match that was played to its end can be analysed.")
        raise CommandFailed(" ".join(filter(None, (f"{file}:", opened.notice, why))))
    analysis = analyses.find(match, file, player.locations, knowledge)
    # A stored analysis of another number of worlds is not the requested one.
    if analysis is None or analysis.worlds != worlds:
        shows_progress = sys.stderr.isatty() and not as_json
        analysis = wait_for(
            Analysing(match, player.locations, worlds, knowledge), shows_progress=shows_progress
        )
    if as_json:
        click.echo(msgspec.json.encode(analysis).decode())
        return
    followed = SavedMatch.of(opened).all_followed(player.locations)
    for line in hindsight.lines(Recording(match, OMNISCIENT), analysis, followed):
        echo(clean(line))


def _say_hidden(recording: AnyRecording, position: int, as_json: bool) -> None:
    """Print the likely hidden cards at a position."""
    if position > recording.last:
        raise click.UsageError(f"The match has no {position} actions.")
    game = recording.game
    seat_names = SeatNames(recording.names)
    hidden_places = beliefs.Beliefs(game, recording.view(position)).deal().current()
    if as_json:
        places = [
            {
                "player": recording.names[belief.seat],
                "place": belief.zone,
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
        echo(clean(beliefs.sentence(game, belief, seat_names)))
    if not hidden_places:
        echo(tr("No cards are hidden there."))


def wait_for(analysing: Analysing, *, shows_progress: bool) -> Analysis:
    """Wait for an analysis; show its progress in a bar if somebody can see it."""
    label = tr("Analysing")
    progress = click.progressbar(
        length=STEPS, label=label, file=sys.stderr, hidden=not shows_progress
    )
    try:
        with progress as bar:
            while (analysis := analysing.poll()) is None:
                bar.update(round(analysing.share * STEPS) - bar.pos)
                time.sleep(POLL_SECONDS)
    except Undecided as error:
        raise CommandFailed(tr(str(error))) from None
    finally:
        # After Ctrl-C, too, the analysis' processes end.
        analysing.cancel()
    if analysing.trouble:
        echo(analysing.trouble, is_error=True)
    return analysis
