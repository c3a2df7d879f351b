"""A package built from the checkout runs without the checkout."""

import os
import subprocess
import sys
import zipfile
from inspect import cleandoc
from pathlib import Path

import pytest
from bench import installs

from darwin_core import __version__
from darwin_tui.cli.analyse import analyse
from darwin_tui.cli.manual import page

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    return folder


def test_wheel_holds_the_program_and_the_engine_alone(built):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    folders = {name.split("/")[0] for name in names}
    whole = {
        "darwin_tui",
        "darwin_core",
        *(f"darwin_tui-{__version__}.{x}" for x in ("data", "dist-info")),
    }
    assert folders == whole
    assert f"darwin_tui-{__version__}.data/data/share/man/man1/darwin-tui.1" in names
    assert not [name for name in names if "bench" in name or "peers" in name]


def test_package_installs_and_runs_from_another_folder(built, tmp_path):
    """Install the wheel. It was built from the source package, so it lacks files missing there."""
    (package,) = built.glob("*.whl")
    target = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(target), str(package)], check=True, capture_output=True)
    environment = {
        **os.environ,
        "PYTHONPATH": str(target),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }

    def run(*arguments):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        ).stdout

    where = run(
        "-c", "import darwin_tui, darwin_core; print(darwin_tui.__file__, darwin_core.__file__)"
    )
    assert all(path.startswith(str(target)) for path in where.split())
    stylesheets = run(
        "-c",
        "from darwin_tui.app import DarwinApp;"
        "from darwin_tui.widgets.screen import LATER_STYLESHEETS as later;"
        "stylesheets = [*DarwinApp.CSS_PATH, *later];"
        "print(all(path.is_file() for path in stylesheets), stylesheets[0])",
    )
    assert stylesheets.startswith(f"True {target}")
    assert "dice" in run("-m", "darwin_tui", "games")
    game = run("-m", "darwin_tui", "play", "dice", "--seats", "bot:greedy,bot:random")
    assert "The match is over." in game


def test_manual_page_is_that_of_the_commands():
    kept = (ROOT / "darwin_tui/darwin-tui.1").read_text()
    assert kept == "".join(page()), "write it: python -m darwin_tui.cli.manual"


def test_manual_page_keeps_the_lines_of_a_table():
    lines = "".join(page()).replace("\\-", "-").splitlines()
    table = cleandoc(analyse.help or "").split("\b\n")[1].split("\n\n")[0].splitlines()
    assert len(table) > 10
    assert lines[(start := lines.index(".nf") + 1) : start + len(table) + 1] == [*table, ".fi"]


@pytest.mark.parametrize(
    ("tag", "refusal"),
    [
        ("v1.2.0", ""),
        ("v1.2.1", "The wheel in dist is not of version 1.2.1."),
        ("v1.3.0", "The changelog has no dated section for version 1.3.0."),
    ],
)
def test_a_tag_is_that_of_the_wheel_and_of_a_dated_section(tag, refusal, tmp_path, monkeypatch):
    monkeypatch.setattr(installs, "ROOT", tmp_path)
    for folder in ("dist", ".github"):
        (tmp_path / folder).mkdir()
    for version in ("1.2.0", "1.3.0"):
        (tmp_path / f"dist/darwin_tui-{version}-py3-none-any.whl").touch()
    changes = "# Changes\n\n## 1.3.0 (not released yet)\n\n## 1.2.0 (2027-02-12)\n"
    (tmp_path / ".github/CHANGELOG.md").write_text(changes)
    if not refusal:
        installs.main("--of", tag)
        return
    with pytest.raises(SystemExit, match=refusal):
        installs.main("--of", tag)
