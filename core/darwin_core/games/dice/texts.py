"""Darwin's Dice in words: names, prompts, choices, elements, events, defeats, refusals, and a
position as a whole."""

from collections.abc import Sequence
from typing import Final, assert_never

from darwin_core.contract.game import (
    HIDDEN,
    NOTHING,
    SPECTATOR,
    Element,
    Refusal,
    Section,
    not_asked,
)
from darwin_core.games.dice import acts
from darwin_core.games.dice.acts import DiceEvent, Play
from darwin_core.games.dice.material import (
    CARDS,
    COPIES,
    DEALS,
    KINDS,
    SCORPION,
    SNAKES,
    TABLES,
    TRUMP,
    DiceState,
    Hand,
    face,
    hand_of,
    number,
    points_of,
)
from darwin_core.games.dice.odds import likely_wins
from darwin_core.games.dice.rules import clock, to_move
from darwin_core.games.dice.view import unseen
from darwin_core.text.language import mark, noun, tr, tr_n
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import SeatNames, waiting_for, won_by
from darwin_core.text.wording import Brevity, capitalized, counted, decimal, is_brief, listed


def number_words(card: int) -> str:
    """Return the number of a card, with the decimal sign of the language."""
    return decimal(CARDS[card].halves / 2, "g")


def card_name(card: int) -> Noun:
    """Return the name of a card: ``fox 3``, or ``a card`` for a hidden one."""
    if card == HIDDEN:
        return Noun(tr("a card"))
    return noun(CARDS[card].name).followed_by(number_words(card))


def points_words(cards: Sequence[int]) -> Noun:
    """Return the points of some cards: ``5 points``."""
    return counted(points_of(cards), "point")


def phrase(view: DiceState, action: Play, seat_names: SeatNames) -> str:
    """Return the words for a card in a numbered list of choices."""
    return f"{card_name(action.card)}, {points_words([action.card])}"


def mode_words(roll: int) -> str:
    """Return the rule for winning in the mode of a roll."""
    is_fight = face(roll).mode == "fight"
    return tr("the highest number wins" if is_fight else "the lowest number wins")


def tie_order(roll: int) -> tuple[str, ...]:
    """Return the order in which animals win on equal numbers, strongest first."""
    is_fight = face(roll).mode == "fight"
    rows = sorted(TABLES.animals, key=lambda row: -(row.fight if is_fight else row.flight))
    return tuple(row.name for row in rows)


def stronger_animals(card: int, roll: int) -> tuple[str, ...]:
    """Return the animals that beat a card's animal on equal numbers, strongest first. If the trump
    has the same number, its animal is among them."""
    order = tie_order(roll)
    stronger = order[: order.index(CARDS[card].name)]
    trump = CARDS[TRUMP[roll]]
    if trump.number != CARDS[card].number or trump.name == CARDS[card].name:
        return stronger
    return (trump.name, *(name for name in stronger if name != trump.name))


def trump_words(roll: int) -> str:
    """Return the trump in words: ``green 3, the fox 3``."""
    return tr(
        "{colour} {number}, {card:the}",
        colour=tr(face(roll).colour),
        number=number(roll),
        card=card_name(TRUMP[roll]),
    )


HARDLY: Final = 0.07
"""Probability of winning below which a card hardly ever wins; 1 less it, nearly always."""


def tenths(wins: float) -> int:
    """Return a probability of winning as its words name it: in tenths from 1 to 9; 0 and 10 for
    hardly ever and nearly always, -1 and 11 for an impossible and a sure win."""
    if wins <= 0 or wins >= 1:
        return -1 if wins <= 0 else 11
    if wins < HARDLY or wins > 1 - HARDLY:
        return 0 if wins < HARDLY else 10
    return min(max(round(10 * wins), 1), 9)


def often_words(wins: float) -> str:
    """Return a probability of winning as a predicate: ``wins about 3 times in 10``."""
    number = tenths(wins)
    if number in OFTEN:
        return tr(OFTEN[number])
    return tr_n("wins about {number} time in 10", "wins about {number} times in 10", number)


OFTEN: Final = {
    -1: mark("cannot win this turn"),
    0: mark("hardly ever wins"),
    10: mark("nearly always wins"),
    11: mark("is sure to win this turn"),
}
"""The messages for probabilities that are not given in tenths, by ``tenths``."""


def phase(view: DiceState, viewer: int) -> str:
    """Return the phase of a choice: cards are in the middle, the viewer has cards at risk, or
    neither."""
    return "middle" if view.middle else "risk" if view.taken[viewer] else "choose"


