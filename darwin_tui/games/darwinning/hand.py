"""The hand, or the cards to improve with, at the foot of the table."""

from collections.abc import Sequence
from typing import Final

from darwin_core.game import HIDDEN, Element
from darwin_core.games.darwinning.boards import climbed, traits_of
from darwin_core.games.darwinning.components import (
    CARDS,
    CLIMBS,
    ENVIRONMENTS,
    GROWS,
    JOKER,
    LIVES_IN,
    NUMBER,
    TABLES,
    TRAIT_POINTS,
)
from darwin_core.games.darwinning.improving import new_habitats
from darwin_core.games.darwinning.state import (
    EMPTY,
    Browse,
    DarwinningState,
    Improve,
    Keep,
    Transform,
)
from darwin_core.games.darwinning.words import trait_name
from darwin_tui.games.darwinning.era import era_shown
from darwin_tui.games.darwinning.marks import (
    card_chip,
    card_chips,
    element_sign,
    environment_ink,
    environment_name,
    is_choosable,
    short_trait,
    suit,
)
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.games.darwinning.trick import draw_likely
from darwin_tui.parts.area import Area, Grow
from darwin_tui.parts.bigtext import write_big
from darwin_tui.parts.card import card, empty_place
from darwin_tui.parts.marks import seat_name
from darwin_tui.parts.panel import draw_action, panel
from darwin_tui.parts.picture import pictures
from darwin_tui.parts.state import State, state_of

HAND: Final = 10
"""The most cards in a hand, which lie side by side."""
FEWER: Final = 8
"""Cards that lie wider, where ten have no room for names."""
CARD_ROWS: Final = (5, 7, 9)
"""Rows of a card in its three sizes."""
HAND_ROWS: Final = (6, 9, 11)
"""Rows of a hand: a card may be raised by one, and has a ring, which is open below in the small
size."""
COLUMNS: Final = (7, 9, 15)
"""Columns from which a card has each size."""
BROKEN: Final = {
    "Metamorphosis": (("Meta-", "morphosis"), ("Metamor-", "phosis")),
    "Communication": (("Communi-", "cation"),),
    "Camouflage": (("Camou-", "flage"),),
    "Pheromones": (("Phero-", "mones"),),
    "Symbiosis": (("Symbi-", "osis"),),
    "Mutation": (("Muta-", "tion"),),
}
"""Names of traits of one long word, in two rows, for all columns and for fewer."""
CHIP_COLUMNS: Final = 7
"""Columns of a card as a chip, with its sign and the number of its copies."""
WITH_ACTION_COLUMNS: Final = 100
"""Columns from which the last action of a replay has room beside all hands."""
USES_COLUMNS: Final = 50
"""Columns of the uses of a card beside chips."""
TRAIT_USE: Final = 3
"""The number of the trait among the uses, the only one that is no element."""


def offered(scene: Scene, view: DarwinningState) -> tuple[bytes, str]:
    """Return the hand with its title, or the cards to improve with while the viewer owes that
    decision."""
    effect = view.pending[-1] if view.pending and not scene.is_paused else None
    match effect:
        case Improve(seat, cards) if seat == scene.viewer:
            return bytes(sorted(cards)), "improve with a card"
        case Browse(seat) if seat == scene.viewer:
            return bytes(sorted(view.discards)), "improve with any card of the discards"
        case Transform(seat, card) if seat == scene.viewer:
            return bytes((card,)), "card drawn"
        case Keep() if view.kept[scene.viewer] != EMPTY:
            codes = " ".join(CARDS[card].code for card in view.kept[scene.viewer])
            return view.hands[scene.viewer], f"you keep {codes or 'none'}"
    return view.hands[scene.viewer], "your hand"


def sort_key(scene: Scene, card: int) -> tuple[int, ...]:
    """Return the sort key of a card in the hand."""
    return (NUMBER[card], card) if scene.order else (card,)


