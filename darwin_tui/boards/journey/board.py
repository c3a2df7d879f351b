"""The board of Darwin's Journey: its panes laid out for four sizes of windows, the title bar, and
the last row with parts, route, news and buttons.

Small windows show one pane, with the sea beside it if there is room; middle ones the sea, one of
the panes of `SIDE`, and the others below; large ones all panes.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from textual.geometry import Size

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.journey.acts import (
    END_BUTTON,
    SKIP_BUTTON,
    AnyAction,
    Deliver,
    JourneyEvent,
    Kept,
    Move,
    Moved,
    Passed,
    Pitched,
    Placed,
    Reported,
    Research,
    Take,
)
from darwin_core.games.journey.diaries import workers_of
from darwin_core.games.journey.material import TRACK, Act, Correspond, JourneyState
from darwin_core.games.journey.prompts import end_words, offered_effects
from darwin_core.games.journey.rounds import can_keep_stamps
from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import Brevity, composing, listed
from darwin_tui.boards.journey import panes
from darwin_tui.boards.journey.crew import (
    WORKER_ROWS,
    draw_cards,
    draw_crew,
    draw_draft,
    draw_workers,
    draw_workers_row,
)
from darwin_tui.boards.journey.diaries import BOOK_ROWS, PAGE_ROWS, draw_diaries
from darwin_tui.boards.journey.envelopes import (
    draw_envelopes,
    draw_list,
    draw_opened,
    draw_rewards,
    draw_stacks,
)
from darwin_tui.boards.journey.journey_view import (
    KIND_ORDER,
    JourneyView,
    PlacementCosts,
    draw_signs,
    sort_regions,
)
from darwin_tui.boards.journey.marks import effect_texts, legend
from darwin_tui.boards.journey.museum import draw_museum, use_of
from darwin_tui.boards.journey.objectives import draw_objectives, tile_words
from darwin_tui.boards.journey.panes import (
    CREW,
    DIARIES,
    ENVELOPES,
    MUSEUM,
    NAMES,
    OBJECTIVES,
    PLAYERS,
    SEA,
    SIDE,
    draw_tabs,
    pane_title,
    side_title,
)
from darwin_tui.boards.journey.players import (
    draw_desks,
    draw_fold,
    draw_players,
    draw_title,
    seats_of,
)
from darwin_tui.boards.journey.scene import (
    Scene,
    alike,
    flies,
    flights_of,
    frames_of,
    in_room,
    reveal_frames,
    rivals_of,
    route_to,
    route_words,
    summaries,
    variants,
)
from darwin_tui.boards.journey.sea import draw_sea, is_side
from darwin_tui.drawing.area import Area, Grow, fit
from darwin_tui.drawing.canvas import SEAT_MARKS, Canvas, Drawing, columns_of
from darwin_tui.drawing.marks import BUTTON_EDGES, Sign, button, seat_name, state_of
from darwin_tui.drawing.overlay import KEPT_MARK, draw_flights
from darwin_tui.drawing.panel import news_strip, panel
from darwin_tui.play.live_match import Pause
from darwin_tui.widgets.board import Board

_NOT_SEA: Final = tuple(pane for pane in range(len(NAMES)) if pane != SEA)
"""All panes but the chart."""
_PANES_BELOW_FOLDED_PLAYERS: Final = tuple(
    pane for pane in _NOT_SEA if pane not in {DIARIES, PLAYERS}
)
"""The panes above which a small board shows the players in one row (*folded*), without figures."""

SIGNS: Final = (
    Sign("3★  4¢", "strong ink", mark("points; coins")),
    Sign("2✎  2↑", "strong ink", mark("knowledge; steps on the evolution track")),
    Sign("3▤  ◎  ◉", "strong ink", mark("stamps; an objective to take; any seal")),
    Sign("⌂2¢", "strong ink", mark("camp, and the price of a tent there"), (SEA,)),
    Sign("●▲■◆", "strong token-ink on seat-0", mark("ships, explorers, workers and stamps")),
    Sign("‡", "strong ink", mark("an anchor of the Beagle"), (SEA,)),
    Sign("‣▸ ◂ ▴ ▾", "ink", mark("the way on"), (SEA,)),
    Sign("▹ ◃ ▵ ▿", "ink", mark("a way by choice"), (SEA,)),
    Sign("›8", "strong good", mark("as it would be after Enter"), shown_by=r"›\d"),
    Sign("+4", "strong token-ink on gold", mark("points for the first player there"), (SEA,)),
    Sign(mark("Rbird"), "strong token-ink on red", mark("a specimen: red bird"), (SEA,)),
    Sign("•", "strong cursor", mark("you can choose it, or go there")),
    Sign("▸", "strong cursor", mark("the pane that is open")),
    Sign(mark("end "), "dim", mark("all points if the match ended now"), (DIARIES, PLAYERS)),
    Sign(
        "×8 (2) ●1",
        "dim",
        mark("points for each, and how often it was met"),
        _PANES_BELOW_FOLDED_PLAYERS,
        shown_by=r"×\d+ (\(\d|[●▲■◆]\d)",
    ),
    Sign("GG", "strong token-ink on green", mark("seals that it asks for"), (DIARIES, CREW)),
    Sign("(●)", "strong ink", mark("opened by a lens of that player"), (DIARIES,)),
    Sign("(◇)", "strong ink", mark("opened for all; on a slot: a tile"), (DIARIES,)),
    Sign("E1 N2", "ink", mark("Exploration 1, Navigation 2, and so on"), (DIARIES, PLAYERS)),
    Sign("IA2 O5", "dim", mark("space 2 of island A; space 5 of the ocean"), (SEA,)),
    Sign(
        mark("rivals ◆2"),
        "strong ink",
        mark("2 moves until that player could be there"),
        (SEA,),
        shown_by=r"[●▲■◆]\d",
    ),
    Sign(mark("go2 nav1"), "ink", mark("Explore 2; Navigate 1"), (ENVELOPES,)),
    Sign("○", "strong ink", mark("a worker that is placed"), (DIARIES, CREW)),
    Sign("− BB", "dim", mark("seals that are missing"), _NOT_SEA),
    Sign("→", "dim", mark("for this you get"), _NOT_SEA),
    Sign("✓", "good", mark("has chosen"), (CREW,)),
    Sign("■□", "ink", mark("rounds begun, and those to come"), _PANES_BELOW_FOLDED_PLAYERS),
)


# --- sentences in fewer words

CLAUSES_LEFT_OUT_MAX: Final = 2
"""Maximum number of last clauses that are omitted; the long text has them all."""


def briefly(scene: Scene, element: Element, room: int) -> str:
    """Return the sentence on an element, shortened step by step until it fits a row, or as far as
    possible."""
    sentence = scene.text_on(element)
    seat_marks = SeatNames(tuple(SEAT_MARKS[: len(scene.names)]))
    for step in Brevity:
        if columns_of(sentence) <= room:
            return sentence
        seat_names = seat_marks if step >= Brevity.MARKS else scene.seat_names
        with composing(step):
            sentence = scene.game.texts.element(scene.view, scene.viewer, element, seat_names)
    for _ in range(CLAUSES_LEFT_OUT_MAX):
        shorter = sentence.rpartition("; ")[0]
        if columns_of(sentence) > room and shorter:
            sentence = f"{shorter}."
    return sentence


# --- the long text on the focused element


def zoomed(scene: Scene, element: Element) -> list[str]:
    """Return the text on an element, line by line."""
    # Nothing is drawn; the view only answers questions.
    table = JourneyView(Drawing(Canvas(0, 0), {}), scene, scene.view)
    lines = [scene.text_on(element)]
    kind, number = element
    match kind:
        case "location":
            lines += _workers(table, number)
        case "space":
            lines += route_words(table.view_in_turn, number)
            lines.append(_rivals(table, number))
        case "tile":
            words = tile_words(table.view, table.seat, number)[0]
            lines.append(
                tr("You have: {words}.", words=words)
                if table.is_own
                else tr("{name} has: {words}.", name=table.name, words=words)
            )
    return [*lines, *scene.choices_on(element)]


def _rivals(table: JourneyView, space: int) -> str:
    """Return the rivals that can still reach a space, in a sentence."""
    names = [
        tr_n(
            "{name} in {number} move",
            "{name} in {number} moves",
            moves,
            name=table.scene.names[seat],
        )
        for seat, moves in rivals_of(table.view_in_turn, space)
    ]
    if not names:
        return tr("No rival can come here any more.")
    return tr("Rivals who can still come here: {names}.", names=listed(names))


def _workers(table: JourneyView, location: int) -> list[str]:
    """Return the price of a location for each worker."""
    placement_costs = table.placement_costs
    return [
        tr(
            "Worker {number}: {price}.",
            number=worker + 1,
            price=placement_costs.cost(location, worker).price,
        )
        for worker in placement_costs.home or workers_of(table.view, table.seat)
    ]


# --- the board

_MIDDLE: Final = Size(118, 35)
"""Minimum size for several open panes."""
_IN_WORDS: Final = Size(160, 45)
"""Minimum size for several open panes with the spaces' rewards in words instead of signs."""
_LARGE: Final = Size(196, 54)
"""Minimum size for all panes."""
_BESIDE: Final = Size(118, 28)
"""Minimum size at which the sea stays open beside any pane."""
_UNFOLDED_ROWS: Final = 30
"""Minimum rows of a small board with the players above any pane."""
_SIDE_COLUMNS: Final = 38
"""Columns of the pane beside the sea."""
_WIDE_SIDE_COLUMNS: Final = 46
"""Columns of the pane beside the sea if spaces are in words."""
_PLAYERS_COLUMNS: Final = 86
"""Columns of the panel of players beside the news: its figures and its frame."""
_LARGE_SIDE_COLUMNS: Final = 72
"""Columns of the panes beside the sea if all panes are open."""
_DIARY_ROWS: Final = 13
"""Minimum rows of the diaries over a panel of workers; with fewer, the workers have one row."""
_ENVELOPES_ROWS: Final = 7
"""Rows of the panel of envelopes without the stacks."""


