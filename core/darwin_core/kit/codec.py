"""Notation of actions: text from actions, actions from text, and the board elements of both.

A game declares one form for each class of action::

    CODEC = Codec[AnyAction](
        AnyAction,
        "no action; actions are like hunt 2 +VS or done.",
        Form(Hunt, "hunt {slot}{uses}", slot=SLOT, uses=USES),
        Form(Done, "done", button=("button", 0)),
    )

Every attribute of the class is a field of the text. A ``Code`` or a ``Series`` of codes defines how
the field is written and which elements represent it. The first word distinguishes the forms, and
each field ends before a character that it cannot contain. So a text can be parsed in at most one
way, and a parsed action has this text as its notation. A declaration for which this does not hold
is refused when it is made.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from string import Formatter
from typing import ClassVar, Final, Generic, TypeVar, get_args

from darwin_core.contract.game import A, Action, BadText, Element
from darwin_core.text.language import tr

Elements = tuple[Element, ...]
"""The elements by which an action, or a part of it, is chosen."""

CACHE_SIZE_MAX: Final = 2048
"""Maximum number of results cached per function of a codec, so that external texts cannot fill
memory."""
CACHED_LENGTH_MAX: Final = 100
"""Maximum length of what is cached: characters of a text, as key or as result, or number of
elements."""
_QUOTED_LENGTH_MAX: Final = 20
"""Maximum number of characters that a refusal quotes from a bad text."""
_END: Final = ""
"""Stands for the end of a text in sets of characters."""

A_co = TypeVar("A_co", bound=Action, covariant=True)
K = TypeVar("K")
V = TypeVar("V")


class BadForm(TypeError):
    """Raised for a declaration that does not fit its class, or gives a text two readings."""


def numbers(count: int) -> tuple[str, ...]:
    """Return codes for things without names: the numbers from 1."""
    return tuple(str(number) for number in range(1, count + 1))


class Code:
    """A field of one number, written as one of some codes, with one element.

    The codes represent the numbers from ``first``, or the keys of a mapping. An empty code
    represents an optional part that is absent, and has no element.
    """

    attribute_type: ClassVar[type] = int

    def __init__(self, kind: str, codes: Iterable[str] | Mapping[int, str], first: int = 0) -> None:
        texts = dict(codes) if isinstance(codes, Mapping) else dict(enumerate(codes, first))
        values = {text: value for value, text in texts.items()}
        if len(values) < len(texts):
            raise BadForm(f"two codes of {kind} are the same")
        elements = {value: ((kind, value),) if text else () for value, text in texts.items()}
        shortest, longest = min(map(len, values)), max(map(len, values))
        self.kind: Final = kind
        self.values: Final[Mapping[str, int]] = values
        self.characters: Final = frozenset("".join(values))
        self.starts: Final = frozenset(text[:1] for text in values)
        """The possible first characters; _END among them if the field can be empty."""
        self.width: Final = longest if shortest == longest else None
        """The length of the codes, if all have the same length."""
        allowed = "".join(map(re.escape, sorted(self.characters)))
        self.pattern: Final = f"[{allowed}]{{{shortest},{longest}}}"
        """Pattern that matches all codes, but also other texts of the same characters and
        lengths."""
        self.write: Final[Callable[[int], str]] = texts.__getitem__
        self.read: Final[Callable[[str], int]] = values.__getitem__
        """Returns the number of a code; raises KeyError if there is none."""
        self.elements: Final[Callable[[int], Elements]] = elements.__getitem__

    def can_end_before(self, follow: Set[str]) -> bool:
        """Return whether the end of a code is unambiguous if one of these characters can follow."""
        # Codes of one length end by it; others must not be followed by a character of theirs.
        return self.width is not None or not self.characters & follow


class Series:
    """A field of numbers, one byte each, written as a prefix and codes with a separator. Without
    numbers, the field is empty and has no prefix."""

    attribute_type: ClassVar[type] = bytes

    def __init__(
        self,
        code: Code,
        separator: str,
        *,
        prefix: str = "",
        min_count: int = 0,
        max_count: int | None = None,
    ) -> None:
        if _END in code.starts:
            raise BadForm(f"a code of {code.kind} in a series is empty")
        # Without a separator, codes are told apart by their length of one character.
        are_ambiguous = separator[0] in code.characters if separator else code.width != 1
        if are_ambiguous:
            raise BadForm(f"codes of {code.kind} run into one another")
        self._code = code
        self._separator = separator
        self._prefix = prefix
        self._is_optional = not min_count
        self._is_fixed = min_count == max_count
        self._values: Final = {text: bytes((value,)) for text, value in code.values.items()}
        more = f"{{{max(min_count - 1, 0)},{'' if max_count is None else max_count - 1}}}"
        number_pattern = code.pattern
        self.pattern: Final = (
            f"(?:{re.escape(prefix)}{number_pattern}(?:{re.escape(separator)}{number_pattern}){more})"
            f"{'?' if self._is_optional else ''}"
        )
        starts = frozenset(prefix[:1]) or code.starts
        self.starts: Final = starts | {_END} if self._is_optional else starts

    def can_end_before(self, follow: Set[str]) -> bool:
        """Return whether the end of a series is unambiguous if one of these characters can
        follow."""
        further = frozenset(self._separator[:1]) or self._code.starts
        if not self._is_fixed and further & follow:
            # Another number might follow.
            return False
        if self._is_optional and (self.starts - {_END}) & follow:
            # The series might be empty.
            return False
        return self._code.can_end_before(follow)

    def write(self, values: bytes) -> str:
        """Return some values as text."""
        text = self._separator.join([self._code.write(value) for value in values])
        return self._prefix + text if text else text

    def read(self, text: str) -> bytes:
        """Return the values of a text.

        Raises:
            KeyError: if a part of it is not a code.
        """
        if not text:
            return b""
        text = text[len(self._prefix) :]
        parts = text.split(self._separator) if self._separator else text
        return b"".join([self._values[part] for part in parts])

    def elements(self, values: bytes) -> Elements:
        """Return the elements that represent some values."""
        return tuple([element for value in values for element in self._code.elements(value)])


Field = Code | Series
"""A part of an action's text, for one of its attributes."""


