"""Program with a match of one person and bots that marks every card the person cannot know.

Test_canary starts it in a terminal and searches the output for marks. Functions that turn a card
into text are replaced by ones that mark it unless the person at seat 0 can know it: the cards of
that hand, and all cards that were ever open. These cards are derived from the whole states of the
match, never from views; ``CANARIES`` defines them for each game. A card counter may name every
card, because it shows which ones have not been seen.

    python -m proof.canary_child GAME full|plain RECORD PROGRESS [leak]

``CANARY_SEED`` in the environment is the seed of the match.
"""

import dataclasses
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from home import here

from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.darwinning import acts as darwinning
from darwin_core.games.darwinning.material import DarwinningState, Improve, Transform
from darwin_core.games.dice import acts as dice
from darwin_core.games.dice.material import TRUMP, DiceState
from darwin_core.games.evo import acts as evo
from darwin_core.games.evo.material import EvoState
from darwin_core.games.journey import acts as journey
from darwin_core.games.yummy import acts as yummy
from darwin_core.games.yummy.material import Answer, Offer, PlaceTriplet, YummyState
from darwin_core.match import Match
from darwin_core.match.record import Player
from darwin_core.text.seat_names import SeatNames
from darwin_tui import app, settings, text_mode
from darwin_tui.cli import process
from darwin_tui.library import saves
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.screens.play import PlayScreen

ME = 0
Leak = Callable[[Any], dict[str, Any]]
"""Function from the cards that seat 0 knows to attributes of a game that reveals too much."""


def nothing(_: Any) -> Iterable[int]:
    return ()


def never(_: Any) -> bool:
    return False


@dataclasses.dataclass(frozen=True)
class Canary:
    """A game's cards, numbered without overlap, and the rules by which seat 0 knows them."""

    known: Callable[[Any], Iterable[int]]
    """The cards that seat 0 knows of in a state."""
    names: dict[str, Callable[..., int]]
    """Functions that return the card's number from the arguments of a function that puts cards into
    words, by that function's module and name within the game."""
    leaks: dict[str, Leak]
    shown: Callable[[Any], Iterable[int]] = nothing
    """The cards that an event shows to seat 0, even if they are not visible afterwards."""
    is_free: Callable[[Any], bool] = never
    """True in states where any card may be named, because seat 0 chooses among all cards."""
    tables: tuple[tuple[str, frozenset[str]], ...] = ()
    """Names of tables of cards in ``material``, each with the fields printed on a card."""
    counters: tuple[str, ...] = ()
    """Functions that count or wish for unseen cards, and so may name every card."""


def first(card: int, *_: Any) -> int:
    return card


GAMES = {slug: registry.get(slug) for slug in registry.SLUGS}
"""The unchanged games; in a trial of a leak, a leaking copy replaces one of them."""


def redacting(slug: str, wanted: type, replace_event: Callable[[Any, Any], Any]) -> Leak:
    """Return a leak by which events of one kind are redacted to other events."""

    def leak(known: Any) -> dict[str, Any]:
        def redact(event: Any, viewer: int) -> Any:
            if isinstance(event, wanted):
                return replace_event(event, known)
            return GAMES[slug].redact(event, viewer)

        return {"redact": redact}

    return leak


def one_unknown(cards: Iterable[int], known: Any) -> int:
    """Return an unknown card, or any card if all are known."""
    row = list(cards)
    return min([card for card in row if card not in known] or row)


# --- Darwin's Dice: hands, the deck, cards that lie face down, dice to come


def dice_known(state: DiceState) -> Iterable[int]:
    yield from (*state.hands[ME], *state.middle, *state.out)
    for taken in state.taken:
        yield from taken
    yield state.chosen[ME]
    yield from (TRUMP[roll] for roll in state.rolls[: state.turn + 1])


def dice_leaky_view(_: Any) -> dict[str, Any]:
    """Leak: show a rival's hand among the cards that the rival has taken."""

    def view(state: Any, viewer: int) -> Any:
        seen = GAMES["dice"].view(state, viewer)
        seen.taken[1] += bytes(state.hands[1])
        return seen

    return {"view": view}


DICE = Canary(
    known=dice_known,
    names={"texts.card_name": first},
    tables=(("CARDS", frozenset({"letter", "code"})),),
    counters=("texts._unseen_lines",),
    leaks={
        "view": dice_leaky_view,
        # A deal is shown as a card of a rival, which stays in the log.
        "redact": redacting(
            "dice",
            dice.RoundBegan,
            lambda event, known: dice.Chose(1, one_unknown(event.hands[1], known)),
        ),
    },
)

# --- Darwinning!: hands, cards that were kept or discarded from hands, the deck


def darwinning_known(state: DarwinningState) -> Iterable[int]:
    """Yield the cards that seat 0 may know from a state."""
    rows = (state.climbed, state.grown, state.adapted, state.traits, state.played, state.used)
    for row in (state.hands[ME], state.kept[ME], state.buried[ME], state.discards, state.display):
        yield from row
    for lists in rows:
        for row in lists:
            yield from row
    for effect in state.pending:
        if isinstance(effect, Transform):
            yield effect.card
        if isinstance(effect, Improve):
            yield from effect.cards


