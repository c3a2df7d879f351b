"""Yummy Darwinism in words: names, prompts, and phrases for actions.

See also ``elements`` (the elements of the board), ``narration`` (events) and ``description`` (a
position in sentences).
"""

from collections import Counter as Multiset
from collections.abc import Callable
from typing import Final, assert_never

from darwin_core.game import HIDDEN
from darwin_core.games.yummy.actions import (
    ACCEPT,
    Accept,
    AnyAction,
    Ask,
    Bank,
    Counter,
    Decline,
    Discard,
    End,
    Give,
    Keep,
    Lay,
    Mark,
    Propose,
    Swap,
    Trade,
    Trump,
)
from darwin_core.games.yummy.components import CARDS, GROUPS, TRADED, without_article
from darwin_core.games.yummy.rules import legal, limit, to_move
from darwin_core.games.yummy.state import Answer, Cards, Move, Offer, Place, Trim, YummyState
from darwin_core.games.yummy.triplets import group_of
from darwin_core.language import language
from darwin_core.lexicon import Lexicon, waiting_for
from darwin_core.primers import next_effect
from darwin_core.wording import counted, listed

DIRECTIONS: Final = {1: "clockwise", -1: "anticlockwise"}
ORDINALS: Final = ("first", "second", "third")


def card_name(card: int, lexicon: Lexicon) -> str:
    """Return a card's printed name in the reader's language; ``a card`` if it is hidden."""
    if card == HIDDEN:
        return "a card"
    return CARDS[card].german if language() == "de" else CARDS[card].english


def group_name(group: int, lexicon: Lexicon) -> str:
    """Return a group's name in the reader's language."""
    return GROUPS[group].german if language() == "de" else GROUPS[group].name


def card_words(card: int, lexicon: Lexicon) -> str:
    """Return a card as part of a sentence: ``an anarchist``, ``the strike``."""
    if card == HIDDEN:
        return "a card"
    row = CARDS[card]
    return without_article(row.german) if language() == "de" else row.one


def _several(card: int, number: int, lexicon: Lexicon) -> str:
    """Return several equal cards: ``2 anarchists``, ``2 police cards``."""
    row = CARDS[card]
    if language() == "de":
        return f"{number} {without_article(row.german)} cards"
    return f"{number} {row.several}"


def cards_words(cards: Cards, lexicon: Lexicon) -> str:
    """Return cards as part of a sentence, equal ones together: ``2 police cards and the executive
    joker``."""
    return _listed(cards, card_words, lexicon)


def labels_words(cards: Cards, lexicon: Lexicon) -> str:
    """Return cards as they follow a player's name, without added articles."""
    return _listed(cards, card_name, lexicon)


def _listed(cards: Cards, one: Callable[[int, Lexicon], str], lexicon: Lexicon) -> str:
    if HIDDEN in cards:
        return counted(len(cards), "card")
    parts = [
        one(card, lexicon) if number == 1 else _several(card, number, lexicon)
        for card, number in Multiset(cards).items()
    ]
    return listed(parts) or "nothing"


def capitalized(words: str) -> str:
    """Return words with a capital at the beginning; other capitals stay."""
    return words[0].upper() + words[1:]


def if_short(words: str, else_words: str, room: int) -> str:
    """Return words if there is room for them, otherwise other words."""
    return words if len(words) <= room else else_words


# --- prompts and actions


def phase(view: YummyState, viewer: int) -> str:
    """Return the phase of a decision; a turn in which one can take a triplet has its own, as has an
    offer that cannot be accepted."""
    name = next_effect(view, viewer)
    if name == "answer" and ACCEPT not in legal(view, viewer):
        return "lack"
    can_take = name == "move" and any(isinstance(each, Trump) for each in legal(view, viewer))
    return "take" if can_take else name


def prompt(view: YummyState, viewer: int, lexicon: Lexicon) -> str:
    """Return the question to a viewer, or the name of the seat that must decide."""
    if not view.pending:
        return "The match is over."
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return _waiting_prompt(view, lexicon)
    match effect:
        case Move():
            return _move_prompt(view, viewer)
        case Place(_, cards):
            what = capitalized(
                if_short(cards_words(cards, lexicon), "three of a kind", _PROMPT_COLUMNS - 32)
            )
            return f"{what}: bank them or leave them there?"
        case Offer():
            return _offer_prompt(effect, lexicon)
        case Answer(_, _, is_counter, give, ask):
            what = "In return you are" if is_counter else "You are"
            return f"{what} offered {_exchange_words(give, ask, lexicon)}."
        case Trim(seat):
            much = len(view.hands[seat]) - limit(view, seat)
            return f"You hold {counted(much, 'card')} too many: discard one."
        case _:
            return "Wait."


