"""The language of a player who has no settings yet."""

import os

import pytest

from darwin_core.text.language import reader
from darwin_tui.cli import process
from darwin_tui.terminal.facts import locale_language

LOCALES: tuple[tuple[dict[str, str], str], ...] = (
    ({"LANG": "de_AT.UTF-8"}, "de"),
    ({"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "en_GB.UTF-8"}, "de"),
    ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
    ({"LANG": "fr_FR.UTF-8"}, "en"),
    ({}, "en"),
)


@pytest.mark.parametrize(("environ", "language"), LOCALES)
def test_locale_names_the_language(environ, language):
    assert locale_language(environ) == language


def test_first_start_is_in_the_language_of_the_locale_and_settings_say_otherwise(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    player = process.begin_own_session()
    assert (player.settings.now.language, reader().language) == ("de", "de")
    settings = process.locations_of(os.environ).settings
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("{}")
    assert process.begin_own_session().settings.now.language == "en"
