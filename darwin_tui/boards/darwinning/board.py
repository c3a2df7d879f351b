"""The board of Darwinning!: its layout with boards or lines for the species, the title bar, the
log, and the long text on an element.

A *rail* is a row of spaces of the food chain with the beings on it. Large windows show each species
on a board of its own, below two rails with the creatures. Smaller windows show each species in a
line, with a pane beside the lines, below a single rail, or below two if there is room.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from textual.geometry import Size

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import Element
from darwin_core.games.darwinning.acts import (
    AnyAction,
    DarwinningEvent,
    Ended,
    EraBegan,
    Fed,
    TrickWon,
    owner_and_space,
)
from darwin_core.games.darwinning.material import (
    CLIMBS,
    JOKER,
    LIVES_IN,
    NUMBER_OF,
    TRACK,
    DarwinningState,
    Improve,
    PlayCards,
)
from darwin_core.games.darwinning.rules import clock, to_move
from darwin_core.games.darwinning.species import has_dummy, traits_shown
from darwin_core.games.darwinning.texts import species_of, trait_effect
from darwin_core.text.language import mark, tr
from darwin_tui.boards.darwinning.chain import (
    CHAIN_RAIL_ROWS,
    CHAIN_ROWS,
    PORTRAIT_ROWS,
    draw_chain,
    draw_rail,
    hop_frames,
    pitch,
)
from darwin_tui.boards.darwinning.era import draw_era_chips, draw_era_tiles, era_shown
from darwin_tui.boards.darwinning.fates import (
    is_era_over,
    is_paused_after_survival,
    reveal_alike,
    reveal_frames,
)
from darwin_tui.boards.darwinning.hand import (
    HAND_MARK,
    HAND_ROWS,
    SIDE_BY_SIDE_MAX,
    TRAIT_MARK,
    draw_choice,
    draw_hand,
    first_space,
    makes_last,
    open_uses,
    sort_key,
    trait_use,
)
from darwin_tui.boards.darwinning.lines import (
    BEST_MARK,
    OWN_ROWS,
    SPACES_ROWS,
    draw_lines,
    draw_own,
    first_pane,
    tabs_of,
)
from darwin_tui.boards.darwinning.marks import CARD_COLUMNS, Scene
from darwin_tui.boards.darwinning.news import draw_news, event_words, shows_last_event
from darwin_tui.boards.darwinning.reference import (
    draw_era_end,
    draw_points,
    draw_reference,
    draw_standings,
    reference_rows,
)
from darwin_tui.boards.darwinning.species import (
    COMPACT_ROWS,
    FULL_ROWS,
    board_columns,
    choice_area,
    draw_boards,
)
from darwin_tui.boards.darwinning.survival import (
    ERA_COLUMNS_MIN,
    draw_ledger,
    draw_survival,
    is_survival,
    ledger_rows,
)
from darwin_tui.boards.darwinning.trick import NOW, PLAYS, flight_frames, flights_of
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Drawing, Styled, length
from darwin_tui.drawing.marks import Sign, seat_mark
from darwin_tui.drawing.overlay import FLIGHT_FRAMES, KEPT_MARK, draw_flights
from darwin_tui.drawing.panel import panel, title_bar
from darwin_tui.play.live_match import Pause
from darwin_tui.widgets.board import Board

SIGNS: Final = (
    Sign("↑2", "strong ink", mark("up the food chain, or its points")),
    Sign("•2", "strong ink", mark("population, or its points")),
    Sign("⌂2", "strong ink", mark("environments (env.), or their points")),
    Sign("✦2", "strong ink", mark("traits, or their points")),
    Sign("•●", "strong ink", mark("one population of that player's species")),
    Sign("4/6", "strong ink", mark("food found, and food needed"), shown_by=r"\d/\d"),
    Sign("✗1", "strong bad", mark("bites: two cost one population")),
    Sign("◀ > 34+", "strong good", mark("the strongest; beats; a sum that is enough")),
    Sign("◀ ▶", "ink", mark("who eats whom, along the food chain"), (2,)),
    Sign("┄▼ ▹", "ink", mark("who could eat whom, and where the card leads")),
    Sign("1A B F J", "strong ink", mark("acorn, blueberry, flower; joker is 0 of any")),
    Sign(
        mark("Camou."),
        "strong ink",
        mark("a name in short; {play.zoom} says it whole"),
        shown_by=r"[a-zäöüß]{3}\.",
    ),
    Sign("∴ ↟ ⌒ Ψ ∧", "ink", mark("desert, forest, highland, jungle, mountain")),
    Sign("≈ ≡ ✻ ∩ ∽", "ink", mark("ocean, plains, polar, underground, wetlands")),
)


# --- the long text on the focused element


def zoomed(scene: Scene, view: DarwinningState, element: Element) -> list[str]:
    """Explain an element, with the traits and environments that it names."""
    lines = [scene.text_on(element)]
    kind, number = element
    match kind:
        case "card" | "display" if number != JOKER:
            lines += [trait_effect(NUMBER_OF[number])]
            lines += [scene.text_on(("use", 0))] if CLIMBS[number] else []
            environments = sorted(LIVES_IN[number])
            lines += [scene.text_on(("environment", environment)) for environment in environments]
        case "species" if number < len(view.hands):
            lines += _board_of(scene, view, number)
        case "trait":
            owner, _ = owner_and_space(number)
            if owner < len(view.hands):
                lines += _board_of(scene, view, owner)
        case "space" if scene.viewer < len(view.hands):
            trait = traits_shown(view.species[scene.viewer], view.traits[scene.viewer])[number]
            lines += [trait_effect(trait)] if trait else []
            chosen = scene.chooser.selected if scene.chooser else ()
            lines += [
                tr("To come: {trait}", trait=trait_effect(NUMBER_OF[card]))
                for kind, card in chosen
                if kind == "card" and card != JOKER
            ]
    return lines


def _board_of(scene: Scene, view: DarwinningState, seat: int) -> list[str]:
    """Describe a species board, then the effects of its traits."""
    title = species_of(scene.names[seat])
    sections = scene.game.texts.describe(view, scene.viewer, scene.seat_names)
    lines = [line for section in sections if section.name == title for line in section.lines]
    traits = traits_shown(view.species[seat], view.traits[seat])
    return lines + [trait_effect(trait) for trait in dict.fromkeys(traits) if trait]


# --- the board

PICTURE_SIZE: Final = Size(120, 36)
"""The smallest board with two rails and a board for each species."""
LARGE_CARDS_ROWS: Final = 47
"""Minimum rows of a board with pictures whose hand may have large cards."""
DECK_WORDS_COLUMNS: Final = 110
"""Minimum columns of a title that describes the deck in words."""
MEDIUM_ROWS: Final = 30
"""Minimum rows of a terminal for a hand of medium-sized cards."""
LOG_ROWS_MIN: Final = 3
"""Minimum rows of a log on the board."""
FRAMED_LOG_ROWS: Final = 5
"""Minimum rows of a framed log: the frame takes two of them."""
TITLE_COLUMNS: Final = 19
"""Columns of the title and of the gaps in its row."""
MANY_SEATS: Final = 5
"""Minimum number of seats for news in two rows."""
STANDINGS_SPARE_ROWS: Final = 8
"""Rows that must remain to the boards for standings below them."""
POINTS_SPARE_ROWS: Final = 4
"""Rows that must remain to the log for points above it."""


class DarwinningBoard(Board[DarwinningState, AnyAction, DarwinningEvent]):
    """The board of Darwinning!"""

    COLOURS: ClassVar[str] = "darwin_tui.boards.darwinning"

    # The bots linger after a trick, a meal and an era. The last card drawn may end an era, too, so
    # ``EraBegan`` is among the events.
    PAUSES: ClassVar[Mapping[type[object], Pause]] = dict.fromkeys(
        (TrickWon, Fed, EraBegan, Ended), Pause.BOTS
    )
    LOG_COLUMNS: ClassVar[int] = 160
    FIRST_MARKS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "lead": ("food chain", HAND_MARK),
        **dict.fromkeys(("begin", "improve"), ()),
        **dict.fromkeys(("follow", "lose", "last", "duel"), (BEST_MARK,)),
        **dict.fromkeys(("mutate", "declare", "browse", "keep"), ("your species",)),
        "transform": ("your species", HAND_MARK),
    }

    ORDERS: ClassVar[tuple[str, ...]] = (mark("suit"), mark("number"))

    GATHERED: ClassVar[str] = "card"
    KINDS: ClassVar[tuple[str, ...]] = ("card", "display", "trait")
    STEPS: ClassVar[Mapping[str, str]] = {
        "card": mark("a card"),
        "display": mark("a card of the display"),
        "use": mark("what the card is for"),
        "space": mark("a trait space"),
    }

    CARRIED: ClassVar[Mapping[str, Collection[str]]] = {"card": ("use", "space")}

    SIGNS: ClassVar[tuple[Sign, ...]] = SIGNS
    PANES: ClassVar[tuple[str, ...]] = (
        mark("trick"),
        mark("last"),
        mark("survival"),
        mark("environments"),
        mark("traits"),
    )

    @staticmethod
    def frames(events: Sequence[DarwinningEvent]) -> int:
        """Return the frames in which creatures hop up the food chain, and cards or points fly."""
        return hop_frames(events) + flight_frames(events)

    @staticmethod
    def reveal_frames(events: Sequence[DarwinningEvent]) -> int:
        """Return the frames of the reveal of a survival, one species after another."""
        return reveal_frames(events)

    @staticmethod
    def alike(events: Sequence[DarwinningEvent], frame: int, *, is_paused: bool) -> int:
        """Return the number of frames of the same species in a reveal."""
        return reveal_alike(events, frame) if is_paused else 1

    @staticmethod
    def foot_rows(height: int) -> int:
        """Return the rows of the hand on a board of a height."""
        return HAND_ROWS[int(height >= MEDIUM_ROWS)]

    @staticmethod
    def then(view: DarwinningState, chooser: Chooser[AnyAction]) -> Element | None:
        """Return the first free trait space if only trait spaces are left to select."""
        are_spaces = all(kind == "space" for kind, _ in chooser.selectable)
        return first_space(view, chooser.selectable) if are_spaces else None

    @classmethod
    def rank(cls, scene: Scene, element: Element) -> tuple[int, ...]:
        """Return the sort key: cards in the order of the current hand or of the dummy's display."""
        kind, number = element
        if kind == "display":
            return (scene.view.display.index(number),)
        return sort_key(scene, number) if kind == "card" else (number,)

    @staticmethod
    def is_harmless(view: DarwinningState, action: AnyAction, actions: Sequence[AnyAction]) -> bool:
        """Return True for the only action, such as to stop eating."""
        return len(actions) == 1

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return an element's text, with the effects of its traits and the texts on its
        environments."""
        return zoomed(scene, scene.view, element)

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand is at the foot at any height."""
        board = self.area(scene, size)
        has_pictures = size.width >= PICTURE_SIZE.width and size.height >= PICTURE_SIZE.height
        if has_pictures:
            _draw_with_boards(board, scene, self.PANES)
        else:
            _draw_with_lines(board, scene, self.PANES)
        drawing = board.drawing
        if 0 < scene.frame <= FLIGHT_FRAMES and not scene.is_paused:
            draw_flights(drawing, flights_of(scene, drawing, scene.moving), scene.frame)
        places = drawing.places
        space = trait_use(scene)
        if space in places and TRAIT_MARK in drawing.marks:
            # The trait among the uses stands for the first free trait space, whose place on the
            # species' board it takes over.
            places[space] = drawing.marks[TRAIT_MARK]
        if scene.selectable and not any(kind == "card" for kind, _ in scene.selectable):
            # The cursor visits the decision's elements before a hand that plays no part in it; else
            # the hand comes first.
            drawing.places = dict(sorted(places.items(), key=lambda entry: entry[0][0] == "card"))
        else:
            drawing.places = dict(sorted(places.items(), key=lambda entry: entry[0][0] != "card"))
        return drawing


