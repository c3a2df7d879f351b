"""A sentence on each element of the board: its meaning and its present use."""

from collections.abc import Sequence
from typing import Final

from darwin_core.game import Element
from darwin_core.games.yummy.components import (
    ALIENS,
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    JOKERS,
    MARKS,
    OPENINGS,
    VALUE,
)
from darwin_core.games.yummy.dangers import Danger, dangers
from darwin_core.games.yummy.notation import BUTTONS, owner_and_place
from darwin_core.games.yummy.rules import is_last_turn, limit
from darwin_core.games.yummy.state import Offer, Triplet, YummyState
from darwin_core.games.yummy.triplets import SIZE, group_of, is_one_kind, points_of
from darwin_core.games.yummy.view import remembered, viewer_of
from darwin_core.games.yummy.words import (
    ORDINALS,
    capitalized,
    card_name,
    cards_words,
    group_name,
    if_short,
    labels_words,
    lacking_words,
)
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted


def element(view: YummyState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Return the meaning and the present use of an element."""
    kind, number = place
    match kind:
        case "card":
            return _too_early(view, number, lexicon) or _card_words(number, lexicon)
        case "label":
            return f"Ask for {_card_words(number, lexicon, begins=False)}"
        case "triplet":
            owner, at = owner_and_place(number)
            return triplet_facts(view, owner, view.fields[owner][at], lexicon, ELEMENT_COLUMNS)
        case "seat":
            return _seat_words(view, number, lexicon)
        case _:
            return _button_words(view, BUTTONS[number], lexicon)


def _card_words(card: int, lexicon: Lexicon, begins: bool = True) -> str:
    name, group = card_name(card, lexicon), GROUP[card]
    name = capitalized(name) if begins else name
    if card in JOKERS:
        return f"{name}: any kind of its group, {counted(VALUE[group], 'point')} a triplet."
    if card < FIRST_ACTION:
        return f"{name}: {group_name(group, lexicon)}, {counted(VALUE[group], 'point')} a triplet."
    if group == CITIZENS:
        return f"{name}: marks a USA triplet; the {ORDINALS[MARKS - 1]} mark takes it."
    below = group_name(group - 1, lexicon)
    return f"{name}: {group_name(group, lexicon)}, takes a triplet of {below}."


def _too_early(view: YummyState, card: int, lexicon: Lexicon) -> str:
    """Return the reason why a card can no longer be added to an offer, or an empty text.

    The cards of an offer are added in order.
    """
    top = view.pending[-1] if view.pending else None
    if not isinstance(top, Offer) or not top.give or top.ask or card >= top.give[-1]:
        return ""
    name = capitalized(card_name(card, lexicon))
    return f"{name} comes before the cards you give already: undo those first."


ELEMENT_COLUMNS: Final = 78
"""The columns of a text about an element."""


def triplet_facts(
    view: YummyState, owner: int, triplet: Triplet, lexicon: Lexicon, room: int = 999
) -> str:
    """Return a triplet and its dangers, the most important first, in at most ``room`` columns."""
    group = group_of(triplet)
    joker = triplet[SIZE - 1] in JOKERS
    names = labels_words(triplet[: SIZE - 1] if joker else triplet[:SIZE], lexicon)
    if joker and len({*triplet[:SIZE]}) == SIZE:
        names = f"{card_name(triplet[0], lexicon)}, {card_name(triplet[1], lexicon)}"
    names = f"{capitalized(names)}{' and joker' if joker else ''}"
    points = counted(points_of(triplet), "point")
    by = dangers(view, owner, triplet)
    facts = [] if by is None else _danger_words(triplet, by, lexicon)
    if len(triplet) > SIZE:
        facts += [f"{group_name(group + 1, lexicon)} cannot take it"] if view.pending else []
        facts.append(f"marked by {labels_words(triplet[SIZE:], lexicon)}")
    if joker and view.pending:
        which = "the same kind" if is_one_kind(triplet) else "a third kind"
        facts.append(f"its joker for {which}")
    text = f"{names} ({group_name(group, lexicon)}): {points}"
    if len("; ".join((text, *facts))) >= room:
        text = f"{names}: {points}"
    for fact in facts:
        if len(text) + len(fact) + 3 <= room:
            text += f"; {fact}"
    return f"{text}."


def _danger_words(triplet: Triplet, by: Sequence[Danger], lexicon: Lexicon) -> list[str]:
    """Return the dangers to a triplet, the worst first."""
    last, taking = ORDINALS[MARKS - 1], [each.group for each in by if each.takes]
    if len(triplet) > SIZE:
        marks = counted(len(triplet) - SIZE, "mark")
        if taking:
            return [f"{marks}, the {last} takes it"]
        return [f"{marks}, one more costs a point" if by else f"{marks}, no more can come"]
    if CITIZENS in taking:
        trump = f"{group_name(ALIENS, lexicon)} or " if ALIENS in taking else ""
        return [f"{trump}a {last} mark {'take' if trump else 'takes'} it"]
    costs = any(not each.takes for each in by)
    if taking:
        facts = ["marks cost it points"] if costs else []
        return [f"{group_name(taking[0], lexicon)} can take it", *facts]
    return ["only marks cost it points" if costs else "nothing can take it any more"]


def _seat_words(view: YummyState, seat: int, lexicon: Lexicon) -> str:
    text = f"{lexicon.names[seat]} holds {counted(len(view.hands[seat]), 'card')}"
    known = remembered(view, viewer_of(view))[seat]
    left = f". {counted(OPENINGS - len(view.openings), 'trade')} left this turn."
    known_words = f", among them {cards_words(known, lexicon)}" if known else ""
    return text + if_short(known_words, "", ELEMENT_COLUMNS - len(text + left)) + left


def _button_words(view: YummyState, word: str, lexicon: Lexicon) -> str:
    match word:
        case "keep":
            return "It counts on your field and lets you hold one card more, but can be taken."
        case "bank":
            return "It is safe on your point pile, and the direction of play reverses."
        case "propose":
            return "The other player sees the offer and answers; then it cannot be undone."
        case "accept":
            return "The cards change hands."
        case "decline":
            return lacking_words(view, lexicon) or "Nothing changes hands."
        case "counter":
            return "You make another offer, which is accepted or declined."
        case _:
            return _end_words(view)


def _end_words(view: YummyState) -> str:
    if is_last_turn(view):
        return "End the last turn and the match."
    seat = view.pending[-1].seat if view.pending else 0
    missing = limit(view, seat) - len(view.hands[seat])
    if missing < 0:
        return f"End your turn; you discard {counted(-missing, 'card')}."
    if not missing:
        return "End your turn; you neither draw nor discard."
    if missing >= len(view.deck):
        return "End your turn; you draw the rest of the deck, which ends the match."
    return f"End your turn; you draw {counted(missing, 'card')}."
