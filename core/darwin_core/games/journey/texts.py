"""Darwin's Journey in sentences: the event log, and a position for screen readers; and the list of
texts in tables for the message files.
"""

from collections.abc import Sequence
from typing import Final, get_args

from darwin_core.contract.game import HIDDEN, NOTHING, Section
from darwin_core.games.journey import acts, diaries
from darwin_core.games.journey.acts import JourneyEvent
from darwin_core.games.journey.elements import (
    availability_words,
    crew_state_words,
    envelope_words,
    forecast_words,
    location_overview_text,
    means_words,
    objective_state_words,
    space_words,
    specimen_words,
    worker_words,
)
from darwin_core.games.journey.material import (
    COLOURS,
    CREW,
    DISCARD,
    ENVELOPES,
    GOAL_TILES,
    ISLANDS,
    KINDS,
    LENS_COIN,
    LENSES,
    LETTER_TILES,
    OBJECTIVES,
    PURPLE,
    ROUNDS,
    SCROLL_COSTS,
    SCROLL_SPOTS,
    SPACES,
    SPECIMENS,
    TILES,
    TRACK,
    JourneyOptions,
    JourneyState,
)
from darwin_core.games.journey.names import (
    colour_name,
    colours_words,
    crew_name,
    crew_words,
    effects_words,
    goal_words,
    is_ocean,
    knowledge_words,
    location_name,
    objective_name,
    objective_noun,
    objective_words,
    onto_location,
    price_words,
    seal_name,
    site_name,
    slot_name,
    space_name,
    specimen_name,
    worker_name,
)
from darwin_core.games.journey.pieces import is_able
from darwin_core.games.journey.voyage import beagle
from darwin_core.kit.sentences import Sentences, say, say_by
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.seat_names import SeatNames, won_by
from darwin_core.text.wording import Brevity, capitalized, counted, is_brief, listed


def _crew_of_all(event: acts.Signed, seat_names: SeatNames) -> str:
    """List the crew cards of all seats."""
    # ``strict`` is False here and below because a text that names no seat has no names.
    crews = [
        tr("{seat} has {crew}", seat=name, crew=listed([crew_name(card) for card in cards]))
        for name, cards in zip(seat_names.names, event.crew, strict=False)
    ]
    return tr("The crew cards are turned up: {kept}.", kept="; ".join(crews))


def _gain_words(event: acts.Gained, seat_names: SeatNames) -> str:
    """List the parts of a gain. The event counts steps past the end of the evolution track as
    points already."""
    gains = (
        (event.coins, counted(event.coins, "coin")),
        (event.points, counted(event.points, "point")),
        (event.knowledge, knowledge_words(event.knowledge)),
        (
            event.steps,
            tr_n("{number} step of evolution", "{number} steps of evolution", event.steps),
        ),
    )
    return listed([words for number, words in gains if number])


def _stamps_words(numbers: Sequence[int], seat_names: SeatNames) -> str:
    """Format the stamps of seats on an envelope; empty if there are none."""
    by_seat = zip(seat_names.names, numbers, strict=False)
    return listed([f"{name} {number}" for name, number in by_seat if number])


def _rewards_words(event: acts.Counted, seat_names: SeatNames) -> str:
    """List the winners of each reward of an envelope."""
    rewards = [
        tr(
            "second reward: {seats}" if rank else "first reward: {seats}",
            seats=listed([seat_names.names[seat] for seat in seats]),
        )
        for rank, seats in enumerate(event.winners)
        if seats
    ]
    return "; ".join(rewards)


def _scores_words(event: acts.Reported, seat_names: SeatNames) -> str:
    rows = zip(seat_names.names, event.counts, event.lags, event.points, strict=False)
    scores = [
        tr(
            "{seat} has {count}, less {lag} for lagging: {points}"
            if lag and count
            else "{seat} has {count}: {points}",
            seat=name,
            count=count,
            lag=lag,
            points=counted(points, "point"),
        )
        for name, count, lag, points in rows
    ]
    return "; ".join(scores)


