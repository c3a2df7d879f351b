"""Words on the present state of workers, cards, envelopes, specimens, goals and players."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.academy import lacking
from darwin_core.games.journey.components import (
    COLOURS,
    CREW,
    LETTER_TILES,
    MUSEUM,
    ROW,
    SPOT_COSTS,
    WORKERS,
    books,
    colours,
)
from darwin_core.games.journey.diaries import FIFTH, distinction, hands_of
from darwin_core.games.journey.effect_words import (
    COIN,
    coin_words,
    knowledge_words,
    parts_words,
    point_words,
    step_words,
)
from darwin_core.games.journey.letters import ranking
from darwin_core.games.journey.museum import yields
from darwin_core.games.journey.names import (
    colours_words,
    crew_name,
    location_name,
    space_name,
    yield_words,
)
from darwin_core.games.journey.place_words import joined, seats_words
from darwin_core.games.journey.refusals import missing
from darwin_core.games.journey.scoring import goal_count, goal_points, lag
from darwin_core.games.journey.state import PURPLE, JourneyState
from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import Brevity, counted, is_brief, listed

# --- workers

_DISTINCTIONS: Final = ("", mark("silver distinction"), mark("silver and gold distinction"))
_DISTINCTIONS_SHORT: Final = ("", mark("silver"), mark("gold"))


def worker_words(view: JourneyState, seat: int, worker: int) -> str:
    """Describe a worker: its place, and its row."""
    if worker not in hands_of(view, seat):
        return tr("not unlocked yet")
    where = view.workers[seat][worker]
    place = tr("at home")
    if where != NOTHING:
        place = tr_in("worker", "on {place}", place=location_name(where))
    row = tr("no row") if worker == FIFTH else row_words(view, seat, worker)
    return joined((place, row))


def row_words(view: JourneyState, seat: int, row: int) -> str:
    """Describe a worker row: its seals, its distinction, the next spot, and the crew card that it
    completed."""
    seals = view.rows[seat][row]
    names = _DISTINCTIONS_SHORT if is_brief(Brevity.WORDS) else _DISTINCTIONS
    level = names[distinction(seals)]
    following = _next_spot_words(SPOT_COSTS[len(seals)]) if len(seals) < ROW else tr("full")
    assigned, used = view.assigned[seat], ""
    if row in assigned:
        used = tr("used for {crew}", crew=crew_name(view.crew[seat][assigned.index(row)]))
    held = colours_words([seals.count(colour) for colour in range(len(COLOURS))]) or tr("no seals")
    return joined((held, level and tr(level), following, used))


def _next_spot_words(coins: int) -> str:
    if is_brief(Brevity.WORDS):
        return tr("next {coins}", coins=f"{coins}{COIN}")
    return tr("the next spot costs {coins}", coins=coins)


# --- cards and objectives


def crew_state(view: JourneyState, seat: int, card: int) -> str:
    """Return the seals a seat lacks for a crew card of its own, in the row that lacks least."""
    assigned = view.assigned[seat]
    used = assigned[view.crew[seat].index(card)]
    if used != NOTHING:
        return tr("completed with row {row}", row=used + 1)
    free = [row for row in range(WORKERS) if row not in assigned]
    seals = CREW[card].seals
    row = min(free, key=lambda row: lacking(view.rows[seat][row], seals))
    lack = _lack_words(view.rows[seat][row], seals)
    if lack:
        return tr("row {row} lacks {seals}", row=row + 1, seals=lack)
    return tr("row {row} has the seals", row=row + 1)


def _lack_words(row: Cards, seals: str) -> str:
    """Return the seals that a row lacks; empty if it holds them.

    A purple one counts as any of them: if they are of several colours, it is open which.
    """
    short = [max(n - row.count(colour), 0) for colour, n in enumerate(colours(seals))]
    left = sum(short) - row.count(PURPLE)
    if left <= 0:
        return ""
    if sum(map(bool, short)) == 1:
        return colours_words([min(n, left) for n in short])
    lack = colours_words(short)
    if left == sum(short):
        return lack
    return tr("{number} of these: {seals}", number=left, seals=lack)


def objective_state(view: JourneyState, seat: int, tile: int) -> str:
    """Return what a seat lacks for an objective, or that it is achieved or achievable."""
    slot = view.slots[seat].find(tile)
    if slot >= 0 and view.achieved[seat] >> slot & 1:
        return tr("achieved")
    lack = missing(view, seat, tile)
    return tr("still needs {things}", things=lack) if lack else tr("can be achieved")


# --- envelopes and specimens


def envelope_words(view: JourneyState, envelope: int, lexicon: Lexicon) -> str:
    """Describe an envelope: its gain, the stamps there, and the seats that would win each reward
    now."""
    tile, stamps = LETTER_TILES[view.letters[envelope]], view.envelopes[envelope]
    is_seen = is_brief(Brevity.SEEN)
    there = [
        tr("{number} of {seat}", number=number, seat=lexicon.names[seat])
        for seat, number in enumerate(stamps)
        if number
    ]
    first, second = (seats_words(lexicon, seats) for seats in ranking(stamps))
    return joined(
        (
            tr(
                "first {first}, second {second}",
                first=parts_words(tile.first),
                second=parts_words(tile.second),
            ),
            "" if is_seen else _stamps_words(there),
            tr("now first {seats}", seats=first) if first else "",
            tr("second {seats}", seats=second) if second else "",
        )
    )


def _stamps_words(there: Sequence[str]) -> str:
    return tr("stamps: {stamps}", stamps=", ".join(there)) if there else tr("no stamps yet")


def specimen_words(view: JourneyState, specimen: int, lexicon: Lexicon) -> str:
    """Describe a specimen: its place, the seats that have researched it, and the gain of its
    delivery."""
    space = view.specimens[specimen]
    is_there = space == MUSEUM
    where = tr("in the museum") if is_there else tr("on {place}", place=space_name(space))
    coins, steps = yields(view, specimen, is_again=is_there)
    is_short = is_brief(Brevity.WORDS)
    if is_there:
        text = mark("delivered again {gain}" if is_short else "delivering it again gains {gain}")
    else:
        text = mark("delivered {gain}" if is_short else "delivering it gains {gain}")
    done = [seat for seat, own in enumerate(view.research) if own >> specimen & 1]
    known = tr("known to nobody" if is_short else "researched by nobody")
    if done:
        seats = seats_words(lexicon, done)
        known = tr("known to {seats}" if is_short else "researched by {seats}", seats=seats)
    return joined((where, tr(text, gain=yield_words(coins, steps)), known))


# --- goals and players


def forecast(view: JourneyState, goal: int, lexicon: Lexicon) -> str:
    """Return each seat's score for a goal of the Beagle as of now."""
    scores = []
    for seat in range(len(view.coins)):
        count, less = goal_count(view, seat, goal), lag(view, seat)
        scores.append(
            tr(
                "{seat} {points} (has {count}, less {lag} for lagging)"
                if count and less
                else "{seat} {points} (has {count})",
                seat=lexicon.names[seat],
                points=point_words(goal_points(view, seat, goal)),
                count=count,
                lag=less,
            )
        )
    return ", ".join(scores)


def means_words(view: JourneyState, seat: int) -> str:
    """Return the points, coins, knowledge and evolution of a seat."""
    return listed(
        [
            point_words(view.points[seat]),
            coin_words(view.coins[seat]),
            knowledge_words(view.knowledge[seat]),
            _evolution_words(view.evolution[seat]),
        ]
    )


def _evolution_words(steps: int) -> str:
    read = counted(books(steps), "book")
    if is_brief(Brevity.SIGNS):
        return tr("{steps} of evolution ({books})", steps=step_words(steps), books=read)
    return tr_n(
        "{number} step of evolution ({books})",
        "{number} steps of evolution ({books})",
        steps,
        books=read,
    )
