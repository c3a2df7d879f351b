"""Message files are those of the code, and whole."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from darwin_core.language import NOUN
from darwin_core.nouns import german
from darwin_core.testing import messages
from darwin_core.testing.messages import LANGUAGES, roots, written

of_folder = cache(messages.of_folder)
"""The messages of a package, which are looked for once."""


def _name(part: object) -> str:
    return part.name if isinstance(part, Path) and part.is_absolute() else str(part)


FILES = [
    (root, own, language) for root in roots() for own in of_folder(root) for language in LANGUAGES
]


@cache
def entries(path: Path, language: str):
    """Return the translations of a file by context and message, plurals with both forms."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return {
            (each.context or "", each.id): each.string
            for each in read_po(file, language)
            if each.id
        }


def fields(text: str) -> set[str]:
    """Return the names of the values in a message, without the forms of facts."""
    return {name.partition("|")[0] for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize(("root", "own", "language"), FILES, ids=_name)
def test_message_file_has_the_messages_of_the_code_and_no_others(root, own, language):
    wanted = {
        (each.context, (each.text, each.plural) if each.plural else each.text)
        for each in of_folder(root)[own]
    }
    assert set(entries(written(root, own, language), language)) == wanted


@pytest.mark.parametrize(("root", "own", "language"), FILES, ids=_name)
def test_every_message_is_translated_with_the_same_values(root, own, language):
    wrong = []
    for (context, message), found in entries(written(root, own, language), language).items():
        pairs = (
            zip(message, found, strict=True) if isinstance(message, tuple) else [(message, found)]
        )
        for one, translated in pairs:
            if not translated:
                wrong.append((context, one, "not translated"))
            elif context == NOUN:
                german(translated)
            elif "{" in one and not _is_lesson_text(one):
                try:
                    if fields(one) != fields(translated):
                        wrong.append((context, one, translated))
                except ValueError as error:
                    wrong.append((context, one, str(error)))
    assert not wrong


def _is_lesson_text(message: str) -> bool:
    """Return whether the fields of a message are facts, as in lessons and primers."""
    return bool(re.search(r"\{[^{}]*[=:,][^{}]*\}", message)) and "=" in message


def test_a_message_has_one_translation_in_all_files():
    found = defaultdict(set)
    for root, own, language in FILES:
        for key, text in entries(written(root, own, language), language).items():
            if text:
                found[language, *key].add(text)
    assert not {key: texts for key, texts in found.items() if len(texts) > 1}