def _result_words(event: acts.Finished, seat_names: SeatNames) -> str:
    """Name the winners, and the others by their points."""
    totals, winners = event.totals, event.winners
    others = sorted({*range(len(totals))} - {*winners}, key=lambda seat: -totals[seat])
    behind = [
        tr("{seat} with {points}", seat=seat_names.names[seat], points=totals[seat])
        for seat in others
    ]
    won = won_by(seat_names, totals, winners)
    return tr("{won}, before {others}.", won=won, others=listed(behind)) if behind else f"{won}."


sentence: Final = Sentences[JourneyEvent, SeatNames](
    JourneyEvent,
    say(acts.Dealt, "Crew cards are dealt. The turn order is {order}."),
    say(
        acts.Kept,
        lambda event: (
            "{seat} keeps a crew card." if event.card == HIDDEN else "{seat} keeps {crew}."
        ),
    ),
    say(acts.Passed, "The hands are passed to the left."),
    say_by(acts.Signed, _crew_of_all),
    say(acts.Began, "Round {round} begins; in turn order: {order}."),
    say(
        acts.Gained,
        lambda event: (
            "{seat} spends {number} knowledge." if event.knowledge < 0 else "{seat} gains {gains}."
        ),
        number=lambda event, _: -event.knowledge,
        gains=_gain_words,
    ),
    say(
        acts.Placed,
        lambda event: (
            "{seat} places {worker} {where}{price}."
            if event.owner == NOTHING
            else "{seat} places {worker} {where}{price}; {owner} gains {coins} for the lens."
        ),
        worker=lambda event, _: worker_name(event.worker),
        where=lambda event, _: onto_location(event.location),
        price=lambda event, _: (
            "" if is_brief(Brevity.ASIDES) else price_words(event.coins, event.knowledge)
        ),
        owner=lambda event, seat_names: seat_names.names[event.owner],
        coins=lambda *_: counted(LENS_COIN, "coin"),
    ),
    say(acts.Ended, "{seat} ends the turn."),
    say(
        acts.Moved,
        lambda event: (
            "{seat}'s ship sails from {start} to {space}."
            if is_ocean(event.space)
            else "{seat}'s explorer moves from {start} to {space}."
        ),
        start=lambda event, _: space_name(event.start),
    ),
    say(
        acts.Landed,
        "{seat}'s explorer lands on island {island}.",
        island=lambda event, _: ISLANDS[event.island],
    ),
    say(
        acts.CameFirst,
        "{seat} is the first to reach or cross {space}: {points}.",
        points=lambda event, _: counted(event.points, "point"),
    ),
    say(
        acts.Stamped,
        lambda event: (
            "{seat} overtakes {others} on envelope {envelope}; its first reward is {reward}."
            if event.overtaken
            else "{seat} puts a stamp from the discard on envelope {envelope}."
            if event.stack == DISCARD
            else "{seat} puts a stamp of stack {stack} on envelope {envelope}."
        ),
        others=lambda event, seat_names: listed([seat_names.names[s] for s in event.overtaken]),
        reward=lambda event, _: (
            "" if event.tile == NOTHING else effects_words(LETTER_TILES[event.tile].first)
        ),
        stack=lambda event, _: event.stack + 1,
    ),
    say(
        acts.Bought,
        "{seat} adds a {seal} to row {row}{price}.",
        seal=lambda event, _: seal_name(event.colour),
    ),
    say(acts.Unlocked, "{seat} unlocks {where}{price}."),
    say(acts.Performed, "{seat} performs {where}, which stays locked."),
    say(acts.Researched, "{seat} researches the {specimen}{price}."),
    say(
        acts.Delivered,
        lambda event: (
            "{seat} delivers the {specimen} again{price}."
            if event.is_again
            else "{seat} delivers the {specimen}{price}."
        ),
        price=lambda event, _: price_words(event.paid),
    ),
    say(acts.Pitched, "{seat} pitches a tent at {site}{price}."),
    say(acts.Reused, "{seat} re-uses the tent at {site}."),
    say(
        acts.Took,
        lambda event: (
            "{seat} takes {objective:a}{price}: {what}."
            if event.slot == NOTHING
            else "{seat} takes {objective:a} onto {slot}{price}: {what}."
        ),
    ),
    say(acts.Achieved, "{seat} achieves {objective:a} on {slot}{price}: {what}."),
    say(acts.Completed, "{seat} completes {crew} with row {row}."),
    say(acts.Copied, "{seat} copies {crew}."),
    say(acts.Ordered, "All workers are placed. The turn order is now {order}."),
    say(
        acts.Counted,
        "Stamps on envelope {envelope}: {stamps}; {rewards}.",
        stamps=lambda event, seat_names: _stamps_words(event.stamps, seat_names),
        rewards=_rewards_words,
    ),
    say(
        acts.Awarded,
        lambda event: (
            "{seat} gets the second reward of envelope {envelope}."
            if event.place
            else "{seat} gets the first reward of envelope {envelope}."
        ),
    ),
    say(
        acts.Collected,
        lambda event: (
            "Half of the stamps, rounded up, leave envelope {envelope}: {stamps}."
            if any(event.taken)
            else "All stamps stay on envelope {envelope}."
        ),
        stamps=lambda event, seat_names: _stamps_words(event.taken, seat_names),
    ),
    say(
        acts.Reported,
        "The Beagle's goal gives {goal}. {scores}.",
        goal=lambda event, _: goal_words(event.goal),
        scores=_scores_words,
    ),
    say(
        acts.Cleaned,
        "Workers go home, scrolls are filled. New objectives on display: {shown}.",
        shown=lambda event, _: "; ".join(map(objective_words, event.display)),
    ),
    say_by(acts.Finished, _result_words),
    # Fields that several sentences share; a field of the sentence itself comes first.
    seat=lambda event, seat_names: seat_names.names[event.seat],
    order=lambda event, seat_names: listed([seat_names.names[seat] for seat in event.order]),
    crew=lambda event, _: crew_name(event.card),
    row=lambda event, _: event.row + 1,
    envelope=lambda event, _: event.envelope + 1,
    space=lambda event, _: space_name(event.space),
    site=lambda event, _: site_name(event.site),
    where=lambda event, _: location_name(event.location),
    specimen=lambda event, _: specimen_name(event.specimen),
    price=lambda event, _: price_words(event.coins),
    objective=lambda event, _: objective_noun(OBJECTIVES[event.tile].is_gold),
    slot=lambda event, _: slot_name(event.slot),
    what=lambda event, _: objective_words(event.tile),
)
"""Return a redacted event as a sentence with the seats' names."""


