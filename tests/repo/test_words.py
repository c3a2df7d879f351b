"""Names, interface sentences and rules pages use no word that another has replaced."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]

RETIRED: Final = re.compile(
    r"(?<![a-z])(told|tells|retell\w*|heard|torn|anew|whoever|whomever|beforehand|unended|deeds?"
    r"|eyes|story|stories|go[ _]on(?!_server)|goes[ _]on|tak(e|en|es|ing)[ _]back)(?![a-z])",
    re.IGNORECASE,
)
"""Words that others replace: emit, publish, describe, redact, truncated, again, in advance, missing
newline, action, perspective, log, continue and undo."""
RETIRED_IN_PAGES: Final = re.compile(
    rf"{RETIRED.pattern}|(?<![a-z])(lies|lie|stands?)(?![a-z])", re.IGNORECASE
)
"""The same for rules pages, in which a piece "is" somewhere and does not lie or stand there."""

ALLOWED: Final = {("darwin_tui/commands.py", "eyes"), ("darwin_tui/commands.py", "story")}
"""Names of commands, which must not change because players' settings files contain them."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each name and of each string that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield node.lineno, text
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name


def faults(path: Path, name: str) -> list[str]:
    """Return the retired words of a file with their lines."""
    return [
        f"{name}:{line}: {word[0]!r} in {text[:60]!r}"
        for line, text in texts(path)
        for word in RETIRED.finditer(text)
        if (name, word[0].lower()) not in ALLOWED
    ]


@pytest.mark.parametrize("room", ["core", "darwin_tui"])
def test_names_and_sentences_use_no_retired_word(room):
    paths = {path: str(path.relative_to(ROOT)) for path in sorted((ROOT / room).rglob("*.py"))}
    retired = [fault for path, name in paths.items() for fault in faults(path, name)]
    assert not retired, "\n" + "\n".join(retired)


def test_rules_pages_use_no_retired_word():
    pages = sorted((ROOT / "core").rglob("games/*/rules.md"))
    assert len(pages) == 5
    retired = [
        f"{page.parent.name}:{number}: {match[0]!r}"
        for page in pages
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        for match in RETIRED_IN_PAGES.finditer(line)
    ]
    assert not retired, "\n" + "\n".join(retired)


def test_the_rules_find_what_they_should(tmp_path):
    path = tmp_path / "words.py"
    path.write_text(
        '"""What was told."""\n'
        "told = 'The play goes on.'\n"
        "def taken_back(eyes): return f'{eyes} anew'\n"
        "unfold = 'history of a toldo'\n"
    )
    words = [re.search(r"'(.*?)'", fault) for fault in faults(path, "words.py")]
    assert sorted(match[1] for match in words if match) == sorted(
        ["told", "goes on", "taken_back", "eyes", "eyes", " anew".strip()]
    )
