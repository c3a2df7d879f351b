"""Scenes of Yummy Darwinism for the tests of its board: matches of players who trade, and positions
with every kind of decision."""

import dataclasses
from functools import cache
from random import Random

from msgspec.structs import replace
from tui.scenes import LONG_NAMES, Scene, all_over, chooser_for, kind_of, match_of

from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, OMNISCIENT
from darwin_core.games.yummy import material
from darwin_core.games.yummy.acts import Laid, Traded, Trumped, TurnBegan
from darwin_core.games.yummy.rules import SIZE
from darwin_core.text.seat_names import SeatNames

GAME = registry.get("yummy")
SEATS = GAME.seats
KINDS = {"Move", "PlaceTriplet", "Offer", "Answer", "Trim", "end"}
"""All kinds of decision, and the end."""
CODES = {card.code: label for label, card in enumerate(material.CARDS)}


def seat_names(names=LONG_NAMES):
    return SeatNames(tuple(names))


def trading(rng, match, movers):
    """Return the action of a careful player who chooses at random where trade is concerned."""
    (seat,) = movers
    actions = match.legal(seat)
    if isinstance(match.state.pending[-1], material.Offer | material.Answer) or rng.random() < 0.3:
        kinds = sorted({type(action).__name__ for action in actions})
        kind = rng.choice(kinds)
        return seat, rng.choice([action for action in actions if type(action).__name__ == kind])
    return seat, GAME.bots.advise(match.view(seat), seat, SeatNames())[0].action


@cache
def whole_match(seats, seed="table"):
    """Return a match of players who choose by ``trading``."""
    return match_of("yummy", seats, seed, trading)


def stage_of(state):
    """Return the kind of decision, for trades with the parts that are settled."""
    match state.pending and state.pending[-1]:
        case material.Offer(_, _, is_counter, give, ask):
            return "Offer", is_counter, len(give), len(ask)
        case material.Answer(_, _, is_counter):
            return "Answer", is_counter
        case _:
            return (kind_of(state),)


@cache
def moments(seats):
    """Return a match and sample positions: each kind of decision, the start and the end."""
    match = whole_match(seats)
    return match, all_over(match, stage_of)


def large(seats, viewer, fields, cards, **more):
    """Return a legal position with long fields and a large hand for one seat.

    Args:
        seats: the number of seats.
        viewer: the seat with the large hand, which is to move.
        fields: the number of triplets in each seat's field.
        cards: the most cards of different kinds in the large hand.
        more: other fields of the state.
    """
    rng = Random(f"{seats} {cards}")
    left = list(material.BOX)
    rng.shuffle(left)
    playing_cards = sorted(card for card in left if card < material.FIRST_ACTION)
    given = []
    for length in fields:
        field: list[bytes] = []
        while len(field) < length:
            triplet = bytes(sorted(playing_cards[:SIZE]))
            del playing_cards[:SIZE]
            for card in triplet:
                left.remove(card)
            marks = b""
            if material.GROUP_OF[triplet[0]] == 4:
                marks = bytes(
                    card
                    for card in left
                    if material.GROUP_OF[card] == 0 and card >= material.FIRST_ACTION
                )
                marks = marks[: rng.randrange(material.MARKS_TO_CAPTURE)]
                for card in marks:
                    left.remove(card)
            field.append(triplet + marks)
        rng.shuffle(field)
        given.append(tuple(field))
    state = GAME.clone(whole_match(seats).state_at(0))
    kinds = sorted({*left}, key=lambda card: rng.random())
    state.hands = [bytes(sorted(kinds[:cards])) if seat == viewer else b"" for seat in range(seats)]
    for card in state.hands[viewer]:
        left.remove(card)
    for seat in range(seats):
        if seat != viewer:
            state.hands[seat] = bytes(sorted(left[:6]))
            del left[:6]
    state.fields = given
    state.deck = bytes(left)
    state.pending = [material.Move(viewer)]
    return replace(state, **more)


def see(state, viewer, **more):
    """Return a viewer's scene of a state."""
    view = GAME.view(state, viewer)
    chooser = chooser_for(GAME, view, viewer)
    return Scene(
        GAME, view, viewer, seat_names(LONG_NAMES[: len(state.hands)]), (), chooser, **more
    )


MOVE = material.Move(0)


