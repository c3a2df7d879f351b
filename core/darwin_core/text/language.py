"""Texts in the reader's language.

Texts are written in English where they are used: ``tr("Choose a card.")`` returns the sentence in
the reader's language. The language belongs to the context (``contextvars``), like everything of one
session: one process serves readers of different languages at the same time. Outside of any session
it is English.

Translations are gettext message files, ``de/*.po``, below the provided packages. A message without
a translation is shown in English; tests check that no file lacks a message. A German noun has a
gender and cases, so names of things are ``noun``s, and a translation names the form that it needs,
as in ``Du spielst {card:den}.`` See ``nouns``.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Literal, NamedTuple, Protocol
from weakref import ref

from darwin_core.text.nouns import Noun, german

Language = Literal["en", "de"]
"""The code of a language."""
NAMES: Final[Mapping[Language, str]] = {"en": "English", "de": "Deutsch"}
"""The languages, each named in itself."""

NOUN: Final = "noun"
"""Context under which message files keep the forms of a noun."""
PLURAL: Final = "plural"
"""Context under which the plurals of messages are kept."""
UMLAUTS: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
)
"""ASCII replacements of German letters."""
_log: Final = logging.getLogger(__name__)
_packages: Final = ["darwin_core"]
"""Packages with message files. The later package's translation of a message counts."""


class Reader(NamedTuple):
    """A reader of texts."""

    language: Language = "en"
    is_ascii: bool = False
    """The reader's terminal shows only ASCII letters."""


ENGLISH: Final = Reader()
"""The reader outside of any session."""
_source: ContextVar[Callable[[], Reader]] = ContextVar("reader", default=lambda: ENGLISH)
"""A function that returns the present reader, as a session may change its language."""


class HasReader(Protocol):
    """An object that belongs to a single reader, such as a session."""

    @property
    def reader(self) -> Reader:
        """Language and letters of its texts."""
        ...


def follow(owner: HasReader) -> None:
    """Compose all further texts of this context for the current reader of an owner. The owner is
    not kept alive: tasks that begin in this context may outlive it."""
    owner_reference = ref(owner)

    def source() -> Reader:
        present_owner = owner_reference()
        return ENGLISH if present_owner is None else present_owner.reader

    _source.set(source)


def read_as(reader: Reader) -> None:
    """Compose all further texts of this context for a reader."""
    _source.set(lambda: reader)


@contextmanager
def reading(language: Language, *, is_ascii: bool = False) -> Iterator[None]:
    """Compose the texts inside the block for a reader of a language."""
    reader = Reader(language, is_ascii)
    token = _source.set(lambda: reader)
    try:
        yield
    finally:
        _source.reset(token)


def reader() -> Reader:
    """Return the reader of the texts of this context."""
    return _source.get()()


def language() -> Language:
    """Return the language of the texts of this context."""
    return reader().language


def provide(package: str) -> None:
    """Also use the message files of another package."""
    if package not in _packages:
        _packages.append(package)
        # The messages read so far lack the package's messages.
        messages.cache_clear()


# --- messages


def tr(message: str, /, **values: object) -> str:
    """Return a message in the reader's language: ``tr("{seat} wins.", seat=name)``. Without values,
    a message is taken literally, so a brace in it means nothing."""
    return tr_in("", message, **values)


def tr_in(context: str, message: str, /, **values: object) -> str:
    """Return a message that has several translations, by the context of its use."""
    now = reader()
    if now.language != "en":
        translation = messages(now).get((context, message), "")
        if translation:
            return _filled(translation, values, message)
    return message.format(**values) if values else message


def tr_n(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the message for one thing or for several; ``{number}`` is among the values."""
    values["number"] = number
    now = reader()
    message = one if number == 1 else many
    if now.language != "en":
        # Message files keep both translations under the message for one thing.
        translation = messages(now).get((PLURAL if number != 1 else "", one), "")
        if translation:
            return _filled(translation, values, message)
    return message.format(**values)


def mark(message: str) -> str:
    """Mark a message of a table for translators: ``tr`` translates it where it is shown."""
    return message


def noun(name: str) -> Noun:
    """Return the name of a thing with its forms in the reader's language."""
    if isinstance(name, Noun):
        return name
    now = reader()
    if now.language != "en":
        forms = messages(now).get((NOUN, name), "")
        if forms:
            return german(forms)
    return Noun(name)


def _filled(translation: str, values: Mapping[str, object], message: str) -> str:
    """Return a translation with its values; the English message if they do not fit it."""
    if not values:
        return translation
    try:
        return translation.format(**values)
    except (LookupError, TypeError, ValueError, AttributeError):
        _log.error("The translation %r does not fit its values.", translation)
        return message.format(**values)


@cache
def messages(reader: Reader) -> Mapping[tuple[str, str], str]:
    """Return the translations for a reader, by context and English message.

    The plural of a message is under the context PLURAL. German letters are written in ASCII if the
    reader's terminal has no others.
    """
    # Imported here: it is slow to import, and readers of English do not need it.
    from babel.messages.pofile import read_po

    translations: dict[tuple[str, str], str] = {}
    for path in _message_files(reader.language):
        with path.open("rb") as file:
            for entry in read_po(file, locale=reader.language):
                if not entry.id or not entry.string:
                    # Skip the header of a file, and messages without a translation.
                    continue
                if isinstance(entry.id, str) and isinstance(entry.string, str):
                    translations[entry.context or "", entry.id] = entry.string
                elif isinstance(entry.id, tuple) and isinstance(entry.string, tuple):
                    translations["", entry.id[0]], translations[PLURAL, entry.id[0]] = entry.string[
                        :2
                    ]
    if not reader.is_ascii:
        return translations
    return {key: text.translate(UMLAUTS) for key, text in translations.items()}


def _message_files(language: Language) -> Iterator[Traversable]:
    """Yield a language's message files in all packages."""
    for package in _packages:
        yield from _below(files(package), language)


def _below(folder: Traversable, language: Language) -> Iterator[Traversable]:
    """Yield a language's message files in a folder and all folders below it, in a fixed order."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name == language:
                yield from (file for file in entry.iterdir() if file.name.endswith(".po"))
            else:
                yield from _below(entry, language)


# --- pages


def page_of(package: str, name: str) -> str:
    """Return a page of a package, such as its rules, in the reader's language. It is the page in
    the language's folder if there is one, else the English one. German letters are written in ASCII
    if the reader's terminal has no others."""
    now = reader()
    english = files(package).joinpath(name)
    translated = files(package).joinpath(now.language, name)
    text = (translated if now.language != "en" and translated.is_file() else english).read_text(
        "utf-8"
    )
    return text.translate(UMLAUTS) if now.is_ascii and now.language != "en" else text
