"""The messages of a package, and its message files: ``python -m darwin_core.lab.messages``.

A message is a literal that can be an argument of ``tr``, ``tr_in``, ``tr_n``, ``mark`` or of a
function of ``kit/sentences`` or ``kit/refusals``; a name is one of ``noun``, ``a`` or ``counted``.
The argument may be the literal itself, one of several joined by ``if`` or ``or``, the result of a
``lambda``, or one held by a name or table of the same file. Texts in data are messages, too: those
of boxes, lessons and primers, of the ``ACHIEVEMENTS`` in ``achievements.py``, of the ``MANNERS`` in
``hints.py``, and everything that a module ``texts``, or ``marks`` of a board, lists in ``NOUNS``
or, alone or after a context, in ``MESSAGES``. The command updates the message files: new messages
are added without a translation, obsolete ones are dropped, and moved ones keep their translation.
File names limit it to these files.
"""

import ast
import sys
from collections import ChainMap, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from darwin_core.contract.game import Box
from darwin_core.text.language import NOUN, Language

LANGUAGES: Final[tuple[Language, ...]] = ("de",)
"""Languages to which texts are translated."""
GAMES: Final = "games"
BOARDS: Final = "boards"
"""Folders whose subfolders, one for each game, have message files of their own."""
WIDTH: Final = 100
"""Maximum columns of a line in a message file, as in the code."""


class Message(NamedTuple):
    """A text to translate."""

    context: str
    """The context of its use, which tells equal texts apart; mostly empty."""
    text: str
    plural: str = ""
    """The text for several things, if there is one."""


