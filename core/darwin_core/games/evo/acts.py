"""The actions of Evo, one small decision each, the events, and the notation of actions with the
elements of the board that choose them.

Records fix the tags and the notation, so some differ from the names of classes: ``Settle`` is
written ``found``. In actions, a location is its number; in events, it is its trait.
"""

from typing import ClassVar, Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Action, Element, Emit, Event
from darwin_core.games.evo.material import MIGRATION_CARDS, RING, TRAITS, WANDERER
from darwin_core.kit.codec import Code, Codec, Elements, Form, Series, numbers
from darwin_core.text.language import mark


class Awake(Action, frozen=True, tag="awake"):
    """Choose the active population of a generation."""

    location: int


class Hunt(Action, frozen=True, tag="hunt"):
    """Hunt a fauna card; the adaptations used determine the trait cards to pay."""

    slot: int
    """One of the five slots of the location."""
    uses: Cards = b""
    """Adaptations used, in order."""


class Forage(Action, frozen=True, tag="forage"):
    """Forage a flora card."""

    slot: int
    amount: int
    """Number of cards gathered, not counting the search card."""
    uses: Cards = b""


class Migrate(Action, frozen=True, tag="migrate"):
    """Migrate to another location. The cards paid are in order of trait: two, or one with
    Wanderer."""

    cards: Cards
    location: int

    @property
    def is_wandering(self) -> bool:
        """True if Wanderer makes one card enough."""
        return len(self.cards) < MIGRATION_CARDS


class Predate(Action, frozen=True, tag="predate"):
    """Hunt another species with three cards of a trait."""

    prey: int
    """The species hunted."""
    trait: int


class Displace(Action, frozen=True, tag="displace"):
    """Replace one of the prey's tokens on a slot by one of the predator's. In answer to ``Gorge``,
    add a predator's token."""

    slot: int


class Foresee(Action, frozen=True, tag="foresee"):
    """Use Foresight to draw a card."""


class Save(Action, frozen=True, tag="save"):
    """Use Hibernation to save an unused card."""

    trait: int


class Adopt(Action, frozen=True, tag="adopt"):
    """Take a species for the next millennium."""

    species: int


class Settle(Action, frozen=True, tag="found"):
    """Place the new population of a species."""

    location: int


class Move(Action, frozen=True, tag="move"):
    """Move a population between two millennia."""

    start: int
    location: int
    """The destination."""


class Done(Action, frozen=True, tag="done"):
    """End the generation, or decline a further choice."""


AnyAction = (
    Awake
    | Hunt
    | Forage
    | Migrate
    | Predate
    | Displace
    | Foresee
    | Save
    | Adopt
    | Settle
    | Move
    | Done
)

GenerationAction = Hunt | Forage | Migrate | Predate | Foresee | Done
"""The actions of an active population, in any order; ``Done`` ends its generation."""

FORESEE: Final = Foresee()

DONE: Final = Done()


TOKENS_LOST: Final = mark("tokens lost")
TOKEN_BONUS: Final = mark("token bonus")
GENOME_LENGTH: Final = mark("genome length")


class Dealt(Event, frozen=True, tag="dealt"):
    """Species, locations and first cards were dealt, and the first seat was drawn."""

    reveals: ClassVar[bool] = True
    locations: bytes
    species: bytes
    hands: tuple[Cards, ...]
    """By seat."""
    first: int


class MillenniumBegan(Event, frozen=True, tag="millennium"):
    """A millennium began, with this start player."""

    millennium: int
    first: int


class Awoke(Event, frozen=True, tag="awoke"):
    """A seat began a generation with a population at a location."""

    seat: int
    location: int
    """The trait of the location, as in all events."""


class Hunted(Event, frozen=True, tag="hunted"):
    """A species hunted a fauna."""

    seat: int
    fauna: int
    cards: Cards
    uses: Cards
    tokens: int
    """Tokens placed on the fauna."""
    offspring: int
    """Number of offspring cards, of the fauna's primary trait."""


class Foraged(Event, frozen=True, tag="foraged"):
    """A species foraged a flora."""

    seat: int
    flora: int
    cards: Cards
    uses: Cards
    tokens: int
    """Tokens placed on the flora."""
    offspring: int
    """Number of offspring cards, of the location's trait."""


