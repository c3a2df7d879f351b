"""Docstrings are imperatives or noun phrases, and use the vocabulary's current words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

RELATIVE = re.compile(r"(What|Whether|How|Where|Why|Who|Whom|Whose|When|Which|If|That|So)\b")
"""First words of clauses that name nothing. Ruff's D401 finds verbs that are not imperative."""

ARGUMENTS = re.compile(r"^Args:\n((?:    .*\n?)+)", re.MULTILINE)

RETIRED = re.compile(
    r"\b(anew|beforehand|retold|retelling|whoever|whomever|watchers?|all-seeing|taken? back)\b"
    r"|\b(go|goes|gone|went) on\b|\b(tell|tells|told) of\b|\bother eyes\b|'s eyes\b",
    re.IGNORECASE,
)
"""Words that another word has replaced: continue, spectator, omniscient, undo, perspective."""


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring, those of constants and fields included."""
    for node in ast.walk(ast.parse(path.read_text())):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for place, part in enumerate(body):
            if not isinstance(part, ast.Expr) or not isinstance(part.value, ast.Constant):
                continue
            is_first = place == 0 and not isinstance(node, ast.If | ast.With | ast.For)
            follows = place and isinstance(body[place - 1], ast.Assign | ast.AnnAssign)
            if isinstance(part.value.value, str) and (is_first or follows):
                yield part.lineno, part.value.value


def faults(path: Path) -> list[str]:
    """Return the docstrings of a file that break the rules."""
    name = path.relative_to(ROOT)
    return [
        f"{name}:{line}: {text.splitlines()[0]}"
        for line, text in docstrings(path)
        if RELATIVE.match(text) or RETIRED.search(text)
    ]


@pytest.mark.parametrize("room", ["core", "darwin_tui", "tests"])
def test_docstrings_are_commands_or_noun_phrases_in_current_words(room):
    broken = [
        fault
        for path in sorted((ROOT / room).rglob("*.py"))
        if path != Path(__file__)
        for fault in faults(path)
    ]
    assert not broken, "\n" + "\n".join(broken)


def unknown_arguments(path: Path) -> list[str]:
    """Return the arguments that a file's docstrings explain but their functions lack."""
    unknown = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            block = ARGUMENTS.search(ast.get_docstring(node) or "")
            known = {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
            explained = re.findall(r"^    (\w+):", block[1], re.MULTILINE) if block else []
            unknown += [f"{path.name}: {node.name}: {name}" for name in {*explained} - known]
    return unknown


@pytest.mark.parametrize("room", ["core", "darwin_tui"])
def test_arguments_that_are_explained_exist(room):
    assert not [fault for path in (ROOT / room).rglob("*.py") for fault in unknown_arguments(path)]


def test_the_rules_find_what_they_should(tmp_path):
    stale = tmp_path / "stale.py"
    stale.write_text('def f(area):\n    """Draw.\n\n    Args:\n        room: columns.\n    """\n')
    assert unknown_arguments(stale) == ["stale.py: f: room"]
    texts = ["What a viewer may know.", "Return what was told of it.", "The eyes of Ada's eyes."]
    file = ROOT / "tests" / "repo" / "test_docstrings.py"
    assert all(RELATIVE.match(text) or RETIRED.search(text) for text in texts)
    good = ["Return the seats that owe a decision.", "One viewer's connection to a table."]
    assert not any(RELATIVE.match(text) or RETIRED.search(text) for text in good)
    assert sum(1 for _ in docstrings(file)) >= 5
