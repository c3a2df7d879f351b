"""A sentence on each element of the board: its meaning and its present use."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.yummy.components import (
    ALIENS,
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    JOKERS,
    OPENINGS,
    VALUE,
)
from darwin_core.games.yummy.dangers import Danger, dangers
from darwin_core.games.yummy.effects import Offer, Place
from darwin_core.games.yummy.notation import BUTTONS, owner_and_place
from darwin_core.games.yummy.rules import is_last_turn, limit
from darwin_core.games.yummy.state import Triplet, YummyState
from darwin_core.games.yummy.triplets import SIZE, group_of, is_one_kind, points_of
from darwin_core.games.yummy.view import remembered, viewer_of
from darwin_core.games.yummy.words import (
    LAST_MARK,
    card_name,
    cards_words,
    group_name,
    labels_words,
    lacking_words,
)
from darwin_core.text.language import tr, tr_n
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import capitalized, counted


def element(view: YummyState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Return the meaning and the present use of an element."""
    kind, number = place
    match kind:
        case "card":
            return _too_early(view, number) or _card_words(number)
        case "label":
            card = _card_words(number, begins=False)
            return tr("Ask for {card}", card=card)
        case "triplet":
            owner, at = owner_and_place(number)
            return triplet_facts(view, owner, view.fields[owner][at], ELEMENT_COLUMNS)
        case "seat":
            return _seat_words(view, number, lexicon)
        case _:
            return _button_words(view, BUTTONS[number])


def _card_words(card: int, begins: bool = True) -> str:
    name, group = card_name(card), GROUP[card]
    words = capitalized(name) if begins else name
    points, own = counted(VALUE[group], "point"), group_name(group)
    if card in JOKERS:
        return tr("{card}: any kind of its group, {points} a triplet.", card=words, points=points)
    if card < FIRST_ACTION:
        return tr("{card}: {group}, {points} a triplet.", card=words, group=own, points=points)
    if group == CITIZENS:
        last = tr(LAST_MARK)
        return tr("{card}: marks a USA triplet; the {nth} mark takes it.", card=words, nth=last)
    below = group_name(group - 1)
    return tr("{card}: {group}, takes a triplet of {below}.", card=words, group=own, below=below)


def _too_early(view: YummyState, card: int) -> str:
    """Return the reason why a card can no longer be added to an offer, or an empty text.

    The cards of an offer are added in order.
    """
    top = view.pending[-1] if view.pending else None
    if not isinstance(top, Offer) or not top.give or top.ask or card >= top.give[-1]:
        return ""
    name = capitalized(card_name(card))
    return tr("{card} comes before the cards you give already: undo those first.", card=name)


ELEMENT_COLUMNS: Final = 78
"""The columns of a text about an element."""


def triplet_facts(view: YummyState, owner: int, triplet: Triplet, room: int = 999) -> str:
    """Return a triplet and its dangers, the most important first, in at most ``room`` columns."""
    group = group_of(triplet)
    joker = triplet[SIZE - 1] in JOKERS
    names = labels_words(triplet[: SIZE - 1] if joker else triplet[:SIZE])
    if joker and len({*triplet[:SIZE]}) == SIZE:
        names = f"{card_name(triplet[0])}, {card_name(triplet[1])}"
    names = capitalized(names)
    names = tr("{cards} and joker", cards=names) if joker else names
    points = counted(points_of(triplet), "point")
    by = dangers(view, owner, triplet)
    is_held = by != dangers(view, owner, triplet, of_owner=True)
    facts = [] if by is None else _danger_words(triplet, by, is_held)
    if len(triplet) > SIZE:
        above = group_name(group + 1)
        facts += [tr("{group} cannot take it", group=above)] if view.pending else []
        facts.append(tr("marked by {cards}", cards=labels_words(triplet[SIZE:])))
    if joker and view.pending:
        is_one = is_one_kind(triplet)
        facts.append(tr("its joker for the same kind" if is_one else "its joker for a third kind"))
    text = f"{names} ({group_name(group)}): {points}"
    if len("; ".join((text, *facts))) >= room:
        text = f"{names}: {points}"
    for fact in facts:
        if len(text) + len(fact) + 3 <= room:
            text += f"; {fact}"
    return f"{text}."