def prompt(view: DiceState, viewer: int, seat_names: SeatNames) -> str:
    """Return the roll with the question to a viewer, or the names of the seats that must choose."""
    if view.turn == len(view.rolls):
        return tr("The match is over.")
    movers = to_move(view)
    if viewer in movers:
        roll = view.rolls[view.turn]
        is_fight = face(roll).mode == "fight"
        trump = card_name(TRUMP[roll])
        if is_trump_gone(view):
            return tr(
                "Fight: highest wins; no trump, both {trump:many} were played. Choose a card."
                if is_fight
                else "Flight: lowest wins; no trump, both {trump:many} were played. Choose a card.",
                trump=trump,
            )
        return tr(
            "Fight: highest wins; trump is {trump}. Choose a card."
            if is_fight
            else "Flight: lowest wins; trump is {trump}. Choose a card.",
            trump=trump,
        )
    return waiting_for(seat_names, movers)


def is_trump_gone(view: DiceState) -> bool:
    """Return whether both copies of the trump were played before this turn. At a table without the
    count of unseen cards, return False: players must remember the cards played."""
    if not view.options.counter or view.turn == len(view.rolls):
        return False
    trump = TRUMP[view.rolls[view.turn]]
    return [*view.middle, *view.out, *b"".join(view.taken)].count(trump) == COPIES[trump]


def ending(view: DiceState, viewer: int) -> Sequence[str]:
    """Return a notice in the last turn of a round or in the last round, longest version first."""
    now = clock(view)
    if view.turn == len(view.rolls):
        return ()
    if now.turn == now.turns and now.round == now.rounds:
        return (tr("last turn of the match"), tr("last turn"))
    if now.turn == now.turns:
        return (tr("last turn: then the cards won are safe"), tr("last turn"))
    return (tr("last round"),) if now.round == now.rounds else ()


def defeat(events: Sequence[DiceEvent], seat: int, seat_names: SeatNames) -> str:
    """Return a sentence about a seat's card that did not win its turn: which card beat it and why,
    and who takes how many points; empty if the card won, or no turn ended."""
    reveal = next((event for event in events if isinstance(event, acts.Revealed)), None)
    # A spectator has no card.
    if reveal is None or seat >= len(reveal.ranking):
        return ""
    own_card = next(card for other, card in reveal.ranking if other == seat)
    best = reveal.ranking[0][1]
    won = next((event for event in events if isinstance(event, acts.Won | acts.Carried)), None)
    if won is None:
        return ""
    if isinstance(won, acts.Carried):
        # At the end of a round, the middle leaves the game.
        leaves = any(isinstance(event, acts.Scored) for event in events)
        return tr(
            "Nobody wins: equal strongest cards, {best}. Your {card} leaves the game."
            if leaves
            else "Nobody wins: equal strongest cards, {best}. Your {card} goes to the middle.",
            best=card_name(best),
            card=card_name(own_card),
        )
    if won.seat == seat:
        return ""
    points: Noun | str = points_words(won.cards + won.carried)
    if not is_brief(Brevity.WORDS):
        own_points = CARDS[own_card].points
        points = tr("{points}, {own} of them yours", points=points, own=own_points)
    text = tr(
        _beaten_message(best, own_card, reveal),
        winner=seat_names.names[won.seat],
        best=card_name(best),
        card=card_name(own_card),
        points=points,
    )
    if not won.carried:
        return text
    return f"{text} {tr('{points} of that lay in the middle.', points=points_words(won.carried))}"


def _beaten_message(best: int, card: int, reveal: acts.Revealed) -> str:
    """Return the message that the winner's card beats another card of its turn, with the reason."""
    roll = reveal.roll
    trump = TRUMP[roll]
    if best == trump:
        return mark("{winner} takes {points}: {best}, the trump, beats your {card}.")
    if best == SCORPION and card == trump:
        return mark("{winner} takes {points}: {best} beats the trump, your {card}.")
    if best == SCORPION and any(other == trump for _, other in reveal.ranking):
        return mark("{winner} takes {points}: {best} beats the trump and your {card}.")
    if CARDS[best].halves == CARDS[card].halves:
        return mark("{winner} takes {points}: {best} beats your {card} in a tie.")
    if face(roll).mode == "fight":
        return mark("{winner} takes {points}: {best} is higher than your {card}.")
    return mark("{winner} takes {points}: {best} is lower than your {card}.")


