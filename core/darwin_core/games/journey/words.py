"""Prompts of Darwin's Journey.

Related modules: ``choices`` (numbered choices), ``elements`` (elements of the board), ``narration``
(the event log) and ``description`` (a position for screen readers).
"""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from darwin_core.game import NOTHING
from darwin_core.games.journey.arriving import place_cost
from darwin_core.games.journey.components import CREW_KEPT, RESERVE
from darwin_core.games.journey.diaries import at_home, lens_cost
from darwin_core.games.journey.effect_words import effect_words
from darwin_core.games.journey.names import price_words, site_name
from darwin_core.games.journey.objectives import free_actions
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.rules import to_move
from darwin_core.games.journey.state import (
    Academy,
    AchieveUnmet,
    Act,
    AnyOrder,
    CheaperTurn,
    Collect,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Draft,
    Either,
    Equip,
    Explore,
    JourneyState,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
    Turn,
    Where,
    Window,
)
from darwin_core.kit.effects import Effect
from darwin_core.lexicon import Lexicon, waiting_for
from darwin_core.primers import next_effect
from darwin_core.wording import counted


def phase(view: JourneyState, viewer: int) -> str:
    """Return the phase of a decision; the end of a turn has one of its own."""
    effect = view.pending[-1]
    if isinstance(effect, Turn):
        return "end" if effect.has_placed else "turn"
    return next_effect(view, viewer)


def prompt(view: JourneyState, viewer: int, lexicon: Lexicon) -> str:
    """Return the question to a viewer, or the names of the seats that must decide."""
    if not view.pending:
        return "The match is over."
    effect = view.pending[-1]
    if viewer in to_move(view):
        return f"{_occasion(view)}{_ASKED[type(effect)](view, effect)}"
    return waiting_for(lexicon, to_move(view))


def _occasion(view: JourneyState) -> str:
    """Name the envelope whose reward is being taken."""
    for effect in view.pending:
        if isinstance(effect, Collect):
            return f"Envelope {effect.envelope + 1}: "
    return ""


def _draft(view: JourneyState, effect: Draft) -> str:
    kept = len(view.crew[0])
    if kept + 1 == CREW_KEPT:
        return "Choose your last crew card; the other one leaves the game."
    return f"Choose crew card {kept + 1} of {CREW_KEPT}; the others are passed to the left."


def _equip(view: JourneyState, effect: Equip) -> str:
    metal = "gold" if effect.is_gold else "silver"
    return f"Take a {metal} objective into your reserve."


def _turn(view: JourneyState, effect: Turn) -> str:
    free = " or first achieve an objective or complete a card" if free_actions(view) else ""
    if effect.has_placed:
        return f"End the turn,{free}." if free else "Your worker is done: end the turn."
    left = len(at_home(view, effect.seat))
    if free:
        return f"Place a worker ({left} left),{free}."
    return f"Place a worker ({left} left): choose it and where it goes."


def _act(view: JourneyState, effect: Act) -> str:
    if not effect.has_begun:
        return "Choose what your worker does first, or skip it."
    if free_actions(view):
        return "Choose what your worker does next, or achieve or complete something."
    return "Choose what your worker does next, or skip the rest."


def _explore(view: JourneyState, effect: Explore) -> str:
    moves = counted(effect.moves, "space")
    if effect.island != NOTHING:
        return f"Move your explorer up to {moves} more, or stay."
    stop = ", with a stop on the way" if effect.stops else ""
    return f"Move an explorer up to {moves}{stop}, or stay."


def _navigate(view: JourneyState, effect: Navigate) -> str:
    stop = ", with a stop on the way" if effect.stops else ""
    return f"Move your ship up to {counted(effect.moves, 'space')}{stop}, or stay."


def _correspond(view: JourneyState, effect: Correspond) -> str:
    stamps = counted(effect.stamps, "stamp")
    if effect.is_free:
        return f"Place up to {stamps} on any envelopes, or stop."
    if effect.envelope == NOTHING:
        return f"Choose a stack and an envelope: up to {stamps} on one envelope."
    return f"Place up to {effect.stamps} more on envelope {effect.envelope + 1}, or stop."


