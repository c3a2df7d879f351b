"""The trick: each seat's part in it, the kinds of combination, and the cards and points that fly.

A board shows the current trick or, before a seat's first card in it, the last trick that was won.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import material
from darwin_core.games.darwinning.acts import (
    Adapted,
    Climbed,
    DarwinningEvent,
    Eaten,
    EraBegan,
    Fed,
    Gained,
    Grown,
    Played,
    TraitTaken,
    TrickWon,
    Used,
)
from darwin_core.games.darwinning.material import (
    EMPTY,
    GAINED_FOOD,
    GROWS,
    NUMBER_OF,
    SCORING,
    START_POPULATION,
    TRACK,
    TRAIT_POINTS,
    DarwinningState,
)
from darwin_core.games.darwinning.rules import to_move, totals
from darwin_core.games.darwinning.species import ADAPTED_POINTS, has_dummy
from darwin_core.games.darwinning.tricks import NAMES, PAIR, SINGLE, STRAIGHT_FLUSH, THREE, rank_of
from darwin_core.text.language import mark, tr
from darwin_tui.boards.darwinning.marks import (
    Scene,
    card_chips,
    number_within,
    set_name,
    short_trait,
)
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Drawing, Styled, length
from darwin_tui.drawing.card import draw_gauges
from darwin_tui.drawing.overlay import FLIGHT_FRAMES, Flight, points

LIKELY_COLUMNS_MAX: Final = 15
"""Maximum columns of a likely number."""
NOW: Final = {
    material.NameLeader: mark("says who leads"),
    material.TakeTrait: mark("may take a trait"),
    material.UseDisplay: mark("uses the display"),
    material.Improve: mark("improves now"),
    material.Browse: mark("improves now"),
    material.KeepCards: mark("keeps cards"),
    material.ShareEnvironment: mark("may share an environment"),
    material.EatSpecies: mark("may eat now"),
    material.Transform: mark("may place a card drawn"),
}
"""A seat's current decision, by effect."""
PLAYS: Final = mark("plays now")
"""The decision of a seat that plays cards."""
TURNS: Final = (
    mark("plays first"),
    mark("plays second"),
    mark("plays third"),
    mark("plays fourth"),
    mark("plays fifth"),
)
"""The turns of a trick; the last has words of its own."""


SHORT_NAMES: Final = (
    mark("card"),
    *NAMES[PAIR:THREE],
    mark("three"),
    NAMES[STRAIGHT_FLUSH],
    mark("four"),
)
"""Kinds of combination in one or two words, weakest first."""
SHORTEST_NAMES: Final = tuple(
    mark("str. flush") if kind == STRAIGHT_FLUSH else name for kind, name in enumerate(SHORT_NAMES)
)
"""Kinds of combination in the fewest letters, weakest first."""


def kinds_in(view: DarwinningState, room: int, *, only_winning: bool = False) -> list[Styled]:
    """Return the kinds of combination in a row, strongest first.

    Kinds that beat the best cards on the table have one colour, and weaker ones are pale. The kind
    of the best cards names the sum that is enough.

    Args:
        view: view of a seat that plays cards.
        only_winning: omit the weaker kinds.
    """
    played = view.played[view.best] if view.best != NOTHING else b""
    rank = rank_of(played) if played else None
    pieces: list[Styled] = []
    for names, beats, is_short in (
        (NAMES, " > ", False),
        (SHORT_NAMES, " > ", False),
        (SHORTEST_NAMES, " > ", False),
        (SHORTEST_NAMES, " > ", True),
        (SHORTEST_NAMES, ">", True),
    ):
        pieces = []
        for kind in reversed(range(len(names))):
            if only_winning and rank is not None and kind < rank:
                break
            words = tr(names[kind])
            if kind == rank:
                total = sum(NUMBER_OF[card] for card in played)
                words += f" {total}+" if kind == SINGLE or is_short else f" {tr('sum')} {total}+"
            style = "ink" if rank is None else "strong good" if kind >= rank else "dim"
            pieces += [(beats, "dim")] * bool(pieces) + [(words, style)]
        if length(pieces) <= room:
            break
    return pieces


class TrickPart(NamedTuple):
    """One seat's part in a trick: its cards, or the words for a seat that has not played."""

    cards: bytes = b""
    """The cards in this trick; beside words, those in the last one."""
    used: bytes = b""
    """Display cards."""
    is_last: bool = False
    """The trick is the last one won, not the current one."""
    is_best: bool = False
    """The cards are to beat, or have won."""
    words: str = ""
    """State of a seat without cards in this trick."""
    is_active: bool = False
    """The words stand out."""


