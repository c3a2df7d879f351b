"""The felt: a row for each seat, with its plate, its triplets, and what the viewer could lay next;
at the end of the match, all seats' points.

A place is a cell of a field's grid: the places after the last triplet are free.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from textwrap import wrap
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards
from darwin_core.contract.chooser import Chooser
from darwin_core.games.yummy.acts import (
    AnyAction,
    Ended,
    Lay,
    Mark,
    Swap,
    Trump,
    YummyEvent,
    owner_and_place,
    triplet_element,
)
from darwin_core.games.yummy.material import (
    FIRST_ACTION,
    GROUP_OF,
    JOKERS,
    VALUE_OF_GROUP,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.rules import (
    SIZE,
    cards_of_group,
    dangers,
    group_of,
    is_triplet,
    lays_of,
    limit,
    points_of,
    to_move,
    totals,
)
from darwin_core.games.yummy.trades import holds
from darwin_core.games.yummy.view import copies_out_of_sight, remembered_by_seat
from darwin_core.text.language import mark, tr
from darwin_tui.boards.yummy.cards import (
    MARKED,
    band,
    band_ink,
    draw_triplet,
    fitted,
    fitted_group,
    hue,
    letter,
    likely_name,
    plain_name,
)
from darwin_tui.boards.yummy.scene import Scene, counted_points, moved_by
from darwin_tui.drawing.area import Area, Grow, big_text, cut, fit, write_big
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.card import draw_gauges, empty_place, fans, ring
from darwin_tui.drawing.chart import COUNT_FRAMES
from darwin_tui.drawing.marks import seat_name, state_of

# --- triplets that lack a single card

MARGIN_COLUMNS: Final = 2
"""Columns of a place at each side of its words: the outline, and a blank."""
_HANDS_KEPT_MAX: Final = 256
"""Maximum number of hands, with the cards not seen then, whose pairs are kept."""


class Nearly(NamedTuple):
    """Two cards of a hand, and the number of unseen cards that complete a triplet with them."""

    cards: Cards
    unseen: int


def nearly_laid(scene: Scene) -> tuple[Nearly, ...]:
    """Return the viewer's best pair of each group that lacks one card for a triplet, highest value
    first."""
    return _nearly(scene.view.hands[scene.viewer], tuple(copies_out_of_sight(scene.view)))


@lru_cache(maxsize=_HANDS_KEPT_MAX)
def _nearly(hand: Cards, left: tuple[int, ...]) -> tuple[Nearly, ...]:
    nearly: list[Nearly] = []
    for group in sorted(range(len(JOKERS)), key=lambda group: -VALUE_OF_GROUP[group]):
        cards = cards_of_group(hand, group)
        if lays_of(cards):
            # A group with a whole triplet lacks nothing.
            continue
        pairs = sorted({bytes(pair) for pair in combinations(cards, 2)})
        candidates = [Nearly(pair, _completing(pair, left)) for pair in pairs]
        best = max(candidates, key=lambda candidate: candidate.unseen, default=None)
        nearly += [best] if best and best.unseen else []
    return tuple(nearly)


def _completing(pair: Cards, left: tuple[int, ...]) -> int:
    """Return the number of unseen cards that complete a triplet with a pair."""
    return sum(
        left[card] for card in range(FIRST_ACTION) if is_triplet(bytes(sorted((*pair, card))))
    )


def draw_nearly(area: Area, pair: Nearly) -> None:
    """Draw a triplet that lacks a card on a free place: its group and value, its two cards, and the
    number of cards that complete it."""
    group = GROUP_OF[pair.cards[0]]
    empty_place(area, edge="felt-edge")
    value = f" {VALUE_OF_GROUP[group]} "
    name = fitted_group(group, area.width - 2 * MARGIN_COLUMNS - len(value))
    area.text(1, 0, (f" {name}{value}", hue(group)))
    inner = area.inside(MARGIN_COLUMNS, 1, MARGIN_COLUMNS, 1)
    # The cards and the row below them are centred.
    y = max((inner.height - len(pair.cards) - 1) // 2, 0)
    for row, card in enumerate(pair.cards, y):
        inner.text(0, row, (fitted(card, inner.width), "dim"))
    words = tr("{number} would do", number=pair.unseen)
    # Unlike card names, these words are never shortened; they begin further left instead.
    x = max(min(MARGIN_COLUMNS, area.width - 1 - len(words)), 0)
    area.text(x, 1 + y + len(pair.cards), (words, "ink"))


# --- triplets that the selected cards would lay


def lay_of(scene: Scene, card: int | None = None) -> Lay | None:
    """Return a triplet that contains the selected cards, and perhaps a further card. None if there
    is no such triplet, or no card is selected or given."""
    chooser = scene.chooser
    if chooser is None or scene.is_paused:
        return None
    cards = [number for kind, number in chooser.selected if kind == "card"]
    if len(cards) < len(chooser.selected) or not (cards or card is not None):
        return None
    # The further card may be one of the selected cards; then it counts once.
    if card is not None and card not in cards:
        cards.append(card)
    lays = (action for action in chooser.actions if isinstance(action, Lay))
    return next((lay for lay in lays if holds(lay.cards, bytes(cards))), None)


def draw_ghost(area: Area, scene: Scene, lay: Lay) -> None:
    """Draw the outline of a triplet on its future place, with the viewer's points before and after.
    In two rows or fewer, the outline is its two sides."""
    group = GROUP_OF[lay.cards[0]]
    points = totals(scene.view)[scene.viewer]
    value = VALUE_OF_GROUP[group]
    gain: list[Styled] = [
        (f"+{value} ", "strong good"),
        (f"{points} › ", "dim"),
        (f"{points + value}", "strong good"),
    ]
    area.fill()
    if area.height > 2:
        empty_place(area, edge="good")
    edge: Styled = ("┆", "good")
    for y in range(area.height if area.height <= 2 else 0):
        area.text(0, y, edge)
        area.right(y, edge)
    inner = area.inside(2, int(area.height > 2), 2, int(area.height > 2))
    if inner.height == 1:
        inner.text(0, 0, *gain)
        return
    inner.text(0, 0, (fitted_group(group, inner.width), f"strong {hue(group)}"))
    if inner.height > SIZE + 1:
        for y, card in enumerate(lay.cards, 1):
            inner.text(0, y, (fitted(card, inner.width), "dim"))
    inner.text(0, inner.height - 1, *gain)


# --- the felt


class Tile(NamedTuple):
    """A size of triplets."""

    rows: int
    columns_min: int
    columns_max: int
    places_min: int
    """Number of places for which a line is divided at least, if they fit, even if the fields have
    fewer triplets."""
    has_air: bool = False
    """The tile needs an empty row below."""


TILES: Final = (
    Tile(12, 17, 26, 4, has_air=True),
    Tile(11, 17, 26, 4),
    Tile(8, 17, 24, 4, has_air=True),
    Tile(7, 17, 24, 4, has_air=True),
    Tile(6, 13, 18, 4, has_air=True),
    Tile(5, 13, 18, 4),
    Tile(3, 12, 21, 3),
    Tile(2, 12, 21, 3),
    Tile(1, 13, 19, 3),
)
"""Sizes of triplets, largest first: rows, minimum and maximum columns, places, and air."""
FLAT_ROWS: Final = 2
"""Maximum rows of triplets without a shadow and an empty row between them."""
LOW_ROWS: Final = 3
"""Maximum rows of triplets without rounded corners, around which no ring is drawn."""
GAP: Final = 1
"""Columns between two triplets."""
OUTLINED_ROWS: Final = 5
"""Minimum rows of triplets whose empty places are outlined."""
BACK_ROWS_MAX: Final = 8
"""Maximum rows of a hidden hand's backs."""
BACK_STEP_MIN: Final = 3
"""Minimum columns from one back to the next; with less room, backs are not drawn."""
VERBS: Final = {Trump: mark("take"), Mark: mark("mark"), Swap: mark("swap")}
"""The verb of each action on a triplet."""
TRIPLET: Final = mark("3 of a group: alike or different")
"""Words on the viewer's next place."""
NEXT_PLACE: Final = "next place"
"""Mark of the viewer's next place."""
AIRY_ROWS: Final = 6
"""Minimum rows of a seat that may leave one empty below its plate and triplets."""
PLATE_COLUMNS: Final = (14, 19, 22)
"""Minimum columns of the plates on a narrow and on a wide felt, and their maximum columns."""
WIDE_FELT_COLUMNS: Final = 70
"""Minimum columns of a felt with wide plates."""
PLATE_EDGES: Final = 5
"""Columns of a plate besides the name: edge, sign of the turn, the seat's mark with a blank, and
the gap to the field."""
BIG_PLATE_ROWS: Final = 7
"""Minimum rows of a plate with large points."""


