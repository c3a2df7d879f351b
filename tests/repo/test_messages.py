"""Message files contain exactly the messages of the code, each with a usable translation."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

from darwin_core.lab import messages
from darwin_core.lab.messages import LANGUAGES, roots, written
from darwin_core.text.language import NOUN, Language
from darwin_core.text.nouns import german
from darwin_tui import commands

of_folder = cache(messages.of_folder)
"""The messages of a package, cached because the search parses all its files."""


def files() -> Iterator[tuple[Path, Path, Language]]:
    """Yield root folder, file and language of each message file."""
    for root in roots():
        yield from ((root, own, language) for own in of_folder(root) for language in LANGUAGES)


@cache
def entries(path: Path, language: str):
    """Return the translations of a file by context and message, plurals with both forms."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return {
            (message.context or "", message.id): message.string
            for message in read_po(file, language)
            if message.id
        }


def fields(text: str) -> set[str]:
    """Return the names of the values in a message, without the forms of facts."""
    return {name.partition("|")[0] for _, name, _, _ in Formatter().parse(text) if name}


def test_message_files_have_the_messages_of_the_code_and_no_others():
    for root, own, language in files():
        wanted = {
            (message.context, (message.text, message.plural) if message.plural else message.text)
            for message in of_folder(root)[own]
        }
        assert set(entries(written(root, own, language), language)) == wanted, own


def test_every_message_is_translated_with_the_same_values():
    wrong = []
    for root, own, language in files():
        for (context, message), text in entries(written(root, own, language), language).items():
            plural = isinstance(message, tuple)
            pairs = zip(message, text, strict=True) if plural else [(message, text)]
            wrong += [(own, *pair, why) for pair in pairs if (why := wrong_with(context, *pair))]
    assert not wrong


KEY_IN_WORDS = re.compile(r"(?<![\w'’%+\-./])(?:[b-zB-HJ-Z](?![\w'’%+\-])|\?(?= [a-z])|Ctrl\+)")
"""A letter or sign that seems to be a key."""
FIXED_KEYS = (
    "[@click=app.quit]q leaves; nothing is lost.[/]",
    "[@click=screen.answer(True)]y or Enter: yes[/]   [@click=screen.answer(False)]n or Esc: no[/]",
)
NO_KEYS = {
    **dict.fromkeys(FIXED_KEYS, "they cannot be changed"),
    "h moves the cursor; Shift and H give a hint.": "said only of the default keys",
    "bear, lion, fox, snake, scorpion (C), owl": "cards",
    "forage: search with T, gather with P": "signs",
    "S R P": "signs",
    "T E A": "signs",
    "pair of {number}s": "a plural",
    "three {number}s": "a plural",
    "four {number}s": "a plural",
    "thinks up to {seconds} s": "a unit",
    "{number} d": "a unit",
    "{number} h": "a unit",
    "next in {hours} h {minutes} min": "a unit",
    "10 min, and 10 s a move": "a unit",
    "30 min, and 20 s a move": "a unit",
}
"""Messages with single letters that are none of the keys that a player can change, with the
reason."""


def test_messages_name_keys_by_commands_so_that_they_name_those_that_the_player_has_chosen():
    root = next(root for root in roots() if root.name == "darwin_tui")
    for own, of_file in of_folder(root).items():
        for message in of_file:
            if own.name in {"text_mode.po", "server.po"} or message.context == commands.CONTEXT:
                continue
            for text in filter(None, (message.text, message.plural)):
                assert text in NO_KEYS or not KEY_IN_WORDS.search(re.sub(r"{.*?}", "#", text)), text
                named = [name.split(".") for name in fields(text) if "." in name]
                assert all(getattr(commands.KEYS[screen], name) for screen, name in named), text