def last_trick(scene: Scene) -> tuple[dict[int, bytes], dict[int, bytes], int]:
    """Return each seat's cards in the last won trick of the era, its display cards, and the winner.
    An era that is over still counts while play pauses."""
    played: dict[int, bytes] = {}
    used: dict[int, bytes] = {}
    winner = NOTHING
    for event in reversed(scene.events):
        if isinstance(event, TrickWon):
            if winner != NOTHING:
                break
            winner = event.seat
        elif isinstance(event, Played) and winner != NOTHING:
            played.setdefault(event.seat, event.cards)
        elif isinstance(event, Used) and winner != NOTHING:
            used.setdefault(event.seat, event.cards)
        elif isinstance(event, EraBegan) and (winner != NOTHING or not scene.is_paused):
            break
    return played, used, winner


def trick_of(scene: Scene, seat: int) -> TrickPart:
    """Return a seat's part in this trick; before the first card of all, in the last one."""
    view = scene.view
    if view.pending and isinstance(view.pending[-1], material.KeepCards):
        has_chosen = view.kept[seat] != EMPTY
        return TrickPart(
            words=tr("has chosen" if has_chosen else "chooses cards"), is_active=has_chosen
        )
    is_new = not any(view.played) or not _is_open(view)
    if is_new and seat in last_trick(scene)[0]:
        return last_of(scene, seat)
    if view.played[seat]:
        return TrickPart(view.played[seat], view.used[seat], is_best=seat == view.best)
    last = last_trick(scene)[0].get(seat, b"")
    if view.pending and isinstance(view.pending[-1], material.NameLeader) and is_new:
        words = _turn_words(scene, seat)
        if words or seat not in to_move(view):
            is_active = bool(words) and seat == scene.viewer
            return TrickPart(last, is_last=True, words=words or "–", is_active=is_active)
    if view.pending and seat in to_move(view) and not scene.is_paused:
        words = tr(NOW.get(type(view.pending[-1]), PLAYS))
        return TrickPart(last, is_last=True, words=f"▶ {words}", is_active=True)
    return TrickPart(last, is_last=True, words=tr("plays later") if view.pending else "")


def _turn_words(scene: Scene, seat: int) -> str:
    """Return a seat's turn in the trick if the viewer lets the seat under the cursor lead; empty
    unless the viewer chooses the leader."""
    leader = scene.pointer.number_of("species")
    if leader is None or scene.is_paused or scene.viewer not in to_move(scene.view):
        return ""
    seats = len(scene.view.hands)
    turn = (seat - leader) % seats
    return tr("plays last") if turn == seats - 1 else tr(TURNS[turn])


def last_of(scene: Scene, seat: int) -> TrickPart:
    """Return a seat's part in the last won trick."""
    played, used, winner = last_trick(scene)
    if not played.get(seat):
        return TrickPart(words="–")
    return TrickPart(played[seat], used.get(seat, b""), is_last=True, is_best=seat == winner)


def draw_likely(area: Area, scene: Scene, seat: int) -> bool:
    """Fill a row with the likely numbers of a seat's hand, if they are shown; return whether they
    are."""
    likely = scene.likely(seat, "hand")
    if likely:
        area.fill()
        x = area.text(0, 0, (f"{tr('hand')} ", "dim"))
        gauges = area.at(x, 0, area.width - x, 1)
        draw_gauges(gauges, likely, number_within, f"seat-{seat}", most=LIKELY_COLUMNS_MAX)
    return bool(likely)


def draw_two_rows(area: Area, part: TrickPart) -> None:
    """Draw a seat's part in two rows: the cards, and their combination; or the words, and the cards
    in the last trick."""
    if part.words:
        style = "strong cursor" if part.is_active else "dim"
        area.text(0, 0, (part.words, style))
        if part.cards:
            label = f"{tr('last:')} "
            last = card_chips(part.cards, area.width - len(label))
            area.text(0, 1, (label, "dim"), *last)
        return
    area.text(0, 0, *card_chips(part.cards, area.width, part.used))
    area.text(0, 1, *_result(part, area.width))


def _result(part: TrickPart, room: int) -> list[Styled]:
    """Return the name of a seat's combination, and the mark of the strongest one."""
    best: list[Styled] = []
    if part.is_best:
        words = tr("won" if part.is_last else "to beat")
        best = [(f" ◀ {words}", "strong good")]
    name = set_name(part.cards + part.used, room - 2) or tr("single card")
    if best and length([name, *best]) > room:
        best = [(" ◀", "strong good")]
    if part.is_last:
        before: list[Styled] = [(f"{tr('last trick:')} ", "dim")]
        is_short = length([*before, name, *best]) > room
        return [*([] if is_short else before), (name, "dim"), *best]
    return [(name, "strong" if part.is_best else "dim"), *best]


def draw_one_row(area: Area, part: TrickPart) -> None:
    """Draw a seat's part in a row: the cards, their combination, and the mark of the best."""
    room = area.width - 2
    if part.is_best:
        area.right(0, ("◀", "strong good"))
    x = 0
    if part.words:
        style = "strong cursor" if part.is_active else "dim"
        x = area.text(0, 0, (part.words, style)) + 1
        if not part.cards:
            return
        label = f"{tr('last')} "
        chips = card_chips(part.cards, room - x - len(label))
        area.text(x, 0, (label, "dim"), *chips)
        return
    full = set_name(part.cards + part.used, room)
    chips = card_chips(part.cards, room - len(full) - 1, part.used)
    x = area.text(0, 0, *chips) + 1
    name = set_name(part.cards + part.used, room - x)
    area.text(x, 0, (name, "dim" if part.is_last or not part.is_best else "strong"))


