"""The notation of actions, and the board elements by which they are chosen."""

from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.evo import actions
from darwin_core.games.evo.actions import AnyAction
from darwin_core.games.evo.components import RING, TRAITS, WANDERER
from darwin_core.kit.codec import Code, Codec, Elements, Form, Series, numbers
from darwin_core.text.language import mark

LETTERS: Final = "".join(trait.letter for trait in TRAITS)
"""The letters of the traits."""
_FAMILIES: Final = "VFHGX"
"""Letters of the families of adaptations."""
BUTTON: Final[Element] = ("button", 0)
"""The button that ends the current decision."""


def design_code(design: int) -> str:
    """Return an adaptation as the letters of its family and its trait."""
    return _FAMILIES[design // RING] + LETTERS[design % RING]


def _migrate_targets(action: actions.Migrate) -> Elements:
    """Return the cards and the location, and the adaptation that makes one card enough."""
    wanders: Elements = (("adaptation", WANDERER),) if len(action.cards) == 1 else ()
    return (*_CARDS.elements(action.cards), ("location", action.location), *wanders)


_DIGITS: Final = numbers(9)
_LOCATION: Final = Code("location", _DIGITS)
_SLOT: Final = Code("slot", _DIGITS)
_SPECIES: Final = Code("species", _DIGITS)
_CARD: Final = Code("card", LETTERS)
_CARDS: Final = Series(_CARD, "", min_count=1, max_count=2)
_DESIGN: Final = Code("adaptation", map(design_code, range(RING * len(_FAMILIES))))
_USES: Final = Series(_DESIGN, " +", prefix=" +")

_CODEC: Final = Codec[AnyAction](
    AnyAction,
    mark(
        "no action; actions are like awake 1, hunt 2 +VS, forage 4 2, "
        "migrate SR 2 with traits by their letters SRPTEA, or done."
    ),
    Form(actions.Awake, "awake {location}", location=_LOCATION),
    Form(actions.Hunt, "hunt {slot}{uses}", slot=_SLOT, uses=_USES),
    Form(
        actions.Forage,
        "forage {slot} {amount}{uses}",
        slot=_SLOT,
        amount=Code("amount", numbers(99), first=1),
        uses=_USES,
    ),
    Form[actions.Migrate](
        actions.Migrate,
        "migrate {cards} {location}",
        cards=_CARDS,
        location=_LOCATION,
        targets=_migrate_targets,
    ),
    Form(actions.Predate, "predate {prey} {trait}", prey=_SPECIES, trait=_CARD),
    Form(actions.Displace, "displace {slot}", slot=_SLOT),
    Form(actions.Foresee, "foresee", button=("button", 1)),
    Form(actions.Save, "save {trait}", trait=_CARD),
    Form(actions.Adopt, "adopt {species}", species=_SPECIES),
    Form(actions.Found, "found {location}", location=_LOCATION),
    Form(actions.Move, "move {start} {location}", start=_LOCATION, location=Code("goal", _DIGITS)),
    Form(actions.Done, "done", button=BUTTON),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
