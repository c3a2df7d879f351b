"""The actions of Darwin's Journey, its events, and the notation of actions.

Each action is one small decision, chosen by elements of the board (``targets``). Records fix the
tags and the notation, so some differ from the names of classes: ``Move`` is written ``go``.
"""

from typing import ClassVar, Final

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import NOTHING, Action, Element, Emit, Event
from darwin_core.games.journey.material import (
    CAMPSITES,
    CREW,
    DISCARD,
    ENVELOPES,
    ISLANDS,
    KINDS,
    LETTERS,
    LOCATION_NUMBERS,
    LOCATIONS,
    LOCKABLE,
    OBJECTIVES,
    SCROLL_SPOTS,
    SCROLLS,
    SLOTS,
    SLOTS_OF_METAL,
    SPACES,
    SPECIMENS,
    WORKERS,
    Page,
)
from darwin_core.kit.codec import Code, Codec, Form, numbers
from darwin_core.text.language import mark


class Keep(Action, frozen=True, tag="keep"):
    """Keep a crew card and pass the others on."""

    card: int


class Take(Action, frozen=True, tag="take"):
    """Take an objective, into the reserve or face up onto a slot."""

    tile: int
    slot: int = NOTHING
    """The slot; NOTHING for the reserve."""


class Place(Action, frozen=True, tag="place"):
    """Place a worker."""

    worker: int
    location: int


class Achieve(Action, frozen=True, tag="achieve"):
    """Turn an objective face down, on its slot or, from the reserve, on a slot chosen now."""

    tile: int
    slot: int


class Complete(Action, frozen=True, tag="complete"):
    """Complete a crew card with the seals of a worker row."""

    card: int
    row: int


class Do(Action, frozen=True, tag="do"):
    """Carry out one of the offered effects."""

    part: int
    """The position of the effect among the offered effects."""


class Move(Action, frozen=True, tag="go"):
    """Move to a space. The track of the space determines which piece moves: the ship or an
    explorer."""

    space: int


class Land(Action, frozen=True, tag="send"):
    """Place an explorer on the start of an island."""

    island: int


class Stamp(Action, frozen=True, tag="stamp"):
    """Place a stamp."""

    stack: int
    """A stamp stack; DISCARD for a stamp taken from the discard."""
    envelope: int


class Buy(Action, frozen=True, tag="buy"):
    """Take a seal from a scroll to a worker row."""

    spot: int
    """The spot of the seal; each scroll has three spots, counted from the top."""
    row: int


class Add(Action, frozen=True, tag="add"):
    """Add a free seal to a worker row."""

    colour: int
    row: int


class Unlock(Action, frozen=True, tag="unlock"):
    """Place a lens."""

    location: int


class Perform(Action, frozen=True, tag="visit"):
    """Perform a location that is locked."""

    location: int


class Deliver(Action, frozen=True, tag="bring"):
    """Deliver a specimen, or repeat the gain of its delivery."""

    specimen: int


class Research(Action, frozen=True, tag="examine"):
    """Research a specimen."""

    specimen: int


class Pitch(Action, frozen=True, tag="pitch"):
    """Pitch a tent."""

    site: int


class Reuse(Action, frozen=True, tag="reuse"):
    """Re-use the seat's tent on a campsite."""

    site: int


class Copy(Action, frozen=True, tag="imitate"):
    """Gain the reward of a crew card that nobody has completed."""

    card: int


class Skip(Action, frozen=True, tag="skip"):
    """Leave out the pending effect, or the rest of it."""


class End(Action, frozen=True, tag="end"):
    """End the turn."""


AnyAction = (
    Keep
    | Take
    | Place
    | Achieve
    | Complete
    | Do
    | Move
    | Land
    | Stamp
    | Buy
    | Add
    | Unlock
    | Perform
    | Deliver
    | Research
    | Pitch
    | Reuse
    | Copy
    | Skip
    | End
)

SKIP: Final = Skip()
END: Final = End()