def draw_hand(scene: Scene, area: Area) -> None:
    """Draw the viewer's cards, with what they can do; for spectators all hands."""
    view = scene.view
    if scene.viewer >= len(view.hands):
        _everybodys_hands(scene, area)
        return
    cards, title = offered(scene, view)
    if era_shown(scene, view)[0] != view.era:
        # The next era's hand is drawn after the player continues.
        cards = b""
    kinds = sorted({*cards}, key=lambda card: sort_key(scene, card))
    improves = isinstance(view.pending[-1] if view.pending else None, Improve | Browse)
    improves = improves and title != "your hand"
    if len(kinds) > HAND:
        _many(scene, area, cards, kinds)
        return
    across = area.width // HAND
    if across <= COLUMNS[1] and len(kinds) <= FEWER:
        across = area.width // FEWER
    pitch = min(max(across, COLUMNS[0] + 1), COLUMNS[-1] + 1)
    size = max(
        at
        for at, rows in enumerate(HAND_ROWS)
        if at == 0 or (area.height >= rows and pitch > COLUMNS[at])
    )
    for place, each in enumerate(kinds):
        own = area.at(1 + place * pitch, 1, pitch - 1, CARD_ROWS[size])
        element: Element = ("card", each)
        own.enter(element)
        draw_card(scene, own, element, each, cards.count(each))
    if not kinds:
        empty_place(area.at(1, 1, 2 * pitch - 1, CARD_ROWS[size]), "no cards")
    left = 1 + max(len(kinds), 2 * (not kinds)) * pitch + 1
    beside = area.at(left, 0, area.width - left, area.height)
    if improves:
        draw_uses(scene, beside, kinds)
    elif beside.width >= 22:
        area.drawing.part(_draw_notes, (scene,), beside.inside(1, 1, 0), len(cards), title)


def draw_card(scene: Scene, area: Area, element: Element, number: int, copies: int = 1) -> None:
    """Draw a card in the state of an element, raised by a row if it is selected."""
    picked = scene.chooser.selected.count(element) if scene.chooser else 0
    draw_front(scene, area, number, state_of(scene, element), picked=picked, copies=copies)


def draw_front(
    scene: Scene, area: Area, number: int, state: State, *, picked: int = 0, copies: int = 1
) -> None:
    """Draw a card with as much on it as its size has room, raised by a row if it is selected."""
    size = max(at for at, rows in enumerate(CARD_ROWS) if area.height >= rows)
    rows = 3 if size == 2 else 1
    face = card(
        area,
        state,
        band=suit(number),
        band_rows=rows,
        is_framed=False,
        is_risen=bool(picked),
        has_below=size > 0,
    )
    name, letter = suit(number), suit(number)[:1].upper()
    known = scene.viewer < len(scene.view.hands) and _is_known(scene, number)
    ticks = "✓" * picked
    band = face.band
    ink = "strong band-ink"
    figure = str(CARDS[number].number) if number != JOKER else ""
    if size == 2:
        end = write_big(band, 1, 0, figure, "band-ink") if figure else 0
        word = name if len(name) <= band.width - end - 2 else name.removeprefix("blue")
        band.right(1, (word, ink), margin=1)
        band.right(2, (f"{f'×{copies} ' if copies > 1 else ''}{ticks}", ink), margin=1)
    else:
        word = name.removeprefix("blue") if band.width >= 11 and copies == 1 else letter
        if copies > 1 and size:
            word = f"×{copies}{letter}"
        x = band.text(1, 0, (f"{figure}{ticks}", ink))
        if x + len(word) < band.width or not ticks:
            band.right(0, (word, ink), margin=1)
    body = face.body
    if number == JOKER:
        top, twice = min(1, size), f" ×{copies}" if copies > 1 and not size else ""
        body.text(0 if twice else 1, top, (f"joker{twice}"[: body.width], "strong stock-ink"))
        if body.width >= COLUMNS[1]:
            body.text(1, top + 1, ("zero of" if body.width < 12 else "zero of any", "stock-dim"))
            body.text(1, top + 2, ("any suit" if body.width < 12 else "suit", "stock-dim"))
        return
    if size:
        _draw_icons(body, number, is_large=size == 2)
    else:
        climbs, grows = CLIMBS[number], GROWS[number]
        icons = f"{f'↑{climbs}' if climbs else '  '}{f'•{grows}' if grows else '  '}"
        x = body.text(0 if copies > 1 else 1, 0, (icons, "stock-ink"))
        if copies > 1:
            body.text(x, 0, (f" ×{copies}", "stock-dim"))
    _draw_environments(body, number, size)
    _draw_trait(body, number, size, is_known=known)


