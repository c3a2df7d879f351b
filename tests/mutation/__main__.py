"""A mutation campaign: how many small faults, planted one at a time, do the tests notice?

    python -m tests.mutation --sample 40 --module darwin_core.match.match

Cosmic-ray makes the mutants (``pip install -e '.[mutation]'``). They are drawn by a seed, so that
the same command tries the same mutants of the same code. Each is planted in a copy of the tree, on
which the tests that ``slices.toml`` names for its module are run. Mutants in ``equivalent.toml``
behave like the code, for the reason given there, and are neither run nor counted. Nor is a mutant
that cannot be imported, because it says nothing about the tests. Most such mutants would be in type
annotations, which are therefore not mutated.
"""

import argparse
import ast
import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

try:
    from cosmic_ray.commands import init
    from cosmic_ray.mutating import mutate_and_test, mutate_code
    from cosmic_ray.plugins import get_operator
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import MutationSpec, TestOutcome
except ImportError:
    sys.exit("Mutants are made by cosmic-ray: pip install -e '.[mutation]'")

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PARTS = ("core", "darwin_tui", "styles", "saves", "tests", "pyproject.toml", "README.md", "LICENSE")
"""Parts of the tree that are copied."""
PYTEST = [
    *(sys.executable, "-m", "pytest", "-o", "addopts=", "-m", "not campaign"),
    *("-x", "-q", "--no-header", "-p", "no:cacheprovider"),
]
LIMIT_SECONDS_MIN = 60
"""Seconds that any mutant may take, however fast the unchanged code is."""
LIMIT_FACTOR = 5
"""Limit of a mutant's time, as a multiple of the unchanged code's time."""
KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"
STILLBORN, EQUIVALENT = "not imported", "equivalent"


class FailsUnchanged(Exception):
    """The tests of a slice fail before anything is mutated."""


@dataclass(frozen=True)
class Slice:
    """A part of the code, and the tests that ought to notice changes in it."""

    module: str
    files: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Mutant:
    """A planted fault: the lines that it replaces, and the new lines."""

    spec: MutationSpec
    was: str
    now: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The fault's identity, as long as its line and the function around it have not changed."""
        return self.spec.module_path.as_posix(), str(self.where), self.was, self.now

    @property
    def where(self) -> str:
        """The function or class around the fault."""
        return self.spec.definition_name or "module"

    def __str__(self) -> str:
        place = f"{self.spec.module_path}:{self.spec.start_pos[0]} in {self.where}"
        return f"{place}\n    - {self.was}\n    + {self.now}"


@dataclass
class Report:
    """Results of the mutants of a slice."""

    mutants: int
    """Number of mutants to draw from."""
    ends: Counter[str] = field(default_factory=Counter)
    survivors: list[Mutant] = field(default_factory=list)

    def row(self, name: str) -> str:
        """Format the slice's row of the table."""
        killed = self.ends[KILLED] + self.ends[TIMED_OUT]
        tried = killed + self.ends[SURVIVED]
        score = f"{killed / tried:.0%}" if tried else ""
        ends = [self.ends[end] for end in (TIMED_OUT, SURVIVED, STILLBORN, EQUIVALENT)]
        cells = (self.mutants, tried, killed, *ends, score)
        return f"{name:<30}" + "".join(f"{cell:>10}" for cell in cells)


COLUMNS = ("mutants", "tried", "killed", "by time", "survived", "stillborn", "equiv.", "score")
HEADING = f"{'module':<30}" + "".join(f"{name:>10}" for name in COLUMNS)


def read_slices() -> tuple[list[Slice], set[str]]:
    """Return the slices, and the mutation operators that are not used."""
    data = tomllib.loads((HERE / "slices.toml").read_text())
    texts, long = set(data["texts"]), set(data["long"])
    slices = [
        Slice(
            row["module"],
            tuple(_matching(row["files"], texts)),
            tuple(path for pattern in row["tests"] for path in _matching(pattern, long)),
        )
        for row in data["slice"]
    ]
    return slices, set(data["operators_left_out"])


def _matching(pattern: str, left_out: set[str]) -> list[str]:
    if "*" not in pattern:
        return [pattern]
    paths = sorted(path for path in ROOT.glob(pattern) if path.name not in left_out)
    return [path.relative_to(ROOT).as_posix() for path in paths]


def read_equivalent() -> tuple[set[tuple[str, str, str, str]], tuple[str, ...]]:
    """Return the keys of equivalent mutants, and prefixes of lines with only equivalent mutants."""
    data = tomllib.loads((HERE / "equivalent.toml").read_text())
    keys = {(row["file"], row["in"], row["was"], row["now"]) for row in data["mutant"]}
    return keys, tuple(row["begins"] for row in data["line"])


def outdated(files: Sequence[str]) -> list[str]:
    """Return the lines listed with equivalent mutants that the code no longer has."""
    texts = {file: " ".join(Path(file).read_text().split()) for file in files}
    return [
        f"{file}: {was}"
        for file, _, was, _ in sorted(read_equivalent()[0])
        if file in texts and " ".join(was.split()) not in texts[file]
    ]


def specs(files: Sequence[str], left_out: set[str]) -> Iterator[MutationSpec]:
    """Yield all mutations of some files, always in the same order."""
    with use_db(":memory:", WorkDB.Mode.create) as database:
        init([Path(file) for file in files], database, {})
        items = database.work_items
    annotated = {file: set(_annotated(Path(file).read_text())) for file in files}
    for item in items:
        (spec,) = item.mutations
        if spec.operator_name in left_out:
            continue
        if spec.start_pos not in annotated[spec.module_path.as_posix()]:
            yield spec


