"""Facts of each game for the canary proof: which cards have names, and which of them seat 0 may
know.

Written from the paragraph "Hidden" of each rules page. It looks at whole states and whole events
only, never at what a game shows of them.
"""

import dataclasses
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import acts as darwinning
from darwin_core.games.darwinning.material import DarwinningState, Improve, Transform
from darwin_core.games.dice import acts as dice
from darwin_core.games.dice.material import TRUMP, DiceState
from darwin_core.games.evo import acts as evo
from darwin_core.games.evo.material import EvoState
from darwin_core.games.journey import acts as journey
from darwin_core.games.yummy import acts as yummy
from darwin_core.games.yummy.material import Answer, Offer, Place, YummyState

ME = 0
Leak = Callable[[Any], dict[str, Any]]
"""Attributes that replace a game's own so that it reveals too much, given the cards seat 0
knows."""


def nothing(_: Any) -> Iterable[int]:
    return ()


def never(_: Any) -> bool:
    return False


@dataclasses.dataclass(frozen=True)
class Canary:
    """A game's cards, each by a number of its own, and who may know of them."""

    known: Callable[[Any], Iterable[int]]
    """The cards that seat 0 knows of in a state."""
    names: dict[str, Callable[..., int]]
    """Functions that put a card into words, by their module and name within the game; and which
    card it is, by their arguments."""
    leaks: dict[str, Leak]
    shown: Callable[[Any], Iterable[int]] = nothing
    """The cards that an event shows to all players, though perhaps none of them is visible
    afterwards."""
    is_free: Callable[[Any], bool] = never
    """True while any card may be named in a state, because seat 0 chooses among all there are."""
    tables: tuple[tuple[str, frozenset[str]], ...] = ()
    """Modules of the game whose table of cards is looked at for what is printed on them."""
    counters: tuple[str, ...] = ()
    """Functions that count cards not seen yet, or wish for them, and so may name all."""


def first(card: int, *_: Any) -> int:
    return card


GAMES = {slug: registry.get(slug) for slug in registry.SLUGS}
"""The games as they are; a leaking copy replaces one."""


def redacting(slug: str, wanted: type, replace_event: Callable[[Any, Any], Any]) -> Leak:
    """Return a game in which an event of one kind is redacted to something else."""

    def leak(known: Any) -> dict[str, Any]:
        def redact(event: Any, viewer: int) -> Any:
            if isinstance(event, wanted):
                return replace_event(event, known)
            return GAMES[slug].redact(event, viewer)

        return {"redact": redact}

    return leak


def one_unknown(cards: Iterable[int], known: Any) -> int:
    """Return a card that is not known, if there is one."""
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
    """Show a rival's hand among the cards that it has taken."""

    def view(state: Any, viewer: int) -> Any:
        seen = GAMES["dice"].view(state, viewer)
        seen.taken[1] += bytes(state.hands[1])
        return seen

    return {"view": view}


DICE = Canary(
    known=dice_known,
    names={"texts.card_name": first},
    tables=(("CARDS", frozenset({"letter", "code"})),),
    counters=("texts._unseen",),
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
    seats = len(state.hands)
    yield from (*state.hands[ME], *state.out)
    for rows in (*state.fields, *state.piles):
        for triplet in rows:
            yield from triplet
    # What was seen going to a hand, by this seat or by all.
    for row in (*state.seen[ME * seats : (ME + 1) * seats], *state.seen[seats * seats :]):
        yield from row
    # Which labels are asked for is open, what is given only to the two who trade.
    for row in state.declined:
        yield from row
    for effect in state.pending:
        match effect:
            case Place(cards=cards):
                yield from cards
            case Answer(seat, partner, _, give, ask):
                yield from ask
                if ME in (seat, partner):
                    yield from give


def yummy_shown(event: Any) -> Iterable[int]:
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
    counters=("hints._plan_words", "board.labels.draw_labels", "board.side.draw_unseen"),
    # All seats are shown what a rival draws.
    leaks={"redact": redacting("yummy", yummy.TurnBegan, lambda event, known: event)},
)

# --- Evo: hands, decks and Lost Genomes; the decks of fauna, flora and adaptations

FLORA, DESIGNS = 100, 200
"""First numbers of the cards that are not fauna."""


def evo_known(state: EvoState) -> Iterable[int]:
    """There are six kinds of traits, which all lie open somewhere, so that a trait card can have no
    name of its own: for those there are the twins. Fauna, flora and adaptations have."""
    for slot, card in enumerate(state.slots):
        yield card if slot % 5 < 3 else FLORA + card
    yield from state.fauna_out
    yield from (FLORA + card for card in state.flora_out)
    for designs in (state.adaptation_out, *state.adaptations):
        yield from (DESIGNS + design for design in designs)


def evo_shown(event: Any) -> Iterable[int]:
    match event:
        case evo.Arrived(slot, card) | evo.DiedOut(slot, card):
            return (card if slot % 5 < 3 else FLORA + card,)
        case evo.Mutated(designs=designs):
            return [DESIGNS + design for design in designs]
        case _:
            return ()


def evo_on(view: EvoState, place: int) -> int:
    """Return the number of the card on a place of the table."""
    card = view.slots[place]
    return card if card == NOTHING or place % 5 < 3 else FLORA + card


def evo_leaky_view(_: Any) -> dict[str, Any]:
    """Show the next fauna in the place of the first."""

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
    names={
        "names.crew_name": first,
        "names.objective_words": lambda tile: OBJECTIVES + tile,
    },
    tables=(("CREW", frozenset({"name"})),),
    # All seats are shown which card a rival keeps.
    leaks={"redact": redacting("journey", journey.Kept, lambda event, known: event)},
)

CANARIES = {
    "dice": DICE,
    "darwinning": DARWINNING,
    "yummy": YUMMY,
    "evo": EVO,
    "journey": JOURNEY,
}


def everywhere(slug: str) -> list[Any]:
    """Return the modules of a game that make text or draw, without its rules and record
    notation."""
    silent = ("rules", "acts", "material")
    core = f"darwin_core.games.{slug}"
    import_module(f"darwin_tui.boards.{slug}.board")
    return [
        module
        for name, module in list(sys.modules.items())
        if name.startswith((core + ".", f"darwin_tui.boards.{slug}"))
        and name.rpartition(".")[2] not in silent
    ]
