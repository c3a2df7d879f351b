"""The reasons for refusing an action of Evo, by decision and by class of action."""

from typing import Final

from msgspec.structs import replace

from darwin_core.contract.game import NOTHING, Refusal
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.generation import (
    EVERYTHING,
    PAIRS,
    has_future,
    hunts,
    is_prey,
    migration_costs,
    price,
    search_card,
    skills_of,
)
from darwin_core.games.evo.material import (
    FAUNA_SLOTS,
    FORESIGHT,
    PREDATION,
    RING,
    SLOTS,
    WANDERER,
    EvoState,
)
from darwin_core.games.evo.rules import legal, to_move
from darwin_core.games.evo.texts import genes_words, trait_name
from darwin_core.kit.refusals import question, reason, reason_by, refusals, refuse
from darwin_core.text.language import tr, tr_n


def _no_future() -> Refusal:
    return refuse("no-future", "There is no future generation: your deck is empty.")


def _not_adapted() -> Refusal:
    return refuse("not-adapted", "Your species lacks that adaptation.")


def _misnamed() -> Refusal:
    return refuse("out-of-order", "Adaptations are named in the order VFHGX, then of the traits.")


# Each function below returns the reason for one class of action. It is called only for actions that
# are not legal, so after all checks the last reason is left.


def _why_not_hunt(state: EvoState, effect: material.Live, action: acts.Hunt) -> Refusal:
    slot = action.slot
    uses = action.uses
    species = state.species[effect.seat]
    if not 0 <= slot < FAUNA_SLOTS or state.slots[SLOTS * state.active + slot] == NOTHING:
        return refuse("no-fauna", "There is no fauna there.")
    if not {*uses} <= {*state.adaptations[species]}:
        return _not_adapted()
    possible = hunts(state, species, skills_of(state.adaptations[species]), EVERYTHING)
    if action not in possible:
        if replace(action, uses=bytes(sorted(uses))) in possible:
            return _misnamed()
        # No hand could pay for it in any order of the adaptations, so they are the cause.
        return refuse("no-use", "Those adaptations are of no use for this hunt.")
    wanted = genes_words(price(state.slots[SLOTS * state.active + slot], uses))
    return refuse(
        "cannot-pay", "Your hand lacks cards for this hunt, which takes {cards}.", cards=wanted
    )


def _why_not_forage(state: EvoState, effect: material.Live, action: acts.Forage) -> Refusal:
    slot = action.slot
    species = state.species[effect.seat]
    if not FAUNA_SLOTS <= slot < SLOTS or state.slots[SLOTS * state.active + slot] == NOTHING:
        return refuse("no-flora", "There is no flora there.")
    if not {*action.uses} <= {*state.adaptations[species]}:
        return _not_adapted()
    hand = state.hands[species]
    flora = state.slots[SLOTS * state.active + slot]
    search = search_card(state, action.uses)
    if search not in hand:
        need = trait_name(search)
        return refuse("no-search", "You need a card of {trait} to search.", trait=need)
    if not 0 < action.amount <= hand.count(flora) - (search == flora):
        return refuse(
            "cannot-gather",
            "You do not hold so many cards of {trait} to gather with.",
            trait=trait_name(flora),
        )
    if replace(action, uses=bytes(sorted(action.uses))) in legal(state, effect.seat):
        return _misnamed()
    return refuse("no-use", "Those adaptations are of no use for this forage.")


def _why_not_migrate(state: EvoState, effect: material.Live, action: acts.Migrate) -> Refusal:
    species = state.species[effect.seat]
    cards = action.cards
    hand = state.hands[species]
    wanderers = state.adaptations[species].count(WANDERER)
    if not has_future(state, species):
        return _no_future()
    if action.location == state.active or not 0 <= action.location < len(state.locations):
        return refuse("no-migration", "A migration leads to another location.")
    if any(hand.count(card) < cards.count(card) for card in cards):
        return refuse("not-in-hand", "You do not hold those cards.")
    # PAIRS stands for a hand with two cards of each trait, which can pay every cost.
    if bytes(sorted(cards)) in migration_costs(PAIRS, wanders=False):
        return refuse("out-of-order", "Cards are named in the order of the traits.")
    if cards not in migration_costs(PAIRS, wanders=wanderers > 0):
        return refuse(
            "two-cards", "A migration takes two cards, or one with the adaptation wanderer."
        )
    text = tr_n(
        "You may migrate with one card once in a generation.",
        "You may migrate with one card {number} times in a generation.",
        wanderers,
    )
    return Refusal("once", text)


def _why_not_predate(state: EvoState, effect: material.Live, action: acts.Predate) -> Refusal:
    prey = action.prey
    species = state.species[effect.seat]
    if not state.options.predation:
        return refuse(
            "no-predation", "Species hunt each other only with the option predation, which is ours."
        )
    if not 0 <= prey < len(state.species) or prey == species:
        return refuse("no-prey", "There is no other species with that number.")
    if not is_prey(state, prey):
        return refuse("no-prey", "That species has no population or no tokens here.")
    trait = trait_name(action.trait) if 0 <= action.trait < RING else tr("one trait")
    return refuse(
        "cannot-pay", "It takes {number} cards of {trait}.", number=PREDATION, trait=trait
    )


def _why_not_foresee(state: EvoState, effect: material.Live, action: acts.Foresee) -> Refusal:
    species = state.species[effect.seat]
    copies = state.adaptations[species].count(FORESIGHT)
    if not copies:
        return _not_adapted()
    if not has_future(state, species):
        return _no_future()
    text = tr_n(
        "You may use foresight once in a generation.",
        "You may use foresight {number} times in a generation.",
        copies,
    )
    return Refusal("once", text)


why_not: Final = refusals(
    lambda state: len(state.species),
    to_move,
    legal,
    (
        question(material.AwakePopulation, "First choose the active population.", acts.Awake),
        question(
            material.Live,
            "Hunt, forage, migrate, or end the generation.",
            *(acts.Hunt, acts.Forage, acts.Migrate, acts.Predate, acts.Foresee, acts.Done),
        ),
        question(
            material.DisplaceTokens, "First replace tokens of the prey.", acts.Displace, acts.Done
        ),
        question(material.Gorge, "First place one more token.", acts.Displace),
        question(
            material.SaveCard,
            "First choose a card to save by hibernation, or none.",
            *(acts.Save, acts.Done),
        ),
        question(material.AdoptSpecies, "First choose a species.", acts.Adopt),
        question(material.SettlePopulation, "First place the new population.", acts.Settle),
        question(
            material.MovePopulation, "First move a population, or none.", acts.Move, acts.Done
        ),
    ),
    (
        reason(acts.Awake, "no-population", "You have no available population there."),
        reason_by(acts.Hunt, _why_not_hunt),
        reason_by(acts.Forage, _why_not_forage),
        reason_by(acts.Migrate, _why_not_migrate),
        reason_by(acts.Predate, _why_not_predate),
        reason(
            acts.Displace, "no-token", "There is no token to replace, or none of yours to add to."
        ),
        reason_by(acts.Foresee, _why_not_foresee),
        reason(acts.Save, "not-in-hand", "You do not hold that card."),
        reason(acts.Adopt, "taken", "That species is taken, or there is no such species."),
        reason(
            acts.Settle, "no-home", "A new population is placed where the species already lives."
        ),
        reason(acts.Move, "no-move", "A population moves from its location to another one."),
        reason(acts.Done, "must-replace", "Replace at least one token."),
    ),
)
"""Return the reason why a seat cannot take an action now, or None if it can."""
