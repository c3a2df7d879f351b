"""Seats, seals and specimens in signs, and the texts of effects: rewards of spaces in signs or
words, and actions of locations and cards in three lengths."""

from collections.abc import Iterable, Sequence
from typing import Final

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.journey import material
from darwin_core.games.journey.material import COLOURS, KINDS, LETTERS, NEUTRAL, AnyEffect, Goal
from darwin_core.games.journey.names import (
    COIN_SIGN,
    KNOWLEDGE_SIGN,
    POINT_SIGN,
    STEP_SIGN,
    effect_words,
)
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_core.text.wording import counted
from darwin_tui.drawing.canvas import SEAT_MARKS, Run, Styled
from darwin_tui.drawing.marks import token

NEUTRAL_MARK: Final = "◇"
"""Mark of a neutral lens, in the place of a seat's mark."""
EMPTY_PLACE: Final = "·"
"""Sign of a place without a seal or tile."""
OBJECTIVE_SIGN: Final = "◎"
SEAL_SIGN: Final = "◉"
STAMP_SIGN: Final = "▤"
CAMP_SIGN: Final = "⌂"
_LEGEND: Final = (
    mark("¢ coin"),
    mark("★ point"),
    mark("✎ knowledge"),
    mark("↑ step"),
    mark("◎ objective"),
    mark("◉ seal"),
    mark("▤ stamp"),
    mark("⌂ camp"),
)
"""The signs of rewards with their meanings."""
_SHORT_GOALS: Final = {
    "achieved objectives": mark("objectives"),
    "unlocked locations": mark("lenses"),
}
"""Goals whose names are too long beside others; the other names are short."""
_SHORT_KIND: Final = 4
"""Maximum letters of a shortened kind of specimen, before its dot."""


def legend() -> list[str]:
    """Return the signs of rewards with their meanings, for a line of explanation."""
    return [tr(sign) for sign in _LEGEND]


def style_on_colour(colour: int) -> str:
    """Return the style of text whose ground is the colour of a seal or specimen."""
    return f"strong token-ink on {COLOURS[colour]}"


def seal(colour: int) -> Run:
    """Return a seal as its letter on its colour, a hidden one as a question mark, and an empty
    place as a dot."""
    if colour == HIDDEN:
        return ("?", "dim")
    return (EMPTY_PLACE, "dim") if colour == NOTHING else (LETTERS[colour], style_on_colour(colour))


def seals(letters: str) -> list[Styled]:
    """Return the seals of some letters of LETTERS."""
    return [seal(LETTERS.index(letter)) for letter in letters]


def tokens(seats: Iterable[int]) -> list[Styled]:
    """Return the tokens of seats side by side."""
    return [token(seat) for seat in seats]


def lens(seat: int) -> list[Styled]:
    """Return the lens of a seat, or a neutral one."""
    if seat == NEUTRAL:
        return [("(", "dim"), (NEUTRAL_MARK, "ink"), (")", "dim")]
    return [("(", "dim"), (SEAT_MARKS[seat], f"strong seat-{seat}"), (")", "dim")]


def goal_name(goal: Goal) -> str:
    """Return the short name of a goal of the Beagle."""
    return tr(_SHORT_GOALS.get(goal.name, goal.name))


MESSAGES: Final = tuple(goal.name for goal in material.GOAL_TILES)
"""Names of the Beagle's goals, which only the board shows, for the message files."""
NOUNS: Final = ("stack", "lens", "tent")
"""Things that objectives ask for, in short, for the message files."""


def counts(numbers: Sequence[int], *, gap: str = "") -> list[Styled]:
    """Return the tokens of seats with their numbers: a seat with 0 is left out, a 1 is not written.

    Args:
        numbers: a number for each seat.
        gap: text between two seats.
    """
    runs: list[Styled] = []
    for seat, number in enumerate(numbers):
        if number:
            runs += [gap] if gap and runs else []
            runs.append(token(seat))
            runs += [f"{number}"] if number > 1 else []
    return runs


def kind_of(number: int) -> str:
    """Return the kind of a specimen, after which its pictures are named."""
    # Specimens are numbered colour by colour, in each by kind.
    return KINDS[number % len(KINDS)]


def kind_name(number: int) -> Noun:
    """Return the kind of a specimen in the reader's language."""
    return noun(kind_of(number))


def kind_in(number: int, room: int) -> str:
    """Return the kind of a specimen, shortened to ``room`` columns: with a dot, or in two columns
    or fewer without one."""
    kind = kind_name(number)
    if len(kind) <= room:
        return kind
    return f"{kind[: min(room - 1, _SHORT_KIND)]}." if room > 2 else kind[: max(room, 0)]


