"""A match of one person and bots in which every card that the person cannot know bears a mark.

Started by test_canary in a terminal. Whatever turns a card into text asks here first whether the
person at seat 0 can know of it: the own hand, and all cards that were ever open. This is derived
from the whole states of the match, never from views; ``canaries`` defines it for each game. A card
counter may name every card, because it shows which are not seen yet.

    python -m proof.canary_child GAME full|plain RECORD PROGRESS [leak]

``CANARY_SEED`` in the environment is the seed of the match.
"""

import dataclasses
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from home import here
from proof.canaries import CANARIES, ME, Canary, everywhere

from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.match import Match
from darwin_core.match.record import Player
from darwin_core.text.seat_names import SeatNames
from darwin_tui import app, settings, text_mode
from darwin_tui.cli import process
from darwin_tui.library import saves
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.screens.play import PlayScreen

MARK = "¶"
SEED = os.environ.get("CANARY_SEED", "canary")
NAMES = ("Ada", "Ben", "Cleo", "Dan")


class Keeper:
    """Knows what the person at seat 0 can know, and marks all else."""

    def __init__(self, canary: Canary, progress: Path) -> None:
        self.canary = canary
        self.progress = progress
        self.known: set[int] = set()
        self.asked = self.unknown = 0
        """Number of times a card became text, and of those with a card that could not be known."""
        self.is_counting = False
        """True while a card counter names cards."""
        self.is_rival = False
        """True while a rival thinks. Its words are not shown; if they were, their marks would
        show."""
        self.is_free = False

    def learn(self, match: Any) -> None:
        self.known.update(self.canary.known(match.state))
        self.is_free = self.canary.is_free(match.state)

    def is_known(self, card: int) -> bool:
        if self.is_rival:
            return card in self.known
        self.asked += 1
        if card in self.known or self.is_counting or self.is_free:
            return True
        if not self.unknown:
            report = f"card {card}\n{''.join(traceback.format_stack(limit=14))}"
            self.progress.with_suffix(".leak").write_text(report)
        self.unknown += 1
        return False

    def emit(self, match: Any) -> None:
        movers = match.game.to_move(match.state)
        whose = "over" if not movers else "you" if 0 in movers else "bots"
        with self.progress.open("a") as file:
            file.write(f"{len(match.lines)} {whose} {self.asked} {self.unknown}\n")


class MarkedCards(tuple[Any, ...]):
    """The cards as the board knows them: an unknown card shows a mark."""

    keeper: Keeper
    printed: frozenset[str]

    def __getitem__(self, card: Any) -> Any:
        found = super().__getitem__(card)
        if isinstance(card, slice) or card in self.keeper.known or self.keeper.is_free:
            return found
        return Marked(found, self.printed)


class Marked:
    """A card on which what is printed bears the mark."""

    def __init__(self, card: Any, printed: frozenset[str]) -> None:
        self._card = card
        self._printed = printed

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._card, name)
        return f"{MARK}{found}" if name in self._printed else found


def mark_cards(slug: str, keeper: Keeper) -> None:
    canary, modules = keeper.canary, everywhere(slug)
    core = f"darwin_core.games.{slug}"
    for place, which in canary.names.items():
        original = thing(core, place)

        def marked(*args: Any, original: Any = original, which: Any = which) -> str:
            name: str = original(*args)
            numbers = [which(*args), *(each for each in args if isinstance(each, int))]
            if HIDDEN in numbers or NOTHING in numbers or keeper.is_known(numbers[0]):
                return name
            return f"{MARK}{name}"

        replaced(modules, original, marked)
    for place in canary.counters:
        original = thing(core, place)

        def counted(*args: Any, original: Any = original) -> Any:
            keeper.is_counting = True
            try:
                return original(*args)
            finally:
                keeper.is_counting = False

        replaced(modules, original, counted)
    for name, printed in canary.tables:
        table = thing(core, f"material.{name}")
        cards = MarkedCards(table)
        cards.keeper, cards.printed = keeper, printed
        # Words of the core name cards by the functions above.
        replaced([each for each in modules if "darwin_tui" in each.__name__], table, cards)


def thing(core: str, place: str) -> Any:
    """Return an attribute of a module of the game, or of one of its board modules."""
    module, name = place.rsplit(".", 1)
    is_board = module.startswith("board.")
    home = core.replace("darwin_core.games", "darwin_tui.boards") if is_board else core
    return getattr(import_module(f"{home}.{module.removeprefix('board.')}"), name)


def thinking(game: Any, keeper: Keeper) -> Any:
    """Return the game with advice that records whether it is a rival's."""

    def advise(view: Any, seat: int, seat_names: SeatNames) -> Any:
        keeper.is_rival = seat != ME
        try:
            return game.bots.advise(view, seat, seat_names)
        finally:
            keeper.is_rival = False

    return dataclasses.replace(game, bots=dataclasses.replace(game.bots, advise=advise))


def replaced(modules: list[Any], old: Any, new: Any) -> None:
    """Put something else in the place of a thing, under whatever name modules know it."""
    found = [(each, name) for each in modules for name, held in vars(each).items() if held is old]
    assert found
    for module, name in found:
        setattr(module, name, new)


def watch(keeper: Keeper) -> None:
    """Record what can be known as the match continues."""
    init, accept = Match.__init__, Match.accept

    def begun(match: Any, *args: Any) -> None:
        init(match, *args)
        if match.header.seed == SEED:
            keeper.learn(match)

    def accepted(match: Any, step: Any) -> None:
        accept(match, step)
        if match.header.seed == SEED:
            for event in step.events:
                keeper.known.update(keeper.canary.shown(event))
            keeper.learn(match)
            keeper.emit(match)

    for name, method in (("__init__", begun), ("accept", accepted)):
        setattr(Match, name, method)


def play_by_key() -> None:
    """F12 plays anything, for what leads from one choice to the next on a board is not asked
    here."""
    rng = Random(SEED)

    async def key_f12(screen: Any) -> None:
        if screen.live.snapshot.actions and not screen.live.pause:
            await screen.submit(rng.choice(screen.live.snapshot.actions))

    PlayScreen.key_f12 = key_f12  # type: ignore[attr-defined]


def main() -> int:
    slug, mode, record, progress, *leak = sys.argv[1:]
    keeper = Keeper(CANARIES[slug], Path(progress))
    mark_cards(slug, keeper)
    watch(keeper)
    play_by_key()
    game = thinking(registry.get(slug), keeper)
    if leak:
        game = dataclasses.replace(game, **keeper.canary.leaks[leak[0]](keeper.known))
    import_module(f"darwin_core.games.{slug}").GAME = game  # type: ignore[attr-defined]
    settings.write(settings.Settings(pace="instant", glyphs="unicode", primers="off"), here())
    players = [Player(NAMES[0]), *(Player(name, "bot:greedy") for name in NAMES[1:])]
    opened = saves.create(saves.header_for(slug, {}, players, SEED), Path(record))
    keeper.emit(opened.match)
    if mode == "plain":
        return text_mode.play_plain(
            OpenMatches().host(opened), text_mode.Console(process.own_session())
        )
    return app.run(process.own_session(), play=opened)


if __name__ == "__main__":
    sys.exit(main())
