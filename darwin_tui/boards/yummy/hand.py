"""The viewer's hand, group by group, and the bar of actions; for spectators all hands."""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import HIDDEN, Element
from darwin_core.games.yummy import acts
from darwin_core.games.yummy.acts import BUTTONS, AnyAction
from darwin_core.games.yummy.material import GROUP_OF, TRADES_MAX, Answer, Offer
from darwin_core.games.yummy.rules import is_last_turn, limit
from darwin_core.games.yummy.texts import group_name
from darwin_core.games.yummy.trades import holds
from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.wording import counted
from darwin_tui.boards.yummy.cards import (
    EMBLEM_LEAST,
    SMALL_LEAST,
    band,
    band_ink,
    band_words,
    draw_card,
    draw_chip,
    draw_entry,
    hue,
    likely_name,
)
from darwin_tui.boards.yummy.fields import seats_in_order
from darwin_tui.boards.yummy.scene import Scene
from darwin_tui.drawing.area import Area, cut
from darwin_tui.drawing.canvas import SEAT_MARKS, Styled, length
from darwin_tui.drawing.card import draw_likely_back
from darwin_tui.drawing.marks import BUTTON_EDGES, State, button, seat_name, state_of
from darwin_tui.drawing.panel import shortened

CARD_COLUMNS_MAX: Final = {4: 11, 7: 11, 8: 12, 10: 16, 15: 24}
"""Maximum columns of a card by its rows."""
CARD_COLUMNS_MIN: Final = 5
"""Minimum columns of a card; in less room the cards are entries of one row."""
ENTRY_COLUMNS: Final = 13
"""Columns of a one-row card, with the gap after it."""
LOW_CARD_ROWS: Final = 4
"""Rows of a card without an emblem, the smallest."""
NAMED_CARD_COLUMNS: Final = (5, 14)
"""Minimum and maximum columns of a card among all hands if names are drawn."""
BACK_COLUMNS: Final = (3, 4)
"""Minimum and maximum columns of a card among all hands if backs are drawn."""
CARD_ROWS_MAX: Final = 3
"""Maximum rows of a card among all hands."""


def draw_hand(area: Area, scene: Scene, rows: int) -> None:
    """Draw the cards of a hand, equal ones as one: in a row, or as entries if they are too many.

    Args:
        area: the cards, with a row above and perhaps one below for ring and shadow.
        scene: a scene of a viewer with a hand.
        rows: rows of a card.
    """
    hand_labels = sorted({*scene.view.hands[scene.viewer]})
    columns = area.width // max(len(hand_labels), 1)
    if hand_labels and columns - 1 < CARD_COLUMNS_MIN:
        in_row = area.width // ENTRY_COLUMNS
        for number, card in enumerate(hand_labels):
            row, column = divmod(number, in_row)
            card_area = area.at(column * ENTRY_COLUMNS, row, ENTRY_COLUMNS - 1, 1)
            card_area.enter(("card", card))
            draw_one(card_area, scene, card)
        return
    wide = min(columns - 1, CARD_COLUMNS_MAX[rows])
    left = 1 if len(hand_labels) * (wide + 1) < area.width else 0
    for number, card in enumerate(hand_labels):
        card_area = area.at(left + number * (wide + 1), 1, wide, rows)
        card_area.enter(("card", card))
        draw_one(card_area, scene, card)


def _has_shared_bands(area: Area, columns: int, rows: int) -> bool:
    """Return whether a group's neighbouring cards share the words on their bands: bands of one row
    fit few names. Cards with a big number have bands of their own."""
    return area.look.has_pictures and columns >= SMALL_LEAST[0] and rows <= EMBLEM_LEAST[1]