def sentence(event: DiceEvent, seat_names: SeatNames) -> str:
    """Return an event as a sentence, with the seats' names."""
    names = seat_names.names
    match event:
        case acts.RoundBegan(round, hands):
            dealt = counted(sum(hands[0].values()), "card")
            return tr("Round {round}: {cards} are dealt to each.", round=round, cards=dealt)
        case acts.Rolled(darwin, roll):
            return tr(
                "{seat} rolls {mode}: {rule}; trump is {trump}.",
                seat=names[darwin],
                mode=noun(face(roll).mode),
                rule=mode_words(roll),
                trump=trump_words(roll),
            )
        case acts.Chose(seat, card):
            return tr("{seat} plays {card} face down.", seat=names[seat], card=card_name(card))
        case acts.Revealed(_, ranking):
            cards_by_seat = ", ".join(f"{names[seat]} {card_name(card)}" for seat, card in ranking)
            return tr("The cards, strongest first: {cards}.", cards=cards_by_seat)
        case acts.Lost(seat, cards, cause, by):
            robber = noun(cause)
            owners = listed([names[seat] for seat in by])
            if not cards:
                return tr(
                    "{owners}'s {cause} costs {seat} nothing: there are no cards to lose yet.",
                    cause=robber,
                    owners=owners,
                    seat=names[seat],
                )
            return tr_n(
                "{owners}'s {cause} costs {seat} {cards} with {points}. It leaves the game: nobody "
                "gets it.",
                "{owners}'s {cause} costs {seat} {cards} with {points}. They leave the game: "
                "nobody gets them.",
                len(cards),
                cause=robber,
                owners=owners,
                seat=names[seat],
                cards=counted(len(cards), "card"),
                points=points_words(cards),
            )
        case acts.Won(seat, cards, carried):
            return tr(
                "{seat} takes {cards}, {carried} of them from the middle, with {points}."
                if carried
                else "{seat} takes {cards} with {points}.",
                seat=names[seat],
                cards=counted(len(cards) + len(carried), "card"),
                points=points_words(cards + carried),
                carried=len(carried),
            )
        case acts.Carried(card, seats):
            return tr(
                "{seats} played the same {card}: nobody wins, and all cards go to the middle.",
                seats=listed([names[seat] for seat in seats]),
                card=card_name(card),
            )
        case acts.Scored(round, points, left):
            by_seat = zip(names, points, strict=True)
            scores = ", ".join(f"{name} {seat_points}" for name, seat_points in by_seat)
            text = tr("Round {round} ends. Points: {scores}.", round=round, scores=scores)
            if not left:
                return text
            gone = tr_n(
                "{number} card in the middle leaves the game.",
                "{number} cards in the middle leave the game.",
                len(left),
            )
            return f"{text} {gone}"
        case acts.Ended(totals, winners):
            return f"{won_by(seat_names, totals, winners)}."
        case _:
            assert_never(event)


def element(view: DiceState, viewer: int, target: Element, seat_names: SeatNames) -> str:
    """Return the meaning of a card, the chance of a card that the viewer may play, and its use
    under the present roll."""
    _, card = target
    text = f"{card_name(card).capitalize()}, {points_words([card])}."
    if view.turn == len(view.rolls):
        return text
    roll = view.rolls[view.turn]
    has_chance = viewer in to_move(view) and card in view.hands[viewer] and view.options.counter
    if has_chance:
        wins = likely_wins(view, viewer)[card]
        words = often_words(wins)
        if tenths(wins) not in OFTEN:
            # Beside the number of cards that it beats: rivals do not play any of theirs.
            words = tr("{wins} against good play", wins=words)
        text = f"{text} {capitalized(words)}."
    can_rob = any(taken for seat, taken in enumerate(view.taken) if seat != viewer)
    use = _use_words(card, roll, can_rob=can_rob)
    return text if has_chance and not use else f"{text} {use or _ties_words(card, roll)}"


def _use_words(card: int, roll: int, *, can_rob: bool) -> str:
    """Return a sentence about the special use of a card under a roll; empty for none.

    Args:
        can_rob: a rival has taken cards, which an effect may cost it.
    """
    if card == TRUMP[roll]:
        return tr("It is the trump: only a scorpion beats it.")
    if card == SCORPION:
        return tr("Beats a trump, whose player loses the cards taken.")
    if card in SNAKES:
        if not can_rob:
            return tr("Loses ties.")
        return tr("Loses ties. If it wins, the second loses the cards taken.")
    if CARDS[card].name == "owl":
        # The owls are the 9 and the 0.
        is_high = bool(CARDS[card].halves)
        if is_high == (face(roll).mode == "fight"):
            return tr(
                "Best in a fight: only the trump beats it."
                if is_high
                else "Best in a flight: only the trump beats it."
            )
        return tr(
            "Weakest in a flight: every other card beats it."
            if is_high
            else "Weakest in a fight: every other card beats it."
        )
    return ""


def _ties_words(card: int, roll: int) -> str:
    """Return a sentence about a card and others with its number under a roll."""
    stronger = stronger_animals(card, roll)
    if not stronger:
        return tr("On equal numbers it beats every other animal.")
    animals = listed([noun(name) for name in stronger])
    return tr("On equal numbers it loses to {animals}.", animals=animals)


