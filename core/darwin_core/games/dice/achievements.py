"""The achievements of Darwin's Dice."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from darwin_core.games.dice import acts
from darwin_core.games.dice.material import CARDS, SCORPION, SNAKES, TRUMP, face
from darwin_core.kit.achievements import Achievement, Course, Finder, did, nth, won

CATCH_CARDS: Final = 8
"""Number of cards for the achievement *A big catch*."""
FALL_CARDS: Final = 8
"""Number of cards for the achievement *Pride before the fall*."""
ROUND_POINTS: Final = 50
"""Number of points for the achievement *A feast*."""
RUN_TURNS: Final = 4
"""Number of turns in a row for the achievement *On the run*."""


class Turn(NamedTuple):
    """A turn that a seat won."""

    position: int
    """The position of the turn's end in the match."""
    revealed: acts.Revealed
    won: acts.Won
    lost: tuple[acts.Lost, ...]
    """The events of the turn in which seats lost the cards they had taken."""

    @property
    def card(self) -> int:
        """The card that won."""
        return self.revealed.ranking[0][1]

    @property
    def is_trump(self) -> bool:
        """True if the card that won is the trump."""
        return self.card == TRUMP[self.revealed.roll]

    @property
    def has_trump(self) -> bool:
        """True if any seat played the trump."""
        return any(card == TRUMP[self.revealed.roll] for _, card in self.revealed.ranking)

    @property
    def is_fight(self) -> bool:
        """True if the highest number won."""
        return face(self.revealed.roll).mode == "fight"


def _turns(course: Course) -> Iterator[Turn | acts.Carried]:
    """Yield each turn with its winner, and each turn that nobody won."""
    revealed: acts.Revealed | None = None
    lost: list[acts.Lost] = []
    for position, event in course.all((acts.Revealed, acts.Lost, acts.Won, acts.Carried)):
        match event:
            case acts.Revealed():
                revealed = event
                lost = []
            case acts.Lost():
                lost.append(event)
            case acts.Won() if revealed is not None:
                yield Turn(position, revealed, event, tuple(lost))
            case acts.Carried():
                yield event


def _won_turn(predicate: Callable[[Turn], object]) -> Finder:
    """Return a function that finds the first turn that the seat won and that fits a predicate."""

    def find(course: Course) -> int | None:
        turns = (turn for turn in _turns(course) if isinstance(turn, Turn))
        return nth(
            (turn.position for turn in turns if turn.won.seat == course.seat and predicate(turn)), 1
        )

    return find


def _number(turn: Turn) -> str:
    """Return the number of the card that won."""
    return CARDS[turn.card].number


def _is_tie(turn: Turn) -> bool:
    """Return whether an animal beat another animal of the same number."""
    second = turn.revealed.ranking[1][1]
    # The trump and the scorpion win by their rules, not in a tie.
    is_plain = not turn.is_trump and turn.card != SCORPION
    return is_plain and CARDS[turn.card].halves == CARDS[second].halves


def _run(course: Course) -> int | None:
    """Find the turn that completes the seat's first run of ``RUN_TURNS`` turns won."""
    run = 0
    for turn in _turns(course):
        is_own = isinstance(turn, Turn) and turn.won.seat == course.seat
        run = run + 1 if is_own else 0
        if run == RUN_TURNS and isinstance(turn, Turn):
            return turn.position
    return None


def _has_lost(course: Course) -> bool:
    """Return whether the seat has lost any cards taken."""
    return any(event.cards for _, event in course.of_seat(acts.Lost))


def _rich_round(course: Course) -> int | None:
    """Find the first round in which the seat scored ``ROUND_POINTS``."""
    rounds = course.all(acts.Scored)
    return nth((at for at, event in rounds if event.points[course.seat] >= ROUND_POINTS), 1)


ACHIEVEMENTS: Final = (
    Achievement(
        "sting", "Sting in the tail", "Won a turn with the scorpion, against the trump.", "beetle",
        _won_turn(lambda turn: turn.card == SCORPION and turn.has_trump),
    ),
    Achievement(
        "serpent", "The serpent strikes", "Won with a snake, and second place lost its cards.",
        "bone",
        _won_turn(lambda turn: turn.card in SNAKES and any(lost.cards for lost in turn.lost)),
    ),
    Achievement(
        "trump", "As the dice fell", "Won a turn with the trump.", "leaf",
        _won_turn(lambda turn: turn.is_trump),
    ),
    Achievement(
        "meek", "The meek inherit", "Won a flight with a 1.", "leaf",
        _won_turn(lambda turn: not turn.is_fight and not turn.is_trump and _number(turn) == "1"),
    ),
    Achievement(
        "giant", "The strongest of all", "Won a fight with an 8 that was no trump.", "bone",
        _won_turn(lambda turn: turn.is_fight and not turn.is_trump and _number(turn) == "8"),
    ),
    Achievement(
        "hair", "By a hair", "Won a tie by the order of the animals.", "beetle",
        _won_turn(_is_tie),
    ),
    Achievement(
        "middle", "When two quarrel", "Took the cards that a tie had left in the middle.", "fish",
        did(acts.Won, lambda event: event.carried),
    ),
    Achievement(
        "catch", "A big catch", f"Took {CATCH_CARDS} cards or more in one turn.", "fish",
        did(acts.Won, lambda event: len(event.cards) + len(event.carried) >= CATCH_CARDS),
    ),
    Achievement(
        "run", "On the run", f"Won {RUN_TURNS} turns in a row.", "bird", _run,
    ),
    Achievement(
        "fall", "Pride before the fall", f"Lost {FALL_CARDS} cards or more at once.", "shell",
        did(acts.Lost, lambda event: len(event.cards) >= FALL_CARDS),
    ),
    Achievement(
        "phoenix", "From the ashes", "Won the match after losing cards to a rival.", "bird",
        won(_has_lost),
    ),
    Achievement(
        "feast", "A feast", f"Scored {ROUND_POINTS} points or more in one round.", "shell",
        _rich_round,
    ),
)  # fmt: skip
"""The achievements in the order of the drawer."""