def group_runs(scene: Scene) -> list[list[int]]:
    """Return the labels in the viewer's hand in runs of a group; selected cards, which are raised,
    are runs of their own."""
    selected = scene.chooser.selected if scene.chooser else ()
    runs: list[list[int]] = []
    for card in sorted({*scene.view.hands[scene.viewer]}):
        last = runs[-1][-1] if runs else None
        is_alone = ("card", card) in selected or ("card", last) in selected
        if last is None or is_alone or GROUP_OF[last] != GROUP_OF[card]:
            runs.append([])
        runs[-1].append(card)
    return runs


def draw_one(area: Area, scene: Scene, card: int) -> None:
    """Draw one card of the hand with its current state and use."""
    copies = scene.view.hands[scene.viewer].count(card)
    state = state_of(scene, ("card", card))
    if area.height == 1:
        draw_entry(area, card, copies, state)
        return
    words = None
    # The words over all cards of the run, and the index of this card's first character in them.
    whole = ""
    start = 0
    if _has_shared_bands(area, area.width, area.height):
        run = next(run for run in group_runs(scene) if card in run)
        pitch = area.width + 1
        start = run.index(card) * pitch
        whole = band_words(run, len(run) * pitch - 1, has_emblem=area.height > LOW_CARD_ROWS)
        words = whole[start : start + area.width]
    draw_card(area, card, copies, state, use_of(scene, card, state), words)
    for place, x in ((start - 1, -1), (start + area.width, area.width)):
        if 0 <= place < len(whole):
            # Between two cards, their band continues, even through the ring.
            gap = Area(area.drawing, area.region.translate((x, 0)), band(GROUP_OF[card]))
            style = f"strong {band_ink(GROUP_OF[card])}"
            gap.at(0, 0, 1, 1).text(0, 0, (whole[place], style))


def use_of(scene: Scene, card: int, state: State) -> str:
    """Return the words on the tag of a card; empty without one."""
    chooser = scene.chooser
    if scene.is_paused or chooser is None:
        return ""
    if state.is_selected:
        sign = "»" if state.is_focused else "✓"
        number = chooser.selected.count(("card", card))
        return (
            f"{sign} {number}" if number > 1 else f"{sign} {_verb(chooser, card) or tr('chosen')}"
        )
    given = _given(scene)
    if card in given:
        number = given.count(card)
        return f"{tr_in('tag', 'given')}{f' ×{number}' if number > 1 else ''}"
    if ("card", card) not in scene.selectable:
        return ""
    return _verb(chooser, card)


def _given(scene: Scene) -> Cards:
    """Return the viewer's cards that an offer would take; none if the viewer cannot accept it."""
    match scene.view.pending[-1] if scene.view.pending else None:
        case Offer(seat, _, _, give) if seat == scene.viewer:
            return give
        case Answer(seat, _, _, _, ask) if seat == scene.viewer:
            return ask if holds(scene.view.hands[seat], ask) else b""
        case _:
            return b""


def _verb(chooser: Chooser[AnyAction], card: int) -> str:
    """Return a card's current use in one word; a swap only if there is no other."""
    verb = ""
    for action in chooser.actions:
        match action:
            case acts.Lay(cards) if card in cards:
                return tr_in("tag", "lay")
            case acts.Trump(played) if played == card:
                return tr_in("tag", "take")
            case acts.Mark(played) if played == card:
                return tr_in("tag", "mark")
            case acts.Swap(played) if played == card:
                verb = tr_in("tag", "swap")
            case acts.Give(played) if played == card:
                return tr_in("tag", "give")
            case acts.Discard(played) if played == card:
                return tr_in("tag", "discard")
            case _:
                pass
    return verb


def hand_words(scene: Scene, *, is_short: bool) -> list[Styled]:
    """Return the number of cards and the limit of a hand."""
    hand = scene.view.hands[scene.viewer]
    most = limit(scene.view, scene.viewer)
    if is_short:
        return [
            (f"{tr('hand')} ", "strong"),
            (f"{len(hand)}", "strong"),
            (f", {tr('limit {number}', number=most)}", "dim"),
        ]
    words = tr("{cards}, limit {number}", cards=counted(len(hand), "card"), number=most)
    return [(tr("your hand"), "strong"), (f"  {words}", "dim")]


