"""The commands ``darwin-tui stats`` and ``daily``: figures of a player's matches, and the
challenge of the day."""

from collections.abc import Iterator
from datetime import date
from typing import Final

import click
import msgspec
from msgspec.structs import replace

from darwin_core.contract import registry
from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.wording import decimal, percent
from darwin_tui.cli import process
from darwin_tui.cli.options import AS_JSON, GAME, PLAIN, or_wrong_use, refuse_unused
from darwin_tui.cli.program import echo
from darwin_tui.library import saves
from darwin_tui.library.daily import Key, Pars, Tries, against_par, header_of, result_lines, tries
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.statistics import (
    BOTS,
    GIVEN_HEADS,
    MATCHES_MIN,
    GameFigures,
    MatchFilter,
    Statistics,
    finished,
    given_rows,
    help_words,
    luck_lines,
    name_meant,
    rival_words,
    rivals_met,
    statistics,
    tables_met,
)
from darwin_tui.strength.figures import aligned
from darwin_tui.terminal.printable import clean

_HEADS: Final = (
    *(mark("game"), mark("played"), mark("won"), mark("win rate"), mark("95 % from")),
    *(mark("to"), mark("fair"), mark("mean"), mark("best"), mark("place"), mark("rating")),
)
"""Titles of the columns of ``_row``."""
_LEFT_ALIGNED: Final = frozenset({0})
"""Columns aligned at the left in tables of figures."""
_ENDS_LEFT_ALIGNED: Final = frozenset({0, 3})
"""Columns aligned at the left in tables of four columns with text at both ends."""
_DATE_CHARACTERS: Final = 10
"""Characters of the date in a time, ISO 8601."""
_WORD_CHARACTERS_MAX: Final = 20
"""Characters of a wrong date that a sentence repeats."""


@click.command()
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@click.option("--against", metavar="RIVAL", help="Only matches with a player, or bots of a level.")
@click.option("--seats", type=click.IntRange(min=2), help="Only matches of so many players.")
@click.option("--rules", metavar="RULES", help="Only matches with these rules, by their title.")
@click.option("--days", type=click.IntRange(1, 36500), help="Only matches of the last days.")
@AS_JSON
@click.pass_obj
def stats(
    player: PlayerContext,
    game: str | None,
    against: str | None,
    seats: int | None,
    rules: str | None,
    days: int | None,
    as_json: bool,
) -> None:
    """Print figures of your finished matches, read from their records."""
    # Damaged records may be of any game.
    rows = [row for row in saves.rows(player.locations) if game is None or row.game in (game, "")]
    own_matches = finished(rows, player.name).matches
    titles = [table.rules for table in tables_met(own_matches) if table.rules]
    rival = title = ""
    if against is not None:
        rival = or_wrong_use(name_meant, against, rivals_met(own_matches))
    if rules is not None:
        title = or_wrong_use(name_meant, rules, titles)
    match_filter = MatchFilter(rival, seats or 0, title, days or 0)
    figures = statistics(rows, player.name, player.locations, match_filter)
    figures = replace(figures, games=tuple(map(_printable, figures.games)))
    if as_json:
        click.echo(msgspec.json.encode(figures).decode())
    else:
        echo("\n".join(_lines(figures, is_long=game is not None)))


def _printable(game: GameFigures) -> GameFigures:
    """Return figures with titles that can be printed: a file may have any name."""
    scores = (replace(score, title=clean(score.title)) for score in game.scores)
    return replace(game, scores=tuple(scores))


def _lines(figures: Statistics, *, is_long: bool) -> Iterator[str]:
    """Yield figures as lines of text; long ones with the details of each game."""
    matches = tr_n("{number} finished match", "{number} finished matches", figures.matches)
    limits = f" ({figures.limits})" if figures.limits else ""
    yield f"{figures.player}: {matches}{limits}."
    left_out = (
        (figures.unfinished, tr("not finished")),
        (figures.damaged, tr("damaged")),
        (figures.branches, tr("from the middle of another match")),
        (figures.lessons, tr("begun as a lesson")),
        (figures.copies, tr("copied")),
        (figures.others, tr("without {name}", name=figures.player)),
    )
    if any(number for number, _ in left_out):
        words = ", ".join(f"{number} {why}" for number, why in left_out if number)
        yield tr("Left out: {words}.", words=words)
    if figures.games:
        yield ""
        yield from aligned([[*map(tr, _HEADS)], *map(_row, figures.games)], _LEFT_ALIGNED)
        yield ""
        yield tr(
            "An interval and a rating need {number} matches; the Normal bot is rated 1500.",
            number=MATCHES_MIN,
        )
    if is_long:
        for game in figures.games:
            yield from _details(game)