def specimen(number: int, letters: int = 1) -> list[Styled]:
    """Return a specimen: a letter on its colour, and the first ``letters`` of its kind."""
    return [seal(number // len(KINDS)), kind_name(number)[:letters]]


# --- texts of effects

# From longest to shortest: `_long` for actions, `_word` for rewards of a space, `_short` and
# `_shortest` for actions in narrow panes, `_sign` for rewards on a space of one row. Each falls
# back on a longer one, `_sign`, `_word` and `_long` on the words of the rules.


def signs(rewards: Sequence[AnyEffect]) -> str:
    """Return the rewards of a space in signs, as ``3¢2↑`` for three coins and two steps."""
    return "".join(map(_sign, rewards)).rstrip()


def _sign(effect: AnyEffect) -> str:
    """Return a reward in signs. Blanks keep its letters apart from the next number; ``signs`` drops
    the last."""
    match effect:
        case material.Coins(number):
            return f"{number}{COIN_SIGN}"
        case material.Points(number):
            return f"{number}{POINT_SIGN}"
        case material.Knowledge(number):
            return f"{number}{KNOWLEDGE_SIGN}"
        case material.Evolve(steps):
            return f"{steps}{STEP_SIGN}"
        case material.Correspond(stamps):
            return f"{stamps}{STAMP_SIGN}"
        case material.Explore(moves):
            return tr("go{moves} ", moves=moves)
        case material.Navigate(moves):
            return tr("nav{moves} ", moves=moves)
        case material.TakeObjective():
            return OBJECTIVE_SIGN
        case material.Seal() | material.Purple():
            return SEAL_SIGN
        case material.Academy(discount):
            return f"{SEAL_SIGN}−{discount}" if discount else SEAL_SIGN
        case _:
            return effect_words(effect)


def words(rewards: Sequence[AnyEffect]) -> list[str]:
    """Return each reward of a space in a word or two."""
    return [_word(effect) for effect in rewards]


def _word(effect: AnyEffect) -> str:
    """Return a reward of a space in a word or two."""
    match effect:
        case material.Knowledge(number):
            return tr("{number} knowledge", number=number)
        case material.Evolve(steps):
            return counted(steps, "step")
        case material.Correspond(stamps):
            return counted(stamps, "stamp")
        case material.Explore(moves):
            return tr("explore {moves}", moves=moves)
        case material.Navigate(moves):
            return tr("navigate {moves}", moves=moves)
        case material.TakeObjective():
            return tr("objective")
        case material.Seal():
            return tr("any seal")
        case _:
            return effect_words(effect)


def effect_texts(parts: Sequence[AnyEffect]) -> list[str]:
    """Return the effects of a location or card as three texts, from long to short; some may be
    equal.
    """
    if len(parts) > 1 and all(isinstance(effect, material.Academy) for effect in parts):
        # Several seals are counted rather than listed, with their highest discount.
        discount = max(effect.discount for effect in parts if isinstance(effect, material.Academy))
        many = counted(len(parts), "seal")
        if not discount:
            return [many] * 3
        short = f"{many} −{discount}"
        return [tr("{seals}, {less} off", seals=many, less=discount), short, short]
    return [
        ", ".join(map(_long, parts)),
        ", ".join(map(_short, parts)),
        " ".join(map(_shortest, parts)),
    ]


def _long(effect: AnyEffect) -> str:
    """Return an action in full."""
    match effect:
        case material.Explore(moves, stops):
            return tr("Explore {moves} with a stop" if stops else "Explore {moves}", moves=moves)
        case material.Navigate(moves, stops):
            return tr("Navigate {moves} with a stop" if stops else "Navigate {moves}", moves=moves)
        case material.Correspond(stamps, is_free):
            many = counted(stamps, "stamp")
            return tr("{stamps} anywhere", stamps=many) if is_free else many
        case material.Academy(discount):
            return tr("1 seal, {coins} off", coins=discount) if discount else tr("1 seal")
        case material.InOrder(parts):
            return tr(", then ").join(map(_long, parts))
        case material.AnyOrder(parts) | material.Act(parts):
            return ", ".join(map(_long, parts))
        case material.AchieveUnmet():
            return tr("achieve one")
        case material.Lens(is_free):
            return tr_in("short", "a free lens" if is_free else "a lens")
        case material.PerformLocked():
            return tr("a locked location")
        case material.PitchTent():
            return tr("a tent")
        case material.LandExplorer():
            return tr("an explorer")
        case material.Purple():
            return tr("purple seal")
        case material.ResearchSpecimen("any"):
            return tr("research any")
        case material.Spend(ways):
            return tr("1 knowledge: {ways}", ways=tr(" or ").join(map(_long, ways)))
        case material.Either(ways):
            return tr(" or ").join(map(_long, ways))
        case _:
            return _word(effect)


def _moves(moves: int, stops: int) -> str:
    """Return a number of moves, with a plus for each stop on the way."""
    return f"{moves}{'+' * stops}"


def _short(effect: AnyEffect) -> str:
    """Return an action in few words."""
    match effect:
        case material.Explore(moves, stops):
            return tr("explore {moves}", moves=_moves(moves, stops))
        case material.Navigate(moves, stops):
            return tr("nav. {moves}", moves=_moves(moves, stops))
        case material.PerformLocked():
            return tr("locked location")
        case material.Academy(discount):
            return tr("seal −{less}", less=discount) if discount else tr("1 seal")
        case material.InOrder(parts) | material.AnyOrder(parts) | material.Act(parts):
            return ", ".join(map(_short, parts))
        case material.AchieveUnmet():
            return tr("achieve")
        case material.Redeliver():
            return tr("deliver again")
        case material.ReuseTent():
            return tr("re-use a tent")
        case material.Spend(ways):
            return f"1{KNOWLEDGE_SIGN}: {'/'.join(map(_short, ways))}"
        case material.Either(ways):
            return "/".join(map(_short, ways))
        case (
            material.Coins()
            | material.Points()
            | material.Knowledge()
            | material.Evolve()
            | material.Correspond()
            | material.TakeObjective()
        ):
            return _sign(effect)
        case _:
            return _long(effect)


def _shortest(effect: AnyEffect) -> str:
    """Return an action in the fewest letters."""
    match effect:
        case material.Explore(moves, stops):
            return tr("go{moves}", moves=_moves(moves, stops))
        case material.Navigate(moves, stops):
            return tr("nav{moves}", moves=_moves(moves, stops))
        case material.Either(ways):
            return "/".join(map(_shortest, ways))
        case _:
            return _short(effect)