# --- a position


def describe(view: JourneyState, viewer: int, seat_names: SeatNames) -> list[Section]:
    """Describe the position: the board part by part, every player, and the viewer's hand in the
    draft."""
    sections = [
        Section(mark("round"), _round_lines(view, seat_names)),
        Section(mark("diaries"), _diary_lines(view, viewer, seat_names)),
        Section(mark("envelopes"), _envelope_lines(view, seat_names)),
        Section(mark("ocean"), _track_lines(view, 0, seat_names)),
        *(
            # The titles are in MESSAGES, because ``mark`` takes no composed text.
            Section(f"island {letter}", _track_lines(view, island + 1, seat_names))
            for island, letter in enumerate(ISLANDS)
        ),
        Section(mark("museum"), _museum_lines(view, seat_names)),
        Section(mark("academy"), _academy_lines(view, viewer)),
        Section(mark("objectives"), _display_lines(view)),
        *(Section(name, _player_lines(view, seat)) for seat, name in enumerate(seat_names.names)),
    ]
    if viewer < len(view.hands) and view.hands[viewer]:
        cards = view.hands[viewer]
        lines = tuple(
            tr("You may keep {crew}: {words}.", crew=crew_name(card), words=crew_words(card))
            for card in cards
        )
        sections.append(Section(mark("hand"), lines))
    return [section for section in sections if section.lines]