class Dealt(Event, frozen=True, tag="dealt"):
    """The table was laid, the turn order drawn and crew cards dealt."""

    reveals: ClassVar[bool] = True
    order: bytes
    """Seats in turn order."""
    hands: tuple[Cards, ...]


class Kept(Event, frozen=True, tag="kept"):
    """A seat chose a crew card."""

    seat: int
    card: int


class Passed(Event, frozen=True, tag="passed"):
    """All seats have chosen, and passed their hands to the next seat."""

    reveals: ClassVar[bool] = True
    hands: tuple[Cards, ...]
    """The new hands, by seat."""


class Signed(Event, frozen=True, tag="signed"):
    """The draft is over: crew cards are turned up, seals placed, scrolls filled."""

    reveals: ClassVar[bool] = True
    crew: tuple[Cards, ...]
    """By seat."""
    scrolls: Cards


class Began(Event, frozen=True, tag="began"):
    """A round began."""

    round: int
    order: bytes
    """Seats in turn order."""


class Gained(Event, frozen=True, tag="gained"):
    """A seat gained something, or spent knowledge, whose number is then negative."""

    seat: int
    coins: int = 0
    points: int = 0
    knowledge: int = 0
    steps: int = 0
    """Steps on the Theory of Evolution track. Steps past the end of the track are counted as
    points."""


class Placed(Event, frozen=True, tag="placed"):
    """A worker was placed."""

    seat: int
    worker: int
    location: int
    coins: int
    """Coins paid for an area with a worker."""
    knowledge: int
    """Knowledge spent for seals that the row lacks."""
    owner: int
    """The seat that gained a coin for the lens there, or NOTHING."""


class Ended(Event, frozen=True, tag="turn"):
    """A seat ended its turn."""

    seat: int


class Moved(Event, frozen=True, tag="moved"):
    """A ship or an explorer moved."""

    seat: int
    start: int
    space: int


class Landed(Event, frozen=True, tag="landed"):
    """An explorer landed."""

    seat: int
    island: int


class CameFirst(Event, frozen=True, tag="first"):
    """For the first time, a piece reached or crossed a ribbon, or reached the end of a track."""

    always_scores: ClassVar[bool] = True
    seat: int
    space: int
    points: int
    near: bytes = b""
    """The other seats with a piece within ``NEAR_MOVES`` moves of the space."""

    @property
    def missed(self) -> tuple[int, ...]:
        """The other seats that were near."""
        return tuple(self.near)


class Stamped(Event, frozen=True, tag="stamped"):
    """A stamp was placed."""

    seat: int
    stack: int
    envelope: int
    overtaken: bytes = b""
    """The seats that had the most stamps there and now have fewer than this seat."""
    tile: int = NOTHING
    """The envelope's correspondence tile, if a seat is overtaken."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that lost first place."""
        return tuple(self.overtaken)


class Bought(Event, frozen=True, tag="bought"):
    """A seal was added to a worker row, bought or free."""

    seat: int
    colour: int
    row: int
    coins: int
    """Coins paid; 0 for a free seal."""


class Unlocked(Event, frozen=True, tag="unlocked"):
    """A lens was placed."""

    seat: int
    location: int
    coins: int


class Performed(Event, frozen=True, tag="visited"):
    """A locked location was performed."""

    seat: int
    location: int


class Researched(Event, frozen=True, tag="researched"):
    """A specimen was researched."""

    seat: int
    specimen: int
    coins: int


class Delivered(Event, frozen=True, tag="delivered"):
    """A specimen was delivered to the museum, or delivered again."""

    seat: int
    specimen: int
    paid: int
    """Coins paid."""
    coins: int
    """Coins gained."""
    steps: int
    """Steps of evolution gained."""
    is_again: bool
    known: bytes = b""
    """The other seats that have researched a specimen that was still on its space."""

    @property
    def missed(self) -> tuple[int, ...]:
        """The other seats that could have delivered the specimen."""
        return tuple(self.known)


