"""A table of sentences: a template for each class of events, and words for its placeholders.

A game has all sentences of its events on one page::

    sentence = Sentences[EvoEvent, SeatNames](
        EvoEvent,
        say(Awoke, "{seat} begins a generation {where}."),
        say(Foresaw, "{seat} draws {card}.", card=lambda event, _: trait_name(event.card)),
        ...,
        seat=lambda event, seat_names: seat_names.names[event.seat],
        where=lambda event, _: at_location(event.location),
    )

The words of a row take precedence over those of the table. A placeholder without a word shows the
event's attribute of that name. Templates are messages: ``lab.messages`` finds them in the calls of
``say`` and ``plural``.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from string import Formatter
from typing import Final, Generic, NamedTuple, TypeVar, get_args

from darwin_core.text.language import tr, tr_n

T = TypeVar("T")  # The union of the events.
F = TypeVar("F")  # The class of a row's events.
C = TypeVar("C")  # The context of a sentence, as the names of the seats.

Word = Callable[[F, C], object]
"""A function that returns the text or number for a placeholder, from an event and its context."""


class Plural(NamedTuple):
    """A template for a single thing, a template for several, and the number of things."""

    one: str
    many: str
    number: int


Template = str | Plural


def plural(one: str, many: str, number: int) -> Plural:
    """Return the template for a number of things."""
    return Plural(one, many, number)


@dataclass(frozen=True, slots=True)
class Row(Generic[C]):
    """The sentence about the events of a class. Make it with ``say`` or ``say_by``, which are
    typed."""

    kind: type
    template: Template | Callable[..., Template] = ""
    words: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    whole: Callable[..., str] | None = None
    """Composes the sentence instead of a template."""


def say(
    kind: type[F], template: Template | Callable[[F], Template], /, **words: Word[F, C]
) -> Row[C]:
    """Return a row with a template, or with a function that chooses one for an event."""
    return Row(kind, template, words)


def say_by(kind: type[F], compose: Callable[[F, C], str], /) -> Row[C]:
    """Return a row with a function that composes the sentence, where a template is not enough."""
    return Row(kind, whole=compose)


class Sentences(Generic[T, C]):
    """The sentences about all classes of events of a union. A call returns the sentence about an
    event in the reader's language."""

    def __init__(self, union: object, /, *rows: Row[C], **words: Callable[..., object]) -> None:
        self._rows: Final = {row.kind: replace(row, words={**words, **row.words}) for row in rows}
        kinds = {*get_args(union)}
        if len(self._rows) < len(rows) or self._rows.keys() != kinds:
            # Classes of the union without a row, rows of other classes, and classes with two rows.
            counts = Counter(row.kind for row in rows)
            odd = {kind for kind, count in counts.items() if count > 1} | (counts.keys() ^ kinds)
            names = ", ".join(sorted(kind.__name__ for kind in odd))
            raise TypeError(f"each class needs exactly one sentence: {names}")

    def __call__(self, event: T, context: C, /) -> str:
        """Return the sentence about an event."""
        row = self._rows[type(event)]
        if row.whole:
            return row.whole(event, context)
        template = row.template(event) if callable(row.template) else row.template
        if isinstance(template, Plural):
            one, many, number = template
            values = _values(one if number == 1 else many, row.words, event, context)
            return tr_n(one, many, number, **values)
        return tr(template, **_values(template, row.words, event, context))


def _values(
    template: str, words: Mapping[str, Callable[..., object]], event: object, context: object
) -> dict[str, object]:
    """Return the texts and numbers for the placeholders of a template."""
    return {
        name: words[name](event, context) if name in words else getattr(event, name)
        for name in _placeholders(template)
    }


@cache
def _placeholders(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)
