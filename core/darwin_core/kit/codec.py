"""Actions as text, two-way, and as elements of the board, from one declaration of each.

A game declares one form for each class of action::

    CODEC = Codec[AnyAction](
        AnyAction,
        "no action; actions are like hunt 2 +VS or done.",
        Form(Hunt, "hunt {slot}{uses}", slot=SLOT, uses=USES),
        Form(Done, "done", button=("button", 0)),
    )

Every attribute of the class has its place in the text. A ``Code`` or a ``Series`` of codes says how
the attribute is written and which elements stand for it. The first word tells the forms apart, and
each place ends where a letter follows that is not its own. So no text has two readings, and every
text that is read is the notation of what it is read as. A declaration that breaks this is refused
when it is made.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Set
from string import Formatter
from typing import ClassVar, Final, Generic, TypeVar, get_args

from darwin_core.game import A, Action, BadText, Element

Elements = tuple[Element, ...]

KEPT_MAX: Final = 2048
"""Answers that a function of a codec keeps. They are found again at once, yet a stranger who writes
ever new texts takes no more memory than this."""
KEPT_LENGTH_MAX: Final = 100
"""Letters of a text, or elements, above which an answer is not kept."""
_SHOWN_MAX: Final = 20
"""Letters of a bad text in its refusal."""
_END: Final = ""
"""Stands for the end of the text among letters that follow."""

A_co = TypeVar("A_co", bound=Action, covariant=True)
K = TypeVar("K")
V = TypeVar("V")


class BadForm(TypeError):
    """A declaration that does not fit its class, or by which a text would have two readings."""


def numbers(most: int) -> tuple[str, ...]:
    """Return the codes of things that have no name: numbers from 1."""
    return tuple(str(number) for number in range(1, most + 1))


class Code:
    """A number that is written as one of some codes, and stands for one element.

    Codes are numbered from ``first``. In a mapping, an empty code stands for a part left out, which
    has no element.
    """

    kept_as: ClassVar[type] = int

    def __init__(self, kind: str, codes: Iterable[str] | Mapping[int, str], first: int = 0) -> None:
        texts = dict(codes) if isinstance(codes, Mapping) else dict(enumerate(codes, first))
        values = {text: value for value, text in texts.items()}
        if len(values) < len(texts):
            raise BadForm(f"two codes of {kind} are the same")
        lengths = {len(text) for text in values}
        elements = {value: ((kind, value),) if text else () for value, text in texts.items()}
        self.kind: Final = kind
        self.values: Final[Mapping[str, int]] = values
        self.letters: Final = frozenset("".join(values))
        self.starts: Final = frozenset(text[:1] for text in values)
        """The first letters; _END among them if the code may be empty."""
        self.width: Final = lengths.pop() if len(lengths) == 1 else None
        letters = "".join(re.escape(letter) for letter in sorted(self.letters))
        self.pattern: Final = f"[{letters}]{{{min(map(len, values))},{max(map(len, values))}}}"
        """Fits all codes, and what has the same letters and length."""
        self.write: Final[Callable[[int], str]] = texts.__getitem__
        self.read: Final[Callable[[str], int]] = values.__getitem__
        self.elements: Final[Callable[[int], Elements]] = elements.__getitem__

    def ends_before(self, follow: Set[str]) -> bool:
        """Return whether a code's end is certain if one of these letters follows."""
        return self.width is not None or not self.letters & follow


class Series:
    """Numbers in a row, a byte each, written as codes with a joint between them and a lead before
    the first. None at all is written as nothing."""

    kept_as: ClassVar[type] = bytes

    def __init__(
        self, code: Code, joint: str, *, lead: str = "", least: int = 0, most: int | None = None
    ) -> None:
        if _END in code.starts:
            raise BadForm(f"a code of {code.kind} in a series is empty")
        if joint[0] in code.letters if joint else code.width != 1:
            raise BadForm(f"codes of {code.kind} run into one another")
        self._code, self._joint, self._lead = code, joint, lead
        self._least, self._most = least, most
        self._values: Final = {text: bytes((value,)) for text, value in code.values.items()}
        more = f"{{{max(least - 1, 0)},{'' if most is None else most - 1}}}"
        self.pattern: Final = (
            f"(?:{re.escape(lead)}{code.pattern}(?:{re.escape(joint)}{code.pattern}){more})"
            + ("" if least else "?")
        )
        starts = frozenset(lead[:1]) or code.starts
        self.starts: Final = starts if least else starts | {_END}

    def ends_before(self, follow: Set[str]) -> bool:
        """Return whether the end of a series is certain if one of these letters follows."""
        further = frozenset(self._joint[:1]) or self._code.starts
        if self._least != self._most and further & follow:
            return False
        if not self._least and (self.starts - {_END}) & follow:
            return False
        return self._code.ends_before(follow)

    def write(self, values: bytes) -> str:
        """Return some values as text."""
        text = self._joint.join([self._code.write(value) for value in values])
        return self._lead + text if text else text

    def read(self, text: str) -> bytes:
        """Return the values that a text stands for.

        Raises:
            KeyError: if a part of it is no code.
        """
        if not text:
            return b""
        text = text[len(self._lead) :]
        parts = text.split(self._joint) if self._joint else text
        return b"".join([self._values[part] for part in parts])

    def elements(self, values: bytes) -> Elements:
        """Return the elements that stand for some values."""
        return tuple([element for value in values for element in self._code.elements(value)])