def darwinning_shown(event: Any) -> Iterable[int]:
    """Return the cards that an event shows to the seat."""
    match event:
        case darwinning.Played(cards=cards) | darwinning.TrickWon(cards=cards):
            return cards
        case darwinning.Drawn(card=card):
            return (card,)
        case _:
            return ()


DARWINNING = Canary(
    known=darwinning_known,
    shown=darwinning_shown,
    names={"texts.card_name": first},
    tables=(("CARDS", frozenset({"code"})),),
    leaks={
        # A deal is shown as cards that a rival plays.
        "redact": redacting(
            "darwinning",
            darwinning.EraBegan,
            lambda event, known: darwinning.Played(1, bytes([one_unknown(event.hands[1], known)])),
        )
    },
)

# --- Yummy Darwinism: hands, the deck, offers of others


def yummy_known(state: YummyState) -> Iterable[int]:
    """Yield the cards that seat 0 may know from a state."""
    seats = len(state.hands)
    yield from (*state.hands[ME], *state.out)
    for rows in (*state.fields, *state.piles):
        for triplet in rows:
            yield from triplet
    # Cards that this seat, or all seats, saw going to a hand.
    for row in (*state.seen[ME * seats : (ME + 1) * seats], *state.seen[seats * seats :]):
        yield from row
    # Everybody sees the labels that an offer asks for. Only its two traders see the given cards.
    for row in state.declined:
        yield from row
    for effect in state.pending:
        match effect:
            case PlaceTriplet(cards=cards):
                yield from cards
            case Answer(seat, partner, _, give, ask):
                yield from ask
                if ME in (seat, partner):
                    yield from give


def yummy_shown(event: Any) -> Iterable[int]:
    """Return the cards that an event shows to the seat."""
    match event:
        case yummy.Offered(seat, partner, give, ask) | yummy.Traded(seat, partner, give, ask):
            return (*ask, *(give if ME in (seat, partner) else b""))
        case yummy.Discarded(card=card) | yummy.Swapped(card=card) | yummy.Trumped(card=card):
            return (card,)
        case yummy.TurnBegan(seat, card) if seat == ME:
            return (card,)
        case yummy.Refilled(seat, cards) if seat == ME:
            return cards
        case _:
            return ()


def yummy_is_free(state: YummyState) -> bool:
    """Return True while an offer is put together: it may ask for any label."""
    top = state.pending[-1] if state.pending else None
    return isinstance(top, Offer) and top.seat == ME


YUMMY = Canary(
    known=yummy_known,
    shown=yummy_shown,
    is_free=yummy_is_free,
    names={"texts.card_name": first, "texts.card_words": first},
    # A hint may wish for any label, and the table counts the cards of each that are not seen.
    counters=("hints._plan_words", "board.labels.draw_labels", "board.board.draw_unseen"),
    # All seats are shown what a rival draws.
    leaks={"redact": redacting("yummy", yummy.TurnBegan, lambda event, known: event)},
)

# --- Evo: hands, decks and Lost Genomes; the decks of fauna, flora and adaptations

FLORA, DESIGNS = 100, 200
"""First numbers of the cards that are not fauna."""


def evo_known(state: EvoState) -> Iterable[int]:
    """Yield the known cards among fauna, flora and adaptations.

    Trait cards have only six names, all of which are open somewhere. Test_twins covers them.
    """
    for slot, card in enumerate(state.slots):
        yield card if slot % 5 < 3 else FLORA + card
    yield from state.fauna_out
    yield from (FLORA + card for card in state.flora_out)
    for designs in (state.adaptation_out, *state.adaptations):
        yield from (DESIGNS + design for design in designs)


def evo_shown(event: Any) -> Iterable[int]:
    """Return the cards that an event shows to the seat."""
    match event:
        case evo.Arrived(slot, card) | evo.DiedOut(slot, card):
            return (card if slot % 5 < 3 else FLORA + card,)
        case evo.Mutated(designs=designs):
            return [DESIGNS + design for design in designs]
        case _:
            return ()


def evo_on(view: EvoState, place: int) -> int:
    """Return the number of the card in a slot of the table."""
    card = view.slots[place]
    return card if card == NOTHING or place % 5 < 3 else FLORA + card


def evo_leaky_view(_: Any) -> dict[str, Any]:
    """Leak: show the next fauna of the deck in the first slot."""

    def view(state: Any, viewer: int) -> Any:
        seen = GAMES["evo"].view(state, viewer)
        seen.slots = state.fauna_deck[:1] + state.slots[1:]
        return seen

    return {"view": view}


EVO = Canary(
    known=evo_known,
    shown=evo_shown,
    names={
        "texts.card_name": lambda slot, card: card if slot % 5 < 3 else FLORA + card,
        "texts.fauna_name": first,
        "board.marks.card_label": evo_on,
        "texts.design_name": lambda design: DESIGNS + design,
    },
    leaks={"view": evo_leaky_view},
)

# --- Darwin's Journey: hands and picks of the draft, and the order of objectives to come

OBJECTIVES = 100
"""First number of the objectives; the numbers of crew cards begin with 0."""