def _draw_with_boards(board: Area, scene: Scene, panes: Sequence[str]) -> None:
    """Draw two rails, a board for each species, the news and the hand; in a survival, its plates
    instead of boards and hand."""
    view = scene.view
    tabs = tabs_of(panes, has_boards=True)
    pane = tabs[(first_pane(scene, tabs) + scene.pane) % len(tabs)]
    if is_survival(scene):
        title, top, body, news = board.rows(1, CHAIN_ROWS, Grow(), 1)
        draw_survival(body, scene)
    else:
        is_large = (
            board.width >= SIDE_BY_SIDE_MAX * (CARD_COLUMNS[-1] + 1)
            and board.height >= LARGE_CARDS_ROWS
        )
        hand_rows = HAND_ROWS[2 if is_large else 1]
        news_rows = 2 if len(view.hands) >= MANY_SEATS else 1
        _, down = board_columns(board, view)
        least = FULL_ROWS if down == 1 else COMPACT_ROWS * down
        spare = board.height - 1 - CHAIN_ROWS - news_rows - hand_rows - least
        more = _more_rows(scene, board.width, spare)
        title, top, boards, extra, news, hand = board.rows(
            1, CHAIN_ROWS, Grow(), more, news_rows, hand_rows
        )
        draw_hand(hand, scene)
        draw_boards(boards, scene, pane)
        if pane == "trick" and scene.viewer < len(view.hands):
            choice_area(boards, scene).part(draw_choice, (scene,))
        if more:
            _draw_more(extra, scene)
    _draw_top(top, scene)
    title.part(_draw_title, (scene,))
    news.part(draw_news, (scene,))


