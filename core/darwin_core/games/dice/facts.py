"""The facts that texts of the lesson and the notes can state, and the themes of puzzles.

A fact's arguments are texts, as they stand in its placeholder. Without a seat, a fact is about the
seat that reads it. Normal is the level that plays by ``fast_policy``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from darwin_core.games.dice import acts
from darwin_core.games.dice.acts import Play, parse
from darwin_core.games.dice.bots import fast_policy, win_probability
from darwin_core.games.dice.material import (
    CARDS,
    POINTS,
    ROLLS,
    SCORPION,
    SNAKES,
    TRUMP,
    DiceState,
    face,
    number,
    points_of,
)
from darwin_core.games.dice.texts import card_name, number_words, tie_order
from darwin_core.games.dice.view import unseen, unseen_by
from darwin_core.teaching.facts import Fact, Now, Theme
from darwin_core.text.language import mark, noun, tr


def _roll(now: Now[DiceState]) -> int:
    view = now.view
    return view.rolls[view.turn]


def _taken(now: Now[DiceState], seat: str) -> bytes:
    """Return the cards that a seat has taken in this round."""
    return now.view.taken[int(seat or now.seat)]


def _won(now: Now[DiceState]) -> list[acts.Won]:
    """Return the event of the last turn's winner; empty if no turn ended or nobody won."""
    return [event for event in now.events if isinstance(event, acts.Won)]


def _lost(now: Now[DiceState]) -> list[int]:
    """Return the cards that seats lost in the last turn."""
    return [card for event in now.events if isinstance(event, acts.Lost) for card in event.cards]


def _strongest(now: Now[DiceState], rank: str) -> str:
    """Return the card at a rank of the last turn; rank 1 is the strongest."""
    reveal = next(event for event in now.events if isinstance(event, acts.Revealed))
    return card_name(reveal.ranking[int(rank) - 1][1])


def _ties(now: Now[DiceState], mode: str = "fight") -> str:
    """Return the order in which animals win on equal numbers in a mode, strongest first."""
    # The order depends on the mode only, so any roll of the mode will do.
    roll = next(roll for roll in range(ROLLS) if face(roll).mode == mode)
    return " ".join(tie_order(roll))


def _holds(now: Now[DiceState], code: str) -> bool:
    return parse(code).card in now.view.hands[now.seat]


def _has_best_number(now: Now[DiceState], code: str) -> bool:
    """Return whether a card has the best number of the hand: the highest in a fight, the lowest in
    a flight."""
    halves = [CARDS[card].halves for card in now.view.hands[now.seat]]
    is_fight = face(_roll(now)).mode == "fight"
    return CARDS[parse(code).card].halves == (max(halves) if is_fight else min(halves))


def _keeps(predicate: Callable[[Now[DiceState], int], bool]) -> Theme:
    """Return the theme of answers that hold back a card that Normal would play.

    The predicate applies to the card held back, and not to the card played instead.
    """

    def is_kept(now: Now[DiceState], actions: Sequence[Play]) -> bool:
        normal_card = fast_policy(now.view, now.seat).card
        return predicate(now, normal_card) and not predicate(now, actions[0].card)

    return is_kept


def _wins(now: Now[DiceState], actions: Sequence[Play]) -> bool:
    """Return whether an answer's card is at least as likely to win the turn as the card that Normal
    would play."""
    rivals = len(now.view.hands) - 1
    cards = unseen_by(now.view, now.seat)
    answer, normal = (
        win_probability(card, _roll(now), cards, rivals)
        for card in (actions[0].card, fast_policy(now.view, now.seat).card)
    )
    return answer >= normal


FACTS: Final[Mapping[str, Fact]] = {
    "card": lambda now, code: card_name(parse(code).card),
    "worth": lambda now, code: POINTS[parse(code).card],
    "number_of": lambda now, code: number_words(parse(code).card),
    "seats": lambda now: len(now.view.hands),
    "hand": lambda now: sum(now.view.hands[now.seat].values()),
    "holds": _holds,
    "best": _has_best_number,
    "mode": lambda now: noun(face(_roll(now)).mode),
    "colour": lambda now: tr(face(_roll(now)).colour),
    "number": lambda now: number(_roll(now)),
    "trump": lambda now: card_name(TRUMP[_roll(now)]),
    "taken": lambda now, seat="": len(_taken(now, seat)),
    "risk": lambda now, seat="": points_of(_taken(now, seat)),
    "safe": lambda now, seat="": now.view.points[int(seat or now.seat)],
    "unseen": lambda now, code: unseen(now.view).count(parse(code).card),
    "middle": lambda now: len(now.view.middle),
    "won_by": lambda now, seat: bool(_won(now)) and _won(now)[0].seat == int(seat),
    "tied": lambda now: any(isinstance(event, acts.Carried) for event in now.events),
    "lost": lambda now: len(_lost(now)),
    "lost_points": lambda now: points_of(_lost(now)),
    "strongest": _strongest,
    "ties": _ties,
}

# A puzzle has the first theme that fits its answer.
THEMES: Final[Mapping[str, Theme]] = {
    mark("Keep the owl"): _keeps(lambda now, card: CARDS[card].name == "owl"),
    mark("Keep the scorpion"): _keeps(lambda now, card: card == SCORPION),
    mark("Take the middle"): lambda now, actions: bool(now.view.middle) and _wins(now, actions),
    mark("Play the scorpion"): lambda now, actions: actions[0].card == SCORPION,
    mark("Play the trump"): lambda now, actions: actions[0].card == TRUMP[_roll(now)],
    mark("Play the snake"): lambda now, actions: actions[0].card in SNAKES,
    mark("Win the turn"): lambda now, actions: _wins(now, actions),
    mark("Save the better card"): lambda now, actions: True,
}