def _is_open(view: DarwinningState) -> bool:
    """Return whether the trick continues."""
    return not all(view.played) or (has_dummy(view) and _is_declared(view))


def _is_declared(view: DarwinningState) -> bool:
    """Return whether a seat still chooses display cards to use with its cards."""
    return bool(view.pending) and isinstance(view.pending[-1], material.UseDisplay)


# --- cards and points that fly

TOP_ROWS: Final = 3
"""Rows of a board with its title and cards."""
CHIPS_COLUMNS: Final = 20
"""Maximum columns of a seat's flying cards."""


def flight_frames(events: Sequence[DarwinningEvent]) -> int:
    """Return the frames in which a trick is gathered, a trait or food is taken or points fly."""
    flying: tuple[type[DarwinningEvent], ...] = (
        TrickWon,
        TraitTaken,
        Climbed,
        Grown,
        Adapted,
        Gained,
    )
    if not any(isinstance(event, Fed) for event in events):
        # The meals of a finished survival belong to its reveal.
        flying += (Eaten,)
    return FLIGHT_FRAMES if any(isinstance(event, flying) for event in events) else 0


def flights_of(scene: Scene, drawing: Drawing, events: Sequence[DarwinningEvent]) -> list[Flight]:
    """Return the cards, traits and points that fly to the drawn boards after some events."""
    marks = drawing.marks
    boards = {seat: marks.get(f"board {seat}") for seat in range(len(scene.names))}
    chain = marks.get("food chain")
    flights = []
    for event in events:
        match event:
            case TrickWon(winner):
                flights += _gathered(scene, boards, winner)
            case TraitTaken(seat, owner, card):
                trait = short_trait(NUMBER_OF[card], CHIPS_COLUMNS)
                words = ((f" ✦ {trait} ", "strong stock-ink on stock"),)
                flights.append(Flight(words, _top(boards.get(owner)), _top(boards[seat])))
            case Eaten(eater, eaten) if eater in boards and eaten in boards:
                food = points(GAINED_FOOD, f" {tr('food')}")
                flights.append(Flight(food, _top(boards[eaten]), _top(boards[eater])))
            case Climbed(seat, _, start, place) if chain and place > start:
                # A creature is twice as wide as a space.
                x = chain.x + chain.width * place // (TRACK.spaces + 1)
                above = Region(x, chain.y, 1, chain.height)
                flights.append(Flight(points(place - start, " ↑"), above, boards[seat]))
            case Grown() | Adapted() | Gained():
                if gain := _gain(scene.view, event):
                    unit = {Grown: " •", Adapted: " ⌂", Gained: " ✦"}[type(event)]
                    board = boards[event.seat]
                    flights.append(Flight(points(gain, unit), _top(board), _top(board)))
            case _:
                # Plays, meals of the dummy and the results of a survival have no flight.
                pass
    return flights


def _gain(view: DarwinningState, event: DarwinningEvent) -> int:
    """Return the points that an event brings its seat."""
    match event:
        case Climbed(_, _, start, place):
            return place - start
        case Grown(seat, card, population):
            more = min(GROWS[card], max(population - START_POPULATION[view.species[seat]], 0))
            return GROWS[card] + more
        case Adapted(_, _, environments):
            return ADAPTED_POINTS * len(environments)
        case Gained(_, card, space, covered) if covered == NOTHING and space < SCORING:
            return TRAIT_POINTS[NUMBER_OF[card]]
        case _:
            return 0


def counted_points(scene: Scene, seat: int, frames: int) -> int:
    """Return a seat's points, as far as those of the last events are counted.

    Args:
        frames: frames of the whole animation.
    """
    total = totals(scene.view)[seat]
    if not scene.frame or not frames:
        return total
    events = (event for event in scene.moving if getattr(event, "seat", None) == seat)
    gain = sum(_gain(scene.view, event) for event in events)
    return total - gain * min(scene.frame, frames) // frames


def _gathered(scene: Scene, boards: dict[int, Region | None], winner: int) -> list[Flight]:
    """Return a trick's cards, flying from all boards to the winner's."""
    played, used, _ = last_trick(scene)
    return [
        Flight(
            tuple(card_chips(cards, CHIPS_COLUMNS, used.get(seat, b""))),
            _top(boards[seat]),
            _top(boards[winner]),
        )
        for seat, cards in played.items()
        if seat != winner and cards
    ]


def _top(board: Region | None) -> Region | None:
    """Return the top rows of a board, where its cards are."""
    return board and Region(board.x, board.y, board.width, min(board.height, TOP_ROWS))
