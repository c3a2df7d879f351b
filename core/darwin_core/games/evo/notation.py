"""Actions as text, two-way, and the elements of the board that choose them."""

import re
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from darwin_core.game import BadText, Element
from darwin_core.games.evo.components import RING, TRAITS, WANDERER
from darwin_core.games.evo.state import (
    DONE,
    FORESEE,
    Adopt,
    AnyAction,
    Awake,
    Cards,
    Displace,
    Done,
    Forage,
    Foresee,
    Found,
    Hunt,
    Migrate,
    Move,
    Predate,
    Save,
    adopt,
    awake,
    displace,
    forage,
    found,
    hunt,
    migrate,
    move,
    predate,
    save,
)

LETTERS: Final = "".join(trait.letter for trait in TRAITS)
"""Of the traits."""
_FAMILIES: Final = "VFHGX"
"""Letters of the families of adaptations."""
BUTTON: Final[Element] = ("button", 0)
"""Done."""


def codes(cards: Sequence[int]) -> str:
    """Trait cards by their letters."""
    return "".join(LETTERS[card] for card in cards)


def design_code(design: int) -> str:
    """An adaptation in two letters: its family's and its trait's."""
    return _FAMILIES[design // RING] + LETTERS[design % RING]


def _uses(uses: Cards) -> str:
    return "".join(f" +{design_code(design)}" for design in uses)


def notation(action: AnyAction) -> str:
    """An action in a few letters; locations, slots and species count from 1."""
    match action:
        case Awake(location):
            return f"awake {location + 1}"
        case Hunt(slot, uses):
            return f"hunt {slot + 1}{_uses(uses)}"
        case Forage(slot, amount, uses):
            return f"forage {slot + 1} {amount}{_uses(uses)}"
        case Migrate(cards, location):
            return f"migrate {codes(cards)} {location + 1}"
        case Predate(prey, trait):
            return f"predate {prey + 1} {LETTERS[trait]}"
        case Displace(slot):
            return f"displace {slot + 1}"
        case Foresee():
            return "foresee"
        case Save(trait):
            return f"save {LETTERS[trait]}"
        case Adopt(species):
            return f"adopt {species + 1}"
        case Found(location):
            return f"found {location + 1}"
        case Move(start, location):
            return f"move {start + 1} {location + 1}"
        case Done():
            return "done"
        case _:
            assert_never(action)


def _cards(text: str) -> Cards:
    return bytes(LETTERS.index(letter) for letter in text)


def _designs(text: str) -> Cards:
    return bytes(
        RING * _FAMILIES.index(code[0]) + LETTERS.index(code[1]) for code in text.split(" +")[1:]
    )


_N: Final = "([1-9])"
_T: Final = f"([{LETTERS}])"
_U: Final = rf"((?: \+[{_FAMILIES}][{LETTERS}])*)"
_FORMS: Final[tuple[tuple[str, Callable[..., AnyAction]], ...]] = (
    (f"awake {_N}", lambda place: awake(int(place) - 1)),
    (f"hunt {_N}{_U}", lambda slot, uses: hunt(int(slot) - 1, _designs(uses))),
    (
        f"forage {_N} ([1-9][0-9]?){_U}",
        lambda slot, amount, uses: forage(int(slot) - 1, int(amount), _designs(uses)),
    ),
    (
        f"migrate ([{LETTERS}]{{1,2}}) {_N}",
        lambda cards, place: migrate(_cards(cards), int(place) - 1),
    ),
    (f"predate {_N} {_T}", lambda prey, trait: predate(int(prey) - 1, LETTERS.index(trait))),
    (f"displace {_N}", lambda slot: displace(int(slot) - 1)),
    ("foresee", lambda: FORESEE),
    (f"save {_T}", lambda trait: save(LETTERS.index(trait))),
    (f"adopt {_N}", lambda species: adopt(int(species) - 1)),
    (f"found {_N}", lambda place: found(int(place) - 1)),
    (f"move {_N} {_N}", lambda start, place: move(int(start) - 1, int(place) - 1)),
    ("done", lambda: DONE),
)
_PATTERNS: Final = tuple((re.compile(form, re.ASCII), make) for form, make in _FORMS)


def parse(text: str) -> AnyAction:
    """The action that a text stands for.

    Raises:
        BadText: if there is none.
    """
    for pattern, make in _PATTERNS:
        found_ = pattern.fullmatch(text)
        if found_:
            return make(*found_.groups())
    raise BadText(
        f"{text[:20]!r} is no action; actions are like awake 1, hunt 2 +VS, forage 4 2, "
        f"migrate SR 2 with traits by their letters {LETTERS}, or done."
    )


def _used(uses: Cards) -> tuple[Element, ...]:
    return tuple(("adaptation", design) for design in uses)


def targets(action: AnyAction) -> tuple[Element, ...]:
    """What is picked to choose an action."""
    match action:
        case Awake(location) | Found(location):
            return (("location", location),)
        case Hunt(slot, uses):
            return (("slot", slot), *_used(uses))
        case Forage(slot, amount, uses):
            return (("slot", slot), ("amount", amount), *_used(uses))
        case Migrate(cards, location):
            wanders = (WANDERER,) if len(cards) == 1 else ()
            fares: tuple[Element, ...] = tuple(("card", card) for card in cards)
            return (*fares, ("location", location), *_used(bytes(wanders)))
        case Predate(prey, trait):
            return (("species", prey), ("card", trait))
        case Displace(slot):
            return (("slot", slot),)
        case Foresee():
            return (("button", 1),)
        case Save(trait):
            return (("card", trait),)
        case Adopt(species):
            return (("species", species),)
        case Move(start, location):
            return (("location", start), ("goal", location))
        case Done():
            return (BUTTON,)
        case _:
            assert_never(action)
