"""A player's own matches: ``darwin-tui stats``."""

from collections.abc import Iterator
from typing import Final

import click
import msgspec

from darwin_core import registry
from darwin_tui import saves
from darwin_tui.cli.options import AS_JSON, wrong_use
from darwin_tui.figures import aligned
from darwin_tui.history.rating import MATCHES_MIN
from darwin_tui.history.statistics import GameFigures, Statistics, statistics
from darwin_tui.session import Session

_HEADS: Final = (
    *("game", "played", "won", "win rate", "95 % from", "to", "fair"),
    *("mean", "best", "place", "rating"),
)
_LEFT: Final = frozenset({0})


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@AS_JSON
@click.pass_obj
def stats(session: Session, game: str | None, as_json: bool) -> None:
    """Print figures of your finished matches, read from their records."""
    slug = wrong_use(registry.get, game).slug if game else None
    found = statistics(saves.rows(session.locations), session.name)
    if slug is not None:
        games = tuple(each for each in found.games if each.game == slug)
        found = msgspec.structs.replace(found, games=games)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        click.echo("\n".join(_lines(found, is_long=slug is not None)))


def _lines(found: Statistics, *, is_long: bool) -> Iterator[str]:
    matches = "match" if found.matches == 1 else "matches"
    yield f"{found.player}: {found.matches} finished {matches}."
    left_out = (
        (found.unfinished, "not finished"),
        (found.damaged, "damaged"),
        (found.branches, "from the middle of another match"),
        (found.copies, "copied"),
        (found.others, f"without {found.player}"),
    )
    if any(number for number, _ in left_out):
        yield f"Left out: {', '.join(f'{number} {why}' for number, why in left_out if number)}."
    if found.games:
        yield ""
        yield from aligned([_HEADS, *map(_row, found.games)], _LEFT)
        yield ""
        yield f"An interval and a rating need {MATCHES_MIN} matches; the Normal bot is rated 1500."
    if is_long:
        for game in found.games:
            yield from _details(game)


def _row(game: GameFigures) -> list[str]:
    shares = [game.win_rate, game.low, game.high, game.fair_share]
    rated = game.rating
    return [
        game.title,
        str(game.played),
        f"{game.won:.4g}",
        *("few" if share is None else f"{100 * share:.0f} %" for share in shares),
        f"{game.mean_points:.1f}",
        str(game.best_points),
        f"{game.mean_place:.1f}",
        f"{rated.value} ± {rated.high - rated.value}" if rated else "few",
    ]


def _details(game: GameFigures) -> Iterator[str]:
    yield ""
    yield (
        f"Won in a row now {game.streak}, longest {game.longest_streak}; "
        f"in the first two {100 * game.first_two:.0f} %."
    )
    yield ""
    rows = [("rival", "matches", "you ahead")]
    for rival in game.rivals:
        name = f"{rival.name} bots" if rival.is_bot else rival.name
        rows.append((name, str(rival.matches), f"{100 * rival.ahead:.0f} %"))
    yield from aligned(rows, _LEFT)
    yield ""
    table = [("started", "points", "place", "match")]
    for score in game.scores:
        place = f"{score.place} of {score.seats}"
        table.append((score.made[:10], str(score.points), place, score.title))
    yield from aligned(table, frozenset({0, 3}))