class Form(Generic[A_co]):
    """The text of a class of actions, and the elements by which its actions are chosen.

    ``fields`` are the attributes of the class, in the same order in class and text. The targets are
    their elements, or ``button`` if they have none; ``targets`` overrides this if the elements are
    composed in another way.
    """

    def __init__(
        self,
        action_type: type[A_co],
        text: str,
        /,
        *,
        button: Element | None = None,
        targets: Callable[[A_co], Elements] | None = None,
        **fields: Field,
    ) -> None:
        class_name, types = action_type.__name__, action_type.__annotations__
        parts = [(literal, name) for literal, name, _, _ in Formatter().parse(text)]
        names = tuple(name for _, name in parts if name is not None)
        if names != action_type.__struct_fields__ or set(names) != fields.keys():
            raise BadForm(f"{text!r} does not have the attributes of {class_name}")
        for name, field in fields.items():
            if types[name] is not field.attribute_type:
                raise BadForm(f"{name} of {class_name} is not {field.attribute_type.__name__}")
        if not (fields or button or targets):
            raise BadForm(f"{text!r} names no element")
        self.action_type: Final = action_type
        self.word: Final = text.partition(" ")[0].partition("{")[0]
        self.starts: Final = _check_ends(text, self.word, parts, fields)
        self.targets: Final[Callable[[A_co], Elements]] = targets or self._elements
        self._text = text
        self._button: Elements = (button,) if button else ()
        self._fields: Final = [(name, fields[name]) for name in names]
        patterns = {name: f"({field.pattern})" for name, field in fields.items()}
        self._match: Final = re.compile(
            "".join(re.escape(literal) + patterns.get(name or "", "") for literal, name in parts)
        ).fullmatch

    def write(self, action: Action) -> str:
        """Return an action as text."""
        return self._text.format_map(
            {name: field.write(getattr(action, name)) for name, field in self._fields}
        )

    def read(self, text: str) -> A_co | None:
        """Return the action of a text; None if the text is not of this form."""
        match = self._match(text)
        if match is None:
            return None
        written = zip(self._fields, match.groups(), strict=True)
        try:
            return self.action_type(*[field.read(part) for (_, field), part in written])
        except KeyError:
            return None

    def _elements(self, action: Action) -> Elements:
        """Return the elements of an action's fields, or the button if they have none."""
        elements = list[Element]()
        for name, field in self._fields:
            elements += field.elements(getattr(action, name))
        return tuple(elements) or self._button