def _is_known(scene: Scene, number: int) -> bool:
    """Return whether the viewer's species has the trait of a card."""
    return bool(traits_of(scene.view, scene.viewer) >> NUMBER[number] & 1)


def _draw_icons(body: Area, number: int, *, is_large: bool) -> None:
    """Draw the icons of the food chain and the population, beside a picture of the suit."""
    picture = pictures("darwinning")[suit(number)]
    if body.width >= COLUMNS[1] + 2:
        body.picture(body.width - picture.width - int(is_large), 0, picture)
    labels = ("chain", "pop.") if is_large else ("↑", "•")
    for y, (label, count) in enumerate(zip(labels, (CLIMBS[number], GROWS[number]), strict=True)):
        words = f"{label} +{count}" if count else f"{label} –"
        body.text(1, y, (words, "strong stock-ink" if count else "stock-dim"))


def _draw_environments(body: Area, number: int, size: int) -> None:
    for y, place in enumerate(sorted(LIVES_IN[number]), 2 if size else 1):
        own = body.at(0, y, body.width, 1, ENVIRONMENTS[place])
        name = environment_name(place, body.width)
        own.text(min(1, body.width - len(name)), 0, (name, environment_ink(place)))


def _draw_trait(body: Area, number: int, size: int, *, is_known: bool) -> None:
    """Draw the trait of a card, fainter if the viewer's species has it."""
    trait = NUMBER[number]
    name = trait_name(trait)
    style = "stock-dim" if is_known else "strong stock-ink"
    if size == 2:
        body.text(1, 4, (name, style))
        row = TABLES.traits[trait - 1]
        food = f", food +{row.food}" if row.food else ""
        unit = "pt" if food else "point" if row.points == 1 else "points"
        body.text(1, 5, (f"{row.points} {unit}{food}", "stock-dim"))
        return
    top = 4 if size else 1 + len(LIVES_IN[number])
    # In the larger sizes the corners of the last row are cut.
    room = body.width - 1 if size else body.width
    for y, line in enumerate(_trait_lines(trait, room, body.height - top, bool(size)), top):
        body.text(min(1, room - len(line)), y, (line, style))


def _trait_lines(trait: int, room: int, rows: int, has_corners: bool) -> Sequence[str]:
    """Return the name of a trait in one row, in two, or in short."""
    name = trait_name(trait)
    whole: list[Sequence[str]] = [(name,)]
    if rows > 1:
        whole += BROKEN.get(name, [name.split()])
    for lines in whole:
        rooms = [room] * (rows - 1) + [room - int(has_corners)]
        if all(len(line) <= each for line, each in zip(lines, rooms, strict=False)):
            return lines
    return (short_trait(trait, room),)


