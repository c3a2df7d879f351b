"""The event log of Darwin's Journey in sentences."""

from collections.abc import Sequence
from typing import assert_never

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.journey.components import DISCARD, ISLANDS, LENS_COIN, OBJECTIVES
from darwin_core.games.journey.events import (
    Achieved,
    Awarded,
    Began,
    Bought,
    CameFirst,
    Cleaned,
    Collected,
    Completed,
    Copied,
    Counted,
    Dealt,
    Delivered,
    Ended,
    Finished,
    Gained,
    JourneyEvent,
    Kept,
    Landed,
    Moved,
    Ordered,
    Passed,
    Performed,
    Pitched,
    Placed,
    Reported,
    Researched,
    Reused,
    Signed,
    Stamped,
    Took,
    Unlocked,
)
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    goal_words,
    is_ocean,
    location_name,
    objective_words,
    price_words,
    site_name,
    slot_name,
    space_name,
    specimen_name,
    worker_name,
)
from darwin_core.lexicon import Lexicon, won_by
from darwin_core.wording import counted, listed

PLACES = ("first", "second")
"""Rewards of an envelope."""


def sentence(event: JourneyEvent, lexicon: Lexicon) -> str:
    """Format an event as a sentence."""
    names = lexicon.names
    match event:
        case Dealt(order) | Began(_, order) | Ordered(order):
            return _in_turn(event, listed([names[seat] for seat in order]))
        case Kept(seat, card):
            what = "a crew card" if card == HIDDEN else crew_name(card)
            return f"{names[seat]} keeps {what}."
        case Passed():
            return "The hands are passed to the left."
        case Signed(crew):
            kept = [
                f"{name} has {listed([crew_name(card) for card in cards])}"
                for name, cards in zip(names, crew, strict=False)
            ]
            return f"The crew cards are turned up: {'; '.join(kept)}."
        case Gained():
            return _gained(event, names[event.seat])
        case Placed():
            return _placed(event, lexicon)
        case Ended(seat):
            return f"{names[seat]} ends the turn."
        case Moved() | Landed() | CameFirst():
            return _travelled(event, names[event.seat])
        case Stamped(seat, stack, envelope):
            which = "from the discard" if stack == DISCARD else f"of stack {stack + 1}"
            return f"{names[seat]} puts a stamp {which} on envelope {envelope + 1}."
        case Bought(seat, colour, row, coins):
            price = price_words(coins)
            return f"{names[seat]} adds a {colour_name(colour)} seal to row {row + 1}{price}."
        case Unlocked(seat, location, coins):
            return f"{names[seat]} unlocks {location_name(location)}{price_words(coins)}."
        case Performed(seat, location):
            return f"{names[seat]} performs {location_name(location)}, which stays locked."
        case Researched(seat, specimen, coins):
            return f"{names[seat]} researches the {specimen_name(specimen)}{price_words(coins)}."
        case Delivered(seat, specimen, paid, _, _, is_again):
            what = f"{specimen_name(specimen)}{' again' * is_again}"
            return f"{names[seat]} delivers the {what}{price_words(paid)}."
        case Pitched(seat, site, coins):
            return f"{names[seat]} pitches a tent at {site_name(site)}{price_words(coins)}."
        case Reused(seat, site):
            return f"{names[seat]} re-uses the tent at {site_name(site)}."
        case Took() | Achieved():
            return _objective(event, names[event.seat])
        case Completed(seat, card, row):
            return f"{names[seat]} completes {crew_name(card)} with row {row + 1}."
        case Copied(seat, card):
            return f"{names[seat]} copies {crew_name(card)}."
        case Counted() | Collected():
            return _stamps(event, lexicon)
        case Awarded(seat, envelope, place):
            return f"{names[seat]} gets the {PLACES[place]} reward of envelope {envelope + 1}."
        case Reported():
            return _reported(event, lexicon)
        case Cleaned(display):
            shown = "; ".join(map(objective_words, display))
            return f"Workers go home, scrolls are filled. New objectives on display: {shown}."
        case Finished(totals, winners):
            return _finished(totals, winners, lexicon)
        case _:
            assert_never(event)


