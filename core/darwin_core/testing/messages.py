"""The messages of a package, and its message files: ``python -m darwin_core.testing.messages``.

A message is a literal argument of ``tr``, ``tr_in``, ``tr_n`` or ``mark``, a name one of ``noun``,
``a`` or ``counted``. Texts in data are messages, too: those of lessons and primers, and whatever a
module ``texts`` of the package lists in ``MESSAGES``, by themselves or with a context before them,
and ``NOUNS``. The command brings the message files in line with them: new messages are added
without a translation, gone ones are dropped, and those that have moved keep theirs. Names of files
limit it to these.
"""

import ast
import sys
from collections import ChainMap, defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from darwin_core.language import NOUN, Language

_ENGLISH: Final[Language] = "en"
LANGUAGES: Final[tuple[Language, ...]] = ("de",)
"""The languages that texts are translated to."""
GAMES: Final = "games"


class Message(NamedTuple):
    """A text that is translated."""

    context: str
    text: str
    plural: str = ""


def of_folder(root: Path) -> dict[Path, dict[Message, set[str]]]:
    """Return the messages of a package, with the places that use them, by their message files.

    Args:
        root: the folder of the package. Its message files are in ``de``, one for each package in
            it and ``messages.po`` for its own modules; a game has a folder of its own.
    """
    found: dict[Path, dict[Message, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in sorted(root.rglob("*.py")):
        own = _file_of(root, path)
        place = path.relative_to(root).as_posix()
        for message in (*_in_code(path), *_in_texts(root, path)):
            found[own][message].add(place)
    for path in sorted(root.rglob("*.toml")):
        for text in _in_data(path):
            found[_file_of(root, path)][Message("", text)].add(path.relative_to(root).as_posix())
    return {path: dict(messages) for path, messages in found.items()}


def _file_of(root: Path, path: Path) -> Path:
    """Return the message file, below a folder named as the language, of the texts in a file."""
    inner = path.relative_to(root).parts
    if inner[0] == GAMES and len(inner) > 2:
        return Path(GAMES, inner[1], "messages.po")
    if root.name == "darwin_core" or len(inner) == 1:
        return Path("messages.po")
    return Path(f"{inner[0]}.po")


def written(root: Path, own: Path, language: Language) -> Path:
    """Return the path of a message file that ``of_folder`` names."""
    return root / own.parent / language / own.name


def _in_code(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            yield from _in_call(name, node.args)


def _in_call(name: str, args: list[ast.expr]) -> Iterator[Message]:
    texts = [list(_literals(arg)) for arg in args]
    match name:
        case "tr" | "mark" if args:
            yield from (Message("", text) for text in texts[0])
        case "tr_in" if len(args) > 1:
            yield from (Message(context, text) for context in texts[0] for text in texts[1])
        case "tr_n" if len(args) > 1:
            yield from (Message("", *pair) for pair in zip(texts[0], texts[1], strict=True))
        case "noun" | "a" if args:
            yield from (Message(NOUN, text) for text in texts[0])
        case "counted" if len(args) > 1:
            yield from (Message(NOUN, text) for text in texts[1])


def _literals(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be: one or, by ``if``, several."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp():
            yield from _literals(node.body)
            yield from _literals(node.orelse)


def _in_texts(root: Path, path: Path) -> Iterator[Message]:
    if path.name == "texts.py":
        inner = path.relative_to(root.parent).with_suffix("")
        module = import_module(".".join(inner.parts))
        for each in getattr(module, "MESSAGES", ()):
            yield Message("", each) if isinstance(each, str) else Message(*each)
        yield from (Message(NOUN, text) for text in getattr(module, "NOUNS", ()))


def _in_data(path: Path) -> Iterator[str]:
    if path.name == "primers.toml":
        for sentences in msgspec.toml.decode(path.read_bytes(), type=dict[str, list[str]]).values():
            yield from sentences
    if path.name == "lesson.toml":
        page = msgspec.toml.decode(path.read_bytes(), type=dict[str, list[dict[str, object]]])
        for step in page["steps"]:
            yield from (str(step[key]) for key in ("title", "text", "do", "why") if key in step)


def update(root: Path, language: Language, only: str = "") -> list[str]:
    """Bring the message files of a package in line with its code; return what is not translated.

    Args:
        root: the folder of the package.
        language: the language.
        only: a part of the paths of the files that are updated.
    """
    # Needed by this command only.
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    known: dict[Path, dict[tuple[str, object], object]] = {}
    for path in root.rglob(f"{language}/*.po"):
        with path.open("rb") as file:
            old = read_po(file, locale=language)
        known[path] = {
            (each.context or "", each.id): each.string
            for each in old
            if each.id and any(each.string or "")
        }
    lacking = []
    for own, messages in of_folder(root).items():
        path = written(root, own, language)
        if only not in path.as_posix():
            continue
        # A text whose code has moved to another folder is still in the file of the old one.
        texts = ChainMap(known.get(path, {}), *known.values())
        catalog = Catalog(locale=language)
        for message, places in messages.items():
            name = (message.text, message.plural) if message.plural else message.text
            text = texts.get((message.context, name), "")
            lines = [(place, None) for place in sorted(places)]
            catalog.add(name, text, lines, context=message.context or None)  # type: ignore[arg-type]
            if not text or (isinstance(text, tuple) and not all(text)):
                lacking.append(f"{path}: {message.text}")
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=100, omit_header=True, include_lineno=False)
    return lacking


def roots() -> tuple[Path, ...]:
    """Return the folders of the packages of this project."""
    return tuple(Path(str(files(name))) for name in ("darwin_core", "darwin_tui"))


def main(only: str = "") -> None:
    """Update the message files of this project, and say what they lack."""
    for root in roots():
        for language in LANGUAGES:
            for line in update(root, language, only):
                print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
