"""The words behind a request: options, codes of tables, seats and clocks.

A request that cannot be understood raises ``WrongUse``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from darwin_core.bots import levels
from darwin_core.contract.game import AnyGame
from darwin_core.text.language import tr
from darwin_core.text.wording import listed
from darwin_tui.seating import BOT_PREFIX
from darwin_tui.server.cards import SeatPlan
from darwin_tui.server.clocks import DAY_SECONDS, HOUR_SECONDS, LIVE_SECONDS
from darwin_tui.server.tables import read_code

T = TypeVar("T")

PLAIN: Final = "--plain"
WORDS_MAX: Final = 40
"""Characters of a word that an answer quotes."""
_CLOCKS: Final = {
    "none": None,
    "5m": LIVE_SECONDS,
    "1h": HOUR_SECONDS,
    "1d": DAY_SECONDS,
    "3d": 3 * DAY_SECONDS,
}
"""Times for a move, as in the set-up of a table."""
CHOICES: Final = {
    "--away": ("wait", "bot"),
    "--watching": ("yes", "no"),
    "--talk": ("yes", "no"),
    "--record": ("players", "all"),
}
"""Options of a new table by their values, as in its set-up."""


class WrongUse(Exception):
    """A request that cannot be understood; its message is one sentence."""


def read_options(
    words: Sequence[str], values: Sequence[str] = (), flags: Sequence[str] = ()
) -> tuple[dict[str, list[str]], list[str]]:
    """Return the options among words with their values, and the other words."""
    options: dict[str, list[str]] = {}
    names: list[str] = []
    left = list(words)
    while left:
        word, equals, value = left.pop(0).partition("=")
        if word in flags and not equals:
            options[word] = []
        elif word in values:
            if not equals and not left:
                raise WrongUse(tr("After {word} comes a value.", word=word))
            options.setdefault(word, []).append(value if equals else left.pop(0))
        elif word.startswith("-"):
            raise WrongUse(tr("There is no option {word} here.", word=repr(word[:WORDS_MAX])))
        else:
            names.append(word + equals + value)
    return options, names


def no_more(words: Sequence[str]) -> None:
    """Refuse words behind a request that takes none."""
    if words:
        raise WrongUse(tr("{word} is too much.", word=repr(words[0][:WORDS_MAX])))


def code_of(words: Sequence[str]) -> str:
    """Return the code of a table; ``--plain`` says what is so without a terminal."""
    code, more = code_and_words(words)
    if more:
        raise WrongUse(tr("Say the code of one table."))
    return code


def code_and_words(words: Sequence[str]) -> tuple[str, str]:
    """Return the code of a table, and the words that a player adds to its seed."""
    _, names = read_options(words, flags=(PLAIN,))
    if not names:
        raise WrongUse(tr("Say the code of one table."))
    return read_code(names[0]), " ".join(names[1:])


def usable(read: Callable[..., T], *args: object) -> T:
    """Return the answer of a function whose ValueErrors mean that something was typed wrongly."""
    try:
        return read(*args)
    except ValueError as error:
        raise WrongUse(str(error)) from None


def read_clock(texts: Sequence[str]) -> int | None:
    """Return the seconds for a move; None for a table without a clock."""
    if texts[-1] not in _CLOCKS:
        raise WrongUse(
            tr(
                "{word} is no clock; there is {clocks}.",
                word=repr(texts[-1][:WORDS_MAX]),
                clocks=", ".join(_CLOCKS),
            )
        )
    return _CLOCKS[texts[-1]]


def read_choice(option: str, options: Mapping[str, Sequence[str]], default: str) -> str:
    """Return the value of an option of a new table."""
    value = options.get(option, [default])[-1]
    if value not in CHOICES[option]:
        raise WrongUse(
            tr(
                "{word} is nothing for {option}; there is {values}.",
                word=repr(value[:WORDS_MAX]),
                option=option,
                values=listed(CHOICES[option], "or"),
            )
        )
    return value


def read_seats(texts: Sequence[str], game: AnyGame) -> tuple[SeatPlan, ...]:
    """Return the seats of texts such as ``me,open,for:Emma,bot:normal``.

    Raises:
        ValueError: with a sentence, if they are not seats or not as many as the game has.
    """
    words = [word.strip() for text in texts for word in text.split(",")]
    if not words:
        raise ValueError(tr("Say who plays, as in --seats me,open,bot:normal."))
    if len(words) not in game.seats:
        counts = listed([str(count) for count in game.seats], "or")
        raise ValueError(
            tr(
                "{title} is played by {counts}, not by {number}.",
                title=game.title,
                counts=counts,
                number=len(words),
            )
        )
    return tuple(_read_seat(word) for word in words)


def _read_seat(word: str) -> SeatPlan:
    kind, _, rest = word.partition(":")
    if word in ("me", "open"):
        return SeatPlan("me" if word == "me" else "open")
    if kind == "for" and rest:
        return SeatPlan("reserved", name=rest)
    if word == "bot":
        return SeatPlan("bot", level=levels.NORMAL)
    if word.startswith(BOT_PREFIX):
        return SeatPlan("bot", level=levels.level(rest).name)
    raise ValueError(
        tr(
            "{word} is no seat; a seat is me, open, for:NAME, bot or bot:LEVEL.",
            word=repr(word[:40]),
        )
    )
