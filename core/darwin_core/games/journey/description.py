"""A description of a position of Darwin's Journey for screen readers."""

from darwin_core.contract.game import NOTHING, Section
from darwin_core.games.journey import diaries
from darwin_core.games.journey.academy import is_able
from darwin_core.games.journey.components import (
    DISCARD,
    ENVELOPES,
    ISLANDS,
    LENSES,
    ROUNDS,
    SCROLL,
    SCROLL_COSTS,
    SPACES,
    SPECIMENS,
    TRACK,
)
from darwin_core.games.journey.names import (
    colour_name,
    colours_words,
    crew_name,
    crew_words,
    goal_words,
    objective_name,
    site_name,
    slot_name,
    space_name,
    specimen_name,
    worker_name,
)
from darwin_core.games.journey.place_words import availability, location_words, space_words
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.status_words import (
    crew_state,
    envelope_words,
    forecast,
    means_words,
    objective_state,
    specimen_words,
    worker_words,
)
from darwin_core.games.journey.voyage import beagle
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import capitalized, counted, listed


def describe(view: JourneyState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Describe the position: the board part by part, every player, and a hand in the draft."""
    sections = [
        Section(mark("round"), _round_lines(view, lexicon)),
        Section(mark("diaries"), _diary_lines(view, viewer, lexicon)),
        Section(mark("envelopes"), _envelope_lines(view, lexicon)),
        Section(mark("ocean"), _track_lines(view, 0, lexicon)),
        *(
            Section(f"island {letter}", _track_lines(view, island + 1, lexicon))
            for island, letter in enumerate(ISLANDS)
        ),
        Section(mark("museum"), _museum_lines(view, lexicon)),
        Section(mark("academy"), _academy_lines(view, viewer)),
        Section(mark("objectives"), _display_lines(view)),
        *(Section(name, _player_lines(view, seat)) for seat, name in enumerate(lexicon.names)),
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
    """List the objectives to be gained, and the start tiles that nobody has taken yet."""
    if not view.round:
        return tuple(
            tr("Start tile, {objective}.", objective=objective_name(tile)) for tile in view.starters
        )
    return tuple(
        tr("On display, {objective}.", objective=objective_name(tile)) for tile in view.display
    )


def _round_lines(view: JourneyState, lexicon: Lexicon) -> tuple[str, ...]:
    order = listed([lexicon.names[seat] for seat in view.order])
    if not view.round:
        return (tr("The match is being set up. The turn order is {order}.", order=order),)
    goal = view.goals[view.round - 1]
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
        tr("Each player would score now: {scores}.", scores=forecast(view, goal, lexicon)),
        *(
            tr("The goal of round {round} gives {goal}.", round=number + 1, goal=goal_words(later))
            for number, later in enumerate(view.goals)
            if number >= view.round
        ),
    )


def _diary_lines(view: JourneyState, viewer: int, lexicon: Lexicon) -> tuple[str, ...]:
    """List the diaries, with the viewer's costs if it has a seat and something can be placed."""
    can_go = viewer < len(lexicon.names) and view.round > 0 and bool(view.pending)
    lines = []
    for location in diaries.ALL:
        text = capitalized(location_words(view, location, lexicon))
        if can_go and not diaries.is_locked(view, location):
            text = f"{text}; {availability(view, viewer, location)}"
        lines.append(f"{text}.")
    return tuple(lines)


def _envelope_lines(view: JourneyState, lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(
        tr(
            "Envelope {number}: {words}.",
            number=envelope + 1,
            words=envelope_words(view, envelope, lexicon),
        )
        for envelope in range(ENVELOPES)
    )


def _track_lines(view: JourneyState, track: int, lexicon: Lexicon) -> tuple[str, ...]:
    """List the spaces of a track where something is, with those that follow."""
    lines = []
    for space, row in enumerate(SPACES):
        if TRACK[space] == track:
            following = (
                tr("then {spaces}", spaces=f" {tr('or')} ".join(row.next))
                if row.next
                else tr("the end")
            )
            lines.append(f"{row.name}: {space_words(view, space, lexicon)}; {following}.")
    return tuple(lines)


def _museum_lines(view: JourneyState, lexicon: Lexicon) -> tuple[str, ...]:
    coins = [colour_name(row) for row, coin in enumerate(view.row_coins) if coin]
    return (
        *(
            f"{capitalized(specimen_name(specimen))}: {specimen_words(view, specimen, lexicon)}."
            for specimen in range(SPECIMENS)
        ),
        tr("Rows that still have their coin: {rows}.", rows=listed(coins) or tr("none")),
    )


def _academy_lines(view: JourneyState, viewer: int) -> tuple[str, ...]:
    """List the Academy's scrolls, with the viewer's prices if it has a seat."""
    is_free = viewer < len(view.coins) and is_able(view, viewer, "scrolls")
    lines = []
    for scroll, cost in enumerate(SCROLL_COSTS):
        seals = view.scrolls[SCROLL * scroll : SCROLL * (scroll + 1)]
        held = listed([colour_name(seal) for seal in seals if seal != NOTHING]) or tr("empty")
        lines.append(
            tr(
                "Scroll {number}, {coins} a seal: {seals}."
                if cost and not is_free
                else "Scroll {number}, free: {seals}.",
                number=scroll + 1,
                coins=counted(cost, "coin"),
                seals=held,
            )
        )
    return (*lines, tr("In the bag: {seals}.", seals=colours_words(view.bag) or tr("nothing")))


def _player_lines(view: JourneyState, seat: int) -> tuple[str, ...]:
    """Describe the board of a seat."""
    workers = (
        f"{capitalized(worker_name(worker))}: {worker_words(view, seat, worker)}."
        for worker in diaries.hands_of(view, seat)
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
    """List objectives and crew cards, with what is missing."""
    lines = [
        tr(
            "In the reserve, {objective}; {state}.",
            objective=objective_name(tile),
            state=objective_state(view, seat, tile),
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
                    state=objective_state(view, seat, tile),
                )
            )
    for card in view.crew[seat]:
        text = f"{capitalized(crew_name(card))}: {crew_words(card)}"
        lines.append(f"{text}; {crew_state(view, seat, card)}.")
    return lines