def _hand_words(hand: Hand) -> str:
    """Return the cards of a hand, with equal cards counted together."""
    return ", ".join(map(_copies_words, hand, hand.values())) or tr("nothing")


def _copies_words(card: int, copies: int) -> str:
    """Return a card and its number of copies: ``fox 3 twice``."""
    name = card_name(card)
    if copies == 1:
        return name
    return tr("{card} twice" if copies == 2 else "{card} {number} times", card=name, number=copies)


def _unseen_lines(view: DiceState) -> tuple[str, ...]:
    """Return the unseen cards in words, with a line for each animal that has unseen cards."""
    unseen_hand = hand_of(unseen(view))
    lines = []
    for name in dict.fromkeys(card.name for card in CARDS):
        cards = {card: copies for card, copies in unseen_hand.items() if CARDS[card].name == name}
        if cards:
            lines.append(tr("Not seen yet: {cards}.", cards=_hand_words(cards)))
    return tuple(lines) or (tr("Every card has been seen."),)


def describe(view: DiceState, viewer: int, seat_names: SeatNames) -> list[Section]:
    """Return the position in words: the turn, each seat, the cards not seen, and the viewer's
    hand."""
    now = clock(view)
    lines = [
        tr(
            "Round {round} of {rounds}, turn {turn} of {turns}.",
            round=now.round,
            rounds=now.rounds,
            turn=now.turn,
            turns=now.turns,
        )
    ]
    if view.turn < len(view.rolls):
        first, second, third, last = map(noun, tie_order(view.rolls[view.turn]))
        # A spectator's prompt names the seats that must choose.
        lines.append(prompt(view, SPECTATOR, seat_names))
        lines.append(
            tr(
                "On equal numbers {first}, then {second}, then {third}, then {last}.",
                first=first,
                second=second,
                third=third,
                last=last,
            )
        )
        lines.append(tr("{seat} is the Darwin.", seat=seat_names.names[view.darwin]))
    if view.middle:
        middle = ", ".join(map(card_name, view.middle))
        lines.append(
            tr("In the middle: {cards}, {points}.", cards=middle, points=points_words(view.middle))
        )
    seats = tuple(_seat_words(view, seat, name) for seat, name in enumerate(seat_names.names))
    sections = [Section(mark("table"), tuple(lines)), Section(mark("seats"), seats)]
    if view.options.counter:
        sections.append(Section(mark("unseen"), _unseen_lines(view)))
    if viewer < len(view.hands):
        hand = [tr("You hold {cards}.", cards=_hand_words(view.hands[viewer]))]
        if view.chosen[viewer] != NOTHING:
            hand.append(tr("You have chosen: {card}.", card=card_name(view.chosen[viewer])))
        sections.append(Section(mark("hand"), tuple(hand)))
    return sections


def _seat_words(view: DiceState, seat: int, name: str) -> str:
    """Return a seat's points, the cards it has taken, and whether it has chosen."""
    cards = view.taken[seat]
    parts = [
        tr("{seat}: account {points}", seat=name, points=view.points[seat]),
        tr("at risk {points}", points=points_words(cards))
        + (f" ({', '.join(map(card_name, cards))})" if cards else ""),
    ]
    if view.turn < len(view.rolls):
        parts.append(tr("{cards} in hand", cards=counted(sum(view.hands[seat].values()), "card")))
        parts.append(tr("has chosen" if view.chosen[seat] != NOTHING else "is choosing"))
    return f"{', '.join(parts)}."


# Read by ``darwin_core.lab.messages``.
NOUNS: Final = (
    *dict.fromkeys(card.name for card in CARDS),
    *dict.fromkeys(face.mode for face in TABLES.faces),
)
"""The nouns of the component tables."""
MESSAGES: Final = (
    *dict.fromkeys(face.colour for face in TABLES.faces),
    # The labels of the score lines.
    *(f"round {number}" for number in range(1, max(deal.rounds for deal in DEALS.values()) + 1)),
)
"""The messages that are not written out in the code."""


def why_not(state: DiceState, seat: int, action: Play, seat_names: SeatNames) -> Refusal | None:
    """Return the reason that a card cannot be played now, or None."""
    if not 0 <= action.card < KINDS:
        return Refusal("no-such-card", tr("There is no such card in the box."))
    refusal = not_asked(len(state.hands), to_move(state), seat)
    if refusal and refusal.code == "not-your-turn":
        # All seats choose at once, so a seat that owes no decision has already chosen.
        return Refusal("chosen", tr("Your card for this turn is already face down."))
    if refusal:
        return refusal
    if action.card not in state.hands[seat]:
        return Refusal("not-in-hand", tr("You hold no {card}.", card=card_name(action.card)))
    return None
