"""A check that each sentence of hints and element texts is true of the position at hand.

The sentences of a game stand in ``tests/core/games/<slug>/claims.py``: as claims, each with the
test of its truth, or as plain sentences, which claim nothing about a position. A test of truth uses
the rules (``legal``, ``apply`` on a clone, functions of the rules), never the code that composed
the sentence.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, cycle
from random import Random
from typing import Any, Final

import sampling

from darwin_core.contract.game import Action, AnyGame, Element, State
from darwin_core.lab.play import Case, pick, variants

CARELESSNESS: Final = (0.0, 0.1, 0.5, 1.0)
"""The shares of random actions in the matches walked through; Normal chooses the other actions."""
SHOWN_MAX: Final = 3
"""The false sentences shown of each claim."""
ENDS: Final = re.compile(r"(?<=[.;!?])\s+")
"""The ends of sentences; a semicolon ends one, too."""

Extra = Callable[[Any, int], Iterable[Element]]
"""``extra(state, seat)``: elements of the board beside the targets of actions."""


@dataclass(frozen=True)
class Claim:
    """A kind of sentence, and the test of its truth."""

    pattern: str
    """A regular expression for the whole of an English sentence, without its final stop."""
    holds: Callable[[Any, int, Any, re.Match[str]], bool]
    """``holds(state, seat, subject, match)``: returns whether the sentence is true for a seat that
    is to move. The state is a clone of the whole position. The subject is the action that a hint
    judges, or the element that a text describes. ``match.string`` is the text that the sentence is
    taken from."""


@dataclass(frozen=True)
class Said:
    """A text about an action or an element, with the position in which it is said."""

    state: State
    seat: int
    subject: Action | Element
    text: str


def check_claims(
    game: AnyGame, claims: Sequence[Claim], plain: Sequence[str], positions: int, extra: Extra
) -> Counter[str]:
    """Check each sentence of hints and element texts in random positions; return how often each
    pattern was said.

    Args:
        plain: patterns of sentences that claim nothing about a position.
        positions: the number of positions for each number of seats.

    Raises:
        AssertionError: if a sentence is false, or matches no pattern.
    """
    tests = {re.compile(claim.pattern): claim.holds for claim in claims}
    others = [re.compile(pattern) for pattern in plain]
    counts = Counter[str]()
    false = dict[str, list[str]]()
    for where, text in texts(game, positions, extra):
        for start, end in sentences(text.text):
            if any(pattern.fullmatch(text.text, start, end) for pattern in others):
                continue
            matched = False
            for pattern, holds in tests.items():
                match = pattern.fullmatch(text.text, start, end)
                if match is None:
                    continue
                matched = True
                counts[pattern.pattern] += 1
                if not holds(game.clone(text.state), text.seat, text.subject, match):
                    shown = f"{where}, {_name(game, text.subject)}: {text.text[start:end]}"
                    false.setdefault(pattern.pattern, []).append(shown)
            if not matched:
                sentence = text.text[start:end]
                shown = f"{where}, {_name(game, text.subject)}: {sentence}"
                false.setdefault("no claim", []).append(shown)
    rows = [
        f"{pattern!r} is false in {len(shown)} of {counts[pattern] or len(shown)}:\n    "
        + "\n    ".join(shown[:SHOWN_MAX])
        for pattern, shown in false.items()
    ]
    assert not false, "\n".join(rows)
    return counts


def texts(game: AnyGame, positions: int, extra: Extra) -> Iterator[tuple[str, Said]]:
    """Yield the texts of positions for each number of seats, each with its point in a match."""
    for seats in game.seats:
        for case, step, state in walk(game, seats, positions):
            for seat in game.to_move(state):
                where = f"{case}, step {step}, {case.names[seat]}"
                for text in _texts_of(game, case, state, seat, extra):
                    yield where, text


def _texts_of(
    game: AnyGame, case: Case[Any, Any, Any], state: Any, seat: int, extra: Extra
) -> Iterator[Said]:
    view = game.view(state, seat)
    for advice in game.bots.advise(view, seat, case.seat_names):
        yield Said(state, seat, advice.action, advice.reason)
    targets = (element for action in game.legal(state, seat) for element in game.targets(action))
    for element in dict.fromkeys((*targets, *extra(state, seat))):
        yield Said(state, seat, element, game.texts.element(view, seat, element, case.seat_names))


def walk(
    game: AnyGame, seats: int, positions: int
) -> Iterator[tuple[Case[Any, Any, Any], int, Any]]:
    """Yield a number of positions from matches in all variants, played more and less at random.

    About two positions of each round are taken, so that all parts of a match are among them. A
    sample begins with other matches every day.
    """
    left = positions
    first = 0 if sampling.is_full() else sampling.offset()
    for number, options, carelessness in zip(
        count(first), cycle(variants(game)), cycle(CARELESSNESS), strict=False
    ):
        case = Case(game, seats, f"claims {number}", options)
        rng = Random(f"{case} {carelessness}")
        state = case.start()
        interval = 1 + int(rng.random() * seats * 4)
        for step in count():
            movers = game.to_move(state)
            if not movers:
                break
            if step % interval == 0:
                yield case, step, state
                left -= 1
                if not left:
                    return
            seat = pick(rng, movers)
            state = game.clone(state)
            game.apply(state, seat, _chosen(game, state, seat, rng, carelessness), None)


def _chosen(game: AnyGame, state: Any, seat: int, rng: Random, carelessness: float) -> Any:
    if rng.random() < carelessness:
        return pick(rng, game.legal(state, seat))
    return game.bots.fast_policy(game.view(state, seat), seat)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each sentence of a text, without its final stop."""
    start = 0
    for gap in (*ENDS.finditer(text), None):
        stop = gap.start() if gap else len(text)
        yield start, start + len(text[start:stop].rstrip(".;"))
        start = gap.end() if gap else stop


def _name(game: AnyGame, subject: Action | Element) -> str:
    return str(subject) if isinstance(subject, tuple) else game.texts.notation(subject)