def wrong_with(context: str, message: str, translated: str) -> str:
    """Return the reason why a translation cannot be used, or an empty string."""
    if not translated:
        return "not translated"
    if context == NOUN:
        german(translated)
    elif "{" in message and not _is_lesson_text(message):
        try:
            return "" if fields(message) == fields(translated) else "other values"
        except ValueError as error:
            return str(error)
    return ""


def _is_lesson_text(message: str) -> bool:
    """Return whether the fields of a message are facts, as in lessons and primers."""
    return bool(re.search(r"\{[^{}]*[=:,][^{}]*\}", message)) and "=" in message


def test_a_message_has_one_translation_in_all_files():
    translations = defaultdict(set)
    for root, own, language in files():
        for key, text in entries(written(root, own, language), language).items():
            if text:
                translations[language, *key].add(text)
    assert not {key: texts for key, texts in translations.items() if len(texts) > 1}


def test_text_that_moves_to_another_folder_keeps_its_translation(tmp_path):
    for folder, text in (("doors", "Come in."), ("walls", "Turn back.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "words.py").write_text(f"tr({text!r})")
    assert len(messages.update(tmp_path, "de")) == 2
    path = tmp_path / "de" / "walls.po"
    path.write_text(path.read_text().replace('msgstr ""', 'msgstr "Kehrt um."'))
    (tmp_path / "walls" / "words.py").rename(tmp_path / "doors" / "more.py")
    (lacking,) = messages.update(tmp_path, "de")
    assert lacking.endswith("Come in.")
    assert entries(tmp_path / "de" / "doors.po", "de")["", "Turn back."] == "Kehrt um."


FORMS = """
_TABLE = {1: "of a table", 2: "of a table, too"}
_ROWS = ((1, "of a row"), (2, "of another row"))
TITLE = "of the file"

def words(number, given="of a parameter", *, other="of a parameter by name"):
    text = "of a name" if number else OTHER
    tr(text)
    tr(given)
    tr(TITLE)
    tr("by if" if number > 1 else "by else" if number else f"composed {number}")
    tr(other or "by or")
    tr(_TABLE[number])
    tr({3: "of a table on the spot"}.get(number, "by default"))
    tr(_ROWS[number][1])
    tr(next((each for each in number), "if there is none"))
    for each in ("of a loop", "of its next turn"):
        tr(each)
    if found := "by the way":
        tr(found)
    tr_in("a context", number and "with a context")
    tr_n("one" if number else "a single one", "many" if number else "several", number)
    say(Kind, lambda event: "of a lambda" if event else plural("of one thing", "of more", 2))
    reason(Kind, CODE, "of a reason"), question(Kind, "of a question"), refuse(CODE, "of a refusal")
    return lambda text=TITLE: tr(text)
"""


def test_literals_are_found_wherever_an_argument_may_take_them_from(tmp_path):
    (tmp_path / "forms.py").write_text(FORMS)
    (found,) = messages.of_folder(tmp_path).values()
    texts = {text for message in found for text in (message.text, message.plural) if text}
    written_there = set(re.findall(r'"([^"]+)"', FORMS)) - {"a context"}
    assert texts == written_there - {"composed {number}"}
    assert messages.Message("a context", "with a context") in found


def test_messages_that_are_composed_in_code_are_listed():
    """Check that each f-string passed to a translator matches a message listed in the code."""
    lacking = []
    for root in roots():
        texts = [message.text for each in of_folder(root).values() for message in each]
        for path in sorted(root.rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in COMPOSING:
                    for pattern in composed(call):
                        if not any(pattern.fullmatch(text) for text in texts):
                            lacking.append(f"{path.name}: {pattern.pattern}")
    assert not lacking


COMPOSING = {"tr", "tr_in", "tr_n", "noun", "counted"}
"""The functions that translate a message."""


def composed(call):
    """Yield patterns for the texts that f-strings among a call's arguments may produce."""
    for arg in call.args:
        if isinstance(arg, ast.JoinedStr):
            parts = (
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                for part in arg.values
            )
            yield re.compile("".join(parts))
