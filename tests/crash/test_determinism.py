"""A record leads to the same states, views, texts and bots' choices in every environment."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
import sampling

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOCALES = ["C", "POSIX", "de_DE.UTF-8", "tr_TR.UTF-8"]
RECORDS = sorted((ROOT / "tests" / "fixtures").glob("*.jsonl"))
RECORDS_INTERVAL = 3
"""Interval of the records that are verified in another environment. It has no factor in common with
the interval of environments, so every record meets every environment."""

pytestmark = pytest.mark.games


def verified(python: str, records: Sequence[Path] = RECORDS, **environment: str) -> str:
    run = [python, str(HERE / "verifier.py"), *map(str, records)]
    plain = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "core"), **environment}
    return subprocess.run(run, capture_output=True, text=True, check=True, env=plain).stdout


@cache
def here() -> str:
    return verified(sys.executable, PYTHONHASHSEED="0")


def test_every_line_of_the_records_is_verified():
    lines = here().splitlines()
    assert [line for line in lines if line.endswith(" None")] == [
        "darwinning 119 gKdkGQ4hKQ7ao0KeJLADFw None",
        "dice 98 Jv2lGIE6J3Zc5yW1FiHEKg None",
        "evo 235 /1lKpv/NSmorR5g54IkzYA None",
        "journey 245 O0FPQhwO/dCMvGEruntckQ None",
        "journey 265 shQecWt41W7EChrwNJ/mkw None",
        "yummy 374 7SvKpdU7bFP2yCvXEhtFSw None",
        "yummy 301 QUcvnUHCXeruEqOIfjzHbQ None",
        "yummy 269 LH0W1wQiP3UVokeIMo+aWQ None",
    ]
    # 1,906 lines of records, less 215 undos and the 215 actions that they undid, and for each of
    # the eight records a heading and the position at the start.
    assert len(lines) == 1492


@pytest.mark.parametrize(
    ("seed", "locale"),
    sampling.some(zip(["1", "2", "3", "random"], LOCALES, strict=True), 4),
)
def test_nothing_of_the_environment_matters(seed, locale):
    """Change the order of hashing, the locale, the time zone and the optimisation at once."""
    changed = {"PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": "Pacific/Galapagos"}
    encoding = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-8"}
    of_records = re.findall(r"^\D[^\n]*\n(?:\d.*\n)*", here(), re.MULTILINE)
    records, expected = zip(
        *sampling.some(zip(RECORDS, of_records, strict=True), RECORDS_INTERVAL), strict=True
    )
    hashes = verified(sys.executable, records, PYTHONOPTIMIZE="2", **changed, **encoding)
    assert hashes == "".join(expected)


@pytest.mark.parametrize("python", ["python3.12", "python3.13", "python3.14"])
def test_version_of_python_does_not_matter(python):
    program = shutil.which(python)
    probe = [program or "", "-c", "import msgspec"]
    if not program or subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip(f"there is no {python} with msgspec here")
    assert verified(program) == here()
