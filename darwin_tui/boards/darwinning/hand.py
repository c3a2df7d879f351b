"""The hand at the foot of the table with the uses of its cards, the choice made with it, and the
hands of all seats.

A use is one of the four ways in which a card improves a species. A set is the cards that a seat
plays in a trick; a combination, a set of several cards.
"""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from darwin_core.contract.game import HIDDEN, NOTHING, Element
from darwin_core.games.darwinning.acts import BUTTON, Play
from darwin_core.games.darwinning.material import (
    CARDS,
    CLIMBS,
    EMPTY,
    GROWS,
    JOKER,
    NUMBER_OF,
    TRAIT_POINTS,
    Browse,
    DarwinningState,
    EatSpecies,
    Improve,
    KeepCards,
    PlayCards,
    ShareEnvironment,
    TakeTrait,
    Transform,
    UseDisplay,
)
from darwin_core.games.darwinning.rules import to_move
from darwin_core.games.darwinning.species import (
    SEATS_WITH_DUMMY,
    has_dummy,
    new_habitats,
    space_after_climb,
    traits_of,
    traits_shown,
)
from darwin_core.games.darwinning.texts import (
    card_name,
    empties_hand,
    environment_name,
    is_last_trick,
    may_become_last,
    set_words,
    strongest_display,
    trait_name,
)
from darwin_core.games.darwinning.tricks import rank_of, strength, usable
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui.boards.darwinning.era import era_shown
from darwin_tui.boards.darwinning.fates import food_so_far
from darwin_tui.boards.darwinning.marks import (
    CARD_COLUMNS,
    CARD_ROWS,
    Scene,
    card_chip,
    card_chips,
    draw_card,
    element_sign,
    is_choosable,
    short_points,
)
from darwin_tui.boards.darwinning.trick import (
    NOW,
    PLAYS,
    TrickPart,
    draw_likely,
    draw_two_rows,
    kinds_in,
    trick_of,
)
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Run, length
from darwin_tui.drawing.card import back, empty_place, fans
from darwin_tui.drawing.marks import BUTTON_EDGES, button, seat_name, state_of
from darwin_tui.drawing.panel import draw_action, panel
from darwin_tui.play.selection import action_of_enter

# --- the hands of all seats

NOTES_COLUMNS_MIN: Final = 22
"""Minimum columns of the notes beside a hand."""
USES: Final = 4
"""Number of uses of a card that improve a species."""
USE_COLUMNS: Final = (12, 22)
"""Minimum and maximum columns of a use with large words."""
WITH_USES_COLUMNS: Final = 100
"""Minimum columns of a hand of many cards with the uses beside it."""
WITH_ACTION_COLUMNS: Final = 100
"""Minimum columns of all hands with a replay's last action beside them."""
NAME_COLUMNS: Final = 20
"""Columns of a player's name before the hand."""
MARK_COLUMNS: Final = 2
"""Columns of a seat's mark before its name."""
FAN: Final = 3
"""Number of backs drawn for a hand of unknown size that is not empty."""
FLAT_ROWS_MAX: Final = 3
"""Maximum rows of the panel without fans of backs."""
SMALL_BACK_COLUMNS: Final = 2
"""Columns of a back in a row of backs."""


def draw_all_hands(area: Area, scene: Scene) -> None:
    """Draw the hands of all seats: as fans of backs side by side, or in a row each; in a replay
    with hidden hands, its last action beside them."""
    view = scene.view
    is_hidden = any(HIDDEN in hand for hand in view.hands)
    if scene.said and is_hidden and area.width >= WITH_ACTION_COLUMNS:
        area, beside = area.columns(Grow(), Grow())
        draw_action(beside, scene.said)
    inner = area
    if area.height >= len(view.hands) + 2:
        note = "" if view.options.hand_sizes or not is_hidden else tr("their sizes are not shown")
        inner = panel(area, mark("hands"), note)
    room = (inner.width + 1) // len(view.hands) - 1
    has_fans = inner.height > FLAT_ROWS_MAX and room >= max(map(len, scene.names)) + MARK_COLUMNS
    has_backs = (is_hidden and not scene.beliefs) or not any(view.hands)
    if has_backs and has_fans:
        columns = inner.columns(*[Grow()] * len(view.hands), gap=1)
        for seat, column in enumerate(columns):
            column.text(0, 0, seat_name(seat, scene.names[seat]))
        counts = [_backs(scene, seat) for seat in range(len(view.hands))]
        fans([column.inside(0, 1, 0) for column in columns], counts)
        return
    for seat, hand in enumerate(view.hands):
        row = inner.at(0, seat, inner.width, 1)
        row.text(0, 0, seat_name(seat, scene.names[seat]))
        cards = row.inside(NAME_COLUMNS, 0, 0)
        if HIDDEN not in hand:
            cards.text(0, 0, *card_chips(hand, cards.width))
        elif not draw_likely(cards, scene, seat):
            for number in range(_backs(scene, seat)):
                back(cards.at(number * (SMALL_BACK_COLUMNS + 1), 0, SMALL_BACK_COLUMNS, 1))


