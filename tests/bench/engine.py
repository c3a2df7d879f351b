"""The engine's rates in each game, beside those of peer libraries."""

from collections.abc import Callable, Iterator

from darwin_core.contract.game import AnyGame

from . import own, peers
from .hearts import HEARTS_GAME
from .paired import PAIRS, Figure, alone, looped, paired

Note = Callable[[str], None]

SEATS = 4
"""Number of seats of the measured table; every game allows four."""
_HEARTS = "hearts(pass_cards=false)"


def figures(game: AnyGame, note: Note, pairs: int = PAIRS) -> Iterator[Figure]:
    """Measure and yield a game's figures one by one. ``note`` is called for missing peers."""
    slug = game.slug
    seats = SEATS
    play = own.random_match(game, seats)
    compared = False
    for name, once in _peers(note):
        compared = True
        yield paired(slug, "decisions/s", looped(play), name, looped(once), pairs)
    if not compared:
        yield alone(slug, "decisions/s", looped(play), pairs)
    yield alone(slug, "matches/s", looped(_counted(play)), pairs)
    yield alone(slug, "rollout decisions/s", looped(own.policy_match(game, seats)), pairs)
    yield from _simulations(game, note, pairs)
    clones = looped(own.clones(game, seats))
    try:
        copies = looped(peers.catanatron_copies())
        yield paired(slug, "clones/s", clones, "catanatron's copy", copies, pairs)
    except ImportError:
        yield alone(slug, "clones/s", clones, pairs)
    yield alone(slug, "verified replays/s", looped(own.replays(game, seats)), pairs)


def _simulations(game: AnyGame, note: Note, pairs: int) -> Iterator[Figure]:
    """Yield the rate of a search's simulations, beside OpenSpiel's searches in Python and C++."""
    name = "simulations/s"
    work = looped(own.simulations(game, SEATS))
    try:
        slow = peers.ismcts(_HEARTS)
        quick = peers.ismcts(_HEARTS, compiled=True)
    except ImportError:
        note(_missing("OpenSpiel"))
        yield alone(game.slug, name, work, pairs)
        return
    yield paired(game.slug, name, work, "OpenSpiel Python ISMCTS, hearts", looped(slow), pairs)
    yield paired(game.slug, name, work, "OpenSpiel C++ ISMCTS, hearts", looped(quick), pairs)


def control(note: Note, pairs: int = PAIRS) -> Iterator[Figure]:
    """Yield the rates of hearts on our engine beside the same game on OpenSpiel."""
    ours = own.random_match(HEARTS_GAME, 4)
    try:
        decisions = peers.open_spiel(_HEARTS)
        matches = peers.open_spiel(_HEARTS, games=True)
    except ImportError:
        note(_missing("OpenSpiel"))
        return
    peer = f"OpenSpiel {_HEARTS}"
    yield paired("hearts", "decisions/s", looped(ours), peer, looped(decisions), pairs)
    yield paired("hearts", "games/s", looped(_counted(ours)), peer, looped(matches), pairs)


def _counted(once: Callable[[], int]) -> Callable[[], int]:
    """Return a function that plays a match and returns 1, to count matches, not decisions."""

    def one() -> int:
        once()
        return 1

    return one


def _missing(peer: str) -> str:
    return f"{peer} is not installed: pip install 'darwin-tui[bench]'; its figures are left out."


def _peers(note: Note) -> Iterator[tuple[str, Callable[[], int]]]:
    try:
        yield "OpenSpiel hearts", peers.open_spiel("hearts")
    except ImportError:
        note(_missing("OpenSpiel"))
    try:
        yield "RLCard uno env.run", peers.rlcard_env("uno")
        yield "RLCard uno game.step", peers.rlcard_game("uno")
    except ImportError:
        note(_missing("RLCard"))
    try:
        yield "catanatron", peers.catanatron()
    except ImportError:
        note(_missing("catanatron"))


def line(figure: Figure) -> str:
    """Return a figure as a line of a table."""
    value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
    text = f"{figure.game:<14} {figure.figure:<20} {value:>12}"
    if figure.ratio is not None:
        text += f"  {figure.ratio:>6.2f} × {figure.peer}"
    if figure.low is not None:
        text += f" [{figure.low:.2f}–{figure.high:.2f}]"
    text += f"  {figure.goal}" if figure.goal else ""
    return text if figure.is_steady else f"{text}  unsteady, run again"