def _display_lines(view: JourneyState) -> tuple[str, ...]:
    """List the objectives on display or, during the set-up, the start tiles that nobody has taken
    yet."""
    if not view.round:
        return tuple(
            tr("Start tile, {objective}.", objective=objective_name(tile)) for tile in view.starters
        )
    return tuple(
        tr("On display, {objective}.", objective=objective_name(tile)) for tile in view.display
    )


def _round_lines(view: JourneyState, seat_names: SeatNames) -> tuple[str, ...]:
    order = listed([seat_names.names[seat] for seat in view.order])
    if not view.round:
        return (tr("The match is being set up. The turn order is {order}.", order=order),)
    goal = view.goals[view.round - 1]
    scores = forecast_words(view, goal, seat_names)
    return (
        tr(
            "Round {round} of {rounds}. The turn order is {order}.",
            round=view.round,
            rounds=ROUNDS,
            order=order,
        ),
        tr(
            "The Beagle is at {space}; its goal gives {goal}.",
            space=space_name(beagle(view)),
            goal=goal_words(goal),
        ),
        *([tr("Each player would score now: {scores}.", scores=scores)] if view.pending else []),
        *(
            tr("The goal of round {round} gives {goal}.", round=number + 1, goal=goal_words(later))
            for number, later in enumerate(view.goals)
            if number >= view.round
        ),
    )


def _diary_lines(view: JourneyState, viewer: int, seat_names: SeatNames) -> tuple[str, ...]:
    """List the diaries, with the viewer's costs if it has a seat and something can be placed."""
    can_go = viewer < len(seat_names.names) and view.round > 0 and bool(view.pending)
    lines = []
    for location in diaries.ALL:
        text = capitalized(location_overview_text(view, location, seat_names))
        if can_go and not diaries.is_locked(view, location):
            text = f"{text}; {availability_words(view, viewer, location)}"
        lines.append(f"{text}.")
    return tuple(lines)


def _envelope_lines(view: JourneyState, seat_names: SeatNames) -> tuple[str, ...]:
    return tuple(
        tr(
            "Envelope {number}: {words}.",
            number=envelope + 1,
            words=envelope_words(view, envelope, seat_names),
        )
        for envelope in range(ENVELOPES)
    )


def _track_lines(view: JourneyState, track: int, seat_names: SeatNames) -> tuple[str, ...]:
    """List the spaces of a track, each with the spaces that follow it.

    Args:
        track: 0 for the ocean, or an island's number plus 1.
    """
    lines = []
    for space, row in enumerate(SPACES):
        if TRACK[space] == track:
            following = (
                tr("then {spaces}", spaces=f" {tr('or')} ".join(row.next))
                if row.next
                else tr("the end")
            )
            lines.append(f"{row.name}: {space_words(view, space, seat_names)}; {following}.")
    return tuple(lines)


def _museum_lines(view: JourneyState, seat_names: SeatNames) -> tuple[str, ...]:
    coins = [colour_name(row) for row, coin in enumerate(view.row_coins) if coin]
    return (
        *(
            f"{capitalized(specimen_name(specimen))}: {specimen_words(view, specimen, seat_names)}."
            for specimen in range(SPECIMENS)
        ),
        tr("Rows that still have their coin: {rows}.", rows=listed(coins) or tr("none")),
    )