def _backs(scene: Scene, seat: int) -> int:
    """Return the number of backs to draw for a hand: its cards, if the table shows their number."""
    count = len(scene.view.hands[seat])
    return count if scene.view.options.hand_sizes else min(count, 1) * FAN


# --- the hand

SIDE_BY_SIDE_MAX: Final = 10
"""Maximum number of different cards in a hand laid side by side."""
FEWER: Final = 8
"""Maximum number of different cards that are drawn wider: ten have no room for names."""
HAND_MARK: Final = "hand"
"""Mark of the cards of a hand."""
HAND_ROWS: Final = (6, 9, 11)
"""Rows of a hand: a card may be raised by one row, and has a ring, open below in the small size."""
CHIP_COLUMNS: Final = 7
"""Columns of a card as a chip, with its sign and the number of copies."""
USES_COLUMNS: Final = 50
"""Columns of a card's uses beside chips."""
TRAIT_USE: Final = 3
"""Index of the trait among the uses; it stands for the first free trait space."""
TRAIT_MARK: Final = "trait use"
"""Mark of the trait among the uses."""


def offered(scene: Scene, view: DarwinningState) -> tuple[bytes, str]:
    """Return the hand with its title; or the cards to improve with, in order, while the viewer owes
    that decision."""
    effect = view.pending[-1] if view.pending and not scene.is_paused else None
    match effect:
        case Improve(seat, cards) if seat == scene.viewer:
            return bytes(sorted(cards)), tr("improve with a card")
        case Browse(seat) if seat == scene.viewer:
            return bytes(sorted(view.discards)), tr("improve with any card of the discards")
        case Transform(seat, card) if seat == scene.viewer:
            return bytes((card,)), tr("card drawn")
        case KeepCards() if view.kept[scene.viewer] != EMPTY:
            codes = " ".join(CARDS[card].code for card in view.kept[scene.viewer])
            return view.hands[scene.viewer], tr("you keep {cards}", cards=codes) if codes else tr(
                "you keep none"
            )
    return view.hands[scene.viewer], tr("your hand")


def sort_key(scene: Scene, card: int) -> tuple[int, ...]:
    """Return the sort key of a card in the hand's order: by suit, as cards are numbered, or by
    number."""
    return (NUMBER_OF[card], card) if scene.order else (card,)


