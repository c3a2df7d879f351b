"""A terminal's abilities are detected from the given environment, not from that of this process."""

import pytest

from darwin_tui.terminal.facts import TerminalFacts


@pytest.mark.parametrize(
    ("environ", "colour"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "screen", "COLORTERM": "24bit"}, "truecolor"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "foot"}, "truecolor"),
        ({"WT_SESSION": "1"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({}, "16"),
        ({"TERM": "vt100"}, "none"),
        ({"TERM": "xterm-mono"}, "none"),
    ],
)
def test_colours_are_those_of_the_environment_passed(environ, colour, monkeypatch):
    for name in ("TERM", "COLORTERM", "WT_SESSION"):
        monkeypatch.setenv(name, "truecolor")
    assert TerminalFacts.detect(environ, "utf-8").colour == colour


@pytest.mark.parametrize(
    ("environ", "encoding", "unicode"),
    [
        ({"LANG": "de_DE.UTF-8"}, "utf-8", True),
        ({"LANG": "de_DE.utf8@euro"}, "UTF-8", True),
        ({"LC_CTYPE": "UTF-8"}, "utf-8", True),
        ({}, "utf-8", True),
        ({"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, "utf-8", False),
        ({"LC_ALL": "", "LC_CTYPE": "POSIX", "LANG": "en_GB.UTF-8"}, "utf-8", False),
        ({"LANG": "de_DE.ISO-8859-1"}, "utf-8", False),
        ({"LANG": "de_DE"}, "utf-8", False),
        ({"LANG": "de_DE.UTF-8"}, "iso8859-1", False),
        ({"LANG": "de_DE.UTF-8"}, None, False),
    ],
)
def test_unicode_needs_locale_and_encoding(environ, encoding, unicode, monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8" if not unicode else "C")
    facts = TerminalFacts.detect(environ, encoding)
    assert facts.has_unicode is unicode
    assert not facts.is_ascii_only


@pytest.mark.parametrize("encoding", ["ascii", "US-ASCII", "ANSI_X3.4-1968"])
def test_terminal_that_carries_ascii_only_is_never_sent_more(encoding):
    facts = TerminalFacts.detect({"LANG": "de_DE.UTF-8"}, encoding)
    assert facts.is_ascii_only
    assert not facts.limited(glyphs="unicode").has_unicode


def test_settings_limit_what_a_terminal_is_sent():
    facts = TerminalFacts(colour="256", has_unicode=False)
    assert facts.limited() == facts
    assert facts.limited(colour=False).colour == "none"
    assert facts.limited(glyphs="unicode").has_unicode
    assert not TerminalFacts().limited(glyphs="ascii").has_unicode


@pytest.mark.parametrize(("value", "unwanted"), [("1", True), ("", False)])
def test_no_color_is_heeded_where_it_is_not_empty(value, unwanted):
    facts = TerminalFacts.detect({"TERM": "foot", "NO_COLOR": value}, "utf-8")
    assert facts.no_color is unwanted
    assert (facts.limited().colour == "none") is unwanted


@pytest.mark.parametrize(
    ("term", "erases"),
    [("xterm-256color", True), ("tmux-256color", True), ("screen-256color", False), ("", False)],
)
def test_only_terminals_known_to_erase_in_colour_do(term, erases):
    assert TerminalFacts.detect({"TERM": term}, "utf-8").fills_erased_cells is erases
