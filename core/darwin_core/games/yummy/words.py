"""Yummy Darwinism in words: names, what the rules want now, and actions as they are offered.

Beside it stand ``elements`` (what lies on the board), ``story`` (what happens) and
``description`` (a position for listeners).
"""

from collections import Counter as Multiset
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from darwin_core.english import counted, listed
from darwin_core.game import HIDDEN
from darwin_core.games.yummy.components import CARDS, GROUPS, TRADED, without_article
from darwin_core.games.yummy.rules import limit, to_move
from darwin_core.games.yummy.state import (
    Accept,
    Answer,
    AnyAction,
    Ask,
    Bank,
    Cards,
    Counter,
    Decline,
    Discard,
    End,
    Give,
    Keep,
    Lay,
    Mark,
    Move,
    Offer,
    Place,
    Propose,
    Swap,
    Trade,
    Trim,
    Trump,
    YummyState,
)
from darwin_core.games.yummy.triplets import group_of
from darwin_core.language import language

DIRECTIONS: Final = {1: "clockwise", -1: "anticlockwise"}
ORDINALS: Final = ("first", "second", "third")


def card_name(card: int) -> str:
    """What is printed on a card, in the language chosen; ``a card`` if it is not seen."""
    if card == HIDDEN:
        return "a card"
    return CARDS[card].german if language() == "de" else CARDS[card].english


def group_name(group: int) -> str:
    """A group's name in the language chosen."""
    return GROUPS[group].german if language() == "de" else GROUPS[group].name


def card_words(card: int) -> str:
    """A card in a sentence: ``an anarchist``, ``the strike``."""
    if card == HIDDEN:
        return "a card"
    row = CARDS[card]
    return without_article(row.german) if language() == "de" else row.one


def _several(card: int, number: int) -> str:
    """``2 anarchists``, ``2 police cards``."""
    row = CARDS[card]
    if language() == "de":
        return f"{number} {without_article(row.german)} cards"
    return f"{number} {row.several}"


def cards_words(cards: Cards) -> str:
    """Some cards in a sentence, equal ones together: ``2 police cards and the executive joker``."""
    return _listed(cards, card_words)


def labels_words(cards: Cards) -> str:
    """The same as it stands after a player's name, without articles of ours."""
    return _listed(cards, card_name)


def _listed(cards: Cards, one: Callable[[int], str]) -> str:
    if HIDDEN in cards:
        return counted(len(cards), "card")
    told = [
        one(card) if number == 1 else _several(card, number)
        for card, number in Multiset(cards).items()
    ]
    return listed(told) or "nothing"


def begun(words: str) -> str:
    """Words as a sentence begins with them; capitals of names stay."""
    return words[0].upper() + words[1:]


def if_short(words: str, else_words: str, room: int) -> str:
    """Words where there is room for them, else others."""
    return words if len(words) <= room else else_words


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
            return "Lay, trump, mark, swap or trade as you like, or end the turn."
        case Place(_, cards):
            what = begun(if_short(cards_words(cards), "three of a kind", _ROOM - 32))
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
        what = if_short(cards_words(give), counted(len(give), "card"), _ROOM - 33)
        return f"You give {what}. {more} what to ask for."
    more = " Or ask for more." if len(ask) < TRADED else ""
    return f"You give {_exchange_words(give, ask)}.{more}"


_ROOM: Final = 57
"""Columns of a prompt after which there is still room to say that it cannot be undone."""


def _exchange_words(give: Cards, ask: Cards) -> str:
    """What goes one way and the other; where that is too long without articles, or how many cards,
    as all of it lies on the table."""
    numbers = f"{counted(len(give), 'card')} for {len(ask)}"
    labels = if_short(f"{labels_words(give)} for {labels_words(ask)}", numbers, _ROOM - 27)
    return if_short(f"{cards_words(give)} for {cards_words(ask)}", labels, _ROOM - 27)


def _waiting(view: YummyState) -> str:
    match view.pending[-1]:
        case Place(_, cards):
            what = begun(if_short(cards_words(cards), "three of a kind", _ROOM - 12))
            return f"{what}: banked, or left on the field."
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
            return f"trump {_whose(view, owner, place, names, '')} with {card_name(card)}"
        case Mark(card, owner, place):
            return f"mark {_whose(view, owner, place, names, '')} with {card_name(card)}"
        case Swap(card, owner, place):
            return f"swap {card_words(card)} for {_whose(view, owner, place, names, 'joker')}"
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


def _whose(view: YummyState, owner: int, place: int, names: Sequence[str], what: str) -> str:
    """A triplet, or what of it, by owner and group; if there are more of it, by its place on the
    field."""
    field = view.fields[owner]
    group = group_of(field[place])
    if sum(group_of(each) == group for each in field) > 1:
        where = f"triplet {place + 1}"
        return f"{names[owner]}'s {f'{what} of ' if what else ''}{where}"
    return f"{names[owner]}'s {group_name(group)} {what}".rstrip()