class JourneyBoard(Board[JourneyState, AnyAction, JourneyEvent]):
    """The board of Darwin's Journey."""

    COLOURS: ClassVar[str] = "darwin_tui.boards.journey"
    FIRST_MARKS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **dict.fromkeys(("draft", "silver"), ()),
        # The silver objectives above the gold ones are at the edge of a panel.
        "gold": ("first objectives",),
        **dict.fromkeys(("second", "third"), ("first seals",)),
        "turn": ("round",),
    }

    KINDS: ClassVar[tuple[str, ...]] = ("location", "part", "tile", *KIND_ORDER)
    STEPS: ClassVar[Mapping[str, str]] = {
        "worker": mark("a worker"),
        "location": mark("a location"),
        "tile": mark("an objective"),
        "slot": mark("a slot"),
        "crew": mark("a crew card"),
        "seal": mark("a seal"),
        "colour": mark("a colour"),
        "row": mark("a row"),
        "stack": mark("a stack"),
        "envelope": mark("an envelope"),
    }

    SIGNS: ClassVar[tuple[Sign, ...]] = SIGNS
    PANES: ClassVar[tuple[str, ...]] = NAMES

    PANE_KEYS: ClassVar[str] = panes.KEYS
    HEADLINES: ClassVar[bool] = True
    # The Beagle's goal is scored at the end of a round.
    PAUSES: ClassVar[Mapping[type[object], Pause]] = {Reported: Pause.KEY}
    LOG_COLUMNS: ClassVar[int] = 0

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table: the title bar, the panes that fit, and the news at the foot."""
        area = self.area(scene, size)
        table = JourneyView(area.drawing, scene, scene.view)
        title, below = area.rows(1, Grow())
        title.mark("round").part(draw_title, (table,))
        if table.finished_round and not _fits(size, _MIDDLE):
            draw_rewards(below, table, table.finished_round)
            return area.drawing
        if any(scene.view.hands) and _fits(size, _MIDDLE):
            _draw_drafting(below, table)
        elif _fits(size, _LARGE):
            _draw_large(below, table)
        elif _fits(size, _MIDDLE):
            _draw_middle(below, table, in_words=_fits(size, _IN_WORDS))
        else:
            _draw_small(below, table)
        sort_regions(table)
        draw_signs(table)
        if scene.frame:
            draw_flights(area.drawing, flights_of(scene, area.drawing), scene.frame)
        return area.drawing

    @staticmethod
    def frames(events: Sequence[JourneyEvent]) -> int:
        """Return the frames in which a piece moves and gains are shown."""
        return frames_of(events)

    @staticmethod
    def reveal_frames(events: Sequence[JourneyEvent]) -> int:
        """Return the frames in which the envelopes are opened at the end of a round."""
        return reveal_frames(events)

    @staticmethod
    def alike(events: Sequence[JourneyEvent], frame: int, *, is_paused: bool) -> int:
        """Return the number of frames of the same step of an animation."""
        return alike(events, frame)

    @staticmethod
    def flies(events: Sequence[JourneyEvent], frame: int, *, is_paused: bool) -> bool:
        """Return whether gains fly in a frame."""
        return flies(events, frame)

    @staticmethod
    def front(view: JourneyState, chooser: Chooser[AnyAction]) -> int | None:
        """Return the pane that a decision needs, given the elements selected so far."""
        return (
            panes.pane_needed(view, chooser.selected, chooser.selectable)
            if chooser.actions
            else None
        )

    @staticmethod
    def is_harmless(view: JourneyState, action: AnyAction, actions: Sequence[AnyAction]) -> bool:
        """Return True for the objectives taken before the first round: none of them does harm."""
        return all(isinstance(action, Take) for action in actions)

    @classmethod
    def rank(cls, scene: Scene, element: Element) -> int:
        """Return the sort key of an element among its kind: its number, but tiles in the order of
        the legal actions, as drawn."""
        if element[0] == "tile" and scene.chooser:
            targets = [target for targets in scene.chooser.targets for target in targets]
            return targets.index(element)
        return element[1]

    @staticmethod
    def covers(pane: int, size: Size) -> bool:
        """Return whether the only open pane hides the events: all panes do but the diaries and the
        sea, on which pieces are placed and move."""
        return _has_one_pane(size) and pane not in (DIARIES, SEA)

    @staticmethod
    def stage(events: Sequence[JourneyEvent], size: Size) -> int | None:
        """Return the sea if a piece moves there, the diaries if a worker is placed, and the crew if
        a card of the draft is kept."""
        if not _has_one_pane(size):
            return None
        if any(isinstance(event, Kept | Passed) for event in events):
            return CREW
        if any(isinstance(event, Moved | Pitched) for event in events):
            return SEA
        return DIARIES if any(isinstance(event, Placed) for event in events) else None

    @staticmethod
    def holding(elements: Collection[Element]) -> int | None:
        """Return the first pane with some of the elements."""
        return min(panes.holding(frozenset(elements)), default=None)

    @staticmethod
    def first(view: JourneyState, actions: Sequence[AnyAction]) -> Element | None:
        """Return the farthest space that the first piece can reach, as most players want it; in the
        museum, the best delivery, else research that objectives or goals ask for. None in other
        decisions."""
        specimens = [action for action in actions if isinstance(action, Deliver | Research)]
        if specimens:
            best = max(specimens, key=lambda action: use_of(view, action))
            return ("specimen", best.specimen)
        spaces = [action.space for action in actions if isinstance(action, Move)]
        of_first_piece = [space for space in spaces if TRACK[space] == TRACK[spaces[0]]]

        def distance(space: int) -> tuple[int, bool, int]:
            route = route_to(view, space)
            # Of spaces equally far, one on the main way is nearer to the end.
            return route.moves if route else 0, not is_side(space), space

        return ("space", max(of_first_piece, key=distance)) if spaces else None

    @staticmethod
    def then(view: JourneyState, chooser: Chooser[AnyAction]) -> Element | None:
        """Return the best worker for a location that was selected first."""
        locations = [number for kind, number in chooser.selected if kind == "location"]
        workers = [number for kind, number in chooser.selectable if kind == "worker"]
        if len(locations) != 1 or len(chooser.selected) != 1 or not workers:
            return None
        return (
            "worker",
            PlacementCosts(view, view.actor).best(locations[0], sorted(workers)).worker,
        )

    def brief(self, scene: Scene, element: Element, room: int) -> str:
        """Return the sentence on an element, in signs if a row has no room for the words."""
        return briefly(scene, element, room)

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return the text on an element, with its cost and its possible actions."""
        return zoomed(scene, element)


