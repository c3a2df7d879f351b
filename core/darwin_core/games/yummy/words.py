"""Yummy Darwinism in words: names, prompts, and phrases for actions.

See also ``elements`` (the elements of the board), ``narration`` (events) and ``description`` (a
position in sentences).
"""

from collections import Counter as Multiset
from collections.abc import Mapping
from typing import Final, assert_never

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import HIDDEN
from darwin_core.games.yummy import actions, effects
from darwin_core.games.yummy.actions import ACCEPT, AnyAction
from darwin_core.games.yummy.components import CARDS, GROUPS, TRADED
from darwin_core.games.yummy.rules import legal, limit, to_move
from darwin_core.games.yummy.state import YummyState
from darwin_core.games.yummy.triplets import group_of
from darwin_core.teaching.primers import next_effect
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import Lexicon, waiting_for
from darwin_core.text.wording import a, capitalized, counted, listed

DIRECTIONS: Final = {1: mark("clockwise"), -1: mark("anticlockwise")}
LAST_MARK: Final = mark("third")
"""The mark that takes a triplet, by its place."""


def card_name(card: int) -> Noun:
    """Return a card's printed name in the reader's language; ``a card`` if it is hidden."""
    return Noun(a("card")) if card == HIDDEN else noun(CARDS[card].name)


def group_name(group: int) -> Noun:
    """Return a group's name in the reader's language."""
    return noun(GROUPS[group].name)


def card_words(card: int) -> str:
    """Return a card as the object of a sentence: ``an anarchist``, ``the strike``."""
    return a("card") if card == HIDDEN else tr(CARDS[card].one)


def cards_words(cards: Cards) -> str:
    """Return cards as the object of a sentence, equal ones together: ``2 police cards and the
    executive joker``."""
    return _listed(cards, {card: card_words(card) for card in cards})


def labels_words(cards: Cards, form: str = "") -> str:
    """Return cards as they follow a player's name, without added articles.

    Args:
        cards: sorted.
        form: that of the cards' names.
    """
    return _listed(cards, {card: format(card_name(card), form) for card in cards})


def _listed(cards: Cards, single: Mapping[int, str]) -> str:
    if HIDDEN in cards:
        return counted(len(cards), "card")
    parts = [
        single[card] if number == 1 else tr(CARDS[card].several, number=number)
        for card, number in Multiset(cards).items()
    ]
    return listed(parts) or tr("nothing")


def if_short(words: str, else_words: str, room: int) -> str:
    """Return words if there is room for them, otherwise other words."""
    return words if len(words) <= room else else_words


# --- prompts and actions


def phase(view: YummyState, viewer: int) -> str:
    """Return the phase of a decision; a turn in which one can take a triplet has its own, as has
    one without any triplet, and an offer that cannot be accepted."""
    name, choices = next_effect(view, viewer), legal(view, viewer)
    if name == "answer" and ACCEPT not in choices:
        return "lack"
    kinds = set(map(type, choices))
    if name != "move" or (actions.Lay in kinds and actions.Trump not in kinds):
        return name
    return "take" if actions.Trump in kinds else "none"


def prompt(view: YummyState, viewer: int, lexicon: Lexicon) -> str:
    """Return the question to a viewer, or the name of the seat that must decide."""
    if not view.pending:
        return tr("The match is over.")
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return _waiting_prompt(view, lexicon)
    match effect:
        case effects.Move():
            return _move_prompt(view, viewer)
        case effects.Place(_, cards):
            what = capitalized(
                if_short(
                    cards_words(cards),
                    tr_in("cards", "three of a kind"),
                    _PROMPT_COLUMNS - 32,
                )
            )
            return tr("{cards}: bank them or leave them there?", cards=what)
        case effects.Offer():
            return _offer_prompt(effect)
        case effects.Answer(_, _, is_counter, give, ask):
            exchange = _exchange_words(give, ask)
            if is_counter:
                return tr("In return you are offered {exchange}.", exchange=exchange)
            if lacking_words(view):
                return tr("You cannot accept: {exchange}.", exchange=exchange)
            return tr("You are offered {exchange}.", exchange=exchange)
        case effects.Trim(seat):
            much = counted(len(view.hands[seat]) - limit(view, seat), "card")
            return tr("You hold {cards} too many: discard one.", cards=much)
        case _:
            return tr("Wait.")


def _move_prompt(view: YummyState, viewer: int) -> str:
    """Return the kinds of moves that are possible now, as an invitation."""
    kinds = set(map(type, legal(view, viewer)))
    triplets = [tr(word) for kind, word in _TRIPLET_MOVES if kind in kinds]
    others = [tr(word) for kind, word in _OTHER_MOVES if kind in kinds]
    either = mark("or")
    first = [tr("{moves} triplets", moves=listed(triplets, either))] if triplets else []
    moves = listed([*first, *others, tr("end your turn")], either)
    if not triplets:
        return tr("No triplet to lay: {moves}.", moves=moves)
    return capitalized(f"{moves}.")


_TRIPLET_MOVES: Final = ((actions.Lay, mark("lay")), (actions.Trump, mark("take")))
_OTHER_MOVES: Final = (
    (actions.Swap, mark("swap a joker")),
    (actions.Mark, mark("mark the USA")),
    (actions.Trade, mark("trade")),
)