def journey_known(state: Any) -> Iterable[int]:
    mine = (state.hands[ME], *state.seen[ME], state.crew[ME]) if any(state.hands) else state.crew
    for row in mine:
        yield from row
    for row in (state.starters, state.display, *state.reserve, *state.slots):
        yield from (OBJECTIVES + tile for tile in row)


def journey_shown(event: Any) -> Iterable[int]:
    """Return the cards that an event shows to the seat."""
    match event:
        case journey.Cleaned(display=display):
            return [OBJECTIVES + tile for tile in display]
        case journey.Took(tile=tile):
            return (OBJECTIVES + tile,)
        case _:
            return ()


JOURNEY = Canary(
    known=journey_known,
    shown=journey_shown,
    names={"names.crew_name": first, "names.objective_words": lambda tile: OBJECTIVES + tile},
    tables=(("CREW", frozenset({"name"})),),
    # All seats are shown which card a rival keeps.
    leaks={"redact": redacting("journey", journey.Kept, lambda event, known: event)},
)

CANARIES = {"dice": DICE, "darwinning": DARWINNING, "yummy": YUMMY, "evo": EVO, "journey": JOURNEY}


def everywhere(slug: str) -> list[Any]:
    """Return a game's modules that make text or draw: all but its rules, events and material."""
    silent = ("rules", "acts", "material")
    core = f"darwin_core.games.{slug}"
    import_module(f"darwin_tui.boards.{slug}.board")
    return [
        module
        for name, module in list(sys.modules.items())
        if name.startswith((core + ".", f"darwin_tui.boards.{slug}"))
        and name.rpartition(".")[2] not in silent
    ]


MARK = "¶"
SEED = os.environ.get("CANARY_SEED", "canary")
NAMES = ("Ada", "Ben", "Cleo", "Dan")


class Keeper:
    """Collects the cards that seat 0 can know, and counts requests for other cards."""

    def __init__(self, canary: Canary, progress: Path) -> None:
        self.canary = canary
        self.progress = progress
        self.known: set[int] = set()
        self.asked = self.unknown = 0
        """Number of times a card became text, and number of those in which it was unknown."""
        self.is_counting = False
        """True while a card counter names cards."""
        self.is_rival = False
        """True while a rival thinks. Its words are marked but not counted: they are not shown."""
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
    """A game's table of cards for boards, in which unknown cards are marked."""

    keeper: Keeper
    printed: frozenset[str]

    def __getitem__(self, card: Any) -> Any:
        entry = super().__getitem__(card)
        if isinstance(card, slice) or card in self.keeper.known or self.keeper.is_free:
            return entry
        return Marked(entry, self.printed)


class Marked:
    """A card whose printed fields begin with the mark."""

    def __init__(self, card: Any, printed: frozenset[str]) -> None:
        self._card = card
        self._printed = printed

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._card, name)
        return f"{MARK}{value}" if name in self._printed else value


def mark_cards(slug: str, keeper: Keeper) -> None:
    """Replace the functions and tables that name a game's cards by ones that mark unknown cards."""
    canary = keeper.canary
    modules = everywhere(slug)
    core = f"darwin_core.games.{slug}"
    for place, which in canary.names.items():
        original = thing(core, place)

        def marked(*args: Any, original: Any = original, which: Any = which) -> str:
            name: str = original(*args)
            numbers = [which(*args), *(arg for arg in args if isinstance(arg, int))]
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
        cards.keeper = keeper
        cards.printed = printed
        # Only boards read the tables for text; the core names cards by the functions above.
        replaced([module for module in modules if "darwin_tui" in module.__name__], table, cards)


def thing(core: str, place: str) -> Any:
    """Return an attribute of a game's module, or of its board's module if ``board.`` is named."""
    module, name = place.rsplit(".", 1)
    is_board = module.startswith("board.")
    home = core.replace("darwin_core.games", "darwin_tui.boards") if is_board else core
    return getattr(import_module(f"{home}.{module.removeprefix('board.')}"), name)


def thinking(game: Any, keeper: Keeper) -> Any:
    """Return a game whose bots note in the keeper that a rival thinks."""

    def advise(view: Any, seat: int, seat_names: SeatNames) -> Any:
        keeper.is_rival = seat != ME
        try:
            return game.bots.advise(view, seat, seat_names)
        finally:
            keeper.is_rival = False

    return dataclasses.replace(game, bots=dataclasses.replace(game.bots, advise=advise))


def replaced(modules: list[Any], old: Any, new: Any) -> None:
    """Replace an object in all modules that hold it, under any name."""
    uses = [
        (module, name) for module in modules for name, held in vars(module).items() if held is old
    ]
    assert uses
    for module, name in uses:
        setattr(module, name, new)


def watch(keeper: Keeper) -> None:
    """Patch ``Match`` so that the keeper learns the known cards after each action."""
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
    """Let F12 play a random action: selecting elements on the board is not tested here."""
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
            OpenMatches().host(opened), text_mode.Console(process.begin_own_session())
        )
    return app.run(process.begin_own_session(), play=opened)


if __name__ == "__main__":
    sys.exit(main())