def _has_one_pane(size: Size) -> bool:
    """Return whether only one pane is open, so that even the sea may be hidden."""
    return not (_fits(size, _BESIDE) or _fits(size, _MIDDLE))


def _fits(size: Size, least: Size) -> bool:
    """Return whether a size has at least these columns and rows."""
    return size.width >= least.width and size.height >= least.height


# --- sizes


def _draw_drafting(area: Area, table: JourneyView) -> None:
    """Draw the draft of the crew."""
    body, foot = area.rows(Grow(), 1)
    draw_draft(body, table)
    foot.part(draw_foot, (table,), False, False)


def _draw_small(area: Area, table: JourneyView) -> None:
    """Draw one pane below the players and the names of all panes. The sea is beside it if there is
    room, which the cards of a draft need."""
    front = table.scene.pane % len(NAMES)
    # The title bar has the row above the area.
    has_room = area.width >= _BESIDE.width and area.height + 1 >= _BESIDE.height
    has_sea = has_room and not any(table.view.hands)
    is_low = area.height < _UNFOLDED_ROWS
    # The diaries and the row of workers; the names of the panes and the foot have a row each.
    pane_rows = (PAGE_ROWS - 1 if has_sea else BOOK_ROWS) + 1
    is_tight = area.height < 1 + table.seats + 1 + pane_rows + 1
    is_folded = is_tight or (is_low and (has_sea or front not in (DIARIES, PLAYERS)))
    # A note replaces the players, who are folded meanwhile, so that no pane moves.
    note_rows = table.seats if is_low and not is_folded and table.scene.primer else 0
    is_folded |= note_rows > 0
    head, note, pane, workers, foot = area.rows(
        2 if is_folded else 2 + table.seats, note_rows, Grow(), int(has_sea), 1
    )
    note.on("panel")
    players, tabs = head.rows(Grow(), 1)
    if is_folded:
        head.mark(KEPT_MARK)
    players.part(draw_fold if is_folded else draw_players, (table,), table.figures_after_enter)
    draw_tabs(tabs, table, front)
    if has_sea:
        sea, pane = pane.columns(Grow(), _SIDE_COLUMNS, gap=1)
        draw_sea(sea, table)
        side = DIARIES if front == SEA else front
        draw = draw_diaries if side == DIARIES else _DRAW_SMALL[side]
        draw(_page(pane, side), table)
        draw_workers_row(workers.on("panel"), table)
    else:
        _DRAW_SMALL[front](pane if front == SEA else _page(pane, front), table)
    foot.part(draw_foot, (table,), False, front == SEA or not table.view.round)