def lacking_words(view: YummyState) -> str:
    """Return the sentence on an offer that cannot be accepted; empty for one that can be."""
    effect = view.pending[-1] if view.pending else None
    if not isinstance(effect, effects.Answer):
        return ""
    hand = view.hands[effect.seat]
    lacking = [card for card in effect.ask if effect.ask.count(card) > hand.count(card)]
    if HIDDEN in hand or not lacking:
        return ""
    what = card_name(lacking[0])
    if effect.is_counter:
        return tr('You lack "{card}", so you can only decline.', card=what)
    return tr('You lack "{card}", so you cannot accept.', card=what)


def _offer_prompt(effect: effects.Offer) -> str:
    give, ask = effect.give, effect.ask
    if not give:
        return tr("Your offer: what do you give? One to {number} cards.", number=TRADED)
    if not ask:
        what = if_short(cards_words(give), counted(len(give), "card"), _PROMPT_COLUMNS - 39)
        if len(give) < TRADED:
            return tr("You give {cards}. Give more, or ask for cards.", cards=what)
        return tr("You give {cards}. Ask for cards.", cards=what)
    given = tr("You give {exchange}.", exchange=_exchange_words(give, ask))
    return f"{given} {tr('Or ask for more.')}" if len(ask) < TRADED else given


_PROMPT_COLUMNS: Final = 57
"""The columns of a prompt that leave room for the note that the action cannot be undone."""


def _exchange_words(give: Cards, ask: Cards) -> str:
    """Return the cards given and asked for.

    If that is too long, return them without articles, or as numbers: the cards themselves are on
    the table.
    """
    numbers = counted(len(give), "card"), len(ask)
    labels = labels_words(give, "acc"), labels_words(ask, "acc")
    cards = cards_words(give), cards_words(ask)
    words = [tr("{give} for {ask}", give=one, ask=other) for one, other in (cards, labels)]
    short = tr("{give} for {ask}", give=numbers[0], ask=numbers[1])
    return next((each for each in words if len(each) <= _PROMPT_COLUMNS - 27), short)


def _waiting_prompt(view: YummyState, lexicon: Lexicon) -> str:
    """Return the prompt while another seat decides, with the offer that it answers."""
    effect, waiting = view.pending[-1], waiting_for(lexicon, to_move(view))
    if isinstance(effect, effects.Answer):
        exchange = _exchange_words(effect.give, effect.ask)
        return f"{tr('Offered: {exchange}.', exchange=exchange)} {waiting}"
    return waiting


def phrase(view: YummyState, action: AnyAction, lexicon: Lexicon) -> str:
    """Return an action as a numbered choice."""
    match action:
        case actions.Lay(cards):
            return tr("lay {cards}", cards=cards_words(cards))
        case actions.Trump(card, owner, place):
            triplet = _triplet_words(view, owner, place, lexicon)
            return tr("take {triplet} by {card}", triplet=triplet, card=card_name(card))
        case actions.Mark(card, owner, place):
            triplet = _triplet_words(view, owner, place, lexicon)
            return tr("mark {triplet} by {card}", triplet=triplet, card=card_name(card))
        case actions.Swap(card, owner, place):
            joker = _joker_words(view, owner, place, lexicon)
            return tr("swap {card} for {joker}", card=card_words(card), joker=joker)
        case actions.Trade(partner):
            return tr("trade with {seat}", seat=lexicon.names[partner])
        case actions.Give(card):
            return tr("give {card}", card=card_name(card))
        case actions.Ask(label):
            return tr("ask for {card}", card=card_name(label))
        case actions.Discard(card):
            return tr("discard {card}", card=card_name(card))
        case actions.Keep():
            return tr("leave it on the field")
        case actions.Bank():
            return tr("bank it and reverse the direction")
        case actions.Propose():
            return tr("make the offer")
        case actions.Accept():
            return tr("accept")
        case actions.Decline():
            return tr("decline")
        case actions.Counter():
            return tr("make a counter-offer")
        case actions.End():
            return tr("end the turn")
        case _:
            assert_never(action)


def _triplet_words(view: YummyState, owner: int, place: int, lexicon: Lexicon) -> str:
    """Return a triplet by owner and group; if the owner has more of the group, by its place on the
    field."""
    name = lexicon.names[owner]
    if _has_more_of_group(view, owner, place):
        return tr("{owner}'s triplet {number}", owner=name, number=place + 1)
    group = group_name(group_of(view.fields[owner][place]))
    return tr("{owner}'s {group}", owner=name, group=group)


def _joker_words(view: YummyState, owner: int, place: int, lexicon: Lexicon) -> str:
    """Return the joker of a triplet by owner and group; if the owner has more of the group, by the
    place of its triplet."""
    name = lexicon.names[owner]
    if _has_more_of_group(view, owner, place):
        return tr("{owner}'s joker of triplet {number}", owner=name, number=place + 1)
    group = group_name(group_of(view.fields[owner][place]))
    return tr("{owner}'s {group} joker", owner=name, group=group)


def _has_more_of_group(view: YummyState, owner: int, place: int) -> bool:
    field = view.fields[owner]
    return sum(group_of(each) == group_of(field[place]) for each in field) > 1
