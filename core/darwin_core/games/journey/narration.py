"""The event log of Darwin's Journey in sentences."""

from collections.abc import Sequence
from typing import assert_never

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.journey import events
from darwin_core.games.journey.components import DISCARD, ISLANDS, LENS_COIN, OBJECTIVES
from darwin_core.games.journey.effect_words import knowledge_words, price_words
from darwin_core.games.journey.events import JourneyEvent
from darwin_core.games.journey.names import (
    crew_name,
    goal_words,
    is_ocean,
    location_name,
    objective_noun,
    objective_words,
    onto_location,
    seal_name,
    site_name,
    slot_name,
    space_name,
    specimen_name,
    worker_name,
)
from darwin_core.text.language import tr, tr_n
from darwin_core.text.seat_names import Lexicon, won_by
from darwin_core.text.wording import counted, listed


def sentence(event: JourneyEvent, lexicon: Lexicon) -> str:
    """Format an event as a sentence."""
    names = lexicon.names
    match event:
        case events.Dealt(order) | events.Began(_, order) | events.Ordered(order):
            return _in_turn(event, listed([names[seat] for seat in order]))
        case events.Kept(seat, card):
            if card == HIDDEN:
                return tr("{seat} keeps a crew card.", seat=names[seat])
            return tr("{seat} keeps {crew}.", seat=names[seat], crew=crew_name(card))
        case events.Passed():
            return tr("The hands are passed to the left.")
        case events.Signed(crew):
            kept = [
                tr("{seat} has {crew}", seat=name, crew=listed([crew_name(card) for card in cards]))
                for name, cards in zip(names, crew, strict=False)
            ]
            return tr("The crew cards are turned up: {kept}.", kept="; ".join(kept))
        case events.Gained():
            return _gained(event, names[event.seat])
        case events.Placed():
            return _placed(event, lexicon)
        case events.Ended(seat):
            return tr("{seat} ends the turn.", seat=names[seat])
        case events.Moved() | events.Landed() | events.CameFirst():
            return _travelled(event, names[event.seat])
        case events.Stamped(seat, stack, envelope):
            return tr(
                "{seat} puts a stamp from the discard on envelope {envelope}."
                if stack == DISCARD
                else "{seat} puts a stamp of stack {stack} on envelope {envelope}.",
                seat=names[seat],
                stack=stack + 1,
                envelope=envelope + 1,
            )
        case events.Bought(seat, colour, row, coins):
            return tr(
                "{seat} adds a {seal} to row {row}{price}.",
                seat=names[seat],
                seal=seal_name(colour),
                row=row + 1,
                price=price_words(coins),
            )
        case events.Unlocked() | events.Performed():
            return _locked(event, names[event.seat])
        case events.Researched() | events.Delivered():
            return _specimen(event, names[event.seat])
        case events.Pitched() | events.Reused():
            return _tent(event, names[event.seat])
        case events.Took() | events.Achieved():
            return _objective(event, names[event.seat])
        case events.Completed(seat, card, row):
            return tr(
                "{seat} completes {crew} with row {row}.",
                seat=names[seat],
                crew=crew_name(card),
                row=row + 1,
            )
        case events.Copied(seat, card):
            return tr("{seat} copies {crew}.", seat=names[seat], crew=crew_name(card))
        case events.Counted() | events.Collected():
            return _stamps(event, lexicon)
        case events.Awarded(seat, envelope, place):
            return tr(
                "{seat} gets the second reward of envelope {envelope}."
                if place
                else "{seat} gets the first reward of envelope {envelope}.",
                seat=names[seat],
                envelope=envelope + 1,
            )
        case events.Reported():
            return _reported(event, lexicon)
        case events.Cleaned(display):
            shown = "; ".join(map(objective_words, display))
            return tr(
                "Workers go home, scrolls are filled. New objectives on display: {shown}.",
                shown=shown,
            )
        case events.Finished(totals, winners):
            return _finished(totals, winners, lexicon)
        case _:
            assert_never(event)


def _in_turn(event: events.Dealt | events.Began | events.Ordered, order: str) -> str:
    match event:
        case events.Dealt():
            return tr("Crew cards are dealt. The turn order is {order}.", order=order)
        case events.Began(round):
            return tr("Round {round} begins; in turn order: {order}.", round=round, order=order)
        case events.Ordered():
            return tr("All workers are placed. The turn order is now {order}.", order=order)


def _gained(event: events.Gained, name: str) -> str:
    """Format a gain. Steps past the end of the evolution track appear as points."""
    if event.knowledge < 0:
        return tr("{seat} spends {number} knowledge.", seat=name, number=-event.knowledge)
    gains = (
        (event.coins, counted(event.coins, "coin")),
        (event.points, counted(event.points, "point")),
        (event.knowledge, knowledge_words(event.knowledge)),
        (
            event.steps,
            tr_n("{number} step of evolution", "{number} steps of evolution", event.steps),
        ),
    )
    gained = listed([words for number, words in gains if number])
    return tr("{seat} gains {gains}.", seat=name, gains=gained)