def _page(area: Area, front: int) -> Area:
    """Return the area of a single pane, with margins if it does not need their room."""
    page = area.on("panel")
    return page if front in (DIARIES, PLAYERS) else page.inside()


def _diaries_and_workers(area: Area, table: JourneyView) -> None:
    """Draw the diaries, and the workers below, beside the crew if there is room."""
    if area.height < _DIARY_ROWS + WORKER_ROWS:
        diaries, workers = area.rows(Grow(12), 1)
        draw_workers_row(workers, table)
    else:
        diaries, below = area.rows(Grow(_DIARY_ROWS), WORKER_ROWS)
        workers, cards = below.columns(Grow(36), Grow(36), gap=2)
        draw_workers(workers, table)
        draw_cards(cards, table)
    draw_diaries(diaries, table)


def _draw_middle(area: Area, table: JourneyView, in_words: bool) -> None:
    """Draw the sea beside the diaries or another pane; museum, envelopes and workers below."""
    front = table.scene.pane % len(NAMES)
    side = front if front in SIDE else DIARIES
    # The stacks of stamps have a separate row if the diaries, with the two rows of their frame, and
    # the foot leave one.
    lower_rows = _ENVELOPES_ROWS + (area.height > _ENVELOPES_ROWS + 1 + PAGE_ROWS + 2)
    upper, lower, foot = area.rows(Grow(), lower_rows, 1)
    if in_words:
        band, upper = upper.rows(table.seats + 2, Grow())
        players, news = band.columns(_PLAYERS_COLUMNS, Grow())
        sea, right = upper.columns(Grow(), _WIDE_SIDE_COLUMNS)
        news.part(_draw_news, (table,))
    else:
        left, right = upper.columns(Grow(), _SIDE_COLUMNS)
        players, sea = left.rows(table.seats + 2, Grow())
    players.part(_draw_players, (table,), table.figures_after_enter)
    sea.part(_draw_sea, (table,), front == SEA)
    right.part(_draw_side, (table,), front, side)
    museum, envelopes, workers = lower.columns(Grow(36, 42), Grow(52, 90), Grow(32))
    museum.part(_draw_pane, (table,), MUSEUM, front)
    envelopes.part(_draw_framed_envelopes, (table,), front)
    workers.part(_draw_workers, (table,))
    foot.part(draw_foot, (table,), in_words, False)


