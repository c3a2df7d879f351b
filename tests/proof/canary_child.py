"""A match of one person and bots in which every card that the person cannot know bears a mark.

Started by test_canary in a terminal. Whatever turns a card into text asks here first whether the
person at seat 0 can know of it: the own hand, all that ever lay open, and the trumps rolled so far.
That is kept by the whole states of the match as they come to be, never by views. The card counter
may name every card, for it tells which are not seen yet.

    python canary_child.py full|plain RECORD PROGRESS [leak]

``CANARY_SEED`` in the environment is the text that the match's chance follows from.
"""

import dataclasses
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games import dice
from darwin_core.games.dice import description, elements, story, view, words
from darwin_core.games.dice.components import CARDS, TRUMP
from darwin_core.games.dice.state import Chose, RoundBegan
from darwin_core.match import Match
from darwin_core.record import Player
from darwin_tui import app, plain, saves, settings
from darwin_tui.games.dice import board
from darwin_tui.players import bots_of

MARK = "¶"
SEED = os.environ.get("CANARY_SEED", "canary")
NAMES = ("Ada", "Ben", "Cleo", "Dan")

known: set[int] = set()
asked = [0, 0]
"""How often a card became text, and how often it was one that could not be known."""
counting = [0]
"""Whether it is the card counter that names cards now."""


def learn(state: Any) -> None:
    known.update(state.hands[0], state.middle, state.out, *state.taken)
    known.add(state.chosen[0])
    known.update(TRUMP[roll] for roll in state.rolls[: state.turn + 1])


def is_known(card: int) -> bool:
    asked[0] += 1
    sound = card in known or card in (HIDDEN, NOTHING) or bool(counting[0])
    asked[1] += not sound
    return sound


class MarkedCards(tuple[Any, ...]):
    """The cards as the board knows them: what is not known shows a mark."""

    def __getitem__(self, card: Any) -> Any:
        found = super().__getitem__(card)
        # The card counter reads names and numbers only.
        return found if card in known else Marked(found)


class Marked:
    def __init__(self, card: Any) -> None:
        self._card = card
        self.letter = self.code = MARK

    def __getattr__(self, name: str) -> Any:
        return getattr(self._card, name)


def mark_cards(progress: Path) -> None:
    name = words.card_name
    init, accept, unseen = Match.__init__, Match.accept, description._unseen

    def marked(card: int) -> str:
        return name(card) if is_known(card) else f"{MARK}{name(card)}"

    def begun(match: Any, *args: Any) -> None:
        init(match, *args)
        if match.header.seed == SEED:
            learn(match.state)

    def accepted(match: Any, step: Any) -> None:
        accept(match, step)
        if match.header.seed == SEED:
            learn(match.state)
            tell(progress, match)

    def counted(view: Any) -> Any:
        counting[0] += 1
        try:
            return unseen(view)
        finally:
            counting[0] -= 1

    for module in (words, elements, story, description, board):
        patch(module, "card_name", marked)
    patch(description, "_unseen", counted)
    patch(board, "CARDS", MarkedCards(CARDS))
    patch(Match, "__init__", begun)
    patch(Match, "accept", accepted)


def patch(owner: Any, name: str, value: Any) -> None:
    assert hasattr(owner, name)
    setattr(owner, name, value)


def tell(progress: Path, match: Any) -> None:
    movers = match.game.to_move(match.state)
    whose = "over" if not movers else "you" if 0 in movers else "bots"
    with progress.open("a") as file:
        file.write(f"{len(match.lines)} {whose} {asked[0]} {asked[1]}\n")


def leaky_view(state: Any, viewer: int) -> Any:
    """A rival's hand shows among the cards that it has taken."""
    seen = view.view(state, viewer)
    seen.taken[1] += bytes(state.hands[1])
    return seen


def leaky_heard(event: Any, viewer: int) -> Any:
    """A deal is heard as a card of a rival, which stays in the log."""
    if isinstance(event, RoundBegan):
        unknown = [card for card in event.hands[1] if card not in known]
        return Chose(1, min(unknown or event.hands[1]))
    return view.heard(event, viewer)


LEAKS: dict[str, Callable[[], dict[str, Any]]] = {
    "view": lambda: {"view": leaky_view},
    "heard": lambda: {"heard": leaky_heard},
}


def main() -> int:
    mode, record, progress, *leak = sys.argv[1:]
    mark_cards(Path(progress))
    if leak:
        patch(dice, "GAME", dataclasses.replace(dice.GAME, **LEAKS[leak[0]]()))
    settings.write(settings.Settings(pace="instant", glyphs="unicode"))
    players = [Player(NAMES[0]), *(Player(name, "bot:greedy") for name in NAMES[1:])]
    opened = saves.create(saves.header_for("dice", {}, players, SEED), Path(record))
    tell(Path(progress), opened.match)
    if mode == "plain":
        return plain.play_plain(opened, bots_of(players))
    return app.run(play=opened)


if __name__ == "__main__":
    sys.exit(main())
