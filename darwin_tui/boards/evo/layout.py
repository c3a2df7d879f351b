"""The rows that the parts of the board take in a window of any size."""

from typing import Final, NamedTuple

HAND_ROWS: Final = 4
"""Rows of the hand: a card of three rows, and one that it rises into."""
BOX_COLUMNS_MIN: Final = 26
"""The least columns of a location that has a frame and its prices in words."""
WIDE_COLUMNS: Final = 112
"""Columns from which the adaptations are beside the hand, not above it."""


class Plan(NamedTuple):
    """Rows of the parts, and the form that locations have."""

    card: int
    """Rows of a fauna or flora."""
    sky: int
    """Rows of a location's landscape."""
    genome: int
    """Rows of a species' genome."""
    is_boxed: bool
    """Locations and genomes are panels with a frame."""

    def locations(self) -> int:
        """Return the rows of the locations."""
        return 5 * self.card + self.sky + 1 + (2 if self.is_boxed else 1)

    def genomes(self, species: int) -> int:
        """Return the rows of all genomes."""
        return species * self.genome + (2 if self.is_boxed else 1)


LADDER: Final = (
    Plan(5, 5, 4, True),
    Plan(5, 4, 3, True),
    Plan(4, 4, 4, True),
    Plan(4, 4, 3, True),
    Plan(4, 4, 2, True),
    Plan(3, 4, 3, True),
    Plan(3, 3, 2, True),
    Plan(3, 2, 2, True),
    Plan(3, 2, 1, True),
    Plan(3, 3, 2, False),
    Plan(2, 3, 2, False),
    Plan(2, 3, 1, False),
    Plan(2, 2, 1, False),
    Plan(2, 1, 1, False),
    Plan(1, 2, 2, False),
    Plan(1, 2, 1, False),
    Plan(1, 1, 1, False),
)
"""Plans from the largest to the smallest; the first that has room is taken."""


def plan(width: int, height: int, species: int) -> Plan:
    """Return the plan of a board; rows that are left over go to the landscape."""
    room = height - 2 - HAND_ROWS - (width < WIDE_COLUMNS)
    is_wide = width // species >= BOX_COLUMNS_MIN
    found = next(
        (
            each
            for each in LADDER
            if (is_wide or not each.is_boxed) and each.locations() + each.genomes(species) <= room
        ),
        LADDER[-1],
    )
    left = room - found.locations() - found.genomes(species)
    sky = found.sky + max(left, 0)
    return Plan(found.card, sky, found.genome, found.is_boxed)