def _draw_side(area: Area, table: JourneyView, front: int, side: int) -> None:
    """Draw one of the panes of SIDE; at the end of a round, the list of rewards."""
    if table.finished_round:
        draw_list(area, table, table.finished_round)
        return
    title = side_title(area, table, side)
    inner = panel(area, title, is_active=front in SIDE, margin=0)
    if side == CREW:
        draw_crew(inner, table, has_rows=False)
    else:
        _DRAW[side](inner, table)


def _draw_workers(area: Area, table: JourneyView) -> None:
    draw_workers(panel(area, mark("Workers"), margin=0), table)


def _draw_large(area: Area, table: JourneyView) -> None:
    """Draw all panes."""
    front = table.scene.pane % len(NAMES)
    body, foot = area.rows(Grow(), 1)
    left, right = body.columns(Grow(), _LARGE_SIDE_COLUMNS)
    band, sea, lower = left.rows(table.seats + 2, Grow(), 15)
    players, news = band.columns(_PLAYERS_COLUMNS, Grow())
    players.part(_draw_players, (table,), table.figures_after_enter)
    news.part(_draw_news, (table,))
    sea.part(_draw_sea, (table,), front == SEA)
    museum, crew = lower.columns(54, Grow())
    museum.part(_draw_pane, (table,), MUSEUM, front)
    crew.part(_draw_pane, (table,), CREW, front)
    desks = len(seats_of(table))
    diaries, envelopes, objectives, others = right.rows(
        Grow(14, 16), Grow(8 + table.seats, 18), Grow(15, 22), Grow(3 * desks + 2)
    )
    diaries.part(_draw_pane, (table,), DIARIES, front)
    envelopes.part(_draw_framed_envelopes, (table,), front)
    if table.finished_round:
        draw_list(objectives, table, table.finished_round)
    else:
        objectives.part(_draw_pane, (table,), OBJECTIVES, front)
    others.part(_draw_pane, (table,), PLAYERS, front)
    foot.part(draw_foot, (table,), True, False)