def hand_title(area: Area, scene: Scene) -> None:
    """Write the title of a hand in a row: its size and its possible uses."""
    x = area.text(1, 0, *hand_words(scene, is_short=False))
    uses = _possible(scene)
    if uses:
        area.text(x + 3, 0, *shortened([(f"{tr('you can')} ", "dim"), *uses], area.width - x - 4))


def _possible(scene: Scene) -> list[Styled]:
    """Return words for the possible actions of a turn: the groups to lay, take or mark, or that a
    joker can be swapped."""
    chooser, view = scene.chooser, scene.view
    if chooser is None or scene.is_paused:
        return []
    groups: dict[str, set[int]] = {}
    """The groups of each possible verb."""
    for action in chooser.actions:
        match action:
            case acts.Lay(cards):
                groups.setdefault("lay", set()).add(GROUP_OF[cards[0]])
            case acts.Trump(_, owner, place):
                groups.setdefault("take", set()).add(GROUP_OF[view.fields[owner][place][0]])
            case acts.Mark(_, owner, place):
                groups.setdefault("mark", set()).add(GROUP_OF[view.fields[owner][place][0]])
            case acts.Swap():
                groups.setdefault(mark("swap a joker"), set())
            case _:
                pass
    pieces: list[Styled] = []
    for verb in ("lay", "take", "mark", "swap a joker"):
        if verb in groups:
            pieces += [(" · ", "dim")] if pieces else []
            pieces.append((tr(verb), "dim"))
            for number, group in enumerate(sorted(groups[verb])):
                pieces += [(", " if number else " ", "dim")]
                pieces.append((group_name(group), f"strong {hue(group)}"))
    return pieces


# --- all hands