class Form(Generic[A_co]):
    """The text of an action and the elements it is chosen by.

    ``places`` are the attributes of the class in the order in which class and text have them. They
    give the elements, and ``button`` is the element where they give none; ``targets`` is a function
    for elements that are made in another way.
    """

    def __init__(
        self,
        kind: type[A_co],
        text: str,
        /,
        *,
        button: Element | None = None,
        targets: Callable[[A_co], Elements] | None = None,
        **places: Code | Series,
    ) -> None:
        parts = [(literal, name) for literal, name, _, _ in Formatter().parse(text)]
        names = tuple(name for _, name in parts if name is not None)
        types = kind.__annotations__
        if names != kind.__struct_fields__ or set(names) != places.keys():
            raise BadForm(f"{text!r} has not the attributes of {kind.__name__}")
        for name, place in places.items():
            if types[name] is not place.kept_as:
                raise BadForm(f"{name} of {kind.__name__} is not of type {place.kept_as.__name__}")
        if not (places or button or targets):
            raise BadForm(f"no element stands for {text!r}")
        self.kind: Final = kind
        self.word: Final = text.partition(" ")[0].partition("{")[0]
        self.starts: Final = _starts(text, self.word, parts, places)
        self.targets: Final[Callable[[A_co], Elements]] = targets or self._picked
        self._text, self._button = text, button
        self._places: Final = [(name, places[name]) for name in names]
        self._fits: Final = re.compile(
            "".join(
                re.escape(literal) + (f"({places[name].pattern})" if name else "")
                for literal, name in parts
            )
        ).fullmatch

    def write(self, action: Action) -> str:
        """Return an action as text."""
        return self._text.format_map(
            {name: place.write(getattr(action, name)) for name, place in self._places}
        )

    def read(self, text: str) -> A_co | None:
        """Return the action that a text stands for, or None."""
        found = self._fits(text)
        if found is None:
            return None
        written = zip(self._places, found.groups(), strict=True)
        try:
            return self.kind(*[place.read(part) for (_, place), part in written])
        except KeyError:
            return None

    def _picked(self, action: Action) -> Elements:
        elements = list[Element]()
        for name, place in self._places:
            elements += place.elements(getattr(action, name))
        return tuple(elements) if elements or not self._button else (self._button,)


def _starts(
    text: str,
    word: str,
    parts: Iterable[tuple[str, str | None]],
    places: Mapping[str, Code | Series],
) -> Set[str]:
    """Return the first letters of a form's texts.

    Raises:
        BadForm: if it is not certain where one of its places, or its word, ends.
    """
    follow: Set[str] = {_END}
    after = follow
    for literal, name in reversed([*parts]):
        if name is not None:
            if not places[name].ends_before(follow):
                raise BadForm(f"it is not certain where {name} ends in {text!r}")
            starts = places[name].starts
            follow = (starts - {_END}) | follow if _END in starts else starts
        after = follow
        if literal:
            follow = {literal[0]}
    if word and text[len(word) :][:1] in ("{", "") and not after <= {" ", _END}:
        raise BadForm(f"it is not certain where the word of {text!r} ends")
    return follow


class _Kept(dict[K, V]):
    """Answers of a function by what was asked, found as quickly as in a dictionary. Long ones are
    not kept, and all are dropped when they are too many."""

    __slots__ = ("_answer", "_length")

    def __init__(self, answer: Callable[[K], V], length: Callable[[K, V], int]) -> None:
        self._answer, self._length = answer, length

    def __missing__(self, asked: K) -> V:
        answer = self._answer(asked)
        if self._length(asked, answer) <= KEPT_LENGTH_MAX:
            if len(self) >= KEPT_MAX:
                self.clear()
            self[asked] = answer
        return answer


class Codec(Generic[A]):
    """A game's ``notation``, ``parse`` and ``targets``, made from a form for each of its actions.

    ``bad`` ends the sentence that refuses a text: ``'hnut 2' is no action; ...``.
    """

    def __init__(self, actions: object, bad: str, *forms: Form[A]) -> None:
        by_class = {form.kind: form for form in forms}
        by_word = {form.word: form for form in forms}
        if len(by_word) < len(forms):
            raise BadForm("two forms begin with the same word, or two with none")
        if by_class.keys() != {*(get_args(actions) or (actions,))}:
            raise BadForm("a form is missing, or is of an action that the game has not")
        plain = by_word.get("")
        if plain and not plain.starts.isdisjoint(word[:1] for word in by_word if word):
            raise BadForm("texts of the form without a word can begin like a word")

        def write(action: A) -> str:
            return by_class[type(action)].write(action)

        def read(text: str) -> A:
            form = by_word.get(text.partition(" ")[0], plain)
            action = form.read(text) if form else None
            if action is None:
                raise BadText(f"{text[:_SHOWN_MAX]!r} is {bad}")
            return action

        def pick(action: A) -> Elements:
            return by_class[type(action)].targets(action)

        self.notation: Final[Callable[[A], str]] = _Kept(
            write, lambda _, text: len(text)
        ).__getitem__
        self.parse: Final[Callable[[str], A]] = _Kept(read, lambda text, _: len(text)).__getitem__
        self.targets: Final[Callable[[A], Elements]] = _Kept(
            pick, lambda _, elements: len(elements)
        ).__getitem__
