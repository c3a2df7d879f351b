"""A scene of Darwin's Journey: its types, the effect of Enter, routes, moving pieces and flying
gains, the end of a round, and the news.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_core.contract.cards import Counts
from darwin_core.contract.chance import NoChance
from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.journey import acts
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
    CAMP_AT,
    CAMPSITES,
    ENVELOPES,
    ISLANDS,
    NEXT,
    SPACES,
    TENTS,
    TRACK,
    JourneyState,
)
from darwin_core.games.journey.names import (
    COIN_SIGN,
    POINT_SIGN,
    colour_name,
    crew_name,
    location_name,
    objective_words,
    seal_name,
    site_name,
    space_name,
    specimen_name,
)
from darwin_core.games.journey.objectives import lag_at
from darwin_core.games.journey.prompts import start_of
from darwin_core.games.journey.rules import apply, clone
from darwin_core.games.journey.voyage import (
    beagle,
    has_tent,
    islands_reached,
    open_ribbons,
    others_on,
    tent_cost,
)
from darwin_core.text.language import noun, tr, tr_n
from darwin_core.text.wording import Brevity, composing, counted, is_brief, ordinal
from darwin_tui.boards.journey.marks import signs
from darwin_tui.drawing import scene
from darwin_tui.drawing.canvas import Drawing, Styled
from darwin_tui.drawing.chart import COUNT_FRAMES, Gain, frames_alike
from darwin_tui.drawing.overlay import Flight, points
from darwin_tui.play.selection import action_of_enter

Scene = scene.Scene[JourneyState, AnyAction, JourneyEvent]


# --- the effect of Enter

_FORESEEN: Final = (Move, Deliver, Research, Pitch, Buy, Unlock, Achieve, Complete)
"""Actions whose effect is drawn before they are played."""


def after_enter(scene: Scene) -> JourneyState:
    """Return the view after Enter's action. It is the current view if the action's effect is not
    drawn, or if the action ends a round, where chance continues."""
    view, chooser = scene.view, scene.chooser
    action = action_of_enter(chooser, scene.cursor) if chooser and not scene.is_paused else None
    if not isinstance(action, _FORESEEN) or view.actor == NOTHING:
        return view
    then = clone(view)
    try:
        apply(then, view.actor, action, None)
    except NoChance:
        return view
    return then


# --- routes


class Route(NamedTuple):
    """A route of fewest moves."""

    spaces: Sequence[int]
    """The spaces after the start, in order; the last one is the destination."""
    jumped: Sequence[int]
    """The spaces that an explorer jumps over. It does not jump over the destination, whose explorer
    may have left before it comes."""

    @property
    def moves(self) -> int:
        return len(self.spaces) - len(self.jumped)


def route_to(state: JourneyState, space: int) -> Route | None:
    """Return the active seat's route to a space; None if there is none, or no piece for it."""
    start = start_of(state, state.actor, space)
    if start == NOTHING:
        return None
    track = TRACK[space]
    others = others_on(state, track - 1) if track else b""
    path = _path(start, space, others)
    return Route(path, [passed for passed in path[:-1] if passed in others]) if path else None


def _path(start: int, space: int, jumped: bytes = b"") -> list[int]:
    """Return the spaces after a start, up to another space, on a way of fewest moves; empty if
    there is none. Jumped spaces count no move."""
    # For each space reached, the moves and the way to it.
    ways: dict[int, tuple[int, list[int]]] = {start: (0, [])}
    edge = [start]
    while edge:
        space_before = edge.pop(0)
        moves, path = ways[space_before]
        for following in NEXT[space_before]:
            moves_there = moves + (following not in jumped)
            if following not in ways or moves_there < ways[following][0]:
                # A jump costs nothing, so a space may be reached in fewer moves later.
                ways[following] = (moves_there, [*path, following])
                edge.append(following)
    return ways.get(space, (0, []))[1]


def rivals_of(state: JourneyState, space: int) -> list[tuple[int, int]]:
    """Return the active seat's rivals that can still reach a space, each with the moves needed,
    nearest first."""
    rivals = []
    for seat in state.order:
        then = clone(state)
        then.actor = seat
        if seat != state.actor and (route := route_to(then, space)):
            rivals.append((seat, route.moves))
    return sorted(rivals, key=lambda rival: rival[1])