def _danger_words(triplet: Triplet, by: Sequence[Danger], is_held: bool) -> list[str]:
    """Return the dangers to a triplet, the worst first.

    Args:
        triplet: on a field.
        by: its dangers.
        is_held: there would be more, but for cards that its owner holds and could trade away.
    """
    last, taking = tr(LAST_MARK), [each.group for each in by if each.takes]
    if len(triplet) > SIZE:
        marks = counted(len(triplet) - SIZE, "mark")
        if taking:
            return [tr("{marks}, the {nth} takes it", marks=marks, nth=last)]
        return [
            tr(
                "{marks}, one more costs a point"
                if by
                else "{marks}, its owner holds the others"
                if is_held
                else "{marks}, no more can come",
                marks=marks,
            )
        ]
    if CITIZENS in taking:
        if ALIENS not in taking:
            return [tr("a {nth} mark takes it", nth=last)]
        group = group_name(ALIENS)
        return [tr("{group} or a {nth} mark take it", group=group, nth=last)]
    costs = any(not each.takes for each in by)
    if taking:
        facts = [tr("marks cost it points")] if costs else []
        return [tr("{group} can take it", group=group_name(taking[0])), *facts]
    if costs:
        return [tr("only marks cost it points")]
    return [
        tr(
            "only cards that its owner holds could take it"
            if is_held
            else "nothing can take it any more"
        )
    ]


def _seat_words(view: YummyState, seat: int, lexicon: Lexicon) -> str:
    name, cards = lexicon.names[seat], counted(len(view.hands[seat]), "card")
    known = remembered(view, viewer_of(view))[seat]
    number = OPENINGS - len(view.openings)
    left = tr_n("{number} trade left this turn.", "{number} trades left this turn.", number)
    if known:
        words = cards_words(known)
        text = tr("{seat} holds {cards}, among them {known}.", seat=name, cards=cards, known=words)
        if len(text) + 1 + len(left) <= ELEMENT_COLUMNS:
            return f"{text} {left}"
    return f"{tr('{seat} holds {cards}.', seat=name, cards=cards)} {left}"


def _button_words(view: YummyState, word: str) -> str:
    match word:
        case "keep":
            return tr(
                "It counts on your field and lets you hold one card more, but can be taken."
                if _can_be_taken(view)
                else "It counts on your field and lets you hold one card more."
            )
        case "bank":
            return tr("It is safe on your point pile, and the direction of play reverses.")
        case "propose":
            return tr("The other player sees the offer and answers; then it cannot be undone.")
        case "accept":
            return tr("The cards change hands.")
        case "decline":
            lacking = lacking_words(view)
            return f"{lacking} {tr('Enter declines.')}" if lacking else tr("Nothing changes hands.")
        case "counter":
            return tr("You make another offer, which is accepted or declined.")
        case _:
            return _end_words(view)


def _can_be_taken(view: YummyState) -> bool:
    """Return whether others could take the triplet that is laid now."""
    effect = view.pending[-1]
    return isinstance(effect, Place) and bool(dangers(view, effect.seat, effect.cards))


def _end_words(view: YummyState) -> str:
    if is_last_turn(view):
        return tr("End the last turn and the match.")
    seat = view.pending[-1].seat if view.pending else 0
    missing = limit(view, seat) - len(view.hands[seat])
    if missing < 0:
        return tr("End your turn; you discard {cards}.", cards=counted(-missing, "card"))
    if not missing:
        return tr("End your turn; you neither draw nor discard.")
    if missing >= len(view.deck):
        return tr("End your turn; you draw the rest of the deck, which ends the match.")
    return tr("End your turn; you draw {cards}.", cards=counted(missing, "card"))
