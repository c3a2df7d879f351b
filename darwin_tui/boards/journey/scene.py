"""A scene of Darwin's Journey: its types, routes, the motion of pieces, and the end of a round."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_core.contract.cards import Counts
from darwin_core.contract.chance import NoChance
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.acts import (
    Achieve,
    Achieved,
    AnyAction,
    Bought,
    Buy,
    CameFirst,
    Collected,
    Complete,
    Completed,
    Counted,
    Deliver,
    Delivered,
    Gained,
    JourneyEvent,
    Move,
    Moved,
    Ordered,
    Pitch,
    Pitched,
    Reported,
    Research,
    Stamped,
    Took,
    Unlock,
    Unlocked,
)
from darwin_core.games.journey.material import (
    BANNERS,
    CAMP_AT,
    CAMPSITES,
    ENVELOPES,
    ISLANDS,
    NEXT,
    RIBBONS,
    SPACES,
    TENTS,
    TRACK,
    JourneyState,
)
from darwin_core.games.journey.names import COIN, POINT, seal_name, specimen_name
from darwin_core.games.journey.rules import apply, clone
from darwin_core.games.journey.voyage import crossed, others_on, tent_cost
from darwin_core.text.language import noun, tr, tr_n
from darwin_tui.boards.journey.marks import signs
from darwin_tui.drawing import scene
from darwin_tui.drawing.canvas import Drawing, Styled
from darwin_tui.drawing.chart import COUNT_FRAMES, Gain
from darwin_tui.drawing.overlay import Flight, points
from darwin_tui.play.selection import meant

Scene = scene.Scene[JourneyState, AnyAction, JourneyEvent]


# --- what Enter would do

_FORESEEN: Final = (Move, Deliver, Research, Pitch, Buy, Unlock, Achieve, Complete)
"""The actions whose effect is drawn before they are played."""


def after_enter(scene: Scene) -> JourneyState:
    """Return the view after the action of Enter.

    The present view is returned for an action whose effect is not drawn, and for one that ends a
    round, where chance continues.
    """
    view, chooser = scene.view, scene.chooser
    action = meant(chooser, scene.cursor) if chooser and not scene.is_paused else None
    if not isinstance(action, _FORESEEN) or view.actor == NOTHING:
        return view
    then = clone(view)
    try:
        apply(then, view.actor, action, None)
    except NoChance:
        return view
    return then


# --- routes


def start_of(state: JourneyState, space: int) -> int:
    """Return the space of the active seat's piece that could move to a space, or NOTHING."""
    track = TRACK[space]
    return state.explorers[state.actor][track - 1] if track else state.ships[state.actor]


def route_to(state: JourneyState, space: int) -> list[int]:
    """Return the spaces of the shortest route to a space, itself last; empty if there is no
    route."""
    start = start_of(state, space)
    if start == NOTHING:
        return []
    jumped = _jumped(state, space)
    ways: dict[int, tuple[int, list[int]]] = {start: (0, [])}
    edge = [start]
    while edge:
        here = edge.pop(0)
        moves, path = ways[here]
        for following in NEXT[here]:
            there = moves + (following not in jumped)
            if following not in ways or there < ways[following][0]:
                ways[following] = (there, [*path, following])
                edge.append(following)
    return ways[space][1] if space in ways else []


def _jumped(state: JourneyState, space: int) -> bytes:
    """Return the spaces on the track of a space that the active seat jumps over."""
    track = TRACK[space]
    return others_on(state, track - 1) if track else b""


def rivals_of(state: JourneyState, space: int) -> list[tuple[int, int]]:
    """Return the rivals of the active seat that can still come to a space, each with the moves that
    it needs, the nearest first."""
    found = []
    for seat in state.order:
        then = clone(state)
        then.actor = seat
        if seat != state.actor and (path := route_to(then, space)):
            jumped = _jumped(then, space)
            found.append((seat, sum(each not in jumped for each in path)))
    return sorted(found, key=lambda rival: rival[1])


def way_of(start: int, space: int) -> list[int]:
    """Return the spaces of a shortest way between two, both included; only the ends if there is
    none."""
    ways = {start: [start]}
    edge = [start]
    while edge:
        here = edge.pop(0)
        for following in NEXT[here]:
            if following not in ways:
                ways[following] = [*ways[here], following]
                edge.append(following)
    return ways.get(space, [start, space])


NO_REWARD: Final = "–"
"""The words for a space that gives nothing."""


def stop_words(state: JourneyState, space: int) -> str:
    """Return the rewards of a stop on a space for the active seat, in short."""
    found = []
    for number, where in enumerate(state.specimens):
        if where == space:
            done = state.research[state.actor] >> number & 1
            name = specimen_name(number)
            found.append(tr("{specimen} (known)", specimen=name) if done else name)
    if SPACES[space].reward:
        found.append(signs(SPACES[space].reward))
    if space in CAMP_AT:
        found.append(camp_words(state, CAMP_AT[space]))
    return ", ".join(found) or NO_REWARD


