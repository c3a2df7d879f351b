"""The notation of actions, and the board elements by which they are chosen."""

from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.darwinning import actions
from darwin_core.games.darwinning.actions import AnyAction
from darwin_core.games.darwinning.components import CARDS, ENVIRONMENTS
from darwin_core.kit.codec import Code, Codec, Form, Series, numbers
from darwin_core.text.language import mark

BUTTON: Final[Element] = ("button", 0)
"""The element for Done, or for no card."""
_SPACES_MAX: Final = 8
"""Element numbers reserved for each owner, more than the spaces of a board or a display."""


def trait_element(owner: int, space: int) -> Element:
    """Return the element of a space of a board, or of the dummy's display."""
    return ("trait", _SPACES_MAX * owner + space)


def owner_and_space(number: int) -> tuple[int, int]:
    """Return the owner and the space of a trait element."""
    return divmod(number, _SPACES_MAX)


def _use_targets(action: actions.Climb | actions.Grow | actions.Adapt) -> tuple[Element, Element]:
    return ("card", action.card), ("use", _USED.index(type(action)))


def _take_targets(action: actions.Take) -> tuple[Element, Element]:
    return trait_element(action.owner, action.space), ("space", action.onto)


_USED: Final = (actions.Climb, actions.Grow, actions.Adapt)
_NUMBERS: Final = numbers(99)
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
    Form(actions.Name, "lead {seat}", seat=_SPECIES),
    Form(actions.Play, "{cards}", cards=Series(_CARD, " ", min_count=1)),
    Form(
        actions.Use,
        "use{cards}",
        cards=Series(Code("display", _CODES), " ", prefix=" "),
        button=BUTTON,
    ),
    Form[actions.Take](
        actions.Take,
        "take {owner}.{space} {onto}",
        owner=_SPECIES,
        space=_SPACE,
        onto=_SPACE,
        targets=_take_targets,
    ),
    Form[actions.Climb](actions.Climb, "climb {card}", card=_CARD, targets=_use_targets),
    Form[actions.Grow](actions.Grow, "grow {card}", card=_CARD, targets=_use_targets),
    Form[actions.Adapt](actions.Adapt, "adapt {card}", card=_CARD, targets=_use_targets),
    Form(actions.Gain, "gain {card} {space}", card=_CARD, space=_SPACE),
    Form(actions.Hold, "keep{cards}", cards=Series(_CARD, " ", prefix=" "), button=BUTTON),
    Form(actions.Live, "live {environment}", environment=Code("environment", ENVIRONMENTS)),
    Form(actions.Eat, "eat {species}", species=_SPECIES),
    Form(actions.Done, "done", button=BUTTON),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