def of_folder(root: Path) -> dict[Path, dict[Message, set[str]]]:
    """Return the messages of a package, with the files that use them, by message file.

    Args:
        root: the package's folder. Its message files are in ``de``, one for each package in it and
            ``messages.po`` for the modules beside them; a game has a separate folder.
    """
    by_file: dict[Path, dict[Message, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in sorted(root.rglob("*.py")):
        message_file = _file_of(root, path)
        source = path.relative_to(root).as_posix()
        for message in (*_in_code(path), *_in_texts(root, path)):
            by_file[message_file][message].add(source)
    for path in sorted((*root.rglob("*.toml"), *root.rglob("box.json"))):
        for text in _in_data(path):
            by_file[_file_of(root, path)][Message("", text)].add(path.relative_to(root).as_posix())
    return {path: dict(messages) for path, messages in by_file.items()}


def _file_of(root: Path, path: Path) -> Path:
    """Return the message file for the texts of a file, relative to a language's folder."""
    inner = path.relative_to(root).parts
    if inner[0] in {GAMES, BOARDS} and len(inner) > 2:
        return Path(*inner[:2], "messages.po")
    if root.name == "darwin_core" or len(inner) == 1:
        return Path("messages.po")
    return Path(f"{inner[0]}.po")


def written(root: Path, message_file: Path, language: Language) -> Path:
    """Return the path in a language of a message file named by ``of_folder``."""
    return root / message_file.parent / language / message_file.name


_Scope = Mapping[str, Sequence[ast.expr]]
"""The expressions assigned to the names of a function or file."""
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
"""The parts of code that have a scope of their own."""


def _in_code(path: Path) -> Iterator[Message]:
    """Yield the messages of the calls in a source file."""
    tree = ast.parse(path.read_text("utf-8"))
    scopes = dict(_scopes(tree, (_scope(tree),)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            yield from _in_call(name, [[*_literals(arg, scopes[node])] for arg in node.args])


def _scopes(
    node: ast.AST, around: tuple[_Scope, ...]
) -> Iterator[tuple[ast.AST, tuple[_Scope, ...]]]:
    """Yield all parts of some code with the scopes around each, innermost last."""
    for child in ast.iter_child_nodes(node):
        yield child, around
        is_function = isinstance(child, _FUNCTIONS)
        yield from _scopes(child, (*around, _scope(child)) if is_function else around)


def _scope(owner: ast.AST) -> _Scope:
    """Return the expressions assigned to each name in a function or file, and the defaults of
    parameters."""
    assigned: dict[str, list[ast.expr]] = defaultdict(list)
    if isinstance(owner, _FUNCTIONS):
        positional = [parameter.arg for parameter in (*owner.args.posonlyargs, *owner.args.args)]
        defaults = owner.args.defaults
        named = zip(owner.args.kwonlyargs, owner.args.kw_defaults, strict=True)
        for name, default in (
            *zip(positional[len(positional) - len(defaults) :], defaults, strict=True),
            *((parameter.arg, default) for parameter, default in named if default),
        ):
            assigned[name].append(default)
    inner = [*ast.iter_child_nodes(owner)]
    while inner:
        node = inner.pop(0)
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                assigned[name].append(value)
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
            ):
                assigned[name].append(value)
            case (
                ast.For(target=ast.Name(id=name), iter=values)
                | ast.comprehension(target=ast.Name(id=name), iter=values)
            ):
                assigned[name] += [*_items(values, ())]
        if not isinstance(node, _FUNCTIONS):
            inner += ast.iter_child_nodes(node)
    return assigned


def _in_call(name: str, texts: list[list[str]]) -> Iterator[Message]:
    """Yield the messages of a call of a function with a name, given the possible texts of each
    argument. The number tells which arguments are messages."""
    match name:
        case "tr" | "mark" if texts:
            yield from (Message("", text) for text in texts[0])
        case "tr_in" if len(texts) > 1:
            yield from (Message(context, text) for context in texts[0] for text in texts[1])
        case "say" | "question" | "refuse" if len(texts) > 1:
            yield from (Message("", text) for text in texts[1])
        case "reason" if len(texts) > 2:
            yield from (Message("", text) for text in texts[2])
        case "tr_n" | "plural" if len(texts) > 1:
            yield from (Message("", *pair) for pair in zip(texts[0], texts[1], strict=True))
        case "noun" | "a" if texts:
            yield from (Message(NOUN, text) for text in texts[0])
        case "counted" if len(texts) > 1:
            yield from (Message(NOUN, text) for text in texts[1])


def _literals(node: ast.expr, scopes: tuple[_Scope, ...]) -> Iterator[str]:
    """Yield the texts that an expression may be, as far as its file contains them."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp():
            yield from _literals(node.body, scopes)
            yield from _literals(node.orelse, scopes)
        case ast.BoolOp(values=values):
            yield from (text for value in values for text in _literals(value, scopes))
        case ast.NamedExpr(value=value) | ast.Lambda(body=value):
            yield from _literals(value, scopes)
        case ast.Name():
            for value, around in _assigned(node, scopes):
                yield from _literals(value, around)
        # Any item of a table may be meant. The items are literals: they need no scopes.
        case ast.Subscript(value=table):
            yield from (text for item in _items(table, scopes) for text in _literals(item, ()))
        case ast.Call(func=ast.Attribute(attr="get", value=table), args=[_, *default]):
            yield from (text for item in _items(table, scopes) for text in _literals(item, ()))
            yield from (text for value in default for text in _literals(value, scopes))
        case ast.Call(func=ast.Name(id="next"), args=[_, default]):
            yield from _literals(default, scopes)


def _assigned(
    name: ast.Name, scopes: tuple[_Scope, ...]
) -> Iterator[tuple[ast.expr, tuple[_Scope, ...]]]:
    """Yield the expressions assigned to a name in the innermost scope that assigns it. Each comes
    with the scopes in which to look up the names in it; these exclude the assigned name."""
    for depth in reversed(range(len(scopes))):
        if name.id in scopes[depth]:
            around = (*scopes[:depth], {**scopes[depth], name.id: ()})
            yield from ((value, around) for value in scopes[depth][name.id])
            return


def _items(node: ast.expr, scopes: tuple[_Scope, ...]) -> Iterator[ast.expr]:
    """Yield the values of a table in the code: a dictionary, tuple or list."""
    match node:
        case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            yield from values
        case ast.Name():
            for value, around in _assigned(node, scopes):
                yield from _items(value, around)
        case ast.Subscript(value=table):
            yield from (text for item in _items(table, scopes) for text in _items(item, ()))


def _in_texts(root: Path, path: Path) -> Iterator[Message]:
    """Yield the messages in the tables of a module, which is imported for it."""
    if path.stem in ("texts", "achievements", "hints", "marks"):
        inner = path.relative_to(root.parent).with_suffix("")
        module = import_module(".".join(inner.parts))
        for message in getattr(module, "MESSAGES", ()):
            yield Message("", message) if isinstance(message, str) else Message(*message)
        yield from (Message(NOUN, text) for text in getattr(module, "NOUNS", ()))
        for achievement in getattr(module, "ACHIEVEMENTS", ()):
            yield from (Message("", achievement.title), Message("", achievement.sentence))
        for manner in getattr(module, "MANNERS", {}).values():
            yield from (Message("", manner.title), Message("", manner.line))


def _in_data(path: Path) -> Iterator[str]:
    """Yield the messages of a data file."""
    if path.name == "box.json":
        box = msgspec.json.decode(path.read_bytes(), type=Box)
        yield from (box.blurb, box.words)
    if path.name == "primers.toml":
        for sentences in msgspec.toml.decode(path.read_bytes(), type=dict[str, list[str]]).values():
            yield from sentences
    if path.name in {"lesson.toml", "well.toml"}:
        page = msgspec.toml.decode(path.read_bytes(), type=dict[str, list[dict[str, object]]])
        for step in page["steps"]:
            yield from (str(step[key]) for key in ("title", "text", "do", "why") if key in step)


def update(root: Path, language: Language, only: str = "") -> list[str]:
    """Update the message files of a package to match its code; return untranslated texts.

    Args:
        root: the package's folder.
        language: the language.
        only: a part of the paths of the files to update.
    """
    # Imported here: only this command needs them.
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    known: dict[Path, dict[tuple[str, object], object]] = {}
    for path in root.rglob(f"{language}/*.po"):
        with path.open("rb") as file:
            old = read_po(file, locale=language)
        known[path] = {
            (message.context or "", message.id): message.string
            for message in old
            if message.id and any(message.string or "")
        }
    lacking = []
    for message_file, messages in of_folder(root).items():
        path = written(root, message_file, language)
        if only not in path.as_posix():
            continue
        # A text whose code moved to another folder is still in the old folder's file.
        texts = ChainMap(known.get(path, {}), *known.values())
        catalog = Catalog(locale=language)
        for message, sources in messages.items():
            name = (message.text, message.plural) if message.plural else message.text
            text = texts.get((message.context, name), "")
            lines = [(source, None) for source in sorted(sources)]
            catalog.add(name, text, lines, context=message.context or None)  # type: ignore[arg-type]
            if not text or (isinstance(text, tuple) and not all(text)):
                lacking.append(f"{path}: {message.text}")
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=WIDTH, omit_header=True, include_lineno=False)
    return lacking


def roots() -> tuple[Path, ...]:
    """Return the folders of the packages of this project."""
    return tuple(Path(str(files(name))) for name in ("darwin_core", "darwin_tui"))


def main(only: str = "") -> None:
    """Update the message files of this project, and print what they lack."""
    for root in roots():
        for language in LANGUAGES:
            for line in update(root, language, only):
                print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