def camp_words(state: JourneyState, site: int) -> str:
    """Return the cost and the rewards of a tent there, the tent's reward included."""
    cost = tent_cost(state, site)
    if cost is None:
        return tr("camp: yours" if state.actor in state.camps[site] else "camp: full")
    own = TENTS[len(state.tents[state.actor])].reward
    reward = "+".join(filter(None, (signs(CAMPSITES[site].reward), signs(own))))
    return tr("camp {cost}¢: {reward}", cost=cost, reward=reward)


def passing_words(state: JourneyState, path: Sequence[int]) -> list[str]:
    """Return the rewards for passing, even without a stop: ribbons, firsts and banners."""
    start, space = start_of(state, path[-1]), path[-1]
    found = []
    for place in crossed(start, space):
        if state.firsts[place]:
            ribbon = SPACES[RIBBONS[place]]
            points = ribbon.ribbon + ribbon.first
            found.append(tr("first at {place}: {points}★", place=ribbon.name, points=points))
    own = state.explorers[state.actor]
    for banner, island in BANNERS.items():
        if not TRACK[space] and start < banner <= space and own[island] == NOTHING:
            found.append(tr("explorer to island {island}", island=ISLANDS[island]))
    return found


def route_words(state: JourneyState, space: int) -> list[str]:
    """Return the destination and the rewards for passing; then what is not taken on the way."""
    path = route_to(state, space)
    name, gives = SPACES[space].name, stop_words(state, space)
    if not path:
        return [f"{name}: {gives}"]
    jumped = _jumped(state, space)
    moves = sum(each not in jumped for each in path)
    head = tr_n(
        "▸{place}, {number} move: {gives}",
        "▸{place}, {number} moves: {gives}",
        moves,
        place=name,
        gives=gives,
    )
    line = "; ".join([head, *passing_words(state, path)])
    left = [
        f"{SPACES[at].name} {words}"
        for at in path[:-1]
        if at not in jumped and (words := stop_words(state, at)) != NO_REWARD
    ]
    over = [SPACES[at].name for at in path[:-1] if at in jumped]
    rest = [tr("leaves {spaces}", spaces=", ".join(left))] if left else []
    rest += [tr("jumps {spaces}", spaces=", ".join(over))] if over else []
    return [line, "; ".join(rest)] if rest else [line]


# --- motion

STEP_FRAMES: Final = 3
"""Frames that a piece is shown on each space of its way."""
GAIN_FRAMES: Final = 4
"""Frames for which a gain is beside the figure that it raises."""
GAIN: Final = "strong token-ink on good"
"""The style of a gain while it is new."""
_GAINS: Final = (
    *(Gained, CameFirst, Stamped, Delivered, Pitched, Achieved, Completed),
    *(Took, Bought, Unlocked),
)
"""Events that are shown once all pieces have arrived."""


def frames_of(events: Sequence[JourneyEvent]) -> int:
    """Return the frames in which the last piece that moved goes its way, and gains are shown."""
    if any(isinstance(event, Reported) for event in events):
        # The end of a round is shown as a whole.
        return 0
    way = _way(events)
    gains = any(isinstance(event, _GAINS) for event in events)
    return STEP_FRAMES * max(len(way) - 1, 0) + GAIN_FRAMES * gains


def _way(events: Sequence[JourneyEvent]) -> list[int]:
    moves = [event for event in events if isinstance(event, Moved)]
    return way_of(moves[-1].start, moves[-1].space) if moves else []