def _many(scene: Scene, area: Area, cards: bytes, kinds: Sequence[int]) -> None:
    """Draw more cards than lie side by side as chips in rows, and the uses beside them."""
    width = area.width - USES_COLUMNS if area.width >= 100 else area.width
    columns = width // CHIP_COLUMNS
    for place, each in enumerate(kinds):
        x, y = CHIP_COLUMNS * (place % columns), place // columns
        own = area.at(x, y, CHIP_COLUMNS - 1, 1)
        element: Element = ("card", each)
        own.enter(element)
        chip, style = card_chip(each, 2)
        own.text(0, 0, element_sign(scene, element), (chip[1:], style))
        if cards.count(each) > 1:
            own.text(len(chip), 0, (f"×{cards.count(each)}"[: own.width - len(chip)], "dim"))
    rows = -(-len(kinds) // columns)
    if width < area.width:
        draw_uses(scene, area.at(width, 0, area.width - width, area.height), kinds)
    else:
        draw_uses(scene, area.at(0, rows, area.width, area.height - rows), kinds)


# --- beside the hand


def _draw_notes(scene: Scene, area: Area, count: int, title: str) -> None:
    """Draw the number of cards, and what the card under the cursor could bring."""
    order = "by number" if scene.order else "by suit"
    area.text(0, 0, (title[: area.width], "strong"))
    area.text(0, 1, (f"{count} card{'' if count == 1 else 's'}, {order}", "dim"))
    card = scene.pointer.number_of("card")
    if card is None:
        return
    gains = could_bring(scene.view, scene.viewer, card)
    name = f"{suit(card)} {CARDS[card].number}" if card != JOKER else "joker"
    y = 3 if area.height > 6 else 2
    if not gains:
        area.text(0, y, (f"{name} brings nothing"[: area.width], "dim"))
        return
    area.text(0, y, (f"{name} could be"[: area.width], "dim"))
    for row, gain in enumerate(gains, y + 1):
        area.text(0, row, (gain if len(gain) <= area.width else gain[: area.width], ""))


def could_bring(view: DarwinningState, seat: int, card: int) -> list[str]:
    """Return what a card could bring a species, a few words for each use."""
    if card == JOKER:
        return []
    found = []
    if CLIMBS[card]:
        found.append(f"↑ up to {climbed(view.places, view.places[seat], CLIMBS[card])}")
    if GROWS[card]:
        found.append(f"• population +{GROWS[card]}")
    if new := new_habitats(view, seat, card):
        found.append(f"⌂ {', '.join(ENVIRONMENTS[place] for place in new)}")
    if not traits_of(view, seat) >> NUMBER[card] & 1:
        points = TRAIT_POINTS[NUMBER[card]]
        found.append(f"✦ {trait_name(NUMBER[card])}, {points} pt{'s' * (points != 1)}")
    return found


def current_card(scene: Scene, kinds: Sequence[int]) -> int | None:
    """Return the selected card, or else the focused one, or the only one."""
    assert scene.chooser
    for kind, number in scene.chooser.selected:
        if kind == "card":
            return number
    focused = scene.pointer.number_of("card")
    if focused is not None:
        return focused
    return kinds[0] if len(kinds) == 1 else None


def draw_uses(scene: Scene, area: Area, kinds: Sequence[int]) -> None:
    """Draw the uses of a card, as buttons or in rows."""
    if scene.chooser is None:
        return
    is_large = area.height >= HAND_ROWS[1] and area.width >= 4 * 12 + 4
    card = current_card(scene, kinds)
    title = "improve" if card is None else f"improve with {_name(card)}"
    inner = area.inside()
    if area.height >= 6:
        inner = panel(area, title, "one card, one use" if area.width > 50 else "")
    words = _use_words(scene, card)
    if is_large:
        inner = inner.inside(0, int(inner.height > 6), 0, int(inner.height > 7))
        cells = inner.columns(*[Grow(12, 22)] * 4, gap=1)
        for number, (cell, lines) in enumerate(zip(cells, words, strict=True)):
            _use_button(scene, cell, number, lines)
        return
    is_tall = inner.height >= len(words)
    cells = inner.rows(*[1] * 4) if is_tall else inner.columns(*[Grow()] * 4, gap=1)
    for number, (cell, (label, _, *uses)) in enumerate(zip(cells, words, strict=True)):
        element: Element = ("use", number)
        is_open = is_choosable(scene, element)
        if is_open:
            cell.at(0, 0, cell.width, 1).enter(element)
            cell.text(0, 0, element_sign(scene, element))
        text = f"{label}: {uses[0]}" if uses[0] else label
        text = text if len(text) + 1 <= cell.width else f"{label} {uses[-1]}"
        cell.text(1, 0, (text[: cell.width - 1], "strong" if is_open else "dim"))


def _name(card: int) -> str:
    return "the joker" if card == JOKER else f"{suit(card)} {CARDS[card].number}"


def _use_button(scene: Scene, cell: Area, number: int, lines: Sequence[str]) -> None:
    """Draw a use as a button; the trait has none of its own, its spaces are on the board."""
    element: Element = ("use", number)
    is_open = is_choosable(scene, element)
    state = state_of(scene, element)
    label, icon, *rest = lines
    ground = "cursor" if is_open and state.is_focused else "keycap" if is_open else ""
    own = cell.on(ground) if ground else cell
    ink = "token-ink" if ground == "cursor" else ""
    if is_open:
        cell.enter(element)
        sign, style = element_sign(scene, element)
        own.text(0, 0, (sign, ink or style))
    y = 0
    own.text(2, y, (label, f"strong {ink}" if is_open or number == TRAIT_USE else "dim"))
    own.right(y, (icon, ink or "dim"), margin=1)
    for row, line in enumerate((each for each in rest if each), 2 if cell.height > 4 else 1):
        if row < cell.height:
            own.text(2, row, (line[: cell.width - 2], ink or ("ink" if is_open else "dim")))
    if not is_open and number != TRAIT_USE:
        edge = cell.style("rule")
        cell.put(0, cell.height - 1, [("╌", edge)] * cell.width)


def _use_words(scene: Scene, card: int | None) -> list[tuple[str, ...]]:
    """Return for each use its name and icon, then what it does; the last word is the shortest."""
    view, seat = scene.view, scene.viewer
    names = (("food chain", "↑"), ("population", "•"), ("environment", "⌂"), ("trait", "✦"))
    if card is None:
        return [(*name, "") for name in names]
    if card == JOKER:
        return [(*name, "not a joker") for name in names]
    start, grown = view.places[seat], view.population[seat]
    up = climbed(view.places, start, CLIMBS[card])
    new = [ENVIRONMENTS[place] for place in new_habitats(view, seat, card)]
    trait = trait_name(NUMBER[card])
    points = TRAIT_POINTS[NUMBER[card]]
    chain = (f"from {start} to {up}", f"+{CLIMBS[card]}") if CLIMBS[card] else ("no icon",)
    more = GROWS[card]
    grow = (f"from {grown} to {grown + more}", f"+{more}") if more else ("no icon",)
    known = traits_of(view, seat) >> NUMBER[card] & 1
    home = (
        (" ".join(new), *(["2 food each"] if len(new) > 1 else ["2 food"]))
        if new
        else ("you have it",)
    )
    gain = (trait, "you have it") if known else (trait, "then space", f"+{points} pt")
    return [
        (*names[0], *chain),
        (*names[1], *grow),
        (*names[2], *home),
        (*names[3], *gain),
    ]


# --- all hands


def _everybodys_hands(scene: Scene, area: Area) -> None:
    """Draw all hands: backs for a spectator, if the table shows hand sizes; cards for the
    omniscient."""
    view = scene.view
    if (
        scene.said
        and any(HIDDEN in hand for hand in view.hands)
        and area.width >= WITH_ACTION_COLUMNS
    ):
        area, beside = area.columns(Grow(), Grow())
        draw_action(beside, scene.said)
    inner = area
    if area.height >= len(view.hands) + 2:
        inner = panel(area, "hands")
    for seat, hand in enumerate(view.hands):
        row = inner.at(0, seat, inner.width, 1)
        row.text(0, 0, seat_name(seat, scene.names[seat]))
        if HIDDEN in hand and draw_likely(row.inside(20, 0, 0), scene, seat):
            continue
        if HIDDEN in hand:
            backs = "▒ " * len(hand) if view.options.hand_sizes else "▒ …"
            row.text(20, 0, (backs, "dim"))
        elif hand:
            row.text(20, 0, *card_chips(hand, row.width - 20))