def _placed(event: events.Placed, lexicon: Lexicon) -> str:
    seat, worker = lexicon.names[event.seat], worker_name(event.worker)
    where, price = onto_location(event.location), price_words(event.coins, event.knowledge)
    if event.owner == NOTHING:
        return tr(
            "{seat} places {worker} {where}{price}.",
            seat=seat,
            worker=worker,
            where=where,
            price=price,
        )
    return tr(
        "{seat} places {worker} {where}{price}; {owner} gains {coins} for the lens.",
        seat=seat,
        worker=worker,
        where=where,
        price=price,
        owner=lexicon.names[event.owner],
        coins=counted(LENS_COIN, "coin"),
    )


def _travelled(event: events.Moved | events.Landed | events.CameFirst, name: str) -> str:
    match event:
        case events.Moved(_, start, space):
            return tr(
                "{seat}'s ship sails from {start} to {space}."
                if is_ocean(space)
                else "{seat}'s explorer moves from {start} to {space}.",
                seat=name,
                start=space_name(start),
                space=space_name(space),
            )
        case events.Landed(_, island):
            return tr(
                "{seat}'s explorer lands on island {island}.", seat=name, island=ISLANDS[island]
            )
        case events.CameFirst(_, space, points):
            return tr(
                "{seat} is the first to reach or cross {space}: {points}.",
                seat=name,
                space=space_name(space),
                points=counted(points, "point"),
            )


def _locked(event: events.Unlocked | events.Performed, name: str) -> str:
    where = location_name(event.location)
    if isinstance(event, events.Performed):
        return tr("{seat} performs {where}, which stays locked.", seat=name, where=where)
    price = price_words(event.coins)
    return tr("{seat} unlocks {where}{price}.", seat=name, where=where, price=price)


def _specimen(event: events.Researched | events.Delivered, name: str) -> str:
    specimen = specimen_name(event.specimen)
    if isinstance(event, events.Researched):
        price = price_words(event.coins)
        return tr(
            "{seat} researches the {specimen}{price}.", seat=name, specimen=specimen, price=price
        )
    return tr(
        "{seat} delivers the {specimen} again{price}."
        if event.is_again
        else "{seat} delivers the {specimen}{price}.",
        seat=name,
        specimen=specimen,
        price=price_words(event.paid),
    )


def _tent(event: events.Pitched | events.Reused, name: str) -> str:
    site = site_name(event.site)
    if isinstance(event, events.Reused):
        return tr("{seat} re-uses the tent at {site}.", seat=name, site=site)
    price = price_words(event.coins)
    return tr("{seat} pitches a tent at {site}{price}.", seat=name, site=site, price=price)


def _objective(event: events.Took | events.Achieved, name: str) -> str:
    objective = objective_noun(OBJECTIVES[event.tile].is_gold)
    price, what = price_words(event.coins), objective_words(event.tile)
    if event.slot == NOTHING:
        return tr(
            "{seat} takes {objective:a}{price}: {what}.",
            seat=name,
            objective=objective,
            price=price,
            what=what,
        )
    return tr(
        "{seat} achieves {objective:a} on {slot}{price}: {what}."
        if isinstance(event, events.Achieved)
        else "{seat} takes {objective:a} onto {slot}{price}: {what}.",
        seat=name,
        objective=objective,
        slot=slot_name(event.slot),
        price=price,
        what=what,
    )


def _stamps(event: events.Counted | events.Collected, lexicon: Lexicon) -> str:
    envelope = event.envelope + 1
    numbers = event.stamps if isinstance(event, events.Counted) else event.taken
    stamps = [
        f"{name} {number}" for name, number in zip(lexicon.names, numbers, strict=False) if number
    ]
    if isinstance(event, events.Collected):
        if not stamps:
            return tr("All stamps stay on envelope {envelope}.", envelope=envelope)
        return tr(
            "Half of the stamps are removed from envelope {envelope}: {stamps}.",
            envelope=envelope,
            stamps=listed(stamps),
        )
    if not stamps:
        return tr("There are no stamps on envelope {envelope}.", envelope=envelope)
    ranks = [
        tr(
            "second reward: {seats}" if place else "first reward: {seats}",
            seats=listed([lexicon.names[seat] for seat in seats]),
        )
        for place, seats in enumerate(event.winners)
        if seats
    ]
    return tr(
        "Stamps on envelope {envelope}: {stamps}; {rewards}.",
        envelope=envelope,
        stamps=listed(stamps),
        rewards="; ".join(ranks),
    )


def _finished(totals: Sequence[int], winners: Sequence[int], lexicon: Lexicon) -> str:
    """Name the winners, and the others by their points."""
    others = sorted({*range(len(totals))} - {*winners}, key=lambda seat: -totals[seat])
    behind = [
        tr("{seat} with {points}", seat=lexicon.names[seat], points=totals[seat]) for seat in others
    ]
    won = won_by(lexicon, winners, totals[winners[0]])
    return tr("{won}, before {others}.", won=won, others=listed(behind)) if behind else f"{won}."


def _reported(event: events.Reported, lexicon: Lexicon) -> str:
    scores = []
    rows = zip(lexicon.names, event.counts, event.lags, event.points, strict=False)
    for name, count, lag, points in rows:
        scores.append(
            tr(
                "{seat} has {count}, less {lag} for lagging: {points}"
                if lag and count
                else "{seat} has {count}: {points}",
                seat=name,
                count=count,
                lag=lag,
                points=counted(points, "point"),
            )
        )
    return tr(
        "The Beagle's goal gives {goal}. {scores}.",
        goal=goal_words(event.goal),
        scores="; ".join(scores),
    )
