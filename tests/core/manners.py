"""The choice of a bot in each manner, for scenarios of the games."""

from darwin_core.bots import levels
from darwin_core.bots.manners import MANNERS
from darwin_core.contract.game import AnyGame, State


def choices(game: AnyGame, state: State, seat: int = 0) -> dict[str, str]:
    """Return Normal's action without a manner and with each manner, in notation."""
    view = game.view(state, seat)
    return {
        manner or "plain": game.texts.notation(levels.bot("normal", manner)(game, view, seat, b""))
        for manner in ("", *MANNERS)
    }