def _academy_lines(view: JourneyState, viewer: int) -> tuple[str, ...]:
    """List the Academy's scrolls, with the viewer's prices if it has a seat."""
    is_free = viewer < len(view.coins) and is_able(view, viewer, "scrolls")
    lines = []
    for scroll, cost in enumerate(SCROLL_COSTS):
        seals = view.scrolls[SCROLL_SPOTS * scroll : SCROLL_SPOTS * (scroll + 1)]
        names = listed([colour_name(seal) for seal in seals if seal != NOTHING]) or tr("empty")
        lines.append(
            tr(
                "Scroll {number}, {coins} a seal: {seals}."
                if cost and not is_free
                else "Scroll {number}, free: {seals}.",
                number=scroll + 1,
                coins=counted(cost, "coin"),
                seals=names,
            )
        )
    seals_left = view.bag[:PURPLE], bytes(PURPLE) + view.bag[PURPLE:]
    in_bag, in_supply = (colours_words(seals) or tr("nothing") for seals in seals_left)
    return (
        *lines,
        tr("In the bag: {seals}.", seals=in_bag),
        tr("In the supply: {seals}.", seals=in_supply),
    )


def _player_lines(view: JourneyState, seat: int) -> tuple[str, ...]:
    """Describe a seat's means, workers, stamps, tents, lenses, objectives and crew cards. Before
    the end of the draft, workers and cards are left out."""
    workers = (
        f"{capitalized(worker_name(worker))}: {worker_words(view, seat, worker)}."
        for worker in diaries.workers_of(view, seat)
    )
    stacks = view.stacks[seat]
    tents = [site_name(site) for site in view.tents[seat]]
    return (
        f"{capitalized(means_words(view, seat))}.",
        *(workers if view.assigned[seat] else ()),
        tr(
            "Stamps in stacks: {stacks}; in the discard {discard}.",
            stacks=listed([str(number) for number in stacks[:DISCARD]]),
            discard=stacks[DISCARD],
        ),
        tr("Tents at {sites}.", sites=listed(tents)) if tents else tr("No tents pitched."),
        tr("Lenses left: {number}.", number=LENSES - view.lenses.count(seat)),
        *(_card_lines(view, seat) if view.assigned[seat] else ()),
    )


def _card_lines(view: JourneyState, seat: int) -> list[str]:
    """List objectives and crew cards, with their missing parts."""
    lines = [
        tr(
            "In the reserve, {objective}; {state}.",
            objective=objective_name(tile),
            state=objective_state_words(view, seat, tile),
        )
        for tile in view.reserve[seat]
    ]
    for slot, tile in enumerate(view.slots[seat]):
        if tile != NOTHING:
            lines.append(
                tr(
                    "On {slot}, {objective}; {state}.",
                    slot=slot_name(slot),
                    objective=objective_name(tile),
                    state=objective_state_words(view, seat, tile),
                )
            )
    for card in view.crew[seat]:
        text = f"{capitalized(crew_name(card))}: {crew_words(card)}"
        lines.append(f"{text}; {crew_state_words(view, seat, card)}.")
    return lines


# --- texts in tables, listed for the message files

MESSAGES: Final = (
    # The words of the clock.
    *("round", "turn"),
    # The values of the option ``stamps``: the arguments of its annotated Literal.
    *get_args(get_args(JourneyOptions.__annotations__["stamps"])[0]),
    *COLOURS,
    *(f"{kind} researched" for kind in KINDS),
    *(tile.name for tile in TILES),
    *(goal.name for goal in GOAL_TILES),
    *(f"island {letter}" for letter in ISLANDS),
    # The labels of the lines of a result, and of ``by_source``.
    *("scored in play", "objectives", "both last objectives", "rows of 5–6 seals"),
    *("fifth tent", "books"),
    *("coins", "knowledge", "Beagle's goals", "first arrivals", "places and rewards"),
    "coins, knowledge",
)
NOUNS: Final = (
    *KINDS,
    *(f"{colour} {kind}" for colour in COLOURS[: len(KINDS)] for kind in KINDS),
    *(f"{colour} specimen" for colour in COLOURS[: len(KINDS)]),
    *(f"{colour} seal" for colour in COLOURS),
    *(card.name for card in CREW),
    *(f"the {card.name}" for card in CREW),
    "tent",
)
