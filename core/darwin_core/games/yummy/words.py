"""Yummy Darwinism in words: prompts, the told story, and a position for listeners."""

from collections import Counter as Multiset
from collections.abc import Sequence
from typing import Final, assert_never

from darwin_core.english import counted, listed
from darwin_core.game import HIDDEN, Element, Section
from darwin_core.games.yummy.components import (
    CARDS,
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    GROUPS,
    JOKERS,
    MARKS,
    OPENINGS,
    TRADED,
    USA,
    VALUE,
)
from darwin_core.games.yummy.notation import BUTTONS, owner_and_place
from darwin_core.games.yummy.rules import is_last_turn, limit, score, to_move, totals
from darwin_core.games.yummy.state import (
    Accept,
    Answer,
    AnyAction,
    Ask,
    Bank,
    Banked,
    Captured,
    Cards,
    Counter,
    Countered,
    Dealt,
    Decline,
    Declined,
    Discard,
    Discarded,
    End,
    Ended,
    Give,
    Keep,
    Kept,
    Laid,
    Lay,
    Mark,
    Marked,
    Move,
    Offer,
    Offered,
    Picked,
    Place,
    Propose,
    Refilled,
    Swap,
    Swapped,
    Trade,
    Traded,
    TradeOpened,
    Trim,
    Triplet,
    Trump,
    Trumped,
    TurnBegan,
    YummyEvent,
    YummyState,
)
from darwin_core.games.yummy.triplets import SIZE, group_of, is_one_kind, worth
from darwin_core.games.yummy.view import remembered, viewer_of
from darwin_core.language import language

DIRECTIONS: Final = {1: "clockwise", -1: "anticlockwise"}


def card_name(card: int) -> str:
    """What is printed on a card, in the language chosen; ``a card`` if it is not seen."""
    if card == HIDDEN:
        return "a card"
    return CARDS[card].german if language() == "de" else CARDS[card].english


def group_name(group: int) -> str:
    """A group's name in the language chosen."""
    return GROUPS[group].german if language() == "de" else GROUPS[group].name


def cards_words(cards: Cards) -> str:
    """Some cards, equal ones together: ``2 police and the executive joker``."""
    if HIDDEN in cards:
        return counted(len(cards), "card")
    told = [_several(card_name(card), number) for card, number in Multiset(cards).items()]
    return listed(told) or "nothing"


def _several(name: str, number: int) -> str:
    """``police``, ``2 police``, ``2 of the president``."""
    if number == 1:
        return name
    return f"{number} of {name}" if name.startswith("the ") else f"{number} {name}"


def triplet_words(triplet: Triplet) -> str:
    """A triplet with its group: ``3 police (executive)``."""
    return f"{cards_words(triplet[:SIZE])} ({group_name(group_of(triplet))})"


def danger(triplet: Triplet) -> int | None:
    """The group whose action cards trump a triplet; None where none does any more."""
    return group_of(triplet) + 1 if len(triplet) == SIZE else None


# --- what is wanted


def prompt(view: YummyState, viewer: int) -> str:
    """What the rules want of a viewer now."""
    if not view.pending:
        return "The match is over."
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return _waiting(view)
    match effect:
        case Move():
            return "Lay, trump, swap or trade as you like, or end the turn."
        case Place(_, cards):
            what = _begun(_if_short(cards_words(cards), "three of a kind", _ROOM - 32))
            return f"{what}: bank them or leave them there?"
        case Offer():
            return _offer_prompt(effect)
        case Answer(_, _, is_counter, give, ask):
            what = "In return you are" if is_counter else "You are"
            return f"{what} offered {_exchange_words(give, ask)}."
        case Trim(seat):
            much = len(view.hands[seat]) - limit(view, seat)
            return f"You hold {counted(much, 'card')} too many: discard one."
        case _:
            return "Wait."


