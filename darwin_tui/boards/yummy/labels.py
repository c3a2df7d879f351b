"""All labels with their numbers of unseen cards, to ask for in an offer or to count.

A group's kinds are the labels of its playing cards and its joker; the other labels are actions.
"""

from typing import Final

from darwin_core.contract.cards import ONE, together, without
from darwin_core.contract.game import Element
from darwin_core.games.yummy.material import (
    ALIENS,
    FIRST_ACTION,
    GROUP_OF,
    LABELS,
    VALUE_OF_GROUP,
    Offer,
    YummyState,
)
from darwin_core.games.yummy.offers import points_ready
from darwin_core.games.yummy.view import copies_out_of_sight, remembered_by_seat
from darwin_tui.boards.yummy.cards import (
    band,
    band_ink,
    column_of,
    fitted,
    fitted_group,
    hue,
    letter,
)
from darwin_tui.boards.yummy.scene import Scene
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.marks import State, seat_mark, state_of

WANTED: Final = "≡"
"""Sign beside a label that completes a triplet with the viewer's cards."""
WIDE_ROWS: Final = 15
"""Rows of all labels in a column for each group."""
COMPACT_ROWS: Final = 11
"""Rows of all labels if the actions fill the room below the kinds."""
NAME_COLUMNS: Final = 13
"""Columns of the longest name of a label in a narrow column."""
BESIDE_COLUMNS: Final = 3
"""Columns of a label besides its name: sign, number and gap."""


def wanted_labels(view: YummyState, offer: Offer) -> list[int]:
    """Return unseen labels that complete a further triplet with the hand after an offer, best
    first: labels that the partner is known to hold, then the most valuable ones."""
    hand = together(without(view.hands[offer.seat], offer.give), offer.ask)
    ready = points_ready(hand)
    unseen = copies_out_of_sight(view)
    held = remembered_by_seat(view, offer.seat)[offer.partner]
    labels = [
        label
        for label in range(FIRST_ACTION)
        if unseen[label] > offer.ask.count(label)
        and points_ready(together(hand, ONE[label])) > ready
    ]
    return sorted(
        labels, key=lambda label: (label not in held, -VALUE_OF_GROUP[GROUP_OF[label]], label)
    )


def most_valuable_unseen(view: YummyState) -> int:
    """Return an unseen label of the highest value; the first label of the highest value if all have
    been seen."""
    unseen = copies_out_of_sight(view)
    return max(
        range(FIRST_ACTION), key=lambda label: (unseen[label] > 0, VALUE_OF_GROUP[GROUP_OF[label]])
    )


def draw_labels(area: Area, scene: Scene, offer: Offer | None) -> None:
    """Draw all labels with their numbers of unseen cards, a column for each group.

    Args:
        area: WIDE_ROWS rows, or COMPACT_ROWS, in which the actions fill the room below the kinds.
        offer: the offer in which labels can be asked for; None to only count them.
    """
    view = scene.view
    area = area.on("panel")
    unseen = copies_out_of_sight(view)
    wanted = set(wanted_labels(view, offer)) if offer else set()
    is_wide = area.height >= WIDE_ROWS
    columns = _columns(is_wide)
    # If names would be cut, there is no gap: a label's sign touches the number before it.
    gap = int(is_wide or area.width > len(columns) * (NAME_COLUMNS + BESIDE_COLUMNS + 1))
    areas = area.columns(*[Grow()] * len(columns), gap=gap)
    for group, (labels, column) in enumerate(zip(columns, areas, strict=True)):
        head = column.at(0, 0, column.width, 1, band(group))
        ink = f"strong {band_ink(group)}"
        head.text(1, 0, (fitted_group(group, head.width - 4), ink))
        head.right(0, (f"{VALUE_OF_GROUP[group]}", ink), margin=1)
        for y, label in enumerate(labels, 1):
            if label is None:
                column.text(1, y, ("┄" * (column.width - 2), "felt-edge"))
                continue
            row_area = column.at(0, y, column.width, 1)
            if offer and ("label", label) in scene.selectable:
                row_area.enter(("label", label))
            draw_label(row_area, scene, offer, label, unseen[label], label in wanted)


def _columns(is_wide: bool) -> list[list[int | None]]:
    """Return the labels in a column for each group; None is a line between kinds and actions.

    In compact columns, actions that do not fit below their group's kinds are below those of the
    last groups.
    """
    groups = [
        [card for card in range(FIRST_ACTION) if GROUP_OF[card] == group] for group in range(ALIENS)
    ]
    actions = [
        [card for card in range(FIRST_ACTION, LABELS) if column_of(card) == group]
        for group in range(ALIENS)
    ]
    if is_wide:
        return [[*kinds, None, *acts] for kinds, acts in zip(groups, actions, strict=True)]
    room = COMPACT_ROWS - 1
    # First, actions are placed below the kinds of their own group.
    acts_left: list[int] = []
    for kinds, acts in zip(groups, actions, strict=True):
        free = room - len(kinds)
        kinds += acts[:free]
        acts_left += acts[free:]
    # Then the rest fills the columns from the last group backwards.
    for kinds in reversed(groups):
        free = room - len(kinds)
        kinds += acts_left[:free]
        acts_left = acts_left[free:]
    return [list(kinds) for kinds in groups]


def draw_label(
    area: Area, scene: Scene, offer: Offer | None, label: int, unseen: int, is_wanted: bool
) -> None:
    """Draw one label in a row: its name, its sign, and the number of unseen cards, or the letter of
    an action's group; a dash if all have been seen.

    Signs, the later one wins: completes a triplet; held by the partner; asked for; selected; under
    the cursor.

    Args:
        unseen: number of unseen cards of the label.
        is_wanted: the label completes a triplet.
    """
    element: Element = ("label", label)
    group = GROUP_OF[label]
    state = state_of(scene, element) if offer else State.PLAIN
    held = remembered_by_seat(scene.view, scene.viewer)[offer.partner] if offer else b""
    style = hue(group) if unseen else "dim"
    sign: Styled = " "
    if offer and label in held:
        sign = seat_mark(offer.partner)
    elif is_wanted:
        sign = (WANTED, "strong good")
    if offer and label in offer.ask:
        number = offer.ask.count(label)
        sign = ("✓" if number == 1 else str(number), "strong cursor")
    if state.is_selected:
        sign = ("✓", "strong cursor")
    cell = area
    if state.is_focused:
        cell = area.on("cursor")
        style = "strong token-ink"
        sign = ("»" if state.is_selected else "▶", style)
    elif state in (State.SELECTABLE, State.SELECTED):
        style = f"strong {style}"
    if not unseen:
        count = "–"
    elif label >= FIRST_ACTION:
        # An action may be in another group's column, so it has its group's letter.
        count = letter(group)
    else:
        count = str(unseen)
    # A wide column begins with a blank; a sign stands before the number of its label.
    margin = int(area.width > NAME_COLUMNS + BESIDE_COLUMNS)
    room = area.width - BESIDE_COLUMNS - margin - (sign != " ")
    name = fitted(label, room)
    cell.text(margin, 0, (name, style))
    ink = style if state.is_focused else "" if unseen else "dim"
    cell.right(0, sign, (count, ink), margin=1)