class Pitched(Event, frozen=True, tag="pitched"):
    """A tent was pitched."""

    seat: int
    site: int
    coins: int


class Reused(Event, frozen=True, tag="reused"):
    """A tent was used once more."""

    seat: int
    site: int


class Took(Event, frozen=True, tag="took"):
    """A seat took an objective."""

    seat: int
    tile: int
    slot: int
    """The slot; NOTHING for the reserve."""
    coins: int
    able: bytes = b""
    """The other seats that met all requirements of the objective when it was taken."""

    @property
    def missed(self) -> tuple[int, ...]:
        """The other seats that could have achieved the objective."""
        return tuple(self.able)


class Achieved(Event, frozen=True, tag="achieved"):
    """A seat achieved an objective."""

    seat: int
    tile: int
    slot: int
    coins: int


class Completed(Event, frozen=True, tag="completed"):
    """A seat completed a crew card."""

    seat: int
    card: int
    row: int


class Copied(Event, frozen=True, tag="copied"):
    """A seat copied a crew card."""

    seat: int
    card: int


class Ordered(Event, frozen=True, tag="ordered"):
    """All workers are placed; the new turn order was set."""

    order: bytes
    """Seats in turn order."""


class Counted(Event, frozen=True, tag="counted"):
    """The stamps on an envelope, of which there is at least one, were counted."""

    envelope: int
    stamps: Counts
    winners: tuple[bytes, bytes]
    """Winners of the first reward and of the second, in turn order."""


class Awarded(Event, frozen=True, tag="awarded"):
    """A seat won the reward of an envelope."""

    seat: int
    envelope: int
    place: int
    """0 for the first reward, 1 for the second."""


class Collected(Event, frozen=True, tag="collected"):
    """Stamps were taken off an envelope, by seat."""

    envelope: int
    taken: Counts

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats whose stamps were taken off."""
        return tuple(seat for seat, number in enumerate(self.taken) if number)


class Reported(Event, frozen=True, tag="reported"):
    """The Beagle's goal was scored, by seat."""

    always_scores: ClassVar[bool] = True
    goal: int
    counts: tuple[int, ...]
    """The things counted for the goal."""
    lags: tuple[int, ...]
    """The points that lagging costs, which may be more than the goal's points."""
    points: tuple[int, ...]
    """The points scored."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that lagging cost points: without a count there were none to lose."""
        return tuple(seat for seat, lag in enumerate(self.lags) if lag and self.counts[seat])


class Cleaned(Event, frozen=True, tag="cleaned"):
    """The next round was prepared."""

    reveals: ClassVar[bool] = True
    display: Cards
    """Objectives on display."""
    scrolls: Cards


class Finished(Event, frozen=True, tag="finished"):
    """The match is over."""

    final_since: ClassVar[int] = 2
    totals: tuple[int, ...]
    winners: tuple[int, ...]


JourneyEvent = (
    Dealt
    | Kept
    | Passed
    | Signed
    | Began
    | Gained
    | Placed
    | Ended
    | Moved
    | Landed
    | CameFirst
    | Stamped
    | Bought
    | Unlocked
    | Performed
    | Researched
    | Delivered
    | Pitched
    | Reused
    | Took
    | Achieved
    | Completed
    | Copied
    | Ordered
    | Counted
    | Awarded
    | Collected
    | Reported
    | Cleaned
    | Finished
)

Emitter = Emit[JourneyEvent] | None
"""The function that receives events; None if nobody observes."""


_PAGE_LETTERS: Final[dict[Page, str]] = {
    "exploration": "E",
    "navigation": "N",
    "correspondence": "C",
    "academy": "A",
    "special": "S",
    "small": "L",
    "museum": "M",
    "objectives": "O",
    "order": "T",
}
"""The letters that denote the pages of the diaries, and the rectangles."""