def way_of(start: int, space: int) -> list[int]:
    """Return the spaces of a shortest way between two, both included; only the ends if there is
    none."""
    return [start, *(_path(start, space) or [space])]


NO_REWARD: Final = "–"
"""Label of a space without a reward."""


def stop_words(state: JourneyState, space: int) -> str:
    """Return the active seat's rewards for stopping on a space, in short."""
    rewards = []
    for number, specimen_space in enumerate(state.specimens):
        if specimen_space == space:
            is_known = state.research[state.actor] >> number & 1
            name = specimen_name(number)
            rewards.append(tr("{specimen} (known)", specimen=name) if is_known else name)
    if SPACES[space].reward:
        rewards.append(signs(SPACES[space].reward))
    if space in CAMP_AT:
        rewards.append(camp_words(state, CAMP_AT[space]))
    return ", ".join(rewards) or NO_REWARD


def camp_words(state: JourneyState, site: int) -> str:
    """Return the cost and rewards of a tent on a campsite, including the tent's own reward; or the
    reason why the active seat can pitch none."""
    seat = state.actor
    cost = tent_cost(state, seat, site)
    if cost is None:
        if seat in state.camps[site]:
            return tr("camp: yours")
        return tr("camp: full" if has_tent(state, seat) else "camp: no tent left")
    tent = TENTS[len(state.tents[seat])].reward
    reward = "+".join(filter(None, (signs(CAMPSITES[site].reward), signs(tent))))
    return tr("camp {cost}¢: {reward}", cost=cost, reward=reward)


def passing_words(state: JourneyState, space: int) -> list[str]:
    """Return the rewards for passing without a stop on the way to a space: ribbons, firsts and
    banners."""
    start = start_of(state, state.actor, space)
    rewards = [
        tr("first at {place}: {points}★", place=space_name(ribbon), points=points)
        for ribbon, points in open_ribbons(state, start, space)
    ]
    return rewards + [
        tr("explorer to island {island}", island=ISLANDS[island])
        for island in islands_reached(state, state.actor, start, space)
    ]


def route_words(state: JourneyState, space: int) -> list[str]:
    """Return the destination with the rewards of the route, then the spaces skipped on the way."""
    route = route_to(state, space)
    name = SPACES[space].name
    gives = stop_words(state, space)
    if not route:
        return [f"{name}: {gives}"]
    head = tr_n(
        "▸{place}, {number} move: {gives}",
        "▸{place}, {number} moves: {gives}",
        route.moves,
        place=name,
        gives=gives,
    )
    line = "; ".join([head, *passing_words(state, space), *_lag_words(state, space)])
    left = [
        f"{SPACES[passed].name} {words}"
        for passed in route.spaces[:-1]
        if passed not in route.jumped and (words := stop_words(state, passed)) != NO_REWARD
    ]
    names_jumped = [SPACES[passed].name for passed in route.jumped]
    skipped = [tr("leaves {spaces}", spaces=", ".join(left))] if left else []
    skipped += [tr("jumps {spaces}", spaces=", ".join(names_jumped))] if names_jumped else []
    return [line, "; ".join(skipped)] if skipped else [line]


def _lag_words(state: JourneyState, space: int) -> list[str]:
    """Return words for the points that the active seat's ship would lose by lagging on a space, and
    up to which space; nothing if none, or if the space is not at sea."""
    if TRACK[space] or not state.round:
        return []
    lost = lag_at(state, state.actor, space)
    return (
        [tr("lag −{points}★ until {place}", points=lost, place=space_name(beagle(state)))]
        if lost
        else []
    )


# --- motion

STEP_FRAMES: Final = 3
"""Frames that a piece is shown on each space of its way."""
GAIN_FRAMES: Final = 4
"""Frames for which a gain is beside the figure that it raises, the last frames of an animation."""
GAIN: Final = "strong token-ink on good"
"""Style of a new gain."""
_GAINS: Final = (
    *(Gained, CameFirst, Stamped, Delivered, Pitched, Achieved, Completed),
    *(Took, Bought, Unlocked),
)
"""Events shown once all pieces have arrived."""


