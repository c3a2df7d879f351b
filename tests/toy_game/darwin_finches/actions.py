"""The action of Finches."""

from darwin_core.contract.game import Action


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card."""

    card: int