def _row(game: GameFigures) -> list[str]:
    """Return the cells of a game. With few matches there is no interval, and no rating."""
    shares = [game.win_rate, game.low, game.high, game.fair_share]
    rated = game.rating
    return [
        game.title,
        str(game.played),
        decimal(game.won, ".4g"),
        *(tr("few") if share is None else percent(share) for share in shares),
        decimal(game.mean_points, ".1f"),
        str(game.best_points),
        decimal(game.mean_place, ".1f"),
        # The interval of a rating is symmetric.
        f"{rated.value} ± {rated.high - rated.value}" if rated else tr("few"),
    ]


def _details(game: GameFigures) -> Iterator[str]:
    """Yield the lines about a game below the table of all games: streaks, help, luck, the winning
    chance given away, rivals and matches."""
    yield ""
    yield tr(
        "Won in a row now {now}, longest {longest}; in the first two {share} %.",
        now=game.streak,
        longest=game.longest_streak,
        share=f"{100 * game.first_two:.0f}",
    )
    if helped := help_words(game):
        yield helped
    if game.luck:
        words = ", ".join(f"{label}: {change}" for label, change in luck_lines(game.luck))
        yield tr("Chance to win: {words}.", words=words)
    if levels := given_rows(game):
        yield ""
        cells = [(row.name or tr_in("one", "you"), *row.words) for row in levels]
        yield from aligned([[*map(tr, GIVEN_HEADS)], *cells], _LEFT_ALIGNED)
    yield ""
    rows = [(tr("rival"), tr("matches"), tr("you ahead"))]
    for rival in game.rivals:
        name = rival_words(f"{rival.name}{BOTS}") if rival.is_bot else rival.name
        rows.append((name, str(rival.matches), percent(rival.ahead)))
    yield from aligned(rows, _LEFT_ALIGNED)
    yield ""
    table = [(tr("started"), tr("points"), tr("place"), tr("match"))]
    for score in game.scores:
        place = tr("{place} of {seats}", place=score.place, seats=score.seats)
        title = f"{score.title} ({score.help})" if score.help else score.title
        table.append((score.made[:_DATE_CHARACTERS], str(score.points), place, title))
    yield from aligned(table, _ENDS_LEFT_ALIGNED)


# --- the challenge of the day


@click.command()
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@click.argument("day", metavar="[DATE]", required=False)
@click.option("--again", is_flag=True, help="Play it once more, for practice.")
@PLAIN
@click.pass_obj
def daily(
    player: PlayerContext, game: str | None, day: str | None, again: bool, is_plain: bool
) -> int:
    """Play the challenge of the day: the date is the seed, and the first try counts.

    Without a game it lists today's challenges. One that you have finished prints its result, to be
    pasted.
    """
    known = tries(saves.rows(player.locations), player.name)
    today = date.today()
    if game is None:
        unused = "{option} needs a game."
        refuse_unused(click.get_current_context(), ("again", "is_plain"), unused)
        echo("\n".join(_today(known, Pars(player.locations), today)))
        return 0
    when = today if day is None else or_wrong_use(_read_day, day)
    if when > today:
        raise click.UsageError(tr("That day has not come yet; its cards are not for today."))
    key = Key(game, when)
    attempt = known.get(key)
    if attempt and attempt.is_over and not again:
        saved = SavedMatch.of(saves.read(attempt.row.path))
        par = Pars(player.locations).find(key)
        echo("\n".join(result_lines(key, attempt, par, saved, known)))
        return 0
    if attempt and not attempt.is_over:
        opened = saves.resume(attempt.row.path)
    else:
        opened = saves.create(header_of(key, player.name), player.locations)
    if is_plain or not process.has_terminal():
        from darwin_tui import text_mode

        return text_mode.play_plain(player.matches.host(opened), text_mode.Console(player))
    return process.load_full_screen()(player, play=opened)


def _read_day(text: str) -> date:
    """Parse a date in ISO 8601.

    Raises:
        ValueError: with a sentence, if the text is not a date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(
            tr("{word} is no date such as 2026-11-22.", word=repr(text[:_WORD_CHARACTERS_MAX]))
        ) from None


def _today(known: Tries, pars: Pars, today: date) -> Iterator[str]:
    """Yield the list of today's challenges with their pars and the player's tries."""
    yield tr(
        "Challenge of {date}: three Normal bots, and the first try counts.", date=today.isoformat()
    )
    yield ""
    rows = [(tr("game"), tr("par"), tr_in("one", "you"), "")]
    for slug in registry.SLUGS:
        key = Key(slug, today)
        attempt, par = known.get(key), pars.find(key)
        if attempt and attempt.is_over:
            rows.append((slug, str(par), str(attempt.points), against_par(attempt.points, par)))
        else:
            state = tr("begun: darwin-tui daily {slug} continues it", slug=slug)
            state = state if attempt else tr("not played")
            rows.append((slug, str(par), "–", state))
    yield from aligned(rows, _ENDS_LEFT_ALIGNED)
