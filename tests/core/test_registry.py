"""Games are found by name and imported when asked for."""

import subprocess
import sys

import pytest

from darwin_core.contract import registry


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_game_goes_by_its_slug(slug: str) -> None:
    assert registry.get(slug).slug == slug
    assert registry.get(slug) is registry.get(slug)
    assert registry.get(slug).box == registry.box(slug)


@pytest.mark.parametrize("slug", ["", "chess", "Dice", "../dice", "dice.rules", "\x1b[2J"])
def test_unknown_name_is_refused_naming_the_games_there_are(slug: str) -> None:
    with pytest.raises(registry.UnknownGame) as error:
        registry.get(slug)
    assert ", ".join(registry.SLUGS) in str(error.value)
    assert str(error.value).isprintable()


def test_game_is_imported_only_when_asked_for() -> None:
    code = (
        "import sys; from darwin_core import match, table; "
        "from darwin_core.contract import registry; "
        "print([name for name in sys.modules if name.startswith('darwin_core.games')]); "
        "registry.get('dice'); print('darwin_core.games.dice' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split("\n") == ["[]", "True", ""]