def frames_of(events: Sequence[JourneyEvent]) -> int:
    """Return the frames in which the last moved piece moves, and gains are shown."""
    if any(isinstance(event, Reported) for event in events):
        # The end of a round is shown as a whole.
        return 0
    way = _way(events)
    return STEP_FRAMES * max(len(way) - 1, 0) + _gain_frames(events)


def _gain_frames(events: Sequence[JourneyEvent]) -> int:
    """Return the frames in which gains are shown."""
    return GAIN_FRAMES * any(isinstance(event, _GAINS) for event in events)


def _way(events: Sequence[JourneyEvent]) -> list[int]:
    """Return the spaces of the last moved piece's way, its start included; empty if none moved."""
    moves = [event for event in events if isinstance(event, Moved)]
    return way_of(moves[-1].start, moves[-1].space) if moves else []


def passing(scene: Scene) -> tuple[int, int] | None:
    """Return the seat whose piece is moving, and its current space; None if none is."""
    way = _way(scene.moving)
    # `frame` counts down; the gains follow the last step.
    frames_left = scene.frame - _gain_frames(scene.moving)
    steps = -(-frames_left // STEP_FRAMES)
    seat = next((event.seat for event in reversed(scene.moving) if isinstance(event, Moved)), None)
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
    """Return a seat's gains by events: points, coins, notes and steps. Notes spent are no gain."""
    gained: dict[str, int] = {}

    def add(**gains: int) -> None:
        for label, number in gains.items():
            if number > 0:
                gained[label] = gained.get(label, 0) + number

    for event in events:
        match event:
            case Gained(who, coins, points, knowledge, steps) if who == seat:
                add(coins=coins, points=points, notes=knowledge, steps=steps)
            case CameFirst(who, _, points) if who == seat:
                add(points=points)
            case _:
                pass
    return gained


def stamps_coming(scene: Scene, envelope: int) -> dict[int, int]:
    """Return the stamps that come to an envelope now, by seat."""
    stamps: dict[int, int] = {}
    for event in arriving(scene):
        if isinstance(event, Stamped) and event.envelope == envelope:
            stamps[event.seat] = stamps.get(event.seat, 0) + 1
    return stamps


def seat_pitching(events: Sequence[JourneyEvent], site: int) -> int | None:
    """Return the seat whose tent is pitched on a campsite by events."""
    return next((e.seat for e in events if isinstance(e, Pitched) and e.site == site), None)


def flights_of(scene: Scene, drawing: Drawing) -> list[Flight]:
    """Return the words that fly to a seat's plate: points for a first arrival, coins for a
    specimen, a new seal, lens or objective, and a finished objective or crew card."""
    flights: list[Flight] = []
    for event in arriving(scene):
        match event:
            case CameFirst(seat, space, gained):
                words = points(gained, POINT_SIGN)
                start = drawing.places.get(("space", space))
            case Delivered(seat, specimen, coins=coins) if coins:
                words = points(coins, COIN_SIGN)
                start = drawing.places.get(("specimen", specimen)) or _middle(drawing)
            case Achieved(seat, _, slot):
                words = _done(tr("objective done"))
                start = drawing.places.get(("slot", slot)) or _middle(drawing)
            case Completed(seat, card):
                words = _done(tr("crew done"))
                start = drawing.places.get(("crew", card)) or _middle(drawing)
            case Took(seat, tile):
                words = _new(tr("objective"))
                start = drawing.places.get(("tile", tile)) or _middle(drawing)
            case Bought(seat, colour):
                words = _new(seal_name(colour))
                start = _middle(drawing)
            case Unlocked(seat, location):
                words = _new(noun("lens"))
                start = drawing.places.get(("location", location)) or _middle(drawing)
            case _:
                continue
        flights.append(Flight(words, start, drawing.marks.get(f"plate {seat}")))
    return flights


def _done(words: str) -> tuple[Styled, ...]:
    """Return the flying words for a finished thing."""
    return ((f" ✓ {words} ", "strong token-ink on good"),)


def _new(words: str) -> tuple[Styled, ...]:
    """Return the flying words for a gained thing."""
    return ((f" + {words} ", "strong token-ink on good"),)


def _middle(drawing: Drawing) -> Region:
    """Return the middle of the board, where a flight from a closed pane starts."""
    return Region(drawing.canvas.width // 2, drawing.canvas.height // 2, 1, 1)


def is_delivering(scene: Scene, specimen: int) -> bool:
    """Return True while a specimen comes to the museum."""
    return any(
        isinstance(event, Delivered) and event.specimen == specimen for event in arriving(scene)
    )


# --- the end of a round

ENVELOPE_FRAMES: Final = 4
"""Frames for which each envelope is the last one opened."""


class RoundEnd(NamedTuple):
    """A finished round, up to the displayed part."""

    round: int
    counted: Sequence[Counted]
    taken: Mapping[int, Counts]
    """Stamps taken off each envelope, by seat."""
    goal: Reported
    shown: int
    """Number of open envelopes."""
    is_goal_shown: bool
    left: int
    """Remaining frames in which the goal's points are counted."""

    def to_come(self, seat: int) -> int:
        """Return a seat's points from the goal that are not shown yet."""
        points = self.goal.points[seat]
        return points - Gain(0, points).counted(self.left) if self.is_goal_shown else points


def round_end(scene: Scene) -> RoundEnd | None:
    """Return the finished round while play pauses on it."""
    if not scene.is_paused:
        return None
    last = max(
        (at for at, logged in enumerate(scene.events) if isinstance(logged, Ordered)), default=0
    )
    events = scene.events[last:]
    goal = next((event for event in events if isinstance(event, Reported)), None)
    if goal is None:
        return None
    frames = min(scene.frame, reveal_frames(scene.moving))
    # `frame` counts down: the envelopes are opened one by one, then the goal is shown, and the last
    # frames count its points.
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


def alike(events: Sequence[JourneyEvent], frame: int) -> int:
    """Return the number of frames, from ``frame`` on, that show the same envelopes, or a piece on
    the same space."""
    if reveal_frames(events):
        return frames_alike(frame, ENVELOPE_FRAMES)
    gain_frames = _gain_frames(events)
    return frame if frame <= gain_frames else frames_alike(frame, STEP_FRAMES, gain_frames)


def flies(events: Sequence[JourneyEvent], frame: int) -> bool:
    """Return whether gains fly in a frame."""
    return not reveal_frames(events) and 0 < frame <= _gain_frames(events)


# --- the news

_SHARES: Final = (80, 60, 48, 40, 34, 29, 25, 22, 20, 18, 16, 14, 13, 12, 11, 10, 9, 8, 7)
"""Maximum columns of a seat's news, tried in this order: in ever smaller steps, so that little of
the strip stays empty."""


class Summary(NamedTuple):
    """Actions of a seat that have the same words; or its points, summed up in one event."""

    event: JourneyEvent
    """The last of them."""
    number: int = 1
    """Number of the actions, or of the points."""

    @property
    def words(self) -> str:
        """The action in few words, without its seat; even fewer if texts are brief."""
        return _place_words(self.event) or _thing_words(self.event, self.number)


def _place_words(event: JourneyEvent) -> str:
    """Describe an action at a place in few words; empty for others."""
    is_short = is_brief(Brevity.WORDS)
    match event:
        case acts.Placed(_, worker, location):
            place = location_name(location)
            if is_short:
                return _bare(place)
            return tr("worker {number} on {place}", number=worker + 1, place=place)
        case acts.Moved(_, _, space):
            return tr("to {place}", place=space_name(space))
        case acts.Landed(_, island):
            return tr("landed on {island}", island=ISLANDS[island])
        case acts.CameFirst(_, space, _):
            return tr("first at {place}", place=space_name(space))
        case acts.Unlocked(_, location):
            if is_brief(Brevity.SIGNS):
                return noun("lens")
            return tr("lens on {place}", place=_bare(location_name(location)))
        case acts.Performed(_, location):
            return tr("did {place}", place=_bare(location_name(location)))
        case acts.Pitched(_, site) | acts.Reused(_, site):
            if is_brief(Brevity.SIGNS):
                return noun("tent")
            return tr("tent on {place}", place=site_name(site))
    return ""


def _thing_words(event: JourneyEvent, number: int) -> str:
    """Describe equal actions on a component, such as a stamp; empty for others."""
    is_short = is_brief(Brevity.WORDS)
    match event:
        case acts.Kept(_, card):
            # That somebody keeps a card of the draft is not news.
            return "" if card == HIDDEN else tr("kept {card}", card=_bare(crew_name(card)))
        case acts.Stamped(_, _, envelope):
            if is_brief(Brevity.SIGNS):
                return counted(number, "stamp")
            where = envelope + 1
            return tr_n(
                "stamp on {envelope}", "{number} stamps on {envelope}", number, envelope=where
            )
        case acts.Bought(_, colour, row):
            if is_brief(Brevity.SIGNS):
                return seal_name(colour)
            return tr("{colour} seal in row {number}", colour=colour_name(colour), number=row + 1)
        case acts.Researched(_, specimen):
            name = specimen_name(specimen)
            return name if is_short else tr("researched {specimen}", specimen=name)
        case acts.Delivered(_, specimen):
            name = specimen_name(specimen)
            return name if is_short else tr("delivered {specimen}", specimen=name)
        case acts.Took():
            if is_brief(Brevity.SIGNS):
                return tr("objective")
            return tr("took: {objective}", objective=objective_words(event.tile))
        case acts.Achieved():
            if is_brief(Brevity.SIGNS):
                return tr("objective done")
            return tr("did: {objective}", objective=objective_words(event.tile))
        case acts.Completed(_, card):
            return tr("crew done: {card}", card=_bare(crew_name(card)))
        case acts.Copied(_, card):
            return tr("copied {card}", card=_bare(crew_name(card)))
        case Gained() if event.points:
            return f"+{number}{POINT_SIGN}"
        case acts.Awarded(_, envelope, award):
            rank = ordinal(award + 1)
            if is_brief(Brevity.SIGNS):
                return rank
            return tr("{rank} of envelope {number}", rank=rank, number=envelope + 1)
    return ""


def _bare(name: str) -> str:
    """Return a name, without its English article if texts are brief."""
    return name.removeprefix("the ") if is_brief(Brevity.WORDS) else name


def summaries(scene: Scene) -> dict[int, list[Summary]]:
    """Return each other seat's actions since the viewer's last one, in turn order, with equal ones
    counted."""
    by_seat: dict[int, dict[str, Summary]] = {}
    scored: dict[int, Summary] = {}
    for event in scene.since:
        if isinstance(event, Gained | CameFirst) and event.points:
            points = scored[event.seat].number if event.seat in scored else 0
            gained = Gained(event.seat, points=event.points)
            scored[event.seat] = Summary(gained, points + event.points)
        # Points are summed up for each seat, and stand last.
        words = "" if isinstance(event, Gained) else Summary(event).words
        # An event that only follows from an action has no words.
        seat = getattr(event, "seat", NOTHING) if words else NOTHING
        if seat not in {NOTHING, scene.viewer}:
            by_words = by_seat.setdefault(seat, {})
            by_words[words] = (
                Summary(event, by_words[words].number + 1) if words in by_words else Summary(event)
            )
    return {
        seat: [*by_seat[seat].values(), *([scored[seat]] if seat in scored else [])]
        for seat in scene.view.order
        if seat in by_seat
    }


def in_room(done: Sequence[Summary], room: int) -> str:
    """Return as many of the last summaries as fit, at least one, in fewer words if needed.

    Args:
        done: one or more summaries.
    """
    # The sum of points at the end needs the action before it.
    for step in (Brevity.WHOLE, Brevity.WORDS, Brevity.SIGNS):
        with composing(step):
            texts = [*dict.fromkeys(summary.words for summary in done)]
        while len(texts) > 1 and len(", ".join(texts)) > room:
            texts = texts[1:]
        if len(texts) > 1:
            return ", ".join(texts)
    text = done[-1].words
    for step in (Brevity.WORDS, Brevity.SIGNS):
        if len(text) > room:
            with composing(step):
                text = done[-1].words
    while len(text) > room and " " in text:
        text = text.rpartition(" ")[0].rstrip(",:")
    return text[: max(room, 0)]


def variants(scene: Scene) -> Iterator[list[tuple[int, str]]]:
    """Yield all seats' news in ever fewer words. The longest entries are shortened first, from
    their oldest actions."""
    by_seat = summaries(scene)
    for share in _SHARES:
        yield [(seat, in_room(done, share)) for seat, done in by_seat.items()]