def _offer_prompt(effect: Offer) -> str:
    give, ask = effect.give, effect.ask
    if not give:
        return f"Your offer: what do you give? One to {TRADED} cards."
    if not ask:
        more = "Give more, or choose" if len(give) < TRADED else "Choose"
        what = _if_short(cards_words(give), counted(len(give), "card"), _ROOM - 33)
        return f"You give {what}. {more} what to ask for."
    more = " Or ask for more." if len(ask) < TRADED else ""
    return f"You give {_exchange_words(give, ask)}.{more}"


_ROOM: Final = 57
"""Columns of a prompt after which there is still room to say that it cannot be undone."""


def _if_short(words: str, else_words: str, room: int) -> str:
    return words if len(words) <= room else else_words


def _exchange_words(give: Cards, ask: Cards) -> str:
    """What goes one way and the other; where names are too long how many cards, as all of it lies
    on the table."""
    numbers = f"{counted(len(give), 'card')} for {len(ask)}"
    return _if_short(f"{cards_words(give)} for {cards_words(ask)}", numbers, _ROOM - 27)


def _waiting(view: YummyState) -> str:
    match view.pending[-1]:
        case Place(_, cards):
            return f"{_begun(cards_words(cards))}: banked, or left on the field."
        case Offer():
            return "An offer is put together."
        case Answer(_, _, _, give, ask):
            return f"An offer lies there: {_exchange_words(give, ask)}."
        case Trim():
            return "A hand too large is trimmed."
        case _:
            return "Another player is in turn."


def phrase(view: YummyState, action: AnyAction, names: Sequence[str]) -> str:
    """An action as a numbered choice."""
    match action:
        case Lay(cards):
            return f"lay {cards_words(cards)}"
        case Trump(card, owner, place):
            return f"trump {_whose(view, owner, place, names)} by {card_name(card)}"
        case Mark(card, owner, place):
            return f"mark {_whose(view, owner, place, names)} by {card_name(card)}"
        case Swap(card, owner, place):
            return f"swap {card_name(card)} for {_whose(view, owner, place, names, 'joker')}"
        case Trade(partner):
            return f"trade with {names[partner]}"
        case Give(card):
            return f"give {card_name(card)}"
        case Ask(label):
            return f"ask for {card_name(label)}"
        case Discard(card):
            return f"discard {card_name(card)}"
        case Keep():
            return "leave it on the field"
        case Bank():
            return "bank it and reverse the direction"
        case Propose():
            return "make the offer"
        case Accept():
            return "accept"
        case Decline():
            return "decline"
        case Counter():
            return "make a counter-offer"
        case End():
            return "end the turn"
        case _:
            assert_never(action)


def _whose(
    view: YummyState, owner: int, place: int, names: Sequence[str], what: str = "triplet"
) -> str:
    """A triplet by its owner and group; if there are more of it, by its place on the field."""
    field = view.fields[owner]
    group = group_of(field[place])
    if sum(group_of(each) == group for each in field) > 1:
        where = f"triplet {place + 1}"
        return f"{names[owner]}'s {where if what == 'triplet' else f'{what} of {where}'}"
    return f"{names[owner]}'s {group_name(group)} {what}"


_ORDINALS: Final = ("first", "second", "third")


# --- what an element is


def element(view: YummyState, viewer: int, place: Element, names: Sequence[str]) -> str:
    """What an element is and does now."""
    kind, number = place
    match kind:
        case "card":
            return _too_early(view, number) or _card_words(number)
        case "label":
            return f"Ask for {_card_words(number, begins=False)}"
        case "triplet":
            owner, at = owner_and_place(number)
            return _triplet_words(view, view.fields[owner][at], ELEMENT)
        case "seat":
            return _seat_words(view, number, names)
        case _:
            return _button_words(view, BUTTONS[number])