def _move_prompt(view: YummyState, viewer: int) -> str:
    """Return the kinds of moves that are possible now, as an invitation."""
    kinds = set(map(type, legal(view, viewer)))
    triplets = [word for kind, word in ((Lay, "lay"), (Trump, "take")) if kind in kinds]
    others = [word for kind, word in _OTHER_MOVES if kind in kinds]
    if not triplets and not others:
        return "You can only end your turn."
    first = [f"{listed(triplets, 'or')} triplets"] if triplets else []
    return capitalized(f"{listed([*first, *others, 'end your turn'], 'or')}.")


_OTHER_MOVES: Final = ((Swap, "swap"), (Mark, "mark"), (Trade, "trade"))


def lacking_words(view: YummyState, lexicon: Lexicon) -> str:
    """Return the sentence on an offer that cannot be accepted; empty for one that can be."""
    effect = view.pending[-1] if view.pending else None
    if not isinstance(effect, Answer):
        return ""
    hand = view.hands[effect.seat]
    lacking = [card for card in effect.ask if effect.ask.count(card) > hand.count(card)]
    if HIDDEN in hand or not lacking:
        return ""
    what = labels_words(bytes(lacking[:1]), lexicon)
    if effect.is_counter:
        return f"You lack {what}, so you can only decline."
    return f"You lack {what}, so you cannot accept."


def _offer_prompt(effect: Offer, lexicon: Lexicon) -> str:
    give, ask = effect.give, effect.ask
    if not give:
        return f"Your offer: what do you give? One to {TRADED} cards."
    if not ask:
        more = "Give more, or ask for" if len(give) < TRADED else "Ask for"
        what = if_short(
            cards_words(give, lexicon), counted(len(give), "card"), _PROMPT_COLUMNS - 39
        )
        return f"You give {what}. {more} cards."
    more = " Or ask for more." if len(ask) < TRADED else ""
    return f"You give {_exchange_words(give, ask, lexicon)}.{more}"


_PROMPT_COLUMNS: Final = 57
"""The columns of a prompt that leave room for the note that the action cannot be undone."""


def _exchange_words(give: Cards, ask: Cards, lexicon: Lexicon) -> str:
    """Return the cards given and asked for.

    If that is too long, return them without articles, or as numbers: the cards themselves are on
    the table.
    """
    numbers = f"{counted(len(give), 'card')} for {len(ask)}"
    labels = if_short(
        f"{labels_words(give, lexicon)} for {labels_words(ask, lexicon)}",
        numbers,
        _PROMPT_COLUMNS - 27,
    )
    return if_short(
        f"{cards_words(give, lexicon)} for {cards_words(ask, lexicon)}",
        labels,
        _PROMPT_COLUMNS - 27,
    )


def _waiting_prompt(view: YummyState, lexicon: Lexicon) -> str:
    """Return the prompt while another seat decides, with the offer that it answers."""
    effect, waiting = view.pending[-1], waiting_for(lexicon, to_move(view))
    if isinstance(effect, Answer):
        return f"Offered: {_exchange_words(effect.give, effect.ask, lexicon)}. {waiting}"
    return waiting


def phrase(view: YummyState, action: AnyAction, lexicon: Lexicon) -> str:
    """Return an action as a numbered choice."""
    match action:
        case Lay(cards):
            return f"lay {cards_words(cards, lexicon)}"
        case Trump(card, owner, place):
            triplet = _triplet_words(view, owner, place, lexicon)
            return f"take {triplet} by {card_name(card, lexicon)}"
        case Mark(card, owner, place):
            triplet = _triplet_words(view, owner, place, lexicon)
            return f"mark {triplet} by {card_name(card, lexicon)}"
        case Swap(card, owner, place):
            joker = _triplet_words(view, owner, place, lexicon, "joker")
            return f"swap {card_words(card, lexicon)} for {joker}"
        case Trade(partner):
            return f"trade with {lexicon.names[partner]}"
        case Give(card):
            return f"give {card_name(card, lexicon)}"
        case Ask(label):
            return f"ask for {card_name(label, lexicon)}"
        case Discard(card):
            return f"discard {card_name(card, lexicon)}"
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


def _triplet_words(
    view: YummyState, owner: int, place: int, lexicon: Lexicon, what: str = ""
) -> str:
    """Return a triplet, or ``what`` of it, by owner and group.

    If the owner has more triplets of the group, return it by its place on the field.
    """
    field = view.fields[owner]
    group = group_of(field[place])
    if sum(group_of(each) == group for each in field) > 1:
        where = f"triplet {place + 1}"
        return f"{lexicon.names[owner]}'s {f'{what} of ' if what else ''}{where}"
    return f"{lexicon.names[owner]}'s {group_name(group, lexicon)} {what}".rstrip()