def _academy(view: JourneyState, effect: Academy) -> str:
    discount = effect.discount + means(view).discount
    off = f" ({counted(discount, 'coin')} off)" if discount else ""
    return f"Buy a seal{off}: choose it and a row, or skip it."


def _gain(view: JourneyState, effect: TakeObjective) -> str:
    if len(view.reserve[view.actor]) < RESERVE:
        return "Take an objective into your reserve, or skip it."
    return "Your reserve is full: take an objective onto a slot, or none."


def _lens(view: JourneyState, effect: Lens) -> str:
    price = price_words(lens_cost(effect.is_free))
    return f"Unlock a location with a lens{price}, or skip it."


_RESEARCH: Final[dict[Where, str]] = {
    "museum": "a specimen of the museum",
    "any": "any specimen",
    "island": "a specimen where you have an explorer",
}


def _research(view: JourneyState, effect: ResearchSpecimen) -> str:
    what = "a second specimen" if effect.cost else _RESEARCH[effect.where]
    return f"Research {what}{price_words(effect.cost)}, or skip it."


def _deliver(view: JourneyState, effect: DeliverSpecimen) -> str:
    return f"Deliver a second specimen{price_words(effect.cost)}, or skip it."


def _camp(view: JourneyState, effect: PitchTent) -> str:
    if effect.site == NOTHING:
        return "Pitch a tent on any campsite, or skip it."
    cost = place_cost(view, view.actor, effect.site) or 0
    return f"Pitch a tent at {site_name(effect.site)}{price_words(cost)}, or skip it."


def _ways(effect: Either | Spend) -> str:
    return " or ".join(map(effect_words, effect.ways))


F = TypeVar("F", bound=Effect)


def _asked(
    kind: type[F], words: Callable[[JourneyState, F], str]
) -> tuple[type[Effect], Callable[[JourneyState, Effect], str]]:
    """Return the prompt function of a class of effects, checked to be for that class."""
    return kind, cast("Callable[[JourneyState, Effect], str]", words)


_ASKED: Final = dict(
    (
        _asked(Draft, _draft),
        _asked(Equip, _equip),
        _asked(Turn, _turn),
        _asked(CheaperTurn, _turn),
        _asked(Act, _act),
        _asked(AnyOrder, lambda view, effect: "Choose what to do next, or skip the rest."),
        _asked(Either, lambda view, effect: f"Choose {_ways(effect)}, or neither."),
        _asked(Spend, lambda view, effect: f"Spend 1 knowledge for {_ways(effect)}, or keep it."),
        _asked(Window, lambda view, effect: "Complete a crew card now, or continue."),
        _asked(Explore, _explore),
        _asked(Navigate, _navigate),
        _asked(Overtake, lambda view, effect: "Move your ship to the Beagle, or stay."),
        _asked(
            LandExplorer, lambda view, effect: "Place an unused explorer on an island, or skip it."
        ),
        _asked(PitchTent, _camp),
        _asked(ReuseTent, lambda view, effect: "Re-use one of your tents, or skip it."),
        _asked(Correspond, _correspond),
        _asked(Academy, _academy),
        _asked(
            Seal, lambda view, effect: "You must take a free seal: choose its colour and a row."
        ),
        _asked(Purple, lambda view, effect: "You must take a free purple seal: choose its row."),
        _asked(
            Museum,
            lambda view, effect: "Deliver a specimen, or research one of the museum, or skip it.",
        ),
        _asked(DeliverSpecimen, _deliver),
        _asked(ResearchSpecimen, _research),
        _asked(
            Redeliver, lambda view, effect: "Deliver a specimen of the museum again, or skip it."
        ),
        _asked(TakeObjective, _gain),
        _asked(
            AchieveUnmet,
            lambda view, effect: "Achieve one of your objectives, met or not, or skip it.",
        ),
        _asked(
            CopyCrew, lambda view, effect: "Copy a crew card that is not completed, or skip it."
        ),
        _asked(Lens, _lens),
        _asked(PerformLocked, lambda view, effect: "Perform a locked location, or skip it."),
    )
)
