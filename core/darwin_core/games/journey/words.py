"""Prompts of Darwin's Journey.

Related modules: ``choices`` (numbered choices), ``elements`` (elements of the board), ``narration``
(the event log) and ``description`` (a position for screen readers).
"""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import effects
from darwin_core.games.journey.arriving import place_cost
from darwin_core.games.journey.components import CREW_KEPT, RESERVE
from darwin_core.games.journey.diaries import at_home, lens_cost
from darwin_core.games.journey.effect_words import price_words, ways_words
from darwin_core.games.journey.effects import Where
from darwin_core.games.journey.names import objective_noun, site_name
from darwin_core.games.journey.objectives import free_actions
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.rules import to_move
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.effects import Effect
from darwin_core.teaching.primers import next_effect
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon, waiting_for
from darwin_core.text.wording import counted


def phase(view: JourneyState, viewer: int) -> str:
    """Return the phase of a decision; the end of a turn has one of its own, and one note is on all
    that is chosen before the first round."""
    effect = view.pending[-1]
    if isinstance(effect, effects.Equip):
        return "draft"
    if isinstance(effect, effects.Turn):
        return "end" if effect.has_placed else "turn"
    return next_effect(view, viewer)


def prompt(view: JourneyState, viewer: int, lexicon: Lexicon) -> str:
    """Return the question to a viewer, or the names of the seats that must decide."""
    if not view.pending:
        return tr("The match is over.")
    effect = view.pending[-1]
    if viewer in to_move(view):
        return _on_occasion(view, _ASKED[type(effect)](view, effect))
    return waiting_for(lexicon, to_move(view))


def _on_occasion(view: JourneyState, question: str) -> str:
    """Return a question, with the envelope whose reward is being taken."""
    for effect in view.pending:
        if isinstance(effect, effects.Collect):
            number = effect.envelope + 1
            return tr("Envelope {number}: {question}", number=number, question=question)
    return question


def _draft(view: JourneyState, effect: effects.Draft) -> str:
    kept = len(view.crew[0])
    return tr("Choose crew card {number} of {cards}.", number=kept + 1, cards=CREW_KEPT)


def _equip(view: JourneyState, effect: effects.Equip) -> str:
    return tr("Choose {objective:a}.", objective=objective_noun(effect.is_gold))


def _turn(view: JourneyState, effect: effects.Turn) -> str:
    is_more = bool(free_actions(view))
    if effect.has_placed:
        return tr(
            "End the turn, or first achieve an objective or complete a card."
            if is_more
            else "Your worker is done: end the turn."
        )
    return tr(
        "Place a worker ({left} left), or first achieve an objective or complete a card."
        if is_more
        else "Place a worker ({left} left).",
        left=len(at_home(view, effect.seat)),
    )


def _act(view: JourneyState, effect: effects.Act) -> str:
    if not effect.has_begun:
        return tr("Choose what your worker does first, or skip it.")
    if free_actions(view):
        return tr("Choose what your worker does next, or achieve or complete something.")
    return tr("Choose what your worker does next, or skip the rest.")


def _explore(view: JourneyState, effect: effects.Explore) -> str:
    spaces = counted(effect.moves, "space")
    if effect.island != NOTHING:
        return tr("Move your explorer up to {spaces} more, or stay.", spaces=spaces)
    return tr(
        "Move an explorer up to {spaces}, with a stop on the way, or stay."
        if effect.stops
        else "Move an explorer up to {spaces}, or stay.",
        spaces=spaces,
    )


def _navigate(view: JourneyState, effect: effects.Navigate) -> str:
    return tr(
        "Move your ship up to {spaces}, with a stop on the way, or stay."
        if effect.stops
        else "Move your ship up to {spaces}, or stay.",
        spaces=counted(effect.moves, "space"),
    )


def _correspond(view: JourneyState, effect: effects.Correspond) -> str:
    stamps = counted(effect.stamps, "stamp")
    if effect.is_free:
        return tr("Place up to {stamps} on any envelopes, or stop.", stamps=stamps)
    if effect.envelope == NOTHING:
        return tr("Choose a stack and an envelope: up to {stamps} on one envelope.", stamps=stamps)
    return tr(
        "Place up to {number} more on envelope {envelope}, or stop.",
        number=effect.stamps,
        envelope=effect.envelope + 1,
    )


def _academy(view: JourneyState, effect: effects.Academy) -> str:
    discount = effect.discount + means(view).discount
    if discount:
        return tr(
            "Buy a seal ({coins} off): choose it and a row, or skip it.",
            coins=counted(discount, "coin"),
        )
    return tr("Buy a seal: choose it and a row, or skip it.")


