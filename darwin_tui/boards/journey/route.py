"""The route of a ship or an explorer to a space, and the rewards of its stops."""

from collections.abc import Sequence

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.components import (
    BANNERS,
    CAMP_AT,
    CAMPSITES,
    ISLANDS,
    NEXT,
    RIBBONS,
    SPACES,
    TENTS,
    TRACK,
)
from darwin_core.games.journey.names import specimen_name
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.voyage import crossed, others_on, tent_cost
from darwin_core.text.language import tr, tr_n
from darwin_tui.boards.journey.marks import signs


def start_of(state: JourneyState, space: int) -> int:
    """Return the space of the active seat's piece that could move to a space, or NOTHING."""
    track = TRACK[space]
    return state.explorers[state.actor][track - 1] if track else state.ships[state.actor]


def route_to(state: JourneyState, space: int) -> list[int]:
    """Return the spaces of the shortest route to a space, itself last; empty if there is no
    route."""
    start, track = start_of(state, space), TRACK[space]
    if start == NOTHING:
        return []
    jumped = others_on(state, track - 1) if track else b""
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
    return ", ".join(found) or "–"


def camp_words(state: JourneyState, site: int) -> str:
    """Return the cost and the reward of a tent there, its own reward included."""
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
    track = TRACK[space]
    jumped = others_on(state, track - 1) if track else b""
    moves = sum(each not in jumped for each in path)
    head = tr_n(
        "▸{place}, {number} move: {gives}",
        "▸{place}, {number} moves: {gives}",
        moves,
        place=name,
        gives=gives,
    )
    line = "; ".join([head, *passing_words(state, path)])
    left = [f"{SPACES[at].name} {stop_words(state, at)}" for at in path[:-1] if at not in jumped]
    over = [SPACES[at].name for at in path[:-1] if at in jumped]
    rest = [tr("leaves {spaces}", spaces=", ".join(left))] if left else []
    rest += [tr("jumps {spaces}", spaces=", ".join(over))] if over else []
    return [line, "; ".join(rest)] if rest else [line]