def _annotated(source: str) -> Iterator[tuple[int, int]]:
    """Yield line and column of every character inside a type annotation."""
    for node in ast.walk(ast.parse(source)):
        for name in ("annotation", "returns"):
            if annotation := getattr(node, name, None):
                first = (annotation.lineno, annotation.col_offset)
                last = (annotation.end_lineno, annotation.end_col_offset)
                for number, line in enumerate(source.splitlines(), 1):
                    for column in range(len(line)):
                        if first <= (number, column) < last:
                            yield number, column


def mutant_of(spec: MutationSpec) -> Mutant:
    """Apply a mutation to the text of its file, and return the lines that changed."""
    source = spec.module_path.read_text()
    operator = get_operator(spec.operator_name)(**spec.operator_args)
    mutated = mutate_code(source, operator, spec.occurrence)
    lines = list(difflib.ndiff(source.splitlines(), mutated.splitlines()))

    def having(sign: str) -> str:
        return " ".join(" ".join(line[2:] for line in lines if line.startswith(sign)).split())

    return Mutant(spec, having("- "), having("+ "))


def baseline(tests: Sequence[str]) -> float:
    """Run the tests on the unchanged copy and return their seconds.

    This also compiles the copy for the runs of the mutants.

    Raises:
        FailsUnchanged: if a test fails.
    """
    began = time.monotonic()
    done = subprocess.run([*PYTEST, *tests], capture_output=True, text=True)
    if done.returncode:
        raise FailsUnchanged(f"The tests fail on the unchanged code:\n{done.stdout}{done.stderr}")
    return time.monotonic() - began


def campaign(part: Slice, sample: int, seed: str, left_out: set[str]) -> Report:
    """Try a sample of a slice's mutants. The working directory must be the copy of the tree."""
    known, lines = read_equivalent()
    every = list(specs(part.files, left_out))
    report = Report(len(every))
    drawn = every
    if 0 < sample < len(every):
        drawn = Random(f"{seed} {part.module}").sample(every, sample)
    command = shlex.join([*PYTEST, *part.tests])
    seconds = baseline(part.tests)
    limit = max(LIMIT_SECONDS_MIN, LIMIT_FACTOR * seconds)
    print(f"{part.module}: the tests take {seconds:.0f} s", flush=True)
    for line in outdated(part.files):
        print(f"equivalent.toml names a line that is no longer there, {line}")
    for spec in drawn:
        mutant = mutant_of(spec)
        if mutant.key in known or mutant.was.startswith(lines):
            report.ends[EQUIVALENT] += 1
            continue
        began = time.monotonic()
        result = mutate_and_test([spec], command, limit)
        end = KILLED
        if result.test_outcome is TestOutcome.SURVIVED:
            end = SURVIVED
            report.survivors.append(mutant)
        elif result.output == "timeout":
            end = TIMED_OUT
        # Pytest's summary names a test with "::", or a file alone if it could not be imported.
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", result.output or "", re.MULTILINE)
        by = f" by {failed[1]}" if failed else ""
        if failed and "::" not in failed[1]:
            end = STILLBORN
        report.ends[end] += 1
        print(f"{end} after {time.monotonic() - began:.0f} s{by}: {mutant}", flush=True)
    return report


def copy_tree(target: Path) -> None:
    """Copy the tree to a folder, make it the working directory, and let Python import it."""
    for name in PARTS:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, target / name, ignore=ignored)
        else:
            shutil.copy2(ROOT / name, target / name)
    os.chdir(target)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(target), str(target / "core")])
    where = "import darwin_core, darwin_tui; print(darwin_core.__file__, darwin_tui.__file__)"
    origins = subprocess.check_output([sys.executable, "-c", where], text=True).split()
    if not all(path.startswith(str(target)) for path in origins):
        sys.exit(f"The tests would not see the copy but {origins}.")


def main() -> None:
    """Run the campaign that the command line asks for, and print its table."""
    slices, left_out = read_slices()
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("--sample", type=int, default=25, help="mutants of each module; 0: all")
    parser.add_argument("--seed", default="beagle", help="any text; it says which are drawn")
    names = [part.module for part in slices]
    parser.add_argument(
        "--module",
        action="append",
        choices=names,
        metavar="NAME",
        help=f"may be given again; one of {', '.join(names)}",
    )
    wanted = parser.parse_args()
    os.nice(10)
    # Otherwise the samples of sweeps, and with them the score, would differ from day to day.
    os.environ.setdefault("PROOF_OFFSET", "0")
    reports: dict[str, Report] = {}
    failed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy_tree(Path(folder).resolve())
        for part in slices:
            if not wanted.module or part.module in wanted.module:
                try:
                    reports[part.module] = campaign(part, wanted.sample, wanted.seed, left_out)
                except FailsUnchanged as error:
                    print(f"{part.module}: {error}")
                    failed.append(part.module)
        os.chdir(ROOT)
    survivors = [mutant for report in reports.values() for mutant in report.survivors]
    if survivors:
        print("\nSurvivors:", *survivors, sep="\n")
    total = Report(sum(report.mutants for report in reports.values()))
    print("", HEADING, sep="\n")
    for module, report in reports.items():
        print(report.row(module))
        total.ends += report.ends
    print(total.row("all"))
    if failed:
        sys.exit(f"Not tried, for their tests fail on the unchanged code: {', '.join(failed)}.")


if __name__ == "__main__":
    main()