def _in_turn(event: Dealt | Began | Ordered, order: str) -> str:
    match event:
        case Dealt():
            return f"Crew cards are dealt. The turn order is {order}."
        case Began(round):
            return f"Round {round} begins; in turn order: {order}."
        case Ordered():
            return f"All workers are placed. The turn order is now {order}."


def _gained(event: Gained, name: str) -> str:
    """Format a gain. Steps past the end of the evolution track appear as points."""
    if event.knowledge < 0:
        return f"{name} spends {-event.knowledge} knowledge."
    gains = (
        (event.coins, counted(event.coins, "coin")),
        (event.points, counted(event.points, "point")),
        (event.knowledge, f"{event.knowledge} knowledge"),
        (event.steps, counted(event.steps, "step") + " of evolution"),
    )
    return f"{name} gains {listed([words for number, words in gains if number])}."


def _placed(event: Placed, lexicon: Lexicon) -> str:
    price = price_words(event.coins, event.knowledge)
    where = location_name(event.location)
    text = f"{lexicon.names[event.seat]} places {worker_name(event.worker)} on {where}{price}"
    if event.owner == NOTHING:
        return f"{text}."
    return f"{text}; {lexicon.names[event.owner]} gains {counted(LENS_COIN, 'coin')} for the lens."


def _travelled(event: Moved | Landed | CameFirst, name: str) -> str:
    match event:
        case Moved(_, start, space):
            what = "ship sails" if is_ocean(space) else "explorer moves"
            return f"{name}'s {what} from {space_name(start)} to {space_name(space)}."
        case Landed(_, island):
            return f"{name}'s explorer lands on island {ISLANDS[island]}."
        case CameFirst(_, space, points):
            gain = counted(points, "point")
            return f"{name} is the first to reach or cross {space_name(space)}: {gain}."


def _objective(event: Took | Achieved, name: str) -> str:
    metal = "gold" if OBJECTIVES[event.tile].is_gold else "silver"
    what = objective_words(event.tile)
    if isinstance(event, Achieved):
        where = f"on {slot_name(event.slot)}"
        return f"{name} achieves a {metal} objective {where}{price_words(event.coins)}: {what}."
    where = f" onto {slot_name(event.slot)}" if event.slot != NOTHING else ""
    return f"{name} takes a {metal} objective{where}{price_words(event.coins)}: {what}."


def _stamps(event: Counted | Collected, lexicon: Lexicon) -> str:
    envelope = f"envelope {event.envelope + 1}"
    numbers = event.stamps if isinstance(event, Counted) else event.taken
    stamps = [
        f"{name} {number}" for name, number in zip(lexicon.names, numbers, strict=False) if number
    ]
    if isinstance(event, Collected):
        if not stamps:
            return f"All stamps stay on {envelope}."
        return f"Half of the stamps are removed from {envelope}: {listed(stamps)}."
    if not stamps:
        return f"There are no stamps on {envelope}."
    ranks = [
        f"{PLACES[place]} reward: {listed([lexicon.names[seat] for seat in seats])}"
        for place, seats in enumerate(event.winners)
        if seats
    ]
    return f"Stamps on {envelope}: {listed(stamps)}; {'; '.join(ranks)}."


def _finished(totals: Sequence[int], winners: Sequence[int], lexicon: Lexicon) -> str:
    """Name the winners, and the others by their points."""
    others = sorted({*range(len(totals))} - {*winners}, key=lambda seat: -totals[seat])
    behind = listed([f"{lexicon.names[seat]} with {totals[seat]}" for seat in others])
    won = won_by(lexicon, winners, totals[winners[0]])
    return f"{won}{', before ' * bool(behind)}{behind}."


def _reported(event: Reported, lexicon: Lexicon) -> str:
    scores = []
    rows = zip(lexicon.names, event.counts, event.lags, event.points, strict=False)
    for name, count, lag, points in rows:
        less = f", less {lag} for lagging" if lag and count else ""
        scores.append(f"{name} has {count}{less}: {counted(points, 'point')}")
    return f"The Beagle's goal gives {goal_words(event.goal)}. {'; '.join(scores)}."