class Migrated(Event, frozen=True, tag="migrated"):
    """A population migrated. One of the cards paid was put face up on the deck, the other was
    lost."""

    is_chosen_loss: ClassVar[bool] = True
    seat: int
    location: int
    survivor: int
    lost: int
    """The lost card; NOTHING if Wanderer lost none."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat, if a card was lost."""
        return () if self.is_wandering else (self.seat,)

    @property
    def is_wandering(self) -> bool:
        """True if Wanderer made a single card enough."""
        return self.lost == NOTHING

    @property
    def reveals(self) -> bool:
        """False if chance decided nothing: the seat paid one card, or two equal cards. A viewer
        from whom the lost card is hidden cannot know that the two cards were equal."""
        return self.lost not in (NOTHING, self.survivor)


class Predated(Event, frozen=True, tag="preyed"):
    """A species hunted another species."""

    seat: int
    prey: int
    trait: int
    offspring: int
    owner: int = NOTHING
    """The seat that plays the prey; NOTHING if nobody does."""


class Displaced(Event, frozen=True, tag="displaced"):
    """On one slot, a predator's token replaced a token of the prey, or was added."""

    seat: int
    prey: int
    """The prey's species; NOTHING if a token was added."""
    slot: int
    """One of the five slots of the location."""
    card: int
    owner: int = NOTHING
    """The seat of the prey."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat of the prey, if it lost a token."""
        return () if self.owner == NOTHING else (self.owner,)


class Foresaw(Event, frozen=True, tag="foresaw"):
    """A species drew a card by Foresight."""

    seat: int
    card: int
    is_open: bool
    """True if the card was face up."""

    @property
    def reveals(self) -> bool:
        """False if the card was face up, so that everybody knew it."""
        return not self.is_open


class Saved(Event, frozen=True, tag="slept"):
    """Hibernation saved a card."""

    seat: int
    card: int


class Withered(Event, frozen=True, tag="withered"):
    """A generation ended; unused cards were lost."""

    is_chosen_loss: ClassVar[bool] = True
    seat: int
    cards: Cards

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat, if cards were lost."""
        return (self.seat,) if self.cards else ()


class Drew(Event, frozen=True, tag="drew"):
    """A species drew its next generation: face-up offspring, then cards of the deck."""

    seat: int
    offspring: Cards
    cards: Cards

    @property
    def reveals(self) -> bool:
        """False if only face-up cards were drawn, which everybody knew."""
        return bool(self.cards)


class Overfilled(Event, frozen=True, tag="overfilled"):
    """A fauna or flora got more tokens than it bears, so it will die out at the end of the
    millennium: no action takes tokens off a card."""

    seat: int
    """The seat whose action did it, and who knew it before."""
    slot: int
    """The place, ``SLOTS * location + slot``."""
    card: int
    location: int
    tokens: tuple[tuple[int, int], ...]
    """(seat, tokens) of each player with tokens on the card."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The other seats with tokens on the card."""
        return tuple(seat for seat, _ in self.tokens if seat != self.seat)


class DiedOut(Event, frozen=True, tag="died"):
    """A fauna or flora had too many tokens and died out."""

    lines: ClassVar[tuple[str, ...]] = (TOKENS_LOST,)
    slot: int
    """The place, ``SLOTS * location + slot``."""
    card: int
    location: int
    tokens: tuple[tuple[int, int], ...] = ()
    """(seat, tokens) of each player who lost tokens on the card."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that had tokens on the card."""
        return tuple(seat for seat, _ in self.tokens)


class Arrived(Event, frozen=True, tag="arrived"):
    """A new fauna or flora came."""

    reveals: ClassVar[bool] = True
    slot: int
    """The place, ``SLOTS * location + slot``."""
    card: int
    location: int


class Outcompeted(Event, frozen=True, tag="outcompeted"):
    """Cards without tokens took tokens from a species at their location."""

    lines: ClassVar[tuple[str, ...]] = (TOKENS_LOST,)
    seat: int
    location: int
    tokens: int
    kept: int
    """Tokens that Territorial kept."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat, if it lost tokens."""
        return (self.seat,) if self.tokens else ()


class Survived(Event, frozen=True, tag="survived"):
    """A seat scored its remaining tokens, and the bonus for many tokens."""

    lines: ClassVar[tuple[str, ...]] = (TOKEN_BONUS,)
    always_scores: ClassVar[bool] = True
    seat: int
    tokens: int
    bonus: int


class Counted(Event, frozen=True, tag="counted"):
    """A Future Genome was compared with its target; random cards were returned or added."""

    lines: ClassVar[tuple[str, ...]] = (GENOME_LENGTH,)
    reveals: ClassVar[bool] = True
    always_scores: ClassVar[bool] = True
    seat: int
    size: int
    """The size of the Future Genome before cards were moved."""
    points: int
    """The size less the target."""
    cards: Cards
    """The cards returned, if the points are positive, or added."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat, if cards were missing."""
        return (self.seat,) if self.points < 0 else ()