def _card_words(card: int, begins: bool = True) -> str:
    name = _begun(card_name(card)) if begins else card_name(card)
    group = GROUP[card]
    if card in JOKERS:
        return f"{name}: any kind of its group, {_points(VALUE[group])} a triplet."
    if card < FIRST_ACTION:
        return f"{name}: {group_name(group)}, {_points(VALUE[group])} a triplet."
    if group == CITIZENS:
        return f"{name}: marks a USA triplet; the {_ORDINALS[MARKS - 1]} mark captures it."
    return f"{name}: {group_name(group)}, trumps a triplet of {group_name(group - 1)}."


def _too_early(view: YummyState, card: int) -> str:
    """Why a card cannot be added to an offer, of which it would have been an earlier part."""
    top = view.pending[-1] if view.pending else None
    if not isinstance(top, Offer) or not top.give or top.ask or card >= top.give[-1]:
        return ""
    return f"{_begun(card_name(card))} comes before what you give already: take that back first."


def _begun(words: str) -> str:
    """Words as a sentence begins with them; capitals of names stay."""
    return words[0].upper() + words[1:]


ELEMENT: Final = 78
"""Columns of the words about an element."""


def _points(number: int) -> str:
    return counted(number, "point")


def _triplet_words(view: YummyState, triplet: Triplet, room: int = 999) -> str:
    """A triplet and what can still be done to it, the most important first, in so many letters."""
    group = group_of(triplet)
    joker = triplet[SIZE - 1] in JOKERS
    names = cards_words(triplet[: SIZE - 1] if joker else triplet[:SIZE])
    if joker and len({*triplet[:SIZE]}) == SIZE:
        names = f"{card_name(triplet[0])}, {card_name(triplet[1])}"
    names = f"{_begun(names)}{' and joker' if joker else ''}"
    points = _points(worth(triplet))
    above, last = group_name(group + 1), _ORDINALS[MARKS - 1]
    if not view.pending:
        facts = [f"marked by {cards_words(triplet[SIZE:])}"] if len(triplet) > SIZE else []
    elif len(triplet) > SIZE:
        marks = counted(len(triplet) - SIZE, "mark")
        facts = [f"{marks}, the {last} captures it", f"{above} cannot trump it"]
        facts.append(f"marked by {cards_words(triplet[SIZE:])}")
    elif group == USA:
        facts = [f"{above} or a {last} mark take it"]
    else:
        facts = [f"trumped by {above}"]
    if joker and view.pending:
        which = "the same kind" if is_one_kind(triplet) else "a third kind"
        facts.append(f"its joker for {which}")
    text = f"{names} ({group_name(group)}): {points}"
    if len("; ".join((text, *facts))) >= room:
        text = f"{names}: {points}"
    for fact in facts:
        if len(text) + len(fact) + 3 <= room:
            text += f"; {fact}"
    return f"{text}."


def _seat_words(view: YummyState, seat: int, names: Sequence[str]) -> str:
    text = f"{names[seat]} holds {counted(len(view.hands[seat]), 'card')}"
    known = remembered(view, viewer_of(view))[seat]
    left = f". {counted(OPENINGS - len(view.openings), 'trade')} left this turn."
    known_words = f", among them {cards_words(known)}" if known else ""
    return text + _if_short(known_words, "", ELEMENT - len(text + left)) + left


def _button_words(view: YummyState, word: str) -> str:
    match word:
        case "keep":
            return "It counts on your field and lets you hold one card more, but can be trumped."
        case "bank":
            return "It counts on your point pile, where nobody can touch it; play turns round."
        case "propose":
            return "The other sees the offer and answers; then it cannot be taken back."
        case "accept":
            return "The cards change hands."
        case "decline":
            return "Nothing changes hands."
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


# --- what happened