LOCATION_CODES: Final = tuple(
    f"{_PAGE_LETTERS[location.page]}{number or ''}"
    for location, number in zip(LOCATIONS, LOCATION_NUMBERS, strict=True)
)
"""Notation of locations: E1 to E3 for Exploration, S1 to S6 for special ones, M, ..."""
SPECIMEN_CODES: Final = tuple(
    f"{LETTERS[specimen // len(KINDS)]}{KINDS[specimen % len(KINDS)][0]}"
    for specimen in range(SPECIMENS)
)
"""Specimens by colour and kind: Gr is the green reptile."""
SLOT_CODES: Final = tuple(
    f"{'g' if slot.is_gold else 's'}{number % SLOTS_OF_METAL + 1}"
    for number, slot in enumerate(SLOTS)
)
"""Slots for objectives: s1 to s5 silver, g1 to g5 gold."""

EFFECTS_OFFERED_MAX: Final = 9
"""Number of effects of which one can be chosen; more than any effect offers."""
SKIP_BUTTON: Final[Element] = ("button", 0)
"""The button that skips the pending effect."""
END_BUTTON: Final[Element] = ("button", 1)
"""The button that ends the turn."""


def _place_targets(action: Place) -> tuple[Element, Element]:
    """Return the location and the worker; the order of the notation would be the other way
    round."""
    return ("location", action.location), ("worker", action.worker)


_CREW: Final = Code("crew", numbers(len(CREW)))
_TILE: Final = Code("tile", numbers(len(OBJECTIVES)))
_SLOT: Final = Code("slot", SLOT_CODES)
_OR_RESERVE: Final = Code(
    "slot", {NOTHING: "", **dict(enumerate(f" {code}" for code in SLOT_CODES))}
)
_ROW: Final = Code("row", numbers(WORKERS))
_LOCKED: Final = Code("location", LOCATION_CODES[:LOCKABLE])
_SPECIMEN: Final = Code("specimen", SPECIMEN_CODES)
_SITE: Final = Code("site", [site.space for site in CAMPSITES])

_CODEC: Final = Codec[AnyAction](
    AnyAction,
    mark(
        "no action; actions are like place 2 E1, do 1, go IA4, stamp 3 1, "
        "buy 4 2, take 5 g1, examine Gr, skip or end."
    ),
    Form(Keep, "keep {card}", card=_CREW),
    Form(Take, "take {tile}{slot}", tile=_TILE, slot=_OR_RESERVE),
    Form[Place](
        Place,
        "place {worker} {location}",
        worker=Code("worker", numbers(WORKERS + 1)),
        location=Code("location", LOCATION_CODES),
        targets=_place_targets,
    ),
    Form(Achieve, "achieve {tile} {slot}", tile=_TILE, slot=_SLOT),
    Form(Complete, "complete {card} {row}", card=_CREW, row=_ROW),
    Form(Do, "do {part}", part=Code("part", numbers(EFFECTS_OFFERED_MAX))),
    Form(Move, "go {space}", space=Code("space", [space.name for space in SPACES])),
    Form(Land, "send {island}", island=Code("island", ISLANDS)),
    Form(
        Stamp,
        "stamp {stack} {envelope}",
        stack=Code("stack", (*numbers(DISCARD), "d")),
        envelope=Code("envelope", numbers(ENVELOPES)),
    ),
    Form(Buy, "buy {spot} {row}", spot=Code("seal", numbers(SCROLLS * SCROLL_SPOTS)), row=_ROW),
    Form(Add, "add {colour} {row}", colour=Code("colour", LETTERS), row=_ROW),
    Form(Unlock, "unlock {location}", location=_LOCKED),
    Form(Perform, "visit {location}", location=_LOCKED),
    Form(Deliver, "bring {specimen}", specimen=_SPECIMEN),
    Form(Research, "examine {specimen}", specimen=_SPECIMEN),
    Form(Pitch, "pitch {site}", site=_SITE),
    Form(Reuse, "reuse {site}", site=_SITE),
    Form(Copy, "imitate {card}", card=_CREW),
    Form(Skip, "skip", button=SKIP_BUTTON),
    Form(End, "end", button=END_BUTTON),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
