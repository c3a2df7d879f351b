"""The actions of Darwinning!, one small decision each, their notation, and the events.

Records fix the tags and the notation, so some differ from the names of classes: the tag of ``Keep``
is ``hold``, and ``Share`` is written ``live``.
"""

from typing import ClassVar, Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Action, Element, Emit, Event
from darwin_core.games.darwinning.material import CARDS, ENVIRONMENTS
from darwin_core.kit.codec import Code, Codec, Form, Series, numbers
from darwin_core.text.language import mark


class Name(Action, frozen=True, tag="name"):
    """Name the leader of the first trick of an era."""

    seat: int


class Play(Action, frozen=True, tag="play"):
    """Play cards of the hand, in order of kinds."""

    cards: Cards


class Use(Action, frozen=True, tag="use"):
    """Use cards of the display together with the cards played; the empty set uses none."""

    cards: Cards


class Take(Action, frozen=True, tag="take"):
    """Take the trait card on a space of another species and place it on the seat's own Mutation."""

    owner: int
    """The seat that owns the space; the seat count for the dummy's display."""
    space: int
    """The space on the owner's board, or the index on the display."""
    onto: int
    """The trait space of the Mutation."""


class Climb(Action, frozen=True, tag="climb"):
    """Use a card's food chain icon."""

    card: int


class Grow(Action, frozen=True, tag="grow"):
    """Use a card's population icon."""

    card: int


class Adapt(Action, frozen=True, tag="adapt"):
    """Use a card to adapt to its environments."""

    card: int


class Gain(Action, frozen=True, tag="gain"):
    """Place a card on a trait space."""

    card: int
    space: int


class Keep(Action, frozen=True, tag="hold"):
    """Keep up to two cards for the next era, in order of kinds."""

    cards: Cards


class Share(Action, frozen=True, tag="live"):
    """Live in an environment of another species by Symbiosis."""

    environment: int


class Eat(Action, frozen=True, tag="eat"):
    """Eat the species of a seat, or the dummy, whose number is the seat count."""

    species: int


class Done(Action, frozen=True, tag="done"):
    """Decline: take no trait, improve nothing, share nothing, eat nothing more."""


AnyAction = Name | Play | Use | Take | Climb | Grow | Adapt | Gain | Keep | Share | Eat | Done

DONE: Final = Done()


class SpeciesDrawn(Event, frozen=True, tag="species"):
    """A seat drew its species board and put its marker on the food chain."""

    reveals: ClassVar[bool] = True
    seat: int
    species: int
    place: int


class DummyPlaced(Event, frozen=True, tag="dummy"):
    """The dummy's marker was put on the food chain."""

    place: int


class EraBegan(Event, frozen=True, tag="era"):
    """Environments were laid out and hands filled; for two, also the display."""

    reveals: ClassVar[bool] = True
    era: int
    environments: bytes
    hands: tuple[Cards, ...]
    display: Cards
    points: tuple[tuple[int, ...], ...]
    """The points of each species at the beginning of the era, by score line."""


class LeaderNamed(Event, frozen=True, tag="leader"):
    """The lowest species named the leader."""

    seat: int
    leader: int


class TraitTaken(Event, frozen=True, tag="taken"):
    """A seat took a trait card by Mutation. The owner may be the dummy."""

    loser: ClassVar[str] = "owner"

    seat: int
    owner: int
    card: int
    onto: int
    points: int = 0
    """The points that the owner of the card loses."""


class Played(Event, frozen=True, tag="played"):
    """A seat played cards from its hand."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: Cards


class Used(Event, frozen=True, tag="declared"):
    """A seat chose the cards of the display to use."""

    seat: int
    cards: Cards


class TrickWon(Event, frozen=True, tag="won"):
    """A seat won the trick with these cards, its display cards included."""

    seat: int
    cards: Cards
    is_last: bool
    beaten: tuple[tuple[int, Cards], ...] = ()
    """The other seats' combinations, display cards included, each with its seat; empty in the last
    trick of an era, which the winner does not profit from."""

    @property
    def missed(self) -> tuple[int, ...]:
        """The seats whose combinations did not win."""
        return tuple([seat for seat, _ in self.beaten])


class DummyMoved(Event, frozen=True, tag="moved"):
    """Nobody used the display, so the dummy moved up by the icons of the display."""

    place: int


class Climbed(Event, frozen=True, tag="climbed"):
    """A species moved up the food chain."""

    seat: int
    card: int
    start: int
    place: int


class Grown(Event, frozen=True, tag="grown"):
    """A population grew by a card."""

    seat: int
    card: int
    population: int


class Adapted(Event, frozen=True, tag="adapted"):
    """A species adapted to new environments."""

    seat: int
    card: int
    environments: bytes
    """The environments that the species lacked before."""


class Gained(Event, frozen=True, tag="gained"):
    """A card was placed on a trait space."""

    is_chosen_loss: ClassVar[bool] = True
    seat: int
    card: int
    space: int
    covered: int
    """The card that was replaced, or NOTHING."""
    lost: int = 0
    """The trait that the species no longer shows, by that card or printed; 0 for none."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat, if it lost a card or a trait by the new one."""
        return (self.seat,) if self.lost or self.covered != NOTHING else ()


class ImprovedNothing(Event, frozen=True, tag="left"):
    """A seat improved nothing."""

    seat: int


class Kept(Event, frozen=True, tag="chosen"):
    """A seat chose the cards to keep. Only that seat sees the event."""

    seat: int
    cards: Cards


