"""The command ``darwin-tui learn``: plays a lesson in full screen or line by line, or checks all
lessons against the rules."""

import click

from darwin_core.teaching import lessons
from darwin_core.text.wording import counted, listed
from darwin_tui.cli import process
from darwin_tui.cli.options import GAME, PLAIN, or_wrong_use, refuse_unused
from darwin_tui.cli.program import CommandFailed, echo
from darwin_tui.library.lessons import Progresses, progress_key
from darwin_tui.library.player_context import PlayerContext


@click.command()
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@click.option("--restart", "restarts", is_flag=True, help="Begin at the first step.")
@click.option("--well", "plays_well", is_flag=True, help="Learn to play well, not the rules.")
@click.option("--check", "checks", is_flag=True, help="Check the lessons against the rules.")
@PLAIN
@click.pass_obj
def learn(
    player: PlayerContext,
    game: str | None,
    restarts: bool,
    plays_well: bool,
    checks: bool,
    is_plain: bool,
) -> int:
    """Learn a game in a guided match, which continues at the step that you left it at."""
    part = lessons.WELL if plays_well else lessons.RULES
    # Refuse a game without such a lesson before anything opens.
    if game is not None:
        or_wrong_use(lessons.load, game, part)
    if checks:
        unused = "--check plays no lesson: {option} does nothing."
        refuse_unused(click.get_current_context(), ("restarts", "plays_well", "is_plain"), unused)
        return _check(
            [lesson_key for lesson_key in lessons.all_lessons() if game in (None, lesson_key[1])]
        )
    # Only --check works without a game.
    if game is None:
        raise click.UsageError(f"Name a game: {listed(lessons.games_with_lessons(), 'or')}.")
    if restarts:
        Progresses(player.locations).keep(progress_key(game, part), None)
    if is_plain or not process.has_terminal():
        from darwin_tui import text_mode
        from darwin_tui.play.lesson import open_lesson

        console = text_mode.Console(player)
        return text_mode.learn_plain(lambda: open_lesson(player, game, part), console)
    from darwin_tui.screens import navigation

    return process.load_full_screen()(player, first=navigation.Learn(game, part))


def _check(lesson_keys: list[tuple[str, str]]) -> int:
    """Print the problems of lessons, one per line, or a line for a lesson without problems.

    Args:
        lesson_keys: the part (rules or playing well) and the game of each lesson.

    Raises:
        CommandFailed: if there is any problem.
    """
    # Import boards only for this check.
    from darwin_tui.screens.lesson import problems

    count = 0
    for part, slug in lesson_keys:
        lesson = lessons.load(slug, part)
        faults = problems(lesson)
        count += len(faults)
        for fault in faults:
            echo(f"{slug}: {fault}")
        if not faults:
            echo(f"{slug}: {counted(len(lesson.steps), 'step')}, all true.")
    if count:
        raise CommandFailed(f"{counted(count, 'thing')} in the lessons must be mended")
    return 0