def _gain(view: JourneyState, effect: effects.TakeObjective) -> str:
    if len(view.reserve[view.actor]) < RESERVE:
        return tr("Take an objective into your reserve, or skip it.")
    return tr("Your reserve is full: take an objective onto a slot, or none.")


def _lens(view: JourneyState, effect: effects.Lens) -> str:
    price = price_words(lens_cost(effect.is_free))
    return tr("Unlock a location with a lens{price}, or skip it.", price=price)


_RESEARCH: Final[dict[Where, str]] = {
    "museum": mark("Research a specimen of the museum{price}, or skip it."),
    "any": mark("Research any specimen{price}, or skip it."),
    "island": mark("Research a specimen where you have an explorer{price}, or skip it."),
}


def _research(view: JourneyState, effect: effects.ResearchSpecimen) -> str:
    price = price_words(effect.cost)
    if effect.cost:
        return tr("Research a second specimen{price}, or skip it.", price=price)
    return tr(_RESEARCH[effect.where], price=price)


def _deliver(view: JourneyState, effect: effects.DeliverSpecimen) -> str:
    price = price_words(effect.cost)
    return tr("Deliver a second specimen{price}, or skip it.", price=price)


def _camp(view: JourneyState, effect: effects.PitchTent) -> str:
    if effect.site == NOTHING:
        return tr("Pitch a tent on any campsite, or skip it.")
    price = price_words(place_cost(view, view.actor, effect.site) or 0)
    return tr(
        "Pitch a tent at {site}{price}, or skip it.", site=site_name(effect.site), price=price
    )


def _either(view: JourneyState, effect: effects.Either) -> str:
    return tr("Choose {ways}, or neither.", ways=ways_words(effect.ways))


def _spend(view: JourneyState, effect: effects.Spend) -> str:
    return tr("Spend 1 knowledge for {ways}, or keep it.", ways=ways_words(effect.ways))


F = TypeVar("F", bound=Effect)


def _asked(
    kind: type[F], words: Callable[[JourneyState, F], str]
) -> tuple[type[Effect], Callable[[JourneyState, Effect], str]]:
    """Return the prompt function of a class of effects, checked to be for that class."""
    return kind, cast("Callable[[JourneyState, Effect], str]", words)


def _fixed(
    kind: type[Effect], question: str
) -> tuple[type[Effect], Callable[[JourneyState, Effect], str]]:
    """Return the prompt function of a class of effects that has one question."""
    return kind, lambda view, effect: tr(question)


_ASKED: Final = dict(
    (
        _asked(effects.Draft, _draft),
        _asked(effects.Equip, _equip),
        _asked(effects.Turn, _turn),
        _asked(effects.CheaperTurn, _turn),
        _asked(effects.Act, _act),
        _fixed(effects.AnyOrder, mark("Choose what to do next, or skip the rest.")),
        _asked(effects.Either, _either),
        _asked(effects.Spend, _spend),
        _fixed(effects.Window, mark("Complete a crew card now, or continue.")),
        _asked(effects.Explore, _explore),
        _asked(effects.Navigate, _navigate),
        _fixed(effects.Overtake, mark("Move your ship to the Beagle, or stay.")),
        _fixed(effects.LandExplorer, mark("Place an unused explorer on an island, or skip it.")),
        _asked(effects.PitchTent, _camp),
        _fixed(effects.ReuseTent, mark("Re-use one of your tents, or skip it.")),
        _asked(effects.Correspond, _correspond),
        _asked(effects.Academy, _academy),
        _fixed(effects.Seal, mark("You must take a free seal: choose its colour and a row.")),
        _fixed(effects.Purple, mark("You must take a free purple seal: choose its row.")),
        _fixed(
            effects.Museum, mark("Deliver a specimen, or research one of the museum, or skip it.")
        ),
        _asked(effects.DeliverSpecimen, _deliver),
        _asked(effects.ResearchSpecimen, _research),
        _fixed(effects.Redeliver, mark("Deliver a specimen of the museum again, or skip it.")),
        _asked(effects.TakeObjective, _gain),
        _fixed(
            effects.AchieveUnmet, mark("Achieve one of your objectives, met or not, or skip it.")
        ),
        _fixed(effects.CopyCrew, mark("Copy a crew card that is not completed, or skip it.")),
        _asked(effects.Lens, _lens),
        _fixed(effects.PerformLocked, mark("Perform a locked location, or skip it.")),
    )
)