def sentence(event: YummyEvent, names: Sequence[str]) -> str:
    """An event as heard, with the seats' names."""
    match event:
        case Dealt(hands, first):
            return f"{counted(len(hands[0]), 'card')} each are dealt. {names[first]} begins."
        case TurnBegan(seat, card, left):
            end = "" if left else ", the last of the deck: this turn is the last"
            return f"{names[seat]} draws {card_name(card)}{end}."
        case Laid(seat, cards):
            return f"{names[seat]} lays {triplet_words(cards)}."
        case Kept(seat, _):
            return f"{names[seat]} leaves them on the field."
        case Banked(seat, cards, direction):
            points = _points(VALUE[group_of(cards)])
            return f"{names[seat]} banks them: {points}. Play goes on {DIRECTIONS[direction]}."
        case Trumped(seat, card, owner, cards):
            what = triplet_words(cards)
            text = f"{names[seat]} trumps {names[owner]}'s {what} by {card_name(card)}"
            return f"{text} and takes it." if group_of(cards) == USA else f"{text}."
        case Marked(seat, card, owner, cards):
            nth = len(cards) - SIZE
            what = triplet_words(cards)
            return f"{names[seat]} plays {card_name(card)} on {names[owner]}'s {what}: mark {nth}."
        case Captured(seat, owner, _):
            return (
                f"That is the {_ORDINALS[MARKS - 1]}: {names[seat]} takes it from {names[owner]}."
            )
        case Swapped(seat, card, owner, joker):
            return (
                f"{names[seat]} swaps {card_name(card)} for the {card_name(joker)} of "
                f"{names[owner]}."
            )
        case TradeOpened(seat, partner):
            return f"{names[seat]} wants to trade with {names[partner]}."
        case Countered(seat, partner):
            return f"{names[seat]} will make {names[partner]} another offer."
        case Picked(seat, give, ask):
            for_what = f" for {cards_words(ask)}" if ask else ""
            return f"{names[seat]} would give {cards_words(give)}{for_what}."
        case Offered(seat, partner, give, ask):
            return (
                f"{names[seat]} offers {names[partner]} {cards_words(give)} for {cards_words(ask)}."
            )
        case Traded(seat, partner, give, ask):
            return (
                f"{names[partner]} accepts: {names[seat]} gives {cards_words(give)} and gets "
                f"{cards_words(ask)}."
            )
        case Declined(seat, _):
            return f"{names[seat]} declines."
        case Refilled(seat, cards):
            return f"{names[seat]} draws up: {cards_words(cards)}."
        case Discarded(seat, card):
            return f"{names[seat]} discards {card_name(card)}."
        case Ended(totals, winners):
            who = listed([names[seat] for seat in winners])
            win = "wins" if len(winners) == 1 else "win"
            return f"The deck has run out. {who} {win} with {_points(totals[winners[0]])}."
        case _:
            assert_never(event)


# --- for listeners


def describe(view: YummyState, viewer: int, names: Sequence[str]) -> list[Section]:
    """The position in words: the deck, every player's field, and the viewer's hand."""
    deck = counted(len(view.deck), "card")
    table = [f"The deck has {deck} left. Play goes {DIRECTIONS[view.direction]}."]
    if view.out:
        table.append(f"Out of the game: {cards_words(bytes(sorted(view.out)))}.")
    sections = [Section("table", tuple(table))]
    known = remembered(view, viewer)
    points = totals(view)
    for seat, name in enumerate(names):
        lines = [f"{name} has {_points(points[seat])}: {_score_words(view, seat)}."]
        lines += [_triplet_words(view, each) for each in view.fields[seat]]
        if seat != viewer:
            holds = f"Holds {counted(len(view.hands[seat]), 'card')}"
            seen = f", among them {cards_words(known[seat])}" if known[seat] else ""
            lines.append(f"{holds}{seen}.")
        sections.append(Section(f"field of {name}", tuple(lines)))
    if viewer < len(view.hands):
        hand = f"You hold {cards_words(view.hands[viewer])}."
        sections.append(Section("hand", (hand, f"Your limit is {limit(view, viewer)}.")))
    return sections


def _score_words(view: YummyState, seat: int) -> str:
    return ", ".join(f"{line.label} {line.points[seat]}" for line in score(view))