def _draw_top(top: Area, scene: Scene) -> None:
    """Draw the chain with the creatures, and the era beside it."""
    chain, era = top.columns(pitch(top.width - ERA_COLUMNS_MIN) * (TRACK.spaces + 1) + 2, Grow())
    chain.mark("food chain").part(draw_chain, (scene,))
    era.mark("environments").part(draw_era_tiles, (scene,))


def _more_rows(scene: Scene, width: int, spare: int) -> int:
    """Return the rows below the boards for the reference or the standings; 0 for neither."""
    rows = reference_rows(width)
    if rows and spare >= rows:
        return rows
    standings = len(scene.view.hands) + 2
    return standings if spare >= standings + STANDINGS_SPARE_ROWS else 0


def _draw_more(area: Area, scene: Scene) -> None:
    """Draw the reference or the standings below the boards."""
    # The standings are drawn only in fewer spare rows than the reference has, so their rows differ.
    if area.height == reference_rows(area.width):
        area.part(draw_reference, (scene,))
        return
    area.part(draw_standings, (scene,))


def _draw_with_lines(board: Area, scene: Scene, panes: Sequence[str]) -> None:
    """Draw one rail, a line for each species, the viewer's species and the hand; if there is room,
    two rails with the creatures. After a survival, the ledger is in the place of the hand."""
    tabs = tabs_of(panes, has_boards=False)
    pane = tabs[(first_pane(scene, tabs) + scene.pane) % len(tabs)]
    rows = _rows_of(board, scene)
    title, era, chain, lines, own_area, rest, hand = board.rows(
        1,
        0 if rows.has_pictures else 1,
        CHAIN_ROWS if rows.has_pictures else CHAIN_RAIL_ROWS,
        rows.lines,
        rows.own,
        Grow(),
        rows.hand,
    )
    if is_paused_after_survival(scene):
        hand.part(draw_ledger, (scene,))
    else:
        draw_hand(hand, scene)
    title.part(_draw_title, (scene,))
    if rows.has_pictures:
        _draw_top(chain, scene)
    else:
        era.mark("environments").part(draw_era_chips, (scene,))
        chain.mark("food chain").part(draw_rail, (scene,))
    if is_era_over(scene):
        height = lines.height + own_area.height + rest.height
        start = lines.region.y - board.region.y
        board.at(0, start, board.width, height).part(draw_era_end, (scene,))
        return
    # The first note is about the rivals, so it must not cover them.
    draw_lines(lines.mark(KEPT_MARK), scene, pane, tabs)
    if rows.own:
        own_area.mark("your species").part(draw_own, (scene,))
    if rest.height:
        _draw_rest(rest, scene, has_news=rows.own < PORTRAIT_ROWS)


