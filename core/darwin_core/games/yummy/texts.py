"""Yummy Darwinism in words: names, prompts, choices, events, elements, dangers to triplets, and a
position as a whole."""

from collections import Counter as Multiset
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards, together
from darwin_core.contract.game import HIDDEN, Element, Section
from darwin_core.games.yummy import acts, material
from darwin_core.games.yummy.acts import ACCEPT, BUTTONS, AnyAction, YummyEvent, owner_and_place
from darwin_core.games.yummy.material import (
    ALIENS,
    CARDS,
    CITIZENS,
    FIRST_ACTION,
    GROUP_OF,
    GROUPS,
    JOKERS,
    MARKS_TO_CAPTURE,
    TRADE_CARDS_MAX,
    TRADES_MAX,
    USA,
    VALUE_OF_GROUP,
    Offer,
    PlaceTriplet,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.offers import points_ready
from darwin_core.games.yummy.rules import (
    SIZE,
    Danger,
    can_be_taken,
    dangers,
    group_of,
    is_last_turn,
    is_one_kind,
    legal,
    limit,
    points_of,
    score,
    to_move,
    totals,
)
from darwin_core.games.yummy.trades import holds
from darwin_core.games.yummy.view import copies_out_of_sight, remembered_by_seat, viewer_of
from darwin_core.kit.sentences import Sentences, plural, say
from darwin_core.teaching.primers import next_effect
from darwin_core.text.language import mark, noun, tr, tr_in, tr_n
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import SeatNames, waiting_for, won_by
from darwin_core.text.wording import a, capitalized, counted, listed

DIRECTIONS: Final = {1: mark("clockwise"), -1: mark("anticlockwise")}
"""The directions of play, as in ``YummyState.direction``."""
LAST_MARK: Final = mark("third")
"""The ordinal of the mark that captures a triplet."""


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
    """Return cards as the object of a sentence, with equal cards counted together: ``2 police cards
    and the executive joker``."""
    return _listed(cards, {card: card_words(card) for card in cards})


def labels_words(cards: Cards, form: str = "") -> str:
    """Return cards as they follow a player's name, without added articles.

    Args:
        cards: sorted.
        form: the grammatical form of the cards' names.
    """
    return _listed(cards, {card: format(card_name(card), form) for card in cards})


def _listed(cards: Cards, single: Mapping[int, str]) -> str:
    """Return cards with equal ones counted together; only their number if any is hidden.

    Args:
        single: the words for one copy of each card.
    """
    if HIDDEN in cards:
        return counted(len(cards), "card")
    parts = [
        single[card] if number == 1 else tr(CARDS[card].several, number=number)
        for card, number in Multiset(cards).items()
    ]
    return listed(parts) or tr("nothing")


def if_short(words: str, else_words: str, room: int) -> str:
    """Return a text if there is room for it, otherwise a shorter text.

    Args:
        room: the maximum number of characters.
    """
    return words if len(words) <= room else else_words


# --- prompts and actions

_PROMPT_COLUMNS: Final = 57
"""Maximum columns of a prompt, leaving room for the note that the action cannot be undone."""
_BANK_COLUMNS: Final = _PROMPT_COLUMNS - len(": bank them or leave them there?")
"""Maximum columns of the cards in the English prompt to bank a triplet."""
_GIVE_COLUMNS: Final = _PROMPT_COLUMNS - len("You give . Give more, or ask for cards.")
"""Maximum columns of the cards in the English prompt of an offer that asks for nothing yet."""


def phase(view: YummyState, viewer: int) -> str:
    """Return the phase of a decision: the tag of its effect. A turn in which a triplet can be taken
    has its own phase, and so have a turn without any triplet to lay and an offer that cannot
    be accepted."""
    name, choices = next_effect(view, viewer), legal(view, viewer)
    if name == "answer" and ACCEPT not in choices:
        return "lack"
    kinds = set(map(type, choices))
    if name != "move" or (acts.Lay in kinds and acts.Trump not in kinds):
        return name
    return "take" if acts.Trump in kinds else "none"


def prompt(view: YummyState, viewer: int, seat_names: SeatNames) -> str:
    """Return the question to a viewer, or the name of the seat that must decide."""
    if not view.pending:
        return tr("The match is over.")
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return _waiting_prompt(view, viewer, seat_names)
    match effect:
        case material.Move():
            return _move_prompt(view, viewer)
        case material.PlaceTriplet(_, cards):
            triplet_words = capitalized(
                if_short(cards_words(cards), tr_in("cards", "three of a kind"), _BANK_COLUMNS)
            )
            return tr("{cards}: bank them or leave them there?", cards=triplet_words)
        case material.Offer():
            return _offer_prompt(effect)
        case material.Answer(_, _, is_counter, give, ask):
            text = mark("You are offered {exchange}.")
            if lacking_words(view):
                text = (
                    mark("Offered in return: {exchange}; you cannot accept.")
                    if is_counter
                    else mark("You cannot accept: {exchange}.")
                )
            elif is_counter:
                text = mark("In return you are offered {exchange}.")
            return tr(text, exchange=_exchange_words(give, ask, tr(text, exchange="")))
        case _:
            # ``Trim``; no seat decides ``Begin``.
            excess = counted(len(view.hands[viewer]) - limit(view, viewer), "card")
            return tr("You hold {cards} too many: discard one.", cards=excess)


def _move_prompt(view: YummyState, viewer: int) -> str:
    """Return the kinds of moves possible now, as an invitation."""
    kinds = set(map(type, legal(view, viewer)))
    # The verbs that have triplets as their object, which is named once.
    triplets = [tr(word) for kind, word in _TRIPLET_MOVES if kind in kinds]
    others = [tr(word) for kind, word in _OTHER_MOVES if kind in kinds]
    if not triplets:
        moves = listed([*others, tr("end your turn")], mark("or"))
        return tr("No triplet to lay: {moves}.", moves=moves)
    # All of them are possible in one turn.
    moves = listed([tr("{moves} triplets", moves=listed(triplets)), *others])
    return capitalized(tr("{moves}, then end your turn.", moves=moves))


_TRIPLET_MOVES: Final = ((acts.Lay, mark("lay")), (acts.Trump, mark("take")))
_OTHER_MOVES: Final = (
    (acts.Swap, mark("swap a joker")),
    (acts.Mark, mark("mark the USA")),
    (acts.Trade, mark("trade")),
)


def lacking_words(view: YummyState) -> str:
    """Return a sentence that names a card the viewer lacks to accept an offer; empty if the viewer
    lacks none."""
    effect = view.pending[-1] if view.pending else None
    if not isinstance(effect, material.Answer):
        return ""
    hand = view.hands[effect.seat]
    lacking = [card for card in effect.ask if effect.ask.count(card) > hand.count(card)]
    if HIDDEN in hand or not lacking:
        return ""
    name = card_name(lacking[0])
    if effect.is_counter:
        return tr('You lack "{card}", so you can only decline.', card=name)
    return tr('You lack "{card}", so you cannot accept.', card=name)


def triplet_by_counter(view: YummyState) -> bool:
    """Return whether a counter-offer to an offer that the seat cannot accept could bring it a
    triplet: the offered cards would complete one."""
    effect = view.pending[-1] if view.pending else None
    if not isinstance(effect, material.Answer) or effect.is_counter:
        return False
    hand = view.hands[effect.seat]
    if HIDDEN in hand or HIDDEN in effect.give or holds(hand, effect.ask):
        return False
    return points_ready(together(hand, effect.give)) > points_ready(hand)


def _offer_prompt(effect: material.Offer) -> str:
    """Return the question for the next step of an offer, with the cards chosen so far."""
    give, ask = effect.give, effect.ask
    if not give:
        return tr("Your offer: what do you give? One to {number} cards.", number=TRADE_CARDS_MAX)
    if not ask:
        given = if_short(cards_words(give), counted(len(give), "card"), _GIVE_COLUMNS)
        if len(give) < TRADE_CARDS_MAX:
            return tr("You give {cards}. Give more, or ask for cards.", cards=given)
        return tr("You give {cards}. Ask for cards.", cards=given)
    more = f" {tr('Or ask for more.')}" if len(ask) < TRADE_CARDS_MAX else ""
    others = tr("You give {exchange}.", exchange="") + more
    return tr("You give {exchange}.", exchange=_exchange_words(give, ask, others)) + more


EXCHANGE_COLUMNS_MIN: Final = 30
"""Columns of a prompt that the names of exchanged cards may always take."""


def _exchange_words(give: Cards, ask: Cards, others: str) -> str:
    """Return the cards given and requested in words.

    A long text loses its articles, or gives only the numbers of cards, as the table shows the
    cards.

    Args:
        others: the other words of the prompt.
    """
    room = max(_PROMPT_COLUMNS - len(others), EXCHANGE_COLUMNS_MIN)
    labels = labels_words(give, "acc"), labels_words(ask, "acc")
    cards = cards_words(give), cards_words(ask)
    exchanges = [tr("{give} for {ask}", give=given, ask=asked) for given, asked in (cards, labels)]
    counts = tr("{give} for {ask}", give=counted(len(give), "card"), ask=len(ask))
    return next((exchange for exchange in exchanges if len(exchange) <= room), counts)


def _waiting_prompt(view: YummyState, viewer: int, seat_names: SeatNames) -> str:
    """Return the prompt while another seat decides; it names the viewer's own offer that the seat
    answers."""
    effect = view.pending[-1]
    waiting = waiting_for(seat_names, to_move(view))
    if isinstance(effect, material.Answer) and effect.partner == viewer:
        others = f"{tr('Offered: {exchange}.', exchange='')} {waiting}"
        exchange = _exchange_words(effect.give, effect.ask, others)
        return f"{tr('Offered: {exchange}.', exchange=exchange)} {waiting}"
    return waiting


class _Now(NamedTuple):
    """The position in which an action is chosen, and the names of the seats."""

    view: YummyState
    names: tuple[str, ...]


def _triplet_words(action: acts.Trump | acts.Mark | acts.Swap, now: _Now) -> str:
    """Return a triplet, or its joker, by owner and group; if the owner has several triplets of the
    group, also by the triplet's place on the field."""
    field = now.view.fields[action.owner]
    is_swap = isinstance(action, acts.Swap)
    owner = now.names[action.owner]
    group = group_of(field[action.place])
    if sum(group_of(triplet) == group for triplet in field) > 1:
        return tr(
            "{owner}'s joker of triplet {number}" if is_swap else "{owner}'s triplet {number}",
            owner=owner,
            number=action.place + 1,
        )
    return tr(
        "{owner}'s {group} joker" if is_swap else "{owner}'s {group}",
        owner=owner,
        group=group_name(group),
    )


_PHRASES: Final = Sentences[AnyAction, _Now](
    AnyAction,
    say(acts.Lay, "lay {cards}", cards=lambda action, _: labels_words(action.cards, "acc")),
    say(acts.Trump, "take {triplet} by {card}", triplet=_triplet_words),
    say(acts.Mark, "mark {triplet} by {card}", triplet=_triplet_words),
    say(
        acts.Swap,
        "swap {card} for {joker}",
        card=lambda action, _: card_words(action.card),
        joker=_triplet_words,
    ),
    say(acts.Trade, "trade with {seat}", seat=lambda action, now: now.names[action.partner]),
    say(acts.Give, "give {card}"),
    say(acts.Ask, "ask for {card}", card=lambda action, _: card_name(action.label)),
    say(acts.Discard, "discard {card}"),
    say(acts.Keep, "leave it on the field"),
    say(acts.Bank, "bank it and reverse the direction"),
    say(acts.Propose, "make the offer"),
    say(acts.Accept, "accept"),
    say(acts.Decline, "decline"),
    say(acts.Counter, "make a counter-offer"),
    say(acts.End, "end the turn"),
    card=lambda action, _: card_name(action.card),
)


def phrase(view: YummyState, action: AnyAction, seat_names: SeatNames) -> str:
    """Return the words for an action in a numbered list of choices."""
    return _PHRASES(action, _Now(view, seat_names.names))


def _marks(event: acts.Marked) -> int:
    """Return the number of marks on the triplet, the new one included."""
    return len(event.cards) - SIZE


sentence: Final = Sentences[YummyEvent, SeatNames](
    YummyEvent,
    say(
        acts.Dealt,
        "Each has {cards}. {seat} begins.",
        cards=lambda event, _: counted(len(event.hands[0]), "card"),
        seat=lambda event, seat_names: seat_names.names[event.first],
    ),
    say(
        acts.TurnBegan,
        lambda event: (
            "{seat} draws {card}."
            if event.left
            else "{seat} draws {card}, the last of the deck: this turn is the last."
        ),
    ),
    say(
        acts.Laid, "{seat} lays {cards} ({group}).", cards=lambda event, _: cards_words(event.cards)
    ),
    say(acts.Kept, "{seat} leaves the triplet ({group}) on the field: {points}."),
    say(
        acts.Banked,
        "{seat} banks the triplet ({group}): {points}. Play continues {direction}.",
        direction=lambda event, _: tr(DIRECTIONS[event.direction]),
    ),
    say(
        acts.Trumped,
        lambda event: (
            "{seat} takes {owner}'s {cards} ({group}) with {card}: {points} go to the field of "
            "{seat}; {owner} may hold a card less."
            if group_of(event.cards) == USA
            else plural(
                "{seat} takes {owner}'s {cards} ({group}) with {card}: {points} goes to the point "
                "pile of {seat}; {owner} may hold a card less.",
                "{seat} takes {owner}'s {cards} ({group}) with {card}: {points} go to the point "
                "pile of {seat}; {owner} may hold a card less.",
                points_of(event.cards),
            )
        ),
    ),
    say(
        acts.Marked,
        lambda event: (
            "{seat} marks {owner}'s {cards} ({group}) with {card}: {marks}."
            if _marks(event) == MARKS_TO_CAPTURE
            else "{seat} marks {owner}'s {cards} ({group}) with {card}: {marks}, {points} left."
        ),
        marks=lambda event, _: counted(_marks(event), "mark"),
    ),
    say(
        acts.Captured,
        "That is the {nth}: {seat} takes the triplet from {owner}, with all its {points}; {owner} "
        "may hold a card less.",
        nth=lambda event, _: tr(LAST_MARK),
    ),
    say(
        acts.Swapped,
        "{seat} takes {joker} from a triplet of {owner} and puts {card} in its place.",
        joker=lambda event, _: card_words(event.joker),
    ),
    say(acts.TradeOpened, "{seat} wants to trade with {partner}."),
    say(acts.Countered, "{seat} will make {partner} a counter-offer."),
    say(
        acts.Picked,
        lambda event: (
            "{seat} prepares an offer: {give} for {ask}."
            if event.ask
            else "{seat} prepares an offer: {give}."
        ),
    ),
    say(acts.Offered, "{seat} offers {partner} {give} for {ask}."),
    say(acts.Traded, "{partner} accepts: {seat} gives {give} and gets {ask}."),
    say(acts.Declined, "{seat} declines."),
    say(acts.Refilled, "{seat} draws {cards}.", cards=lambda event, _: cards_words(event.cards)),
    say(acts.Discarded, "{seat} discards {card}."),
    say(
        acts.Ended,
        "The deck has run out. {won}.",
        won=lambda event, seat_names: won_by(seat_names, event.totals, event.winners),
    ),
    seat=lambda event, seat_names: seat_names.names[event.seat],
    owner=lambda event, seat_names: seat_names.names[event.owner],
    partner=lambda event, seat_names: seat_names.names[event.partner],
    card=lambda event, _: card_words(event.card),
    cards=lambda event, _: labels_words(event.cards[:SIZE]),
    group=lambda event, _: group_name(group_of(event.cards)),
    points=lambda event, _: counted(points_of(event.cards), "point"),
    give=lambda event, _: cards_words(event.give),
    ask=lambda event, _: cards_words(event.ask),
)
"""Return a redacted event as a sentence with the seats' names."""


def cards_from(giver: int, event: YummyEvent, events: Sequence[YummyEvent]) -> Cards:
    """Return the cards that a seat plays in an event and has from another seat by trade.

    Copies of a card that was traded count as the traded ones until as many have left the hand.

    Args:
        events: all events so far, redacted for the giver.
    """
    if not isinstance(event, _Play) or event.seat == giver:
        return b""
    given = Multiset[int]()
    for earlier in events:
        if earlier is event:
            break
        match earlier:
            case acts.Traded(seat, partner, give, ask) if event.seat in (seat, partner):
                received, lost = (ask, give) if seat == event.seat else (give, ask)
                given -= Multiset(lost)
                if giver in (seat, partner):
                    given += Multiset(received)
            case acts.Discarded(event.seat, card):
                given -= Multiset((card,))
            case (
                acts.Laid(event.seat)
                | acts.Trumped(event.seat)
                | acts.Marked(event.seat)
                | acts.Swapped(event.seat)
            ):
                given -= Multiset(_played(earlier))
    return bytes(sorted((Multiset(_played(event)) & given).elements()))


_Play = acts.Laid | acts.Trumped | acts.Marked | acts.Swapped
"""An event in which a seat plays cards from its hand, all but a discard."""


def _played(event: _Play) -> Cards:
    return event.cards if isinstance(event, acts.Laid) else bytes((event.card,))


def gift(event: YummyEvent, events: Sequence[YummyEvent], seat: int, seat_names: SeatNames) -> str:
    """Return a sentence to a seat about the cards played in an event which it gave to their player;
    empty if there are none."""
    cards = cards_from(seat, event, events)
    if not cards or not isinstance(event, _Play):
        return ""
    return tr(
        "You gave {seat} {cards}.", seat=seat_names.names[event.seat], cards=cards_words(cards)
    )


def element(view: YummyState, viewer: int, target: Element, seat_names: SeatNames) -> str:
    """Return the meaning of an element of the board and its present use."""
    kind, number = target
    match kind:
        case "card":
            return _too_early(view, number) or _card_words(number)
        case "label":
            return _label_words(view, number)
        case "triplet":
            owner, index = owner_and_place(number)
            return triplet_facts(view, owner, view.fields[owner][index], ELEMENT_COLUMNS)
        case "seat":
            return _seat_words(view, number, seat_names)
        case _:
            return _button_words(view, BUTTONS[number])


def _card_words(card: int, begins: bool = True) -> str:
    """Return the meaning of a card.

    Args:
        begins: True if the words begin a sentence.
    """
    name = card_name(card)
    group = GROUP_OF[card]
    words = capitalized(name) if begins else name
    points = counted(VALUE_OF_GROUP[group], "point")
    own_group = group_name(group)
    if card in JOKERS:
        return tr("{card}: any kind of its group, {points} a triplet.", card=words, points=points)
    if card < FIRST_ACTION:
        return tr(
            "{card}: {group}, {points} a triplet.", card=words, group=own_group, points=points
        )
    if group == CITIZENS:
        last = tr(LAST_MARK)
        return tr(
            "{card}: marks a USA triplet (−1); the {nth} mark takes it.", card=words, nth=last
        )
    below = group_name(group - 1)
    return tr("{card}: takes a rival's triplet of {below}.", card=words, below=below)


def _label_words(view: YummyState, label: int) -> str:
    """Return the meaning of a label to ask for, and the number of its copies out of sight."""
    copies = copies_out_of_sight(view)[label]
    if not copies:
        return tr("Nobody can hold {card}: you see every copy.", card=card_words(label))
    text = tr("Ask for {card}", card=_card_words(label, begins=False))
    number = tr("{number} not seen.", number=copies)
    return f"{text} {number}" if len(text) + len(number) < ELEMENT_COLUMNS else text


def _too_early(view: YummyState, card: int) -> str:
    """Return the reason why a card can no longer be added to an offer, or an empty text.

    The cards of an offer are added in order.
    """
    top = view.pending[-1] if view.pending else None
    if not isinstance(top, Offer) or not top.give or top.ask or card >= top.give[-1]:
        return ""
    return tr("Cards are given in order: undo the later ones first.")


ELEMENT_COLUMNS: Final = 78
"""Maximum columns of a text about an element."""


UNLIMITED: Final = 999
"""More columns than any text about a triplet has."""


def triplet_facts(view: YummyState, owner: int, triplet: Triplet, room: int = UNLIMITED) -> str:
    """Return a triplet and facts about it, the most important first, in at most ``room`` columns.
    Facts that do not fit are omitted."""
    group = group_of(triplet)
    # A joker has the highest label of its group.
    has_joker = triplet[SIZE - 1] in JOKERS
    names = labels_words(triplet[: SIZE - 1] if has_joker else triplet[:SIZE])
    if has_joker and len({*triplet[:SIZE]}) == SIZE:
        # The joker follows as the third of the list.
        names = f"{card_name(triplet[0])}, {card_name(triplet[1])}"
    names = capitalized(names)
    names = tr("{cards} and joker", cards=names) if has_joker else names
    points = counted(points_of(triplet), "point")
    by = dangers(view, owner, triplet)
    is_held = by != dangers(view, owner, triplet, of_owner=True)
    facts = [] if by is None else _danger_words(triplet, by, is_held)
    if len(triplet) > SIZE:
        above = group_name(group + 1)
        facts += [tr("{group} cannot take it", group=above)] if view.pending else []
        facts.append(tr("marked by {cards}", cards=labels_words(triplet[SIZE:])))
    if has_joker and view.pending:
        is_one = is_one_kind(triplet)
        facts.append(
            tr("the same kind takes its joker" if is_one else "a third kind takes its joker")
        )
    text = f"{names} ({group_name(group)}): {points}"
    if len("; ".join((text, *facts))) >= room:
        text = f"{names}: {points}"
    for fact in facts:
        # The separator before the fact and the full stop at the end.
        if len(text) + len("; ") + len(fact) + len(".") <= room:
            text += f"; {fact}"
    return f"{text}."


def _danger_words(triplet: Triplet, by: Sequence[Danger], is_held: bool) -> list[str]:
    """Return the dangers to a triplet, the worst first.

    Args:
        is_held: True if there would be more dangers if the owner traded away cards in hand.
    """
    last = tr(LAST_MARK)
    taking = [danger.group for danger in by if danger.takes]
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
    costs = any(not danger.takes for danger in by)
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


def _seat_words(view: YummyState, seat: int, seat_names: SeatNames) -> str:
    """Return a seat's number of cards, the known cards if they fit, and the
    offers left in this turn."""
    name = seat_names.names[seat]
    cards = counted(len(view.hands[seat]), "card")
    remembered_cards = remembered_by_seat(view, viewer_of(view))[seat]
    number = TRADES_MAX - len(view.openings)
    offers_words = tr_n("{number} offer left this turn.", "{number} offers left this turn.", number)
    if remembered_cards:
        words = cards_words(remembered_cards)
        text = tr("{seat} holds {cards}, among them {known}.", seat=name, cards=cards, known=words)
        if len(text) + 1 + len(offers_words) <= ELEMENT_COLUMNS:
            return f"{text} {offers_words}"
    return f"{tr('{seat} holds {cards}.', seat=name, cards=cards)} {offers_words}"


def _button_words(view: YummyState, word: str) -> str:
    """Return the consequence of the action of a button.

    Args:
        word: the action's notation.
    """
    if word == "keep" and _can_be_taken(view):
        return tr("It counts on your field and lets you hold one card more, but can be taken.")
    if word == "propose" and (card := _impossible(view)):
        return tr("Nobody can hold {card}: the offer can only be declined.", card=card)
    if word == "decline" and triplet_by_counter(view):
        return tr("You cannot accept, but a counter-offer could bring you a triplet.")
    if word == "decline" and (lacking := lacking_words(view)):
        return f"{lacking} {tr('Enter declines.')}"
    if word == "counter" and (offered := _offered_words(view)):
        return offered
    return _end_words(view) if word == "end" else tr(_BUTTONS[word])


def _offered_words(view: YummyState) -> str:
    """Return an offer that cannot be accepted, with all cards by name, before a counter-offer to
    it; empty if it can be accepted, or is too long."""
    effect = view.pending[-1]
    if not isinstance(effect, material.Answer) or not lacking_words(view):
        return ""
    give, ask = (labels_words(cards, "acc") for cards in (effect.give, effect.ask))
    text = tr(
        "Offered: {exchange}. Ask for something else.",
        exchange=tr("{give} for {ask}", give=give, ask=ask),
    )
    return text if len(text) <= ELEMENT_COLUMNS else ""


def _impossible(view: YummyState) -> str:
    """Return a card that an offer asks for though nobody can hold it; empty if there is none."""
    effect = view.pending[-1]
    asked = effect.ask if isinstance(effect, Offer) else b""
    copies = copies_out_of_sight(view)
    return next((card_words(card) for card in asked if asked.count(card) > copies[card]), "")


_BUTTONS: Final = {
    "keep": mark("It counts on your field and lets you hold one card more."),
    "bank": mark("It is safe on your point pile, and the direction of play reverses."),
    "propose": mark("The other player sees the offer and answers; then it cannot be undone."),
    "accept": mark("The cards change hands."),
    "decline": mark("Nothing changes hands."),
    "counter": mark("You make another offer, which is accepted or declined."),
}
"""The consequence of the action of a button."""


def _can_be_taken(view: YummyState) -> bool:
    """Return whether other seats could take the triplet that is being laid."""
    effect = view.pending[-1]
    return isinstance(effect, PlaceTriplet) and can_be_taken(view, effect.seat, effect.cards)


def _end_words(view: YummyState) -> str:
    """Return the consequence of ending the turn."""
    if is_last_turn(view):
        return tr("End the last turn and the match.")
    seat = view.pending[-1].seat if view.pending else 0
    room = limit(view, seat) - len(view.hands[seat])
    if room < 0:
        return tr("End your turn; you choose {cards} to discard.", cards=counted(-room, "card"))
    if not room:
        return tr("End your turn; you neither draw nor discard.")
    if room >= len(view.deck):
        return tr("End your turn; you draw the rest of the deck, which ends the match.")
    return tr("End your turn; you draw {cards}.", cards=counted(room, "card"))


def describe(view: YummyState, viewer: int, seat_names: SeatNames) -> list[Section]:
    """Describe the position: the deck, every player's field, and the viewer's hand."""
    deck = counted(len(view.deck), "card")
    way = tr(DIRECTIONS[view.direction])
    table = [tr("The deck has {cards} left. Play goes {direction}.", cards=deck, direction=way)]
    if view.out:
        out = cards_words(bytes(sorted(view.out)))
        table.append(tr("Out of the game: {cards}.", cards=out))
    sections = [Section(tr("table"), tuple(table))]
    memories = remembered_by_seat(view, viewer)
    points = totals(view)
    for seat, name in enumerate(seat_names.names):
        score_words = _score_words(view, seat)
        total = counted(points[seat], "point")
        lines = [tr("{seat} has {points}: {lines}.", seat=name, points=total, lines=score_words)]
        lines += [triplet_facts(view, seat, triplet) for triplet in view.fields[seat]]
        if seat != viewer:
            cards = counted(len(view.hands[seat]), "card")
            known = memories[seat]
            words = cards_words(known)
            lines.append(
                tr("Holds {cards}, among them {known}.", cards=cards, known=words)
                if known
                else tr("Holds {cards}.", cards=cards)
            )
        sections.append(Section(tr("field of {seat}", seat=name), tuple(lines)))
    if viewer < len(view.hands):
        hand = tr("You hold {hand}.", hand=cards_words(view.hands[viewer]))
        hand_limit = tr("Your limit is {number}.", number=limit(view, viewer))
        sections.append(Section(tr("hand"), (hand, hand_limit)))
    return sections


def _score_words(view: YummyState, seat: int) -> str:
    return ", ".join(f"{tr(line.label)} {line.points[seat]}" for line in score(view))


# Read by ``darwin_core.lab.messages``.
MESSAGES: Final = (
    *(card.one for card in CARDS),
    # Of jokers and action cards there is one copy.
    *(card.several for label, card in enumerate(CARDS[:FIRST_ACTION]) if label not in JOKERS),
)
"""The messages of the component tables."""
NOUNS: Final = (*(card.name for card in CARDS), *(group.name for group in GROUPS))
"""The nouns of the component tables."""