def passing(scene: Scene) -> tuple[int, int] | None:
    """Return the seat whose piece is on its way, and its space now; None if none is."""
    way = _way(scene.moving)
    left = scene.frame - GAIN_FRAMES * any(isinstance(each, _GAINS) for each in scene.moving)
    steps = -(-left // STEP_FRAMES)
    seat = next((each.seat for each in reversed(scene.moving) if isinstance(each, Moved)), None)
    return (seat, way[max(len(way) - 1 - steps, 0)]) if seat is not None and steps > 0 else None


def arriving(scene: Scene) -> Sequence[JourneyEvent]:
    """Return the events whose gains are shown now."""
    is_shown = 0 < scene.frame <= GAIN_FRAMES
    return [event for event in scene.moving if isinstance(event, _GAINS)] if is_shown else ()


def to_come(scene: Scene) -> Sequence[JourneyEvent]:
    """Return the events whose gains are still to be shown."""
    is_early = scene.frame > GAIN_FRAMES
    return [event for event in scene.moving if isinstance(event, _GAINS)] if is_early else ()


def gains_of(events: Sequence[JourneyEvent], seat: int) -> dict[str, int]:
    """Return what a seat gains by events: points, coins, notes and steps."""
    found: dict[str, int] = {}

    def add(**gains: int) -> None:
        for what, number in gains.items():
            if number:
                found[what] = found.get(what, 0) + number

    for event in events:
        match event:
            case Gained(who, coins, points, knowledge, steps) if who == seat:
                add(coins=coins, points=points, notes=knowledge, steps=steps)
            case CameFirst(who, _, points) if who == seat:
                add(points=points)
            case _:
                pass
    return found


def stamped(scene: Scene, envelope: int) -> dict[int, int]:
    """Return by seat the stamps that come to an envelope now."""
    found: dict[int, int] = {}
    for event in arriving(scene):
        if isinstance(event, Stamped) and event.envelope == envelope:
            found[event.seat] = found.get(event.seat, 0) + 1
    return found


def pitched(events: Sequence[JourneyEvent], site: int) -> int | None:
    """Return the seat whose tent is pitched on a campsite by events."""
    return next((e.seat for e in events if isinstance(e, Pitched) and e.site == site), None)


def flights_of(scene: Scene, drawing: Drawing) -> list[Flight]:
    """Return what flies to the plate of a seat: points for the first arrival, coins for a specimen,
    a seal, a lens, an objective that is taken, or one or a crew card that is done."""
    flights: list[Flight] = []
    for event in arriving(scene):
        match event:
            case CameFirst(seat, space, gained):
                words, start = points(gained, POINT), drawing.places.get(("space", space))
            case Delivered(seat, specimen, coins=coins) if coins:
                words = points(coins, COIN)
                start = drawing.places.get(("specimen", specimen)) or _middle(drawing)
            case Achieved(seat, _, slot):
                words = _done(tr("objective done"))
                start = drawing.places.get(("slot", slot)) or _middle(drawing)
            case Completed(seat, card):
                words, start = _done(tr("crew done")), _middle(drawing)
                start = drawing.places.get(("crew", card)) or start
            case Took(seat, tile):
                words = _new(tr("objective"))
                start = drawing.places.get(("tile", tile)) or _middle(drawing)
            case Bought(seat, colour):
                words, start = _new(seal_name(colour)), _middle(drawing)
            case Unlocked(seat, location):
                words = _new(noun("lens"))
                start = drawing.places.get(("location", location)) or _middle(drawing)
            case _:
                continue
        flights.append(Flight(words, start, drawing.marks.get(f"plate {seat}")))
    return flights


def _done(words: str) -> tuple[Styled, ...]:
    return ((f" ✓ {words} ", "strong token-ink on good"),)


def _new(words: str) -> tuple[Styled, ...]:
    return ((f" + {words} ", "strong token-ink on good"),)


def _middle(drawing: Drawing) -> Region:
    """Return the middle of the board, where something starts that is in a pane that is closed."""
    return Region(drawing.canvas.width // 2, drawing.canvas.height // 2, 1, 1)


def delivered(scene: Scene, specimen: int) -> bool:
    """Return True while a specimen comes to the museum."""
    return any(
        isinstance(each, Delivered) and each.specimen == specimen for each in arriving(scene)
    )


# --- the end of a round

ENVELOPE_FRAMES: Final = 4
"""Frames for which each envelope is the last one opened."""


class RoundEnd(NamedTuple):
    """A finished round, up to the part that is shown."""

    round: int
    counted: Sequence[Counted]
    taken: Mapping[int, Counts]
    """By envelope the stamps taken off, by seat."""
    goal: Reported
    shown: int
    """Envelopes that are open."""
    is_goal_shown: bool
    left: int
    """Frames left in which the points of the goal are counted."""

    def to_come(self, seat: int) -> int:
        """Return the points of a seat by the goal that are not shown yet."""
        points = self.goal.points[seat]
        return points - Gain(0, points).counted(self.left) if self.is_goal_shown else points


def round_end(scene: Scene) -> RoundEnd | None:
    """Return the round that is over if play pauses on it."""
    if not scene.is_paused:
        return None
    last = max((at for at, each in enumerate(scene.events) if isinstance(each, Ordered)), default=0)
    events = scene.events[last:]
    goal = next((event for event in events if isinstance(event, Reported)), None)
    if goal is None:
        return None
    frames = min(scene.frame, reveal_frames(scene.moving))
    steps = -(-max(frames - COUNT_FRAMES, 0) // ENVELOPE_FRAMES)
    shown = ENVELOPES + 1 - steps
    counted = [event for event in events if isinstance(event, Counted)]
    return RoundEnd(
        sum(isinstance(event, Reported) for event in scene.events),
        counted,
        {event.envelope: event.taken for event in events if isinstance(event, Collected)},
        goal,
        shown,
        shown > len(counted),
        frames,
    )


def reveal_frames(events: Sequence[JourneyEvent]) -> int:
    """Return the frames in which the envelopes are opened and the goal's points are counted."""
    is_over = any(isinstance(event, Reported) for event in events)
    return ENVELOPE_FRAMES * (ENVELOPES + 1) + COUNT_FRAMES if is_over else 0