def _check_ends(
    text: str, word: str, parts: Sequence[tuple[str, str | None]], fields: Mapping[str, Field]
) -> Set[str]:
    """Check that the word and every field of a form end unambiguously; return the characters with
    which the texts of the form can begin.

    Raises:
        BadForm: if the end of the word or of a field is ambiguous.
    """
    # From the end of the text: each part needs the characters that can follow it.
    follow: Set[str] = {_END}
    # Without further parts, the text ends after the word.
    after_word = follow
    for literal, name in reversed(parts):
        if name is not None:
            if not fields[name].can_end_before(follow):
                raise BadForm(f"it is not certain where {name} ends in {text!r}")
            starts = fields[name].starts
            # If the field can be empty, what follows it can follow the part before it.
            follow = (starts - {_END}) | follow if _END in starts else starts
        # A field follows the word at once only if the word is the whole literal, as in
        # "use{cards}"; else a blank ends the word.
        after_word = follow if literal == word else {" "}
        follow = {literal[0]} if literal else follow
    if word and not after_word <= {" ", _END}:
        raise BadForm(f"it is not certain where the word of {text!r} ends")
    return follow


class _BoundedCache(dict[K, V]):
    """A cache of a function's results, as quick to read as a dictionary.

    Long results are not cached. When the cache is full, all results are dropped.
    """

    __slots__ = ("_function", "_length")

    def __init__(self, function: Callable[[K], V], length: Callable[[K, V], int]) -> None:
        self._function = function
        self._length = length

    def __missing__(self, key: K) -> V:
        result = self._function(key)
        if self._length(key, result) <= CACHED_LENGTH_MAX:
            if len(self) >= CACHE_SIZE_MAX:
                self.clear()
            self[key] = result
        return result


class Codec(Generic[A]):
    """A game's ``notation``, ``parse`` and ``targets``, made from a form for each of its actions.

    ``actions`` is the union of all actions. ``refusal_end`` is a message that ends the sentence
    refusing a text, as in ``'hnut 2' is no action; actions are like hunt 2 +VS or done.``
    """

    def __init__(self, actions: object, refusal_end: str, *forms: Form[A]) -> None:
        by_type = {form.action_type: form for form in forms}
        by_word = {form.word: form for form in forms}
        if len(by_word) < len(forms):
            raise BadForm("two forms begin with the same word, or two have none")
        if len(by_type) < len(forms) or by_type.keys() != {*(get_args(actions) or (actions,))}:
            raise BadForm("each action of the game has one form, and no other class has any")
        wordless = by_word.get("")
        if wordless and not wordless.starts.isdisjoint(word[:1] for word in by_word if word):
            raise BadForm("texts of the form without a word can begin like a word")

        def write(action: A) -> str:
            return by_type[type(action)].write(action)

        def read(text: str) -> A:
            form = by_word.get(text.partition(" ")[0], wordless)
            action = form.read(text) if form else None
            if action is None:
                quoted = repr(text[:_QUOTED_LENGTH_MAX])
                raise BadText(tr("{text} is {complaint}", text=quoted, complaint=tr(refusal_end)))
            return action

        def elements(action: A) -> Elements:
            return by_type[type(action)].targets(action)

        # Use the dictionaries' own methods: cached results then need no Python call.
        written = _BoundedCache(write, lambda _, text: len(text))
        actions_read = _BoundedCache(read, lambda text, _: len(text))
        targets = _BoundedCache(elements, lambda _, targets: len(targets))
        self.notation: Final[Callable[[A], str]] = written.__getitem__
        self.parse: Final[Callable[[str], A]] = actions_read.__getitem__
        self.targets: Final[Callable[[A], Elements]] = targets.__getitem__