class _Rows(NamedTuple):
    """The rows of the parts of a board with lines."""

    lines: int
    own: int
    """Rows of the viewer's species; 0 if it is not drawn."""
    hand: int
    has_pictures: bool
    """The creatures are drawn at the chain."""


def _rows_of(board: Area, scene: Scene) -> _Rows:
    """Divide the rows of a board with lines: first the lines and the hand, or after a survival the
    ledger, then the pictures and the viewer's species."""
    view = scene.view
    is_spectator = scene.viewer >= len(view.hands)
    lines_rows = 1 + len(view.hands) + (2 if has_dummy(view) else 0)
    has_ledger = is_paused_after_survival(scene)
    # The title and the era have a row each.
    spare = board.height - 2 - CHAIN_RAIL_ROWS - lines_rows
    if has_ledger:
        hand_rows = min(ledger_rows(scene), spare)
    elif is_spectator:
        hand_rows = max(HAND_ROWS[0], len(view.hands))
    else:
        is_roomy = (
            spare - PORTRAIT_ROWS > HAND_ROWS[1]
            and board.width // SIDE_BY_SIDE_MAX > CARD_COLUMNS[1]
        )
        hand_rows = HAND_ROWS[int(is_roomy)]
    rows_left = spare - hand_rows
    # With pictures, the era is beside the chain instead of in a separate row.
    more = CHAIN_ROWS - CHAIN_RAIL_ROWS - 1
    least = more + 1 + (0 if is_spectator else OWN_ROWS)
    has_pictures = board.width >= PICTURE_SIZE.width and not has_ledger and rows_left >= least
    rows_left -= more if has_pictures else 0
    if is_spectator and has_pictures:
        # The latest events are in the log beside or below the board; the hands take their room.
        hand_rows = hand_rows + rows_left - 1
        rows_left = 1
    own_rows = PORTRAIT_ROWS if rows_left >= PORTRAIT_ROWS else OWN_ROWS
    choices = scene.selectable | open_uses(scene)
    has_choice = any(kind in ("space", "button") for kind, _ in choices)
    # A choice is drawn in the spaces of the viewer's species, which then need more rows.
    if is_spectator or rows_left < (SPACES_ROWS if has_choice else OWN_ROWS):
        own_rows = 0
    elif rows_left - own_rows < LOG_ROWS_MIN:
        own_rows = rows_left
    return _Rows(lines_rows, own_rows, hand_rows, has_pictures)