# --- panels


def _panel(area: Area, table: JourneyView, pane: int, front: int) -> Area:
    """Draw the frame of a pane, active if a decision needs the pane; return the area in it."""
    is_active = pane == front and bool(table.legal_elements)
    return panel(area, pane_title(pane), is_active=is_active, margin=0)


def _draw_pane(area: Area, table: JourneyView, pane: int, front: int) -> None:
    _DRAW[pane](_panel(area, table, pane, front), table)


def _draw_players(area: Area, table: JourneyView, changes: tuple[int, ...]) -> None:
    panel(area, mark("Players"), margin=0)
    # The row of labels covers the panel's upper edge.
    draw_players(area.inside(1, 0, 1, 1).over("panel"), table, changes)


def _draw_sea(area: Area, table: JourneyView, is_front: bool) -> None:
    """Draw the chart in a frame with the meaning of its signs."""
    signs = "  ".join(legend())
    full = tr("{signs}  ▹ by choice  +4 for the first", signs=signs)
    foot = fit(area.width - 6, [full, signs, " ".join(legend())])
    title = [*pane_title(SEA), (tr(" and islands"), "strong")]
    inner = panel(
        area, title, foot=foot, is_active=is_front and bool(table.legal_elements), margin=0
    )
    draw_sea(inner, table)


def _draw_framed_envelopes(area: Area, table: JourneyView, front: int) -> None:
    """Draw the envelopes, and the viewer's stacks of stamps below."""
    inner = _panel(area, table, ENVELOPES, front)
    # Without a row for the stacks, they are on the lower edge of the frame.
    if inner.height > _ENVELOPES_ROWS - 2:
        inner, stacks = inner.rows(Grow(), 1)
    else:
        stacks = area.at(2, area.height - 1, area.width - 4, 1)
    if table.finished_round:
        # The list of rewards is beside the envelopes.
        draw_opened(inner, table, table.finished_round, has_rewards=False)
    else:
        draw_envelopes(inner, table)
    draw_stacks(stacks, table)


def _draw_plain_envelopes(area: Area, table: JourneyView) -> None:
    """Draw the pane of envelopes of a small board, with the viewer's stacks of stamps below."""
    envelopes, stacks = area.rows(Grow(), 1)
    draw_envelopes(envelopes, table)
    draw_stacks(stacks, table)


