"""The screens that answer the requests of ``navigation``."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual.screen import Screen

from darwin_tui.play.player_context import Session
from darwin_tui.play.seat_access import Place
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen


def screen_for(
    request: navigation.Request, session: Session, go: Callable[[navigation.Request], None]
) -> Screen[None]:
    """Return the screen that answers a request; its module is imported when it is first opened.

    Args:
        request: what is asked for.
        session: the player.
        go: opens the screen of another request, as a match does at its end.

    Raises:
        RecordError, JournalError: if the match of a lesson cannot be opened.
    """
    match request:
        case navigation.NewMatch(slug):
            from darwin_tui.screens.new_match import NewMatchScreen

            return NewMatchScreen(slug)
        case navigation.Saved():
            from darwin_tui.screens.saved import SavedScreen

            return SavedScreen()
        case navigation.You():
            from darwin_tui.screens.you import YouScreen

            return YouScreen()
        case navigation.Daily():
            from darwin_tui.screens.daily import DailyScreen

            return DailyScreen()
        case navigation.Settings():
            from darwin_tui.screens.settings import SettingsScreen

            return SettingsScreen()
        case navigation.Keys():
            from darwin_tui.screens.keys import KeysScreen

            return KeysScreen()
        case navigation.Play(place, is_trial=is_trial):
            results = partial(_open_results, place, go, tried=place.path if is_trial else None)
            if place.company is not None:
                from darwin_tui.hosted.people import HostedPlayScreen

                return HostedPlayScreen(place, place.company, results)
            from darwin_tui.screens.play import PlayScreen

            return PlayScreen(place, results)
        case navigation.Learn(slug):
            from darwin_tui.play.lesson import open_lesson
            from darwin_tui.screens.lesson import LessonScreen

            learning = open_lesson(session, slug)
            return LessonScreen(learning, partial(_open_results, learning.place, go))
        case navigation.Replay(saved, viewer, position):
            from darwin_tui.screens.replay import ReplayScreen

            return ReplayScreen(saved, viewer, position)
        case navigation.Guess(saved, seat, position):
            from darwin_tui.screens.guess import GuessScreen

            return GuessScreen(saved, seat, position)
        case navigation.BetterLine(line, viewer, position, back):
            from darwin_tui.screens.better_line import BetterLineScreen

            return BetterLineScreen(line, viewer, position, back)
        case navigation.Results(saved, company=company) if company:
            from darwin_tui.screens.hosted_results import HostedResultsScreen

            return HostedResultsScreen(saved, company)
        case navigation.Results(saved, ended, move_replay, is_kept):
            from darwin_tui.screens.results import ResultsScreen

            return ResultsScreen(saved, ended, move_replay, is_kept=is_kept)
        case navigation.Help(under, slug):
            from darwin_tui.screens.help import HelpScreen

            return HelpScreen(under, slug)
        case navigation.Home():
            return HomeScreen()


def _open_results(
    place: Place, go: Callable[[navigation.Request], None], *, tried: Path | None = None
) -> None:
    """Open the results of a match; ``tried`` is the file of one for trial."""
    is_kept = tried is None or place.path != tried
    go(navigation.Results(place.saved, is_kept=is_kept, company=place.company))