class Culled(Event, frozen=True, tag="culled"):
    """Natural selection took the least used adaptation of a species."""

    reveals: ClassVar[bool] = True
    loser: ClassVar[str] = "seat"
    species: int
    design: int
    seat: int = NOTHING
    """The player of the species in the millennium that ended."""


class Mutated(Event, frozen=True, tag="mutated"):
    """A species gained adaptations by chance."""

    reveals: ClassVar[bool] = True
    species: int
    designs: Cards
    seat: int = NOTHING
    """The player of the species in the millennium that ended."""


class Adopted(Event, frozen=True, tag="adopted"):
    """A seat took a species."""

    seat: int
    species: int


class Settled(Event, frozen=True, tag="settled"):
    """A species got a new population."""

    seat: int
    location: int


class Moved(Event, frozen=True, tag="moved"):
    """A population moved between two millennia."""

    seat: int
    start: int
    location: int


class Ended(Event, frozen=True, tag="ended"):
    """The match ended."""

    final_since: ClassVar[int] = 1
    totals: tuple[int, ...]
    winners: tuple[int, ...]


EvoEvent = (
    Dealt
    | MillenniumBegan
    | Awoke
    | Hunted
    | Foraged
    | Migrated
    | Predated
    | Displaced
    | Foresaw
    | Saved
    | Withered
    | Drew
    | Overfilled
    | DiedOut
    | Arrived
    | Outcompeted
    | Survived
    | Counted
    | Culled
    | Mutated
    | Adopted
    | Settled
    | Moved
    | Ended
)

Emitter = Emit[EvoEvent] | None
"""The function that receives events; None without observers."""


LETTERS: Final = "".join(trait.letter for trait in TRAITS)
"""The letters of the traits."""
_FAMILIES: Final = "VFHGX"
"""Letters of the families of adaptations, in order: G for Feeder and X for special."""
BUTTON: Final[Element] = ("button", 0)
"""The button that ends the current decision."""


def design_code(design: int) -> str:
    """Return an adaptation as the letters of its family and its trait."""
    return _FAMILIES[design // RING] + LETTERS[design % RING]


def _migrate_targets(action: Migrate) -> Elements:
    """Return the cards paid, the location, and Wanderer if only one card is paid."""
    wanders: Elements = (("adaptation", WANDERER),) if action.is_wandering else ()
    return (*_CARDS.elements(action.cards), ("location", action.location), *wanders)


_DIGITS: Final = numbers(9)  # More than any number of locations, slots or species.
_LOCATION: Final = Code("location", _DIGITS)
_SLOT: Final = Code("slot", _DIGITS)
_SPECIES: Final = Code("species", _DIGITS)
_CARD: Final = Code("card", LETTERS)
_CARDS: Final = Series(_CARD, "", min_count=1, max_count=MIGRATION_CARDS)
_DESIGN: Final = Code("adaptation", map(design_code, range(RING * len(_FAMILIES))))
_USES: Final = Series(_DESIGN, " +", prefix=" +")

_CODEC: Final = Codec[AnyAction](
    AnyAction,
    mark(
        "no action; actions are like awake 1, hunt 2 +VS, forage 4 2, "
        "migrate SR 2 with traits by their letters SRPTEA, or done."
    ),
    Form(Awake, "awake {location}", location=_LOCATION),
    Form(Hunt, "hunt {slot}{uses}", slot=_SLOT, uses=_USES),
    Form(
        Forage,
        "forage {slot} {amount}{uses}",
        slot=_SLOT,
        amount=Code("amount", numbers(99), first=1),  # More than the cards of a trait.
        uses=_USES,
    ),
    Form[Migrate](
        Migrate,
        "migrate {cards} {location}",
        cards=_CARDS,
        location=_LOCATION,
        targets=_migrate_targets,
    ),
    Form(Predate, "predate {prey} {trait}", prey=_SPECIES, trait=_CARD),
    Form(Displace, "displace {slot}", slot=_SLOT),
    Form(Foresee, "foresee", button=("button", 1)),
    Form(Save, "save {trait}", trait=_CARD),
    Form(Adopt, "adopt {species}", species=_SPECIES),
    Form(Settle, "found {location}", location=_LOCATION),
    # Start and destination are elements of different kinds, so that a click is unambiguous.
    Form(
        Move,
        "move {start} {location}",
        start=Code("population", _DIGITS),
        location=Code("goal", _DIGITS),
    ),
    Form(Done, "done", button=BUTTON),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