def _draw_rest(area: Area, scene: Scene, *, has_news: bool) -> None:
    """Draw the news, and the points and the log's last sentences if they fit."""
    seats = len(scene.view.hands)
    points = seats + 2 if area.height >= seats + 2 + POINTS_SPARE_ROWS else 0
    top, log, news = area.rows(points, Grow(), int(has_news))
    if points:
        top.part(draw_points, (scene,))
    if log.height:
        log.part(_draw_log, (scene, has_news and shows_last_event(scene)))
    if has_news:
        news.part(draw_news, (scene,))


def _draw_log(area: Area, scene: Scene, skips_last: bool) -> None:
    """Draw the last sentences of the log, newest at the bottom.

    Args:
        skips_last: the strip of the news below shows the last event.
    """
    inner = panel(area, mark("log")) if area.height >= FRAMED_LOG_ROWS else area.inside()
    events = scene.events[:-1] if skips_last else scene.events
    latest = events[-inner.height :] if inner.height else ()
    for y, event in enumerate(latest, inner.height - len(latest)):
        style = "ink" if y == inner.height - 1 else "dim"
        inner.text(0, y, *event_words(scene, event, inner.width, style))
    area.drawing.has_news = True


def _draw_title(area: Area, scene: Scene) -> None:
    """Draw the title: era and trick, whose turn it is, and the deck."""
    view = scene.view
    era = era_shown(scene, view)[0]
    deck = tr("deck {number}", number=len(view.deck))
    if area.width >= DECK_WORDS_COLUMNS:
        deck = tr(
            "{number} cards in the deck · {discarded} discarded",
            number=len(view.deck),
            discarded=len(view.discards),
        )
    pieces: list[Styled] = []
    if view.pending or scene.is_paused:
        eras = tr(" of {number}", number=view.options.eras)
        pieces += [(f"{tr('era')} ", "dim"), (f"{era}", "strong"), (eras, "dim")]
        if era != view.era or not view.pending:
            pieces += [(f" {tr('is over')}", "dim")]
        else:
            pieces += [(f"   {tr('trick')} ", "dim"), (f"{_trick_shown(view)}", "strong")]
            pieces += _turn(scene)
    else:
        pieces += [(tr("the match is over"), "dim")]
    right: list[Styled] = [(deck, "dim")]
    room = area.width - TITLE_COLUMNS
    if length(pieces) + length(right) > room:
        right = []
    if length(pieces) > room:
        # Who decides matters more than the kind of decision, the last piece.
        pieces.pop()
    ending = scene.ending
    if makes_last(scene):
        ending = (tr("this makes it the last trick"), tr("last trick"))
    title_bar(area, "Darwinning!", *pieces, right=right, ending=ending)


def _trick_shown(view: DarwinningState) -> int:
    """Return the number of the trick; while its winner improves, the next has not begun."""
    is_won = any(isinstance(effect, PlayCards) for effect in view.pending[:-1])
    improves = bool(view.pending) and isinstance(view.pending[-1], Improve)
    return clock(view).turn - int(is_won and improves)


def _turn(scene: Scene) -> list[Styled]:
    """Return words for the seats that decide now, and for their decision."""
    view = scene.view
    movers = to_move(view)
    if scene.is_paused or not movers:
        return []
    if scene.viewer in movers:
        has_decision = scene.chooser is not None and scene.chooser.actions
        words = tr("your turn" if has_decision else "you")
        return ["   ", seat_mark(scene.viewer), (f" {words}", "strong cursor")]
    if len(movers) > 1:
        return ["   ", *(seat_mark(seat) for seat in movers), (f" {tr('choose')}", "dim")]
    seat = movers[0]
    words = tr(NOW.get(type(view.pending[-1]), PLAYS))
    return ["   ", seat_mark(seat), f" {scene.names[seat]} ", (words, "dim")]