def draw_hand(area: Area, scene: Scene) -> None:
    """Draw the viewer's cards with their uses or notes; for spectators all hands. Equal cards are
    one card with their number."""
    view = scene.view
    if scene.viewer >= len(view.hands):
        draw_all_hands(area, scene)
        return
    cards, title = offered(scene, view)
    if era_shown(scene, view)[0] != view.era:
        # The next era's hand is drawn once the player continues.
        cards = b""
    kinds = sorted({*cards}, key=lambda card: sort_key(scene, card))
    effect = view.pending[-1] if view.pending and not scene.is_paused else None
    improves = isinstance(effect, Improve | Browse) and effect.seat == scene.viewer
    if len(kinds) > SIDE_BY_SIDE_MAX:
        _many(area, scene, cards, kinds)
        return
    across = area.width // SIDE_BY_SIDE_MAX
    if across <= CARD_COLUMNS[1] and len(kinds) <= FEWER:
        across = area.width // FEWER
    pitch = min(max(across, CARD_COLUMNS[0] + 1), CARD_COLUMNS[-1] + 1)
    size = max(
        at
        for at, rows in enumerate(HAND_ROWS)
        if at == 0 or (area.height >= rows and pitch > CARD_COLUMNS[at])
    )
    area.at(0, 0, 1 + len(kinds) * pitch, area.height).mark(HAND_MARK)
    for number, kind in enumerate(kinds):
        card_area = area.at(1 + number * pitch, 1, pitch - 1, CARD_ROWS[size])
        element: Element = ("card", kind)
        card_area.enter(element)
        draw_card(card_area, scene, element, kind, cards.count(kind))
    if not kinds:
        empty_place(area.at(1, 1, 2 * pitch - 1, CARD_ROWS[size]), tr("no cards"))
    # An empty hand takes the place of two cards.
    left = 1 + (len(kinds) or 2) * pitch + 1
    beside = area.at(left, 0, area.width - left, area.height)
    if improves:
        draw_uses(beside, scene, kinds)
    elif beside.width >= NOTES_COLUMNS_MIN:
        beside.inside(1, 1, 0).part(_draw_notes, (scene,), cards, title)


