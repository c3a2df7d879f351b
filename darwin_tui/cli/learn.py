"""Learning: ``darwin-tui learn``."""

import click

from darwin_core.teaching import lessons
from darwin_core.text.wording import counted, listed
from darwin_tui.cli import process
from darwin_tui.cli.options import GAME, PLAIN, refuse_unused, wrong_use
from darwin_tui.cli.program import NotSo
from darwin_tui.library.lessons import Progresses, progress_key
from darwin_tui.library.player_context import PlayerContext


@click.command()
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@click.option("--restart", "restarts", is_flag=True, help="Begin at the first step.")
@click.option("--well", "is_well", is_flag=True, help="Learn to play well, not the rules.")
@click.option("--check", "checks", is_flag=True, help="Check the lessons against the rules.")
@PLAIN
@click.pass_obj
def learn(
    player: PlayerContext,
    game: str | None,
    restarts: bool,
    is_well: bool,
    checks: bool,
    is_plain: bool,
) -> int:
    """Learn a game in a guided match, which continues at the step that you left it at."""
    part = lessons.WELL if is_well else lessons.RULES
    if game is not None:
        wrong_use(lessons.load, game, part)
    if checks:
        unused = "--check plays no lesson: {option} does nothing."
        refuse_unused(click.get_current_context(), ("restarts", "is_well", "is_plain"), unused)
        return _check(
            [part_of_game for part_of_game in lessons.every() if game in (None, part_of_game[1])]
        )
    if game is None:
        raise click.UsageError(f"Name a game: {listed(lessons.slugs())}.")
    if restarts:
        Progresses(player.locations).keep(progress_key(game, part), None)
    if is_plain or not process.has_terminal():
        from darwin_tui import text_mode
        from darwin_tui.play.lesson import open_lesson

        console = text_mode.Console(player)
        return text_mode.learn_plain(lambda: open_lesson(player, game, part), console)
    from darwin_tui.screens import navigation

    return process.load_full_screen()(player, first=navigation.Learn(game, part))


def _check(parts: list[tuple[str, str]]) -> int:
    """Print the faults of lessons, one per line."""
    # Import boards only for this check.
    from darwin_tui.screens.lesson import problems

    wrong = 0
    for part, slug in parts:
        lesson = lessons.load(slug, part)
        faults = problems(lesson)
        wrong += len(faults)
        for problem in faults:
            click.echo(f"{slug}: {problem}")
        if not faults:
            click.echo(f"{slug}: {counted(len(lesson.steps), 'step')}, all true.")
    if wrong:
        raise NotSo(f"{counted(wrong, 'thing')} in the lessons must be mended")
    return 0
