"""The files and tests that the mutation campaign's data name exist, and exceptions have reasons."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SLICES = tomllib.loads((ROOT / "tests" / "mutation" / "slices.toml").read_text())
EQUIVALENT = tomllib.loads((ROOT / "tests" / "mutation" / "equivalent.toml").read_text())


@pytest.mark.parametrize("part", SLICES["slice"], ids=lambda part: part["module"])
def test_files_and_tests_of_a_slice_exist(part):
    assert list(ROOT.glob(part["files"]))
    for test in part["tests"]:
        path, _, name = test.partition("::")
        files = list(ROOT.glob(path))
        assert files, test
        assert name.partition("[")[0] in files[0].read_text(), test


def test_an_equivalent_mutant_has_a_reason():
    for row in EQUIVALENT["mutant"]:
        assert row.keys() == {"file", "in", "was", "now", "why"}
        assert (ROOT / row["file"]).is_file()
        assert row["was"] != row["now"]
    for row in (*EQUIVALENT["mutant"], *EQUIVALENT["line"]):
        assert row["why"].endswith(".")