def _many(area: Area, scene: Scene, cards: bytes, kinds: Sequence[int]) -> None:
    """Draw a hand too large to lie side by side as rows of chips, with the uses beside them."""
    width = area.width - USES_COLUMNS if area.width >= WITH_USES_COLUMNS else area.width
    columns = width // CHIP_COLUMNS
    for number, kind in enumerate(kinds):
        x, y = CHIP_COLUMNS * (number % columns), number // columns
        cell = area.at(x, y, CHIP_COLUMNS - 1, 1)
        element: Element = ("card", kind)
        cell.enter(element)
        chip, style = card_chip(kind, 2)
        cell.text(0, 0, element_sign(scene, element), (chip[1:], style))
        if cards.count(kind) > 1:
            cell.text(len(chip), 0, (f"×{cards.count(kind)}"[: cell.width - len(chip)], "dim"))
    rows = -(-len(kinds) // columns)
    if width < area.width:
        draw_uses(area.at(width, 0, area.width - width, area.height), scene, kinds)
    else:
        draw_uses(area.at(0, rows, area.width, area.height - rows), scene, kinds)


# --- beside the hand


def _draw_notes(area: Area, scene: Scene, cards: bytes, title: str) -> None:
    """Draw the number of cards, and the uses of the card under the cursor."""
    count = len(cards)
    order = f", {tr('by number' if scene.order else 'by suit')}" if count > 1 else ""
    area.text(0, 0, (title[: area.width], "strong"))
    area.text(0, 1, (f"{counted(count, 'card')}{order}", "dim"))
    card = scene.pointer.number_of("card")
    if card is None or card not in cards:
        return
    gains = could_bring(scene.view, scene.viewer, card)
    name = card_name(card)
    y = 3 if area.height > 6 else 2
    if not gains:
        area.text(0, y, (tr("{card} brings nothing", card=name)[: area.width], "dim"))
        return
    area.text(0, y, (tr("{card} could be", card=name)[: area.width], "dim"))
    for row, gain in enumerate(gains, y + 1):
        area.text(0, row, (gain[: area.width], ""))


def could_bring(
    view: DarwinningState, seat: int, card: int, *, is_short: bool = False
) -> list[str]:
    """Return a card's uses for a species in a few words each, most valuable first, without those
    that change nothing. A trait lasts and scores, whereas steps are soon lost."""
    if card == JOKER:
        return []
    uses = []
    if not traits_of(view, seat) >> NUMBER_OF[card] & 1:
        points = short_points(TRAIT_POINTS[NUMBER_OF[card]])
        uses.append(f"✦ {trait_name(NUMBER_OF[card])} {points}")
    if GROWS[card]:
        more = f"+{GROWS[card]}"
        uses.append(f"• {more}" if is_short else f"• {tr('population')} {more}")
    if new := new_habitats(view, seat, card):
        uses.append(f"⌂ {', '.join(map(environment_name, new))}")
    start = view.places[seat]
    end = space_after_climb(view.places, start, CLIMBS[card])
    if CLIMBS[card] and end > start:
        uses.append(f"↑ {start} › {end}" if is_short else f"↑ {_from_to(start, end)}")
    return uses


def open_uses(scene: Scene) -> frozenset[Element]:
    """Return the elements that can follow a card: the uses and trait spaces of a selected card or
    the card under the cursor, also a use or space that would replace a selected one."""
    chooser = scene.chooser
    if chooser is None:
        return scene.selectable
    cards: list[Element] = [element for element in chooser.selected if element[0] == "card"]
    focused = scene.pointer.number_of("card")
    if not chooser.selected and focused is not None and ("card", focused) in scene.selectable:
        cards = [("card", focused)]
    if len(cards) != 1 or isinstance(scene.view.pending[-1], PlayCards):
        return scene.selectable
    return replace(chooser, selected=tuple(cards)).selectable


def current_card(scene: Scene, kinds: Sequence[int]) -> int | None:
    """Return the selected card, else the focused one, else the only one; None if there are more."""
    assert scene.chooser
    for kind, number in scene.chooser.selected:
        if kind == "card":
            return number
    focused = scene.pointer.number_of("card")
    if focused is not None:
        return focused
    return kinds[0] if len(kinds) == 1 else None


def draw_uses(area: Area, scene: Scene, kinds: Sequence[int]) -> None:
    """Draw the uses of the current card, as buttons or in rows."""
    if scene.chooser is None:
        return
    is_large = area.height >= HAND_ROWS[1] and area.width >= USES * USE_COLUMNS[0] + 4
    card = current_card(scene, kinds)
    title = tr("improve") if card is None else _improve_words(card)
    inner = area.inside()
    if area.height >= 6:
        inner = panel(area, [title], tr("one card, one use") if area.width > 50 else "")
    words = _use_words(scene, card)
    if is_large:
        inner = inner.inside(0, int(inner.height > 6), 0, int(inner.height > 7))
        cells = inner.columns(*[Grow(*USE_COLUMNS)] * USES, gap=1)
        for number, (cell, lines) in enumerate(zip(cells, words, strict=True)):
            _use_button(cell, scene, number, lines)
        return
    is_tall = inner.height >= len(words)
    cells = inner.rows(*[1] * USES) if is_tall else inner.columns(*[Grow()] * USES, gap=1)
    for number, (cell, (label, _, *uses)) in enumerate(zip(cells, words, strict=True)):
        element = _use_element(scene, number)
        is_use_open = is_open(scene, element)
        if is_use_open:
            _enter_use(cell.at(0, 0, cell.width, 1), number, element)
            cell.text(0, 0, element_sign(scene, element))
        text = f"{label}: {uses[0]}" if uses[0] else label
        text = text if len(text) + 1 <= cell.width else f"{label} {uses[-1]}"
        cell.text(1, 0, (text[: cell.width - 1], "strong" if is_use_open else "dim"))


def _improve_words(card: int) -> str:
    """Return the title of a card's uses."""
    if card == JOKER:
        return tr("improve with the joker")
    return tr("improve with {card}", card=card_name(card))


def first_space(view: DarwinningState, selectable: Collection[Element]) -> Element | None:
    """Return the first free selectable trait space, so that no trait is covered by accident; else
    the first selectable one, or None."""
    spaces = sorted(number for kind, number in selectable if kind == "space")
    if not spaces:
        return None
    seat = to_move(view)[0]
    traits = traits_shown(view.species[seat], view.traits[seat])
    return ("space", next((space for space in spaces if not traits[space]), spaces[0]))


def _use_element(scene: Scene, number: int) -> Element:
    """Return the element of a use; a trait is used by its trait space."""
    return trait_use(scene) or ("use", number) if number == TRAIT_USE else ("use", number)


def trait_use(scene: Scene) -> Element | None:
    """Return the trait space that stands for the trait among the uses: the selected one, else the
    first free one that is open."""
    chosen = scene.chooser.selected if scene.chooser else ()
    selected = next((element for element in chosen if element[0] == "space"), None)
    return selected or first_space(scene.view, open_uses(scene))


def is_open(scene: Scene, element: Element) -> bool:
    """Return whether a use or a trait space is chosen or can be chosen for the current card."""
    is_selected = scene.chooser is not None and element in scene.chooser.selected
    return is_selected or element in open_uses(scene)


def _enter_use(cell: Area, number: int, element: Element) -> None:
    """Enter the place of a use. A trait space also has a place on the board; it is moved here once
    everything is drawn."""
    if number == TRAIT_USE:
        cell.mark(TRAIT_MARK)
    else:
        cell.enter(element)


def _use_button(cell: Area, scene: Scene, number: int, lines: Sequence[str]) -> None:
    """Draw a use as a button, from its lines: name, icon and effects. A use that is not open is
    faint, except for the name of a trait."""
    element = _use_element(scene, number)
    is_use_open = is_open(scene, element)
    state = state_of(scene, element)
    label, icon, *effects = lines
    ground = "cursor" if is_use_open and state.is_focused else "keycap" if is_use_open else ""
    use_area = cell.on(ground) if ground else cell
    ink = "token-ink" if ground == "cursor" else ""
    if is_use_open:
        _enter_use(cell, number, element)
        sign, style = element_sign(scene, element)
        use_area.text(0, 0, (sign, ink or style))
    use_area.text(2, 0, (label, f"strong {ink}" if is_use_open or number == TRAIT_USE else "dim"))
    use_area.right(0, (icon, ink or "dim"), margin=1)
    for row, line in enumerate((text for text in effects if text), 2 if cell.height > 4 else 1):
        if row < cell.height:
            use_area.text(
                2, row, (line[: cell.width - 2], ink or ("ink" if is_use_open else "dim"))
            )
    if not is_use_open and number != TRAIT_USE:
        edge = cell.style("rule")
        cell.put(0, cell.height - 1, [("╌", edge)] * cell.width)


def _use_words(scene: Scene, card: int | None) -> list[tuple[str, ...]]:
    """Return each use's name and icon, then its effects, of which the last is the shortest."""
    view, seat = scene.view, scene.viewer
    names = (
        (tr_in("use", "food chain"), "↑"),
        (tr("population"), "•"),
        (tr("environment"), "⌂"),
        (tr("trait"), "✦"),
    )
    if card is None:
        return [(*name, "") for name in names]
    if card == JOKER:
        return [(*name, tr("not a joker")) for name in names]
    start, grown = view.places[seat], view.population[seat]
    up = space_after_climb(view.places, start, CLIMBS[card])
    new = [environment_name(environment) for environment in new_habitats(view, seat, card)]
    trait = trait_name(NUMBER_OF[card])
    points = f"+{short_points(TRAIT_POINTS[NUMBER_OF[card]])}"
    no_icon = (tr("no icon"),)
    chain: tuple[str, ...] = no_icon
    if CLIMBS[card]:
        chain = (_from_to(start, up), f"{start} › {up}") if up > start else (tr("at the top"),)
    more = GROWS[card]
    grow = (_from_to(grown, grown + more), f"+{more}") if more else no_icon
    known = traits_of(view, seat) >> NUMBER_OF[card] & 1
    home = (
        (" ".join(new), tr("2 food each" if len(new) > 1 else "2 food"))
        if new
        else (tr("you have it"),)
    )
    gain = (trait, tr("you have it")) if known else (trait, tr("then space"), points)
    return [(*names[0], *chain), (*names[1], *grow), (*names[2], *home), (*names[3], *gain)]


def _from_to(start: int, end: int) -> str:
    """Return words for a change from a number to another."""
    return tr("from {start} to {end}", start=start, end=end)


# --- the choice on the board of the viewer's species

_BUTTONS: Final[dict[type, str]] = {
    TakeTrait: mark("take no trait"),
    Improve: mark("improve nothing"),
    Browse: mark("improve nothing"),
    KeepCards: mark("keep no card"),
    UseDisplay: mark("use no card"),
    EatSpecies: mark("eat no more"),
    ShareEnvironment: mark("share nothing"),
}
"""Labels of the button that ends a decision, by effect."""


def is_deciding(scene: Scene) -> bool:
    """Return whether the viewer owes a decision now."""
    return bool(scene.chooser and scene.chooser.actions and not scene.is_paused)


def draw_choice(area: Area, scene: Scene) -> None:
    """Draw the choice in one or two rows: the button, the set of the selected cards with its
    result, or the words for the decision."""
    if not is_deciding(scene):
        return
    view = scene.view
    effect = view.pending[-1]
    x = 0
    if is_choosable(scene, BUTTON):
        name = _BUTTONS[type(effect)]
        if isinstance(effect, EatSpecies) and not effect.eaten:
            name = mark("eat nothing")
        name = f"0 {tr(name)}"
        button_area = area.at(0, 0, len(name) + BUTTON_EDGES, 1)
        button_area.enter(BUTTON)
        x = button(area, 0, 0, name, state_of(scene, BUTTON))
        if isinstance(effect, EatSpecies):
            food = food_so_far(view, effect, room=area.width - x)
            area.right(0, *food)
            return
    runs = _tentative(scene) if isinstance(effect, PlayCards) else ()
    if runs and area.height > 1:
        area.text(0, 0, *runs[:1])
        if len(runs) > 1:
            result = (runs[-1][0].strip(), runs[-1][1])
            area.text(0, 1, result, *(runs[1:2] if len(runs) > 2 else ()))
    elif runs:
        area.text(x, 0, *runs)
    elif not x:
        words = f"▶ {tr(NOW.get(type(effect), PLAYS))}"
        if area.height > 1:
            cards = trick_of(scene, scene.viewer).cards
            draw_two_rows(area, TrickPart(cards, words=words, is_active=True))
        else:
            area.text(0, 0, (words, "strong cursor"))
    if runs and area.height == 1:
        _draw_promise(area, scene, length(runs) + 2)


def card_to_play(scene: Scene) -> int | None:
    """Return the card under the cursor while the viewer chooses cards for a trick, if it could gain
    anything. It cannot if it loses a trick that is not the last, or surely wins the last one."""
    card = scene.pointer.number_of("card")
    if card is None or not (is_deciding(scene) and isinstance(scene.view.pending[-1], PlayCards)):
        return None
    if card not in scene.view.hands[scene.viewer] or _is_wasted(scene, card):
        return None
    return None if _wins_nothing(scene) else card


def _is_wasted(scene: Scene, card: int) -> bool:
    """Return whether a card loses the trick, and is neither in the last one nor part of a
    combination."""
    is_alone = not {*_selected(scene)} - {card}
    return _result(scene) == _loses() and is_alone and not _is_last(scene)


def _wins_nothing(scene: Scene) -> bool:
    """Return whether the cards that Enter would play surely win the last trick."""
    view = scene.view
    others = (played for seat, played in enumerate(view.played) if seat != scene.viewer)
    is_sure = _result(scene) == _beats() and all(others) and not has_dummy(view)
    return is_sure and _is_last(scene)


def _selected(scene: Scene) -> list[int]:
    """Return the selected cards, in order."""
    assert scene.chooser
    return sorted(number for kind, number in scene.chooser.selected if kind == "card")


def _play_of_enter(scene: Scene) -> Play | None:
    """Return the cards that Enter would play in a trick as an action; None if cards are missing, or
    in other decisions."""
    if not is_deciding(scene):
        return None
    assert scene.chooser
    card = scene.pointer.number_of("card")
    action = action_of_enter(scene.chooser, None if card is None else ("card", card))
    return action if isinstance(action, Play) else None


def _cards(scene: Scene) -> bytes:
    """Return the cards that Enter would play; if some are missing, those selected, or the card
    under the cursor."""
    play = _play_of_enter(scene)
    if play:
        return play.cards
    card = scene.pointer.number_of("card")
    return bytes(_selected(scene) or ([] if card is None else [card]))


def makes_last(scene: Scene) -> bool:
    """Return whether Enter would play the viewer's last cards, and so end an era that would
    otherwise continue."""
    play = _play_of_enter(scene)
    return play is not None and empties_hand(scene.view, scene.viewer, play.cards)


def _is_last(scene: Scene) -> bool:
    """Return whether the trick is the last of the era once Enter is pressed."""
    return is_last_trick(scene.view) or makes_last(scene)


def _draw_promise(area: Area, scene: Scene, x: int) -> None:
    """Draw the uses of the card under the cursor at the right, for a won trick or a lost last one;
    for a card that loses, the sets that would win instead.

    Args:
        x: first free column.
    """
    card = scene.pointer.number_of("card")
    if card is None or _wins_nothing(scene):
        return
    view, seat = scene.view, scene.viewer
    if _is_wasted(scene, card):
        to_beat = view.played[view.best] if view.best != NOTHING else b""
        kinds = kinds_in(view, area.width - x, only_winning=True)
        if len(to_beat) == 1:
            number = NUMBER_OF[to_beat[0]]
            kinds = [(tr("{number} or more wins, or a combination", number=number), "dim")]
        fits = to_beat and length(kinds) <= area.width - x
        area.right(0, *(kinds if fits else [(tr("brings nothing"), "dim")]))
        return
    name = f"{card_name(card)}: " if {*_selected(scene)} - {card} else ""
    is_last = _is_last(scene)
    may_be_last = not is_last and may_become_last(view, seat)
    when = tr("if it wins and nobody runs out of cards:") if may_be_last else tr("if it wins:")
    when = tr("if it loses:") if is_last else when
    is_needed = is_last or may_be_last
    short = could_bring(view, seat, card, is_short=True)
    ways = [could_bring(view, seat, card), short]
    # The most valuable part comes first, and is dropped last.
    ways += [short[:count] for count in range(len(short) - 1, 0, -1)]
    # Gains in the last trick without their condition would be a false promise.
    for before in (f"{when} {name}", f"{when} " if is_needed else name, when if is_needed else ""):
        for gains in filter(None, ways):
            text = before + "  ".join(gains)
            if x + len(text) <= area.width:
                area.right(0, (text, "dim"))
                return


def _tentative(scene: Scene) -> tuple[Run, ...]:
    """Return the set made by the cards of Enter, or by those selected, and its result. To win the
    last trick brings nothing."""
    cards = _cards(scene)
    if not cards:
        return ()
    runs = comparison(scene.view, cards)
    if runs[-1] in (_leads(), _beats(), _may_beat()) and _is_last(scene):
        words, _ = runs[-1]
        return (*runs[:-1], (f"{words}: {tr('brings nothing')}", "strong bad"))
    return runs


def _result(scene: Scene) -> Run:
    """Return the result of the cards of Enter against the trick so far; empty without cards."""
    cards = _cards(scene)
    return comparison(scene.view, cards)[-1] if cards else ("", "")


def comparison(view: DarwinningState, cards: bytes) -> tuple[Run, ...]:
    """Return a set's name, and last its result against the trick so far."""
    if has_dummy(view):
        return _comparison_of_two(view, cards)
    if rank_of(cards) is None:
        return ((tr("not yet a combination"), "dim"),)
    name = (set_words(cards), "strong")
    if view.best == NOTHING:
        return name, _leads()
    # Of equal sets, the later one wins.
    if strength(cards) >= strength(view.played[view.best]):
        return name, _beats()
    if len(cards) > 1:
        return name, (f"  {tr('does not beat it')}", "strong bad")
    return name, _loses()


def _comparison_of_two(view: DarwinningState, cards: bytes) -> tuple[Run, ...]:
    """Return the strongest set of some cards, alone or with display cards, and its result against
    the trick so far."""
    best = strongest_display(view, cards)
    if best is None:
        return ((tr("not yet a combination"), "dim"),)
    codes = "".join(f"+{CARDS[card].code}" for card in best)
    name = ((set_words(cards + best), "strong"), (f" {codes}" if codes else "", "dim"))
    rival = next((seat for seat in range(SEATS_WITH_DUMMY) if view.played[seat]), None)
    if rival is None:
        return (*name, _leads())
    played = view.played[rival]
    # A set that lost its display card to Mutation is as strong as its highest card.
    rivals = [strength(played + some) for some in usable(view, rival)] or [strength(played)]
    if strength(cards + best) >= max(rivals):
        return (*name, _beats())
    if strength(cards + best) >= min(rivals):
        return (*name, _may_beat())
    return (*name, _loses())


def _leads() -> Run:
    return (f"  {tr('leads')}", "strong good")


def _beats() -> Run:
    return (f"  {tr('beats it')}", "strong good")


def _may_beat() -> Run:
    return (f"  {tr('may beat it')}", "dim")


def _loses() -> Run:
    return (f"  {tr('loses')}", "dim")