def placed(fields, hand, deck=b"\x05" * 9, pending=(MOVE,), **more):
    """Return the first seat's scene of a match of two, with given fields and hand.

    Cards are given by their codes, separated by spaces.
    """
    state = GAME.clone(whole_match(2).state_at(0))
    hands = [bytes(sorted(CODES[code] for code in hand.split())), b"\x01" * 6]
    fields = [
        tuple(bytes(CODES[code] for code in codes.split()) for codes in field) for field in fields
    ]
    fields = {"hands": hands, "fields": fields, "deck": deck, "pending": [*pending]} | more
    return see(replace(state, **fields), 0)


def special():
    """Return scenes that are rare in matches: targets, marks, large hands and fields, and news."""
    out = bytes(CODES[code] for code in ("AA1", "CA1", "CA2", "CA3"))
    full = large(5, 1, (8, 0, 8, 1, 3), 30)
    give = full.hands[1][:3]
    ask = bytes((0, 1, 45))
    targets = placed([[], ["C1 C2 CJ", "P1 P2 P3"]], "E1 E2 E3 EA1 C3")
    card = ("card", CODES["E2"])
    citizens, executive, politics, terror = (
        bytes(CODES[f"{group}{number}"] for number in (1, 2, 3)) for group in "CEPT"
    )
    busy = [
        event
        for seat in (1, 2, 3, 4)
        for event in (
            TurnBegan(seat, HIDDEN, 40 - seat),
            Traded(seat, 1 + seat % 4, citizens[:2], executive[:1]),
            Laid(seat, citizens),
            Laid(seat, terror),
            Trumped(seat, CODES["PA1"], 1 + seat % 4, executive),
        )
    ]
    events = (*busy, Laid(4, politics), TurnBegan(0, CODES["T2"], 30))
    asked = [material.Move(0), material.Offer(0, 1, False, bytes([CODES["P1"]]))]
    known = [b""] * 6
    known[1] = known[5] = bytes([CODES["T2"]])
    return {
        "targets": targets,
        "a card selected": dataclasses.replace(
            targets, chooser=targets.chooser.select(card), cursor=card
        ),
        "one card for a target": placed([[], ["C1 C2 C3"]], "E1 EA2"),
        "a card that marks": placed([[], ["U1 U2 U3"]], "CA1"),
        "marked, few marks left": placed([[], ["U1 U2 U3 CA1", "U1 U2 U3"]], "", out=out),
        "nearly laid": placed([[], ["E3 E4 E5"]], "E1 E2 P5 P5 T1 T2 T3 C1"),
        "over": placed([["C1 C2 C3", "U1 U2 U3 CA1"], ["E1 E1 EJ"]], "PA3 CA2", pending=[]),
        "labels": placed([[], []], "P1 U1 U1 T1", pending=asked, seen=known),
        "cannot accept": placed(
            [[], []],
            "T1",
            pending=[material.Move(1), material.Answer(0, 1, False, terror[2:], executive[:1])],
        ),
        "large": see(full, 1),
        "large, of others": see(full, 0),
        "large, omniscient": see(full, OMNISCIENT),
        "large offer": see(
            replace(full, pending=[material.Move(1), material.Offer(1, 0, False, give, ask[:2])]), 1
        ),
        "large answer": see(
            replace(full, pending=[material.Move(1), material.Answer(0, 1, False, give, ask)]), 1
        ),
        "trim": see(replace(full, pending=[material.Trim(1)]), 1),
        "an answer and its meaning": placed(
            [[], []],
            "E1 E2 E3 T1 T2",
            pending=[material.Move(1), material.Answer(0, 1, False, terror[2:], executive[:1])],
        ),
        "news": dataclasses.replace(
            placed([[], ["C1 C2 C3"]], "T1"),
            events=(
                *(TurnBegan(0, CODES["T1"], 49), Laid(0, executive), TurnBegan(1, HIDDEN, 48)),
                *(Laid(1, citizens), Laid(1, terror), Laid(1, executive)),
                *(Traded(1, 0, citizens[:1], terror[:1]), Laid(1, citizens)),
                *(Trumped(1, CODES["PA1"], 0, executive), TurnBegan(0, CODES["T2"], 47)),
            ),
        ),
        "busy news": dataclasses.replace(see(whole_match(5).state_at(0), 0), events=events),
        "moving": dataclasses.replace(
            placed([["E1 E2 E3"], ["C1 C2 C3"]], "T1"), frame=3, moving=(Laid(1, citizens),)
        ),
    }
