"""Marks of seats, seals and specimens, and rewards in signs and in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.journey import effects
from darwin_core.games.journey.components import COLOURS, KINDS, LETTERS, Goal
from darwin_core.games.journey.effect_words import COIN, NOTE, POINT, STEP, effect_words
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.state import NEUTRAL
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_core.text.wording import counted
from darwin_tui.drawing.canvas import SEAT_MARKS, Run, Styled
from darwin_tui.drawing.marks import token

NEUTRAL_MARK: Final = "◇"
"""The mark beside locations that a neutral lens unlocks."""
EMPTY: Final = "·"
TILE, SEAL, STAMP, CAMP = "◎◉▤⌂"
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


def legend() -> list[str]:
    """Return the signs of rewards with their meanings."""
    return [tr(sign) for sign in _LEGEND]


def filled(colour: int) -> str:
    """Return the style of words on the colour of a seal or a specimen."""
    return f"strong token-ink on {COLOURS[colour]}"


def seal(colour: int) -> Run:
    """Return a seal as its letter on its colour, and an empty place as a dot."""
    if colour == HIDDEN:
        return ("?", "dim")
    return (EMPTY, "dim") if colour == NOTHING else (LETTERS[colour], filled(colour))


def seals(letters: str) -> list[Styled]:
    """Return the seals of a requirement, given as letters."""
    return [seal(LETTERS.index(letter)) for letter in letters]


def marks(seats: Iterable[int]) -> list[Styled]:
    """Return the tokens of seats side by side."""
    return [token(seat) for seat in seats]


def lens(seat: int) -> list[Styled]:
    """Return the lens of a seat, or a neutral one."""
    if seat == NEUTRAL:
        return [("(", "dim"), (NEUTRAL_MARK, "ink"), (")", "dim")]
    return [("(", "dim"), (SEAT_MARKS[seat], f"strong seat-{seat}"), (")", "dim")]


def goal_name(goal: Goal) -> str:
    """Name a goal of the Beagle in few words."""
    return tr(_SHORT_GOALS.get(goal.name, goal.name))


_SHORT_GOALS: Final = {
    "achieved objectives": mark("objectives"),
    "unlocked locations": mark("lenses"),
}


def counts(numbers: Sequence[int]) -> list[Styled]:
    """Return the tokens of seats with their numbers, without zeros."""
    runs: list[Styled] = []
    for seat, number in enumerate(numbers):
        if number:
            runs.append(token(seat))
            runs += [f"{number}"] if number > 1 else []
    return runs


def kind_of(number: int) -> str:
    """Return the kind of a specimen, as its pictures are called."""
    return KINDS[number % len(KINDS)]


def kind_name(number: int) -> Noun:
    """Name the kind of a specimen."""
    return noun(kind_of(number))


def kind_in(number: int, room: int) -> str:
    """Return the kind of a specimen, shortened with a dot if it has no room."""
    kind = kind_name(number)
    if len(kind) <= room:
        return kind
    return f"{kind[: min(room - 1, _SHORT_KIND)]}." if room > 2 else kind[: max(room, 0)]


_SHORT_KIND: Final = 4
"""Letters of a kind that is shortened."""


def specimen(number: int, room: int = 1) -> list[Styled]:
    """Return a specimen: the letter of its colour on it, and some letters of its kind."""
    return [seal(number // len(KINDS)), kind_name(number)[:room]]


def signs(rewards: Sequence[AnyEffect]) -> str:
    """Return the rewards of a space in signs: ``3¢2↑`` are three coins and two steps."""
    return "".join(map(_sign, rewards)).rstrip()


def _sign(effect: AnyEffect) -> str:
    match effect:
        case effects.Coins(number):
            return f"{number}{COIN}"
        case effects.Points(number):
            return f"{number}{POINT}"
        case effects.Knowledge(number):
            return f"{number}{NOTE}"
        case effects.Evolve(steps):
            return f"{steps}{STEP}"
        case effects.Correspond(stamps):
            return f"{stamps}{STAMP}"
        case effects.Explore(moves):
            return tr("go{moves} ", moves=moves)
        case effects.Navigate(moves):
            return tr("nav{moves} ", moves=moves)
        case effects.TakeObjective():
            return TILE
        case effects.Seal() | effects.Purple():
            return SEAL
        case effects.Academy(less):
            return f"{SEAL}−{less}" if less else SEAL
        case _:
            return effect_words(effect)


def words(rewards: Sequence[AnyEffect]) -> list[str]:
    """Return the rewards of a space in words, one for each."""
    return [_word(effect) for effect in rewards]


def _word(effect: AnyEffect) -> str:
    match effect:
        case effects.Knowledge(number):
            return tr("{number} knowledge", number=number)
        case effects.Evolve(steps):
            return counted(steps, "step")
        case effects.Correspond(stamps):
            return counted(stamps, "stamp")
        case effects.Explore(moves):
            return tr("explore {moves}", moves=moves)
        case effects.Navigate(moves):
            return tr("navigate {moves}", moves=moves)
        case effects.TakeObjective():
            return tr("objective")
        case effects.Seal():
            return tr("any seal")
        case _:
            return effect_words(effect)


def actions(parts: Sequence[AnyEffect]) -> list[str]:
    """Return the actions of a location or a card, from long to short."""
    long = ", ".join(map(_long, parts))
    if len(parts) > 1 and all(isinstance(effect, effects.Academy) for effect in parts):
        less = max(effect.discount for effect in parts if isinstance(effect, effects.Academy))
        many = counted(len(parts), "seal")
        short = f"{many} −{less}"
        return (
            [tr("{seals}, {less} off", seals=many, less=less), short, short] if less else [many] * 3
        )
    return [long, ", ".join(map(_short, parts)), " ".join(map(_shortest, parts))]


def _long(effect: AnyEffect) -> str:
    match effect:
        case effects.Explore(moves, stops):
            return tr("Explore {moves} with a stop" if stops else "Explore {moves}", moves=moves)
        case effects.Navigate(moves, stops):
            return tr("Navigate {moves} with a stop" if stops else "Navigate {moves}", moves=moves)
        case effects.Correspond(stamps, is_free):
            many = counted(stamps, "stamp")
            return tr("{stamps} anywhere", stamps=many) if is_free else many
        case effects.Academy(less):
            return tr("1 seal, {coins} off", coins=less) if less else tr("1 seal")
        case effects.InOrder(parts):
            return tr(", then ").join(map(_long, parts))
        case effects.AnyOrder(parts) | effects.Act(parts):
            return ", ".join(map(_long, parts))
        case effects.AchieveUnmet():
            return tr("achieve one")
        case (
            effects.Coins()
            | effects.Points()
            | effects.Knowledge()
            | effects.Evolve()
            | effects.TakeObjective()
            | effects.Seal()
        ):
            return _word(effect)
        case effects.Lens(is_free):
            return tr_in("short", "a free lens" if is_free else "a lens")
        case effects.PerformLocked():
            return tr("a locked place")
        case effects.PitchTent():
            return tr("a tent")
        case effects.LandExplorer():
            return tr("an explorer")
        case effects.Purple():
            return tr("purple seal")
        case effects.ResearchSpecimen("any"):
            return tr("research any")
        case effects.Spend(ways):
            return tr("1 knowledge: {ways}", ways=tr(" or ").join(map(_long, ways)))
        case effects.Either(ways):
            return tr(" or ").join(map(_long, ways))
        case _:
            return effect_words(effect)


def _short(effect: AnyEffect) -> str:
    match effect:
        case effects.Explore(moves, stops):
            return tr("explore {moves}", moves=f"{moves}{'+' * stops}")
        case effects.Navigate(moves, stops):
            return tr("nav. {moves}", moves=f"{moves}{'+' * stops}")
        case effects.PerformLocked():
            return tr("locked")
        case effects.Academy(less):
            return tr("seal −{less}", less=less) if less else tr("1 seal")
        case effects.InOrder(parts) | effects.AnyOrder(parts) | effects.Act(parts):
            return ", ".join(map(_short, parts))
        case effects.AchieveUnmet():
            return tr("achieve")
        case effects.Redeliver():
            return tr("deliver again")
        case effects.ReuseTent():
            return tr("re-use a tent")
        case effects.Spend(ways):
            return f"1{NOTE}: {'/'.join(map(_short, ways))}"
        case effects.Either(ways):
            return "/".join(map(_short, ways))
        case (
            effects.Coins()
            | effects.Points()
            | effects.Knowledge()
            | effects.Evolve()
            | effects.Correspond()
            | effects.TakeObjective()
        ):
            return _sign(effect)
        case _:
            return _long(effect)


def _shortest(effect: AnyEffect) -> str:
    match effect:
        case effects.Explore(moves, stops):
            return tr("go{moves}", moves=f"{moves}{'+' * stops}")
        case effects.Navigate(moves, stops):
            return tr("nav{moves}", moves=f"{moves}{'+' * stops}")
        case effects.Either(ways):
            return "/".join(map(_shortest, ways))
        case _:
            return _short(effect)
