"""Envelopes with stamps and their present leaders, and the own stacks of stamps."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.journey.components import DISCARD, ENVELOPES, LETTER_TILES, STACKS
from darwin_core.games.journey.letters import ranking
from darwin_core.text.language import noun, tr
from darwin_core.text.wording import ordinal
from darwin_tui.boards.journey.marks import actions, marks
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.motion import GAIN, stamped
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.envelope import FLAP_ROWS, envelope
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import fit
from darwin_tui.drawing.state import State

PLACES: Final = ("strong wax", "strong letter-ink")
"""The styles of the first place and of the second."""
_INK: Final = "letter-ink"
_TALL: Final = FLAP_ROWS + 2
"""Rows of a large envelope over those of the seats."""
_COLUMNS_MIN: Final = 14
"""Columns of an envelope beside others."""


def draw_envelopes(area: Area, moment: Moment) -> None:
    """Draw the envelopes side by side, in a narrow area one below the other."""
    if area.width < ENVELOPES * _COLUMNS_MIN:
        places = area.rows(*[(area.height - ENVELOPES + 1) // ENVELOPES] * ENVELOPES, gap=1)
    else:
        places = area.columns(*_columns(area), gap=1)
    for number, own in enumerate(places):
        is_tall = own.height >= _TALL + moment.seats
        own.part(_draw_tall if is_tall else _draw_low, (moment,), number)


def _columns(area: Area) -> list[int]:
    return [(area.width - ENVELOPES + 1) // ENVELOPES] * ENVELOPES


def _rewards(moment: Moment, number: int) -> list[list[str]]:
    tile = LETTER_TILES[moment.view.letters[number]]
    return [actions(each) for each in (tile.first, tile.second)]


def _state(moment: Moment, number: int) -> State:
    element = ("envelope", number)
    if moment.scene.is_on(element):
        return State.FOCUSED
    if element in moment.selected:
        return State.SELECTED
    return State.PLAIN


def _draw_low(area: Area, moment: Moment, number: int) -> None:
    """Draw an envelope in five rows: flap, rewards, stamps, and who would win now."""
    paper = envelope(area, f"{number + 1}", _state(moment, number), rows=1)
    area.enter(("envelope", number))
    for place, words in enumerate(_rewards(moment, number)):
        label = (ordinal(place + 1), PLACES[place])
        text = fit(paper.width - 5, words)
        paper.text(1, place, label, (f" {text}", _INK if place else f"strong {_INK}"))
    stamps = moment.view.envelopes[number]
    is_crowded = sum(2 + len(str(many)) for many in stamps if many) > paper.width - 1
    pieces: list[Styled] = []
    new = stamped(moment.scene, number)
    for seat, many in enumerate(stamps):
        if many:
            end = (f"+{new[seat]}", GAIN) if seat in new else (f"{many}", _INK)
            pieces += [token(seat), end, "" if is_crowded or seat in new else " "]
    paper.text(1, 2, *(pieces or [(tr("no stamps"), _INK)]))
    now: list[Styled] = []
    for place, winners in enumerate(ranking(stamps)):
        if winners:
            now += [(f"{ordinal(place + 1)} ", _INK), *marks(winners), " "]
    head = tr("now ")
    head = head if length(now) + len(head) < paper.width else ""
    paper.text(1, 3, (head if now else "", _INK), *now)


def _draw_tall(area: Area, moment: Moment, number: int) -> None:
    """Draw an envelope with a flap and a seal; a row for the stamps of each seat."""
    paper = envelope(area, f"{number + 1}", _state(moment, number))
    area.enter(("envelope", number))
    spare = paper.height - 2 - moment.seats
    y = 0
    for place, words in enumerate(_rewards(moment, number)):
        label = (ordinal(place + 1), PLACES[place])
        text = fit(paper.width - 6, words)
        paper.text(1, y, label, (f" {text}", _INK if place else f"strong {_INK}"))
        y += 1 + (spare > 2 - place)
    each = 1 + (spare > moment.seats + 1)
    winners, new = ranking(moment.view.envelopes[number]), stamped(moment.scene, number)
    for seat in moment.view.order:
        stamps = moment.view.envelopes[number][seat]
        right: list[Styled] = []
        for place, won in enumerate(winners):
            if seat in won:
                right = [(ordinal(place + 1), PLACES[place])]
        is_new = seat in new
        many = f"+{new[seat]}" if is_new else f"{stamps}" if stamps else "–"
        name = moment.scene.names[seat][: max(paper.width - 11, 0)]
        paper.text(1, y, token(seat), (f" {name}", _INK))
        start = paper.right(y, *right, margin=1) if right else paper.width - 4
        ink = GAIN if is_new else f"strong {_INK}" if stamps else _INK
        paper.text(start - 1 - len(many), y, (many, ink))
        y += each


def draw_stacks(area: Area, moment: Moment) -> None:
    """Draw the own stacks of stamps in a row, with the rewards for emptying them."""
    stacks = moment.view.stacks[moment.me]
    x = 0
    discard = tr("used {number}", number=stacks[DISCARD]) if stacks[DISCARD] else ""
    used = len(discard) + 3 if discard else 0
    room = (area.width - used) // DISCARD
    texts = _stack_texts(stacks, room - 3)
    for stack in range(DISCARD + 1):
        element = ("stack", stack)
        if stack == DISCARD:
            text = discard
            own = area.at(x, 0, min(used, area.width - x), 1)
        else:
            text = texts[stack]
            own = area.at(x, 0, room, 1)
        x += own.width
        if stack < DISCARD or used:
            moment.spot(own, element, "dim").text(2, 0, text)


def _stack_texts(stacks: Sequence[int], room: int) -> list[str]:
    """Return the stamps and the reward of each stack, all as long as each has room for."""
    heads = [f"{stack + 1}: {stacks[stack]}" for stack in range(DISCARD)]
    rewards = [actions(STACKS[stack].reward) for stack in range(DISCARD)]
    texts: list[str] = []
    word = f"{noun('stack')} "
    for start, arrow, form in (
        (word, " → ", 0),
        (word, " → ", 1),
        ("", " → ", 0),
        ("", " → ", 1),
        ("", " → ", 2),
        ("", "→", 2),
    ):
        texts = [
            f"{start}{head}{arrow}{reward[form]}"
            for head, reward in zip(heads, rewards, strict=True)
        ]
        if max(map(len, texts)) <= room:
            return texts
    return [fit(room, [text, head]) for text, head in zip(texts, heads, strict=True)]