def _draw_news(area: Area, table: JourneyView) -> None:
    """Draw the other seats' actions, one row each."""
    table.drawing.has_news = True
    inner = panel(area, mark("Since your turn"), margin=1)
    news = summaries(table.scene)
    if not news:
        inner.text(0, 0, (tr("nothing yet"), "dim"))
        return
    for y, (seat, done) in enumerate(news.items()):
        name, style = seat_name(seat, table.scene.names[seat])
        x = inner.text(0, y, (name, style), " ")
        inner.text(x, y, in_room(done, inner.width - x))


# --- the last row: parts that are offered, a route or the news, and the buttons


def draw_foot(area: Area, table: JourneyView, has_news: bool, has_legend: bool) -> None:
    """Draw the last row: the parts of an action that can be done, or a route, or the news or
    legend; buttons at the right.

    Args:
        area: one row.
        has_news: the news are drawn elsewhere.
        has_legend: explain the chart's signs if there are no news.
    """
    area = area.on("strip")
    right = _draw_buttons(area, table)
    row = area.at(0, 0, right, 1)
    if "part" in table.legal_kinds:
        _draw_parts(row, table)
        return
    space = table.chosen("space")
    if space is not None and ("space", space) in table.legal_elements:
        route = route_words(table.view_in_turn, space)
        near = [
            f"{SEAT_MARKS[seat]}{moves}" for seat, moves in rivals_of(table.view_in_turn, space)
        ]
        rivals = tr("rivals {moves}", moves=" ".join(near) or tr_in("rivals", "none"))
        words = "; ".join(route)
        short = route[0]
        ways = [f"{words}; {rivals}", f"{short}; {rivals}", words, short]
        row.text(1, 0, (fit(row.width - 1, ways), "strong"))
    elif not has_news:
        if summaries(table.scene):
            news_strip(row, variants(table.scene))
        elif has_legend:
            own_signs = legend()
            signs = ["  ".join(own_signs[:number]) for number in range(len(own_signs), 0, -1)]
            # A blank separates the signs from the first button.
            room = row.width - 1 - (right < area.width)
            row.text(1, 0, (fit(room, signs), "dim"))
        table.drawing.has_news = True


def _draw_buttons(area: Area, table: JourneyView) -> int:
    """Draw the buttons from the right; return the column where they begin."""
    x = area.width
    for element in (END_BUTTON, SKIP_BUTTON):
        if element not in table.legal_elements:
            continue
        words = _button_words(table, element)
        x -= len(words) + BUTTON_EDGES + 1
        button_area = area.at(x, 0, len(words) + BUTTON_EDGES, 1)
        button_area.enter(element)
        button(button_area, 0, 0, words, state_of(table.scene, element))
    return x


def _button_words(table: JourneyView, element: Element) -> str:
    """Return the label of a button. An action that has begun is not skipped but enough; instead of
    a reward that costs stamps, the stamps are kept."""
    if element == END_BUTTON:
        return end_words()
    if can_keep_stamps(table.view):
        return tr("keep the stamps")
    is_begun = isinstance(table.top_effect, Correspond) and table.top_effect.envelope != NOTHING
    is_begun |= isinstance(table.top_effect, Act) and table.top_effect.has_begun
    return tr("enough" if is_begun else "skip it")


def _draw_parts(area: Area, table: JourneyView) -> None:
    """Draw the parts of an action from which the viewer chooses the next one."""
    parts = [
        (number, part)
        for number, part in enumerate(offered_effects(table.view))
        if ("part", number) in table.legal_elements
    ]
    x = area.text(1, 0, (tr("do "), "dim"))
    room = (area.width - x) // max(len(parts), 1)
    for number, part in parts:
        words = fit(room - 4, effect_texts([part]))
        # A blank separates the sign or key at the left from words that begin with a number.
        cell = area.at(x, 0, len(words) + 3, 1)
        table.spot(cell, ("part", number)).text(2, 0, (words, "strong"))
        # Parts at least 5 columns shorter than their room stand closer together, 2 columns apart.
        x += room if room < len(words) + 8 else len(words) + 5


_DRAW: Final = {
    DIARIES: draw_diaries,
    CREW: draw_crew,
    OBJECTIVES: draw_objectives,
    PLAYERS: draw_desks,
    MUSEUM: draw_museum,
}
"""By pane, the function that draws it in a frame; the sea and the envelopes have further parts."""
_DRAW_SMALL: Final = {
    **_DRAW,
    DIARIES: _diaries_and_workers,
    SEA: draw_sea,
    ENVELOPES: _draw_plain_envelopes,
}
"""By pane, the function that draws it on a small board."""
