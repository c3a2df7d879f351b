"""Lines of a record to which today's rules do not lead."""

from typing import Final

import msgspec

from darwin_core.match.record import Line
from darwin_core.text.language import mark, tr

NO_ACTION: Final = (
    mark("Action {number}, {action}, is no action of the game."),
    mark("Action {number} is no action of the game."),
)
NOT_ALLOWED: Final = (
    mark("Action {number}, {action}, is not allowed there by the rules."),
    mark("Action {number} is not allowed there by the rules."),
)
OTHER_STATE: Final = (
    mark(
        "Action {number}, {action}, leads to another state by the rules "
        "(recorded {recorded}, found {found})."
    ),
    mark("Action {number} leads to another state by the rules."),
)
"""Faults of a line: a sentence with the action, and one for those who may not know it."""


class Divergence(msgspec.Struct, frozen=True):
    """The first line at which today's rules do not lead to the recorded state."""

    line: int
    sentence: str
    public: str
    """The sentence without the action and the hashes, from which hidden cards could be inferred."""
    recorded: str
    found: str


def diverged(line: Line, fault: tuple[str, str], found: str = "") -> Divergence:
    """Return the divergence at a line of a record.

    Args:
        line: the line.
        fault: what is wrong with it, one of the faults above.
        found: the hash of the state that the rules lead to, where that is the fault.
    """
    number, action, recorded = line.number, repr(line.action), line.state_hash
    whole, public = fault
    sentence = tr(whole, number=number, action=action, recorded=repr(recorded), found=repr(found))
    return Divergence(number, sentence, tr(public, number=number), recorded, found)