def hands_rows(scene: Scene, width: int, start: int) -> tuple[int, int]:
    """Return the columns of a card, and the rows of all hands with one-row cards.

    Args:
        width: columns for all hands with the names of their seats.
        start: column where the cards begin.
    """
    room = width - start
    view = scene.view
    longest = max(map(len, view.hands))
    has_names = bool(scene.beliefs) or not any(HIDDEN in hand for hand in view.hands)
    least, most = NAMED_CARD_COLUMNS if has_names else BACK_COLUMNS
    wide = max(min(room // max(longest, 1) - 1, most), least)
    in_row = max((room + 1) // (wide + 1), 1)
    return wide, sum(max(-(-len(hand) // in_row), 1) for hand in view.hands)


def hands_start(scene: Scene) -> int:
    """Return the column where the cards of all hands begin, after the longest name."""
    return max(map(len, scene.names)) + 5


def draw_all_hands(area: Area, scene: Scene) -> None:
    """Draw all hands by seat: backs for spectators, fronts for the omniscient."""
    view = scene.view
    start = hands_start(scene)
    wide, rows = hands_rows(scene, area.width, start)
    heading = area.at(0, 0, area.width, 1, "strip")
    heading.text(1, 0, (tr("all hands"), "strong"))
    height = max(min((area.height - 1) // rows, CARD_ROWS_MAX), 1)
    in_row = max((area.width - start + 1) // (wide + 1), 1)
    y = 1
    for seat in seats_in_order(view, scene.viewer):
        hand = view.hands[seat]
        name, style = seat_name(seat, scene.names[seat])
        area.text(1, y, (name, style))
        for number in range(len(hand)):
            row, column = divmod(number, in_row)
            card_area = area.at(start + column * (wide + 1), y + row * height, wide, height)
            _one_of_all(card_area, scene, seat, number)
        y += max(-(-len(hand) // in_row), 1) * height


def _one_of_all(area: Area, scene: Scene, seat: int, number: int) -> None:
    """Draw a card of a hand; a hidden card is a back with its likely face."""
    card = scene.view.hands[seat][number]
    if card == HIDDEN:
        # The likely cards of a hand are dealt out to its backs.
        likely = scene.likely(seat, "hand")[number :: len(scene.view.hands[seat])]
        draw_likely_back(area, likely, likely_name, f"seat-{seat}")
    else:
        draw_chip(area, card)


# --- the bar of actions

LONG_FROM_COLUMNS: Final = 100
"""Minimum columns of a board whose titles and buttons have their long words."""

BUTTON_WORDS: Final = {
    "keep": (mark("leave it on the field"), mark("leave it")),
    "bank": (mark("bank it"), mark("bank it")),
    "propose": (mark("make the offer"), mark("make the offer")),
    "accept": (mark("accept"), mark("accept")),
    "decline": (mark("decline"), mark("decline")),
    "counter": (mark("make a counter-offer"), mark("counter-offer")),
    "end": (mark("end the turn"), mark("end turn")),
}
"""The words on each button, long and short."""


def draw_bar(area: Area, scene: Scene, has_title: bool) -> None:
    """Draw the bar of actions in one row: seats to trade with at the left, buttons at the right.

    Args:
        has_title: the hand has a title; otherwise its words are written here.
    """
    bar = area.on("strip")
    chooser, view = scene.chooser, scene.view
    words: list[Styled] = []
    if not has_title and scene.viewer < len(scene.names):
        words = hand_words(scene, is_short=True)
    if chooser is None:
        bar.right(0, *words, margin=1)
        return
    elements = {element for action_targets in chooser.targets for element in action_targets}
    seats = sorted(number for kind, number in elements if kind == "seat")
    buttons = sorted(number for kind, number in elements if kind == "button")
    labels = [
        _button_words(scene, BUTTONS[word], area.width >= LONG_FROM_COLUMNS) for word in buttons
    ]
    start = bar.width - sum(len(label) + BUTTON_EDGES + 1 for label in labels)
    x = 1
    if seats:
        with_whom = tr("trade with") if area.width >= LONG_FROM_COLUMNS else tr("trade")
        x = bar.text(x, 0, (f"{with_whom} ", "dim"))
        room = (start - x - length(words) - 3) // len(seats) - BUTTON_EDGES - 1
        for seat in seats:
            name = cut(f"{SEAT_MARKS[seat]} {scene.names[seat]}", max(room, 1))
            x = _enter_button(bar, scene, x, ("seat", seat), name, f"strong seat-{seat} on panel")
        offers_left = TRADES_MAX - len(view.openings)
        left_words = tr_n(
            "{number} offer left this turn", "{number} offers left this turn", offers_left
        )
        room = start - x - length(words) - 5
        notes = (left_words, tr("{number} left", number=offers_left))
        if note := next((note for note in notes if len(note) < room), ""):
            bar.text(x + 1, 0, (note, "dim"))
    if words:
        bar.text(max(start - length(words) - 2, x), 0, *words)
    x = start
    for word, label in zip(buttons, labels, strict=True):
        x = _enter_button(bar, scene, x, ("button", word), label, "strong ink on keycap")


def _enter_button(area: Area, scene: Scene, x: int, element: Element, text: str, ink: str) -> int:
    area.at(x, 0, len(text) + BUTTON_EDGES, 1).enter(element)
    return button(area, x, 0, text, state_of(scene, element), ink)


def _button_words(scene: Scene, word: str, is_long: bool) -> str:
    """Return the words on a button; at the end of a turn with the cards to draw or discard."""
    words = tr(BUTTON_WORDS[word][0 if is_long else 1])
    view = scene.view
    if word != "end" or not view.pending:
        return words
    seat = view.pending[-1].seat
    missing = limit(view, seat) - len(view.hands[seat])
    if is_last_turn(view) or not missing:
        return words
    if missing < 0:
        text = mark("{button}: you discard {number}" if is_long else "{button}, discard {number}")
        return tr(text, button=words, number=-missing)
    drawn = min(missing, len(view.deck))
    text = mark("{button}: you draw {number}" if is_long else "{button}, draw {number}")
    return tr(text, button=words, number=drawn)
