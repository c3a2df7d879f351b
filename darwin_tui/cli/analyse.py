"""Analyses: ``darwin-tui analyse``."""

import sys
from pathlib import Path
from typing import Final

import click
import msgspec

from darwin_core.analysis.report import Analysis
from darwin_core.analysis.report import analyse as analysing
from darwin_core.analysis.review import WORLDS
from darwin_tui import analyses, saves
from darwin_tui.cli.options import AS_JSON, FILE, open_file
from darwin_tui.cli.program import NotSo
from darwin_tui.printable import clean
from darwin_tui.session import Session

STEPS: Final = 1000
"""Steps of the progress bar."""


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
@click.pass_obj
def analyse(session: Session, file: Path, as_json: bool, worlds: int) -> None:
    """Find out how a match was won and lost: luck, decisions and mistakes."""
    opened = open_file(file, saves.read)
    match = opened.match
    if match.game.outcome(match.state) is None:
        raise NotSo(f"{file}: Only a match that is over can be analysed.")
    analysis = analyses.kept(match, file, session.locations)
    if analysis is None or analysis.worlds != worlds:
        stderr = sys.stderr
        progress = click.progressbar(
            length=STEPS, label="Analysing", file=stderr, hidden=not stderr.isatty()
        )
        with progress as bar:
            for found in analysing(match, worlds):
                if isinstance(found, Analysis):
                    analysis = analyses.rounded(found)
                else:
                    bar.update(round(found * STEPS) - bar.pos)
        if analysis is not None:
            analyses.keep(analysis, session.locations)
    if as_json:
        click.echo(msgspec.json.encode(analysis).decode())
    elif analysis is not None:
        for line in analyses.lines(match, analysis):
            click.echo(clean(line))