class AllKept(Event, frozen=True, tag="kept"):
    """All seats have chosen; everybody sees how many cards each seat keeps."""

    reveals: ClassVar[bool] = True
    counts: tuple[int, ...]
    """The number of cards kept, by seat."""


class Shared(Event, frozen=True, tag="shared"):
    """Symbiosis lets a species live in another's environment."""

    seat: int
    environment: int
    food: int


class Eaten(Event, frozen=True, tag="eaten"):
    """A species was eaten. The eater or the eaten species may be the dummy."""

    eater: int
    eaten: int
    poisoned: bool
    """True if the eater got bites by Poison."""
    bites: int = 0
    """The bites that the eaten species has so far in this survival."""
    limit: int = 0
    """The bites that cost the eaten species a population."""
    points: int = 0
    """The points of that population now; 0 if more bites cost nothing."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The eaten species while its bites can cost something, and a poisoned eater."""
        eaten = (self.eaten,) if self.points else ()
        return (*eaten, self.eater) if self.poisoned else eaten


class Fed(Event, frozen=True, tag="fed"):
    """A species compared its food with its population, which changed or stayed."""

    seat: int
    needed: int
    """The food needed: the population before."""
    home: int
    """Food from environments, including a shared one."""
    meals: int
    """Food from species eaten."""
    extra: int
    """Food from traits."""
    change: int
    """The change of the population: -1, 0 or 1."""
    points: int = 0
    """The points that the seat loses if its population shrank."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat, if its population shrank."""
        return (self.seat,) if self.change < 0 else ()


class Bitten(Event, frozen=True, tag="bitten"):
    """A species had enough bites to shrink."""

    seat: int
    bites: int
    change: int
    """The change of the population: -1, or 0 if there was none to lose."""
    points: int = 0
    """The points that the species loses."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat, if it had a population to lose."""
        return (self.seat,) if self.change else ()


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The deck was empty, and the open and the buried discards became the deck."""

    reveals: ClassVar[bool] = True


class Drawn(Event, frozen=True, tag="drawn"):
    """Metamorphosis drew a card, which is discarded if it cannot be placed."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    is_laid: bool
    """True if the card is placed on a trait space next."""


class Ended(Event, frozen=True, tag="ended"):
    """The match is over."""

    final_since: ClassVar[int] = 2
    totals: tuple[int, ...]
    """The points, by seat."""
    winners: tuple[int, ...]
    """The seats that win; several on a tie."""


DarwinningEvent = (
    SpeciesDrawn
    | DummyPlaced
    | EraBegan
    | LeaderNamed
    | TraitTaken
    | Played
    | Used
    | TrickWon
    | DummyMoved
    | Climbed
    | Grown
    | Adapted
    | Gained
    | ImprovedNothing
    | Kept
    | AllKept
    | Shared
    | Eaten
    | Fed
    | Bitten
    | Reshuffled
    | Drawn
    | Ended
)

Emitter = Emit[DarwinningEvent] | None
"""The function that receives events; None if nobody observes."""


BUTTON: Final[Element] = ("button", 0)
"""The button for Done, and for the choice of no card."""
_SPACES_MAX: Final = 8
"""Element numbers reserved for each owner: more than a board or a display has spaces."""


def trait_element(owner: int, space: int) -> Element:
    """Return the element of a space of a board, or of the dummy's display."""
    return ("trait", _SPACES_MAX * owner + space)


def owner_and_space(number: int) -> tuple[int, int]:
    """Return the owner and the space of a trait element."""
    return divmod(number, _SPACES_MAX)


def _use_targets(action: Climb | Grow | Adapt) -> tuple[Element, Element]:
    return ("card", action.card), ("use", _USED.index(type(action)))


def _take_targets(action: Take) -> tuple[Element, Element]:
    return trait_element(action.owner, action.space), ("space", action.onto)


_USED: Final = (Climb, Grow, Adapt)
"""The uses of a card that need no trait space, in the order of the board's ``use`` elements."""
_NUMBERS: Final = numbers(99)
"""The words for spaces and species, from 1; more than any match has."""
_SPACE: Final = Code("space", _NUMBERS)
_SPECIES: Final = Code("species", _NUMBERS)
_CODES: Final = [card.code for card in CARDS]
_CARD: Final = Code("card", _CODES)

_CODEC: Final = Codec[AnyAction](
    AnyAction,
    mark(
        "no action; cards are written like A7, B12, F3 or J, and other actions "
        "like lead 2, climb A7, gain F3 2, eat 1 or done."
    ),
    Form(Name, "lead {seat}", seat=_SPECIES),
    Form(Play, "{cards}", cards=Series(_CARD, " ", min_count=1)),
    Form(Use, "use{cards}", cards=Series(Code("display", _CODES), " ", prefix=" "), button=BUTTON),
    Form[Take](
        Take,
        "take {owner}.{space} {onto}",
        owner=_SPECIES,
        space=_SPACE,
        onto=_SPACE,
        targets=_take_targets,
    ),
    Form[Climb](Climb, "climb {card}", card=_CARD, targets=_use_targets),
    Form[Grow](Grow, "grow {card}", card=_CARD, targets=_use_targets),
    Form[Adapt](Adapt, "adapt {card}", card=_CARD, targets=_use_targets),
    Form(Gain, "gain {card} {space}", card=_CARD, space=_SPACE),
    Form(Keep, "keep{cards}", cards=Series(_CARD, " ", prefix=" "), button=BUTTON),
    Form(Share, "live {environment}", environment=Code("environment", ENVIRONMENTS)),
    Form(Eat, "eat {species}", species=_SPECIES),
    Form(Done, "done", button=BUTTON),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