class Grid(NamedTuple):
    """The places of triplets in each seat's row."""

    tile: Tile
    width: int
    """Columns of a triplet."""
    columns: int
    """Places in a line."""
    lines: int

    @property
    def pitch(self) -> int:
        """Rows from one line of triplets to the next: only flat ones touch."""
        return self.tile.rows + (self.tile.rows > FLAT_ROWS)


def grid_of(width: int, height: int, longest: int) -> Grid:
    """Return the largest size of triplets that fits the longest field; the smallest if none does,
    and then the last place counts the triplets that are not drawn.

    Args:
        width: columns of a field.
        height: rows of a seat.
        longest: number of triplets in the longest field.
    """
    for tile in TILES:
        if tile.rows > height - tile.has_air:
            continue
        air = tile.rows > FLAT_ROWS
        lines = max((height + air) // (tile.rows + air), 1)
        columns = max(-(-longest // lines), 1)
        wide = (width + GAP) // columns - GAP
        if wide >= tile.columns_min:
            reserved = min(max(tile.places_min, columns), (width + GAP) // (tile.columns_min + GAP))
            wide = min((width + GAP) // reserved - GAP, tile.columns_max)
            return Grid(tile, wide, (width + GAP) // (wide + GAP), lines)
    tile = TILES[-1]
    return Grid(tile, tile.columns_min, (width + GAP) // (tile.columns_min + GAP), height)


def seats_in_order(view: YummyState, viewer: int) -> list[int]:
    """Return the seats from the top: the others in order, the viewer at the bottom."""
    seats = len(view.hands)
    first = viewer + 1 if viewer < seats else 0
    return [(first + place) % seats for place in range(seats)]


def ground_of(scene: Scene, seat: int, *, has_air: bool) -> str:
    """Return the ground of a seat's row; without empty rows between them, every other row is
    darker."""
    if has_air:
        return "felt"
    return "felt-low" if seats_in_order(scene.view, scene.viewer).index(seat) % 2 else "felt"


def plate_width(area: Area, scene: Scene) -> int:
    """Return the columns of the plates, wide enough for the longest name."""
    longest = max(map(len, scene.names))
    narrow, wide, most = PLATE_COLUMNS
    least = narrow if area.width < WIDE_FELT_COLUMNS else wide
    return min(max(longest + PLATE_EDGES, least), most)


OWN_FIELD: Final = "own field"
"""Mark of the viewer's row."""


def draw_fields(area: Area, scene: Scene) -> None:
    """Draw the felt with a row for each seat, and rings around the triplets that just moved."""
    view = scene.view
    area = area.on("felt")
    height = area.height // len(view.hands)
    wide = plate_width(area, scene)
    seats, triplets = _moving(scene)
    grid = grid_of(area.width - wide - 1, height, max(map(len, view.fields)))
    has_air = height >= max(AIRY_ROWS, grid.tile.rows + 1)
    for position, seat in enumerate(seats_in_order(view, scene.viewer)):
        ground = ground_of(scene, seat, has_air=has_air)
        row = area.at(0, position * height, area.width, height, ground)
        row.mark(f"field {seat}")
        if seat == scene.viewer:
            row.mark(OWN_FIELD)
        plate = row.at(0, 0, wide - 1, height - has_air).mark(f"plate {seat}")
        draw_plate(plate, scene, seat, is_moving=seat in seats)
        _field(row.at(wide, 0, area.width - wide, height), scene, seat, grid)
    if height > grid.tile.rows > LOW_ROWS:
        # Only the triplets of this felt are elements so far, because it is drawn before the rest of
        # the board.
        for (_, number), region in area.drawing.places.items():
            owner, at = owner_and_place(number)
            if view.fields[owner][at] in triplets:
                ring(Area(area.drawing, region, ground_of(scene, owner, has_air=has_air)))


def _moving(scene: Scene) -> tuple[set[int], set[Triplet]]:
    """Return the seats and triplets that the animated events concern."""
    moved = [moved_by(event) for event in scene.moving]
    return {seat for seats, _ in moved for seat in seats}, {cards for _, cards in moved if cards}


def _field(area: Area, scene: Scene, seat: int, grid: Grid) -> None:
    """Draw a seat's field: its triplets, then the viewer's next place and pairs that lack a card,
    or another seat's hidden hand. If triplets do not fit, the last place counts them."""
    field = scene.view.fields[seat]
    room = grid.columns * grid.lines
    shown = field[: room - 1] if len(field) > room else field
    nearly = nearly_laid(scene) if seat == scene.viewer else ()
    for place in range(room):
        y, x = divmod(place, grid.columns)
        tile_area = area.at(x * (grid.width + GAP), y * grid.pitch, grid.width, grid.tile.rows)
        if place < len(shown):
            tile_area.enter(triplet_element(seat, place))
            if grid.tile.rows > FLAT_ROWS:
                _shadow(area, tile_area)
            draw_tile(tile_area, scene, seat, place)
        elif place == len(shown) and len(field) > room:
            tile_area.text(1, 0, (f"+{len(field) - len(shown)}", "strong"))
        elif len(shown) < place <= len(shown) + len(nearly) and grid.tile.rows >= OUTLINED_ROWS:
            draw_nearly(tile_area, nearly[place - len(shown) - 1])
        elif place > len(shown) or seat != scene.viewer:
            # Further free places are not drawn: only the viewer's next place is marked, and the
            # others' hands begin at their next places.
            is_player = scene.viewer < len(scene.names)
            if place == len(shown) and grid.tile.rows >= OUTLINED_ROWS and is_player:
                _hidden_hand(area, tile_area, len(scene.view.hands[seat]))
            return
        elif lay := lay_of(scene):
            draw_ghost(tile_area.mark(NEXT_PLACE), scene, lay)
        elif grid.tile.rows >= OUTLINED_ROWS:
            tile_area.mark(NEXT_PLACE)
            words = wrap(tr(TRIPLET), tile_area.width - 2 * MARGIN_COLUMNS)
            empty_place(
                tile_area, *(words if len(words) <= tile_area.height - 2 else ()), edge="felt-edge"
            )
        else:
            tile_area.mark(NEXT_PLACE)
            dots = " ".join("·" * max(grid.width // 3, 2))
            tile_area.centre((tile_area.height - 1) // 2, (dots[: grid.width], "felt-edge"))


def _hidden_hand(area: Area, at: Area, cards: int) -> None:
    """Draw another seat's hand as backs, from its next place on, as large as triplets."""
    rows = min(at.height, BACK_ROWS_MAX)
    x, y = at.region.x - area.region.x, at.region.y - area.region.y
    columns = min(area.width - x, rows * (cards + 1))
    if columns >= BACK_STEP_MIN * cards + rows:
        fans([area.at(x, y, columns, rows)], [cards])


def _shadow(area: Area, at: Area) -> None:
    """Draw the shadow of a triplet within its seat's row."""
    if area.look.is_ascii or not area.look.has_colours:
        return
    x, y = at.region.x - area.region.x, at.region.y - area.region.y
    edge = area.style("shadow")
    for row in range(1, at.height):
        area.put(x + at.width, y + row, [("▌", edge)])
    area.put(x + 1, y + at.height, [("▀", edge)] * at.width)


def draw_tile(area: Area, scene: Scene, owner: int, place: int) -> None:
    """Draw one triplet of a field, with its dangers and its uses."""
    triplet = scene.view.fields[owner][place]
    element = triplet_element(owner, place)
    uses = uses_on(scene.chooser, owner, place) if not scene.is_paused else []
    by = dangers(scene.view, owner, triplet)
    draw_triplet(area, triplet, by, state_of(scene, element), uses)


def uses_on(chooser: Chooser[AnyAction] | None, owner: int, place: int) -> list[str]:
    """Return the uses of a triplet in words: the card if only one can be played, else the verbs.
    Once a card is selected, only its use counts."""
    verb_by_card: dict[int, str] = {}
    """The verb of each card that can be played on the triplet."""
    selected = {number for kind, number in chooser.selected if kind == "card"} if chooser else {}
    for action in chooser.actions if chooser else ():
        if isinstance(action, Trump | Mark | Swap) and (action.owner, action.place) == (
            owner,
            place,
        ):
            if selected and action.card not in selected:
                continue
            verb_by_card[action.card] = VERBS[type(action)]
    if len(verb_by_card) == 1:
        ((card, verb),) = verb_by_card.items()
        name = plain_name(card)
        return [tr("swap {card}", card=name) if verb == VERBS[Swap] else name]
    return [tr(verb) for verb in sorted({*verb_by_card.values()})]


def draw_plate(area: Area, scene: Scene, seat: int, *, is_moving: bool) -> None:
    """Draw a seat's plate: name, points, pile and field, hand, known or likely cards."""
    view = scene.view
    plate = area.on("strip" if seat == scene.viewer else "panel")
    for y in range(plate.height):
        plate.put(0, y, [("▌", plate.style(f"seat-{seat}"))])
    inner = plate.inside(1, 0, 0, 0)
    name, style = seat_name(seat, scene.names[seat])
    is_to_move = seat in to_move(view)
    if is_moving:
        # A banner in the seat's colour shows that the animated events concern it.
        inner.at(0, 0, inner.width, 1, f"seat-{seat}")
        style = f"strong token-ink on seat-{seat}"
    inner.text(
        0,
        0,
        ("▸" if is_to_move else " ", style if is_moving else "strong cursor"),
        # In a plate of two rows, the points stand beside the name.
        (cut(name, inner.width - 1 - 3 * (inner.height == 2)), style),
    )
    points = counted_points(scene, seat)
    piled = sum(map(points_of, view.piles[seat]))
    if inner.height == 2:
        _draw_two_rows(inner, scene, seat, points, piled)
    elif inner.height <= 4:
        _draw_four_rows(inner, scene, seat, points, piled)
    else:
        _draw_rows(inner, scene, seat, points, piled)


def _hand_words(scene: Scene, seat: int) -> list[Styled]:
    view = scene.view
    words: list[Styled] = [(f"{tr('hand')} ", "dim"), (f"{len(view.hands[seat])}", "strong")]
    if seat == scene.viewer:
        words.append((f", {tr('limit {number}', number=limit(view, seat))}", "dim"))
    return words


def _draw_two_rows(area: Area, scene: Scene, seat: int, points: int, piled: int) -> None:
    """Write the figures of a two-row plate into the lower row."""
    area.right(0, (f"{points}", "strong"), margin=1)
    x = area.text(1, 1, (f"{piled}", ""), (f" {tr('safe')}  ", "dim"))
    area.text(x, 1, (f"{tr('hand')} ", "dim"), (f"{len(scene.view.hands[seat])}", "strong"))
    _write_likely_cards(area.at(1, 1, area.width - 1, 1), scene, seat)


def _draw_four_rows(area: Area, scene: Scene, seat: int, points: int, piled: int) -> None:
    """Write the figures of a plate of three or four rows below its name."""
    # One message for two words: the unit of the points, and the word before the pile's figure.
    unit = tr("pt pile" if points == 1 else "pts pile")
    area.text(1, 1, (f"{points}", "strong"), (f" {unit} ", "dim"), (f"{piled}", ""))
    area.text(1, 2, *_hand_words(scene, seat))
    if area.height == 3 and _write_likely_cards(area.inside(3, 2), scene, seat):
        area.text(0, 2, (f"{len(scene.view.hands[seat]):>2} ", "strong"))
    elif area.height == 3 or not _write_likely_cards(area.inside(1, 3), scene, seat):
        _known(area, scene, 3, seat)


def _draw_rows(area: Area, scene: Scene, seat: int, points: int, piled: int) -> None:
    """Write the figures of a high plate below its name, the points large if there is room."""
    unit = tr("points" if points != 1 else "point")
    y = 2
    if area.height >= BIG_PLATE_ROWS and area.look.has_pictures and points:
        digits = big_text(str(points), "ink")
        area.picture(1, 1, digits)
        area.text(digits.width + 2, 3, (unit, "dim"))
        y = 4
    else:
        area.text(1, 1, (f"{points}", "strong"), (f" {unit}", "dim"))
    area.text(
        1,
        y,
        (f"{tr('pile')} ", "dim"),
        (f"{piled}", "strong"),
        (f" {tr('field')} ", "dim"),
        (f"{points - piled}", "strong"),
    )
    area.text(1, y + 1, *_hand_words(scene, seat))
    if not _write_likely_cards(area.inside(1, y + 2), scene, seat):
        _known(area, scene, y + 2, seat)


def _write_likely_cards(area: Area, scene: Scene, seat: int) -> bool:
    """Draw a hand's likely cards, one per row, if they are shown; return whether they are."""
    likely = scene.likely(seat, "hand")
    if likely:
        area.fill()
    for y, likely_card in enumerate(likely[: area.height]):
        draw_gauges(area.at(0, y, area.width, 1), [likely_card], likely_name, f"seat-{seat}")
    return bool(likely)


def _known(area: Area, scene: Scene, y: int, seat: int) -> None:
    """Write the cards that a seat is known to hold, in the remaining rows."""
    remembered_cards = (
        remembered_by_seat(scene.view, scene.viewer)[seat] if seat != scene.viewer else b""
    )
    if not remembered_cards or y >= area.height:
        return
    width = area.width - 2
    names = [plain_name(card) for card in dict.fromkeys(remembered_cards)]
    counts = [remembered_cards.count(card) for card in dict.fromkeys(remembered_cards)]
    words = [
        cut(name, width - 4) + (f" {MARKED}{count}" if count > 1 else "")
        for name, count in zip(names, counts, strict=True)
    ]
    has = tr("has")
    lines: list[str] = [has]
    starts = [0]
    """Number of words before each line."""
    for number, word in enumerate(words):
        comma = "," if number else ""
        if len(lines[-1]) + len(word) + len(comma) + 1 <= width:
            lines[-1] += f"{comma} {word}"
        else:
            lines[-1] += comma
            lines.append(word)
            starts.append(number)
    rows = area.height - y
    if len(lines) > rows:
        # The panel for the element under the cursor names them all.
        more = f" +{len(words) - starts[rows]}"
        lines = lines[:rows]
        lines[-1] = cut(lines[-1].rstrip(","), width - len(more)) + more
    for row, line in enumerate(lines, y):
        if row == y:
            area.text(1, row, (has, "dim"), (line[len(has) :], ""))
        else:
            area.text(1, row, (line, ""))


# --- the end of the match

FOOT_ROWS: Final = 4
"""Rows of a seat below its triplets at the end: points in large digits, and their sources."""
CHIP_COLUMNS: Final = 5
"""Columns of a triplet at the end, with a blank after it."""


def reveal_frames(events: Sequence[YummyEvent]) -> int:
    """Return the frames in which the points of a finished match are counted."""
    return COUNT_FRAMES if any(isinstance(event, Ended) for event in events) else 0


def draw_end(area: Area, scene: Scene) -> None:
    """Draw the end of a match: a column for each seat with its triplets, the viewer's first. Its
    points are counted up triplet by triplet; then the best seats are marked."""
    view = scene.view
    felt = area.on("felt")
    felt.text(1, 0, (tr("each triplet counts, banked or on the field"), "strong"))
    seats = [*reversed(seats_in_order(view, scene.viewer))]
    best = max(totals(view))
    frames_left = min(scene.frame, COUNT_FRAMES)
    columns = felt.inside(1, 1, 1).columns(*[Grow()] * len(seats), gap=2)
    for seat, column in zip(seats, columns, strict=True):
        column.text(0, 0, seat_name(seat, scene.names[seat]))
        triplets = [*view.piles[seat], *view.fields[seat]]
        counted = triplets[: len(triplets) * (COUNT_FRAMES - frames_left) // COUNT_FRAMES]
        _draw_scored_chips(column.inside(0, 1, 0, FOOT_ROWS), counted)
        foot = column.at(0, column.height - FOOT_ROWS, column.width, FOOT_ROWS)
        points = sum(map(points_of, counted))
        style = "cursor" if totals(view)[seat] == best and not frames_left else f"seat-{seat}"
        write_big(foot, 0, 0, f"{points}", style)
        banked, laid = (
            sum(map(points_of, triplets)) for triplets in (view.piles[seat], view.fields[seat])
        )
        sources = tr("{banked} banked, {laid} laid", banked=banked, laid=laid)
        words = fit(column.width, [sources, f"{banked} + {laid}"])
        foot.text(0, FOOT_ROWS - 1, (words, "dim"))


def _draw_scored_chips(area: Area, triplets: Sequence[Triplet]) -> None:
    """Draw as many triplets as fit, as chips with group letter and points."""
    across = max(area.width // CHIP_COLUMNS, 1)
    room = across * area.height
    for place, triplet in enumerate(triplets[:room]):
        y, x = divmod(place, across)
        if place == room - 1 and len(triplets) > room:
            area.text(x * CHIP_COLUMNS, y, (f"+{len(triplets) - place}", "strong"))
            return
        group = group_of(triplet)
        words = f" {letter(group)}{points_of(triplet)} "
        area.text(x * CHIP_COLUMNS, y, (words, f"strong {band_ink(group)} on {band(group)}"))
